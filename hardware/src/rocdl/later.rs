//! The operations that MLIR has otherwise, or at all, from release 23 on.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::translation::NamePart;

use crate::generated::rocdl_later::{OP_DEFS, WORD_SETS};

/// The operations.
pub static DIALECT: Dialect = Dialect::new("rocdl", OP_DEFS).word_sets(WORD_SETS);

pub(crate) const CODE: &[&[OpDef]] = &[];

/// The intrinsic whose name is the operation's.
pub(crate) const OWN_NAME: NamePart = NamePart::Code(|op| Some(op.def.name.replacen("rocdl.", "llvm.amdgcn.", 1)));
