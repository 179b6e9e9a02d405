//! The `linalg` dialect's structured operations: what is done to each element, over maps of the loops around it.

use super::Elem::*;
use super::TypeSet::*;
use super::build::*;
use super::rules::StructuredRule;
use super::*;

/// What is done to two numbers, whatever their type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Function {
    Add,
    Sub,
    Mul,
    Div,
    DivUnsigned,
    Max,
    Min,
    MaxUnsigned,
    MinUnsigned,
    Pow,
}

/// A kind of numbers that a [`Function`] has an operation for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Numbers {
    Complex,
    Float,
    Integer,
    /// Integers of one bit.
    Bool,
}

impl Function {
    /// The operation for two numbers of a kind.
    ///
    /// # Errors
    /// What upstream says where there is none.
    pub fn operation(self, numbers: Numbers) -> Result<OpName, &'static str> {
        use Numbers::{Bool, Complex, Float};
        Ok(match (self, numbers) {
            (Function::Add, Complex) => complex::ADD,
            (Function::Add, Float) => arith::ADDF,
            (Function::Add, Bool) => arith::ORI,
            (Function::Add, _) => arith::ADDI,
            (Function::Sub, Complex) => complex::SUB,
            (Function::Sub, Float) => arith::SUBF,
            (Function::Sub, Bool) => return Err("unsupported operation: sub with bools"),
            (Function::Sub, _) => arith::SUBI,
            (Function::Mul, Complex) => complex::MUL,
            (Function::Mul, Float) => arith::MULF,
            (Function::Mul, Bool) => arith::ANDI,
            (Function::Mul, _) => arith::MULI,
            (Function::Div, Complex) => complex::DIV,
            (Function::Div, Float) => arith::DIVF,
            (Function::Div, Bool) => return Err("unsupported operation: div with bools"),
            (Function::Div, _) => arith::DIVSI,
            (Function::DivUnsigned, Complex | Bool) => return Err("unsupported operation: unsigned div not on uint"),
            (Function::DivUnsigned, Float) => arith::DIVF,
            (Function::DivUnsigned, _) => arith::DIVUI,
            (Function::Max, Float) => arith::MAXIMUMF,
            (Function::Max, _) => arith::MAXSI,
            (Function::Min, Float) => arith::MINIMUMF,
            (Function::Min, _) => arith::MINSI,
            (Function::MaxUnsigned, Complex | Bool) => return Err("unsupported operation: unsigned max not on uint"),
            (Function::MaxUnsigned, Float) => arith::MAXIMUMF,
            (Function::MaxUnsigned, _) => arith::MAXUI,
            (Function::MinUnsigned, Complex | Bool) => return Err("unsupported operation: unsigned min not on uint"),
            (Function::MinUnsigned, Float) => arith::MINIMUMF,
            (Function::MinUnsigned, _) => arith::MINUI,
            (Function::Pow, _) => elementary::POWF,
        })
    }
}

/// What the region of a named operation does, which its custom form does not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Gives the input.
    First,
    /// Gives the input as the output's type.
    Cast,
    /// One operation on the input.
    Unary(OpName),
    /// A function of both inputs.
    Binary(Function),
    /// Adds the product of both inputs to the output.
    MultiplyAdd,
    /// The same, where what stands for zero is taken from each input before; the zeros are inputs, too.
    QuantizedMultiplyAdd,
    /// A function of the output and the first input. A second input has the shape of the window alone.
    Fold(Function),
    /// The product of the input and itself.
    Square,
    /// One divided by the input.
    Reciprocal,
    /// The second input where the first holds, else the third.
    Select,
    /// What the attribute `kind` says; see [`ELEMENTWISE_KINDS`].
    Kind,
}

