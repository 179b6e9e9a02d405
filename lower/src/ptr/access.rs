//! How accesses through pointers are spelled: what is known of the memory, and the alignment.

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names::{ALIGNMENT, VALUE};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Op};

/// Words for unit attributes, and `alignment = 8`, in any order; printed in this one. The alignment is an array, which is
/// how a property that may be left out stands in the generic form.
#[derive(Debug)]
pub struct Access {
    /// The words, each with its attribute.
    pub words: &'static [(&'static str, &'static str)],
}

impl CustomDirective for Access {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        loop {
            let ctx = parser.context();
            if let Some((_, key)) = self.words.iter().find(|(word, _)| parser.eat(word)) {
                parser.set_attribute(ctx.str(key), attrs::UNIT);
            } else if parser.eat("alignment") {
                parser.expect("=")?;
                let alignment = parser.number(types::I64)?;
                parser.set_attribute(ALIGNMENT, ctx.array(&[alignment]));
            } else {
                return Ok(());
            }
        }
    }

    fn description(&self) -> &'static str {
        "(nontemporal | invariant | invariant_group | alignment = $alignment)*"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["alignment", "nontemporal", "invariant", "invariantGroup"]
    }

    fn writes_leading_space(&self) -> bool {
        true
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        for (word, key) in self.words {
            printer.keyword_if(op, printer.context().str(key), word);
        }
        if let Some(alignment) = printer.items_of(op, ALIGNMENT).first() {
            printer.text(" alignment = ");
            printer.attribute_without_type(*alignment);
        }
    }
}

/// `#ptr.null : !ptr.ptr<...>`: the value of a constant, which has the type.
#[derive(Debug)]
pub struct ConstantValue;

impl CustomDirective for ConstantValue {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let (ctx, position) = (parser.context(), parser.position());
        let value = parser.attribute()?;
        let AttrData::Opaque { dialect, ty: Some(ty), .. } = ctx.attr_data(value) else {
            return Err(parser.error_at(
                position,
                ParseCode::CustomForm("expected a constant with the type of a pointer".to_owned()),
            ));
        };
        let number = address_of_constant(ctx, value).map(|address| {
            let body = ctx.str(&format!("address<{address}>"));
            ctx.attr(AttrData::Opaque { dialect: *dialect, body, ty: Some(*ty) })
        });
        parser.set_attribute(VALUE, number.unwrap_or(value));
        parser.set_result_types(&[*ty]);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "$value"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["value"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        if let Some(value) = printer.attribute_of(op, VALUE) {
            printer.attribute(value);
        }
    }
}

/// The number of `#ptr.address<number>`.
pub fn address_of_constant(ctx: &Context, value: Attr) -> Option<i64> {
    let AttrData::Opaque { body, .. } = ctx.attr_data(value) else { return None };
    let number = std::str::from_utf8(ctx.bytes(*body)).ok()?.strip_prefix("address<")?.strip_suffix('>')?.trim();
    match number.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    }
}
