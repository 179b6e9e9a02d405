//! A report as JUnit XML, for what shows test results. docs/junit.xsd describes it.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use super::{ModuleReport, OutcomeKind, Report};

/// The report as XML, a test case a module: one that is different is a failure, one that failed an error. What shows no
/// more than that sees a run that was interrupted by a test case of its own.
///
/// # Errors
/// None that a report can cause.
pub fn write(report: &Report) -> Result<String> {
    let mut suite = TestSuite::new("roundtrip");
    suite.add_test_cases(report.modules.iter().map(case));
    if !report.complete {
        let status = failed(NonSuccessKind::Error, "interrupted", "not every file was taken there and back", "");
        suite.add_test_case(TestCase::new("(the run)", status));
    }
    let total = report.modules.iter().map(|module| module.microseconds).sum();
    suite.set_time(Duration::from_micros(total));
    let mut junit = Junit::new("irtrip roundtrip");
    junit.set_time(Duration::from_micros(total));
    junit.add_test_suite(suite);
    Ok(junit.to_string()?)
}

fn case(module: &ModuleReport) -> TestCase {
    let reason = module.reason();
    let mut details = match (&module.error, &module.difference) {
        (Some(error), _) => error.place.as_ref().map(|place| place.text.trim().to_owned()).unwrap_or_default(),
        (None, difference) => difference.clone().unwrap_or_default(),
    };
    details += &module.divergences();
    if let Some(reduced) = &module.reduced {
        details = format!("{details}\nreduced to {} lines: {}\n", reduced.lines, reduced.command);
    }
    let status = match module.outcome {
        _ if module.is_good() => TestCaseStatus::success(),
        OutcomeKind::Identical | OutcomeKind::Equivalent | OutcomeKind::Upgraded => {
            failed(NonSuccessKind::Failure, "diverges", &reason, &details)
        }
        OutcomeKind::Different => failed(NonSuccessKind::Failure, "different", &reason, &details),
        OutcomeKind::Failed => failed(NonSuccessKind::Error, "failed", &reason, &details),
    };
    let mut case = TestCase::new(module.path.as_str(), status);
    let folder = Path::new(&module.path).parent().map(|folder| folder.display().to_string());
    case.set_classname(folder.filter(|f| !f.is_empty()).unwrap_or_else(|| ".".to_owned()));
    case.set_time(Duration::from_micros(module.microseconds));
    if module.outcome != OutcomeKind::Identical && module.is_good() {
        case.set_system_out(details);
    }
    case
}

fn failed(kind: NonSuccessKind, ty: &str, message: &str, details: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(ty).set_message(message).set_description(details);
    status
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
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
}
