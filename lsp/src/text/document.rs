//! A document: chunks that share what an edit does not touch, so that a copy of it costs next to nothing.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use irtrip_dialect::language::Language;
use lsp_types::{Position, TextDocumentContentChangeEvent};
use rustc_hash::FxHashMap;

use super::position::Encoding;
use super::split::{Boundary, Entity, Piece, split};
use crate::index::Index;

/// Some entities of a document and what is known of them.
#[derive(Debug)]
pub struct Chunk {
    /// The text.
    pub text: Box<str>,
    /// The byte that each line starts at.
    lines: Box<[u32]>,
    /// The symbol tables that are open at its start.
    path: Arc<str>,
    /// The entities that start in it.
    pub entities: Box<[Entity]>,
    index: OnceLock<Index>,
}

impl Chunk {
    fn new(text: &str, piece: Piece) -> Arc<Chunk> {
        let starts = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1);
        let mut lines: Vec<u32> = std::iter::once(0).chain(starts).collect();
        // What is after the last newline is the next chunk's, or the end of the text.
        lines.pop_if(|last| *last as usize == text.len() && !text.is_empty());
        Arc::new(Chunk {
            text: text.into(),
            lines: lines.into(),
            path: piece.path,
            entities: piece.entities.into(),
            index: OnceLock::new(),
        })
    }

    fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The names in it, which the first to ask for them waits for.
    pub fn names(&self, language: Language) -> &Index {
        self.index.get_or_init(|| Index::of(language, &self.text, &self.entities))
    }
}

/// A document at some version.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its language.
    pub language: Language,
    /// The number that the client gave this text.
    pub version: i32,
    /// What columns count.
    pub encoding: Encoding,
    chunks: Vec<Arc<Chunk>>,
    /// The byte that each chunk starts at, and after them the length of the text.
    starts: Vec<usize>,
    /// The line that each chunk starts at.
    lines: Vec<usize>,
}

impl Document {
    /// A document of a text.
    pub fn new(language: Language, version: i32, encoding: Encoding, text: &str) -> Document {
        let empty: Arc<str> = "".into();
        let chunks = chunks_of(text, split(language, text, &empty, &[]).0);
        let mut document = Document { language, version, encoding, chunks, starts: Vec::new(), lines: Vec::new() };
        document.count();
        document
    }

    fn count(&mut self) {
        (self.starts, self.lines) = (Vec::with_capacity(self.chunks.len() + 1), Vec::with_capacity(self.chunks.len()));
        let (mut start, mut line) = (0, 0);
        for chunk in &self.chunks {
            self.starts.push(start);
            self.lines.push(line);
            start += chunk.text.len();
            line += chunk.line_count();
        }
        self.starts.push(start);
    }

