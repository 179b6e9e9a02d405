//! What each token of a document is, for highlighting.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use irtrip_dialect::language::Language;
use lsp_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams,
};
use rustc_hash::FxHashMap;

use super::{RequestContext, RequestResult};
use crate::index::{Index, SymbolKind};
use crate::opcodes::opcode;
use crate::text::document::{Chunk, Document};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::split::EntityKind;

/// Documents of more bytes get tokens for ranges alone, which editors request for what they show.
const WHOLE: usize = 4 << 20;

/// The words of the legend, in the order of their numbers.
const TYPES: &[(Class, &str)] = &[
    (Class::Comment, "comment"),
    (Class::String, "string"),
    (Class::Number, "number"),
    (Class::Keyword, "keyword"),
    (Class::Opcode, "operator"),
    (Class::Type, "type"),
    (Class::Value, "variable"),
    (Class::Block, "label"),
    (Class::Function, "function"),
    (Class::Global, "namespace"),
    (Class::Metadata, "property"),
    (Class::Attribute, "decorator"),
    (Class::Alias, "macro"),
];

/// What a token is to a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A comment.
    Comment,
    /// A string.
    String,
    /// A number.
    Number,
    /// A keyword.
    Keyword,
    /// The mnemonic of an instruction, or the name of an operation.
    Opcode,
    /// A type.
    Type,
    /// A value.
    Value,
    /// A block.
    Block,
    /// A function.
    Function,
    /// Another symbol, or a comdat.
    Global,
    /// A metadata node, a kind of attachment.
    Metadata,
    /// An attribute group, an attribute of a dialect.
    Attribute,
    /// An alias.
    Alias,
}

/// The legend.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.iter().map(|(_, name)| SemanticTokenType::new(name)).collect(),
        token_modifiers: vec![SemanticTokenModifier::DEFINITION],
    }
}

/// The types of LLVM assembly that are words; integers are `i` with a number.
pub(crate) const LLVM_TYPES: &[&str] = &[
    "void",
    "half",
    "bfloat",
    "float",
    "double",
    "x86_fp80",
    "fp128",
    "ppc_fp128",
    "x86_amx",
    "x86_mmx",
    "ptr",
    "label",
    "token",
    "metadata",
    "opaque",
];

/// The types of MLIR that are words; numbers are `i`, `si`, `ui` or `f` with a number of bits.
pub(crate) const MLIR_TYPES: &[&str] =
    &["index", "none", "vector", "tensor", "memref", "tuple", "complex", "bf16", "tf32"];

/// Whether a word of LLVM assembly is a type.
pub fn is_llvm_type(word: &str) -> bool {
    let is_integer =
        word.strip_prefix('i').is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|b| b.is_ascii_digit()));
    is_integer || LLVM_TYPES.contains(&word)
}

/// Whether a word of MLIR is a type.
fn is_mlir_type(word: &str) -> bool {
    let number = |prefix: &str| {
        word.strip_prefix(prefix).is_some_and(|bits| bits.bytes().next().is_some_and(|byte| byte.is_ascii_digit()))
    };
    MLIR_TYPES.contains(&word) || ["i", "si", "ui", "f"].into_iter().any(number)
}

/// What a token is. `starts`: it follows `=` or is the first of its line.
fn class(language: Language, token: Token, text: &str, starts: bool) -> Option<Class> {
    let word = token.text(text);
    Some(match token.kind {
        TokenKind::Comment => Class::Comment,
        TokenKind::String if language == Language::Mlir && starts => Class::Opcode,
        TokenKind::String => Class::String,
        TokenKind::Number => Class::Number,
        TokenKind::Word => match language {
            Language::Llvm if is_llvm_type(word) => Class::Type,
            Language::Llvm if opcode(word).is_some() => Class::Opcode,
            Language::Mlir if is_mlir_type(word) => Class::Type,
            Language::Mlir if word.contains('.') => Class::Opcode,
            _ => Class::Keyword,
        },
        // A field of a node, unless the index knows it for a block.
        TokenKind::Label => Class::Metadata,
        TokenKind::Exclamation if language == Language::Mlir => Class::Type,
        TokenKind::Exclamation => Class::Metadata,
        TokenKind::Hash if word.as_bytes().get(1).is_some_and(u8::is_ascii_digit) && language == Language::Mlir => {
            Class::Number
        }
        TokenKind::Hash if language == Language::Llvm => Class::Keyword,
        TokenKind::Hash => Class::Attribute,
        TokenKind::Local => Class::Value,
        TokenKind::Caret => Class::Block,
        TokenKind::Global | TokenKind::Dollar => Class::Global,
        TokenKind::Arrow | TokenKind::Mark(_) => return None,
    })
}

