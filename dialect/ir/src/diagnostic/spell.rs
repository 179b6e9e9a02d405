//! Types and attribute names as messages spell them: MLIR's spelling, cut off where a type is deep or long.

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str, Type};
use crate::text::quoted;
use crate::types::mlir_text::{TypeWriter, opaque_body};
use crate::types::{StructBody, well_known as types};

/// Types inside types that are spelled; what is deeper is `...`.
const DEPTH: usize = 8;
/// Bytes of a spelling after which no more elements of a list are spelled.
const LENGTH: usize = 1000;

/// A type as MLIR spells it; an identified struct inside itself by its name alone, and an LLVM type inside another
/// without `!llvm.`.
pub fn spell(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    MessageWriter { ctx, depth: DEPTH, open: Vec::new() }.part(&mut out, ty);
    out
}

/// Writes types for messages.
struct MessageWriter<'c> {
    ctx: &'c Context,
    /// How much deeper types are spelled.
    depth: usize,
    /// The identified structs whose bodies are being spelled.
    open: Vec<Type>,
}

impl MessageWriter<'_> {
    /// Has `write` append a type, unless that is too deep.
    fn deeper(&mut self, out: &mut String, write: impl FnOnce(&mut Self, &mut String)) {
        if self.depth == 0 {
            return out.push_str("...");
        }
        self.depth -= 1;
        write(self, out);
        self.depth += 1;
    }
}

impl TypeWriter for MessageWriter<'_> {
    fn part(&mut self, out: &mut String, ty: Type) {
        self.deeper(out, |writer, out| writer.write_parts(writer.ctx, out, ty));
    }

    fn nested(&mut self, out: &mut String, ty: Type) {
        self.deeper(out, |writer, out| writer.llvm_type(writer.ctx, out, ty));
    }

    fn identified(&mut self, out: &mut String, ty: Type, name: Str) {
        quoted(out, self.ctx.bytes(name));
        if self.open.contains(&ty) {
            return;
        }
        match self.ctx.struct_body(ty) {
            None | Some(StructBody::Opaque) => out.push_str(", opaque"),
            Some(StructBody::Elements { packed, elements }) => {
                out.push_str(", ");
                self.open.push(ty);
                self.struct_elements(out, *packed, elements);
                self.open.pop();
            }
        }
    }

    fn attribute(&mut self, out: &mut String, attr: Attr, _is_space: bool) {
        attribute(self.ctx, attr, out);
    }

    fn is_full(&self, out: &str) -> bool {
        out.len() > LENGTH
    }
}

/// How a message spells an attribute.
pub fn spell_attr(ctx: &Context, attr: Attr) -> String {
    let mut out = String::new();
    attribute(ctx, attr, &mut out);
    out
}

/// An attribute that a type has.
fn attribute(ctx: &Context, attr: Attr, out: &mut String) {
    let number = |value: &Option<i64>| value.map_or_else(|| "?".to_owned(), |value| value.to_string());
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, value } => {
            out.push_str(&value.to_string());
            if *ty != types::I64 {
                out.push_str(" : ");
                out.push_str(&spell(ctx, *ty));
            }
        }
        AttrData::String { value, .. } => out.push_str(&format!("\"{}\"", ctx.text(*value))),
        AttrData::Affine(text) => out.push_str(&ctx.text(*text)),
        AttrData::Opaque { dialect, body, .. } => {
            out.push_str(&format!("#{}", ctx.text(*dialect)));
            opaque_body(out, &ctx.text(*body));
        }
        AttrData::StridedLayout(layout) => {
            let strides: Vec<String> = layout.strides.iter().map(number).collect();
            out.push_str(&format!("strided<[{}]", strides.join(", ")));
            if layout.offset != Some(0) {
                out.push_str(&format!(", offset: {}", number(&layout.offset)));
            }
            out.push('>');
        }
        _ => out.push_str("..."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_spelled_as_mlir_does() {
        let ctx = Context::new();
        let vector = ctx.vector_type(4, true, types::PTR);
        let array = ctx.array_type(2, types::PTR);
        let pair = ctx.literal_struct(true, &[array, vector]);
        assert_eq!(spell(&ctx, pair), "!llvm.struct<packed (array<2 x ptr>, vector<[4]x!llvm.ptr>)>");
        let func = ctx.llvm_function_type(types::VOID, &[types::I8], true);
        assert_eq!(spell(&ctx, func), "!llvm.func<void (i8, ...)>");
    }

    #[test]
    fn a_deep_type_is_cut_off() {
        let ctx = Context::new();
        let mut ty = types::I8;
        for _ in 0..100_000 {
            ty = ctx.array_type(1, ty);
        }
        assert!(spell(&ctx, ty).contains("..."));
    }
}
