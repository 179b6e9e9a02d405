//! The orders of uses that a reader of the bitcode would not make by itself. LLVM's `predictUseListOrder`.
//!
//! LLVM's reader of assembly puts each new use before the others, and turns the list around where a name was used before
//! it was defined. The reader of bitcode does the same in another order. The two differ for global values and constants made of
//! them: what is local is read in one order.

use rustc_hash::FxHashMap;

use crate::assembler::ModuleText;
use crate::assembler::constants::ConstantPool;
use crate::assembler::function::FunctionText;
use crate::constants::{Constant, ValueKind};
use crate::function::{Operand, Symbol};
use crate::module::GlobalKind;
use crate::types::Types;

/// The order of the uses of a value: a global value by its number, or a constant by that of all constants.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub value: u32,
    /// The instruction of the function that LLVM finds the value at.
    pub instruction: usize,
    pub shuffle: Box<[u64]>,
}

/// The orders of a module, and of each function in the order of the text.
#[derive(Debug, Default)]
pub(super) struct UseListOrders {
    pub of_module: Vec<Order>,
    pub of_functions: Vec<Vec<Order>>,
    /// The numbers of the module's constants by those of all constants.
    pub module_constants: FxHashMap<u32, u32>,
    /// As that, of each function.
    pub function_constants: Vec<FxHashMap<u32, u32>>,
}

/// Who uses a value: a global value or constant by number, or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    Value(u32),
    Instruction(usize),
}

/// All constants that are made of others, and their uses.
struct Uses<'p, 'a> {
    text: &'p ModuleText<'a>,
    /// The constants of the module and of all functions, each once.
    all: ConstantPool<'a>,
    is_created: Vec<bool>,
    /// Uses in the order in which they were made, by value.
    lists: Vec<Vec<(User, u32)>>,
    /// The order in which the reader of bitcode sees values, from one.
    value_ids: Vec<u32>,
    instruction_ids: Vec<u32>,
    last_global_id: u32,
    next_id: u32,
    is_predicted: Vec<bool>,
}

/// The orders of uses of a module.
pub(super) fn predict(text: &ModuleText<'_>) -> UseListOrders {
    let mut orders = UseListOrders::default();
    let mut uses = Uses {
        text,
        all: ConstantPool::new(text.constants.first),
        is_created: Vec::new(),
        lists: Vec::new(),
        value_ids: Vec::new(),
        instruction_ids: Vec::new(),
        last_global_id: 0,
        next_id: 0,
        is_predicted: Vec::new(),
    };
    let mut of_module = FxHashMap::default();
    for id in text.constants.first..text.constants.first + text.constants.values.len() as u32 {
        uses.unite(&text.constants, id, &mut of_module);
    }
    let mut of_functions = Vec::with_capacity(text.functions.len());
    for function in &text.functions {
        let mut united = FxHashMap::default();
        for (place, value) in function.constants.values.iter().enumerate() {
            if matches!(&value.kind, ValueKind::Constant(constant) if is_tracked(constant)) {
                uses.unite(&function.constants, function.constants.first + place as u32, &mut united);
            }
        }
        of_functions.push(united);
    }
    let count = uses.all.first as usize + uses.all.values.len();
    uses.is_created = vec![false; count];
    uses.lists = vec![Vec::new(); count];
    uses.value_ids = vec![0; count];
    uses.is_predicted = vec![false; count];
    uses.make(&of_module, &of_functions);
    uses.number(&of_module, &of_functions);
    for (function, united) in text.functions.iter().zip(&of_functions).rev() {
        let mut own = Vec::new();
        uses.operands_of(function, united, &mut |uses, instruction, value| uses.predict(value, instruction, &mut own));
        own.reverse();
        orders.of_functions.push(own);
    }
    orders.of_functions.reverse();
    let mut own = Vec::new();
    uses.predict_globals(&of_module, &mut own);
    own.reverse();
    orders.of_module = own;
    orders.module_constants = inverse(of_module);
    orders.function_constants = of_functions.into_iter().map(inverse).collect();
    orders
}

