//! The form of `scf.for`.

use super::loops::{only_block, parse_initial_values, print_loop_regions, print_loop_values};
use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionSyntax, Types, UnresolvedOperands,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;

/// `scf.for unsigned %i = %a to %b step %c iter_args(%x = %y) -> (T) : i32 {...} {attributes}`
#[derive(Debug)]
pub struct For;

impl CustomAssemblyFormat for For {
    fn description(&self) -> &'static str {
        " (unsigned)? $variable = $lowerBound to $upperBound step $step (iter_args($argument = $initArgs, ...) -> \
         (types))? (: type)? region0 attr-dict"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.keyword_attribute("unsigned", names::UNSIGNED_CMP);
        let mut arguments = vec![parser.region_argument()?];
        parser.expect("=")?;
        let lower = parser.operand()?;
        parser.expect("to")?;
        let upper = parser.operand()?;
        parser.expect("step")?;
        let step = parser.operand()?;
        let mut initial = UnresolvedOperands::new();
        let mut results = Types::new();
        if parser.eat("iter_args") {
            parse_initial_values(parser, &mut arguments, &mut initial)?;
            parser.expect("->")?;
            results = parser.types_in_brackets()?;
        }
        let ty = if parser.eat(":") { parser.ty()? } else { types::INDEX };
        parser.add_operands(&[lower, upper, step], ty)?;
        parser.add_typed_operands(&initial, &results)?;
        for (argument, ty) in arguments.iter_mut().zip(std::iter::once(ty).chain(results.iter().copied())) {
            argument.ty = ty;
        }
        parser.add_results(&results);
        parser.region(0, &arguments, true)?;
        if results.is_empty() {
            parser.ensure_terminator(0);
        }
        parser.optional_attr_dict()
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["unsignedCmp"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let [lower, upper, step, initial @ ..] = body.operands(op) else { return false };
        let ty = body.value_type(*lower);
        only_block(body, op).is_some_and(|block| {
            let arguments = body.block_args(block);
            arguments.len() == initial.len() + 1 && arguments.first().is_some_and(|&first| body.value_type(first) == ty)
        }) && body.results(op).len() == initial.len()
            && [upper, step].into_iter().all(|&value| body.value_type(value) == ty)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
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
        print_loop_values(printer, " iter_args(", arguments, initial);
        let ty = body.value_type(variable);
        if ty != types::INDEX {
            // Upstream puts a space after the arguments, and one before the colon.
            printer.text("  : ");
            printer.ty(ty);
        }
        print_loop_regions(printer, op);
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax::LOOP
    }
}
