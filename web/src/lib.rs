//! irtrip in a browser: what the page of `web/page` calls in WebAssembly.
//!
//! Every function takes texts and returns an [`Answer`] as JSON, so that the page needs to know no more than its fields. The page
//! calls them in a worker: one that takes long, or that WebAssembly ends for want of stack or memory, ends with its worker.
//!
//! `cargo web` makes the page, one file with everything in it.

mod answer;

use irtrip::dialect::language::{Language, language_of_text};
use irtrip::dialect::release::{MlirRelease, UnknownMlirRelease};
use irtrip::dialect::{Context, ContextDialects as _};
use irtrip::diff::Options as DiffOptions;
use irtrip::diff::render::{Heading, html};
use irtrip::export::{AssemblyReader, UnknownReader};
use irtrip::reader::{ModuleText, ReadOptions};
use irtrip::view::{PageOptions, ShownFile};
use irtrip::{ComparedText, ComparisonError, Error, Module, Options, all_dialects, compare_texts};
use wasm_bindgen::prelude::wasm_bindgen;

use answer::Answer;

/// What a file says, as text: of bitcode its LLVM assembly, of bytecode its MLIR, of a text itself.
#[wasm_bindgen]
pub fn open(bytes: &[u8]) -> String {
    opened(bytes).unwrap_or_else(|answer| answer).to_json()
}

fn opened(bytes: &[u8]) -> Result<Answer, Answer> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\0')
    {
        return Ok(Answer::of_text(text.to_owned(), language_of_text(text)));
    }
    let module = Module::read(bytes).map_err(|error| Answer::of_error(&error, ""))?;
    let (text, language) = match irtrip::bytecode::is_bytecode(bytes) {
        true => (module.to_mlir(), Language::Mlir),
        false => (module.to_llvm().map_err(|error| Answer::of_error(&error, ""))?, Language::Llvm),
    };
    Ok(Answer { losses: module.left_out().collect(), ..Answer::of_text(text, language) })
}

/// Writes a module in the language `to`, `llvm` or `mlir`, for a release, or for the newest one where `release` is empty. MLIR
/// is taken to the LLVM dialect first where `lower` says so.
#[wasm_bindgen]
pub fn translate(text: &str, to: &str, release: &str, lower: bool) -> String {
    translated(text, to, release, lower).unwrap_or_else(|answer| answer).to_json()
}

fn translated(text: &str, to: &str, release: &str, lower: bool) -> Result<Answer, Answer> {
    let module = read(text, lower)?;
    let fails = |error: Error| Answer::of_error(&error, text);
    let mut options = Options::default();
    if to == "mlir" {
        if !release.is_empty() {
            options = options
                .mlir(release.parse().map_err(|error: UnknownMlirRelease| Answer::of_message(error.to_string()))?);
        }
        return Ok(Answer::of_text(module.to_mlir_with(&options).map_err(fails)?, Language::Mlir));
    }
    if !release.is_empty() {
        options = options.llvm(release.parse().map_err(|error: UnknownReader| Answer::of_message(error.to_string()))?);
    }
    module.verify().map_err(fails)?;
    let written = module.to_llvm_with(&options).map_err(fails)?;
    Ok(Answer { losses: written.dropped, ..Answer::of_text(written.text, Language::Llvm) })
}

/// The page of `irtrip view` of a module: both languages side by side, with graphs and losses.
#[wasm_bindgen]
pub fn page(name: &str, text: &str, lower: bool) -> String {
    shown(name, text, lower).unwrap_or_else(|answer| answer).to_json()
}

fn shown(name: &str, text: &str, lower: bool) -> Result<Answer, Answer> {
    let module = read(text, lower)?;
    let fails = |error: Error| Answer::of_error(&error, text);
    module.verify().map_err(fails)?;
    // Of a file that is shown as it is, a second reading has the places; what was lowered is no such file.
    let language = language_of_text(text);
    let placed = match language {
        Language::Mlir if lower => None,
        _ => {
            let file = ModuleText { name, ..ModuleText::new(language, text) };
            file.read(module.context(), ReadOptions::with_places()).ok()
        }
    };
    let file = placed.as_ref().map(|_| ShownFile { language, text });
    let options = PageOptions { name, file, ..PageOptions::default() };
    let html = irtrip::view::page(module.context(), placed.as_ref().unwrap_or(module.model()), &options)
        .map_err(|error| Answer::of_error(&Error::new(module.context(), &[*error], text), text))?;
    Ok(Answer { html: Some(html), ..Answer::default() })
}

