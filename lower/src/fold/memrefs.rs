//! The folds of `memref` and `ptr`.

use irtrip_dialect::maps::Map;
use irtrip_dialect::names::PERMUTATION;
use irtrip_dialect::{AttrData, DialectOp, Op, Value};

use super::{Fold, FoldContext};
use crate::conversion::Rewriter;
use crate::{memref, ptr};

/// Operations that take the memref that was cast as well as the cast one.
const TAKES_CAST_MEMREFS: [DialectOp; 8] = [
    memref::LOAD,
    memref::STORE,
    memref::PREFETCH,
    memref::DEALLOC,
    memref::COPY,
    memref::CAST,
    memref::ATOMIC_RMW,
    memref::TRANSPOSE,
];

pub(super) fn fold(cx: &mut FoldContext) -> Option<Fold> {
    take_uncast_operands(cx.rewriter, cx.op);
    if cx.is(ptr::FROM_PTR) {
        return Fold::value(memref_of_pointer(cx.rewriter, cx.op)?);
    }
    if cx.is(memref::DIM) {
        return fold_dim(cx);
    }
    let source = cx.operand(0)?;
    if cx.is(memref::RANK) {
        let rank = memref::verify::parts(cx.rewriter.ctx, cx.rewriter.type_of(source))?.dims.len();
        return cx.filled(rank);
    }
    let is_cast = cx.is(memref::CAST) || cx.is(memref::MEMORY_SPACE_CAST);
    if is_cast && cx.rewriter.type_of(source) == cx.ty {
        return Fold::value(source);
    }
    if cx.is(memref::TRANSPOSE) {
        return transposed(cx, source);
    }
    if cx.is(memref::MEMORY_SPACE_CAST) {
        let before = cx.made_by(source, memref::MEMORY_SPACE_CAST)?;
        let source = cx.operand_of(before, 0)?;
        return cx.set_operand(0, source);
    }
    if cx.is(memref::EXPAND_SHAPE) {
        return reshaped(cx, source, memref::COLLAPSE_SHAPE);
    }
    if cx.is(memref::COLLAPSE_SHAPE) { reshaped(cx, source, memref::EXPAND_SHAPE) } else { None }
}

/// What a memref of another shape is that has the shape already, or had it before `inverse`.
fn reshaped(cx: &FoldContext, source: Value, inverse: DialectOp) -> Option<Fold> {
    if cx.rewriter.type_of(source) == cx.ty {
        return Fold::value(source);
    }
    let before = cx.operand_of(cx.made_by(source, inverse)?, 0)?;
    let dims = memref::verify::parts(cx.rewriter.ctx, cx.ty)?.dims;
    let is_known = dims.iter().filter(|dim| dim.size.is_none()).count() < 2;
    if is_known && cx.rewriter.type_of(before) == cx.ty { Fold::value(before) } else { None }
}

/// A transposition that changes nothing is its operand, and one of another's result is one of that one's operand.
fn transposed(cx: &mut FoldContext, source: Value) -> Option<Fold> {
    let ctx = cx.rewriter.ctx;
    let order = |cx: &FoldContext, op| Map::of(ctx, cx.rewriter.attr(op, PERMUTATION)?)?.permutation();
    let own = order(cx, cx.op)?;
    if cx.rewriter.type_of(source) == cx.ty && own.iter().copied().eq(0..own.len()) {
        return Fold::value(source);
    }
    let before = cx.made_by(source, memref::TRANSPOSE)?;
    let first = order(cx, before)?;
    let source = cx.operand_of(before, 0)?;
    let names =
        |dims: &mut dyn Iterator<Item = usize>| dims.map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    let results = names(&mut own.iter().filter_map(|dim| first.get(*dim).copied()));
    let map = format!("affine_map<({}) -> ({results})>", names(&mut (0..own.len())));
    let map = ctx.attr(AttrData::Affine(ctx.str(&map)));
    let folded = cx.set_operand(0, source)?;
    let attrs = ctx.with_entry(cx.rewriter.body.attrs(cx.op), PERMUTATION, Some(map));
    cx.rewriter.body.set_attrs(cx.op, attrs);
    Some(folded)
}

/// An operation that can takes what its operands were cast from.
pub(super) fn take_uncast_operands(rewriter: &mut Rewriter, op: Op) {
    let name = rewriter.body.name(op);
    if TAKES_CAST_MEMREFS.iter().any(|def| name == *def) {
        fold_cast_operands(rewriter, op);
    }
}

/// Takes ranked memrefs in place of what they were cast to. Says whether there is one.
fn fold_cast_operands(rewriter: &mut Rewriter, op: Op) -> bool {
    let mut is_changed = false;
    for place in 0..rewriter.body.operands(op).len() {
        let Some(source) = cast_source(rewriter, op, place) else { continue };
        if let Some(operand) = rewriter.body.operands_mut(op).get_mut(place) {
            *operand = source;
            is_changed = true;
        }
    }
    is_changed
}

/// The ranked memref that an operand is a cast of. A copy takes it for another ranked one only.
fn cast_source(rewriter: &Rewriter, op: Op, place: usize) -> Option<Value> {
    let operand = rewriter.operand(op, place)?;
    let cast = rewriter.defining_op(operand)?;
    let source = rewriter.operand(cast, 0).filter(|_| rewriter.body.name(cast) == memref::CAST)?;
    let is_ranked = |value: Value| memref::verify::parts(rewriter.ctx, rewriter.type_of(value)).is_some();
    let fits = is_ranked(source) && (rewriter.body.name(op) != memref::COPY || is_ranked(operand));
    (fits && rewriter.place(source) < rewriter.place(operand)).then_some(source)
}

/// The size of a dimension that the type says, or that the memory of a memref was allocated with.
fn fold_dim(cx: &mut FoldContext) -> Option<Fold> {
    let memref = cx.operand(0)?;
    let dim = usize::try_from(cx.integer(cx.operand(1)?)?).ok()?;
    let dims = memref::verify::parts(cx.rewriter.ctx, cx.rewriter.type_of(memref))?.dims;
    if let Some(size) = dims.get(dim)?.size {
        return cx.filled(size);
    }
    let source = cx.rewriter.defining_op(memref)?;
    let name = cx.rewriter.body.name(source);
    if name != memref::ALLOC && name != memref::ALLOCA {
        return fold_cast_operands(cx.rewriter, cx.op).then_some(Fold::InPlace);
    }
    let before = dims.iter().take(dim).filter(|dim| dim.size.is_none()).count();
    Fold::value(cx.operand_of(source, before)?)
}

/// The memref that a pointer and metadata were taken from, where they are the same memref's and it has the result's type.
fn memref_of_pointer(rewriter: &Rewriter, op: Op) -> Option<Value> {
    let made_by = |place, def: DialectOp| {
        let made = rewriter.defining_op(rewriter.operand(op, place)?)?;
        rewriter.operand(made, 0).filter(|_| rewriter.body.name(made) == def)
    };
    let memref = made_by(0, ptr::TO_PTR)?;
    let same =
        Some(rewriter.type_of(memref)) == rewriter.result_type(op) && made_by(1, ptr::GET_METADATA) == Some(memref);
    same.then_some(memref)
}
