//! What of the dialect `affine` is code upstream: maps with their operands. MLIR, "'affine' Dialect".

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::FormatElement::{Attr, AttrDict, Custom, Glue};
use irtrip_dialect::ops::{FormatElement, OpDef};
use irtrip_dialect::{AttrData, Context};

use crate::directives::key;

/// `#map(%i, %j)[%n] {...}`
const APPLIED_MAP: &[FormatElement] = &[Attr("map"), Glue, Custom(&MapOperands), AttrDict];

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    OpDef::new("affine.apply").format(APPLIED_MAP),
    OpDef::new("affine.max").format(APPLIED_MAP),
    OpDef::new("affine.min").format(APPLIED_MAP),
];

/// `(%i, %j)[%n]`: the dimensions and the symbols of the map.
#[derive(Debug)]
struct MapOperands;

/// How many dimensions a map has.
fn dimensions(ctx: &Context, map: irtrip_dialect::Attr) -> Option<usize> {
    let AttrData::Affine(text) = ctx.attr_data(map) else { return None };
    let text = ctx.text(*text);
    let inside = text.strip_prefix("affine_map<(")?.split(')').next()?;
    Some(inside.split(',').filter(|name| !name.trim().is_empty()).count())
}

impl CustomDirective for MapOperands {
    fn description(&self) -> &'static str {
        "($dimensions)([$symbols])?"
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let operands = parser.bracketed_operands("(", ")")?;
        operands.into_iter().for_each(|operand| parser.add_to_group(0, operand));
        if parser.sees("[") {
            let symbols = parser.bracketed_operands("[", "]")?;
            symbols.into_iter().for_each(|operand| parser.add_to_group(0, operand));
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let operands = printer.body().operands(op);
        let map = printer.attribute_of(op, key(ctx, "map"));
        let count = map.and_then(|map| dimensions(ctx, map)).unwrap_or(operands.len());
        let (dimensions, symbols) = operands.split_at_checked(count).unwrap_or((operands, &[]));
        printer.text("(");
        printer.operands(dimensions);
        printer.text(")");
        if !symbols.is_empty() {
            printer.text("[");
            printer.operands(symbols);
            printer.text("]");
        }
    }
}
