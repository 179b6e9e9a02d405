//! The `dlti` dialect's attributes, which are kept as text: in upstream's spelling, whatever they were read in.

use irtrip_dialect::Attr;

use super::cursor::Cursor;
use super::error::{ParseErrorKind, Parsed};
use super::texts::Texts;
use crate::print::{print_attr, print_type};

/// Attributes that are a list of keys and values.
const LISTS: [&str; 4] = ["dl_spec", "map", "target_device_spec", "target_system_spec"];

impl<'t> Texts<'_, 't> {
    /// `#dlti.dl_spec<"a" = 1, i32 = 2, #dlti.dl_entry<...>>`; `None` for an attribute that is no list.
    pub fn data_layout(&mut self, text: &'t str) -> Parsed<Option<Attr>> {
        let mut cursor = self.cursor(text);
        cursor.pos += "#dlti.".len();
        let Some(mnemonic) = cursor.word().filter(|word| LISTS.contains(word)) else { return Ok(None) };
        let mut body = format!("{mnemonic}<");
        cursor.expect("<")?;
        let mut first = true;
        while !cursor.eat_byte(b'>') {
            if !first {
                cursor.expect(",")?;
                body.push_str(", ");
            }
            first = false;
            if cursor.eat("#dlti.dl_entry") {
                cursor.expect("<")?;
                self.data_layout_entry(&mut cursor, ",", &mut body)?;
                cursor.expect(">")?;
            } else {
                self.data_layout_entry(&mut cursor, "=", &mut body)?;
            }
        }
        body.push('>');
        Ok(Some(self.ctx.foreign_attr("dlti", &body)))
    }

    /// A key, a type or a string, and its value.
    fn data_layout_entry(&mut self, cursor: &mut Cursor<'t>, between: &str, body: &mut String) -> Parsed<()> {
        cursor.skip_space();
        if cursor.peek() == b'"' {
            match cursor.string()? {
                Some(raw) => body.push_str(&print_attr(self.ctx, self.ctx.str_attr(self.string(raw)?))),
                None => return Err(cursor.error(ParseErrorKind::UnclosedString)),
            }
        } else {
            let key = self.type_at(cursor)?;
            body.push_str(&print_type(self.ctx, key));
        }
        cursor.expect(between)?;
        let value = self.attr_at(cursor)?;
        body.push_str(" = ");
        body.push_str(&print_attr(self.ctx, value));
        Ok(())
    }
}
