//! `convert-complex-to-llvm`

use irtrip_dialect::enums::FCmpPredicate;
use irtrip_dialect::names::PREDICATE;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, OpName, Str, Type, Value};

use crate::complex;
use crate::conversion::{Matched, Mismatch, Patterns, Rewriter};
use crate::passes::one_to_one::{constant, fastmath, float_constant};

/// How the quotient of complex numbers is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComplexRange {
    /// By the algebraic formula.
    Algebraic,
    /// By Smith's algorithm, which handles large numbers, infinities and zeros.
    Improved,
}

/// The patterns of the `complex` dialect.
pub fn populate(patterns: &mut Patterns, range: ComplexRange) {
    patterns.add_ops(&[complex::ABS], absolute);
    patterns.add(complex::ADD.name(), |rewriter: &mut Rewriter, op: Op| by_part(rewriter, op, llvm::FADD));
    patterns.add(complex::SUB.name(), |rewriter: &mut Rewriter, op: Op| by_part(rewriter, op, llvm::FSUB));
    patterns.add_ops(&[complex::MUL], multiply);
    patterns.add(complex::DIV.name(), move |rewriter: &mut Rewriter, op: Op| divide(rewriter, op, range));
    patterns.add_ops(&[complex::CONSTANT], constant);
    patterns.add_ops(&[complex::CREATE], create);
    patterns.add(complex::RE.name(), |rewriter: &mut Rewriter, op: Op| part(rewriter, op, 0));
    patterns.add(complex::IM.name(), |rewriter: &mut Rewriter, op: Op| part(rewriter, op, 1));
}

/// The flags of an operation's arithmetic.
type Flags = Vec<(Str, Attr)>;

/// Two complex numbers, in parts, and the type of the parts.
struct Operands {
    ty: Type,
    lhs: [Value; 2],
    rhs: [Value; 2],
}

fn two_operands(rewriter: &mut Rewriter, op: Op) -> Result<Operands, Mismatch> {
    let [lhs, rhs] = rewriter.exact_operands(op)?;
    let lhs = [rewriter.extract(lhs, &[0]), rewriter.extract(lhs, &[1])];
    let rhs = [rewriter.extract(rhs, &[0]), rewriter.extract(rhs, &[1])];
    let [real, _] = lhs;
    Ok(Operands { ty: rewriter.type_of(real), lhs, rhs })
}

/// Arithmetic of one operation's type and flags.
struct Arithmetic<'r, 'a> {
    rewriter: &'r mut Rewriter<'a>,
    ty: Type,
    flags: Flags,
}

impl Arithmetic<'_, '_> {
    fn binary(&mut self, name: OpName, lhs: Value, rhs: Value) -> Value {
        self.rewriter.value(name, &[lhs, rhs], self.ty, &self.flags)
    }

    fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(llvm::FADD, lhs, rhs)
    }

    fn sub(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(llvm::FSUB, lhs, rhs)
    }

    fn mul(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(llvm::FMUL, lhs, rhs)
    }

    fn div(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(llvm::FDIV, lhs, rhs)
    }

    fn abs(&mut self, value: Value) -> Value {
        self.rewriter.value(intrinsics::FABS, &[value], self.ty, &self.flags)
    }

    fn compare(&mut self, predicate: FCmpPredicate, lhs: Value, rhs: Value) -> Value {
        let predicate = (PREDICATE, self.rewriter.ctx.enum_attr(predicate));
        self.rewriter.value(llvm::FCMP, &[lhs, rhs], types::I1, &[predicate])
    }

    fn logic(&mut self, name: OpName, lhs: Value, rhs: Value) -> Value {
        self.rewriter.binary(name, lhs, rhs)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.rewriter.value(llvm::SELECT, &[condition, yes, no], self.ty, &[])
    }

    fn copy_sign(&mut self, value: Value, sign: Value) -> Value {
        self.rewriter.value(intrinsics::COPYSIGN, &[value, sign], self.ty, &[])
    }
}

/// The empty struct of an operation's result.
fn empty(rewriter: &mut Rewriter, op: Op) -> Result<Value, Mismatch> {
    let types = rewriter.result_types(op)?;
    let ty = *types.first().ok_or(Mismatch("the operation has no result"))?;
    Ok(rewriter.poison(ty))
}

/// Replaces an operation by a struct of two parts.
fn replace_by_parts(rewriter: &mut Rewriter, op: Op, empty: Value, [real, imaginary]: [Value; 2]) -> Matched {
    let with_real = rewriter.insert_value(empty, real, &[0]);
    let whole = rewriter.insert_value(with_real, imaginary, &[1]);
    rewriter.replace(op, &[whole]);
    Ok(())
}

fn by_part(rewriter: &mut Rewriter, op: Op, name: OpName) -> Matched {
    let flags = fastmath(rewriter, op);
    let Operands { ty, lhs: [a, b], rhs: [c, d] } = two_operands(rewriter, op)?;
    let empty = empty(rewriter, op)?;
    let mut on = Arithmetic { rewriter, ty, flags };
    let parts = [on.binary(name, a, c), on.binary(name, b, d)];
    replace_by_parts(rewriter, op, empty, parts)
}

