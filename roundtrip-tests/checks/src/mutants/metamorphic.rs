//! Metamorphic test: a module and its variant with other names of values, blocks, structs and symbols that no other module
//! sees, other numbers of metadata and attribute groups, and another order of blocks, functions, declarations, variables,
//! structs, metadata and attribute groups. Both mean the same, so a comparison must find no difference.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use irtrip_dialect::{Context, ContextDialects};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Names, Options, Side, compare};
use irtrip_import::{ImportOptions, import};

/// How a module compares with its variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The module or its variant is refused by the reader, or the module has use-list orders, which depend on the
    /// order.
    NotComparable,
    /// The two are the same.
    Same,
    /// The two differ: the differences.
    Different(String),
}

/// Compares a module with its variant.
pub fn compare_with_variant(text: &str) -> Relation {
    let other = variant(text, text.len() as u64);
    let (ctx_a, ctx_b) =
        (Context::with_dialects(irtrip_lower::all_dialects()), Context::with_dialects(irtrip_lower::all_dialects()));
    let read = |ctx, text| import(ctx, text, &ImportOptions::default());
    let (Ok(a), Ok(b)) = (read(&ctx_a, text), read(&ctx_b, &other)) else { return Relation::NotComparable };
    if text.contains("\nuselistorder") || text.contains("  uselistorder") {
        return Relation::NotComparable;
    }
    let options = Options { ignored_names: Names::ALL.to_vec(), ..Options::default() };
    let comparison = compare(Side::new(&ctx_a, &a), Side::new(&ctx_b, &b), &options);
    if comparison.is_same() {
        return Relation::Same;
    }
    Relation::Different(unified(&comparison, &Heading { a: "module", b: "variant", color: false, made: None }))
}

/// What a module's text is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Head,
    Struct,
    Variable,
    Function,
    Declaration,
    Attributes,
    Named,
    Node,
}

/// The variant of a module; `seed` decides on the order.
pub fn variant(text: &str, seed: u64) -> String {
    let chunks = chunks(text);
    let numbers = |part: Part, sigil: &str| -> HashMap<u64, u64> {
        let of = chunks.iter().filter(|c| c.0 == part);
        let mut ids: Vec<u64> = of.filter_map(|c| leading_number(c.1, sigil)).collect();
        ids.sort_unstable();
        let last = ids.len() as u64;
        ids.iter().zip((0..last).rev()).map(|(&old, new)| (old, new)).collect()
    };
    let (nodes, groups) = (numbers(Part::Node, "!"), numbers(Part::Attributes, "attributes #"));
    let types: HashSet<&str> = chunks.iter().filter_map(|c| type_name(c.1)).collect();
    // A struct's number would be taken for a value's.
    let numbered = types.iter().any(|t| is_number(t));
    let own: HashSet<&str> = chunks.iter().filter_map(|c| own_symbol(c.1)).collect();
    let renaming = Renaming { nodes, groups, types, own };
    // What has no name has the number of its place.
    let is_placed = |part| chunks.iter().any(|c| c.0 == part && c.1.get(1..).is_some_and(|rest| is_number(word(rest))));
    let (structs_stay, variables_stay) = (is_placed(Part::Struct), is_placed(Part::Variable));
    let rewritten: Vec<(Part, String)> = chunks
        .iter()
        .map(|&(part, chunk)| {
            let local = part == Part::Function || (chunk.starts_with('@') && chunk.contains("blockaddress("));
            let chunk = match part {
                Part::Function if !numbered => permuted(&labelled(chunk), seed),
                _ => chunk.to_owned(),
            };
            (part, renaming.rewrite(&chunk, local && !numbered))
        })
        .collect();
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let parts = [Part::Function, Part::Declaration, Part::Attributes, Part::Named, Part::Node];
    for part in [Part::Head, Part::Struct, Part::Variable].into_iter().chain(parts) {
        let mut of: Vec<&String> = rewritten.iter().filter(|c| c.0 == part).map(|c| &c.1).collect();
        let stays = match part {
            Part::Head | Part::Named => true,
            Part::Struct => structs_stay,
            Part::Variable => variables_stay,
            Part::Function | Part::Declaration | Part::Attributes | Part::Node => false,
        };
        if !stays {
            shuffle(&mut of, seed);
        }
        of.into_iter().for_each(|chunk| out.push_str(chunk));
    }
    out
}

