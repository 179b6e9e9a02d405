//! Patterns of one operation for one: an operation that becomes one operation of the LLVM dialect, element by element where its vectors
//! become arrays.

use irtrip_dialect::enums::{ArithCmpFPredicate, FCmpPredicate, FastmathFlags, ICmpPredicate, IntegerOverflowFlags};
use irtrip_dialect::names::{FASTMATH_FLAGS, OVERFLOW_FLAGS, PREDICATE, VALUE};
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::{Attr, AttrData, Context, DialectOp, Op, OpName, OpNameDefinition, Str, Type, TypeData, Value};
use smallvec::SmallVec;

use crate::conversion::{Matched, Mismatch, Patterns, Rewriter};

/// An operation, and the one of the LLVM dialect in its place.
pub(crate) type OneToOne = (DialectOp, OpName);

/// The attributes of an operation as one of the LLVM dialect has them: flags by the LLVM dialect's names, and others as they
/// are. An attribute that only has the name which the LLVM dialect has for flags says nothing of an operation with flags of its
/// own.
pub(crate) fn attributes(rewriter: &Rewriter, op: Op) -> Vec<(Str, Attr)> {
    let (ctx, body) = (rewriter.ctx, &rewriter.body);
    let fastmath = ctx.str("fastmath");
    let has_flags = body.name(op).def().is_some_and(|def| def.attr_slot("fastmath").is_some());
    let entries = ctx.entries(body.attrs(op)).iter();
    entries
        .filter_map(|&(key, value)| match key {
            FASTMATH_FLAGS if has_flags => None,
            _ if key == fastmath => fastmath_flags(ctx, value).map(|flags| (FASTMATH_FLAGS, ctx.enum_attr(flags))),
            OVERFLOW_FLAGS => overflow_flags(ctx, value).map(|flags| (OVERFLOW_FLAGS, ctx.enum_attr(flags))),
            _ => Some((key, value)),
        })
        .collect()
}

/// The flags of an `arith.overflow`; `None` for no flags.
pub(crate) fn overflow_flags(ctx: &Context, attr: Attr) -> Option<IntegerOverflowFlags> {
    let bits = word_bits(ctx, attr, |word| IntegerOverflowFlags::TABLE.from_mlir(word));
    IntegerOverflowFlags::from_number(bits).filter(|flags| !flags.is_empty())
}

/// The fast-math flags of an `arith.fastmath`; `None` for no flags.
pub(crate) fn fastmath_flags(ctx: &Context, attr: Attr) -> Option<FastmathFlags> {
    let bits = word_bits(ctx, attr, |word| FastmathFlags::TABLE.from_mlir(word));
    FastmathFlags::from_number(bits).filter(|flags| !flags.is_empty())
}

/// The bits of the words in brackets of an attribute that is kept as text.
fn word_bits(ctx: &Context, attr: Attr, bits: impl Fn(&str) -> Option<i64>) -> i64 {
    let AttrData::Opaque { body, .. } = ctx.attr_data(attr) else { return 0 };
    let text = ctx.text(*body);
    let words = text.split_once('<').map_or("", |(_, words)| words.trim_end_matches('>'));
    words.split(',').filter_map(|word| bits(word.trim())).fold(0, |all, one| all | one)
}

/// The predicate of an `arith.cmpf`.
pub(crate) fn float_predicate(rewriter: &Rewriter, op: Op) -> Option<FCmpPredicate> {
    let predicate: ArithCmpFPredicate = rewriter.ctx.enum_value(rewriter.attr(op, PREDICATE)?)?;
    FCmpPredicate::from_llvm(predicate.llvm().as_bytes())
}

/// The predicate of an `index.cmp`.
pub(crate) fn index_predicate(rewriter: &Rewriter, op: Op) -> Option<ICmpPredicate> {
    let ctx = rewriter.ctx;
    let AttrData::Opaque { body, .. } = ctx.attr_data(rewriter.attr(op, ctx.str("pred"))?) else { return None };
    let text = ctx.text(*body);
    ICmpPredicate::from_mlir(text.rsplit([' ', '<']).next()?.trim_end_matches('>'))
}

