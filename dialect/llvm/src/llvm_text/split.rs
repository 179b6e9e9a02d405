//! Splits a module's text at its top level, before anything is parsed.
//!
//! A function's body ends at the brace that closes it. Most bodies have few braces and quotes, and none in comments, so
//! that going from one to the next finds the end a lot faster than going from token to token.

use std::ops::Range;

use super::cursor::{Cursor, Name};
use crate::diagnostic::DiagnosticResult;

/// What an entity is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TopLevelKind<'a> {
    /// `source_filename = "..."`
    SourceFilename,
    /// `target triple`, `target datalayout`
    Target,
    /// `module asm "..."`
    ModuleAsm,
    /// `%name = type ...`
    Type(Name<'a>),
    /// `$name = comdat ...`
    Comdat(Name<'a>),
    /// `@name = ...`: a variable, alias or ifunc.
    Global(Name<'a>),
    /// `declare ...`
    Declare,
    /// `define ...`
    Define,
    /// `attributes #0 = {...}`
    Attributes,
    /// `!7 = ...`
    Metadata(u32),
    /// `!name = !{...}`
    NamedMetadata,
    /// `uselistorder ...`, `uselistorder_bb ...`
    UseListOrder,
    /// `^0 = ...`
    Summary(u32),
}

/// An entity and its place.
#[derive(Clone, Debug)]
pub struct TopLevelEntity<'a> {
    /// What it is.
    pub kind: TopLevelKind<'a>,
    /// Where its head starts: its name, or its keyword.
    pub at: usize,
    /// Where its text starts: after `name =`, or at its keyword.
    pub start: usize,
    /// Where the next entity starts.
    pub end: usize,
}

impl<'a> TopLevelEntity<'a> {
    /// A cursor over the entity in its text.
    pub fn cursor<'t>(&self, text: &'t [u8]) -> Cursor<'t> {
        Cursor::new(text.get(..self.end).unwrap_or(text), self.start)
    }
}

/// The top level of a text, in order.
///
/// All else waits for this, so that a large text is split by halves at once. Where the second half starts is a guess:
/// it holds if an entity of the first ends there.
pub fn split(text: &[u8]) -> DiagnosticResult<Vec<TopLevelEntity<'_>>> {
    let Some(middle) = middle(text) else {
        return Ok(split_between(text, 0..text.len())?.0);
    };
    let (front, back) = rayon::join(|| split_between(text, 0..middle), || split_between(text, middle..text.len()));
    let (mut top_level, end) = front?;
    let (mut rest, _) = if end == middle { back? } else { split_between(text, end..text.len())? };
    if let (Some(last), false) = (top_level.last_mut(), rest.is_empty()) {
        last.end = end;
    }
    top_level.append(&mut rest);
    Ok(top_level)
}

/// A place near the middle of a large text where an entity may start: a numbered node's line, or what is after a line
/// that is a brace alone.
fn middle(text: &[u8]) -> Option<usize> {
    const LARGE: usize = 1 << 20;
    let half = Some(text.len() / 2).filter(|_| text.len() >= LARGE)?;
    let lines = memchr::memchr_iter(b'\n', text.get(half..)?).map(|at| half + at + 1);
    lines.into_iter().find_map(|line| match text.get(line..)? {
        [b'!', digit, ..] if digit.is_ascii_digit() => Some(line),
        [b'}', b'\n', ..] => {
            let mut after = Cursor::new(text, line + 1);
            after.skip();
            Some(after.pos)
        }
        _ => None,
    })
}

/// What starts in a range of a text, at whose start something does, and where the next thing starts.
fn split_between(text: &[u8], range: Range<usize>) -> DiagnosticResult<(Vec<TopLevelEntity<'_>>, usize)> {
    let mut top_level: Vec<TopLevelEntity<'_>> = Vec::new();
    let mut cursor = Cursor::new(text, range.start);
    while !cursor.at_end() && cursor.pos < range.end {
        let at = cursor.pos;
        let Some((kind, start)) = head(&mut cursor)? else { return unexpected_head(&mut cursor) };
        let define = kind == TopLevelKind::Define;
        if let Some(last) = top_level.last_mut() {
            last.end = at;
        }
        let line = if let TopLevelKind::Metadata(_) = kind { line_of_node(text, start) } else { None };
        top_level.push(TopLevelEntity { kind, at, start, end: text.len() });
        match line {
            Some(end) => cursor.pos = end,
            None => skip_entity(&mut cursor, define)?,
        }
    }
    Ok((top_level, cursor.pos))
}