    /// The chunks, each with its first byte.
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Chunk>)> {
        self.starts.iter().copied().zip(&self.chunks)
    }

    /// The entities of the document, each with its chunk and its chunk's first byte.
    pub fn entities(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>, &Entity)> {
        self.chunks().flat_map(|(start, chunk)| chunk.entities.iter().map(move |entity| (start, chunk, entity)))
    }

    /// How many bytes the text has.
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Whether the text has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.chunks.iter().map(|chunk| &*chunk.text).collect()
    }

    /// What stands between two bytes of one chunk.
    pub fn slice(&self, range: Range<usize>) -> &str {
        let Some((start, chunk)) = self.chunk_at(range.start) else { return "" };
        chunk.text.get(range.start - start..range.end - start).unwrap_or_default()
    }

    fn number_of_chunk(&self, at: usize) -> usize {
        let last = self.chunks.len().saturating_sub(1);
        self.starts.partition_point(|start| *start <= at).saturating_sub(1).min(last)
    }

    /// The chunk of a byte, with its first one.
    pub(crate) fn chunk_at(&self, at: usize) -> Option<(usize, &Arc<Chunk>)> {
        let number = self.number_of_chunk(at);
        Some((*self.starts.get(number)?, self.chunks.get(number)?))
    }

    /// A line without its end, with its first byte; none after the last one.
    pub fn line(&self, line: usize) -> Option<(usize, &str)> {
        let number = self.lines.partition_point(|start| *start <= line).checked_sub(1)?;
        let (chunk, first) = (self.chunks.get(number)?, self.lines.get(number)?);
        let start = *chunk.lines.get(line - first)? as usize;
        let text = chunk.text.get(start..)?;
        let text = memchr::memchr(b'\n', text.as_bytes()).and_then(|end| text.get(..end)).unwrap_or(text);
        Some((self.starts.get(number)? + start, text.strip_suffix('\r').unwrap_or(text)))
    }

    /// The first byte of a line; the end of the text after the last one.
    pub fn line_start(&self, line: usize) -> usize {
        let number = self.lines.partition_point(|start| *start <= line).saturating_sub(1);
        let own = self.lines.get(number).and_then(|first| self.chunks.get(number)?.lines.get(line - first));
        own.map_or(self.len(), |own| self.starts.get(number).copied().unwrap_or(0) + *own as usize)
    }

    /// The byte of a position; the nearest where there is none.
    pub fn byte(&self, position: Position) -> usize {
        match self.line(position.line as usize) {
            Some((start, line)) => start + self.encoding.byte(line, position.character),
            None => self.len(),
        }
    }

    /// The line of a byte.
    pub fn line_of(&self, at: usize) -> usize {
        let number = self.number_of_chunk(at);
        let (Some(chunk), Some(start), Some(first)) =
            (self.chunks.get(number), self.starts.get(number), self.lines.get(number))
        else {
            return 0;
        };
        let line = chunk.lines.partition_point(|line| *line as usize <= at.saturating_sub(*start));
        // After the newline that ends the text there is an empty line.
        let is_after = at >= self.len() && chunk.text.ends_with('\n');
        first + line.saturating_sub(1) + usize::from(is_after)
    }

    /// The position of a byte.
    pub fn position(&self, at: usize) -> Position {
        let line = self.line_of(at);
        let column = self.line(line).map_or(0, |(start, text)| self.encoding.column(text, at.saturating_sub(start)));
        Position::new(line as u32, column)
    }

    /// The positions of a range of bytes.
    pub fn range(&self, bytes: Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// Applies a change that a client made.
    pub fn apply(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            Some(range) => {
                let start = self.byte(range.start);
                self.replace(start..self.byte(range.end).max(start), &change.text);
            }
            None => *self = Document::new(self.language, self.version, self.encoding, &change.text),
        }
    }

    /// Replaces bytes. Only the chunks that they are in, and the one before, are split again.
    pub fn replace(&mut self, bytes: Range<usize>, by: &str) {
        let (first, last) = (self.number_of_chunk(bytes.start), self.number_of_chunk(bytes.end));
        // What starts an entity may become a part of the one before.
        let first = first.saturating_sub(1);
        let base = self.starts.get(first).copied().unwrap_or(0);
        let mut text: String = self.chunks.iter().take(last + 1).skip(first).map(|chunk| &*chunk.text).collect();
        text.replace_range(bytes.start - base..bytes.end - base, by);
        let path = self.chunks.get(first).map_or_else(|| "".into(), |chunk| chunk.path.clone());
        let (mut after, mut known): (usize, Vec<Boundary>) = (last + 1, Vec::new());
        let mut more = 1;
        let (pieces, end) = loop {
            // The next chunks are looked at, as many more each time, until one starts where it did.
            for chunk in self.chunks.iter().skip(after).take(more) {
                known.push((text.len(), chunk.path.clone()));
                text.push_str(&chunk.text);
            }
            after = (after + more).min(self.chunks.len());
            more = more.saturating_mul(2);
            match split(self.language, &text, &path, &known) {
                (pieces, Some(reached)) => break (pieces, last + 1 + reached),
                (pieces, None) if after == self.chunks.len() => break (pieces, after),
                _ => {}
            }
        };
        let end_of_text = pieces.last().map_or(0, |piece| piece.end);
        let new = chunks_of(text.get(..end_of_text).unwrap_or_default(), pieces);
        self.chunks.splice(first..end.max(first), new);
        self.count();
    }
}

