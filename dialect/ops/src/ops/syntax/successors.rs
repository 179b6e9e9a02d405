//! The successors of `llvm.switch` and `llvm.indirectbr`, and the type of the latter's address.

use crate::assembly::switch_cases::{Cases, case_values, print_cases};
use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::names;
use crate::ops::Place;
use crate::types::{TypeData, well_known};

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

/// `!llvm.ptr` or `<1>`: the type of the address of `llvm.indirectbr`, which is a pointer. Upstream's format does not qualify
/// the type, and its printer leaves out `!llvm.ptr` where there is an address space.
#[derive(Debug)]
pub struct IndirectBrAddressType;

impl CustomDirective for IndirectBrAddressType {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let ty = if parser.eat("<") {
            let number = parser.number(well_known::I32)?;
            parser.expect(">")?;
            let address_space = parser.context().int_value(number).and_then(|number| u32::try_from(number).ok());
            parser.context().ptr_type(address_space.unwrap_or_default())
        } else {
            parser.ty()?
        };
        parser.add_type(Place::Operand(0), ty);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "type($addr)"
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some(address) = printer.operand_group(op, 0).first() else { return };
        let ty = printer.body().value_type(*address);
        match printer.context().type_data(ty) {
            TypeData::Pointer { address_space } if *address_space != 0 => printer.text(&format!("<{address_space}>")),
            _ => printer.ty(ty),
        }
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
