//! The form of `llvm.landingpad`.

use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter};
use crate::body::Op;
use crate::names;
use crate::ops::Syntax;
use crate::types::TypeData;

/// `llvm.landingpad cleanup (catch %a : !llvm.ptr) (filter %b : T) : R`
#[derive(Debug)]
pub struct Landingpad;

impl CustomAssemblyFormat for Landingpad {
    fn description(&self) -> &'static str {
        " (cleanup)? ((catch | filter) $clause : type)... attr-dict : type($res)"
    }

    fn syntax(&self) -> Syntax {
        Syntax::Landingpad
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["cleanup"]
    }

    fn is_printable<'a>(&self, printer: &dyn OpAsmPrinter<'a>, op: Op) -> bool {
        // Upstream prints the attributes of a landing pad where it does not read them.
        printer.is_upstream_text()
            || printer.context().entries(printer.body().attrs(op)).iter().all(|entry| entry.0 == names::CLEANUP)
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        printer.keyword_if(op, names::CLEANUP, "cleanup");
        printer.text(" ");
        let body = printer.body();
        for &clause in body.operands(op) {
            let ty = body.value_type(clause);
            let is_filter = matches!(printer.context().type_data(ty), TypeData::Array { .. });
            printer.text(if is_filter { "(filter " } else { "(catch " });
            printer.operand(clause);
            printer.text(" : ");
            printer.ty(ty);
            printer.text(") ");
        }
        printer.optional_attr_dict(op);
        printer.text(": ");
        let types = printer.result_types(op);
        printer.types(&types);
    }
}
