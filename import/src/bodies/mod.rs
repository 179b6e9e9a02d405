//! Step 5: function bodies, read in parallel, each into a [`Body`](irtrip_dialect::Body) of its own.

pub(crate) mod attachments;
pub(crate) mod calls;
pub(crate) mod debug_records;
pub(crate) mod function;
pub(crate) mod instructions;
pub(crate) mod legality;
pub(crate) mod locals;
pub(crate) mod merge_duplicate_successors;
pub(crate) mod operands;
pub(crate) mod phis;
pub(crate) mod predecessors;
pub(crate) mod reader;
pub(crate) mod recovery;
pub(crate) mod state;
pub(crate) mod terminators;
pub(crate) mod unreachable_blocks;
