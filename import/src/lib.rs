//! LLVM assembly into the model.
//!
//! How a module goes through, each step over the whole of it, each a folder or file of that name:
//! 1. [`split`](mod@split): the text at its top-level entities;
//! 2. `index`: the names of global values and comdats, and the blocks whose addresses are taken;
//! 3. `tables`: types, attribute groups, the metadata graph;
//! 4. `global_values`: variables, aliases, ifuncs, comdats, and function headers;
//! 5. `bodies`: function bodies, in parallel, each a [`Body`](irtrip_dialect::Body) of its own;
//! 6. `auto_upgrade`: what older releases spelled otherwise, where steps 3 to 5 meet it;
//! 7. `checks`: what LLVM's parser and verifier refuse, in their words;
//! 8. `upstream_form`, for [`ImportOptions::upstream`]: what upstream's import makes and reports.
//!
//! `module` puts the steps together; `cursor`, `reader` and `constants` are shared by steps 3 to 5.
//!
//! The form is upstream's: what `mlir-translate --import-llvm` of LLVM 22 makes. What that form would not give back is
//! kept in preserved attributes, see [`irtrip_dialect::preserved`].

mod auto_upgrade;
mod bodies;
mod checks;
mod constants;
mod cursor;
mod diagnostics;
mod error;
mod global_values;
mod index;
#[cfg(feature = "llvm19")]
pub mod llvm_ir;
mod module;
mod reader;
mod split;
mod tables;
mod upstream_form;

pub use diagnostics::{Remark, Shown, Told};
pub use error::{ImportError, ImportErrorKind};
pub use module::ImportOptions;

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
