//! `finalize-memref-to-llvm`: accesses, casts and metadata of buffers. Allocations, global buffers and copies are in
//! [`memref_memory`](super::memref_memory).

use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering, AtomicRmwKind, IntegerOverflowFlags};
use irtrip_dialect::names::{ALIGNMENT, BIN_OP, KIND, NONTEMPORAL, ORDERING, OVERFLOW_FLAGS, PERMUTATION};
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, Str, Type, TypeData, Value};

use super::memref_memory;
use crate::conversion::{InsertPoint, Matched, Mismatch, Patterns, Rewriter};
use crate::llvm_types::{Descriptor, GepIndex, UnrankedDescriptor, is_unranked, rank};
use crate::memref;
use crate::memref::layouts::{DYNAMIC, Strided, strided};
use crate::memref::verify::parts;

/// `inbounds|nuw`
const IN_BOUNDS: i64 = 7;

/// The patterns of the `memref` dialect.
pub fn populate(patterns: &mut Patterns, options: memref_memory::Allocation) {
    memref_memory::populate(patterns, options);
    patterns.add_rows(&[memref::LOAD], load);
    patterns.add_rows(&[memref::STORE], store);
    patterns.add_rows(&[memref::PREFETCH], prefetch);
    patterns.add_rows(&[memref::DIM], dim);
    patterns.add_rows(&[memref::RANK], rank_of);
    patterns.add_rows(&[memref::CAST], cast);
    patterns.add_rows(&[memref::MEMORY_SPACE_CAST], memory_space_cast);
    patterns.add_rows(&[memref::REINTERPRET_CAST], reinterpret_cast);
    patterns.add_rows(&[memref::TRANSPOSE], transpose);
    patterns.add_rows(&[memref::VIEW], view);
    patterns.add_rows(&[memref::ATOMIC_RMW], atomic_rmw);
    patterns.add_rows(&[memref::EXTRACT_ALIGNED_POINTER_AS_INDEX], aligned_pointer);
    patterns.add_rows(&[memref::EXTRACT_STRIDED_METADATA], strided_metadata);
    patterns.add_rows(&[memref::ASSUME_ALIGNMENT], assume_alignment);
    patterns.add_rows(&[memref::ALLOCA_SCOPE], alloca_scope);
    patterns.add_rows(&[memref::RESHAPE], reshape);
}

/// The stack is as it was after the operation's region.
fn alloca_scope(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (region, first, last) = rewriter.ends(op, 0)?;
    let terminator = rewriter.body.last_op(last).ok_or(Mismatch("the region has no terminator"))?;
    let (block, rest) = rewriter.split_at(op)?;
    let loc = rewriter.loc;
    let mut next = rest;
    if rewriter.body.results(op).len() > 0 {
        next = rewriter.body.new_block();
        rewriter.body.insert_block_before(rest, next);
        rewriter.add_result_args(op, next);
        rewriter.at = InsertPoint::End(next);
        rewriter.branch(llvm::BR, &[], &[(rest, &[])], &[]);
    }
    rewriter.body.inline_region_before(region, next);
    rewriter.at = InsertPoint::End(block);
    let stack = rewriter.value(intrinsics::STACKSAVE, &[], types::PTR, &[]);
    rewriter.branch(llvm::BR, &[], &[(first, &[])], &[]);
    rewriter.at = InsertPoint::Before(terminator);
    rewriter.create(intrinsics::STACKRESTORE, &[stack], &[], &[]);
    rewriter.loc = rewriter.body.loc(terminator);
    let returned = rewriter.body.operands(terminator).to_vec();
    rewriter.branch(llvm::BR, &[], &[(next, &returned)], &[]);
    rewriter.loc = loc;
    rewriter.erase_op(terminator);
    let results: Vec<Value> = if next == rest { Vec::new() } else { rewriter.body.block_args(next).to_vec() };
    rewriter.replace(op, &results);
    Ok(())
}

/// The strides and the offset of a buffer.
fn layout_of(rewriter: &Rewriter, ty: Type) -> Result<Strided, Mismatch> {
    let buffer = parts(rewriter.ctx, ty).ok_or(Mismatch("the operand is no ranked buffer"))?;
    strided(rewriter.ctx, &buffer).ok_or(Mismatch("the layout has no strides"))
}

