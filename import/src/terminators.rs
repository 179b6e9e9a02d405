//! Terminators, landing pads and funclet pads; LangRef, "Terminator Instructions".

use smallvec::{SmallVec, smallvec};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Block, OpName, TypeData, Value};

use crate::calls::Callee;
use crate::constants::ConstKind;
use crate::error::Res;
use crate::literals;
use crate::reader::{Entries, Reader};

impl<'a> Reader<'_, 'a> {
    pub fn br(&mut self) -> Res<()> {
        if self.c.peek_word() == b"label" {
            let target = self.label_operand()?;
            return self.terminate(llvm::BR, SmallVec::new(), Entries::new(), smallvec![target], wk::VOID);
        }
        let at = self.c.peek_pos();
        let (ty, condition) = self.typed_value()?;
        if ty != wk::I1 {
            return self.invalid(at, "branch condition must have 'i1' type");
        }
        self.c.expect(b',', "',' after branch condition")?;
        let yes = self.label_operand()?;
        self.c.expect(b',', "',' after true destination")?;
        let no = self.label_operand()?;
        self.terminate(llvm::COND_BR, smallvec![condition], Entries::new(), smallvec![yes, no], wk::VOID)
    }

    pub fn ret(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        if Some(ty) != self.f.returns {
            return self.invalid(at, "value doesn't match function result type");
        }
        let operands = if ty == wk::VOID { SmallVec::new() } else { smallvec![self.value(ty)?] };
        self.terminate(llvm::RETURN, operands, Entries::new(), SmallVec::new(), wk::VOID)
    }

    pub fn switch(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, value) = self.typed_value()?;
        if self.ctx.int_width(ty).is_none() {
            return self.invalid(at, "switch condition must have integer type");
        }
        self.c.expect(b',', "',' after switch condition")?;
        let mut successors: SmallVec<[Block; 2]> = smallvec![self.label_operand()?];
        self.c.expect(b'[', "'[' with switch table")?;
        let bytes = self.ctx.dense_element_bytes(ty);
        let mut cases: Vec<u8> = Vec::new();
        while !self.c.eat(b']') {
            let at = self.c.peek_pos();
            let case_type = self.read_type()?;
            if case_type != ty {
                return self.invalid(at, "case value is not of the condition's type");
            }
            let case = self.constant(ty)?;
            match self.pool.kind(case) {
                ConstKind::Int(v) => {
                    let fill = if *v < 0 { 0xff } else { 0 };
                    let le = v.to_le_bytes();
                    cases.extend((0..bytes).map(|i| le.get(i).copied().unwrap_or(fill)));
                }
                ConstKind::BigInt(v) => cases.extend(literals::little_endian(v, bytes)),
                _ => return self.invalid(at, "case value is not a constant integer"),
            }
            self.c.expect(b',', "',' after case value")?;
            successors.push(self.label_operand()?);
        }
        let mut entries = Entries::new();
        if successors.len() > 1 {
            let shape = self.ctx.vector_type(successors.len() as u64 - 1, false, ty);
            entries.push((CASE_VALUES, self.ctx.dense(shape, &cases, bytes)));
        }
        self.terminate(llvm::SWITCH, smallvec![value], entries, successors, wk::VOID)
    }

    pub fn indirectbr(&mut self) -> Res<()> {
        let (_, address) = self.typed_value()?;
        self.c.expect(b',', "',' after indirectbr address")?;
        self.c.expect(b'[', "'[' with indirectbr")?;
        let mut successors = SmallVec::new();
        while !self.c.eat(b']') {
            if !successors.is_empty() {
                self.c.expect(b',', "',' in indirectbr")?;
            }
            successors.push(self.label_operand()?);
        }
        self.terminate(llvm::INDIRECTBR, smallvec![address], Entries::new(), successors, wk::VOID)
    }

    pub fn resume(&mut self) -> Res<()> {
        let (_, value) = self.typed_value()?;
        self.terminate(llvm::RESUME, smallvec![value], Entries::new(), SmallVec::new(), wk::VOID)
    }

    pub fn invoke(&mut self) -> Res<()> {
        let head = self.call_head()?;
        let arguments = self.arguments()?;
        let mut entries = Entries::new();
        let result = head.result;
        let general = arguments.metadata || matches!(head.callee, Callee::Asm(..));
        let name = if general { irtrip::INVOKE } else { llvm::INVOKE };
        let mut operands = if general {
            self.general_parts(name, head, &arguments, 0, &mut entries)?
        } else {
            self.flag_attrs(name, &head.flags, &mut entries);
            self.call_parts(name, &head, &arguments, &mut entries)?
        };
        entries.extend(self.call_attribute_entries(name)?);
        let bundles = self.bundles()?;
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.c.expect_word("to")?;
        let normal = self.label_operand()?;
        self.c.expect_word("unwind")?;
        let unwind = self.label_operand()?;
        self.terminate(name, operands.into_iter().collect(), entries, smallvec![normal, unwind], result)
    }

    pub fn callbr(&mut self) -> Res<()> {
        let head = self.call_head()?;
        let arguments = self.arguments()?;
        let name = irtrip::CALLBR;
        let result = head.result;
        let mut entries = Entries::new();
        let mut operands = self.general_parts(name, head, &arguments, 0, &mut entries)?;
        entries.extend(self.call_attribute_entries(name)?);
        let bundles = self.bundles()?;
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.c.expect_word("to")?;
        let mut successors = smallvec![self.label_operand()?];
        self.c.expect(b'[', "'[' in callbr")?;
        while !self.c.eat(b']') {
            if successors.len() > 1 {
                self.c.expect(b',', "',' in callbr")?;
            }
            successors.push(self.label_operand()?);
        }
        self.terminate(name, operands.into_iter().collect(), entries, successors, result)
    }

    pub fn landingpad(&mut self) -> Res<()> {
        let ty = self.read_type()?;
        let mut entries = Entries::new();
        if self.c.eat_word("cleanup") {
            entries.push((CLEANUP, attrs::UNIT));
        }
        let mut clauses: Vec<Value> = Vec::new();
        loop {
            let filter = match self.c.peek_word() {
                b"catch" => false,
                b"filter" => true,
                _ => break,
            };
            self.c.word();
            let at = self.c.peek_pos();
            let (clause_type, clause) = self.typed_value()?;
            if filter != matches!(self.ctx.type_data(clause_type), TypeData::Array { .. }) {
                return self.invalid(at, "'catch' clause has an invalid type");
            }
            clauses.push(clause);
        }
        self.emit(llvm::LANDINGPAD, &clauses, &mut entries, ty)
    }

    /// `none`, or a pad.
    fn parent_pad(&mut self) -> Res<Value> {
        if self.c.eat_word("none") { Ok(self.none_token()) } else { self.value(wk::TOKEN) }
    }

    /// `catchpad within %cs [...]`, `cleanuppad within none [...]`
    pub fn pad(&mut self, name: OpName) -> Res<()> {
        self.c.expect_word("within")?;
        let parent = self.parent_pad()?;
        self.c.expect(b'[', "'[' in catchpad or cleanuppad")?;
        let mut arguments = crate::calls::Arguments::default();
        while !self.c.eat(b']') {
            if !arguments.types.is_empty() {
                self.c.expect(b',', "',' in argument list")?;
            }
            let ty = self.read_type()?;
            if ty == wk::METADATA {
                self.metadata_argument(&mut arguments)?;
            } else {
                let value = self.value(ty)?;
                arguments.push_value(ty, value, attrs::EMPTY_DICTIONARY);
            }
        }
        let mut entries = Entries::new();
        if arguments.metadata {
            entries.push((self.ctx.str("args"), self.ctx.array(&arguments.described)));
        }
        let mut operands: SmallVec<[Value; 8]> = smallvec![parent];
        operands.extend_from_slice(&arguments.values);
        self.emit(name, &operands, &mut entries, wk::TOKEN)
    }

    pub fn catchswitch(&mut self) -> Res<()> {
        self.c.expect_word("within")?;
        let parent = self.parent_pad()?;
        self.c.expect(b'[', "'[' with catchswitch labels")?;
        let mut successors: SmallVec<[Block; 2]> = SmallVec::new();
        while !self.c.eat(b']') {
            if !successors.is_empty() {
                self.c.expect(b',', "',' in catchswitch")?;
            }
            successors.push(self.label_operand()?);
        }
        let handlers = self.i64_attr(successors.len() as i64);
        let entries = vec![(self.ctx.str("handlers"), handlers)];
        self.c.expect_word("unwind")?;
        self.unwind_target(&mut successors)?;
        self.terminate(irtrip::CATCHSWITCH, smallvec![parent], entries, successors, wk::TOKEN)
    }

    /// `to caller` or `label %b` behind `unwind`.
    fn unwind_target(&mut self, successors: &mut SmallVec<[Block; 2]>) -> Res<()> {
        if self.c.eat_word("to") {
            return self.c.expect_word("caller");
        }
        successors.push(self.label_operand()?);
        Ok(())
    }

    pub fn catchret(&mut self) -> Res<()> {
        self.c.expect_word("from")?;
        let pad = self.value(wk::TOKEN)?;
        self.c.expect_word("to")?;
        let target = self.label_operand()?;
        self.terminate(irtrip::CATCHRET, smallvec![pad], Entries::new(), smallvec![target], wk::VOID)
    }

    pub fn cleanupret(&mut self) -> Res<()> {
        self.c.expect_word("from")?;
        let pad = self.value(wk::TOKEN)?;
        self.c.expect_word("unwind")?;
        let mut successors = SmallVec::new();
        self.unwind_target(&mut successors)?;
        self.terminate(irtrip::CLEANUPRET, smallvec![pad], Entries::new(), successors, wk::VOID)
    }
}
