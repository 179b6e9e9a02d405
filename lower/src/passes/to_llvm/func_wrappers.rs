//! Functions that C calls, and functions of C: memrefs are passed as pointers to their descriptors. The document "LLVM IR
//! Target", "C-compatible wrapper emission".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::{ARG_ATTRS, FUNCTION_TYPE, LINKAGE, RES_ATTRS, SYM_NAME};
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, Op, Str, Type, TypeData, Value};

use super::func::{kept_attributes, visibility};
use crate::conversion::{Builder, InsertPoint, Mismatch, Rewriter};
use crate::llvm_types::{CWrapper, Descriptor, LlvmTypeConverter, function_parts, is_unranked, rank};

/// Makes the function that C calls in place of one that is defined, or the body that calls a function of C.
pub(crate) fn wrap(rewriter: &mut Rewriter, old: Op, new: Op, ty: Type, defined: bool) -> Result<(), Mismatch> {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let wrapper = converter.c_wrapper(ctx, ty).ok_or(Mismatch("the C interface cannot be converted"))?;
    let dictionary = rewriter.body.attrs(old);
    let name = ctx.string_entry(dictionary, SYM_NAME).ok_or(Mismatch("no name"))?;
    let c_name = ctx.str(&format!("_mlir_ciface_{}", ctx.text(name)));
    let c_attrs = wrapper_attributes(ctx, dictionary, c_name, &wrapper);
    let function = rewriter.create(FUNC, &[], &[], &c_attrs);
    let loc = rewriter.loc;
    let results = |ty| result_types(ctx, ty);
    if defined {
        let callee_results =
            rewriter.attr(new, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty)).map_or(Vec::new(), results);
        let body = with_entry(ctx, wrapper.ty, loc, |builder, args| {
            forward_to_callee(builder, converter, ty, &wrapper, name, &callee_results, args);
        });
        rewriter.body.set_nested(function, body);
        return Ok(());
    }
    let mut empty = Body::new();
    empty.append_region();
    rewriter.body.set_nested(function, empty);
    let private = ctx.with_entry(rewriter.body.attrs(new), LINKAGE, Some(ctx.enum_attr(Linkage::Private)));
    rewriter.body.set_attrs(new, private);
    let new_ty = rewriter.attr(new, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty)).ok_or(Mismatch("no type"))?;
    let body = with_entry(ctx, new_ty, loc, |builder, args| {
        forward_to_c(builder, converter, ty, &wrapper, c_name, args);
    });
    rewriter.body.set_nested(new, body);
    Ok(())
}

fn wrapper_attributes(ctx: &Context, dictionary: Attr, name: Str, wrapper: &CWrapper) -> Vec<(Str, Attr)> {
    let mut all = kept_attributes(ctx, dictionary);
    all.push((SYM_NAME, ctx.str_attr(name)));
    all.push((FUNCTION_TYPE, ctx.type_attr(wrapper.ty)));
    all.push((LINKAGE, ctx.enum_attr(Linkage::External)));
    all.extend(visibility(ctx, dictionary));
    let arg_attrs = ctx.entry(dictionary, ARG_ATTRS);
    if wrapper.result.is_none() {
        all.extend(ctx.entry(dictionary, RES_ATTRS).map(|res| (RES_ATTRS, res)));
        all.extend(arg_attrs.map(|args| (ARG_ATTRS, args)));
    } else if let Some(args) = arg_attrs {
        let mut shifted = vec![attrs::EMPTY_DICTIONARY];
        shifted.extend_from_slice(ctx.items(args));
        all.push((ARG_ATTRS, ctx.array(&shifted)));
    }
    all
}

/// The types of a function's result, of which there is one or none.
fn result_types(ctx: &Context, ty: Type) -> Vec<Type> {
    match ctx.type_data(ty) {
        TypeData::LlvmFunction { result, .. } if *result != types::VOID => vec![*result],
        _ => Vec::new(),
    }
}

