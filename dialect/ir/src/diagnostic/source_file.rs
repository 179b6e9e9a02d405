//! Source texts, and where in them diagnostics point.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::{ArgumentRenderer, Diagnostic, DiagnosticCode, DiagnosticLocation, LineIndex, Severity, ToolCode};
use crate::attributes::{AttrData, Location};
use crate::context::{Attr, Context, Str};
use crate::escaped_text::{ESCAPE_LENGTH, Escape, EscapedText, within};

/// A text with the name that diagnostics call it by. It may be a chunk of a file.
#[derive(Debug)]
pub struct SourceFile {
    /// The file's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Where in the file the text starts: line and column, both from 1.
    start: (usize, usize),
    lines: OnceLock<LineIndex>,
    /// The escapes that stand for bytes of the file which are no UTF-8.
    escapes: Vec<Escape>,
}

/// How many calls a diagnostic names that its place was inlined from, as many as upstream's.
const CALLS_SHOWN: usize = 10;

impl SourceFile {
    /// The text of a whole file.
    pub fn new(name: impl Into<String>, text: String) -> SourceFile {
        SourceFile { name: name.into(), text, start: (1, 1), lines: OnceLock::new(), escapes: Vec::new() }
    }

    /// The text of a whole file. A byte that is no UTF-8 is spelled as the escape that means it in the names and strings of
    /// LLVM assembly and MLIR, `\\FF`, which alone may have such bytes outside comments. Lines and columns are those of the
    /// file.
    ///
    /// ```
    /// use irtrip_dialect::diagnostic::SourceFile;
    /// let source = SourceFile::of_bytes("a.ll", b"@\"\xff\" = global i32 x".to_vec());
    /// assert_eq!(source.text, r#"@"\FF" = global i32 x"#);
    /// assert_eq!(source.line_column(20), (1, 19));
    /// ```
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> SourceFile {
        let EscapedText { text, escapes } = EscapedText::of_bytes(bytes);
        SourceFile { escapes, ..SourceFile::new(name, text) }
    }

    /// What a line of the file looks like, by its bytes of the text, and where in that two of these bytes are.
    pub fn shown(&self, line: Range<usize>, span: Range<usize>) -> (String, Range<usize>) {
        let text = self.text.get(line.clone()).unwrap_or_default();
        let mut shown = String::with_capacity(text.len());
        let mut places = [span.start, span.end].map(|at| char_boundary_before(text, at.saturating_sub(line.start)));
        let mut from = 0;
        for at in within(&self.escapes, &line).iter().map(|escape| escape.at - line.start) {
            shown.push_str(text.get(from..at).unwrap_or_default());
            shown.push(char::REPLACEMENT_CHARACTER);
            from = at + ESCAPE_LENGTH;
        }
        // In UTF-8 the character that is shown is as long as the escape.
        shown.push_str(text.get(from..).unwrap_or_default());
        places = places.map(|at| char_boundary_before(&shown, at));
        (shown, places[0]..places[1].max(places[0]))
    }

    /// The escapes of the text that stand for bytes of the file which are no UTF-8.
    pub fn escapes(&self) -> &[Escape] {
        &self.escapes
    }

    /// A chunk of the text; empty where the text has no such bytes.
    pub fn chunk(&self, bytes: Range<usize>) -> SourceFile {
        let start = self.line_column(bytes.start);
        let text = self.text.get(bytes).unwrap_or_default().to_owned();
        SourceFile { start, ..SourceFile::new(self.name.clone(), text) }
    }

    /// The line and the column of the file that the text starts at, both from 1.
    pub fn start(&self) -> (usize, usize) {
        self.start
    }

