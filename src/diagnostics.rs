//! Diagnostics on standard error: path, source line and caret join them here.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use irtrip::dialect::Context;
use irtrip::dialect::diagnostic::{
    ArgumentRenderer, ContextRenderer, Diagnostic, DiagnosticCode, ImportCode, ParseCode, RenderedDiagnostic,
    SourceFile, SourceLocation, VerifyCode, char_boundary_before,
};
use irtrip::dialect::language::language_of_text;
use irtrip::dialect::llvm_text::printable;
use irtrip_lsp::corrections::{Corrections, nearest};

use crate::arguments::Settings;
use crate::findings::{self, Finding, FindingForm, Note, Region};
use crate::{progress, terminal};

/// An input that a command does not take, with all that is wrong with it.
#[derive(Debug)]
pub struct InputError {
    name: String,
    errors: Vec<ShownError>,
}

/// An error with the line that it points at.
#[derive(Debug)]
struct ShownError {
    message: String,
    /// The code after its stage.
    code: String,
    line: Option<LineExcerpt>,
    region: Option<Region>,
    /// The bytes of the text that it is about.
    bytes: Option<Range<usize>>,
    /// The place of a note that is in another file.
    elsewhere: Option<String>,
    is_note: bool,
    /// Whether it is about a name or a word that nothing has.
    is_unknown: bool,
    notes: Vec<ShownError>,
    /// What the text that the error is about may have been meant for.
    meant: Option<String>,
}

/// Narrower terminals are taken to have so many columns: an excerpt needs some.
const NARROWEST: usize = 20;

/// A line of a source, and what of it an error is about.
#[derive(Debug)]
struct LineExcerpt {
    /// The line's number, from 1.
    number: usize,
    /// The line's text without its end.
    text: String,
    /// Bytes of the line.
    span: Range<usize>,
    /// The column that the span starts in, from 1, where the text is a part of a long line.
    column: Option<usize>,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false, None).trim_end())
    }
}

impl std::error::Error for InputError {}

impl InputError {
    /// Errors in a source, whose types, attributes and locations are of `ctx`.
    pub fn new<'d>(source: &SourceFile, ctx: &Context, errors: impl IntoIterator<Item = &'d Diagnostic>) -> InputError {
        InputError::with_arguments(source, ctx, errors, &ContextRenderer(ctx))
    }

    /// Errors in a source, with the arguments of messages as `arguments` writes them.
    pub fn with_arguments<'d>(
        source: &SourceFile,
        ctx: &Context,
        errors: impl IntoIterator<Item = &'d Diagnostic>,
        arguments: &dyn ArgumentRenderer,
    ) -> InputError {
        let show = |error: &Diagnostic| shown(source, source.render(ctx, error, arguments));
        let mut error =
            InputError { name: quoted(&source.name).into_owned(), errors: errors.into_iter().map(show).collect() };
        error.correct(source);
        error
    }

    /// Says of the first errors what was meant where something is named that nothing has.
    fn correct(&mut self, source: &SourceFile) {
        let mut corrections = None;
        for error in self.errors.iter_mut().filter(|error| error.is_unknown).take(CORRECTED) {
            let Some(bytes) = error.bytes.clone() else { continue };
            let corrections =
                corrections.get_or_insert_with(|| Corrections::new(language_of_text(&source.text), &source.text));
            error.meant = corrections.of(bytes).into_iter().next();
        }
    }

    /// The errors as data, for a file of that name.
    pub fn findings(&self, file: &str) -> Vec<Finding> {
        let note = |note: &ShownError| Note { region: note.region, message: note.message.clone() };
        let meant = |meant: &String| Note { region: None, message: did_you_mean(meant) };
        let finding = |error: &ShownError| Finding {
            is_error: true,
            code: Some(error.code.clone()),
            file: Some(file.to_owned()),
            region: error.region,
            message: error.message.clone(),
            notes: error.notes.iter().map(note).chain(error.meant.iter().map(meant)).collect(),
        };
        self.errors.iter().map(finding).collect()
    }

    /// How many errors there are.
    pub fn count(&self) -> usize {
        self.errors.len()
    }

    /// Leaves so many errors.
    pub fn truncate(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    /// Each error with its line and caret and its notes, in colour or not, for so many columns.
    fn render(&self, color: bool, columns: Option<usize>) -> String {
        let mut renderer = if color { Renderer::styled() } else { Renderer::plain() };
        if let Some(columns) = columns {
            renderer = renderer.term_width(columns.max(NARROWEST));
        }
        let mut out = String::new();
        for error in &self.errors {
            let mut group = self.group(error);
            if let Some(meant) = &error.meant {
                group = group.element(Level::HELP.message(did_you_mean(meant)));
            }
            let mut report = vec![group];
            report.extend(error.notes.iter().map(|note| self.group(note)));
            out.push_str(&renderer.render(&report));
            out.push('\n');
        }
        out
    }

    /// A message with its place.
    fn group<'s>(&'s self, error: &'s ShownError) -> Group<'s> {
        let title = if error.is_note { Level::NOTE } else { Level::ERROR }.primary_title(error.message.as_str());
        match &error.line {
            Some(line) => {
                let snippet = Snippet::source(line.text.as_str())
                    .line_start(line.number)
                    .annotation(AnnotationKind::Primary.span(line.span.clone()));
                let path = self.name.as_str();
                match line.column {
                    None => title.element(snippet.path(path)),
                    Some(column) => {
                        let place = annotate_snippets::Origin::path(path).line(line.number).char_column(column);
                        title.element(place).element(snippet)
                    }
                }
            }
            None => {
                title.element(annotate_snippets::Origin::path(error.elsewhere.as_deref().unwrap_or(self.name.as_str())))
            }
        }
    }
}

