//! Keys of types and attributes: digests of their structure, the same in every context.

use std::rc::Rc;

use irtrip_dialect::names::{
    ARG_ATTRS, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY, IRTRIP_INCOMING, IRTRIP_LOOP_ID, IRTRIP_NAME, IRTRIP_PHIS,
    IRTRIP_POSITION, RES_ATTRS,
};
use irtrip_dialect::types::well_known::INDEX;
use irtrip_dialect::{Attr, AttrData, Context, Dim, Location, OpName, Str, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::Xxh3;

use crate::nodes::Nodes;

/// A digest.
pub(crate) type Key = u128;

/// Something whose identity counts beside its content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Identity {
    /// `distinct[id]<>`
    Distinct(u32),
    /// A metadata node, by its number in `irtrip.nodes`.
    Node(i64),
}

/// An attribute's key, and the identities in it in the order they are met.
#[derive(Clone)]
pub(crate) struct AttrKey {
    pub key: Key,
    pub identities: Rc<[Identity]>,
}

/// Names and places, which are no part of what a module says.
const IGNORED: &[Str] = &[IRTRIP_NAME, IRTRIP_BLOCK_NAME, IRTRIP_ENTRY, IRTRIP_POSITION, IRTRIP_INCOMING];
/// Arrays that say nothing once what is ignored is taken out of their dictionaries.
const ARRAYS_OF_DICTIONARIES: &[Str] = &[IRTRIP_PHIS, ARG_ATTRS, RES_ATTRS];

/// Whether an entry of a dictionary says something that counts. `irtrip.loop_id` counts, but not by its number.
pub(crate) fn counts(ctx: &Context, key: Str, value: Attr) -> bool {
    if IGNORED.contains(&key) || key == IRTRIP_LOOP_ID {
        return false;
    }
    let blank = |item: &Attr| match ctx.attr_data(*item) {
        AttrData::Unit => true,
        AttrData::Dictionary(entries) => entries.iter().all(|e| IGNORED.contains(&e.0)),
        _ => false,
    };
    !(ARRAYS_OF_DICTIONARIES.contains(&key) && ctx.items(value).iter().all(blank))
}

/// Whether integers of type `index` below an attribute of this name are metadata nodes.
pub(crate) fn refers_to_nodes(ctx: &Context, key: Str) -> bool {
    ctx.bytes(key).starts_with(b"irtrip.")
}

/// Caches of keys for one context; each thread has its own.
pub(crate) struct Keys<'a> {
    pub ctx: &'a Context,
    /// The module's metadata nodes.
    pub nodes: &'a Nodes,
    types: FxHashMap<Type, Key>,
    /// By attribute, and whether its integers of type `index` are nodes.
    attrs: FxHashMap<(Attr, bool), AttrKey>,
    names: FxHashMap<OpName, Key>,
    /// The identified structs met, whose bodies are compared by themselves.
    pub structs: FxHashSet<Type>,
    none: Rc<[Identity]>,
}

