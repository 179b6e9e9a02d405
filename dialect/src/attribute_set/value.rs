//! Values of attributes between LLVM's spelling and the dialect's attributes.

use num_bigint::{BigInt, Sign};
use smallvec::SmallVec;

use crate::attr_table;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context};
use crate::enums;
use crate::llvm_attributes::AttributeValue;
use crate::types::{TypeData, well_known as types};

/// The memory locations by LLVM's names, in the order of LLVM's writer, each with its place among the parameters of
/// `#llvm.memory_effects`, and among the pairs of bits of LLVM's own encoding. The first is what stands for all others
/// and has no name.
const MEMORY: [(&str, usize, u32); 6] = [
    ("", 0, 3),
    ("argmem", 1, 0),
    ("inaccessiblemem", 2, 1),
    ("errnomem", 3, 2),
    ("target_mem0", 4, 4),
    ("target_mem1", 5, 5),
];

/// The attribute that the dialect has for the text between an attribute's brackets; `None` where it has none.
pub fn text_attr(ctx: &Context, value: AttributeValue, text: &str) -> Option<Attr> {
    match value {
        AttributeValue::Captures => (text == "none").then_some(attrs::UNIT),
        AttributeValue::Memory => memory_attr(ctx, text),
        AttributeValue::UwTable => {
            let kind = if text.is_empty() { Some(2) } else { enums::UWTABLE.from_llvm(text) };
            Some(enum_attr(ctx, attr_table::UWTABLE_KIND, kind?))
        }
        AttributeValue::VScaleRange => {
            let (min, max) = text.split_once(',')?;
            let number = |t: &str| t.trim().parse::<u32>().ok().map(|n| ctx.int_attr(types::I32, i64::from(n)));
            let params = Box::new([Some(number(min)?), Some(number(max)?)]);
            Some(ctx.attr(AttrData::Llvm { kind: attr_table::VSCALE_RANGE, params }))
        }
        AttributeValue::Range => range_attr(ctx, text),
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::AllocKind
        | AttributeValue::AllocSize
        | AttributeValue::FpClass
        | AttributeValue::Initializes => None,
    }
}

/// The text between an attribute's brackets that an attribute of the dialect stands for.
pub fn attr_text(ctx: &Context, value: AttributeValue, attr: Attr) -> Option<String> {
    match value {
        AttributeValue::Captures => Some("none".to_owned()),
        AttributeValue::Memory => memory_text(ctx, attr),
        AttributeValue::UwTable => match enum_value(ctx, attr)? {
            1 => Some("sync".to_owned()),
            2 => Some(String::new()),
            _ => None,
        },
        AttributeValue::VScaleRange => {
            let bound = |i| ctx.int_value(param(ctx, attr, i)?).map(|n| n as u32);
            Some(format!("{},{}", bound(0)?, bound(1)?))
        }
        AttributeValue::Range => {
            let (lower, ty) = integer(ctx, param(ctx, attr, 0)?)?;
            let (upper, _) = integer(ctx, param(ctx, attr, 1)?)?;
            Some(format!("i{} {lower}, {upper}", ctx.int_width(ty)?))
        }
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::AllocKind
        | AttributeValue::AllocSize
        | AttributeValue::FpClass
        | AttributeValue::Initializes => None,
    }
}

/// An attribute of the LLVM dialect whose one parameter is an enumeration.
pub fn enum_attr(ctx: &Context, kind: attr_table::AttrKind, value: i64) -> Attr {
    ctx.attr(AttrData::Llvm { kind, params: Box::new([Some(ctx.int_attr(types::I64, value))]) })
}

/// The number of an attribute by [`enum_attr`].
pub fn enum_value(ctx: &Context, attr: Attr) -> Option<i64> {
    ctx.int_value(param(ctx, attr, 0)?)
}

/// A parameter of an attribute of the LLVM dialect.
pub fn param(ctx: &Context, attr: Attr, place: usize) -> Option<Attr> {
    match ctx.attr_data(attr) {
        AttrData::Llvm { params, .. } => *params.get(place)?,
        _ => None,
    }
}

fn memory_attr(ctx: &Context, text: &str) -> Option<Attr> {
    let effects = memory_effects(text)?;
    // Upstream has no attribute for what goes without saying.
    if effects.iter().all(|e| Some(*e) == enums::MOD_REF.from_llvm("readwrite")) {
        return None;
    }
    let params = effects.iter().map(|e| Some(ctx.int_attr(types::I64, *e))).collect();
    Some(ctx.attr(AttrData::Llvm { kind: attr_table::MEMORY_EFFECTS, params }))
}

