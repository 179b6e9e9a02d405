//! The forms of `llvm.icmp` and `llvm.fcmp`.

use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter};
use crate::body::Op;
use crate::enums::{EnumValue, FCmpPredicate, ICmpPredicate};
use crate::names;
use crate::ops::Syntax;

/// The form of both, in the reference's notation.
const DESCRIPTION: &str = " \"$predicate\" $lhs, $rhs attr-dict : type($lhs)";

/// Prints a comparison whose predicate is one of `P`.
fn print_comparison<'a, P: EnumValue>(printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
    printer.text(" \"");
    if let Some(predicate) = printer.attribute_of(op, names::PREDICATE) {
        printer.enumerated(P::TABLE, predicate);
    }
    printer.text("\" ");
    let operands = printer.body().operands(op);
    printer.operands(operands);
    printer.optional_attr_dict(op);
    printer.text(" : ");
    printer.types_of(operands.get(..1).unwrap_or_default());
}

/// `llvm.icmp "eq" %a, %b {...} : T`
#[derive(Debug)]
pub struct ICmp;

impl CustomAssemblyFormat for ICmp {
    fn description(&self) -> &'static str {
        DESCRIPTION
    }

    fn syntax(&self) -> Syntax {
        Syntax::ICmp
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["predicate"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        print_comparison::<ICmpPredicate>(printer, op);
    }
}

/// `llvm.fcmp "oeq" %a, %b {...} : T`
#[derive(Debug)]
pub struct FCmp;

impl CustomAssemblyFormat for FCmp {
    fn description(&self) -> &'static str {
        DESCRIPTION
    }

    fn syntax(&self) -> Syntax {
        Syntax::FCmp
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["predicate"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        print_comparison::<FCmpPredicate>(printer, op);
    }
}
