//! What function bodies have of the module's, in its tables: types, attribute lists, names and metadata.

use std::borrow::Cow;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::function::FunctionText;
use super::interned_names;
use super::tables::ConstantPool;
use super::tables::FIRST_LOCAL;
use super::{AssemblerOptions, ModuleText};
use crate::attributes::{Attribute, AttributeGroup};
use crate::constants::{Constant, ValueKind};
use crate::function::{DebugOperand, Kind, NumberMap, Symbol};
use crate::metadata::Node;
use crate::types::{Type, TypeId, Types};
use crate::uses::ModuleUses;

/// What the numbers of a function become.
struct FunctionMap {
    /// The number of the first type of its own.
    first_type: usize,
    types: Vec<TypeId>,
    lists: Vec<u64>,
    kinds: interned_names::NumberMap,
    bundle_tags: interned_names::NumberMap,
    sync_scopes: interned_names::NumberMap,
    first_node: u64,
    nodes: Vec<u64>,
}

impl FunctionMap {
    fn ty(&self, ty: TypeId) -> TypeId {
        let own = (ty.0 as usize).checked_sub(self.first_type).and_then(|own| self.types.get(own));
        own.copied().unwrap_or(ty)
    }

    fn node(&self, id: u64) -> u64 {
        let own = id.checked_sub(self.first_node).and_then(|own| self.nodes.get(own as usize));
        own.copied().unwrap_or(id)
    }
}

/// Puts what bodies have of the module's into its tables.
pub(super) fn merge(module: &mut ModuleText<'_>, options: &AssemblerOptions<'_>) {
    let first_type = module.types.count();
    let mut functions = std::mem::take(&mut module.functions);
    let values = module.metadata.nodes.iter().enumerate().filter_map(|(id, node)| match node {
        Node::Value(value, _) => Some((*value, id as u64)),
        _ => None,
    });
    let mut values: ValueNodes = values.collect();
    let maps: Vec<FunctionMap> =
        functions.iter_mut().map(|function| map_of(module, function, first_type, &mut values)).collect();
    functions.par_iter_mut().zip(maps).for_each(|(function, map)| renumber(function, &map, &module.types));
    module.functions = functions;
    // Where there is no debug info, LLVM's reader of assembly drops this kind from each instruction that has attachments, by its
    // name. A compiler does not read what it writes.
    if !options.preserves_use_list_order || module.module_flag(b"Debug Info Version").is_some() {
        return;
    }
    let mut instructions = module.functions.iter().flat_map(|function| &function.instructions);
    if instructions.any(|instruction| !instruction.attachments.is_empty()) {
        module.names.kinds.intern(Cow::Borrowed(b"heapallocsite"));
    }
}

impl ModuleText<'_> {
    /// What uses its values.
    pub(super) fn uses(&self) -> ModuleUses<'_> {
        ModuleUses {
            types: &self.types,
            globals: &self.globals,
            text_order: Cow::Borrowed(&self.text_order),
            values: &self.constants,
            functions: self.functions.iter().map(|function| function.uses(&self.metadata.nodes)).collect(),
            orders: &self.use_list_orders,
        }
    }

    /// Whether the text orders the uses of global values or constants.
    pub(super) fn orders_uses_of_constants(&self) -> bool {
        let is_ordered = |function: &FunctionText<'_>| {
            let orders = &function.use_list_orders;
            orders.iter().any(|(symbol, _)| matches!(symbol, Symbol::Value(id) if !function.is_local(*id)))
        };
        !self.use_list_orders.is_empty() || self.functions.iter().any(is_ordered)
    }

    /// The metadata that is the value of a module flag.
    pub(super) fn module_flag(&self, key: &[u8]) -> Option<u64> {
        let node = |id: u64| self.metadata.nodes.get(id as usize);
        let (_, flags) = self.named.iter().find(|(name, _)| name == b"llvm.module.flags")?;
        flags.iter().find_map(|flag| {
            let operands = node(*flag)?.operands();
            let [_, Some(name), Some(value)] = operands.as_slice() else { return None };
            matches!(node(*name)?, Node::String(name) if name.as_ref() == key).then_some(*value)
        })
    }
}

/// The module's metadata that is values, by the value.
type ValueNodes = FxHashMap<u32, u64>;

/// A type with other parts.
pub(super) fn map_parts(ty: &Type, map: &dyn Fn(TypeId) -> TypeId) -> Type {
    let all = |types: &[TypeId]| types.iter().map(|ty| map(*ty)).collect();
    match ty {
        Type::Pointer(Some(pointee), space) => Type::Pointer(Some(map(*pointee)), *space),
        Type::Array(length, element) => Type::Array(*length, map(*element)),
        Type::Vector { length, scalable, element } => {
            Type::Vector { length: *length, scalable: *scalable, element: map(*element) }
        }
        Type::Struct { packed, elements } => Type::Struct { packed: *packed, elements: all(elements) },
        Type::Function { result, params, vararg } => {
            Type::Function { result: map(*result), params: all(params), vararg: *vararg }
        }
        Type::Target { name, types, ints } => {
            Type::Target { name: name.clone(), types: all(types), ints: ints.clone() }
        }
        other => other.clone(),
    }
}

/// Gives the types in attributes other numbers.
pub(super) fn map_attributes(groups: &mut [AttributeGroup], map: &dyn Fn(TypeId) -> TypeId) {
    for attribute in groups.iter_mut().flat_map(|group| &mut group.attributes) {
        if let Attribute::Type(_, Some(ty)) = attribute {
            *ty = map(*ty);
        }
    }
}