/// The access to each location, by its place.
fn memory_effects(text: &str) -> Option<[i64; 6]> {
    let mut effects = [0; 6];
    for (i, part) in text.split(',').enumerate() {
        let (place, access) = match part.split_once(':') {
            Some((location, access)) => (MEMORY.iter().find(|m| m.0 == location.trim())?.1, access),
            None if i == 0 => (0, part),
            None => return None,
        };
        let effect = enums::MOD_REF.from_llvm(access.trim())?;
        if place == 0 {
            effects = [effect; 6];
        } else {
            *effects.get_mut(place)? = effect;
        }
    }
    Some(effects)
}

/// What LLVM's writer puts between the brackets of `memory(...)` for `text`, which may say the same in another way;
/// `None` where `text` is no such.
pub fn canonical_memory(text: &str) -> Option<String> {
    memory_spelling(&memory_effects(text)?)
}

/// What LLVM's writer has between an attribute's brackets where another text says the same; `None` for a text that has no
/// other spelling, or that says nothing.
///
/// ```
/// use irtrip_dialect::attribute_set::canonical_text;
/// use irtrip_dialect::llvm_attributes::AttributeValue;
/// let text = |value, text| canonical_text(value, text).unwrap_or_default();
/// assert_eq!(text(AttributeValue::FpClass, "pnorm nnorm 3"), "");
/// assert_eq!(text(AttributeValue::FpClass, "pnorm nnorm snan"), "snan norm");
/// assert_eq!(text(AttributeValue::FpClass, "1023"), "all");
/// assert_eq!(text(AttributeValue::Range, "i8 3, 200"), "i8 3, -56");
/// assert_eq!(text(AttributeValue::VScaleRange, "2"), "2,2");
/// ```
pub fn canonical_text(value: AttributeValue, text: &str) -> Option<String> {
    match value {
        AttributeValue::Memory => canonical_memory(text),
        AttributeValue::UwTable => (text == "async").then(String::new),
        AttributeValue::VScaleRange => text.parse::<u32>().ok().map(|bound| format!("{bound},{bound}")),
        AttributeValue::FpClass => canonical_classes(text),
        AttributeValue::Range => canonical_range(text),
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::AllocKind
        | AttributeValue::AllocSize
        | AttributeValue::Captures
        | AttributeValue::Initializes => None,
    }
}

/// The classes of `nofpclass` and their bits, in the order in which LLVM's writer looks for them.
const CLASSES: [(&str, u32); 16] = [
    ("all", 0x3ff),
    ("nan", 3),
    ("snan", 1),
    ("qnan", 2),
    ("inf", 0x204),
    ("ninf", 4),
    ("pinf", 0x200),
    ("zero", 0x60),
    ("nzero", 0x20),
    ("pzero", 0x40),
    ("sub", 0x90),
    ("nsub", 0x10),
    ("psub", 0x80),
    ("norm", 0x108),
    ("nnorm", 8),
    ("pnorm", 0x100),
];

fn canonical_classes(text: &str) -> Option<String> {
    let of_word = |word: &str| CLASSES.iter().find(|class| class.0 == word).map(|class| class.1);
    let mut bits = match text.trim().parse::<u32>() {
        Ok(bits) => bits,
        Err(_) => text.split_ascii_whitespace().try_fold(0, |bits, word| Some(bits | of_word(word)?))?,
    };
    let mut words = Vec::new();
    for (word, class) in CLASSES {
        if bits != 0 && bits & class == class {
            words.push(word);
            bits &= !class;
        }
    }
    (bits == 0).then(|| words.join(" "))
}

/// `i32 3, 2147483648` with its bounds as signed numbers.
fn canonical_range(text: &str) -> Option<String> {
    let (ty, bounds) = text.split_once(' ')?;
    let width = ty.strip_prefix('i')?.parse::<u32>().ok()?;
    let (lower, upper) = bounds.split_once(',')?;
    let signed = |bound: &str| {
        let value = bound.trim().parse::<BigInt>().ok()?;
        let over = value.bits() == u64::from(width) && value.sign() == Sign::Plus;
        Some(if over { value - (BigInt::from(1) << width) } else { value })
    };
    Some(format!("{ty} {}, {}", signed(lower)?, signed(upper)?))
}

