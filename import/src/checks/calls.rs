//! What LLVM's assembly parser and verifier ask of calls: their arguments, tail calls, operand bundles, and the
//! constraints of inline assembly. LangRef, "call", "Operand Bundles", "Inline Assembler Expressions".

use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Op, Str, TypeData, Value};

use crate::bodies::calls::{Arguments, CallPrefix, Callee};
use crate::bodies::reader::FunctionReader;
use crate::error::Res;
use crate::tables::types::spell;

/// What LLVM asks of the bundles of one tag. LangRef, "Operand Bundles".
struct BundleRule {
    tag: &'static str,
    /// LLVM's words for two of them.
    multiple: &'static str,
    /// How many operands there must be, and LLVM's words for another number.
    count: Option<(usize, &'static str)>,
}

static BUNDLE_RULES: &[BundleRule] = &[
    BundleRule { tag: "deopt", multiple: "Multiple deopt operand bundles", count: None },
    BundleRule { tag: "gc-transition", multiple: "Multiple gc-transition operand bundles", count: None },
    BundleRule {
        tag: "funclet",
        multiple: "Multiple funclet operand bundles",
        count: Some((1, "Expected exactly one funclet bundle operand")),
    },
    BundleRule {
        tag: "cfguardtarget",
        multiple: "Multiple CFGuardTarget operand bundles",
        count: Some((1, "Expected exactly one cfguardtarget bundle operand")),
    },
    BundleRule {
        tag: "ptrauth",
        multiple: "Multiple ptrauth operand bundles",
        count: Some((2, "Expected exactly two ptrauth bundle operands")),
    },
    BundleRule {
        tag: "kcfi",
        multiple: "Multiple kcfi operand bundles",
        count: Some((1, "Expected a single kcfi bundle operand")),
    },
    BundleRule {
        tag: "preallocated",
        multiple: "Multiple preallocated operand bundles",
        count: Some((1, "Expected exactly one preallocated bundle operand")),
    },
    BundleRule { tag: "gc-live", multiple: "Multiple gc-live operand bundles", count: None },
    BundleRule {
        tag: "clang.arc.attachedcall",
        multiple: "Multiple \"clang.arc.attachedcall\" operand bundles",
        count: None,
    },
];

/// What a constraint of inline assembly is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constraint {
    Output,
    /// An input, or an output through a pointer.
    Input {
        indirect: bool,
        output: bool,
    },
    Clobber,
    Label,
}

/// The constraints of a string; `None` where LLVM finds it malformed.
fn constraints(text: &[u8]) -> Option<Vec<Constraint>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut depth = false;
        let end = rest.iter().position(|b| {
            depth = (depth || *b == b'{') && *b != b'}';
            *b == b',' && !depth
        });
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind.get(1..).unwrap_or_default();
        if piece.is_empty() || (end.is_some() && rest.is_empty()) || (piece.contains(&b'{') && !piece.contains(&b'}')) {
            return None;
        }
        found.push(constraint(piece)?);
    }
    Some(found)
}

fn constraint(piece: &[u8]) -> Option<Constraint> {
    let (kind, rest) = match piece {
        [b'~', rest @ ..] if rest.first() == Some(&b'{') => return Some(Constraint::Clobber),
        [b'~', ..] => return None,
        [b'!', rest @ ..] => (Constraint::Label, rest),
        [b'=', b'*', rest @ ..] => (Constraint::Input { indirect: true, output: true }, rest),
        [b'=', rest @ ..] => (Constraint::Output, rest),
        [b'*', rest @ ..] => (Constraint::Input { indirect: true, output: false }, rest),
        rest => (Constraint::Input { indirect: false, output: false }, rest),
    };
    (!rest.is_empty()).then_some(kind)
}

/// Why constraints are in no order, or do not go with a result and as many arguments, in LLVM's words.
fn wrong_constraints(
    found: &[Constraint],
    results: Option<usize>,
    void: bool,
    arguments: usize,
) -> Option<&'static str> {
    let (mut outputs, mut inputs, mut indirect, mut clobbers, mut labels) = (0, 0, 0, 0, 0);
    for constraint in found {
        match constraint {
            Constraint::Output | Constraint::Input { output: true, .. }
                if inputs != indirect || clobbers != 0 || labels != 0 =>
            {
                return Some("output constraint occurs after input, clobber or label constraint");
            }
            Constraint::Output => outputs += 1,
            Constraint::Input { output, .. } => {
                if clobbers != 0 {
                    return Some("input constraint occurs after clobber constraint");
                }
                indirect += usize::from(*output);
                inputs += 1;
            }
            Constraint::Clobber => clobbers += 1,
            Constraint::Label => {
                if clobbers != 0 {
                    return Some("label constraint occurs after clobber constraint");
                }
                labels += 1;
            }
        }
    }
    match (outputs, results) {
        (0, _) if !void => Some("inline asm without outputs must return void"),
        (1, Some(_)) => Some("inline asm with one output cannot return struct"),
        (2.., _) if results != Some(outputs) => {
            Some("number of output constraints does not match number of return struct elements")
        }
        _ if arguments != inputs => Some("number of input constraints does not match number of parameters"),
        _ => None,
    }
}

