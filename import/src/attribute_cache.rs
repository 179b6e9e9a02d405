//! Attributes that one thread has met lately: looking one up takes no lock, and only what is new to the thread is interned.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attr_table::AttrKind;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{EnumForm, EnumValue};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, DirectMappedCache, Str, Type};

/// NamedAttrs of a dictionary, not yet sorted.
pub(crate) type NamedAttrs = Vec<(Str, Attr)>;

/// A short list of named attributes.
pub(crate) type SmallNamedAttrs = SmallVec<[(Str, Attr); 4]>;

/// How many of the latest dictionaries and arrays a thread knows. In a module with debug information half of the dictionaries
/// are one operation's alone.
const LATELY: usize = 2048;

/// Attributes by what they are made of.
pub(crate) struct AttributeCache<'s> {
    ctx: &'s Context,
    dictionaries: DirectMappedCache<SmallNamedAttrs, Attr>,
    ints: FxHashMap<(Type, i64), Attr>,
    enums: FxHashMap<(AttrKind, i64), Attr>,
    arrays: DirectMappedCache<SmallVec<[i32; 4]>, Attr>,
    symbols: FxHashMap<Str, Attr>,
}

impl<'s> AttributeCache<'s> {
    /// An empty cache of a context's attributes.
    pub fn new(ctx: &'s Context) -> AttributeCache<'s> {
        AttributeCache {
            ctx,
            dictionaries: DirectMappedCache::new(LATELY),
            ints: FxHashMap::default(),
            enums: FxHashMap::default(),
            arrays: DirectMappedCache::new(LATELY),
            symbols: FxHashMap::default(),
        }
    }

    /// A dictionary of entries in any order.
    #[inline]
    pub fn dictionary(&mut self, entries: &[(Str, Attr)]) -> Attr {
        if entries.is_empty() {
            return attrs::EMPTY_DICTIONARY;
        }
        if let Some(&attr) = self.dictionaries.get(entries) {
            return attr;
        }
        let attr = self.ctx.dictionary(entries);
        self.dictionaries.put(entries.into(), attr);
        attr
    }

    /// `value : ty`
    #[inline]
    pub fn int(&mut self, ty: Type, value: i64) -> Attr {
        let ctx = self.ctx;
        *self.ints.entry((ty, value)).or_insert_with(|| ctx.int_attr(ty, value))
    }

    /// `value : i64`
    #[inline]
    pub fn i64(&mut self, value: i64) -> Attr {
        self.int(types::I64, value)
    }

    /// The attribute that holds a value of an enumeration.
    pub fn enum_value<E: EnumValue>(&mut self, value: E) -> Attr {
        let ctx = self.ctx;
        match E::FORM {
            EnumForm::Integer => self.int(types::I64, value.number()),
            EnumForm::Property => self.int(types::I32, value.number()),
            EnumForm::String => ctx.enum_attr(value),
            EnumForm::Llvm(kind) => *self.enums.entry((kind, value.number())).or_insert_with(|| ctx.enum_attr(value)),
        }
    }

    /// `array<i32: values>`
    pub fn i32_array(&mut self, values: &[i32]) -> Attr {
        if let Some(&attr) = self.arrays.get(values) {
            return attr;
        }
        let attr = self.ctx.i32_array(values);
        self.arrays.put(values.into(), attr);
        attr
    }

    /// `@name`
    pub fn symbol_ref(&mut self, symbol: Str) -> Attr {
        let ctx = self.ctx;
        *self.symbols.entry(symbol).or_insert_with(|| ctx.symbol_ref(symbol))
    }

    /// An array of strings.
    pub fn words(&self, words: &[&str]) -> Attr {
        let words: Vec<Attr> = words.iter().map(|word| self.ctx.string_attr(word)).collect();
        self.ctx.array(&words)
    }
}
