//! Elements: `dense`, `sparse`, `dense_resource`, `array`; the builtin dialect's page, "Attributes".
//!
//! The type follows the elements. So their text is read twice: for their shape, and once the type is known for
//! their values. Large ones are one hexadecimal string.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::{Dim, well_known as types};
use irtrip_dialect::{Attr, AttrData, Str, Type, TypeData};

use crate::parse::cursor::Cursor;
use crate::parse::numbers::Literal;
use crate::parse::parse_cache::ParseCache;
use crate::parse::reader::Reader;
use irtrip_dialect::diagnostic::{ParseError, Parsed};
use smallvec::SmallVec;

/// What elements are written to.
struct Elements {
    element: Type,
    bytes: Vec<u8>,
    strings: Vec<Str>,
}

/// The shape of the elements read so far.
#[derive(Default)]
struct Shape {
    /// The lengths of lists by how many lists they are in.
    sizes: Vec<Option<u64>>,
    /// How many lists the elements are in.
    depth: Option<usize>,
}

/// The text of elements whose shape is known.
#[derive(Clone, Copy)]
struct ElementsLiteral<'t> {
    /// Where they start.
    start: Cursor<'t>,
    /// Where they end.
    end: usize,
    /// Whether they are one string.
    string: bool,
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads `dense<...> : type`, which starts at `start`, or `dense<...>` of a type that is elsewhere.
    pub fn dense(&mut self, start: usize, given: Option<Type>) -> Parsed<Attr> {
        self.at.word();
        self.token("<", "'<' after 'dense'")?;
        let mut literal = None;
        let mut shape = Vec::new();
        if !self.at.eat_byte(b'>') {
            let (text, found) = self.literal()?;
            (literal, shape) = (Some(text), found);
            self.token(">", "'>'")?;
        }
        let ty = match given {
            Some(ty) => ty,
            None => {
                self.token(":", "':'")?;
                self.any_type()?
            }
        };
        let (dims, element) = self.static_shape(start, ty)?;
        let empty = dims.contains(&0);
        if !shape.is_empty() && shape != dims && !(empty && shape == [0]) {
            return self.back_at(start, ParseCode::ElementsShape { found: sizes(&shape), expected: sizes(&dims) });
        }
        let Some(literal) = literal else {
            return match empty {
                true => Ok(self.dense_of(Elements::new(element), ty)),
                false => self.back_at(start, ParseCode::ElementsMissing(self.texts.spelling(ty))),
            };
        };
        if literal.string && self.texts.has_bytes(element) {
            let raw = { literal.start }.string()?.unwrap_or("");
            return self.texts.hexadecimal(raw, ty, element, &dims);
        }
        let mut elements = Elements::new(element);
        self.texts.elements_into(literal, &mut elements)?;
        Ok(self.dense_of(elements, ty))
    }

    fn dense_of(&self, elements: Elements, ty: Type) -> Attr {
        let ctx = self.texts.ctx;
        match self.texts.has_bytes(elements.element) {
            true => ctx.dense(ty, &elements.bytes, ctx.dense_element_bytes(elements.element)),
            false => ctx.attr(AttrData::DenseStrings { ty, values: elements.strings.into() }),
        }
    }

    /// Reads `sparse<indices, values> : type`, which starts at `start`.
    pub fn sparse(&mut self, start: usize) -> Parsed<Attr> {
        self.at.word();
        if !self.at.eat_byte(b'<') {
            return Err(self.at.unexpected_token(ParseCode::SparseBracket));
        }
        let mut parts = None;
        if !self.at.eat_byte(b'>') {
            let indices = self.literal()?;
            self.token(",", "','")?;
            parts = Some((indices, self.literal()?));
            self.token(">", "'>'")?;
        }
        self.token(":", "':'")?;
        let ty = self.any_type()?;
        let (dims, element) = self.static_shape(start, ty)?;
        let mut indices = Elements::new(types::I64);
        let mut values = Elements::new(element);
        let (mut shape, mut values_shape) = (Vec::new(), Vec::new());
        let mut bytes = None;
        // `sparse<>` has no index at all.
        let indices_of_one = u64::from(parts.is_some());
        if let Some(((indices_at, indices_shape), (values_at, found))) = parts {
            (shape, values_shape) = (indices_shape, found);
            self.texts.elements_into(indices_at, &mut indices)?;
            match values_at.string && self.texts.has_bytes(element) {
                true => bytes = { values_at.start }.string()?,
                false => self.texts.elements_into(values_at, &mut values)?,
            }
        }
        if shape.is_empty() {
            shape = vec![indices_of_one, dims.len() as u64];
        }
        let count = [shape.first().copied().unwrap_or(0)];
        if values_shape.is_empty() {
            values_shape = count.to_vec();
        }
        check_shapes(start, &dims, &shape, &values_shape)?;
        self.check_indices(start, &indices.bytes, &dims, ty)?;
        let tensor = |element: Type, shape: &[u64]| {
            let dims = shape.iter().map(|&size| Dim { size: Some(size), scalable: false }).collect();
            self.texts.ctx.ty(TypeData::Tensor { dims: Some(dims), element, encoding: None })
        };
        let values = match bytes {
            Some(raw) => self.texts.hexadecimal(raw, tensor(element, &count), element, &count)?,
            None => self.dense_of(values, tensor(element, &count)),
        };
        let indices = self.dense_of(indices, tensor(types::I64, &shape));
        Ok(self.texts.ctx.attr(AttrData::Sparse { ty, indices, values }))
    }

    /// Each index is one of the shape's; one number alone stands for all of an index.
    fn check_indices(&self, start: usize, indices: &[u8], dims: &[u64], ty: Type) -> Parsed<()> {
        let numbers: Vec<u64> = indices.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let is_outside = |index: &[u64]| index.iter().zip(dims).any(|(&number, &size)| number >= size);
        let Some(wrong) = numbers.chunks_exact(dims.len().max(1)).position(is_outside) else { return Ok(()) };
        let index = numbers.chunks_exact(dims.len().max(1)).nth(wrong).unwrap_or_default();
        let index: Vec<String> = index.iter().map(u64::to_string).collect();
        let (index, ty) = (index.join(", "), self.texts.spelling(ty));
        self.back_at(start, ParseCode::SparseIndex { number: wrong, index, ty })
    }

    /// The dimensions and the element type of an elements attribute's type.
    fn static_shape(&self, start: usize, ty: Type) -> Parsed<(Vec<u64>, Type)> {
        let (dims, element) = match self.texts.ctx.type_data(ty) {
            TypeData::Vector { dims, element } => (Some(dims), *element),
            TypeData::Tensor { dims, element, .. } => (dims.as_ref(), *element),
            _ => return self.back_at(start, ParseCode::ElementsNotShaped),
        };
        let sizes: Option<Vec<u64>> = dims.and_then(|dims| dims.iter().map(|dim| dim.size).collect());
        match sizes {
            Some(sizes) => Ok((sizes, element)),
            None => self.back_at(start, ParseCode::ElementsNotStatic),
        }
    }

    /// Reads an element or nested lists of elements for their shape, which is empty for one element.
    fn literal(&mut self) -> Parsed<(ElementsLiteral<'t>, Vec<u64>)> {
        self.at.skip_space();
        let start = self.at;
        let mut shape = Shape::default();
        let string = self.at.peek() == b'"';
        match string {
            true => drop(self.at.string()?),
            false => drop(self.nested(0, &mut shape)?),
        }
        let sizes = shape.sizes.into_iter().map(|size| size.unwrap_or(0)).collect();
        Ok((ElementsLiteral { start, end: self.at.pos, string }, sizes))
    }

    /// Reads an element or a list inside `depth` lists; whether its shape is that of those before it.
    fn nested(&mut self, depth: usize, shape: &mut Shape) -> Parsed<bool> {
        if !self.at.eat_byte(b'[') {
            self.element()?;
            return Ok(*shape.depth.get_or_insert(depth) == depth);
        }
        if shape.sizes.len() == depth {
            shape.sizes.push(None);
        }
        let (mut count, mut fits) = (0, true);
        if !self.at.eat_byte(b']') {
            loop {
                let item_fits = self.deeper(|reader| reader.nested(depth + 1, shape))?;
                // Where the first item does not fit, this list as a whole does not.
                if !item_fits && count > 0 && fits {
                    return self.here(ParseCode::ElementsRanks);
                }
                fits &= item_fits;
                count += 1;
                if !self.at.eat_byte(b',') {
                    self.token("]", "']'")?;
                    break;
                }
            }
        }
        let known = shape.sizes.get_mut(depth).is_some_and(|size| *size.get_or_insert(count) == count);
        Ok(fits && known && shape.depth.is_none_or(|elements| elements > depth))
    }

    fn element(&mut self) -> Parsed<()> {
        match self.next_byte() {
            b'0'..=b'9' => {
                Literal::read(&mut self.at);
                Ok(())
            }
            b'-' => {
                if Literal::read(&mut self.at).is_some() {
                    return Ok(());
                }
                self.at.eat_byte(b'-');
                self.here(ParseCode::Expected("integer or floating point literal"))
            }
            b'"' => self.at.string().map(drop),
            b'(' => {
                self.at.pos += 1;
                self.deeper(Self::element)?;
                self.token(",", "',' between complex elements")?;
                self.deeper(Self::element)?;
                self.token(")", "')' after complex elements")
            }
            _ if matches!(self.at.peek_word(), "true" | "false") => {
                self.at.word();
                Ok(())
            }
            _ => self.here(ParseCode::Expected("element literal of primitive type")),
        }
    }

    /// `dense_resource<key> : type`
    pub fn dense_resource(&mut self) -> Parsed<Attr> {
        self.at.word();
        self.token("<", "'<' after 'dense_resource'")?;
        let key = match self.at.string()? {
            Some(raw) => self.texts.string(raw)?,
            None => match self.at.word() {
                Some(word) => self.texts.name(word),
                None => return self.here(ParseCode::Expected("identifier key for 'resource' entry")),
            },
        };
        self.token(">", "'>'")?;
        let start = self.next_place();
        self.token(":", "':'")?;
        let ty = self.any_type()?;
        match self.texts.ctx.type_data(ty) {
            TypeData::Vector { .. } | TypeData::Tensor { .. } | TypeData::MemRef { .. } => {
                Ok(self.texts.ctx.attr(AttrData::DenseResource { key, ty }))
            }
            _ => self.back_at(start, ParseCode::ResourceNotShaped),
        }
    }

    /// The type of the elements of a dense array.
    pub fn dense_array_element(&mut self) -> Parsed<Type> {
        let start = self.next_place();
        let element = self.any_type().map_err(|error| {
            error.followed_by(ParseError::at(start, ParseCode::Expected("an integer or floating point type")))
        })?;
        let bits = match self.texts.ctx.type_data(element) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) => kind.width(),
            _ => return self.back_at(start, ParseCode::ArrayElementType(self.texts.spelling(element))),
        };
        if bits != 1 && !bits.is_multiple_of(8) {
            return self.back_at(start, ParseCode::ArrayElementWidth);
        }
        Ok(element)
    }

    /// `array<T: 1, 2>`
    pub fn dense_array(&mut self) -> Parsed<Attr> {
        self.at.word();
        self.token("<", "'<' after 'array'")?;
        let element = self.dense_array_element()?;
        let mut values: SmallVec<[i64; 8]> = SmallVec::new();
        if !self.at.eat_byte(b'>') {
            self.token(":", "':' after dense array type")?;
            loop {
                values.push(self.array_item(element)?);
                if !self.at.eat_byte(b',') {
                    self.token(">", "'>' to close an array attribute")?;
                    break;
                }
            }
        }
        Ok(self.texts.ctx.dense_array_attr(element, &values))
    }

    /// An integer's value or a float's bits.
    pub fn array_item(&mut self, element: Type) -> Parsed<i64> {
        let start = self.next_place();
        if let TypeData::Float(kind) = self.texts.ctx.type_data(element) {
            return match Literal::read(&mut self.at) {
                Some(literal) => Ok(self.texts.float_bits(literal, *kind)? as i64),
                None => self.here(ParseCode::Expected("floating point literal")),
            };
        }
        let is_bool = self.texts.ctx.int_width(element) == Some(1);
        if let word @ ("true" | "false") = self.at.peek_word() {
            if !is_bool {
                return self.here(ParseCode::Expected("i1 type for 'true' or 'false' values"));
            }
            self.at.word();
            return Ok(i64::from(word == "true"));
        }
        match Literal::read(&mut self.at) {
            Some(_) if is_bool => self.here(ParseCode::Expected("'true' or 'false' values for i1 type")),
            Some(literal) if literal.is_float() => self.back_at(start, ParseCode::Expected("integer literal")),
            Some(literal) => match self.texts.small_integer_of(literal, element) {
                Some(value) => Ok(value),
                None => self.here(ParseCode::IntegerRange),
            },
            None => self.here(ParseCode::Expected("integer literal")),
        }
    }
}

