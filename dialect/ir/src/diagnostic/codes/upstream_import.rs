//! Codes of MLIR's translation from LLVM IR, in the words of `mlir-translate --import-llvm`.

use super::diagnostic_codes;
use crate::diagnostic::argument::LlvmExcerpt;

diagnostic_codes! {
    /// What `mlir-translate --import-llvm` reports of valid LLVM IR.
    pub enum UpstreamImportCode: Warning {
        /// A part of the module's data layout that the `dlti` dialect has no entry for.
        LayoutToken { token: String } = "unhandled data layout token: {token}";
        /// A function is called by another type than it has.
        IncompatibleCall { call: crate::Type, callee: crate::Type } =
            "incompatible call and callee types: '{call}' and '{callee}'";
        /// A personality that is no function.
        Personality = "could not deduce personality, skipping it";
        /// Metadata that a function has and its operation has no place for.
        FunctionMetadata { attachment: LlvmExcerpt } = "unhandled function metadata: {attachment}";
        /// Metadata that an instruction has and its operation has no place for.
        InstructionMetadata { attachment: LlvmExcerpt } = "unhandled metadata: {attachment}";
        /// An instruction that is left out.
        DroppedInstruction { instruction: LlvmExcerpt } = "dropped instruction: {instruction}";
        /// A call of an intrinsic that is left out.
        DroppedIntrinsic { intrinsic: LlvmExcerpt } = "dropped intrinsic: {intrinsic}";
        /// A call of an intrinsic that the translation fails on.
        UnhandledIntrinsic { intrinsic: LlvmExcerpt } = Fatal, "unhandled intrinsic: {intrinsic}";
        /// An instruction that the translation fails on.
        UnhandledInstruction { instruction: LlvmExcerpt } = Fatal, "unhandled instruction: {instruction}";
        /// An argument that the translation fails on; the call is reported, too.
        UnhandledValue { value: LlvmExcerpt } = Error, "unhandled value: {value}";
        /// A global variable whose initializer the translation fails on; the constant is reported, too.
        UnhandledGlobalVariable { variable: LlvmExcerpt } = Fatal, "unhandled global variable: {variable}";
        /// A `no_cfi` constant, which fails the translation of what has it.
        NoCfiConstant { function: String } = Error, "unhandled constant: ptr no_cfi @{function} since no_cfi is unsupported";
        /// A `ptrauth` constant, which fails the translation of what has it.
        PtrAuthConstant { pointer: String, key: i64 } = Error,
            "unhandled constant: ptr ptrauth (ptr @{pointer}, i32 {key}) since ptrauth(...) is unsupported";
        /// An `invoke` of inline assembly.
        InlineAsmInvoke = Fatal, "invoke of inline assembly is not supported";
        /// A debug record of a label that is left out.
        DebugRecord { record: LlvmExcerpt } = "unhandled debug record {record}";
        /// A debug record of a variable that is left out.
        DebugVariableRecord { record: LlvmExcerpt } = "unhandled debug variable record {record}";
        /// A constant of a scalable vector, which no attribute can hold.
        ScalableConstant = Error, "scalable vectors not supported";
        /// The address of a block is taken that cannot be reached.
        UnreachableBlockAddress { block: String } = Fatal, "unreachable block '{block}' with address taken";

        /// An operation of the `irtrip` dialect, without which the module would mean something else.
        PreservedOperation { name: String } = Error, "upstream's form has no operation for what '{name}' stands for";

        // --- loops ---
        LoopNode = "invalid loop node";
        LoopPropertyKind = "expected all loop properties to be either debug locations or metadata nodes";
        EmptyLoopProperty = "cannot import empty loop property";
        UnnamedLoopProperty = "cannot import loop property without a name";
        DuplicateLoopProperty { name: String } = "cannot import loop properties with duplicated names {name}";
        LoopPropertyValue { name: &'static str, holds: &'static str } = "expected metadata node {name} {holds}";
        LoopPropertiesExclusive { one: &'static str, other: &'static str } =
            "expected metadata nodes {one} and {other} to be mutually exclusive.";
        LoopLocations = "expected loop metadata to have at most two DILocations";
        LoopAnnotation { name: String } = "unknown loop annotation {name}";
        LoopAccessGroup = "could not lookup access group";

        // --- other attachments ---
        AccessGroup = "expected an access group node to be empty and distinct";
        UnsupportedAccessGroup { node: LlvmExcerpt } = Fatal, "unsupported access group node: {node}";
        DereferenceableValue { node: LlvmExcerpt } =
            Error, "dereferenceable metadata operand must be a non-negative constant integer: {node}";
        DereferenceableOperands { node: LlvmExcerpt } = Error, "dereferenceable metadata must have one operand: {node}";

        // --- module flags ---
        ModuleFlag { key: String, value: LlvmExcerpt } = "unsupported module flag value for key '{key}' : {value}";
        ProfileEntries { node: LlvmExcerpt } = "expected at 8 entries in 'ProfileSummary': {node}";
        ProfilePair { operand: LlvmExcerpt } = "expected 2-element tuple metadata: {operand}";
        ProfileKey { key: &'static str, operand: LlvmExcerpt } = "expected '{key}' key: {operand}";
        ProfileKeyFound { key: &'static str, operand: LlvmExcerpt } = "expected '{key}' key, but found: {operand}";
        ProfileFormat { operand: LlvmExcerpt } =
            "expected 'SampleProfile', 'InstrProf' or 'CSInstrProf' values, but found: {operand}";
        ProfileInteger { key: &'static str, node: LlvmExcerpt } =
            "expected integer metadata value for key '{key}': {node}";
        ProfileDouble { key: &'static str, node: LlvmExcerpt } =
            "expected double metadata value for key '{key}': {node}";
        ProfileTuple { key: &'static str, operand: LlvmExcerpt } = "expected tuple value for '{key}' key: {operand}";
        ProfileDetail { key: &'static str, operand: LlvmExcerpt } = "'{key}' entry expects 3 operands: {operand}";
        ProfileDetailInteger { key: &'static str, operand: LlvmExcerpt } =
            "expected only integer entries in '{key}': {operand}";
    }
}

impl UpstreamImportCode {
    /// Whether `mlir-translate` reports it only with `-emit-expensive-warnings`.
    pub fn is_expensive(&self) -> bool {
        matches!(
            self,
            UpstreamImportCode::InstructionMetadata { .. }
                | UpstreamImportCode::DroppedInstruction { .. }
                | UpstreamImportCode::DroppedIntrinsic { .. }
                | UpstreamImportCode::DebugRecord { .. }
                | UpstreamImportCode::DebugVariableRecord { .. }
        )
    }
}
