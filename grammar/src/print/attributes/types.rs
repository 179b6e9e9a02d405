//! Types as MLIR text, each rendered once.

use irtrip_dialect::{Attr, Context, Dim, Signedness, StructBody, Type, TypeData};

use super::{AttrPrinter, TypeOf};
use crate::print::aliases::Aliases;
use crate::print::text::{push_ascii, push_fmt, push_int, push_quoted};

/// A run of text kept in an arena; `len` 0 is nothing yet.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    start: u32,
    len: u32,
}

impl Kept {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// How many handles share a page of [`Texts`].
const PAGE: usize = 64;

/// Longer texts are not kept: what is so long is hardly there twice.
const LONGEST: usize = 4096;

/// Texts by handle: one allocation for all of them. Few handles of many have one, and those lie close together.
#[derive(Default)]
pub(crate) struct Texts {
    arena: String,
    pages: Vec<Option<Box<[Kept; PAGE]>>>,
}

impl Texts {
    /// The text kept under a handle's index.
    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        let page = self.pages.get(index / PAGE)?.as_ref()?;
        let run = page[index % PAGE];
        (run.len > 0).then(|| &self.arena[run.range()])
    }

    /// Keeps a text under a handle's index, unless it is long.
    pub(crate) fn keep(&mut self, index: usize, text: &str) {
        let Some(run) = self.push(text) else { return };
        if self.pages.len() <= index / PAGE {
            self.pages.resize(index / PAGE + 1, None);
        }
        let page = self.pages[index / PAGE].get_or_insert_with(|| Box::new([Kept::default(); PAGE]));
        page[index % PAGE] = run;
    }

    /// Keeps a text, unless it is long; the run finds it again.
    pub(crate) fn push(&mut self, text: &str) -> Option<Kept> {
        let run = Kept { start: u32::try_from(self.arena.len()).ok()?, len: u32::try_from(text.len()).ok()? };
        (text.len() <= LONGEST).then(|| self.arena.push_str(text))?;
        Some(run)
    }

    /// The text of a run.
    pub(crate) fn at(&self, run: Kept) -> &str {
        &self.arena[run.range()]
    }
}

/// Prints types. One of these belongs to each thread.
pub(crate) struct TypePrinter<'a> {
    ctx: &'a Context,
    aliases: &'a Aliases,
    texts: Texts,
    /// Identified structs whose bodies are being written: inside its own body a struct is its name alone.
    open: Vec<Type>,
    /// Whether a struct was written as its name alone since this was last cleared.
    abbreviated: bool,
    /// Whether any struct, array or function of the dialect has a part that is not its; not known yet at first.
    foreign: Option<bool>,
}

const DIALECT: &str = "!llvm.";

impl<'a> TypePrinter<'a> {
    pub(crate) fn new(ctx: &'a Context, aliases: &'a Aliases) -> Self {
        TypePrinter { ctx, aliases, texts: Texts::default(), open: Vec::new(), abbreviated: false, foreign: None }
    }

