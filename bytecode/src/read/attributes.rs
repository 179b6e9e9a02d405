//! Attributes: read when they are first asked for, by the builtin dialect's codes, the LLVM dialect's table, or as text.

use std::sync::OnceLock;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::attributes::{FloatBits, StridedLayout};
use irtrip_dialect::limits::MAX_BRACKETS;
use irtrip_dialect::{Attr, AttrData, Context, Location, Str, Type, TypeData};
use irtrip_grammar::{AttrTexts, parse_attr};
use num_bigint::{BigInt, BigUint, Sign};

use crate::encoding::{AttrCode, DYNAMIC, is_own};
use crate::error::Result;

use super::affine;
use super::cursor::Cursor;
use super::file::{Entry, File};

/// The attributes, types and strings of a file that were read, for all threads. Of what two of them read at once, the first counts:
/// what is distinct in a text is another each time that it is read.
pub struct Tables<'b> {
    attributes: Vec<OnceLock<Attr>>,
    types: Vec<OnceLock<Type>>,
    strings: Vec<OnceLock<Str>>,
    resource_keys: Vec<&'b [u8]>,
    /// The number in the context of a distinct attribute that is the first entry of the table.
    first_distinct: u32,
}

impl<'b> Tables<'b> {
    /// The tables of a file, of which nothing is read.
    pub fn new(ctx: &Context, file: &File<'b>) -> Tables<'b> {
        Tables {
            attributes: unread(file.attributes.len()),
            types: unread(file.types.len()),
            strings: unread(file.strings.len()),
            resource_keys: file.resource_keys(),
            first_distinct: ctx.reserve_distinct(file.attributes.len() as u32),
        }
    }
}

fn unread<T>(count: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}

/// An entry that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Attribute(usize),
    Type(usize),
}

/// The attributes and the types of a file, as one thread reads them.
pub struct Values<'f, 'b> {
    pub ctx: &'f Context,
    pub file: &'f File<'b>,
    pub tables: &'f Tables<'b>,
    /// Attributes that are text, where what is distinct in them has the number of its entry.
    texts: Option<AttrTexts<'b>>,
    /// What is being read: what asks for one of these is a part of it.
    open: Vec<Open>,
}

impl<'f, 'b> Values<'f, 'b> {
    /// Reads the tables of a file.
    pub fn new(ctx: &'f Context, file: &'f File<'b>, tables: &'f Tables<'b>) -> Values<'f, 'b> {
        let texts = is_own(file.producer)
            .then(|| AttrTexts::with_first_distinct(tables.first_distinct).of_release(file.release));
        Values { ctx, file, tables, texts, open: Vec::new() }
    }

    /// Reads the number of an attribute; returns the attribute.
    ///
    /// # Errors
    /// There is none of the number, or it is ill-formed.
    pub fn attr(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let index = cursor.varint()?;
        self.attr_at(index, &before)
    }

    /// Reads the number of an attribute that may be none.
    ///
    /// # Errors
    /// As [`Values::attr`].
    pub fn optional_attr(&mut self, cursor: &mut Cursor<'b>) -> Result<Option<Attr>> {
        let before = *cursor;
        let (index, is_there) = cursor.flagged()?;
        if is_there { self.attr_at(index, &before).map(Some) } else { Ok(None) }
    }

    /// Reads the number of an attribute of a kind.
    ///
    /// # Errors
    /// As [`Values::attr`], or it is another attribute.
    pub fn attr_that(&mut self, cursor: &mut Cursor<'b>, what: &str, is: impl Fn(&AttrData) -> bool) -> Result<Attr> {
        let before = *cursor;
        let attr = self.attr(cursor)?;
        if is(self.ctx.attr_data(attr)) { Ok(attr) } else { Err(before.error(format!("expected {what}"))) }
    }

    /// Reads the number of a type; returns the type.
    ///
    /// # Errors
    /// There is none of the number, or it is ill-formed.
    pub fn ty(&mut self, cursor: &mut Cursor<'b>) -> Result<Type> {
        let before = *cursor;
        let index = cursor.varint()?;
        self.type_at(index, &before)
    }

    /// The attribute of a number that was read at a place.
    ///
    /// # Errors
    /// As [`Values::attr`].
    pub fn attr_at(&mut self, index: u64, place: &Cursor<'b>) -> Result<Attr> {
        let index = place.checked(index, self.tables.attributes.len(), "attribute")?;
        let known = self.tables.attributes.get(index);
        if let Some(attr) = known.and_then(OnceLock::get) {
            return Ok(*attr);
        }
        let entry = self.enter(self.file.attributes.get(index), Open::Attribute(index), place)?;
        let attr = match entry.is_encoded {
            true => self.encoded_attribute(entry, index),
            false => self.attribute_of_text(entry),
        };
        // Properties may be read in another layout where this fails.
        self.open.pop();
        let attr = attr?;
        Ok(known.map_or(attr, |known| *known.get_or_init(|| attr)))
    }

