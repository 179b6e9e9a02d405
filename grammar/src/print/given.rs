//! The names that upstream's operations and locations give to values.

use irtrip_dialect::ops::ResultName;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Location, Op, names};

use super::text::{push_fmt, push_int};

/// What an operation calls its result, by its row.
pub(super) fn result_name(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    match body.name(op).def()?.result_name {
        ResultName::Number => None,
        ResultName::Word(word) => Some(word.to_owned()),
        ResultName::Constant(prefix) => Some(constant_name(ctx, body.attr(ctx, op, names::VALUE), prefix)),
    }
}

/// `c4_i32`, `true`, `cst`
fn constant_name(ctx: &Context, value: Option<Attr>, prefix: &str) -> String {
    let mut name = prefix.to_owned();
    let ty = match value.map(|value| ctx.attr_data(value)) {
        Some(AttrData::Integer { ty, value }) if *ty == types::I1 => {
            return if *value == 0 { "false" } else { "true" }.to_owned();
        }
        Some(AttrData::Integer { ty, value }) => {
            push_int(&mut name, *value);
            *ty
        }
        Some(AttrData::BigInteger { ty, value }) => {
            push_fmt(&mut name, format_args!("{value}"));
            *ty
        }
        _ => return "cst".to_owned(),
    };
    if ty != types::INDEX {
        name.push('_');
        name.push_str(&super::print_type(ctx, ty));
    }
    name
}

/// The name in a location, spelled as a value's name.
pub(super) fn name_of_location(ctx: &Context, loc: Attr) -> Option<String> {
    match ctx.attr_data(loc) {
        AttrData::Location(Location::Name { name, .. }) => Some(as_identifier(ctx.bytes(*name))),
        _ => None,
    }
}

/// A name with what cannot stand in one replaced: spaces by `_`, other bytes by their hexadecimal code.
fn as_identifier(name: &[u8]) -> String {
    let mut out = String::new();
    if name.first().is_none_or(u8::is_ascii_digit) {
        out.push('_');
    }
    for &byte in name {
        match byte {
            b' ' => out.push('_'),
            b'$' | b'.' | b'_' | b'-' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => push_fmt(&mut out, format_args!("{byte:X}")),
        }
    }
    out
}
