//! What the verifier reports.

use super::notes::{OpPlace, VerifyNote};
use crate::context::{Attr, Str};

/// A rule an operation breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{kind}", self.prefix())]
pub struct VerifyError {
    /// The operation's location.
    pub loc: Attr,
    /// The operation's name, with its dialect.
    pub op: String,
    /// The function, variable or alias the operation is in or is; `None` for others at the module level.
    pub symbol: Option<Str>,
    /// The rule, in upstream's words.
    pub kind: VerifyErrorKind,
    /// Which operation it is; `None` for the module itself.
    pub place: Option<OpPlace>,
    /// It is looked at only when all that is in the operation's regions is.
    pub late: bool,
    /// What upstream tells besides.
    pub notes: Vec<VerifyNote>,
}

impl VerifyError {
    /// Whether it is LLVM that asks for the rule: MLIR's own verifier takes what breaks it.
    pub fn is_llvms(&self) -> bool {
        match self.kind {
            VerifyErrorKind::BitcastSize { .. }
            | VerifyErrorKind::NotNarrower
            | VerifyErrorKind::FloatNotWider
            | VerifyErrorKind::FloatNotNarrower
            | VerifyErrorKind::ShuffleResult { .. }
            | VerifyErrorKind::ShuffleMask(_)
            | VerifyErrorKind::NotAtModuleLevel => true,
            VerifyErrorKind::IncompatibleShape | VerifyErrorKind::ScalarToVector | VerifyErrorKind::VectorToScalar => {
                !matches!(self.op.as_str(), "llvm.zext" | "llvm.sext")
            }
            _ => false,
        }
    }

    /// Whether it is about a symbol, or about what a name refers to: rules of a whole table, which come last.
    pub(super) fn is_of_symbols(&self) -> bool {
        matches!(
            self.kind,
            VerifyErrorKind::Redefinition(_)
                | VerifyErrorKind::UnknownSymbol(_)
                | VerifyErrorKind::NotAFunctionOrIFunc(_)
                | VerifyErrorKind::AddressOfNothing
                | VerifyErrorKind::DsoLocalEquivalentOfNothing
                | VerifyErrorKind::DsoLocalEquivalentOfVariable
                | VerifyErrorKind::BlockAddressFunction
                | VerifyErrorKind::BlockAddressTag
                | VerifyErrorKind::NoFunction(_)
        )
    }

    /// Whether upstream shows the operation: not where it looks at attributes by themselves, or at a region as a whole.
    pub fn shows_operation(&self) -> bool {
        !matches!(
            self.kind,
            VerifyErrorKind::EmptyBlock
                | VerifyErrorKind::EntryHasPredecessors
                | VerifyErrorKind::AttributeConstraint { .. }
                | VerifyErrorKind::Layout(_)
        )
    }

    fn prefix(&self) -> String {
        if self.kind.stands_alone() { String::new() } else { format!("'{}' op ", self.op) }
    }
}

