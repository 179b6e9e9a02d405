//! Where a name is defined and used.

use std::ops::Range;
use std::sync::Arc;

use irtrip_dialect::language::Language;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse,
    Location, ReferenceParams,
};
use memchr::memmem;

use super::{Cancellation, RequestContext, RequestResult};
use crate::index::{Occurrence, Symbol, SymbolKind};
use crate::text::document::{Chunk, Document};
use crate::text::names::{NESTED, is_bare, own};
use crate::text::split::{Entity, EntityKind};

/// A name of a document.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it stands for.
    pub symbol: Symbol,
    /// The first byte of the chunk that knows it, for one that only a part of the module knows.
    pub chunk: usize,
    /// Where the name stands that was asked for.
    pub bytes: Range<usize>,
}

/// A place of a name in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The bytes.
    pub bytes: Range<usize>,
    /// Whether it is the definition.
    pub is_definition: bool,
    /// Whether the name itself does not stand there.
    pub is_implicit: bool,
}

/// The name at a byte of a document.
pub fn name_at(document: &Document, at: usize) -> Option<Named> {
    let (start, chunk) = document.chunk_at(at)?;
    let index = chunk.names(document.language);
    let occurrence = index.at(at - start)?;
    let bytes = start + occurrence.start as usize..start + occurrence.end as usize;
    let named = Named { symbol: index.symbol(occurrence)?.clone(), chunk: start, bytes };
    Some(local_of(document, &named).unwrap_or(named))
}

/// The function and the block that the name of a block of another function stands for.
fn local_of(document: &Document, named: &Named) -> Option<Named> {
    let Symbol { kind: SymbolKind::Block, scope: None, name } = &named.symbol else { return None };
    let (function, block) = name.split_once(NESTED)?;
    let (start, chunk, entity) = document
        .entities()
        .find(|(.., entity)| entity.kind == EntityKind::Function && entity.name.as_ref() == function)?;
    let index = chunk.names(document.language);
    let inside = |occurrence: &&Occurrence| (entity.start..entity.end).contains(&occurrence.start);
    let mut symbols = index.occurrences.iter().filter(inside).filter_map(|occurrence| index.symbol(occurrence));
    let symbol = symbols.find(|symbol| symbol.scope.is_some() && symbol.name.as_ref() == block)?;
    Some(Named { symbol: symbol.clone(), chunk: start, bytes: named.bytes.clone() })
}

/// The name that other functions have for a block.
fn name_elsewhere(document: &Document, named: &Named) -> Option<Symbol> {
    if document.language != Language::Llvm || named.symbol.kind != SymbolKind::Block {
        return None;
    }
    let (start, chunk) = document.chunk_at(named.chunk)?;
    let index = chunk.names(document.language);
    let own = index.of_symbol(&named.symbol).next()?.start;
    debug_assert_eq!(start, named.chunk);
    let entity = chunk.entities.iter().find(|entity| (entity.start..entity.end).contains(&own))?;
    let name = format!("{}{NESTED}{}", entity.name, named.symbol.name).into();
    Some(Symbol { kind: SymbolKind::Block, scope: None, name })
}

/// The places of a name, in the order of the text.
///
/// # Errors
/// The request is taken back.
pub fn places(document: &Document, named: &Named, cancellation: &Cancellation) -> RequestResult<Vec<Place>> {
    let mut found = Vec::new();
    if named.symbol.scope.is_none() {
        places_in_module(document, &named.symbol, cancellation, &mut found)?;
        return Ok(found);
    }
    if let Some((start, chunk)) = document.chunk_at(named.chunk) {
        push_places(document.language, start, chunk, &named.symbol, &mut found);
    }
    if let Some(symbol) = name_elsewhere(document, named) {
        places_in_module(document, &symbol, cancellation, &mut found)?;
        found.sort_by_key(|place| place.bytes.start);
    }
    Ok(found)
}

fn push_places(language: Language, start: usize, chunk: &Chunk, symbol: &Symbol, found: &mut Vec<Place>) {
    let index = chunk.names(language);
    found.extend(index.of_symbol(symbol).map(|occurrence| Place {
        bytes: start + occurrence.start as usize..start + occurrence.end as usize,
        is_definition: occurrence.is_definition,
        is_implicit: occurrence.is_implicit,
    }));
}

