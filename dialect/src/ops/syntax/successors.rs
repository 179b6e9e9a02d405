//! The successors of `llvm.switch`, `cf.switch` and `llvm.indirectbr`.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::names;
use crate::ops::Directive;

/// The numbers of a switch's cases.
fn case_values<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op, signed: bool) -> Vec<String> {
    let values = printer.attribute_of(op, names::CASE_VALUES);
    values.map(|values| printer.dense_elements(values, signed)).unwrap_or_default()
}

/// Appends the successors from one on, each behind its label and on a line of its own.
fn print_cases<'a, 'l>(
    printer: &mut dyn OpAsmPrinter<'a>,
    op: Op,
    first: usize,
    labels: impl Iterator<Item = &'l str>,
) {
    let count = printer.body().successors(op).len();
    for (successor, label) in (first..count).zip(labels) {
        if successor > first {
            printer.text(",");
            printer.new_line();
        }
        printer.text("  ");
        printer.text(label);
        printer.text(": ");
        printer.successor(op, successor);
    }
}

/// `[ 1: ^a(%x : i32), ... ]`: the cases of `llvm.switch`.
#[derive(Debug)]
pub struct SwitchCases;

impl CustomDirective for SwitchCases {
    fn directive(&self) -> Directive {
        Directive::SwitchCases
    }

    fn description(&self) -> &'static str {
        "[ $value: ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["case_values", "case_operand_segments"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
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

/// `[ default: ^a, 1: ^b(%x : i32), ... ]`: the cases of `cf.switch`.
#[derive(Debug)]
pub struct CasesWithDefault;

impl CustomDirective for CasesWithDefault {
    fn directive(&self) -> Directive {
        Directive::CasesWithDefault
    }

    fn description(&self) -> &'static str {
        "[ default: ^successor, $value: ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["case_values", "case_operand_segments"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
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

/// `[ ^a, ^b(%x : i32) ]`: the successors of `llvm.indirectbr`.
#[derive(Debug)]
pub struct IndirectBrSuccessors;

impl CustomDirective for IndirectBrSuccessors {
    fn directive(&self) -> Directive {
        Directive::IndirectBrSuccessors
    }

    fn description(&self) -> &'static str {
        "[ ^successor, ... ]"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["indbr_operand_segments"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
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
