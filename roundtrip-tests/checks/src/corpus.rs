//! The corpus: where its modules are, which of them are asked for, and which need not round-trip byte for byte.
//!
//! A corpus is a folder of modules as LLVM's own writer prints them. Half of it is held back from everyday use, so that
//! there is something to measure on that nobody has looked at.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use sha1::{Digest, Sha1};

/// A part of the corpus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Split {
    /// The half that is looked at.
    Visible,
    /// The half that is held back.
    Held,
    /// Both.
    All,
}

impl Split {
    /// Whether a module is in this part, by its path below the corpus.
    pub fn has(self, path: &Path) -> bool {
        let digest = Sha1::digest(path.as_os_str().as_encoded_bytes());
        // The first hexadecimal digit of the path's SHA-1 decides.
        let visible = digest.first().is_some_and(|byte| (byte >> 4) % 2 == 0);
        match self {
            Split::Visible => visible,
            Split::Held => !visible,
            Split::All => true,
        }
    }
}

/// The files of a folder, by name.
///
/// # Errors
/// The folder cannot be read.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut files = read().with_context(|| format!("{} cannot be read", folder.display()))?;
    files.sort();
    Ok(files)
}

/// Runs a script below the folder of the project's scripts, `.ci`, or below `IRTRIP_SHARED` if that is set. The script
/// brings something onto this machine; the result is the folder that it names on its last line.
///
/// # Errors
/// The script cannot be run, fails, or names no folder.
pub fn fetch(script: &str) -> Result<PathBuf> {
    let scripts = match std::env::var_os("IRTRIP_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci"),
    };
    let script = scripts.join(script);
    let done = Command::new(&script).output().with_context(|| format!("{} cannot be run", script.display()))?;
    if !done.status.success() {
        bail!("{} failed: {}", script.display(), String::from_utf8_lossy(&done.stderr).trim_end());
    }
    let output = String::from_utf8_lossy(&done.stdout);
    let folder = PathBuf::from(output.lines().last().unwrap_or_default());
    if !folder.is_dir() {
        bail!("{} names no folder, but '{}'", script.display(), folder.display());
    }
    Ok(folder)
}

/// Modules that need not round-trip byte for byte: path below the corpus and reason.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Exceptions(BTreeMap<PathBuf, String>);

impl Exceptions {
    /// Reads a list: a line `path: reason` each; empty lines and those that start with `#` are comments.
    ///
    /// # Errors
    /// A line is without a reason, or a path occurs twice.
    pub fn parse(text: &str) -> Result<Exceptions> {
        let mut listed = BTreeMap::new();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let reason = line.split_once(": ").filter(|(_, reason)| !reason.trim().is_empty());
            let Some((path, reason)) = reason else { bail!("no reason is given in '{line}'") };
            if listed.insert(PathBuf::from(path), reason.trim().to_owned()).is_some() {
                bail!("{path} stands twice");
            }
        }
        Ok(Exceptions(listed))
    }

    /// What is wrong with the list of modules that do not round-trip byte for byte, a line each: those that are not listed,
    /// and those that are listed, are among the modules `asked` for, and do.
    pub fn problems(&self, asked: Split, identical: impl Fn(&Path) -> Option<bool>, failed: &[PathBuf]) -> Vec<String> {
        let unlisted = failed.iter().filter(|path| !self.0.contains_key(*path));
        let mut problems: Vec<String> =
            unlisted.map(|path| format!("{}: not identical, and not listed", path.display())).collect();
        for path in self.0.keys().filter(|path| asked.has(path)) {
            match identical(path) {
                Some(true) => problems.push(format!("{}: listed, but identical", path.display())),
                Some(false) => {}
                None => problems.push(format!("{}: listed, but not in the corpus", path.display())),
            }
        }
        problems
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_are_told_by_a_digest_of_the_path() {
        // SHA-1: 86f7e437..., e9d71f5e...
        assert!(Split::Visible.has(Path::new("a")));
        assert!(!Split::Held.has(Path::new("a")));
        assert!(Split::Visible.has(Path::new("b")));
        let halves = (0..100).filter(|i| Split::Visible.has(Path::new(&i.to_string()))).count();
        assert!((30..70).contains(&halves));
    }

    #[test]
    fn what_is_listed_wrongly_or_not_at_all_is_a_problem() {
        let listed = Exceptions::parse("# why\na.ll: LLVM's doing\nb.ll: LLVM's, too\nc.ll: gone\n").unwrap();
        let identical = |path: &Path| match path.to_str() {
            Some("a.ll") => Some(false),
            Some("b.ll") => Some(true),
            _ => None,
        };
        let failed = [PathBuf::from("a.ll"), PathBuf::from("d.ll")];
        let problems = listed.problems(Split::All, identical, &failed);
        assert_eq!(
            problems,
            [
                "d.ll: not identical, and not listed",
                "b.ll: listed, but identical",
                "c.ll: listed, but not in the corpus"
            ]
        );
        let error = |text| Exceptions::parse(text).map_err(|error| error.to_string()).err();
        assert_eq!(error("a.ll").as_deref(), Some("no reason is given in 'a.ll'"));
        assert_eq!(error("a.ll: x\na.ll: y").as_deref(), Some("a.ll stands twice"));
    }
}
