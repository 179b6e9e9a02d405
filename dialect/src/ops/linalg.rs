//! The `linalg` dialect's structured operations: what is done to each element, over maps of the loops around it.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::*;

/// What the region of a named operation does, which its custom form does not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Gives the input.
    First,
    /// Gives the input as the output's type.
    Cast,
    /// One operation on the input.
    Unary(OpName),
    /// One operation on both inputs: that for floats, for integers, and for single bits.
    Binary(OpName, Option<OpName>, Option<OpName>),
    /// Adds the product of both inputs to the output.
    MultiplyAdd,
    /// One operation on the output and the first input: that for floats, for integers, and for single bits. A second
    /// input has the shape of the window alone.
    Fold(Option<OpName>, Option<OpName>, Option<OpName>),
    /// The product of the input and itself.
    Square,
    /// One divided by the input.
    Reciprocal,
    /// The second input where the first holds, else the third.
    Select,
}

const OPERANDS: &[ValueSlot] = &[variadic("inputs", Any), variadic("outputs", Shaped)];
const RESULTS: &[ValueSlot] = &[variadic("result_tensors", Tensor)];

const MAPS: &[AttrSlot] =
    &[may("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)), may("cast", SlotKind::Any)];

const fn named(name: &'static str, payload: Payload) -> OpDef {
    OpDef::new(name)
        .operands(OPERANDS)
        .results(RESULTS)
        .regions(1)
        .custom(Syntax::Structured(payload, &[]))
        .traits(&[Traits::OPERAND_SEGMENTS])
}

/// A product over maps; these where none are written.
const fn product(name: &'static str, maps: &'static [&'static str]) -> OpDef {
    named(name, Payload::MultiplyAdd).attrs(MAPS).custom(Syntax::Structured(Payload::MultiplyAdd, maps))
}

const WINDOW: &[AttrSlot] = &[may("strides", SlotKind::Elements), may("dilations", SlotKind::Elements)];

/// Products that are summed up over a window.
const fn convolution(name: &'static str) -> OpDef {
    named(name, Payload::MultiplyAdd).attrs(WINDOW)
}

/// What is in a window becomes one.
const fn pooling(name: &'static str, float: Option<OpName>, integer: OpName, bit: Option<OpName>) -> OpDef {
    named(name, Payload::Fold(float, Some(integer), bit)).attrs(WINDOW)
}

rows! {
    after super::bufferization::END;
    /// `linalg.generic`
    GENERIC = OpDef::new("linalg.generic")
        .operands(OPERANDS)
        .results(RESULTS)
        .attrs(&[
            required("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)),
            required("iterator_types", SlotKind::Limited(&limits::LOOP_ITERATORS)), may("doc", SlotKind::Str),
            may("library_call", SlotKind::Str),
        ])
        .regions(1)
        .custom(Syntax::LinalgGeneric)
        .argument_names(ArgumentNames::InOut)
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `linalg.index`
    INDEX = OpDef::new("linalg.index")
        .results(&[one("result", Index)])
        .attrs(&[required("dim", SlotKind::Int(64))])
        .format(&[Attr("dim"), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE]);
    /// `linalg.yield`
    YIELD = OpDef::new("linalg.yield")
        .operands(&[variadic("values", Any)])
        .format(RETURN_LIKE)
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `linalg.fill`
    FILL = named("linalg.fill", Payload::First);
    /// `linalg.copy`
    COPY = named("linalg.copy", Payload::Cast).attrs(&[may("cast", SlotKind::Any)]);
    /// `linalg.matmul`
    MATMUL = product("linalg.matmul", &[
        "affine_map<(d0, d1, d2) -> (d0, d2)>",
        "affine_map<(d0, d1, d2) -> (d2, d1)>",
        "affine_map<(d0, d1, d2) -> (d0, d1)>",
    ]);
    /// `linalg.batch_matmul`
    BATCH_MATMUL = product("linalg.batch_matmul", &[
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>",
    ]);
    /// `linalg.add`
    ADD = named("linalg.add", Payload::Binary(arith::ADDF, Some(arith::ADDI), Some(arith::ORI)));
    /// `linalg.sub`
    SUB = named("linalg.sub", Payload::Binary(arith::SUBF, Some(arith::SUBI), None));
    /// `linalg.mul`
    MUL = named("linalg.mul", Payload::Binary(arith::MULF, Some(arith::MULI), Some(arith::ANDI)));
    /// `linalg.div`
    DIV = named("linalg.div", Payload::Binary(arith::DIVF, Some(arith::DIVSI), None));
    /// `linalg.max`
    MAX = named("linalg.max", Payload::Binary(arith::MAXIMUMF, Some(arith::MAXSI), None));
    /// `linalg.min`
    MIN = named("linalg.min", Payload::Binary(arith::MINIMUMF, Some(arith::MINSI), None));
    /// `linalg.powf`
    POWF = named("linalg.powf", Payload::Binary(elementary::POWF, None, None));
    /// `linalg.exp`
    EXP = named("linalg.exp", Payload::Unary(elementary::EXP));
    /// `linalg.log`
    LOG = named("linalg.log", Payload::Unary(elementary::LOG));
    /// `linalg.abs`
    ABS = named("linalg.abs", Payload::Unary(elementary::ABSF));
    /// `linalg.ceil`
    CEIL = named("linalg.ceil", Payload::Unary(elementary::CEIL));
    /// `linalg.floor`
    FLOOR = named("linalg.floor", Payload::Unary(elementary::FLOOR));
    /// `linalg.negf`
    NEGF = named("linalg.negf", Payload::Unary(arith::NEGF));
    /// `linalg.sqrt`
    SQRT = named("linalg.sqrt", Payload::Unary(elementary::SQRT));
    /// `linalg.rsqrt`
    RSQRT = named("linalg.rsqrt", Payload::Unary(elementary::RSQRT));
    /// `linalg.tanh`
    TANH = named("linalg.tanh", Payload::Unary(elementary::TANH));
    /// `linalg.erf`
    ERF = named("linalg.erf", Payload::Unary(elementary::ERF));
    /// `linalg.round`
    ROUND = named("linalg.round", Payload::Unary(elementary::ROUND));
    /// `linalg.mmt4d`
    MMT4D = named("linalg.mmt4d", Payload::MultiplyAdd);
    /// `linalg.batch_mmt4d`
    BATCH_MMT4D = named("linalg.batch_mmt4d", Payload::MultiplyAdd);
    /// `linalg.matvec`
    MATVEC = named("linalg.matvec", Payload::MultiplyAdd);
    /// `linalg.vecmat`
    VECMAT = named("linalg.vecmat", Payload::MultiplyAdd);
    /// `linalg.batch_matvec`
    BATCH_MATVEC = named("linalg.batch_matvec", Payload::MultiplyAdd);
    /// `linalg.batch_vecmat`
    BATCH_VECMAT = named("linalg.batch_vecmat", Payload::MultiplyAdd);
    /// `linalg.dot`
    DOT = named("linalg.dot", Payload::MultiplyAdd);
    /// `linalg.conv_1d`
    CONV_1D = convolution("linalg.conv_1d");
    /// `linalg.conv_2d`
    CONV_2D = convolution("linalg.conv_2d");
    /// `linalg.conv_3d`
    CONV_3D = convolution("linalg.conv_3d");
    /// `linalg.conv_1d_nwc_wcf`
    CONV_1D_NWC_WCF = convolution("linalg.conv_1d_nwc_wcf");
    /// `linalg.conv_1d_ncw_fcw`
    CONV_1D_NCW_FCW = convolution("linalg.conv_1d_ncw_fcw");
    /// `linalg.conv_2d_nhwc_hwcf`
    CONV_2D_NHWC_HWCF = convolution("linalg.conv_2d_nhwc_hwcf");
    /// `linalg.conv_2d_nhwc_fhwc`
    CONV_2D_NHWC_FHWC = convolution("linalg.conv_2d_nhwc_fhwc");
    /// `linalg.conv_2d_nchw_fchw`
    CONV_2D_NCHW_FCHW = convolution("linalg.conv_2d_nchw_fchw");
    /// `linalg.conv_2d_ngchw_fgchw`
    CONV_2D_NGCHW_FGCHW = convolution("linalg.conv_2d_ngchw_fgchw");
    /// `linalg.conv_2d_ngchw_gfchw`
    CONV_2D_NGCHW_GFCHW = convolution("linalg.conv_2d_ngchw_gfchw");
    /// `linalg.conv_2d_nhwgc_gfhwc`
    CONV_2D_NHWGC_GFHWC = convolution("linalg.conv_2d_nhwgc_gfhwc");
    /// `linalg.conv_3d_ndhwc_dhwcf`
    CONV_3D_NDHWC_DHWCF = convolution("linalg.conv_3d_ndhwc_dhwcf");
    /// `linalg.conv_3d_ncdhw_fcdhw`
    CONV_3D_NCDHW_FCDHW = convolution("linalg.conv_3d_ncdhw_fcdhw");
    /// `linalg.depthwise_conv_1d_nwc_wc`
    DEPTHWISE_CONV_1D_NWC_WC = convolution("linalg.depthwise_conv_1d_nwc_wc");
    /// `linalg.depthwise_conv_1d_ncw_cw`
    DEPTHWISE_CONV_1D_NCW_CW = convolution("linalg.depthwise_conv_1d_ncw_cw");
    /// `linalg.depthwise_conv_1d_nwc_wcm`
    DEPTHWISE_CONV_1D_NWC_WCM = convolution("linalg.depthwise_conv_1d_nwc_wcm");
    /// `linalg.depthwise_conv_2d_nhwc_hwc`
    DEPTHWISE_CONV_2D_NHWC_HWC = convolution("linalg.depthwise_conv_2d_nhwc_hwc");
    /// `linalg.depthwise_conv_2d_nchw_chw`
    DEPTHWISE_CONV_2D_NCHW_CHW = convolution("linalg.depthwise_conv_2d_nchw_chw");
    /// `linalg.depthwise_conv_2d_nhwc_hwcm`
    DEPTHWISE_CONV_2D_NHWC_HWCM = convolution("linalg.depthwise_conv_2d_nhwc_hwcm");
    /// `linalg.depthwise_conv_3d_ndhwc_dhwc`
    DEPTHWISE_CONV_3D_NDHWC_DHWC = convolution("linalg.depthwise_conv_3d_ndhwc_dhwc");
    /// `linalg.depthwise_conv_3d_ncdhw_cdhw`
    DEPTHWISE_CONV_3D_NCDHW_CDHW = convolution("linalg.depthwise_conv_3d_ncdhw_cdhw");
    /// `linalg.depthwise_conv_3d_ndhwc_dhwcm`
    DEPTHWISE_CONV_3D_NDHWC_DHWCM = convolution("linalg.depthwise_conv_3d_ndhwc_dhwcm");
    /// `linalg.pooling_nhwc_sum`
    POOLING_NHWC_SUM = pooling("linalg.pooling_nhwc_sum", Some(arith::ADDF), arith::ADDI, Some(arith::ORI));
    /// `linalg.pooling_nhwc_max`
    POOLING_NHWC_MAX = pooling("linalg.pooling_nhwc_max", Some(arith::MAXIMUMF), arith::MAXSI, None);
    /// `linalg.pooling_nhwc_max_unsigned`
    POOLING_NHWC_MAX_UNSIGNED = pooling("linalg.pooling_nhwc_max_unsigned", None, arith::MAXUI, None);
    /// `linalg.pooling_nhwc_min`
    POOLING_NHWC_MIN = pooling("linalg.pooling_nhwc_min", Some(arith::MINIMUMF), arith::MINSI, None);
    /// `linalg.pooling_nhwc_min_unsigned`
    POOLING_NHWC_MIN_UNSIGNED = pooling("linalg.pooling_nhwc_min_unsigned", None, arith::MINUI, None);
    /// `linalg.pooling_nchw_sum`
    POOLING_NCHW_SUM = pooling("linalg.pooling_nchw_sum", Some(arith::ADDF), arith::ADDI, Some(arith::ORI));
    /// `linalg.pooling_nchw_max`
    POOLING_NCHW_MAX = pooling("linalg.pooling_nchw_max", Some(arith::MAXIMUMF), arith::MAXSI, None);
    /// `linalg.pooling_nwc_sum`
    POOLING_NWC_SUM = pooling("linalg.pooling_nwc_sum", Some(arith::ADDF), arith::ADDI, Some(arith::ORI));
    /// `linalg.pooling_nwc_max`
    POOLING_NWC_MAX = pooling("linalg.pooling_nwc_max", Some(arith::MAXIMUMF), arith::MAXSI, None);
    /// `linalg.pooling_nwc_max_unsigned`
    POOLING_NWC_MAX_UNSIGNED = pooling("linalg.pooling_nwc_max_unsigned", None, arith::MAXUI, None);
    /// `linalg.pooling_nwc_min`
    POOLING_NWC_MIN = pooling("linalg.pooling_nwc_min", Some(arith::MINIMUMF), arith::MINSI, None);
    /// `linalg.pooling_nwc_min_unsigned`
    POOLING_NWC_MIN_UNSIGNED = pooling("linalg.pooling_nwc_min_unsigned", None, arith::MINUI, None);
    /// `linalg.pooling_ncw_sum`
    POOLING_NCW_SUM = pooling("linalg.pooling_ncw_sum", Some(arith::ADDF), arith::ADDI, Some(arith::ORI));
    /// `linalg.pooling_ncw_max`
    POOLING_NCW_MAX = pooling("linalg.pooling_ncw_max", Some(arith::MAXIMUMF), arith::MAXSI, None);
    /// `linalg.pooling_ndhwc_sum`
    POOLING_NDHWC_SUM = pooling("linalg.pooling_ndhwc_sum", Some(arith::ADDF), arith::ADDI, Some(arith::ORI));
    /// `linalg.pooling_ndhwc_max`
    POOLING_NDHWC_MAX = pooling("linalg.pooling_ndhwc_max", Some(arith::MAXIMUMF), arith::MAXSI, None);
    /// `linalg.pooling_ndhwc_min`
    POOLING_NDHWC_MIN = pooling("linalg.pooling_ndhwc_min", Some(arith::MINIMUMF), arith::MINSI, None);
    /// `linalg.square`
    SQUARE = named("linalg.square", Payload::Square);
    /// `linalg.reciprocal`
    RECIPROCAL = named("linalg.reciprocal", Payload::Reciprocal);
    /// `linalg.select`
    SELECT = named("linalg.select", Payload::Select);
    /// `linalg.div_unsigned`
    DIV_UNSIGNED = named("linalg.div_unsigned", Payload::Binary(arith::DIVF, Some(arith::DIVUI), None));
    /// `linalg.batch_reduce_matmul`
    BATCH_REDUCE_MATMUL = product("linalg.batch_reduce_matmul", &[
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>",
        "affine_map<(d0, d1, d2, d3) -> (d1, d2)>",
    ]);
    /// `linalg.pack`
    PACK = OpDef::new("linalg.pack")
        .operands(&[
            one("source", TensorOrMemRef), one("dest", TensorOrMemRef), optional("padding_value", Any),
            variadic("inner_tiles", Index),
        ])
        .results(&[optional("result", Tensor)])
        .attrs(&[
            may("outer_dims_perm", SlotKind::DenseI64), required("inner_dims_pos", SlotKind::DenseI64),
            required("static_inner_tiles", SlotKind::DenseI64),
        ])
        .format(&[
            Operand(0),
            IfOperand(2, &[
                Text("padding_value"), Glue, Text("("), Operand(2), Text(":"), Type(Place::Operand(2)), Text(")"),
            ]),
            IfAttr("outer_dims_perm", &[Text("outer_dims_perm"), Text("="), Attr("outer_dims_perm")]),
            Text("inner_dims_pos"), Text("="), Attr("inner_dims_pos"), Text("inner_tiles"), Text("="),
            IndexList(3, "static_inner_tiles"), Text("into"), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(3), Rule::Index), (Place::Result(0), Rule::Same(Place::Operand(1)))])
        .traits(&[Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("pack"));
    /// `linalg.unpack`
    UNPACK = OpDef::new("linalg.unpack")
        .operands(&[
            one("source", TensorOrMemRef), one("dest", TensorOrMemRef), variadic("inner_tiles", Index),
        ])
        .results(&[optional("result", Tensor)])
        .attrs(&[
            may("outer_dims_perm", SlotKind::DenseI64), required("inner_dims_pos", SlotKind::DenseI64),
            required("static_inner_tiles", SlotKind::DenseI64),
        ])
        .format(&[
            Operand(0), IfAttr("outer_dims_perm", &[Text("outer_dims_perm"), Text("="), Attr("outer_dims_perm")]),
            Text("inner_dims_pos"), Text("="), Attr("inner_dims_pos"), Text("inner_tiles"), Text("="),
            IndexList(2, "static_inner_tiles"), Text("into"), Operand(1), AttrDict, Text(":"),
            Type(Place::Operand(0)), Text("->"), Type(Place::Operand(1)),
        ])
        .types(&[(Place::Operand(2), Rule::Index), (Place::Result(0), Rule::Same(Place::Operand(1)))])
        .result_name(ResultName::Word("unpack"));
}
