//! What irtrip writes for GPUs, compiled by others' programs.
//!
//! - [`code_generators`]: exports of fixtures, which `llc` takes
//! - [`nvvm`]: kernels written for libNVVM, which makes PTX of them

pub mod code_generators;
pub mod nvvm;