fn inverse(united: FxHashMap<u32, u32>) -> FxHashMap<u32, u32> {
    united.into_iter().map(|(own, all)| (all, own)).collect()
}

/// Whether LLVM knows the users of a constant: not of plain data.
fn is_tracked(constant: &Constant) -> bool {
    !constant.operands().is_empty() || matches!(constant, Constant::InlineAsm(_))
}

impl Uses<'_, '_> {
    /// The number of a constant among all.
    fn unite(&mut self, pool: &ConstantPool<'_>, id: u32, united: &mut FxHashMap<u32, u32>) -> u32 {
        if let Some(known) = united.get(&id) {
            return *known;
        }
        let Some(value) = pool.get(id) else { return id };
        let ValueKind::Constant(constant) = &value.kind else { return id };
        let mut constant = constant.clone();
        for operand in constant.operands_mut() {
            *operand = self.unite(pool, *operand, united);
        }
        let number = self.all.intern(value.ty, constant);
        united.insert(id, number);
        number
    }

    fn operands(&self, constant: u32) -> Vec<u32> {
        self.all.constant(constant).map(|constant| constant.operands().to_vec()).unwrap_or_default()
    }

    fn is_tracked(&self, value: u32) -> bool {
        value < self.all.first || self.all.constant(value).is_some_and(is_tracked)
    }

    fn add(&mut self, value: u32, user: User, operand: u32) {
        if self.is_tracked(value)
            && let Some(list) = self.lists.get_mut(value as usize)
        {
            list.push((user, operand));
        }
    }

    /// Makes a constant, where it is not there yet, after those that it is made of.
    fn create(&mut self, constant: u32) {
        let Some(created) = self.is_created.get_mut(constant as usize) else { return };
        if constant < self.all.first || std::mem::replace(created, true) {
            return;
        }
        let operands = self.operands(constant);
        operands.iter().for_each(|operand| self.create(*operand));
        for (place, operand) in operands.into_iter().enumerate() {
            self.add(operand, User::Value(constant), place as u32);
        }
    }

