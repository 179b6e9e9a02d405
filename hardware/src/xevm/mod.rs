//! The dialect XeVM: Intel's GPUs. MLIR, "'xevm' Dialect".

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::struct_attribute::{StructAttribute, StructFieldKind};
use irtrip_dialect::translation::{AttributeTranslation, InstructionNode};

use crate::target::{OPTIMIZATION, field, string};

mod rules;

pub use crate::generated::xevm::*;

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[rules::CODE];

/// What LLVM IR has in place of the dialect's attributes: how an access uses the caches of the first and the third level,
/// each with the decoration's number, the level, the use and the operand. SPIR-V, `SPV_INTEL_cache_controls`.
const ATTRIBUTES: &[AttributeTranslation] = &[AttributeTranslation::of_instruction(
    "xevm.DecorationCacheControl",
    "spirv.DecorationCacheControlINTEL",
    InstructionNode::Numbers { nodes: 2, numbers: 4, fault: "Expected both L1 and L3 cache control attributes!" },
)];

/// What a module is compiled for.
const TARGET: StructAttribute = StructAttribute {
    mnemonic: "target",
    class: "XeVM_TargetAttr",
    fields: &[
        OPTIMIZATION,
        string("triple", "spirv64-unknown-unknown"),
        string("chip", "bmg"),
        field("flags", StructFieldKind::Dictionary, "::mlir::DictionaryAttr"),
        field("linkFiles", StructFieldKind::Array, "::mlir::ArrayAttr"),
    ],
    fault: |_, _| None,
};

/// The `xevm` dialect.
pub static DIALECT: Dialect =
    Dialect::new("xevm", OP_DEFS).word_sets(WORD_SETS).attributes(ATTRIBUTES).struct_attributes(&[TARGET]);
