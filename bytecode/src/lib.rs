//! MLIR bytecode to the model and back. "MLIR Bytecode Format".
//!
//! Reading:
//!
//! 1. [`mod@read`] finds the sections of the file ([`read::file`]), and indexes strings, dialects, operation names, properties and
//!    resources
//! 2. attributes and types are read when they are first asked for, by the definitions of [`encoding`] or as text
//!    ([`read::attributes`])
//! 3. operations, with their properties in the order of their definitions ([`read::operations`], [`properties`])
//!
//! Writing:
//!
//! 1. [`write::numbering`] numbers dialects, names, attributes, types and values, in upstream's order
//! 2. [`write`] writes the sections
//!
//! What a dialect has no encoding for is text in the file, so this crate knows `irtrip-grammar`; it knows no LLVM assembly.

pub mod encoding;
mod error;
pub mod properties;
pub mod read;
pub mod write;

pub use error::{Error, Place};
pub use read::read;
pub use write::{NoBytecode, Options, WriteError, write};

/// Whether a file is MLIR bytecode.
///
/// ```
/// assert!(irtrip_bytecode::is_bytecode(b"ML\xefR\x0dMLIR22.1.0\0"));
/// assert!(!irtrip_bytecode::is_bytecode(b"module {}"));
/// ```
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(encoding::MAGIC)
}
