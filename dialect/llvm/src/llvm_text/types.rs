//! Types in LLVM's spelling; LangRef, "Type System".

use rustc_hash::FxHashMap;

use crate::context::{Context, Str, Type};
use crate::diagnostic::ExportCode;
use crate::llvm_text::{self as text, composite_types};
use crate::spellings::{Spelling, Spellings};
use crate::types::{ADDRESS_SPACES, Dim, MAX_BITS, TypeData, llvm_struct_name};

/// Deeper types than this are an error: no reader makes them.
const DEPTH: u32 = crate::limits::MAX_NESTING as u32;

/// The identified structs that have a number instead of a name.
pub type StructNumbers = FxHashMap<Type, u32>;

/// An address space in LLVM's spelling.
///
/// # Errors
/// LLVM has none of this number.
pub fn address_space(out: &mut String, space: i64) -> Result<(), ExportCode> {
    if !(0..ADDRESS_SPACES.into()).contains(&space) {
        return Err(ExportCode::Type(format!("!llvm.ptr<{space}>")));
    }
    out.push_str("addrspace(");
    text::int(out, space);
    out.push(')');
    Ok(())
}

/// A type in LLVM's spelling; one without any is empty.
pub fn type_text(ctx: &Context, ty: Type) -> String {
    let (numbers, mut text) = (StructNumbers::default(), String::new());
    let spelled = TypeTexts::new(ctx, &numbers).spell(&mut text, ty, 0);
    spelled.map(|()| text).unwrap_or_default()
}

/// `i32`, `b8`
fn of_width(out: &mut String, letter: char, width: u32) {
    out.push(letter);
    text::int(out, width);
}

/// The error of a type that LLVM IR does not have.
fn no_form(ty: impl Into<String>) -> Result<(), ExportCode> {
    Err(ExportCode::Type(ty.into()))
}

/// The texts of types, each made once. One thread's.
pub struct TypeTexts<'a> {
    ctx: &'a Context,
    numbers: &'a StructNumbers,
    texts: Vec<Option<Box<str>>>,
    /// Whether a pointer names what it points to.
    typed_pointers: bool,
}

