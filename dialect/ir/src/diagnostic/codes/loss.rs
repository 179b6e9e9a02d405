//! Codes of what a translation leaves out.

use super::diagnostic_codes;
use crate::diagnostic::StaleReason;

diagnostic_codes! {
    /// What is in the input and not in the output, as a noun: `dropped` is before it.
    pub enum LossCode: Warning {
        // --- MLIR in upstream's form ---
        /// An `irtrip.` attribute.
        PreservedAttribute {
            /// Its name.
            name: String,
            /// Its value, cut off where it is long.
            value: String,
            /// What has it: an operation, a parameter, the module.
            holder: String,
        } = "{name} = {value} of {holder}";
        /// The module's data layout as a string.
        DataLayout { value: String } = "llvm.data_layout = {value} of the module";
        /// Blocks without a path to them from the entry.
        UnreachableBlocks { count: usize, symbol: String } =
            "{count} blocks of @{symbol} that cannot be reached";
        /// The names of a function's values and blocks.
        Names { values: usize, blocks: usize, symbol: String } =
            "the names of {values} values and {blocks} blocks of @{symbol}";
        ExternallyInitialized = "externally_initialized";
        /// A comdat that nothing is in.
        Comdat { name: String } = "the comdat ${name}";
        /// An alignment of more than 32 bits.
        Alignment { value: u64 } = "align {value}";
        /// Operand bundles of an operation without room for them.
        OperandBundles { bundles: String } = "the operand bundles {bundles}";
        /// A global variable's linkage name, which its name is taken for.
        LinkageName = "the linkageName of a DIGlobalVariable";

        /// The numbers of struct types without a name.
        StructNumbers { count: usize } = "the numbers of {count} struct types";

        // --- LLVM IR ---
        ModuleName { name: String } = "the name @{name} of the module";
        ModuleAttribute { name: String } = "the attribute {name} of the module";
        /// An operation that stands for nothing in LLVM IR.
        Operation { operation: String } = "{operation}";
        /// An attribute of another dialect.
        Attribute { name: String } = "the attribute {name}";
        /// An attribute of another dialect, of a parameter or a result.
        ParameterAttribute {
            name: String,
            /// `argument` or `result`.
            of: &'static str,
            index: usize,
        } = "the attribute {name} of {of} {index}";
        /// The location of an operation that is true of another function.
        OperationLocation {
            /// The operation that has it.
            operation: String,
            /// What is other than it was.
            reason: StaleReason,
        } = "the location of {operation}: {reason}";
        /// The location of a block's argument where a function has no debug information, or has it of another subprogram.
        ArgumentLocation { index: usize } = "the location of block argument {index}";
        /// A comdat that nothing is in.
        UnusedComdat { name: String } = "the unused comdat {name}";
        /// A preserved attribute that is not true any more.
        StaleAttribute {
            name: String,
            /// The operation that has it.
            operation: String,
            /// What is other than it was.
            reason: StaleReason,
        } = "the stale attribute {name} of {operation}: {reason}";
        /// A function that a call graph profile names.
        ProfileFunction { name: String } =
            "the function @{name} in a call graph profile, which is not there";
        /// A symbol that metadata names.
        MetadataSymbol { name: String } =
            "the symbol @{name} in metadata, which is not there";
        /// A debug record without a location, which LLVM IR has no form for.
        DebugRecord { operation: String } = "{operation} without a location";
        /// A lifetime marker of a pointer that LLVM IR has none of.
        LifetimeMarker { operation: String } = "{operation} of a pointer that is no alloca";

        // --- MLIR bytecode ---
        /// The names of values and blocks, which bytecode has no place for.
        ValueNames { count: usize } = "the names of {count} values and blocks";

        // --- LLVM IR of another release ---
        /// A thing that the release has no form for.
        Release {
            /// What it is.
            what: String,
            /// The release.
            release: String,
        } = "{what}, which LLVM {release} does not have";

        // --- what LLVM's library does ---
        /// LLVM's printer or its writer of bitcode leaves it out.
        ModuleSummary = "the module's summary for link-time optimization";
        /// LLVM's printer or its writer of bitcode leaves them out.
        UseListOrders = "orders of use lists";
        /// LLVM's reader of bitcode drops it.
        DebugInfoVersion = "debug info of a version that LLVM does not read since 3.5";
        /// A warning of LLVM's library: it upgraded or dropped something.
        LlvmWarning { message: String } = "what LLVM warns of: {message}";
        /// A thing that the crate llvm-ir has no place for.
        LlvmIr {
            /// A word for it.
            gap: &'static str,
            /// What it is, and where.
            what: String,
        } = "{what}";
    }
}
