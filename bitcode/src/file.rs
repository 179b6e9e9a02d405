//! The top level of a bitstream: who wrote it, its modules, and the strings that they share.

use irtrip_dialect::release::Release;

use crate::bitstream::{Block, BlockHeader, Entry, Record};
use crate::codes::{block, identification as code};
use crate::container::MAGIC;
use crate::error::{Error, Result};

/// Who wrote a module. LLVM's "Bitcode File Format", "IDENTIFICATION_BLOCK".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identification {
    /// The name and release of the writer: `LLVM15.0.7`.
    pub producer: String,
    /// Readers take bitcode of their own epoch alone; there has been one so far.
    pub epoch: u64,
}

/// A module of a file, which is not read yet.
#[derive(Clone, Debug, Default)]
pub struct ModuleEntry<'a> {
    /// Who wrote it; `None` up to LLVM 3.7, which wrote no such block.
    pub identification: Option<Identification>,
    /// Where it is.
    pub header: Option<BlockHeader>,
    /// The names of its global values, which stand after it.
    pub strtab: &'a [u8],
    /// Who wrote the symbol table of the file, where it has one.
    pub symtab_producer: Option<&'a [u8]>,
}

/// The top level of a bitstream.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// The stream.
    pub stream: Block<'a>,
    /// Its modules.
    pub modules: Vec<ModuleEntry<'a>>,
}

impl Identification {
    /// The release of LLVM that the producer names: `LLVM15.0.7`, `LLVM22.0.0git-rust-1.90`, `APPLE_1_1500.1_0` (none).
    pub fn release(&self) -> Option<Release> {
        let number = self.producer.strip_prefix("LLVM")?;
        let mut parts = number.split(|c: char| !c.is_ascii_digit());
        let (major, minor) = (parts.next()?, parts.next().unwrap_or_default());
        format!("{major}.{minor}").parse().ok().or_else(|| major.parse().ok())
    }
}

/// So many bits at the end of a stream are no block.
const PADDING: u64 = 64;

/// Reads the top level of a bitstream.
///
/// # Errors
/// The stream is ill-formed.
pub fn read_file(bytes: &[u8]) -> Result<File<'_>> {
    let mut stream = Block::top_level(bytes, MAGIC.len());
    if !bytes.starts_with(&MAGIC) {
        return Err(Error::new(stream.place(), "the file does not start with the magic number of bitcode"));
    }
    let (mut record, mut identification) = (Record::default(), None);
    let (mut modules, mut symtab) = (Vec::<ModuleEntry<'_>>::new(), None);
    let mut unnamed = 0;
    // As LLVM reads it: no block is in so few bytes, which fill up what archivers of Darwin write.
    while stream.left() > PADDING {
        let header = match stream.next(&mut record)? {
            Entry::End => break,
            Entry::Record => return Err(record.error("a record stands outside all blocks")),
            Entry::Block(header) => header,
        };
        match header.id {
            block::IDENTIFICATION => identification = Some(read_identification(stream.enter(header)?)?),
            block::MODULE => {
                let identification = identification.clone();
                modules.push(ModuleEntry { identification, header: Some(header), ..ModuleEntry::default() });
            }
            block::STRTAB => {
                let strtab = read_blob(stream.enter(header)?)?;
                for module in modules.iter_mut().skip(unnamed) {
                    module.strtab = strtab;
                    module.symtab_producer = symtab.and_then(|symtab| producer(symtab, strtab));
                }
                unnamed = modules.len();
            }
            block::SYMTAB => symtab = Some(read_blob(stream.enter(header)?)?),
            _ => {}
        }
    }
    Ok(File { stream, modules })
}

fn read_identification(mut block: Block<'_>) -> Result<Identification> {
    let (mut record, mut identification) = (Record::default(), Identification::default());
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(identification),
            Entry::Block(_) => {}
            Entry::Record => match record.code {
                code::STRING => identification.producer = String::from_utf8_lossy(&record.text()?).into_owned(),
                code::EPOCH => {
                    identification.epoch = record.fields().take()?;
                    if identification.epoch != 0 {
                        return Err(record.error(format!("epoch {} of bitcode is unknown", identification.epoch)));
                    }
                }
                _ => {}
            },
        }
    }
}

/// Who wrote a symbol table: a place in the string table after the table's version. `llvm/Object/IRSymtab.h`.
fn producer<'a>(symtab: &[u8], strtab: &'a [u8]) -> Option<&'a [u8]> {
    let word = |at: usize| symtab.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word) as usize);
    strtab.get(word(4)?..)?.get(..word(8)?)
}

/// The blob of a block that has one record, which is a blob.
fn read_blob(mut block: Block<'_>) -> Result<&[u8]> {
    let (mut record, mut blob) = (Record::default(), &[][..]);
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(blob),
            Entry::Block(_) => {}
            Entry::Record => blob = record.blob.unwrap_or(blob),
        }
    }
}
