//! Instructions, dispatched on their form; LangRef, "Instruction Reference".

pub(super) mod call;
mod flags;
mod immediates;
pub(super) mod intrinsic;
mod memory;
mod statepoint;
pub(super) mod terminator;

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, ContextDialects, Op, Str, Type, TypeData};

use crate::write::Writer;
use crate::write::function::FunctionWriter;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::ops::llvm::DYNAMIC_INDEX;

impl<'a> FunctionWriter<'_, 'a> {
    /// The line of an instruction that is no record, without its end.
    pub fn instruction(&mut self, op: Op, def: &OpDef) {
        self.w.out.push_str("  ");
        self.result(op);
        let attrs = self.body.attrs(op);
        match &def.llvm {
            LlvmForm::Binary(opcode) => {
                self.mnemonic(opcode.llvm(), attrs);
                self.operands_of_one_type(op);
            }
            LlvmForm::Unary(opcode) => {
                self.mnemonic(opcode.llvm(), attrs);
                self.w.out.push(' ');
                self.typed_operand(op, 0);
            }
            LlvmForm::Cast(opcode) => {
                self.mnemonic(opcode.llvm(), attrs);
                self.w.out.push(' ');
                self.typed_operand(op, 0);
                self.w.out.push_str(" to ");
                self.result_type(op);
            }
            LlvmForm::Inst(inst) => self.inst(op, def, *inst),
            LlvmForm::Intrinsic(intrinsic) => self.intrinsic(op, def, intrinsic),
            LlvmForm::None | LlvmForm::Constant(_) | LlvmForm::Translation(_) | LlvmForm::Global(_) => {
                self.w.fail(ExportCode::Operation(def.name.into()));
            }
        }
        self.instruction_attachments(op);
        if self.is_relocate(op) {
            self.relocate_comment(op);
        }
    }

    /// The metadata attached to an instruction.
    fn instruction_attachments(&mut self, op: Op) {
        for (_, kind, node) in self.take_attached(op) {
            self.w.attachments(&[(*kind, *node)], ", ");
        }
    }

    /// What is attached to an operation. Operations come in the order they were scanned in.
    pub(in crate::write) fn take_attached(&mut self, op: Op) -> &'a [(Op, Str, NodeId)] {
        let rest = self.plan.enumerated.attached.get(self.next_attached..).unwrap_or_default();
        let count = rest.iter().take_while(|a| a.0 == op).count();
        self.next_attached += count;
        rest.get(..count).unwrap_or_default()
    }

    /// `%x = `
    fn result(&mut self, op: Op) {
        if let Some(value) = self.body.result(op)
            && self.body.value_type(value) != types::VOID
        {
            self.value(value);
            self.w.out.push_str(" = ");
        }
        if self.body.results(op).len() > 1 {
            let name = self.w.ctx.op_name_str(self.body.name(op)).into_owned();
            self.w.fail(ExportCode::Operation(name));
        }
    }

    fn mnemonic(&mut self, mnemonic: &str, attrs: Attr) {
        self.w.out.push_str(mnemonic);
        self.w.flags(attrs);
    }

    pub(in crate::write) fn flags_of_result(&mut self, op: Op, attrs: Attr) {
        let ty = self.body.result(op).map_or(types::VOID, |value| self.body.value_type(value));
        self.w.flags_of_value(attrs, ty);
    }

    /// ` i32 %a, %b`
    fn operands_of_one_type(&mut self, op: Op) {
        self.w.out.push(' ');
        self.typed_operand(op, 0);
        self.w.out.push_str(", ");
        self.bare_operand(op, 1);
    }

    /// ` i32 %a, ptr %b`
    fn typed_operands(&mut self, op: Op) {
        self.w.out.push(' ');
        self.typed_values(self.body.operands(op));
    }

    pub(in crate::write) fn result_type(&mut self, op: Op) {
        match self.body.result(op) {
            Some(value) => self.w.ty(self.body.value_type(value)),
            None => self.w.fail(ExportCode::Value),
        }
    }

    fn inst(&mut self, op: Op, def: &OpDef, inst: Inst) {
        // A call has words before its mnemonic; a block tag is no instruction.
        if !def.llvm.is_call() && inst != Inst::BlockTag {
            self.w.out.push_str(inst.mnemonic());
        }
        let attrs = self.body.attrs(op);
        match inst {
            Inst::Call | Inst::InlineAsm | Inst::CallIntrinsic | Inst::MetadataCall => self.call(op, def, inst),
            Inst::Invoke | Inst::CallBr => {
                self.call(op, def, inst);
                self.destinations(op, inst);
            }
            Inst::Alloca => self.alloca(op, attrs),
            Inst::Load => self.load(op, attrs),
            Inst::Store => self.store(op, attrs),
            Inst::GetElementPtr => self.getelementptr(op, attrs),
            Inst::ICmp | Inst::FCmp => {
                self.w.flags(attrs);
                self.w.predicate(inst, attrs);
                self.operands_of_one_type(op);
            }
            Inst::Select => {
                self.flags_of_result(op, attrs);
                self.typed_operands(op);
            }
            Inst::ExtractElement | Inst::InsertElement => self.typed_operands(op),
            Inst::ShuffleVector => {
                self.typed_operands(op);
                let ty = self.body.result(op).map_or(types::I32, |v| self.body.value_type(v));
                self.w.shuffle_mask(attrs, ty);
            }
            Inst::ExtractValue | Inst::InsertValue => {
                self.typed_operands(op);
                self.position(attrs);
            }
            Inst::AtomicRmw => self.atomicrmw(op, attrs),
            Inst::CmpXchg => self.cmpxchg(op, attrs),
            Inst::Fence => self.fence(attrs),
            Inst::VaArg => {
                self.w.out.push(' ');
                self.typed_operand(op, 0);
                self.w.out.push_str(", ");
                self.result_type(op);
            }
            Inst::LandingPad => self.landing_pad(op, attrs),
            Inst::CatchPad | Inst::CleanupPad => self.pad(op),
            Inst::Br => self.br(op),
            Inst::CondBr => self.cond_br(op),
            Inst::Switch => self.switch(op),
            Inst::IndirectBr => self.indirect_br(op),
            Inst::Return => self.ret(op),
            Inst::Resume => {
                self.w.out.push(' ');
                self.typed_operand(op, 0);
            }
            Inst::CatchSwitch => self.catch_switch(op),
            Inst::CatchRet => self.catch_ret(op),
            Inst::CleanupRet => self.cleanup_ret(op),
            Inst::Unreachable | Inst::BlockTag => {}
        }
    }

    fn position(&mut self, attrs: Attr) {
        let Some(path) = self.w.ctx.entry(attrs, POSITION).and_then(|p| self.w.ctx.dense_array(p)) else {
            return self.w.fail(ExportCode::Attribute("position"));
        };
        for index in path {
            self.w.out.push_str(", ");
            self.w.int(*index);
        }
    }

    fn getelementptr(&mut self, op: Op, attrs: Attr) {
        self.w.flags(attrs);
        self.w.out.push(' ');
        self.w.elem_type(attrs);
        self.w.out.push_str(", ");
        let Some((base, dynamic)) = self.body.operands(op).split_first() else {
            return self.w.fail(ExportCode::Value);
        };
        self.typed_value(*base);
        let raw = self.w.ctx.entry(attrs, RAW_CONSTANT_INDICES).and_then(|a| self.w.ctx.dense_array(a));
        if dynamic.is_empty() && raw == Some(&[0]) && self.w.is_set(attrs, IRTRIP_NO_INDEX) {
            return;
        }
        let mut dynamic = dynamic.iter();
        let splats = self.w.ctx.entry(attrs, IRTRIP_SPLATS).and_then(|a| self.w.ctx.dense_array(a)).unwrap_or_default();
        for (place, index) in raw.unwrap_or_default().iter().enumerate() {
            self.w.out.push_str(", ");
            if *index != DYNAMIC_INDEX && splats.binary_search(&(place as i64)).is_ok() {
                let ty = self.body.result(op).map_or(types::I32, |v| self.body.value_type(v));
                self.w.splat_index(ty, *index);
            } else if *index != DYNAMIC_INDEX {
                self.w.out.push_str("i32 ");
                self.w.int(*index);
            } else if let Some(value) = dynamic.next() {
                self.typed_value(*value);
            } else {
                self.w.fail(ExportCode::Attribute("rawConstantIndices"));
            }
        }
        if raw.is_none() || dynamic.next().is_some() {
            self.w.fail(ExportCode::Attribute("rawConstantIndices"));
        }
    }

    fn landing_pad(&mut self, op: Op, attrs: Attr) {
        self.w.out.push(' ');
        self.result_type(op);
        if self.w.is_set(attrs, CLEANUP) {
            self.w.out.push_str("\n          cleanup");
        }
        for value in self.body.operands(op) {
            let ty = self.body.value_type(*value);
            let filter = matches!(self.w.ctx.type_data(ty), TypeData::Array { .. });
            self.w.out.push_str(if filter { "\n          filter " } else { "\n          catch " });
            self.typed_value(*value);
        }
    }

    /// ` within %cs [...]`, ` within none [...]`
    fn pad(&mut self, op: Op) {
        self.w.out.push_str(" within ");
        self.bare_operand(op, 0);
        self.w.out.push_str(" [");
        self.typed_values(self.body.operands(op).get(1..).unwrap_or_default());
        self.w.out.push(']');
    }
}

