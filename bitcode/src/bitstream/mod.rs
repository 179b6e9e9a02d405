//! The bitstream: blocks in blocks, and records of numbers. LLVM's "Bitcode File Format", "Bitstream Format".
//!
//! 1. `bits`: numbers of a fixed and of a variable width;
//! 2. `abbreviation`: how the operands of a record are written;
//! 3. [`Block`]: the entries of a block, of which blocks are passed unless they are entered;
//! 4. [`BitstreamWriter`]: the reverse.
//!
//! Every length, width and count is a claim of the file and checked against the bits that are left before memory is taken for it.

mod abbreviation;
mod bits;
mod block;
#[cfg(test)]
mod tests;
mod writer;

pub use abbreviation::{Abbreviation, Scalar, Tail, is_char6};
pub use block::{Block, BlockHeader, Entry, Fields, Record, signed};
pub use writer::{BitstreamWriter, FIRST_ABBREVIATION};
