//! What is about no IR: stacks for deep recursion, limits, texts that are not all UTF-8, output of threads in one order, hashes, and
//! names as their languages mangle them.

pub mod deep_stack;
pub mod demangle;
pub mod escaped_text;
pub mod limits;
pub mod ordered_sink;
mod stable_hash;

pub use stable_hash::StableHash;
