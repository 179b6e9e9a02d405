//! Reading input: a path or `-`, in one read; of bitcode, its module in LLVM assembly.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result};
use irtrip::bitcode::assembly::UseLists;
use irtrip::bitcode::container::holds_bitcode;
use irtrip::bytecode::is_bytecode;
use irtrip::dialect::ContextDialects as _;
use irtrip::dialect::diagnostic::LossCode;
use irtrip::dialect::diagnostic::{RenderedDiagnostic, SourceFile};
use irtrip::dialect::passes::timing::time;
use irtrip::dialect::release::Release;
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{PrintOptions, print};
use irtrip::reader::ModuleText;
use irtrip::{all_dialects, bitcode, bytecode};
use irtrip_roundtrip::language::{Language, certain_language, language};

use crate::file_kinds::{binary, unreadable};
use crate::losses;

/// An input: its text, and what it was before.
#[derive(Debug, Default)]
pub struct Source {
    name: String,
    /// The text, under the path as it was given; `<stdin>` for `-`. That of bytecode is made when it is asked for.
    text: OnceLock<SourceFile>,
    /// The file itself, where it is MLIR bytecode.
    pub bytecode: Option<Vec<u8>>,
    /// What the file is, where it is bitcode: its text is the module in LLVM assembly.
    pub bitcode: Option<Bitcode>,
}

/// An input that was freed once its module was read.
#[derive(Debug)]
pub struct FreedSource {
    /// The input, which has nothing left but its name where `reread` has it.
    source: Source,
    /// The file, which another one of its name does not take the place of.
    reread: Option<File>,
    whole: OnceLock<Source>,
}

impl FreedSource {
    /// The input, which is read once more. Of a file that another program has changed meanwhile, the lines that are
    /// shown may be others.
    pub fn source(&self) -> &Source {
        let Some(mut reread) = self.reread.as_ref() else { return &self.source };
        self.whole.get_or_init(|| {
            let mut bytes = Vec::new();
            let read = reread.read_to_end(&mut bytes).context("read once more");
            let whole = read.and_then(|_| source_of(self.source.name.clone(), bytes));
            whole.unwrap_or_else(|_| Source { name: self.source.name.clone(), ..Source::default() })
        })
    }
}

/// Bitcode that the text of an input was.
#[derive(Debug)]
pub struct Bitcode {
    /// The bitcode itself.
    #[cfg_attr(not(feature = "_llvm"), expect(dead_code))]
    pub bytes: Vec<u8>,
    /// The release that wrote it, where it is known.
    pub release: Option<Release>,
    /// What the bitcode holds that the text does not.
    pub losses: Vec<RenderedDiagnostic>,
}

impl Source {
    /// The path as it was given; `<stdin>` for `-`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text to read.
    ///
    /// # Errors
    /// The input is MLIR bytecode that is ill-formed.
    pub fn text(&self) -> Result<&SourceFile> {
        if let (None, Some(bytes)) = (self.text.get(), &self.bytecode) {
            let text = mlir_of_bytecode(bytes).map_err(|error| self.error(&error))?;
            return Ok(self.text.get_or_init(|| SourceFile::new(self.name.clone(), text)));
        }
        Ok(self.file())
    }

    /// The text to show what is said of the input; none of what cannot be read.
    pub fn file(&self) -> &SourceFile {
        self.text.get_or_init(|| {
            let text = self.bytecode.as_deref().map(|bytes| mlir_of_bytecode(bytes).unwrap_or_default());
            SourceFile::new(self.name.clone(), text.unwrap_or_default())
        })
    }

    /// The module of MLIR bytecode, read without its text; `None` where the input is a text.
    ///
    /// # Errors
    /// The bytecode is ill-formed.
    pub fn of_bytecode(&self, ctx: &Context) -> Option<Result<Module>> {
        let bytes = self.bytecode.as_deref()?;
        Some(time("read-bytecode", || bytecode::read(ctx, bytes)).map_err(|error| self.error(&error)))
    }

