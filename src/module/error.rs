//! What is wrong with a text or a module.

use std::fmt;
use std::ops::Range;

use irtrip_dialect::Context;
use irtrip_dialect::diagnostic::{ContextRenderer, Diagnostic, LineIndex};

/// What is wrong with a text or a module: one diagnostic or more.
///
/// Its text is a line for each, `line:column: message` where the place is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    diagnostics: Vec<Diagnostic>,
    /// The messages of the diagnostics.
    messages: Vec<String>,
    position: Option<(usize, usize)>,
    text: String,
}

impl Error {
    /// The error of diagnostics of a module in `ctx`, which point into `source`.
    pub fn new(ctx: &Context, diagnostics: &[Diagnostic], source: &str) -> Error {
        let lines = LineIndex::new(source);
        let position = |diagnostic: &Diagnostic| Some(lines.place(source, diagnostic.span()?.start));
        let messages: Vec<String> =
            diagnostics.iter().map(|diagnostic| diagnostic.render(&ContextRenderer(ctx))).collect();
        let placed = |(diagnostic, message): (&Diagnostic, &String)| match position(diagnostic) {
            Some((line, column)) => format!("{line}:{column}: {message}"),
            None => message.clone(),
        };
        let texts: Vec<String> = diagnostics.iter().zip(&messages).map(placed).collect();
        let first = diagnostics.first().and_then(position);
        Error { diagnostics: diagnostics.to_vec(), messages, position: first, text: texts.join("\n") }
    }

    /// An error that is about no place of a text.
    pub(super) fn without_place(text: String) -> Error {
        Error { diagnostics: Vec::new(), messages: Vec::new(), position: None, text }
    }

    /// The diagnostics, for their codes, arguments and notes; none where an edit or a conversion failed.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The diagnostics, each with its message.
    pub fn messages(&self) -> impl Iterator<Item = (&Diagnostic, &str)> {
        self.diagnostics.iter().zip(self.messages.iter().map(String::as_str))
    }

    /// The bytes of the text that the first diagnostic points at.
    pub fn span(&self) -> Option<Range<usize>> {
        self.diagnostics.first()?.span()
    }

    /// The line and the column, both from 1, that the first diagnostic points at.
    pub fn position(&self) -> Option<(usize, usize)> {
        self.position
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
