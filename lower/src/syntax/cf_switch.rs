//! The successors of `cf.switch`.

use irtrip_dialect::assembly::switch_cases::{Cases, case_values, print_cases};
use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;

/// `[ default: ^a, 1: ^b(%x : i32), ... ]`: the cases of `cf.switch`.
#[derive(Debug)]
pub struct CasesWithDefault;

impl CustomDirective for CasesWithDefault {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        parser.expect("[")?;
        parser.expect("default")?;
        parser.expect(":")?;
        parser.successor()?;
        let mut cases = Cases::new(parser)?;
        while parser.eat(",") {
            cases.parse_case(parser)?;
        }
        parser.expect("]")?;
        cases.set_attribute(parser);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "[ default: ^successor, $value: ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["case_values", "case_operand_segments"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.text("[");
        printer.new_line();
        let values = case_values(printer, op, false);
        let labels = std::iter::once("default").chain(values.iter().map(String::as_str));
        print_cases(printer, op, 0, labels);
        // Upstream ends the list on the line of the default where there is no other case.
        if !values.is_empty() {
            printer.new_line();
        }
        printer.text("]");
    }
}
