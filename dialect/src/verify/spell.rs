//! Types and attribute names as messages spell them: MLIR's spelling, cut off where a type is deep or long.

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Type};
use crate::types::{Signedness, TypeData, well_known as types};

/// Types inside types that are spelled; what lies deeper is `...`.
const DEPTH: usize = 8;
/// Elements of a list that are spelled.
const WIDTH: usize = 32;

/// A type as MLIR spells it; an identified struct by its name alone, and an LLVM type inside another without `!llvm.`.
pub(crate) fn spell(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    spell_into(ctx, ty, DEPTH, false, &mut out);
    out
}

fn spell_into(ctx: &Context, ty: Type, depth: usize, inside: bool, out: &mut String) {
    let Some(depth) = depth.checked_sub(1) else { return out.push_str("...") };
    let llvm = if inside { "" } else { "!llvm." };
    let data = ctx.type_data(ty);
    match data {
        TypeData::Integer { width, signedness } => {
            let prefix = match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            out.push_str(&format!("{prefix}{width}"));
        }
        TypeData::Float(kind) if inside => out.push_str(kind.mlir().trim_start_matches("!llvm.")),
        TypeData::Float(kind) => out.push_str(kind.mlir()),
        TypeData::Index => out.push_str("index"),
        TypeData::None => out.push_str("none"),
        TypeData::Complex(element) => wrapped(ctx, "complex", *element, depth, out),
        TypeData::Tuple(elements) => {
            out.push_str("tuple<");
            list(ctx, elements, depth, false, out);
            out.push('>');
        }
        TypeData::Function { inputs, results } => {
            out.push('(');
            list(ctx, inputs, depth, false, out);
            out.push_str(") -> (");
            list(ctx, results, depth, false, out);
            out.push(')');
        }
        TypeData::Vector { dims, element } => shaped(ctx, "vector", Some(dims), *element, depth, out),
        TypeData::Tensor { dims, element, encoding } => {
            shaped(ctx, "tensor", dims.as_deref(), *element, depth, out);
            behind(ctx, &[*encoding], out);
        }
        TypeData::MemRef { dims, element, layout, space } => {
            shaped(ctx, "memref", dims.as_deref(), *element, depth, out);
            behind(ctx, &[*layout, *space], out);
        }
        TypeData::Pointer { address_space: 0 } => out.push_str(&format!("{llvm}ptr")),
        TypeData::Pointer { address_space } => out.push_str(&format!("{llvm}ptr<{address_space}>")),
        TypeData::Void => out.push_str(&format!("{llvm}void")),
        TypeData::Token => out.push_str(&format!("{llvm}token")),
        TypeData::Label => out.push_str(&format!("{llvm}label")),
        TypeData::Metadata => out.push_str(&format!("{llvm}metadata")),
        TypeData::X86Amx => out.push_str(&format!("{llvm}x86_amx")),
        TypeData::Array { length, element } => {
            out.push_str(&format!("{llvm}array<{length} x "));
            spell_into(ctx, *element, depth, true, out);
            out.push('>');
        }
        TypeData::LiteralStruct { packed, elements } => {
            out.push_str(&format!("{llvm}struct<{}(", if *packed { "packed " } else { "" }));
            list(ctx, elements, depth, true, out);
            out.push_str(")>");
        }
        TypeData::IdentifiedStruct { name, .. } => out.push_str(&format!("{llvm}struct<\"{}\">", ctx.text(*name))),
        TypeData::LlvmFunction { result, params, vararg } => {
            out.push_str(&format!("{llvm}func<"));
            spell_into(ctx, *result, depth, true, out);
            out.push_str(" (");
            list(ctx, params, depth, true, out);
            match (vararg, params.is_empty()) {
                (true, true) => out.push_str("..."),
                (true, false) => out.push_str(", ..."),
                (false, _) => {}
            }
            out.push_str(")>");
        }
        TypeData::TargetExt { name, types, ints } => {
            out.push_str(&format!("{llvm}target<\"{}\"", ctx.text(*name)));
            for ty in types.iter().take(WIDTH) {
                out.push_str(", ");
                spell_into(ctx, *ty, depth, true, out);
            }
            for int in ints.iter().take(WIDTH) {
                out.push_str(&format!(", {int}"));
            }
            out.push('>');
        }
        TypeData::Opaque { dialect, body } => out.push_str(&format!("!{}.{}", ctx.text(*dialect), ctx.text(*body))),
    }
}

fn wrapped(ctx: &Context, name: &str, element: Type, depth: usize, out: &mut String) {
    out.push_str(name);
    out.push('<');
    spell_into(ctx, element, depth, false, out);
    out.push('>');
}

fn shaped(
    ctx: &Context,
    name: &str,
    dims: Option<&[crate::types::Dim]>,
    element: Type,
    depth: usize,
    out: &mut String,
) {
    out.push_str(name);
    out.push('<');
    match dims {
        None => out.push_str("*x"),
        Some(dims) => {
            for dim in dims.iter().take(WIDTH) {
                match (dim.size, dim.scalable) {
                    (Some(size), false) => out.push_str(&format!("{size}x")),
                    (Some(size), true) => out.push_str(&format!("[{size}]x")),
                    (None, _) => out.push_str("?x"),
                }
            }
        }
    }
    spell_into(ctx, element, depth, false, out);
    out.push('>');
}

/// Puts the attributes of a shape inside its closing bracket.
fn behind(ctx: &Context, attrs: &[Option<Attr>], out: &mut String) {
    out.pop();
    for attr in attrs.iter().flatten() {
        out.push_str(", ");
        attribute(ctx, *attr, out);
    }
    out.push('>');
}

/// How a message spells an attribute.
pub(crate) fn spell_attr(ctx: &Context, attr: Attr) -> String {
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
                spell_into(ctx, *ty, DEPTH, false, out);
            }
        }
        AttrData::String { value, .. } => out.push_str(&format!("\"{}\"", ctx.text(*value))),
        AttrData::Affine(text) => out.push_str(&ctx.text(*text)),
        AttrData::Opaque { dialect, body, .. } => {
            let body = ctx.text(*body);
            let point = if body.starts_with('<') { "" } else { "." };
            out.push_str(&format!("#{}{point}{body}", ctx.text(*dialect)));
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

fn list(ctx: &Context, types: &[Type], depth: usize, inside: bool, out: &mut String) {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if i == WIDTH {
            return out.push_str("...");
        }
        spell_into(ctx, *ty, depth, inside, out);
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
