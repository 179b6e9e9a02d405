//! What an attribute must be where no [`super::SlotKind`] says it: a predicate and upstream's words for it.

use crate::attributes::{AttrData, well_known};
use crate::context::{Attr, Context, Type};
use crate::types::{FloatKind, Signedness, TypeData, well_known as types};

/// The class of attributes that upstream keeps an operation's attribute as. Nothing else can be given for it; what is
/// of the class and not what the constraint asks for, the verifier refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Any attribute.
    Any,
    /// What the constraint says.
    Itself,
    /// `[...]`
    Array,
    /// `array<...>`
    Dense,
    /// `affine_map<...>`
    Map,
    /// An integer of any type.
    Integer,
    /// A string.
    String,
    /// A type.
    Type,
    /// `@name::@name`
    Symbol,
    /// Dense elements that are integers.
    Integers,
}

/// A constraint of an attribute.
#[derive(Debug)]
pub struct Limit {
    /// What upstream keeps such an attribute as.
    pub class: Class,
    /// What upstream calls what fits.
    pub words: &'static str,
    /// Whether an attribute fits.
    pub holds: fn(&Context, Attr) -> bool,
}

impl Limit {
    /// Whether upstream can keep an attribute for one that is held to this.
    pub fn keeps(&self, ctx: &Context, attr: Attr) -> bool {
        let data = ctx.attr_data(attr);
        match self.class {
            Class::Any => true,
            Class::Itself => (self.holds)(ctx, attr),
            Class::Array => matches!(data, AttrData::Array(_)),
            Class::Dense => matches!(data, AttrData::DenseArray { .. }),
            Class::Map => is_map(ctx, attr),
            Class::Integer => matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. }),
            Class::String => matches!(data, AttrData::String { .. }),
            Class::Type => matches!(data, AttrData::Type(_)),
            Class::Integers => (INTEGER_ELEMENTS.holds)(ctx, attr),
            Class::Symbol => matches!(data, AttrData::SymbolRef { .. }),
        }
    }
}

macro_rules! limits {
    ($($name:ident $class:ident $words:literal = $holds:expr;)*) => {
        $(
            #[doc = concat!("\"", $words, "\"")]
            pub static $name: Limit =
                Limit { class: Class::$class, words: $words, holds: $holds };
        )*
    };
}

