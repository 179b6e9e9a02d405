//! The dialect ROCDL: AMD's GPUs. LLVM, "User Guide for AMDGPU Backend". MLIR, "'rocdl' Dialect".

use irtrip_dialect::Dialect;

mod attributes;
mod code;
mod later;
#[rustfmt::skip]
mod rows;

pub(crate) use code::CODE;
pub use rows::*;

/// The `rocdl` dialect.
pub static DIALECT: Dialect = Dialect::new("rocdl", rows::ROWS)
    .word_sets(later::WORD_SETS)
    .attributes(attributes::ATTRIBUTES)
    .later(&later::DIALECT);
