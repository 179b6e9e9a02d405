//! The dialect NVVM: NVIDIA's GPUs. NVVM IR specification; PTX ISA. MLIR, "'nvvm' Dialect".

use irtrip_dialect::ops::OpDef;
use irtrip_dialect::struct_attribute::{StructAttribute, StructFieldKind};
use irtrip_dialect::{Attr, Context, Dialect};

use crate::target::{OPTIMIZATION, field, string};

mod attributes;
pub(crate) mod chips;
mod code;
pub(crate) mod later;
mod older;
mod rules;

pub use crate::generated::nvvm::*;

/// What no record says: forms and translations, and rules.
pub(crate) const CODE: &[&[OpDef]] = &[
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

/// What a module is compiled for.
const TARGET: StructAttribute = StructAttribute {
    mnemonic: "target",
    class: "NVVM_TargetAttr",
    fields: &[
        OPTIMIZATION,
        string("triple", "nvptx64-nvidia-cuda"),
        string("chip", DEFAULT_CHIP),
        string("features", "+ptx60"),
        field("flags", StructFieldKind::Dictionary, "DictionaryAttr"),
        field("link", StructFieldKind::Array, "ArrayAttr"),
        field("verifyTarget", StructFieldKind::Bool(true), "bool"),
    ],
    fault: check_target,
};
/// The chip of a target that names none.
const DEFAULT_CHIP: &str = "sm_50";

fn check_target(ctx: &Context, values: &[Option<Attr>]) -> Option<&'static str> {
    let &[level, triple, chip, _, _, link, _] = values else { return None };
    let is_empty = |attr: Option<Attr>| {
        attr.and_then(|attr| ctx.string_value(attr)).is_some_and(|text| ctx.bytes(text).is_empty())
    };
    if level.and_then(|level| ctx.int_value(level)).is_some_and(|level| !(0..=3).contains(&level)) {
        return Some("The optimization level must be a number between 0 and 3.");
    }
    if is_empty(triple) {
        return Some("The target triple cannot be empty.");
    }
    if is_empty(chip) {
        return Some("The target chip cannot be empty.");
    }
    let links = link.map_or(&[][..], |link| ctx.items(link));
    let are_strings = links.iter().all(|file| ctx.string_value(*file).is_some());
    (!are_strings).then_some("All the elements in the `link` array must be strings.")
}

/// The `nvvm` dialect.
pub static DIALECT: Dialect = Dialect::new("nvvm", OP_DEFS)
    .word_sets(WORD_SETS)
    .later(&[&later::DIALECT])
    .older(&older::DIALECT)
    .attributes(attributes::ATTRIBUTES)
    .struct_attributes(&[TARGET]);
