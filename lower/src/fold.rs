//! Folding: what an operation's result is known to be without it. A conversion folds an operation before it looks for
//! patterns, as upstream's does: `a - 0` is `a`, and no `llvm.sub` is made.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::ops::Traits;
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::{DialectRow, Op, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

use crate::conversion::Rewriter;
use crate::passes::float_attr;
use crate::{arith, complex, index, memref, ptr};

/// The values that the results of an operation are.
type Folded = Option<SmallVec<[Value; 1]>>;

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

/// Operations that take the buffer that was cast as well as the cast one.
const TAKES_CAST_BUFFERS: [DialectRow; 8] = [
    memref::LOAD,
    memref::STORE,
    memref::PREFETCH,
    memref::DEALLOC,
    memref::COPY,
    memref::CAST,
    memref::ATOMIC_RMW,
    memref::TRANSPOSE,
];

/// The values that the results of an operation are. Constants that it makes are operations of `arith`. An operation whose
/// first operand alone is a constant changes its operands' places, where that changes nothing.
pub(crate) fn fold(rewriter: &mut Rewriter, op: Op) -> Folded {
    let name = rewriter.body.name(op);
    if name == complex::RE || name == complex::IM {
        return part_of_created(rewriter, op, usize::from(name == complex::IM));
    }
    if TAKES_CAST_BUFFERS.iter().any(|row| name == *row) {
        fold_cast_operands(rewriter, op);
    }
    if name == ptr::FROM_PTR {
        return buffer_of_pointer(rewriter, op);
    }
    let &[lhs, rhs] = rewriter.body.operands(op) else { return None };
    if name == memref::DIM {
        return fold_dim(rewriter, op, lhs, rhs);
    }
    let commutes = name.def().is_some_and(|def| def.is(Traits::COMMUTATIVE));
    if commutes && is_constant(rewriter, lhs) && !is_constant(rewriter, rhs) {
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

/// Takes ranked buffers in place of what they were cast to.
fn fold_cast_operands(rewriter: &mut Rewriter, op: Op) {
    for place in 0..rewriter.body.operands(op).len() {
        let Some(source) = cast_source(rewriter, op, place) else { continue };
        if let Some(operand) = rewriter.body.operands_mut(op).get_mut(place) {
            *operand = source;
        }
    }
}

/// The ranked buffer that an operand is a cast of. A copy takes it for another ranked one only.
fn cast_source(rewriter: &Rewriter, op: Op, place: usize) -> Option<Value> {
    let operand = rewriter.operand(op, place)?;
    let cast = rewriter.defining_op(operand)?;
    let source = rewriter.operand(cast, 0).filter(|_| rewriter.body.name(cast) == memref::CAST)?;
    let is_ranked = |value: Value| memref::verify::parts(rewriter.ctx, rewriter.type_of(value)).is_some();
    let fits = is_ranked(source) && (rewriter.body.name(op) != memref::COPY || is_ranked(operand));
    fits.then_some(source)
}

/// The size of a dimension that the memory of a buffer was allocated with.
fn fold_dim(rewriter: &mut Rewriter, op: Op, buffer: Value, dim: Value) -> Folded {
    let dim = usize::try_from(integer(rewriter, dim)?).ok()?;
    let dims = memref::verify::parts(rewriter.ctx, rewriter.type_of(buffer))?.dims;
    if dims.get(dim)?.size.is_some() {
        return None;
    }
    let source = rewriter.defining_op(buffer)?;
    let name = rewriter.body.name(source);
    if name != memref::ALLOC && name != memref::ALLOCA {
        fold_cast_operands(rewriter, op);
        return None;
    }
    let before = dims.iter().take(dim).filter(|dim| dim.size.is_none()).count();
    Some(smallvec![rewriter.operand(source, before)?])
}

/// The buffer that a pointer and metadata were taken from, where they are the same buffer's and it has the result's type.
fn buffer_of_pointer(rewriter: &Rewriter, op: Op) -> Folded {
    let made_by = |place, row: DialectRow| {
        let made = rewriter.defining_op(rewriter.operand(op, place)?)?;
        rewriter.operand(made, 0).filter(|_| rewriter.body.name(made) == row)
    };
    let buffer = made_by(0, ptr::TO_PTR)?;
    let same =
        Some(rewriter.type_of(buffer)) == rewriter.result_type(op) && made_by(1, ptr::GET_METADATA) == Some(buffer);
    same.then(|| smallvec![buffer])
}
