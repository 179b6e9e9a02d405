//! What of a document can be folded: brackets and blocks over more than a line, and comments in a row.

use irtrip_dialect::language::Language;
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use super::{RequestContext, RequestResult};
use crate::text::document::Chunk;
use crate::text::lexer::{Lexer, TokenKind};

/// `textDocument/foldingRange`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn ranges(cx: &RequestContext<'_>, params: FoldingRangeParams) -> RequestResult<Option<Vec<FoldingRange>>> {
    let document = cx.document(&params.text_document.uri)?;
    let mut folds = Folds { language: document.language, found: Vec::new(), open: Vec::new(), comments: None };
    for (start, chunk) in document.chunks() {
        cx.cancellation.check()?;
        let first = document.line_of(start) as u32;
        folds.chunk(chunk, first);
    }
    folds.end_comments();
    folds.found.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    Ok(Some(folds.found))
}

struct Folds {
    language: Language,
    found: Vec<FoldingRange>,
    /// The lines of brackets that are open, each with the line of the last label in it.
    open: Vec<(u32, Option<u32>)>,
    /// The lines of comments in a row.
    comments: Option<(u32, u32)>,
}

impl Folds {
    fn push(&mut self, start: u32, end: u32, kind: Option<FoldingRangeKind>) {
        if end > start {
            self.found.push(FoldingRange { start_line: start, end_line: end, kind, ..FoldingRange::default() });
        }
    }

    fn end_comments(&mut self) {
        if let Some((start, end)) = self.comments.take() {
            self.push(start, end, Some(FoldingRangeKind::Comment));
        }
    }

    /// Reads a chunk whose first line has a number.
    fn chunk(&mut self, chunk: &Chunk, first: u32) {
        let (text, mut line, mut at) = (&*chunk.text, first, 0);
        let mut entities = chunk.entities.iter().map(|entity| entity.start).peekable();
        for token in Lexer::new(self.language, text, 0) {
            // What is open in an entity of assembly ends with it.
            while entities.next_if(|start| *start <= token.start).is_some() {
                if self.language == Language::Llvm {
                    self.open.clear();
                }
            }
            let passed = text.as_bytes().get(at..token.start as usize).unwrap_or_default();
            line += memchr::memchr_iter(b'\n', passed).count() as u32;
            at = token.start as usize;
            if token.kind == TokenKind::Comment {
                if token.first_on_line {
                    match &mut self.comments {
                        Some((_, last)) if *last + 1 == line => *last = line,
                        _ => {
                            self.end_comments();
                            self.comments = Some((line, line));
                        }
                    }
                }
                continue;
            }
            let starts_block = match token.kind {
                TokenKind::Label => self.open.len() == 1,
                TokenKind::Caret => token.first_on_line && self.language == Language::Mlir,
                _ => false,
            };
            match token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{') => self.open.push((line, None)),
                TokenKind::Mark(b')' | b']' | b'}') => {
                    if let Some((start, label)) = self.open.pop() {
                        self.push(start, line.saturating_sub(1), None);
                        label.into_iter().for_each(|label| self.push(label, line.saturating_sub(1), None));
                    }
                }
                _ if starts_block => {
                    let label = self.open.last_mut().and_then(|open| open.1.replace(line));
                    label.into_iter().for_each(|label| self.push(label, line.saturating_sub(1), None));
                }
                _ => {}
            }
        }
    }
}
