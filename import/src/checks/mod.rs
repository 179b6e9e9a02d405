//! Step 7: what LLVM's verifier refuses, in its words: over finished functions, attribute lists, and the global values. What
//! its parser refuses, the readers of steps 3 to 5 refuse.

pub(crate) mod attributes;
mod calls;
mod control_flow;
pub(crate) mod function;
pub(crate) mod global_values;
pub(crate) mod named_metadata;
