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
