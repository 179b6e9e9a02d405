//! The tables of functions: constants, results and local metadata.

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::release::Release;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::metadata::FunctionMetadata;
use super::symbol_table::bucket_order;
use super::{ConstantOrder, is_integer};
use crate::assembler::function::FunctionText;
use crate::assembler::tables::FIRST_LOCAL;
use crate::constants::{Constant, Value, ValueKind, Values};
use crate::function::{Body, DebugOperand, Instruction, Kind, NumberMap, Operand, Symbol};
use crate::metadata::{Attachments, Metadata, Node};
use crate::module::Module;
use crate::types::{TypeId, Types};
use crate::use_lists::UseList;
use crate::uses::{InstructionValue, Order, UseListOrders, ValuePosition};

/// What the tables of a module's functions are made of.
#[derive(Debug)]
pub struct FunctionTables<'a> {
    /// What the text says that the tables do not.
    pub(in crate::assembler) left_out: Vec<LossCode>,
    pub(super) functions: Vec<FunctionText<'a>>,
    /// The types by the numbers that they had, which the functions still have.
    pub(super) source_types: Types<'static>,
    /// The numbers of types by those that they had.
    pub(super) types: Vec<TypeId>,
    pub(super) lists: Vec<u64>,
    pub(super) metadata: FunctionMetadata<'a>,
    /// The numbers of each function's blocks by those that they had.
    pub(super) blocks: Vec<Vec<u64>>,
    pub(super) preserves_use_list_order: bool,
    pub(super) release: Release,
    pub(super) orders: UseListOrders,
    /// The numbers of the module's constants by those that they had.
    pub(super) module_numbers: FxHashMap<u32, u32>,
}

/// The constants of a module by what they are.
type ConstantIndex = FxHashMap<(TypeId, Constant), u32>;

impl FunctionTables<'_> {
    /// The tables of the bodies, in the order of the functions.
    pub fn bodies<'m>(&'m self, module: &'m Module<'m>) -> Vec<Body<'m>> {
        let constants = module.values.iter().enumerate().filter_map(|(number, value)| match &value.kind {
            ValueKind::Constant(constant) => Some(((value.ty, constant.clone()), number as u32)),
            _ => None,
        });
        let index: ConstantIndex = constants.collect();
        let mut order: Vec<usize> = (0..self.functions.len()).collect();
        order.sort_by_key(|place| self.functions.get(*place).map(|function| function.head.global));
        let body = |place: &usize| {
            let (function, blocks) = (self.functions.get(*place)?, self.blocks.get(*place)?);
            Some(
                FunctionEnumerator {
                    place: *place,
                    tables: self,
                    module,
                    index: &index,
                    function,
                    blocks,
                    found: FxHashMap::default(),
                }
                .body(),
            )
        };
        order.par_iter().filter_map(body).collect()
    }

    fn ty(&self, ty: TypeId) -> TypeId {
        self.types.get(ty.0 as usize).copied().unwrap_or_default()
    }
}

struct FunctionEnumerator<'m, 'i, 'a> {
    tables: &'m FunctionTables<'a>,
    module: &'m Module<'m>,
    index: &'i ConstantIndex,
    function: &'m FunctionText<'a>,
    /// Its place among the functions of the text.
    place: usize,
    blocks: &'m [u64],
    /// The numbers of the module that constants have, which some have not.
    found: FxHashMap<u32, Option<u32>>,
}

impl<'m> FunctionEnumerator<'m, '_, '_> {
    /// The number that a constant has in the module.
    fn of_module(&mut self, id: u32) -> Option<u32> {
        let Some(value) = self.function.constants.get(id) else { return Some(id) };
        if let Some(known) = self.found.get(&id) {
            return *known;
        }
        let ValueKind::Constant(constant) = &value.kind else { return None };
        let mut numbers = FxHashMap::default();
        let mut all = true;
        for operand in constant.operands() {
            match self.of_module(*operand) {
                Some(number) => {
                    numbers.insert(*operand, number);
                }
                None => all = false,
            }
        }
        let mut number = |id: u32| numbers.get(&id).copied().unwrap_or(id);
        let found = match all {
            true => self.function.constants.renumbered(id, &mut number, &|ty| self.tables.ty(ty)),
            false => None,
        };
        let found = found.and_then(|key| self.index.get(&key).copied());
        self.found.insert(id, found);
        found
    }

