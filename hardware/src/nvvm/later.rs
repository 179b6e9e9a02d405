//! The operations that MLIR has from release 23 on. PTX ISA.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

use crate::generated::nvvm_later::{OP_DEFS, WORD_SETS};

/// The operations.
pub static DIALECT: Dialect = Dialect::new("nvvm", OP_DEFS).word_sets(WORD_SETS);

pub(crate) const CODE: &[&[OpDef]] = &[super::code::later::CODE, super::rules::later::CODE];
