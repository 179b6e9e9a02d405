//! Codes of the importer of LLVM assembly.

use super::diagnostic_codes;

diagnostic_codes! {
    /// What is wrong with a piece of LLVM assembly, in the words of LLVM's assembly parser where it has them.
    pub enum ImportCode: Error {
        /// Something else should be here.
        Expected(what: &'static str) = "expected {what}";
        /// A value, local or global, that nothing defines.
        UndefinedValue(name: String) = "use of undefined value '{name}'";
        /// A type name that nothing defines.
        UndefinedType(name: String) = "use of undefined type named '{name}'";
        /// A metadata node that nothing defines.
        UndefinedMetadata(number: u32) = "use of undefined metadata '!{number}'";
        /// A comdat that nothing defines.
        UndefinedComdat(name: String) = "use of undefined comdat '${name}'";
        /// A name defined twice.
        Redefinition {
            /// `global`, `local value`, `type`, ...
            what: &'static str,
            /// The name with its sigil.
            name: String,
        } = "redefinition of {what} '{name}'";
        /// A value used with another type than its own.
        TypeMismatch {
            /// The value with its sigil.
            name: String,
            /// Its type.
            found: String,
            /// The type at the place of use.
            expected: String,
        } = "'{name}' defined with type '{found}' but expected '{expected}'";
        /// A number that is not the next one.
        Numbering {
            /// `instruction`, `label`, ...
            what: &'static str,
            /// The lowest number that would do, with its sigil.
            expected: String,
        } = "{what} expected to be numbered '{expected}' or greater";
        /// A string without its closing quote.
        UnterminatedString = "end of file in string constant";
        UnterminatedComment = "unterminated comment";
        /// Brackets nested beyond what the reader follows.
        TooDeep = "nested too deeply";
        /// Valid LLVM IR the importer has no form for.
        Unsupported(what: &'static str) = "{what} is not supported";
        /// LLVM does not accept the module that the crate llvm-ir is to read.
        LlvmIrRead(message: String) = "{message}";
        /// The crate llvm-ir panicked.
        LlvmIrPanic(message: String) = "the crate llvm-ir cannot hold the module: {message}";
        /// The crate llvm-ir does not hold enough of something.
        LlvmIrUnsupported(what: &'static str) = "{what} is not supported by the crate llvm-ir";
        NulInName = "NUL character is not allowed in names";
        ValueNumberTooLarge = "invalid value number (too large)";
        UnclosedBracket = "bracket is never closed";
        UnclosedBody = "function body is never closed";

        // --- the module ---
        UnknownTargetProperty = "unknown target property";
        AssemblyProperty = "unknown property name";
        DataLayout(fault: String) = "{fault}";
        UnnamedComdat = "comdat cannot be unnamed";
        SelectionKind = "unknown selection kind";
        UseListOrderIndex = "index is out of range";
        UseListOrderFunction = "invalid function forward reference in uselistorder_bb";
        UseListOrderLabel = "invalid numeric label in uselistorder_bb";
        UseListOrderBlock = "invalid basic block in uselistorder_bb";

        // --- types ---
        VoidType = "void type only allowed for function results";
        TypeRedefinition = "redefinition of type";
        RecursiveStruct(name: String) = "identified structure type '{name}' is recursive";
        SymbolicAddressSpace = "invalid symbolic addrspace";
        AddressSpace = "invalid address space, must be a 24-bit integer";
        IntegerWidth = "bitwidth for integer type out of range";
        ArrayElementType = "invalid array element type";
        StructElementType = "invalid element type for struct";
        VectorElementType = "invalid vector element type";
        EmptyVectorType = "zero element vector is illegal";
        VectorTypeTooLarge = "size too large for vector";
        OpaqueAlone = "opaque is no type by itself";
        PointerToPtr = "ptr* is invalid - use ptr instead";
        PointerToLabel = "basic block pointers are invalid";
        PointerToVoid = "pointers to void are invalid; use i8* instead";
        PointeeType = "pointer to this type is invalid";
        FunctionArgumentType = "invalid type for function argument";

        // --- attributes ---
        UnterminatedGroup = "unterminated attribute group";
        EmptyGroup = "attribute group has no attributes";
        MisplacedAttribute(owners: &'static str) = "this attribute does not apply to {owners}";
        AttributeValue(fault: String) = "{fault}";
        AlignmentNotPowerOfTwo = "alignment is not a power of two";
        AlignmentTooLarge = "huge alignments are not supported yet";
        StackAlignmentNotPowerOfTwo = "stack alignment is not a power of two";
        NoDereferenceableBytes(name: &'static str) = "{name} bytes must be non-zero";

        // --- metadata ---
        RepeatedField(name: &'static str) = "field '{name}' cannot be specified more than once";
        MissingField(name: &'static str) = "missing required field '{name}'";
        UnknownField(name: String) = "invalid field '{name}'";
        NullField(name: &'static str) = "'{name}' cannot be null";
        EmptyField(name: &'static str) = "'{name}' cannot be empty";
        FieldTooLarge { name: &'static str, limit: u64 } = "value for '{name}' too large, limit is {limit}";
        FieldTooSmall { name: &'static str, limit: i64 } = "value for '{name}' too small, limit is {limit}";
        UnknownConstant { what: &'static str, name: String } = "invalid {what} '{name}'";
        ElementTooLarge(limit: u64) = "element too large, limit is {limit}";
        ChecksumWithoutKind = "'checksumkind' and 'checksum' must be provided together";
        NoLanguage = "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit";
        TwoLanguages = "can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit";
        LanguageVersion = "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit";
        NotDistinct { node: &'static str, which: &'static str } = "missing 'distinct', required for !{node}{which}";
        ExclamationMark = "Expected '!' here";

        // --- global values ---
        DsoLocalMismatch = "dso_location and DLL-StorageClass mismatch";
        LocalVisibility = "symbol with local linkage must have default visibility";
        LocalDllStorage = "symbol with local linkage cannot have a DLL storage class";
        FunctionLinkage = "invalid function linkage type";
        DefinitionLinkage = "invalid linkage for function definition";
        DeclarationLinkage = "invalid linkage for function declaration";
        AliasLinkage = "invalid linkage type for alias";
        AliaseeType = "An alias or ifunc must have pointer type";
        VariableType = "invalid type for global variable";
        ReturnType = "invalid function return type";
        VariableProperty = "unknown global variable property!";
        AliasProperty = "unknown alias or ifunc property!";
        FunctionRedefinition(name: String) = "invalid redefinition of function '{name}'";
        SretResult = "functions with 'sret' argument must return void";
        CallingConvention = "invalid calling convention";
        AbiVlen = "unknown RISC-V ABI VLEN";

        // --- constants ---
        IntegerConstant = "integer constant must have integer type";
        FloatConstant = "floating point constant invalid for type";
        HexadecimalConstant(ty: String) = "floating point constant does not have type '{ty}'";
        EmptyArrayConstant = "invalid empty array initializer";
        EmptyVectorConstant = "constant vector must not be empty";
        VectorConstantElement = "vector elements must have integer, pointer or floating point type";
        VectorConstantType = "vector constant must have vector type";
        ConstantElement { what: &'static str, index: usize, ty: String } = "{what} element #{index} is not of type '{ty}{quote}", quote = if *what == "array" { "" } else { "'" };
        StructConstantCount = "initializer with struct type has wrong # elements";
        StructConstantPacked = "packed'ness of initializer and type don't match";
        StructConstantElement(index: usize) = "element {index} of struct initializer doesn't match struct element type";
        ConstantType(word: String) = "invalid type for {word} constant";
        NullPointerType = "null must be a pointer type";
        BlockAddressType(ty: String) = "type of blockaddress must be a pointer and not '{ty}'";
        BlockAddressDeclaration = "cannot take blockaddress inside a declaration";
        AsmConstant = "invalid type for inline asm constraint string";
        Ptrauth(rule: &'static str) = "constant ptrauth {rule}";
        GlobalReferenceType = "global variable reference must have pointer type";
        ConstantMismatch { found: String, expected: String } = "constant expression type mismatch: got type '{found}' but expected '{expected}'";
        NoExpression(word: String) = "{word} constexprs are no longer supported";
        ExpressionOperandTypes = "operands of constexpr must have same type";
        ExpressionOperand = "constexpr requires integer operands";

        // --- functions ---
        EmptyBody = "function body requires at least one basic block";
        BlockName(name: String) = "unable to create block named '{name}'";
        ArgumentRedefinition(name: String) = "redefinition of argument '{name}'";
        LocalRedefinition(name: String) = "multiple definition of local value named '{name}'";
        ForwardReferenceType(ty: String) = "instruction forward referenced with type '{ty}'";
        NotABlock(name: String) = "'{name}' is not a basic block";
        NotAValue(name: String) = "'{name}' is a label, not a value";
        NotFirstClass = "invalid use of a non-first-class type";
        NamedVoid = "instructions returning void cannot have a name";

        // --- instructions ---
        InvalidOperands(instruction: &'static str) = "invalid {instruction} operands";
        LogicalOperand = "instruction requires integer or integer vector operands";
        ArithmeticOperand = "invalid operand type for instruction";
        FcmpOperand = "fcmp requires floating point operands";
        IcmpOperand = "icmp requires integer operands";
        Cast { from: String, to: String } = "invalid cast opcode for cast from '{from}' to '{to}'";
        FastMathFlags(instruction: &'static str) = "fast-math-flags specified for {instruction} without floating-point scalar or vector return type";
        SelectTypes = "both values to select must have same type";
        SelectToken = "select values cannot have token type";
        SelectCondition = "select condition must be i1 or <n x i1>";
        SelectConditionElement = "vector select condition element type must be i1";
        SelectVectors = "selected values for vector select must be vectors";
        SelectLength = "vector select requires selected vectors to have the same vector length as select condition";
        AggregateOperand(instruction: &'static str) = "{instruction} operand must be aggregate type";
        AggregateIndices(instruction: &'static str) = "invalid indices for {instruction}";
        InsertedType { found: String, expected: String } = "insertvalue operand and field disagree in type: '{found}' instead of '{expected}'";
        PhiType = "phi node must have first class type";
        VaArgOperand = "va_arg requires operand with first class type";

        // --- memory ---
        GepBase = "base of getelementptr must be a pointer";
        NoEquivalent = "expected a function, alias to function, or ifunc in dso_local_equivalent";
        GepScalable = "getelementptr cannot target structure that contains scalable vector type";
        GepUnsized = "base element of getelementptr must be sized";
        GepIndex = "getelementptr index must be an integer";
        GepIndexLength = "getelementptr vector index has a wrong number of elements";
        GepIndices = "invalid getelementptr indices";
        PointerOperand(instruction: &'static str) = "{instruction} operand must be a pointer";
        FirstClassOperand(instruction: &'static str) = "{instruction} operand must be a first class value";
        LoadOperand = "load operand must be a pointer to a first class type";
        LoadUnsized = "loading unsized types is not allowed";
        StoreUnsized = "storing unsized types is not allowed";
        AtomicAlignment(instruction: &'static str) = "atomic {instruction} must have explicit non-zero alignment";
        LoadOrdering = "atomic load cannot use Release ordering";
        StoreOrdering = "atomic store cannot use Acquire ordering";
        AllocaType = "invalid type for alloca";
        AllocaUnsized = "Cannot allocate unsized type";
        AllocaCount = "element count must have integer type";
        NoOrdering = "Expected ordering on atomic instruction";
        NoSyncScope = "Expected synchronization scope name";
        AtomicrmwOrdering = "atomicrmw cannot be unordered";
        AtomicrmwScalable = "atomicrmw operand may not be scalable";
        AtomicrmwOperand { operation: &'static str, expected: &'static str } = "atomicrmw {operation} operand must be {expected}";
        AtomicrmwSize = "atomicrmw operand must be power-of-two byte-sized integer";
        CmpxchgTypes = "compare value and new value type do not match";
        CmpxchgOrdering(when: &'static str) = "invalid cmpxchg {when} ordering";
        FenceOrdering(ordering: &'static str) = "fence cannot be {ordering}";

        // --- calls ---
        CallResultType = "Invalid result type for LLVM function";
        CallArgumentType(ty: String) = "argument is not of expected type '{ty}'";
        TooManyArguments = "too many arguments specified";
        TooFewArguments = "not enough parameters specified for call";
        EllipsisWithoutMusttail = "unexpected ellipsis in argument list for non-musttail call";
        EllipsisInNonVarargs = "unexpected ellipsis in argument list for musttail call in non-varargs function";
        UnknownIntrinsic(name: String) = "unknown intrinsic '{name}'";
        IntrinsicType = "invalid intrinsic signature";
        AsmConstraints = "failed to parse constraints";
        AsmConstraintOrder { constraint: &'static str, after: &'static str } = "{constraint} constraint occurs after {after} constraint";
        AsmWithoutOutput = "inline asm without outputs must return void";
        AsmOneOutput = "inline asm with one output cannot return struct";
        AsmOutputCount = "number of output constraints does not match number of return struct elements";
        AsmInputCount = "number of input constraints does not match number of parameters";

        // --- terminators ---
        BranchCondition = "branch condition must have 'i1' type";
        ReturnedValue(ty: String) = "value doesn't match function result type '{ty}'";
        SwitchCondition = "switch condition must have integer type";
        CaseValue = "case value is not a constant integer";
        DuplicateCase = "duplicate case value in switch";
        IndirectbrAddress = "indirectbr address must have pointer type";
        ClauseType(clause: &'static str) = "'{clause}' clause has an invalid type";
        ClauseConstant = "clause argument must be a constant";
    }
}
