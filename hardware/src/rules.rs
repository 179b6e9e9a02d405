//! What the rules of operations are written with: upstream's `verify` functions, whose messages users of `mlir-opt` know.

pub use irtrip_dialect::diagnostic::VerifyCode;
pub use irtrip_dialect::ops::OpDef;
pub use irtrip_dialect::types::{FloatKind, well_known as types};
pub use irtrip_dialect::verify::VerifyContext;
pub use irtrip_dialect::{Type, TypeData};

/// Whether an operation keeps its rules, or the first that it breaks.
pub type VerifyResult = Result<(), VerifyCode>;

/// A table of code that has the rules of operations: functions from an operation to [`VerifyResult`].
macro_rules! rules {
    ($($name:literal => $rule:expr;)*) => {
        /// The rules of the operations.
        pub const CODE: &[OpDef] = &[$(OpDef::new($name).verify(&[|op, report| {
            if let Err(broken) = ($rule)(op) {
                report(broken);
            }
        }])),*];
    };
}
pub(crate) use rules;

/// A broken rule, in a message after the operation's name.
pub fn op_error(message: impl Into<String>) -> VerifyResult {
    Err(VerifyCode::Rule(message.into()))
}

/// A broken rule, in a message that does not name the operation.
pub fn plain_error(message: impl Into<String>) -> VerifyResult {
    Err(VerifyCode::PlainRule(message.into()))
}

/// A rule with its message after the operation's name.
pub fn require(holds: bool, message: &str) -> VerifyResult {
    if holds { Ok(()) } else { op_error(message) }
}

/// A rule that a record states, whose words follow "failed to verify that".
pub fn require_that(holds: bool, words: &'static str) -> VerifyResult {
    if holds { Ok(()) } else { Err(VerifyCode::FailedToVerifyThat(words)) }
}

/// A rule with a message that does not name the operation.
pub fn require_plain(holds: bool, message: &str) -> VerifyResult {
    if holds { Ok(()) } else { plain_error(message) }
}

/// The word of an enumeration's attribute; empty where it is not there.
pub fn word<'a>(op: &VerifyContext<'a>, attr: &str) -> &'a str {
    op.word(attr).unwrap_or_default()
}

/// The number in an attribute; 0 where it is not there.
pub fn number(op: &VerifyContext<'_>, attr: &str) -> i64 {
    op.number(attr).unwrap_or_default()
}

/// How many values an operand group has.
pub fn count(op: &VerifyContext<'_>, group: &str) -> usize {
    op.group_named(group).map_or(0, <[_]>::len)
}

/// The address space of a pointer.
pub fn space(op: &VerifyContext<'_>, group: &str) -> Option<u32> {
    match op.ctx.type_data(op.type_of(group)?) {
        TypeData::Pointer { address_space } => Some(*address_space),
        _ => None,
    }
}

/// A type between quotes, as messages have it.
pub fn quoted(op: &VerifyContext<'_>, ty: Type) -> String {
    format!("'{}'", op.spell(ty))
}
