//! What is about no IR: stacks for deep recursion, limits, texts that are not all UTF-8, output of threads in one order, hashes and
//! tables of them, what was found lately, and names as their languages mangle them.

pub mod deep_stack;
pub mod demangle;
pub mod dense_map;
mod direct_mapped_cache;
pub mod escaped_text;
pub mod index_table;
pub mod limits;
pub mod ordered_sink;
mod stable_hash;

pub use direct_mapped_cache::DirectMappedCache;
pub use stable_hash::StableHash;
