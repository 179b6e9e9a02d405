//! Intrinsics that are called and that nothing declares: LLVM declares them behind the functions, by name. LangRef,
//! "Intrinsic Functions".

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use irtrip_dialect::attribute_set::{MemoryEffects, function_entries, parameter_dictionary};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::intrinsic_attributes::intrinsic_attributes;
use irtrip_dialect::intrinsic_names::intrinsic;
use irtrip_dialect::intrinsic_signatures::overloads;
use irtrip_dialect::mangling::declared_name;
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::calls::{CallHead, results_of};
use crate::cursor::Name;
use crate::error::Res;
use crate::function::FunctionBody;
use crate::heads::Function;
use crate::intrinsics::row_of;
use crate::reader::{Entries, Reader};

/// A call of an intrinsic that nothing declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Undeclared {
    /// The name it is called by.
    written: Str,
    /// The name its types give it.
    full: Str,
    ty: Type,
}

impl<'a> Reader<'_, 'a> {
    /// The name of an intrinsic that is called, with its types; one that nothing declares is noted.
    pub fn called_name(&mut self, symbol: Str, head: &CallHead<'a>, params: &[Type]) -> Res<Str> {
        let sized = self.shared.symbols.is_sized_marker(symbol);
        if self.shared.symbols.is_function(symbol) && !sized {
            return Ok(symbol);
        }
        let written = head.written.filter(|_| !sized);
        let ty = written.unwrap_or_else(|| self.ctx.llvm_function_type(head.result, params, false));
        let Some(known) = intrinsic(self.ctx.bytes(symbol)) else { return Ok(symbol) };
        let open = overloads(self.ctx, &known, ty);
        if open.is_none() && !sized {
            return self.refuse(head.at, "invalid intrinsic signature");
        }
        let Some(full) = open.and_then(|open| declared_name(self.ctx, &known, &open)) else { return Ok(symbol) };
        let full = self.ctx.str(&full);
        self.f.undeclared.push(Undeclared { written: symbol, full, ty });
        Ok(full)
    }
}

/// Adds behind the other functions, as LLVM does, the declarations of what the bodies call and nothing declares, then
/// those of another name today; of these, one that is there already goes, and a lifetime marker that is not called.
pub(crate) fn declare<'a>(
    ctx: &'a Context,
    bodies: &[Option<FunctionBody>],
    functions: &mut Vec<Function<'a>>,
    renamed: Vec<Function<'a>>,
) {
    let late = missing(ctx, bodies, functions, &renamed);
    let mut names: FxHashSet<Str> = functions.iter().chain(&late).map(|f| f.model_name()).collect();
    functions.extend(late);
    let called = |name: Str| bodies.iter().flatten().any(|body| body.undeclared.iter().any(|call| call.full == name));
    for function in renamed {
        let name = function.model_name();
        if let Some(size) = function.sized_marker {
            // LLVM declares it with the size alone first, and forgets about that.
            let left_over = left_over(ctx, &function, size);
            functions.extend(left_over.filter(|f| names.insert(f.model_name())));
        }
        if (function.sized_marker.is_none() || called(name)) && names.insert(name) {
            functions.push(function);
        }
    }
}

/// The declarations of what the bodies call and nothing declares.
fn missing<'a>(
    ctx: &'a Context,
    bodies: &[Option<FunctionBody>],
    functions: &[Function<'a>],
    renamed: &[Function<'a>],
) -> Vec<Function<'a>> {
    let mut seen = FxHashSet::default();
    // LLVM goes by the names that are written, and of each has the last call first.
    let calls = bodies.iter().flatten().flat_map(|body| &body.undeclared).rev();
    let mut found: Vec<Undeclared> = calls.filter(|call| seen.insert(**call)).copied().collect();
    found.sort_by(|a, b| ctx.bytes(a.written).cmp(ctx.bytes(b.written)));
    let mut names: FxHashSet<Str> = functions.iter().chain(renamed).map(|f| f.model_name()).collect();
    found.iter().filter(|call| names.insert(call.full)).map(|call| declaration(ctx, call)).collect()
}

/// A lifetime marker of a size alone.
fn left_over<'a>(ctx: &'a Context, function: &Function<'a>, size: Type) -> Option<Function<'a>> {
    let known = intrinsic(ctx.bytes(function.model_name()))?;
    let full = ctx.str(&declared_name(ctx, &known, &[size])?);
    let ty = ctx.llvm_function_type(wk::VOID, &[size], false);
    Some(declaration(ctx, &Undeclared { written: full, full, ty }))
}

fn declaration<'a>(ctx: &'a Context, call: &Undeclared) -> Function<'a> {
    let (name, ty) = (ctx.bytes(call.full), call.ty);
    let mut entries: Entries = vec![(SYM_NAME, ctx.str_attr(call.full)), (FUNCTION_TYPE, ctx.type_attr(ty))];
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
    Function {
        name: Name::Named(Cow::Borrowed(name)),
        symbol: ctx.byte_str(name),
        renamed: None,
        sized_marker: None,
        entries,
        ty,
        effects,
        loc: attrs::UNKNOWN_LOC,
        head: None,
        intrinsic: row_of(name).is_some(),
        told: Vec::new(),
    }
}
