//! Matrices that the threads of a warp hold in fragments: `wmma`, `ldmatrix` and `stmatrix`.

use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::translation::Translation;

use crate::nvvm::code::SHARED;
use crate::rules::*;

rules! {
    "nvvm.wmma.load" => load;
    "nvvm.wmma.store" => store;
    "nvvm.wmma.mma" => multiply;
    "nvvm.ldmatrix" => ldmatrix;
    "nvvm.stmatrix" => stmatrix;
}

/// What the threads hold of a matrix: so many elements of a type each.
struct Fragment {
    count: usize,
    element: Type,
}

impl Fragment {
    /// The fragment of a factor, `a` or `b`, or of a sum, `c`, of a format.
    fn new(op: &VerifyContext<'_>, format: &str, role: &str) -> Option<Fragment> {
        let half_pair = || op.ctx.vector_type(2, false, op.ctx.float_type(FloatKind::F16));
        let is_factor = matches!(role, "a" | "b");
        let (count, element) = match format {
            "f16" => (if is_factor { 8 } else { 4 }, half_pair()),
            "f32" => (8, op.ctx.float_type(FloatKind::F32)),
            "f64" => (if is_factor { 1 } else { 2 }, op.ctx.float_type(FloatKind::F64)),
            "tf32" => (4, types::I32),
            "s32" => (8, types::I32),
            "s8" | "u8" => {
                let size = match role {
                    "a" => number(op, "m"),
                    "b" => number(op, "n"),
                    _ => 0,
                };
                (
                    match size {
                        8 => 1,
                        16 => 2,
                        32 => 4,
                        _ => return None,
                    },
                    types::I32,
                )
            }
            _ => return None,
        };
        Some(Fragment { count, element })
    }

    /// The elements as one value.
    fn as_struct(&self, op: &VerifyContext<'_>) -> Type {
        op.ctx.literal_struct(false, &vec![self.element; self.count])
    }

    /// An operation has the elements as its result.
    fn is_result(&self, op: &VerifyContext<'_>) -> VerifyResult {
        if op.result_type() == Some(self.as_struct(op)) {
            return Ok(());
        }
        let element = quoted(op, self.element);
        op_error(format!("expected destination type is a structure of {} elements of type {element}", self.count))
    }
}

const INVALID: &str = "invalid attribute combination";

/// LLVM has the intrinsic that the attributes choose.
fn has_intrinsic(op: &VerifyContext<'_>) -> VerifyResult {
    let exists = match op.def.llvm {
        LlvmForm::Translation(Translation::Call(call)) => call.exists(op),
        _ => true,
    };
    require(exists, INVALID)
}

fn fragment(op: &VerifyContext<'_>, format: &str, role: &str) -> Result<Fragment, VerifyCode> {
    Fragment::new(op, format, role).ok_or_else(|| VerifyCode::Rule(INVALID.to_owned()))
}

fn is_addressable(op: &VerifyContext<'_>) -> bool {
    matches!(space(op, "ptr"), Some(0 | 1 | SHARED))
}

fn load(op: &VerifyContext<'_>) -> VerifyResult {
    require(is_addressable(op), "expected source pointer in memory space 0, 1, 3")?;
    has_intrinsic(op)?;
    let fragment = fragment(op, word(op, "eltype"), word(op, "frag"))?;
    if fragment.count == 1 && fragment.element == op.ctx.float_type(FloatKind::F64) {
        return require(op.result_type() == Some(fragment.element), "expected destination type to be f64");
    }
    fragment.is_result(op)
}

fn store(op: &VerifyContext<'_>) -> VerifyResult {
    require(is_addressable(op), "expected operands to be a source pointer in memory space 0, 1, 3")?;
    has_intrinsic(op)?;
    let fragment = fragment(op, word(op, "eltype"), "c")?;
    let data = op.group_named("args").unwrap_or_default();
    if data.len() != fragment.count {
        return op_error(format!("expected {} data operands", fragment.count));
    }
    if data.iter().any(|value| op.body.value_type(*value) != fragment.element) {
        return op_error(format!("expected data operands of type {}", quoted(op, fragment.element)));
    }
    Ok(())
}

