//! Debug records; LangRef, "Debug Records".

use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, AttrData, Op, Value};

use super::function::FunctionWriter;
use crate::error::ErrorKind;

impl FunctionWriter<'_, '_> {
    /// `    #dbg_value(...)`
    pub fn debug_record(&mut self, op: Op) {
        let (ctx, attrs) = (self.w.ctx, self.body.attrs(op));
        let (Some(kind), Some(args)) = (self.w.string(attrs, KIND), ctx.entry(attrs, ARGS)) else {
            return self.w.fail(ErrorKind::Attribute("kind"));
        };
        self.w.out.push_str("    #dbg_");
        self.w.out.push_str(&ctx.text(kind));
        self.w.out.push('(');
        let mut values = self.body.operands(op).iter();
        self.record_arguments(ctx.items(args), &mut values, 0);
        self.w.out.push(')');
    }

    /// Upstream's `llvm.intr.dbg.value` and its kin: the record they stand for.
    pub fn debug_intrinsic(&mut self, op: Op, name: &str) {
        let (ctx, attrs) = (self.w.ctx, self.body.attrs(op));
        let location = self.take_attached(op).iter().find(|a| ctx.bytes(a.1) == b"dbg");
        self.w.out.push_str("    #dbg_");
        self.w.out.push_str(name);
        self.w.out.push('(');
        for value in self.body.operands(op) {
            self.typed_value(*value);
            self.w.out.push_str(", ");
        }
        for key in [VAR_INFO, LABEL] {
            if let Some(attr) = ctx.entry(attrs, key) {
                self.debug_attr(attr);
            }
        }
        if ctx.entry(attrs, VAR_INFO).is_some() {
            match ctx.entry(attrs, LOCATION_EXPR) {
                Some(expression) => self.debug_attr(expression),
                None => self.w.out.push_str("!DIExpression(), "),
            }
        }
        match location {
            Some((_, _, node)) => self.w.node(*node, 0),
            None => self.w.fail(ErrorKind::Attribute("loc")),
        }
        self.w.out.push(')');
    }

    fn debug_attr(&mut self, attr: Attr) {
        match self.w.plan.metadata.debug_node(attr) {
            Some(node) => self.w.node(node, 0),
            None => self.w.fail(ErrorKind::Attribute("varInfo")),
        }
        self.w.out.push_str(", ");
    }

    /// Metadata, values and lists of them, comma-separated; `values` are the operands not yet written.
    pub fn record_arguments(&mut self, args: &[Attr], values: &mut std::slice::Iter<'_, Value>, depth: u32) {
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.record_argument(*arg, values, depth);
        }
    }

    fn record_argument(&mut self, arg: Attr, values: &mut std::slice::Iter<'_, Value>, depth: u32) {
        let ctx = self.w.ctx;
        let first = ctx.entries(arg).first().map(|e| (ctx.bytes(e.0), e.1));
        match (ctx.attr_data(arg), first) {
            (AttrData::Dictionary(_), Some((b"metadata", operand))) => self.w.metadata_argument(operand),
            // An argument list is in no argument list.
            (AttrData::Dictionary(_), Some((b"list", items))) if depth == 0 => {
                self.w.out.push_str("!DIArgList(");
                self.record_arguments(ctx.items(items), values, depth + 1);
                self.w.out.push(')');
            }
            (AttrData::Unit, _) | (AttrData::Dictionary(_), Some((b"local", _))) => match values.next() {
                Some(value) => self.typed_value(*value),
                None => self.w.fail(ErrorKind::Value),
            },
            _ => self.w.fail(ErrorKind::Attribute("args")),
        }
    }
}
