//! Attribute groups and lists. LangRef, "Parameter Attributes", "Function Attributes".

use irtrip_dialect::attribute_set::raw_text;
use irtrip_dialect::enums::FpClassTest;
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use irtrip_dialect::llvm_text as text;
use rustc_hash::FxHashMap;

use crate::attribute_kinds::{ATTRIBUTE_BITS, ATTRIBUTE_KINDS};
use crate::bitstream::{Block, Entry, Fields, Record, signed};
use crate::error::Result;
use crate::numbers::wide_text;
use crate::types::Types;

/// The place of a function's own attributes in a list.
const FUNCTION: u64 = u32::MAX as u64;

/// The attributes of one place.
#[derive(Clone, Debug, Default)]
struct Group {
    /// 0 for the result, 1 for the first parameter.
    place: u64,
    text: String,
    /// Its number, for a function's own.
    number: u32,
}

/// The groups of a list.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    /// The number of the group of the function's own.
    pub function: Option<u32>,
    /// Of the result: ` zeroext`.
    pub result: String,
    params: Vec<(u32, String)>,
}

impl AttributeList {
    /// Of a parameter, each with a space before it.
    pub fn param(&self, place: usize) -> &str {
        let found = self.params.iter().find(|param| param.0 as usize == place);
        found.map_or("", |param| &param.1)
    }
}

/// The attributes of a module.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    groups: FxHashMap<u64, Group>,
    lists: Vec<AttributeList>,
    /// The text of each group of functions' own, by number.
    pub functions: Vec<String>,
}

impl Attributes {
    /// The list of a number in a record, which counts from one.
    ///
    /// # Errors
    /// There is none.
    pub fn list(&self, fields: &Fields<'_>, number: u64) -> Result<Option<&AttributeList>> {
        let Some(place) = number.checked_sub(1) else { return Ok(None) };
        let list = usize::try_from(place).ok().and_then(|place| self.lists.get(place));
        list.map(Some).ok_or_else(|| fields.error(format!("there is no attribute list {number}")))
    }

