//! Values by number, and the CONSTANTS blocks.

use crate::bitstream::{Block, Entry, Fields, Record, signed};
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

/// The values that a place sees: those of the module, and those of a function.
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
#[derive(Clone, Debug)]
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

/// A `getelementptr` that is a constant.
#[derive(Clone, Debug)]
pub struct GepConstant {
    /// The type of what the pointer points to; `None` where the pointer says it.
    pub source: Option<TypeId>,
    /// `inbounds` (1), `nusw` (2), `nuw` (4)
    pub flags: u64,
    /// The operand that up to LLVM 18 is `inrange`.
    pub in_range_operand: Option<u64>,
    /// The ends of `inrange`.
    pub in_range: Option<ConstantRange>,
    /// Operands, the pointer first.
    pub operands: Box<[u32]>,
}

/// Inline assembly.
#[derive(Clone, Debug)]
pub struct InlineAsm {
    /// The type of the function that it is; `None` where its pointer says it.
    pub ty: Option<TypeId>,
    /// `sideeffect` (1), `alignstack` (2), `inteldialect` (4), `unwind` (8)
    pub flags: u64,
    /// The instructions.
    pub text: Vec<u8>,
    /// The constraints.
    pub constraints: Vec<u8>,
}

/// Reads a CONSTANTS block; its constants follow the values so far.
///
/// # Errors
/// It is ill-formed.
pub fn read_constants(mut block: Block<'_>, types: &mut Types<'_>, values: &mut Values<'_>) -> Result<()> {
    const SETTYPE: u32 = 1;
    let mut record = Record::default();
    let mut ty = types.intern(Type::Integer(32));
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(()),
            Entry::Block(_) => {}
            Entry::Record if record.code == SETTYPE => {
                ty = types.take(&mut record.fields())?;
                if matches!(types.get(ty), Type::Void) {
                    return Err(record.error("a constant is of type void"));
                }
            }
            Entry::Record => {
                let constant = constant(&record, ty, types)?;
                values.own.push(Value { ty, kind: ValueKind::Constant(constant) });
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
        2 if matches!(scalar, Type::Function { .. } | Type::Label | Type::Metadata) => {
            return Err(record.error("a constant has a type of which there is no null"));
        }
        2 => Constant::Null,
        3 => Constant::Undef,
        4 | 5 | 35 | 36 if !matches!(scalar, Type::Integer(_) | Type::Byte(_)) => {
            return Err(record.error("an integer has a type that is none of integers"));
        }
        4 | 35 => Constant::Integer(signed(fields.take()?)),
        5 | 36 => {
            if fields.is_empty() {
                return Err(record.error("an integer has no words"));
            }
            Constant::WideInteger(fields.rest().into())
        }
        6 if matches!(scalar, Type::Float(_)) && !fields.is_empty() => Constant::Float(fields.rest().into()),
        6 => return Err(record.error("a float has no bits, or a type that is none of floats")),
        7 => Constant::Aggregate(rest(&mut fields)?),
        8 => Constant::Text(fields.text()?.into()),
        9 => {
            let mut text = fields.text()?;
            text.push(0);
            Constant::Text(text.into())
        }
        22 => Constant::Data(fields.rest().into()),
        25 => Constant::Unary(Box::new((fields.take()?, fields.number("a value")?))),
        10 => {
            let opcode = fields.take()?;
            let operands = ids(&mut fields)?;
            Constant::Binary(Box::new((opcode, fields.or_zero(), operands)))
        }
        11 => {
            let opcode = fields.take()?;
            types.take(&mut fields)?;
            Constant::Cast(opcode, fields.number("a value")?)
        }
        12 | 20 | 24 | 31 | 32 => Constant::Gep(Box::new(gep(record.code, &mut fields, types)?)),
        13 => Constant::Select(ids(&mut fields)?),
        14 | 15 => {
            let leading = if record.code == 14 {
                types.take(&mut fields)?;
                vec![fields.number("a value")?]
            } else {
                vec![fields.number("a value")?, fields.number("a value")?]
            };
            // The type of the index stands before it since it may be other than `i32`.
            if fields.len() == 2 {
                types.take(&mut fields)?;
            }
            let index = fields.number("a value")?;
            match *leading.as_slice() {
                [vector] => Constant::ExtractElement([vector, index]),
                [vector, element] => Constant::InsertElement([vector, element, index]),
                _ => return Err(record.error("a constant has too few operands")),
            }
        }
        16 => Constant::ShuffleVector(ids(&mut fields)?),
        19 => {
            types.take(&mut fields)?;
            Constant::ShuffleVector(ids(&mut fields)?)
        }
        17 => {
            types.take(&mut fields)?;
            let operands = ids(&mut fields)?;
            Constant::Compare(fields.take()?, operands)
        }
        18 | 23 | 28 | 30 => Constant::InlineAsm(Box::new(inline_asm(record.code, &mut fields, types)?)),
        21 => {
            types.take(&mut fields)?;
            Constant::BlockAddress(fields.number("a value")?, fields.take()?)
        }
        26 => Constant::Poison,
        27 => {
            types.take(&mut fields)?;
            Constant::DsoLocalEquivalent(fields.number("a value")?)
        }
        29 => {
            types.take(&mut fields)?;
            Constant::NoCfi(fields.number("a value")?)
        }
        33 => Constant::PtrAuth(Box::new(ids::<4>(&mut fields)?)),
        34 => Constant::PtrAuth(Box::new(ids::<5>(&mut fields)?)),
        code => return Err(record.error(format!("a constant has the unknown code {code}"))),
    })
}

fn gep(code: u32, fields: &mut Fields<'_>, types: &Types<'_>) -> Result<GepConstant> {
    const INBOUNDS_OLD: u32 = 20;
    const IN_RANGE_INDEX: u32 = 24;
    const IN_RANGE: u32 = 31;
    const FLAGS: u32 = 32;
    let has_type = matches!(code, IN_RANGE_INDEX | IN_RANGE | FLAGS) || fields.len() % 2 == 1;
    let source = if has_type { Some(types.take(fields)?) } else { None };
    let (mut flags, mut in_range_operand, mut in_range) = (u64::from(code == INBOUNDS_OLD), None, None);
    match code {
        IN_RANGE_INDEX => {
            let both = fields.take()?;
            (flags, in_range_operand) = (both & 1, Some(both >> 1));
        }
        IN_RANGE => {
            flags = fields.take()?;
            let width = fields.number("a width")?;
            in_range = Some(ConstantRange::read(fields, width)?);
        }
        FLAGS => flags = fields.take()?,
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

fn inline_asm(code: u32, fields: &mut Fields<'_>, types: &Types<'_>) -> Result<InlineAsm> {
    const TYPED: u32 = 30;
    let ty = if code == TYPED { Some(types.take(fields)?) } else { None };
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
