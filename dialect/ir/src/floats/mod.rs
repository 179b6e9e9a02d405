//! Floating-point formats: LangRef, "Floating-Point Types", and MLIR's builtin float types.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;

/// Calls a function of the type that computes in a format; none for the formats of MLIR alone.
macro_rules! by_format {
    ($kind:expr, $function:ident($($argument:expr),*)) => {
        match $kind {
            FloatKind::F16 => Some($function::<Half>($($argument),*)),
            FloatKind::BF16 => Some($function::<BFloat>($($argument),*)),
            FloatKind::F32 => Some($function::<Single>($($argument),*)),
            FloatKind::F64 => Some($function::<Double>($($argument),*)),
            FloatKind::F80 => Some($function::<X87DoubleExtended>($($argument),*)),
            FloatKind::F128 => Some($function::<Quad>($($argument),*)),
            FloatKind::PpcF128 => Some($function::<DoubleDouble>($($argument),*)),
            FloatKind::Small(_) => None,
        }
    };
}

mod arithmetic;
mod numbers;

pub use arithmetic::{FloatOperation, Rounding};
pub use numbers::FloatClass;

/// A floating-point format that LLVM IR and MLIR share, or that MLIR alone has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatKind {
    F16,
    BF16,
    F32,
    F64,
    F80,
    F128,
    /// `!llvm.ppc_fp128`: two doubles.
    PpcF128,
    /// A format of fewer than 32 bits that LLVM IR has no type for.
    Small(SmallFloat),
}

/// The spellings of a format in MLIR and in LLVM IR (empty: LLVM has none) and its width in bits.
struct Spelling {
    mlir: &'static str,
    llvm: &'static str,
    width: u32,
}

impl FloatKind {
    /// LLVM's own formats.
    const OF_LLVM: [FloatKind; 7] = [Self::F16, Self::BF16, Self::F32, Self::F64, Self::F80, Self::F128, Self::PpcF128];

    /// All formats.
    pub fn all() -> impl Iterator<Item = FloatKind> {
        Self::OF_LLVM.into_iter().chain(SmallFloat::ALL.iter().copied().map(FloatKind::Small))
    }

    const fn spelling(self) -> Spelling {
        let (mlir, llvm, width) = match self {
            FloatKind::F16 => ("f16", "half", 16),
            FloatKind::BF16 => ("bf16", "bfloat", 16),
            FloatKind::F32 => ("f32", "float", 32),
            FloatKind::F64 => ("f64", "double", 64),
            FloatKind::F80 => ("f80", "x86_fp80", 80),
            FloatKind::F128 => ("f128", "fp128", 128),
            FloatKind::PpcF128 => ("!llvm.ppc_fp128", "ppc_fp128", 128),
            FloatKind::Small(small) => (small.mlir(), "", small.width()),
        };
        Spelling { mlir, llvm, width }
    }

    /// Width in bits.
    pub const fn width(self) -> u32 {
        self.spelling().width
    }

    /// MLIR's spelling.
    pub const fn mlir(self) -> &'static str {
        self.spelling().mlir
    }

    /// LLVM's spelling, or `None` where LLVM IR has no such type.
    pub fn llvm(self) -> Option<&'static str> {
        Some(self.spelling().llvm).filter(|word| !word.is_empty())
    }

    /// The format with an MLIR spelling.
    ///
    /// ```
    /// use irtrip_dialect::types::{FloatKind, SmallFloat};
    /// assert_eq!(FloatKind::from_mlir("f8E4M3"), Some(FloatKind::Small(SmallFloat::F8E4M3)));
    /// assert_eq!(FloatKind::from_mlir("half"), None);
    /// ```
    pub fn from_mlir(word: &str) -> Option<FloatKind> {
        FloatKind::all().find(|kind| kind.mlir() == word)
    }

    /// The format with a spelling of LLVM IR.
    pub fn from_llvm(word: &[u8]) -> Option<FloatKind> {
        Self::OF_LLVM.into_iter().find(|kind| kind.spelling().llvm.as_bytes() == word)
    }
}

/// How the bits of an infinity or NaN are laid out in a format where those of the exponent are all set: all of LLVM's but
/// `ppc_fp128`, and some of MLIR alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NanLayout {
    exponent_bits: u32,
    /// How many bits the fraction has.
    pub fraction_bits: u32,
    /// How many bits the integer part has.
    integer_bits: u32,
}

