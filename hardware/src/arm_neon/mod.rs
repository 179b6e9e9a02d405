//! The dialect of Arm's Advanced SIMD instructions. MLIR, "'arm_neon' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

mod rules;

pub use crate::generated::arm_neon::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_neon` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_neon", OP_DEFS).word_sets(WORD_SETS);
