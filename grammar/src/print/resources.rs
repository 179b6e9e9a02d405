//! A file's resources, after its operations.

use irtrip_dialect::resources::{Resource, ResourceGroup};
use irtrip_dialect::{Attr, AttrData, Context, Module, Str};
use rustc_hash::{FxHashMap, FxHashSet};

use super::PrintOptions;
use super::text::{push_keyword_or_string, push_quoted};

/// The resources of a file in upstream's layout. Those of the builtin dialect are written in the order in which attributes name
/// them, and only if one does.
pub(super) fn resources(ctx: &Context, module: &Module, options: &PrintOptions) -> String {
    let is_short = |resource: &Resource| {
        options.elide_resources_above.is_none_or(|limit| limit > 0 && length(ctx, resource) <= limit)
    };
    let mut out = String::from("\n{-#\n");
    // Where resources may be too long, upstream begins before it knows whether there is one that is not.
    let mut begun = false;
    let mut section = None;
    for group in &module.resources.groups {
        let entries = shown(ctx, module, options, group);
        begun |= options.elide_resources_above.is_some() && !entries.is_empty();
        let mut entries = entries.into_iter().filter(|entry| is_short(entry.1)).peekable();
        if entries.peek().is_none() {
            continue;
        }
        match section.replace(group.is_dialect) {
            Some(is_dialect) if is_dialect == group.is_dialect => out.push_str(",\n"),
            before => {
                out.push_str(if before.is_some() { "\n  },\n" } else { "" });
                let name = if group.is_dialect { "dialect_resources" } else { "external_resources" };
                out.extend(["  ", name, ": {\n"]);
            }
        }
        out.push_str("    ");
        push_keyword_or_string(&mut out, ctx.bytes(group.owner));
        let mut separator = ": {\n      ";
        for (key, resource) in entries {
            out.push_str(separator);
            push_keyword_or_string(&mut out, ctx.bytes(key));
            out.push_str(": ");
            push_resource(ctx, &mut out, resource);
            separator = ",\n      ";
        }
        out.push_str("\n    }");
    }
    if section.is_some() {
        out.push_str("\n  }");
    } else if !begun {
        return String::new();
    }
    out.push_str("\n#-}\n");
    out
}

/// How many bytes a resource's text has.
fn length(ctx: &Context, resource: &Resource) -> usize {
    match resource {
        Resource::Blob(blob) => "\"0x\"".len() + 2 * (blob.data.len() + 4),
        Resource::Bool(_) | Resource::String(_) => {
            let mut text = String::new();
            push_resource(ctx, &mut text, resource);
            text.len()
        }
    }
}

fn push_resource(ctx: &Context, out: &mut String, resource: &Resource) {
    match resource {
        Resource::Blob(blob) => {
            out.push_str("\"0x");
            blob.push_hex(out);
            out.push('"');
        }
        Resource::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Resource::String(value) => push_quoted(out, ctx.bytes(*value)),
    }
}

/// What of a group is written.
fn shown<'m>(
    ctx: &Context,
    module: &Module,
    options: &PrintOptions,
    group: &'m ResourceGroup,
) -> Vec<(Str, &'m Resource)> {
    let all = group.entries.iter().map(|(key, resource)| (*key, resource));
    if !group.is_dialect || options.names {
        return all.collect();
    }
    // The first of a key counts.
    let mut values: FxHashMap<Str, &Resource> = FxHashMap::default();
    for (key, resource) in all {
        values.entry(key).or_insert(resource);
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
    named.filter(|key| seen.insert(*key)).filter_map(|key| Some((key, *values.get(&key)?))).collect()
}
