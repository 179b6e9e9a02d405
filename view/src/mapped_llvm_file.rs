//! Maps the text of an LLVM assembly file itself, so that the page shows the file as it is, with its own lines and numbers.
//!
//! An operation knows where it was read from. Labels and phis, which are blocks and their arguments in the
//! model, are found between the operations. What the writer notes of the same module says which operands a phi's incoming
//! values are, in the same order.

use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Block, Body, Module, Op};
use rustc_hash::FxHashMap;

use crate::file_lines::FileLines;

/// The passed operands that each phi's incoming values are, in the order of the text.
type Incoming = FxHashMap<(Block, u32), Vec<SourceConstruct>>;

/// The text of a file in pieces with their source maps, as the writer returns them for a module: what is before the first
/// function, each function, and what is between and after them. None where the file does not show its phis as the module
/// has them.
///
/// `module` knows where its operations are in `text`; `written` is what the writer makes of it.
pub fn mapped_llvm_file(text: &str, module: &Module, written: &[MappedText]) -> Option<Vec<MappedText>> {
    let lines = FileLines { text };
    let written: FxHashMap<Op, &MappedText> = written
        .iter()
        .filter_map(|piece| match piece.ranges.last()?.construct {
            SourceConstruct::Global(op) => Some((op, piece)),
            _ => None,
        })
        .collect();
    let mut globals: Vec<(usize, Op)> = module.ops().filter_map(|op| Some((module.body.text_place(op)?, op))).collect();
    globals.sort_unstable();
    let mut pieces = vec![MappedText::default()];
    let mut done = 0;
    for (at, op) in globals {
        let start = lines.start_of(at);
        let is_definition = module.body.is_defined(op) && lines.between(start, text.len()).starts_with("define");
        match module.body.nested(op).filter(|_| is_definition) {
            Some(body) if start >= done => {
                let incoming = incoming(written.get(&op)?);
                let (end, mut ranges) = lines.function(body, at, &incoming)?;
                push_between(&mut pieces, text.get(done..start)?);
                ranges.push(MappedRange { start, end, construct: SourceConstruct::Global(op) });
                for range in &mut ranges {
                    (range.start, range.end) = (range.start.checked_sub(start)?, range.end.checked_sub(start)?);
                }
                pieces.push(MappedText { text: text.get(start..end)?.to_owned(), ranges });
                done = end;
            }
            // A variable before the functions.
            None if pieces.len() == 1 => {
                let construct = SourceConstruct::Global(op);
                pieces.first_mut()?.ranges.push(MappedRange { start, end: lines.end_of(at), construct });
            }
            _ => {}
        }
    }
    push_between(&mut pieces, text.get(done..)?);
    Some(pieces)
}

/// Adds what is between two functions. What is before the first one is the first piece.
fn push_between(pieces: &mut Vec<MappedText>, text: &str) {
    match pieces.as_mut_slice() {
        [head] if head.text.is_empty() => text.clone_into(&mut head.text),
        _ if text.is_empty() => {}
        _ => pieces.push(MappedText { text: text.to_owned(), ranges: Vec::new() }),
    }
}

/// The passed operands of each phi that the writer wrote.
fn incoming(written: &MappedText) -> Incoming {
    let mut passed: Vec<&MappedRange> =
        written.ranges.iter().filter(|range| matches!(range.construct, SourceConstruct::Passed { .. })).collect();
    passed.sort_unstable_by_key(|range| range.start);
    let mut found = Incoming::default();
    for range in &written.ranges {
        let SourceConstruct::Argument(block, number) = range.construct else { continue };
        let first = passed.partition_point(|inner| inner.start < range.start);
        let inside = passed.iter().skip(first).take_while(|inner| inner.end <= range.end);
        found.insert((block, number), inside.map(|inner| inner.construct).collect());
    }
    found
}

