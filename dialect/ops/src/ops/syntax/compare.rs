//! The forms of `llvm.icmp` and `llvm.fcmp`.

use crate::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::diagnostic::ParseCode;
use crate::enums::{EnumValue, FCmpPredicate, ICmpPredicate};
use crate::names;
use crate::types::well_known as types;

/// The form of both, in the reference's notation.
const DESCRIPTION: &str = " \"$predicate\" $lhs, $rhs attr-dict : type($lhs)";

/// Reads a comparison whose predicate is one of `P`.
fn parse_comparison<P: EnumValue>(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    let position = parser.position();
    let Some(word) = parser.optional_raw_string()? else { return parser.string_attribute().map(drop) };
    let Some(predicate) = P::from_mlir(word) else {
        return Err(parser.error_at(position, ParseCode::Predicate(word.to_owned())));
    };
    let ctx = parser.context();
    parser.set_attribute(names::PREDICATE, ctx.enum_attr(predicate));
    let left = parser.operand()?;
    parser.expect(",")?;
    let right = parser.operand()?;
    parser.optional_attr_dict()?;
    parser.expect(":")?;
    let ty = parser.ty()?;
    parser.add_operands(&[left, right], ty)?;
    parser.add_results(&[ctx.with_scalar_type(ty, types::I1)]);
    Ok(())
}

/// Prints a comparison whose predicate is one of `P`.
fn print_comparison<P: EnumValue>(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.text(" \"");
    if let Some(predicate) = printer.attribute_of(op, names::PREDICATE) {
        printer.enumerated(P::TABLE, predicate);
    }
    printer.text("\" ");
    let operands = printer.body().operands(op);
    printer.operands(operands);
    printer.optional_attr_dict(op);
    printer.text(" : ");
    printer.types_of(operands.get(..1).unwrap_or_default());
}

/// `llvm.icmp "eq" %a, %b {...} : T`
#[derive(Debug)]
pub struct ICmp;

impl CustomAssemblyFormat for ICmp {
    fn description(&self) -> &'static str {
        DESCRIPTION
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parse_comparison::<ICmpPredicate>(parser)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["predicate"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        print_comparison::<ICmpPredicate>(printer, op);
    }
}

/// `llvm.fcmp "oeq" %a, %b {...} : T`
#[derive(Debug)]
pub struct FCmp;

impl CustomAssemblyFormat for FCmp {
    fn description(&self) -> &'static str {
        DESCRIPTION
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parse_comparison::<FCmpPredicate>(parser)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["predicate"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        print_comparison::<FCmpPredicate>(printer, op);
    }
}
