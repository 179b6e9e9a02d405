//! The rules of the dialect's operations, in upstream's words: the shapes of products.

use crate::rules::*;

rules! {
    "arm_neon.intr.smull" => doubled;
    "arm_neon.intr.sdot" => sums;
    "arm_neon.2d.sdot" => rows;
}

/// The products of numbers have twice their bits.
fn doubled(op: &VerifyContext<'_>) -> VerifyResult {
    let wide = op.type_of("a").and_then(|factors| {
        let TypeData::Integer { width, .. } = op.ctx.type_data(op.ctx.scalar_type(factors)) else { return None };
        Some(op.ctx.with_scalar_type(factors, op.ctx.int_type(width.checked_mul(2)?)))
    });
    require_that(
        wide.is_none() || wide == op.result_type(),
        "res has same vector shape and element bitwidth scaled by 2 as a",
    )
}

/// Each sum is of four products.
fn sums(op: &VerifyContext<'_>) -> VerifyResult {
    let sums = |ty| op.ctx.vector_dims(ty).and_then(|dims| dims.first()?.size);
    let (factors, found) = (op.type_of("b").and_then(sums), op.result_type().and_then(sums));
    require_that(factors.map(|count| count / 4) == found, "res has the same number of elements as operand b")
}

/// A row for each sum, of four factors.
fn rows(op: &VerifyContext<'_>) -> VerifyResult {
    let (Some(sums), Some(factors)) = (op.type_of("a"), op.type_of("b")) else { return Ok(()) };
    let (Some(sums), Some(factors)) = (op.ctx.vector_dims(sums), op.ctx.vector_dims(factors)) else { return Ok(()) };
    let [sums] = sums else { return require_that(false, "operand `a` should be 1-dimensional") };
    let [rows, columns] = factors else { return require_that(false, "operand `b` should be 2-dimensional") };
    require_that(columns.size == Some(4), "operand `b` should have 4 columns")?;
    require_that(rows.size == sums.size, "operand `b` should have as many rows as the size of operand `a`")
}
