//! Running both sides of each file's trip, with LLVM.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

/// Runs both sides of each file's trip; whether any does something else after it.
#[cfg(feature = "_llvm")]
pub fn execute(files: &[PathBuf], out: &mut impl Write) -> Result<bool> {
    use irtrip_roundtrip_tests::execute::{Executed, Options, execute, plan_of};
    use irtrip_roundtrip_tests::trip::both_sides;
    let children = crate::llvm::children()?;
    let mut executed = Executed::default();
    for path in files {
        let source = crate::input::read(path)?;
        // A trip that failed is told by the trip.
        let Ok((before, after)) = both_sides(source.language(path), &source.text) else { continue };
        let Some(plan) = plan_of(&before) else { continue };
        let options = Options { inputs: 100, seed: 1 };
        executed.add(execute(&children, &source.name, (&before, &after), &plan, options));
    }
    for divergence in &executed.divergences {
        out.write_all(format!("diverges    {divergence}").as_bytes())?;
    }
    out.write_all(executed.summary().as_bytes())?;
    out.flush()?;
    Ok(!executed.divergences.is_empty())
}

/// As with LLVM, but for what it lacks.
#[cfg(not(feature = "_llvm"))]
pub fn execute(_files: &[PathBuf], _out: &mut impl Write) -> Result<bool> {
    crate::llvm::lacking("--execute")
}
