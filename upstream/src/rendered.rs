//! What a program says of its input besides what it makes: errors, warnings, and where.

use std::fmt;

use crate::diagnostics::Rejected;
use crate::input::Source;
use crate::output::Text;

/// How grave a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something is wrong.
    Error,
    /// Something is passed over.
    Warning,
    /// Something hangs on a diagnostic.
    Note,
    /// Something is worth telling.
    Remark,
}

impl Kind {
    /// The kind of a name.
    pub fn named(name: &str) -> Option<Kind> {
        [Kind::Error, Kind::Warning, Kind::Note, Kind::Remark].into_iter().find(|kind| kind.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Error => "error",
            Kind::Warning => "warning",
            Kind::Note => "note",
            Kind::Remark => "remark",
        }
    }
}

/// Where a diagnostic is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// Nowhere.
    Unknown,
    /// At a line and column of a file; those of the file as a whole are 0.
    File {
        /// The file.
        name: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
}

impl At {
    /// The place of a byte of a source.
    pub fn of(source: &Source, at: usize) -> At {
        let (line, range) = source.lines().line_at(&source.text, at);
        let column = source.text.get(range.start..at).map_or(0, |before| before.chars().count()) + 1;
        At::File { name: source.name.clone(), line: line + source.first_line - 1, column }
    }
}

/// A diagnostic without an excerpt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// How grave it is.
    pub kind: Kind,
    /// Where it is.
    pub at: At,
    /// What it says.
    pub message: String,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::Unknown => f.write_str("<unknown>:0")?,
            At::File { name, line, column } => write!(f, "{name}:{line}:{column}")?,
        }
        write!(f, ": {}: {}", self.kind.name(), self.message)
    }
}

/// What comes of a part of an input.
#[derive(Default)]
pub struct Outcome {
    /// What is made of it; none where it has errors.
    pub text: Option<Text<'static>>,
    /// What is said of it, in order.
    pub said: Vec<Said>,
    /// Why it is not taken.
    pub rejected: Option<Rejected>,
    /// What is said of it that upstream does not.
    pub besides: Option<String>,
}

impl From<Result<Text<'static>, Rejected>> for Outcome {
    fn from(result: Result<Text<'static>, Rejected>) -> Outcome {
        match result {
            Ok(text) => Outcome { text: Some(text), ..Outcome::default() },
            Err(rejected) => Outcome { rejected: Some(rejected), ..Outcome::default() },
        }
    }
}
