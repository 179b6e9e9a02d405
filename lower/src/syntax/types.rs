//! Types of operands and results that are written or found in a way of an operation's own.

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::ops::Place;
use irtrip_dialect::types::{TypeData, well_known as types};

/// Reads `-> T` or `-> (T, U)`, if it is here.
fn parse_arrow_types(parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
    if parser.eat("->") {
        for ty in parser.types_in_brackets()? {
            parser.add_type(Place::Result(0), ty);
        }
    }
    Ok(())
}

/// Gives the result the type of the attribute `value`; writes nothing.
#[derive(Debug)]
pub struct TypeOfValue;

impl CustomDirective for TypeOfValue {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let ty = parser.attribute_of(names::VALUE).and_then(|value| ctx.attr_type(value));
        let Some(ty) = ty else { return Err(parser.error_at_name(ParseCode::AttrKind)) };
        parser.add_type(Place::Result(0), ty);
        Ok(())
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print(&self, _printer: &mut dyn OpAsmPrinter<'_>, _op: Op) {}
}

/// ` vector<4xi1>,`: the type of a condition that is not `i1`.
#[derive(Debug)]
pub struct ConditionType;

impl CustomDirective for ConditionType {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let position = parser.position();
        let mut ty = parser.ty()?;
        if !parser.eat(",") {
            parser.rewind(position);
            ty = types::I1;
        }
        parser.add_type(Place::Operand(0), ty);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "(type($condition),)?"
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let condition = printer.operand_group(op, 0);
        if condition.iter().any(|&value| printer.body().value_type(value) != types::I1) {
            printer.text(" ");
            printer.types_of(condition);
            printer.text(",");
        }
    }
}

/// The type of the function that the first operand is; the types of the other operands and of the results follow.
#[derive(Debug)]
pub struct CalleeType;

impl CustomDirective for CalleeType {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let ty = parser.ty()?;
        let TypeData::Function { inputs, results } = parser.context().type_data(ty) else {
            return Err(parser.expected("function type"));
        };
        let arguments = parser.operand_count().saturating_sub(1);
        if arguments != inputs.len() {
            let code = ParseCode::OperandTypes { operands: arguments, types: inputs.len() };
            return Err(parser.error_at_name(code));
        }
        parser.add_type(Place::Operand(0), ty);
        for &input in inputs {
            parser.add_type(Place::Operand(1), input);
        }
        parser.set_result_types(results);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "type($callee)"
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let callee = printer.operand_group(op, 0);
        printer.types_of(callee);
    }
}

/// The types of the results after an arrow, if there are any: ` -> T`, ` -> (T, U)`.
#[derive(Debug)]
pub struct ArrowTypes {
    /// One type alone is written in brackets, too.
    pub always_brackets: bool,
}

impl CustomDirective for ArrowTypes {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        parse_arrow_types(parser)
    }

    fn description(&self) -> &'static str {
        "(-> type(results))?"
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let types = printer.result_types(op);
        if types.is_empty() {
            return;
        }
        printer.text(" -> ");
        match self.always_brackets {
            true => {
                printer.text("(");
                printer.types(&types);
                printer.text(")");
            }
            false => printer.results(&types),
        }
    }
}
