//! Two modules' texts made one, as somebody does with an editor: aliases under other names, the operations of both in one
//! module, what both declare once, and the lists of the modules' attributes one after the other.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Which of the second module's parts are pasted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pasted {
    /// All of them.
    All,
    /// Operations without the attributes of their module.
    Operations,
}

/// The attributes of a module that are lists of what is in it.
const LISTS: [&str; 5] =
    ["irtrip.nodes", "irtrip.completed", "irtrip.named_metadata", "irtrip.declarations", "llvm.module_asm"];

/// What stands at the start of a definition of an alias.
#[allow(clippy::expect_used)]
static ALIAS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^([#!][\w$.-]+) = ").expect("well-formed"));
/// A string, or a mention of an alias.
#[allow(clippy::expect_used)]
static MENTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#""(?:[^"\\]|\\.)*"|[#!][A-Za-z_][\w$.-]*"#).expect("well-formed"));
/// The first symbol of a line.
#[allow(clippy::expect_used)]
static SYMBOL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"@("(?:[^"\\]|\\.)*"|[\w$.-]+)"#).expect("well-formed"));

/// The parts of a text.
struct Parts {
    /// Definitions of aliases before the module and after it.
    aliases: [Vec<String>; 2],
    /// The module's attributes: name, and value where there is one.
    attributes: Vec<(String, Option<String>)>,
    /// The module's operations.
    operations: Vec<String>,
}

/// The text of both; `None` where a text is not as the printer's are, or has what cannot be pasted line by line.
pub fn pasted(a: &str, b: &str, which: Pasted) -> Option<String> {
    if [a, b].iter().any(|text| text.contains("\n{-#")) {
        return None;
    }
    let (mut a, b) = (Parts::of(a)?, Parts::of(&with_other_aliases(b))?);
    if which == Pasted::All {
        for (name, value) in b.attributes {
            match a.attributes.iter_mut().find(|own| own.0 == name) {
                None => a.attributes.push((name, value)),
                Some((_, Some(own))) if LISTS.contains(&name.as_str()) => {
                    let inner = value.as_deref()?.strip_prefix('[')?;
                    *own = format!("{}, {inner}", own.strip_suffix(']')?);
                }
                Some(_) => {}
            }
        }
    }
    let defined: HashSet<String> = symbols(&b.operations).filter(|(_, op)| is_definition(op)).map(|s| s.0).collect();
    let known: HashMap<String, bool> = symbols(&a.operations).map(|(name, op)| (name, is_definition(op))).collect();
    let is_kept = |op: &String| match symbol(op) {
        Some(name) => is_definition(op) || !defined.contains(&name),
        None => true,
    };
    let is_new = |op: &String| match symbol(op) {
        Some(name) => !known.contains_key(&name) || is_definition(op),
        None => {
            let is_known = op.starts_with("  llvm.linker_options") && a.operations.contains(op);
            !is_known && !op.starts_with("  llvm.module_flags")
        }
    };
    let entry = |(name, value): &(String, Option<String>)| match value {
        Some(value) => format!("{name} = {value}"),
        None => name.clone(),
    };
    let attributes: Vec<String> = a.attributes.iter().map(entry).collect();
    let mut out = [&a.aliases[0][..], &b.aliases[0]].concat().concat();
    out += &format!("module attributes {{{}}} {{\n", attributes.join(", "));
    a.operations.iter().filter(|op| is_kept(op)).for_each(|op| out += op);
    b.operations.iter().filter(|op| is_new(op)).for_each(|op| out += op);
    out += "}\n";
    out += &[&a.aliases[1][..], &b.aliases[1]].concat().concat();
    Some(out)
}

fn symbols(operations: &[String]) -> impl Iterator<Item = (String, &String)> {
    operations.iter().filter_map(|op| Some((symbol(op)?, op)))
}

/// The symbol that an operation has.
fn symbol(op: &str) -> Option<String> {
    let line = op.lines().next()?;
    SYMBOL.find(line).map(|found| found.as_str().to_owned())
}

/// Whether an operation is no declaration. A variable without a value has neither a body nor one between parentheses.
fn is_definition(op: &str) -> bool {
    match op.trim_start() {
        text if text.starts_with("llvm.func") => op.lines().count() > 1,
        text if text.starts_with("llvm.mlir.global") => {
            op.lines().count() > 1
                || SYMBOL.find(op).is_some_and(|name| op[name.end()..].starts_with('('))
                    && !SYMBOL.find(op).is_some_and(|name| op[name.end()..].starts_with("()"))
        }
        _ => true,
    }
}

/// A text with other names of its aliases and of what each module may have once.
fn with_other_aliases(text: &str) -> String {
    let names: HashSet<&str> =
        text.lines().filter_map(|line| ALIAS.captures(line)?.get(1)).map(|name| name.as_str()).collect();
    let renamed = MENTION.replace_all(text, |found: &Captures<'_>| match &found[0] {
        name if names.contains(name) => format!("{}b_{}", &name[..1], &name[1..]),
        other => other.to_owned(),
    });
    renamed.replace("@__llvm_global_comdat", "@__llvm_global_comdat_0")
}

impl Parts {
    fn of(text: &str) -> Option<Parts> {
        let mut parts = Parts { aliases: [Vec::new(), Vec::new()], attributes: Vec::new(), operations: Vec::new() };
        let (mut is_inside, mut is_after) = (false, false);
        for line in text.split_inclusive('\n') {
            if !is_inside && ALIAS.is_match(line) {
                parts.aliases[usize::from(is_after)].push(line.to_owned());
            } else if line.starts_with("module") && !is_after {
                is_inside = true;
                let attributes =
                    line.split_once(" attributes {").and_then(|(_, rest)| rest.trim_end().strip_suffix("} {"));
                parts.attributes = attributes.map(split).unwrap_or_default();
            } else if line.starts_with('}') {
                (is_inside, is_after) = (false, true);
            } else if line.starts_with("   ") || line.starts_with("  }") || line.starts_with("  ^") {
                parts.operations.last_mut()?.push_str(line);
            } else if is_inside && line.starts_with("  ") {
                parts.operations.push(line.to_owned());
            } else if !line.trim().is_empty() && !line.starts_with("//") {
                return None;
            }
        }
        is_after.then_some(parts)
    }
}

/// The entries of a dictionary's text.
fn split(text: &str) -> Vec<(String, Option<String>)> {
    let (mut depth, mut start, mut is_string, mut entries) = (0usize, 0, false, Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if is_string => at += 1,
            b'"' => is_string = !is_string,
            _ if is_string => {}
            b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'[' | b'{' | b'(' | b'<' => depth += 1,
            b']' | b'}' | b')' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                entries.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    entries.push(&text[start..]);
    let entry = |entry: &str| match entry.trim().split_once(" = ") {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (entry.trim().to_owned(), None),
    };
    entries.into_iter().filter(|entry| !entry.trim().is_empty()).map(entry).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_and_aliases_renamed() {
        let a = "#x = 1 : i32\nmodule attributes {irtrip.nodes = [[\"a, b\"]], k} {\n  llvm.func @f() {\n    llvm.return\n  }\n  llvm.func @g()\n}\n";
        let b = "#x = 2 : i32\nmodule attributes {irtrip.nodes = [[\"#x\"]]} {\n  llvm.func @g() attributes {y = #x} {\n    llvm.return\n  }\n}\n";
        let both = pasted(a, b, Pasted::All).unwrap();
        assert!(both.starts_with(
            "#x = 1 : i32\n#b_x = 2 : i32\nmodule attributes {irtrip.nodes = [[\"a, b\"], [\"#x\"]], k} {\n"
        ));
        assert!(both.contains("@g() attributes {y = #b_x}") && both.matches("@g").count() == 1, "{both}");
        assert!(pasted(a, b, Pasted::Operations).unwrap().contains("{irtrip.nodes = [[\"a, b\"]], k}"));
    }
}
