//! The dialect XeVM: Intel's GPUs. MLIR, "'xevm' Dialect".

use irtrip_dialect::Dialect;

#[rustfmt::skip]
mod rows;

pub use rows::*;

/// The `xevm` dialect.
pub static DIALECT: Dialect = Dialect::new("xevm", rows::ROWS).word_sets(rows::WORD_SETS);
