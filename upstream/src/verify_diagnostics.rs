//! `--verify-diagnostics`: what is said of an input against the `expected-*` comments in it.
//!
//! A line ends in at most one comment, `expected-error@+1 {{part of the message}}`: the kind; `-re`, where pieces of the
//! message in `{{` and `}}` are regular expressions; which line is meant, the comment's own without `@`, else `@+N`,
//! `@-N`, `@above`, `@below` for the next line without a comment, `@unknown` for no place at all; a piece of the message.

use std::sync::LazyLock;

use regex::Regex;

use super::rendered::{At, Kind, Said};
use crate::diagnostics::{Rejected, Report};
use crate::input::Source;

/// What of an input's comments is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// What is said, and what should be.
    All,
    /// Only what should be.
    OnlyExpected,
}

/// What a comment expects.
#[derive(Debug)]
struct Expectation {
    kind: Kind,
    /// The line; `None` is no place at all.
    line: Option<usize>,
    text: String,
    pattern: Option<Regex>,
    span: std::ops::Range<usize>,
    is_met: bool,
}

impl Expectation {
    fn matches(&self, message: &str) -> bool {
        self.pattern.as_ref().map_or_else(|| message.contains(&self.text), |pattern| pattern.is_match(message))
    }
}

/// A comment: its kind, `-re`, its place, its message. Upstream looks for it at the end of each line.
static COMMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$").ok()
});

/// Checks what is said of a source, whose messages go by the name `name`, against its comments. Where not all notes are
/// made (`notes` is false), none is missed.
///
/// # Errors
/// What no comment expects, and expectations that nothing meets.
pub fn check(source: &Source, name: &str, said: Vec<Said>, level: Level, notes: bool) -> Result<(), Rejected> {
    let (mut expected, mut reports) = expectations(&source.text);
    for said in said {
        let line = match &said.at {
            At::Unknown => None,
            At::File { name: file, line, .. } if file == name => Some(*line),
            At::File { .. } => {
                // There are no comments in a file that is not read.
                reports.extend((level == Level::All).then(|| unexpected(source, &said, None)));
                continue;
            }
        };
        let mut near = None;
        let mut is_met = false;
        for expectation in expected.iter_mut().filter(|e| e.line == line && e.matches(&said.message)) {
            if expectation.kind == said.kind {
                expectation.is_met = true;
                is_met = true;
                break;
            }
            near = Some((expectation.span.clone(), expectation.kind));
        }
        match near {
            _ if is_met || level == Level::OnlyExpected => {}
            Some((span, kind)) => {
                let (found, kind) = (said.kind.name(), kind.name());
                let message = format!("'{found}' diagnostic emitted when expecting a '{kind}'");
                reports.push(Report::new(Some(span).filter(|_| line.is_some()), message));
            }
            None => reports.push(unexpected(source, &said, line)),
        }
    }
    for unmet in expected.into_iter().filter(|e| !e.is_met && (notes || e.kind != Kind::Note)) {
        let message = format!("expected {} \"{}\" was not produced", unmet.kind.name(), unmet.text);
        reports.push(Report::new(Some(unmet.span).filter(|_| unmet.line.is_some()), message));
    }
    if reports.is_empty() { Ok(()) } else { Err(Rejected::new(source, reports)) }
}

fn unexpected(source: &Source, said: &Said, line: Option<usize>) -> Report {
    let span = line.and_then(|line| line_start(source, line)).map(|start| start..start);
    Report::new(span, format!("unexpected {}: {}", said.kind.name(), said.message))
}

fn line_start(source: &Source, line: usize) -> Option<usize> {
    source.lines().offset(&source.text, line, 1)
}

/// The expectations of a text, and what is wrong with their spelling.
fn expectations(text: &str) -> (Vec<Expectation>, Vec<Report>) {
    let mut all: Vec<Expectation> = Vec::new();
    let mut wrong = Vec::new();
    let Some(comment) = COMMENT.as_ref() else { return (all, wrong) };
    let mut start = 0;
    // The nearest line above that has no comment, and the expectations waiting for the next such line.
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
        let Some(kind) = part(1).and_then(Kind::named) else { continue };
        let text = part(5).unwrap_or_default().to_owned();
        let pattern = match part(2).map(|_| pattern(&text)).transpose() {
            Ok(pattern) => pattern,
            Err(message) => {
                wrong.push(Report::new(Some(span), message));
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
        all.push(Expectation { kind, line, text, pattern, span, is_met: false });
    }
    (all, wrong)
}

/// The expression for a message with expressions in `{{` and `}}`.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        whole.push_str(&regex::escape(before));
        let Some((expression, behind)) = behind.split_once("}}") else {
            return Err("found start of regex with no end '}}'".to_owned());
        };
        Regex::new(expression).map_err(|error| format!("invalid regex: {error}"))?;
        whole.push_str(&format!("({expression})"));
        rest = behind;
    }
    whole.push_str(&regex::escape(rest));
    Regex::new(&whole).map_err(|error| format!("invalid regex: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome_of(text: &str, found: &[(Kind, Option<usize>, &str)], level: Level) -> String {
        let source = Source::new("t", text.to_owned(), 1);
        let said = found.iter().map(|(kind, line, message)| {
            let file = |line: &usize| At::File { name: "t".to_owned(), line: *line, column: 1 };
            Said { kind: *kind, at: line.as_ref().map_or(At::Unknown, file), message: (*message).to_owned() }
        });
        check(&source, "t", said.collect(), level, true).map_or_else(|e| e.in_upstream_style(), |()| String::new())
    }

    fn outcome(text: &str, found: &[(Kind, Option<usize>, &str)]) -> String {
        outcome_of(text, found, Level::All)
    }

    use Kind::{Error, Note, Warning};

    #[test]
    fn what_is_expected_is_no_error() {
        let text = "// expected-error@+1 {{bad}}\nx\n// expected-error@below {{worse}}\n// expected-note {{c}}\ny\n";
        let found = [(Error, Some(2), "a bad thing"), (Error, Some(5), "worse"), (Note, Some(4), "c")];
        assert_eq!(outcome(text, &found), "");
        // One comment is met as often as may be.
        assert_eq!(outcome(text, &[found[0], found[0], found[1], found[2]]), "");
    }

    #[test]
    fn what_is_missing_or_unexpected_is() {
        let text = "x\n// expected-error@above {{bad}}\n";
        assert!(outcome(text, &[]).contains("t:2:4: error: expected error \"bad\" was not produced"));
        assert!(outcome(text, &[(Error, Some(2), "bad")]).contains("t:2:1: error: unexpected error: bad"));
        assert!(outcome(text, &[(Warning, Some(1), "bad")]).contains("'warning' diagnostic emitted when expecting a"));
        assert_eq!(outcome_of("", &[(Warning, Some(1), "bad")], Level::OnlyExpected), "");
        assert!(outcome_of(text, &[], Level::OnlyExpected).contains("not produced"));
    }

    #[test]
    fn no_place_and_the_whole_file_are_places() {
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
