//! Debug records; LangRef, "Debug Records".

use irtrip_dialect::metadata::{AttachmentSite, Attachments, NodeId, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, AttrData, Op};

use super::function::FunctionWriter;
use crate::function::records::Record;
use crate::function::value_enumerator::record_kind;
use irtrip_dialect::diagnostic::ExportCode;

/// What a record that is an operation is written with.
pub struct PlacedRecord {
    attachments: Attachments,
    /// Its `!dbg`.
    location: NodeId,
}

impl FunctionWriter<'_, '_> {
    /// The lines of the records that an instruction lists.
    pub fn records_before(&mut self, op: Op) {
        let plan = self.plan;
        for record in plan.records.listed_by(self.w.ctx, self.body.attrs(op)) {
            match record {
                Record::Op(record) => {
                    let Some(placed) = self.placed_record(record) else { continue };
                    let start = self.w.out.len();
                    self.record(record, &placed);
                    self.w.record_range(start, SourceConstruct::Op(record));
                }
                Record::Preserved(attrs, place) => self.preserved_record(attrs, place),
            }
            self.w.out.push('\n');
        }
    }

    /// What a record is written with, if it has a location: LLVM IR has none without, and upstream's exporter leaves it
    /// out.
    pub fn placed_record(&self, op: Op) -> Option<PlacedRecord> {
        let site = AttachmentSite::Instruction(self.body.name(op), self.plan.global.op?, op);
        let attachments = self.w.plan.metadata.attachments(self.body.attrs(op), site);
        let location = self.w.plan.metadata.location_of(&attachments)?;
        Some(PlacedRecord { attachments, location })
    }

    /// A record that is an operation of upstream's.
    pub fn record(&mut self, op: Op, placed: &PlacedRecord) {
        let (ctx, attrs, name) = (self.w.ctx, self.body.attrs(op), self.body.name(op));
        let kind = record_kind(name);
        self.open_record(kind, || OlderCall::of(ctx, attrs).tail);
        let metadata = self.w.plan.metadata;
        let expression = ctx.entry(attrs, LOCATION_EXPR).and_then(|e| metadata.debug_node(e));
        if let Some(value) = self.body.operands(op).first() {
            match expression.is_some_and(|expression| metadata.is_unlocated(expression)) {
                true => self.w.nothing_of_type(self.body.value_type(*value)),
                false => self.typed_value(*value),
            }
            self.debug_value_offset(kind);
            self.next_argument();
        }
        let Some(subject) = metadata.record_subject(ctx, attrs, &placed.attachments) else {
            return self.w.fail(ExportCode::Attribute("varInfo"));
        };
        self.w.node(subject);
        if kind != "label" {
            match expression {
                Some(expression) => {
                    self.next_argument();
                    self.w.node(expression);
                }
                None => {
                    self.next_argument();
                    self.w.out.push_str("!DIExpression()");
                }
            }
        }
        let group = self.w.plan.groups.call(name, attrs);
        self.close_record(group, |writer| writer.w.node(placed.location));
    }

    /// The offset that follows the value of a record of a kind in older releases.
    fn debug_value_offset(&mut self, kind: &str) {
        if kind == "value" && self.w.plan.spellings.has(Spelling::DebugValueOffsets) {
            self.w.out.push_str(", i64 0");
        }
    }

    /// Whether a record is a record of the text; in older releases it is a call of an intrinsic.
    fn has_records(&self) -> bool {
        self.w.plan.spellings.has(Spelling::DebugRecords)
    }

    /// A record up to its first argument; `tail` is the kind of tail call that the call of an intrinsic was.
    fn open_record(&mut self, kind: &str, tail: impl FnOnce() -> Option<Attr>) {
        let (before, after) =
            if self.has_records() { ("    #dbg_", "(") } else { ("call void @llvm.dbg.", "(metadata ") };
        if !self.has_records() {
            self.w.out.push_str("  ");
            if let Some(tail) = tail().and_then(|tail| self.w.ctx.string_value(tail)) {
                self.w.out.push_str(&self.w.ctx.text(tail));
                self.w.out.push(' ');
            }
        }
        self.w.out.push_str(before);
        self.w.out.push_str(kind);
        self.w.out.push_str(after);
    }

