//! Types as MLIR text, each rendered once.

use irtrip_dialect::llvm_text::int;
use irtrip_dialect::mlir_release::vector_of_llvm;
use irtrip_dialect::types::mlir_text::{BUILTIN_TOKEN, BUILTIN_TOKEN_SINCE, DIALECT, TypeWriter};
use irtrip_dialect::types::well_known;
use irtrip_dialect::{Attr, Context, Dim, Str, StructBody, Type};

use super::{AttrPrinter, TypeOf, is_kept};
use crate::print::aliases::Aliases;
use crate::print::text::push_quoted;

/// Longer texts of types are not kept. A type is that of many operations, so that it is worth more than other texts.
const LONGEST: usize = 1 << 16;

/// A run of text kept in an arena; `len` 0 is nothing yet.
#[derive(Clone, Copy, Default)]
struct CachedText {
    start: u32,
    len: u32,
}

impl CachedText {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// How many handles share a page of [`Texts`].
const PAGE: usize = 64;

/// Texts by handle: one allocation for all of them. Few handles of many have one, and those lie close together.
#[derive(Default)]
struct Texts {
    arena: String,
    pages: Vec<Option<Box<[CachedText; PAGE]>>>,
}

impl Texts {
    /// The text kept under a handle's index.
    fn get(&self, index: usize) -> Option<&str> {
        let page = self.pages.get(index / PAGE)?.as_ref()?;
        let run = page[index % PAGE];
        (run.len > 0).then(|| &self.arena[run.range()])
    }

    /// Keeps a text under a handle's index, unless it is long; `depth` says in how many others it is.
    fn keep(&mut self, index: usize, text: &str, depth: usize) {
        let is_kept = if depth > 0 { is_kept(text, depth) } else { text.len() <= LONGEST };
        if !is_kept {
            return;
        }
        let (Ok(start), Ok(len)) = (u32::try_from(self.arena.len()), u32::try_from(text.len())) else { return };
        self.arena.push_str(text);
        if self.pages.len() <= index / PAGE {
            self.pages.resize(index / PAGE + 1, None);
        }
        let page = self.pages[index / PAGE].get_or_insert_with(|| Box::new([CachedText::default(); PAGE]));
        page[index % PAGE] = CachedText { start, len };
    }
}

/// Prints types. One of these belongs to each thread.
pub(crate) struct TypePrinter<'a> {
    ctx: &'a Context,
    aliases: &'a Aliases,
    texts: Texts,
    /// Identified structs whose bodies are being written: inside its own body a struct is its name alone.
    open: Vec<Type>,
    /// How many types are being written, each in the one before.
    depth: usize,
    /// Whether a struct was written as its name alone since this was last cleared.
    abbreviated: bool,
    /// Whether any struct, array or function of the dialect may have a part that is not its; not known yet at first.
    foreign: Option<bool>,
    /// How long a text grows before no further type is written, as [`AttrPrinter::most`].
    most: usize,
}

impl<'a> TypePrinter<'a> {
    pub(crate) fn new(ctx: &'a Context, aliases: &'a Aliases) -> Self {
        TypePrinter {
            ctx,
            aliases,
            texts: Texts::default(),
            open: Vec::new(),
            depth: 0,
            abbreviated: false,
            foreign: None,
            most: usize::MAX,
        }
    }

    /// Writes no further type where the text is longer than this. For so little, it is not asked of all types there are
    /// whether any is foreign.
    pub(crate) fn stop_at(&mut self, most: usize) {
        self.most = most;
        self.foreign = Some(true);
    }

    /// Appends a type: `i32`, `!llvm.ptr`, `!alias`.
    pub(crate) fn write(&mut self, out: &mut String, ty: Type) {
        self.write_at(out, ty, false);
    }

