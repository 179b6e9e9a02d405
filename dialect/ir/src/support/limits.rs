//! How deeply input may nest. The readers and the writers of both languages share these limits: what one of them takes or
//! writes, all others take. LLVM's own readers have none but the stack; [`crate::deep_stack`] has stacks for these.

/// Levels of types, constants, metadata nodes written in line, and values of a summary.
///
/// ```
/// use irtrip_dialect::limits::{MAX_BRACKETS, MAX_NESTING};
/// // A struct in a struct takes two brackets in MLIR text, `struct<(struct<(i8)>)>`; an expression in an expression takes
/// // four, where it is kept as attributes.
/// assert!(MAX_BRACKETS >= 4 * MAX_NESTING + 100);
/// ```
pub const MAX_NESTING: usize = if cfg!(target_family = "wasm") { 200 } else { 1200 };

/// Attributes and types that an alias of MLIR text may stand for, where what the text itself has is less than an eighth of
/// them.
pub const MAX_ALIAS_PARTS: u64 = 1 << 20;

/// Brackets and regions of MLIR text.
pub const MAX_BRACKETS: usize = 4 * MAX_NESTING + 200;
