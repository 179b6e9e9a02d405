//! Instructions, but for those of memory and calls. LangRef, "Instruction Reference".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::FastmathFlags;
use irtrip_dialect::release::Release;
use smallvec::SmallVec;

use super::parser::Parser;
use crate::constants::Constant;
use crate::function::{Case, Ids, Kind};
use crate::opcodes::{FAST_MATH, binary_opcode, cast_opcode, integer_flag_words};
use crate::types::{Type, TypeId};

impl<'a> Parser<'a, '_, '_> {
    /// An instruction after its result, and the type of that.
    pub fn operation(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let start = self.c.peek_pos();
        let word = std::str::from_utf8(self.c.word()).unwrap_or_default();
        let operation = match word {
            "ret" | "br" | "switch" | "indirectbr" | "unreachable" | "resume" | "cleanupret" | "catchret" => {
                let kind = self.terminator(word)?;
                (kind, self.void())
            }
            "catchswitch" | "catchpad" | "cleanuppad" => {
                let kind = self.pad(word)?;
                (kind, self.types.intern(Type::Token))
            }
            "alloca" | "load" | "store" | "cmpxchg" | "atomicrmw" | "fence" | "va_arg" => self.memory(word)?,
            "call" | "tail" | "musttail" | "notail" | "invoke" | "callbr" => self.call(word)?,
            "getelementptr" => self.gep()?,
            "extractvalue" | "insertvalue" => self.aggregate_operation(word == "insertvalue")?,
            "extractelement" | "insertelement" | "shufflevector" => self.vector_operation(word)?,
            "icmp" | "fcmp" => self.compare(word == "fcmp")?,
            "select" => {
                let flags = self.fast_math();
                let (condition, _) = self.typed()?;
                let (if_true, ty) = self.next_typed()?;
                let (if_false, _) = self.next_typed()?;
                (Kind::Select { flags, operands: [condition, if_true, if_false] }, ty)
            }
            "phi" => self.phi()?,
            "landingpad" => self.landing_pad()?,
            "freeze" => {
                let (operand, ty) = self.typed()?;
                (Kind::Freeze(operand), ty)
            }
            "fneg" => {
                let flags = self.fast_math();
                let (operand, ty) = self.typed()?;
                (Kind::Unary { opcode: 0, flags, operand }, ty)
            }
            word => {
                if let Some(opcode) = cast_opcode(word) {
                    let flags = self.integer_flags(word) | self.fast_math();
                    let (operand, _) = self.typed()?;
                    self.c.expect_word("to")?;
                    let ty = self.ty()?;
                    (Kind::Cast { opcode, flags, operand }, ty)
                } else if let Some((opcode, is_float)) = binary_opcode(word) {
                    let flags = if is_float { self.fast_math() } else { self.integer_flags(word) };
                    let (left, ty) = self.typed()?;
                    let right = self.second(ty)?;
                    (Kind::Binary { opcode, flags, operands: [left, right] }, ty)
                } else {
                    self.c.pos = start;
                    return self.c.expected("instruction opcode");
                }
            }
        };
        Ok(operation)
    }

    /// Fast-math flags as bits.
    pub fn fast_math(&mut self) -> u64 {
        const ALL_OF_OLD: u64 = 1;
        let mut flags = FastmathFlags::NONE;
        loop {
            let word = self.c.peek_word();
            match FastmathFlags::from_llvm(word) {
                Some(flag) if !word.is_empty() => {
                    flags |= flag;
                    self.c.word();
                }
                _ => break,
            }
        }
        let has = |(_, flag): &&(u64, FastmathFlags)| flags.contains(*flag);
        let bits = FAST_MATH.iter().filter(has).fold(0, |bits, (bit, _)| bits | bit);
        match self.symbols.release < Release::V6 && flags.contains(FastmathFlags::FAST) {
            true => bits & 0x3f | ALL_OF_OLD,
            false => bits,
        }
    }

    /// The flags of an operation on integers as bits.
    pub fn integer_flags(&mut self, mnemonic: &str) -> u64 {
        let mut bits = 0;
        let words = integer_flag_words(mnemonic);
        while let Some((bit, word)) = words.iter().find(|(_, word)| self.c.peek_word() == word.as_bytes()) {
            self.c.eat_word(word);
            bits |= bit;
        }
        bits
    }

