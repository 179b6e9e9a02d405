//! Constants: their spelling, and a pool in which equal ones are one. LangRef, "Constants".

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;

use irtrip_dialect::enums;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Context, OpName, Str, Type, TypeData};

use crate::cursor::{Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::literals::{self, IntLiteral};
use crate::mnemonics;
use crate::reader::Reader;
use crate::types::{MAX_DEPTH, spell};

/// A constant of a [`ConstantPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConstId(u32);

/// What a constant is, beside its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ConstKind {
    /// An integer of 64 signed bits.
    Int(i64),
    /// A wider one.
    BigInt(BigInt),
    /// The bits of a floating-point number.
    Float(u128),
    /// `null`, and `zeroinitializer` of aggregates.
    Null,
    Undef,
    Poison,
    /// `none`
    NoneToken,
    /// `@name`: the model's name of the symbol.
    Global(Str),
    /// The elements of an array, an array of arrays or a fixed vector of integers or floats, as in a dense attribute.
    Data(Box<[u8]>),
    /// The elements of any other struct, array or fixed vector.
    Aggregate(Box<[ConstId]>),
    /// Every element of a scalable vector.
    Splat(ConstId),
    Expr(Box<Expr>),
    /// `blockaddress(@f, %b)`: the function and the block's tag.
    BlockAddress(Str, u32),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(Str),
    /// `no_cfi @f`
    NoCfi(Str),
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstId]>),
}

/// A constant expression: the operation that stands for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Expr {
    pub name: OpName,
    pub attrs: Vec<(Str, Attr)>,
    pub operands: Vec<ConstId>,
    /// In upstream's form, all operands of LLVM's, where some are no operands of the operation.
    pub parts: Vec<ConstId>,
}

/// Constants by number; equal ones have one number.
#[derive(Default)]
pub(crate) struct ConstantPool {
    items: Vec<(Type, ConstKind)>,
    index: HashTable<u32>,
}

impl ConstantPool {
    /// The constant of this type and content. It is not made canonical.
    pub fn intern(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let item = (ty, kind);
        let code = hash(&item);
        if let Some(&i) = self.index.find(code, |&i| self.items.get(i as usize) == Some(&item)) {
            return ConstId(i);
        }
        let i = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.index.insert_unique(code, i, |&i| items.get(i as usize).map_or(0, hash));
        ConstId(i)
    }

    /// A constant's type.
    pub fn ty(&self, id: ConstId) -> Type {
        self.items[id.0 as usize].0
    }

    /// What a constant is.
    pub fn kind(&self, id: ConstId) -> &ConstKind {
        &self.items[id.0 as usize].1
    }

    /// Forgets all constants.
    pub fn clear(&mut self) {
        self.items.clear();
        self.index.clear();
    }
}

fn hash(item: &(Type, ConstKind)) -> u64 {
    FxBuildHasher.hash_one(item)
}

/// Whether a type's constants can be elements of [`ConstKind::Data`].
pub(crate) fn is_simple(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_))
}

