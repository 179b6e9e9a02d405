//! `irtrip`'s own operations, for what the LLVM dialect has no operation for. All are in the generic form.
//!
//! docs/preserved-attributes.md explains them. Calls (`irtrip.call`, `irtrip.callbr`) carry the attributes of `llvm.call`; their
//! `args` attribute has one entry for each LLVM argument: `unit` for the next SSA operand, `{metadata = operand}` for a
//! metadata argument (encoded as in [`crate::preserved`]), `{local}` for the next SSA operand wrapped as metadata.
//!
//! From `irtrip.load` on they are fallbacks of the LLVM dialect's operations of those names: of the same operands and
//! attributes, where upstream's verifier or syntax would refuse these.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::OpName;
use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::preserved::forms::{ARGUMENTS, ENCODED_CONSTANT};
use crate::release::{Release, Releases};
use crate::verify::llvm::{calls, control, memory};

op_defs! {
    core Irtrip 0;
    /// A constant the dialect has no operation for, as the attribute `value`; see [`crate::preserved`].
    CONSTANT = OpDef::new("irtrip.constant")
        .result()
        .attrs(&[required("value", SlotKind::Constrained(&ENCODED_CONSTANT))])
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::Encoded));
    /// LangRef, "ptrtoaddr".
    PTRTOADDR = OpDef::new("irtrip.ptrtoaddr")
        .operands(&[one("arg", PointerLike)])
        .result()
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Cast(CastOpcode::PtrToAddr))
        .constant_expression(Releases::ALL.since(Release::V22));
    /// LangRef, "catchswitch": the parent pad (`llvm.mlir.none` for `none`); successors are the handlers, then the
    /// unwind destination if there is one; `handlers` counts the former.
    CATCHSWITCH = OpDef::new("irtrip.catchswitch")
        .verify(&[control::check_catchswitch])
        .operands(&[one("parent", Token)])
        .result()
        .attrs(&[required("handlers", SlotKind::Int(64))])
        .any_successors()
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::CatchSwitch));
    /// LangRef, "catchpad": the catchswitch, then the arguments.
    CATCHPAD = OpDef::new("irtrip.catchpad")
        .operands(&[one("parent", Token), variadic("arguments", Any)])
        .result()
        .attrs(&[may("args", SlotKind::Constrained(&ARGUMENTS))])
        .llvm(LlvmForm::Inst(Inst::CatchPad));
    /// LangRef, "cleanuppad": the parent pad (`llvm.mlir.none` for `none`), then the arguments.
    CLEANUPPAD = OpDef::new("irtrip.cleanuppad")
        .operands(&[one("parent", Token), variadic("arguments", Any)])
        .result()
        .attrs(&[may("args", SlotKind::Constrained(&ARGUMENTS))])
        .llvm(LlvmForm::Inst(Inst::CleanupPad));
    /// LangRef, "catchret".
    CATCHRET = OpDef::new("irtrip.catchret")
        .operands(&[one("pad", Token)])
        .successors(1)
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::CatchRet));
    /// LangRef, "cleanupret": a successor, or none to unwind to the caller.
    CLEANUPRET = OpDef::new("irtrip.cleanupret")
        .operands(&[one("pad", Token)])
        .any_successors()
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::CleanupRet));
    /// LangRef, "callbr": operands and attributes of `irtrip.call`; the fallthrough, then the indirect destinations.
    CALLBR = OpDef::new("irtrip.callbr")
        .verify(&[calls::check_described_call])
        .operands(&[variadic("operands", Any)])
        .results(&[optional("res", LlvmType)])
        .any_successors()
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::CallBr));
    /// LangRef, "invoke", of inline assembly: operands and attributes of `irtrip.call`; or one that unwinds to no
    /// `landingpad`: those of `llvm.invoke`. The normal destination, then the unwind destination.
    INVOKE = OpDef::new("irtrip.invoke")
        .verify(&[calls::check_invoke, calls::check_described_call])
        .operands(&[variadic("operands", Any)])
        .results(&[optional("res", LlvmType)])
        .attrs(&[may("branch_weights", SlotKind::DenseI32)])
        .successors(2)
        .traits(&[Traits::TERMINATOR])
        .llvm(LlvmForm::Inst(Inst::Invoke));
    /// A call that `llvm.call`, `llvm.inline_asm` and `llvm.call_intrinsic` cannot say. Without `callee` and
    /// `asm_string` the first operand is the callee. `callee_type` is the function type; operand bundles are
    /// `op_bundle_sizes` and `op_bundle_tags` over the operands at the end.
    CALL = OpDef::new("irtrip.call")
        .verify(&[calls::check_described_call])
        .operands(&[variadic("operands", Any)])
        .results(&[optional("res", LlvmType)])
        .llvm(LlvmForm::Inst(Inst::MetadataCall));
    /// LangRef, "load", of a type upstream accepts no load of, or no atomic one.
    LOAD = OpDef::fallback("irtrip.load", llvm::LOAD).verify(&[memory::check_any_load]);
    /// LangRef, "store", of a type upstream accepts no store of, or no atomic one.
    STORE = OpDef::fallback("irtrip.store", llvm::STORE).verify(&[memory::check_any_store]);
    /// LangRef, "alloca", of a type upstream accepts no slot of.
    ALLOCA = OpDef::fallback("irtrip.alloca", llvm::ALLOCA).verify(&[memory::check_alignment]);
    /// LangRef, "atomicrmw", of a type upstream accepts no update of.
    ATOMICRMW = OpDef::fallback("irtrip.atomicrmw", llvm::ATOMICRMW).verify(&[memory::check_any_update]);
    /// LangRef, "cmpxchg", of a type upstream accepts no exchange of.
    CMPXCHG = OpDef::fallback("irtrip.cmpxchg", llvm::CMPXCHG).verify(&[memory::check_exchange_orderings]);
    /// LangRef, "bitcast", between a pointer and a vector of one.
    BITCAST = OpDef::fallback("irtrip.bitcast", llvm::BITCAST);
    /// LangRef, "landingpad", where the function's personality is no plain function, or a clause no plain global.
    LANDINGPAD = OpDef::fallback("irtrip.landingpad", llvm::LANDINGPAD).verify(&[calls::check_landingpad_of_any]);
    /// LangRef, "switch", on an integer of more than 64 bits, which upstream's syntax cannot say.
    SWITCH = OpDef::fallback("irtrip.switch", llvm::SWITCH)
        .verify(&[control::check_switch])
        .operands(&[one("value", Int)])
        .attrs(&[may("case_values", SlotKind::Elements), may("branch_weights", SlotKind::DenseI32)])
        .without(Traits::OPERAND_SEGMENTS);
    /// LangRef, "fadd", of vectors of `ppc_fp128`.
    FADD = OpDef::fallback("irtrip.fadd", llvm::FADD);
    /// LangRef, "fsub", of vectors of `ppc_fp128`.
    FSUB = OpDef::fallback("irtrip.fsub", llvm::FSUB);
    /// LangRef, "fmul", of vectors of `ppc_fp128`.
    FMUL = OpDef::fallback("irtrip.fmul", llvm::FMUL);
    /// LangRef, "fdiv", of vectors of `ppc_fp128`.
    FDIV = OpDef::fallback("irtrip.fdiv", llvm::FDIV);
    /// LangRef, "frem", of vectors of `ppc_fp128`.
    FREM = OpDef::fallback("irtrip.frem", llvm::FREM);
    /// LangRef, "fneg", of vectors of `ppc_fp128`.
    FNEG = OpDef::fallback("irtrip.fneg", llvm::FNEG);
    /// LangRef, "fcmp", of vectors of `ppc_fp128`.
    FCMP = OpDef::fallback("irtrip.fcmp", llvm::FCMP);
    /// LangRef, "fpext", of vectors of `ppc_fp128`.
    FPEXT = OpDef::fallback("irtrip.fpext", llvm::FPEXT);
    /// LangRef, "fptrunc", of vectors of `ppc_fp128`.
    FPTRUNC = OpDef::fallback("irtrip.fptrunc", llvm::FPTRUNC);
    /// LangRef, "fptosi", of vectors of `ppc_fp128`.
    FPTOSI = OpDef::fallback("irtrip.fptosi", llvm::FPTOSI);
    /// LangRef, "fptoui", of vectors of `ppc_fp128`.
    FPTOUI = OpDef::fallback("irtrip.fptoui", llvm::FPTOUI);
    /// LangRef, "sitofp", of vectors of `ppc_fp128`.
    SITOFP = OpDef::fallback("irtrip.sitofp", llvm::SITOFP);
    /// LangRef, "uitofp", of vectors of `ppc_fp128`.
    UITOFP = OpDef::fallback("irtrip.uitofp", llvm::UITOFP);
    /// LangRef, "extractelement", of vectors of `ppc_fp128`.
    EXTRACTELEMENT = OpDef::fallback("irtrip.extractelement", llvm::EXTRACTELEMENT);
    /// LangRef, "insertelement", of vectors of `ppc_fp128`.
    INSERTELEMENT = OpDef::fallback("irtrip.insertelement", llvm::INSERTELEMENT);
    /// LangRef, "shufflevector", of vectors of `ppc_fp128`, and of scalable ones with a mask of `poison`.
    SHUFFLEVECTOR = OpDef::fallback("irtrip.shufflevector", llvm::SHUFFLEVECTOR);
}

/// The operation that stands for `name` where upstream's verifier refuses `name` itself, if it has one.
///
/// ```
/// use irtrip_dialect::ops::{irtrip, llvm};
/// assert_eq!(irtrip::fallback(llvm::LOAD), Some(irtrip::LOAD));
/// assert_eq!(irtrip::fallback(llvm::ADD), None);
/// ```
pub fn fallback(name: OpName) -> Option<OpName> {
    static FALLBACKS: LazyLock<FxHashMap<OpName, OpName>> = LazyLock::new(|| {
        let op_defs = OP_DEFS.iter().enumerate();
        op_defs
            .filter_map(|(place, def)| {
                Some((def.fallback_of?, core_dialects::core_name(core_dialects::CoreDialect::Irtrip, place)))
            })
            .collect()
    });
    FALLBACKS.get(&name).copied()
}
