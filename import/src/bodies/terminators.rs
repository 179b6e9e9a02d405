//! Terminators, landing pads and funclet pads; LangRef, "Terminator Instructions".

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{irtrip, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Block, OpName, TypeData, Value};

use crate::bodies::calls::Callee;
use crate::constants::literals;
use crate::constants::pool::{ConstId, ConstKind};
use crate::error::Res;
use crate::reader::{Entries, Reader};
use crate::tables::types::spell;

/// What a `catchpad` stands within, which is never `none`.
const SCOPE_OF_CATCHPAD: &str = "scope value for catchpad";

impl<'a> Reader<'_, 'a> {
    pub fn br(&mut self) -> Res<()> {
        if self.c.peek_word() == b"label" {
            let target = self.label_operand()?;
            return self.terminate(llvm::BR, SmallVec::new(), Entries::new(), smallvec![target], wk::VOID);
        }
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        let condition = self.value(ty)?;
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
        let ty = self.read_result_type()?;
        if let Some(returns) = self.f.function.returns.filter(|returns| ty != *returns) {
            let returns = spell(self.ctx, returns);
            return self.refuse(at, format!("value doesn't match function result type '{returns}'"));
        }
        let operands = if ty == wk::VOID { SmallVec::new() } else { smallvec![self.value(ty)?] };
        self.terminate(llvm::RETURN, operands, Entries::new(), SmallVec::new(), wk::VOID)
    }

    pub fn switch(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, value) = self.typed_value()?;
        if self.ctx.int_width(ty).is_none() {
            return self.refuse(at, "switch condition must have integer type");
        }
        self.c.expect(b',', "',' after switch condition")?;
        let mut successors: SmallVec<[Block; 2]> = smallvec![self.label_operand()?];
        self.c.expect(b'[', "'[' with switch table")?;
        let bytes = self.ctx.dense_element_bytes(ty);
        let mut cases: Vec<u8> = Vec::new();
        let mut is_wide = false;
        let mut seen: FxHashSet<ConstId> = FxHashSet::default();
        while !self.c.eat(b']') {
            let at = self.c.peek_pos();
            let case_type = self.read_type()?;
            if self.c.peek() == b'%' {
                return self.refuse(at, "case value is not a constant integer");
            }
            let case = self.constant(case_type)?;
            if case_type != ty {
                return self.refuse(self.f.at, "Switch constants must all be same type as switch value!");
            }
            if !seen.insert(case) {
                return self.refuse(at, "duplicate case value in switch");
            }
            match self.pool.kind(case) {
                ConstKind::Int(v) => {
                    is_wide |= *v < 0 && bytes > size_of::<i64>();
                    let fill = if *v < 0 { 0xff } else { 0 };
                    let le = v.to_le_bytes();
                    cases.extend((0..bytes).map(|i| le.get(i).copied().unwrap_or(fill)));
                }
                ConstKind::BigInt(v) => {
                    is_wide = true;
                    cases.extend(literals::little_endian(v, bytes));
                }
                _ => return self.refuse(at, "case value is not a constant integer"),
            }
            self.c.expect(b',', "',' after case value")?;
            successors.push(self.label_operand()?);
        }
        let mut entries = Entries::new();
        if successors.len() > 1 {
            let shape = self.ctx.vector_type(successors.len() as u64 - 1, false, ty);
            entries.push((CASE_VALUES, self.ctx.dense(shape, &cases, bytes)));
        }
        // The syntax of upstream's operation has numbers of 64 bits, and its exporter takes them for unsigned ones.
        let name = if is_wide { irtrip::SWITCH } else { llvm::SWITCH };
        self.terminate(name, smallvec![value], entries, successors, wk::VOID)
    }

    pub fn indirectbr(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, address) = self.typed_value()?;
        self.c.expect(b',', "',' after indirectbr address")?;
        self.c.expect(b'[', "'[' with indirectbr")?;
        let mut successors = SmallVec::new();
        while !self.c.eat(b']') {
            if !successors.is_empty() {
                self.c.expect(b',', "',' in indirectbr")?;
            }
            successors.push(self.label_operand()?);
        }
        if !matches!(self.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return self.refuse(at, "indirectbr address must have pointer type");
        }
        self.terminate(llvm::INDIRECTBR, smallvec![address], Entries::new(), successors, wk::VOID)
    }

    pub fn resume(&mut self) -> Res<()> {
        let (_, value) = self.typed_value()?;
        self.terminate(llvm::RESUME, smallvec![value], Entries::new(), SmallVec::new(), wk::VOID)
    }

    pub fn invoke(&mut self) -> Res<()> {
        let call = self.call_prefix()?;
        let arguments = self.arguments()?;
        let mut entries = Entries::new();
        let result = call.result;
        let labels = self.check_constraints(&call, &arguments)?;
        self.check_labels(labels, None)?;
        let general = arguments.metadata || matches!(call.callee, Callee::Asm(..));
        let name = if general { irtrip::INVOKE } else { llvm::INVOKE };
        let mut operands = if general {
            self.general_parts(name, call, &arguments, TailCallKind::None, &mut entries)?
        } else {
            self.flag_attrs(name, call.flags, &mut entries);
            self.call_parts(name, &call, &arguments, &mut entries)?
        };
        entries.extend(self.call_attribute_entries(name)?);
        let bundles = self.bundles()?;
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.c.expect_word_as("to", "'to' in invoke")?;
        let normal = self.label_operand()?;
        self.c.expect_word_as("unwind", "'unwind' in invoke")?;
        let unwind = self.label_operand()?;
        self.terminate(name, operands.into_iter().collect(), entries, smallvec![normal, unwind], result)
    }

    pub fn callbr(&mut self) -> Res<()> {
        let call = self.call_prefix()?;
        let arguments = self.arguments()?;
        let labels = self.check_constraints(&call, &arguments)?;
        if matches!(&call.callee, Callee::Asm(_, words) if words.contains(&"unwind")) {
            return self.refuse(self.f.at, "Unwinding from Callbr is not allowed");
        }
        let name = irtrip::CALLBR;
        let result = call.result;
        let mut entries = Entries::new();
        let mut operands = self.general_parts(name, call, &arguments, TailCallKind::None, &mut entries)?;
        entries.extend(self.call_attribute_entries(name)?);
        let bundles = self.bundles()?;
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.c.expect_word_as("to", "'to' in callbr")?;
        let mut successors = smallvec![self.label_operand()?];
        self.c.expect(b'[', "'[' in callbr")?;
        while !self.c.eat(b']') {
            if successors.len() > 1 {
                self.c.expect(b',', "',' in callbr")?;
            }
            successors.push(self.label_operand()?);
        }
        self.check_labels(labels, Some(successors.len() - 1))?;
        self.terminate(name, operands.into_iter().collect(), entries, successors, result)
    }

    /// A pad is the first in its block but for phis.
    fn check_first(&self, what: &str) -> Res<()> {
        let body = &self.f.body;
        let first = self.f.block.and_then(|block| body.first_op(block));
        let odd = first.filter(|op| body.name(*op) != llvm::BLOCKTAG || body.next_op(*op).is_some());
        match odd {
            Some(_) => self.refuse(self.f.at, format!("{what} not the first non-PHI instruction in the block.")),
            None => Ok(()),
        }
    }

    pub fn landingpad(&mut self) -> Res<()> {
        self.check_first("LandingPadInst")?;
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
            let clause_type = self.read_type()?;
            let local = self.c.peek() == b'%';
            let clause = self.value(clause_type)?;
            if filter != matches!(self.ctx.type_data(clause_type), TypeData::Array { .. }) {
                let word = if filter { "filter" } else { "catch" };
                return self.refuse(at, format!("'{word}' clause has an invalid type"));
            }
            if local {
                return self.refuse(at, "clause argument must be a constant");
            }
            if !filter && !matches!(self.ctx.type_data(clause_type), TypeData::Pointer { .. }) {
                return self.refuse(self.f.at, "Catch operand does not have pointer type!");
            }
            clauses.push(clause);
        }
        if clauses.is_empty() && entries.is_empty() {
            return self.refuse(self.f.at, "LandingPadInst needs at least one clause or to be a cleanup.");
        }
        self.emit(llvm::LANDINGPAD, &clauses, &mut entries, ty)
    }

    /// `none`, or a pad; `what` names who asks for it.
    fn parent_pad(&mut self, what: &'static str) -> Res<Value> {
        if self.c.peek() == b'%' {
            return self.value(wk::TOKEN);
        }
        if what != SCOPE_OF_CATCHPAD && self.c.eat_word("none") { Ok(self.none_token()) } else { self.c.expected(what) }
    }

    /// `catchpad within %cs [...]`, `cleanuppad within none [...]`
    pub fn pad(&mut self, name: OpName) -> Res<()> {
        let (within, scope, open) = if name == irtrip::CATCHPAD {
            ("'within' after catchpad", SCOPE_OF_CATCHPAD, "'[' in catchpad/cleanuppad")
        } else {
            ("'within' after cleanuppad", "scope value for cleanuppad", "'[' in catchpad/cleanuppad")
        };
        self.check_first(if name == irtrip::CATCHPAD { "CatchPadInst" } else { "CleanupPadInst" })?;
        self.c.expect_word_as("within", within)?;
        let parent = self.parent_pad(scope)?;
        self.c.expect(b'[', open)?;
        let mut arguments = crate::bodies::calls::Arguments::default();
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
        self.check_first("CatchSwitchInst")?;
        self.c.expect_word_as("within", "'within' after catchswitch")?;
        let parent = self.parent_pad("scope value for catchswitch")?;
        self.c.expect(b'[', "'[' with catchswitch labels")?;
        let mut successors: SmallVec<[Block; 2]> = smallvec![self.label_operand()?];
        while self.c.eat(b',') {
            successors.push(self.label_operand()?);
        }
        self.c.expect(b']', "']' after catchswitch labels")?;
        let handlers = self.i64_attr(successors.len() as i64);
        let entries = vec![(self.ctx.str("handlers"), handlers)];
        self.c.expect_word_as("unwind", "'unwind' after catchswitch scope")?;
        self.unwind_target(&mut successors, "'caller' in catchswitch")?;
        self.terminate(irtrip::CATCHSWITCH, smallvec![parent], entries, successors, wk::TOKEN)
    }

    /// `to caller` or `label %b` behind `unwind`.
    fn unwind_target(&mut self, successors: &mut SmallVec<[Block; 2]>, caller: &'static str) -> Res<()> {
        if self.c.eat_word("to") {
            return self.c.expect_word_as("caller", caller);
        }
        successors.push(self.label_operand()?);
        Ok(())
    }

    pub fn catchret(&mut self) -> Res<()> {
        self.c.expect_word_as("from", "'from' after catchret")?;
        let pad = self.value(wk::TOKEN)?;
        self.c.expect_word_as("to", "'to' in catchret")?;
        let target = self.label_operand()?;
        self.terminate(irtrip::CATCHRET, smallvec![pad], Entries::new(), smallvec![target], wk::VOID)
    }

    pub fn cleanupret(&mut self) -> Res<()> {
        self.c.expect_word_as("from", "'from' after cleanupret")?;
        let pad = self.value(wk::TOKEN)?;
        self.c.expect_word_as("unwind", "'unwind' in cleanupret")?;
        let mut successors = SmallVec::new();
        self.unwind_target(&mut successors, "'caller' in cleanupret")?;
        self.terminate(irtrip::CLEANUPRET, smallvec![pad], Entries::new(), successors, wk::VOID)
    }
}
