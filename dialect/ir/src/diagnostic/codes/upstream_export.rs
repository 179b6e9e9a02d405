//! Codes of MLIR's translation to LLVM IR, in the words of `mlir-translate --mlir-to-llvmir`.

use super::diagnostic_codes;

diagnostic_codes! {
    /// What `mlir-translate --mlir-to-llvmir` reports of a valid module.
    pub enum UpstreamExportCode: Error {
        /// The module's assembly is no list.
        ModuleAsmList = "expected an array attribute for a module level asm";
        /// The module's assembly is no list of strings.
        ModuleAsmEntry = "expected a string attribute for each entry of a module level asm";
        /// Two comdats have one name.
        ComdatRedefinition = "comdat selection symbols must be unique even in different comdat regions";

        // --- attributes in lists of strings ---
        AttributeListEntry { list: &'static str } = "expected '{list}' to contain string or array attributes";
        AttributeListPair { list: &'static str } = "expected arrays within '{list}' to contain two strings";
        AttributeWithoutValue { name: String } = "LLVM attribute '{name}' expects a value";
        AttributeWithValue { name: String, value: String } =
            "LLVM attribute '{name}' does not expect a value, found '{value}'";

        // --- constants ---
        StructConstant = "expected an array attribute for a struct constant";
        FloatConstantType = "FloatAttr does not match expected type of the constant";
        UnsupportedConstant = "unsupported constant value";
        ScalarSequence = "expected sequential LLVM types wrapping a scalar";
        MissingResource = "resource does not exist";
        ResourceElementType = "no known conversion for innermost element type";
        ResourceSize = "raw data size does not match element type size";

        // --- operations ---
        /// An operation that has no translation.
        OperationFailed { operation: String } = "LLVM Translation failed for operation: {operation}";
        /// An attribute of another dialect that stands for nothing in LLVM IR.
        OperationAttribute { operation: String, fault: &'static str } = "'{operation}' op {fault}";
        /// An operation of a dialect that has no translation.
        UntranslatedDialect { operation: String } =
            "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: {operation}";
        /// Several access tags for one instruction.
        TbaaTags = Warning,
            "TBAA access tags were not translated, because LLVM IR only supports a single tag per instruction";
        UnknownIntrinsic { name: String } = "could not find LLVM intrinsic: \"{name}\"";
        IntrinsicOverload { signature: String, name: String } =
            "call intrinsic signature {signature} to overloaded intrinsic \"{name}\" does not match any of the overloads";
        IntrinsicOperands { found: usize, name: String, expected: usize } =
            "intrinsic call has {found} operands but \"{name}\" expects {expected}";
        VariadicIntrinsicOperands { found: usize, name: String, expected: usize } =
            "intrinsic call has {found} operands but variadic \"{name}\" expects at least {expected}";
    }
}

impl UpstreamExportCode {
    /// Whether `mlir-translate` reports it of an operation, which it shows, and not of a location.
    pub fn shows_operation(&self) -> bool {
        matches!(
            self,
            UpstreamExportCode::ModuleAsmList
                | UpstreamExportCode::ModuleAsmEntry
                | UpstreamExportCode::OperationFailed { .. }
                | UpstreamExportCode::OperationAttribute { .. }
                | UpstreamExportCode::UntranslatedDialect { .. }
                | UpstreamExportCode::TbaaTags
        )
    }
}
