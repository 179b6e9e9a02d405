//! How and where `memref.prefetch` goes.

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::Op;
use irtrip_dialect::context::Str;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;

/// Reads one of two words and sets whether it is the second.
fn parse_choice(
    parser: &mut dyn DirectiveParser<'_>,
    key: Str,
    (first, second): (&str, &str),
    wrong: ParseCode,
) -> Parsed<()> {
    let is_second = match (parser.eat(first), parser.eat(second)) {
        (true, _) => attrs::FALSE,
        (false, true) => attrs::TRUE,
        (false, false) => return Err(parser.error_at_name(wrong)),
    };
    parser.set_attribute(key, is_second);
    Ok(())
}

/// `read, locality<3>, data`
#[derive(Debug)]
pub struct Prefetch;

impl CustomDirective for Prefetch {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        parse_choice(parser, names::IS_WRITE, ("read", "write"), ParseCode::PrefetchAccess)?;
        for token in [",", "locality", "<"] {
            parser.expect(token)?;
        }
        let hint = parser.number(types::I32)?;
        parser.set_attribute(names::LOCALITY_HINT, hint);
        parser.expect(">")?;
        parser.expect(",")?;
        parse_choice(parser, names::IS_DATA_CACHE, ("instr", "data"), ParseCode::PrefetchCache)
    }

    fn description(&self) -> &'static str {
        "(read | write), locality<$localityHint>, (data | instr)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["isWrite", "localityHint", "isDataCache"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let is_set = |printer: &dyn OpAsmPrinter<'_>, key| printer.attribute_of(op, key) == Some(attrs::TRUE);
        printer.text(if is_set(printer, names::IS_WRITE) { "write" } else { "read" });
        printer.text(", locality<");
        if let Some(hint) = printer.attribute_of(op, names::LOCALITY_HINT) {
            printer.attribute_without_type(hint);
        }
        printer.text(">, ");
        printer.text(if is_set(printer, names::IS_DATA_CACHE) { "data" } else { "instr" });
    }
}
