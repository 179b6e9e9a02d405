//! `mlir-opt`: reads, verifies and prints MLIR.

use std::time::{Duration, Instant};

use irtrip_bytecode::WriteError;
use irtrip_bytecode::properties::is_registered;
use irtrip_dialect::diagnostic::{
    Diagnostic, DiagnosticCode, DiagnosticLocation, RenderedDiagnostic, SourceFile, SourceLocation, ToolCode,
};
use irtrip_dialect::limits::MAX_ALIAS_PARTS;
use irtrip_dialect::verify::{first_errors, verify};
use irtrip_dialect::{Context, ContextDialects, Module, OpNameDefinition};
use irtrip_grammar::print::most_parts;
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_lower::all_dialects;
use irtrip_lower::conversion::ConversionError;

use crate::diagnostic_renderer::DiagnosticRenderer;
use crate::driver::{ChunkResult, Output};
use crate::flags::{Flags, Translation};
use crate::passes;

/// Runs `mlir-opt` on a chunk.
pub fn run(flags: &Flags, source: &SourceFile) -> ChunkResult {
    let ctx = Box::new(Context::with_dialects(all_dialects()));
    match read(flags, &ctx, source) {
        Ok(module) => run_on_module(flags, source, ctx, Box::new(module)),
        Err(diagnostics) => ChunkResult::failed(diagnostics),
    }
}

/// Runs `mlir-opt` on bytecode. Diagnostics point into the text of a module: where there are any, or the flags are about text,
/// it is `None`, and [`run`] has to have the text.
pub fn run_on_bytecode(flags: &Flags, name: &str, bytes: &[u8]) -> Option<ChunkResult> {
    if flags.split.is_some() || flags.verify_diagnostics.is_some() || flags.no_implicit_module() {
        return None;
    }
    let ctx = Box::new(Context::with_dialects(all_dialects()));
    let module = Box::new(irtrip_bytecode::read(&ctx, bytes).ok()?);
    if !flags.allow_unregistered && has_unregistered(&ctx, &module) {
        return None;
    }
    if !flags.unverified && verify(&ctx, &module).iter().any(|error| counts(flags, error)) {
        return None;
    }
    let source = SourceFile::new(name.to_owned(), String::new());
    Some(run_on_module(flags, &source, ctx, module)).filter(|result| result.diagnostics.is_empty())
}

/// Whether an operation of a module is known to neither irtrip nor upstream's tools.
fn has_unregistered(ctx: &Context, module: &Module) -> bool {
    let mut waiting = vec![&module.body];
    while let Some(body) = waiting.pop() {
        for op in body.linked_ops() {
            let name = body.name(op);
            if name.def().is_none() && !is_registered(ctx, name) {
                return true;
            }
            waiting.extend(body.nested(op));
        }
    }
    false
}

/// Runs what the flags ask for on a module that is read and verified.
fn run_on_module(flags: &Flags, source: &SourceFile, ctx: Box<Context>, mut module: Box<Module>) -> ChunkResult {
    if flags.add_comdats {
        passes::add_comdats(&ctx, &mut module);
    }
    if let Some(visibility) = flags.visibility {
        passes::use_visibility(&ctx, &mut module, visibility);
    }
    if flags.verify_roundtrip
        && let Err(diagnostics) = verify_roundtrip(flags, &ctx, source, &module)
    {
        return ChunkResult::failed(diagnostics);
    }
    #[expect(clippy::disallowed_methods, reason = "-mlir-timing shows it")]
    let start = Instant::now();
    let diagnostics = match run_pipeline(flags, &ctx, source, &mut module) {
        Ok(diagnostics) => diagnostics,
        Err(diagnostics) => return ChunkResult::failed(diagnostics),
    };
    let passes = if flags.pipeline.is_empty() { Duration::ZERO } else { start.elapsed() };
    let options = flags.print_options();
    if options.local_scope && most_parts(&ctx, &module, &options) > MAX_ALIAS_PARTS {
        return ChunkResult::failed(vec![at_start(source, ToolCode::TooLongWithoutAliases, (1, 1))]);
    }
    let output = match flags.emit_bytecode {
        true => match irtrip_bytecode::write(&ctx, &module, &flags.bytecode_options()) {
            Ok(bytes) => Output::Bytecode(bytes),
            Err(error) => {
                let code = match error {
                    WriteError::TooLong => ToolCode::TooLongWithoutAliases,
                    WriteError::Incomplete(operation) => ToolCode::LacksAttribute { operation },
                };
                return ChunkResult::failed(vec![at_start(source, code, (1, 1))]);
            }
        },
        false => Output::Mlir { ctx, module, options, end: "\n" },
    };
    ChunkResult { diagnostics, output: Some(output), passes, ..ChunkResult::default() }
}

