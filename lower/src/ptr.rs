//! The `ptr` dialect's operations: pointers made of buffers and buffers made of pointers, and arithmetic on them.

use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::types::TypeData;
use irtrip_dialect::verify::Site;
use irtrip_dialect::{Attr, AttrData, Context, Dialect, Type, enums, rows};

/// The mnemonic of the type of what a buffer has besides its pointer.
const METADATA: &str = "ptr_metadata";
/// The metadata of a buffer, by the buffer's type.
const fn metadata_of(place: Place) -> TypeInference {
    TypeInference::Over(place, ["ptr", METADATA, "metadata type"])
}

/// The `ptr` dialect.
pub static DIALECT: Dialect = Dialect::new("ptr", ROWS).types_over(&[METADATA]);

rows! {
    of DIALECT;
    /// `ptr.from_ptr`
    FROM_PTR = OpDef::new("ptr.from_ptr")
        .operands(&[one("ptr", Any), optional("metadata", Any)])
        .results(&[one("result", Any)])
        .format(&[
            Operand(0), IfOperand(1, &[Text("metadata"), Operand(1)]), AttrDict, Text(":"),
            StrippedType(Place::Operand(0), "ptr.ptr"), Text("->"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), metadata_of(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify_from_ptr)]);
    /// `ptr.get_metadata`
    GET_METADATA = OpDef::new("ptr.get_metadata")
        .operands(&[one("ptr", AnyMemRef)])
        .results(&[one("result", Any)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), metadata_of(Place::Operand(0)))])
        .traits(&[Traits::PURE]);
    /// `ptr.ptr_add`
    PTR_ADD = OpDef::new("ptr.ptr_add")
        .operands(&[one("base", Any), one("offset", Any)])
        .results(&[one("result", Any)])
        .attrs(&[default("flags", SlotKind::Bits(enums::PtrAddFlags::TABLE))])
        .format(&[
            IfAttr("flags", &[Attr("flags")]), Operand(0), Text(","), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Result(0), TypeInference::Broadcast(Place::Operand(0), Place::Operand(1)))])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify_ptr_add)]);
    /// `ptr.to_ptr`
    TO_PTR = OpDef::new("ptr.to_ptr")
        .operands(&[one("ptr", Any)])
        .results(&[one("result", Any)])
        .format(&[
            Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"),
            StrippedType(Place::Result(0), "ptr.ptr"),
        ])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify_to_ptr)]);
    /// `ptr.type_offset`
    TYPE_OFFSET = OpDef::new("ptr.type_offset")
        .results(&[one("result", AnyIntegerOrIndex)])
        .attrs(&[required("elementType", SlotKind::Type)])
        .format(&[Attr("elementType"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE]);
}

/// The memory space of `!ptr.ptr<space>` as text; `None` for other types.
fn space_of_pointer(ctx: &Context, ty: Type) -> Option<&str> {
    let TypeData::Opaque { dialect, body, .. } = ctx.type_data(ty) else { return None };
    let body = std::str::from_utf8(ctx.bytes(*body)).ok().filter(|_| ctx.bytes(*dialect) == b"ptr")?;
    body.strip_prefix("ptr<")?.strip_suffix('>').map(str::trim)
}

/// The address space of `!ptr.ptr<space>`; `None` for other types, and for spaces that LLVM IR has no number for.
pub(crate) fn address_space_of_pointer(ctx: &Context, ty: Type) -> Option<u32> {
    let space = space_of_pointer(ctx, ty)?;
    match space.strip_prefix("#llvm.address_space<") {
        Some(number) => number.strip_suffix('>')?.trim().parse().ok(),
        None => (space == "#ptr.generic_space").then_some(0),
    }
}

/// Whether an attribute is `#ptr.generic_space`.
pub(crate) fn is_generic_space(ctx: &Context, space: Attr) -> bool {
    matches!(ctx.attr_data(space), AttrData::Opaque { dialect, body, .. }
        if ctx.bytes(*dialect) == b"ptr" && ctx.bytes(*body) == b"generic_space")
}

/// The buffer that metadata is of.
pub(crate) fn buffer_of_metadata(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Opaque { dialect, body, parameter }
            if ctx.bytes(*dialect) == b"ptr" && ctx.bytes(*body) == METADATA.as_bytes() =>
        {
            *parameter
        }
        _ => None,
    }
}

/// What is wrong with an operation, if anything.
type Broken = Option<&'static str>;

fn is_pointer(site: &Site, ty: Type) -> bool {
    space_of_pointer(site.ctx, site.ctx.scalar_type(ty)).is_some()
}

fn verify_from_ptr(site: &Site) -> Broken {
    let (pointer, result) = (site.operand_type(0)?, site.result_type()?);
    if !is_pointer(site, pointer) {
        return Some("operand #0 must be pointer type");
    }
    is_pointer(site, result).then_some("the result type cannot be `!ptr.ptr`")
}

fn verify_to_ptr(site: &Site) -> Broken {
    let (source, result) = (site.operand_type(0)?, site.result_type()?);
    if !is_pointer(site, result) {
        return Some("result #0 must be pointer type");
    }
    is_pointer(site, source).then_some("the input value cannot be of type `!ptr.ptr`")
}

fn verify_ptr_add(site: &Site) -> Broken {
    let (base, offset) = (site.operand_type(0)?, site.operand_type(1)?);
    let is_number = |ty| matches!(site.ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index);
    let has_shape = |ty: Type| site.ctx.scalar_type(ty) != ty;
    if !is_pointer(site, base) {
        return Some("operand #0 must be pointer type or a shape of pointers");
    }
    if !is_number(site.ctx.scalar_type(offset)) {
        return Some("operand #1 must be signless integer or index or a shape of them");
    }
    let same_shape = site.ctx.with_scalar_type(base, site.ctx.scalar_type(offset)) == offset;
    (has_shape(base) && has_shape(offset) && !same_shape).then_some("shapes of base and offset must match")
}
