//! The preserved attributes (`irtrip.` attributes in addition to the upstream form) of an operation, with what their definitions say of
//! them.

use irtrip_dialect::names::{ARG_ATTRS, RES_ATTRS};
use irtrip_dialect::ops::IRTRIP;
use irtrip_dialect::preserved::PRESERVED_ATTRIBUTES;
use irtrip_dialect::{Attr, Context};
use irtrip_grammar::print_attr_start;
use serde_json::{Value, json};

/// Most bytes of an attribute's value that the page shows.
const MAX_VALUE_BYTES: usize = 200;

/// The name and the explanation of each preserved attribute, then of each `irtrip.` operation.
pub struct PreservedAttributeDocs {
    names: Vec<&'static str>,
    explanations: Vec<String>,
}

impl PreservedAttributeDocs {
    /// Collects them from the tables.
    pub fn new() -> PreservedAttributeDocs {
        let attributes = PRESERVED_ATTRIBUTES.iter().map(|row| (row.name, row.holds.to_owned()));
        let operations = IRTRIP.op_defs().iter().map(|row| (row.name, row.documentation.concat().trim().to_owned()));
        let (names, explanations) = attributes.chain(operations).unzip();
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
