//! Instructions that access memory. LangRef, "Memory Access and Addressing Operations".

use std::borrow::Cow;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::AtomicBinOp;

use super::parser::Parser;
use crate::constants::Constant;
use crate::function::{Atomic, Kind};
use crate::opcodes::ORDERINGS;
use crate::types::{Type, TypeId};

impl<'a> Parser<'a, '_, '_> {
    pub fn memory(&mut self, word: &str) -> DiagnosticResult<(Kind, TypeId)> {
        match word {
            "alloca" => self.alloca(),
            "load" => {
                let (is_atomic, is_volatile) = (self.c.eat_word("atomic"), self.c.eat_word("volatile"));
                let ty = self.ty()?;
                let (pointer, _) = self.next_typed()?;
                let atomic = if is_atomic { Some(self.atomic()?) } else { None };
                Ok((Kind::Load { pointer, alignment: self.alignment()?, is_volatile, atomic }, ty))
            }
            "store" => {
                let (is_atomic, is_volatile) = (self.c.eat_word("atomic"), self.c.eat_word("volatile"));
                let (value, _) = self.typed()?;
                let (pointer, _) = self.next_typed()?;
                let atomic = if is_atomic { Some(self.atomic()?) } else { None };
                let alignment = self.alignment()?;
                let void = self.void();
                Ok((Kind::Store { operands: [value, pointer], alignment, is_volatile, atomic }, void))
            }
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.read_modify_write(),
            "fence" => {
                let atomic = self.atomic()?;
                Ok((Kind::Fence(atomic), self.void()))
            }
            _ => {
                let (list, _) = self.typed()?;
                self.c.expect(b',', "',' after vaarg operand")?;
                let ty = self.ty()?;
                Ok((Kind::VaArg { list }, ty))
            }
        }
    }

    fn alloca(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        const IN_ALLOCA: u64 = 1 << 5;
        const EXPLICIT_TYPE: u64 = 1 << 6;
        const SWIFT_ERROR: u64 = 1 << 7;
        let mut flags = EXPLICIT_TYPE;
        for (bit, word) in [(IN_ALLOCA, "inalloca"), (SWIFT_ERROR, "swifterror")] {
            flags |= if self.c.eat_word(word) { bit } else { 0 };
        }
        let ty = self.ty()?;
        let (mut count, mut alignment, mut space) = (None, 0, 0);
        while self.comma() {
            match self.c.peek_word() {
                b"align" => {
                    self.c.word();
                    alignment = self.exponent()?;
                }
                b"addrspace" => space = self.address_space()?.unwrap_or(space),
                _ => count = Some(self.typed()?.0),
            }
        }
        let count = count.unwrap_or_else(|| {
            let i32 = self.types.intern(Type::Integer(32));
            self.constants.intern(i32, Constant::Integer(1))
        });
        // The lower five bits of the exponent, and three more.
        flags |= alignment & 31 | (alignment >> 5 & 7) << 8;
        let pointer = self.types.pointer(ty, space);
        Ok((Kind::Alloca { flags, ty, count, space }, pointer))
    }

    fn compare_exchange(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let (is_weak, is_volatile) = (self.c.eat_word("weak"), self.c.eat_word("volatile"));
        let (pointer, _) = self.typed()?;
        let (compared, ty) = self.next_typed()?;
        let (new, _) = self.next_typed()?;
        let success = self.atomic()?;
        let failure = self.ordering()?;
        let alignment = self.alignment()?;
        let condition = self.types.intern(Type::Integer(1));
        let result = self.types.intern(Type::Struct { packed: false, elements: [ty, condition].into() });
        let operands = [pointer, compared, new];
        let kind = Kind::CompareExchange { operands, alignment, is_volatile, is_weak, success, failure, is_old: false };
        Ok((kind, result))
    }

    fn read_modify_write(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let is_volatile = self.c.eat_word("volatile");
        let start = self.c.peek_pos();
        let Some(operation) = AtomicBinOp::from_llvm(self.c.word()) else {
            self.c.pos = start;
            return self.c.expected("binary operation in atomicrmw");
        };
        let (pointer, _) = self.typed()?;
        let (value, ty) = self.next_typed()?;
        let atomic = self.atomic()?;
        let alignment = self.alignment()?;
        let (operation, operands) = (operation.number() as u64, [pointer, value]);
        Ok((Kind::ReadModifyWrite { operation, operands, alignment, is_volatile, atomic }, ty))
    }

    /// `syncscope("agent") acquire`
    fn atomic(&mut self) -> DiagnosticResult<Atomic> {
        let scope: Cow<'a, [u8]> = if self.c.eat_word("syncscope") {
            self.c.expect(b'(', "'(' in syncscope")?;
            let scope = self.c.string()?;
            self.c.expect(b')', "')' in syncscope")?;
            scope
        } else if self.c.eat_word("singlethread") {
            Cow::Borrowed(b"singlethread")
        } else {
            Cow::Borrowed(b"")
        };
        let scope = self.names.sync_scopes.intern(scope);
        Ok(Atomic { ordering: self.ordering()?, scope })
    }

    fn ordering(&mut self) -> DiagnosticResult<u64> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let place = ORDERINGS.iter().position(|ordering| !word.is_empty() && ordering.llvm().as_bytes() == word);
        match place {
            Some(place) => Ok(place as u64),
            None => {
                self.c.pos = start;
                self.c.expected("ordering on atomic instruction")
            }
        }
    }

    /// `, align 8`, as one more than its exponent; zero where there is none.
    fn alignment(&mut self) -> DiagnosticResult<u64> {
        let mut ahead = self.c;
        if !(ahead.eat(b',') && ahead.eat_word("align")) {
            return Ok(0);
        }
        self.c = ahead;
        self.exponent()
    }

    /// An alignment as one more than its exponent.
    pub fn exponent(&mut self) -> DiagnosticResult<u64> {
        let start = self.c.peek_pos();
        let in_brackets = self.c.eat(b'(');
        let alignment = self.c.u64()?;
        if in_brackets {
            self.c.expect(b')', "')'")?;
        }
        match alignment.is_power_of_two() {
            true => Ok(u64::from(alignment.trailing_zeros()) + 1),
            false => self.c.error_since(start, ImportCode::Expected("alignment that is a power of two")),
        }
    }
}
