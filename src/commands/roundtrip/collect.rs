//! The reports of a run, while it goes on and when it ends.

use std::fs::{File, OpenOptions};
use std::io::{StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_roundtrip::execution_summary::ExecutionSummary;
use irtrip_roundtrip::report::lines::{End, Line};
use irtrip_roundtrip::report::{Head, ModuleReport, ReducedFile, Report};
use irtrip_roundtrip::run::{FileResult, Summary};

use super::lines::FileLines;
use crate::arguments::{ReportForm, Roundtrip, Settings};
use crate::commands::report;
use crate::{output, terminal};

/// Takes the results of a run.
pub struct Collector {
    summary: Summary,
    executed: Option<ExecutionSummary>,
    head: Head,
    outputs: Vec<Output>,
    /// The modules so far; none if every output is of lines, which are written as they come.
    modules: Vec<ModuleReport>,
    /// The lines about the files; none where a report takes their place on standard output.
    lines: Option<FileLines>,
}

/// A report that is written.
struct Output {
    form: ReportForm,
    /// None is standard output.
    path: Option<PathBuf>,
    /// Where lines go, if not to standard output.
    lines: Option<File>,
}

impl Collector {
    /// Starts with the modules that an earlier run has done. Lines are begun with them.
    ///
    /// # Errors
    /// A report cannot be written where it is wanted.
    pub fn new(arguments: &Roundtrip, settings: &Settings, head: Head, done: Vec<ModuleReport>) -> Result<Collector> {
        let outputs = outputs(arguments);
        let takes_stdout = outputs.iter().any(|output| output.path.is_none());
        let lines = || FileLines::new(head.files, &done, settings.color_out, columns());
        let lines = (!takes_stdout).then(lines);
        let mut collector =
            Collector { summary: Summary::default(), executed: None, head, outputs, modules: done, lines };
        for module in &collector.modules {
            module.count_in(&mut collector.summary);
            add_executed(&mut collector.executed, module);
        }
        for output in &mut collector.outputs {
            match (output.form, &output.path) {
                (ReportForm::Jsonl, _) => output.begin_lines(&collector.head, &collector.modules)?,
                (_, Some(path)) => output::check(path)?,
                (_, None) => {}
            }
        }
        if collector.is_of_lines() {
            collector.modules.clear();
        }
        Ok(collector)
    }

    /// What was counted, earlier runs included.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// What standard output ends with: the failures that are out of sight, and the table. Nothing where a report takes
    /// their place.
    pub fn closing_lines(&self) -> String {
        let Some(lines) = &self.lines else { return String::new() };
        let executed = self.executed.as_ref().map(ExecutionSummary::summary).unwrap_or_default();
        lines.failures() + &self.summary.table_within(columns()) + &executed
    }

    /// Takes a module's result, and the smaller module that was written.
    ///
    /// # Errors
    /// Its lines cannot be written.
    pub fn add(&mut self, result: &FileResult, reduced: Option<ReducedFile>, out: &mut StdoutLock<'_>) -> Result<()> {
        let module = ModuleReport::new(result, reduced);
        if let Some(lines) = &mut self.lines {
            out.write_all(lines.of(result, &module).as_bytes())?;
        }
        module.count_in(&mut self.summary);
        add_executed(&mut self.executed, &module);
        let keep = !self.is_of_lines();
        let mut lines = self.outputs.iter_mut().filter(|output| output.form == ReportForm::Jsonl).peekable();
        if lines.peek().is_none() {
            self.modules.extend(keep.then_some(module));
            return Ok(());
        }
        let line = Line::Module(Box::new(module));
        let text = line.text()?;
        lines.try_for_each(|output| output.write_line(&text, out))?;
        if let (Line::Module(module), true) = (line, keep) {
            self.modules.push(*module);
        }
        Ok(())
    }

    /// Writes the reports, or their last lines.
    ///
    /// # Errors
    /// One of them cannot be written.
    pub fn finish(self, complete: bool, out: &mut StdoutLock<'_>) -> Result<()> {
        let end = Line::End(End { complete, summary: self.summary }).text()?;
        let report = Report::new(self.head, complete, self.modules);
        for mut output in self.outputs {
            match output.form {
                ReportForm::Jsonl => output.write_line(&end, out)?,
                form => report::write(&report, form, output.path.as_deref())?,
            }
        }
        Ok(())
    }

    fn is_of_lines(&self) -> bool {
        self.outputs.iter().all(|output| output.form == ReportForm::Jsonl)
    }
}

/// The reports that are asked for. The one that a run goes on with is kept up to date in its own form.
fn outputs(arguments: &Roundtrip) -> Vec<Output> {
    let mut outputs: Vec<Output> = Vec::new();
    if let Some(form) = arguments.format {
        let path = arguments.output.clone().filter(|path| path.as_os_str() != "-");
        outputs.push(Output { form, path, lines: None });
    }
    if let Some(path) = arguments.resume.clone().filter(|path| arguments.output.as_ref() != Some(path)) {
        let form = match path.extension() {
            Some(extension) if extension == "json" => ReportForm::Json,
            _ => ReportForm::Jsonl,
        };
        outputs.push(Output { form, path: Some(path), lines: None });
    }
    outputs
}

fn add_executed(all: &mut Option<ExecutionSummary>, module: &ModuleReport) {
    if let Some(executed) = &module.executed {
        all.get_or_insert_default().add(executed.clone());
    }
}

impl Output {
    /// Writes the head and what was done before at once, so that the file is never without what it had.
    fn begin_lines(&mut self, head: &Head, done: &[ModuleReport]) -> Result<()> {
        let mut texts = vec![Line::Head(head.clone()).text()?];
        for module in done {
            texts.push(Line::Module(Box::new(module.clone())).text()?);
        }
        output::write(self.path.as_deref(), &texts)?;
        if let Some(path) = &self.path {
            self.lines = Some(OpenOptions::new().append(true).open(path).with_context(|| unwritable(path))?);
        }
        Ok(())
    }

    /// Each line is written as a whole: what ends the program leaves whole lines after.
    fn write_line(&mut self, text: &str, out: &mut StdoutLock<'_>) -> Result<()> {
        match (&mut self.lines, &self.path) {
            (Some(file), Some(path)) => file.write_all(text.as_bytes()).with_context(|| unwritable(path)),
            _ => Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?),
        }
    }
}

/// The columns of the terminal that standard output goes to.
fn columns() -> usize {
    terminal::columns(&std::io::stdout()).unwrap_or(usize::MAX)
}

fn unwritable(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}
