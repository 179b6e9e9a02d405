//! Reads constants. LangRef, "Constants".

use irtrip_dialect::constants::compute::integer;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::intrinsics::is_intrinsic;
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::scalars::masked;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::index::symbols::{BlockTags, Symbol, Symbols};
use crate::tables::ModuleTables;
use crate::tables::types::{MAX_DEPTH, TypeReader};
use irtrip_dialect::constants::elements::is_simple;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::literals::{self, IntLiteral};
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::types::predicates::has_zero;

/// Reads constants into a pool of its own.
pub(crate) struct ConstantReader<'s, 'a> {
    pub ctx: &'s Context,
    symbols: &'s Symbols<'a>,
    block_tags: &'s BlockTags<'a>,
    pub types: TypeReader<'s, 'a>,
    pub pool: Constants,
    /// Nesting of the constant that is being read.
    pub depth: u32,
    /// Whether the constants are those of a function's body. Constant expressions of former releases are read there:
    /// there are instructions to make of them.
    pub of_body: bool,
    /// The function or variable that has the constants.
    pub user: Str,
    /// The type of the element that the address computed last is of.
    pub addressed: Option<Type>,
    /// Whether the constant is the mask of a shuffle, whose elements every release writes.
    pub reads_mask: bool,
    /// Whether the constants are those of variables and of functions' headers, where no address of an intrinsic stands.
    of_globals: bool,
}

impl<'s, 'a> ConstantReader<'s, 'a> {
    /// A reader with an empty pool. Of the tables it uses the types, the symbols and the tags of blocks.
    pub fn new(tables: &'s ModuleTables<'s, 'a>) -> ConstantReader<'s, 'a> {
        ConstantReader {
            ctx: tables.ctx,
            symbols: &tables.symbols,
            block_tags: &tables.block_tags,
            types: TypeReader::new(tables.ctx, &tables.types),
            pool: Constants::default(),
            depth: 0,
            of_body: false,
            user: EMPTY,
            addressed: None,
            reads_mask: false,
            of_globals: false,
        }
    }

    /// A reader of the constants of variables and of functions' headers.
    pub fn of_globals(tables: &'s ModuleTables<'s, 'a>) -> ConstantReader<'s, 'a> {
        ConstantReader { of_globals: true, ..ConstantReader::new(tables) }
    }

    /// A reader that reads constant expressions of former releases, too.
    pub fn of_body(tables: &'s ModuleTables<'s, 'a>) -> ConstantReader<'s, 'a> {
        ConstantReader { of_body: true, ..ConstantReader::new(tables) }
    }

    /// Reads a type and a constant of it.
    pub fn typed_constant(&mut self, c: &mut Cursor<'a>) -> DiagnosticResult<ConstId> {
        let ty = self.types.value_type(c)?;
        self.constant(c, ty)
    }

    fn is_int(&self, constant: ConstId) -> bool {
        matches!(self.pool.data(constant), ConstData::Int(_))
    }

    fn is_pointer_constant(&self, constant: ConstId) -> bool {
        matches!(self.ctx.type_data(self.pool.ty(constant)), TypeData::Pointer { .. })
    }

