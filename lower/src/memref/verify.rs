//! Rules of the `memref` dialect's operations that their definitions do not have: each returns the rule that an operation breaks. An operand
//! or attribute that is missing is no matter of these: the definition reports it.

use super::GLOBAL;
use super::layouts::{self, DYNAMIC, Strided};
use crate::arith::verify::shape;
use crate::{VerifyResult, when};
use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::enums::AtomicRmwKind;
use irtrip_dialect::maps::Map;
use irtrip_dialect::names;
use irtrip_dialect::ops::Traits;
use irtrip_dialect::types::{Dim, TypeData, well_known as types};
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{Attr, Context, OpNameDefinition, Type};

/// A ranked memref's type in parts.
#[derive(Clone, Copy)]
pub(crate) struct MemRef<'c> {
    pub(crate) ty: Type,
    pub(crate) dims: &'c [Dim],
    pub(crate) element: Type,
    pub(crate) layout: Option<Attr>,
    pub(crate) space: Option<Attr>,
}

/// The parts of a ranked memref's type.
pub(crate) fn parts(ctx: &Context, ty: Type) -> Option<MemRef<'_>> {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims: Some(dims), element, layout, space } => {
            Some(MemRef { ty, dims, element: *element, layout: *layout, space: *space })
        }
        _ => None,
    }
}

/// The memref that is an operand.
fn memref<'a>(cx: &VerifyContext<'a>, index: usize) -> Option<MemRef<'a>> {
    parts(cx.ctx, cx.operand_type(index)?)
}

/// The memref that is the result.
fn result<'a>(cx: &VerifyContext<'a>) -> Option<MemRef<'a>> {
    parts(cx.ctx, cx.result_type()?)
}

/// The element type and the memory space of a memref of any rank.
fn of_any_rank(ctx: &Context, ty: Type) -> Option<(Type, Option<Attr>)> {
    match ctx.type_data(ty) {
        TypeData::MemRef { element, space, .. } => Some((*element, *space)),
        _ => None,
    }
}

/// The operands of a group are an index for each dimension of the memref that is an operand.
fn indices(cx: &VerifyContext, of: usize, group: u8) -> VerifyResult {
    when(memref(cx, of)?.dims.len() != cx.group(group).len(), "expects an index for each dimension")
}

/// `memref.load`
pub(crate) fn load(cx: &VerifyContext) -> VerifyResult {
    indices(cx, 0, 1)
}

/// `memref.store`
pub(crate) fn store(cx: &VerifyContext) -> VerifyResult {
    indices(cx, 1, 2)
}

/// `memref.prefetch`
pub(crate) fn prefetch(cx: &VerifyContext) -> VerifyResult {
    indices(cx, 0, 1)
}

/// `memref.dma_wait`
pub(crate) fn dma_wait(cx: &VerifyContext) -> VerifyResult {
    indices(cx, 0, 1)
}

/// The operands of a group are a size for each dimension without one.
fn dynamic_sizes(cx: &VerifyContext, of: &MemRef, group: u8) -> VerifyResult {
    let expected = of.dims.iter().filter(|dim| dim.size.is_none()).count();
    when(cx.group(group).len() != expected, "expects a size for each dynamic dimension")
}

/// `memref.alloc`, `memref.alloca`
pub(crate) fn allocation(cx: &VerifyContext) -> VerifyResult {
    let of = result(cx)?;
    let symbols = layouts::symbols(cx.ctx, of.layout);
    dynamic_sizes(cx, &of, 0).or(when(cx.group(1).len() != symbols, "expects an operand for each symbol of the layout"))
}

/// `memref.copy`
pub(crate) fn copy(cx: &VerifyContext) -> VerifyResult {
    let (from, to) = (memref(cx, 0)?, memref(cx, 1)?);
    when(!layouts::compatible_sizes(from.dims, to.dims), "requires the same shape for all operands")
}

/// `memref.cast`: what is not known of one type may be known of the other, and nothing else differs.
pub(crate) fn cast(cx: &VerifyContext) -> VerifyResult {
    let (from, to) = (cx.operand_type(0)?, cx.result_type()?);
    when(!layouts::casts(cx.ctx, from, to), "operand type and result type are cast incompatible")
}

