//! The forms of `vector.transfer_read` and `vector.transfer_write`.

use irtrip_dialect::assembly::{
    AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, TextPosition, UnresolvedOperand,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Op, Value};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::Dim;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Str, Type, TypeData, names};

use super::vector;
use crate::directives::key;

const MAP: &str = "permutation_map";
const IN_BOUNDS: &str = "in_bounds";
const WRITTEN: &[&str] = &["operandSegmentSizes", MAP, IN_BOUNDS];

/// `%base[%i, %j], %padding, %mask {...} : memref<?x?xf32>, vector<4xf32>`
#[derive(Debug)]
pub(super) struct Read;

/// `%value, %base[%i, %j], %mask {...} : vector<4xf32>, memref<?x?xf32>`
#[derive(Debug)]
pub(super) struct Write;

/// The dimensions and elements of a memref or tensor whose rank is known.
fn shaped(ctx: &Context, ty: Type) -> Option<(usize, Type)> {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims: Some(dims), element, .. } | TypeData::Tensor { dims: Some(dims), element, .. } => {
            Some((dims.len(), *element))
        }
        _ => None,
    }
}

/// The map of a transfer between the last dimensions and a vector; `None` where the vector has more.
fn minor_identity(ctx: &Context, base: Type, transferred: Type) -> Option<Attr> {
    let ((rank, element), (dims, _)) = (shaped(ctx, base)?, vector(ctx, transferred)?);
    if rank == 0 && matches!(dims, [Dim { size: Some(1), scalable: false }]) {
        return Some(map(ctx, 0, std::iter::once("0".to_owned())));
    }
    let of_elements = vector(ctx, element).map_or(0, |(dims, _)| dims.len());
    let first = rank.checked_sub(dims.len().checked_sub(of_elements)?)?;
    Some(map(ctx, rank, (first..rank).map(|dim| format!("d{dim}"))))
}

fn map(ctx: &Context, dims: usize, results: impl Iterator<Item = String>) -> Attr {
    let dims: Vec<String> = (0..dims).map(|dim| format!("d{dim}")).collect();
    let results: Vec<String> = results.collect();
    ctx.attr(AttrData::Affine(ctx.str(&format!("affine_map<({}) -> ({})>", dims.join(", "), results.join(", ")))))
}

/// Whether a map returns its last dimensions: the form leaves it out.
fn is_minor_identity(map: &Map<'_>) -> bool {
    let results: Vec<Option<usize>> = map.each_result().map(Map::dimension).collect();
    let first = map.dims.checked_sub(results.len());
    map.symbols == 0 && first.is_some_and(|first| results.into_iter().eq((first..map.dims).map(Some)))
}

/// The type of the mask: `i1` in the shape of the part of the base that is transferred.
fn mask_type(ctx: &Context, transferred: Type, map: &Map<'_>) -> Option<Type> {
    let (dims, _) = vector(ctx, transferred)?;
    let results = map.each_result().zip(dims).filter_map(|(result, dim)| Some((Map::dimension(result)?, *dim)));
    let mut masked: Vec<(usize, Dim)> = results.collect();
    masked.sort_by_key(|(place, _)| *place);
    let mut masked: Vec<Dim> = masked.into_iter().map(|(_, dim)| dim).collect();
    if masked.is_empty() {
        masked.push(Dim { size: Some(1), scalable: false });
    }
    Some(ctx.ty(TypeData::Vector { dims: masked.into(), element: types::I1 }))
}

