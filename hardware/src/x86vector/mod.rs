//! The dialect of x86's vector extensions. MLIR, "'x86vector' Dialect". Upstream's passes put calls of intrinsics in place of its
//! operations; those of values that LLVM IR has are exported as these calls, those of buffers are not.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

#[rustfmt::skip]
mod rows;
mod code;
mod rules;

pub use rows::*;

/// What the rows have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE, code::CODE];

/// The `x86vector` dialect.
pub static DIALECT: Dialect = Dialect::new("x86vector", rows::ROWS).word_sets(rows::WORD_SETS);
