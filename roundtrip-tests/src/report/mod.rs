//! What a run found, as data. The renderers are over this one type, a file each: [`junit`], [`html`]; JSON is the type
//! itself, [`lines`] the same a line each, written while the run goes on.
//!
//! docs/report.schema.json and docs/report-line.schema.json describe the JSON.

pub mod html;
pub mod junit;
pub mod lines;
pub mod merge;

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::execution_summary::ExecutionSummary;
use crate::explain::Explanation;
use crate::first_difference::{LineChange, one_line};
use crate::phis::Counts;
use crate::run::{self, Summary};
use crate::shard::Shard;
use crate::trip::Outcome;

/// The form of the data, in its head. A reader accepts no other.
pub const FORM: u32 = 1;

/// A run's report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// What was run.
    pub head: Head,
    /// Whether every file of its shards is in it.
    pub complete: bool,
    /// How many modules ended how.
    pub summary: Summary,
    /// The modules, by path.
    pub modules: Vec<ModuleReport>,
}

/// What was run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`FORM`].
    pub form: u32,
    /// The version of irtrip.
    pub irtrip: String,
    /// Which part of the files was asked for.
    pub shards: Shards,
    /// Number of files of that part.
    pub files: u64,
}

/// Shards of a set of files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shards {
    /// How many there are.
    pub of: u32,
    /// Which of them were run, from 1, in order.
    pub done: Vec<u32>,
}

/// A module's result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModuleReport {
    /// The file.
    pub path: String,
    /// How it ended.
    pub outcome: OutcomeKind,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The first difference, if it came back with other bytes, as lines: `summary` and the lines around `change`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// In a line, of what kind the difference is and where, or what differs in the text as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The first line that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<LineChange>,
    /// Bytes of its text.
    pub bytes: u64,
    /// [`hash`] of its text; none if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// What its trip took.
    pub microseconds: u64,
    /// Its phis and their incoming values; none if it failed.
    pub phis: Counts,
    /// Its block arguments and the operands passed to them; none if it failed.
    pub arguments: Counts,
    /// Its phis and block arguments, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// A smaller module that fails the same way, if that was asked for and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<ReducedFile>,
    /// What was run of it before and after its trip, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<ExecutionSummary>,
}

/// How a module ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// The same bytes.
    Identical,
    /// Other bytes, the same meaning.
    Equivalent,
    /// Other bytes, as what an older release wrote otherwise was upgraded; the same meaning.
    Upgraded,
    /// Another meaning.
    Different,
    /// An error, of the file or of a step.
    Failed,
}

/// Why a module failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Error {
    /// `read`, `import`, `parse` or `export`; `panic` is a fault of irtrip's.
    pub step: String,
    /// What is wrong.
    pub message: String,
    /// Where, in the text that the step read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePosition>,
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourcePosition {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The line.
    pub text: String,
}

/// A smaller module that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReducedFile {
    /// The file.
    pub path: String,
    /// Its lines.
    pub lines: usize,
    /// The lines of the module that it was made of.
    pub lines_before: usize,
    /// What shows the failure.
    pub command: String,
}

/// What tells a text from others.
pub fn hash(text: &[u8]) -> String {
    format!("{:016x}", xxh3_64(text))
}

impl OutcomeKind {
    /// How an outcome counts.
    pub fn of(outcome: &Outcome) -> OutcomeKind {
        match outcome {
            Outcome::Identical => OutcomeKind::Identical,
            Outcome::Equivalent(_) => OutcomeKind::Equivalent,
            Outcome::Upgraded(_) => OutcomeKind::Upgraded,
            Outcome::Different(_) => OutcomeKind::Different,
            Outcome::Failed(_) => OutcomeKind::Failed,
        }
    }

    /// Whether the module came back with its meaning.
    pub fn is_good(self) -> bool {
        matches!(self, OutcomeKind::Identical | OutcomeKind::Equivalent | OutcomeKind::Upgraded)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            OutcomeKind::Identical => "identical",
            OutcomeKind::Equivalent => "equivalent",
            OutcomeKind::Upgraded => "upgraded",
            OutcomeKind::Different => "different",
            OutcomeKind::Failed => "failed",
        }
    }
}

