//! The dialect XeVM: Intel's GPUs. MLIR, "'xevm' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::build::OpCode;

#[rustfmt::skip]
mod rows;
mod rules;

pub use rows::*;

/// What the rows have that no record says.
const CODE: &[&[OpCode]] = &[rules::CODE];

/// The `xevm` dialect.
pub static DIALECT: Dialect = Dialect::new("xevm", rows::ROWS).word_sets(rows::WORD_SETS);
