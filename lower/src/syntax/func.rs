//! The form of `func.func`.

use irtrip_dialect::assembly::signature::{
    entry_has_arguments, parse_parameters, print_function_body, print_parameters, print_results,
    visit_function_attributes,
};
use irtrip_dialect::assembly::{
    AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, type_attribute,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::context::{Str, Type};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::types::TypeData;

/// The parameters and results of a function's type.
fn function_type<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op) -> Option<(&'a [Type], &'a [Type])> {
    match printer.context().type_data(type_attribute(printer, op, names::FUNCTION_TYPE)?) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// `func.func private @f(%a: i32 {...}, ...) -> (i32 {...}, f32) attributes {...} {...}`
#[derive(Debug)]
pub struct FunctionOp;

impl CustomAssemblyFormat for FunctionOp {
    fn description(&self) -> &'static str {
        " $sym_visibility? $sym_name($arguments) (-> $results)? attr-dict-with-keyword region0?"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let words = ["public", "private", "nested"];
        if let Some(word) = words.into_iter().find(|word| parser.eat(word)) {
            let visibility = parser.context().string_attr(word);
            parser.set_attribute(names::SYM_VISIBILITY, visibility);
        }
        parser.symbol()?;
        let (mut signature, arguments) = parse_parameters(parser, false)?;
        if parser.eat("->") {
            signature.parse_results(parser)?;
        }
        let ctx = parser.context();
        let (inputs, results) = (signature.inputs[..].into(), signature.results[..].into());
        parser.set_attribute(names::FUNCTION_TYPE, ctx.type_attr(ctx.ty(TypeData::Function { inputs, results })));
        signature.set_attributes(parser);
        if parser.eat("attributes") {
            let position = parser.position();
            let dictionary = parser.dictionary()?;
            parser.set_dictionary(dictionary);
            for key in [names::SYM_NAME, names::SYM_VISIBILITY, names::FUNCTION_TYPE] {
                if ctx.entry(dictionary, key).is_some() {
                    let code = ParseCode::InferredAttribute(ctx.text(key).into_owned());
                    return Err(parser.error_at(position, code));
                }
            }
        }
        if parser.sees("{") {
            parser.isolated_regions(&arguments)?;
        }
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        function_type(printer, op).is_some_and(|(params, _)| entry_has_arguments(printer, op, params.len()))
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some((params, results)) = function_type(printer, op) else { return };
        let ctx = printer.context();
        let visibility = printer.attribute_of(op, names::SYM_VISIBILITY).and_then(|attr| ctx.string_value(attr));
        if let Some(visibility) = visibility {
            printer.text(" ");
            printer.ascii(ctx.bytes(visibility));
        }
        printer.symbol(op);
        printer.text("(");
        let arg_attrs = printer.items_of(op, names::ARG_ATTRS);
        print_parameters(printer, op, params, arg_attrs);
        printer.text(")");
        if !results.is_empty() {
            printer.text(" -> ");
            let res_attrs = printer.items_of(op, names::RES_ATTRS);
            print_results(printer, results, res_attrs);
        }
        printer.optional_attr_dict_with_keyword(op);
        print_function_body(printer, op);
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit_function_attributes(visitor);
    }

    fn leading_type(&self) -> Option<Str> {
        Some(names::FUNCTION_TYPE)
    }
}
