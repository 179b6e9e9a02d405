//! The order of everything in a module: LLVM's `ValueEnumerator`.
//!
//! 1. global values, then initializers and what else module-level constants are for;
//! 2. metadata and types, function by function; attribute lists with those;
//! 3. [`metadata`]: by function and kind;
//! 4. [`functions`]: constants and local metadata of each, in parallel.

mod functions;
mod metadata;
mod symbol_table;
mod types;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LossCode};
use irtrip_dialect::llvm_text::cursor::{Name, fail};
use irtrip_dialect::release::Release;
use rustc_hash::{FxHashMap, FxHashSet};

use super::function::FunctionText;
use super::merge::{map_attributes, merge};
use super::summary::summary as summarize;
use super::tables::ConstantPool;
use super::tables::FIRST_LOCAL;
use super::{AssemblerOptions, ModuleText};
use crate::attributes::{Attribute, AttributeGroup, Attributes};
use crate::constants::{Constant, Value, ValueKind};
use crate::function::{DebugOperand, DebugRecord, Kind, Operand, Symbol};
use crate::metadata::Node;
use crate::module::{GlobalKind, Module};
use crate::types::{Type, TypeId};
use crate::use_lists::UseList;
use crate::uses::{Order, UseListOrders, predict};
pub use functions::FunctionTables;
use metadata::MetadataEnumerator;
use types::TypeEnumerator;

/// The constants of a module or function in their order.
#[derive(Debug, Default)]
pub(super) struct ConstantOrder {
    /// The numbers that they had, and how often each is used.
    pub order: Vec<(u32, u32)>,
    /// The place of each in the order, by the number that it had.
    places: FxHashMap<u32, usize>,
}

impl ConstantOrder {
    /// Adds a constant after those that it is made of, or counts one more use of it. `is_enumerated` tells the constants that have a number already.
    pub fn enumerate(&mut self, pool: &ConstantPool<'_>, id: u32, is_enumerated: &mut impl FnMut(u32) -> bool) {
        if let Some(place) = self.places.get(&id) {
            if let Some(one) = self.order.get_mut(*place) {
                one.1 += 1;
            }
            return;
        }
        let Some(constant) = pool.constant(id) else { return };
        if is_enumerated(id) {
            return;
        }
        for operand in constant.operands() {
            self.enumerate(pool, *operand, is_enumerated);
        }
        self.places.insert(id, self.order.len());
        self.order.push((id, 1));
    }

    /// Sorts by type and use, integers first: LLVM's `OptimizeConstants`.
    pub fn optimize(&mut self, type_of: impl Fn(u32) -> TypeId, is_integer: impl Fn(TypeId) -> bool) {
        self.order.sort_by_key(|(id, uses)| {
            let ty = type_of(*id);
            (!is_integer(ty), ty, std::cmp::Reverse(*uses))
        });
    }
}

/// What the enumeration of a module goes on with.
struct Enumerator<'p, 'a> {
    text: &'p ModuleText<'a>,
    types: TypeEnumerator<'p>,
    constants: ConstantOrder,
    metadata: MetadataEnumerator<'p, 'a>,
    /// Attribute lists by the number that they had, and their number now.
    lists: Vec<u64>,
    attributes: Attributes,
    group_index: FxHashMap<AttributeGroup, u32>,
}

