//! Memory of memrefs: allocations, global memrefs and copies.

use irtrip_dialect::Body;
use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::{
    ADDR_SPACE, ALIGNMENT, CONSTANT, GLOBAL_NAME, GLOBAL_TYPE, INITIAL_VALUE, LINKAGE, SYM_NAME, SYM_VISIBILITY, TYPE,
    VALUE,
};
use irtrip_dialect::ops::global_values::{ADDRESSOF, GLOBAL, UNDEF, ZERO};
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, Op, Type, TypeData, Value};

use super::promote_descriptor;
use super::unranked::memcpy;
use crate::conversion::{Builder, InsertPoint, Matched, Mismatch, Patterns, Rewriter};
use crate::llvm_types::{Descriptor, GepIndex, UnrankedDescriptor, address_space, is_unranked, rank};
use crate::memref;
use crate::memref::layouts::{is_identity, strided};
use crate::memref::verify::{MemRef, parts};
use crate::passes::to_llvm::cf::lookup_or_declare;

/// How memory is allocated.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// By `aligned_alloc` in place of `malloc`.
    pub aligned: bool,
    /// By `_mlir_memref_to_llvm_alloc` and its kin, which a program has to define.
    pub generic: bool,
}

/// The patterns of operations that make, free and copy memory.
pub(crate) fn populate(patterns: &mut Patterns, allocation: Allocation) {
    patterns.add(memref::ALLOC.name(), move |rewriter: &mut Rewriter, op: Op| match allocation.aligned {
        true => aligned_alloc(rewriter, op, allocation),
        false => alloc(rewriter, op, allocation),
    });
    patterns.add(memref::DEALLOC.name(), move |rewriter: &mut Rewriter, op: Op| dealloc(rewriter, op, allocation));
    patterns.add_ops(&[memref::ALLOCA], alloca);
    patterns.add_ops(&[memref::GLOBAL], global);
    patterns.add_ops(&[memref::GET_GLOBAL], get_global);
    patterns.add_ops(&[memref::COPY], copy);
}

/// The result of an operation, which is a memref whose elements lie one after the other.
fn result_memref<'c>(rewriter: &Rewriter<'c>, op: Op) -> Result<MemRef<'c>, Mismatch> {
    let ty = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    identity_memref(rewriter, ty)
}

fn identity_memref<'c>(rewriter: &Rewriter<'c>, ty: Type) -> Result<MemRef<'c>, Mismatch> {
    let ctx: &'c Context = rewriter.ctx;
    let memref = parts(ctx, ty).ok_or(Mismatch("incompatible memref type"))?;
    rewriter.convert_type(memref.element)?;
    rewriter.convert_type(ty)?;
    if is_identity(ctx, memref.layout) { Ok(memref) } else { Err(Mismatch("incompatible memref type")) }
}

/// Sizes and strides of a memref, and how many elements or bytes it has.
struct Extent {
    sizes: Vec<Value>,
    strides: Vec<Value>,
    total: Value,
}

fn extent(rewriter: &mut Rewriter, memref: &MemRef, dynamic: &[Value], in_bytes: bool) -> Result<Extent, Mismatch> {
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let mut dynamic = dynamic.iter();
    let mut sizes = Vec::with_capacity(memref.dims.len());
    for dim in memref.dims {
        sizes.push(match dim.size {
            Some(size) => rewriter.index_constant(index, size as i64),
            None => *dynamic.next().ok_or(Mismatch("a size is missing"))?,
        });
    }
    let mut running = rewriter.index_constant(index, 1);
    let mut strides = Vec::with_capacity(sizes.len());
    let mut stride = Some(1i64);
    for (dim, &size) in memref.dims.iter().zip(&sizes).rev() {
        strides.push(running);
        let is_first = stride == Some(1);
        stride = stride.zip(dim.size).map(|(stride, size)| stride.wrapping_mul(size as i64));
        running = match stride {
            _ if is_first => size,
            None => rewriter.binary(llvm::MUL, running, size),
            Some(stride) => rewriter.index_constant(index, stride),
        };
    }
    strides.reverse();
    if !in_bytes {
        return Ok(Extent { sizes, strides, total: running });
    }
    let total = bytes(rewriter, memref.element, GepIndex::Value(running))?;
    Ok(Extent { sizes, strides, total })
}

