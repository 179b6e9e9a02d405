//! Attributes: the builtin dialect's and, by [`crate::attr_table`], the LLVM dialect's. Locations are attributes.
//!
//! MLIR language reference, "Attributes"; the builtin dialect page.

mod entries;
pub mod extent;
mod layout_kind;
pub mod maps;
mod replace;
pub(crate) mod small_integers;
pub mod struct_attribute;
pub mod word_sets;

pub use entries::DictionaryEntries;
pub use layout_kind::LayoutKind;
pub use replace::{AttrReplacer, map_inside};

use std::hash::{Hash, Hasher};

use num_bigint::BigInt;
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::context::{Attr, Context, Str, Type};
use crate::types::{Signedness, TypeData, well_known as types};

/// A kind of attribute of the LLVM dialect: its place in [`crate::attr_table`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AttrKind(u16);

impl AttrKind {
    /// The kind at a place.
    pub const fn new(index: usize) -> AttrKind {
        AttrKind(index as u16)
    }

    /// Its place.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A few attributes, which are part of the one that holds them: no memory of their own, and no second place to look at.
pub type Items = SmallVec<[Attr; 4]>;

/// What an [`Attr`] stands for.
///
/// Invariants, kept by the constructors on [`Context`]: dictionaries are sorted by the bytes of their keys and
/// have no key twice; an integer that fits 64 bits is an `Integer`, never a `BigInteger`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// `unit`
    Unit,
    /// `7 : i32`, `true`, `3 : index`. Signless and signed types hold the two's-complement value; `i1` holds 0 or 1;
    /// unsigned types hold the value's bits.
    Integer {
        /// An integer type or `index`.
        ty: Type,
        /// The value.
        value: i64,
    },
    /// An integer whose value does not fit 64 signed bits.
    BigInteger {
        /// An integer type.
        ty: Type,
        /// The value, signed unless `ty` is unsigned.
        value: Box<BigInt>,
    },
    /// `1.0 : f32`, as the bits of its format (`ppc_fp128`: the high-order double in the low 64 bits, as LLVM's text
    /// has it).
    Float {
        /// A float type.
        ty: Type,
        /// The bits.
        bits: FloatBits,
    },
    /// `"text"`, or `"text" : type`
    String {
        /// The bytes.
        value: Str,
        /// A type other than `none`.
        ty: Option<Type>,
    },
    /// A type as an attribute.
    Type(Type),
    /// `[a, b]`
    Array(Items),
    /// `{a = 1, b}`
    Dictionary(DictionaryEntries),
    /// `@root::@nested`
    SymbolRef {
        /// The first name.
        root: Str,
        /// The names after `::`.
        nested: Box<[Str]>,
    },
    /// `dense<...> : shaped type` of integers or floats.
    Dense {
        /// A vector or tensor type.
        ty: Type,
        /// One element, which all are equal to, or every element in row-major order: each
        /// [`Context::dense_element_bytes`] bytes, little-endian.
        data: Box<[u8]>,
        /// `data` is one element for all.
        splat: bool,
    },
    /// `dense<["a", "b"]> : tensor<...>`
    DenseStrings {
        /// A shaped type.
        ty: Type,
        /// One for all, or every element.
        values: Box<[Str]>,
    },
    /// `sparse<indices, values> : type`
    Sparse {
        /// A shaped type.
        ty: Type,
        /// A dense attribute of `i64`.
        indices: Attr,
        /// A dense attribute.
        values: Attr,
    },
    /// `array<i32: 1, 2>`
    DenseArray {
        /// `i1`, `i8`, `i16`, `i32`, `i64`, `f32` or `f64`.
        element: Type,
        /// Integers by value, floats by bits.
        values: Box<[i64]>,
    },
    /// `dense_resource<key> : type`
    DenseResource {
        /// The key in the file's resource section.
        key: Str,
        /// A shaped type.
        ty: Type,
    },
    /// `affine_map<...>` or `affine_set<...>`, in canonical spelling.
    Affine(Str),
    /// `strided<[...], offset: ...>`; `None` is `?`.
    StridedLayout(Box<StridedLayout>),
    /// `distinct[id]<referenced>`: equal only to itself.
    Distinct {
        /// Identity within the module.
        id: u32,
        /// The referenced attribute; `unit` prints as nothing.
        referenced: Attr,
    },
    /// An attribute of the LLVM dialect: `#llvm.tbaa_tag<...>`.
    Llvm {
        /// Its definition in the attribute table.
        kind: AttrKind,
        /// The parameters in the definition's order; `None` where an optional one is absent or a default holds.
        params: Box<[Option<Attr>]>,
    },
    /// `#dlti.dl_spec<...>` and its kin: keys, which are types or strings, and their values.
    DataLayout {
        /// Which of them.
        kind: LayoutKind,
        /// The keys and values, in order.
        entries: Box<[(Attr, Attr)]>,
    },
    /// An attribute of a dialect irtrip has no definitions of: `#dialect.body`, kept as text.
    Opaque {
        /// The dialect's namespace.
        dialect: Str,
        /// What follows `#dialect.`, or the whole of `<...>` after `#dialect`.
        body: Str,
        /// The type after `:`.
        ty: Option<Type>,
    },
    /// `loc(...)`
    Location(Location),
}

