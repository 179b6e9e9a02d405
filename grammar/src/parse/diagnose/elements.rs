//! Elements: `dense`, `sparse`, `dense_resource`, `array`; the builtin dialect's page, "Attributes".

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Type, TypeData};

use super::Walk;
use crate::parse::numbers::Literal;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

impl<'t> Walk<'_, '_, 't> {
    /// `dense<...> : type`, which starts at `start`.
    pub(super) fn dense(&mut self, start: usize) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' after 'dense'")?;
        let mut shape = Vec::new();
        let mut any = false;
        if !self.at.eat_byte(b'>') {
            any = true;
            if self.next_byte() == b'"' {
                self.at.string()?;
            } else {
                shape = self.literal()?;
            }
            self.token(">", "'>'")?;
        }
        self.token(":", "':'")?;
        let ty = self.any_type()?;
        let dims = self.static_shape(start, ty)?;
        if !shape.is_empty() && shape != dims {
            let list = |dims: &[u64]| dims.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let (shape, dims) = (list(&shape), list(&dims));
            return self.back_at(start, ParseCode::ElementsShape { found: shape, expected: dims });
        }
        if !any && !dims.contains(&0) {
            return self.back_at(start, ParseCode::ElementsMissing(self.texts.spelling(ty)));
        }
        self.texts.attr_of(self.at.since(start)).map(drop)
    }

    /// `sparse<indices, values> : type`, which starts at `start`.
    pub(super) fn sparse(&mut self, start: usize) -> Parsed<()> {
        self.at.word();
        if !self.at.eat_byte(b'<') {
            return Err(self.at.wrong_token(ParseCode::SparseBracket));
        }
        if !self.at.eat_byte(b'>') {
            self.literal()?;
            self.token(",", "','")?;
            if self.next_byte() == b'"' {
                self.at.string()?;
            } else {
                self.literal()?;
            }
            self.token(">", "'>'")?;
        }
        self.token(":", "':'")?;
        let ty = self.any_type()?;
        self.static_shape(start, ty)?;
        self.texts.attr_of(self.at.since(start)).map(drop)
    }

    /// The dimensions of an elements attribute's type.
    fn static_shape(&mut self, start: usize, ty: Type) -> Parsed<Vec<u64>> {
        let sizes = match self.texts.ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims.iter().map(|dim| dim.size).collect(),
            TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => {
                dims.as_ref().and_then(|dims| dims.iter().map(|dim| dim.size).collect())
            }
            _ => return self.back_at(start, ParseCode::ElementsNotShaped),
        };
        let sizes: Option<Vec<u64>> = sizes;
        match sizes {
            Some(sizes) => Ok(sizes),
            None => self.back_at(start, ParseCode::ElementsNotStatic),
        }
    }

    /// An element or nested lists of elements, whose shape it gives.
    fn literal(&mut self) -> Parsed<Vec<u64>> {
        if !self.at.eat_byte(b'[') {
            return self.element().map(|()| Vec::new());
        }
        let mut count = 0;
        let mut inner: Option<Vec<u64>> = None;
        if !self.at.eat_byte(b']') {
            loop {
                let shape = self.deeper(Self::literal)?;
                count += 1;
                if inner.get_or_insert_with(|| shape.clone()) != &shape {
                    return self.here(ParseCode::ElementsRanks);
                }
                if !self.at.eat_byte(b',') {
                    self.token("]", "']'")?;
                    break;
                }
            }
        }
        let mut shape = vec![count];
        shape.extend(inner.unwrap_or_default());
        Ok(shape)
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
                self.element()?;
                self.token(",", "',' between complex elements")?;
                self.element()?;
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
    pub(super) fn dense_resource(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' after 'dense_resource'")?;
        if self.at.string()?.is_none() && self.at.word().is_none() {
            return self.here(ParseCode::Expected("identifier key for 'resource' entry"));
        }
        self.token(">", "'>'")?;
        self.at.skip_space();
        let start = self.at.pos;
        self.token(":", "':'")?;
        let ty = self.any_type()?;
        match self.texts.ctx.type_data(ty) {
            TypeData::Vector { .. } | TypeData::Tensor { .. } | TypeData::MemRef { .. } => Ok(()),
            _ => self.back_at(start, ParseCode::ResourceNotShaped),
        }
    }

    /// `array<T: 1, 2>`
    pub(super) fn dense_array(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("<", "'<' after 'array'")?;
        self.at.skip_space();
        let start = self.at.pos;
        let element = self.any_type().map_err(|error| {
            error.followed_by(ParseError::at(start, ParseCode::Expected("an integer or floating point type")))
        })?;
        let bits = match self.texts.ctx.type_data(element) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) => kind.width(),
            _ => {
                return self.back_at(start, ParseCode::ArrayElementType(self.texts.spelling(element)));
            }
        };
        if bits != 1 && !bits.is_multiple_of(8) {
            return self.back_at(start, ParseCode::ArrayElementWidth);
        }
        if self.at.eat_byte(b'>') {
            return Ok(());
        }
        self.token(":", "':' after dense array type")?;
        loop {
            self.array_item(element)?;
            if !self.at.eat_byte(b',') {
                return self.token(">", "'>' to close an array attribute");
            }
        }
    }

    fn array_item(&mut self, element: Type) -> Parsed<()> {
        self.at.skip_space();
        if let TypeData::Float(kind) = self.texts.ctx.type_data(element) {
            return match Literal::read(&mut self.at) {
                Some(literal) => self.texts.float_bits(literal, *kind).map(drop),
                None => self.here(ParseCode::Expected("floating point literal")),
            };
        }
        let is_bool = self.texts.ctx.int_width(element) == Some(1);
        if matches!(self.at.peek_word(), "true" | "false") {
            if !is_bool {
                return self.here(ParseCode::Expected("i1 type for 'true' or 'false' values"));
            }
            self.at.word();
            return Ok(());
        }
        let start = self.at.pos;
        match Literal::read(&mut self.at) {
            Some(_) if is_bool => self.here(ParseCode::Expected("'true' or 'false' values for i1 type")),
            Some(literal) if literal.is_float() => self.back_at(start, ParseCode::Expected("integer literal")),
            Some(literal) => match self.texts.number_of(literal, element) {
                Ok(_) => Ok(()),
                Err(_) => self.here(ParseCode::IntegerRange),
            },
            None => self.here(ParseCode::Expected("integer literal")),
        }
    }
}
