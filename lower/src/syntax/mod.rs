//! Custom forms of the operations of this crate that are code: a module each, with its reader, its printer and its
//! description. The definitions name them.

mod cf_switch;
mod dma_start;
mod for_loop;
mod forall;
mod func;
mod global_memref;
mod loops;
mod parallel;
mod permutation;
mod prefetch;
mod region_cases;
mod types;
mod while_loop;

pub use cf_switch::CasesWithDefault;
pub use dma_start::DmaStart;
pub use for_loop::For;
pub use forall::Forall;
pub use func::FunctionOp;
pub use global_memref::TypeAndInitialValue;
pub use parallel::Parallel;
pub use permutation::Permutation;
pub use prefetch::Prefetch;
pub use region_cases::RegionCases;
pub use types::{ArrowTypes, CalleeType, ConditionType, TypeOfValue};
pub use while_loop::While;
