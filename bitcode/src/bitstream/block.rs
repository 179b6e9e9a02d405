//! The entries of a block.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::abbreviation::{Abbreviation, Definition, Tail};
use super::bits::Bits;
use crate::codes::{block, block_info};
use crate::error::{Error, Place, Result};

/// Blocks nested deeper than this are no bitcode.
const MAX_DEPTH: u32 = 16;

/// The abbreviations that BLOCKINFO gives the blocks of a number that come after it, with the bits after them. Blocks are entered
/// in another order than theirs, and Zig's compiler writes a module's metadata before its BLOCKINFO.
type BlockInfo = FxHashMap<u32, Vec<(u64, Arc<Definition>)>>;

/// Where a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    /// Its number.
    pub id: u32,
    /// Bits of an abbreviation's number in it.
    width: u32,
    /// Its first bit.
    pub start: u64,
    /// The bit after its last.
    pub end: u64,
}

/// What comes next in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A record, which was read.
    Record,
    /// A block, which was passed.
    Block(BlockHeader),
    /// The end.
    End,
}

/// A record. One is read into over and over.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    /// What it says.
    pub code: u32,
    /// Its operands.
    pub operands: Vec<u64>,
    /// The blob that ends it.
    pub blob: Option<&'a [u8]>,
    /// Where it is.
    pub place: Place,
}

/// A block that is read.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    bits: Bits<'a>,
    /// Its number; `None` for the top level.
    id: Option<u32>,
    width: u32,
    depth: u32,
    abbreviations: Vec<Arc<Definition>>,
    info: Arc<BlockInfo>,
}

