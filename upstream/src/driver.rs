//! An input on its way through a tool: chunk by chunk, the diagnostics printed or compared with those expected, one
//! output.

use std::io;
use std::time::Duration;

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, PlainRenderer, RenderedDiagnostic, SourceFile, ToolCode};
use irtrip_dialect::passes::timing::render;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_grammar::{PrintOptions, print_to};

use crate::flags::{Flags, SPLIT_MARKER, Translation};
use crate::source_mgr::SourceMgrDiagnosticHandler;
use crate::split_input_file::split;
use crate::verify_diagnostics::SourceMgrDiagnosticVerifierHandler;
use crate::{import_llvm, mlir_opt, mlir_to_llvmir};

/// What takes the pieces of a text, one after the other.
pub type Sink<'s> = &'s mut dyn FnMut(&str) -> io::Result<()>;

/// What a tool makes of a chunk of its input.
#[derive(Default)]
pub struct ChunkResult {
    /// The diagnostics, in order.
    pub diagnostics: Vec<RenderedDiagnostic>,
    /// What the output has no room for. Upstream's tools drop it without a diagnostic.
    pub losses: Vec<RenderedDiagnostic>,
    /// The output; none where the chunk has errors.
    pub output: Option<Output>,
    /// How long passes took.
    pub passes: Duration,
}

impl ChunkResult {
    /// A chunk with errors.
    pub fn failed(diagnostics: Vec<RenderedDiagnostic>) -> ChunkResult {
        ChunkResult { diagnostics, ..ChunkResult::default() }
    }
}

/// The output for a chunk. It owns the module it is made of, so that a program that ends may leave it as it is.
pub enum Output {
    /// MLIR, which is printed while it is written.
    Mlir {
        /// The module's context.
        ctx: Box<Context>,
        /// The module.
        module: Box<Module>,
        /// How to print it.
        options: PrintOptions,
        /// What follows it.
        end: &'static str,
    },
    /// Bytecode.
    Bytecode(Vec<u8>),
    /// LLVM assembly.
    Llvm {
        /// The module's context.
        ctx: Box<Context>,
        /// The module.
        module: Box<Module>,
        /// The text, in pieces.
        pieces: Vec<String>,
    },
}

impl Output {
    fn write(&self, sink: Sink<'_>) -> io::Result<()> {
        match self {
            Output::Mlir { ctx, module, options, end } => {
                print_to(ctx, module, options, &mut *sink)?;
                sink(end)
            }
            Output::Llvm { pieces, .. } => pieces.iter().try_for_each(|piece| sink(piece)),
            // Only who asked for it writes bytes.
            Output::Bytecode(_) => Ok(()),
        }
    }
}

/// What a tool makes of an input.
#[derive(Default)]
pub struct ToolResult {
    /// The diagnostics as the tool prints them.
    pub diagnostics: String,
    /// What the output has no room for. Upstream's tools drop it without a diagnostic.
    pub losses: Vec<RenderedDiagnostic>,
    /// Whether the tool fails: its exit status is 1.
    pub failed: bool,
    /// Whether the tool writes its output. Where it fails it does so only if the chunks are each by themselves.
    pub has_output: bool,
    outputs: Vec<OutputPart>,
    /// How long passes took.
    passes: Duration,
}

/// A part of the whole output.
enum OutputPart {
    Marker(String),
    Chunk(Output),
}

impl ToolResult {
    /// Writes the output, if there is one.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&self, sink: Sink<'_>) -> io::Result<()> {
        if !self.has_output {
            return Ok(());
        }
        self.outputs.iter().try_for_each(|part| match part {
            OutputPart::Marker(text) => sink(text),
            OutputPart::Chunk(output) => output.write(sink),
        })
    }

    /// The output as bytes, where that is bytecode.
    pub fn bytecode(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut is_bytecode = false;
        for part in self.outputs.iter().filter(|_| self.has_output) {
            match part {
                OutputPart::Marker(text) => bytes.extend_from_slice(text.as_bytes()),
                OutputPart::Chunk(Output::Bytecode(module)) => {
                    is_bytecode = true;
                    bytes.extend_from_slice(module);
                }
                OutputPart::Chunk(Output::Mlir { .. } | Output::Llvm { .. }) => return None,
            }
        }
        is_bytecode.then_some(bytes)
    }

    /// The report of `--mlir-timing`: what was not passes was reading.
    pub fn timing(&self, processing: Duration, writing: Duration) -> String {
        let passes = Some(("Passes", self.passes)).filter(|(_, time)| !time.is_zero());
        let parser = ("Parser", processing.saturating_sub(self.passes));
        let rows: Vec<_> = [parser].into_iter().chain(passes).chain([("Output", writing)]).collect();
        render(&rows, processing + writing)
    }

    /// The output as one text.
    pub fn output(&self) -> String {
        let mut text = String::new();
        // A `String` takes all that is written.
        let _ = self.write(&mut |piece| {
            text.push_str(piece);
            Ok(())
        });
        text
    }
}

