//! Types of the builtin dialect, and those of dialects that are kept as text; the builtin dialect's page, "Types".

mod llvm;

use std::borrow::Cow;

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::maps::Map;
use irtrip_dialect::ops::shaped::ShapedType;
use irtrip_dialect::release::Releases;
use irtrip_dialect::types::mlir_text::{BUILTIN_TOKEN, BUILTIN_TOKEN_SINCE};
use irtrip_dialect::types::{Dim, FloatKind, Signedness, well_known as types};
use irtrip_dialect::{Attr, AttrData, ContextDialects, Type, TypeData};
use smallvec::SmallVec;

use super::attributes::opaque::{after_point, inside, laid_out, split_dialect, without_padding};
use super::cursor::has_point;
use super::parse_cache::{ParseCache, common_type};
use super::reader::Reader;
use irtrip_dialect::diagnostic::Parsed;

/// An integer type's signedness and the digits of its width: `i32`, `si8`, `ui1`.
fn integer_word(word: &str) -> Option<(Signedness, &str)> {
    const KINDS: [(&str, Signedness); 3] =
        [("si", Signedness::Signed), ("ui", Signedness::Unsigned), ("i", Signedness::Signless)];
    let (digits, kind) = KINDS.into_iter().find_map(|(word_, kind)| Some((word.strip_prefix(word_)?, kind)))?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some((kind, digits))
}

/// Whether a word is a type by itself.
fn is_plain_word(word: &str) -> bool {
    matches!(word, "index" | "none" | BUILTIN_TOKEN)
        || integer_word(word).is_some()
        || FloatKind::from_mlir(word).is_some()
}

impl<'t> Reader<'_, '_, 't> {
    /// Whether a type starts here.
    pub fn at_type(&mut self) -> bool {
        match self.next_byte() {
            b'!' | b'(' => true,
            byte if !byte.is_ascii_alphabetic() => false,
            _ => {
                let word = self.at.peek_word();
                matches!(word, "vector" | "tensor" | "memref" | "complex" | "tuple") || is_plain_word(word)
            }
        }
    }

    /// Reads a type; functions' too.
    pub fn any_type(&mut self) -> Parsed<Type> {
        match self.next_byte() {
            b'(' => self.deeper(Self::function_type),
            _ => self.plain_type(),
        }
    }

    /// Reads a type that is no function's.
    fn plain_type(&mut self) -> Parsed<Type> {
        self.at.skip_space();
        if let Some(ty) = common_type(&mut self.at) {
            return Ok(ty);
        }
        if self.at.peek() == b'!' {
            return self.deeper(Self::dialect_type);
        }
        match self.at.peek_word() {
            "vector" => self.deeper(Self::vector),
            "tensor" => self.deeper(Self::tensor),
            "memref" => self.deeper(Self::memref),
            "complex" => self.deeper(Self::complex),
            "tuple" => self.deeper(Self::tuple),
            word => self.type_word(word),
        }
    }

    /// A word that is a type by itself.
    fn type_word(&mut self, word: &'t str) -> Parsed<Type> {
        let ctx = self.texts.ctx;
        let ty = if let Some((signedness, digits)) = integer_word(word) {
            // MLIR's limit; LLVM's is half of it.
            match digits.parse::<u32>() {
                Ok(width) if width < 1 << 24 => ctx.ty(TypeData::Integer { width, signedness }),
                Ok(_) => return self.texts.error(word, ParseCode::IntegerWidthLimit),
                Err(_) => return self.here(ParseCode::IntegerWidth),
            }
        } else if let Some(kind) = FloatKind::from_mlir(word) {
            ctx.float_type(kind)
        } else {
            match word {
                "index" => ctx.ty(TypeData::Index),
                "none" => ctx.ty(TypeData::None),
                BUILTIN_TOKEN if self.texts.reads(Releases::ALL.since(BUILTIN_TOKEN_SINCE)) => types::TOKEN,
                _ => return Err(self.at.expected("non-function type")),
            }
        };
        self.at.word();
        Ok(ty)
    }

    fn function_type(&mut self) -> Parsed<Type> {
        let inputs = self.type_list()?.into_vec().into();
        self.token("->", "'->' in function type")?;
        let results: Box<[Type]> = match self.next_byte() {
            b'(' => self.type_list()?.into_vec().into(),
            _ => Box::new([self.plain_type()?]),
        };
        Ok(self.texts.ctx.ty(TypeData::Function { inputs, results }))
    }

