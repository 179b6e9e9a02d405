//! The report of a comparison of folders, a line each: its head, its files in the order in which they were done, its end. A run that
//! was interrupted has no end, and perhaps a part of the last line.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use irtrip::diff::clusters::Clusters;
use irtrip::diff::render::folders::FileComparison;
use irtrip_roundtrip::report::Head as Run;
use serde::{Deserialize, Serialize};

use crate::output;

/// What was compared.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The program, and the part of the files that was asked for.
    pub run: Run,
    /// The first folder, or its label.
    pub a: String,
    /// The second.
    pub b: String,
    /// What decides what a difference is: reports that differ in it say nothing together.
    pub options: String,
}

/// A file of both folders.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparedFile {
    /// How the modules compare.
    pub comparison: FileComparison,
    /// What they say, in clusters.
    pub clusters: Clusters,
    /// What tells both files from others, where they were read.
    pub hashes: [Option<String>; 2],
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Diff(Head),
    File(Box<ComparedFile>),
    End { complete: bool },
}

/// A report.
pub struct Report {
    /// What was compared.
    pub head: Head,
    /// The files, by their names.
    pub files: Vec<ComparedFile>,
    /// Whether every file of its shards is in it.
    pub complete: bool,
}

impl Report {
    /// Whether a text is such a report.
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| matches!(serde_json::from_str(line), Ok(Line::Diff(_))))
    }

    /// Reads a report, however far it goes.
    ///
    /// # Errors
    /// A line other than an unfinished last one is no line of a report, or is not at its place.
    pub fn read(text: &str) -> Result<Report> {
        let (mut head, mut files, mut complete) = (None, Vec::new(), false);
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let read = serde_json::from_str(line).with_context(|| format!("line {}: no line of a report", index + 1));
            match read {
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => return Err(error),
                Ok(Line::Diff(first)) if index == 0 => head = Some(first),
                Ok(Line::File(file)) if head.is_some() && !complete => files.push(*file),
                Ok(Line::End { complete: is_complete }) if head.is_some() => complete = is_complete,
                Ok(_) => bail!("line {}: a head, files and an end are what a report is made of", index + 1),
            }
        }
        let Some(head) = head else { bail!("no report of irtrip diff") };
        files.sort_by(|a, b| a.comparison.path.cmp(&b.comparison.path));
        Ok(Report { head, files, complete })
    }

    /// The report in lines.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn text(self) -> Result<String> {
        let mut out = text(&Line::Diff(self.head))?;
        for file in self.files {
            out += &text(&Line::File(Box::new(file)))?;
        }
        Ok(out + &text(&Line::End { complete: self.complete })?)
    }

    /// Makes one report of those of shards, each with the name that messages call it by.
    ///
    /// # Errors
    /// They are not of one comparison, or two of them have a shard or a file.
    pub fn merge(reports: Vec<(String, Report)>) -> Result<Report> {
        let mut reports = reports.into_iter();
        let Some((first, Report { mut head, mut files, mut complete })) = reports.next() else {
            bail!("no report to merge")
        };
        let mut of_shard: HashMap<u32, String> =
            head.run.shards.done.iter().map(|shard| (*shard, first.clone())).collect();
        for (name, report) in reports {
            let (own, other) = (&mut head.run, report.head.run);
            if (&own.irtrip, own.shards.of) != (&other.irtrip, other.shards.of) || head.options != report.head.options {
                bail!(
                    "{first} and {name} are not of one comparison: version, options and number of shards are to be the same"
                );
            }
            for shard in other.shards.done {
                if let Some(owner) = of_shard.insert(shard, name.clone()) {
                    bail!("shard {shard}/{} is in {owner} and in {name}", own.shards.of);
                }
                own.shards.done.push(shard);
            }
            own.files += other.files;
            complete &= report.complete;
            files.extend(report.files);
        }
        head.run.shards.done.sort_unstable();
        files.sort_by(|a, b| a.comparison.path.cmp(&b.comparison.path));
        if let Some((file, _)) =
            files.iter().zip(files.iter().skip(1)).find(|(a, b)| a.comparison.path == b.comparison.path)
        {
            bail!("{} is there twice", file.comparison.path);
        }
        Ok(Report { head, files, complete })
    }
}

fn text(line: &Line) -> Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}

/// A report that grows while its run goes on.
pub struct Recorder {
    path: PathBuf,
    file: Mutex<File>,
}

impl Recorder {
    /// Begins with what was done before, which is written at once: the file is never without what it had.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(path: &Path, head: &Head, done: &[ComparedFile]) -> Result<Recorder> {
        let mut texts = vec![text(&Line::Diff(head.clone()))?];
        for file in done {
            texts.push(text(&Line::File(Box::new(file.clone())))?);
        }
        output::write(Some(path), &texts)?;
        let file = OpenOptions::new().append(true).open(path).with_context(|| unwritable(path))?;
        Ok(Recorder { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Adds a file. The line is written as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&self, file: &ComparedFile) -> Result<()> {
        self.write(&Line::File(Box::new(file.clone())))
    }

    /// Adds the end.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end(&self) -> Result<()> {
        self.write(&Line::End { complete: true })
    }

    fn write(&self, line: &Line) -> Result<()> {
        let text = text(line)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).with_context(|| unwritable(&self.path))
    }
}

fn unwritable(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}
