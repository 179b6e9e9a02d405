//! What is between `<{` and `}>` of the generic form, and whether upstream can store it.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::diagnostic::VerifyCode;
use irtrip_dialect::ops::{AttrSlot, OpDef, Traits};
use irtrip_dialect::verify::{
    PropertyFault, check_attributes, check_counts, check_properties, is_number_property, is_passed_over,
};
use irtrip_dialect::{Attr, AttrData, Context, Str, names};

use super::Pending;
use super::body::BodyParser;
use crate::print::print_attr;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> BodyParser<'_, '_, 't> {
    /// Gives an operation its properties, and takes away what upstream passes over in its dictionary.
    pub(crate) fn set_properties(&mut self, pending: &mut Pending<'t>, properties: Option<Attr>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let Some(def) = pending.def else { return Ok(()) };
        if let Some(properties) = properties {
            let mut properties = self.models_properties(pending, def, properties);
            let is_dictionary = matches!(ctx.attr_data(properties), AttrData::Dictionary(_));
            let sizes = [names::OPERAND_SEGMENT_SIZES, names::RESULT_SEGMENT_SIZES];
            let is_own =
                |key: Str| sizes.contains(&key) || def.attrs.iter().any(|slot| ctx.bytes(key) == slot.name.as_bytes());
            let is_other = || {
                let entries = ctx.entries(properties);
                let has = |slot: &AttrSlot| entries.iter().any(|entry| ctx.bytes(entry.0) == slot.name.as_bytes());
                entries.iter().any(|entry| !is_own(entry.0)) || def.attrs.iter().any(|s| def.requires(s) && !has(s))
            };
            if self.texts.reads_older() && is_other() {
                properties = self.terms().of_generic_form(def, pending.name, properties);
            }
            let fault = match is_dictionary {
                true => check_properties(ctx, def, ctx.entries(properties))
                    .filter(|fault| !matches!(fault, PropertyFault::None) || !self.texts.reads_older())
                    .map(|fault| property_message(ctx, &fault)),
                false => Some("expected DictionaryAttr to set properties".to_owned()),
            };
            if let Some(fault) = fault {
                let (properties, operation) = (print_attr(ctx, properties), def.name);
                let code = ParseCode::InvalidProperties { properties, operation, fault };
                return Err(self.at_operation(pending, code));
            }
            pending.entries.extend(ctx.entries(properties).iter().copied().filter(|entry| is_own(entry.0)));
            // Upstream drops what is no property. It may be one in another release, so that it stays as an attribute.
            for &(key, value) in ctx.entries(properties).iter().filter(|entry| !is_own(entry.0)) {
                if self.texts.reads_older() && ctx.entry(pending.dictionary, key).is_none() {
                    pending.dictionary = ctx.with_entry(pending.dictionary, key, Some(value));
                }
            }
            self.drop_passed_over(pending, def);
            return Ok(());
        }
        pending.dictionary = self.terms().of_generic_form(def, pending.name, pending.dictionary);
        self.drop_passed_over(pending, def);
        if def.attrs.is_empty() || pending.dictionary == EMPTY_DICTIONARY {
            return Ok(());
        }
        // Attributes that become properties are held to their constraints before there is an operation.
        match self.upgrade_dictionary(pending, def) {
            Some(rule) => Err(self.broken_rule(pending, rule)),
            None => Ok(()),
        }
    }

    /// Takes away what upstream passes over in the dictionary of an operation.
    pub(crate) fn drop_passed_over(&self, pending: &mut Pending<'t>, def: &OpDef) {
        let ctx = self.texts.ctx;
        if pending.dictionary == EMPTY_DICTIONARY {
            return;
        }
        for slot in def.attrs.iter().filter(|slot| is_number_property(def, slot)) {
            let entries = ctx.entries(pending.dictionary);
            let found = entries.iter().find(|entry| ctx.bytes(entry.0) == slot.name.as_bytes());
            let Some(&(key, found)) = found else { continue };
            if is_passed_over(ctx, def, slot, found) {
                pending.dictionary = ctx.with_entry(pending.dictionary, key, None);
            }
        }
    }

    /// Checks that as many operands are there as their groups' sizes say together. What is wrong with their number
    /// itself comes first.
    ///
    /// # Errors
    /// There are more or fewer.
    pub(crate) fn check_segments(&self, pending: &Pending<'t>, def: &OpDef, found: usize) -> Parsed<()> {
        let sizes = self.entry(pending, names::OPERAND_SEGMENT_SIZES);
        let sizes = sizes.and_then(|sizes| self.texts.ctx.dense_array(sizes)).unwrap_or_default();
        let total = sizes.iter().fold(0_i64, |sum, &size| sum.saturating_add(size));
        let negative = sizes.iter().any(|&size| size < 0);
        if self.shared.options.uncounted
            || !def.is(Traits::OPERAND_SEGMENTS)
            || negative
            || usize::try_from(total) == Ok(found)
        {
            return Ok(());
        }
        let first = check_counts(def, self.counts(pending, def, found));
        // Attributes of a dictionary are held to their constraints before.
        let in_dictionary = self.texts.ctx.entries(pending.dictionary);
        if first.is_some_and(|first| !matches!(first, VerifyCode::OperandGroup { .. }))
            || check_attributes(self.texts.ctx, def, in_dictionary).is_some()
        {
            return Ok(());
        }
        let wrong = VerifyCode::SegmentSum { what: "operand", found, total, name: "operandSegmentSizes" };
        Err(self.broken_rule(pending, wrong))
    }
}

/// Why properties cannot be stored, in upstream's words.
fn property_message(ctx: &Context, fault: &PropertyFault) -> String {
    match fault {
        PropertyFault::None => "this operation does not support properties".to_owned(),
        PropertyFault::Class { name, found } => {
            format!("Invalid attribute `{name}` in property conversion: {}", print_attr(ctx, *found))
        }
        PropertyFault::Storage(storage) => format!("expected {storage}"),
        PropertyFault::Segments => "expected DenseI32ArrayAttr for key `value`".to_owned(),
        PropertyFault::SegmentCount { found, groups } => {
            format!("size mismatch in attribute conversion: {found} vs {groups}")
        }
    }
}
