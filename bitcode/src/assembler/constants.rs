//! Constants. LangRef, "Constants", "Constant Expressions".

use std::borrow::Cow;

use irtrip_dialect::FloatKind;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::llvm_text::cursor::Name;
use irtrip_dialect::llvm_text::decimal;
use irtrip_dialect::llvm_text::literals::{self, IntLiteral, little_endian};
use irtrip_dialect::release::Release;
use num_bigint::BigInt;

use super::parser::Parser;
use crate::constants::{Constant, GepConstant, InlineAsm};
use crate::numbers::ConstantRange;
use crate::opcodes::{binary_opcode, cast_opcode, predicate_number};
use crate::types::{Type, TypeId};

/// A number whose lowest bit is its sign, as bitcode has it.
pub(super) fn emit_signed(number: i64) -> u64 {
    if number < 0 { (number.wrapping_neg() as u64) << 1 | 1 } else { (number as u64) << 1 }
}

/// The words of an integer of so many bits: one, or those up to the highest that is not zero.
pub(super) fn words_of(value: &BigInt, width: u32, is_wide: bool) -> Box<[u64]> {
    if !is_wide {
        let bits = little_endian(value, 8).first_chunk::<8>().map_or(0, |bytes| i64::from_le_bytes(*bytes));
        let shift = 64 - width.clamp(1, 64);
        return [emit_signed(bits << shift >> shift)].into();
    }
    let modulus = BigInt::from(1) << width;
    let mut unsigned = value % &modulus;
    if unsigned < BigInt::ZERO {
        unsigned += modulus;
    }
    let bytes = little_endian(&unsigned, (width.div_ceil(64) * 8) as usize);
    let mut words: Vec<u64> = bytes
        .chunks_exact(8)
        .filter_map(|word| word.first_chunk::<8>())
        .map(|word| emit_signed(i64::from_le_bytes(*word)))
        .collect();
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    words.into()
}