impl NanLayout {
    /// The layout of a format.
    pub fn of(kind: FloatKind) -> Option<NanLayout> {
        let (exponent_bits, fraction_bits, integer_bits) = match kind {
            FloatKind::F16 => (5, 10, 0),
            FloatKind::BF16 => (8, 7, 0),
            FloatKind::F32 => (8, 23, 0),
            FloatKind::F64 => (11, 52, 0),
            FloatKind::F80 => (15, 63, 1),
            FloatKind::F128 => (15, 112, 0),
            FloatKind::Small(format) if matches!(format.special(), SmallSpecial::Ieee | SmallSpecial::AllOnes) => {
                (format.exponent_bits(), format.mantissa_bits(), 0)
            }
            FloatKind::PpcF128 | FloatKind::Small(_) => return None,
        };
        Some(NanLayout { exponent_bits, fraction_bits, integer_bits })
    }

    /// The bit of the fraction that a quiet NaN has; those below are its payload.
    pub fn quiet_bit(&self) -> u128 {
        1 << (self.fraction_bits - 1)
    }

    /// The infinity or NaN of a sign and a fraction.
    ///
    /// ```
    /// use irtrip_dialect::types::{FloatKind, NanLayout};
    /// let layout = NanLayout::of(FloatKind::F16);
    /// assert_eq!(layout.map(|layout| layout.bits(true, 0)), Some(0xFC00));
    /// ```
    pub fn bits(&self, negative: bool, fraction: u128) -> u128 {
        let exponent = (1u128 << self.exponent_bits) - 1;
        let integer = ((1u128 << self.integer_bits) - 1) << self.fraction_bits;
        u128::from(negative) << (self.exponent_bits + self.fraction_bits + self.integer_bits)
            | exponent << (self.fraction_bits + self.integer_bits)
            | integer
            | fraction
    }
}

/// How a small format encodes what is no finite number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmallSpecial {
    /// The highest exponent is for infinities and NaNs.
    Ieee,
    /// All ones is NaN; no infinity.
    AllOnes,
    /// The sign bit alone is NaN; no infinity, no negative zero.
    NegativeZero,
    /// Every code is a number.
    None,
    /// No sign and no mantissa: a code is a power of two, all ones is NaN.
    Powers,
}

/// Declares the small formats: name, spelling, bits of exponent and mantissa, bias, special codes.
macro_rules! small_floats {
    ($($name:ident $mlir:literal $exponent:literal $mantissa:literal $bias:literal $special:ident,)*) => {
        /// A floating-point format of fewer than 32 bits, of which MLIR alone has types.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum SmallFloat {
            $($name,)*
        }

        impl SmallFloat {
            /// All small formats.
            pub const ALL: &'static [SmallFloat] = &[$(SmallFloat::$name),*];

            /// MLIR's spelling.
            pub const fn mlir(self) -> &'static str {
                match self {
                    $(SmallFloat::$name => $mlir,)*
                }
            }

            /// Bits of the exponent.
            pub const fn exponent_bits(self) -> u32 {
                match self {
                    $(SmallFloat::$name => $exponent,)*
                }
            }

            /// Bits of the mantissa that are stored.
            pub const fn mantissa_bits(self) -> u32 {
                match self {
                    $(SmallFloat::$name => $mantissa,)*
                }
            }

            /// What the exponent's code exceeds the exponent by.
            pub const fn bias(self) -> i32 {
                match self {
                    $(SmallFloat::$name => $bias,)*
                }
            }

            /// How the format encodes what is no finite number.
            pub const fn special(self) -> SmallSpecial {
                match self {
                    $(SmallFloat::$name => SmallSpecial::$special,)*
                }
            }
        }
    };
}

small_floats! {
    TF32 "tf32" 8 10 127 Ieee,
    F8E5M2 "f8E5M2" 5 2 15 Ieee,
    F8E4M3 "f8E4M3" 4 3 7 Ieee,
    F8E4M3FN "f8E4M3FN" 4 3 7 AllOnes,
    F8E5M2FNUZ "f8E5M2FNUZ" 5 2 16 NegativeZero,
    F8E4M3FNUZ "f8E4M3FNUZ" 4 3 8 NegativeZero,
    F8E4M3B11FNUZ "f8E4M3B11FNUZ" 4 3 11 NegativeZero,
    F8E3M4 "f8E3M4" 3 4 3 Ieee,
    F8E8M0FNU "f8E8M0FNU" 8 0 127 Powers,
    F4E2M1FN "f4E2M1FN" 2 1 1 None,
    F6E2M3FN "f6E2M3FN" 2 3 1 None,
    F6E3M2FN "f6E3M2FN" 3 2 3 None,
}

