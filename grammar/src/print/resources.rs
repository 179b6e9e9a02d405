//! A file's resources, after its operations.

use irtrip_dialect::{Attr, AttrData, Context, ContextDialects, Module};
use rustc_hash::{FxHashMap, FxHashSet};

use super::PrintOptions;
use super::text::push_keyword_or_string;
use crate::parse::resources::{Section, read};

/// Appends the resources of a file in upstream's layout. Those of the builtin dialect are written in the order in which
/// attributes name them, and only if one does.
pub(super) fn resources(ctx: &Context, module: &Module, options: &PrintOptions, text: &str) -> String {
    let Some(sections) = read(text, ctx.dialects()) else { return format!("\n{text}\n") };
    let short = |value: &str| options.elide_resources_above.is_none_or(|limit| limit > 0 && value.len() <= limit);
    let mut out = String::new();
    // Where resources may be too long, upstream begins before it knows whether there is one that is not.
    let mut begun = false;
    for section in &sections {
        let mut groups = String::new();
        for (owner, entries) in shown(ctx, module, options, section) {
            let mut lines = String::new();
            begun |= options.elide_resources_above.is_some() && !entries.is_empty();
            for (key, value) in entries.iter().filter(|(_, value)| short(value)) {
                item(&mut lines, "      ", &format!("{key}: {value}"));
            }
            if !lines.is_empty() {
                item(&mut groups, "    ", &format!("{owner}: {{\n{lines}\n    }}"));
            }
        }
        if !groups.is_empty() {
            item(&mut out, "  ", &format!("{}: {{\n{groups}\n  }}", section.name));
        }
    }
    if out.is_empty() && !begun { out } else { format!("\n{{-#\n{out}\n#-}}\n") }
}

/// Appends an item of a list, a line each.
fn item(out: &mut String, indent: &str, text: &str) {
    if !out.is_empty() {
        out.push_str(",\n");
    }
    out.push_str(indent);
    out.push_str(text);
}

type Shown<'t> = Vec<(&'t str, Vec<(String, &'t str)>)>;

/// What of a section is written: whose it is, the keys and the values.
fn shown<'t>(ctx: &Context, module: &Module, options: &PrintOptions, section: &Section<'t>) -> Shown<'t> {
    let of = |group: &crate::parse::resources::Group<'t>| {
        let all = group.entries.iter();
        if group.owner != "builtin" || section.name != "dialect_resources" || options.names {
            return (group.owner, all.map(|&(key, value)| (key.to_owned(), value)).collect());
        }
        // By the key as it is spelled and by what is in its quotes; the first of one key counts.
        let mut values: FxHashMap<&str, &'t str> = FxHashMap::default();
        for &(key, value) in all {
            values.entry(key).or_insert(value);
            values.entry(key.trim_matches('"')).or_insert(value);
        }
        let written: Box<dyn Iterator<Item = Attr>> = match options.skip_regions {
            true => Box::new(ctx.entries(module.attrs).iter().map(|entry| entry.1)),
            false => Box::new(ctx.attrs()),
        };
        let named = written.filter_map(|attr| match ctx.attr_data(attr) {
            AttrData::DenseResource { key, .. } => Some(*key),
            _ => None,
        });
        let mut seen = FxHashSet::default();
        let mut entries = Vec::new();
        for key in named.filter(|&key| seen.insert(key)) {
            let mut spelled = String::new();
            push_keyword_or_string(&mut spelled, ctx.bytes(key));
            if let Some(&value) = values.get(spelled.as_str()) {
                entries.push((spelled, value));
            }
        }
        (group.owner, entries)
    };
    section.groups.iter().map(of).collect()
}
