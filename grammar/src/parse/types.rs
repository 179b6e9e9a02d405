//! Types, from what the grammar found.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::{Dim, FloatKind, Signedness};
use irtrip_dialect::{AttrData, StructBody, Type, TypeData};
use pest::iterators::Pair;

use super::parse_cache::{ParseCache, Rule};
use irtrip_dialect::diagnostic::Parsed;

type Dims = Option<Box<[Dim]>>;

impl<'t> ParseCache<'_, 't> {
    /// The type of a pair whose rule is one of the types'.
    pub fn build_type(&mut self, pair: Pair<'t, Rule>) -> Parsed<Type> {
        let ctx = self.ctx;
        match pair.as_rule() {
            Rule::type_word => self.type_word(pair.as_str()),
            Rule::llvm_word => Ok(ctx.ty(match pair.as_str() {
                "void" => TypeData::Void,
                "token" => TypeData::Token,
                "label" => TypeData::Label,
                "metadata" => TypeData::Metadata,
                "x86_amx" => TypeData::X86Amx,
                _ => TypeData::Float(FloatKind::PpcF128),
            })),
            Rule::pointer => {
                let space = pair.into_inner().find(|p| p.as_rule() == Rule::digits);
                Ok(ctx.ptr_type(space.map_or(Ok(0), |digits| self.integer(digits.as_str()))?))
            }
            Rule::array_type => {
                let text = pair.as_str();
                let mut inner = pair.into_inner();
                let length = self.integer(inner.next().map_or("", |p| p.as_str()))?;
                let element = self.next_type(&mut inner)?;
                if !is_array_element(ctx.type_data(element)) {
                    return self.error(behind_word(text, "array"), ParseCode::ArrayElement(self.spelling(element)));
                }
                Ok(ctx.array_type(length, element))
            }
            Rule::struct_type => self.struct_type(pair),
            Rule::function => self.llvm_function(pair),
            Rule::target_type => self.target_type(pair),
            Rule::function_type => {
                let mut lists = pair.into_inner().map(|list| self.type_list(list));
                let inputs = lists.next().unwrap_or_else(|| Ok(Box::default()))?;
                let results = lists.next().unwrap_or_else(|| Ok(Box::default()))?;
                Ok(ctx.ty(TypeData::Function { inputs, results }))
            }
            Rule::vector => {
                let text = pair.as_str();
                let (dims, element, _) = self.shaped(pair)?;
                let sizes = || dims.iter().flat_map(|dims| dims.iter().map(|dim| dim.size.unwrap_or(0)));
                if sizes().any(|size| size == 0) {
                    let sizes: Vec<String> = sizes().map(|size| size.to_string()).collect();
                    return self.error(text, ParseCode::VectorSizes(sizes.join(", ")));
                }
                if !is_vector_element(ctx.type_data(element)) {
                    return self.error(text, ParseCode::VectorElement);
                }
                Ok(ctx.ty(TypeData::Vector { dims: dims.unwrap_or_default(), element }))
            }
            Rule::tensor => {
                let text = pair.as_str();
                let (dims, element, extra) = self.shaped(pair)?;
                if !is_tensor_element(ctx.type_data(element)) {
                    return self.error(text, ParseCode::TensorElement);
                }
                if dims.is_none() && !extra.is_empty() {
                    return self.error(text, ParseCode::TensorEncoding);
                }
                Ok(ctx.ty(TypeData::Tensor { dims, element, encoding: extra.first().copied() }))
            }
            Rule::memref => self.memref(pair),
            Rule::complex => {
                let text = pair.as_str();
                let element = self.next_type(&mut pair.into_inner())?;
                if !matches!(ctx.type_data(element), TypeData::Integer { .. } | TypeData::Float(_)) {
                    return self.error(text, ParseCode::ComplexElement);
                }
                Ok(ctx.ty(TypeData::Complex(element)))
            }
            Rule::tuple => {
                let elements: Parsed<Vec<Type>> = pair.into_inner().map(|p| self.build_type(p)).collect();
                Ok(ctx.ty(TypeData::Tuple(elements?.into())))
            }
            Rule::type_alias => {
                let text = pair.as_str();
                self.aliases.ty(self, text, text.get(1..).unwrap_or(""))
            }
            _ => self.opaque_type(pair.as_str()),
        }
    }

    /// The next pair's type; the grammar sees to it that there is one.
    fn next_type(&mut self, pairs: &mut pest::iterators::Pairs<'t, Rule>) -> Parsed<Type> {
        match pairs.next() {
            Some(pair) => self.build_type(pair),
            None => self.error(pairs.as_str(), ParseCode::Expected("type")),
        }
    }

    /// A number without sign that fits `T`.
    pub fn integer<T: std::str::FromStr>(&self, digits: &str) -> Parsed<T> {
        digits.parse().or_else(|_| self.error(digits, ParseCode::IntegerRange))
    }

    fn type_word(&self, word: &str) -> Parsed<Type> {
        let ctx = self.ctx;
        let split = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (kind, width) = word.split_at(split);
        let signedness = match kind {
            "i" => Some(Signedness::Signless),
            "si" => Some(Signedness::Signed),
            "ui" => Some(Signedness::Unsigned),
            _ => None,
        };
        if let Some(signedness) = signedness
            && !width.is_empty()
            && width.bytes().all(|b| b.is_ascii_digit())
        {
            // MLIR's limit; LLVM's is half of it.
            return match width.parse() {
                Ok(width) if width < 1 << 24 => Ok(ctx.ty(TypeData::Integer { width, signedness })),
                _ => self.error(word, ParseCode::IntegerWidthLimit),
            };
        }
        match word {
            "index" => Ok(ctx.ty(TypeData::Index)),
            "none" => Ok(ctx.ty(TypeData::None)),
            _ => match FloatKind::from_mlir(word) {
                Some(kind) => Ok(ctx.float_type(kind)),
                None => self.error(word, ParseCode::Expected("non-function type")),
            },
        }
    }

    fn type_list(&mut self, list: Pair<'t, Rule>) -> Parsed<Box<[Type]>> {
        let mut types = Vec::new();
        for pair in list.into_inner() {
            match pair.as_rule() {
                Rule::inputs => types.extend(self.type_list(pair)?),
                _ => types.push(self.build_type(pair)?),
            }
        }
        Ok(types.into())
    }

    fn struct_type(&mut self, pair: Pair<'t, Rule>) -> Parsed<Type> {
        let text = behind_word(pair.as_str(), "struct");
        let mut parts = pair.into_inner().peekable();
        let named = parts.next_if(|part| part.as_rule() == Rule::string);
        let Some(named) = named else {
            let Some(StructBody::Elements { packed, elements }) = self.struct_body(text, parts.next())? else {
                return self.error(text, ParseCode::Expected("struct elements"));
            };
            return Ok(self.ctx.ty(TypeData::LiteralStruct { packed, elements }));
        };
        let raw = named.as_str();
        let name = self.string(raw.get(1..raw.len() - 1).unwrap_or(""))?;
        let ty = self.ctx.identified_struct(name);
        let inside_itself = self.open_structs.contains(&name);
        let behind_name = text.find(raw).and_then(|at| text.get(at + raw.len()..)).unwrap_or(text);
        let Some(body) = parts.next() else {
            if !inside_itself {
                let code = ParseCode::StructWithoutBody;
                return self.error(behind_name, code);
            }
            return Ok(ty);
        };
        if inside_itself {
            let code = ParseCode::StructInItself;
            return self.error(behind_name, code);
        }
        self.open_structs.push(name);
        let at = body.as_str();
        let body = self.struct_body(behind_bracket(at), Some(body));
        self.open_structs.pop();
        let Some(body) = body? else { return Ok(ty) };
        let opaque = matches!(body, StructBody::Opaque);
        match self.ctx.set_struct_body(ty, body) {
            true => Ok(ty),
            false if opaque => self.error(at, ParseCode::StructOpaque),
            false => self.error(at, ParseCode::StructRedefinition),
        }
    }

    fn struct_body(&mut self, at: &'t str, body: Option<Pair<'t, Rule>>) -> Parsed<Option<StructBody>> {
        let Some(body) = body else { return Ok(None) };
        if body.as_rule() == Rule::opaque_body {
            return Ok(Some(StructBody::Opaque));
        }
        let body = self.struct_elements(body)?;
        if let StructBody::Elements { elements, .. } = &body
            && let Some(&wrong) = elements.iter().find(|&&element| !is_struct_element(self.ctx.type_data(element)))
        {
            return self.error(at, ParseCode::StructElement(self.spelling(wrong)));
        }
        Ok(Some(body))
    }

    fn struct_elements(&mut self, pair: Pair<'t, Rule>) -> Parsed<StructBody> {
        let mut packed = false;
        let mut elements = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::packed => packed = true,
                _ => elements.push(self.build_type(part)?),
            }
        }
        Ok(StructBody::Elements { packed, elements: elements.into() })
    }

    fn llvm_function(&mut self, pair: Pair<'t, Rule>) -> Parsed<Type> {
        let text = behind_word(pair.as_str(), "func");
        let mut inner = pair.into_inner();
        let result = self.next_type(&mut inner)?;
        let mut params = Vec::new();
        let mut vararg = false;
        for part in inner {
            match part.as_rule() {
                Rule::vararg => vararg = true,
                _ => params.push(self.build_type(part)?),
            }
        }
        let is_wrong =
            |param: &&Type| matches!(self.ctx.type_data(**param), TypeData::Void | TypeData::LlvmFunction { .. });
        match (is_function_result(self.ctx.type_data(result)), params.iter().find(is_wrong)) {
            (false, _) => self.error(text, ParseCode::FunctionResult(self.spelling(result))),
            (true, Some(&param)) => self.error(text, ParseCode::FunctionArgument(self.spelling(param))),
            (true, None) => Ok(self.ctx.llvm_function_type(result, &params, vararg)),
        }
    }

    fn target_type(&mut self, pair: Pair<'t, Rule>) -> Parsed<Type> {
        let mut inner = pair.into_inner();
        let raw = inner.next().map_or("", |p| p.as_str());
        let name = self.string(raw.get(1..raw.len().saturating_sub(1)).unwrap_or(""))?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        for part in inner {
            match part.as_rule() {
                Rule::digits => ints.push(self.integer(part.as_str())?),
                // Numbers are behind types.
                _ if !ints.is_empty() => {
                    return self.error(part.as_str(), ParseCode::TargetParameters);
                }
                _ => types.push(self.build_type(part)?),
            }
        }
        Ok(self.ctx.ty(TypeData::TargetExt { name, types: types.into(), ints: ints.into() }))
    }

    /// Dimensions, element type, and the attributes behind it.
    fn shaped(&mut self, pair: Pair<'t, Rule>) -> Parsed<(Dims, Type, Vec<irtrip_dialect::Attr>)> {
        let mut dims = Some(Vec::new());
        let mut element = None;
        let mut extra = Vec::new();
        let text = pair.as_str();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::unranked => dims = None,
                Rule::dimension => {
                    let scalable = part.as_str().starts_with('[');
                    let size = part.into_inner().next().map(|d| self.integer(d.as_str())).transpose()?;
                    if let Some(dims) = &mut dims {
                        dims.push(Dim { size, scalable });
                    }
                }
                _ if element.is_none() => element = Some(self.build_type(part)?),
                _ => extra.push(self.build_attr(part)?),
            }
        }
        match element {
            Some(element) => Ok((dims.map(Into::into), element, extra)),
            None => self.error(text, ParseCode::Expected("element type")),
        }
    }

    /// Of the attributes behind a memref's element type, a map or a strided layout is the layout, the other one the
    /// memory space, which is last.
    fn memref(&mut self, pair: Pair<'t, Rule>) -> Parsed<Type> {
        let text = pair.as_str();
        let (dims, element, extra) = self.shaped(pair)?;
        if dims.is_none() && extra.iter().any(|&attr| self.is_layout(attr)) {
            let code = ParseCode::MemRefUnrankedLayout;
            return self.error(text, code);
        }
        if !is_memref_element(self.ctx.type_data(element)) {
            return self.error(text, ParseCode::MemRefElement);
        }
        let (mut layout, mut space) = (None, None);
        for attr in extra {
            let wrong = match (self.is_layout(attr), space) {
                (true, None) => {
                    layout = Some(attr);
                    continue;
                }
                (true, Some(_)) => ParseCode::MemRefSpaceNotLast,
                (false, Some(_)) => ParseCode::MemRefSpaces,
                (false, None) if self.is_memory_space(attr) => {
                    space = Some(attr);
                    continue;
                }
                (false, None) => ParseCode::MemRefSpace,
            };
            return self.error(text, wrong);
        }
        if let (Some(layout), Some(dims)) = (layout, &dims) {
            self.check_layout(text, layout, dims.len())?;
        }
        // Neither the layout that changes nothing nor the space 0 is kept.
        let space = space.filter(|&space| self.ctx.int_value(space) != Some(0));
        let layout = layout.filter(|&layout| {
            let map = irtrip_dialect::maps::Map::of(self.ctx, layout);
            map.is_none_or(|map| !map.is_identity())
        });
        Ok(self.ctx.ty(TypeData::MemRef { dims, element, layout, space }))
    }

    fn is_layout(&self, attr: irtrip_dialect::Attr) -> bool {
        matches!(self.ctx.attr_data(attr), AttrData::Affine(_) | AttrData::StridedLayout(_))
    }

    /// Integers, strings, dictionaries and the attributes of dialects.
    fn is_memory_space(&self, attr: irtrip_dialect::Attr) -> bool {
        matches!(
            self.ctx.attr_data(attr),
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
    fn check_layout(&self, text: &str, layout: irtrip_dialect::Attr, rank: usize) -> Parsed<()> {
        if let AttrData::StridedLayout(strided) = self.ctx.attr_data(layout)
            && strided.strides.len() != rank
        {
            let code = ParseCode::MemRefStrides;
            return self.error(text, code);
        }
        match irtrip_dialect::maps::Map::of(self.ctx, layout) {
            Some(map) if map.dims != rank => self.error(text, ParseCode::MemRefLayoutRank { rank, dims: map.dims }),
            _ => Ok(()),
        }
    }

    fn opaque_type(&self, text: &str) -> Parsed<Type> {
        let (dialect, body) = split_dialect(text);
        if dialect == "builtin" {
            let code = ParseCode::NoParsingHook("type");
            return self.error(text, code);
        }
        if self.known_only && !self.ctx.dialects().contains(dialect) {
            let code = ParseCode::UnregisteredType { dialect: dialect.to_owned(), body: inside(body).to_owned() };
            return self.error(behind_point(text), code);
        }
        Ok(self.ctx.ty(TypeData::Opaque { dialect: self.ctx.str(dialect), body: self.ctx.str(body) }))
    }
}

/// The text behind the word it starts with.
fn behind_word<'t>(text: &'t str, word: &str) -> &'t str {
    text.strip_prefix(word).map_or(text, str::trim_start)
}

