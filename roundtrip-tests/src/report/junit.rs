//! A report as JUnit XML, for what shows test results. docs/junit.xsd describes it.

use std::io;
use std::path::Path;

use anyhow::Result;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{ModuleReport, OutcomeKind, Report};

/// The report as XML, a test case a module: one that is different is a failure, one that failed an error. What shows no
/// more than that sees a run that was interrupted by a test case of its own.
///
/// # Errors
/// None that a report can cause.
pub fn write(report: &Report) -> Result<String> {
    let mut cases: Vec<Case> = report.modules.iter().map(Case::of_module).collect();
    if !report.complete {
        cases.push(Case::of_interruption());
    }
    let count = |element: &str| cases.iter().filter(|case| case.problem() == Some(element)).count().to_string();
    let counts = [
        ("tests", cases.len().to_string()),
        ("skipped", "0".to_owned()),
        ("failures", count("failure")),
        ("errors", count("error")),
        ("time", seconds(report.modules.iter().map(|module| module.microseconds).sum())),
    ];
    let counts = || counts.iter().map(|(name, value)| (*name, value.as_str()));
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 4);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attribute(("name", "irtrip roundtrip"))
        .with_attributes(counts())
        .write_inner_content(|xml| {
            xml.create_element("testsuite")
                .with_attribute(("name", "roundtrip"))
                .with_attributes(counts())
                .write_inner_content(|xml| cases.iter().try_for_each(|case| case.write(xml)))
                .map(drop)
        })?;
    xml.write_event(Event::Text(BytesText::new("\n")))?;
    Ok(String::from_utf8(xml.into_inner())?)
}

/// A test case.
struct Case<'a> {
    name: &'a str,
    class: String,
    microseconds: Option<u64>,
    result: CaseResult,
    /// What there is to read about it.
    details: String,
}

/// How a test case ended.
enum CaseResult {
    /// Well, and what there is to read about it is shown.
    Passed { shows_details: bool },
    /// Not well: the element that says so, its type and its message.
    Problem { element: &'static str, kind: &'static str, message: String },
}

impl<'a> Case<'a> {
    fn of_module(module: &'a ModuleReport) -> Case<'a> {
        let mut details = match (&module.error, &module.difference) {
            (Some(error), _) => error.place.as_ref().map(|place| place.text.trim().to_owned()).unwrap_or_default(),
            (None, difference) => difference.clone().unwrap_or_default(),
        };
        details += &module.divergences();
        if let Some(reduced) = &module.reduced {
            details = format!("{details}\nreduced to {} lines: {}\n", reduced.lines, reduced.command);
        }
        let problem = |element, kind| CaseResult::Problem { element, kind, message: module.reason() };
        let result = match module.outcome {
            outcome if module.is_good() => CaseResult::Passed { shows_details: outcome != OutcomeKind::Identical },
            OutcomeKind::Identical | OutcomeKind::Equivalent | OutcomeKind::Upgraded => problem("failure", "diverges"),
            OutcomeKind::Different => problem("failure", "different"),
            OutcomeKind::Failed => problem("error", "failed"),
        };
        let folder = Path::new(&module.path).parent().map(|folder| folder.display().to_string());
        let class = folder.filter(|folder| !folder.is_empty()).unwrap_or_else(|| ".".to_owned());
        Case { name: &module.path, class, microseconds: Some(module.microseconds), result, details }
    }

    fn of_interruption() -> Case<'static> {
        let message = "not every file was taken there and back".to_owned();
        let result = CaseResult::Problem { element: "error", kind: "interrupted", message };
        Case { name: "(the run)", class: String::new(), microseconds: None, result, details: String::new() }
    }

    /// The element that says how it failed, if it did.
    fn problem(&self) -> Option<&'static str> {
        match self.result {
            CaseResult::Passed { .. } => None,
            CaseResult::Problem { element, .. } => Some(element),
        }
    }

    fn write(&self, xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let time = self.microseconds.map(seconds);
        let mut case = xml.create_element("testcase").with_attribute(("name", legal(self.name).as_str()));
        if !self.class.is_empty() {
            case = case.with_attribute(("classname", legal(&self.class).as_str()));
        }
        if let Some(time) = &time {
            case = case.with_attribute(("time", time.as_str()));
        }
        let details = legal(&self.details);
        let details = BytesText::new(&details);
        match &self.result {
            CaseResult::Passed { shows_details: true } => {
                case.write_inner_content(|xml| xml.create_element("system-out").write_text_content(details).map(drop))
            }
            CaseResult::Passed { shows_details: false } => case.write_empty(),
            CaseResult::Problem { element, kind, message } => case.write_inner_content(|xml| {
                let element = xml.create_element(*element).with_attribute(("message", legal(message).as_str()));
                element.with_attribute(("type", *kind)).write_text_content(details).map(drop)
            }),
        }
        .map(drop)
    }
}

fn seconds(microseconds: u64) -> String {
    format!("{:.3}", microseconds as f64 / 1e6)
}

/// A text without the characters that XML has no form for ([XML 1.0](https://www.w3.org/TR/xml/#charsets), `Char`).
fn legal(text: &str) -> String {
    let is_legal = |c: &char| matches!(c, '\t' | '\n' | '\r') || (*c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().filter(is_legal).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use quick_junit::{Report as Junit, TestCaseStatus};

    use super::*;
    use crate::report::tests::every_outcome;

    #[test]
    fn every_outcome_is_a_test_case() {
        let mut report = every_outcome();
        let read = |report: &Report| Junit::deserialize_from_str(&write(report).unwrap()).unwrap();
        let junit = read(&report);
        assert_eq!((junit.tests, junit.failures, junit.errors), (5, 1, 1));
        let cases = &junit.test_suites[0].test_cases;
        assert_eq!(cases[4].name.as_str(), "b/failed <&>.ll");
        assert_eq!(cases[4].classname.as_ref().unwrap().as_str(), "b");
        let TestCaseStatus::NonSuccess { message, .. } = &cases[4].status else { unreachable!() };
        assert_eq!(message.as_ref().unwrap().as_str(), "import: 3:7: use of \"%x\" & more");
        report.complete = false;
        assert_eq!(read(&report).errors, 2);
    }

    #[test]
    fn what_xml_has_no_character_for_is_left_out() {
        assert_eq!(legal("a\u{1}\t\u{1b}[1m\n\u{ffff}é"), "a\t[1m\né");
    }
}
