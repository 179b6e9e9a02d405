//! The one diagnostic: what irtrip reports about its input, at any stage.
//!
//! A [`Diagnostic`] has a [`Severity`], a typed [`DiagnosticCode`] that holds its arguments, a [`DiagnosticLocation`]
//! and notes. A program asks for the code, never for the text. The text is rendered once, by whoever shows the
//! diagnostic: [`std::fmt::Display`] renders it without excerpts of the input, [`Diagnostic::render`] with a renderer
//! of the caller's choice for types, attributes and excerpts.
//!
//! Codes are declared once each, with severity, arguments and message, in one enumeration a stage:
//!
//! - [`ParseCode`]: MLIR text that cannot be read
//! - [`VerifyCode`]: rules that a module breaks
//! - [`ImportCode`]: LLVM assembly that cannot be read
//! - [`LlvmVerifyCode`]: rules of LLVM's verifier that LLVM IR breaks
//! - [`UpstreamImportCode`]: what MLIR's translation from LLVM IR reports while it drops what its form has no room for
//! - [`ExportCode`]: a module that has no form in LLVM IR
//! - [`LossCode`]: what a translation leaves out
//! - [`UpstreamExportCode`]: what MLIR's translation to LLVM IR reports of a valid module
//! - [`ToolCode`]: what `mlir-opt` and `mlir-translate` themselves report
//! - [`LlvmCode`]: what LLVM's library reports
//!
//! A [`SourceFile`] finds the place of a diagnostic in its text, and makes it a [`RenderedDiagnostic`].

mod argument;
mod binary_error;
mod codes;
mod line_index;
mod operation;
mod parse_error;
mod source_file;
mod spell;
mod stale_reason;

use std::fmt;
use std::ops::Range;

pub use argument::{
    ArgumentRenderer, ContextRenderer, CurrentOperation, DiagnosticArgument, DiagnosticValue, LlvmExcerpt,
    PlainRenderer,
};
pub use binary_error::BinaryError;
pub use codes::{
    ExportCode, ImportCode, LlvmCode, LlvmVerifyCode, LossCode, ParseCode, ToolCode, UpstreamExportCode,
    UpstreamImportCode, VerifyCode, counted,
};
pub use line_index::LineIndex;
pub use operation::OperationReference;
pub use parse_error::{ParseError, Parsed};
pub use source_file::{RenderedDiagnostic, SourceFile, SourceLocation, char_boundary_before};
pub use spell::{spell, spell_attr};
pub use stale_reason::StaleReason;

use crate::context::Attr;

/// How grave a diagnostic is, from the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// It explains another diagnostic.
    Note,
    /// A decision of the tool; nothing is wrong.
    Remark,
    /// The input is taken, and something of it is ignored or lost.
    Warning,
    /// Something is wrong; the tool goes on to find more.
    Error,
    /// Something is wrong, and the tool stops.
    Fatal,
}

impl Severity {
    /// The word before the message: a fatal error is an `error`, as for LLVM's and MLIR's tools.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Remark => "remark",
            Severity::Warning => "warning",
            Severity::Error | Severity::Fatal => "error",
        }
    }

    /// The severity that a word names; `error` is [`Severity::Error`].
    pub fn from_name(name: &str) -> Option<Severity> {
        [Severity::Note, Severity::Remark, Severity::Warning, Severity::Error].into_iter().find(|s| s.name() == name)
    }

    /// Whether the input is refused.
    pub fn is_error(self) -> bool {
        self >= Severity::Error
    }
}

/// Where in the input a diagnostic points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DiagnosticLocation {
    /// At no place that is known.
    #[default]
    Unknown,
    /// At bytes of the text that was read.
    Span(Range<usize>),
    /// At a location attribute.
    Attribute(Attr),
    /// At an operation of a module.
    Operation(OperationReference),
    /// At the module as a whole.
    Module,
}

impl DiagnosticLocation {
    /// The bytes of the text, where the location is one of text.
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            DiagnosticLocation::Span(span) => Some(span.clone()),
            DiagnosticLocation::Unknown
            | DiagnosticLocation::Attribute(_)
            | DiagnosticLocation::Operation(_)
            | DiagnosticLocation::Module => None,
        }
    }

    /// The location attribute, where the location is one or has one.
    pub fn attribute(&self) -> Option<Attr> {
        match self {
            DiagnosticLocation::Attribute(location) => Some(*location),
            DiagnosticLocation::Operation(operation) => Some(operation.location()),
            DiagnosticLocation::Unknown | DiagnosticLocation::Span(_) | DiagnosticLocation::Module => None,
        }
    }

    /// The operation, where it is known.
    pub fn operation(&self) -> Option<OperationReference> {
        match self {
            DiagnosticLocation::Operation(operation) => Some(*operation),
            DiagnosticLocation::Unknown
            | DiagnosticLocation::Attribute(_)
            | DiagnosticLocation::Span(_)
            | DiagnosticLocation::Module => None,
        }
    }
}

