//! The form of `func.func`.

use irtrip_dialect::assembly::signature::{
    entry_has_arguments, function_type, parse_function, print_function, print_function_body, visit_function_attributes,
};
use irtrip_dialect::assembly::{AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::context::Str;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;

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
        let arguments = parse_function(parser)?;
        let ctx = parser.context();
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
        let ctx = printer.context();
        let visibility = printer.attribute_of(op, names::SYM_VISIBILITY).and_then(|attr| ctx.string_value(attr));
        if let Some(visibility) = visibility {
            printer.text(" ");
            printer.ascii(ctx.bytes(visibility));
        }
        print_function(printer, op);
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
