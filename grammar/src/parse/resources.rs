//! A file's resources: what is between `{-#` and `#-}`. MLIR language reference, "External Resources".

use irtrip_dialect::diagnostic::{ParseCode, Parsed};
use irtrip_dialect::resources::{Blob, Resource, ResourceGroup, Resources};
use irtrip_dialect::text::unescape;
use irtrip_dialect::{Context, DialectRegistry, Str};

use super::cursor::Cursor;

/// A key with its value, each as the text has it.
type Entry<'t> = (&'t str, &'t str);

/// The resources of one dialect or of one external user.
pub(super) struct Group<'t> {
    owner: &'t str,
    is_dialect: bool,
    entries: Vec<Entry<'t>>,
}

/// The resources that groups are of.
pub(super) fn resources(ctx: &Context, groups: &[Group<'_>]) -> Resources {
    let groups = groups.iter().map(|group| {
        let resource = |value: &str| match value {
            "true" | "false" => Resource::Bool(value == "true"),
            _ => {
                let digits = unquoted(value).and_then(|value| value.strip_prefix("0x"));
                match digits.filter(|_| group.is_dialect).and_then(Blob::from_hex) {
                    Some(blob) => Resource::Blob(blob),
                    None => Resource::String(string(ctx, value)),
                }
            }
        };
        let entries = group.entries.iter().map(|(key, value)| (string(ctx, key), resource(value))).collect();
        ResourceGroup { owner: string(ctx, group.owner), is_dialect: group.is_dialect, entries }
    });
    Resources { groups: groups.collect() }
}

fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
}

/// A word, or what a string in quotes says.
fn string(ctx: &Context, text: &str) -> Str {
    match unquoted(text) {
        Some(inside) => ctx.byte_str(&unescape(inside.as_bytes())),
        None => ctx.str(text),
    }
}

/// Reads `{-# ... #-}`; the dialects of resources are known.
pub(super) fn sections<'t>(cursor: &mut Cursor<'t>, dialects: &DialectRegistry) -> Parsed<Vec<Group<'t>>> {
    cursor.expect("{-#")?;
    let mut groups = Vec::new();
    list(cursor, ("#-}", "',' or '#-}'"), |cursor| {
        cursor.skip_space();
        let before = *cursor;
        let is_dialect = match key(cursor, "identifier key in file metadata dictionary")? {
            "dialect_resources" => true,
            "external_resources" => false,
            name => return Err(before.error(ParseCode::UnknownResourceKey(name.to_owned()))),
        };
        cursor.expect("{")?;
        list(cursor, ("}", "',' or '}'"), |cursor| {
            let before = *cursor;
            let owner = key(cursor, "identifier key for 'resource' entry")?;
            if is_dialect && !dialects.contains(owner) {
                return Err(before.error(ParseCode::UnknownResourceDialect(owner.to_owned())));
            }
            groups.push(Group { owner, is_dialect, entries: entries(cursor, is_dialect.then_some(owner))? });
            Ok(())
        })
    })?;
    Ok(groups)
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
