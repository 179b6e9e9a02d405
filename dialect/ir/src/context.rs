//! The context: every type, attribute and string of a module, stored once.
//!
//! A handle ([`Str`], [`Type`], [`Attr`]) is an index into an append-only table. Reading a handle takes no
//! lock; interning takes one lock of sixteen, chosen by the value's hash, for the length of one table probe.
//! Handles of one context mean nothing in another.

use std::any::Any;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHasher;

use crate::attributes::AttrData;
use crate::attributes::small_integers::SmallIntegers;
use crate::extensions::Extensions;
use crate::names::KNOWN;
use crate::op_name::OpName;

use crate::support::index_table::{IndexEntry, IndexTable, half_of};
use crate::types::predicates::Property;
use crate::types::{StructBody, TypeData};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) std::num::NonZeroU32);

        impl $name {
            pub(crate) const fn from_index(index: u32) -> $name {
                match std::num::NonZeroU32::new(index + 1) {
                    Some(n) => $name(n),
                    None => $name(std::num::NonZeroU32::MAX),
                }
            }

            /// The handle's place in its context's table: dense, starting at 0, in the order of interning.
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }
    };
}

handle! {
    /// An interned byte string. LLVM names and MLIR strings are bytes, not always UTF-8.
    Str
}
handle! {
    /// A uniqued type; see [`TypeData`].
    Type
}
handle! {
    /// A uniqued attribute; see [`AttrData`]. Locations are attributes too.
    Attr
}

const SHARDS: usize = 16;
type FxBuild = BuildHasherDefault<FxHasher>;

pub(crate) fn hash_of<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    FxBuild::default().hash_one(value)
}

/// The shard of half a hash, by its highest bits.
const fn shard_of(half: u32) -> usize {
    (half >> (u32::BITS - SHARDS.ilog2())) as usize
}

/// A lock and its table, in a line of the cache of its own: threads that are in different shards do not wait for each other's
/// lines.
#[derive(Default)]
#[repr(align(64))]
struct Shard(Mutex<IndexTable>);

/// An append-only set: `items` is read without a lock, `shards` find a value's index by its hash.
struct Interner<T> {
    items: boxcar::Vec<T>,
    shards: [Shard; SHARDS],
}

impl<T> Interner<T> {
    fn new(expected: usize) -> Self {
        Interner { items: boxcar::Vec::with_capacity(expected), shards: Default::default() }
    }

    /// The index of the value with this `hash` that `same` recognises; `make` makes the value when it is new.
    #[inline]
    fn intern(&self, hash: u64, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let half = half_of(hash);
        let mut table = self.shards[shard_of(half)].0.lock();
        match table.find(half, |index| same(&self.items[index as usize])) {
            IndexEntry::Occupied(index) => index,
            IndexEntry::Vacant(slot) => {
                let index = self.items.push(make()) as u32;
                table.fill(slot, half, index);
                index
            }
        }
    }

    /// The index of the value with this `hash` that `same` recognises, if it is here.
    fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<u32> {
        let half = half_of(hash);
        let table = self.shards[shard_of(half)].0.lock();
        match table.find(half, |index| same(&self.items[index as usize])) {
            IndexEntry::Occupied(index) => Some(index),
            IndexEntry::Vacant(_) => None,
        }
    }

    /// The index of `value`, which is kept if it is new.
    fn intern_owned(&self, hash: u64, value: T) -> u32
    where
        T: PartialEq,
    {
        let half = half_of(hash);
        let mut table = self.shards[shard_of(half)].0.lock();
        match table.find(half, |index| self.items[index as usize] == value) {
            IndexEntry::Occupied(index) => index,
            IndexEntry::Vacant(slot) => {
                let index = self.items.push(value) as u32;
                table.fill(slot, half, index);
                index
            }
        }
    }
}

/// What an identified struct has in addition to its name.
#[derive(Default)]
struct IdentifiedStruct {
    body: OnceLock<StructBody>,
    /// Whether each [`Property`] holds, once the bodies are known that it depends on.
    properties: [OnceLock<bool>; Property::COUNT],
}

