//! What a name or an opcode under the cursor is.

use irtrip_dialect::language::Language;
use irtrip_dialect::ops::describe::describe;
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::counterpart::lines_there;
use super::navigation::{Named, Place, definitions, entity_of, name_at, places};
use super::value_types::Types;
use super::{RequestContext, RequestResult};
use crate::analysis::MlirTypes;
use crate::index::SymbolKind;
use crate::opcodes::opcode;
use crate::text::document::{Chunk, Document};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::names::own;
use crate::text::split::{Entity, EntityKind, definition};

/// So many bytes of a definition are shown.
const SHOWN: usize = 2000;

/// So many of those that point to something are named.
const NAMED: usize = 8;

/// The counterpart is looked for in documents of so many bytes at most: it takes the whole model.
const WITH_COUNTERPART: usize = 256 << 10;

/// `textDocument/hover`
///
/// # Errors
/// The document is not open, or the request is taken back.
pub fn hover(cx: &RequestContext<'_>, params: HoverParams) -> RequestResult<Option<Hover>> {
    let (document, at) = cx.place(&params.text_document_position_params)?;
    let (mut text, bytes) = match name_at(document, at) {
        Some(named) => (of_name(cx, document, &named)?, named.bytes),
        None => match of_word(document, at) {
            Some(found) => found,
            None => return Ok(None),
        },
    };
    if document.len() <= WITH_COUNTERPART {
        cx.cancellation.check()?;
        if let Some((language, lines)) = lines_there(document, document.line_of(at)) {
            text.push_str(&format!("\n\n---\n\n{}", code(language, lines.trim_end())));
        }
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Ok(Some(Hover { contents, range: Some(document.range(bytes)) }))
}

/// A piece of code in Markdown.
fn code(language: Language, text: &str) -> String {
    let name = match language {
        Language::Llvm => "llvm",
        Language::Mlir => "mlir",
    };
    let text = shortened(text);
    // A fence is longer than any in the text.
    let fence = "`".repeat(text.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1);
    format!("{fence}{name}\n{text}\n{fence}")
}

fn shortened(text: &str) -> String {
    if text.len() <= SHOWN {
        return text.to_owned();
    }
    let end = (0..=SHOWN).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

fn of_name(cx: &RequestContext<'_>, document: &Document, named: &Named) -> RequestResult<String> {
    let symbol = &named.symbol;
    let name = format!("{}{}", symbol.kind.sigil(document.language), own(&symbol.name));
    let places = places(document, named, cx.cancellation)?;
    let uses: Vec<&Place> = places.iter().filter(|place| !place.is_definition).collect();
    let said = match symbol.kind {
        SymbolKind::Value => {
            let ty = type_of_value(document, named, &definitions(document, named, cx.cancellation)?);
            let ty = ty.map(|ty| format!(": {ty}")).unwrap_or_default();
            code(document.language, &format!("{name}{ty}"))
        }
        SymbolKind::Block => {
            let from: Vec<String> = lines_of(document, &uses).into_iter().map(|line| format!("- `{line}`")).collect();
            let from = if from.is_empty() { String::new() } else { format!("\n\n{}", from.join("\n")) };
            format!("block `{name}`{from}")
        }
        _ => match entity_of(document, symbol) {
            Some((_, chunk, entity)) => code(document.language, &definition_text(document, chunk, entity)),
            None => format!("{} `{name}`, which nothing here defines", symbol.kind.words()),
        },
    };
    let pointing = match symbol.kind {
        SymbolKind::Value | SymbolKind::Block => String::new(),
        _ => pointing(document, &uses),
    };
    let count = uses.len();
    let times = if count == 1 { "1 use".to_owned() } else { format!("{count} uses") };
    Ok(format!("{said}\n\n{times}{pointing}"))
}

/// What of an entity is shown: of a function its head, of anything else all.
fn definition_text(document: &Document, chunk: &Chunk, entity: &Entity) -> String {
    let whole = chunk.text.get(entity.start as usize..entity.end as usize).unwrap_or_default();
    if !matches!(entity.kind, EntityKind::Function | EntityKind::Module) {
        return whole.to_owned();
    }
    let name = (entity.name_end - entity.start) as usize;
    let tokens: Vec<Token> = Lexer::new(document.language, whole, 0).collect();
    let mut depth = 0usize;
    for token in tokens {
        match token.kind {
            TokenKind::Mark(b'{') if depth == 0 && token.start as usize >= name => {
                return whole.get(..token.start as usize).unwrap_or(whole).trim_end().to_owned();
            }
            TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    whole.to_owned()
}

/// The lines of places, each once.
fn lines_of(document: &Document, places: &[&Place]) -> Vec<String> {
    let mut lines: Vec<usize> = places.iter().map(|place| document.line_of(place.bytes.start)).collect();
    lines.dedup();
    let text = |line: usize| document.line(line).map(|(_, text)| shortened(text.trim()));
    lines.into_iter().take(NAMED).filter_map(text).collect()
}

/// The entities that places are in.
fn pointing(document: &Document, uses: &[&Place]) -> String {
    let (mut names, mut more): (Vec<String>, bool) = (Vec::new(), false);
    for place in uses {
        let Some((start, chunk)) = document.chunk_at(place.bytes.start) else { continue };
        let at = (place.bytes.start - start) as u32;
        let number = chunk.entities.partition_point(|entity| entity.start <= at);
        let Some(entity) = number.checked_sub(1).and_then(|number| chunk.entities.get(number)) else { continue };
        let name = super::symbols::shown_name(document, entity);
        if names.contains(&name) || own(&entity.name).is_empty() {
            continue;
        }
        if names.len() == NAMED {
            more = true;
            break;
        }
        names.push(name);
    }
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!(", in {}{}", names.join(", "), if more { ", …" } else { "" })
}

/// The type of a value, as far as it is known.
fn type_of_value(document: &Document, named: &Named, definitions: &[std::ops::Range<usize>]) -> Option<String> {
    let (start, chunk) = document.chunk_at(named.chunk)?;
    let at = definitions.first().map_or(named.bytes.start, |bytes| bytes.start) - start;
    let number = chunk.entities.partition_point(|entity| entity.start as usize <= at).checked_sub(1)?;
    let entity = chunk.entities.get(number)?;
    match document.language {
        Language::Llvm => Types::of(&chunk.text, entity).of_values.remove(named.symbol.name.as_ref()),
        Language::Mlir => {
            let (text, first_line) = readable(document, chunk, entity);
            let mut types = MlirTypes::of(&text);
            if let Some(ty) = types.arguments.remove(named.symbol.name.as_ref()) {
                return Some(ty);
            }
            let line = document.line_of(start + at) - document.line_of(start + entity.start as usize);
            let types = types.results.remove(&(first_line + line))?;
            let (_, text) = document.line(document.line_of(start + at))?;
            let results = text.split('=').next().unwrap_or_default().split(',');
            let place = results
                .map(str::trim)
                .position(|name| name.split(':').next() == Some(&format!("%{}", named.symbol.name)));
            match types.as_slice() {
                [ty] => Some(ty.clone()),
                all if text.contains(':') && place == Some(0) && !text.split('=').next()?.contains(',') => {
                    Some(all.join(", "))
                }
                all => all.get(place?).cloned(),
            }
        }
    }
}

/// An operation of MLIR after the definitions of all aliases, and the line that it starts on.
pub fn readable(document: &Document, chunk: &Chunk, entity: &Entity) -> (String, usize) {
    let mut text = String::new();
    for (_, chunk, alias) in document.entities() {
        if matches!(alias.kind, EntityKind::AttributeAlias | EntityKind::TypeAlias) {
            text.push_str(chunk.text.get(alias.start as usize..alias.end as usize).unwrap_or_default());
            text.push('\n');
        }
    }
    let line = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    text.push_str(chunk.text.get(entity.start as usize..entity.end as usize).unwrap_or_default());
    (text, line)
}

/// An opcode, or the name of an operation, at a byte.
fn of_word(document: &Document, at: usize) -> Option<(String, std::ops::Range<usize>)> {
    let (line_start, line) = document.line(document.line_of(at))?;
    let own = at.checked_sub(line_start)?;
    let mut tokens = Lexer::new(document.language, line, 0);
    let token = tokens.find(|token| (token.start as usize..=token.end as usize).contains(&own))?;
    let bytes = line_start + token.start as usize..line_start + token.end as usize;
    let word = token.text(line);
    let said = match (document.language, token.kind) {
        (Language::Llvm, TokenKind::Word) => sentence(word)?,
        (Language::Mlir, TokenKind::Word | TokenKind::String) => {
            let def = definition(word.trim_matches('"'))?;
            let meaning = def.llvm.mnemonic().and_then(sentence);
            let meaning = meaning.map(|meaning| format!("\n{meaning}")).unwrap_or_default();
            format!("{}{meaning}", describe(def))
        }
        _ => return None,
    };
    Some((said, bytes))
}

/// What an instruction does, and since when.
fn sentence(mnemonic: &str) -> Option<String> {
    let opcode = opcode(mnemonic)?;
    let since = match opcode.since {
        "" => String::new(),
        since => format!(" Since LLVM {since}."),
    };
    Some(format!("`{mnemonic}`: {}{since}", opcode.meaning))
}
