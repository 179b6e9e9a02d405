//! LLVM bitcode of every release, read and written without LLVM.
//!
//! How a file goes through:
//! 1. [`container`]: the bitstreams in a file;
//! 2. [`bitstream`]: blocks, abbreviations and records, with the limits that a file's claims are held to;
//! 3. [`file`](mod@file): who wrote it, its modules;
//! 4. [`module`]: a module's tables, `types`, `attributes`, `constants`, `metadata` and `use_lists` among them;
//! 5. [`function`]: bodies, in parallel;
//! 6. [`assembly`]: the module in the assembly of the release that wrote it, bodies in parallel;
//! 7. [`write`](mod@write): the module in the bitcode of a release, bodies in parallel.
//!
//! [`assembler`] makes the tables of assembly, so that what is exported as text can be written. `uses` finds the orders of uses of both.
//!
//! Import makes the model of that, so that bitcode and text of one module have the same model.

pub mod assembler;
pub mod assembly;
pub mod attribute_kinds;
pub mod attributes;
pub mod bitstream;
pub mod codes;
pub mod constants;
pub mod container;
pub mod error;
pub mod file;
pub mod function;
pub mod metadata;
pub mod module;
pub mod numbers;
mod opcodes;
pub mod types;
pub mod use_lists;
mod uses;
pub mod write;
