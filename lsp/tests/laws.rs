//! What holds of every document: of the fixtures, and of these after random edits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use client::Client;
use irtrip_dialect::language::{Language, language_of_name};
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::{Names, Options, Side, are_same};
use irtrip_grammar::{PrintOptions, print};
use irtrip_lsp::index::SymbolKind;
use irtrip_lsp::requests::navigation::{definitions, name_at, places};
use irtrip_lsp::requests::{Asked, Cancellation, Documents, rename};
use irtrip_lsp::text::document::Document;
use irtrip_lsp::text::names::{own, spelled};
use irtrip_lsp::text::position::Encoding;
use lsp_types::{RenameParams, TextDocumentIdentifier, TextDocumentPositionParams, TextEdit, Uri};
use serde_json::json;

/// The fixtures, and how many steps there are between those that a law looks at.
fn fixtures(every: usize) -> Vec<(PathBuf, Language, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../roundtrip-tests/fixtures");
    let (mut open, mut found) = (vec![root], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match language_of_name(&path) {
                _ if path.is_dir() => open.push(path),
                Some(language) => found.push((path, language)),
                None => {}
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let texts = found.into_iter().step_by(every);
    texts.filter_map(|(path, language)| Some((path.clone(), language, std::fs::read_to_string(path).ok()?))).collect()
}

fn read(ctx: &Context, language: Language, text: &str) -> Result<Module, String> {
    match language {
        Language::Llvm => irtrip_import::import(ctx, text, &Default::default()).map_err(|error| error.to_string()),
        Language::Mlir => irtrip_grammar::parse(ctx, text, &Default::default())
            .map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default()),
    }
}

/// A name that no fixture has.
const FRESH: &str = "freshname";

/// A module in a language, with all its names.
fn written(ctx: &Context, module: &Module, language: Language) -> String {
    match language {
        Language::Llvm => irtrip_export::export(ctx, module).map(|pieces| pieces.concat()).unwrap_or_default(),
        Language::Mlir => {
            let options = PrintOptions { debug_info: true, ..PrintOptions::of(module) };
            print(ctx, module, &options).concat()
        }
    }
}

/// A text with edits, none of which overlaps another one.
fn edited(document: &Document, mut edits: Vec<TextEdit>) -> String {
    let mut text = document.text();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    for edit in edits {
        text.replace_range(document.byte(edit.range.start)..document.byte(edit.range.end), &edit.new_text);
    }
    text
}

/// The references of a name are all of them and nothing else: with a name that nothing has in place of it, a module says the same.
#[test]
fn a_renamed_module_says_the_same() {
    let random = &mut fastrand::Rng::with_seed(43);
    let uri = Uri::from_str("file:///a").unwrap();
    let options = Options { ignored_names: Names::ALL.to_vec(), ..Options::default() };
    let (mut count, mut failures) = (0, Vec::new());
    for (path, language, text) in fixtures(3) {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let Ok(module) = read(&ctx, language, &text) else { continue };
        let text_of_module = written(&ctx, &module, language);
        let document = Arc::new(Document::new(language, 0, Encoding::Utf8, &text));
        let places: Vec<usize> = document
            .chunks()
            .flat_map(|(start, chunk)| {
                let index = chunk.names(language);
                index
                    .occurrences
                    .iter()
                    .filter(|place| !place.is_implicit)
                    .map(move |place| start + place.start as usize)
            })
            .collect();
        for _ in 0..8.min(places.len()) {
            let at = places[random.usize(..places.len())];
            let named = name_at(&document, at).unwrap();
            let documents = Documents::from_iter([(uri.as_str().to_owned(), document.clone())]);
            let asked = Asked { documents: &documents, cancellation: &Cancellation::default() };
            let params = RenameParams {
                text_document_position: TextDocumentPositionParams {
                    text_document: TextDocumentIdentifier { uri: uri.clone() },
                    position: document.position(at),
                },
                new_name: FRESH.to_owned(),
                work_done_progress_params: Default::default(),
            };
            let Ok(Some(edit)) = rename::rename(&asked, params) else { continue };
            count += 1;
            let new = edited(&document, edit.changes.unwrap().into_values().next().unwrap());
            let slice = document.slice(named.bytes.clone());
            let old = match slice.contains('"') {
                true => spelled(language, own(&named.symbol.name)),
                false => slice.trim_start_matches(['%', '@', '!', '$', '#', '^']).to_owned(),
            };
            // Structs of one context share their names.
            let other = Context::with_dialects(irtrip_lower::all_dialects());
            let new_text = || read(&other, language, &new).map(|renamed| written(&other, &renamed, language));
            let said = match read(&ctx, language, &new) {
                Ok(renamed) if are_same(Side::new(&ctx, &module), Side::new(&ctx, &renamed), &options) => continue,
                Ok(_) if new_text().is_ok_and(|new| new.replace(FRESH, &old) == text_of_module) => continue,
                Ok(_) => "it says something else".to_owned(),
                Err(error) => error,
            };
            failures.push(format!("{}: {:?} at {:?}: {said}", path.display(), named.symbol, document.position(at)));
        }
    }
    assert!(count > 200, "{count}");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Every name of a module that can be read has a definition, but for those that another module defines.
#[test]
fn every_name_has_a_definition() {
    let mut failures = Vec::new();
    for (path, language, text) in fixtures(3) {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        if read(&ctx, language, &text).is_err() {
            continue;
        }
        let document = Document::new(language, 0, Encoding::Utf8, &text);
        for (start, chunk) in document.chunks() {
            let index = chunk.names(language);
            for place in &index.occurrences {
                let symbol = index.symbol(place).unwrap();
                if place.is_implicit || !matches!(symbol.kind, SymbolKind::Value | SymbolKind::Block | SymbolKind::Type)
                {
                    continue;
                }
                let at = start + place.start as usize;
                let named = name_at(&document, at).unwrap();
                if definitions(&document, &named, &Cancellation::default()).unwrap().len() != 1 {
                    failures.push(format!("{}: {symbol:?} at {:?}", path.display(), document.position(at)));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// All places of all names, as the document knows them.
fn names(document: &Document) -> Vec<(usize, usize, bool, SymbolKind, String)> {
    let of_chunk = |(start, chunk): (usize, &Arc<irtrip_lsp::text::document::Chunk>)| {
        let index = chunk.names(document.language);
        let one = |place: &irtrip_lsp::index::Occurrence| {
            let symbol = index.symbol(place).unwrap();
            let bytes = (start + place.start as usize, start + place.end as usize);
            (bytes.0, bytes.1, place.is_definition, symbol.kind, symbol.name.to_string())
        };
        index.occurrences.iter().map(one).collect::<Vec<_>>()
    };
    document.chunks().flat_map(of_chunk).collect()
}

#[test]
fn edited_documents_are_as_if_read_afresh() {
    let random = &mut fastrand::Rng::with_seed(44);
    for (path, language, text) in fixtures(24) {
        let repeated = text.repeat(1 + 20_000 / text.len().max(1));
        let mut document = Document::new(language, 0, Encoding::Utf16, &repeated);
        for step in 0..40 {
            let whole = document.text();
            let mut place = |from: usize, to: usize| {
                let at = random.usize(from..=to.min(whole.len()));
                (0..=at).rev().find(|at| whole.is_char_boundary(*at)).unwrap()
            };
            // What is put in is a piece of the text, or of a letter that opens something.
            let (start, from) = (place(0, whole.len()), place(0, whole.len()));
            let (end, to) = (place(start, start + 30).max(start), place(from, from + 30).max(from));
            let new = match step % 5 {
                0 => "\"".to_owned(),
                1 => "{".to_owned(),
                _ => whole[from..to].to_owned(),
            };
            document.replace(start..end, &new);
            let fresh = Document::new(language, 0, Encoding::Utf16, &document.text());
            assert_eq!(names(&document), names(&fresh), "{}, step {step}", path.display());
        }
    }
}

/// Every request, at random places of documents as they are written: half of them have errors.
/// Requests of one place or range.
const METHODS: &str = "textDocument/definition textDocument/references textDocument/documentHighlight textDocument/hover textDocument/prepareRename \
    textDocument/rename textDocument/completion textDocument/documentSymbol textDocument/foldingRange \
    textDocument/semanticTokens/full textDocument/semanticTokens/range textDocument/inlayHint textDocument/codeAction \
    textDocument/formatting irtrip/counterpart";

#[test]
fn every_request_has_an_answer() {
    let random = &mut fastrand::Rng::with_seed(45);
    let client = &mut Client::start(&[]);
    for (path, language, text) in fixtures(16) {
        let ending = if language == Language::Mlir { "mlir" } else { "ll" };
        let uri = &format!("file:///{}.{ending}", path.file_stem().unwrap().display());
        client.open(uri, &text);
        let end = json!({ "line": random.usize(..500), "character": 1 });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let change = json!({ "range": { "start": { "line": 3, "character": 2 }, "end": { "line": 3, "character": 4 } }, "text": "%{" });
        let document = json!({ "uri": uri });
        for version in 1..3 {
            for method in METHODS.split_whitespace() {
                let lines = text.lines().count().max(1);
                let more = json!({
                    "range": range, "newName": "x", "query": "f",
                    "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 },
                    "options": { "tabSize": 2, "insertSpaces": true },
                });
                let answer = client.at(method, uri, random.usize(..lines), random.usize(..60), more);
                // What cannot be done is said; what fails is a fault.
                assert!(
                    answer.as_ref().err().is_none_or(|error| error.code == -32803),
                    "{method} of {uri}: {answer:?}"
                );
            }
            let version = json!({ "uri": uri, "version": version + 1 });
            client.tell("textDocument/didChange", json!({ "textDocument": version, "contentChanges": [change] }));
        }
        client.tell("textDocument/didClose", json!({ "textDocument": document }));
    }
}

/// The places of a name are found from each of them alike.
#[test]
fn every_place_of_a_name_leads_to_all() {
    for (path, language, text) in fixtures(20) {
        let document = Document::new(language, 0, Encoding::Utf8, &text);
        for (at, .., kind, _) in names(&document) {
            let Some(named) = name_at(&document, at).filter(|named| named.symbol.kind == kind) else { continue };
            let all = places(&document, &named, &Cancellation::default()).unwrap();
            assert!(all.iter().any(|place| place.bytes.start == at), "{}: {named:?}", path.display());
        }
    }
}
