//! What the forms of loops have in common.

use irtrip_dialect::assembly::{OpAsmParser, OpAsmPrinter, Parsed, RegionArgument, RegionStyle};
use irtrip_dialect::body::{Block, Body, Op, Value};
pub use irtrip_ods::parse_initial_values;

/// The block of an operation with one region of one block.
pub fn only_block(body: &Body, op: Op) -> Option<Block> {
    match body.op_regions(op) {
        [region] => match body.blocks(*region) {
            [block] => Some(*block),
            _ => None,
        },
        _ => None,
    }
}

/// Reads `(%i, %j)`: arguments of type `index`.
pub fn parse_variables(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Vec<RegionArgument>> {
    let mut arguments = Vec::new();
    parser.expect("(")?;
    while !parser.eat(")") {
        if !arguments.is_empty() {
            parser.expect(",")?;
        }
        arguments.push(parser.region_argument()?);
    }
    Ok(arguments)
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

/// Appends `(%a, %b)` after `open`.
pub fn print_bracketed(printer: &mut dyn OpAsmPrinter<'_>, open: &str, values: &[Value]) {
    printer.text(open);
    printer.text("(");
    printer.operands(values);
    printer.text(")");
}

/// Appends the regions of a loop, whose terminator is written only if the loop has results, and its attributes.
pub fn print_loop_regions(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.text(" ");
    let omit_terminator = printer.body().result(op).is_none();
    printer.regions(op, RegionStyle { omit_terminator, ..RegionStyle::default() });
    printer.optional_attr_dict(op);
}