/// The text behind its first round bracket.
fn behind_bracket(text: &str) -> &str {
    text.split_once('(').map_or(text, |(_, rest)| rest.trim_start())
}

fn is_struct_element(data: &TypeData) -> bool {
    !matches!(data, TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. })
}

fn is_array_element(data: &TypeData) -> bool {
    is_struct_element(data) && !matches!(data, TypeData::Token)
}

fn is_function_result(data: &TypeData) -> bool {
    !matches!(data, TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. })
}

/// Whether a type is one of the builtin dialect's that are no numbers: no vector holds one.
/// Target types are among what LLVM's vectors may have, although upstream does not take them.
fn is_vector_element(data: &TypeData) -> bool {
    is_scalar(data) || matches!(data, TypeData::Pointer { .. } | TypeData::TargetExt { .. })
}

/// Whether a type is of those that all containers take; those of dialects without rows may be.
fn is_scalar(data: &TypeData) -> bool {
    matches!(data, TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index | TypeData::Opaque { .. })
}

pub(super) fn is_tensor_element(data: &TypeData) -> bool {
    !matches!(
        data,
        TypeData::None
            | TypeData::Tuple(_)
            | TypeData::Function { .. }
            | TypeData::Tensor { .. }
            | TypeData::MemRef { .. }
    )
}

