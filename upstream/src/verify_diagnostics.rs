//! `--verify-diagnostics`: the diagnostics of an input against the `expected-*` comments in it.
//!
//! A line ends in at most one comment, `expected-error@+1 {{part of the message}}`: the severity; `-re`, where pieces of the
//! message in `{{` and `}}` are regular expressions; which line is meant, the comment's own without `@`, else `@+N`,
//! `@-N`, `@above`, `@below` for the next line without a comment, `@unknown` for no location at all; a piece of the message.

use std::ops::Range;
use std::sync::LazyLock;

use irtrip_dialect::diagnostic::{DiagnosticCode, RenderedDiagnostic, Severity, SourceFile, SourceLocation, ToolCode};
use regex_lite::Regex;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Each diagnostic is expected, and each expected one is there.
    All,
    /// Each expected diagnostic is there.
    OnlyExpected,
}

/// What a comment expects.
#[derive(Debug)]
struct ExpectedDiagnostic {
    severity: Severity,
    /// The line; `None` is no location at all.
    line: Option<usize>,
    text: String,
    pattern: Option<Regex>,
    /// The bytes of the comment.
    span: Range<usize>,
    is_met: bool,
}

impl ExpectedDiagnostic {
    fn matches(&self, message: &str) -> bool {
        self.pattern.as_ref().map_or_else(|| message.contains(&self.text), |pattern| pattern.is_match(message))
    }
}

/// A comment: its severity, `-re`, its place, its message. Upstream looks for it at the end of each line.
static COMMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$").ok()
});

/// Compares diagnostics with the comments of a source.
pub struct SourceMgrDiagnosticVerifierHandler<'a> {
    /// The source with the comments.
    pub source: &'a SourceFile,
    /// The name that locations in the source go by.
    pub name: &'a str,
    /// What is compared.
    pub level: Level,
    /// Whether all notes are made, so that one that is not there is missed.
    pub notes: bool,
}

impl SourceMgrDiagnosticVerifierHandler<'_> {
    /// Compares all diagnostics of the source, with their notes; returns what is wrong: diagnostics that no comment expects,
    /// and comments that none meets.
    pub fn verify(&self, diagnostics: &[RenderedDiagnostic]) -> Vec<RenderedDiagnostic> {
        let (mut expected, mut wrong) = self.expected_diagnostics();
        for diagnostic in diagnostics.iter().flat_map(|diagnostic| std::iter::once(diagnostic).chain(&diagnostic.notes))
        {
            wrong.extend(self.meet(diagnostic, &mut expected));
        }
        for unmet in expected.into_iter().filter(|e| !e.is_met && (self.notes || e.severity != Severity::Note)) {
            let code = ToolCode::NotProduced { severity: unmet.severity.name(), text: unmet.text };
            wrong.push(self.error(code, Some(unmet.span).filter(|_| unmet.line.is_some())));
        }
        wrong
    }

    /// Marks the comment that expects a diagnostic as met; returns an error where there is none.
    fn meet(&self, found: &RenderedDiagnostic, expected: &mut [ExpectedDiagnostic]) -> Option<RenderedDiagnostic> {
        let line = match &found.location {
            SourceLocation::File { name, line, .. } if name == self.name => {
                Some(line.saturating_sub(self.source.start().0 - 1))
            }
            // There are no comments in a file that is not read.
            SourceLocation::File { .. } => return self.unexpected(found),
            SourceLocation::Unknown | SourceLocation::Buffer { .. } => None,
        };
        let severity = found.severity.name();
        let mut near_miss = None;
        for expectation in expected.iter_mut().filter(|e| e.line == line && e.matches(&found.message)) {
            if expectation.severity.name() == severity {
                expectation.is_met = true;
                return None;
            }
            near_miss = Some((expectation.span.clone(), expectation.severity.name()));
        }
        let Some((span, expected)) = near_miss.filter(|_| self.level == Level::All) else {
            return self.unexpected(found);
        };
        let code = ToolCode::SeverityMismatch { found: severity, expected };
        Some(self.error(code, Some(span).filter(|_| line.is_some())))
    }

    fn unexpected(&self, found: &RenderedDiagnostic) -> Option<RenderedDiagnostic> {
        let (severity, message) = (found.severity.name(), found.message.clone());
        let error = self.error(ToolCode::UnexpectedDiagnostic { severity, message }, None);
        (self.level == Level::All).then(|| RenderedDiagnostic { location: found.location.clone(), ..error })
    }

    fn error(&self, code: ToolCode, span: Option<Range<usize>>) -> RenderedDiagnostic {
        let message = code.to_string();
        let location = span.as_ref().map_or(SourceLocation::Unknown, |span| self.source.location(span.start));
        let (severity, code) = (code.severity(), DiagnosticCode::from(code));
        RenderedDiagnostic { severity, code, location, span, message, notes: Vec::new() }
    }

    /// What the comments expect, and what is wrong with their spelling.
    fn expected_diagnostics(&self) -> (Vec<ExpectedDiagnostic>, Vec<RenderedDiagnostic>) {
        let text = &self.source.text;
        let mut all: Vec<ExpectedDiagnostic> = Vec::new();
        let mut wrong = Vec::new();
        let Some(comment) = COMMENT.as_ref() else { return (all, wrong) };
        let mut start = 0;
        // The nearest line above that has no comment, and the comments that wait for the next such line.
        let mut last_code = 1;
        let mut waiting: Vec<usize> = Vec::new();
        let lines = text.split('\n').count();
        for (number, line) in (1..).zip(text.split('\n')) {
            let here = start;
            start += line.len() + 1;
            let found = Some(line.trim_ascii_end()).filter(|line| line.contains("expected-"));
            let Some(found) = found.and_then(|line| comment.captures(line)) else {
                for place in waiting.drain(..) {
                    all[place].line = Some(number);
                }
                last_code = number;
                continue;
            };
            let part = |place: usize| found.get(place).map(|part| part.as_str());
            let span = found.get(0).map_or(here..here, |whole| here + whole.start()..here + whole.start() + 1);
            let Some(severity) = part(1).and_then(Severity::from_name) else { continue };
            let text = part(5).unwrap_or_default().to_owned();
            let pattern = match part(2).map(|_| pattern(&text)).transpose() {
                Ok(pattern) => pattern,
                Err(code) => {
                    wrong.push(self.error(code, Some(span)));
                    continue;
                }
            };
            let line = match part(4) {
                None => Some(number),
                Some("above") => Some(last_code),
                Some("below") => {
                    waiting.push(all.len());
                    Some(lines)
                }
                Some("unknown") => None,
                // A place before the first line is the file as a whole.
                Some(offset) => Some(offset.parse().map_or(0, |offset| number.saturating_add_signed(offset))),
            };
            all.push(ExpectedDiagnostic { severity, line, text, pattern, span, is_met: false });
        }
        (all, wrong)
    }
}