/// Runs the passes that the flags ask for. Returns the errors in operations that the passes left as they were.
fn run_pipeline(
    flags: &Flags,
    ctx: &Context,
    source: &SourceFile,
    module: &mut Module,
) -> Rendered<Vec<RenderedDiagnostic>> {
    if flags.pipeline.is_empty() {
        return Ok(Vec::new());
    }
    let run = |ctx: &Context, module: &mut Module| {
        let is_valid =
            |module: &Module| flags.unverified_passes || !verify(ctx, module).iter().any(|e| counts(flags, e));
        flags.pipeline.run_verified(ctx, module, is_valid)
    };
    if run(ctx, module).as_ref().is_ok_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    // A module is read with the locations of its operations only where there are errors.
    let located_ctx = Context::with_dialects(all_dialects());
    let mut located = read_located(flags, &located_ctx, source)?;
    let (is_failure, errors) = match run(&located_ctx, &mut located) {
        Ok(reports) => (false, reports),
        Err(Some(error)) => (true, vec![error]),
        Err(None) => return Err(verify_errors(flags, source, &located_ctx, &located)),
    };
    let errors = errors.into_iter().map(ConversionError::diagnostic).collect();
    let rendered = DiagnosticRenderer::new(flags, source, &located_ctx).render_text(errors);
    if is_failure { Err(rendered) } else { Ok(rendered) }
}

/// Whether an error of the verifier is one of the tool's: what only LLVM refuses is none of MLIR's errors, unless the module goes
/// to LLVM.
fn counts(flags: &Flags, error: &Diagnostic) -> bool {
    flags.translation.is_some() || !is_llvm_rule(error)
}

/// The verifier's errors that the tool reports; none where the module is valid.
fn verify_errors(flags: &Flags, source: &SourceFile, ctx: &Context, module: &Module) -> Vec<RenderedDiagnostic> {
    let errors = first_errors(verify(ctx, module).into_iter().filter(|error| counts(flags, error)).collect());
    if errors.is_empty() {
        Vec::new()
    } else {
        DiagnosticRenderer::new(flags, source, ctx).render_module(module, errors)
    }
}

/// A result whose error is what is wrong with the input.
type Rendered<T> = Result<T, Vec<RenderedDiagnostic>>;

/// Reads and verifies MLIR.
///
/// # Errors
/// What the parser finds wrong, or the verifier.
pub(crate) fn read(flags: &Flags, ctx: &Context, source: &SourceFile) -> Rendered<Module> {
    let options = ParseOptions {
        places: false,
        text_places: false,
        locations: flags.wants_locations() || makes_locations(flags, source),
        file: source.name.clone(),
        // Locations that go into LLVM IR count from the start of the chunk.
        start: if flags.translation.is_none() { source.start() } else { (1, 1) },
        allow_unregistered: flags.allow_unregistered,
        first_error_only: true,
        older_releases: false,
        uncounted: false,
    };
    let module = match parse(ctx, &source.text, &options) {
        // MLIR 22 prints its own spaces, whatever the text has.
        Ok(module) => Module { has_single_spaces: false, ..module },
        Err(errors) => {
            let text = || DiagnosticRenderer::new(flags, source, ctx).render_text(errors);
            return Err(miscounted(flags, source, &options).unwrap_or_else(text));
        }
    };
    if flags.unverified || !verify(ctx, &module).iter().any(|error| counts(flags, error)) {
        let count = module.ops().count();
        if flags.no_implicit_module() && module.implicit && count != 1 {
            return Err(vec![top_level_operations(source, &options, count)]);
        }
        return Ok(module);
    }
    // A module is read with the locations of its operations only where there are errors: others have no use for them.
    let ctx = Context::with_dialects(all_dialects());
    let located = read_located(flags, &ctx, source)?;
    let errors = verify_errors(flags, source, &ctx, &located);
    if errors.is_empty() { Ok(module) } else { Err(errors) }
}

