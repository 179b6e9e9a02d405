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
