//! What the dialect's operations have that no record says. PTX ISA; LLVM, "User Guide for NVPTX Back-end".
//!
//! - [`barriers`]: barriers, fences and `mbarrier` objects
//! - [`conversions`]: conversions between formats of numbers
//! - [`copies`]: asynchronous copies and prefetches
//! - [`matrix`]: matrices in registers: `mma`, `wmma`, `ldmatrix`, with the custom forms of `mma`
//! - [`tensor`]: the tensor cores of the fifth generation, `tcgen05`
//! - [`warps`]: what the threads of a warp do together

mod barriers;
mod conversions;
mod copies;
mod matrix;
mod mma_format;
mod tensor;
mod warps;

use irtrip_dialect::ops::build::OpCode;

/// The tables.
pub const CODE: &[&[OpCode]] =
    &[barriers::CODE, conversions::CODE, copies::CODE, matrix::CODE, tensor::CODE, warps::CODE];
