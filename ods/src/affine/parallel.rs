//! The form of `affine.parallel`.

use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle, RegionSyntax, Types,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::enums::AtomicRmwKind;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::Dim;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, TypeData};

use super::loops::loop_block;
use super::maps::print_result;
use crate::directives::key;

/// The bounds: the attributes of the map and of the sizes of its groups of results, and what is before a group of several.
const BOUNDS: [(&str, &str, &str); 2] =
    [("lowerBoundsMap", "lowerBoundsGroups", "max"), ("upperBoundsMap", "upperBoundsGroups", "min")];

/// `(%i) = (0) to (min(%n, 10)) step (2) reduce ("addf") -> (T) {...} {attributes}`
#[derive(Debug)]
pub(super) struct Parallel;

/// `dense<[1, 2]> : tensor<2xi32>`
fn sizes(ctx: &Context, groups: &[usize]) -> Attr {
    let ty = ctx.ty(TypeData::Tensor {
        dims: Some(Box::new([Dim { size: Some(groups.len() as u64), scalable: false }])),
        element: types::I32,
        encoding: None,
    });
    let data: Vec<u8> = groups.iter().flat_map(|&size| (size as u32).to_le_bytes()).collect();
    ctx.dense(ty, &data, 4)
}

/// The numbers of an array.
fn numbers(printer: &dyn OpAsmPrinter<'_>, op: Op, name: &str) -> Vec<i64> {
    let ctx = printer.context();
    let items = printer.items_of(op, key(ctx, name));
    items.iter().filter_map(|&item| ctx.int_value(item)).collect()
}

/// The sizes of a bound's groups.
fn groups(printer: &dyn OpAsmPrinter<'_>, op: Op, name: &str, count: usize) -> Option<Vec<usize>> {
    let ctx = printer.context();
    let AttrData::Dense { data, splat, .. } = ctx.attr_data(printer.attribute_of(op, key(ctx, name))?) else {
        return None;
    };
    let numbers = data.chunks_exact(4).filter_map(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize));
    let numbers: Vec<usize> = if *splat { numbers.cycle().take(count).collect() } else { numbers.collect() };
    (numbers.len() == count).then_some(numbers)
}

