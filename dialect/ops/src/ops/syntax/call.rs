//! The forms of `llvm.call`, `llvm.invoke` and `llvm.call_intrinsic`.

use super::operand_bundles::{parse_operand_bundles, print_operand_bundles};
use crate::assembly::signature::{Signature, print_dictionary_of, print_results};
use crate::assembly::{
    AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, TextPosition, UnresolvedOperand,
    UnresolvedOperands,
};
use crate::body::{Op, Value};
use crate::diagnostic::ParseCode;
use crate::enums::{CallingConvention, TailCallKind};
use crate::names;
use crate::release::{Release, Releases};
use crate::types::well_known as types;

/// Reads `(%a, %b)`.
fn parse_arguments(parser: &mut dyn OpAsmParser<'_>) -> Parsed<UnresolvedOperands> {
    let mut arguments = UnresolvedOperands::new();
    if !parser.eat("(") {
        return Err(parser.expected("'(' in operand list"));
    }
    if !parser.eat(")") {
        arguments = parser.operands()?;
        if !parser.eat(")") {
            return Err(parser.expected("')' in operand list"));
        }
    }
    Ok(arguments)
}

/// Reads `@f(%a, %b)` or `%f(%a, %b)`: the callee if it is an operand, and the arguments.
fn parse_callee(parser: &mut dyn OpAsmParser<'_>) -> Parsed<(Option<UnresolvedOperand>, UnresolvedOperands)> {
    let pointer = if parser.sees("%") {
        Some(parser.operand()?)
    } else {
        let callee = parser.symbol_ref()?;
        parser.set_attribute(names::CALLEE, callee);
        None
    };
    Ok((pointer, parse_arguments(parser)?))
}

/// Reads `vararg(T)`, if it is here.
fn parse_vararg(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    if parser.eat("vararg") {
        parser.expect("(")?;
        let ty = parser.ty()?;
        let ty = parser.context().type_attr(ty);
        parser.set_attribute(names::VAR_CALLEE_TYPE, ty);
        parser.expect(")")?;
    }
    Ok(())
}

/// Reads the end of a call: `["tag"(%b : i32)] {...} : !llvm.ptr, (T {...}) -> R`.
fn parse_call_end(
    parser: &mut dyn OpAsmParser<'_>,
    callee: Option<UnresolvedOperand>,
    arguments: &[UnresolvedOperand],
) -> Parsed<()> {
    let bundles = parse_operand_bundles(parser)?;
    parser.optional_attr_dict()?;
    let position = parser.position();
    parser.expect(":")?;
    parse_call_types(parser, position, callee, arguments)?;
    for (operand, ty) in bundles {
        parser.add_operands(&[operand], ty)?;
    }
    Ok(())
}

/// Reads `!llvm.ptr, (T {...}) -> (R {...})`, what is wrong with which is reported at a place; the type before the
/// signature is the callee's.
fn parse_call_types(
    parser: &mut dyn OpAsmParser<'_>,
    position: TextPosition,
    callee: Option<UnresolvedOperand>,
    arguments: &[UnresolvedOperand],
) -> Parsed<()> {
    if let Some(callee) = callee {
        // Without the type of the callee, which followed from the signature.
        if parser.sees("(") && parser.reads(Releases::ALL.until(Release::V16)) {
            parser.add_operands(&[callee], types::PTR)?;
            return parse_signature(parser, position, arguments, "trailing function type");
        }
        let ty = parser.ty()?;
        if !parser.eat(",") {
            let code = ParseCode::Expected("indirect call to have 2 trailing types");
            return Err(parser.error_at(position, code));
        }
        parser.add_operands(&[callee], ty)?;
        return parse_signature(parser, position, arguments, "trailing function type");
    }
    parse_signature(parser, position, arguments, "direct call to have 1 trailing types")
}

/// Reads `(T {...}) -> (R {...})`; what is wrong with the results is reported at a place before it, as is that what was
/// `expected` is not there.
fn parse_signature(
    parser: &mut dyn OpAsmParser<'_>,
    position: TextPosition,
    arguments: &[UnresolvedOperand],
    expected: &'static str,
) -> Parsed<()> {
    let signature = match Signature::parse(parser) {
        Ok(Some(signature)) => signature,
        Ok(None) => return Err(parser.error_at(position, ParseCode::Expected(expected))),
        Err(error) => return Err(error.followed_by(parser.error_at(position, ParseCode::Expected(expected)))),
    };
    let wrong = match signature.results[..] {
        [types::VOID] => Some("a non-void result type"),
        [] | [_] => None,
        _ => Some("function with 0 or 1 result"),
    };
    if let Some(expected) = wrong {
        return Err(parser.error_at(position, ParseCode::Expected(expected)));
    }
    parser.add_typed_operands(arguments, &signature.inputs)?;
    parser.add_results(&signature.results);
    signature.set_attributes(parser);
    Ok(())
}

/// Appends the callee and the arguments; returns the callee if it is an operand, and the arguments.
fn print_callee<'a>(printer: &mut dyn OpAsmPrinter<'a>, op: Op) -> (Option<Value>, &'a [Value]) {
    let operands = printer.operand_group(op, 0);
    printer.text(" ");
    let (pointer, arguments) = match (printer.attribute_of(op, names::CALLEE), operands.split_first()) {
        (Some(callee), _) => {
            printer.attribute(callee);
            (None, operands)
        }
        (None, Some((&pointer, arguments))) => {
            printer.operand(pointer);
            (Some(pointer), arguments)
        }
        (None, None) => (None, operands),
    };
    printer.text("(");
    printer.operands(arguments);
    printer.text(")");
    (pointer, arguments)
}