    fn error(&self, error: &bytecode::Error) -> anyhow::Error {
        anyhow::anyhow!("{}: {error}", self.name)
    }

    /// The language of the input.
    pub fn language(&self, path: &Path) -> Language {
        match (&self.bitcode, &self.bytecode) {
            (Some(_), _) => Language::Llvm,
            (None, Some(_)) => Language::Mlir,
            (None, None) => language(path, &self.file().text),
        }
    }

    /// The text as the module of a path.
    ///
    /// # Errors
    /// As [`Source::text`].
    pub fn module_text(&self, path: &Path) -> Result<ModuleText<'_>> {
        let file = self.text()?;
        Ok(ModuleText {
            language: self.language(path),
            text: &file.text,
            name: &file.name,
            escapes: file.escapes(),
            release: self.release(),
            of_bitcode: self.is_bitcode(),
        })
    }

    /// The text alone.
    pub fn into_text(self) -> String {
        self.text.into_inner().map(|file| file.text).unwrap_or_default()
    }

    /// Frees what is as large as the rest of a module, and not asked for any more.
    pub fn free(&mut self) {
        self.text = OnceLock::new();
        self.bytecode = None;
    }

    /// Frees the input, which is as large as the rest of a module, where `path` is a file that can be read once more.
    pub fn free_to_reread(mut self, path: &Path) -> FreedSource {
        let is_file = path.as_os_str() != "-" && path.metadata().is_ok_and(|metadata| metadata.is_file());
        let reread = File::open(path).ok().filter(|_| is_file);
        if reread.is_some() {
            self.free();
        }
        FreedSource { source: self, reread, whole: OnceLock::new() }
    }

    /// Whether the text is that of bitcode.
    pub fn is_bitcode(&self) -> bool {
        self.bitcode.is_some()
    }

    /// The release that wrote the file, where it is bitcode that says so.
    pub fn release(&self) -> Option<Release> {
        self.bitcode.as_ref().and_then(|bitcode| bitcode.release)
    }

    /// What the file holds that its text does not.
    pub fn losses(&self) -> &[RenderedDiagnostic] {
        self.bitcode.as_ref().map_or(&[], |bitcode| &bitcode.losses)
    }
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// The path cannot be read, or is a directory or of a kind that no command reads; it is bitcode that is ill-formed.
pub fn read(path: &Path) -> Result<Source> {
    let (name, bytes) = time("read-file", || read_bytes(path))?;
    source_of(name, bytes)
}

/// As [`read`], with the orders of uses that bitcode tells.
///
/// # Errors
/// As [`read`].
pub fn read_with_use_lists(path: &Path) -> Result<Source> {
    let (name, bytes) = time("read-file", || read_bytes(path))?;
    let module_path = name.clone();
    source_with(name, &module_path, bytes, UseLists::Keep)
}

/// As [`read`], of a module that is compared with another one: where the file lies is no part of it.
///
/// # Errors
/// As [`read`].
pub fn read_to_compare(path: &Path) -> Result<Source> {
    let (name, bytes) = time("read-file", || read_bytes(path))?;
    source_to_compare(name, bytes)
}

/// Reads a file, or standard input for `-`; returns its name, too.
///
/// # Errors
/// The path cannot be read, or is a directory.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>)> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
        Ok(("<stdin>".to_owned(), bytes))
    } else {
        let name = path.display().to_string();
        if path.is_dir() {
            anyhow::bail!("{name}: is a directory");
        }
        let bytes = read_file(path).with_context(|| format!("{name} cannot be read"))?;
        Ok((name, bytes))
    }
}

/// The source that the bytes of a file are.
///
/// # Errors
/// As [`read`].
pub fn source_of(name: String, bytes: Vec<u8>) -> Result<Source> {
    let module_path = name.clone();
    source_with(name, &module_path, bytes, UseLists::LeaveOut)
}

