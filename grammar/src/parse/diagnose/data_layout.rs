//! Attributes of the `dlti` dialect, as upstream reads them; the data layout and target information dialect's page.

use irtrip_dialect::AttrData;
use irtrip_dialect::attr_table::Int;
use irtrip_dialect::data_layout::LayoutKind;

use super::Walk;
use crate::parse::error::{ParseErrorKind, Parsed};

impl<'t> Walk<'_, '_, 't> {
    /// `#dlti.mnemonic...`, of which all that is framed by brackets is read.
    pub(super) fn dlti_attribute(&mut self, name: &'t str, body: std::ops::Range<usize>) -> Parsed<()> {
        self.framed(name, body, |walk| {
            walk.at.skip_space();
            let start = walk.at.pos;
            let Some(mnemonic) = walk.at.word() else { return walk.back_at(start, "expected valid keyword") };
            let list = LayoutKind::ALL.into_iter().find(|kind| kind.mnemonic() == mnemonic);
            match (list, mnemonic) {
                (Some(kind), _) => walk.layout(kind, start),
                (None, "dl_entry") => walk.layout_entry(),
                (None, "function_pointer_alignment") => walk.function_pointer_alignment(),
                (None, _) => walk.back_at(start, &ParseErrorKind::unknown_dlti(mnemonic).to_string()),
            }
        })
    }

    /// `<i32 = 1, "a" = 2, #dlti.dl_entry<...>>`
    fn layout(&mut self, kind: LayoutKind, start: usize) -> Parsed<()> {
        let empty = "no DLTI entries provided";
        if !self.at.eat_byte(b'<') {
            let missing = self.at.expected("'<'");
            return Err(match self.back_at::<()>(start, empty) {
                Err(next) if !kind.may_be_empty() => missing.followed_by(next),
                _ => missing,
            });
        }
        if self.at.eat_byte(b'>') {
            return if kind.may_be_empty() { Ok(()) } else { self.back_at(start, empty) };
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
            self.because(key, "error while parsing type DLTI key")?;
        } else {
            self.at.skip_space();
            let start = self.at.pos;
            self.attribute()?;
            let key = self.texts.attr_of(self.at.since(start))?;
            match self.texts.ctx.attr_data(key) {
                AttrData::String { .. } => {}
                AttrData::Opaque { body, .. } if self.texts.ctx.bytes(*body).starts_with(b"dl_entry<") => return Ok(()),
                _ => return self.back_at(start, &ParseErrorKind::AttrKind.to_string()),
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
            return self.here("expected a type or a quoted string");
        }
        self.token(",", "','")?;
        self.attribute()?;
        self.token(">", "'>'")
    }

    /// `<64, function_dependent = true>`
    fn function_pointer_alignment(&mut self) -> Parsed<()> {
        let failed = |name: &str, ty: &str| {
            format!("failed to parse DLTI_FunctionPointerAlignmentAttr parameter '{name}' which is to be a `{ty}`")
        };
        self.token("<", "'<'")?;
        let read = self.texts.plain_number(&mut self.at, Int::U64);
        let outcome = self.plain(read);
        self.because(outcome, &failed("alignment", "uint64_t"))?;
        self.token(",", "','")?;
        if !self.at.eat("function_dependent") {
            return self.here("expected 'function_dependent'");
        }
        self.token("=", "'='")?;
        let read = self.texts.plain_bool(&mut self.at);
        let outcome = self.plain(read);
        self.because(outcome, &failed("function_dependent", "bool"))?;
        self.token(">", "'>'")
    }
}