/// The rules, each with its message. Types are spelled as MLIR spells them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyErrorKind {
    // --- structure ---
    #[error("empty block: expect at least a terminator")]
    EmptyBlock,
    #[error("block with no terminator, has '{last}'")]
    NoTerminator { last: String },
    #[error("must be the last operation in the parent block")]
    TerminatorInside,
    #[error("entry block of region may not have predecessors")]
    EntryHasPredecessors,
    #[error("expects region #{region} to have 0 or 1 blocks")]
    ManyBlocks { region: usize },
    #[error("expects graph region #{region} to have 0 or 1 blocks")]
    GraphBlocks { region: usize },
    #[error("expects a non-empty block")]
    NoTerminatorAtAll,
    #[error("expects regions to end with '{expected}', found '{found}'")]
    WrongTerminator { expected: &'static str, found: String },
    #[error("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{0}\"")]
    Visibility(String),
    #[error("{what} count ({found}) does not match with the total size ({total}) specified in attribute '{name}'")]
    SegmentSum { what: &'static str, found: usize, total: i64, name: &'static str },
    #[error("'{0}' attribute cannot have negative elements")]
    NegativeSegments(&'static str),
    #[error("{}", regions_of(*.expected))]
    RegionCount { expected: usize },
    #[error("requires {expected} successor{} but found {found}", plural(*.expected))]
    SuccessorCount { expected: usize, found: usize },
    #[error("branching to block of a different region")]
    ForeignSuccessor,
    #[error("branch has {passed} operands for successor #{successor}, but target block has {taken}")]
    SuccessorOperandCount { successor: usize, passed: usize, taken: usize },
    #[error("type mismatch for bb argument #{argument} of successor #{successor}")]
    SuccessorOperandType { successor: usize, argument: usize },
    #[error("symbol's parent must have the SymbolTable trait")]
    SymbolOutsideTable,
    #[error("{}", parents(.0))]
    WrongParent(&'static [&'static str]),
    #[error("operand type '{from}' and result type '{to}' are cast incompatible")]
    CastIncompatible { from: String, to: String },
    #[error("requires the same shape for all operands and results")]
    SameOperandsAndResultShape,

    /// A rule of one operation alone.
    #[error("{0}")]
    Rule(String),
    /// A rule of one operation alone; upstream's message does not name the operation.
    #[error("{0}")]
    RuleAlone(String),

    // --- values ---
    #[error("operand #{operand} is not defined")]
    UndefinedOperand { operand: usize },
    #[error("operand #{operand} does not dominate this use")]
    NotDominating { operand: usize },

    // --- rows ---
    #[error("requires {}", operands_of(*.expected))]
    NoOrOneOperand { expected: usize },
    #[error("expected {expected} operands, but found {found}")]
    OperandCount { expected: usize, found: usize },
    #[error("expected {least} or more operands, but found {found}")]
    TooFewOperands { least: usize, found: usize },
    #[error("operand group starting at #{start} requires 0 or 1 element, but found {found}")]
    OperandGroup { start: usize, found: usize },
    #[error("{}", results_of(*.expected))]
    ResultCount { expected: usize },
    #[error("expected {least} or more results, but found {found}")]
    TooFewResults { least: usize, found: usize },
    #[error("result group starting at #0 requires 0 or 1 element, but found {found}")]
    ResultGroup { found: usize },
    #[error("operand #{operand} must be {}{expected}, but got '{found}'", if *.variadic { "variadic of " } else { "" })]
    OperandType { operand: usize, variadic: bool, expected: &'static str, found: String },
    #[error("result #{result} must be {}{expected}, but got '{found}'", if *.variadic { "variadic of " } else { "" })]
    ResultType { result: usize, variadic: bool, expected: &'static str, found: String },
    #[error("requires attribute '{name}'")]
    MissingAttribute { name: &'static str },
    #[error("attribute '{name}' failed to satisfy constraint: {constraint}")]
    AttributeConstraint { name: &'static str, constraint: String },
    #[error("{0}")]
    Layout(String),
    #[error("{0}")]
    LayoutString(String),
    #[error("property '{name}' failed to satisfy constraint: {constraint}")]
    PropertyConstraint { name: &'static str, constraint: String },
    #[error("requires the same type for all operands and results")]
    SameOperandsAndResultType,
    #[error("requires all operands to have the same type")]
    SameTypeOperands,
    #[error("requires the same element type for all operands and results")]
    SameElementType,
    #[error("requires the same element type for all operands")]
    SameOperandsElementType,
    #[error("failed to verify that {0}")]
    FailedToVerify(String),
    #[error("failed to verify that {0}")]
    FailedToVerifyThat(&'static str),

    // --- conversions ---
    #[error("input and output vectors are of incompatible shape")]
    IncompatibleShape,
    #[error("input type is an integer but output type is a vector")]
    ScalarToVector,
    #[error("input type is a vector but output type is an integer")]
    VectorToScalar,
    #[error("integer width of the output type is smaller or equal to the integer width of the input type")]
    NotWider,
    #[error("integer width of the output type is larger or equal to the integer width of the input type")]
    NotNarrower,
    #[error("the output type is smaller or equal to the input type")]
    FloatNotWider,
    #[error("the output type is larger or equal to the input type")]
    FloatNotNarrower,
    #[error("can only cast pointers from and to pointers")]
    BitcastPointerToOther,
    #[error("cannot cast pointer to vector of pointers")]
    BitcastPointerToVector,
    #[error("cannot cast vector of pointers to pointer")]
    BitcastVectorToPointer,
    #[error("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead")]
    BitcastAddressSpace,
    #[error("the input type has {input} bits but the output type has {output}")]
    BitcastSize { input: u64, output: u64 },

    // --- memory ---
    #[error("this target extension type cannot be used in alloca")]
    AllocaTargetType,
    #[error("expected LLVM type with size, but got '{0}'")]
    UnsizedElementType(String),
    #[error("unsupported ordering '{0}'")]
    UnsupportedOrdering(&'static str),
    #[error("unsupported type '{0}' for atomic access")]
    UnsupportedAtomicType(String),
    #[error("expected op to return a single LLVM pointer type")]
    DereferenceableResult,
    #[error("expected alignment for atomic access")]
    AtomicWithoutAlignment,
    #[error("expected syncscope to be null for non-atomic access")]
    SyncscopeWithoutAtomic,
    #[error("alignment attribute is not a power of 2")]
    AlignmentNotPowerOfTwo,
    #[error("expected LLVM IR floating point type")]
    ExpectedFloat,
    #[error("expected LLVM IR floating point type for vector element")]
    ExpectedFloatElement,
    #[error("expected LLVM IR integer type")]
    ExpectedInteger,
    #[error("unexpected LLVM IR type for 'xchg' bin_op")]
    XchgType,
    #[error("expected at least 'monotonic' ordering")]
    AtLeastMonotonic,
    #[error("unexpected LLVM IR type")]
    CmpxchgType,
    #[error("ordering must be at least 'monotonic'")]
    CmpxchgOrdering,
    #[error("failure ordering cannot be 'release' or 'acq_rel'")]
    CmpxchgFailureOrdering,
    #[error("can be given only acquire, release, acq_rel, and seq_cst orderings")]
    FenceOrdering,
    #[error("expected as many dynamic indices as specified in 'rawConstantIndices'")]
    GepDynamicIndices,
    #[error("'inbounds_flag' cannot be used directly.")]
    GepInboundsFlag,
    #[error("type '{ty}' cannot be indexed (index #{index})")]
    GepNotIndexable { ty: String, index: usize },
    #[error("expected index {index} indexing a struct to be constant")]
    GepDynamicStructIndex { index: usize },
    #[error("index {index} indexing a struct is out of bounds")]
    GepOutOfBounds { index: usize },

    // --- aggregates and vectors ---
    #[error("expected LLVM IR structure/array type, got: '{0}'")]
    NotAnAggregate(String),
    #[error("position out of bounds: {0}")]
    PositionOutOfBounds(i64),
    #[error("Type mismatch: extracting from '{container}' should produce '{expected}' but this op returns '{found}'")]
    ExtractMismatch { container: String, expected: String, found: String },
    #[error("Type mismatch: cannot insert '{value}' into '{container}'")]
    InsertMismatch { value: String, container: String },
    #[error("expected a splat operation for scalable vectors")]
    ScalableShuffle,
    #[error("expected result type '{expected}', but got '{found}'")]
    ShuffleResult { expected: String, found: String },
    #[error("mask element {0} is out of bounds")]
    ShuffleMask(i64),
    #[error("expected operand #{operand} type to be '{expected}'")]
    PointersType { operand: usize, expected: String },
    #[error(
        "expected result type to be an homogeneous struct with two elements matching the operand type, but got '{0}'"
    )]
    NotAPairOfOperand(String),

    // --- calls ---
    #[error("must have either a `callee` attribute or at least an operand")]
    NoCallee,
    #[error("indirect call expects a pointer as callee: '{0}'")]
    IndirectCallee(String),
    #[error("'{0}' does not reference a symbol in the current scope")]
    UnknownSymbol(String),
    #[error("'{0}' does not reference a valid LLVM function or IFunc")]
    NotAFunctionOrIFunc(String),
    #[error("inlinable function call in a function with a DISubprogram location must have a debug location")]
    CallWithoutLocation,
    #[error("missing var_callee_type attribute for vararg call")]
    MissingVarCalleeType,
    #[error("incorrect number of operands ({found}) for callee (expecting: {expected})")]
    CallOperandCount { found: usize, expected: usize },
    #[error("incorrect number of operands ({found}) for varargs callee (expecting at least: {expected})")]
    VarargCallOperandCount { found: usize, expected: usize },
    #[error("operand type mismatch for operand {operand}: '{found}' != '{expected}'")]
    CallOperandType { operand: usize, found: String, expected: String },
    #[error("expected function call to produce a value")]
    CallWithoutResult,
    #[error("calling function with void result must not produce values")]
    VoidCallWithResult,
    #[error("result type mismatch: '{found}' != '{expected}'")]
    CallResultType { found: String, expected: String },
    #[error("expected var_callee_type to be a variadic function type")]
    VarCalleeNotVariadic,
    #[error("expected var_callee_type to have at most {0} parameters")]
    VarCalleeParameterCount(usize),
    #[error("var_callee_type parameter type mismatch: '{expected}' != '{found}'")]
    VarCalleeParameterType { expected: String, found: String },
    #[error("expected var_callee_type to return void")]
    VarCalleeNotVoid,
    #[error("var_callee_type return type mismatch: '{expected}' != '{found}'")]
    VarCalleeReturnType { expected: String, found: String },
    #[error("must have at least one operation in unwind destination")]
    EmptyUnwindDestination,
    #[error("first operation in unwind destination should be a llvm.landingpad operation")]
    UnwindWithoutLandingpad,
    #[error("expected {expected} operand bundle tags, but actually got {found}")]
    BundleTagCount { expected: usize, found: usize },
    #[error("operand bundle tag must be a StringAttr")]
    BundleTagKind,
    #[error("expected {expected} operand bundle operands, but actually got {found}")]
    BundleOperandCount { expected: usize, found: usize },
    #[error("intrinsic name must start with 'llvm.'")]
    IntrinsicName,
    #[error("tail call kind 'musttail' is not supported by this operation")]
    AsmMustTail,
    #[error("expected number of {kind} attributes ({found}) to match number of {of} ({expected})")]
    CallAttributeCount { kind: &'static str, found: usize, of: &'static str, expected: usize },
    #[error("llvm.landingpad needs to be in a function with a personality")]
    NoPersonality,
    #[error("landingpad instruction expects at least one clause or cleanup attribute")]
    LandingpadWithoutClause,
    #[error("constant clauses expected")]
    LandingpadBitcast,
    #[error("clause #{0} is not a known constant - null, addressof, bitcast")]
    LandingpadClause(usize),

    // --- control flow ---
    #[error("expected no operands")]
    ReturnWithOperand,
    #[error("expected 1 operand")]
    ReturnWithoutOperand,
    #[error("mismatching result types")]
    ReturnType,
    #[error("expects number of branch weights to match number of successors: {found} vs {expected}")]
    BranchWeights { found: usize, expected: usize },
    #[error("expects number of case values to match number of case destinations")]
    CaseCount,
    #[error("expects case value type to match condition value type")]
    CaseType,

    // --- constants ---
    #[error("only supports integer, float, string or elements attributes")]
    ConstantKind,
    #[error("expected array type of {0} i8 elements for the string constant")]
    ConstantString(usize),
    #[error("expected array attribute for struct type")]
    ConstantStruct,
    #[error("expected array attribute of size {0}")]
    ConstantStructSize(usize),
    #[error("expected struct element types to be floating point type or integer type")]
    ConstantStructElementType,
    #[error("expected element of array attribute to be floating point or integer")]
    ConstantStructElement,
    #[error("struct element at index {0} is of wrong type")]
    ConstantStructMismatch(usize),
    #[error("does not support target extension type.")]
    ConstantTargetType,
    #[error("attribute and type have different float semantics")]
    ConstantFloatSemantics,
    #[error("expected integer type of width {0}")]
    ConstantIntegerWidth(u32),
    #[error("expected integer type")]
    ConstantInteger,
    #[error("expected integer element type for integer elements attribute")]
    ConstantIntegerElements,
    #[error("scalable vector type requires a splat attribute")]
    ConstantScalable,
    #[error("expected vector or array type")]
    ConstantElements,
    #[error("type and attribute have a different number of elements: {ty} vs. {attr}")]
    ConstantElementCount { ty: u128, attr: u128 },
    #[error("expected array or struct type for array attribute")]
    ConstantArray,
    #[error("array attribute size does not match array type size in dimension {dim}: {attr} vs. {ty}")]
    ConstantArraySize { dim: usize, attr: usize, ty: u64 },
    #[error(
        "nested attribute for sub-array in dimension {dim} at index {index} must be a zero, or undef, or array attribute"
    )]
    ConstantSubArray { dim: usize, index: usize },
    #[error("nested attribute for struct element at index {0} must be a zero, or undef, or array attribute")]
    ConstantArrayStruct(usize),
    #[error("nested array attribute size for struct element at index {index} must match struct size: {attr} vs. {ty}")]
    ConstantArrayStructSize { index: usize, attr: usize, ty: usize },
    #[error("for array with an array attribute must have a struct element type")]
    ConstantArrayElement,
    #[error("target extension type does not support zero-initializer")]
    ZeroTargetType,
    #[error(
        "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"
    )]
    AddressOfNothing,
    #[error("pointer address space must match address space of the referenced global or alias")]
    AddressOfAddressSpace,
    #[error("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")]
    DsoLocalEquivalentOfNothing,
    #[error("must reference an alias to a function")]
    DsoLocalEquivalentOfVariable,
    #[error("target function with 'extern_weak' linkage not allowed")]
    DsoLocalEquivalentOfExternWeak,
    #[error("must reference a function defined by 'llvm.func'")]
    BlockAddressFunction,
    #[error("expects an existing block label target in the referenced function")]
    BlockAddressTag,
    #[error("duplicate block tag '{0}' in the same function: ")]
    DuplicateBlockTag(i64),

    // --- the func dialect ---
    #[error("symbol declaration cannot have public visibility")]
    PublicDeclaration,
    #[error("has {found} operands, but enclosing function (@{function}) returns {expected}")]
    ReturnCount { found: usize, expected: usize, function: String },
    #[error(
        "type of return operand {index} ('{found}') doesn't match function result type ('{expected}') in function @{function}"
    )]
    ReturnOperandType { index: usize, found: String, expected: String, function: String },
    #[error("'{0}' does not reference a valid function")]
    NoFunction(String),
    #[error("reference to undefined function '{0}'")]
    UndefinedFunction(String),
    #[error("reference to function with mismatched type")]
    FunctionTypeMismatch,
    #[error("incorrect number of operands for callee")]
    CalleeOperandCount,
    #[error("incorrect number of results for callee")]
    CalleeResultCount,
    #[error(
        "operand type mismatch: expected operand type '{expected}', but provided '{found}' for operand number {index}"
    )]
    CalleeOperandType { index: usize, found: String, expected: String },
    #[error("result type mismatch at index {0}")]
    CalleeResultType(usize),

    // --- module level ---
    #[error("can only contain attributes with dialect-prefixed names, found: '{0}'")]
    ModuleAttributeName(String),
    #[error("redefinition of symbol named '{0}'")]
    Redefinition(String),
    #[error("must appear at the module level")]
    NotAtModuleLevel,
    #[error("expects type to be a valid element type for an LLVM global")]
    GlobalType,
    #[error("requires an i8 array type of the length equal to that of the string attribute")]
    GlobalString,
    #[error("this target extension type cannot be used in a global")]
    GlobalTargetType,
    #[error("global with target extension type can only be initialized with zero-initializer")]
    GlobalTargetInitializer,
    #[error("expected zero value for 'common' linkage")]
    CommonNotZero,
    #[error("expected array type for 'appending' linkage")]
    AppendingNotArray,
    #[error("initializer region cannot return void")]
    InitializerVoid,
    #[error("initializer region type '{found}' does not match global type '{expected}'")]
    InitializerType { found: String, expected: String },
    #[error("ops with side effects not allowed in global initializers")]
    InitializerSideEffect,
    #[error("cannot have both initializer value and region")]
    TwoInitializers,
    #[error("expected comdat symbol")]
    ComdatExpected,
    #[error("only comdat selector symbols can appear in a comdat region")]
    ComdatMember,
    #[error("{0}, priorities, and data must have the same number of elements")]
    StructorCount(&'static str),
    #[error("'{0}' does not reference a valid LLVM function")]
    NotAFunction(String),
    #[error("'{0}' does not have a definition")]
    StructorDeclared(String),
    #[error("data element must be symbol or #llvm.zero")]
    StructorData,
    #[error("expects type to be a valid element type for an LLVM global alias")]
    AliasType,
    #[error(
        "'{0}' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally"
    )]
    AliasLinkage(&'static str),
    #[error("initializer region must always return a pointer")]
    AliasNotPointer,
    #[error("ops with side effects are not allowed in alias initializers")]
    AliasSideEffect,
    #[error(
        "'{0}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage"
    )]
    IFuncLinkage(&'static str),
    #[error("must have a function resolver")]
    IFuncResolver,
    #[error("resolver must be a definition")]
    IFuncResolverDeclared,
    #[error("resolver must return a pointer")]
    IFuncResolverResult,
    #[error("resolver has incorrect type")]
    IFuncResolverType,
    #[error("only integer and string values are currently supported for unknown key '\"{0}\"'")]
    ModuleFlagValue(String),
    #[error("expected a module flag attribute")]
    ModuleFlagKind,
    #[error("'CG Profile' key expects an array of '#llvm.cgprofile_entry'")]
    ModuleFlagCgProfile,
    #[error("'ProfileSummary' key expects a '#llvm.profile_summary' attribute")]
    ModuleFlagProfileSummary,

    // --- functions ---
    #[error("functions cannot have 'common' linkage")]
    FunctionCommon,
    #[error("external functions must have 'external' or 'extern_weak' linkage")]
    DeclarationLinkage,
    #[error("no_inline and always_inline attributes are incompatible")]
    NoInlineAlwaysInline,
    #[error("with optimize_none must also be no_inline")]
    OptimizeNoneInline,
    #[error("entry block must have {0} arguments to match function signature")]
    EntryArgumentCount(usize),
    #[error(
        "type of entry block argument #{index}('{found}') must match the type of the corresponding argument in function signature('{expected}')"
    )]
    EntryArgumentType { index: usize, found: String, expected: String },
    #[error(
        "expects argument attribute array to have the same number of elements as the number of function arguments, got {found}, but expected {expected}"
    )]
    ArgumentAttributeCount { found: usize, expected: usize },
    #[error(
        "expects result attribute array to have the same number of elements as the number of function results, got {found}, but expected {expected}"
    )]
    ResultAttributeCount { found: usize, expected: usize },
    #[error("{0} may only have dialect attributes")]
    ParameterAttributeDialect(&'static str),
    #[error("\"{0}\" is not a valid result attribute")]
    ResultAttribute(&'static str),
    #[error("\"{name}\" attribute attached to non-{kind} LLVM type")]
    ParameterAttributeType { name: &'static str, kind: &'static str },
    #[error("\"{name}\" should be {kind} attribute")]
    ParameterAttributeKind { name: &'static str, kind: &'static str },
    #[error("'llvm.landingpad' should have a consistent result type inside a function")]
    LandingpadTypes,
    #[error("'llvm.resume' should have a consistent input type inside a function")]
    ResumeTypes,
    #[error("'{0}' does not reference a valid personality function")]
    Personality(String),
}

impl VerifyErrorKind {
    /// Whether upstream's message names no operation in front.
    fn stands_alone(&self) -> bool {
        matches!(
            self,
            VerifyErrorKind::EmptyBlock
                | VerifyErrorKind::RuleAlone(_)
                | VerifyErrorKind::Layout(_)
                | VerifyErrorKind::NoTerminator { .. }
                | VerifyErrorKind::EntryHasPredecessors
                | VerifyErrorKind::ForeignSuccessor
                | VerifyErrorKind::SuccessorOperandCount { .. }
                | VerifyErrorKind::SuccessorOperandType { .. }
                | VerifyErrorKind::UndefinedOperand { .. }
                | VerifyErrorKind::NotDominating { .. }
                | VerifyErrorKind::Redefinition(_)
                | VerifyErrorKind::BranchWeights { .. }
                | VerifyErrorKind::UnwindWithoutLandingpad
                | VerifyErrorKind::EmptyUnwindDestination
                | VerifyErrorKind::NoPersonality
                | VerifyErrorKind::LandingpadWithoutClause
                | VerifyErrorKind::LandingpadBitcast
                | VerifyErrorKind::LandingpadClause(_)
                | VerifyErrorKind::ComdatExpected
                | VerifyErrorKind::ComdatMember
                | VerifyErrorKind::InitializerSideEffect
                | VerifyErrorKind::AliasSideEffect
                | VerifyErrorKind::NoInlineAlwaysInline
                | VerifyErrorKind::LandingpadTypes
                | VerifyErrorKind::ResumeTypes
                | VerifyErrorKind::AlignmentNotPowerOfTwo
                | VerifyErrorKind::StructorCount(_)
                | VerifyErrorKind::StructorData
                | VerifyErrorKind::CaseType
                | VerifyErrorKind::IncompatibleShape
                | VerifyErrorKind::ScalarToVector
                | VerifyErrorKind::VectorToScalar
                | VerifyErrorKind::NotWider
                | VerifyErrorKind::BundleTagCount { .. }
                | VerifyErrorKind::ModuleFlagValue(_)
                | VerifyErrorKind::ModuleFlagCgProfile
                | VerifyErrorKind::ModuleFlagProfileSummary
                | VerifyErrorKind::DuplicateBlockTag(_)
                | VerifyErrorKind::CallWithoutLocation
                | VerifyErrorKind::ParameterAttributeType { .. }
                | VerifyErrorKind::ParameterAttributeKind { .. }
                | VerifyErrorKind::ResultAttribute(_)
                | VerifyErrorKind::ReturnOperandType { .. }
        )
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn parents(names: &[&str]) -> String {
    match names {
        [name] => format!("expects parent op '{name}'"),
        names => format!("expects parent op to be one of '{}'", names.join(", ")),
    }
}

fn results_of(count: usize) -> String {
    match count {
        0 => "requires zero results".to_owned(),
        1 => "requires one result".to_owned(),
        n => format!("expected {n} results"),
    }
}

fn regions_of(count: usize) -> String {
    match count {
        0 => "requires zero regions".to_owned(),
        1 => "requires one region".to_owned(),
        n => format!("expected {n} regions"),
    }
}

fn operands_of(count: usize) -> &'static str {
    if count == 0 { "zero operands" } else { "a single operand" }
}
