//! The `transform` dialect's operations that name what is converted to the LLVM dialect, and how.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// Names a set of patterns, and nothing else.
const fn patterns(name: &'static str) -> OpDef {
    OpDef::new(name).format(BARE)
}

rows! {
    after super::linalg::END;
    /// `transform.named_sequence`
    NAMED_SEQUENCE = OpDef::new("transform.named_sequence")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), required("function_type", SlotKind::Type),
            may("sym_visibility", SlotKind::Str), ARG_ATTRS, RES_ATTRS,
        ])
        .regions(1)
        .custom(Syntax::FunctionOp)
        .traits(&[Traits::ISOLATED, Traits::SYMBOL]);
    /// `transform.yield`
    YIELD = OpDef::new("transform.yield")
        .operands(&[variadic("operands", Any)])
        .format(&[Operands, AttrDict, IfOperand(0, &[Text(":"), Type(Place::Operand(0))])])
        .traits(&[Traits::TERMINATOR]);
    /// `transform.structured.match`
    MATCH = OpDef::new("transform.structured.match")
        .operands(&[one("target", Any)])
        .results(&[one("results", Any)])
        .attrs(&[
            may("ops", SlotKind::Array), may("interface", SlotKind::Int(32)), may("op_attrs", SlotKind::Any),
            may("filter_result_type", SlotKind::Type), may("filter_operand_types", SlotKind::Array),
        ])
        .format(&[
            IfAttr("ops", &[Text("ops"), Text("{"), Attr("ops"), Text("}")]),
            IfAttr("op_attrs", &[Text("attributes"), Attr("op_attrs")]),
            IfAttr("filter_result_type", &[Text("filter_result_type"), Text("="), Attr("filter_result_type")]),
            Text("in"), Operand(0), AttrDict, Text(":"), FunctionalType,
        ]);
    /// `transform.apply_conversion_patterns`
    APPLY_CONVERSION_PATTERNS = OpDef::new("transform.apply_conversion_patterns")
        .operands(&[one("target", Any)])
        .attrs(&[
            may("legal_ops", SlotKind::Array), may("illegal_ops", SlotKind::Array),
            may("legal_dialects", SlotKind::Array), may("illegal_dialects", SlotKind::Array),
            unit("partial_conversion"), unit("preserve_handles"),
        ])
        .regions(1)
        .format(&[
            Text("to"), Operand(0), Region(0), IfRegion(1, &[Text("with"), Text("type_converter"), Region(1)]),
            AttrDict, Text(":"), Type(Place::Operand(0)),
        ])
        .traits(&[Traits::NO_TERMINATOR, Traits::GRAPH_REGION, Traits::SINGLE_BLOCK, Traits::ANY_REGIONS]);
    /// `transform.apply_conversion_patterns.dialect_to_llvm`
    DIALECT_TO_LLVM = OpDef::new("transform.apply_conversion_patterns.dialect_to_llvm")
        .attrs(&[required("dialect_name", SlotKind::Str)])
        .format(&[Attr("dialect_name"), AttrDict]);
    /// `transform.apply_conversion_patterns.func.func_to_llvm`
    FUNC_TO_LLVM = patterns("transform.apply_conversion_patterns.func.func_to_llvm");
    /// `transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter`
    MEMREF_TO_LLVM_TYPE_CONVERTER =
        patterns("transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter").attrs(&[
            may("use_aligned_alloc", SlotKind::Bool), may("index_bitwidth", SlotKind::Int(64)),
            may("use_generic_functions", SlotKind::Bool), may("use_bare_ptr_call_conv", SlotKind::Bool),
            may("data_layout", SlotKind::Str),
        ]);
}
