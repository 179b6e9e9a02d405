//! What an attribute must be where no [`crate::ops::SlotKind`] says it: a predicate and upstream's words for it.

use rustc_hash::FxHashSet;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Type};
use crate::names;
use crate::types::{Signedness, TypeData, well_known as types};

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
pub struct AttrConstraint {
    /// What upstream keeps such an attribute as.
    pub class: Class,
    /// What upstream calls what fits.
    pub words: &'static str,
    /// Whether an attribute fits.
    pub holds: fn(&Context, Attr) -> bool,
}

impl AttrConstraint {
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

macro_rules! attr_constraints {
    ($($name:ident $class:ident $words:literal = $holds:expr;)*) => {
        $(
            #[doc = concat!("\"", $words, "\"")]
            pub static $name: AttrConstraint =
                AttrConstraint { class: Class::$class, words: $words, holds: $holds };
        )*
    };
}
pub(crate) use attr_constraints;

attr_constraints! {
    AFFINE_MAP Map "AffineMap attribute" = is_map;
    METADATA Any "LLVM metadata attribute" = |ctx, attr| matches!(ctx.attr_data(attr), AttrData::Llvm { .. });
    INDEX_GROUPS Array "Array of 64-bit integer array attributes" = |ctx, attr| {
        let is_i64 = |&item: &Attr| is_int(ctx, item, 64, Some(Signedness::Signless));
        is_array_of(ctx, attr, &|group| matches!(ctx.attr_data(group), AttrData::Array(items) if items.iter().all(is_i64)))
    };
    POSITIVE_I32 Integer "32-bit signless integer attribute whose value is positive" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value > 0)
    };
    ALIGNMENT_I64 Integer "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0" =
        |ctx, attr| {
            is_int(ctx, attr, 64, Some(Signedness::Signless))
                && ctx.int_value(attr).is_some_and(|value| value > 0 && value.count_ones() == 1)
        };
    NON_NEGATIVE_I32 Integer "32-bit signless integer attribute whose minimum value is 0" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless)) && ctx.int_value(attr).is_some_and(|value| value >= 0)
    };
    LOCALITY Integer "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3" = |ctx, attr| {
        is_int(ctx, attr, 32, Some(Signedness::Signless))
            && ctx.int_value(attr).is_some_and(|value| (0..=3).contains(&value))
    };
    STRINGS Array "string array attribute" = |ctx, attr| {
        is_array_of(ctx, attr, &|item| matches!(ctx.attr_data(item), AttrData::String { .. }))
    };
    DICTIONARY Itself "dictionary of named attribute values" =
        |ctx, attr| matches!(ctx.attr_data(attr), AttrData::Dictionary(_));
    // What an `llvm.func` of each intrinsic would have.
    DECLARATIONS Array "array of dictionaries with function_type and sym_name, no name twice" = |ctx, attr| {
        let mut names = FxHashSet::default();
        let is_declaration = |item| {
            let ty = ctx.entry(item, names::FUNCTION_TYPE).is_some_and(|ty| (LLVM_FUNCTION_TYPE.holds)(ctx, ty));
            ty && ctx.entry(item, names::SYM_NAME).is_some_and(|name| ctx.string_value(name).is_some())
        };
        let is_new = |item: &Attr| ctx.entry(*item, names::SYM_NAME).is_none_or(|name| names.insert(name));
        is_array_of(ctx, attr, &is_declaration) && ctx.items(attr).iter().all(is_new)
    };
    // An order of the incoming values of all phis of a block, or one of each.
    INCOMING_ORDERS Itself "i32 dense array attribute, or an array of these" =
        |ctx, attr| is_i32_list(ctx, attr) || is_array_of(ctx, attr, &|order| is_i32_list(ctx, order));
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
}

/// Whether an attribute is an integer of a width; `None` is any signedness.
fn is_int(ctx: &Context, attr: Attr, bits: u32, wanted: Option<Signedness>) -> bool {
    let (AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. }) = ctx.attr_data(attr) else { return false };
    matches!(ctx.type_data(*ty), TypeData::Integer { width, signedness }
        if *width == bits && wanted.is_none_or(|wanted| wanted == *signedness))
}

fn is_i32_list(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::DenseArray { element, .. } if *element == types::I32)
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

/// Whether an attribute is an array whose items all fit.
pub(crate) fn is_array_of(ctx: &Context, attr: Attr, item: &dyn Fn(Attr) -> bool) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Array(items) if items.iter().all(|&each| item(each)))
}

fn is_map(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Affine(text) if ctx.bytes(*text).starts_with(b"affine_map"))
}
