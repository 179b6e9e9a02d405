//! Errors and warnings as data for other programs: JSON, SARIF 2.1.0, and the workflow commands that GitHub makes annotations of.

use std::fmt::Write as _;

use irtrip::dialect::diagnostic::{RenderedDiagnostic, SourceLocation};
use serde_json::{Value, json};

use crate::arguments::Command;

/// How errors are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum FindingForm {
    /// Messages with line and caret, on standard error
    #[default]
    Text,
    /// Data, by docs/verify.schema.json
    Json,
    /// A log of SARIF 2.1.0, for code scanners and editors
    Sarif,
    /// Commands that GitHub annotates the lines of a pull request with
    Github,
}

impl FindingForm {
    /// How a command whose result is a module, a text or a page reports errors and warnings.
    pub fn of(command: &Command) -> FindingForm {
        match command {
            Command::Import(arguments) => arguments.messages.format,
            Command::Export(arguments) => arguments.messages.format,
            Command::Lower(arguments) => arguments.messages.format,
            Command::Normalize(arguments) => arguments.messages.format,
            Command::View(arguments) => arguments.messages.format,
            _ => FindingForm::Text,
        }
    }
}

/// How a command whose result is a module, a text or a page says what is wrong.
#[derive(clap::Args)]
pub struct Messages {
    /// How errors and warnings are reported on standard error: as text, or as data
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub format: FindingForm,
}

/// What is wrong with a file, or gets lost of it.
#[derive(Debug)]
pub struct Finding {
    /// Whether it is an error; a warning otherwise.
    pub is_error: bool,
    /// The diagnostic's code after its stage, where there is one: `import/undefined-value`.
    pub code: Option<String>,
    /// The file, as the command was given it; nothing where a command cannot run at all.
    pub file: Option<String>,
    /// Where in the file; nothing is about the file as a whole.
    pub region: Option<Region>,
    /// The message.
    pub message: String,
    /// What else there is to see.
    pub notes: Vec<Note>,
}

/// A note on a finding.
#[derive(Debug)]
pub struct Note {
    /// Where in the same file.
    pub region: Option<Region>,
    /// The message.
    pub message: String,
}

/// A part of a text. Lines and columns count from 1, columns in characters; the end is the first column after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The line that it starts on.
    pub line: usize,
    /// The column that it starts in.
    pub column: usize,
    /// The line that it ends on.
    pub end_line: usize,
    /// The column that it ends before.
    pub end_column: usize,
}

impl Finding {
    /// What is about no place in a file.
    pub fn whole(is_error: bool, file: Option<String>, message: String) -> Finding {
        Finding { is_error, code: None, file, region: None, message, notes: Vec::new() }
    }

    /// A warning about what reading or writing a file leaves out.
    pub fn lost(loss: &RenderedDiagnostic) -> Finding {
        let (file, region) = match &loss.location {
            SourceLocation::Unknown => (None, None),
            SourceLocation::Buffer { name } | SourceLocation::File { name, line: 0, .. } => (Some(name.clone()), None),
            SourceLocation::File { name, line, column } => {
                let (line, column) = (*line, *column);
                (Some(name.clone()), Some(Region { line, column, end_line: line, end_column: column }))
            }
        };
        let code = Some(format!("{}/{}", loss.code.stage(), loss.code.name()));
        Finding { code, region, ..Finding::whole(false, file, loss.message.clone()) }
    }

    fn level(&self) -> &'static str {
        if self.is_error { "error" } else { "warning" }
    }
}

/// The findings in so many files in a form; nothing as text, which has lines and carets.
pub fn render(form: FindingForm, findings: &[Finding], files: usize) -> String {
    match form {
        FindingForm::Text => String::new(),
        FindingForm::Json => format!("{:#}\n", json(findings, files)),
        FindingForm::Sarif => format!("{:#}\n", sarif(findings)),
        FindingForm::Github => github(findings),
    }
}

/// The findings in so many files as an object, by `docs/verify.schema.json`.
fn json(findings: &[Finding], files: usize) -> Value {
    let region = |region: &Option<Region>| region.as_ref().map(json_region);
    let note = |note: &Note| json!({ "region": region(&note.region), "message": note.message });
    let finding = |finding: &Finding| {
        json!({
            "severity": finding.level(),
            "code": finding.code,
            "file": finding.file,
            "region": region(&finding.region),
            "message": finding.message,
            "notes": finding.notes.iter().map(note).collect::<Vec<_>>(),
        })
    };
    json!({ "version": 1, "files": files, "findings": findings.iter().map(finding).collect::<Vec<_>>() })
}

