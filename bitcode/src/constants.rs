//! Values by number, and the CONSTANTS blocks.

use crate::bitstream::{Block, Entry, Fields, Record, signed};
use crate::codes::constant as code;
use crate::error::Result;
use crate::numbers::ConstantRange;
use crate::types::{Type, TypeId, Types};

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: ValueKind,
}

impl From<(TypeId, Constant)> for Value {
    fn from((ty, constant): (TypeId, Constant)) -> Value {
        Value { ty, kind: ValueKind::Constant(constant) }
    }
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// A global value, by its place.
    Global(u32),
    /// A constant.
    Constant(Constant),
    /// An argument or the result of an instruction.
    Local,
}

/// The values in scope: those of the module, and those of a function.
#[derive(Clone, Debug, Default)]
pub struct Values<'m> {
    /// Those of the module.
    pub base: &'m [Value],
    /// Those of the function.
    pub own: Vec<Value>,
}

impl Values<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.base.len() + self.own.len()
    }

    /// The value of a number.
    pub fn get(&self, id: u32) -> Option<&Value> {
        let place = id as usize;
        self.base.get(place).or_else(|| self.own.get(place.checked_sub(self.base.len())?))
    }
}

/// A constant. Its operands are numbers of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Constant {
    Null,
    Undef,
    Poison,
    Integer(i64),
    /// Words with their signs in the lowest bit.
    WideInteger(Box<[u64]>),
    Float(Box<[u64]>),
    Aggregate(Box<[u32]>),
    /// Bytes of an array.
    Text(Box<[u8]>),
    /// Elements of an array or vector, each its bits.
    Data(Box<[u64]>),
    Unary(Box<(u64, u32)>),
    /// Opcode, flags, operands.
    Binary(Box<(u64, u64, [u32; 2])>),
    /// Opcode, operand.
    Cast(u64, u32),
    Gep(Box<GepConstant>),
    Select([u32; 3]),
    ExtractElement([u32; 2]),
    InsertElement([u32; 3]),
    ShuffleVector([u32; 3]),
    /// Predicate, operands.
    Compare(u64, [u32; 2]),
    /// Function, block.
    BlockAddress(u32, u64),
    DsoLocalEquivalent(u32),
    NoCfi(u32),
    PtrAuth(Box<[u32]>),
    InlineAsm(Box<InlineAsm>),
}

/// A `getelementptr` constant expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GepConstant {
    /// The type of what the pointer points to; `None` where the pointer says it.
    pub source: Option<TypeId>,
    /// `inbounds` (1), `nusw` (2), `nuw` (4)
    pub flags: u64,
    /// The index that is `inrange`, up to LLVM 18.
    pub in_range_operand: Option<u64>,
    /// The bounds of `inrange`, since LLVM 19.
    pub in_range: Option<ConstantRange>,
    /// Operands, the pointer first.
    pub operands: Box<[u32]>,
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InlineAsm {
    /// The type of the function that it is; `None` where its pointer says it.
    pub ty: Option<TypeId>,
    /// `sideeffect` (1), `alignstack` (2), `inteldialect` (4), `unwind` (8)
    pub flags: u64,
    /// The assembly string.
    pub text: Vec<u8>,
    /// The constraints.
    pub constraints: Vec<u8>,
}

impl Constant {
    /// The constants that it is made of.
    pub fn operands(&self) -> &[u32] {
        match self {
            Constant::Null
            | Constant::Undef
            | Constant::Poison
            | Constant::Integer(_)
            | Constant::WideInteger(_)
            | Constant::Float(_)
            | Constant::Text(_)
            | Constant::Data(_)
            | Constant::InlineAsm(_) => &[],
            Constant::Aggregate(ids) | Constant::PtrAuth(ids) => ids,
            Constant::Unary(unary) => std::slice::from_ref(&unary.1),
            Constant::Binary(binary) => &binary.2,
            Constant::Cast(_, id)
            | Constant::BlockAddress(id, _)
            | Constant::DsoLocalEquivalent(id)
            | Constant::NoCfi(id) => std::slice::from_ref(id),
            Constant::Gep(gep) => &gep.operands,
            Constant::Select(ids) | Constant::InsertElement(ids) | Constant::ShuffleVector(ids) => ids,
            Constant::ExtractElement(ids) | Constant::Compare(_, ids) => ids,
        }
    }

