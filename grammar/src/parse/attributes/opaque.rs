//! Attributes of dialects without definitions, which are kept as text.

use std::borrow::Cow;

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::ops::{AttrSlot, SlotKind, WORDS_IN_BRACKETS};
use irtrip_dialect::release::Releases;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::word_sets::WordSet;
use irtrip_dialect::{Attr, AttrData, ContextDialects, Type};

use crate::parse::cursor::{Cursor, has_point};
use crate::parse::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::Parsed;

impl ParseCache<'_, '_> {
    /// The body of an enumeration's attribute of a release that has the word in brackets, as the model has it.
    fn word_without_brackets(&self, dialect: &str, body: &str) -> Option<String> {
        if !self.reads_older() {
            return None;
        }
        let (mnemonic, word) =
            body.split_once('<').and_then(|(mnemonic, rest)| Some((mnemonic, rest.strip_suffix('>')?)))?;
        let is_of = |slot: &AttrSlot| matches!(slot.kind, SlotKind::DialectEnum { dialect: of, mnemonic: name, .. } if of == dialect && name == mnemonic);
        let dialects = self.ctx.dialects();
        let of_release = dialects.get(dialect)?;
        let later = of_release.later.iter().flat_map(|later| later.op_defs());
        let mut defs = dialects.op_defs_of(of_release).chain(later);
        (defs.any(|def| def.attrs.iter().any(is_of)) && self.reads(Releases::ALL.since(WORDS_IN_BRACKETS)))
            .then(|| format!("<{mnemonic} {word}>"))
    }

    /// An attribute that is kept as text: as it is, or, of a dialect that upstream knows, as upstream lays it out. `at`
    /// is where it stands.
    pub fn opaque_attribute(&self, text: &str, at: &str, ty: Option<Type>) -> Parsed<Attr> {
        let (dialect, body) = split_dialect(text);
        let ctx = self.ctx;
        let body = match (
            ctx.dialects().word_set(dialect, body.split('<').next().unwrap_or_default()),
            ctx.dialects().contains(dialect),
        ) {
            (Some(set), _) => match set.canonical(body) {
                Ok(words) => ctx.str(&self.word_without_brackets(dialect, &words).unwrap_or(words)),
                Err(message) => {
                    let (word, after) = unknown_word(set, at);
                    let error = self.error_of(word, ParseCode::NotOfSet(message));
                    return Err(error.followed_by(self.error_of(after, ParseCode::SetNotParsed(set.failed))));
                }
            },
            (None, _) if self.is_printed => {
                ctx.str(&self.word_without_brackets(dialect, body).unwrap_or_else(|| body.to_owned()))
            }
            (None, true) => {
                let body = self.without_aliases(body, at)?;
                let body = joined_to_mnemonic(&without_padding(&laid_out(&body))).into_owned();
                ctx.str(&self.word_without_brackets(dialect, &body).unwrap_or(body))
            }
            (None, false) if self.known_only => {
                let (dialect, body) = (dialect.to_owned(), inside(body).to_owned());
                let ty = self.spelling(ty.unwrap_or(types::NONE));
                return self.error(after_point(at), ParseCode::UnregisteredAttribute { dialect, body, ty });
            }
            (None, false) => ctx.str(&self.unknown_without_aliases(body, at)?),
        };
        Ok(ctx.attr(AttrData::Opaque { dialect: ctx.str(dialect), body, ty }))
    }
}

