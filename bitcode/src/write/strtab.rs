//! The string table, in which a text stands once, in the order in which texts come.

use rustc_hash::FxHashMap;

/// The string table of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Strtab {
    bytes: Vec<u8>,
    places: FxHashMap<Box<[u8]>, u64>,
}

impl Strtab {
    /// Where a text starts, and its length.
    pub(super) fn add(&mut self, text: &[u8]) -> [u64; 2] {
        let length = text.len() as u64;
        if let Some(place) = self.places.get(text) {
            return [*place, length];
        }
        let place = self.bytes.len() as u64;
        self.bytes.extend_from_slice(text);
        self.places.insert(text.into(), place);
        [place, length]
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
