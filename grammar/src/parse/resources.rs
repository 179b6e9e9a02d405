//! A file's resources: what is between `{-#` and `#-}`. MLIR language reference, "External Resources".

use irtrip_dialect::DialectRegistry;
use irtrip_dialect::diagnostic::ParseCode;

use super::cursor::Cursor;
use irtrip_dialect::diagnostic::Parsed;

/// A key with its value, each as the text has it.
pub type Entry<'t> = (&'t str, &'t str);

/// The resources of one dialect or of one external user.
pub struct Group<'t> {
    /// Whose they are.
    pub owner: &'t str,
    /// The keys and what they stand for.
    pub entries: Vec<Entry<'t>>,
}

/// `dialect_resources: {...}` or `external_resources: {...}`.
pub struct Section<'t> {
    /// The word before the colon.
    pub name: &'t str,
    /// The owners in it, in order.
    pub groups: Vec<Group<'t>>,
}

/// Reads the sections of a text that begins with `{-#`.
///
/// None where the text is no such.
pub fn read<'t>(text: &'t str, dialects: &DialectRegistry) -> Option<Vec<Section<'t>>> {
    let mut cursor = Cursor::new(text, 0..text.len());
    sections(&mut cursor, dialects).ok()
}

/// Reads `{-# ... #-}`; the dialects of resources are known.
pub(super) fn sections<'t>(cursor: &mut Cursor<'t>, dialects: &DialectRegistry) -> Parsed<Vec<Section<'t>>> {
    cursor.expect("{-#")?;
    let mut sections = Vec::new();
    list(cursor, ("#-}", "',' or '#-}'"), |cursor| {
        cursor.skip_space();
        let before = *cursor;
        let name = key(cursor, "identifier key in file metadata dictionary")?;
        if !matches!(name, "dialect_resources" | "external_resources") {
            return Err(before.error(ParseCode::UnknownResourceKey(name.to_owned())));
        }
        cursor.expect("{")?;
        let mut groups = Vec::new();
        list(cursor, ("}", "',' or '}'"), |cursor| {
            let before = *cursor;
            let owner = key(cursor, "identifier key for 'resource' entry")?;
            if name == "dialect_resources" && !dialects.contains(owner) {
                return Err(before.error(ParseCode::UnknownResourceDialect(owner.to_owned())));
            }
            let dialect = (name == "dialect_resources").then_some(owner);
            groups.push(Group { owner, entries: entries(cursor, dialect)? });
            Ok(())
        })?;
        sections.push(Section { name, groups });
        Ok(())
    })?;
    Ok(sections)
}

/// Reads items separated by commas up to a closing token, which may be here.
fn list<'t>(
    cursor: &mut Cursor<'t>,
    (close, expected): (&str, &'static str),
    mut item: impl FnMut(&mut Cursor<'t>) -> Parsed<()>,
) -> Parsed<()> {
    if cursor.eat(close) {
        return Ok(());
    }
    loop {
        item(cursor)?;
        if !cursor.eat_byte(b',') {
            return cursor.expect_as(close, expected);
        }
    }
}

/// Reads the entries of a dialect, of which only the builtin one has any, or of an external user.
fn entries<'t>(cursor: &mut Cursor<'t>, dialect: Option<&str>) -> Parsed<Vec<Entry<'t>>> {
    let mut entries = Vec::new();
    cursor.expect("{")?;
    list(cursor, ("}", "',' or '}'"), |cursor| {
        cursor.skip_space();
        if let Some(dialect) = dialect.filter(|dialect| *dialect != "builtin") {
            return Err(cursor.error(ParseCode::UnexpectedResource(dialect.to_owned())));
        }
        let key = key(cursor, "identifier key for 'resource' entry")?;
        cursor.skip_space();
        let before = *cursor;
        let string = cursor.string()?;
        if dialect.is_some() {
            check_blob(key, string).map_err(|code| before.error(code))?;
        } else if string.is_none() && !cursor.eat("true") && !cursor.eat("false") {
            return Err(cursor.expected("string value"));
        }
        entries.push((key, cursor.since(before.pos)));
        Ok(())
    })?;
    Ok(entries)
}

/// A blob is hexadecimal: four bytes of alignment, and what is aligned.
fn check_blob(key: &str, text: Option<&str>) -> Result<(), ParseCode> {
    let digits = text.and_then(|text| text.strip_prefix("0x"));
    let Some(digits) = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) else {
        return Err(ParseCode::ResourceBlob(key.to_owned()));
    };
    match digits.len() < 8 {
        true => Err(ParseCode::ResourceAlignment(key.to_owned())),
        false => Ok(()),
    }
}

/// Reads `word:` or `"string":`; returns the text before the colon.
fn key<'t>(cursor: &mut Cursor<'t>, expected: &'static str) -> Parsed<&'t str> {
    cursor.skip_space();
    let before = *cursor;
    if cursor.string()?.is_none() && cursor.word().is_none() {
        return Err(before.error(ParseCode::Expected(expected)));
    }
    let key = cursor.since(before.pos);
    cursor.expect(":")?;
    Ok(key)
}
