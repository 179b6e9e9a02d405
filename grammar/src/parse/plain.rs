//! The attributes and locations there are most of, in the forms the printer writes, read without the grammar.
//!
//! Each reader knows part of what the grammar's rule knows and gives `None` for the rest, which then goes through the
//! grammar; what it does read, it reads as the grammar does. So a text is right or wrong by the grammar alone.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::{Attr, AttrData, Location, Str};
use smallvec::SmallVec;

use super::cursor::{Cursor, is_suffix};
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::Parsed;

impl<'t> ParseCache<'_, 't> {
    /// `loc(...)` of aliases, files, fused locations and call sites.
    pub fn plain_location(&mut self, text: &'t str) -> Parsed<Option<Attr>> {
        let mut cursor = self.cursor(text);
        cursor.expect("loc")?;
        cursor.expect("(")?;
        let Some(loc) = self.location_body(&mut cursor)? else { return Ok(None) };
        Ok((cursor.eat_byte(b')') && cursor.at_end()).then_some(loc))
    }

    /// `(#loc12)`, the location of most operations; the cursor is at its bracket, and stays there if it is another one.
    pub fn location_alias(&mut self, cursor: &mut Cursor<'t>) -> Option<Attr> {
        let mut ahead = *cursor;
        if !(ahead.eat_byte(b'(') && ahead.peek() == b'#') {
            return None;
        }
        let attr = self.plain_alias(&mut ahead).ok().flatten().filter(|_| !self.in_order)?;
        matches!(self.ctx.attr_data(attr), AttrData::Location(_)).then_some(())?;
        ahead.eat_byte(b')').then(|| *cursor = ahead)?;
        Some(attr)
    }

    fn location_body(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        cursor.skip_space();
        let location = match cursor.peek() {
            b'#' => return self.plain_alias(cursor),
            b'"' => self.file(cursor)?,
            b'c' => self.call_site(cursor)?,
            b'f' => return self.fused(cursor),
            b'u' => return Ok(cursor.eat("unknown").then_some(attrs::UNKNOWN_LOC)),
            _ => None,
        };
        Ok(location.map(|location| self.ctx.attr(AttrData::Location(location))))
    }

    /// `#loc12`
    fn plain_alias(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        let start = cursor.pos;
        cursor.pos += 1;
        let name = cursor.suffix()?;
        // A name with a point in it, or with a body behind it, is a dialect's attribute.
        if name.contains('.') || cursor.peek() == b'<' {
            return Ok(None);
        }
        self.aliases.attr(self, cursor.since(start), name).map(Some)
    }

    /// `"file":12:3`
    fn file(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Location>> {
        let Some(raw) = cursor.string()? else { return Ok(None) };
        let mut place = [0; 2];
        for number in &mut place {
            if !cursor.eat_byte(b':') {
                return Ok(None);
            }
            match cursor.digits().and_then(|digits| digits.parse().ok()) {
                Some(read) => *number = read,
                None => return Ok(None),
            }
        }
        // A range goes on with a word.
        cursor.skip_space();
        if !matches!(cursor.peek(), b')' | b']' | b',') {
            return Ok(None);
        }
        let [line, column] = place;
        Ok(Some(Location::File { file: self.string(raw)?, line, column, end: None }))
    }

    /// `callsite(#loc1 at #loc2)`
    fn call_site(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Location>> {
        if !(cursor.eat("callsite") && cursor.eat_byte(b'(')) {
            return Ok(None);
        }
        let Some(callee) = self.location_body(cursor)? else { return Ok(None) };
        if !cursor.eat("at") {
            return Ok(None);
        }
        let Some(caller) = self.location_body(cursor)? else { return Ok(None) };
        Ok(cursor.eat_byte(b')').then_some(Location::CallSite { callee, caller }))
    }

    /// `fused<#scope>[#loc1, #loc2]`
    fn fused(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        if !cursor.eat("fused") {
            return Ok(None);
        }
        let mut metadata = None;
        if cursor.eat_byte(b'<') {
            cursor.skip_space();
            if cursor.peek() != b'#' {
                return Ok(None);
            }
            metadata = self.plain_alias(cursor)?;
            if metadata.is_none() || !cursor.eat_byte(b'>') {
                return Ok(None);
            }
        }
        if !cursor.eat_byte(b'[') {
            return Ok(None);
        }
        let mut locations: SmallVec<[Attr; 4]> = SmallVec::new();
        loop {
            let Some(location) = self.location_body(cursor)? else { return Ok(None) };
            locations.push(location);
            if !cursor.eat_byte(b',') {
                break;
            }
        }
        Ok(cursor.eat_byte(b']').then(|| self.ctx.fused_loc(&locations, metadata)))
    }

    /// `distinct[12]<>`
    pub fn plain_distinct(&mut self, text: &'t str) -> Option<Attr> {
        let id = text.strip_prefix("distinct[")?.strip_suffix("]<>")?;
        let id = id.parse().ok().filter(|_| id.bytes().all(|b| b.is_ascii_digit()))?;
        // One number for two attributes is for the grammar's reader to complain about.
        let is_one = self.aliases.distinct(id, attrs::UNIT).is_none();
        is_one.then(|| self.ctx.attr(AttrData::Distinct { id, referenced: attrs::UNIT }))
    }

    /// An array or a dictionary that is the whole of a text.
    pub fn plain_container(&mut self, text: &'t str) -> Parsed<Option<Attr>> {
        let mut cursor = self.cursor(text);
        let attr = self.container(&mut cursor)?;
        Ok(attr.filter(|_| cursor.at_end()))
    }

    /// Containers nest as deeply as brackets may.
    fn container(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        if cursor.eat_byte(b'[') { self.plain_array(cursor) } else { self.plain_dictionary(cursor) }
    }

    /// `a, b]`
    fn plain_array(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        let mut items: SmallVec<[Attr; 16]> = SmallVec::new();
        if !cursor.eat_byte(b']') {
            loop {
                let Some(item) = self.item(cursor)? else { return Ok(None) };
                items.push(item);
                if !cursor.eat_byte(b',') {
                    break;
                }
            }
            if !cursor.eat_byte(b']') {
                return Ok(None);
            }
        }
        Ok(Some(self.ctx.array(&items)))
    }

    /// `{key = value, unit}`
    fn plain_dictionary(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        let mut entries: SmallVec<[(Str, Attr); 16]> = SmallVec::new();
        if !cursor.eat_byte(b'{') {
            return Ok(None);
        }
        if !cursor.eat_byte(b'}') {
            loop {
                let Some(entry) = self.entry(cursor)? else { return Ok(None) };
                entries.push(entry);
                if !cursor.eat_byte(b',') {
                    break;
                }
            }
            if !cursor.eat_byte(b'}') {
                return Ok(None);
            }
        }
        let dictionary = self.ctx.dictionary(&entries);
        // A key that is there twice is for the grammar's reader to complain about.
        Ok((self.ctx.entries(dictionary).len() == entries.len()).then_some(dictionary))
    }

    fn entry(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<(Str, Attr)>> {
        let key = match (cursor.string()?, cursor.peek_word()) {
            (Some(""), _) | (None, "") => return Ok(None),
            (Some(raw), _) => self.string(raw)?,
            (None, _) => {
                let word = cursor.word().unwrap_or_default();
                self.name(word)
            }
        };
        if !cursor.eat_byte(b'=') {
            return Ok(Some((key, attrs::UNIT)));
        }
        Ok(self.item(cursor)?.map(|value| (key, value)))
    }

    /// An attribute in an array or a dictionary.
    fn item(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Option<Attr>> {
        cursor.skip_space();
        match cursor.peek() {
            b'[' | b'{' => self.container(cursor),
            b'#' if self.is_alias(cursor) => self.plain_alias(cursor),
            _ => self.attr_at(cursor).map(Some),
        }
    }

    /// Whether the `#` here starts an alias.
    fn is_alias(&self, cursor: &Cursor<'t>) -> bool {
        let mut at = 1;
        while is_suffix(cursor.peek_at(at)) {
            if cursor.peek_at(at) == b'.' {
                return false;
            }
            at += 1;
        }
        cursor.peek_at(at) != b'<'
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use irtrip_dialect::Context;

    use super::super::aliases::Aliases;
    use super::super::parse_cache::{ParseCache, Rule};

    /// What the readers of this page and the grammar make of a text.
    fn both(ctx: &Context, text: &'static str) -> (Option<irtrip_dialect::Attr>, Option<irtrip_dialect::Attr>) {
        let aliases = Aliases::default();
        let mut texts = ParseCache::new(ctx, text, &aliases);
        let plain = match text.as_bytes()[0] {
            b'l' => texts.plain_location(text).ok().flatten(),
            b'd' => texts.plain_distinct(text),
            _ => texts.plain_container(text).ok().flatten(),
        };
        let rule = if text.starts_with("loc") { Rule::whole_location } else { Rule::whole_attribute };
        let pair = texts.parse(rule, text);
        (plain, pair.and_then(|pair| texts.build_attr(pair)).ok())
    }

    #[test]
    fn what_is_read_plainly_is_what_the_grammar_reads() {
        let ctx = Context::new();
        for text in [
            "loc(\"a.c\":12:3)",
            "loc( \"a\\22.c\" : 12 : 3 )",
            "loc(fused<#llvm.di_null_type>[\"a.c\":1:2, unknown])",
            "loc(fused[\"a.c\":1:2, callsite(\"b.c\":3:4 at unknown)])",
            "loc(callsite(callsite(unknown at \"a\":0:0) at \"b\":1:1))",
            "distinct[7]<>",
            "[1, 2 : i8, \"x\", [], [unit, i32, -1.5e3 : f32], @a::@\"b\", dense<0> : tensor<2xi8>]",
            "{a, \"b c\" = 1 : i64, d = {e = [true]}, f = array<i32: 1, 2>, g = loc(\"n\")}",
            "{ a = !llvm.ptr, b = (i32) -> i32 // here\n , c = #other.attr<1, 2> }",
        ] {
            let (plain, grammar) = both(&ctx, text);
            assert!(grammar.is_some(), "{text}");
            assert_eq!(plain.or(grammar), grammar, "{text}");
        }
        for text in ["[1,]", "{a = 1, a = 2}", "{1 = 2}", "loc(#)", "[#absent]", "distinct[-1]<>", "loc()"] {
            let (plain, grammar) = both(&ctx, text);
            assert_eq!((plain, grammar), (None, None), "{text}");
        }
    }

    #[test]
    fn the_printer_writes_what_is_read_plainly() {
        let ctx = Context::new();
        for text in
            ["loc(\"a.c\":12:3)", "loc(fused[unknown])", "distinct[0]<>", "[1 : i8, [{a = 2 : i32}]]", "{b = \"x\"}"]
        {
            assert!(both(&ctx, text).0.is_some(), "{text}");
        }
    }
}