/// A diagnostic and its notes, each with its line.
fn shown(source: &SourceFile, diagnostic: RenderedDiagnostic) -> ShownError {
    let RenderedDiagnostic { message, span, severity, notes, location, code } = diagnostic;
    let message = quoted(&message).into_owned();
    let in_other_file = span.is_none() && !severity.is_error() && matches!(location, SourceLocation::File { .. });
    ShownError {
        message,
        code: format!("{}/{}", code.stage(), code.name()),
        region: span.clone().map(|span| region(source, span)),
        elsewhere: in_other_file.then(|| location.to_string()),
        bytes: span.clone(),
        line: span.map(|span| line_excerpt(source, span)),
        is_note: !severity.is_error(),
        is_unknown: is_unknown(&code),
        notes: notes.into_iter().map(|note| shown(source, note)).collect(),
        meant: None,
    }
}

/// Whether an error is about a name or a word that nothing has.
fn is_unknown(code: &DiagnosticCode) -> bool {
    match code {
        DiagnosticCode::Import(code) => matches!(
            code,
            ImportCode::Expected(_)
                | ImportCode::UndefinedValue(_)
                | ImportCode::UndefinedType(_)
                | ImportCode::UndefinedComdat(_)
                | ImportCode::UnknownField(_)
                | ImportCode::UnknownConstant { .. }
        ),
        DiagnosticCode::Parse(code) => matches!(
            code,
            ParseCode::UndefinedAlias(_)
                | ParseCode::UndefinedBlock
                | ParseCode::UndefinedValue
                | ParseCode::UnknownOperation(_)
                | ParseCode::UnknownOperationOf { .. }
        ),
        DiagnosticCode::Verify(code) => {
            matches!(code, VerifyCode::UndefinedFunction(_) | VerifyCode::UnknownSymbol(_))
        }
        _ => false,
    }
}

/// So many errors of a file are corrected: each takes a look at all names.
const CORRECTED: usize = 20;

fn did_you_mean(meant: &str) -> String {
    format!("did you mean '{}'?", printable(meant))
}

/// What ends a message about a word that nothing has: the word that is nearest, if one is near.
pub fn nearest_of<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    nearest(word, words).first().map(|meant| format!("; {}", did_you_mean(meant))).unwrap_or_default()
}

/// The lines and columns of a span.
fn region(source: &SourceFile, span: Range<usize>) -> Region {
    let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
    Region { line, column, end_line, end_column }
}

/// The line that a span starts on, and what of the span is on that line.
fn line_excerpt(source: &SourceFile, span: Range<usize>) -> LineExcerpt {
    let (number, range) = source.lines().line_at(&source.text, span.start);
    if range.len() <= QUOTED {
        let (text, span) = source.shown(range, span);
        return LineExcerpt { number, text, span, column: None };
    }
    let from = char_boundary_before(&source.text, span.start.saturating_sub(QUOTED / 2)).max(range.start);
    let to = char_boundary_before(&source.text, from + QUOTED).min(range.end);
    let column = Some(source.line_column(span.start).1);
    let (text, span) = source.shown(from..to, span.start..span.end.min(to));
    LineExcerpt { number, text, span, column }
}