/// The bytes of so many elements of a type.
fn bytes(rewriter: &mut Rewriter, element: Type, count: GepIndex) -> Result<Value, Mismatch> {
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    bytes_as(rewriter, element, count, index)
}

/// The bytes of so many elements of a type, as an integer type.
pub(crate) fn bytes_as(
    rewriter: &mut Rewriter,
    element: Type,
    count: GepIndex,
    index: Type,
) -> Result<Value, Mismatch> {
    let element = rewriter.convert_type(element)?;
    let null = rewriter.value(ZERO, &[], types::PTR, &[]);
    let end = rewriter.gep(types::PTR, element, null, &[count], 0);
    Ok(rewriter.unary(llvm::PTRTOINT, end, index))
}

/// The descriptor of a memref whose elements lie one after the other.
fn describe(
    rewriter: &mut Rewriter,
    ty: Type,
    allocated: Value,
    aligned: Value,
    extent: &Extent,
) -> Result<Value, Mismatch> {
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let ty = rewriter.convert_type(ty)?;
    let mut descriptor = Descriptor::poison(rewriter, ty);
    descriptor.set_allocated(rewriter, allocated);
    descriptor.set_aligned(rewriter, aligned);
    let zero = rewriter.index_constant(index, 0);
    descriptor.set_offset(rewriter, zero);
    for (dim, &size) in extent.sizes.iter().enumerate() {
        descriptor.set_size(rewriter, dim, size);
    }
    for (dim, &stride) in extent.strides.iter().enumerate() {
        descriptor.set_stride(rewriter, dim, stride);
    }
    Ok(descriptor.value)
}

fn alignment_of(rewriter: &Rewriter, op: Op) -> Option<i64> {
    rewriter.attr(op, ALIGNMENT).and_then(|attr| rewriter.ctx.int_value(attr))
}

/// Calls a function that allocates, and casts the pointer to the memref's address space.
fn allocate(rewriter: &mut Rewriter, name: &str, memref: &MemRef, arguments: &[Value]) -> Result<Value, Mismatch> {
    let ctx = rewriter.ctx;
    let index = rewriter.llvm()?.index_type(ctx);
    let space = address_space(ctx, memref.space).ok_or(Mismatch("unsupported address space"))?;
    let function = lookup_or_declare(rewriter, name, &vec![index; arguments.len()], types::PTR)?;
    let made = rewriter.call_symbol(function, arguments, &[types::PTR]);
    let pointer = rewriter.body.result(made).ok_or(Mismatch("no result"))?;
    Ok(if space == 0 { pointer } else { rewriter.unary(llvm::ADDRSPACECAST, pointer, ctx.ptr_type(space)) })
}

/// The value moved up to a multiple of an alignment.
fn aligned_up(rewriter: &mut Rewriter, value: Value, alignment: Value) -> Value {
    let ty = rewriter.type_of(alignment);
    let one = rewriter.index_constant(ty, 1);
    let most = rewriter.binary(llvm::SUB, alignment, one);
    let bumped = rewriter.binary(llvm::ADD, value, most);
    let over = rewriter.binary(llvm::UREM, bumped, alignment);
    rewriter.binary(llvm::SUB, bumped, over)
}

fn alloc(rewriter: &mut Rewriter, op: Op, allocation: Allocation) -> Matched {
    let ctx = rewriter.ctx;
    let memref = result_memref(rewriter, op)?;
    let index = rewriter.llvm()?.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let extent = extent(rewriter, &memref, &operands, true)?;
    let is_number = matches!(ctx.type_data(memref.element), TypeData::Index | TypeData::Float(_))
        || matches!(
            ctx.type_data(memref.element),
            TypeData::Integer { signedness: irtrip_dialect::Signedness::Signless, .. }
        );
    let alignment = match alignment_of(rewriter, op) {
        Some(alignment) => Some(rewriter.index_constant(index, alignment)),
        None if !is_number => Some(bytes(rewriter, memref.element, GepIndex::Constant(1))?),
        None => None,
    };
    let size = match alignment {
        Some(alignment) => rewriter.binary(llvm::ADD, extent.total, alignment),
        None => extent.total,
    };
    let name = if allocation.generic { "_mlir_memref_to_llvm_alloc" } else { "malloc" };
    let allocated = allocate(rewriter, name, &memref, &[size])?;
    let aligned = match alignment {
        Some(alignment) => {
            let pointer = rewriter.type_of(allocated);
            let number = rewriter.unary(llvm::PTRTOINT, allocated, index);
            let number = aligned_up(rewriter, number, alignment);
            rewriter.unary(llvm::INTTOPTR, number, pointer)
        }
        None => allocated,
    };
    let value = describe(rewriter, memref.ty, allocated, aligned, &extent)?;
    rewriter.replace(op, &[value]);
    Ok(())
}

