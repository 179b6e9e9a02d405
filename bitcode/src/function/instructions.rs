//! The records of instructions, but for those of memory and of calls.

use smallvec::SmallVec;

use super::memory::MEMORY;
use super::{Case, DebugOperand, DebugRecord, Ids, Kind, Location, Reader};
use crate::bitstream::{Fields, Record, signed};
use crate::codes::function as code;
use crate::error::Result;
use crate::numbers::wide_text;
use crate::types::{Type, TypeId};

/// What the first operand of an old `switch` has in its upper bits.
const CASE_RANGES: u64 = 0x4B5;

/// The codes of what ends a block, but for calls.
const TERMINATORS: [u32; 11] = [
    code::INST_RET,
    code::INST_BR,
    code::INST_SWITCH,
    code::INST_UNREACHABLE,
    code::INST_INDIRECTBR,
    code::INST_RESUME,
    code::INST_CLEANUPRET,
    code::INST_CATCHRET,
    code::INST_CATCHPAD,
    code::INST_CLEANUPPAD,
    code::INST_CATCHSWITCH,
];

impl<'m> Reader<'m> {
    pub(super) fn read_record(&mut self, record: &Record<'_>) -> Result<()> {
        let mut fields = record.fields();
        match record.code {
            code::DECLAREBLOCKS => {
                let count = fields.take()?;
                // Each block has an instruction, which takes some bits.
                if count == 0 || count > u64::from(u32::MAX) || self.body.block_count != 0 {
                    return Err(record.error(format!("a function has {count} blocks, or says so twice")));
                }
                self.body.block_count = count;
                Ok(())
            }
            code::INST_BINOP => self.binary(&mut fields),
            code::INST_CAST => self.cast(&mut fields),
            code::INST_GEP_OLD | code::INST_INBOUNDS_GEP_OLD | code::INST_GEP => self.gep(record.code, &mut fields),
            code::INST_SELECT | code::INST_VSELECT => self.select(record.code, &mut fields),
            code::INST_EXTRACTELT | code::INST_INSERTELT | code::INST_SHUFFLEVEC => {
                self.vector(record.code, &mut fields)
            }
            code::INST_CMP | code::INST_CMP2 => self.compare(&mut fields),
            code::INST_INVOKE | code::INST_CALL | code::OPERAND_BUNDLE | code::INST_CALLBR => {
                self.call_record(record.code, &mut fields)
            }
            code::INST_PHI => self.phi(&mut fields),
            code::INST_VAARG => {
                self.body.types.take(&mut fields)?;
                let list = self.value(&mut fields)?;
                let ty = self.body.types.take(&mut fields)?;
                self.push(Kind::VaArg { list }, ty);
                Ok(())
            }
            code::INST_EXTRACTVAL | code::INST_INSERTVAL => self.aggregate(record.code, &mut fields),
            code::DEBUG_LOC_AGAIN | code::DEBUG_LOC => self.location(record.code, &mut fields),
            code::INST_LANDINGPAD_OLD | code::INST_LANDINGPAD => self.landing_pad(record.code, &mut fields),
            code::INST_UNOP => {
                let (operand, ty) = self.typed(&mut fields)?;
                let kind = Kind::Unary { opcode: fields.take()?, flags: fields.or_zero(), operand };
                self.push(kind, ty);
                Ok(())
            }
            code::INST_FREEZE => {
                let (operand, ty) = self.typed(&mut fields)?;
                self.push(Kind::Freeze(operand), ty);
                Ok(())
            }
            code::BLOCKADDR_USERS => {
                self.body.block_address_users = fields.rest().into();
                Ok(())
            }
            code::DEBUG_RECORD_VALUE..=code::DEBUG_RECORD_DECLARE_VALUE => self.debug_record(record.code, &mut fields),
            record if MEMORY.contains(&record) => self.memory(record, &mut fields),
            record if TERMINATORS.contains(&record) => self.terminator(record, &mut fields),
            unknown => Err(record.error(format!("an instruction has the unknown code {unknown}"))),
        }
    }

    fn binary(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (left, ty) = self.typed(fields)?;
        let right = self.value(fields)?;
        let kind = Kind::Binary { opcode: fields.take()?, flags: fields.or_zero(), operands: [left, right] };
        self.push(kind, ty);
        Ok(())
    }

