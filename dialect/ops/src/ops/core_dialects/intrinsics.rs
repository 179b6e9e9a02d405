//! The LLVM dialect's intrinsic operations, `llvm.intr.*`; LangRef, "Intrinsic Functions". Their definitions are made of
//! upstream's records, but for what stands in [`CODE`].

use crate::enums::FastmathFlags;
use crate::names;
use crate::ops::FormatElement::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::verify::checks;

pub use super::generated::intrinsics::*;

/// The type of a list of arguments, which was not written.
const POINTER_TO_LIST: &[(Derived, DerivedFrom)] = &[(Derived::Type(Place::Operand(0)), DerivedFrom::Pointer)];

/// The types of a coroutine's operands, where the result's alone was written.
const OF_COROUTINE: &[(Derived, DerivedFrom)] =
    &[(Derived::Type(Place::Operand(0)), DerivedFrom::Token), (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer)];

/// `(%p, %mask), alignment(4) : (T, U) -> V`
#[rustfmt::skip]
const LATER_MASKED_LOAD: &[OtherForm] = &[later_form(STRICT_PROPERTIES, &[
    Text("("), Operands, Text(")"), Text(","), Text("alignment"), Glue, Text("("), Attr("alignment"), Text(")"), AttrDict,
    Text(":"), FunctionalType,
], &[])];

/// `(%value, %p, %mask), alignment(4) : T, U into V`
#[rustfmt::skip]
const LATER_MASKED_STORE: &[OtherForm] = &[later_form(STRICT_PROPERTIES, &[
    Text("("), Operands, Text(")"), Text(","), Text("alignment"), Glue, Text("("), Attr("alignment"), Text(")"), AttrDict,
    Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(2)), Text("into"), Type(Place::Operand(1)),
], &[])];

/// What reads or writes memory.
const fn memory(name: &'static str, traits: &[Traits]) -> OpDef {
    OpDef::new(name).traits(traits)
}

/// An operation whose custom form before release 17 has fewer types.
const fn older(name: &'static str, form: &'static [OtherForm]) -> OpDef {
    OpDef::new(name).other_forms(form)
}

/// `%p`, without its type.
const fn older_bare(name: &'static str) -> OpDef {
    older(name, const { &[older_form(Release::V17, &[Operand(0), AttrDict], POINTER_TO_LIST)] })
}

/// `%p : T`, with the type of the result.
const fn older_unary(name: &'static str) -> OpDef {
    const FORM: &[FormatElement] = &[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))];
    older(name, const { &[older_form(Release::V17, FORM, POINTER_TO_LIST)] })
}

/// `%token, %p : T`, with the type of the result.
const fn older_of_coroutine(name: &'static str) -> OpDef {
    const FORM: &[FormatElement] = &[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))];
    older(name, const { &[older_form(Release::V17, FORM, OF_COROUTINE)] })
}

/// `2, %p : !llvm.ptr`, with the size first.
const fn older_lifetime(name: &'static str) -> OpDef {
    const FORM: &[FormatElement] =
        &[Custom(&syntax::LifetimeSize), Text(","), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))];
    older(name, const { &[older_form(Release::V22, FORM, &[])] })
}

/// A conversion whose rounding mode and exception behavior are metadata arguments.
const fn constrained(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name).intrinsic_with(intrinsic, &[0], &[0], &[], LoweringKind::Constrained)
}

/// A reduction that starts with a value, which may be in any order.
const fn reduction(name: &'static str) -> OpDef {
    const REASSOCIATION: &[RenamedAttribute] = &[RenamedAttribute {
        name: names::FASTMATH_FLAGS,
        older_name: "reassoc",
        was: FormerValue::Flags(FastmathFlags::REASSOC),
        releases: Releases::ALL.until(Release::V17),
    }];
    OpDef::new(name)
        .renamed_attributes(REASSOCIATION)
        .other_forms(const { &[later_form(STRICT_PROPERTIES, CALL_LIKE, &[])] })
}

/// The clauses of what reads or writes a matrix in memory.
#[rustfmt::skip]
const MATRIX_IN_MEMORY: &[FormatElement] = &[IfAttr("rows", &[
    Text(","), Text("is_volatile"), Text("="), Attr("isVolatile"), Text(","), Text("rows"), Text("="), Attr("rows"),
    Text(","), Text("columns"), Text("="), Attr("columns"),
])];

