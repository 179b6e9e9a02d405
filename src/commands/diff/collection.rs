//! What holds many modules: a folder, a tar archive, compressed by gzip or not, a zip archive, or an archive of objects and bitcode. A
//! module is read when it is asked for, so that an archive is never in memory as a whole.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use flate2::read::MultiGzDecoder;
use irtrip::bitcode::container::holds_bitcode;
use irtrip_roundtrip::run::{ENDINGS, files, is_module};
use object::read::archive::ArchiveFile;
use zip::ZipArchive;

use crate::input;

/// What archives of each kind start with.
const GZIP: &[u8] = b"\x1f\x8b";
const ZIP: &[u8] = b"PK\x03\x04";
const AR: &[u8] = b"!<arch>\n";
/// Where the header of a member of a tar archive says that it is one, and with what.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Modules by their names.
pub enum Collection {
    /// The files below a folder, by their paths there.
    Folder(BTreeMap<String, PathBuf>),
    /// The members of an archive by where they lie in a file.
    Members(Mutex<File>, BTreeMap<String, Range<u64>>),
    /// The members of a zip archive by their numbers.
    Zip(Mutex<ZipArchive<File>>, BTreeMap<String, usize>),
}

impl Collection {
    /// The modules of a folder.
    ///
    /// # Errors
    /// It cannot be listed, or has no module.
    pub fn folder(path: &Path) -> Result<Collection> {
        let found = files(&[path.to_owned()])?;
        let below = |file: PathBuf| Some((file.strip_prefix(path).ok()?.display().to_string(), file));
        Ok(Collection::Folder(found.into_iter().filter_map(below).collect()))
    }

    /// The modules of an archive; none of a file that is no archive of modules.
    ///
    /// # Errors
    /// The archive cannot be read, or has no module.
    pub fn archive(path: &Path) -> Result<Option<Collection>> {
        // What is read once alone, such as a pipe, is no archive.
        if path.as_os_str() == "-" || path.exists() && !path.is_file() {
            return Ok(None);
        }
        let name = path.display();
        let unreadable = || format!("{name} cannot be read");
        let mut file = File::open(path).with_context(unreadable)?;
        let start = start_of(&mut file).with_context(unreadable)?;
        let opened = if start.starts_with(ZIP) {
            Some(members_of_zip(file))
        } else if start.starts_with(AR) {
            members_of_ar(path, file).transpose()
        } else if start.starts_with(GZIP) {
            // What else is compressed is named where it is read.
            let mut first = Vec::new();
            let is_read = MultiGzDecoder::new(&mut file).take(START).read_to_end(&mut first).is_ok();
            (is_read && is_tar(&first))
                .then(|| unpacked(&mut file).map_err(anyhow::Error::from).and_then(members_of_tar))
        } else {
            is_tar(&start).then(|| members_of_tar(file))
        };
        let Some(opened) = opened.transpose().with_context(unreadable)? else { return Ok(None) };
        if opened.names().next().is_none() {
            bail!("no .{} file in {name}", ENDINGS.join(", ."));
        }
        Ok(Some(opened))
    }

    /// A file that is one module, under a name.
    pub fn of_one(name: &str, path: &Path) -> Collection {
        Collection::Folder(BTreeMap::from([(name.to_owned(), path.to_owned())]))
    }

    /// The names of the modules, in their order.
    pub fn names(&self) -> Box<dyn Iterator<Item = &String> + '_> {
        match self {
            Collection::Folder(files) => Box::new(files.keys()),
            Collection::Members(_, members) => Box::new(members.keys()),
            Collection::Zip(_, members) => Box::new(members.keys()),
        }
    }

    /// Reads a module.
    ///
    /// # Errors
    /// There is none of this name, or it cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        let missing = || format!("{name}: there is no such module");
        let mut bytes = Vec::new();
        match self {
            Collection::Folder(files) => {
                let path = files.get(name).with_context(missing)?;
                bytes = input::read_bytes(path)?.1;
            }
            Collection::Members(file, members) => {
                let range = members.get(name).with_context(missing)?;
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(range.start))?;
                file.by_ref().take(range.end - range.start).read_to_end(&mut bytes)?;
            }
            Collection::Zip(archive, members) => {
                let number = members.get(name).with_context(missing)?;
                let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                let unreadable = || format!("{name} cannot be unpacked");
                let mut member = archive.by_index(*number).with_context(unreadable)?;
                let packed = member.compressed_size();
                unpack(&mut member, packed, &mut bytes).with_context(unreadable)?;
            }
        }
        Ok(bytes)
    }
}

