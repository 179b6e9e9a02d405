//! What bitcode lies in: a file of its own, a wrapper, a section of an object file, an archive.

use irtrip_dialect::data_layout::triple::{Arch, Triple};
use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSection as _};

use crate::error::{Result, fault};

/// What a bitstream starts with.
pub const MAGIC: [u8; 4] = *b"BC\xC0\xDE";
/// What the header of wrapped bitcode starts with.
const WRAPPER: [u8; 4] = 0x0B17_C0DE_u32.to_le_bytes();
/// What an archive starts with.
const ARCHIVE: &[u8] = b"!<arch>\n";
/// The sections of objects that hold bitcode, of ELF and COFF by name, of Mach-O in the segment `__LLVM`.
const SECTIONS: [&str; 3] = [".llvmbc", ".llvm.lto", "__bitcode"];
/// How many archives may lie in one another.
const MAX_DEPTH: usize = 4;

/// A kind of container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContainerKind {
    /// A bitstream and nothing else.
    Bitcode,
    /// A bitstream after a header that says where it starts.
    Wrapper,
    /// An ELF object with a section of bitcode.
    Elf,
    /// A Mach-O object with a section of bitcode.
    MachO,
    /// A COFF object with a section of bitcode.
    Coff,
    /// An archive of any of these, an `.rlib` among them.
    Archive,
}

impl ContainerKind {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            ContainerKind::Bitcode => "bitcode",
            ContainerKind::Wrapper => "wrapped bitcode",
            ContainerKind::Elf => "ELF object",
            ContainerKind::MachO => "Mach-O object",
            ContainerKind::Coff => "COFF object",
            ContainerKind::Archive => "archive",
        }
    }
}

/// A bitstream in a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bitstream<'a> {
    /// The member of an archive and the section of an object that it is: `a.o/.llvmbc`; empty for a file of its own.
    pub name: String,
    /// It, its magic number included.
    pub bytes: &'a [u8],
}

/// A file that holds bitcode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Container<'a> {
    /// What it is.
    pub kind: ContainerKind,
    /// The bitstreams in it.
    pub streams: Vec<Bitstream<'a>>,
}

/// Whether bytes are bitcode, as they are or wrapped.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER)
}

/// Whether a file holds bitcode: as it is, wrapped, in an object or in an archive.
pub fn holds_bitcode(bytes: &[u8]) -> bool {
    // Text has no byte of zero near its start, unless in a string.
    let is_binary =
        bytes.get(..8).unwrap_or_default().iter().any(|byte| *byte == 0 || *byte == 0x7f) || bytes.starts_with(ARCHIVE);
    is_bitcode(bytes) || is_binary && matches!(container(bytes), Ok(Some(found)) if !found.streams.is_empty())
}

/// The bitstreams of a file; `None` for one that is no container of bitcode.
///
/// # Errors
/// A wrapper, an object or an archive is ill-formed.
pub fn container(bytes: &[u8]) -> Result<Option<Container<'_>>> {
    let mut streams = Vec::new();
    let kind = collect(bytes, "", 0, &mut streams)?;
    Ok(kind.map(|kind| Container { kind, streams }))
}

fn collect<'a>(
    bytes: &'a [u8],
    name: &str,
    depth: usize,
    streams: &mut Vec<Bitstream<'a>>,
) -> Result<Option<ContainerKind>> {
    if bytes.starts_with(&MAGIC) {
        streams.push(Bitstream { name: name.to_owned(), bytes });
        return Ok(Some(ContainerKind::Bitcode));
    }
    if bytes.starts_with(&WRAPPER) {
        streams.push(Bitstream { name: name.to_owned(), bytes: unwrapped(bytes)? });
        return Ok(Some(ContainerKind::Wrapper));
    }
    if bytes.starts_with(ARCHIVE) {
        if depth >= MAX_DEPTH {
            return Err(fault("archives are nested too deeply"));
        }
        archive(bytes, name, depth, streams)?;
        return Ok(Some(ContainerKind::Archive));
    }
    object_file(bytes, name, streams)
}

/// A stream in the wrapper that LLVM gives it for Apple's systems.
pub fn wrapped(stream: &[u8], triple: &Triple<'_>) -> Vec<u8> {
    /// The processors of Mach-O, and the bit of those with 64-bit addresses.
    const ABI_64: u32 = 1 << 24;
    const HEADER: u32 = 20;
    let processor = match triple.arch() {
        Arch::X86 => 7,
        Arch::X86_64 => 7 | ABI_64,
        Arch::Arm => 12,
        Arch::PowerPc => 18,
        Arch::PowerPc64 => 18 | ABI_64,
        _ => u32::MAX,
    };
    let version = 0;
    let mut bytes = WRAPPER.to_vec();
    bytes.extend([version, HEADER, stream.len() as u32, processor].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend_from_slice(stream);
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    bytes
}

/// The stream inside a wrapper: four numbers follow the wrapper's magic, of which the second is where the stream starts
/// and the third how long it is.
fn unwrapped(bytes: &[u8]) -> Result<&[u8]> {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*four)).ok()
    };
    let inside = || bytes.get(number(8)?..)?.get(..number(12)?);
    let stream = inside().ok_or_else(|| fault("the wrapper of the bitcode says that it lies outside the file"))?;
    match stream.starts_with(&MAGIC) {
        true => Ok(stream),
        false => Err(fault("there is no bitcode where its wrapper says")),
    }
}

fn archive<'a>(bytes: &'a [u8], name: &str, depth: usize, streams: &mut Vec<Bitstream<'a>>) -> Result<()> {
    let ill_formed = |error: object::read::Error| fault(format!("the archive is ill-formed: {error}"));
    let file = ArchiveFile::parse(bytes).map_err(ill_formed)?;
    for member in file.members() {
        let member = member.map_err(ill_formed)?;
        let data = member.data(bytes).map_err(ill_formed)?;
        let own = String::from_utf8_lossy(member.name());
        let path = if name.is_empty() { own.into_owned() } else { format!("{name}/{own}") };
        // Members that are no object, such as Rust's metadata, are passed.
        collect(data, &path, depth + 1, streams)?;
    }
    Ok(())
}

fn object_file<'a>(bytes: &'a [u8], name: &str, streams: &mut Vec<Bitstream<'a>>) -> Result<Option<ContainerKind>> {
    let Ok(file) = object::File::parse(bytes) else { return Ok(None) };
    let kind = match file.format() {
        object::BinaryFormat::Elf => ContainerKind::Elf,
        object::BinaryFormat::MachO => ContainerKind::MachO,
        object::BinaryFormat::Coff => ContainerKind::Coff,
        _ => return Ok(None),
    };
    for section in file.sections() {
        let Ok(section_name) = section.name() else { continue };
        if !SECTIONS.contains(&section_name) {
            continue;
        }
        let data = section.data().map_err(|error| fault(format!("section {section_name}: {error}")))?;
        // Mach-O has a byte of zero where there is no bitcode but a mark that there would be.
        if is_bitcode(data) {
            let path = if name.is_empty() { section_name.to_owned() } else { format!("{name}/{section_name}") };
            collect(data, &path, MAX_DEPTH, streams)?;
        }
    }
    Ok(Some(kind))
}
