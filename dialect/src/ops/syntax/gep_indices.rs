//! The indices of `llvm.getelementptr`.

use crate::assembly::mixed_indices::print_mixed;
use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::names;
use crate::ops::Directive;

/// Stands in `rawConstantIndices` for an index that is an operand.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// `%i, 0, 1`: operands, and numbers of `rawConstantIndices`.
#[derive(Debug)]
pub struct GepIndices;

impl CustomDirective for GepIndices {
    fn directive(&self) -> Directive {
        Directive::GepIndices
    }

    fn description(&self) -> &'static str {
        "($dynamicIndices | $rawConstantIndices), ..."
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["rawConstantIndices"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let indices = printer.numbers_of(op, names::RAW_CONSTANT_INDICES);
        let operands = printer.operand_group(op, 1);
        print_mixed(printer, indices, operands, DYNAMIC_INDEX);
    }
}
