//! Types that follow from an aggregate and a position in it, or from vectors and a mask.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::diagnostic::ParseCode;
use crate::names;
use crate::ops::Place;
use crate::registry::OpNameDefinition;
use crate::release::{Release, Releases};
use crate::types::{Dim, NoElement, TypeData};

/// Gives the result of `llvm.extractvalue` and the value of `llvm.insertvalue` its type; writes nothing.
#[derive(Debug)]
pub struct AggregateElementType;

impl CustomDirective for AggregateElementType {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let position = parser.attribute_of(names::POSITION).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
        let Some(mut ty) = parser.type_of(Place::Operand(0)) else { return Err(parser.expected("type")) };
        if !ctx.is_llvm_type(ty) {
            return Err(parser.error(ParseCode::NotLlvmType(parser.spelling(ty))));
        }
        for &index in position {
            ty = match ctx.aggregate_element(ty, index) {
                Ok(inner) => inner,
                Err(NoElement::OutOfBounds) => return Err(parser.error(ParseCode::PositionOutOfBounds(index))),
                Err(NoElement::NotAnAggregate) => {
                    return Err(parser.error(ParseCode::NotAnAggregate(parser.spelling(ty))));
                }
            };
        }
        let inserts = parser.operation_name().def().is_some_and(|def| def.operands.len() > 1);
        parser.add_type(if inserts { Place::Operand(1) } else { Place::Result(0) }, ty);
        Ok(())
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn print(&self, _printer: &mut dyn OpAsmPrinter<'_>, _op: Op) {}
}

/// Gives the result of `llvm.shufflevector` its type; writes nothing.
#[derive(Debug)]
pub struct ShuffleType;

impl CustomDirective for ShuffleType {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        // The type of the second vector, which is that of the first.
        if parser.sees(",") && parser.reads(Releases::ALL.until(Release::V16)) {
            parser.expect(",")?;
            parser.ty()?;
        }
        let ctx = parser.context();
        let mask = parser.attribute_of(names::MASK).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
        let vector = parser.type_of(Place::Operand(0)).map(|ty| ctx.type_data(ty));
        let Some(TypeData::Vector { dims, element }) = vector else {
            return Err(parser.expected("vector type"));
        };
        // The first dimension is as long as the mask, and scalable if that of the operands is; the others stay.
        let scalable = dims.first().is_some_and(|dim| dim.scalable);
        let picked = Dim { size: Some(mask.len() as u64), scalable };
        let dims = std::iter::once(picked).chain(dims.iter().skip(1).copied()).collect();
        parser.add_type(Place::Result(0), ctx.ty(TypeData::Vector { dims, element: *element }));
        Ok(())
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn print(&self, _printer: &mut dyn OpAsmPrinter<'_>, _op: Op) {}
}
