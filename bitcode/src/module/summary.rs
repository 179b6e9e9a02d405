//! The summary for ThinLTO, record by record.

use super::BitcodeModule;
use crate::bitstream::{BlockHeader, Entry, Fields, Record};
use crate::codes::block;
use crate::error::{Error, Place, Result};

/// The codes of records in a GLOBALVAL_SUMMARY block.
#[allow(missing_docs)]
pub mod summary_code {
    pub const PERMODULE: u32 = 1;
    pub const PERMODULE_PROFILE: u32 = 2;
    pub const VARIABLE: u32 = 3;
    pub const ALIAS: u32 = 7;
    pub const VERSION: u32 = 10;
    pub const VALUE_GUID: u32 = 16;
    pub const PERMODULE_RELBF: u32 = 19;
    pub const FLAGS: u32 = 20;
    pub const TYPE_ID_METADATA: u32 = 22;
    pub const VTABLE: u32 = 23;
    pub const BLOCK_COUNT: u32 = 24;
}

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
        let mut summary = Summary { is_full_lto, records: Vec::new() };
        let (mut block, mut record) = (self.block.enter(header)?, Record::default());
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(summary),
                Entry::Block(_) => {}
                Entry::Record => {
                    let (mut fields, mut name) = (record.fields(), Vec::new());
                    if record.code == summary_code::TYPE_ID_METADATA {
                        name = self.take_string(&mut fields)?.to_vec();
                    }
                    summary.records.push(SummaryRecord { code: record.code, name, operands: fields.rest().into() });
                }
            }
        }
    }
}
