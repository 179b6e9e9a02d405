//! The `ptr` dialect's operations: pointers made of memrefs and memrefs made of pointers, arithmetic on them, and accesses
//! through them. MLIR, "'ptr' Dialect".

mod access;
pub(crate) mod translation;

use crate::VerifyResult;
use irtrip_dialect::diagnostic::{ExportCode, VerifyCode};
use irtrip_dialect::names::{ALIGNMENT, ORDERING};
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::translation::{Replacements, Translation, Translator};
use irtrip_dialect::types::TypeData;
use irtrip_dialect::verify::{EmitError, VerifyContext};
use irtrip_dialect::{Attr, AttrData, Context, Dialect, Type, enums, op_defs};

use access::{Access, ConstantValue};
use enums::PtrAtomicOrdering::{AcqRel, Acquire, Release};

/// The mnemonic of the type of what a memref has in addition to its pointer.
const METADATA: &str = "ptr_metadata";
/// The metadata of a memref, by the memref's type.
const fn metadata_of(place: Place) -> TypeInference {
    TypeInference::Over(place, ["ptr", METADATA, "metadata type"])
}

/// The `ptr` dialect.
pub static DIALECT: Dialect = Dialect::new("ptr", OP_DEFS)
    .types_over(&[METADATA])
    .llvm_type(|ctx, ty| address_space_of_pointer(ctx, ty).map(|space| ctx.ptr_type(space)));

/// What a definition becomes in LLVM IR.
const fn code(code: fn(&mut Translator<'_>) -> Result<Replacements, ExportCode>) -> LlvmForm {
    LlvmForm::Translation(Translation::Code(code))
}

/// The alignment of an access, if it is known: an array of one number.
const KNOWN_ALIGNMENT: AttrSlot = optional_property("alignment");
const ORDER: AttrSlot = default("ordering", SlotKind::Bits(enums::PtrAtomicOrdering::TABLE));
/// `atomic syncscope("agent") monotonic`
const ATOMIC: FormatElement = IfAttr(
    "ordering",
    &[
        Text("atomic"),
        IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]),
        Attr("ordering"),
    ],
);
const ALIGNED: FormatElement = Custom(&Access { words: &[] });
/// A mask has a bit for each element that is read or written.
const fn mask_of(mask: u8, elements: Place) -> (Place, TypeInference) {
    (Place::Operand(mask), TypeInference::I1Shape(elements))
}

