//! Codes of the tools themselves, in the words of `mlir-opt` and `mlir-translate`.

use super::diagnostic_codes;
use crate::diagnostic::argument::CurrentOperation;

diagnostic_codes! {
    /// What `mlir-opt` and `mlir-translate` report of an input as a whole, and the notes that they put to diagnostics.
    pub enum ToolCode: Error {
        /// `--split-input-file`: text that is almost a marker.
        SplitMarkerNearMiss = Warning, "near miss with file split marker";
        /// `--no-implicit-module`: not one operation is in the input.
        TopLevelOperations { count: usize } = "source must contain a single top-level operation, found: {count}";
        /// `--no-implicit-module`: the operation in the input is no module.
        NotAModule { operation: String } = "'{operation}' op can not be translated to an LLVMIR module";
        /// `--verify-roundtrip`: the `custom` or the `generic` form does not read as the module that was printed.
        RoundtripMismatch { form: &'static str } = "the {form} form does not read as what was printed";
        /// `--mlir-print-local-scope`: what is shared is spelled out each time.
        TooLongWithoutAliases = "a type or attribute is out of proportion to the input where it is spelled without aliases";
        /// `--emit-bytecode`: an operation lacks an attribute for whose absence the encoding has no place.
        LacksAttribute { operation: String } = "'{operation}' op lacks an attribute that bytecode must have";

        /// A pass failed.
        Pass { message: String } = "{message}";
        /// A pass failed on an operation.
        PassOnOperation { operation: String, message: String } = "'{operation}' op {message}";

        // --- --verify-diagnostics ---
        /// A diagnostic of another severity than its comment names.
        SeverityMismatch { found: &'static str, expected: &'static str } =
            "'{found}' diagnostic emitted when expecting a '{expected}'";
        /// A diagnostic that no comment expects.
        UnexpectedDiagnostic { severity: &'static str, message: String } = "unexpected {severity}: {message}";
        /// A diagnostic that a comment expects and that there is not.
        NotProduced { severity: &'static str, text: String } = "expected {severity} \"{text}\" was not produced";
        UnterminatedRegex = "found start of regex with no end '}}}}'";
        InvalidRegex { reason: String } = "invalid regex: {reason}";

        // --- notes ---
        /// The call that the operation was inlined from.
        CalledFrom = Note, "called from";
        /// The operation that the diagnostic is about.
        CurrentOperation { operation: CurrentOperation } = Note, "see current operation: {operation}";
        /// The dialects that there are, on one that is not among them.
        AvailableDialects { dialects: String } = Note, "Available dialects: {dialects} ; for more info on dialect \
            registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management";
    }
}
