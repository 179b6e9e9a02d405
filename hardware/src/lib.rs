//! The dialects of hardware: `nvvm` and `rocdl`.
//!
//! 1. A registry of dialects takes [`dialects`].
//! 2. Parser, printer and verifier read the rows of an operation's dialect: one file a dialect, named as it. Import makes
//!    the operation of a row in place of the call of its intrinsic, and export writes the call.
//!
//! ```
//! use irtrip_dialect::{Context, DialectRegistry};
//!
//! let mut registry = DialectRegistry::new();
//! registry.extend(irtrip_hardware::dialects());
//! let ctx = Context::with_dialects(&registry);
//! let lane = ctx.dialects().row_of_intrinsic("llvm.nvvm.read.ptx.sreg.laneid");
//! assert!(lane.is_some_and(|lane| lane == irtrip_hardware::nvvm::READ_LANEID));
//! ```

use irtrip_dialect::Dialect;

pub mod nvvm;
pub mod rocdl;

/// Dialects whose operations are not met in the LLVM dialect's modules: only their types and attributes are.
static WITHOUT_ROWS: [Dialect; 9] = [
    Dialect::new("amdgpu", &[]),
    Dialect::new("amx", &[]),
    Dialect::new("arm_neon", &[]),
    Dialect::new("arm_sme", &[]),
    Dialect::new("arm_sve", &[]),
    Dialect::new("nvgpu", &[]),
    Dialect::new("x86vector", &[]),
    Dialect::new("xegpu", &[]),
    Dialect::new("xevm", &[]),
];

/// The dialects of this crate.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    [&nvvm::DIALECT, &rocdl::DIALECT].into_iter().chain(&WITHOUT_ROWS)
}
