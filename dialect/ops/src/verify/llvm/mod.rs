//! Rules of the LLVM dialect's operations beyond the columns of their definitions, by what LangRef's chapters are about.

pub mod aggregates;
pub mod calls;
pub mod constants;
pub mod control;
pub mod functions;
pub mod globals;
pub mod memory;
pub mod parameters;
