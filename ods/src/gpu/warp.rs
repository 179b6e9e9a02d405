//! The form of `gpu.warp_execute_on_lane_0`.

use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle, RegionSyntax, Types, UnresolvedOperands,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::types::well_known as types;

use crate::directives::key;

/// The attribute with the number of lanes.
const WARP_SIZE: &str = "warp_size";

/// `(%lane)[32] args(%a, %b : T, U) -> (R) {...} {attributes}`; the arguments of the body are written in it.
#[derive(Debug)]
pub(super) struct WarpExecute;

impl CustomAssemblyFormat for WarpExecute {
    fn description(&self) -> &'static str {
        "`(` $laneid `)` `[` $warp_size `]` (args($args : type($args)))? (-> (type($results)))? region0 attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[WARP_SIZE]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: 0, ..RegionSyntax::LOOP }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.expect("(")?;
        let lane = parser.operand()?;
        parser.expect(")")?;
        parser.expect("[")?;
        let size = parser.number(types::I64)?;
        parser.set_attribute(key(parser.context(), WARP_SIZE), size);
        parser.expect("]")?;
        let (mut operands, mut operand_types) = (UnresolvedOperands::new(), Types::new());
        if parser.eat("args") {
            parser.expect("(")?;
            operands = parser.operands()?;
            parser.expect(":")?;
            operand_types = parser.types()?;
            parser.expect(")")?;
        }
        let results = if parser.eat("->") { parser.types_in_brackets()? } else { Types::new() };
        parser.region(0, &[], true)?;
        if results.is_empty() {
            parser.ensure_terminator(0);
        }
        parser.optional_attr_dict()?;
        parser.add_operands(&[lane], types::INDEX)?;
        parser.add_typed_operands(&operands, &operand_types)?;
        parser.add_results(&results);
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some((lane, operands)) = printer.body().operands(op).split_first() else { return };
        printer.text("(");
        printer.operand(*lane);
        printer.text(")[");
        let size = printer.attribute_of(op, key(printer.context(), WARP_SIZE));
        printer.integer(size.and_then(|size| printer.context().int_value(size)).unwrap_or_default());
        printer.text("]");
        if !operands.is_empty() {
            printer.text(" args(");
            printer.operands(operands);
            printer.text(" : ");
            printer.types_of(operands);
            printer.text(")");
        }
        let results = printer.result_types(op);
        if !results.is_empty() {
            printer.text(" -> (");
            printer.types(&results);
            printer.text(")");
        }
        printer.text(" ");
        printer.regions(
            op,
            RegionStyle { entry_label: true, omit_terminator: results.is_empty(), ..RegionStyle::default() },
        );
        printer.optional_attr_dict(op);
    }
}
