//! The indices of `llvm.getelementptr`.

use smallvec::SmallVec;

use crate::assembly::mixed_indices::print_mixed;
use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::names;
use crate::ops::llvm::DYNAMIC_INDEX;
use crate::types::well_known as types;

/// `%i, 0, 1`: operands, and numbers of `rawConstantIndices`.
#[derive(Debug)]
pub struct GepIndices;

impl CustomDirective for GepIndices {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let mut constants: SmallVec<[i64; 8]> = SmallVec::new();
        while !parser.sees("]") {
            if !constants.is_empty() {
                parser.expect(",")?;
            }
            if parser.sees("%") {
                let operand = parser.operand()?;
                parser.add_to_group(1, operand);
                constants.push(DYNAMIC_INDEX);
            } else {
                let value = parser.number(types::I32)?;
                constants.extend(parser.context().int_value(value));
            }
        }
        let indices = parser.context().dense_array_attr(types::I32, &constants);
        parser.set_attribute(names::RAW_CONSTANT_INDICES, indices);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "($dynamicIndices | $rawConstantIndices), ..."
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["rawConstantIndices"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let indices = printer.numbers_of(op, names::RAW_CONSTANT_INDICES);
        let operands = printer.operand_group(op, 1);
        print_mixed(printer, indices, operands, DYNAMIC_INDEX);
    }
}
