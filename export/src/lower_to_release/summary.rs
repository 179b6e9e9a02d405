//! The ThinLTO summary in terms of a release: what it knows global values by, the fields and entries that it has. LangRef,
//! "ThinLTO Summary".

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::summary::{
    IMPORT_TYPE, SummaryEntries, field, field_of, imports_definition, untyped_intrinsic,
};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, AttrData, Context, Module, Str};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropped::Dropped;
use crate::module::ModuleContents;
use crate::options::release_of_text;

/// Fields that not every release has.
static FIELDS: &[(&str, Releases)] = &[
    ("noUnwind", Releases::ALL.since(Release::V14)),
    ("mayThrow", Releases::ALL.since(Release::V14)),
    ("hasUnknownCall", Releases::ALL.since(Release::V14)),
    ("mustBeUnreachable", Releases::ALL.since(Release::V14)),
    ("callsites", Releases::ALL.since(Release::V16)),
    ("allocs", Releases::ALL.since(Release::V16)),
    ("tail", Releases::ALL.since(Release::V18)),
    (IMPORT_TYPE, Releases::ALL.since(Release::V19)),
];

/// Entries that not every release has.
static ENTRIES: &[(&str, Releases)] =
    &[("flags", Releases::ALL.since(Release::V12)), ("blockcount", Releases::ALL.since(Release::V12))];

/// The first release that has a semicolon between a file and the name of what only that file knows.
const SEMICOLON: Release = Release::V18;

/// What names in a summary are numbered by.
pub(crate) struct Identifiers<'a> {
    /// Names that only this module knows.
    local: FxHashSet<Str>,
    /// The file, and what separates it from a name.
    file: Vec<u8>,
    /// The names of global values.
    known: FxHashSet<Str>,
    /// Intrinsics by the name that they have where pointers are not typed.
    intrinsics: FxHashMap<String, Str>,
    ctx: &'a Context,
}

