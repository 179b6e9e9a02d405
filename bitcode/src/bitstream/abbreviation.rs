//! Abbreviations: how the operands of records are written. "Bitcode File Format", "Defining Abbreviations".

use super::bits::Bits;
use crate::error::{Error, Place, Result};

/// How one number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// It is not written: it is this one.
    Literal(u64),
    /// In so many bits.
    Fixed(u32),
    /// In pieces of so many bits.
    Variable(u32),
    /// As one of the 64 characters of names.
    Char6,
}

/// What ends a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Nothing.
    Nothing,
    /// A number of elements, and these.
    Array(Scalar),
    /// Bytes.
    Blob,
}

/// How the operands of a record are written, its code first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    pub(super) scalars: Box<[Scalar]>,
    pub(super) tail: Tail,
}

/// An abbreviation, or why no record can be read by it: Zig's compiler defines one with two arrays, and does not use it.
pub(super) type Definition = std::result::Result<Abbreviation, &'static str>;

/// What an operand of a definition says.
enum Operand {
    Scalar(Scalar),
    Array,
    Blob,
}

const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

impl Scalar {
    /// Reads a number that is written so.
    #[inline]
    pub(super) fn read(self, bits: &mut Bits<'_>) -> Result<u64> {
        match self {
            Scalar::Literal(value) => Ok(value),
            Scalar::Fixed(width) => bits.fixed(width),
            Scalar::Variable(width) => bits.variable(width),
            Scalar::Char6 => Ok(u64::from(CHAR6[bits.fixed(6)? as usize & 63])),
        }
    }

    /// Whether a number can be written so.
    #[inline]
    fn fits(self, value: u64) -> bool {
        match self {
            Scalar::Literal(literal) => value == literal,
            Scalar::Fixed(width) => width >= 64 || value >> width == 0,
            Scalar::Variable(_) => true,
            Scalar::Char6 => char6(value).is_some(),
        }
    }

    /// How many bits it takes at least.
    pub(super) fn least_bits(self) -> u64 {
        match self {
            Scalar::Literal(_) => 0,
            Scalar::Fixed(width) | Scalar::Variable(width) => u64::from(width),
            Scalar::Char6 => 6,
        }
    }
}

impl Abbreviation {
    /// Whether a record can be written so.
    pub(super) fn fits(&self, code: u32, operands: &[u64]) -> bool {
        let Some((first, scalars)) = self.scalars.split_first() else { return false };
        let Some((own, rest)) = operands.split_at_checked(scalars.len()) else { return false };
        first.fits(code.into())
            && scalars.iter().zip(own).all(|(scalar, value)| scalar.fits(*value))
            && match self.tail {
                Tail::Nothing => rest.is_empty(),
                Tail::Array(element) => rest.iter().all(|value| element.fits(*value)),
                Tail::Blob => false,
            }
    }

    /// An abbreviation of a record with these operands, its code first.
    pub fn of(scalars: &[Scalar], tail: Tail) -> Abbreviation {
        Abbreviation { scalars: scalars.into(), tail }
    }

    /// Reads a definition, after its `DEFINE_ABBREV`.
    pub(super) fn read(bits: &mut Bits<'_>) -> Result<Definition> {
        let start = Place { bit: bits.at(), ..Place::default() };
        let count = bits.variable(5)?;
        // Each operand takes four bits or more.
        if count == 0 || count > bits.left() / 4 + 1 {
            return Err(Error::new(start, "an abbreviation has no operands, or more than there are bits left"));
        }
        let (mut scalars, mut last) = (Vec::new(), Vec::new());
        for _ in 0..count {
            match operand(bits)? {
                Operand::Scalar(scalar) if last.is_empty() => scalars.push(scalar),
                other => last.push(other),
            }
        }
        let tail = match last.as_slice() {
            [] => Tail::Nothing,
            [Operand::Blob] => Tail::Blob,
            [Operand::Array, Operand::Scalar(element)] => Tail::Array(*element),
            [Operand::Array, Operand::Array | Operand::Blob] => {
                return Ok(Err("the elements of an array in an abbreviation are no numbers"));
            }
            [Operand::Array, ..] => return Ok(Err("an array is not the last but one operand of its abbreviation")),
            _ => return Ok(Err("a blob is not the last operand of its abbreviation")),
        };
        Ok(if scalars.is_empty() {
            Err("an abbreviation starts with no code")
        } else {
            Ok(Abbreviation { scalars: scalars.into(), tail })
        })
    }
}

fn operand(bits: &mut Bits<'_>) -> Result<Operand> {
    if bits.fixed(1)? == 1 {
        return Ok(Operand::Scalar(Scalar::Literal(bits.variable(8)?)));
    }
    let start = Place { bit: bits.at(), ..Place::default() };
    Ok(match bits.fixed(3)? {
        encoding @ (1 | 2) => {
            let width = bits.variable(5)?;
            match (width, encoding) {
                // A number without bits is zero.
                (0, _) => Operand::Scalar(Scalar::Literal(0)),
                (1..=64, 1) => Operand::Scalar(Scalar::Fixed(width as u32)),
                (2..=32, 2) => Operand::Scalar(Scalar::Variable(width as u32)),
                _ => return Err(Error::new(start, format!("an abbreviation has an operand of {width} bits"))),
            }
        }
        3 => Operand::Array,
        4 => Operand::Scalar(Scalar::Char6),
        5 => Operand::Blob,
        encoding => {
            return Err(Error::new(
                start,
                format!("an abbreviation has an operand of the unknown encoding {encoding}"),
            ));
        }
    })
}

/// The number of one of the 64 characters of names.
pub(super) fn char6(character: u64) -> Option<u8> {
    static NUMBERS: [u8; 128] = {
        let (mut numbers, mut place) = ([u8::MAX; 128], 0);
        while place < CHAR6.len() {
            numbers[CHAR6[place] as usize] = place as u8;
            place += 1;
        }
        numbers
    };
    NUMBERS.get(usize::try_from(character).ok()?).copied().filter(|number| *number != u8::MAX)
}

/// Whether all characters are among the 64 that take six bits.
pub fn is_char6(text: &[u8]) -> bool {
    text.iter().all(|byte| char6((*byte).into()).is_some())
}