impl Head {
    /// The head of a run over the `files` of a shard.
    pub fn new(shard: Shard, files: usize) -> Head {
        Head {
            form: FORM,
            irtrip: env!("CARGO_PKG_VERSION").to_owned(),
            shards: Shards { of: shard.of, done: vec![shard.index] },
            files: files as u64,
        }
    }
}

impl ModuleReport {
    /// A file's result as data.
    pub fn new(report: &run::FileResult, reduced: Option<ReducedFile>) -> ModuleReport {
        let mut module = ModuleReport {
            path: report.path.display().to_string(),
            outcome: OutcomeKind::Failed,
            error: None,
            difference: None,
            summary: None,
            change: None,
            bytes: report.bytes,
            hash: report.hash.clone(),
            microseconds: u64::try_from(report.time.as_micros()).unwrap_or(u64::MAX),
            phis: Counts::default(),
            arguments: Counts::default(),
            explanation: report.explanation.clone(),
            reduced,
            executed: report.executed.clone(),
        };
        let trip = match &report.trip {
            Ok(trip) => trip,
            Err(error) => {
                module.error = Some(Error { step: "read".to_owned(), message: format!("{error:#}"), place: None });
                return module;
            }
        };
        module.outcome = OutcomeKind::of(&trip.outcome);
        match &trip.outcome {
            Outcome::Identical => {}
            Outcome::Equivalent(difference) | Outcome::Upgraded(difference) | Outcome::Different(difference) => {
                module.difference = Some(difference.text());
                (module.summary, module.change) = (difference.summary.clone(), difference.change.clone());
            }
            Outcome::Failed(failure) => {
                module.error = Some(Error {
                    step: failure.step.to_owned(),
                    message: failure.message.clone(),
                    place: failure.place.map(|(line, column)| SourcePosition {
                        line,
                        column,
                        text: failure.line.clone(),
                    }),
                });
                return module;
            }
        }
        (module.phis, module.arguments) = (trip.phis, trip.arguments);
        module
    }

    /// Counts the module.
    pub fn count_in(&self, summary: &mut Summary) {
        summary.count(self.outcome, self.phis, self.arguments, self.diverges());
    }

    /// Whether it does something else when it is run after its trip.
    pub fn diverges(&self) -> bool {
        self.executed.as_ref().is_some_and(ExecutionSummary::diverges)
    }

    /// Whether it is as it should be: it came back with its meaning, and does what it did.
    pub fn is_good(&self) -> bool {
        self.outcome.is_good() && !self.diverges()
    }

    /// In one line, why it did not round-trip as it was; nothing if it did.
    pub fn reason(&self) -> String {
        let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        match (&self.error, &self.difference) {
            // What it does weighs more than how it is written.
            (None, _) if self.diverges() => format!("diverges: {}", first_line(&self.divergences())),
            (Some(error), _) => {
                let place = error.place.as_ref().map(|p| format!("{}:{}: ", p.line, p.column)).unwrap_or_default();
                format!("{}: {place}{}", error.step, error.message)
            }
            (None, Some(_)) => {
                let class = match self.outcome {
                    OutcomeKind::Equivalent => "spelling: ",
                    OutcomeKind::Upgraded => "older release: ",
                    // The summary says it.
                    OutcomeKind::Identical | OutcomeKind::Different | OutcomeKind::Failed => "",
                };
                class.to_owned() + &self.first_difference()
            }
            (None, None) => String::new(),
        }
    }

    /// In one line, what differs first; nothing if nothing does.
    pub fn first_difference(&self) -> String {
        one_line(self.summary.as_deref(), self.change.as_ref())
    }

    /// What it does otherwise after its trip, as lines.
    pub fn divergences(&self) -> String {
        self.executed.as_ref().map(|executed| executed.divergences.concat()).unwrap_or_default()
    }
}

impl Report {
    /// Puts a report together. The modules are sorted by path, and the summary is theirs.
    pub fn new(head: Head, complete: bool, mut modules: Vec<ModuleReport>) -> Report {
        modules.sort_by(|a, b| Path::new(&a.path).cmp(Path::new(&b.path)));
        let mut summary = Summary::default();
        for module in &modules {
            module.count_in(&mut summary);
        }
        Report { head, complete, summary, modules }
    }

