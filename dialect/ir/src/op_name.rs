//! The name of an operation as a number.

use std::fmt;

/// The bits of a name that number a definition within its dialect; those above them are the dialect's slot.
const INDEX_BITS: u32 = 16;
const ROW_MASK: u32 = (1 << INDEX_BITS) - 1;
/// Set in the names that have no definition.
const UNREGISTERED: u32 = 1 << 31;

/// The name of an operation: an operation that a dialect defines, or a name that no dialect of its context has.
///
/// The name of a definition is the same in every context; a name without a definition means something in its own context alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpName(u32);

impl OpName {
    /// How many operations a dialect has at most.
    pub const MAX_OPS: usize = ROW_MASK as usize + 1;

    /// The definition at `index` of the dialect in `slot`.
    pub const fn of_slot(slot: usize, index: usize) -> OpName {
        OpName(((slot as u32) << INDEX_BITS) | index as u32)
    }

    /// The name without a definition that is `index` in its context's list of such names.
    pub(crate) fn unregistered(index: u32) -> OpName {
        OpName(UNREGISTERED | index)
    }

    /// The place in its context's list of names without definitions, if it is one.
    pub(crate) fn unregistered_index(self) -> Option<usize> {
        (self.0 & UNREGISTERED != 0).then_some((self.0 & !UNREGISTERED) as usize)
    }

    /// The slot of its dialect; past all slots for a name without a definition.
    #[inline]
    pub const fn slot(self) -> usize {
        (self.0 >> INDEX_BITS) as usize
    }

    /// Its place within its dialect.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & ROW_MASK) as usize
    }

    /// The name as a number, for keys that are made of several numbers.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for OpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unregistered_index() {
            Some(index) => write!(f, "OpName(#{index})"),
            None => write!(f, "OpName({}.{})", self.slot(), self.index()),
        }
    }
}