limits! {
    BOOL_ARRAY Array "1-bit boolean array attribute" = |ctx, attr| is_array_of(ctx, attr, &|item| matches!(item, well_known::TRUE | well_known::FALSE));
    AFFINE_MAP_ARRAY Array "AffineMap array attribute" = |ctx, attr| is_array_of(ctx, attr, &|item| is_map(ctx, item));
    AFFINE_MAP Map "AffineMap attribute" = is_map;
    WINDOW_1 Integers "64-bit signless int elements attribute of shape [1]" = |ctx, attr| is_window(ctx, attr, 1);
    WINDOW_2 Integers "64-bit signless int elements attribute of shape [2]" = |ctx, attr| is_window(ctx, attr, 2);
    WINDOW_3 Integers "64-bit signless int elements attribute of shape [3]" = |ctx, attr| is_window(ctx, attr, 3);
    INCREASING_I64 Dense "i64 dense array attribute should be in increasing order" = |ctx, attr| {
        matches!(ctx.attr_data(attr), AttrData::DenseArray { element: types::I64, values } if values.is_sorted())
    };
    INDEX_GROUPS Array "Array of 64-bit integer array attributes" = |ctx, attr| {
        let is_i64 = |&item: &Attr| is_int(ctx, item, 64, Some(Signedness::Signless));
        is_array_of(ctx, attr, &|group| matches!(ctx.attr_data(group), AttrData::Array(items) if items.iter().all(is_i64)))
    };
    LOOP_ITERATORS Array "Iterator type should be an enum." =
        |ctx, attr| is_array_of(ctx, attr, &|item| is_iterator(ctx, item, "linalg"));
    ITERATORS Array "Iterator type should be an enum." =
        |ctx, attr| is_array_of(ctx, attr, &|item| is_iterator(ctx, item, "vector"));
    I32_OR_STRING Any "32-bit signless integer attribute or string attribute" =
        |ctx, attr| is_int(ctx, attr, 32, Some(Signedness::Signless)) || ctx.string_value(attr).is_some();
    I64_OR_STRING_OF_INTEGER Any "string attribute of integer or 64-bit signless integer attribute" =
        |ctx, attr| is_int(ctx, attr, 64, Some(Signedness::Signless)) || is_string_of_integer(ctx, attr);
    STRING_OF_INTEGER String "string attribute of integer" = is_string_of_integer;
    ANY_I32 Integer "32-bit integer attribute" = |ctx, attr| is_int(ctx, attr, 32, None);
    SI32 Integer "32-bit signed integer attribute" = |ctx, attr| is_int(ctx, attr, 32, Some(Signedness::Signed));
    UI32 Integer "32-bit unsigned integer attribute" = |ctx, attr| is_int(ctx, attr, 32, Some(Signedness::Unsigned));
    NON_NEGATIVE_I32 Integer "32-bit signless integer attribute whose value is non-negative" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value >= 0)
    };
    NON_NEGATIVE_I64 Integer "64-bit signless integer attribute whose value is non-negative" = |ctx, attr| {
        is_int(ctx, attr, 64, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value >= 0)
    };
    LEAST_0_I64 Integer "64-bit signless integer attribute whose minimum value is 0" = |ctx, attr| {
        is_int(ctx, attr, 64, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value >= 0)
    };
    POSITIVE_I32 Integer "32-bit signless integer attribute whose value is positive" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value > 0)
    };
    ALIGNMENT_I64 Integer "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0" =
        |ctx, attr| {
            is_int(ctx, attr, 64, Some(Signedness::Signless))
                && ctx.int_value(attr).is_some_and(|value| value > 0 && value.count_ones() == 1)
        };
    LOCALITY Integer "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless))
            && ctx.int_value(attr).is_some_and(|value| (0..=3).contains(&value))
    };
    POSITIVE_I64 Integer "64-bit signless integer attribute whose value is positive" = |ctx, attr| {
        is_int(ctx, attr, 64, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value > 0)
    };
    SYMBOL_REF Symbol "symbol reference attribute" = |ctx, attr| matches!(ctx.attr_data(attr), AttrData::SymbolRef { .. });
    LLVM_FUNCTION_TYPE Type "type attribute of LLVM function type" = |ctx, attr| {
        ctx.type_value(attr).is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::LlvmFunction { .. }))
    };
    FUNCTION_TYPE Type "type attribute of function type" = |ctx, attr| {
        ctx.type_value(attr).is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::Function { .. }))
    };
    INTEGER_ELEMENTS Itself "integer elements attribute" = |ctx, attr| {
        elements_type(ctx, attr)
            .is_some_and(|(_, element)| matches!(ctx.type_data(element), TypeData::Integer { .. } | TypeData::Index))
    };
    TYPED Itself "TypedAttr instance" = |ctx, attr| match ctx.attr_data(attr) {
        // One of a dialect may have a type.
        AttrData::Opaque { .. } | AttrData::String { .. } => true,
        _ => ctx.attr_type(attr).is_some(),
    };
    TYPE_I64 Type "type attribute of 64-bit signless integer" = |ctx, attr| ctx.type_value(attr) == Some(types::I64);
    TYPES Array "type array attribute" = |ctx, attr| {
        matches!(ctx.attr_data(attr), AttrData::Array(items)
            if items.iter().all(|&item| ctx.type_value(item).is_some()))
    };
    STRINGS Array "string array attribute" = |ctx, attr| {
        matches!(ctx.attr_data(attr), AttrData::Array(items)
            if items.iter().all(|&item| ctx.string_value(item).is_some()))
    };
    I32_CASES Integer "allowed 32-bit signless integer cases: 5, 10, 2147483648, 4294967295" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless))
            && matches!(ctx.int_value(attr), Some(5 | 10 | -2_147_483_648 | -1))
    };
    I64_CASES Integer "allowed 64-bit signless integer cases: 5, 10, 4294967296" = |ctx, attr| {
        is_int(ctx, attr, 64, Some(Signedness::Signless)) && matches!(ctx.int_value(attr), Some(5 | 10 | 4_294_967_296))
    };
    LOCATION Itself "location attribute" = |ctx, attr| matches!(ctx.attr_data(attr), AttrData::Location(_));
    STRING_ELEMENTS Any "string elements attribute" =
        |ctx, attr| matches!(ctx.attr_data(attr), AttrData::DenseStrings { .. });
    I32_ELEMENTS Any "32-bit signless integer elements attribute" =
        |ctx, attr| elements_type(ctx, attr).is_some_and(|(_, element)| element == types::I32);
    ANY_I32_ELEMENTS Any "32-bit integer elements attribute" = |ctx, attr| {
        elements_type(ctx, attr)
            .is_some_and(|(_, element)| matches!(ctx.type_data(element), TypeData::Integer { width: 32, .. }))
    };
    I32_ELEMENTS_2 Any "32-bit signless int elements attribute of shape [2]" =
        |ctx, attr| elements_type(ctx, attr).is_some_and(|(dims, element)| dims == [2] && element == types::I32);
    I64_ELEMENTS_4_8 Any "64-bit signless int elements attribute of shape [4, 8]" =
        |ctx, attr| elements_type(ctx, attr).is_some_and(|(dims, element)| dims == [4, 8] && element == types::I64);
    F32_ELEMENTS_2 Any "32-bit float elements attribute of shape [2]" =
        |ctx, attr| elements_type(ctx, attr).is_some_and(|t| t.0 == [2] && is_float(ctx, t.1, FloatKind::F32));
    F64_ELEMENTS_4_8 Any "64-bit float elements attribute of shape [4, 8]" =
        |ctx, attr| elements_type(ctx, attr).is_some_and(|t| t.0 == [4, 8] && is_float(ctx, t.1, FloatKind::F64));
    DENSE_BOOL Dense "i1 dense array attribute" = |ctx, attr| dense(ctx, attr, "i1").is_some();
    DENSE_I8 Dense "i8 dense array attribute" = |ctx, attr| dense(ctx, attr, "i8").is_some();
    DENSE_I16 Dense "i16 dense array attribute" = |ctx, attr| dense(ctx, attr, "i16").is_some();
    DENSE_F32 Dense "f32 dense array attribute" = |ctx, attr| dense(ctx, attr, "f32").is_some();
    DENSE_F64 Dense "f64 dense array attribute" = |ctx, attr| dense(ctx, attr, "f64").is_some();
    RISING_I16 Dense "i16 dense array attribute should be in increasing order" =
        |ctx, attr| dense(ctx, attr, "i16").is_some_and(|v| v.is_sorted_by(|a, b| a < b));
    NOT_FALLING_I32 Dense "i32 dense array attribute should be in non-decreasing order" =
        |ctx, attr| dense(ctx, attr, "i32").is_some_and(|v| v.is_sorted());
    RISING_I64 Dense "i64 dense array attribute should be in increasing order" =
        |ctx, attr| dense(ctx, attr, "i64").is_some_and(|v| v.is_sorted_by(|a, b| a < b));
    POSITIVE_I8_ARRAY Dense "i8 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "i8");
    POSITIVE_I16_ARRAY Dense "i16 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "i16");
    POSITIVE_I32_ARRAY Dense "i32 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "i32");
    POSITIVE_I64_ARRAY Dense "i64 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "i64");
    POSITIVE_F32_ARRAY Dense "f32 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "f32");
    POSITIVE_F64_ARRAY Dense "f64 dense array attribute whose value is positive" = |ctx, attr| positive(ctx, attr, "f64");
    NATURAL_I8_ARRAY Dense "i8 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "i8");
    NATURAL_I16_ARRAY Dense "i16 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "i16");
    NATURAL_I32_ARRAY Dense "i32 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "i32");
    NATURAL_I64_ARRAY Dense "i64 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "i64");
    NATURAL_F32_ARRAY Dense "f32 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "f32");
    NATURAL_F64_ARRAY Dense "f64 dense array attribute whose value is non-negative" = |ctx, attr| natural(ctx, attr, "f64");
}

