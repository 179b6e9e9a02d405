//! A report a line each: its head, its modules, its end. A run appends a module when it is done; where it was ended the
//! end is missing, and perhaps a part of the last line.

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use super::{Head, ModuleReport, Report};
use crate::run::Summary;

/// A line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The first.
    Head(Head),
    /// One a module, in the order they were done.
    Module(Box<ModuleReport>),
    /// The last.
    End(End),
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Whether every file was done.
    pub complete: bool,
    /// How many modules ended how.
    pub summary: Summary,
}

impl Line {
    /// The line with its end.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn text(&self) -> Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// A whole report in lines.
///
/// # Errors
/// None that a report can cause.
pub fn write(report: &Report) -> Result<String> {
    let mut out = Line::Head(report.head.clone()).text()?;
    for module in &report.modules {
        out += &Line::Module(Box::new(module.clone())).text()?;
    }
    Ok(out + &Line::End(End { complete: report.complete, summary: report.summary }).text()?)
}

/// Whether a text is a report in lines.
pub(super) fn is_lines(text: &str) -> bool {
    text.lines().next().is_some_and(|line| matches!(serde_json::from_str(line), Ok(Line::Head(_))))
}

/// Reads a report in lines, however far it goes.
///
/// # Errors
/// A line other than an unfinished last one is no line of a report, or is not at its place.
pub(super) fn read(text: &str) -> Result<Report> {
    let mut head = None;
    let mut modules = Vec::new();
    let mut end: Option<End> = None;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let read = serde_json::from_str(line).with_context(|| format!("line {}: no line of a report", index + 1));
        let read = match read {
            Err(_) if !line.ends_with('\n') => break,
            read => read?,
        };
        match read {
            Line::Head(first) if index == 0 => head = Some(first),
            Line::Module(module) if head.is_some() && end.is_none() => modules.push(*module),
            Line::End(last) if head.is_some() && end.is_none() => end = Some(last),
            _ => bail!("line {}: a head, modules and an end are what a report is made of", index + 1),
        }
    }
    let Some(head) = head else { bail!("no report of irtrip roundtrip") };
    let report = Report::new(head, end.as_ref().is_some_and(|end| end.complete), modules);
    if end.is_some_and(|end| end.summary != report.summary) {
        bail!("the summary is not that of the modules");
    }
    Ok(report)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::report::tests::every_outcome;

    #[test]
    fn what_was_done_before_an_interruption_is_kept() {
        let text = write(&every_outcome()).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        // Two modules, and half of the third.
        let cut = format!("{}{}", lines[..3].concat(), &lines[3][..20]);
        let report = Report::read(&cut).unwrap();
        assert_eq!((report.modules.len(), report.complete), (2, false));
        let error = |text: String| Report::read(&text).unwrap_err().to_string();
        assert_eq!(error(format!("{}{{}}\n", lines[..3].concat())), "line 4: no line of a report");
        assert_eq!(error(lines[1..].concat()), "no report of irtrip roundtrip");
    }
}
