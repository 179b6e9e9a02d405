//! How and where `memref.prefetch` goes.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::attributes::well_known as attributes;
use crate::body::Op;
use crate::names;
use crate::ops::Directive;

/// `read, locality<3>, data`
#[derive(Debug)]
pub struct Prefetch;

impl CustomDirective for Prefetch {
    fn directive(&self) -> Directive {
        Directive::Prefetch
    }

    fn description(&self) -> &'static str {
        "(read | write), locality<$localityHint>, (data | instr)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["isWrite", "localityHint", "isDataCache"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let is_set = |printer: &dyn OpAsmPrinter<'a>, key| printer.attribute_of(op, key) == Some(attributes::TRUE);
        printer.text(if is_set(printer, names::IS_WRITE) { "write" } else { "read" });
        printer.text(", locality<");
        if let Some(hint) = printer.attribute_of(op, names::LOCALITY_HINT) {
            printer.attribute_without_type(hint);
        }
        printer.text(">, ");
        printer.text(if is_set(printer, names::IS_DATA_CACHE) { "data" } else { "instr" });
    }
}
