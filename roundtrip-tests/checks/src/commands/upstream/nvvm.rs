//! The command `nvvm`.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use irtrip_checks::gpu::nvvm::kernels;

use crate::commands::is_enough;

/// Whether libNVVM accepts every kernel.
pub fn nvvm(irtrip: &Path, minimum: usize) -> Result<bool> {
    let all = kernels(irtrip)?;
    let mut out = std::io::stdout().lock();
    for kernel in &all {
        if let Some(message) = &kernel.refused {
            writeln!(out, "{}\n{message}", kernel.name)?;
        }
    }
    let taken = all.iter().filter(|kernel| kernel.refused.is_none()).count();
    writeln!(out, "made into PTX: {taken} of {}", all.len())?;
    let (enough, message) = is_enough(taken, all.len(), 100, minimum, "kernels");
    out.write_all(message.as_bytes())?;
    Ok(enough)
}
