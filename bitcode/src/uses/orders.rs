//! The uses of global values and constants in the order of the text, and in that of LLVM's reader of bitcode. LLVM's
//! `predictUseListOrder`.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::united::{Numbers, UnitedConstants};
use super::{FunctionUses, ModuleUses, TextOrder};
use crate::constants::Constant;
use crate::function::{Operand, Symbol};
use crate::module::GlobalKind;
use crate::use_lists::UseList;

/// The order of the uses of a value: a global value by its number, or a constant by that of all constants.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub value: u32,
    /// Where the value first occurs in the function.
    pub position: ValuePosition,
    pub shuffle: Box<[u64]>,
}

/// Where a value first occurs in a function, in the order of LLVM's walk: blocks, arguments, then each instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ValuePosition {
    Block(u64),
    Argument(usize),
    Instruction(usize, InstructionValue),
}

/// How a value occurs at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum InstructionValue {
    /// As the value of this place among those that the records before it locate.
    Record(usize),
    Operand,
    Result,
}

/// The orders of a module, and of each function in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct UseListOrders {
    pub of_module: Vec<Order>,
    pub of_functions: Vec<Vec<Order>>,
    /// The numbers of the module's constants by those of all constants.
    pub module_constants: FxHashMap<u32, u32>,
    /// The numbers of each function's constants by those of all constants.
    pub function_constants: Vec<FxHashMap<u32, u32>>,
}

/// Who uses a value: a global value or constant by number, or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    Value(u32),
    Instruction(usize),
}

/// All constants that are made of others, and their uses.
struct Uses<'p> {
    text: &'p ModuleUses<'p>,
    all: UnitedConstants,
    /// What each function names.
    operands: Vec<FunctionOperands>,
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

/// The global values, and constants whose users LLVM knows, that the instructions of a function name.
#[derive(Debug, Default)]
struct FunctionOperands {
    /// Operands with their places, instruction by instruction.
    operands: Vec<(u32, u32)>,
    /// Where the operands of each instruction end.
    ends: Vec<usize>,
    /// What is named as metadata, by the number of the instruction.
    located: Vec<(usize, InstructionValue, u32)>,
}

impl FunctionOperands {
    fn new(
        uses: &ModuleUses<'_>,
        all: &UnitedConstants,
        place: usize,
        function: &FunctionUses<'_>,
    ) -> FunctionOperands {
        let mut named = FunctionOperands::default();
        named.ends.reserve_exact(function.instructions.len());
        for (number, instruction) in function.instructions.iter().enumerate() {
            let mut add = |at: InstructionValue, is_of_module: bool, id: u32| {
                let value = if is_of_module { Some(all.of_module(id)) } else { all.of_function(function, place, id) };
                let value = value.filter(|value| all.is_tracked(*value));
                named.located.extend(value.map(|value| (number, at, value)));
            };
            function.for_each_located(instruction, &mut add);
            let mut operand_number = 0;
            instruction.kind.for_each_operand(uses.types, &mut |operand| {
                match operand {
                    Operand::Value(id) => {
                        let value = all.of_function(function, place, id);
                        named.operands.extend(value.map(|value| (operand_number, value)));
                    }
                    Operand::Metadata(id) => {
                        let mut add = |is_of_module: bool, id: u32| add(InstructionValue::Operand, is_of_module, id);
                        function.metadata.for_each_value(id, &mut add);
                    }
                    Operand::Block(_) => {}
                }
                operand_number += 1;
            });
            named.ends.push(named.operands.len());
        }
        named
    }

    /// The operands of each instruction.
    fn each(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let mut start = 0;
        self.ends
            .iter()
            .map(move |end| self.operands.get(std::mem::replace(&mut start, *end)..*end).unwrap_or_default())
    }
}

