//! What upstream's verifier accepts. Where it would not accept an operation of the LLVM dialect although LLVM IR has the
//! instruction, the operation's fallback of the `irtrip` dialect stands for it: the same operands and attributes, which
//! export, going by the instruction, writes alike.
//!
//! The rules are those of the dialect's page, "Operations", and of the verifier in [`irtrip_dialect::verify`].

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{OpDef, TypeConstraint, ValueConstraint, global_values, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, OpName, OpNameDefinition, Str, Type, TypeData, Value, ValueDef, verify};

/// Decides on operations of one body.
pub(crate) struct Legality<'b> {
    pub ctx: &'b Context,
    pub body: &'b Body,
    /// Whether the function's personality is a function.
    pub has_personality_function: bool,
}

impl Legality<'_> {
    /// The operation to make in place of `name`: `name` itself where upstream takes it with these operands, attributes
    /// and this result.
    #[inline]
    pub fn legal_name(&self, name: OpName, operands: &[Value], entries: &[(Str, Attr)], result: Type) -> OpName {
        let first = operands.first().map_or(types::VOID, |v| self.body.value_type(*v));
        let is_legal = match name {
            llvm::LOAD => self.is_access(entries, result),
            llvm::STORE => self.is_access(entries, first),
            llvm::ALLOCA => self.is_slot(entries),
            llvm::BITCAST => self.is_bitcast(first, result),
            llvm::ATOMICRMW => self.is_update(entries, result),
            llvm::CMPXCHG => self.ctx.is_atomic(operands.get(1).map_or(first, |v| self.body.value_type(*v))),
            llvm::LANDINGPAD => self.is_landingpad(operands, entries),
            llvm::SHUFFLEVECTOR => self.is_of_its_types(name, first, result) && self.is_shuffle(entries, first),
            _ => self.is_of_its_types(name, first, result),
        };
        if is_legal { name } else { irtrip::fallback(name).unwrap_or(name) }
    }

    /// Whether the definition accepts an operand and a result of these types; upstream has vectors of builtin floats only, so none
    /// of `ppc_fp128`.
    #[inline]
    fn is_of_its_types(&self, name: OpName, first: Type, result: Type) -> bool {
        let odd = |ty| {
            matches!(self.ctx.type_data(ty), TypeData::Vector { .. }) && !TypeConstraint::Vector.contains(self.ctx, ty)
        };
        if !(odd(first) || odd(result)) {
            return true;
        }
        let Some(def) = name.def() else { return true };
        let takes = |slot: Option<&ValueConstraint>, ty| slot.is_none_or(|slot| slot.types.contains(self.ctx, ty));
        takes(def.operands.first(), first) && takes(def.results.first(), result)
    }

    fn entry(&self, entries: &[(Str, Attr)], key: Str) -> Option<Attr> {
        entries.iter().find(|e| e.0 == key).map(|e| e.1)
    }

    /// `llvm.load`, `llvm.store`: types with a size, and atomic ones as in [`irtrip_dialect::Context::is_atomic`].
    fn is_access(&self, entries: &[(Str, Attr)], ty: Type) -> bool {
        self.ctx.is_loadable(ty) && (self.entry(entries, ORDERING).is_none() || self.ctx.is_atomic(ty))
    }

    /// `llvm.alloca`: types with a size; of target extension types those that say so.
    fn is_slot(&self, entries: &[(Str, Attr)]) -> bool {
        let ty = self.entry(entries, ELEM_TYPE).and_then(|ty| self.ctx.type_value(ty));
        ty.is_none_or(|ty| self.ctx.is_loadable(ty) && self.ctx.target_type_is_in_memory(ty))
    }

    /// `llvm.bitcast`: a vector of pointers to such a vector, and a pointer to a pointer.
    fn is_bitcast(&self, from: Type, to: Type) -> bool {
        let is_vector = |ty| matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let pointers = matches!(self.ctx.type_data(self.ctx.scalar_type(to)), TypeData::Pointer { .. });
        !pointers || is_vector(from) == is_vector(to)
    }

    fn is_update(&self, entries: &[(Str, Attr)], ty: Type) -> bool {
        let operation = self.entry(entries, BIN_OP).and_then(|op| self.ctx.enum_value(op));
        operation.is_some_and(|operation| verify::is_update(self.ctx, operation, ty))
    }

    /// `llvm.shufflevector`: of a scalable vector the first element, over and over.
    fn is_shuffle(&self, entries: &[(Str, Attr)], ty: Type) -> bool {
        let mask = self.entry(entries, MASK).and_then(|mask| self.ctx.dense_array(mask));
        !self.ctx.is_scalable_vector(ty) || mask.is_some_and(|mask| mask.iter().all(|index| *index == 0))
    }

    /// `llvm.landingpad`: in a function whose personality is a function; its clauses are globals, null or filters.
    fn is_landingpad(&self, clauses: &[Value], entries: &[(Str, Attr)]) -> bool {
        let body = self.body;
        let is_clause = |value: &Value| {
            let filter = matches!(self.ctx.type_data(body.value_type(*value)), TypeData::Array { .. });
            filter
                || match body.value(*value).def {
                    ValueDef::Result(op, _) => matches!(body.name(op), global_values::ADDRESSOF | global_values::ZERO),
                    ValueDef::Argument(..) | ValueDef::Undefined => false,
                }
        };
        let says_something = !clauses.is_empty() || self.entry(entries, CLEANUP).is_some();
        self.has_personality_function && says_something && clauses.iter().all(is_clause)
    }
}

