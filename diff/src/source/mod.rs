//! Shows the rows of a comparison in the language of its inputs: with the lines of the files that were read, or of the
//! text that a module was written as.
//!
//! What differs is decided over the models alone. Here, each row of a listing gets the line of the file that its operation
//! was read from: [`items`] puts those lines in order, [`rows`] makes rows of them, [`definitions`] finds the lines of what
//! lines refer to by number (attribute groups, metadata, types), and [`words`] says which words of two lines differ.

pub(crate) mod definitions;
pub(crate) mod items;
pub(crate) mod module_rows;
pub(crate) mod rows;
pub(crate) mod words;

use irtrip_dialect::language::Language;
use irtrip_dialect::source_map::{MappedText, SourceConstruct};
use irtrip_dialect::{Module, Op};
use rustc_hash::FxHashMap;

/// The text of a module that knows where its operations are in it.
#[derive(Clone, Debug)]
pub struct SourceText<'a> {
    /// The language of the text.
    pub language: Language,
    text: &'a str,
    /// The byte that each line starts at.
    starts: Vec<usize>,
    /// The lines of what has a name or number at the top level: `!7`, `#0`, `@f`, `%struct`, `$comdat`, `target triple`.
    definitions: FxHashMap<&'a str, usize>,
}

impl<'a> SourceText<'a> {
    /// Indexes the lines of a text.
    ///
    /// ```
    /// use irtrip_dialect::language::Language;
    /// use irtrip_diff::SourceText;
    /// let text = SourceText::new("source_filename = \"a.c\"\n!0 = !{}\n", Language::Llvm);
    /// assert_eq!(text.line(1), "!0 = !{}");
    /// ```
    pub fn new(text: &'a str, language: Language) -> SourceText<'a> {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        let mut source = SourceText { language, text, starts, definitions: FxHashMap::default() };
        let mut in_function = false;
        for line in 0..source.len() {
            let shown = source.line(line);
            if in_function {
                in_function = !shown.starts_with('}');
                continue;
            }
            if let Some(key) = definitions::defined(shown, language) {
                source.definitions.entry(key).or_insert(line);
            }
            in_function = language == Language::Llvm && shown.starts_with("define");
        }
        source
    }

    /// The line and column of a byte, from 1.
    pub(crate) fn location(&self, at: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or(0);
        (line as u32, (at - start) as u32 + 1)
    }

    /// Whether this is LLVM assembly.
    pub fn is_llvm(&self) -> bool {
        self.language == Language::Llvm
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// A line's text, without its end. Lines are counted from 0.
    pub fn line(&self, line: usize) -> &'a str {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// The line that defines a name or number of the top level.
    pub(crate) fn definition(&self, key: &str) -> Option<usize> {
        self.definitions.get(key).copied()
    }

    /// The names and lines of all definitions of the top level.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (&'a str, usize)> + '_ {
        self.definitions.iter().map(|(key, line)| (*key, *line))
    }

    /// The line after the last one of the construct of the top level that starts on a line.
    pub(crate) fn end_of(&self, start: usize) -> usize {
        let first = self.line(start);
        let indent = first.len() - first.trim_start().len();
        let closes = |line: &usize| {
            let text = self.line(*line);
            text.len() - text.trim_start().len() == indent && text.trim_start().starts_with('}')
        };
        // Comments and attribute groups may follow the brace.
        let opens = match self.language {
            Language::Llvm => first.starts_with("define"),
            Language::Mlir => first.trim_end().ends_with('{'),
        };
        if opens {
            return (start + 1..self.len()).find(closes).map_or(self.len(), |line| line + 1);
        }
        let goes_on = |line: &usize| self.language == Language::Llvm && self.line(*line).starts_with([' ', '\t']);
        (start + 1..self.len()).find(|line| !goes_on(line)).unwrap_or(self.len())
    }
}

/// The label that a line of a function is: `12` or `%12` as in `12:`, `^bb1` as in `^bb1(%x: i32):`.
pub(crate) fn label(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    if trimmed.starts_with('^') {
        let is_label = trimmed.split(" //").next().is_some_and(|text| text.trim_end().ends_with(':'));
        return trimmed.split(['(', ':']).next().filter(|_| is_label);
    }
    if trimmed.len() != line.len() {
        return None;
    }
    let token = words::words(line).next()?;
    line.get(token.len()..)?.starts_with(':').then_some(token)
}

/// A module that knows where its operations are in a text that it was written as, and that text.
///
/// ```
/// let (text, _) = irtrip_diff::with_written_places(&irtrip_dialect::Module::new(), &[]);
/// assert!(text.is_empty());
/// ```
pub fn with_written_places(module: &Module, pieces: &[MappedText]) -> (String, Module) {
    let mut placed = module.clone();
    let mut text = String::new();
    for piece in pieces {
        let before = text.len();
        let place = |at: usize| {
            // A range may begin with the empty line before what it spells.
            let blank = piece.text.get(at..).unwrap_or_default().bytes().take_while(|byte| *byte == b'\n').count();
            before + at + blank
        };
        let mut inner: Vec<(SourceConstruct, usize)> = Vec::new();
        for range in &piece.ranges {
            match range.construct {
                SourceConstruct::Global(op) => {
                    placed.body.set_text_place(op, place(range.start));
                    set_places(&mut placed, op, &inner);
                    inner.clear();
                }
                construct => inner.push((construct, place(range.start))),
            }
        }
        text.push_str(&piece.text);
    }
    (text, placed)
}

/// Gives what is in the body of one of the module's operations its places.
fn set_places(module: &mut Module, global: Op, inner: &[(SourceConstruct, usize)]) {
    let Some(body) = module.body.nested_mut(global) else { return };
    // Of several lines that stand for one operation, the first is its place.
    for &(construct, place) in inner.iter().rev() {
        match construct {
            SourceConstruct::Op(op) if op.index() < body.op_count() => body.set_text_place(op, place),
            SourceConstruct::Argument(block, index) if block.index() < body.block_count() => {
                if let Some(&argument) = body.block_args(block).get(index as usize) {
                    body.set_argument_text_place(argument, place);
                }
            }
            _ => {}
        }
    }
}
