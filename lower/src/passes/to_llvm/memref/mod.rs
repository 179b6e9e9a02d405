//! `finalize-memref-to-llvm`: accesses and metadata of memrefs here, allocations, global memrefs and copies in [`memory`],
//! memrefs made of others in [`casts`], atomic updates in [`atomics`].

mod atomics;
mod casts;
pub(crate) mod memory;
pub(crate) mod unranked;

use irtrip_dialect::enums::IntegerOverflowFlags;
use irtrip_dialect::names::{ALIGNMENT, NONTEMPORAL, OVERFLOW_FLAGS};
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, Str, Type, TypeData, Value};

use casts::load_pointers;

use crate::conversion::{InsertPoint, Matched, Mismatch, Patterns, Rewriter};
use crate::llvm_types::{Descriptor, GepIndex, UnrankedDescriptor, is_unranked, rank};
use crate::memref;
use crate::memref::layouts::{Strided, strided};
use crate::memref::verify::parts;

/// `inbounds|nuw`
const IN_BOUNDS: i64 = 7;

/// The patterns of the `memref` dialect.
pub fn populate(patterns: &mut Patterns, options: memory::Allocation) {
    memory::populate(patterns, options);
    patterns.add_ops(&[memref::LOAD], load);
    patterns.add_ops(&[memref::STORE], store);
    patterns.add_ops(&[memref::PREFETCH], prefetch);
    patterns.add_ops(&[memref::DIM], dim);
    patterns.add_ops(&[memref::RANK], rank_of);
    patterns.add_ops(&[memref::CAST], casts::cast);
    patterns.add_ops(&[memref::MEMORY_SPACE_CAST], casts::memory_space_cast);
    patterns.add_ops(&[memref::REINTERPRET_CAST], casts::reinterpret_cast);
    patterns.add_ops(&[memref::TRANSPOSE], casts::transpose);
    patterns.add_ops(&[memref::VIEW], casts::view);
    patterns.add_ops(&[memref::ATOMIC_RMW], atomics::atomic_rmw);
    patterns.add_ops(&[memref::GENERIC_ATOMIC_RMW], atomics::generic_atomic_rmw);
    patterns.add_ops(&[memref::DISTINCT_OBJECTS], distinct_objects);
    patterns.add_ops(&[memref::EXTRACT_ALIGNED_POINTER_AS_INDEX], aligned_pointer);
    patterns.add_ops(&[memref::EXTRACT_STRIDED_METADATA], strided_metadata);
    patterns.add_ops(&[memref::ASSUME_ALIGNMENT], assume_alignment);
    patterns.add_ops(&[memref::ALLOCA_SCOPE], alloca_scope);
    patterns.add_ops(&[memref::RESHAPE], casts::reshape);
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

/// The strides and the offset of a memref.
fn layout_of(rewriter: &Rewriter, ty: Type) -> Result<Strided, Mismatch> {
    let memref = parts(rewriter.ctx, ty).ok_or(Mismatch("the operand is no ranked memref"))?;
    strided(rewriter.ctx, &memref).ok_or(Mismatch("the layout has no strides"))
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

/// The pointer to an element of a memref.
pub(crate) fn element_pointer(
    rewriter: &mut Rewriter,
    memref: Type,
    descriptor: Value,
    indices: &[Value],
    in_bounds: bool,
) -> Result<Value, Mismatch> {
    let ctx = rewriter.ctx;
    let layout = layout_of(rewriter, memref)?;
    let element = rewriter.convert_type(ctx.scalar_type(memref))?;
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
    let memref = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let (&descriptor, indices) = operands.split_first().ok_or(Mismatch("there is no memref"))?;
    let pointer = element_pointer(rewriter, memref, descriptor, indices, true)?;
    let attrs = access_attributes(rewriter, op);
    rewriter.replace_with_new(op, llvm::LOAD, &[pointer], &attrs)
}

fn store(rewriter: &mut Rewriter, op: Op) -> Matched {
    let memref = operand_type(rewriter, op, 1)?;
    let operands = rewriter.operands(op)?;
    let (&[value, descriptor], indices) = operands.split_first_chunk().ok_or(Mismatch("there is no memref"))?;
    let pointer = element_pointer(rewriter, memref, descriptor, indices, true)?;
    let attrs = access_attributes(rewriter, op);
    rewriter.replace_with_new(op, llvm::STORE, &[value, pointer], &attrs)
}

fn prefetch(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let memref = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let (&descriptor, indices) = operands.split_first().ok_or(Mismatch("there is no memref"))?;
    let pointer = element_pointer(rewriter, memref, descriptor, indices, false)?;
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
    let memref = operand_type(rewriter, op, 0)?;
    let index_type = rewriter.llvm()?.index_type(ctx);
    let constant = rewriter.operand(op, 1).and_then(|value| constant_index(rewriter, value));
    let operands = rewriter.operands(op)?;
    let (value, dim) = (converted(&operands, 0)?, converted(&operands, 1)?);
    let TypeData::MemRef { dims, .. } = ctx.type_data(memref) else {
        return Err(Mismatch("the operand is no memref"));
    };
    let Some(dims) = dims else {
        let space = address_space_of(rewriter, memref)?;
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
    let memref = operand_type(rewriter, op, 0)?;
    let operands = rewriter.operands(op)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let value = match rank(ctx, memref) {
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

/// The address space of a memref of any rank.
fn address_space_of(rewriter: &Rewriter, memref: Type) -> Result<u32, Mismatch> {
    let TypeData::MemRef { space, .. } = rewriter.ctx.type_data(memref) else { return Err(Mismatch("no memref")) };
    crate::llvm_types::address_space(rewriter.ctx, *space).ok_or(Mismatch("the memory space is no number"))
}

/// The pointers of a descriptor, which is read from memory where the rank is not known.
fn pointers(rewriter: &mut Rewriter, memref: Type, value: Value) -> Result<(Value, Value), Mismatch> {
    if !is_unranked(rewriter.ctx, memref) {
        let descriptor = Descriptor { value };
        return Ok((descriptor.allocated(rewriter), descriptor.aligned(rewriter)));
    }
    let element = rewriter.ctx.ptr_type(address_space_of(rewriter, memref)?);
    let place = UnrankedDescriptor { value }.pointer(rewriter);
    let [allocated, aligned] = load_pointers(rewriter, place, element);
    Ok((allocated, aligned))
}

fn aligned_pointer(rewriter: &mut Rewriter, op: Op) -> Matched {
    let memref = operand_type(rewriter, op, 0)?;
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let operands = rewriter.operands(op)?;
    let value = converted(&operands, 0)?;
    let aligned = match is_unranked(rewriter.ctx, memref) {
        true => {
            let element = rewriter.ctx.ptr_type(address_space_of(rewriter, memref)?);
            let place = UnrankedDescriptor { value }.pointer(rewriter);
            let second = rewriter.gep(types::PTR, element, place, &[GepIndex::Constant(1)], 0);
            rewriter.load(element, second)
        }
        false => Descriptor { value }.aligned(rewriter),
    };
    let number = rewriter.unary(llvm::PTRTOINT, aligned, index);
    rewriter.replace(op, &[number]);
    Ok(())
}

fn strided_metadata(rewriter: &mut Rewriter, op: Op) -> Matched {
    let memref = operand_type(rewriter, op, 0)?;
    let rank = rank(rewriter.ctx, memref).ok_or(Mismatch("the memref has no rank"))?;
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

/// `llvm.intr.assume` that something holds of values.
fn assume(rewriter: &mut Rewriter, condition: Value, tag: &str, values: &[Value]) {
    let ctx = rewriter.ctx;
    let attrs = [
        (irtrip_dialect::names::OP_BUNDLE_SIZES, ctx.i32_array(&[values.len() as i32])),
        (irtrip_dialect::names::OP_BUNDLE_TAGS, ctx.array(&[ctx.string_attr(tag)])),
    ];
    let mut operands = vec![condition];
    operands.extend_from_slice(values);
    rewriter.create(intrinsics::ASSUME, &operands, &[], &attrs);
}

/// The constant `true`.
fn truth(rewriter: &mut Rewriter) -> Value {
    let value = rewriter.ctx.bool_attr(true);
    let constant = irtrip_dialect::ops::global_values::CONSTANT;
    rewriter.value(constant, &[], types::I1, &[(irtrip_dialect::names::VALUE, value)])
}

/// Buffers that do not overlap: an assumption for each pair.
fn distinct_objects(rewriter: &mut Rewriter, op: Op) -> Matched {
    let memrefs: Vec<Type> = rewriter.body.operands(op).iter().map(|&value| rewriter.type_of(value)).collect();
    let operands = rewriter.operands(op)?;
    if operands.len() > 1 {
        let mut pointers = Vec::with_capacity(operands.len());
        for (&value, &memref) in operands.iter().zip(&memrefs) {
            pointers.push(element_pointer(rewriter, memref, value, &[], false)?);
        }
        let condition = truth(rewriter);
        for (place, first) in pointers.iter().enumerate() {
            for other in pointers.iter().skip(place + 1) {
                assume(rewriter, condition, "separate_storage", &[*first, *other]);
            }
        }
    }
    rewriter.replace(op, &operands);
    Ok(())
}

/// `llvm.intr.assume` with an operand bundle that says the alignment.
fn assume_alignment(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let memref = operand_type(rewriter, op, 0)?;
    let alignment =
        rewriter.attr(op, ALIGNMENT).and_then(|attr| ctx.int_value(attr)).ok_or(Mismatch("no alignment"))?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let descriptor = converted(&operands, 0)?;
    let pointer = element_pointer(rewriter, memref, descriptor, &[], false)?;
    let condition = truth(rewriter);
    let bytes = rewriter.index_constant(index, alignment);
    assume(rewriter, condition, "align", &[pointer, bytes]);
    rewriter.replace(op, &[descriptor]);
    Ok(())
}
