//! What the dialect's operations have that no record says. PTX ISA; LLVM, "User Guide for NVPTX Back-end".
//!
//! - [`barriers`]: barriers, fences and `mbarrier` objects
//! - [`conversions`]: conversions between formats of numbers
//! - [`copies`]: asynchronous copies and prefetches
//! - [`matrix`]: matrices in registers: `mma`, `wmma`, `ldmatrix`, with the custom forms of `mma`
//! - [`ptx`]: what has no intrinsic, as inline PTX
//! - [`tensor`]: the tensor cores of the fifth generation, `tcgen05`
//! - [`warps`]: what the threads of a warp do together

pub mod barriers;
pub mod conversions;
pub mod copies;
pub mod later;
pub mod matrix;
mod mma_format;
pub mod ptx;
pub mod tensor;
pub mod warps;

/// The address space of the memory that threads of a block share.
pub const SHARED: u32 = 3;
/// The address space of the memory that blocks of a cluster share.
pub const SHARED_CLUSTER: u32 = 7;
