//! Diagnostics of MLIR with the notes that upstream's tools put to them: the operation that a diagnostic is about, and the
//! dialects that there are.

use std::fmt;

use irtrip_dialect::diagnostic::{
    ArgumentRenderer, ContextRenderer, CurrentOperation, Diagnostic, DiagnosticArgument, DiagnosticCode,
    DiagnosticLocation, ParseCode, RenderedDiagnostic, Severity, SourceFile, ToolCode, VerifyCode,
};
use irtrip_dialect::limits::MAX_ALIAS_PARTS;
use irtrip_dialect::{Body, Context, Module, Op};
use irtrip_grammar::print::{PrintOptions, most_parts, print, print_each};

use crate::flags::Flags;
use crate::known_dialects;

/// The dialects that `mlir-translate` has; `mlir-opt` has all that are known.
pub(crate) const TRANSLATE_DIALECTS: [&str; 16] = [
    "acc", "arm_neon", "arm_sme", "arm_sve", "builtin", "dlti", "func", "gpu", "llvm", "nvvm", "omp", "ptr", "rocdl",
    "spirv", "vcix", "xevm",
];

/// Renders diagnostics of a chunk as upstream's tools word them.
pub struct DiagnosticRenderer<'a> {
    flags: &'a Flags,
    source: &'a SourceFile,
    ctx: &'a Context,
}

impl<'a> DiagnosticRenderer<'a> {
    /// A renderer of diagnostics about `source`, whose arguments and locations are of `ctx`.
    pub fn new(flags: &'a Flags, source: &'a SourceFile, ctx: &'a Context) -> DiagnosticRenderer<'a> {
        DiagnosticRenderer { flags, source, ctx }
    }

    /// Renders what is wrong with a text that is not read, or with an input as a whole.
    pub(crate) fn render_text(&self, diagnostics: Vec<Diagnostic>) -> Vec<RenderedDiagnostic> {
        let render = |mut diagnostic: Diagnostic| {
            if let DiagnosticCode::Parse(ParseCode::UnknownDialect { .. }) = diagnostic.code {
                let location = diagnostic.location.clone();
                diagnostic = diagnostic.with_note(self.available_dialects(), location);
            }
            self.render(diagnostic, &ContextRenderer(self.ctx))
        };
        diagnostics.into_iter().map(render).collect()
    }

    /// Renders the diagnostics of a module that was read with locations: warnings show operations in the form that the
    /// flags ask for, errors in the generic one.
    pub(crate) fn render_module(&self, module: &Module, diagnostics: Vec<Diagnostic>) -> Vec<RenderedDiagnostic> {
        let generic = self.flags.operation_options();
        let custom = PrintOptions { generic: self.flags.print_options().generic, ..generic.clone() };
        let (warnings, errors): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Warning);
        let mut rendered = self.render_operations(module, warnings, &custom);
        rendered.extend(self.render_operations(module, errors, &generic));
        rendered
    }

    fn render_operations(
        &self,
        module: &Module,
        diagnostics: Vec<Diagnostic>,
        options: &PrintOptions,
    ) -> Vec<RenderedDiagnostic> {
        let operation = |diagnostic: &Diagnostic| diagnostic.location.operation()?.find(module);
        let sites: Vec<Option<(&Body, Op)>> = diagnostics.iter().map(operation).collect();
        let texts = operation_texts(self.ctx, module, &sites, options);
        let render = |(mut diagnostic, text): (Diagnostic, String)| {
            // The location of the module is that of its text.
            if diagnostic.location == DiagnosticLocation::Module {
                diagnostic.location = module.loc.into();
            }
            if self.flags.shows_operation() && shows_operation(&diagnostic.code) {
                let operation = CurrentOperation(diagnostic.operation.as_deref().unwrap_or_default().to_owned());
                let code = ToolCode::CurrentOperation { operation };
                let location = diagnostic.location.clone();
                let note = Diagnostic { severity: Severity::Note, ..Diagnostic::new(code, location) };
                diagnostic.notes.insert(0, note);
            }
            let is_layout = matches!(diagnostic.verify_code(), Some(VerifyCode::LayoutString(_)));
            let mut rendered = self.render(diagnostic, &OperationRenderer { ctx: self.ctx, text: &text });
            // The message comes from LLVM's parser of data layouts, which ends its line.
            if is_layout {
                rendered.message.push('\n');
            }
            rendered
        };
        diagnostics.into_iter().zip(texts).map(render).collect()
    }

    fn render(&self, mut diagnostic: Diagnostic, arguments: &dyn ArgumentRenderer) -> RenderedDiagnostic {
        if self.flags.without_notes {
            diagnostic.notes.clear();
        }
        self.source.render(self.ctx, &diagnostic, arguments)
    }

    fn available_dialects(&self) -> ToolCode {
        let mut known = if self.flags.translation.is_some() { TRANSLATE_DIALECTS.to_vec() } else { known_dialects() };
        known.retain(|dialect| *dialect != "irtrip");
        ToolCode::AvailableDialects { dialects: known.join(", ") }
    }
}

/// Whether a note shows the operation that a diagnostic is about.
fn shows_operation(code: &DiagnosticCode) -> bool {
    match code {
        DiagnosticCode::Verify(code) => code.shows_operation(),
        DiagnosticCode::UpstreamExport(code) => code.shows_operation(),
        DiagnosticCode::Parse(_)
        | DiagnosticCode::Import(_)
        | DiagnosticCode::LlvmVerify(_)
        | DiagnosticCode::UpstreamImport(_)
        | DiagnosticCode::Export(_)
        | DiagnosticCode::Loss(_)
        | DiagnosticCode::Tool(_)
        | DiagnosticCode::Llvm(_) => false,
    }
}

/// Shows the operation that a diagnostic is about whole, as `mlir-opt` does.
struct OperationRenderer<'a> {
    ctx: &'a Context,
    /// The operation as it is printed.
    text: &'a str,
}

impl ArgumentRenderer for OperationRenderer<'_> {
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn fmt::Write) -> fmt::Result {
        match argument {
            // An operation of several lines starts a line of its own.
            DiagnosticArgument::CurrentOperation(_) if self.text.contains('\n') => write!(out, "\n{}", self.text),
            DiagnosticArgument::CurrentOperation(_) => out.write_str(self.text),
            other => ContextRenderer(self.ctx).write(other, out),
        }
    }
}

/// The operations as they are printed, without aliases; `None` is the module. Nothing where that is out of proportion to the module.
fn operation_texts(
    ctx: &Context,
    module: &Module,
    sites: &[Option<(&Body, Op)>],
    options: &PrintOptions,
) -> Vec<String> {
    if sites.is_empty() || most_parts(ctx, module, options) > MAX_ALIAS_PARTS {
        return vec![String::new(); sites.len()];
    }
    let mut each = print_each(ctx, sites.iter().copied().flatten(), options).into_iter();
    let text = |cx: &Option<_>| match cx {
        Some(_) => each.next().unwrap_or_default(),
        None => print(ctx, module, options).concat(),
    };
    sites.iter().map(text).collect()
}
