//! Passes that lower, with upstream's names and options.
//!
//! The passes stand in [`PASSES`]; a [`Pipeline`] runs passes in order, those of functions on each function.
//!
//! ```
//! use irtrip_lower::passes::{Pipeline, PipelineError};
//!
//! let pipeline = Pipeline::parse("builtin.module(func.func(convert-arith-to-llvm{index-bitwidth=32}))")?;
//! assert_eq!(pipeline.to_string(), "builtin.module(func.func(convert-arith-to-llvm{index-bitwidth=32}))");
//! let unknown = Pipeline::parse("builtin.module(convert-tea-to-coffee)").map(drop);
//! assert_eq!(unknown, Err(PipelineError::UnknownPass("convert-tea-to-coffee".to_owned())));
//! # Ok::<(), irtrip_lower::passes::PipelineError>(())
//! ```

mod arm_neon_2d_to_intr;
mod canonicalize;
mod cse;
mod general;
mod lowering;
mod one_to_one;
mod pass;
mod pipeline;
mod scf_to_cf;
mod table;
mod to_llvm;
mod uses;

pub(crate) use one_to_one::{fastmath_flags, float_predicate, index_predicate, overflow_flags};

pub use lowering::{LOWERING, lower};
pub use pass::{Options, Pass, PassRun, PipelineError, Work};
pub use pipeline::Pipeline;
pub use table::{PASSES, pass};
