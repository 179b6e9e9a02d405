//! Smaller modules that fail, written beside the commands that show it.

use std::path::Path;

use anyhow::{Context as _, Result};
use irtrip_roundtrip_tests::language::Language;
use irtrip_roundtrip_tests::reduce::Reduced;
use irtrip_roundtrip_tests::report::ReducedFile;

use crate::output;

/// Writes a module that `source` was reduced to, and beside it the command that shows how it fails. `key` is what the
/// source is told by among the files of the run; folders in it become part of the name.
///
/// # Errors
/// The folder cannot be made, or a file not written; the source cannot be read again.
pub fn write(folder: &Path, key: &str, source: &Path, small: &Reduced) -> Result<ReducedFile> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let ending = match small.language {
        Language::Llvm => ".ll",
        Language::Mlir => ".mlir",
    };
    let stem = key.strip_suffix(ending).unwrap_or(key).trim_start_matches(['/', '.']).replace(['/', '\\'], "-");
    let path = folder.join(format!("{stem}{ending}"));
    let shown = path.display().to_string();
    let command = format!("irtrip roundtrip {}", quoted(&shown));
    output::write(Some(&path), std::slice::from_ref(&small.text))?;
    output::write(Some(&folder.join(format!("{stem}.sh"))), &[format!("{command}\n")])?;
    let before = std::fs::read(source).with_context(|| format!("{} cannot be read", source.display()))?;
    Ok(ReducedFile {
        path: shown,
        lines: small.text.lines().count(),
        lines_before: memchr::memchr_iter(b'\n', &before).count(),
        command,
    })
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('-') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_as_it_is() {
        assert_eq!(quoted("a/b.ll"), "a/b.ll");
        assert_eq!(quoted("it's here.ll"), "'it'\\''s here.ll'");
    }
}
