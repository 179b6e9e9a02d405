//! LLVM's intrinsics, of every target: their names, signatures and attributes; LangRef, "Intrinsic Functions".
//!
//! - [`names`]: which intrinsic a function's name belongs to ([`lookup_intrinsic`])
//! - [`signatures`]: intrinsic signatures, keyed by the name in the call ([`overload_types`], [`match_call`])
//! - [`attributes`]: the attributes of an intrinsic's declaration ([`intrinsic_attributes`])
//! - [`since`]: the release that an intrinsic came with ([`releases_of`])
//! - [`operation`]: what an intrinsic with an operation of its own is
//! - [`older`]: names and signatures of older releases
//! - [`pointees`]: what pointers point to where they name that ([`typed_signature`])
//! - [`mangling`]: the suffix that spells the types of an overloaded intrinsic ([`mangled_name`])
//!
//! `table.txt` holds the facts. `cargo xtask tables` makes it from LLVM's `Intrinsics.td`. It has three sections:
//!
//! 1. attributes: a line for each distinct set; [`attributes`] explains the line
//! 2. signatures: a line for each distinct signature; [`signatures`] explains the line
//! 3. names: a line for each intrinsic, sorted by bytes: the name without `llvm.`, with `*` after it if the intrinsic
//!    is overloaded, then the number of its line among the attributes and among the signatures, counted from 0

use std::sync::OnceLock;

pub mod amdgpu_atomics;
pub mod attributes;
pub mod mangling;
pub mod names;
pub mod older;
pub mod operation;
pub mod pointees;
pub mod signatures;
pub mod since;

pub use attributes::{
    ImmediateParameter, IntrinsicAttributes, accesses_no_memory, captures_nothing, given_since, immediate_parameters,
    intrinsic_attributes, retain_given,
};
pub use mangling::{mangle_type, mangled_name, mangled_name_of_call};
pub use names::{IntrinsicId, intrinsic_names, is_intrinsic, lookup_intrinsic};
pub use operation::{Intrinsic, LoweringKind};
pub use pointees::typed_signature;
pub use signatures::{CallMatch, OverloadTypes, called_type, match_call, overload_types, signature_types};
pub use since::{releases_of, signature_releases_of};

/// The types that the elements of a tensor map may have, in the order of the numbers that
/// `llvm.nvvm.tensormap.replace.elemtype` has for them. PTX ISA, "tensormap.replace".
#[rustfmt::skip]
pub const TENSOR_MAP_ELEMENT_TYPES: &[&str] = &[
    "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16", "tf32",
    "tf32.ftz", "b4x16", "b4x16_p64", "b6x16_p32",
];

/// The sections of `table.txt`.
struct Table {
    attributes: Vec<&'static str>,
    signatures: Vec<&'static str>,
    /// The lines of the names, which are searched as they are.
    names: &'static [u8],
}

impl Table {
    /// The table, whose sections are found at the first use.
    fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut rest = include_str!("table.txt");
            let mut lines_until = |title: &str| {
                let mut lines = Vec::new();
                while let Some((line, after)) = rest.split_once('\n') {
                    rest = after;
                    match line.strip_prefix("# ") {
                        Some(found) if found == title => break,
                        Some(_) => {}
                        None => lines.push(line),
                    }
                }
                lines
            };
            lines_until("attributes");
            let (attributes, signatures) = (lines_until("signatures"), lines_until("names"));
            Table { attributes, signatures, names: rest.as_bytes() }
        })
    }
}
