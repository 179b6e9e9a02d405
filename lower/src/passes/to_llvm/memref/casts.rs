//! Buffers made of others: casts, views, and other shapes of the same elements.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::{PERMUTATION, PREDICATE};
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, Op, Type, Value};

use super::unranked::{descriptor_size, memcpy};
use super::{address_space_of, converted, layout_of, operand_type, pointers, promote_descriptor};
use crate::conversion::{InsertPoint, Matched, Mismatch, Rewriter};
use crate::llvm_types::{Descriptor, GepIndex, UnrankedDescriptor, is_unranked, rank};
use crate::memref;
use crate::memref::layouts::DYNAMIC;
use crate::memref::verify::parts;

pub(super) fn cast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let operands = rewriter.operands(op)?;
    let value = converted(&operands, 0)?;
    let ty = rewriter.convert_type(to)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let cast = match (rank(ctx, from), rank(ctx, to)) {
        (Some(_), Some(_)) if rewriter.type_of(value) == ty => value,
        (Some(rank), None) => {
            let place = promote_descriptor(rewriter, value);
            let rank = rewriter.index_constant(index, rank as i64);
            UnrankedDescriptor::pack(rewriter, ty, rank, place).value
        }
        (None, Some(_)) => {
            let pointer = UnrankedDescriptor { value }.pointer(rewriter);
            rewriter.load(ty, pointer)
        }
        _ => return Err(Mismatch("the cast is of descriptors that are not the same")),
    };
    rewriter.replace(op, &[cast]);
    Ok(())
}

pub(super) fn memory_space_cast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let to = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let operands = rewriter.operands(op)?;
    let ty = rewriter.convert_type(to)?;
    let Some(rank) = rank(ctx, to) else {
        let from = operand_type(rewriter, op, 0)?;
        let value = cast_unranked(rewriter, [from, to], converted(&operands, 0)?)?;
        rewriter.replace(op, &[value]);
        return Ok(());
    };
    let converter = rewriter.llvm()?;
    let pointer = ctx.element_at(ty, 0).ok_or(Mismatch("the descriptor has no pointer"))?;
    let mut fields = Descriptor { value: converted(&operands, 0)? }.unpack(rewriter, rank);
    for field in fields.iter_mut().take(2) {
        *field = rewriter.unary(llvm::ADDRSPACECAST, *field, pointer);
    }
    let packed = converter.pack(rewriter, to, ty, &fields).ok_or(Mismatch("the descriptor cannot be made"))?;
    rewriter.replace(op, &[packed]);
    Ok(())
}

/// Static numbers, with operands in place of those that are not known.
struct Mixed<'v> {
    statics: Vec<i64>,
    dynamic: std::slice::Iter<'v, Value>,
}

impl<'v> Mixed<'v> {
    fn new(rewriter: &Rewriter, op: Op, key: &str, dynamic: &mut &'v [Value]) -> Mixed<'v> {
        let ctx = rewriter.ctx;
        let statics = rewriter.attr(op, ctx.str(key)).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
        let count = statics.iter().filter(|&&number| number == DYNAMIC).count().min(dynamic.len());
        let (own, rest) = dynamic.split_at(count);
        *dynamic = rest;
        Mixed { statics: statics.to_vec(), dynamic: own.iter() }
    }

    fn value(&mut self, rewriter: &mut Rewriter, index: Type, place: usize) -> Result<Value, Mismatch> {
        match self.statics.get(place) {
            Some(&DYNAMIC) => self.dynamic.next().copied().ok_or(Mismatch("an operand is missing")),
            Some(&number) => Ok(rewriter.index_constant(index, number)),
            None => Err(Mismatch("a number is missing")),
        }
    }
}

pub(super) fn reinterpret_cast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let ty = rewriter.convert_type(to)?;
    let rank = rank(ctx, to).ok_or(Mismatch("the result has no rank"))?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let (&source, mut rest) = operands.split_first().ok_or(Mismatch("there is no memref"))?;
    let mut offsets = Mixed::new(rewriter, op, "static_offsets", &mut rest);
    let mut sizes = Mixed::new(rewriter, op, "static_sizes", &mut rest);
    let mut strides = Mixed::new(rewriter, op, "static_strides", &mut rest);
    let mut descriptor = Descriptor::poison(rewriter, ty);
    let (allocated, aligned) = pointers(rewriter, from, source)?;
    descriptor.set_allocated(rewriter, allocated);
    descriptor.set_aligned(rewriter, aligned);
    let offset = offsets.value(rewriter, index, 0)?;
    descriptor.set_offset(rewriter, offset);
    for dim in 0..rank {
        let size = sizes.value(rewriter, index, dim)?;
        descriptor.set_size(rewriter, dim, size);
        let stride = strides.value(rewriter, index, dim)?;
        descriptor.set_stride(rewriter, dim, stride);
    }
    rewriter.replace(op, &[descriptor.value]);
    Ok(())
}

