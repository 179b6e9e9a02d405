//! Showing errors: the libraries say where and what, this is where path, source line and caret join them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::string::FromUtf8Error;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use irtrip::dialect::{Attr, AttrData, Context, Location};
use irtrip_roundtrip_tests::places::Lines;

use crate::arguments::Settings;
use crate::input::Source;

/// An error in a source: a message and the place it is about.
#[derive(Clone, Debug)]
pub struct Report {
    /// Bytes of the source; `None` is an error about the whole of it.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// It is about something that stands nowhere.
    pub nowhere: bool,
    /// What is said besides, each with its own place.
    pub notes: Vec<(Option<Range<usize>>, String)>,
}

impl Report {
    /// A report without notes.
    pub fn new(span: Option<Range<usize>>, message: impl Into<String>) -> Report {
        Report { span, message: message.into(), nowhere: false, notes: Vec::new() }
    }
}

/// A source that a command does not take, with all that is wrong with it.
#[derive(Debug)]
pub struct Rejected {
    name: String,
    excerpts: Vec<Excerpt>,
}

/// A report with the line it points at.
#[derive(Debug)]
struct Excerpt {
    message: String,
    at: Option<Mark>,
    nowhere: bool,
    notes: Vec<Excerpt>,
}

impl Excerpt {
    /// A message without a place.
    fn unplaced(message: String) -> Excerpt {
        Excerpt { message, at: None, nowhere: false, notes: Vec::new() }
    }
}

/// A place in a line.
#[derive(Debug)]
struct Mark {
    /// Line, from 1.
    number: usize,
    /// Column in characters, from 1.
    column: usize,
    /// The line's text without its end.
    line: String,
    /// Bytes of `line`.
    span: Range<usize>,
}

impl Mark {
    /// Line and column.
    fn place(&self) -> (usize, usize) {
        (self.number, self.column)
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.in_upstream_style())
    }
}

impl std::error::Error for Rejected {}

impl Rejected {
    /// Errors in a source; each keeps only the line it is about.
    pub fn new(source: &Source, reports: impl IntoIterator<Item = Report>) -> Rejected {
        let lines = Lines::new(&source.text);
        let placed = |span: Option<Range<usize>>| span.map(|span| mark(source, &lines, span));
        let excerpt = |report: Report| {
            let nowhere = report.nowhere;
            let note = |(span, message)| Excerpt { message, at: placed(span), nowhere, notes: Vec::new() };
            let notes = report.notes.into_iter().map(note).collect();
            Excerpt { message: report.message, at: placed(report.span), nowhere, notes }
        };
        let excerpts = reports.into_iter().map(excerpt).collect();
        Rejected { name: source.name.clone(), excerpts }
    }

    /// An error about the whole of a source, at the line and column it is said to begin at.
    pub fn of_whole(source: &Source, (line, column): (usize, usize), message: String) -> Rejected {
        Rejected { name: format!("{}:{line}:{column}", source.name), excerpts: vec![Excerpt::unplaced(message)] }
    }

    /// Errors without a place, one a line.
    pub fn unplaced(messages: &str) -> Rejected {
        let excerpt = |message: &str| Excerpt::unplaced(message.to_owned());
        // What LLVM's reader says has the line and a caret behind it.
        let own = messages.lines().filter(|line| line.starts_with("unhandled ")).count() == messages.lines().count();
        let excerpts = if own { messages.lines().map(excerpt).collect() } else { vec![excerpt(messages)] };
        Rejected { name: "<unknown>:0".to_owned(), excerpts }
    }

    /// A file that is no UTF-8.
    pub fn invalid_utf8(name: String, error: FromUtf8Error) -> Rejected {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let start = memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).map_or(0, |i| i + 1);
        let number = memchr::memchr_iter(b'\n', bytes.get(..start).unwrap_or_default()).count() + 1;
        let rest = bytes.get(start..).unwrap_or_default();
        let line = String::from_utf8_lossy(rest.split(|&b| b == b'\n').next().unwrap_or_default()).into_owned();
        let column = String::from_utf8_lossy(rest.get(..at - start).unwrap_or_default()).chars().count() + 1;
        let span = at - start..at - start + char::REPLACEMENT_CHARACTER.len_utf8();
        let message = format!("invalid UTF-8: byte 0x{byte:02x} at offset {at}");
        let at = Some(Mark { number, column, line, span });
        Rejected { name, excerpts: vec![Excerpt { message, at, nowhere: false, notes: Vec::new() }] }
    }

    /// The errors' lines, in the file, and messages.
    pub fn messages(self) -> impl Iterator<Item = (Option<usize>, String)> {
        self.excerpts.into_iter().map(|e| (e.at.map(|at| at.number), e.message))
    }

    /// The errors as upstream's programs show them: `file:line:column: error: message`, the line, a caret.
    pub fn in_upstream_style(&self) -> String {
        self.as_diagnostics("error")
    }

    /// The same with another word for how grave it is.
    pub fn as_diagnostics(&self, kind: &str) -> String {
        let mut out = String::new();
        for excerpt in &self.excerpts {
            self.diagnostic(&mut out, kind, excerpt, true);
            let mut shown = excerpt.at.as_ref();
            for note in &excerpt.notes {
                // A line that was just shown is not shown again.
                let again = note.at.as_ref().map(Mark::place) == shown.map(Mark::place);
                self.diagnostic(&mut out, "note", note, !again);
                shown = note.at.as_ref();
            }
        }
        out
    }

    fn diagnostic(&self, out: &mut String, kind: &str, excerpt: &Excerpt, with_line: bool) {
        let Some(at) = &excerpt.at else {
            let name = if excerpt.nowhere { "<unknown>:0" } else { &self.name };
            let _ = writeln!(out, "{name}: {kind}: {}", excerpt.message);
            return;
        };
        let _ = writeln!(out, "{}:{}:{}: {kind}: {}", self.name, at.number, at.column, excerpt.message);
        if with_line {
            // A tab before the caret keeps it under its column.
            let before = at.line.get(..at.span.start).unwrap_or_default();
            let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(out, "{}\n{indent}^", at.line);
        }
    }

    /// Each error with its line and caret, in colour or not.
    fn in_own_style(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let mut out = String::new();
        for excerpt in &self.excerpts {
            let title = Level::ERROR.primary_title(excerpt.message.as_str());
            let report = match &excerpt.at {
                Some(at) => title.element(
                    Snippet::source(at.line.as_str())
                        .line_start(at.number)
                        .path(self.name.as_str())
                        .annotation(AnnotationKind::Primary.span(at.span.clone())),
                ),
                None => title.element(annotate_snippets::Origin::path(self.name.as_str())),
            };
            out.push_str(&renderer.render(&[report]));
            out.push('\n');
        }
        out
    }
}

