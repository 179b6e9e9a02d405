//! The `test` dialect: operations that upstream's `mlir-opt` registers to exercise the MLIR language. They mean
//! nothing; what they are made of is what other dialects' operations are made of. The dialect takes operations it does
//! not declare, too.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// An operation with one attribute of its own, in the generic form.
const fn attribute(name: &'static str, attrs: &'static [AttrSlot]) -> OpDef {
    OpDef::new(name).attrs(attrs)
}

const fn limited(name: &'static str, limit: &'static limits::Limit) -> AttrSlot {
    required(name, SlotKind::Limited(limit))
}

/// `<read, write> tag 5`
const fn bit_enum(name: &'static str, attrs: &'static [AttrSlot]) -> OpDef {
    OpDef::new(name).attrs(attrs).format(VALUE_AND_TAG)
}

const VALUE_AND_TAG: &[Elem] = &[Attr("value"), IfAttr("tag", &[Text("tag"), Attr("tag")]), AttrDict];
const I32_PAIR: &[ValueSlot] = &[one("op1", I32), one("op2", I32)];
const I32_RESULT: &[ValueSlot] = &[one("result", I32)];
/// `attributes {...} {...}`
const KEYWORD_AND_REGION: &[Elem] = &[AttrDictWithKeyword, Region(0)];
/// `{...} attributes {...}`
const REGION_AND_KEYWORD: &[Elem] = &[Region(0), AttrDictWithKeyword];
const SYMBOL_NAMES: &[AttrSlot] = &[required("sym_name", SlotKind::Str), may("sym_visibility", SlotKind::Str)];