fn multiply(rewriter: &mut Rewriter, op: Op) -> Matched {
    let flags = fastmath(rewriter, op);
    let Operands { ty, lhs: [a, b], rhs: [c, d] } = two_operands(rewriter, op)?;
    let empty = empty(rewriter, op)?;
    let mut on = Arithmetic { rewriter, ty, flags };
    let (reals, imaginaries) = (on.mul(c, a), on.mul(d, b));
    let real = on.sub(reals, imaginaries);
    let (first, second) = (on.mul(b, c), on.mul(a, d));
    let imaginary = on.add(first, second);
    replace_by_parts(rewriter, op, empty, [real, imaginary])
}

fn divide(rewriter: &mut Rewriter, op: Op, range: ComplexRange) -> Matched {
    let flags = fastmath(rewriter, op);
    let operands = two_operands(rewriter, op)?;
    let empty = empty(rewriter, op)?;
    let mut on = Arithmetic { rewriter, ty: operands.ty, flags };
    let parts = match range {
        ComplexRange::Algebraic => divide_algebraic(&mut on, &operands),
        ComplexRange::Improved => divide_improved(&mut on, &operands),
    };
    replace_by_parts(rewriter, op, empty, parts)
}

fn divide_algebraic(on: &mut Arithmetic, operands: &Operands) -> [Value; 2] {
    let &Operands { lhs: [a, b], rhs: [c, d], .. } = operands;
    let (c_squared, d_squared) = (on.mul(c, c), on.mul(d, d));
    let norm = on.add(c_squared, d_squared);
    let (first, second) = (on.mul(a, c), on.mul(b, d));
    let real = on.add(first, second);
    let (first, second) = (on.mul(b, c), on.mul(a, d));
    let imaginary = on.sub(first, second);
    [on.div(real, norm), on.div(imaginary, norm)]
}

/// Smith's algorithm: the larger part of the divisor is divided by. Results that are no numbers are what C has for
/// division by zero, of an infinity and by an infinity.
fn divide_improved(on: &mut Arithmetic, operands: &Operands) -> [Value; 2] {
    let &Operands { ty, lhs: [a, b], rhs: [c, d] } = operands;
    let by_imaginary = {
        let ratio = on.div(c, d);
        let scaled = on.mul(ratio, c);
        let denominator = on.add(d, scaled);
        let real = on.mul(a, ratio);
        let real = on.add(real, b);
        let real = on.div(real, denominator);
        let imaginary = on.mul(b, ratio);
        let imaginary = on.sub(imaginary, a);
        [real, on.div(imaginary, denominator)]
    };
    let by_real = {
        let ratio = on.div(d, c);
        let scaled = on.mul(ratio, d);
        let denominator = on.add(c, scaled);
        let real = on.mul(b, ratio);
        let real = on.add(a, real);
        let real = on.div(real, denominator);
        let imaginary = on.mul(a, ratio);
        let imaginary = on.sub(b, imaginary);
        [real, on.div(imaginary, denominator)]
    };
    let zero = float_constant(on.rewriter, ty, 0.0);
    let c_abs = on.abs(c);
    let c_zero = on.compare(FCmpPredicate::Oeq, c_abs, zero);
    let d_abs = on.abs(d);
    let d_zero = on.compare(FCmpPredicate::Oeq, d_abs, zero);
    let a_number = on.compare(FCmpPredicate::Ord, a, zero);
    let b_number = on.compare(FCmpPredicate::Ord, b, zero);
    let some_number = on.logic(llvm::OR, a_number, b_number);
    let divisor_zero = on.logic(llvm::AND, c_zero, d_zero);
    let by_zero = on.logic(llvm::AND, some_number, divisor_zero);
    let infinity = float_constant(on.rewriter, ty, f64::INFINITY);
    let signed = on.copy_sign(infinity, c);
    let of_zero = [on.mul(signed, a), on.mul(signed, b)];
    let abs = [c_abs, d_abs];
    let (of_infinity, has_infinity, infinite, one) = infinite_dividend(on, operands, abs, infinity, zero);
    let (by_infinity, has_infinite_divisor) = infinite_divisor(on, operands, abs, infinity, zero, infinite, one);
    let c_smaller = on.compare(FCmpPredicate::Olt, c_abs, d_abs);
    let plain = pick(on, c_smaller, by_imaginary, by_real);
    let special = pick(on, has_infinite_divisor, by_infinity, plain);
    let special = pick(on, has_infinity, of_infinity, special);
    let special = pick(on, by_zero, of_zero, special);
    let [real, imaginary] = plain;
    let real_nan = on.compare(FCmpPredicate::Uno, real, zero);
    let imaginary_nan = on.compare(FCmpPredicate::Uno, imaginary, zero);
    let nan = on.logic(llvm::AND, real_nan, imaginary_nan);
    pick(on, nan, special, plain)
}