    /// Reads the groups.
    ///
    /// # Errors
    /// The block is ill-formed.
    pub fn read_groups(&mut self, mut block: Block<'_>, types: &Types<'_>) -> Result<()> {
        const ENTRY: u32 = 3;
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == ENTRY => {
                    let mut fields = record.fields();
                    let (id, place) = (fields.take()?, fields.take()?);
                    let mut group = Group { place, ..Group::default() };
                    while !fields.is_empty() {
                        attribute(&mut group.text, &mut fields, types, place == FUNCTION)?;
                    }
                    self.number(&mut group);
                    self.groups.insert(id, group);
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }

    fn number(&mut self, group: &mut Group) {
        if group.place == FUNCTION {
            group.number = self.functions.len() as u32;
            self.functions.push(group.text.clone());
        }
    }

    /// Reads the lists.
    ///
    /// # Errors
    /// The block is ill-formed.
    pub fn read_lists(&mut self, mut block: Block<'_>) -> Result<()> {
        const ENTRY_OLD: u32 = 1;
        const ENTRY: u32 = 2;
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == ENTRY => {
                    let mut list = AttributeList::default();
                    for id in &record.operands {
                        let group = self.groups.get(id);
                        let group = group.ok_or_else(|| record.error(format!("there is no attribute group {id}")))?;
                        list.add(group);
                    }
                    self.lists.push(list);
                }
                Entry::Record if record.code == ENTRY_OLD => {
                    let (mut fields, mut list) = (record.fields(), AttributeList::default());
                    while !fields.is_empty() {
                        let (place, bits) = (fields.take()?, fields.take()?);
                        let mut group = Group { place, text: bits_text(bits, place == FUNCTION), number: 0 };
                        self.number(&mut group);
                        list.add(&group);
                    }
                    self.lists.push(list);
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }
}

impl AttributeList {
    fn add(&mut self, group: &Group) {
        match group.place {
            FUNCTION if group.text.is_empty() => {}
            FUNCTION => self.function = Some(group.number),
            0 => self.result.clone_from(&group.text),
            place => self.params.push(((place - 1).min(FUNCTION) as u32, group.text.clone())),
        }
    }
}

/// The name of a kind of attribute.
fn kind_name(fields: &mut Fields<'_>) -> Result<&'static str> {
    let kind = fields.take()?;
    let name = usize::try_from(kind).ok().and_then(|kind| ATTRIBUTE_KINDS.get(kind)).filter(|name| !name.is_empty());
    name.copied().ok_or_else(|| fields.error(format!("an attribute has the unknown kind {kind}")))
}

/// Appends an attribute of a group.
fn attribute(out: &mut String, fields: &mut Fields<'_>, types: &Types<'_>, of_function: bool) -> Result<()> {
    out.push(' ');
    match fields.take()? {
        // A word.
        0 => out.push_str(kind_name(fields)?),
        // With an integer.
        1 => {
            let name = kind_name(fields)?;
            let value = fields.take()?;
            integer(out, name, value, of_function);
        }
        // A string, with a value or without.
        form @ (3 | 4) => {
            text::quoted(out, &string(fields)?);
            if form == 4 {
                out.push('=');
                text::quoted(out, &string(fields)?);
            }
        }
        // With a type, or where one could be.
        form @ (5 | 6) => {
            out.push_str(kind_name(fields)?);
            if form == 6 {
                let ty = types.take(fields)?;
                out.push('(');
                out.push_str(types.text(ty));
                out.push(')');
            }
        }
        // With a range.
        7 => {
            out.push_str(kind_name(fields)?);
            let width = fields.number("a width")?;
            out.push_str("(i");
            text::int(out, width);
            out.push(' ');
            range(out, fields, width)?;
            out.push(')');
        }
        // With a list of ranges.
        8 => {
            out.push_str(kind_name(fields)?);
            let (count, width) = (fields.take()?, fields.number("a width")?);
            out.push('(');
            for place in 0..count {
                out.push_str(if place == 0 { "(" } else { ", (" });
                range(out, fields, width)?;
                out.push(')');
            }
            out.push(')');
        }
        form => return Err(fields.error(format!("an attribute is written in the unknown form {form}"))),
    }
    Ok(())
}

/// Appends both ends of a range: `0, 10`.
pub fn range(out: &mut String, fields: &mut Fields<'_>, width: u32) -> Result<()> {
    if width <= 64 {
        let (start, end) = (signed(fields.take()?), signed(fields.take()?));
        text::int(out, start);
        out.push_str(", ");
        text::int(out, end);
        return Ok(());
    }
    let words = fields.take()?;
    for (place, count) in [words & u64::from(u32::MAX), words >> 32].into_iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        if count > fields.len() as u64 {
            return Err(fields.error("a range has too few operands"));
        }
        let parts = (0..count).map(|_| fields.take()).collect::<Result<Vec<_>>>()?;
        out.push_str(&wide_text(&parts, width));
    }
    Ok(())
}

/// A string that a zero ends.
fn string(fields: &mut Fields<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        match fields.take()? {
            0 => return Ok(bytes),
            byte => bytes.push(byte as u8),
        }
    }
}

/// Appends an attribute with an integer.
fn integer(out: &mut String, name: &str, value: u64, of_function: bool) {
    out.push_str(name);
    let kind = by_llvm(name).map(|(_, row)| row.value);
    let inside = match kind {
        Some(AttributeValue::Text(AttributeText::UwTable)) => match value {
            1 => "sync".to_owned(),
            _ => return,
        },
        Some(AttributeValue::Text(AttributeText::Memory)) => memory(value),
        Some(AttributeValue::Text(AttributeText::FpClass)) => {
            FpClassTest::from_bits_truncate(value as u16).llvm_words().collect::<Vec<_>>().join(" ")
        }
        Some(AttributeValue::Text(AttributeText::VScaleRange)) => format!("{},{}", value >> 32, value as u32),
        Some(AttributeValue::Text(AttributeText::Captures)) => captures(value),
        Some(AttributeValue::Text(AttributeText::DeadOnReturn)) => match value {
            u64::MAX => return,
            value => value.to_string(),
        },
        Some(value_kind) => raw_text(value_kind, value).unwrap_or_else(|| value.to_string()),
        None => value.to_string(),
    };
    match name {
        "align" if of_function => out.push('='),
        "alignstack" if of_function => out.push('='),
        "align" => out.push(' '),
        _ => {
            out.push('(');
            out.push_str(&inside);
            out.push(')');
            return;
        }
    }
    out.push_str(&inside);
}

/// The effects of `memory(...)`. Up to LLVM 20 the encoding had no place for `errno`, which was other memory.
fn memory(value: u64) -> String {
    let number = match value >> 56 {
        0 => value & 0xf | (value >> 4 & 3) << 4 | (value >> 4 & 3) << 6,
        _ => value & 0x00ff_ffff_ffff_ffff,
    };
    raw_text(AttributeValue::Text(AttributeText::Memory), number).unwrap_or_default()
}

/// The components of `captures(...)`: four bits for the value itself over four for where it is returned.
fn captures(value: u64) -> String {
    let component = |bits: u64| {
        let address = match bits & 3 {
            0 => None,
            1 => Some("address_is_null"),
            _ => Some("address"),
        };
        let provenance = match bits >> 2 & 3 {
            0 => None,
            1 => Some("read_provenance"),
            _ => Some("provenance"),
        };
        let words: Vec<&str> = address.into_iter().chain(provenance).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    };
    let (other, result) = (value >> 4 & 15, value & 15);
    match (other == result, other) {
        (true, _) => component(other),
        (false, 0) => format!("ret: {}", component(result)),
        (false, _) => format!("{}, ret: {}", component(other), component(result)),
    }
}

/// The attributes that the bits of an old list stand for.
fn bits_text(encoded: u64, of_function: bool) -> String {
    let mut out = String::new();
    let alignment = encoded >> 16 & 0xffff;
    let bits = (encoded & 0x000f_ffff_0000_0000) >> 11 | encoded & 0xffff;
    if alignment != 0 {
        out.push(' ');
        integer(&mut out, "align", alignment, of_function);
    }
    for (bit, name) in ATTRIBUTE_BITS {
        if bits >> bit & 1 == 1 {
            out.push(' ');
            out.push_str(name);
        }
    }
    let stack = bits >> 26 & 7;
    if stack != 0 {
        out.push(' ');
        integer(&mut out, "alignstack", 1 << (stack - 1), of_function);
    }
    out
}
