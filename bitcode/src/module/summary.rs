//! The summary for ThinLTO, record by record.

use super::BitcodeModule;
use crate::bitstream::{BlockHeader, Entry, Fields, Record};
use crate::codes::{block, summary};
use crate::error::{Error, Place, Result};

/// The summary of a module.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Whether it is for LTO of the whole program.
    pub is_full_lto: bool,
    /// Its records.
    pub records: Vec<SummaryRecord>,
}

/// A record of a summary.
#[derive(Clone, Debug)]
pub struct SummaryRecord {
    /// What it says.
    pub code: u32,
    /// The name of what a TYPE_ID_METADATA record is about, which the record has as a place in the string table.
    pub name: Vec<u8>,
    /// Its other operands.
    pub operands: Box<[u64]>,
}

impl SummaryRecord {
    /// The operands, to be read one after another.
    pub fn fields(&self) -> Fields<'_> {
        let block = Some(block::GLOBALVAL_SUMMARY);
        Fields::new(&self.operands, Place { block, record: Some(self.code), bit: 0 })
    }

    /// An error about the record.
    pub fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        self.fields().error(message)
    }
}

impl BitcodeModule<'_> {
    pub(super) fn read_summary(&self, header: BlockHeader) -> Result<Summary> {
        let is_full_lto = header.id == block::FULL_LTO_GLOBALVAL_SUMMARY;
        let mut read = Summary { is_full_lto, records: Vec::new() };
        let (mut block, mut record) = (self.block.enter(header)?, Record::default());
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(read),
                Entry::Block(_) => {}
                Entry::Record => {
                    let (mut fields, mut name) = (record.fields(), Vec::new());
                    if record.code == summary::TYPE_ID_METADATA {
                        name = self.take_string(&mut fields)?.to_vec();
                    }
                    read.records.push(SummaryRecord { code: record.code, name, operands: fields.rest().into() });
                }
            }
        }
    }
}
