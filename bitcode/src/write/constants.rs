//! The CONSTANTS blocks.

use super::abbreviations::{C6, F, Scope, Use, array};
use super::module::constant_range;
use super::{Writer, bits_for, characters, check_shuffle, fault, releases, signed_characters, type_number};
use crate::bitstream::{BitstreamWriter, is_char6};
use crate::codes::{block, constant as code};
use crate::constants::{Constant, GepConstant, InlineAsm, Value, ValueKind, Values};
use crate::error::Result;
use crate::module::Module;
use crate::types::{Type, TypeId};

/// The abbreviations that a module's own constants have in addition to those of BLOCKINFO.
#[derive(Clone, Copy, Default)]
struct ModuleAbbreviations {
    aggregate: Option<u32>,
    string: Option<u32>,
    ascii: Option<u32>,
    char6: Option<u32>,
}

/// What constants are written with.
struct Constants<'w, 'm> {
    module: &'w Module<'m>,
    values: &'w Values<'w>,
    scope: Scope,
    abbreviations: ModuleAbbreviations,
}

impl Writer<'_, '_> {
    pub(super) fn constants(&mut self) -> Result<()> {
        let globals = self.module.globals.len();
        let constants = self.module.values.get(globals..).unwrap_or_default();
        if constants.is_empty() {
            return Ok(());
        }
        self.stream.enter(block::CONSTANTS, 4);
        let number = F(bits_for(self.module.values.len()));
        let abbreviations = ModuleAbbreviations {
            aggregate: Some(self.stream.define(array(code::AGGREGATE, &[], number))),
            string: Some(self.stream.define(array(code::STRING, &[], F(8)))),
            ascii: Some(self.stream.define(array(code::CSTRING, &[], F(7)))),
            char6: Some(self.stream.define(array(code::CSTRING, &[], C6))),
        };
        let values = Values { base: &self.module.values, own: Vec::new() };
        let writer = Constants { module: self.module, values: &values, scope: self.scope, abbreviations };
        writer.write(&mut self.stream, constants)?;
        self.stream.end();
        Ok(())
    }
}

/// Writes the constants of a function, which are among its values.
pub(super) fn of_function(
    stream: &mut BitstreamWriter,
    module: &Module<'_>,
    values: &Values<'_>,
    scope: Scope,
    constants: &[Value],
) -> Result<()> {
    if constants.is_empty() {
        return Ok(());
    }
    stream.enter(block::CONSTANTS, 4);
    let abbreviations = ModuleAbbreviations::default();
    Constants { module, values, scope, abbreviations }.write(stream, constants)?;
    stream.end();
    Ok(())
}

impl Constants<'_, '_> {
    fn write(&self, stream: &mut BitstreamWriter, constants: &[Value]) -> Result<()> {
        let (mut last, mut operands) = (None, Vec::new());
        let set_type = self.scope.number(Use::SetType);
        for value in constants {
            let ValueKind::Constant(constant) = &value.kind else {
                return Err(fault("a value among constants is none"));
            };
            if last != Some(value.ty) {
                last = Some(value.ty);
                stream.record(code::SETTYPE, &[self.ty(value.ty)?], set_type);
            }
            operands.clear();
            let (code, abbreviation) = self.constant(constant, value.ty, &mut operands)?;
            stream.record(code, &operands, abbreviation);
        }
        Ok(())
    }

    fn ty(&self, ty: TypeId) -> Result<u64> {
        type_number(self.module, ty)
    }

    /// The type of a value. A constant may be used before it comes.
    fn type_of(&self, value: u32) -> Result<u64> {
        let found = self.values.get(value).ok_or_else(|| fault(format!("there is no value {value}")))?;
        self.ty(found.ty)
    }

    fn typed(&self, value: u32, operands: &mut Vec<u64>) -> Result<()> {
        operands.extend([self.type_of(value)?, value.into()]);
        Ok(())
    }

    /// The code of a constant's record, its operands and its abbreviation.
    fn constant(&self, constant: &Constant, ty: TypeId, operands: &mut Vec<u64>) -> Result<(u32, Option<u32>)> {
        let is_byte = matches!(self.module.types.get(ty), Type::Byte(_));
        let code = match constant {
            Constant::Null => code::NULL,
            Constant::Undef => code::UNDEF,
            Constant::Poison => code::POISON,
            Constant::Integer(value) => {
                operands.push(with_sign(*value));
                if !is_byte {
                    return Ok((code::INTEGER, self.scope.number(Use::Integer)));
                }
                code::BYTE
            }
            Constant::WideInteger(words) => {
                operands.extend(words);
                if is_byte { code::WIDE_BYTE } else { code::WIDE_INTEGER }
            }
            Constant::Float(words) => {
                operands.extend(words);
                code::FLOAT
            }
            Constant::Aggregate(elements) => {
                operands.extend(elements.iter().map(|element| u64::from(*element)));
                return Ok((code::AGGREGATE, self.abbreviations.aggregate));
            }
            Constant::Text(text) => return Ok(self.text(text, operands)),
            Constant::Data(elements) => {
                operands.extend(elements);
                code::DATA
            }
            Constant::InlineAsm(asm) => self.inline_asm(asm, operands)?,
            Constant::Cast(opcode, operand) => {
                operands.push(*opcode);
                self.typed(*operand, operands)?;
                return Ok((code::CE_CAST, self.scope.number(Use::CastConstant)));
            }
            other => self.expression(other, ty, operands)?,
        };
        Ok((code, None))
    }