/// The use-list orders that the bitcode writer records for a module.
pub(crate) fn predict(text: &ModuleUses<'_>) -> UseListOrders {
    let mut uses = Uses::new(text);
    let mut orders = UseListOrders::default();
    let operands = std::mem::take(&mut uses.operands);
    for named in operands.iter().rev() {
        let mut own = Vec::new();
        let mut located = named.located.iter().peekable();
        for (number, operands) in named.each().enumerate() {
            while let Some((_, at, value)) = located.next_if(|(at, ..)| *at == number) {
                uses.predict(*value, ValuePosition::Instruction(number, *at), &mut own);
            }
            let position = ValuePosition::Instruction(number, InstructionValue::Operand);
            operands.iter().for_each(|(_, value)| uses.predict(*value, position, &mut own));
        }
        own.reverse();
        orders.of_functions.push(own);
    }
    orders.of_functions.reverse();
    uses.predict_globals(&mut orders.of_module);
    orders.of_module.reverse();
    let UnitedConstants { of_module, of_functions, .. } = uses.all;
    orders.module_constants = inverse(&of_module);
    orders.function_constants = of_functions.iter().map(inverse).collect();
    orders
}

/// A global value or constant: its number, and the place of the function that has it, if it is not the module's.
pub(crate) type Owned = (Option<usize>, u32);

/// The orders of global values and constants that a text asks for so that they are what bitcode says, whose lists are those of the
/// module and of each function. LLVM's reader passes over a list of another number of uses.
pub(crate) fn text_orders(
    text: &ModuleUses<'_>,
    of_module: &[UseList],
    of_functions: &[&[UseList]],
) -> Vec<TextOrder<Owned>> {
    let uses = Uses::new(text);
    let mut recorded: FxHashMap<u32, &[u64]> = FxHashMap::default();
    for list in of_module.iter().filter(|list| list.is_order()) {
        if let Ok(value) = u32::try_from(list.value) {
            recorded.insert(uses.all.of_module(value), &list.indices);
        }
    }
    for (place, (function, lists)) in text.functions.iter().zip(of_functions).enumerate() {
        for list in lists.iter().filter(|list| !list.is_block && list.is_order()) {
            let value = u32::try_from(list.value).ok().and_then(|id| uses.all.of_function(function, place, id));
            if let Some(value) = value {
                recorded.insert(value, &list.indices);
            }
        }
    }
    let mut owners: Vec<Option<Owned>> = (0..uses.all.first).map(|global| Some((None, global))).collect();
    owners.resize(uses.all.count(), None);
    let of_module = uses.all.of_module.iter().map(|own| (None, own));
    let of_functions = uses.all.of_functions.iter().enumerate();
    let of_functions = of_functions.flat_map(|(place, own)| own.iter().map(move |own| (Some(place), own)));
    for (place, (id, number)) in of_module.chain(of_functions) {
        if let Some(slot) = owners.get_mut(number as usize) {
            slot.get_or_insert((place, id));
        }
    }
    let order = |(number, owner): (u32, &Option<Owned>)| {
        let found = uses.places(number)?;
        let recorded = recorded.get(&number).copied().filter(|order| order.len() == found.len());
        let mut order: Vec<u64> = vec![0; found.len()];
        for (place, found) in found.iter().enumerate() {
            *order.get_mut(*found as usize)? = recorded.map_or(place as u64, |order| order[place]);
        }
        let is_sorted = (0..).zip(&order).all(|(place, index)| place == *index);
        (!is_sorted).then_some(((*owner)?, order.into()))
    };
    (0..).zip(&owners).filter_map(order).collect()
}

fn inverse(united: &Numbers) -> FxHashMap<u32, u32> {
    united.iter().map(|(own, all)| (all, own)).collect()
}

/// A value whose operands are being visited: constants nest deeper than a stack of calls.
#[derive(Default)]
struct Opened {
    value: u32,
    operands: Vec<u32>,
    next: usize,
}

impl Opened {
    fn next(&mut self) -> Option<u32> {
        let operand = self.operands.get(self.next).copied();
        self.next += 1;
        operand
    }
}