/// Reads `reduce ("addf", ...)` if it is here.
fn parse_reductions(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Attr> {
    let ctx = parser.context();
    let mut reductions = Vec::new();
    if parser.eat("reduce") {
        parser.expect("(")?;
        loop {
            let position = parser.position();
            let word = parser.optional_raw_string()?;
            let kind = word.and_then(|word| AtomicRmwKind::TABLE.from_mlir(word));
            let Some(kind) = kind else {
                return Err(parser.error_at(position, ParseCode::Expected("the name of a reduction")));
            };
            reductions.push(ctx.int_attr(types::I64, kind));
            if !parser.eat(",") {
                break;
            }
        }
        parser.expect(")")?;
    }
    Ok(if reductions.is_empty() { attrs::EMPTY_ARRAY } else { ctx.array(&reductions) })
}

impl CustomAssemblyFormat for Parallel {
    fn description(&self) -> &'static str {
        " ($variables) = ($lowerBounds) to ($upperBounds) (step ($steps))? (reduce ($reductions) -> (type($results)))? \
         region0 attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax::LOOP
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let mut arguments = Vec::new();
        parser.expect("(")?;
        while !parser.eat(")") {
            if !arguments.is_empty() {
                parser.expect(",")?;
            }
            let mut argument = parser.region_argument()?;
            argument.ty = types::INDEX;
            arguments.push(argument);
        }
        for (word, (map, groups, most)) in ["=", "to"].into_iter().zip(BOUNDS) {
            parser.expect(word)?;
            let position = parser.position();
            let bound = parser.affine_map_of_values(["(", ")"], Some(most))?;
            if bound.groups.len() != arguments.len() {
                return Err(parser.error_at(position, ParseCode::Expected("a bound for each variable")));
            }
            parser.set_attribute(key(ctx, map), bound.map);
            parser.set_attribute(key(ctx, groups), sizes(ctx, &bound.groups));
            parser.add_operands(&bound.operands, types::INDEX)?;
        }
        let mut steps = vec![ctx.int_attr(types::I64, 1); arguments.len()];
        if parser.eat("step") {
            steps.clear();
            parser.expect("(")?;
            loop {
                steps.push(parser.number(types::I64)?);
                if !parser.eat(",") {
                    break;
                }
            }
            parser.expect(")")?;
        }
        parser.set_attribute(key(ctx, "steps"), ctx.array(&steps));
        let reductions = parse_reductions(parser)?;
        parser.set_attribute(key(ctx, "reductions"), reductions);
        let results = if parser.eat("->") { parser.types_in_brackets()? } else { Types::new() };
        parser.add_results(&results);
        parser.region(0, &arguments, true)?;
        if results.is_empty() {
            parser.ensure_terminator(0);
        }
        parser.optional_attr_dict()
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (ctx, body) = (printer.context(), printer.body());
        let variables = numbers(printer, op, "steps").len();
        let map = |name| printer.attribute_of(op, key(ctx, name)).and_then(|map| Map::of(ctx, map));
        let mut operands = 0;
        let has_bounds = BOUNDS.iter().all(|(name, sizes, _)| {
            map(name).is_some_and(|map| {
                operands += map.dims + map.symbols;
                let groups = groups(printer, op, sizes, variables);
                groups.is_some_and(|groups| groups.iter().sum::<usize>() == map.each_result().count())
            })
        });
        let reductions = numbers(printer, op, "reductions");
        has_bounds
            && operands == body.operands(op).len()
            && reductions.iter().all(|&kind| AtomicRmwKind::TABLE.mlir(kind).is_some())
            && loop_block(body, op, variables, variables).is_some()
            && body.results(op).len() == reductions.len()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let (ctx, body) = (printer.context(), printer.body());
        let steps = numbers(printer, op, "steps");
        let Some(block) = loop_block(body, op, steps.len(), steps.len()) else { return };
        printer.text(" (");
        printer.operands(body.block_args(block));
        printer.text(")");
        let mut operands = body.operands(op);
        for (word, (map, sizes, most)) in [" = (", " to ("].into_iter().zip(BOUNDS) {
            let Some(map) = printer.attribute_of(op, key(ctx, map)).and_then(|map| Map::of(ctx, map)) else { return };
            let Some((own, others)) = operands.split_at_checked(map.dims + map.symbols) else { return };
            operands = others;
            printer.text(word);
            let mut results = map.each_result();
            for (place, size) in groups(printer, op, sizes, steps.len()).unwrap_or_default().into_iter().enumerate() {
                printer.text(if place > 0 { ", " } else { "" });
                if size != 1 {
                    printer.text(most);
                    printer.text("(");
                }
                for (place, result) in results.by_ref().take(size).enumerate() {
                    printer.text(if place > 0 { ", " } else { "" });
                    print_result(printer, &map, result, own);
                }
                printer.text(if size != 1 { ")" } else { "" });
            }
            printer.text(")");
        }
        if steps.iter().any(|&step| step != 1) {
            for (place, &step) in steps.iter().enumerate() {
                printer.text(if place == 0 { " step (" } else { ", " });
                printer.integer(step);
            }
            printer.text(")");
        }
        let results = printer.result_types(op);
        for (place, kind) in numbers(printer, op, "reductions").into_iter().enumerate() {
            printer.text(if place == 0 { " reduce (\"" } else { ", \"" });
            printer.text(AtomicRmwKind::TABLE.mlir(kind).unwrap_or_default());
            printer.text("\"");
        }
        if !results.is_empty() {
            printer.text(") -> (");
            printer.types(&results);
            printer.text(")");
        }
        printer.text(" ");
        printer.regions(op, RegionStyle { omit_terminator: results.is_empty(), ..RegionStyle::default() });
        printer.optional_attr_dict(op);
    }
}
