//! Diagnostics on standard error: path, source line and caret join them here.

use std::fmt;
use std::io::Write as _;
use std::ops::Range;
use std::string::FromUtf8Error;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use irtrip::dialect::Context;
use irtrip::dialect::diagnostic::{ArgumentRenderer, ContextRenderer, Diagnostic, RenderedDiagnostic, SourceFile};

use crate::arguments::Settings;

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
    line: Option<LineExcerpt>,
}

/// A line of a source, and what of it an error is about.
#[derive(Debug)]
struct LineExcerpt {
    /// The line's number, from 1.
    number: usize,
    /// The line's text without its end.
    text: String,
    /// Bytes of the line.
    span: Range<usize>,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
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
        let show = |error: &Diagnostic| {
            let RenderedDiagnostic { message, span, .. } = source.render(ctx, error, arguments);
            ShownError { message, line: span.map(|span| line_excerpt(source, span)) }
        };
        InputError { name: source.name.clone(), errors: errors.into_iter().map(show).collect() }
    }

    /// A file that is no UTF-8.
    pub fn invalid_utf8(name: String, error: FromUtf8Error) -> InputError {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let start = memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).map_or(0, |i| i + 1);
        let number = memchr::memchr_iter(b'\n', bytes.get(..start).unwrap_or_default()).count() + 1;
        let rest = bytes.get(start..).unwrap_or_default();
        let text = String::from_utf8_lossy(rest.split(|&b| b == b'\n').next().unwrap_or_default()).into_owned();
        let span = at - start..at - start + char::REPLACEMENT_CHARACTER.len_utf8();
        let message = format!("invalid UTF-8: byte 0x{byte:02x} at offset {at}");
        InputError { name, errors: vec![ShownError { message, line: Some(LineExcerpt { number, text, span }) }] }
    }

    /// Each error with its line and caret, in colour or not.
    fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let mut out = String::new();
        for error in &self.errors {
            let title = Level::ERROR.primary_title(error.message.as_str());
            let report = match &error.line {
                Some(line) => title.element(
                    Snippet::source(line.text.as_str())
                        .line_start(line.number)
                        .path(self.name.as_str())
                        .annotation(AnnotationKind::Primary.span(line.span.clone())),
                ),
                None => title.element(annotate_snippets::Origin::path(self.name.as_str())),
            };
            out.push_str(&renderer.render(&[report]));
            out.push('\n');
        }
        out
    }
}

/// The line that a span starts on, and what of the span is on that line.
fn line_excerpt(source: &SourceFile, span: Range<usize>) -> LineExcerpt {
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
    LineExcerpt { number, text: line.to_owned(), span: start..end }
}

/// Shows a command's error on standard error.
pub fn show(error: &anyhow::Error, settings: &Settings) {
    let text = match error.downcast_ref::<InputError>() {
        Some(error) => error.render(settings.color_err),
        None => message("error", &format!("{error:#}"), settings),
    };
    // Where standard error itself is closed, nobody reads the error.
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
pub fn warn(warnings: &[String], settings: &Settings) {
    if settings.quiet || warnings.is_empty() {
        return;
    }
    let text: String = warnings.iter().map(|w| message("warning", w, settings)).collect();
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip::dialect::diagnostic::ImportCode;

    fn error(text: &str, span: Range<usize>) -> String {
        let source = SourceFile::new("a.ll", text.to_owned());
        let error = Diagnostic::new(ImportCode::UndefinedValue("%x".to_owned()), span);
        InputError::new(&source, &Context::new(), [&error]).render(false)
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
    fn a_byte_that_is_no_utf8_is_named_with_its_place() {
        let error = String::from_utf8(b"; ok\n; \xc3\xa9 \xff!\n".to_vec());
        let error = error.map_err(|e| InputError::invalid_utf8("a.ll".to_owned(), e).render(false));
        let shown = error.err().unwrap_or_default();
        assert!(shown.contains("invalid UTF-8: byte 0xff at offset 10") && shown.contains("a.ll:2:5"), "{shown}");
    }
}
