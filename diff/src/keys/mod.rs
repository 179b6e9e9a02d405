//! Keys of types and attributes: digests of their structure, the same in every context.

pub mod body;
pub mod numbering;
pub mod tags;

use std::rc::Rc;

use irtrip_dialect::attr_table::{AttrKind, BLOCKTAG};
use irtrip_dialect::metadata::{NodeId, Operand};
use irtrip_dialect::names::{
    ARG_ATTRS, DBG_EXPRS, IRTRIP_ATOM, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY, IRTRIP_INCOMING, IRTRIP_LOOP_ID,
    IRTRIP_METADATA, IRTRIP_NAME, IRTRIP_PHIS, IRTRIP_POSITION, RES_ATTRS, SYM_NAME, TAG,
};
use irtrip_dialect::{Attr, AttrData, Context, Dim, Location, OpName, Str, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

use crate::keys::tags::TaggedBlocks;
use crate::metadata::Metadata;

/// A digest.
pub(crate) type Key = u128;

/// An attribute's key, which leaves out the metadata nodes in it, and those nodes in the order they are met.
#[derive(Clone)]
pub(crate) struct AttrKey {
    pub key: Key,
    pub nodes: Rc<[NodeId]>,
}

/// Names, which count only where they are asked for.
pub(crate) const NAMES: &[Str] = &[IRTRIP_NAME, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY];
/// Places, which are no part of what a module says.
const PLACES: &[Str] = &[IRTRIP_POSITION, IRTRIP_INCOMING];
/// Attributes that repeat the operation's attachments.
const ATTACHED: &[Str] = &[IRTRIP_METADATA, IRTRIP_LOOP_ID, IRTRIP_ATOM, DBG_EXPRS];
/// Arrays that say nothing once what is left out is taken out of their dictionaries.
const ARRAYS_OF_DICTIONARIES: &[Str] = &[ARG_ATTRS, RES_ATTRS];

/// Whether an entry of a dictionary says something that counts. A symbol's name is what its entity is found by, and
/// what `irtrip.phis` says belongs to the block's arguments.
pub(crate) fn counts(ctx: &Context, key: Str, value: Attr) -> bool {
    if [NAMES, PLACES, ATTACHED].iter().any(|list| list.contains(&key)) || key == IRTRIP_PHIS {
        return false;
    }
    let blank = |item: &Attr| match ctx.attr_data(*item) {
        AttrData::Unit => true,
        AttrData::Dictionary(entries) => entries.iter().all(|e| NAMES.contains(&e.0)),
        _ => false,
    };
    // A block's tag is a number that block addresses name it by.
    let is_tag = key == TAG && is_of(ctx, value, BLOCKTAG);
    let is_blank = ARRAYS_OF_DICTIONARIES.contains(&key) && ctx.items(value).iter().all(blank);
    !is_tag && !is_blank
}

fn is_of(ctx: &Context, attr: Attr, wanted: AttrKind) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == wanted)
}

/// Whether an entry of an entity's dictionary counts: not its name, by which it is found.
pub(crate) fn counts_on_entity(ctx: &Context, key: Str, value: Attr) -> bool {
    key != SYM_NAME && counts(ctx, key, value)
}

/// Whether an entry of a dictionary is a metadata argument.
pub(crate) fn is_metadata(ctx: &Context, key: Str) -> bool {
    ctx.bytes(key) == b"metadata"
}

/// Caches of keys for one context; each thread has its own.
pub(crate) struct Keys<'a> {
    pub ctx: &'a Context,
    /// The module's metadata; `None` while its own keys are made.
    pub metadata: Option<&'a Metadata>,
    /// The blocks that have tags.
    pub tagged: Option<&'a TaggedBlocks>,
    types: FxHashMap<Type, Key>,
    attrs: FxHashMap<Attr, AttrKey>,
    names: FxHashMap<OpName, Key>,
    /// The identified structs met, whose bodies are compared by themselves.
    pub structs: FxHashSet<Type>,
    none: Rc<[NodeId]>,
}

