//! Attribute groups and lists. LangRef, "Parameter Attributes", "Function Attributes".

use rustc_hash::FxHashMap;

use crate::attribute_kinds::{ATTRIBUTE_BITS, AttributeKind};
use crate::bitstream::{Block, Entry, Fields, Record};
use crate::codes::attribute as code;
use crate::error::Result;
use crate::numbers::ConstantRange;
use crate::types::{TypeId, Types};

/// The place of a function's own attributes in a list.
pub(crate) const FUNCTION_INDEX: u32 = u32::MAX;

/// An attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// A word.
    Enum(AttributeKind),
    /// With an integer.
    Int(AttributeKind, u64),
    /// A string with its value, which is empty for one without.
    String(Box<[u8]>, Box<[u8]>),
    /// With a type, or where one could be.
    Type(AttributeKind, Option<TypeId>),
    /// With a range.
    ConstantRange(AttributeKind, ConstantRange),
    /// With ranges of integers of so many bits.
    ConstantRangeList(AttributeKind, u32, Box<[ConstantRange]>),
}

/// The attributes of one place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeGroup {
    /// 0 for the result, 1 for the first parameter, [`FUNCTION_INDEX`] for a function's own.
    pub index: u32,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// The attributes of a module.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// The groups.
    pub groups: Vec<AttributeGroup>,
    /// The lists, each the places of its groups. Records have their numbers, which count from one.
    pub lists: Vec<Box<[u32]>>,
    /// The places of groups by their numbers in the file.
    numbers: FxHashMap<u64, u32>,
}

/// The forms that attributes are written in.
pub(crate) mod form {
    pub(crate) const ENUM: u64 = 0;
    pub(crate) const INT: u64 = 1;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const STRING_VALUE: u64 = 4;
    pub(crate) const TYPE: u64 = 5;
    pub(crate) const TYPE_VALUE: u64 = 6;
    pub(crate) const CONSTANT_RANGE: u64 = 7;
    pub(crate) const CONSTANT_RANGE_LIST: u64 = 8;
}

impl Attributes {
    /// Reads the groups.
    ///
    /// # Errors
    /// The block is ill-formed.
    pub fn read_groups(&mut self, mut block: Block<'_>, types: &Types<'_>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == code::GROUP_ENTRY => {
                    let mut fields = record.fields();
                    let (id, index) = (fields.take()?, fields.number("a place of attributes")?);
                    let mut group = AttributeGroup { index, ..AttributeGroup::default() };
                    while !fields.is_empty() {
                        group.attributes.push(attribute(&mut fields, types)?);
                    }
                    self.numbers.insert(id, self.groups.len() as u32);
                    self.groups.push(group);
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }

    /// Reads the lists.
    ///
    /// # Errors
    /// The block is ill-formed.
    pub(crate) fn read_lists(&mut self, mut block: Block<'_>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == code::ENTRY => {
                    let place = |id: &u64| {
                        let place = self.numbers.get(id).copied();
                        place.ok_or_else(|| record.error(format!("there is no attribute group {id}")))
                    };
                    self.lists.push(record.operands.iter().map(place).collect::<Result<_>>()?);
                }
                Entry::Record if record.code == code::ENTRY_OLD => {
                    let (mut fields, mut list) = (record.fields(), Vec::new());
                    while !fields.is_empty() {
                        let index = fields.number("a place of attributes")?;
                        list.push(self.groups.len() as u32);
                        self.groups.push(AttributeGroup { index, attributes: of_bits(fields.take()?) });
                    }
                    self.lists.push(list.into());
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }
}

fn attribute(fields: &mut Fields<'_>, types: &Types<'_>) -> Result<Attribute> {
    let kind = |fields: &mut Fields<'_>| {
        let number = fields.take()?;
        let kind = AttributeKind::from_number(number);
        kind.ok_or_else(|| fields.error(format!("an attribute has the unknown kind {number}")))
    };
    Ok(match fields.take()? {
        form::ENUM => Attribute::Enum(kind(fields)?),
        form::INT => Attribute::Int(kind(fields)?, fields.take()?),
        form::STRING => Attribute::String(string(fields)?, Box::default()),
        form::STRING_VALUE => Attribute::String(string(fields)?, string(fields)?),
        form::TYPE => Attribute::Type(kind(fields)?, None),
        form::TYPE_VALUE => Attribute::Type(kind(fields)?, Some(types.take(fields)?)),
        form::CONSTANT_RANGE => {
            let (kind, width) = (kind(fields)?, fields.number("a width")?);
            Attribute::ConstantRange(kind, ConstantRange::read(fields, width)?)
        }
        form::CONSTANT_RANGE_LIST => {
            let (kind, count, width) = (kind(fields)?, fields.take()?, fields.number("a width")?);
            let ranges = (0..count).map(|_| ConstantRange::read(fields, width)).collect::<Result<_>>()?;
            Attribute::ConstantRangeList(kind, width, ranges)
        }
        form => return Err(fields.error(format!("an attribute is written in the unknown form {form}"))),
    })
}

/// A string that a zero ends.
fn string(fields: &mut Fields<'_>) -> Result<Box<[u8]>> {
    let mut bytes = Vec::new();
    loop {
        match fields.take()? {
            0 => return Ok(bytes.into()),
            byte => bytes.push(byte as u8),
        }
    }
}

/// The attributes that the bits of an old list stand for.
fn of_bits(encoded: u64) -> Vec<Attribute> {
    let (alignment, stack) = (encoded >> 16 & 0xffff, (encoded & 0x000f_ffff_0000_0000) >> 11 >> 26 & 7);
    let bits = (encoded & 0x000f_ffff_0000_0000) >> 11 | encoded & 0xffff;
    let int = |name: &str, value: u64| AttributeKind::from_name(name).map(|kind| Attribute::Int(kind, value));
    let words = ATTRIBUTE_BITS.iter().filter(|(bit, _)| bits >> bit & 1 == 1);
    let words = words.filter_map(|(_, name)| AttributeKind::from_name(name).map(Attribute::Enum));
    let alignment = (alignment != 0).then(|| int("align", alignment)).flatten();
    let stack = (stack != 0).then(|| int("alignstack", 1 << (stack - 1))).flatten();
    alignment.into_iter().chain(words).chain(stack).collect()
}