    fn cast(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (operand, _) = self.typed(fields)?;
        let ty = self.body.types.take(fields)?;
        let kind = Kind::Cast { opcode: fields.take()?, flags: fields.or_zero(), operand };
        self.push(kind, ty);
        Ok(())
    }

    fn gep(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (mut flags, mut source) = (u64::from(record == code::INST_INBOUNDS_GEP_OLD), None);
        if record == code::INST_GEP {
            flags = fields.take()?;
            source = Some(self.body.types.take(fields)?);
        }
        let (base, base_type) = self.typed(fields)?;
        let source = source.or_else(|| self.body.types.pointee(base_type));
        let source = source.ok_or_else(|| fields.error("the base of a getelementptr is no pointer"))?;
        let (mut operands, mut shape, mut element) = (Ids::from_slice(&[base]), base_type, source);
        let mut is_first = true;
        while !fields.is_empty() {
            let (index, index_type) = self.typed(fields)?;
            operands.push(index);
            if matches!(self.body.types.get(index_type), Type::Vector { .. }) {
                shape = index_type;
            }
            if !is_first && self.body.types.has_typed_pointers_in_module() {
                let place = self.body.struct_index(index);
                let part = self.body.types.part(element, place);
                element = part.ok_or_else(|| fields.error("a getelementptr goes into what has no such part"))?;
            }
            is_first = false;
        }
        let Type::Pointer(_, space) = *self.body.types.get(self.body.types.scalar(base_type)) else {
            return Err(fields.error("the base of a getelementptr is no pointer"));
        };
        let pointer = self.body.types.pointer(element, space);
        let ty = self.body.types.like_vector(shape, pointer);
        self.push(Kind::Gep { flags, source, operands }, ty);
        Ok(())
    }

    fn select(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (if_true, ty) = self.typed(fields)?;
        let if_false = self.value(fields)?;
        let condition = if record == code::INST_VSELECT { self.typed(fields)?.0 } else { self.value(fields)? };
        let kind = Kind::Select { flags: fields.or_zero(), operands: [condition, if_true, if_false] };
        self.push(kind, ty);
        Ok(())
    }

    fn vector(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (vector, ty) = self.typed(fields)?;
        let Type::Vector { element, scalable, .. } = *self.body.types.get(ty) else {
            return Err(fields.error("an instruction on vectors has an operand that is none"));
        };
        match record {
            code::INST_EXTRACTELT => {
                let (index, _) = self.typed(fields)?;
                self.push(Kind::ExtractElement([vector, index]), element);
            }
            code::INST_INSERTELT => {
                let value = self.value(fields)?;
                let (index, _) = self.typed(fields)?;
                self.push(Kind::InsertElement([vector, value, index]), ty);
            }
            _ => {
                let second = self.value(fields)?;
                let (mask, mask_type) = self.typed(fields)?;
                let Type::Vector { length, .. } = *self.body.types.get(mask_type) else {
                    return Err(fields.error("the mask of a shufflevector is no vector"));
                };
                let ty = self.body.types.intern(Type::Vector { length, scalable, element });
                self.push(Kind::ShuffleVector([vector, second, mask]), ty);
            }
        }
        Ok(())
    }

    fn compare(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (left, operand_type) = self.typed(fields)?;
        let right = self.value(fields)?;
        let kind = Kind::Compare { predicate: fields.take()?, flags: fields.or_zero(), operands: [left, right] };
        let ty = self.body.types.condition_for(operand_type);
        self.push(kind, ty);
        Ok(())
    }

    fn aggregate(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (aggregate, ty) = self.typed(fields)?;
        let inserted = if record == code::INST_INSERTVAL { Some(self.typed(fields)?.0) } else { None };
        let indices: SmallVec<[u64; 2]> = fields.rest().iter().copied().collect();
        if indices.is_empty() {
            return Err(fields.error("an instruction on aggregates has no indices"));
        }
        let mut part = ty;
        for index in &indices {
            let inner = match self.body.types.get(part) {
                Type::Array(length, _) if index >= length => None,
                Type::Vector { .. } => None,
                _ => self.body.types.part(part, *index),
            };
            part = inner.ok_or_else(|| fields.error(format!("an aggregate has no part {index}")))?;
        }
        match inserted {
            Some(value) => self.push(Kind::InsertValue { operands: [aggregate, value], indices }, ty),
            None => self.push(Kind::ExtractValue { aggregate, indices }, part),
        }
        Ok(())
    }

