//! Numbers of LLVM's own formats: read from decimals, written as decimals, and brought to another format.
//!
//! Readers and writers of both languages ask here, so that the code for each format is compiled once.

use std::fmt::Write as _;

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status};

use super::{FloatKind, NanLayout, SmallSpecial};

/// Which kind of number the bits of a format are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatClass {
    /// Zero, or any other finite number.
    Finite,
    /// Either infinity.
    Infinity,
    /// No number.
    Nan {
        /// Whether using it raises an exception.
        is_signaling: bool,
    },
}

/// More digits than any number of these formats has; the arithmetic takes time in their square.
const MOST_DIGITS: usize = 20_000;

impl FloatKind {
    /// The bits of the number that is nearest to a decimal one such as `-1.5e3`, ties to even; infinity beyond the
    /// greatest. `None` for what is no decimal number, in a format of MLIR alone, and, where the format is neither `float`
    /// nor `double`, for one of more than 20,000 digits.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// assert_eq!(FloatKind::F16.nearest("1.0"), Some(0x3C00));
    /// assert_eq!(FloatKind::F16.nearest("one"), None);
    /// assert_eq!(FloatKind::F32.nearest("inf"), None);
    /// ```
    pub fn nearest(self, decimal: &str) -> Option<u128> {
        let (is_negative, digits) = match decimal.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, decimal.strip_prefix('+').unwrap_or(decimal)),
        };
        self.nearest_of(is_negative, digits)
    }

    /// As [`FloatKind::nearest`], of a sign and a decimal number without one.
    pub fn nearest_of(self, is_negative: bool, digits: &str) -> Option<u128> {
        // Rust has `inf` and `nan` for numbers.
        if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        let sign = u128::from(is_negative);
        match self {
            FloatKind::F32 => digits.parse::<f32>().ok().map(|value| u128::from(value.to_bits()) | sign << 31),
            FloatKind::F64 => digits.parse::<f64>().ok().map(|value| u128::from(value.to_bits()) | sign << 63),
            _ if digits.len() > MOST_DIGITS => None,
            _ => by_format!(self, nearest(is_negative, digits))?,
        }
    }

    /// Which kind of number some bits are.
    pub fn class(self, bits: u128) -> Option<FloatClass> {
        by_format!(self.computed_in(), class(self.widened(bits)))
    }

    /// Whether some bits are a number whose digits begin with a one.
    pub fn is_normal(self, bits: u128) -> Option<bool> {
        let is_normal = match self {
            FloatKind::Small(format) => format.is_normal(bits as u32),
            _ => by_format!(self, is_normal(bits))?,
        };
        Some(is_normal && self.class(bits)? == FloatClass::Finite)
    }

    /// Whether the number of some bits has these bits alone: `x86_fp80` and `ppc_fp128` have several codes for one.
    pub fn is_canonical(self, bits: u128) -> bool {
        self.canonical(bits) == Some(bits)
    }

    /// The bits that the number of some bits has where it is computed: an `x86_fp80` without a leading one is a NaN.
    pub fn canonical(self, bits: u128) -> Option<u128> {
        by_format!(self, canonical(bits))
    }

    /// Appends a finite number with six significant digits, `1.500000e+00`, if these digits round-trip. Returns whether they do.
    ///
    /// The digits after those are cut off before the sixth is rounded, as LLVM does it, so that a few numbers that six
    /// digits could give do not come out.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// let mut out = String::new();
    /// assert!(FloatKind::F16.push_six_digits(0x3C00, &mut out));
    /// assert_eq!(out, "1.000000e+00");
    /// ```
    pub fn push_six_digits(self, bits: u128, out: &mut String) -> bool {
        if let FloatKind::Small(format) = self {
            let is_same = |text: &str| text.parse().is_ok_and(|back| format.nearest(back) == Some(bits as u32));
            let value = format.value(bits as u32).map(|value| Double::from_bits(u128::from(value.to_bits())));
            return value.is_some_and(|value| push_six_digits_if(value, out, is_same));
        }
        by_format!(self, push_six_digits(bits, out)) == Some(true)
    }

    /// Appends a finite number with as many digits as tell it from all others of the format.
    pub fn push_all_digits(self, bits: u128, out: &mut String) {
        by_format!(self, push_all_digits(bits, out));
    }

    /// A number in another format, and whether it is the same number there. `None` for what is no number, pairs of doubles, and
    /// where the format has no such number.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// assert_eq!(FloatKind::F32.convert(0x3F80_0000, FloatKind::F16), Some((0x3C00, true)));
    /// assert_eq!(FloatKind::F32.convert(0x3F80_0001, FloatKind::F16), Some((0x3C00, false)));
    /// ```
    pub fn convert(self, bits: u128, to: FloatKind) -> Option<(u128, bool)> {
        // Each of the others is part of the widest: on the way to that nothing is rounded.
        let bits = self.widened(bits);
        let wide: Quad = match self.computed_in() {
            FloatKind::F16 => widen::<Half>(bits),
            FloatKind::BF16 => widen::<BFloat>(bits),
            FloatKind::F32 => widen::<Single>(bits),
            FloatKind::F64 => widen::<Double>(bits),
            FloatKind::F80 => widen::<X87DoubleExtended>(bits),
            FloatKind::F128 => Quad::from_bits(bits),
            FloatKind::PpcF128 | FloatKind::Small(_) => return None,
        };
        if wide.is_nan() {
            return None;
        }
        Some(match to {
            FloatKind::F16 => narrow::<Half>(wide),
            FloatKind::BF16 => narrow::<BFloat>(wide),
            FloatKind::F32 => narrow::<Single>(wide),
            FloatKind::F64 => narrow::<Double>(wide),
            FloatKind::F80 => narrow::<X87DoubleExtended>(wide),
            FloatKind::F128 => (wide.to_bits(), true),
            FloatKind::Small(_) => {
                let own = to.own(u128::from(rounded_to_odd(wide)))?;
                let back = widen::<Double>(to.widened(own));
                (own, back.bitwise_eq(wide))
            }
            FloatKind::PpcF128 => return None,
        })
    }
}

