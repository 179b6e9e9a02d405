//! What can be done about an error: a name that nothing has is taken for the nearest that something has.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic, TextEdit, Uri,
    WorkspaceEdit,
};

use super::completion::{Candidate, names, words};
use super::{Answer, Asked};
use crate::text::document::Document;

/// So many corrections are offered of an error.
const OFFERED: usize = 3;

/// `textDocument/codeAction`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn actions(asked: &Asked<'_>, params: CodeActionParams) -> Answer<Option<CodeActionResponse>> {
    let uri = &params.text_document.uri;
    let document = asked.document(uri)?;
    let mut found = Vec::new();
    for diagnostic in params.context.diagnostics {
        asked.cancellation.check()?;
        for correction in corrections(asked, document, &diagnostic)? {
            found.push(CodeActionOrCommand::CodeAction(replacement(uri, &diagnostic, correction)));
        }
    }
    Ok(Some(found))
}

// The protocol's type has addresses for keys, whose caches of themselves are no part of them.
#[allow(clippy::mutable_key_type)]
fn replacement(uri: &Uri, diagnostic: &Diagnostic, new_text: String) -> CodeAction {
    let title = format!("Did you mean `{new_text}`?");
    let edit = TextEdit { range: diagnostic.range, new_text };
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}

/// A longer text is no name that somebody mistyped.
const LONGEST: usize = 200;

/// What the text that an error is about may have been meant for, the nearest first.
fn corrections(asked: &Asked<'_>, document: &Document, diagnostic: &Diagnostic) -> Answer<Vec<String>> {
    let (start, end) = (document.byte(diagnostic.range.start), document.byte(diagnostic.range.end));
    let text = document.slice(start..end.max(start));
    let Some(first) = text.chars().next().filter(|_| text.len() <= LONGEST && !text.contains(char::is_whitespace))
    else {
        return Ok(Vec::new());
    };
    let candidates = match first {
        '%' | '@' | '!' | '#' | '^' => names(asked, document, start, first)?,
        _ if first.is_ascii_alphabetic() => {
            let line = document.line(document.line_of(start));
            let before = line.and_then(|(first, line)| line.get(..start - first)).unwrap_or_default();
            words(document.language, before)
        }
        _ => return Ok(Vec::new()),
    };
    Ok(nearest(text, candidates))
}

/// The candidates that are a few letters from a text.
fn nearest(text: &str, candidates: Vec<Candidate>) -> Vec<String> {
    let most = (text.len() / 3).max(1);
    let near = |candidate: Candidate| Some((distance(text, &candidate.text, most)?, candidate.text));
    let mut found: Vec<(usize, String)> = candidates.into_iter().filter_map(near).filter(|near| near.0 > 0).collect();
    found.sort();
    found.dedup();
    found.into_iter().take(OFFERED).map(|near| near.1).collect()
}

/// How many letters have to be put in, left out, replaced or swapped with the next to make one word of another; none if more
/// than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in b.iter().enumerate() {
            let at = |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut best = (at(&last, column) + usize::from(letter != other)).min(at(&last, column + 1) + 1);
            best = best.min(at(&next, column) + 1);
            let is_swapped =
                row > 0 && column > 0 && a.get(row - 1) == Some(other) && b.get(column - 1) == Some(letter);
            if is_swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("laod", "load", 2), Some(1));
        assert_eq!(distance("%sum", "%sun", 2), Some(1));
        assert_eq!(distance("add", "xor", 2), None);
        assert_eq!(distance("", "a", 1), Some(1));
    }
}
