//! The drop-in for `mlir-opt` and `mlir-translate`: text and flags in, output and diagnostics out, in upstream's words.
//!
//! How an input goes through:
//! 1. [`flags`]: the arguments as LLVM's command line takes them;
//! 2. [`split_input_file`]: the chunks of the input, each of which is an input of its own;
//! 3. for each chunk [`mlir_opt`], with [`passes`] and those of [`irtrip_lower::passes`], or a translation: [`import_llvm`] (in the form of
//!    [`upstream_form`], with [`struct_names`]) or [`mlir_to_llvmir`];
//! 4. [`diagnostic_renderer`]: the chunk's diagnostics with the notes that upstream puts to them; [`llvm_excerpts`] are the
//!    pieces of LLVM IR that messages show;
//! 5. [`source_mgr`]: diagnostics as the tools print them; or [`verify_diagnostics`], which compares them with the comments
//!    that expect them.
//!
//! [`driver`] puts the steps together: [`run`].

use std::sync::LazyLock;

use irtrip_dialect::DialectRegistry;
use irtrip_dialect::release::Release;

use diagnostic_renderer::TRANSLATE_DIALECTS;

pub mod diagnostic_renderer;
pub mod driver;
pub mod flags;
pub mod import_llvm;
pub mod llvm_excerpts;
pub mod mlir_opt;
pub mod mlir_to_llvmir;
pub mod passes;
pub mod source_mgr;
pub mod split_input_file;
pub mod struct_names;
pub mod upstream_form;
pub mod verify_diagnostics;

pub use driver::{ChunkResult, Output, Sink, ToolResult, run, run_on_bytecode};
pub use flags::{FlagError, Flags, Tool, Translation};

/// The dialects of `mlir-opt`, irtrip's own among them, in the order of their names.
fn known_dialects() -> Vec<&'static str> {
    let current = irtrip_lower::all_dialects().dialects().filter(|dialect| dialect.releases.contains(Release::NATIVE));
    let mut known: Vec<&str> = current.map(|dialect| dialect.name).collect();
    known.sort_unstable();
    known
}

/// The dialects of `mlir-translate` that irtrip has.
fn translated_dialects() -> &'static DialectRegistry {
    static ALL: LazyLock<DialectRegistry> = LazyLock::new(|| {
        let mut registry = DialectRegistry::new();
        let known = irtrip_lower::all_dialects().dialects();
        registry.extend(known.filter(|dialect| TRANSLATE_DIALECTS.contains(&dialect.name)));
        registry
    });
    &ALL
}