fn map_of<'a>(
    module: &mut ModuleText<'a>,
    function: &mut FunctionText<'a>,
    first_type: usize,
    values: &mut ValueNodes,
) -> FunctionMap {
    let mut map = FunctionMap {
        first_type,
        types: Vec::with_capacity(function.types.len()),
        lists: Vec::with_capacity(function.lists.len()),
        kinds: module.names.kinds.absorb(&function.record_names.kinds),
        bundle_tags: module.names.bundle_tags.absorb(&function.record_names.bundle_tags),
        sync_scopes: module.names.sync_scopes.absorb(&function.record_names.sync_scopes),
        first_node: function.metadata.first,
        nodes: Vec::with_capacity(function.metadata.nodes.len()),
    };
    for ty in &function.types {
        let ty = map_parts(ty, &|ty| map.ty(ty));
        map.types.push(module.types.intern(ty));
    }
    for groups in &mut function.lists {
        map_attributes(groups, &|ty| map.ty(ty));
        map.lists.push(module.lists.intern(std::mem::take(groups)));
    }
    map_nodes(module, function, &mut map, values);
    map
}

/// Puts the nodes of a function into the module's table, but for those that are of local values.
fn map_nodes<'a>(
    module: &mut ModuleText<'a>,
    function: &mut FunctionText<'a>,
    map: &mut FunctionMap,
    values: &mut ValueNodes,
) {
    let nodes = std::mem::take(&mut function.metadata.nodes);
    let mut local = |node| {
        function.metadata.nodes.push(node);
        FIRST_LOCAL + function.metadata.nodes.len() as u64 - 1
    };
    let mut copied = FxHashMap::default();
    for node in nodes {
        let id = match node {
            Node::String(string) => module.metadata.string(string),
            Node::Value(value, ty) if is_local(&function.constants, value) => local(Node::Value(value, map.ty(ty))),
            Node::Value(value, ty) => {
                let types = |ty| map.ty(ty);
                let value = copy_constant(&function.constants, &mut module.constants, value, &types, &mut copied);
                *values.entry(value).or_insert_with(|| module.metadata.add(Node::Value(value, map.ty(ty))))
            }
            mut node => {
                node.for_each_reference(&mut |id, from_one| {
                    let offset = u64::from(from_one);
                    if let Some(before) = id.checked_sub(offset) {
                        *id = map.node(before) + offset;
                    }
                });
                match node {
                    Node::Arguments(_) => local(node),
                    node => module.metadata.add(node),
                }
            }
        };
        map.nodes.push(id);
    }
}

fn is_local(constants: &ConstantPool<'_>, value: u32) -> bool {
    matches!(constants.get(value).map(|value| &value.kind), Some(ValueKind::Local))
}

/// The number that a constant of one pool has in another.
fn copy_constant<'a>(
    from: &ConstantPool<'a>,
    to: &mut ConstantPool<'a>,
    id: u32,
    types: &dyn Fn(TypeId) -> TypeId,
    copied: &mut FxHashMap<u32, u32>,
) -> u32 {
    if let Some(known) = copied.get(&id) {
        return *known;
    }
    let mut operand = |operand| copy_constant(from, to, operand, types, copied);
    let Some((ty, mut constant)) = from.renumbered(id, &mut operand, types) else { return id };
    if let Constant::BlockAddress(function, block) = &mut constant
        && let Some((_, name)) = from.block_addresses.get(*block as usize)
    {
        *block = to.block_address(*function, name.clone());
    }
    let number = to.intern(ty, constant);
    copied.insert(id, number);
    number
}

/// Gives a body the module's numbers, but for its values and blocks.
fn renumber(function: &mut FunctionText<'_>, map: &FunctionMap, types: &Types<'_>) {
    let ty = |ty| map.ty(ty);
    for value in &mut function.constants.values {
        value.ty = ty(value.ty);
        if let ValueKind::Constant(constant) = &mut value.kind
            && let Some(named) = constant.named_type_mut()
        {
            *named = ty(*named);
        }
    }
    let numbers = NumberMap { value: &|value| value, block: &|block| block, metadata: &|id| map.node(id), ty: &ty };
    for instruction in &mut function.instructions {
        // A call's parameters, which say what its arguments are, are found by the type's new number.
        if let Kind::Call(call) = &mut instruction.kind {
            call.ty = ty(call.ty);
            call.attributes = call.attributes.checked_sub(1).map_or(0, |list| map.lists[list as usize]);
            for bundle in &mut call.bundles {
                bundle.tag = map.bundle_tags.get(bundle.tag);
            }
        }
        let numbers = NumberMap { ty: &|ty| map.ty(ty), ..numbers };
        match &mut instruction.kind {
            Kind::Call(call) => {
                let kept = call.ty;
                instruction.kind.map(types, &NumberMap { ty: &|_| kept, ..numbers });
            }
            kind => kind.map(types, &numbers),
        }
        match &mut instruction.kind {
            Kind::Load { atomic: Some(atomic), .. }
            | Kind::Store { atomic: Some(atomic), .. }
            | Kind::CompareExchange { success: atomic, .. }
            | Kind::ReadModifyWrite { atomic, .. }
            | Kind::Fence(atomic) => atomic.scope = map.sync_scopes.get(atomic.scope),
            _ => {}
        }
        instruction.ty = ty(instruction.ty);
        for operand in instruction.records.iter_mut().flat_map(|record| &mut record.operands) {
            if let DebugOperand::Metadata(id) = operand {
                *id = map.node(*id);
            }
        }
        for (kind, id) in &mut instruction.attachments {
            (*kind, *id) = (map.kinds.get(*kind), map.node(*id));
        }
        instruction.attachments.sort_by_key(|attachment| attachment.0);
    }
    for id in function.locations.iter_mut().flatten() {
        *id = map.node(*id);
    }
}