    /// Reads a constant of a type.
    pub fn constant(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return c.error(ImportCode::TooDeep);
        }
        let constant = self.constant_inside(c, ty);
        self.depth -= 1;
        constant
    }

    fn constant_inside(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.peek_pos();
        match c.byte() {
            b'@' => {
                let symbol = self.global(c)?;
                let is_intrinsic =
                    || is_intrinsic(self.ctx.bytes(symbol.name)) && self.symbols.is_function(symbol.name);
                if self.of_globals && is_intrinsic() {
                    return c.error_since(start, LlvmVerifyCode::IntrinsicUser);
                }
                let TypeData::Pointer { address_space } = *self.ctx.type_data(ty) else {
                    return c.error_since(start, ImportCode::GlobalReferenceType);
                };
                check_space(self.ctx, c, &symbol, address_space, start)?;
                Ok(self.pool.intern(ty, ConstData::Symbol(symbol.name)))
            }
            b'-' | b'+' | b'0'..=b'9' => self.number(c, ty),
            b'[' => self.array(c, ty),
            b'{' => self.structure(c, ty, false),
            b'<' => {
                let mut ahead = *c;
                ahead.pos += 1;
                if ahead.peek() == b'{' { self.structure(c, ty, true) } else { self.vector(c, ty) }
            }
            b'c' if c.byte_at(1) == b'"' => self.bytes(c, ty),
            b'u' | b's' | b'f' if c.byte_at(1) == b'0' && c.byte_at(2) == b'x' => self.number(c, ty),
            _ => self.keyword_constant(c, ty),
        }
    }

    fn number(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        let mut text = number_text(c);
        if text.ends_with(b"nan") && c.byte() == b'(' {
            c.skip_balanced()?;
            text = c.text.get(start..c.pos).unwrap_or_default();
        }
        let integer = literals::integer(text);
        let kind = match (self.ctx.type_data(ty), integer) {
            (TypeData::Integer { width, .. } | TypeData::Byte { width }, Some(literal)) => {
                int_data(self.ctx, literal, *width)
            }
            (_, Some(_)) => return c.error_at(start, ImportCode::IntegerConstant),
            (TypeData::Float(kind), None) => match literals::float(text, *kind, self.types.is_writers_text()) {
                Some(bits) => {
                    if literals::is_of_llvm_23(text, *kind, self.types.is_writers_text()) {
                        self.types.narrow(Spelling::ShortestFloats.releases());
                    }
                    ConstData::Float(bits)
                }
                None if text.starts_with(b"0x") => {
                    return c.error_at(start, ImportCode::HexadecimalConstant(type_text(self.ctx, ty)));
                }
                None => return c.error_at(start, ImportCode::FloatConstant),
            },
            (_, None) => return c.error_at(start, ImportCode::FloatConstant),
        };
        Ok(self.pool.intern(ty, kind))
    }

    fn array(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        c.pos += 1;
        if c.eat(b']') {
            return match self.ctx.type_data(ty) {
                TypeData::Array { length: 0, .. } => Ok(self.pool.intern(ty, ConstData::Poison)),
                _ => c.error_at(start, ImportCode::EmptyArrayConstant),
            };
        }
        let (elements, element) = self.elements(c, b']', "array", "end of array constant")?;
        match self.ctx.type_data(ty) {
            TypeData::Array { length, element: wanted } if *wanted == element && *length == elements.len() as u64 => {
                Ok(self.pool.packed_aggregate(self.ctx, ty, elements))
            }
            _ => mismatch(self.ctx, c, self.ctx.array_type(elements.len() as u64, element), ty, start),
        }
    }

    fn vector(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        c.pos += 1;
        if c.peek() == b'>' {
            return c.error_at(start, ImportCode::EmptyVectorConstant);
        }
        let first = c.peek_pos();
        let (elements, element) = self.elements(c, b'>', "vector", "end of constant")?;
        if !is_simple(self.ctx, element)
            && !matches!(self.ctx.type_data(element), TypeData::Byte { .. } | TypeData::Pointer { .. })
        {
            return c.error_at(first, ImportCode::VectorConstantElement);
        }
        match self.ctx.type_data(ty) {
            TypeData::Vector { dims, element: wanted }
                if *wanted == element
                    && dims.first().is_some_and(|d| !d.scalable && d.size == Some(elements.len() as u64)) =>
            {
                if !self.reads_mask
                    && self.pool.splat_number(&elements).is_some_and(|number| !self.pool.is_null(self.ctx, number))
                {
                    self.types.narrow(Spelling::Splat.missing_in());
                }
                match self.reads_mask {
                    // Of which nothing is left but an attribute of its own.
                    true => Ok(self.pool.intern(ty, ConstData::Aggregate(elements.into()))),
                    false => Ok(self.pool.packed_aggregate(self.ctx, ty, elements)),
                }
            }
            _ => mismatch(self.ctx, c, self.ctx.vector_type(elements.len() as u64, false, element), ty, start),
        }
    }

    /// Typed elements, which have the type of the first, up to the closing bracket.
    fn elements(
        &mut self,
        c: &mut Cursor<'a>,
        close: u8,
        what: &'static str,
        end: &'static str,
    ) -> DiagnosticResult<(Vec<ConstId>, Type)> {
        let mut elements = Vec::new();
        let start = c.peek_pos();
        loop {
            elements.push(self.typed_constant(c)?);
            if !c.eat(b',') {
                break;
            }
        }
        c.expect(close, end)?;
        let element = elements.first().map_or(types::VOID, |first| self.pool.ty(*first));
        if let Some(odd) = elements.iter().position(|e| self.pool.ty(*e) != element) {
            let ty = type_text(self.ctx, element);
            return c.error_at(start, ImportCode::ConstantElement { what, index: odd, ty });
        }
        Ok((elements, element))
    }

    fn structure(&mut self, c: &mut Cursor<'a>, ty: Type, packed: bool) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        let ctx = self.ctx;
        c.pos += 1;
        if packed {
            c.expect(b'{', "'{'")?;
        }
        let mut elements = Vec::new();
        if c.peek() != b'}' {
            elements.push(self.typed_constant(c)?);
            while c.eat(b',') {
                elements.push(self.typed_constant(c)?);
            }
        }
        c.expect(b'}', "end of struct constant")?;
        if packed {
            c.expect(b'>', "end of packed struct")?;
        }
        let types = || elements.iter().map(|e| self.pool.ty(*e)).collect::<Vec<_>>();
        let Some((have, wanted)) = ctx.struct_elements(ty) else {
            return mismatch(self.ctx, c, ctx.literal_struct(packed, &types()), ty, start);
        };
        if wanted.len() != elements.len() {
            return c.error_at(start, ImportCode::StructConstantCount);
        }
        if packed != have {
            return c.error_at(start, ImportCode::StructConstantPacked);
        }
        if let Some(odd) = types().iter().zip(wanted).position(|(found, wanted)| found != wanted) {
            return c.error_at(start, ImportCode::StructConstantElement(odd));
        }
        Ok(self.pool.packed_aggregate(self.ctx, ty, elements))
    }

    /// `c"text"`
    fn bytes(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        c.pos += 1;
        let text = c.quoted()?;
        match *self.ctx.type_data(ty) {
            TypeData::Array { length, element } if element == types::I8 && length == text.len() as u64 => {
                let kind = if text.iter().all(|b| *b == 0) {
                    ConstData::Zero
                } else {
                    ConstData::Data(self.ctx.str_attr(self.ctx.byte_str(&text)))
                };
                Ok(self.pool.intern(ty, kind))
            }
            TypeData::Array { length, element }
                if length == text.len() as u64
                    && matches!(self.ctx.type_data(element), TypeData::Byte { width: 8 }) =>
            {
                let number = |byte: &u8| ConstData::Int(i64::from(byte.cast_signed()));
                let elements = text.iter().map(|byte| self.pool.intern(element, number(byte))).collect();
                Ok(self.pool.packed_aggregate(self.ctx, ty, elements))
            }
            _ => mismatch(self.ctx, c, self.ctx.array_type(text.len() as u64, types::I8), ty, start),
        }
    }

    fn keyword_constant(&mut self, c: &mut Cursor<'a>, ty: Type) -> DiagnosticResult<ConstId> {
        let start = c.pos;
        let word = c.word();
        let integer = self.ctx.int_width(ty);
        let pointer = matches!(self.ctx.type_data(ty), TypeData::Pointer { .. });
        let kind = match word {
            b"true" | b"false" if integer == Some(1) => ConstData::Int(i64::from(word == b"true")),
            b"true" | b"false" => return mismatch(self.ctx, c, types::I1, ty, start),
            b"null" if pointer => ConstData::Zero,
            b"null" => {
                return fail(start..c.pos, ImportCode::NullPointerType);
            }
            b"none" if ty == types::TOKEN => ConstData::NoneToken,
            b"none" => return c.error_at(start, ImportCode::ConstantType("none".to_owned())),
            b"undef" | b"poison" if !self.ctx.is_first_class(ty) || is_label(self.ctx, ty) => {
                return c.error_at(start, ImportCode::ConstantType(String::from_utf8_lossy(word).into_owned()));
            }
            b"undef" => ConstData::Undef,
            b"poison" => ConstData::Poison,
            b"zeroinitializer" if !self.ctx.is_first_class(ty) || !has_zero(self.ctx, ty) => {
                return c.error_at(start, ImportCode::ConstantType("null".to_owned()));
            }
            b"zeroinitializer" if matches!(self.ctx.type_data(ty), TypeData::Label | TypeData::Metadata) => {
                return c.error_at(start, ImportCode::ConstantType("null".to_owned()));
            }
            b"zeroinitializer" => return Ok(self.pool.zero_of(self.ctx, ty)),
            b"splat" => return self.splat(c, ty, start),
            b"blockaddress" => {
                let (address, own) = self.block_address(c, start)?;
                if !pointer {
                    return c.error_at(start, ImportCode::BlockAddressType(type_text(self.ctx, ty)));
                }
                // Up to LLVM 12, every block is in the first address space.
                if ty != own && self.ctx.pointer_space(ty) != Some(0) {
                    return mismatch(self.ctx, c, own, ty, start);
                }
                address
            }
            b"dso_local_equivalent" => {
                let at = c.peek_pos();
                let symbol = self.global_operand(c, ty, start)?;
                if !self.symbols.has_function_type(symbol) {
                    return c.error_at(at, ImportCode::NoEquivalent);
                }
                ConstData::DsoLocalEquivalent(symbol)
            }
            b"no_cfi" => ConstData::NoCfi(self.function_without_check(c, ty, start)?),
            b"ptrauth" => {
                self.types.narrow(Spelling::SignedPointers.releases());
                let parts = self.ptrauth(c, start)?;
                if let Some(signed) = parts.first().map(|part| self.pool.ty(*part)).filter(|signed| *signed != ty) {
                    return mismatch(self.ctx, c, signed, ty, start);
                }
                ConstData::PtrAuth(parts)
            }
            b"asm" => {
                return fail(start..c.pos, ImportCode::AsmConstant);
            }
            _ => return self.expression(c, ty, word, start),
        };
        Ok(self.pool.intern(ty, kind))
    }

    /// `@f`, of which a constant of a type is made that has the type of its address.
    fn global_operand(&mut self, c: &mut Cursor<'a>, ty: Type, start: usize) -> DiagnosticResult<Str> {
        if c.peek() != b'@' {
            return c.expected("global value name");
        }
        let symbol = self.global(c)?;
        let address = self.ctx.ptr_type(symbol.space.unwrap_or_default());
        if address == ty { Ok(symbol.name) } else { mismatch(self.ctx, c, address, ty, start) }
    }

    /// What `no_cfi` is of: no intrinsic, which has no address.
    fn function_without_check(&mut self, c: &mut Cursor<'a>, ty: Type, start: usize) -> DiagnosticResult<Str> {
        let symbol = self.global_operand(c, ty, start)?;
        let is_intrinsic = is_intrinsic(self.ctx.bytes(symbol)) && self.symbols.is_function(symbol);
        if is_intrinsic { c.error_at(start, LlvmVerifyCode::AddressOfIntrinsic) } else { Ok(symbol) }
    }

    fn splat(&mut self, c: &mut Cursor<'a>, ty: Type, start: usize) -> DiagnosticResult<ConstId> {
        c.expect(b'(', "'(' after vector splat")?;
        let inner = self.typed_constant(c)?;
        c.expect(b')', "')' at end of vector splat")?;
        let TypeData::Vector { element, .. } = self.ctx.type_data(ty) else {
            return c.error_at(start, ImportCode::VectorConstantType);
        };
        if self.pool.ty(inner) != *element {
            return mismatch(self.ctx, c, self.pool.ty(inner), *element, start);
        }
        self.types.narrow(Spelling::Splat.releases());
        if self.types.is_writers_text()
            && self.ctx.pointer_space(*element).is_some()
            && *self.pool.data(inner) == ConstData::Zero
        {
            self.types.narrow(Spelling::NullSplat.releases());
        }
        Ok(self.pool.splat_of(self.ctx, ty, inner))
    }

    /// What follows `blockaddress`, and the type of the function's address.
    fn block_address(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<(ConstData, Type)> {
        c.expect(b'(', "'(' in block address expression")?;
        let at = c.peek_pos();
        if c.byte() != b'@' {
            return c.expected("function name in blockaddress");
        }
        let name = c.name()?;
        let Some(symbol) = self.symbols.get(&name).filter(|s| self.symbols.is_function(s.name)) else {
            return c.error_at(at, ImportCode::Expected("function name in blockaddress"));
        };
        let (function, own) = (symbol.name, self.ctx.ptr_type(symbol.space.unwrap_or_default()));
        if !self.symbols.is_defined(function) {
            return c.error_at(at, ImportCode::BlockAddressDeclaration);
        }
        c.expect(b',', "comma in block address expression")?;
        if c.peek() != b'%' {
            return c.expected("basic block name in block address");
        }
        let block = c.name()?;
        c.expect(b')', "')' in block address expression")?;
        match self.block_tags.get(function, &block) {
            Some(tag) => Ok((ConstData::BlockAddress(function, tag.into()), own)),
            None => fail(start..c.pos, ImportCode::UndefinedValue(block.show('%'))),
        }
    }

    fn ptrauth(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<Box<[ConstId]>> {
        c.expect(b'(', "'(' in constant ptrauth expression")?;
        let mut parts = vec![self.typed_constant(c)?];
        while c.eat(b',') {
            parts.push(self.typed_constant(c)?);
        }
        c.expect(b')', "')' in constant ptrauth expression")?;
        if !(2..=5).contains(&parts.len()) {
            return c.expected("pointer, key, discriminator and address in constant ptrauth expression");
        }
        let int = |part: Option<&ConstId>, ty| part.is_none_or(|p| self.pool.ty(*p) == ty && self.is_int(*p));
        let wrong = if !parts.first().is_some_and(|p| self.is_pointer_constant(*p)) {
            Some("base pointer must be a pointer")
        } else if !int(parts.get(1), types::I32) {
            Some("key must be i32 constant")
        } else if !int(parts.get(2), types::I64) {
            Some("integer discriminator must be i64 constant")
        } else if parts.get(3).is_some_and(|p| !self.is_pointer_constant(*p)) {
            Some("address discriminator must be a pointer")
        } else if parts.get(4).is_some_and(|p| !self.is_pointer_constant(*p)) {
            Some("deactivation symbol must be a pointer")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            return c.error_at(start, ImportCode::Ptrauth(wrong));
        }
        let is_symbol = |p: &ConstId| matches!(self.pool.data(*p), ConstData::Symbol(_) | ConstData::Zero);
        if !parts.get(4).is_none_or(is_symbol) {
            return c.error_at(start, LlvmVerifyCode::PtrauthDeactivation);
        }
        // What goes without saying.
        while let [_, _, .., last] = &parts[..]
            && matches!(self.pool.data(*last), ConstData::Int(0) | ConstData::Zero)
        {
            parts.pop();
        }
        Ok(parts.into())
    }

    /// The global at the place.
    fn global(&mut self, c: &mut Cursor<'a>) -> DiagnosticResult<Symbol> {
        let start = c.pos;
        let name: Name<'a> = c.name()?;
        match self.symbols.get(&name) {
            Some(symbol) => Ok(*symbol),
            None => fail(start..c.pos, ImportCode::UndefinedValue(name.show('@'))),
        }
    }
}

/// The text of a number: letters, digits, `.`, and signs after an exponent's `e`.
pub(crate) fn number_text<'a>(c: &mut Cursor<'a>) -> &'a [u8] {
    let rest = c.text.get(c.pos..).unwrap_or_default();
    let hex = rest.starts_with(b"0x");
    let mut len = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
    while let Some(&b) = rest.get(len) {
        let sign = matches!(b, b'+' | b'-') && !hex && matches!(rest.get(len - 1), Some(b'e' | b'E'));
        if !(b.is_ascii_alphanumeric() || b == b'.' || sign) {
            break;
        }
        len += 1;
    }
    c.pos += len;
    &rest[..len]
}