    fn terminator(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let mut ty = self.void();
        let kind = match record {
            code::INST_RET if fields.is_empty() => Kind::Return(None),
            code::INST_RET => Kind::Return(Some(self.typed(fields)?.0)),
            code::INST_BR => {
                let target = self.block(fields)?;
                if fields.is_empty() {
                    Kind::Branch(target)
                } else {
                    let targets = [target, self.block(fields)?];
                    Kind::ConditionalBranch { condition: self.value(fields)?, targets }
                }
            }
            code::INST_SWITCH => self.switch(fields)?,
            code::INST_INDIRECTBR => {
                self.body.types.take(fields)?;
                let address = self.value(fields)?;
                Kind::IndirectBranch { address, targets: self.blocks(fields, None)? }
            }
            code::INST_UNREACHABLE => Kind::Unreachable,
            code::INST_RESUME => Kind::Resume(self.typed(fields)?.0),
            code::INST_CLEANUPRET => {
                let pad = self.value(fields)?;
                Kind::CleanupReturn { pad, unwind: self.optional_block(fields)? }
            }
            code::INST_CATCHRET => Kind::CatchReturn { pad: self.value(fields)?, target: self.block(fields)? },
            code::INST_CATCHPAD | code::INST_CLEANUPPAD => {
                let parent = self.value(fields)?;
                let count = fields.take()?;
                let arguments = self.typed_rest(fields)?;
                if arguments.len() as u64 != count {
                    return Err(fields.error("a pad has another number of arguments than it says"));
                }
                ty = self.body.types.intern(Type::Token);
                Kind::Pad { is_catch: record == code::INST_CATCHPAD, parent, arguments }
            }
            _ => {
                let parent = self.value(fields)?;
                let count = fields.take()?;
                let handlers = self.blocks(fields, Some(count))?;
                ty = self.body.types.intern(Type::Token);
                Kind::CatchSwitch { parent, handlers, unwind: self.optional_block(fields)? }
            }
        };
        self.push(kind, ty);
        Ok(())
    }

    fn optional_block(&self, fields: &mut Fields<'_>) -> Result<Option<u64>> {
        if fields.is_empty() { Ok(None) } else { self.block(fields).map(Some) }
    }

    /// So many blocks, or all that are left.
    pub(super) fn blocks(&self, fields: &mut Fields<'_>, count: Option<u64>) -> Result<Vec<u64>> {
        let count = count.unwrap_or(fields.len() as u64);
        if count > fields.len() as u64 {
            return Err(fields.error("a record has too few operands"));
        }
        (0..count).map(|_| self.block(fields)).collect()
    }

    fn switch(&mut self, fields: &mut Fields<'_>) -> Result<Kind> {
        let first = fields.take()?;
        if first >> 16 == CASE_RANGES {
            return self.switch_of_ranges(fields);
        }
        self.body.types.id(fields, first)?;
        let condition = self.value(fields)?;
        let default = self.block(fields)?;
        let mut cases = Vec::with_capacity(fields.len() / 2);
        while !fields.is_empty() {
            // Constants are by their own number.
            let value = fields.number("a value")?;
            cases.push((Case::Value(value), self.block(fields)?));
        }
        Ok(Kind::Switch { condition, default, cases })
    }

