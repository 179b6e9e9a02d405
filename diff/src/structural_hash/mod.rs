//! Structural hashes: 128-bit hashes of types, attributes, metadata nodes and global values that are equal in two
//! contexts for what is equal. Handles such as [`Type`] cannot be compared between contexts; these hashes can.
//!
//! This module hashes types and attributes, [`metadata`] nodes of metadata, which may refer to one another in cycles,
//! and [`global_value`] whole functions and variables. There, a value or block is hashed as its
//! [number](value_numbering), a constant by its content at each use, and the block of a block address by its
//! [position](block_tags).

pub mod block_tags;
pub mod global_value;
mod hash_builder;
pub mod metadata;
mod strongly_connected_components;
mod unreachable_blocks;
pub mod value_numbering;

use std::rc::Rc;

use irtrip_dialect::attr_table::{AttrKind, AttrKindDefinition, BLOCKTAG};
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::metadata::{NodeId, Operand};
use irtrip_dialect::names::{
    ARG_ATTRS, DBG_EXPRS, IRTRIP_ATOM, IRTRIP_BLOCK_NAME, IRTRIP_EDGE, IRTRIP_ENTRY, IRTRIP_INCOMING,
    IRTRIP_KNOWN_INTRINSIC, IRTRIP_LOOP_ID, IRTRIP_METADATA, IRTRIP_MODULE_ID, IRTRIP_NAME, IRTRIP_OLDER_ATTRIBUTES,
    IRTRIP_OLDER_CALL, IRTRIP_OLDER_DECLARATIONS, IRTRIP_PHIS, IRTRIP_POINTEES, IRTRIP_POSITION, IRTRIP_PREDECESSORS,
    IRTRIP_RELEASE, IRTRIP_STRUCTURAL_HASH, IRTRIP_TABLE, IRTRIP_TYPED_POINTERS, RES_ATTRS, SYM_NAME, TAG,
};
use irtrip_dialect::preserved::without_constant_pointees;
use irtrip_dialect::types::{Dim, llvm_struct_name};
use irtrip_dialect::{Attr, AttrData, Context, ContextDialects, Location, OpName, Str, StructBody, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

use crate::scope::Scope;
use block_tags::TaggedBlocks;
pub(crate) use hash_builder::HashBuilder;
use metadata::Metadata;

/// A hash of what a type, attribute, metadata node, operation or global value consists of.
pub(crate) type StructuralHash = u128;

/// What stands for symbols where their names are no part of what is compared.
pub(crate) type Symbols = FxHashMap<Str, StructuralHash>;

/// The hash of an attribute. It leaves out the metadata nodes that the attribute refers to, which are listed in the
/// order in which they occur.
#[derive(Clone)]
pub(crate) struct AttrHash {
    pub hash: StructuralHash,
    pub nodes: Rc<[NodeId]>,
}

/// Attributes that hold names of values and blocks. They are compared only if the caller asks for [`Category::Name`].
///
/// [`Category::Name`]: crate::Category::Name
pub(crate) const NAMES: &[Str] = &[IRTRIP_NAME, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY];
/// Attributes that hold the position of something in the text, what is in a comment, what an older release spelled
/// otherwise, or a hash of all that is compared: no part of the module's meaning.
const LOCATIONS: &[Str] = &[
    IRTRIP_POSITION,
    IRTRIP_INCOMING,
    IRTRIP_KNOWN_INTRINSIC,
    IRTRIP_MODULE_ID,
    IRTRIP_OLDER_ATTRIBUTES,
    IRTRIP_OLDER_CALL,
    IRTRIP_OLDER_DECLARATIONS,
    IRTRIP_POINTEES,
    IRTRIP_PREDECESSORS,
    IRTRIP_RELEASE,
    IRTRIP_STRUCTURAL_HASH,
    IRTRIP_TABLE,
    IRTRIP_TYPED_POINTERS,
];
/// Attributes that repeat the operation's attachments.
const ATTACHMENTS: &[Str] = &[IRTRIP_METADATA, IRTRIP_LOOP_ID, IRTRIP_ATOM, DBG_EXPRS];
/// Arrays of dictionaries, one for each argument or result. They count as absent if all that the dictionaries hold is
/// not compared.
const ARRAYS_OF_DICTIONARIES: &[Str] = &[ARG_ATTRS, RES_ATTRS];

/// Whether an entry of an operation's dictionary is compared. `irtrip.phis` is not, because its content is compared
/// with the block arguments that it describes.
pub(crate) fn is_compared(ctx: &Context, key: Str, value: Attr) -> bool {
    if [NAMES, LOCATIONS, ATTACHMENTS].iter().any(|list| list.contains(&key)) || key == IRTRIP_PHIS {
        return false;
    }
    let is_empty = |item: &Attr| match ctx.attr_data(*item) {
        AttrData::Unit => true,
        AttrData::Dictionary(entries) => entries.iter().all(|e| NAMES.contains(&e.0)),
        _ => false,
    };
    // A block's tag is an arbitrary number, by which block addresses refer to the block.
    let is_tag = key == TAG && is_of_kind(ctx, value, BLOCKTAG);
    let is_empty_array = ARRAYS_OF_DICTIONARIES.contains(&key) && ctx.items(value).iter().all(is_empty);
    // A block that an older release alone writes as an edge is a block.
    let is_former_edge = key == IRTRIP_EDGE && value != UNIT;
    !is_tag && !is_empty_array && !is_former_edge
}

/// Whether an attribute is of the given kind.
fn is_of_kind(ctx: &Context, attr: Attr, wanted: AttrKind) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == wanted)
}

