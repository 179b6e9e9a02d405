#![allow(clippy::unwrap_used, reason = "a test fails there")]

use proptest::prelude::*;

use super::*;
use crate::file::read_file;

/// Writes a bitstream bit by bit.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    bits: u32,
}

impl Writer {
    fn fixed(&mut self, value: u64, width: u32) -> &mut Writer {
        for place in 0..width {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> place & 1) as u8) << (self.bits % 8);
            }
            self.bits += 1;
        }
        self
    }

    fn variable(&mut self, mut value: u64, width: u32) -> &mut Writer {
        let high = 1 << (width - 1);
        while value >= high {
            self.fixed(value & (high - 1) | high, width);
            value >>= width - 1;
        }
        self.fixed(value, width)
    }

    fn align(&mut self) -> &mut Writer {
        while !self.bits.is_multiple_of(32) {
            self.fixed(0, 1);
        }
        self
    }

    /// A block at the top level whose abbreviations have four bits.
    fn block(&mut self, id: u64, content: &Writer) -> &mut Writer {
        self.fixed(1, 2).variable(id, 8).variable(4, 4).align();
        self.fixed(content.bytes.len() as u64 / 4, 32);
        self.bytes.extend(&content.bytes);
        self.bits += content.bytes.len() as u32 * 8;
        self
    }
}

/// An identification block by hand: a string in an abbreviated array of six-bit characters, and an epoch.
fn identification() -> Vec<u8> {
    let mut content = Writer::default();
    // DEFINE_ABBREV: literal 1, array, char6.
    content.fixed(2, 4).variable(3, 5).fixed(1, 1).variable(1, 8).fixed(0, 1).fixed(3, 3).fixed(0, 1).fixed(4, 3);
    // "LLVM15"
    content.fixed(4, 4).variable(6, 6);
    for place in [37, 37, 47, 38, 53, 57] {
        content.fixed(place, 6);
    }
    // UNABBREV_RECORD: code 2, one operand.
    content.fixed(3, 4).variable(2, 6).variable(1, 6).variable(0, 6);
    content.fixed(0, 4).align();
    let mut file = Writer::default();
    for byte in *b"BC\xC0\xDE" {
        file.fixed(u64::from(byte), 8);
    }
    file.block(13, &content);
    file.block(8, Writer::default().fixed(0, 4).align());
    file.bytes
}

#[test]
fn a_stream_written_by_hand_is_read() {
    let bytes = identification();
    let file = read_file(&bytes).unwrap();
    let identification = file.modules[0].identification.as_ref().unwrap();
    assert_eq!(identification.producer, "LLVM15");
    assert_eq!(identification.release().map(|release| release.to_string()), Some("15".to_owned()));
}

#[test]
fn a_truncated_stream_is_an_error_or_has_fewer_blocks() {
    let bytes = identification();
    for length in 0..bytes.len() {
        if let Ok(file) = read_file(&bytes[..length]) {
            assert!(file.modules.len() <= 1, "{length}");
        }
    }
    let error = read_file(&bytes[..20]).unwrap_err().to_string();
    assert!(error.contains("longer than what is left") && error.contains("bit 34"), "{error}");
}

#[test]
fn signed_numbers_have_their_sign_in_the_lowest_bit() {
    assert_eq!([0, 2, 3, 1].map(signed), [0, 1, -1, i64::MIN]);
}

#[test]
fn claims_of_a_file_are_checked_before_memory_is_taken() {
    // An unabbreviated record that claims 2^40 operands.
    let mut content = Writer::default();
    content.fixed(3, 4).variable(1, 6).variable(1 << 40, 6).align();
    let mut file = Writer::default();
    for byte in *b"BC\xC0\xDE" {
        file.fixed(u64::from(byte), 8);
    }
    file.block(13, &content);
    let error = read_file(&file.bytes).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "a record of 1099511627776 operands is longer than what is left (IDENTIFICATION_BLOCK, record 1"
        ),
        "{error}"
    );
}

/// Walks through all blocks.
fn walk<'a>(block: &mut Block<'a>, record: &mut Record<'a>) -> crate::error::Result<usize> {
    let mut count = 0;
    loop {
        count += match block.next(record)? {
            Entry::End => return Ok(count),
            Entry::Record => 1,
            // A record borrows from the stream alone, so the inner blocks have one of their own.
            Entry::Block(header) => walk(&mut block.enter(header)?, &mut Record::default())?,
        };
    }
}

proptest! {
    #[test]
    fn flipped_bits_are_no_panic(flips in proptest::collection::vec((0usize..1000, 0u8..8), 1..8)) {
        let mut bytes = identification();
        for (place, bit) in flips {
            let length = bytes.len();
            bytes[4 + place % (length - 4)] ^= 1 << bit;
        }
        let _ = read_file(&bytes);
        let _ = walk(&mut Block::top_level(&bytes, 4), &mut Record::default());
    }

    #[test]
    fn random_bytes_are_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        let _ = walk(&mut Block::top_level(&bytes, 4), &mut Record::default());
    }
}