fn json_region(region: &Region) -> Value {
    json!({
        "line": region.line,
        "column": region.column,
        "end_line": region.end_line,
        "end_column": region.end_column,
    })
}

/// The findings as a log of SARIF 2.1.0, which code scanners and editors read.
fn sarif(findings: &[Finding]) -> Value {
    let location = |file: Option<&str>, region: &Option<Region>| {
        let mut place = json!({});
        if let Some(file) = file {
            place["artifactLocation"] = json!({ "uri": uri(file) });
        }
        if let Some(region) = region {
            place["region"] = json!({
                "startLine": region.line,
                "startColumn": region.column,
                "endLine": region.end_line,
                "endColumn": region.end_column,
            });
        }
        json!({ "physicalLocation": place })
    };
    let result = |finding: &Finding| {
        let note = |(place, note): (usize, &Note)| {
            let mut location = location(finding.file.as_deref(), &note.region);
            location["id"] = json!(place);
            location["message"] = json!({ "text": note.message });
            location
        };
        let mut result = json!({
            "level": finding.level(),
            "message": { "text": finding.message },
        });
        if finding.file.is_some() {
            result["locations"] = json!([location(finding.file.as_deref(), &finding.region)]);
        }
        if let Some(code) = &finding.code {
            result["ruleId"] = json!(code);
        }
        if !finding.notes.is_empty() {
            result["relatedLocations"] = finding.notes.iter().enumerate().map(note).collect();
        }
        result
    };
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "irtrip", "version": env!("CARGO_PKG_VERSION") } },
            "columnKind": "unicodeCodePoints",
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

/// A path as a URI reference (RFC 3986): all but what is allowed in one, by its bytes in hexadecimal.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for (place, byte) in path.bytes().enumerate() {
        match byte {
            // A colon in the first part would end a scheme.
            b':' if place > 0 && path[..place].contains('/') => out.push(':'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' | b'=' | b'@' | b',' => {
                out.push(byte.into());
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The findings as GitHub's workflow commands, a line each: `::error file=F,line=L,...::MESSAGE`.
fn github(findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let _ = write!(out, "::{}", finding.level());
        let mut separator = " ";
        if let Some(file) = &finding.file {
            let _ = write!(out, " file={}", property(file));
            separator = ",";
        }
        if let Some(Region { line, column, end_line, end_column }) = finding.region {
            let _ = write!(out, ",line={line},endLine={end_line}");
            // GitHub takes columns of one line alone, and the last column rather than the one after it.
            if line == end_line {
                let _ = write!(out, ",col={column},endColumn={}", column.max(end_column.saturating_sub(1)));
            }
        }
        if let Some(code) = &finding.code {
            let _ = write!(out, "{separator}title={}", property(code));
        }
        let mut message = finding.message.clone();
        for note in &finding.notes {
            let _ = write!(message, "\nnote: {}", note.message);
            if let Some(region) = note.region {
                let _ = write!(message, " (line {}, column {})", region.line, region.column);
            }
        }
        out.push_str("::");
        out.push_str(&data(&message));
        out.push('\n');
    }
    out
}

/// A message as a workflow command has it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value as a workflow command has it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_property_or_a_line_is_escaped() {
        let region = Region { line: 3, column: 5, end_line: 3, end_column: 8 };
        let note = Note { region: Some(Region { line: 1, ..region }), message: "here".to_owned() };
        let finding = Finding {
            is_error: true,
            code: Some("import/undefined-value".to_owned()),
            file: Some("a,b/c:d.ll".to_owned()),
            region: Some(region),
            message: "100%\nwrong".to_owned(),
            notes: vec![note],
        };
        let line = "::error file=a%2Cb/c%3Ad.ll,line=3,endLine=3,col=5,endColumn=7,title=import/undefined-value::\
                    100%25%0Awrong%0Anote: here (line 1, column 5)\n";
        assert_eq!(github(&[finding]), line);
        assert_eq!([uri("C:/é x.ll"), uri("a/b:c")], ["C%3A/%C3%A9%20x.ll", "a/b:c"]);
    }
}
