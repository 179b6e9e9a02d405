//! What can be done about an error: a name that nothing has is taken for the nearest that something has.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic, TextEdit, Uri,
    WorkspaceEdit,
};

use super::{RequestContext, RequestResult};
use crate::corrections::of_document;

/// `textDocument/codeAction`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn actions(cx: &RequestContext<'_>, params: CodeActionParams) -> RequestResult<Option<CodeActionResponse>> {
    let uri = &params.text_document.uri;
    let document = cx.document(uri)?;
    let mut found = Vec::new();
    for diagnostic in params.context.diagnostics {
        cx.cancellation.check()?;
        let bytes = document.byte(diagnostic.range.start)..document.byte(diagnostic.range.end);
        for correction in of_document(cx.cancellation, document, bytes)? {
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
