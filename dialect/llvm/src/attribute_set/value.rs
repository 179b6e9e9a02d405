//! Values of attributes between LLVM's spelling and the dialect's attributes.

use num_bigint::{BigInt, Sign};

use super::MemoryEffects;
use crate::attr_table;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context};
use crate::enums::{AllocFnKind, FpClassTest, UwTableKind};
use crate::llvm_attributes::{AttributeText, AttributeValue};
use crate::llvm_text::decimal;
use crate::types::{TypeData, well_known as types};

/// The attribute that the dialect has for the text between an attribute's brackets; `None` where it has none.
pub fn text_attr(ctx: &Context, value: AttributeValue, text: &str) -> Option<Attr> {
    match value {
        AttributeValue::Text(AttributeText::Captures) => (text == "none").then_some(attrs::UNIT),
        // Upstream has no attribute for what goes without saying.
        AttributeValue::Text(AttributeText::Memory) => MemoryEffects::from_llvm(text)
            .filter(|effects| *effects != MemoryEffects::ANY)
            .map(|effects| effects.attr(ctx)),
        AttributeValue::Text(AttributeText::UwTable) => {
            let kind = if text.is_empty() { UwTableKind::Async } else { UwTableKind::from_llvm(text.as_bytes())? };
            Some(ctx.enum_attr(kind))
        }
        AttributeValue::Text(AttributeText::VScaleRange) => {
            let (min, max) = text.split_once(',')?;
            let number = |t: &str| t.trim().parse::<u32>().ok().map(|n| ctx.int_attr(types::I32, i64::from(n)));
            let params = Box::new([Some(number(min)?), Some(number(max)?)]);
            Some(ctx.attr(AttrData::Llvm { kind: attr_table::VSCALE_RANGE, params }))
        }
        AttributeValue::Text(AttributeText::Range) => range_attr(ctx, text),
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::Text(AttributeText::AllocKind)
        | AttributeValue::Text(AttributeText::AllocSize)
        | AttributeValue::Text(AttributeText::DeadOnReturn)
        | AttributeValue::Text(AttributeText::FpClass)
        | AttributeValue::Text(AttributeText::Initializes) => None,
    }
}

/// The text between an attribute's brackets that an attribute of the dialect stands for.
pub fn attr_text(ctx: &Context, value: AttributeValue, attr: Attr) -> Option<String> {
    match value {
        AttributeValue::Text(AttributeText::Captures) => Some("none".to_owned()),
        AttributeValue::Text(AttributeText::Memory) => MemoryEffects::of_attr(ctx, attr).map(MemoryEffects::llvm),
        AttributeValue::Text(AttributeText::UwTable) => match ctx.enum_value(attr)? {
            UwTableKind::Sync => Some(UwTableKind::Sync.llvm().to_owned()),
            UwTableKind::Async => Some(String::new()),
            UwTableKind::None => None,
        },
        AttributeValue::Text(AttributeText::VScaleRange) => {
            let bound = |i| ctx.int_value(param(ctx, attr, i)?).map(|n| n as u32);
            Some(format!("{},{}", bound(0)?, bound(1)?))
        }
        AttributeValue::Text(AttributeText::Range) => {
            let (lower, ty) = integer(ctx, param(ctx, attr, 0)?)?;
            let (upper, _) = integer(ctx, param(ctx, attr, 1)?)?;
            Some(format!("i{} {lower}, {upper}", ctx.int_width(ty)?))
        }
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::Text(AttributeText::AllocKind)
        | AttributeValue::Text(AttributeText::AllocSize)
        | AttributeValue::Text(AttributeText::DeadOnReturn)
        | AttributeValue::Text(AttributeText::FpClass)
        | AttributeValue::Text(AttributeText::Initializes) => None,
    }
}

/// A parameter of an attribute of the LLVM dialect.
pub fn param(ctx: &Context, attr: Attr, place: usize) -> Option<Attr> {
    match ctx.attr_data(attr) {
        AttrData::Llvm { params, .. } => *params.get(place)?,
        _ => None,
    }
}

/// The text that LLVM's writer puts between an attribute's brackets for another spelling of it; `None` for a text that
/// has no other spelling, or no meaning.
///
/// ```
/// use irtrip_dialect::attribute_set::canonical_text;
/// use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue};
/// let text = |value, text| canonical_text(value, text).unwrap_or_default();
/// assert_eq!(text(AttributeValue::Text(AttributeText::FpClass), "pnorm nnorm 3"), "");
/// assert_eq!(text(AttributeValue::Text(AttributeText::FpClass), "pnorm nnorm snan"), "snan norm");
/// assert_eq!(text(AttributeValue::Text(AttributeText::FpClass), "1023"), "all");
/// assert_eq!(text(AttributeValue::Text(AttributeText::Range), "i8 3, 200"), "i8 3, -56");
/// assert_eq!(text(AttributeValue::Text(AttributeText::VScaleRange), "2"), "2,2");
/// ```
pub fn canonical_text(value: AttributeValue, text: &str) -> Option<String> {
    match value {
        AttributeValue::Text(AttributeText::Memory) => MemoryEffects::from_llvm(text).map(MemoryEffects::llvm),
        AttributeValue::Text(AttributeText::UwTable) => (text == UwTableKind::Async.llvm()).then(String::new),
        AttributeValue::Text(AttributeText::VScaleRange) => {
            text.parse::<u32>().ok().map(|bound| format!("{bound},{bound}"))
        }
        AttributeValue::Text(AttributeText::FpClass) => canonical_classes(text),
        // All bytes that there may be are what no number means.
        AttributeValue::Text(AttributeText::DeadOnReturn) => {
            text.parse::<u64>().ok().map(|bytes| if bytes == u64::MAX { String::new() } else { bytes.to_string() })
        }
        AttributeValue::Text(AttributeText::Range) => canonical_range(text),
        AttributeValue::None
        | AttributeValue::Type
        | AttributeValue::Int
        | AttributeValue::Text(AttributeText::AllocKind)
        | AttributeValue::Text(AttributeText::AllocSize)
        | AttributeValue::Text(AttributeText::Captures)
        | AttributeValue::Text(AttributeText::Initializes) => None,
    }
}

