//! The form of `gpu.func`.

use irtrip_dialect::assembly::signature::{
    function_type, parse_function, print_function, print_function_body, visit_function_attributes,
};
use irtrip_dialect::assembly::{
    AttributeVisitor, CustomAssemblyFormat, EntryArguments, OpAsmParser, OpAsmPrinter, Parsed, RegionSyntax,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::Op;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Str, names};

use super::attributions::{self, WORKGROUP_ATTRIBUTIONS};
use crate::directives::key;

/// The attribute of a function that a launch calls.
const KERNEL: &str = "gpu.kernel";

/// What holds the attributes of memory attributions, in the order of [`attributions::KEYWORDS`].
const ATTRIBUTES: [&str; 2] = ["workgroup_attrib_attrs", "private_attrib_attrs"];

/// `@name(%a: T) -> R workgroup(%b : M) private(%c : M) kernel attributes {...} {...}`
#[derive(Debug)]
pub(super) struct Func;

/// How many arguments the first block of a function's body has.
fn argument_count(printer: &dyn OpAsmPrinter<'_>, op: Op) -> Option<usize> {
    let nested = printer.body().nested(op)?;
    let entry = nested.regions().first().and_then(|&region| nested.blocks(region).first())?;
    Some(nested.block_args(*entry).len())
}

/// Prints the memory attributions, which are the arguments of the body after those of the function's type.
fn print_attributions(printer: &mut dyn OpAsmPrinter<'_>, op: Op, parameters: usize) {
    let workgroup = attributions::workgroup_count(printer, op);
    let attributes = ATTRIBUTES.map(|name| printer.items_of(op, key(printer.context(), name)));
    printer.enter_regions(op, &mut |printer, regions| {
        let body = printer.body();
        let Some(&entry) = regions.first().and_then(|&region| body.blocks(region).first()) else { return };
        let ends = [parameters + workgroup, body.block_args(entry).len()];
        let mut start = parameters;
        for ((keyword, end), attributes) in attributions::KEYWORDS.into_iter().zip(ends).zip(attributes) {
            attributions::print(printer, keyword, entry, start..end, attributes);
            start = end;
        }
    });
}

fn kernel(ctx: &Context) -> Str {
    key(ctx, KERNEL)
}

impl CustomAssemblyFormat for Func {
    fn description(&self) -> &'static str {
        " $sym_name($arguments) (-> $results)? (workgroup($buffers))? (private($buffers))? kernel? \
         attr-dict-with-keyword region0"
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments: EntryArguments::Parameters, ..RegionSyntax::DEFAULT }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let mut arguments = parse_function(parser)?;
        for (keyword, name) in attributions::KEYWORDS.into_iter().zip(ATTRIBUTES) {
            let start = arguments.len();
            if let Some(attributes) = attributions::parse(parser, keyword, &mut arguments)? {
                parser.set_attribute(key(ctx, name), attributes);
            }
            let count = arguments.len() - start;
            if count > 0 && keyword == attributions::KEYWORDS[0] {
                let count = ctx.int_attr(types::I64, count as i64);
                parser.set_attribute(key(ctx, WORKGROUP_ATTRIBUTIONS), count);
            }
        }
        if parser.eat("kernel") {
            parser.set_attribute(kernel(ctx), attrs::UNIT);
        }
        parser.optional_attr_dict_with_keyword()?;
        parser.isolated_regions(&arguments)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[
            "sym_name",
            "function_type",
            "arg_attrs",
            "res_attrs",
            ATTRIBUTES[0],
            ATTRIBUTES[1],
            WORKGROUP_ATTRIBUTIONS,
            KERNEL,
        ]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let ctx = printer.context();
        let is_unit = |attr| attr == Some(attrs::UNIT);
        let kernel = printer.attribute_of(op, kernel(ctx));
        let (function, arguments) = (function_type(printer, op), argument_count(printer, op));
        let fits = function.zip(arguments).is_some_and(|((parameters, _), arguments)| {
            let workgroup = attributions::workgroup_count(printer, op);
            parameters.len() + workgroup <= arguments
        });
        fits && printer.attribute_of(op, names::SYM_NAME).is_some() && (kernel.is_none() || is_unit(kernel))
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some((parameters, _)) = function_type(printer, op) else { return };
        print_function(printer, op);
        print_attributions(printer, op, parameters.len());
        let kernel = kernel(printer.context());
        printer.keyword_if(op, kernel, "kernel");
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
