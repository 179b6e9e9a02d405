//! The server: it keeps the documents, hands requests to threads, and sends diagnostics.
//!
//! The loop that reads messages does nothing that takes long: an edit splits the chunks that it touches, a request gets the
//! documents as they are and a thread. A request that is taken back is answered at once, and what its thread finds out is dropped.

mod capabilities;
mod diagnostics;
mod dispatch;

use std::error::Error;
use std::sync::Arc;

use crossbeam_channel::Sender;
use irtrip_dialect::deep_stack;
use irtrip_dialect::language::{Language, language_of_name, language_of_text};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    NumberOrString,
};
use serde::de::DeserializeOwned;

use crate::requests::Documents;
use crate::text::document::Document;
use crate::text::position::Encoding;
use diagnostics::{Change, Diagnostics};
use dispatch::{Job, Jobs};

/// So many requests are worked on at once.
const THREADS: usize = 3;

/// Serves a client until it says that this is all.
///
/// # Errors
/// The client does not speak the protocol, or is gone.
pub fn serve(connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let encoding = capabilities::encoding(&params);
    connection.initialize_finish(id, capabilities::answer(encoding)?)?;
    let jobs = Arc::new(Jobs::new(connection.sender.clone()));
    let (sender, receiver) = crossbeam_channel::unbounded::<Job>();
    let (changes, changed) = crossbeam_channel::unbounded::<Change>();
    let mut threads = Vec::new();
    for _ in 0..THREADS {
        let (receiver, jobs) = (receiver.clone(), jobs.clone());
        threads.push(deep_stack::thread_builder().spawn(move || {
            receiver.iter().for_each(|job| jobs.run(job));
        })?);
    }
    let diagnostics = Diagnostics::new(connection.sender.clone());
    threads.push(deep_stack::thread_builder().spawn(move || diagnostics.run(&changed))?);
    let mut server = Server { encoding, documents: Arc::default(), jobs, sender, changes };
    let ended = server.run(connection);
    // Without senders the threads come to their end.
    drop(server);
    for thread in threads {
        // A thread that panicked did not answer; there is nobody to tell any more.
        let _ = thread.join();
    }
    ended
}

struct Server {
    encoding: Encoding,
    documents: Arc<Documents>,
    jobs: Arc<Jobs>,
    sender: Sender<Job>,
    changes: Sender<Change>,
}

impl Server {
    fn run(&mut self, connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.request(connection, request)?;
                }
                Message::Notification(notification) => self.notification(connection, notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn request(&self, connection: &Connection, request: Request) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(handler) = dispatch::handler(&request.method) else {
            let message = format!("there is no request {}", request.method);
            connection.sender.send(Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message).into())?;
            return Ok(());
        };
        let cancellation = self.jobs.expect(request.id.clone());
        self.sender.send(Job { request, handler, documents: self.documents.clone(), cancellation })?;
        Ok(())
    }

    fn notification(
        &mut self,
        connection: &Connection,
        notification: Notification,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = parameters(notification) {
                    self.open(params)?;
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = parameters(notification) {
                    self.change(params)?;
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(DidCloseTextDocumentParams { text_document }) = parameters(notification) {
                    let uri = text_document.uri;
                    Arc::make_mut(&mut self.documents).remove(uri.as_str());
                    self.jobs.forget(uri.as_str());
                    self.changes.send(Change { uri, document: None })?;
                }
            }
            Cancel::METHOD => {
                if let Some(CancelParams { id }) = parameters(notification) {
                    let id = match id {
                        NumberOrString::Number(number) => RequestId::from(number),
                        NumberOrString::String(text) => RequestId::from(text),
                    };
                    if self.jobs.cancel(&id) {
                        let answer = Response::new_err(id, ErrorCode::RequestCanceled as i32, "taken back".to_owned());
                        connection.sender.send(answer.into())?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) -> Result<(), Box<dyn Error + Send + Sync>> {
        let opened = params.text_document;
        let language = match opened.language_id.as_str() {
            "llvm" | "llvm-ir" | "llvmir" | "ll" => Language::Llvm,
            "mlir" => Language::Mlir,
            _ => language_of_name(opened.uri.as_str().as_ref()).unwrap_or_else(|| language_of_text(&opened.text)),
        };
        let document = Arc::new(Document::new(language, opened.version, self.encoding, &opened.text));
        Arc::make_mut(&mut self.documents).insert(opened.uri.as_str().to_owned(), document.clone());
        self.changes.send(Change { uri: opened.uri, document: Some(document) })?;
        Ok(())
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Result<(), Box<dyn Error + Send + Sync>> {
        let uri = params.text_document.uri;
        let Some(document) = Arc::make_mut(&mut self.documents).get_mut(uri.as_str()) else { return Ok(()) };
        let changed = Arc::make_mut(document);
        for change in params.content_changes {
            changed.apply(change);
        }
        changed.version = params.text_document.version;
        let document = Some(document.clone());
        self.changes.send(Change { uri, document })?;
        Ok(())
    }
}

/// The parameters of a notification. One that nobody can read is passed over, as the protocol has no answer to it.
fn parameters<T: DeserializeOwned>(notification: Notification) -> Option<T> {
    serde_json::from_value(notification.params).ok()
}
