//! The dialect of Arm's Advanced SIMD instructions. MLIR, "'arm_neon' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

#[rustfmt::skip]
mod rows;
mod rules;

pub use rows::*;

/// What the rows have that no record says.
const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_neon` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_neon", rows::ROWS).word_sets(rows::WORD_SETS);
