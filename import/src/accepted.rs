//! What upstream's verifier takes. Where it would not take an operation of the LLVM dialect although LLVM IR has the
//! instruction, the operation's twin of the `irtrip` dialect stands for it: the same operands and attributes, which
//! export, going by the instruction, writes alike.
//!
//! The rules are those of the dialect's page, "Operations", and of the verifier in [`irtrip_dialect::verify`].

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{entities, irtrip, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, OpName, Str, Type, TypeData, Value, ValueDef, verify};

use crate::reader::Reader;

impl Reader<'_, '_> {
    /// The operation to make in place of `name`: `name` itself where upstream takes it with these operands, attributes
    /// and this result.
    #[inline]
    pub fn accepted(&self, name: OpName, operands: &[Value], entries: &[(Str, Attr)], result: Type) -> OpName {
        // Upstream's import makes it all the same; its verifier is asked at the end.
        if self.shared.options.upstream {
            return name;
        }
        let first = operands.first().map_or(wk::VOID, |v| self.f.body.value_type(*v));
        let (taken, twin) = match name {
            llvm::LOAD => (self.is_access(entries, result), irtrip::LOAD),
            llvm::STORE => (self.is_access(entries, first), irtrip::STORE),
            llvm::ALLOCA => (self.is_slot(entries), irtrip::ALLOCA),
            llvm::GETELEMENTPTR => (self.has_indices(entries), irtrip::GETELEMENTPTR),
            llvm::BITCAST => (self.is_bitcast(first, result), irtrip::BITCAST),
            llvm::ATOMICRMW => (self.is_update(entries, result), irtrip::ATOMICRMW),
            llvm::CMPXCHG => {
                let exchanged = operands.get(1).map_or(first, |v| self.f.body.value_type(*v));
                (self.ctx.is_atomic(exchanged), irtrip::CMPXCHG)
            }
            llvm::LANDINGPAD => (self.is_landingpad(operands, entries), irtrip::LANDINGPAD),
            llvm::SWITCH => (self.ctx.int_width(first).is_some_and(|width| width <= 64), irtrip::SWITCH),
            _ => return name,
        };
        if taken { name } else { twin }
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

    /// `llvm.getelementptr`: its syntax has one index at least.
    fn has_indices(&self, entries: &[(Str, Attr)]) -> bool {
        let raw = self.entry(entries, RAW_CONSTANT_INDICES).and_then(|raw| self.ctx.dense_array(raw));
        raw.is_some_and(|raw| !raw.is_empty())
    }

    /// `llvm.bitcast`: a vector of pointers to such a vector, and a pointer to a pointer.
    fn is_bitcast(&self, from: Type, to: Type) -> bool {
        let is_vector = |ty| matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let pointers = matches!(self.ctx.type_data(self.ctx.scalar_type(to)), TypeData::Pointer { .. });
        !pointers || is_vector(from) == is_vector(to)
    }

    fn is_update(&self, entries: &[(Str, Attr)], ty: Type) -> bool {
        let operation = self.entry(entries, BIN_OP).and_then(|op| self.ctx.int_value(op));
        operation.is_some_and(|operation| verify::is_update(self.ctx, operation, ty))
    }

    /// `llvm.landingpad`: in a function whose personality is a function; its clauses are globals, null or filters.
    fn is_landingpad(&self, clauses: &[Value], entries: &[(Str, Attr)]) -> bool {
        let body = &self.f.body;
        let is_clause = |value: &Value| {
            let filter = matches!(self.ctx.type_data(body.value_type(*value)), TypeData::Array { .. });
            filter
                || match body.value(*value).def {
                    ValueDef::Result(op, _) => matches!(body.name(op), entities::ADDRESSOF | entities::ZERO),
                    ValueDef::Argument(..) | ValueDef::Undefined => false,
                }
        };
        let says_something = !clauses.is_empty() || self.entry(entries, CLEANUP).is_some();
        self.f.has_personality && says_something && clauses.iter().all(is_clause)
    }

    /// A parameter's or result's dictionary at its type: upstream has `llvm.align` on pointers, and LLVM IR on vectors
    /// of pointers too. LangRef, "Parameter Attributes".
    pub fn parameter_at(&self, dictionary: Attr, ty: Type) -> Attr {
        use irtrip_dialect::attribute_set::{list_attr, parameter_set};
        let vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let align = if vector { self.ctx.str("llvm.align") } else { return dictionary };
        let Some(value) = self.ctx.entry(dictionary, align) else { return dictionary };
        let rest = self.ctx.with_entry(dictionary, align, None);
        let carried = self.ctx.entry(dictionary, IRTRIP_ATTRIBUTES).map(|have| (IRTRIP_ATTRIBUTES, have));
        let both: Vec<(Str, Attr)> = carried.into_iter().chain([(align, value)]).collect();
        let carried = list_attr(self.ctx, &parameter_set(self.ctx, self.ctx.dictionary(&both)));
        self.ctx.with_entry(rest, IRTRIP_ATTRIBUTES, Some(carried))
    }

    /// Whether an operation's name is `irtrip`'s own: no initializer has one, since upstream knows nothing of its
    /// effects.
    pub fn is_own(&self, name: OpName) -> bool {
        name.def().is_some_and(|def| def.name.starts_with("irtrip."))
    }
}