/// Runs the tool that the flags are of over an input. A chunk with errors has no output and does not keep the others
/// from theirs.
///
/// ```
/// use irtrip_dialect::diagnostic::SourceFile;
/// use irtrip_upstream::{Flags, Tool, run};
/// let flags = Flags::parse(Tool::Opt, &["--mlir-print-op-generic".into()]).unwrap();
/// let result = run(&flags, &SourceFile::new("a.mlir", "llvm.func @f()".to_owned()));
/// assert!(!result.failed && result.output().contains("\"llvm.func\"()"));
/// let result = run(&flags, &SourceFile::new("a.mlir", "llvm.fun @f()".to_owned()));
/// assert!(result.failed && result.diagnostics.starts_with("a.mlir:1:1: error: custom op 'llvm.fun' is unknown"));
/// ```
pub fn run(flags: &Flags, source: &SourceFile) -> ToolResult {
    irtrip_dialect::deep_stack::on_deep_stack(|| run_chunks(flags, source))
}

/// Runs the tool over MLIR bytecode without its text; `None` where what the tool does or says needs the text.
pub fn run_on_bytecode(flags: &Flags, name: &str, bytes: &[u8]) -> Option<ToolResult> {
    if flags.translation.is_some() {
        return None;
    }
    let ChunkResult { output, passes, .. } =
        irtrip_dialect::deep_stack::on_deep_stack(|| mlir_opt::run_on_bytecode(flags, name, bytes))?;
    let outputs = output.map(OutputPart::Chunk).into_iter().collect();
    Some(ToolResult { has_output: true, outputs, passes, ..ToolResult::default() })
}

fn run_chunks(flags: &Flags, source: &SourceFile) -> ToolResult {
    let handler = SourceMgrDiagnosticHandler::new(source);
    let mut result = ToolResult::default();
    let split_source;
    let chunks = match &flags.split {
        Some(marker) => {
            let near_misses;
            (split_source, near_misses) = split(source, marker);
            for at in near_misses {
                handler.print(&near_miss(source, at), &mut result.diagnostics);
            }
            split_source.as_slice()
        }
        None => std::slice::from_ref(source),
    };
    for (i, chunk) in chunks.iter().enumerate() {
        if i > 0 {
            result.outputs.push(OutputPart::Marker(output_marker(flags)));
        }
        let ChunkResult { diagnostics, losses, output, passes } = match flags.translation {
            None => mlir_opt::run(flags, chunk),
            Some(Translation::ImportLlvm) => import_llvm::run(flags, chunk),
            Some(Translation::MlirToLlvmir) => mlir_to_llvmir::run(flags, chunk),
        };
        let (shown, failed) = match flags.verify_diagnostics {
            Some(level) => {
                let name = buffer_name(flags, chunk);
                // Diagnostics of LLVM assembly have no notes; of those of MLIR not all notes are made.
                let notes = flags.translation == Some(Translation::ImportLlvm);
                let verifier = SourceMgrDiagnosticVerifierHandler { source: chunk, name: &name, level, notes };
                let wrong = verifier.verify(&diagnostics);
                let failed = !wrong.is_empty();
                (wrong, failed)
            }
            None => (diagnostics, output.is_none()),
        };
        let is_shown = |shown: &&RenderedDiagnostic| shown.severity.is_error() || !flags.errors_only;
        shown.iter().filter(is_shown).for_each(|shown| handler.print(shown, &mut result.diagnostics));
        result.failed |= failed;
        result.passes += passes;
        result.losses.extend(losses);
        result.outputs.extend(output.map(OutputPart::Chunk));
    }
    result.has_output = !result.failed || flags.split.is_some();
    result
}

/// The warning for text that is almost a marker between chunks.
fn near_miss(source: &SourceFile, at: usize) -> RenderedDiagnostic {
    let code = DiagnosticCode::from(ToolCode::SplitMarkerNearMiss);
    source.render(&Context::with_dialects(irtrip_lower::all_dialects()), &Diagnostic::new(code, at..at), &PlainRenderer)
}

/// The name that locations of a chunk go by: upstream's import has one of its own.
pub(crate) fn buffer_name(flags: &Flags, chunk: &SourceFile) -> String {
    match (&flags.split, flags.translation) {
        (Some(_), Some(Translation::ImportLlvm)) => {
            format!("within split at {}:{} offset ", chunk.name, chunk.start().0)
        }
        _ => chunk.name.clone(),
    }
}

/// The line between two chunks of the output: `mlir-translate`'s is empty unless it is asked for.
fn output_marker(flags: &Flags) -> String {
    let default = if flags.translation.is_some() { "" } else { SPLIT_MARKER };
    format!("{}\n", flags.output_split.as_deref().unwrap_or(default))
}
