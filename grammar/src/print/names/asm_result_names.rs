//! The names that values have by upstream's operations and locations.

use irtrip_dialect::llvm_text::decimal;
use irtrip_dialect::ops::ResultName;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Location, Op, OpNameDefinition, Value, ValueDef, names};

use smallvec::{SmallVec, smallvec};

use crate::print::text::{push_fmt, push_int};

/// Where a group of results starts, and what it is called; empty for a number.
pub(crate) type Named = (usize, String);

/// What an operation calls its results, by its definition: none where they are numbered.
pub(crate) fn result_names(ctx: &Context, body: &Body, op: Op) -> SmallVec<[Named; 1]> {
    let Some(def) = body.name(op).def() else { return SmallVec::new() };
    match def.result_name {
        ResultName::Number => SmallVec::new(),
        ResultName::Word(word) => smallvec![(0, word.to_owned())],
        ResultName::WordWith(word, key) => match body.attr(ctx, op, ctx.str(key)).map(|attr| ctx.attr_data(attr)) {
            Some(AttrData::Opaque { body, .. }) => {
                let text = ctx.text(*body);
                let own = text.trim_end_matches('>').rsplit(' ').next().unwrap_or_default();
                smallvec![(0, format!("{word}_{own}"))]
            }
            _ => SmallVec::new(),
        },
        ResultName::Constant(prefix) => smallvec![(0, constant_name(ctx, body.attr(ctx, op, names::VALUE), prefix))],
        ResultName::VscaleMultiple => vscale_multiple(ctx, body, op).into_iter().map(|name| (0, name)).collect(),
        ResultName::Slots => {
            let sizes = body.attr(ctx, op, names::RESULT_SEGMENT_SIZES).filter(|_| def.stores_result_segments());
            let groups = def.result_groups(body.results(op).len(), sizes.and_then(|sizes| ctx.dense_array(sizes)));
            let filled = groups.iter().zip(def.results).filter(|(range, _)| !range.is_empty());
            filled.map(|(range, slot)| (range.start, slot.name.to_owned())).collect()
        }
    }
}

/// `c8_vscale` of a constant and of `vector.vscale`, in any order.
fn vscale_multiple(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let [a, b] = body.operands(op) else { return None };
    let defined = |value: &Value| match body.value(*value).def {
        ValueDef::Result(op, _) => Some(op),
        ValueDef::Argument(..) | ValueDef::Undefined => None,
    };
    let (a, b) = (defined(a)?, defined(b)?);
    let is_vscale = |op: Op| body.name(op).def().is_some_and(|def| def.name == "vector.vscale");
    let factor = match (is_vscale(a), is_vscale(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    let is_constant = matches!(body.name(factor).def()?.result_name, ResultName::Constant(_));
    let number = ctx.int_value(body.attr(ctx, factor, names::VALUE)?).filter(|_| is_constant)?;
    Some(format!("c{number}_vscale"))
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
            name.push_str(&decimal::to_string(value));
            *ty
        }
        _ => return "cst".to_owned(),
    };
    if ty != types::INDEX {
        name.push('_');
        name.push_str(&crate::print::print_type(ctx, ty));
    }
    name
}

/// The first name in a location, spelled as a value's name; an empty one is no name.
pub(crate) fn name_of_location(ctx: &Context, loc: Attr) -> Option<String> {
    let mut pending = vec![loc];
    while let Some(loc) = pending.pop() {
        let AttrData::Location(location) = ctx.attr_data(loc) else { continue };
        match location {
            Location::Name { name, .. } => {
                let name = ctx.bytes(*name);
                return Some(if name.is_empty() { String::new() } else { as_identifier(name) });
            }
            Location::CallSite { callee, caller } => pending.extend([*caller, *callee]),
            Location::Fused { locations, .. } => pending.extend(locations.iter().rev()),
            Location::Unknown | Location::File { .. } => {}
        }
    }
    None
}

/// A name with what cannot be in one replaced: spaces by `_`, other bytes by their hexadecimal code.
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
