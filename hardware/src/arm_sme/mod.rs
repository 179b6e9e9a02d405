//! The dialect of Arm's Scalable Matrix Extension: the operations that are calls of intrinsics. MLIR, "'arm_sme' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

#[rustfmt::skip]
mod rows;
mod rules;

pub use rows::*;

/// What the rows have that no record says.
const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_sme` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_sme", rows::ROWS).word_sets(rows::WORD_SETS);
