//! Attributes of functions, parameters and results. LangRef, "Parameter Attributes", "Function Attributes".

use irtrip_dialect::attribute_set::{denormal_fpenv_bits, denormal_fpenv_strings, raw_number};
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::FpClassTest;
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use irtrip_dialect::release::Release;

use super::constants::constant_range;
use super::parser::Parser;
use crate::attribute_kinds::AttributeKind;
use crate::attributes::Attribute;

/// What is between brackets, as text.
fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default().trim()
}

impl<'a> Parser<'a, '_, '_> {
    /// Reads `attributes #0 = { ... }`. Returns the number and the attributes.
    pub fn attribute_group(&mut self) -> DiagnosticResult<(u32, Vec<Attribute>)> {
        self.c.expect_word("attributes")?;
        self.c.skip();
        let number = self.c.small_number();
        self.c.expect(b'=', "'=' here")?;
        self.c.expect(b'{', "'{' here")?;
        let group = self.attributes(true)?;
        self.c.expect(b'}', "end of attribute group")?;
        Ok((number.unwrap_or_default(), group))
    }

    /// The attributes that are next. In a group an alignment follows `=`.
    pub fn attributes(&mut self, of_function: bool) -> DiagnosticResult<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.attribute(&mut attributes, of_function)? {}
        sort(&mut attributes);
        Ok(attributes)
    }

    /// An attribute, if one is next.
    fn attribute(&mut self, out: &mut Vec<Attribute>, of_function: bool) -> DiagnosticResult<bool> {
        match self.c.peek() {
            b'"' => {
                let key = self.c.string()?;
                let value = if self.c.eat(b'=') { self.c.string()? } else { Default::default() };
                out.push(Attribute::String(key.as_ref().into(), value.as_ref().into()));
                return Ok(true);
            }
            // Debug records begin with this sign, too.
            b'#' if of_function && self.c.byte_at(1).is_ascii_digit() => {
                let start = self.c.pos;
                let number = self.c.small_number();
                let group = number.and_then(|number| self.symbols.groups.get(&number));
                match group {
                    Some(group) => out.extend(group.iter().cloned()),
                    None => return self.c.error_since(start, ImportCode::Expected("attribute group that is defined")),
                }
                return Ok(true);
            }
            byte if byte.is_ascii_lowercase() => {}
            _ => return Ok(false),
        }
        let word = self.c.peek_word();
        let Ok(name) = std::str::from_utf8(word) else { return Ok(false) };
        // `align` of a function or variable stands among what is no attribute.
        if of_function && matches!(name, "align" | "prefix") {
            let mut ahead = self.c;
            ahead.word();
            if ahead.peek() != b'=' {
                return Ok(false);
            }
        }
        if name == "denormal_fpenv" {
            self.c.word();
            let inside = self.inside_brackets()?.unwrap_or_default();
            if let Some(kind) = AttributeKind::from_name(name).filter(|_| self.symbols.release >= Release::V23) {
                out.extend(denormal_fpenv_bits(text_of(inside)).map(|bits| Attribute::Int(kind, bits)));
                return Ok(true);
            }
            let strings = denormal_fpenv_strings(text_of(inside)).unwrap_or_default();
            let strings = strings.into_iter().map(|(key, value)| (key.as_bytes().into(), value.into_bytes().into()));
            out.extend(strings.map(|(key, value)| Attribute::String(key, value)));
            return Ok(true);
        }
        let Some(kind) = AttributeKind::from_name(name) else { return Ok(false) };
        let start = self.c.pos;
        self.c.word();
        let value = by_llvm(name).map_or(AttributeValue::None, |row| row.1.value);
        out.push(match value {
            AttributeValue::None => Attribute::Enum(kind),
            AttributeValue::Type => self.type_attribute(kind, name)?,
            AttributeValue::Int => Attribute::Int(kind, self.integer_value()?),
            AttributeValue::Text(text) => self.text_attribute(kind, text, start)?,
        });
        Ok(true)
    }

    fn type_attribute(&mut self, kind: AttributeKind, name: &str) -> DiagnosticResult<Attribute> {
        if !self.c.eat(b'(') {
            // Up to some release these were words, and `byval` could be one.
            let could_have_type = name == "byval" && self.symbols.release >= Release::V9;
            return Ok(if could_have_type { Attribute::Type(kind, None) } else { Attribute::Enum(kind) });
        }
        let ty = self.ty()?;
        self.c.expect(b')', "')'")?;
        Ok(Attribute::Type(kind, Some(ty)))
    }

    fn integer_value(&mut self) -> DiagnosticResult<u64> {
        let in_brackets = self.c.eat(b'(');
        if !in_brackets {
            self.c.eat(b'=');
        }
        let value = self.c.u64()?;
        if in_brackets {
            self.c.expect(b')', "')'")?;
        }
        Ok(value)
    }

    /// The text in the brackets that are next.
    fn inside_brackets(&mut self) -> DiagnosticResult<Option<&'a [u8]>> {
        if self.c.peek() != b'(' {
            return Ok(None);
        }
        let start = self.c.pos;
        self.c.skip_balanced()?;
        Ok(self.c.text.get(start + 1..self.c.pos - 1))
    }

    fn text_attribute(
        &mut self,
        kind: AttributeKind,
        what: AttributeText,
        start: usize,
    ) -> DiagnosticResult<Attribute> {
        let Some(inside) = self.inside_brackets()? else {
            return match what {
                AttributeText::UwTable if self.symbols.release < Release::V15 => Ok(Attribute::Enum(kind)),
                AttributeText::UwTable => Ok(Attribute::Int(kind, 2)),
                AttributeText::DeadOnReturn if self.symbols.release < Release::V23 => Ok(Attribute::Enum(kind)),
                AttributeText::DeadOnReturn => Ok(Attribute::Int(kind, u64::MAX)),
                _ => self.c.error_since(start, ImportCode::Expected("attribute with a value")),
            };
        };
        let text = text_of(inside);
        let number = match what {
            AttributeText::UwTable => Some(if text == "sync" { 1 } else { 2 }),
            AttributeText::DeadOnReturn => text.parse().ok(),
            AttributeText::FpClass => classes(text),
            AttributeText::VScaleRange => vscale_range(text),
            AttributeText::Captures => captures(text),
            AttributeText::Memory => raw_number(AttributeValue::Text(what), text).map(|raw| self.memory_effects(raw)),
            AttributeText::AllocKind | AttributeText::AllocSize => raw_number(AttributeValue::Text(what), text),
            AttributeText::Range => {
                let range = text.split_once(' ').and_then(|(ty, bounds)| {
                    let width = ty.strip_prefix('i')?.parse().ok()?;
                    constant_range(bounds, width)
                });
                return match range {
                    Some(range) => Ok(Attribute::ConstantRange(kind, range)),
                    None => self.c.error_since(start, ImportCode::Expected("range")),
                };
            }
            AttributeText::Initializes => {
                let ranges = text
                    .split(')')
                    .map(|part| part.trim_start_matches([',', ' ', '(']))
                    .filter(|part| !part.is_empty());
                let ranges: Option<Box<[_]>> = ranges.map(|bounds| constant_range(bounds, 64)).collect();
                return match ranges {
                    Some(ranges) => Ok(Attribute::ConstantRangeList(kind, 64, ranges)),
                    None => self.c.error_since(start, ImportCode::Expected("list of ranges")),
                };
            }
        };
        match number {
            Some(number) => Ok(Attribute::Int(kind, number)),
            None => self.c.error_since(start, ImportCode::Expected("attribute with a value")),
        }
    }

    /// The number of memory effects in bitcode: since LLVM 22 with places for the memories of a target, since LLVM 21 with a version
    /// over it, before without a place for `errno`.
    fn memory_effects(&self, raw: u64) -> u64 {
        const VERSION: u64 = 1 << 56;
        match self.symbols.release {
            release if release >= Release::V22 => VERSION | raw,
            Release::V21 => VERSION | raw & 0xff,
            _ => raw & 0xf | (raw >> 6 & 3) << 4,
        }
    }
}

