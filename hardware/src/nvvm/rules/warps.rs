//! What the threads of a warp do together, and single instructions.

use crate::rules::*;

rules! {
    "nvvm.shfl.sync" => shuffle;
    "nvvm.vote.sync" => vote;
    "nvvm.match.sync" => matches_of_warp;
    "nvvm.redux.sync" => redux;
    "nvvm.setmaxregister" => registers;
    "nvvm.prmt" => permute;
    "nvvm.pmevent" => event;
}

fn shuffle(op: &VerifyContext<'_>) -> VerifyResult {
    let says_validity = op.flag("return_value_and_is_valid");
    let (Some(result), Some(value)) = (op.result_type(), op.type_of("val")) else { return Ok(()) };
    let expected = |what: &str, expected: Type, found: Type| {
        op_error(format!(
            "expected {what} to be of type {} but got {} instead",
            quoted(op, expected),
            quoted(op, found)
        ))
    };
    let Some((_, fields)) = op.ctx.struct_elements(result) else {
        require(!says_validity, "expected return type to be a two-element struct")?;
        return if result == value { Ok(()) } else { expected("return type", value, result) };
    };
    require(
        says_validity,
        "\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type",
    )?;
    match *fields {
        [first, _] if first != value => expected("first element in the returned struct", value, first),
        [_, second] if second != types::I1 => expected("second element in the returned struct", types::I1, second),
        [_, _] => Ok(()),
        _ => op_error("expected return type to be a two-element struct"),
    }
}

fn vote(op: &VerifyContext<'_>) -> VerifyResult {
    let result = op.result_type();
    match word(op, "kind") {
        "ballot" => require(result == Some(types::I32), "vote.sync 'ballot' returns an i32"),
        _ => require(result == Some(types::I1), "vote.sync 'any', 'all' and 'uni' returns an i1"),
    }
}

fn matches_of_warp(op: &VerifyContext<'_>) -> VerifyResult {
    let result = op.result_type();
    if word(op, "kind") != "all" {
        return require(result == Some(types::I32), "match.sync 'any' returns an i32");
    }
    let fields = result.and_then(|result| op.ctx.struct_elements(result)).map(|(_, fields)| fields);
    require(
        fields == Some(&[types::I32, types::I1]),
        "match.sync 'all' returns a two element struct with first element as i32 and second element as i1",
    )
}

fn redux(op: &VerifyContext<'_>) -> VerifyResult {
    let Some(result) = op.result_type() else { return Ok(()) };
    require(op.type_of("val") == Some(result), "failed to verify that all of {res, val} have same type")?;
    let float = op.ctx.float_type(FloatKind::F32);
    if result != float {
        require(!op.flag("abs"), "abs attribute is supported only for f32 type")?;
        require(!op.flag("nan"), "nan attribute is supported only for f32 type")?;
    }
    let kind = word(op, "kind");
    let (only, name) = if kind.starts_with('f') { (float, "f32") } else { (types::I32, "i32") };
    if result == only {
        return Ok(());
    }
    op_error(format!(
        "'{kind}' redux kind unsupported with {} type. Only supported type is '{name}'.",
        quoted(op, result)
    ))
}

fn registers(op: &VerifyContext<'_>) -> VerifyResult {
    let count = number(op, "regCount");
    require(count % 8 == 0, "new register size must be multiple of 8")?;
    require((24..=256).contains(&count), "new register size must be in between 24 to 256")
}

fn permute(op: &VerifyContext<'_>) -> VerifyResult {
    let (mode, has_high) = (word(op, "mode"), op.has_operand("hi"));
    match (mode, has_high) {
        ("default" | "f4e" | "b4e", false) => plain_error(format!("mode '{mode}' requires 'hi' operand.")),
        ("rc8" | "ecl" | "ecr" | "rc16", true) => plain_error(format!("mode '{mode}' does not accept 'hi' operand.")),
        _ => Ok(()),
    }
}

fn event(op: &VerifyContext<'_>) -> VerifyResult {
    let (event, mask) = (op.number("eventId"), op.number("maskedEventId"));
    require(event.is_some() || mask.is_some(), "either `id` or `mask` must be set")?;
    require(event.is_none() || mask.is_none(), "`id` and `mask` cannot be set at the same time")?;
    require(event.is_none_or(|event| (0..=15).contains(&event)), "`id` must be between 0 and 15")
}
