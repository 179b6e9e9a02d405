//! `mlir-translate --import-llvm`: LLVM assembly to the LLVM dialect.

use irtrip_dialect::diagnostic::{
    Diagnostic, DiagnosticCode, DiagnosticLocation, PlainRenderer, RenderedDiagnostic, Severity, SourceFile,
    SourceLocation,
};
use irtrip_dialect::verify::{first_errors, verify};
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_grammar::PrintOptions;
use irtrip_import::{ImportOptions, import_upstream_form};

use crate::diagnostic_renderer::DiagnosticRenderer;
use crate::driver::{ChunkResult, Output, buffer_name};
use crate::flags::Flags;
use crate::llvm_excerpts::{CanonicalModule, ExcerptRenderer, has_excerpt};
use crate::source_mgr::SourceMgrDiagnosticHandler;
use crate::struct_names::struct_names;
use crate::upstream_form::to_upstream_form;

/// Runs `mlir-translate --import-llvm` on a chunk.
pub fn run(flags: &Flags, source: &SourceFile) -> ChunkResult {
    let ctx = Box::new(Context::with_dialects(irtrip_lower::all_dialects()));
    let name = buffer_name(flags, source);
    let options = ImportOptions {
        locations: None,
        places: false,
        release: None,
        of_bitcode: false,
        module_name: Some(&name),
        keep_edges: false,
        structs_as_literals: flags.structs_as_literals,
        drop_composite_elements: flags.drop_composite_elements,
        prefer_unregistered_intrinsics: flags.prefer_unregistered_intrinsics,
        debug_intrinsics: flags.debug_intrinsics,
        as_llvm_reads: true,
        escapes: source.escapes(),
    };
    let chunk = Chunk { flags, source, options: &options };
    let (module, diagnostics) = match import_upstream_form(&ctx, &source.text, &options) {
        Ok((module, diagnostics)) => (Some(module), diagnostics),
        Err(diagnostics) => (None, diagnostics),
    };
    let (losses, diagnostics): (Vec<_>, Vec<_>) =
        diagnostics.into_iter().partition(|diagnostic| matches!(diagnostic.code, DiagnosticCode::Loss(_)));
    let (diagnostics, is_fatal) = chunk.reported(diagnostics);
    let rendered = chunk.render(&ctx, module.as_ref(), diagnostics);
    let Some(mut module) = module.filter(|_| !is_fatal) else { return ChunkResult::failed(rendered) };
    let renderer = DiagnosticRenderer::new(flags, source, &ctx);
    let mut result = ChunkResult { diagnostics: rendered, ..ChunkResult::default() };
    match to_upstream_form(&ctx, &mut module) {
        Ok(dropped) => result.losses = renderer.render_text(losses.into_iter().chain(dropped).collect()),
        Err(refused) => {
            result.diagnostics.extend(renderer.render_text(refused));
            return result;
        }
    }
    let errors = first_errors(verify(&ctx, &module));
    if !errors.is_empty() {
        result.diagnostics.extend(renderer.render_module(&module, errors));
        return result;
    }
    let options = PrintOptions {
        struct_names: struct_names(&ctx, &module),
        double_doubles_as_f128: true,
        ..flags.print_options()
    };
    result.output = Some(Output::Mlir { ctx, module: Box::new(module), options, end: "" });
    result
}

/// A chunk and how it is imported.
struct Chunk<'a> {
    flags: &'a Flags,
    source: &'a SourceFile,
    options: &'a ImportOptions<'a>,
}

impl Chunk<'_> {
    /// The diagnostics that upstream reports, up to a fatal one; and whether there is a fatal one.
    fn reported(&self, diagnostics: Vec<Diagnostic>) -> (Vec<Diagnostic>, bool) {
        let is_reported = |diagnostic: &Diagnostic| match &diagnostic.code {
            DiagnosticCode::UpstreamImport(code) => self.flags.expensive_warnings || !code.is_expensive(),
            _ => true,
        };
        let mut reported: Vec<Diagnostic> = diagnostics.into_iter().filter(is_reported).collect();
        let fatal = reported.iter().position(|diagnostic| diagnostic.severity == Severity::Fatal);
        if let Some(fatal) = fatal {
            reported.truncate(fatal + 1);
        }
        (reported, fatal.is_some())
    }

    /// Renders the diagnostics of an import. Where messages show pieces of the module, these are pieces of its canonical
    /// text: that is imported in its turn, so that the places of the pieces are places in it.
    fn render(&self, ctx: &Context, module: Option<&Module>, diagnostics: Vec<Diagnostic>) -> Vec<RenderedDiagnostic> {
        let file = |ctx: &Context, module: &Module| SourceLocation::of_attribute(ctx, module.loc);
        let canonical = diagnostics.iter().any(has_excerpt).then(|| CanonicalModule::of(self.source)).flatten();
        let location = module.map_or(SourceLocation::Unknown, |module| file(ctx, module));
        let Some(canonical) = canonical else {
            return self.render_each(ctx, &location, &ExcerptRenderer::written(ctx, self.source), &diagnostics);
        };
        let other = Context::with_dialects(irtrip_lower::all_dialects());
        let diagnostics = match import_upstream_form(&other, &canonical.source.text, self.options) {
            Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
        };
        let diagnostics = diagnostics.into_iter().filter(|d| !matches!(d.code, DiagnosticCode::Loss(_))).collect();
        let (diagnostics, _) = self.reported(diagnostics);
        let renderer = ExcerptRenderer::canonical(&other, &canonical, &diagnostics);
        self.render_each(&other, &location, &renderer, &diagnostics)
    }

    fn render_each(
        &self,
        ctx: &Context,
        module: &SourceLocation,
        arguments: &ExcerptRenderer<'_>,
        diagnostics: &[Diagnostic],
    ) -> Vec<RenderedDiagnostic> {
        let render = |diagnostic: &Diagnostic| {
            if let DiagnosticCode::Import(_) | DiagnosticCode::LlvmVerify(_) = diagnostic.code {
                return self.of_reader(ctx, diagnostic);
            }
            let location = match &diagnostic.location {
                DiagnosticLocation::Attribute(location) => SourceLocation::of_attribute(ctx, *location),
                DiagnosticLocation::Operation(operation) => SourceLocation::of_attribute(ctx, operation.location()),
                DiagnosticLocation::Module => module.clone(),
                // MLIR has no locations of LLVM assembly.
                DiagnosticLocation::Span(_) | DiagnosticLocation::Unknown => SourceLocation::Unknown,
            };
            RenderedDiagnostic { location, ..self.source.render(ctx, diagnostic, arguments) }
        };
        diagnostics.iter().map(render).collect()
    }

    /// An error of LLVM's reader: upstream's message is what LLVM prints for it, line and caret and all.
    fn of_reader(&self, ctx: &Context, diagnostic: &Diagnostic) -> RenderedDiagnostic {
        let rendered = self.source.render(ctx, diagnostic, &PlainRenderer);
        let mut message = String::new();
        SourceMgrDiagnosticHandler::new(self.source).print(&rendered, &mut message);
        RenderedDiagnostic {
            message: message.trim_end().to_owned(),
            location: SourceLocation::Unknown,
            span: None,
            ..rendered
        }
    }
}
