//! What may be between the brackets of an attribute of LLVM assembly. LangRef, "Parameter Attributes", "Function
//! Attributes".

use std::borrow::Cow;

use num_bigint::BigInt;

use super::memory::TARGET_MEMORY;
use crate::enums::{AllocFnKind, FpClassTest, IrMemLocation, ModRefInfo};
use crate::llvm_attributes::{AttributeText, AttributeValue};

/// Components of `captures`, with the bits that each stands for.
const CAPTURES: [(&str, u8); 5] =
    [("none", 0), ("address", 3), ("address_is_null", 1), ("provenance", 12), ("read_provenance", 4)];
const ANY_COMPONENT: &str = "expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'";
const ANY_EFFECT: &str = "expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, write, \
                          readwrite)";

/// What is wrong with an attribute's value, in llvm-as's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MalformedValue {
    /// Bytes of the text before the place of the error.
    pub at: usize,
    /// The message.
    pub message: Cow<'static, str>,
}

/// Checks the text between an attribute's brackets; `None` is an attribute without brackets.
///
/// # Errors
/// The text is none that llvm-as reads.
///
/// ```
/// use irtrip_dialect::attribute_set::check_value;
/// use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue};
/// assert!(check_value(AttributeValue::Text(AttributeText::Memory), Some("argmem: read")).is_ok());
/// let wrong = check_value(AttributeValue::Text(AttributeText::Memory), Some("argmem: distinct")).unwrap_err();
/// assert_eq!((wrong.at, &*wrong.message), (8, "expected access kind (none, read, write, readwrite)"));
/// ```
pub fn check_value(value: AttributeValue, text: Option<&str>) -> Result<(), MalformedValue> {
    let Some(text) = text else {
        return match value {
            AttributeValue::None | AttributeValue::Type | AttributeValue::Int => Ok(()),
            _ if value.may_be_empty() => Ok(()),
            AttributeValue::Text(_) => Err(MalformedValue { at: 0, message: "expected '('".into() }),
        };
    };
    let mut scanner = Scanner { text, at: 0 };
    match value {
        AttributeValue::None | AttributeValue::Type | AttributeValue::Int => Ok(()),
        AttributeValue::Text(AttributeText::Memory) => scanner.memory(),
        AttributeValue::Text(AttributeText::Captures) => scanner.captures(),
        AttributeValue::Text(AttributeText::DeadOnReturn) => scanner.byte_count(),
        AttributeValue::Text(AttributeText::FpClass) => scanner.classes(),
        AttributeValue::Text(AttributeText::UwTable) => scanner.unwind_table(),
        AttributeValue::Text(AttributeText::AllocKind) => scanner.alloc_kind(),
        AttributeValue::Text(AttributeText::AllocSize) => scanner.alloc_size(),
        AttributeValue::Text(AttributeText::VScaleRange) => scanner.vscale_range(),
        AttributeValue::Text(AttributeText::Range) => scanner.range(),
        AttributeValue::Text(AttributeText::Initializes) => scanner.initializes(),
    }
}

type Checked<T = ()> = Result<T, MalformedValue>;