/// The tables of a module in LLVM's order.
pub(super) fn enumerate<'a>(
    mut text: ModuleText<'a>,
    mut module: Module<'a>,
    options: &AssemblerOptions<'_>,
) -> DiagnosticResult<(Module<'a>, FunctionTables<'a>)> {
    merge(&mut text, options);
    let blocks = resolve_blocks(&mut text)?;
    // Up to LLVM 20 constants of plain data have uses, too.
    let orders = match options.preserves_use_list_order && options.release >= Release::V21 {
        true => predict(&text.uses()),
        false => UseListOrders::default(),
    };
    let mut enumerator = Enumerator::new(&text);
    enumerator.globals();
    enumerator.metadata_and_types();
    if !options.preserves_use_list_order {
        enumerator.optimize_constants();
    }
    let Enumerator { types, constants, metadata, lists, mut attributes, .. } = enumerator;
    let metadata = metadata.organize();
    let ty = |ty: TypeId| types.number(ty);
    map_attributes(&mut attributes.groups, &ty);
    module.attributes = attributes;
    module.types = types.finish().or_else(|error| {
        fail(0..error.message.len().min(1), ImportCode::Expected("types that are not made of themselves"))
    })?;
    let first = text.constants.first;
    let numbers: FxHashMap<u32, u32> =
        constants.order.iter().enumerate().map(|(place, (id, _))| (*id, first + place as u32)).collect();
    let value = |id: u32| numbers.get(&id).copied().unwrap_or(id);
    global_values(&text, &mut module, &value, &ty, &lists);
    for (id, _) in &constants.order {
        module.values.extend(text.constants.renumbered(*id, &mut &value, &ty).map(Value::from));
    }
    let number = |order: &Order| {
        let id = orders.module_constants.get(&order.value).copied().unwrap_or(order.value);
        UseList { value: u64::from(value(id)), is_block: false, indices: order.shuffle.clone() }
    };
    module.use_lists = orders.of_module.iter().map(number).collect();
    let metadata = metadata.fill_module(&text, &mut module, &value, &ty);
    let types = types.numbers();
    let left_out = left_out(&text, &mut module, options.release);
    let ModuleText { names, functions, types: source_types, .. } = text;
    names.fill_module(&mut module);
    let tables = FunctionTables {
        left_out,
        functions,
        source_types,
        types,
        lists,
        metadata,
        blocks,
        preserves_use_list_order: options.preserves_use_list_order,
        orders,
        module_numbers: numbers,
        release: options.release,
    };
    Ok((module, tables))
}

/// Gives the module its summary. Returns what the text says that the tables do not.
fn left_out(text: &ModuleText<'_>, module: &mut Module<'_>, release: Release) -> Vec<LossCode> {
    let mut left_out = Vec::new();
    if !text.summary.is_empty() && !summary(text, module, release) {
        left_out.push(LossCode::ModuleSummary);
    }
    if release < Release::V21 && text.orders_uses_of_constants() {
        left_out.push(LossCode::UseListOrders);
    }
    left_out
}

/// Gives the module its summary. Returns whether that says what the text does.
fn summary(text: &ModuleText<'_>, module: &mut Module<'_>, release: Release) -> bool {
    // A flag of the module says whether the summary is for LTO of the whole program.
    let is_full_lto = text.module_flag(b"ThinLTO").is_some_and(|value| {
        let Some(Node::Value(value, _)) = text.metadata.nodes.get(value as usize) else { return false };
        matches!(text.constants.constant(*value), Some(Constant::Null))
    });
    let Some((summary, hash)) = summarize(&text.summary, module, &text.global_names, is_full_lto, release) else {
        return false;
    };
    (module.summary, module.hash) = (Some(summary), hash);
    true
}

/// Whether a type is of integers or vectors of them.
fn is_integer(types: &crate::types::Types<'_>, ty: TypeId) -> bool {
    matches!(types.get(types.scalar(ty)), Type::Integer(_))
}

