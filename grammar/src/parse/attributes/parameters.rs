//! What attributes of the LLVM dialect have as parameters without a type: numbers, words and flags.

use irtrip_dialect::attr_table::{FlagSet, Int};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::dwarf::{DI_FLAG_BITS, Dwarf};
use irtrip_dialect::enums::{EnumCase, Enumeration};
use num_bigint::BigInt;

use crate::parse::cursor::Cursor;
use crate::parse::numbers::Literal;
use crate::parse::reader::Reader;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

impl<'t> Reader<'_, '_, 't> {
    /// Reads a number of any size.
    pub fn big_number(&mut self) -> Parsed<BigInt> {
        if let Some(value) = self.at.truth_value() {
            return Ok(i64::from(value).into());
        }
        let start = self.at;
        let literal = self.plain_literal()?;
        literal.big().ok_or_else(|| start.error(ParseCode::IntegerTooLarge).of_form())
    }

    /// Reads a number, which is held by its bits. As upstream has it, `true` is one whose bits are all set, and a negative
    /// number wraps around where it takes no more bits than there are.
    pub fn plain_integer(&mut self, int: Int) -> Parsed<i64> {
        if let Some(value) = self.at.truth_value() {
            let bits = if int.bits() == 32 { i64::from(u32::MAX) } else { -1 };
            return Ok(if value { bits } else { 0 });
        }
        let start = self.at;
        let literal = self.plain_literal()?;
        fitting(literal, int).ok_or_else(|| start.error(ParseCode::IntegerTooLarge).of_form())
    }

    /// Reads `true`, `false`, or a number that is one of them.
    pub fn plain_bool(&mut self) -> Parsed<bool> {
        if let Some(value) = self.at.truth_value() {
            return Ok(value);
        }
        let start = self.at;
        match self.plain_integer(Int::I64)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(start.error(ParseCode::IntegerTooLarge).of_form()),
        }
    }

    /// Reads the digits of a number that is no float.
    fn plain_literal(&mut self) -> Parsed<Literal<'t>> {
        let start = self.at;
        match Literal::read(&mut self.at) {
            Some(literal) if !literal.is_float() => Ok(literal),
            _ => {
                self.at = start;
                let code = ParseCode::Expected("integer value");
                // The sign is read.
                Err(match !self.at.sees("->") && self.at.eat_byte(b'-') {
                    true => self.at.unexpected_token(code),
                    false => self.at.error(code),
                }
                .of_form())
            }
        }
    }

    /// Reads the name of a DWARF constant; returns its number.
    pub fn dwarf(&mut self, table: Dwarf) -> Parsed<i64> {
        let Some(word) = self.at.word() else {
            return Err(self.at.error(ParseCode::Expected("valid keyword")).of_form());
        };
        if let Some(number) = table.number(word) {
            return Ok(number);
        }
        let what = match table {
            Dwarf::Tag => "tag",
            Dwarf::Encoding => "encoding",
            Dwarf::Language => "language",
            Dwarf::LanguageName => "language name",
            Dwarf::CallingConvention => "calling convention",
            Dwarf::Virtuality => "virtuality",
            Dwarf::Macinfo => "macinfo",
            Dwarf::EnumKind => "enum kind",
            Dwarf::Operation => "operation encoding",
        };
        self.texts.error(word, ParseCode::UnknownDwarfName { what, word: word.to_owned() })
    }

    /// Reads `Vector`, or `"Definition|Optimized"` where more than one is set.
    pub fn flags(&mut self, set: FlagSet) -> Parsed<i64> {
        let enumeration = set.names();
        self.at.skip_space();
        let start = self.at;
        let text = match self.at.string()? {
            Some(text) => text,
            None => self.at.word().ok_or_else(|| no_keyword(start, enumeration))?,
        };
        let more = if set == FlagSet::Node { DI_FLAG_BITS } else { &[] };
        let number = |word: &str| {
            let bit = more.iter().find(|bit| bit.0 == word).map(|bit| bit.1);
            bit.or_else(|| enumeration.from_mlir(word))
        };
        let alone = !text.contains('|') && set == FlagSet::Node;
        let bits = text.split('|').try_fold(0, |bits, word| {
            let number = number(word.trim()).filter(|&number| number != 0 || alone)?;
            Some(bits | number)
        });
        if let Some(bits) = bits {
            return Ok(bits);
        }
        let mut rows: Vec<(i64, &str)> = enumeration.cases.iter().map(|row| (row.value, row.mlir)).collect();
        rows.retain(|row| row.0 != 0 || set == FlagSet::Node);
        rows.sort_by_key(|row| row.0);
        let after_zero = usize::from(set == FlagSet::Node);
        rows.splice(after_zero..after_zero, more.iter().map(|&(word, bit)| (bit, word)));
        let words: Vec<&str> = rows.into_iter().map(|row| row.1).collect();
        let (name, words, found) = (enumeration.name, words.join(", "), text.to_owned());
        Err(start.error(ParseCode::NotOneOf { name, words, found }).of_form())
    }

    /// Reads a value of an enumeration; of bits, several. Some spellings are in quotes.
    pub fn enumeration(&mut self, enumeration: &'static Enumeration) -> Parsed<i64> {
        let mut value = 0;
        loop {
            self.at.skip_space();
            let start = self.at.pos;
            // Bits that are words alone; those of fast math may be strings.
            let words_only = enumeration.bits && !enumeration.name.starts_with("::");
            if (words_only || self.at.string()?.is_none()) && self.at.word().is_none() {
                return Err(no_keyword(self.at, enumeration));
            }
            let spelled = self.at.since(start);
            // A word may be in quotes; some spellings have them.
            let bare = spelled.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
            match enumeration.from_mlir(spelled).or_else(|| enumeration.from_mlir(bare?)) {
                Some(bits) => value |= bits,
                None => {
                    return self.texts.error(spelled, not_of(enumeration, bare.unwrap_or(spelled)));
                }
            }
            if !enumeration.bits || !self.at.eat(enumeration.separator.trim()) {
                return Ok(value);
            }
        }
    }
}

