//! Debug records; LangRef, "Debug Records".

use irtrip_dialect::names::*;
use irtrip_dialect::{AttrData, Op};

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
        for (i, arg) in ctx.items(args).iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            let first = ctx.entries(*arg).first().map(|e| (ctx.bytes(e.0), e.1));
            match (ctx.attr_data(*arg), first) {
                (AttrData::Dictionary(_), Some((b"metadata", operand))) => self.w.metadata_argument(operand),
                (AttrData::Unit, _) | (AttrData::Dictionary(_), Some((b"local", _))) => match values.next() {
                    Some(value) => self.typed_value(*value),
                    None => self.w.fail(ErrorKind::Value),
                },
                _ => self.w.fail(ErrorKind::Attribute("args")),
            }
        }
        self.w.out.push(')');
    }
}