impl<'a> Identifiers<'a> {
    /// Of a module with these attributes and contents, as a release has them.
    pub fn of(ctx: &'a Context, attrs: Attr, contents: &ModuleContents, release: Release) -> Identifiers<'a> {
        let all =
            || [&contents.variables, &contents.aliases, &contents.ifuncs, &contents.functions].into_iter().flatten();
        let linkage = |attrs: Attr| ctx.entry(attrs, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
        let is_local = |attrs: Attr| linkage(attrs).is_some_and(Linkage::is_local);
        let file = ctx.string_entry(attrs, IRTRIP_SOURCE_FILENAME);
        let mut file = file.map_or(&b"<unknown>"[..], |f| ctx.bytes(f)).to_vec();
        file.push(if release < SEMICOLON { b':' } else { b';' });
        let intrinsics = contents.functions.iter().filter(|function| ctx.bytes(function.name).starts_with(b"llvm."));
        Identifiers {
            local: all().filter(|e| is_local(e.attrs)).map(|e| e.name).collect(),
            file,
            known: all().map(|e| e.name).collect(),
            intrinsics: intrinsics.map(|e| (untyped_intrinsic(&ctx.text(e.name)), e.name)).collect(),
            ctx,
        }
    }

    /// The number that the linker knows a global value by.
    pub fn of_global(&self, name: Str) -> u64 {
        let bytes = self.ctx.bytes(name);
        // A name that is to be taken as it is starts so.
        let bytes = bytes.strip_prefix(b"\x01").unwrap_or(bytes);
        if self.local.contains(&name) { hash(&[&self.file, bytes].concat()) } else { hash(bytes) }
    }

    /// The module's name for what a summary names; none where the module has no such global value.
    fn resolved(&self, name: Str) -> Option<Str> {
        let intrinsic = || self.intrinsics.get(&untyped_intrinsic(&self.ctx.text(name))).copied();
        self.known.get(&name).copied().or_else(intrinsic)
    }
}

/// The first 64 bits of a name's MD5, little-endian.
pub(crate) fn hash(name: &[u8]) -> u64 {
    md5::compute(name).iter().take(8).rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The summary of a module as a release has it.
pub(crate) fn lower(
    ctx: &Context,
    module: &Module,
    contents: &ModuleContents,
    release: Release,
    dropped: &mut Vec<Dropped>,
) -> Option<Attr> {
    let summary = ctx.entry(module.attrs, IRTRIP_SUMMARY)?;
    let lost = |what: String| {
        let code = LossCode::Release { what, release: release.to_string() };
        Dropped { global: None, op: None, code }
    };
    if !Spelling::Summaries.releases().contains(release) {
        dropped.push(lost("the ThinLTO summary".to_owned()));
        return None;
    }
    let of_text = release_of_text(ctx, module).unwrap_or(Release::NATIVE);
    let identifiers = Identifiers::of(ctx, module.attrs, contents, release);
    let mut lowering = Lowering { ctx, release, of_text, identifiers: &identifiers, lost: Vec::new() };
    let mut entries = SummaryEntries::of(ctx, summary);
    entries.list.retain(|entry| lowering.has_entry(entry.1));
    for entry in &mut entries.list {
        entry.1 = lowering.entry(entry.1);
    }
    // A compiler has the entries of global values by rising number.
    if (of_text < SEMICOLON) != (release < SEMICOLON) {
        entries.sort_values_by_key(ctx, |entry| lowering.number(entry));
    }
    dropped.extend(lowering.lost.into_iter().map(lost));
    Some(entries.attr(ctx))
}

struct Lowering<'a> {
    ctx: &'a Context,
    release: Release,
    of_text: Release,
    identifiers: &'a Identifiers<'a>,
    lost: Vec<String>,
}

impl Lowering<'_> {
    fn has_entry(&mut self, entry: Attr) -> bool {
        let kind = field(self.ctx, entry).map(|field| self.ctx.text(field.0)).unwrap_or_default();
        let has = ENTRIES.iter().find(|row| row.0 == kind).is_none_or(|row| row.1.contains(self.release));
        if !has {
            self.lose(format!("'{kind}' of the summary"));
        }
        has
    }

    fn lose(&mut self, what: String) {
        if !self.lost.contains(&what) {
            self.lost.push(what);
        }
    }

    /// An entry with the names and fields that the release has.
    fn entry(&mut self, entry: Attr) -> Attr {
        let ctx = self.ctx;
        let lowered = self.value(entry, 0);
        match field(ctx, lowered) {
            Some((kind, value)) if ctx.bytes(kind) == b"gv" => self.named(kind, value).unwrap_or(lowered),
            _ => lowered,
        }
    }

    /// The entry of a global value by the name that the module has for it, or by its number where it has none.
    fn named(&self, kind: Str, value: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let name = ctx.string_value(field_of(ctx, value, "name")?)?;
        let resolved = self.identifiers.resolved(name);
        if resolved == Some(name) {
            return None;
        }
        let identity = match resolved {
            Some(resolved) => [ctx.string_attr("name"), ctx.str_attr(resolved)],
            None => [ctx.string_attr("guid"), number_attr(ctx, self.identifiers.of_global(name))],
        };
        let identity = ctx.array(&identity);
        let is_name = |item: &Attr| field(ctx, *item).is_some_and(|field| ctx.bytes(field.0) == b"name");
        let items = ctx.items(value).iter().map(|item| if is_name(item) { identity } else { *item });
        let items: Vec<Attr> = items.collect();
        Some(ctx.array(&[ctx.str_attr(kind), ctx.array(&items)]))
    }

    /// The number of an entry of a global value.
    fn number(&self, entry: Attr) -> u64 {
        let ctx = self.ctx;
        let Some((_, value)) = field(ctx, entry) else { return 0 };
        match field_of(ctx, value, "name").and_then(|name| ctx.string_value(name)) {
            Some(name) => self.identifiers.of_global(name),
            None => field_of(ctx, value, "guid").and_then(|guid| number(ctx, guid)).unwrap_or(0),
        }
    }

    /// A value with the fields that the release has.
    fn value(&mut self, value: Attr, depth: u32) -> Attr {
        let ctx = self.ctx;
        if depth > 2 * irtrip_dialect::limits::MAX_NESTING as u32 {
            return value;
        }
        if let Some((name, inner)) = field(ctx, value) {
            let inner = self.value(inner, depth + 1);
            let inner = if ctx.bytes(name) == b"flags" { self.flags(inner) } else { inner };
            return ctx.array(&[ctx.str_attr(name), inner]);
        }
        match ctx.attr_data(value) {
            AttrData::Array(items) => {
                let kept: Vec<Attr> = items.iter().copied().filter(|item| self.has(*item)).collect();
                let kept: Vec<Attr> = kept.into_iter().map(|item| self.value(item, depth + 1)).collect();
                ctx.array(&kept)
            }
            _ => value,
        }
    }

    /// Whether the release has a field.
    fn has(&mut self, item: Attr) -> bool {
        let Some((name, _)) = field(self.ctx, item) else { return true };
        let name = self.ctx.text(name);
        let has = FIELDS.iter().find(|row| row.0 == name).is_none_or(|row| row.1.contains(self.release));
        if !has && !imports_definition(self.ctx, item) {
            self.lose(format!("'{name}' of the summary"));
        }
        has
    }

    /// The flags of a global value: what has no import type is a definition. The text of older bitcode may have one.
    fn flags(&self, flags: Attr) -> Attr {
        let ctx = self.ctx;
        let has = |release| FIELDS.iter().any(|row| row.0 == IMPORT_TYPE && row.1.contains(release));
        let is_told = || field_of(ctx, flags, IMPORT_TYPE).is_some();
        if has(self.of_text) || !has(self.release) || field_of(ctx, flags, "linkage").is_none() || is_told() {
            return flags;
        }
        let definition = ctx.dictionary(&[(IS, ctx.string_attr("definition"))]);
        let added = ctx.array(&[ctx.string_attr(IMPORT_TYPE), definition]);
        ctx.array(&[ctx.items(flags), &[added]].concat())
    }
}

/// A number as a summary has it.
fn number_attr(ctx: &Context, number: u64) -> Attr {
    match i64::try_from(number) {
        Ok(number) => ctx.int_attr(irtrip_dialect::types::well_known::I64, number),
        Err(_) => ctx.big_int_attr(ctx.int_type(128), number.into()),
    }
}

/// The number that an attribute of a summary is.
fn number(ctx: &Context, attr: Attr) -> Option<u64> {
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(value.cast_unsigned()),
        AttrData::BigInteger { value, .. } => u64::try_from(value.as_ref()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn names_are_hashed_as_llvm_hashes_them() {
        assert_eq!(hash(b"_Z3foov"), 9191153033785521275);
    }
}