    /// The type of a number that was read at a place.
    ///
    /// # Errors
    /// As [`Values::ty`].
    pub fn type_at(&mut self, index: u64, place: &Cursor<'b>) -> Result<Type> {
        let index = place.checked(index, self.tables.types.len(), "type")?;
        let known = self.tables.types.get(index);
        if let Some(ty) = known.and_then(OnceLock::get) {
            return Ok(*ty);
        }
        let entry = self.enter(self.file.types.get(index), Open::Type(index), place)?;
        let ty = self.read_type(entry);
        self.open.pop();
        let ty = ty?;
        Ok(known.map_or(ty, |known| *known.get_or_init(|| ty)))
    }

    /// Begins to read an entry: it is not part of itself, and not nested too deeply.
    fn enter(&mut self, entry: Option<&Entry<'b>>, open: Open, place: &Cursor<'b>) -> Result<Entry<'b>> {
        let Some(entry) = entry else { return Err(place.error("invalid index")) };
        if self.open.contains(&open) {
            return Err(place.error("an attribute or type is a part of itself"));
        }
        if self.open.len() >= MAX_BRACKETS {
            return Err(place.error(format!("attributes and types are nested more than {MAX_BRACKETS} levels deep")));
        }
        self.open.push(open);
        Ok(*entry)
    }

    /// Reads the number of a string.
    ///
    /// # Errors
    /// There is no such string.
    pub fn string(&mut self, cursor: &mut Cursor<'b>) -> Result<Str> {
        let index = cursor.index(self.tables.strings.len(), "string")?;
        let string = || self.ctx.byte_str(self.file.strings.get(index).copied().unwrap_or_default());
        Ok(self.tables.strings.get(index).map_or_else(string, |known| *known.get_or_init(string)))
    }

    /// Reads a list: how many there are, and each.
    ///
    /// # Errors
    /// Those of `item`, or there cannot be so many.
    pub fn list<T>(
        &mut self,
        cursor: &mut Cursor<'b>,
        mut item: impl FnMut(&mut Self, &mut Cursor<'b>) -> Result<T>,
    ) -> Result<Vec<T>> {
        (0..cursor.count()?).map(|_| item(self, cursor)).collect()
    }

    fn attribute_of_text(&self, entry: Entry<'b>) -> Result<Attr> {
        let mut cursor = entry.data;
        let text = text(&mut cursor)?;
        cursor.finish("an attribute entry")?;
        let read = match &self.texts {
            Some(texts) => texts.attr(self.ctx, text),
            None => AttrTexts::default().of_release(self.file.release).attr(self.ctx, text),
        };
        read.map_err(|error| entry.data.error(format!("attribute {text}: {}", error.code)))
    }

    fn encoded_attribute(&mut self, entry: Entry<'b>, index: usize) -> Result<Attr> {
        let mut cursor = entry.data;
        let dialect = self.file.dialects.get(entry.dialect).copied().unwrap_or_default();
        let attr = match dialect {
            b"builtin" => self.builtin_attribute(&mut cursor, index)?,
            b"llvm" => self.llvm_attribute(&mut cursor)?,
            _ => return Err(no_encoding(&cursor, dialect)),
        };
        cursor.finish("an attribute entry")?;
        Ok(attr)
    }

    fn builtin_attribute(&mut self, cursor: &mut Cursor<'b>, index: usize) -> Result<Attr> {
        let before = *cursor;
        let code = cursor.varint()?;
        let Some(code) = AttrCode::of(code) else {
            return Err(before.error(format!("unknown code of a builtin attribute: {code}")));
        };
        let ctx = self.ctx;
        Ok(match code {
            AttrCode::Array => {
                let items = self.list(cursor, Self::attr)?;
                ctx.array(&items)
            }
            AttrCode::Dictionary => {
                let entries = self.list(cursor, |values, cursor| Ok((values.name(cursor)?, values.attr(cursor)?)))?;
                ctx.dictionary(&entries)
            }
            AttrCode::String => ctx.str_attr(self.string(cursor)?),
            AttrCode::StringWithType => {
                let value = self.string(cursor)?;
                let ty = self.ty(cursor)?;
                ctx.attr(AttrData::String { value, ty: (*ctx.type_data(ty) != TypeData::None).then_some(ty) })
            }
            AttrCode::FlatSymbolRef => ctx.symbol_ref(self.name(cursor)?),
            AttrCode::SymbolRef => self.symbol_ref(cursor)?,
            AttrCode::Type => ctx.type_attr(self.ty(cursor)?),
            AttrCode::Unit => attrs::UNIT,
            AttrCode::Integer => self.integer(cursor)?,
            AttrCode::Float => self.float(cursor)?,
            AttrCode::CallSiteLoc
            | AttrCode::FileLineColLoc
            | AttrCode::FileLineColRange
            | AttrCode::FusedLoc
            | AttrCode::FusedLocWithMetadata
            | AttrCode::NameLoc
            | AttrCode::UnknownLoc => self.location_of(code, cursor)?,
            AttrCode::DenseResource => {
                let ty = self.shaped(cursor)?;
                let index = cursor.index(self.tables.resource_keys.len(), "resource handle")?;
                let key = ctx.byte_str(self.tables.resource_keys.get(index).copied().unwrap_or_default());
                ctx.attr(AttrData::DenseResource { key, ty })
            }
            AttrCode::DenseArray => self.dense_array(cursor)?,
            AttrCode::Dense => self.dense(cursor)?,
            AttrCode::DenseStrings => self.dense_strings(cursor)?,
            AttrCode::Sparse => self.sparse(cursor)?,
            AttrCode::AffineMap => self.written(&affine::map(cursor)?, &before)?,
            AttrCode::IntegerSet => self.written(&affine::set(cursor)?, &before)?,
            AttrCode::StridedLayout => self.strided_layout(cursor)?,
            AttrCode::Distinct => {
                let referenced = self.attr(cursor)?;
                ctx.attr(AttrData::Distinct { id: self.tables.first_distinct.wrapping_add(index as u32), referenced })
            }
        })
    }

    fn strided_layout(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let known = |number: i64| (number != DYNAMIC).then_some(number);
        let offset = known(cursor.signed()?);
        let strides = self.list(cursor, |_, cursor| Ok(known(cursor.signed()?)))?.into();
        Ok(self.ctx.attr(AttrData::StridedLayout(Box::new(StridedLayout { offset, strides }))))
    }

    /// The attribute of a text that an encoding at a place stands for.
    fn written(&self, text: &str, place: &Cursor<'b>) -> Result<Attr> {
        parse_attr(self.ctx, text).map_err(|error| place.error(format!("attribute {text}: {}", error.code)))
    }

    fn symbol_ref(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let root = self.name(cursor)?;
        let nested = self.list(cursor, |values, cursor| {
            let before = *cursor;
            let symbol = values.attr(cursor)?;
            let name = values.ctx.symbol_value(symbol);
            name.ok_or_else(|| before.error("expected a symbol reference without nested names"))
        })?;
        Ok(self.ctx.attr(AttrData::SymbolRef { root, nested: nested.into() }))
    }

    fn dense_strings(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let ty = self.shaped(cursor)?;
        let before = *cursor;
        let is_splat = cursor.varint()? != 0;
        let count = if is_splat { 1 } else { self.element_count(ty).unwrap_or(u64::MAX) };
        if count > cursor.left() as u64 {
            return Err(before.error("there are fewer elements than the type says"));
        }
        let values: Vec<Str> = (0..count).map(|_| self.string(cursor)).collect::<Result<_>>()?;
        Ok(self.ctx.attr(AttrData::DenseStrings { ty, values: values.into() }))
    }

    fn sparse(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let ty = self.shaped(cursor)?;
        let is_dense = |data: &AttrData| matches!(data, AttrData::Dense { .. } | AttrData::DenseStrings { .. });
        let indices = self.attr_that(cursor, "elements", is_dense)?;
        let values = self.attr_that(cursor, "elements", is_dense)?;
        Ok(self.ctx.attr(AttrData::Sparse { ty, indices, values }))
    }

    /// Reads the number of a string attribute; returns its bytes.
    pub fn name(&mut self, cursor: &mut Cursor<'b>) -> Result<Str> {
        let before = *cursor;
        let attr = self.attr(cursor)?;
        self.ctx.string_value(attr).ok_or_else(|| before.error("expected a string attribute"))
    }

    /// Reads the number of a location.
    ///
    /// # Errors
    /// As [`Values::attr`], or it is none.
    pub fn location(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        self.attr_that(cursor, "a location", |data| matches!(data, AttrData::Location(_)))
    }

    fn location_of(&mut self, code: AttrCode, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let location = match code {
            AttrCode::CallSiteLoc => {
                Location::CallSite { callee: self.location(cursor)?, caller: self.location(cursor)? }
            }
            AttrCode::FileLineColLoc => {
                let file = self.name(cursor)?;
                Location::File { file, line: number(cursor)?, column: number(cursor)?, end: None }
            }
            AttrCode::FileLineColRange => {
                let file = self.name(cursor)?;
                let before = *cursor;
                match self.list(cursor, |_, cursor| number(cursor))?[..] {
                    [] => Location::File { file, line: 0, column: 0, end: None },
                    [line] => Location::File { file, line, column: 0, end: None },
                    [line, column] => Location::File { file, line, column, end: None },
                    [line, column, end] => Location::File { file, line, column, end: Some((line, end)) },
                    [line, column, end_line, end] => Location::File { file, line, column, end: Some((end_line, end)) },
                    _ => return Err(before.error("a range of a file has more than four numbers")),
                }
            }
            AttrCode::FusedLoc | AttrCode::FusedLocWithMetadata => {
                let locations = self.list(cursor, Self::location)?;
                let metadata = match code {
                    AttrCode::FusedLocWithMetadata => Some(self.attr(cursor)?),
                    _ => None,
                };
                return Ok(self.ctx.fused_loc(&locations, metadata));
            }
            AttrCode::NameLoc => Location::Name { name: self.name(cursor)?, child: self.location(cursor)? },
            _ => Location::Unknown,
        };
        Ok(self.ctx.attr(AttrData::Location(location)))
    }

    fn integer(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let ty = self.ty(cursor)?;
        let width = match self.ctx.type_data(ty) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Index => 64,
            _ => return Err(before.error("expected integer or index type for IntegerAttr")),
        };
        Ok(match known_width(cursor, width)? {
            Bits::Small(value) => self.ctx.int_attr(ty, value as i64),
            Bits::Large(words) => {
                let digits = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
                let magnitude = BigUint::new(digits);
                // What is read is bits: those of a number below zero are a number above all that are not.
                self.ctx.big_int_attr(ty, BigInt::from_biguint(Sign::Plus, magnitude))
            }
        })
    }

    fn float(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let ty = self.ty(cursor)?;
        let TypeData::Float(kind) = self.ctx.type_data(ty) else {
            return Err(before.error("expected floating point type for FloatAttr"));
        };
        let bits = match known_width(cursor, kind.width())? {
            Bits::Small(value) => u128::from(value),
            Bits::Large(words) => match words[..] {
                [] => 0,
                [low] => u128::from(low),
                [low, high] => u128::from(low) | u128::from(high) << 64,
                _ => return Err(before.error("a number has more bits than its type")),
            },
        };
        let used = u128::MAX >> (128 - kind.width());
        Ok(self.ctx.attr(AttrData::Float { ty, bits: FloatBits::new(bits & used) }))
    }

    fn dense_array(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let before = *cursor;
        let element = self.ty(cursor)?;
        let count = cursor.varint()?;
        let length = cursor.varint()?;
        let data = cursor.bytes(length)?;
        let (bytes, is_signed) = match self.ctx.type_data(element) {
            TypeData::Integer { width: width @ (1 | 8 | 16 | 32 | 64), .. } => (width.div_ceil(8) as usize, *width > 1),
            TypeData::Float(kind) if kind.width() <= 64 => (kind.width().div_ceil(8) as usize, false),
            _ => return Err(before.error("elements of an array are integers or floats of at most 64 bits")),
        };
        if count.checked_mul(bytes as u64) != Some(data.len() as u64) {
            return Err(before.error(format!("an array of {count} elements has {} bytes", data.len())));
        }
        let values = data.chunks_exact(bytes).map(|element| {
            let mut word = [0; 8];
            for (place, byte) in word.iter_mut().zip(element) {
                *place = *byte;
            }
            let value = i64::from_le_bytes(word);
            let unused = 64 - 8 * bytes as u32;
            if is_signed { value << unused >> unused } else { value }
        });
        let values = values.collect();
        Ok(self.ctx.attr(AttrData::DenseArray { element, values }))
    }

    fn dense(&mut self, cursor: &mut Cursor<'b>) -> Result<Attr> {
        let ctx = self.ctx;
        let before = *cursor;
        let ty = self.shaped(cursor)?;
        let length = cursor.varint()?;
        let data = cursor.bytes(length)?;
        let count = self.element_count(ty);
        let wrong = || before.error(format!("{} bytes are no elements of the type", data.len()));
        let element = element_type(ctx, ty).ok_or_else(wrong)?;
        if matches!(ctx.type_data(element), TypeData::Integer { width: 1, .. }) {
            return self.dense_bits(ty, data).ok_or_else(wrong);
        }
        let is_number = matches!(
            ctx.type_data(element),
            TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) | TypeData::Complex(_)
        );
        let bytes = ctx.dense_element_bytes(element);
        let count = count.filter(|_| is_number).ok_or_else(wrong)?;
        if data.len() == bytes || count.checked_mul(bytes as u64) == Some(data.len() as u64) {
            return Ok(ctx.dense(ty, data, bytes));
        }
        Err(wrong())
    }

    /// Elements of one bit: eight in a byte, or one byte for all.
    fn dense_bits(&mut self, ty: Type, data: &[u8]) -> Option<Attr> {
        let count = usize::try_from(self.element_count(ty)?).ok()?;
        if let [all @ (0 | 0xff)] = data {
            return Some(self.ctx.dense(ty, &[all & 1], 1));
        }
        if data.len() != count.div_ceil(8) {
            return None;
        }
        let bits: Vec<u8> = data.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1)).take(count).collect();
        Some(self.ctx.dense(ty, &bits, 1))
    }

    /// Reads the number of a shaped type whose sizes are known.
    fn shaped(&mut self, cursor: &mut Cursor<'b>) -> Result<Type> {
        let before = *cursor;
        let ty = self.ty(cursor)?;
        match self.element_count(ty) {
            Some(_) => Ok(ty),
            None => Err(before.error("expected a shaped type whose sizes are known")),
        }
    }

    /// How many elements a shaped type has.
    fn element_count(&self, ty: Type) -> Option<u64> {
        let dims = match self.ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims,
            TypeData::Tensor { dims: Some(dims), .. } | TypeData::MemRef { dims: Some(dims), .. } => dims,
            _ => return None,
        };
        dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?))
    }

    /// Whether an attribute is the layout that changes nothing.
    pub fn is_identity(&self, layout: Attr) -> bool {
        irtrip_dialect::maps::Map::of(self.ctx, layout).is_some_and(|map| map.is_identity())
    }

    /// Whether an attribute can be the layout of a memref of so many dimensions.
    pub fn is_layout(&self, layout: Attr, rank: usize) -> bool {
        match self.ctx.attr_data(layout) {
            AttrData::StridedLayout(strided) => {
                let StridedLayout { strides, .. } = &**strided;
                strides.len() == rank
            }
            _ => irtrip_dialect::maps::Map::of(self.ctx, layout).is_some_and(|map| map.dims == rank),
        }
    }
}

