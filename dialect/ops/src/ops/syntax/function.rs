//! The form of `llvm.func`.

use crate::assembly::signature::{
    entry_has_arguments, parse_parameters, print_function_body, print_parameters, print_results,
    visit_function_attributes,
};
use crate::assembly::{AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, type_attribute};
use crate::attributes::AttrData;
use crate::body::Op;
use crate::context::Type;
use crate::diagnostic::ParseCode;
use crate::enums::{CallingConvention, Linkage, UnnamedAddr, Visibility};
use crate::types::{TypeData, well_known as types};
use crate::{attr_table, names};

/// `llvm.func internal hidden unnamed_addr fastcc @f(%a: i32 {...}, ...) -> (i32 {...}) vscale_range(1, 2)
/// comdat(@c::@f) attributes {...} {...}`
#[derive(Debug)]
pub struct Func;

/// The parameters, the result and the variadicity of a function's type.
fn function_type<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op) -> Option<(&'a [Type], Type, bool)> {
    match printer.context().type_data(type_attribute(printer, op, names::FUNCTION_TYPE)?) {
        TypeData::LlvmFunction { result, params, vararg } => Some((params, *result, *vararg)),
        _ => None,
    }
}

/// Appends ` vscale_range(1, 16)`, if the attribute is there.
fn print_vscale_range(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let Some(range) = printer.attribute_of(op, names::VSCALE_RANGE) else { return };
    let AttrData::Llvm { params, .. } = printer.context().attr_data(range) else { return };
    let [Some(min), Some(max)] = **params else { return };
    printer.text(" vscale_range(");
    printer.attribute_without_type(min);
    printer.text(", ");
    printer.attribute_without_type(max);
    printer.text(")");
}

/// Whether the bounds are as the form reads them, two `i32`: it has no place for a width.
fn has_plain_vscale_range(printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
    let (ctx, range) = (printer.context(), printer.attribute_of(op, names::VSCALE_RANGE));
    let Some(AttrData::Llvm { params, .. }) = range.map(|range| ctx.attr_data(range)) else { return true };
    params.iter().flatten().all(|bound| match ctx.attr_data(*bound) {
        AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } => *ty == types::I32,
        _ => true,
    })
}

/// Reads `vscale_range(1, 16)`, two `i32`, if it is here.
fn parse_vscale_range(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    if !parser.eat("vscale_range") {
        return Ok(());
    }
    parser.expect("(")?;
    let min = parser.number(types::I32)?;
    parser.expect(",")?;
    let max = parser.number(types::I32)?;
    parser.expect(")")?;
    let params = Box::new([Some(min), Some(max)]);
    let range = parser.context().attr(AttrData::Llvm { kind: attr_table::VSCALE_RANGE, params });
    parser.set_attribute(names::VSCALE_RANGE, range);
    Ok(())
}

/// Reads `comdat(@group::@selector)`, if it is here.
pub(super) fn parse_comdat(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    if parser.eat("comdat") {
        parser.expect("(")?;
        let comdat = parser.symbol_ref()?;
        parser.set_attribute(names::COMDAT, comdat);
        parser.expect(")")?;
    }
    Ok(())
}

/// Appends ` comdat(@group::@selector)`, if the attribute is there.
pub(super) fn print_comdat(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    if let Some(comdat) = printer.attribute_of(op, names::COMDAT) {
        printer.text(" comdat(");
        printer.attribute(comdat);
        printer.text(")");
    }
}

impl CustomAssemblyFormat for Func {
    fn description(&self) -> &'static str {
        " $linkage? $visibility_? $unnamed_addr? $CConv? $sym_name($arguments) (-> $result)? \
         (vscale_range($min, $max))? (comdat($comdat))? attr-dict-with-keyword region0?"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.enumerated_or_default::<Linkage>(names::LINKAGE);
        parser.enumerated_or_default::<Visibility>(names::VISIBILITY);
        parser.enumerated_or_default::<UnnamedAddr>(names::UNNAMED_ADDR);
        parser.enumerated_or_default::<CallingConvention>(names::CCONV);
        let position = parser.position();
        parser.symbol()?;
        let (mut signature, arguments) = parse_parameters(parser, true)?;
        if parser.eat("->") {
            signature.parse_results(parser)?;
        }
        let result = match signature.results[..] {
            [] => types::VOID,
            [result] => result,
            _ => return Err(parser.error_at(position, ParseCode::FunctionResults)),
        };
        let ctx = parser.context();
        let is_llvm = |ty: Type| match ctx.type_data(ty) {
            TypeData::Pointer { .. } => true,
            _ => ctx.is_llvm_type_throughout(ty),
        };
        if !signature.inputs.iter().all(|ty| is_llvm(*ty)) {
            return Err(parser.error_at(position, ParseCode::FunctionArgumentTypes));
        }
        if !is_llvm(result) {
            return Err(parser.error_at(position, ParseCode::FunctionResultType(parser.spelling(result))));
        }
        let ty = ctx.llvm_function_type(result, &signature.inputs, signature.vararg);
        parser.set_attribute(names::FUNCTION_TYPE, ctx.type_attr(ty));
        signature.set_attributes(parser);
        parse_vscale_range(parser)?;
        parse_comdat(parser)?;
        parser.optional_attr_dict_with_keyword()?;
        if parser.sees("{") {
            parser.isolated_regions(&arguments)?;
        }
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[
            "sym_name",
            "function_type",
            "arg_attrs",
            "res_attrs",
            "linkage",
            "CConv",
            "visibility_",
            "comdat",
            "unnamed_addr",
            "vscale_range",
        ]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        function_type(printer, op).is_some_and(|(params, ..)| entry_has_arguments(printer, op, params.len()))
            && has_plain_vscale_range(printer, op)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some((params, result, vararg)) = function_type(printer, op) else { return };
        printer.enumerated_unless_default::<Linkage>(op, names::LINKAGE);
        printer.enumerated_unless_default::<Visibility>(op, names::VISIBILITY);
        printer.enumerated_unless_default::<UnnamedAddr>(op, names::UNNAMED_ADDR);
        printer.enumerated_unless_default::<CallingConvention>(op, names::CCONV);
        printer.symbol(op);
        printer.text("(");
        let arg_attrs = printer.items_of(op, names::ARG_ATTRS);
        print_parameters(printer, op, params, arg_attrs);
        if vararg {
            printer.text(if params.is_empty() { "..." } else { ", ..." });
        }
        printer.text(")");
        if !matches!(printer.context().type_data(result), TypeData::Void) {
            printer.text(" -> ");
            let res_attrs = printer.items_of(op, names::RES_ATTRS);
            print_results(printer, &[result], res_attrs);
        }
        print_vscale_range(printer, op);
        print_comdat(printer, op);
        printer.optional_attr_dict_with_keyword(op);
        print_function_body(printer, op);
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit_function_attributes(visitor);
    }
}
