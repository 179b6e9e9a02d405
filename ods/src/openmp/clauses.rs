//! Clauses: what is between the brackets after their keywords.

use irtrip_dialect::assembly::{DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::Place;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Value};

use crate::directives::{Custom, key, parse_word as parse_enumerated, words_in};

/// The namespace.
const OMP: &str = "omp";

/// Reads items separated by commas; at least one.
fn list(
    parser: &mut dyn DirectiveParser<'_>,
    mut item: impl FnMut(&mut dyn DirectiveParser<'_>) -> Parsed<()>,
) -> Parsed<()> {
    loop {
        item(parser)?;
        if !parser.eat(",") {
            return Ok(());
        }
    }
}

/// Reads `%a : T` into the operand group at a place among the directive's.
fn typed_operand(custom: &Custom, place: usize, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let group = custom.operand(place).unwrap_or_default();
    let operand = parser.operand()?;
    parser.add_to_group(group, operand);
    parser.expect(":")?;
    let ty = parser.ty()?;
    parser.add_type(Place::Operand(group), ty);
    Ok(())
}

fn set_items(custom: &Custom, parser: &mut dyn DirectiveParser<'_>, items: &[Attr]) {
    if let Some(name) = custom.attribute(0) {
        let ctx = parser.context();
        parser.set_attribute(key(ctx, name), ctx.array(items));
    }
}

/// The operands of the group at a place among the directive's.
fn operands<'a>(custom: &Custom, place: usize, printer: &dyn OpAsmPrinter<'a>, op: Op) -> &'a [Value] {
    custom.operand(place).map_or(&[], |group| printer.operand_group(op, group))
}

/// The attribute at a place among the directive's.
fn attribute(custom: &Custom, place: usize, printer: &dyn OpAsmPrinter<'_>, op: Op) -> Option<Attr> {
    printer.attribute_of(op, key(printer.context(), custom.attribute(place)?))
}

/// The items of the first attribute.
fn items<'a>(custom: &Custom, printer: &dyn OpAsmPrinter<'a>, op: Op) -> &'a [Attr] {
    custom.attribute(0).map_or(&[], |name| printer.items_of(op, key(printer.context(), name)))
}

fn print_typed(printer: &mut dyn OpAsmPrinter<'_>, value: Value) {
    printer.operand(value);
    printer.text(" : ");
    printer.types_of(&[value]);
}

fn comma(printer: &mut dyn OpAsmPrinter<'_>, place: usize) {
    printer.text(if place > 0 { ", " } else { "" });
}

/// `%allocator : T -> %variable : U`
pub(super) fn parse_allocate(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    list(parser, |parser| {
        typed_operand(custom, 1, parser)?;
        parser.expect("->")?;
        typed_operand(custom, 0, parser)
    })
}

pub(super) fn print_allocate(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let (variables, allocators) = (operands(custom, 0, printer, op), operands(custom, 1, printer, op));
    for (place, (&variable, &allocator)) in variables.iter().zip(allocators).enumerate() {
        comma(printer, place);
        print_typed(printer, allocator);
        printer.text(" -> ");
        print_typed(printer, variable);
    }
}

/// The word of the attribute at a place among the directive's, as an attribute.
fn parse_word_of(custom: &Custom, place: usize, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let name = custom.attribute(place).unwrap_or_default();
    let Some(words) = custom.words_of(name) else { return Err(parser.expected("a word of an enumeration")) };
    let value = parse_enumerated(parser, OMP, words)?;
    let key = key(parser.context(), name);
    parser.set_attribute(key, value);
    Ok(())
}

/// Appends the word of the attribute at a place, if it is set.
fn print_word_of(custom: &Custom, place: usize, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let Some(attr) = attribute(custom, place, printer, op) else { return };
    let words = custom.attribute(place).and_then(|name| custom.words_of(name));
    match words.and_then(|words| words_in(printer.context(), words, attr)) {
        Some(word) => printer.text(word),
        None => printer.attribute(attr),
    }
}

/// `close`
pub(super) fn parse_word(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    parse_word_of(custom, 0, parser)
}

pub(super) fn print_word(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    print_word_of(custom, 0, printer, op);
}

/// `%a : T -> 32 : i64`
pub(super) fn parse_aligned(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut alignments = Vec::new();
    list(parser, |parser| {
        typed_operand(custom, 0, parser)?;
        parser.expect("->")?;
        alignments.push(parser.attribute()?);
        Ok(())
    })?;
    set_items(custom, parser, &alignments);
    Ok(())
}

pub(super) fn print_aligned(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let alignments = items(custom, printer, op);
    for (place, (&value, &alignment)) in operands(custom, 0, printer, op).iter().zip(alignments).enumerate() {
        comma(printer, place);
        print_typed(printer, value);
        printer.text(" -> ");
        printer.attribute(alignment);
    }
}

