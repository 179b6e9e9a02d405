//! A module for libNVVM, and functions that metadata annotates. NVVM IR specification, "Target Triple", "Data Layout",
//! "NVVM Specific Metadata".
//!
//! - [`intrinsics`]: intrinsics of other names, and instructions in the place of some that libNVVM does not have
//! - [`memory`]: fences and atomic accesses

mod intrinsics;
mod memory;

pub(super) use intrinsics::is_own;

use std::borrow::Cow;

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, function_set, parameter_dictionary, parameter_set, with_function_set,
};
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::metadata::nvvm_annotations::{ALIGN, ANNOTATIONS, KERNEL, PLACE, of_attribute};
use irtrip_dialect::metadata::{MetadataExport, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::I32;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op, Str, ValueDef};

use super::{LoweringContext, located, name_of};
use crate::dropped::Dropped;

/// What is annotated of a function: its name, the annotation's, and its number.
pub(crate) type Annotation = (Str, String, i64);

/// The data layout of 64-bit programs.
const LAYOUT: &str = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-\
                      v32:32:32-v64:64:64-v128:128:128-n16:32:64";
const TRIPLE: &str = "nvptx64-nvidia-cuda";
/// The address space that a block's threads share.
const SHARED: i64 = 3;
/// The version of NVVM IR.
const VERSION: [i64; 2] = [2, 0];

/// Has a module say in libNVVM's terms what LLVM 7 has others for; returns what is written otherwise.
pub(crate) fn express(ctx: &Context, module: &mut Module, release: Release) -> DiagnosticResult<Vec<Dropped>> {
    let (mut dropped, mut devices) = (Vec::new(), intrinsics::Devices::new());
    for function in functions(module) {
        let Some(body) = module.body.nested_mut(function) else { continue };
        for op in (0..body.op_count()).map(Op::new) {
            if body.parent(op).is_none() {
                continue;
            }
            let mut cx = LoweringContext { global: Some(function), op: Some(op), release, dropped: &mut dropped };
            let expressed = memory::express(ctx, body, op, &mut cx);
            let expressed = expressed.and_then(|()| intrinsics::express(ctx, body, op, &mut cx, &mut devices));
            expressed.map_err(|code| located(ctx, body, op, code))?;
        }
    }
    intrinsics::drop_declarations(ctx, module);
    intrinsics::declare(ctx, module, devices);
    Ok(dropped)
}

/// Gives a module libNVVM's layout and triple; returns what metadata says in place of calling conventions and
/// attributes of functions.
pub(crate) fn lower(ctx: &Context, module: &mut Module) -> Vec<Annotation> {
    for (key, value) in [(LLVM_DATA_LAYOUT, LAYOUT), (LLVM_TARGET_TRIPLE, TRIPLE)] {
        module.attrs = ctx.with_entry(module.attrs, key, Some(ctx.string_attr(value)));
    }
    for key in [IRTRIP_DATA_LAYOUT, DLTI_DL_SPEC] {
        module.attrs = ctx.with_entry(module.attrs, key, None);
    }
    for op in module.ops().collect::<Vec<Op>>() {
        let space = module.body.int_attr(ctx, op, ADDR_SPACE);
        if module.body.name(op) == global_values::GLOBAL && space == Some(SHARED) {
            uninitialize(ctx, &mut module.body, op);
        }
    }
    for op in functions(module) {
        if CallingConvention::of_attrs(ctx, module.body.attrs(op)) == CallingConvention::PTX_DEVICE {
            drop_convention(ctx, module, op);
        }
    }
    annotations(ctx, module)
}

/// The annotations of a module's functions, for a release that has these in place of a calling convention and attributes;
/// none where the text of such a release has none.
pub(crate) fn annotations_of_release(ctx: &Context, module: &mut Cow<'_, Module>, release: Release) -> Vec<Annotation> {
    let has_own = || functions(module).iter().any(|op| !attribute_annotations(ctx, module.body.attrs(*op)).is_empty());
    if Spelling::KernelConventions.releases().contains(release) || !has_annotations(ctx, module) && !has_own() {
        return Vec::new();
    }
    annotations(ctx, module.to_mut())
}

/// Takes the alignments of parameters and results from the functions of a module for a GPU, for a release that has annotations in
/// their place; returns these.
pub(crate) fn take_alignments(
    ctx: &Context,
    module: &mut Cow<'_, Module>,
    release: Release,
    nvvm: bool,
) -> Vec<Annotation> {
    let triple = ctx.string_entry(module.attrs, LLVM_TARGET_TRIPLE);
    let is_for_gpu = nvvm || triple.is_some_and(|triple| ctx.bytes(triple).starts_with(b"nvptx"));
    let mut annotations = Vec::new();
    if release >= ALIGNED_BY_ATTRIBUTES || !is_for_gpu {
        return annotations;
    }
    for op in functions(module) {
        let mut attrs = module.body.attrs(op);
        let Some(name) = name_of(ctx, attrs) else { continue };
        for (key, first) in [(RES_ATTRS, 0), (IRTRIP_RES_ATTRS, 0), (ARG_ATTRS, 1), (IRTRIP_ARG_ATTRS, 1)] {
            let Some(list) = ctx.entry(attrs, key).map(|list| ctx.items(list)) else { continue };
            let mut kept = Vec::with_capacity(list.len());
            for (place, dictionary) in (first..).zip(list) {
                let (dictionary, bytes) = without_alignment(ctx, *dictionary);
                kept.push(dictionary);
                annotations.extend(bytes.map(|bytes| (name, ALIGN.to_owned(), place << PLACE | bytes)));
            }
            if kept != list {
                attrs = ctx.with_entry(attrs, key, Some(ctx.array(&kept)));
            }
        }
        if attrs != module.body.attrs(op) {
            module.to_mut().body.set_attrs(op, attrs);
        }
    }
    annotations
}

