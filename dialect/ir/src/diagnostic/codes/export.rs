//! Codes of the exporter to LLVM assembly.

use super::diagnostic_codes;

diagnostic_codes! {
    /// Why a module, or one operation of it, has no form in LLVM IR.
    pub enum ExportCode: Error {
        /// An operation of a dialect LLVM IR knows nothing of, or one that does not belong where it stands.
        Operation(name: String) = "operation '{name}' has no form in LLVM IR";
        /// A type LLVM IR does not have.
        Type(ty: String) = "type has no form in LLVM IR: {ty}";
        /// A block's argument of a type that no phi has.
        Phi(ty: String) = "block argument has no form in LLVM IR, which has no phi of the type {ty}";
        /// An `alloca` of a type without a size, or of a struct that scalable vectors and other types are in.
        Allocation(ty: String) = "LLVM IR allocates no memory for the type {ty}";
        /// An attribute that holds no constant of the type it should.
        Constant = "attribute is no constant of LLVM IR";
        /// An attribute that must be there and is not, or is of another kind.
        Attribute(name: &'static str) = "attribute '{name}' is missing or malformed";
        /// An attribute that breaks a rule of its dialect's translation: what it must be.
        Rule(rule: String) = "{rule}";
        /// A symbol nothing defines.
        Symbol(name: String) = "undefined symbol '@{name}'";
        /// An operation whose attributes and types choose an intrinsic that LLVM does not have, or not with its operands.
        Intrinsic(name: String) = "LLVM has no intrinsic '{name}' for its operands";
        /// A call of an intrinsic with another result, or with other arguments, than LLVM has it with.
        IntrinsicSignature(name: String) = "call does not fit the signature of LLVM's intrinsic '{name}'";
        /// A list of constructors or destructors in addition to one that is written as it is.
        SecondList = "this list cannot be joined with the one of its name before it, which is written as it is";
        /// Assembly that changes a value, outside of a function's first block, where it is not known what follows.
        ChangedOperand = "operand that is changed outside of the function's first block";
        /// A value that nothing defines, or that has no form where it is used.
        Value = "use of an undefined value";
        /// A block that nothing in the function is.
        Block = "use of an undefined block";
        /// An edge that passes another number of operands than its block has arguments.
        Edge {
            /// How many it passes.
            passed: usize,
            /// How many there are.
            expected: usize,
        } = "edge passes {passed} operands to a block of {expected} arguments";
        /// A block that does not end in a terminator.
        Terminator = "block has no terminator";
        /// A constant or type deeper, or larger when written out, than any reader accepts.
        Nesting = "constant or type nests too deeply to be written";
        /// A metadata node of a kind, or with a field or a kind of value in it, that LLVM has not.
        MetadataNode(reason: String) = "attribute 'irtrip.nodes' is malformed: {reason}";
        /// A list of metadata nodes that has the empty name.
        NamelessList = "list of metadata nodes without a name has no form in LLVM IR";
        /// A metadata argument that is no node of the module, which the call cannot be without.
        NoNode = "operand names a metadata node that is gone";
        /// A function definition whose subprogram only names itself.
        Subprogram = "subprogram of the function is a reference to itself alone";
        /// No `gpu.module` has the name.
        GpuModule {
            /// The name that was asked for.
            name: String,
            /// Those that there are: `@a, @b`, or `none`.
            known: String,
        } = "no gpu.module '@{name}'; there is {known}";
        /// A data layout that LLVM does not have.
        DataLayout(fault: String) = "data layout has no form in LLVM IR: {fault}";
        /// A thing that the release has no form for, and that the module cannot do without.
        Release {
            /// What it is.
            what: String,
            /// The release.
            release: String,
        } = "LLVM {release} has no {what}";
        /// A thing that a release of MLIR has no form for.
        MlirRelease {
            /// What it is.
            what: String,
            /// The release.
            release: String,
        } = "MLIR {release} has no {what}";
        /// A global's region that does not return a constant.
        Initializer = "initializer is no constant";
    }
}