/// The type of an operation's operand as it is.
fn operand_type(rewriter: &Rewriter, op: Op, place: usize) -> Result<Type, Mismatch> {
    let operand = rewriter.operand(op, place).ok_or(Mismatch("an operand is missing"))?;
    Ok(rewriter.type_of(operand))
}

/// A converted operand.
fn converted(values: &[Value], place: usize) -> Result<Value, Mismatch> {
    values.get(place).copied().ok_or(Mismatch("an operand is missing"))
}

/// The pointer to an element of a buffer.
pub(crate) fn element_pointer(
    rewriter: &mut Rewriter,
    buffer: Type,
    descriptor: Value,
    indices: &[Value],
    in_bounds: bool,
) -> Result<Value, Mismatch> {
    let ctx = rewriter.ctx;
    let layout = layout_of(rewriter, buffer)?;
    let element = rewriter.convert_type(ctx.scalar_type(buffer))?;
    let index = rewriter.llvm()?.index_type(ctx);
    let descriptor = Descriptor { value: descriptor };
    let mut base = descriptor.aligned(rewriter);
    let pointer = rewriter.type_of(base);
    if layout.offset != Some(0) {
        let offset = match layout.offset {
            Some(offset) => rewriter.index_constant(index, offset),
            None => descriptor.offset(rewriter),
        };
        base = rewriter.gep(pointer, element, base, &[GepIndex::Value(offset)], 0);
    }
    let flags: Vec<(Str, Attr)> = match in_bounds {
        true => vec![(OVERFLOW_FLAGS, ctx.enum_attr(IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW))],
        false => Vec::new(),
    };
    let mut sum = None;
    for (dim, (&by, stride)) in indices.iter().zip(layout.strides).enumerate() {
        let mut step = by;
        if stride != Some(1) {
            let stride = match stride {
                Some(stride) => rewriter.index_constant(index, stride),
                None => descriptor.stride(rewriter, dim),
            };
            step = rewriter.value(llvm::MUL, &[step, stride], index, &flags);
        }
        sum = Some(match sum {
            Some(sum) => rewriter.value(llvm::ADD, &[sum, step], index, &flags),
            None => step,
        });
    }
    let no_wrap = if in_bounds { IN_BOUNDS } else { 0 };
    Ok(match sum {
        Some(sum) => rewriter.gep(pointer, element, base, &[GepIndex::Value(sum)], no_wrap),
        None => base,
    })
}

/// The attributes of a load or a store.
fn access_attributes(rewriter: &Rewriter, op: Op) -> Vec<(Str, Attr)> {
    let ctx = rewriter.ctx;
    let mut attrs = Vec::new();
    if let Some(alignment) = rewriter.attr(op, ALIGNMENT) {
        attrs.push((ALIGNMENT, alignment));
    }
    if rewriter.attr(op, NONTEMPORAL).is_some_and(|attr| ctx.int_value(attr) != Some(0)) {
        attrs.push((NONTEMPORAL, irtrip_dialect::attributes::well_known::UNIT));
    }
    attrs
}

fn load(rewriter: &mut Rewriter, op: Op) -> Matched {
    let buffer = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let (&descriptor, indices) = operands.split_first().ok_or(Mismatch("there is no buffer"))?;
    let pointer = element_pointer(rewriter, buffer, descriptor, indices, true)?;
    let attrs = access_attributes(rewriter, op);
    rewriter.replace_with_new(op, llvm::LOAD, &[pointer], &attrs)
}

fn store(rewriter: &mut Rewriter, op: Op) -> Matched {
    let buffer = operand_type(rewriter, op, 1)?;
    let operands = rewriter.operands(op)?;
    let (&[value, descriptor], indices) = operands.split_first_chunk().ok_or(Mismatch("there is no buffer"))?;
    let pointer = element_pointer(rewriter, buffer, descriptor, indices, true)?;
    let attrs = access_attributes(rewriter, op);
    rewriter.replace_with_new(op, llvm::STORE, &[value, pointer], &attrs)
}

