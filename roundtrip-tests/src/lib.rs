//! Takes modules to the other language and back, through the text in the middle, and reports how they came back.
//!
//! 1. [`language`]: which language a file is in
//! 2. [`trip`]: one module's trip and its outcome; [`first_difference`](mod@first_difference): where it came back otherwise
//! 3. [`phis`]: phis, block arguments and edges, counted on both sides of a translation
//! 4. [`missing_tokens`](mod@missing_tokens): the tokens of a text that are missing from the text it came back as;
//!    [`model_difference`]: the kinds of differences that make a module another
//! 5. [`run`]: many files on several threads, with a closing table; [`shard`]: a part of the files, the same one on every
//!    machine
//! 6. [`report`]: what a run found, as data: JSON, lines of JSON, JUnit, HTML; merged from the shards of several machines
//!
//! On demand, for each module: [`explain`](mod@explain) pairs each phi with its block argument, both ways;
//! [`reduce`](mod@reduce) makes a failing module small; `execute` runs the module before and after its trip (features
//! `llvm19` and `llvm22`), and [`execution_summary`] holds what was run.

#[cfg(feature = "_llvm")]
pub mod execute;
pub mod execution_summary;
pub mod explain;
pub mod first_difference;
pub use irtrip_dialect::language;
pub mod missing_tokens;
pub mod mlir_opt;
pub mod model_difference;
pub mod phis;
pub mod reduce;
pub mod report;
pub mod run;
pub mod shard;
pub mod trip;
#[cfg(feature = "_llvm")]
pub mod walk;
