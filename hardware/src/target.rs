//! The parameters of `target` attributes, which say what a `gpu.module` is compiled for.

use irtrip_dialect::struct_attribute::{StructField, StructFieldKind};

/// The optimization level.
pub const OPTIMIZATION: StructField = field("O", StructFieldKind::Int(2), "int");

/// A parameter that is a string.
pub const fn string(name: &'static str, default: &'static str) -> StructField {
    field(name, StructFieldKind::Str(default), "::llvm::StringRef")
}

/// A parameter, and the type that upstream's messages name.
pub const fn field(name: &'static str, kind: StructFieldKind, ty: &'static str) -> StructField {
    StructField { name, kind, ty }
}