    /// As [`Constant::operands`].
    pub fn operands_mut(&mut self) -> &mut [u32] {
        match self {
            Constant::Null
            | Constant::Undef
            | Constant::Poison
            | Constant::Integer(_)
            | Constant::WideInteger(_)
            | Constant::Float(_)
            | Constant::Text(_)
            | Constant::Data(_)
            | Constant::InlineAsm(_) => &mut [],
            Constant::Aggregate(ids) | Constant::PtrAuth(ids) => ids,
            Constant::Unary(unary) => std::slice::from_mut(&mut unary.1),
            Constant::Binary(binary) => &mut binary.2,
            Constant::Cast(_, id)
            | Constant::BlockAddress(id, _)
            | Constant::DsoLocalEquivalent(id)
            | Constant::NoCfi(id) => std::slice::from_mut(id),
            Constant::Gep(gep) => &mut gep.operands,
            Constant::Select(ids) | Constant::InsertElement(ids) | Constant::ShuffleVector(ids) => ids,
            Constant::ExtractElement(ids) | Constant::Compare(_, ids) => ids,
        }
    }

    /// The type that it names in addition to its own and those of its operands.
    pub(crate) fn named_type_mut(&mut self) -> Option<&mut TypeId> {
        match self {
            Constant::Gep(gep) => gep.source.as_mut(),
            Constant::InlineAsm(asm) => asm.ty.as_mut(),
            _ => None,
        }
    }
}

/// Reads a CONSTANTS block; its constants follow the values so far.
///
/// # Errors
/// It is ill-formed.
pub(crate) fn read_constants(mut block: Block<'_>, types: &mut Types<'_>, values: &mut Values<'_>) -> Result<()> {
    let mut record = Record::default();
    let mut ty = types.intern(Type::Integer(32));
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(()),
            Entry::Block(_) => {}
            Entry::Record if record.code == code::SETTYPE => {
                ty = types.take(&mut record.fields())?;
                if matches!(types.get(ty), Type::Void) {
                    return Err(record.error("a constant is of type void"));
                }
            }
            Entry::Record => {
                let constant = constant(&record, ty, types)?;
                values.own.push((ty, constant).into());
            }
        }
    }
}

/// Operands that are numbers of values.
fn ids<const N: usize>(fields: &mut Fields<'_>) -> Result<[u32; N]> {
    let mut ids = [0; N];
    for id in &mut ids {
        *id = fields.number("a value")?;
    }
    Ok(ids)
}

/// An operand whose type stands before it.
fn typed(fields: &mut Fields<'_>, types: &Types<'_>) -> Result<u32> {
    types.take(fields)?;
    fields.number("a value")
}

/// The index of a vector's element. Its type stands before it where it may be other than `i32`.
fn index(fields: &mut Fields<'_>, types: &Types<'_>) -> Result<u32> {
    if fields.len() == 2 { typed(fields, types) } else { fields.number("a value") }
}

fn rest(fields: &mut Fields<'_>) -> Result<Box<[u32]>> {
    let mut ids = Vec::with_capacity(fields.len());
    while !fields.is_empty() {
        ids.push(fields.number("a value")?);
    }
    Ok(ids.into())
}

fn constant(record: &Record<'_>, ty: TypeId, types: &Types<'_>) -> Result<Constant> {
    let mut fields = record.fields();
    let scalar = types.get(types.scalar(ty));
    Ok(match record.code {
        code::NULL if matches!(scalar, Type::Function { .. } | Type::Label | Type::Metadata) => {
            return Err(record.error("a constant has a type of which there is no null"));
        }
        code::NULL => Constant::Null,
        code::UNDEF => Constant::Undef,
        code::INTEGER | code::WIDE_INTEGER | code::BYTE | code::WIDE_BYTE
            if !matches!(scalar, Type::Integer(_) | Type::Byte(_)) =>
        {
            return Err(record.error("an integer has a type that is none of integers"));
        }
        code::INTEGER | code::BYTE => Constant::Integer(signed(fields.take()?)),
        code::WIDE_INTEGER | code::WIDE_BYTE => {
            if fields.is_empty() {
                return Err(record.error("an integer has no words"));
            }
            Constant::WideInteger(fields.rest().into())
        }
        code::FLOAT if matches!(scalar, Type::Float(_)) && !fields.is_empty() => Constant::Float(fields.rest().into()),
        code::FLOAT => return Err(record.error("a float has no bits, or a type that is none of floats")),
        code::AGGREGATE => Constant::Aggregate(rest(&mut fields)?),
        code::STRING => Constant::Text(fields.text()?.into()),
        code::CSTRING => {
            let mut text = fields.text()?;
            text.push(0);
            Constant::Text(text.into())
        }
        code::DATA => Constant::Data(fields.rest().into()),
        code::POISON => Constant::Poison,
        _ => expression(record, &mut fields, types)?,
    })
}