/// The least alignment of memory that `aligned_alloc` returns.
const MIN_ALIGNMENT: u64 = 16;

fn aligned_alloc(rewriter: &mut Rewriter, op: Op, allocation: Allocation) -> Matched {
    let ctx = rewriter.ctx;
    let memref = result_memref(rewriter, op)?;
    let converter = rewriter.llvm()?;
    let index = converter.index_type(ctx);
    let operands = rewriter.operands(op)?;
    let extent = extent(rewriter, &memref, &operands, true)?;
    let element = rewriter.convert_type(memref.element)?;
    let element_bytes = match converter.descriptor_bytes(ctx, memref.element) {
        Some(bytes) => bytes,
        None => converter.layout().alloc_size(ctx, element).ok_or(Mismatch("the element has no size"))?,
    };
    let own = alignment_of(rewriter, op).and_then(|own| u64::try_from(own).ok());
    let alignment = own.unwrap_or_else(|| MIN_ALIGNMENT.max(element_bytes.next_power_of_two()));
    let value = rewriter.index_constant(index, alignment as i64);
    let known: u64 = memref.dims.iter().filter_map(|dim| dim.size).fold(element_bytes, u64::wrapping_mul);
    let mut size = extent.total;
    if !known.is_multiple_of(alignment) {
        size = aligned_up(rewriter, size, value);
    }
    let name = if allocation.generic { "_mlir_memref_to_llvm_aligned_alloc" } else { "aligned_alloc" };
    let pointer = allocate(rewriter, name, &memref, &[value, size])?;
    let value = describe(rewriter, memref.ty, pointer, pointer, &extent)?;
    rewriter.replace(op, &[value]);
    Ok(())
}

fn alloca(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let memref = result_memref(rewriter, op)?;
    let operands = rewriter.operands(op)?;
    let extent = extent(rewriter, &memref, &operands, false)?;
    let element = rewriter.convert_type(memref.element)?;
    let space = address_space(ctx, memref.space).ok_or(Mismatch("unsupported address space"))?;
    let alignment = alignment_of(rewriter, op);
    let pointer = rewriter.alloca(ctx.ptr_type(space), element, extent.total, alignment);
    let value = describe(rewriter, memref.ty, pointer, pointer, &extent)?;
    rewriter.replace(op, &[value]);
    Ok(())
}

fn dealloc(rewriter: &mut Rewriter, op: Op, allocation: Allocation) -> Matched {
    let ctx = rewriter.ctx;
    let original = rewriter.operand(op, 0).ok_or(Mismatch("there is no memref"))?;
    let ty = rewriter.type_of(original);
    let name = if allocation.generic { "_mlir_memref_to_llvm_free" } else { "free" };
    let [value] = rewriter.exact_operands(op)?;
    let function = lookup_or_declare(rewriter, name, &[types::PTR], types::VOID)?;
    let allocated = match ctx.type_data(ty) {
        TypeData::MemRef { dims: None, space, .. } => {
            let space = address_space(ctx, *space).ok_or(Mismatch("unsupported address space"))?;
            let pointer = UnrankedDescriptor { value }.pointer(rewriter);
            rewriter.load(ctx.ptr_type(space), pointer)
        }
        _ => Descriptor { value }.allocated(rewriter),
    };
    rewriter.call_symbol(function, &[allocated], &[]);
    rewriter.erase_op(op);
    Ok(())
}

/// The arrays in arrays that a global memref is.
fn array_type(rewriter: &Rewriter, memref: &MemRef) -> Result<Type, Mismatch> {
    let mut ty = rewriter.convert_type(memref.element)?;
    for dim in memref.dims.iter().rev() {
        ty = rewriter.ctx.array_type(dim.size.ok_or(Mismatch("a size is not known"))?, ty);
    }
    Ok(ty)
}

