//! Locations; the builtin dialect's page, "Location Attributes".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Attr, AttrData, Location};
use smallvec::SmallVec;

use crate::parse::cursor::has_point;
use crate::parse::reader::Reader;
use irtrip_dialect::diagnostic::Parsed;

impl Reader<'_, '_, '_> {
    /// Reads `loc(...)` after an operation or an argument.
    pub fn trailing_location(&mut self) -> Parsed<Attr> {
        self.at.eat("loc");
        self.token("(", "'(' in location")?;
        if self.next_byte() == b'#'
            && let Some(location) = self.location_alias()?
        {
            self.token(")", "')' in location")?;
            return Ok(location);
        }
        let location = self.location()?;
        self.token(")", "')' in location")?;
        Ok(location)
    }

    /// Reads `loc(...)` as an attribute.
    pub fn inline_location(&mut self) -> Parsed<Attr> {
        self.at.word();
        self.token("(", "'(' in inline location")?;
        let location = self.location()?;
        self.token(")", "')' in inline location")?;
        Ok(location)
    }

    /// Reads what is in the brackets.
    fn location(&mut self) -> Parsed<Attr> {
        self.deeper(|reader| match reader.next_byte() {
            b'#' => reader.location_attribute(),
            b'"' => reader.file_or_name(),
            b'c' if reader.at.eat("callsite") => reader.call_site(),
            b'f' if reader.at.eat("fused") => reader.fused(),
            b'u' if reader.at.eat("unknown") => Ok(attrs::UNKNOWN_LOC),
            _ => Err(reader.at.expected("location instance")),
        })
    }

    /// Reads an alias that is the whole of a location: it may be defined after its use, but must be somewhere. What is
    /// wrong with the definition is reported there.
    fn location_alias(&mut self) -> Parsed<Option<Attr>> {
        let start = self.at;
        let mut ahead = self.at;
        ahead.pos += 1;
        let name = ahead.suffix()?;
        if has_point(name) || ahead.peek() == b'<' {
            return Ok(None);
        }
        let aliases = self.texts.aliases;
        let mention = ahead.since(start.pos);
        let found = aliases.location(self.texts, mention);
        if found.is_none() && !aliases.defines(mention) && !aliases.failed(mention) {
            return self.back_at(start.pos, ParseCode::UndefinedLocationAlias);
        }
        self.at = ahead;
        match found {
            Some(attr) => self.checked_location(start.pos, attr).map(Some),
            None if aliases.failed(mention) => Ok(Some(attrs::UNKNOWN_LOC)),
            None => Err(self.at.unexpected_token(ParseCode::UndefinedAlias(name.to_owned()))),
        }
    }

    /// Reads an alias or a dialect's own location.
    fn location_attribute(&mut self) -> Parsed<Attr> {
        let (start, aliases, mut ahead) = (self.at.pos, self.texts.aliases, self.at);
        ahead.pos += 1;
        if ahead.name().is_some()
            && ahead.peek() != b'<'
            && let Some(location) = aliases.builtin_location(self.texts, ahead.since(start))
        {
            self.at = ahead;
            return Ok(location);
        }
        let attr = self.attribute()?;
        self.checked_location(start, attr)
    }

    /// An attribute that is where a location should be.
    fn checked_location(&self, start: usize, attr: Attr) -> Parsed<Attr> {
        match self.texts.ctx.attr_data(attr) {
            AttrData::Location(_) | AttrData::Opaque { .. } => Ok(attr),
            _ => {
                let found = crate::print::print_attr(self.texts.ctx, attr);
                self.back_at(start, ParseCode::LocationExpected(found))
            }
        }
    }

    fn file_or_name(&mut self) -> Parsed<Attr> {
        let raw = self.at.string()?.unwrap_or("");
        let name = self.texts.string(raw)?;
        let location = if self.at.eat_byte(b'(') {
            let child = self.location()?;
            self.token(")", "')' after child location of NameLoc")?;
            Location::Name { name, child }
        } else if self.at.eat_byte(b':') {
            let line = self.line_or_column("integer line number in FileLineColRange")?;
            let (mut column, mut end) = (0, None);
            if self.at.eat_byte(b':') {
                column = self.line_or_column("integer column number in FileLineColRange")?;
                if self.at.eat("to") {
                    end = Some(self.end_of_range(line)?);
                }
            }
            Location::File { file: name, line, column, end }
        } else {
            Location::Name { name, child: attrs::UNKNOWN_LOC }
        };
        Ok(self.texts.ctx.attr(AttrData::Location(location)))
    }

    /// `12:3`, or `:3` for the line that the range starts in.
    fn end_of_range(&mut self, line: u32) -> Parsed<(u32, u32)> {
        let expected = "either integer or `:` post `to` in FileLineColRange";
        let line = if self.next_byte().is_ascii_digit() { self.line_or_column(expected)? } else { line };
        self.token(":", expected)?;
        Ok((line, self.line_or_column("integer column number in FileLineColRange")?))
    }

    fn line_or_column(&mut self, expected: &'static str) -> Parsed<u32> {
        let before = self.at;
        match self.at.whole_digits().map(str::parse) {
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => Err(before.error(ParseCode::Expected(expected))),
            None => Err(self.at.expected(expected)),
        }
    }

    /// Reads what follows `callsite`.
    fn call_site(&mut self) -> Parsed<Attr> {
        self.token("(", "'(' in callsite location")?;
        let callee = self.location()?;
        self.token("at", "'at' in callsite location")?;
        let caller = self.location()?;
        self.token(")", "')' in callsite location")?;
        Ok(self.texts.ctx.attr(AttrData::Location(Location::CallSite { callee, caller })))
    }

    /// Reads what follows `fused`.
    fn fused(&mut self) -> Parsed<Attr> {
        let mut metadata = None;
        if self.at.eat_byte(b'<') {
            metadata = Some(self.attribute()?);
            self.token(">", "'>' after fused location metadata")?;
        }
        let mut locations: SmallVec<[Attr; 4]> = SmallVec::new();
        self.list(("[", "'[' in fused location"), ("]", "']' in fused location"), |reader| {
            locations.push(reader.location()?);
            Ok(())
        })?;
        Ok(self.texts.ctx.fused_loc(&locations, metadata))
    }
}
