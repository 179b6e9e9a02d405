//! Constants: their spelling, and a pool in which equal ones are one. LangRef, "Constants".

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;

use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Context, OpName, Str, Type, TypeData};

use crate::checks::operands::has_zero;
use crate::constants::literals::{self, IntLiteral};
use crate::cursor::{Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::reader::Reader;
use crate::tables::types::{MAX_DEPTH, spell};

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

    fn is_int(&self, constant: ConstId) -> bool {
        matches!(self.pool.kind(constant), ConstKind::Int(_))
    }

    fn is_pointer_constant(&self, constant: ConstId) -> bool {
        matches!(self.ctx.type_data(self.pool.ty(constant)), TypeData::Pointer { .. })
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
    pub fn number_text(&mut self) -> &'a [u8] {
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
        let integer = literals::integer(text);
        let kind = match (self.ctx.type_data(ty), integer) {
            (TypeData::Integer { width, .. }, Some(literal)) => int_kind(literal, *width),
            (_, Some(_)) => return self.refuse(start, "integer constant must have integer type"),
            (TypeData::Float(kind), None) => match literals::float(text, *kind) {
                Some(bits) => ConstKind::Float(bits),
                None if text.starts_with(b"0x") => {
                    let ty = spell(self.ctx, ty);
                    return self.refuse(start, format!("floating point constant does not have type '{ty}'"));
                }
                None => return self.refuse(start, "floating point constant invalid for type"),
            },
            (_, None) => return self.refuse(start, "floating point constant invalid for type"),
        };
        Ok(self.pool.intern(ty, kind))
    }

    /// Fails because a constant is of another type than its place asks for.
    #[cold]
    pub fn mismatch<T>(&self, found: Type, expected: Type, start: usize) -> Res<T> {
        let (found, expected) = (spell(self.ctx, found), spell(self.ctx, expected));
        let message = format!("constant expression type mismatch: got type '{found}' but expected '{expected}'");
        fail(start..self.c.pos.max(start + 1), ImportErrorKind::Invalid(message))
    }

    fn array(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        self.c.pos += 1;
        if self.c.eat(b']') {
            return match self.ctx.type_data(ty) {
                TypeData::Array { length: 0, .. } => Ok(self.pool.intern(ty, ConstKind::Poison)),
                _ => self.refuse(start, "invalid empty array initializer"),
            };
        }
        let (elements, element) = self.elements(b']', "array", "end of array constant")?;
        match self.ctx.type_data(ty) {
            TypeData::Array { length, element: wanted } if *wanted == element && *length == elements.len() as u64 => {
                Ok(self.aggregate(ty, elements))
            }
            _ => self.mismatch(self.ctx.array_type(elements.len() as u64, element), ty, start),
        }
    }

    fn vector(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        self.c.pos += 1;
        if self.c.peek() == b'>' {
            return self.refuse(start, "constant vector must not be empty");
        }
        let first = self.c.peek_pos();
        let (elements, element) = self.elements(b'>', "vector", "end of constant")?;
        if !is_simple(self.ctx, element) && !matches!(self.ctx.type_data(element), TypeData::Pointer { .. }) {
            return self.refuse(first, "vector elements must have integer, pointer or floating point type");
        }
        match self.ctx.type_data(ty) {
            TypeData::Vector { dims, element: wanted }
                if *wanted == element
                    && dims.first().is_some_and(|d| !d.scalable && d.size == Some(elements.len() as u64)) =>
            {
                Ok(self.aggregate(ty, elements))
            }
            _ => self.mismatch(self.ctx.vector_type(elements.len() as u64, false, element), ty, start),
        }
    }

    /// Typed elements, which have the type of the first, up to the closing bracket.
    fn elements(&mut self, close: u8, what: &str, end: &'static str) -> Res<(Vec<ConstId>, Type)> {
        let mut elements = Vec::new();
        let start = self.c.peek_pos();
        loop {
            elements.push(self.typed_constant()?);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(close, end)?;
        let element = elements.first().map_or(wk::VOID, |first| self.pool.ty(*first));
        if let Some(odd) = elements.iter().position(|e| self.pool.ty(*e) != element) {
            let quote = if what == "array" { "" } else { "'" };
            let element = spell(self.ctx, element);
            return self.refuse(start, format!("{what} element #{odd} is not of type '{element}{quote}"));
        }
        Ok((elements, element))
    }

    fn structure(&mut self, ty: Type, packed: bool) -> Res<ConstId> {
        let start = self.c.pos;
        let ctx = self.ctx;
        self.c.pos += 1;
        if packed {
            self.c.expect(b'{', "'{'")?;
        }
        let mut elements = Vec::new();
        if self.c.peek() != b'}' {
            elements.push(self.typed_constant()?);
            while self.c.eat(b',') {
                elements.push(self.typed_constant()?);
            }
        }
        self.c.expect(b'}', "end of struct constant")?;
        if packed {
            self.c.expect(b'>', "end of packed struct")?;
        }
        let types = || elements.iter().map(|e| self.pool.ty(*e)).collect::<Vec<_>>();
        let Some((have, wanted)) = ctx.struct_elements(ty) else {
            return self.mismatch(ctx.literal_struct(packed, &types()), ty, start);
        };
        if wanted.len() != elements.len() {
            return self.refuse(start, "initializer with struct type has wrong # elements");
        }
        if packed != have {
            return self.refuse(start, "packed'ness of initializer and type don't match");
        }
        if let Some(odd) = types().iter().zip(wanted).position(|(found, wanted)| found != wanted) {
            let wrong = "of struct initializer doesn't match struct element type";
            return self.refuse(start, format!("element {odd} {wrong}"));
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
            _ => self.mismatch(self.ctx.array_type(text.len() as u64, wk::I8), ty, start),
        }
    }

    fn keyword_constant(&mut self, ty: Type) -> Res<ConstId> {
        let start = self.c.pos;
        let word = self.c.word();
        let integer = self.ctx.int_width(ty);
        let pointer = matches!(self.ctx.type_data(ty), TypeData::Pointer { .. });
        let kind = match word {
            b"true" | b"false" if integer == Some(1) => ConstKind::Int(i64::from(word == b"true")),
            b"true" | b"false" => return self.mismatch(wk::I1, ty, start),
            b"null" if pointer => ConstKind::Null,
            b"null" => {
                return fail(start..self.c.pos, ImportErrorKind::Invalid("null must be a pointer type".into()));
            }
            b"none" if ty == wk::TOKEN => ConstKind::NoneToken,
            b"none" => return self.refuse(start, "invalid type for none constant"),
            b"undef" | b"poison" if !self.ctx.is_first_class(ty) || is_label(self.ctx, ty) => {
                let word = String::from_utf8_lossy(word);
                return self.refuse(start, format!("invalid type for {word} constant"));
            }
            b"undef" => ConstKind::Undef,
            b"poison" => ConstKind::Poison,
            b"zeroinitializer" if !self.ctx.is_first_class(ty) || !has_zero(self.ctx, ty) => {
                return self.refuse(start, "invalid type for null constant");
            }
            b"zeroinitializer" => match self.ctx.type_data(ty) {
                TypeData::Integer { .. } => ConstKind::Int(0),
                TypeData::Float(_) => ConstKind::Float(0),
                TypeData::Token => ConstKind::NoneToken,
                TypeData::Label | TypeData::Metadata => {
                    return self.refuse(start, "invalid type for null constant");
                }
                _ => ConstKind::Null,
            },
            b"splat" => return self.splat(ty, start),
            b"blockaddress" => {
                let address = self.block_address(start)?;
                if !pointer {
                    let ty = spell(self.ctx, ty);
                    return self.refuse(start, format!("type of blockaddress must be a pointer and not '{ty}'"));
                }
                address
            }
            b"dso_local_equivalent" => ConstKind::DsoLocalEquivalent(self.global_operand()?),
            b"no_cfi" => ConstKind::NoCfi(self.global_operand()?),
            b"ptrauth" => ConstKind::PtrAuth(self.ptrauth(start)?),
            b"asm" => {
                return fail(
                    start..self.c.pos,
                    ImportErrorKind::Invalid("invalid type for inline asm constraint string".into()),
                );
            }
            _ => return self.expression(ty, word, start),
        };
        Ok(self.pool.intern(ty, kind))
    }

    fn global_operand(&mut self) -> Res<Str> {
        if self.c.peek() == b'@' { self.global_name() } else { self.c.expected("global value name") }
    }

    fn splat(&mut self, ty: Type, start: usize) -> Res<ConstId> {
        self.c.expect(b'(', "'(' after vector splat")?;
        let inner = self.typed_constant()?;
        self.c.expect(b')', "')' at end of vector splat")?;
        let TypeData::Vector { element, .. } = self.ctx.type_data(ty) else {
            return self.refuse(start, "vector constant must have vector type");
        };
        if self.pool.ty(inner) != *element {
            return self.mismatch(self.pool.ty(inner), *element, start);
        }
        Ok(self.splat_of(ty, inner))
    }

    /// The vector of a type whose elements are all one constant.
    pub fn splat_of(&mut self, ty: Type, inner: ConstId) -> ConstId {
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
        let at = self.c.peek_pos();
        if self.c.byte() != b'@' {
            return self.c.expected("function name in blockaddress");
        }
        let name = self.c.name()?;
        let Some(symbol) = self.shared.symbols.get(&name).filter(|s| self.shared.symbols.is_function(s.name)) else {
            return self.refuse(at, "expected function name in blockaddress");
        };
        let function = symbol.name;
        if !self.shared.symbols.is_defined(function) {
            return self.refuse(at, "cannot take blockaddress inside a declaration");
        }
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

    fn ptrauth(&mut self, start: usize) -> Res<Box<[ConstId]>> {
        self.c.expect(b'(', "'(' in constant ptrauth expression")?;
        let mut parts = vec![self.typed_constant()?];
        while self.c.eat(b',') {
            parts.push(self.typed_constant()?);
        }
        self.c.expect(b')', "')' in constant ptrauth expression")?;
        if !(2..=5).contains(&parts.len()) {
            return self.c.expected("pointer, key, discriminator and address in constant ptrauth expression");
        }
        let int = |part: Option<&ConstId>, ty| part.is_none_or(|p| self.pool.ty(*p) == ty && self.is_int(*p));
        let wrong = if !parts.first().is_some_and(|p| self.is_pointer_constant(*p)) {
            Some("base pointer must be a pointer")
        } else if !int(parts.get(1), wk::I32) {
            Some("key must be i32 constant")
        } else if !int(parts.get(2), wk::I64) {
            Some("integer discriminator must be i64 constant")
        } else if parts.get(3).is_some_and(|p| !self.is_pointer_constant(*p)) {
            Some("address discriminator must be a pointer")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            return self.refuse(start, format!("constant ptrauth {wrong}"));
        }
        // What goes without saying.
        while let [_, _, .., last] = &parts[..]
            && matches!(self.pool.kind(*last), ConstKind::Int(0) | ConstKind::Null)
        {
            parts.pop();
        }
        Ok(parts.into())
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

fn is_label(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Label)
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
