//! Regions with the clauses whose variables are arguments of the region: `private(@p %a -> %arg0 : T) {`.

use irtrip_dialect::assembly::{
    DirectiveParser, OpAsmPrinter, Parsed, RegionArgument, RegionStyle, UnresolvedOperands,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::Place;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Value};

use crate::directives::{Custom, key};

/// A clause: what the attributes of a clause add to an operand's argument stands in attributes that are named after it.
struct ArgumentClause {
    keyword: &'static str,
    operands: &'static str,
    symbols: &'static str,
    by_reference: &'static str,
    modifier: &'static str,
    barrier: &'static str,
    maps: &'static str,
}

const fn clause(keyword: &'static str, operands: &'static str) -> ArgumentClause {
    ArgumentClause { keyword, operands, symbols: "", by_reference: "", modifier: "", barrier: "", maps: "" }
}

/// The clauses in the order of the region's arguments.
const CLAUSES: [ArgumentClause; 9] = [
    clause("has_device_addr", "has_device_addr_vars"),
    clause("host_eval", "host_eval_vars"),
    ArgumentClause {
        symbols: "in_reduction_syms",
        by_reference: "in_reduction_byref",
        ..clause("in_reduction", "in_reduction_vars")
    },
    clause("map_entries", "map_vars"),
    ArgumentClause {
        symbols: "private_syms",
        barrier: "private_needs_barrier",
        maps: "private_maps",
        ..clause("private", "private_vars")
    },
    ArgumentClause {
        symbols: "reduction_syms",
        by_reference: "reduction_byref",
        modifier: "reduction_mod",
        ..clause("reduction", "reduction_vars")
    },
    ArgumentClause {
        symbols: "task_reduction_syms",
        by_reference: "task_reduction_byref",
        ..clause("task_reduction", "task_reduction_vars")
    },
    clause("use_device_addr", "use_device_addr_vars"),
    clause("use_device_ptr", "use_device_ptr_vars"),
];

/// Reads the clauses and the region.
pub(super) fn parse(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut arguments = Vec::new();
    for clause in &CLAUSES {
        if let Some(group) = custom.operand_named(clause.operands).filter(|_| parser.sees(clause.keyword)) {
            parser.keyword();
            parse_clause(custom, clause, group, parser, &mut arguments)?;
        }
    }
    parser.region_element(custom.region().unwrap_or_default(), &arguments)
}

/// Reads `mod: word,` if it is here.
fn parse_modifier(custom: &Custom, clause: &ArgumentClause, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    if !custom.has_attribute(clause.modifier) || !parser.eat("mod") {
        return Ok(());
    }
    parser.expect(":")?;
    if let Some(words) = custom.words_of(clause.modifier) {
        let modifier = crate::directives::parse_word(parser, "omp", words)?;
        parser.set_attribute(key(parser.context(), clause.modifier), modifier);
    }
    parser.expect(",")
}

/// Reads `[map_idx=N]` if it is here; -1 otherwise.
fn parse_map_index(custom: &Custom, clause: &ArgumentClause, parser: &mut dyn DirectiveParser<'_>) -> Parsed<i64> {
    if !custom.has_attribute(clause.maps) || !parser.eat("[") {
        return Ok(-1);
    }
    parser.expect("map_idx")?;
    parser.expect("=")?;
    let number = parser.number(types::I64)?;
    parser.expect("]")?;
    Ok(parser.context().int_value(number).unwrap_or(-1))
}

