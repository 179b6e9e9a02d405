//! Whether a file is bitcode, and what bitcode holds that LLVM's print of the module leaves out. LLVM's "Bitcode File Format".
//!
//! A bitstream is blocks in blocks, and records of numbers. Only the frame is read here: which blocks there are.

use std::collections::HashMap;

use irtrip_dialect::diagnostic::LossCode;

/// What a bitstream starts with.
const MAGIC: [u8; 4] = *b"BC\xC0\xDE";
/// What the header of wrapped bitcode starts with.
const WRAPPER: [u8; 4] = 0x0B17_C0DE_u32.to_le_bytes();

/// The numbers of blocks that are looked at or for.
mod block {
    pub const BLOCK_INFO: u64 = 0;
    pub const MODULE: u64 = 8;
    pub const FUNCTION: u64 = 12;
    pub const USE_LISTS: u64 = 18;
    pub const SUMMARY: u64 = 20;
    pub const FULL_LTO_SUMMARY: u64 = 24;
}

/// Whether bytes are bitcode, as they are or wrapped.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER)
}

/// What bitcode holds that LLVM's print of it does not show.
///
/// A stream that is cut off or ill-formed is read as far as it goes: whether it is valid, LLVM finds out.
pub fn unprinted(bytes: &[u8]) -> Vec<LossCode> {
    let mut seen = Seen::default();
    let stream = unwrapped(bytes);
    if let Some(stream) = stream.strip_prefix(&MAGIC) {
        let mut reader = Bits { bytes: stream, at: 0 };
        // Ends where the stream does.
        let _ = blocks(&mut reader, &mut seen);
    }
    let mut found = Vec::new();
    if seen.summary {
        found.push(LossCode::ModuleSummary);
    }
    if seen.use_lists {
        found.push(LossCode::UseListOrders);
    }
    found
}

/// The stream inside a wrapper: four numbers follow the wrapper's magic, of which the second is where the stream starts
/// and the third how long it is.
fn unwrapped(bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(&WRAPPER) {
        return bytes;
    }
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*four)).ok()
    };
    let inside = || bytes.get(number(8)?..)?.get(..number(12)?);
    inside().unwrap_or_default()
}

/// What was met.
#[derive(Default)]
struct Seen {
    summary: bool,
    use_lists: bool,
}

/// A stream of bits, the lowest of each byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl Bits<'_> {
    /// A number of so many bits, at most 64.
    fn fixed(&mut self, width: u64) -> Option<u64> {
        let mut value = 0u64;
        let mut have = 0;
        while have < width {
            let byte = u64::from(*self.bytes.get(self.at / 8)?);
            let offset = self.at as u64 % 8;
            let take = (8 - offset).min(width - have);
            value |= (byte >> offset & ((1 << take) - 1)) << have;
            have += take;
            self.at += take as usize;
        }
        Some(value)
    }

    /// A number in pieces of so many bits, of which the highest says whether another follows.
    fn variable(&mut self, width: u64) -> Option<u64> {
        if !(2..=32).contains(&width) {
            return None;
        }
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let piece = self.fixed(width)?;
            let own = piece & ((1 << (width - 1)) - 1);
            value |= own.checked_shl(shift).unwrap_or(0);
            if piece >> (width - 1) == 0 {
                return Some(value);
            }
            shift = shift.saturating_add(width as u32 - 1);
        }
    }

    /// Goes on to the next word.
    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }

    fn skip(&mut self, bits: u64) -> Option<()> {
        self.at = self.at.checked_add(usize::try_from(bits).ok()?).filter(|at| *at <= self.bytes.len() * 8)?;
        Some(())
    }
}

/// How one operand of an abbreviated record is written.
#[derive(Clone, Copy)]
enum Operand {
    Literal,
    Fixed(u64),
    Variable(u64),
    Array,
    Char6,
    Blob,
}

type Abbreviation = Vec<Operand>;

/// A block that is being read.
struct Open {
    id: u64,
    /// Bits of an abbreviation's number.
    width: u64,
    abbreviations: Vec<Abbreviation>,
    /// In the block of blocks' abbreviations, the block they are for.
    about: Option<u64>,
}

