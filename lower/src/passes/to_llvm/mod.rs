//! Conversions to the LLVM dialect: one file a dialect, named as it.

pub(crate) mod arith;
pub(crate) mod cf;
pub(crate) mod complex;
pub(crate) mod func;
mod func_wrappers;
pub(crate) mod index;
pub(crate) mod math;
pub(crate) mod memref;
pub(crate) mod ptr;
pub(crate) mod ub;