/// Whether an entry of a global value's dictionary is compared. Its symbol name is not, because global values are
/// matched by their names.
pub(crate) fn is_compared_on_global_value(ctx: &Context, key: Str, value: Attr) -> bool {
    key != SYM_NAME && is_compared(ctx, key, value)
}

/// Whether the value of a dictionary's entry is a metadata argument of a call or debug record.
pub(crate) fn is_metadata(ctx: &Context, key: Str) -> bool {
    ctx.bytes(key) == b"metadata"
}

/// Computes and caches the hashes of one context's types and attributes. Each thread has a hasher of its own.
pub(crate) struct StructuralHasher<'a> {
    pub ctx: &'a Context,
    /// The module's metadata; `None` while the metadata itself is hashed.
    pub metadata: Option<&'a Metadata>,
    /// The blocks that block addresses refer to.
    pub tagged: Option<&'a TaggedBlocks>,
    /// What stands for symbols in place of their names, where it is not these.
    pub symbols: Option<&'a Symbols>,
    types: FxHashMap<Type, StructuralHash>,
    attrs: FxHashMap<Attr, AttrHash>,
    names: FxHashMap<OpName, StructuralHash>,
    /// The identified structs in the types hashed so far. A struct is hashed by its name, if it has one; its body is
    /// compared separately.
    pub structs: FxHashSet<Type>,
    none: Rc<[NodeId]>,
}