/// The words of `#linalg.elementwise_kind`, and what each does.
pub const ELEMENTWISE_KINDS: &[(&str, Payload)] = &[
    ("exp", Payload::Unary(elementary::EXP)),
    ("log", Payload::Unary(elementary::LOG)),
    ("abs", Payload::Unary(elementary::ABSF)),
    ("ceil", Payload::Unary(elementary::CEIL)),
    ("floor", Payload::Unary(elementary::FLOOR)),
    ("negf", Payload::Unary(arith::NEGF)),
    ("reciprocal", Payload::Reciprocal),
    ("round", Payload::Unary(elementary::ROUND)),
    ("sqrt", Payload::Unary(elementary::SQRT)),
    ("rsqrt", Payload::Unary(elementary::RSQRT)),
    ("square", Payload::Square),
    ("tanh", Payload::Unary(elementary::TANH)),
    ("erf", Payload::Unary(elementary::ERF)),
    ("add", Payload::Binary(Function::Add)),
    ("sub", Payload::Binary(Function::Sub)),
    ("mul", Payload::Binary(Function::Mul)),
    ("div", Payload::Binary(Function::Div)),
    ("div_unsigned", Payload::Binary(Function::DivUnsigned)),
    ("max_signed", Payload::Binary(Function::Max)),
    ("min_signed", Payload::Binary(Function::Min)),
    ("max_unsigned", Payload::Binary(Function::MaxUnsigned)),
    ("min_unsigned", Payload::Binary(Function::MinUnsigned)),
    ("powf", Payload::Binary(Function::Pow)),
    ("select", Payload::Select),
];

/// The maps from the loops of a named operation to its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maps {
    /// An operand has an element for each step of the loops, or is one.
    Elementwise,
    /// What each map gives; `s0` is the first stride, `t0` the first dilation.
    Fixed(&'static [&'static str]),
    /// Those in `indexing_maps`; these where none are written.
    Written(&'static [&'static str]),
    /// Those in `indexing_maps`; where none are written, an operand has an element for each step of the loops.
    Optional,
    /// Those in `indexing_maps`.
    Required,
}

const OPERANDS: &[ValueSlot] = &[variadic("inputs", Any), variadic("outputs", Shaped)];
const RESULTS: &[ValueSlot] = &[variadic("result_tensors", Tensor)];