/// A memref with the sizes that another one holds, of a known rank.
pub(super) fn reshape(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let shape = rewriter.operand(op, 1).ok_or(Mismatch("there is no shape"))?;
    let Some(memref) = parts(ctx, to) else { return reshape_unranked(rewriter, op) };
    let layout = layout_of(rewriter, to)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let ty = rewriter.convert_type(to)?;
    let mut descriptor = Descriptor::poison(rewriter, ty);
    let (allocated, aligned) = pointers(rewriter, from, converted(&operands, 0)?)?;
    descriptor.set_allocated(rewriter, allocated);
    descriptor.set_aligned(rewriter, aligned);
    let offset = rewriter.index_constant(index, layout.offset.ok_or(Mismatch("dynamic offset is unsupported"))?);
    descriptor.set_offset(rewriter, offset);
    let mut running: Option<Value> = None;
    for (dim, (size, stride)) in memref.dims.iter().zip(layout.strides).enumerate().rev() {
        let stride = match (stride, running) {
            (Some(stride), _) => rewriter.index_constant(index, stride),
            (None, Some(running)) => running,
            (None, None) => rewriter.index_constant(index, 1),
        };
        let size = match size.size {
            Some(size) => rewriter.index_constant(index, size as i64),
            None => {
                let place = rewriter.index_constant(index, dim as i64);
                let element = ctx.scalar_type(rewriter.type_of(shape));
                let loaded =
                    rewriter.value_with(memref::LOAD.name(), &[shape, place], element, attrs::EMPTY_DICTIONARY);
                match element == index {
                    true => loaded,
                    // Upstream's pattern makes this cast itself, so that it stays.
                    false => rewriter.unary(UNREALIZED_CONVERSION_CAST, loaded, index),
                }
            }
        };
        descriptor.set_size(rewriter, dim, size);
        descriptor.set_stride(rewriter, dim, stride);
        running = Some(rewriter.binary(llvm::MUL, stride, size));
    }
    rewriter.replace(op, &[descriptor.value]);
    Ok(())
}

pub(super) fn transpose(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let ty = rewriter.convert_type(from)?;
    let operands = rewriter.operands(op)?;
    let source = Descriptor { value: converted(&operands, 0)? };
    let map = rewriter.attr(op, PERMUTATION).and_then(|attr| irtrip_dialect::maps::Map::of(ctx, attr));
    let map = map.ok_or(Mismatch("the permutation is no map"))?;
    let order: Option<Vec<usize>> = map.each_result().map(|dim| dim.strip_prefix('d')?.parse().ok()).collect();
    let order = order.ok_or(Mismatch("the map is no permutation"))?;
    if order.iter().copied().eq(0..order.len()) {
        rewriter.replace(op, &[source.value]);
        return Ok(());
    }
    let mut target = Descriptor::poison(rewriter, ty);
    let allocated = source.allocated(rewriter);
    target.set_allocated(rewriter, allocated);
    let aligned = source.aligned(rewriter);
    target.set_aligned(rewriter, aligned);
    let offset = source.offset(rewriter);
    target.set_offset(rewriter, offset);
    for (to, from) in order.into_iter().enumerate() {
        let size = source.size(rewriter, from);
        target.set_size(rewriter, to, size);
        let stride = source.stride(rewriter, from);
        target.set_stride(rewriter, to, stride);
    }
    rewriter.replace(op, &[target.value]);
    Ok(())
}

