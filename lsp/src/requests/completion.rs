//! What can be written at a place: names, instructions, operations, attributes.

use irtrip_dialect::language::Language;
use irtrip_dialect::llvm_attributes::ATTRIBUTES;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse, CompletionTextEdit,
    TextEdit,
};
use rustc_hash::FxHashSet;

use super::{Cancellation, RequestContext, RequestResult};
use crate::index::SymbolKind;
use crate::opcodes::OPCODES;
use crate::text::document::Document;
use crate::text::names::{own, spelled};
use crate::text::split::EntityKind;

/// So many items are offered at most; a client asks again when more letters are there.
const MOST: usize = 400;

/// Keywords of LLVM assembly that stand where an entity starts.
const TOP_LEVEL: &[&str] =
    &["define", "declare", "attributes", "source_filename", "target datalayout", "target triple", "module asm"];

/// An item that can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: CompletionItemKind,
    /// What it says of itself.
    pub detail: String,
}

impl Candidate {
    fn new(text: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Candidate {
        Candidate { text: text.into(), kind, detail: detail.into() }
    }
}

/// `textDocument/completion`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn complete(cx: &RequestContext<'_>, params: CompletionParams) -> RequestResult<Option<CompletionResponse>> {
    let (document, at) = cx.place(&params.text_document_position)?;
    let Some((line_start, line)) = document.line(document.line_of(at)) else { return Ok(None) };
    let before = line.get(..at.saturating_sub(line_start)).unwrap_or(line);
    let prefix = word_before(before);
    let start = at.saturating_sub(prefix.len());
    let sigil = prefix.chars().next().filter(|first| matches!(first, '%' | '@' | '!' | '#' | '$' | '^'));
    let mut candidates = match sigil {
        Some(sigil) => names(cx.cancellation, document, at, (sigil, prefix.get(1..).unwrap_or_default()))?,
        None => words(document.language, before.strip_suffix(prefix).unwrap_or(before)),
    };
    candidates.retain(|candidate| candidate.text.starts_with(prefix) && candidate.text != prefix);
    let is_incomplete = candidates.len() > MOST;
    candidates.truncate(MOST);
    let range = document.range(start..at);
    let item = |candidate: Candidate| CompletionItem {
        label: candidate.text.clone(),
        kind: Some(candidate.kind),
        detail: Some(candidate.detail).filter(|detail| !detail.is_empty()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: candidate.text })),
        ..CompletionItem::default()
    };
    let items = candidates.into_iter().map(item).collect();
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete, items })))
}

/// The word that ends a line: letters of names after a sigil, where there is one.
fn word_before(line: &str) -> &str {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'$' | b'-');
    let length = line.bytes().rev().take_while(|byte| is_part(*byte)).count();
    let start = line.len() - length;
    let has_sigil = line.as_bytes().get(start.wrapping_sub(1)).is_some_and(|byte| b"%@!#^".contains(byte));
    line.get(start - usize::from(has_sigil)..).unwrap_or_default()
}

