//! A bitstream that is written: the reverse of [`Block`](super::Block).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::abbreviation::{Abbreviation, Scalar, Tail, char6};
use crate::codes::{block, block_info};

/// The numbers of abbreviations that the format itself has.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;

/// The number of the first abbreviation that a block defines.
pub const FIRST_ABBREVIATION: u32 = 4;

/// How many bits the numbers of abbreviations have outside all blocks, and in BLOCKINFO.
const TOP_WIDTH: u32 = 2;

/// The abbreviations that BLOCKINFO gives the blocks of a number.
type BlockInfo = FxHashMap<u32, Vec<Arc<Abbreviation>>>;

/// A block that is not yet ended.
#[derive(Clone, Debug)]
struct Open {
    /// Where its length stands, in bytes; `None` for one that another stream takes.
    length_at: Option<usize>,
    width: u32,
    abbreviations: Vec<Arc<Abbreviation>>,
}

/// A bitstream.
#[derive(Clone, Debug)]
pub struct BitstreamWriter {
    bytes: Vec<u8>,
    /// Bits that do not fill a word yet.
    pending: u64,
    count: u32,
    width: u32,
    abbreviations: Vec<Arc<Abbreviation>>,
    open: Vec<Open>,
    info: Arc<BlockInfo>,
}

impl BitstreamWriter {
    /// A stream that starts with these bytes, whole words.
    pub fn new(magic: &[u8]) -> BitstreamWriter {
        BitstreamWriter {
            bytes: magic.to_vec(),
            pending: 0,
            count: 0,
            width: TOP_WIDTH,
            abbreviations: Vec::new(),
            open: Vec::new(),
            info: Arc::default(),
        }
    }

    /// The content of a block, to be put into this stream by [`BitstreamWriter::put_block`].
    #[must_use]
    pub fn block_of(&self, id: u32, width: u32) -> BitstreamWriter {
        let mut block = BitstreamWriter { info: Arc::clone(&self.info), ..BitstreamWriter::new(&[]) };
        block.open(id, width, None);
        block
    }

    /// Writes a block whose content was written apart.
    pub fn put_block(&mut self, id: u32, mut content: BitstreamWriter) {
        let width = content.width;
        content.end();
        self.header(id, width);
        self.word(content.bytes.len() as u32 / 4);
        self.bytes.extend_from_slice(&content.bytes);
    }

    /// How many bits there are.
    pub fn at(&self) -> u64 {
        self.bytes.len() as u64 * 8 + u64::from(self.count)
    }

    /// The bytes of a stream whose blocks are ended.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }

