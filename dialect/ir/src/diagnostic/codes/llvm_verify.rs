//! Codes of the rules of LLVM's verifier.

use super::diagnostic_codes;

diagnostic_codes! {
    /// A rule of LLVM's verifier that a module of LLVM IR breaks, in its words.
    pub enum LlvmVerifyCode: Error {
        // --- attributes ---
        IncompatibleAttributes(a: &'static str, b: &'static str) = "Attributes '{a} and {b}' are incompatible!";
        PassingAttributes = "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!";
        OptnoneWithoutNoinline = "Attribute 'optnone' requires 'noinline'!";
        AttributeOfResult(attribute: String) = "Attribute '{attribute}' does not apply to function return values";
        AttributeOfFunction(attribute: String) = "Attribute '{attribute}' does not apply to functions!";
        AttributeOfParameter(attribute: String) = "Attribute '{attribute}' does not apply to parameters";
        AttributeOnType(attribute: String) = "Attribute '{attribute}' applied to incompatible type!";
        AttributeOfUnsizedType(name: &'static str) = "Attribute '{name}' does not support unsized types!";
        HugeArgument(name: &'static str) = "huge '{name}' arguments are unsupported";
        StringAttributeValue { key: String, value: String } = "invalid value for '{key}' attribute: {value}";
        NumericStringAttribute { key: String, value: String } = "\"{key}\" takes an unsigned integer: {value}";
        EmptyTargetFeature = "target-features attribute should not contain an empty string";
        TargetFeatureSign(feature: String) = "target feature '{feature}' must start with a '+' or '-'";
        AllocsizeBounds(what: &'static str) = "'allocsize' {what} argument is out of bounds";
        AllocsizeType(what: &'static str) = "'allocsize' {what} argument must refer to an integer parameter";
        Attributes(rule: &'static str) = "{rule}";
        VscaleRange(rule: &'static str) = "'vscale_range' {rule}";
        AttributeOfParameters(name: &'static str) = "More than one parameter has attribute {name}!";
        MultipleParameters(name: &'static str) = "Cannot have multiple '{name}' parameters!";
        ReturnedType = "Incompatible argument and return types for 'returned' attribute";
        SretParameter = "Attribute 'sret' is not on first or second parameter!";
        InallocaParameter = "inalloca isn't on the last parameter!";
        ImmargOutsideIntrinsic = "immarg attribute only applies to intrinsics";
        ElementtypeOutsideIntrinsic = "Attribute 'elementtype' can only be applied to intrinsics and inline asm.";

        // --- global values ---
        DllImportVisibility = "dllimport GlobalValue must have default visibility";
        DllImportDefinition = "Global is marked as dllimport, but not external";
        DllExportVisibility = "dllexport GlobalValue must have default or protected visibility";
        DeclarationInComdat = "Declaration may not be in a Comdat!";
        ScalableGlobal = "Globals cannot contain scalable types";
        AppendingLinkage = "Only global arrays can have appending linkage!";
        CommonInitializer = "'common' global must have a zero initializer!";
        CommonConstant = "'common' global may not be marked constant!";
        CommonInComdat = "'common' global may not be in a Comdat!";
        IntrinsicGlobalLinkage = "invalid linkage for intrinsic global variable";
        IntrinsicGlobalUse = "invalid uses of intrinsic global variable";
        IntrinsicGlobalType = "wrong type for intrinsic global variable";
        StructorWithoutData = "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form";
        AliaseeKind = "Aliasee should be either GlobalValue or ConstantExpr";
        AliasOfDeclaration = "Alias must point to a definition";
        AliasOfInterposable = "Alias cannot point to an interposable alias";
        AliasCycle = "Aliases cannot form a cycle";
        IFuncLinkage = "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!";
        IFuncResolver = "IFunc must have a Function resolver";
        IFuncResolverDeclared = "IFunc resolver must be a definition";
        IFuncResolverResult = "IFunc resolver must return a pointer";
        IFuncResolverType = "IFunc resolver has incorrect type";

        // --- functions ---
        ConventionResult = "Calling convention requires void return type";
        ConventionVarargs = "Calling convention does not support varargs or perfect forwarding!";
        UnsizedInitializer = "Global variable initializer must be sized";
        UsedInitializer = "wrong initializer for intrinsic global variable";
        UsedMember(list: &'static str) = "invalid {list} member";
        FunctionParameter(ty: &'static str) = "Function takes {ty} but isn't an intrinsic";
        FunctionResult(ty: &'static str) = "Function returns {ty} but isn't an intrinsic";
        IntrinsicDefinition = "llvm intrinsics cannot be defined!";
        IntrinsicUser = "Invalid user of intrinsic instruction!";
        DeclarationProfile = "function declaration may not have a !prof attachment";
        DeclarationPersonality = "Function declaration shouldn't have a personality routine";

        // --- instructions ---
        AddressOfIntrinsic = "Cannot take the address of an intrinsic!";
        GepShape = "getelementptr vector index has a wrong number of elements";
        AddressWidth = "PtrToAddr result must be address width";
        LifetimeOperand = "llvm.lifetime.start/end can only be used on alloca or poison";
        AtomicOperand(access: &'static str) = "atomic {access} operand must have integer, pointer, floating point, or vector type!";
        CmpxchgOperand = "cmpxchg operand must have integer or pointer type";
        AtomicNotBytes = "atomic memory access' size must be byte-sized";
        AtomicNotPowerOfTwo = "atomic memory access' operand must have a power-of-two size";
        SwifterrorAllocaType = "swifterror alloca must have pointer type";
        SwifterrorAllocaArray = "swifterror alloca must not be array allocation";
        PhiNotAtTop = "PHI nodes not grouped at top of basic block!";
        PhiOfToken = "PHI nodes cannot have token type!";
        PhiEntryCount = "PHINode should have one entry for each predecessor of its parent basic block!";
        PhiPredecessors = "PHI node entries do not match predecessors!";
        PhiAmbiguous = "PHI node has multiple entries for the same basic block with different incoming values!";
        PhiOfItself = "Only PHI nodes may reference their own value!";
        SwitchCaseType = "Switch constants must all be same type as switch value!";
        DuplicateCase = "Duplicate integer as switch case";
        NotDominating = "Instruction does not dominate all uses!";
        MetadataBeforeDefinition = "metadata that refers to a value before its definition is not supported";
        EntryPredecessors = "Entry block to function must not have predecessors!";
        EntryAddress = "blockaddress may not be used with the entry block!";

        // --- calls ---
        Call(rule: &'static str) = "{rule}";
        NakedArgument = "cannot use argument of naked function";
        NotCallable = "calling convention does not permit calls";
        CallParameter(ty: &'static str) = "Function has {ty} parameter but isn't an intrinsic";
        IntrinsicSignature = "Intrinsic called with incompatible signature";
        NotImmediate = "immarg operand has non-immediate parameter";
        ImmediateRange { number: i64, low: i64, high: i64 } = "immarg value {number} out of range [{low}, {high})";
        IntrinsicType = "Intrinsic has incorrect argument type!";
        IndirectResult(ty: &'static str) = "Return type cannot be {ty} for indirect call!";
        Intrinsic(rule: &'static str) = "{rule}";
        MultipleBundles(tag: &'static str) = "Multiple {tag} operand bundles";
        BundleOperandCount { count: &'static str, tag: &'static str } = "Expected {count} {tag} bundle operand{s}", s = if *count == "exactly two" { "s" } else { "" };
        PtrauthDeactivation = "signed ptrauth constant deactivation symbol must be a global value or null";
        KcfiOperand = "Kcfi bundle operand must be an i32 constant";
        PtrauthKey = "Ptrauth bundle key operand must be an i32 constant";
        PtrauthDiscriminator = "Ptrauth bundle discriminator operand must be an i64";
        IndirectConstraintOperand = "Operand for indirect constraint must have pointer type";
        IndirectConstraintElementtype = "Operand for indirect constraint must have elementtype attribute";
        DirectConstraintElementtype = "Elementtype attribute can only be applied for indirect constraints";
        LabelConstraintCount = "Number of label constraints does not match number of callbr dests";
        LabelConstraintOfCall = "Label constraints can only be used with callbr";
        MusttailAsm = "cannot use musttail call with inline asm";
        MusttailBitcast = "bitcast following musttail call must use the call";
        MusttailMismatch(part: &'static str) = "cannot guarantee tail call due to mismatched {part}";
        TailConventionAttribute { attribute: &'static str, convention: &'static str, side: &'static str } = "{attribute} attribute not allowed in {convention} musttail {side}";
        TailConventionVarargs(convention: &'static str) = "cannot guarantee {convention} tail call for varargs function";
        MusttailWithoutReturn = "musttail call must precede a ret with an optional bitcast";
        MusttailResult = "musttail call result must be returned";

        // --- exception handling ---
        NoPersonality(pad: &'static str) = "{pad} needs to be in a function with a personality.";
        NotFirst(pad: &'static str) = "{pad} not the first non-PHI instruction in the block.";
        PadInEntry = "EH pad cannot be in entry block.";
        PadWithoutUnwindEdge = "EH pad must be jumped to via an unwind edge";
        PadParent(pad: &'static str) = "{pad} has an invalid parent.";
        LandingpadEdge = "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.";
        LandingpadFilter = "Filter operand is not an array of constants!";
        LandingpadResult = "The landingpad instruction should have a consistent result type inside a function.";
        LandingpadWithoutClause = "LandingPadInst needs at least one clause or to be a cleanup.";
        CatchOperand = "Catch operand does not have pointer type!";
        ResumeType = "The resume instruction should have a consistent result type inside a function.";
        CatchpadParent = "CatchPadInst needs to be directly nested in a CatchSwitchInst.";
        CatchpadEdge = "Block containg CatchPadInst must be jumped to only by its catchswitch.";
        UnwindDestination = "The unwind destination does not have an exception handling instruction!";
        UnwindToLandingpad(inst: &'static str) = "{inst} must unwind to an EH block which is not a landingpad.";
        PadOfReturn { inst: &'static str, pad: &'static str } = "{inst} needs to be provided a {pad}";
        CatchswitchHandlers = "CatchSwitchInst handlers must be catchpads";
        CallbrUnwind = "Unwinding from Callbr is not allowed";

        // --- attached metadata ---
        Profile(rule: &'static str) = "{rule}";
        Range(rule: &'static str) = "{rule}";
        AccessTag(rule: &'static str) = "{rule}";
        AliasScope(rule: &'static str) = "{rule}";
        Attachment(rule: &'static str) = "{rule}";

        // --- module flags and named metadata ---
        OperandCount(list: &'static str) = "incorrect number of operands in {list}";
        ListEntry(list: &'static str) = "invalid value for {list} metadata entry operand(the operand should be a string)";
        ModuleFlagBehavior(found: &'static str) = "invalid behavior operand in module flag ({found})";
        ModuleFlagId = "invalid ID operand in module flag (expected metadata string)";
        ModuleFlagValue { behavior: &'static str, rule: &'static str } = "invalid value for '{behavior}'{kind} module flag ({rule})", kind = if behavior.starts_with("append") { "-type" } else { "" };
        ModuleFlagUnique = "module flag identifiers must be unique (or of 'require' type)";
        ModuleFlagRequirement(found: &'static str) = "invalid requirement on flag, flag {found}";
        ModuleFlagProfile = "expected a MDNode triple";
        ErrnoWithoutTag = "llvm.errno.tbaa must have at least one operand";
        ModuleFlagNumber(name: &'static str) = "{name} metadata requires constant integer argument";
    }
}
