//! Lists of numbers and operands: `[%i, 4, [8]]`.

use irtrip_dialect::AttrData;
use irtrip_dialect::assembly::mixed_indices::DYNAMIC;
use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::well_known as types;

use super::{Argument, Custom, key, stays};

/// A directive of this module.
pub(super) fn find(name: &str, custom: Custom) -> Option<&'static dyn CustomDirective> {
    match (name, custom.arguments) {
        ("DynamicIndexList", [Argument::Operand(group, _), Argument::Attribute(numbers, _), rest @ ..]) => {
            let brackets = match rest.last() {
                Some(Argument::Text(text)) if text.ends_with("Paren") => ("(", ")"),
                _ => ("[", "]"),
            };
            let scalable = rest.iter().find_map(|argument| match argument {
                Argument::Attribute(name, _) => Some(*name),
                _ => None,
            });
            stays(DynamicIndexList { custom, group: *group, numbers, scalable, brackets })
        }
        ("DimensionList", [Argument::Attribute(numbers, _)]) => stays(DimensionList { custom, numbers }),
        ("MNKDimensionList", [Argument::Attribute(..), Argument::Attribute(..), Argument::Attribute(..)]) => {
            stays(MnkDimensionList { custom })
        }
        _ => None,
    }
}

/// `[%i, 4, [8]]`: operands, and in an attribute the numbers between them; those in brackets are multiplied by `vscale`.
#[derive(Debug)]
struct DynamicIndexList {
    custom: Custom,
    group: u8,
    numbers: &'static str,
    scalable: Option<&'static str>,
    brackets: (&'static str, &'static str),
}

impl CustomDirective for DynamicIndexList {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        self.custom.written
    }

    fn first_token(&self) -> Option<&'static str> {
        Some(self.brackets.0)
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let (open, close) = self.brackets;
        let (mut numbers, mut scalable) = (Vec::new(), Vec::new());
        parser.expect(open)?;
        while !parser.eat(close) {
            if !numbers.is_empty() {
                parser.expect(",")?;
            }
            let is_scalable = self.scalable.is_some() && parser.eat("[");
            if parser.sees("%") {
                let operand = parser.operand()?;
                parser.add_to_group(self.group, operand);
                numbers.push(DYNAMIC);
            } else {
                let value = parser.number(types::I64)?;
                numbers.extend(parser.context().int_value(value));
            }
            if is_scalable {
                parser.expect("]")?;
            }
            scalable.push(i64::from(is_scalable));
        }
        let ctx = parser.context();
        parser.set_numbers(key(ctx, self.numbers), numbers);
        if let Some(name) = self.scalable {
            let flags = ctx.attr(AttrData::DenseArray { element: types::I1, values: scalable.into() });
            parser.set_attribute(key(ctx, name), flags);
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let numbers = printer.numbers_of(op, key(ctx, self.numbers));
        let scalable = self.scalable.map_or(&[][..], |name| printer.numbers_of(op, key(ctx, name)));
        let mut operands = printer.operand_group(op, self.group).iter();
        printer.text(self.brackets.0);
        for (place, &number) in numbers.iter().enumerate() {
            printer.text(if place > 0 { ", " } else { "" });
            let is_scalable = scalable.get(place).is_some_and(|&flag| flag != 0);
            printer.text(if is_scalable { "[" } else { "" });
            match operands.as_slice().first() {
                Some(&operand) if number == DYNAMIC => {
                    operands.next();
                    printer.operand(operand);
                }
                _ => printer.integer(number),
            }
            printer.text(if is_scalable { "]" } else { "" });
        }
        printer.text(self.brackets.1);
    }
}

/// `2x?x4`
#[derive(Debug)]
struct DimensionList {
    custom: Custom,
    numbers: &'static str,
}

impl CustomDirective for DimensionList {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        self.custom.written
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let numbers = parser.dimension_list()?;
        let key = key(parser.context(), self.numbers);
        parser.set_numbers(key, numbers);
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let key = key(printer.context(), self.numbers);
        for (place, &number) in printer.numbers_of(op, key).iter().enumerate() {
            printer.text(if place > 0 { "x" } else { "" });
            if number == DYNAMIC { printer.text("?") } else { printer.integer(number) }
        }
    }
}

/// `16x16x4`: a number each in three attributes.
#[derive(Debug)]
struct MnkDimensionList {
    custom: Custom,
}

impl CustomDirective for MnkDimensionList {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        self.custom.written
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let position = parser.position();
        let numbers = parser.dimension_list()?;
        if numbers.len() != self.custom.written.len() || numbers.contains(&DYNAMIC) {
            return Err(parser.error_at(position, ParseCode::Expected("three sizes")));
        }
        let ctx = parser.context();
        for (name, number) in self.custom.written.iter().zip(numbers) {
            parser.set_attribute(key(ctx, name), ctx.int_attr(types::I32, number));
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        for (place, name) in self.custom.written.iter().enumerate() {
            let number = printer.attribute_of(op, key(ctx, name)).and_then(|number| ctx.int_value(number));
            printer.text(if place > 0 { "x" } else { "" });
            printer.integer(number.unwrap_or_default());
        }
    }
}