impl<'p> Uses<'p> {
    fn new(text: &'p ModuleUses<'p>) -> Uses<'p> {
        let all = UnitedConstants::new(text);
        let functions = text.functions.par_iter().enumerate();
        let operands = functions.map(|(place, function)| FunctionOperands::new(text, &all, place, function)).collect();
        let count = all.count();
        let mut uses = Uses {
            text,
            all,
            operands,
            is_created: vec![false; count],
            lists: vec![Vec::new(); count],
            value_ids: vec![0; count],
            instruction_ids: Vec::new(),
            last_global_id: 0,
            next_id: 0,
            is_predicted: vec![false; count],
        };
        uses.make();
        uses.number();
        uses
    }

    /// What a constant uses. The address of a block uses the block alone since LLVM 22, and not its function.
    fn operands(&self, constant: u32) -> Vec<u32> {
        let constant = self.all.constant(constant).filter(|constant| !matches!(constant, Constant::BlockAddress(..)));
        constant.map(|constant| constant.operands().to_vec()).unwrap_or_default()
    }

    fn add(&mut self, value: u32, user: User, operand: u32) {
        if self.all.is_tracked(value)
            && let Some(list) = self.lists.get_mut(value as usize)
        {
            list.push((user, operand));
        }
    }

    /// Makes a constant, where it is not there yet, after those that it is made of.
    fn create(&mut self, constant: u32) {
        let mut open: Vec<Opened> = Vec::new();
        open.extend(self.begun(constant));
        while let Some(innermost) = open.last_mut() {
            if let Some(operand) = innermost.next() {
                open.extend(self.begun(operand));
                continue;
            }
            let Opened { value, operands, .. } = open.pop().unwrap_or_default();
            for (place, operand) in operands.into_iter().enumerate() {
                self.add(operand, User::Value(value), place as u32);
            }
        }
    }

    /// A constant that was not made yet.
    fn begun(&mut self, constant: u32) -> Option<Opened> {
        let created = self.is_created.get_mut(constant as usize)?;
        if constant < self.all.first || std::mem::replace(created, true) {
            return None;
        }
        Some(Opened { value: constant, operands: self.operands(constant), next: 0 })
    }

    /// The values that a global value names, in LLVM's order.
    fn operands_of_global(&self, global: u32) -> Vec<u32> {
        let all = |id: u32| self.all.of_module(id);
        match self.text.globals.get(global as usize).map(|global| &global.kind) {
            Some(GlobalKind::Variable { initializer, .. }) => initializer.iter().map(|id| all(*id)).collect(),
            Some(GlobalKind::Alias(id) | GlobalKind::IFunc(id)) => vec![all(*id)],
            Some(GlobalKind::Function { operands: [prefix, prologue, personality], .. }) => {
                [personality, prefix, prologue].into_iter().flatten().map(|id| all(*id)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Makes all uses in the order of the text.
    fn make(&mut self) {
        let text = self.text;
        let bodies: FxHashMap<u32, usize> =
            text.functions.iter().enumerate().map(|(place, function)| (function.global, place)).collect();
        let functions = std::mem::take(&mut self.operands);
        let mut instruction_count = 0;
        for global in text.text_order.iter() {
            let named = self.operands_of_global(*global);
            named.iter().for_each(|value| self.create(*value));
            for (place, value) in named.into_iter().enumerate() {
                self.add(value, User::Value(*global), place as u32);
            }
            self.define(*global);
            let Some((place, function, named)) = bodies
                .get(global)
                .and_then(|place| Some((*place, text.functions.get(*place)?, functions.get(*place)?)))
            else {
                continue;
            };
            for operands in named.each() {
                operands.iter().for_each(|(_, value)| self.create(*value));
                for (place, value) in operands {
                    self.add(*value, User::Instruction(instruction_count), *place);
                }
                instruction_count += 1;
            }
            for (symbol, indices) in function.orders {
                if let Symbol::Value(id) = symbol
                    && let Some(value) = self.all.of_function(function, place, *id)
                {
                    self.sort(value, indices);
                }
            }
        }
        for (value, indices) in text.orders {
            self.sort(self.all.of_module(*value), indices);
        }
        self.instruction_ids = vec![0; instruction_count];
        self.operands = functions;
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

    /// Numbers a value after the constants that it is made of.
    fn order(&mut self, value: u32) {
        let mut open: Vec<Opened> = Vec::new();
        open.extend(self.unnumbered(value));
        while let Some(innermost) = open.last_mut() {
            if let Some(operand) = innermost.next() {
                open.extend(self.unnumbered(operand));
                continue;
            }
            let value = open.pop().unwrap_or_default().value;
            let id = self.next_id();
            if let Some(slot) = self.value_ids.get_mut(value as usize) {
                *slot = id;
            }
        }
    }

    /// A value that has no number yet, with the constants among its operands.
    fn unnumbered(&self, value: u32) -> Option<Opened> {
        self.value_ids.get(value as usize).filter(|id| **id == 0)?;
        let mut operands = match value < self.all.first {
            true => self.operands_of_global(value),
            false => self.operands(value),
        };
        operands.retain(|operand| *operand >= self.all.first);
        Some(Opened { value, operands, next: 0 })
    }

    /// Numbers values in the order in which the reader of bitcode sees them.
    fn number(&mut self) {
        let text = self.text;
        let of_kind = |kind: u8| {
            let globals = text.globals.iter().enumerate().rev();
            globals.filter(move |(_, global)| kind_of(&global.kind) == kind).map(|(place, _)| place as u32)
        };
        for kind in [0, 2, 3, 1] {
            of_kind(kind).for_each(|global| self.order(global));
        }
        self.last_global_id = self.next_id;
        // Instructions are counted as the text has them, functions in the module's order.
        let named = std::mem::take(&mut self.operands);
        let mut first = 0;
        let mut functions: Vec<(u32, usize, usize)> = Vec::new();
        for (place, function) in text.functions.iter().enumerate() {
            functions.push((function.global, place, first));
            first += function.instructions.len();
        }
        functions.sort_unstable();
        for (_, place, first) in functions {
            let Some(function) = named.get(place) else { continue };
            // Metadata is read before the instructions.
            function.located.iter().for_each(|(.., value)| self.order(*value));
            for (number, operands) in function.each().enumerate() {
                operands.iter().for_each(|(_, value)| self.order(*value));
                let id = self.next_id();
                if let Some(slot) = self.instruction_ids.get_mut(first + number) {
                    *slot = id;
                }
            }
        }
        self.operands = named;
    }

    fn id_of(&self, user: User) -> u32 {
        let found = match user {
            User::Value(value) => self.value_ids.get(value as usize),
            User::Instruction(place) => self.instruction_ids.get(place),
        };
        found.copied().unwrap_or(0)
    }

    /// Adds the order of the uses of a value where it is another than the reader's, and those of what it is made of.
    fn predict(&mut self, value: u32, position: ValuePosition, orders: &mut Vec<Order>) {
        let Some(predicted) = self.is_predicted.get_mut(value as usize) else { return };
        if std::mem::replace(predicted, true) {
            return;
        }
        if self.all.is_tracked(value) {
            let places = self.places(value).filter(|places| !places.is_sorted());
            orders.extend(places.map(|places| Order { value, position, shuffle: places.into() }));
        }
        let operands = match value < self.all.first {
            true => self.operands_of_global(value),
            false => self.operands(value),
        };
        operands.into_iter().for_each(|operand| self.predict(operand, position, orders));
    }

    /// For each use of a value as the reader of bitcode finds it, its place in the list.
    fn places(&self, value: u32) -> Option<Vec<u64>> {
        let own = self.value_ids.get(value as usize).copied().unwrap_or(0);
        let is_global = own <= self.last_global_id;
        let list = self.lists.get(value as usize).filter(|list| list.len() > 1)?;
        let uses = list.iter().rev();
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
        Some(list.into_iter().map(|(_, _, place)| place).collect())
    }

    /// Adds the orders of what no function uses.
    fn predict_globals(&mut self, orders: &mut Vec<Order>) {
        // Those of the module are in no function.
        let position = ValuePosition::Block(0);
        (0..self.all.first).for_each(|global| self.predict(global, position, orders));
        let named: Vec<u32> = (0..self.all.first).flat_map(|global| self.operands_of_global(global)).collect();
        named.into_iter().for_each(|value| self.predict(value, position, orders));
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
