//! The form of `builtin.module`.

use crate::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle};
use crate::body::Op;
use crate::names;

/// `module @name attributes {...} {...}`
#[derive(Debug)]
pub struct Module;

impl CustomAssemblyFormat for Module {
    fn description(&self) -> &'static str {
        " ($sym_name)? attr-dict-with-keyword region0"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        if parser.sees("@") {
            parser.symbol()?;
        }
        parser.optional_attr_dict_with_keyword()?;
        parser.isolated_regions(&[])
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        if printer.attribute_of(op, names::SYM_NAME).is_some() {
            printer.symbol(op);
        }
        printer.optional_attr_dict_with_keyword(op);
        printer.text(" ");
        printer.regions(op, RegionStyle { entry_label: true, ..RegionStyle::default() });
    }
}
