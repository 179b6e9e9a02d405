//! The `dlti` dialect's attributes.

use irtrip_dialect::attr_table::Int;
use irtrip_dialect::data_layout::LayoutKind;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::{Attr, AttrData};

use super::cursor::Cursor;
use super::parse_cache::ParseCache;
use crate::print::print_attr;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> ParseCache<'_, 't> {
    /// `#dlti.dl_spec<"a" = 1, i32 = 2, #dlti.dl_entry<...>>`; `None` for an attribute that is no list, which is kept as
    /// text.
    pub fn data_layout(&mut self, text: &'t str) -> Parsed<Option<Attr>> {
        let mut cursor = self.cursor(text);
        cursor.pos += "#dlti.".len();
        let start = cursor;
        let mnemonic = cursor.word().unwrap_or("");
        let Some(kind) = LayoutKind::ALL.into_iter().find(|kind| kind.mnemonic() == mnemonic) else {
            self.data_layout_part(&mut cursor, mnemonic)?;
            return Ok(None);
        };
        let mut entries = Vec::new();
        cursor.expect("<")?;
        while !(entries.is_empty() && cursor.eat_byte(b'>')) {
            entries.push(self.data_layout_item(&mut cursor, kind)?);
            if !cursor.eat_byte(b',') {
                cursor.expect(">")?;
                break;
            }
        }
        match self.layout_fault(kind, &entries) {
            Some(fault) => Err(start.error(fault)),
            None => Ok(Some(self.ctx.attr(AttrData::DataLayout { kind, entries: entries.into() }))),
        }
    }

    /// What is no list and stands behind its mnemonic.
    fn data_layout_part(&mut self, cursor: &mut Cursor<'t>, mnemonic: &str) -> Parsed<()> {
        match mnemonic {
            "dl_entry" => {
                cursor.expect("<")?;
                self.data_layout_entry(cursor, ",", true)?;
            }
            "function_pointer_alignment" => {
                cursor.expect("<")?;
                self.plain_number(cursor, Int::U64)?;
                cursor.expect(",")?;
                cursor.expect("function_dependent")?;
                cursor.expect("=")?;
                self.plain_bool(cursor)?;
            }
            _ => return Err(cursor.error(ParseCode::UnknownAttribute { dialect: "dlti", name: mnemonic.to_owned() })),
        }
        cursor.expect(">")
    }

    fn data_layout_item(&mut self, cursor: &mut Cursor<'t>, kind: LayoutKind) -> Parsed<(Attr, Attr)> {
        if !cursor.eat("#dlti.dl_entry") {
            return self.data_layout_entry(cursor, "=", kind.has_types());
        }
        cursor.expect("<")?;
        let entry = self.data_layout_entry(cursor, ",", true)?;
        cursor.expect(">")?;
        Ok(entry)
    }

    /// A key, a string or where there are `types` a type, and its value.
    fn data_layout_entry(
        &mut self,
        cursor: &mut Cursor<'t>,
        between: &'static str,
        types: bool,
    ) -> Parsed<(Attr, Attr)> {
        cursor.skip_space();
        let key = match cursor.string()? {
            Some(raw) => self.ctx.str_attr(self.string(raw)?),
            None if types => self.ctx.type_attr(self.type_at(cursor)?),
            None => return Err(cursor.error(ParseCode::AttrKind)),
        };
        cursor.expect(between)?;
        Ok((key, self.attr_at(cursor)?))
    }

    /// What a list's entries may not be together.
    fn layout_fault(&self, kind: LayoutKind, entries: &[(Attr, Attr)]) -> Option<ParseCode> {
        if entries.is_empty() {
            return (!kind.may_be_empty()).then_some(ParseCode::LayoutEmpty);
        }
        let spelled = |key| print_attr(self.ctx, key);
        let mut seen = rustc_hash::FxHashSet::default();
        entries.iter().find_map(|&(key, value)| {
            let is_device = matches!(self.ctx.attr_data(value), AttrData::DataLayout { kind: LayoutKind::Device, .. });
            let is_new = seen.insert(key);
            match kind {
                LayoutKind::System if self.ctx.type_value(key).is_some() => Some(ParseCode::LayoutSystemKey),
                LayoutKind::System if !is_device => Some(ParseCode::LayoutSystemValue(spelled(key))),
                LayoutKind::System => (!is_new).then(|| ParseCode::LayoutDeviceTwice(spelled(key))),
                _ if self.ctx.string_value(key).is_some_and(|key| self.ctx.bytes(key).is_empty()) => {
                    Some(ParseCode::LayoutKeyEmpty)
                }
                LayoutKind::Device if self.ctx.type_value(key).is_some() => Some(ParseCode::LayoutKeyType),
                _ => (!is_new).then(|| ParseCode::LayoutKeyTwice(spelled(key))),
            }
        })
    }
}
