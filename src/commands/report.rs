//! `irtrip report`: reports of `irtrip roundtrip` merged, and brought into another form.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use irtrip_roundtrip::report::merge::merge as merged;
use irtrip_roundtrip::report::{Report, html, junit, lines};
use irtrip_roundtrip::run::Summary;

use super::Status;
use crate::arguments::{MergeReports, Report as Arguments, ReportCommand, ReportForm};
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status> {
    match &arguments.command {
        ReportCommand::Merge(arguments) => merge(arguments),
    }
}

/// Ends as the run would have ended.
fn merge(arguments: &MergeReports) -> Result<Status> {
    let named = |path: &std::path::PathBuf| Ok((path.display().to_string(), read(path)?));
    let reports = arguments.reports.iter().map(named).collect::<Result<Vec<_>>>()?;
    if !arguments.partial
        && let Some((name, _)) = reports.iter().find(|(_, report)| !report.complete)
    {
        bail!("{name} is of a run that was interrupted; irtrip roundtrip --resume {name} goes on with it");
    }
    let report = merged(reports)?;
    let missing: Vec<String> = report.head.shards.missing().map(|shard| shard.to_string()).collect();
    if !arguments.partial && !missing.is_empty() {
        bail!("of {} shards there are none of {}", report.head.shards.of, missing.join(", "));
    }
    write(&report, arguments.format, arguments.output.as_deref())?;
    Ok(status(&report.summary))
}

/// The exit status that a summary stands for.
pub fn status(summary: &Summary) -> Status {
    match (summary.failed, summary.different + summary.diverging) {
        (0, 0) => Status::Done,
        (0, _) => Status::Different,
        _ => Status::Error,
    }
}

/// Reads a report.
///
/// # Errors
/// The file cannot be read, or is no report.
pub fn read(path: &Path) -> Result<Report> {
    let source = input::read(path)?;
    Report::read(&source.file.text).with_context(|| source.file.name)
}

/// Writes a report to a file, or to standard output.
///
/// # Errors
/// It cannot be written.
pub fn write(report: &Report, form: ReportForm, path: Option<&Path>) -> Result<()> {
    let text = match form {
        ReportForm::Json => report.json()?,
        ReportForm::Jsonl => lines::write(report)?,
        ReportForm::Junit => junit::write(report)?,
        ReportForm::Html => html::write(report),
    };
    output::write(path, &[text])
}
