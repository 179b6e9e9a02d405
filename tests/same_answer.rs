//! Holds the law that an answer depends on the input alone: not on how many threads there are, which of them came first,
//! what a context met before, or the order in which it gave out its handles.
#![allow(clippy::unwrap_used)]

use irtrip_dialect::ContextDialects;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use irtrip::dialect::deep_stack;
use irtrip::dialect::diagnostic::{ContextRenderer, Diagnostic};
use irtrip::dialect::language::{Language, language_of_text};
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, Module};
use irtrip::diff::{Options, Side, compare, normalized_text, render, stats};
use irtrip::export::export;
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import, import_or_all_errors, import_upstream_form};
use irtrip::lower::passes;

/// How an answer is asked for: with how many threads, and in a context that met the words of the input in which order.
const WAYS: [(usize, Order); 5] =
    [(1, Order::OfInput), (2, Order::OfInput), (8, Order::OfInput), (1, Order::Reversed), (8, Order::Sorted)];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Order {
    OfInput,
    Reversed,
    Sorted,
}

#[test]
fn every_fixture_has_one_answer() {
    let mut fixtures = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("roundtrip-tests/fixtures")];
    while let Some(folder) = folders.pop() {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (below, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.partition(|path| path.is_dir());
        folders.extend(below);
        fixtures.extend(files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "ll" || e == "mlir")));
    }
    fixtures.sort();
    let texts: Vec<String> =
        fixtures.iter().map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into()).collect();
    let pool = |threads| deep_stack::pool_builder().num_threads(threads).build().unwrap();
    let pools = WAYS.map(|(threads, _)| pool(threads));
    let differing: Vec<String> = (0..texts.len())
        .filter_map(|at| {
            let (text, other) = (&texts[at], &texts[(at + 1) % texts.len()]);
            let answers: Vec<Vec<(&str, String)>> = std::iter::zip(WAYS, &pools)
                .map(|((_, order), pool)| pool.install(|| answers(text, other, order)))
                .collect();
            let differs = |i: &usize| answers[*i] != answers[0];
            let way = (1..WAYS.len()).find(differs)?;
            let (a, b) = std::iter::zip(&answers[0], &answers[way]).find(|(a, b)| a != b)?;
            let lines = similar::TextDiff::from_lines(a.1.as_str(), b.1.as_str());
            let path = fixtures[at].display();
            Some(format!("{path}: {} with {:?}\n{}", a.0, WAYS[way], lines.unified_diff().context_radius(0)))
        })
        .collect();
    assert!(fixtures.len() > 40, "{} fixtures were found", fixtures.len());
    assert!(differing.is_empty(), "{} fixtures have two answers:\n{}", differing.len(), differing.join("\n"));
}

/// A context that has met all words of a text in an order.
fn context(text: &str, order: Order) -> Context {
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let mut words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || "._-$".contains(c))).collect();
    match order {
        Order::OfInput => words.clear(),
        Order::Reversed => words.reverse(),
        Order::Sorted => words.sort_unstable(),
    }
    for word in words {
        ctx.str_attr(ctx.str(word));
        ctx.identified_struct(ctx.str(word));
    }
    ctx
}

fn read(ctx: &Context, text: &str) -> Result<Module, Vec<Diagnostic>> {
    match language_of_text(text) {
        Language::Llvm => import(ctx, text, &ImportOptions::default()).map_err(|error| vec![*error]),
        Language::Mlir => parse(ctx, text, &ParseOptions::default()),
    }
}

fn messages(ctx: &Context, errors: &[Diagnostic]) -> String {
    errors.iter().fold(String::new(), |mut out, error| {
        let rendered = error.render(&ContextRenderer(ctx));
        writeln!(out, "{:?}: {rendered}", error.span()).unwrap();
        out
    })
}

/// All that is said of an input, each under its command's name.
fn answers(text: &str, other: &str, order: Order) -> Vec<(&'static str, String)> {
    let ctx = &context(text, order);
    let mut found = Vec::new();
    let is_llvm = language_of_text(text) == Language::Llvm;
    if is_llvm {
        let upstream = &context(text, order);
        found.push(match import_upstream_form(upstream, text, &ImportOptions::default()) {
            Ok((module, said)) => (
                "import --upstream",
                print(upstream, &module, &PrintOptions::of(&module)).concat() + &messages(upstream, &said),
            ),
            Err(errors) => ("import --upstream", messages(upstream, &errors)),
        });
        if let Err(errors) = import_or_all_errors(&context(text, order), text, &ImportOptions::default()) {
            found.push(("verify", messages(ctx, &errors)));
        }
    }
    let module = match read(ctx, text) {
        Ok(module) => module,
        Err(errors) => {
            found.push(("import", messages(ctx, &errors)));
            return found;
        }
    };
    let mlir = print(ctx, &module, &PrintOptions::of(&module)).concat();
    found.push(("verify", messages(ctx, &verify(ctx, &module))));
    found
        .push(("export", export(ctx, &module).map_or_else(|error| messages(ctx, &[*error]), |pieces| pieces.concat())));
    found.push(("normalize", normalized_text(Side::new(ctx, &module))));
    found.push(("stats", stats(Side::new(ctx, &module)).table()));
    #[cfg(feature = "view")]
    found
        .push(("view", irtrip::view::page(ctx, &module, &Default::default()).unwrap_or_else(|e| messages(ctx, &[*e]))));
    let ctx_of_other = &context(other, order);
    if let Ok(other) = read(ctx_of_other, other) {
        let comparison = compare(Side::new(ctx, &module), Side::new(ctx_of_other, &other), &Options::default());
        let heading = render::Heading { a: "a", b: "b", color: false, made: None };
        found.push(("diff", render::unified(&comparison, &heading) + &render::stat(&comparison, &heading)));
    }
    found.push(("import", mlir));
    if !is_llvm {
        let mut lowered = module;
        let result = passes::lower(ctx, &mut lowered).map_err(|error| messages(ctx, &[error.diagnostic()]));
        found.push((
            "lower",
            result.err().unwrap_or_default() + &print(ctx, &lowered, &PrintOptions::upstream()).concat(),
        ));
    }
    found
}