impl<'a> Block<'a> {
    /// The top level of a stream, after its magic number of so many bytes.
    pub fn top_level(bytes: &'a [u8], magic: usize) -> Block<'a> {
        let mut bits = Bits::new(bytes);
        bits.skip_to(magic as u64 * 8);
        Block { bits, id: None, width: 2, depth: 0, abbreviations: Vec::new(), info: Arc::default() }
    }

    /// Where the next entry is.
    pub fn place(&self) -> Place {
        Place { block: self.id, record: None, bit: self.bits.at() }
    }

    /// How many bits are left.
    pub fn left(&self) -> u64 {
        self.bits.left()
    }

    /// A number in pieces of so many bits, where a blob has numbers.
    ///
    /// # Errors
    /// The blob ends in the middle of it.
    pub fn variable(&mut self, width: u32) -> Result<u64> {
        self.bits.variable(width)
    }

    /// The block of a header that [`Block::next`] gave.
    ///
    /// # Errors
    /// The nesting is too deep.
    pub fn enter(&self, header: BlockHeader) -> Result<Block<'a>> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::new(self.place(), "blocks are nested too deeply"));
        }
        let given = self.info.get(&header.id).into_iter().flatten();
        let before = given.take_while(|(bit, _)| *bit <= header.start);
        Ok(Block {
            bits: self.bits.within(header.start, header.end),
            id: Some(header.id),
            width: header.width,
            depth: self.depth + 1,
            abbreviations: before.map(|(_, definition)| Arc::clone(definition)).collect(),
            info: Arc::clone(&self.info),
        })
    }

    /// The next entry. Abbreviations are taken note of on the way.
    ///
    /// # Errors
    /// The stream ends in the middle of it, or it is ill-formed.
    pub fn next(&mut self, record: &mut Record<'a>) -> Result<Entry> {
        let id = self.id;
        self.entry(record).map_err(|mut error| {
            error.place.block = error.place.block.or(id);
            error
        })
    }

    fn entry(&mut self, record: &mut Record<'a>) -> Result<Entry> {
        loop {
            record.place = Place { block: self.id, record: None, bit: self.bits.at() };
            // The top level has no end but the stream's, and may have padding of less than a word.
            if self.id.is_none() && self.bits.left() < 32 {
                return Ok(Entry::End);
            }
            match self.bits.fixed(self.width)? {
                0 if self.id.is_none() => return Err(Error::new(record.place, "a block ends that did not begin")),
                0 => {
                    self.bits.align()?;
                    return Ok(Entry::End);
                }
                1 => {
                    let header = self.header()?;
                    if header.id != block::BLOCKINFO {
                        return Ok(Entry::Block(header));
                    }
                    let info = self.enter(header)?;
                    info.read_block_info(Arc::make_mut(&mut self.info))?;
                }
                2 => self.abbreviations.push(Arc::new(Abbreviation::read(&mut self.bits)?)),
                3 => {
                    self.unabbreviated(record)?;
                    return Ok(Entry::Record);
                }
                number => {
                    self.abbreviated(number, record)?;
                    return Ok(Entry::Record);
                }
            }
        }
    }

    /// The header of a block, which is passed.
    fn header(&mut self) -> Result<BlockHeader> {
        let place = self.place();
        let id = self.bits.variable(8)?;
        let width = self.bits.variable(4)?;
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        let start = self.bits.at();
        let Ok(id) = u32::try_from(id) else { return Err(Error::new(place, format!("a block has the number {id}"))) };
        if !(2..=32).contains(&width) {
            return Err(Error::new(place, format!("abbreviations in a block are numbered with {width} bits")));
        }
        // The last word of a file need not be whole.
        if words * 32 >= self.bits.left() + 32 {
            return Err(Error::new(place, format!("a block of {words} words is longer than what is left")));
        }
        let end = start + (words * 32).min(self.bits.left());
        self.bits.skip_to(end);
        Ok(BlockHeader { id, width: width as u32, start, end })
    }

    fn unabbreviated(&mut self, record: &mut Record<'a>) -> Result<()> {
        record.blob = None;
        record.operands.clear();
        let code = self.bits.variable(6)?;
        record.set_code(code)?;
        let count = self.bits.variable(6)?;
        if count > self.bits.left() / 6 {
            return Err(Error::new(record.place, format!("a record of {count} operands is longer than what is left")));
        }
        record.operands.reserve(count as usize);
        for _ in 0..count {
            record.operands.push(self.bits.variable(6)?);
        }
        Ok(())
    }

    fn abbreviated(&mut self, number: u64, record: &mut Record<'a>) -> Result<()> {
        record.blob = None;
        record.operands.clear();
        let abbreviation = usize::try_from(number - 4).ok().and_then(|place| self.abbreviations.get(place));
        let Some(abbreviation) = abbreviation else {
            return Err(Error::new(record.place, format!("no abbreviation has the number {number}")));
        };
        let abbreviation = abbreviation.as_ref().as_ref().map_err(|message| Error::new(record.place, *message))?;
        let mut scalars = abbreviation.scalars.iter();
        let bits = &mut self.bits;
        let code = scalars.next().map_or(Ok(0), |scalar| scalar.read(bits))?;
        record.set_code(code)?;
        for scalar in scalars {
            record.operands.push(scalar.read(bits)?);
        }
        match abbreviation.tail {
            Tail::Nothing => {}
            Tail::Array(element) => {
                let count = bits.variable(6)?;
                if count > 0 && element.least_bits() == 0 {
                    return Err(Error::new(record.place, "the elements of an array have no bits"));
                }
                if count > bits.left() / element.least_bits().max(1) {
                    let message = format!("an array of {count} elements is longer than what is left");
                    return Err(Error::new(record.place, message));
                }
                record.operands.reserve(count as usize);
                for _ in 0..count {
                    record.operands.push(element.read(bits)?);
                }
            }
            Tail::Blob => {
                let length = bits.variable(6)?;
                bits.align()?;
                record.blob = Some(bits.bytes(length)?);
                bits.align()?;
            }
        }
        Ok(())
    }

    /// Reads a BLOCKINFO block, this one, to its end.
    fn read_block_info(mut self, info: &mut BlockInfo) -> Result<()> {
        let (mut record, mut about) = (Record::default(), None);
        loop {
            let before = self.abbreviations.len();
            let entry = self.next(&mut record)?;
            // What a BLOCKINFO block defines is for the block it is about.
            let defined = self.abbreviations.split_off(before.min(self.abbreviations.len()));
            match (defined.is_empty(), about) {
                (true, _) => {}
                (false, Some(about)) => {
                    let bit = self.bits.at();
                    info.entry(about).or_default().extend(defined.into_iter().map(|definition| (bit, definition)));
                }
                (false, None) => {
                    return Err(Error::new(record.place, "BLOCKINFO defines an abbreviation for no block"));
                }
            }
            match entry {
                Entry::End => return Ok(()),
                Entry::Block(_) => {}
                Entry::Record if record.code == block_info::SETBID => about = Some(record.fields().number("a block")?),
                Entry::Record => {}
            }
        }
    }
}