fn global(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let ty = rewriter.attr(op, TYPE).and_then(|ty| ctx.type_value(ty)).ok_or(Mismatch("the global has no type"))?;
    let memref = identity_memref(rewriter, ty)?;
    let array = array_type(rewriter, &memref)?;
    let space = address_space(ctx, memref.space).ok_or(Mismatch("memory space cannot be converted"))?;
    let name = rewriter.attr(op, SYM_NAME).ok_or(Mismatch("the global has no name"))?;
    let visibility = rewriter.attr(op, SYM_VISIBILITY).and_then(|attr| ctx.string_value(attr));
    let is_public = visibility.is_none_or(|visibility| ctx.bytes(visibility) == b"public");
    let initial = rewriter.attr(op, INITIAL_VALUE);
    let is_uninitialized = initial.is_some_and(|initial| matches!(ctx.attr_data(initial), AttrData::Unit));
    let linkage = if is_public { Linkage::External } else { Linkage::Private };
    let mut attrs = vec![
        (SYM_NAME, name),
        (GLOBAL_TYPE, ctx.type_attr(array)),
        (LINKAGE, ctx.enum_attr(linkage)),
        (ADDR_SPACE, ctx.int_attr(types::I32, i64::from(space))),
    ];
    attrs.extend(rewriter.attr(op, CONSTANT).map(|constant| (CONSTANT, constant)));
    attrs.extend(rewriter.attr(op, ALIGNMENT).map(|alignment| (ALIGNMENT, alignment)));
    if let Some(initial) = initial.filter(|_| !is_uninitialized) {
        let value = if memref.dims.is_empty() { only_element(ctx, initial).unwrap_or(initial) } else { initial };
        attrs.push((VALUE, value));
    }
    let new = rewriter.create(GLOBAL, &[], &[], &attrs);
    let mut body = Body::new();
    let region = body.append_region();
    if is_uninitialized {
        let block = body.new_block();
        body.append_block(region, block);
        let loc = rewriter.loc;
        let mut builder = Builder::new(ctx, &mut body, InsertPoint::End(block), loc);
        let undefined = builder.value(UNDEF, &[], array, &[]);
        builder.create(llvm::RETURN, &[undefined], &[], &[]);
    }
    rewriter.body.set_nested(new, body);
    rewriter.own_symbol(new);
    rewriter.erase_op(op);
    Ok(())
}

/// The element of elements that are all the same, as an attribute.
fn only_element(ctx: &Context, elements: Attr) -> Option<Attr> {
    let AttrData::Dense { ty, data, splat: true } = ctx.attr_data(elements) else { return None };
    let element = ctx.scalar_type(*ty);
    let mut bytes = [0u8; 16];
    bytes.get_mut(..data.len())?.copy_from_slice(data);
    let bits = u128::from_le_bytes(bytes);
    match ctx.type_data(element) {
        TypeData::Float(_) => Some(ctx.float_attr(element, bits)),
        TypeData::Integer { .. } | TypeData::Index => Some(ctx.int_attr(element, bits as i64)),
        _ => None,
    }
}

/// What the pointer to the memory of a global memref is as if it had been allocated: it is not to be freed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

fn get_global(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let memref = result_memref(rewriter, op)?;
    let converter = rewriter.llvm()?;
    let extent = extent(rewriter, &memref, &[], true)?;
    let array = array_type(rewriter, &memref)?;
    let space = address_space(ctx, memref.space).ok_or(Mismatch("unsupported address space"))?;
    let pointer = ctx.ptr_type(space);
    let name = rewriter.attr(op, ctx.str("name")).ok_or(Mismatch("the operation names no global"))?;
    let address = rewriter.value(ADDRESSOF, &[], pointer, &[(GLOBAL_NAME, name)]);
    let indices = vec![GepIndex::Constant(0); memref.dims.len() + 1];
    let first = rewriter.gep(pointer, array, address, &indices, 0);
    let number = rewriter.index_constant(ctx.int_type(converter.pointer_bits(space)), NOT_ALLOCATED);
    let allocated = rewriter.unary(llvm::INTTOPTR, number, pointer);
    let value = describe(rewriter, memref.ty, allocated, first, &extent)?;
    rewriter.replace(op, &[value]);
    Ok(())
}

