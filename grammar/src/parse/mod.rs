//! MLIR text to model.
//!
//! - [`module`]: a file: what is at its top, then its operations, then the bodies in parallel
//! - [`operations`]: operations by the operation table
//! - [`parse_cache`]: from a text to a type, an attribute or a location, each distinct text once
//! - [`reader`], with [`types`] and [`attributes`]: what was not read before, token by token
//! - [`cursor`]: a place in the text
//!
//! [`crate::reference`] is the grammar of the same language. MLIR language reference; the LLVM dialect page.

mod alias_table;
mod aliases;
mod attributes;
mod cursor;
mod module;
mod numbers;
mod operations;
mod parse_cache;
mod reader;
mod resources;
#[cfg(all(test, feature = "reference"))]
mod tests;
mod types;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ParseError, Parsed};
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::release::{Release, ReleaseRange, Releases};
use irtrip_dialect::{Attr, Context, Module, Type};

/// Brackets and regions may nest this deep.
const MAX_DEPTH: usize = irtrip_dialect::limits::MAX_BRACKETS;

/// How a text is read.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// The location of an operation that has no `loc(...)` is its place in the text.
    pub locations: bool,
    /// With [`ParseOptions::locations`], so is that of operations that have a `loc(...)`.
    pub places: bool,
    /// Notes where the text has each operation: [`irtrip_dialect::Body::text_place`].
    pub text_places: bool,
    /// The file's name, for [`ParseOptions::locations`].
    pub file: String,
    /// The line and column of the file that the text starts at, for [`ParseOptions::locations`]; a file's are (1, 1).
    pub start: (usize, usize),
    /// Reads operations that the operation table has no definition for, in the generic form.
    pub allow_unregistered: bool,
    /// Reports no more errors than upstream does, which stops at the first.
    pub first_error_only: bool,
    /// Reads what text of older releases spells otherwise, too. The drop-in for `mlir-opt` reads what that reads, with
    /// its decimal numbers by way of `double`.
    pub older_releases: bool,
    /// Accepts operations that have more or fewer parts than their definition says: the verifier reports them.
    pub uncounted: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions {
            locations: false,
            places: false,
            text_places: false,
            file: "-".to_owned(),
            start: (1, 1),
            allow_unregistered: true,
            first_error_only: false,
            older_releases: true,
            uncounted: false,
        }
    }
}

/// Reads MLIR text: one `builtin.module`, or operations that one is put around.
///
/// # Errors
///
/// Everything that is wrong and was found: the first error of each function's body, or the first error outside of
/// bodies.
///
/// ```
/// use irtrip_dialect::Context;
/// use irtrip_grammar::{ParseOptions, parse};
/// let ctx = Context::new();
/// let module = parse(&ctx, "llvm.func @f(i32) -> i32", &ParseOptions::default());
/// assert_eq!(module.map(|m| m.ops().count()), Ok(1));
/// ```
pub fn parse(ctx: &Context, text: &str, options: &ParseOptions) -> Result<Module, Vec<Diagnostic>> {
    time("parse", || module::parse(ctx, text, options))
}

/// Reads a type as it was printed: `!llvm.struct<(i32, ptr)>`. One of a dialect without definitions keeps its text.
///
/// # Errors
///
/// Where `text` is not one type.
pub fn parse_type(ctx: &Context, text: &str) -> DiagnosticResult<Type> {
    AttrTexts::default().ty(ctx, text)
}

/// Reads an attribute as it was printed: `[1 : i32, "a"]`. One of a dialect without definitions keeps its text.
///
/// # Errors
///
/// Where `text` is not one attribute.
pub fn parse_attr(ctx: &Context, text: &str) -> DiagnosticResult<Attr> {
    AttrTexts::default().attr(ctx, text)
}

/// Texts of attributes and types that belong together: what is `distinct[0]` in one of them is the same in the others.
#[derive(Default)]
pub struct AttrTexts<'t>(aliases::Aliases<'t>);

impl<'t> AttrTexts<'t> {
    /// Texts whose `distinct[0]` has a number of the context.
    pub fn with_first_distinct(number: u32) -> AttrTexts<'t> {
        let aliases = aliases::Aliases::default();
        aliases.start_distinct_at(number);
        AttrTexts(aliases)
    }

    /// Texts as a release of MLIR prints them, where that is another than the model's.
    #[must_use]
    pub fn of_release(mut self, release: Option<Release>) -> AttrTexts<'t> {
        self.0.releases = release.map(|release| {
            let range = ReleaseRange::default();
            range.narrow(Releases::only(release));
            range
        });
        self
    }

    /// Reads a type.
    ///
    /// # Errors
    ///
    /// Where `text` is not one type.
    pub fn ty(&self, ctx: &Context, text: &'t str) -> DiagnosticResult<Type> {
        self.parse_all(ctx, text, |texts, cursor| texts.type_at(cursor))
    }

    /// Reads an attribute.
    ///
    /// # Errors
    ///
    /// Where `text` is not one attribute.
    pub fn attr(&self, ctx: &Context, text: &'t str) -> DiagnosticResult<Attr> {
        self.parse_all(ctx, text, |texts, cursor| texts.attr_at(cursor))
    }

    /// Parses a text to its end.
    fn parse_all<T: Send>(
        &self,
        ctx: &Context,
        text: &'t str,
        parse: impl FnOnce(&mut parse_cache::ParseCache<'_, 't>, &mut cursor::Cursor<'t>) -> Parsed<T> + Send,
    ) -> DiagnosticResult<T> {
        on_deep_stack(|| {
            let mut texts = parse_cache::ParseCache::new(ctx, text, &self.0);
            texts.is_printed = true;
            let mut cursor = cursor::Cursor::new(text, 0..text.len());
            let parsed = parse(&mut texts, &mut cursor)?;
            cursor.skip_space();
            if cursor.at_end() { Ok(parsed) } else { Err(cursor.expected("the end of the text")) }
        })
        .map_err(ParseError::into_diagnostic)
    }
}