/// Gives constants that are addresses of blocks the blocks' numbers, and each function those of its blocks.
fn resolve_blocks(text: &mut ModuleText<'_>) -> DiagnosticResult<Vec<Vec<u64>>> {
    let blocks: Vec<Vec<u64>> = text
        .functions
        .iter()
        .map(|function| {
            let mut numbers = vec![0; function.block_order.len()];
            for (number, block) in function.block_order.iter().enumerate() {
                if let Some(slot) = numbers.get_mut(*block as usize) {
                    *slot = number as u64;
                }
            }
            numbers
        })
        .collect();
    let by_global: FxHashMap<u32, usize> =
        text.functions.iter().enumerate().map(|(place, function)| (function.head.global, place)).collect();
    let find = |functions: &[FunctionText<'_>], pool: &ConstantPool<'_>| -> DiagnosticResult<Vec<u64>> {
        let number = |(function, name): &(u32, Name<'_>)| {
            let place = *by_global.get(function)?;
            let block = *functions.get(place)?.blocks.get(name)?;
            blocks.get(place)?.get(block as usize).copied()
        };
        let numbers: Option<Vec<u64>> = pool.block_addresses.iter().map(number).collect();
        numbers.map_or_else(|| fail(0..0, ImportCode::Expected("block whose address is taken")), Ok)
    };
    let of_module = find(&text.functions, &text.constants)?;
    let of_functions = text
        .functions
        .iter()
        .map(|function| find(&text.functions, &function.constants))
        .collect::<DiagnosticResult<Vec<_>>>()?;
    name_taken_first(text, &by_global);
    set_blocks(&mut text.constants, &of_module);
    for (function, numbers) in text.functions.iter_mut().zip(of_functions) {
        set_blocks(&mut function.constants, &numbers);
    }
    Ok(blocks)
}

/// Has the labels whose addresses are taken before a function's body come right after its arguments: LLVM makes those blocks first,
/// in the order of their names.
fn name_taken_first(text: &mut ModuleText<'_>, by_global: &FxHashMap<u32, usize>) {
    let mut taken: FxHashMap<usize, Vec<Name<'_>>> = FxHashMap::default();
    let of_functions = text.functions.iter().enumerate().map(|(place, function)| (Some(place), &function.constants));
    for (user, pool) in std::iter::once((None, &text.constants)).chain(of_functions) {
        for (function, label) in &pool.block_addresses {
            let place = by_global.get(function).copied();
            if let Some(place) = place.filter(|place| user.is_none_or(|user| user < *place)) {
                taken.entry(place).or_default().push(label.clone());
            }
        }
    }
    for (place, labels) in taken {
        let Some(function) = text.functions.get_mut(place) else { continue };
        let text_of = |label: &Name<'_>| match label {
            Name::Named(text) => Some(text.to_vec()),
            Name::Number(_) => None,
        };
        let is_taken: FxHashSet<Vec<u8>> = labels.iter().filter_map(text_of).collect();
        let arguments: FxHashSet<u32> = function.arguments.iter().copied().collect();
        function.names.sort_by_cached_key(|(symbol, name)| match symbol {
            Symbol::Value(id) if arguments.contains(id) => (0, None),
            Symbol::Block(_) if is_taken.contains(name.as_ref()) => (1, Some(name.to_vec())),
            _ => (2, None),
        });
    }
}

fn set_blocks(pool: &mut ConstantPool<'_>, numbers: &[u64]) {
    for value in &mut pool.values {
        if let ValueKind::Constant(Constant::BlockAddress(_, block)) = &mut value.kind {
            *block = numbers.get(*block as usize).copied().unwrap_or_default();
        }
    }
}

/// Global values with the numbers of what they name.
fn global_values(
    text: &ModuleText<'_>,
    module: &mut Module<'_>,
    value: &dyn Fn(u32) -> u32,
    ty: &dyn Fn(TypeId) -> TypeId,
    lists: &[u64],
) {
    let list =
        |number: u64| number.checked_sub(1).and_then(|list| lists.get(list as usize)).copied().unwrap_or_default();
    let mut comdats: Vec<Option<u32>> = vec![None; text.comdats.len()];
    let mut bodies = 0;
    for global in &text.globals {
        let mut global = global.clone();
        global.ty = ty(global.ty);
        if let Some(comdat) = global.comdat {
            let next = module.comdats.len() as u32;
            let slot = comdats.get_mut(comdat as usize);
            global.comdat = slot.map(|slot| {
                *slot.get_or_insert_with(|| {
                    module.comdats.extend(text.comdats.get(comdat as usize).cloned());
                    next
                })
            });
        }
        match &mut global.kind {
            GlobalKind::Variable { initializer, attributes, .. } => {
                *initializer = initializer.map(value);
                *attributes = list(*attributes);
            }
            GlobalKind::Function { attributes, body, operands, .. } => {
                *attributes = list(*attributes);
                operands.iter_mut().flatten().for_each(|operand| *operand = value(*operand));
                if let Some(body) = body {
                    *body = bodies;
                    bodies += 1;
                }
            }
            GlobalKind::Alias(aliased) | GlobalKind::IFunc(aliased) => *aliased = value(*aliased),
        }
        let pointer = module.types.pointer(global.ty, global.space);
        module.values.push(Value { ty: pointer, kind: ValueKind::Global(module.globals.len() as u32) });
        module.globals.push(global);
    }
}

impl<'p, 'a> Enumerator<'p, 'a> {
    fn new(text: &'p ModuleText<'a>) -> Self {
        Enumerator {
            types: TypeEnumerator::new(&text.types),
            constants: ConstantOrder::default(),
            metadata: MetadataEnumerator::new(&text.metadata.nodes),
            lists: vec![0; text.lists.lists.len()],
            attributes: Attributes::default(),
            group_index: FxHashMap::default(),
            text,
        }
    }