impl<'a> Reader<'_, 'a> {
    /// Reads a type and a constant of it.
    pub fn typed_constant(&mut self) -> Res<ConstId> {
        let ty = self.read_type()?;
        self.constant(ty)
    }

    /// Reads a constant of a type.
    pub fn constant(&mut self, ty: Type) -> Res<ConstId> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.c.error(ImportErrorKind::TooDeep);
        }
        let constant = self.constant_inside(ty);
        self.depth -= 1;
        constant
    }

    fn constant_inside(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.peek_pos();
        match self.c.byte() {
            b'@' => {
                let name = self.global_name()?;
                self.check_pointer(ty, start)?;
                Ok(self.pool.intern(ty, ConstKind::Global(name)))
            }
            b'-' | b'+' | b'0'..=b'9' => self.number(ty),
            b'[' => self.array(ty),
            b'{' => self.structure(ty, false),
            b'<' => {
                let mut ahead = self.c;
                ahead.pos += 1;
                if ahead.peek() == b'{' { self.structure(ty, true) } else { self.vector(ty) }
            }
            b'c' if self.c.byte_at(1) == b'"' => self.bytes(ty),
            b'u' | b's' if self.c.byte_at(1) == b'0' && self.c.byte_at(2) == b'x' => self.number(ty),
            _ => self.keyword_constant(ty),
        }
    }

    fn check_pointer(&mut self, ty: Type, start: usize) -> Res<()> {
        if matches!(self.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return Ok(());
        }
        fail(start..self.c.pos, ImportErrorKind::Invalid("global variable reference must have pointer type".into()))
    }

    /// The text of a number: letters, digits, `.`, and signs behind an exponent's `e`.
    fn number_text(&mut self) -> &'a [u8] {
        let rest = self.c.text.get(self.c.pos..).unwrap_or_default();
        let hex = rest.starts_with(b"0x");
        let mut len = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
        while let Some(&b) = rest.get(len) {
            let sign = matches!(b, b'+' | b'-') && !hex && matches!(rest.get(len - 1), Some(b'e' | b'E'));
            if !(b.is_ascii_alphanumeric() || b == b'.' || sign) {
                break;
            }
            len += 1;
        }
        self.c.pos += len;
        &rest[..len]
    }

    fn number(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let text = self.number_text();
        let kind = match self.ctx.type_data(ty) {
            TypeData::Integer { width, .. } => match literals::integer(text) {
                Some(literal) => int_kind(literal, *width),
                None => {
                    let message = "floating point constant invalid for type";
                    return fail(start..self.c.pos, ImportErrorKind::Invalid(message.into()));
                }
            },
            TypeData::Float(kind) => match literals::float(text, *kind) {
                Some(bits) => ConstKind::Float(bits),
                None => {
                    let message = "floating point constant invalid for type";
                    return fail(start..self.c.pos, ImportErrorKind::Invalid(message.into()));
                }
            },
            _ => {
                let message = "integer constant must have integer type";
                return fail(start..self.c.pos, ImportErrorKind::Invalid(message.into()));
            }
        };
        Ok(self.pool.intern(ty, kind))
    }

    fn mismatch<T>(&mut self, ty: Type, start: usize) -> Res<T> {
        let message =
            format!("constant expression type mismatch: got another type but expected '{}'", spell(self.ctx, ty));
        fail(start..self.c.pos.max(start + 1), ImportErrorKind::Invalid(message))
    }

    fn array(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let TypeData::Array { length, element } = *self.ctx.type_data(ty) else { return self.mismatch(ty, start) };
        self.c.pos += 1;
        if self.c.eat(b']') {
            return if length == 0 { Ok(self.pool.intern(ty, ConstKind::Poison)) } else { self.mismatch(ty, start) };
        }
        let elements = self.elements(element, b']')?;
        if elements.len() as u64 != length {
            return self.mismatch(ty, start);
        }
        Ok(self.aggregate(ty, elements))
    }

    fn vector(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let TypeData::Vector { dims, element } = self.ctx.type_data(ty) else { return self.mismatch(ty, start) };
        let (size, element) = (dims.first().and_then(|d| d.size.filter(|_| !d.scalable)), *element);
        self.c.pos += 1;
        let elements = self.elements(element, b'>')?;
        if Some(elements.len() as u64) != size {
            return self.mismatch(ty, start);
        }
        Ok(self.aggregate(ty, elements))
    }

    /// Typed elements up to the closing bracket.
    fn elements(&mut self, element: Type, close: u8) -> Res<Vec<ConstId>> {
        let mut elements = Vec::new();
        loop {
            let start = self.c.peek_pos();
            let ty = self.read_type()?;
            if ty != element {
                return self.mismatch(element, start);
            }
            elements.push(self.constant(ty)?);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(close, "end of aggregate constant")?;
        Ok(elements)
    }

    fn structure(&mut self, ty: Type, packed: bool) -> Res<ConstId> {
        let start = self.c.pos;
        let ctx = self.ctx;
        let Some((have, types)) = ctx.struct_elements(ty) else { return self.mismatch(ty, start) };
        self.c.pos += 1;
        if packed {
            self.c.expect(b'{', "'{'")?;
        }
        let mut elements = Vec::with_capacity(types.len());
        for (i, expected) in types.iter().enumerate() {
            if i > 0 {
                self.c.expect(b',', "',' in struct constant")?;
            }
            let at = self.c.peek_pos();
            let found = self.read_type()?;
            if found != *expected {
                return self.mismatch(*expected, at);
            }
            elements.push(self.constant(found)?);
        }
        self.c.expect(b'}', "end of struct constant")?;
        if packed {
            self.c.expect(b'>', "end of packed struct constant")?;
        }
        if packed != have {
            return self.mismatch(ty, start);
        }
        Ok(self.aggregate(ty, elements))
    }

    /// The canonical constant with these elements, as LLVM has it.
    pub fn aggregate(&mut self, ty: Type, elements: Vec<ConstId>) -> ConstId {
        let pool = &self.pool;
        let all = |wanted: fn(&ConstKind) -> bool| elements.iter().all(|e| wanted(pool.kind(*e)));
        let kind = if all(|k| matches!(k, ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0))) {
            ConstKind::Null
        } else if all(|k| *k == ConstKind::Poison) {
            ConstKind::Poison
        } else if all(|k| *k == ConstKind::Undef) {
            ConstKind::Undef
        } else {
            match self.data(ty, &elements) {
                Some(data) => ConstKind::Data(data),
                None => ConstKind::Aggregate(elements.into()),
            }
        };
        self.pool.intern(ty, kind)
    }

    /// The bytes of an array or vector of numbers.
    pub fn data(&self, ty: Type, elements: &[ConstId]) -> Option<Box<[u8]>> {
        let ctx = self.ctx;
        let element = match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            _ => return None,
        };
        let bytes = data_bytes(ctx, element)?;
        let mut data = Vec::with_capacity(bytes.checked_mul(elements.len())?);
        for &e in elements {
            match self.pool.kind(e) {
                ConstKind::Int(value) => {
                    let little = if ctx.int_width(element) == Some(1) { value & 1 } else { *value };
                    let fill = if little < 0 { 0xff } else { 0 };
                    let le = little.to_le_bytes();
                    data.extend((0..bytes).map(|i| le.get(i).copied().unwrap_or(fill)));
                }
                ConstKind::BigInt(value) => data.extend(literals::little_endian(value, bytes)),
                ConstKind::Float(bits) => data.extend(bits.to_le_bytes().into_iter().take(bytes)),
                ConstKind::Data(inner) => data.extend_from_slice(inner),
                ConstKind::Null => data.resize(data.len() + bytes, 0),
                _ => return None,
            }
        }
        Some(data.into())
    }

    /// `c"text"`
    fn bytes(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        self.c.pos += 1;
        let text = self.c.quoted()?;
        match *self.ctx.type_data(ty) {
            TypeData::Array { length, element } if element == wk::I8 && length == text.len() as u64 => {
                let kind =
                    if text.iter().all(|b| *b == 0) { ConstKind::Null } else { ConstKind::Data(text[..].into()) };
                Ok(self.pool.intern(ty, kind))
            }
            _ => self.mismatch(ty, start),
        }
    }

    fn keyword_constant(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let word = self.c.word();
        let integer = self.ctx.int_width(ty);
        let pointer = matches!(self.ctx.type_data(ty), TypeData::Pointer { .. });
        let kind = match word {
            b"true" | b"false" if integer == Some(1) => ConstKind::Int(i64::from(word == b"true")),
            b"null" if pointer => ConstKind::Null,
            b"null" => {
                return fail(start..self.c.pos, ImportErrorKind::Invalid("null must be a pointer type".into()));
            }
            b"none" if ty == wk::TOKEN => ConstKind::NoneToken,
            b"undef" => ConstKind::Undef,
            b"poison" => ConstKind::Poison,
            b"zeroinitializer" => match self.ctx.type_data(ty) {
                TypeData::Integer { .. } => ConstKind::Int(0),
                TypeData::Float(_) => ConstKind::Float(0),
                TypeData::Token => ConstKind::NoneToken,
                TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. } => {
                    return fail(start..self.c.pos, ImportErrorKind::Invalid("invalid type for null constant".into()));
                }
                _ => ConstKind::Null,
            },
            b"splat" => return self.splat(ty),
            b"blockaddress" => self.block_address(start)?,
            b"dso_local_equivalent" => ConstKind::DsoLocalEquivalent(self.global_operand()?),
            b"no_cfi" => ConstKind::NoCfi(self.global_operand()?),
            b"ptrauth" => ConstKind::PtrAuth(self.ptrauth()?),
            b"asm" => {
                return fail(
                    start..self.c.pos,
                    ImportErrorKind::Invalid("invalid type for inline asm constraint string".into()),
                );
            }
            _ => return self.expression(ty, word, start),
        };
        if matches!(self.ctx.type_data(ty), TypeData::Void | TypeData::Label) {
            return self.mismatch(ty, start);
        }
        Ok(self.pool.intern(ty, kind))
    }

    fn global_operand(&mut self) -> Res<Str> {
        if self.c.peek() == b'@' { self.global_name() } else { self.c.expected("global value name") }
    }

    fn splat(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let TypeData::Vector { dims, element } = self.ctx.type_data(ty) else { return self.mismatch(ty, start) };
        let (dim, element) = (dims.first(), *element);
        self.c.expect(b'(', "'(' after vector splat")?;
        let inner = self.typed_constant()?;
        self.c.expect(b')', "')' at end of vector splat")?;
        if self.pool.ty(inner) != element || dim.is_none() {
            return self.mismatch(element, start);
        }
        Ok(self.splat_of(ty, inner))
    }

    /// The vector of a type whose elements are all one constant.
    fn splat_of(&mut self, ty: Type, inner: ConstId) -> ConstId {
        if let TypeData::Vector { dims, .. } = self.ctx.type_data(ty)
            && let Some(dim) = dims.first()
            && let Some(count) = dim.size.filter(|n| !dim.scalable && *n <= 1 << 20)
        {
            return self.aggregate(ty, vec![inner; count as usize]);
        }
        let kind = match self.pool.kind(inner) {
            ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0) => ConstKind::Null,
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            ConstKind::Int(_) | ConstKind::BigInt(_) | ConstKind::Float(_) => ConstKind::Splat(inner),
            _ => return self.shuffled_splat(ty, inner),
        };
        self.pool.intern(ty, kind)
    }

    /// The scalable vector of a type whose elements are all one constant that is no number.
    fn shuffled_splat(&mut self, ty: Type, inner: ConstId) -> ConstId {
        let poison = self.pool.intern(ty, ConstKind::Poison);
        let zero = self.pool.intern(wk::I64, ConstKind::Int(0));
        let insert = Expr {
            name: llvm::INSERTELEMENT,
            attrs: Vec::new(),
            operands: vec![poison, inner, zero],
            parts: Vec::new(),
        };
        let first = self.pool.intern(ty, ConstKind::Expr(Box::new(insert)));
        let size = match self.ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims.first().and_then(|dim| dim.size).unwrap_or(0),
            _ => 0,
        };
        let mask = vec![0; usize::try_from(size).unwrap_or(0).min(1 << 20)];
        let attrs = vec![(MASK, self.ctx.i32_array(&mask))];
        let shuffle = Expr { name: llvm::SHUFFLEVECTOR, attrs, operands: vec![first, poison], parts: Vec::new() };
        self.pool.intern(ty, ConstKind::Expr(Box::new(shuffle)))
    }

    fn block_address(&mut self, start: usize) -> Res<ConstKind> {
        self.c.expect(b'(', "'(' in block address expression")?;
        let function = self.global_operand()?;
        self.c.expect(b',', "comma in block address expression")?;
        if self.c.peek() != b'%' {
            return self.c.expected("basic block name in block address");
        }
        let block = self.c.name()?;
        self.c.expect(b')', "')' in block address expression")?;
        match self.shared.block_tags.get(function, &block) {
            Some(tag) => Ok(ConstKind::BlockAddress(function, tag)),
            None => fail(start..self.c.pos, ImportErrorKind::UndefinedValue(block.show('%'))),
        }
    }

    fn ptrauth(&mut self) -> Res<Box<[ConstId]>> {
        self.c.expect(b'(', "'(' in constant ptrauth expression")?;
        let mut parts = vec![self.typed_constant()?];
        while self.c.eat(b',') {
            parts.push(self.typed_constant()?);
        }
        self.c.expect(b')', "')' in constant ptrauth expression")?;
        if !(2..=5).contains(&parts.len()) {
            return self.c.expected("pointer, key, discriminator and address in constant ptrauth expression");
        }
        Ok(parts.into())
    }

    /// Reads a constant expression whose type nothing says but itself.
    pub fn untyped_expression(&mut self) -> Res<ConstId> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let (ty, expr) = self.expression_parts(word, start)?;
        Ok(self.pool.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn expression(&mut self, ty: Type, word: &'a [u8], start: usize) -> Res<ConstId> {
        let (found, expr) = self.expression_parts(word, start)?;
        if found != ty {
            return self.mismatch(ty, start);
        }
        Ok(self.pool.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn expression_parts(&mut self, word: &'a [u8], start: usize) -> Res<(Type, Expr)> {
        let Some(name) = mnemonics::expression(word) else {
            return fail(start..self.c.pos.max(start + 1), ImportErrorKind::Expected("value token"));
        };
        let form = name.def().map(|d| d.llvm);
        match form {
            _ if name == llvm::GETELEMENTPTR => self.gep_expression(start),
            Some(LlvmForm::Cast(_)) => self.cast_expression(name),
            Some(LlvmForm::Binary(_)) => self.binary_expression(name),
            _ => self.vector_expression(name, start),
        }
    }

    fn cast_expression(&mut self, name: OpName) -> Res<(Type, Expr)> {
        let mut flags = crate::flags::Flags::default();
        while let Some(word) = flags.take(self.c.peek_word()) {
            self.c.pos += word;
        }
        self.c.expect(b'(', "'(' after constantexpr cast")?;
        let operand = self.typed_constant()?;
        self.c.expect_word("to")?;
        let to = self.read_type()?;
        self.c.expect(b')', "')' at end of constantexpr cast")?;
        let mut attrs = Vec::new();
        self.flag_attrs(name, &flags, &mut attrs);
        Ok((to, Expr { name, attrs, operands: vec![operand], parts: Vec::new() }))
    }

    fn binary_expression(&mut self, name: OpName) -> Res<(Type, Expr)> {
        let mut flags = crate::flags::Flags::default();
        while let Some(word) = flags.take(self.c.peek_word()) {
            self.c.pos += word;
        }
        self.c.expect(b'(', "'(' in binary constantexpr")?;
        let lhs = self.typed_constant()?;
        self.c.expect(b',', "comma in binary constantexpr")?;
        let at = self.c.peek_pos();
        let rhs = self.typed_constant()?;
        self.c.expect(b')', "')' in binary constantexpr")?;
        let ty = self.pool.ty(lhs);
        if ty != self.pool.ty(rhs) {
            return self.mismatch(ty, at);
        }
        let mut attrs = Vec::new();
        self.flag_attrs(name, &flags, &mut attrs);
        Ok((ty, Expr { name, attrs, operands: vec![lhs, rhs], parts: Vec::new() }))
    }

    /// `extractelement`, `insertelement`, `shufflevector`
    fn vector_expression(&mut self, name: OpName, start: usize) -> Res<(Type, Expr)> {
        self.c.expect(b'(', "'(' in constantexpr")?;
        let mut operands = vec![self.typed_constant()?];
        while self.c.eat(b',') {
            operands.push(self.typed_constant()?);
        }
        self.c.expect(b')', "')' in constantexpr")?;
        let first = operands.first().map_or(wk::VOID, |o| self.pool.ty(*o));
        let TypeData::Vector { dims, element } = self.ctx.type_data(first) else { return self.mismatch(first, start) };
        let (dims, element) = (dims.clone(), *element);
        let wanted = if name == llvm::EXTRACTELEMENT { 2 } else { 3 };
        if operands.len() != wanted {
            return fail(start..self.c.pos, ImportErrorKind::Expected("expected three operands in constantexpr"));
        }
        if name == llvm::EXTRACTELEMENT {
            return Ok((element, Expr { name, attrs: Vec::new(), operands, parts: Vec::new() }));
        }
        if name == llvm::INSERTELEMENT {
            return Ok((first, Expr { name, attrs: Vec::new(), operands, parts: Vec::new() }));
        }
        let (Some(mask), Some(dim)) = (operands.pop(), dims.first()) else { return self.mismatch(first, start) };
        let Some((mask, scalable)) = self.shuffle_mask(mask) else {
            return fail(start..self.c.pos, ImportErrorKind::Invalid("invalid operands to shufflevector".into()));
        };
        let ty = self.ctx.vector_type(mask.len() as u64, scalable || dim.scalable, element);
        let attrs = vec![(MASK, self.ctx.i32_array(&mask))];
        Ok((ty, Expr { name, attrs, operands, parts: Vec::new() }))
    }

    /// A shuffle's mask from the constant that spells it, and whether it is scalable; `undef` and `poison` are -1.
    pub fn shuffle_mask(&self, mask: ConstId) -> Option<(Vec<i32>, bool)> {
        let TypeData::Vector { dims, element } = self.ctx.type_data(self.pool.ty(mask)) else { return None };
        let dim = dims.first().filter(|_| *element == wk::I32)?;
        let count = usize::try_from(dim.size?).ok().filter(|c| *c <= 1 << 24)?;
        let mask = match self.pool.kind(mask) {
            ConstKind::Null => vec![0; count],
            ConstKind::Undef | ConstKind::Poison => vec![-1; count],
            ConstKind::Data(data) => {
                data.chunks_exact(4).map(|c| c.try_into().map(i32::from_le_bytes)).collect::<Result<_, _>>().ok()?
            }
            ConstKind::Aggregate(elements) => elements
                .iter()
                .map(|e| match self.pool.kind(*e) {
                    ConstKind::Int(v) => i32::try_from(*v).ok(),
                    ConstKind::Undef | ConstKind::Poison => Some(-1),
                    _ => None,
                })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        Some((mask, dim.scalable))
    }

    fn gep_expression(&mut self, start: usize) -> Res<(Type, Expr)> {
        let mut flags = 0;
        let mut attrs = Vec::new();
        loop {
            match self.c.peek_word() {
                b"inrange" => {
                    self.c.word();
                    let range = self.inrange()?;
                    attrs.push((IRTRIP_INRANGE, range));
                }
                word => match enums::GEP_FLAGS.from_llvm(&String::from_utf8_lossy(word)) {
                    Some(bits) => {
                        flags |= bits;
                        self.c.word();
                    }
                    None => break,
                },
            }
        }
        self.c.expect(b'(', "'(' in constantexpr")?;
        let element = self.read_type()?;
        self.c.expect(b',', "comma after getelementptr's type")?;
        let base = self.typed_constant()?;
        let mut operands = vec![base];
        let mut parts = vec![base];
        let mut path = crate::gep::Path::new(element, self.pool.ty(base));
        while self.c.eat(b',') {
            let at = self.c.peek_pos();
            let index = self.typed_constant()?;
            let known = self.index_value(index);
            let ty = self.pool.ty(index);
            if !path.step(self.ctx, ty, known) {
                return fail(at..self.c.pos, ImportErrorKind::Invalid("invalid getelementptr indices".into()));
            }
            if path.last_is_dynamic() {
                operands.push(index);
            }
            parts.push(index);
        }
        if !self.shared.options.upstream || parts == operands {
            parts.clear();
        }
        self.c.expect(b')', "')' in constantexpr")?;
        if !matches!(self.ctx.type_data(self.ctx.scalar_type(self.pool.ty(base))), TypeData::Pointer { .. }) {
            return fail(start..self.c.pos, ImportErrorKind::Invalid("base of getelementptr must be a pointer".into()));
        }
        attrs.push((RAW_CONSTANT_INDICES, self.ctx.i32_array(path.raw())));
        attrs.push((ELEM_TYPE, self.ctx.type_attr(element)));
        if flags != 0 {
            attrs.push((NO_WRAP_FLAGS, self.ctx.int_attr(wk::I32, flags)));
        }
        if let [_, indices @ ..] = &mut operands[..] {
            self.widen_indices(path.result(), indices);
        }
        Ok((path.result(), Expr { name: llvm::GETELEMENTPTR, attrs, operands, parts }))
    }

    /// As LLVM has constant expressions of vectors: indices of structs are numbers, and all others vectors.
    fn widen_indices(&mut self, result: Type, indices: &mut [ConstId]) {
        if !matches!(self.ctx.type_data(result), TypeData::Vector { .. }) {
            return;
        }
        for index in indices {
            let ty = self.pool.ty(*index);
            if self.ctx.scalar_type(ty) == ty {
                *index = self.splat_of(self.ctx.with_scalar_type(result, ty), *index);
            }
        }
    }

    /// The number an index constant is, or of whose splats it is one.
    pub fn index_value(&self, index: ConstId) -> Option<i64> {
        match self.pool.kind(index) {
            ConstKind::Int(v) => Some(*v),
            ConstKind::Null if self.ctx.scalar_type(self.pool.ty(index)) == wk::I32 => Some(0),
            ConstKind::Data(data) if self.ctx.scalar_type(self.pool.ty(index)) == wk::I32 => {
                let first = data.first_chunk::<4>()?;
                data.chunks_exact(4).all(|c| c == first).then(|| i64::from(i32::from_le_bytes(*first)))
            }
            _ => None,
        }
    }

    /// `(-8, 16)` behind `inrange`.
    fn inrange(&mut self) -> Res<Attr> {
        self.c.expect(b'(', "'(' in inrange")?;
        let mut bounds = [wk_zero(self.ctx); 2];
        for (i, bound) in bounds.iter_mut().enumerate() {
            if i == 1 {
                self.c.expect(b',', "',' in inrange")?;
            }
            let at = self.c.peek_pos();
            *bound = match literals::integer(self.number_text()) {
                Some(IntLiteral::Small(v)) => self.ctx.int_attr(wk::I64, v),
                _ => return fail(at..self.c.pos, ImportErrorKind::Expected("integer")),
            };
        }
        self.c.expect(b')', "')' in inrange")?;
        Ok(self.ctx.array(&bounds))
    }

    /// The model's name of the global at the place.
    pub fn global_name(&mut self) -> Res<Str> {
        let start = self.c.pos;
        let name: Name<'a> = self.c.name()?;
        match self.shared.symbols.get(&name) {
            Some(symbol) => Ok(symbol.name),
            None => fail(start..self.c.pos, ImportErrorKind::UndefinedValue(name.show('@'))),
        }
    }
}

fn wk_zero(ctx: &Context) -> Attr {
    ctx.int_attr(wk::I64, 0)
}

pub(crate) fn int_kind(literal: IntLiteral, width: u32) -> ConstKind {
    match literal {
        IntLiteral::Small(v) if width >= 64 => ConstKind::Int(v),
        IntLiteral::Small(v) if width == 1 => ConstKind::Int(v & 1),
        IntLiteral::Small(v) => ConstKind::Int(v << (64 - width) >> (64 - width)),
        IntLiteral::Big(v) => {
            let modulus = BigInt::from(1) << width;
            let mut wrapped = ((v % &modulus) + &modulus) % &modulus;
            if width > 1 && wrapped.bit(u64::from(width) - 1) {
                wrapped -= modulus;
            }
            i64::try_from(&wrapped).map_or(ConstKind::BigInt(wrapped), ConstKind::Int)
        }
    }
}

/// Bytes a constant takes as part of [`ConstKind::Data`]: a number, or an array or fixed vector of such.
fn data_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    let mut count = 1usize;
    let mut ty = ty;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                count = count.checked_mul(usize::try_from(*length).ok()?).filter(|c| *c < 1 << 32)?;
                ty = *element;
            }
            TypeData::Vector { dims, element } => {
                let length = dims.first().filter(|d| !d.scalable).and_then(|d| d.size)?;
                count = count.checked_mul(usize::try_from(length).ok()?).filter(|c| *c < 1 << 32)?;
                ty = *element;
            }
            TypeData::Integer { .. } | TypeData::Float(_) => return count.checked_mul(ctx.dense_element_bytes(ty)),
            _ => return None,
        }
    }
}
