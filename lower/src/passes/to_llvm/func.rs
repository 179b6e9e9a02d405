//! `convert-func-to-llvm`

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::{
    ARG_ATTRS, CALLEE, FUNCTION_TYPE, GLOBAL_NAME, LINKAGE, NO_INLINE, RES_ATTRS, SYM_NAME, SYM_VISIBILITY, VALUE,
};
use irtrip_dialect::ops::global_values::{ADDRESSOF, FUNC};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::{LlvmBuilder, call_attributes};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Op, Str, Type, Value};

use super::func_wrappers;
use super::memref::unranked::copy_unranked;
use crate::conversion::{Matched, Mismatch, Patterns, Rewriter, SignatureConversion};
use crate::func;
use crate::llvm_types::{Descriptor, LlvmTypeConverter, is_unranked, rank};

/// The attribute of a function whose memrefs are passed as pointers.
const BARE_POINTERS: &str = "llvm.bareptr";
/// The attribute of a function that C calls.
pub(crate) const C_INTERFACE: &str = "llvm.emit_c_interface";

/// The patterns of the `func` dialect.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[func::FUNC], function);
    patterns.add_ops(&[func::CALL], direct_call);
    patterns.add_ops(&[func::CALL_INDIRECT], |rewriter, op| call(rewriter, op, false));
    patterns.add_ops(&[func::CONSTANT], constant);
    patterns.add_ops(&[func::RETURN], function_return);
}

/// The visibility of a function as the LLVM dialect has it: none where every module sees it, which is the default.
pub(super) fn visibility(ctx: &Context, dictionary: Attr) -> Option<(Str, Attr)> {
    let visibility = ctx.entry(dictionary, SYM_VISIBILITY)?;
    let is_public = ctx.string_value(visibility).is_some_and(|text| ctx.bytes(text) == b"public");
    (!is_public).then_some((SYM_VISIBILITY, visibility))
}

/// Attributes of a function that its counterpart has too: discardable ones, but for what says how it is converted.
pub(crate) fn kept_attributes(ctx: &Context, dictionary: Attr) -> Vec<(Str, Attr)> {
    let inherent = [SYM_NAME, FUNCTION_TYPE, SYM_VISIBILITY, ARG_ATTRS, RES_ATTRS, NO_INLINE];
    let consumed = ["llvm.linkage", "func.varargs", "llvm.readnone"].map(|name| ctx.str(name));
    ctx.entries(dictionary)
        .iter()
        .copied()
        .filter(|(key, _)| !inherent.contains(key) && !consumed.contains(key))
        .collect()
}

/// Whether an attribute is `#llvm.linkage<...>`, and not only the number of one.
fn is_linkage(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Llvm { .. })
}

fn has_bare_pointers(ctx: &Context, converter: &LlvmTypeConverter, dictionary: Attr) -> bool {
    converter.options().bare_pointers || ctx.entry(dictionary, ctx.str(BARE_POINTERS)).is_some()
}

