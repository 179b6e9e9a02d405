//! `--verify-diagnostics`: the errors of an input against the `expected-error` comments in it.
//!
//! `expected-error@+1 2 {{part of the message}}`: the kind, which line (the comment's own without `@`; `@+N`, `@-N`,
//! `@above`, `@below`, `@unknown`), how many times, and a piece of the message.

use crate::diagnostics::{Rejected, Report};
use crate::input::Source;

/// An error that was found: its line, from 1 in its source, and its message.
pub type Found = (Option<usize>, String);

/// What a comment expects.
#[derive(Debug)]
struct Expectation {
    /// Whether it is an error; the other kinds are never found here.
    kind: &'static str,
    /// The line; `None` is an error without a place.
    line: Option<usize>,
    text: String,
    span: std::ops::Range<usize>,
}

const KINDS: [&str; 4] = ["error", "warning", "note", "remark"];

/// Checks errors against the comments of a source.
///
/// # Errors
/// Errors no comment expects, and expectations that no error meets.
pub fn check(source: &Source, found: Vec<Found>) -> Result<(), Rejected> {
    let (mut open, mut reports) = expectations(&source.text);
    for (line, message) in found {
        let met = open.iter().position(|e| e.kind == "error" && e.line == line && message.contains(&e.text));
        match met {
            Some(place) => {
                open.swap_remove(place);
            }
            None => {
                let span = line.and_then(|line| line_start(&source.text, line)).map(|start| start..start);
                reports.push(Report { span, message: format!("unexpected error: {message}") });
            }
        }
    }
    // Notes and remarks hang on diagnostics that are not made here; they are expected of nobody.
    for unmet in open.into_iter().filter(|e| e.kind == "error") {
        let message = format!("expected {} \"{}\" was not produced", unmet.kind, unmet.text);
        reports.push(Report { span: Some(unmet.span), message });
    }
    if reports.is_empty() { Ok(()) } else { Err(Rejected::new(source, reports)) }
}

fn line_start(text: &str, line: usize) -> Option<usize> {
    irtrip_roundtrip_tests::places::Lines::new(text).offset(text, line, 1)
}

/// The expectations of a text, and what is wrong with their spelling.
fn expectations(text: &str) -> (Vec<Expectation>, Vec<Report>) {
    let mut all: Vec<Expectation> = Vec::new();
    let mut wrong = Vec::new();
    let mut start = 0;
    // The nearest line above that is no designator's, and the expectations waiting for the next such line.
    let mut last_code = None;
    let mut waiting: Vec<usize> = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let number = index + 1;
        let mut rest = line;
        let mut any = false;
        while let Some(at) = rest.find("expected-") {
            let from = start + line.len() - rest.len() + at;
            rest = rest.get(at + "expected-".len()..).unwrap_or_default();
            let Some(kind) = KINDS.into_iter().find(|k| rest.starts_with(k)) else { continue };
            any = true;
            let Some((place, count, message, length)) = designator(rest.get(kind.len()..).unwrap_or_default()) else {
                let message = "ill-formed expected-* comment".to_owned();
                wrong.push(Report { span: Some(from..from + 1), message });
                continue;
            };
            let line = match place {
                Place::Offset(offset) => number.checked_add_signed(offset),
                Place::Above => last_code,
                Place::Below => Some(0),
                Place::Unknown => None,
            };
            for _ in 0..count {
                if matches!(place, Place::Below) {
                    waiting.push(all.len());
                }
                all.push(Expectation { kind, line, text: message.to_owned(), span: from..from + 1 });
            }
            rest = rest.get(kind.len() + length..).unwrap_or_default();
        }
        if !any {
            last_code = Some(number);
            for place in waiting.drain(..) {
                all[place].line = Some(number);
            }
        }
        start += line.len();
    }
    (all, wrong)
}

/// Which line a comment means.
enum Place {
    Offset(isize),
    Above,
    Below,
    Unknown,
}

/// Reads what stands behind `expected-error`: the place, the count, the message and how long all that is.
fn designator(text: &str) -> Option<(Place, usize, &str, usize)> {
    let mut rest = text.trim_start_matches([' ', '\t']);
    let mut place = Place::Offset(0);
    if let Some(behind) = rest.strip_prefix('@') {
        let end = behind.find([' ', '{', '\t'])?;
        let (word, tail) = behind.split_at(end);
        place = match word {
            "above" => Place::Above,
            "below" => Place::Below,
            "unknown" => Place::Unknown,
            "line" => Place::Offset(0),
            offset => Place::Offset(offset.parse().ok()?),
        };
        rest = tail;
    }
    let open = rest.find("{{")?;
    let count = rest.get(..open)?.trim();
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let message = rest.get(open + 2..)?;
    let close = message.find("}}")?;
    let length = text.len() - rest.len() + open + 2 + close + 2;
    Some((place, count, message.get(..close)?, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str, found: &[(Option<usize>, &str)]) -> String {
        let source = Source { name: "t".to_owned(), text: text.to_owned(), first_line: 1, bitcode: None };
        let found = found.iter().map(|(line, message)| (*line, (*message).to_owned())).collect();
        check(&source, found).map_or_else(|e| e.in_upstream_style(), |()| String::new())
    }

    #[test]
    fn expected_errors_are_no_errors() {
        let text = "// expected-error@+1 {{bad}}\nx\n// expected-error@below 2 {{worse}}\n// expected-error {{c}}\ny\n";
        let found = [(Some(2), "a bad thing"), (Some(5), "worse"), (Some(5), "even worse"), (Some(4), "c")];
        assert_eq!(outcome(text, &found), "");
    }

    #[test]
    fn missing_and_unexpected_errors_are() {
        let text = "x\n// expected-error@above {{bad}}\n";
        assert!(outcome(text, &[]).contains("t:2:4: error: expected error \"bad\" was not produced"));
        assert!(outcome(text, &[(Some(2), "bad")]).contains("t:2:1: error: unexpected error: bad"));
        assert!(outcome("// expected-error@nowhere {{bad}}\n", &[]).contains("ill-formed"));
    }
}
