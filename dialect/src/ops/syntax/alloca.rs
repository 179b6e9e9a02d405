//! The form of `llvm.alloca`.

use smallvec::SmallVec;

use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter};
use crate::body::Op;
use crate::context::{Attr, Str};
use crate::names;
use crate::ops::Syntax;

/// `llvm.alloca inalloca %n x T {...} : (i64) -> !llvm.ptr`
#[derive(Debug)]
pub struct Alloca;

impl CustomAssemblyFormat for Alloca {
    fn description(&self) -> &'static str {
        " (inalloca)? $arraySize x $elem_type attr-dict : functional-type"
    }

    fn syntax(&self) -> Syntax {
        Syntax::Alloca
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["elem_type", "inalloca"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        printer.keyword_if(op, names::INALLOCA, "inalloca");
        printer.text(" ");
        let (ctx, body) = (printer.context(), printer.body());
        let operands = body.operands(op);
        printer.operands(operands);
        printer.text(" x ");
        if let Some(ty) = printer.attribute_of(op, names::ELEM_TYPE) {
            printer.attribute(ty);
        }
        let alignment = printer.attribute_of(op, names::ALIGNMENT).and_then(|attr| ctx.int_value(attr));
        if alignment == Some(0) {
            // Upstream writes an alignment of 0 in the generic form only.
            let unwritten = [names::ALIGNMENT, names::ELEM_TYPE, names::INALLOCA];
            let entries = ctx.entries(body.attrs(op)).iter().copied().filter(|entry| !unwritten.contains(&entry.0));
            let entries: SmallVec<[(Str, Attr); 4]> = entries.collect();
            printer.attribute_entries(&entries, " {");
        } else {
            printer.optional_attr_dict(op);
        }
        printer.text(" : ");
        printer.functional_type(operands, op);
    }
}
