//! Maps the text of an MLIR file itself, so that the page shows the file as it is, with its own lines and numbers.
//!
//! An operation knows where it was read from. Where it ends, what labels a block, and the operands that a
//! terminator passes to its successors are read from the text between.

use std::ops::Range;

use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Block, Body, Module, Op};

use crate::file_lines::FileLines;

/// The text of a file in pieces with their source maps, as the printer returns them for a module: what is up to the last
/// operation of the module, and what is after it. None where operations of the module do not know their places.
///
/// `module` knows where its operations are in `text`.
pub fn mapped_mlir_file(text: &str, module: &Module) -> Option<Vec<MappedText>> {
    let lines = FileLines { text };
    let mut globals: Vec<(usize, Op)> =
        module.ops().map(|op| Some((module.body.text_place(op)?, op))).collect::<Option<_>>()?;
    globals.sort_unstable();
    let mut ranges = Vec::new();
    let mut done = 0;
    for (number, &(at, op)) in globals.iter().enumerate() {
        let start = lines.start_of(at).max(done);
        let limit = globals.get(number + 1).map_or(text.len(), |next| lines.start_of(next.0).max(at));
        let end = lines.end_of(last_balanced(text, at..limit)).min(limit.max(at + 1));
        if let Some(body) = module.body.nested(op) {
            lines.add_body(body, at..end, &mut ranges);
        }
        ranges.push(MappedRange { start, end, construct: SourceConstruct::Global(op) });
        done = end;
    }
    let (own, rest) = text.split_at_checked(done)?;
    let piece = |text: &str, ranges| MappedText { text: text.to_owned(), ranges };
    Some(vec![piece(own, ranges), piece(rest, Vec::new())])
}

/// The bytes of a range that are code: not in strings, nor in comments.
fn code(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, u8)> {
    let (mut in_string, mut in_comment, mut is_escaped) = (false, false, false);
    let bytes = text.as_bytes();
    range.filter_map(move |at| {
        let byte = *bytes.get(at)?;
        if in_comment {
            in_comment = byte != b'\n';
        } else if in_string {
            (in_string, is_escaped) = (is_escaped || byte != b'"', !is_escaped && byte == b'\\');
        } else if byte == b'"' {
            in_string = true;
        } else if byte == b'/' && bytes.get(at + 1) == Some(&b'/') {
            in_comment = true;
        } else {
            return Some((at, byte));
        }
        None
    })
}

/// The last byte of a range that is code outside of all brackets opened in it, and before one that closes another.
fn last_balanced(text: &str, range: Range<usize>) -> usize {
    let (mut depth, mut last) = (0_usize, range.start);
    for (at, byte) in code(text, range) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' if depth == 0 => break,
            b'}' | b')' | b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 && !byte.is_ascii_whitespace() {
            last = at;
        }
    }
    last
}

/// The pieces between the commas of a range that are outside of brackets, without the space around them.
fn list(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut found) = (0_i32, range.start, Vec::new());
    let mut push = |from: usize, to: usize| {
        let piece = text.get(from..to).unwrap_or_default();
        let from = from + (piece.len() - piece.trim_start().len());
        if !piece.trim().is_empty() {
            found.push(from..from + piece.trim().len());
        }
    };
    for (at, byte) in code(text, range.clone()) {
        match byte {
            b'{' | b'(' | b'[' | b'<' => depth += 1,
            // An arrow closes nothing.
            b'>' if text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'-') => {}
            b'}' | b')' | b']' | b'>' => depth -= 1,
            b',' if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, range.end);
    found
}

/// What is between the brackets that begin at a byte.
fn bracketed(text: &str, open: usize, limit: usize) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (at, byte) in code(text, open..limit) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(open + 1..at);
        }
    }
    None
}