/// Walks through a stream. Blocks that nothing is looked for in are passed.
fn blocks(bits: &mut Bits<'_>, seen: &mut Seen) -> Option<()> {
    let mut info: HashMap<u64, Vec<Abbreviation>> = HashMap::new();
    let mut open = vec![Open { id: u64::MAX, width: 2, abbreviations: Vec::new(), about: None }];
    loop {
        let current = open.last_mut()?;
        match bits.fixed(current.width)? {
            // END_BLOCK
            0 => {
                bits.align();
                open.pop();
            }
            // ENTER_SUBBLOCK
            1 => {
                let id = bits.variable(8)?;
                let width = bits.variable(4)?;
                bits.align();
                let words = bits.fixed(32)?;
                seen.summary |= matches!(id, block::SUMMARY | block::FULL_LTO_SUMMARY);
                seen.use_lists |= id == block::USE_LISTS;
                if matches!(id, block::BLOCK_INFO | block::MODULE | block::FUNCTION) && open.len() < 8 {
                    let abbreviations = info.get(&id).cloned().unwrap_or_default();
                    open.push(Open { id, width, abbreviations, about: None });
                } else {
                    bits.skip(words.checked_mul(32)?)?;
                }
            }
            // DEFINE_ABBREV
            2 => {
                let abbreviation = abbreviation(bits)?;
                match (current.id, current.about) {
                    (block::BLOCK_INFO, Some(about)) => info.entry(about).or_default().push(abbreviation),
                    (block::BLOCK_INFO, None) => return None,
                    _ => current.abbreviations.push(abbreviation),
                }
            }
            // UNABBREV_RECORD
            3 => {
                let code = bits.variable(6)?;
                let count = bits.variable(6)?;
                for place in 0..count {
                    let value = bits.variable(6)?;
                    // SETBID
                    if current.id == block::BLOCK_INFO && code == 1 && place == 0 {
                        current.about = Some(value);
                    }
                }
            }
            number => record(bits, current.abbreviations.get(usize::try_from(number).ok()? - 4)?)?,
        }
    }
}

fn abbreviation(bits: &mut Bits<'_>) -> Option<Abbreviation> {
    let count = bits.variable(5)?;
    let mut operands = Abbreviation::new();
    for _ in 0..count {
        operands.push(if bits.fixed(1)? == 1 {
            bits.variable(8)?;
            Operand::Literal
        } else {
            match bits.fixed(3)? {
                1 => Operand::Fixed(bits.variable(5)?),
                2 => Operand::Variable(bits.variable(5)?),
                3 => Operand::Array,
                4 => Operand::Char6,
                5 => Operand::Blob,
                _ => return None,
            }
        });
    }
    Some(operands)
}

/// Passes an abbreviated record.
fn record(bits: &mut Bits<'_>, abbreviation: &[Operand]) -> Option<()> {
    let mut operands = abbreviation.iter();
    while let Some(operand) = operands.next() {
        match operand {
            Operand::Array => {
                let element = *operands.next()?;
                let count = bits.variable(6)?;
                for _ in 0..count {
                    scalar(bits, element)?;
                }
            }
            Operand::Blob => {
                let count = bits.variable(6)?;
                bits.align();
                bits.skip(count.checked_mul(8)?)?;
                bits.align();
            }
            other => scalar(bits, *other)?,
        }
    }
    Some(())
}

fn scalar(bits: &mut Bits<'_>, operand: Operand) -> Option<()> {
    match operand {
        Operand::Literal => Some(()),
        Operand::Fixed(width) | Operand::Variable(width) if width == 0 => Some(()),
        Operand::Fixed(width) => bits.skip(width),
        Operand::Variable(width) => bits.variable(width).map(|_| ()),
        Operand::Char6 => bits.skip(6),
        Operand::Array | Operand::Blob => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcode_is_told_by_its_first_bytes() {
        assert!(is_bitcode(b"BC\xC0\xDE5\x14"));
        assert!(is_bitcode(b"\xDE\xC0\x17\x0B\0\0\0\0"));
        assert!(!is_bitcode(b"; ModuleID = 'x'"));
        assert!(!is_bitcode(b""));
    }

    #[test]
    fn an_ill_formed_stream_ends_the_walk() {
        for tail in [&b""[..], &b"\xff\xff\xff\xff\xff\xff\xff\xff"[..], &[0u8; 64]] {
            let bytes: Vec<u8> = MAGIC.iter().chain(tail).copied().collect();
            assert!(unprinted(&bytes).is_empty());
        }
        // A wrapper whose stream would lie outside.
        let mut wrapped = WRAPPER.to_vec();
        wrapped.extend([0xff; 16]);
        assert!(unprinted(&wrapped).is_empty());
    }
}
