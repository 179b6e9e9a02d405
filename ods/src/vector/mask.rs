//! The form of `vector.mask`.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionSyntax};
use irtrip_dialect::body::{Block, Body, Op};
use irtrip_dialect::diagnostic::ParseCode;

/// `%mask, %passthru { an operation } {...} : vector<4xi1> -> f32`; what ends the region returns the operation's results.
#[derive(Debug)]
pub(super) struct Mask;

/// The only block of an operation's region.
fn only_block(body: &Body, op: Op) -> Option<Block> {
    let &[region] = body.op_regions(op) else { return None };
    let &[block] = body.blocks(region) else { return None };
    Some(block)
}

impl CustomAssemblyFormat for Mask {
    fn description(&self) -> &'static str {
        " $mask (`,` $passthru)? region0 attr-dict `:` type($mask) (`->` type($results))?"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: 0, ..RegionSyntax::LOOP }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let mask = parser.operand()?;
        let position = parser.position();
        let passthru = if parser.eat(",") { Some(parser.operand()?) } else { None };
        parser.region(0, &[], true)?;
        parser.ensure_terminator_of_results(0);
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        let results = if parser.eat("->") { parser.types_in_brackets()? } else { Default::default() };
        parser.add_operands(&[mask], ty)?;
        match (passthru, results.as_slice()) {
            (None, _) => {}
            (Some(passthru), &[result]) => parser.add_operands(&[passthru], result)?,
            (Some(_), _) => {
                return Err(parser.error_at(position, ParseCode::Expected("single result where there is a passthru")));
            }
        }
        parser.add_results(&results);
        Ok(())
    }

    /// An operation that returns what it computes, or what ends the region alone.
    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let Some(block) = only_block(body, op).filter(|block| body.block_args(*block).is_empty()) else { return false };
        match *body.ops(block).collect::<Vec<Op>>() {
            [_] => true,
            [masked, end] => body.results(masked).eq(body.operands(end).iter().copied()),
            _ => false,
        }
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let body = printer.body();
        printer.text(" ");
        printer.operands(body.operands(op));
        printer.text(" { ");
        if let Some(first) = only_block(body, op).and_then(|block| body.first_op(block)) {
            printer.operation(first);
        }
        printer.text(" }");
        printer.optional_attr_dict(op);
        printer.text(" : ");
        printer.types_of(body.operands(op).get(..1).unwrap_or_default());
        let results = printer.result_types(op);
        if !results.is_empty() {
            printer.text(" -> ");
            printer.results(&results);
        }
    }
}
