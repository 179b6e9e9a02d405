//! Intrinsics that have an operation of their own.

/// An intrinsic with an operation of its own; LangRef, "Intrinsic Functions".
#[derive(Clone, Copy, Debug)]
pub struct Intrinsic {
    /// The name without its overload suffix: `llvm.smax`.
    pub name: &'static str,
    /// Results whose types are in the suffix, in its order; the suffix has them before the operands'.
    /// Of an intrinsic that returns a struct, the struct's fields.
    pub overloaded_results: &'static [u8],
    /// Arguments whose types are in the suffix, by place in the LLVM call.
    pub overloaded_operands: &'static [u8],
    /// Arguments that are attributes: their place in the LLVM call and the attribute's name.
    pub immediates: &'static [(u8, &'static str)],
    /// What upstream's importer and exporter do that these fields do not say.
    pub lowering: LoweringKind,
}

/// Intrinsics whose operation is no plain mapping of arguments to operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoweringKind {
    /// Arguments are operands and immediates, in order.
    Plain,
    /// Rounding mode and exception behavior are metadata arguments.
    Constrained,
    /// The alignment attribute is the pointer parameter's `align` attribute; the index is the pointer's argument.
    MaskedAlign(u8),
    /// The pointer, the argument of this index, is aligned as an element of the matrix, the result or the first
    /// argument, unless it has parameter attributes.
    ElementAlign(u8),
    /// Metadata arguments are debug information.
    Debug,
    /// The argument is an alias scope list.
    AliasScope,
}