/// Puts attributes in LLVM's order: by kind, then strings by key. The last of a kind counts.
pub(super) fn sort(attributes: &mut Vec<Attribute>) {
    fn key(attribute: &Attribute) -> (usize, &[u8]) {
        let kind = match attribute {
            Attribute::String(key, _) => return (usize::MAX, key),
            Attribute::Enum(kind)
            | Attribute::Int(kind, _)
            | Attribute::Type(kind, _)
            | Attribute::ConstantRange(kind, _)
            | Attribute::ConstantRangeList(kind, ..) => kind,
        };
        // Words that are no more stand where the text has them, before those with a value.
        (by_llvm(kind.name()).map_or(0, |row| row.0), &[])
    }
    let is_known = |attribute: &Attribute| !matches!(key(attribute), (0, []));
    if attributes.iter().all(is_known) {
        attributes.sort_by(|a, b| key(a).cmp(&key(b)));
    }
    attributes.reverse();
    let mut seen = rustc_hash::FxHashSet::default();
    let kept: Vec<bool> = attributes
        .iter()
        .map(|attribute| match attribute {
            Attribute::String(key, _) => seen.insert(key.to_vec()),
            Attribute::Enum(kind)
            | Attribute::Int(kind, _)
            | Attribute::Type(kind, _)
            | Attribute::ConstantRange(kind, _)
            | Attribute::ConstantRangeList(kind, ..) => seen.insert(kind.name().as_bytes().to_vec()),
        })
        .collect();
    let mut kept = kept.into_iter();
    attributes.retain(|_| kept.next().unwrap_or(true));
    attributes.reverse();
}

/// The bits of `nofpclass(...)`.
fn classes(text: &str) -> Option<u64> {
    if let Ok(bits) = text.parse() {
        return Some(bits);
    }
    let words = text.split_ascii_whitespace().map(|word| FpClassTest::from_llvm(word.as_bytes()));
    let classes = words.collect::<Option<Vec<_>>>()?.into_iter().fold(FpClassTest::empty(), |all, one| all | one);
    Some(u64::from(classes.bits()))
}

/// `1,16`; one number is both.
fn vscale_range(text: &str) -> Option<u64> {
    let mut numbers = text.split(',').map(|number| number.trim().parse::<u32>().ok());
    let least = numbers.next()??;
    let most = numbers.next().unwrap_or(Some(least))?;
    Some(u64::from(least) << 32 | u64::from(most))
}

/// The components of `captures(...)`: four bits for the value itself over four for where it is returned.
fn captures(text: &str) -> Option<u64> {
    let (mut bits, mut in_result) = ([None; 2], false);
    for part in text.split(',') {
        let mut word = part.trim();
        if let Some((_, rest)) = word.split_once(':') {
            in_result = true;
            word = rest.trim();
        }
        let component = match word {
            "none" => 0u64,
            "address_is_null" => 1,
            "address" => 3,
            "read_provenance" => 4,
            "provenance" => 12,
            _ => return None,
        };
        let own = bits.get_mut(usize::from(in_result))?;
        *own = Some(own.unwrap_or(0) | component);
    }
    let other = bits[0].unwrap_or(0);
    Some(other << 4 | bits[1].unwrap_or(other))
}
