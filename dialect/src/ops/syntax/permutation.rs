//! The map of `memref.transpose`.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::names;

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

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        if let Some(map) = printer.attribute_of(op, names::PERMUTATION) {
            printer.bare_affine_map(map);
        }
    }
}