pub(super) fn is_memref_element(data: &TypeData) -> bool {
    // What a dialect keeps to itself may be one.
    is_scalar(data)
        || matches!(
            data,
            TypeData::Complex(_) | TypeData::Vector { .. } | TypeData::MemRef { .. } | TypeData::Opaque { .. }
        )
}

/// The dialect and the rest of `!dialect.body`, `!dialect<body>`, `#dialect.body` or `#dialect<body>`: what is
/// behind the point, or the whole of `<...>`.
pub(super) fn split_dialect(text: &str) -> (&str, &str) {
    let text = text.get(1..).unwrap_or("");
    match text.find(['.', '<']) {
        Some(at) if text.as_bytes().get(at) == Some(&b'.') => (&text[..at], &text[at + 1..]),
        Some(at) => {
            let (dialect, body) = text.split_at(at);
            let inside = inside(body);
            (dialect, if is_pretty(inside) { inside } else { body })
        }
        None => (text, ""),
    }
}

/// What stands behind a dialect's name and a point, else the text.
pub(super) fn behind_point(text: &str) -> &str {
    match text.find(['.', '<']).map(|at| text.split_at(at)) {
        Some((_, rest)) if rest.starts_with('.') => rest.get(1..).unwrap_or(text),
        _ => text,
    }
}

/// What stands in the brackets that are the whole of a text, else the text.
pub(super) fn inside(body: &str) -> &str {
    body.strip_prefix('<').and_then(|body| body.strip_suffix('>')).unwrap_or(body)
}

/// Whether what stands in `!dialect<...>` can stand behind a point as well: a name, and brackets at its end.
fn is_pretty(body: &str) -> bool {
    let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_')).unwrap_or(body.len());
    let rest = body.get(end..).unwrap_or_default();
    body.starts_with(|c: char| c.is_ascii_alphabetic())
        && (rest.is_empty() || rest.starts_with('<') && rest.ends_with('>'))
}
