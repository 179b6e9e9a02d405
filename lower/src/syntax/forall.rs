//! The form of `scf.forall`.

use super::loops::{
    only_block, parse_initial_values, parse_variables, print_bracketed, print_loop_regions, print_loop_values,
};
use irtrip_dialect::assembly::mixed_indices::{DYNAMIC, MixedIndices, print_mixed};
use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionSyntax, Types, UnresolvedOperands,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Body, Op, Value, ValueDef};
use irtrip_dialect::context::{Context, Str};
use irtrip_dialect::ops::ResultName;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{OpNameDefinition, names};

use crate::scf::FORALL_IN_PARALLEL;

/// The bounds and steps: the word before them, the operand group and the attribute with the constants.
const RANGES: [(&str, u8, Str); 3] =
    [(" = ", 0, names::STATIC_LOWER_BOUND), (" to ", 1, names::STATIC_UPPER_BOUND), (" step ", 2, names::STATIC_STEP)];

/// Whether a terminator is the one that readers put where none is written.
fn is_implicit(body: &Body, last: Op) -> bool {
    let empty = |&region| body.blocks(region).iter().all(|&block| body.first_op(block).is_none());
    body.name(last) == FORALL_IN_PARALLEL
        && body.attrs(last) == attrs::EMPTY_DICTIONARY
        && body.op_regions(last).iter().all(empty)
}

/// The number a value is, if it is a constant.
fn constant_number(ctx: &Context, body: &Body, value: Value) -> Option<i64> {
    let ValueDef::Result(op, _) = body.value(value).def else { return None };
    let is_constant = matches!(body.name(op).def()?.result_name, ResultName::Constant(_));
    ctx.int_value(body.attr(ctx, op, names::VALUE).filter(|_| is_constant)?)
}

/// Whether all numbers of a range, constant or operands that are constants, are one number.
fn all_are(printer: &dyn OpAsmPrinter<'_>, op: Op, (_, group, key): (&str, u8, Str), number: i64) -> bool {
    let (ctx, body) = (printer.context(), printer.body());
    let mut operands = printer.operand_group(op, group).iter();
    printer.numbers_of(op, key).iter().all(|&value| match value {
        DYNAMIC => operands.next().and_then(|&operand| constant_number(ctx, body, operand)) == Some(number),
        value => value == number,
    })
}

fn print_range(printer: &mut dyn OpAsmPrinter<'_>, op: Op, word: &str, (_, group, key): (&str, u8, Str)) {
    let (numbers, operands) = (printer.numbers_of(op, key), printer.operand_group(op, group));
    printer.text(word);
    printer.text("(");
    print_mixed(printer, numbers, operands, DYNAMIC);
    printer.text(")");
}

/// `scf.forall (%i) in (%a) shared_outs(%x = %y) -> (T) {...} {attributes}`, or `= (0) to (%a) step (1)` for `in (%a)`.
#[derive(Debug)]
pub struct Forall;

impl CustomAssemblyFormat for Forall {
    fn description(&self) -> &'static str {
        " ($variable, ...) (in ($upperBound) | = ($lowerBound) to ($upperBound) step ($step)) \
         (shared_outs($argument = $outputs, ...) -> (types))? region0 attr-dict"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let mut arguments = parse_variables(parser)?;
        let rank = arguments.len();
        let (lower, upper, step);
        if parser.eat("in") {
            upper = MixedIndices::parse(parser, "(", ")")?;
            lower = MixedIndices { numbers: vec![0; rank], ..MixedIndices::default() };
            step = MixedIndices { numbers: vec![1; rank], ..MixedIndices::default() };
        } else {
            parser.expect("=")?;
            lower = MixedIndices::parse(parser, "(", ")")?;
            parser.expect("to")?;
            upper = MixedIndices::parse(parser, "(", ")")?;
            parser.expect("step")?;
            step = MixedIndices::parse(parser, "(", ")")?;
        }
        let mut initial = UnresolvedOperands::new();
        let mut results = Types::new();
        if parser.eat("shared_outs") {
            parse_initial_values(parser, &mut arguments, &mut initial)?;
            parser.expect("->")?;
            results = parser.types_in_brackets()?;
        }
        let ranges = [lower, upper, step];
        for range in &ranges {
            parser.add_operands(&range.operands, types::INDEX)?;
        }
        parser.add_typed_operands(&initial, &results)?;
        for (argument, &ty) in arguments.iter_mut().skip(rank).zip(&results) {
            argument.ty = ty;
        }
        parser.add_results(&results);
        let [lower, upper, step] = ranges.each_ref().map(|range| range.operands.len());
        parser.set_group_sizes(&[lower, upper, step, initial.len()]);
        for ((.., key), range) in RANGES.into_iter().zip(ranges) {
            parser.set_numbers(key, range.numbers);
        }
        parser.region(0, &arguments, true)?;
        parser.ensure_terminator(0);
        parser.optional_attr_dict()
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let sizes = printer.numbers_of(op, names::OPERAND_SEGMENT_SIZES);
        let rank = printer.numbers_of(op, names::STATIC_UPPER_BOUND).len();
        let Some(block) = only_block(body, op) else { return false };
        let shared = body.results(op).len();
        let ends = shared > 0 || body.last_op(block).is_some_and(|last| is_implicit(body, last));
        let dynamic = |key: Str| {
            let values = printer.numbers_of(op, key);
            (values.len() == rank).then(|| values.iter().filter(|&&value| value == DYNAMIC).count() as i64)
        };
        ends && sizes.get(3) == Some(&(shared as i64))
            && body.block_args(block).len() == rank + shared
            && RANGES.into_iter().zip(sizes).all(|((.., key), &size)| dynamic(key) == Some(size))
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let body = printer.body();
        let Some(block) = only_block(body, op) else { return };
        let shared = printer.operand_group(op, 3);
        let arguments = body.block_args(block);
        let (variables, arguments) = arguments.split_at(arguments.len().saturating_sub(shared.len()));
        print_bracketed(printer, " ", variables);
        let [lower, upper, step] = RANGES;
        if all_are(printer, op, lower, 0) && all_are(printer, op, step, 1) {
            print_range(printer, op, " in ", upper);
        } else {
            for range in RANGES {
                print_range(printer, op, range.0, range);
            }
        }
        print_loop_values(printer, " shared_outs(", arguments, shared);
        print_loop_regions(printer, op);
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax::LOOP
    }
}
