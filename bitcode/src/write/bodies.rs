//! Function bodies.

use super::abbreviations::{Scope, Use};
use super::{constants, fault, metadata, releases, type_number, use_lists};
use crate::bitstream::{BitstreamWriter, is_char6};
use crate::codes::{block, function as code, symtab};
use crate::constants::ValueKind;
use crate::error::Result;
use crate::function::{Body, DebugOperand, DebugRecord, Location, Symbol};
use crate::module::Module;
use crate::types::TypeId;

/// What writes a body.
pub(super) struct BodyWriter<'w, 'm> {
    pub module: &'w Module<'m>,
    pub body: &'w Body<'m>,
    pub scope: Scope,
    pub stream: BitstreamWriter,
    /// The number that the next result has.
    pub next: u32,
    /// The operands of the record that is made.
    pub operands: Vec<u64>,
    abbreviations: [Option<u32>; Use::COUNT],
}

/// The content of a FUNCTION block.
pub(super) fn write(
    module: &Module<'_>,
    body: &Body<'_>,
    scope: Scope,
    stream: &BitstreamWriter,
) -> Result<BitstreamWriter> {
    let width = releases::of(releases::FUNCTION_WIDTH, scope.release, releases::FUNCTION_WIDTH_OLDEST);
    let mut stream = stream.block_of(block::FUNCTION, width);
    stream.record(code::DECLAREBLOCKS, &[body.block_count], None);
    let rest = body.values.own.get(body.argument_count as usize..).unwrap_or_default();
    let count = rest.iter().take_while(|value| matches!(value.kind, ValueKind::Constant(_))).count();
    let constants = rest.get(..count).unwrap_or_default();
    constants::of_function(&mut stream, module, &body.values, scope, constants)?;
    metadata::of_function(&mut stream, module, scope, &body.metadata)?;
    let next = body.first_argument + body.argument_count + count as u32;
    let abbreviations = Use::EACH.map(|what| scope.number(what));
    let mut writer = BodyWriter { module, body, scope, stream, next, operands: Vec::new(), abbreviations };
    writer.instructions()?;
    writer.symbols()?;
    let instructions = body.instructions.iter().enumerate();
    let attached = instructions.map(|(place, instruction)| (place, &instruction.attachments));
    metadata::attachments(&mut writer.stream, &body.attachments, attached);
    use_lists(&mut writer.stream, &body.use_lists);
    Ok(writer.stream)
}

impl BodyWriter<'_, '_> {
    fn instructions(&mut self) -> Result<()> {
        let mut last = None;
        for instruction in &self.body.instructions {
            self.instruction(instruction)?;
            if instruction.result.is_some() {
                self.next += 1;
            }
            if let Some(location) = &instruction.location {
                self.location(location, last == Some(location));
                last = Some(location);
            }
            for record in &instruction.records {
                self.debug_record(record)?;
            }
        }
        if !self.body.block_address_users.is_empty() {
            self.stream.record(code::BLOCKADDR_USERS, &self.body.block_address_users, None);
        }
        Ok(())
    }

    fn location(&mut self, location: &Location, is_again: bool) {
        if is_again {
            self.stream.record(code::DEBUG_LOC_AGAIN, &[], None);
            return;
        }
        let Location { line, column, scopes: [scope, inlined_at], is_implicit, atom: [group, rank] } = *location;
        let operands = [line, column, scope, inlined_at, is_implicit.into(), group, rank];
        let count = releases::of(releases::DEBUG_LOC, self.scope.release, releases::DEBUG_LOC_OLDEST);
        let abbreviation = self.number(Use::DebugLoc);
        self.stream.record(code::DEBUG_LOC, operands.get(..count).unwrap_or(&operands), abbreviation);
    }

