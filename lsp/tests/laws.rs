//! What holds of every document: of the fixtures, and of these after random edits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

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
use irtrip_lsp::requests::semantic_tokens::{self, TokenCache};
use irtrip_lsp::requests::{Cancellation, Documents, RequestContext, folding, rename, symbols};
use irtrip_lsp::text::document::Document;
use irtrip_lsp::text::names::{own, spelled};
use irtrip_lsp::text::position::Encoding;
use lsp_types::{
    DocumentSymbolResponse, FoldingRange, Position, RenameParams, SemanticTokens, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, Uri,
};
use rustc_hash::FxHashSet;
use serde_json::json;

/// The modules below a folder, or a module.
fn modules(root: PathBuf) -> Vec<(PathBuf, Language)> {
    let (mut open, mut found) = (vec![root], Vec::new());
    while let Some(path) = open.pop() {
        match language_of_name(&path) {
            _ if path.is_dir() => open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path())),
            Some(language) => found.push((path, language)),
            None => {}
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn text_of((path, language): (PathBuf, Language)) -> Option<(PathBuf, Language, String)> {
    Some((path.clone(), language, std::fs::read_to_string(path).ok()?))
}

/// The fixtures, and how many steps there are between those that a law looks at.
fn fixtures(every: usize) -> Vec<(PathBuf, Language, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../roundtrip-tests/fixtures");
    modules(root).into_iter().step_by(every).filter_map(text_of).collect()
}

/// A text is larger than this: more of it is looked at.
const LARGE: usize = 1 << 20;

/// Modules, each with how many of its names are to be looked at: fixtures. Where `IRTRIP_LSP_FOLDERS` names folders and
/// modules, with colons between them, `IRTRIP_LSP_PLACES` names of modules that are chosen there, as lsp/tests/pytest has it.
fn chosen(random: &mut fastrand::Rng) -> Vec<(PathBuf, Language, String, usize)> {
    let Ok(folders) = std::env::var("IRTRIP_LSP_FOLDERS") else {
        return fixtures(3).into_iter().map(|(path, language, text)| (path, language, text, 8)).collect();
    };
    let folders: Vec<&str> = folders.split(':').collect();
    let places: usize = std::env::var("IRTRIP_LSP_PLACES").map_or(400, |places| places.parse().unwrap());
    let mut all = Vec::new();
    for folder in &folders {
        let (found, mut left) = (modules(folder.into()), places / folders.len());
        while left > 0 {
            let Some((path, language, text)) = text_of(found[random.usize(..found.len())].clone()) else { continue };
            let count = if text.len() < LARGE { left.min(8) } else { left };
            left -= count;
            all.push((path, language, text, count));
        }
    }
    all
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
    let text = document.text();
    edits.sort_by_key(|edit| edit.range.start);
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        new.push_str(&text[at..document.byte(edit.range.start)]);
        new.push_str(&edit.new_text);
        at = document.byte(edit.range.end);
    }
    new + &text[at..]
}

/// A name that was renamed.
struct Renamed {
    /// What the new text has.
    new: String,
    /// What the module had.
    old: String,
    is_local: bool,
    edits: Vec<TextEdit>,
}

/// What renaming the name at a byte changes.
fn renamed(document: &Arc<Document>, at: usize, new: String) -> Option<Renamed> {
    let uri = Uri::from_str("file:///a").unwrap();
    let named = name_at(document, at)?;
    let documents = Documents::from_iter([(uri.as_str().to_owned(), document.clone())]);
    let asked = RequestContext { documents: &documents, cancellation: &Cancellation::default() };
    let text_document = TextDocumentIdentifier { uri };
    let text_document_position = TextDocumentPositionParams { text_document, position: document.position(at) };
    let params =
        RenameParams { text_document_position, new_name: new.clone(), work_done_progress_params: Default::default() };
    let edit = rename::rename(&asked, params).ok()??;
    let slice = document.slice(named.bytes).trim_start_matches(['%', '@', '!', '$', '#', '^']);
    // Quotes that are not needed are not written; of `$`, LLVM takes them to be.
    let old = match slice.contains('"') && !slice.contains('$') {
        true => spelled(document.language, own(&named.symbol.name)),
        false => slice.to_owned(),
    };
    let is_local = matches!(named.symbol.kind, SymbolKind::Value | SymbolKind::Block);
    Some(Renamed { new, old, is_local, edits: edit.changes?.into_values().next()? })
}

