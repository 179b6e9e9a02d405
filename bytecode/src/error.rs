//! What is wrong with a file, and where: the section and the byte.

use std::borrow::Cow;
use std::fmt;

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message} ({place})")]
pub struct Error {
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// Where.
    pub place: Place,
}

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error at a place.
    pub fn new(place: Place, message: impl Into<Cow<'static, str>>) -> Error {
        Error { message: message.into(), place }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some(section) => write!(f, "{} section, byte {}", section.name(), self.offset),
            None => write!(f, "byte {}", self.offset),
        }
    }
}
