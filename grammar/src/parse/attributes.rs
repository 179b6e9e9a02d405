//! Builtin attributes and locations, from what the grammar found.

use std::borrow::Cow;

use irtrip_dialect::attributes::{StridedLayout, well_known as attrs};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Attr, AttrData, Location, Str};
use pest::iterators::{Pair, Pairs};

use super::parse_cache::{ParseCache, Rule};
use super::types::{behind_point, inside, split_dialect};
use irtrip_dialect::diagnostic::Parsed;

impl<'t> ParseCache<'_, 't> {
    /// The attribute of a pair whose rule is one of the attributes' or locations'.
    pub fn build_attr(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let ctx = self.ctx;
        match pair.as_rule() {
            Rule::array => {
                let items: Parsed<Vec<Attr>> = pair.into_inner().map(|p| self.build_attr(p)).collect();
                Ok(ctx.array(&items?))
            }
            Rule::dictionary => self.dictionary(pair),
            Rule::typed_string => self.typed_string(pair),
            // Leaves, and texts with a cache of their own: each distinct one is read once.
            Rule::number | Rule::attribute_alias => self.attr_of(pair.as_str().trim_end()),
            Rule::elements => self.elements(pair),
            Rule::dialect_attribute => self.dialect_attribute(pair),
            Rule::symbol_ref => self.symbol_ref(pair.into_inner()),
            Rule::bool_or_unit => Ok(match pair.as_str() {
                "true" => attrs::TRUE,
                "false" => attrs::FALSE,
                _ => attrs::UNIT,
            }),
            Rule::dense_array => self.dense_array(pair),
            Rule::dense_resource => {
                let mut inner = pair.into_inner();
                let key = self.key(inner.next())?;
                let at = inner.as_str();
                let ty =
                    inner.next().map_or_else(|| Ok(irtrip_dialect::types::well_known::NONE), |p| self.build_type(p))?;
                if !self.is_shaped(ty) {
                    return self.error(at, ParseCode::ResourceNotShaped);
                }
                Ok(ctx.attr(AttrData::DenseResource { key, ty }))
            }
            Rule::affine => {
                let text = super::affine::canonical(self.cursor(pair.as_str()))?;
                Ok(ctx.attr(AttrData::Affine(ctx.str(&text))))
            }
            Rule::strided => self.strided(pair),
            Rule::distinct => {
                let text = pair.as_str();
                let mut inner = pair.into_inner();
                let id = self.integer(inner.next().map_or("", |p| p.as_str()))?;
                let referenced = inner.next().map_or(Ok(attrs::UNIT), |p| self.build_attr(p))?;
                if let Some(other) = self.aliases.distinct(id, referenced) {
                    let other = crate::print::print_attr(ctx, other);
                    return self.error(text, ParseCode::DistinctMismatch(other));
                }
                Ok(ctx.attr(AttrData::Distinct { id, referenced }))
            }
            // A location of a dialect's own.
            Rule::dialect_text => self.foreign_attribute(pair.as_str(), pair.as_str(), None),
            Rule::type_attribute => {
                let text = pair.as_str();
                match pair.into_inner().next() {
                    Some(ty) => Ok(ctx.type_attr(self.build_type(ty)?)),
                    None => self.error(text, ParseCode::Expected("type")),
                }
            }
            _ => self.build_location(pair),
        }
    }

    fn next_attr(&mut self, pairs: &mut Pairs<'t, Rule>) -> Parsed<Attr> {
        match pairs.next() {
            Some(pair) => self.build_attr(pair),
            None => self.error(pairs.as_str(), ParseCode::Expected("attribute value")),
        }
    }

    /// A word or a string as a name.
    fn key(&mut self, pair: Option<Pair<'t, Rule>>) -> Parsed<Str> {
        let text = pair.map_or("", |p| p.as_str());
        match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            Some(raw) => self.string(raw),
            None => Ok(self.name(text)),
        }
    }

    fn dictionary(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let mut entries: smallvec::SmallVec<[(Str, Attr); 16]> = smallvec::SmallVec::new();
        let text = pair.as_str();
        for entry in pair.into_inner() {
            let mut inner = entry.into_inner();
            let key = self.key(inner.next())?;
            let value = inner.next().map_or(Ok(attrs::UNIT), |p| self.build_attr(p))?;
            if key == irtrip_dialect::names::EMPTY {
                return self.error(text, ParseCode::Expected("valid attribute name"));
            }
            entries.push((key, value));
        }
        let dictionary = self.ctx.dictionary(&entries);
        if self.ctx.entries(dictionary).len() != entries.len() {
            let mut seen = rustc_hash::FxHashSet::default();
            let twice = entries.iter().find(|e| !seen.insert(e.0)).map(|e| self.ctx.text(e.0).into_owned());
            return self.error(text, ParseCode::DuplicateKey(twice.unwrap_or_default()));
        }
        Ok(dictionary)
    }

    fn typed_string(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let mut inner = pair.into_inner();
        let value = self.key(inner.next())?;
        let ty = inner.next().map(|p| self.build_type(p)).transpose()?;
        let ty = ty.filter(|ty| *ty != irtrip_dialect::types::well_known::NONE);
        Ok(self.ctx.attr(AttrData::String { value, ty }))
    }

    fn symbol_ref(&mut self, mut symbols: Pairs<'t, Rule>) -> Parsed<Attr> {
        let mut next = |texts: &mut Self| {
            let Some(symbol) = symbols.next() else { return Ok(None) };
            match texts.cursor(symbol.as_str()).broken_token() {
                Some(broken) => Err(broken),
                None => texts.key(symbol.into_inner().next()).map(Some),
            }
        };
        let root = next(self)?.unwrap_or(irtrip_dialect::names::EMPTY);
        let mut nested = Vec::new();
        while let Some(name) = next(self)? {
            nested.push(name);
        }
        Ok(self.ctx.attr(AttrData::SymbolRef { root, nested: nested.into() }))
    }

    fn dense_array(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let text = pair.as_str();
        let mut inner = pair.into_inner();
        let element = match inner.next() {
            Some(ty) => self.build_type(ty)?,
            None => irtrip_dialect::types::well_known::NONE,
        };
        let bits = match self.ctx.type_data(element) {
            irtrip_dialect::TypeData::Integer { width, .. } => *width,
            irtrip_dialect::TypeData::Float(kind) => kind.width(),
            _ => {
                return self.error(text, ParseCode::ArrayElementType(self.spelling(element)));
            }
        };
        if bits != 1 && !bits.is_multiple_of(8) {
            let code = ParseCode::ArrayElementWidth;
            return self.error(text, code);
        }
        let mut values = Vec::new();
        for item in inner {
            values.push(self.array_element(item.as_str(), element)?);
        }
        Ok(self.ctx.attr(AttrData::DenseArray { element, values: values.into() }))
    }

    fn strided(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let has_offset = pair.as_str().contains("offset");
        let mut strides = Vec::new();
        for stride in pair.into_inner() {
            let text: String = stride.as_str().split_whitespace().collect();
            let value = if text == "?" { None } else { Some(text.parse()) };
            match value.transpose() {
                Ok(value) => strides.push(value),
                Err(_) => return self.error(stride.as_str(), ParseCode::IntegerRange),
            }
        }
        let offset = if has_offset { strides.pop().flatten() } else { Some(0) };
        Ok(self.ctx.attr(AttrData::StridedLayout(Box::new(StridedLayout { offset, strides: strides.into() }))))
    }

    fn elements(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let mut cursor = self.cursor(pair.as_str());
        if pair.as_str().starts_with("sparse") { self.sparse(&mut cursor) } else { self.dense(&mut cursor) }
    }

    fn dialect_attribute(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let text = pair.as_str();
        if text.starts_with("#llvm.") || text.starts_with("#llvm<") {
            return self.attr_of(text.trim_end());
        }
        if split_dialect(text).0 == "builtin" {
            let code = ParseCode::NoParsingHook("attribute");
            return self.error(text, code);
        }
        let mut inner = pair.into_inner();
        if text.starts_with("#dlti.")
            && let Some(attr) = self.data_layout(text)?
        {
            return Ok(attr);
        }
        let text = inner.next().map_or("", |p| p.as_str());
        let ty = inner.next().map(|p| self.build_type(p)).transpose()?;
        self.foreign_attribute(text, text, ty)
    }

    /// An attribute that is kept as text: as it is, or, of a dialect that upstream knows, as upstream lays it out. `at`
    /// is where it stands.
    pub fn foreign_attribute(&self, text: &str, at: &str, ty: Option<irtrip_dialect::Type>) -> Parsed<Attr> {
        let (dialect, body) = split_dialect(text);
        let ctx = self.ctx;
        let body = match (
            ctx.dialects().word_set(dialect, body.split('<').next().unwrap_or_default()),
            ctx.dialects().contains(dialect),
        ) {
            (Some(set), _) => match set.canonical(body) {
                Ok(words) => ctx.str(&words),
                Err(message) => {
                    let error = self.error_of(at, ParseCode::NotOfSet(message));
                    let failed = self.error_of(at, ParseCode::SetNotParsed(set.failed));
                    return Err(error.followed_by(failed));
                }
            },
            (None, true) => ctx.str(&laid_out(body)),
            (None, false) if self.known_only => {
                let (dialect, body) = (dialect.to_owned(), inside(body).to_owned());
                let ty = self.spelling(ty.unwrap_or(irtrip_dialect::types::well_known::NONE));
                return self.error(behind_point(at), ParseCode::UnregisteredAttribute { dialect, body, ty });
            }
            (None, false) => ctx.str(body),
        };
        Ok(ctx.attr(AttrData::Opaque { dialect: ctx.str(dialect), body, ty }))
    }

    fn build_location(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let location = match pair.as_rule() {
            Rule::location => return self.next_attr(&mut pair.into_inner()),
            Rule::callsite => {
                let mut inner = pair.into_inner();
                let callee = self.next_attr(&mut inner)?;
                Location::CallSite { callee, caller: self.next_attr(&mut inner)? }
            }
            Rule::fused => {
                let mut metadata = None;
                let mut locations = Vec::new();
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::fused_metadata => metadata = Some(self.next_attr(&mut part.into_inner())?),
                        _ => locations.push(self.build_attr(part)?),
                    }
                }
                return Ok(self.ctx.fused_loc(&locations, metadata));
            }
            Rule::file_or_name => return self.file_or_name(pair),
            _ => return Ok(attrs::UNKNOWN_LOC),
        };
        Ok(self.ctx.attr(AttrData::Location(location)))
    }

    fn file_or_name(&mut self, pair: Pair<'t, Rule>) -> Parsed<Attr> {
        let mut inner = pair.into_inner();
        let name = self.key(inner.next())?;
        let location = match inner.next() {
            None => Location::Name { name, child: attrs::UNKNOWN_LOC },
            Some(part) if part.as_rule() == Rule::position => {
                let text = part.as_str();
                let mut numbers = part.into_inner();
                if numbers.len() == 1 && inner.peek().is_some() {
                    // Only a column has an end.
                    return self.error(text, ParseCode::Expected("')' in inline location"));
                }
                let mut number = || self.integer(numbers.next().map_or("0", |p| p.as_str()));
                let (line, column) = (number()?, number()?);
                let end = inner.next().map(|end| {
                    let numbers: Parsed<Vec<u32>> = end.into_inner().map(|p| self.integer(p.as_str())).collect();
                    // Without a line of its own the end is in the start's line.
                    numbers.map(|n| match n[..] {
                        [column] => (line, column),
                        [line, column, ..] => (line, column),
                        [] => (line, column),
                    })
                });
                Location::File { file: name, line, column, end: end.transpose()? }
            }
            Some(child) => Location::Name { name, child: self.build_attr(child)? },
        };
        Ok(self.ctx.attr(AttrData::Location(location)))
    }
}

