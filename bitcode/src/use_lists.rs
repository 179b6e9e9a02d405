//! The orders of uses as a file tells them. LangRef, "Use-list Order Directives".

use crate::bitstream::{Block, Entry, Record};
use crate::codes::use_list;
use crate::error::Result;

/// The order of the uses of a value.
#[derive(Clone, Debug)]
pub struct UseList {
    /// The value or block, by number.
    pub value: u64,
    /// Whether it is a block.
    pub is_block: bool,
    /// For each use as it is found, its place in the list.
    pub indices: Box<[u64]>,
}

impl UseList {
    /// Whether the places are those of a list, each once. A file may say anything.
    pub(crate) fn is_order(&self) -> bool {
        let mut seen = vec![false; self.indices.len()];
        self.indices.iter().all(|index| {
            let slot = usize::try_from(*index).ok().and_then(|index| seen.get_mut(index));
            slot.is_some_and(|seen| !std::mem::replace(seen, true))
        })
    }
}

/// Reads a USELIST block.
///
/// # Errors
/// It is ill-formed.
pub(crate) fn read_use_lists(mut block: Block<'_>, lists: &mut Vec<UseList>) -> Result<()> {
    let mut record = Record::default();
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(()),
            Entry::Record if matches!(record.code, use_list::DEFAULT | use_list::BB) => {
                let operands = record.operands.split_last();
                let (value, indices) = operands.ok_or_else(|| record.error("an order of uses has no operands"))?;
                let is_block = record.code == use_list::BB;
                lists.push(UseList { value: *value, is_block, indices: indices.into() });
            }
            Entry::Record | Entry::Block(_) => {}
        }
    }
}
