//! The dialect NVVM: NVIDIA's GPUs. NVVM IR specification; PTX ISA. MLIR, "'nvvm' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::build::OpCode;

mod attributes;
mod code;
#[rustfmt::skip]
mod rows;
mod rules;

pub use rows::*;

/// What no record says: forms and translations, and rules.
pub(crate) const CODE: &[&[OpCode]] = &[
    code::barriers::CODE,
    code::conversions::CODE,
    code::copies::CODE,
    code::matrix::CODE,
    code::ptx::CODE,
    code::tensor::CODE,
    code::warps::CODE,
    rules::barriers::CODE,
    rules::conversions::CODE,
    rules::copies::CODE,
    rules::fragments::CODE,
    rules::multiply::CODE,
    rules::tensor::CODE,
    rules::warps::CODE,
];

/// The `nvvm` dialect.
pub static DIALECT: Dialect =
    Dialect::new("nvvm", rows::ROWS).word_sets(rows::WORD_SETS).attributes(attributes::ATTRIBUTES);
