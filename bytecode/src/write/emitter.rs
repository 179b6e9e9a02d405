//! Bytes that are being written, and how they have to be aligned.

use crate::encoding::{PADDING, SECTION_IS_ALIGNED, Section};

/// Appends a number of variable length.
#[inline]
pub(crate) fn push_varint(out: &mut Vec<u8>, number: u64) {
    if number >> 7 == 0 {
        return out.push((number as u8) << 1 | 1);
    }
    // Seven bits a byte: eight bytes have 56, and beyond there are a zero and all eight.
    let length = (64 - number.leading_zeros() as usize).div_ceil(7);
    if length > 8 {
        out.push(0);
        return out.extend_from_slice(&number.to_le_bytes());
    }
    let encoded = (number << 1 | 1) << (length - 1);
    out.extend(encoded.to_le_bytes().iter().take(length));
}

/// The data of a section, or of a file.
#[derive(Debug)]
pub struct Emitter {
    bytes: Vec<u8>,
    /// What its start has to be aligned to.
    alignment: usize,
}

impl Default for Emitter {
    fn default() -> Self {
        Emitter { bytes: Vec::new(), alignment: 1 }
    }
}

impl Emitter {
    /// How many bytes there are.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Appends a byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Replaces a byte.
    pub fn patch(&mut self, place: usize, byte: u8) {
        if let Some(old) = self.bytes.get_mut(place) {
            *old = byte;
        }
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a number of variable length.
    pub fn varint(&mut self, number: u64) {
        push_varint(&mut self.bytes, number);
    }

    /// Appends an index or a count.
    pub fn index(&mut self, index: usize) {
        self.varint(index as u64);
    }

    /// Appends a number with a flag in its lowest bit.
    pub fn flagged(&mut self, number: u64, flag: bool) {
        self.varint(number << 1 | u64::from(flag));
    }

    /// Appends a number whose lowest bit is its sign.
    pub fn signed(&mut self, number: i64) {
        self.varint((number << 1 ^ number >> 63) as u64);
    }

    /// Appends padding up to a multiple, which is a power of two.
    pub fn align(&mut self, alignment: usize) {
        if alignment < 2 {
            return;
        }
        while self.bytes.len() & (alignment - 1) != 0 {
            self.bytes.push(PADDING);
        }
        self.alignment = self.alignment.max(alignment);
    }

    /// Appends a section.
    pub fn section(&mut self, section: Section, data: &Emitter) {
        let start = self.bytes.len();
        self.byte(section.number());
        self.index(data.length());
        if data.alignment > 1 {
            if self.bytes.len() & (data.alignment - 1) != 0 {
                self.index(data.alignment);
                self.align(data.alignment);
                self.patch(start, section.number() | SECTION_IS_ALIGNED);
            } else {
                self.alignment = self.alignment.max(data.alignment);
            }
        }
        self.bytes.extend_from_slice(&data.bytes);
    }
}
