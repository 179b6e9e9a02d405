//! The records of a module: attributes, comdats, what it says of itself, and its global values.

use rustc_hash::FxHashMap;

use super::abbreviations::{C6, F, L, V, array, plain};
use super::{Writer, bits_for, characters, fault, releases, signed_characters};
use crate::attributes::{Attribute, form};
use crate::bitstream::is_char6;
use crate::codes::{attribute, block, module as code};
use crate::error::Result;
use crate::module::{GlobalKind, GlobalValue, linkage_number};
use crate::numbers::ConstantRange;

/// The version of a module whose names are in a string table.
const VERSION: u64 = 2;

/// One more than the place of something, or zero.
fn after(value: Option<u32>) -> u64 {
    value.map_or(0, |value| u64::from(value) + 1)
}

/// Numbers for texts, which count from one in the order in which texts come.
#[derive(Default)]
struct Texts<'w> {
    numbers: FxHashMap<&'w [u8], u64>,
}

impl<'w> Texts<'w> {
    /// Whether a text is there that was not before.
    fn is_new(&mut self, text: &'w [u8]) -> bool {
        let next = self.numbers.len() as u64 + 1;
        !text.is_empty() && *self.numbers.entry(text).or_insert(next) == next
    }

    fn number(&self, text: &[u8]) -> u64 {
        self.numbers.get(text).copied().unwrap_or(0)
    }
}

