//! The form of `scf.for`.

use super::loops::{only_block, print_initial_values, print_loop_regions};
use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter};
use crate::body::{Body, Op};
use crate::names;
use crate::ops::Syntax;
use crate::types::well_known as types;

/// `scf.for unsigned %i = %a to %b step %c iter_args(%x = %y) -> (T) : i32 {...} {attributes}`
#[derive(Debug)]
pub struct For;

impl CustomAssemblyFormat for For {
    fn description(&self) -> &'static str {
        " (unsigned)? $variable = $lowerBound to $upperBound step $step (iter_args($argument = $initArgs, ...) -> \
         (types))? (: type)? region0 attr-dict"
    }

    fn syntax(&self) -> Syntax {
        Syntax::For
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["unsignedCmp"]
    }

    fn is_printable<'a>(&self, printer: &dyn OpAsmPrinter<'a>, op: Op) -> bool {
        let body = printer.body();
        let [lower, upper, step, initial @ ..] = body.operands(op) else { return false };
        let ty = body.value_type(*lower);
        only_block(body, op).is_some_and(|block| {
            let arguments = body.block_args(block);
            arguments.len() == initial.len() + 1 && arguments.first().is_some_and(|&first| body.value_type(first) == ty)
        }) && body.results(op).len() == initial.len()
            && [upper, step].into_iter().all(|&value| body.value_type(value) == ty)
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let body = printer.body();
        let (Some(block), [lower, upper, step, initial @ ..]) = (only_block(body, op), body.operands(op)) else {
            return;
        };
        printer.keyword_if(op, names::UNSIGNED_CMP, "unsigned");
        let Some((&variable, arguments)) = body.block_args(block).split_first() else { return };
        printer.text(" ");
        printer.operand(variable);
        for (word, value) in [(" = ", lower), (" to ", upper), (" step ", step)] {
            printer.text(word);
            printer.operand(*value);
        }
        print_initial_values(printer, " iter_args(", arguments, initial);
        if !initial.is_empty() {
            printer.text(" -> (");
            printer.types_of(initial);
            printer.text(")");
        }
        let ty = body.value_type(variable);
        if ty != types::INDEX {
            // Upstream puts a space behind the arguments, and one before the colon.
            printer.text("  : ");
            printer.ty(ty);
        }
        print_loop_regions(printer, op);
    }

    fn writes_entry_arguments(&self, _region: usize) -> bool {
        false
    }

    fn omits_terminator(&self, body: &Body, op: Op) -> bool {
        body.result(op).is_none()
    }
}
