//! `irtrip report`: reports of `irtrip roundtrip` and `irtrip diff` merged, and brought into another form.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use irtrip_roundtrip::report::merge::merge as merged;
use irtrip_roundtrip::report::{Report, Shards, html, junit, lines};
use irtrip_roundtrip::run::Summary;

use irtrip::diff::render::Heading;

use super::Status;
use super::diff::lines::Report as DiffReport;
use super::diff::{folders, made};
use crate::arguments::{DiffForm, MergeReports, MergedForm, Report as Arguments, ReportCommand, ReportForm};
use crate::input::Source;
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Status> {
    match &arguments.command {
        ReportCommand::Merge(arguments) => merge(arguments),
    }
}

/// Ends as the run would have ended.
fn merge(arguments: &MergeReports) -> Result<Status> {
    let sources = arguments.reports.iter().map(|path| input::read(path)).collect::<Result<Vec<_>>>()?;
    if let Some(first) = sources.first()
        && DiffReport::is_one(&first.text()?.text)
    {
        return merge_diffs(arguments, sources);
    }
    let form = match arguments.format {
        MergedForm::Json => ReportForm::Json,
        MergedForm::Jsonl => ReportForm::Jsonl,
        MergedForm::Html => ReportForm::Html,
        MergedForm::Junit => ReportForm::Junit,
        MergedForm::Text | MergedForm::Markdown => bail!("this form is of reports of irtrip diff alone"),
    };
    let named = |source: Source| Ok((source.name().to_owned(), report(&source)?));
    let reports = sources.into_iter().map(named).collect::<Result<Vec<_>>>()?;
    if !arguments.partial
        && let Some((name, _)) = reports.iter().find(|(_, report)| !report.complete)
    {
        bail!("{name} is of a run that was interrupted; irtrip roundtrip --resume {name} goes on with it");
    }
    let report = merged(reports)?;
    refuse_missing(&report.head.shards, arguments)?;
    write(&report, form, arguments.output.as_deref())?;
    Ok(status(&report.summary))
}

/// Without all shards, a report is of some of the files.
fn refuse_missing(shards: &Shards, arguments: &MergeReports) -> Result<()> {
    let missing: Vec<String> = shards.missing().map(|shard| shard.to_string()).collect();
    if !arguments.partial && !missing.is_empty() {
        bail!("of {} shards there are none of {}", shards.of, missing.join(", "));
    }
    Ok(())
}

/// As [`merge`], of reports of `irtrip diff`.
fn merge_diffs(arguments: &MergeReports, sources: Vec<Source>) -> Result<Status> {
    let named = |source: Source| {
        let name = source.name().to_owned();
        Ok((name.clone(), DiffReport::read(&source.text()?.text).context(name)?))
    };
    let reports = sources.into_iter().map(named).collect::<Result<Vec<_>>>()?;
    if !arguments.partial
        && let Some((name, _)) = reports.iter().find(|(_, report)| !report.complete)
    {
        bail!("{name} is of a run that was interrupted; irtrip diff --resume {name} goes on with it");
    }
    let report = DiffReport::merge(reports)?;
    refuse_missing(&report.head.run.shards, arguments)?;
    let form = match arguments.format {
        MergedForm::Json => DiffForm::Json,
        MergedForm::Html => DiffForm::Html,
        MergedForm::Text => DiffForm::Unified,
        MergedForm::Markdown => DiffForm::Markdown,
        MergedForm::Jsonl => DiffForm::Jsonl,
        MergedForm::Junit => bail!("this form is of reports of irtrip roundtrip alone"),
    };
    let mut merged = folders::folders(arguments.sort, arguments.clusters);
    report.files.iter().cloned().for_each(|file| folders::add(&mut merged, file));
    let text = if form == DiffForm::Jsonl {
        report.text()?
    } else {
        let made = made::made(&[]);
        let heading = Heading { a: &report.head.a, b: &report.head.b, color: false, made: Some(&made) };
        folders::shown(&merged, &heading, form, false)
    };
    output::write(arguments.output.as_deref(), &[text])?;
    Ok(if folders::is_same(&merged)? { Status::Done } else { Status::Different })
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
    report(&input::read(path)?)
}

fn report(source: &Source) -> Result<Report> {
    Report::read(&source.text()?.text).with_context(|| source.name().to_owned())
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
