//! LLVM assembly into the model.
//!
//! The steps, each a module:
//! 1. [`split`](mod@split): the text at its top-level entities;
//! 2. `symbols`, `types`, `attribute_lists`, `metadata`: names, types, attribute groups and the metadata graph;
//! 3. `globals`, `heads`: variables, aliases, ifuncs, comdats, and functions without their bodies;
//! 4. `function` and on: the bodies, in parallel, each a [`Body`](irtrip_dialect::Body) of its own;
//! 5. `module`: everything put together.
//!
//! What LLVM's parser and verifier refuse is refused in their words: `operands`, `call_rules`, `control`, `global_rules`
//! and `attribute_rules` hold the rules.
//!
//! The form is upstream's: what `mlir-translate --import-llvm` of LLVM 22 makes. What that form would not give back is
//! kept in preserved attributes, see [`irtrip_dialect::preserved`].

mod accepted;
mod attribute_lists;
mod attribute_rules;
mod call_rules;
mod calls;
mod constant_forms;
mod constants;
mod control;
mod cursor;
mod error;
mod expressions;
mod flags;
mod function;
mod general_calls;
mod gep;
mod global_rules;
mod globals;
mod heads;
mod held_edges;
mod instructions;
mod intrinsics;
mod literals;
#[cfg(feature = "llvm19")]
pub mod llvm_ir;
mod locals;
mod memory;
mod metadata;
mod mnemonics;
mod module;
mod operands;
mod phis;
mod reader;
mod records;
mod remarks;
mod split;
mod summary;
mod symbols;
mod terminators;
mod told;
mod types;
mod undeclared;
mod unreachable;
mod upgrade;
mod upstream_constants;
mod use_lists;
mod values;

pub use error::{ImportError, ImportErrorKind};
pub use module::ImportOptions;
pub use remarks::{Remark, Shown, Told};

use irtrip_dialect::{Context, Module};

/// Reads a module of LLVM assembly.
///
/// # Errors
///
/// The first thing in the text that is no valid LLVM IR of LLVM 22, or that the model has no form for.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// let text = "define i32 @one() {\n  ret i32 1\n}\n";
/// let module = irtrip_import::import(&ctx, text, &irtrip_import::ImportOptions::default()).unwrap();
/// assert_eq!(module.ops().count(), 1);
/// ```
pub fn import(ctx: &Context, text: &str, options: &ImportOptions<'_>) -> Result<Module, ImportError> {
    import_with_remarks(ctx, text, options).map(|(module, _)| module)
}

/// Reads a module of LLVM assembly as [`import`] does, and gives what is to be told of it: what upstream's form
/// ([`ImportOptions::upstream`]) drops and no preserved attribute holds, and upstream's warnings.
///
/// # Errors
///
/// Those of [`import`].
pub fn import_with_remarks(
    ctx: &Context,
    text: &str,
    options: &ImportOptions<'_>,
) -> Result<(Module, Vec<Remark>), ImportError> {
    module::import(ctx, text, options).map_err(|error| *error)
}
