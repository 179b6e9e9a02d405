//! A module in bitcode: the reverse of reading. `module` writes the tables, `types`, `constants`, `metadata` and `bodies` what is in
//! them, `abbreviations` says how records are written and `releases` what records a release has.

mod abbreviations;
mod bodies;
mod constants;
mod instructions;
mod libcalls;
mod metadata;
mod module;
pub(crate) mod releases;
mod strtab;
mod summary;
mod symtab;
mod types;

use std::borrow::Cow;

use irtrip_dialect::data_layout::triple::Triple;
use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::release::Release;
use rayon::prelude::*;

use crate::bitstream::BitstreamWriter;
use crate::codes::{block, identification, one, symtab as symtab_code, use_list};
use crate::container::{MAGIC, container, wrapped};
use crate::error::{Result, fault};
use crate::file::read_file;
use crate::function::Body;
use crate::module::{BitcodeModule, GlobalKind, Module};
use crate::types::{Type, TypeId};
use crate::use_lists::UseList;
use abbreviations::{C6, F, Scope, V, array, plain};
use strtab::Strtab;

/// A module in the bitcode of a release, with the bodies of its functions in the order of these.
///
/// # Errors
/// The module says what the release has no record for, or a number stands for nothing.
pub fn write(module: &Module<'_>, bodies: &[Body<'_>], release: Release) -> Result<Vec<u8>> {
    let types = module.types.declared().len();
    let scope = Scope { release, type_width: bits_for(types) };
    let mut writer = Writer {
        module,
        bodies,
        scope,
        stream: BitstreamWriter::new(&MAGIC),
        strtab: Strtab::default(),
        symtab_offset_at: 0,
    };
    writer.identification();
    writer.stream.enter(block::MODULE, 3);
    writer.module()?;
    writer.stream.end();
    if let Some(symtab) = symtab::build(module, &writer.symtab_producer(), release, &mut writer.strtab) {
        writer.blob(block::SYMTAB, &symtab);
    }
    let strtab = std::mem::take(&mut writer.strtab).into_bytes();
    writer.blob(block::STRTAB, &strtab);
    let stream = writer.stream.into_bytes();
    let triple = String::from_utf8_lossy(&module.triple);
    let triple = Triple::parse(&triple);
    Ok(if triple.is_mach_o() { wrapped(&stream, &triple) } else { stream })
}

/// The first module of a file, read and written again for the release that wrote it.
///
/// # Errors
/// The file holds no bitcode, the module is ill-formed, or it is of a release before LLVM 5 and says what no record since does.
pub fn rewrite(bytes: &[u8]) -> Result<Vec<u8>> {
    on_deep_stack(|| rewrite_here(bytes))
}

fn rewrite_here(bytes: &[u8]) -> Result<Vec<u8>> {
    let streams = container(bytes)?.map(|container| container.streams).unwrap_or_default();
    let stream = streams.first().ok_or_else(|| fault("the file holds no bitcode"))?;
    let file = read_file(stream.bytes)?;
    let entry = file.modules.first().ok_or_else(|| fault("the file holds no module"))?;
    let module = BitcodeModule::read(&file, entry)?;
    let release = module.module.release().unwrap_or(Release::NATIVE);
    write(&module.module, &module.read_bodies()?, release)
}

/// How many bits the numbers from zero to this one take.
fn bits_for(most: usize) -> u32 {
    (most + 1).next_power_of_two().trailing_zeros()
}

/// The bytes of a text as LLVM's writer has them in most records: characters with signs.
fn signed_characters(text: &[u8]) -> impl Iterator<Item = u64> {
    text.iter().map(|byte| *byte as i8 as u64)
}

fn characters(text: &[u8]) -> impl Iterator<Item = u64> {
    text.iter().map(|byte| u64::from(*byte))
}

/// What writes a module.
struct Writer<'w, 'm> {
    module: &'w Module<'m>,
    bodies: &'w [Body<'m>],
    scope: Scope,
    stream: BitstreamWriter,
    strtab: Strtab,
    /// The bit where the place of the module's symbol table stands.
    symtab_offset_at: u64,
}

impl Writer<'_, '_> {
    /// Who writes the module: who the module says, or LLVM of the release.
    fn producer(&self) -> (Cow<'_, str>, u64) {
        match &self.module.identification {
            Some(identification) => (Cow::Borrowed(&identification.producer), identification.epoch),
            None => (Cow::Owned(format!("LLVM{}.0", self.scope.release)), 0),
        }
    }

    /// Who writes the symbol table, by its version alone.
    fn symtab_producer(&self) -> Vec<u8> {
        let (producer, _) = self.producer();
        let version = producer.strip_prefix("LLVM").unwrap_or(&producer).as_bytes();
        self.module.symtab_producer.clone().unwrap_or_else(|| version.to_vec())
    }