fn function(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let dictionary = rewriter.body.attrs(op);
    let ty = ctx.type_entry(dictionary, FUNCTION_TYPE).ok_or(Mismatch("no type"))?;
    let vararg = ctx.entry(dictionary, ctx.str("func.varargs")) == Some(attrs::TRUE);
    let bare = has_bare_pointers(ctx, converter, dictionary);
    let mut converted = converter.function(ctx, ty, vararg, bare).ok_or(Mismatch("signature conversion failed"))?;
    let by_value = by_value_arguments(ctx, dictionary, &mut converted.signature);
    let llvm_ty = match by_value.is_empty() {
        true => converted.ty,
        false => retyped(ctx, converted.ty, &converted.signature, vararg),
    };
    let linkage = match ctx.entry(dictionary, ctx.str("llvm.linkage")) {
        None => Linkage::External,
        Some(linkage) => match ctx.enum_value::<Linkage>(linkage).filter(|_| is_linkage(ctx, linkage)) {
            Some(linkage) => linkage,
            None => return Err(rewriter.fail(op, "Contains llvm.linkage attribute not of type LLVM::LinkageAttr")),
        },
    };
    let mut new_attrs = kept_attributes(ctx, dictionary);
    new_attrs.extend(ctx.entry(dictionary, SYM_NAME).map(|name| (SYM_NAME, name)));
    new_attrs.extend(visibility(ctx, dictionary));
    new_attrs.push((FUNCTION_TYPE, ctx.type_attr(llvm_ty)));
    new_attrs.push((LINKAGE, ctx.enum_attr(linkage)));
    if let Some(readnone) = ctx.entry(dictionary, ctx.str("llvm.readnone")) {
        if readnone != attrs::UNIT {
            return Err(rewriter.fail(op, "Contains readnone attribute not of type UnitAttr"));
        }
        new_attrs.push((irtrip_dialect::names::MEMORY_EFFECTS, MemoryEffects::NONE.attr(ctx)));
    }
    let results = crate::llvm_types::function_parts(ctx, ty).map_or(0, |parts| parts.1.len());
    if let Some(res_attrs) = ctx.entry(dictionary, RES_ATTRS).filter(|_| results == 1) {
        new_attrs.push((RES_ATTRS, res_attrs));
    }
    if let Some(arg_attrs) = ctx.entry(dictionary, ARG_ATTRS) {
        new_attrs.push((ARG_ATTRS, argument_attributes(ctx, converter, arg_attrs, &converted.signature)));
    }
    let new = rewriter.create(FUNC, &[], &[], &new_attrs);
    let mut empty = irtrip_dialect::Body::new();
    empty.append_region();
    rewriter.body.set_nested(new, empty);
    let wrapped = !bare && ctx.entry(dictionary, ctx.str(C_INTERFACE)) == Some(attrs::UNIT);
    if wrapped && vararg {
        return Err(rewriter.fail(op, "C interface for variadic functions is not supported yet."));
    }
    let defined = rewriter.body.is_defined(op);
    if defined {
        rewriter.move_body(op, new, converted.signature, &by_value);
    }
    if wrapped {
        func_wrappers::wrap(rewriter, op, new, ty, defined)?;
    }
    rewriter.own_symbol(new);
    rewriter.erase_op(op);
    Ok(())
}

/// Arguments by value or by reference that are no pointers become pointers: their places, with the types after them.
fn by_value_arguments(ctx: &Context, dictionary: Attr, signature: &mut SignatureConversion) -> Vec<(usize, Type)> {
    let Some(arg_attrs) = ctx.entry(dictionary, ARG_ATTRS) else { return Vec::new() };
    let keys = ["llvm.byval", "llvm.byref"].map(|key| ctx.str(key));
    let mut found = Vec::new();
    for (place, (entry, range)) in ctx.items(arg_attrs).iter().zip(&signature.inputs).enumerate() {
        let by_value = keys.iter().find_map(|&key| ctx.type_value(ctx.entry(*entry, key)?));
        let Some(ty) = by_value.filter(|_| range.len() == 1) else { continue };
        if let Some(passed) = signature.types.get_mut(range.start)
            && !matches!(ctx.type_data(*passed), irtrip_dialect::TypeData::Pointer { .. })
        {
            *passed = types::PTR;
            found.push((place, ty));
        }
    }
    found
}

fn retyped(ctx: &Context, ty: Type, signature: &SignatureConversion, vararg: bool) -> Type {
    match ctx.type_data(ty) {
        irtrip_dialect::TypeData::LlvmFunction { result, .. } => {
            ctx.llvm_function_type(*result, &signature.types, vararg)
        }
        _ => ty,
    }
}

/// The attributes of the arguments, by new argument; of those that become several, none.
fn argument_attributes(
    ctx: &Context,
    converter: &LlvmTypeConverter,
    arg_attrs: Attr,
    signature: &SignatureConversion,
) -> Attr {
    let typed = ["llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca"].map(|key| ctx.str(key));
    let mut all = vec![attrs::EMPTY_DICTIONARY; signature.types.len()];
    for (&entry, range) in ctx.items(arg_attrs).iter().zip(&signature.inputs) {
        let (1, Some(place)) = (range.len(), all.get_mut(range.start)) else { continue };
        let converted = |ty: Attr| converter.convert_type(ctx, ctx.type_value(ty)?).map(|ty| ctx.type_attr(ty));
        let entries: Vec<(Str, Attr)> = ctx
            .entries(entry)
            .iter()
            .map(|&(key, value)| match typed.contains(&key) {
                true => (key, converted(value).unwrap_or(value)),
                false => (key, value),
            })
            .collect();
        *place = ctx.dictionary(&entries);
    }
    ctx.array(&all)
}

fn constant(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let entries: Vec<(Str, Attr)> = ctx
        .entries(rewriter.body.attrs(op))
        .iter()
        .map(|&(key, value)| if key == VALUE { (GLOBAL_NAME, value) } else { (key, value) })
        .collect();
    rewriter.replace_with_new(op, ADDRESSOF, &[], &entries)
}