op_defs! {
    of DIALECT;
    CONSTANT = OpDef::new("ptr.constant")
        .results(&[one("result", Any)])
        .attrs(&[required("value", SlotKind::Any)])
        .format(&[AttrDict, Custom(&ConstantValue)])
        .traits(&[Traits::PURE])
        .llvm(code(translation::constant));
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
    GATHER = OpDef::new("ptr.gather")
        .operands(&[one("ptrs", Any), one("mask", Any), one("passthrough", Any)])
        .results(&[one("result", Any)])
        .attrs(&[KNOWN_ALIGNMENT])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), ALIGNED, AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .types(&[mask_of(1, Place::Result(0)), (Place::Operand(2), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::READS])
        .verify(&[alignment])
        .llvm(code(translation::gather));
    GET_METADATA = OpDef::new("ptr.get_metadata")
        .operands(&[one("ptr", AnyMemRef)])
        .results(&[one("result", Any)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), metadata_of(Place::Operand(0)))])
        .traits(&[Traits::PURE]);
    LOAD = OpDef::new("ptr.load")
        .operands(&[one("ptr", Any)])
        .results(&[one("value", Any)])
        .attrs(&[
            KNOWN_ALIGNMENT, unit_property("volatile_"), unit_property("nontemporal"), unit_property("invariant"), unit_property("invariantGroup"), ORDER,
            may("syncscope", SlotKind::Str),
        ])
        .format(&[
            Keyword("volatile", "volatile_"), Operand(0), ATOMIC,
            Custom(&Access {
                words: &[
                    ("nontemporal", "nontemporal"), ("invariant", "invariant"), ("invariant_group", "invariantGroup"),
                ],
            }),
            AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .traits(&[Traits::READS])
        .verify(&[pointer, alignment, |cx, report| ordering(cx, &[Release, AcqRel], report)])
        .llvm(code(translation::load));
    MASKED_LOAD = OpDef::new("ptr.masked_load")
        .operands(&[one("ptr", Any), one("mask", Any), one("passthrough", Any)])
        .results(&[one("result", Any)])
        .attrs(&[KNOWN_ALIGNMENT])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), ALIGNED, AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .types(&[mask_of(1, Place::Result(0)), (Place::Operand(2), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::READS])
        .verify(&[pointer, alignment])
        .llvm(code(translation::masked_load));
    MASKED_STORE = OpDef::new("ptr.masked_store")
        .operands(&[one("value", Any), one("ptr", Any), one("mask", Any)])
        .attrs(&[KNOWN_ALIGNMENT])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), ALIGNED, AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .types(&[mask_of(2, Place::Operand(0))])
        .traits(&[Traits::WRITES])
        .verify(&[pointer, alignment])
        .llvm(code(translation::masked_store));
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
        .verify(&[rule!(verify_ptr_add)])
        .llvm(code(translation::add));
    PTR_DIFF = OpDef::new("ptr.ptr_diff")
        .operands(&[one("lhs", Any), one("rhs", Any)])
        .results(&[one("result", Any)])
        .attrs(&[default("flags", SlotKind::Bits(enums::PtrDiffFlags::TABLE))])
        .format(&[
            IfAttr("flags", &[Attr("flags")]), Operand(0), Text(","), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify_ptr_diff)])
        .llvm(code(translation::difference));
    SCATTER = OpDef::new("ptr.scatter")
        .operands(&[one("value", Any), one("ptrs", Any), one("mask", Any)])
        .attrs(&[KNOWN_ALIGNMENT])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), ALIGNED, AttrDict, Text(":"),
            Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .types(&[mask_of(2, Place::Operand(0))])
        .traits(&[Traits::WRITES])
        .verify(&[alignment])
        .llvm(code(translation::scatter));
    STORE = OpDef::new("ptr.store")
        .operands(&[one("value", Any), one("ptr", Any)])
        .attrs(&[
            KNOWN_ALIGNMENT, unit_property("volatile_"), unit_property("nontemporal"), unit_property("invariantGroup"), ORDER,
            may("syncscope", SlotKind::Str),
        ])
        .format(&[
            Keyword("volatile", "volatile_"), Operand(0), Text(","), Operand(1), ATOMIC,
            Custom(&Access { words: &[("nontemporal", "nontemporal"), ("invariant_group", "invariantGroup")] }),
            AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .traits(&[Traits::WRITES])
        .verify(&[pointer, alignment, |cx, report| ordering(cx, &[Acquire, AcqRel], report)])
        .llvm(code(translation::store));
    TO_PTR = OpDef::new("ptr.to_ptr")
        .operands(&[one("ptr", Any)])
        .results(&[one("result", Any)])
        .format(&[
            Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"),
            StrippedType(Place::Result(0), "ptr.ptr"),
        ])
        .traits(&[Traits::PURE])
        .verify(&[rule!(verify_to_ptr)]);
    TYPE_OFFSET = OpDef::new("ptr.type_offset")
        .results(&[one("result", AnyIntegerOrIndex)])
        .attrs(&[required("elementType", SlotKind::Type)])
        .format(&[Attr("elementType"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE])
        .llvm(code(translation::offset));
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
    if let Some(number) = space.strip_prefix("#llvm.address_space<") {
        return number.strip_suffix('>')?.trim().parse().ok();
    }
    if let Some(word) = space.strip_prefix("#nvvm.memory_space<") {
        let word = word.strip_suffix('>')?.trim();
        return NVVM_SPACES.iter().find(|(known, _)| *known == word).map(|(_, number)| *number);
    }
    (space == "#ptr.generic_space").then_some(0)
}

/// The words of `#nvvm.memory_space<...>` with their address spaces.
const NVVM_SPACES: [(&str, u32); 7] =
    [("generic", 0), ("global", 1), ("shared", 3), ("constant", 4), ("local", 5), ("tensor", 6), ("shared_cluster", 7)];

/// Whether an attribute is `#ptr.generic_space`.
pub(crate) fn is_generic_space(ctx: &Context, space: Attr) -> bool {
    matches!(ctx.attr_data(space), AttrData::Opaque { dialect, body, .. }
        if ctx.bytes(*dialect) == b"ptr" && ctx.bytes(*body) == b"generic_space")
}

/// The memref that metadata is of.
pub(crate) fn memref_of_metadata(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Opaque { dialect, body, parameter }
            if ctx.bytes(*dialect) == b"ptr" && ctx.bytes(*body) == METADATA.as_bytes() =>
        {
            *parameter
        }
        _ => None,
    }
}

fn is_pointer(cx: &VerifyContext, ty: Type) -> bool {
    space_of_pointer(cx.ctx, cx.ctx.scalar_type(ty)).is_some()
}

/// The operand `ptr` is a pointer.
fn pointer(cx: &VerifyContext, report: EmitError) {
    let place = cx.def.operands.iter().position(|slot| slot.name == "ptr").unwrap_or_default();
    if let Some(ty) = cx.operand_type(place).filter(|ty| space_of_pointer(cx.ctx, *ty).is_none()) {
        let found = cx.spell(ty);
        report(VerifyCode::Rule(format!("operand #{place} must be pointer type, but got '{found}'")));
    }
}

/// LangRef, "load", on alignment.
fn alignment(cx: &VerifyContext, report: EmitError) {
    let number = cx.attr(ALIGNMENT).and_then(|list| cx.ctx.int_value(*cx.ctx.items(list).first()?));
    match number {
        Some(..=0) => report(VerifyCode::PlainRule("alignment must be positive".to_owned())),
        Some(number) if number & (number - 1) != 0 => {
            report(VerifyCode::PlainRule("alignment must be a power of 2".to_owned()));
        }
        _ => {}
    }
}

/// LangRef, "Atomic Memory Ordering Constraints".
fn ordering(cx: &VerifyContext, others: &[enums::PtrAtomicOrdering], report: EmitError) {
    let found = cx.attr(ORDERING).and_then(|ordering| cx.ctx.enum_value(ordering)).unwrap_or_default();
    if found == enums::PtrAtomicOrdering::NotAtomic {
        return;
    }
    let has_alignment = cx.attr(ALIGNMENT).is_some_and(|list| !cx.ctx.items(list).is_empty());
    if others.contains(&found) {
        report(VerifyCode::Rule(format!("unsupported ordering '{}'", found.mlir())));
    } else if !has_alignment {
        report(VerifyCode::Rule("expected alignment for atomic access".to_owned()));
    }
}

fn verify_ptr_diff(cx: &VerifyContext) -> VerifyResult {
    let (pointers, result) = (cx.operand_type(0)?, cx.result_type()?);
    let is_number = |ty| matches!(cx.ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index);
    if !is_pointer(cx, pointers) {
        return Some("operand #0 must be pointer type or a shape of pointers");
    }
    if !is_number(cx.ctx.scalar_type(result)) {
        return Some("result #0 must be signless integer or index or a shape of them");
    }
    let same_shape = cx.ctx.with_scalar_type(pointers, cx.ctx.scalar_type(result)) == result;
    (!same_shape).then_some("requires the same shape for all operands and results")
}

fn verify_from_ptr(cx: &VerifyContext) -> VerifyResult {
    let (pointer, result) = (cx.operand_type(0)?, cx.result_type()?);
    if !is_pointer(cx, pointer) {
        return Some("operand #0 must be pointer type");
    }
    is_pointer(cx, result).then_some("the result type cannot be `!ptr.ptr`")
}

fn verify_to_ptr(cx: &VerifyContext) -> VerifyResult {
    let (source, result) = (cx.operand_type(0)?, cx.result_type()?);
    if !is_pointer(cx, result) {
        return Some("result #0 must be pointer type");
    }
    is_pointer(cx, source).then_some("the input value cannot be of type `!ptr.ptr`")
}

fn verify_ptr_add(cx: &VerifyContext) -> VerifyResult {
    let (base, offset) = (cx.operand_type(0)?, cx.operand_type(1)?);
    let is_number = |ty| matches!(cx.ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index);
    let has_shape = |ty: Type| cx.ctx.scalar_type(ty) != ty;
    if !is_pointer(cx, base) {
        return Some("operand #0 must be pointer type or a shape of pointers");
    }
    if !is_number(cx.ctx.scalar_type(offset)) {
        return Some("operand #1 must be signless integer or index or a shape of them");
    }
    let same_shape = cx.ctx.with_scalar_type(base, cx.ctx.scalar_type(offset)) == offset;
    (has_shape(base) && has_shape(offset) && !same_shape).then_some("shapes of base and offset must match")
}
