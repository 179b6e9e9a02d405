//! The form of `llvm.alloca`.

use smallvec::SmallVec;

use crate::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::context::{Attr, Str};
use crate::diagnostic::ParseCode;
use crate::names;
use crate::types::TypeData;

/// `llvm.alloca inalloca %n x T {...} : (i64) -> !llvm.ptr`
#[derive(Debug)]
pub struct Alloca;

impl CustomAssemblyFormat for Alloca {
    fn description(&self) -> &'static str {
        " (inalloca)? $arraySize x $elem_type attr-dict : functional-type"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.keyword_attribute("inalloca", names::INALLOCA);
        let size = parser.operand()?;
        parser.expect("x")?;
        let element = parser.ty()?;
        let ctx = parser.context();
        parser.set_attribute(names::ELEM_TYPE, ctx.type_attr(element));
        parser.optional_attr_dict()?;
        parser.expect(":")?;
        let position = parser.position();
        let ty = parser.ty()?;
        let alignment = parser.attribute_of(names::ALIGNMENT);
        if alignment.is_some_and(|alignment| ctx.int_value(alignment).is_none()) {
            return Err(parser.error_at_name(ParseCode::Expected("integer alignment")));
        }
        match ctx.type_data(ty) {
            TypeData::Function { inputs, results } if inputs.len() == 1 && results.len() == 1 => {
                parser.add_typed_operands(&[size], inputs)?;
                parser.add_results(results);
                Ok(())
            }
            _ => {
                let code = ParseCode::Expected("trailing function type with one argument and one result");
                Err(parser.error_at(position, code))
            }
        }
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["elem_type", "inalloca"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.keyword_if(op, names::INALLOCA, "inalloca");
        printer.text(" ");
        let (ctx, body) = (printer.context(), printer.body());
        let operands = body.operands(op);
        printer.operands(operands);
        printer.text(" x ");
        if let Some(ty) = printer.attribute_of(op, names::ELEM_TYPE) {
            printer.attribute(ty);
        }
        let alignment = printer.attribute_of(op, names::ALIGNMENT).and_then(|attr| ctx.int_value(attr));
        if alignment == Some(0) {
            // Upstream writes an alignment of 0 in the generic form only.
            let unwritten = [names::ALIGNMENT, names::ELEM_TYPE, names::INALLOCA];
            let entries = ctx.entries(body.attrs(op)).iter().copied().filter(|entry| !unwritten.contains(&entry.0));
            let entries: SmallVec<[(Str, Attr); 4]> = entries.collect();
            printer.attribute_entries(&entries, " {");
        } else {
            printer.optional_attr_dict(op);
        }
        printer.text(" : ");
        printer.functional_type(operands, op);
    }
}
