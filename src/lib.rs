//! irtrip takes LLVM IR to MLIR's LLVM dialect and back without loss.
//!
//! This crate is the facade: each part is a crate of its own, re-exported here.
//!
//! - [`dialect`]: the model: types, attributes, operations, the operation table, the verifier
//! - [`import`](mod@import), [`export`](mod@export): LLVM assembly to the model and back
//! - [`grammar`]: MLIR text to the model and back
//! - [`lower`], [`hardware`]: dialects besides the core's; [`all_dialects`] registers them
//! - [`diff`]: two models compared
//! - `view`: a model in both languages side by side, as a page for a browser, behind the feature `view`
//! - [`llvm`]: what LLVM alone can do, behind the features `llvm19` and `llvm22`
//!
//! ```
//! use irtrip::{all_dialects, dialect::Context, export, grammar, import};
//!
//! let llvm = r#"source_filename = "twice.c"
//!
//! define i32 @twice(i32 %x) {
//!   %sum = add nsw i32 %x, %x
//!   ret i32 %sum
//! }
//! "#;
//! let ctx = Context::with_dialects(all_dialects());
//! let module = import::import(&ctx, llvm, &import::ImportOptions::default())?;
//! let mlir = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
//! assert!(mlir.contains("%sum = llvm.add %x, %x overflow<nsw> : i32"));
//!
//! let ctx = Context::with_dialects(all_dialects());
//! let options = grammar::ParseOptions::default();
//! let module = grammar::parse(&ctx, &mlir, &options).map_err(|errors| errors[0].to_string())?;
//! let back = export::export(&ctx, &module)?.concat();
//! assert_eq!(back, llvm);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use irtrip_dialect as dialect;
pub use irtrip_diff as diff;
pub use irtrip_export as export;
pub use irtrip_grammar as grammar;
pub use irtrip_hardware as hardware;
pub use irtrip_import as import;
pub use irtrip_llvm as llvm;
pub use irtrip_lower as lower;
pub use irtrip_lower::all_dialects;
#[cfg(feature = "view")]
pub use irtrip_view as view;
