//! Fuzzing: inputs made by random edits of modules, and the laws that must hold of each input.
//!
//! 1. [`seeds`]: the modules that are edited: fixtures, and a sample of the visible half of the corpus
//! 2. [`inputs`]: the edits, which a seed and the input's number determine: of lines and tokens ([`tokens`], [`mutate`]), of blocks
//!    and records ([`bitstream`]), and of the sections of bytecode ([`sections`])
//! 3. [`laws`]: takes an input through all steps and checks each law; compares with LLVM, where LLVM is linked
//! 4. [`worker`]: checks many inputs in a process of its own, since an input may end the process
//! 5. [`runner`]: runs workers, and groups the breaches that they report by cause

pub mod bitstream;
pub mod inputs;
pub mod laws;
pub mod mutate;
pub mod runner;
pub mod sections;
pub mod seeds;
pub mod tokens;
pub mod worker;