/// What no record says of the operations: effects on memory, forms of other releases, rules that upstream has code for, and
/// what is not the plain call of an intrinsic.
#[rustfmt::skip]
pub(super) const CODE: &[&[OpDef]] = &[&[
    memory("llvm.intr.memcpy", &[Traits::READS, Traits::WRITES]),
    memory("llvm.intr.memmove", &[Traits::READS, Traits::WRITES]),
    memory("llvm.intr.memcpy.inline", &[Traits::READS, Traits::WRITES]),
    memory("llvm.intr.memset", &[Traits::WRITES]),
    memory("llvm.intr.memset.inline", &[Traits::WRITES]),
    older_lifetime("llvm.intr.lifetime.start"),
    older_lifetime("llvm.intr.lifetime.end"),
    constrained("llvm.intr.experimental.constrained.uitofp", "llvm.experimental.constrained.uitofp"),
    constrained("llvm.intr.experimental.constrained.sitofp", "llvm.experimental.constrained.sitofp"),
    constrained("llvm.intr.experimental.constrained.fptrunc", "llvm.experimental.constrained.fptrunc"),
    constrained("llvm.intr.experimental.constrained.fpext", "llvm.experimental.constrained.fpext"),
    OpDef::new("llvm.intr.experimental.noalias.scope.decl")
        .intrinsic_with("llvm.experimental.noalias.scope.decl", &[], &[], &[], LoweringKind::AliasScope),
    OpDef::new("llvm.intr.assume").format(&[
        Operand(0), IfAttr("op_bundle_tags", &[Custom(&syntax::OpBundles)]), Text(":"), Type(Place::Operand(0)), AttrDict,
    ]),
    older("llvm.intr.coro.id", &[older_form(
        Release::V17,
        &[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), Text(","), Operand(3), AttrDict, Text(":"),
            Type(Place::Result(0)),
        ],
        &[
            (Derived::Type(Place::Operand(0)), DerivedFrom::I32), (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer),
            (Derived::Type(Place::Operand(2)), DerivedFrom::Pointer), (Derived::Type(Place::Operand(3)), DerivedFrom::Pointer),
        ],
    )]),
    older_of_coroutine("llvm.intr.coro.begin"),
    older_unary("llvm.intr.coro.save"),
    older("llvm.intr.coro.end", &[older_form(
        Release::V17,
        &[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))],
        &[
            (Derived::Type(Place::Operand(0)), DerivedFrom::Pointer), (Derived::Type(Place::Operand(1)), DerivedFrom::I1),
            (Derived::LastOperand, DerivedFrom::Token),
        ],
    )]),
    older_of_coroutine("llvm.intr.coro.free"),
    older_bare("llvm.intr.coro.resume"),
    OpDef::new("llvm.intr.dbg.declare").intrinsic_with("llvm.dbg.declare", &[], &[], &[], LoweringKind::Debug),
    OpDef::new("llvm.intr.dbg.value").intrinsic_with("llvm.dbg.value", &[], &[], &[], LoweringKind::Debug),
    OpDef::new("llvm.intr.dbg.label").intrinsic_with("llvm.dbg.label", &[], &[], &[], LoweringKind::Debug),
    older_bare("llvm.intr.vastart"),
    older("llvm.intr.vacopy", &[older_form(
        Release::V17,
        &[Operand(1), Text("to"), Operand(0), AttrDict],
        &[
            (Derived::Type(Place::Operand(0)), DerivedFrom::Pointer),
            (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer),
        ],
    )]),
    older_bare("llvm.intr.vaend"),
    older_unary("llvm.intr.eh.typeid.for"),
    older_bare("llvm.intr.stackrestore"),
    OpDef::new("llvm.intr.matrix.column.major.load").clauses(MATRIX_IN_MEMORY).intrinsic_with(
        "llvm.matrix.column.major.load", &[0], &[1], &[(2, "isVolatile"), (3, "rows"), (4, "columns")],
        LoweringKind::ElementAlign(0),
    ),
    OpDef::new("llvm.intr.matrix.column.major.store").clauses(MATRIX_IN_MEMORY).intrinsic_with(
        "llvm.matrix.column.major.store", &[], &[0, 2], &[(3, "isVolatile"), (4, "rows"), (5, "columns")],
        LoweringKind::ElementAlign(1),
    ),
    OpDef::new("llvm.intr.matrix.multiply").clauses(&[IfAttr("lhs_rows", &[
        Text(","), Text("lhs_rows"), Text("="), Attr("lhs_rows"), Text(","), Text("lhs_columns"), Text("="),
        Attr("lhs_columns"), Text(","), Text("rhs_columns"), Text("="), Attr("rhs_columns"),
    ])]).intrinsic_with(
        "llvm.matrix.multiply", &[0], &[0, 1], &[(2, "lhs_rows"), (3, "lhs_columns"), (4, "rhs_columns")], LoweringKind::Plain,
    ),
    OpDef::new("llvm.intr.matrix.transpose").clauses(&[IfAttr("rows", &[
        Text(","), Text("rows"), Text("="), Attr("rows"), Text(","), Text("columns"), Text("="), Attr("columns"),
    ])]).intrinsic_with("llvm.matrix.transpose", &[0], &[], &[(1, "rows"), (2, "columns")], LoweringKind::Plain),
    OpDef::new("llvm.intr.masked.load").other_forms(LATER_MASKED_LOAD).clauses(PROPERTIES_CLAUSE)
        .intrinsic_with("llvm.masked.load", &[0], &[0], &[], LoweringKind::MaskedAlign(0)),
    OpDef::new("llvm.intr.masked.store").other_forms(LATER_MASKED_STORE)
        .intrinsic_with("llvm.masked.store", &[], &[0, 1], &[], LoweringKind::MaskedAlign(1)),
    OpDef::new("llvm.intr.masked.gather").verify(&[checks::one_pointer_an_element]).other_forms(LATER_MASKED_LOAD)
        .intrinsic_with("llvm.masked.gather", &[0], &[0], &[], LoweringKind::MaskedAlign(0)),
    OpDef::new("llvm.intr.masked.scatter").verify(&[checks::one_pointer_an_element]).other_forms(LATER_MASKED_STORE)
        .intrinsic_with("llvm.masked.scatter", &[], &[0, 1], &[], LoweringKind::MaskedAlign(1)),
    OpDef::new("llvm.intr.sincos").verify(&[checks::pair_of_operand]),
    OpDef::new("llvm.intr.ubsantrap").other_forms(&[later_form(
        STRICT_PROPERTIES, &[Text("failureKind"), Text("="), Attr("failureKind"), AttrDict], &[],
    )]),
    reduction("llvm.intr.vector.reduce.fadd"),
    reduction("llvm.intr.vector.reduce.fmul"),
    OpDef::new("llvm.intr.vector.insert").verify(&[checks::vector_insert]),
    OpDef::new("llvm.intr.vector.extract").verify(&[checks::vector_extract]),
    OpDef::new("llvm.intr.vector.interleave2").verify(&[checks::interleave]),
]];