impl<'a> TypeTexts<'a> {
    /// No texts yet.
    pub fn new(ctx: &'a Context, numbers: &'a StructNumbers) -> TypeTexts<'a> {
        TypeTexts { ctx, numbers, texts: Vec::new(), typed_pointers: false }
    }

    /// The spellings that a release has.
    #[must_use]
    pub fn with_spellings(self, spellings: Spellings) -> TypeTexts<'a> {
        TypeTexts { typed_pointers: spellings.has(Spelling::TypedPointers), ..self }
    }

    /// Appends a type.
    ///
    /// # Errors
    /// The type has no spelling in LLVM IR, or is nested too deeply.
    pub fn write(&mut self, out: &mut String, ty: Type) -> Result<(), ExportCode> {
        if let Some(Some(text)) = self.texts.get(ty.index()) {
            out.push_str(text);
            return Ok(());
        }
        let start = out.len();
        self.spell(out, ty, 0)?;
        if self.texts.len() <= ty.index() {
            self.texts.resize(ty.index() + 1, None);
        }
        if let (Some(slot), Some(text)) = (self.texts.get_mut(ty.index()), out.get(start..)) {
            *slot = Some(text.into());
        }
        Ok(())
    }

    /// Appends the body of an identified struct, as its definition has it: whether it is packed, and its elements, where
    /// it has any.
    ///
    /// # Errors
    /// Those of [`TypeTexts::write`].
    pub fn write_body(&mut self, out: &mut String, body: Option<(bool, &[Type])>) -> Result<(), ExportCode> {
        match body {
            None => {
                out.push_str("opaque");
                Ok(())
            }
            Some((packed, elements)) => {
                composite_types::struct_body(out, packed, elements, |out, ty| self.spell(out, ty, 0))
            }
        }
    }

    fn spell(&self, out: &mut String, ty: Type, depth: u32) -> Result<(), ExportCode> {
        if depth > DEPTH {
            return Err(ExportCode::Nesting);
        }
        let depth = depth + 1;
        let part = |out: &mut String, ty| self.spell(out, ty, depth);
        match self.ctx.type_data(ty) {
            TypeData::Integer { width, .. } if *width > MAX_BITS || *width == 0 => {
                return no_form(format!("i{width}"));
            }
            TypeData::Integer { width, .. } => of_width(out, 'i', *width),
            TypeData::Float(kind) => match kind.llvm() {
                Some(name) => out.push_str(name),
                // Upstream's dialect takes the narrow formats as bytes.
                None if kind.width() <= 8 => out.push_str("i8"),
                None => return no_form(kind.mlir()),
            },
            TypeData::Pointer { address_space } => {
                out.push_str(if self.typed_pointers { "i8" } else { "ptr" });
                self.address_space(out, *address_space)?;
            }
            TypeData::TypedPointer { pointee, address_space } => {
                self.spell(out, *pointee, depth)?;
                self.address_space(out, *address_space)?;
            }
            TypeData::Byte { width } => of_width(out, 'b', *width),
            TypeData::Void => out.push_str("void"),
            TypeData::Token => out.push_str("token"),
            TypeData::Label => out.push_str("label"),
            TypeData::Metadata => out.push_str("metadata"),
            TypeData::X86Amx => out.push_str("x86_amx"),
            TypeData::Array { length, element } => {
                out.push('[');
                text::int(out, *length);
                out.push_str(" x ");
                self.spell(out, *element, depth)?;
                out.push(']');
            }
            TypeData::Vector { dims, element } => self.vector(out, dims, *element, depth)?,
            TypeData::LiteralStruct { packed, elements } => composite_types::struct_body(out, *packed, elements, part)?,
            TypeData::IdentifiedStruct { name, .. } => self.identified(out, ty, *name),
            TypeData::LlvmFunction { result, params, vararg } => {
                part(out, *result)?;
                composite_types::parameters(out, params, *vararg, part)?;
            }
            TypeData::TargetExt { name, types, ints } => {
                composite_types::target_ext(out, self.ctx.bytes(*name), (types, ints), part)?;
            }
            TypeData::Index => return no_form("index"),
            TypeData::None => return no_form("none"),
            TypeData::Complex(_) => return no_form("complex"),
            TypeData::Tuple(_) => return no_form("tuple"),
            TypeData::Function { .. } => return no_form("function"),
            TypeData::Tensor { .. } => return no_form("tensor"),
            TypeData::MemRef { .. } => return no_form("memref"),
            TypeData::Opaque { dialect, .. } => return no_form(format!("!{}", self.ctx.text(*dialect))),
        }
        Ok(())
    }

    /// What follows a pointer's first word.
    fn address_space(&self, out: &mut String, space: u32) -> Result<(), ExportCode> {
        if space != 0 {
            out.push(' ');
            address_space(out, space.into())?;
        }
        if self.typed_pointers {
            out.push('*');
        }
        Ok(())
    }

    fn vector(&self, out: &mut String, dims: &[Dim], element: Type, depth: u32) -> Result<(), ExportCode> {
        // LLVM's vectors have one dimension; the dialect's outer ones are arrays.
        let Some((last, outer)) = dims.split_last() else { return Err(ExportCode::Type("vector<T>".into())) };
        for dim in outer {
            out.push('[');
            text::int(out, dim.size.unwrap_or(0));
            out.push_str(" x ");
        }
        out.push('<');
        if last.scalable {
            out.push_str("vscale x ");
        }
        text::int(out, last.size.unwrap_or(0));
        out.push_str(" x ");
        self.spell(out, element, depth)?;
        out.push('>');
        for _ in outer {
            out.push(']');
        }
        Ok(())
    }

    fn identified(&self, out: &mut String, ty: Type, name: Str) {
        out.push('%');
        match self.numbers.get(&ty) {
            Some(number) => text::int(out, *number),
            None => text::name(out, llvm_struct_name(self.ctx.bytes(name)).unwrap_or_default()),
        }
    }
}
