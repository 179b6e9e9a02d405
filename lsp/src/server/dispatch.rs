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
    Cancellation, Documents, RequestContext, RequestResult, code_actions, completion, counterpart, error, folding,
    formatting, hover, inlay_hints, navigation, rename, semantic_tokens, symbols,
};

/// A function that answers a request of some method.
pub type Handler = fn(&RequestContext<'_>, &TokenCache, Value) -> RequestResult<Value>;

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
        let cx = RequestContext { documents: &documents, cancellation: &cancellation };
        let answer = cancellation.check().and_then(|()| {
            let answer = catch_unwind(AssertUnwindSafe(|| handler(&cx, &self.tokens, request.params)));
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
fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> RequestResult<R>,
) -> RequestResult<Value> {
    let params = serde_json::from_value(params).map_err(|wrong| error(ErrorCode::InvalidParams, wrong.to_string()))?;
    let answer = answer(params)?;
    serde_json::to_value(answer).map_err(|wrong| error(ErrorCode::InternalError, wrong.to_string()))
}

/// Requests by their methods: each once, with the function that answers it.
macro_rules! handlers {
    ($($method:expr => |$cx:ident, $tokens:ident, $params:ident| $answer:expr;)*) => {
        /// What answers the requests of a method.
        pub fn handler(method: &str) -> Option<Handler> {
            $(if method == $method {
                return Some(|$cx, $tokens, params| with(params, |$params| $answer));
            })*
            None
        }
    };
}

handlers! {
    methods::GotoDefinition::METHOD => |cx, _tokens, params| navigation::definition(cx, params);
    methods::References::METHOD => |cx, _tokens, params| navigation::references(cx, params);
    methods::DocumentHighlightRequest::METHOD => |cx, _tokens, params| navigation::highlights(cx, params);
    methods::DocumentSymbolRequest::METHOD => |cx, _tokens, params| symbols::of_document(cx, params);
    methods::WorkspaceSymbolRequest::METHOD => |cx, _tokens, params| symbols::of_workspace(cx, params);
    methods::FoldingRangeRequest::METHOD => |cx, _tokens, params| folding::ranges(cx, params);
    methods::HoverRequest::METHOD => |cx, _tokens, params| hover::hover(cx, params);
    methods::PrepareRenameRequest::METHOD => |cx, _tokens, params| rename::prepare(cx, params);
    methods::Rename::METHOD => |cx, _tokens, params| rename::rename(cx, params);
    methods::SemanticTokensFullRequest::METHOD => |cx, tokens, params| semantic_tokens::full(cx, tokens, params);
    methods::SemanticTokensFullDeltaRequest::METHOD => |cx, tokens, params| semantic_tokens::delta(cx, tokens, params);
    methods::SemanticTokensRangeRequest::METHOD => |cx, _tokens, params| semantic_tokens::range(cx, params);
    methods::InlayHintRequest::METHOD => |cx, _tokens, params| inlay_hints::hints(cx, params);
    methods::Completion::METHOD => |cx, _tokens, params| completion::complete(cx, params);
    methods::CodeActionRequest::METHOD => |cx, _tokens, params| code_actions::actions(cx, params);
    methods::Formatting::METHOD => |cx, _tokens, params| formatting::format(cx, params);
    "irtrip/counterpart" => |cx, _tokens, params| counterpart::counterpart(cx, params);
    "irtrip/page" => |cx, _tokens, params| counterpart::view(cx, params);
    "irtrip/text" => |_asked, _tokens, params| counterpart::text(&params);
}
