//! The answers to requests, a file each kind. All but those that need the whole model come from chunks and their names.

pub mod code_actions;
pub mod completion;
pub mod counterpart;
pub mod folding;
pub mod formatting;
pub mod hover;
pub mod inlay_hints;
pub mod navigation;
pub mod rename;
pub mod semantic_tokens;
pub mod symbols;
pub mod value_types;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{TextDocumentPositionParams, Uri};
use rustc_hash::FxHashMap;

use crate::text::document::Document;

/// The open documents by their addresses.
pub type Documents = FxHashMap<String, Arc<Document>>;

/// The result of a request, or its error.
pub type RequestResult<T> = Result<T, ResponseError>;

/// Whether a client cancels a request.
#[derive(Clone, Default, Debug)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Takes the request back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Fails once the request is taken back. What may take long asks from time to time.
    ///
    /// # Errors
    /// The one that the protocol has for it.
    pub fn check(&self) -> RequestResult<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(error(ErrorCode::RequestCanceled, "taken back")),
            false => Ok(()),
        }
    }
}

/// The error of a request.
pub fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// The error of a request that cannot be answered for what the document says.
pub fn failed(message: impl Into<String>) -> ResponseError {
    const REQUEST_FAILED: i32 = -32803;
    ResponseError { code: REQUEST_FAILED, message: message.into(), data: None }
}

/// The context of a request: a snapshot of the documents when it arrived.
pub struct RequestContext<'a> {
    /// The documents.
    pub documents: &'a Documents,
    /// Whether the request is taken back.
    pub cancellation: &'a Cancellation,
}

impl<'a> RequestContext<'a> {
    /// A document.
    ///
    /// # Errors
    /// It is not open.
    pub fn document(&self, uri: &Uri) -> RequestResult<&'a Arc<Document>> {
        let found = self.documents.get(uri.as_str());
        found.ok_or_else(|| error(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())))
    }

    /// A document and a byte of it.
    ///
    /// # Errors
    /// The document is not open.
    pub fn place(&self, at: &TextDocumentPositionParams) -> RequestResult<(&'a Arc<Document>, usize)> {
        let document = self.document(&at.text_document.uri)?;
        Ok((document, document.byte(at.position)))
    }
}
