//! Integer and floating-point literals.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::{FloatKind, Signedness};
use irtrip_dialect::{Attr, Type, TypeData};
use num_bigint::BigInt;

use super::cursor::Cursor;
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::Parsed;
use irtrip_dialect::llvm_text::decimal;

/// A literal without its type.
#[derive(Clone, Copy)]
pub(super) struct Literal<'t> {
    pub negative: bool,
    /// Without the sign.
    pub text: &'t str,
    /// What the digits say, where they are decimal and few, and all there is: nearly every literal is such a number.
    pub decimal: Option<i64>,
}

/// Any so many decimal digits are a number of 63 bits.
const FEW_DIGITS: usize = 18;

impl<'t> Literal<'t> {
    /// Reads a literal if one is here.
    pub fn read(cursor: &mut Cursor<'t>) -> Option<Literal<'t>> {
        let before = cursor.pos;
        let negative = cursor.eat_byte(b'-');
        cursor.skip_space();
        let start = cursor.pos;
        if !cursor.peek().is_ascii_digit() {
            cursor.pos = before;
            return None;
        }
        if cursor.peek() == b'0' && cursor.peek_at(1) == b'x' && cursor.peek_at(2).is_ascii_hexdigit() {
            cursor.pos += 2;
            while cursor.peek().is_ascii_hexdigit() {
                cursor.pos += 1;
            }
            return Some(Literal { negative, text: cursor.since(start), decimal: None });
        }
        let mut value = 0_i64;
        while let digit @ b'0'..=b'9' = cursor.peek() {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            cursor.pos += 1;
        }
        let decimal = (cursor.pos - start <= FEW_DIGITS && cursor.peek() != b'.').then_some(value);
        if cursor.peek() == b'.' {
            cursor.pos += 1;
            while cursor.peek().is_ascii_digit() {
                cursor.pos += 1;
            }
            let signed = usize::from(matches!(cursor.peek_at(1), b'+' | b'-'));
            if matches!(cursor.peek(), b'e' | b'E') && cursor.peek_at(1 + signed).is_ascii_digit() {
                cursor.pos += 1 + signed;
                while cursor.peek().is_ascii_digit() {
                    cursor.pos += 1;
                }
            }
        }
        Some(Literal { negative, text: cursor.since(start), decimal })
    }

    fn is_hexadecimal(self) -> bool {
        self.text.starts_with("0x")
    }

    pub fn is_float(self) -> bool {
        self.decimal.is_none() && !self.is_hexadecimal() && self.text.contains('.')
    }

    /// The digits, and what base they are of.
    pub fn digits_and_radix(self) -> (&'t str, u32) {
        self.text.strip_prefix("0x").map_or((self.text, 10), |digits| (digits, 16))
    }

    /// The value, where it fits.
    pub fn small(self) -> Option<i64> {
        if let Some(value) = self.decimal {
            return Some(if self.negative { -value } else { value });
        }
        let (digits, radix) = self.digits_and_radix();
        let value = i128::from(u64::from_str_radix(digits, radix).ok()?);
        i64::try_from(if self.negative { -value } else { value }).ok()
    }

    pub fn big(self) -> Option<BigInt> {
        let (digits, radix) = self.digits_and_radix();
        let value = match radix {
            10 => decimal::parse(digits.as_bytes())?,
            _ => BigInt::parse_bytes(digits.as_bytes(), radix)?,
        };
        Some(if self.negative { -value } else { value })
    }
}

impl<'t> ParseCache<'_, 't> {
    /// Reads a number of a type that is elsewhere.
    pub fn number(&self, cursor: &mut Cursor<'t>, ty: Type) -> Parsed<Attr> {
        let literal = Literal::read(cursor).ok_or_else(|| cursor.expected("integer or floating point literal"))?;
        self.number_of(literal, ty)
    }

