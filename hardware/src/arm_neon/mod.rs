//! The dialect of Arm's Advanced SIMD instructions. MLIR, "'arm_neon' Dialect".

use irtrip_dialect::Dialect;

#[rustfmt::skip]
mod rows;

pub use rows::*;

/// The `arm_neon` dialect.
pub static DIALECT: Dialect = Dialect::new("arm_neon", rows::ROWS).word_sets(rows::WORD_SETS);
