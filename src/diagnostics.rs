//! Showing errors: the libraries say where and what, this is where path, source line and caret join them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::string::FromUtf8Error;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use irtrip::dialect::{Attr, AttrData, Context, Location, Str};

use crate::arguments::Settings;
use crate::input::Source;

/// An error in a source: a message and the place it is about.
#[derive(Clone, Debug)]
pub struct Report {
    /// Bytes of the source; `None` is an error about the whole of it.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
}

impl Report {
    /// A report of a message about a place.
    pub fn new(span: Option<Range<usize>>, message: impl Into<String>) -> Report {
        Report { span, message: message.into() }
    }
}

/// A source that a command does not take, with all that is wrong with it.
#[derive(Debug)]
pub struct Rejected {
    name: String,
    excerpts: Vec<Excerpt>,
}

/// An error about what stands at a location, or a note on one.
#[derive(Clone, Debug)]
pub struct Located {
    /// Where.
    pub loc: Attr,
    /// What.
    pub message: String,
}

/// A report with the line it points at.
#[derive(Debug, Default)]
struct Excerpt {
    message: String,
    at: Option<Mark>,
    /// The place, where it is none in the source.
    elsewhere: Option<String>,
    /// What is told besides.
    notes: Vec<Excerpt>,
}

impl Excerpt {
    /// A message about the whole of a source.
    fn of_whole(message: String) -> Excerpt {
        Excerpt { message, ..Excerpt::default() }
    }

    fn new(source: &Source, report: Report) -> Excerpt {
        Excerpt { at: report.span.map(|span| mark(source, span)), ..Excerpt::of_whole(report.message) }
    }

    /// As upstream shows it; `before` is what is shown before it, whose line need not be shown once more.
    fn show(&self, name: &str, kind: &str, before: Option<&Mark>, out: &mut String) {
        let Some(at) = &self.at else {
            let place = self.elsewhere.as_deref().unwrap_or(name);
            let _ = writeln!(out, "{place}: {kind}: {}", self.message);
            return;
        };
        let _ = writeln!(out, "{name}:{}:{}: {kind}: {}", at.number, at.column, self.message);
        if before != Some(at) {
            // A tab before the caret keeps it under its column.
            let before = at.line.get(..at.span.start).unwrap_or_default();
            let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(out, "{}\n{indent}^", at.line);
        }
    }
}

/// The number of a line, where a message is about one, and the message.
pub type Message = (Option<usize>, String);

/// A place in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.in_upstream_style())
    }
}

impl std::error::Error for Rejected {}

impl Rejected {
    /// Errors in a source; each keeps only the line it is about.
    pub fn new(source: &Source, reports: impl IntoIterator<Item = Report>) -> Rejected {
        let excerpts = reports.into_iter().map(|report| Excerpt::new(source, report)).collect();
        Rejected { name: source.name.clone(), excerpts }
    }

    /// Errors in a source, each with the notes on it.
    pub fn noted(source: &Source, told: impl IntoIterator<Item = (Report, Vec<Report>)>) -> Rejected {
        let noted = |(error, notes): (Report, Vec<Report>)| Excerpt {
            notes: notes.into_iter().map(|note| Excerpt::new(source, note)).collect(),
            ..Excerpt::new(source, error)
        };
        Rejected { name: source.name.clone(), excerpts: told.into_iter().map(noted).collect() }
    }

    /// Errors about operations in a source, each with the notes on it.
    pub fn with_notes(
        ctx: &Context,
        source: &Source,
        told: impl IntoIterator<Item = (Located, Vec<Located>)>,
    ) -> Rejected {
        let excerpt = |located: Located| match self::located(ctx, located.loc, source) {
            Some(span) => Excerpt::new(source, Report::new(Some(span), located.message)),
            None => Excerpt { elsewhere: Some(elsewhere(ctx, located.loc)), ..Excerpt::of_whole(located.message) },
        };
        let noted = |(error, notes): (Located, Vec<Located>)| Excerpt {
            notes: notes.into_iter().map(excerpt).collect(),
            ..excerpt(error)
        };
        Rejected { name: source.name.clone(), excerpts: told.into_iter().map(noted).collect() }
    }

    /// The same with a note on each error whose message is one of those.
    pub fn with_note(mut self, is_one: impl Fn(&str) -> bool, note: &str) -> Rejected {
        for excerpt in self.excerpts.iter_mut().filter(|excerpt| is_one(&excerpt.message)) {
            let note = Excerpt { at: excerpt.at.clone(), ..Excerpt::of_whole(note.to_owned()) };
            excerpt.notes.push(note);
        }
        self
    }

    /// The same without notes.
    pub fn without_notes(mut self) -> Rejected {
        self.excerpts.iter_mut().for_each(|excerpt| excerpt.notes.clear());
        self
    }

    /// An error about the whole of a source, at the line and column it is said to begin at.
    pub fn of_whole(source: &Source, (line, column): (usize, usize), message: String) -> Rejected {
        Rejected { name: format!("{}:{line}:{column}", source.name), excerpts: vec![Excerpt::of_whole(message)] }
    }

    /// Errors without a place, one a line.
    pub fn unplaced(messages: &str) -> Rejected {
        let excerpt = |message: &str| Excerpt::of_whole(message.to_owned());
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
        Rejected { name, excerpts: vec![Excerpt { at, ..Excerpt::of_whole(message) }] }
    }

    /// The errors' lines, in the file, and messages, each with the same of its notes.
    pub fn messages(self) -> impl Iterator<Item = (Message, Vec<Message>)> {
        let message = |excerpt: Excerpt| (excerpt.at.map(|at| at.number), excerpt.message);
        self.excerpts.into_iter().map(move |mut excerpt| {
            let notes = std::mem::take(&mut excerpt.notes);
            (message(excerpt), notes.into_iter().map(message).collect())
        })
    }

    /// The errors as upstream's programs show them: `file:line:column: error: message`, the line, a caret.
    pub fn in_upstream_style(&self) -> String {
        self.as_diagnostics("error")
    }

    /// The same with another word for how grave it is.
    pub fn as_diagnostics(&self, kind: &str) -> String {
        let mut out = String::new();
        for excerpt in &self.excerpts {
            excerpt.show(&self.name, kind, None, &mut out);
            let mut before = excerpt.at.as_ref();
            for note in &excerpt.notes {
                note.show(&self.name, "note", before, &mut out);
                before = note.at.as_ref();
            }
        }
        out
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
fn mark(source: &Source, span: Range<usize>) -> Mark {
    let text = &source.text;
    let (number, range) = source.lines().line_at(text, span.start);
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
    let start = source.lines().offset(&source.text, line as usize, column as usize)?;
    let length = source.text.get(start..)?.chars().next().map_or(0, char::len_utf8);
    Some(start..start + length)
}

/// The line and column in file `name` that a location says, itself or through what it is made of.
fn file_location(ctx: &Context, location: Attr, name: &str) -> Option<(u32, u32)> {
    let mut found = files(ctx, location).into_iter().filter(|(file, ..)| ctx.bytes(*file) == name.as_bytes());
    found.next().map(|(_, line, column)| (line, column))
}

/// The place a location says that is in no source at hand.
fn elsewhere(ctx: &Context, location: Attr) -> String {
    match files(ctx, location).first() {
        Some((file, line, column)) => format!("{}:{line}:{column}", ctx.text(*file)),
        None => "<unknown>:0".to_owned(),
    }
}

/// The files with line and column that a location is made of.
pub fn files(ctx: &Context, location: Attr) -> Vec<(Str, u32, u32)> {
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
        Source::new("a.ll", text.to_owned(), 1)
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