/// `memref.memory_space_cast`: the types differ in the memory space alone.
pub(crate) fn memory_space_cast(cx: &VerifyContext) -> VerifyResult {
    let without_space = |ty| match cx.ctx.type_data(ty) {
        TypeData::MemRef { dims, element, layout, .. } => Some((dims, element, layout)),
        _ => None,
    };
    let (from, to) = (cx.operand_type(0)?, cx.result_type()?);
    when(without_space(from) != without_space(to), "operand type and result type are cast incompatible")
}

/// `memref.assume_alignment`
pub(crate) fn assume_alignment(cx: &VerifyContext) -> VerifyResult {
    when(cx.int(names::ALIGNMENT)?.count_ones() != 1, "alignment must be power of 2")
}

/// `memref.distinct_objects`: a result for each operand, of its type.
pub(crate) fn distinct_objects(cx: &VerifyContext) -> VerifyResult {
    let operands = cx.operands().iter().map(|&value| cx.body.value_type(value));
    let results = cx.body.results(cx.op).map(|value| cx.body.value_type(value));
    when(cx.operands().is_empty(), "expected at least one operand")
        .or(when(!operands.eq(results), "operand types and result types must match"))
}

/// `memref.global`: the type has all sizes, and the initial value is of it.
pub(crate) fn global(cx: &VerifyContext) -> VerifyResult {
    let of = parts(cx.ctx, cx.type_attr(names::TYPE)?).filter(|of| of.dims.iter().all(|dim| dim.size.is_some()));
    let Some(of) = of else { return Some("type should be static shaped memref") };
    let ty = match cx.ctx.attr_data(cx.attr(names::INITIAL_VALUE)?) {
        AttrData::Unit => return None,
        AttrData::Dense { ty, .. }
        | AttrData::Sparse { ty, .. }
        | AttrData::DenseResource { ty, .. }
        | AttrData::DenseStrings { ty, .. } => *ty,
        _ => return Some("initial value should be a unit or elements attribute"),
    };
    let is_of_type = shape(cx.ctx, ty)? == Some(of.dims) && cx.ctx.scalar_type(ty) == of.element;
    when(!is_of_type, "initial value should be of the global's shape and element type")
}

/// `memref.get_global`
pub(crate) fn get_global(cx: &VerifyContext) -> VerifyResult {
    // Symbols of tables that are no module are not known here.
    if cx.holder()?.def.is(Traits::SYMBOL_TABLE) {
        return None;
    }
    let name = cx.ctx.symbol_value(cx.attr_named("name")?)?;
    match cx.symbol(name).filter(|symbol| symbol.name() == GLOBAL) {
        None => Some("does not reference a valid global memref"),
        Some(global) => {
            when(cx.result_type()? != global.type_attr(names::TYPE)?, "result type is not that of the global memref")
        }
    }
}

/// The dimensions in each group of `reassociation`.
fn reassociation(cx: &VerifyContext) -> Vec<Vec<i64>> {
    let ctx = cx.ctx;
    let Some(groups) = cx.attr_named("reassociation") else { return Vec::new() };
    let numbers = |&group: &Attr| ctx.items(group).iter().filter_map(|&item| ctx.int_value(item)).collect();
    ctx.items(groups).iter().map(numbers).collect()
}

/// Each dimension of `collapsed` is a group of those of `expanded`.
fn check_reassociation(collapsed: &[Dim], expanded: &[Dim], groups: &[Vec<i64>]) -> VerifyResult {
    if collapsed.len() != groups.len() {
        return Some("expects a reassociation group for each collapsed dimension");
    }
    let mut next = 0_usize;
    for (group, of) in groups.iter().zip(collapsed) {
        let mut size = Some(1_u64);
        for &index in group {
            if usize::try_from(index) != Ok(next) {
                return Some("reassociation indices must be contiguous");
            }
            let Some(dim) = expanded.get(next) else { return Some("reassociation index is out of bounds") };
            next += 1;
            size = size.and_then(|size| Some(size.wrapping_mul(dim.size?)));
        }
        if of.size != size {
            return Some("size of a collapsed dimension must be that of its reassociation group");
        }
    }
    if collapsed.is_empty() {
        let is_broken = expanded.iter().any(|dim| dim.size != Some(1));
        return when(is_broken, "rank 0 memrefs can only be extended/collapsed with/from ones");
    }
    when(next != expanded.len(), "expects each expanded dimension in a reassociation group")
}