impl<'w> Writer<'w, '_> {
    pub(super) fn header(&mut self) -> Result<()> {
        self.stream.record(code::VERSION, &[VERSION], None);
        self.stream.block_info(self.scope.block_info());
        if releases::of(releases::TYPES_FIRST, self.scope.release, false) {
            self.types()?;
            self.attributes()?;
        } else {
            self.attributes()?;
            self.types()?;
        }
        let module = self.module;
        for comdat in &module.comdats {
            let [start, length] = self.strtab.add(&comdat.name);
            self.stream.record(code::COMDAT, &[start, length, crate::module::comdat_number(comdat.kind)], None);
        }
        for (code, text) in [(code::TRIPLE, &module.triple), (code::DATALAYOUT, &module.data_layout)] {
            if !text.is_empty() {
                self.text_record(code, text, None);
            }
        }
        for part in &module.asm {
            for (name, value) in &part.properties {
                self.text_record(code::ASM_PROPERTY, &[name.as_slice(), value].join(&0), None);
            }
            if !part.text.is_empty() {
                self.text_record(code::ASM, &part.text, None);
            }
        }
        let (mut sections, mut collectors) = (Texts::default(), Texts::default());
        for global in &module.globals {
            if sections.is_new(&global.section) && !matches!(global.kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_)) {
                self.text_record(code::SECTIONNAME, &global.section, None);
            }
            if let GlobalKind::Function { gc, .. } = &global.kind
                && collectors.is_new(gc)
            {
                self.text_record(code::GCNAME, gc, None);
            }
        }
        let variable = self.variable_abbreviation(sections.numbers.len());
        self.source_filename();
        for global in &module.globals {
            self.global(global, &sections, &collectors, variable)?;
        }
        let offset = self.stream.define(plain(code::VSTOFFSET, &[F(32)]));
        self.stream.record(code::VSTOFFSET, &[0], Some(offset));
        self.symtab_offset_at = self.stream.at() - 32;
        Ok(())
    }

    /// Sets where the symbol table of the module is, in words.
    pub(super) fn module_symtab_at(&mut self, word: u64) {
        self.stream.patch_bits(self.symtab_offset_at, word as u32);
    }

    fn attributes(&mut self) -> Result<()> {
        let attributes = &self.module.attributes;
        if !attributes.groups.is_empty() {
            self.stream.enter(block::PARAMATTR_GROUP, 3);
            for (place, group) in attributes.groups.iter().enumerate() {
                let mut operands = vec![place as u64 + 1, group.index.into()];
                for attribute in &group.attributes {
                    self.attribute(attribute, &mut operands)?;
                }
                self.stream.record(attribute::GROUP_ENTRY, &operands, None);
            }
            self.stream.end();
        }
        if !attributes.lists.is_empty() {
            self.stream.enter(block::PARAMATTR, 3);
            for list in &attributes.lists {
                if let Some(place) = list.iter().find(|place| **place as usize >= attributes.groups.len()) {
                    return Err(fault(format!("there is no attribute group {place}")));
                }
                let operands: Vec<u64> = list.iter().map(|place| u64::from(*place) + 1).collect();
                self.stream.record(attribute::ENTRY, &operands, None);
            }
            self.stream.end();
        }
        Ok(())
    }

    fn attribute(&self, attribute: &Attribute, operands: &mut Vec<u64>) -> Result<()> {
        match attribute {
            Attribute::Enum(kind) => operands.extend([form::ENUM, kind.number()]),
            Attribute::Int(kind, value) => operands.extend([form::INT, kind.number(), *value]),
            Attribute::String(name, value) => {
                if name.iter().chain(value.iter()).any(|byte| *byte == 0) {
                    return Err(fault("bitcode ends an attribute's text at a zero byte, which one has"));
                }
                operands.push(if value.is_empty() { form::STRING } else { form::STRING_VALUE });
                operands.extend(signed_characters(name).chain([0]));
                if !value.is_empty() {
                    operands.extend(signed_characters(value).chain([0]));
                }
            }
            Attribute::Type(kind, None) => operands.extend([form::TYPE, kind.number()]),
            Attribute::Type(kind, Some(ty)) => operands.extend([form::TYPE_VALUE, kind.number(), self.ty(*ty)?]),
            Attribute::ConstantRange(kind, range) => {
                operands.extend([form::CONSTANT_RANGE, kind.number(), range.width.into()]);
                constant_range(range, operands);
            }
            Attribute::ConstantRangeList(kind, width, ranges) => {
                let (count, width) = (ranges.len() as u64, (*width).into());
                operands.extend([form::CONSTANT_RANGE_LIST, kind.number(), count, width]);
                ranges.iter().for_each(|range| constant_range(range, operands));
            }
        }
        Ok(())
    }

    /// The abbreviation of variables that have nothing of what few have.
    fn variable_abbreviation(&mut self, sections: usize) -> Option<u32> {
        let is_variable = |global: &&GlobalValue| matches!(global.kind, GlobalKind::Variable { .. });
        let variables: Vec<&GlobalValue> = self.module.globals.iter().filter(is_variable).collect();
        let ty = variables.iter().map(|global| global.ty.0 as usize).max()?;
        let alignment = match variables.iter().map(|global| global.alignment).max() {
            None | Some(0) => L(0),
            Some(most) => F(bits_for(most as usize)),
        };
        let section = if sections == 0 { L(0) } else { F(bits_for(sections)) };
        let operands = [V(8), V(8), F(bits_for(ty)), V(6), V(6), F(5), alignment, section];
        Some(self.stream.define(plain(code::GLOBALVAR, &operands)))
    }

    fn source_filename(&mut self) {
        let name = self.module.source_filename.as_deref().unwrap_or_default();
        let element = match name {
            name if is_char6(name) => C6,
            name if name.is_ascii() => F(7),
            _ => F(8),
        };
        let number = self.stream.define(array(code::SOURCE_FILENAME, &[], element));
        let operands: Vec<u64> = characters(name).collect();
        self.stream.record(code::SOURCE_FILENAME, &operands, Some(number));
    }

    /// The name of a global value's partition, which is not among the texts of a release that has none.
    fn partition(&mut self, global: &GlobalValue) -> [u64; 2] {
        match releases::of(releases::PARTITIONS, self.scope.release, false) {
            true => self.strtab.add(&global.partition),
            false => [0, 0],
        }
    }

    fn global(
        &mut self,
        global: &GlobalValue,
        sections: &Texts<'_>,
        collectors: &Texts<'_>,
        variable: Option<u32>,
    ) -> Result<()> {
        let [start, length] = self.strtab.add(&global.name);
        let mut operands = vec![start, length, self.ty(global.ty)?];
        let release = self.scope.release;
        let (linkage, visibility) = (linkage_number(global.linkage), global.visibility.number() as u64);
        let (space, section) = (u64::from(global.space), sections.number(&global.section));
        let dso_local = u64::from(global.is_dso_local);
        let (code, most) = match &global.kind {
            GlobalKind::Variable { .. } => return self.variable(global, operands, section, variable),
            GlobalKind::Function { convention, attributes, body, gc, operands: [prefix, prologue, personality] } => {
                operands.extend([convention.number() as u64, body.is_none().into(), linkage, *attributes]);
                operands.extend([global.alignment, section, visibility, collectors.number(gc), global.unnamed_addr]);
                operands.extend([after(*prologue), global.dll, after(global.comdat), after(*prefix)]);
                operands.extend([after(*personality), dso_local, space]);
                (code::FUNCTION, releases::of(releases::FUNCTION, release, releases::FUNCTION_OLDEST))
            }
            GlobalKind::Alias(value) => {
                operands.extend([space, (*value).into(), linkage, visibility, global.dll, global.thread_local]);
                operands.extend([global.unnamed_addr, dso_local]);
                (code::ALIAS, releases::of(releases::ALIAS, release, releases::ALIAS_OLDEST))
            }
            GlobalKind::IFunc(value) => {
                operands.extend([space, (*value).into(), linkage, visibility, dso_local]);
                (code::IFUNC, releases::of(releases::IFUNC, release, releases::IFUNC_OLDEST))
            }
        };
        operands.extend(self.partition(global));
        operands.truncate(most);
        self.stream.record(code, &operands, None);
        Ok(())
    }

    /// Writes a variable, of which the record has its name and type by now.
    fn variable(
        &mut self,
        global: &GlobalValue,
        mut operands: Vec<u64>,
        section: u64,
        abbreviation: Option<u32>,
    ) -> Result<()> {
        let GlobalKind::Variable {
            is_constant,
            is_externally_initialized,
            initializer,
            attributes,
            sanitizers,
            code_model,
        } = global.kind
        else {
            return Err(fault("a global value is no variable"));
        };
        let linkage = linkage_number(global.linkage);
        operands.extend([u64::from(global.space) << 2 | 2 | u64::from(is_constant), after(initializer), linkage]);
        operands.extend([global.alignment, section]);
        let others = [
            global.visibility.number() as u64,
            global.thread_local,
            global.unnamed_addr,
            is_externally_initialized.into(),
            global.dll,
            after(global.comdat),
            attributes,
            global.is_dso_local.into(),
        ];
        let last = [sanitizers, code_model.unwrap_or(0)];
        let is_plain = others == [0; 8] && last == [0; 2] && global.partition.is_empty();
        if !is_plain {
            operands.extend(others);
            operands.extend(self.partition(global));
            operands.extend(last);
        }
        operands.truncate(releases::of(releases::GLOBALVAR, self.scope.release, releases::GLOBALVAR_OLDEST));
        self.stream.record(code::GLOBALVAR, &operands, abbreviation.filter(|_| is_plain));
        Ok(())
    }
}

/// Both ends of a range.
pub(super) fn constant_range(range: &ConstantRange, operands: &mut Vec<u64>) {
    if range.width > 64 {
        operands.push(range.lower.len() as u64 | (range.upper.len() as u64) << 32);
    }
    operands.extend(range.lower.iter().chain(&range.upper));
}
