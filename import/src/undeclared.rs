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
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::calls::{CallHead, results_of};
use crate::cursor::Name;
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
    pub fn called_name(&mut self, symbol: Str, head: &CallHead<'a>, params: &[Type]) -> Str {
        if self.shared.symbols.is_function(symbol) {
            return symbol;
        }
        let ty = head.written.unwrap_or_else(|| self.ctx.llvm_function_type(head.result, params, false));
        let full = intrinsic(self.ctx.bytes(symbol))
            .and_then(|known| declared_name(self.ctx, &known, &overloads(self.ctx, &known, ty)?));
        let Some(full) = full else { return symbol };
        let full = self.ctx.str(&full);
        self.f.undeclared.push(Undeclared { written: symbol, full, ty });
        full
    }
}

/// Declares what the bodies call and nothing declares, behind the other functions.
pub(crate) fn declare<'a>(
    ctx: &'a Context,
    bodies: &[Option<FunctionBody>],
    functions: &[Function<'a>],
) -> Vec<Function<'a>> {
    let mut seen = FxHashSet::default();
    // LLVM goes by the names that are written, and of each has the last call first.
    let calls = bodies.iter().flatten().flat_map(|body| &body.undeclared).rev();
    let mut found: Vec<Undeclared> = calls.filter(|call| seen.insert(**call)).copied().collect();
    found.sort_by(|a, b| ctx.bytes(a.written).cmp(ctx.bytes(b.written)));
    let mut names: FxHashSet<Str> = functions.iter().map(|f| f.symbol).collect();
    found.iter().filter(|call| names.insert(call.full)).map(|call| declaration(ctx, call)).collect()
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
        entries,
        ty,
        effects,
        loc: attrs::UNKNOWN_LOC,
        head: None,
        intrinsic: row_of(name).is_some(),
    }
}