/// Where a span lies: the line it starts on, and what of it is on that line.
fn mark(source: &Source, lines: &Lines, span: Range<usize>) -> Mark {
    let text = &source.text;
    let (number, range) = lines.line_at(text, span.start);
    let line = text.get(range.clone()).unwrap_or_default();
    let floor = |mut at: usize| {
        at = at.min(line.len());
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start.saturating_sub(range.start));
    let end = floor(span.end.saturating_sub(range.start)).max(start);
    let column = line.get(..start).unwrap_or_default().chars().count() + 1;
    Mark { number: number + source.first_line - 1, column, line: line.to_owned(), span: start..end }
}

/// The first character an operation's location names in its own source; `None` where it names none.
pub fn located(ctx: &Context, location: Attr, source: &Source) -> Option<Range<usize>> {
    let (line, column) = file_location(ctx, location, &source.name)?;
    let start = Lines::new(&source.text).offset(&source.text, line as usize, column as usize)?;
    let length = source.text.get(start..)?.chars().next().map_or(0, char::len_utf8);
    Some(start..start + length)
}

/// The line and column in file `name` that a location says, itself or through what it is made of.
fn file_location(ctx: &Context, location: Attr, name: &str) -> Option<(u32, u32)> {
    let mut open = vec![location];
    while let Some(next) = open.pop() {
        let AttrData::Location(location) = ctx.attr_data(next) else { continue };
        match location {
            Location::Unknown => {}
            Location::File { file, line, column, .. } => {
                if ctx.bytes(*file) == name.as_bytes() {
                    return Some((*line, *column));
                }
            }
            Location::Name { child, .. } => open.push(*child),
            Location::CallSite { callee, caller } => open.extend([*caller, *callee]),
            Location::Fused { locations, .. } => open.extend(locations.iter().rev()),
        }
    }
    None
}

/// Shows a command's error on standard error.
pub fn show(error: &anyhow::Error, settings: &Settings) {
    let text = match error.downcast_ref::<Rejected>() {
        Some(rejected) => rejected.in_own_style(settings.color_err),
        None => message("error", &format!("{error:#}"), settings),
    };
    // Nothing is left to tell when standard error itself is gone.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A message without a place, with a line's end.
fn message(level: &str, text: &str, settings: &Settings) -> String {
    let color = if level == "error" { "\x1b[1;31m" } else { "\x1b[1;33m" };
    if settings.color_err {
        format!("{color}{level}\x1b[0m\x1b[1m: {text}\x1b[0m\n")
    } else {
        format!("{level}: {text}\n")
    }
}

/// Shows warnings on standard error, unless only errors are asked for.
pub fn warn(warnings: &[impl ToString], settings: &Settings) {
    if settings.quiet || warnings.is_empty() {
        return;
    }
    let text: String = warnings.iter().map(|w| message("warning", &w.to_string(), settings)).collect();
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "a.ll".to_owned(), text: text.to_owned(), first_line: 1, bitcode: None }
    }

    #[test]
    fn an_error_shows_its_line_and_a_caret() {
        let source = source("define void @f() {\n  ret i32 %x\n}\n");
        let report = Report::new(Some(29..31), "use of undefined value '%x'");
        let rejected = Rejected::new(&source, [report]);
        assert_eq!(
            rejected.in_upstream_style(),
            "a.ll:2:11: error: use of undefined value '%x'\n  ret i32 %x\n          ^\n"
        );
        let own = rejected.in_own_style(false);
        assert!(own.contains("--> a.ll:2:11") && own.contains("^^"), "{own}");
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        for text in ["", "x", "x\n", "é\n"] {
            let rejected = Rejected::new(&source(text), [Report::new(Some(text.len()..text.len() + 4), "end")]);
            assert!(rejected.in_own_style(false).contains("a.ll"), "{text:?}");
        }
    }

    #[test]
    fn a_byte_that_is_no_utf8_is_named_with_its_place() {
        let error = String::from_utf8(b"; ok\n; \xc3\xa9 \xff!\n".to_vec());
        let rejected = error.map_err(|e| Rejected::invalid_utf8("a.ll".to_owned(), e));
        let shown = rejected.map_err(|r| r.in_upstream_style()).err().unwrap_or_default();
        assert!(shown.starts_with("a.ll:2:5: error: invalid UTF-8: byte 0xff at offset 10\n"), "{shown}");
    }
}
