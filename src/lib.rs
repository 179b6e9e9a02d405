//! irtrip takes LLVM IR to MLIR's LLVM dialect and back without loss.
//!
//! This crate is the facade: [`Module`], and each part, a crate of its own, re-exported here.
//!
//! - [`dialect`]: the model: types, attributes, operations, the operation table, the verifier
//! - [`import`](mod@import), [`export`](mod@export): LLVM assembly to the model and back
//! - [`grammar`]: MLIR text to the model and back
//! - [`reader`]: text of either language to the model
//! - [`lower`], [`hardware`]: dialects other than the core's; [`all_dialects`] registers them
//! - [`diff`]: two models compared
//! - `view`: a model in both languages side by side, as a page for a browser, with the feature `view`
//! - [`llvm`]: what LLVM alone can do, with the features `llvm19` and `llvm22`
//!
//! [`Module`] is the way in: a module with its context, read from either language, walked, changed, written to either.
//!
//! ```
//! use irtrip::Module;
//!
//! let llvm = r#"source_filename = "twice.c"
//!
//! define i32 @twice(i32 %x) {
//!   %sum = add nsw i32 %x, %x
//!   ret i32 %sum
//! }
//! "#;
//! let mlir = Module::from_llvm(llvm)?.to_mlir();
//! assert!(mlir.contains("%sum = llvm.add %x, %x overflow<nsw> : i32"));
//! assert_eq!(Module::from_mlir(&mlir)?.to_llvm()?, llvm);
//! # Ok::<(), irtrip::Error>(())
//! ```
//!
//! docs/library.md leads from there to a program that changes modules; the programs in `examples/` are small ones.

#[cfg(feature = "records")]
mod loaded_dialects;
mod module;
mod text_comparison;

/// The programs of the page on the library.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;

pub use irtrip_bitcode as bitcode;
pub use irtrip_bytecode as bytecode;
pub use irtrip_dialect as dialect;
pub use irtrip_diff as diff;
pub use irtrip_export as export;
pub use irtrip_grammar as grammar;
pub use irtrip_hardware as hardware;
pub use irtrip_import as import;
pub use irtrip_llvm as llvm;
pub use irtrip_lower as lower;
pub use irtrip_lower::all_dialects;
pub use irtrip_reader as reader;
#[cfg(feature = "view")]
pub use irtrip_view as view;
#[cfg(feature = "records")]
pub use loaded_dialects::{DialectsError, load_dialects};
pub use module::{AttributeValue, Error, Function, FunctionEditor, Module, Operation, Options, Written};
pub use text_comparison::{ComparedText, ComparisonError, compare_read_texts, compare_texts, read_both};
