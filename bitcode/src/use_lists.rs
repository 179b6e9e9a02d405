//! The orders of uses. LangRef, "Use-list Order Directives".

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

/// Reads a USELIST block.
///
/// # Errors
/// It is ill-formed.
pub fn read_use_lists(mut block: Block<'_>, lists: &mut Vec<UseList>) -> Result<()> {
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
