//! A module's tables: everything but the bodies of its functions, which are found but not read.

mod global_values;
mod names;
pub(crate) mod summary;

pub use global_values::{Comdat, GlobalKind, GlobalValue};
pub(crate) use global_values::{comdat_number, linkage_number};
pub use summary::{Summary, SummaryRecord};

use std::sync::OnceLock;

use irtrip_dialect::release::Release;
use rustc_hash::FxHashMap;

use crate::attributes::Attributes;
use crate::bitstream::{Block, BlockHeader, Entry, Record};
use crate::codes::{block, module as code, one};
use crate::constants::{Value, Values, read_constants};
use crate::error::{Error, Result};
use crate::file::{File, Identification, ModuleEntry};
use crate::metadata::{Metadata, read_metadata, resolve_type_refs};
use crate::types::{Types, read_types};
use crate::use_lists::{UseList, read_use_lists};

/// The blocks of a module.
#[derive(Clone, Debug, Default)]
struct Blocks {
    groups: Vec<BlockHeader>,
    lists: Vec<BlockHeader>,
    constants: Vec<BlockHeader>,
    symbols: Vec<BlockHeader>,
    metadata: Vec<BlockHeader>,
    kinds: Vec<BlockHeader>,
    bodies: Vec<BlockHeader>,
    bundle_tags: Vec<BlockHeader>,
    sync_scopes: Vec<BlockHeader>,
    use_lists: Vec<BlockHeader>,
    summary: Option<BlockHeader>,
}

/// Lines of `module asm` that have the same properties. LangRef, "Module-Level Inline Assembly".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModuleAsm {
    /// Names and values of the properties, which LLVM has since release 23.
    pub properties: Vec<(Vec<u8>, Vec<u8>)>,
    /// The lines.
    pub text: Vec<u8>,
}

/// What a module says, but for the bodies of its functions.
#[derive(Clone, Debug, Default)]
pub struct Module<'a> {
    /// Who wrote it; `None` up to LLVM 3.7, which did not say.
    pub identification: Option<Identification>,
    /// `target triple`
    pub triple: Vec<u8>,
    /// `target datalayout`
    pub data_layout: Vec<u8>,
    /// `module asm`
    pub asm: Vec<ModuleAsm>,
    /// `source_filename`
    pub source_filename: Option<Vec<u8>>,
    /// Its comdats.
    pub comdats: Vec<Comdat>,
    /// Its types.
    pub types: Types<'static>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its variables, functions, aliases and ifuncs.
    pub globals: Vec<GlobalValue>,
    /// Values by number: global values, then constants.
    pub values: Vec<Value>,
    /// Its metadata.
    pub metadata: Metadata<'a>,
    /// The kinds of attachments by number.
    pub kinds: FxHashMap<u64, Vec<u8>>,
    /// The tags of operand bundles by number.
    pub bundle_tags: Vec<Vec<u8>>,
    /// The names of synchronization scopes by number.
    pub sync_scopes: Vec<Vec<u8>>,
    /// The orders of uses of global values and their constants.
    pub use_lists: Vec<UseList>,
    /// Its summary for ThinLTO.
    pub summary: Option<Summary>,
    /// Its hash, for ThinLTO.
    pub hash: Option<[u32; 5]>,
    /// The producer that the symbol table for linkers names, where there is one.
    pub symtab_producer: Option<Vec<u8>>,
    /// The address spaces of functions and of the stack, once they are asked for.
    spaces: OnceLock<[u32; 3]>,
}

/// A module in a file, whose bodies are read when they are asked for.
#[derive(Clone, Debug)]
pub struct BitcodeModule<'a> {
    block: Block<'a>,
    version: u64,
    strtab: &'a [u8],
    sections: Vec<Vec<u8>>,
    gc_names: Vec<Vec<u8>>,
    /// The properties of the lines of assembly that are next.
    asm_properties: Vec<(Vec<u8>, Vec<u8>)>,
    /// How many functions have a body.
    body_count: usize,
    /// The global values, by place, that have a comdat of their name.
    implicit_comdats: Vec<usize>,
    bodies: Vec<BlockHeader>,
    /// What it says.
    pub module: Module<'a>,
}