rows! {
    after super::transform::END;
    /// `test.any_attr_of_i32_str`
    ANY_ATTR_OF_I32_STR = attribute("test.any_attr_of_i32_str", &[limited("attr", &limits::I32_OR_STRING)]);
    /// `test.float_attrs`
    FLOAT_ATTRS = attribute("test.float_attrs", &[required("float_attr", SlotKind::Any)]);
    /// `test.int_attrs`
    INT_ATTRS = attribute("test.int_attrs", &[
        limited("any_i32_attr", &limits::ANY_I32), required("index_attr", SlotKind::IndexInt),
        limited("ui32_attr", &limits::UI32), limited("si32_attr", &limits::SI32),
    ]);
    /// `test.non_negative_int_attr`
    NON_NEGATIVE_INT_ATTR = attribute("test.non_negative_int_attr", &[
        limited("i32attr", &limits::NON_NEGATIVE_I32), limited("i64attr", &limits::NON_NEGATIVE_I64),
    ]);
    /// `test.positive_int_attr`
    POSITIVE_INT_ATTR = attribute("test.positive_int_attr", &[
        limited("i32attr", &limits::POSITIVE_I32), limited("i64attr", &limits::POSITIVE_I64),
    ]);
    /// `test.type_array_attr`
    TYPE_ARRAY_ATTR = attribute("test.type_array_attr", &[limited("attr", &limits::TYPES)]);
    /// `test.type_array_attr_with_default`
    TYPE_ARRAY_ATTR_WITH_DEFAULT = attribute("test.type_array_attr_with_default", &[
        may("attr", SlotKind::Limited(&limits::TYPES)),
    ]);
    /// `test.i32_enum_attr`
    I32_ENUM_ATTR = attribute("test.i32_enum_attr", &[limited("attr", &limits::I32_CASES)]).results(I32_RESULT);
    /// `test.i64_enum_attr`
    I64_ENUM_ATTR = attribute("test.i64_enum_attr", &[limited("attr", &limits::I64_CASES)]).results(I32_RESULT);
    /// `test.float_elements_attr`
    FLOAT_ELEMENTS_ATTR = attribute("test.float_elements_attr", &[
        limited("scalar_f32_attr", &limits::F32_ELEMENTS_2), limited("tensor_f64_attr", &limits::F64_ELEMENTS_4_8),
    ]);
    /// `test.int_elements_attr`
    INT_ELEMENTS_ATTR = attribute("test.int_elements_attr", &[
        limited("any_i32_attr", &limits::ANY_I32_ELEMENTS), limited("i32_attr", &limits::I32_ELEMENTS),
    ]);
    /// `test.i32ElementsAttr`
    I32ELEMENTSATTR = attribute("test.i32ElementsAttr", &[limited("attr", &limits::I32_ELEMENTS)]);
    /// `test.ranked_int_elements_attr`
    RANKED_INT_ELEMENTS_ATTR = attribute("test.ranked_int_elements_attr", &[
        limited("matrix_i64_attr", &limits::I64_ELEMENTS_4_8), limited("vector_i32_attr", &limits::I32_ELEMENTS_2),
    ]);
    /// `test.string_elements_attr`
    STRING_ELEMENTS_ATTR = attribute("test.string_elements_attr", &[
        limited("scalar_string_attr", &limits::STRING_ELEMENTS),
    ]);
    /// `test.attr_with_trait`
    ATTR_WITH_TRAIT = attribute("test.attr_with_trait", &[required("attr", SlotKind::Any)]);
    /// `test.slash_attr`
    SLASH_ATTR = attribute("test.slash_attr", &[required("attr", SlotKind::Any)]);
    /// `test.constant`
    CONSTANT = attribute("test.constant", &[required("value", SlotKind::Any)]).results(&[one("result", Any)]);
    /// `test.op_s`
    OP_S = attribute("test.op_s", &[required("value", SlotKind::Any)])
        .operands(&[one("input", Int)])
        .results(&[one("result", Int)]);
    /// `test.dense_array_attr`
    DENSE_ARRAY_ATTR = OpDef::new("test.dense_array_attr")
        .attrs(&[
            limited("i1attr", &limits::DENSE_BOOL), limited("i8attr", &limits::DENSE_I8),
            limited("i16attr", &limits::DENSE_I16), required("i32attr", SlotKind::DenseI32),
            required("i64attr", SlotKind::DenseI64), limited("f32attr", &limits::DENSE_F32),
            limited("f64attr", &limits::DENSE_F64), required("emptyattr", SlotKind::DenseI32),
        ])
        .format(&[
            Text("i1attr"), Text("="), DenseArray("i1attr", "i1"), Text("i8attr"), Text("="),
            DenseArray("i8attr", "i8"), Text("i16attr"), Text("="), DenseArray("i16attr", "i16"), Text("i32attr"),
            Text("="), DenseArray("i32attr", "i32"), Text("i64attr"), Text("="), DenseArray("i64attr", "i64"),
            Text("f32attr"), Text("="), DenseArray("f32attr", "f32"), Text("f64attr"), Text("="),
            DenseArray("f64attr", "f64"), Text("emptyattr"), Text("="), DenseArray("emptyattr", "i32"), AttrDict,
        ]);
    /// `test.confined_dense_array_attr`
    CONFINED_DENSE_ARRAY_ATTR = attribute("test.confined_dense_array_attr", &[
        limited("emptyattr", &limits::RISING_I16), limited("i32attr", &limits::NOT_FALLING_I32),
        limited("i64attr", &limits::RISING_I64),
    ]);
    /// `test.confined_strictly_positive_attr`
    CONFINED_STRICTLY_POSITIVE_ATTR = attribute("test.confined_strictly_positive_attr", &[
        limited("i8attr", &limits::POSITIVE_I8_ARRAY), limited("i16attr", &limits::POSITIVE_I16_ARRAY),
        limited("i32attr", &limits::POSITIVE_I32_ARRAY), limited("i64attr", &limits::POSITIVE_I64_ARRAY),
        limited("f32attr", &limits::POSITIVE_F32_ARRAY), limited("f64attr", &limits::POSITIVE_F64_ARRAY),
        limited("emptyattr", &limits::POSITIVE_I16_ARRAY),
    ]);
    /// `test.confined_non_negative_attr`
    CONFINED_NON_NEGATIVE_ATTR = attribute("test.confined_non_negative_attr", &[
        limited("i8attr", &limits::NATURAL_I8_ARRAY), limited("i16attr", &limits::NATURAL_I16_ARRAY),
        limited("i32attr", &limits::NATURAL_I32_ARRAY), limited("i64attr", &limits::NATURAL_I64_ARRAY),
        limited("f32attr", &limits::NATURAL_F32_ARRAY), limited("f64attr", &limits::NATURAL_F64_ARRAY),
        limited("emptyattr", &limits::NATURAL_I16_ARRAY),
    ]);
    /// `test.default_value_print`
    DEFAULT_VALUE_PRINT = OpDef::new("test.default_value_print")
        .operands(&[one("operand", I32)])
        .attrs(&[default("value_with_default", SlotKind::Int(32))])
        .format(&[AttrDict, Operand(0)])
        .types(&[(Place::Operand(0), Rule::I32)]);
    /// `test.string_attr_with_type`
    STRING_ATTR_WITH_TYPE = OpDef::new("test.string_attr_with_type")
        .attrs(&[limited("attr", &limits::STRING_OF_INTEGER)])
        .format(&[Attr("attr"), AttrDict]);
    /// `test.string_attr_with_mixed_type`
    STRING_ATTR_WITH_MIXED_TYPE = OpDef::new("test.string_attr_with_mixed_type")
        .attrs(&[limited("attr", &limits::I64_OR_STRING_OF_INTEGER)])
        .format(&[Attr("attr"), AttrDict]);
    /// `test.op_with_loc_attr`
    OP_WITH_LOC_ATTR = OpDef::new("test.op_with_loc_attr")
        .attrs(&[limited("loc_attr", &limits::LOCATION)])
        .format(&[Attr("loc_attr"), AttrDict]);
    /// `test.attr_with_loc`
    ATTR_WITH_LOC = OpDef::new("test.attr_with_loc")
        .attrs(&[required("loc", SlotKind::Any), required("value", SlotKind::Any)])
        .format(&[Text("("), Attr("value"), Glue, Custom(Directive::OptionalLocation), Text(")"), AttrDict]);
    /// `test.type_attr_of`
    TYPE_ATTR_OF = OpDef::new("test.type_attr_of")
        .attrs(&[limited("type", &limits::TYPE_I64)])
        .format(&[AttrDict, Attr("type")]);
    /// `test.with_properties_and_attr`
    WITH_PROPERTIES_AND_ATTR = OpDef::new("test.with_properties_and_attr")
        .attrs(&[required("lhs", SlotKind::Int(32)), required("rhs", SlotKind::Int(64))])
        .format(&[Attr("lhs"), PropDict, AttrDict]);
    /// `test.graph_region`
    GRAPH_REGION = OpDef::new("test.graph_region")
        .regions(1)
        .format(KEYWORD_AND_REGION)
        .traits(&[Traits::GRAPH_REGION]);
    /// `test.isolated_graph_region`
    ISOLATED_GRAPH_REGION = OpDef::new("test.isolated_graph_region")
        .regions(1)
        .format(KEYWORD_AND_REGION)
        .traits(&[Traits::GRAPH_REGION, Traits::ISOLATED]);
    /// `test.alloca_scope_region`
    ALLOCA_SCOPE_REGION = OpDef::new("test.alloca_scope_region").regions(1).format(KEYWORD_AND_REGION);
    /// `test.affine_scope`
    AFFINE_SCOPE = OpDef::new("test.affine_scope").regions(1).format(KEYWORD_AND_REGION);
    /// `test.isolated_regions`
    ISOLATED_REGIONS = OpDef::new("test.isolated_regions")
        .regions(1)
        .format(KEYWORD_AND_REGION)
        .traits(&[Traits::ISOLATED]);
    /// `test.ssacfg_region`
    SSACFG_REGION = OpDef::new("test.ssacfg_region")
        .operands(&[variadic("operands", Any)])
        .results(&[variadic("results", Any)])
        .traits(&[Traits::ANY_REGIONS]);
    /// `test.isolated_region`
    ISOLATED_REGION = OpDef::new("test.isolated_region")
        .operands(&[one("input", Index)])
        .regions(1)
        .custom(Syntax::IsolatedRegion)
        .traits(&[Traits::ISOLATED]);
    /// `test.wrapping_region`
    WRAPPING_REGION = OpDef::new("test.wrapping_region")
        .results(&[variadic("results", Any)])
        .regions(1)
        .custom(Syntax::WrappingRegion)
        .implicit_terminator(RETURN);
    /// `test.pretty_printed_region`
    PRETTY_PRINTED_REGION = OpDef::new("test.pretty_printed_region")
        .operands(&[one("input1", Any), one("input2", Any)])
        .results(&[one("output", Any)])
        .regions(1)
        .custom(Syntax::PrettyRegion)
        .implicit_terminator(RETURN);
    /// `test.one_region_op`
    ONE_REGION_OP = OpDef::new("test.one_region_op").regions(1);
    /// `test.two_region_op`
    TWO_REGION_OP = OpDef::new("test.two_region_op").regions(2);
    /// `test.sized_region_op`
    SIZED_REGION_OP = OpDef::new("test.sized_region_op")
        .regions(2)
        .checks(&[
            Check::Blocks { region: 0, name: "my_region", count: 2 }, Check::Blocks { region: 1, name: "", count: 1 },
        ]);
    /// `test.many_regions`
    MANY_REGIONS = OpDef::new("test.many_regions").traits(&[Traits::ANY_REGIONS]);
    /// `test.single_no_terminator_op`
    SINGLE_NO_TERMINATOR_OP = OpDef::new("test.single_no_terminator_op")
        .regions(1)
        .format(&[AttrDict, Text(":"), Region(0)])
        .traits(&[Traits::NO_TERMINATOR, Traits::SINGLE_BLOCK, Traits::GRAPH_REGION]);
    /// `test.variadic_no_terminator_op`
    VARIADIC_NO_TERMINATOR_OP = OpDef::new("test.variadic_no_terminator_op")
        .format(&[AttrDict, Text(":"), Regions])
        .traits(&[Traits::NO_TERMINATOR, Traits::SINGLE_BLOCK, Traits::GRAPH_REGION, Traits::ANY_REGIONS]);
    /// `test.single_no_terminator_custom_asm_op`
    SINGLE_NO_TERMINATOR_CUSTOM_ASM_OP = OpDef::new("test.single_no_terminator_custom_asm_op")
        .regions(1)
        .format(&[Glue, Region(0)])
        .traits(&[Traits::NO_TERMINATOR, Traits::SINGLE_BLOCK]);
    /// `test.dummy_op_with_region_ref`
    DUMMY_OP_WITH_REGION_REF = OpDef::new("test.dummy_op_with_region_ref")
        .regions(1)
        .format(&[Region(0), AttrDict, Glue, Text(" ")])
        .traits(&[Traits::NO_TERMINATOR]);
    /// `test.default_dialect`
    DEFAULT_DIALECT = OpDef::new("test.default_dialect").regions(1).format(REGION_AND_KEYWORD).default_dialect("test");
    /// `test.loop_block`
    LOOP_BLOCK = OpDef::new("test.loop_block")
        .operands(&[one("init", I32)])
        .results(&[one("floatResult", AnyFloat)])
        .regions(1)
        .format(&[Operand(0), Text(":"), FunctionalType, Region(0), AttrDictWithKeyword]);
    /// `test.loop_block_term`
    LOOP_BLOCK_TERM = OpDef::new("test.loop_block_term")
        .operands(&[one("nextIterArg", I32), one("exitArg", AnyFloat)])
        .format(&[Text("iter"), Operand(0), Text("exit"), Operand(1), AttrDict])
        .types(&[(Place::Operand(0), Rule::I32), (Place::Operand(1), Rule::F32)])
        .traits(&[Traits::TERMINATOR]);
    /// `test.polyfor`
    POLYFOR = OpDef::new("test.polyfor")
        .regions(1)
        .custom(Syntax::Polyfor)
        .argument_names(ArgumentNames::Listed)
        .traits(&[Traits::NO_TERMINATOR]);
    /// `test.region_yield`
    REGION_YIELD = OpDef::new("test.region_yield")
        .operands(&[one("result", Any)])
        .format(&[Operand(0), Text(":"), Type(Place::Operand(0)), AttrDict])
        .traits(&[Traits::TERMINATOR]);
    /// `test.symbol_scope`
    SYMBOL_SCOPE = OpDef::new("test.symbol_scope")
        .regions(1)
        .traits(&[Traits::SYMBOL_TABLE])
        .implicit_terminator(FINISH);
    /// `test.symbol_scope_isolated`
    SYMBOL_SCOPE_ISOLATED = OpDef::new("test.symbol_scope_isolated")
        .regions(1)
        .traits(&[Traits::SYMBOL_TABLE, Traits::ISOLATED])
        .implicit_terminator(FINISH);
    /// `test.symbol_table_region`
    SYMBOL_TABLE_REGION = OpDef::new("test.symbol_table_region").regions(1).traits(&[Traits::SYMBOL_TABLE]);
    /// `test.symbol`
    SYMBOL = OpDef::new("test.symbol").attrs(SYMBOL_NAMES).traits(&[Traits::SYMBOL]);
    /// `test.symbol_with_result`
    SYMBOL_WITH_RESULT = OpDef::new("test.symbol_with_result").attrs(SYMBOL_NAMES).results(&[one("result", Any)]);
    /// `test.SingleBlockImplicitTerminator`
    SINGLEBLOCKIMPLICITTERMINATOR = OpDef::new("test.SingleBlockImplicitTerminator")
        .regions(1)
        .implicit_terminator(FINISH);
    /// `test.finish`
    FINISH = OpDef::new("test.finish").traits(&[Traits::TERMINATOR]);
    /// `test.return`
    RETURN = OpDef::new("test.return").operands(&[variadic("operands", Any)]).traits(&[Traits::TERMINATOR]);
    /// `test.valid`
    VALID = OpDef::new("test.valid").operands(&[variadic("operands", Any)]).traits(&[Traits::TERMINATOR]);
    /// `test.br`
    BR = OpDef::new("test.br")
        .operands(&[group("targetOperands", Arity::Successor(0), Any)])
        .successors(1)
        .traits(&[Traits::TERMINATOR]);
    /// `test.internal_br`
    INTERNAL_BR = OpDef::new("test.internal_br")
        .operands(&[
            group("successOperands", Arity::Successor(0), Any), group("errorOperands", Arity::Successor(1), Any),
        ])
        .successors(2)
        .traits(&[Traits::TERMINATOR, Traits::OPERAND_SEGMENTS]);
    /// `test.mixed_normal_variadic_result`
    MIXED_NORMAL_VARIADIC_RESULT = OpDef::new("test.mixed_normal_variadic_result")
        .results(&[variadic("output1", AnyTensor), one("output2", AnyTensor), variadic("output3", AnyTensor)])
        .traits(&[Traits::EVEN_RESULTS])
        .result_name(ResultName::Slots);
    /// `test.mixed_normal_variadic_operand`
    MIXED_NORMAL_VARIADIC_OPERAND = OpDef::new("test.mixed_normal_variadic_operand")
        .operands(&[variadic("input1", AnyTensor), one("input2", AnyTensor), variadic("input3", AnyTensor)])
        .traits(&[Traits::EVEN_OPERANDS]);
    /// `test.attr_sized_operands`
    ATTR_SIZED_OPERANDS = OpDef::new("test.attr_sized_operands")
        .operands(&[variadic("a", I32), variadic("b", I32), one("c", I32), variadic("d", I32)])
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `test.attr_sized_results`
    ATTR_SIZED_RESULTS = OpDef::new("test.attr_sized_results")
        .results(&[variadic("a", I32), variadic("b", I32), one("c", I32), variadic("d", I32)])
        .traits(&[Traits::RESULT_SEGMENTS])
        .result_name(ResultName::Slots);
    /// `test.asm_interface_op`
    ASM_INTERFACE_OP = OpDef::new("test.asm_interface_op")
        .results(&[one("first", Any), variadic("middle_results", Any), one("", Any)])
        .result_name(ResultName::Slots);
    /// `test.format_optional_result_d_op`
    FORMAT_OPTIONAL_RESULT_D_OP = OpDef::new("test.format_optional_result_d_op")
        .results(&[optional("optional", AnyFloat)])
        .format(&[IfResult(0, &[Text(":"), Type(Place::Result(0))]), AttrDict]);
    /// `test.string_attr_pretty_name`
    STRING_ATTR_PRETTY_NAME = OpDef::new("test.string_attr_pretty_name")
        .results(&[variadic("r", I32)])
        .attrs(&[limited("names", &limits::STRINGS)])
        .custom(Syntax::PrettyName)
        .result_name(ResultName::Listed);
    /// `test.custom_result_name`
    CUSTOM_RESULT_NAME = OpDef::new("test.custom_result_name")
        .operands(&[variadic("optional", Int)])
        .results(&[variadic("r", Int)])
        .attrs(&[limited("names", &limits::STRINGS)])
        .result_name(ResultName::Listed);
    /// `test.parse_integer_literal`
    PARSE_INTEGER_LITERAL = OpDef::new("test.parse_integer_literal")
        .results(&[variadic("results", Index)])
        .format(&[Custom(Directive::ResultCount)]);
    /// `test.parse_wrapped_keyword`
    PARSE_WRAPPED_KEYWORD = OpDef::new("test.parse_wrapped_keyword")
        .attrs(&[required("keyword", SlotKind::Str)])
        .format(&[Custom(Directive::Word)]);
    /// `test.parse_b64`
    PARSE_B64 = OpDef::new("test.parse_b64")
        .attrs(&[required("b64", SlotKind::Str)])
        .format(&[Custom(Directive::Base64)]);
    /// `test.parse_custom_operation_name_api`
    PARSE_CUSTOM_OPERATION_NAME_API = OpDef::new("test.parse_custom_operation_name_api")
        .attrs(&[required("name", SlotKind::Str)])
        .format(&[Text("("), Custom(Directive::OperationName), Text(")"), AttrDict]);
    /// `test.op.with_dot_in_name`
    OP_WITH_DOT_IN_NAME = OpDef::new("test.op.with_dot_in_name").format(BARE);
    /// `test.dialect_custom_printer`
    DIALECT_CUSTOM_PRINTER = OpDef::new("test.dialect_custom_printer").format(&[Text("custom_format")]);
    /// `test.dialect_custom_printer.with.dot`
    DIALECT_CUSTOM_PRINTER_WITH_DOT = OpDef::new("test.dialect_custom_printer.with.dot").format(&[]);
    /// `test.dialect_custom_format_fallback`
    DIALECT_CUSTOM_FORMAT_FALLBACK = OpDef::new("test.dialect_custom_format_fallback")
        .format(&[Text("custom_format_fallback")]);
    /// `test.oilist_with_keywords_only`
    OILIST_WITH_KEYWORDS_ONLY = OpDef::new("test.oilist_with_keywords_only")
        .attrs(&[unit("keyword"), unit("otherKeyword"), unit("diffNameUnitAttrKeyword")])
        .format(&[
            Clauses(&[
                Keyword("keyword", "keyword"), Keyword("otherKeyword", "otherKeyword"),
                Keyword("thirdKeyword", "diffNameUnitAttrKeyword"),
            ]),
            AttrDict,
        ]);
    /// `test.oilist_with_keywords_only_properties`
    OILIST_WITH_KEYWORDS_ONLY_PROPERTIES = OpDef::new("test.oilist_with_keywords_only_properties")
        .attrs(&[unit("keyword"), unit("otherKeyword"), unit("diffNameUnitPropKeyword")])
        .format(&[
            Clauses(&[
                Keyword("keyword", "keyword"), Keyword("otherKeyword", "otherKeyword"),
                Keyword("thirdKeyword", "diffNameUnitPropKeyword"),
            ]),
            AttrDict,
        ]);
    /// `test.oilist_with_simple_args`
    OILIST_WITH_SIMPLE_ARGS = OpDef::new("test.oilist_with_simple_args")
        .operands(&[optional("arg0", Any), optional("arg1", Any), optional("arg2", Any)])
        .format(&[
            Clauses(&[
                IfOperand(0, &[Text("keyword"), Operand(0), Text(":"), Type(Place::Operand(0))]),
                IfOperand(1, &[Text("otherKeyword"), Operand(1), Text(":"), Type(Place::Operand(1))]),
                IfOperand(2, &[Text("thirdKeyword"), Operand(2), Text(":"), Type(Place::Operand(2))]),
            ]),
            AttrDict,
        ])
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `test.oilist_variadic_with_parens`
    OILIST_VARIADIC_WITH_PARENS = OpDef::new("test.oilist_variadic_with_parens")
        .operands(&[variadic("arg0", Any), variadic("arg1", Any), variadic("arg2", Any)])
        .format(&[
            Clauses(&[
                IfOperand(0, &[Text("keyword"), Text("("), Operand(0), Text(":"), Type(Place::Operand(0)), Text(")")]),
                IfOperand(1, &[
                    Text("otherKeyword"), Text("("), Operand(1), Text(":"), Type(Place::Operand(1)), Text(")"),
                ]),
                IfOperand(2, &[
                    Text("thirdKeyword"), Text("("), Operand(2), Text(":"), Type(Place::Operand(2)), Text(")"),
                ]),
            ]),
            AttrDict,
        ])
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `test.same_operand_element_type`
    SAME_OPERAND_ELEMENT_TYPE = OpDef::new("test.same_operand_element_type")
        .operands(&[one("lhs", Any), one("rhs", Any)])
        .results(&[one("result", Any)])
        .traits(&[Traits::SAME_OPERANDS_ELEMENT_TYPE]);
    /// `test.same_operand_and_result_element_type`
    SAME_OPERAND_AND_RESULT_ELEMENT_TYPE = OpDef::new("test.same_operand_and_result_element_type")
        .operands(&[variadic("operands", Any)])
        .results(&[variadic("results", Any)])
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE]);
    /// `test.same_operand_and_result_type`
    SAME_OPERAND_AND_RESULT_TYPE = OpDef::new("test.same_operand_and_result_type")
        .operands(&[variadic("operands", Any)])
        .results(&[variadic("results", Any)])
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE]);
    /// `test.addi`
    ADDI = OpDef::new("test.addi").operands(I32_PAIR).results(I32_RESULT);
    /// `test.op_commutative2`
    OP_COMMUTATIVE2 = OpDef::new("test.op_commutative2").operands(I32_PAIR).results(I32_RESULT);
    /// `test.cast`
    CAST = OpDef::new("test.cast").operands(&[variadic("operands", Any)]).results(&[one("result", Any)]);
    /// `test.oilist_custom`
    OILIST_CUSTOM = OpDef::new("test.oilist_custom")
        .operands(&[variadic("arg0", Any), optional("optOperand", I32)])
        .attrs(&[unit("nowait")])
        .format(&[
            Clauses(&[
                IfOperand(0, &[Text("private"), Text("("), Operand(0), Text(":"), Type(Place::Operand(0)), Text(")")]),
                IfOperand(1, &[
                    Text("reduction"), Glue, Text(" "), Glue, Text("("), Operand(1), Text(")"), Glue, Text(" "),
                ]),
                Keyword("nowait", "nowait"),
            ]),
            AttrDict,
        ])
        .types(&[(Place::Operand(1), Rule::I32)])
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `test.op_with_bit_enum`
    OP_WITH_BIT_ENUM = bit_enum("test.op_with_bit_enum", &[
        required("value", SlotKind::Foreign { dialect: "test", mnemonic: "bit_enum", empty: "" }),
        may("tag", SlotKind::Any),
    ]);
    /// `test.op_with_bit_enum_vbar`
    OP_WITH_BIT_ENUM_VBAR = bit_enum("test.op_with_bit_enum_vbar", &[
        required("value", SlotKind::Foreign { dialect: "test", mnemonic: "bit_enum_vbar", empty: "" }),
        may("tag", SlotKind::Any),
    ]);
    /// `test.switch_with_no_break`
    SWITCH_WITH_NO_BREAK = OpDef::new("test.switch_with_no_break")
        .operands(&[one("arg", Index)])
        .attrs(&[required("cases", SlotKind::DenseI64)])
        .format(&[Operand(0), AttrDict, Custom(Directive::RegionCases { default: false })])
        .types(&[(Place::Operand(0), Rule::Index)])
        .traits(&[Traits::ANY_REGIONS, Traits::NO_TERMINATOR]);
    /// `test.with_properties`
    WITH_PROPERTIES = OpDef::new("test.with_properties")
        .attrs(&[
            required("a", SlotKind::Int(64)), required("b", SlotKind::Str), required("c", SlotKind::Str),
            required("flag", SlotKind::Bool), required("array", SlotKind::DenseI64),
            required("array32", SlotKind::DenseI32),
        ])
        .format(&[
            Text("a"), Text("="), Attr("a"), Text(","), Text("b"), Text("="), Attr("b"), Text(","), Text("c"),
            Text("="), Attr("c"), Text(","), Text("flag"), Text("="), Attr("flag"), Text(","), Text("array"), Text("="),
            Attr("array"), Text(","), Text("array32"), Text("="), Attr("array32"), AttrDict,
        ]);
    /// `test.using_property_in_custom`
    USING_PROPERTY_IN_CUSTOM = OpDef::new("test.using_property_in_custom")
        .attrs(&[required("prop", SlotKind::DenseI64)])
        .format(&[Attr("prop"), AttrDict]);
    /// `test.op_with_enum`
    OP_WITH_ENUM = OpDef::new("test.op_with_enum")
        .attrs(&[
            required("value", SlotKind::ForeignWord { dialect: "test", mnemonic: "enum" }), may("tag", SlotKind::Any),
        ])
        .format(&[
            Glue, Text(" "), Attr("value"), IfAttr("tag", &[Text("tag"), Attr("tag")]), AttrDict,
        ]);
    /// `test.empty_properties`
    EMPTY_PROPERTIES = OpDef::new("test.empty_properties").format(&[Glue, Text(" "), AttrDict]);
    /// `test.copy`
    COPY = OpDef::new("test.copy")
        .operands(&[one("source", AnyMemRef), one("target", AnyMemRef)])
        .format(&[
            Text("("), Operand(0), Text(","), Operand(1), Text(")"), Text(":"), Text("("), Type(Place::Operand(0)),
            Text(","), Type(Place::Operand(1)), Text(")"), AttrDict,
        ]);
    /// `test.graph_loop`
    GRAPH_LOOP = OpDef::new("test.graph_loop")
        .operands(&[variadic("args", Any)])
        .results(&[variadic("rets", Any)])
        .regions(1)
        .format(&[Operand(0), Region(0), AttrDict, Text(":"), FunctionalType])
        .traits(&[Traits::SINGLE_BLOCK, Traits::GRAPH_REGION]);
    /// `test.side_effect_with_region_op`
    SIDE_EFFECT_WITH_REGION_OP = OpDef::new("test.side_effect_with_region_op")
        .operands(&[one("operand", Any)])
        .results(&[one("result", Any)])
        .regions(1)
        .format(&[
            Text("("), Operand(0), Text(")"), Region(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("->"),
            Type(Place::Result(0)),
        ]);
    /// `test.isolated_one_region_op`
    ISOLATED_ONE_REGION_OP = OpDef::new("test.isolated_one_region_op")
        .operands(&[variadic("operands", Any)])
        .results(&[variadic("results", Any)])
        .regions(1)
        .format(&[
            AttrDictWithKeyword, Operand(0), Region(0), Text(":"), Type(Place::Operand(0)), Text("->"),
            Type(Place::Result(0)),
        ])
        .traits(&[Traits::ISOLATED]);
}