/// The text's top-level constructs. One of no known kind stays at the head, in order.
fn chunks(text: &str) -> Vec<(Part, &str)> {
    let mut chunks = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if inside {
            if line == "}\n" || line == "}" {
                chunks.push((Part::Function, text.get(start..next).unwrap_or_default()));
                inside = false;
            }
        } else if line.starts_with("define ") {
            (start, inside) = (at, true);
        } else if !line.starts_with(';') && !line.trim().is_empty() {
            let part = match line.get(..1).unwrap_or_default() {
                "d" if line.starts_with("declare ") => Part::Declaration,
                "a" if line.starts_with("attributes #") => Part::Attributes,
                "!" if line.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => Part::Node,
                "!" => Part::Named,
                "%" if type_name(line).is_some() => Part::Struct,
                "@" => Part::Variable,
                _ => Part::Head,
            };
            chunks.push((part, line));
        }
        at = next;
    }
    chunks
}

fn leading_number(chunk: &str, sigil: &str) -> Option<u64> {
    let digits = chunk.strip_prefix(sigil)?;
    digits.get(..digits.find(|c: char| !c.is_ascii_digit())?)?.parse().ok()
}

/// The name that a line has for a struct, as it follows `%`.
fn type_name(chunk: &str) -> Option<&str> {
    chunk.strip_prefix('%')?.split_once(" = type ").map(|(name, _)| name)
}

/// The function with a label before its entry block, which LLVM's writer leaves off where it is a number.
fn labelled(chunk: &str) -> String {
    let Some((head, rest)) = chunk.split_once('\n') else { return chunk.to_owned() };
    let bytes = rest.as_bytes();
    if rest.starts_with('"') || is_label(bytes, 0) {
        return chunk.to_owned();
    }
    let numbers = head.split('%').skip(1).filter_map(|name| {
        let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
        name.get(..end)?.parse::<u64>().ok()
    });
    let entry = numbers.max().map_or(0, |n| n + 1);
    format!("{head}\n{entry}:\n{rest}")
}

/// The function with its blocks in another order, but for the first. Each of them has a label.
fn permuted(chunk: &str, seed: u64) -> String {
    let is_start = |line: &str| is_label(line.as_bytes(), 0) || line.starts_with('"');
    let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
    let mut end = "";
    for line in chunk.split_inclusive('\n') {
        match blocks.last_mut() {
            _ if line.starts_with('}') => end = line,
            Some(block) if !is_start(line) => block.push(line),
            _ => blocks.push(vec![line]),
        }
    }
    // The head, then the entry block.
    if let Some(others) = blocks.get_mut(2..) {
        shuffle(others, seed);
    }
    blocks.into_iter().flatten().chain([end]).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    text.get(..word_length(text.as_bytes(), 0)).unwrap_or_default()
}

/// The symbol that a construct defines for its module alone, if it has a name without quotes.
fn own_symbol(chunk: &str) -> Option<&str> {
    let line = chunk.lines().next()?;
    let is_own = |words: &str| words.split(' ').any(|word| matches!(word, "internal" | "private"));
    let (before, rest) = line.split_once('@')?;
    let name = word(rest);
    let words = match before {
        "" => rest.split_once(" = ")?.1.split(['{', '(', '[', '"']).next()?,
        before if before.starts_with("define ") => before,
        _ => return None,
    };
    let has_name = !name.is_empty() && !is_number(name) && !name.starts_with("llvm.");
    // A comdat has the name of the symbol that it is about.
    (has_name && is_own(words) && !line.contains(" comdat")).then_some(name)
}

/// The end of a string that begins at `at`.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    bytes.get(at + 1..).and_then(|b| b.iter().position(|&b| b == b'"')).map_or(bytes.len(), |n| at + n + 2)
}

