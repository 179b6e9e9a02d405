//! Files that are made, and the comparison with those that are checked in.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use similar::TextDiff;

/// A file that is made.
pub struct Generated {
    /// Its path from the project's root.
    path: &'static str,
    text: String,
}

impl Generated {
    pub fn new(path: &'static str, text: String) -> Generated {
        Generated { path, text }
    }

    /// Writes the file below `root`.
    pub fn write(&self, root: &Path) -> Result<()> {
        std::fs::write(root.join(self.path), &self.text).with_context(|| self.path)
    }

    /// Whether the file below `root` has another text. Prints the difference, or that there is none.
    pub fn differs(&self, root: &Path) -> Result<bool> {
        let checked_in = std::fs::read_to_string(root.join(self.path)).with_context(|| self.path)?;
        differs(self.path, &checked_in, &self.text, "as `cargo xtask tables` makes it")
    }
}

/// Whether the text named `name` is another than `wanted`. Prints the difference, or that it is `what`.
pub fn differs(name: &str, text: &str, wanted: &str, what: &str) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    if text == wanted {
        writeln!(out, "{name}: {what}")?;
        return Ok(false);
    }
    let diff = TextDiff::from_lines(text, wanted);
    write!(out, "{}", diff.unified_diff().context_radius(1).header(name, what))?;
    Ok(true)
}
