//! LLVM bitcode of every release, read without LLVM.
//!
//! How a file goes through:
//! 1. [`container`]: the bitstreams in a file;
//! 2. [`bitstream`]: blocks, abbreviations and records, with the limits that a file's claims are held to;
//! 3. [`file`](mod@file): who wrote it, its modules.

pub mod bitstream;
pub mod codes;
pub mod container;
pub mod error;
pub mod file;
