//! Types as MLIR text. MLIR language reference, "Type System"; the LLVM dialect's page, "Types".

use std::fmt::Write;

use super::{Dim, Signedness, TypeData};
use crate::context::{Attr, Context, Str, Type};
use crate::release::Release;
use crate::text::{int, quoted};

/// What is before a type of the LLVM dialect, unless it is inside another.
pub const DIALECT: &str = "!llvm.";

/// The token as a builtin type, which it is since a release instead of one of the LLVM dialect.
pub const BUILTIN_TOKEN: &str = "token";

/// The first release that has [`BUILTIN_TOKEN`].
pub const BUILTIN_TOKEN_SINCE: Release = Release::NEXT;

/// Whoever writes types: how the parts of a type are written, in full or abbreviated.
pub trait TypeWriter {
    /// Appends a type that is part of another.
    fn part(&mut self, out: &mut String, ty: Type);

    /// Appends a type inside one of the LLVM dialect, where [`DIALECT`] is left off.
    fn nested(&mut self, out: &mut String, ty: Type);

    /// Appends an identified struct's name, and the body after it: `"name", (i32)`.
    fn identified(&mut self, out: &mut String, ty: Type, name: Str);

    /// Appends an attribute of a tensor or a memref; `is_space` is whether it is a memory space.
    fn attribute(&mut self, out: &mut String, attr: Attr, is_space: bool);

    /// Whether no more elements of a list are written.
    fn is_full(&self, _out: &str) -> bool {
        false
    }

    /// Appends a type, its parts as this writer has them.
    fn write_parts(&mut self, ctx: &Context, out: &mut String, ty: Type) {
        match ctx.type_data(ty) {
            TypeData::Integer { width, signedness } => {
                out.push_str(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                int(out, *width);
            }
            TypeData::Float(kind) => out.push_str(kind.mlir()),
            TypeData::Index => out.push_str("index"),
            TypeData::None => out.push_str("none"),
            TypeData::Complex(element) => {
                out.push_str("complex<");
                self.part(out, *element);
                out.push('>');
            }
            TypeData::Tuple(elements) => {
                out.push_str("tuple<");
                self.list(out, elements);
                out.push('>');
            }
            TypeData::Function { inputs, results } => {
                out.push('(');
                self.list(out, inputs);
                out.push_str(") -> ");
                self.results(ctx, out, results);
            }
            TypeData::Vector { dims, element } => self.shaped(out, "vector<", Some(dims), *element, [None, None]),
            TypeData::Tensor { dims, element, encoding } => {
                self.shaped(out, "tensor<", dims.as_deref(), *element, [*encoding, None]);
            }
            TypeData::MemRef { dims, element, layout, space } => {
                self.shaped(out, "memref<", dims.as_deref(), *element, [*layout, *space]);
            }
            TypeData::Opaque { dialect, body, parameter } => {
                out.push('!');
                out.push_str(&ctx.text(*dialect));
                opaque_body(out, &ctx.text(*body));
                if let Some(parameter) = parameter {
                    out.push('<');
                    self.part(out, *parameter);
                    out.push('>');
                }
            }
            _ => {
                out.push_str(DIALECT);
                self.llvm_type(ctx, out, ty);
            }
        }
    }

    /// Appends a type of the LLVM dialect, without [`DIALECT`]. Upstream spells types of numbers in full wherever they stand,
    /// `!llvm.ppc_fp128` among them.
    fn llvm_type(&mut self, ctx: &Context, out: &mut String, ty: Type) {
        match ctx.type_data(ty) {
            TypeData::Pointer { address_space: 0 } => out.push_str("ptr"),
            TypeData::Pointer { address_space } => {
                out.push_str("ptr<");
                int(out, *address_space);
                out.push('>');
            }
            TypeData::TypedPointer { pointee, address_space } => self.typed_pointer(out, *pointee, *address_space),
            TypeData::Byte { width } => {
                out.push_str("byte<");
                int(out, *width);
                out.push('>');
            }
            TypeData::Void => out.push_str("void"),
            TypeData::Token => out.push_str("token"),
            TypeData::Label => out.push_str("label"),
            TypeData::Metadata => out.push_str("metadata"),
            TypeData::X86Amx => out.push_str("x86_amx"),
            TypeData::Array { length, element } => {
                out.push_str("array<");
                int(out, *length);
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
                self.identified(out, ty, *name);
                out.push('>');
            }
            TypeData::LlvmFunction { result, params, vararg } => self.llvm_function(out, *result, params, *vararg),
            TypeData::TargetExt { name, types, ints } => self.target_ext(out, ctx.bytes(*name), types, ints),
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
            | TypeData::Opaque { .. } => self.write_parts(ctx, out, ty),
        }
    }

    /// Appends a pointer of a release before LLVM 17.
    fn typed_pointer(&mut self, out: &mut String, pointee: Type, address_space: u32) {
        out.push_str("ptr<");
        self.nested(out, pointee);
        if address_space != 0 {
            out.push_str(", ");
            int(out, address_space);
        }
        out.push('>');
    }

    /// Appends a function type of the LLVM dialect.
    fn llvm_function(&mut self, out: &mut String, result: Type, params: &[Type], vararg: bool) {
        out.push_str("func<");
        self.nested(out, result);
        out.push_str(" (");
        self.nested_list(out, params);
        if vararg {
            out.push_str(if params.is_empty() { "..." } else { ", ..." });
        }
        out.push_str(")>");
    }

    /// Appends a target extension type. Upstream writes its parts in full.
    fn target_ext(&mut self, out: &mut String, name: &[u8], types: &[Type], ints: &[u32]) {
        out.push_str("target<");
        quoted(out, name);
        for &ty in types {
            out.push_str(", ");
            self.part(out, ty);
        }
        for &number in ints {
            out.push_str(", ");
            int(out, number);
        }
        out.push('>');
    }

    /// Appends the elements of a struct in brackets.
    fn struct_elements(&mut self, out: &mut String, packed: bool, elements: &[Type]) {
        if packed {
            out.push_str("packed ");
        }
        out.push('(');
        self.nested_list(out, elements);
        out.push(')');
    }

    /// Appends types with commas between.
    fn list(&mut self, out: &mut String, types: &[Type]) {
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            if self.is_full(out) {
                return out.push_str("...");
            }
            self.part(out, ty);
        }
    }

