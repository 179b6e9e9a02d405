//! The first difference between a module and what it came back as.

use std::borrow::Cow;
use std::fmt;

use irtrip_dialect::diagnostic::char_boundary_before;
use irtrip_diff::Comparison;
use irtrip_diff::render::{Heading, unified};
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

/// Lines looked at after the first that differs.
const WINDOW: usize = 120;
/// Lines of an excerpt.
const SHOWN: usize = 24;
/// Bytes of a line.
const QUOTED: usize = 1000;
/// Lines around those that differ.
const CONTEXT: usize = 3;

/// The first difference between a module and what it came back as.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FirstDifference {
    /// In a line, of what kind it is and where, or what differs in the text as a whole; none where the lines say it.
    pub summary: Option<String>,
    /// The first line that differs; one that is a comment or empty only where no other does.
    pub change: Option<LineChange>,
    /// The lines around it as a short unified diff, each with its end.
    pub excerpt: String,
}

/// A line that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineChange {
    /// The line, from 1: of what the module was; of what is new, the line that it comes before.
    pub line: usize,
    /// What stood there, without the spaces around it; none of a line that is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What stands there now; none of a line that is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A text without the spaces around it, and cut where it is long: a line of a file may be the whole file.
fn quoted(text: &str) -> String {
    cut(text.trim()).into_owned()
}

/// The beginning of a line that is long.
pub(crate) fn cut(line: &str) -> Cow<'_, str> {
    match line.len() > QUOTED {
        true => Cow::Owned(format!("{}…", &line[..char_boundary_before(line, QUOTED)])),
        false => Cow::Borrowed(line),
    }
}

/// Two versions of a line as [`quoted`] has them, from where they begin to differ if that would be left out.
fn quoted_pair(before: &str, after: &str) -> (String, String) {
    let common = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let from = |text: &str| char_boundary_before(text, common.saturating_sub(QUOTED / 4));
    match common > QUOTED / 2 {
        true => (format!("…{}", quoted(&before[from(before)..])), format!("…{}", quoted(&after[from(after)..]))),
        false => (quoted(before), quoted(after)),
    }
}

impl LineChange {
    /// Whether an instruction or definition changed, and not only a comment or an empty line.
    fn is_of_code(&self) -> bool {
        let is_code =
            |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty() && !text.starts_with(';'));
        is_code(&self.before) || is_code(&self.after)
    }

    /// Whether a new line may stand in place of this one, which is gone: an empty line takes an empty line's place alone.
    fn may_become(&self, text: &str) -> bool {
        self.after.is_none() && self.before.as_ref().is_some_and(|gone| gone.is_empty() == text.is_empty())
    }
}

impl fmt::Display for LineChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| if text.is_empty() { "an empty line".to_owned() } else { format!("`{text}`") };
        write!(f, "line {}: ", self.line)?;
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => write!(f, "{} became {}", quoted(before), quoted(after)),
            (Some(before), None) => write!(f, "{} is gone", quoted(before)),
            (None, Some(after)) => write!(f, "{} is new", quoted(after)),
            (None, None) => f.write_str("differs"),
        }
    }
}

impl FirstDifference {
    /// A difference that no line shows.
    pub(crate) fn in_words(summary: impl Into<String>) -> FirstDifference {
        FirstDifference { summary: Some(summary.into()), ..FirstDifference::default() }
    }

    /// The difference, with what kind it is of.
    #[must_use]
    pub fn with_summary(self, summary: impl Into<String>) -> FirstDifference {
        FirstDifference { summary: Some(summary.into()), ..self }
    }

