//! The rules of the dialect's operations, in upstream's words. MLIR, "'nvvm' Dialect"; PTX ISA.
//!
//! - [`barriers`]: barriers, fences and `mbarrier` objects
//! - [`conversions`]: conversions between formats of numbers
//! - [`copies`]: asynchronous copies and prefetches
//! - [`fragments`]: matrices that are loaded and stored in fragments, `wmma`
//! - [`multiply`]: matrix multiply-accumulate (MMA), `mma`
//! - [`tensor`]: tensor cores, `wgmma` and `tcgen05`
//! - [`warps`]: what the threads of a warp do together

pub mod barriers;
pub mod conversions;
pub mod copies;
pub mod fragments;
pub mod later;
pub mod multiply;
pub mod tensor;
pub mod warps;
