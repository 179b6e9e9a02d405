//! The operation that older releases of MLIR alone have: a vote was an operation of its own for each kind.

use irtrip_dialect::Dialect;
use irtrip_dialect::release::{Release, Releases};

use crate::prelude::*;

/// The operations.
pub static DIALECT: Dialect = Dialect::new("nvvm", OP_DEFS);

static OP_DEFS: &[OpDef] = &[OpDef::new("nvvm.vote.ballot.sync")
    .operands(&[one("mask", I32), one("pred", I1)])
    .results(&[one("res", I32)])
    .format(&[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))])
    .types(&[(Place::Operand(0), TypeInference::OnlyType), (Place::Operand(1), TypeInference::OnlyType)])
    .traits(&[Traits::EXPORT_ONLY])
    .of_releases(Releases::ALL.until(Release::V21))
    .intrinsic("llvm.nvvm.vote.ballot.sync", &[], &[])];
