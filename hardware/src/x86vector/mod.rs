//! The dialect of x86's vector extensions. MLIR, "'x86vector' Dialect". Upstream's passes put calls of intrinsics in place of its
//! operations; those of values that LLVM IR has are exported as these calls, those of memrefs are not.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

mod code;
mod rules;

pub use crate::generated::x86vector::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE, code::CODE];

/// The `x86vector` dialect.
pub static DIALECT: Dialect = Dialect::new("x86vector", OP_DEFS).word_sets(WORD_SETS);
