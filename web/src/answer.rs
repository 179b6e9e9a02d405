//! What the page receives: a text or a page, or errors.

use irtrip::Error;
use irtrip::dialect::diagnostic::LineIndex;
use irtrip::dialect::language::Language;
use serde::Serialize;

/// The result of a function of this crate, as the page reads it.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    /// A module as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text's language: `llvm` or `mlir`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// A page of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Whether two modules are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    /// What the text has no word for, a line each.
    pub losses: Vec<String>,
    /// What is wrong; nothing else is there then.
    pub errors: Vec<Problem>,
    /// Whether the errors are the second text's.
    pub is_second: bool,
}

/// An error, and the part of the text that it is about.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// What is wrong.
    message: String,
    /// The line, from 1.
    line: Option<usize>,
    /// The column, from 1, in characters.
    column: Option<usize>,
    /// The first and the last place in the text, in UTF-16 code units as the browser counts them.
    range: Option<(usize, usize)>,
}

impl Answer {
    /// A text of a language.
    pub fn of_text(text: String, language: Language) -> Answer {
        let language = match language {
            Language::Llvm => "llvm",
            Language::Mlir => "mlir",
        };
        Answer { text: Some(text), language: Some(language), ..Answer::default() }
    }

    /// An error that is about no part of the text.
    pub fn of_message(message: String) -> Answer {
        let error = Problem { message, line: None, column: None, range: None };
        Answer { errors: vec![error], ..Answer::default() }
    }

    /// What is wrong with a text, or with the module that it was.
    pub fn of_error(error: &Error, text: &str) -> Answer {
        let lines = LineIndex::new(text);
        let errors: Vec<Problem> = error
            .messages()
            .map(|(diagnostic, message)| {
                let span = diagnostic.span().filter(|_| !text.is_empty());
                let place = span.as_ref().map(|span| lines.place(text, span.start));
                let units = |end: usize| text.get(..end).map(|text| text.encode_utf16().count());
                let range = span.and_then(|span| Some((units(span.start)?, units(span.end)?)));
                let (line, column) = place.unzip();
                Problem { message: message.to_owned(), line, column, range }
            })
            .collect();
        if errors.is_empty() { Answer::of_message(error.to_string()) } else { Answer { errors, ..Answer::default() } }
    }

    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