/// `memref.expand_shape`
pub(crate) fn expand_shape(cx: &VerifyContext) -> VerifyResult {
    let (from, to, groups) = (memref(cx, 0)?, result(cx)?, reassociation(cx));
    if from.dims.len() > to.dims.len() {
        return Some("result has fewer dimensions than the source");
    }
    let shape = cx.attr_named("static_output_shape").and_then(|shape| cx.ctx.dense_array(shape));
    let shape = shape.unwrap_or_default();
    let dynamic = shape.iter().filter(|&&size| size == DYNAMIC).count();
    let mut known = shape.iter().zip(to.dims).filter(|&(&size, _)| size != DYNAMIC);
    check_reassociation(from.dims, to.dims, &groups)
        .or_else(|| match layouts::expanded(cx.ctx, &from, to.dims, &groups) {
            None => Some("invalid source layout map"),
            Some(expected) => when(expected != to.ty, "result type is not the expanded source type"),
        })
        .or(when(shape.len() != to.dims.len(), "expects an output size for each dimension of the result"))
        .or(when(dynamic != cx.group(1).len(), "expects a value for each dynamic output size"))
        .or(when(
            known.any(|(&size, dim)| dim.size.is_some_and(|known| u64::try_from(size) != Ok(known))),
            "invalid output shape provided",
        ))
}

/// `memref.collapse_shape`
pub(crate) fn collapse_shape(cx: &VerifyContext) -> VerifyResult {
    let (from, to, groups) = (memref(cx, 0)?, result(cx)?, reassociation(cx));
    if from.dims.len() < to.dims.len() {
        return Some("result has more dimensions than the source");
    }
    check_reassociation(to.dims, from.dims, &groups).or_else(|| {
        match layouts::collapsed(cx.ctx, &from, to.dims, &groups) {
            None => Some("invalid source layout map or collapsing non-contiguous dims"),
            Some(expected) => when(expected != to.ty, "result type is not the collapsed source type"),
        }
    })
}

/// The static offsets, sizes and strides of a part of a memref, in this order.
fn window<'a>(cx: &VerifyContext<'a>) -> [&'a [i64]; 3] {
    ["static_offsets", "static_sizes", "static_strides"]
        .map(|name| cx.attr_named(name).and_then(|list| cx.ctx.dense_array(list)).unwrap_or_default())
}

/// There are as many offsets, sizes and strides as `ranks` says, with a value for each that is not known.
fn check_window(cx: &VerifyContext, window: [&[i64]; 3], ranks: [usize; 3]) -> VerifyResult {
    let values = |list: &[i64]| list.iter().filter(|&&number| number == DYNAMIC).count();
    let mut lists = (1..).zip(window);
    let is_negative = |list: &[i64]| list.iter().any(|&number| number < 0 && number != DYNAMIC);
    when(
        lists.any(|(group, list)| values(list) != cx.group(group).len()),
        "expects a value for each dynamic offset, size and stride",
    )
    .or(when(window.map(<[i64]>::len) != ranks, "expects an offset, a size and a stride for each dimension"))
    .or(when(is_negative(window[0]) || is_negative(window[1]), "expected offsets and sizes to be non-negative"))
}

/// `memref.subview`: the result is the part of the operand, which may lack dimensions of size 1.
pub(crate) fn subview(cx: &VerifyContext) -> VerifyResult {
    let (from, to, window) = (memref(cx, 0)?, result(cx)?, window(cx));
    let broken = check_window(cx, window, [from.dims.len(); 3])
        .or(when(from.space != to.space, "source and result are in different memory spaces"));
    if broken.is_some() {
        return broken;
    }
    let Some(strided) = layouts::strided(cx.ctx, &from) else { return Some("source is not strided") };
    let [offsets, sizes, strides] = window;
    let viewed = strided.part(offsets, strides);
    let layout_fits =
        layouts::strided(cx.ctx, &to).is_some_and(|found| viewed.offset == found.offset && viewed.fits(sizes, &found));
    let is_part = from.element == to.element && layouts::reduces(&layouts::sizes(sizes), to.dims) && layout_fits;
    when(!is_part, "result type is not that of the part of the source, or a rank-reduced version")
        .or(when(is_out_of_bounds(from.dims, window), "part of the source runs out-of-bounds"))
}

