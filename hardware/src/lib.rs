//! The dialects of hardware: `nvvm`, `rocdl`, `xevm`, `vcix`, `arm_neon`, `arm_sve`, `arm_sme`, `x86vector` and `amx`, `x86`,
//! which later releases of MLIR have in place of these two, and what of `gpu` holds
//! their code and launches it.
//!
//! 1. A registry of dialects takes [`dialects`].
//! 2. Parser, printer and verifier read the definitions of an operation's dialect: `cargo xtask tables` makes those in
//!    `generated` of upstream's records. Import makes the operation of a definition in place of the call of its intrinsic, and
//!    export writes the call.
//!
//! ```
//! use irtrip_dialect::{Context, ContextDialects, DialectRegistry};
//!
//! let mut registry = DialectRegistry::new();
//! registry.extend(irtrip_hardware::dialects());
//! let ctx = Context::with_dialects(&registry);
//! let lane = ctx.dialects().op_of_intrinsic("llvm.nvvm.read.ptx.sreg.laneid");
//! assert!(lane.is_some_and(|lane| lane == irtrip_hardware::nvvm::READ_PTX_SREG_LANEID));
//! ```

use irtrip_dialect::Dialect;

pub mod amx;
pub mod arm_neon;
pub mod arm_sme;
pub mod arm_sve;
mod code_prelude;
mod generated;
pub mod gpu;
pub mod nvvm;
mod prelude;
pub mod rocdl;
mod rules;
mod target;
pub mod vcix;
pub mod x86;
pub mod x86vector;
pub mod xevm;

/// A dialect whose operations are not met in the LLVM dialect's modules: only its types and attributes are.
static XEGPU: Dialect = Dialect::new("xegpu", &[]);

/// The dialects of this crate.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    [
        &amx::DIALECT,
        &arm_neon::DIALECT,
        &arm_sme::DIALECT,
        &arm_sve::DIALECT,
        &gpu::DIALECT,
        &nvvm::DIALECT,
        &rocdl::DIALECT,
        &vcix::DIALECT,
        &x86::DIALECT,
        &x86vector::DIALECT,
        &xevm::DIALECT,
        &XEGPU,
    ]
    .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_tables_of_code_has_a_row() {
        for (dialect, tables) in [
            (&nvvm::DIALECT, nvvm::CODE),
            (&nvvm::later::DIALECT, nvvm::later::CODE),
            (&rocdl::DIALECT, rocdl::CODE),
            (&vcix::DIALECT, vcix::CODE),
            (&x86vector::DIALECT, x86vector::CODE),
        ] {
            for code in tables.iter().flat_map(|table| table.iter()) {
                assert!(dialect.op_defs().iter().any(|def| def.name == code.name), "{}", code.name);
            }
        }
    }
}
