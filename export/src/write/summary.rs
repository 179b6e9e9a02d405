//! The ThinLTO summary; LangRef, "ThinLTO Summary". How it is preserved: [`irtrip_dialect::preserved`],
//! `irtrip.summary`.

use irtrip_dialect::names::*;
use irtrip_dialect::preserved::summary::{SummaryEntries, field, field_of};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context};

use super::Writer;
use crate::lower_to_release::summary::{Identifiers, hash};
use crate::module::ModuleContents;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

/// Nesting of lists that is followed.
const MAX_DEPTH: u32 = 2 * irtrip_dialect::limits::MAX_NESTING as u32;

impl Writer<'_> {
    /// A module's summary.
    pub fn summary(&mut self, summary: Attr, attrs: Attr, contents: &ModuleContents) {
        let ctx = self.ctx;
        let named = Identifiers::of(ctx, attrs, contents, self.plan.release);
        self.out.push('\n');
        for (number, entry) in SummaryEntries::of(ctx, summary).list {
            self.out.push('^');
            self.int(number);
            self.out.push_str(" = ");
            self.summary_value(entry, 0);
            self.identifier(&named, entry);
            self.out.push('\n');
        }
    }

    fn summary_value(&mut self, value: Attr, depth: u32) {
        let ctx = self.ctx;
        if depth > MAX_DEPTH {
            return self.fail(ExportCode::Nesting);
        }
        if let Some(number) = reference(ctx, value) {
            self.out.push('^');
            return self.int(number);
        }
        match ctx.attr_data(value) {
            AttrData::Integer { value, .. } => self.int(*value),
            AttrData::BigInteger { value, .. } => self.out.push_str(&value.to_string()),
            AttrData::String { value, .. } => text::quoted(&mut self.out, ctx.bytes(*value)),
            AttrData::Array(items) => match field(ctx, value) {
                Some((name, value)) => {
                    self.out.push_str(&ctx.text(name));
                    self.out.push_str(": ");
                    self.summary_value(value, depth + 1);
                }
                None => self.summary_list(['(', ')'], items, depth),
            },
            AttrData::Dictionary(_) => self.summary_words(value, depth),
            _ => self.fail(ExportCode::Attribute("irtrip.summary")),
        }
    }

    fn summary_list(&mut self, [open, close]: [char; 2], items: &[Attr], depth: u32) {
        self.out.push(open);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.summary_value(*item, depth + 1);
        }
        self.out.push(close);
    }

    /// `{is = "word"}`, `{is = "word", of = N : index}`, `{range = [...]}`
    fn summary_words(&mut self, value: Attr, depth: u32) {
        let ctx = self.ctx;
        if let Some(range) = ctx.entry(value, ctx.str("range")) {
            return self.summary_list(['[', ']'], ctx.items(range), depth);
        }
        let Some(words) = self.string(value, IS) else { return self.fail(ExportCode::Attribute("irtrip.summary")) };
        self.out.push_str(&ctx.text(words));
        if let Some(number) = ctx.entry(value, ctx.str("of")).and_then(|n| reference(ctx, n)) {
            self.out.push_str(" ^");
            self.int(number);
        }
    }

    /// The comment after an entry that has a name: what the linker knows it by.
    fn identifier(&mut self, named: &Identifiers, entry: Attr) {
        let ctx = self.ctx;
        let Some((kind, list)) = field(ctx, entry) else { return };
        if let Some(name) = field_of(ctx, list, "name").and_then(|name| ctx.string_value(name)) {
            let number = if ctx.bytes(kind) == b"gv" { named.of_global(name) } else { hash(ctx.bytes(name)) };
            self.out.push_str(" ; guid = ");
            text::int(&mut self.out, number);
        }
    }
}

/// `N : index`
fn reference(ctx: &Context, attr: Attr) -> Option<i64> {
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, value } if *ty == types::INDEX => Some(*value),
        _ => None,
    }
}
