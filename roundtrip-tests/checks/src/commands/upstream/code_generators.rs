//! The command `code-generators`.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use irtrip_checks::gpu::code_generators::modules;

use crate::commands::is_enough;

/// Whether the code generators take every module, of each of the architectures at least one.
pub fn code_generators(irtrip: &Path, minimum: usize) -> Result<bool> {
    const ARCHITECTURES: [&str; 2] = ["nvptx64", "amdgcn"];
    let all = modules(irtrip)?;
    let mut out = std::io::stdout().lock();
    for module in &all {
        if let Some(message) = &module.refused {
            writeln!(out, "{}\n{message}", module.name)?;
        }
    }
    let mut has_all = true;
    for architecture in ARCHITECTURES {
        let own = || all.iter().filter(|module| module.architecture == architecture);
        let taken = own().filter(|module| module.refused.is_none()).count();
        let by_later = own().filter(|module| module.taken_by.len() > 1).count();
        writeln!(
            out,
            "made into code for {architecture}: {taken} of {}, {by_later} of them by LLVM 23 too",
            own().count()
        )?;
        has_all &= taken > 0;
    }
    let taken = all.iter().filter(|module| module.refused.is_none()).count();
    let (enough, message) = is_enough(taken, all.len(), 100, minimum, "modules");
    out.write_all(message.as_bytes())?;
    Ok(enough && has_all)
}
