//! What the forms of functions and of calls have in common: parameters and results with their attributes.

use smallvec::SmallVec;

use super::{
    AttributeVisitor, OpAsmParser, OpAsmPrinter, Parsed, RegionArgument, RegionStyle, TextPosition, Types,
    UnresolvedOperand, type_attribute,
};
use crate::attributes::well_known as attrs;
use crate::body::Op;
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::ParseCode;
use crate::names;
use crate::types::TypeData;

/// The types of a function or a call with a dictionary of attributes each: `(T {...}, U) -> (R {...})`.
#[derive(Default, Debug)]
pub struct Signature {
    /// The types of the parameters.
    pub inputs: Types,
    /// The types of the results.
    pub results: SmallVec<[Type; 2]>,
    /// The attributes of each parameter.
    pub input_attrs: SmallVec<[Attr; 8]>,
    /// The attributes of each result.
    pub result_attrs: SmallVec<[Attr; 2]>,
    /// Whether `...` ends the parameters.
    pub vararg: bool,
}

impl Signature {
    /// Reads `(T {...}, U) -> (R {...})`; `None` where no arrow follows the parameters.
    ///
    /// # Errors
    /// No signature is here.
    pub fn parse(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Option<Signature>> {
        let mut signature = Signature::default();
        parser.expect("(")?;
        if !parser.eat(")") {
            loop {
                signature.inputs.push(parser.ty()?);
                signature.input_attrs.push(parser.optional_dictionary()?);
                if !parser.eat(",") {
                    break;
                }
            }
            parser.expect(")")?;
        }
        if !parser.eat("->") {
            return Ok(None);
        }
        signature.parse_results(parser)?;
        Ok(Some(signature))
    }

    /// Reads the results: `R`, `()` or `(R {...}, S)`.
    ///
    /// # Errors
    /// No types are here.
    pub(crate) fn parse_results(&mut self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        if !parser.eat("(") {
            self.results.push(parser.ty()?);
            self.result_attrs.push(attrs::EMPTY_DICTIONARY);
            return Ok(());
        }
        while !parser.eat(")") {
            if !self.results.is_empty() && !parser.eat(",") {
                return Err(parser.expected("')'"));
            }
            self.results.push(parser.ty()?);
            self.result_attrs.push(parser.optional_dictionary()?);
        }
        Ok(())
    }

    /// Sets the attributes of the parameters and results, where there are any.
    pub fn set_attributes(&self, parser: &mut dyn OpAsmParser<'_>) {
        let ctx = parser.context();
        let parts: [(Str, &[Attr]); 2] =
            [(names::ARG_ATTRS, &self.input_attrs), (names::RES_ATTRS, &self.result_attrs)];
        for (key, dictionaries) in parts {
            if let Some(array) = array_of(ctx, dictionaries) {
                parser.set_attribute(key, array);
            }
        }
    }
}

/// Dictionaries as an array, unless all are empty.
fn array_of(ctx: &Context, dictionaries: &[Attr]) -> Option<Attr> {
    let any = dictionaries.iter().any(|&dictionary| dictionary != attrs::EMPTY_DICTIONARY);
    any.then(|| ctx.array(dictionaries))
}

/// Reads the parameters of a function, `(%a: i32 {...} loc(...), ...)`: their types and attributes, and the arguments of
/// the body where the parameters are named. `...` may end the parameters if they `may_vary`.
///
/// # Errors
/// No parameters are here, or some are named and some are not.
pub(crate) fn parse_parameters(
    parser: &mut dyn OpAsmParser<'_>,
    may_vary: bool,
) -> Parsed<(Signature, Vec<RegionArgument>)> {
    let mut signature = Signature::default();
    let mut arguments = Vec::new();
    parser.expect("(")?;
    while !parser.eat(")") {
        if signature.vararg {
            return Err(parser.error(ParseCode::VariadicNotLast));
        }
        if !signature.inputs.is_empty() && !parser.eat(",") {
            return Err(parser.expected("')'"));
        }
        if may_vary && parser.eat("...") {
            signature.vararg = true;
            continue;
        }
        parse_parameter(parser, &mut signature, &mut arguments)?;
    }
    Ok((signature, arguments))
}

/// Reads `%a: i32 {...} loc(...)` or `i32 {...} loc(...)`.
fn parse_parameter(
    parser: &mut dyn OpAsmParser<'_>,
    signature: &mut Signature,
    arguments: &mut Vec<RegionArgument>,
) -> Parsed<()> {
    let position = parser.position();
    let name = if parser.sees("%") { Some(parser.operand()?) } else { None };
    let first = signature.inputs.is_empty();
    let are_named = arguments.len() == signature.inputs.len();
    match name {
        Some(_) if !first && !are_named => {
            return Err(parser.error_at(position, ParseCode::Expected("type instead of SSA identifier")));
        }
        None if !first && are_named => return Err(parser.error(ParseCode::Expected("SSA identifier"))),
        Some(_) => parser.expect(":")?,
        None => {}
    }
    let start = parser.position();
    let ty = parser.ty()?;
    signature.inputs.push(ty);
    let attributes = parser.optional_dictionary()?;
    signature.input_attrs.push(with_pointee(parser, start, attributes)?);
    let loc = parser.location_or(position)?;
    let argument = |name| RegionArgument { name: UnresolvedOperand { number: 0, ..name }, ty, loc };
    arguments.extend(name.map(argument));
    Ok(())
}

/// A parameter's attributes, with what the type at a position points to in those of a type that had none up to MLIR 15: the
/// pointer had it.
fn with_pointee(parser: &mut dyn OpAsmParser<'_>, position: TextPosition, attributes: Attr) -> Parsed<Attr> {
    let ctx = parser.context();
    let is_untyped = |(name, value): &&(Str, Attr)| {
        *value == attrs::UNIT && matches!(ctx.bytes(*name), b"llvm.byval" | b"llvm.sret")
    };
    let untyped = || ctx.entries(attributes).iter().filter(is_untyped);
    if untyped().next().is_none() {
        return Ok(attributes);
    }
    let Some(pointee) = parser.pointee(position)? else { return Ok(attributes) };
    let typed = |attributes, entry: &(Str, Attr)| ctx.with_entry(attributes, entry.0, Some(ctx.type_attr(pointee)));
    Ok(untyped().fold(attributes, typed))
}

/// Reads `@name(%a: i32 {...}, ...) -> (i32 {...}, f32)`, the name and the type of a function whose type is a
/// [`TypeData::Function`], and returns the arguments of its body.
///
/// # Errors
/// Those of the name and of [`parse_parameters`].
pub fn parse_function(parser: &mut dyn OpAsmParser<'_>) -> Parsed<Vec<RegionArgument>> {
    parser.symbol()?;
    let (mut signature, arguments) = parse_parameters(parser, false)?;
    if parser.eat("->") {
        signature.parse_results(parser)?;
    }
    let ctx = parser.context();
    let (inputs, results) = (signature.inputs[..].into(), signature.results[..].into());
    parser.set_attribute(names::FUNCTION_TYPE, ctx.type_attr(ctx.ty(TypeData::Function { inputs, results })));
    signature.set_attributes(parser);
    Ok(arguments)
}

/// The parameters and results of the type of a function, where that is a [`TypeData::Function`].
pub fn function_type<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op) -> Option<(&'a [Type], &'a [Type])> {
    match printer.context().type_data(type_attribute(printer, op, names::FUNCTION_TYPE)?) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Appends what [`parse_function`] reads.
pub fn print_function(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    let Some((parameters, results)) = function_type(printer, op) else { return };
    printer.symbol(op);
    printer.text("(");
    let arg_attrs = printer.items_of(op, names::ARG_ATTRS);
    print_parameters(printer, op, parameters, arg_attrs);
    printer.text(")");
    if !results.is_empty() {
        printer.text(" -> ");
        let res_attrs = printer.items_of(op, names::RES_ATTRS);
        print_results(printer, results, res_attrs);
    }
}

/// Whether the body of a function has as many arguments as its type has parameters; true for a function without a body.
pub fn entry_has_arguments(printer: &dyn OpAsmPrinter<'_>, op: Op, count: usize) -> bool {
    let Some(nested) = printer.body().nested(op) else { return true };
    let entry = nested.regions().first().and_then(|&region| nested.blocks(region).first());
    entry.is_none_or(|&block| nested.block_args(block).len() == count)
}

/// Appends the parameters of a function, without brackets: `%arg0: i32 {llvm.noundef}, ...`, or the types alone where
/// the function has no body. `attrs` has a dictionary for each parameter, or is empty.
pub(crate) fn print_parameters(printer: &mut dyn OpAsmPrinter<'_>, op: Op, types: &[Type], attrs: &[Attr]) {
    printer.enter_regions(op, &mut |printer, regions| {
        let body = printer.body();
        let entry = regions.first().and_then(|&region| body.blocks(region).first().copied());
        for (place, &ty) in types.iter().enumerate() {
            if place > 0 {
                printer.text(", ");
            }
            let argument = entry.and_then(|block| Some((block, *body.block_args(block).get(place)?)));
            if let Some((_, argument)) = argument {
                printer.operand(argument);
                printer.text(": ");
            }
            printer.ty(ty);
            print_dictionary_of(printer, attrs, place);
            if let Some((entry, _)) = argument {
                printer.argument_location(entry, place);
            }
        }
    });
}

/// Appends the dictionary at a place, with a space before, unless it is empty or missing.
pub(crate) fn print_dictionary_of(printer: &mut dyn OpAsmPrinter<'_>, dictionaries: &[Attr], place: usize) {
    if let Some(&attr) = dictionaries.get(place).filter(|&&attr| attr != attrs::EMPTY_DICTIONARY) {
        printer.text(" ");
        printer.attribute(attr);
    }
}

/// Appends result types with their attributes: one type without attributes alone, others in brackets.
pub(crate) fn print_results(printer: &mut dyn OpAsmPrinter<'_>, types: &[Type], attrs: &[Attr]) {
    let is_function = |ty: Type| matches!(printer.context().type_data(ty), TypeData::Function { .. });
    let bare =
        matches!(types, [ty] if !is_function(*ty)) && attrs.first().is_none_or(|&attr| attr == attrs::EMPTY_DICTIONARY);
    if !bare {
        printer.text("(");
    }
    for (place, &ty) in types.iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        printer.ty(ty);
        print_dictionary_of(printer, attrs, place);
    }
    if !bare {
        printer.text(")");
    }
}

/// Appends the body of a function, with a space before, unless the function has none.
pub fn print_function_body(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.enter_regions(op, &mut |printer, regions| {
        for &region in regions.iter().take(1) {
            if !printer.body().blocks(region).is_empty() {
                printer.text(" ");
                printer.region(region, RegionStyle::default());
            }
        }
    });
}

/// Visits the attributes of a function's parameters and results, and the others.
pub fn visit_function_attributes(visitor: &mut dyn AttributeVisitor) {
    // Upstream's visit leaves out the attributes of a defined function's parameters.
    if !visitor.is_defined() {
        visitor.visit_dictionaries(names::ARG_ATTRS);
    }
    visitor.visit_dictionaries(names::RES_ATTRS);
    visitor.visit_attr_dict();
}