    /// The values that a global value names, in LLVM's order.
    fn operands_of_global(&self, global: u32, united: &FxHashMap<u32, u32>) -> Vec<u32> {
        let all = |id: u32| united.get(&id).copied().unwrap_or(id);
        match self.text.globals.get(global as usize).map(|global| &global.kind) {
            Some(GlobalKind::Variable { initializer, .. }) => initializer.iter().map(|id| all(*id)).collect(),
            Some(GlobalKind::Alias(id) | GlobalKind::IFunc(id)) => vec![all(*id)],
            Some(GlobalKind::Function { operands: [prefix, prologue, personality], .. }) => {
                [personality, prefix, prologue].into_iter().flatten().map(|id| all(*id)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Visits the instructions of a function: each operand that is a global value or a constant made of others, with the
    /// instruction's place.
    fn operands_of(
        &mut self,
        function: &FunctionText<'_>,
        united: &FxHashMap<u32, u32>,
        visit: &mut dyn FnMut(&mut Self, usize, u32),
    ) {
        let types: &Types<'_> = &self.text.types;
        let mut operands = Vec::new();
        for (place, instruction) in function.instructions.iter().enumerate() {
            tracked_operands(instruction, types, united, self.all.first, &mut operands);
            operands.iter().for_each(|(_, value)| visit(self, place, *value));
        }
    }

    /// Makes all uses in the order of the text.
    fn make(&mut self, of_module: &FxHashMap<u32, u32>, of_functions: &[FxHashMap<u32, u32>]) {
        let text = self.text;
        let bodies: FxHashMap<u32, usize> =
            text.functions.iter().enumerate().map(|(place, function)| (function.head.global, place)).collect();
        let (mut instruction_count, mut operands) = (0, Vec::new());
        for global in &text.text_order {
            let named = self.operands_of_global(*global, of_module);
            named.iter().for_each(|value| self.create(*value));
            for (place, value) in named.into_iter().enumerate() {
                self.add(value, User::Value(*global), place as u32);
            }
            self.define(*global);
            let Some((function, united)) =
                bodies.get(global).and_then(|place| Some((text.functions.get(*place)?, of_functions.get(*place)?)))
            else {
                continue;
            };
            for instruction in &function.instructions {
                tracked_operands(instruction, &text.types, united, self.all.first, &mut operands);
                operands.iter().for_each(|(_, value)| self.create(*value));
                for (place, value) in &operands {
                    self.add(*value, User::Instruction(instruction_count), *place);
                }
                instruction_count += 1;
            }
            for (symbol, indices) in &function.use_list_orders {
                if let Symbol::Value(id) = symbol
                    && let Some(value) = united.get(id).copied().or_else(|| (*id < self.all.first).then_some(*id))
                {
                    self.sort(value, indices);
                }
            }
        }
        for (value, indices) in &text.use_list_orders {
            self.sort(of_module.get(value).copied().unwrap_or(*value), indices);
        }
        self.instruction_ids = vec![0; instruction_count];
    }

    /// Gives the uses of a value the order that the text asks for. One of another number of uses says nothing, as to LLVM's
    /// reader of bitcode.
    fn sort(&mut self, value: u32, indices: &[u64]) {
        let Some(list) = self.lists.get_mut(value as usize).filter(|list| list.len() == indices.len()) else { return };
        // The list has the last use first.
        let mut sorted: Vec<(u64, (User, u32))> = indices.iter().copied().zip(list.iter().rev().copied()).collect();
        sorted.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        *list = sorted.into_iter().map(|(_, user)| user).collect();
    }

    /// Turns the list of what named a global value before it was defined around. A constant that names it several times takes
    /// it at once in all places, from the first to the last.
    fn define(&mut self, global: u32) {
        let first = self.all.first;
        let Some(list) = self.lists.get_mut(global as usize) else { return };
        list.reverse();
        for uses in list.chunk_by_mut(|(a, _), (b, _)| a == b) {
            if matches!(uses, [(User::Value(user), _), ..] if *user >= first) {
                uses.reverse();
            }
        }
    }

    fn next_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    fn order(&mut self, value: u32, united: &FxHashMap<u32, u32>) {
        if self.value_ids.get(value as usize).is_none_or(|id| *id != 0) {
            return;
        }
        let operands = match value < self.all.first {
            true => self.operands_of_global(value, united),
            false => self.operands(value),
        };
        let is_constant = |operand: &u32| *operand >= self.all.first;
        let operands: Vec<u32> = operands.into_iter().filter(is_constant).collect();
        operands.into_iter().for_each(|operand| self.order(operand, united));
        let id = self.next_id();
        self.value_ids[value as usize] = id;
    }

    /// Numbers values in the order in which the reader of bitcode sees them.
    fn number(&mut self, of_module: &FxHashMap<u32, u32>, of_functions: &[FxHashMap<u32, u32>]) {
        let text = self.text;
        let of_kind = |kind: u8| {
            let globals = text.globals.iter().enumerate().rev();
            globals.filter(move |(_, global)| kind_of(&global.kind) == kind).map(|(place, _)| place as u32)
        };
        for kind in [0, 2, 3, 1] {
            of_kind(kind).for_each(|global| self.order(global, of_module));
        }
        self.last_global_id = self.next_id;
        // Instructions are counted as the text has them, functions in the module's order.
        let mut first = 0;
        let mut functions: Vec<(u32, usize, usize)> = Vec::new();
        for (place, function) in text.functions.iter().enumerate() {
            functions.push((function.head.global, place, first));
            first += function.instructions.len();
        }
        functions.sort_unstable();
        let mut operands = Vec::new();
        for (_, place, first) in functions {
            let (Some(function), Some(united)) = (text.functions.get(place), of_functions.get(place)) else { continue };
            for (number, instruction) in function.instructions.iter().enumerate() {
                tracked_operands(instruction, &text.types, united, self.all.first, &mut operands);
                operands.iter().for_each(|(_, value)| self.order(*value, of_module));
                let id = self.next_id();
                if let Some(slot) = self.instruction_ids.get_mut(first + number) {
                    *slot = id;
                }
            }
        }
    }

    fn id_of(&self, user: User) -> u32 {
        let found = match user {
            User::Value(value) => self.value_ids.get(value as usize),
            User::Instruction(place) => self.instruction_ids.get(place),
        };
        found.copied().unwrap_or(0)
    }

    /// Adds the order of the uses of a value where it is another than the reader's, and those of what it is made of.
    fn predict(&mut self, value: u32, instruction: usize, orders: &mut Vec<Order>) {
        let Some(predicted) = self.is_predicted.get_mut(value as usize) else { return };
        if std::mem::replace(predicted, true) {
            return;
        }
        if self.is_tracked(value) {
            orders.extend(self.shuffle(value).map(|shuffle| Order { value, instruction, shuffle }));
        }
        let operands = match value < self.all.first {
            true => self.operands_of_global(value, &FxHashMap::default()),
            false => self.operands(value),
        };
        operands.into_iter().for_each(|operand| self.predict(operand, instruction, orders));
    }

    fn shuffle(&self, value: u32) -> Option<Box<[u64]>> {
        let own = self.value_ids.get(value as usize).copied().unwrap_or(0);
        let is_global = own <= self.last_global_id;
        let uses = self.lists.get(value as usize)?.iter().rev();
        let uses = uses.map(|(user, operand)| (self.id_of(*user), *operand)).filter(|(id, _)| *id != 0);
        let mut list: Vec<(u32, u32, u64)> = uses.zip(0..).map(|((id, operand), place)| (id, operand, place)).collect();
        // Users after the value from the last to the first, and those before it from the first to the last.
        list.sort_by_key(|(id, operand, _)| {
            let (id, operand) = (i64::from(*id), i64::from(*operand));
            match !is_global && id <= i64::from(own) {
                true => (1, id, operand),
                false => (0, -id, -operand),
            }
        });
        let is_sorted = list.is_sorted_by_key(|(_, _, place)| *place);
        (!is_sorted).then(|| list.into_iter().map(|(_, _, place)| place).collect())
    }

    /// Adds the orders of what no function uses.
    fn predict_globals(&mut self, of_module: &FxHashMap<u32, u32>, orders: &mut Vec<Order>) {
        let count = self.text.globals.len() as u32;
        (0..count).for_each(|global| self.predict(global, 0, orders));
        let named: Vec<u32> = (0..count).flat_map(|global| self.operands_of_global(global, of_module)).collect();
        named.into_iter().for_each(|value| self.predict(value, 0, orders));
    }
}

/// Which list of a module a global value is in: variables, functions, aliases, ifuncs.
fn kind_of(kind: &GlobalKind) -> u8 {
    match kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Function { .. } => 1,
        GlobalKind::Alias(_) => 2,
        GlobalKind::IFunc(_) => 3,
    }
}

/// The operands of an instruction whose users LLVM knows in addition to locals, with their places.
fn tracked_operands(
    instruction: &crate::function::Instruction,
    types: &Types<'_>,
    united: &FxHashMap<u32, u32>,
    first: u32,
    operands: &mut Vec<(u32, u32)>,
) {
    operands.clear();
    let mut place = 0;
    instruction.kind.for_each_operand(types, &mut |operand| {
        if let Operand::Value(value) = operand {
            match united.get(&value) {
                Some(value) => operands.push((place, *value)),
                None if value < first => operands.push((place, value)),
                None => {}
            }
        }
        place += 1;
    });
}
