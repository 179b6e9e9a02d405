//! Smaller modules that fail, each in a file next to the command that shows it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::reduce::Reduced;
use irtrip_roundtrip::report::ReducedFile;

use crate::output;

/// The folder that smaller modules are written to.
pub struct Folder {
    path: PathBuf,
    /// The files in it that are of this run.
    taken: HashSet<PathBuf>,
}

impl Folder {
    /// Takes a folder, which need not be there yet, and the files in it that stay as they are.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub fn new(path: &Path, taken: impl Iterator<Item = PathBuf>) -> Result<Folder> {
        output::check_folder(path)?;
        Ok(Folder { path: path.to_owned(), taken: taken.collect() })
    }

    /// Writes a smaller module, and in a second file the command that shows how it fails. `key` names its source
    /// among the files of the run; folders in it become part of the name, and of one name the later is numbered.
    ///
    /// # Errors
    /// The folder cannot be made, or a file not written.
    pub fn write(&mut self, key: &str, small: &Reduced) -> Result<ReducedFile> {
        std::fs::create_dir_all(&self.path).with_context(|| format!("{} cannot be made", self.path.display()))?;
        let path = self.free(key, small.language);
        let shown = path.display().to_string();
        let command = format!("irtrip roundtrip {}", quoted(&shown));
        output::write(Some(&path), std::slice::from_ref(&small.text))?;
        output::write(Some(Path::new(&format!("{shown}.sh"))), &[format!("{command}\n")])?;
        let lines = small.text.lines().count();
        Ok(ReducedFile { path: shown, lines, lines_before: small.lines_before, command })
    }

    /// A path that no other file of the run has.
    fn free(&mut self, key: &str, language: Language) -> PathBuf {
        let ending = match language {
            Language::Llvm => ".ll",
            Language::Mlir => ".mlir",
        };
        let key = if key == "-" { "stdin" } else { key };
        let stem = key.strip_suffix(ending).unwrap_or(key).trim_start_matches(['/', '.']).replace(['/', '\\'], "-");
        let mut path = self.path.join(format!("{stem}{ending}"));
        let mut number = 2;
        while !self.taken.insert(path.clone()) {
            path = self.path.join(format!("{stem}-{number}{ending}"));
            number += 1;
        }
        path
    }
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
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_as_it_is() {
        assert_eq!(quoted("a/b.ll"), "a/b.ll");
        assert_eq!(quoted("it's here.ll"), "'it'\\''s here.ll'");
    }

    #[test]
    fn no_file_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let own = |name: &str| folder.path().join("small").join(name);
        let mut small = Folder::new(&own(""), std::iter::once(own("a-b.ll"))).unwrap();
        let module =
            |text: &str| Reduced { text: text.to_owned(), language: Language::Llvm, lines_before: 9, tries: 1 };
        for (text, name) in [("one\n", "a-b-2.ll"), ("two\n", "a-b-3.ll")] {
            let file = small.write("a/b.ll", &module(text)).unwrap();
            assert_eq!(Path::new(&file.path), own(name));
            assert_eq!(std::fs::read_to_string(own(name)).unwrap(), text);
            assert!(std::fs::read_to_string(own(&format!("{name}.sh"))).unwrap().ends_with(&format!("{name}\n")));
        }
        assert_eq!(Path::new(&small.write("-", &module("")).unwrap().path), own("stdin.ll"));
    }

    #[test]
    fn a_folder_that_cannot_be_is_told_at_once() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Folder::new(&file.path().join("small"), std::iter::empty()).is_err());
    }
}
