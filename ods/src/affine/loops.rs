//! The forms of `affine.for` and `affine.if`.

use irtrip_dialect::assembly::{
    AttributeVisitor, CustomAssemblyFormat, EntryArguments, OpAsmParser, OpAsmPrinter, Parsed, RegionArgument,
    RegionStyle, RegionSyntax, Types, UnresolvedOperands,
};
use irtrip_dialect::body::{Block, Body, Op};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::well_known as types;

use super::bounds::{LOWER, UPPER};
use super::maps::{parse_map_operands, print_map_operands, takes};
use crate::directives::key;
use crate::loops::{parse_initial_values, print_loop_regions, print_loop_values};

/// The block of the operation's region, if it is the only one and has so many arguments, each an `index` up to `variables`.
pub(super) fn loop_block(body: &Body, op: Op, variables: usize, arguments: usize) -> Option<Block> {
    let [region] = body.op_regions(op) else { return None };
    let [block] = body.blocks(*region) else { return None };
    let all = body.block_args(*block);
    let is_index = all.iter().take(variables).all(|&variable| body.value_type(variable) == types::INDEX);
    (is_index && all.len() == arguments).then_some(*block)
}

/// `%i = max #map(%a)[%n] to 10 step 2 iter_args(%x = %y) -> (T) {...} {attributes}`
#[derive(Debug)]
pub(super) struct For;

impl For {
    /// Reads `iter_args(%x = %y) -> (T)` if it is here.
    fn initial_values(
        parser: &mut dyn OpAsmParser<'_>,
        arguments: &mut Vec<RegionArgument>,
    ) -> Parsed<(UnresolvedOperands, Types)> {
        let mut initial = UnresolvedOperands::new();
        if !parser.eat("iter_args") {
            return Ok((initial, Types::new()));
        }
        parse_initial_values(parser, arguments, &mut initial)?;
        parser.expect("->")?;
        let position = parser.position();
        let results = parser.types_in_brackets()?;
        if results.len() != initial.len() {
            return Err(parser.error_at(position, ParseCode::Expected("a type for each value of the loop")));
        }
        Ok((initial, results))
    }
}

impl CustomAssemblyFormat for For {
    fn description(&self) -> &'static str {
        " $variable = $lowerBound to $upperBound (step $step)? (iter_args($argument = $inits, ...) -> (types))? region0 \
         attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: 0, entry_arguments: EntryArguments::First(1), ..RegionSyntax::LOOP }
    }

    fn visit_attributes_before_regions(&self, visitor: &mut dyn AttributeVisitor) {
        LOWER.visit(visitor);
        UPPER.visit(visitor);
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let mut arguments = vec![parser.region_argument()?];
        parser.expect("=")?;
        let lower = LOWER.parse(parser)?;
        parser.expect("to")?;
        let upper = UPPER.parse(parser)?;
        let step = match parser.eat("step") {
            true => parser.number(types::INDEX)?,
            false => ctx.int_attr(types::INDEX, 1),
        };
        parser.set_attribute(key(ctx, "step"), step);
        let (initial, results) = For::initial_values(parser, &mut arguments)?;
        parser.add_operands(&lower, types::INDEX)?;
        parser.add_operands(&upper, types::INDEX)?;
        parser.add_typed_operands(&initial, &results)?;
        parser.set_group_sizes(&[lower.len(), upper.len(), initial.len()]);
        let all = std::iter::once(types::INDEX).chain(results.iter().copied());
        arguments.iter_mut().zip(all).for_each(|(argument, ty)| argument.ty = ty);
        parser.add_results(&results);
        parser.region(0, &arguments, true)?;
        if results.is_empty() {
            parser.ensure_terminator(0);
        }
        parser.optional_attr_dict()
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (body, initial) = (printer.body(), printer.operand_group(op, 2));
        let step = printer.attribute_of(op, key(printer.context(), "step"));
        LOWER.is_printable(printer, op)
            && UPPER.is_printable(printer, op)
            && step.is_some_and(|step| printer.context().int_value(step).is_some())
            && loop_block(body, op, 1, initial.len() + 1).is_some()
            && body.results(op).len() == initial.len()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let (ctx, body, initial) = (printer.context(), printer.body(), printer.operand_group(op, 2));
        let Some(block) = loop_block(body, op, 1, initial.len() + 1) else { return };
        let Some((&variable, arguments)) = body.block_args(block).split_first() else { return };
        printer.text(" ");
        printer.operand(variable);
        printer.argument_location(block, 0);
        printer.text(" = ");
        LOWER.print(printer, op);
        printer.text(" to ");
        UPPER.print(printer, op);
        let step = printer.attribute_of(op, key(ctx, "step")).and_then(|step| ctx.int_value(step));
        if let Some(step) = step.filter(|&step| step != 1) {
            printer.text(" step ");
            printer.integer(step);
        }
        print_loop_values(printer, " iter_args(", arguments, initial);
        print_loop_regions(printer, op);
    }
}

/// `#set(%i)[%n] -> (T) {...} else {...} {attributes}`
#[derive(Debug)]
pub(super) struct If;

impl CustomAssemblyFormat for If {
    fn description(&self) -> &'static str {
        " $condition($dimensions)([$symbols])? (-> type($results))? region0 (else region1)? attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["condition"]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: 0, ..RegionSyntax::LOOP }
    }

    fn visit_attributes_before_regions(&self, visitor: &mut dyn AttributeVisitor) {
        if let Some(condition) = visitor.attribute_of(key(visitor.context(), "condition")) {
            visitor.visit(condition);
        }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let position = parser.position();
        let condition = parser.attribute()?;
        let Some(set) = Map::of(ctx, condition) else {
            return Err(parser.error_at(position, ParseCode::Expected("integer set")));
        };
        let [dimensions, symbols] = parse_map_operands(parser)?;
        if dimensions.len() != set.dims || symbols.len() != set.symbols {
            return Err(parser.error_at(position, ParseCode::ExpectedOperands(set.dims + set.symbols)));
        }
        parser.set_attribute(key(ctx, "condition"), condition);
        parser.add_operands(&dimensions, types::INDEX)?;
        parser.add_operands(&symbols, types::INDEX)?;
        let results = if parser.eat("->") { parser.types_in_brackets()? } else { Types::new() };
        parser.add_results(&results);
        for region in 0..2 {
            if region == 0 || parser.eat("else") {
                parser.region(region, &[], true)?;
                if results.is_empty() {
                    parser.ensure_terminator(region);
                }
            }
        }
        parser.optional_attr_dict()
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (body, ctx) = (printer.body(), printer.context());
        let first = body.op_regions(op).first();
        takes(printer, printer.attribute_of(op, key(ctx, "condition")), body.operands(op).len())
            && first.is_some_and(|&region| body.blocks(region).len() == 1)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let body = printer.body();
        let condition = printer.attribute_of(op, key(printer.context(), "condition"));
        printer.text(" ");
        if let Some(condition) = condition {
            printer.attribute(condition);
        }
        print_map_operands(printer, condition, body.operands(op));
        let results = printer.result_types(op);
        if !results.is_empty() {
            printer.text(" -> ");
            printer.results(&results);
        }
        let style = RegionStyle { omit_terminator: results.is_empty(), ..RegionStyle::default() };
        for (place, &region) in body.op_regions(op).iter().enumerate() {
            if !body.blocks(region).is_empty() {
                printer.text(if place == 0 { " " } else { " else " });
                printer.region(region, style);
            }
        }
        printer.optional_attr_dict(op);
    }
}