/// The type of a shaped type's elements.
pub fn element_type(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } | TypeData::MemRef { element, .. } => {
            Some(*element)
        }
        _ => None,
    }
}

/// The bits of a number.
enum Bits {
    /// 64 at most.
    Small(u64),
    /// More, in words from the lowest on.
    Large(Vec<u64>),
}

/// Reads a number of so many bits.
fn known_width(cursor: &mut Cursor<'_>, width: u32) -> Result<Bits> {
    match width {
        0..=8 => cursor.byte().map(|byte| Bits::Small(u64::from(byte))),
        9..=64 => cursor.signed().map(|value| Bits::Small(value as u64)),
        _ => {
            let before = *cursor;
            let count = cursor.count()?;
            if count > width.div_ceil(64) as usize {
                return Err(before.error("a number has more bits than its type"));
            }
            (0..count).map(|_| cursor.signed().map(|word| word as u64)).collect::<Result<_>>().map(Bits::Large)
        }
    }
}

/// A number of 32 bits.
fn number(cursor: &mut Cursor<'_>) -> Result<u32> {
    let before = *cursor;
    let number = cursor.varint()?;
    u32::try_from(number).map_err(|_| before.error(format!("{number} is no number of 32 bits")))
}

/// Reads the text of an entry.
pub fn text<'b>(cursor: &mut Cursor<'b>) -> Result<&'b str> {
    let before = *cursor;
    std::str::from_utf8(cursor.zero_terminated()?).map_err(|_| before.error("text that is not UTF-8"))
}

/// The error of a dialect whose encodings are not known.
pub fn no_encoding(cursor: &Cursor<'_>, dialect: &[u8]) -> crate::error::Error {
    let dialect = String::from_utf8_lossy(dialect);
    cursor.error(format!("dialect '{dialect}' has no bytecode encoding that is known"))
}
