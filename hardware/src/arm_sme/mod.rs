//! The dialect of Arm's Scalable Matrix Extension: the operations that are calls of intrinsics. MLIR, "'arm_sme' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

mod rules;

pub use crate::generated::arm_sme::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_sme` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_sme", OP_DEFS).word_sets(WORD_SETS);
