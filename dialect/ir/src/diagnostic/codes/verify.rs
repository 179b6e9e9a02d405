//! Codes of the verifier, in the words of `mlir-opt`.

use super::{diagnostic_codes, plural};
use crate::diagnostic::argument::CurrentOperation;

diagnostic_codes! {
    /// The rules of the verifier. Types are spelled as MLIR spells them.
    pub enum VerifyCode: Error {

        // --- structure ---
        EmptyBlock = "empty block: expect at least a terminator";
        NoTerminator { last: CurrentOperation } = "block with no terminator, has {last}";
        TerminatorInside = "must be the last operation in the parent block";
        EntryHasPredecessors = "entry block of region may not have predecessors";
        ManyBlocks { region: usize } = "expects region #{region} to have 0 or 1 blocks";
        GraphBlocks { region: usize } = "expects graph region #{region} to have 0 or 1 blocks";
        NoTerminatorAtAll = "expects a non-empty block";
        RegionBlocks { region: usize, name: &'static str, blocks: usize } = "region #{region} ('{name}') failed to verify constraint: region with {blocks} blocks";
        RegionArguments = "region should have no arguments";
        WrongTerminator { expected: &'static str, found: String } = "expects regions to end with '{expected}', found '{found}'";
        Visibility(name: String) = "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{name}\"";
        SegmentSum { what: &'static str, found: usize, total: i64, name: &'static str } = "{what} count ({found}) does not match with the total size ({total}) specified in attribute '{name}'";
        NegativeSegments(name: &'static str) = "'{name}' attribute cannot have negative elements";
        RegionCount { expected: usize } = "{words}", words = regions_of(*expected);
        SuccessorCount { expected: usize, found: usize } = "requires {expected} successor{s} but found {found}", s = plural(*expected);
        ForeignSuccessor = "branching to block of a different region";
        SuccessorOperandCount { successor: usize, passed: usize, taken: usize } = "branch has {passed} operands for successor #{successor}, but target block has {taken}";
        SuccessorOperandType { successor: usize, argument: usize } = "type mismatch for bb argument #{argument} of successor #{successor}";
        SymbolOutsideTable = "symbol's parent must have the SymbolTable trait";
        WrongParent(names: &'static [&'static str]) = "{words}", words = parents(names);
        CastIncompatible { from: String, to: String } = "operand type '{from}' and result type '{to}' are cast incompatible";
        SameOperandsAndResultShape = "requires the same shape for all operands and results";
        /// A rule of one operation alone.
        Rule(message: String) = "{message}";
        /// A rule of one operation alone; upstream's message does not name the operation.
        PlainRule(message: String) = "{message}";
        /// A target whose chip is older than those that NVVM has.
        ChipTooOld(first: u32) = "Minimum NVVM target SM version is sm_{first}";

        // --- values ---
        UndefinedOperand { operand: usize } = "operand #{operand} is not defined";
        NotDominating { operand: usize } = "operand #{operand} does not dominate this use";

        // --- rows ---
        NoOrOneOperand { expected: usize } = "requires {words}", words = operands_of(*expected);
        OperandCount { expected: usize, found: usize } = "expected {expected} operands, but found {found}";
        TooFewOperands { least: usize, found: usize } = "expected {least} or more operands, but found {found}";
        OperandGroup { start: usize, found: usize } = "operand group starting at #{start} requires 0 or 1 element, but found {found}";
        ResultCount { expected: usize } = "{words}", words = results_of(*expected);
        TooFewResults { least: usize, found: usize } = "expected {least} or more results, but found {found}";
        ResultGroup { found: usize } = "result group starting at #0 requires 0 or 1 element, but found {found}";
        OperandType { operand: usize, variadic: bool, expected: &'static str, found: String } = "operand #{operand} must be {of}{expected}, but got '{found}'", of = if *variadic { "variadic of " } else { "" };
        ResultType { result: usize, variadic: bool, expected: &'static str, found: String } = "result #{result} must be {of}{expected}, but got '{found}'", of = if *variadic { "variadic of " } else { "" };
        MissingAttribute { name: &'static str } = "requires attribute '{name}'";
        AttributeConstraint { name: &'static str, constraint: String } = "attribute '{name}' failed to satisfy constraint: {constraint}";
        Layout(message: String) = "{message}";
        LayoutString(message: String) = "{message}";
        /// A preserved metadata node that LLVM does not have.
        PreservedNode(reason: String) = "attribute 'irtrip.nodes' is malformed: {reason}";
        PropertyConstraint { name: &'static str, constraint: String } = "property '{name}' failed to satisfy constraint: {constraint}";
        SameOperandsAndResultType = "requires the same type for all operands and results";
        SameTypeOperands = "requires all operands to have the same type";
        SameElementType = "requires the same element type for all operands and results";
        SameOperandsElementType = "requires the same element type for all operands";
        FailedToVerify(condition: String) = "failed to verify that {condition}";
        FailedToVerifyThat(condition: &'static str) = "failed to verify that {condition}";

        // --- conversions ---
        IncompatibleShape = "input and output vectors are of incompatible shape";
        ScalarToVector = "input type is an integer but output type is a vector";
        VectorToScalar = "input type is a vector but output type is an integer";
        NotWider = "integer width of the output type is smaller or equal to the integer width of the input type";
        NotNarrower = "integer width of the output type is larger than the integer width of the input type";
        FloatNotWider = "the output type is smaller than the input type";
        FloatNotNarrower = "the output type is larger than the input type";
        BitcastPointerToOther = "can only cast pointers from and to pointers";
        BitcastPointerToVector = "cannot cast pointer to vector of pointers";
        BitcastVectorToPointer = "cannot cast vector of pointers to pointer";
        BitcastAddressSpace = "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead";
        BitcastSize { input: u64, output: u64 } = "the input type has {input} bits but the output type has {output}";

        // --- memory ---
        AllocaTargetType = "this target extension type cannot be used in alloca";
        UnsupportedOrdering(ordering: &'static str) = "unsupported ordering '{ordering}'";
        UnsupportedAtomicType(ty: String) = "unsupported type '{ty}' for atomic access";
        DereferenceableResult = "expected op to return a single LLVM pointer type";
        AtomicWithoutAlignment = "expected alignment for atomic access";
        SyncscopeWithoutAtomic = "expected syncscope to be null for non-atomic access";
        AlignmentNotPowerOfTwo = "alignment attribute is not a power of 2";
        ExpectedFloat = "expected LLVM IR floating point type";
        ExpectedFloatElement = "expected LLVM IR floating point type for vector element";
        ExpectedInteger = "expected LLVM IR integer type";
        XchgType = "unexpected LLVM IR type for 'xchg' bin_op";
        AtLeastMonotonic = "expected at least 'monotonic' ordering";
        CmpxchgType = "unexpected LLVM IR type";
        CmpxchgOrdering = "ordering must be at least 'monotonic'";
        CmpxchgFailureOrdering = "failure ordering cannot be 'release' or 'acq_rel'";
        FenceOrdering = "can be given only acquire, release, acq_rel, and seq_cst orderings";
        GepDynamicIndices = "expected as many dynamic indices as specified in 'rawConstantIndices'";
        GepInboundsFlag = "'inbounds_flag' cannot be used directly.";
        GepNotIndexable { ty: String, index: usize } = "type '{ty}' cannot be indexed (index #{index})";
        GepDynamicStructIndex { index: usize } = "expected index {index} indexing a struct to be constant";
        GepOutOfBounds { index: usize } = "index {index} indexing a struct is out of bounds";

        // --- aggregates and vectors ---
        NotAnAggregate(ty: String) = "expected LLVM IR structure/array type, got: '{ty}'";
        PositionOutOfBounds(value: i64) = "position out of bounds: {value}";
        ExtractMismatch { container: String, expected: String, found: String } = "Type mismatch: extracting from '{container}' should produce '{expected}' but this op returns '{found}'";
        InsertMismatch { value: String, container: String } = "Type mismatch: cannot insert '{value}' into '{container}'";
        ScalableShuffle = "expected a splat operation for scalable vectors";
        ShuffleResult { expected: String, found: String } = "expected result type '{expected}', but got '{found}'";
        ShuffleMask(value: i64) = "mask element {value} is out of bounds";
        PointersType { operand: usize, expected: String } = "expected operand #{operand} type to be '{expected}'";
        NotAPairOfOperand(ty: String) = "expected result type to be an homogeneous struct with two elements matching the operand type, but got '{ty}'";

        // --- calls ---
        NoCallee = "must have either a `callee` attribute or at least an operand";
        IndirectCallee(name: String) = "indirect call expects a pointer as callee: '{name}'";
        UnknownSymbol(name: String) = "'{name}' does not reference a symbol in the current scope";
        NotAFunctionOrIFunc(name: String) = "'{name}' does not reference a valid LLVM function or IFunc";
        CallWithoutLocation = "inlinable function call in a function with a DISubprogram location must have a debug location";
        MissingVarCalleeType = "missing var_callee_type attribute for vararg call";
        CallOperandCount { found: usize, expected: usize } = "incorrect number of operands ({found}) for callee (expecting: {expected})";
        VarargCallOperandCount { found: usize, expected: usize } = "incorrect number of operands ({found}) for varargs callee (expecting at least: {expected})";
        CallOperandType { operand: usize, found: String, expected: String } = "operand type mismatch for operand {operand}: '{found}' != '{expected}'";
        CallWithoutResult = "expected function call to produce a value";
        VoidCallWithResult = "calling function with void result must not produce values";
        CallResultType { found: String, expected: String } = "result type mismatch: '{found}' != '{expected}'";
        VarCalleeNotVariadic = "expected var_callee_type to be a variadic function type";
        VarCalleeParameterCount(count: usize) = "expected var_callee_type to have at most {count} parameters";
        VarCalleeParameterType { expected: String, found: String } = "var_callee_type parameter type mismatch: '{expected}' != '{found}'";
        VarCalleeNotVoid = "expected var_callee_type to return void";
        VarCalleeReturnType { expected: String, found: String } = "var_callee_type return type mismatch: '{expected}' != '{found}'";
        EmptyUnwindDestination = "must have at least one operation in unwind destination";
        UnwindWithoutLandingpad = "first operation in unwind destination should be a llvm.landingpad operation";
        BundleTagCount { expected: usize, found: usize } = "expected {expected} operand bundle tags, but actually got {found}";
        BundleTagKind = "operand bundle tag must be a StringAttr";
        IntrinsicName = "intrinsic name must start with 'llvm.'";
        AsmMustTail = "tail call kind 'musttail' is not supported by this operation";
        CallAttributeCount { kind: &'static str, found: usize, of: &'static str, expected: usize } = "expected number of {kind} attributes ({found}) to match number of {of} ({expected})";
        NoPersonality = "llvm.landingpad needs to be in a function with a personality";
        LandingpadWithoutClause = "landingpad instruction expects at least one clause or cleanup attribute";
        LandingpadBitcast = "constant clauses expected";
        LandingpadClause(index: usize) = "clause #{index} is not a known constant - null, addressof, bitcast";


        // --- control flow ---
        ReturnWithOperand = "expected no operands";
        ReturnWithoutOperand = "expected 1 operand";
        ReturnType = "mismatching result types";
        BranchWeights { found: usize, expected: usize } = "expects number of branch weights to match number of successors: {found} vs {expected}";
        CaseCount = "expects number of case values to match number of case destinations";
        CaseType = "expects case value type to match condition value type";

        // --- constants ---
        ConstantKind = "only supports integer, float, string or elements attributes";
        ConstantString(count: usize) = "expected array type of {count} i8 elements for the string constant";
        ConstantStruct = "expected array attribute for struct type";
        ConstantStructSize(count: usize) = "expected array attribute of size {count}";
        ConstantStructElementType = "expected struct element types to be floating point type or integer type";
        ConstantStructElement = "expected element of array attribute to be floating point or integer";
        ConstantStructMismatch(index: usize) = "struct element at index {index} is of wrong type";
        ConstantTargetType = "does not support target extension type.";
        ConstantFloatSemantics = "attribute and type have different float semantics";
        ConstantIntegerWidth(width: u32) = "expected integer type of width {width}";
        ConstantInteger = "expected integer type";
        ConstantIntegerElements = "expected integer element type for integer elements attribute";
        ConstantScalable = "scalable vector type requires a splat attribute";
        ConstantElements = "expected vector or array type";
        ConstantElementCount { ty: u128, attr: u128 } = "type and attribute have a different number of elements: {ty} vs. {attr}";
        ConstantArray = "expected array or struct type for array attribute";
        ConstantArraySize { dim: usize, attr: usize, ty: u64 } = "array attribute size does not match array type size in dimension {dim}: {attr} vs. {ty}";
        ConstantSubArray { dim: usize, index: usize } = "nested attribute for sub-array in dimension {dim} at index {index} must be a zero, or undef, or array attribute";
        ConstantArrayStruct(index: usize) = "nested attribute for struct element at index {index} must be a zero, or undef, or array attribute";
        ConstantArrayStructSize { index: usize, attr: usize, ty: usize } = "nested array attribute size for struct element at index {index} must match struct size: {attr} vs. {ty}";
        ConstantArrayElement = "for array with an array attribute must have a struct element type";
        ZeroTargetType = "target extension type does not support zero-initializer";
        AddressOfNothing = "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'";
        AddressOfAddressSpace = "pointer address space must match address space of the referenced global or alias";
        DsoLocalEquivalentOfNothing = "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'";
        DsoLocalEquivalentOfVariable = "must reference an alias to a function";
        DsoLocalEquivalentOfExternWeak = "target function with 'extern_weak' linkage not allowed";
        BlockAddressFunction = "must reference a function defined by 'llvm.func'";
        BlockAddressTag = "expects an existing block label target in the referenced function";
        DuplicateBlockTag(tag: i64) = "duplicate block tag '{tag}' in the same function: ";

        // --- the func dialect ---
        PublicDeclaration = "symbol declaration cannot have public visibility";
        ReturnCount { found: usize, expected: usize, function: String } = "has {found} operands, but enclosing function (@{function}) returns {expected}";
        ReturnOperandType { index: usize, found: String, expected: String, function: String } = "type of return operand {index} ('{found}') doesn't match function result type ('{expected}') in function @{function}";
        NoFunction(name: String) = "'{name}' does not reference a valid function";
        UndefinedFunction(name: String) = "reference to undefined function '{name}'";
        FunctionTypeMismatch = "reference to function with mismatched type";
        CalleeOperandCount = "incorrect number of operands for callee";
        CalleeResultCount = "incorrect number of results for callee";
        CalleeOperandType { index: usize, found: String, expected: String } = "operand type mismatch: expected operand type '{expected}', but provided '{found}' for operand number {index}";
        CalleeResultType(index: usize) = "result type mismatch at index {index}";

        // --- module level ---
        ModuleAttributeName(name: String) = "can only contain attributes with dialect-prefixed names, found: '{name}'";
        Redefinition(name: String) = "redefinition of symbol named '{name}'";
        NotAtModuleLevel = "must appear at the module level";
        GlobalType = "expects type to be a valid element type for an LLVM global";
        GlobalString = "requires an i8 array type of the length equal to that of the string attribute";
        GlobalTargetType = "this target extension type cannot be used in a global";
        GlobalTargetInitializer = "global with target extension type can only be initialized with zero-initializer";
        CommonNotZero = "expected zero value for 'common' linkage";
        AppendingNotArray = "expected array type for 'appending' linkage";
        InitializerVoid = "initializer region cannot return void";
        InitializerType { found: String, expected: String } = "initializer region type '{found}' does not match global type '{expected}'";
        InitializerSideEffect = "ops with side effects not allowed in global initializers";
        TwoInitializers = "cannot have both initializer value and region";
        ComdatExpected = "expected comdat symbol";
        ComdatMember = "only comdat selector symbols can appear in a comdat region";
        StructorCount(name: &'static str) = "{name}, priorities, and data must have the same number of elements";
        NotAFunction(name: String) = "'{name}' does not reference a valid LLVM function";
        StructorDeclared(name: String) = "'{name}' does not have a definition";
        StructorData = "data element must be symbol or #llvm.zero";
        AliasType = "expects type to be a valid element type for an LLVM global alias";
        AliasLinkage(linkage: &'static str) = "'{linkage}' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally";
        AliasNotPointer = "initializer region must always return a pointer";
        AliasSideEffect = "ops with side effects are not allowed in alias initializers";
        IFuncLinkage(linkage: &'static str) = "'{linkage}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage";
        IFuncResolver = "must have a function resolver";
        IFuncResolverDeclared = "resolver must be a definition";
        IFuncResolverResult = "resolver must return a pointer";
        IFuncResolverType = "resolver has incorrect type";
        ModuleFlagValue(name: String) = "only integer and string values are currently supported for unknown key '\"{name}\"'";
        ModuleFlagKind = "expected a module flag attribute";
        ModuleFlagCgProfile = "'CG Profile' key expects an array of '#llvm.cgprofile_entry'";
        ModuleFlagProfileSummary = "'ProfileSummary' key expects a '#llvm.profile_summary' attribute";

        // --- functions ---
        FunctionCommon = "functions cannot have 'common' linkage";
        DeclarationLinkage = "external functions must have 'external' or 'extern_weak' linkage";
        NoInlineAlwaysInline = "no_inline and always_inline attributes are incompatible";
        OptimizeNoneInline = "with optimize_none must also be no_inline";
        EntryArgumentCount(count: usize) = "entry block must have {count} arguments to match function signature";
        EntryArgumentType { index: usize, found: String, expected: String } = "type of entry block argument #{index}('{found}') must match the type of the corresponding argument in function signature('{expected}')";
        ArgumentAttributeCount { found: usize, expected: usize } = "expects argument attribute array to have the same number of elements as the number of function arguments, got {found}, but expected {expected}";
        ResultAttributeCount { found: usize, expected: usize } = "expects result attribute array to have the same number of elements as the number of function results, got {found}, but expected {expected}";
        ParameterAttributeDialect(name: &'static str) = "{name} may only have dialect attributes";
        ResultAttribute(name: &'static str) = "\"{name}\" is not a valid result attribute";
        ParameterAttributeType { name: &'static str, kind: &'static str } = "\"{name}\" attribute attached to non-{kind} LLVM type";
        ParameterAttributeKind { name: &'static str, kind: &'static str } = "\"{name}\" should be {kind} attribute";
        LandingpadTypes = "'llvm.landingpad' should have a consistent result type inside a function";
        ResumeTypes = "'llvm.resume' should have a consistent input type inside a function";
        Personality(name: String) = "'{name}' does not reference a valid personality function";

        // --- notes ---
        ReturningFrom = Note, "when returning from function";
        OperandDefinition { place: &'static str } = Note, "operand defined here ({place})";
        ArgumentDefinition { block: usize, place: &'static str } =
            Note, "operand defined as a block argument (block #{block} {place})";
        ExistingSymbol = Note, "see existing symbol definition here";
    }
}

impl VerifyCode {
    /// Whether LLVM asks for the rule, of this operation: MLIR's own verifier accepts what breaks it.
    pub fn is_llvm_rule(&self, operation: &str) -> bool {
        match self {
            VerifyCode::BitcastSize { .. }
            | VerifyCode::NotNarrower
            | VerifyCode::FloatNotWider
            | VerifyCode::FloatNotNarrower
            | VerifyCode::ShuffleResult { .. }
            | VerifyCode::ShuffleMask(_)
            | VerifyCode::NotAtModuleLevel => true,
            VerifyCode::AlignmentNotPowerOfTwo => operation != "llvm.mlir.global",
            VerifyCode::IncompatibleShape | VerifyCode::ScalarToVector | VerifyCode::VectorToScalar => {
                !matches!(operation, "llvm.zext" | "llvm.sext")
            }
            _ => false,
        }
    }

    /// Whether the rule is about a symbol, or about what a name refers to: rules of a whole symbol table, which come last.
    pub fn is_symbol_rule(&self) -> bool {
        matches!(
            self,
            VerifyCode::Redefinition(_)
                | VerifyCode::UnknownSymbol(_)
                | VerifyCode::NotAFunctionOrIFunc(_)
                | VerifyCode::AddressOfNothing
                | VerifyCode::DsoLocalEquivalentOfNothing
                | VerifyCode::DsoLocalEquivalentOfVariable
                | VerifyCode::BlockAddressFunction
                | VerifyCode::BlockAddressTag
                | VerifyCode::NoFunction(_)
        )
    }

    /// Whether the rule is about the values that an operation uses.
    pub fn is_value_rule(&self) -> bool {
        matches!(self, VerifyCode::NotDominating { .. } | VerifyCode::UndefinedOperand { .. })
    }

    /// Whether `mlir-opt` shows the operation: not where it looks at attributes by themselves, or at a region as a whole.
    pub fn shows_operation(&self) -> bool {
        !matches!(
            self,
            VerifyCode::EmptyBlock
                | VerifyCode::EntryHasPredecessors
                | VerifyCode::AttributeConstraint { .. }
                | VerifyCode::ChipTooOld(_)
                | VerifyCode::Layout(_)
        )
    }

    /// Whether the message names the operation first: `'llvm.add' op ...`.
    pub fn names_operation(&self) -> bool {
        !matches!(
            self,
            VerifyCode::EmptyBlock
                | VerifyCode::PlainRule(_)
                | VerifyCode::ChipTooOld(_)
                | VerifyCode::Layout(_)
                | VerifyCode::NoTerminator { .. }
                | VerifyCode::EntryHasPredecessors
                | VerifyCode::ForeignSuccessor
                | VerifyCode::SuccessorOperandCount { .. }
                | VerifyCode::SuccessorOperandType { .. }
                | VerifyCode::UndefinedOperand { .. }
                | VerifyCode::NotDominating { .. }
                | VerifyCode::Redefinition(_)
                | VerifyCode::BranchWeights { .. }
                | VerifyCode::UnwindWithoutLandingpad
                | VerifyCode::EmptyUnwindDestination
                | VerifyCode::NoPersonality
                | VerifyCode::LandingpadWithoutClause
                | VerifyCode::LandingpadBitcast
                | VerifyCode::LandingpadClause(_)
                | VerifyCode::ComdatExpected
                | VerifyCode::ComdatMember
                | VerifyCode::InitializerSideEffect
                | VerifyCode::AliasSideEffect
                | VerifyCode::NoInlineAlwaysInline
                | VerifyCode::LandingpadTypes
                | VerifyCode::ResumeTypes
                | VerifyCode::AlignmentNotPowerOfTwo
                | VerifyCode::StructorCount(_)
                | VerifyCode::StructorData
                | VerifyCode::CaseType
                | VerifyCode::IncompatibleShape
                | VerifyCode::ScalarToVector
                | VerifyCode::VectorToScalar
                | VerifyCode::NotWider
                | VerifyCode::BundleTagCount { .. }
                | VerifyCode::ModuleFlagValue(_)
                | VerifyCode::ModuleFlagCgProfile
                | VerifyCode::ModuleFlagProfileSummary
                | VerifyCode::DuplicateBlockTag(_)
                | VerifyCode::CallWithoutLocation
                | VerifyCode::ParameterAttributeType { .. }
                | VerifyCode::ParameterAttributeKind { .. }
                | VerifyCode::ResultAttribute(_)
                | VerifyCode::ReturnOperandType { .. }
                | VerifyCode::ReturningFrom
                | VerifyCode::OperandDefinition { .. }
                | VerifyCode::ArgumentDefinition { .. }
                | VerifyCode::ExistingSymbol
        )
    }
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
