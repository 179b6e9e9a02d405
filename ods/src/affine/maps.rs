//! Maps and their operands: `(%i)[%n]` after a map, or the map as expressions of them.

use irtrip_dialect::assembly::{
    CustomDirective, DirectiveParser, OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperands,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Op, Value};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, names};

use crate::directives::key;

/// Reads `(%i, %j)[%n]`: the dimensions and the symbols of a map.
///
/// # Errors
/// The text is no such list.
pub(super) fn parse_map_operands(parser: &mut dyn OpAsmParser<'_>) -> Parsed<[UnresolvedOperands; 2]> {
    let dimensions = parser.bracketed_operands("(", ")")?;
    let symbols = if parser.sees("[") { parser.bracketed_operands("[", "]")? } else { UnresolvedOperands::new() };
    Ok([dimensions, symbols])
}

/// Appends `(%i, %j)[%n]`.
pub(super) fn print_map_operands(printer: &mut dyn OpAsmPrinter<'_>, map: Option<Attr>, operands: &[Value]) {
    let map = map.and_then(|map| Map::of(printer.context(), map));
    let count = map.map_or(operands.len(), |map| map.dims);
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

/// Appends a result of a map with its operands in it: `%i + symbol(%n)`.
pub(super) fn print_result(printer: &mut dyn OpAsmPrinter<'_>, map: &Map<'_>, result: &str, operands: &[Value]) {
    let mut rest = result;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let number = |letter| word.strip_prefix(letter).and_then(|digits: &str| digits.parse::<usize>().ok());
        let operand = |place: usize| operands.get(place).copied();
        match (number('d').and_then(operand), number('s').and_then(|symbol| operand(map.dims + symbol))) {
            (Some(dimension), _) => printer.operand(dimension),
            (_, Some(symbol)) => {
                printer.text("symbol(");
                printer.operand(symbol);
                printer.text(")");
            }
            _ => printer.text(word),
        }
        let next = after.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(after.len());
        let (between, following) = after.split_at(next);
        printer.text(between);
        rest = following;
    }
}

/// Whether a map of an operation has as many operands.
pub(super) fn takes(printer: &dyn OpAsmPrinter<'_>, map: Option<Attr>, operands: usize) -> bool {
    let map = map.and_then(|map| Map::of(printer.context(), map));
    map.is_some_and(|map| map.dims + map.symbols == operands)
}

/// `(%i, %j)[%n]`: the dimensions and the symbols of the map.
#[derive(Debug)]
pub(super) struct MapOperands;

impl CustomDirective for MapOperands {
    fn description(&self) -> &'static str {
        "($dimensions)([$symbols])?"
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let operands = parse_map_operands(parser)?;
        operands.into_iter().flatten().for_each(|operand| parser.add_to_group(0, operand));
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let map = printer.attribute_of(op, key(printer.context(), "map"));
        let operands = printer.body().operands(op);
        print_map_operands(printer, map, operands);
    }
}

/// `[%i + 1, symbol(%n)]`: the map with its operands, which are the group of this number.
#[derive(Debug)]
pub(super) struct Subscripts(pub u8);

impl CustomDirective for Subscripts {
    fn description(&self) -> &'static str {
        "[affine expressions of $indices]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["map"]
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let map = parser.affine_map_of_values(["[", "]"], None)?;
        parser.set_attribute(key(parser.context(), "map"), map.map);
        map.operands.into_iter().for_each(|operand| parser.add_to_group(self.0, operand));
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let operands = printer.operand_group(op, self.0);
        printer.text("[");
        if let Some(map) = printer.attribute_of(op, key(ctx, "map")).and_then(|map| Map::of(ctx, map)) {
            print_result(printer, &map, map.results, operands);
        }
        printer.text("]");
    }
}

/// `read, locality<3>, data`
#[derive(Debug)]
pub(super) struct Locality;

impl CustomDirective for Locality {
    fn description(&self) -> &'static str {
        "(read | write), locality<$localityHint>, (data | instr)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["isWrite", "localityHint", "isDataCache"]
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let choices = [
            (names::IS_WRITE, ["read", "write"], ParseCode::PrefetchAccess),
            (names::IS_DATA_CACHE, ["instr", "data"], ParseCode::PrefetchCache),
        ];
        for (place, (attribute, [no, yes], wrong)) in choices.into_iter().enumerate() {
            let value = match (parser.eat(no), parser.eat(yes)) {
                (true, _) => attrs::FALSE,
                (false, true) => attrs::TRUE,
                (false, false) => return Err(parser.error_at_name(wrong)),
            };
            parser.set_attribute(attribute, value);
            if place == 0 {
                [",", "locality", "<"].into_iter().try_for_each(|token| parser.expect(token))?;
                let hint = parser.number(types::I32)?;
                parser.set_attribute(names::LOCALITY_HINT, hint);
                [">", ","].into_iter().try_for_each(|token| parser.expect(token))?;
            }
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let is_set = |printer: &dyn OpAsmPrinter<'_>, key| printer.attribute_of(op, key) == Some(attrs::TRUE);
        printer.text(if is_set(printer, names::IS_WRITE) { "write, locality<" } else { "read, locality<" });
        if let Some(hint) = printer.attribute_of(op, names::LOCALITY_HINT) {
            printer.attribute_without_type(hint);
        }
        printer.text(if is_set(printer, names::IS_DATA_CACHE) { ">, data" } else { ">, instr" });
    }
}