/// Holds the uniqued types, attributes, strings and unregistered operation names of one module.
///
/// Shared by threads: every method takes `&self`.
///
/// ```
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// assert_eq!(ctx.int_type(32), ctx.int_type(32));
/// assert_eq!(ctx.bytes(ctx.str("sum")), b"sum");
/// ```
pub struct Context {
    strings: Interner<Box<[u8]>>,
    types: Interner<TypeData>,
    attrs: Interner<AttrData>,
    pub(crate) small_integers: SmallIntegers,
    structs: boxcar::Vec<IdentifiedStruct>,
    unregistered_ops: Interner<Str>,
    extensions: Extensions,
    /// The number of the next distinct attribute.
    next_distinct: AtomicU32,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Context {
    /// Shows how many attributes it holds; what they are would fill pages.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("attributes", &self.attr_count()).finish_non_exhaustive()
    }
}

impl Context {
    /// A context that holds the names of [`crate::names`] and the well-known types and attributes from the start.
    pub fn new() -> Context {
        let ctx = Context {
            strings: Interner::new(1024),
            types: Interner::new(64),
            attrs: Interner::new(256),
            small_integers: SmallIntegers::default(),
            structs: boxcar::Vec::new(),
            unregistered_ops: Interner::new(0),
            extensions: Extensions::default(),
            next_distinct: AtomicU32::new(0),
        };
        for name in KNOWN {
            ctx.str(name);
        }
        crate::types::intern_well_known(&ctx);
        crate::attributes::intern_well_known(&ctx);
        ctx
    }