/// Whether a part does not lie inside the memref, as far as that is known.
fn is_out_of_bounds(dims: &[Dim], [offsets, sizes, strides]: [&[i64]; 3]) -> bool {
    let known = |value: i64| Some(value).filter(|&value| value != DYNAMIC);
    let lists = offsets.iter().zip(sizes).zip(strides);
    dims.iter().zip(lists).any(|(dim, ((&offset, &size), &stride))| {
        let bound = dim.size.and_then(|size| i64::try_from(size).ok());
        let (Some(bound), Some(offset)) = (bound, known(offset)) else { return false };
        let last = || Some(offset.wrapping_add(known(size)?.wrapping_sub(1).wrapping_mul(known(stride)?)));
        offset >= bound || last().is_some_and(|last| last >= bound)
    })
}

/// `memref.reinterpret_cast`: the result has the sizes and the layout that are given.
pub(crate) fn reinterpret_cast(cx: &VerifyContext) -> VerifyResult {
    let (to, window) = (result(cx)?, window(cx));
    let (element, space) = of_any_rank(cx.ctx, cx.operand_type(0)?)?;
    let broken = check_window(cx, window, [1, to.dims.len(), to.dims.len()])
        .or(when(space != to.space, "source and result are in different memory spaces"))
        .or(when(element != to.element, "source and result have different element types"));
    if broken.is_some() {
        return broken;
    }
    let Some(Strided { offset, strides }) = layouts::strided(cx.ctx, &to) else {
        return Some("expected result type to have strided layout");
    };
    let differs = |known: Option<i64>, written: &i64| known.is_some_and(|known| known != *written);
    let size = |dim: &Dim| dim.size.and_then(|size| i64::try_from(size).ok());
    when(to.dims.iter().zip(window[1]).any(|(dim, written)| differs(size(dim), written)), "result has another size")
        .or(when(differs(offset, window[0].first()?), "result has another offset"))
        .or(when(
            strides.iter().zip(window[2]).any(|(known, written)| differs(*known, written)),
            "result has another stride",
        ))
}

/// `memref.transpose`: the result has the sizes and strides of the operand, as the map puts them.
pub(crate) fn transpose(cx: &VerifyContext) -> VerifyResult {
    let (from, to) = (memref(cx, 0)?, result(cx)?);
    let map = Map::of(cx.ctx, cx.attr(names::PERMUTATION)?)?;
    let Some(order) = map.permutation().filter(|_| map.dims == from.dims.len()) else {
        return Some("expected a permutation map of same rank as the input");
    };
    let strided = layouts::strided(cx.ctx, &from)?;
    let dims: Vec<Dim> = order.iter().filter_map(|&place| from.dims.get(place)).copied().collect();
    let strides = order.iter().filter_map(|&place| strided.strides.get(place)).copied().collect();
    let expected = Strided { offset: strided.offset, strides };
    let is_transposed = from.element == to.element
        && from.space == to.space
        && *dims == *to.dims
        && layouts::strided(cx.ctx, &to).is_some_and(|found| found == expected);
    when(!is_transposed, "result type is not equivalent to the transposed input type")
}

/// Neither source nor result has a layout.
fn check_layouts<'a>(cx: &VerifyContext, memrefs: impl IntoIterator<Item = &'a MemRef<'a>>) -> VerifyResult {
    let mut memrefs = memrefs.into_iter();
    when(memrefs.any(|of| !layouts::is_identity(cx.ctx, of.layout)), "memref types should have identity affine maps")
}

/// `memref.reshape`: the result has as many dimensions as the shape has elements.
pub(crate) fn reshape(cx: &VerifyContext) -> VerifyResult {
    let (from, to, shape) = (cx.operand_type(0)?, cx.result_type()?, memref(cx, 1)?);
    let element = |ty| of_any_rank(cx.ctx, ty).map(|parts| parts.0);
    let (source, target) = (parts(cx.ctx, from), parts(cx.ctx, to));
    let length = shape.dims.first().and_then(|dim| dim.size).and_then(|size| usize::try_from(size).ok());
    let is_of_rank = target.is_none_or(|target| length == Some(target.dims.len()));
    when(element(from) != element(to), "source and result have different element types")
        .or(check_layouts(cx, source.iter().chain(&target)))
        .or(when(!is_of_rank, "length of shape operand differs from the result's rank"))
}

