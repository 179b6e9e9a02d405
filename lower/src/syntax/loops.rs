//! What the forms of loops have in common.

use irtrip_dialect::assembly::{OpAsmParser, OpAsmPrinter, Parsed, RegionArgument};
use irtrip_dialect::body::{Block, Body, Op, Value};
pub use irtrip_ods::loops::{parse_initial_values, print_initial_values, print_loop_regions, print_loop_values};

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

/// Appends `(%a, %b)` after `open`.
pub fn print_bracketed(printer: &mut dyn OpAsmPrinter<'_>, open: &str, values: &[Value]) {
    printer.text(open);
    printer.text("(");
    printer.operands(values);
    printer.text(")");
}