/// The first release whose functions say with attributes how results and parameters are aligned on the stack.
const ALIGNED_BY_ATTRIBUTES: Release = Release::V21;

/// The dictionary of a parameter or result without its alignment on the stack, and that, in bytes.
fn without_alignment(ctx: &Context, dictionary: Attr) -> (Attr, Option<i64>) {
    let set = parameter_set(ctx, dictionary);
    let (mut kept, mut found) = (AttributeSet::new(), None);
    for item in set.items() {
        match item {
            AttributeItem::Int(_, bytes) if item.row().is_some_and(|row| row.llvm == "alignstack") => {
                found = i64::try_from(*bytes).ok();
            }
            _ => kept.push(ctx, *item),
        }
    }
    if found.is_some() { (parameter_dictionary(ctx, &kept), found) } else { (dictionary, None) }
}

/// Whether a module has the named metadata with annotations, if only an empty one.
fn has_annotations(ctx: &Context, module: &Module) -> bool {
    let named = ctx.entry(module.attrs, IRTRIP_NAMED_METADATA).map(|named| ctx.items(named)).unwrap_or_default();
    let mut names = named.iter().filter_map(|named| ctx.string_value(*ctx.items(*named).first()?));
    names.any(|name| ctx.bytes(name) == ANNOTATIONS.as_bytes())
}

/// Takes the calling convention of kernels, and the attributes that older releases have annotations for, from a module's
/// functions; returns the annotations.
fn annotations(ctx: &Context, module: &mut Module) -> Vec<Annotation> {
    let mut annotations = Vec::new();
    for op in functions(module) {
        let attrs = module.body.attrs(op);
        let Some(name) = name_of(ctx, attrs) else { continue };
        if CallingConvention::of_attrs(ctx, attrs) == CallingConvention::PTX_KERNEL {
            annotations.push((name, KERNEL.to_owned(), 1));
            drop_convention(ctx, module, op);
        }
        let own = attribute_annotations(ctx, attrs);
        if own.is_empty() {
            continue;
        }
        annotations.extend(own.into_iter().map(|(key, number)| (name, key, number)));
        let mut kept = AttributeSet::new();
        let attrs = module.body.attrs(op);
        for item in function_set(ctx, attrs).items().iter().filter(|item| of_item(ctx, item).is_empty()) {
            kept.push(ctx, *item);
        }
        module.body.set_attrs(op, with_function_set(ctx, attrs, &kept));
    }
    annotations
}

/// The annotations that stand for attributes of a function.
fn attribute_annotations(ctx: &Context, attrs: Attr) -> Vec<(String, i64)> {
    function_set(ctx, attrs).items().iter().flat_map(|item| of_item(ctx, item)).collect()
}

/// The annotations that stand for an attribute.
fn of_item(ctx: &Context, item: &AttributeItem) -> Vec<(String, i64)> {
    match item {
        AttributeItem::String { key, value: Some(value) } => of_attribute(&ctx.text(*key), &ctx.text(*value)),
        _ => Vec::new(),
    }
}

/// The functions of a module.
fn functions(module: &Module) -> Vec<Op> {
    module.ops().filter(|op| module.body.name(*op) == global_values::FUNC).collect()
}

/// Gives a function C's calling convention.
fn drop_convention(ctx: &Context, module: &mut Module, function: Op) {
    let attrs = module.body.attrs(function);
    module.body.set_attrs(function, ctx.with_entry(ctx.with_entry(attrs, CCONV, None), IRTRIP_CCONV, None));
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

/// Adds the annotations.
pub(crate) fn annotate(ctx: &Context, metadata: &mut MetadataExport, annotations: &[Annotation]) {
    for (function, key, number) in annotations {
        let function = Operand::Constant(ctx.symbol_ref(*function));
        let number = Operand::Constant(ctx.int_attr(I32, *number));
        let operands = Box::new([function, Operand::String(ctx.str(key)), number]);
        metadata.append_to_named(ctx.str(ANNOTATIONS), operands);
    }
}

/// Adds the version of NVVM IR.
pub(crate) fn add_version(ctx: &Context, metadata: &mut MetadataExport) {
    let version = VERSION.map(|number| Operand::Constant(ctx.int_attr(I32, number)));
    metadata.append_to_named(ctx.str("nvvmir.version"), Box::new(version));
}