fn prefetch(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let buffer = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let (&descriptor, indices) = operands.split_first().ok_or(Mismatch("there is no buffer"))?;
    let pointer = element_pointer(rewriter, buffer, descriptor, indices, false)?;
    let number = |name: &str| rewriter.attr(op, ctx.str(name)).and_then(|attr| ctx.int_value(attr)).unwrap_or(0);
    let attrs = [("rw", "isWrite"), ("hint", "localityHint"), ("cache", "isDataCache")]
        .map(|(to, from)| (ctx.str(to), ctx.int_attr(types::I32, number(from))));
    rewriter.create(intrinsics::PREFETCH, &[pointer], &[], &attrs);
    rewriter.erase_op(op);
    Ok(())
}

/// The number that a value is a constant of.
fn constant_index(rewriter: &Rewriter, value: Value) -> Option<i64> {
    let op = rewriter.defining_op(value)?;
    let name = rewriter.body.name(op);
    let is_constant = name == crate::arith::CONSTANT
        || name == crate::index::CONSTANT
        || name == irtrip_dialect::ops::global_values::CONSTANT;
    let attr = rewriter.attr(op, irtrip_dialect::names::VALUE).filter(|_| is_constant)?;
    rewriter.ctx.int_value(attr)
}

fn dim(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let buffer = operand_type(rewriter, op, 0)?;
    let index_type = rewriter.llvm()?.index_type(ctx);
    let constant = rewriter.operand(op, 1).and_then(|value| constant_index(rewriter, value));
    let operands = rewriter.operands(op)?;
    let (value, dim) = (converted(&operands, 0)?, converted(&operands, 1)?);
    let TypeData::MemRef { dims, space, .. } = ctx.type_data(buffer) else {
        return Err(Mismatch("the operand is no buffer"));
    };
    let Some(dims) = dims else {
        let space = crate::llvm_types::address_space(ctx, *space).ok_or(Mismatch("the memory space is no number"))?;
        let pointer = UnrankedDescriptor { value }.pointer(rewriter);
        let fields = ctx.ptr_type(space);
        let scalar = ctx.literal_struct(false, &[types::PTR, types::PTR, index_type]);
        let offset = [GepIndex::Constant(0), GepIndex::Constant(2)];
        let offset = rewriter.gep(fields, scalar, pointer, &offset, 0);
        let one = rewriter.index_constant(index_type, 1);
        let next = rewriter.binary(llvm::ADD, one, dim);
        let size = rewriter.gep(fields, index_type, offset, &[GepIndex::Value(next)], 0);
        let size = rewriter.load(index_type, size);
        rewriter.replace(op, &[size]);
        return Ok(());
    };
    let descriptor = Descriptor { value };
    let known =
        constant.and_then(|place| usize::try_from(place).ok()).and_then(|place| Some((place, dims.get(place)?)));
    let size = match known {
        Some((place, dim)) => match dim.size {
            Some(size) => rewriter.index_constant(index_type, size as i64),
            None => descriptor.size(rewriter, place),
        },
        None => descriptor.size_at(rewriter, dim, dims.len(), index_type),
    };
    rewriter.replace(op, &[size]);
    Ok(())
}

fn rank_of(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let buffer = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let value = match rank(ctx, buffer) {
        Some(rank) => rewriter.index_constant(index, rank as i64),
        None => UnrankedDescriptor { value: converted(&operands, 0)? }.rank(rewriter),
    };
    rewriter.replace(op, &[value]);
    Ok(())
}

/// Stores a descriptor on the stack.
pub(crate) fn promote_descriptor(rewriter: &mut Rewriter, descriptor: Value) -> Value {
    let one = rewriter.index_constant(types::I64, 1);
    let ty = rewriter.type_of(descriptor);
    let place = rewriter.alloca(types::PTR, ty, one, None);
    rewriter.store(descriptor, place);
    place
}