/// The new numbers of nodes and groups, and the names of structs and of symbols that no other module sees.
struct Renaming<'t> {
    nodes: HashMap<u64, u64>,
    groups: HashMap<u64, u64>,
    types: HashSet<&'t str>,
    own: HashSet<&'t str>,
}

impl Renaming<'_> {
    /// Other numbers of nodes and groups, and with `local` other names of values and blocks, outside of strings.
    fn rewrite(&self, chunk: &str, local: bool) -> String {
        let bytes = chunk.as_bytes();
        let mut out = String::with_capacity(chunk.len() + chunk.len() / 8);
        let mut at = 0;
        let mut line_start = true;
        while let Some(&byte) = bytes.get(at) {
            let begins_line = std::mem::replace(&mut line_start, byte == b'\n');
            if let Some((new, end)) = self.number(chunk, at) {
                out.push(byte as char);
                let _ = write!(out, "{new}");
                at = end;
                continue;
            }
            let end = match byte {
                b'"' => end_of_string(bytes, at),
                b'%' if bytes.get(at + 1) == Some(&b'"') => end_of_string(bytes, at + 1),
                b'%' | b'@' => at + 1 + word_length(bytes, at + 1),
                _ if begins_line && is_label(bytes, at) => at + word_length(bytes, at),
                _ => (at + 1..=bytes.len()).find(|&i| chunk.is_char_boundary(i)).unwrap_or(bytes.len()),
            };
            let word = chunk.get(at..end).unwrap_or_default();
            let is_label = begins_line && bytes.get(end) == Some(&b':');
            let name = word.strip_prefix(['%', '@']).unwrap_or_default();
            let is_renamed = match byte {
                b'@' => self.own.contains(name),
                b'%' if self.types.contains(name) => !is_number(name),
                _ => local && !name.is_empty(),
            };
            if is_renamed {
                out.push(byte as char);
                other_name(name, &mut out);
            } else if local && is_label {
                other_name(word, &mut out);
            } else {
                out.push_str(word);
            }
            at = end;
        }
        out
    }

    /// The new number of the node or group at a place, and the end of its old one.
    fn number(&self, chunk: &str, at: usize) -> Option<(u64, usize)> {
        let bytes = chunk.as_bytes();
        let names = match bytes.get(at)? {
            b'!' => &self.nodes,
            b'#' => &self.groups,
            _ => return None,
        };
        let end = at + 1 + word_length(bytes, at + 1);
        let number: u64 = chunk.get(at + 1..end)?.parse().ok()?;
        Some((*names.get(&number)?, end))
    }
}

fn other_name(name: &str, out: &mut String) {
    match name.strip_prefix('"') {
        Some(quoted) => {
            out.push_str("\"x.");
            out.push_str(quoted);
        }
        None => {
            out.push_str("x.");
            out.push_str(name);
        }
    }
}

fn word_length(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|b| is_word(**b)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"$._-".contains(&byte)
}

fn is_label(bytes: &[u8], at: usize) -> bool {
    let name = word_length(bytes, at);
    name > 0 && bytes.get(at + name) == Some(&b':')
}

/// Puts things into another order.
fn shuffle<T>(things: &mut [T], seed: u64) {
    let mut state = seed | 1;
    for i in (1..things.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        things.swap(i, (state >> 33) as usize % (i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_others_and_strings_stay() {
        let text = "%T = type { i32 }\ndefine internal void @f(ptr %p) #0 {\n  %x = load %T, ptr %p, align 4, !mine !0\n  \
                    call void asm \"%x !0 #0\", \"\"()\n  ret void\n}\nattributes #0 = { cold }\nattributes #1 = { hot }\n\
                    !0 = !{!1}\n!1 = !{}\n";
        let other = variant(text, 3);
        assert!(other.contains(
            "define internal void @x.f(ptr %x.p) #1 {\nx.0:\n  %x.x = load %x.T, ptr %x.p, align 4, !mine !1\n"
        ));
        assert!(other.contains("asm \"%x !0 #0\""), "{other}");
        assert!(other.contains("attributes #1 = { cold }") && other.contains("!1 = !{!0}"), "{other}");
    }
}