    fn identification(&mut self) {
        let (producer, epoch) = self.producer();
        let operands: Vec<u64> = signed_characters(producer.as_bytes()).collect();
        self.stream.enter(block::IDENTIFICATION, 5);
        let text = self.stream.define(array(identification::STRING, &[], C6));
        self.stream.record(identification::STRING, &operands, Some(text));
        let number = self.stream.define(plain(identification::EPOCH, &[V(6)]));
        self.stream.record(identification::EPOCH, &[epoch], Some(number));
        self.stream.end();
    }

    fn module(&mut self) -> Result<()> {
        self.header()?;
        self.constants()?;
        self.kinds();
        self.metadata()?;
        use_lists(&mut self.stream, &self.module.use_lists);
        self.texts(block::OPERAND_BUNDLE_TAGS, 3, &self.module.bundle_tags);
        self.texts(block::SYNC_SCOPE_NAMES, 2, &self.module.sync_scopes);
        let starts = self.functions()?;
        self.summary();
        self.symbols(&starts);
        if let Some(hash) = self.module.hash {
            self.stream.record(crate::codes::module::HASH, &hash.map(u64::from), None);
        }
        Ok(())
    }

    /// Writes the bodies. Returns each function that has one, and where it starts.
    fn functions(&mut self) -> Result<Vec<(u64, u64)>> {
        let globals = self.module.globals.iter().enumerate();
        let defined: Vec<u64> = globals
            .filter(|(_, global)| matches!(global.kind, GlobalKind::Function { body: Some(_), .. }))
            .map(|(place, _)| place as u64)
            .collect();
        if defined.len() != self.bodies.len() {
            let (functions, bodies) = (defined.len(), self.bodies.len());
            return Err(fault(format!("the module has {functions} functions with a body, and {bodies} bodies")));
        }
        let written = |body| bodies::write(self.module, body, self.scope, &self.stream);
        let blocks = collect_in_order(self.bodies.par_iter().map(written))?;
        let mut starts = Vec::with_capacity(defined.len());
        for (function, content) in defined.into_iter().zip(blocks) {
            starts.push((function, self.stream.at()));
            self.stream.put_block(block::FUNCTION, content);
        }
        Ok(starts)
    }

    /// Writes where the body of each function is.
    fn symbols(&mut self, starts: &[(u64, u64)]) {
        // Offsets count from the word before the identification block, which is where a file without a wrapper starts.
        self.module_symtab_at(self.stream.at() / 32);
        self.stream.enter(block::VALUE_SYMTAB, 4);
        let number = self.stream.define(plain(symtab_code::FNENTRY, &[V(8), V(8)]));
        for (function, at) in starts {
            self.stream.record(symtab_code::FNENTRY, &[*function, at / 32], Some(number));
        }
        self.stream.end();
    }

    fn texts(&mut self, id: u32, width: u32, texts: &[Vec<u8>]) {
        if texts.is_empty() {
            return;
        }
        self.stream.enter(id, width);
        for text in texts {
            let operands: Vec<u64> = signed_characters(text).collect();
            self.stream.record(one::TEXT, &operands, None);
        }
        self.stream.end();
    }

    fn blob(&mut self, id: u32, blob: &[u8]) {
        self.stream.enter(id, 3);
        let number = self.stream.define(abbreviations::blob(one::BLOB, &[]));
        self.stream.blob(one::BLOB, &[], blob, number);
        self.stream.end();
    }

    /// A text as a record, by an abbreviation for the 64 characters of names.
    fn text_record(&mut self, code: u32, text: &[u8], abbreviation: Option<u32>) {
        let operands: Vec<u64> = text.iter().map(|byte| u64::from(*byte as i8 as u32)).collect();
        self.stream.record(code, &operands, abbreviation);
    }
}

/// Writes orders of uses.
fn use_lists(stream: &mut BitstreamWriter, lists: &[UseList]) {
    if lists.is_empty() {
        return;
    }
    stream.enter(block::USELIST, 3);
    for list in lists {
        let code = if list.is_block { use_list::BB } else { use_list::DEFAULT };
        let operands: Vec<u64> = list.indices.iter().copied().chain([list.value]).collect();
        stream.record(code, &operands, None);
    }
    stream.end();
}

/// The number of a type, which stands in the module's table.
fn type_number(module: &Module<'_>, ty: TypeId) -> Result<u64> {
    match (ty.0 as usize) < module.types.declared().len() {
        true => Ok(ty.0.into()),
        false => Err(fault("a type is not in the table of the module")),
    }
}

/// LLVM 10 takes the mask of any shuffle for a vector of fixed length where it reads bitcode.
fn check_shuffle(module: &Module<'_>, release: Release, ty: TypeId) -> Result<()> {
    match module.types.get(ty) {
        Type::Vector { scalable: true, .. } if release == Release::V10 => {
            Err(fault("LLVM 10 reads no shufflevector of scalable vectors in bitcode"))
        }
        _ => Ok(()),
    }
}

/// How the number of a type is written.
fn type_operand(scope: Scope) -> crate::bitstream::Scalar {
    F(scope.type_width)
}