    fn debug_record(&mut self, record: &DebugRecord) -> Result<()> {
        let number = |operand: &DebugOperand| match operand {
            DebugOperand::Metadata(id) => *id,
            DebugOperand::Value(value) => u64::from(self.next.wrapping_sub(*value)),
        };
        let operands: Vec<u64> = record.operands.iter().map(number).collect();
        let (code, operands) = match (record.word, record.operands.as_slice(), operands.as_slice()) {
            ("label", _, &[label, location]) => (code::DEBUG_RECORD_LABEL, vec![location, label]),
            ("assign", _, &[value, variable, expression, id, address, address_expression, location]) => (
                code::DEBUG_RECORD_ASSIGN,
                vec![location, variable, expression, value, id, address_expression, address],
            ),
            (word, [first, ..], &[value, variable, expression, location]) => {
                let code = match (word, first) {
                    ("declare", _) => code::DEBUG_RECORD_DECLARE,
                    ("declare_value", _) => code::DEBUG_RECORD_DECLARE_VALUE,
                    (_, DebugOperand::Value(_)) => code::DEBUG_RECORD_VALUE_SIMPLE,
                    (_, DebugOperand::Metadata(_)) => code::DEBUG_RECORD_VALUE,
                };
                (code, vec![location, variable, expression, value])
            }
            _ => return Err(fault("a debug record has another number of operands than its kind has")),
        };
        let abbreviation =
            if code == code::DEBUG_RECORD_VALUE_SIMPLE { self.number(Use::DebugRecordValue) } else { None };
        self.stream.record(code, &operands, abbreviation);
        Ok(())
    }

    /// Writes the names of values and blocks.
    fn symbols(&mut self) -> Result<()> {
        if self.body.symbols.is_empty() {
            return Ok(());
        }
        self.stream.enter(block::VALUE_SYMTAB, 4);
        for symbol in &self.body.symbols {
            let (code, id, name) = match *symbol {
                Symbol::Value(value) => (symtab::ENTRY, u64::from(value), self.body.value_names.get(&value)),
                Symbol::Block(block) => (symtab::BBENTRY, block, self.body.block_names.get(&block)),
            };
            let name = name.ok_or_else(|| fault("what has a name in a function has none"))?;
            let what = match code {
                symtab::BBENTRY if is_char6(name) => Use::BlockEntry6,
                symtab::ENTRY if is_char6(name) => Use::Entry6,
                symtab::ENTRY if name.is_ascii() => Use::Entry7,
                _ => Use::Entry8,
            };
            self.operands.clear();
            self.operands.push(id);
            self.operands.extend(name.iter().map(|byte| u64::from(*byte)));
            let number = self.number(what);
            self.stream.record(code, &self.operands, number);
        }
        self.stream.end();
        Ok(())
    }

    /// The number of the abbreviation for something.
    pub(super) fn number(&self, what: Use) -> Option<u32> {
        self.abbreviations.get(what as usize).copied().flatten()
    }

    pub(super) fn ty(&self, ty: TypeId) -> Result<u64> {
        type_number(self.module, ty)
    }

    pub(super) fn type_of(&self, value: u32) -> Result<TypeId> {
        let found = self.body.values.get(value).map(|value| value.ty);
        found.ok_or_else(|| fault(format!("there is no value {value}")))
    }

    /// The number of a value, counted back from the next result.
    pub(super) fn value(&mut self, value: u32) {
        self.operands.push(self.next.wrapping_sub(value).into());
    }

    /// Adds a value, and its type where the value comes later. Returns whether it does.
    pub(super) fn typed(&mut self, value: u32) -> Result<bool> {
        self.value(value);
        let is_later = value >= self.next;
        if is_later {
            let ty = self.type_of(value)?;
            self.operands.push(self.ty(ty)?);
        }
        Ok(is_later)
    }

    /// The number of a value that counts back with a sign, as those of phis do.
    pub(super) fn signed_value(&mut self, value: u32) {
        let distance = i64::from(self.next as i32) - i64::from(value as i32);
        self.operands.push(constants::with_sign(distance));
    }
}
