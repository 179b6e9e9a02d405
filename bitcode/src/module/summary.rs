//! The summary for ThinLTO, record by record.

use irtrip_dialect::release::{Release, Releases};

use super::{BitcodeModule, GlobalValue};
use crate::bitstream::{BlockHeader, Entry, Fields, Record};
use crate::codes::{block, summary};
use crate::error::{Error, Place, Result};

/// The names of a function's flags, by bit.
pub(crate) const FUNCTION_FLAGS: [&str; 10] = [
    "readNone",
    "readOnly",
    "noRecurse",
    "returnDoesNotAlias",
    "noInline",
    "alwaysInline",
    "noUnwind",
    "mayThrow",
    "hasUnknownCall",
    "mustBeUnreachable",
];

/// The names of a variable's flags, by bit.
pub(crate) const VARIABLE_FLAGS: [&str; 3] = ["readonly", "writeonly", "constant"];
/// Where the visibility of a table of virtual functions stands among a variable's flags.
pub(crate) const VCALL_VISIBILITY_SHIFT: u32 = 3;

/// How often a call is made.
pub(crate) const HOTNESS: [&str; 5] = ["unknown", "cold", "none", "hot", "critical"];
/// How many bits that has in a call.
pub(crate) const HOTNESS_BITS: u32 = 3;
/// How many bits the frequency of a call has.
pub(crate) const FREQUENCY_BITS: u32 = 28;

/// Where the visibility stands among the flags of a global value, whose linkage comes first.
pub(crate) const VISIBILITY_SHIFT: u32 = 8;

/// A flag of any global value.
pub(crate) struct ValueFlag {
    /// Its name.
    pub name: &'static str,
    /// Its bit.
    pub bit: u32,
    /// What stands for zero and for one.
    pub words: [&'static str; 2],
    /// The releases that have it.
    pub releases: Releases,
}

const fn value_flag(name: &'static str, bit: u32) -> ValueFlag {
    ValueFlag { name, bit, words: ["0", "1"], releases: Releases::ALL }
}

/// The flags of any global value, in the order of the text.
pub(crate) static VALUE_FLAGS: &[ValueFlag] = &[
    value_flag("notEligibleToImport", 4),
    value_flag("live", 5),
    value_flag("dsoLocal", 6),
    value_flag("canAutoHide", 7),
    ValueFlag {
        words: ["definition", "declaration"],
        releases: Releases::ALL.since(Release::V19),
        ..value_flag("importType", 10)
    },
    ValueFlag { releases: Releases::ALL.since(Release::V23), ..value_flag("noRenameOnPromotion", 11) },
];

/// What LLVM knows a global value of any module by: the first half of the hash of its name, which is that of the file and
/// its own for one that no other module sees.
pub(crate) fn guid(global: &GlobalValue, source: &[u8], release: Release) -> u64 {
    let name = global.name.strip_prefix(b"\x01").unwrap_or(&global.name);
    if !global.linkage.is_local() {
        return guid_of(name);
    }
    let source = if source.is_empty() { b"<unknown>" } else { source };
    let separator = if release < Release::V18 { b":" } else { b";" };
    guid_of(&[source, separator, name].concat())
}

/// What LLVM knows a name by.
pub(crate) fn guid_of(name: &[u8]) -> u64 {
    md5::compute(name).first_chunk::<8>().map_or(0, |half| u64::from_le_bytes(*half))
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
