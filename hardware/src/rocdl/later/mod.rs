//! The operations that MLIR has otherwise, or at all, from release 23 on.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::translation::NamePart;

#[rustfmt::skip]
mod rows;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("rocdl", rows::ROWS).word_sets(rows::WORD_SETS);

const CODE: &[&[OpDef]] = &[];

/// The intrinsic whose name is the operation's.
const OWN_NAME: NamePart = NamePart::Code(|op| Some(op.def.name.replacen("rocdl.", "llvm.amdgcn.", 1)));