    /// The form of LLVM 3.3, which had ranges in cases.
    fn switch_of_ranges(&mut self, fields: &mut Fields<'_>) -> Result<Kind> {
        let ty = self.body.types.take(fields)?;
        let Type::Integer(width) = *self.body.types.get(ty) else {
            return Err(fields.error("the condition of a switch is no integer"));
        };
        let condition = self.value(fields)?;
        let default = self.block(fields)?;
        let (count, mut cases) = (fields.take()?, Vec::new());
        let integer = |fields: &mut Fields<'_>| -> Result<Vec<u64>> {
            let words = if width > 64 { fields.take()? } else { 1 };
            if words > fields.len() as u64 {
                return Err(fields.error("a case of a switch has too few operands"));
            }
            (0..words).map(|_| fields.take()).collect()
        };
        for _ in 0..count {
            let (items, mut values) = (fields.take()?, Vec::new());
            for _ in 0..items {
                let is_single = fields.flag()?;
                let low = integer(fields)?;
                let high = if is_single { None } else { Some(integer(fields)?) };
                match (low.as_slice(), high.as_deref()) {
                    (low, None) => values.push(wide_text(low, width)),
                    ([low], Some([high])) => {
                        let (low, high) = (signed(*low), signed(*high));
                        // As many cases as a file can have operands, and some.
                        if high.wrapping_sub(low) as u64 > 1 << 16 {
                            return Err(fields.error("a case of a switch has too large a range"));
                        }
                        values.extend((low..=high).map(|value| value.to_string()));
                    }
                    _ => return Err(fields.error("a case of a switch has a range of wide integers")),
                }
            }
            let target = self.block(fields)?;
            cases.extend(values.into_iter().map(|value| (Case::Integer(value), target)));
        }
        Ok(Kind::Switch { condition, default, cases })
    }

    fn phi(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let ty = self.body.types.take(fields)?;
        let mut incoming = Vec::with_capacity(fields.len() / 2);
        while fields.len() >= 2 {
            let number = fields.take()?;
            let value = match self.file.has_relative_ids() {
                true => (i64::from(self.next)).wrapping_sub(signed(number)) as u32,
                false => number as u32,
            };
            incoming.push((value, self.block(fields)?));
        }
        self.push(Kind::Phi { flags: fields.or_zero(), incoming }, ty);
        Ok(())
    }

    fn landing_pad(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let ty = self.body.types.take(fields)?;
        if record == code::INST_LANDINGPAD_OLD {
            let (personality, _) = self.typed(fields)?;
            if *self.body.personality.get_or_insert(personality) != personality {
                return Err(fields.error("the landing pads of a function have several personalities"));
            }
        }
        let is_cleanup = fields.flag()?;
        let (count, mut clauses) = (fields.take()?, Vec::new());
        for _ in 0..count {
            let clause = fields.take()?;
            clauses.push((clause, self.typed(fields)?.0));
        }
        self.push(Kind::LandingPad { is_cleanup, clauses }, ty);
        Ok(())
    }

    fn location(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        if record != code::DEBUG_LOC_AGAIN {
            let [line, column, scope, inlined_at] = [fields.take()?, fields.take()?, fields.take()?, fields.take()?];
            let is_implicit = fields.or_zero() != 0;
            let atom = [fields.or_zero(), fields.or_zero()];
            self.location = Some(Location { line, column, scopes: [scope, inlined_at], is_implicit, atom });
        }
        let location = self.location;
        match self.body.instructions.last_mut() {
            Some(last) => last.location = location.filter(|location| location.scopes[0] != 0),
            None => return Err(fields.error("a location belongs to no instruction")),
        }
        Ok(())
    }

    fn debug_record(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        let word = match record {
            code::DEBUG_RECORD_DECLARE => "declare",
            code::DEBUG_RECORD_ASSIGN => "assign",
            code::DEBUG_RECORD_LABEL => "label",
            code::DEBUG_RECORD_DECLARE_VALUE => "declare_value",
            _ => "value",
        };
        let location = DebugOperand::Metadata(fields.take()?);
        let first = DebugOperand::Metadata(fields.take()?);
        let mut operands = SmallVec::new();
        if record == code::DEBUG_RECORD_LABEL {
            operands.push(first);
        } else {
            let expression = DebugOperand::Metadata(fields.take()?);
            operands.push(match record {
                code::DEBUG_RECORD_VALUE_SIMPLE => DebugOperand::Value(self.typed(fields)?.0),
                _ => DebugOperand::Metadata(fields.take()?),
            });
            operands.extend([first, expression]);
            if record == code::DEBUG_RECORD_ASSIGN {
                let [id, expression, address] = [fields.take()?, fields.take()?, fields.take()?];
                operands.extend([id, address, expression].map(DebugOperand::Metadata));
            }
        }
        operands.push(location);
        match self.body.instructions.last_mut() {
            Some(last) => last.records.push(DebugRecord { word, operands }),
            None => return Err(fields.error("a debug record belongs to no instruction")),
        }
        Ok(())
    }

    /// The part of a struct that a result of memory instructions of a type is: itself and whether it was stored.
    pub(super) fn with_condition(&mut self, ty: TypeId) -> TypeId {
        let condition = self.body.types.intern(Type::Integer(1));
        self.body.types.intern(Type::Struct { packed: false, elements: [ty, condition].into() })
    }
}