const MAPS: &[AttrSlot] =
    &[may("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)), may("cast", SlotKind::Any)];

const STRUCTURED: &[Check] = &[Check::Structured(StructuredRule::Operation)];

const fn structured(name: &'static str, payload: Payload, maps: Maps) -> OpDef {
    OpDef::new(name)
        .operands(OPERANDS)
        .results(RESULTS)
        .regions(1)
        .custom(Syntax::Structured(payload, maps))
        .checks(STRUCTURED)
        .traits(&[Traits::OPERAND_SEGMENTS])
}

const fn named(name: &'static str, payload: Payload) -> OpDef {
    structured(name, payload, Maps::Elementwise)
}

/// A product over maps; these where none are written.
const fn product(name: &'static str, maps: &'static [&'static str]) -> OpDef {
    structured(name, Payload::MultiplyAdd, Maps::Written(maps)).attrs(MAPS)
}

/// A product over maps of its own.
const fn sum_of_products(name: &'static str, maps: &'static [&'static str]) -> OpDef {
    structured(name, Payload::MultiplyAdd, Maps::Fixed(maps))
}

/// A product of what is quantized over maps of its own.
const fn quantized(name: &'static str, maps: &'static [&'static str]) -> OpDef {
    structured(name, Payload::QuantizedMultiplyAdd, Maps::Fixed(maps))
}

const MOVED: &[ValueSlot] = &[one("input", MemRefOrTensor), one("init", MemRefOrTensor)];
const TENSORS: &[ValueSlot] = &[variadic("result", AnyTensor)];

const FMR: &[AttrSlot] = &[required("fmr", SlotKind::Bits(crate::enums::WinogradConv2DFmr::TABLE))];

/// A step of a convolution by Winograd.
const fn winograd(name: &'static str, operands: &'static [ValueSlot], checks: &'static [Check]) -> OpDef {
    OpDef::new(name).operands(operands).results(RESULT_TENSOR).attrs(FMR).format(WINOGRAD).checks(checks)
}

const RESULT_TENSOR: &[ValueSlot] = &[one("result", Tensor)];
const WINOGRAD: &[Elem] = &[
    AttrDict,
    Text("fmr"),
    Glue,
    Text("("),
    Attr("fmr"),
    Text(")"),
    Text("ins"),
    Glue,
    Text("("),
    Operand(0),
    Text(":"),
    Type(Place::Operand(0)),
    Text(")"),
    Text("outs"),
    Glue,
    Text("("),
    Operand(1),
    Text(":"),
    Type(Place::Operand(1)),
    Text(")"),
    Text("->"),
    Type(Place::Result(0)),
];

const fn same_element(words: &'static str) -> Check {
    Check::SameElement(Place::Operand(0), Place::Operand(1), words)
}

/// Elements that stand elsewhere afterwards, as an attribute says.
const fn moved(name: &'static str, by: &'static str, checks: &'static [Check]) -> OpDef {
    OpDef::new(name).operands(MOVED).results(TENSORS).regions(1).custom(Syntax::Moved(by)).checks(checks)
}

const WINDOW_1: &[AttrSlot] =
    &[may("strides", SlotKind::Limited(&limits::WINDOW_1)), may("dilations", SlotKind::Limited(&limits::WINDOW_1))];
const WINDOW_2: &[AttrSlot] =
    &[may("strides", SlotKind::Limited(&limits::WINDOW_2)), may("dilations", SlotKind::Limited(&limits::WINDOW_2))];
const WINDOW_3: &[AttrSlot] =
    &[may("strides", SlotKind::Limited(&limits::WINDOW_3)), may("dilations", SlotKind::Limited(&limits::WINDOW_3))];

/// What is in a window becomes one.
const fn pooling(name: &'static str, function: Function, maps: &'static [&'static str]) -> OpDef {
    structured(name, Payload::Fold(function), Maps::Fixed(maps))
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
        .checks(STRUCTURED)
        .argument_names(ArgumentNames::InOut)
        .traits(&[Traits::OPERAND_SEGMENTS]);
    /// `linalg.index`
    INDEX = OpDef::new("linalg.index")
        .results(&[one("result", Index)])
        .attrs(&[required("dim", SlotKind::Bounded(64, &limits::LEAST_0_I64))])
        .format(&[Attr("dim"), AttrDict, Text(":"), Type(Place::Result(0))])
        .checks(&[Check::Structured(StructuredRule::Index)])
        .traits(&[Traits::PURE]);
    /// `linalg.yield`
    YIELD = OpDef::new("linalg.yield")
        .operands(&[variadic("values", Any)])
        .format(RETURN_LIKE)
        .checks(&[Check::Structured(StructuredRule::Yield)])
        .traits(&[Traits::PURE, Traits::TERMINATOR]);
    /// `linalg.fill`
    FILL = named("linalg.fill", Payload::First)
        .checks(&[Check::Structured(StructuredRule::Fill), Check::Structured(StructuredRule::Operation)]);
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
    ADD = named("linalg.add", Payload::Binary(Function::Add));
    /// `linalg.sub`
    SUB = named("linalg.sub", Payload::Binary(Function::Sub));
    /// `linalg.mul`
    MUL = named("linalg.mul", Payload::Binary(Function::Mul));
    /// `linalg.div`
    DIV = named("linalg.div", Payload::Binary(Function::Div));
    /// `linalg.max`
    MAX = named("linalg.max", Payload::Binary(Function::Max));
    /// `linalg.min`
    MIN = named("linalg.min", Payload::Binary(Function::Min));
    /// `linalg.powf`
    POWF = named("linalg.powf", Payload::Binary(Function::Pow));
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
    MMT4D = sum_of_products("linalg.mmt4d", &["d0, d2, d3, d5", "d1, d2, d4, d5", "d0, d1, d3, d4"]);
    /// `linalg.batch_mmt4d`
    BATCH_MMT4D = sum_of_products("linalg.batch_mmt4d", &["d0, d1, d3, d4, d6", "d0, d2, d3, d5, d6", "d0, d1, d2, d4, d5"]);
    /// `linalg.matvec`
    MATVEC = sum_of_products("linalg.matvec", &["d0, d1", "d1", "d0"]);
    /// `linalg.vecmat`
    VECMAT = sum_of_products("linalg.vecmat", &["d1", "d1, d0", "d0"]);
    /// `linalg.batch_matvec`
    BATCH_MATVEC = sum_of_products("linalg.batch_matvec", &["d0, d1, d2", "d0, d2", "d0, d1"]);
    /// `linalg.batch_vecmat`
    BATCH_VECMAT = sum_of_products("linalg.batch_vecmat", &["d0, d2", "d0, d2, d1", "d0, d1"]);
    /// `linalg.dot`
    DOT = sum_of_products("linalg.dot", &["d0", "d0", ""]);
    /// `linalg.conv_1d`
    CONV_1D = sum_of_products("linalg.conv_1d", &["d0 + d1", "d1", "d0"]);
    /// `linalg.conv_2d`
    CONV_2D = sum_of_products("linalg.conv_2d", &["d0 + d2, d1 + d3", "d2, d3", "d0, d1"]);
    /// `linalg.conv_3d`
    CONV_3D = sum_of_products("linalg.conv_3d", &["d0 + d3, d1 + d4, d2 + d5", "d3, d4, d5", "d0, d1, d2"]);
    /// `linalg.conv_1d_nwc_wcf`
    CONV_1D_NWC_WCF = sum_of_products("linalg.conv_1d_nwc_wcf", &["d0, d1 * s0 + d3 * t0, d4", "d3, d4, d2", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.conv_1d_ncw_fcw`
    CONV_1D_NCW_FCW = sum_of_products("linalg.conv_1d_ncw_fcw", &["d0, d3, d2 * s0 + d4 * t0", "d1, d3, d4", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.conv_2d_nhwc_hwcf`
    CONV_2D_NHWC_HWCF = sum_of_products("linalg.conv_2d_nhwc_hwcf", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d6", "d4, d5, d6, d3", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nhwc_fhwc`
    CONV_2D_NHWC_FHWC = sum_of_products("linalg.conv_2d_nhwc_fhwc", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d6", "d3, d4, d5, d6", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nchw_fchw`
    CONV_2D_NCHW_FCHW = sum_of_products("linalg.conv_2d_nchw_fchw", &["d0, d4, d2 * s0 + d5 * t0, d3 * s1 + d6 * t1", "d1, d4, d5, d6", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_ngchw_fgchw`
    CONV_2D_NGCHW_FGCHW = sum_of_products("linalg.conv_2d_ngchw_fgchw", &["d0, d1, d5, d3 * s0 + d6 * t0, d4 * s1 + d7 * t1", "d2, d1, d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_ngchw_gfchw`
    CONV_2D_NGCHW_GFCHW = sum_of_products("linalg.conv_2d_ngchw_gfchw", &["d0, d1, d5, d3 * s0 + d6 * t0, d4 * s1 + d7 * t1", "d1, d2, d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nhwgc_gfhwc`
    CONV_2D_NHWGC_GFHWC = sum_of_products("linalg.conv_2d_nhwgc_gfhwc", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3, d7", "d3, d4, d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.conv_3d_ndhwc_dhwcf`
    CONV_3D_NDHWC_DHWCF = sum_of_products("linalg.conv_3d_ndhwc_dhwcf", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d8", "d5, d6, d7, d8, d4", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.conv_3d_ncdhw_fcdhw`
    CONV_3D_NCDHW_FCDHW = sum_of_products("linalg.conv_3d_ncdhw_fcdhw", &["d0, d5, d2 * s0 + d6 * t0, d3 * s1 + d7 * t1, d4 * s2 + d8 * t2", "d1, d5, d6, d7, d8", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.depthwise_conv_1d_nwc_wc`
    DEPTHWISE_CONV_1D_NWC_WC = sum_of_products("linalg.depthwise_conv_1d_nwc_wc", &["d0, d1 * s0 + d3 * t0, d2", "d3, d2", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.depthwise_conv_1d_ncw_cw`
    DEPTHWISE_CONV_1D_NCW_CW = sum_of_products("linalg.depthwise_conv_1d_ncw_cw", &["d0, d2, d1 * s0 + d3 * t0", "d2, d3", "d0, d2, d1"]).attrs(WINDOW_1);
    /// `linalg.depthwise_conv_1d_nwc_wcm`
    DEPTHWISE_CONV_1D_NWC_WCM = sum_of_products("linalg.depthwise_conv_1d_nwc_wcm", &["d0, d1 * s0 + d4 * t0, d2", "d4, d2, d3", "d0, d1, d2, d3"]).attrs(WINDOW_1);
    /// `linalg.depthwise_conv_2d_nhwc_hwc`
    DEPTHWISE_CONV_2D_NHWC_HWC = sum_of_products("linalg.depthwise_conv_2d_nhwc_hwc", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5, d3", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.depthwise_conv_2d_nchw_chw`
    DEPTHWISE_CONV_2D_NCHW_CHW = sum_of_products("linalg.depthwise_conv_2d_nchw_chw", &["d0, d3, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1", "d3, d4, d5", "d0, d3, d1, d2"]).attrs(WINDOW_2);
    /// `linalg.depthwise_conv_2d_nhwc_hwcm`
    DEPTHWISE_CONV_2D_NHWC_HWCM = sum_of_products("linalg.depthwise_conv_2d_nhwc_hwcm", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3", "d5, d6, d3, d4", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.depthwise_conv_3d_ndhwc_dhwc`
    DEPTHWISE_CONV_3D_NDHWC_DHWC = sum_of_products("linalg.depthwise_conv_3d_ndhwc_dhwc", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3 * s2 + d6 * t2, d7", "d4, d5, d6, d7", "d0, d1, d2, d3, d7"]).attrs(WINDOW_3);
    /// `linalg.depthwise_conv_3d_ncdhw_cdhw`
    DEPTHWISE_CONV_3D_NCDHW_CDHW = sum_of_products("linalg.depthwise_conv_3d_ncdhw_cdhw", &["d0, d7, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3 * s2 + d6 * t2", "d7, d4, d5, d6", "d0, d7, d1, d2, d3"]).attrs(WINDOW_3);
    /// `linalg.depthwise_conv_3d_ndhwc_dhwcm`
    DEPTHWISE_CONV_3D_NDHWC_DHWCM = sum_of_products("linalg.depthwise_conv_3d_ndhwc_dhwcm", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d8", "d5, d6, d7, d8, d4", "d0, d1, d2, d3, d8, d4"]).attrs(WINDOW_3);
    /// `linalg.pooling_nhwc_sum`
    POOLING_NHWC_SUM = pooling("linalg.pooling_nhwc_sum", Function::Add, &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nhwc_max`
    POOLING_NHWC_MAX = pooling("linalg.pooling_nhwc_max", Function::Max, &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nhwc_max_unsigned`
    POOLING_NHWC_MAX_UNSIGNED = pooling("linalg.pooling_nhwc_max_unsigned", Function::MaxUnsigned, &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nhwc_min`
    POOLING_NHWC_MIN = pooling("linalg.pooling_nhwc_min", Function::Min, &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nhwc_min_unsigned`
    POOLING_NHWC_MIN_UNSIGNED = pooling("linalg.pooling_nhwc_min_unsigned", Function::MinUnsigned, &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nchw_sum`
    POOLING_NCHW_SUM = pooling("linalg.pooling_nchw_sum", Function::Add, &["d0, d1, d2 * s0 + d4 * t0, d3 * s1 + d5 * t1", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nchw_max`
    POOLING_NCHW_MAX = pooling("linalg.pooling_nchw_max", Function::Max, &["d0, d1, d2 * s0 + d4 * t0, d3 * s1 + d5 * t1", "d4, d5", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.pooling_nwc_sum`
    POOLING_NWC_SUM = pooling("linalg.pooling_nwc_sum", Function::Add, &["d0, d1 * s0 + d3 * t0, d2", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_nwc_max`
    POOLING_NWC_MAX = pooling("linalg.pooling_nwc_max", Function::Max, &["d0, d1 * s0 + d3 * t0, d2", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_nwc_max_unsigned`
    POOLING_NWC_MAX_UNSIGNED = pooling("linalg.pooling_nwc_max_unsigned", Function::MaxUnsigned, &["d0, d1 * s0 + d3 * t0, d2", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_nwc_min`
    POOLING_NWC_MIN = pooling("linalg.pooling_nwc_min", Function::Min, &["d0, d1 * s0 + d3 * t0, d2", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_nwc_min_unsigned`
    POOLING_NWC_MIN_UNSIGNED = pooling("linalg.pooling_nwc_min_unsigned", Function::MinUnsigned, &["d0, d1 * s0 + d3 * t0, d2", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_ncw_sum`
    POOLING_NCW_SUM = pooling("linalg.pooling_ncw_sum", Function::Add, &["d0, d1, d2 * s0 + d3 * t0", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_ncw_max`
    POOLING_NCW_MAX = pooling("linalg.pooling_ncw_max", Function::Max, &["d0, d1, d2 * s0 + d3 * t0", "d3", "d0, d1, d2"]).attrs(WINDOW_1);
    /// `linalg.pooling_ndhwc_sum`
    POOLING_NDHWC_SUM = pooling("linalg.pooling_ndhwc_sum", Function::Add, &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d4", "d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.pooling_ndhwc_max`
    POOLING_NDHWC_MAX = pooling("linalg.pooling_ndhwc_max", Function::Max, &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d4", "d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.pooling_ndhwc_min`
    POOLING_NDHWC_MIN = pooling("linalg.pooling_ndhwc_min", Function::Min, &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d4", "d5, d6, d7", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.square`
    SQUARE = named("linalg.square", Payload::Square);
    /// `linalg.reciprocal`
    RECIPROCAL = named("linalg.reciprocal", Payload::Reciprocal);
    /// `linalg.select`
    SELECT = named("linalg.select", Payload::Select);
    /// `linalg.div_unsigned`
    DIV_UNSIGNED = named("linalg.div_unsigned", Payload::Binary(Function::DivUnsigned));
    /// `linalg.batch_reduce_matmul`
    BATCH_REDUCE_MATMUL = product("linalg.batch_reduce_matmul", &[
        "affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>",
        "affine_map<(d0, d1, d2, d3) -> (d1, d2)>",
    ]);
    /// `linalg.pack`
    PACK = OpDef::new("linalg.pack")
        .operands(&[
            one("source", Tensor), one("dest", Tensor), optional("padding_value", Any),
            variadic("inner_tiles", Index),
        ])
        .results(&[one("result", Tensor)])
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
        .types(&[(Place::Operand(3), Rule::Index), (Place::Result(0), Rule::SameAs(
            Place::Operand(1), "failed to verify that result type matches type of dest",
        ))])
        .traits(&[Traits::OPERAND_SEGMENTS])
        .result_name(ResultName::Word("pack"));
    /// `linalg.unpack`
    UNPACK = OpDef::new("linalg.unpack")
        .operands(&[
            one("source", Tensor), one("dest", Tensor), variadic("inner_tiles", Index),
        ])
        .results(&[one("result", Tensor)])
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
        .types(&[(Place::Operand(2), Rule::Index), (Place::Result(0), Rule::SameAs(
            Place::Operand(1), "failed to verify that result type matches type of dest",
        ))])
        .result_name(ResultName::Word("unpack"));
    /// `linalg.quantized_matmul`
    QUANTIZED_MATMUL = quantized("linalg.quantized_matmul", &["d0, d2", "d2, d1", "", "", "d0, d1"]);
    /// `linalg.quantized_batch_matmul`
    QUANTIZED_BATCH_MATMUL = quantized("linalg.quantized_batch_matmul", &["d0, d1, d3", "d0, d3, d2", "", "", "d0, d1, d2"]);
    /// `linalg.conv_2d_nhwc_hwcf_q`
    CONV_2D_NHWC_HWCF_Q = quantized("linalg.conv_2d_nhwc_hwcf_q", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d6", "d4, d5, d6, d3", "", "", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nhwc_fhwc_q`
    CONV_2D_NHWC_FHWC_Q = quantized("linalg.conv_2d_nhwc_fhwc_q", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d6", "d3, d4, d5, d6", "", "", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nchw_fchw_q`
    CONV_2D_NCHW_FCHW_Q = quantized("linalg.conv_2d_nchw_fchw_q", &["d0, d4, d2 * s0 + d5 * t0, d3 * s1 + d6 * t1", "d1, d4, d5, d6", "", "", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_nhwgc_gfhwc_q`
    CONV_2D_NHWGC_GFHWC_Q = quantized("linalg.conv_2d_nhwgc_gfhwc_q", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3, d7", "d3, d4, d5, d6, d7", "", "", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.conv_2d_ngchw_gfchw_q`
    CONV_2D_NGCHW_GFCHW_Q = quantized("linalg.conv_2d_ngchw_gfchw_q", &["d0, d1, d5, d3 * s0 + d6 * t0, d4 * s1 + d7 * t1", "d1, d2, d5, d6, d7", "", "", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.conv_3d_ndhwc_dhwcf_q`
    CONV_3D_NDHWC_DHWCF_Q = quantized("linalg.conv_3d_ndhwc_dhwcf_q", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3 * s2 + d7 * t2, d8", "d5, d6, d7, d8, d4", "", "", "d0, d1, d2, d3, d4"]).attrs(WINDOW_3);
    /// `linalg.depthwise_conv_2d_nhwc_hwc_q`
    DEPTHWISE_CONV_2D_NHWC_HWC_Q = quantized("linalg.depthwise_conv_2d_nhwc_hwc_q", &["d0, d1 * s0 + d4 * t0, d2 * s1 + d5 * t1, d3", "d4, d5, d3", "", "", "d0, d1, d2, d3"]).attrs(WINDOW_2);
    /// `linalg.depthwise_conv_2d_nhwc_hwcm_q`
    DEPTHWISE_CONV_2D_NHWC_HWCM_Q = quantized("linalg.depthwise_conv_2d_nhwc_hwcm_q", &["d0, d1 * s0 + d5 * t0, d2 * s1 + d6 * t1, d3", "d5, d6, d3, d4", "", "", "d0, d1, d2, d3, d4"]).attrs(WINDOW_2);
    /// `linalg.contract`
    CONTRACT = structured("linalg.contract", Payload::MultiplyAdd, Maps::Required).attrs(&[
        required("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)), may("cast", SlotKind::Any),
    ]);
    /// `linalg.elementwise`
    ELEMENTWISE = structured("linalg.elementwise", Payload::Kind, Maps::Optional).attrs(&[
        required("kind", SlotKind::Any), may("indexing_maps", SlotKind::Limited(&limits::AFFINE_MAP_ARRAY)),
    ]);
    /// `linalg.map`
    MAP = OpDef::new("linalg.map")
        .operands(&[variadic("inputs", MemRefOrTensor), one("init", MemRefOrTensor)])
        .results(&[variadic("result", AnyTensor)])
        .regions(1)
        .custom(Syntax::Mapped)
        .checks(&[Check::Structured(StructuredRule::Map), Check::Structured(StructuredRule::Operation)])
        .result_name(ResultName::Word("mapped"))
        .argument_names(ArgumentNames::InInit);
    /// `linalg.reduce`
    REDUCE = OpDef::new("linalg.reduce")
        .operands(&[variadic("inputs", MemRefOrTensor), variadic("inits", MemRefOrTensor)])
        .results(&[variadic("result", AnyTensor)])
        .attrs(&[required("dimensions", SlotKind::Limited(&limits::INCREASING_I64))])
        .regions(1)
        .custom(Syntax::Mapped)
        .checks(&[Check::Structured(StructuredRule::Reduce), Check::Structured(StructuredRule::Operation)])
        .traits(&[Traits::EVEN_OPERANDS])
        .result_name(ResultName::Word("reduced"))
        .argument_names(ArgumentNames::InInit);
    /// `linalg.transpose`
    TRANSPOSE = moved("linalg.transpose", "permutation", &[
            Check::Structured(StructuredRule::Transpose), Check::Structured(StructuredRule::Operation),
        ])
        .attrs(&[required("permutation", SlotKind::DenseI64)])
        .result_name(ResultName::Word("transposed"));
    /// `linalg.broadcast`
    BROADCAST = moved("linalg.broadcast", "dimensions", &[
            Check::Structured(StructuredRule::Broadcast), Check::Structured(StructuredRule::Operation),
        ])
        .attrs(&[required("dimensions", SlotKind::DenseI64)])
        .result_name(ResultName::Word("broadcasted"));
    /// `linalg.softmax`
    SOFTMAX = OpDef::new("linalg.softmax")
        .operands(&[one("input", Shaped), one("output", Shaped)])
        .results(&[variadic("result", Tensor)])
        .attrs(&[required("dimension", SlotKind::Int(64))])
        .format(&[
            AttrDict, Text("dimension"), Glue, Text("("), Attr("dimension"), Text(")"), Text("ins"), Glue, Text("("),
            Operand(0), Text(":"), Type(Place::Operand(0)), Text(")"), Text("outs"), Glue, Text("("), Operand(1),
            Text(":"), Type(Place::Operand(1)), Text(")"),
            IfResult(0, &[Text("->"), Type(Place::Result(0))]),
        ])
        .checks(&[Check::Structured(StructuredRule::Softmax)]);
    /// `linalg.winograd_filter_transform`
    WINOGRAD_FILTER_TRANSFORM = winograd(
        "linalg.winograd_filter_transform",
        &[one("filter", Tensor4), one("output", Tensor4)],
        &[same_element("all of {filter, output} have same element type")],
    );
    /// `linalg.winograd_input_transform`
    WINOGRAD_INPUT_TRANSFORM = winograd(
        "linalg.winograd_input_transform",
        &[one("input", Tensor4), one("output", Tensor6)],
        &[same_element("all of {input, output} have same element type")],
    );
    /// `linalg.winograd_output_transform`
    WINOGRAD_OUTPUT_TRANSFORM = winograd(
        "linalg.winograd_output_transform",
        &[one("value", Tensor6), one("output", Tensor4)],
        &[same_element("all of {value, output} have same element type")],
    );
}
