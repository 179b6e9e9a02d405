//! Buffers of unknown rank that leave a function: their ranked descriptors are copied, since they may be on its stack.

use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Type, TypeData, Value};

use crate::conversion::{Builder, Mismatch, Rewriter};
use crate::llvm_types::{LlvmTypeConverter, UnrankedDescriptor, address_space, is_unranked};
use crate::passes::to_llvm::cf::lookup_or_declare;

/// Copies the ranked descriptors after those of unknown rank: to memory from `malloc` where they are returned, and else from
/// there to the stack.
pub(crate) fn copy_unranked(
    rewriter: &mut Rewriter,
    originals: &[Type],
    values: &mut [Value],
    to_heap: bool,
) -> Result<(), Mismatch> {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let index = converter.index_type(ctx);
    if !originals.iter().any(|&ty| is_unranked(ctx, ty)) {
        return Ok(());
    }
    let function = match to_heap {
        true => lookup_or_declare(rewriter, "malloc", &[index], types::PTR)?,
        false => lookup_or_declare(rewriter, "free", &[types::PTR], types::VOID)?,
    };
    for (value, &ty) in values.iter_mut().zip(originals) {
        let TypeData::MemRef { dims: None, space, .. } = ctx.type_data(ty) else { continue };
        let space = address_space(ctx, *space).ok_or(Mismatch("the memory space is no number"))?;
        let size = descriptor_size(rewriter, converter, *value, space);
        let descriptor = UnrankedDescriptor { value: *value };
        let memory = match to_heap {
            true => {
                let allocation = rewriter.call_symbol(function, &[size], &[types::PTR]);
                rewriter.body.result(allocation).ok_or(Mismatch("no result"))?
            }
            false => rewriter.alloca(types::PTR, types::I8, size, None),
        };
        let source = descriptor.pointer(rewriter);
        memcpy(rewriter, memory, source, size);
        if !to_heap {
            rewriter.call_symbol(function, &[source], &[]);
        }
        let ty = rewriter.convert_type(ty)?;
        let empty = rewriter.poison(ty);
        let rank = descriptor.rank(rewriter);
        let with_rank = rewriter.insert_value(empty, rank, &[0]);
        *value = rewriter.insert_value(with_rank, memory, &[1]);
    }
    Ok(())
}

/// `llvm.intr.memcpy`
pub(crate) fn memcpy(builder: &mut Builder, to: Value, from: Value, size: Value) {
    let ctx = builder.ctx;
    let volatile = (ctx.str("isVolatile"), ctx.bool_attr(false));
    builder.create(intrinsics::MEMCPY, &[to, from, size], &[], &[volatile]);
}

/// The bytes of the ranked descriptor after one of unknown rank: two pointers, and an integer for the offset and for each
/// size and stride.
pub(crate) fn descriptor_size(builder: &mut Builder, converter: &LlvmTypeConverter, value: Value, space: u32) -> Value {
    let ctx = builder.ctx;
    let index = converter.index_type(ctx);
    let one = builder.index_constant(index, 1);
    let two = builder.index_constant(index, 2);
    let index_bytes = builder.index_constant(index, i64::from(converter.options().index_bitwidth.div_ceil(8)));
    let pointer_bytes = builder.index_constant(index, i64::from(converter.pointer_bits(space).div_ceil(8)));
    let pointers = builder.binary(llvm::MUL, two, pointer_bytes);
    let rank = builder.extract(value, &[0]);
    let twice = builder.binary(llvm::MUL, two, rank);
    let integers = builder.binary(llvm::ADD, twice, one);
    let integers = builder.binary(llvm::MUL, integers, index_bytes);
    builder.binary(llvm::ADD, pointers, integers)
}
