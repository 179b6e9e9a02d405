//! Memory accesses, after their mnemonics; LangRef, "Memory Access and Addressing Operations".

use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering};
use irtrip_dialect::names::*;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::predicates::is_sized;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, Str, Type, Value};

use crate::function::Local;
use crate::write::function::FunctionWriter;
use irtrip_dialect::constants::ConstData;
use irtrip_dialect::diagnostic::{ExportCode, ImportCode};

impl FunctionWriter<'_, '_> {
    /// LangRef, "alloca".
    pub fn alloca(&mut self, op: Op, attrs: Attr) {
        self.w.out.push(' ');
        if self.w.is_set(attrs, INALLOCA) {
            self.w.out.push_str("inalloca ");
        }
        if self.w.has_word(attrs, "swifterror") {
            self.w.out.push_str("swifterror ");
        }
        let ctx = self.w.ctx;
        let allocated = ctx.type_entry(attrs, ELEM_TYPE);
        if let Some(ty) = allocated.filter(|ty| !is_sized(ctx, *ty)) {
            let ty = self.w.type_text(ty);
            return self.w.fail(ExportCode::Allocation(ty));
        }
        self.w.elem_type(attrs);
        let Some(size) = self.operand(op, 0) else { return };
        let one = match self.plan.locals.get(size.index()) {
            Some(Local::Constant(id)) => matches!(self.plan.pool.data(*id), ConstData::Int(1)),
            _ => false,
        };
        if !one || self.body.value_type(size) != types::I32 {
            self.w.out.push_str(", ");
            self.typed_value(size);
        }
        self.alignment(attrs, |w| allocated.map_or(1, |ty| w.w.plan.layout.preferred_alignment(w.w.ctx, ty)));
        if let Some(result) = self.body.result(op)
            && let Some(address_space) = self.w.ctx.pointer_space(self.body.value_type(result))
            && address_space != 0
        {
            self.w.out.push_str(", ");
            self.w.address_space(address_space.into());
        }
    }

    /// The alignment attribute of the operation, or `natural`, the one that LLVM infers without it.
    fn alignment(&mut self, attrs: Attr, natural: impl FnOnce(&Self) -> u64) {
        let stored = self.w.ctx.int_entry(attrs, ALIGNMENT).filter(|a| *a > 0);
        let align = stored.unwrap_or_else(|| natural(self) as i64);
        self.w.out.push_str(", align ");
        self.w.int(align);
    }

    /// The alignment of a type in memory.
    pub fn abi_alignment(&self, ty: Type) -> u64 {
        self.w.plan.layout.abi_alignment(self.w.ctx, ty)
    }

    /// The alignment of the value an atomic instruction has as operand `index`: its size.
    fn size_of_operand(&self, op: Op, index: usize) -> u64 {
        let value = self.body.operands(op).get(index);
        let size = value.map(|v| self.w.plan.layout.store_size(self.w.ctx, self.body.value_type(*v)));
        size.unwrap_or(1).max(1).next_power_of_two()
    }

    /// LangRef, "load".
    pub fn load(&mut self, op: Op, attrs: Attr) {
        self.check_size(self.body.result(op), ImportCode::LoadUnsized);
        self.access(attrs);
        self.w.out.push(' ');
        self.result_type(op);
        self.w.out.push_str(", ");
        self.typed_operand(op, 0);
        self.ordering(attrs, ORDERING);
        self.alignment(attrs, |w| w.body.result(op).map_or(1, |v| w.abi_alignment(w.body.value_type(v))));
    }

    /// LangRef, "store".
    pub fn store(&mut self, op: Op, attrs: Attr) {
        self.check_size(self.body.operands(op).first().copied(), ImportCode::StoreUnsized);
        self.access(attrs);
        self.w.out.push(' ');
        self.typed_operand(op, 0);
        self.w.out.push_str(", ");
        self.typed_operand(op, 1);
        self.ordering(attrs, ORDERING);
        self.alignment(attrs, |w| w.body.operands(op).first().map_or(1, |v| w.abi_alignment(w.body.value_type(*v))));
    }

    /// Refuses an access of a value without a size, which MLIR's verifier accepts.
    fn check_size(&mut self, value: Option<Value>, code: ImportCode) {
        if value.is_some_and(|value| !is_sized(self.w.ctx, self.body.value_type(value))) {
            self.w.fail(ExportCode::Rule(code.to_string()));
        }
    }

    /// ` atomic`, ` volatile`
    fn access(&mut self, attrs: Attr) {
        if self.w.enum_value::<AtomicOrdering>(attrs, ORDERING) != AtomicOrdering::NotAtomic {
            self.w.out.push_str(" atomic");
        }
        self.volatile(attrs);
    }

    fn volatile(&mut self, attrs: Attr) {
        if self.w.is_set(attrs, VOLATILE) {
            self.w.out.push_str(" volatile");
        }
    }

    /// ` syncscope("agent") monotonic`, nothing for what is not atomic.
    fn ordering(&mut self, attrs: Attr, key: Str) {
        if self.w.enum_value::<AtomicOrdering>(attrs, key) != AtomicOrdering::NotAtomic {
            self.sync_scope(attrs);
            self.ordering_word(attrs, key);
        }
    }

    fn sync_scope(&mut self, attrs: Attr) {
        if let Some(scope) = self.w.string(attrs, SYNCSCOPE).filter(|s| !self.w.ctx.bytes(*s).is_empty()) {
            self.w.word_and_string(" syncscope(", scope);
            self.w.out.push(')');
        }
    }

    fn ordering_word(&mut self, attrs: Attr, key: Str) {
        match self.w.enum_value::<AtomicOrdering>(attrs, key) {
            AtomicOrdering::NotAtomic => self.w.fail(ExportCode::Attribute("ordering")),
            ordering => {
                self.w.out.push(' ');
                self.w.out.push_str(ordering.llvm());
            }
        }
    }

    /// The alignment of an atomic instruction on the value that is operand 1.
    fn atomic_alignment(&mut self, op: Op, attrs: Attr) {
        if self.w.plan.spellings.has(Spelling::AtomicAlignments) {
            self.alignment(attrs, |w| w.size_of_operand(op, 1));
        }
    }

    /// LangRef, "atomicrmw".
    pub fn atomicrmw(&mut self, op: Op, attrs: Attr) {
        self.volatile(attrs);
        let ctx = self.w.ctx;
        match ctx.entry(attrs, BIN_OP).and_then(|operation| ctx.enum_value::<AtomicBinOp>(operation)) {
            Some(operation) => {
                self.w.out.push(' ');
                self.w.out.push_str(operation.llvm());
            }
            None => self.w.fail(ExportCode::Attribute("bin_op")),
        }
        self.w.out.push(' ');
        self.typed_values(self.body.operands(op));
        self.ordering(attrs, ORDERING);
        self.atomic_alignment(op, attrs);
    }

    /// LangRef, "cmpxchg".
    pub fn cmpxchg(&mut self, op: Op, attrs: Attr) {
        if self.w.is_set(attrs, WEAK) {
            self.w.out.push_str(" weak");
        }
        self.volatile(attrs);
        self.w.out.push(' ');
        self.typed_values(self.body.operands(op));
        self.sync_scope(attrs);
        self.ordering_word(attrs, SUCCESS_ORDERING);
        self.ordering_word(attrs, FAILURE_ORDERING);
        self.atomic_alignment(op, attrs);
    }

    /// LangRef, "fence".
    pub fn fence(&mut self, attrs: Attr) {
        self.sync_scope(attrs);
        self.ordering_word(attrs, ORDERING);
    }
}