impl<'a> StructuralHasher<'a> {
    /// A hasher with empty caches.
    pub fn new(ctx: &'a Context, metadata: Option<&'a Metadata>) -> StructuralHasher<'a> {
        StructuralHasher {
            ctx,
            metadata,
            tagged: metadata.map(|metadata| &metadata.tagged),
            symbols: metadata.and_then(|metadata| metadata.symbols.as_ref()),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            names: FxHashMap::default(),
            structs: FxHashSet::default(),
            none: Rc::from([]),
        }
    }

    /// Whether identified structs are what they have, and not what they are called.
    fn structs_by_shape(&self) -> bool {
        self.scope() == Scope::Code || self.metadata.is_some_and(|metadata| metadata.structs_by_shape)
    }

    /// How much of the module is compared.
    pub fn scope(&self) -> Scope {
        self.metadata.map_or(Scope::All, |metadata| metadata.scope)
    }

    /// The hash of an operation's name.
    pub fn op_name(&mut self, name: OpName) -> StructuralHash {
        let ctx = self.ctx;
        *self.names.entry(name).or_insert_with(|| xxh3_128(ctx.op_name_str(name).as_bytes()))
    }

    /// The hash of a type. Of an identified struct with a name, the name is hashed and not the body.
    pub fn ty(&mut self, ty: Type) -> StructuralHash {
        if let Some(&key) = self.types.get(&ty) {
            return key;
        }
        let mut hash = HashBuilder::new();
        self.hash_type(ty, &mut hash);
        let key = hash.finish();
        self.types.insert(ty, key);
        key
    }

    fn hash_types(&mut self, types: &[Type], hash: &mut HashBuilder) {
        hash.add_u64(types.len() as u64);
        for &ty in types {
            let key = self.ty(ty);
            hash.add_u128(key);
        }
    }

    /// Recurses as deep as types nest, which the readers limit.
    fn hash_type(&mut self, ty: Type, hash: &mut HashBuilder) {
        let ctx = self.ctx;
        let data = ctx.type_data(ty);
        hash.add_variant(data);
        match data {
            TypeData::Integer { .. }
            | TypeData::Byte { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::None
            | TypeData::Void
            | TypeData::Token
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::X86Amx => hash_scalar(data, hash),
            TypeData::Complex(element) => self.hash_types(&[*element], hash),
            TypeData::Tuple(elements) => self.hash_types(elements, hash),
            TypeData::Function { inputs, results } => {
                self.hash_types(inputs, hash);
                self.hash_types(results, hash);
            }
            TypeData::Vector { dims, element } => {
                hash.add_dims(dims);
                self.hash_types(&[*element], hash);
            }
            TypeData::Tensor { dims, element, encoding } => {
                self.hash_shape(dims.as_deref(), *element, &[*encoding], hash);
            }
            TypeData::MemRef { dims, element, layout, space } => {
                self.hash_shape(dims.as_deref(), *element, &[*layout, *space], hash);
            }
            TypeData::Pointer { address_space } => hash.add_u64(u64::from(*address_space)),
            TypeData::TypedPointer { pointee, address_space } => {
                hash.add_u64(u64::from(*address_space));
                self.hash_types(&[*pointee], hash);
            }
            TypeData::Array { length, element } => {
                hash.add_u64(*length);
                self.hash_types(&[*element], hash);
            }
            TypeData::LiteralStruct { packed, elements } => {
                hash.add_bool(*packed);
                self.hash_types(elements, hash);
            }
            TypeData::IdentifiedStruct { name, .. } => self.hash_identified_struct(ty, *name, hash),
            TypeData::LlvmFunction { result, params, vararg } => {
                hash.add_bool(*vararg);
                self.hash_types(&[*result], hash);
                self.hash_types(params, hash);
            }
            TypeData::TargetExt { name, types, ints } => {
                hash.add_bytes(ctx.bytes(*name));
                self.hash_types(types, hash);
                ints.iter().for_each(|&i| hash.add_u64(u64::from(i)));
            }
            TypeData::Opaque { dialect, body, parameter } => {
                hash.add_bytes(ctx.bytes(*dialect));
                hash.add_bytes(ctx.bytes(*body));
                self.hash_types(parameter.as_slice(), hash);
            }
        }
    }

    /// A tensor or memref: its dimensions, where it has a rank, its element type and its parameters.
    fn hash_shape(&mut self, dims: Option<&[Dim]>, element: Type, params: &[Option<Attr>], hash: &mut HashBuilder) {
        hash.add_dims(dims.unwrap_or_default());
        hash.add_bool(dims.is_some());
        self.hash_types(&[element], hash);
        params.iter().for_each(|param| self.hash_optional(*param, hash));
    }

    /// A struct's name does not reach the machine code, but its elements do; a number is not a name.
    fn hash_identified_struct(&mut self, ty: Type, name: Str, hash: &mut HashBuilder) {
        let ctx = self.ctx;
        let by_shape = self.structs_by_shape();
        let is_named = llvm_struct_name(ctx.bytes(name)).is_some();
        if by_shape || is_named {
            self.structs.insert(ty);
        }
        if is_named && !by_shape {
            hash.add_bytes(ctx.bytes(name));
        } else if let Some(StructBody::Elements { packed, elements }) = ctx.struct_body(ty) {
            hash.add_bool(*packed);
            self.hash_types(elements, hash);
        }
    }

    fn hash_optional(&mut self, attr: Option<Attr>, hash: &mut HashBuilder) {
        hash.add_bool(attr.is_some());
        if let Some(attr) = attr {
            let attr_hash = self.attr(attr).hash;
            hash.add_u128(attr_hash);
        }
    }

    /// The hash of an attribute.
    pub fn attr(&mut self, attr: Attr) -> AttrHash {
        if let Some(known) = self.attrs.get(&attr) {
            return known.clone();
        }
        // Attributes may nest as deep as metadata does, without a limit: hence a stack on the heap.
        let mut open = vec![attr];
        while let Some(&attr) = open.last() {
            if self.attrs.contains_key(&attr) {
                open.pop();
                continue;
            }
            let before = open.len();
            for child in self.children(attr) {
                if !self.attrs.contains_key(&child) {
                    open.push(child);
                }
            }
            if open.len() == before {
                open.pop();
                let key = self.hash_attr_of_hashed_children(attr);
                self.attrs.insert(attr, key);
            }
        }
        self.cached(attr)
    }

    fn cached(&self, attr: Attr) -> AttrHash {
        self.attrs.get(&attr).cloned().unwrap_or_else(|| AttrHash { hash: 0, nodes: self.none.clone() })
    }

    /// The metadata node that an attribute of the LLVM dialect stands for, such as `#llvm.di_file`.
    pub fn node(&self, attr: Attr) -> Option<NodeId> {
        let metadata = self.metadata?;
        matches!(self.ctx.attr_data(attr), AttrData::Llvm { .. }).then(|| metadata.export.debug_node(attr)).flatten()
    }

    fn hash_attr_of_hashed_children(&mut self, attr: Attr) -> AttrHash {
        let mut hash = HashBuilder::new();
        let mut nodes = Vec::new();
        if let Some(node) = self.node(attr) {
            hash.add_u64(u64::MAX);
            return AttrHash { hash: hash.finish(), nodes: [node].into() };
        }
        self.hash_content(attr, &mut hash, &mut nodes);
        let children = self.children(attr);
        hash.add_u64(children.len() as u64);
        for child in children {
            let cached = self.cached(child);
            hash.add_u128(cached.hash);
            nodes.extend_from_slice(&cached.nodes);
        }
        let nodes = if nodes.is_empty() { self.none.clone() } else { nodes.into() };
        AttrHash { hash: hash.finish(), nodes }
    }

    /// The attributes that an attribute directly consists of, in order.
    pub fn children(&self, attr: Attr) -> Vec<Attr> {
        if self.node(attr).is_some() {
            return Vec::new();
        }
        let mut children = children(self.ctx, attr);
        if self.tagged.is_some_and(|tagged| tagged.position(self.ctx, attr).is_some()) {
            // The block's place stands for the block.
            children.retain(|child| !is_of_kind(self.ctx, *child, BLOCKTAG));
        }
        children
    }

    /// Hashes an attribute without its children.
    fn hash_content(&mut self, attr: Attr, hash: &mut HashBuilder, nodes: &mut Vec<NodeId>) {
        let ctx = self.ctx;
        let data = ctx.attr_data(attr);
        hash.add_variant(data);
        match data {
            AttrData::Unit | AttrData::Array(_) => {}
            AttrData::Integer { ty, value } => {
                hash.add_u128(self.ty(*ty));
                hash.add_u64(*value as u64);
            }
            AttrData::BigInteger { ty, value } => {
                hash.add_u128(self.ty(*ty));
                hash.add_bytes(&value.to_signed_bytes_le());
            }
            AttrData::Float { ty, bits } => {
                hash.add_u128(self.ty(*ty));
                hash.add_u128(bits.get());
            }
            AttrData::String { value, ty } => {
                let text = ctx.bytes(*value);
                hash.add_bytes(if self.structs_by_shape() { without_struct_names(text) } else { text });
                ty.iter().for_each(|ty| hash.add_u128(self.ty(*ty)));
            }
            AttrData::Type(ty) => hash.add_u128(self.ty(*ty)),
            AttrData::Dictionary(entries) => {
                for &(key, value) in entries.iter().filter(|e| is_compared(ctx, e.0, e.1)) {
                    hash.add_bytes(ctx.bytes(key));
                    if is_metadata(ctx, key) {
                        self.hash_argument(value, hash, nodes);
                    }
                }
            }
            AttrData::SymbolRef { root, nested } => {
                [root].into_iter().chain(nested).for_each(|name| self.hash_symbol(*name, hash));
            }
            AttrData::Dense { .. }
            | AttrData::DenseStrings { .. }
            | AttrData::Sparse { .. }
            | AttrData::DenseArray { .. }
            | AttrData::DenseResource { .. } => self.hash_elements(data, hash),
            AttrData::Affine(text) => hash.add_bytes(ctx.bytes(*text)),
            AttrData::StridedLayout(strided) => {
                let numbers = strided.strides.iter().chain([&strided.offset]);
                numbers.for_each(|number| hash.add_optional(number.map(|n| n as u64)));
            }
            // The identity of a distinct attribute is compared with the metadata nodes, which the attribute stands for.
            AttrData::Distinct { .. } => {}
            AttrData::Llvm { kind, params } => {
                if let Some(position) = self.tagged.and_then(|tagged| tagged.position(ctx, attr)) {
                    hash.add_u64(position);
                }
                hash.add_bytes(kind.def().mnemonic.as_bytes());
                params.iter().for_each(|p| hash.add_bool(p.is_some()));
            }
            AttrData::DataLayout { kind, .. } => hash.add_bytes(kind.mnemonic().as_bytes()),
            AttrData::Opaque { dialect, body, ty } => {
                hash.add_bytes(ctx.bytes(*dialect));
                hash.add_bytes(ctx.bytes(*body));
                ty.iter().for_each(|ty| hash.add_u128(self.ty(*ty)));
            }
            AttrData::Location(location) => hash_location(ctx, location, hash),
        }
    }

    /// The elements of a dense array or an elements attribute.
    fn hash_elements(&mut self, data: &AttrData, hash: &mut HashBuilder) {
        let ctx = self.ctx;
        match data {
            AttrData::Dense { ty, data, splat } => {
                hash.add_u128(self.ty(*ty));
                hash.add_bool(*splat);
                hash.add_bytes(data);
            }
            AttrData::DenseStrings { ty, values } => {
                hash.add_u128(self.ty(*ty));
                values.iter().for_each(|&v| hash.add_bytes(ctx.bytes(v)));
            }
            AttrData::Sparse { ty, .. } => hash.add_u128(self.ty(*ty)),
            AttrData::DenseArray { element, values } => {
                hash.add_u128(self.ty(*element));
                values.iter().for_each(|&v| hash.add_u64(v as u64));
            }
            AttrData::DenseResource { key, ty } => {
                hash.add_bytes(ctx.bytes(*key));
                hash.add_u128(self.ty(*ty));
            }
            _ => {}
        }
    }

    fn hash_symbol(&self, name: Str, hash: &mut HashBuilder) {
        match self.symbols.and_then(|symbols| symbols.get(&name)) {
            Some(stands_for) => hash.add_u128(*stands_for),
            None => hash.add_bytes(self.ctx.bytes(name)),
        }
    }

    /// Hashes a metadata argument of a call or debug record.
    fn hash_argument(&mut self, attr: Attr, hash: &mut HashBuilder, nodes: &mut Vec<NodeId>) {
        let Some(metadata) = self.metadata else { return };
        match metadata.export.operand(self.ctx, attr) {
            Operand::Node(id) => nodes.push(metadata.export.graph().canonical(id)),
            other => self.hash_operand(other, hash),
        }
    }

    /// Hashes an operand of a metadata node, unless the operand is a node itself.
    pub fn hash_operand(&mut self, operand: Operand, hash: &mut HashBuilder) {
        hash.add_variant(&operand);
        match operand {
            Operand::Null | Operand::Node(_) => {}
            Operand::String(text) => hash.add_bytes(self.ctx.bytes(text)),
            Operand::Constant(attr) => {
                hash.add_u128(self.attr(without_constant_pointees(self.ctx, attr)).hash);
            }
        }
    }
}