/// A text with one space for any white space and behind each comma, and one on each side of `=`, `*`, `/` and `|`;
/// strings stay as they are.
fn laid_out(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let plain = |(at, &byte): (usize, &u8)| {
        let blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b' ');
        match byte {
            b'\n' | b'\t' | b'\r' | b'"' => false,
            b' ' => !blank(at.checked_sub(1)),
            b',' => blank(at.checked_add(1)),
            b'=' | b'*' | b'/' | b'|' => blank(at.checked_sub(1)) && blank(at.checked_add(1)),
            _ => true,
        }
    };
    if bytes.iter().enumerate().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut quoted = false;
    let mut last = '\0';
    for c in text.chars() {
        // Two of a kind, or one behind a comparison's first half, are another operator.
        let operator = matches!(c, '=' | '*' | '/' | '|') && !matches!(last, '=' | '<' | '>' | '!' | '*' | '/' | '|');
        match c {
            _ if quoted => out.push(c),
            _ if c.is_ascii_whitespace() && out.ends_with(' ') => {}
            _ if c.is_ascii_whitespace() => out.push(' '),
            _ if operator => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
                out.push(c);
                out.push(' ');
            }
            ',' => out.push_str(", "),
            _ => out.push(c),
        }
        quoted ^= c == '"' && (last != '\\' || !quoted);
        last = c;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::laid_out;

    #[test]
    fn texts_are_laid_out_outside_of_strings() {
        assert_eq!(laid_out("flags<a=1,\n   b = \"x=y\">"), "flags<a = 1, b = \"x=y\">");
        assert_eq!(laid_out("place<\"f\"*32>"), "place<\"f\" * 32>");
        assert_eq!(laid_out("flags<[a],b,  c|d>"), "flags<[a], b, c | d>");
    }
}
