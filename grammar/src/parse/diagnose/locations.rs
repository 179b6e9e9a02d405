//! Locations; the builtin dialect's page, "Location Attributes".

use irtrip_dialect::AttrData;
use irtrip_dialect::diagnostic::ParseCode;

use super::Walk;
use irtrip_dialect::diagnostic::Parsed;

impl Walk<'_, '_, '_> {
    /// `loc(...)` behind an operation or an argument.
    pub(super) fn trailing_location(&mut self) -> Parsed<()> {
        self.at.eat("loc");
        self.token("(", "'(' in location")?;
        if self.next_byte() == b'#' {
            self.location_alias()?;
        }
        self.location()?;
        self.token(")", "')' in location")
    }

    /// `loc(...)` as an attribute.
    pub(super) fn inline_location(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("(", "'(' in inline location")?;
        self.location()?;
        self.token(")", "')' in inline location")
    }

    /// What stands in the brackets.
    fn location(&mut self) -> Parsed<()> {
        self.deeper(|walk| match walk.next_byte() {
            b'#' => walk.location_attribute(),
            b'"' => walk.file_or_name(),
            _ => match walk.at.peek_word() {
                "callsite" => walk.call_site(),
                "fused" => walk.fused(),
                "unknown" => {
                    walk.at.word();
                    Ok(())
                }
                _ => Err(walk.at.expected("location instance")),
            },
        })
    }

    /// An alias alone may be defined behind its use, but must be somewhere.
    fn location_alias(&mut self) -> Parsed<()> {
        let mut ahead = self.at;
        ahead.pos += 1;
        let name = ahead.suffix()?;
        let is_alias = !name.contains('.') && ahead.peek() != b'<';
        if is_alias && !self.texts.aliases.defines_attr(name) {
            return self.back_at(self.at.pos, ParseCode::UndefinedLocationAlias);
        }
        Ok(())
    }

    /// An alias or a dialect's own location.
    fn location_attribute(&mut self) -> Parsed<()> {
        let start = self.at.pos;
        self.attribute()?;
        let attr = self.texts.attr_of(self.at.since(start))?;
        match self.texts.ctx.attr_data(attr) {
            AttrData::Location(_) | AttrData::Opaque { .. } => Ok(()),
            _ => {
                let found = crate::print::print_attr(self.texts.ctx, attr);
                self.back_at(start, ParseCode::LocationExpected(found))
            }
        }
    }

    fn file_or_name(&mut self) -> Parsed<()> {
        self.at.string()?;
        if self.at.eat_byte(b'(') {
            self.location()?;
            return self.token(")", "')' after child location of NameLoc");
        }
        if !self.at.eat_byte(b':') {
            return Ok(());
        }
        self.line_or_column("integer line number in FileLineColRange")?;
        if !self.at.eat_byte(b':') {
            return Ok(());
        }
        self.line_or_column("integer column number in FileLineColRange")?;
        if !self.at.eat("to") {
            return Ok(());
        }
        let end = "either integer or `:` post `to` in FileLineColRange";
        if self.next_byte().is_ascii_digit() {
            self.line_or_column(end)?;
        }
        self.token(":", end)?;
        self.line_or_column("integer column number in FileLineColRange")
    }

    fn line_or_column(&mut self, expected: &'static str) -> Parsed<()> {
        let before = self.at;
        match self.at.whole_digits().map(str::parse::<u32>) {
            Some(Ok(_)) => Ok(()),
            Some(Err(_)) => Err(before.error(ParseCode::Expected(expected))),
            None => Err(self.at.expected(expected)),
        }
    }

    fn call_site(&mut self) -> Parsed<()> {
        self.at.word();
        self.token("(", "'(' in callsite location")?;
        self.location()?;
        self.token("at", "'at' in callsite location")?;
        self.location()?;
        self.token(")", "')' in callsite location")
    }

    fn fused(&mut self) -> Parsed<()> {
        self.at.word();
        if self.at.eat_byte(b'<') {
            self.attribute()?;
            self.token(">", "'>' after fused location metadata")?;
        }
        self.list(("[", "'[' in fused location"), ("]", "']' in fused location"), Self::location)
    }
}
