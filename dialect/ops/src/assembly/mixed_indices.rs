//! Lists in which some numbers are constants and some are operands.

use super::{OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperands};
use crate::body::Value;
use crate::types::well_known as types;

/// Stands among the numbers of an attribute for one that is an operand.
pub const DYNAMIC: i64 = i64::MIN;

/// Appends numbers with commas between, and an operand in place of each that is `dynamic`, as long as there are operands.
pub fn print_mixed(printer: &mut dyn OpAsmPrinter<'_>, numbers: &[i64], operands: &[Value], dynamic: i64) {
    let mut operands = operands.iter();
    for (place, &number) in numbers.iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        match operands.as_slice().first() {
            Some(&operand) if number == dynamic => {
                operands.next();
                printer.operand(operand);
            }
            _ => printer.integer(number),
        }
    }
}

/// A list while it is read.
#[derive(Default, Debug)]
pub struct MixedIndices {
    /// The constants, and [`DYNAMIC`] in place of each operand.
    pub numbers: Vec<i64>,
    /// The operands.
    pub operands: UnresolvedOperands,
}

impl MixedIndices {
    /// Reads `(%a, 4)` between brackets.
    ///
    /// # Errors
    /// No bracket is here, or something inside is neither a value nor a number.
    pub fn parse(parser: &mut dyn OpAsmParser<'_>, open: &'static str, close: &str) -> Parsed<MixedIndices> {
        let mut indices = MixedIndices::default();
        parser.expect(open)?;
        while !parser.eat(close) {
            if !indices.numbers.is_empty() {
                parser.expect(",")?;
            }
            if parser.sees("%") {
                indices.operands.push(parser.operand()?);
                indices.numbers.push(DYNAMIC);
            } else {
                let value = parser.number(types::I64)?;
                indices.numbers.extend(parser.context().int_value(value));
            }
        }
        Ok(indices)
    }
}