    /// Appends types inside one of the LLVM dialect with commas between.
    fn nested_list(&mut self, out: &mut String, types: &[Type]) {
        for (i, &ty) in types.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            if self.is_full(out) {
                return out.push_str("...");
            }
            self.nested(out, ty);
        }
    }

    /// Appends the results of a function type: one alone, none or several in brackets.
    fn results(&mut self, ctx: &Context, out: &mut String, results: &[Type]) {
        match results {
            [one] if !matches!(ctx.type_data(*one), TypeData::Function { .. }) => self.part(out, *one),
            _ => {
                out.push('(');
                self.list(out, results);
                out.push(')');
            }
        }
    }

    /// Appends a shaped type after `open`; the second of its attributes is a memory space.
    fn shaped(
        &mut self,
        out: &mut String,
        open: &str,
        dims: Option<&[Dim]>,
        element: Type,
        attributes: [Option<Attr>; 2],
    ) {
        out.push_str(open);
        match dims {
            Some(dims) => dims.iter().for_each(|dim| dimension(out, dim)),
            None => out.push_str("*x"),
        }
        self.part(out, element);
        for (attr, is_space) in attributes.into_iter().zip([false, true]) {
            if let Some(attr) = attr {
                out.push_str(", ");
                self.attribute(out, attr, is_space);
            }
        }
        out.push('>');
    }
}

fn dimension(out: &mut String, dim: &Dim) {
    // A `String` takes all that is written to it.
    let _ = match dim.size {
        Some(size) if dim.scalable => write!(out, "[{size}]x"),
        Some(size) => {
            int(out, size);
            out.write_char('x')
        }
        None => out.write_str("?x"),
    };
}

/// Appends what is after a foreign dialect's name: `.body`, or `<body>`.
pub fn opaque_body(out: &mut String, body: &str) {
    if !body.starts_with('<') {
        out.push('.');
    }
    out.push_str(body);
}
