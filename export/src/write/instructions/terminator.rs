//! Phis, and terminators after their mnemonics; LangRef, "phi" and "Terminator Instructions".

use irtrip_dialect::attributes::well_known;
use irtrip_dialect::metadata::AttachmentSite;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::Inst;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::types::predicates::is_token_like;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Block, Op, Value};

use crate::function::error_at;
use crate::write::function::{EDGE_MARK, FunctionWriter};
use irtrip_dialect::constants::elements::{big, dense_element, signed};
use irtrip_dialect::diagnostic::{DiagnosticLocation, DiagnosticResult, ExportCode};

impl FunctionWriter<'_, '_> {
    /// A block's arguments as phis.
    pub fn phis(&mut self, block: Block) -> DiagnosticResult<()> {
        let args = self.body.block_args(block);
        let Some(last) = self.body.last_op(block).filter(|_| !args.is_empty()) else { return Ok(()) };
        let attrs = self.body.attrs(last);
        for (i, value) in args.iter().enumerate() {
            let start = self.w.out.len();
            self.phi(block, i, *value, attrs);
            self.w.record_range(start, SourceConstruct::Argument(block, i as u32));
            if let Some(kind) = self.w.take_error() {
                let is_of_argument = matches!(kind, ExportCode::Phi(_));
                let mut error = error_at(self.w.ctx, &self.plan.global, self.body, last, kind);
                if is_of_argument {
                    error.operation = None;
                    error.location = DiagnosticLocation::Attribute(self.body.block_arg_loc(block, i));
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn phi(&mut self, block: Block, index: usize, value: Value, attrs: Attr) {
        let ctx = self.w.ctx;
        let facts = ctx.entry(attrs, IRTRIP_PHIS).and_then(|p| ctx.items(p).get(index)).copied();
        self.w.out.push_str("  ");
        self.value(value);
        self.w.out.push_str(" = phi");
        if let Some(facts) = facts {
            self.w.flags(facts);
        }
        self.w.out.push(' ');
        let ty = self.body.value_type(value);
        if is_token_like(ctx, ty) || ty == types::METADATA {
            let ty = self.w.type_text(ty);
            return self.w.fail(ExportCode::Phi(ty));
        }
        self.w.ty(ty);
        self.w.out.push(' ');
        let edges = self.plan.edges.leading_to(block);
        let order = incoming_order(self, attrs, index);
        for place in 0..edges.len() {
            if place > 0 {
                self.w.out.push_str(", ");
            }
            let number = match order {
                Some(order) => order.get(place).and_then(|n| usize::try_from(*n).ok()),
                None => Some(place),
            };
            let Some(edge) = number.and_then(|n| edges.get(n)) else {
                return self.w.fail(ExportCode::Attribute("irtrip.incoming"));
            };
            let start = self.w.out.len();
            self.w.out.push_str("[ ");
            match edge.args.get(index) {
                Some(value) => self.value(*value),
                None => self.w.fail(ExportCode::Value),
            }
            self.w.out.push_str(", ");
            self.w.label(self.plan, edge.from);
            self.w.out.push_str(" ]");
            let (op, successor) = edge.passed_at;
            self.w.record_range(start, SourceConstruct::Passed { op, successor, argument: index as u32 });
        }
        if let Some(function) = self.plan.global.op {
            let facts = facts.unwrap_or(well_known::EMPTY_DICTIONARY);
            let attachments =
                self.w.plan.metadata.attachments(facts, AttachmentSite::Phi(function, block, index as u32));
            self.w.attachments(&attachments, ", ");
        }
        self.w.out.push('\n');
    }

    /// A terminator's successor, as it is written.
    fn target(&mut self, op: Op, index: usize) {
        match self.body.successors(op).get(index) {
            Some(successor) => {
                let block = self.plan.edges.target(op, index, successor.block);
                self.w.out.push_str("label ");
                self.w.label(self.plan, block);
            }
            None => self.w.fail(ExportCode::Block),
        }
    }

    fn targets(&mut self, op: Op, range: std::ops::Range<usize>) {
        let first = range.start;
        for index in range {
            if index > first {
                self.w.out.push_str(", ");
            }
            self.target(op, index);
        }
    }

    /// The operand at a place; an error where there is none.
    pub fn operand(&mut self, op: Op, index: usize) -> Option<Value> {
        let value = self.body.operands(op).get(index).copied();
        if value.is_none() {
            self.w.fail(ExportCode::Value);
        }
        value
    }

    /// The operand at a place after its type.
    pub fn typed_operand(&mut self, op: Op, index: usize) {
        if let Some(value) = self.operand(op, index) {
            self.typed_value(value);
        }
    }

    /// The operand at a place without its type.
    pub fn bare_operand(&mut self, op: Op, index: usize) {
        if let Some(value) = self.operand(op, index) {
            self.value(value);
        }
    }

    /// ` label %b`
    pub(super) fn br(&mut self, op: Op) {
        self.w.out.push(' ');
        self.target(op, 0);
        if self.body.attr(self.w.ctx, op, IRTRIP_EDGE) == Some(well_known::UNIT) {
            self.w.out.push_str(EDGE_MARK);
        }
    }

    /// ` i1 %c, label %a, label %b`
    pub(super) fn cond_br(&mut self, op: Op) {
        self.w.out.push(' ');
        self.typed_operand(op, 0);
        self.w.out.push_str(", ");
        self.targets(op, 0..2);
    }

    /// ` ptr %p, [label %a, label %b]`
    pub(super) fn indirect_br(&mut self, op: Op) {
        self.w.out.push(' ');
        self.typed_operand(op, 0);
        self.w.out.push_str(", [");
        self.targets(op, 0..self.body.successors(op).len());
        self.w.out.push(']');
    }

    /// ` i32 %a`, ` void`
    pub(super) fn ret(&mut self, op: Op) {
        self.w.out.push(' ');
        match self.body.operands(op).first() {
            Some(value) => self.typed_value(*value),
            None => self.w.out.push_str("void"),
        }
    }

    /// ` from %pad to label %b`
    pub(super) fn catch_ret(&mut self, op: Op) {
        self.w.out.push_str(" from ");
        self.bare_operand(op, 0);
        self.w.out.push_str(" to ");
        self.target(op, 0);
    }

    /// ` from %pad unwind label %b`
    pub(super) fn cleanup_ret(&mut self, op: Op) {
        self.w.out.push_str(" from ");
        self.bare_operand(op, 0);
        self.unwind(op, 0);
    }

    /// ` unwind label %b` or ` unwind to caller`
    fn unwind(&mut self, op: Op, index: usize) {
        self.w.out.push_str(" unwind ");
        if self.body.successors(op).len() > index {
            self.target(op, index);
        } else {
            self.w.out.push_str("to caller");
        }
    }

    pub(super) fn catch_switch(&mut self, op: Op) {
        let handlers = self.w.number(self.body.attrs(op), HANDLERS);
        let handlers = usize::try_from(handlers).unwrap_or(0).min(self.body.successors(op).len());
        self.w.out.push_str(" within ");
        self.bare_operand(op, 0);
        self.w.out.push_str(" [");
        self.targets(op, 0..handlers);
        self.w.out.push(']');
        self.unwind(op, handlers);
    }

    /// The destinations of `invoke` and `callbr`.
    pub fn destinations(&mut self, op: Op, inst: Inst) {
        self.w.out.push_str("\n          to ");
        self.target(op, 0);
        if inst == Inst::Invoke {
            self.w.out.push_str(" unwind ");
            self.target(op, 1);
        } else {
            self.w.out.push_str(" [");
            self.targets(op, 1..self.body.successors(op).len());
            self.w.out.push(']');
        }
    }

    pub(super) fn switch(&mut self, op: Op) {
        let ctx = self.w.ctx;
        self.w.out.push(' ');
        self.typed_operand(op, 0);
        self.w.out.push_str(", ");
        self.target(op, 0);
        self.w.out.push_str(" [");
        let cases = self.body.successors(op).len().saturating_sub(1);
        let ty = self.body.operands(op).first().map_or(types::I32, |v| self.body.value_type(*v));
        if cases > 0 {
            let values = ctx.entry(self.body.attrs(op), CASE_VALUES).map(|a| ctx.attr_data(a));
            let Some(AttrData::Dense { ty: dense, data, splat }) = values else {
                return self.w.fail(ExportCode::Attribute("case_values"));
            };
            let element = dense_element(ctx, *dense).unwrap_or(ty);
            let (size, width) = (ctx.dense_element_bytes(element), ctx.int_width(element).unwrap_or(64));
            for case in 0..cases {
                let start = if *splat { 0 } else { case * size };
                let Some(bytes) = data.get(start..).and_then(|d| d.get(..size)) else {
                    return self.w.fail(ExportCode::Attribute("case_values"));
                };
                self.w.out.push_str("\n    ");
                self.w.ty(ty);
                self.w.out.push(' ');
                match width {
                    1 => self.w.out.push_str(if signed(bytes, 1) == 1 { "true" } else { "false" }),
                    2..=64 => self.w.int(signed(bytes, width)),
                    _ => self.w.out.push_str(&big(bytes, width).to_string()),
                }
                self.w.out.push_str(", ");
                self.target(op, case + 1);
            }
        }
        self.w.out.push_str("\n  ]");
    }
}

/// The preserved order of a phi's incoming values.
fn incoming_order<'a>(writer: &FunctionWriter<'_, 'a>, attrs: Attr, index: usize) -> Option<&'a [i64]> {
    let ctx = writer.w.ctx;
    let order = ctx.entry(attrs, IRTRIP_INCOMING)?;
    match ctx.attr_data(order) {
        AttrData::Array(each) => each.get(index).and_then(|o| ctx.dense_array(*o)),
        _ => ctx.dense_array(order),
    }
}