/// Only the fast-math flags of an operation.
pub(crate) fn fastmath(rewriter: &Rewriter, op: Op) -> Vec<(Str, Attr)> {
    let ctx = rewriter.ctx;
    let flags = rewriter.attr(op, ctx.str("fastmath")).and_then(|attr| fastmath_flags(ctx, attr));
    flags.map(|flags| (FASTMATH_FLAGS, ctx.enum_attr(flags))).into_iter().collect()
}

/// Adds a pattern for each definition.
pub(crate) fn populate(patterns: &mut Patterns, operations: &'static [OneToOne]) {
    for (from, to) in operations {
        let to = *to;
        patterns.add(from.name(), move |rewriter: &mut Rewriter, op: Op| replace_by(rewriter, op, to));
    }
}

/// Replaces an operation by one of the LLVM dialect.
pub(crate) fn replace_by(rewriter: &mut Rewriter, op: Op, to: OpName) -> Matched {
    let attrs = attributes(rewriter, op);
    let make = |rewriter: &mut Rewriter, operands: &[Value], ty| rewriter.value(to, operands, ty, &attrs);
    if to == llvm::SELECT || to == llvm::BITCAST { moved(rewriter, op, make) } else { elementwise(rewriter, op, make) }
}

/// Refuses arithmetic on floats that become integers: it has no counterpart.
pub(crate) fn check_floats(rewriter: &Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let is_unsupported =
        |ty: Type| matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(kind) if kind.width() < 16);
    let operands = rewriter.body.operands(op).iter().map(|operand| rewriter.type_of(*operand));
    match operands.chain(rewriter.result_type(op)).any(is_unsupported) {
        true => Err(Mismatch("the float type has no arithmetic")),
        false => Ok(()),
    }
}

/// Replaces a constant by `llvm.mlir.constant` of the same attribute.
pub(crate) fn constant(rewriter: &mut Rewriter, op: Op) -> Matched {
    let value = rewriter.attr(op, VALUE).ok_or(Mismatch("the constant has no value"))?;
    rewriter.replace_with_new(op, CONSTANT, &[], &[(VALUE, value)])
}

/// Replaces an operation of one result by what `make` makes of its converted operands; where these are arrays of vectors,
/// of each vector.
pub(crate) fn elementwise(
    rewriter: &mut Rewriter,
    op: Op,
    make: impl FnMut(&mut Rewriter, &[Value], Type) -> Value,
) -> Matched {
    check_floats(rewriter, op)?;
    moved(rewriter, op, make)
}

/// As [`elementwise`], of an operation that does not compute with floats.
fn moved(rewriter: &mut Rewriter, op: Op, mut make: impl FnMut(&mut Rewriter, &[Value], Type) -> Value) -> Matched {
    let result = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let operands = rewriter.operands(op)?;
    let ty = rewriter.convert_type(result)?;
    let is_llvm = |value: &Value| rewriter.ctx.is_llvm_type(rewriter.type_of(*value));
    if !operands.iter().all(is_llvm) {
        return Err(Mismatch("an operand has no type of the LLVM dialect"));
    }
    let is_array = operands.first().is_some_and(|&operand| array(rewriter.ctx, rewriter.type_of(operand)).is_some());
    if !is_array {
        let value = make(rewriter, &operands, ty);
        rewriter.replace(op, &[value]);
        return Ok(());
    }
    if array(rewriter.ctx, ty).is_none() {
        return Err(Mismatch("the result is no array"));
    }
    let value = unroll(rewriter, ty, &operands, &mut make)?;
    rewriter.replace(op, &[value]);
    Ok(())
}

/// The length and element of an array.
pub(crate) fn array(ctx: &Context, ty: Type) -> Option<(u64, Type)> {
    match ctx.type_data(ty) {
        TypeData::Array { length, element } => Some((*length, *element)),
        _ => None,
    }
}

/// How many vectors an array may have that an operation is taken apart for: its type says any number in a few digits, and each
/// takes operations of its own.
const MOST_ROWS: i64 = 1 << 16;