/// The words of a float's bits, in the order of records.
fn float_words(kind: FloatKind, bits: u128) -> Box<[u64]> {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    match kind {
        FloatKind::F80 => [(bits >> 16) as u64, low & 0xffff].into(),
        FloatKind::F128 | FloatKind::PpcF128 => [low, high].into(),
        _ => [low].into(),
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// The type of a local value or a constant.
    pub fn value_type(&self, id: u32) -> TypeId {
        self.constants.get(id).map(|value| value.ty).unwrap_or_default()
    }

    /// A constant after its type.
    pub fn typed_constant(&mut self) -> DiagnosticResult<u32> {
        let ty = self.ty()?;
        self.value(ty)
    }

    /// A value of a type: a local of the function that is read, a global value or a constant.
    pub fn value(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        match self.c.peek() {
            b'%' => self.local(ty),
            b'@' => {
                let start = self.c.pos;
                let name = self.c.name()?;
                self.global(start, &name)
            }
            _ => self.nested(|parser| parser.constant(ty)),
        }
    }

    fn global(&mut self, start: usize, name: &Name<'a>) -> DiagnosticResult<u32> {
        match self.symbols.globals.get(name) {
            Some(global) => Ok(*global),
            None => self.c.error_since(start, ImportCode::Expected("global value that is defined")),
        }
    }

    fn constant(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        let start = self.c.pos;
        match self.c.byte() {
            b'[' | b'{' => {
                self.c.pos += 1;
                let elements = self.elements(if self.c.text.get(start) == Some(&b'[') { b']' } else { b'}' })?;
                Ok(self.aggregate(ty, elements))
            }
            b'<' => {
                self.c.pos += 1;
                let is_struct = self.c.eat(b'{');
                let elements = self.elements(if is_struct { b'}' } else { b'>' })?;
                if is_struct {
                    self.c.expect(b'>', "'>' at end of packed struct")?;
                }
                Ok(self.aggregate(ty, elements))
            }
            b'c' if self.c.byte_at(1) == b'"' => {
                self.c.pos += 1;
                let bytes = self.c.string()?;
                Ok(self.text_constant(ty, bytes))
            }
            byte if byte.is_ascii_digit() || matches!(byte, b'-' | b'+') => self.number(ty),
            b'f' | b'u' | b's' if self.c.rest().get(1..3) == Some(b"0x") => self.number(ty),
            byte if byte.is_ascii_alphabetic() => self.word_constant(ty),
            _ => self.c.expected("value"),
        }
    }

    fn elements(&mut self, close: u8) -> DiagnosticResult<Vec<u32>> {
        let mut elements = Vec::new();
        if !self.c.eat(close) {
            loop {
                elements.push(self.typed_constant()?);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(close, "end of constant")?;
        }
        Ok(elements)
    }

    /// The constant of some elements, in the form in which LLVM has it.
    fn aggregate(&mut self, ty: TypeId, elements: Vec<u32>) -> u32 {
        let all = |parser: &Self, is: fn(&Constant) -> bool| {
            elements.iter().all(|element| parser.constants.constant(*element).is_some_and(is))
        };
        let constant = if all(self, |constant| matches!(constant, Constant::Null)) {
            Constant::Null
        } else if all(self, |constant| matches!(constant, Constant::Poison)) {
            Constant::Poison
        } else if all(self, |constant| matches!(constant, Constant::Undef)) {
            Constant::Undef
        } else if let Some(data) = self.data(ty, &elements) {
            Constant::Data(data)
        } else {
            Constant::Aggregate(elements.into())
        };
        self.constants.intern(ty, self.as_text(ty, constant))
    }

    /// Data of bytes as a text, which is what they are in bitcode.
    fn as_text(&self, ty: TypeId, constant: Constant) -> Constant {
        match (self.types.get(ty), constant) {
            (Type::Array(_, element), Constant::Data(data)) if matches!(self.types.get(*element), Type::Integer(8)) => {
                Constant::Text(data.iter().map(|byte| *byte as u8).collect())
            }
            (_, constant) => constant,
        }
    }

    /// Elements that are numbers of a simple type, as their bits.
    fn data(&self, ty: TypeId, elements: &[u32]) -> Option<Box<[u64]>> {
        let element = match *self.types.get(ty) {
            Type::Array(_, element) | Type::Vector { element, scalable: false, .. } => element,
            _ => return None,
        };
        let mask = match self.types.get(element) {
            Type::Integer(width @ (8 | 16 | 32 | 64)) | Type::Byte(width @ (8 | 16 | 32 | 64)) => {
                u64::MAX >> (64 - width)
            }
            Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64) => u64::MAX,
            _ => return None,
        };
        let bits = |id: &u32| match self.constants.constant(*id)? {
            Constant::Null => Some(0),
            Constant::Integer(value) => Some(*value as u64 & mask),
            Constant::Float(words) => words.first().copied(),
            _ => None,
        };
        elements.iter().map(bits).collect()
    }

    fn text_constant(&mut self, ty: TypeId, bytes: Cow<'a, [u8]>) -> u32 {
        let constant = match bytes.iter().all(|byte| *byte == 0) {
            true => Constant::Null,
            false => Constant::Text(bytes.into()),
        };
        self.constants.intern(ty, constant)
    }

    /// The text of a number.
    fn number_text(&mut self) -> &'a [u8] {
        self.c.skip();
        let rest = self.c.rest();
        let is_part = |at: usize, byte: u8| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'.' | b'+' | b'-')
                    && (at == 0 || byte == b'.' || matches!(rest.get(at - 1), Some(b'e' | b'E')))
        };
        let mut length = rest.iter().enumerate().position(|(at, byte)| !is_part(at, *byte)).unwrap_or(rest.len());
        // `+nan(0x1)`
        if rest.get(length) == Some(&b'(') && rest.get(..length).is_some_and(|word| word.ends_with(b"nan")) {
            length += rest.get(length..).and_then(|rest| memchr::memchr(b')', rest)).map_or(0, |end| end + 1);
        }
        let text = rest.get(..length).unwrap_or_default();
        self.c.pos += length;
        text
    }

    fn number(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        let start = self.c.pos;
        let text = self.number_text();
        let constant = match *self.types.get(self.types.scalar(ty)) {
            Type::Integer(width) | Type::Byte(width) => literals::integer(text).map(|literal| integer(&literal, width)),
            Type::Float(kind) => literals::float(text, kind, false).map(|bits| match bits {
                0 => Constant::Null,
                bits => Constant::Float(float_words(kind, bits)),
            }),
            _ => None,
        };
        match constant {
            Some(constant) => Ok(self.constants.intern(ty, constant)),
            None => self.c.error_since(start, ImportCode::Expected("constant of this type")),
        }
    }

    fn word_constant(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        let start = self.c.pos;
        let constant = match self.c.word() {
            b"null" | b"zeroinitializer" | b"none" | b"false" => Constant::Null,
            b"true" => Constant::Integer(-1),
            b"undef" => Constant::Undef,
            b"poison" => Constant::Poison,
            b"splat" => return self.splat(ty),
            b"asm" => return self.inline_asm(ty, None),
            b"blockaddress" => {
                self.c.expect(b'(', "'(' in block address expression")?;
                let function = self.value(ty)?;
                self.c.expect(b',', "comma in block address expression")?;
                self.c.skip();
                let name = self.c.local_name()?;
                self.c.expect(b')', "')' in block address expression")?;
                Constant::BlockAddress(function, self.constants.block_address(function, name))
            }
            b"dso_local_equivalent" => Constant::DsoLocalEquivalent(self.value(ty)?),
            b"no_cfi" => Constant::NoCfi(self.value(ty)?),
            b"ptrauth" => {
                let mut operands = self.bracketed_operands()?;
                self.complete_ptrauth(ty, &mut operands);
                Constant::PtrAuth(operands.into())
            }
            word => return self.expression(ty, word, start),
        };
        Ok(self.constants.intern(ty, constant))
    }

    /// Adds the operands that the text leaves out.
    fn complete_ptrauth(&mut self, ty: TypeId, operands: &mut Vec<u32>) {
        if operands.len() < 3 {
            let i64 = self.types.intern(Type::Integer(64));
            operands.push(self.constants.intern(i64, Constant::Null));
        }
        let plain = self.types.pointer(ty, 0);
        let pointer = if matches!(self.types.get(ty), Type::Pointer(None, _)) {
            self.types.intern(Type::Pointer(None, 0))
        } else {
            plain
        };
        let count = if self.symbols.release >= Release::V22 { 5 } else { 4 };
        while operands.len() < count {
            operands.push(self.constants.intern(pointer, Constant::Null));
        }
    }

    fn splat(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        self.c.expect(b'(', "'(' after vector splat")?;
        let element = self.typed_constant()?;
        self.c.expect(b')', "')' at end of vector splat")?;
        match *self.types.get(ty) {
            Type::Vector { length, scalable: false, .. } => {
                const MAX_ELEMENTS: u64 = 1 << 24;
                if length > MAX_ELEMENTS {
                    return self.c.error(ImportCode::Unsupported("a vector of so many elements"));
                }
                Ok(self.aggregate(ty, vec![element; length as usize]))
            }
            Type::Vector { .. } => self.scalable_splat(ty, element),
            _ => self.c.expected("vector type for a splat"),
        }
    }

    /// A splat of a scalable vector is a shuffle of the first element.
    fn scalable_splat(&mut self, ty: TypeId, element: u32) -> DiagnosticResult<u32> {
        if let Some(constant @ (Constant::Null | Constant::Undef | Constant::Poison)) =
            self.constants.constant(element).cloned()
        {
            return Ok(self.constants.intern(ty, constant));
        }
        let Type::Vector { length, .. } = *self.types.get(ty) else {
            return self.c.expected("vector type for a splat");
        };
        let i64 = self.types.intern(Type::Integer(64));
        let i32 = self.types.intern(Type::Integer(32));
        let masks = self.types.intern(Type::Vector { length, scalable: true, element: i32 });
        let poison = self.constants.intern(ty, Constant::Poison);
        let zero = self.constants.intern(i64, Constant::Null);
        let inserted = self.constants.intern(ty, Constant::InsertElement([poison, element, zero]));
        let mask = self.constants.intern(masks, Constant::Null);
        Ok(self.constants.intern(ty, Constant::ShuffleVector([inserted, poison, mask])))
    }

    /// Inline assembly after its word; of a pointer's type, and where it is called of this function's.
    pub fn inline_asm(&mut self, ty: TypeId, function: Option<TypeId>) -> DiagnosticResult<u32> {
        let mut flags = 0;
        for (bit, word) in crate::opcodes::ASM_FLAGS {
            if self.c.eat_word(word) {
                flags |= bit;
            }
        }
        let text = self.c.string()?.into_owned();
        self.c.expect(b',', "comma in inline asm expression")?;
        let constraints = self.c.string()?.into_owned();
        let asm = InlineAsm { ty: function.or_else(|| self.types.pointee(ty)), flags, text, constraints };
        Ok(self.constants.intern(ty, Constant::InlineAsm(Box::new(asm))))
    }

    /// `(i32 1, i32 2)`
    fn bracketed_operands(&mut self) -> DiagnosticResult<Vec<u32>> {
        self.c.expect(b'(', "'(' in constant expression")?;
        self.elements(b')')
    }

    fn exactly<const N: usize>(&mut self) -> DiagnosticResult<[u32; N]> {
        let start = self.c.peek_pos();
        let operands = self.bracketed_operands()?;
        match <[u32; N]>::try_from(operands) {
            Ok(operands) => Ok(operands),
            Err(_) => {
                self.c.error_since(start, ImportCode::Expected("other number of operands of a constant expression"))
            }
        }
    }

    fn expression(&mut self, ty: TypeId, word: &[u8], start: usize) -> DiagnosticResult<u32> {
        let word = std::str::from_utf8(word).unwrap_or_default();
        let constant = match word {
            "getelementptr" => self.gep_constant()?,
            "select" => Constant::Select(self.exactly()?),
            "extractelement" => Constant::ExtractElement(self.exactly()?),
            "insertelement" => Constant::InsertElement(self.exactly()?),
            "shufflevector" => Constant::ShuffleVector(self.exactly()?),
            "fneg" => Constant::Unary(Box::new((0, self.exactly::<1>()?[0]))),
            "icmp" | "fcmp" => {
                let predicate = self.predicate(word == "fcmp")?;
                Constant::Compare(predicate, self.exactly()?)
            }
            word => {
                if let Some(opcode) = cast_opcode(word) {
                    let flags = self.integer_flags(word);
                    if flags != 0 {
                        return self
                            .c
                            .error_since(start, ImportCode::Unsupported("flags of a cast that is a constant"));
                    }
                    self.c.expect(b'(', "'(' after constantexpr cast")?;
                    let operand = self.typed_constant()?;
                    self.c.expect_word("to")?;
                    let to = self.ty()?;
                    self.c.expect(b')', "')' at end of constantexpr cast")?;
                    return Ok(self.constants.intern(to, Constant::Cast(opcode, operand)));
                }
                let Some((opcode, _)) = binary_opcode(word) else {
                    self.c.pos = start;
                    return self.c.expected("value");
                };
                let flags = self.integer_flags(word);
                Constant::Binary(Box::new((opcode, flags, self.exactly()?)))
            }
        };
        Ok(self.constants.intern(ty, constant))
    }

    /// The number of the predicate that is next.
    pub fn predicate(&mut self, is_float: bool) -> DiagnosticResult<u64> {
        let start = self.c.peek_pos();
        let word = std::str::from_utf8(self.c.word()).unwrap_or_default();
        match predicate_number(word, is_float) {
            Some(number) => Ok(number),
            None => {
                self.c.pos = start;
                self.c.expected("predicate")
            }
        }
    }

    fn gep_constant(&mut self) -> DiagnosticResult<Constant> {
        let mut flags = self.gep_flags();
        let mut in_range = None;
        if self.c.eat_word("inrange") {
            let start = self.c.peek_pos();
            self.c.expect(b'(', "'(' here")?;
            self.c.pos = start;
            self.c.skip_balanced()?;
            let inside = self.c.text.get(start + 1..self.c.pos - 1).unwrap_or_default();
            // As wide as an index into the pointer's address space, which is 64 bits unless the layout says otherwise.
            in_range = constant_range(std::str::from_utf8(inside).unwrap_or_default(), 64);
            if in_range.is_none() {
                return self.c.error_since(start, ImportCode::Expected("range"));
            }
            flags |= self.gep_flags();
        }
        self.c.expect(b'(', "'(' in constantexpr")?;
        let source = self.ty()?;
        let (mut operands, mut in_range_operand) = (Vec::new(), None);
        while self.c.eat(b',') {
            if self.c.eat_word("inrange") {
                in_range_operand = Some((operands.len() as u64).saturating_sub(1));
            }
            operands.push(self.typed_constant()?);
        }
        self.c.expect(b')', "')' in constantexpr")?;
        if operands.is_empty() {
            return self.c.expected("base of getelementptr");
        }
        let gep = GepConstant { source: Some(source), flags, in_range_operand, in_range, operands: operands.into() };
        Ok(Constant::Gep(Box::new(gep)))
    }
}

/// An integer of so many bits.
fn integer(literal: &IntLiteral, width: u32) -> Constant {
    let value = match literal {
        IntLiteral::Small(value) if width <= 64 => {
            let shift = 64 - width;
            return match value << shift >> shift {
                0 => Constant::Null,
                value => Constant::Integer(value),
            };
        }
        IntLiteral::Small(value) => BigInt::from(*value),
        IntLiteral::Big(value) => value.clone(),
    };
    let words = words_of(&value, width, width > 64);
    match words.as_ref() {
        [0] => Constant::Null,
        [word] if width <= 64 => Constant::Integer(crate::bitstream::signed(*word)),
        _ => Constant::WideInteger(words),
    }
}

/// `0, 10`
pub(super) fn constant_range(text: &str, width: u32) -> Option<ConstantRange> {
    let (lower, upper) = text.split_once(',')?;
    let words = |text: &str| {
        let value = decimal::parse(text.trim().as_bytes())?;
        Some(words_of(&value, width, width > 64))
    };
    Some(ConstantRange { width, lower: words(lower)?, upper: words(upper)? })
}