/// The bits of a float of any format. They are kept as two words: an attribute is as small as its largest variant and
/// as aligned as its most aligned one, and there are hundreds of thousands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatBits([u64; 2]);

impl FloatBits {
    /// The bits, the lowest first.
    pub const fn new(bits: u128) -> FloatBits {
        FloatBits([bits as u64, (bits >> 64) as u64])
    }

    /// The bits as one number.
    pub const fn get(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }
}

/// The strides and the offset of `strided<...>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StridedLayout {
    /// The offset.
    pub offset: Option<i64>,
    /// The strides.
    pub strides: Box<[Option<i64>]>,
}

/// MLIR language reference, "Locations".
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":line:column)`
    File {
        /// File name.
        file: Str,
        /// Line, from 1; 0 is none.
        line: u32,
        /// Column, from 1; 0 is none.
        column: u32,
        /// The end's line and column in `"file":1:2 to 3:4`.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`; a child that is unknown is not printed.
    Name {
        /// The name.
        name: Str,
        /// The child location.
        child: Attr,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// The callee's location.
        callee: Attr,
        /// The caller's location.
        caller: Attr,
    },
    /// `loc(fused<metadata>[...])`
    Fused {
        /// The locations.
        locations: Items,
        /// The metadata.
        metadata: Option<Attr>,
    },
}

/// Attributes every context holds, at fixed handles.
pub mod well_known {
    use crate::context::Attr;
    /// `unit`
    pub const UNIT: Attr = Attr::from_index(0);
    /// `false`
    pub const FALSE: Attr = Attr::from_index(1);
    /// `true`
    pub const TRUE: Attr = Attr::from_index(2);
    /// `{}`
    pub const EMPTY_DICTIONARY: Attr = Attr::from_index(3);
    /// `[]`
    pub const EMPTY_ARRAY: Attr = Attr::from_index(4);
    /// `loc(unknown)`
    pub const UNKNOWN_LOC: Attr = Attr::from_index(5);
}

pub(crate) fn intern_well_known(ctx: &Context) {
    ctx.attr(AttrData::Unit);
    ctx.bool_attr(false);
    ctx.bool_attr(true);
    ctx.dictionary(&[]);
    ctx.array(&[]);
    ctx.attr(AttrData::Location(Location::Unknown));
}

/// The hash of an [`AttrData`] variant from its borrowed fields. `probe` must have the variant's discriminant.
fn borrowed_hash(probe: &AttrData, fields: impl FnOnce(&mut FxHasher)) -> u64 {
    let mut hasher = FxHasher::default();
    std::mem::discriminant(probe).hash(&mut hasher);
    fields(&mut hasher);
    hasher.finish()
}

impl Context {
    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attr {
        self.attr(AttrData::Integer { ty: types::I1, value: i64::from(value) })
    }