impl SmallFloat {
    /// Width in bits.
    pub const fn width(self) -> u32 {
        self.exponent_bits() + self.mantissa_bits() + self.has_sign() as u32
    }

    /// Whether a number has a sign bit.
    pub const fn has_sign(self) -> bool {
        !matches!(self.special(), SmallSpecial::Powers)
    }

    /// Whether the digits of a code's number begin with a one.
    pub(super) fn is_normal(self, code: u32) -> bool {
        !self.has_sign() || code >> self.mantissa_bits() & ((1 << self.exponent_bits()) - 1) != 0
    }

    /// The value of a code, exact in a double; `None` for a code that is no finite number.
    ///
    /// ```
    /// use irtrip_dialect::types::SmallFloat;
    /// assert_eq!(SmallFloat::F8E5M2.value(0x3C), Some(1.0));
    /// assert_eq!(SmallFloat::F8E4M3FN.value(0x7F), None);
    /// ```
    pub fn value(self, code: u32) -> Option<f64> {
        let mantissa = code & ((1 << self.mantissa_bits()) - 1);
        let highest = (1 << self.exponent_bits()) - 1;
        let exponent = code >> self.mantissa_bits() & highest;
        let negative = self.has_sign() && code >> (self.width() - 1) & 1 == 1;
        let is_number = match self.special() {
            SmallSpecial::Powers => return (exponent != highest).then(|| 2f64.powi(exponent as i32 - self.bias())),
            SmallSpecial::Ieee => exponent != highest,
            SmallSpecial::AllOnes => exponent != highest || mantissa != (1 << self.mantissa_bits()) - 1,
            SmallSpecial::NegativeZero => !negative || exponent != 0 || mantissa != 0,
            SmallSpecial::None => true,
        };
        if !is_number {
            return None;
        }
        let (significand, power) = match exponent {
            0 => (mantissa, 1),
            _ => (mantissa | 1 << self.mantissa_bits(), exponent as i32),
        };
        let value = f64::from(significand) * 2f64.powi(power - self.bias() - self.mantissa_bits() as i32);
        Some(if negative { -value } else { value })
    }

    /// The code of the number that is nearest to `value`, ties to even.
    ///
    /// Beyond the greatest number is infinity, NaN where there is none, and the greatest number itself in formats of
    /// numbers alone. `None` where the format has no number.
    pub fn nearest(self, value: f64) -> Option<u32> {
        let sign = self.exponent_bits() + self.mantissa_bits();
        let codes = 1 << sign;
        // The codes without sign grow with their numbers; those after the last number are none.
        let (mut below, mut above) = (0_u32, codes);
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            match self.value(middle) {
                Some(number) if number <= value.abs() => below = middle,
                _ => above = middle,
            }
        }
        let low = self.value(below)?;
        // A power of two is an odd number of its least digit.
        let is_odd = self.mantissa_bits() == 0 || below & 1 == 1;
        let code = match (above < codes).then(|| self.value(above)).flatten() {
            Some(high) => {
                let (down, up) = (value.abs() - low, high - value.abs());
                if up < down || up == down && is_odd { above } else { below }
            }
            // A step further than the greatest number, as if the format went on.
            None => {
                let half = (low - self.value(below.saturating_sub(1))?) / 2.0;
                let excess = value.abs() - low;
                let is_beyond = excess > half || excess == half && is_odd;
                match self.special() {
                    SmallSpecial::None => below,
                    // The only NaN.
                    SmallSpecial::NegativeZero if is_beyond => return Some(1 << sign),
                    _ if is_beyond => above,
                    _ => below,
                }
            }
        };
        let is_negative = self.has_sign() && value.is_sign_negative();
        let zero_has_no_sign = code == 0 && is_negative && self.value(1 << sign).is_none();
        Some(if is_negative && !zero_has_no_sign { code | 1 << sign } else { code })
    }
}
