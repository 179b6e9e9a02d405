//! Custom forms of the operations of `builtin`, `llvm`, `func`, `scf` and `memref` that are code: a module each, with
//! its reader, its printer and its description. The rows name them.

mod aggregate;
mod alloca;
mod builtin_module;
mod call;
mod compare;
mod function;
mod gep_indices;
mod global;
mod landingpad;
mod linkage;
mod operand_bundles;
mod successors;
mod types;

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
mod while_loop;

pub use aggregate::{AggregateElementType, ShuffleType};
pub use alloca::Alloca;
pub use builtin_module::Module;
pub use call::{Call, CallIntrinsic, Invoke};
pub use compare::{FCmp, ICmp};
pub use dma_start::DmaStart;
pub use for_loop::For;
pub use forall::Forall;
pub use func::FunctionOp;
pub use function::Func;
pub use gep_indices::GepIndices;
pub use global::{Alias, Global};
pub use global_memref::TypeAndInitialValue;
pub use landingpad::Landingpad;
pub use linkage::Linkage;
pub use operand_bundles::OpBundles;
pub use parallel::Parallel;
pub use permutation::Permutation;
pub use prefetch::Prefetch;
pub use region_cases::RegionCases;
pub use successors::{CasesWithDefault, IndirectBrSuccessors, SwitchCases};
pub use types::{ArrowList, ArrowTypes, CalleeType, ConditionType, TypeOfValue};
pub use while_loop::While;
