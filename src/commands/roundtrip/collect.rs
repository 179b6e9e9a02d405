//! The report of a run, while it goes on and when it ends.

use std::fs::{File, OpenOptions};
use std::io::{StdoutLock, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use irtrip_roundtrip_tests::report::lines::{End, Line};
use irtrip_roundtrip_tests::report::{Head, Module, ReducedFile, Report};
use irtrip_roundtrip_tests::run::{self, Summary};

use crate::arguments::{ReportForm, Roundtrip};
use crate::commands::report;
use crate::output;

/// Takes the results of a run.
pub struct Collector {
    summary: Summary,
    report: Option<Asked>,
}

/// The report that is asked for.
struct Asked {
    form: ReportForm,
    path: Option<PathBuf>,
    head: Head,
    /// The modules so far; of lines none, which are written as they come.
    modules: Vec<Module>,
    /// Where lines go, if not to standard output.
    lines: Option<File>,
}

impl Collector {
    /// Starts with the modules that an earlier run has done. Lines are begun with them.
    ///
    /// # Errors
    /// The file for the lines cannot be written.
    pub fn new(arguments: &Roundtrip, head: Head, done: Vec<Module>) -> Result<Collector> {
        let mut summary = Summary::default();
        for module in &done {
            summary.count(module.outcome, module.phis, module.arguments);
        }
        let Some(form) = form(arguments) else { return Ok(Collector { summary, report: None }) };
        let path = match arguments.report {
            Some(_) => arguments.output.clone().filter(|path| path.as_os_str() != "-"),
            None => arguments.resume.clone(),
        };
        let mut asked = Asked { form, path, head, modules: done, lines: None };
        if form == ReportForm::Jsonl {
            asked.begin_lines()?;
        }
        Ok(Collector { summary, report: Some(asked) })
    }

    /// Whether the report takes the place of the text on standard output.
    pub fn takes_stdout(&self) -> bool {
        self.report.as_ref().is_some_and(|asked| asked.path.is_none())
    }

    /// What was counted, earlier runs included.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Takes a file's result.
    ///
    /// # Errors
    /// Its line cannot be written.
    pub fn add(&mut self, report: &run::Report, reduced: Option<ReducedFile>, out: &mut StdoutLock<'_>) -> Result<()> {
        self.summary.add(report);
        let Some(asked) = &mut self.report else { return Ok(()) };
        let module = Module::new(report, reduced);
        match asked.form {
            ReportForm::Jsonl => asked.write_line(&Line::Module(Box::new(module)), out),
            _ => {
                asked.modules.push(module);
                Ok(())
            }
        }
    }

    /// Writes the report, or its last line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self, complete: bool, out: &mut StdoutLock<'_>) -> Result<()> {
        let Some(mut asked) = self.report else { return Ok(()) };
        match asked.form {
            ReportForm::Jsonl => asked.write_line(&Line::End(End { complete, summary: self.summary }), out),
            form => report::write(&Report::new(asked.head, complete, asked.modules), form, asked.path.as_deref()),
        }
    }
}

/// The form that is asked for; a run that goes on with a report writes one of the same form.
fn form(arguments: &Roundtrip) -> Option<ReportForm> {
    let of_resumed = |path: &PathBuf| match path.extension() {
        Some(extension) if extension == "json" => ReportForm::Json,
        _ => ReportForm::Jsonl,
    };
    arguments.report.or_else(|| arguments.resume.as_ref().map(of_resumed))
}

impl Asked {
    /// Writes the head and what was done before at once, so that the file is never without what it had.
    fn begin_lines(&mut self) -> Result<()> {
        let mut texts = vec![Line::Head(self.head.clone()).text()?];
        for module in std::mem::take(&mut self.modules) {
            texts.push(Line::Module(Box::new(module)).text()?);
        }
        output::write(self.path.as_deref(), &texts)?;
        if let Some(path) = &self.path {
            let file = OpenOptions::new().append(true).open(path);
            self.lines = Some(file.with_context(|| format!("{} cannot be written", path.display()))?);
        }
        Ok(())
    }

    /// Each line is written as a whole: what ends the program leaves whole lines behind.
    fn write_line(&mut self, line: &Line, out: &mut StdoutLock<'_>) -> Result<()> {
        let text = line.text()?;
        match (&mut self.lines, &self.path) {
            (Some(file), Some(path)) => {
                file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
            }
            _ => Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?),
        }
    }
}
