//! A file's resources: what stands between `{-#` and `#-}`. MLIR language reference, "External Resources".

use super::cursor::Cursor;
use super::error::Parsed;

/// A key with its value, each as the text has it.
type Entry<'t> = (&'t str, &'t str);

/// The resources of one dialect or of one external user.
pub(crate) struct Group<'t> {
    /// Whose they are.
    pub owner: &'t str,
    /// The keys and what they stand for.
    pub entries: Vec<Entry<'t>>,
}

/// `dialect_resources: {...}` or `external_resources: {...}`.
pub(crate) struct Section<'t> {
    /// The word before the colon.
    pub name: &'t str,
    /// The owners in it, in order.
    pub groups: Vec<Group<'t>>,
}

/// Reads the sections of a text that begins with `{-#`.
///
/// # Errors
///
/// The text is no such.
pub(crate) fn read(text: &str) -> Parsed<Vec<Section<'_>>> {
    let mut cursor = Cursor::new(text, 0..text.len());
    sections(&mut cursor)
}

/// Reads `{-# ... #-}`.
pub(super) fn sections<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<Section<'t>>> {
    cursor.expect("{-#")?;
    let mut sections = Vec::new();
    while !cursor.eat("#-}") {
        if !sections.is_empty() {
            cursor.expect(",")?;
        }
        let name = key(cursor)?;
        cursor.expect("{")?;
        let mut groups = Vec::new();
        while !cursor.eat_byte(b'}') {
            if !groups.is_empty() {
                cursor.expect(",")?;
            }
            let owner = key(cursor)?;
            groups.push(Group { owner, entries: entries(cursor)? });
        }
        sections.push(Section { name, groups });
    }
    Ok(sections)
}

fn entries<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<Entry<'t>>> {
    let mut entries = Vec::new();
    cursor.expect("{")?;
    while !cursor.eat_byte(b'}') {
        if !entries.is_empty() {
            cursor.expect(",")?;
        }
        let key = key(cursor)?;
        cursor.skip_space();
        let start = cursor.pos;
        if cursor.string()?.is_none() && !cursor.eat("true") && !cursor.eat("false") {
            return Err(cursor.expected("string value"));
        }
        entries.push((key, cursor.since(start)));
    }
    Ok(entries)
}

/// Reads `word:` or `"string":`; gives the text before the colon.
fn key<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    cursor.skip_space();
    let start = cursor.pos;
    if cursor.string()?.is_none() && cursor.word().is_none() {
        return Err(cursor.expected("identifier key"));
    }
    let key = cursor.since(start);
    cursor.expect(":")?;
    Ok(key)
}
