//! The dialect ROCDL: AMD's GPUs. LLVM, "User Guide for AMDGPU Backend". MLIR, "'rocdl' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::build::OpCode;

#[rustfmt::skip]
mod rows;

pub use rows::*;

/// What the rows have that no record says.
const CODE: &[&[OpCode]] = &[];

/// The `rocdl` dialect.
pub static DIALECT: Dialect = Dialect::new("rocdl", rows::ROWS).word_sets(rows::WORD_SETS);
