//! The harness: takes files there and back through the text in the middle, and says how they came back.
//!
//! - [`trip`]: one module's trip and its outcome
//! - [`generate`]: random valid modules for property tests
//! - [`phis`]: phis, block arguments and edges counted on both sides
//! - [`run`]: many files, by several threads, with a closing table
//! - [`report`]: what a run found, as data: JSON, lines of JSON, JUnit, HTML; merged from the shards of several machines
//! - [`shard`]: a part of the files, the same one on every machine
//! - [`explain`](mod@explain): each phi with its block argument, both ways
//! - [`reduce`](mod@reduce): a failing module made small
//! - [`corpus`]: which modules a corpus has, and which need not come back identical
//! - `execute`: what a module does before and after its trip (features `llvm19`, `llvm22`)
//! - [`hand_written`]: assembly as people write it, compared with what LLVM's writer makes of it
//! - [`planted`]: edits of one place, which a comparison must find; [`disguise`]: modules that say the same otherwise
//! - [`sample`](mod@sample): a part of the corpus, the same one each time
//! - `second_opinion`: the readers of assembly and of the crate llvm-ir compared (feature `llvm19`)
//! - [`settled`]: what a module of MLIR leaves to LLVM IR to say, said
//! - [`words`]: what of a text that came back otherwise did not come back at all
//! - [`language`], [`places`]: which language a file is in; lines and columns

mod constants;
pub mod corpus;
pub mod disguise;
#[cfg(feature = "_llvm")]
mod every_op;
#[cfg(feature = "_llvm")]
pub mod execute;
pub mod executed;
pub mod explain;
pub mod generate;
pub mod hand_written;
pub mod language;
pub mod phis;
pub mod places;
pub mod planted;
pub mod reduce;
pub mod report;
pub mod run;
pub mod sample;
#[cfg(feature = "llvm19")]
pub mod second_opinion;
pub mod settled;
pub mod shard;
mod spellings;
pub mod trip;
pub mod upstream_exports;
pub mod words;