impl FileLines<'_> {
    /// Where the definition of a function that starts at a byte ends, and the ranges of what is in it; those inside others
    /// come first.
    fn function(&self, body: &Body, at: usize, incoming: &Incoming) -> Option<(usize, Vec<MappedRange>)> {
        let mut ranges = Vec::new();
        let mut after = self.end_of(at);
        for &block in body.blocks(*body.regions().first()?) {
            let mut ops: Vec<(usize, Op)> =
                body.ops(block).filter_map(|op| Some((body.text_place(op)?, op))).filter(|op| op.0 > at).collect();
            ops.sort_unstable();
            let first = ops.first()?.0;
            self.head(body, block, after.min(first).max(at)..first, incoming, &mut ranges)?;
            for (number, &(start, op)) in ops.iter().enumerate() {
                let next = ops.get(number + 1).map_or(self.text.len(), |next| next.0);
                // An operation that stands for a part of an instruction has its place.
                after = self.end_of(start).min(next.max(start + 1));
                ranges.push(MappedRange { start, end: after, construct: SourceConstruct::Op(op) });
            }
        }
        // The last instruction may go on, and the brace stand on its line.
        let last = ranges.last()?.start;
        let mut end = self.end_of(last);
        let closes = |line: &str| line.split(';').next().unwrap_or_default().trim_end().ends_with('}');
        let mut line = last;
        while !closes(self.between(line, end)) || self.between(end, self.end_of(end)).trim_start().starts_with('}') {
            (line, end) = (end, self.end_of(end));
            if line == end {
                return None;
            }
        }
        Some((end, ranges))
    }

    /// The label and the phis of a block, which stand before its first operation. None where there are others.
    fn head(
        &self,
        body: &Body,
        block: Block,
        range: std::ops::Range<usize>,
        incoming: &Incoming,
        ranges: &mut Vec<MappedRange>,
    ) -> Option<()> {
        let mut phis = Vec::new();
        let mut line = range.start;
        while line < range.end {
            let end = self.end_of(line).min(range.end);
            let text = self.between(line, end);
            let code = text.split(';').next().unwrap_or_default().trim();
            if phis.is_empty() && (code.ends_with(':') || (end == range.end && code.contains(':'))) {
                let construct = SourceConstruct::Label(block);
                ranges.push(MappedRange { start: line, end: line + text.find(':')? + 1, construct });
            }
            if code.starts_with('%') && code.contains("= phi ") {
                phis.push(line);
            }
            line = end;
        }
        let is_entry = body.regions().first().and_then(|region| body.blocks(*region).first()) == Some(&block);
        if phis.len() != if is_entry { 0 } else { body.block_args(block).len() } {
            return None;
        }
        for (number, &start) in phis.iter().enumerate() {
            let end = phis.get(number + 1).copied().unwrap_or(range.end);
            let argument = (block, number as u32);
            let brackets = brackets(self.between(start, end));
            let passed = incoming.get(&argument).filter(|passed| passed.len() == brackets.len());
            // The page marks incoming values on the phi's first line.
            let line = self.end_of(start) - start;
            let shown = passed.into_iter().flatten().zip(&brackets).filter(|(_, bracket)| bracket.1 <= line);
            for (construct, bracket) in shown {
                ranges.push(MappedRange { start: start + bracket.0, end: start + bracket.1, construct: *construct });
            }
            let end = start + brackets.last().map_or(end - start, |bracket| bracket.1);
            ranges.push(MappedRange { start, end, construct: SourceConstruct::Argument(block, number as u32) });
        }
        Some(())
    }
}

/// The outermost brackets after the type of a phi, which may be an array's; comments have none.
fn brackets(phi: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let (mut depth, mut start, mut in_comment, mut in_name) = (0_usize, 0, false, false);
    for (at, byte) in phi.bytes().enumerate() {
        match byte {
            b'\n' => in_comment = false,
            _ if in_comment => {}
            b'"' => in_name = !in_name,
            _ if in_name => {}
            b';' => in_comment = true,
            b'[' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push((start, at + 1));
                }
            }
            _ => {}
        }
    }
    // A type has no comma at its top level.
    let is_incoming = |bracket: &(usize, usize)| phi.get(bracket.0..bracket.1).is_some_and(|text| text.contains(','));
    found.retain(is_incoming);
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use irtrip_dialect::Context;
    use irtrip_export::{ExportOptions, export_with};
    use irtrip_import::{ImportOptions, import};

    const FILE: &str = "; a comment
@g = global i32 0
define i32 @f(i32 %n) { entry: br label %loop
loop: ; what it is
  %i = phi i32 [ 0, %entry ],
       [ %next, %loop ] ; the phi
  ; count
  %next = add i32  %i,1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %i }

declare void @h() ; the end
";

    #[test]
    fn a_file_is_mapped_as_it_is_written() {
        let ctx = Context::new();
        let module = import(&ctx, FILE, &ImportOptions { places: true, ..Default::default() }).unwrap();
        let written = export_with(&ctx, &module, &ExportOptions::default().with_source_map()).unwrap().pieces;
        let pieces = mapped_llvm_file(FILE, &module, &written).unwrap();
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, FILE);
        let function = pieces.iter().find(|piece| piece.text.starts_with("define")).unwrap();
        let shown: Vec<&str> = function.ranges.iter().map(|r| function.text[r.start..r.end].trim()).collect();
        assert_eq!(
            shown[..7],
            [
                "br label %loop",
                "loop:",
                "[ 0, %entry ]",
                "%i = phi i32 [ 0, %entry ],\n       [ %next, %loop ]",
                "%next = add i32  %i,1",
                "%more = icmp slt i32 %next, %n",
                "br i1 %more, label %loop, label %done",
            ]
        );
        assert!(shown.last().unwrap().ends_with("ret i32 %i }"));
    }
}
