//! Loops: `omp.loop_nest`, canonical loops and what transforms them; and memory of a target.

use irtrip_dialect::assembly::{
    CustomAssemblyFormat, DirectiveParser, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle, RegionSyntax,
    UnresolvedOperands,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Type, TypeData};

use crate::directives::{Custom, key};

/// `!omp.cli`
fn cli(ctx: &Context) -> Type {
    ctx.ty(TypeData::Opaque { dialect: ctx.str("omp"), body: ctx.str("cli"), parameter: None })
}

/// Reads the numbers between brackets.
fn numbers(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Vec<i64>> {
    let mut numbers = Vec::new();
    parser.expect("(")?;
    loop {
        let number = parser.number(types::I64)?;
        numbers.extend(parser.context().int_value(number));
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(")")?;
    Ok(numbers)
}

/// Appends the arguments of the first block of an operation's first region.
fn print_arguments(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.enter_regions(op, &mut |printer, regions| {
        let body = printer.body();
        let entry = regions.first().and_then(|&region| body.blocks(region).first());
        let arguments = entry.map_or(&[][..], |&block| body.block_args(block));
        printer.operands(arguments);
    });
}

/// Whether an operation's region has a block with so many arguments.
fn has_arguments(printer: &dyn OpAsmPrinter<'_>, op: Op, count: usize) -> bool {
    let body = printer.body();
    let entry = body.op_regions(op).first().and_then(|&region| body.blocks(region).first());
    entry.is_some_and(|&block| body.block_args(block).len() == count)
}

/// `(%i, %j) : T = (%a, %b) to (%c, %d) inclusive step (%e, %f) collapse(2) tiles(5, 10) {...}`
#[derive(Debug)]
pub(super) struct LoopNest;

impl CustomAssemblyFormat for LoopNest {
    fn description(&self) -> &'static str {
        " ($arguments) : type = ($loop_lower_bounds) to ($loop_upper_bounds) (inclusive)? step ($loop_steps) \
         (collapse($collapse_num_loops))? (tiles($tile_sizes))? region attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["loop_inclusive", "collapse_num_loops", "tile_sizes"]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { omits_terminator_without_results: false, ..RegionSyntax::LOOP }
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        has_arguments(printer, op, printer.operand_group(op, 0).len())
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let mut arguments = Vec::new();
        parser.expect("(")?;
        loop {
            arguments.push(parser.region_argument()?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        arguments.iter_mut().for_each(|argument| argument.ty = ty);
        let mut operands = UnresolvedOperands::new();
        for before in ["=", "to", "step"] {
            if before == "step" {
                parser.keyword_attribute("inclusive", key(ctx, "loop_inclusive"));
            }
            parser.expect(before)?;
            let group = parser.bracketed_operands("(", ")")?;
            if group.len() != arguments.len() {
                let code = ParseCode::OperandTypes { operands: group.len(), types: arguments.len() };
                return Err(parser.error_at_name(code));
            }
            operands.extend(group);
        }
        let mut collapsed = ctx.int_attr(types::I64, 1);
        if parser.eat("collapse") {
            parser.expect("(")?;
            collapsed = parser.number(types::I64)?;
            parser.expect(")")?;
        }
        parser.set_attribute(key(ctx, "collapse_num_loops"), collapsed);
        if parser.eat("tiles") {
            let sizes = numbers(parser)?;
            parser.set_numbers(key(ctx, "tile_sizes"), sizes);
        }
        parser.region(0, &arguments, true)?;
        parser.add_operands(&operands, ty)?;
        parser.optional_attr_dict()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let groups = [0, 1, 2].map(|group| printer.operand_group(op, group));
        printer.text(" (");
        print_arguments(printer, op);
        printer.text(") : ");
        let [lower, upper, steps] = groups;
        printer.types_of(lower.get(..1).unwrap_or_default());
        for (before, group) in [(" = (", lower), (" to (", upper), (" step (", steps)] {
            if before == " step (" {
                printer.keyword_if(op, key(ctx, "loop_inclusive"), "inclusive");
            }
            printer.text(before);
            printer.operands(group);
            printer.text(")");
        }
        let collapsed = printer.attribute_of(op, key(ctx, "collapse_num_loops"));
        if let Some(count) = collapsed.and_then(|count| ctx.int_value(count)).filter(|&count| count > 1) {
            printer.text(" collapse(");
            printer.integer(count);
            printer.text(")");
        }
        let sizes = printer.numbers_of(op, key(ctx, "tile_sizes"));
        if !sizes.is_empty() {
            printer.text(" tiles(");
            for (place, &size) in sizes.iter().enumerate() {
                printer.text(if place > 0 { ", " } else { "" });
                printer.integer(size);
            }
            printer.text(")");
        }
        printer.text(" ");
        printer.regions(op, RegionStyle::default());
        printer.optional_attr_dict(op);
    }
}

/// `(%cli) %iv : T in range(%count) {...}`
#[derive(Debug)]
pub(super) struct CanonicalLoop;

impl CustomAssemblyFormat for CanonicalLoop {
    fn description(&self) -> &'static str {
        "(($cli))? $argument : type in range($tripCount) region attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { omits_terminator_without_results: false, ..RegionSyntax::LOOP }
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        has_arguments(printer, op, 1)
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let handle = if parser.sees("(") { parser.bracketed_operands("(", ")")? } else { UnresolvedOperands::new() };
        let mut argument = parser.region_argument()?;
        parser.expect(":")?;
        argument.ty = parser.ty()?;
        parser.expect("in")?;
        parser.expect("range")?;
        let count = parser.bracketed_operands("(", ")")?;
        parser.add_operands(&count, argument.ty)?;
        let ty = cli(parser.context());
        parser.add_operands(&handle, ty)?;
        parser.region(0, &[argument], true)?;
        parser.optional_attr_dict()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let handle = printer.operand_group(op, 1);
        if !handle.is_empty() {
            printer.text("(");
            printer.operands(handle);
            printer.text(")");
        }
        printer.text(" ");
        print_arguments(printer, op);
        printer.text(" : ");
        let count = printer.operand_group(op, 0);
        printer.types_of(count);
        printer.text(" in range(");
        printer.operands(count);
        printer.text(") ");
        printer.regions(op, RegionStyle::default());
        printer.optional_attr_dict(op);
    }
}

/// `(%cli)`
#[derive(Debug)]
pub(super) struct UnrollHeuristic;

impl CustomAssemblyFormat for UnrollHeuristic {
    fn description(&self) -> &'static str {
        "($applyee) attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let loops = parser.bracketed_operands("(", ")")?;
        let ty = cli(parser.context());
        parser.add_operands(&loops, ty)?;
        parser.optional_attr_dict()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.text("(");
        printer.operands(printer.body().operands(op));
        printer.text(")");
        printer.optional_attr_dict(op);
    }
}

/// `%device : T, U(%a : V), %n, %m`
#[derive(Debug)]
pub(super) struct TargetAllocMem;

impl CustomAssemblyFormat for TargetAllocMem {
    fn description(&self) -> &'static str {
        " $device : type($device), $in_type (($typeparams : type($typeparams)))? (, $shape)... attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["in_type", "operandSegmentSizes"]
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let device = parser.operand()?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        parser.add_operands(&[device], ty)?;
        parser.expect(",")?;
        let allocated = parser.ty()?;
        parser.set_attribute(key(ctx, "in_type"), ctx.type_attr(allocated));
        let mut parameters = UnresolvedOperands::new();
        if parser.eat("(") {
            parameters = parser.operands()?;
            parser.expect(":")?;
            let types = parser.types()?;
            parser.expect(")")?;
            parser.add_typed_operands(&parameters, &types)?;
        }
        let mut shape = UnresolvedOperands::new();
        while parser.eat(",") {
            shape.push(parser.operand()?);
        }
        parser.add_operands(&shape, types::INDEX)?;
        parser.set_group_sizes(&[1, parameters.len(), shape.len()]);
        parser.add_results(&[types::I64]);
        parser.optional_attr_dict()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let [device, parameters, shape] = [0, 1, 2].map(|group| printer.operand_group(op, group));
        printer.text(" ");
        printer.operands(device);
        printer.text(" : ");
        printer.types_of(device);
        printer.text(", ");
        let allocated = printer.attribute_of(op, key(ctx, "in_type")).and_then(|attr| ctx.type_value(attr));
        allocated.into_iter().for_each(|ty| printer.ty(ty));
        if !parameters.is_empty() {
            printer.text("(");
            printer.operands(parameters);
            printer.text(" : ");
            printer.types_of(parameters);
            printer.text(")");
        }
        for &size in shape {
            printer.text(", ");
            printer.operand(size);
        }
        printer.optional_attr_dict(op);
    }
}

/// `(%generated) <- (%transformed)`
pub(super) fn parse_transformed(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let (generated, applied) = (custom.operand(0).unwrap_or_default(), custom.operand(1).unwrap_or_default());
    if parser.sees("(") {
        let operands = parser.bracketed_operands("(", ")")?;
        operands.into_iter().for_each(|operand| parser.add_to_group(generated, operand));
    }
    parser.expect("<")?;
    parser.expect("-")?;
    let operands = parser.bracketed_operands("(", ")")?;
    operands.into_iter().for_each(|operand| parser.add_to_group(applied, operand));
    Ok(())
}

pub(super) fn print_transformed(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let of = |printer: &dyn OpAsmPrinter<'_>, place| {
        custom.operand(place).map(|group| printer.operand_group(op, group).to_vec()).unwrap_or_default()
    };
    let (generated, applied) = (of(printer, 0), of(printer, 1));
    if !generated.is_empty() {
        printer.text("(");
        printer.operands(&generated);
        printer.text(")");
    }
    printer.text(" <- (");
    printer.operands(&applied);
    printer.text(")");
}