    fn constants(&mut self) -> ConstantOrder {
        let mut order = ConstantOrder::default();
        let function = self.function;
        let types = &self.tables.source_types;
        let mut values = Vec::new();
        for instruction in &function.instructions {
            values.clear();
            instruction.kind.for_each_operand(types, &mut |operand| {
                if let Operand::Value(value) = operand {
                    values.push(value);
                }
            });
            for value in &values {
                order.enumerate(&function.constants, *value, &mut |id| self.of_module(id).is_some());
            }
        }
        if !self.tables.preserves_use_list_order {
            let type_of = |id| function.constants.get(id).map_or(TypeId::default(), |value| self.tables.ty(value.ty));
            order.optimize(type_of, |ty| is_integer(&self.module.types, ty));
        }
        order
    }

    fn body(mut self) -> Body<'m> {
        let (function, tables, module) = (self.function, self.tables, self.module);
        let first = module.values.len() as u32;
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut own = Vec::new();
        for argument in &function.arguments {
            numbers.insert(*argument, first + own.len() as u32);
            let ty = function.constants.get(*argument).map(|value| value.ty).unwrap_or_default();
            own.push(Value { ty: tables.ty(ty), kind: ValueKind::Local });
        }
        let order = self.constants();
        for (place, (id, _)) in order.order.iter().enumerate() {
            numbers.insert(*id, first + (own.len() + place) as u32);
        }
        numbers.extend(self.found.iter().filter_map(|(id, number)| Some((*id, (*number)?))));
        let ty = |ty| tables.ty(ty);
        for (id, _) in &order.order {
            let mut number = |id: u32| numbers.get(&id).copied().unwrap_or(id);
            own.extend(function.constants.renumbered(*id, &mut number, &ty).map(Value::from));
        }
        for instruction in &function.instructions {
            if let Some(result) = instruction.result {
                numbers.insert(result, first + own.len() as u32);
                own.push(Value { ty: ty(instruction.ty), kind: ValueKind::Local });
            }
        }
        let (metadata, locals) = self.metadata(&numbers);
        let instructions =
            self.instructions(&numbers, &locals, first + (function.arguments.len() + order.order.len()) as u32);
        self.finish(own, instructions, metadata, &numbers)
    }

    /// The function's metadata, and the numbers of what is local in it.
    fn metadata(&self, numbers: &FxHashMap<u32, u32>) -> (Metadata<'m>, Vec<u64>) {
        let (function, tables) = (self.function, self.tables);
        let nodes = tables.metadata.nodes.get(&function.head.global).cloned().unwrap_or_default();
        let mut metadata = Metadata { nodes, ..Metadata::default() };
        let first = self.module.metadata.nodes.len() as u64;
        let mut locals = vec![u64::MAX; function.metadata.nodes.len()];
        // Values are in the order of their first use; lists come after all of them.
        let used = self.used_metadata();
        let local = |id: u64| {
            let place = id.checked_sub(FIRST_LOCAL)? as usize;
            Some((place, function.metadata.nodes.get(place)?))
        };
        let mut values: FxHashMap<u32, u64> = FxHashMap::default();
        let mut add_value = |metadata: &mut Metadata<'m>, place: usize, node: &Node<'_>, locals: &mut Vec<u64>| {
            let Node::Value(value, own) = node else { return };
            let value = numbers.get(value).copied().unwrap_or(*value);
            let number = *values.entry(value).or_insert_with(|| {
                metadata.nodes.push(Node::Value(value, tables.ty(*own)));
                first + metadata.nodes.len() as u64 - 1
            });
            if let Some(slot) = locals.get_mut(place) {
                *slot = number;
            }
        };
        for id in &used {
            match local(*id) {
                Some((place, node @ Node::Value(..))) => add_value(&mut metadata, place, node, &mut locals),
                Some((_, Node::Arguments(ids))) => {
                    for id in ids {
                        if let Some((place, node)) = local(*id) {
                            add_value(&mut metadata, place, node, &mut locals);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut lists: FxHashMap<Box<[u64]>, u64> = FxHashMap::default();
        for id in &used {
            let Some((place, Node::Arguments(ids))) = local(*id) else { continue };
            let ids: Box<[u64]> = ids.iter().map(|id| self.node(*id, &locals)).collect();
            let number = *lists.entry(ids).or_insert_with_key(|ids| {
                metadata.nodes.push(Node::Arguments(ids.clone()));
                first + metadata.nodes.len() as u64 - 1
            });
            locals[place] = number;
        }
        (metadata, locals)
    }

    /// The metadata that instructions and debug records have for operands, in the order of use.
    fn used_metadata(&self) -> Vec<u64> {
        let mut used = Vec::new();
        for instruction in &self.function.instructions {
            // LLVM sees an instruction's operands before the records before it.
            instruction.kind.for_each_operand(&self.tables.source_types, &mut |operand| {
                if let Operand::Metadata(id) = operand {
                    used.push(id);
                }
            });
            for record in &instruction.records {
                for (place, operand) in record.operands.iter().enumerate() {
                    if let (0 | 4, DebugOperand::Metadata(id)) = (place, operand) {
                        used.push(*id);
                    }
                }
            }
        }
        used
    }

    fn node(&self, id: u64, locals: &[u64]) -> u64 {
        match id.checked_sub(FIRST_LOCAL) {
            Some(local) => locals.get(local as usize).copied().unwrap_or(u64::MAX),
            None => self.tables.metadata.numbers.get(id as usize).copied().unwrap_or(id),
        }
    }

    fn attachments(&self, attachments: &Attachments) -> Attachments {
        attachments.iter().map(|(kind, id)| (*kind, self.node(*id, &[]))).collect()
    }

    fn instructions(&self, numbers: &FxHashMap<u32, u32>, locals: &[u64], first_result: u32) -> Vec<Instruction> {
        let (function, tables) = (self.function, self.tables);
        let value = |id: u32| numbers.get(&id).copied().unwrap_or(id);
        let block = |id: u64| self.blocks.get(id as usize).copied().unwrap_or_default();
        let metadata = |id: u64| self.node(id, locals);
        let ty = |ty: TypeId| tables.ty(ty);
        let mut next = first_result;
        let mut instructions = function.instructions.clone();
        for (instruction, location) in instructions.iter_mut().zip(&function.locations) {
            instruction.ty = ty(instruction.ty);
            instruction.location = location.and_then(|id| tables.metadata.locations.get(&id).copied());
            instruction.result = instruction.result.map(value);
            if let Kind::Call(call) = &mut instruction.kind {
                call.ty = ty(call.ty);
                call.attributes = call
                    .attributes
                    .checked_sub(1)
                    .and_then(|list| tables.lists.get(list as usize))
                    .copied()
                    .unwrap_or(0);
                let kept = call.ty;
                let map = NumberMap { value: &value, block: &block, metadata: &metadata, ty: &|_| kept };
                instruction.kind.map(&self.module.types, &map);
            } else {
                let map = NumberMap { value: &value, block: &block, metadata: &metadata, ty: &ty };
                instruction.kind.map(&self.module.types, &map);
            }
            for record in &mut instruction.records {
                for (place, operand) in record.operands.iter_mut().enumerate() {
                    let DebugOperand::Metadata(id) = *operand else { continue };
                    *operand = DebugOperand::Metadata(metadata(id));
                    if place == 0 && record.word == "value" {
                        // A value that is there already is named by itself.
                        let known = self.value_of(id, &value).filter(|value| *value < next);
                        if let Some(known) = known {
                            *operand = DebugOperand::Value(known);
                        }
                    }
                }
            }
            instruction.attachments = self.attachments(&instruction.attachments);
            next += u32::from(instruction.result.is_some());
        }
        instructions
    }

    /// The orders of uses that stand in the function.
    fn use_lists(&self, numbers: &FxHashMap<u32, u32>) -> Vec<UseList> {
        let orders = &self.tables.orders;
        let own = orders.function_constants.get(self.place);
        let number = |value: u32| match own.and_then(|own| own.get(&value)) {
            Some(id) => numbers.get(id).copied().unwrap_or(*id),
            None => {
                let id = orders.module_constants.get(&value).copied().unwrap_or(value);
                self.tables.module_numbers.get(&id).copied().unwrap_or(id)
            }
        };
        let list = |order: &Order| UseList {
            value: u64::from(number(order.value)),
            is_block: false,
            indices: order.shuffle.clone(),
        };
        // LLVM looks at blocks, arguments and instructions, at each of which it finds the constants before the result, and
        // writes the last one that it finds first.
        let own = self.local_use_lists(numbers);
        let constants = orders.of_functions.get(self.place).into_iter().flatten().rev();
        let constants = constants.map(|order| (order.position, list(order)));
        let mut lists: Vec<(ValuePosition, UseList)> = constants.chain(own).collect();
        lists.sort_by_key(|(position, _)| *position);
        lists.into_iter().rev().map(|(_, list)| list).collect()
    }

    /// The orders of uses of local values that the text asks for, and where LLVM finds each.
    fn local_use_lists(&self, numbers: &FxHashMap<u32, u32>) -> Vec<(ValuePosition, UseList)> {
        let function = self.function;
        if function.use_list_orders.is_empty() {
            return Vec::new();
        }
        let results = function.instructions.iter().enumerate();
        let result_of = |place: usize| ValuePosition::Instruction(place, InstructionValue::Result);
        let mut results: FxHashMap<u32, ValuePosition> =
            results.filter_map(|(place, instruction)| Some((instruction.result?, result_of(place)))).collect();
        // A debug record may name a result of a block that stands later.
        let uses = function.uses(&[]);
        for (place, instruction) in function.instructions.iter().enumerate() {
            uses.for_each_located(instruction, &mut |at, _, id| {
                if let Some(position) = results.get_mut(&id) {
                    *position = ValuePosition::Instruction(place, at).min(*position);
                }
            });
        }
        let list = |(symbol, indices): &(Symbol, Box<[u64]>)| {
            let indices = indices.clone();
            match symbol {
                Symbol::Value(id) => {
                    // What is not local is ordered in the whole module.
                    let position = match (results.get(id), function.arguments.iter().position(|own| own == id)) {
                        (Some(position), _) => *position,
                        (None, Some(place)) => ValuePosition::Argument(place),
                        (None, None) => return None,
                    };
                    let value = numbers.get(id).copied().unwrap_or(*id);
                    Some((position, UseList { value: u64::from(value), is_block: false, indices }))
                }
                Symbol::Block(id) => {
                    let value = self.blocks.get(*id as usize).copied().unwrap_or_default();
                    Some((ValuePosition::Block(value), UseList { value, is_block: true, indices }))
                }
            }
        };
        function.use_list_orders.iter().filter_map(list).collect()
    }

    /// The number of the value that metadata is.
    fn value_of(&self, id: u64, local: &dyn Fn(u32) -> u32) -> Option<u32> {
        if let Some(place) = id.checked_sub(FIRST_LOCAL) {
            return match self.function.metadata.nodes.get(place as usize)? {
                Node::Value(value, _) => Some(local(*value)),
                _ => None,
            };
        }
        self.tables.metadata.values.get(&id).copied()
    }

    fn finish(
        &self,
        own: Vec<Value>,
        instructions: Vec<Instruction>,
        metadata: Metadata<'m>,
        numbers: &FxHashMap<u32, u32>,
    ) -> Body<'m> {
        let (function, module) = (self.function, self.module);
        let mut body = Body {
            types: Types::over(&module.types),
            values: Values { base: &module.values, own },
            instructions,
            block_count: function.block_order.len() as u64,
            value_names: FxHashMap::default(),
            block_names: FxHashMap::default(),
            metadata,
            attachments: self.attachments(&function.head.attachments),
            personality: None,
            symbols: Vec::with_capacity(function.names.len()),
            use_lists: self.use_lists(numbers),
            block_address_users: Box::default(),
            first_argument: module.values.len() as u32,
            argument_count: function.arguments.len() as u32,
        };
        body.attachments.sort_by_key(|attachment| attachment.0);
        let order = bucket_order(function.names.iter().map(|(_, name)| name.as_ref()), self.tables.release);
        for (symbol, name) in order.into_iter().filter_map(|place| function.names.get(place)) {
            let symbol = match symbol {
                Symbol::Value(id) => {
                    let value = numbers.get(id).copied().unwrap_or(*id);
                    body.value_names.insert(value, name.to_vec());
                    Symbol::Value(value)
                }
                Symbol::Block(id) => {
                    let block = self.blocks.get(*id as usize).copied().unwrap_or_default();
                    body.block_names.insert(block, name.to_vec());
                    Symbol::Block(block)
                }
            };
            body.symbols.push(symbol);
        }
        body
    }
}