/// What is wrong with a module whose names were renamed.
fn wrong(ctx: &Context, module: &Module, document: &Document, names: &[Renamed]) -> Option<String> {
    let options = Options { ignored_names: Names::ALL.to_vec(), ..Options::default() };
    let language = document.language;
    let new = edited(document, names.iter().flat_map(|name| name.edits.clone()).collect());
    let text_is_the_same = || {
        // Structs of one context share their names.
        let other = Context::with_dialects(irtrip_lower::all_dialects());
        let Ok(renamed) = read(&other, language, &new) else { return false };
        let back = |text: String, name: &Renamed| text.replace(&name.new, &name.old);
        names.iter().fold(written(&other, &renamed, language), back) == written(ctx, module, language)
    };
    match read(ctx, language, &new) {
        Ok(renamed) if are_same(Side::new(ctx, module), Side::new(ctx, &renamed), &options) => None,
        Ok(_) if text_is_the_same() => None,
        Ok(_) => Some("it says something else".to_owned()),
        Err(error) => Some(error),
    }
}

/// The references of a name are all of them and nothing else: with a name that nothing has in place of it, a module says the same.
#[test]
fn a_renamed_module_says_the_same() {
    let random = &mut fastrand::Rng::with_seed(43);
    let (mut count, mut failures) = (0, Vec::new());
    for (path, language, text, wanted) in chosen(random) {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let Ok(module) = read(&ctx, language, &text) else { continue };
        let document = Arc::new(Document::new(language, 0, Encoding::Utf8, &text));
        let places: Vec<usize> =
            names(&document).into_iter().filter(|name| !name.is_implicit).map(|name| name.start).collect();
        let (mut found, mut taken): (Vec<(usize, Renamed)>, FxHashSet<Position>) = Default::default();
        for number in 0..wanted.min(places.len()) {
            let at = places[random.usize(..places.len())];
            let Some(name) = renamed(&document, at, format!("{FRESH}{number}x")) else { continue };
            // A name that was chosen before has its new one.
            if name.edits.iter().all(|edit| taken.insert(edit.range.start)) {
                found.push((at, name));
            }
        }
        count += found.len();
        // What a comparison passes over, and what only the text shows to be the same: apart from each other.
        let (inner, outer): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, name)| name.is_local);
        for (places, names) in [inner, outer].map(|group| group.into_iter().unzip::<_, _, Vec<_>, Vec<_>>()) {
            let Some(said) = wrong(&ctx, &module, &document, &names) else { continue };
            let alone = |(at, name): (&usize, &[Renamed])| {
                let said = wrong(&ctx, &module, &document, name)?;
                Some(format!("{}: {:?}: {said}", path.display(), document.position(*at)))
            };
            let each: Vec<String> = places.iter().zip(names.chunks(1)).filter_map(alone).collect();
            let together = each.is_empty().then(|| format!("{}: {} names: {said}", path.display(), names.len()));
            failures.extend(each.into_iter().chain(together));
        }
    }
    println!("{count} names renamed");
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

/// A place of a name.
#[derive(PartialEq, Debug)]
struct Name {
    start: usize,
    end: usize,
    is_definition: bool,
    is_implicit: bool,
    kind: SymbolKind,
    name: String,
}

/// All places of all names, as the document knows them.
fn names(document: &Document) -> Vec<Name> {
    let of_chunk = |(start, chunk): (usize, &Arc<irtrip_lsp::text::document::Chunk>)| {
        let index = chunk.names(document.language);
        let one = |place: &irtrip_lsp::index::Occurrence| {
            let symbol = index.symbol(place).unwrap();
            let (start, end) = (start + place.start as usize, start + place.end as usize);
            let name = symbol.name.to_string();
            Name {
                start,
                end,
                is_definition: place.is_definition,
                is_implicit: place.is_implicit,
                kind: symbol.kind,
                name,
            }
        };
        index.occurrences.iter().map(one).collect::<Vec<_>>()
    };
    document.chunks().flat_map(of_chunk).collect()
}

/// What an editor shows of a document.
fn shown(document: &Document) -> (Option<Vec<FoldingRange>>, Option<SemanticTokens>, Option<DocumentSymbolResponse>) {
    let uri = Uri::from_str("file:///a").unwrap();
    let documents = Documents::from_iter([(uri.as_str().to_owned(), Arc::new(document.clone()))]);
    let asked = RequestContext { documents: &documents, cancellation: &Cancellation::default() };
    let params = json!({ "textDocument": { "uri": uri } });
    (
        folding::ranges(&asked, serde_json::from_value(params.clone()).unwrap()).unwrap(),
        semantic_tokens::full(&asked, &TokenCache::default(), serde_json::from_value(params.clone()).unwrap()).unwrap(),
        symbols::of_document(&asked, serde_json::from_value(params).unwrap()).unwrap(),
    )
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
            assert_eq!(shown(&document), shown(&fresh), "{}, step {step}", path.display());
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
        for Name { start: at, kind, .. } in names(&document) {
            let Some(named) = name_at(&document, at).filter(|named| named.symbol.kind == kind) else { continue };
            let all = places(&document, &named, &Cancellation::default()).unwrap();
            assert!(all.iter().any(|place| place.bytes.start == at), "{}: {named:?}", path.display());
        }
    }
}