/// The name of an intrinsic without the types that it is for, where one of them may be a struct with a name: `llvm.ssa.copy` of
/// `llvm.ssa.copy.s_fums`. LangRef, "Intrinsic Functions".
pub(crate) fn without_struct_names(name: &[u8]) -> &[u8] {
    if !name.starts_with(b"llvm.") || !name.windows(2).any(|two| two == b"s_") {
        return name;
    }
    let base = lookup_intrinsic(name).and_then(|known| name.get(..b"llvm.".len() + known.base.len()));
    base.unwrap_or(name)
}

/// A type without parts: a number, or a type that is its kind alone.
fn hash_scalar(data: &TypeData, hash: &mut HashBuilder) {
    match data {
        TypeData::Integer { width, signedness } => {
            hash.add_u64(u64::from(*width));
            hash.add_variant(signedness);
        }
        TypeData::Byte { width } => hash.add_u64(u64::from(*width)),
        TypeData::Float(kind) => hash.add_variant(kind),
        _ => {}
    }
}

fn hash_location(ctx: &Context, location: &Location, hash: &mut HashBuilder) {
    hash.add_variant(location);
    match location {
        Location::Unknown | Location::CallSite { .. } => {}
        Location::File { file, line, column, end } => {
            hash.add_bytes(ctx.bytes(*file));
            let (end_line, end_column) = end.unwrap_or_default();
            [*line, *column, end_line, end_column].iter().for_each(|&n| hash.add_u64(u64::from(n)));
        }
        Location::Name { name, .. } => hash.add_bytes(ctx.bytes(*name)),
        Location::Fused { metadata, .. } => hash.add_bool(metadata.is_some()),
    }
}

