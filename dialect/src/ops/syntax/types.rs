//! Types of operands and results that are written or found in a way of an operation's own.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::ops::Directive;
use crate::types::well_known as types;

/// Gives the result the type of the attribute `value`; writes nothing.
#[derive(Debug)]
pub struct TypeOfValue;

impl CustomDirective for TypeOfValue {
    fn directive(&self) -> Directive {
        Directive::TypeOfValue
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print<'a>(&self, _printer: &mut dyn OpAsmPrinter<'a>, _op: Op) {}
}

/// ` vector<4xi1>,`: the type of a condition that is not `i1`.
#[derive(Debug)]
pub struct ConditionType;

impl CustomDirective for ConditionType {
    fn directive(&self) -> Directive {
        Directive::ConditionType
    }

    fn description(&self) -> &'static str {
        "(type($condition),)?"
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let condition = printer.operand_group(op, 0);
        if condition.iter().any(|&value| printer.body().value_type(value) != types::I1) {
            printer.text(" ");
            printer.types_of(condition);
            printer.text(",");
        }
    }
}

/// The type of the function that the first operand is; the types of the other operands and of the results follow.
#[derive(Debug)]
pub struct CalleeType;

impl CustomDirective for CalleeType {
    fn directive(&self) -> Directive {
        Directive::CalleeType
    }

    fn description(&self) -> &'static str {
        "type($callee)"
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let callee = printer.operand_group(op, 0);
        printer.types_of(callee);
    }
}

/// ` -> T` or ` -> (T, U)`: the types of the results, if there are any.
#[derive(Debug)]
pub struct ArrowTypes;

impl CustomDirective for ArrowTypes {
    fn directive(&self) -> Directive {
        Directive::ArrowTypes
    }

    fn description(&self) -> &'static str {
        "(-> type(results))?"
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let types = printer.result_types(op);
        if !types.is_empty() {
            printer.text(" -> ");
            printer.results(&types);
        }
    }
}

/// ` -> (T, U)`: the types of the results, if there are any; one type alone is written in brackets too.
#[derive(Debug)]
pub struct ArrowList;

impl CustomDirective for ArrowList {
    fn directive(&self) -> Directive {
        Directive::ArrowList
    }

    fn description(&self) -> &'static str {
        "(-> type(results))?"
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let types = printer.result_types(op);
        if !types.is_empty() {
            printer.text(" -> (");
            printer.types(&types);
            printer.text(")");
        }
    }
}
