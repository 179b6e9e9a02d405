//! LLVM assembly into the model.
//!
//! How a module goes through, each step over the whole of it, each a folder or file of that name:
//! 1. [`split`](mod@irtrip_dialect::llvm_text::split): the text at its top level;
//! 2. `index`: the names of global values and comdats, and the blocks whose addresses are taken;
//! 3. `tables`: types, attribute groups, the metadata graph;
//! 4. `global_values`: variables, aliases, ifuncs, comdats, and function headers;
//! 5. `bodies`: function bodies, in parallel, each a [`Body`](irtrip_dialect::Body) of its own;
//! 6. `auto_upgrade`: what older releases wrote otherwise: of metadata once it is read, of a call once the call is
//!    read;
//! 7. `checks`: what LLVM's verifier refuses, over finished functions; what its parser refuses, steps 1 to 5 do;
//! 8. `upstream_form`, for [`import_upstream_form`]: takes the finished model to what upstream's import makes, and
//!    reports what that drops. It is given a source map; no reader knows of it.
//!
//! `module` puts the steps together; `passes` lists those over metadata. Each of steps 3 to 5 has a reader of its own; they share `constants` and
//! `attribute_cache`.
//!
//! The form is upstream's: what `mlir-translate --import-llvm` of LLVM 22 makes. What that form cannot express is
//! kept in preserved attributes, see [`irtrip_dialect::preserved`].

mod attribute_cache;
mod auto_upgrade;
mod bodies;
mod checks;
mod constants;
mod errors;
mod global_values;
mod index;
#[cfg(feature = "llvm19")]
pub mod llvm_ir;
mod module;
mod passes;
mod source_map;
mod tables;
mod upstream_form;

pub use module::ImportOptions;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult};
use irtrip_dialect::{Context, Module};

use errors::{Errors, FIRST};
use module::Form;

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
pub fn import(ctx: &Context, text: &str, options: &ImportOptions<'_>) -> DiagnosticResult<Module> {
    on_deep_stack(|| module::import(ctx, text, options, Form::Lossless, &FIRST)).map(|(module, _)| module)
}

/// As [`import`], but for its errors: all that do not follow from others, in the order of the text. After an error in an
/// instruction the next one is read; after an error in a type or in metadata, functions are not.
///
/// # Errors
///
/// What is no valid LLVM IR of LLVM 22, or what the model has no form for.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// let text = "define i32 @f() {\n  ret i32 %x\n}\ndefine void @g() {\n  br label %y\n}\n";
/// let options = irtrip_import::ImportOptions::default();
/// let errors = irtrip_import::import_or_all_errors(&ctx, text, &options).unwrap_err();
/// assert_eq!(errors.len(), 2);
/// ```
pub fn import_or_all_errors(ctx: &Context, text: &str, options: &ImportOptions<'_>) -> Result<Module, Vec<Diagnostic>> {
    let errors = Errors::all();
    match on_deep_stack(|| module::import(ctx, text, options, Form::Lossless, &errors)) {
        Ok((module, _)) => Ok(module),
        Err(last) => Err(errors.into_sorted(*last)),
    }
}

/// Reads a module of LLVM assembly to the form that upstream's import makes: its order of constants, the module's
/// location, nothing that it drops. Returns the diagnostics as well: a [`LossCode`](irtrip_dialect::diagnostic::LossCode)
/// for each thing that is dropped and that no preserved attribute holds, at its place in the text, and a
/// [`UpstreamImportCode`](irtrip_dialect::diagnostic::UpstreamImportCode) for each thing that upstream reports, in its order.
/// Upstream returns no module after a fatal one.
///
/// # Errors
///
/// The one of [`import`], or those for what upstream's import has no operation for.
pub fn import_upstream_form(
    ctx: &Context,
    text: &str,
    options: &ImportOptions<'_>,
) -> Result<(Module, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (module, diagnostics) =
        on_deep_stack(|| module::import(ctx, text, options, Form::Upstream, &FIRST)).map_err(|error| vec![*error])?;
    Ok((module, diagnostics?))
}
