//! The preserved attributes (`irtrip.` attributes beside the upstream form) of an operation, with the explanations that
//! docs/preserved-attributes.md has for them.

use irtrip_dialect::names::{ARG_ATTRS, RES_ATTRS, is_irtrip};
use irtrip_dialect::{Attr, Context};
use irtrip_grammar::print_attr_start;
use serde_json::{Value, json};

/// The document whose tables explain every preserved attribute.
const DOCUMENT: &str = include_str!("../../docs/preserved-attributes.md");

/// Most bytes of an attribute's value that the page shows.
const MAX_VALUE_BYTES: usize = 200;

/// The name and the explanation of each preserved attribute, in the order of the document.
pub struct PreservedAttributeDocs {
    names: Vec<&'static str>,
    explanations: Vec<&'static str>,
}

impl PreservedAttributeDocs {
    /// Reads the rows of the document's tables: the first column is the name, the last one the explanation.
    pub fn new() -> PreservedAttributeDocs {
        let rows = DOCUMENT.lines().filter_map(|line| {
            let name = line.strip_prefix("| `")?;
            let (name, rest) = name.split_once('`')?;
            let columns = rest.strip_suffix(" |")?;
            let explanation = columns.rsplit_once(" | ").map_or(columns, |(_, last)| last);
            Some((name, explanation)).filter(|_| is_irtrip(name))
        });
        let (names, explanations) = rows.unzip();
        PreservedAttributeDocs { names, explanations }
    }

    /// The index of the preserved attribute or `irtrip.` operation with this name.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| *n == name)
    }

    /// All of them as `[name, explanation]` each.
    pub fn json(&self) -> Value {
        self.names.iter().zip(&self.explanations).map(|(name, text)| json!([name, text])).collect()
    }
}

/// A preserved attribute: its index among the [`PreservedAttributeDocs`], and its value as text.
pub type PreservedAttribute = (usize, String);

/// The preserved attributes of a dictionary, and of the dictionaries of parameters and results in it.
pub fn preserved_attributes(ctx: &Context, docs: &PreservedAttributeDocs, dictionary: Attr) -> Vec<PreservedAttribute> {
    let mut found = Vec::new();
    for &(key, value) in ctx.entries(dictionary) {
        if key == ARG_ATTRS || key == RES_ATTRS {
            found.extend(ctx.items(value).iter().flat_map(|item| preserved_attributes(ctx, docs, *item)));
        } else if ctx.bytes(key).starts_with(b"irtrip.")
            && let Some(index) = docs.index_of(&ctx.text(key))
        {
            found.push((index, value_text(ctx, value)));
        }
    }
    found
}

/// An attribute's value as MLIR, cut off where it is too long for the page.
fn value_text(ctx: &Context, value: Attr) -> String {
    let (mut text, is_whole) = print_attr_start(ctx, value, MAX_VALUE_BYTES);
    if !is_whole {
        text.push_str("...");
    }
    text
}