    /// `value : ty`. The value is wrapped to the width of a narrower type.
    pub fn int_attr(&self, ty: Type, value: i64) -> Attr {
        let new = || self.attr(AttrData::Integer { ty, value: self.wrapped_int(ty, value) });
        self.small_integers.get_or_intern(ty, value, new)
    }

    /// A value wrapped to the width of a narrower type, as an integer attribute has it.
    pub fn wrapped_int(&self, ty: Type, value: i64) -> i64 {
        match self.type_data(ty) {
            TypeData::Integer { width: 0, .. } => 0,
            TypeData::Integer { width: 1, signedness: Signedness::Signless } => value & 1,
            TypeData::Integer { width, signedness } if *width < 64 => {
                let shift = 64 - width;
                match signedness {
                    Signedness::Unsigned => ((value as u64) << shift >> shift) as i64,
                    _ => value << shift >> shift,
                }
            }
            _ => value,
        }
    }

    /// `value : ty` of any width. The value is wrapped to the width of a narrower type.
    pub fn big_int_attr(&self, ty: Type, value: BigInt) -> Attr {
        let width = self.int_width(ty).unwrap_or(64);
        if let Ok(small) = i64::try_from(&value) {
            return self.int_attr(ty, small);
        }
        let modulus = BigInt::from(1) << width;
        let mut wrapped = ((value % &modulus) + &modulus) % &modulus;
        let unsigned = matches!(self.type_data(ty), TypeData::Integer { signedness: Signedness::Unsigned, .. });
        if !unsigned && width > 0 && wrapped.bit(u64::from(width) - 1) {
            wrapped -= modulus;
        }
        match i64::try_from(&wrapped) {
            Ok(small) => self.int_attr(ty, small),
            Err(_) => self.attr(AttrData::BigInteger { ty, value: Box::new(wrapped) }),
        }
    }

    /// `bits : ty` for a float type.
    pub fn float_attr(&self, ty: Type, bits: u128) -> Attr {
        self.attr(AttrData::Float { ty, bits: FloatBits::new(bits) })
    }

    /// `"value"`
    pub fn string_attr(&self, value: &str) -> Attr {
        self.attr(AttrData::String { value: self.str(value), ty: None })
    }

    /// `"value"` from an interned string.
    pub fn str_attr(&self, value: Str) -> Attr {
        self.attr(AttrData::String { value, ty: None })
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(AttrData::Type(ty))
    }

    /// `@name`
    pub fn symbol_ref(&self, name: Str) -> Attr {
        self.attr(AttrData::SymbolRef { root: name, nested: Box::new([]) })
    }

    /// `[items]`
    pub fn array(&self, items: &[Attr]) -> Attr {
        let hash = borrowed_hash(&AttrData::Array(Items::new()), |h| items.hash(h));
        self.attr_with(
            hash,
            |a| matches!(a, AttrData::Array(have) if **have == *items),
            || AttrData::Array(Items::from_slice(items)),
        )
    }

    /// `{entries}`. Entries may come in any order; of two with one key the first counts.
    pub fn dictionary(&self, entries: &[(Str, Attr)]) -> Attr {
        if entries.is_sorted_by(|a, b| self.compare(a.0, b.0).is_lt()) {
            return self.sorted_dictionary(entries);
        }
        let mut sorted: SmallVec<[(Str, Attr); 16]> = entries.into();
        sorted.sort_by(|a, b| self.compare(a.0, b.0));
        sorted.dedup_by(|b, a| a.0 == b.0);
        self.sorted_dictionary(&sorted)
    }

    fn sorted_dictionary(&self, entries: &[(Str, Attr)]) -> Attr {
        let hash = borrowed_hash(&AttrData::Dictionary(DictionaryEntries::default()), |h| entries.hash(h));
        self.attr_with(
            hash,
            |a| matches!(a, AttrData::Dictionary(have) if **have == *entries),
            || AttrData::Dictionary(entries.into()),
        )
    }

