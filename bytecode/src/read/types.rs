//! Types of the builtin dialect by their codes; all others are text.

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Dim, FloatKind, Signedness, Type, TypeData};
use irtrip_grammar::AttrTexts;

use crate::encoding::{DYNAMIC, TypeCode};
use crate::error::Result;

use super::attributes::{Values, no_encoding, text};
use super::cursor::Cursor;
use super::file::Entry;

/// The most bits of an integer of MLIR.
const MAX_WIDTH: u64 = (1 << 24) - 1;

/// The types that MLIR 24 has codes for, from this one on; before, they were text.
const FIRST_LATER_TYPE: u64 = 21;
const LATER_TYPES: [&str; 13] = [
    "tf32",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
    "token",
];

/// Which dimensions of a vector are scalable.
enum Scalable {
    /// Those with a flag, one for each; none where there are no flags.
    Each(Vec<bool>),
    /// So many of the last, up to MLIR 16.
    Last(u64),
}

impl<'b> Values<'_, 'b> {
    pub(super) fn read_type(&mut self, entry: Entry<'b>) -> Result<Type> {
        let mut cursor = entry.data;
        if !entry.is_encoded {
            let text = text(&mut cursor)?;
            cursor.finish("a type entry")?;
            return self.type_of_text(text).map_err(|error| entry.data.error(format!("type {text}: {}", error.code)));
        }
        let dialect = self.file.dialects.get(entry.dialect).copied().unwrap_or_default();
        if dialect != b"builtin" {
            return Err(no_encoding(&cursor, dialect));
        }
        let ty = self.builtin_type(&mut cursor)?;
        cursor.finish("a type entry")?;
        Ok(ty)
    }

    /// Reads the text of a type, which is of the file's release, or of the latest where it names none.
    fn type_of_text(&self, text: &str) -> DiagnosticResult<Type> {
        AttrTexts::default().of_release(self.file.release).ty(self.ctx, text)
    }

    fn builtin_type(&mut self, cursor: &mut Cursor<'b>) -> Result<Type> {
        let before = *cursor;
        let code = cursor.varint()?;
        let Some(code) = TypeCode::of(code) else {
            let later = code.checked_sub(FIRST_LATER_TYPE).and_then(|place| LATER_TYPES.get(place as usize));
            let Some(name) = later else {
                return Err(before.error(format!("unknown code of a builtin type: {code}")));
            };
            return self.type_of_text(name).map_err(|error| before.error(format!("type {name}: {}", error.code)));
        };
        let data = match code {
            TypeCode::Integer => integer(cursor)?,
            TypeCode::Index => return Ok(types::INDEX),
            TypeCode::None => return Ok(types::NONE),
            TypeCode::Function => {
                let inputs = self.list(cursor, Self::ty)?.into();
                TypeData::Function { inputs, results: self.list(cursor, Self::ty)?.into() }
            }
            TypeCode::BFloat16 => TypeData::Float(FloatKind::BF16),
            TypeCode::Float16 => TypeData::Float(FloatKind::F16),
            TypeCode::Float32 => TypeData::Float(FloatKind::F32),
            TypeCode::Float64 => TypeData::Float(FloatKind::F64),
            TypeCode::Float80 => TypeData::Float(FloatKind::F80),
            TypeCode::Float128 => TypeData::Float(FloatKind::F128),
            TypeCode::Complex => {
                let element = self.ty(cursor)?;
                if !matches!(self.ctx.type_data(element), TypeData::Integer { .. } | TypeData::Float(_)) {
                    return Err(before.error("invalid element type for complex"));
                }
                TypeData::Complex(element)
            }
            TypeCode::Tuple => TypeData::Tuple(self.list(cursor, Self::ty)?.into()),
            TypeCode::Vector
            | TypeCode::VectorWithScalableDims
            | TypeCode::RankedTensor
            | TypeCode::RankedTensorWithEncoding
            | TypeCode::UnrankedTensor
            | TypeCode::MemRef
            | TypeCode::MemRefWithSpace
            | TypeCode::UnrankedMemRef
            | TypeCode::UnrankedMemRefWithSpace => self.shaped_type(code, cursor)?,
        };
        Ok(self.ctx.ty(data))
    }

    /// A vector, tensor or memref. A code with an encoding or a memory space has that attribute first.
    fn shaped_type(&mut self, code: TypeCode, cursor: &mut Cursor<'b>) -> Result<TypeData> {
        let first = match code {
            TypeCode::RankedTensorWithEncoding | TypeCode::MemRefWithSpace | TypeCode::UnrankedMemRefWithSpace => {
                Some(self.attr(cursor)?)
            }
            _ => None,
        };
        match code {
            TypeCode::MemRef | TypeCode::MemRefWithSpace => self.memref(first, cursor),
            TypeCode::UnrankedMemRef | TypeCode::UnrankedMemRefWithSpace => {
                let space = self.memory_space(first);
                Ok(TypeData::MemRef { dims: None, element: self.element(cursor)?, layout: None, space })
            }
            TypeCode::RankedTensor | TypeCode::RankedTensorWithEncoding => {
                let dims = Some(self.shape(cursor)?);
                Ok(TypeData::Tensor { dims, element: self.element(cursor)?, encoding: first })
            }
            TypeCode::UnrankedTensor => {
                Ok(TypeData::Tensor { dims: None, element: self.element(cursor)?, encoding: None })
            }
            _ => {
                let scalable = match code {
                    TypeCode::Vector => Scalable::Each(Vec::new()),
                    _ if self.file.release.is_some_and(|release| release < Release::V17) => {
                        Scalable::Last(cursor.varint()?)
                    }
                    _ => Scalable::Each(self.list(cursor, |_, cursor| Ok(cursor.byte()? != 0))?),
                };
                self.vector(&scalable, cursor)
            }
        }
    }

    fn vector(&mut self, scalable: &Scalable, cursor: &mut Cursor<'b>) -> Result<TypeData> {
        let before = *cursor;
        let mut dims = self.shape(cursor)?;
        match scalable {
            Scalable::Each(flags) if !flags.is_empty() && flags.len() != dims.len() => {
                return Err(before.error("a vector has as many scalable flags as dimensions"));
            }
            Scalable::Each(flags) => dims.iter_mut().zip(flags).for_each(|(dim, &flag)| dim.scalable = flag),
            Scalable::Last(count) => {
                let fixed = usize::try_from(*count).ok().and_then(|count| dims.len().checked_sub(count));
                let Some(fixed) = fixed else {
                    return Err(before.error("more dimensions of a vector are scalable than it has"));
                };
                dims.iter_mut().skip(fixed).for_each(|dim| dim.scalable = true);
            }
        }
        if dims.iter().any(|dim| matches!(dim.size, None | Some(0))) {
            return Err(before.error("vector types must have positive constant sizes"));
        }
        Ok(TypeData::Vector { dims, element: self.element(cursor)? })
    }

    fn memref(&mut self, space: Option<Attr>, cursor: &mut Cursor<'b>) -> Result<TypeData> {
        let dims = self.shape(cursor)?;
        let element = self.element(cursor)?;
        let before = *cursor;
        let layout = self.attr(cursor)?;
        if !self.is_layout(layout, dims.len()) {
            return Err(before.error("expected the layout of a memref of its number of dimensions"));
        }
        let layout = (!self.is_identity(layout)).then_some(layout);
        Ok(TypeData::MemRef { dims: Some(dims), element, layout, space: self.memory_space(space) })
    }

    /// The memory space as the model has it: none for the default one.
    fn memory_space(&self, space: Option<Attr>) -> Option<Attr> {
        space.filter(|&space| self.ctx.int_value(space) != Some(0))
    }

    fn shape(&mut self, cursor: &mut Cursor<'b>) -> Result<Box<[Dim]>> {
        let dims = self.list(cursor, |_, cursor| {
            let before = *cursor;
            let size = cursor.signed()?;
            match (size, u64::try_from(size)) {
                (DYNAMIC, _) => Ok(Dim { size: None, scalable: false }),
                (_, Ok(size)) => Ok(Dim { size: Some(size), scalable: false }),
                (_, Err(_)) => Err(before.error(format!("{size} is no size of a dimension"))),
            }
        })?;
        Ok(dims.into())
    }

    /// Reads the type of a shaped type's elements.
    fn element(&mut self, cursor: &mut Cursor<'b>) -> Result<Type> {
        let before = *cursor;
        let element = self.ty(cursor)?;
        match self.ctx.type_data(element) {
            TypeData::Function { .. } | TypeData::Tuple(_) | TypeData::None | TypeData::Void => {
                Err(before.error("invalid type of elements"))
            }
            _ => Ok(element),
        }
    }
}

fn integer(cursor: &mut Cursor<'_>) -> Result<TypeData> {
    let before = *cursor;
    let number = cursor.varint()?;
    let signedness = match number & 3 {
        0 => Signedness::Signless,
        1 => Signedness::Signed,
        2 => Signedness::Unsigned,
        _ => return Err(before.error("invalid signedness of an integer type")),
    };
    match number >> 2 {
        width if width <= MAX_WIDTH => Ok(TypeData::Integer { width: width as u32, signedness }),
        width => Err(before.error(format!("integer bitwidth is limited to {MAX_WIDTH} bits, but {width}"))),
    }
}
