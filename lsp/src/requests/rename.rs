//! Renaming: every place of a name is spelled anew.

use std::collections::HashMap;

use irtrip_dialect::language::Language;
use irtrip_dialect::metadata::nvvm_annotations::ANNOTATIONS;
use lsp_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit};

use super::navigation::{Named, name_at, places};
use super::{RequestContext, RequestResult, failed};
use crate::index::{Occurrence, SymbolKind};
use crate::text::document::Document;
use crate::text::names::{own, spelled, spelled_metadata};
use crate::text::split::EntityKind;

/// The name that can be renamed at a byte.
fn renamable(document: &Document, at: usize) -> RequestResult<Option<Named>> {
    let Some(named) = name_at(document, at) else { return Ok(None) };
    let name = own(&named.symbol.name);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    match (named.symbol.kind, document.language) {
        (SymbolKind::Metadata | SymbolKind::AttributeGroup | SymbolKind::Summary, _) => {
            Err(failed("a number is no name: it cannot be renamed"))
        }
        // Those after it would have to be numbered anew.
        (SymbolKind::Value | SymbolKind::Block | SymbolKind::Type | SymbolKind::Global, Language::Llvm)
            if is_number =>
        {
            Err(failed(format!("LLVM numbers what has no name: '{name}' has none to change")))
        }
        (SymbolKind::Global | SymbolKind::NamedMetadata, Language::Llvm)
            if name.starts_with("llvm.") || name == ANNOTATIONS =>
        {
            Err(failed(format!("'{name}' is a name that LLVM knows")))
        }
        (SymbolKind::Global, Language::Llvm)
            if document.entities().any(|(.., entity)| entity.kind == EntityKind::Summary) =>
        {
            Err(failed(format!("the module's summary has '{name}' by its hash")))
        }
        _ => Ok(Some(named)),
    }
}

/// `textDocument/prepareRename`
///
/// # Errors
/// The document is not open, or the name stands for itself.
pub fn prepare(
    cx: &RequestContext<'_>,
    params: TextDocumentPositionParams,
) -> RequestResult<Option<PrepareRenameResponse>> {
    let (document, at) = cx.place(&params)?;
    let named = renamable(document, at)?;
    Ok(named.map(|named| PrepareRenameResponse::RangeWithPlaceholder {
        placeholder: own(&named.symbol.name).to_owned(),
        range: document.range(named.bytes),
    }))
}

/// `textDocument/rename`
///
/// # Errors
/// The document is not open, the name stands for itself, or the new one is empty, wrong or taken.
// The protocol's type has addresses for keys, whose caches of themselves are no part of them.
#[allow(clippy::mutable_key_type)]
pub fn rename(cx: &RequestContext<'_>, params: RenameParams) -> RequestResult<Option<WorkspaceEdit>> {
    let at = params.text_document_position;
    let (document, byte) = cx.place(&at)?;
    let Some(named) = renamable(document, byte)? else { return Ok(None) };
    let sigil = named.symbol.kind.sigil(document.language);
    let new = params.new_name.trim();
    let new = new.strip_prefix(sigil).unwrap_or(new);
    if new.is_empty() || new.bytes().all(|byte| byte.is_ascii_digit()) && document.language == Language::Llvm {
        return Err(failed(format!("'{new}' is no name")));
    }
    let name = match named.symbol.kind {
        SymbolKind::NamedMetadata => spelled_metadata(new),
        _ => spelled(document.language, new),
    };
    let is_alias = matches!(named.symbol.kind, SymbolKind::AttributeAlias | SymbolKind::TypeAlias);
    if is_alias && new.contains('.') {
        return Err(failed(format!("what has a dot is a dialect's: '{new}'")));
    }
    let quotes_none = document.language == Language::Mlir && named.symbol.kind != SymbolKind::Global;
    if quotes_none && name.starts_with('"') {
        return Err(failed(format!("MLIR has no such name: '{new}'")));
    }
    if is_taken(cx, document, &named, new)? {
        return Err(failed(format!("'{sigil}{new}' is there already")));
    }
    let mut all = places(document, &named, cx.cancellation)?;
    if let Some(namesake) = namesake(document, &named) {
        if is_taken(cx, document, &namesake, new)? {
            return Err(failed(format!("'{}{new}' is there already", namesake.symbol.kind.sigil(document.language))));
        }
        all.extend(places(document, &namesake, cx.cancellation)?);
    }
    let edits = all.into_iter().filter(|place| !place.is_implicit).map(|place| {
        let old = document.slice(place.bytes.clone());
        let sigil = if old.starts_with(['@', '$']) { old.chars().next().unwrap_or(sigil) } else { sigil };
        // Labels have no sigil, and neither has a symbol in MLIR's generic form.
        let new_text = match old.chars().next() {
            Some(first) if first == sigil => format!("{sigil}{name}"),
            Some('"') if document.language == Language::Mlir => format!("\"{}\"", name.trim_matches('"')),
            _ => name.clone(),
        };
        TextEdit { range: document.range(place.bytes), new_text }
    });
    let changes = HashMap::from([(at.text_document.uri, edits.collect())]);
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// The comdat that a global value of LLVM IR has without naming it, since it has its name; or the other way round.
fn namesake(document: &Document, named: &Named) -> Option<Named> {
    let kind = match named.symbol.kind {
        SymbolKind::Global => SymbolKind::Comdat,
        SymbolKind::Comdat => SymbolKind::Global,
        _ => return None,
    };
    let mut other = named.clone();
    other.symbol.kind = kind;
    (document.language == Language::Llvm).then_some(other)
}

/// Whether something else that the same part of the module knows has a name.
fn is_taken(cx: &RequestContext<'_>, document: &Document, named: &Named, new: &str) -> RequestResult<bool> {
    let own_kind = [named.symbol.kind];
    let kinds: &[SymbolKind] = match (named.symbol.kind, document.language) {
        (SymbolKind::Value | SymbolKind::Block, Language::Llvm) => {
            &[SymbolKind::Value, SymbolKind::Block, SymbolKind::Type]
        }
        _ => &own_kind,
    };
    let outer = named.symbol.name.strip_suffix(own(&named.symbol.name)).unwrap_or_default();
    for kind in kinds {
        let mut other = named.clone();
        other.symbol.kind = *kind;
        other.symbol.name = format!("{outer}{new}").into();
        if *kind == SymbolKind::Type {
            other.symbol.scope = None;
        }
        let is_there = match (document.language, other.symbol.scope) {
            // A region knows the names of those around it.
            (Language::Mlir, Some(_)) => is_in_entity(document, named, *kind, new),
            _ => !places(document, &other, cx.cancellation)?.is_empty(),
        };
        if is_there {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the entity that a name of a region stands in has another one of its kind.
fn is_in_entity(document: &Document, named: &Named, kind: SymbolKind, new: &str) -> bool {
    let Some((start, chunk)) = document.chunk_at(named.chunk) else { return false };
    let at = named.bytes.start.saturating_sub(start) as u32;
    let Some(entity) = chunk.entities.iter().rfind(|entity| entity.start <= at) else { return false };
    let index = chunk.names(document.language);
    let is_it = |occurrence: &Occurrence| {
        let symbol = index.symbol(occurrence);
        (entity.start..entity.end).contains(&occurrence.start)
            && symbol.is_some_and(|symbol| symbol.kind == kind && symbol.name.as_ref() == new)
    };
    index.occurrences.iter().any(is_it)
}
