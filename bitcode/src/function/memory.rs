//! The records of instructions that access memory.

use super::{Atomic, Kind, Reader};
use crate::bitstream::Fields;
use crate::codes::function as code;
use crate::error::Result;
use crate::types::{Type, TypeId};

/// The codes of what accesses memory.
pub(super) const MEMORY: [u32; 12] = [
    code::INST_ALLOCA,
    code::INST_LOAD,
    code::INST_STORE_OLD,
    code::INST_FENCE,
    code::INST_CMPXCHG_OLD,
    code::INST_ATOMICRMW_OLD,
    code::INST_LOADATOMIC,
    code::INST_STOREATOMIC_OLD,
    code::INST_STORE,
    code::INST_STOREATOMIC,
    code::INST_CMPXCHG,
    code::INST_ATOMICRMW,
];

impl<'m> Reader<'m> {
    pub(super) fn memory(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        match record {
            code::INST_ALLOCA => self.alloca(fields),
            code::INST_LOAD | code::INST_LOADATOMIC => self.load(record == code::INST_LOADATOMIC, fields),
            code::INST_STORE_OLD | code::INST_STORE => self.store(record == code::INST_STORE_OLD, false, fields),
            code::INST_STOREATOMIC_OLD | code::INST_STOREATOMIC => {
                self.store(record == code::INST_STOREATOMIC_OLD, true, fields)
            }
            code::INST_FENCE => {
                let atomic = atomic(fields)?;
                let ty = self.void();
                self.push(Kind::Fence(atomic), ty);
                Ok(())
            }
            code::INST_CMPXCHG_OLD | code::INST_CMPXCHG => {
                self.compare_exchange(record == code::INST_CMPXCHG_OLD, fields)
            }
            _ => self.read_modify_write(record == code::INST_ATOMICRMW_OLD, fields),
        }
    }

    /// What a typed pointer points to.
    fn pointee(&self, fields: &Fields<'_>, pointer: TypeId) -> Result<TypeId> {
        let pointee = self.body.types.pointee(pointer);
        pointee.ok_or_else(|| fields.error("the pointer of an instruction does not say what it points to"))
    }

    fn pointer(&self, fields: &mut Fields<'_>) -> Result<(u32, TypeId)> {
        let (pointer, ty) = self.typed(fields)?;
        match self.body.types.get(ty) {
            Type::Pointer(..) => Ok((pointer, ty)),
            _ => Err(fields.error("an instruction accesses memory by what is no pointer")),
        }
    }

    fn alloca(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        const EXPLICIT_TYPE: u64 = 1 << 6;
        let mut ty = self.body.types.take(fields)?;
        self.body.types.take(fields)?;
        // A constant, by its own number.
        let count = fields.number("a value")?;
        let mut flags = fields.take()?;
        let space = match fields.optional() {
            Some(space) => space as u32,
            None => self.module.alloca_space(),
        };
        if flags & EXPLICIT_TYPE == 0 {
            ty = self.pointee(fields, ty)?;
            flags |= EXPLICIT_TYPE;
        }
        let pointer = self.body.types.pointer(ty, space);
        self.push(Kind::Alloca { flags, ty, count, space }, pointer);
        Ok(())
    }

    fn load(&mut self, is_atomic: bool, fields: &mut Fields<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pointer(fields)?;
        let without_type = if is_atomic { 4 } else { 2 };
        let ty = match fields.len() > without_type {
            true => self.body.types.take(fields)?,
            false => self.pointee(fields, pointer_type)?,
        };
        let (alignment, is_volatile) = (fields.take()?, fields.flag()?);
        let atomic = if is_atomic { Some(atomic(fields)?) } else { None };
        self.push(Kind::Load { pointer, alignment, is_volatile, atomic }, ty);
        Ok(())
    }

    fn store(&mut self, is_old: bool, is_atomic: bool, fields: &mut Fields<'_>) -> Result<()> {
        let (pointer, _) = self.pointer(fields)?;
        let value = if is_old { self.value(fields)? } else { self.typed(fields)?.0 };
        let (alignment, is_volatile) = (fields.take()?, fields.flag()?);
        let atomic = if is_atomic { Some(atomic(fields)?) } else { None };
        let ty = self.void();
        self.push(Kind::Store { operands: [value, pointer], alignment, is_volatile, atomic }, ty);
        Ok(())
    }

    fn compare_exchange(&mut self, is_old: bool, fields: &mut Fields<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pointer(fields)?;
        let (compared, ty) = match is_old {
            true => (self.value(fields)?, self.pointee(fields, pointer_type)?),
            false => self.typed(fields)?,
        };
        let new = self.value(fields)?;
        let is_volatile = fields.flag()?;
        let success = atomic(fields)?;
        // Up to LLVM 3.4 the other ordering followed from the first, and up to 3.5 the result was the value alone.
        let failure = fields.optional().unwrap_or_else(|| failure_of(success.ordering));
        let weak = fields.optional();
        let alignment = fields.or_zero();
        let is_old = weak.is_none();
        let result = if is_old { ty } else { self.with_condition(ty) };
        let operands = [pointer, compared, new];
        let is_weak = weak.is_some_and(|weak| weak != 0);
        let kind = Kind::CompareExchange { operands, alignment, is_volatile, is_weak, success, failure, is_old };
        self.push(kind, result);
        Ok(())
    }

    fn read_modify_write(&mut self, is_old: bool, fields: &mut Fields<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pointer(fields)?;
        let (value, ty) = match is_old {
            true => (self.value(fields)?, self.pointee(fields, pointer_type)?),
            false => self.typed(fields)?,
        };
        let (operation, is_volatile) = (fields.take()?, fields.flag()?);
        let atomic = atomic(fields)?;
        let alignment = fields.or_zero();
        let operands = [pointer, value];
        self.push(Kind::ReadModifyWrite { operation, operands, alignment, is_volatile, atomic }, ty);
        Ok(())
    }
}

fn atomic(fields: &mut Fields<'_>) -> Result<Atomic> {
    Ok(Atomic { ordering: fields.take()?, scope: fields.take()? })
}

/// The strongest ordering that a `cmpxchg` may have where it stores nothing.
fn failure_of(success: u64) -> u64 {
    const MONOTONIC: u64 = 2;
    const ACQUIRE: u64 = 3;
    const RELEASE: u64 = 4;
    const ACQ_REL: u64 = 5;
    match success {
        RELEASE => MONOTONIC,
        ACQ_REL => ACQUIRE,
        other => other,
    }
}
