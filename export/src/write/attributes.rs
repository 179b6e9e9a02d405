//! Attributes of parameters, results and functions; LangRef, "Parameter Attributes", "Attribute Groups".

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet, parameter_set};
use irtrip_dialect::llvm_attributes::by_llvm;
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, Str, Type};

use super::Writer;

impl Writer<'_> {
    /// A set; `group`: as an attribute group has it.
    pub fn set(&mut self, set: &AttributeSet, group: bool) {
        // The callback cannot borrow the writer: the texts of the set's types are made first.
        let types: Vec<(Type, String)> = set
            .items()
            .iter()
            .filter_map(|item| match item {
                AttributeItem::Type(_, ty) => Some((*ty, self.type_text(*ty))),
                AttributeItem::Flag(_)
                | AttributeItem::Int(..)
                | AttributeItem::Text(..)
                | AttributeItem::String { .. } => None,
            })
            .collect();
        let type_name = |ty: Type, out: &mut String| {
            if let Some((_, text)) = types.iter().find(|t| t.0 == ty) {
                out.push_str(text);
            }
        };
        set.write_for(self.ctx, self.plan.release, &mut self.out, group, &type_name);
    }

    /// The attributes in a parameter's dictionary, a space before them if there are any.
    pub fn parameter(&mut self, dictionary: Attr, align: Option<i64>) {
        if dictionary == irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY && align.is_none() {
            return;
        }
        if align.is_none()
            && let Some(text) = self.parameters.get(&dictionary)
        {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        let mut set = parameter_set(self.ctx, dictionary);
        if let (Some(align), Some((place, _))) = (align, by_llvm("align"))
            && set.get(place).is_none()
        {
            set.push(self.ctx, AttributeItem::Int(place as u8, align as u64));
        }
        if !set.is_empty() {
            self.out.push(' ');
            self.set(&set, false);
        }
        if align.is_none() {
            self.parameters.insert(dictionary, self.out[start..].into());
        }
    }

    /// The dictionary of a result or argument, by its place in the first of the lists that there is.
    pub fn parameter_of(&self, attrs: Attr, keys: [Str; 2], place: usize) -> Option<Attr> {
        let list = keys.into_iter().find_map(|key| self.ctx.entry(attrs, key))?;
        self.ctx.items(list).get(place).copied()
    }

    /// ` #0` of a function or of a call.
    pub fn group_number(&mut self, number: Option<u32>) {
        if let Some(number) = number {
            self.out.push_str(" #");
            self.int(i64::from(number));
        }
    }
}

/// Where an operation's arguments' attributes are.
pub const ARGS: [Str; 2] = [ARG_ATTRS, IRTRIP_ARG_ATTRS];
/// Where an operation's result's attributes are.
pub const RESULTS: [Str; 2] = [RES_ATTRS, IRTRIP_RES_ATTRS];