    /// What was run of all modules; none if that was not asked for.
    pub fn executed(&self) -> Option<ExecutionSummary> {
        let each = self.modules.iter().filter_map(|module| module.executed.clone());
        each.reduce(|mut all, one| {
            all.add(one);
            all
        })
    }

    /// The report as one JSON object, with a line's end.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads a report in JSON, or in lines of JSON.
    ///
    /// # Errors
    /// The text is neither, or of another form.
    pub fn read(text: &str) -> Result<Report> {
        let report = if lines::is_lines(text) {
            lines::read(text)?
        } else {
            let report: Report = serde_json::from_str(text).context("no report of irtrip roundtrip")?;
            Report::new(report.head, report.complete, report.modules)
        };
        if report.head.form != FORM {
            bail!("a report of form {}, and {FORM} is known", report.head.form);
        }
        Ok(report)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A report with a module of every outcome.
    pub(crate) fn every_outcome() -> Report {
        let module = |path: &str, outcome| ModuleReport {
            path: path.to_owned(),
            outcome,
            error: None,
            difference: None,
            summary: None,
            change: None,
            bytes: 10,
            microseconds: 1500,
            phis: Counts { values: 1, edges: 2 },
            arguments: Counts { values: 1, edges: 2 },
            hash: Some(hash(path.as_bytes())),
            explanation: None,
            reduced: None,
            executed: None,
        };
        let change = |line, before: &str, after: &str| {
            Some(LineChange { line, before: Some(before.to_owned()), after: Some(after.to_owned()) })
        };
        let mut failed = module("b/failed <&>.ll", OutcomeKind::Failed);
        let place = Some(SourcePosition { line: 3, column: 7, text: "  ret i32 %\"</script>\u{1}\"".to_owned() });
        failed.error = Some(Error { step: "import".to_owned(), message: "use of \"%x\" & more".to_owned(), place });
        let mut different = module("b/different.ll", OutcomeKind::Different);
        different.difference = Some("operand in @f\n@@ line 1 @@\n-a ]]> b\n+b\n".to_owned());
        different.summary = Some("operand in @f".to_owned());
        different.change = change(1, "a ]]> b", "b");
        different.reduced = Some(ReducedFile {
            path: "r/different.ll".to_owned(),
            lines: 3,
            lines_before: 30,
            command: "irtrip roundtrip r/different.ll".to_owned(),
        });
        let mut equivalent = module("a.ll", OutcomeKind::Equivalent);
        equivalent.difference = Some("@@ line 1 @@\n-a\n+b\n".to_owned());
        equivalent.change = change(1, "a", "b");
        let mut upgraded = module("a/upgraded.ll", OutcomeKind::Upgraded);
        upgraded.difference = Some("@@ line 7 @@\n x\n-i32* %p\n+ptr %p\n".to_owned());
        upgraded.change = change(8, "i32* %p", "ptr %p");
        let modules = vec![failed, different, equivalent, upgraded, module("a/identical.ll", OutcomeKind::Identical)];
        Report::new(Head::new(Shard::default(), 5), true, modules)
    }

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let report = every_outcome();
        for text in [report.json(), lines::write(&report)] {
            assert_eq!(text.and_then(|text| Report::read(&text)).ok(), Some(report.clone()));
        }
        for text in ["{}", ""] {
            assert_eq!(
                Report::read(text).map_err(|error| error.to_string()),
                Err("no report of irtrip roundtrip".into())
            );
        }
    }

    #[test]
    fn a_reason_has_the_class_and_the_first_real_difference() {
        let reasons: Vec<String> = every_outcome().modules.iter().map(ModuleReport::reason).collect();
        assert_eq!(reasons[1], "older release: line 8: `i32* %p` became `ptr %p`");
        assert_eq!(reasons[2], "spelling: line 1: `a` became `b`");
        assert_eq!(reasons[3], "operand in @f: line 1: `a ]]> b` became `b`");
    }

    #[test]
    fn modules_are_in_the_order_of_their_paths() {
        let report = every_outcome();
        let paths: Vec<&str> = report.modules.iter().map(|m| m.path.as_str()).collect();
        assert_eq!(paths, ["a/identical.ll", "a/upgraded.ll", "a.ll", "b/different.ll", "b/failed <&>.ll"]);
        assert_eq!(report.summary.total(), 5);
        assert_eq!(report.summary.phis.values, 4);
    }
}