/// The chunks of pieces. Equal names of symbol tables are one string.
fn chunks_of(text: &str, pieces: Vec<Piece>) -> Vec<Arc<Chunk>> {
    let mut paths: FxHashMap<Arc<str>, Arc<str>> = FxHashMap::default();
    let mut shared = |path: &mut Arc<str>| *path = paths.entry(path.clone()).or_insert_with(|| path.clone()).clone();
    let is_only = pieces.len() == 1;
    let filled = pieces.into_iter().filter(|piece| is_only || piece.start < piece.end);
    filled
        .map(|mut piece| {
            shared(&mut piece.path);
            piece.entities.iter_mut().for_each(|entity| shared(&mut entity.path));
            Chunk::new(text.get(piece.start..piece.end).unwrap_or_default(), piece)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(document: &Document) -> Vec<(usize, String, Vec<Entity>)> {
        let entities = |(start, _, entity): (usize, &Arc<Chunk>, &Entity)| {
            let moved = |place: u32| place + start as u32;
            Entity {
                start: moved(entity.start),
                end: moved(entity.end),
                name_start: moved(entity.name_start),
                name_end: moved(entity.name_end),
                ..entity.clone()
            }
        };
        let first_of_last = document.lines.last().copied().unwrap_or(0);
        let lines = first_of_last + document.chunks.last().map_or(0, |chunk| chunk.line_count());
        vec![(lines, document.text(), document.entities().map(entities).collect())]
    }

    const LLVM: &str = "@a = global i32 0\n\n%t = type { i32 }\ndefine i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n\
                        attributes #0 = { nounwind }\n!0 = !{!\"a\"}\n!n = !{!0}\n";
    const MLIR: &str = "#map = affine_map<(d0) -> (d0)>\nmodule @m {\n  llvm.func @f(%x: i32) -> i32 {\n    %y = llvm.add %x, %x : \
                        i32\n    llvm.return %y : i32\n  }\n  gpu.module @k {\n    func.func @g() {\n      return\n    }\n  }\n}\n";

    #[test]
    fn edits_give_what_a_fresh_read_gives() {
        for (language, text, parts) in [
            (Language::Llvm, LLVM, ["\"", "{", "}", "define void @g() {\n", "\n", "%t", "@a = ", "x", "é", "!0 = "]),
            (Language::Mlir, MLIR, ["\"", "{", "}", "llvm.func @g() {\n", "\n", "%t", "module {\n", "x", "é", "#a = "]),
        ] {
            let random = &mut fastrand::Rng::with_seed(43);
            let mut document = Document::new(language, 0, Encoding::Utf16, &text.repeat(60));
            for step in 0..400 {
                let whole = document.text();
                let mut place = || loop {
                    let at = random.usize(..=whole.len());
                    if whole.is_char_boundary(at) {
                        return at;
                    }
                };
                let start = place();
                let end = if step % 3 == 0 { start } else { place().clamp(start, start + 40) };
                let end = (end..=whole.len()).find(|at| whole.is_char_boundary(*at)).unwrap_or(start);
                document.replace(start..end, parts[random.usize(..parts.len())]);
                let fresh = Document::new(language, 0, Encoding::Utf16, &document.text());
                assert_eq!(facts(&document), facts(&fresh), "{language:?}, step {step}");
                assert_eq!(document.starts.last().copied(), Some(document.text().len()));
            }
        }
    }

    #[test]
    fn positions_and_bytes_are_inverse() {
        let document = Document::new(Language::Llvm, 0, Encoding::Utf16, &format!("; é𝄞\r\n{}", LLVM.repeat(200)));
        let text = document.text();
        let mut line = 0;
        for (at, character) in text.char_indices() {
            let position = document.position(at);
            assert_eq!(position.line, line, "{at}");
            if character != '\n' {
                assert_eq!(document.byte(position), at);
            } else {
                line += 1;
            }
        }
        assert_eq!(document.position(text.len()), Position::new(line, 0));
        assert_eq!(document.byte(Position::new(9999, 3)), text.len());
    }
}