impl FloatKind {
    /// What is no number as a quiet one, which arithmetic returns in its place.
    pub fn quieted(self, bits: u128) -> u128 {
        NanLayout::of(self).map_or(bits, |layout| bits | layout.quiet_bit())
    }

    /// What is no number, and quiet, in another format; `None` where that has not the same one.
    ///
    /// ```
    /// use irtrip_dialect::FloatKind;
    /// assert_eq!(FloatKind::F32.convert_nan(0xFFC0_0001, FloatKind::F64), Some(0xFFF8_0000_2000_0000));
    /// assert_eq!(FloatKind::F32.convert_nan(0xFFC0_0001, FloatKind::F16), None);
    /// ```
    pub fn convert_nan(self, bits: u128, to: FloatKind) -> Option<u128> {
        if NanLayout::of(self).is_none() {
            return to.not_a_number();
        }
        if matches!(to, FloatKind::Small(format) if format.special() != SmallSpecial::Ieee) {
            return None;
        }
        if Some(bits) == self.not_a_number() && !matches!(self, FloatKind::Small(_)) {
            return to.not_a_number();
        }
        self.nan_in(bits, to).filter(|own| to.nan_in(*own, self) == Some(bits))
    }

    /// What is no number in another format, as LLVM converts it: quiet, with as much of its payload as there is room for.
    pub fn nan_in(self, bits: u128, to: FloatKind) -> Option<u128> {
        let (from, layout) = (NanLayout::of(self)?, NanLayout::of(to)?);
        let fraction = bits & ((1 << from.fraction_bits) - 1);
        let lost = from.fraction_bits.saturating_sub(layout.fraction_bits);
        let moved = fraction >> lost << layout.fraction_bits.saturating_sub(from.fraction_bits);
        Some(to.quieted(layout.bits(bits >> (self.width() - 1) == 1, moved)))
    }
}

fn nearest<F: Float>(is_negative: bool, digits: &str) -> Option<u128> {
    let value = F::from_str_r(digits, Round::NearestTiesToEven).ok()?.value;
    Some(if is_negative { -value } else { value }.to_bits())
}

fn class<F: Float>(bits: u128) -> FloatClass {
    let value = F::from_bits(bits);
    match value.category() {
        Category::Infinity => FloatClass::Infinity,
        Category::NaN => FloatClass::Nan { is_signaling: value.is_signaling() },
        Category::Zero | Category::Normal => FloatClass::Finite,
    }
}

fn is_normal<F: Float>(bits: u128) -> bool {
    F::from_bits(bits).is_normal()
}

fn canonical<F: Float>(bits: u128) -> u128 {
    F::from_bits(bits).to_bits()
}

fn push_six_digits<F: Float>(bits: u128, out: &mut String) -> bool {
    let value = F::from_bits(bits);
    push_six_digits_if(value, out, |text| F::from_str(text).is_ok_and(|back| back.bitwise_eq(value)))
}

fn push_six_digits_if<F: Float>(value: F, out: &mut String, is_same: impl Fn(&str) -> bool) -> bool {
    let start = out.len();
    let written = write!(out, "{value:#width$.6}", width = 0);
    let gives_it_back = written.is_ok() && out.get(start..).is_some_and(is_same);
    if !gives_it_back {
        out.truncate(start);
    }
    gives_it_back
}

fn push_all_digits<F: Float>(bits: u128, out: &mut String) {
    // A string takes whatever is written to it.
    let _ = write!(out, "{}", F::from_bits(bits));
}

fn widen<F: FloatConvert<Quad>>(bits: u128) -> Quad {
    let mut loses = false;
    F::from_bits(bits).convert(&mut loses).value
}

/// A double whose last digit says whether something was cut off, which counts where it is rounded again.
fn rounded_to_odd(wide: Quad) -> u64 {
    let mut loses = false;
    let cut: rustc_apfloat::StatusAnd<Double> = wide.convert_r(Round::TowardZero, &mut loses);
    cut.value.to_bits() as u64 | u64::from(loses && cut.value.is_finite())
}

fn narrow<F: Float>(wide: Quad) -> (u128, bool)
where
    Quad: FloatConvert<F>,
{
    let mut loses = false;
    let converted: rustc_apfloat::StatusAnd<F> = wide.convert(&mut loses);
    (converted.value.to_bits(), !loses && !converted.status.intersects(Status::INEXACT))
}
