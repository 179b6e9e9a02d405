//! The ThinLTO summary; LangRef, "ThinLTO Summary". How it is preserved: [`irtrip_dialect::preserved`],
//! `irtrip.summary`.

use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Str};
use rustc_hash::FxHashSet;

use super::Writer;
use crate::module::ModuleContents;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

/// Nesting of lists that is followed.
const MAX_DEPTH: u32 = 2 * irtrip_dialect::limits::MAX_NESTING as u32;

impl Writer<'_> {
    /// The module's summary, if it has one.
    pub fn summary(&mut self, attrs: Attr, contents: &ModuleContents) {
        let ctx = self.ctx;
        let Some(entries) = ctx.entry(attrs, IRTRIP_SUMMARY).map(|s| ctx.items(s)) else { return };
        let named = Identifiers::of(ctx, attrs, contents);
        let mut next = 0;
        self.out.push('\n');
        for entry in entries {
            if let Some(number) = reference(ctx, *entry) {
                next = number;
                continue;
            }
            self.out.push('^');
            self.int(next);
            self.out.push_str(" = ");
            self.summary_value(*entry, 0);
            self.identifier(&named, *entry);
            self.out.push('\n');
            next = next.saturating_add(1);
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
        let fields = ctx.items(list).iter().filter_map(|item| field(ctx, *item));
        let name = fields.filter(|f| ctx.bytes(f.0) == b"name").find_map(|f| ctx.string_value(f.1));
        if let Some(name) = name {
            let number = if ctx.bytes(kind) == b"gv" { named.of_global(ctx, name) } else { hash(ctx.bytes(name)) };
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

/// `[field, value]`
fn field(ctx: &Context, attr: Attr) -> Option<(Str, Attr)> {
    match ctx.items(attr) {
        [name, value] => Some((ctx.string_value(*name)?, *value)),
        _ => None,
    }
}

/// What names in a summary are numbered by.
struct Identifiers<'a> {
    /// Names that only this module knows.
    local: FxHashSet<Str>,
    file: &'a [u8],
}

impl<'a> Identifiers<'a> {
    fn of(ctx: &'a Context, attrs: Attr, contents: &ModuleContents) -> Identifiers<'a> {
        let all = [&contents.variables, &contents.aliases, &contents.ifuncs, &contents.functions];
        let linkage = |attrs: Attr| ctx.entry(attrs, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
        let is_local = |attrs: Attr| linkage(attrs).is_some_and(Linkage::is_local);
        let local = all.into_iter().flatten().filter(|e| is_local(e.attrs)).map(|e| e.name).collect();
        let file = ctx.entry(attrs, IRTRIP_SOURCE_FILENAME).and_then(|f| ctx.string_value(f));
        Identifiers { local, file: file.map_or(b"<unknown>", |f| ctx.bytes(f)) }
    }

    fn of_global(&self, ctx: &Context, name: Str) -> u64 {
        let bytes = ctx.bytes(name);
        // A name that is to be taken as it is starts so.
        let bytes = bytes.strip_prefix(b"\x01").unwrap_or(bytes);
        if self.local.contains(&name) { hash(&[self.file, b";", bytes].concat()) } else { hash(bytes) }
    }
}

/// The first 64 bits of a name's MD5, little-endian.
fn hash(name: &[u8]) -> u64 {
    md5::compute(name).iter().take(8).rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn names_are_hashed_as_llvm_hashes_them() {
        assert_eq!(hash(b"_Z3foov"), 9191153033785521275);
    }
}