/// `%a -> @copy : T`
pub(super) fn parse_copyprivate(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut symbols = Vec::new();
    let group = custom.operand(0).unwrap_or_default();
    list(parser, |parser| {
        let operand = parser.operand()?;
        parser.add_to_group(group, operand);
        parser.expect("->")?;
        symbols.push(parser.symbol_ref()?);
        parser.expect(":")?;
        let ty = parser.ty()?;
        parser.add_type(Place::Operand(group), ty);
        Ok(())
    })?;
    set_items(custom, parser, &symbols);
    Ok(())
}

pub(super) fn print_copyprivate(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let symbols = items(custom, printer, op);
    for (place, (&value, &symbol)) in operands(custom, 0, printer, op).iter().zip(symbols).enumerate() {
        comma(printer, place);
        printer.operand(value);
        printer.text(" -> ");
        printer.attribute(symbol);
        printer.text(" : ");
        printer.types_of(&[value]);
    }
}

/// `taskdependin -> %a : T`
pub(super) fn parse_depend(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut kinds = Vec::new();
    let words = custom.attribute(0).and_then(|name| custom.words_of(name));
    let Some(words) = words else { return Err(parser.expected("a word of an enumeration")) };
    list(parser, |parser| {
        kinds.push(parse_enumerated(parser, OMP, words)?);
        parser.expect("->")?;
        typed_operand(custom, 0, parser)
    })?;
    set_items(custom, parser, &kinds);
    Ok(())
}

pub(super) fn print_depend(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let kinds = items(custom, printer, op);
    let words = custom.attribute(0).and_then(|name| custom.words_of(name));
    for (place, (&value, &kind)) in operands(custom, 0, printer, op).iter().zip(kinds).enumerate() {
        comma(printer, place);
        match words.and_then(|words| words_in(printer.context(), words, kind)) {
            Some(word) => printer.text(word),
            None => printer.attribute(kind),
        }
        printer.text(" -> ");
        print_typed(printer, value);
    }
}

/// `strict, %n: T` or `%n: T`
pub(super) fn parse_count(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    if !parser.sees("%") {
        parse_word_of(custom, 0, parser)?;
        parser.expect(",")?;
    }
    typed_operand(custom, 0, parser)
}

pub(super) fn print_count(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    if attribute(custom, 0, printer, op).is_some() {
        print_word_of(custom, 0, printer, op);
        printer.text(", ");
    }
    for &value in operands(custom, 0, printer, op) {
        printer.operand(value);
        printer.text(": ");
        printer.types_of(&[value]);
    }
}

/// `%a = %step : T`
pub(super) fn parse_linear(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let (variables, steps) = (custom.operand(0).unwrap_or_default(), custom.operand(1).unwrap_or_default());
    list(parser, |parser| {
        let variable = parser.operand()?;
        parser.add_to_group(variables, variable);
        parser.expect("=")?;
        let step = parser.operand()?;
        parser.add_to_group(steps, step);
        parser.expect(":")?;
        let ty = parser.ty()?;
        parser.add_type(Place::Operand(variables), ty);
        Ok(())
    })
}

pub(super) fn print_linear(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let steps = operands(custom, 1, printer, op);
    for (place, &variable) in operands(custom, 0, printer, op).iter().enumerate() {
        comma(printer, place);
        printer.operand(variable);
        if let Some(&step) = steps.get(place) {
            printer.text(" = ");
            printer.operand(step);
        }
        printer.text(" : ");
        printer.types_of(&[variable]);
    }
}

/// What the map clause calls words of the enumeration, in the order in which it has them.
const MAP_WORDS: &[(&str, &str)] = &[
    ("always", "always"),
    ("implicit", "implicit"),
    ("ompx_hold", "ompx_hold"),
    ("close", "close"),
    ("present", "present"),
    ("tofrom", ""),
    ("from", "from"),
    ("to", "to"),
    ("delete", "del"),
    ("return_param", "return_param"),
    ("storage", "storage"),
    ("private", "priv"),
    ("literal", "literal"),
    ("attach", "attach"),
    ("attach_always", "attach_always"),
    ("attach_none", "attach_none"),
    ("attach_auto", "attach_auto"),
    ("ref_ptr", "ref_ptr"),
    ("ref_ptee", "ref_ptee"),
    ("ref_ptr_ptee", "ref_ptr_ptee"),
    ("is_device_ptr", "is_device_ptr"),
    ("none", "none"),
];

/// `always, tofrom`
pub(super) fn parse_map(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let name = custom.attribute(0).unwrap_or_default();
    let Some(words) = custom.words_of(name) else { return Err(parser.expected("a word of an enumeration")) };
    let mut given = Vec::new();
    list(parser, |parser| {
        let word = parser.next_keyword();
        match MAP_WORDS.iter().find(|(spelled, _)| *spelled == word) {
            Some(("tofrom", _)) => given.extend(["to", "from"]),
            Some((_, value)) => given.push(*value),
            // Upstream passes over words that it does not know, those of older releases among them.
            None if word.is_empty() => return Err(parser.expected("valid keyword")),
            None => {}
        }
        parser.keyword();
        Ok(())
    })?;
    if given.is_empty() {
        given.push("none");
    }
    if given.len() > 1 {
        given.retain(|word| *word != "none");
    }
    let ctx = parser.context();
    let value = ctx.opaque_attr(OMP, &words.body(&words.in_order(&given)));
    parser.set_attribute(key(ctx, name), value);
    Ok(())
}

