//! What standard output says about the files of a run: lines about each as it ends, and the failures once more at the end
//! where they are out of sight by then.

use irtrip::dialect::llvm_text::printable;
use irtrip_roundtrip::first_difference::FirstDifference;
use irtrip_roundtrip::report::{ModuleReport, ReducedFile};
use irtrip_roundtrip::run::FileResult;
use irtrip_roundtrip::trip::Outcome;
use unicode_width::UnicodeWidthChar;

/// Lines that are in sight in any terminal.
const IN_SIGHT: usize = 20;

/// The lines about the files of a run.
pub struct FileLines {
    color: bool,
    /// The columns of the terminal, where the line of a file that is as it should be is cut.
    columns: usize,
    /// Whether there are several files: what became of each one of them is then a line, but for what failed.
    are_several: bool,
    /// A line for each file that is not as it should be.
    failures: Vec<String>,
    /// The lines since the first of these.
    lines_since: usize,
}

impl FileLines {
    /// For a number of files. Those of an earlier run are out of sight.
    pub fn new(files: u64, done: &[ModuleReport], color: bool, columns: usize) -> FileLines {
        let mut lines = FileLines { color, columns, are_several: files > 1, failures: Vec::new(), lines_since: 0 };
        lines.failures = done.iter().filter(|module| !module.is_good()).map(|module| lines.in_a_line(module)).collect();
        if !lines.failures.is_empty() {
            lines.lines_since = IN_SIGHT;
        }
        lines
    }

    /// The lines about a file; none if it came back as it was.
    pub fn of(&mut self, result: &FileResult, module: &ModuleReport) -> String {
        let lines = self.outcome(result, module) + &printable(&details(result, module.reduced.as_ref()));
        if !module.is_good() {
            self.failures.push(self.in_a_line(module));
        }
        if !self.failures.is_empty() {
            self.lines_since += lines.lines().count();
        }
        lines
    }

    /// The failures, a line each, where they are out of sight.
    pub fn failures(&self) -> String {
        if self.lines_since <= IN_SIGHT || self.failures.len() == self.lines_since {
            return String::new();
        }
        let title = format!("\n{}\n", self.bold("Failures:"));
        std::iter::once(title).chain(self.failures.iter().cloned()).chain(["\n".to_owned()]).collect()
    }

    /// How a file ended.
    fn outcome(&self, result: &FileResult, module: &ModuleReport) -> String {
        let path = &module.path;
        match &result.trip {
            // The message may begin with the file's name itself.
            Err(error) if format!("{error:#}").starts_with(&format!("{path} ")) => {
                printable(&format!("failed      {error:#}\n")).into_owned()
            }
            Err(error) => printable(&format!("failed      {path}: {error:#}\n")).into_owned(),
            Ok(trip) => match &trip.outcome {
                Outcome::Identical => String::new(),
                Outcome::Equivalent(_) | Outcome::Upgraded(_) if self.are_several => self.in_a_line(module),
                Outcome::Equivalent(difference) => self.in_full("equivalent", path, difference),
                Outcome::Upgraded(difference) => self.in_full("upgraded", path, difference),
                Outcome::Different(difference) => self.in_full("different", path, difference),
                Outcome::Failed(failure) => {
                    let line = failure.line.trim();
                    let shown: String = line.chars().take(100).collect();
                    let line = if line.is_empty() { String::new() } else { format!("            {shown}\n") };
                    printable(&format!("failed      {path}: {failure}\n{line}")).into_owned()
                }
            },
        }
    }

    fn in_full(&self, outcome: &str, path: &str, difference: &FirstDifference) -> String {
        format!("{outcome:<11} {}\n{}", printable(path), self.indented(&printable(&difference.text())))
    }

    /// A file, how it ended and why, in a line.
    fn in_a_line(&self, module: &ModuleReport) -> String {
        let (name, path, reason) = (module.outcome.name(), &module.path, module.reason());
        let reason = if module.outcome.is_good() && !module.diverges() { module.first_difference() } else { reason };
        let line = match reason.strip_prefix(&format!("read: {path} ")) {
            Some(reason) => format!("{name:<11} {path} {reason}"),
            None => format!("{name:<11} {path}: {reason}"),
        };
        let line = &*printable(line.lines().next().unwrap_or_default());
        if module.is_good() { cut(line, self.columns) + "\n" } else { format!("{line}\n") }
    }

    fn bold(&self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn indented(&self, diff: &str) -> String {
        let line = |line: &str| match (self.color, line.as_bytes().first()) {
            (true, Some(b'-')) => format!("    \x1b[31m{line}\x1b[0m\n"),
            (true, Some(b'+')) => format!("    \x1b[32m{line}\x1b[0m\n"),
            (true, Some(b'@')) => format!("    \x1b[36m{line}\x1b[0m\n"),
            _ => format!("    {line}\n"),
        };
        diff.lines().map(line).collect()
    }
}

/// A line that is no wider than this; what is left out at its end is shown to be.
fn cut(line: &str, columns: usize) -> String {
    let mut width = 0;
    let mut ends = line.char_indices().filter_map(|(at, character)| {
        width += character.width().unwrap_or(0);
        (width > columns.saturating_sub(1)).then_some((at, width))
    });
    match (ends.next(), ends.next()) {
        // The last character may take the last column.
        (Some((_, width)), None) if width <= columns => line.to_owned(),
        (Some((at, _)), _) => format!("{}…", line.get(..at).unwrap_or_default()),
        (None, _) => line.to_owned(),
    }
}

/// The lines about a file that were asked for in addition.
fn details(result: &FileResult, reduced: Option<&ReducedFile>) -> String {
    let mut out = String::new();
    let explained = result.explanation.as_ref().map(|explanation| explanation.text()).unwrap_or_default();
    if !explained.is_empty() {
        out += &format!("{}\n{explained}", result.path.display());
    }
    for divergence in result.executed.iter().flat_map(|executed| &executed.divergences) {
        out += &format!("diverges    {divergence}");
    }
    if let Some(file) = reduced {
        out += &format!("reduced     {} lines to {}: {}\n", file.lines_before, file.lines, file.command);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_the_width_of_the_terminal() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("a语语", 4), "a语…");
        assert_eq!(cut("a语语", 5), "a语语");
        assert_eq!(cut("", 0), "");
    }
}
