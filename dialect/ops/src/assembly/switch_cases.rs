//! What the forms of switches have in common: successors with a number each.

use super::{DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::context::Type;
use crate::diagnostic::ParseCode;
use crate::names;
use crate::ops::Place;

/// The numbers of a switch's cases, one for each successor but the default.
pub fn case_values(printer: &dyn OpAsmPrinter<'_>, op: Op, signed: bool) -> Vec<String> {
    let values = printer.attribute_of(op, names::CASE_VALUES);
    let mut values = values.map(|values| printer.dense_elements(values, signed)).unwrap_or_default();
    // The elements are one where all cases have the same number, which the verifier takes as upstream's does.
    if let [value] = &values[..] {
        values = vec![value.clone(); printer.body().successors(op).len().saturating_sub(1)];
    }
    values
}

/// The cases of a switch while they are read.
#[derive(Debug)]
pub struct Cases {
    /// The type of the condition, of which the numbers are.
    ty: Type,
    /// The numbers, as `dense<...>` stores them.
    data: Vec<u8>,
    /// How many numbers.
    pub count: u64,
}

impl Cases {
    /// No cases, of a switch over the first operand.
    ///
    /// # Errors
    /// The operand's type was not read yet.
    pub fn new(parser: &mut dyn DirectiveParser<'_>) -> Parsed<Cases> {
        match parser.type_of(Place::Operand(0)) {
            Some(ty) => Ok(Cases { ty, data: Vec::new(), count: 0 }),
            None => Err(parser.expected("type")),
        }
    }

    /// Reads `1: ^a(%x : i32)`.
    ///
    /// # Errors
    /// No case is here, or the operand is no integer.
    pub fn parse_case(&mut self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
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
    pub fn set_attribute(&self, parser: &mut dyn DirectiveParser<'_>) {
        let ctx = parser.context();
        if self.count > 0 {
            let shaped = ctx.vector_type(self.count, false, self.ty);
            let values = ctx.dense(shaped, &self.data, ctx.dense_element_bytes(self.ty));
            parser.set_attribute(names::CASE_VALUES, values);
        }
    }
}

/// Appends the successors from one on, each after its label and on a line of its own.
pub fn print_cases<'l>(
    printer: &mut dyn OpAsmPrinter<'_>,
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
