//! What is wrong with a file, and where: the block, the record and the bit.

use std::fmt;

use irtrip_dialect::diagnostic::BinaryError;

use crate::codes::block_name;

/// Where in a bitstream something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The number of the innermost block.
    pub block: Option<u32>,
    /// The code of the record.
    pub record: Option<u32>,
    /// How many bits are before it in the stream.
    pub bit: u64,
}

/// What is wrong with a bitcode file.
pub type Error = BinaryError<Place>;

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

/// An error about a file or a module as a whole.
pub(crate) fn fault(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Place::default(), message)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(block) => f.write_str(&block_name(block))?,
            None => f.write_str("top level")?,
        }
        if let Some(record) = self.record {
            write!(f, ", record {record}")?;
        }
        write!(f, ", bit {}", self.bit)
    }
}
