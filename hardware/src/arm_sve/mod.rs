//! The dialect of Arm's Scalable Vector Extension. MLIR, "'arm_sve' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

mod rules;

pub use crate::generated::arm_sve::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_sve` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_sve", OP_DEFS).word_sets(WORD_SETS);