/// A place in the text between brackets.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at = self.text.len() - rest.len();
        rest
    }

    fn fail<T>(&mut self, message: impl Into<Cow<'static, str>>) -> Checked<T> {
        self.rest();
        Err(MalformedValue { at: self.at, message: message.into() })
    }

    fn eat(&mut self, byte: char) -> bool {
        let found = self.rest().starts_with(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: char, message: &'static str) -> Checked {
        if self.eat(byte) { Ok(()) } else { self.fail(message) }
    }

    /// Nothing is left.
    fn end(&mut self, message: &'static str) -> Checked {
        if self.rest().is_empty() { Ok(()) } else { self.fail(message) }
    }

    /// The word that is next, maybe empty, which is passed only by [`Scanner::pass`].
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    }

    fn pass(&mut self, word: &str) {
        self.at += word.len();
    }

    /// An integer of any size, with its sign.
    fn integer(&mut self) -> Checked<BigInt> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest.get(sign..).unwrap_or_default();
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let is_word = digits.get(length..).is_some_and(|after| after.starts_with(|c: char| c.is_ascii_alphabetic()));
        let number =
            rest.get(..sign + length).filter(|_| length > 0 && !is_word).and_then(|number| number.parse().ok());
        match number {
            Some(number) => {
                self.at += sign + length;
                Ok(number)
            }
            None => self.fail("expected integer"),
        }
    }

    fn u32(&mut self) -> Checked<u32> {
        let at = self.at;
        if self.rest().starts_with('-') {
            return self.fail("expected integer");
        }
        let number = self.integer()?;
        u32::try_from(number).map_err(|_| MalformedValue { at, message: "expected 32-bit integer (too large)".into() })
    }

    fn memory(&mut self) -> Checked {
        let (mut located, mut of_target) = (false, false);
        loop {
            let word = self.word();
            let both = word == TARGET_MEMORY;
            if both && of_target {
                return self.fail("target memory default access kind must be specified first");
            }
            let location = both || IrMemLocation::from_llvm(word.as_bytes()).is_some();
            of_target |= location && !both && word.starts_with(TARGET_MEMORY);
            if location {
                self.pass(word);
                self.expect(':', "expected ':' after location")?;
            }
            let access = self.word();
            if ModRefInfo::from_llvm(access.as_bytes()).is_none() {
                return self.fail(if location {
                    "expected access kind (none, read, write, readwrite)"
                } else {
                    ANY_EFFECT
                });
            }
            self.pass(access);
            if located && !location {
                return self.fail("default access kind must be specified first");
            }
            located |= location;
            if !self.eat(',') {
                return self.end("unterminated memory attribute");
            }
        }
    }

    fn captures(&mut self) -> Checked {
        // The components of the value itself, and of where it is returned.
        let (mut seen, mut bits, mut in_result) = (false, [None; 2], false);
        loop {
            let word = self.word();
            if word == "ret" {
                if in_result {
                    return self.fail("duplicate 'ret' location");
                }
                self.pass(word);
                self.expect(':', "expected ':'")?;
                in_result = true;
                seen = false;
            }
            let word = self.word();
            let Some(&(_, component)) = CAPTURES.iter().find(|known| known.0 == word) else {
                return self.fail(ANY_COMPONENT);
            };
            let own = &mut bits[usize::from(in_result)];
            if seen && (component == 0 || *own == Some(0)) {
                return self.fail("cannot use 'none' with other component");
            }
            *own = Some(own.unwrap_or(0) | component);
            seen = true;
            self.pass(word);
            if !self.eat(',') {
                return self.end("expected ',' or ')'");
            }
        }
    }

    fn classes(&mut self) -> Checked {
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let mask = self.u32()?;
            if mask == 0 || mask > 0x3ff {
                return self.fail("invalid mask value for 'nofpclass'");
            }
            return self.end("expected ')'");
        }
        loop {
            let word = self.word();
            if FpClassTest::from_llvm(word.as_bytes()).is_none() {
                return self.fail("expected nofpclass test mask");
            }
            self.pass(word);
            if self.rest().is_empty() {
                return Ok(());
            }
        }
    }

    fn byte_count(&mut self) -> Checked {
        let word = self.word();
        match word.parse::<u64>() {
            Err(_) => self.fail("expected integer"),
            Ok(0) => self.fail("byte count specified must be non-zero"),
            Ok(_) => {
                self.pass(word);
                self.end("expected ')'")
            }
        }
    }

    fn unwind_table(&mut self) -> Checked {
        let word = self.word();
        if !matches!(word, "sync" | "async") {
            return self.fail("expected unwind table kind");
        }
        self.pass(word);
        self.end("expected ')'")
    }

    fn alloc_kind(&mut self) -> Checked {
        let Some(rest) = self.rest().strip_prefix('"') else { return self.fail("expected allockind value") };
        let Some((kinds, after)) = rest.split_once('"') else { return self.fail("expected allockind value") };
        if let Some(kind) = kinds.split(',').find(|kind| AllocFnKind::from_llvm(kind.as_bytes()).is_none()) {
            return self.fail(format!("unknown allockind {kind}"));
        }
        self.at = self.text.len() - after.len();
        self.end("expected ')'")
    }

    fn alloc_size(&mut self) -> Checked {
        let size = self.u32()?;
        if self.eat(',') {
            let count = self.u32()?;
            if size == count {
                return self.fail("'allocsize' indices can't refer to the same parameter");
            }
        }
        self.end("expected ')'")
    }

    fn vscale_range(&mut self) -> Checked {
        self.u32()?;
        if self.eat(',') {
            self.u32()?;
        }
        self.end("expected ')'")
    }

    fn range(&mut self) -> Checked {
        let ty = self.word();
        if ty.is_empty() && !self.rest().starts_with(['<', '[', '{', '%']) {
            return self.fail("expected type");
        }
        let Some(width) = ty.strip_prefix('i').and_then(|width| width.parse::<u64>().ok()) else {
            return self.fail("the range must have integer type!");
        };
        self.pass(ty);
        let lower = self.bound(width)?;
        self.expect(',', "expected ','")?;
        let upper = self.bound(width)?;
        let modulus = BigInt::from(1) << width;
        let is_zero = lower == BigInt::ZERO;
        if ((lower - upper) % modulus) == BigInt::ZERO && !is_zero {
            return self.fail("the range represent the empty set but limits aren't 0!");
        }
        self.end("expected ')'")
    }

    /// An integer that has as many bits as the range's type, at most.
    fn bound(&mut self, width: u64) -> Checked<BigInt> {
        let bound = self.integer()?;
        let bits = if bound < BigInt::ZERO { (-&bound - 1_u32).bits() + 1 } else { bound.bits() };
        if bits > width {
            return self.fail("integer is too large for the bit width of specified type");
        }
        Ok(bound)
    }

    fn initializes(&mut self) -> Checked {
        let mut last: Option<BigInt> = None;
        loop {
            self.expect('(', "expected '('")?;
            let lower = self.bound(64)?;
            self.expect(',', "expected ','")?;
            let upper = self.bound(64)?;
            if lower == upper {
                return self.fail("the range should not represent the full or empty set!");
            }
            self.expect(')', "expected ')'")?;
            let signed = |bound: BigInt| {
                if bound.bits() == 64 && bound > BigInt::ZERO { bound - (BigInt::from(1) << 64) } else { bound }
            };
            let (lower, upper) = (signed(lower), signed(upper));
            if lower > upper || last.is_some_and(|last| lower <= last) {
                return self.fail("Invalid (unordered or overlapping) range list");
            }
            last = Some(upper);
            if !self.eat(',') {
                return self.end("expected ')'");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_and_refused_as_by_llvm() {
        use AttributeText::*;
        let check = |kind, text| check_value(AttributeValue::Text(kind), text);
        let taken = [
            (Memory, "none,none"),
            (Memory, "read, argmem: none , target_mem0:write"),
            (Memory, "target_mem: read, target_mem1: none"),
            (Captures, "address, read_provenance, ret: none"),
            (Captures, "ret: address"),
            (FpClass, "nan inf zero nan"),
            (FpClass, "1023"),
            (UwTable, "sync"),
            (DeadOnReturn, "16"),
            (AllocKind, "\"alloc,zeroed\""),
            (AllocSize, "0,1"),
            (VScaleRange, "1,0"),
            (Range, "i8 0,0"),
            (Range, "i8 255, -3"),
            (Initializes, "(-4, 4), (5, 8)"),
        ];
        for (value, text) in taken {
            assert_eq!(check(value, Some(text)), Ok(()), "{text}");
        }
        let refused = [
            (Memory, ""),
            (Memory, "read none"),
            (Memory, "target_mem0: read, target_mem: none"),
            (Memory, "argmem: read, none"),
            (Captures, "none, address"),
            (Captures, "ret: none, ret: none"),
            (FpClass, "none"),
            (FpClass, "0"),
            (UwTable, ""),
            (DeadOnReturn, ""),
            (DeadOnReturn, "0"),
            (DeadOnReturn, "-1"),
            (AllocKind, "\"\""),
            (AllocSize, "1,1"),
            (VScaleRange, "1,"),
            (Range, "i8 5, 5"),
            (Range, "i8 256, 5"),
            (Range, "ptr 0, 5"),
            (Initializes, "(0, 4), (4, 8)"),
            (Initializes, "(4, 4)"),
        ];
        for (value, text) in refused {
            assert!(check(value, Some(text)).is_err(), "{text}");
        }
        assert!(check(Memory, None).is_err() && check(UwTable, None).is_ok());
    }
}
