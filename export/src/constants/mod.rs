//! Constants of LLVM IR between the model and LLVM's text.
//!
//! - [`fold`]: constants from operations
//! - [`write`]: constants as text

pub mod fold;
pub mod write;
