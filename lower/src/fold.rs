//! Folding: what an operation's result is known to be without it. A conversion folds an operation before it looks for
//! patterns, as upstream's does: `a - 0` is `a`, and no `llvm.sub` is made.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::{DialectRow, Op, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

use crate::conversion::Rewriter;
use crate::passes::float_attr;
use crate::{arith, complex, index};

/// The values that the results of an operation are.
type Folded = Option<SmallVec<[Value; 1]>>;

/// The operations whose operands may change places: constants come second.
const COMMUTATIVE: [DialectRow; 10] = [
    arith::ADDI,
    arith::MULI,
    arith::ANDI,
    arith::ORI,
    arith::XORI,
    arith::ADDF,
    arith::MULF,
    index::ADD,
    index::MUL,
    complex::ADD,
];

/// Operations of two integers: what they give for constants, the second operand that changes nothing, and the one that
/// the result always is.
struct IntegerRow {
    row: DialectRow,
    compute: fn(i64, i64) -> i64,
    neutral: i64,
    absorbing: Option<i64>,
}

const INTEGERS: [IntegerRow; 3] = [
    IntegerRow { row: arith::ADDI, compute: i64::wrapping_add, neutral: 0, absorbing: None },
    IntegerRow { row: arith::SUBI, compute: i64::wrapping_sub, neutral: 0, absorbing: None },
    IntegerRow { row: arith::MULI, compute: i64::wrapping_mul, neutral: 1, absorbing: Some(0) },
];

/// Operations of two floats, and the second operand that changes nothing.
const FLOATS: [(DialectRow, f64); 3] = [(arith::MULF, 1.0), (arith::DIVF, 1.0), (arith::SUBF, 0.0)];

/// The values that the results of an operation are. Constants that it makes are operations of `arith`. An operation whose
/// first operand alone is a constant changes its operands' places, where that changes nothing.
pub(crate) fn fold(rewriter: &mut Rewriter, op: Op) -> Folded {
    let name = rewriter.body.name(op);
    if name == complex::RE || name == complex::IM {
        return part_of_created(rewriter, op, usize::from(name == complex::IM));
    }
    let &[lhs, rhs] = rewriter.body.operands(op) else { return None };
    if COMMUTATIVE.iter().any(|row| name == *row) && is_constant(rewriter, lhs) && !is_constant(rewriter, rhs) {
        rewriter.body.operands_mut(op).swap(0, 1);
        return fold(rewriter, op);
    }
    if let Some((_, neutral)) = FLOATS.iter().find(|(row, _)| name == *row) {
        let attr = float_attr(rewriter.ctx, rewriter.type_of(rhs), *neutral);
        return (constant(rewriter, rhs) == Some(attr)).then(|| smallvec![lhs]);
    }
    let row = INTEGERS.iter().find(|row| name == row.row)?;
    fold_integers(rewriter, op, row, lhs, rhs)
}

/// The attribute of a constant.
fn constant(rewriter: &Rewriter, value: Value) -> Option<irtrip_dialect::Attr> {
    let op = rewriter.defining_op(value)?;
    let name = rewriter.body.name(op);
    let is_constant = name == arith::CONSTANT || name == index::CONSTANT || name == CONSTANT;
    rewriter.attr(op, VALUE).filter(|_| is_constant)
}

fn is_constant(rewriter: &Rewriter, value: Value) -> bool {
    constant(rewriter, value).is_some()
}

/// The number that a constant of a scalar is.
fn integer(rewriter: &Rewriter, value: Value) -> Option<i64> {
    rewriter.ctx.int_value(constant(rewriter, value)?)
}

fn fold_integers(rewriter: &mut Rewriter, op: Op, row: &IntegerRow, lhs: Value, rhs: Value) -> Folded {
    let ty = rewriter.result_type(op)?;
    if !matches!(rewriter.ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index) {
        return None;
    }
    if row.row.def().name == arith::SUBI.def().name && lhs == rhs {
        return made(rewriter, ty, 0);
    }
    let second = integer(rewriter, rhs)?;
    if row.absorbing == Some(second) {
        return Some(smallvec![rhs]);
    }
    if second == row.neutral {
        return Some(smallvec![lhs]);
    }
    let first = integer(rewriter, lhs)?;
    made(rewriter, ty, (row.compute)(first, second))
}

/// A new constant.
fn made(rewriter: &mut Rewriter, ty: Type, value: i64) -> Folded {
    let attr = rewriter.ctx.int_attr(ty, value);
    Some(smallvec![rewriter.value(arith::CONSTANT.name(), &[], ty, &[(VALUE, attr)])])
}

/// The part that a complex number was made of.
fn part_of_created(rewriter: &Rewriter, op: Op, place: usize) -> Folded {
    let number = rewriter.operand(op, 0)?;
    let made = rewriter.defining_op(number).filter(|&made| rewriter.body.name(made) == complex::CREATE)?;
    Some(smallvec![rewriter.operand(made, place)?])
}
