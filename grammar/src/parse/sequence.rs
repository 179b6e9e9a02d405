//! A text read from its start to its end, to find the error that upstream, which reads so, meets first.
//!
//! What is read in parts, and from the outside in, meets errors in another order: the text of a body that is not
//! closed ends elsewhere, and a definition behind an error is known already.

use irtrip_dialect::{Context, DialectRegistry};

use super::ParseOptions;
use super::aliases::Aliases;
use super::cursor::Cursor;
use super::module::aliases_of;
use super::operations::body::{BodyParser, Shared};
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// The first error of a text; none where none is found this way.
pub(super) fn first_error(dialects: &DialectRegistry, text: &str, options: &ParseOptions) -> Option<ParseError> {
    // Structs keep their bodies, and what was read already is not to count.
    let ctx = Context::with_dialects(dialects);
    let aliases = aliases_of(text, dialects);
    let shared = Shared::new(text, options, Vec::new());
    let mut texts = ParseCache::new(&ctx, text, &aliases);
    texts.known_only = !options.allow_unregistered;
    texts.in_order = true;
    read(&shared, &mut texts, &aliases).err()
}

fn read<'t>(shared: &Shared<'_>, texts: &mut ParseCache<'_, 't>, aliases: &Aliases<'t>) -> Parsed<()> {
    let cursor = Cursor::new(texts.text, 0..texts.text.len());
    let mut parser = BodyParser::new(shared, texts, cursor, 0);
    let root = parser.body.append_region();
    let block = parser.body.new_block();
    parser.body.append_block(root, block);
    parser.blocks.push(Default::default());
    loop {
        parser.cursor.skip_space();
        match parser.cursor.peek() {
            _ if parser.cursor.at_end() => break,
            b'#' | b'!' => aliases.define_in_order(parser.texts, &mut parser.cursor)?,
            b'{' if parser.cursor.peek_at(1) == b'-' => {
                drop(super::resources::sections(&mut parser.cursor, parser.texts.ctx.dialects())?)
            }
            _ => drop(parser.operation(block)?),
        }
    }
    let scope = parser.blocks.pop().unwrap_or_default();
    scope.finish(&parser.cursor)?;
    let mut body = parser.body;
    parser.values.finish(&mut body, parser.texts)
}