    /// A number of so many bits, at most 64.
    #[inline]
    pub fn fixed(&mut self, value: u64, width: u32) {
        if width > 32 {
            self.fixed(value & u64::from(u32::MAX), 32);
            self.fixed(value >> 32, width - 32);
            return;
        }
        let value = value & ((1 << width) - 1);
        self.pending |= value << self.count;
        self.count += width;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    /// A number in pieces of so many bits, of which the highest says whether another follows.
    #[inline]
    pub fn variable(&mut self, mut value: u64, width: u32) {
        let high = 1u64 << (width - 1);
        while value >= high {
            self.fixed(value & (high - 1) | high, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    /// Goes on to the next word of 32 bits.
    pub fn align(&mut self) {
        if self.count > 0 {
            self.fixed(0, 32 - self.count);
        }
    }

    fn word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn header(&mut self, id: u32, width: u32) {
        self.fixed(ENTER_SUBBLOCK, self.width);
        self.variable(id.into(), 8);
        self.variable(width.into(), 4);
        self.align();
    }

    fn open(&mut self, id: u32, width: u32, length_at: Option<usize>) {
        let abbreviations = self.info.get(&id).cloned().unwrap_or_default();
        let abbreviations = std::mem::replace(&mut self.abbreviations, abbreviations);
        self.open.push(Open { length_at, width: std::mem::replace(&mut self.width, width), abbreviations });
    }

    /// Begins a block in which numbers of abbreviations have so many bits.
    pub fn enter(&mut self, id: u32, width: u32) {
        self.header(id, width);
        let length_at = self.bytes.len();
        self.word(0);
        self.open(id, width, Some(length_at));
    }

    /// Ends the innermost block.
    pub fn end(&mut self) {
        self.fixed(END_BLOCK, self.width);
        self.align();
        let Some(open) = self.open.pop() else { return };
        (self.width, self.abbreviations) = (open.width, open.abbreviations);
        if let Some(at) = open.length_at {
            let words = (self.bytes.len() - at) as u32 / 4 - 1;
            self.patch(at, words);
        }
    }

    fn patch(&mut self, at: usize, word: u32) {
        if let Some(place) = self.bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Sets 32 bits that were written before, wherever they start.
    pub fn patch_bits(&mut self, bit: u64, word: u32) {
        for place in 0..32 {
            let at = bit + place;
            let set = (word >> place & 1) as u8;
            match self.bytes.get_mut((at / 8) as usize) {
                Some(byte) => *byte = *byte & !(1 << (at % 8)) | set << (at % 8),
                None => {
                    let at = at - self.bytes.len() as u64 * 8;
                    self.pending = self.pending & !(1 << at) | u64::from(set) << at;
                }
            }
        }
    }

    /// Defines an abbreviation in the innermost block. Returns its number.
    pub fn define(&mut self, abbreviation: Abbreviation) -> u32 {
        self.fixed(DEFINE_ABBREV, self.width);
        self.definition(&abbreviation);
        self.abbreviations.push(Arc::new(abbreviation));
        self.abbreviations.len() as u32 + FIRST_ABBREVIATION - 1
    }

    /// Writes a BLOCKINFO block: the abbreviations of each kind of block.
    pub fn block_info(&mut self, blocks: Vec<(u32, Vec<Abbreviation>)>) {
        self.enter(block::BLOCKINFO, TOP_WIDTH);
        let mut info = BlockInfo::default();
        for (id, abbreviations) in blocks {
            self.record(block_info::SETBID, &[id.into()], None);
            for abbreviation in &abbreviations {
                self.fixed(DEFINE_ABBREV, self.width);
                self.definition(abbreviation);
            }
            info.insert(id, abbreviations.into_iter().map(Arc::new).collect());
        }
        self.end();
        self.info = Arc::new(info);
    }

    fn definition(&mut self, abbreviation: &Abbreviation) {
        let tail = match abbreviation.tail {
            Tail::Nothing => 0,
            Tail::Array(_) => 2,
            Tail::Blob => 1,
        };
        self.variable(abbreviation.scalars.len() as u64 + tail, 5);
        for scalar in &abbreviation.scalars {
            self.operand(*scalar);
        }
        match abbreviation.tail {
            Tail::Nothing => {}
            Tail::Array(element) => {
                self.fixed(0, 1);
                self.fixed(3, 3);
                self.operand(element);
            }
            Tail::Blob => {
                self.fixed(0, 1);
                self.fixed(5, 3);
            }
        }
    }

    fn operand(&mut self, scalar: Scalar) {
        let (encoding, width) = match scalar {
            Scalar::Literal(value) => {
                self.fixed(1, 1);
                self.variable(value, 8);
                return;
            }
            Scalar::Fixed(width) => (1, Some(width)),
            Scalar::Variable(width) => (2, Some(width)),
            Scalar::Char6 => (4, None),
        };
        self.fixed(0, 1);
        self.fixed(encoding, 3);
        if let Some(width) = width {
            self.variable(width.into(), 5);
        }
    }

    /// Writes a record, by an abbreviation of the innermost block where it has room for all operands.
    pub fn record(&mut self, code: u32, operands: &[u64], abbreviation: Option<u32>) {
        let found = abbreviation.and_then(|number| {
            let own = self.abbreviations.get(number.checked_sub(FIRST_ABBREVIATION)? as usize)?;
            own.fits(code, operands).then(|| (number, Arc::clone(own)))
        });
        let Some((number, abbreviation)) = found else {
            self.fixed(UNABBREV_RECORD, self.width);
            self.variable(code.into(), 6);
            self.variable(operands.len() as u64, 6);
            for operand in operands {
                self.variable(*operand, 6);
            }
            return;
        };
        self.fixed(number.into(), self.width);
        let mut rest = operands;
        self.scalars(code, &mut rest, &abbreviation);
        if let Tail::Array(element) = abbreviation.tail {
            self.variable(rest.len() as u64, 6);
            for operand in rest {
                self.scalar(element, *operand);
            }
        }
    }

    /// Writes a record that a blob ends, by an abbreviation of the innermost block.
    pub fn blob(&mut self, code: u32, operands: &[u64], blob: &[u8], number: u32) {
        let own = self.abbreviations.get((number - FIRST_ABBREVIATION) as usize).cloned();
        let Some(abbreviation) = own.filter(|own| own.tail == Tail::Blob) else { return };
        self.fixed(number.into(), self.width);
        let mut rest = operands;
        self.scalars(code, &mut rest, &abbreviation);
        self.variable(blob.len() as u64, 6);
        self.align();
        self.bytes.extend_from_slice(blob);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn scalars(&mut self, code: u32, operands: &mut &[u64], abbreviation: &Abbreviation) {
        let mut value = u64::from(code);
        for (place, scalar) in abbreviation.scalars.iter().enumerate() {
            if place > 0 {
                let Some((first, rest)) = operands.split_first() else { return };
                (value, *operands) = (*first, rest);
            }
            self.scalar(*scalar, value);
        }
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar, value: u64) {
        match scalar {
            Scalar::Literal(_) => {}
            Scalar::Fixed(width) => self.fixed(value, width),
            Scalar::Variable(width) => self.variable(value, width),
            Scalar::Char6 => self.fixed(char6(value).unwrap_or(0).into(), 6),
        }
    }
}