/// The expression for a message with expressions in `{{` and `}}`.
fn pattern(text: &str) -> Result<Regex, ToolCode> {
    let invalid = |error: regex_lite::Error| ToolCode::InvalidRegex { reason: error.to_string() };
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        whole.push_str(&regex_lite::escape(before));
        let Some((expression, after)) = after.split_once("}}") else {
            return Err(ToolCode::UnterminatedRegex);
        };
        Regex::new(expression).map_err(invalid)?;
        whole.push_str(&format!("({expression})"));
        rest = after;
    }
    whole.push_str(&regex_lite::escape(rest));
    Regex::new(&whole).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_mgr::SourceMgrDiagnosticHandler;

    fn outcome_of(text: &str, found: &[(Severity, Option<usize>, &str)], level: Level) -> String {
        let source = SourceFile::new("t", text.to_owned());
        let diagnostics = found.iter().map(|(severity, line, message)| {
            let file = |line: &usize| SourceLocation::File { name: "t".to_owned(), line: *line, column: 1 };
            RenderedDiagnostic {
                severity: *severity,
                code: ToolCode::UnterminatedRegex.into(),
                location: line.as_ref().map_or(SourceLocation::Unknown, file),
                span: None,
                message: (*message).to_owned(),
                notes: Vec::new(),
            }
        });
        let diagnostics: Vec<RenderedDiagnostic> = diagnostics.collect();
        let handler = SourceMgrDiagnosticVerifierHandler { source: &source, name: "t", level, notes: true };
        let mut shown = String::new();
        let printer = SourceMgrDiagnosticHandler::new(&source);
        handler.verify(&diagnostics).iter().for_each(|wrong| printer.print(wrong, &mut shown));
        shown
    }

    fn outcome(text: &str, found: &[(Severity, Option<usize>, &str)]) -> String {
        outcome_of(text, found, Level::All)
    }

    use Severity::{Error, Note, Warning};

    #[test]
    fn an_expected_diagnostic_is_no_error() {
        let text = "// expected-error@+1 {{bad}}\nx\n// expected-error@below {{worse}}\n// expected-note {{c}}\ny\n";
        let found = [(Error, Some(2), "a bad thing"), (Error, Some(5), "worse"), (Note, Some(4), "c")];
        assert_eq!(outcome(text, &found), "");
        // One comment is met as often as may be.
        assert_eq!(outcome(text, &[found[0], found[0], found[1], found[2]]), "");
    }

    #[test]
    fn a_missing_or_unexpected_diagnostic_is_an_error() {
        let text = "x\n// expected-error@above {{bad}}\n";
        assert!(outcome(text, &[]).contains("t:2:4: error: expected error \"bad\" was not produced"));
        assert!(outcome(text, &[(Error, Some(2), "bad")]).contains("t:2:1: error: unexpected error: bad"));
        assert!(outcome(text, &[(Warning, Some(1), "bad")]).contains("'warning' diagnostic emitted when expecting a"));
        assert_eq!(outcome_of("", &[(Warning, Some(1), "bad")], Level::OnlyExpected), "");
        assert!(outcome_of(text, &[], Level::OnlyExpected).contains("not produced"));
    }

    #[test]
    fn no_location_and_the_whole_file_can_be_expected() {
        let text = "; expected-warning@unknown {{lost}}\n; expected-warning@-2 {{flag}}\n";
        assert_eq!(outcome(text, &[(Warning, None, "lost"), (Warning, Some(0), "a flag")]), "");
        assert!(outcome(text, &[(Warning, None, "lost")]).contains("\"flag\" was not produced"));
    }

    #[test]
    fn pieces_may_be_expressions() {
        let text = "; expected-error-re@unknown {{a.b {{[0-9]+}} c}}\n";
        assert_eq!(outcome(text, &[(Error, None, "a.b 17 c")]), "");
        assert!(!outcome(text, &[(Error, None, "axb 17 c")]).is_empty());
        assert!(outcome("; expected-error-re {{ {{( }} }}\n", &[]).contains("invalid regex"));
    }
}
