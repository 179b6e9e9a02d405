//! The command `compilers`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use irtrip_checks::bitcode::ReadAgain;
use irtrip_checks::upstream::compilers::{compare, compilations};

use crate::commands::is_enough;

/// Whether every module that compilers print round-trips byte for byte, bitcode is read as LLVM reads it, and upstream's form of the
/// modules with debug info is upstream's.
pub fn compilers(irtrip: Option<PathBuf>, minimum: usize) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let compiled = compare(&compilations(folder.path())?, irtrip.as_deref())?;
    let mut out = std::io::stdout().lock();
    let mut identical = 0;
    for one in &compiled {
        match &one.difference {
            None => identical += 1,
            Some(difference) => writeln!(out, "{}\n{difference}", one.name)?,
        }
        match &one.bitcode {
            Some(ReadAgain::Other(message) | ReadAgain::Failed(message)) => {
                writeln!(out, "{}, as bitcode: {message}", one.name)?;
            }
            None | Some(ReadAgain::Same | ReadAgain::Refused) => {}
        }
        if one.upstream_form == Some(false) {
            writeln!(out, "{}: upstream's form is another", one.name)?;
        }
    }
    writeln!(out, "identical: {identical} of {}", compiled.len())?;
    let (mut enough, message) = is_enough(identical, compiled.len(), 100, minimum, "modules");
    out.write_all(message.as_bytes())?;
    let bitcode: Vec<&ReadAgain> = compiled.iter().filter_map(|one| one.bitcode.as_ref()).collect();
    let same = bitcode.iter().filter(|read| ***read == ReadAgain::Same).count();
    writeln!(out, "bitcode, as LLVM reads it: {same} of {}", bitcode.len())?;
    let (same_enough, message) = is_enough(same, bitcode.len(), 100, minimum / 10, "modules of bitcode");
    out.write_all(message.as_bytes())?;
    enough &= same_enough;
    if irtrip.is_some() {
        let forms: Vec<bool> = compiled.iter().filter_map(|one| one.upstream_form).collect();
        let same = forms.iter().filter(|same| **same).count();
        writeln!(out, "upstream's form: {same} of {}", forms.len())?;
        let (same_enough, message) = is_enough(same, forms.len(), 100, minimum * 2 / 3, "modules with debug info");
        out.write_all(message.as_bytes())?;
        enough &= same_enough;
    }
    Ok(enough)
}
