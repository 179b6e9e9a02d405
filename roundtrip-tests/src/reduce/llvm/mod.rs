//! What can be left out of LLVM assembly: functions' bodies, attachments, globals, blocks, instructions, elements of
//! metadata and attribute groups, words.
//!
//! The text is cut where LLVM's writer breaks lines. Where a text is laid out otherwise the cuts make candidates that
//! the reader refuses, and less is left out.

mod function;
mod pieces;

use std::ops::Range;

use super::search::Search;
use crate::explain::llvm::without_comment;

/// Lines above which single words are not tried: there are too many of them.
const LINES_FOR_WORDS: usize = 300;

/// Tries to leave out everything once, the largest parts first.
pub(super) fn pass(search: &mut Search<'_>) {
    bodies(search);
    pieces::attachments(search);
    whole_entities(search);
    blocks_and_instructions(search, Unit::Block);
    blocks_and_instructions(search, Unit::Instruction);
    blanks_and_comments(search);
    pieces::elements(search);
    if search.text.lines().count() <= LINES_FOR_WORDS {
        pieces::words(search);
    }
}

/// A top-level construct's bytes; a function's comments and the blank lines after it belong to it.
struct TopLevel {
    range: Range<usize>,
    is_function: bool,
}

/// The top-level constructs of a text, as ranges of its lines.
fn top_level(text: &str) -> Vec<TopLevel> {
    let mut top_level: Vec<TopLevel> = Vec::new();
    let (mut at, mut in_body) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let is_start = !in_body && !line.starts_with([' ', '\t', '\n', '\r', '}', ']', ')']);
        match top_level.last_mut() {
            Some(last) if !is_start => last.range.end = end,
            _ => top_level.push(TopLevel { range: at..end, is_function: false }),
        }
        if is_start && line.starts_with("define ") {
            in_body = true;
            top_level.last_mut().into_iter().for_each(|last| last.is_function = true);
        }
        if line.starts_with('}') {
            in_body = false;
        }
        at = end;
    }
    top_level
}

/// A text of which some parts are kept, and some are otherwise.
fn assembled(text: &str, parts: &[Range<usize>], other: impl Fn(usize) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut next = 0;
    for (index, part) in parts.iter().enumerate() {
        if let Some(other) = other(index) {
            out.push_str(text.get(next..part.start).unwrap_or_default());
            out.push_str(&other);
            next = part.end;
        }
    }
    out.push_str(text.get(next..).unwrap_or_default());
    out
}

fn whole_entities(search: &mut Search<'_>) {
    let text = search.text.clone();
    let parts: Vec<Range<usize>> = top_level(&text).into_iter().map(|construct| construct.range).collect();
    search.leave_out(parts.len(), |kept| assembled(&text, &parts, |i| (kept.get(i) == Some(&false)).then(String::new)));
}

/// Makes declarations of definitions.
fn bodies(search: &mut Search<'_>) {
    let text = search.text.clone();
    let parts: Vec<Range<usize>> = functions(&text);
    search.leave_out(parts.len(), |kept| {
        assembled(&text, &parts, |i| {
            let definition = parts.get(i).and_then(|part| text.get(part.clone()))?;
            (kept.get(i) == Some(&false)).then(|| declaration(definition))
        })
    });
}

fn functions(text: &str) -> Vec<Range<usize>> {
    top_level(text).into_iter().filter(|construct| construct.is_function).map(|construct| construct.range).collect()
}

/// The declaration of a function. A definition has more: linkages that only it can have, clauses after its attributes.
fn declaration(definition: &str) -> String {
    const DEFINED: &[&str] =
        &["private", "internal", "linkonce", "linkonce_odr", "weak", "weak_odr", "available_externally", "appending"];
    let line = definition.lines().next().unwrap_or_default();
    let line = line.strip_prefix("define ").unwrap_or(line).trim_end().trim_end_matches('{');
    let named = line.find('@').unwrap_or(0);
    let (before, after) = line.split_at_checked(named).unwrap_or(("", line));
    let before: Vec<&str> = before.split_whitespace().filter(|word| !DEFINED.contains(word)).collect();
    let ends = [" comdat", " personality ", " prefix ", " prologue ", " !"];
    let end = ends.iter().filter_map(|end| after.rfind(end)).min().unwrap_or(after.len());
    let after = after.get(..end).unwrap_or(after).trim_end();
    let after = after.replace(" unnamed_addr", "").replace(" local_unnamed_addr", "");
    format!("declare {} {after}\n\n", before.join(" "))
}

/// All of them at once: no string goes over a line that LLVM's writer wrote.
fn blanks_and_comments(search: &mut Search<'_>) {
    let lines = search.text.lines().map(without_comment).filter(|line| !line.trim().is_empty());
    let candidate = lines.flat_map(|line| [line, "\n"]).collect();
    search.take(candidate);
}

/// What is left out of functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Block,
    Instruction,
}

fn blocks_and_instructions(search: &mut Search<'_>, unit: Unit) {
    let text = search.text.clone();
    let parts = functions(&text);
    let functions: Vec<function::Function<'_>> =
        parts.iter().filter_map(|part| text.get(part.clone())).map(function::Function::new).collect();
    let counts: Vec<usize> = functions
        .iter()
        .map(|function| match unit {
            Unit::Block => function.block_count(),
            Unit::Instruction => function.instruction_count(),
        })
        .collect();
    search.leave_out(counts.iter().sum(), |kept| {
        let mut out = String::with_capacity(text.len());
        let (mut next, mut first) = (0, 0);
        for ((part, function), count) in parts.iter().zip(&functions).zip(&counts) {
            let own = kept.get(first..first + count).unwrap_or_default();
            first += count;
            if own.iter().all(|kept| *kept) {
                continue;
            }
            out.push_str(text.get(next..part.start).unwrap_or_default());
            match unit {
                Unit::Block => function.push_without(&mut out, |block, _| own.get(block) == Some(&true), |_| true),
                Unit::Instruction => {
                    function.push_without(&mut out, |_, _| true, |instruction| own.get(instruction) == Some(&true));
                }
            }
            next = part.end;
        }
        out.push_str(text.get(next..).unwrap_or_default());
        out
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_cut_where_lines_start() {
        let text =
            "@a = global i32 0\n; Function\ndefine void @f() {\n; c\n  ret void\n}\n\ndeclare void @g()\n!0 = !{}\n";
        let cut: Vec<&str> = top_level(text).into_iter().map(|e| &text[e.range]).collect();
        let expected = [
            "@a = global i32 0\n",
            "; Function\n",
            "define void @f() {\n; c\n  ret void\n}\n\n",
            "declare void @g()\n",
            "!0 = !{}\n",
        ];
        assert_eq!(cut, expected);
    }

    #[test]
    fn a_definition_becomes_a_declaration() {
        let definition =
            "define internal dso_local i32 @f(ptr %p) unnamed_addr #0 comdat personality ptr @p !dbg !1 {\n";
        assert_eq!(declaration(definition), "declare dso_local i32 @f(ptr %p) #0\n\n");
    }
}