    /// The first difference of two texts. Looks at no more than [`WINDOW`] lines after it, so that two texts of many
    /// megabytes that have little in common take no time.
    pub fn of_texts(a: &str, b: &str) -> FirstDifference {
        let common = a.bytes().zip(b.bytes()).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
        let start_of_line = |at: usize| memchr::memrchr(b'\n', &a.as_bytes()[..at]).map_or(0, |i| i + 1);
        let start = (0..CONTEXT).fold(start_of_line(common), |start, _| start_of_line(start.saturating_sub(1)));
        let first_line = memchr::memchr_iter(b'\n', &a.as_bytes()[..start]).count() + 1;
        let window = |text: &str| -> String {
            let lines = text.as_bytes().get(start..).unwrap_or_default().split_inclusive(|&b| b == b'\n');
            lines.take(WINDOW).map(String::from_utf8_lossy).collect()
        };
        let (a, b) = (window(a), window(b));
        let diff = TextDiff::from_lines(&a, &b);
        let mut shown = diff.unified_diff();
        let Some(hunk) = shown.context_radius(CONTEXT).iter_hunks().next() else { return FirstDifference::default() };
        let mut changes: Vec<LineChange> = Vec::new();
        let (mut line, mut run_start) = (first_line, 0);
        for change in hunk.iter_changes() {
            let text = change.value().trim();
            match change.tag() {
                ChangeTag::Equal => {
                    line += 1;
                    run_start = changes.len();
                }
                ChangeTag::Delete => {
                    changes.push(LineChange { line, before: Some(text.to_owned()), after: None });
                    line += 1;
                }
                ChangeTag::Insert => {
                    // Lines that are gone and lines that are new are pairs in their order.
                    let run = changes.get_mut(run_start..).unwrap_or_default();
                    match run.iter_mut().find(|change| change.may_become(text)) {
                        Some(change) => change.after = Some(text.to_owned()),
                        None => changes.push(LineChange { line, before: None, after: Some(text.to_owned()) }),
                    }
                }
            }
        }
        let of_code = changes.iter().position(LineChange::is_of_code).unwrap_or(0);
        for change in &mut changes {
            match (&mut change.before, &mut change.after) {
                (Some(before), Some(after)) => (*before, *after) = quoted_pair(before, after),
                (one, other) => one.iter_mut().chain(other).for_each(|text| *text = quoted(text)),
            }
        }
        let lines = hunk.to_string();
        let lines = lines.lines().skip(1).map(|line| cut(line).into_owned());
        let excerpt = shortened(std::iter::once(format!("@@ line {first_line} @@")).chain(lines).collect());
        FirstDifference { summary: None, change: changes.into_iter().nth(of_code), excerpt }
    }

    /// The first difference of two models.
    pub(crate) fn of_models(comparison: &Comparison) -> FirstDifference {
        let first = comparison.differences().next();
        let summary = first.map(|(part, difference)| format!("{} in {}", difference.category, part.title()));
        let change = comparison.first_changed_row().and_then(|row| {
            let text = |side: &irtrip_diff::RowSide| quoted(&side.text);
            let line = row.a.as_ref().or(row.b.as_ref())?.line;
            Some(LineChange { line, before: row.a.as_ref().map(text), after: row.b.as_ref().map(text) })
        });
        let shown = unified(comparison, &Heading { a: "before", b: "after", color: false, made: None });
        FirstDifference {
            summary,
            change,
            excerpt: shortened(shown.lines().map(|line| cut(line).into_owned()).collect()),
        }
    }

    /// All of it, as lines.
    pub fn text(&self) -> String {
        let summary = self.summary.iter().map(|summary| format!("{summary}\n"));
        summary.chain([self.excerpt.clone()]).collect()
    }
}

/// The summary and the first change, in a line.
pub fn one_line(summary: Option<&str>, change: Option<&LineChange>) -> String {
    let change = change.map(LineChange::to_string);
    summary.map(str::to_owned).into_iter().chain(change).collect::<Vec<_>>().join(": ")
}

/// The first lines of a diff, each with its end.
fn shortened(mut lines: Vec<String>) -> String {
    if lines.len() > SHOWN {
        let more = lines.len() - SHOWN;
        lines.truncate(SHOWN);
        lines.push(format!("... {more} lines more"));
    }
    lines.iter().map(|l| format!("{l}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(a: &str, b: &str) -> String {
        one_line(None, FirstDifference::of_texts(a, b).change.as_ref())
    }

    #[test]
    fn the_first_difference_is_shown_with_its_line() {
        let a: String = (1..500).map(|i| format!("line {i}\n")).collect();
        let b = a.replace("line 300\n", "line three hundred\n");
        let shown = FirstDifference::of_texts(&a, &b).excerpt;
        assert!(shown.starts_with("@@ line 297 @@\n line 297\n"), "{shown}");
        assert!(shown.contains("-line 300\n+line three hundred\n"), "{shown}");
        assert_eq!(change(&a, &b), "line 300: `line 300` became `line three hundred`");
    }

    #[test]
    fn a_text_that_ends_early_differs_too() {
        assert_eq!(change("a\nb\n", "a\n"), "line 2: `b` is gone");
        assert_eq!(change("", "a\n"), "line 1: `a` is new");
        assert_eq!(FirstDifference::of_texts("a\n", "a\n"), FirstDifference::default());
    }

    #[test]
    fn comments_and_empty_lines_come_last() {
        let (a, b) = ("x\n; a\n\ny\n  ret i32 1\n", "x\ny\n  ret i32 2\n");
        assert_eq!(change(a, b), "line 5: `ret i32 1` became `ret i32 2`");
        assert_eq!(change("x\n\n", "x\n"), "line 2: an empty line is gone");
    }

    #[test]
    fn a_line_of_at_signs_is_a_line() {
        assert_eq!(change("@@ 7 @@\n", "@@ 8 @@\n"), "line 1: `@@ 7 @@` became `@@ 8 @@`");
        let difference = FirstDifference::in_words("phis");
        assert_eq!(one_line(difference.summary.as_deref(), difference.change.as_ref()), "phis");
        assert_eq!(difference.text(), "phis\n");
    }
}
