//! The type and the initial value of `memref.global`.

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::attributes::{AttrData, well_known as attrs};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::types::TypeData;

/// `memref<2xf32> = dense<...>`, `memref<2xf32> = uninitialized`, `memref<2xf32>`
#[derive(Debug)]
pub struct TypeAndInitialValue;

impl CustomDirective for TypeAndInitialValue {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let ty = parser.ty()?;
        let (dims, element) = match ctx.type_data(ty) {
            TypeData::MemRef { dims: Some(dims), element, .. } if dims.iter().all(|dim| dim.size.is_some()) => {
                (Some(dims.clone()), *element)
            }
            _ => return Err(parser.error_at_name(ParseCode::GlobalMemRefType(parser.spelling(ty)))),
        };
        parser.set_attribute(names::TYPE, ctx.type_attr(ty));
        if !parser.eat("=") {
            return Ok(());
        }
        if parser.eat("uninitialized") {
            parser.set_attribute(names::INITIAL_VALUE, attrs::UNIT);
            return Ok(());
        }
        let value = match parser.next_keyword() {
            "dense" => parser.dense_elements(ctx.ty(TypeData::Tensor { dims, element, encoding: None }))?,
            _ => parser.attribute()?,
        };
        let is_elements = matches!(
            ctx.attr_data(value),
            AttrData::Dense { .. }
                | AttrData::DenseStrings { .. }
                | AttrData::Sparse { .. }
                | AttrData::DenseResource { .. }
        );
        if !is_elements {
            return Err(parser.error_at_name(ParseCode::GlobalMemRefValue));
        }
        parser.set_attribute(names::INITIAL_VALUE, value);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "$type (= $initial_value)?"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["type", "initial_value"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        if let Some(ty) = printer.attribute_of(op, names::TYPE) {
            printer.attribute(ty);
        }
        match printer.attribute_of(op, names::INITIAL_VALUE) {
            None => {}
            Some(attrs::UNIT) => printer.text(" = uninitialized"),
            Some(value) => {
                printer.text(" = ");
                printer.attribute_without_type(value);
            }
        }
    }
}