/// Fails on what starts no entity, in LLVM's words where the name of one starts here.
#[cold]
fn unexpected_head<T>(cursor: &mut Cursor<'_>) -> DiagnosticResult<T> {
    let what = match cursor.peek() {
        b'@' => "'=' in global variable",
        b'%' => "'=' after name",
        b'$' => "'=' here",
        b'!' | b'^' if cursor.byte_at(1).is_ascii_digit() => "'=' here",
        _ => return cursor.expected("top-level entity"),
    };
    cursor.skip_token()?;
    cursor.expected(what)
}

/// If an entity starts here: what it is and where its text starts. The cursor is then after its head.
fn head<'a>(cursor: &mut Cursor<'a>) -> DiagnosticResult<Option<(TopLevelKind<'a>, usize)>> {
    let mut ahead = *cursor;
    let at = ahead.pos;
    let kind = match ahead.byte() {
        b'%' => TopLevelKind::Type(ahead.name()?),
        b'@' => TopLevelKind::Global(ahead.name()?),
        b'$' => TopLevelKind::Comdat(ahead.name()?),
        b'^' if ahead.byte_at(1).is_ascii_digit() => match ahead.name()? {
            Name::Number(n) => TopLevelKind::Summary(n),
            Name::Named(_) => return Ok(None),
        },
        b'!' if ahead.byte_at(1).is_ascii_digit() => match ahead.name()? {
            Name::Number(n) => TopLevelKind::Metadata(n),
            Name::Named(_) => return Ok(None),
        },
        b'!' => {
            ahead.pos += 1;
            if ahead.metadata_name().is_empty() {
                return Ok(None);
            }
            TopLevelKind::NamedMetadata
        }
        b if b.is_ascii_lowercase() => {
            let kind = match ahead.word() {
                b"define" => TopLevelKind::Define,
                b"declare" => TopLevelKind::Declare,
                b"target" if ahead.peek() != b'(' => TopLevelKind::Target,
                b"source_filename" => TopLevelKind::SourceFilename,
                // `^0 = module: (...)` is a summary's.
                b"module" if ahead.peek() != b':' => TopLevelKind::ModuleAsm,
                b"attributes" => TopLevelKind::Attributes,
                b"uselistorder" | b"uselistorder_bb" => TopLevelKind::UseListOrder,
                _ => return Ok(None),
            };
            *cursor = ahead;
            return Ok(Some((kind, at)));
        }
        _ => return Ok(None),
    };
    if !ahead.eat(b'=') {
        return Ok(None);
    }
    *cursor = ahead;
    // A named node's name is read again with its operands.
    let start = if kind == TopLevelKind::NamedMetadata { at } else { ahead.pos };
    Ok(Some((kind, start)))
}

/// Where a numbered node that starts at `start` ends, if that is its line and a number starts the next: the shape of
/// almost all of a large module's lines.
fn line_of_node(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let end = memchr::memchr(b'\n', rest)?;
    let line = rest.get(..end)?;
    let next = rest.get(end + 1..)?;
    let digits = next.strip_prefix(b"!")?.iter().take_while(|b| b.is_ascii_digit()).count();
    let is_head = digits > 0 && next.get(1 + digits..)?.starts_with(b" = ");
    // Inside a string a line may look like anything.
    let is_whole =
        matches!(line.last(), Some(b')' | b'}')) && memchr::memchr_iter(b'"', line).count().is_multiple_of(2);
    (is_head && is_whole && memchr::memchr(b';', line).is_none()).then_some(start + end + 1)
}

/// Passes the rest of an entity: up to the head of the next one.
fn skip_entity(cursor: &mut Cursor<'_>, define: bool) -> DiagnosticResult<()> {
    if define {
        return skip_function(cursor);
    }
    while !cursor.at_end() {
        match cursor.byte() {
            b'(' | b'[' | b'{' | b'<' => cursor.skip_balanced()?,
            b'}' | b')' | b']' | b'>' => return cursor.expected("top-level entity"),
            _ => {
                if head(&mut cursor.clone())?.is_some() {
                    return Ok(());
                }
                cursor.skip_token()?;
            }
        }
    }
    Ok(())
}