pub(super) fn view(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the view has no result"))?;
    let ty = rewriter.convert_type(to)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let layout = layout_of(rewriter, to)?;
    if layout.strides.last().is_some_and(|stride| !matches!(stride, Some(0 | 1))) {
        return Err(Mismatch("cannot cast to non-contiguous shape"));
    }
    let operands = rewriter.operands(op)?;
    let (&[source, shift], dynamic) = operands.split_first_chunk().ok_or(Mismatch("an operand is missing"))?;
    let source = Descriptor { value: source };
    let mut target = Descriptor::poison(rewriter, ty);
    let allocated = source.allocated(rewriter);
    target.set_allocated(rewriter, allocated);
    let aligned = source.aligned(rewriter);
    let element = rewriter.convert_type(ctx.scalar_type(from))?;
    let pointer = rewriter.type_of(aligned);
    let aligned = rewriter.gep(pointer, element, aligned, &[GepIndex::Value(shift)], 0);
    target.set_aligned(rewriter, aligned);
    let zero = rewriter.index_constant(index, 0);
    target.set_offset(rewriter, zero);
    let memref = parts(ctx, to).ok_or(Mismatch("the result has no rank"))?;
    let (mut running, mut next): (Option<Value>, Option<Value>) = (None, None);
    for (dim, (size, stride)) in memref.dims.iter().zip(layout.strides).enumerate().rev() {
        let size = match size.size {
            Some(size) => rewriter.index_constant(index, size as i64),
            None => {
                let before = memref.dims.iter().take(dim).filter(|dim| dim.size.is_none()).count();
                converted(dynamic, before)?
            }
        };
        target.set_size(rewriter, dim, size);
        let stride = match (stride, next, running) {
            (Some(stride), ..) => rewriter.index_constant(index, stride),
            (None, Some(next), Some(running)) => rewriter.binary(llvm::MUL, running, next),
            (None, Some(next), None) => next,
            (None, None, _) => rewriter.index_constant(index, 1),
        };
        target.set_stride(rewriter, dim, stride);
        (running, next) = (Some(stride), Some(size));
    }
    rewriter.replace(op, &[target.value]);
    Ok(())
}

/// A descriptor of unknown rank whose ranked descriptor is on the stack, with nothing in it. Returns also the pointer to that,
/// and its bytes.
fn unranked_on_stack(
    rewriter: &mut Rewriter,
    ty: Type,
    rank: Value,
    space: u32,
) -> Result<(UnrankedDescriptor, Value, Value), Mismatch> {
    let converter = rewriter.llvm()?;
    let empty = rewriter.poison(ty);
    let with_rank = rewriter.insert_value(empty, rank, &[0]);
    let size = descriptor_size(rewriter, converter, with_rank, space);
    let place = rewriter.alloca(types::PTR, types::I8, size, None);
    Ok((UnrankedDescriptor { value: rewriter.insert_value(with_rank, place, &[1]) }, place, size))
}

/// Stores the two pointers at the start of a ranked descriptor in memory.
fn store_pointers(rewriter: &mut Rewriter, place: Value, allocated: Value, aligned: Value) {
    let pointer = rewriter.type_of(allocated);
    rewriter.store(allocated, place);
    let second = rewriter.gep(types::PTR, pointer, place, &[GepIndex::Constant(1)], 0);
    rewriter.store(aligned, second);
}

/// The pointer to the offset of a ranked descriptor in memory, which is after two pointers of a type.
fn offset_pointer(rewriter: &mut Rewriter, place: Value, pointer: Type) -> Value {
    rewriter.gep(types::PTR, pointer, place, &[GepIndex::Constant(2)], 0)
}

/// A memref of unknown rank in another memory space.
fn cast_unranked(rewriter: &mut Rewriter, [from, to]: [Type; 2], value: Value) -> Result<Value, Mismatch> {
    let ctx = rewriter.ctx;
    let ty = rewriter.convert_type(to)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let (source_space, space) = (address_space_of(rewriter, from)?, address_space_of(rewriter, to)?);
    let source = UnrankedDescriptor { value };
    let (rank, from_place) = (source.rank(rewriter), source.pointer(rewriter));
    let (result, place, size) = unranked_on_stack(rewriter, ty, rank, space)?;
    let (source_pointer, pointer) = (ctx.ptr_type(source_space), ctx.ptr_type(space));
    let [allocated, aligned] = load_pointers(rewriter, from_place, source_pointer);
    let allocated = rewriter.unary(llvm::ADDRSPACECAST, allocated, pointer);
    let aligned = rewriter.unary(llvm::ADDRSPACECAST, aligned, pointer);
    store_pointers(rewriter, place, allocated, aligned);
    let rest = offset_pointer(rewriter, from_place, source_pointer);
    let target = offset_pointer(rewriter, place, pointer);
    let pointers = 2 * rewriter.llvm()?.pointer_bits(space).div_ceil(8);
    let pointers = rewriter.index_constant(index, i64::from(pointers));
    let left = rewriter.binary(llvm::SUB, size, pointers);
    memcpy(rewriter, target, rest, left);
    Ok(result.value)
}

/// The two pointers at the start of a ranked descriptor in memory.
pub(super) fn load_pointers(rewriter: &mut Rewriter, place: Value, pointer: Type) -> [Value; 2] {
    let allocated = rewriter.load(pointer, place);
    let second = rewriter.gep(types::PTR, pointer, place, &[GepIndex::Constant(1)], 0);
    [allocated, rewriter.load(pointer, second)]
}

