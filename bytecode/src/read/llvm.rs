//! Attributes of the LLVM dialect, by their definitions: the parameters in order.

use irtrip_dialect::attr_table::{AttrKindDefinition, Param, ParamKind, ParamNeed};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData};

use crate::encoding::{EncodedPart, LANGUAGE, encoded_parts, llvm_attribute};
use crate::error::Result;

use super::attributes::{Values, text};
use super::cursor::Cursor;

impl<'b> Values<'_, 'b> {
    pub(super) fn llvm_attribute(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let code = cursor.varint()?;
        let Some(kind) = llvm_attribute(code) else {
            return Err(before.error(format!("unknown code of an attribute of the LLVM dialect: {code}")));
        };
        let mut params = vec![None; kind.def().params.len()];
        for part in encoded_parts(kind, self.file.release) {
            let before = *cursor;
            let (place, param, value) = match part {
                EncodedPart::Param(place, param) => (place, param, self.llvm_parameter(param, cursor)?),
                EncodedPart::Optional(place, param) => (place, param, self.optional_attr(cursor)?),
                EncodedPart::Language(place, param) => (place, param, Some(self.language(param, cursor)?)),
                EncodedPart::NoAttribute(name) | EncodedPart::NoFlag(name) => {
                    let is_none = match part {
                        EncodedPart::NoAttribute(_) => self.optional_attr(cursor)?.is_none(),
                        _ => cursor.byte()? == 0,
                    };
                    if is_none {
                        continue;
                    }
                    let of = kind.def().mnemonic;
                    return Err(before.error(format!("parameter {name} of #llvm.{of} is none of irtrip's")));
                }
            };
            if let Some(value) = value.filter(|&value| !self.holds(&param.kind, value)) {
                let (found, _) = irtrip_grammar::print_attr_start(self.ctx, value, 100);
                let (name, of) = (param.name, kind.def().mnemonic);
                return Err(before.error(format!("parameter {name} of #llvm.{of} cannot be {found}")));
            }
            if let Some(slot) = params.get_mut(place) {
                *slot = value;
            }
        }
        Ok(self.ctx.attr(AttrData::Llvm { kind, params: params.into() }))
    }

    /// Reads a source language that is an attribute of its own.
    fn language(&mut self, param: &Param, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let (index, is_there) = cursor.flagged()?;
        let index = before.checked(index, self.file.attributes.len(), "attribute")?;
        let entry = self.file.attributes.get(index).filter(|entry| is_there && !entry.is_encoded);
        let Some(entry) = entry else { return Err(before.error("expected the name of a source language")) };
        let text = text(&mut entry.data.clone())?;
        let (start, end) = LANGUAGE;
        let name = text.strip_prefix("#llvm.").and_then(|text| text.strip_prefix(start)?.strip_suffix(end));
        let number = match param.kind {
            ParamKind::Dwarf(names) => name.and_then(|name| names.number(name)),
            _ => None,
        };
        let number = number.ok_or_else(|| before.error(format!("unknown source language: {text}")))?;
        Ok(self.ctx.int_attr(types::I64, number))
    }

    /// Reads a parameter; `None` for one that has its default.
    fn llvm_parameter(&mut self, param: &Param, cursor: &mut Cursor<'b>) -> Result<Option<Attr>> {
        let ctx = self.ctx;
        let is_required = param.need == ParamNeed::Required;
        let unless_default = |number: i64| (is_required || number != 0).then(|| ctx.int_attr(types::I64, number));
        match param.kind {
            ParamKind::Number(_) if param.need == ParamNeed::Nullable => {
                let (number, is_there) = cursor.flagged()?;
                Ok(is_there.then(|| ctx.int_attr(types::I64, number as i64)))
            }
            ParamKind::Number(_) | ParamKind::Enum(..) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
                Ok(unless_default(cursor.varint()? as i64))
            }
            ParamKind::Bool => {
                let value = cursor.byte()? != 0;
                Ok((is_required || value).then(|| ctx.bool_attr(value)))
            }
            ParamKind::Str | ParamKind::Text if is_required => {
                let value = self.string(cursor)?;
                Ok(Some(ctx.str_attr(value)))
            }
            ParamKind::List(item) => self.llvm_list(item, cursor),
            _ if is_required => self.attr(cursor).map(Some),
            _ => self.optional_attr(cursor),
        }
    }

    fn llvm_list(&mut self, item: &ParamKind, cursor: &mut Cursor<'b>) -> Result<Option<Attr>> {
        if cursor.byte()? == 0 {
            return Ok(None);
        }
        let ctx = self.ctx;
        let items = self.list(cursor, |values, cursor| match item {
            ParamKind::Number(_) => Ok(ctx.int_attr(types::I64, cursor.varint()? as i64)),
            _ => {
                let before = *cursor;
                values.optional_attr(cursor)?.ok_or_else(|| before.error("an item of a list is missing"))
            }
        })?;
        Ok((!items.is_empty()).then(|| ctx.array(&items)))
    }

    /// Whether a parameter may have a value.
    fn holds(&self, kind: &ParamKind, value: Attr) -> bool {
        let ctx = self.ctx;
        match kind {
            ParamKind::Attr(class) => class.holds(ctx, value),
            ParamKind::Llvm(wanted) => {
                matches!(ctx.attr_data(value), AttrData::Llvm { kind, .. } if kind == wanted)
            }
            ParamKind::Str | ParamKind::Text => ctx.string_value(value).is_some(),
            ParamKind::Type => ctx.type_value(value).is_some(),
            ParamKind::List(item) => ctx.items(value).iter().all(|&value| self.holds(item, value)),
            ParamKind::Number(int) => {
                int.bits() == 64 || ctx.int_value(value).is_some_and(|value| u32::try_from(value).is_ok())
            }
            ParamKind::Enum(enumeration, _) => {
                ctx.int_value(value).is_some_and(|value| enumeration.bits || enumeration.mlir(value).is_some())
            }
            ParamKind::Bool | ParamKind::Dwarf(_) | ParamKind::Flags(_) | ParamKind::Members => true,
        }
    }
}
