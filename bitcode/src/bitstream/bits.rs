//! Numbers in a stream of bits, the lowest bit of each byte first.

use crate::error::{Error, Place, Result};

/// A stream of bits, and a place in it.
#[derive(Clone, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: u64,
    /// No bit from here on is read.
    end: u64,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Bits<'a> {
        Bits { bytes, at: 0, end: bytes.len() as u64 * 8 }
    }

    /// The stream between two places, which lie in it.
    pub(super) fn within(&self, start: u64, end: u64) -> Bits<'a> {
        Bits { bytes: self.bytes, at: start, end: end.min(self.end) }
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn left(&self) -> u64 {
        self.end.saturating_sub(self.at)
    }

    fn error(&self, message: &'static str) -> Error {
        Error::new(Place { bit: self.at, ..Place::default() }, message)
    }

    /// A number of so many bits, at most 64.
    #[inline]
    pub(super) fn fixed(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.left() {
            return Err(self.error("the stream ends in the middle of a number"));
        }
        let (byte, offset) = ((self.at / 8) as usize, (self.at % 8) as u32);
        let word = |at: usize| self.bytes.get(at..).unwrap_or_default();
        let value = match word(byte).first_chunk::<8>() {
            Some(eight) if offset + width <= 64 => u64::from_le_bytes(*eight) >> offset,
            _ => {
                let mut wide = [0; 16];
                for (to, from) in wide.iter_mut().zip(word(byte).iter().take(9)) {
                    *to = *from;
                }
                (u128::from_le_bytes(wide) >> offset) as u64
            }
        };
        self.at += u64::from(width);
        Ok(if width < 64 { value & ((1 << width) - 1) } else { value })
    }

    /// A number in pieces of so many bits, of which the highest says whether another follows.
    #[inline]
    pub(super) fn variable(&mut self, width: u32) -> Result<u64> {
        let (high, mut value, mut shift) = (1u64 << (width - 1), 0u64, 0u32);
        loop {
            let piece = self.fixed(width)?;
            let own = piece & (high - 1);
            if shift >= 64 && own != 0 || shift > 0 && shift < 64 && own << shift >> shift != own {
                return Err(self.error("a number has more than 64 bits"));
            }
            value |= own.checked_shl(shift).unwrap_or(0);
            if piece & high == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(width - 1);
        }
    }

    /// Goes on to the next word of 32 bits.
    pub(super) fn align(&mut self) -> Result<()> {
        let next = self.at.next_multiple_of(32);
        // The last word of a file need not be whole.
        self.at = next.min(self.end.max(self.at));
        Ok(())
    }

    /// The bytes from here on, where a byte starts.
    pub(super) fn bytes(&mut self, length: u64) -> Result<&'a [u8]> {
        if length > self.left() / 8 {
            return Err(self.error("a blob is longer than what is left"));
        }
        let start = (self.at / 8) as usize;
        let bytes = self.bytes.get(start..start + length as usize);
        self.at += length * 8;
        bytes.ok_or_else(|| self.error("a blob is longer than what is left"))
    }

    pub(super) fn skip_to(&mut self, at: u64) {
        self.at = at.min(self.end);
    }
}