    /// Appends a type: `i32`, `!llvm.ptr`, `!alias`.
    pub(crate) fn write(&mut self, out: &mut String, ty: Type) {
        if let Some(text) = self.texts.get(ty.index()) {
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
        self.render(out, ty);
        // Text with an abbreviated struct in it depends on where it stands, unless it is alone.
        if !self.abbreviated || self.open.is_empty() {
            self.texts.keep(ty.index(), &out[start..]);
        }
        self.abbreviated |= outer;
    }

    /// Appends an alias's definition: the type spelled out at the top.
    pub(crate) fn write_definition(&mut self, out: &mut String, ty: Type) {
        self.render(out, ty);
    }

    /// Appends a type inside another of the LLVM dialect, where `!llvm.` is left off.
    fn nested(&mut self, out: &mut String, ty: Type) {
        let start = out.len();
        self.write(out, ty);
        if out[start..].starts_with(DIALECT) && self.is_of_dialect(ty) {
            out.drain(start..start + DIALECT.len());
        }
    }

    /// Whether a type is made of the dialect's types alone: upstream spells others in full, wherever they stand.
    fn is_of_dialect(&mut self, ty: Type) -> bool {
        let ctx = self.ctx;
        let foreign = *self.foreign.get_or_insert_with(|| ctx.has_foreign_elements());
        !foreign || ctx.is_llvm_type_throughout(ty)
    }

    fn nested_list(&mut self, out: &mut String, types: &[Type]) {
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.nested(out, ty);
        }
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

    /// Appends the results of a function type: one alone, none or several in brackets.
    pub(crate) fn write_results(&mut self, out: &mut String, results: &[Type]) {
        match results {
            [one] if !matches!(self.ctx.type_data(*one), TypeData::Function { .. }) => self.write(out, *one),
            _ => {
                out.push('(');
                self.write_list(out, results.iter().copied());
                out.push(')');
            }
        }
    }

    fn render(&mut self, out: &mut String, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Integer { width, signedness } => {
                out.push_str(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                push_int(out, *width);
            }
            TypeData::Float(kind) => out.push_str(kind.mlir()),
            TypeData::Index => out.push_str("index"),
            TypeData::None => out.push_str("none"),
            TypeData::Complex(element) => {
                out.push_str("complex<");
                self.write(out, *element);
                out.push('>');
            }
            TypeData::Tuple(elements) => {
                out.push_str("tuple<");
                self.write_list(out, elements.iter().copied());
                out.push('>');
            }
            TypeData::Function { inputs, results } => {
                out.push('(');
                self.write_list(out, inputs.iter().copied());
                out.push_str(") -> ");
                self.write_results(out, results);
            }
            TypeData::Vector { .. } | TypeData::Tensor { .. } | TypeData::MemRef { .. } => self.shaped(out, ty),
            TypeData::Opaque { dialect, body } => {
                out.push('!');
                push_ascii(out, ctx.bytes(*dialect));
                push_opaque_body(out, ctx.bytes(*body));
            }
            TypeData::Pointer { .. }
            | TypeData::Void
            | TypeData::Token
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::X86Amx
            | TypeData::Array { .. }
            | TypeData::LiteralStruct { .. }
            | TypeData::IdentifiedStruct { .. }
            | TypeData::LlvmFunction { .. }
            | TypeData::TargetExt { .. } => {
                out.push_str(DIALECT);
                self.llvm(out, ty);
            }
        }
    }

    /// A type of the LLVM dialect, after `!llvm.`.
    fn llvm(&mut self, out: &mut String, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Pointer { address_space: 0 } => out.push_str("ptr"),
            TypeData::Pointer { address_space } => {
                out.push_str("ptr<");
                push_int(out, *address_space);
                out.push('>');
            }
            TypeData::Void => out.push_str("void"),
            TypeData::Token => out.push_str("token"),
            TypeData::Label => out.push_str("label"),
            TypeData::Metadata => out.push_str("metadata"),
            TypeData::X86Amx => out.push_str("x86_amx"),
            TypeData::Array { length, element } => {
                out.push_str("array<");
                push_int(out, *length);
                out.push_str(" x ");
                self.nested(out, *element);
                out.push('>');
            }
            TypeData::LiteralStruct { packed, elements } => {
                out.push_str("struct<");
                self.struct_elements(out, *packed, elements);
                out.push('>');
            }
            TypeData::IdentifiedStruct { name, .. } => {
                out.push_str("struct<");
                let other = self.aliases.struct_names.get(name).map(String::as_bytes);
                push_quoted(out, other.unwrap_or(ctx.bytes(*name)));
                self.struct_body(out, ty);
                out.push('>');
            }
            TypeData::LlvmFunction { result, params, vararg } => {
                out.push_str("func<");
                self.nested(out, *result);
                out.push_str(" (");
                self.nested_list(out, params);
                if *vararg {
                    out.push_str(if params.is_empty() { "..." } else { ", ..." });
                }
                out.push_str(")>");
            }
            TypeData::TargetExt { name, types, ints } => {
                out.push_str("target<");
                push_quoted(out, ctx.bytes(*name));
                // Upstream writes these in full.
                for &ty in types {
                    out.push_str(", ");
                    self.write(out, ty);
                }
                for &int in ints {
                    out.push_str(", ");
                    push_int(out, int);
                }
                out.push('>');
            }
            TypeData::Integer { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::None
            | TypeData::Complex(_)
            | TypeData::Tuple(_)
            | TypeData::Function { .. }
            | TypeData::Vector { .. }
            | TypeData::Tensor { .. }
            | TypeData::MemRef { .. }
            | TypeData::Opaque { .. } => self.render(out, ty),
        }
    }

    fn struct_elements(&mut self, out: &mut String, packed: bool, elements: &[Type]) {
        if packed {
            out.push_str("packed ");
        }
        out.push('(');
        self.nested_list(out, elements);
        out.push(')');
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

    fn shaped(&mut self, out: &mut String, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Vector { dims, element } => {
                out.push_str("vector<");
                push_dims(out, dims);
                self.write(out, *element);
            }
            TypeData::Tensor { dims, element, encoding } => {
                out.push_str("tensor<");
                push_ranked(out, dims.as_deref());
                self.write(out, *element);
                self.attribute(out, *encoding, TypeOf::Written);
            }
            TypeData::MemRef { dims, element, layout, space } => {
                out.push_str("memref<");
                push_ranked(out, dims.as_deref());
                self.write(out, *element);
                self.attribute(out, *layout, TypeOf::Written);
                self.attribute(out, *space, TypeOf::Implied);
            }
            _ => return,
        }
        out.push('>');
    }

    /// `, attribute` in a shaped type. Rare, so that the printer for it is made where it is met.
    fn attribute(&mut self, out: &mut String, attr: Option<Attr>, type_of: TypeOf) {
        if let Some(attr) = attr {
            out.push_str(", ");
            AttrPrinter::new(self.ctx, self.aliases, super::Details::default()).write_in_type(out, attr, type_of);
        }
    }
}

/// What follows a foreign dialect's name: `.body`, or `<body>`.
pub(crate) fn push_opaque_body(out: &mut String, body: &[u8]) {
    if body.first() != Some(&b'<') {
        out.push('.');
    }
    push_ascii(out, body);
}

fn push_ranked(out: &mut String, dims: Option<&[Dim]>) {
    match dims {
        Some(dims) => push_dims(out, dims),
        None => out.push_str("*x"),
    }
}

fn push_dims(out: &mut String, dims: &[Dim]) {
    for dim in dims {
        match dim.size {
            Some(size) if dim.scalable => push_fmt(out, format_args!("[{size}]")),
            Some(size) => push_int(out, size),
            None => out.push('?'),
        }
        out.push('x');
    }
}
