//! What of the dialect `vector` is code upstream: the forms of transfers, contractions and outer products, and types that follow
//! from others. MLIR, "'vector' Dialect".

mod mask;
mod products;
mod transfers;

use irtrip_dialect::assembly::mixed_indices::MixedIndices;
use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::ops::{Derived, DerivedFrom, FormatElement, OpDef, OtherForm, Place, TypeInference};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::Dim;
use irtrip_dialect::{Context, Type, TypeData};

use crate::directives::key;

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    OpDef::new("vector.contract").custom(&products::Contract),
    OpDef::new("vector.deinterleave").types(&[(Place::Result(1), TypeInference::Same(Place::Result(0)))]),
    OpDef::new("vector.extract").other_forms(&[OtherForm {
        releases: Releases::ALL.until(Release::V18),
        after_attr_dict: true,
        elements: &[FormatElement::Text(":"), FormatElement::Type(Place::Operand(0))],
        derived: &[(Derived::Type(Place::Result(0)), DerivedFrom::ElementAt("static_position"))],
    }]),
    OpDef::new("vector.from_elements").types(&[(Place::Operand(0), TypeInference::ElementOf(Place::Result(0)))]),
    OpDef::new("vector.mask").custom(&mask::Mask),
    OpDef::new("vector.outerproduct").custom(&products::OuterProduct),
    OpDef::new("vector.reduction").types(&[(Place::Operand(1), TypeInference::Same(Place::Result(0)))]),
    OpDef::new("vector.shuffle").custom(&Shuffle),
    OpDef::new("vector.to_elements").custom(&ToElements),
    OpDef::new("vector.transfer_read").custom(&transfers::Read),
    OpDef::new("vector.transfer_write").custom(&transfers::Write),
];

/// The dimensions and elements of a vector type.
fn vector(ctx: &Context, ty: Type) -> Option<(&[Dim], Type)> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => Some((dims, *element)),
        _ => None,
    }
}

/// `%v1, %v2 [0, 3] {...} : vector<2xf32>, vector<2xf32>`, whose result has as many elements or rows as the mask.
#[derive(Debug)]
struct Shuffle;

/// The type of a shuffle of vectors like `of`.
fn shuffled(ctx: &Context, of: Type, length: usize) -> Option<Type> {
    let (dims, element) = vector(ctx, of)?;
    let rows = Dim { size: Some(length as u64), scalable: false };
    let dims = std::iter::once(rows).chain(dims.iter().skip(1).copied()).collect();
    Some(ctx.ty(TypeData::Vector { dims, element }))
}

impl CustomAssemblyFormat for Shuffle {
    fn description(&self) -> &'static str {
        " operands $mask attr-dict `:` type(operands)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["mask"]
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let operands = parser.operands()?;
        let position = parser.position();
        let mask = MixedIndices::parse(parser, "[", "]")?;
        if !mask.operands.is_empty() {
            return Err(parser.error_at(position, ParseCode::Expected("numbers as a mask")));
        }
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let (position, types) = (parser.position(), parser.types()?);
        let of = types.first().copied();
        let Some(result) = of.and_then(|of| shuffled(parser.context(), of, mask.numbers.len())) else {
            return Err(parser.error_at(position, ParseCode::Expected("vector type")));
        };
        let name = key(parser.context(), "mask");
        parser.set_numbers(name, mask.numbers);
        parser.add_typed_operands(&operands, &types)?;
        parser.add_results(&[result]);
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (ctx, body) = (printer.context(), printer.body());
        let length = printer.numbers_of(op, key(ctx, "mask")).len();
        let of = body.operands(op).first().map(|&of| body.value_type(of));
        let result = of.and_then(|of| shuffled(ctx, of, length));
        result.is_some() && body.result(op).map(|one| body.value_type(one)) == result
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let operands = printer.body().operands(op);
        let mask = printer.numbers_of(op, key(printer.context(), "mask"));
        printer.text(" ");
        printer.operands(operands);
        printer.text(" [");
        for (place, &number) in mask.iter().enumerate() {
            printer.text(if place > 0 { ", " } else { "" });
            printer.integer(number);
        }
        printer.text("]");
        printer.optional_attr_dict(op);
        printer.text(" : ");
        printer.types_of(operands);
    }
}

/// `%source {...} : vector<2xf32>`, with a result for each element.
#[derive(Debug)]
struct ToElements;

/// The number of elements of a vector whose size is known, up to what an operation can have as results.
fn element_count(dims: &[Dim]) -> Option<usize> {
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size.filter(|_| !dim.scalable)?));
    count.and_then(|count| u16::try_from(count).ok()).map(usize::from)
}

impl CustomAssemblyFormat for ToElements {
    fn description(&self) -> &'static str {
        " $source attr-dict `:` type($source)"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let source = parser.operand()?;
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let (position, ty) = (parser.position(), parser.ty()?);
        let elements = vector(parser.context(), ty).and_then(|(dims, element)| Some((element_count(dims)?, element)));
        let Some((count, element)) = elements else {
            return Err(parser.error_at(position, ParseCode::Expected("vector type of at most 65,535 elements")));
        };
        parser.add_operands(&[source], ty)?;
        parser.add_results(&vec![element; count]);
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let (ctx, body) = (printer.context(), printer.body());
        let source = body.operands(op).first().and_then(|&source| vector(ctx, body.value_type(source)));
        source.is_some_and(|(dims, element)| {
            let mut results = body.results(op);
            element_count(dims) == Some(results.len()) && results.all(|one| body.value_type(one) == element)
        })
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let operands = printer.body().operands(op);
        printer.text(" ");
        printer.operands(operands);
        printer.optional_attr_dict(op);
        printer.text(" : ");
        printer.types_of(operands);
    }
}