    fn expression(&self, constant: &Constant, ty: TypeId, operands: &mut Vec<u64>) -> Result<u32> {
        let mut ids = |ids: &[u32]| operands.extend(ids.iter().map(|id| u64::from(*id)));
        Ok(match constant {
            Constant::Unary(both) => {
                operands.extend([both.0, both.1.into()]);
                code::CE_UNOP
            }
            Constant::Binary(parts) => {
                let (opcode, flags, [left, right]) = **parts;
                operands.extend([opcode, left.into(), right.into()]);
                operands.extend((flags != 0).then_some(flags));
                code::CE_BINOP
            }
            Constant::Gep(gep) => self.gep(gep, operands)?,
            Constant::Select(values) => {
                ids(values);
                code::CE_SELECT
            }
            Constant::ExtractElement([vector, index]) => {
                self.typed(*vector, operands)?;
                self.typed(*index, operands)?;
                code::CE_EXTRACTELT
            }
            Constant::InsertElement([vector, element, index]) => {
                ids(&[*vector, *element]);
                self.typed(*index, operands)?;
                code::CE_INSERTELT
            }
            Constant::ShuffleVector(values) => {
                check_shuffle(self.module, self.scope.release, ty)?;
                let own = self.type_of(values[0])?;
                if own == self.ty(ty)? {
                    ids(values);
                    code::CE_SHUFFLEVEC
                } else {
                    operands.push(own);
                    operands.extend(values.map(u64::from));
                    code::CE_SHUFVEC_EX
                }
            }
            Constant::Compare(predicate, values) => {
                operands.push(self.type_of(values[0])?);
                operands.extend(values.map(u64::from));
                operands.push(*predicate);
                code::CE_CMP
            }
            Constant::BlockAddress(function, place) => {
                self.typed(*function, operands)?;
                operands.push(*place);
                code::BLOCKADDRESS
            }
            Constant::DsoLocalEquivalent(value) | Constant::NoCfi(value) => {
                self.typed(*value, operands)?;
                if matches!(constant, Constant::NoCfi(_)) { code::NO_CFI_VALUE } else { code::DSO_LOCAL_EQUIVALENT }
            }
            Constant::PtrAuth(values) => {
                ids(values);
                if values.len() == 4 { code::PTRAUTH } else { code::PTRAUTH2 }
            }
            _ => return Err(fault("a constant has no record")),
        })
    }

    fn gep(&self, gep: &GepConstant, operands: &mut Vec<u64>) -> Result<u32> {
        let source = match gep.source {
            Some(source) => source,
            None => {
                let base = gep.operands.first().and_then(|base| self.values.get(*base));
                let pointee = base.and_then(|base| self.module.types.pointee(base.ty));
                pointee.ok_or_else(|| fault("a getelementptr does not say what its pointer points to"))?
            }
        };
        operands.push(self.ty(source)?);
        let code = if releases::of(releases::GEP_FLAGS, self.scope.release, false) {
            operands.push(gep.flags);
            match &gep.in_range {
                Some(range) => {
                    operands.push(range.width.into());
                    constant_range(range, operands);
                    code::CE_GEP_WITH_INRANGE
                }
                None => code::CE_GEP,
            }
        } else {
            match (gep.in_range_operand, gep.flags & 1) {
                (Some(place), inbounds) => {
                    operands.push(place << 1 | inbounds);
                    code::CE_GEP_WITH_INRANGE_INDEX
                }
                (None, 0) => code::CE_GEP_OLD,
                (None, _) => code::CE_INBOUNDS_GEP,
            }
        };
        for operand in &gep.operands {
            self.typed(*operand, operands)?;
        }
        Ok(code)
    }

    fn inline_asm(&self, asm: &InlineAsm, operands: &mut Vec<u64>) -> Result<u32> {
        let code = releases::of(releases::INLINE_ASM, self.scope.release, code::INLINEASM_OLD2);
        if code == code::INLINEASM {
            let ty = asm.ty.ok_or_else(|| fault("inline assembly does not say its type"))?;
            operands.push(self.ty(ty)?);
        }
        operands.push(asm.flags);
        for text in [&asm.text, &asm.constraints] {
            operands.push(text.len() as u64);
            operands.extend(signed_characters(text));
        }
        Ok(code)
    }

    /// A text that a zero ends, and has no other, is written without it.
    fn text(&self, text: &[u8], operands: &mut Vec<u64>) -> (u32, Option<u32>) {
        match text.split_last() {
            Some((0, own)) if !own.contains(&0) => {
                operands.extend(characters(own));
                let abbreviation = match own {
                    own if is_char6(own) => self.abbreviations.char6,
                    own if own.is_ascii() => self.abbreviations.ascii,
                    _ => None,
                };
                (code::CSTRING, abbreviation)
            }
            _ => {
                operands.extend(characters(text));
                (code::STRING, self.abbreviations.string)
            }
        }
    }
}

/// A number with its sign in the lowest bit.
pub(super) fn with_sign(value: i64) -> u64 {
    if value >= 0 { (value as u64) << 1 } else { (value.wrapping_neg() as u64) << 1 | 1 }
}