    fn type_list(&mut self) -> Parsed<SmallVec<[Type; 8]>> {
        let mut types = SmallVec::new();
        self.list(("(", "'('"), (")", "')'"), |reader| {
            types.push(reader.any_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    fn vector(&mut self) -> Parsed<Type> {
        let start = self.at.pos;
        self.at.word();
        self.token("<", "'<' in vector type")?;
        let mut dims = Vec::new();
        loop {
            let scalable = match self.next_byte() {
                b'[' => true,
                b'0'..=b'9' if { self.at }.whole_digits().is_some() => false,
                _ => break,
            };
            self.at.pos += usize::from(scalable);
            dims.push(Dim { size: Some(self.size()?), scalable });
            if scalable {
                self.token("]", "']'").map_err(|error| error.with_code(ParseCode::ScalableDimension))?;
            }
            self.cross()?;
        }
        let element = self.any_type()?;
        self.token(">", "'>' in vector type")?;
        if dims.iter().any(|dim| dim.size == Some(0)) {
            let sizes: Vec<String> = dims.iter().map(|dim| dim.size.unwrap_or(0).to_string()).collect();
            return self.about(start, ParseCode::VectorSizes(sizes.join(", ")));
        }
        if !is_vector_element(self.texts.ctx.type_data(element)) {
            return self.about(start, ParseCode::VectorElement);
        }
        Ok(self.texts.ctx.ty(TypeData::Vector { dims: dims.into(), element }))
    }

    fn tensor(&mut self) -> Parsed<Type> {
        self.at.word();
        self.token("<", "'<' in tensor type")?;
        let dims = self.dimensions()?;
        let element_at = self.next_place();
        let element = self.any_type()?;
        let mut encoding = None;
        if self.at.eat_byte(b',') && self.at_attribute() {
            encoding = Some(self.attribute()?);
            if dims.is_none() {
                return self.here(ParseCode::TensorEncoding);
            }
        }
        self.token(">", "'>' in tensor type")?;
        if !is_tensor_element(self.texts.ctx.type_data(element)) {
            return self.back_at(element_at, ParseCode::TensorElement);
        }
        Ok(self.texts.ctx.ty(TypeData::Tensor { dims, element, encoding }))
    }

    /// Of the attributes after a memref's element type, a map or a strided layout is the layout, the other one the
    /// memory space, which is last.
    fn memref(&mut self) -> Parsed<Type> {
        let start = self.at.pos;
        self.at.word();
        self.token("<", "'<' in memref type")?;
        let dims = self.dimensions()?;
        let element_at = self.next_place();
        let element = self.any_type()?;
        if !is_memref_element(self.texts.ctx.type_data(element)) {
            return self.back_at(element_at, ParseCode::MemRefElement);
        }
        let (mut layout, mut space) = (None, None);
        if !self.at.eat_byte(b'>') {
            self.token(",", "',' or '>' in memref type")?;
            if self.at.sees(">") {
                return Err(self.at.expected("list element"));
            }
            loop {
                let attr = self.attribute()?;
                match (self.is_layout(attr), space) {
                    (true, _) if dims.is_none() => return self.here(ParseCode::MemRefUnrankedLayout),
                    (true, Some(_)) => return self.here(ParseCode::MemRefSpaceNotLast),
                    (false, Some(_)) => return self.here(ParseCode::MemRefSpaces),
                    (true, None) => layout = Some(attr),
                    (false, None) => space = Some(attr),
                }
                if !self.at.eat_byte(b',') {
                    self.token(">", "',' or '>'")?;
                    break;
                }
            }
        }
        if space.is_some_and(|space| !self.is_memory_space(space)) {
            return self.about(start, ParseCode::MemRefSpace);
        }
        if let (Some(layout), Some(dims)) = (layout, &dims) {
            self.check_layout(start, layout, dims.len())?;
        }
        // Neither the layout that changes nothing nor the space 0 is kept.
        let ctx = self.texts.ctx;
        let space = space.filter(|&space| ctx.int_value(space) != Some(0));
        let layout = layout.filter(|&layout| Map::of(ctx, layout).is_none_or(|map| !map.is_identity()));
        Ok(ctx.ty(TypeData::MemRef { dims, element, layout, space }))
    }

    fn is_layout(&self, attr: Attr) -> bool {
        matches!(self.texts.ctx.attr_data(attr), AttrData::Affine(_) | AttrData::StridedLayout(_))
    }

    /// Integers, strings, dictionaries and the attributes of dialects.
    fn is_memory_space(&self, attr: Attr) -> bool {
        matches!(
            self.texts.ctx.attr_data(attr),
            AttrData::Integer { .. }
                | AttrData::BigInteger { .. }
                | AttrData::String { .. }
                | AttrData::Dictionary(_)
                | AttrData::DataLayout { .. }
                | AttrData::Opaque { .. }
                | AttrData::Llvm { .. }
        )
    }

    /// Holds a layout to the number of dimensions.
    fn check_layout(&self, start: usize, layout: Attr, rank: usize) -> Parsed<()> {
        if let AttrData::StridedLayout(strided) = self.texts.ctx.attr_data(layout)
            && strided.strides.len() != rank
        {
            return self.about(start, ParseCode::MemRefStrides);
        }
        match Map::of(self.texts.ctx, layout) {
            Some(map) if map.dims != rank => self.about(start, ParseCode::MemRefLayoutRank { rank, dims: map.dims }),
            _ => Ok(()),
        }
    }

    fn complex(&mut self) -> Parsed<Type> {
        self.at.word();
        self.token("<", "'<' in complex type")?;
        let start = self.next_place();
        let element = self.any_type()?;
        self.token(">", "'>' in complex type")?;
        match self.texts.ctx.type_data(element) {
            TypeData::Integer { .. } | TypeData::Float(_) => Ok(self.texts.ctx.ty(TypeData::Complex(element))),
            _ => self.back_at(start, ParseCode::ComplexElement),
        }
    }

    fn tuple(&mut self) -> Parsed<Type> {
        self.at.word();
        self.token("<", "'<' in tuple type")?;
        let mut elements = Vec::new();
        if !self.at.eat_byte(b'>') {
            loop {
                elements.push(self.any_type()?);
                if !self.at.eat_byte(b',') {
                    self.token(">", "'>' in tuple type")?;
                    break;
                }
            }
        }
        Ok(self.texts.ctx.ty(TypeData::Tuple(elements.into())))
    }

    /// `4x?x`, or `*x` for no rank.
    fn dimensions(&mut self) -> Parsed<Option<Box<[Dim]>>> {
        if self.at.eat_byte(b'*') {
            return self.cross().map(|()| None);
        }
        let mut dims = Vec::new();
        loop {
            let size = match self.next_byte() {
                b'?' => {
                    self.at.pos += 1;
                    None
                }
                b'0'..=b'9' if { self.at }.whole_digits().is_some() => Some(self.size()?),
                _ => return Ok(Some(dims.into())),
            };
            dims.push(Dim { size, scalable: false });
            self.cross()?;
        }
    }

    fn size(&mut self) -> Parsed<u64> {
        let Some(digits) = self.at.whole_digits() else { return self.here(ParseCode::Dimension) };
        match digits.parse::<i64>() {
            Ok(size) => Ok(size.unsigned_abs()),
            Err(_) => Err(self.at.error_at(digits, ParseCode::Dimension)),
        }
    }

    /// The `x` between dimensions, which may be the start of a word.
    fn cross(&mut self) -> Parsed<()> {
        if self.next_byte() != b'x' {
            return Err(self.at.expected("'x' in dimension list"));
        }
        self.at.pos += 1;
        Ok(())
    }

    /// `!alias`, `!dialect.mnemonic<...>` or `!dialect<...>`.
    fn dialect_type(&mut self) -> Parsed<Type> {
        let start = self.at.pos;
        let name = self.symbol("type identifier")?;
        if !has_point(name) && self.at.peek() != b'<' {
            let alias = self.texts.aliases.ty(self.texts, self.at.since(start));
            return alias.ok_or_else(|| self.at.unexpected_token(ParseCode::UndefinedAlias(name.to_owned())));
        }
        match name.split_once('.').map_or(name, |(dialect, _)| dialect) {
            "llvm" => self.framed(name, |reader| reader.llvm_part(false)),
            "builtin" => {
                self.skip_symbol_body()?;
                self.back_at(start + "!builtin.".len(), ParseCode::NoParsingHook("type"))
            }
            dialect => match self.parameter_of(dialect, name)? {
                Some(ty) => Ok(ty),
                None if let Some(shaped) = self.shaped_type_of(dialect, name) => {
                    self.framed(name, |reader| reader.shaped_type(dialect, shaped))
                }
                None => {
                    self.skip_symbol_body()?;
                    self.texts.opaque_type(self.at.since(start))
                }
            },
        }
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// The type of a dialect whose parameter is a type; `None` for all others, whose parameters are kept as text.
    fn parameter_of(&mut self, dialect: &str, name: &'t str) -> Parsed<Option<Type>> {
        let ctx = self.texts.ctx;
        let mnemonic = name.split_once('.').map_or("", |(_, mnemonic)| mnemonic);
        let is_over = |known: &irtrip_dialect::Dialect| known.types_over.contains(&mnemonic);
        if !ctx.dialects().get(dialect).is_some_and(is_over) || self.at.peek() != b'<' {
            return Ok(None);
        }
        self.framed(name, |reader| {
            reader.at.word();
            reader.token("<", "'<'")?;
            let parameter = reader.any_type()?;
            reader.token(">", "'>'")?;
            Ok(Some(ctx.type_over(dialect, mnemonic, parameter)))
        })
    }

    /// What a dialect says of its type of this name, if the type has a shape.
    fn shaped_type_of(&self, dialect: &str, name: &str) -> Option<&'static ShapedType> {
        let (_, mnemonic) = name.split_once('.')?;
        self.texts.ctx.dialects().get(dialect)?.shaped_types.iter().find(|shaped| shaped.mnemonic == mnemonic)
    }

    /// `tile<16x64xi8>`
    fn shaped_type(&mut self, dialect: &str, shaped: &ShapedType) -> Parsed<Type> {
        let start = self.at.pos;
        self.at.word();
        self.token("<", "'<'")?;
        let sizes_at = self.next_place();
        let sizes = self.dimensions()?.unwrap_or_default();
        if sizes.iter().any(|dim| dim.size.is_none()) {
            return self.back_at(sizes_at, ParseCode::ShapeNotStatic);
        }
        let element = self.any_type()?;
        self.token(">", "'>'")?;
        let ctx = self.texts.ctx;
        if !shaped.elements.contains(ctx, element) {
            return self.back_at(start, ParseCode::ShapedElement(shaped.elements.words));
        }
        let sizes: Vec<String> = sizes.iter().filter_map(|dim| Some(dim.size?.to_string())).collect();
        let body = format!("{}<{}x{}>", shaped.mnemonic, sizes.join("x"), self.texts.spelling(element));
        Ok(ctx.ty(TypeData::Opaque { dialect: ctx.str(dialect), body: ctx.str(&body), parameter: None }))
    }

    /// The `<...>` of a type of a dialect that is kept as text, whose name is left off.
    pub fn stripped_type(&mut self, name: &str) -> Parsed<Type> {
        let (dialect, mnemonic) = name.split_once('.').unwrap_or(("", name));
        self.at.skip_space();
        let start = self.at.pos;
        self.skip_symbol_body()?;
        let text = self.at.since(start);
        let body = format!("{mnemonic}{}", without_padding(&laid_out(&self.texts.without_aliases(text, text)?)));
        let ctx = self.texts.ctx;
        Ok(ctx.ty(TypeData::Opaque { dialect: ctx.str(dialect), body: ctx.str(&body), parameter: None }))
    }
}

impl<'t> ParseCache<'_, 't> {
    /// The type of a dialect that is kept as text.
    fn opaque_type(&self, text: &str) -> Parsed<Type> {
        let (dialect, body) = split_dialect(text);
        if self.known_only && !self.ctx.dialects().contains(dialect) {
            let code = ParseCode::UnregisteredType { dialect: dialect.to_owned(), body: inside(body).to_owned() };
            return self.error(after_point(text), code);
        }
        let body = match self.ctx.dialects().get(dialect) {
            _ if self.is_printed => self.ctx.str(body),
            Some(known) => {
                let body = self.without_aliases(body, text)?;
                // Types that code prints, `!spirv.array<4 x f32, stride=4>`, are of dialects without operations here.
                let body = if known.has_op_defs() { laid_out(&body) } else { Cow::Borrowed(&*body) };
                self.ctx.str(&without_padding(&body))
            }
            None => self.ctx.str(&self.unknown_without_aliases(body, text)?),
        };
        Ok(self.ctx.ty(TypeData::Opaque { dialect: self.ctx.str(dialect), body, parameter: None }))
    }
}

/// Whether a type is one of the builtin dialect's that are no numbers: no vector holds one.
/// Target types are among what LLVM's vectors may have, although upstream does not accept them.
fn is_vector_element(data: &TypeData) -> bool {
    is_scalar(data) || matches!(data, TypeData::Byte { .. } | TypeData::Pointer { .. } | TypeData::TargetExt { .. })
}

/// Whether a type is of those that all containers take; those of dialects without definitions may be.
fn is_scalar(data: &TypeData) -> bool {
    matches!(data, TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index | TypeData::Opaque { .. })
}

fn is_tensor_element(data: &TypeData) -> bool {
    !matches!(
        data,
        TypeData::None
            | TypeData::Tuple(_)
            | TypeData::Function { .. }
            | TypeData::Tensor { .. }
            | TypeData::MemRef { .. }
    )
}

fn is_memref_element(data: &TypeData) -> bool {
    is_scalar(data) || matches!(data, TypeData::Complex(_) | TypeData::Vector { .. } | TypeData::MemRef { .. })
}