/// The places of a name that the whole module knows. Only chunks that have its letters are looked at closer.
fn places_in_module(
    document: &Document,
    symbol: &Symbol,
    cancellation: &Cancellation,
    found: &mut Vec<Place>,
) -> RequestResult<()> {
    let name = own(&symbol.name);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let letters = match (is_number, is_bare(document.language, name)) {
        (true, _) => format!("{}{name}", symbol.kind.sigil(document.language)),
        (false, true) => name.to_owned(),
        // It may be spelled with escapes.
        (false, false) => String::new(),
    };
    let finder = memmem::Finder::new(&letters);
    for (number, (start, chunk)) in document.chunks().enumerate() {
        if number % 64 == 0 {
            cancellation.check()?;
        }
        if finder.find(chunk.text.as_bytes()).is_some() {
            push_places(document.language, start, chunk, symbol, found);
        }
    }
    Ok(())
}

/// The entity that defines a name of the whole module, with its chunk and that chunk's first byte.
pub(crate) fn entity_of<'d>(document: &'d Document, symbol: &Symbol) -> Option<(usize, &'d Arc<Chunk>, &'d Entity)> {
    if symbol.scope.is_some() {
        return None;
    }
    let defines =
        |entity: &Entity| entity.name == symbol.name && SymbolKind::of_entity(entity.kind) == Some(symbol.kind);
    document.entities().find(|(.., entity)| defines(entity))
}

/// Where a name is defined.
///
/// # Errors
/// The request is taken back.
pub fn definitions(
    document: &Document,
    named: &Named,
    cancellation: &Cancellation,
) -> RequestResult<Vec<Range<usize>>> {
    // Values of the module itself are defined by operations that have no symbol.
    let is_local = matches!(named.symbol.kind, SymbolKind::Value | SymbolKind::Block);
    if named.symbol.scope.is_none() && !is_local {
        let place = |(start, _, entity): (usize, &Arc<Chunk>, &Entity)| {
            start + entity.name_start as usize..start + entity.name_end as usize
        };
        return Ok(entity_of(document, &named.symbol).map(place).into_iter().collect());
    }
    let places = places(document, named, cancellation)?;
    Ok(places.into_iter().filter(|place| place.is_definition).map(|place| place.bytes).collect())
}

/// `textDocument/definition`
///
/// # Errors
/// The document is not open.
pub fn definition(
    cx: &RequestContext<'_>,
    params: GotoDefinitionParams,
) -> RequestResult<Option<GotoDefinitionResponse>> {
    let at = params.text_document_position_params;
    let (document, byte) = cx.place(&at)?;
    let Some(named) = name_at(document, byte) else { return Ok(None) };
    let uri = &at.text_document.uri;
    let location = |bytes| Location::new(uri.clone(), document.range(bytes));
    let found: Vec<Location> = definitions(document, &named, cx.cancellation)?.into_iter().map(location).collect();
    Ok(Some(GotoDefinitionResponse::Array(found)))
}

/// `textDocument/references`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn references(cx: &RequestContext<'_>, params: ReferenceParams) -> RequestResult<Option<Vec<Location>>> {
    let at = params.text_document_position;
    let (document, byte) = cx.place(&at)?;
    let Some(named) = name_at(document, byte) else { return Ok(None) };
    let wanted = |place: &Place| !place.is_definition || params.context.include_declaration;
    let places = places(document, &named, cx.cancellation)?;
    let location = |place: Place| Location::new(at.text_document.uri.clone(), document.range(place.bytes));
    Ok(Some(places.into_iter().filter(wanted).map(location).collect()))
}

/// `textDocument/documentHighlight`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn highlights(
    cx: &RequestContext<'_>,
    params: DocumentHighlightParams,
) -> RequestResult<Option<Vec<DocumentHighlight>>> {
    let (document, byte) = cx.place(&params.text_document_position_params)?;
    let Some(named) = name_at(document, byte) else { return Ok(None) };
    let highlight = |place: Place| DocumentHighlight {
        range: document.range(place.bytes),
        kind: Some(if place.is_definition { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    let places = places(document, &named, cx.cancellation)?;
    Ok(Some(places.into_iter().filter(|place| !place.is_implicit).map(highlight).collect()))
}
