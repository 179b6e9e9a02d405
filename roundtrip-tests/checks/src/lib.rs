//! The project's own checks, which no user of irtrip needs. Each is a command of the program `irtrip-checks`.
//!
//! - [`corpus`]: which modules LLVM's tests have, and which of them need not round-trip byte for byte;
//!   [`sample`](mod@sample): a part of the corpus, the same one each time
//! - [`hand_written`]: LLVM's tests as they are written, exported and compared with what LLVM's writer makes of them
//! - [`mutation`]: edits of one place, each of which a comparison must find
//! - [`planted`]: edits of many places, which the comparison of all modules must find as clusters
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
//!
//! # What they hold
//!
//! A test is a file dropped into `roundtrip-tests/fixtures/`, with its command in a comment. Unit tests stand in the files of the
//! code. `tests/properties.rs` generates functions and holds the law that a trip changes nothing. `.ci/run` adds LLVM's own
//! tests and SQLite, and compares with LLVM's own tools; a missing corpus is a failure, not a pass.
//!
//! The whole corpus, in one process: `cargo run --release -p irtrip-checks -- corpus` fails for a module that does
//! not round-trip byte for byte and is not in `roundtrip-tests/checks/not-identical.txt`, which returns the reason for each, and for
//! one that is there and does. `... -- hand-written` compares what irtrip exports of LLVM's tests as they are written with what
//! LLVM's own writer makes of them; `... -- upstream-exports IRTRIP FILE...` compares exports of MLIR modules with upstream's
//! `mlir-translate --mlir-to-llvmir`. Upstream's diagnostics for LLVM IR are made in `import/src/upstream_form/diagnostics.rs`, those for
//! metadata in `dialect/metadata/src/import/diagnostics.rs`; `upstream/src/llvm_excerpts.rs` finds the pieces of the canonical text that they show. Upstream's
//! diagnostics for modules that it does not export are in `upstream/src/mlir_to_llvmir/checks.rs`.
//!
//! `... -- compilers --irtrip IRTRIP` compiles the programs in `roundtrip-tests/checks/sources`, and programs by chance, with clang, flang and
//! rustc at many levels and for many targets, takes what they print there and back, and compares the upstream form of what has debug info with
//! upstream's own import, and what is read of bitcode at three levels with `llvm-dis-22`. A program for clang may begin with lines `// OPTIONS: ...`: it is then compiled with the options of each
//! line, at three levels.
//!
//! `... -- growth` holds time and memory in proportion to the input: `growth/llvm_shapes` and `growth/mlir_shapes` have inputs that
//! have many of something, or have it deep, and every step over 2N things may take two and a half times the basic blocks, which valgrind
//! counts, and the memory of the step over N; where LLVM's or MLIR's own text of a shape grows as its square, which the shape says, costs may grow as that
//! text does; `out-of-proportion.txt` lists the shapes that are known to cost more, `in-proportion.txt` those that `.ci/run` holds.
//! `... -- growth NAME --show` prints the costs of a shape, `... -- growth-input NAME N` its input.
//!
//! `... -- silence` writes every fixture for every release of LLVM and MLIR: what is written without a word says, read again, what the
//! module said, by `irtrip diff`. What does not is in `known-losses.txt`, which fails both ways: for a loss that is not listed, and for one
//! that is and is mended. `--irtrip IRTRIP` runs the program as well, which ends with status 0 only where it says nothing; the fuzzer holds the same
//! law of modules by chance.
//!
//! `... -- bitcode` reads and writes again what `llvm-as-22` makes of a sample of the corpus: the same bytes, but for one in a hundred.
//! `... -- intrinsics` writes each intrinsic for older releases and asks the library of each whether it takes its declaration and call;
//! `not-probed.txt` lists those that a call alone does not show.
//! `... -- bitcode-tests` reads the bitcode of LLVM's own tests, from LLVM 3.2 on, as `llvm-dis-22` prints it; `not-as-llvm-reads.txt`
//! lists the files that it does not, and why.
//!
//! The comparison is tested from both sides. `... -- mutations` edits one place of modules, row by row of
//! `roundtrip-tests/checks/src/mutants/mutation.rs`, and fails unless each edit is reported in its function and of its
//! category. `... -- clusters` makes twenty edits at many places of many modules at once, and fails unless their clusters are the
//! edits (adjusted Rand index 0.97). `... -- no-false-alarm` compares modules with variants of themselves, under other names and numbers and in another
//! order, and fails unless they are the same; `... -- variant F.ll` prints such a variant. `... -- pasted` puts pairs of modules into one, by
//! the library, by text and through `mlir-opt-22`, with the lists of both and without, and fails unless each exports to what `llvm-link-22` makes of
//! the two or a message says what is gone. `... -- differential` compares the
//! reader of assembly with the reader of the crate llvm-ir (feature `llvm19`). A check that compared too little fails.
//!
//! What upstream's passes do to imported modules is tested by `... -- after-passes`: modules times pipelines of `mlir-opt-22`,
//! and for each the export must be made, LLVM must take it with all its debug information, and the same MLIR without its
//! preserved attributes must export to the same instructions. `... -- programs` compiles random C programs at several levels,
//! takes them through passes, and runs them with `lli-22` as they are, after `gvn` and after `-O2`; what they print may differ
//! only where upstream's own import and export through the same passes does the same. Eight programs are linked into one
//! module, since most of the time goes into starting processes; where that prints something else, each is run alone. Failures are grouped by cause, and
//! `--keep DIR` writes the smallest example of each. What upstream's programs refuse counts for neither side. `... -- hand-edits`
//! changes, removes, copies and moves what each kind of preserved attribute speaks of in the fixtures, with the same laws, and
//! fails where a kind has not all four edits.

pub mod after_passes;
pub mod bitcode;
mod chance;
pub mod constant_folding;
pub mod corpus;
#[cfg(feature = "llvm19")]
pub mod differential;
pub mod failures;
pub mod generate;
pub mod gpu;
pub mod growth;
pub mod hand_written;
pub mod intrinsics;
pub mod mutants;
pub mod pasted;
pub mod programs;
pub mod random_lowering;
pub mod sample;
pub mod silence;
pub mod upstream;
