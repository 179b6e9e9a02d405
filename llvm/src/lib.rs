//! LLVM as a partner: what only LLVM itself can do for irtrip. All use of its library is in this crate.
//!
//! - `ir`: reading, printing, writing and verifying modules, in this process
//! - `child`: the same in a process of its own, since LLVM may abort on input it does not expect
//! - `verify`: what LLVM's verifier finds, function by function
//! - `execute`, `inputs`: running functions of a module
//! - [`process`]: other programs, with limits of time and memory; needs no LLVM
//! - [`valgrind`]: what valgrind has counted of this process; needs no LLVM
//!
//! All but `process` and `valgrind` need one of the features `llvm19` and `llvm22`, which exclude each other. Without them nothing of
//! LLVM is compiled or linked, and [`NEEDED`] is the message.

#[cfg(feature = "_llvm")]
pub mod child;
#[cfg(feature = "_llvm")]
pub mod execute;
#[cfg(feature = "_llvm")]
pub mod inputs;
#[cfg(feature = "_llvm")]
pub mod ir;
pub mod process;
pub mod valgrind;
#[cfg(feature = "_llvm")]
pub mod verify;

#[cfg(all(feature = "llvm19", feature = "llvm22"))]
compile_error!("the features llvm19 and llvm22 exclude each other: LLVM can be linked once");

/// What a build without LLVM lacks.
pub const NEEDED: &str = "LLVM's library: build irtrip with the feature llvm22 (package llvm-22-dev) or llvm19 (package \
                          llvm-19-dev and libpolly-19-dev)";

/// The version of LLVM that is linked; none in a build without it.
pub const VERSION: Option<u32> = if cfg!(feature = "llvm22") {
    Some(22)
} else if cfg!(feature = "llvm19") {
    Some(19)
} else {
    None
};
