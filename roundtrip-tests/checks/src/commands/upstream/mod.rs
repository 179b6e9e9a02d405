//! The commands that compare with upstream's tools.

#[cfg(feature = "llvm22")]
pub mod canonicalize;
pub mod code_generators;
pub mod compilers;
pub mod nvvm;
pub mod programs;
