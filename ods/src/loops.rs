//! What the forms of loops have in common.

use irtrip_dialect::assembly::{OpAsmParser, OpAsmPrinter, Parsed, RegionArgument, RegionStyle, UnresolvedOperands};
use irtrip_dialect::body::{Op, Value};

/// Reads `(%x = %y, ...)`: arguments, whose types are elsewhere, and the values that they have first.
///
/// # Errors
/// No such list is here.
pub fn parse_initial_values(
    parser: &mut dyn OpAsmParser<'_>,
    arguments: &mut Vec<RegionArgument>,
    initial: &mut UnresolvedOperands,
) -> Parsed<()> {
    parser.expect("(")?;
    while !parser.eat(")") {
        if !initial.is_empty() {
            parser.expect(",")?;
        }
        arguments.push(parser.region_argument()?);
        parser.expect("=")?;
        initial.push(parser.operand()?);
    }
    Ok(())
}

/// Appends `(%x = %y, ...)` after `open`, which ends in the bracket, or nothing where there are no values.
pub fn print_initial_values(printer: &mut dyn OpAsmPrinter<'_>, open: &str, arguments: &[Value], values: &[Value]) {
    for (place, (&argument, &value)) in arguments.iter().zip(values).enumerate() {
        printer.text(if place == 0 { open } else { ", " });
        printer.operand(argument);
        printer.text(" = ");
        printer.operand(value);
    }
    if !values.is_empty() {
        printer.text(")");
    }
}

/// As [`print_initial_values`], with ` -> (T)`, the values' types.
pub fn print_loop_values(printer: &mut dyn OpAsmPrinter<'_>, open: &str, arguments: &[Value], values: &[Value]) {
    print_initial_values(printer, open, arguments, values);
    if !values.is_empty() {
        printer.text(" -> (");
        printer.types_of(values);
        printer.text(")");
    }
}

/// Appends the regions of a loop, whose terminator is written only if the loop has results, and its attributes.
pub fn print_loop_regions(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.text(" ");
    let omit_terminator = printer.body().result(op).is_none();
    printer.regions(op, RegionStyle { omit_terminator, ..RegionStyle::default() });
    printer.optional_attr_dict(op);
}