    /// The flags of a `getelementptr`.
    pub fn gep_flags(&mut self) -> u64 {
        let mut bits = 0;
        loop {
            bits |= match self.c.peek_word() {
                // `inbounds` is `nusw`, too, where that is a flag of its own.
                b"inbounds" if self.symbols.release >= Release::V19 => 3,
                b"inbounds" => 1,
                b"nusw" => 2,
                b"nuw" => 4,
                _ => return bits,
            };
            self.c.word();
        }
    }

    fn gep(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let flags = self.gep_flags();
        let start = self.c.peek_pos();
        let source = self.ty()?;
        let (base, base_type) = self.next_typed()?;
        let (mut operands, mut shape, mut element) = (Ids::from_slice(&[base]), base_type, Some(source));
        let mut is_first = true;
        while self.comma() {
            let (index, index_type) = self.typed()?;
            operands.push(index);
            if matches!(self.types.get(index_type), Type::Vector { .. }) {
                shape = index_type;
            }
            if !is_first {
                let place = self.struct_index(index);
                element = element.and_then(|element| self.types.part(element, place));
            }
            is_first = false;
        }
        let (Type::Pointer(_, space), Some(element)) = (self.types.get(self.types.scalar(base_type)).clone(), element)
        else {
            return self.c.error_since(start, ImportCode::Expected("base and indices of a getelementptr"));
        };
        let pointer = self.types.pointer(element, space);
        let ty = self.types.like_vector(shape, pointer);
        Ok((Kind::Gep { flags, source, operands }, ty))
    }