/// The words of `nofpclass` as LLVM's writer has them.
fn canonical_classes(text: &str) -> Option<String> {
    let of_word = |word: &str| FpClassTest::from_llvm(word.as_bytes());
    let classes = match text.trim().parse::<u16>() {
        Ok(bits) => FpClassTest::from_bits(bits)?,
        Err(_) => text
            .split_ascii_whitespace()
            .try_fold(FpClassTest::empty(), |classes, word| Some(classes | of_word(word)?))?,
    };
    Some(classes.llvm_words().collect::<Vec<_>>().join(" "))
}

/// `i32 3, 2147483648` with its bounds as signed numbers.
fn canonical_range(text: &str) -> Option<String> {
    let (ty, bounds) = text.split_once(' ')?;
    let width = ty.strip_prefix('i')?.parse::<u32>().ok()?;
    let (lower, upper) = bounds.split_once(',')?;
    let signed = |bound: &str| {
        let value = decimal::parse(bound.trim().as_bytes())?;
        let over = value.bits() == u64::from(width) && value.sign() == Sign::Plus;
        Some(if over { value - (BigInt::from(1) << width) } else { value })
    };
    Some(format!("{ty} {}, {}", decimal::to_string(&signed(lower)?), decimal::to_string(&signed(upper)?)))
}

fn range_attr(ctx: &Context, text: &str) -> Option<Attr> {
    let (ty, bounds) = text.split_once(' ')?;
    let ty = ctx.int_type(ty.strip_prefix('i')?.parse().ok()?);
    let (lower, upper) = bounds.split_once(',')?;
    let bound = |t: &str| decimal::parse(t.trim().as_bytes()).map(|n| ctx.big_int_attr(ty, n));
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

/// The number that upstream's `passthrough` has for `allocsize(...)` and its kin: LLVM's own encoding.
pub fn raw_number(value: AttributeValue, text: &str) -> Option<u64> {
    match value {
        AttributeValue::Text(AttributeText::AllocSize) => {
            let mut parts = text.split(',').map(|n| n.trim().parse::<u32>());
            let size = parts.next()?.ok()?;
            let count = parts.next().transpose().ok()?.unwrap_or(u32::MAX);
            Some(u64::from(size) << 32 | u64::from(count))
        }
        AttributeValue::Text(AttributeText::AllocKind) => {
            let names = text.strip_prefix('"')?.strip_suffix('"')?;
            let kinds: Option<AllocFnKind> =
                names.split(',').map(|name| AllocFnKind::from_llvm(name.as_bytes())).collect();
            Some(u64::from(kinds?.bits()))
        }
        AttributeValue::Text(AttributeText::Memory) => MemoryEffects::from_llvm(text).map(MemoryEffects::raw),
        AttributeValue::Text(AttributeText::UwTable) => {
            let kind = if text.is_empty() { UwTableKind::Async } else { UwTableKind::from_llvm(text.as_bytes())? };
            u64::try_from(kind.number()).ok()
        }
        AttributeValue::Text(AttributeText::VScaleRange) => {
            let (min, max) = text.split_once(',')?;
            let bound = |text: &str| text.trim().parse::<u32>().ok().map(u64::from);
            Some(bound(min)? << 32 | bound(max)?)
        }
        _ => None,
    }
}

/// The text between the brackets of `allocsize(...)` and its kin for LLVM's own encoding.
pub fn raw_text(value: AttributeValue, number: u64) -> Option<String> {
    match value {
        AttributeValue::Text(AttributeText::AllocSize) => {
            let (size, count) = ((number >> 32) as u32, number as u32);
            Some(if count == u32::MAX { size.to_string() } else { format!("{size},{count}") })
        }
        AttributeValue::Text(AttributeText::AllocKind) => {
            let kinds = AllocFnKind::from_bits_truncate(number as u8);
            Some(format!("\"{}\"", kinds.llvm_words().collect::<Vec<_>>().join(",")))
        }
        AttributeValue::Text(AttributeText::Memory) => Some(MemoryEffects::from_raw(number).llvm()),
        AttributeValue::Text(AttributeText::UwTable) => match UwTableKind::from_number(i64::try_from(number).ok()?)? {
            UwTableKind::Sync => Some(UwTableKind::Sync.llvm().to_owned()),
            UwTableKind::Async => Some(String::new()),
            UwTableKind::None => None,
        },
        AttributeValue::Text(AttributeText::VScaleRange) => Some(format!("{},{}", number >> 32, number as u32)),
        _ => None,
    }
}