    /// Where the lines of the text begin.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// The line and the column, in characters, of a byte of the text, both from 1 and counted in the file.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let (line, mut column) = self.lines().place(&self.text, at);
        if !self.escapes.is_empty() {
            let start = self.lines().line_at(&self.text, at).1.start;
            let added = |escape: &Escape| ESCAPE_LENGTH - 1 + usize::from(escape.doubles_backslash);
            column -= within(&self.escapes, &(start..at)).iter().map(added).sum::<usize>();
        }
        let (first_line, first_column) = self.start;
        (line + first_line - 1, if line == 1 { column + first_column - 1 } else { column })
    }

    /// The place of a byte of the text.
    pub fn location(&self, at: usize) -> SourceLocation {
        let (line, column) = self.line_column(at);
        SourceLocation::File { name: self.name.clone(), line, column }
    }

    /// The first character that a location attribute names in this text; `None` where it names none. Lines and columns
    /// of the attribute count from the start of the text.
    pub fn span_of(&self, ctx: &Context, location: Attr) -> Option<Range<usize>> {
        let mut found = file_locations(ctx, location).into_iter();
        let (_, line, column) = found.find(|(file, ..)| ctx.bytes(*file) == self.name.as_bytes())?;
        let start = self.lines().offset(&self.text, line as usize, column as usize)?;
        let length = self.text.get(start..)?.chars().next().map_or(0, char::len_utf8);
        Some(start..start + length)
    }

    /// The place of a diagnostic, and the bytes of the text that it is about, where there are any. `ctx` is the context of
    /// its location attribute.
    pub fn resolve(&self, ctx: &Context, location: &DiagnosticLocation) -> (SourceLocation, Option<Range<usize>>) {
        let attribute = |attribute| match self.span_of(ctx, attribute) {
            Some(span) => (self.location(span.start), Some(span)),
            None => (SourceLocation::of_attribute(ctx, attribute), None),
        };
        match location {
            DiagnosticLocation::Span(span) => (self.location(span.start), Some(span.clone())),
            DiagnosticLocation::Attribute(location) => attribute(*location),
            DiagnosticLocation::Operation(operation) => attribute(operation.location()),
            DiagnosticLocation::Module => (SourceLocation::Buffer { name: self.name.clone() }, None),
            DiagnosticLocation::Unknown => (SourceLocation::Unknown, None),
        }
    }

    /// A diagnostic of this text and its notes with their places and their messages, after notes on the calls that it was
    /// inlined from. `ctx` is the context of its arguments and of its location attribute.
    pub fn render(
        &self,
        ctx: &Context,
        diagnostic: &Diagnostic,
        arguments: &dyn ArgumentRenderer,
    ) -> RenderedDiagnostic {
        let mut rendered = self.render_without_calls(ctx, diagnostic, arguments);
        let location = match &diagnostic.location {
            DiagnosticLocation::Attribute(location) => Some(*location),
            DiagnosticLocation::Operation(operation) => Some(operation.location()),
            DiagnosticLocation::Span(_) | DiagnosticLocation::Module | DiagnosticLocation::Unknown => None,
        };
        let callers = std::iter::successors(location, |location| caller(ctx, *location)).skip(1).take(CALLS_SHOWN);
        let calls = callers.filter(|location| !file_locations(ctx, *location).is_empty()).map(|location| {
            let call = Diagnostic::new(ToolCode::CalledFrom, DiagnosticLocation::Attribute(location));
            self.render_without_calls(ctx, &call, arguments)
        });
        rendered.notes.splice(0..0, calls);
        rendered
    }

    fn render_without_calls(
        &self,
        ctx: &Context,
        diagnostic: &Diagnostic,
        arguments: &dyn ArgumentRenderer,
    ) -> RenderedDiagnostic {
        let (location, span) = self.resolve(ctx, &diagnostic.location);
        let render = |note| self.render_without_calls(ctx, note, arguments);
        RenderedDiagnostic {
            severity: diagnostic.severity,
            code: diagnostic.code.clone(),
            location,
            span,
            message: diagnostic.render(arguments),
            notes: diagnostic.notes.iter().map(render).collect(),
        }
    }
}