/// Appends what follows the arguments: ` vararg(T) ["tag"(%b : i32)] {...} : !llvm.ptr, (T {...}) -> R`.
fn print_call_end(printer: &mut dyn OpAsmPrinter<'_>, op: Op, callee: Option<Value>, arguments: &[Value]) {
    if let Some(ty) = printer.attribute_of(op, names::VAR_CALLEE_TYPE) {
        printer.text(" vararg(");
        printer.attribute(ty);
        printer.text(")");
    }
    if !printer.numbers_of(op, names::OP_BUNDLE_SIZES).is_empty() {
        printer.text(" ");
        print_operand_bundles(printer, op);
    }
    printer.optional_attr_dict(op);
    let body = printer.body();
    printer.text(" : ");
    if let Some(callee) = callee {
        printer.ty(body.value_type(callee));
        printer.text(", ");
    }
    let arg_attrs = printer.items_of(op, names::ARG_ATTRS);
    printer.text("(");
    for (place, &argument) in arguments.iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        printer.ty(body.value_type(argument));
        print_dictionary_of(printer, arg_attrs, place);
    }
    printer.text(") -> ");
    let res_attrs = printer.items_of(op, names::RES_ATTRS);
    let results = printer.result_types(op);
    print_results(printer, &results, res_attrs);
}

fn visit_call(visitor: &mut dyn AttributeVisitor) {
    visitor.visit_attr_dict();
    visitor.visit_dictionaries(names::ARG_ATTRS);
    visitor.visit_dictionaries(names::RES_ATTRS);
}

/// The words before the successors of `llvm.invoke`.
const SUCCESSOR_WORDS: [&str; 2] = ["to", "unwind"];

/// What calls write outside of the dictionary.
const WRITTEN: &[&str] = &[
    "callee",
    "TailCallKind",
    "var_callee_type",
    "CConv",
    "operandSegmentSizes",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
];

/// The form of a call by a function's name or pointer: `llvm.call` and `llvm.invoke`.
#[derive(Debug)]
pub struct Call {
    /// Whether it is a terminator, with the blocks that it goes on in and unwinds to.
    has_successors: bool,
}

/// `llvm.call fastcc tail @f(%a) vararg(T) ["tag"(%b : i32)] {...} : (T) -> R`
pub const CALL: Call = Call { has_successors: false };

/// `llvm.invoke @f(%a) to ^a unwind ^b(%x : i32) vararg(T) [...] {...} : (T) -> R`
pub const INVOKE: Call = Call { has_successors: true };

impl CustomAssemblyFormat for Call {
    fn description(&self) -> &'static str {
        if self.has_successors {
            " $CConv? $callee($operands) to ^successor0 unwind ^successor1 (vararg($var_callee_type))? bundles? \
             attr-dict : functional-type"
        } else {
            " $CConv? $TailCallKind? $callee($operands) (vararg($var_callee_type))? bundles? attr-dict : \
             functional-type"
        }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.enumerated_or_default::<CallingConvention>(names::CCONV);
        if !self.has_successors {
            parser.enumerated_or_default::<TailCallKind>(names::TAIL_CALL_KIND);
        }
        let (callee, arguments) = parse_callee(parser)?;
        if self.has_successors {
            for word in SUCCESSOR_WORDS {
                parser.expect(word)?;
                parser.successor()?;
            }
        }
        parse_vararg(parser)?;
        parse_call_end(parser, callee, &arguments)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        WRITTEN
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        printer.attribute_of(op, names::CALLEE).is_some() || !printer.body().operands(op).is_empty()
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.enumerated_unless_default::<CallingConvention>(op, names::CCONV);
        if !self.has_successors {
            printer.enumerated_unless_default::<TailCallKind>(op, names::TAIL_CALL_KIND);
        }
        let (callee, arguments) = print_callee(printer, op);
        if self.has_successors {
            for (index, word) in SUCCESSOR_WORDS.into_iter().enumerate() {
                printer.text(" ");
                printer.text(word);
                printer.text(" ");
                printer.successor(op, index);
            }
        }
        print_call_end(printer, op, callee, arguments);
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit_call(visitor);
    }
}

/// `llvm.call_intrinsic "name"(%a) [...] {...} : (T) -> R`
#[derive(Debug)]
pub struct CallIntrinsic;

impl CustomAssemblyFormat for CallIntrinsic {
    fn description(&self) -> &'static str {
        " $intrin($operands) bundles? attr-dict : functional-type"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let name = parser.string_attribute()?;
        parser.set_attribute(names::INTRIN, name);
        parser.expect("(")?;
        let arguments = if parser.sees("%") { parser.operands()? } else { UnresolvedOperands::new() };
        parser.expect(")")?;
        parse_call_end(parser, None, &arguments)?;
        // The dictionary was after the types.
        if parser.sees("{") && parser.reads(Releases::ALL.until(Release::V20)) {
            parser.optional_attr_dict()?;
        }
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["intrin", "operandSegmentSizes", "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.text(" ");
        if let Some(name) = printer.attribute_of(op, names::INTRIN) {
            printer.string(name);
        }
        let arguments = printer.operand_group(op, 0);
        printer.text("(");
        printer.operands(arguments);
        printer.text(")");
        print_call_end(printer, op, None, arguments);
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visit_call(visitor);
    }
}