/// A variable or function is named by a pointer to its own address space.
pub(crate) fn check_space(
    ctx: &Context,
    c: &Cursor<'_>,
    symbol: &Symbol,
    expected: u32,
    start: usize,
) -> DiagnosticResult<()> {
    let Some(space) = symbol.space.filter(|space| *space != expected) else { return Ok(()) };
    let [found, expected] = [space, expected].map(|space| type_text(ctx, ctx.ptr_type(space)));
    c.error_since(start, ImportCode::TypeMismatch { name: format!("@{}", ctx.text(symbol.name)), found, expected })
}

/// Fails because a constant is of another type than its place has.
#[cold]
pub(crate) fn mismatch<T>(
    ctx: &Context,
    c: &Cursor<'_>,
    found: Type,
    expected: Type,
    start: usize,
) -> DiagnosticResult<T> {
    let (found, expected) = (type_text(ctx, found), type_text(ctx, expected));
    c.error_since(start, ImportCode::ConstantMismatch { found, expected })
}

fn is_label(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Label)
}

/// An integer of a width.
pub(crate) fn int_data(ctx: &Context, literal: IntLiteral, width: u32) -> ConstData {
    match literal {
        IntLiteral::Small(v) if width >= 64 => ConstData::Int(v),
        IntLiteral::Small(v) if width == 1 => ConstData::Int(v & 1),
        IntLiteral::Small(v) => ConstData::Int(v << (64 - width) >> (64 - width)),
        IntLiteral::Big(v) => integer(ctx, &masked(v, width), width),
    }
}
