//! Diagnostics: once nobody has typed for a moment, the document is read and checked as a whole.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use irtrip_dialect::diagnostic::Severity;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams,
    Uri,
};

use crate::analysis::{Finding, findings};
use crate::text::document::Document;

/// So long nobody has typed when a document is read.
const QUIET: Duration = Duration::from_millis(200);

/// A document as it is now; none if it was closed.
#[derive(Debug)]
pub struct Change {
    /// Its address.
    pub uri: Uri,
    /// Its text.
    pub document: Option<Arc<Document>>,
}

/// Documents that were changed and not read since.
type PendingDocuments = Vec<(Uri, Arc<Document>)>;

/// Sends diagnostics.
pub struct Diagnostics {
    sender: Sender<Message>,
}

impl Diagnostics {
    /// Sends them there.
    pub fn new(sender: Sender<Message>) -> Diagnostics {
        Diagnostics { sender }
    }

    /// Reads documents as they change, until nobody changes any more.
    pub fn run(&self, changes: &Receiver<Change>) {
        let mut waiting: PendingDocuments = Vec::new();
        loop {
            let change = match waiting.is_empty() {
                true => changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => changes.recv_timeout(QUIET),
            };
            match change {
                Ok(change) => self.take(&mut waiting, change),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.read(&mut waiting, changes),
            }
        }
    }

    /// Reads the documents that wait, until there is another change.
    fn read(&self, waiting: &mut PendingDocuments, changes: &Receiver<Change>) {
        while let Some((uri, document)) = waiting.pop() {
            let found = found(&uri, &document);
            // What was typed meanwhile makes it out of date.
            let changed: Vec<Change> = changes.try_iter().collect();
            if changed.iter().all(|change| change.uri != uri) {
                self.publish(uri, found, Some(document.version));
            }
            if !changed.is_empty() {
                changed.into_iter().for_each(|change| self.take(waiting, change));
                return;
            }
        }
    }

    fn take(&self, waiting: &mut PendingDocuments, change: Change) {
        waiting.retain(|document| document.0 != change.uri);
        match change.document {
            Some(document) => waiting.push((change.uri, document)),
            None => self.publish(change.uri, Vec::new(), None),
        }
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let message = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        // A client that is gone needs none.
        let _ = self.sender.send(message.into());
    }
}

/// What is wrong with a document. A reader that panics is at fault itself, and says so.
fn found(uri: &Uri, document: &Document) -> Vec<Diagnostic> {
    let text = document.text();
    let Ok(found) = catch_unwind(AssertUnwindSafe(|| findings(document.language, &text))) else {
        let message = "irtrip failed to read this document; please report it".to_owned();
        return vec![Diagnostic { message, severity: Some(DiagnosticSeverity::WARNING), ..Diagnostic::default() }];
    };
    found.into_iter().map(|finding| diagnostic(uri, document, finding)).collect()
}

fn diagnostic(uri: &Uri, document: &Document, finding: Finding) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Error | Severity::Fatal => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Remark => DiagnosticSeverity::INFORMATION,
        Severity::Note => DiagnosticSeverity::HINT,
    };
    let note = |(bytes, message): (Option<std::ops::Range<usize>>, String)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), document.range(bytes.unwrap_or_else(|| finding.bytes.clone()))),
        message,
    };
    Diagnostic {
        range: document.range(finding.bytes.clone()),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code)),
        source: Some("irtrip".to_owned()),
        message: finding.message,
        related_information: Some(finding.notes.into_iter().map(note).collect())
            .filter(|notes: &Vec<_>| !notes.is_empty()),
        ..Diagnostic::default()
    }
}
