//! The bounds of `affine.for`: a number, a value, or a map with its operands.

use irtrip_dialect::assembly::{AttributeVisitor, OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperands};
use irtrip_dialect::body::{Op, Value};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context};

use super::maps::{parse_map_operands, print_map_operands};
use crate::directives::key;

/// One of the two bounds.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// The attribute that has its map.
    pub map: &'static str,
    /// The group of its operands.
    pub group: u8,
    /// What is before a map of several results.
    pub word: &'static str,
}

/// Where the loop starts.
pub(super) const LOWER: Bound = Bound { map: "lowerBoundMap", group: 0, word: "max" };
/// Where it ends.
pub(super) const UPPER: Bound = Bound { map: "upperBoundMap", group: 1, word: "min" };

fn affine_map(ctx: &Context, text: &str) -> Attr {
    ctx.attr(AttrData::Affine(ctx.str(text)))
}

/// Whether a map is written as its number or its only symbol.
fn is_bare(map: &Map<'_>) -> bool {
    match (map.dims, map.symbols) {
        (0, 0) => map.constant().is_some(),
        (0, 1) => map.results == "s0",
        _ => false,
    }
}

impl Bound {
    /// Visits the map, where it is written.
    pub fn visit(&self, visitor: &mut dyn AttributeVisitor) {
        let ctx = visitor.context();
        if let Some(attr) = visitor.attribute_of(key(ctx, self.map))
            && Map::of(ctx, attr).is_some_and(|map| !is_bare(&map))
        {
            visitor.visit(attr);
        }
    }

    /// Reads `max #map(%i)[%n]`, `%n` or `4`, and sets its map.
    ///
    /// # Errors
    /// No bound is here.
    pub fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<UnresolvedOperands> {
        let ctx = parser.context();
        let key = key(ctx, self.map);
        let has_word = parser.eat(self.word);
        if !has_word && parser.sees("%") {
            let operand = parser.operand()?;
            parser.set_attribute(key, affine_map(ctx, "affine_map<()[s0] -> (s0)>"));
            return Ok(UnresolvedOperands::from_slice(&[operand]));
        }
        let position = parser.position();
        let is_number = parser.next_keyword().is_empty();
        let is_map = parser.sees("#") || parser.sees("affine_map");
        if !is_map && (has_word || !is_number) {
            return Err(parser.expected("loop bound: an integer, a value or an affine map"));
        }
        if !is_map {
            let number = parser.number(types::INDEX)?;
            let value = ctx.int_value(number).unwrap_or_default();
            parser.set_attribute(key, affine_map(ctx, &format!("affine_map<() -> ({value})>")));
            return Ok(UnresolvedOperands::new());
        }
        let attr = parser.attribute()?;
        let Some(map) = Map::of(ctx, attr) else {
            return Err(parser.error_at(position, ParseCode::Expected("affine map")));
        };
        let [mut operands, symbols] = parse_map_operands(parser)?;
        if operands.len() != map.dims || symbols.len() != map.symbols {
            return Err(parser.error_at(position, ParseCode::ExpectedOperands(map.dims + map.symbols)));
        }
        if !has_word && map.each_result().count() > 1 {
            return Err(
                parser.error_at(position, ParseCode::Expected("'max' or 'min' before a map of several results"))
            );
        }
        operands.extend(symbols);
        parser.set_attribute(key, attr);
        Ok(operands)
    }

    /// The operands of the bound.
    fn operands<'a>(&self, printer: &dyn OpAsmPrinter<'a>, op: Op) -> &'a [Value] {
        printer.operand_group(op, self.group)
    }

    /// Whether an operation has the bound.
    pub fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let map = printer.attribute_of(op, key(printer.context(), self.map));
        super::maps::takes(printer, map, self.operands(printer, op).len())
    }

    /// Appends the bound.
    pub fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let operands = self.operands(printer, op);
        let Some(attr) = printer.attribute_of(op, key(ctx, self.map)) else { return };
        let Some(map) = Map::of(ctx, attr) else { return };
        match operands {
            [] if is_bare(&map) => return printer.text(map.results),
            [value] if is_bare(&map) => return printer.operand(*value),
            _ => {}
        }
        if map.each_result().count() != 1 {
            printer.text(self.word);
            printer.text(" ");
        }
        printer.attribute(attr);
        print_map_operands(printer, Some(attr), operands);
    }
}
