//! The contents of `dense<...>`: `[[1, 2], [3, 4]]`, one element for all, or bytes in hexadecimal.

use irtrip_dialect::llvm_text::decimal;
use irtrip_dialect::{Context, Dim, FloatKind, Signedness, Str, Type, TypeData};
use num_bigint::BigInt;

use super::Details;
use super::float::push_float;
use crate::print::text::{push_int, push_quoted};

/// The dimensions and the element type of a shaped type.
fn shape(ctx: &Context, ty: Type) -> (&[Dim], Type) {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (dims, *element),
        TypeData::Tensor { dims, element, .. } | TypeData::MemRef { dims, element, .. } => {
            (dims.as_deref().unwrap_or_default(), *element)
        }
        _ => (&[], ty),
    }
}

/// Appends what is between `dense<` and `>`. Of more elements than `details` have one by one, all are written as bytes.
pub(crate) fn push_elements(out: &mut String, ctx: &Context, ty: Type, data: &[u8], splat: bool, details: Details) {
    let (dims, element) = shape(ctx, ty);
    let size = ctx.dense_element_bytes(element).max(1);
    if data.is_empty() {
        return;
    }
    if splat {
        return push_element(out, ctx, element, data, details);
    }
    if data.len() / size > details.hex_above && !matches!(ctx.type_data(element), TypeData::Complex(_)) {
        return push_hex(out, ctx, element, data);
    }
    nested(out, dims, data.chunks(size), |out, bytes| push_element(out, ctx, element, bytes, details));
}

/// Appends the strings of a dense attribute.
pub(crate) fn push_strings(out: &mut String, ctx: &Context, ty: Type, values: &[Str]) {
    let (dims, _) = shape(ctx, ty);
    match values {
        [one] => push_quoted(out, ctx.bytes(*one)),
        _ => nested(out, dims, values.iter(), |out, value| push_quoted(out, ctx.bytes(*value))),
    }
}

/// Appends elements in brackets, one pair a dimension.
fn nested<T>(out: &mut String, dims: &[Dim], elements: impl Iterator<Item = T>, mut with: impl FnMut(&mut String, T)) {
    // How many elements a bracket of each dimension holds, innermost first.
    let mut spans: Vec<usize> = Vec::with_capacity(dims.len());
    for dim in dims.iter().rev() {
        let inner = spans.last().copied().unwrap_or(1);
        spans.push(inner.saturating_mul(dim.size.unwrap_or(1).max(1) as usize));
    }
    for (count, element) in elements.enumerate() {
        let starting = spans.iter().filter(|&&s| count.is_multiple_of(s)).count();
        if count > 0 {
            (0..starting).for_each(|_| out.push(']'));
            out.push_str(", ");
        }
        (0..starting).for_each(|_| out.push('['));
        with(out, element);
    }
    spans.iter().for_each(|_| out.push(']'));
}

fn push_element(out: &mut String, ctx: &Context, element: Type, bytes: &[u8], details: Details) {
    match ctx.type_data(element) {
        TypeData::Integer { width: 1, signedness: Signedness::Signless } => {
            out.push_str(if bytes.first().is_some_and(|b| b & 1 == 1) { "true" } else { "false" });
        }
        TypeData::Integer { width, signedness } => push_integer(out, *width, *signedness, bytes),
        TypeData::Float(kind) => {
            push_float(out, *kind, read(bytes) & mask(kind.width()), details.long_floats_as_bits);
        }
        TypeData::Complex(part) => {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            out.push('(');
            push_element(out, ctx, *part, real, details);
            out.push(',');
            push_element(out, ctx, *part, imaginary, details);
            out.push(')');
        }
        _ => push_integer(out, 64, Signedness::Signed, bytes),
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The first sixteen bytes as a number, little-endian.
fn read(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |value, &b| value << 8 | u128::from(b))
}

fn push_integer(out: &mut String, width: u32, signedness: Signedness, bytes: &[u8]) {
    let unsigned = signedness == Signedness::Unsigned;
    match width {
        0..=64 => {
            let value = read(bytes) as u64;
            let shift = 64 - width.max(1);
            if unsigned {
                push_int(out, value << shift >> shift);
            } else {
                push_int(out, ((value << shift) as i64) >> shift);
            }
        }
        _ if unsigned => {
            out.push_str(&decimal::to_string(&BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes)));
        }
        _ => {
            // The top byte may hold bits above the width.
            let mut value = BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes);
            value %= BigInt::from(1) << width;
            if value.bit(u64::from(width) - 1) {
                value -= BigInt::from(1) << width;
            }
            out.push_str(&decimal::to_string(&value));
        }
    }
}

/// Appends `"0x..."`: the elements' bytes, little-endian; `i1` packed, the first element in the lowest bit.
fn push_hex(out: &mut String, ctx: &Context, element: Type, data: &[u8]) {
    out.push_str("\"0x");
    out.reserve(data.len() * 2);
    let size = ctx.dense_element_bytes(element).max(1);
    let top_bits = match ctx.type_data(element) {
        TypeData::Integer { width, .. } => width % 8,
        TypeData::Float(kind) => FloatKind::width(*kind) % 8,
        _ => 0,
    };
    if ctx.int_width(element) == Some(1) {
        for eight in data.chunks(8) {
            push_hex_byte(out, eight.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1));
        }
    } else {
        for (i, &byte) in data.iter().enumerate() {
            let last = top_bits > 0 && (i + 1).is_multiple_of(size);
            push_hex_byte(out, if last { byte & ((1 << top_bits) - 1) } else { byte });
        }
    }
    out.push('"');
}

fn push_hex_byte(out: &mut String, byte: u8) {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 15)]);
}

/// The elements of an integer attribute as signed numbers in text.
pub(crate) fn numbers(ctx: &Context, ty: Type, data: &[u8], splat: bool, sign: Signedness) -> Vec<String> {
    let (dims, element) = shape(ctx, ty);
    let size = ctx.dense_element_bytes(element).max(1);
    let width = ctx.int_width(element).unwrap_or(64);
    let text = |bytes: &[u8]| {
        let mut out = String::new();
        push_integer(&mut out, width, sign, bytes);
        out
    };
    let count = dims.iter().fold(1usize, |n, d| n.saturating_mul(d.size.unwrap_or(0) as usize));
    // All elements of a splat are one; a switch has distinct cases, so there is one.
    if splat { vec![text(data); count.min(1)] } else { data.chunks(size).map(text).collect() }
}
