//! The map of `memref.transpose`.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::names;
use crate::ops::Directive;

/// ` (i, j) -> (j, i)`: a map that only changes the order.
#[derive(Debug)]
pub struct Permutation;

impl CustomDirective for Permutation {
    fn directive(&self) -> Directive {
        Directive::Permutation
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
