//! Rules that are one operation's own, by dialect: what upstream's `verify` functions hold beyond the row.

/// Rules of numbers: `arith`, `complex`, `index` and `cf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberRule {
    /// Shapes of operands and results go with each other; MLIR's `Elementwise` trait.
    Elementwise,
    /// A condition of one bit, or one for each element.
    Select,
    /// An `arith.constant`'s value goes with its type.
    Constant,
    /// Two numbers of the element type.
    ComplexConstant,
    /// A complex number becomes something of its size, or the reverse.
    ComplexBitcast,
    /// One of both is `index`.
    IndexCast,
    /// A weight for each successor, not all 0.
    Weights,
    /// A case value of the flag's type for each successor but the first.
    Switch,
    /// A conversion gives something.
    Conversion,
}

/// Rules of the `memref` dialect's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BufferRule {
    Allocation,
    Load,
    Store,
    Copy,
    Cast,
    MemorySpaceCast,
    Global,
    GetGlobal,
    ExpandShape,
    CollapseShape,
    Subview,
    ReinterpretCast,
    Transpose,
    Reshape,
    View,
    DmaStart,
    DmaWait,
    AssumeAlignment,
    AtomicRmw,
    GenericAtomicRmw,
    AtomicYield,
    Realloc,
    DistinctObjects,
    Prefetch,
}

/// Rules of the `vector` dialect's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum VectorRule {
    Bitcast,
    Broadcast,
    ShapeCast,
    ConstantMask,
    CreateMask,
    Extract,
    Insert,
    ExtractStridedSlice,
    InsertStridedSlice,
    Shuffle,
    FromElements,
    Interleave,
    Transpose,
    Load,
    Store,
    MaskedLoad,
    MaskedStore,
    ExpandLoad,
    CompressStore,
    Gather,
    Scatter,
    Reduction,
    MultiReduction,
    OuterProduct,
    Contract,
    ScalableExtract,
    ScalableInsert,
    TypeCast,
    Scan,
    Print,
    Mask,
    TransferRead,
    TransferWrite,
}

/// Rules of the `scf` dialect's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LoopRule {
    For,
    If,
    While,
    Parallel,
    Reduce,
    /// As many reductions as results.
    Reductions,
    ReduceReturn,
    ExecuteRegion,
    IndexSwitch,
}

/// Rules of the `linalg` dialect's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StructuredRule {
    /// Maps, shapes, results and the region of an operation go with each other.
    Operation,
    Yield,
    Index,
    Fill,
    Map,
    Reduce,
    Transpose,
    Broadcast,
    Softmax,
}

/// Rules of the `tensor` dialect's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TensorRule {
    Cast,
    Extract,
    Insert,
    /// The operand group has a size for each that the result's type does not say.
    DynamicSizes(u8),
    /// A value for each element.
    FromElements,
    Generate,
    Reshape,
    ExtractSlice,
    InsertSlice,
    ExpandShape,
    CollapseShape,
    Pad,
    Concat,
    Gather,
    Scatter,
}
