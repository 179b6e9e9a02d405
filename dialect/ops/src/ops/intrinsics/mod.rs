//! The LLVM dialect's intrinsic operations, `llvm.intr.*`; LangRef, "Intrinsic Functions". Those that compute are in [`math`],
//! those under a mask in [`vector_predication`].

pub mod math;
pub mod vector_predication;

use super::FormatElement::*;
use super::TypeConstraint::*;
use super::build::*;
use super::*;
use crate::attr_table as attr;
use crate::enums;
use crate::verify::checks;

const ANY_ARGUMENT: &[ValueConstraint] = &[one("arg_0", LlvmType)];
const ROUNDING_AND_EXCEPTIONS: &[AttrSlot] = &[
    required("roundingmode", SlotKind::Enum(enums::RoundingMode::TABLE)),
    required("fpExceptionBehavior", SlotKind::Enum(enums::FpExceptionBehavior::TABLE)),
];
const POINTER: &[ValueConstraint] = &[one("ptr", Pointer)];
const POINTER_RESULT: &[ValueConstraint] = &[one("res", Pointer)];

/// Upstream's `LLVM_ConstrainedIntr` with a rounding mode.
const fn constrained(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(ANY_ARGUMENT)
        .result()
        .attrs(ROUNDING_AND_EXCEPTIONS)
        .format(&[
            Operand(0),
            Attr("roundingmode"),
            Attr("fpExceptionBehavior"),
            AttrDict,
            Text(":"),
            Type(Place::Operand(0)),
            Text("to"),
            ResultTypes,
        ])
        .traits(&[Traits::PURE])
        .intrinsic_with(intrinsic, &[0], &[0], &[], Special::Constrained)
}

/// A pointer to the same memory, of which other things may be assumed.
const fn invariant_group(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(POINTER)
        .results(POINTER_RESULT)
        .format(UNARY)
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic(intrinsic, &[], &[0])
}

/// The type of a list of arguments, which was not written.
const POINTER_TO_LIST: &[(Derived, DerivedFrom)] = &[(Derived::Type(Place::Operand(0)), DerivedFrom::Pointer)];

/// `%p`, without its type.
const OLDER_BARE: &[OtherForm] = &[older_form(Release::V17, &[Operand(0), AttrDict], POINTER_TO_LIST)];

/// The types of a coroutine's operands, where the result's alone was written.
const OF_COROUTINE: &[(Derived, DerivedFrom)] =
    &[(Derived::Type(Place::Operand(0)), DerivedFrom::Token), (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer)];

/// `%p : T`, with the type of the result.
const OLDER_UNARY: &[OtherForm] =
    &[older_form(Release::V17, &[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))], POINTER_TO_LIST)];

/// `%token, %p : T`, with the type of the result.
const OLDER_OF_COROUTINE: &[OtherForm] = &[older_form(
    Release::V17,
    &[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))],
    OF_COROUTINE,
)];

/// `(%p, %mask), alignment(4) : (T, U) -> V`
const LATER_MASKED_LOAD: &[OtherForm] = &[later_form(
    STRICT_PROPERTIES,
    &[
        Text("("),
        Operands,
        Text(")"),
        Text(","),
        Text("alignment"),
        Glue,
        Text("("),
        Attr("alignment"),
        Text(")"),
        AttrDict,
        Text(":"),
        FunctionalType,
    ],
    &[],
)];

/// `(%value, %p, %mask), alignment(4) : T, U into V`
const LATER_MASKED_STORE: &[OtherForm] = &[later_form(
    STRICT_PROPERTIES,
    &[
        Text("("),
        Operands,
        Text(")"),
        Text(","),
        Text("alignment"),
        Glue,
        Text("("),
        Attr("alignment"),
        Text(")"),
        AttrDict,
        Text(":"),
        Type(Place::Operand(0)),
        Text(","),
        Type(Place::Operand(2)),
        Text("into"),
        Type(Place::Operand(1)),
    ],
    &[],
)];