/// The names with a sigil that a place knows and that begin with some letters.
pub fn names(
    cancellation: &Cancellation,
    document: &Document,
    at: usize,
    (sigil, letters): (char, &str),
) -> RequestResult<Vec<Candidate>> {
    let language = document.language;
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut push = |name: &str, kind: SymbolKind, detail: &str| {
        if !name.starts_with(letters) {
            return;
        }
        let text = format!(
            "{sigil}{}",
            if kind_is_number(kind) { name.to_owned() } else { spelled_or_number(language, name) }
        );
        if seen.insert(text.clone()) {
            found.push(Candidate::new(text, icon(kind), detail));
        }
    };
    if let Some((start, chunk)) = document.chunk_at(at).filter(|_| matches!(sigil, '%' | '^')) {
        let index = chunk.names(language);
        let byte = at.saturating_sub(start) as u32;
        let number = chunk.entities.partition_point(|entity| entity.start < byte);
        if let Some(entity) = number.checked_sub(1).and_then(|number| chunk.entities.get(number)) {
            let inside = |place: u32| (entity.start..=entity.end).contains(&place);
            for occurrence in index.occurrences.iter().filter(|place| place.is_definition && inside(place.start)) {
                let symbol = index.symbol(occurrence).filter(|symbol| symbol.scope.is_some());
                if let Some(symbol) = symbol.filter(|symbol| symbol.kind.sigil(language) == sigil) {
                    push(&symbol.name, symbol.kind, symbol.kind.words());
                }
            }
        }
    }
    for (number, (.., entity)) in document.entities().enumerate() {
        if number % 1024 == 0 {
            cancellation.check()?;
        }
        if let Some(kind) = SymbolKind::of_entity(entity.kind).filter(|kind| kind.sigil(language) == sigil)
            && !entity.name.is_empty()
        {
            let detail = match entity.kind {
                EntityKind::Function => "function",
                EntityKind::Declaration => "declaration",
                _ => kind.words(),
            };
            push(own(&entity.name), kind, detail);
        }
    }
    if sigil == '!' && language == Language::Llvm {
        let nodes = irtrip_dialect::metadata::nodes::NODES.iter().map(|node| node.name);
        found.extend(nodes.map(|node| Candidate::new(format!("!{node}"), CompletionItemKind::CLASS, "metadata node")));
    }
    Ok(found)
}

fn icon(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Value => CompletionItemKind::VARIABLE,
        SymbolKind::Block => CompletionItemKind::REFERENCE,
        SymbolKind::Global => CompletionItemKind::FUNCTION,
        SymbolKind::Type | SymbolKind::TypeAlias => CompletionItemKind::STRUCT,
        _ => CompletionItemKind::CONSTANT,
    }
}

fn kind_is_number(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Metadata | SymbolKind::AttributeGroup | SymbolKind::Summary | SymbolKind::NamedMetadata)
}

/// A name as it is written; a number is what LLVM gives what has no name.
fn spelled_or_number(language: Language, name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_digit()) { name.to_owned() } else { spelled(language, name) }
}

/// The words that can stand after what a line has so far.
pub fn words(language: Language, before: &str) -> Vec<Candidate> {
    let starts = before.trim().is_empty() || before.trim_end().ends_with('=');
    match language {
        Language::Llvm => llvm_words(before, starts),
        Language::Mlir if starts => operations(),
        Language::Mlir => Vec::new(),
    }
}

fn llvm_words(before: &str, starts: bool) -> Vec<Candidate> {
    let opcodes =
        OPCODES.iter().map(|opcode| Candidate::new(opcode.mnemonic, CompletionItemKind::KEYWORD, opcode.meaning));
    let top = TOP_LEVEL.iter().map(|word| Candidate::new(*word, CompletionItemKind::KEYWORD, ""));
    if starts {
        let at_top = before.is_empty();
        return opcodes.chain(top.filter(|_| at_top)).collect();
    }
    let attribute = |row: &irtrip_dialect::llvm_attributes::AttributeRow| {
        Candidate::new(row.llvm, CompletionItemKind::PROPERTY, "attribute")
    };
    const TYPES: &[&str] =
        &["i1", "i8", "i16", "i32", "i64", "i128", "ptr", "float", "double", "half", "void", "label", "metadata"];
    let types = TYPES.iter().map(|word| Candidate::new(*word, CompletionItemKind::STRUCT, "type"));
    types.chain(ATTRIBUTES.iter().map(attribute)).collect()
}

fn operations() -> Vec<Candidate> {
    irtrip_lower::all_dialects()
        .op_defs()
        .map(|def| {
            let mnemonic = def.llvm.mnemonic().unwrap_or_default();
            Candidate::new(def.name, CompletionItemKind::FUNCTION, mnemonic)
        })
        .collect()
}