/// A function's body of one block, whose arguments are the function's.
fn with_entry(ctx: &Context, ty: Type, loc: Attr, fill: impl FnOnce(&mut Builder, &[Value])) -> Body {
    let mut body = Body::new();
    let region = body.append_region();
    let block = body.new_block();
    body.append_block(region, block);
    if let TypeData::LlvmFunction { params, .. } = ctx.type_data(ty) {
        for (place, &param) in params.iter().enumerate() {
            body.add_block_arg(block, param);
            body.set_block_arg_loc(block, place, loc);
        }
    }
    let args = body.block_args(block).to_vec();
    fill(&mut Builder::new(ctx, &mut body, InsertPoint::End(block), loc), &args);
    body
}

/// Loads the descriptors, calls the function, and stores its result where there is a place for it.
fn forward_to_callee(
    builder: &mut Builder,
    converter: &LlvmTypeConverter,
    ty: Type,
    wrapper: &CWrapper,
    callee: Str,
    results: &[Type],
    args: &[Value],
) {
    let ctx = builder.ctx;
    let Some((inputs, _)) = function_parts(ctx, ty) else { return };
    let (place, args) = match (wrapper.result, args.split_first()) {
        (Some(_), Some((place, args))) => (Some(*place), args),
        _ => (None, args),
    };
    let mut passed = Vec::new();
    for (&arg, &input) in args.iter().zip(inputs) {
        let Some(descriptor) = converter.convert_type(ctx, input) else { return };
        match rank(ctx, input) {
            Some(rank) => {
                let value = builder.load(descriptor, arg);
                passed.extend(Descriptor { value }.unpack(builder, rank));
            }
            None if is_unranked(ctx, input) => {
                let value = builder.load(descriptor, arg);
                passed.push(builder.extract(value, &[0]));
                passed.push(builder.extract(value, &[1]));
            }
            None => passed.push(arg),
        }
    }
    let call = builder.call_symbol(callee, &passed, results);
    let mut returned: Vec<Value> = builder.body.results(call).collect();
    if let (Some(place), Some(&value)) = (place, returned.first()) {
        builder.store(value, place);
        returned.clear();
    }
    builder.create(llvm::RETURN, &returned, &[], &[]);
}

/// Stores the descriptors on the stack, calls the function of C, and loads its result where it left it in memory.
fn forward_to_c(
    builder: &mut Builder,
    converter: &LlvmTypeConverter,
    ty: Type,
    wrapper: &CWrapper,
    callee: Str,
    mut args: &[Value],
) {
    let ctx = builder.ctx;
    let Some((inputs, _)) = function_parts(ctx, ty) else { return };
    let index = converter.index_type(ctx);
    let mut passed = Vec::new();
    if let Some(result) = wrapper.result {
        let one = builder.index_constant(index, 1);
        passed.push(builder.alloca(types::PTR, result, one, None));
    }
    for &input in inputs {
        let count = match rank(ctx, input) {
            Some(rank) => 3 + 2 * rank,
            None if is_unranked(ctx, input) => 2,
            None => 1,
        };
        let Some((own, rest)) = args.split_at_checked(count) else { return };
        args = rest;
        let is_memref = rank(ctx, input).is_some() || is_unranked(ctx, input);
        let Some(descriptor) = converter.convert_type(ctx, input).filter(|_| is_memref) else {
            passed.extend_from_slice(own);
            continue;
        };
        let Some(packed) = converter.pack(builder, input, descriptor, own) else { return };
        let one = builder.index_constant(index, 1);
        let place = builder.alloca(types::PTR, descriptor, one, None);
        builder.store(packed, place);
        passed.push(place);
    }
    let results = result_types(ctx, wrapper.ty);
    let call = builder.call_symbol(callee, &passed, &results);
    let mut returned: Vec<Value> = builder.body.results(call).collect();
    if let (Some(result), Some(&place)) = (wrapper.result, passed.first()) {
        returned = vec![builder.load(result, place)];
    }
    builder.create(llvm::RETURN, &returned, &[], &[]);
}