/// The last character boundary at or before a byte of a text.
pub fn char_boundary_before(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The files with line and column that a location attribute is made of.
fn file_locations(ctx: &Context, location: Attr) -> Vec<(Str, u32, u32)> {
    let (mut open, mut found) = (vec![location], Vec::new());
    while let Some(next) = open.pop() {
        let AttrData::Location(location) = ctx.attr_data(next) else { continue };
        match location {
            Location::Unknown => {}
            Location::File { file, line, column, .. } => found.push((*file, *line, *column)),
            Location::Name { child, .. } => open.push(*child),
            Location::CallSite { callee, caller } => open.extend([*caller, *callee]),
            Location::Fused { locations, .. } => open.extend(locations.iter().rev()),
        }
    }
    found
}

/// The location of the call that a location was inlined from.
fn caller(ctx: &Context, location: Attr) -> Option<Attr> {
    let mut open = vec![location];
    while let Some(next) = open.pop() {
        let AttrData::Location(location) = ctx.attr_data(next) else { continue };
        match location {
            Location::CallSite { caller, .. } => return Some(*caller),
            Location::Name { child, .. } => open.push(*child),
            Location::Fused { locations, .. } => open.extend(locations.iter().rev()),
            Location::Unknown | Location::File { .. } => {}
        }
    }
    None
}

/// A place as a reader sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceLocation {
    /// No place that is known.
    Unknown,
    /// A source as a whole.
    Buffer {
        /// The source's name.
        name: String,
    },
    /// A line and a column of a file.
    File {
        /// The file's name.
        name: String,
        /// The line, from 1; 0 for the file as a whole.
        line: usize,
        /// The column, from 1; 0 for the file as a whole.
        column: usize,
    },
}

impl SourceLocation {
    /// The first file, line and column that a location attribute names.
    pub fn of_attribute(ctx: &Context, location: Attr) -> SourceLocation {
        match file_locations(ctx, location).first() {
            Some(&(file, line, column)) => {
                let name = ctx.text(file).into_owned();
                SourceLocation::File { name, line: line as usize, column: column as usize }
            }
            None => SourceLocation::Unknown,
        }
    }
}

/// `file:line:column`, as LLVM's and MLIR's tools write it.
impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceLocation::Unknown => f.write_str("<unknown>:0"),
            SourceLocation::Buffer { name } => f.write_str(name),
            SourceLocation::File { name, line, column } => write!(f, "{name}:{line}:{column}"),
        }
    }
}

/// A diagnostic with its message as text and its place as a reader sees it: LLVM's `SMDiagnostic`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenderedDiagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// What it reports.
    pub code: DiagnosticCode,
    /// Where it points.
    pub location: SourceLocation,
    /// The bytes of the source's text that it is about.
    pub span: Option<Range<usize>>,
    /// The message.
    pub message: String,
    /// The notes on it.
    pub notes: Vec<RenderedDiagnostic>,
}

/// `file:line:column: error: message`, without notes and without a line of the source.
impl fmt::Display for RenderedDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.location, self.severity.name(), self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_counts_lines_and_columns_of_the_file() {
        let source = SourceFile::new("a.ll", "one\ntwo // three\nfour\n".to_owned());
        let chunk = source.chunk(10..source.text.len());
        assert_eq!((chunk.text.as_str(), chunk.start()), (" three\nfour\n", (2, 7)));
        assert_eq!((chunk.line_column(1), chunk.line_column(8)), ((2, 8), (3, 2)));
        assert_eq!(chunk.location(8).to_string(), "a.ll:3:2");
    }

    #[test]
    fn a_location_attribute_of_another_file_is_no_span() {
        let ctx = Context::new();
        let source = SourceFile::new("a.mlir", "x\n  y\n".to_owned());
        let location = |file: &str| {
            let file = ctx.str(file);
            ctx.attr(AttrData::Location(Location::File { file, line: 2, column: 3, end: None }))
        };
        assert_eq!(source.span_of(&ctx, location("a.mlir")), Some(4..5));
        let (place, span) = source.resolve(&ctx, &location("b.c").into());
        assert_eq!((place.to_string(), span), ("b.c:2:3".to_owned(), None));
    }
}
