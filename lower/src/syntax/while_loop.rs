//! The form of `scf.while`.

use super::loops::{parse_initial_values, print_initial_values};
use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle, RegionSyntax, UnresolvedOperands,
};
use irtrip_dialect::body::{Block, Body, Op};
use irtrip_dialect::types::TypeData;

/// The first block of the region that decides on another iteration; `None` if one of both regions has no block.
fn first_block(body: &Body, op: Op) -> Option<Block> {
    let [before, after] = body.op_regions(op) else { return None };
    body.blocks(*before).first().copied().filter(|_| !body.blocks(*after).is_empty())
}

/// `scf.while (%x = %y, ...) : (T) -> U {...} do {...} attributes {...}`
#[derive(Debug)]
pub struct While;

impl CustomAssemblyFormat for While {
    fn description(&self) -> &'static str {
        " (($argument = $inits, ...))? : functional-type region0 do region1 attr-dict-with-keyword"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let mut arguments = Vec::new();
        let mut initial = UnresolvedOperands::new();
        if parser.sees("(") {
            parse_initial_values(parser, &mut arguments, &mut initial)?;
        }
        parser.expect(":")?;
        let signature = parser.ty()?;
        let TypeData::Function { inputs, results } = parser.context().type_data(signature) else {
            return Err(parser.expected("function type"));
        };
        parser.add_typed_operands(&initial, inputs)?;
        for (argument, &ty) in arguments.iter_mut().zip(inputs) {
            argument.ty = ty;
        }
        parser.add_results(results);
        parser.region(0, &arguments, false)?;
        parser.expect("do")?;
        parser.region(1, &[], false)?;
        parser.optional_attr_dict_with_keyword()
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        first_block(body, op).is_some_and(|block| body.block_args(block).len() == body.operands(op).len())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let body = printer.body();
        let Some(before) = first_block(body, op) else { return };
        let operands = body.operands(op);
        print_initial_values(printer, " (", body.block_args(before), operands);
        printer.text(" : ");
        printer.functional_type(operands, op);
        printer.text(" ");
        printer.enter_regions(op, &mut |printer, regions| {
            for (place, &region) in regions.iter().enumerate() {
                let entry_label = place > 0;
                if entry_label {
                    printer.text(" do ");
                }
                printer.region(region, RegionStyle { entry_label, ..RegionStyle::default() });
            }
        });
        printer.optional_attr_dict_with_keyword(op);
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { attributes_follow: true, entry_arguments_from: 1, ..RegionSyntax::DEFAULT }
    }
}
