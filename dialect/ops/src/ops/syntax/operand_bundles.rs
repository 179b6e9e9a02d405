//! Operand bundles; LangRef, "Operand Bundles".

use smallvec::SmallVec;

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperand};
use crate::body::Op;
use crate::context::Type;
use crate::diagnostic::ParseCode;
use crate::names;
use crate::ops::{Arity, Place};
use crate::registry::OpNameDefinition;

/// Operands with their types.
type TypedOperands = SmallVec<[(UnresolvedOperand, Type); 4]>;

/// Reads `["tag"(%a, %b : T, U), "other"()]` if it is here, and sets the tags and sizes of the bundles.
pub(super) fn parse_operand_bundles(parser: &mut dyn OpAsmParser<'_>) -> Parsed<TypedOperands> {
    let mut operands = TypedOperands::new();
    if !parser.eat("[") {
        return Ok(operands);
    }
    let ctx = parser.context();
    let (mut tags, mut sizes) = (Vec::new(), Vec::new());
    while !parser.eat("]") {
        if !tags.is_empty() {
            parser.expect(",")?;
        }
        let Some(tag) = parser.optional_string()? else { return Err(parser.expected("operand bundle tag")) };
        tags.push(ctx.str_attr(tag));
        let before = operands.len();
        parse_bundle(parser, sizes.len(), &mut operands)?;
        sizes.push((operands.len() - before) as i32);
    }
    if !tags.is_empty() {
        parser.set_attribute(names::OP_BUNDLE_TAGS, ctx.array(&tags));
        parser.set_attribute(names::OP_BUNDLE_SIZES, ctx.i32_array(&sizes));
    }
    Ok(operands)
}

/// Reads `(%a, %b : T, U)`, the operands of the bundle at a place.
fn parse_bundle(parser: &mut dyn OpAsmParser<'_>, place: usize, operands: &mut TypedOperands) -> Parsed<()> {
    parser.expect("(")?;
    if parser.eat(")") {
        return Ok(());
    }
    let names = parser.operands()?;
    parser.expect(":")?;
    let position = parser.position();
    let types = parser.types()?;
    if types.len() != names.len() {
        let code = ParseCode::BundleTypes { operands: names.len(), place, types: types.len() };
        return Err(parser.error_at(position, code));
    }
    operands.extend(names.into_iter().zip(types));
    parser.expect(")")
}

/// Appends `["tag"(%a, %b : T, U), "tag2"()]`.
pub(super) fn print_operand_bundles(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let groups = printer.body().name(op).def().map_or(&[][..], |def| def.operands);
    let group = groups.iter().position(|slot| matches!(slot.arity, Arity::VariadicOfVariadic(_)));
    let mut operands = group.map_or(&[][..], |group| printer.operand_group(op, group as u8));
    let tags = printer.items_of(op, names::OP_BUNDLE_TAGS);
    printer.text("[");
    for (place, &size) in printer.numbers_of(op, names::OP_BUNDLE_SIZES).iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        if let Some(&tag) = tags.get(place) {
            printer.string(tag);
        }
        let size = usize::try_from(size).unwrap_or(0);
        let (bundle, rest) = operands.split_at(size.min(operands.len()));
        operands = rest;
        printer.text("(");
        if !bundle.is_empty() {
            printer.operands(bundle);
            printer.text(" : ");
            printer.types_of(bundle);
        }
        printer.text(")");
    }
    printer.text("]");
}

/// `["tag"(%x : i32)]`
#[derive(Debug)]
pub struct OpBundles;

impl CustomDirective for OpBundles {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let groups = parser.operation_name().def().map_or(&[][..], |def| def.operands);
        let group = groups.iter().position(|slot| matches!(slot.arity, Arity::VariadicOfVariadic(_)));
        let bundles = parse_operand_bundles(parser)?;
        let Some(group) = group else { return Ok(()) };
        for (operand, ty) in bundles {
            parser.add_to_group(group as u8, operand);
            parser.add_type(Place::Operand(group as u8), ty);
        }
        Ok(())
    }

    fn description(&self) -> &'static str {
        "([ $tag($operand : type), ... ])?"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["op_bundle_sizes", "op_bundle_tags"]
    }

    fn first_token(&self) -> Option<&'static str> {
        Some("[")
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        // Upstream leaves the space where the attribute is there and empty.
        if !printer.numbers_of(op, names::OP_BUNDLE_SIZES).is_empty() {
            print_operand_bundles(printer, op);
        }
    }
}