impl<'a> Keys<'a> {
    /// No keys yet.
    pub fn new(ctx: &'a Context, metadata: Option<&'a Metadata>) -> Keys<'a> {
        Keys {
            ctx,
            metadata,
            tagged: metadata.map(|metadata| &metadata.tagged),
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            names: FxHashMap::default(),
            structs: FxHashSet::default(),
            none: Rc::from([]),
        }
    }

    /// The key of an operation's name.
    pub fn op_name(&mut self, name: OpName) -> Key {
        let ctx = self.ctx;
        *self.names.entry(name).or_insert_with(|| xxh3_128(ctx.op_name_str(name).as_bytes()))
    }

    /// The key of a type. An identified struct counts by its name.
    pub fn ty(&mut self, ty: Type) -> Key {
        if let Some(&key) = self.types.get(&ty) {
            return key;
        }
        let mut hash = Digest::new();
        self.hash_type(ty, &mut hash);
        let key = hash.key();
        self.types.insert(ty, key);
        key
    }

    fn hash_types(&mut self, types: &[Type], hash: &mut Digest) {
        hash.number(types.len() as u64);
        for &ty in types {
            let key = self.ty(ty);
            hash.wide(key);
        }
    }

    /// Types nest no deeper than readers let them.
    fn hash_type(&mut self, ty: Type, hash: &mut Digest) {
        let ctx = self.ctx;
        let data = ctx.type_data(ty);
        hash.variant(data);
        match data {
            TypeData::Integer { width, signedness } => {
                hash.number(u64::from(*width));
                hash.variant(signedness);
            }
            TypeData::Float(kind) => hash.variant(kind),
            TypeData::Index
            | TypeData::None
            | TypeData::Void
            | TypeData::Token
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::X86Amx => {}
            TypeData::Complex(element) => self.hash_types(&[*element], hash),
            TypeData::Tuple(elements) => self.hash_types(elements, hash),
            TypeData::Function { inputs, results } => {
                self.hash_types(inputs, hash);
                self.hash_types(results, hash);
            }
            TypeData::Vector { dims, element } => {
                hash.dims(dims);
                self.hash_types(&[*element], hash);
            }
            TypeData::Tensor { dims, element, encoding } => {
                hash.dims(dims.as_deref().unwrap_or_default());
                hash.flag(dims.is_some());
                self.hash_types(&[*element], hash);
                self.hash_optional(*encoding, hash);
            }
            TypeData::MemRef { dims, element, layout, space } => {
                hash.dims(dims.as_deref().unwrap_or_default());
                hash.flag(dims.is_some());
                self.hash_types(&[*element], hash);
                self.hash_optional(*layout, hash);
                self.hash_optional(*space, hash);
            }
            TypeData::Pointer { address_space } => hash.number(u64::from(*address_space)),
            TypeData::Array { length, element } => {
                hash.number(*length);
                self.hash_types(&[*element], hash);
            }
            TypeData::LiteralStruct { packed, elements } => {
                hash.flag(*packed);
                self.hash_types(elements, hash);
            }
            TypeData::IdentifiedStruct { name, .. } => {
                self.structs.insert(ty);
                hash.bytes(ctx.bytes(*name));
            }
            TypeData::LlvmFunction { result, params, vararg } => {
                hash.flag(*vararg);
                self.hash_types(&[*result], hash);
                self.hash_types(params, hash);
            }
            TypeData::TargetExt { name, types, ints } => {
                hash.bytes(ctx.bytes(*name));
                self.hash_types(types, hash);
                ints.iter().for_each(|&i| hash.number(u64::from(i)));
            }
            TypeData::Opaque { dialect, body } => {
                hash.bytes(ctx.bytes(*dialect));
                hash.bytes(ctx.bytes(*body));
            }
        }
    }

    fn hash_optional(&mut self, attr: Option<Attr>, hash: &mut Digest) {
        hash.flag(attr.is_some());
        if let Some(attr) = attr {
            let key = self.attr(attr).key;
            hash.wide(key);
        }
    }

    /// The key of an attribute.
    pub fn attr(&mut self, attr: Attr) -> AttrKey {
        if let Some(known) = self.attrs.get(&attr) {
            return known.clone();
        }
        // Attributes nest as deep as metadata does, so what is open is kept on a stack of its own.
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
                let key = self.attr_of_known_children(attr);
                self.attrs.insert(attr, key);
            }
        }
        self.known(attr)
    }

    fn known(&self, attr: Attr) -> AttrKey {
        self.attrs.get(&attr).cloned().unwrap_or_else(|| AttrKey { key: 0, nodes: self.none.clone() })
    }

    /// The node that an attribute stands for.
    pub fn node(&self, attr: Attr) -> Option<NodeId> {
        let metadata = self.metadata?;
        matches!(self.ctx.attr_data(attr), AttrData::Llvm { .. }).then(|| metadata.export.debug_node(attr)).flatten()
    }

    fn attr_of_known_children(&mut self, attr: Attr) -> AttrKey {
        let mut hash = Digest::new();
        let mut nodes = Vec::new();
        if let Some(node) = self.node(attr) {
            hash.number(u64::MAX);
            return AttrKey { key: hash.key(), nodes: [node].into() };
        }
        self.hash_content(attr, &mut hash, &mut nodes);
        let below = self.children(attr);
        hash.number(below.len() as u64);
        for child in below {
            let known = self.known(child);
            hash.wide(known.key);
            nodes.extend_from_slice(&known.nodes);
        }
        let nodes = if nodes.is_empty() { self.none.clone() } else { nodes.into() };
        AttrKey { key: hash.key(), nodes }
    }

    /// The attributes an attribute is made of, in order.
    pub fn children(&self, attr: Attr) -> Vec<Attr> {
        if self.node(attr).is_some() {
            return Vec::new();
        }
        let mut children = children(self.ctx, attr);
        if self.tagged.is_some_and(|tagged| tagged.place(self.ctx, attr).is_some()) {
            // The block's place stands for the block.
            children.retain(|child| !is_of(self.ctx, *child, BLOCKTAG));
        }
        children
    }

    /// What of an attribute is not its children's.
    fn hash_content(&mut self, attr: Attr, hash: &mut Digest, nodes: &mut Vec<NodeId>) {
        let ctx = self.ctx;
        let data = ctx.attr_data(attr);
        hash.variant(data);
        match data {
            AttrData::Unit | AttrData::Array(_) => {}
            AttrData::Integer { ty, value } => {
                hash.wide(self.ty(*ty));
                hash.number(*value as u64);
            }
            AttrData::BigInteger { ty, value } => {
                hash.wide(self.ty(*ty));
                hash.bytes(&value.to_signed_bytes_le());
            }
            AttrData::Float { ty, bits } => {
                hash.wide(self.ty(*ty));
                hash.wide(bits.get());
            }
            AttrData::String { value, ty } => {
                hash.bytes(ctx.bytes(*value));
                if let Some(ty) = ty {
                    hash.wide(self.ty(*ty));
                }
            }
            AttrData::Type(ty) => hash.wide(self.ty(*ty)),
            AttrData::Dictionary(entries) => {
                for &(key, value) in entries.iter().filter(|e| counts(ctx, e.0, e.1)) {
                    hash.bytes(ctx.bytes(key));
                    if is_metadata(ctx, key) {
                        self.hash_argument(value, hash, nodes);
                    }
                }
            }
            AttrData::SymbolRef { root, nested } => {
                hash.bytes(ctx.bytes(*root));
                nested.iter().for_each(|&n| hash.bytes(ctx.bytes(n)));
            }
            AttrData::Dense { ty, data, splat } => {
                hash.wide(self.ty(*ty));
                hash.flag(*splat);
                hash.bytes(data);
            }
            AttrData::DenseStrings { ty, values } => {
                hash.wide(self.ty(*ty));
                values.iter().for_each(|&v| hash.bytes(ctx.bytes(v)));
            }
            AttrData::Sparse { ty, .. } => hash.wide(self.ty(*ty)),
            AttrData::DenseArray { element, values } => {
                hash.wide(self.ty(*element));
                values.iter().for_each(|&v| hash.number(v as u64));
            }
            AttrData::DenseResource { key, ty } => {
                hash.bytes(ctx.bytes(*key));
                hash.wide(self.ty(*ty));
            }
            AttrData::Affine(text) => hash.bytes(ctx.bytes(*text)),
            AttrData::StridedLayout(strided) => {
                for number in strided.strides.iter().chain([&strided.offset]) {
                    hash.flag(number.is_some());
                    hash.number(number.unwrap_or_default() as u64);
                }
            }
            // Which distinct attribute it is shows in the nodes it stands for.
            AttrData::Distinct { .. } => {}
            AttrData::Llvm { kind, params } => {
                if let Some(place) = self.tagged.and_then(|tagged| tagged.place(ctx, attr)) {
                    hash.number(place);
                }
                hash.bytes(kind.def().mnemonic.as_bytes());
                params.iter().for_each(|p| hash.flag(p.is_some()));
            }
            AttrData::DataLayout { kind, .. } => hash.bytes(kind.mnemonic().as_bytes()),
            AttrData::Opaque { dialect, body, ty } => {
                hash.bytes(ctx.bytes(*dialect));
                hash.bytes(ctx.bytes(*body));
                if let Some(ty) = ty {
                    hash.wide(self.ty(*ty));
                }
            }
            AttrData::Location(location) => hash_location(ctx, location, hash),
        }
    }

    /// A metadata argument of a call or debug record.
    fn hash_argument(&mut self, attr: Attr, hash: &mut Digest, nodes: &mut Vec<NodeId>) {
        let Some(metadata) = self.metadata else { return };
        match metadata.export.operand(self.ctx, attr) {
            Operand::Node(id) => nodes.push(metadata.export.graph().canonical(id)),
            other => self.hash_operand(other, hash),
        }
    }

    /// An operand of a node that is no node.
    pub fn hash_operand(&mut self, operand: Operand, hash: &mut Digest) {
        hash.variant(&operand);
        match operand {
            Operand::Null | Operand::Node(_) => {}
            Operand::String(text) => hash.bytes(self.ctx.bytes(text)),
            Operand::Constant(attr) => hash.wide(self.attr(attr).key),
        }
    }
}