    /// A literal of a type.
    pub fn number_of(&self, literal: Literal<'t>, ty: Type) -> Parsed<Attr> {
        match self.ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Index => Ok(match self.integer_of(literal, ty)? {
                Number::Small(value) => self.ctx.int_attr(ty, value),
                Number::Big(value) => self.ctx.big_int_attr(ty, value),
            }),
            TypeData::Float(kind) => Ok(self.ctx.float_attr(ty, self.float_bits(literal, *kind)?)),
            _ if literal.is_float() => {
                let code = ParseCode::FloatForType;
                self.error(literal.text, code)
            }
            _ => self.error(literal.text, ParseCode::IntegerForType),
        }
    }

    /// The value of an integer of a type, where it is one of 64 bits.
    pub fn small_integer_of(&self, literal: Literal<'t>, ty: Type) -> Option<i64> {
        if !matches!(self.ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index) {
            return None;
        }
        match self.integer_of(literal, ty).ok()? {
            Number::Small(value) => Some(self.ctx.wrapped_int(ty, value)),
            Number::Big(value) => self.ctx.int_value(self.ctx.big_int_attr(ty, value)),
        }
    }

    fn integer_of(&self, literal: Literal<'t>, ty: Type) -> Parsed<Number> {
        if literal.is_float() {
            let code = ParseCode::FloatForType;
            return self.error(literal.text, code);
        }
        let (width, signedness) = match self.ctx.type_data(ty) {
            TypeData::Integer { width, signedness } => (*width, *signedness),
            _ => (64, Signedness::Signless),
        };
        if literal.negative && signedness == Signedness::Unsigned {
            let code = ParseCode::NegativeUnsigned;
            return self.error(literal.text, code);
        }
        // Three bits a digit at least: a literal this long is out of range, whatever its digits.
        let (digits, _) = literal.digits_and_radix();
        if digits.len() > width as usize / 3 + 20 && !digits.starts_with('0') {
            let code = ParseCode::IntegerRangeOfAttribute;
            return self.error(literal.text, code);
        }
        let Some(value) = literal.big_or_small() else {
            return self.error(literal.text, ParseCode::IntegerRange);
        };
        match value {
            Number::Small(0) if width == 0 => Ok(Number::Small(0)),
            Number::Small(value) if fits(value, width, signedness) => Ok(Number::Small(value)),
            Number::Big(value) if fits_big(&value, width, signedness) => Ok(Number::Big(value)),
            _ => self.error(literal.text, ParseCode::IntegerRangeOfAttribute),
        }
    }

    /// A float's bits: those of a hexadecimal literal, or the literal's double brought to the format.
    pub fn float_bits(&self, literal: Literal<'t>, kind: FloatKind) -> Parsed<u128> {
        if literal.is_hexadecimal() {
            if literal.negative {
                let code = ParseCode::HexadecimalFloatSign;
                return self.error(literal.text, code);
            }
            let bits = u128::from_str_radix(&literal.text[2..], 16).ok();
            return match bits.filter(|bits| fits_width(*bits, kind.width())) {
                Some(bits) => Ok(bits),
                None => self.error(literal.text, ParseCode::HexadecimalFloatRange),
            };
        }
        if !literal.is_float() {
            let error = self.error_of(literal.text, ParseCode::DecimalAsFloat);
            let span = error.span();
            return Err(error.with_note(span, ParseCode::TrailingDot));
        }
        match self.nearest(literal, kind) {
            Some(bits) => Ok(bits),
            None => self.error(literal.text, ParseCode::BadFloat),
        }
    }

    /// The bits of the number of a format that is nearest to a decimal literal, ties to even.
    ///
    /// `mlir-opt` rounds a literal to a double first, which changes what the printed numbers of the wider formats say.
    /// Where only what it reads is read, the numbers are the ones that it reads.
    fn nearest(&self, literal: Literal<'t>, kind: FloatKind) -> Option<u128> {
        let nearest = |kind: FloatKind| kind.nearest_of(literal.negative, literal.text);
        let double = || nearest(FloatKind::F64);
        match kind {
            FloatKind::Small(format) => format.nearest(f64::from_bits(double()? as u64)).map(u128::from),
            FloatKind::F64 | FloatKind::PpcF128 => nearest(kind),
            _ if !self.aliases.through_double => nearest(kind),
            _ => FloatKind::F64.convert(double()?, kind).map(|(bits, _)| bits),
        }
    }
}

enum Number {
    Small(i64),
    Big(BigInt),
}

impl Literal<'_> {
    fn big_or_small(self) -> Option<Number> {
        self.small().map(Number::Small).or_else(|| self.big().map(Number::Big))
    }
}

fn fits(value: i64, width: u32, signedness: Signedness) -> bool {
    if width >= 64 {
        return value >= 0 || signedness != Signedness::Unsigned;
    }
    let (value, half) = (i128::from(value), 1_i128 << width >> 1);
    match signedness {
        Signedness::Signless => -half <= value && value < half * 2 || width == 0 && value == 0,
        Signedness::Signed => -half <= value && value < half,
        Signedness::Unsigned => 0 <= value && value < half * 2,
    }
}

fn fits_big(value: &BigInt, width: u32, signedness: Signedness) -> bool {
    let negative = value.sign() == num_bigint::Sign::Minus;
    // A negative number of n bits reaches down to -2^(n-1).
    let bits = if negative { (value + 1_i32).bits() + 1 } else { value.bits() };
    let room = u64::from(width);
    match signedness {
        Signedness::Signless => bits <= room,
        Signedness::Signed => bits + u64::from(!negative) <= room,
        Signedness::Unsigned => !negative && bits <= room,
    }
}

fn fits_width(bits: u128, width: u32) -> bool {
    width >= 128 || bits >> width == 0
}
