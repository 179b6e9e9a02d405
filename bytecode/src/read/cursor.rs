//! A place in a section: numbers, bytes and sections inside it. What a file claims to have is held to the bytes that it has left.

use smallvec::SmallVec;

use crate::encoding::{PADDING, SECTION_IS_ALIGNED, Section};
use crate::error::{Error, Place, Result};

/// A place in the data of a section.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'b> {
    data: &'b [u8],
    /// How many bytes of `data` are read.
    at: usize,
    /// Where in the file `data` starts.
    base: usize,
    section: Option<Section>,
}

impl<'b> Cursor<'b> {
    /// The start of a file.
    pub fn of_file(data: &'b [u8]) -> Cursor<'b> {
        Cursor { data, at: 0, base: 0, section: None }
    }

    /// The place, for errors.
    pub fn place(&self) -> Place {
        Place { section: self.section, offset: self.base + self.at }
    }

    /// An error here.
    pub fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        Error::new(self.place(), message)
    }

    /// Whether all is read.
    pub fn at_end(&self) -> bool {
        self.at >= self.data.len()
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.data.len() - self.at
    }

    /// Everything that is left.
    pub fn rest(&self) -> &'b [u8] {
        self.data.get(self.at..).unwrap_or_default()
    }

    /// A cursor over the next bytes, which are passed over.
    ///
    /// # Errors
    /// There are not so many.
    pub fn split(&mut self, length: u64) -> Result<Cursor<'b>> {
        let start = self.at;
        let data = self.bytes(length)?;
        Ok(Cursor { data, at: 0, base: self.base + start, section: self.section })
    }

    /// A cursor over the last bytes, which are taken off.
    ///
    /// # Errors
    /// There are not so many.
    pub(crate) fn split_end(&mut self, length: u64) -> Result<&'b [u8]> {
        let start = usize::try_from(length).ok().and_then(|length| self.left().checked_sub(length));
        let Some(start) = start else { return Err(self.error("the data ends before what it is said to hold")) };
        let (rest, end) = self.data.split_at(self.at + start);
        self.data = rest;
        Ok(end)
    }

    /// The next byte.
    ///
    /// # Errors
    /// There is none.
    #[inline]
    pub fn byte(&mut self) -> Result<u8> {
        let Some(&byte) = self.data.get(self.at) else { return Err(self.error("unexpected end of the data")) };
        self.at += 1;
        Ok(byte)
    }

    /// The next bytes.
    ///
    /// # Errors
    /// There are not so many.
    pub fn bytes(&mut self, length: u64) -> Result<&'b [u8]> {
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let Some(bytes) = end.and_then(|end| self.data.get(self.at..end)) else {
            return Err(self.error(format!("{length} bytes are said to follow, of which {} do", self.left())));
        };
        self.at += bytes.len();
        Ok(bytes)
    }

    /// A number of variable length.
    ///
    /// # Errors
    /// The data ends.
    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let more = first.trailing_zeros().min(8);
        let bytes = self.bytes(u64::from(more))?;
        let mut number = [0; 8];
        for (place, byte) in number.iter_mut().zip(bytes) {
            *place = *byte;
        }
        let after = u64::from_le_bytes(number);
        if more == 8 {
            return Ok(after);
        }
        // The first byte has the lowest bits, above as many zeros as bytes follow and a one.
        Ok(after << (7 - more) | u64::from(first) >> (more + 1))
    }

    /// A number with a flag in its lowest bit.
    ///
    /// # Errors
    /// The data ends.
    pub fn flagged(&mut self) -> Result<(u64, bool)> {
        let number = self.varint()?;
        Ok((number >> 1, number & 1 == 1))
    }

    /// A number whose lowest bit is its sign.
    ///
    /// # Errors
    /// The data ends.
    pub fn signed(&mut self) -> Result<i64> {
        let number = self.varint()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// How many of something follow, each of which takes a byte at least.
    ///
    /// # Errors
    /// The data ends, or is too short for so many.
    pub fn count(&mut self) -> Result<usize> {
        let before = *self;
        let count = self.varint()?;
        match usize::try_from(count).ok().filter(|&count| count <= self.left()) {
            Some(count) => Ok(count),
            None => Err(before.error(format!("{count} entries are said to follow in {} bytes", self.left()))),
        }
    }

    /// An index into a table of so many entries.
    ///
    /// # Errors
    /// The data ends, or there is no such entry.
    pub fn index(&mut self, length: usize, what: &str) -> Result<usize> {
        let before = *self;
        let index = self.varint()?;
        before.checked(index, length, what)
    }

    /// An index that was read here.
    ///
    /// # Errors
    /// There is no such entry.
    pub fn checked(&self, index: u64, length: usize, what: &str) -> Result<usize> {
        match usize::try_from(index) {
            Ok(index) if index < length => Ok(index),
            _ => Err(self.error(format!("invalid {what} index: {index}"))),
        }
    }

    /// The bytes up to a zero, which is passed over.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn zero_terminated(&mut self) -> Result<&'b [u8]> {
        let Some(length) = self.rest().iter().position(|&byte| byte == 0) else {
            return Err(self.error("malformed null-terminated string, no null character found"));
        };
        let text = self.bytes(length as u64)?;
        self.at += 1;
        Ok(text)
    }

    /// Passes over what aligns the next byte to a multiple in the file.
    ///
    /// # Errors
    /// The alignment is no power of two, or other bytes are there.
    pub fn align(&mut self, alignment: u64) -> Result<()> {
        if !alignment.is_power_of_two() {
            return Err(self.error("expected alignment to be a power-of-two"));
        }
        while (self.base + self.at) as u64 & (alignment - 1) != 0 {
            if self.byte()? != PADDING {
                return Err(self.error("expected alignment byte (0xCB)"));
            }
        }
        Ok(())
    }

    /// The next section.
    ///
    /// # Errors
    /// Its number is none, or the data ends.
    pub fn section(&mut self) -> Result<(Section, Cursor<'b>)> {
        let before = *self;
        let number = self.byte()?;
        let length = self.varint()?;
        let Some(&section) = Section::ALL.get(usize::from(number & !SECTION_IS_ALIGNED)) else {
            return Err(before.error(format!("invalid section ID: {}", number & !SECTION_IS_ALIGNED)));
        };
        if number & SECTION_IS_ALIGNED != 0 {
            let alignment = self.varint()?;
            self.align(alignment)?;
        }
        let mut data = self.split(length)?;
        data.section = Some(section);
        Ok((section, data))
    }

    /// Holds the data to have been read whole.
    ///
    /// # Errors
    /// Something is left.
    pub fn finish(&self, what: &str) -> Result<()> {
        if self.at_end() { Ok(()) } else { Err(self.error(format!("unexpected trailing data in {what}"))) }
    }

    /// Reads numbers of which most may be zero: all of them, or those that are not with their places.
    ///
    /// # Errors
    /// There are more than `length`, or one is no size.
    pub fn sparse_array(&mut self, length: usize) -> Result<SmallVec<[i32; 8]>> {
        let mut array: SmallVec<[i32; 8]> = smallvec::smallvec![0; length];
        let before = *self;
        let (count, is_sparse) = self.flagged()?;
        if count > length as u64 {
            return Err(before.error(format!("{count} sizes of {length} groups")));
        }
        let index_bits = if is_sparse && count > 0 { self.varint()? } else { 0 };
        if index_bits > 8 {
            return Err(before.error(format!("sizes of groups with places of {index_bits} bits")));
        }
        for place in 0..count {
            let before = *self;
            let number = self.varint()?;
            let (place, size) =
                if is_sparse { (number & ((1 << index_bits) - 1), number >> index_bits) } else { (place, number) };
            let size = i32::try_from(size).map_err(|_| before.error(format!("{size} is no size of a group")))?;
            match usize::try_from(place).ok().and_then(|place| array.get_mut(place)) {
                Some(slot) => *slot = size,
                None => return Err(before.error(format!("the size of group {place} of {length}"))),
            }
        }
        Ok(array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_to_nine_bytes() {
        let numbers = [0, 127, 128, 16_383, 16_384, u64::from(u32::MAX), 1 << 48, 1 << 56, u64::MAX];
        for number in numbers {
            let mut bytes = Vec::new();
            crate::write::emitter::push_varint(&mut bytes, number);
            let mut cursor = Cursor::of_file(&bytes);
            assert_eq!(cursor.varint(), Ok(number));
            assert!(cursor.at_end());
            for end in 0..bytes.len() {
                assert!(Cursor::of_file(&bytes[..end]).varint().is_err());
            }
        }
    }
}
