//! What of the `vector` dialect the pass `arm-neon-2d-to-intr` makes.

use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, rows};

/// The `vector` dialect.
pub static DIALECT: Dialect = Dialect::new("vector", ROWS);

rows! {
    of DIALECT;
    /// `vector.shape_cast`: the same elements in another shape.
    SHAPE_CAST = OpDef::new("vector.shape_cast")
        .operands(&[one("source", Any)])
        .results(&[one("result", Any)])
        .format(CAST)
        .traits(&[Traits::PURE]);
}