    fn constant(&mut self, id: u32) {
        let (types, pool) = (&mut self.types, &self.text.constants);
        enumerate_types(types, pool, id);
        self.constants.enumerate(pool, id, &mut |_| false);
    }

    fn pointer_to(&mut self, global: usize) {
        let Some(global) = self.text.globals.get(global) else { return };
        let pointer = match self.text.types.has_typed_pointers_in_module() {
            true => Type::Pointer(Some(global.ty), global.space),
            false => Type::Pointer(None, global.space),
        };
        self.types.enumerate_type(&pointer);
        self.types.enumerate(global.ty);
    }

    /// Sorts the constants by the numbers that their types have.
    fn optimize_constants(&mut self) {
        let (types, text) = (&self.types, self.text);
        let type_of = |id| text.constants.get(id).map_or(TypeId::default(), |value| types.number(value.ty));
        // Numbers of types lead back to types.
        let source = |ty: TypeId| types.order().get(ty.0 as usize).copied().unwrap_or_default();
        self.constants.optimize(type_of, |ty| is_integer(&text.types, source(ty)));
    }

    /// Global values, and the constants and attributes that they name.
    fn globals(&mut self) {
        let text = self.text;
        for (place, global) in text.globals.iter().enumerate() {
            self.pointer_to(place);
            if let GlobalKind::Function { attributes, .. } = &global.kind {
                self.list(*attributes);
            }
        }
        for global in &text.globals {
            if let GlobalKind::Variable { initializer, attributes, .. } = &global.kind {
                initializer.iter().for_each(|initializer| self.constant(*initializer));
                self.list(*attributes);
            }
        }
        for global in &text.globals {
            if let GlobalKind::Alias(value) | GlobalKind::IFunc(value) = &global.kind {
                self.constant(*value);
            }
        }
        for global in &text.globals {
            if let GlobalKind::Function { operands: [prefix, prologue, personality], .. } = &global.kind {
                if [prefix, prologue, personality].iter().all(|operand| operand.is_none()) {
                    continue;
                }
                // LLVM has the personality first, and null for what a function has not.
                let null = self.text.null_operand;
                let operands = [personality, prefix, prologue].map(|operand| operand.or(null));
                operands.into_iter().flatten().for_each(|operand| self.constant(operand));
            }
        }
        self.types.enumerate_type(&Type::Metadata);
    }

    fn list(&mut self, number: u64) {
        let Some(place) = number.checked_sub(1).map(|place| place as usize) else { return };
        let (Some(groups), Some(slot)) = (self.text.lists.lists.get(place), self.lists.get_mut(place)) else { return };
        if *slot != 0 {
            return;
        }
        let mut list = Vec::with_capacity(groups.len());
        for group in groups {
            let next = self.attributes.groups.len() as u32;
            let known = *self.group_index.entry(group.clone()).or_insert(next);
            if known == next {
                self.attributes.groups.push(group.clone());
                for attribute in &group.attributes {
                    if let Attribute::Type(_, Some(ty)) = attribute {
                        self.types.enumerate(*ty);
                    }
                }
            }
            list.push(known);
        }
        self.attributes.lists.push(list.into());
        *slot = self.attributes.lists.len() as u64;
    }

    fn node(&mut self, function: u32, id: u64) {
        let (types, pool, constants) = (&mut self.types, &self.text.constants, &mut self.constants);
        self.metadata.enumerate(function, id, &mut |value, ty| {
            types.enumerate(ty);
            enumerate_types(types, pool, value);
            constants.enumerate(pool, value, &mut |_| false);
        });
    }

    /// Metadata and types of functions' bodies.
    fn metadata_and_types(&mut self) {
        let text = self.text;
        for (_, operands) in &text.named {
            operands.iter().for_each(|id| self.node(0, *id));
        }
        let mut bodies = text.functions.iter().collect::<Vec<_>>();
        bodies.sort_by_key(|function| function.head.global);
        let mut bodies = bodies.into_iter().peekable();
        for (place, global) in text.globals.iter().enumerate() {
            if matches!(global.kind, GlobalKind::Variable { .. }) {
                self.global_attachments(place, 0);
            }
        }
        for (place, global) in text.globals.iter().enumerate() {
            let GlobalKind::Function { .. } = &global.kind else { continue };
            if let Type::Function { params, .. } = text.types.get(global.ty) {
                params.iter().for_each(|param| self.types.enumerate(*param));
            }
            self.global_attachments(place, 0);
            let Some(body) = bodies.next_if(|body| body.head.global as usize == place) else { continue };
            self.body(body);
        }
        for (place, global) in text.globals.iter().enumerate() {
            if matches!(global.kind, GlobalKind::IFunc(_)) {
                self.global_attachments(place, 0);
            }
        }
    }