    /// What a crate above the model keeps with a context, by its type: `make` makes it when it is first asked for.
    #[inline]
    pub fn extension<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        self.extensions.get_or_init(make)
    }

    /// Reserves the numbers of distinct attributes of one module, so that no other module of the context has them; returns
    /// the first.
    pub fn reserve_distinct(&self, count: u32) -> u32 {
        self.next_distinct.fetch_add(count, Ordering::Relaxed)
    }

    /// The number of the next distinct attribute that no module of the context has.
    pub fn next_distinct(&self) -> u32 {
        self.next_distinct.load(Ordering::Relaxed)
    }

    /// Notes that a module has the distinct attribute of a number.
    pub fn use_distinct(&self, number: u32) {
        self.next_distinct.fetch_max(number.saturating_add(1), Ordering::Relaxed);
    }

    /// Interns a string.
    pub fn str(&self, text: &str) -> Str {
        self.byte_str(text.as_bytes())
    }

    /// Interns a byte string.
    pub fn byte_str(&self, bytes: &[u8]) -> Str {
        Str::from_index(self.strings.intern(hash_of(bytes), |s| **s == *bytes, || bytes.into()))
    }

    /// A string, if it was interned.
    ///
    /// ```
    /// let ctx = irtrip_dialect::Context::new();
    /// assert_eq!(ctx.find_str("toy.kernel"), None);
    /// let kernel = ctx.str("toy.kernel");
    /// assert_eq!(ctx.find_str("toy.kernel"), Some(kernel));
    /// ```
    pub fn find_str(&self, text: &str) -> Option<Str> {
        let bytes = text.as_bytes();
        self.strings.find(hash_of(bytes), |s| **s == *bytes).map(Str::from_index)
    }

    /// The bytes of an interned string.
    #[inline]
    pub fn bytes(&self, s: Str) -> &[u8] {
        &self.strings.items[s.index()]
    }

    /// The order of two strings by their bytes.
    #[inline]
    pub fn compare(&self, a: Str, b: Str) -> std::cmp::Ordering {
        // The handles of known names are in that order already.
        match a.index().max(b.index()) < KNOWN.len() {
            true => a.cmp(&b),
            false => self.bytes(a).cmp(self.bytes(b)),
        }
    }

    /// The text of an interned string; bytes that are no UTF-8 come out as replacement characters.
    pub fn text(&self, s: Str) -> std::borrow::Cow<'_, str> {
        if let Some(known) = KNOWN.get(s.index()) {
            return std::borrow::Cow::Borrowed(known);
        }
        let bytes = self.bytes(s);
        // Nearly all are UTF-8, which is found out faster than where it ends.
        std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), std::borrow::Cow::Borrowed)
    }

    /// Interns a type.
    pub fn ty(&self, data: TypeData) -> Type {
        Type::from_index(self.types.intern_owned(hash_of(&data), data))
    }

    /// What a type handle stands for.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        &self.types.items[ty.index()]
    }

    /// All attributes there are, in the order of interning.
    pub fn attrs(&self) -> impl Iterator<Item = Attr> {
        self.attrs.items.iter().map(|(index, _)| Attr::from_index(index as u32))
    }

    /// All types there are.
    pub fn types(&self) -> impl Iterator<Item = Type> {
        self.types.items.iter().map(|(index, _)| Type::from_index(index as u32))
    }

    /// Whether any type holds an attribute: a layout, a memory space or an encoding.
    pub fn has_attributes_in_types(&self) -> bool {
        self.types.items.iter().any(|(_, data)| match data {
            TypeData::MemRef { layout, space, .. } => layout.is_some() || space.is_some(),
            TypeData::Tensor { encoding, .. } => encoding.is_some(),
            _ => false,
        })
    }

    /// Interns an attribute. Prefer the constructors in [`crate::attributes`], which keep its invariants.
    pub fn attr(&self, data: AttrData) -> Attr {
        Attr::from_index(self.attrs.intern_owned(hash_of(&data), data))
    }

    /// Interns an attribute that is compared and hashed in a borrowed form; `hash` is that of the owned one.
    pub(crate) fn attr_with(
        &self,
        hash: u64,
        same: impl Fn(&AttrData) -> bool,
        make: impl FnOnce() -> AttrData,
    ) -> Attr {
        Attr::from_index(self.attrs.intern(hash, same, make))
    }

    /// Makes room for about so many attributes.
    pub fn reserve_attrs(&self, count: usize) {
        for shard in &self.attrs.shards {
            shard.0.lock().reserve(count / SHARDS);
        }
    }

    /// How many attributes there are; the place of each is below it.
    pub fn attr_count(&self) -> usize {
        self.attrs.items.count()
    }

    /// What an attribute handle stands for.
    #[inline]
    pub fn attr_data(&self, attr: Attr) -> &AttrData {
        &self.attrs.items[attr.index()]
    }

    /// The name of an operation that no dialect has a definition of, for this context.
    pub fn unregistered_op(&self, name: Str) -> OpName {
        OpName::unregistered(self.unregistered_ops.intern(hash_of(&name), |n| *n == name, || name))
    }

    /// The spelling of the name of an operation without a definition; `None` for one that has a definition.
    pub fn unregistered_op_name(&self, name: OpName) -> Option<Str> {
        name.unregistered_index().map(|index| self.unregistered_ops.items[index])
    }

    /// The identified struct named `name`; one without a body until [`Context::set_struct_body`].
    pub fn identified_struct(&self, name: Str) -> Type {
        // The probe compares names, so that a name met twice is one type.
        let probe = hash_of(&("identified", name));
        Type::from_index(self.types.intern(
            probe,
            |t| matches!(t, TypeData::IdentifiedStruct { name: n, .. } if *n == name),
            || {
                let index = self.structs.push(IdentifiedStruct::default());
                TypeData::IdentifiedStruct { name, index: index as u32 }
            },
        ))
    }

    /// Gives an identified struct its body. The first body stays; returns whether `body` is that one.
    pub fn set_struct_body(&self, ty: Type, body: StructBody) -> bool {
        let TypeData::IdentifiedStruct { index, .. } = self.type_data(ty) else { return false };
        *self.structs[*index as usize].body.get_or_init(|| body.clone()) == body
    }

    /// The body of an identified struct, or `None` while it has none and for any other type.
    #[inline]
    pub fn struct_body(&self, ty: Type) -> Option<&StructBody> {
        match self.type_data(ty) {
            TypeData::IdentifiedStruct { index, .. } => self.structs[*index as usize].body.get(),
            _ => None,
        }
    }

    /// Whether a property holds inside an identified struct, if that was kept.
    pub(crate) fn property_of_struct(&self, ty: Type, property: Property) -> Option<bool> {
        match self.type_data(ty) {
            TypeData::IdentifiedStruct { index, .. } => {
                self.structs[*index as usize].properties[property as usize].get().copied()
            }
            _ => None,
        }
    }

    /// Keeps whether a property holds inside an identified struct; nothing for another type.
    pub(crate) fn keep_property(&self, ty: Type, property: Property, holds: bool) {
        if let TypeData::IdentifiedStruct { index, .. } = self.type_data(ty) {
            self.structs[*index as usize].properties[property as usize].get_or_init(|| holds);
        }
    }
}