/// A parameter's or result's dictionary at its type: upstream has `llvm.align` on pointers, and LLVM IR on vectors
/// of pointers too. LangRef, "Parameter Attributes".
#[inline]
pub(crate) fn parameter_at(ctx: &Context, dictionary: Attr, ty: Type) -> Attr {
    match ctx.type_data(ty) {
        TypeData::Vector { .. } => preserved_of(ctx, dictionary, |name| name == "llvm.align"),
        _ => dictionary,
    }
}

/// The dictionary of a function's result of a type.
pub(crate) fn result_at(ctx: &Context, dictionary: Attr, ty: Type) -> Attr {
    of_result(ctx, parameter_at(ctx, dictionary, ty))
}

/// The dictionary of a function's result, without what upstream has on parameters alone.
pub(crate) fn of_result(ctx: &Context, dictionary: Attr) -> Attr {
    preserved_of(ctx, dictionary, |name| !verify::is_of_results(name))
}

/// Moves those entries of a parameter's or result's dictionary that upstream does not accept into
/// `irtrip.attributes`.
fn preserved_of(ctx: &Context, dictionary: Attr, is_refused: impl Fn(&str) -> bool) -> Attr {
    use irtrip_dialect::attribute_set::{list_attr, parameter_set};
    let entries = ctx.entries(dictionary);
    let refused: Vec<(Str, Attr)> = entries.iter().filter(|e| is_refused(&ctx.text(e.0))).copied().collect();
    if refused.is_empty() {
        return dictionary;
    }
    let rest = refused.iter().fold(dictionary, |rest, e| ctx.with_entry(rest, e.0, None));
    let preserved = ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|have| (IRTRIP_ATTRIBUTES, have));
    let both: Vec<(Str, Attr)> = preserved.into_iter().chain(refused).collect();
    let preserved = list_attr(ctx, &parameter_set(ctx, ctx.dictionary(&both)));
    ctx.with_entry(rest, IRTRIP_ATTRIBUTES, Some(preserved))
}

/// Whether an operation is of the `irtrip` dialect: no initializer has one, since upstream knows nothing of its effects.
pub(crate) fn is_own(name: OpName) -> bool {
    name.def().is_some_and(OpDef::is_irtrip)
}