impl From<Range<usize>> for DiagnosticLocation {
    fn from(span: Range<usize>) -> DiagnosticLocation {
        DiagnosticLocation::Span(span)
    }
}

impl From<OperationReference> for DiagnosticLocation {
    fn from(operation: OperationReference) -> DiagnosticLocation {
        DiagnosticLocation::Operation(operation)
    }
}

impl From<Attr> for DiagnosticLocation {
    fn from(location: Attr) -> DiagnosticLocation {
        DiagnosticLocation::Attribute(location)
    }
}

/// Declares the stages: each once, with the type of its codes and its name.
macro_rules! stages {
    ($($(#[$doc:meta])* $variant:ident($code:ty) = $stage:literal;)*) => {
        /// The code of a diagnostic, by the stage that reports it, with the arguments of its message.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum DiagnosticCode {
            $($(#[$doc])* $variant($code),)*
        }

        $(impl From<$code> for DiagnosticCode {
            fn from(code: $code) -> DiagnosticCode {
                DiagnosticCode::$variant(code)
            }
        })*

        impl DiagnosticCode {
            /// The code's name for programs to read, in kebab case: `undefined-value`. Names are unique within a stage.
            pub fn name(&self) -> &'static str {
                match self {
                    $(DiagnosticCode::$variant(code) => code.name(),)*
                }
            }

            /// The name of the stage that reports the code.
            pub fn stage(&self) -> &'static str {
                match self {
                    $(DiagnosticCode::$variant(_) => $stage,)*
                }
            }

            /// How grave the code is where no other severity is given.
            pub fn severity(&self) -> Severity {
                match self {
                    $(DiagnosticCode::$variant(code) => code.severity(),)*
                }
            }

            /// The arguments of the message, by name.
            pub fn arguments(&self) -> Vec<(&'static str, DiagnosticArgument)> {
                match self {
                    $(DiagnosticCode::$variant(code) => code.arguments(),)*
                }
            }

            /// Writes the message with its arguments as `renderer` writes them.
            ///
            /// # Errors
            /// Those of `out`.
            pub fn write(&self, renderer: &dyn ArgumentRenderer, out: &mut dyn fmt::Write) -> fmt::Result {
                match self {
                    $(DiagnosticCode::$variant(code) => code.write(renderer, out),)*
                }
            }
        }
    };
}

stages! {
    /// Reported by the reader of MLIR text.
    Parse(ParseCode) = "parse";
    /// Reported by the verifier.
    Verify(VerifyCode) = "verify";
    /// Reported by the importer of LLVM assembly.
    Import(ImportCode) = "import";
    /// Reported by the rules of LLVM's verifier.
    LlvmVerify(LlvmVerifyCode) = "llvm-verify";
    /// Reported by the translation of LLVM IR to upstream's form.
    UpstreamImport(UpstreamImportCode) = "translation";
    /// Reported by the exporter to LLVM assembly.
    Export(ExportCode) = "export";
    /// Reported where something is left out.
    Loss(LossCode) = "loss";
    /// Reported by MLIR's translation to LLVM IR.
    UpstreamExport(UpstreamExportCode) = "module-translation";
    /// Reported by a tool about an input as a whole.
    Tool(ToolCode) = "tool";
    /// Reported by LLVM's library.
    Llvm(LlvmCode) = "llvm";
}

impl fmt::Display for DiagnosticCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&PlainRenderer, f)
    }
}

