//! A module for libNVVM. NVVM IR specification, "Target Triple", "Data Layout", "NVVM Specific Metadata".

use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::metadata::{MetadataExport, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::types::well_known::I32;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op, Str, ValueDef};

/// The data layout of 64-bit programs.
const LAYOUT: &str = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-\
                      v32:32:32-v64:64:64-v128:128:128-n16:32:64";
const TRIPLE: &str = "nvptx64-nvidia-cuda";
/// The address space that a block's threads share.
const SHARED: i64 = 3;
/// The version of NVVM IR.
const VERSION: [i64; 2] = [2, 0];

/// Gives a module libNVVM's layout and triple; returns the kernels, which metadata names in place of a calling convention.
pub(crate) fn lower(ctx: &Context, module: &mut Module) -> Vec<Str> {
    for (key, value) in [(LLVM_DATA_LAYOUT, LAYOUT), (LLVM_TARGET_TRIPLE, TRIPLE)] {
        module.attrs = ctx.with_entry(module.attrs, key, Some(ctx.string_attr(value)));
    }
    for key in [IRTRIP_DATA_LAYOUT, ctx.str("dlti.dl_spec")] {
        module.attrs = ctx.with_entry(module.attrs, key, None);
    }
    let mut kernels = Vec::new();
    for op in module.ops().collect::<Vec<Op>>() {
        let attrs = module.body.attrs(op);
        match module.body.name(op) {
            global_values::FUNC => {
                let convention = [IRTRIP_CCONV, CCONV].into_iter().find_map(|key| ctx.entry(attrs, key));
                let convention = convention.and_then(|convention| ctx.enum_value(convention)).unwrap_or_default();
                if convention == CallingConvention::PTX_KERNEL {
                    kernels.extend(ctx.entry(attrs, SYM_NAME).and_then(|name| ctx.string_value(name)));
                }
                if matches!(convention, CallingConvention::PTX_KERNEL | CallingConvention::PTX_DEVICE) {
                    let attrs = ctx.with_entry(ctx.with_entry(attrs, CCONV, None), IRTRIP_CCONV, None);
                    module.body.set_attrs(op, attrs);
                }
            }
            global_values::GLOBAL
                if ctx.entry(attrs, ADDR_SPACE).and_then(|space| ctx.int_value(space)) == Some(SHARED) =>
            {
                uninitialize(ctx, &mut module.body, op);
            }
            _ => {}
        }
    }
    kernels
}

/// Takes the zeros from a variable in shared memory, which no program has there: LLVM's back end takes them for nothing.
fn uninitialize(ctx: &Context, body: &mut Body, global: Op) {
    if body.attr(ctx, global, VALUE).is_some_and(|value| is_zero(ctx, value)) {
        let attrs = ctx.with_entry(body.attrs(global), VALUE, None);
        body.set_attrs(global, attrs);
    }
    let Some(nested) = body.nested_mut(global) else { return };
    let block = nested.regions().first().and_then(|region| nested.blocks(*region).first()).copied();
    let last = block.and_then(|block| nested.last_op(block));
    let value = last.and_then(|last| nested.operands(last).first().copied());
    if let Some(ValueDef::Result(op, _)) = value.map(|value| nested.value(value).def)
        && nested.name(op) == global_values::ZERO
    {
        nested.set_name(op, global_values::UNDEF);
    }
}

/// Whether a number, or each of an array's, is zero.
fn is_zero(ctx: &Context, value: Attr) -> bool {
    match ctx.attr_data(value) {
        AttrData::Dense { data, .. } => data.iter().all(|byte| *byte == 0),
        AttrData::Float { bits, .. } => bits.get() == 0,
        _ => ctx.int_value(value) == Some(0),
    }
}

/// Adds the version of NVVM IR, and names the kernels.
pub(crate) fn annotate(ctx: &Context, metadata: &mut MetadataExport, kernels: &[Str]) {
    let number = |number: i64| Operand::Constant(ctx.int_attr(I32, number));
    let annotations = ctx.str("nvvm.annotations");
    for kernel in kernels {
        let function: Attr = ctx.symbol_ref(*kernel);
        metadata.append_to_named(
            annotations,
            Box::new([Operand::Constant(function), Operand::String(ctx.str("kernel")), number(1)]),
        );
    }
    metadata.append_to_named(ctx.str("nvvmir.version"), Box::new(VERSION.map(number)));
}
