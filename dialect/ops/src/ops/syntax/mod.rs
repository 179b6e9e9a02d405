//! Custom forms of the operations of `builtin` and `llvm` that are code: a module each, with its reader, its printer and
//! its description. The definitions name them.

mod aggregate;
mod alloca;
mod builtin_module;
mod call;
mod compare;
mod function;
mod gep_indices;
mod global;
mod landingpad;
mod lifetime_size;
mod linkage;
mod operand_bundles;
mod successors;

pub use aggregate::{AggregateElementType, ShuffleType};
pub use alloca::Alloca;
pub use builtin_module::Module;
pub use call::{CALL, CallIntrinsic, INVOKE};
pub use compare::{FCmp, ICmp};
pub use function::Func;
pub use gep_indices::GepIndices;
pub use global::{Alias, Global};
pub use landingpad::Landingpad;
pub use lifetime_size::LifetimeSize;
pub use linkage::Linkage;
pub use operand_bundles::OpBundles;
pub use successors::{IndirectBrAddressType, IndirectBrSuccessors, SwitchCases};
