//! The project's own checks, which no user of irtrip needs. Each is a command of the program `irtrip-checks`.
//!
//! - [`corpus`]: which modules LLVM's tests have, and which of them need not come back identical;
//!   [`sample`](mod@sample): a part of the corpus, the same one each time
//! - [`hand_written`]: LLVM's tests as they are written, exported and compared with what LLVM's writer makes of them
//! - [`mutation`]: edits of one place, each of which a comparison must find
//! - [`metamorphic`]: a module under other names and numbers and in another order, which a comparison must find equal
//! - `differential`: the reader of assembly compared with the reader of the crate llvm-ir (feature `llvm19`)
//! - [`upstream_exports`]: exports of MLIR compared with upstream's `mlir-translate`
//! - [`after_passes`]: modules taken through upstream's passes between import and export
//! - [`hand_edits`]: what preserved attributes speak of changed, removed, copied and moved
//! - [`gpu`]: what is written for GPUs, which `llc` and libNVVM take
//! - [`programs`]: random C programs, run after upstream's passes as they are and as upstream's own export has them
//! - [`random_lowering`]: random programs of the dialects above the LLVM dialect, taken through passes by irtrip and by upstream
//! - [`constant_folding`]: instructions of random constants, folded by irtrip and by upstream
//! - [`growth`]: inputs that have many of something or have it deep, twice as large for at most two and a half times the cost
//! - [`failures`]: failures of many runs, grouped by cause; [`upstream_programs`]: upstream's programs, with limits
//! - [`mod@bitcode`]: bitcode that LLVM wrote, read and written again
//! - [`silence`]: what is written without a word for a release, read again
//! - [`generate`]: random valid modules for property tests

pub mod after_passes;
pub mod bitcode;
mod chance;
pub mod compilers;
pub mod corpus;
#[cfg(feature = "llvm19")]
pub mod differential;
pub mod failures;
pub mod generate;
pub mod gpu;
pub mod growth;
pub mod hand_edits;
pub mod hand_written;
pub mod lowered_programs;
pub mod lowering;
pub mod metamorphic;
pub mod mutation;
pub mod pasted;
pub mod programs;
pub mod random_lowering;
pub mod sample;
pub mod silence;
pub mod upstream_exports;
pub mod upstream_programs;
pub mod constant_folding;
