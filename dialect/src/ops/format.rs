//! How an operation is written in MLIR text: the pieces of custom assembly formats, and the names that operations give
//! to values.

use super::Place;

/// A piece of a custom assembly format, in order. White space is upstream's: between two pieces, except inside
/// brackets, before commas and at [`Elem::Glue`].
#[derive(Clone, Copy, Debug)]
pub enum Elem {
    /// A keyword or punctuation.
    Text(&'static str),
    /// No space here.
    Glue,
    /// The operands of a group, comma-separated.
    Operand(u8),
    /// All operands, comma-separated.
    Operands,
    /// An inherent attribute's value without its type; `#llvm.kind` is left off.
    Attr(&'static str),
    /// An inherent attribute's value whole, `#llvm.kind<...>`.
    QualifiedAttr(&'static str),
    /// A keyword that stands for a unit attribute, if it is set.
    Keyword(&'static str, &'static str),
    /// Pieces that are there if the attribute is, the attribute itself among them.
    IfAttr(&'static str, &'static [Elem]),
    /// Pieces that are there if the operand group is not empty.
    IfOperand(u8, &'static [Elem]),
    /// Pieces that are there if the result group is not empty.
    IfResult(u8, &'static [Elem]),
    /// Pieces that are there if the region has blocks.
    IfRegion(u8, &'static [Elem]),
    /// Optional pieces, each a [`Elem::Keyword`], [`Elem::IfAttr`] or [`Elem::IfOperand`] that begins with a word;
    /// readers take them in any order.
    Clauses(&'static [Elem]),
    /// `[%i, 4]`: a group's operands and, in the attribute named, the numbers between them.
    IndexList(u8, &'static str),
    /// `(%i, 4)`: the same in round brackets.
    IndexTuple(u8, &'static str),
    /// A type, or a group's types, comma-separated.
    Type(Place),
    /// All operands' types.
    OperandTypes,
    /// All results' types.
    ResultTypes,
    /// `(operand types) -> result types`
    FunctionalType,
    /// A successor with its operands in brackets, if it has any.
    Successor(u8),
    /// A successor without its operands, which another piece writes.
    BareSuccessor(u8),
    /// The attributes that no other piece writes, in braces, if there are any.
    AttrDict,
    /// `attributes {...}`
    AttrDictWithKeyword,
    /// `<{...}>` of the inherent attributes.
    PropDict,
    /// A region.
    Region(u8),
    /// All regions, comma-separated.
    Regions,
    /// `[1, 2]`: a dense array attribute of the element type named, without that type.
    DenseArray(&'static str, &'static str),
    /// A piece of its own syntax.
    Custom(Directive),
}

/// Pieces of custom formats whose syntax is an operation's own; upstream's `custom<...>` directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directive {
    /// `[%i, 0, 1]` without the brackets: `getelementptr`'s indices.
    GepIndices,
    /// `[ 1: ^a(%x : i32), ... ]`: `switch`'s cases.
    SwitchCases,
    /// `[ ^a, ^b(%x : i32) ]`
    IndirectBrSuccessors,
    /// Gives the result of `extractvalue` and the value of `insertvalue` its type; prints nothing.
    AggregateElementType,
    /// Gives the result of `shufflevector` its type; prints nothing.
    ShuffleType,
    /// `["tag"(%x : i32)]`
    OpBundles,
    /// `external` and its kin; nothing for the default where it may be left out.
    Linkage,
    /// Gives the result the type of the attribute `value`; prints nothing.
    TypeOfValue,
    /// `vector<4xi1>, `: the type of a condition that is not `i1`.
    ConditionType,
    /// The type of the function that the first operand is; the other operands' and the results' types follow.
    CalleeType,
    /// `[ default: ^a, 1: ^b(%x : i32), ... ]`: `cf.switch`'s cases.
    CasesWithDefault,
    /// `memref<2xf32> = dense<...>`, `memref<2xf32> = uninitialized`, `memref<2xf32>`: the type and the value of a
    /// buffer.
    TypeAndInitialValue,
    /// ` (i, j) -> (j, i)`: a map that only changes the order.
    Permutation,
    /// `read, locality<3>, data`: how and where a prefetch goes.
    Prefetch,
    /// `loc(...)` of the attribute `loc`, if it says more than nothing.
    OptionalLocation,
    /// The name of an operation, in the attribute `name`.
    OperationName,
    /// Base64 in quotes, of the string in the attribute `b64`.
    Base64,
    /// A word, in the attribute `keyword`.
    Word,
    /// `: 5`: the number of results, which are of type `index`.
    ResultCount,
    /// `affine_map<...>(%d)[%s]`: a map or set and what it is applied to.
    AppliedMap(&'static str),
    /// `case 2 {...} default {...}`: regions, a line each, and the numbers in `cases`; whether the first one is the
    /// default.
    RegionCases {
        /// It is, and stands last.
        default: bool,
    },
    /// `-> T`, `-> (T, U)`: the results' types, if there are any.
    ArrowTypes,
    /// `-> (T, U)`: the same, but one type alone is written in brackets too.
    ArrowList,
    /// `%i + 1, symbol(%n)` without the brackets: a map applied to the values in it, which are an operand group.
    Subscripts(u8),
}

impl Directive {
    /// The inherent attributes the piece writes, by name.
    pub const fn attributes(&self) -> &[&'static str] {
        match self {
            Directive::GepIndices => &["rawConstantIndices"],
            Directive::SwitchCases | Directive::CasesWithDefault => &["case_values", "case_operand_segments"],
            Directive::IndirectBrSuccessors => &["indbr_operand_segments"],
            Directive::AggregateElementType
            | Directive::ShuffleType
            | Directive::TypeOfValue
            | Directive::ConditionType
            | Directive::CalleeType => &[],
            Directive::TypeAndInitialValue => &["type", "initial_value"],
            Directive::Permutation => &["permutation"],
            Directive::Prefetch => &["isWrite", "localityHint", "isDataCache"],
            Directive::OptionalLocation => &["loc"],
            Directive::OperationName => &["name"],
            Directive::Base64 => &["b64"],
            Directive::Word => &["keyword"],
            Directive::ResultCount => &[],
            Directive::AppliedMap(name) => std::slice::from_ref(name),
            Directive::RegionCases { .. } => &["cases"],
            Directive::ArrowTypes | Directive::ArrowList => &[],
            Directive::Subscripts(_) => &["map"],
            Directive::OpBundles => &["op_bundle_sizes", "op_bundle_tags"],
            Directive::Linkage => &["linkage"],
        }
    }
}

/// Operations whose whole custom form is code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Syntax {
    Module,
    Func,
    Global,
    Alias,
    Call,
    Invoke,
    CallIntrinsic,
    Landingpad,
    Alloca,
    ICmp,
    FCmp,
    /// `func.func`
    FunctionOp,
    /// `scf.for`
    For,
    /// `scf.while`
    While,
    /// `affine.for`
    AffineFor,
    /// `affine.parallel`
    AffineParallel,
    /// `test.polyfor`
    Polyfor,
    /// `test.isolated_region`
    IsolatedRegion,
    /// `test.string_attr_pretty_name`
    PrettyName,
    /// `test.wrapping_region`
    WrappingRegion,
    /// `test.pretty_printed_region`
    PrettyRegion,
    /// `vector.transfer_read`
    TransferRead,
    /// `vector.transfer_write`
    TransferWrite,
    /// `vector.contract`
    Contract,
    /// `vector.outerproduct`
    OuterProduct,
    /// `vector.mask`
    Mask,
    /// `memref.dma_start`
    DmaStart,
    /// `scf.parallel`
    Parallel,
    /// `scf.forall`
    Forall,
    /// `linalg.generic`
    LinalgGeneric,
    /// `linalg.add` and its like: what is done to elements, and the maps of the operands.
    Structured(super::linalg::Payload, super::linalg::Maps),
    /// `linalg.map`, `linalg.reduce`: one operation in braces, or the region behind the operands.
    Mapped,
    /// `linalg.transpose`, `linalg.broadcast`: operands and numbers by the name of their attribute.
    Moved(&'static str),
}

/// What upstream calls an operation's result instead of numbering it; two of one name are told apart by a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultName {
    /// It is numbered.
    Number,
    /// A word: `%alloc`.
    Word(&'static str),
    /// By the attribute `value`: the prefix with the number and the type, `%c4_i32`; `%true`; `%cst`.
    Constant(&'static str),
    /// `%c4_vscale` where one operand is that number and the other `vector.vscale`; else it is numbered.
    Multiple,
    /// Each result group by its slot's name: `%base, %sizes:2`.
    Slots,
    /// Each result by the strings in the attribute `names`, where it is there.
    Listed,
}

/// What upstream calls the arguments of a region's first block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentNames {
    /// They are numbered.
    Number,
    /// By the strings in the attribute `arg_names`.
    Listed,
    /// `in` for each input, `out` for each output.
    InOut,
    /// `in` for each input, `init` for each operand a result starts from.
    InInit,
}

/// How an operation is written in MLIR text.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// Always in the generic form.
    Generic,
    /// By pieces.
    Pieces(&'static [Elem]),
    /// By code of its own.
    Custom(Syntax),
}