/// The page of `irtrip diff` of two modules; whether they are the same is in the answer, too.
#[wasm_bindgen]
pub fn diff(name_a: &str, a: &str, name_b: &str, b: &str) -> String {
    compared(name_a, a, name_b, b).unwrap_or_else(|answer| answer).to_json()
}

fn compared(name_a: &str, a: &str, name_b: &str, b: &str) -> Result<Answer, Answer> {
    let contexts = [(), ()].map(|()| Context::with_dialects(all_dialects()));
    let compared = |ctx, text| ComparedText { ctx, text: ModuleText::new(language_of_text(text), text) };
    let comparison =
        compare_texts(&compared(&contexts[0], a), &compared(&contexts[1], b), &DiffOptions::default(), None);
    let comparison = comparison.map_err(|error| match error {
        ComparisonError::First(errors) => Answer::of_error(&Error::new(&contexts[0], &errors, a), a),
        ComparisonError::Second(errors) => {
            Answer { is_second: true, ..Answer::of_error(&Error::new(&contexts[1], &errors, b), b) }
        }
        ComparisonError::NoFunction(name) => Answer::of_message(name),
    })?;
    let heading = Heading { a: name_a, b: name_b, color: false, made: None };
    let (same, html) = (Some(comparison.is_same()), Some(html(&comparison, &heading)));
    Ok(Answer { same, html, ..Answer::default() })
}

/// Reads a text of either language; fails with all that is wrong with it.
fn read(text: &str, lower: bool) -> Result<Module, Answer> {
    let mut module = Module::from_text(text).map_err(|error| Answer::of_error(&error, text))?;
    if lower && language_of_text(text) == Language::Mlir {
        module.lower().map_err(|error| Answer::of_error(&error, text))?;
    }
    Ok(module)
}

/// The releases that the page offers, the newest first: of LLVM those whose assembly is written, and libNVVM; of MLIR those
/// whose text is.
#[wasm_bindgen]
pub fn releases() -> String {
    let numbers = || (1..100).rev().map(|number: u16| number.to_string());
    let llvm = numbers().chain(["nvvm".to_owned()]).filter(|name| name.parse::<AssemblyReader>().is_ok());
    let mlir = numbers().filter(|name| name.parse::<MlirRelease>().is_ok());
    let (llvm, mlir): (Vec<String>, Vec<String>) = (llvm.collect(), mlir.collect());
    serde_json::json!({ "llvm": llvm, "mlir": mlir }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_opened_as_text() {
        let answer = open(b"declare void @f()\n");
        assert!(answer.contains(r#""text":"declare void @f()\n","language":"llvm""#), "{answer}");
        let bitcode = Module::from_llvm("declare void @f()\n").and_then(|module| module.to_bitcode());
        let answer = open(&bitcode.unwrap_or_default());
        assert!(answer.contains("declare void @f()"), "{answer}");
        let answer = open(b"BC\xc0\xde\x01");
        assert!(answer.contains(r#""errors":[{"message":"#), "{answer}");
    }

    #[test]
    fn a_text_is_translated_or_all_that_is_wrong_is_said_in_utf16() {
        assert!(translate("declare void @f()\n", "mlir", "", false).contains("llvm.func @f()"));
        assert!(translate("llvm.func @f()\n", "llvm", "5", false).contains("declare void @f()"));
        let lowered = translate("func.func @f() {\n  return\n}\n", "llvm", "", true);
        assert!(lowered.contains("define void @f()"), "{lowered}");
        let answer = translate("; \u{1f600}\ndefine void @f() {\n  ret i32 1\n}\n", "mlir", "", false);
        assert!(answer.contains(r#""line":3,"column":7,"range":[30,"#), "{answer}");
        assert!(translate("declare void @f()\n", "mlir", "99", false).contains("15 to 24"));
    }

    #[test]
    fn two_texts_are_compared() {
        let (a, b) = ("define i32 @f() {\n  ret i32 1\n}\n", "define i32 @f() {\n  ret i32 2\n}\n");
        let answer = diff("a.ll", a, "b.ll", b);
        assert!(answer.contains(r#""same":false"#) && answer.contains("ret i32 <mark>2</mark>"), "{answer}");
        assert!(diff("a.ll", a, "b.ll", a).contains(r#""same":true"#));
        assert!(diff("a.ll", a, "b.ll", "define").contains(r#""is_second":true"#));
    }

    #[test]
    fn a_module_has_a_page_and_the_releases_are_listed() {
        assert!(page("f.ll", "declare void @f()\n", false).contains("<!doctype html>"));
        let releases = releases();
        assert!(releases.starts_with(r#"{"llvm":["23","22","#) && releases.contains(r#""nvvm"],"mlir":["24","#));
    }
}
