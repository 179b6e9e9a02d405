//! The dialect ROCDL: AMD's GPUs. LLVM, "User Guide for AMDGPU Backend". MLIR, "'rocdl' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::struct_attribute::{StructAttribute, StructFieldKind};

use crate::target::{OPTIMIZATION, field, string};

mod attributes;
mod code;
pub(crate) mod later;
mod older;

pub use crate::generated::rocdl::*;
pub(crate) use code::CODE;

/// What a module is compiled for.
const TARGET: StructAttribute = StructAttribute {
    mnemonic: "target",
    class: "ROCDL_TargetAttr",
    fields: &[
        OPTIMIZATION,
        string("triple", "amdgcn-amd-amdhsa"),
        string("chip", "gfx900"),
        string("features", ""),
        string("abi", "600"),
        field("flags", StructFieldKind::Dictionary, "DictionaryAttr"),
        field("link", StructFieldKind::Array, "ArrayAttr"),
    ],
    fault: |_, _| None,
};

/// The `rocdl` dialect.
pub static DIALECT: Dialect = Dialect::new("rocdl", OP_DEFS)
    .word_sets(WORD_SETS)
    .attributes(attributes::ATTRIBUTES)
    .later(&[&later::DIALECT])
    .struct_attributes(&[TARGET])
    .older(&older::DIALECT);