/// Whether the elements of a memref lie one after the other, perhaps after an offset.
fn is_contiguous(ctx: &Context, ty: Type) -> bool {
    let Some(memref) = parts(ctx, ty) else { return false };
    if is_identity(ctx, memref.layout) {
        return true;
    }
    let Some(layout) = strided(ctx, &memref) else { return false };
    let mut running = 1u64;
    for (dim, stride) in memref.dims.iter().zip(layout.strides).rev() {
        let Some(size) = dim.size.filter(|&size| size > 0) else { return false };
        if size != 1 && stride.and_then(|stride| u64::try_from(stride).ok()) != Some(running) {
            return false;
        }
        running = running.wrapping_mul(size);
    }
    true
}

fn copy(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let &[from, to] = rewriter.body.operands(op) else { return Err(Mismatch("the copy has not two operands")) };
    let (from, to) = (rewriter.type_of(from), rewriter.type_of(to));
    let [source, target] = rewriter.exact_operands(op)?;
    match is_contiguous(ctx, from) && is_contiguous(ctx, to) {
        true => copy_bytes(rewriter, from, source, target)?,
        false => copy_by_function(rewriter, [(from, source), (to, target)])?,
    }
    rewriter.erase_op(op);
    Ok(())
}

fn copy_bytes(rewriter: &mut Rewriter, from: Type, source: Value, target: Value) -> Matched {
    let ctx = rewriter.ctx;
    let index = rewriter.llvm()?.index_type(ctx);
    let memref = parts(ctx, from).ok_or(Mismatch("the source is no memref"))?;
    let mut count = rewriter.index_constant(index, 1);
    for dim in 0..memref.dims.len() {
        let size = Descriptor { value: source }.size(rewriter, dim);
        count = rewriter.binary(llvm::MUL, count, size);
    }
    let one = bytes(rewriter, memref.element, GepIndex::Constant(1))?;
    let total = rewriter.binary(llvm::MUL, count, one);
    let element = rewriter.convert_type(memref.element)?;
    let mut first = |value: Value| {
        let descriptor = Descriptor { value };
        let (base, offset) = (descriptor.aligned(rewriter), descriptor.offset(rewriter));
        let pointer = rewriter.type_of(base);
        rewriter.gep(pointer, element, base, &[GepIndex::Value(offset)], 0)
    };
    let (source, target) = (first(source), first(target));
    memcpy(rewriter, target, source, total);
    Ok(())
}

/// Calls `memrefCopy` with descriptors on the stack.
fn copy_by_function(rewriter: &mut Rewriter, memrefs: [(Type, Value); 2]) -> Matched {
    let ctx = rewriter.ctx;
    let index = rewriter.llvm()?.index_type(ctx);
    let [(from, _), _] = memrefs;
    let stack = rewriter.value(intrinsics::STACKSAVE, &[], types::PTR, &[]);
    let unranked_type = ctx.literal_struct(false, &[index, types::PTR]);
    let unranked = memrefs.map(|(ty, value)| match rank(ctx, ty) {
        Some(rank) => {
            let rank = rewriter.int_constant(index, rank as i64);
            let place = promote_descriptor(rewriter, value);
            UnrankedDescriptor::pack(rewriter, unranked_type, rank, place).value
        }
        None => value,
    });
    let one = rewriter.index_constant(index, 1);
    let [source, target] = unranked.map(|value| {
        let ty = rewriter.type_of(value);
        let place = rewriter.alloca(types::PTR, ty, one, None);
        rewriter.store(value, place);
        place
    });
    debug_assert!(is_unranked(ctx, from) || rank(ctx, from).is_some());
    let size = bytes(rewriter, ctx.scalar_type(from), GepIndex::Constant(1))?;
    let function = lookup_or_declare(rewriter, "memrefCopy", &[index, types::PTR, types::PTR], types::VOID)?;
    rewriter.call_symbol(function, &[size, source, target], &[]);
    rewriter.create(intrinsics::STACKRESTORE, &[stack], &[], &[]);
    Ok(())
}
