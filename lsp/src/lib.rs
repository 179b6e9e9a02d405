//! A language server for LLVM IR and MLIR.
//!
//! How a document goes through:
//! 1. `text` splits it into chunks at its top level; an edit splits only the chunks that it touches.
//! 2. `index` finds the names of a chunk when they are asked for, and which definition each stands for.
//! 3. `requests` answers from the chunks and their names, in a few milliseconds whatever the size of the document. What needs the
//!    whole model asks `analysis`.
//! 4. `analysis` has irtrip's readers read the document and its verifiers check it, in a thread of its own, once nobody types.
//! 5. `server` speaks the protocol: it keeps the documents, hands requests to threads, and sends diagnostics.

pub mod analysis;
pub mod corrections;
pub mod index;
pub mod opcodes;
pub mod requests;
mod server;
pub mod text;
pub mod text_mate;

pub use server::serve;
