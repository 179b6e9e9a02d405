//! Step 7: what LLVM's parser and verifier refuse, in their words.

pub(crate) mod attributes;
pub(crate) mod calls;
pub(crate) mod control_flow;
pub(crate) mod global_values;
pub(crate) mod operands;
