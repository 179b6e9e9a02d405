//! The form of `scf.parallel`.

use smallvec::SmallVec;

use super::loops::{only_block, parse_variables, print_bracketed};
use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle, RegionSyntax, Types, UnresolvedOperands,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;

/// `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> T {...} {attributes}`
#[derive(Debug)]
pub struct Parallel;

impl CustomAssemblyFormat for Parallel {
    fn description(&self) -> &'static str {
        " ($variable, ...) = ($lowerBound) to ($upperBound) step ($step) (init ($initVals) -> type($results))? \
         region0 attr-dict"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let arguments = parse_variables(parser)?;
        let mut ranges: SmallVec<[UnresolvedOperands; 3]> = SmallVec::new();
        for word in ["=", "to", "step"] {
            parser.expect(word)?;
            let position = parser.position();
            let range = parser.bracketed_operands("(", ")")?;
            if range.len() != arguments.len() {
                return Err(parser.error_at(position, ParseCode::ExpectedOperands(arguments.len())));
            }
            ranges.push(range);
        }
        let initial = if parser.eat("init") { parser.bracketed_operands("(", ")")? } else { UnresolvedOperands::new() };
        let results = if parser.eat("->") { parser.types_in_brackets()? } else { Types::new() };
        for range in &ranges {
            parser.add_operands(range, types::INDEX)?;
        }
        parser.add_typed_operands(&initial, &results)?;
        parser.add_results(&results);
        let rank = arguments.len();
        parser.set_group_sizes(&[rank, rank, rank, initial.len()]);
        parser.region(0, &arguments, true)?;
        parser.ensure_terminator(0);
        parser.optional_attr_dict()
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["operandSegmentSizes"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let &[lower, upper, step, initial] = printer.numbers_of(op, names::OPERAND_SEGMENT_SIZES) else {
            return false;
        };
        only_block(body, op).is_some_and(|block| body.block_args(block).len() as i64 == lower)
            && lower == upper
            && lower == step
            && body.results(op).len() as i64 == initial
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
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

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { omits_terminator_without_results: false, ..RegionSyntax::LOOP }
    }
}