/// The attributes that are compared within an attribute, in order.
pub(crate) fn children(ctx: &Context, attr: Attr) -> Vec<Attr> {
    match ctx.attr_data(attr) {
        AttrData::Array(items) => items.to_vec(),
        AttrData::Dictionary(entries) => {
            entries.iter().filter(|e| is_compared(ctx, e.0, e.1) && !is_metadata(ctx, e.0)).map(|e| e.1).collect()
        }
        AttrData::Sparse { indices, values, .. } => vec![*indices, *values],
        AttrData::DataLayout { entries, .. } => entries.iter().flat_map(|&(key, value)| [key, value]).collect(),
        AttrData::Distinct { referenced, .. } => vec![*referenced],
        AttrData::Llvm { params, .. } => params.iter().flatten().copied().collect(),
        AttrData::Location(location) => match location {
            Location::Unknown | Location::File { .. } => Vec::new(),
            Location::Name { child, .. } => vec![*child],
            Location::CallSite { callee, caller } => vec![*callee, *caller],
            Location::Fused { locations, metadata } => locations.iter().chain(metadata).copied().collect(),
        },
        AttrData::Unit
        | AttrData::Integer { .. }
        | AttrData::BigInteger { .. }
        | AttrData::Float { .. }
        | AttrData::String { .. }
        | AttrData::Type(_)
        | AttrData::SymbolRef { .. }
        | AttrData::Dense { .. }
        | AttrData::DenseStrings { .. }
        | AttrData::DenseArray { .. }
        | AttrData::DenseResource { .. }
        | AttrData::Affine(_)
        | AttrData::StridedLayout(_)
        | AttrData::Opaque { .. } => Vec::new(),
    }
}