/// A report about the input: its severity, its code with arguments, its place.
///
/// ```
/// use irtrip_dialect::diagnostic::{Diagnostic, ImportCode, Severity};
/// let error = Diagnostic::new(ImportCode::UndefinedMetadata(7), 3..5);
/// assert_eq!((error.severity, error.code.name()), (Severity::Error, "undefined-metadata"));
/// assert_eq!(error.to_string(), "use of undefined metadata '!7'");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// What it reports.
    pub code: DiagnosticCode,
    /// Where it points.
    pub location: DiagnosticLocation,
    /// The name of the operation it is about, with its dialect, where a message can name it; of MLIR text the operation
    /// whose custom form reports it.
    pub operation: Option<Box<str>>,
    /// The function, variable or alias it is in or about, without its sigil; none for others at the module level.
    pub symbol: Option<Box<str>>,
    /// Diagnostics that explain this one.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// A diagnostic of a code's own severity, without notes.
    pub fn new(code: impl Into<DiagnosticCode>, location: impl Into<DiagnosticLocation>) -> Diagnostic {
        let code = code.into();
        let (severity, location) = (code.severity(), location.into());
        Diagnostic { severity, code, location, operation: None, symbol: None, notes: Vec::new() }
    }

    /// The bytes of the text it points at; none where it points at an operation or nowhere.
    pub fn span(&self) -> Option<Range<usize>> {
        self.location.span()
    }

    /// The rule of the verifier that is broken, where it is one.
    pub fn verify_code(&self) -> Option<&VerifyCode> {
        if let DiagnosticCode::Verify(code) = &self.code { Some(code) } else { None }
    }

    /// The diagnostic with a note.
    #[must_use]
    pub fn with_note(mut self, code: impl Into<DiagnosticCode>, location: impl Into<DiagnosticLocation>) -> Diagnostic {
        self.notes.push(Diagnostic { severity: Severity::Note, ..Diagnostic::new(code, location) });
        self
    }

    /// The message, with its arguments as `renderer` writes them, without its place and its notes.
    pub fn render(&self, renderer: &dyn ArgumentRenderer) -> String {
        let mut text = String::new();
        // A `String` takes all that is written.
        let _ = self.write(renderer, &mut text);
        text
    }

    /// Writes the message; the code's stage decides how it names the operation and the symbol.
    fn write(&self, renderer: &dyn ArgumentRenderer, out: &mut dyn fmt::Write) -> fmt::Result {
        match &self.code {
            DiagnosticCode::Parse(code) => {
                if let Some(operation) = &self.operation {
                    write!(out, "custom op '{operation}' ")?;
                }
                code.write(renderer, out)
            }
            DiagnosticCode::Verify(code) => {
                if let Some(operation) = self.operation.as_ref().filter(|_| code.names_operation()) {
                    write!(out, "'{operation}' op ")?;
                }
                code.write(renderer, out)
            }
            DiagnosticCode::Import(code) => {
                self.symbol.as_ref().map_or(Ok(()), |symbol| write!(out, "in @{symbol}: "))?;
                code.write(renderer, out)
            }
            DiagnosticCode::LlvmVerify(_)
            | DiagnosticCode::UpstreamImport(_)
            | DiagnosticCode::UpstreamExport(_)
            | DiagnosticCode::Tool(_) => self.code.write(renderer, out),
            DiagnosticCode::Llvm(code) => {
                out.write_str("LLVM's verifier")?;
                self.symbol.as_ref().map_or(Ok(()), |symbol| write!(out, " in @{symbol}"))?;
                out.write_str(": ")?;
                code.write(renderer, out)
            }
            DiagnosticCode::Export(code) => {
                if let Some(symbol) = &self.symbol {
                    write!(out, "@{symbol}: ")?;
                }
                if let Some(operation) = &self.operation {
                    write!(out, "'{operation}': ")?;
                }
                code.write(renderer, out)
            }
            DiagnosticCode::Loss(code) => {
                out.write_str("dropped ")?;
                code.write(renderer, out)?;
                self.symbol.as_ref().map_or(Ok(()), |symbol| write!(out, " in @{symbol}"))
            }
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&PlainRenderer, f)
    }
}

impl std::error::Error for Diagnostic {}

/// A result whose error is a diagnostic; the box keeps results small where nothing is wrong.
pub type DiagnosticResult<T> = Result<T, Box<Diagnostic>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::types::well_known as types;

    #[test]
    fn a_code_has_its_declarations_severity_name_and_arguments() {
        let code = UpstreamImportCode::NoCfiConstant { function: "f".to_owned() };
        assert_eq!((code.name(), code.severity()), ("no-cfi-constant", Severity::Error));
        assert_eq!(code.arguments(), [("function", DiagnosticArgument::Text("f".into()))]);
        assert_eq!(UpstreamImportCode::LoopNode.severity(), Severity::Warning);
    }

    #[test]
    fn types_are_spelled_where_there_is_a_context() {
        let code = UpstreamImportCode::IncompatibleCall { call: types::I32, callee: types::PTR };
        let warning = Diagnostic::new(code, DiagnosticLocation::Module);
        let text = warning.render(&ContextRenderer(&Context::new()));
        assert_eq!(text, "incompatible call and callee types: 'i32' and '!llvm.ptr'");
    }

    #[test]
    fn messages_name_operation_and_symbol_as_their_stage_does() {
        let mut error = Diagnostic::new(ExportCode::Terminator, DiagnosticLocation::Unknown);
        (error.operation, error.symbol) = (Some("llvm.add".into()), Some("f".into()));
        assert_eq!(error.to_string(), "@f: 'llvm.add': block has no terminator");
        let mut loss = Diagnostic::new(LossCode::Alignment { value: 4 }, DiagnosticLocation::Unknown);
        loss.symbol = Some("f".into());
        assert_eq!(loss.to_string(), "dropped align 4 in @f");
    }
}
