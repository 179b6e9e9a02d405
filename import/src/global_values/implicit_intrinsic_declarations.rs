//! Intrinsics that are called and that nothing declares: LLVM declares them after the functions, by name. LangRef,
//! "Intrinsic Functions".

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{MemoryEffects, function_entries, parameter_dictionary};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::intrinsics::{intrinsic_attributes, lookup_intrinsic, mangled_name, overload_types};
use irtrip_dialect::names::*;
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::Upgrade;
use crate::bodies::calls::intrinsics::op_name_of;
use crate::bodies::calls::{CallPrefix, results_of};
use crate::bodies::function::FunctionBody;
use crate::bodies::reader::FunctionReader;
use crate::global_values::function_headers::FunctionHeader;
use irtrip_dialect::llvm_text::cursor::Name;

/// A call of an intrinsic that nothing declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ImplicitDeclaration {
    /// The name it is called by.
    pub written: Str,
    /// The name its types give it.
    pub full: Str,
    pub ty: Type,
    /// The type it is called by, where it is another.
    pub old: Option<Type>,
}

/// The name of an intrinsic that is called, with its types; adds an implicit declaration where nothing declares it.
pub(crate) fn called_name(
    reader: &mut FunctionReader<'_, '_>,
    symbol: Str,
    call: &CallPrefix,
    params: &[Type],
) -> DiagnosticResult<Str> {
    let symbols = &reader.tables.symbols;
    // An intrinsic may be declared as it once was, and the call in its place be of the same name.
    let is_old = reader.f.upgrade.expansion.is_some() && symbols.upgrade(symbol).is_some();
    let is_declared = symbols.is_function(symbol) && !is_old;
    if call.upgraded || is_declared || symbols.is_alias(symbol) || symbols.is_ifunc(symbol) {
        return Ok(symbol);
    }
    let ty = call.written.unwrap_or_else(|| reader.ctx.llvm_function_type(call.result, params, false));
    let Some(known) = lookup_intrinsic(reader.ctx.bytes(symbol)) else {
        return reader.c.error_at(call.at, ImportCode::UnknownIntrinsic(reader.ctx.text(symbol).into_owned()));
    };
    let open = overload_types(reader.ctx, &known, ty);
    if open.is_none() {
        return reader.c.error_at(call.at, ImportCode::IntrinsicType);
    }
    let Some(full) = open.and_then(|open| mangled_name(reader.ctx, &known, &open)) else { return Ok(symbol) };
    let full = reader.ctx.str(&full);
    reader.f.implicit_declarations.push(ImplicitDeclaration { written: symbol, full, ty, old: None });
    Ok(full)
}

/// Adds after the other functions, as LLVM does, the declarations of what the bodies call and nothing declares, then
/// those of another name today; of these, one that is there already goes, and a lifetime marker that is not called. What a
/// call of an old intrinsic decides comes where the intrinsic was; `of_bitcode`, after all others, as LLVM reads bitcode's
/// bodies last.
pub(crate) fn declare<'a>(
    ctx: &'a Context,
    bodies: &[Option<FunctionBody>],
    functions: &mut Vec<FunctionHeader<'a>>,
    renamed: Vec<FunctionHeader<'a>>,
    of_bitcode: bool,
) {
    let late = missing(ctx, bodies, functions, &renamed);
    let mut names: FxHashSet<Str> = functions.iter().chain(&late).map(|f| f.model_name()).collect();
    functions.extend(late);
    let called_last = if of_bitcode { called_in_bitcode(bodies, &renamed) } else { Vec::new() };
    for function in renamed {
        let Some(upgrade) = function.upgrade.filter(|upgrade| upgrade.replacement.is_none()) else {
            if names.insert(function.model_name()) {
                functions.push(function);
            }
            continue;
        };
        let left_over =
            upgrade.left_over(ctx).map(|(full, ty)| ImplicitDeclaration { written: full, full, ty, old: None });
        let calls = if of_bitcode { Vec::new() } else { called_in_place(bodies, functions, &function) };
        for call in left_over.into_iter().chain(calls) {
            if names.insert(call.full) {
                functions.push(declaration(ctx, &call));
            }
        }
    }
    for call in called_last {
        if names.insert(call.full) {
            functions.push(declaration(ctx, &call));
        }
    }
}