fn pick(on: &mut Arithmetic, condition: Value, yes: [Value; 2], no: [Value; 2]) -> [Value; 2] {
    let ([yes_real, yes_imaginary], [no_real, no_imaginary]) = (yes, no);
    [on.select(condition, yes_real, no_real), on.select(condition, yes_imaginary, no_imaginary)]
}

/// The quotient of an infinity and a finite number; whether it is that; the absolute values of the dividend's parts; and
/// one.
fn infinite_dividend(
    on: &mut Arithmetic,
    operands: &Operands,
    [c_abs, d_abs]: [Value; 2],
    infinity: Value,
    zero: Value,
) -> ([Value; 2], Value, [Value; 2], Value) {
    let &Operands { ty, lhs: [a, b], rhs: [c, d] } = operands;
    let c_finite = on.compare(FCmpPredicate::One, c_abs, infinity);
    let d_finite = on.compare(FCmpPredicate::One, d_abs, infinity);
    let divisor_finite = on.logic(llvm::AND, c_finite, d_finite);
    let a_abs = on.abs(a);
    let a_infinite = on.compare(FCmpPredicate::Oeq, a_abs, infinity);
    let b_abs = on.abs(b);
    let b_infinite = on.compare(FCmpPredicate::Oeq, b_abs, infinity);
    let some_infinite = on.logic(llvm::OR, a_infinite, b_infinite);
    let applies = on.logic(llvm::AND, some_infinite, divisor_finite);
    let one = float_constant(on.rewriter, ty, 1.0);
    let a_one = on.select(a_infinite, one, zero);
    let a_one = on.copy_sign(a_one, a);
    let b_one = on.select(b_infinite, one, zero);
    let b_one = on.copy_sign(b_one, b);
    let (first, second) = (on.mul(a_one, c), on.mul(b_one, d));
    let real = on.add(first, second);
    let real = on.mul(infinity, real);
    let (first, second) = (on.mul(a_one, d), on.mul(b_one, c));
    let imaginary = on.sub(second, first);
    let imaginary = on.mul(infinity, imaginary);
    ([real, imaginary], applies, [a_abs, b_abs], one)
}

/// The quotient of a finite number and an infinity; and whether it is that.
fn infinite_divisor(
    on: &mut Arithmetic,
    operands: &Operands,
    [c_abs, d_abs]: [Value; 2],
    infinity: Value,
    zero: Value,
    [a_abs, b_abs]: [Value; 2],
    one: Value,
) -> ([Value; 2], Value) {
    let &Operands { lhs: [a, b], rhs: [c, d], .. } = operands;
    let a_finite = on.compare(FCmpPredicate::One, a_abs, infinity);
    let b_finite = on.compare(FCmpPredicate::One, b_abs, infinity);
    let dividend_finite = on.logic(llvm::AND, a_finite, b_finite);
    let c_infinite = on.compare(FCmpPredicate::Oeq, c_abs, infinity);
    let d_infinite = on.compare(FCmpPredicate::Oeq, d_abs, infinity);
    let some_infinite = on.logic(llvm::OR, c_infinite, d_infinite);
    let applies = on.logic(llvm::AND, dividend_finite, some_infinite);
    let c_one = on.select(c_infinite, one, zero);
    let c_one = on.copy_sign(c_one, c);
    let d_one = on.select(d_infinite, one, zero);
    let d_one = on.copy_sign(d_one, d);
    let (first, second) = (on.mul(a, c_one), on.mul(b, d_one));
    let real = on.add(first, second);
    let real = on.mul(zero, real);
    let (first, second) = (on.mul(b, c_one), on.mul(a, d_one));
    let imaginary = on.sub(first, second);
    ([real, on.mul(zero, imaginary)], applies)
}

fn absolute(rewriter: &mut Rewriter, op: Op) -> Matched {
    let flags = fastmath(rewriter, op);
    let [operand] = rewriter.exact_operands(op)?;
    let (real, imaginary) = (rewriter.extract(operand, &[0]), rewriter.extract(operand, &[1]));
    let ty = rewriter.type_of(real);
    let mut on = Arithmetic { rewriter, ty, flags };
    let (first, second) = (on.mul(real, real), on.mul(imaginary, imaginary));
    let norm = on.add(first, second);
    let root = on.rewriter.unary(intrinsics::SQRT, norm, ty);
    rewriter.replace(op, &[root]);
    Ok(())
}

fn create(rewriter: &mut Rewriter, op: Op) -> Matched {
    let parts = rewriter.exact_operands(op)?;
    let empty = empty(rewriter, op)?;
    replace_by_parts(rewriter, op, empty, parts)
}

fn part(rewriter: &mut Rewriter, op: Op, place: i64) -> Matched {
    let [operand] = rewriter.exact_operands(op)?;
    let value = rewriter.extract(operand, &[place]);
    rewriter.replace(op, &[value]);
    Ok(())
}
