//! The operations that MLIR has from release 23 on. PTX ISA.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

#[rustfmt::skip]
mod rows;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("nvvm", rows::ROWS).word_sets(rows::WORD_SETS);

const CODE: &[&[OpDef]] = &[super::code::later::CODE, super::rules::later::CODE];