fn parse_clause(
    custom: &Custom,
    clause: &ArgumentClause,
    group: u8,
    parser: &mut dyn DirectiveParser<'_>,
    arguments: &mut Vec<RegionArgument>,
) -> Parsed<()> {
    let ctx = parser.context();
    let start = arguments.len();
    let (mut symbols, mut flags, mut maps) = (Vec::new(), Vec::new(), Vec::new());
    let mut operands = UnresolvedOperands::new();
    parser.expect("(")?;
    parse_modifier(custom, clause, parser)?;
    loop {
        if !clause.by_reference.is_empty() {
            flags.push(i64::from(parser.eat("byref")));
        }
        if !clause.symbols.is_empty() {
            symbols.push(parser.symbol_ref()?);
        }
        operands.push(parser.operand()?);
        parser.expect("->")?;
        arguments.push(parser.region_argument()?);
        maps.push(parse_map_index(custom, clause, parser)?);
        if !parser.eat(",") {
            break;
        }
    }
    parser.expect(":")?;
    let written = parser.types()?;
    parser.expect(")")?;
    if written.len() != operands.len() {
        let code =
            irtrip_dialect::diagnostic::ParseCode::OperandTypes { operands: operands.len(), types: written.len() };
        return Err(parser.error_at_name(code));
    }
    for ((&operand, &ty), argument) in operands.iter().zip(&written).zip(arguments.iter_mut().skip(start)) {
        parser.add_to_group(group, operand);
        parser.add_type(Place::Operand(group), ty);
        argument.ty = ty;
    }
    if !symbols.is_empty() {
        parser.set_attribute(key(ctx, clause.symbols), ctx.array(&symbols));
    }
    if !flags.is_empty() {
        let flags = ctx.attr(AttrData::DenseArray { element: types::I1, values: flags.into() });
        parser.set_attribute(key(ctx, clause.by_reference), flags);
    }
    if maps.iter().any(|&map| map >= 0) {
        parser.set_numbers(key(ctx, clause.maps), maps);
    }
    if custom.has_attribute(clause.barrier) && parser.eat("private_barrier") {
        parser.set_attribute(key(ctx, clause.barrier), attrs::UNIT);
    }
    Ok(())
}

/// Appends the clauses, each with a space after it, and the region.
pub(super) fn print(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let number = usize::from(custom.region().unwrap_or_default());
    let mut first = 0;
    for clause in &CLAUSES {
        let group = custom.operand_named(clause.operands);
        let values = group.map_or(&[][..], |group| printer.operand_group(op, group));
        if !values.is_empty() {
            print_clause(custom, clause, (values, first), printer, op);
        }
        first += values.len();
    }
    printer.enter_regions(op, &mut |printer, regions| {
        if let Some(&region) = regions.get(number) {
            printer.region(region, RegionStyle::default());
        }
    });
}

fn print_clause(
    custom: &Custom,
    clause: &ArgumentClause,
    (values, first): (&[Value], usize),
    printer: &mut dyn OpAsmPrinter<'_>,
    op: Op,
) {
    let ctx = printer.context();
    let number = usize::from(custom.region().unwrap_or_default());
    let (symbols, flags) =
        (printer.items_of(op, key(ctx, clause.symbols)), printer.numbers_of(op, key(ctx, clause.by_reference)));
    let maps = printer.numbers_of(op, key(ctx, clause.maps));
    let attribute = |printer: &dyn OpAsmPrinter<'_>, name: &str| -> Option<Attr> {
        printer.attribute_of(op, key(ctx, name)).filter(|_| custom.has_attribute(name))
    };
    printer.text(clause.keyword);
    printer.text("(");
    let modifier = attribute(printer, clause.modifier);
    if let Some(words) = custom.words_of(clause.modifier)
        && let Some(word) = modifier.and_then(|modifier| crate::directives::words_in(ctx, words, modifier))
    {
        printer.text("mod: ");
        printer.text(word);
        printer.text(", ");
    }
    for (place, &value) in values.iter().enumerate() {
        printer.text(if place > 0 { ", " } else { "" });
        printer.text(if flags.get(place).is_some_and(|&flag| flag != 0) { "byref " } else { "" });
        if let Some(&symbol) = symbols.get(place) {
            printer.attribute(symbol);
            printer.text(" ");
        }
        printer.operand(value);
        printer.text(" -> ");
        printer.enter_regions(op, &mut |printer, regions| {
            let body = printer.body();
            let entry = regions.get(number).and_then(|&region| body.blocks(region).first());
            if let Some(&argument) = entry.and_then(|&block| body.block_args(block).get(first + place)) {
                printer.operand(argument);
            }
        });
        if let Some(&map) = maps.get(place).filter(|&&map| map >= 0) {
            printer.text(" [map_idx=");
            printer.integer(map);
            printer.text("]");
        }
    }
    printer.text(" : ");
    printer.types_of(values);
    printer.text(") ");
    if attribute(printer, clause.barrier).is_some() {
        printer.text("private_barrier ");
    }
}
