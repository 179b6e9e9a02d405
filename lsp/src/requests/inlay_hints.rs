//! What the text does not say where it is read: types of values, and the predecessors of blocks.

use irtrip_dialect::language::Language;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};

use super::hover::readable;
use super::value_types::Types;
use super::{RequestContext, RequestResult};
use crate::analysis::MlirTypes;
use crate::index::{Occurrence, SymbolKind};
use crate::text::document::{Chunk, Document};
use crate::text::lexer::TokenKind;
use crate::text::names::meant;
use crate::text::split::{Entity, EntityKind};
use rustc_hash::FxHashMap;

/// `textDocument/inlayHint`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn hints(cx: &RequestContext<'_>, params: InlayHintParams) -> RequestResult<Option<Vec<InlayHint>>> {
    let document = cx.document(&params.text_document.uri)?;
    let (from, to) = (document.byte(params.range.start), document.byte(params.range.end));
    let mut hints = Hints { document, found: Vec::new(), from, to };
    for (start, chunk, entity) in document.entities() {
        let (first, last) = (start + entity.start as usize, start + entity.end as usize);
        if entity.kind != EntityKind::Function || last < from || first > to {
            continue;
        }
        cx.cancellation.check()?;
        match document.language {
            Language::Llvm => hints.llvm_types(start, chunk, entity),
            Language::Mlir => hints.mlir_types(start, chunk, entity),
        }
        hints.predecessors(start, chunk, entity);
    }
    hints.found.sort_by_key(|hint| hint.position);
    Ok(Some(hints.found))
}

struct Hints<'d> {
    document: &'d Document,
    found: Vec<InlayHint>,
    from: usize,
    to: usize,
}

impl Hints<'_> {
    fn push(&mut self, at: usize, label: String, kind: Option<InlayHintKind>, (before, after): (bool, bool)) {
        if (self.from..=self.to).contains(&at) {
            self.found.push(InlayHint {
                position: self.document.position(at),
                label: InlayHintLabel::String(label),
                kind,
                text_edits: None,
                tooltip: None,
                padding_left: Some(before),
                padding_right: Some(after),
                data: None,
            });
        }
    }

    /// Of LLVM assembly, the types of operands that no type stands before, and of results.
    fn llvm_types(&mut self, start: usize, chunk: &Chunk, entity: &Entity) {
        let types = Types::of(&chunk.text, entity);
        for (number, token) in types.tokens.iter().enumerate() {
            if token.kind != TokenKind::Local {
                continue;
            }
            let before = number.checked_sub(1).and_then(|before| types.tokens.get(before));
            let after = types.tokens.get(number + 1);
            let Some(ty) = types.of_values.get(meant(token.text(&chunk.text)).as_ref()) else { continue };
            if token.first_on_line && after.is_some_and(|after| after.is(b'=')) {
                self.push(start + token.end as usize, format!(": {ty}"), Some(InlayHintKind::TYPE), (false, false));
            } else if before.is_some_and(|before| before.is(b',') || before.is(b'['))
                && types.end_of_type(number + 1).is_none()
                && after.is_none_or(|after| after.kind != TokenKind::Local)
            {
                self.push(start + token.start as usize, ty.clone(), Some(InlayHintKind::TYPE), (false, true));
            }
        }
    }

    /// Of MLIR, the types of results.
    fn mlir_types(&mut self, start: usize, chunk: &Chunk, entity: &Entity) {
        let (text, first) = readable(self.document, chunk, entity);
        let types = MlirTypes::of(&text);
        let line = self.document.line_of(start + entity.start as usize);
        for (own, types) in types.results {
            let Some((at, text)) = (own >= first).then(|| self.document.line(line + own - first)).flatten() else {
                continue;
            };
            let Some(results) = text.trim_start().starts_with('%').then(|| text.find('=')).flatten() else { continue };
            let end = text.get(..results).map_or(0, |results| results.trim_end().len());
            self.push(at + end, format!(": {}", types.join(", ")), Some(InlayHintKind::TYPE), (false, false));
        }
    }

    /// The blocks that lead to a block, unless a comment says so.
    fn predecessors(&mut self, start: usize, chunk: &Chunk, entity: &Entity) {
        let index = chunk.names(self.document.language);
        let mut current: Option<u32> = None;
        // By block: the names of those that lead to it.
        let mut from: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut labels: Vec<&Occurrence> = Vec::new();
        for place in &index.occurrences {
            let is_inside = (entity.start..entity.end).contains(&place.start);
            if !is_inside || index.symbol(place).is_none_or(|symbol| symbol.kind != SymbolKind::Block) {
                continue;
            }
            if place.is_definition {
                current = Some(place.symbol);
                labels.extend(Some(place).filter(|place| !place.is_implicit));
            } else if let Some(block) = current.filter(|_| self.is_edge(chunk, place)) {
                let before = from.entry(place.symbol).or_default();
                // Two edges from one block are one predecessor.
                if before.last() != Some(&block) {
                    before.push(block);
                }
            }
        }
        let comment = match self.document.language {
            Language::Llvm => "preds = ",
            // `// pred: ^a`, `// 2 preds: ^a, ^b`
            Language::Mlir => ": ^",
        };
        for label in labels {
            let name = |block: &u32| {
                let symbol = index.symbols.get(*block as usize)?;
                Some(format!("{}{}", symbol.kind.sigil(self.document.language), symbol.name))
            };
            let Some(before) = from.get(&label.symbol) else { continue };
            let at = start + label.end as usize;
            let line = self.document.line(self.document.line_of(at));
            let Some((first, text)) = line.filter(|(_, text)| !text.contains(comment)) else { continue };
            let names: Vec<String> = before.iter().filter_map(name).collect();
            self.push(first + text.len(), format!("from {}", names.join(", ")), None, (true, false));
        }
    }

    /// Whether a place names a block that control goes to, as a phi's does not.
    fn is_edge(&self, chunk: &Chunk, occurrence: &Occurrence) -> bool {
        let before = chunk.text.get(..occurrence.start as usize).unwrap_or_default();
        match self.document.language {
            Language::Llvm => before.trim_end().ends_with("label"),
            Language::Mlir => true,
        }
    }
}