/// Reads what follows the operands: `{...} :` and two types, whose first is the vector's where the form `begins_with_vector`.
/// Returns the types of the base, the vector and a mask.
fn parse_types(parser: &mut dyn OpAsmParser<'_>, begins_with_vector: bool, is_masked: bool) -> Parsed<[Type; 3]> {
    let ctx = parser.context();
    parser.optional_attr_dict()?;
    parser.expect(":")?;
    let position = parser.position();
    let wrong = |parser: &dyn OpAsmParser<'_>, what| Err(parser.error_at(position, ParseCode::Expected(what)));
    let [first, second] = parser.types()?[..] else { return wrong(parser, "two types") };
    let (transferred, base) = if begins_with_vector { (first, second) } else { (second, first) };
    if shaped(ctx, base).is_none() {
        return wrong(parser, "memref or ranked tensor type");
    }
    let Some((dims, _)) = vector(ctx, transferred) else { return wrong(parser, "vector type") };
    let (map_key, bounds_key) = (key(ctx, MAP), key(ctx, IN_BOUNDS));
    let written = parser.attribute_of(map_key);
    let attr = written.or_else(|| minor_identity(ctx, base, transferred));
    let Some((attr, map)) = attr.and_then(|attr| Some((attr, Map::of(ctx, attr)?))) else {
        return wrong(parser, "custom permutation_map where the vector has more dimensions than the memref or tensor");
    };
    if written.is_none() {
        parser.set_attribute(map_key, attr);
    }
    let results = map.each_result().count();
    if parser.attribute_of(bounds_key).is_none() {
        parser.set_attribute(bounds_key, ctx.array(&vec![attrs::FALSE; results]));
    }
    if is_masked && results != dims.len() {
        return wrong(parser, "as many results of the permutation map as the vector has dimensions");
    }
    Ok([base, transferred, mask_type(ctx, transferred, &map).unwrap_or(types::I1)])
}

/// Reads `, %mask` if it is here.
fn parse_mask(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Option<UnresolvedOperand>> {
    if parser.eat(",") { parser.operand().map(Some) } else { Ok(None) }
}

/// Reads `%base[%i, %j]`.
fn parse_access(
    parser: &mut dyn OpAsmParser<'_>,
) -> Parsed<(UnresolvedOperand, irtrip_dialect::assembly::UnresolvedOperands)> {
    Ok((parser.operand()?, parser.bracketed_operands("[", "]")?))
}

/// Appends `%base[%i, %j]`.
fn print_access(printer: &mut dyn OpAsmPrinter<'_>, base: &[Value], indices: &[Value]) {
    printer.operands(base);
    printer.text("[");
    printer.operands(indices);
    printer.text("]");
}

/// Whether the form leaves an attribute out.
fn is_left_out(ctx: &Context, name: Str, value: Attr) -> bool {
    if name == key(ctx, MAP) {
        return Map::of(ctx, value).is_some_and(|map| is_minor_identity(&map));
    }
    name == names::OPERAND_SEGMENT_SIZES
        || name == key(ctx, IN_BOUNDS) && ctx.items(value).iter().all(|item| *item == attrs::FALSE)
}

/// Appends the mask, the attributes and the types.
fn print_end(printer: &mut dyn OpAsmPrinter<'_>, op: Op, mask: &[Value], types: [Value; 2]) {
    let ctx = printer.context();
    if !mask.is_empty() {
        printer.text(", ");
        printer.operands(mask);
    }
    let entries = ctx.entries(printer.body().attrs(op)).iter().copied();
    let written: Vec<(Str, Attr)> = entries.filter(|(name, value)| !is_left_out(ctx, *name, *value)).collect();
    printer.attribute_entries(&written, " {");
    printer.text(" : ");
    printer.types_of(&types);
}

fn visit(visitor: &mut dyn AttributeVisitor) {
    for name in [IN_BOUNDS, MAP] {
        let name = key(visitor.context(), name);
        if let Some(value) = visitor.attribute_of(name).filter(|value| !is_left_out(visitor.context(), name, *value)) {
            visitor.visit(value);
        }
    }
    visitor.visit_attr_dict();
}

/// Whether a reader of the form finds the mask's type, and attributes where it has left some out.
fn is_printable(printer: &dyn OpAsmPrinter<'_>, op: Op, [base, transferred]: [&[Value]; 2], mask: &[Value]) -> bool {
    let (ctx, body) = (printer.context(), printer.body());
    let ([base], [transferred]) = (base, transferred) else { return false };
    let (base, transferred) = (body.value_type(*base), body.value_type(*transferred));
    let Some(attr) = printer.attribute_of(op, key(ctx, MAP)) else { return false };
    let Some(map) = Map::of(ctx, attr) else { return false };
    let bounds = printer.attribute_of(op, key(ctx, IN_BOUNDS));
    let given = if is_minor_identity(&map) { minor_identity(ctx, base, transferred) } else { Some(attr) };
    let mask_type = mask_type(ctx, transferred, &map);
    shaped(ctx, base).is_some()
        && given == Some(attr)
        && bounds.is_some_and(|bounds| ctx.items(bounds).len() == map.each_result().count())
        && mask.iter().all(|mask| Some(body.value_type(*mask)) == mask_type)
}

/// The element type of a memref or tensor.
fn element(parser: &dyn OpAsmParser<'_>, base: Type, position: TextPosition) -> Parsed<Type> {
    let element = shaped(parser.context(), base).map(|(_, element)| element);
    element.ok_or_else(|| parser.error_at(position, ParseCode::Expected("memref or ranked tensor type")))
}

impl CustomAssemblyFormat for Read {
    fn description(&self) -> &'static str {
        " $base `[` $indices `]` `,` $padding (`,` $mask)? attr-dict `:` type($base) `,` type($vector)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        WRITTEN
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit(visitor);
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let (base, indices) = parse_access(parser)?;
        parser.expect(",")?;
        let (position, padding) = (parser.position(), parser.operand()?);
        let mask = parse_mask(parser)?;
        let [base_type, transferred, mask_type] = parse_types(parser, false, mask.is_some())?;
        let element = element(parser, base_type, position)?;
        parser.add_operands(&[base], base_type)?;
        parser.add_operands(&indices, types::INDEX)?;
        parser.add_operands(&[padding], element)?;
        parser.add_operands(mask.as_slice(), mask_type)?;
        parser.set_group_sizes(&[1, indices.len(), 1, mask.as_slice().len()]);
        parser.add_results(&[transferred]);
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let body = printer.body();
        let [base, padding, mask] = [0, 2, 3].map(|group| printer.operand_group(op, group));
        let element = base.first().and_then(|base| shaped(printer.context(), body.value_type(*base)));
        let is_padded = padding.first().map(|one| body.value_type(*one)) == element.map(|(_, element)| element);
        is_padded && body.result(op).is_some_and(|result| is_printable(printer, op, [base, &[result]], mask))
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let [base, indices, padding, mask] = [0, 1, 2, 3].map(|group| printer.operand_group(op, group));
        printer.text(" ");
        print_access(printer, base, indices);
        printer.text(", ");
        printer.operands(padding);
        if let ([base], Some(result)) = (base, printer.body().result(op)) {
            print_end(printer, op, mask, [*base, result]);
        }
    }
}