/// Passes a function's head and body. The body is the first brace after the parameters that belongs to no constant
/// of the head.
fn skip_function(cursor: &mut Cursor<'_>) -> DiagnosticResult<()> {
    let mut named = false;
    while !cursor.at_end() {
        match cursor.byte() {
            b'{' if named => return skip_body(cursor),
            // A node written in line: `!prof !{...}`.
            b'!' if cursor.byte_at(1) == b'{' => {
                cursor.pos += 1;
                cursor.skip_balanced()?;
            }
            b'(' | b'[' | b'{' | b'<' => cursor.skip_balanced()?,
            b'}' | b')' | b']' | b'>' => return cursor.expected("'{' in function body"),
            b'@' if !named => {
                named = true;
                cursor.skip_token()?;
            }
            _ => {
                let takes_constant = named && matches!(cursor.peek_word(), b"prefix" | b"prologue" | b"personality");
                cursor.skip_token()?;
                // A type in brackets, and its constant in brackets.
                for _ in 0..2 {
                    if takes_constant && matches!(cursor.peek(), b'{' | b'<' | b'[') {
                        cursor.skip_balanced()?;
                    }
                }
            }
        }
    }
    cursor.expected("'{' in function body")
}

fn skip_body(cursor: &mut Cursor<'_>) -> DiagnosticResult<()> {
    if let Some(end) = end_of_body(cursor.text, cursor.pos) {
        let after = Cursor::new(cursor.text, end);
        if ends_function(after)? {
            *cursor = after;
            return Ok(());
        }
    }
    cursor.skip_balanced_braces()
}

/// Where the body ends whose brace is at `start`, going by braces outside strings; none where one may be in a comment.
fn end_of_body(text: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut at, mut seen) = (0usize, start, start);
    loop {
        at += memchr::memchr3(b'{', b'}', b'"', text.get(at..)?)?;
        // What precedes on the line was looked at already: a line may be long and have many braces.
        let line = text.get(seen..at)?;
        let line = line.get(memchr::memrchr(b'\n', line).map_or(0, |end| end + 1)..)?;
        seen = at;
        if memchr::memchr(b';', line).is_some() {
            return None;
        }
        match text.get(at)? {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => at += 1 + memchr::memchr(b'"', text.get(at + 1..)?)?,
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Whether what is next cannot be in a function: nothing, or the head of an entity.
fn ends_function(mut after: Cursor<'_>) -> DiagnosticResult<bool> {
    if after.at_end() {
        return Ok(true);
    }
    Ok(match head(&mut after)? {
        // `%x = add ...`
        Some((TopLevelKind::Type(_), _)) => after.peek_word() == b"type",
        Some((TopLevelKind::UseListOrder, _)) | None => false,
        Some(_) => true,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let top_level = split(text.as_bytes()).unwrap();
        top_level.iter().map(|e| text[e.start..e.end].trim().to_string()).collect()
    }

    #[test]
    fn entities_end_where_the_next_one_starts() {
        let parts =
            kinds("@a = global i32 0 @b = global ptr @a\ndefine { i32 } @f() { ret { i32 } {\n i32 0\n} }\n!0 = !{}");
        assert_eq!(parts, ["global i32 0", "global ptr @a", "define { i32 } @f() { ret { i32 } {\n i32 0\n} }", "!{}"]);
    }

    #[test]
    fn a_line_that_looks_like_a_node_may_be_part_of_one() {
        let parts = kinds("!0 = !{!\"a)\n!1 = b\"}\n!1 = !{!0,\n!0}\n!2 = !{} ; }\n!3 = !{}");
        assert_eq!(parts, ["!{!\"a)\n!1 = b\"}", "!{!0,\n!0}", "!{} ; }", "!{}"]);
    }

    #[test]
    fn a_line_that_starts_with_a_brace_ends_a_body() {
        let text = b"define void @f() {\n  ret void\n}\ndeclare void @g()";
        assert_eq!(split(text).unwrap().len(), 2);
    }

    #[test]
    fn a_line_that_starts_with_a_brace_may_stand_inside_a_body() {
        let bodies = [
            "define { i32 } @f() {\n  ret { i32 } {\n  i32 0\n}\n}\n",
            "define void @f() {\n  store { i32 } {\n  i32 0\n}, ptr @a\n  ret void\n}\n",
            "define void @f() {\n  store { i32 } { i32 0\n}\n, ptr @a\n  %x = add i32 1, 2\n  ret void\n}\n",
            "define ptr @g2(ptr %p) { ret ptr %p }\n",
            "define void @f() !prof !{!\"function_entry_count\", i64 0} !a !{} {\n  ret void\n}\n",
            "define void @f() { ; }\n  ret void ; \"\n}\n",
            "define void @f() {\n  call void asm \"\n}\ndeclare\", \"\"()\n  ret void\n}\n",
        ];
        for body in bodies {
            let text = format!("{body}declare void @g()");
            let parts = kinds(&text);
            assert_eq!(parts, [body.trim(), "declare void @g()"]);
        }
    }
}
