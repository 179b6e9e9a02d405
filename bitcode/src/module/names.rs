//! The names of global values: in a symbol table of the module, or in the file's string table.

use irtrip_dialect::llvm_text as text;

use super::BitcodeModule;
use crate::bitstream::{Block, Entry, Fields, Record};
use crate::codes::symtab;
use crate::error::Result;

impl<'a> BitcodeModule<'a> {
    /// The name that starts a record where the module's names are in the string table.
    ///
    /// # Errors
    /// It lies outside the table.
    pub(super) fn take_name(&self, fields: &mut Fields<'_>) -> Result<&'a [u8]> {
        if self.version < 2 {
            return Ok(&[]);
        }
        self.take_string(fields)
    }

    /// The text of the string table whose start and length come next.
    ///
    /// # Errors
    /// It lies outside the table.
    pub(super) fn take_string(&self, fields: &mut Fields<'_>) -> Result<&'a [u8]> {
        let (start, length) = (fields.take()?, fields.take()?);
        self.string(fields, start, length)
    }

    /// A text of the string table.
    ///
    /// # Errors
    /// It lies outside the table.
    pub(super) fn string(&self, fields: &Fields<'_>, start: u64, length: u64) -> Result<&'a [u8]> {
        let (start, length) = (usize::try_from(start).ok(), usize::try_from(length).ok());
        let found = || self.strtab.get(start?..)?.get(..length?);
        found().ok_or_else(|| fields.error("a name lies outside the string table"))
    }

    /// Reads a symbol table of the module.
    pub(super) fn read_symbols(&mut self, mut block: Block<'_>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if matches!(record.code, symtab::ENTRY | symtab::FNENTRY) => {
                    let mut fields = record.fields();
                    let value = fields.take()?;
                    if record.code == symtab::FNENTRY {
                        fields.take()?;
                    }
                    // With a string table the entries are offsets alone.
                    if self.version >= 2 {
                        continue;
                    }
                    let name = fields.text()?;
                    if name.contains(&0) {
                        return Err(record.error("a name has a byte of zero"));
                    }
                    let global = usize::try_from(value).ok().and_then(|value| self.module.globals.get_mut(value));
                    match global {
                        Some(global) => global.name = name,
                        None => return Err(record.error(format!("there is no global value {value} to be named"))),
                    }
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }

    /// Spells the names, with numbers for global values that have none.
    pub(super) fn name_the_unnamed(&mut self) {
        // LLVM numbers variables first, then aliases and ifuncs, then functions.
        let mut order: Vec<usize> = (0..self.module.globals.len()).collect();
        order.sort_by_key(|place| self.module.globals.get(*place).map(|global| global.kind.order()));
        let mut number = 0u32;
        for place in order {
            let Some(global) = self.module.globals.get_mut(place) else { continue };
            global.text.push('@');
            if global.name.is_empty() {
                text::int(&mut global.text, number);
                number += 1;
            } else {
                text::name(&mut global.text, &global.name);
            }
        }
    }
}