fn hash_location(ctx: &Context, location: &Location, hash: &mut Digest) {
    hash.variant(location);
    match location {
        Location::Unknown | Location::CallSite { .. } => {}
        Location::File { file, line, column, end } => {
            hash.bytes(ctx.bytes(*file));
            let (end_line, end_column) = end.unwrap_or_default();
            [*line, *column, end_line, end_column].iter().for_each(|&n| hash.number(u64::from(n)));
        }
        Location::Name { name, .. } => hash.bytes(ctx.bytes(*name)),
        Location::Fused { metadata, .. } => hash.flag(metadata.is_some()),
    }
}

fn children(ctx: &Context, attr: Attr) -> Vec<Attr> {
    match ctx.attr_data(attr) {
        AttrData::Array(items) => items.to_vec(),
        AttrData::Dictionary(entries) => {
            entries.iter().filter(|e| counts(ctx, e.0, e.1) && !is_metadata(ctx, e.0)).map(|e| e.1).collect()
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

/// A digest being made: two lanes of 64 bits. Each piece is prefixed by its length or has a fixed one, so that no two
/// sequences of pieces are the same numbers.
#[derive(Clone, Copy)]
pub(crate) struct Digest(u64, u64);

const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5];

/// Both halves of a product, one upon the other.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Digest {
    pub fn new() -> Digest {
        Digest(ODD[2], ODD[3])
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.wide(xxh3_128(bytes));
    }

    pub fn number(&mut self, value: u64) {
        self.0 = folded(self.0 ^ value, ODD[0]).wrapping_add(ODD[2]);
        self.1 = folded(self.1.rotate_left(23) ^ value, ODD[1]).wrapping_add(value);
    }

    pub fn wide(&mut self, value: u128) {
        self.number(value as u64);
        self.number((value >> 64) as u64);
    }

    pub fn flag(&mut self, value: bool) {
        self.number(u64::from(value));
    }

    /// Which variant of an enumeration a value is.
    pub fn variant<T>(&mut self, value: &T) {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        std::mem::discriminant(value).hash(&mut hasher);
        self.number(hasher.finish());
    }

    pub fn dims(&mut self, dims: &[Dim]) {
        self.number(dims.len() as u64);
        for dim in dims {
            self.flag(dim.size.is_some());
            self.number(dim.size.unwrap_or_default());
            self.flag(dim.scalable);
        }
    }

    pub fn key(&self) -> Key {
        (u128::from(folded(self.0, ODD[1])) << 64) | u128::from(folded(self.1, ODD[0]) ^ self.0)
    }
}
