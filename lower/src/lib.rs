//! The dialects above the LLVM dialect: `func`, `arith`, `cf`, `scf`, `memref`, `index`, `complex`, `math`, `ub` and `ptr`.
//!
//! 1. A registry of dialects takes [`dialects`].
//!    [`all_dialects`] is the registry with those of hardware as well.
//! 2. Parser, printer and verifier read the definitions of an operation's dialect: one file a dialect, named as it.
//!
//! ```
//! use irtrip_dialect::{Context, ContextDialects, DialectRegistry};
//!
//! let mut registry = DialectRegistry::new();
//! registry.extend(irtrip_lower::dialects());
//! let ctx = Context::with_dialects(&registry);
//! assert_eq!(ctx.op_name("scf.for"), irtrip_lower::scf::FOR);
//! ```

use std::sync::LazyLock;

use irtrip_dialect::{Dialect, DialectRegistry};
use parking_lot::RwLock;

/// The [`Verifier`](irtrip_dialect::verify::Verifier) of a rule, which is a function that returns what an operation breaks.
macro_rules! rule {
    ($rule:path) => {
        |cx, report| {
            if let Some(message) = $rule(cx) {
                report(irtrip_dialect::diagnostic::VerifyCode::Rule(message.to_owned()));
            }
        }
    };
}

pub mod arith;
pub mod cf;
pub mod complex;
pub mod conversion;
mod fold;
pub mod func;
pub mod index;
pub mod llvm_types;
pub mod math;
pub mod memref;
pub mod passes;
pub mod ptr;
pub mod scf;
pub mod syntax;
pub mod ub;

/// The dialects of this crate with operations.
static WITH_OP_DEFS: [&Dialect; 10] = [
    &func::DIALECT,
    &cf::DIALECT,
    &ub::DIALECT,
    &scf::DIALECT,
    &arith::DIALECT,
    &index::DIALECT,
    &complex::DIALECT,
    &memref::DIALECT,
    &math::DIALECT,
    &ptr::DIALECT,
];

/// Dialects that are translated before they come to irtrip: only their types and attributes are met.
static WITHOUT_OP_DEFS: [Dialect; 14] = [
    Dialect::new("async", &[]),
    Dialect::new("dlti", &[]),
    Dialect::new("emitc", &[]),
    Dialect::new("irdl", &[]),
    Dialect::new("ml_program", &[]).attribute_aliases(&[("extern", "extern")]),
    Dialect::new("mpi", &[]),
    Dialect::new("pdl", &[]),
    Dialect::new("pdl_interp", &[]),
    Dialect::new("quant", &[]),
    Dialect::new("shape", &[]),
    Dialect::new("smt", &[]),
    Dialect::new("spirv", &[]),
    Dialect::new("tosa", &[]),
    Dialect::new("wasmssa", &[]),
];

/// What is wrong with an operation, in upstream's words; `None` where nothing is.
type VerifyResult = Option<&'static str>;

/// The message, where the rule is broken.
fn when(is_broken: bool, message: &'static str) -> VerifyResult {
    is_broken.then_some(message)
}

/// The dialects of this crate, and those of tables.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    WITH_OP_DEFS.iter().copied().chain(&WITHOUT_OP_DEFS).chain(irtrip_ods::dialects())
}

/// The registry with every dialect of irtrip: the core's, this crate's, those of hardware, and those that [`register`] added;
/// MLIR's `registerAllDialects`.
pub fn all_dialects() -> &'static DialectRegistry {
    *REGISTERED.read()
}

/// Has [`all_dialects`] know another dialect from here on. Contexts that were made before do not know it. Returns whether it is the
/// dialect of its namespace: that of a namespace with operations stays what it is.
///
/// ```
/// let toy = irtrip_ods::dialect("dialect toy\n\noperation toy.halt\nformat attr-dict\n")?;
/// assert!(irtrip_lower::register(toy));
/// assert!(irtrip_lower::all_dialects().op_named("toy.halt").is_some());
/// # Ok::<(), irtrip_ods::TableError>(())
/// ```
pub fn register(dialect: &'static Dialect) -> bool {
    let mut registered = REGISTERED.write();
    let mut registry = (*registered).clone();
    let is_own = registry.insert(dialect);
    *registered = Box::leak(Box::new(registry));
    is_own
}

static REGISTERED: LazyLock<RwLock<&'static DialectRegistry>> = LazyLock::new(|| {
    let mut registry = DialectRegistry::new();
    registry.extend(dialects().chain(irtrip_hardware::dialects()));
    RwLock::new(Box::leak(Box::new(registry)))
});
