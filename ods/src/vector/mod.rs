//! What of the dialect `vector` is code upstream: the forms of transfers, contractions and outer products, and types that follow
//! from others. MLIR, "'vector' Dialect".

mod products;
mod transfers;

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::ops::{OpDef, Place, ResultName, TypeInference};
use irtrip_dialect::types::Dim;
use irtrip_dialect::{Context, Type, TypeData};

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    OpDef::new("vector.contract").custom(&products::Contract),
    OpDef::new("vector.deinterleave")
        .result_name(ResultName::Slots)
        .types(&[(Place::Result(1), TypeInference::Same(Place::Result(0)))]),
    OpDef::new("vector.from_elements").types(&[(Place::Operand(0), TypeInference::ElementOf(Place::Result(0)))]),
    OpDef::new("vector.outerproduct").custom(&products::OuterProduct),
    OpDef::new("vector.reduction").types(&[(Place::Operand(1), TypeInference::Same(Place::Result(0)))]),
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
