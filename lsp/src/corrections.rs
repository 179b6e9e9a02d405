//! What a name or a word that nothing has may have been meant for.

use std::ops::Range;

use irtrip_dialect::language::Language;

use crate::requests::completion::{names, words};
use crate::requests::{Cancellation, RequestResult};
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
) -> RequestResult<Vec<String>> {
    let start = bytes.start;
    let text = document.slice(start..bytes.end.max(start));
    let Some(first) = text.chars().next().filter(|_| text.len() <= LONGEST && !text.contains(char::is_whitespace))
    else {
        return Ok(Vec::new());
    };
    let candidates = match first {
        '%' | '@' | '!' | '#' | '^' | '$' => names(cancellation, document, start, (first, ""))?,
        _ if first.is_ascii_alphabetic() => {
            let line = document.line(document.line_of(start));
            let before = line.and_then(|(first, line)| line.get(..start - first)).unwrap_or_default();
            words(document.language, before)
        }
        _ => return Ok(Vec::new()),
    };
    Ok(nearest(text, candidates.iter().map(|candidate| candidate.text.as_str())))
}

/// The words that are a few letters from one, the nearest first: letters put in, left out, replaced, or swapped with the next.
///
/// ```
/// use irtrip_lsp::corrections::nearest;
/// assert_eq!(nearest("imprt", ["export", "import", "info"]), ["import"]);
/// ```
pub fn nearest<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    // Of a name of one or two letters, any other is as near.
    let most = text.trim_start_matches(['%', '@', '!', '#', '^', '$']).len() / 3;
    let near = |word: &'w str| {
        let is_near = word.len().abs_diff(text.len()) <= most;
        let distance = is_near.then(|| strsim::osa_distance(text, word))?;
        (1..=most).contains(&distance).then_some((distance, word))
    };
    let mut found: Vec<(usize, &str)> = words.into_iter().filter_map(near).collect();
    found.sort();
    found.dedup();
    found.into_iter().take(OFFERED).map(|near| near.1.to_owned()).collect()
}