/// Where the argument number `n` of a call stands.
fn argument_place(arguments: &Arguments, n: usize, call: &CallPrefix) -> usize {
    arguments.places.get(n).copied().unwrap_or(call.at)
}

/// Arguments must be those of a function type that is written out.
pub(crate) fn check_arguments<'a>(
    reader: &FunctionReader<'_, 'a>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> Res<()> {
    let Some(written) = call.written else { return Ok(()) };
    let TypeData::LlvmFunction { params, vararg, .. } = reader.ctx.type_data(written) else { return Ok(()) };
    if let Some(odd) = params.iter().zip(&arguments.types).position(|(p, a)| p != a) {
        let expected = params.get(odd).map(|p| spell(reader.ctx, *p)).unwrap_or_default();
        let at = argument_place(arguments, odd, call);
        return reader.c.error_at(at, format!("argument is not of expected type '{expected}'"));
    }
    if arguments.types.len() > params.len() && !vararg {
        return reader.c.error_at(argument_place(arguments, params.len(), call), "too many arguments specified");
    }
    if arguments.types.len() < params.len() {
        return reader.c.error_at(call.at, "not enough parameters specified for call");
    }
    Ok(())
}

/// What a call of a kind of tail calls must be like; `...` is for `musttail` alone.
pub(crate) fn check_tail<'a>(reader: &mut FunctionReader<'_, 'a>, call: &CallPrefix, arguments: &Arguments) -> Res<()> {
    let (own, variadic) = match reader.f.function.ty.map(|ty| reader.ctx.type_data(ty)) {
        Some(TypeData::LlvmFunction { params, vararg, .. }) => (&params[..], *vararg),
        _ => (&[][..], false),
    };
    let must = call.tail == TailCallKind::MustTail;
    if let Some(at) = arguments.dots
        && (!must || !variadic)
    {
        let place = if must { "musttail call in non-varargs function" } else { "non-musttail call" };
        return reader.c.error_at(at, format!("unexpected ellipsis in argument list for {place}"));
    }
    if !must {
        return Ok(());
    }
    if variadic && arguments.dots.is_none() {
        let wrong = "expected '...' at end of argument list for musttail call in varargs function";
        return reader.c.error_at(reader.c.pos.saturating_sub(1), wrong);
    }
    let (params, vararg) = match call.written.map(|ty| reader.ctx.type_data(ty)) {
        Some(TypeData::LlvmFunction { params, vararg, .. }) => (&params[..], *vararg),
        _ => (&arguments.types[..], false),
    };
    let wrong = if vararg != variadic {
        "varargs"
    } else if reader.f.function.returns.is_some_and(|ty| ty != call.result) {
        "return types"
    } else if reader.f.function.cconv != call.cconv {
        "calling conv"
    } else if call.cconv.guarantees_tail_calls() || calls_intrinsic(reader, call) {
        return note_musttail(reader);
    } else if params.len() != own.len() {
        "parameter counts"
    } else if !params.iter().eq(own) {
        "parameter types"
    } else {
        return note_musttail(reader);
    };
    reader.c.error_at(reader.f.at, format!("cannot guarantee tail call due to mismatched {wrong}"))
}

fn calls_intrinsic(reader: &FunctionReader<'_, '_>, call: &CallPrefix) -> bool {
    matches!(&call.callee, Callee::Symbol(symbol, ..) if reader.ctx.bytes(*symbol).starts_with(b"llvm."))
}

/// Notes a `musttail` call, behind which a `ret` is looked for once the body is read.
fn note_musttail(reader: &mut FunctionReader<'_, '_>) -> Res<()> {
    reader.f.must_return.push((reader.f.block, reader.f.at));
    Ok(())
}

/// Behind a `musttail` call stands the `ret` of its result.
pub(crate) fn check_musttail(reader: &FunctionReader<'_, '_>) -> Res<()> {
    for &(block, at) in &reader.f.must_return {
        let Some(block) = block else { continue };
        let body = &reader.f.body;
        let ret = body.last_op(block).filter(|op| body.name(*op) == llvm::RETURN);
        let call = ret.and_then(|op| body.prev_op(op)).filter(|op| is_musttail(reader, *op));
        let (Some(ret), Some(call)) = (ret, call) else {
            return reader.c.error_at(at, "musttail call must precede a ret with an optional bitcast");
        };
        let result = body.operands(ret).first();
        let undefined = |value: &Value| is_constant_undef(reader, *value);
        if result.is_some_and(|value| body.results(call).next() != Some(*value) && !undefined(value)) {
            return reader.c.error_at(at, "musttail call result must be returned");
        }
    }
    Ok(())
}

fn is_musttail(reader: &FunctionReader<'_, '_>, op: Op) -> bool {
    let body = &reader.f.body;
    let kind = body.attr(reader.ctx, op, TAIL_CALL_KIND).or_else(|| body.attr(reader.ctx, op, IRTRIP_TAIL));
    kind.is_some() || body.name(op) == llvm::BITCAST
}

