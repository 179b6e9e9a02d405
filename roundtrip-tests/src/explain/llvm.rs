//! The phis of LLVM assembly, read in its text: a line an instruction, or lines that a comma or an open bracket joins.

use super::{Incoming, Phi, Phis};

/// The phis of the functions that have a body, in order.
pub(super) fn functions(text: &str) -> Vec<Phis> {
    let mut functions: Vec<Phis> = Vec::new();
    let mut inside = false;
    let mut label = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = without_comment(line);
        if line.starts_with("define ") {
            inside = true;
            label.clear();
            functions.push(Phis { name: function_name(line), blocks: Vec::new() });
        } else if line.starts_with('}') {
            inside = false;
        } else if inside && let Some(name) = label_of(line) {
            label = format!("%{name}");
        } else if inside && let Some((name, rest)) = phi_of(line) {
            let mut rest = rest.to_owned();
            while is_open(&rest) {
                let Some(more) = lines.next() else { break };
                rest.push(' ');
                rest.push_str(without_comment(more).trim());
            }
            let Some(function) = functions.last_mut() else { continue };
            let phi = (Phi { block: label.clone(), name: name.to_owned() }, incoming(&rest));
            match function.blocks.last_mut() {
                Some(block) if block.first().is_some_and(|(first, _)| first.block == label) => block.push(phi),
                _ => function.blocks.push(vec![phi]),
            }
        }
    }
    functions
}

/// A line up to the comment's start, without blanks at its end.
pub(crate) fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let end = line.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b';' && !quoted
    });
    line.get(..end.unwrap_or(line.len())).unwrap_or(line).trim_end()
}

/// `@name` of a function's first line.
fn function_name(line: &str) -> String {
    let Some((_, rest)) = line.split_once('@') else { return String::new() };
    let length = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map_or(rest.len(), |end| end + 2),
        None => rest.find('(').unwrap_or(rest.len()),
    };
    format!("@{}", rest.get(..length).unwrap_or_default())
}

/// The name of the block that a line begins: `loop`, `7`, `"a b"`.
pub(crate) fn label_of(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?;
    let unquoted = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-$._".contains(&b));
    let quoted = name.len() > 1 && name.starts_with('"') && name.ends_with('"');
    (!name.is_empty() && (unquoted || quoted)).then_some(name)
}

/// The name of a phi, and what follows the word.
pub(crate) fn phi_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let end = match line.strip_prefix("%\"") {
        Some(quoted) => quoted.find('"')? + 3,
        None if line.starts_with('%') => line.find([' ', '='])?,
        None => return None,
    };
    let (name, rest) = line.split_at_checked(end)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix("phi ")?;
    Some((name, rest))
}

/// Whether an instruction goes on in the next line.
fn is_open(text: &str) -> bool {
    let depth = text.bytes().fold(0i32, |depth, byte| match byte {
        b'[' | b'(' | b'{' => depth + 1,
        b']' | b')' | b'}' => depth - 1,
        _ => depth,
    });
    depth > 0 || text.ends_with(',') || !text.contains('[')
}

/// The `[ value, %block ]` after a phi's type.
fn incoming(text: &str) -> Vec<Incoming> {
    groups(text)
        .filter_map(|group| {
            let inner = text.get(group.start + 1..group.end - 1)?;
            let comma = group.comma?.checked_sub(group.start + 1)?;
            let (value, block) = inner.split_at_checked(comma)?;
            let block = block.get(1..)?.trim();
            block.starts_with('%').then(|| Incoming { value: value.trim().to_owned(), block: block.to_owned() })
        })
        .collect()
}

/// A bracketed group that is in no other.
pub(crate) struct Group {
    pub start: usize,
    /// After its closing bracket.
    pub end: usize,
    /// The last comma that is in no inner group.
    pub comma: Option<usize>,
}

/// The groups in square brackets of a text.
pub(crate) fn groups(text: &str) -> impl Iterator<Item = Group> {
    let mut depth = 0usize;
    let mut quoted = false;
    let mut start = 0;
    let mut square = false;
    let mut comma = None;
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        quoted ^= byte == b'"';
        match byte {
            _ if quoted => {}
            b'[' | b'(' | b'{' | b'<' => {
                if depth == 0 {
                    (start, square, comma) = (at, byte == b'[', None);
                }
                depth += 1;
            }
            b']' | b')' | b'}' | b'>' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && square {
                    square = false;
                    return Some(Group { start, end: at + 1, comma });
                }
            }
            b',' if depth == 1 => comma = Some(at),
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_blocks_are_told_apart() {
        let text =
            "[2 x i8] [ [i8 1, i8 2], %a ], [ %\"x, y\", %\"b ]\" ],\n  [ <2 x i8> zeroinitializer, %3 ], !dbg !1";
        let found: Vec<(String, String)> = incoming(text).into_iter().map(|i| (i.value, i.block)).collect();
        let expected = [("[i8 1, i8 2]", "%a"), ("%\"x, y\"", "%\"b ]\""), ("<2 x i8> zeroinitializer", "%3")];
        assert_eq!(found, expected.map(|(v, b)| (v.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_phi_may_stand_on_several_lines() {
        let text = "define void @\"a b\"() {\n\"x y\": ; here\n  %p = phi i32 [ 0, %a ], ; one\n     [ 1,\n  %b ]\n}\n";
        let found = functions(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "@\"a b\"");
        let (phi, incoming) = &found[0].blocks[0][0];
        assert_eq!((phi.block.as_str(), phi.name.as_str(), incoming.len()), ("%\"x y\"", "%p", 2));
    }
}
