//! The dialect of Arm's Scalable Vector Extension. MLIR, "'arm_sve' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

#[rustfmt::skip]
mod rows;
mod rules;

pub use rows::*;

/// What the rows have that no record says.
const CODE: &[&[OpDef]] = &[rules::CODE];

/// The `arm_sve` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_sve", rows::ROWS).word_sets(rows::WORD_SETS);
