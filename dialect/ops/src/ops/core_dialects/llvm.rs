//! The LLVM dialect's instructions; LangRef, "Instruction Reference".

use crate::attr_table as attr;
use crate::enums;
use crate::names;
use crate::ops::FormatElement::*;
use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::release::{Release, Releases};
use crate::verify::checks;
use crate::verify::llvm::{aggregates, calls, control, memory};

/// Upstream's `LLVM_IntArithmeticOp`.
const fn int_binary(name: &'static str, opcode: BinaryOpcode) -> OpDef {
    OpDef::new(name)
        .int_binary()
        .format(BINARY)
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE, Traits::PURE])
        .llvm(LlvmForm::Binary(opcode))
}

/// Upstream's `LLVM_IntArithmeticOpWithOverflowFlag`.
const fn int_binary_with_overflow(name: &'static str, opcode: BinaryOpcode) -> OpDef {
    int_binary(name, opcode).attrs(OVERFLOW_FLAGS).format(BINARY_OVERFLOW).flags(InstructionFlags::WRAP)
}

/// Upstream's `LLVM_IntArithmeticOpWithExactFlag`.
const fn int_binary_with_exact(name: &'static str, opcode: BinaryOpcode) -> OpDef {
    int_binary(name, opcode).attrs(EXACT).format(BINARY_EXACT).flags(InstructionFlags::EXACT)
}

/// Upstream's `LLVM_FloatArithmeticOp`.
const fn float_binary(name: &'static str, opcode: BinaryOpcode) -> OpDef {
    OpDef::new(name)
        .float_binary()
        .attrs(&[FASTMATH])
        .format(BINARY)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE, Traits::PURE])
        .llvm(LlvmForm::Binary(opcode))
        .flags(InstructionFlags::FAST)
}

/// Upstream's `LLVM_CastOp`.
const fn cast(
    name: &'static str,
    opcode: CastOpcode,
    operands: &'static [ValueConstraint],
    results: &'static [ValueConstraint],
) -> OpDef {
    OpDef::new(name)
        .operands(operands)
        .results(results)
        .format(CAST)
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Cast(opcode))
}

const OVERFLOW_FLAGS: &[AttrSlot] = &[default("overflowFlags", SlotKind::LlvmEnum(attr::OVERFLOW))];
const EXACT: &[AttrSlot] = &[unit("isExact")];
const NON_AGGREGATE_ARGUMENT: &[ValueConstraint] = &[one("arg", NonAggregate)];
const POINTER_ARGUMENT: &[ValueConstraint] = &[one("arg", PointerLike)];
const INT_ARGUMENT: &[ValueConstraint] = &[one("arg", IntLike)];
const FLOAT_ARGUMENT: &[ValueConstraint] = &[one("arg", FloatLike)];
const NON_AGGREGATE_RESULT: &[ValueConstraint] = &[one("res", NonAggregate)];
const POINTER_RESULT: &[ValueConstraint] = &[one("res", PointerLike)];
const INT_RESULT: &[ValueConstraint] = &[one("res", IntLike)];
const FLOAT_RESULT: &[ValueConstraint] = &[one("res", FloatLike)];

/// What stands among the `rawConstantIndices` of an `llvm.getelementptr` in place of an operand.
pub const DYNAMIC_INDEX: i64 = i32::MIN as i64;