/// Reads a constant that is made of other values.
fn expression(record: &Record<'_>, fields: &mut Fields<'_>, types: &Types<'_>) -> Result<Constant> {
    Ok(match record.code {
        code::CE_UNOP => Constant::Unary(Box::new((fields.take()?, fields.number("a value")?))),
        code::CE_BINOP => {
            let opcode = fields.take()?;
            let operands = ids(fields)?;
            Constant::Binary(Box::new((opcode, fields.or_zero(), operands)))
        }
        code::CE_CAST => {
            let opcode = fields.take()?;
            Constant::Cast(opcode, typed(fields, types)?)
        }
        code::CE_GEP_OLD
        | code::CE_INBOUNDS_GEP
        | code::CE_GEP_WITH_INRANGE_INDEX
        | code::CE_GEP_WITH_INRANGE
        | code::CE_GEP => Constant::Gep(Box::new(gep(record.code, fields, types)?)),
        code::CE_SELECT => Constant::Select(ids(fields)?),
        code::CE_EXTRACTELT => {
            let vector = typed(fields, types)?;
            Constant::ExtractElement([vector, index(fields, types)?])
        }
        code::CE_INSERTELT => {
            let [vector, element] = ids(fields)?;
            Constant::InsertElement([vector, element, index(fields, types)?])
        }
        code::CE_SHUFFLEVEC => Constant::ShuffleVector(ids(fields)?),
        code::CE_SHUFVEC_EX => {
            types.take(fields)?;
            Constant::ShuffleVector(ids(fields)?)
        }
        code::CE_CMP => {
            types.take(fields)?;
            let operands = ids(fields)?;
            Constant::Compare(fields.take()?, operands)
        }
        code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3 | code::INLINEASM => {
            Constant::InlineAsm(Box::new(inline_asm(record.code, fields, types)?))
        }
        code::BLOCKADDRESS => Constant::BlockAddress(typed(fields, types)?, fields.take()?),
        code::DSO_LOCAL_EQUIVALENT => Constant::DsoLocalEquivalent(typed(fields, types)?),
        code::NO_CFI_VALUE => Constant::NoCfi(typed(fields, types)?),
        code::PTRAUTH => Constant::PtrAuth(Box::new(ids::<4>(fields)?)),
        code::PTRAUTH2 => Constant::PtrAuth(Box::new(ids::<5>(fields)?)),
        unknown => return Err(record.error(format!("a constant has the unknown code {unknown}"))),
    })
}

fn gep(record: u32, fields: &mut Fields<'_>, types: &Types<'_>) -> Result<GepConstant> {
    let has_type = matches!(record, code::CE_GEP_WITH_INRANGE_INDEX | code::CE_GEP_WITH_INRANGE | code::CE_GEP)
        || fields.len() % 2 == 1;
    let source = if has_type { Some(types.take(fields)?) } else { None };
    let (mut flags, mut in_range_operand, mut in_range) = (u64::from(record == code::CE_INBOUNDS_GEP), None, None);
    match record {
        code::CE_GEP_WITH_INRANGE_INDEX => {
            let both = fields.take()?;
            (flags, in_range_operand) = (both & 1, Some(both >> 1));
        }
        code::CE_GEP_WITH_INRANGE => {
            flags = fields.take()?;
            let width = fields.number("a width")?;
            in_range = Some(ConstantRange::read(fields, width)?);
        }
        code::CE_GEP => flags = fields.take()?,
        _ => {}
    }
    let mut operands = Vec::with_capacity(fields.len() / 2);
    while !fields.is_empty() {
        types.take(fields)?;
        operands.push(fields.number("a value")?);
    }
    if operands.is_empty() {
        return Err(fields.error("a getelementptr has no operands"));
    }
    Ok(GepConstant { source, flags, in_range_operand, in_range, operands: operands.into() })
}

fn inline_asm(record: u32, fields: &mut Fields<'_>, types: &Types<'_>) -> Result<InlineAsm> {
    let ty = if record == code::INLINEASM { Some(types.take(fields)?) } else { None };
    let flags = fields.take()?;
    let mut text = || {
        let length = fields.take()?;
        if length > fields.len() as u64 {
            return Err(fields.error("a text of inline assembly is longer than its record"));
        }
        (0..length).map(|_| Ok(fields.take()? as u8)).collect::<Result<Vec<u8>>>()
    };
    Ok(InlineAsm { ty, flags, text: text()?, constraints: text()? })
}