fn memory_text(ctx: &Context, attr: Attr) -> Option<String> {
    let effects: SmallVec<[i64; 6]> =
        MEMORY.iter().map(|m| param(ctx, attr, m.1).and_then(|p| ctx.int_value(p)).unwrap_or(0)).collect();
    memory_spelling(&effects)
}

/// What stands between the brackets of `memory(...)` for the access to each location of [`MEMORY`].
fn memory_spelling(effects: &[i64]) -> Option<String> {
    let (&other, named) = effects.split_first()?;
    let mut parts = Vec::new();
    if other != 0 || named.iter().all(|e| *e == other) {
        parts.push(enums::MOD_REF.llvm(other)?.to_owned());
    }
    for (effect, (name, ..)) in effects.iter().zip(MEMORY).skip(1) {
        if *effect != other {
            parts.push(format!("{name}: {}", enums::MOD_REF.llvm(*effect)?));
        }
    }
    Some(parts.join(", "))
}

fn range_attr(ctx: &Context, text: &str) -> Option<Attr> {
    let (ty, bounds) = text.split_once(' ')?;
    let ty = ctx.int_type(ty.strip_prefix('i')?.parse().ok()?);
    let (lower, upper) = bounds.split_once(',')?;
    let bound = |t: &str| t.trim().parse::<BigInt>().ok().map(|n| ctx.big_int_attr(ty, n));
    let params = Box::new([Some(bound(lower)?), Some(bound(upper)?)]);
    Some(ctx.attr(AttrData::Llvm { kind: attr_table::CONSTANT_RANGE, params }))
}

/// The value and type of an integer attribute, as LLVM's writer prints a value of the type: signed.
fn integer(ctx: &Context, attr: Attr) -> Option<(BigInt, crate::Type)> {
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, value } => {
            matches!(ctx.type_data(*ty), TypeData::Integer { .. }).then(|| (BigInt::from(*value), *ty))
        }
        AttrData::BigInteger { ty, value } => Some((value.as_ref().clone(), *ty)),
        _ => None,
    }
}

/// The kinds of `allockind` and their bits.
const ALLOC_KINDS: [(&str, u64); 6] =
    [("alloc", 1), ("realloc", 2), ("free", 4), ("uninitialized", 8), ("zeroed", 16), ("aligned", 32)];

/// The number that upstream's `passthrough` has for `allocsize(...)` and its kin: LLVM's own encoding.
pub fn raw_number(value: AttributeValue, text: &str) -> Option<u64> {
    match value {
        AttributeValue::AllocSize => {
            let mut parts = text.split(',').map(|n| n.trim().parse::<u32>());
            let size = parts.next()?.ok()?;
            let count = parts.next().transpose().ok()?.unwrap_or(u32::MAX);
            Some(u64::from(size) << 32 | u64::from(count))
        }
        AttributeValue::AllocKind => {
            let names = text.strip_prefix('"')?.strip_suffix('"')?;
            let bit = |name: &str| ALLOC_KINDS.iter().find(|k| k.0 == name).map(|k| k.1);
            names.split(',').map(bit).sum()
        }
        AttributeValue::Memory => {
            let effects = memory_effects(text)?;
            let bits = MEMORY.iter().map(|m| (*effects.get(m.1).unwrap_or(&0) as u64) << (2 * m.2));
            Some(bits.sum())
        }
        _ => None,
    }
}

/// The text between the brackets of `allocsize(...)` and its kin for LLVM's own encoding.
pub fn raw_text(value: AttributeValue, number: u64) -> Option<String> {
    match value {
        AttributeValue::AllocSize => {
            let (size, count) = ((number >> 32) as u32, number as u32);
            Some(if count == u32::MAX { size.to_string() } else { format!("{size},{count}") })
        }
        AttributeValue::AllocKind => {
            let names: Vec<&str> = ALLOC_KINDS.iter().filter(|k| number & k.1 != 0).map(|k| k.0).collect();
            Some(format!("\"{}\"", names.join(",")))
        }
        AttributeValue::Memory => {
            let effects: SmallVec<[i64; 6]> = MEMORY.iter().map(|m| (number >> (2 * m.2) & 3) as i64).collect();
            memory_spelling(&effects)
        }
        _ => None,
    }
}
