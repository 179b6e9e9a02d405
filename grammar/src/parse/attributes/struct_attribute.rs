//! Attributes of dialects with named parameters that may be left out.

use irtrip_dialect::attr_table::Int;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{ParseCode, ParseError, Parsed};
use irtrip_dialect::struct_attribute::{StructAttribute, StructFieldKind};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, ContextDialects};

use crate::parse::reader::Reader;
use crate::print::print_attr;

impl<'t> Reader<'_, '_, 't> {
    /// What a dialect says of its attribute of this name, if it has such parameters.
    pub fn struct_attribute_of(&self, name: &str) -> Option<&'static StructAttribute> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let known = self.texts.ctx.dialects().get(dialect)?.struct_attributes;
        known.iter().find(|known| known.mnemonic == mnemonic)
    }

    /// `target<O = 3, chip = "sm_90">`, or the mnemonic alone.
    pub fn struct_attribute(&mut self, dialect: &str, def: &'static StructAttribute) -> Parsed<Attr> {
        let start = self.at.pos;
        self.at.word();
        let mut values: Vec<Option<Attr>> = vec![None; def.fields.len()];
        let body = self.at.pos;
        if self.at.eat_byte(b'<') {
            if !self.at.peek_word().is_empty() {
                self.struct_values(def, &mut values)?;
            }
            self.token(">", "'>'")?;
        }
        let ctx = self.texts.ctx;
        if let Some(fault) = (def.fault)(ctx, &values) {
            let at = if body < self.at.pos { body } else { start };
            return Err(ParseError::at(at, ParseCode::NotOfSet(fault.to_owned())).of_form());
        }
        let mut written = Vec::new();
        for (field, value) in def.fields.iter().zip(&values) {
            if let Some(value) = value.filter(|value| !field.kind.is_default(ctx, *value)) {
                written.push(format!("{} = {}", field.name, spelled(ctx, value)));
            }
        }
        let text = match written.is_empty() {
            true => def.mnemonic.to_owned(),
            false => format!("{}<{}>", def.mnemonic, written.join(", ")),
        };
        Ok(ctx.opaque_attr(dialect, &text))
    }

    fn struct_values(&mut self, def: &'static StructAttribute, values: &mut [Option<Attr>]) -> Parsed<()> {
        loop {
            let Some(name) = self.at.word() else {
                let missing = Err(self.at.error(ParseCode::Expected("valid keyword")).of_form());
                return self.because(missing, || ParseCode::Expected("a parameter name in struct"));
            };
            self.token("=", "'='")?;
            let place = def.fields.iter().position(|field| field.name == name);
            let Some(place) = place.filter(|&place| values[place].is_none()) else {
                return Err(self.at.error(ParseCode::UnknownParameter(name.to_owned())).of_form());
            };
            let field = &def.fields[place];
            let value = self.struct_value(field.kind);
            values[place] = Some(self.because(value, || ParseCode::ParameterNotParsed {
                definition: def.class,
                name: field.name,
                ty: field.ty.into(),
            })?);
            if !self.at.eat_byte(b',') {
                return Ok(());
            }
        }
    }

    fn struct_value(&mut self, kind: StructFieldKind) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        let start = self.next_place();
        let is_kind = |data: &AttrData| match kind {
            StructFieldKind::Dictionary => matches!(data, AttrData::Dictionary(_)),
            _ => matches!(data, AttrData::Array(_)),
        };
        match kind {
            StructFieldKind::Int(_) => {
                let number = self.plain_integer(Int::U32)? as i32;
                Ok(ctx.int_attr(types::I64, number.into()))
            }
            StructFieldKind::Bool(_) => Ok(if self.plain_bool()? { attrs::TRUE } else { attrs::FALSE }),
            StructFieldKind::Str(_) => match self.at.string()? {
                Some(raw) => Ok(ctx.str_attr(self.texts.string(raw)?)),
                None => Err(self.at.error(ParseCode::Expected("string")).of_form()),
            },
            StructFieldKind::Dictionary | StructFieldKind::Array => {
                let value = self.attribute()?;
                match is_kind(ctx.attr_data(value)) {
                    true => Ok(value),
                    false => Err(ParseError::at(start, ParseCode::AttrKind).of_form()),
                }
            }
        }
    }
}

/// A value as the text of the attribute has it: numbers without their type.
fn spelled(ctx: &irtrip_dialect::Context, value: Attr) -> String {
    match ctx.attr_data(value) {
        AttrData::Integer { .. } if value != attrs::TRUE && value != attrs::FALSE => {
            ctx.int_value(value).unwrap_or_default().to_string()
        }
        _ => print_attr(ctx, value),
    }
}