    /// The field that an index into a struct names; zero for what is no constant.
    fn struct_index(&self, index: u32) -> u64 {
        match self.constants.constant(index) {
            Some(Constant::Integer(number)) => *number as u64,
            Some(Constant::Data(elements)) => elements.first().copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn aggregate_operation(&mut self, inserts: bool) -> DiagnosticResult<(Kind, TypeId)> {
        let start = self.c.peek_pos();
        let (aggregate, ty) = self.typed()?;
        let inserted = if inserts { Some(self.next_typed()?.0) } else { None };
        let (mut indices, mut part) = (SmallVec::<[u64; 2]>::new(), Some(ty));
        while self.comma() {
            let index = self.c.u64()?;
            indices.push(index);
            part = part.filter(|part| !matches!(self.types.get(*part), Type::Vector { .. }));
            part = part.and_then(|part| self.types.part(part, index));
        }
        match (inserted, part) {
            (_, None) => self.c.error_since(start, ImportCode::Expected("indices of a part of an aggregate")),
            (Some(value), _) => Ok((Kind::InsertValue { operands: [aggregate, value], indices }, ty)),
            (None, Some(part)) => Ok((Kind::ExtractValue { aggregate, indices }, part)),
        }
    }

    fn vector_operation(&mut self, word: &str) -> DiagnosticResult<(Kind, TypeId)> {
        let start = self.c.peek_pos();
        let (vector, ty) = self.typed()?;
        let Type::Vector { element, scalable, .. } = *self.types.get(ty) else {
            return self.c.error_since(start, ImportCode::Expected("vector"));
        };
        match word {
            "extractelement" => Ok((Kind::ExtractElement([vector, self.next_typed()?.0]), element)),
            "insertelement" => {
                let (value, _) = self.next_typed()?;
                let (index, _) = self.next_typed()?;
                Ok((Kind::InsertElement([vector, value, index]), ty))
            }
            _ => {
                let (second, _) = self.next_typed()?;
                let (mask, mask_type) = self.next_typed()?;
                let Type::Vector { length, .. } = *self.types.get(mask_type) else {
                    return self.c.error_since(start, ImportCode::Expected("vector as a mask"));
                };
                let ty = self.types.intern(Type::Vector { length, scalable, element });
                Ok((Kind::ShuffleVector([vector, second, mask]), ty))
            }
        }
    }

    fn compare(&mut self, is_float: bool) -> DiagnosticResult<(Kind, TypeId)> {
        let flags = if is_float { self.fast_math() } else { u64::from(self.c.eat_word("samesign")) };
        let predicate = self.predicate(is_float)?;
        let (left, ty) = self.typed()?;
        let right = self.second(ty)?;
        let result = self.types.condition_for(ty);
        Ok((Kind::Compare { predicate, flags, operands: [left, right] }, result))
    }

    fn phi(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let flags = self.fast_math();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        if self.c.peek() == b'[' {
            loop {
                self.c.expect(b'[', "'[' in phi value list")?;
                let value = self.value(ty)?;
                self.c.expect(b',', "',' after insertelement value")?;
                incoming.push((value, self.block_name()?));
                self.c.expect(b']', "']' in phi value list")?;
                if !self.comma() {
                    break;
                }
            }
        }
        Ok((Kind::Phi { flags, incoming }, ty))
    }

    fn terminator(&mut self, word: &str) -> DiagnosticResult<Kind> {
        Ok(match word {
            // With typed pointers, the type of a value may begin with the word `void`.
            "ret" => {
                let ty = self.ty()?;
                let value = if *self.types.get(ty) == Type::Void { None } else { Some(self.value(ty)?) };
                Kind::Return(value)
            }
            "br" if self.c.peek_word() == b"label" => Kind::Branch(self.label()?),
            "br" => {
                let (condition, _) = self.typed()?;
                self.c.expect(b',', "',' after branch condition")?;
                let first = self.label()?;
                self.c.expect(b',', "',' after true destination")?;
                Kind::ConditionalBranch { condition, targets: [first, self.label()?] }
            }
            "switch" => {
                let (condition, _) = self.typed()?;
                self.c.expect(b',', "',' after switch condition")?;
                let default = self.label()?;
                self.c.expect(b'[', "'[' with switch table")?;
                let mut cases = Vec::new();
                while !self.c.eat(b']') {
                    let (value, _) = self.typed()?;
                    self.c.expect(b',', "',' after case value")?;
                    cases.push((Case::Value(value), self.label()?));
                }
                Kind::Switch { condition, default, cases }
            }
            "indirectbr" => {
                let (address, _) = self.typed()?;
                self.c.expect(b',', "',' after indirectbr address")?;
                Kind::IndirectBranch { address, targets: self.labels()? }
            }
            "resume" => Kind::Resume(self.typed()?.0),
            "cleanupret" => {
                self.c.expect_word("from")?;
                let pad = self.token()?;
                self.c.expect_word("unwind")?;
                Kind::CleanupReturn { pad, unwind: self.unwind()? }
            }
            "catchret" => {
                self.c.expect_word("from")?;
                let pad = self.token()?;
                self.c.expect_word("to")?;
                Kind::CatchReturn { pad, target: self.label()? }
            }
            _ => Kind::Unreachable,
        })
    }

    fn token(&mut self) -> DiagnosticResult<u32> {
        let token = self.types.intern(Type::Token);
        self.value(token)
    }

    fn unwind(&mut self) -> DiagnosticResult<Option<u64>> {
        if self.c.eat_word("to") {
            self.c.expect_word("caller")?;
            return Ok(None);
        }
        self.label().map(Some)
    }

    fn pad(&mut self, word: &str) -> DiagnosticResult<Kind> {
        self.c.expect_word("within")?;
        let parent = self.token()?;
        if word == "catchswitch" {
            let handlers = self.labels()?;
            self.c.expect_word("unwind")?;
            return Ok(Kind::CatchSwitch { parent, handlers, unwind: self.unwind()? });
        }
        self.c.expect(b'[', "'[' in catchpad/cleanuppad")?;
        let mut arguments = Ids::new();
        if !self.c.eat(b']') {
            loop {
                arguments.push(self.typed()?.0);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b']', "']' in catchpad/cleanuppad")?;
        }
        Ok(Kind::Pad { is_catch: word == "catchpad", parent, arguments })
    }

    fn landing_pad(&mut self) -> DiagnosticResult<(Kind, TypeId)> {
        let ty = self.ty()?;
        let is_cleanup = self.c.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let kind = match self.c.peek_word() {
                b"catch" => 0,
                b"filter" => 1,
                _ => break,
            };
            self.c.word();
            clauses.push((kind, self.typed()?.0));
        }
        Ok((Kind::LandingPad { is_cleanup, clauses }, ty))
    }
}
