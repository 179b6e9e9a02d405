//! What the commands do with an input.

use std::convert::Infallible;

use irtrip_dialect::diagnostic::SourceFile;
use irtrip_dialect::verify::verify;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Options, Side, compare, normalized_text, stats};
use irtrip_export::{ExportOptions, export_text};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import, import_upstream_form};
use irtrip_lower::passes;
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::trip::{Outcome, trip};
use irtrip_upstream::{Flags, Tool};

use super::meter::{Cost, Meter};
use super::{Shape, shapes};

/// Unregistered operations are taken.
const UNREGISTERED: &str = "--allow-unregistered-dialect";

/// Takes the inputs of a shape through all steps, and hands the cost of each on: for one thing, twice, for N and for 2N.
pub fn run(language: Language, shape: &Shape, report: &mut dyn FnMut(Cost)) {
    for n in [1, 1, shape.n, 2 * shape.n] {
        take(language, shape, n, report);
    }
}

/// The shape of this name.
pub fn find(name: &str) -> Option<(Language, &'static Shape)> {
    let named = |language| shapes(language).find(|shape| shape.name == name).map(|shape| (language, shape));
    named(Language::Llvm).or_else(|| named(Language::Mlir))
}

fn take(language: Language, shape: &Shape, n: usize, report: &mut dyn FnMut(Cost)) {
    let (text, other) = ((shape.text)(n), (shape.text)(n + 1));
    let mut meter = Meter::new(n, report);
    match language {
        Language::Llvm => llvm(&mut meter, &text, &other),
        Language::Mlir => mlir(&mut meter, &text, &other),
    };
}

fn context() -> Context {
    Context::with_dialects(irtrip_lower::all_dialects())
}

/// The steps for LLVM assembly. A step that needs what another one made is left out where that one failed.
fn llvm(meter: &mut Meter, text: &str, other: &str) -> Option<()> {
    let ctx = context();
    let module = meter.step("import", || import(&ctx, text, &ImportOptions::default()));
    let upstream = || import_upstream_form(&context(), text, &ImportOptions::default());
    drop(meter.step("import --upstream", || upstream().map_err(first)));
    let module = module?;
    meter.step("verify", || verified(&ctx, &module));
    let middle = meter.text("print", || done(print(&ctx, &module, &PrintOptions::of(&module)).concat()));
    meter.text("stats", || done(stats(Side::new(&ctx, &module)).table()));
    meter.text("normalize", || done(normalized_text(Side::new(&ctx, &module))));
    let middle = middle?;
    let again = context();
    let parsed = meter.step("parse", || parsed(&again, &middle))?;
    meter.text("export", || export_text(&again, &parsed, &ExportOptions::default()).map(|pieces| pieces.concat()));
    meter.step("roundtrip", || round_trips(Language::Llvm, text));
    let other_ctx = context();
    if let Ok(other) = import(&other_ctx, other, &ImportOptions::default()) {
        differences(meter, Side::new(&ctx, &module), Side::new(&again, &parsed), Side::new(&other_ctx, &other));
    }
    Some(())
}

/// The steps for MLIR. What goes to LLVM IR is what the passes that lower make of the module.
fn mlir(meter: &mut Meter, text: &str, other: &str) -> Option<()> {
    let ctx = context();
    let module = meter.step("parse", || parsed(&ctx, text));
    let pieces = ["--split-input-file", "--verify-diagnostics", UNREGISTERED];
    meter.text("mlir-opt, pieces", || upstream(Tool::Opt, &pieces, text));
    let module = module?;
    meter.text("mlir-opt", || upstream(Tool::Opt, &[UNREGISTERED], text));
    meter.step("verify", || verified(&ctx, &module));
    meter.text("print", || done(print(&ctx, &module, &PrintOptions::default()).concat()));
    meter.text("stats", || done(stats(Side::new(&ctx, &module)).table()));
    meter.text("normalize", || done(normalized_text(Side::new(&ctx, &module))));
    let (again, other_ctx) = (context(), context());
    let same = parse(&again, text, &ParseOptions::default()).ok()?;
    if let Ok(other) = parse(&other_ctx, other, &ParseOptions::default()) {
        differences(meter, Side::new(&ctx, &module), Side::new(&again, &same), Side::new(&other_ctx, &other));
    }
    let mut lowered = same;
    meter.step("lower", || passes::lower(&again, &mut lowered).map_err(|error| error.diagnostic().to_string()))?;
    meter.text("export", || export_text(&again, &lowered, &ExportOptions::default()).map(|pieces| pieces.concat()));
    let lowered = print(&again, &lowered, &PrintOptions::default()).concat();
    meter.text("mlir-opt, passes", || upstream(Tool::Opt, &["--canonicalize", "--cse", UNREGISTERED], &lowered));
    meter.text("mlir-translate", || upstream(Tool::Translate, &["--mlir-to-llvmir"], &lowered));
    meter.step("roundtrip", || round_trips(Language::Mlir, &lowered));
    Some(())
}

/// The comparisons of a module with one that is the same, and with one that has another thing.
fn differences(meter: &mut Meter, module: Side, same: Side, other: Side) {
    meter.step("diff, the same", || done(compare(module, same, &Options::default())));
    meter.text("diff, one more", || {
        let comparison = compare(module, other, &Options::default());
        done(unified(&comparison, &Heading { a: "a", b: "b", color: false, made: None }))
    });
}

fn done<T>(made: T) -> Result<T, Infallible> {
    Ok(made)
}

/// The first of all errors.
fn first<T: ToString>(errors: Vec<T>) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

fn parsed(ctx: &Context, text: &str) -> Result<Module, String> {
    parse(ctx, text, &ParseOptions::default()).map_err(first)
}

fn verified(ctx: &Context, module: &Module) -> Result<(), String> {
    match verify(ctx, module).first() {
        Some(error) => Err(error.to_string()),
        None => Ok(()),
    }
}

/// Whether a module round-trips; otherwise why not. In which form it does is no matter of growth.
fn round_trips(language: Language, text: &str) -> Result<(), String> {
    match trip(language, text).outcome {
        Outcome::Failed(failure) => Err(failure.to_string()),
        Outcome::Identical | Outcome::Equivalent(_) | Outcome::Upgraded(_) | Outcome::Different(_) => Ok(()),
    }
}

/// A tool of upstream's with these flags.
fn upstream(tool: Tool, flags: &[&str], text: &str) -> Result<String, String> {
    let arguments: Vec<_> = flags.iter().map(Into::into).collect();
    let flags = Flags::parse(tool, &arguments).map_err(|error| error.to_string())?;
    let result = irtrip_upstream::run(&flags, &SourceFile::new("input", text.to_owned()));
    if result.failed {
        return Err(result.diagnostics);
    }
    Ok(result.output())
}
