//! The successors of `llvm.switch`, `cf.switch` and `llvm.indirectbr`.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::context::Type;
use crate::diagnostic::ParseCode;
use crate::names;
use crate::ops::Place;

/// The numbers of a switch's cases.
fn case_values<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op, signed: bool) -> Vec<String> {
    let values = printer.attribute_of(op, names::CASE_VALUES);
    values.map(|values| printer.dense_elements(values, signed)).unwrap_or_default()
}

/// The cases of a switch while they are read.
struct Cases {
    /// The type of the condition, of which the numbers are.
    ty: Type,
    /// The numbers, as `dense<...>` stores them.
    data: Vec<u8>,
    count: u64,
}

impl Cases {
    /// No cases of the first operand.
    fn new<'c>(parser: &mut dyn DirectiveParser<'c>) -> Parsed<Cases> {
        match parser.type_of(Place::Operand(0)) {
            Some(ty) => Ok(Cases { ty, data: Vec::new(), count: 0 }),
            None => Err(parser.expected("type")),
        }
    }

    /// Reads `1: ^a(%x : i32)`.
    fn parse_case<'c>(&mut self, parser: &mut dyn DirectiveParser<'c>) -> Parsed<()> {
        if parser.context().int_width(self.ty).is_none() {
            let found = parser.spelling(self.ty);
            return Err(parser.error(ParseCode::TypeKind { expected: "builtin.integer", found }));
        }
        parser.dense_element(self.ty, &mut self.data)?;
        parser.expect(":")?;
        parser.successor()?;
        self.count += 1;
        Ok(())
    }

    /// Sets the numbers, if there are any.
    fn set_attribute<'c>(&self, parser: &mut dyn DirectiveParser<'c>) {
        let ctx = parser.context();
        if self.count > 0 {
            let shaped = ctx.vector_type(self.count, false, self.ty);
            let values = ctx.dense(shaped, &self.data, ctx.dense_element_bytes(self.ty));
            parser.set_attribute(names::CASE_VALUES, values);
        }
    }
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