fn multiply(op: &VerifyContext<'_>) -> VerifyResult {
    has_intrinsic(op)?;
    let (factor, sum) = (word(op, "eltypeA"), word(op, "eltypeB"));
    let sum = fragment(op, sum, "c")?;
    let mut expected = Vec::new();
    for part in [&fragment(op, factor, "a")?, &fragment(op, factor, "b")?, &sum] {
        expected.resize(expected.len() + part.count, part.element);
    }
    let arguments = op.group_named("args").unwrap_or_default();
    if arguments.len() != expected.len() {
        return op_error(format!("expected {} arguments", expected.len()));
    }
    let wrong = arguments.iter().zip(&expected).position(|(value, ty)| op.body.value_type(*value) != *ty);
    if let Some((place, ty)) = wrong.and_then(|place| Some((place, expected.get(place)?))) {
        return op_error(format!("expected argument {place} to be of type {}", quoted(op, *ty)));
    }
    sum.is_result(op)
}

/// The rows and columns in an attribute.
fn shape(op: &VerifyContext<'_>) -> (u64, u64) {
    (op.field("shape", "m").unwrap_or_default(), op.field("shape", "n").unwrap_or_default())
}

fn ldmatrix(op: &VerifyContext<'_>) -> VerifyResult {
    let (count, format, layout) = (number(op, "num"), word(op, "eltType"), word(op, "layout"));
    let padded = matches!(format, "b8x16.b4x16_p64" | "b8x16.b6x16_p32");
    let elements = match shape(op) {
        (8, 8) => {
            require(matches!(count, 1 | 2 | 4), "expected num attribute to be 1, 2 or 4 for 8x8 matrix")?;
            require(format == "b16", "expected element type to be b16 for 8x8 matrix")?;
            count
        }
        (8, 16) => {
            require(matches!(count, 1 | 2 | 4), "expected num attribute to be 1, 2 or 4 for 8x16 matrix")?;
            require(layout == "row", "expected layout to be row for 8x16 matrix")?;
            require(padded, "expected element type to be b8x16.b4x16_p64 or b8x16.b6x16_p32 for 8x16 matrix")?;
            count
        }
        (16, 16) => {
            require(matches!(count, 1 | 2), "expected num attribute to be 1 or 2 for 16x16 matrix")?;
            require(layout == "col", "expected layout to be col for 16x16 matrix")?;
            require(
                padded || format == "b8",
                "expected element type to be b8, b8x16.b4x16_p64 or b8x16.b6x16_p32 for 16x16 matrix",
            )?;
            count * 2
        }
        _ => return op_error("expected shape to be 8x8, 8x16 or 16x16"),
    };
    let result = op.result_type();
    if elements == 1 {
        return require(result == Some(types::I32), "expected destination type is i32");
    }
    let whole = op.ctx.literal_struct(false, &vec![types::I32; usize::try_from(elements).unwrap_or_default()]);
    if result == Some(whole) {
        return Ok(());
    }
    op_error(format!("expected destination type is a structure of {elements} elements of type i32"))
}

fn stmatrix(op: &VerifyContext<'_>) -> VerifyResult {
    let (count, format) = (count(op, "sources"), word(op, "eltType"));
    require(matches!(count, 1 | 2 | 4), "expected num attribute to be 1, 2 or 4")?;
    match shape(op) {
        (8, 8) => require(format == "b16", "expected element type to be B16 for 8x8 matrix"),
        (16, 8) => {
            require(format == "b8", "expected element type to be B8 for 16x8 matrix")?;
            require(word(op, "layout") == "col", "expected layout to be col for 16x8 matrix")
        }
        _ => op_error("expected shape to be 8x8 or 16x8"),
    }
}