fn class_of_symbol(kind: SymbolKind, is_function: bool) -> Class {
    match kind {
        SymbolKind::Value => Class::Value,
        SymbolKind::Block => Class::Block,
        SymbolKind::Global if is_function => Class::Function,
        SymbolKind::Global | SymbolKind::Comdat => Class::Global,
        SymbolKind::Type => Class::Type,
        SymbolKind::Metadata | SymbolKind::NamedMetadata | SymbolKind::Summary => Class::Metadata,
        SymbolKind::AttributeGroup => Class::Attribute,
        SymbolKind::AttributeAlias | SymbolKind::TypeAlias => Class::Alias,
    }
}

/// A token with its class and whether it is a definition.
type Classified = (Token, Class, bool);

/// The tokens of a chunk that start in some of its bytes.
fn classify(language: Language, chunk: &Chunk, bytes: &Range<usize>) -> Vec<Classified> {
    let (text, index): (&str, &Index) = (&chunk.text, chunk.names(language));
    let mut occurrences = index.occurrences.iter().filter(|occurrence| !occurrence.is_implicit).peekable();
    let (mut found, mut previous): (Vec<Classified>, Option<Token>) = (Vec::new(), None);
    for token in Lexer::new(language, text, 0) {
        let starts = token.first_on_line || previous.is_some_and(|previous| previous.is(b'='));
        // A callee is what brackets follow.
        if token.is(b'(')
            && let Some(last) = found.last_mut()
            && last.1 == Class::Global
            && last.0.end == token.start
        {
            last.1 = Class::Function;
        }
        previous = (token.kind != TokenKind::Comment).then_some(token).or(previous);
        if token.start as usize >= bytes.end {
            break;
        }
        while occurrences.next_if(|occurrence| occurrence.start < token.start).is_some() {}
        let named = occurrences.peek().filter(|occurrence| occurrence.start == token.start);
        let symbol = named.and_then(|occurrence| Some((index.symbol(occurrence)?, occurrence.is_definition)));
        let class = match symbol {
            Some((symbol, _)) => Some(class_of_symbol(symbol.kind, is_function(chunk, token))),
            None => class(language, token, text, starts),
        };
        if let Some(class) = class {
            found.push((token, class, symbol.is_some_and(|symbol| symbol.1)));
        }
    }
    found.retain(|(token, ..)| token.end as usize > bytes.start);
    found
}

/// Whether a token is the name of a function that the chunk has.
fn is_function(chunk: &Chunk, token: Token) -> bool {
    let after = chunk.entities.partition_point(|entity| entity.start <= token.start);
    let entity = chunk.entities.get(after.wrapping_sub(1));
    entity.is_some_and(|entity| {
        entity.name_start == token.start && matches!(entity.kind, EntityKind::Function | EntityKind::Declaration)
    })
}

/// Tokens as the protocol has them: each relative to the one before, none over the end of a line.
struct Encoder<'d> {
    document: &'d Document,
    last: Position,
    /// The byte of the document that the last token starts at.
    last_byte: usize,
    data: Vec<SemanticToken>,
}

impl Encoder<'_> {
    /// The position of a byte of a chunk. On one line it counts from the last token on, so that a long line is read once.
    fn position(&self, start: usize, chunk: &str, at: usize) -> Position {
        let line = self.document.line_of(start + at);
        let (from, column) = match self.last_byte.checked_sub(start).filter(|_| line == self.last.line as usize) {
            Some(last) => (last, self.last.character),
            None => (self.document.line_start(line) - start, 0),
        };
        let between = chunk.get(from..at).unwrap_or_default();
        Position::new(line as u32, column + self.document.encoding.column(between, between.len()))
    }

    fn push(&mut self, start: usize, chunk: &str, token: &Classified) {
        let (token, class, is_definition) = token;
        let mut at = token.start as usize;
        for line in token.text(chunk).split_inclusive('\n') {
            let shown = line.trim_end_matches(['\n', '\r']);
            if !shown.is_empty() {
                let position = self.position(start, chunk, at);
                let length = self.document.encoding.column(shown, shown.len());
                let delta_line = position.line - self.last.line;
                let before = if delta_line == 0 { self.last.character } else { 0 };
                self.data.push(SemanticToken {
                    delta_line,
                    delta_start: position.character - before,
                    length,
                    token_type: TYPES.iter().position(|(other, _)| other == class).unwrap_or(0) as u32,
                    token_modifiers_bitset: u32::from(*is_definition),
                });
                (self.last, self.last_byte) = (position, start + at);
            }
            at += line.len();
        }
    }
}

