//! LLVM's intrinsics: their names, signatures and attributes; LangRef, "Intrinsic Functions".
//!
//! - [`names`]: which intrinsic a function's name belongs to ([`lookup_intrinsic`])
//! - [`signatures`]: intrinsic signatures, keyed by the name in the call ([`overload_types`], [`match_call`])
//! - [`attributes`]: the attributes of an intrinsic's declaration ([`intrinsic_attributes`])
//! - [`mangling`]: the suffix that spells the types of an overloaded intrinsic ([`mangled_name`])

pub mod attributes;
pub mod mangling;
pub mod names;
pub mod signatures;

pub use attributes::{IntrinsicAttributes, intrinsic_attributes};
pub use mangling::{mangle_type, mangled_name, mangled_name_of_call};
pub use names::{IntrinsicId, is_intrinsic, lookup_intrinsic};
pub use signatures::{CallMatch, OverloadTypes, match_call, overload_types};