    /// The entries of a dictionary, sorted by key; none for another attribute.
    #[inline]
    pub fn entries(&self, dictionary: Attr) -> &[(Str, Attr)] {
        match self.attr_data(dictionary) {
            AttrData::Dictionary(entries) => entries,
            _ => &[],
        }
    }

    /// The value under `key` in a dictionary.
    pub fn entry(&self, dictionary: Attr, key: Str) -> Option<Attr> {
        match self.attr_data(dictionary) {
            AttrData::Dictionary(entries) => entries.get(key),
            _ => None,
        }
    }

    /// The string under `key` in a dictionary, where that is one.
    pub fn string_entry(&self, dictionary: Attr, key: Str) -> Option<Str> {
        self.string_value(self.entry(dictionary, key)?)
    }

    /// The integer under `key` in a dictionary, where that is one of up to 64 bits.
    pub fn int_entry(&self, dictionary: Attr, key: Str) -> Option<i64> {
        self.int_value(self.entry(dictionary, key)?)
    }

    /// The type under `key` in a dictionary, where that is one.
    pub fn type_entry(&self, dictionary: Attr, key: Str) -> Option<Type> {
        self.type_value(self.entry(dictionary, key)?)
    }

    /// The symbol under `key` in a dictionary, where that is a reference without nested names.
    pub fn symbol_entry(&self, dictionary: Attr, key: Str) -> Option<Str> {
        self.symbol_value(self.entry(dictionary, key)?)
    }

    /// The dictionary with `key` set to `value`, or without `key` for `None`.
    pub fn with_entry(&self, dictionary: Attr, key: Str, value: Option<Attr>) -> Attr {
        let mut entries: SmallVec<[(Str, Attr); 16]> =
            self.entries(dictionary).iter().copied().filter(|e| e.0 != key).collect();
        entries.extend(value.map(|v| (key, v)));
        self.dictionary(&entries)
    }

    /// The items of an array attribute; none for another attribute.
    #[inline]
    pub fn items(&self, array: Attr) -> &[Attr] {
        match self.attr_data(array) {
            AttrData::Array(items) => items,
            _ => &[],
        }
    }

    /// The value of an integer attribute that fits 64 bits.
    #[inline]
    pub fn int_value(&self, attr: Attr) -> Option<i64> {
        match self.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The type of an attribute that has one: a number's, an elements', a string's.
    pub fn attr_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Integer { ty, .. }
            | AttrData::BigInteger { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::Sparse { ty, .. }
            | AttrData::DenseResource { ty, .. } => Some(*ty),
            AttrData::String { ty, .. } | AttrData::Opaque { ty, .. } => *ty,
            AttrData::Unit
            | AttrData::Type(_)
            | AttrData::Array(_)
            | AttrData::Dictionary(_)
            | AttrData::DataLayout { .. }
            | AttrData::SymbolRef { .. }
            | AttrData::DenseArray { .. }
            | AttrData::Affine(_)
            | AttrData::StridedLayout(_)
            | AttrData::Distinct { .. }
            | AttrData::Llvm { .. }
            | AttrData::Location(_) => None,
        }
    }

    /// An attribute kept as text: `#dialect.body`.
    pub fn opaque_attr(&self, dialect: &str, body: &str) -> Attr {
        self.attr(AttrData::Opaque { dialect: self.str(dialect), body: self.str(body), ty: None })
    }