impl Writer<'_> {
    /// The type under `elem_type`.
    pub fn elem_type(&mut self, attrs: Attr) {
        match self.ctx.type_entry(attrs, ELEM_TYPE) {
            Some(ty) => self.ty(ty),
            None => self.fail(ExportCode::Attribute("elem_type")),
        }
    }

    /// A static index that is a vector of one number, of the length of a vector type.
    fn splat_index(&mut self, vector: Type, index: i64) {
        self.ty(self.ctx.with_scalar_type(vector, types::I32));
        self.out.push(' ');
        if index == 0 {
            return self.out.push_str("zeroinitializer");
        }
        let mut pool = irtrip_dialect::constants::Constants::default();
        let vector = self.ctx.with_scalar_type(vector, types::I32);
        let element = pool.of_value(self.ctx, self.plan.symbols, types::I32, self.ctx.int_attr(types::I32, index));
        match element.and_then(|element| pool.splat(self.ctx, vector, element)) {
            Ok(Some(splat)) => self.constant(&pool, splat),
            Ok(None) => self.fail(ExportCode::Constant),
            Err(code) => self.fail(code),
        }
    }

    /// `, <4 x i32> <i32 0, i32 poison, ...>` after the operands of a `shufflevector` with a result type.
    pub fn shuffle_mask(&mut self, attrs: Attr, ty: Type) {
        let ctx = self.ctx;
        let Some(mask) = ctx.entry(attrs, MASK).and_then(|m| ctx.dense_array(m)) else {
            return self.fail(ExportCode::Attribute("mask"));
        };
        let none = if self.plan.spellings.has(Spelling::PoisonLanes) { "poison" } else { "undef" };
        self.out.push_str(if ctx.is_scalable_vector(ty) { ", <vscale x " } else { ", <" });
        self.int(mask.len() as i64);
        self.out.push_str(" x i32> ");
        if mask.iter().all(|m| *m == 0) {
            return self.out.push_str("zeroinitializer");
        }
        if mask.iter().all(|m| *m == -1) {
            return self.out.push_str(none);
        }
        for (i, lane) in mask.iter().enumerate() {
            self.out.push_str(if i > 0 { ", i32 " } else { "<i32 " });
            match lane {
                -1 => self.out.push_str(none),
                lane => self.int(*lane),
            }
        }
        self.out.push('>');
    }
}
