//! Decimal digits of wide integers, read and written. An integer may have millions of digits, and the time that schoolbook
//! conversion takes grows with their square; that of halves that are multiplied grows as that of multiplication does.

use std::fmt::Write as _;

use num_bigint::{BigInt, BigUint, Sign};

/// How many digits are converted at once.
const DIGITS: usize = 256;
/// A limb of a decimal number is below this: nine digits.
const LIMB: u64 = 1_000_000_000;
/// How many binary words are converted at once.
const WORDS: usize = 32;

/// The number that decimal digits spell, with a `-` before them or without; `None` for anything else.
///
/// ```
/// use irtrip_dialect::llvm_text::decimal;
/// let digits = format!("-1{}", "0".repeat(1000));
/// assert_eq!(decimal::to_string(&decimal::parse(digits.as_bytes()).unwrap()), digits);
/// assert_eq!(decimal::parse(b"1_0"), None);
/// ```
pub fn parse(text: &[u8]) -> Option<BigInt> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (Sign::Minus, digits),
        _ => (Sign::Plus, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut powers = vec![BigUint::from(10u32).pow(DIGITS as u32)];
    while digits.len() > DIGITS << powers.len() {
        powers.extend(powers.last().map(|last| last * last));
    }
    Some(BigInt::from_biguint(sign, parse_digits(digits, &powers)?))
}

/// `powers` has ten to the power of `DIGITS`, of twice as much, and so on.
fn parse_digits(digits: &[u8], powers: &[BigUint]) -> Option<BigUint> {
    let Some((power, smaller)) = powers.split_last().filter(|_| digits.len() > DIGITS) else {
        return BigUint::parse_bytes(digits, 10);
    };
    match digits.len().checked_sub(DIGITS << smaller.len()).and_then(|split| digits.split_at_checked(split)) {
        Some((high, low)) if !high.is_empty() => {
            Some(parse_digits(high, smaller)? * power + parse_digits(low, smaller)?)
        }
        _ => parse_digits(digits, smaller),
    }
}

/// The decimal digits of a number, after a `-` if it is negative.
pub fn to_string(value: &BigInt) -> String {
    let words = value.magnitude().to_u32_digits();
    if words.len() <= WORDS {
        return value.to_string();
    }
    let mut powers = vec![limbs(&(BigUint::from(1u32) << (32 * WORDS)))];
    while words.len() > WORDS << powers.len() {
        powers.extend(powers.last().map(|last| product(last, last)));
    }
    let mut out = String::with_capacity(words.len() * 10);
    if value.sign() == Sign::Minus {
        out.push('-');
    }
    let limbs = decimal_limbs(&words, &powers);
    for (i, limb) in limbs.iter().rev().enumerate() {
        // Nothing fails that writes to a string.
        let _ = if i == 0 { write!(out, "{limb}") } else { write!(out, "{limb:09}") };
    }
    out
}

/// Limbs of a decimal number, lowest first, the last of which is not 0.
type Limbs = Vec<u32>;

/// Of a number of at most some words.
fn limbs(value: &BigUint) -> Limbs {
    let mut words = value.to_u32_digits();
    let mut limbs = Limbs::new();
    while !words.is_empty() {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let value = rest << 32 | u64::from(*word);
            *word = (value / LIMB) as u32;
            rest = value % LIMB;
        }
        limbs.push(rest as u32);
        trim(&mut words);
    }
    limbs
}

fn trim(digits: &mut Vec<u32>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

/// `powers` has two to the power of `32 * WORDS`, of twice as much, and so on.
fn decimal_limbs(words: &[u32], powers: &[Limbs]) -> Limbs {
    let Some((power, smaller)) = powers.split_last().filter(|_| words.len() > WORDS) else {
        return limbs(&BigUint::from_slice(words));
    };
    match words.split_at_checked(WORDS << smaller.len()) {
        Some((low, high)) if !high.is_empty() => {
            let product = product(&decimal_limbs(high, smaller), power);
            sum(product, &decimal_limbs(low, smaller))
        }
        _ => decimal_limbs(words, smaller),
    }
}

/// As if the limbs were digits of a binary number so wide that no carry reaches the next: then the carries are counted by
/// tens.
fn product(a: &[u32], b: &[u32]) -> Limbs {
    // Three words hold the sum of 2^36 products of limbs.
    let spread = |limbs: &[u32]| {
        let words: Vec<u32> = limbs.iter().flat_map(|limb| [*limb, 0, 0]).collect();
        BigUint::from_slice(&words)
    };
    let columns = (spread(a) * spread(b)).to_u32_digits();
    let mut carry = 0u128;
    let mut limbs = Limbs::with_capacity(a.len() + b.len());
    for column in columns.chunks(3) {
        carry += column.iter().rev().fold(0, |sum, word| sum << 32 | u128::from(*word));
        limbs.push((carry % u128::from(LIMB)) as u32);
        carry /= u128::from(LIMB);
    }
    while carry > 0 {
        limbs.push((carry % u128::from(LIMB)) as u32);
        carry /= u128::from(LIMB);
    }
    trim(&mut limbs);
    limbs
}

fn sum(mut a: Limbs, b: &[u32]) -> Limbs {
    a.resize(a.len().max(b.len()) + 1, 0);
    let mut carry = 0;
    for (limb, other) in a.iter_mut().zip(b.iter().copied().chain(std::iter::repeat(0))) {
        let value = u64::from(*limb) + u64::from(other) + carry;
        *limb = (value % LIMB) as u32;
        carry = value / LIMB;
    }
    trim(&mut a);
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_come_back() {
        for length in [1, 9, 255, 256, 257, 300, 308, 309, 511, 512, 513, 1300, 5000] {
            for digit in ["1", "9", "10", "9000000000000"] {
                let text: String = digit.chars().cycle().take(length).collect();
                let value = parse(text.as_bytes());
                assert_eq!(value, BigInt::parse_bytes(text.as_bytes(), 10));
                assert_eq!(value.map(|value| to_string(&value)), Some(text));
            }
            let power = BigInt::from(-1) << (3 * length);
            assert_eq!(to_string(&power), power.to_string());
        }
    }
}