    /// The bytes of a string attribute.
    #[inline]
    pub fn string_value(&self, attr: Attr) -> Option<Str> {
        match self.attr_data(attr) {
            AttrData::String { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The type in a type attribute.
    #[inline]
    pub fn type_value(&self, attr: Attr) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The name of a symbol reference without nested names.
    pub fn symbol_value(&self, attr: Attr) -> Option<Str> {
        match self.attr_data(attr) {
            AttrData::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
            _ => None,
        }
    }

    /// `array<i32: values>`
    pub fn i32_array(&self, values: &[i32]) -> Attr {
        let values: SmallVec<[i64; 8]> = values.iter().map(|&v| i64::from(v)).collect();
        self.dense_array_attr(types::I32, &values)
    }

    /// `array<element: values>`; of an integer type the values, of a float type the bits.
    pub fn dense_array_attr(&self, element: Type, values: &[i64]) -> Attr {
        let probe = AttrData::DenseArray { element, values: Box::new([]) };
        let hash = borrowed_hash(&probe, |h| (element, values).hash(h));
        self.attr_with(
            hash,
            |a| matches!(a, AttrData::DenseArray { element: e, values: have } if *e == element && **have == *values),
            || AttrData::DenseArray { element, values: values.into() },
        )
    }

    /// The values of an `array<...>` attribute.
    pub fn dense_array(&self, attr: Attr) -> Option<&[i64]> {
        match self.attr_data(attr) {
            AttrData::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// The metadata of a fused location; in LLVM's modules the scope of debug information.
    pub fn location_metadata(&self, loc: Attr) -> Option<Attr> {
        match self.attr_data(loc) {
            AttrData::Location(Location::Fused { metadata, .. }) => *metadata,
            _ => None,
        }
    }

    /// Locations fused into one, as MLIR builds it: unknown ones are left out, and of fused ones with the same metadata
    /// the parts are taken; each occurs once. What is one location without metadata is that location.
    pub fn fused_loc(&self, locations: &[Attr], metadata: Option<Attr>) -> Attr {
        // Nearly all are one place in a scope.
        if let ([one], Some(_)) = (locations, metadata)
            && matches!(self.attr_data(*one), AttrData::Location(Location::File { .. }))
        {
            return self.fused(locations, metadata);
        }
        let mut parts: Vec<Attr> = Vec::with_capacity(locations.len());
        let mut seen = rustc_hash::FxHashSet::default();
        for &location in locations {
            match self.attr_data(location) {
                AttrData::Location(Location::Fused { locations, metadata: inner }) if *inner == metadata => {
                    parts.extend(locations.iter().filter(|&&part| seen.insert(part)));
                }
                AttrData::Location(Location::Unknown) => {}
                _ if seen.insert(location) => parts.push(location),
                _ => {}
            }
        }
        match (&parts[..], metadata) {
            ([], None) => return well_known::UNKNOWN_LOC,
            (&[one], None) => return one,
            ([], Some(_)) => parts.push(well_known::UNKNOWN_LOC),
            _ => {}
        }
        self.fused(&parts, metadata)
    }

    /// `fused<metadata>[locations]` as it stands.
    fn fused(&self, locations: &[Attr], metadata: Option<Attr>) -> Attr {
        let probe = Location::Fused { locations: Items::new(), metadata: None };
        let kind = std::mem::discriminant(&probe);
        let hash = borrowed_hash(&AttrData::Location(probe), |h| (kind, locations, metadata).hash(h));
        let is_same = |have: &AttrData| matches!(have, AttrData::Location(Location::Fused { locations: l, metadata: m }) if **l == *locations && *m == metadata);
        let make = || AttrData::Location(Location::Fused { locations: Items::from_slice(locations), metadata });
        self.attr_with(hash, is_same, make)
    }

    /// Bytes an element of a dense attribute takes: its width rounded up to whole bytes.
    pub fn dense_element_bytes(&self, element: Type) -> usize {
        match self.type_data(element) {
            TypeData::Integer { width, .. } => width.div_ceil(8) as usize,
            TypeData::Float(kind) => kind.width().div_ceil(8) as usize,
            TypeData::Complex(inner) => 2 * self.dense_element_bytes(*inner),
            _ => 8,
        }
    }

    /// `dense<data> : ty`; `data` as in [`AttrData::Dense`], whole. Elements all equal become a splat. Bits past an
    /// integer's width are cleared, so that equal integers are equal attributes.
    pub fn dense(&self, ty: Type, data: &[u8], element_bytes: usize) -> Attr {
        let cleared = self.cleared(ty, data, element_bytes);
        let data = cleared.as_deref().unwrap_or(data);
        let splat = element_bytes > 0
            && data.len() >= element_bytes
            && data.len().is_multiple_of(element_bytes)
            && data[element_bytes..] == data[..data.len() - element_bytes];
        let data = if splat { &data[..element_bytes] } else { data };
        self.attr(AttrData::Dense { ty, data: data.into(), splat })
    }

    /// Elements without bits past their width; `None` where there can be none.
    fn cleared(&self, ty: Type, data: &[u8], element_bytes: usize) -> Option<Vec<u8>> {
        let element = match self.type_data(ty) {
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => *element,
            _ => return None,
        };
        let used = match self.type_data(element) {
            TypeData::Integer { width, .. } => width % 8,
            _ => 0,
        };
        if used == 0 {
            return None;
        }
        let mut cleared = data.to_vec();
        for number in cleared.chunks_exact_mut(element_bytes) {
            if let Some(last) = number.last_mut() {
                *last &= 0xff >> (8 - used);
            }
        }
        Some(cleared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_odd_width_have_one_form() {
        let ctx = Context::new();
        let ty = ctx.vector_type(2, false, ctx.int_type(4));
        assert_eq!(ctx.dense(ty, &[0xff, 0x01], 1), ctx.dense(ty, &[0x0f, 0x01], 1));
    }

    #[test]
    fn well_known_handles_are_what_they_say() {
        let ctx = Context::new();
        assert_eq!(well_known::TRUE, ctx.bool_attr(true));
        assert_eq!(well_known::EMPTY_DICTIONARY, ctx.dictionary(&[]));
        assert_eq!(well_known::UNKNOWN_LOC, ctx.attr(AttrData::Location(Location::Unknown)));
    }

    #[test]
    fn borrowed_and_owned_forms_are_one_attribute() {
        let ctx = Context::new();
        let items = [well_known::UNIT, well_known::TRUE];
        assert_eq!(ctx.array(&items), ctx.attr(AttrData::Array(items[..].into())));
        let values = [1, 2];
        let owned = ctx.attr(AttrData::DenseArray { element: types::I64, values: values.into() });
        assert_eq!(ctx.dense_array_attr(types::I64, &values), owned);
        let entries = [(ctx.str("a"), well_known::UNIT), (ctx.str("b"), well_known::TRUE)];
        assert_eq!(ctx.dictionary(&entries), ctx.attr(AttrData::Dictionary(entries.into_iter().collect())));
        let place = ctx.attr(AttrData::Location(Location::File { file: ctx.str("f"), line: 1, column: 2, end: None }));
        let (locations, metadata) = (Items::from_slice(&[place]), Some(well_known::UNIT));
        let fused = ctx.fused_loc(&locations, metadata);
        assert_eq!(fused, ctx.attr(AttrData::Location(Location::Fused { locations, metadata })));
    }

    #[test]
    fn integers_wrap_to_their_width() {
        let ctx = Context::new();
        assert_eq!(ctx.int_attr(types::I8, 255), ctx.int_attr(types::I8, -1));
        for ty in [types::I32, types::I64, types::INDEX] {
            for value in [0, 7, 1023, 1024, -1] {
                let owned = ctx.attr(AttrData::Integer { ty, value });
                assert_eq!([ctx.int_attr(ty, value), ctx.int_attr(ty, value)], [owned, owned]);
            }
        }
        let wide = ctx.int_type(128);
        let all_ones = (BigInt::from(1) << 128) - 1;
        assert_eq!(ctx.big_int_attr(wide, all_ones), ctx.int_attr(wide, -1));
    }

    #[test]
    fn equal_elements_are_a_splat() {
        let ctx = Context::new();
        let ty = ctx.vector_type(3, false, types::I8);
        let AttrData::Dense { splat, data, .. } = ctx.attr_data(ctx.dense(ty, &[7, 7, 7], 1)) else { return };
        assert!(*splat && data.len() == 1);
    }

    #[test]
    fn an_attribute_is_small() {
        assert!(size_of::<AttrData>() <= 32);
    }
}