op_defs! {
    core Llvm core_dialects::first_op::llvm;
    ADD = int_binary_with_overflow("llvm.add", BinaryOpcode::Add)
        .older_names(&[OlderName::until("llvm.addi", Release::V13)])
        .constant_expression(Releases::ALL)
        .traits(&[Traits::COMMUTATIVE]);
    SUB = int_binary_with_overflow("llvm.sub", BinaryOpcode::Sub)
        .constant_expression(Releases::ALL);
    MUL = int_binary_with_overflow("llvm.mul", BinaryOpcode::Mul)
        .constant_expression(Releases::ALL.until(Release::V21))
        .traits(&[Traits::COMMUTATIVE]);
    UDIV = OpDef::new("llvm.udiv").int_binary()
        .attrs(&[unit("isExact")])
        .format(BINARY_EXACT)
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .llvm(LlvmForm::Binary(BinaryOpcode::UDiv))
        .flags(InstructionFlags::EXACT)
        .constant_expression(Releases::ALL.until(Release::V15))
        .traits(&[Traits::PURE]);
    SDIV = OpDef::new("llvm.sdiv").int_binary()
        .attrs(&[unit("isExact")])
        .format(BINARY_EXACT)
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .llvm(LlvmForm::Binary(BinaryOpcode::SDiv))
        .flags(InstructionFlags::EXACT)
        .constant_expression(Releases::ALL.until(Release::V15))
        .traits(&[Traits::PURE]);
    UREM = int_binary("llvm.urem", BinaryOpcode::URem)
        .constant_expression(Releases::ALL.until(Release::V15));
    SREM = int_binary("llvm.srem", BinaryOpcode::SRem)
        .constant_expression(Releases::ALL.until(Release::V15));
    AND = int_binary("llvm.and", BinaryOpcode::And)
        .constant_expression(Releases::ALL.until(Release::V18));
    OR = OpDef::new("llvm.or").int_binary()
        .attrs(&[unit("isDisjoint")])
        .format(&[
            Keyword("disjoint", "isDisjoint"), Operand(0), Text(","), Operand(1), AttrDict, Text(":"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE, Traits::PURE])
        .llvm(LlvmForm::Binary(BinaryOpcode::Or))
        .flags(InstructionFlags::DISJOINT)
        .constant_expression(Releases::ALL.until(Release::V18));
    XOR = int_binary("llvm.xor", BinaryOpcode::Xor)
        .constant_expression(Releases::ALL);
    SHL = int_binary_with_overflow("llvm.shl", BinaryOpcode::Shl)
        .constant_expression(Releases::ALL.until(Release::V19));
    LSHR = int_binary_with_exact("llvm.lshr", BinaryOpcode::LShr)
        .constant_expression(Releases::ALL.until(Release::V18));
    ASHR = int_binary_with_exact("llvm.ashr", BinaryOpcode::AShr)
        .constant_expression(Releases::ALL.until(Release::V18));
    ICMP = OpDef::new("llvm.icmp")
        .verify(&[checks::check_comparison])
        .operands(&[one("lhs", IntOrPointerLike), one("rhs", IntOrPointerLike)])
        .results(&[one("res", I1Like)])
        .attrs(&[required("predicate", SlotKind::Enum(enums::ICmpPredicate::TABLE))])
        .custom(&syntax::ICmp)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .llvm(LlvmForm::Inst(Inst::ICmp))
        .flags(InstructionFlags::SAMESIGN)
        .constant_expression(Releases::ALL.until(Release::V19));
    FCMP = OpDef::new("llvm.fcmp")
        .verify(&[checks::check_comparison])
        .operands(&[one("lhs", FloatLike), one("rhs", FloatLike)])
        .results(&[one("res", I1Like)])
        .attrs(&[required("predicate", SlotKind::Enum(enums::FCmpPredicate::TABLE)), FASTMATH])
        .custom(&syntax::FCmp)
        .clauses(FASTMATH_CLAUSE)
        .traits(&[Traits::PURE, Traits::SAME_TYPE_OPERANDS])
        .llvm(LlvmForm::Inst(Inst::FCmp))
        .flags(InstructionFlags::FAST)
        .constant_expression(Releases::ALL.until(Release::V19));
    FADD = float_binary("llvm.fadd", BinaryOpcode::FAdd)
        .constant_expression(Releases::ALL.until(Release::V15));
    FSUB = float_binary("llvm.fsub", BinaryOpcode::FSub)
        .constant_expression(Releases::ALL.until(Release::V15));
    FMUL = float_binary("llvm.fmul", BinaryOpcode::FMul)
        .constant_expression(Releases::ALL.until(Release::V15));
    FDIV = float_binary("llvm.fdiv", BinaryOpcode::FDiv)
        .constant_expression(Releases::ALL.until(Release::V15));
    FREM = float_binary("llvm.frem", BinaryOpcode::FRem)
        .constant_expression(Releases::ALL.until(Release::V15));
    FNEG = OpDef::new("llvm.fneg")
        .operands(&[one("operand", FloatLike)])
        .results(&[one("res", FloatLike)])
        .attrs(&[FASTMATH])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .clauses(FASTMATH_CLAUSE)
        .types(&[(Place::Operand(0), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .llvm(LlvmForm::Unary(UnaryOpcode::FNeg))
        .flags(InstructionFlags::FAST)
        .constant_expression(Releases::ALL.until(Release::V16));
    ALLOCA = OpDef::new("llvm.alloca")
        .verify(&[memory::check_alloca])
        .operands(&[one("arraySize", Int)])
        .results(&[one("res", Pointer)])
        .attrs(&[may("alignment", SlotKind::Int(64)), required("elem_type", SlotKind::Type), unit("inalloca")])
        .custom(&syntax::Alloca)
        .llvm(LlvmForm::Inst(Inst::Alloca))
        .traits(&[Traits::ALLOCATES]);
    GETELEMENTPTR = OpDef::new("llvm.getelementptr")
        .verify(&[memory::check_getelementptr])
        .operands(&[one("base", PointerLike), variadic("dynamicIndices", IntLike)])
        .results(&[one("res", PointerLike)])
        .attrs(&[
            required("rawConstantIndices", SlotKind::DenseI32), required("elem_type", SlotKind::Type),
            default("noWrapFlags", SlotKind::Bits(enums::GepNoWrapFlags::TABLE)),
        ])
        .renamed_attributes(&[RenamedAttribute {
            name: names::NO_WRAP_FLAGS,
            older_name: "inbounds",
            was: FormerValue::Unit(enums::GepNoWrapFlags::INBOUNDS),
            releases: Releases::ALL.until(Release::V21),
        }])
        .format(&[
            IfAttr("noWrapFlags", &[Attr("noWrapFlags")]), Operand(0), Text("["), Custom(&syntax::GepIndices),
            Text("]"), AttrDict, Text(":"), FunctionalType, Text(","), Attr("elem_type"),
        ])
        .other_forms(&[older_types(
            Release::V17, &[Text(":"), FunctionalType], &[(Derived::Attr("elem_type"), DerivedFrom::Pointee)],
        )])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::GetElementPtr))
        .constant_expression(Releases::ALL);
    LOAD = OpDef::new("llvm.load")
        .verify(&[memory::check_load])
        .operands(&[one("addr", Pointer)])
        .results(&[one("res", Sized)])
        .attrs(&[
            may("alignment", SlotKind::Int(64)), unit("volatile_"), unit("nontemporal"), unit("invariant"),
            unit("invariantGroup"), default("ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)),
            may("syncscope", SlotKind::Str), may("dereferenceable", SlotKind::Llvm(attr::DEREFERENCEABLE)),
            ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA,
        ])
        .format(&[
            Keyword("volatile", "volatile_"), Operand(0),
            IfAttr(
                "ordering",
                &[
                    Text("atomic"),
                    IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]),
                    Attr("ordering"),
                ],
            ),
            Keyword("invariant", "invariant"), Keyword("invariant_group", "invariantGroup"),
            IfAttr("dereferenceable", &[Text("dereferenceable"), Glue, Attr("dereferenceable")]), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Result(0)),
        ])
        .other_forms(&[older_types(
            Release::V17, &[Text(":"), Type(Place::Operand(0))],
            &[(Derived::Type(Place::Result(0)), DerivedFrom::Pointee)],
        )])
        .clauses(PROPERTIES_CLAUSE)
        .llvm(LlvmForm::Inst(Inst::Load))
        .traits(&[Traits::READS]);
    STORE = OpDef::new("llvm.store")
        .verify(&[memory::check_store])
        .operands(&[one("value", Sized), one("addr", Pointer)])
        .attrs(&[
            may("alignment", SlotKind::Int(64)), unit("volatile_"), unit("nontemporal"), unit("invariantGroup"),
            default("ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)), may("syncscope", SlotKind::Str),
            ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA,
        ])
        .format(&[
            Keyword("volatile", "volatile_"), Operand(0), Text(","), Operand(1),
            IfAttr(
                "ordering",
                &[
                    Text("atomic"),
                    IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]),
                    Attr("ordering"),
                ],
            ),
            Keyword("invariant_group", "invariantGroup"), AttrDict, Text(":"), Type(Place::Operand(0)), Text(","),
            Type(Place::Operand(1)),
        ])
        .other_forms(&[older_types(
            Release::V17, &[Text(":"), Type(Place::Operand(1))],
            &[(Derived::Type(Place::Operand(0)), DerivedFrom::Pointee)],
        )])
        .clauses(PROPERTIES_CLAUSE)
        .llvm(LlvmForm::Inst(Inst::Store))
        .traits(&[Traits::WRITES]);
    BITCAST = cast("llvm.bitcast", CastOpcode::BitCast, NON_AGGREGATE_ARGUMENT, NON_AGGREGATE_RESULT)
        .verify(&[checks::bitcast])
        .constant_expression(Releases::ALL);
    ADDRSPACECAST = cast("llvm.addrspacecast", CastOpcode::AddrSpaceCast, POINTER_ARGUMENT, POINTER_RESULT)
        .verify(&[checks::same_shape])
        .constant_expression(Releases::ALL);
    INTTOPTR = OpDef::new("llvm.inttoptr")
        .operands(&[one("arg", IntLike)])
        .results(&[one("res", PointerLike)])
        .attrs(&[may("dereferenceable", SlotKind::Llvm(attr::DEREFERENCEABLE))])
        .format(&[
            Operand(0), IfAttr("dereferenceable", &[Text("dereferenceable"), Glue, Attr("dereferenceable")]),
            AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"), Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::same_shape])
        .llvm(LlvmForm::Cast(CastOpcode::IntToPtr))
        .constant_expression(Releases::ALL);
    PTRTOINT = cast("llvm.ptrtoint", CastOpcode::PtrToInt, POINTER_ARGUMENT, INT_RESULT)
        .verify(&[checks::same_shape])
        .constant_expression(Releases::ALL);
    SEXT = cast("llvm.sext", CastOpcode::SExt, INT_ARGUMENT, INT_RESULT)
        .verify(&[checks::int_extension])
        .constant_expression(Releases::ALL.until(Release::V18));
    ZEXT = OpDef::new("llvm.zext")
        .operands(&[one("arg", IntLike)])
        .results(&[one("res", IntLike)])
        .attrs(&[unit("nonNeg")])
        .format(&[
            Keyword("nneg", "nonNeg"), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::int_extension])
        .llvm(LlvmForm::Cast(CastOpcode::ZExt))
        .flags(InstructionFlags::NNEG)
        .constant_expression(Releases::ALL.until(Release::V18));
    TRUNC = OpDef::new("llvm.trunc")
        .operands(&[one("arg", IntLike)])
        .results(&[one("res", IntLike)])
        .attrs(&[default("overflowFlags", SlotKind::LlvmEnum(attr::OVERFLOW))])
        .format(&[
            Operand(0), IfAttr("overflowFlags", &[Attr("overflowFlags")]), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("to"), Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::int_truncation])
        .llvm(LlvmForm::Cast(CastOpcode::Trunc))
        .flags(InstructionFlags::WRAP).later_flags(&[(InstructionFlags::WRAP, Release::V19)])
        .constant_expression(Releases::ALL);
    SITOFP = cast("llvm.sitofp", CastOpcode::SIToFP, INT_ARGUMENT, FLOAT_RESULT)
        .verify(&[checks::same_shape])
        .flags(InstructionFlags::FAST).later_flags(&[(InstructionFlags::FAST, Release::V23)])
        .constant_expression(Releases::ALL.until(Release::V18));
    UITOFP = OpDef::new("llvm.uitofp")
        .operands(&[one("arg", IntLike)])
        .results(&[one("res", FloatLike)])
        .attrs(&[unit("nonNeg")])
        .format(&[
            Keyword("nneg", "nonNeg"), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::PURE])
        .verify(&[checks::same_shape])
        .llvm(LlvmForm::Cast(CastOpcode::UIToFP))
        .flags(InstructionFlags::NNEG.union(InstructionFlags::FAST))
        .later_flags(&[(InstructionFlags::NNEG, Release::V19), (InstructionFlags::FAST, Release::V23)])
        .constant_expression(Releases::ALL.until(Release::V18));
    FPTOSI = cast("llvm.fptosi", CastOpcode::FPToSI, FLOAT_ARGUMENT, INT_RESULT)
        .verify(&[checks::same_shape])
        .constant_expression(Releases::ALL.until(Release::V18));
    FPTOUI = cast("llvm.fptoui", CastOpcode::FPToUI, FLOAT_ARGUMENT, INT_RESULT)
        .verify(&[checks::same_shape])
        .constant_expression(Releases::ALL.until(Release::V18));
    FPEXT = cast("llvm.fpext", CastOpcode::FPExt, FLOAT_ARGUMENT, FLOAT_RESULT)
        .verify(&[checks::float_extension])
        .flags(InstructionFlags::FAST).later_flags(&[(InstructionFlags::FAST, Release::V20)])
        .constant_expression(Releases::ALL.until(Release::V18));
    FPTRUNC = cast("llvm.fptrunc", CastOpcode::FPTrunc, FLOAT_ARGUMENT, FLOAT_RESULT)
        .verify(&[checks::float_truncation])
        .flags(InstructionFlags::FAST).later_flags(&[(InstructionFlags::FAST, Release::V20)])
        .constant_expression(Releases::ALL.until(Release::V18));
    INVOKE = OpDef::new("llvm.invoke")
        .verify(&[calls::check_invoke])
        .operands(&[
            variadic("callee_operands", LlvmType), group("normalDestOperands", Arity::Successor(0), LlvmType),
            group("unwindDestOperands", Arity::Successor(1), LlvmType),
            group("op_bundle_operands", Arity::VariadicOfVariadic("op_bundle_sizes"), LlvmType),
        ])
        .results(&[optional("result", LlvmType)])
        .attrs(&[
            may("var_callee_type", SlotKind::Constrained(&attr_constraints::LLVM_FUNCTION_TYPE)), may("callee", SlotKind::SymbolRef), ARG_ATTRS, RES_ATTRS,
            may("branch_weights", SlotKind::DenseI32), default("CConv", SlotKind::LlvmEnum(attr::CCONV)),
            required("op_bundle_sizes", SlotKind::DenseI32), may("op_bundle_tags", SlotKind::Array),
        ])
        .successors(2)
        .custom(&syntax::INVOKE)
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Invoke));
    LANDINGPAD = OpDef::new("llvm.landingpad")
        .verify(&[calls::check_landingpad])
        .operands(&[variadic("arg", LlvmType)])
        .result()
        .attrs(&[unit("cleanup")])
        .custom(&syntax::Landingpad)
        .llvm(LlvmForm::Inst(Inst::LandingPad));
    VA_ARG = OpDef::new("llvm.va_arg")
        .operands(&[one("arg", Pointer)])
        .result()
        .format(UNARY_FUNCTIONAL)
        .llvm(LlvmForm::Inst(Inst::VaArg));
    CALL = OpDef::new("llvm.call")
        .verify(&[calls::check_callee])
        .operands(&[
            variadic("callee_operands", LlvmType),
            group("op_bundle_operands", Arity::VariadicOfVariadic("op_bundle_sizes"), LlvmType),
        ])
        .results(&[optional("result", LlvmType)])
        .attrs(&[
            may("var_callee_type", SlotKind::Constrained(&attr_constraints::LLVM_FUNCTION_TYPE)), may("callee", SlotKind::SymbolRef), FASTMATH,
            default("CConv", SlotKind::LlvmEnum(attr::CCONV)),
            default("TailCallKind", SlotKind::LlvmEnum(attr::TAILCALLKIND)),
            may("memory_effects", SlotKind::Llvm(attr::MEMORY_EFFECTS)), unit("convergent"), unit("no_unwind"),
            unit("will_return"), required("op_bundle_sizes", SlotKind::DenseI32),
            may("op_bundle_tags", SlotKind::Array), ARG_ATTRS, RES_ATTRS, unit("no_inline"), unit("always_inline"),
            unit("inline_hint"), ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA,
        ])
        .custom(&syntax::CALL)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .llvm(LlvmForm::Inst(Inst::Call))
        .flags(InstructionFlags::FAST);
    EXTRACTELEMENT = OpDef::new("llvm.extractelement")
        .operands(&[one("vector", Vector), one("position", Int)])
        .result()
        .format(&[
            Operand(0), Text("["), Operand(1), Text(":"), Type(Place::Operand(1)), Text("]"), AttrDict, Text(":"),
            Type(Place::Operand(0)),
        ])
        .types(&[(Place::Result(0), TypeInference::ElementOf(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::ExtractElement))
        .constant_expression(Releases::ALL);
    EXTRACTVALUE = OpDef::new("llvm.extractvalue")
        .verify(&[aggregates::check_extractvalue])
        .operands(&[one("container", Aggregate)])
        .result()
        .attrs(&[required("position", SlotKind::DenseI64)])
        .format(&[
            Operand(0), Glue, Attr("position"), AttrDict, Text(":"), Type(Place::Operand(0)),
            Custom(&syntax::AggregateElementType),
        ])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::ExtractValue))
        .constant_expression(Releases::ALL.until(Release::V15));
    INSERTELEMENT = OpDef::new("llvm.insertelement")
        .operands(&[one("vector", Vector), one("value", Primitive), one("position", Int)])
        .results(&[one("res", Vector)])
        .format(&[
            Operand(1), Text(","), Operand(0), Text("["), Operand(2), Text(":"), Type(Place::Operand(2)), Text("]"),
            AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .types(&[
            (Place::Operand(1), TypeInference::ElementOf(Place::Operand(0))),
            (Place::Result(0), TypeInference::Same(Place::Operand(0))),
        ])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::InsertElement))
        .constant_expression(Releases::ALL);
    INSERTVALUE = OpDef::new("llvm.insertvalue")
        .verify(&[aggregates::check_insertvalue])
        .operands(&[one("container", Aggregate), one("value", Primitive)])
        .results(&[one("res", Aggregate)])
        .attrs(&[required("position", SlotKind::DenseI64)])
        .format(&[
            Operand(1), Text(","), Operand(0), Glue, Attr("position"), AttrDict, Text(":"), Type(Place::Operand(0)),
            Custom(&syntax::AggregateElementType),
        ])
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::InsertValue))
        .constant_expression(Releases::ALL.until(Release::V15));
    SHUFFLEVECTOR = OpDef::new("llvm.shufflevector")
        .verify(&[aggregates::check_shufflevector])
        .operands(&[one("v1", Vector), one("v2", Vector)])
        .results(&[one("res", Vector)])
        .attrs(&[required("mask", SlotKind::DenseI32)])
        .format(&[
            Operand(0), Text(","), Operand(1), Attr("mask"), AttrDict, Text(":"), Type(Place::Operand(0)),
            Custom(&syntax::ShuffleType),
        ])
        .types(&[(Place::Operand(1), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::ShuffleVector))
        .constant_expression(Releases::ALL);
    SELECT = OpDef::new("llvm.select")
        .verify(&[checks::check_select])
        .operands(&[one("condition", I1Like), one("trueValue", LlvmType), one("falseValue", LlvmType)])
        .result()
        .attrs(&[FASTMATH])
        .format(&[Operands, AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Result(0))])
        .clauses(FASTMATH_CLAUSE)
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Result(0))), (Place::Operand(2), TypeInference::Same(Place::Result(0))),
        ])
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Inst(Inst::Select))
        .flags(InstructionFlags::FAST).later_flags(&[(InstructionFlags::FAST, Release::V9)])
        .constant_expression(Releases::ALL.until(Release::V17));
    FREEZE = OpDef::new("llvm.freeze")
        .operands(&[one("val", LlvmType)])
        .result()
        .format(UNARY)
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(0)))])
        .traits(&[Traits::PURE, Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .llvm(LlvmForm::Unary(UnaryOpcode::Freeze));
    BR = OpDef::new("llvm.br")
        .operands(&[group("destOperands", Arity::Successor(0), LlvmType)])
        .attrs(&[may("loop_annotation", SlotKind::Llvm(attr::LOOP_ANNOTATION))])
        .successors(1)
        .format(&[Successor(0), AttrDict])
        .clauses(LOOP_CLAUSE)
        .traits(&[Traits::PURE, Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Br));
    COND_BR = OpDef::new("llvm.cond_br")
        .verify(&[control::check_weights])
        .operands(&[
            one("condition", I1), group("trueDestOperands", Arity::Successor(0), LlvmType),
            group("falseDestOperands", Arity::Successor(1), LlvmType),
        ])
        .attrs(&[
            may("branch_weights", SlotKind::DenseI32), may("loop_annotation", SlotKind::Llvm(attr::LOOP_ANNOTATION)),
        ])
        .successors(2)
        .format(&[
            Operand(0),
            IfAttr("branch_weights", &[Text("weights"), Glue, Text("("), Attr("branch_weights"), Text(")")]),
            Text(","), Successor(0), Text(","), Successor(1), AttrDict,
        ])
        .clauses(LOOP_CLAUSE)
        .types(&[(Place::Operand(0), TypeInference::I1)])
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::PURE, Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::CondBr));
    RETURN = OpDef::new("llvm.return")
        .verify(&[control::check_return])
        .operands(&[optional("arg", LlvmType)])
        .format(&[AttrDict, IfOperand(0, &[Operand(0), Text(":"), Type(Place::Operand(0))])])
        .traits(&[Traits::PURE, Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Return));
    RESUME = OpDef::new("llvm.resume")
        .operands(&[one("value", LlvmType)])
        .format(UNARY)
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Resume));
    UNREACHABLE = OpDef::new("llvm.unreachable")
        .format(BARE)
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Unreachable));
    SWITCH = OpDef::new("llvm.switch")
        .verify(&[control::check_switch])
        .operands(&[
            one("value", Int), group("defaultOperands", Arity::Successor(0), Any),
            group("caseOperands", Arity::Successors(1, "case_operand_segments"), Any),
        ])
        .attrs(&[
            may("case_values", SlotKind::Constrained(&attr_constraints::INTEGER_ELEMENTS)), required("case_operand_segments", SlotKind::DenseI32),
            may("branch_weights", SlotKind::DenseI32),
        ])
        .any_successors()
        .format(&[
            Operand(0), Text(":"), Type(Place::Operand(0)), Text(","), Successor(0), Custom(&syntax::SwitchCases),
            AttrDict,
        ])
        .clauses(&[IfAttr("branch_weights", &[Text("weights"), Glue, Text("("), Attr("branch_weights"), Text(")")])])
        .traits(&[Traits::OPERAND_SEGMENTS, Traits::PURE, Traits::TERMINATOR])
        .other_forms(&[older_form(
            Release::V14, &[Operand(0), Text(","), Successor(0), Custom(&syntax::SwitchCases), AttrDict],
            &[(Derived::Type(Place::Operand(0)), DerivedFrom::I32)],
        )])
        .llvm(LlvmForm::Inst(Inst::Switch));
    BLOCKTAG = OpDef::new("llvm.blocktag")
        .attrs(&[required("tag", SlotKind::Llvm(attr::BLOCKTAG))])
        .format(&[Attr("tag"), AttrDict])
        .llvm(LlvmForm::Inst(Inst::BlockTag));
    INDIRECTBR = OpDef::new("llvm.indirectbr")
        .operands(&[one("addr", Pointer), group("succOperands", Arity::Successors(0, "indbr_operand_segments"), Any)])
        .attrs(&[required("indbr_operand_segments", SlotKind::DenseI32)])
        .any_successors()
        .format(&[
            Operand(0), Text(":"), Custom(&syntax::IndirectBrAddressType), Text(","),
            Custom(&syntax::IndirectBrSuccessors), AttrDict,
        ])
        .traits(&[Traits::PURE, Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::IndirectBr));
    ATOMICRMW = OpDef::new("llvm.atomicrmw")
        .verify(&[memory::check_atomicrmw])
        .operands(&[one("ptr", Pointer), one("val", AtomicRmw)])
        .results(&[one("res", AtomicRmw)])
        .attrs(&[
            required("bin_op", SlotKind::Enum(enums::AtomicBinOp::TABLE)),
            required("ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)), may("syncscope", SlotKind::Str),
            may("alignment", SlotKind::Int(64)), unit("volatile_"), ACCESS_GROUPS, ALIAS_SCOPES, NOALIAS_SCOPES, TBAA,
        ])
        .format(&[
            Keyword("volatile", "volatile_"), Attr("bin_op"), Operand(0), Text(","), Operand(1),
            IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]), Attr("ordering"),
            AttrDict, Text(":"), Type(Place::Operand(0)), Text(","), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Result(0), TypeInference::Same(Place::Operand(1)))])
        .other_forms(&[older_types(
            Release::V16, &[Text(":"), Type(Place::Operand(1))],
            &[(Derived::Type(Place::Operand(0)), DerivedFrom::Pointer)],
        )])
        .clauses(PROPERTIES_CLAUSE)
        .llvm(LlvmForm::Inst(Inst::AtomicRmw));
    CMPXCHG = OpDef::new("llvm.cmpxchg")
        .verify(&[memory::check_cmpxchg])
        .operands(&[one("ptr", Pointer), one("cmp", IntOrPointer), one("val", IntOrPointer)])
        .results(&[one("res", Struct)])
        .attrs(&[
            required("success_ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)),
            required("failure_ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)), may("syncscope", SlotKind::Str),
            may("alignment", SlotKind::Int(64)), unit("weak"), unit("volatile_"), ACCESS_GROUPS, ALIAS_SCOPES,
            NOALIAS_SCOPES, TBAA,
        ])
        .format(&[
            Keyword("weak", "weak"), Keyword("volatile", "volatile_"), Operand(0), Text(","), Operand(1), Text(","),
            Operand(2), IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]),
            Attr("success_ordering"), Attr("failure_ordering"), AttrDict, Text(":"), Type(Place::Operand(0)),
            Text(","), Type(Place::Operand(2)),
        ])
        .types(&[
            (Place::Operand(1), TypeInference::Same(Place::Operand(2))), (Place::Result(0), TypeInference::WithI1(Place::Operand(2))),
        ])
        .other_forms(&[older_types(
            Release::V16, &[Text(":"), Type(Place::Operand(2))],
            &[(Derived::Type(Place::Operand(0)), DerivedFrom::Pointer)],
        )])
        .clauses(PROPERTIES_CLAUSE)
        .llvm(LlvmForm::Inst(Inst::CmpXchg));
    FENCE = OpDef::new("llvm.fence")
        .verify(&[memory::check_fence])
        .attrs(&[required("ordering", SlotKind::Enum(enums::AtomicOrdering::TABLE)), may("syncscope", SlotKind::Str)])
        .format(&[
            IfAttr("syncscope", &[Text("syncscope"), Text("("), Attr("syncscope"), Text(")")]), Attr("ordering"),
            AttrDict,
        ])
        .llvm(LlvmForm::Inst(Inst::Fence));
    INLINE_ASM = OpDef::new("llvm.inline_asm")
        .verify(&[calls::check_inline_asm])
        .operands(&[variadic("operands", LlvmType)])
        .results(&[optional("res", LlvmType)])
        .attrs(&[
            required("asm_string", SlotKind::Str), required("constraints", SlotKind::Str), unit("has_side_effects"),
            unit("is_align_stack"), default("tail_call_kind", SlotKind::LlvmEnum(attr::TAILCALLKIND)),
            may("asm_dialect", SlotKind::Enum(enums::AsmDialect::TABLE)), may("operand_attrs", SlotKind::Array),
        ])
        .format(&[
            Keyword("has_side_effects", "has_side_effects"), Keyword("is_align_stack", "is_align_stack"),
            IfAttr("tail_call_kind", &[Text("tail_call_kind"), Text("="), Attr("tail_call_kind")]),
            IfAttr("asm_dialect", &[Text("asm_dialect"), Text("="), Attr("asm_dialect")]),
            IfAttr("operand_attrs", &[Text("operand_attrs"), Text("="), Attr("operand_attrs")]), AttrDict,
            Attr("asm_string"), Text(","), Attr("constraints"), Operands, Text(":"), FunctionalType,
        ])
        .llvm(LlvmForm::Inst(Inst::InlineAsm))
        .traits(&[Traits::READS, Traits::WRITES]);
    CALL_INTRINSIC = OpDef::new("llvm.call_intrinsic")
        .verify(&[calls::check_call_intrinsic])
        .operands(&[
            variadic("args", LlvmType),
            group("op_bundle_operands", Arity::VariadicOfVariadic("op_bundle_sizes"), LlvmType),
        ])
        .results(&[optional("results", LlvmType)])
        .attrs(&[
            required("intrin", SlotKind::Str), FASTMATH, required("op_bundle_sizes", SlotKind::DenseI32),
            may("op_bundle_tags", SlotKind::Array), ARG_ATTRS, RES_ATTRS,
        ])
        .custom(&syntax::CallIntrinsic)
        .traits(&[Traits::OPERAND_SEGMENTS])
        .llvm(LlvmForm::Inst(Inst::CallIntrinsic));
}
