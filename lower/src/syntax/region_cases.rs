//! The cases of `scf.index_switch`.

use irtrip_dialect::assembly::{
    CustomDirective, DirectiveParser, OpAsmPrinter, Parsed, RegionStyle, implicit_terminator,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{OpNameDefinition, names};

/// `case 2 {...} default {...}`: regions, a line each, and the numbers in `cases`. The region of the default is the
/// first one and is last.
#[derive(Debug)]
pub struct RegionCases;

impl CustomDirective for RegionCases {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let mut cases = Vec::new();
        while parser.eat("case") {
            let value = parser.number(types::I64)?;
            cases.extend(parser.context().int_value(value));
            parser.region(cases.len(), &[], true)?;
            parser.ensure_terminator(cases.len());
        }
        parser.expect("default")?;
        parser.region(0, &[], true)?;
        parser.ensure_terminator(0);
        parser.set_numbers(names::CASES, cases);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "(case $value region)... default region0"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["cases"]
    }

    fn writes_first_region_last(&self) -> bool {
        true
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let cases = printer.numbers_of(op, names::CASES);
        let def = printer.body().name(op).def();
        printer.enter_regions(op, &mut |printer, regions| {
            let (default, others) = regions.split_at(1.min(regions.len()));
            for (&case, &region) in cases.iter().zip(others) {
                printer.new_line();
                printer.text("case ");
                printer.integer(case);
                printer.text(" ");
                printer.region(region, RegionStyle::default());
            }
            for &region in default {
                printer.new_line();
                printer.text("default ");
                let body = printer.body();
                let omit_terminator = def.is_some_and(|def| implicit_terminator(def, body, region).is_some());
                let style = RegionStyle { entry_label: true, omit_terminator, ..RegionStyle::default() };
                printer.region(region, style);
            }
        });
    }

    fn keeps_terminator(&self, region: usize) -> bool {
        // Upstream leaves out the terminator of the default alone.
        region > 0
    }
}