    /// What is between two arguments of a record.
    fn next_argument(&mut self) {
        self.w.out.push_str(if self.has_records() { ", " } else { ", metadata " });
    }

    /// A record from its last argument on: its location. As a call, it may have attributes.
    fn close_record(&mut self, attributes: Option<u32>, location: impl FnOnce(&mut Self)) {
        if self.has_records() {
            self.w.out.push_str(", ");
            location(self);
            return self.w.out.push(')');
        }
        self.w.out.push(')');
        self.w.group_number(attributes);
        self.w.out.push_str(", !dbg ");
        location(self);
    }

    /// `    #dbg_value(...)` of `kind` and `args`, in place of an operation.
    fn preserved_record(&mut self, attrs: Attr, place: Option<Op>) {
        let ctx = self.w.ctx;
        let call = place.map(|op| (self.body.name(op), self.body.attrs(op)));
        let (Some(kind), Some(args)) = (self.w.string(attrs, KIND), ctx.entry(attrs, ARGS)) else {
            return self.w.fail(ExportCode::Attribute("kind"));
        };
        self.open_record(&ctx.text(kind), || OlderCall::of(ctx, call?.1).tail);
        let Some((location, args)) = ctx.items(args).split_last() else {
            return self.w.fail(ExportCode::Attribute("args"));
        };
        let is_located = !args.get(2).is_some_and(|arg| self.is_unlocated(*arg));
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.next_argument();
            }
            self.record_argument(*arg, is_located || i > 0, 0);
            if i == 0 {
                self.debug_value_offset(&ctx.text(kind));
            }
        }
        let group = call.and_then(|(name, attrs)| self.w.plan.groups.call(name, attrs));
        self.close_record(group, |writer| writer.record_argument(*location, true, 0));
    }

    /// Metadata, values and lists of them, comma-separated.
    fn record_arguments(&mut self, args: &[Attr], is_known: bool, depth: u32) {
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.record_argument(*arg, is_known, depth);
        }
    }

    /// An argument; of a value of which nothing `is_known`, its type alone.
    fn record_argument(&mut self, arg: Attr, is_known: bool, depth: u32) {
        let ctx = self.w.ctx;
        let first = ctx.entries(arg).first().map(|e| (ctx.bytes(e.0), e.1));
        match (ctx.attr_data(arg), first) {
            (AttrData::Dictionary(_), Some((b"metadata", operand))) => {
                match self.w.plan.metadata.operand(ctx, operand) {
                    Operand::Constant(constant) if !is_known => self.w.nothing_of_constant(constant),
                    _ => self.w.metadata_argument(operand),
                }
            }
            // An argument list is in no argument list.
            (AttrData::Dictionary(_), Some((b"list", items))) if depth == 0 => {
                self.w.out.push_str("!DIArgList(");
                self.record_arguments(ctx.items(items), is_known, depth + 1);
                self.w.out.push(')');
            }
            (AttrData::Dictionary(_), Some((b"argument" | b"type", _))) => self.referred_value(arg, is_known),
            _ => self.w.fail(ExportCode::Attribute("args")),
        }
    }

    /// A value that a preserved record refers to, or what LLVM leaves of one that is gone.
    fn referred_value(&mut self, reference: Attr, is_known: bool) {
        let ctx = self.w.ctx;
        if let Some(value) = self.plan.records.value(ctx, self.body, reference) {
            return match is_known {
                true => self.typed_value(value),
                false => self.w.nothing_of_type(self.body.value_type(value)),
            };
        }
        match ctx.type_entry(reference, TYPE) {
            Some(ty) => self.w.nothing_of_type(ty),
            None => self.w.fail(ExportCode::Attribute("args")),
        }
    }

    /// Whether a record's argument is an expression that the release does not have.
    fn is_unlocated(&self, argument: Attr) -> bool {
        let ctx = self.w.ctx;
        let metadata = self.w.plan.metadata;
        match ctx.entries(argument).first() {
            Some((name, operand)) if ctx.bytes(*name) == b"metadata" => {
                matches!(metadata.operand(ctx, *operand), Operand::Node(id) if metadata.is_unlocated(id))
            }
            _ => false,
        }
    }
}
