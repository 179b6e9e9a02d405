//! The form of `llvm.landingpad`.

use crate::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::names;
use crate::types::TypeData;

/// `llvm.landingpad cleanup (catch %a : !llvm.ptr) (filter %b : T) : R`
#[derive(Debug)]
pub struct Landingpad;

impl CustomAssemblyFormat for Landingpad {
    fn description(&self) -> &'static str {
        " (cleanup)? ((catch | filter) $clause : type)... attr-dict : type($res)"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.keyword_attribute("cleanup", names::CLEANUP);
        while parser.eat("(") {
            // The operand's type tells a filter, an array, from a catch.
            if !(parser.eat("catch") || parser.eat("filter")) {
                return Err(parser.expected("'catch' or 'filter'").of_form());
            }
            let clause = parser.operand()?;
            parser.expect(":")?;
            let ty = parser.ty()?;
            parser.add_operands(&[clause], ty)?;
            parser.expect(")")?;
        }
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        parser.add_results(&[ty]);
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["cleanup"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        // Upstream prints the attributes of a landing pad where it does not read them.
        printer.is_upstream_text()
            || printer.context().entries(printer.body().attrs(op)).iter().all(|entry| entry.0 == names::CLEANUP)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
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
