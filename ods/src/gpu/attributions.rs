//! Memory attributions of a workgroup or of one of its threads, which are arguments of a body: `workgroup(%a : memref<4xf32, 3>)`.

use std::ops::Range;

use irtrip_dialect::Attr;
use irtrip_dialect::assembly::{OpAsmParser, OpAsmPrinter, Parsed, RegionArgument};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Block, Op};

use crate::directives::key;

/// How many of the memory attributions are the workgroup's: a discardable attribute.
pub(super) const WORKGROUP_ATTRIBUTIONS: &str = "workgroup_attributions";

/// The words before memory attributions, in their order among the arguments of the body.
pub(super) const KEYWORDS: [&str; 2] = ["workgroup", "private"];

/// Reads memory attributions after their keyword if it is here; returns their attributes, where any has some.
pub(super) fn parse(
    parser: &mut dyn OpAsmParser<'_>,
    keyword: &str,
    arguments: &mut Vec<RegionArgument>,
) -> Parsed<Option<Attr>> {
    if !parser.eat(keyword) {
        return Ok(None);
    }
    let mut attributes = Vec::new();
    parser.expect("(")?;
    while !parser.eat(")") {
        if !attributes.is_empty() {
            parser.expect(",")?;
        }
        let position = parser.position();
        let name = parser.operand()?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        attributes.push(parser.optional_dictionary()?);
        let loc = parser.location_or(position)?;
        arguments.push(RegionArgument { name, ty, loc });
    }
    let any = attributes.iter().any(|&one| one != attrs::EMPTY_DICTIONARY);
    Ok(any.then(|| parser.context().array(&attributes)))
}

/// Prints the arguments of a block that are memory attributions, with their attributes, after a keyword; nothing where there
/// are none. Readers take locations, which upstream does not print.
pub(super) fn print(
    printer: &mut dyn OpAsmPrinter<'_>,
    keyword: &str,
    entry: Block,
    attributions: Range<usize>,
    attributes: &[Attr],
) {
    let ctx = printer.context();
    let start = attributions.start;
    let attributions = printer.body().block_args(entry).get(attributions).unwrap_or_default();
    if attributions.is_empty() {
        return;
    }
    printer.text(" ");
    printer.text(keyword);
    for (place, &attribution) in attributions.iter().enumerate() {
        printer.text(if place == 0 { "(" } else { ", " });
        printer.operand(attribution);
        printer.text(" : ");
        printer.types_of(&[attribution]);
        let entries = attributes.get(place).map_or(&[][..], |&of_one| ctx.entries(of_one));
        if !entries.is_empty() {
            printer.attribute_entries(entries, " {");
        }
        if !printer.is_upstream_text() {
            printer.argument_location(entry, start + place);
        }
    }
    printer.text(")");
}

/// How many of an operation's memory attributions are the workgroup's.
pub(super) fn workgroup_count(printer: &dyn OpAsmPrinter<'_>, op: Op) -> usize {
    let ctx = printer.context();
    let count = printer.attribute_of(op, key(ctx, WORKGROUP_ATTRIBUTIONS)).and_then(|count| ctx.int_value(count));
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}