/// Whether an attribute is an integer of a width; `None` is any signedness.
fn is_int(ctx: &Context, attr: Attr, bits: u32, wanted: Option<Signedness>) -> bool {
    let (AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. }) = ctx.attr_data(attr) else { return false };
    matches!(ctx.type_data(*ty), TypeData::Integer { width, signedness }
        if *width == bits && wanted.is_none_or(|wanted| wanted == *signedness))
}

fn is_string_of_integer(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::String { ty: Some(ty), .. }
        if matches!(ctx.type_data(*ty), TypeData::Integer { .. }))
}

fn is_float(ctx: &Context, ty: Type, kind: FloatKind) -> bool {
    matches!(ctx.type_data(ty), TypeData::Float(have) if *have == kind)
}

/// The shape and the element type of an elements attribute.
fn elements_type(ctx: &Context, attr: Attr) -> Option<(Vec<u64>, Type)> {
    let (AttrData::Dense { ty, .. } | AttrData::Sparse { ty, .. } | AttrData::DenseResource { ty, .. }) =
        ctx.attr_data(attr)
    else {
        return None;
    };
    match ctx.type_data(*ty) {
        TypeData::Tensor { dims: Some(dims), element, .. } | TypeData::Vector { dims, element } => {
            Some((dims.iter().filter_map(|dim| dim.size).collect(), *element))
        }
        _ => None,
    }
}

