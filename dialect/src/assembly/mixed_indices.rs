//! Lists in which some numbers are constants and some are operands.

use super::OpAsmPrinter;
use crate::body::Value;

/// Stands among the numbers of an attribute for one that is an operand.
pub const DYNAMIC: i64 = i64::MIN;

/// Appends numbers with commas between, and an operand in place of each that is `dynamic`, as long as there are operands.
pub fn print_mixed<'a>(printer: &mut dyn OpAsmPrinter<'a>, numbers: &[i64], operands: &[Value], dynamic: i64) {
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
