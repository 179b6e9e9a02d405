//! What an operation has, by the names of its definition, for rules and translations of operations whose attributes are words.

use super::verify_context::VerifyContext;
use crate::attributes::AttrData;
use crate::body::Value;
use crate::context::{Attr, Context, Type};
use crate::ops::{AttrSlot, Optionality, SlotKind};

impl<'a> VerifyContext<'a> {
    /// The values of an operand group; `None` where the definition has no such group.
    pub fn group_named(&self, name: &str) -> Option<&'a [Value]> {
        let place = self.def.operands.iter().position(|group| group.name == name)?;
        Some(self.group(u8::try_from(place).ok()?))
    }

    /// Whether an operand group has values.
    pub fn has_operand(&self, name: &str) -> bool {
        self.group_named(name).is_some_and(|values| !values.is_empty())
    }

    /// The type of the first value of an operand group or, by its name, of a result; `None` where there is none.
    pub fn type_of(&self, name: &str) -> Option<Type> {
        let value = match self.def.results.iter().position(|group| group.name == name) {
            Some(place) => self.body.results(self.op).nth(place),
            None => self.group_named(name)?.first().copied(),
        };
        Some(self.body.value_type(value?))
    }

    /// Whether an attribute is set: a unit attribute, or `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.attr_named(name).is_some_and(|attr| match self.ctx.attr_data(attr) {
            AttrData::Unit => true,
            _ => self.ctx.int_value(attr).is_some_and(|value| value != 0),
        })
    }

    /// The number in an attribute: a flag is 1 where it is set, and what is not there is its default.
    pub fn number(&self, name: &str) -> Option<i64> {
        let slot = self.def.attr_slot(name)?;
        match (self.attr_named(name), slot.optionality) {
            (None, Optionality::Default(number)) => Some(number),
            _ if matches!(slot.kind, SlotKind::Unit | SlotKind::Bool) => Some(i64::from(self.flag(name))),
            (Some(attr), _) => self.ctx.int_value(attr),
            (None, _) => None,
        }
    }

    /// The word in an attribute of a dialect that is an enumeration, or the one that it has by default; empty where it is
    /// not there, and `None` where the definition has no such attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        word_of(self.ctx, self.attr_named(name), self.def.attr_slot(name)?)
    }

    /// A number in an attribute of a dialect that has several: `m` of `#nvvm.shape<m = 16, n = 8, k = 16>`.
    pub fn field(&self, name: &str, field: &str) -> Option<u64> {
        let text = opaque_body(self.ctx, self.attr_named(name)?)?;
        let inside = text.split_once('<').map_or(text, |(_, inside)| inside).trim_end_matches('>');
        inside.split(',').find_map(|part| {
            let (key, value) = part.split_once('=')?;
            (key.trim() == field).then(|| value.trim().parse().ok())?
        })
    }
}

/// The word in an attribute of a dialect, or the one that its slot has by default; empty where it is not there.
pub(crate) fn word_of<'a>(ctx: &'a Context, attr: Option<Attr>, slot: &AttrSlot) -> Option<&'a str> {
    let text = match (attr, slot.kind) {
        (Some(attr), _) => opaque_body(ctx, attr)?,
        (None, SlotKind::DialectAttr { empty, .. } | SlotKind::DialectEnum { empty, .. }) => empty,
        (None, _) => "",
    };
    let word = text.strip_suffix('>').unwrap_or(text).rsplit(['<', ' ']).next().unwrap_or_default();
    Some(word.trim_matches('"'))
}

/// The text of an attribute of a dialect.
fn opaque_body(ctx: &Context, attr: Attr) -> Option<&str> {
    match ctx.attr_data(attr) {
        AttrData::Opaque { body, .. } => std::str::from_utf8(ctx.bytes(*body)).ok(),
        _ => None,
    }
}