/// As [`source_of`], of a module that is compared with another one. Bitcode does not say what its summary has for the module's path,
/// which is the path that it is read from.
///
/// # Errors
/// As [`read`].
pub fn source_to_compare(name: String, bytes: Vec<u8>) -> Result<Source> {
    const MODULE_PATH: &str = "<bitcode>";
    source_with(name, MODULE_PATH, bytes, UseLists::LeaveOut)
}

fn source_with(name: String, module_path: &str, bytes: Vec<u8>, use_lists: UseLists) -> Result<Source> {
    // Bitcode that lies in an object file or an archive is read from there.
    let has_bitcode = holds_bitcode(&bytes);
    if is_bytecode(&bytes) {
        return Ok(Source { name, bytecode: Some(bytes), ..Source::default() });
    }
    if let Some(message) = unreadable(&name, &bytes).filter(|_| !has_bitcode) {
        anyhow::bail!(message);
    }
    let (bytes, bitcode) = if has_bitcode {
        let (text, release, left_out) = assembly(&name, module_path, &bytes, use_lists)?;
        let losses = left_out.into_iter().map(|code| losses::of_source(&name, code)).collect();
        (text, Some(Bitcode { bytes, release, losses }))
    } else if let Some(message) = binary(&name, &bytes) {
        anyhow::bail!(message);
    } else {
        (bytes, None)
    };
    let text = SourceFile::of_bytes(name.clone(), bytes).into();
    Ok(Source { name, text, bytecode: None, bitcode })
}

/// The text of MLIR bytecode, with the locations of its operations.
fn mlir_of_bytecode(bytes: &[u8]) -> Result<String, bytecode::Error> {
    let ctx = Context::with_dialects(all_dialects());
    let module = time("read-bytecode", || bytecode::read(&ctx, bytes))?;
    Ok(print(&ctx, &module, &PrintOptions { debug_info: true, ..PrintOptions::of(&module) }).concat())
}

/// The assembly of bitcode, the release that wrote it, and what the text leaves out.
fn assembly(
    name: &str,
    module_path: &str,
    bytes: &[u8],
    use_lists: UseLists,
) -> Result<(Vec<u8>, Option<Release>, Vec<LossCode>)> {
    let read = time("read-bitcode", || bitcode::assembly::assembly_with(module_path, bytes, use_lists));
    let read = read.map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
    let left_out: Vec<LossCode> = read.left_out().collect();
    Ok((read.text.into_bytes(), read.release, left_out))
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

/// The error of a source that could not be read in a language: where its text is in the other one, that and the command that
/// takes it.
pub fn in_language(source: &Source, wanted: Language, error: anyhow::Error) -> anyhow::Error {
    let found = match certain_language(&source.file().text) {
        Some(found) if found != wanted => found,
        _ => return error,
    };
    let name = source.name();
    let path = if name == "<stdin>" { "-" } else { name };
    match found {
        Language::Llvm => anyhow::anyhow!("{name} is LLVM assembly; `irtrip import {path}` takes it to MLIR"),
        Language::Mlir => anyhow::anyhow!("{name} is MLIR; `irtrip export {path}` takes it to LLVM assembly"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_text_is_read_once_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mlir");
        std::fs::write(&path, "module {\n}\n").unwrap();
        let source = read(&path).unwrap().free_to_reread(&path);
        assert!(source.source.file().text.is_empty());
        // What takes the file's place is another one.
        let other = folder.path().join("b.mlir");
        std::fs::write(&other, "another").unwrap();
        std::fs::rename(&other, &path).unwrap();
        let file = source.source().file();
        assert_eq!((file.text.as_str(), file.name.as_str()), ("module {\n}\n", path.to_str().unwrap()));
    }

    #[test]
    fn a_text_that_is_no_file_stays() {
        let source = source_of("<stdin>".to_owned(), b"module {\n}\n".to_vec()).unwrap();
        assert_eq!(source.free_to_reread(Path::new("-")).source().file().text, "module {\n}\n");
    }
}