/// A memref whose rank and sizes another one holds: its descriptor is filled in a loop over the dimensions, from the last.
fn reshape_unranked(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let shape = operand_type(rewriter, op, 1)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let ty = rewriter.convert_type(to)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let element = rewriter.convert_type(ctx.scalar_type(shape))?;
    let operands = rewriter.operands(op)?;
    let shape = Descriptor { value: converted(&operands, 1)? };
    let rank = shape.size(rewriter, 0);
    let space = address_space_of(rewriter, to)?;
    let pointer = ctx.ptr_type(space);
    let (result, place, _) = unranked_on_stack(rewriter, ty, rank, space)?;
    let value = converted(&operands, 0)?;
    let [allocated, aligned, offset] = match is_unranked(ctx, from) {
        true => {
            let source = UnrankedDescriptor { value }.pointer(rewriter);
            let [allocated, aligned] = load_pointers(rewriter, source, pointer);
            let offset = offset_pointer(rewriter, source, pointer);
            [allocated, aligned, rewriter.load(index, offset)]
        }
        false => {
            let source = Descriptor { value };
            [source.allocated(rewriter), source.aligned(rewriter), source.offset(rewriter)]
        }
    };
    store_pointers(rewriter, place, allocated, aligned);
    let offset_place = offset_pointer(rewriter, place, pointer);
    rewriter.store(offset, offset_place);
    let fields = ctx.literal_struct(false, &[pointer, pointer, index, index]);
    let sizes = rewriter.gep(types::PTR, fields, place, &[GepIndex::Constant(0), GepIndex::Constant(3)], 0);
    let strides = rewriter.gep(types::PTR, index, sizes, &[GepIndex::Value(rank)], 0);
    let shape = shape.aligned(rewriter);
    let one = rewriter.index_constant(index, 1);
    let last = rewriter.binary(llvm::SUB, rank, one);
    let (block, rest) = rewriter.split_at(op)?;
    let [head, body] = fill_loop_blocks(rewriter, rest, index);
    rewriter.at = InsertPoint::End(block);
    rewriter.branch(llvm::BR, &[], &[(head, &[last, one])], &[]);
    fill_dimensions(rewriter, [head, body, rest], index, element, [shape, sizes, strides, one])?;
    rewriter.replace(op, &[result.value]);
    Ok(())
}

/// The blocks of the loop over the dimensions, before the rest: the first takes the dimension and its stride.
fn fill_loop_blocks(rewriter: &mut Rewriter, rest: Block, index: Type) -> [Block; 2] {
    let blocks = [rewriter.body.new_block(), rewriter.body.new_block()];
    for block in blocks {
        rewriter.body.insert_block_before(rest, block);
    }
    let loc = rewriter.loc;
    for place in 0..2 {
        rewriter.body.add_block_arg(blocks[0], index);
        rewriter.body.set_block_arg_loc(blocks[0], place, loc);
    }
    blocks
}

/// The loop that stores the size and the stride of each dimension.
fn fill_dimensions(
    rewriter: &mut Rewriter,
    [head, body, rest]: [Block; 3],
    index: Type,
    element: Type,
    [shape, sizes, strides, one]: [Value; 4],
) -> Matched {
    let ctx = rewriter.ctx;
    let &[dim, stride] = rewriter.body.block_args(head) else { return Err(Mismatch("the loop has no arguments")) };
    rewriter.at = InsertPoint::End(head);
    let zero = rewriter.index_constant(index, 0);
    let predicate = ctx.enum_attr(ICmpPredicate::Sge);
    let goes_on = rewriter.value(llvm::ICMP, &[dim, zero], types::I1, &[(PREDICATE, predicate)]);
    rewriter.branch(llvm::COND_BR, &[goes_on], &[(body, &[]), (rest, &[])], &[]);
    rewriter.at = InsertPoint::End(body);
    let at = [GepIndex::Value(dim)];
    let place = rewriter.gep(types::PTR, element, shape, &at, 0);
    let size = rewriter.load(index, place);
    let place = rewriter.gep(types::PTR, index, sizes, &at, 0);
    rewriter.store(size, place);
    let place = rewriter.gep(types::PTR, index, strides, &at, 0);
    rewriter.store(stride, place);
    let outer = rewriter.binary(llvm::MUL, stride, size);
    let next = rewriter.binary(llvm::SUB, dim, one);
    rewriter.branch(llvm::BR, &[], &[(head, &[next, outer])], &[]);
    Ok(())
}
