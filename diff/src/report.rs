//! What a comparison found, and its text: unified diffs, as `git diff` has them.

use std::fmt::Write;

use similar::{Algorithm, ChangeTag, TextDiff};

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Each part of the modules that differs.
    pub sections: Vec<Section>,
}

/// A part of the modules that differs: their attributes, their types, a function, a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is: `llvm.func @main`.
    pub title: String,
    /// The changes.
    pub hunks: Vec<Hunk>,
}

/// Lines around a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The first line and the number of lines in the first module's version, lines from 1.
    pub a: (usize, usize),
    /// The same in the second's.
    pub b: (usize, usize),
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a hunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Which version has it.
    pub change: Change,
    /// Its text.
    pub text: String,
}

/// Which version has a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Both.
    None,
    /// The first.
    Removed,
    /// The second.
    Added,
}

impl Section {
    /// The differences of two versions' lines; `None` if there is none.
    pub fn new(title: String, a: &[String], b: &[String]) -> Option<Section> {
        let (a, b): (Vec<&str>, Vec<&str>) =
            (a.iter().map(String::as_str).collect(), b.iter().map(String::as_str).collect());
        let diff = TextDiff::configure()
            .algorithm(Algorithm::Myers)
            .timeout(std::time::Duration::from_secs(2))
            .diff_slices(&a, &b);
        let hunks: Vec<Hunk> = diff
            .grouped_ops(CONTEXT)
            .iter()
            .map(|group| {
                let changes: Vec<_> = group.iter().flat_map(|op| diff.iter_changes(op)).collect();
                let range = |indices: Vec<usize>| (indices.first().map_or(0, |i| i + 1), indices.len());
                let lines = changes.iter().map(|change| Line {
                    change: match change.tag() {
                        ChangeTag::Equal => Change::None,
                        ChangeTag::Delete => Change::Removed,
                        ChangeTag::Insert => Change::Added,
                    },
                    text: change.value().to_owned(),
                });
                Hunk {
                    a: range(changes.iter().filter_map(|c| c.old_index()).collect()),
                    b: range(changes.iter().filter_map(|c| c.new_index()).collect()),
                    lines: lines.collect(),
                }
            })
            .collect();
        (!hunks.is_empty()).then_some(Section { title, hunks })
    }

    /// A difference that no line shows.
    pub fn note(title: String, text: &str) -> Section {
        let line = |change| Line { change, text: text.to_owned() };
        let lines = vec![line(Change::Removed), line(Change::Added)];
        Section { title, hunks: vec![Hunk { a: (1, 1), b: (1, 1), lines }] }
    }
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.sections.is_empty()
    }

    /// The differences as a unified diff of two files; empty if there are none.
    pub fn render(&self, a: &str, b: &str, color: bool) -> String {
        let mut out = String::new();
        if self.is_same() {
            return out;
        }
        let paint = |code: &str, text: &str, out: &mut String| {
            if color {
                let _ = writeln!(out, "\x1b[{code}m{text}\x1b[0m");
            } else {
                let _ = writeln!(out, "{text}");
            }
        };
        paint("1", &format!("--- {a}"), &mut out);
        paint("1", &format!("+++ {b}"), &mut out);
        for section in &self.sections {
            for hunk in &section.hunks {
                let ((a, a_len), (b, b_len)) = (hunk.a, hunk.b);
                paint("36", &format!("@@ -{a},{a_len} +{b},{b_len} @@ {}", section.title), &mut out);
                for line in &hunk.lines {
                    match line.change {
                        Change::None => {
                            let _ = writeln!(out, " {}", line.text);
                        }
                        Change::Removed => paint("31", &format!("-{}", line.text), &mut out),
                        Change::Added => paint("32", &format!("+{}", line.text), &mut out),
                    }
                }
            }
        }
        out
    }
}
