//! Running both sides of a file's trip, with LLVM.

use std::path::Path;

use anyhow::Result;
use irtrip_roundtrip::execution_summary::ExecutionSummary;
use irtrip_roundtrip::language::Language;

/// What runs both sides of the trip of a file's text; of a trip that fails nothing is run.
///
/// # Errors
/// LLVM is not linked, or this program does not know where it is.
#[cfg(feature = "_llvm")]
pub fn executor() -> Result<impl Fn(&Path, Language, &str) -> ExecutionSummary + Sync> {
    use irtrip_roundtrip::execute::{Options, execute, plan_of};
    use irtrip_roundtrip::trip::both_sides;
    /// Inputs for each function, and what they are chosen with.
    const OPTIONS: Options = Options { inputs: 100, seed: 1 };
    let children = crate::llvm::children()?;
    Ok(move |path: &Path, language, text: &str| {
        let Ok((before, after)) = both_sides(language, text) else { return ExecutionSummary::default() };
        let Some(plan) = plan_of(&before) else { return ExecutionSummary::default() };
        execute(&children, &path.display().to_string(), (&before, &after), &plan, OPTIONS)
    })
}

/// As with LLVM, but for what it lacks.
///
/// # Errors
/// It lacks LLVM.
#[cfg(not(feature = "_llvm"))]
pub fn executor() -> Result<fn(&Path, Language, &str) -> ExecutionSummary> {
    crate::llvm::lacking("--execute")
}
