//! What a name or a word that nothing has may have been meant for.

use std::ops::Range;

use irtrip_dialect::language::Language;

use crate::requests::completion::{Candidate, names, words};
use crate::requests::{Answer, Cancellation};
use crate::text::document::Document;
use crate::text::position::Encoding;

/// So many corrections are offered of an error.
const OFFERED: usize = 3;

/// A longer text is no name that somebody mistyped.
const LONGEST: usize = 200;

/// A text whose errors are to be corrected.
#[derive(Debug)]
pub struct Corrections(Document);

impl Corrections {
    /// Of a text of a language.
    ///
    /// ```
    /// use irtrip_dialect::language::Language;
    /// use irtrip_lsp::corrections::Corrections;
    /// let text = "define i32 @f(i32 %sum) {\n  ret i32 %smu\n}\n";
    /// let at = text.find("%smu").unwrap_or_default();
    /// assert_eq!(Corrections::new(Language::Llvm, text).of(at..at + 4), ["%sum"]);
    /// ```
    pub fn new(language: Language, text: &str) -> Corrections {
        Corrections(Document::new(language, 0, Encoding::Utf8, text))
    }

    /// What the text at some bytes may have been meant for, the nearest first.
    pub fn of(&self, bytes: Range<usize>) -> Vec<String> {
        of_document(&Cancellation::default(), &self.0, bytes).unwrap_or_default()
    }
}

/// As [`Corrections::of`], of a document.
///
/// # Errors
/// The request is taken back.
pub(crate) fn of_document(
    cancellation: &Cancellation,
    document: &Document,
    bytes: Range<usize>,
) -> Answer<Vec<String>> {
    let start = bytes.start;
    let text = document.slice(start..bytes.end.max(start));
    let Some(first) = text.chars().next().filter(|_| text.len() <= LONGEST && !text.contains(char::is_whitespace))
    else {
        return Ok(Vec::new());
    };
    let candidates = match first {
        '%' | '@' | '!' | '#' | '^' => names(cancellation, document, start, (first, ""))?,
        _ if first.is_ascii_alphabetic() => {
            let line = document.line(document.line_of(start));
            let before = line.and_then(|(first, line)| line.get(..start - first)).unwrap_or_default();
            words(document.language, before)
        }
        _ => return Ok(Vec::new()),
    };
    Ok(nearest(text, candidates))
}

/// The candidates that are a few letters from a text: put in, left out, replaced, or swapped with the next.
fn nearest(text: &str, candidates: Vec<Candidate>) -> Vec<String> {
    // Of a name of one or two letters, any other is as near.
    let most = text.trim_start_matches(['%', '@', '!', '#', '^']).len() / 3;
    let near = |candidate: Candidate| {
        let is_near = candidate.text.len().abs_diff(text.len()) <= most;
        let distance = is_near.then(|| strsim::osa_distance(text, &candidate.text))?;
        (1..=most).contains(&distance).then_some((distance, candidate.text))
    };
    let mut found: Vec<(usize, String)> = candidates.into_iter().filter_map(near).collect();
    found.sort();
    found.dedup();
    found.into_iter().take(OFFERED).map(|near| near.1).collect()
}