/// The clauses of what reads or writes a matrix in memory.
const MATRIX_IN_MEMORY: &[FormatElement] = &[IfAttr(
    "rows",
    &[
        Text(","),
        Text("is_volatile"),
        Text("="),
        Attr("isVolatile"),
        Text(","),
        Text("rows"),
        Text("="),
        Attr("rows"),
        Text(","),
        Text("columns"),
        Text("="),
        Attr("columns"),
    ],
)];

/// `2, %p : !llvm.ptr`, with the size in front.
const OLDER_LIFETIME: &[OtherForm] = &[older_form(
    Release::V22,
    &[Custom(&syntax::LifetimeSize), Text(","), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))],
    &[],
)];

rows! {
    core Llvm core_dialects::first_row::intrinsics;
    PREFETCH = OpDef::new("llvm.intr.prefetch")
        .operands(&[one("addr", Pointer)])
        .attrs(&[
            required("rw", SlotKind::Int(32)), required("hint", SlotKind::Int(32)),
            required("cache", SlotKind::Int(32)),
        ])
        .intrinsic_with("llvm.prefetch", &[], &[0], &[(1, "rw"), (2, "hint"), (3, "cache")], Special::Plain);
    MEMCPY = OpDef::new("llvm.intr.memcpy")
        .operands(&[one("dst", Pointer), one("src", Pointer), one("len", Int)])
        .attrs(&[
            required("isVolatile", SlotKind::Bool), ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA, ARG_ATTRS,
            RES_ATTRS,
        ])
        .intrinsic_with("llvm.memcpy", &[], &[0, 1, 2], &[(3, "isVolatile")], Special::Plain)
        .traits(&[Traits::READS, Traits::WRITES]);
    MEMMOVE = OpDef::new("llvm.intr.memmove")
        .operands(&[one("dst", Pointer), one("src", Pointer), one("len", Int)])
        .attrs(&[
            required("isVolatile", SlotKind::Bool), ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA, ARG_ATTRS,
            RES_ATTRS,
        ])
        .intrinsic_with("llvm.memmove", &[], &[0, 1, 2], &[(3, "isVolatile")], Special::Plain)
        .traits(&[Traits::READS, Traits::WRITES]);
    MEMCPY_INLINE = OpDef::new("llvm.intr.memcpy.inline")
        .operands(&[one("dst", Pointer), one("src", Pointer)])
        .attrs(&[
            required("len", SlotKind::AnyInt), required("isVolatile", SlotKind::Bool), ACCESS_GROUPS, ALIAS_SCOPES,
            NOALIAS_SCOPES, TBAA, ARG_ATTRS, RES_ATTRS,
        ])
        .intrinsic_with("llvm.memcpy.inline", &[], &[0, 1, 2], &[(2, "len"), (3, "isVolatile")], Special::Plain)
        .traits(&[Traits::READS, Traits::WRITES]);
    MEMSET = OpDef::new("llvm.intr.memset")
        .operands(&[one("dst", Pointer), one("val", I8), one("len", Int)])
        .attrs(&[
            required("isVolatile", SlotKind::Bool), ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA, ARG_ATTRS,
            RES_ATTRS,
        ])
        .intrinsic_with("llvm.memset", &[], &[0, 2], &[(3, "isVolatile")], Special::Plain)
        .traits(&[Traits::WRITES]);
    MEMSET_INLINE = OpDef::new("llvm.intr.memset.inline")
        .operands(&[one("dst", Pointer), one("val", I8)])
        .attrs(&[
            required("len", SlotKind::AnyInt), required("isVolatile", SlotKind::Bool), ACCESS_GROUPS, ALIAS_SCOPES,
            NOALIAS_SCOPES, TBAA, ARG_ATTRS, RES_ATTRS,
        ])
        .intrinsic_with("llvm.memset.inline", &[], &[0, 2], &[(2, "len"), (3, "isVolatile")], Special::Plain)
        .traits(&[Traits::WRITES]);
    EXPERIMENTAL_NOALIAS_SCOPE_DECL = OpDef::new("llvm.intr.experimental.noalias.scope.decl")
        .attrs(&[required("scope", SlotKind::Llvm(attr::ALIAS_SCOPE))])
        .format(&[Attr("scope"), AttrDict])
        .intrinsic_with("llvm.experimental.noalias.scope.decl", &[], &[], &[], Special::AliasScope);
    PTRMASK = OpDef::new("llvm.intr.ptrmask")
        .operands(&[one("ptr", PointerLike), one("mask", IntLike)])
        .results(&[one("res", PointerLike)])
        .format(&[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), FunctionalType])
        .traits(&[Traits::PURE])
        .verify(&[|site, report| checks::same(site, &[Place::Operand(0), Place::Result(0)], report)])
        .intrinsic("llvm.ptrmask", &[], &[0, 1]);
    LIFETIME_START = OpDef::new("llvm.intr.lifetime.start")
        .operands(&[one("ptr", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_LIFETIME)
        .intrinsic("llvm.lifetime.start", &[], &[0]);
    LIFETIME_END = OpDef::new("llvm.intr.lifetime.end")
        .operands(&[one("ptr", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_LIFETIME)
        .intrinsic("llvm.lifetime.end", &[], &[0]);
    INVARIANT_START = OpDef::new("llvm.intr.invariant.start")
        .operands(&[one("ptr", Pointer)])
        .results(&[one("res", DefaultPointer)])
        .attrs(&[required("size", SlotKind::Int(64))])
        .format(&[Attr("size"), Text(","), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), TypeInference::Pointer)])
        .intrinsic_with("llvm.invariant.start", &[], &[1], &[(0, "size")], Special::Plain);
    INVARIANT_END = OpDef::new("llvm.intr.invariant.end")
        .operands(&[one("start", DefaultPointer), one("ptr", Pointer)])
        .attrs(&[required("size", SlotKind::Int(64))])
        .format(&[
            Operand(0), Text(","), Attr("size"), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(0), TypeInference::Pointer)])
        .intrinsic_with("llvm.invariant.end", &[], &[2], &[(1, "size")], Special::Plain);
    LAUNDER_INVARIANT_GROUP = invariant_group("llvm.intr.launder.invariant.group", "llvm.launder.invariant.group");
    STRIP_INVARIANT_GROUP = invariant_group("llvm.intr.strip.invariant.group", "llvm.strip.invariant.group");
    EXPERIMENTAL_CONSTRAINED_UITOFP = constrained("llvm.intr.experimental.constrained.uitofp", "llvm.experimental.constrained.uitofp");
    EXPERIMENTAL_CONSTRAINED_SITOFP = constrained("llvm.intr.experimental.constrained.sitofp", "llvm.experimental.constrained.sitofp");
    EXPERIMENTAL_CONSTRAINED_FPTRUNC = constrained("llvm.intr.experimental.constrained.fptrunc", "llvm.experimental.constrained.fptrunc");
    EXPERIMENTAL_CONSTRAINED_FPEXT = OpDef::new("llvm.intr.experimental.constrained.fpext")
        .operands(&[one("arg_0", LlvmType)])
        .result()
        .attrs(&[required("fpExceptionBehavior", SlotKind::Enum(enums::FpExceptionBehavior::TABLE))])
        .format(&[
            Operand(0), Attr("fpExceptionBehavior"), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            ResultTypes,
        ])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.experimental.constrained.fpext", &[0], &[0], &[], Special::Constrained);
    ASSUME = OpDef::new("llvm.intr.assume")
        .operands(&[
            one("cond", I1), group("op_bundle_operands", Arity::VariadicOfVariadic("op_bundle_sizes"), LlvmType),
        ])
        .attrs(&[required("op_bundle_sizes", SlotKind::DenseI32), may("op_bundle_tags", SlotKind::Array)])
        .format(&[
            Operand(0), IfAttr("op_bundle_tags", &[Custom(&syntax::OpBundles)]), Text(":"), Type(Place::Operand(0)),
            AttrDict,
        ])
        .intrinsic("llvm.assume", &[], &[]);
    SSA_COPY = OpDef::new("llvm.intr.ssa.copy")
        .operands(&[one("operand", Any)])
        .result()
        .format(UNARY)
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.ssa.copy", &[], &[0]);
    IS_CONSTANT = OpDef::new("llvm.intr.is.constant")
        .operands(&[one("val", LlvmType)])
        .results(&[one("res", I1)])
        .traits(&[Traits::PURE])
        .intrinsic("llvm.is.constant", &[], &[0]);
    EXPECT = OpDef::new("llvm.intr.expect")
        .operands(&[one("val", Int), one("expected", Int)])
        .result()
        .format(&[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::Same(Place::Operand(0))),
        ])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .intrinsic("llvm.expect", &[], &[0]);
    EXPECT_WITH_PROBABILITY = OpDef::new("llvm.intr.expect.with.probability")
        .operands(&[one("val", Int), one("expected", Int)])
        .result()
        .attrs(&[required("prob", SlotKind::F64)])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Attr("prob"), AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Operand(0))), (Place::Result(0), TypeInference::Same(Place::Operand(1))),
        ])
        .traits(&[Traits::PURE])
        .intrinsic_with("llvm.expect.with.probability", &[], &[0], &[(2, "prob")], Special::Plain);
    THREADLOCAL_ADDRESS = OpDef::new("llvm.intr.threadlocal.address")
        .operands(&[one("global", Pointer)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.threadlocal.address", &[], &[0]);
    CORO_ID = OpDef::new("llvm.intr.coro.id")
        .operands(&[one("align", I32), one("promise", Pointer), one("coroaddr", Pointer), one("fnaddrs", Pointer)])
        .result()
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), Text(","), Operand(3), AttrDict, Text(":"),
            FunctionalType,
        ])
        .other_forms(&[older_form(
            Release::V17,
            &[
                Operand(0), Text(","), Operand(1), Text(","), Operand(2), Text(","), Operand(3), AttrDict, Text(":"),
                Type(Place::Result(0)),
            ],
            &[
                (Derived::Type(Place::Operand(0)), DerivedFrom::I32),
                (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer),
                (Derived::Type(Place::Operand(2)), DerivedFrom::Pointer),
                (Derived::Type(Place::Operand(3)), DerivedFrom::Pointer),
            ],
        )])
        .intrinsic("llvm.coro.id", &[], &[]);
    CORO_BEGIN = OpDef::new("llvm.intr.coro.begin")
        .operands(&[one("token", Token), one("mem", Pointer)])
        .result()
        .format(&[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), FunctionalType])
        .other_forms(OLDER_OF_COROUTINE)
        .intrinsic("llvm.coro.begin", &[], &[]);
    CORO_SIZE = OpDef::new("llvm.intr.coro.size").result().format(NULLARY).intrinsic("llvm.coro.size", &[0], &[]);
    CORO_ALIGN = OpDef::new("llvm.intr.coro.align").result().format(NULLARY).intrinsic("llvm.coro.align", &[0], &[]);
    CORO_SAVE = OpDef::new("llvm.intr.coro.save")
        .operands(&[one("handle", Pointer)])
        .result()
        .format(UNARY_FUNCTIONAL)
        .other_forms(OLDER_UNARY)
        .intrinsic("llvm.coro.save", &[], &[]);
    CORO_SUSPEND = OpDef::new("llvm.intr.coro.suspend")
        .operands(&[one("save", Token), one("final", I1)])
        .result()
        .format(BINARY)
        .types(&[(Place::Operand(0), TypeInference::Token), (Place::Operand(1), TypeInference::I1)])
        .intrinsic("llvm.coro.suspend", &[], &[]);
    CORO_END = OpDef::new("llvm.intr.coro.end")
        .operands(&[one("handle", Pointer), one("unwind", I1), one("retvals", Token)])
        .result()
        .format(&[Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), FunctionalType])
        .other_forms(&[older_form(
            Release::V17, &[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))],
            &[
                (Derived::Type(Place::Operand(0)), DerivedFrom::Pointer),
                (Derived::Type(Place::Operand(1)), DerivedFrom::I1), (Derived::LastOperand, DerivedFrom::Token),
            ],
        )])
        .intrinsic("llvm.coro.end", &[], &[]);
    CORO_FREE = OpDef::new("llvm.intr.coro.free")
        .operands(&[one("id", Token), one("handle", Pointer)])
        .result()
        .format(&[Operand(0), Text(","), Operand(1), AttrDict, Text(":"), FunctionalType])
        .other_forms(OLDER_OF_COROUTINE)
        .intrinsic("llvm.coro.free", &[], &[]);
    CORO_RESUME = OpDef::new("llvm.intr.coro.resume")
        .operands(&[one("handle", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_BARE)
        .intrinsic("llvm.coro.resume", &[], &[]);
    CORO_PROMISE = OpDef::new("llvm.intr.coro.promise")
        .operands(&[one("handle", Pointer), one("align", I32), one("from", I1)])
        .results(&[one("res", Pointer)])
        .format(&[Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), FunctionalType])
        .intrinsic("llvm.coro.promise", &[], &[]);
    DBG_DECLARE = OpDef::new("llvm.intr.dbg.declare")
        .operands(&[one("addr", Pointer)])
        .attrs(&[
            required("varInfo", SlotKind::Llvm(attr::DI_LOCAL_VARIABLE)),
            default_empty("locationExpr", SlotKind::Llvm(attr::DI_EXPRESSION)),
        ])
        .format(&[
            QualifiedAttr("varInfo"), IfAttr("locationExpr", &[QualifiedAttr("locationExpr")]), Text("="), Operand(0),
            Text(":"), Type(Place::Operand(0)), AttrDict,
        ])
        .intrinsic_with("llvm.dbg.declare", &[], &[], &[], Special::Debug);
    DBG_VALUE = OpDef::new("llvm.intr.dbg.value")
        .operands(&[one("value", LlvmType)])
        .attrs(&[
            required("varInfo", SlotKind::Llvm(attr::DI_LOCAL_VARIABLE)),
            default_empty("locationExpr", SlotKind::Llvm(attr::DI_EXPRESSION)),
        ])
        .format(&[
            QualifiedAttr("varInfo"), IfAttr("locationExpr", &[QualifiedAttr("locationExpr")]), Text("="), Operand(0),
            Text(":"), Type(Place::Operand(0)), AttrDict,
        ])
        .intrinsic_with("llvm.dbg.value", &[], &[], &[], Special::Debug);
    DBG_LABEL = OpDef::new("llvm.intr.dbg.label")
        .attrs(&[required("label", SlotKind::Llvm(attr::DI_LABEL))])
        .format(&[Attr("label"), AttrDict])
        .intrinsic_with("llvm.dbg.label", &[], &[], &[], Special::Debug);
    VASTART = OpDef::new("llvm.intr.vastart")
        .operands(&[one("arg_list", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_BARE)
        .intrinsic("llvm.va_start", &[], &[0]);
    VACOPY = OpDef::new("llvm.intr.vacopy")
        .operands(&[one("dest_list", Pointer), one("src_list", Pointer)])
        .format(&[Operand(1), Text("to"), Operand(0), AttrDict, Text(":"), OperandTypes])
        .other_forms(&[older_form(
            Release::V17, &[Operand(1), Text("to"), Operand(0), AttrDict],
            &[
                (Derived::Type(Place::Operand(0)), DerivedFrom::Pointer),
                (Derived::Type(Place::Operand(1)), DerivedFrom::Pointer),
            ],
        )])
        .intrinsic("llvm.va_copy", &[], &[0]);
    VAEND = OpDef::new("llvm.intr.vaend")
        .operands(&[one("arg_list", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_BARE)
        .intrinsic("llvm.va_end", &[], &[0]);
    EH_TYPEID_FOR = OpDef::new("llvm.intr.eh.typeid.for")
        .operands(&[one("type_info", Pointer)])
        .result()
        .format(UNARY_FUNCTIONAL)
        .other_forms(OLDER_UNARY)
        .intrinsic("llvm.eh.typeid.for", &[], &[0]);
    STACKSAVE = OpDef::new("llvm.intr.stacksave").result().format(NULLARY).intrinsic("llvm.stacksave", &[0], &[]);
    STACKRESTORE = OpDef::new("llvm.intr.stackrestore")
        .operands(&[one("ptr", Pointer)])
        .format(UNARY)
        .other_forms(OLDER_BARE)
        .intrinsic("llvm.stackrestore", &[], &[0]);
    MATRIX_COLUMN_MAJOR_LOAD = OpDef::new("llvm.intr.matrix.column.major.load")
        .operands(&[one("data", Pointer), one("stride", Int)])
        .results(&[one("res", Vector)])
        .attrs(&[
            required("isVolatile", SlotKind::Bool), required("rows", SlotKind::Int(32)),
            required("columns", SlotKind::Int(32)),
        ])
        .format(&[
            Operand(0), Text(","), Text("<"), Text("stride"), Text("="), Operand(1), Text(">"), AttrDict, Text(":"),
            Type(Place::Result(0)), Text("from"), Type(Place::Operand(0)), Text("stride"), Type(Place::Operand(1)),
        ])
        .clauses(MATRIX_IN_MEMORY)
        .intrinsic_with(
            "llvm.matrix.column.major.load", &[0], &[1], &[(2, "isVolatile"), (3, "rows"), (4, "columns")],
            Special::ElementAlign(0),
        );
    MATRIX_COLUMN_MAJOR_STORE = OpDef::new("llvm.intr.matrix.column.major.store")
        .operands(&[one("matrix", Vector), one("data", Pointer), one("stride", Int)])
        .attrs(&[
            required("isVolatile", SlotKind::Bool), required("rows", SlotKind::Int(32)),
            required("columns", SlotKind::Int(32)),
        ])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Text("<"), Text("stride"), Text("="), Operand(2), Text(">"),
            AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Operand(1)), Text("stride"),
            Type(Place::Operand(2)),
        ])
        .clauses(MATRIX_IN_MEMORY)
        .intrinsic_with(
            "llvm.matrix.column.major.store", &[], &[0, 2], &[(3, "isVolatile"), (4, "rows"), (5, "columns")],
            Special::ElementAlign(1),
        );
    MATRIX_MULTIPLY = OpDef::new("llvm.intr.matrix.multiply")
        .operands(&[one("lhs", Vector), one("rhs", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[
            required("lhs_rows", SlotKind::Int(32)), required("lhs_columns", SlotKind::Int(32)),
            required("rhs_columns", SlotKind::Int(32)),
        ])
        .format(&[
            Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Text("("), Type(Place::Operand(0)), Text(","),
            Type(Place::Operand(1)), Text(")"), Text("->"), Type(Place::Result(0)),
        ])
        .clauses(&[IfAttr(
            "lhs_rows",
            &[
                Text(","), Text("lhs_rows"), Text("="), Attr("lhs_rows"), Text(","), Text("lhs_columns"), Text("="),
                Attr("lhs_columns"), Text(","), Text("rhs_columns"), Text("="), Attr("rhs_columns"),
            ],
        )])
        .intrinsic_with(
            "llvm.matrix.multiply", &[0], &[0, 1], &[(2, "lhs_rows"), (3, "lhs_columns"), (4, "rhs_columns")],
            Special::Plain,
        );
    MATRIX_TRANSPOSE = OpDef::new("llvm.intr.matrix.transpose")
        .operands(&[one("matrix", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("rows", SlotKind::Int(32)), required("columns", SlotKind::Int(32))])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("into"), Type(Place::Result(0))])
        .clauses(&[IfAttr(
            "rows",
            &[Text(","), Text("rows"), Text("="), Attr("rows"), Text(","), Text("columns"), Text("="), Attr("columns")],
        )])
        .intrinsic_with("llvm.matrix.transpose", &[0], &[], &[(1, "rows"), (2, "columns")], Special::Plain);
    GET_ACTIVE_LANE_MASK = OpDef::new("llvm.intr.get.active.lane.mask")
        .operands(&[one("base", Int), one("n", Int)])
        .result()
        .format(&[
            Operand(0), Text(","), Operand(1), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","),
            Type(Place::Operand(1)), Text("to"), Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .intrinsic("llvm.get.active.lane.mask", &[0], &[0]);
    MASKED_LOAD = OpDef::new("llvm.intr.masked.load")
        .operands(&[one("data", Pointer), one("mask", VectorOfI1), optional("pass_thru", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("alignment", SlotKind::Int(32)), unit("nontemporal")])
        .format(&[Operands, AttrDict, Text(":"), FunctionalType])
        .other_forms(LATER_MASKED_LOAD)
        .clauses(PROPERTIES_CLAUSE)
        .intrinsic_with("llvm.masked.load", &[0], &[0], &[], Special::MaskedAlign(0));
    MASKED_STORE = OpDef::new("llvm.intr.masked.store")
        .operands(&[one("value", Vector), one("data", Pointer), one("mask", VectorOfI1)])
        .attrs(&[required("alignment", SlotKind::Int(32))])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), Type(Place::Operand(0)),
            Text(","), Type(Place::Operand(2)), Text("into"), Type(Place::Operand(1)),
        ])
        .other_forms(LATER_MASKED_STORE)
        .intrinsic_with("llvm.masked.store", &[], &[0, 1], &[], Special::MaskedAlign(1));
    MASKED_GATHER = OpDef::new("llvm.intr.masked.gather")
        .operands(&[one("ptrs", VectorOfPointer), one("mask", VectorOfI1), variadic("pass_thru", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("alignment", SlotKind::Int(32))])
        .format(&[Operands, AttrDict, Text(":"), FunctionalType])
        .verify(&[checks::one_pointer_an_element])
        .other_forms(LATER_MASKED_LOAD)
        .intrinsic_with("llvm.masked.gather", &[0], &[0], &[], Special::MaskedAlign(0));
    MASKED_SCATTER = OpDef::new("llvm.intr.masked.scatter")
        .operands(&[one("value", Vector), one("ptrs", VectorOfPointer), one("mask", VectorOfI1)])
        .attrs(&[required("alignment", SlotKind::Int(32))])
        .format(&[
            Operand(0), Text(","), Operand(1), Text(","), Operand(2), AttrDict, Text(":"), Type(Place::Operand(0)),
            Text(","), Type(Place::Operand(2)), Text("into"), Type(Place::Operand(1)),
        ])
        .verify(&[checks::one_pointer_an_element])
        .other_forms(LATER_MASKED_STORE)
        .intrinsic_with("llvm.masked.scatter", &[], &[0, 1], &[], Special::MaskedAlign(1));
    MASKED_EXPANDLOAD = OpDef::new("llvm.intr.masked.expandload")
        .operands(&[one("ptr", Pointer), one("mask", VectorOfI1), one("passthru", Vector)])
        .result()
        .attrs(&[ARG_ATTRS, RES_ATTRS])
        .intrinsic("llvm.masked.expandload", &[0], &[]);
    MASKED_COMPRESSSTORE = OpDef::new("llvm.intr.masked.compressstore")
        .operands(&[one("value", Vector), one("ptr", Pointer), one("mask", VectorOfI1)])
        .attrs(&[ARG_ATTRS, RES_ATTRS])
        .intrinsic("llvm.masked.compressstore", &[], &[0]);
    VAR_ANNOTATION = OpDef::new("llvm.intr.var.annotation")
        .operands(&[
            one("val", Pointer), one("annotation", Pointer), one("fileName", Pointer), one("line", I32),
            one("attr", Pointer),
        ])
        .verify(&[|site, report| checks::same(site, &[Place::Operand(1), Place::Operand(2), Place::Operand(4)], report)])
        .intrinsic("llvm.var.annotation", &[], &[0, 1]);
    PTR_ANNOTATION = OpDef::new("llvm.intr.ptr.annotation")
        .operands(&[
            one("ptr", Pointer), one("annotation", Pointer), one("fileName", Pointer), one("line", I32),
            one("attr", Pointer),
        ])
        .results(&[one("res", Pointer)])
        .verify(&[
            |site, report| checks::same(site, &[Place::Result(0), Place::Operand(0)], report),
            |site, report| checks::same(site, &[Place::Operand(1), Place::Operand(2), Place::Operand(4)], report),
        ])
        .intrinsic("llvm.ptr.annotation", &[0], &[2]);
    ANNOTATION = OpDef::new("llvm.intr.annotation")
        .operands(&[one("integer", Int), one("annotation", Pointer), one("fileName", Pointer), one("line", I32)])
        .results(&[one("res", Int)])
        .verify(&[
            |site, report| checks::same(site, &[Place::Result(0), Place::Operand(0)], report), |site, report| checks::same(site, &[Place::Operand(1), Place::Operand(2)], report),
        ])
        .intrinsic("llvm.annotation", &[0], &[2]);
    TRAP = OpDef::new("llvm.intr.trap").format(BARE).intrinsic("llvm.trap", &[], &[]);
    DEBUGTRAP = OpDef::new("llvm.intr.debugtrap").format(BARE).intrinsic("llvm.debugtrap", &[], &[]);
    UBSANTRAP = OpDef::new("llvm.intr.ubsantrap")
        .attrs(&[required("failureKind", SlotKind::Int(8))])
        .format(&[PropDict, AttrDict])
        .other_forms(&[later_form(STRICT_PROPERTIES, &[Text("failureKind"), Text("="), Attr("failureKind"), AttrDict], &[])])
        .intrinsic_with("llvm.ubsantrap", &[], &[], &[(0, "failureKind")], Special::Plain);
    VSCALE = OpDef::new("llvm.intr.vscale").result().intrinsic("llvm.vscale", &[0], &[]);
    STEPVECTOR = OpDef::new("llvm.intr.stepvector")
        .results(&[one("res", VectorOfInt)])
        .format(NULLARY)
        .traits(&[Traits::PURE])
        .intrinsic("llvm.stepvector", &[0], &[]);
    VECTOR_INSERT = OpDef::new("llvm.intr.vector.insert")
        .operands(&[one("dstvec", Vector), one("srcvec", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("pos", SlotKind::Int(64))])
        .format(&[
            Operand(1), Text(","), Operand(0), Text("["), Attr("pos"), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(1)), Text("into"), Type(Place::Result(0)),
        ])
        .types(&[(Place::Operand(0), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .verify(&[checks::vector_insert])
        .intrinsic_with("llvm.vector.insert", &[0], &[1], &[(2, "pos")], Special::Plain);
    VECTOR_EXTRACT = OpDef::new("llvm.intr.vector.extract")
        .operands(&[one("srcvec", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("pos", SlotKind::Int(64))])
        .format(&[
            Operand(0), Text("["), Attr("pos"), Text("]"), AttrDict, Text(":"), Type(Place::Result(0)), Text("from"),
            Type(Place::Operand(0)),
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::vector_extract])
        .intrinsic_with("llvm.vector.extract", &[0], &[0], &[(1, "pos")], Special::Plain);
    VECTOR_INTERLEAVE2 = OpDef::new("llvm.intr.vector.interleave2")
        .operands(&[one("vec1", Vector), one("vec2", Vector)])
        .result()
        .traits(&[Traits::PURE])
        .verify(&[|site, report| checks::same(site, &[Place::Operand(0), Place::Operand(1)], report), checks::interleave])
        .intrinsic("llvm.vector.interleave2", &[0], &[]);
    VECTOR_DEINTERLEAVE2 = OpDef::new("llvm.intr.vector.deinterleave2")
        .operands(&[one("vec", Vector)])
        .result()
        .traits(&[Traits::PURE])
        .intrinsic("llvm.vector.deinterleave2", &[], &[0]);
    EXPERIMENTAL_VP_STRIDED_LOAD = OpDef::new("llvm.intr.experimental.vp.strided.load")
        .operands(&[one("ptr", Pointer), one("stride", Int), one("mask", VectorOfI1), one("evl", I32)])
        .result()
        .intrinsic("llvm.experimental.vp.strided.load", &[0], &[0, 1]);
    EXPERIMENTAL_VP_STRIDED_STORE = OpDef::new("llvm.intr.experimental.vp.strided.store")
        .operands(&[
            one("val", Vector), one("ptr", Pointer), one("stride", Int), one("mask", VectorOfI1), one("evl", I32),
        ])
        .intrinsic("llvm.experimental.vp.strided.store", &[], &[0, 1, 2]);
}
