//! The forms of `vector.contract` and `vector.outerproduct`.

use irtrip_dialect::assembly::{AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Body, Op};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Attr, AttrData, Context, Str, Type, TypeData};

use super::vector;
use crate::directives::key;

const KIND: &str = "kind";
const ITERATORS: &str = "iterator_types";
const TRAIT: &[&str] = &["indexing_maps", ITERATORS, KIND];

/// `{indexing_maps = [...], iterator_types = ["parallel"], kind = #vector.kind<add>} %lhs, %rhs, %acc {...} : T, U into V`
#[derive(Debug)]
pub(super) struct Contract;

/// `%lhs, %rhs, %acc {...} : vector<4xf32>, vector<8xf32>`
#[derive(Debug)]
pub(super) struct OuterProduct;

/// The words of iterator types.
const ITERATOR_WORDS: [&str; 2] = ["parallel", "reduction"];

/// Iterator types by their words.
fn iterator_types(ctx: &Context, words: Attr) -> Option<Attr> {
    let iterator = |word: &Attr| {
        let word = ctx.text(ctx.string_value(*word)?);
        let known = ITERATOR_WORDS.contains(&&*word);
        known.then(|| ctx.opaque_attr("vector", &format!("iterator_type<{word}>")))
    };
    let iterators: Vec<Attr> = ctx.items(words).iter().map(iterator).collect::<Option<_>>()?;
    Some(ctx.array(&iterators))
}

/// The word of an iterator type; none of one that upstream does not know, which the form has no place for.
fn iterator_word(ctx: &Context, item: Attr) -> Option<Attr> {
    let AttrData::Opaque { body, .. } = ctx.attr_data(item) else { return None };
    let body = std::str::from_utf8(ctx.bytes(*body)).ok()?;
    let word = body.strip_prefix("iterator_type<")?.strip_suffix('>')?;
    ITERATOR_WORDS.contains(&word).then(|| ctx.string_attr(word))
}

/// The attributes that the form begins with, with iterator types as words.
fn trait_entries(ctx: &Context, attrs: Attr) -> Option<Vec<(Str, Attr)>> {
    let entry = |name: &&str| {
        let name = key(ctx, name);
        let value = ctx.entry(attrs, name);
        let value = match name == key(ctx, KIND) {
            true => value.or_else(|| Some(ctx.opaque_attr("vector", "kind<add>"))),
            false => value,
        }?;
        if name != key(ctx, ITERATORS) {
            return Some((name, value));
        }
        let words: Vec<Attr> = ctx.items(value).iter().map(|item| iterator_word(ctx, *item)).collect::<Option<_>>()?;
        Some((name, ctx.array(&words)))
    };
    TRAIT.iter().map(entry).collect()
}

impl CustomAssemblyFormat for Contract {
    fn description(&self) -> &'static str {
        " { indexing_maps = $indexing_maps, iterator_types = $iterator_types, kind = $kind } $lhs `,` $rhs `,` $acc attr-dict \
         `:` type($lhs) `,` type($rhs) `into` type(results)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        TRAIT
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        for name in TRAIT {
            let name = key(visitor.context(), name);
            if let Some(value) = visitor.attribute_of(name) {
                visitor.visit(value);
            }
        }
        visitor.visit_attr_dict();
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let (position, contraction) = (parser.position(), parser.attribute()?);
        if !matches!(ctx.attr_data(contraction), AttrData::Dictionary(_)) {
            return Err(parser.error_at(position, ParseCode::Expected("dictionary of the contraction's attributes")));
        }
        let lhs = parser.operand()?;
        parser.expect(",")?;
        let rhs = parser.operand()?;
        parser.expect(",")?;
        let acc = parser.operand()?;
        parser.optional_attr_dict()?;
        for &(name, value) in ctx.entries(contraction) {
            let value = if name == key(ctx, ITERATORS) { iterator_types(ctx, value) } else { Some(value) };
            let Some(value) = value else {
                let code = ParseCode::Expected("'parallel' or 'reduction' for each iterator");
                return Err(parser.error_at(position, code));
            };
            parser.set_attribute(name, value);
        }
        parser.expect(":")?;
        let types = parser.types()?;
        let [lhs_type, rhs_type] = types[..] else { return Err(parser.expected("two types")) };
        parser.expect("into")?;
        let result = parser.ty()?;
        parser.add_operands(&[lhs], lhs_type)?;
        parser.add_operands(&[rhs], rhs_type)?;
        parser.add_operands(&[acc], result)?;
        parser.add_results(&[result]);
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let has_type = |acc| body.results(op).all(|one| body.value_type(one) == body.value_type(acc));
        body.operands(op).get(2).is_some_and(|&acc| has_type(acc))
            && trait_entries(printer.context(), body.attrs(op)).is_some()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let (body, entries) = (printer.body(), trait_entries(printer.context(), printer.body().attrs(op)));
        printer.attribute_entries(&entries.unwrap_or_default(), " {");
        printer.text(" ");
        printer.operands(body.operands(op));
        printer.optional_attr_dict(op);
        printer.text(" : ");
        printer.types_of(body.operands(op).get(..2).unwrap_or_default());
        printer.text(" into ");
        printer.types(&printer.result_types(op));
    }
}

/// The type of an outer product of two vectors, or of a vector and a scalar.
fn product(ctx: &Context, lhs: Type, rhs: Type) -> Option<Type> {
    let (lhs, element) = vector(ctx, lhs)?;
    let rhs = vector(ctx, rhs).map(|(dims, _)| dims);
    let dims = lhs.first().into_iter().chain(rhs.and_then(<[_]>::first)).copied().collect();
    Some(ctx.ty(TypeData::Vector { dims, element }))
}

impl OuterProduct {
    fn result(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
        let [lhs, rhs, ..] = body.operands(op) else { return None };
        product(ctx, body.value_type(*lhs), body.value_type(*rhs))
    }
}

impl CustomAssemblyFormat for OuterProduct {
    fn description(&self) -> &'static str {
        " $lhs `,` $rhs (`,` $acc attr-dict)? `:` type($lhs) `,` type($rhs)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let operands = parser.operands()?;
        let (Some(&lhs), Some(&rhs)) = (operands.first(), operands.get(1)) else {
            return Err(parser.error_at_name(ParseCode::Expected("at least 2 operands")));
        };
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let (position, lhs_type) = (parser.position(), parser.ty()?);
        parser.expect(",")?;
        let rhs_type = parser.ty()?;
        let Some(result) = product(parser.context(), lhs_type, rhs_type) else {
            return Err(parser.error_at(position, ParseCode::Expected("vector type for operand #1")));
        };
        parser.add_operands(&[lhs], lhs_type)?;
        parser.add_operands(&[rhs], rhs_type)?;
        parser.add_operands(operands.get(2..).unwrap_or_default(), result)?;
        parser.add_results(&[result]);
        Ok(())
    }

    /// The form without a third operand has no attributes.
    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (ctx, body) = (printer.context(), printer.body());
        let Some(result) = OuterProduct::result(ctx, body, op) else { return false };
        let rest = body.operands(op).get(2..).unwrap_or_default();
        rest.iter().copied().chain(body.results(op)).all(|one| body.value_type(one) == result)
            && (!rest.is_empty() || body.attrs(op) == attrs::EMPTY_DICTIONARY)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let operands = printer.body().operands(op);
        printer.text(" ");
        printer.operands(operands);
        if operands.len() > 2 {
            printer.optional_attr_dict(op);
        }
        printer.text(" : ");
        printer.types_of(operands.get(..2).unwrap_or_default());
    }
}