fn is_constant_undef(reader: &FunctionReader<'_, '_>, value: Value) -> bool {
    use irtrip_dialect::ValueDef;
    use irtrip_dialect::ops::global_values;
    match reader.f.body.value(value).def {
        ValueDef::Result(op, _) => matches!(reader.f.body.name(op), global_values::UNDEF | global_values::POISON),
        ValueDef::Argument(..) | ValueDef::Undefined => false,
    }
}

/// What bundles of their tags must be like; `sizes` are the numbers of their operands.
pub(crate) fn check_bundles(
    reader: &FunctionReader<'_, '_>,
    tags: &[Attr],
    sizes: &[i32],
    values: &[Value],
) -> Res<()> {
    let text = |tag: &Attr| reader.ctx.string_value(*tag).map(|t: Str| reader.ctx.bytes(t)).unwrap_or_default();
    let mut start = 0;
    for (place, tag) in tags.iter().enumerate() {
        let size = usize::try_from(sizes.get(place).copied().unwrap_or(0)).unwrap_or(0);
        let operands = values.get(start..start + size).unwrap_or_default();
        start += size;
        let Some(rule) = BUNDLE_RULES.iter().find(|rule| rule.tag.as_bytes() == text(tag)) else { continue };
        if tags.iter().take(place).any(|other| other == tag) {
            return reader.c.error_at(reader.f.at, rule.multiple);
        }
        if let Some((count, wrong)) = rule.count
            && count != size
        {
            return reader.c.error_at(reader.f.at, wrong);
        }
        if let Some(wrong) = wrong_bundle_operands(reader, rule.tag, operands) {
            return reader.c.error_at(reader.f.at, wrong);
        }
    }
    Ok(())
}

fn wrong_bundle_operands(reader: &FunctionReader<'_, '_>, tag: &str, operands: &[Value]) -> Option<&'static str> {
    let is_number = |value: &Value, ty| reader.f.body.value_type(*value) == ty && reader.is_constant(*value);
    match (tag, operands) {
        ("kcfi", [id]) if !is_number(id, wk::I32) => Some("Kcfi bundle operand must be an i32 constant"),
        ("ptrauth", [key, _]) if !is_number(key, wk::I32) => Some("Ptrauth bundle key operand must be an i32 constant"),
        ("ptrauth", [_, discriminator]) if reader.f.body.value_type(*discriminator) != wk::I64 => {
            Some("Ptrauth bundle discriminator operand must be an i64")
        }
        _ => None,
    }
}

/// The constraints of inline assembly must be those of its result and arguments.
pub(crate) fn check_constraints<'a>(
    reader: &FunctionReader<'_, 'a>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> Res<Option<usize>> {
    let Callee::Asm(entries, _) = &call.callee else { return Ok(None) };
    let text = entries.iter().find(|e| e.0 == CONSTRAINTS).and_then(|e| reader.ctx.string_value(e.1));
    let text = text.map(|t| reader.ctx.bytes(t)).unwrap_or_default();
    let Some(found) = constraints(text) else {
        return reader.c.error_at(call.callee_at, "failed to parse constraints");
    };
    let results = reader.ctx.struct_elements(call.result).map(|(_, elements)| elements.len());
    if let Some(wrong) = wrong_constraints(&found, results, call.result == wk::VOID, arguments.types.len()) {
        return reader.c.error_at(call.callee_at, wrong);
    }
    let element = reader.ctx.str("llvm.elementtype");
    let inputs = found.iter().filter_map(|c| match c {
        Constraint::Input { indirect, .. } => Some(*indirect),
        Constraint::Output | Constraint::Clobber | Constraint::Label => None,
    });
    for ((indirect, ty), dictionary) in inputs.zip(&arguments.types).zip(&arguments.attrs) {
        let typed = reader.ctx.entry(*dictionary, element).is_some();
        let wrong = if indirect && !matches!(reader.ctx.type_data(*ty), TypeData::Pointer { .. }) {
            "Operand for indirect constraint must have pointer type"
        } else if indirect && !typed {
            "Operand for indirect constraint must have elementtype attribute"
        } else if !indirect && typed {
            "Elementtype attribute can only be applied for indirect constraints"
        } else {
            continue;
        };
        return reader.c.error_at(reader.f.at, wrong);
    }
    Ok(Some(found.iter().filter(|c| **c == Constraint::Label).count()))
}

/// The labels of inline assembly's constraints are those a `callbr` leads to; a call has none.
pub(crate) fn check_labels(reader: &FunctionReader<'_, '_>, labels: Option<usize>, targets: Option<usize>) -> Res<()> {
    match (labels, targets) {
        (Some(labels), Some(targets)) if labels != targets => {
            reader.c.error_at(reader.f.at, "Number of label constraints does not match number of callbr dests")
        }
        (Some(1..), None) => reader.c.error_at(reader.f.at, "Label constraints can only be used with callbr"),
        _ => Ok(()),
    }
}