    /// Appends a type, without [`DIALECT`] where it stands `inside` one of the LLVM dialect.
    fn write_at(&mut self, out: &mut String, ty: Type, inside: bool) {
        if self.is_full(out) {
            return;
        }
        let place = 2 * ty.index() + usize::from(inside);
        if let Some(text) = self.texts.get(place) {
            out.push_str(text);
            return;
        }
        if let Some(alias) = self.aliases.of_type(ty) {
            out.push('!');
            out.push_str(alias);
            return;
        }
        let start = out.len();
        let outer = std::mem::replace(&mut self.abbreviated, false);
        self.depth += 1;
        match self.older_vector(ty) {
            Some((dim, element)) => {
                out.push_str(if inside { "" } else { DIALECT });
                self.write_older_vector(out, dim, element);
            }
            None if self.is_builtin_token(ty) => out.push_str(BUILTIN_TOKEN),
            None if inside => self.llvm_type(self.ctx, out, ty),
            None => self.write_parts(self.ctx, out, ty),
        }
        self.depth -= 1;
        // Text with an abbreviated struct in it depends on where it stands, unless it is alone.
        if !self.abbreviated || self.open.is_empty() {
            self.texts.keep(place, &out[start..], self.depth);
        }
        self.abbreviated |= outer;
    }

    /// The dimension and the element of a vector that is no builtin vector in the release that reads the text.
    fn older_vector(&self, ty: Type) -> Option<(Dim, Type)> {
        self.aliases.release.and_then(|release| vector_of_llvm(self.ctx, ty, release))
    }

    /// Whether a type is LLVM's token, for a text of a release whose token is a builtin type.
    fn is_builtin_token(&self, ty: Type) -> bool {
        ty == well_known::TOKEN && self.aliases.release.is_some_and(|release| release >= BUILTIN_TOKEN_SINCE)
    }

    /// `vec<4 x ptr>`, or `vec<? x 4 x ptr>` where it is scalable.
    fn write_older_vector(&mut self, out: &mut String, dim: Dim, element: Type) {
        out.push_str(if dim.scalable { "vec<? x " } else { "vec<" });
        int(out, dim.size.unwrap_or(0));
        out.push_str(" x ");
        self.nested(out, element);
        out.push('>');
    }

    /// Appends an alias's definition: the type spelled out at the top.
    pub(crate) fn write_definition(&mut self, out: &mut String, ty: Type) {
        self.write_parts(self.ctx, out, ty);
    }

    /// Whether a type is made of the dialect's types alone: upstream spells others in full, wherever they stand.
    fn is_of_dialect(&mut self, ty: Type) -> bool {
        let ctx = self.ctx;
        let foreign = *self.foreign.get_or_insert_with(|| ctx.has_foreign_elements());
        !foreign || ctx.is_llvm_type_throughout(ty)
    }

    /// Appends types with commas between.
    pub(crate) fn write_list(&mut self, out: &mut String, types: impl IntoIterator<Item = Type>) {
        for (i, ty) in types.into_iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write(out, ty);
        }
    }

    /// `, (elements)` after a struct's name, or nothing inside its own body.
    fn struct_body(&mut self, out: &mut String, ty: Type) {
        if self.open.contains(&ty) {
            self.abbreviated = true;
            return;
        }
        out.push_str(", ");
        match self.ctx.struct_body(ty) {
            Some(StructBody::Elements { packed, elements }) => {
                self.open.push(ty);
                self.struct_elements(out, *packed, elements);
                self.open.pop();
            }
            Some(StructBody::Opaque) | None => out.push_str("opaque"),
        }
    }
}

impl TypeWriter for TypePrinter<'_> {
    fn is_full(&self, out: &str) -> bool {
        out.len() > self.most
    }

    fn part(&mut self, out: &mut String, ty: Type) {
        self.write(out, ty);
    }

    fn nested(&mut self, out: &mut String, ty: Type) {
        let inside = self.is_of_dialect(ty);
        self.write_at(out, ty, inside);
    }

    fn identified(&mut self, out: &mut String, ty: Type, name: Str) {
        let other = self.aliases.struct_names.get(&name).map(String::as_bytes);
        push_quoted(out, other.unwrap_or(self.ctx.bytes(name)));
        self.struct_body(out, ty);
    }

    fn attribute(&mut self, out: &mut String, attr: Attr, is_space: bool) {
        let type_of = if is_space { TypeOf::Implied } else { TypeOf::Written };
        // Rare, so that the printer for it is made where it is met.
        AttrPrinter::new(self.ctx, self.aliases, super::Details::default()).write_in_type(out, attr, type_of);
    }
}