impl Module<'_> {
    /// The release that wrote it, where it is known.
    pub fn release(&self) -> Option<Release> {
        self.identification.as_ref().and_then(Identification::release)
    }
}

impl<'a> BitcodeModule<'a> {
    /// Reads a module's tables.
    ///
    /// # Errors
    /// It is ill-formed.
    pub fn read(file: &File<'a>, entry: &ModuleEntry<'a>) -> Result<BitcodeModule<'a>> {
        let (mut module, blocks) = BitcodeModule::read_records(file, entry)?;
        module.read_tables(&blocks)?;
        module.bodies = blocks.bodies;
        Ok(module)
    }

    /// Reads a module's own records and its types: what it says of its target, and its global values without their names.
    ///
    /// # Errors
    /// It is ill-formed.
    pub fn read_globals(file: &File<'a>, entry: &ModuleEntry<'a>) -> Result<BitcodeModule<'a>> {
        BitcodeModule::read_records(file, entry).map(|(module, _)| module)
    }

    fn read_records(file: &File<'a>, entry: &ModuleEntry<'a>) -> Result<(BitcodeModule<'a>, Blocks)> {
        let Some(header) = entry.header else {
            return Err(Error::new(file.stream.place(), "the file has no module"));
        };
        let block = file.stream.enter(header)?;
        let bytes = ((header.end - header.start) / 8) as usize;
        let mut module = BitcodeModule::new(block, entry);
        let blocks = module.read_block(bytes)?;
        Ok((module, blocks))
    }

    fn new(block: Block<'a>, entry: &ModuleEntry<'a>) -> BitcodeModule<'a> {
        let module = Module {
            identification: entry.identification.clone(),
            symtab_producer: entry.symtab_producer.map(<[u8]>::to_vec),
            ..Module::default()
        };
        BitcodeModule {
            block,
            version: 0,
            strtab: entry.strtab,
            sections: Vec::new(),
            gc_names: Vec::new(),
            asm_properties: Vec::new(),
            body_count: 0,
            implicit_comdats: Vec::new(),
            bodies: Vec::new(),
            module,
        }
    }

    /// The function bodies that the module has, in the order of the functions that have one.
    pub fn bodies(&self) -> &[BlockHeader] {
        &self.bodies
    }

    /// The block of a function body.
    ///
    /// # Errors
    /// The nesting is too deep.
    pub fn enter(&self, header: BlockHeader) -> Result<Block<'a>> {
        self.block.enter(header)
    }

    /// Whether numbers of values in function bodies count back from the instruction.
    pub(crate) fn has_relative_ids(&self) -> bool {
        self.version >= 1
    }

    /// Reads the records, and finds the blocks.
    fn read_block(&mut self, bytes: usize) -> Result<Blocks> {
        let (mut record, mut blocks) = (Record::default(), Blocks::default());
        let mut seen_types = false;
        loop {
            let header = match self.block.next(&mut record)? {
                Entry::End => return Ok(blocks),
                Entry::Record => {
                    self.read_record(&record)?;
                    continue;
                }
                Entry::Block(header) => header,
            };
            match header.id {
                block::TYPE if !seen_types => {
                    self.module.types = read_types(self.block.enter(header)?, bytes)?;
                    seen_types = true;
                }
                block::TYPE => return Err(Error::new(self.block.place(), "the module has two type tables")),
                block::PARAMATTR_GROUP => blocks.groups.push(header),
                block::PARAMATTR => blocks.lists.push(header),
                block::CONSTANTS => blocks.constants.push(header),
                block::VALUE_SYMTAB => blocks.symbols.push(header),
                block::METADATA => blocks.metadata.push(header),
                block::METADATA_KIND => blocks.kinds.push(header),
                block::FUNCTION => blocks.bodies.push(header),
                block::OPERAND_BUNDLE_TAGS => blocks.bundle_tags.push(header),
                block::SYNC_SCOPE_NAMES => blocks.sync_scopes.push(header),
                block::USELIST => blocks.use_lists.push(header),
                block::GLOBALVAL_SUMMARY | block::FULL_LTO_GLOBALVAL_SUMMARY => blocks.summary = Some(header),
                _ => {}
            }
        }
    }

    fn read_record(&mut self, record: &Record<'a>) -> Result<()> {
        match record.code {
            code::VERSION => {
                self.version = record.fields().take()?;
                if self.version > 2 {
                    return Err(record.error(format!("modules of version {} are unknown", self.version)));
                }
            }
            code::TRIPLE => self.module.triple = record.text()?,
            code::DATALAYOUT => self.module.data_layout = record.text()?,
            code::ASM_PROPERTY => {
                let text = record.text()?;
                let mut parts = text.splitn(2, |byte| *byte == 0).map(<[u8]>::to_vec);
                let name = parts.next().unwrap_or_default();
                self.asm_properties.push((name, parts.next().unwrap_or_default()));
            }
            code::ASM => {
                let properties = std::mem::take(&mut self.asm_properties);
                self.module.asm.push(ModuleAsm { properties, text: record.text()? });
            }
            code::SECTIONNAME => self.sections.push(record.text()?),
            code::GCNAME => self.gc_names.push(record.text()?),
            code::SOURCE_FILENAME => self.module.source_filename = Some(record.text()?),
            code::HASH => {
                let mut fields = record.fields();
                let mut hash = [0; 5];
                for part in &mut hash {
                    *part = fields.number("a hash")?;
                }
                self.module.hash = Some(hash);
            }
            code::COMDAT => self.read_comdat(record)?,
            code::GLOBALVAR => self.read_variable(record)?,
            code::FUNCTION => self.read_function(record)?,
            code::ALIAS_OLD | code::ALIAS | code::IFUNC => self.read_alias(record)?,
            // Offsets are for lazy readers; what later releases add is not needed.
            _ => {}
        }
        Ok(())
    }

    /// Reads what stands in blocks of its own.
    fn read_tables(&mut self, blocks: &Blocks) -> Result<()> {
        for header in &blocks.groups {
            self.module.attributes.read_groups(self.block.enter(*header)?, &self.module.types)?;
        }
        for header in &blocks.lists {
            self.module.attributes.read_lists(self.block.enter(*header)?)?;
        }
        for header in &blocks.bundle_tags {
            read_texts(self.block.enter(*header)?, &mut self.module.bundle_tags)?;
        }
        for header in &blocks.sync_scopes {
            read_texts(self.block.enter(*header)?, &mut self.module.sync_scopes)?;
        }
        if blocks.sync_scopes.is_empty() {
            self.module.sync_scopes = vec![b"singlethread".to_vec(), Vec::new()];
        }
        for header in &blocks.constants {
            let mut values = Values { base: &[], own: std::mem::take(&mut self.module.values) };
            read_constants(self.block.enter(*header)?, &mut self.module.types, &mut values)?;
            self.module.values = values.own;
        }
        for header in &blocks.symbols {
            self.read_symbols(self.block.enter(*header)?)?;
        }
        self.name_the_unnamed();
        self.add_implicit_comdats();
        for header in blocks.kinds.iter().chain(&blocks.metadata) {
            read_metadata(
                self.block.enter(*header)?,
                &mut self.module.metadata,
                &mut self.module.kinds,
                &self.module.types,
            )?;
        }
        resolve_type_refs(&mut self.module.metadata.nodes);
        self.module.metadata.number_from(0);
        for header in &blocks.use_lists {
            read_use_lists(self.block.enter(*header)?, &mut self.module.use_lists)?;
        }
        if let Some(header) = blocks.summary {
            self.module.summary = Some(self.read_summary(header)?);
        }
        Ok(())
    }
}

/// Reads a block of one text a record.
fn read_texts(mut block: Block<'_>, texts: &mut Vec<Vec<u8>>) -> Result<()> {
    let mut record = Record::default();
    loop {
        match block.next(&mut record)? {
            Entry::End => return Ok(()),
            Entry::Record if record.code == one::TEXT => texts.push(record.text()?),
            Entry::Record | Entry::Block(_) => {}
        }
    }
}
