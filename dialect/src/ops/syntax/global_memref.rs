//! The type and the initial value of `memref.global`.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::attributes::well_known as attributes;
use crate::body::Op;
use crate::names;
use crate::ops::Directive;

/// `memref<2xf32> = dense<...>`, `memref<2xf32> = uninitialized`, `memref<2xf32>`
#[derive(Debug)]
pub struct TypeAndInitialValue;

impl CustomDirective for TypeAndInitialValue {
    fn directive(&self) -> Directive {
        Directive::TypeAndInitialValue
    }

    fn description(&self) -> &'static str {
        "$type (= $initial_value)?"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["type", "initial_value"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        if let Some(ty) = printer.attribute_of(op, names::TYPE) {
            printer.attribute(ty);
        }
        match printer.attribute_of(op, names::INITIAL_VALUE) {
            None => {}
            Some(attributes::UNIT) => printer.text(" = uninitialized"),
            Some(value) => {
                printer.text(" = ");
                printer.attribute_without_type(value);
            }
        }
    }
}
