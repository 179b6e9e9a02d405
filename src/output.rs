//! Writing output: to standard output, or to a file that appears whole or not at all.

use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use irtrip::bytecode;
use irtrip::dialect::escaped_text::{Escape, unescaped};
use irtrip::grammar::{PrintOptions, print_to};

use crate::arguments::EmittedMlir;
use crate::interruption::Unfinished;
use crate::progress;

/// Bytes collected before a write; longer pieces go past the buffer.
const BUFFER: usize = 1 << 16;

/// What takes the pieces of a text, one after the other.
pub type Sink<'s> = &'s mut dyn FnMut(&str) -> std::io::Result<()>;

/// Writes the pieces of a text to a path, or to standard output for `None` and `-`.
///
/// # Errors
/// The folder is missing, or writing fails; a file that was there before is then as it was.
pub fn write(path: Option<&Path>, pieces: &[String]) -> Result<()> {
    write_with(path, |sink| pieces.iter().try_for_each(|piece| sink(piece)))
}

/// Writes texts one after the other: to standard output each as soon as it is there, to a file all of them or none.
///
/// # Errors
/// As [`write`], and the error of a text.
pub fn write_each(path: Option<&Path>, texts: impl Iterator<Item = Result<String>>) -> Result<()> {
    if is_replaced(path) {
        return write(path, &texts.collect::<Result<Vec<_>>>()?);
    }
    for text in texts {
        write(path, &[text?])?;
    }
    Ok(())
}

/// As [`write`], for the pieces that `produce` hands the sink.
///
/// # Errors
/// As [`write`].
pub fn write_with(path: Option<&Path>, produce: impl FnOnce(Sink<'_>) -> std::io::Result<()>) -> Result<()> {
    write_unescaped(path, &[], produce)
}

/// As [`write_with`], for a text in which these escapes stand for bytes that are no UTF-8; it is these that are written.
///
/// # Errors
/// As [`write`].
pub fn write_unescaped(
    path: Option<&Path>,
    escapes: &[Escape],
    produce: impl FnOnce(Sink<'_>) -> std::io::Result<()>,
) -> Result<()> {
    write_into(path, |out| {
        let mut at = 0;
        produce(&mut |piece| {
            out.write_all(&unescaped(piece.as_bytes(), at, escapes))?;
            at += piece.len();
            Ok(())
        })
    })
}

/// Whether a file appears at a path whole or not at all. Standard output, devices and pipes take a text as it comes.
pub fn is_replaced(path: Option<&Path>) -> bool {
    path.is_some_and(|path| path.as_os_str() != "-" && !path.metadata().is_ok_and(|m| !m.is_file()))
}

/// As [`write`], for bytes.
///
/// # Errors
/// As [`write`].
pub fn write_bytes(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    write_into(path, |out| out.write_all(bytes))
}

/// Writes a module as text, or as bytecode where that is asked for.
///
/// # Errors
/// As [`write`].
pub fn write_mlir(
    path: Option<&Path>,
    form: EmittedMlir,
    ctx: &irtrip::dialect::Context,
    module: &irtrip::dialect::Module,
    options: &PrintOptions,
) -> Result<()> {
    match form {
        EmittedMlir::Mlir => write_with(path, |sink| print_to(ctx, module, options, sink)),
        EmittedMlir::Mlirbc => {
            let written = match options.release {
                Some(release) => bytecode::Options::default().for_release(release)?,
                None => bytecode::Options::default(),
            };
            write_bytes(path, &bytecode::write(ctx, module, &written)?)
        }
    }
}

fn write_into(path: Option<&Path>, produce: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    match path {
        Some(path) if path.as_os_str() != "-" => {
            write_file(path, produce).with_context(|| format!("{} cannot be written", path.display()))
        }
        _ => {
            progress::clear();
            check_standard_output()?;
            Ok(write_all(std::io::stdout().lock(), produce)?)
        }
    }
}

/// Whether there was no standard output when the program started. What Rust runs before `main` puts `/dev/null` in the place
/// of one that is closed, where results would vanish in silence.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[ctor::ctor(unsafe)]
fn look_at_standard_output() {
    IS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Tells whether anything can be written to standard output.
///
/// # Errors
/// It is closed.
pub fn check_standard_output() -> Result<()> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        anyhow::bail!("standard output is closed");
    }
    Ok(())
}

fn write_all(out: impl Write, produce: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    produce(&mut out)?;
    out.flush()
}

fn write_file(path: &Path, produce: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    if path.is_dir() {
        anyhow::bail!("is a directory");
    }
    // A device or a pipe cannot be replaced; it takes the text as it comes.
    if path.metadata().is_ok_and(|m| !m.is_file()) {
        return Ok(write_all(std::fs::OpenOptions::new().write(true).open(path)?, produce)?);
    }
    let (file, target) = temporary_for(path)?;
    let _unfinished = Unfinished::new(file.path());
    write_all(file.as_file(), produce)?;
    #[cfg(target_os = "linux")]
    if exchange(file.path(), &target) {
        // What is at the temporary file's path now was at the target before.
        return Ok(file.close()?);
    }
    file.persist(&target).map_err(|e| e.error)?;
    Ok(())
}

/// A new file in the folder of the one that it is to replace, and that one.
fn temporary_for(path: &Path) -> Result<(tempfile::NamedTempFile, PathBuf)> {
    // What a link points at is replaced, not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if !folder.is_dir() {
        anyhow::bail!("the folder {} does not exist", folder.display());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".irtrip-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = target.metadata().map_or(0o666, |m| m.permissions().mode());
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    // The error of the crate names a file that nobody asked for.
    let file = builder.tempfile_in(&folder).map_err(|error| match error.raw_os_error() {
        Some(code) => std::io::Error::from_raw_os_error(code),
        None => std::io::Error::from(error.kind()),
    })?;
    Ok((file, target))
}

/// Tells before a long run whether [`write`] could write a path.
///
/// # Errors
/// As [`write`].
pub fn check(path: &Path) -> Result<()> {
    let check = || {
        if path.is_dir() {
            anyhow::bail!("is a directory");
        }
        // What a device or a pipe takes is seen when it is written to.
        if !path.metadata().is_ok_and(|m| !m.is_file()) {
            temporary_for(path)?;
        }
        Ok(())
    };
    check().with_context(|| format!("{} cannot be written", path.display()))
}

/// Tells before a long run whether files could be written to a folder, which need not be there yet.
///
/// # Errors
/// It is no folder, or nothing can be written there.
pub fn check_folder(path: &Path) -> Result<()> {
    let nearest = path.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let nearest = if nearest.as_os_str().is_empty() { Path::new(".") } else { nearest };
    tempfile::tempfile_in(nearest).map(drop).with_context(|| format!("{} cannot be written to", path.display()))
}

/// Lets two files change places; false where the file system cannot, or one is missing. A file that merely takes the
/// other's place is first written to the disk by some file systems, which takes as long as all of the output.
#[cfg(target_os = "linux")]
fn exchange(new: &Path, old: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE).is_ok()
}

/// Whether an error is that nobody reads the output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_next_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.ll");
        for text in ["first", "second"] {
            write(Some(&path), &[text.to_owned(), "\n".to_owned()]).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{text}\n"));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = write(Some(&folder.path().join("no/out.ll")), &[]).unwrap_err();
        assert!(format!("{error:#}").contains("does not exist"), "{error:#}");
    }
}