impl Elements {
    fn new(element: Type) -> Elements {
        Elements { element, bytes: Vec::new(), strings: Vec::new() }
    }
}

impl<'t> ParseCache<'_, 't> {
    /// Reads the values of elements whose shape is known.
    fn elements_into(&mut self, literal: ElementsLiteral<'t>, out: &mut Elements) -> Parsed<()> {
        let mut cursor = literal.start;
        loop {
            cursor.skip_space();
            match cursor.peek() {
                _ if cursor.pos >= literal.end => return Ok(()),
                b'[' | b']' | b',' => cursor.pos += 1,
                _ => self.element_into(&mut cursor, out)?,
            }
        }
    }

    fn element_into(&mut self, cursor: &mut Cursor<'t>, out: &mut Elements) -> Parsed<()> {
        match self.ctx.type_data(out.element) {
            TypeData::Complex(inner) => {
                cursor.expect("(")?;
                self.number_into(cursor, *inner, &mut out.bytes)?;
                cursor.expect(",")?;
                self.number_into(cursor, *inner, &mut out.bytes)?;
                cursor.expect(")")
            }
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index => {
                self.number_into(cursor, out.element, &mut out.bytes)
            }
            _ => match cursor.string()? {
                Some(raw) => {
                    out.strings.push(self.string(raw)?);
                    Ok(())
                }
                None => Err(cursor.expected("string element")),
            },
        }
    }

    /// Whether elements of a type are bytes: all but strings.
    fn has_bytes(&self, element: Type) -> bool {
        match self.ctx.type_data(element) {
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index => true,
            TypeData::Complex(inner) => self.has_bytes(*inner),
            _ => false,
        }
    }

    /// Reads a number's bytes, little-endian; bits above its width are 0.
    pub fn number_into(&self, cursor: &mut Cursor<'t>, element: Type, out: &mut Vec<u8>) -> Parsed<()> {
        let size = self.ctx.dense_element_bytes(element);
        if let TypeData::Float(kind) = self.ctx.type_data(element) {
            let Some(literal) = Literal::read(cursor) else { return Err(cursor.expected("floating point literal")) };
            let bits = self.float_bits(literal, *kind)?;
            out.extend_from_slice(bits.to_le_bytes().get(..size).unwrap_or_default());
            return Ok(());
        }
        if let word @ ("true" | "false") = cursor.peek_word() {
            if element != types::I1 {
                return Err(cursor.error(ParseCode::Expected("i1 type for 'true' or 'false' values")));
            }
            cursor.word();
            out.push(u8::from(word == "true"));
            return Ok(());
        }
        if cursor.peek() == b'"' {
            let code = ParseCode::Expected("string containing hex digits starting with `0x`");
            return Err(cursor.error(code));
        }
        let Some(literal) = Literal::read(cursor) else { return Err(cursor.expected("integer element")) };
        if literal.is_float() {
            let code = ParseCode::Expected("integer elements, but parsed floating-point");
            return self.error(literal.text, code);
        }
        let attr = self.number_of(literal, element).map_err(|error| {
            let code = match matches!(error.code(), Some(ParseCode::NegativeUnsigned)) {
                true => ParseCode::Expected("unsigned integer elements, but parsed negative value"),
                false => ParseCode::IntegerRangeOfType,
            };
            error.with_code(code)
        })?;
        let width = self.ctx.int_width(element).unwrap_or(64);
        match self.ctx.attr_data(attr) {
            AttrData::BigInteger { value, .. } => {
                let modulus = num_bigint::BigInt::from(1) << width;
                let (_, mut bytes) = ((value.as_ref() + &modulus) % modulus).to_bytes_le();
                bytes.resize(size, 0);
                out.extend_from_slice(&bytes);
            }
            AttrData::Integer { value, .. } => {
                let fill = if *value < 0 { 0xff } else { 0 };
                let start = out.len();
                out.extend(value.to_le_bytes().into_iter().chain(std::iter::repeat(fill)).take(size));
                if let Some(last) = out.get_mut(start..).and_then(<[u8]>::last_mut)
                    && !width.is_multiple_of(8)
                {
                    *last &= (1 << (width % 8)) - 1;
                }
            }
            _ => return Err(cursor.expected("integer element")),
        }
        Ok(())
    }

    /// `dense<"0x..."> : type`: the bytes themselves, of one element or of all; booleans are bits.
    fn hexadecimal(&self, raw: &'t str, ty: Type, element: Type, dims: &[u64]) -> Parsed<Attr> {
        let digits = raw.strip_prefix("0x").map(str::as_bytes);
        let nibble = |digit: u8| char::from(digit).to_digit(16);
        let pair = |pair: &[u8]| match pair {
            [high, low] => Some((nibble(*high)? * 16 + nibble(*low)?) as u8),
            _ => None,
        };
        let data = digits.and_then(|digits| digits.chunks(2).map(pair).collect::<Option<Vec<u8>>>());
        let Some(mut data) = data else {
            let code = ParseCode::Expected("string containing hex digits starting with `0x`");
            let error = self.error_of(raw, code);
            let span = error.span();
            // The string starts with its quote.
            return Err(error.with_span(span.start.saturating_sub(1)..span.end));
        };
        let size = self.ctx.dense_element_bytes(element);
        let count = dims.iter().try_fold(1_u64, |n, &d| n.checked_mul(d));
        let Some(count) = count.and_then(|n| usize::try_from(n).ok()) else {
            return self.error(raw, ParseCode::ElementsHexadecimalSize(self.spelling(ty)));
        };
        if element == types::I1 && data.len() == count.div_ceil(8) {
            data = (0..count).map(|i| data.get(i / 8).map_or(0, |byte| byte >> (i % 8) & 1)).collect();
        } else if let ([byte @ (0 | 0xff)], true) = (&mut data[..], element == types::I1) {
            *byte &= 1;
        }
        // One element alone stands for all.
        if count.checked_mul(size) == Some(data.len()) || data.len() == size {
            return Ok(self.ctx.dense(ty, &data, size));
        }
        self.error(raw, ParseCode::ElementsHexadecimalSize(self.spelling(ty)))
    }
}

/// Whether sparse elements are as many as their indices, each of which has a number a dimension.
fn check_shapes(start: usize, dims: &[u64], indices: &[u64], values: &[u64]) -> Parsed<()> {
    if values.len() != 1 {
        return Err(ParseError::at(start, ParseCode::SparseValues));
    }
    let fits = match indices {
        [count, numbers] => *numbers == dims.len() as u64 && values == [*count],
        [count] => dims.len() == 1 && values == [*count],
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let (dims, indices, values) = (sizes(dims), sizes(indices), sizes(values));
    Err(ParseError::at(start, ParseCode::SparseShape { dims, indices, values }))
}

fn sizes(sizes: &[u64]) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}
