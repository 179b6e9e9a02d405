//! Reading input: a path or `-`, in one read, as UTF-8; of bitcode, the assembly that LLVM prints for it.

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, Result};
use irtrip::llvm::bitcode::is_bitcode;
use irtrip_roundtrip::language::{Language, language};
use irtrip_roundtrip::line_index::LineIndex;

use crate::diagnostics::Rejected;
use crate::llvm;
use crate::losses::Loss;

/// A text and the name its messages go by.
#[derive(Debug)]
pub struct Source {
    /// The path as it was given; `<stdin>` for `-`.
    pub name: String,
    /// The text.
    pub text: String,
    /// The number of its first line: 1, unless it is a part of a file.
    pub first_line: usize,
    /// What LLVM read, where the file is bitcode: its text is LLVM's print of it.
    pub bitcode: Option<Bitcode>,
    lines: OnceLock<LineIndex>,
}

/// What a source was before it was a text.
#[derive(Debug)]
pub struct Bitcode {
    /// The bitcode itself.
    #[cfg_attr(not(feature = "_llvm"), expect(dead_code))]
    pub bytes: Vec<u8>,
    /// What the bitcode holds that the text does not.
    pub lost: Vec<Loss>,
}

impl Source {
    /// A text that is no bitcode, whose first line has this number.
    pub fn new(name: impl Into<String>, text: String, first_line: usize) -> Source {
        Source { name: name.into(), text, first_line, bitcode: None, lines: OnceLock::new() }
    }

    /// Where the lines of the text begin.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// The language of the text.
    pub fn language(&self, path: &Path) -> Language {
        if self.bitcode.is_some() { Language::Llvm } else { language(path, &self.text) }
    }

    /// What the file holds that its text does not.
    pub fn lost(&self) -> &[Loss] {
        self.bitcode.as_ref().map_or(&[], |bitcode| &bitcode.lost)
    }

    /// `name:line:column` of a byte of the text.
    pub fn place(&self, at: usize) -> String {
        let (line, range) = self.lines().line_at(&self.text, at);
        let column = self.text.get(range.start..at).map_or(0, |before| before.chars().count()) + 1;
        format!("{}:{}:{column}", self.name, line + self.first_line - 1)
    }
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// The path cannot be read, is a directory, or what it holds is no UTF-8 (a [`Rejected`] with the place); it is bitcode,
/// and LLVM is not linked or does not take it.
pub fn read(path: &Path) -> Result<Source> {
    let (name, bytes) = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
        ("<stdin>".to_owned(), bytes)
    } else {
        let name = path.display().to_string();
        if path.is_dir() {
            anyhow::bail!("{name}: is a directory");
        }
        let bytes = read_file(path).with_context(|| format!("{name} cannot be read"))?;
        (name, bytes)
    };
    let (bytes, bitcode) = if is_bitcode(&bytes) {
        let (text, unprinted) = llvm::assembly(&name, &bytes)?;
        let lost = unprinted.into_iter().map(|what| Loss { place: name.clone(), what }).collect();
        (text, Some(Bitcode { bytes, lost }))
    } else {
        (bytes, None)
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { bitcode, ..Source::new(name, text, 1) }),
        Err(error) => Err(Rejected::invalid_utf8(name, error).into()),
    }
}

/// Reads a file. The system takes longest over making memory for it, so a large one is read by halves at once.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileExt;

        const LARGE: u64 = 4 << 20;
        let file = std::fs::File::open(path)?;
        let metadata = file.metadata()?;
        if let Ok(length) = usize::try_from(metadata.len())
            && metadata.is_file()
            && metadata.len() > LARGE
        {
            let mut bytes = vec![0; length];
            let (front, back) = bytes.split_at_mut(length / 2);
            let start = front.len() as u64;
            let halves = rayon::join(|| file.read_exact_at(front, 0), || file.read_exact_at(back, start));
            // A file that another program changes meanwhile is read as it comes.
            if let (Ok(()), Ok(()), Ok(0)) = (halves.0, halves.1, file.read_at(&mut [0], metadata.len())) {
                return Ok(bytes);
            }
        }
    }
    std::fs::read(path)
}
