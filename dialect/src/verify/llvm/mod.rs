//! Rules of the LLVM dialect's operations beyond the columns of their rows, by what LangRef's chapters are about.

pub(crate) mod aggregates;
pub(crate) mod calls;
pub(crate) mod constants;
pub(crate) mod control;
pub mod functions;
pub(crate) mod globals;
pub(crate) mod memory;
pub(crate) mod parameters;
