//! What a document and all documents define.

use std::str::FromStr;

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, OneOf, SymbolKind as Icon, Uri,
    WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use super::{RequestContext, RequestResult};
use crate::index::SymbolKind;
use crate::text::document::{Chunk, Document};
use crate::text::names::own;
use crate::text::split::{Entity, EntityKind};

/// Blocks are listed in documents of so many bytes at most.
const WITH_BLOCKS: usize = 1 << 20;

/// So many symbols of the workspace are listed at most.
const MOST: usize = 1000;

/// The icon of an entity; none for one that nobody looks for by its name, such as a numbered node.
fn icon(kind: EntityKind) -> Option<Icon> {
    match kind {
        EntityKind::Function | EntityKind::Declaration => Some(Icon::FUNCTION),
        EntityKind::Variable => Some(Icon::VARIABLE),
        EntityKind::Type | EntityKind::TypeAlias => Some(Icon::STRUCT),
        EntityKind::Comdat | EntityKind::AttributeGroup => Some(Icon::PROPERTY),
        EntityKind::AttributeAlias => Some(Icon::CONSTANT),
        EntityKind::NamedMetadata => Some(Icon::KEY),
        EntityKind::Module => Some(Icon::MODULE),
        EntityKind::Metadata | EntityKind::Summary | EntityKind::Property | EntityKind::Operation => None,
    }
}

fn detail(kind: EntityKind) -> Option<String> {
    let words = match kind {
        EntityKind::Declaration => "declaration",
        EntityKind::AttributeGroup => "attribute group",
        EntityKind::Comdat => "comdat",
        EntityKind::NamedMetadata => "named metadata",
        _ => return None,
    };
    Some(words.to_owned())
}

/// The name of an entity as a list shows it.
pub(crate) fn shown_name(document: &Document, entity: &Entity) -> String {
    let kind = SymbolKind::of_entity(entity.kind);
    let sigil = kind.map(|kind| kind.sigil(document.language).to_string()).unwrap_or_default();
    match own(&entity.name) {
        "" => "module".to_owned(),
        name => format!("{sigil}{name}"),
    }
}

#[allow(deprecated)]
fn symbol(document: &Document, start: usize, chunk: &Chunk, entity: &Entity) -> Option<DocumentSymbol> {
    let kind = icon(entity.kind)?;
    let bytes = |from: u32, to: u32| start + from as usize..start + to as usize;
    let with_blocks = document.len() <= WITH_BLOCKS && entity.kind == EntityKind::Function;
    Some(DocumentSymbol {
        name: shown_name(document, entity),
        detail: detail(entity.kind),
        kind,
        tags: None,
        deprecated: None,
        range: document.range(bytes(entity.start, entity.end)),
        selection_range: document.range(bytes(entity.name_start, entity.name_end)),
        children: with_blocks.then(|| blocks(document, start, chunk, entity)),
    })
}

#[allow(deprecated)]
fn blocks(document: &Document, start: usize, chunk: &Chunk, entity: &Entity) -> Vec<DocumentSymbol> {
    let index = chunk.names(document.language);
    let labels = index.occurrences.iter().filter_map(|occurrence| {
        let inside = occurrence.is_definition && (entity.start..entity.end).contains(&occurrence.start);
        let symbol = index.symbol(occurrence).filter(|symbol| inside && symbol.kind == SymbolKind::Block)?;
        let range = document.range(start + occurrence.start as usize..start + occurrence.end as usize);
        let sigil = symbol.kind.sigil(document.language);
        Some(DocumentSymbol {
            name: format!("{sigil}{}", symbol.name),
            detail: None,
            kind: Icon::KEY,
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        })
    });
    labels.collect()
}

/// Puts entities into the modules of MLIR that they lie in. `modules` are those open, each with its last line.
fn nest(symbols: &mut Vec<DocumentSymbol>, depth: usize, symbol: DocumentSymbol) {
    match symbols.last_mut().filter(|last| depth > 0 && last.kind == Icon::MODULE) {
        Some(module) => {
            // The module goes as far as what is in it.
            module.range.end = module.range.end.max(symbol.range.end);
            nest(module.children.get_or_insert_default(), depth - 1, symbol);
        }
        None => symbols.push(symbol),
    }
}

/// `textDocument/documentSymbol`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn of_document(
    cx: &RequestContext<'_>,
    params: DocumentSymbolParams,
) -> RequestResult<Option<DocumentSymbolResponse>> {
    let document = cx.document(&params.text_document.uri)?;
    let mut found = Vec::new();
    for (number, (start, chunk, entity)) in document.entities().enumerate() {
        if number % 1024 == 0 {
            cx.cancellation.check()?;
        }
        if let Some(symbol) = symbol(document, start, chunk, entity) {
            nest(&mut found, entity.path.matches(crate::text::names::NESTED).count(), symbol);
        }
    }
    Ok(Some(DocumentSymbolResponse::Nested(found)))
}

/// `workspace/symbol`: of the open documents.
///
/// # Errors
/// The request is taken back.
pub fn of_workspace(
    cx: &RequestContext<'_>,
    params: WorkspaceSymbolParams,
) -> RequestResult<Option<WorkspaceSymbolResponse>> {
    let query = params.query.to_lowercase();
    let mut found = Vec::new();
    let mut documents: Vec<_> = cx.documents.iter().collect();
    documents.sort_by_key(|(uri, _)| *uri);
    for (uri, document) in documents {
        let Ok(uri) = Uri::from_str(uri) else { continue };
        for (start, _, entity) in document.entities() {
            let Some(kind) = icon(entity.kind) else { continue };
            let name = shown_name(document, entity);
            if !is_subsequence(&query, &name.to_lowercase()) {
                continue;
            }
            cx.cancellation.check()?;
            let range = document.range(start + entity.name_start as usize..start + entity.name_end as usize);
            let location = OneOf::Left(Location::new(uri.clone(), range));
            found.push(WorkspaceSymbol { name, kind, tags: None, container_name: None, location, data: None });
            if found.len() == MOST {
                return Ok(Some(WorkspaceSymbolResponse::Nested(found)));
            }
        }
    }
    Ok(Some(WorkspaceSymbolResponse::Nested(found)))
}

/// Whether the letters of a query are in a name, in their order.
fn is_subsequence(query: &str, name: &str) -> bool {
    let mut letters = name.chars();
    query.chars().all(|wanted| letters.any(|letter| letter == wanted))
}
