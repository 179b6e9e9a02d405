//! The dialect NVVM: NVIDIA's GPUs. NVVM IR specification; PTX ISA. MLIR, "'nvvm' Dialect".

use irtrip_dialect::Dialect;

mod attributes;
mod code;
#[rustfmt::skip]
mod rows;

pub(crate) use code::CODE;
pub use rows::*;

/// The `nvvm` dialect.
pub static DIALECT: Dialect =
    Dialect::new("nvvm", rows::ROWS).word_sets(rows::WORD_SETS).attributes(attributes::ATTRIBUTES);
