//! What is wrong with a binary file.

use std::borrow::Cow;
use std::fmt;

/// What is wrong with a binary file, and the place `P` in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryError<P> {
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// Where.
    pub place: P,
}

impl<P> BinaryError<P> {
    /// An error at a place.
    pub fn new(place: P, message: impl Into<Cow<'static, str>>) -> BinaryError<P> {
        BinaryError { message: message.into(), place }
    }
}

impl<P: fmt::Display> fmt::Display for BinaryError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.place)
    }
}

impl<P: fmt::Debug + fmt::Display> std::error::Error for BinaryError<P> {}
