//! The rules of the dialect's operations, in upstream's words.

use crate::rules::*;

rules! {
    "arm_sme.intr.cntsd" => |op: &VerifyContext<'_>| require_that(op.result_type() == Some(types::I64), "`res` is i64");
}
