//! Codes of the reader of MLIR text, in the words of `mlir-opt`.

use std::borrow::Cow;

use super::verify::VerifyCode;
use super::{diagnostic_codes, plural};

diagnostic_codes! {
    /// What is wrong with MLIR text. Types and attributes are spelled as MLIR spells them.
    pub enum ParseCode: Error {

        // --- tokens ---
        /// Something else should be here.
        Expected(what: &'static str) = "expected {what}";
        /// A token should be here.
        ExpectedToken(token: &'static str) = "expected '{token}'";
        /// Brackets, regions or expressions nest deeper than the reader follows.
        TooDeep(levels: usize) = "nesting is deeper than {levels} levels";
        /// Aliases that stand for more than any text may have.
        OutOfProportion { what: &'static str, name: String } = "{what} alias '{name}' stands for a text out of proportion to its definition";
        TooLarge = "the text is larger than 4 GiB";
        Unclosed(what: &'static str) = "{what} is not closed";
        Unbalanced(bracket: String) = "unbalanced '{bracket}' character in pretty dialect name";
        UnclosedString = "expected '\"' in string literal";
        BadEscape = "unknown escape in string literal";
        UnexpectedCharacter = "unexpected character";
        Ellipsis = "expected three consecutive dots for an ellipsis";
        SymbolStart = "@ identifier expected to start with letter or '_'";
        /// A sigil without a name after it.
        InvalidName(what: &'static str) = "invalid {what}";

        // --- aliases and resources ---
        UndefinedAlias(name: String) = "undefined symbol alias id '{name}'";
        UndefinedLocationAlias = "operation location alias was never defined";
        AliasRedefinition { what: &'static str, name: String } = "redefinition of {what} alias id '{name}'";
        ReservedAlias(what: &'static str) = "{what} names with a '.' are reserved for dialect-defined names";
        UnknownResourceKey(key: String) = "unknown key '{key}' in file metadata dictionary";
        UnknownResourceDialect(dialect: String) = "dialect '{dialect}' is unknown";
        UnexpectedResource(dialect: String) = "unexpected 'resource' section for dialect '{dialect}'";
        ResourceBlob(key: String) = "expected hex string blob for key '{key}'";
        ResourceAlignment(key: String) = "expected hex string blob for key '{key}' to encode alignment in first 4 bytes";

        // --- numbers ---
        IntegerRange = "integer constant out of range";
        IntegerRangeOfAttribute = "integer constant out of range for attribute";
        IntegerRangeOfType = "integer constant out of range for type";
        IntegerTooLarge = "integer value too large";
        IntegerForType = "integer literal not valid for specified type";
        NegativeUnsigned = "negative integer literal not valid for unsigned integer type";
        BadFloat = "invalid floating-point literal";
        FloatForType = "floating point value not valid for specified type";
        HexadecimalFloatSign = "hexadecimal float literal should not have a leading minus";
        HexadecimalFloatRange = "hexadecimal float constant out of range for type";
        /// An integer where a float should be.
        DecimalAsFloat = "unexpected decimal integer literal for a floating point value";

        // --- types ---
        IntegerWidth = "invalid integer width";
        NoBits = "bitwidth must be greater than 0";
        TooManyBits { limit: u32, found: i64 } = "bitwidth must be less than {limit}, but got {found}";
        IntegerWidthLimit = "integer bitwidth is limited to 16777215 bits";
        Dimension = "invalid dimension";
        ScalableDimension = "missing ']' closing scalable dimension";
        VectorSizes(sizes: String) = "vector types must have positive constant sizes but got {sizes}";
        VectorElement = "failed to verify 'elementType': VectorElementTypeInterface instance";
        TensorElement = "invalid tensor element type";
        TensorEncoding = "cannot apply encoding to unranked tensor";
        MemRefElement = "invalid memref element type";
        MemRefUnrankedLayout = "cannot have affine map for unranked memref type";
        MemRefSpaceNotLast = "expected memory space to be last in memref type";
        MemRefSpaces = "multiple memory spaces specified in memref type";
        MemRefSpace = "unsupported memory space Attribute";
        MemRefStrides = "expected the number of strides to match the rank";
        MemRefLayoutRank { rank: usize, dims: usize } = "memref layout mismatch between rank and affine map: {rank} != {dims}";
        ComplexElement = "invalid element type for complex";
        NoParsingHook(what: &'static str) = "dialect 'builtin' provides no {what} parsing hook";
        UnregisteredType { dialect: String, body: String } =
            "`!\"{dialect}\"<\"{body}\">` type created with unregistered dialect. If this is intended, please call \
             allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used";

        // --- types of the LLVM dialect ---
        TypeInsteadOfKeyword = "unexpected type, expected keyword";
        UnknownLlvmType(word: String) = "unknown LLVM type: {word}";
        ArrayElement(ty: String) = "invalid array element type: '{ty}'";
        StructElement(ty: String) = "invalid LLVM structure element type: '{ty}'";
        StructWithoutBody = "struct without a body only allowed in a recursive struct";
        StructInItself = "identifier already used for an enclosing struct";
        StructRedefinition = "identified type already used with a different body";
        StructOpaque = "redeclaring defined struct as opaque";
        LiteralStructOpaque = "only identified structs can be opaque";
        FunctionResult(ty: String) = "invalid function result type: '{ty}'";
        FunctionArgument(ty: String) = "invalid function argument type: '{ty}'";
        TargetParameters = "failed to parse parameter list for target extension type";

        // --- attributes ---
        AttrKind = "invalid kind of attribute specified";
        DuplicateKey(key: String) = "duplicate key '{key}' in dictionary attribute";
        DistinctMismatch(previous: String) = "referenced attribute does not match previous definition: {previous}";
        LocationExpected(found: String) = "expected location, but found '{found}'";
        UnregisteredAttribute { dialect: String, body: String, ty: String } =
            "#\"{dialect}\"<\"{body}\"> : '{ty}' attribute created with unregistered dialect. If this is intended, please \
             call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used";
        UnknownAttribute { dialect: &'static str, name: String } = "unknown attribute `{name}` in dialect `{dialect}`";
        /// A size of a dialect's type with a shape that is not known.
        ShapeNotStatic = "expected static shape";
        /// The element type of a dialect's type with a shape.
        ShapedElement(words: &'static str) = "failed to verify 'elementType': {words}";
        /// A word that is not of a set of words; all of them are spelled.
        NotOfSet(message: String) = "{message}";
        /// The parameter that a word of a set is read for.
        SetNotParsed(message: &'static str) = "{message}";

        // --- elements ---
        ElementsNotShaped = "elements literal must be a shaped type";
        ElementsNotStatic = "elements literal type must have static shape";
        ElementsShape { found: String, expected: String } =
            "inferred shape of elements literal ([{found}]) does not match type ([{expected}])";
        ElementsRanks = "tensor literal is invalid; ranks are not consistent between elements";
        ElementsMissing(ty: String) = "parsed zero elements, but type ('{ty}') expected at least 1";
        ElementsHexadecimalSize(ty: String) = "elements hex data size is invalid for provided type: '{ty}'";
        SparseBracket = "Expected '<' after 'sparse'";
        SparseValues = "expected 1-d tensor for sparse element values";
        SparseShape { dims: String, indices: String, values: String } =
            "expected shape ([{dims}]); inferred shape of indices literal ([{indices}]); inferred shape of values literal \
             ([{values}])";
        SparseIndex { number: usize, index: String, ty: String } =
            "sparse index #{number} is not contained within the value shape, with index=[{index}], and type='{ty}'";
        ResourceNotShaped = "`dense_resource` expected a shaped type";
        ArrayElementType(found: String) = "expected integer or float type, got: '{found}'";
        ArrayElementWidth = "element type bitwidth must be a multiple of 8";

        // --- parameters ---
        /// What was read for a parameter is not it.
        ParameterNotParsed { definition: &'static str, name: &'static str, ty: Cow<'static, str> } =
            "failed to parse {definition} parameter '{name}' which is to be a `{ty}`";
        UnknownParameter(name: String) = "duplicate or unknown struct parameter name: {name}";
        MissingParameter(name: &'static str) = "struct is missing required parameter: {name}";
        TypeKind { expected: &'static str, found: String } =
            "invalid kind of type specified: expected {expected}, but found '{found}'";
        /// A word that is not one of an enumeration's.
        NotOfEnumeration { name: &'static str, words: String } = "expected {name} to be one of: {words}";
        NotOneOf { name: &'static str, words: String, found: String } = "expected one of [{words}] for {name}, got: {found}";
        ExpectedKeywordFor(name: &'static str) = "expected keyword for {name}";
        UnknownDwarfName { what: &'static str, word: String } = "invalid debug info debug info {what} name: {word}";
        UnknownEncoding(word: String) = "encountered unknown attribute encoding \"{word}\"";
        AliasScopeId = "id of an alias scope must be a StringAttr or a DistrinctAttr";
        TargetFeatureEmpty = "target features can not be null or empty";
        TargetFeatureComma = "target features can not contain ','";
        TargetFeatureSign = "target features must start with '+' or '-'";

        // --- the data layout dialect ---
        LayoutEmpty = "no DLTI entries provided";
        LayoutKeyNotParsed = "error while parsing type DLTI key";
        LayoutKeyEmpty = "empty string as DLTI key is not allowed";
        LayoutKeyType = "type as DLTI key is not allowed";
        LayoutKeyTwice(key: String) = "repeated DLTI key: {key}";
        LayoutSystemKey = "non-string key of DLTI system spec";
        LayoutSystemValue(key: String) = "value associated with key {key} is not a DLTI device spec";
        LayoutDeviceTwice(key: String) = "repeated device ID in dlti.target_system_spec: {key}";

        // --- affine maps and sets ---
        AffineSetForMap = "expected AffineMap, but got IntegerSet";
        AffineMapForSet = "expected IntegerSet, but got AffineMap";
        AffineRedefinition(name: String) = "redefinition of identifier '{name}'";
        AffineUndefined = "use of undeclared identifier";
        AffineConstant = "constant too large for index";
        AffineEmptyBrackets = "no expression inside parentheses";
        AffineOperand(side: &'static str) = "missing {side} operand of binary operator";
        AffineMultiplication =
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic";
        AffineDivisor(operator: &'static str) =
            "non-affine expression: right operand of {operator} has to be either a constant or symbolic";

        // --- operations ---
        UnknownOperation(name: String) = "custom op '{name}' is unknown";
        /// A name without the dialect's, which was looked up with the name of the dialect around it as well.
        UnknownOperationOf { name: String, dialect: &'static str } =
            "custom op '{name}' is unknown (tried '{dialect}.{name}' as well)";
        UnregisteredOperation { name: String, dialect: String } =
            "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations";
        UnregisteredDialect =
            "operation being parsed with an unregistered dialect. If this is intended, please use \
             -allow-unregistered-dialect with the MLIR tool used";
        UnknownDialect { dialect: String, name: String } =
            "Dialect `{dialect}' not found for custom op '{name}' {tried}", tried = tried_without_dialect(dialect, name);
        NoCustomForm = "has no custom assembly form";
        OperationNameEmpty = "empty operation name is invalid";
        OperationNameNull = "null character not allowed in operation name";
        SuccessorsOfNonTerminator = "successors in non-terminator";
        InvalidProperties { properties: String, operation: &'static str, fault: String } =
            "invalid properties {properties} for op {operation}: {fault}";
        OperandTypeCount { expected: usize, found: usize } =
            "expected {expected} operand type{s} but had {found}", s = plural(*expected);
        OperandTypes { operands: usize, types: usize } =
            "number of operands and types do not match: got {operands} operands and {types} types";
        OperandCount { operation: String, found: usize } =
            "'{operation}' has {found} operands, which its operand groups cannot hold";
        TypeNotKnown { operation: &'static str, what: &'static str, index: u8 } =
            "type of {what} {index} of '{operation}' cannot be inferred";
        DuplicateAttribute { operation: String, name: String } = "'{operation}' attribute '{name}' occurs twice";
        InvalidClause(value: String) = "invalid clause value: '{value}'";
        ClauseTwice(clause: &'static str) = "`{clause}` clause can appear at most once in the expansion of the oilist directive";
        AttributeTwice(name: String) = "attribute '{name}' occurs more than once in the attribute list";

        // --- values and blocks ---
        ValueRedefinition(name: String) = "redefinition of SSA value '%{name}'";
        EntryArgumentInUse(name: String) = "region entry argument '%{name}' is already in use";
        UndefinedValue = "use of undeclared SSA value name";
        ValueType { name: String, expected: String, prior: String } =
            "use of value '%{name}' expects different type than prior uses: '{expected}' vs '{prior}'";
        DefinitionType { name: String, number: usize, found: String } =
            "definition of SSA value '%{name}#{number}' has type '{found}'";
        ResultNumber = "reference to invalid result number";
        ResultCount { defined: usize, bound: usize } =
            "operation defines {defined} results but was provided {bound} to bind";
        NoResults = "cannot name an operation with no results";
        BlockRedefinition(name: String) = "redefinition of block '^{name}'";
        UndefinedBlock = "reference to an undefined block";
        LabelWithNamedArguments = "invalid block name in region with named arguments";

        // --- custom forms ---
        /// A rule of the verifier that an operation's form holds its own attributes to.
        BrokenRule { operation: &'static str, rule: VerifyCode } = "'{operation}' op {rule}";
        /// A format that names an attribute which the operation's definition does not have.
        FormatAttribute = "the format names an attribute the row lacks";
        ExpectedEnumeration { name: &'static str, words: String } =
            "expected string or keyword containing one of the following enum values for attribute '{name}' [{words}]";
        Predicate(word: String) = "'{word}' is an incorrect value of the 'predicate' attribute";
        NotLlvmType(found: String) = "expected LLVM IR Dialect type, got '{found}'";
        NotAnAggregate(found: String) = "expected LLVM IR structure/array type, got: '{found}'";
        PositionOutOfBounds(index: i64) = "position out of bounds: {index}";
        BundleTypes { operands: usize, place: usize, types: usize } =
            "expected {operands} types for operand bundle operands for operand bundle #{place}, but actually got {types}";
        InferredSource { name: &'static str, expected: Cow<'static, str>, found: String } =
            "'{name}' must be {expected}, but got '{found}'";
        FunctionResults = "failed to construct function type: expected zero or one function result";
        FunctionArgumentTypes = "failed to construct function type: expected LLVM type for function arguments";
        FunctionResultType(found: String) =
            "failed to construct function type: expected LLVM type for function results'{found}'";
        InferredAttribute(name: String) =
            "'{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary";
        VariadicNotLast = "variadic arguments must be in the end of the argument list";
        GlobalWithoutType = "type can only be omitted for string globals";
        AliasTypeVoid = "expected a type other than void";
        StridePair = "expected two stride related operands";
        GlobalMemRefType(found: String) = "type should be static shaped memref, but got '{found}'";
        GlobalMemRefValue = "initial value should be a unit or elements attribute";
        PrefetchAccess = "rw specifier has to be 'read' or 'write'";
        PrefetchCache = "cache type has to be 'data' or 'instr'";
        ExpectedOperands(count: usize) = "expected {count} operands";

        /// What a custom form reports that no other code says, for dialects of other crates.
        CustomForm(message: String) = "{message}";

        // --- notes ---
        PriorUse = Note, "prior use here";
        PreviousUse(ty: String) = Note, "previously used here with type '{ty}'";
        PreviousDefinition = Note, "previously defined here";
        PreviousReference = Note, "previously referenced here";
        TrailingDot = Note, "add a trailing dot to make the literal a float";
    }
}

/// What an operation's name was also looked up as, where no dialect is there whose name may be left off.
fn tried_without_dialect(dialect: &str, name: &str) -> String {
    if dialect.is_empty() { format!(" (tried '.{name}' as well)") } else { String::new() }
}