/// An error as data, for a file of that name, or of the name that the error knows.
pub fn findings(error: &anyhow::Error, file: Option<&str>) -> Vec<Finding> {
    match error.downcast_ref::<InputError>() {
        Some(error) => error.findings(file.unwrap_or(&error.name)),
        None => vec![Finding::whole(true, file.map(str::to_owned), format!("{error:#}"))],
    }
}

/// What is reported as data, together at the end: a log is one document.
static REPORTED: Mutex<Vec<Finding>> = Mutex::new(Vec::new());

fn report(findings: impl IntoIterator<Item = Finding>) {
    REPORTED.lock().unwrap_or_else(PoisonError::into_inner).extend(findings);
}

/// Writes what is reported as data to standard error.
pub fn finish(settings: &Settings) {
    let found = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    // Where standard error itself is closed, nobody reads it.
    let _ = std::io::stderr().lock().write_all(findings::render(settings.messages, &found, 1).as_bytes());
}

/// Shows a command's error on standard error.
pub fn show(error: &anyhow::Error, settings: &Settings) {
    if settings.messages != FindingForm::Text {
        return report(findings(error, None));
    }
    let text = match error.downcast_ref::<InputError>() {
        Some(error) => error.render(settings.color_err, terminal::columns(&std::io::stderr())),
        None => message("error", &format!("{error:#}"), settings),
    };
    progress::clear();
    // Where standard error itself is closed, nobody reads the error.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Shows an error before the settings are known.
pub fn show_plainly(error: &anyhow::Error) {
    let _ = writeln!(std::io::stderr(), "error: {}", quoted(&format!("{error:#}")));
}

/// Bytes of a line that a message quotes.
const QUOTED: usize = 2000;

/// A text of an input as a message quotes it: nothing in it tells the terminal anything, and no line is long.
fn quoted(text: &str) -> Cow<'_, str> {
    let text = printable(text);
    if text.len() <= QUOTED || text.split('\n').all(|line| line.len() <= QUOTED) {
        return text;
    }
    let shortened = |line: &str| match line.len() > QUOTED {
        true => format!("{}…", &line[..char_boundary_before(line, QUOTED)]),
        false => line.to_owned(),
    };
    Cow::Owned(text.split('\n').map(shortened).collect::<Vec<_>>().join("\n"))
}

/// A message without a place, with a line's end.
fn message(level: &str, text: &str, settings: &Settings) -> String {
    let text = quoted(text);
    let color = if level == "error" { "\x1b[1;31m" } else { "\x1b[1;33m" };
    if settings.color_err {
        format!("{color}{level}\x1b[0m\x1b[1m: {text}\x1b[0m\n")
    } else {
        format!("{level}: {text}\n")
    }
}

/// Reports as data what gets lost of a file, unless only errors are asked for.
pub fn report_losses(losses: &[RenderedDiagnostic], settings: &Settings) {
    if !settings.quiet {
        report(losses.iter().map(Finding::lost));
    }
}

/// Shows warnings on standard error, unless only errors are asked for.
pub fn warn(warnings: &[String], settings: &Settings) {
    if settings.quiet || warnings.is_empty() {
        return;
    }
    let text: String = warnings.iter().map(|w| message("warning", w, settings)).collect();
    let _ = progress::suspend(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, span: Range<usize>) -> String {
        let source = SourceFile::new("a.ll", text.to_owned());
        let error = Diagnostic::new(ImportCode::UndefinedValue("%x".to_owned()), span);
        InputError::new(&source, &Context::new(), [&error]).render(false, None)
    }

    #[test]
    fn an_error_shows_its_line_and_a_caret() {
        let shown = error("define void @f() {\n  ret i32 %x\n}\n", 29..31);
        assert!(shown.contains("error: use of undefined value '%x'"), "{shown}");
        assert!(shown.contains("--> a.ll:2:11") && shown.contains("^^"), "{shown}");
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        for text in ["", "x", "x\n", "é\n"] {
            assert!(error(text, text.len()..text.len() + 4).contains("a.ll"), "{text:?}");
        }
    }

    #[test]
    fn a_byte_that_is_no_utf8_is_one_column() {
        let source = SourceFile::of_bytes("a.ll", b"@\"\xff\xfe\" = %x\n".to_vec());
        let at = source.text.find('%').unwrap_or_default();
        let error = Diagnostic::new(ImportCode::UndefinedValue("%x".to_owned()), at..at + 2);
        let shown = InputError::new(&source, &Context::new(), [&error]).render(false, None);
        assert!(shown.contains("a.ll:1:9") && shown.contains("@\"\u{fffd}\u{fffd}\" = %x"), "{shown}");
    }
}
