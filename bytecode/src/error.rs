//! What is wrong with a file, and where: the section and the byte.

use std::fmt;

use irtrip_dialect::diagnostic::BinaryError;

use crate::encoding::Section;

/// Where in a file something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The innermost section; `None` outside of all.
    pub section: Option<Section>,
    /// How many bytes of the file are before it.
    pub offset: usize,
}

/// What is wrong with a bytecode file.
pub type Error = BinaryError<Place>;

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some(section) => write!(f, "{} section, byte {}", section.name(), self.offset),
            None => write!(f, "byte {}", self.offset),
        }
    }
}