impl<'a> Record<'a> {
    fn set_code(&mut self, code: u64) -> Result<()> {
        self.code = u32::try_from(code).map_err(|_| Error::new(self.place, format!("a record has the code {code}")))?;
        self.place.record = Some(self.code);
        Ok(())
    }

    /// The operands, to be read one after another.
    pub fn fields(&self) -> Fields<'_> {
        Fields::new(&self.operands, self.place)
    }

    /// An error about the record.
    pub fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        Error::new(self.place, message)
    }

    /// The operands as bytes of a text.
    ///
    /// # Errors
    /// One is no byte.
    pub fn text(&self) -> Result<Vec<u8>> {
        self.fields().text()
    }
}

/// The operands of a record that are not yet read.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'r> {
    operands: &'r [u64],
    place: Place,
}

impl<'r> Fields<'r> {
    /// Operands of a record at a place.
    pub fn new(operands: &'r [u64], place: Place) -> Fields<'r> {
        Fields { operands, place }
    }

    /// An error about the record.
    pub fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        Error::new(self.place, message)
    }

    /// How many are left.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// Takes all operands that are left.
    pub fn rest(&mut self) -> &'r [u64] {
        std::mem::take(&mut self.operands)
    }

    /// The next, which the record may do without.
    #[inline]
    pub fn optional(&mut self) -> Option<u64> {
        let (first, rest) = self.operands.split_first()?;
        self.operands = rest;
        Some(*first)
    }

    /// The next, or zero where there is none.
    #[inline]
    pub fn or_zero(&mut self) -> u64 {
        self.optional().unwrap_or(0)
    }

    /// The next.
    ///
    /// # Errors
    /// There is none.
    #[inline]
    pub fn take(&mut self) -> Result<u64> {
        self.optional().ok_or_else(|| self.error("a record has too few operands"))
    }

    /// The next, a number of 32 bits.
    ///
    /// # Errors
    /// There is none, or it is larger; `what` says of what.
    #[inline]
    pub fn number(&mut self, what: &str) -> Result<u32> {
        let number = self.take()?;
        u32::try_from(number).map_err(|_| self.error(format!("the number {number} of {what} is too large")))
    }

    /// The next, whether it is not zero.
    ///
    /// # Errors
    /// There is none.
    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.take()? != 0)
    }

    /// The rest, as bytes of a text. LLVM writes some texts as characters with signs, of 32 or of 64 bits.
    ///
    /// # Errors
    /// One is no byte.
    pub fn text(&mut self) -> Result<Vec<u8>> {
        const SIGNED: [u64; 2] = [i8::MIN as u64, i8::MIN as u32 as u64];
        let place = *self;
        let byte = |c: &u64| {
            let is_signed = || SIGNED.iter().any(|sign| c & !0x7f == *sign);
            match *c <= 0xff || is_signed() {
                true => Ok(*c as u8),
                false => Err(place.error("a text has a character of more than 8 bits")),
            }
        };
        self.rest().iter().map(byte).collect()
    }
}

/// A number whose lowest bit is its sign.
pub fn signed(number: u64) -> i64 {
    match (number & 1, number >> 1) {
        (0, magnitude) => magnitude as i64,
        // There is no negative zero: this is the least number.
        (_, 0) => i64::MIN,
        (_, magnitude) => (magnitude as i64).wrapping_neg(),
    }
}