    fn global_attachments(&mut self, place: usize, function: u32) {
        let mut attachments = self.text.attachments.get(&(place as u64)).cloned().unwrap_or_default();
        attachments.sort_by_key(|attachment| attachment.0);
        attachments.iter().for_each(|(_, id)| self.node(function, *id));
    }

    fn body(&mut self, body: &FunctionText<'_>) {
        let function = body.head.global + 1;
        let text = self.text;
        let mut attachments = body.head.attachments.clone();
        attachments.sort_by_key(|attachment| attachment.0);
        attachments.iter().for_each(|(_, id)| self.node(function, *id));
        for (instruction, location) in body.instructions.iter().zip(&body.locations) {
            for record in &instruction.records {
                self.record(function, record, body);
            }
            let mut metadata = smallvec::SmallVec::<[u64; 4]>::new();
            instruction.kind.for_each_operand(&text.types, &mut |operand| match operand {
                Operand::Value(value) => self.operand_type(body, value),
                Operand::Block(_) => self.types.enumerate_type(&Type::Label),
                Operand::Metadata(id) => metadata.push(id),
            });
            // Metadata has no type of its own, so that its turn may come after that of other operands.
            metadata.iter().for_each(|id| self.local_metadata(function, *id, body));
            instruction.kind.named_type().into_iter().for_each(|ty| {
                if !matches!(instruction.kind, Kind::Call(_)) {
                    self.types.enumerate(ty);
                }
            });
            self.types.enumerate(instruction.ty);
            if let Kind::Call(call) = &instruction.kind {
                self.list(call.attributes);
                self.types.enumerate(call.ty);
            }
            instruction.attachments.iter().for_each(|(_, id)| self.node(function, *id));
            if let Some(location) = location {
                for operand in text.metadata.nodes.get(*location as usize).into_iter().flat_map(|node| node.operands())
                {
                    operand.into_iter().for_each(|id| self.node(function, id));
                }
            }
        }
    }

    /// The types of an operand, and of what it is made of.
    fn operand_type(&mut self, body: &FunctionText<'_>, value: u32) {
        match body.constants.get(value) {
            Some(_) => enumerate_types(&mut self.types, &body.constants, value),
            None => self.pointer_to(value as usize),
        }
    }

    /// Metadata of an operand: constants of a list are the module's, and locals the function's.
    fn local_metadata(&mut self, function: u32, id: u64, body: &FunctionText<'_>) {
        if id < FIRST_LOCAL {
            return self.node(function, id);
        }
        let local = body.metadata.nodes.get((id - FIRST_LOCAL) as usize);
        if let Some(Node::Arguments(arguments)) = local {
            let of_module = arguments.iter().filter(|id| **id < FIRST_LOCAL);
            of_module.for_each(|id| self.node(function, *id));
        }
    }

    fn record(&mut self, function: u32, record: &DebugRecord, body: &FunctionText<'_>) {
        // The text has the value, the variable and the expression; LLVM enumerates the expression before the variable.
        let order: &[usize] = match record.word {
            "label" => &[0, 1],
            "assign" => &[0, 2, 1, 6, 4, 3, 5],
            _ => &[0, 2, 1, 3],
        };
        for place in order {
            if let Some(DebugOperand::Metadata(id)) = record.operands.get(*place) {
                self.local_metadata(function, *id, body);
            }
        }
    }
}

/// The types of a constant that is enumerated, those of its operands first.
fn enumerate_types(types: &mut TypeEnumerator<'_>, pool: &ConstantPool<'_>, id: u32) {
    let Some(value) = pool.get(id) else { return };
    types.enumerate(value.ty);
    let ValueKind::Constant(constant) = &value.kind else { return };
    constant.operands().iter().for_each(|operand| enumerate_types(types, pool, *operand));
    if let Constant::Gep(gep) = constant {
        gep.source.iter().for_each(|source| types.enumerate(*source));
    }
}
