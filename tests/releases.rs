//! Every fixture, for every release that reads LLVM assembly or MLIR: a result or an error, and what a result leaves out is
//! about operations that the module has.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::ContextDialects;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use irtrip::dialect::mlir_release;
use irtrip::dialect::release::Release;
use irtrip::dialect::{Context, Module};
use irtrip::export::{AssemblyReader, ExportOptions, export_with};
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import};
use rayon::prelude::*;

/// The module of a fixture that can be read.
fn module(ctx: &Context, path: &Path) -> Option<Module> {
    let text = std::fs::read_to_string(path).ok()?;
    match path.extension()?.to_str()? {
        "mlir" => parse(ctx, &text, &ParseOptions::default()).ok(),
        _ => import(ctx, &text, &ImportOptions::default()).ok(),
    }
}

/// What of the losses of an export is about an operation that the module does not have.
fn misplaced(ctx: &Context, module: &Module, options: &ExportOptions) -> Option<String> {
    let exported = export_with(ctx, module, options).ok()?;
    let is_misplaced = |global: Option<irtrip::dialect::Op>, op: Option<irtrip::dialect::Op>| {
        let Some(global) = global else { return op.is_some() };
        let has = |op: irtrip::dialect::Op| module.body.nested(global).is_some_and(|body| op.index() < body.op_count());
        global.index() >= module.body.op_count() || op.is_some_and(|op| !has(op))
    };
    let found = exported.dropped.into_iter().find(|dropped| is_misplaced(dropped.global, dropped.op));
    found.map(|dropped| format!("{:?} is about no operation of the module", dropped.code))
}

/// The first release that a fixture fails for, and how.
fn failure(path: &Path) -> Option<String> {
    let read = Context::with_dialects(irtrip::all_dialects());
    let module = module(&read, path)?;
    let readers = Release::EACH.iter().map(|release| release.to_string()).chain(["nvvm".to_owned()]);
    let exports = readers.filter_map(|name| Some((name.parse::<AssemblyReader>().ok()?, name)));
    let exported = exports.filter_map(|(reader, name)| {
        let options = ExportOptions::default().for_reader(Some(reader));
        let found = catch_unwind(AssertUnwindSafe(|| misplaced(&read, &module, &options)));
        found.unwrap_or(Some("a panic".to_owned())).map(|what| format!("LLVM {name}: {what}"))
    });
    let printed = Release::EACH.iter().filter_map(|&release| {
        let print = || {
            let mut module = module.clone();
            if mlir_release::lower(&read, &mut module, release).is_ok() {
                let options = PrintOptions { release: Some(release), ..PrintOptions::default() };
                assert!(!print(&read, &module, &options).is_empty());
            }
        };
        catch_unwind(AssertUnwindSafe(print)).err().map(|_| format!("MLIR {release}: a panic"))
    });
    exported.chain(printed).next().map(|what| format!("{}: {what}", path.display()))
}

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("roundtrip-tests/fixtures");
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "ll" || ending == "mlir")).collect()
}

#[test]
fn every_fixture_for_every_release_is_a_result_or_an_error() {
    let fixtures = fixtures();
    assert!(fixtures.len() > 400, "{} fixtures were found", fixtures.len());
    let failures: Vec<String> = fixtures.par_iter().filter_map(|path| failure(path)).collect();
    assert!(failures.is_empty(), "{} fixtures fail:\n{}", failures.len(), failures.join("\n"));
}