/// Reads MLIR with the location of each operation in the chunk.
///
/// # Errors
/// What the parser finds wrong.
pub(crate) fn read_located(flags: &Flags, ctx: &Context, source: &SourceFile) -> Rendered<Module> {
    let options = ParseOptions {
        locations: true,
        file: source.name.clone(),
        allow_unregistered: flags.allow_unregistered,
        first_error_only: true,
        older_releases: false,
        ..ParseOptions::default()
    };
    parse(ctx, &source.text, &options).map_err(|errors| DiagnosticRenderer::new(flags, source, ctx).render_text(errors))
}

/// The error for an input that is to be one operation and is not, at the file as a whole or at the start of a chunk.
fn top_level_operations(source: &SourceFile, options: &ParseOptions, count: usize) -> RenderedDiagnostic {
    let place = if source.start() == (1, 1) { (0, 0) } else { options.start };
    at_start(source, ToolCode::TopLevelOperations { count }, place)
}

/// An error for an input as a whole, at a line and a column.
fn at_start(source: &SourceFile, code: ToolCode, (line, column): (usize, usize)) -> RenderedDiagnostic {
    RenderedDiagnostic {
        severity: code.severity(),
        message: code.to_string(),
        code: DiagnosticCode::from(code),
        location: SourceLocation::File { name: source.name.clone(), line, column },
        span: None,
        notes: Vec::new(),
    }
}

/// Whether LLVM asks for the rule that is broken, and MLIR's own verifier does not.
fn is_llvm_rule(error: &Diagnostic) -> bool {
    let operation = error.operation.as_deref().unwrap_or_default();
    error.verify_code().is_some_and(|code| code.is_llvm_rule(operation))
}

/// The verifier's errors for a source that is not read only because parts of operations are not as many as they should be.
fn miscounted(flags: &Flags, source: &SourceFile, options: &ParseOptions) -> Option<Vec<RenderedDiagnostic>> {
    let ctx = Context::with_dialects(all_dialects());
    let options = ParseOptions { uncounted: true, locations: true, start: (1, 1), ..options.clone() };
    let module = parse(&ctx, &source.text, &options).ok()?;
    let errors = first_errors(verify(&ctx, &module));
    (!errors.is_empty()).then(|| DiagnosticRenderer::new(flags, source, &ctx).render_module(&module, errors))
}

/// Whether locations in the source go into what is made of it: in a function with debug information an operation without
/// a location of its own has that of its text.
fn makes_locations(flags: &Flags, source: &SourceFile) -> bool {
    flags.translation == Some(Translation::MlirToLlvmir)
        && memchr::memmem::find(source.text.as_bytes(), b"#llvm.di_subprogram").is_some()
}

/// `--verify-roundtrip`: what is printed, in both forms, reads as the same module.
fn verify_roundtrip(flags: &Flags, ctx: &Context, source: &SourceFile, module: &Module) -> Rendered<()> {
    for form in ["custom", "generic"] {
        let options = PrintOptions { generic: form == "generic", debug_info: true, ..PrintOptions::upstream() };
        let text = print(ctx, module, &options).concat();
        let printed = SourceFile::new(format!("{} (printed)", source.name), text);
        let ctx = Context::with_dialects(all_dialects());
        let renderer = DiagnosticRenderer::new(flags, &printed, &ctx);
        let parse_options = ParseOptions { allow_unregistered: flags.allow_unregistered, ..ParseOptions::default() };
        let module = parse(&ctx, &printed.text, &parse_options).map_err(|errors| renderer.render_text(errors))?;
        if print(&ctx, &module, &options).concat() != printed.text {
            let mismatch = Diagnostic::new(ToolCode::RoundtripMismatch { form }, DiagnosticLocation::Module);
            return Err(DiagnosticRenderer::new(flags, source, &ctx).render_text(vec![mismatch]));
        }
    }
    Ok(())
}