/// A number's bits, if it fits.
fn fitting(literal: Literal<'_>, int: Int) -> Option<i64> {
    if let Some(value) = literal.decimal.filter(|_| !literal.negative) {
        return (int.bits() == 64 || value >> 32 == 0).then_some(value);
    }
    let (digits, radix) = literal.digits_and_radix();
    let value = u128::from_str_radix(digits, radix).ok()?;
    let signed = i128::try_from(value).ok()? * if literal.negative { -1 } else { 1 };
    if int == Int::I64 {
        return i64::try_from(signed).ok();
    }
    // Upstream takes four bits a digit, and one more for the sign where these are full.
    let digits = digits.trim_start_matches('0');
    let taken = digits.len() as u32 * 4 + u32::from(value >> (digits.len() as u32 * 4).saturating_sub(1).min(127) != 0);
    let fits = if literal.negative { value == 0 || taken <= int.bits() } else { value >> int.bits() == 0 };
    let bits = if int.bits() == 32 { i64::from(signed as u32) } else { signed as i64 };
    fits.then_some(bits)
}

fn no_keyword(at: Cursor<'_>, enumeration: &Enumeration) -> ParseError {
    at.error(match enumeration.name.starts_with("::") {
        true => ParseCode::Expected("valid keyword or string"),
        false => ParseCode::ExpectedKeywordFor(enumeration.name),
    })
}

/// The diagnostic for a word that is not of an enumeration.
fn not_of(enumeration: &Enumeration, found: &str) -> ParseCode {
    // What stands for several values is after them.
    let all = |row: &&EnumCase| enumeration.bits && row.value.count_ones() > 1;
    let (last, first): (Vec<&EnumCase>, Vec<&EnumCase>) = enumeration.cases.iter().partition(all);
    let words = first.into_iter().chain(last).map(|row: &EnumCase| row.mlir).filter(|word| !word.is_empty());
    // What is in quotes upstream lists with and without them.
    let words = words.map(|word| match word.trim_matches('"') {
        bare if bare.len() < word.len() => format!("{word}{bare}"),
        bare => bare.to_owned(),
    });
    let words: Vec<String> = words.collect();
    let (name, words) = (enumeration.name, words.join(", "));
    match name.starts_with("::") {
        true => ParseCode::NotOfEnumeration { name, words },
        false => ParseCode::NotOneOf { name, words, found: found.to_owned() },
    }
}

/// Whether a number without a type is here.
pub(super) fn at_number(mut cursor: Cursor<'_>) -> bool {
    cursor.skip_space();
    matches!(cursor.peek(), b'-' | b'0'..=b'9') && Literal::read(&mut cursor).is_none_or(|literal| !literal.is_float())
        || matches!(cursor.peek_word(), "true" | "false")
}