impl FileLines<'_> {
    /// Adds the ranges of what is in the body of an operation that takes a range of the file.
    fn add_body(&self, body: &Body, whole: Range<usize>, ranges: &mut Vec<MappedRange>) {
        let at = |op: Op| body.text_place(op).filter(|at| whole.contains(at));
        let ops = body.regions().iter().flat_map(|&region| body.walk(region));
        let mut all: Vec<(usize, Op, Block)> = ops.filter_map(|op| Some((at(op)?, op, body.parent(op)?))).collect();
        all.sort_unstable_by_key(|(at, ..)| *at);
        let mut labelled = rustc_hash::FxHashSet::default();
        let mut after = whole.start;
        for (number, &(at, op, block)) in all.iter().enumerate() {
            let start = self.start_of(at).max(after);
            if labelled.insert(block) {
                self.add_label(body, block, after..at, ranges);
            }
            let next = all.get(number + 1).map_or(whole.end, |next| self.start_of(next.0).max(at + 1));
            let end = self.end_of(at).min(next.max(at + 1));
            self.add_passed(body, op, at..next, ranges);
            ranges.push(MappedRange { start: start.min(at), end, construct: SourceConstruct::Op(op) });
            after = end;
        }
    }

    /// Adds the label of a block, which is in a range before its first operation, and its arguments.
    fn add_label(&self, body: &Body, block: Block, range: Range<usize>, ranges: &mut Vec<MappedRange>) {
        // What is after the label is code of the block.
        let Some((start, _)) = code(self.text, range.clone()).filter(|(_, byte)| *byte == b'^').last() else { return };
        let open = code(self.text, start..range.end).find(|(_, byte)| matches!(byte, b'(' | b':'));
        if let Some((open, b'(')) = open
            && let Some(inside) = bracketed(self.text, open, range.end)
        {
            let arguments = list(self.text, inside);
            if arguments.len() == body.block_args(block).len() {
                ranges.extend(arguments.into_iter().zip(0..).map(|(range, number)| MappedRange {
                    start: range.start,
                    end: range.end,
                    construct: SourceConstruct::Argument(block, number),
                }));
            }
        }
        let end = self.end_of(start).min(range.end);
        ranges.push(MappedRange { start: self.start_of(start), end, construct: SourceConstruct::Label(block) });
    }

    /// Adds the operands that a terminator passes, where each successor has its own after its name.
    fn add_passed(&self, body: &Body, op: Op, range: Range<usize>, ranges: &mut Vec<MappedRange>) {
        let names: Vec<usize> = match body.successors(op) {
            [] => return,
            _ => code(self.text, range.clone()).filter(|(_, byte)| *byte == b'^').map(|(at, _)| at).collect(),
        };
        for (successor, (at, index)) in body.successors(op).iter().zip(names.into_iter().zip(0..)) {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-');
            let Some((open, b'(')) = code(self.text, at + 1..range.end).find(|(_, byte)| !is_name(*byte)) else {
                continue;
            };
            let Some(inside) = bracketed(self.text, open, range.end) else { continue };
            let colon = code(self.text, inside.clone()).find(|(_, byte)| *byte == b':').map(|(at, _)| at);
            let operands = list(self.text, inside.start..colon.unwrap_or(inside.end));
            if operands.len() == body.successor_args(successor).len() {
                ranges.extend(operands.into_iter().zip(0..).map(|(range, argument)| MappedRange {
                    start: range.start,
                    end: range.end,
                    construct: SourceConstruct::Passed { op, successor: index, argument },
                }));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use irtrip_dialect::Context;
    use irtrip_grammar::{ParseOptions, parse};

    const FILE: &str = "// a comment
module {
  llvm.mlir.global @g(\"}\") : !llvm.array<1 x i8>  // one {
  llvm.func @f(%n: i32, %c: i1) -> i32
      attributes {a.b} {
    %one = llvm.mlir.constant(1 : i32) : i32 loc(\"else.c\":1:1)
    llvm.cond_br %c, ^loop(%one, %n : i32, i32),
                     ^done
  ^loop(%i: i32, %k: i32):  // the loop
    llvm.br ^loop(%k, %i : i32, i32)
  ^done: llvm.return %one : i32
  }
  llvm.func @h()
}
";

    #[test]
    fn a_file_is_mapped_as_it_is_written() {
        let ctx = Context::new();
        let options = ParseOptions { text_places: true, ..ParseOptions::default() };
        let module = parse(&ctx, FILE, &options).unwrap();
        let pieces = mapped_mlir_file(FILE, &module).unwrap();
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, FILE);
        let shown: Vec<&str> =
            pieces[0].ranges.iter().map(|range| pieces[0].text[range.start..range.end].trim()).collect();
        assert_eq!(
            shown[..shown.len() - 2],
            [
                "llvm.mlir.global @g(\"}\") : !llvm.array<1 x i8>  // one {",
                "%one = llvm.mlir.constant(1 : i32) : i32 loc(\"else.c\":1:1)",
                "%one",
                "%n",
                "llvm.cond_br %c, ^loop(%one, %n : i32, i32),",
                "%i: i32",
                "%k: i32",
                "^loop(%i: i32, %k: i32):  // the loop",
                "%k",
                "%i",
                "llvm.br ^loop(%k, %i : i32, i32)",
                "^done:",
                "^done: llvm.return %one : i32",
            ]
        );
        assert!(shown[shown.len() - 2].starts_with("llvm.func @f(") && shown[shown.len() - 2].ends_with('}'));
        assert_eq!(shown.last(), Some(&"llvm.func @h()"));
        assert_eq!(pieces[1].text, "}\n");
    }
}