/// As many bytes as tell what a file is.
const START: u64 = 512;

/// The first bytes of a file. The next that is read of it is its first.
fn start_of(file: &mut File) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.rewind()?;
    file.by_ref().take(START).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start)
}

fn is_tar(start: &[u8]) -> bool {
    start.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1))
}

/// How many times its compressed size a module or an archive has at most. Assembly has some ten times its own; a file made to fill
/// memory has up to a thousand.
const MAX_RATIO: u64 = 200;
/// What may be unpacked of any file.
const ALWAYS_UNPACKED: u64 = 64 << 20;

/// Writes what a number of compressed bytes hold.
fn unpack(from: &mut impl Read, packed: u64, to: &mut impl io::Write) -> io::Result<()> {
    let most = packed.saturating_mul(MAX_RATIO).max(ALWAYS_UNPACKED);
    if io::copy(&mut from.take(most), to)? == most && from.read(&mut [0])? > 0 {
        let message = format!("it has more than {MAX_RATIO} times its compressed size; unpack it first");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(())
}

/// What a file is compressed of, in a file without a name.
fn unpacked(file: &mut File) -> io::Result<File> {
    let mut unpacked = tempfile::tempfile()?;
    file.rewind()?;
    let packed = file.metadata()?.len();
    unpack(&mut MultiGzDecoder::new(io::BufReader::new(file)), packed, &mut unpacked)?;
    unpacked.rewind()?;
    Ok(unpacked)
}

fn members_of_tar(mut file: File) -> Result<Collection> {
    let mut members = BTreeMap::new();
    let mut archive = tar::Archive::new(&mut file);
    for entry in archive.entries_with_seek()? {
        let entry = entry?;
        let path = entry.path()?.into_owned();
        if entry.header().entry_type().is_file() && is_module(&path) {
            let start = entry.raw_file_position();
            members.insert(below(&path), start..start.saturating_add(entry.size()));
        }
    }
    Ok(Collection::Members(Mutex::new(file), members))
}

fn members_of_zip(file: File) -> Result<Collection> {
    let archive = ZipArchive::new(file)?;
    let module = |number: usize| {
        let path = PathBuf::from(archive.name_for_index(number)?.ok()?.into_owned());
        is_module(&path).then(|| (below(&path), number))
    };
    let members = (0..archive.len()).filter_map(module).collect();
    Ok(Collection::Zip(Mutex::new(archive), members))
}

/// The members of an archive of objects that are or hold bitcode; none where there is one at most, which is a module as it is.
fn members_of_ar(path: &Path, file: File) -> Result<Option<Collection>> {
    let bytes = std::fs::read(path)?;
    let archive = ArchiveFile::parse(&*bytes)?;
    let mut members = BTreeMap::new();
    for member in archive.members() {
        let member = member?;
        if holds_bitcode(member.data(&*bytes)?) {
            let (start, size) = member.file_range();
            members.insert(String::from_utf8_lossy(member.name()).into_owned(), start..start.saturating_add(size));
        }
    }
    Ok((members.len() > 1).then(|| Collection::Members(Mutex::new(file), members)))
}

/// The path of a member, without what leads to the archive's own folder.
fn below(path: &Path) -> String {
    let parts = path.components().filter(|part| matches!(part, std::path::Component::Normal(_)));
    parts.collect::<PathBuf>().display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_to_fill_memory_is_not_unpacked() {
        let spaces = |size: u64| unpack(&mut io::repeat(b' ').take(size), 1 << 20, &mut io::sink());
        assert!(spaces(MAX_RATIO << 20).is_ok());
        assert_eq!(spaces((MAX_RATIO << 20) + 1).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
    }
}
