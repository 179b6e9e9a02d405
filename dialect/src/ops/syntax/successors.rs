//! The successors of `llvm.switch` and `llvm.indirectbr`.

use crate::assembly::switch_cases::{Cases, case_values, print_cases};
use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::names;

/// `[ 1: ^a(%x : i32), ... ]`: the cases of `llvm.switch`.
#[derive(Debug)]
pub struct SwitchCases;

impl CustomDirective for SwitchCases {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        // The list may be missing.
        if !parser.eat("[") {
            return Ok(());
        }
        let mut cases = Cases::new(parser)?;
        while !parser.eat("]") {
            if cases.count > 0 {
                parser.expect(",")?;
            }
            cases.parse_case(parser)?;
        }
        cases.set_attribute(parser);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "[ $value: ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["case_values", "case_operand_segments"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.text("[");
        printer.new_line();
        if printer.attribute_of(op, names::CASE_VALUES).is_some() {
            let labels = case_values(printer, op, true);
            print_cases(printer, op, 1, labels.iter().map(String::as_str));
            printer.new_line();
        }
        printer.text("]");
    }
}

/// `[ ^a, ^b(%x : i32) ]`: the successors of `llvm.indirectbr`.
#[derive(Debug)]
pub struct IndirectBrSuccessors;

impl CustomDirective for IndirectBrSuccessors {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        parser.expect("[")?;
        let mut first = true;
        while !parser.eat("]") {
            if !first {
                parser.expect(",")?;
            }
            first = false;
            parser.successor()?;
        }
        Ok(())
    }

    fn description(&self) -> &'static str {
        "[ ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["indbr_operand_segments"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let count = printer.body().successors(op).len();
        printer.text("[");
        for index in 0..count {
            if index > 0 {
                printer.text(",");
            }
            printer.new_line();
            printer.successor(op, index);
        }
        if count > 0 {
            printer.new_line();
        }
        printer.text("]");
    }
}