impl<'a> Keys<'a> {
    /// No keys yet.
    pub fn new(ctx: &'a Context, nodes: &'a Nodes) -> Keys<'a> {
        Keys {
            ctx,
            nodes,
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
        *self.names.entry(name).or_insert_with(|| xxhash_rust::xxh3::xxh3_128(ctx.op_name_str(name).as_bytes()))
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
            let key = self.attr(attr, false).key;
            hash.wide(key);
        }
    }

    /// The key of an attribute. With `nodes`, its integers of type `index` are metadata nodes.
    pub fn attr(&mut self, attr: Attr, nodes: bool) -> AttrKey {
        // Attributes nest as deep as metadata does, so what is open is kept on a stack of its own.
        let mut open = vec![(attr, nodes)];
        while let Some(&(attr, nodes)) = open.last() {
            if self.attrs.contains_key(&(attr, nodes)) {
                open.pop();
                continue;
            }
            let before = open.len();
            for child in children(self.ctx, attr, nodes) {
                if !self.attrs.contains_key(&child) {
                    open.push(child);
                }
            }
            if open.len() == before {
                open.pop();
                let key = self.attr_of_known_children(attr, nodes);
                self.attrs.insert((attr, nodes), key);
            }
        }
        self.known(attr, nodes)
    }

    fn known(&self, attr: Attr, nodes: bool) -> AttrKey {
        self.attrs.get(&(attr, nodes)).cloned().unwrap_or_else(|| AttrKey { key: 0, identities: self.none.clone() })
    }

    fn attr_of_known_children(&mut self, attr: Attr, nodes: bool) -> AttrKey {
        let mut hash = Digest::new();
        let mut identities = Vec::new();
        self.hash_content(attr, nodes, &mut hash, &mut identities);
        let below = children(self.ctx, attr, nodes);
        hash.number(below.len() as u64);
        for (child, nodes) in below {
            let known = self.known(child, nodes);
            hash.wide(known.key);
            identities.extend_from_slice(&known.identities);
        }
        let identities = if identities.is_empty() { self.none.clone() } else { identities.into() };
        AttrKey { key: hash.key(), identities }
    }

    /// What of an attribute is not its children's.
    fn hash_content(&mut self, attr: Attr, nodes: bool, hash: &mut Digest, identities: &mut Vec<Identity>) {
        let ctx = self.ctx;
        let data = ctx.attr_data(attr);
        hash.variant(data);
        match data {
            AttrData::Unit | AttrData::Array(_) => {}
            AttrData::Integer { ty: INDEX, value } if nodes => {
                identities.push(Identity::Node(*value));
                hash.wide(self.nodes.key(*value));
            }
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
                for &(key, _) in entries.iter().filter(|e| counts(ctx, e.0, e.1)) {
                    hash.bytes(ctx.bytes(key));
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
            AttrData::Distinct { id, .. } => identities.push(Identity::Distinct(*id)),
            AttrData::Llvm { kind, params } => {
                hash.bytes(kind.def().mnemonic.as_bytes());
                params.iter().for_each(|p| hash.flag(p.is_some()));
            }
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

/// The attributes an attribute is made of, in order, each with whether its integers of type `index` are nodes.
pub(crate) fn children(ctx: &Context, attr: Attr, nodes: bool) -> Vec<(Attr, bool)> {
    let all = |attrs: &[Attr]| attrs.iter().map(|&a| (a, nodes)).collect();
    match ctx.attr_data(attr) {
        AttrData::Array(items) => all(items),
        AttrData::Dictionary(entries) => entries
            .iter()
            .filter(|e| counts(ctx, e.0, e.1))
            .map(|&(key, value)| (value, nodes || refers_to_nodes(ctx, key)))
            .collect(),
        AttrData::Sparse { indices, values, .. } => all(&[*indices, *values]),
        AttrData::Distinct { referenced, .. } => all(&[*referenced]),
        AttrData::Llvm { params, .. } => params.iter().flatten().map(|&p| (p, nodes)).collect(),
        AttrData::Location(location) => match location {
            Location::Unknown | Location::File { .. } => Vec::new(),
            Location::Name { child, .. } => all(&[*child]),
            Location::CallSite { callee, caller } => all(&[*callee, *caller]),
            Location::Fused { locations, metadata } => locations.iter().chain(metadata).map(|&l| (l, nodes)).collect(),
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

/// A digest being made. Each piece is prefixed by its length or has a fixed one, so that no two sequences of pieces
/// are the same bytes.
pub(crate) struct Digest(Box<Xxh3>);

impl Digest {
    pub fn new() -> Digest {
        Digest(Box::new(Xxh3::new()))
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    pub fn number(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }

    pub fn wide(&mut self, value: u128) {
        self.0.update(&value.to_le_bytes());
    }

    pub fn flag(&mut self, value: bool) {
        self.0.update(&[u8::from(value)]);
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
        self.0.digest128()
    }
}
