//! Attributes of the `dlti` dialect, as upstream reads them; the data layout and target information dialect's page.

use irtrip_dialect::AttrData;
use irtrip_dialect::attr_table::Int;
use irtrip_dialect::data_layout::LayoutKind;
use irtrip_dialect::diagnostic::ParseCode;

use super::Walk;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> Walk<'_, '_, 't> {
    /// `#dlti.mnemonic...`, of which all that is framed by brackets is read.
    pub(super) fn dlti_attribute(&mut self, name: &'t str, body: std::ops::Range<usize>) -> Parsed<()> {
        self.framed(name, body, |walk| {
            walk.at.skip_space();
            let start = walk.at.pos;
            let Some(mnemonic) = walk.at.word() else {
                return walk.back_at(start, ParseCode::Expected("valid keyword"));
            };
            let list = LayoutKind::ALL.into_iter().find(|kind| kind.mnemonic() == mnemonic);
            match (list, mnemonic) {
                (Some(kind), _) => walk.layout(kind, start),
                (None, "dl_entry") => walk.layout_entry(),
                (None, "function_pointer_alignment") => walk.function_pointer_alignment(),
                (None, _) => {
                    walk.back_at(start, ParseCode::UnknownAttribute { dialect: "dlti", name: mnemonic.to_owned() })
                }
            }
        })
    }

    /// `<i32 = 1, "a" = 2, #dlti.dl_entry<...>>`
    fn layout(&mut self, kind: LayoutKind, start: usize) -> Parsed<()> {
        if !self.at.eat_byte(b'<') {
            let missing = self.at.expected("'<'");
            return Err(match self.back_at::<()>(start, ParseCode::LayoutEmpty) {
                Err(next) if !kind.may_be_empty() => missing.followed_by(next),
                _ => missing,
            });
        }
        if self.at.eat_byte(b'>') {
            return if kind.may_be_empty() { Ok(()) } else { self.back_at(start, ParseCode::LayoutEmpty) };
        }
        loop {
            self.layout_item(kind)?;
            if !self.at.eat_byte(b',') {
                return self.token(">", "'>'");
            }
        }
    }

    fn layout_item(&mut self, kind: LayoutKind) -> Parsed<()> {
        if kind.has_types() && self.at_type() {
            let key = self.any_type().map(drop);
            self.because(key, ParseCode::LayoutKeyNotParsed)?;
        } else {
            self.at.skip_space();
            let start = self.at.pos;
            self.attribute()?;
            let key = self.texts.attr_of(self.at.since(start))?;
            match self.texts.ctx.attr_data(key) {
                AttrData::String { .. } => {}
                AttrData::Opaque { body, .. } if self.texts.ctx.bytes(*body).starts_with(b"dl_entry<") => return Ok(()),
                _ => return self.back_at(start, ParseCode::AttrKind),
            }
        }
        self.token("=", "'='")?;
        self.attribute()
    }

    /// `<i32, 1>`
    fn layout_entry(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        if self.at_type() {
            self.any_type()?;
        } else if self.at.string()?.is_none() {
            return self.here(ParseCode::Expected("a type or a quoted string"));
        }
        self.token(",", "','")?;
        self.attribute()?;
        self.token(">", "'>'")
    }

    /// `<64, function_dependent = true>`
    fn function_pointer_alignment(&mut self) -> Parsed<()> {
        let failed = |name, ty: &'static str| ParseCode::ParameterNotParsed {
            definition: "DLTI_FunctionPointerAlignmentAttr",
            name,
            ty: ty.into(),
        };
        self.token("<", "'<'")?;
        let read = self.texts.plain_number(&mut self.at, Int::U64);
        self.because(read.map(drop), failed("alignment", "uint64_t"))?;
        self.token(",", "','")?;
        if !self.at.eat("function_dependent") {
            return self.here(ParseCode::ExpectedToken("function_dependent"));
        }
        self.token("=", "'='")?;
        let read = self.texts.plain_bool(&mut self.at);
        self.because(read.map(drop), failed("function_dependent", "bool"))?;
        self.token(">", "'>'")
    }
}