/// Makes an array of vectors, each of those at the same place in the operands.
fn unroll(
    rewriter: &mut Rewriter,
    ty: Type,
    operands: &[Value],
    make: &mut impl FnMut(&mut Rewriter, &[Value], Type) -> Value,
) -> Result<Value, Mismatch> {
    let (mut lengths, mut vector) = (SmallVec::<[i64; 4]>::new(), ty);
    while let Some((length, element)) = array(rewriter.ctx, vector) {
        lengths.push(i64::try_from(length).unwrap_or(i64::MAX));
        vector = element;
    }
    let count = lengths.iter().try_fold(1i64, |count, length| count.checked_mul(*length));
    let count =
        count.filter(|count| *count <= MOST_ROWS).ok_or(Mismatch("a vector has too many rows to be unrolled"))?;
    let mut all = rewriter.poison(ty);
    for linear in 0..count {
        let mut position: SmallVec<[i64; 4]> = SmallVec::new();
        let mut left = linear;
        for &length in lengths.iter().rev() {
            position.insert(0, left % length);
            left /= length;
        }
        let elements: SmallVec<[Value; 4]> =
            operands.iter().map(|&operand| rewriter.extract(operand, &position)).collect();
        let made = make(rewriter, &elements, vector);
        all = rewriter.insert_value(all, made, &position);
    }
    Ok(all)
}

/// The float constant 1 or another number in a type, which may be a vector.
pub(crate) fn float_constant(rewriter: &mut Rewriter, ty: Type, value: f64) -> Value {
    let ctx = rewriter.ctx;
    let attr = float_attr(ctx, ty, value);
    rewriter.value(CONSTANT, &[], ty, &[(VALUE, attr)])
}

/// A number in a type, which may be a vector.
pub(crate) fn float_attr(ctx: &Context, ty: Type, value: f64) -> Attr {
    let element = ctx.scalar_type(ty);
    let bits = float_bits(ctx, element, value);
    if element == ty {
        return ctx.float_attr(ty, bits);
    }
    let width = ctx.dense_element_bytes(element);
    let bytes = bits.to_le_bytes();
    ctx.attr(AttrData::Dense { ty, data: bytes.get(..width).unwrap_or_default().into(), splat: true })
}

/// The bits of a number that the formats have exactly: 0, 1, infinity.
fn float_bits(ctx: &Context, ty: Type, value: f64) -> u128 {
    use irtrip_dialect::FloatKind;
    let wide = value.to_bits();
    let narrow = (value as f32).to_bits();
    match ctx.type_data(ty) {
        TypeData::Float(FloatKind::F32) => u128::from(narrow),
        TypeData::Float(FloatKind::BF16) => u128::from(narrow >> 16),
        TypeData::Float(FloatKind::F16) => match value {
            0.0 => 0,
            v if v.is_infinite() => 0x7c00,
            _ => 0x3c00,
        },
        TypeData::Float(FloatKind::F80) => match value {
            0.0 => 0,
            v if v.is_infinite() => 0x7fff_8000_0000_0000_0000,
            _ => 0x3fff_8000_0000_0000_0000,
        },
        TypeData::Float(FloatKind::F128) => match value {
            0.0 => 0,
            v if v.is_infinite() => 0x7fff << 112,
            _ => 0x3fff << 112,
        },
        _ => u128::from(wide),
    }
}

/// An integer constant in a type, which may be a vector.
pub(crate) fn int_constant(rewriter: &mut Rewriter, ty: Type, value: i64) -> Value {
    let attr = int_attr(rewriter.ctx, ty, value);
    rewriter.value(CONSTANT, &[], ty, &[(VALUE, attr)])
}

/// An integer in a type, which may be a vector.
pub(crate) fn int_attr(ctx: &Context, ty: Type, value: i64) -> Attr {
    let element = ctx.scalar_type(ty);
    if element == ty {
        return ctx.int_attr(ty, value);
    }
    let width = ctx.dense_element_bytes(element);
    let mut bytes = value.to_le_bytes().to_vec();
    bytes.resize(width, if value < 0 { u8::MAX } else { 0 });
    if let Some(last) = bytes.last_mut() {
        // The bits past the width of an element are zeros.
        *last &= u8::MAX >> ((8 - ctx.int_width(element).unwrap_or(64) % 8) % 8);
    }
    ctx.dense(ty, &bytes, width)
}
