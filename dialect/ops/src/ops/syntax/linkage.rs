//! The linkage before a symbol's name.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::enums;
use crate::names;

/// Appends the word of an operation's linkage, that of the default too.
pub(super) fn print_linkage(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let default = || printer.context().enum_attr(enums::Linkage::default());
    let linkage = printer.attribute_of(op, names::LINKAGE).unwrap_or_else(default);
    printer.enumerated(enums::Linkage::TABLE, linkage);
}

/// `external` and its kin, which a text may leave out.
#[derive(Debug)]
pub struct Linkage;

impl CustomDirective for Linkage {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let parser: &mut dyn OpAsmParser<'_> = parser;
        parser.enumerated_or_default::<enums::Linkage>(names::LINKAGE);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "$linkage"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["linkage"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        print_linkage(printer, op);
    }
}