pub(super) fn print_map(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let Some(attr) = attribute(custom, 0, printer, op) else { return };
    let words = custom.attribute(0).and_then(|name| custom.words_of(name));
    let Some(given) = words.and_then(|words| words_in(printer.context(), words, attr)) else {
        return printer.attribute(attr);
    };
    let given: Vec<&str> = given.split('|').map(str::trim).collect();
    let has = |word: &str| given.contains(&word);
    let both = has("to") && has("from");
    let mut place = 0;
    for &(spelled, value) in MAP_WORDS {
        let is_there = match spelled {
            "tofrom" => both,
            "to" | "from" => has(value) && !both,
            _ => has(value),
        };
        if is_there {
            comma(printer, place);
            printer.text(spelled);
            place += 1;
        }
    }
}

/// `[0], [1,2]`
pub(super) fn parse_members(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut members = Vec::new();
    list(parser, |parser| {
        let mut indices = Vec::new();
        parser.expect("[")?;
        list(parser, |parser| {
            indices.push(parser.number(types::I64)?);
            Ok(())
        })?;
        members.push(parser.context().array(&indices));
        parser.expect("]")
    })?;
    set_items(custom, parser, &members);
    Ok(())
}

pub(super) fn print_members(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    for (place, &member) in items(custom, printer, op).iter().enumerate() {
        comma(printer, place);
        printer.text("[");
        for (place, &index) in printer.context().items(member).iter().enumerate() {
            comma(printer, place);
            printer.attribute_without_type(index);
        }
        printer.text("]");
    }
}

/// `reproducible:concurrent` or `concurrent`
pub(super) fn parse_order(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let modifiers = custom.attribute(1).and_then(|name| custom.words_of(name));
    let word = parser.next_keyword();
    if modifiers.is_some_and(|modifiers| modifiers.words.contains(&word)) {
        parse_word_of(custom, 1, parser)?;
        parser.expect(":")?;
    }
    parse_word_of(custom, 0, parser)
}

pub(super) fn print_order(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    if attribute(custom, 1, printer, op).is_some() {
        print_word_of(custom, 1, printer, op);
        printer.text(":");
    }
    print_word_of(custom, 0, printer, op);
}

/// `dynamic = %chunk : T, nonmonotonic, simd`
pub(super) fn parse_schedule(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    parse_word_of(custom, 0, parser)?;
    if parser.eat("=") {
        typed_operand(custom, 0, parser)?;
    }
    let ctx = parser.context();
    let mut is_first = true;
    while parser.eat(",") {
        let is_simd = parser.next_keyword() == "simd";
        if !is_simd {
            parse_word_of(custom, 1, parser)?;
        } else {
            parser.keyword();
            if let (true, Some(name)) = (is_first, custom.attribute(1)) {
                let none = custom.words_of(name).map(|words| ctx.opaque_attr(OMP, &words.body("none")));
                none.into_iter().for_each(|none| parser.set_attribute(key(ctx, name), none));
            }
            if let Some(name) = custom.attribute(2) {
                parser.set_attribute(key(ctx, name), attrs::UNIT);
            }
        }
        is_first = false;
    }
    Ok(())
}

pub(super) fn print_schedule(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    print_word_of(custom, 0, printer, op);
    for &chunk in operands(custom, 0, printer, op) {
        printer.text(" = ");
        print_typed(printer, chunk);
    }
    if attribute(custom, 1, printer, op).is_some() {
        printer.text(", ");
        print_word_of(custom, 1, printer, op);
    }
    if attribute(custom, 2, printer, op).is_some() {
        printer.text(", simd");
    }
}

/// The hints of `omp_sync_hint_t`, a bit each.
const HINTS: [&str; 4] = ["uncontended", "contended", "nonspeculative", "speculative"];

/// `contended, speculative`
pub(super) fn parse_hint(custom: &Custom, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    let mut hint = 0;
    if !parser.eat("none") {
        list(parser, |parser| {
            let word = parser.next_keyword();
            let Some(bit) = HINTS.iter().position(|hint| *hint == word) else {
                let code = irtrip_dialect::diagnostic::ParseCode::InvalidClause(word.to_owned());
                return Err(parser.error(code));
            };
            hint |= 1 << bit;
            parser.keyword();
            Ok(())
        })?;
    }
    if let Some(name) = custom.attribute(0) {
        let ctx = parser.context();
        parser.set_attribute(key(ctx, name), ctx.int_attr(types::I64, hint));
    }
    Ok(())
}

pub(super) fn print_hint(custom: &Custom, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let hint = attribute(custom, 0, printer, op).and_then(|attr| printer.context().int_value(attr)).unwrap_or(0);
    let set = HINTS.iter().enumerate().filter(|(bit, _)| hint & (1 << bit) != 0);
    let words: Vec<&str> = set.map(|(_, word)| *word).collect();
    printer.text(if words.is_empty() { "none" } else { "" });
    printer.text(&words.join(", "));
}
