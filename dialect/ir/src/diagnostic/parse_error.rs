//! The result of a failed read: diagnostics of the text's bytes.

use std::ops::Range;

use super::{Diagnostic, DiagnosticCode, ParseCode};

/// Who reports an error. Upstream names the operation in what its custom form reports, and in nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reporter {
    Language,
    CustomForm,
}

#[derive(Clone, Debug)]
struct Reported {
    diagnostic: Diagnostic,
    reporter: Reporter,
}

impl Reported {
    fn in_custom_op(&mut self, name: &str) {
        if std::mem::replace(&mut self.reporter, Reporter::Language) == Reporter::CustomForm {
            self.diagnostic.operation = Some(name.into());
        }
    }
}

/// A failed read: an error, and those that upstream reports because of it.
#[derive(Clone, Debug)]
pub struct ParseError(Box<Reports>);

#[derive(Clone, Debug)]
struct Reports {
    first: Reported,
    followers: Vec<Reported>,
}

impl ParseError {
    /// An error of the language about bytes of the text.
    #[cold]
    pub fn new(span: Range<usize>, code: impl Into<DiagnosticCode>) -> ParseError {
        let first = Reported { diagnostic: Diagnostic::new(code, span), reporter: Reporter::Language };
        ParseError(Box::new(Reports { first, followers: Vec::new() }))
    }

    /// Whether other errors follow from it.
    pub fn is_followed(&self) -> bool {
        !self.0.followers.is_empty()
    }

    /// The error without those that follow from it.
    pub fn alone(mut self) -> ParseError {
        self.0.followers.clear();
        self
    }

    /// An error of the language about the byte at a place.
    pub fn at(place: usize, code: impl Into<DiagnosticCode>) -> ParseError {
        ParseError::new(place..place + 1, code)
    }

    /// The error as the custom form of the operation around it reports it.
    pub fn of_form(mut self) -> ParseError {
        self.0.first.reporter = Reporter::CustomForm;
        self
    }

    /// The error and its followers as no operation's form reports them.
    pub fn of_language(mut self) -> ParseError {
        self.each(|reported| reported.reporter = Reporter::Language);
        self
    }

    /// The error in the custom form of an operation, which what the form reports names.
    pub fn in_custom_op(mut self, name: &str) -> ParseError {
        self.each(|reported| reported.in_custom_op(name));
        self
    }

    /// The error in an operation, which the message names.
    pub fn in_operation(mut self, name: &str) -> ParseError {
        self.0.first.diagnostic.operation = Some(name.into());
        self
    }

    /// The error, followed by another one that upstream reports because of it.
    pub fn followed_by(mut self, next: ParseError) -> ParseError {
        let Reports { first, followers } = *next.0;
        self.0.followers.push(first);
        self.0.followers.extend(followers);
        self
    }

    /// The error with a note about bytes of the text.
    pub fn with_note(mut self, span: Range<usize>, code: ParseCode) -> ParseError {
        self.0.first.diagnostic.notes.push(Diagnostic::new(code, span));
        self
    }

    /// The error with another code for its notes.
    pub fn with_note_code(mut self, code: ParseCode) -> ParseError {
        for note in &mut self.0.first.diagnostic.notes {
            note.code = code.clone().into();
        }
        self
    }

    /// The error with another code.
    pub fn with_code(mut self, code: ParseCode) -> ParseError {
        self.0.first.diagnostic.code = code.into();
        self
    }

    /// The error about other bytes.
    pub fn with_span(mut self, span: Range<usize>) -> ParseError {
        self.0.first.diagnostic.location = span.into();
        self
    }

    /// What is wrong, where the reader itself has the code for it.
    pub fn code(&self) -> Option<&ParseCode> {
        match &self.0.first.diagnostic.code {
            DiagnosticCode::Parse(code) => Some(code),
            _ => None,
        }
    }

    /// The bytes that the error is about.
    pub fn span(&self) -> Range<usize> {
        self.0.first.diagnostic.span().unwrap_or_default()
    }

    /// The diagnostic of the error itself.
    pub fn into_diagnostic(self) -> Box<Diagnostic> {
        Box::new(self.0.first.diagnostic)
    }

    /// The diagnostics in the order upstream reports them.
    pub fn into_diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        let Reports { first, followers } = *self.0;
        std::iter::once(first).chain(followers).map(|reported| reported.diagnostic)
    }

    fn each(&mut self, mut change: impl FnMut(&mut Reported)) {
        change(&mut self.0.first);
        self.0.followers.iter_mut().for_each(change);
    }
}

/// A result with a [`ParseError`].
pub type Parsed<T> = Result<T, ParseError>;
