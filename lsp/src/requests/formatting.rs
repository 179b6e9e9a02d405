//! Formatting: the document as LLVM or MLIR prints it.

use irtrip_dialect::language::Language;
use lsp_types::{DocumentFormattingParams, TextEdit};

use super::{RequestContext, RequestResult, failed};
use crate::analysis::formatted;
use crate::text::document::Document;
use crate::text::lexer::{Lexer, TokenKind};

/// `textDocument/formatting`
///
/// # Errors
/// The document is not open, has an error, or has comments that neither printer would keep.
pub fn format(cx: &RequestContext<'_>, params: DocumentFormattingParams) -> RequestResult<Option<Vec<TextEdit>>> {
    let document = cx.document(&params.text_document.uri)?;
    let old = document.text();
    let new = formatted(document.language, &old).map_err(failed)?;
    if let Some(line) = lost_comment(document.language, &old, &new) {
        return Err(failed(format!("formatting would lose the comment on line {}", line + 1)));
    }
    Ok(Some(edit(document, &old, &new).into_iter().collect()))
}

/// The line of the first comment that is not in the new text; LLVM's printer writes some itself.
fn lost_comment(language: Language, old: &str, new: &str) -> Option<usize> {
    let comments = |text: &str| -> Vec<(usize, String)> {
        let comments = Lexer::new(language, text, 0).filter(|token| token.kind == TokenKind::Comment);
        comments.map(|token| (token.start as usize, token.text(text).trim_end().to_owned())).collect()
    };
    let kept: std::collections::BTreeSet<String> = comments(new).into_iter().map(|comment| comment.1).collect();
    // Who comes before a block and what an attribute group says may be other after the change.
    let is_printed = |comment: &str| comment.starts_with("; preds = ") || comment.starts_with("; Function Attrs:");
    let lost = comments(old).into_iter().find(|(_, comment)| !kept.contains(comment) && !is_printed(comment))?;
    Some(memchr::memchr_iter(b'\n', old.as_bytes().get(..lost.0)?).count())
}

/// The one edit that makes the new text of the old one, of whole lines.
fn edit(document: &Document, old: &str, new: &str) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    let (before, after): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let front = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let (rest_before, rest_after) = (before.get(front..)?, after.get(front..)?);
    let back = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(a, b)| a == b).count();
    let start: usize = before.get(..front)?.iter().map(|line| line.len()).sum();
    let length: usize = rest_before.get(..rest_before.len() - back)?.iter().map(|line| line.len()).sum();
    let new_text = rest_after.get(..rest_after.len() - back)?.concat();
    Some(TextEdit { range: document.range(start..start + length), new_text })
}