/// The values of a dense array whose element type has a name.
fn dense<'c>(ctx: &'c Context, attr: Attr, element: &str) -> Option<&'c [i64]> {
    let AttrData::DenseArray { element: have, values } = ctx.attr_data(attr) else { return None };
    let named = match ctx.type_data(*have) {
        TypeData::Integer { width, signedness: Signedness::Signless } => {
            element.strip_prefix('i').and_then(|digits| digits.parse().ok()) == Some(*width)
        }
        TypeData::Float(kind) => kind.mlir() == element,
        _ => false,
    };
    named.then_some(values)
}

/// Whether all elements are above 0, or, for `least` of 0, not below: a float's bits are as the model stores them.
fn all_from(ctx: &Context, attr: Attr, element: &str, least: i64) -> bool {
    let Some(values) = dense(ctx, attr, element) else { return false };
    values.iter().all(|&bits| match element {
        "f32" => compare(f64::from(f32::from_bits(bits as u32)), least),
        "f64" => compare(f64::from_bits(bits as u64), least),
        _ => bits >= least,
    })
}

fn compare(value: f64, least: i64) -> bool {
    if least > 0 { value > 0.0 } else { value >= 0.0 }
}

fn positive(ctx: &Context, attr: Attr, element: &str) -> bool {
    all_from(ctx, attr, element, 1)
}

fn natural(ctx: &Context, attr: Attr, element: &str) -> bool {
    all_from(ctx, attr, element, 0)
}

/// Whether an attribute is an array whose items all fit.
fn is_array_of(ctx: &Context, attr: Attr, item: &dyn Fn(Attr) -> bool) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Array(items) if items.iter().all(|&each| item(each)))
}

/// Whether an attribute is an affine map, not an integer set.
fn is_window(ctx: &Context, attr: Attr, size: u64) -> bool {
    elements_type(ctx, attr).is_some_and(|(dims, element)| dims == [size] && element == types::I64)
}

fn is_map(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Affine(text) if ctx.bytes(*text).starts_with(b"affine_map"))
}

/// Whether an attribute is `#dialect.iterator_type<...>`.
fn is_iterator(ctx: &Context, attr: Attr, of: &str) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Opaque { dialect, body, .. }
        if ctx.bytes(*dialect) == of.as_bytes() && ctx.bytes(*body).starts_with(b"iterator_type<"))
}