impl ParseCache<'_, '_> {
    /// The text of a type or an attribute at a place, with what aliases stand for in their place: the text is kept, and their
    /// definitions are not.
    ///
    /// # Errors
    /// An alias is not known yet, or stands for too long a text.
    pub(in crate::parse) fn without_aliases<'b>(&self, body: &'b str, at: &str) -> Parsed<Cow<'b, str>> {
        if memchr::memchr2(b'#', b'!', body.as_bytes()).is_none() {
            return Ok(Cow::Borrowed(body));
        }
        let mut cursor = Cursor::new(body, 0..body.len());
        let (mut out, mut copied) = (String::new(), 0);
        while !cursor.at_end() {
            let start = cursor.pos;
            match cursor.peek() {
                b'"' if cursor.string().is_ok() => continue,
                b'#' | b'!' => {}
                _ => {
                    cursor.pos += 1;
                    continue;
                }
            }
            cursor.pos += 1;
            let is_alias = cursor.name().is_some_and(|name| !has_point(name)) && cursor.peek() != b'<';
            let mention = cursor.since(start);
            if !is_alias || !self.aliases.defines(mention) {
                continue;
            }
            let spelled = self.aliases.spelled(self.ctx, mention, MAX_SPELLED.saturating_sub(out.len()));
            out.push_str(body.get(copied..start).unwrap_or_default());
            out.push_str(&spelled.map_err(|code| self.error_of(at, code))?);
            copied = cursor.pos;
        }
        if copied == 0 {
            return Ok(Cow::Borrowed(body));
        }
        out.push_str(body.get(copied..).unwrap_or_default());
        Ok(Cow::Owned(out))
    }

    /// The same of a dialect that is not known, which upstream keeps with the names of aliases.
    ///
    /// # Errors
    /// Those of [`ParseCache::without_aliases`].
    pub(in crate::parse) fn unknown_without_aliases<'b>(&self, body: &'b str, at: &str) -> Parsed<Cow<'b, str>> {
        match self.aliases.releases.is_some() {
            true => self.without_aliases(body, at),
            false => Ok(Cow::Borrowed(body)),
        }
    }
}

/// How many bytes a type or an attribute may have before the end of its last alias where aliases are spelled out: a few bytes can
/// stand for no more.
const MAX_SPELLED: usize = 1 << 14;

/// The dialect and the rest of `!dialect.body`, `!dialect<body>`, `#dialect.body` or `#dialect<body>`: what is
/// after the point, or the whole of `<...>`.
pub(in crate::parse) fn split_dialect(text: &str) -> (&str, &str) {
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

/// What follows a dialect's name and a point, else the text.
pub(in crate::parse) fn after_point(text: &str) -> &str {
    match text.find(['.', '<']).map(|at| text.split_at(at)) {
        Some((_, rest)) if rest.starts_with('.') => rest.get(1..).unwrap_or(text),
        _ => text,
    }
}

/// What is in the brackets that are the whole of a text, else the text.
pub(in crate::parse) fn inside(body: &str) -> &str {
    body.strip_prefix('<').and_then(|body| body.strip_suffix('>')).unwrap_or(body)
}

/// Whether what is in `!dialect<...>` can follow a point as well: a name, and brackets that close at its end. Upstream accepts
/// `a<b>, c<d>` for one too, and writes what its own parser does not read.
fn is_pretty(body: &str) -> bool {
    let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_')).unwrap_or(body.len());
    let rest = body.get(end..).unwrap_or_default();
    body.starts_with(|c: char| c.is_ascii_alphabetic())
        && (rest.is_empty() || rest.starts_with('<') && is_one_group(rest))
}

/// Whether the bracket that a text starts with is closed by its last byte.
fn is_one_group(text: &str) -> bool {
    let mut cursor = Cursor::new(text, 0..text.len());
    cursor.skip_balanced().is_ok() && cursor.pos == text.len()
}

/// The first word of an attribute's text that is none of its set, and what follows the word; where all are, the text.
fn unknown_word<'t>(set: &WordSet, text: &'t str) -> (&'t str, &'t str) {
    let mut rest = text.split_once('<').map_or(text, |(_, inside)| inside).trim_start();
    loop {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if !word.is_empty() && !set.has(word) {
            return (rest, after);
        }
        match after.trim_start().strip_prefix([',', '|']) {
            Some(next) => rest = next.trim_start(),
            None => return (text, text),
        }
    }
}

