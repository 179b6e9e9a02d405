//! The locations of operations and block arguments; and where they are in the text that a body was read from, which a location need
//! not say.
//!
//! ```
//! use irtrip_dialect::ops::llvm;
//! use irtrip_dialect::{Body, NewOp};
//!
//! let mut body = Body::new();
//! let op = body.create(NewOp::new(llvm::UNREACHABLE));
//! assert_eq!(body.text_place(op), None);
//! body.set_text_place(op, 17);
//! assert_eq!(body.text_place(op), Some(17));
//! ```

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;

use super::{Block, Body, Op, Value};
use crate::attributes::well_known as attrs;
use crate::context::Attr;

/// The bytes of a text, counted from 1, that some of a body's operations and block arguments start at. What is further than
/// 4 GB from the start of its text has no place.
#[derive(Clone, Debug, Default)]
pub(super) struct TextPlaces {
    ops: Vec<Option<NonZeroU32>>,
    arguments: FxHashMap<Value, NonZeroU32>,
}

fn number(at: usize) -> Option<NonZeroU32> {
    u32::try_from(at).ok()?.checked_add(1).and_then(NonZeroU32::new)
}

fn byte(place: NonZeroU32) -> usize {
    place.get() as usize - 1
}

impl Body {
    /// An operation's location.
    #[inline]
    pub fn loc(&self, op: Op) -> Attr {
        self.ops[op.index()].loc
    }

    /// Sets an operation's location.
    pub fn set_loc(&mut self, op: Op, loc: Attr) {
        self.ops[op.index()].loc = loc;
    }

    /// The location of a block's argument.
    pub fn block_arg_loc(&self, block: Block, index: usize) -> Attr {
        self.blocks[block.index()].arg_locs.get(index).copied().unwrap_or(attrs::UNKNOWN_LOC)
    }

    /// Sets the location of a block's argument.
    pub fn set_block_arg_loc(&mut self, block: Block, index: usize, loc: Attr) {
        let locs = &mut self.blocks[block.index()].arg_locs;
        if locs.len() <= index {
            locs.resize(index + 1, attrs::UNKNOWN_LOC);
        }
        locs[index] = loc;
    }

    /// The byte of its text that an operation starts at, as its reader found it. `None` where the reader was not asked for
    /// places, and for an operation that no text has.
    pub fn text_place(&self, op: Op) -> Option<usize> {
        self.text_places.as_ref()?.ops.get(op.index()).copied().flatten().map(byte)
    }

    /// Notes the byte of its text that an operation starts at.
    pub fn set_text_place(&mut self, op: Op, at: usize) {
        let ops = &mut self.text_places.get_or_insert_default().ops;
        if ops.len() <= op.index() {
            ops.resize(op.index() + 1, None);
        }
        if let Some(place) = ops.get_mut(op.index()) {
            *place = number(at);
        }
    }

    /// As [`text_place`](Self::text_place), of a block's argument: a phi in LLVM IR.
    pub fn argument_text_place(&self, argument: Value) -> Option<usize> {
        self.text_places.as_ref()?.arguments.get(&argument).copied().map(byte)
    }

    /// Notes the byte of its text that a block's argument starts at.
    pub fn set_argument_text_place(&mut self, argument: Value, at: usize) {
        if let Some(place) = number(at) {
            self.text_places.get_or_insert_default().arguments.insert(argument, place);
        }
    }
}