/// `memref.view`
pub(crate) fn view(cx: &VerifyContext) -> VerifyResult {
    let (from, to) = (memref(cx, 0)?, result(cx)?);
    check_layouts(cx, [&from, &to])
        .or(when(from.space != to.space, "source and result are in different memory spaces"))
        .or(dynamic_sizes(cx, &to, 2))
}

/// `memref.realloc`
pub(crate) fn realloc(cx: &VerifyContext) -> VerifyResult {
    let (from, to) = (memref(cx, 0)?, result(cx)?);
    check_layouts(cx, [&from, &to])
        .or(when(from.space != to.space, "source and result are in different memory spaces"))
        .or(when(from.element != to.element, "source and result have different element types"))
        .or(dynamic_sizes(cx, &to, 1))
}

/// `memref.atomic_rmw`: the kind of update goes with the type of the value.
pub(crate) fn atomic_rmw(cx: &VerifyContext) -> VerifyResult {
    let value = cx.ctx.type_data(cx.operand_type(0)?);
    let fits = match cx.enum_value::<AtomicRmwKind>(names::KIND)? {
        AtomicRmwKind::Addf | AtomicRmwKind::Maximumf | AtomicRmwKind::Minimumf | AtomicRmwKind::Mulf => {
            matches!(value, TypeData::Float(_))
        }
        AtomicRmwKind::Addi
        | AtomicRmwKind::Maxs
        | AtomicRmwKind::Maxu
        | AtomicRmwKind::Mins
        | AtomicRmwKind::Minu
        | AtomicRmwKind::Muli
        | AtomicRmwKind::Ori
        | AtomicRmwKind::Andi
        | AtomicRmwKind::Xori => matches!(value, TypeData::Integer { .. }),
        AtomicRmwKind::Assign | AtomicRmwKind::Maxnumf | AtomicRmwKind::Minnumf => true,
    };
    indices(cx, 1, 2).or(when(!fits, "kind does not go with the type of the value"))
}

/// `memref.generic_atomic_rmw`: the region takes the value and has no side effects.
pub(crate) fn generic_atomic_rmw(cx: &VerifyContext) -> VerifyResult {
    let block = *cx.body.blocks(*cx.body.op_regions(cx.op).first()?).first()?;
    let arguments = cx.body.block_args(block).iter().map(|&argument| cx.body.value_type(argument));
    let is_pure = |op| cx.body.name(op).def().is_none_or(|def| def.is(Traits::PURE));
    when(!arguments.eq(cx.result_type()), "expected one block argument, of the result type")
        .or(when(!cx.body.ops(block).all(is_pure), "body should contain only operations with no side effects"))
}

/// `memref.atomic_yield`
pub(crate) fn atomic_yield(cx: &VerifyContext) -> VerifyResult {
    let expected = cx.parent()?.result_type()?;
    when(cx.operand_type(0)? != expected, "types mismatch between yield op and its parent")
}

/// `memref.dma_start`: source and target with their indices, a number of elements, a tag with its indices, and a stride with
/// its number of elements, or none.
pub(crate) fn dma_start(cx: &VerifyContext) -> VerifyResult {
    let is_index = |at: usize| cx.operand_type(at) == Some(types::INDEX);
    let mut next = 0;
    for numbers in [0, 0, 1] {
        let Some(of) = memref(cx, next + numbers) else {
            return Some("expects source, target and tag to be memrefs");
        };
        let end = next + numbers + 1 + of.dims.len();
        if !(next..end).all(|at| at == next + numbers || is_index(at)) {
            return Some("expects an index for each dimension, and a number of elements");
        }
        next = end;
    }
    let count = cx.operands().len();
    when(count != next && count != next + 2, "incorrect number of operands")
        .or(when(!(next..count).all(is_index), "expects a stride and its number of elements to be of index type"))
}