/// A text with one space for any white space and after each comma, one on each side of `=`, `*` and `/`, and none around `|`;
/// strings stay as they are.
pub(in crate::parse) fn laid_out(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let plain = |(at, &byte): (usize, &u8)| {
        let blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b' ');
        match byte {
            b'\n' | b'\t' | b'\r' | b'"' => false,
            b' ' => !blank(at.checked_sub(1)),
            b',' => blank(at.checked_add(1)),
            b'=' | b'*' | b'/' => blank(at.checked_sub(1)) && blank(at.checked_add(1)),
            b'|' => !blank(at.checked_sub(1)) && !blank(at.checked_add(1)),
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
        // Two of a kind, or one after a comparison's first half, are another operator.
        let operator = matches!(c, '=' | '*' | '/') && !matches!(last, '=' | '<' | '>' | '!' | '*' | '/');
        match c {
            _ if quoted => out.push(c),
            _ if c.is_ascii_whitespace() && out.ends_with([' ', '|']) => {}
            _ if c.is_ascii_whitespace() => out.push(' '),
            '|' => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('|');
            }
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

/// A text without white space after opening brackets and before closing ones, and with one space for any other and after
/// each comma; strings stay as they are.
pub(in crate::parse) fn without_padding(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    // `<=`, `->` and their kin are no brackets.
    let opens = |at: usize| matches!(byte(at), b'[' | b'(' | b'<') && byte(at + 1) != b'=';
    let closes = |at: usize| matches!(byte(at), b']' | b')' | b'>') && byte(at + 1) != b'=';
    let is_plain = |at: usize| match byte(at) {
        b' ' => byte(at + 1) != b' ' && !closes(at + 1) && !at.checked_sub(1).is_some_and(opens),
        b',' => byte(at + 1) == b' ',
        other => !other.is_ascii_whitespace() && other != b'"',
    };
    if (0..bytes.len()).all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        let is_space = c.is_ascii_whitespace() && !quoted;
        if !is_space && !quoted && closes(at) {
            out.truncate(out.trim_end_matches(' ').len());
        }
        match c {
            _ if is_space && out.ends_with([' ', '[', '(', '<']) => {}
            _ if is_space => out.push(' '),
            ',' if !quoted => out.push_str(", "),
            _ => out.push(c),
        }
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
    }
    Cow::Owned(out)
}

/// The text of an attribute without a space between its mnemonic and a parenthesis, as formats print punctuation:
/// `<reduction_modifier(task)>`.
fn joined_to_mnemonic(text: &str) -> Cow<'_, str> {
    let is_mnemonic = |word: &str| {
        word.strip_prefix('<').is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
    };
    match text.split_once(" (") {
        Some((word, rest)) if is_mnemonic(word) => Cow::Owned(format!("{word}({rest}")),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{joined_to_mnemonic, laid_out, without_padding};

    #[test]
    fn a_mnemonic_has_its_parenthesis_at_once() {
        assert_eq!(joined_to_mnemonic("<reduction_modifier (task)>"), "<reduction_modifier(task)>");
        assert_eq!(joined_to_mnemonic("<a, b (c)>"), "<a, b (c)>");
        assert_eq!(joined_to_mnemonic("map<d (c)>"), "map<d (c)>");
    }

    #[test]
    fn brackets_have_no_padding() {
        assert_eq!(without_padding("env<\n #a<[ X,\n Y ]>, \"< \\\" a,b\" >"), "env<#a<[X, Y]>, \"< \\\" a,b\">");
        assert_eq!(without_padding("f<(i32) -> (i8), d0 >= 1>"), "f<(i32) -> (i8), d0 >= 1>");
    }

    #[test]
    fn texts_are_laid_out_outside_of_strings() {
        assert_eq!(laid_out("flags<a=1,\n   b = \"x=y\">"), "flags<a = 1, b = \"x=y\">");
        assert_eq!(laid_out("place<\"f\"*32>"), "place<\"f\" * 32>");
        assert_eq!(laid_out("flags<[a],b,  c | d| e|f>"), "flags<[a], b, c|d|e|f>");
    }
}
