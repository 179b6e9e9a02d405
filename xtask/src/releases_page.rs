//! What each release of LLVM brought and what went with it, for readers: docs/releases.md, made of the tables.

use std::fmt::Write as _;

use irtrip_dialect::DialectRegistry;
use irtrip_dialect::enums::{self, InstructionFlags};
use irtrip_dialect::intrinsics::amdgpu_atomics::{UNSAFE_FP_ATOMICS, UNSAFE_FP_RELEASES};
use irtrip_dialect::intrinsics::older;
use irtrip_dialect::llvm_attributes::ATTRIBUTES;
use irtrip_dialect::metadata::nodes::NODES;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::TARGET_TYPES;

/// What the page begins with.
const HEAD: &str = "# Releases

What each release of LLVM brought, and what it no longer has, as far as irtrip's tables say it: `cargo xtask tables` makes this
page of them. Text of every release from 3.7 on is read as LLVM 22 reads its bitcode. `irtrip export --llvm N` writes for
release N: what N has no word for is expressed by what it has, dropped and named, or refused by name. Intrinsics
and data layouts have tables of their own: `dialect/llvm/src/intrinsics/since.txt` and `older.rs`, `dialect/llvm/src/data_layout`.

A new release gets a line in `dialect/ir/src/release.rs`, and in each table below a `since` or an `until` for what it
changed; `cargo xtask tables --release N` makes the tables that come of LLVM's own records.
";

/// A thing that not every release has.
struct Item {
    /// What kind of thing it is.
    kind: String,
    /// How it is spelled, or what it is.
    what: String,
    releases: Releases,
}

/// The page.
pub fn page() -> String {
    let items = items();
    let mut page = String::from(HEAD);
    for release in Release::EACH.iter().rev() {
        let came = items.iter().filter(|item| item.releases.since == Some(*release)).map(|item| (item, "new"));
        let went = items.iter().filter(|item| item.releases.until == Some(*release)).map(|item| (item, "gone"));
        let all: Vec<(&Item, &str)> = came.chain(went).collect();
        if all.is_empty() {
            continue;
        }
        let _ = write!(page, "\n## LLVM {release}\n\n| | kind | what |\n|---|---|---|\n");
        for (item, word) in all {
            let _ = writeln!(page, "| {word} | {} | {} |", item.kind, item.what.replace('|', "\\|"));
        }
    }
    page
}

fn items() -> Vec<Item> {
    let code = |text: &str| format!("`{text}`");
    let item = |kind: &str, what: String, releases| Item { kind: kind.to_owned(), what, releases };
    let mut items: Vec<Item> =
        Spelling::described().map(|(releases, text)| item("spelling", text.trim().to_owned(), releases)).collect();
    items.extend(ATTRIBUTES.iter().map(|row| item("attribute", code(row.llvm), row.releases)));
    for table in enums::ALL {
        let spelled = table.cases.iter().filter(|row| !(row.llvm.is_empty() && row.mlir.is_empty()));
        items.extend(spelled.map(|row| {
            let word = if row.llvm.is_empty() { row.mlir } else { row.llvm };
            item(table.name, code(word), row.releases)
        }));
    }
    for node in NODES {
        items.push(item("metadata node", code(&format!("!{}", node.name)), node.releases));
        items.extend(
            node.fields()
                .iter()
                .map(|field| item(&format!("field of `!{}`", node.name), code(field.name), field.releases)),
        );
    }
    let core = DialectRegistry::new();
    items.extend(core.op_defs().filter_map(|def| {
        let name = def.name.strip_prefix("llvm.")?;
        Some(item("constant expression", code(name), def.constant_expression?))
    }));
    let flagged = core.op_defs().filter_map(|def| Some((def, def.name.strip_prefix("llvm.")?)));
    items.extend(flagged.flat_map(|(def, name)| {
        def.later_flags.iter().map(move |(flags, since)| {
            let words: Vec<String> = flags.llvm_words().map(code).collect();
            let words = if *flags == InstructionFlags::FAST { "fast-math flags".to_owned() } else { words.join(", ") };
            item("instruction flags", format!("{words} of {}", code(name)), Releases::ALL.since(*since))
        })
    }));
    let renamed = older::all().iter().filter_map(|row| {
        let mut current: Vec<String> = row.current_names().map(|name| code(&format!("llvm.{name}"))).collect();
        if let older::Replacement::AtomicRmw(operation) = row.replacement {
            current.push(code(&format!("atomicrmw {}", operation.llvm())));
        }
        let old = code(&format!("llvm.{}", row.old));
        let what = match &current[..] {
            [same] if *same == old => format!("{old} with the signature that it had"),
            _ => format!("{old}; since then {}", current.join(" or ")),
        };
        (!current.is_empty()).then_some(item("intrinsic", what, row.instead?))
    });
    items.extend(renamed);
    items.push(item("attribute", code(UNSAFE_FP_ATOMICS), UNSAFE_FP_RELEASES));
    items.extend(
        TARGET_TYPES
            .iter()
            .map(|(name, since)| item("type", code(&format!("target(\"{name}\", ...)")), Releases::ALL.since(*since))),
    );
    items.retain(|item| item.releases != Releases::ALL);
    items
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn the_page_is_what_the_tables_say() {
        let written = include_str!("../../docs/releases.md");
        assert!(written == page(), "docs/releases.md is out of date: run `cargo xtask tables`");
    }
}