fn cast(rewriter: &mut Rewriter, op: Op) -> Matched {
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

fn memory_space_cast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let to = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let rank = rank(ctx, to).ok_or(Mismatch("a buffer of unknown rank is not cast to another memory space"))?;
    let operands = rewriter.operands(op)?;
    let ty = rewriter.convert_type(to)?;
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

/// The pointers of a descriptor, which is read from memory where the rank is not known.
fn pointers(rewriter: &mut Rewriter, buffer: Type, value: Value) -> Result<(Value, Value), Mismatch> {
    let ctx = rewriter.ctx;
    if !is_unranked(ctx, buffer) {
        let descriptor = Descriptor { value };
        return Ok((descriptor.allocated(rewriter), descriptor.aligned(rewriter)));
    }
    let TypeData::MemRef { space, .. } = ctx.type_data(buffer) else { return Err(Mismatch("no buffer")) };
    let space = crate::llvm_types::address_space(ctx, *space).ok_or(Mismatch("the memory space is no number"))?;
    let element = ctx.ptr_type(space);
    let pointer = UnrankedDescriptor { value }.pointer(rewriter);
    let allocated = rewriter.load(element, pointer);
    let second = rewriter.gep(types::PTR, element, pointer, &[GepIndex::Constant(1)], 0);
    Ok((allocated, rewriter.load(element, second)))
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

fn reinterpret_cast(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the cast has no result"))?;
    let ty = rewriter.convert_type(to)?;
    let rank = rank(ctx, to).ok_or(Mismatch("the result has no rank"))?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let (&source, mut rest) = operands.split_first().ok_or(Mismatch("there is no buffer"))?;
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

/// A buffer with the sizes that another one holds, of a known rank.
fn reshape(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let from = operand_type(rewriter, op, 0)?;
    let to = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let shape = rewriter.operand(op, 1).ok_or(Mismatch("there is no shape"))?;
    let buffer = parts(ctx, to).ok_or(Mismatch("a result of unknown rank is not converted"))?;
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
    for (dim, (size, stride)) in buffer.dims.iter().zip(layout.strides).enumerate().rev() {
        let stride = match (stride, running) {
            (Some(stride), _) => rewriter.index_constant(index, stride),
            (None, Some(running)) => running,
            (None, None) => rewriter.index_constant(index, 1),
        };
        let size = match size.size {
            Some(size) => rewriter.index_constant(index, size as i64),
            None => {
                let place = rewriter.index_constant(index, dim as i64);
                let descriptor = converted(&operands, 1)?;
                let shape_type = rewriter.type_of(shape);
                let pointer = element_pointer(rewriter, shape_type, descriptor, &[place], true)?;
                let element = rewriter.convert_type(ctx.scalar_type(shape_type))?;
                rewriter.load(element, pointer)
            }
        };
        descriptor.set_size(rewriter, dim, size);
        descriptor.set_stride(rewriter, dim, stride);
        running = Some(rewriter.binary(llvm::MUL, stride, size));
    }
    rewriter.replace(op, &[descriptor.value]);
    Ok(())
}

fn transpose(rewriter: &mut Rewriter, op: Op) -> Matched {
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

fn view(rewriter: &mut Rewriter, op: Op) -> Matched {
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
    let buffer = parts(ctx, to).ok_or(Mismatch("the result has no rank"))?;
    let (mut running, mut next): (Option<Value>, Option<Value>) = (None, None);
    for (dim, (size, stride)) in buffer.dims.iter().zip(layout.strides).enumerate().rev() {
        let size = match size.size {
            Some(size) => rewriter.index_constant(index, size as i64),
            None => {
                let before = buffer.dims.iter().take(dim).filter(|dim| dim.size.is_none()).count();
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

fn atomic_rmw(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let kind = rewriter.attr(op, KIND).and_then(|kind| ctx.enum_value::<AtomicRmwKind>(kind));
    let name = match kind.ok_or(Mismatch("the kind is not known"))? {
        AtomicRmwKind::Addf => "fadd",
        AtomicRmwKind::Addi => "add",
        AtomicRmwKind::Assign => "xchg",
        AtomicRmwKind::Maximumf => "fmaximum",
        AtomicRmwKind::Minimumf => "fminimum",
        AtomicRmwKind::Maxnumf => "fmax",
        AtomicRmwKind::Minnumf => "fmin",
        AtomicRmwKind::Maxs => "max",
        AtomicRmwKind::Maxu => "umax",
        AtomicRmwKind::Mins => "min",
        AtomicRmwKind::Minu => "umin",
        AtomicRmwKind::Ori => "_or",
        AtomicRmwKind::Xori => "_xor",
        AtomicRmwKind::Andi => "_and",
        AtomicRmwKind::Mulf | AtomicRmwKind::Muli => return Err(Mismatch("LLVM has no atomic product")),
    };
    let bin_op = AtomicBinOp::from_mlir(name).ok_or(Mismatch("LLVM has no such atomic operation"))?;
    let buffer = operand_type(rewriter, op, 1)?;
    let operands = rewriter.operands(op)?;
    let (&[value, descriptor], indices) = operands.split_first_chunk().ok_or(Mismatch("there is no buffer"))?;
    let pointer = element_pointer(rewriter, buffer, descriptor, indices, false)?;
    let ordering = AtomicOrdering::from_mlir("acq_rel").ok_or(Mismatch("the ordering is not known"))?;
    let attrs = [(BIN_OP, ctx.enum_attr(bin_op)), (ORDERING, ctx.enum_attr(ordering))];
    rewriter.replace_with_new(op, llvm::ATOMICRMW, &[pointer, value], &attrs)
}

fn aligned_pointer(rewriter: &mut Rewriter, op: Op) -> Matched {
    let buffer = operand_type(rewriter, op, 0)?;
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let operands = rewriter.operands(op)?;
    let value = converted(&operands, 0)?;
    let aligned = match is_unranked(rewriter.ctx, buffer) {
        true => pointers(rewriter, buffer, value)?.1,
        false => Descriptor { value }.aligned(rewriter),
    };
    let number = rewriter.unary(llvm::PTRTOINT, aligned, index);
    rewriter.replace(op, &[number]);
    Ok(())
}

fn strided_metadata(rewriter: &mut Rewriter, op: Op) -> Matched {
    let buffer = operand_type(rewriter, op, 0)?;
    let rank = rank(rewriter.ctx, buffer).ok_or(Mismatch("the buffer has no rank"))?;
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let base = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let ty = rewriter.convert_type(base)?;
    let operands = rewriter.operands(op)?;
    let source = Descriptor { value: converted(&operands, 0)? };
    let allocated = source.allocated(rewriter);
    let aligned = source.aligned(rewriter);
    let mut scalar = Descriptor::poison(rewriter, ty);
    scalar.set_allocated(rewriter, allocated);
    scalar.set_aligned(rewriter, aligned);
    let zero = rewriter.index_constant(index, 0);
    scalar.set_offset(rewriter, zero);
    let mut results = vec![scalar.value, source.offset(rewriter)];
    results.extend((0..rank).map(|dim| source.size(rewriter, dim)).collect::<Vec<_>>());
    results.extend((0..rank).map(|dim| source.stride(rewriter, dim)).collect::<Vec<_>>());
    rewriter.replace(op, &results);
    Ok(())
}

/// `llvm.intr.assume` with an operand bundle that says the alignment.
fn assume_alignment(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let buffer = operand_type(rewriter, op, 0)?;
    let alignment =
        rewriter.attr(op, ALIGNMENT).and_then(|attr| ctx.int_value(attr)).ok_or(Mismatch("no alignment"))?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let descriptor = converted(&operands, 0)?;
    let pointer = element_pointer(rewriter, buffer, descriptor, &[], false)?;
    let truth = ctx.bool_attr(true);
    let constant = irtrip_dialect::ops::global_values::CONSTANT;
    let condition = rewriter.value(constant, &[], types::I1, &[(irtrip_dialect::names::VALUE, truth)]);
    let bytes = rewriter.index_constant(index, alignment);
    let attrs = [
        (irtrip_dialect::names::OP_BUNDLE_SIZES, ctx.i32_array(&[2])),
        (irtrip_dialect::names::OP_BUNDLE_TAGS, ctx.array(&[ctx.string_attr("align")])),
    ];
    rewriter.create(intrinsics::ASSUME, &[condition, pointer, bytes], &[], &attrs);
    rewriter.replace(op, &[descriptor]);
    Ok(())
}
