//! The form of `scf.parallel`.

use super::loops::{only_block, print_bracketed};
use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter, RegionStyle};
use crate::body::Op;
use crate::names;
use crate::ops::Syntax;

/// `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> T {...} {attributes}`
#[derive(Debug)]
pub struct Parallel;

impl CustomAssemblyFormat for Parallel {
    fn description(&self) -> &'static str {
        " ($variable, ...) = ($lowerBound) to ($upperBound) step ($step) (init ($initVals) -> type($results))? \
         region0 attr-dict"
    }

    fn syntax(&self) -> Syntax {
        Syntax::Parallel
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["operandSegmentSizes"]
    }

    fn is_printable<'a>(&self, printer: &dyn OpAsmPrinter<'a>, op: Op) -> bool {
        let body = printer.body();
        let &[lower, upper, step, initial] = printer.numbers_of(op, names::OPERAND_SEGMENT_SIZES) else {
            return false;
        };
        only_block(body, op).is_some_and(|block| body.block_args(block).len() as i64 == lower)
            && lower == upper
            && lower == step
            && body.results(op).len() as i64 == initial
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let body = printer.body();
        let Some(block) = only_block(body, op) else { return };
        print_bracketed(printer, " ", body.block_args(block));
        for (group, word) in [(0, " = "), (1, " to "), (2, " step ")] {
            let values = printer.operand_group(op, group);
            print_bracketed(printer, word, values);
        }
        let initial = printer.operand_group(op, 3);
        if !initial.is_empty() {
            print_bracketed(printer, " init ", initial);
        }
        let types = printer.result_types(op);
        if !types.is_empty() {
            printer.text(" -> ");
            printer.results(&types);
        }
        printer.text(" ");
        printer.regions(op, RegionStyle::default());
        printer.optional_attr_dict(op);
    }

    fn writes_entry_arguments(&self, _region: usize) -> bool {
        false
    }
}
