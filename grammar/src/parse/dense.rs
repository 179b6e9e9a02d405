//! `dense<...>` and `sparse<...>`: elements, read in one pass and by hand, since there may be millions.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::{Dim, well_known as types};
use irtrip_dialect::{Attr, AttrData, Type, TypeData};

use super::MAX_DEPTH;
use super::cursor::Cursor;
use super::numbers::Literal;
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::Parsed;

/// Nothing may stand behind the elements.
fn expect_end(body: &mut Cursor<'_>) -> Parsed<()> {
    body.skip_space();
    if body.at_end() { Ok(()) } else { Err(body.expected("'>'")) }
}

/// What elements are written to.
struct Elements {
    element: Type,
    bytes: Vec<u8>,
    strings: Vec<irtrip_dialect::Str>,
}

impl<'t> ParseCache<'_, 't> {
    /// Reads `dense<...> : type`.
    pub fn dense(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        self.dense_of(cursor, None)
    }

    /// Reads `dense<...>` of a type that stands elsewhere, or `dense<...> : type`.
    pub fn dense_of(&mut self, cursor: &mut Cursor<'t>, ty: Option<Type>) -> Parsed<Attr> {
        cursor.expect("dense")?;
        cursor.skip_space();
        let open = cursor.pos;
        cursor.skip_balanced()?;
        let inside = open + 1..cursor.pos - 1;
        let ty = match ty {
            Some(ty) => ty,
            None => {
                cursor.expect(":")?;
                self.type_at(cursor)?
            }
        };
        let whole = cursor.slice(inside.clone());
        let (dims, element) = self.shape(whole, ty)?;
        let mut body = Cursor::new(self.text, inside);
        if whole.trim_start().starts_with("\"0x") && self.has_bytes(element) {
            let raw = body.string()?.unwrap_or("");
            return self.hexadecimal(raw, ty, element, &dims);
        }
        let mut out = Elements { element, bytes: Vec::new(), strings: Vec::new() };
        let shape = self.elements_into(&mut body, &mut out)?;
        expect_end(&mut body)?;
        self.check_shape(whole, shape.as_deref(), &dims)?;
        if !self.has_bytes(element) {
            return Ok(self.ctx.attr(AttrData::DenseStrings { ty, values: out.strings.into() }));
        }
        Ok(self.ctx.dense(ty, &out.bytes, self.ctx.dense_element_bytes(element)))
    }

    /// Reads `sparse<indices, values> : type`.
    pub fn sparse(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = *cursor;
        cursor.expect("sparse")?;
        cursor.skip_space();
        let open = cursor.pos;
        cursor.skip_balanced()?;
        let inside = open + 1..cursor.pos - 1;
        cursor.expect(":")?;
        let ty = self.type_at(cursor)?;
        let whole = cursor.slice(inside.clone());
        let (dims, element) = self.shape(whole, ty)?;
        let mut body = Cursor::new(self.text, inside);
        let mut indices = Elements { element: types::I64, bytes: Vec::new(), strings: Vec::new() };
        let mut values = Elements { element, bytes: Vec::new(), strings: Vec::new() };
        let (mut shape, mut values_shape) = (None, None);
        let mut bytes = None;
        body.skip_space();
        if !body.at_end() {
            shape = self.elements_into(&mut body, &mut indices)?;
            body.expect(",")?;
            body.skip_space();
            match body.rest().starts_with("\"0x") && self.has_bytes(element) {
                true => bytes = body.string()?,
                false => values_shape = self.elements_into(&mut body, &mut values)?,
            }
            expect_end(&mut body)?;
        }
        let shape = shape.unwrap_or_else(|| vec![1, dims.len() as u64]);
        let values_shape = values_shape.unwrap_or_else(|| vec![shape.first().copied().unwrap_or(0)]);
        check_shapes(start, &dims, &shape, &values_shape)?;
        let tensor = |element: Type, shape: &[u64]| {
            let dims = shape.iter().map(|&size| Dim { size: Some(size), scalable: false }).collect();
            self.ctx.ty(TypeData::Tensor { dims: Some(dims), element, encoding: None })
        };
        let part = |elements: Elements, shape: &[u64]| {
            let ty = tensor(elements.element, shape);
            if !self.has_bytes(elements.element) {
                return self.ctx.attr(AttrData::DenseStrings { ty, values: elements.strings.into() });
            }
            let bytes = self.ctx.dense_element_bytes(elements.element);
            self.ctx.dense(ty, &elements.bytes, bytes)
        };
        self.check_indices(start, &indices.bytes, &dims, ty)?;
        let count = [shape.first().copied().unwrap_or(0)];
        let values = match bytes {
            Some(raw) => self.hexadecimal(raw, tensor(element, &count), element, &count)?,
            None => part(values, &count),
        };
        let indices = part(indices, &shape);
        Ok(self.ctx.attr(AttrData::Sparse { ty, indices, values }))
    }

    /// Each index is one of the shape's; one number alone stands for all of an index.
    fn check_indices(&self, at: Cursor<'t>, indices: &[u8], dims: &[u64], ty: Type) -> Parsed<()> {
        let numbers: Vec<u64> = indices.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let is_outside = |index: &[u64]| index.iter().zip(dims).any(|(&number, &size)| number >= size);
        let Some(wrong) = numbers.chunks_exact(dims.len().max(1)).position(is_outside) else { return Ok(()) };
        let index = numbers.chunks_exact(dims.len().max(1)).nth(wrong).unwrap_or_default();
        let index: Vec<String> = index.iter().map(u64::to_string).collect();
        let (index, ty) = (index.join(", "), self.spelling(ty));
        Err(at.error(ParseCode::SparseIndex { number: wrong, index, ty }))
    }

    /// Whether a type has elements.
    pub(super) fn is_shaped(&self, ty: Type) -> bool {
        matches!(self.ctx.type_data(ty), TypeData::Vector { .. } | TypeData::Tensor { .. } | TypeData::MemRef { .. })
    }

    fn shape(&self, text: &str, ty: Type) -> Parsed<(Vec<u64>, Type)> {
        let (dims, element) = match self.ctx.type_data(ty) {
            TypeData::Vector { dims, element } => (Some(dims), *element),
            TypeData::Tensor { dims, element, .. } => (dims.as_ref(), *element),
            _ => (None, ty),
        };
        let sizes: Option<Vec<u64>> = dims.and_then(|dims| dims.iter().map(|d| d.size).collect());
        match sizes {
            Some(sizes) => Ok((sizes, element)),
            None => self.error(text, ParseCode::ElementsNotShaped),
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

    fn check_shape(&self, text: &str, shape: Option<&[u64]>, dims: &[u64]) -> Parsed<()> {
        let empty = dims.contains(&0);
        match shape {
            Some(shape) if shape == dims => Ok(()),
            Some([0]) if empty => Ok(()),
            None => Ok(()),
            Some(_) => self.error(text, ParseCode::ElementsRanks),
        }
    }

    /// Reads one element or nested lists of elements, whose shape it gives. Nothing at all is an empty list.
    fn elements_into(&mut self, cursor: &mut Cursor<'t>, out: &mut Elements) -> Parsed<Option<Vec<u64>>> {
        cursor.skip_space();
        if cursor.at_end() {
            return Ok(Some(vec![0]));
        }
        // Items so far of each open list, outermost first; the size of closed lists by depth; the elements' depth.
        let mut counts: Vec<u64> = Vec::new();
        let mut sizes: Vec<Option<u64>> = Vec::new();
        let mut leaf_depth = None;
        loop {
            if cursor.eat_byte(b'[') {
                counts.push(0);
                if counts.len() > MAX_DEPTH {
                    return Err(cursor.error(ParseCode::TooDeep(MAX_DEPTH)));
                }
                if counts.len() > sizes.len() {
                    sizes.push(None);
                }
                if !cursor.sees("]") {
                    continue;
                }
            } else {
                if *leaf_depth.get_or_insert(counts.len()) != counts.len() {
                    return Err(cursor.error(ParseCode::ElementsRanks));
                }
                self.element_into(cursor, out)?;
                counts.iter_mut().last().into_iter().for_each(|n| *n += 1);
            }
            while !counts.is_empty() && cursor.eat_byte(b']') {
                let closed = counts.pop();
                if let Some(size) = sizes.get_mut(counts.len())
                    && size.is_some_and(|s| Some(s) != closed)
                {
                    return Err(cursor.error(ParseCode::ElementsRanks));
                } else if let Some(size) = sizes.get_mut(counts.len()) {
                    *size = closed;
                }
                counts.iter_mut().last().into_iter().for_each(|n| *n += 1);
            }
            if counts.is_empty() {
                return Ok((!sizes.is_empty()).then(|| sizes.into_iter().map(|s| s.unwrap_or(0)).collect()));
            }
            if !cursor.eat_byte(b',') {
                return Err(cursor.expected("',' or ']' in elements literal"));
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
        let digits = raw.get(2..).unwrap_or("").as_bytes();
        let nibble = |digit: u8| char::from(digit).to_digit(16);
        let pair = |pair: &[u8]| match pair {
            [high, low] => Some((nibble(*high)? * 16 + nibble(*low)?) as u8),
            _ => None,
        };
        let Some(mut data) = digits.chunks(2).map(pair).collect::<Option<Vec<u8>>>() else {
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
fn check_shapes(at: Cursor<'_>, dims: &[u64], indices: &[u64], values: &[u64]) -> Parsed<()> {
    if values.len() != 1 {
        return Err(at.error(ParseCode::SparseValues));
    }
    let fits = match indices {
        [count, numbers] => *numbers == dims.len() as u64 && values == [*count],
        [count] => dims.len() == 1 && values == [*count],
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let list = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Err(at.error(ParseCode::SparseShape { dims: list(dims), indices: list(indices), values: list(values) }))
}
