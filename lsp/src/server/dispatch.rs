//! Which function answers which request, and the threads that run them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Request, RequestId, Response};
use lsp_types::request as methods;
use lsp_types::request::Request as _;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::requests::semantic_tokens::TokenCache;
use crate::requests::{
    Answer, Asked, Cancellation, Documents, code_actions, completion, counterpart, error, folding, formatting, hover,
    inlay_hints, navigation, rename, semantic_tokens, symbols,
};

/// A function that answers a request of some method.
pub type Handler = fn(&Asked<'_>, &TokenCache, Value) -> Answer<Value>;

/// A request with what it is answered from.
pub struct Job {
    /// The request.
    pub request: Request,
    /// What answers it.
    pub handler: Handler,
    /// The documents as they were when it came.
    pub documents: Arc<Documents>,
    /// Whether it is taken back.
    pub cancellation: Cancellation,
}

/// The requests that are being answered.
pub struct Jobs {
    sender: Sender<Message>,
    pending: Mutex<FxHashMap<RequestId, Cancellation>>,
    tokens: TokenCache,
}

impl Jobs {
    /// Answers go there.
    pub fn new(sender: Sender<Message>) -> Jobs {
        Jobs { sender, pending: Mutex::default(), tokens: TokenCache::default() }
    }

    fn pending(&self) -> MutexGuard<'_, FxHashMap<RequestId, Cancellation>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request that is to be answered.
    pub fn expect(&self, id: RequestId) -> Cancellation {
        let cancellation = Cancellation::default();
        self.pending().insert(id, cancellation.clone());
        cancellation
    }

    /// Takes a request back; whether it was not answered yet.
    pub fn cancel(&self, id: &RequestId) -> bool {
        let cancelled = self.pending().remove(id);
        cancelled.inspect(Cancellation::cancel).is_some()
    }

    /// Forgets the tokens of a document.
    pub fn forget(&self, uri: &str) {
        self.tokens.forget(uri);
    }

    /// Answers a request, unless it is taken back.
    pub fn run(&self, job: Job) {
        let Job { request, handler, documents, cancellation } = job;
        let asked = Asked { documents: &documents, cancellation: &cancellation };
        let answer = cancellation.check().and_then(|()| {
            let answer = catch_unwind(AssertUnwindSafe(|| handler(&asked, &self.tokens, request.params)));
            answer.unwrap_or_else(|_| Err(error(ErrorCode::InternalError, format!("{} failed", request.method))))
        });
        if self.pending().remove(&request.id).is_some() {
            let response = Response { id: request.id, response_result: answer };
            // A client that is gone needs no answer.
            let _ = self.sender.send(response.into());
        }
    }
}

/// Answers a request by a function of its parameters.
fn with<P: DeserializeOwned, R: Serialize>(params: Value, answer: impl FnOnce(P) -> Answer<R>) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(|wrong| error(ErrorCode::InvalidParams, wrong.to_string()))?;
    let answer = answer(params)?;
    serde_json::to_value(answer).map_err(|wrong| error(ErrorCode::InternalError, wrong.to_string()))
}

/// Requests by their methods: each once, with the function that answers it.
macro_rules! handlers {
    ($($method:expr => |$asked:ident, $tokens:ident, $params:ident| $answer:expr;)*) => {
        /// What answers the requests of a method.
        pub fn handler(method: &str) -> Option<Handler> {
            $(if method == $method {
                return Some(|$asked, $tokens, params| with(params, |$params| $answer));
            })*
            None
        }
    };
}

handlers! {
    methods::GotoDefinition::METHOD => |asked, _tokens, params| navigation::definition(asked, params);
    methods::References::METHOD => |asked, _tokens, params| navigation::references(asked, params);
    methods::DocumentHighlightRequest::METHOD => |asked, _tokens, params| navigation::highlights(asked, params);
    methods::DocumentSymbolRequest::METHOD => |asked, _tokens, params| symbols::of_document(asked, params);
    methods::WorkspaceSymbolRequest::METHOD => |asked, _tokens, params| symbols::of_workspace(asked, params);
    methods::FoldingRangeRequest::METHOD => |asked, _tokens, params| folding::ranges(asked, params);
    methods::HoverRequest::METHOD => |asked, _tokens, params| hover::hover(asked, params);
    methods::PrepareRenameRequest::METHOD => |asked, _tokens, params| rename::prepare(asked, params);
    methods::Rename::METHOD => |asked, _tokens, params| rename::rename(asked, params);
    methods::SemanticTokensFullRequest::METHOD => |asked, tokens, params| semantic_tokens::full(asked, tokens, params);
    methods::SemanticTokensFullDeltaRequest::METHOD => |asked, tokens, params| semantic_tokens::delta(asked, tokens, params);
    methods::SemanticTokensRangeRequest::METHOD => |asked, _tokens, params| semantic_tokens::range(asked, params);
    methods::InlayHintRequest::METHOD => |asked, _tokens, params| inlay_hints::hints(asked, params);
    methods::Completion::METHOD => |asked, _tokens, params| completion::complete(asked, params);
    methods::CodeActionRequest::METHOD => |asked, _tokens, params| code_actions::actions(asked, params);
    methods::Formatting::METHOD => |asked, _tokens, params| formatting::format(asked, params);
    "irtrip/counterpart" => |asked, _tokens, params| counterpart::counterpart(asked, params);
    "irtrip/page" => |asked, _tokens, params| counterpart::view(asked, params);
    "irtrip/text" => |_asked, _tokens, params| counterpart::text(&params);
}
