//! The LLVM dialect's global values and constants; LangRef, "High Level Structure" and "Constants".

use crate::attr_table as attr;
use crate::enums;
use crate::names;
use crate::ops::FormatElement::*;
use crate::ops::TypeConstraint::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::release::{Release, Releases};
use crate::verify::llvm::{constants, functions, globals};

op_defs! {
    core Llvm core_dialects::first_op::global_values;
    ADDRESSOF = OpDef::new("llvm.mlir.addressof")
        .verify(&[constants::check_addressof])
        .results(&[one("res", Pointer)])
        .attrs(&[required("global_name", SlotKind::SymbolRef)])
        .format(&[Attr("global_name"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::AddressOf));
    GLOBAL = OpDef::new("llvm.mlir.global")
        .verify(&[globals::check_variable])
        .attrs(&[
            required("global_type", SlotKind::Type), unit("constant"), required("sym_name", SlotKind::SymbolName),
            required("linkage", SlotKind::LlvmEnum(attr::LINKAGE)), unit("dso_local"), unit("thread_local_"),
            unit("externally_initialized"), may("value", SlotKind::Any), may("alignment", SlotKind::Int(64)),
            default("addr_space", SlotKind::Int(32)), default("unnamed_addr", SlotKind::Enum(enums::UnnamedAddr::TABLE)),
            may("section", SlotKind::Str), may("comdat", SlotKind::Constrained(&attr_constraints::SYMBOL_REF)), may("dbg_exprs", SlotKind::Array),
            default("visibility_", SlotKind::Enum(enums::Visibility::TABLE)), may("target_specific_attrs", SlotKind::Array),
        ])
        .regions(1)
        .renamed_attributes(&[RenamedAttribute {
            name: names::DBG_EXPRS,
            older_name: "dbg_expr",
            was: FormerValue::Item(attr::DI_GLOBAL_VARIABLE_EXPRESSION),
            releases: Releases::ALL.until(Release::V20),
        }])
        .custom(&syntax::Global)
        .traits(&[Traits::ISOLATED, Traits::SINGLE_BLOCK, Traits::IMPLICIT_TERMINATOR, Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::Variable));
    GLOBAL_CTORS = OpDef::new("llvm.mlir.global_ctors")
        .verify(&[globals::check_ctors])
        .attrs(&[
            required("ctors", SlotKind::Array), required("priorities", SlotKind::Array),
            required("data", SlotKind::Array),
        ])
        .format(&[
            Text("ctors"), Text("="), Attr("ctors"), Text(","), Text("priorities"), Text("="), Attr("priorities"),
            Text(","), Text("data"), Text("="), Attr("data"), AttrDict,
        ])
        .other_forms(&[older_form(
            Release::V20, &[AttrDict], &[(Derived::Attr("data"), DerivedFrom::ZeroOfEach("ctors"))],
        )])
        .llvm(LlvmForm::Global(Global::Ctors));
    GLOBAL_DTORS = OpDef::new("llvm.mlir.global_dtors")
        .verify(&[globals::check_dtors])
        .attrs(&[
            required("dtors", SlotKind::Array), required("priorities", SlotKind::Array),
            required("data", SlotKind::Array),
        ])
        .format(&[
            Text("dtors"), Text("="), Attr("dtors"), Text(","), Text("priorities"), Text("="), Attr("priorities"),
            Text(","), Text("data"), Text("="), Attr("data"), AttrDict,
        ])
        .other_forms(&[older_form(
            Release::V20, &[AttrDict], &[(Derived::Attr("data"), DerivedFrom::ZeroOfEach("dtors"))],
        )])
        .llvm(LlvmForm::Global(Global::Dtors));
    ALIAS = OpDef::new("llvm.mlir.alias")
        .verify(&[globals::check_alias])
        .attrs(&[
            required("alias_type", SlotKind::Type), required("sym_name", SlotKind::SymbolName),
            required("linkage", SlotKind::LlvmEnum(attr::LINKAGE)), unit("dso_local"), unit("thread_local_"),
            default("unnamed_addr", SlotKind::Enum(enums::UnnamedAddr::TABLE)),
            default("visibility_", SlotKind::Enum(enums::Visibility::TABLE)),
        ])
        .regions(1)
        .custom(&syntax::Alias)
        .traits(&[Traits::ISOLATED, Traits::SINGLE_BLOCK, Traits::IMPLICIT_TERMINATOR, Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::Alias));
    IFUNC = OpDef::new("llvm.mlir.ifunc")
        .verify(&[globals::check_ifunc])
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), required("i_func_type", SlotKind::Type),
            required("resolver", SlotKind::SymbolRef), required("resolver_type", SlotKind::Type),
            required("linkage", SlotKind::LlvmEnum(attr::LINKAGE)), unit("dso_local"),
            default("address_space", SlotKind::Int(32)),
            default("unnamed_addr", SlotKind::Enum(enums::UnnamedAddr::TABLE)),
            default("visibility_", SlotKind::Enum(enums::Visibility::TABLE)),
        ])
        .format(&[
            Custom(&syntax::Linkage), IfAttr("visibility_", &[Attr("visibility_")]),
            IfAttr("unnamed_addr", &[Attr("unnamed_addr")]), Attr("sym_name"), Text(":"), Attr("i_func_type"),
            Text(","), Attr("resolver_type"), Attr("resolver"), AttrDict,
        ])
        .clauses(&[Keyword("dso_local", "dso_local")])
        .traits(&[Traits::ISOLATED, Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::IFunc));
    DSO_LOCAL_EQUIVALENT = OpDef::new("llvm.dso_local_equivalent")
        .verify(&[constants::check_dso_local_equivalent])
        .results(&[one("res", Pointer)])
        .attrs(&[required("function_name", SlotKind::SymbolRef)])
        .format(&[Attr("function_name"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::DsoLocalEquivalent));
    BLOCKADDRESS = OpDef::new("llvm.blockaddress")
        .results(&[one("res", Pointer)])
        .attrs(&[required("block_addr", SlotKind::Llvm(attr::BLOCKADDRESS))])
        .format(&[Attr("block_addr"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::BlockAddress));
    COMDAT_SELECTOR = OpDef::new("llvm.comdat_selector")
        .attrs(&[required("sym_name", SlotKind::SymbolName), required("comdat", SlotKind::Enum(enums::ComdatSelectionKind::TABLE))])
        .format(&[Attr("sym_name"), Attr("comdat"), AttrDict])
        .traits(&[Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::ComdatSelector));
    COMDAT = OpDef::new("llvm.comdat")
        .attrs(&[required("sym_name", SlotKind::SymbolName)])
        .regions(1)
        .format(&[Attr("sym_name"), Region(0), AttrDict])
        .traits(&[Traits::NO_TERMINATOR, Traits::SYMBOL_TABLE, Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::Comdat));
    FUNC = OpDef::new("llvm.func")
        .verify(&[functions::check])
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("sym_visibility", SlotKind::Str),
            required("function_type", SlotKind::Constrained(&attr_constraints::LLVM_FUNCTION_TYPE)), default("linkage", SlotKind::LlvmEnum(attr::LINKAGE)),
            unit("dso_local"), default("CConv", SlotKind::LlvmEnum(attr::CCONV)), may("comdat", SlotKind::Constrained(&attr_constraints::SYMBOL_REF)),
            unit("convergent"), may("personality", SlotKind::SymbolRef), may("garbageCollector", SlotKind::Str),
            may("passthrough", SlotKind::Array), ARG_ATTRS, RES_ATTRS, may("function_entry_count", SlotKind::Int(64)),
            may("memory_effects", SlotKind::Llvm(attr::MEMORY_EFFECTS)),
            default("visibility_", SlotKind::Enum(enums::Visibility::TABLE)), unit("arm_streaming"),
            unit("arm_locally_streaming"), unit("arm_streaming_compatible"), unit("arm_new_za"), unit("arm_in_za"),
            unit("arm_out_za"), unit("arm_inout_za"), unit("arm_preserves_za"), may("section", SlotKind::Str),
            default("unnamed_addr", SlotKind::Enum(enums::UnnamedAddr::TABLE)), may("alignment", SlotKind::Int(64)),
            may("vscale_range", SlotKind::Llvm(attr::VSCALE_RANGE)),
            may("frame_pointer", SlotKind::LlvmEnum(attr::FRAME_POINTER_KIND)), may("target_cpu", SlotKind::Str),
            may("tune_cpu", SlotKind::Str), may("reciprocal_estimates", SlotKind::Str),
            may("prefer_vector_width", SlotKind::Str), may("target_features", SlotKind::Llvm(attr::TARGET_FEATURES)),
            may("no_infs_fp_math", SlotKind::Bool), may("no_nans_fp_math", SlotKind::Bool),
            may("no_signed_zeros_fp_math", SlotKind::Bool), may("denormal_fp_math", SlotKind::Str),
            may("denormal_fp_math_f32", SlotKind::Str), may("fp_contract", SlotKind::Str),
            may("instrument_function_entry", SlotKind::Str), may("instrument_function_exit", SlotKind::Str),
            unit("no_inline"), unit("always_inline"), unit("inline_hint"), unit("no_unwind"), unit("will_return"),
            unit("optimize_none"), may("vec_type_hint", SlotKind::Llvm(attr::VEC_TYPE_HINT)),
            may("work_group_size_hint", SlotKind::DenseI32), may("reqd_work_group_size", SlotKind::DenseI32),
            may("intel_reqd_sub_group_size", SlotKind::Int(32)),
            may("uwtable_kind", SlotKind::LlvmEnum(attr::UWTABLE_KIND)),
        ])
        .regions(1)
        .renamed_attributes(&[RenamedAttribute {
            name: names::MEMORY_EFFECTS,
            older_name: "memory",
            was: FormerValue::Same(attr::MEMORY_EFFECTS),
            releases: Releases::ALL.until(Release::V20),
        }])
        .custom(&syntax::Func)
        .traits(&[Traits::ISOLATED, Traits::SYMBOL])
        .llvm(LlvmForm::Global(Global::Func));
    NONE = OpDef::new("llvm.mlir.none")
        .results(&[one("res", Token)])
        .format(NULLARY)
        .traits(&[Traits::PURE])
        .llvm(LlvmForm::Constant(Constant::NoneToken));
    /// `llvm.mlir.metadata_as_value`, which readers put into the calls that use it ([`crate::metadata::later`]).
    METADATA_AS_VALUE = OpDef::new("llvm.mlir.metadata_as_value")
        .results(&[one("res", LlvmType)])
        .attrs(&[required("metadata", SlotKind::Constrained(&attr_constraints::METADATA))])
        .format(&[Attr("metadata"), AttrDict])
        .types(&[(Place::Result(0), TypeInference::Metadata)])
        .traits(&[Traits::PURE])
        .of_releases(Releases::ALL.since(Release::V23));
    UNDEF = OpDef::new("llvm.mlir.undef")
        .result()
        .format(NULLARY)
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::Undef));
    POISON = OpDef::new("llvm.mlir.poison")
        .result()
        .format(NULLARY)
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::Poison));
    ZERO = OpDef::new("llvm.mlir.zero")
        .verify(&[constants::check_zero])
        .result()
        .format(NULLARY)
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .older_names(&[OlderName::until("llvm.mlir.null", Release::V18).of(OlderPart::PointerResult)])
        .llvm(LlvmForm::Constant(Constant::Zero));
    CONSTANT = OpDef::new("llvm.mlir.constant")
        .verify(&[constants::check_value])
        .result()
        .attrs(&[required("value", SlotKind::Any)])
        .format(&[Text("("), Attr("value"), Text(")"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE, Traits::CONSTANT])
        .llvm(LlvmForm::Constant(Constant::Value));
    LINKER_OPTIONS = OpDef::new("llvm.linker_options")
        .attrs(&[required("options", SlotKind::Array)])
        .format(&[Attr("options"), AttrDict])
        .llvm(LlvmForm::Global(Global::LinkerOptions));
    MODULE_FLAGS = OpDef::new("llvm.module_flags")
        .verify(&[globals::check_module_flags])
        .attrs(&[required("flags", SlotKind::Array)])
        .format(&[Attr("flags"), AttrDict])
        .llvm(LlvmForm::Global(Global::ModuleFlags));
}
