//! Resources as the text that a module keeps of them.

use std::fmt::Write;

use irtrip_grammar::print::text::{push_keyword_or_string, push_quoted};

use super::file::{File, Resource, ResourceGroup};

/// The text of a file's resources: `{-# ... #-}`; `None` where there are none.
pub fn text(file: &File<'_>) -> Option<String> {
    let mut sections = String::new();
    for (name, is_dialect) in [("dialect_resources", true), ("external_resources", false)] {
        let groups: Vec<String> =
            file.resources.iter().filter(|group| group.is_dialect == is_dialect).filter_map(group_text).collect();
        if !groups.is_empty() {
            let separator = if sections.is_empty() { "" } else { ", " };
            let _ = write!(sections, "{separator}{name}: {{{}}}", groups.join(", "));
        }
    }
    (!sections.is_empty()).then(|| format!("{{-# {sections} #-}}"))
}

fn group_text(group: &ResourceGroup<'_>) -> Option<String> {
    let mut entries = String::new();
    for (key, value) in &group.entries {
        if matches!(value, Resource::Missing) {
            continue;
        }
        if !entries.is_empty() {
            entries.push_str(", ");
        }
        push_keyword_or_string(&mut entries, key);
        entries.push_str(": ");
        match value {
            Resource::Blob(alignment, bytes) => {
                entries.push_str("\"0x");
                let alignment = (*alignment as u32).to_le_bytes();
                for byte in alignment.iter().chain(*bytes) {
                    let _ = write!(entries, "{byte:02X}");
                }
                entries.push('"');
            }
            Resource::Bool(value) => entries.push_str(if *value { "true" } else { "false" }),
            Resource::String(value) => push_quoted(&mut entries, value),
            Resource::Missing => {}
        }
    }
    let mut owner = String::new();
    push_keyword_or_string(&mut owner, group.owner);
    (!entries.is_empty()).then(|| format!("{owner}: {{{entries}}}"))
}