/// What is called in place of old intrinsics, of which each call decides, in the order in which LLVM comes upon the calls of
/// bitcode: body by body, as they stand.
fn called_in_bitcode(bodies: &[Option<FunctionBody>], renamed: &[FunctionHeader<'_>]) -> Vec<ImplicitDeclaration> {
    let old: FxHashSet<Str> = renamed.iter().map(|function| function.symbol).collect();
    let calls = bodies.iter().flatten().flat_map(|body| &body.implicit_declarations);
    calls.filter(|call| old.contains(&call.written)).copied().collect()
}

/// What is called in place of an old intrinsic, of which each call decides, in the order in which LLVM comes upon the
/// calls: the last first, but of those before the declaration the first.
fn called_in_place(
    bodies: &[Option<FunctionBody>],
    functions: &[FunctionHeader<'_>],
    old: &FunctionHeader<'_>,
) -> Vec<ImplicitDeclaration> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (function, body) in functions.iter().zip(bodies) {
        let calls = body.iter().flat_map(|body| &body.implicit_declarations).filter(|call| call.written == old.symbol);
        if function.at < old.at { before.extend(calls) } else { after.extend(calls) }
    }
    after.into_iter().rev().chain(before).copied().collect()
}

/// The declarations of what the bodies call and nothing declares.
fn missing<'a>(
    ctx: &'a Context,
    bodies: &[Option<FunctionBody>],
    functions: &[FunctionHeader<'a>],
    renamed: &[FunctionHeader<'a>],
) -> Vec<FunctionHeader<'a>> {
    let mut seen = FxHashSet::default();
    // LLVM goes by the names that are written, and of each has the last call first.
    let calls = bodies.iter().flatten().flat_map(|body| &body.implicit_declarations).rev();
    // What each call of an old intrinsic decides on is where its declaration was.
    let in_place: FxHashSet<Str> = renamed.iter().filter(|f| f.upgrade.is_some()).map(|f| f.symbol).collect();
    let calls = calls.filter(|call| !in_place.contains(&call.written));
    let mut found: Vec<ImplicitDeclaration> = calls.filter(|call| seen.insert(**call)).copied().collect();
    found.sort_by(|a, b| ctx.bytes(a.written).cmp(ctx.bytes(b.written)));
    let mut names: FxHashSet<Str> = functions.iter().map(|f| f.model_name()).collect();
    let left_over = |call: &ImplicitDeclaration| {
        let (full, ty) = Upgrade::of(ctx, ctx.bytes(call.written), call.old?)?.left_over(ctx)?;
        Some(ImplicitDeclaration { written: call.written, full, ty, old: None })
    };
    let calls = found.iter().flat_map(|call| left_over(call).into_iter().chain([*call]));
    calls.filter(|call| names.insert(call.full)).map(|call| declaration(ctx, &call)).collect()
}

fn declaration<'a>(ctx: &'a Context, call: &ImplicitDeclaration) -> FunctionHeader<'a> {
    let (name, ty) = (ctx.bytes(call.full), call.ty);
    let mut entries: NamedAttrs = vec![(SYM_NAME, ctx.str_attr(call.full)), (FUNCTION_TYPE, ctx.type_attr(ty))];
    let mut effects = MemoryEffects::ANY;
    let known = std::str::from_utf8(name).ok().and_then(|name| intrinsic_attributes(ctx, name, ty));
    if let (Some(known), TypeData::LlvmFunction { result, params, .. }) = (known, ctx.type_data(ty)) {
        effects = MemoryEffects::of_set(ctx, &known.function);
        entries.extend(function_entries(ctx, &known.function));
        let set = |place| known.parameters.get(place).map_or(attrs::EMPTY_DICTIONARY, |s| parameter_dictionary(ctx, s));
        let sets: Vec<_> = (0..params.len()).map(set).collect();
        if sets.iter().any(|set| *set != attrs::EMPTY_DICTIONARY) {
            entries.push((ARG_ATTRS, ctx.array(&sets)));
        }
        let of_result = parameter_dictionary(ctx, &known.result);
        if of_result != attrs::EMPTY_DICTIONARY {
            entries.push((results_of(*result), ctx.array(&[of_result])));
        }
    }
    FunctionHeader {
        name: Name::Named(Cow::Borrowed(name)),
        symbol: ctx.byte_str(name),
        renamed: None,
        upgrade: None,
        at: 0,
        entries,
        ty,
        effects,
        declared: SmallVec::new(),
        loc: attrs::UNKNOWN_LOC,
        definition: None,
        intrinsic: op_name_of(ctx, name).is_some(),
        attachments: Vec::new(),
    }
}
