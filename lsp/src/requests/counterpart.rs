//! The document in the other language, and the lines that correspond: requests that are irtrip's own.

use irtrip_dialect::language::Language;
use lsp_server::ErrorCode;
use lsp_types::{TextDocumentIdentifier, Uri};
use serde::{Deserialize, Serialize};

use super::{RequestContext, RequestResult, error, failed};
use crate::analysis::{in_both_languages, text_of_binary, view_page};
use crate::text::document::Document;

/// The parameters of a request about a document.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct DocumentParams {
    /// The document.
    pub text_document: TextDocumentIdentifier,
}

/// The answer to `irtrip/counterpart`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Counterpart {
    /// `llvm` or `mlir`: the language of the text.
    pub language: String,
    /// The document in the other language.
    pub text: String,
    /// Lines of the document, in ascending order, each with the line of the text that spells the same. Lines count from 0.
    pub lines: Vec<(usize, usize)>,
    /// Lines of the text, each with the line of the document.
    pub back: Vec<(usize, usize)>,
}

/// `irtrip/counterpart`
///
/// # Errors
/// The document is not open, or something is wrong with it.
pub fn counterpart(cx: &RequestContext<'_>, params: DocumentParams) -> RequestResult<Counterpart> {
    let document = cx.document(&params.text_document.uri)?;
    let found = in_both_languages(document.language, &document.text()).map_err(failed)?;
    let (language, text, lines, back) = match document.language {
        Language::Llvm => ("mlir", found.mlir, found.mlir_of_llvm, found.llvm_of_mlir),
        Language::Mlir => ("llvm", found.llvm, found.llvm_of_mlir, found.mlir_of_llvm),
    };
    Ok(Counterpart { language: language.to_owned(), text, lines, back })
}

/// The lines of the other language that spell what a line does.
pub(crate) fn lines_there(document: &Document, line: usize) -> Option<(Language, String)> {
    let found = in_both_languages(document.language, &document.text()).ok()?;
    let (language, text, there, back) = match document.language {
        Language::Llvm => (Language::Mlir, found.mlir, found.mlir_of_llvm, found.llvm_of_mlir),
        Language::Mlir => (Language::Llvm, found.llvm, found.llvm_of_mlir, found.mlir_of_llvm),
    };
    let place = there.binary_search_by_key(&line, |pair| pair.0).ok()?;
    let (_, first) = there.get(place)?;
    let mut lines: Vec<usize> = back.iter().filter(|pair| pair.1 == line).map(|pair| pair.0).collect();
    lines.push(*first);
    lines.sort_unstable();
    lines.dedup();
    const SHOWN: usize = 12;
    let all: Vec<&str> = text.lines().collect();
    let shown: Vec<&str> = lines.iter().take(SHOWN).filter_map(|line| all.get(*line)).map(|line| line.trim()).collect();
    Some((language, shown.join("\n")))
}

/// The answer to `irtrip/page`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Page {
    /// The page of `irtrip view`.
    pub html: String,
}

/// `irtrip/page`: the page of `irtrip view` for a document.
///
/// # Errors
/// The document is not open, or something is wrong with it.
pub fn view(cx: &RequestContext<'_>, params: DocumentParams) -> RequestResult<Page> {
    let uri = &params.text_document.uri;
    let document = cx.document(uri)?;
    let title = uri.as_str().rsplit('/').next().unwrap_or_default();
    let html = view_page(document.language, &document.text(), title).map_err(failed)?;
    Ok(Page { html })
}

/// The parameters of `irtrip/text`.
#[derive(Serialize, Deserialize, Debug)]
pub struct TextParams {
    /// A file of bitcode or bytecode.
    pub uri: Uri,
}

/// The answer to `irtrip/text`.
#[derive(Serialize, Deserialize, Debug)]
pub struct Text {
    /// `llvm` or `mlir`.
    pub language: String,
    /// The module as text.
    pub text: String,
}

/// `irtrip/text`: the text of a file of bitcode or bytecode, which an editor shows and does not change.
///
/// # Errors
/// The file cannot be read, or is of another kind.
pub fn text(params: &TextParams) -> RequestResult<Text> {
    let uri = params.uri.as_str();
    let path = path_of(uri).ok_or_else(|| error(ErrorCode::InvalidParams, format!("{uri} is no file")))?;
    let bytes = std::fs::read(&path).map_err(|error| failed(format!("{path}: {error}")))?;
    let (language, text) = text_of_binary(&bytes).map_err(|message| failed(format!("{path}: {message}")))?;
    let language = match language {
        Language::Llvm => "llvm",
        Language::Mlir => "mlir",
    };
    Ok(Text { language: language.to_owned(), text })
}

/// The path of a file's address.
fn path_of(uri: &str) -> Option<String> {
    let path = uri.strip_prefix("file://")?;
    let path = path.get(path.find('/')?..)?;
    let (mut bytes, mut rest) = (Vec::with_capacity(path.len()), path.bytes());
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/a.bc`
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(if drive { path.trim_start_matches('/').to_owned() } else { path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_file_has_a_path() {
        assert_eq!(path_of("file:///a%20b/c.bc").as_deref(), Some("/a b/c.bc"));
        assert_eq!(path_of("file:///C:/a.bc").as_deref(), Some("C:/a.bc"));
        assert_eq!(path_of("untitled:a"), None);
    }
}