impl CustomAssemblyFormat for Write {
    fn description(&self) -> &'static str {
        " $valueToStore `,` $base `[` $indices `]` (`,` $mask)? attr-dict `:` type($valueToStore) `,` type($base)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        WRITTEN
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit(visitor);
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let value = parser.operand()?;
        parser.expect(",")?;
        let (base, indices) = parse_access(parser)?;
        let mask = parse_mask(parser)?;
        let [base_type, transferred, mask_type] = parse_types(parser, true, mask.is_some())?;
        parser.add_operands(&[value], transferred)?;
        parser.add_operands(&[base], base_type)?;
        parser.add_operands(&indices, types::INDEX)?;
        parser.add_operands(mask.as_slice(), mask_type)?;
        parser.set_group_sizes(&[1, 1, indices.len(), mask.as_slice().len()]);
        if matches!(parser.context().type_data(base_type), TypeData::Tensor { .. }) {
            parser.add_results(&[base_type]);
        }
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (ctx, body) = (printer.context(), printer.body());
        let [value, base, mask] = [0, 1, 3].map(|group| printer.operand_group(op, group));
        let ty = base.first().map(|base| body.value_type(*base));
        let result = ty.filter(|ty| matches!(ctx.type_data(*ty), TypeData::Tensor { .. }));
        let has_results = body.results(op).map(|one| body.value_type(one)).eq(result);
        has_results && is_printable(printer, op, [base, value], mask)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let [value, base, indices, mask] = [0, 1, 2, 3].map(|group| printer.operand_group(op, group));
        printer.text(" ");
        printer.operands(value);
        printer.text(", ");
        print_access(printer, base, indices);
        if let ([value], [base]) = (value, base) {
            print_end(printer, op, mask, [*value, *base]);
        }
    }
}
