//! Attribute sets in LLVM's spelling.

use std::borrow::Cow;

use super::newer::{NewerWord, newer_words};
use super::{AttributeItem, AttributeSet, MemoryEffects, OlderSpelling};
use crate::context::{Context, Type};
use crate::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use crate::llvm_text::{quoted, quoted_unescaped};
use crate::release::Release;

impl AttributeSet {
    /// Writes the attributes, with a space between two.
    ///
    /// `group`: as `attributes #0 = { ... }` has them (`alignstack=8`), else as they are in line (`align 8`).
    /// `type_name` writes a type in LLVM's spelling.
    pub fn write(&self, ctx: &Context, out: &mut String, group: bool, type_name: &dyn Fn(Type, &mut String)) {
        for (i, item) in self.items().iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            item.write(ctx, out, group, type_name);
        }
    }

    /// As [`write`](Self::write), with the words of a release for attributes that it spells otherwise. What it has
    /// neither the attribute nor a word for is written as today.
    pub fn write_for(
        &self,
        ctx: &Context,
        release: Release,
        out: &mut String,
        group: bool,
        type_name: &dyn Fn(Type, &mut String),
    ) {
        if release == Release::NATIVE {
            return self.write(ctx, out, group, type_name);
        }
        let start = out.len();
        let mut words: Vec<(usize, Cow<'_, str>)> = Vec::new();
        for item in self.items() {
            words.extend(item.older_words(ctx, release).iter().map(|(word, next)| (place_of(next), (*word).into())));
        }
        words.extend(newer_words(ctx, release, self).into_iter().map(|(word, next)| (place_of(next), word)));
        let is_newer =
            |item: &AttributeItem| NewerWord::releases().contains(release) && NewerWord::of(ctx, item).is_some();
        words.sort_by_key(|(next, _)| *next);
        let mut words = words.into_iter().peekable();
        let separate = |out: &mut String| out.push_str(if out.len() > start { " " } else { "" });
        for item in self.items() {
            let place = item.place().map_or(usize::MAX, usize::from);
            while let Some((_, word)) = words.next_if(|(next, _)| *next <= place) {
                separate(out);
                out.push_str(&word);
            }
            if item.older_words(ctx, release).is_empty() && !is_newer(item) {
                separate(out);
                item.spelled_for(ctx, release).write(ctx, out, group, type_name);
            }
        }
        for (_, word) in words {
            separate(out);
            out.push_str(&word);
        }
    }
}

/// The attributes of a type that had none before a release: their pointers' types had it.
type Untyped = (&'static str, Release, &'static [(&'static str, &'static str)]);
static UNTYPED: &[Untyped] = &[
    ("byval", Release::V9, &[("byval", "byval")]),
    ("sret", Release::V12, &[("sret", "sret")]),
    ("inalloca", Release::V13, &[("inalloca", "inalloca")]),
];

/// The place of an attribute in LLVM's order.
fn place_of(name: &str) -> usize {
    by_llvm(name).map_or(usize::MAX, |(place, _)| place)
}

impl AttributeItem {
    /// The words that a release has in the attribute's place; none where it spells it as today.
    fn older_words(&self, ctx: &Context, release: Release) -> &'static [(&'static str, &'static str)] {
        match (self, self.row()) {
            (AttributeItem::Text(_, value), Some(row)) => {
                OlderSpelling::find(row.llvm, &ctx.text(*value), release).map_or(&[], |older| older.words)
            }
            (AttributeItem::Type(..), Some(row)) => {
                let untyped = UNTYPED.iter().find(|(name, since, _)| *name == row.llvm && release < *since);
                untyped.map_or(&[], |(_, _, words)| words)
            }
            _ => &[],
        }
    }

    /// The attribute with the value that a later release spells otherwise.
    fn spelled_for(&self, ctx: &Context, release: Release) -> AttributeItem {
        match (self, self.row()) {
            (AttributeItem::Text(place, text), Some(row))
                if row.value == AttributeValue::Text(AttributeText::Memory) =>
            {
                let effects = MemoryEffects::from_llvm(&ctx.text(*text)).filter(|_| release > Release::NATIVE);
                let text = effects.map_or(*text, |effects| ctx.str(&effects.llvm_for(release)));
                AttributeItem::Text(*place, text)
            }
            _ => *self,
        }
    }

    /// The attribute as messages name it: without the type that it has.
    pub fn text(&self, ctx: &Context) -> String {
        let mut text = String::new();
        self.write(ctx, &mut text, false, &|_, out| out.push_str("..."));
        text
    }

    /// Writes one attribute; as [`AttributeSet::write`].
    pub fn write(&self, ctx: &Context, out: &mut String, group: bool, type_name: &dyn Fn(Type, &mut String)) {
        if let AttributeItem::String { key, value } = self {
            quoted_unescaped(out, ctx.bytes(*key));
            if let Some(value) = value {
                out.push('=');
                quoted(out, ctx.bytes(*value));
            }
            return;
        }
        let Some(row) = self.row() else { return };
        out.push_str(row.llvm);
        match self {
            AttributeItem::Flag(_) | AttributeItem::String { .. } => {}
            AttributeItem::Int(_, value) => {
                let (open, close) = match row.llvm {
                    "align" | "alignstack" if group => ("=", ""),
                    "align" => (" ", ""),
                    _ => ("(", ")"),
                };
                out.push_str(open);
                out.push_str(&value.to_string());
                out.push_str(close);
            }
            AttributeItem::Type(_, ty) => {
                out.push('(');
                type_name(*ty, out);
                out.push(')');
            }
            AttributeItem::Text(_, text) => {
                let text = ctx.text(*text);
                if !row.value.may_be_empty() || !text.is_empty() {
                    out.push('(');
                    out.push_str(&text);
                    out.push(')');
                }
            }
        }
    }
}
