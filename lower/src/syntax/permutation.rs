//! The map of `memref.transpose`.

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::names;

/// ` (i, j) -> (j, i)`: a map that only changes the order.
#[derive(Debug)]
pub struct Permutation;

impl CustomDirective for Permutation {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let map = parser.bare_affine_map()?;
        parser.set_attribute(names::PERMUTATION, map);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "$permutation"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["permutation"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        if let Some(map) = printer.attribute_of(op, names::PERMUTATION) {
            printer.bare_affine_map(map);
        }
    }
}