/// The tokens of a range of bytes.
fn tokens(cx: &RequestContext<'_>, document: &Document, bytes: Range<usize>) -> RequestResult<Vec<SemanticToken>> {
    let mut encoder = Encoder { document, last: Position::new(0, 0), last_byte: 0, data: Vec::new() };
    for (start, chunk) in document.chunks() {
        if start >= bytes.end || start + chunk.text.len() <= bytes.start {
            continue;
        }
        cx.cancellation.check()?;
        let own = bytes.start.saturating_sub(start)..bytes.end - start;
        for token in classify(document.language, chunk, &own) {
            encoder.push(start, &chunk.text, &token);
        }
    }
    Ok(encoder.data)
}

/// The tokens last sent to the client, which deltas are computed from.
#[derive(Default)]
pub struct TokenCache(Mutex<LastResults>);

/// The results of each document's last request.
#[derive(Default)]
struct LastResults {
    count: u64,
    of_documents: FxHashMap<String, Tokens>,
}

/// A result with its name.
struct Tokens {
    name: String,
    data: Vec<SemanticToken>,
}

impl TokenCache {
    /// Remembers tokens; returns the name of the result and the document's tokens before.
    fn replace(&self, uri: &str, data: &[SemanticToken]) -> (String, Option<Tokens>) {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results.count += 1;
        let name = results.count.to_string();
        let tokens = Tokens { name: name.clone(), data: data.to_vec() };
        (name, results.of_documents.insert(uri.to_owned(), tokens))
    }

    /// Forgets a document.
    pub fn forget(&self, uri: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).of_documents.remove(uri);
    }
}

/// All tokens of a document; none of a large one.
fn whole(cx: &RequestContext<'_>, document: &Document) -> RequestResult<Option<Vec<SemanticToken>>> {
    match document.len() > WHOLE {
        true => Ok(None),
        false => tokens(cx, document, 0..document.len()).map(Some),
    }
}

/// `textDocument/semanticTokens/full`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn full(
    cx: &RequestContext<'_>,
    cache: &TokenCache,
    params: SemanticTokensParams,
) -> RequestResult<Option<SemanticTokens>> {
    let uri = &params.text_document.uri;
    let Some(data) = whole(cx, cx.document(uri)?)? else { return Ok(None) };
    let (result_id, _) = cache.replace(uri.as_str(), &data);
    Ok(Some(SemanticTokens { result_id: Some(result_id), data }))
}

/// `textDocument/semanticTokens/range`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn range(cx: &RequestContext<'_>, params: SemanticTokensRangeParams) -> RequestResult<Option<SemanticTokens>> {
    let document = cx.document(&params.text_document.uri)?;
    let (start, end) = (document.byte(params.range.start), document.byte(params.range.end));
    Ok(Some(SemanticTokens { result_id: None, data: tokens(cx, document, start..end.max(start))? }))
}

/// `textDocument/semanticTokens/full/delta`
///
/// # Errors
/// As [`full`].
pub fn delta(
    cx: &RequestContext<'_>,
    cache: &TokenCache,
    params: SemanticTokensDeltaParams,
) -> RequestResult<Option<SemanticTokensFullDeltaResult>> {
    let uri = &params.text_document.uri;
    let Some(data) = whole(cx, cx.document(uri)?)? else { return Ok(None) };
    let (result_id, before) = cache.replace(uri.as_str(), &data);
    let Some(before) = before.filter(|before| before.name == params.previous_result_id) else {
        return Ok(Some(SemanticTokens { result_id: Some(result_id), data }.into()));
    };
    let edits = edit(&before.data, &data).into_iter().collect();
    let delta = SemanticTokensDelta { result_id: Some(result_id), edits };
    Ok(Some(SemanticTokensFullDeltaResult::TokensDelta(delta)))
}

/// The one edit that makes tokens others; none if they are the same.
fn edit(before: &[SemanticToken], after: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    /// A token is so many numbers of the protocol's array.
    const NUMBERS: u32 = 5;
    let front = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (rest_before, rest_after) = (before.get(front..)?, after.get(front..)?);
    let back = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(a, b)| a == b).count();
    let (deleted, added) = (rest_before.len() - back, rest_after.get(..rest_after.len() - back)?);
    (deleted > 0 || !added.is_empty()).then(|| SemanticTokensEdit {
        start: front as u32 * NUMBERS,
        delete_count: deleted as u32 * NUMBERS,
        data: Some(added.to_vec()),
    })
}