fn direct_call(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let callee = rewriter.attr(op, CALLEE).and_then(|callee| ctx.symbol_value(callee));
    let declared = callee.and_then(|callee| rewriter.symbols().get(callee));
    let dictionary = declared.map_or(attrs::EMPTY_DICTIONARY, |found| rewriter.symbol_body().attrs(found));
    let bare = has_bare_pointers(ctx, converter, dictionary);
    call(rewriter, op, bare)
}

fn call(rewriter: &mut Rewriter, op: Op, bare: bool) -> Matched {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let bare = bare || converter.options().bare_pointers;
    let original: Vec<Type> = rewriter.body.operands(op).iter().map(|&value| rewriter.type_of(value)).collect();
    let results: Vec<Type> = rewriter.body.results(op).map(|value| rewriter.body.value_type(value)).collect();
    if bare && original.iter().any(|&ty| is_unranked(ctx, ty)) {
        return Err(Mismatch("a memref of unknown rank has no bare pointer"));
    }
    let packed = converter.packed_results(ctx, &results, bare).ok_or(Mismatch("the results cannot be packed"))?;
    let operands = rewriter.operands(op)?;
    let mut passed = Vec::with_capacity(operands.len());
    for (&value, &ty) in operands.iter().zip(&original) {
        promote(rewriter, value, ty, bare, &mut passed);
    }
    let mut call_attrs: Vec<(Str, Attr)> = call_attributes(ctx, None);
    call_attrs.extend_from_slice(ctx.entries(rewriter.body.attrs(op)));
    let result: &[Type] = if results.is_empty() { &[] } else { &[packed] };
    let new = rewriter.create(llvm::CALL, &passed, result, &call_attrs);
    let mut values: Vec<Value> = rewriter.body.results(new).collect();
    if let (&[all], 2..) = (&values[..], results.len()) {
        values = (0..results.len()).map(|place| rewriter.extract(all, &[place as i64])).collect();
    }
    if bare {
        for (value, &ty) in values.iter_mut().zip(&results) {
            if rank(ctx, ty).is_some()
                && let Some(descriptor) = converter.convert_type(ctx, ty)
                && let Some(made) = converter.from_static_shape(rewriter, ty, descriptor, *value)
            {
                *value = made;
            }
        }
    } else {
        copy_unranked(rewriter, &results, &mut values, false)?;
    }
    rewriter.replace(op, &values);
    Ok(())
}

/// The values that an argument is passed as.
fn promote(rewriter: &mut Rewriter, value: Value, original: Type, bare: bool, passed: &mut Vec<Value>) {
    let ctx = rewriter.ctx;
    match rank(ctx, original) {
        Some(_) if bare => passed.push(Descriptor { value }.aligned(rewriter)),
        Some(rank) => passed.extend(Descriptor { value }.unpack(rewriter, rank)),
        None if is_unranked(ctx, original) => {
            passed.push(rewriter.extract(value, &[0]));
            passed.push(rewriter.extract(value, &[1]));
        }
        None => passed.push(value),
    }
}

fn function_return(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let converter = rewriter.llvm()?;
    let owner = rewriter.owner().map(|(body, op)| (body.name(op), body.attrs(op)));
    let dictionary = owner.map_or(attrs::EMPTY_DICTIONARY, |owner| owner.1);
    let bare = has_bare_pointers(ctx, converter, dictionary);
    let original: Vec<Type> = rewriter.body.operands(op).iter().map(|&value| rewriter.type_of(value)).collect();
    let mut operands: Vec<Value> = rewriter.operands(op)?.to_vec();
    if bare {
        for (value, &ty) in operands.iter_mut().zip(&original) {
            if is_unranked(ctx, ty) {
                return Err(Mismatch("a memref of unknown rank has no bare pointer"));
            }
            if converter.bare_pointer(ctx, ty).is_some() {
                *value = Descriptor { value: *value }.allocated(rewriter);
            }
        }
    } else {
        copy_unranked(rewriter, &original, &mut operands, true)?;
    }
    let entries: Vec<(Str, Attr)> = ctx.entries(rewriter.body.attrs(op)).to_vec();
    if operands.len() > 1 {
        let packed =
            converter.packed_results(ctx, &original, bare).ok_or(Mismatch("could not convert result types"))?;
        let mut all = rewriter.poison(packed);
        for (place, value) in operands.into_iter().enumerate() {
            all = rewriter.insert_value(all, value, &[place as i64]);
        }
        operands = vec![all];
    }
    rewriter.replace_with_new(op, llvm::RETURN, &operands, &entries)
}
