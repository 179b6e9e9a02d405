//! The summary for ThinLTO, as entries after the module. LangRef has none of it; LLVM's tests `Assembler/thinlto-summary.ll`
//! and its kin do.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use irtrip_dialect::enums::{Linkage, Visibility};
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::release::Release;
use rustc_hash::FxHashMap;

use crate::bitstream::Fields;
use crate::codes::summary as code;
use crate::error::Result;
use crate::module::summary::{
    FREQUENCY_BITS, FUNCTION_FLAGS, HOTNESS, HOTNESS_BITS, VALUE_FLAGS, VARIABLE_FLAGS, VCALL_VISIBILITY_SHIFT,
    VISIBILITY_SHIFT, guid, guid_of,
};
use crate::module::{GlobalKind, Module, SummaryRecord};

/// What is known of an allocation, by number.
const ALLOCATION_TYPES: [(u64, &str); 4] = [(0, "none"), (1, "notcold"), (2, "cold"), (4, "hot")];

/// How many numbers of stack frames the text has at most: contexts share them in a file, and not in the text.
const MAX_FRAMES: usize = 1 << 22;

/// Prints the entries of a summary.
struct SummaryPrinter<'m> {
    module: &'m Module<'m>,
    /// The guid of each value.
    guids: FxHashMap<u64, u64>,
    /// The numbers of entries by guid.
    numbers: FxHashMap<u64, usize>,
    /// The summaries of each global value, by guid.
    summaries: BTreeMap<u64, Vec<String>>,
    /// The tables that are compatible with types.
    tables: Vec<String>,
    /// The release that wrote the module.
    release: Release,
    version: u64,
    flags: u64,
    block_count: u64,
    profile: MemoryProfile,
    /// Whether there is something that is left out.
    is_partial: bool,
}

/// What a profile of memory says: of the module, and of the next function.
#[derive(Default)]
struct MemoryProfile {
    /// What frames of stacks are known by.
    stack_ids: Vec<u64>,
    /// Contexts of allocations that have frames in common: how many, then places of these, or how far a negative one is before
    /// the next.
    contexts: Vec<u64>,
    /// How many frames have been written.
    written: usize,
    allocations: Vec<String>,
    calls: Vec<String>,
}

/// Appends a summary. Returns whether all of it was written.
///
/// # Errors
/// It is ill-formed.
pub(super) fn summary(out: &mut String, name: &str, module: &Module<'_>, records: &[SummaryRecord]) -> Result<bool> {
    let source = module.source_filename.as_deref().unwrap_or_default();
    let release = module.release().unwrap_or(Release::NATIVE);
    let guid = |(place, global)| (place as u64, guid(global, source, release));
    // LLVM's reader of summaries knows no ifuncs.
    let globals = module.globals.iter().enumerate().filter(|(_, global)| !matches!(global.kind, GlobalKind::IFunc(_)));
    let guids: FxHashMap<u64, u64> = globals.map(guid).collect();
    let mut summary = SummaryPrinter {
        module,
        summaries: guids.values().map(|guid| (*guid, Vec::new())).collect(),
        guids,
        numbers: FxHashMap::default(),
        tables: Vec::new(),
        release,
        version: 0,
        flags: 0,
        block_count: 0,
        profile: MemoryProfile::default(),
        is_partial: false,
    };
    summary.find_guids(records)?;
    summary.numbers = summary.summaries.keys().enumerate().map(|(place, guid)| (*guid, place + 1)).collect();
    for record in records {
        summary.record(record)?;
    }
    if summary.is_partial {
        return Ok(false);
    }
    summary.write(out, name);
    Ok(true)
}

impl MemoryProfile {
    /// The places of the frames of a context that begins at a place.
    fn context(&self, fields: &Fields<'_>, first: u64) -> Result<Vec<u64>> {
        let missing = || fields.error("a context of an allocation is not in the module's table");
        let at = |place: usize| self.contexts.get(place).map(|number| *number as u32).ok_or_else(missing);
        let mut place = usize::try_from(first).map_err(|_| missing())?;
        let count = at(place)?;
        let mut frames = Vec::new();
        for _ in 0..count {
            place += 1;
            let mut frame = at(place)?;
            if frame.cast_signed() < 0 {
                place = place.checked_add(frame.wrapping_neg() as usize).ok_or_else(missing)?;
                frame = at(place)?;
            }
            frames.push(u64::from(frame));
        }
        Ok(frames)
    }

    /// Appends what frames are known by.
    fn frames(&mut self, out: &mut String, fields: &Fields<'_>, places: impl Iterator<Item = u64>) -> Result<()> {
        for (number, place) in places.enumerate() {
            let known = usize::try_from(place).ok().and_then(|place| self.stack_ids.get(place));
            let id = known.ok_or_else(|| fields.error(format!("there is no frame {place} of a stack")))?;
            let _ = write!(out, "{}{id}", if number == 0 { "" } else { ", " });
            self.written += 1;
            if self.written > MAX_FRAMES {
                return Err(fields.error("contexts of allocations have too many frames"));
            }
        }
        Ok(())
    }
}

impl SummaryPrinter<'_> {
    /// Takes note of guids that no name stands for.
    fn find_guids(&mut self, records: &[SummaryRecord]) -> Result<()> {
        for record in records {
            let mut fields = record.fields();
            match record.code {
                code::VERSION => self.version = fields.take()?,
                code::VALUE_GUID => {
                    let (value, first) = (fields.take()?, fields.take()?);
                    let guid = fields.optional().map_or(first, |low| first << 32 | low);
                    self.guids.insert(value, guid);
                    self.summaries.entry(guid).or_default();
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn record(&mut self, record: &SummaryRecord) -> Result<()> {
        let mut fields = record.fields();
        match record.code {
            code::VERSION | code::VALUE_GUID => {}
            code::FLAGS => self.flags = fields.take()?,
            code::BLOCK_COUNT => self.block_count = fields.take()?,
            code::PERMODULE | code::PERMODULE_PROFILE | code::PERMODULE_RELBF => {
                self.function(record.code, &mut fields)?;
            }
            code::PERMODULE_GLOBALVAR_INIT_REFS | code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS => {
                self.variable(record.code, &mut fields)?
            }
            code::ALIAS => {
                let (value, flags) = (fields.take()?, fields.take()?);
                let aliasee = self.number(&mut fields)?;
                let text = format!("alias: (module: ^0, {}, aliasee: ^{aliasee})", self.value_flags(flags));
                self.add(&fields, value, text)?;
            }
            code::TYPE_ID_METADATA => self.table(&record.name, &mut fields)?,
            code::STACK_IDS => self.profile.stack_ids = self.wide_numbers(&mut fields)?,
            code::CONTEXT_RADIX_TREE_ARRAY => self.profile.contexts = fields.rest().to_vec(),
            // Sizes of contexts, which LLVM's text does not have.
            code::ALLOC_CONTEXT_IDS => {}
            code::PERMODULE_CALLSITE_INFO => {
                let mut out = format!("(callee: ^{}, clones: (0), stackIds: (", self.number(&mut fields)?);
                let frames = fields.rest().to_vec();
                self.profile.frames(&mut out, &fields, frames.into_iter())?;
                out.push_str("))");
                self.profile.calls.push(out);
            }
            code::PERMODULE_ALLOC_INFO => self.allocation(&mut fields)?,
            // Tests of types, and accesses by parameters.
            _ => self.is_partial = true,
        }
        Ok(())
    }

    /// Numbers of 64 bits, which since version 12 are two each.
    fn wide_numbers(&self, fields: &mut Fields<'_>) -> Result<Vec<u64>> {
        if self.version < 12 {
            return Ok(fields.rest().to_vec());
        }
        let mut numbers = Vec::new();
        while !fields.is_empty() {
            numbers.push(fields.take()? << 32 | fields.take()?);
        }
        Ok(numbers)
    }

    /// What is known of an allocation in each of its contexts.
    fn allocation(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let count = if self.version >= 10 { Some(fields.take()?) } else { None };
        let (mut out, mut read) = (String::from("(versions: (none), memProf: ("), 0);
        while count.map_or(!fields.is_empty(), |count| read < count) {
            let number = fields.take()?;
            let known = ALLOCATION_TYPES.iter().find(|row| row.0 == number);
            let (_, word) = known.ok_or_else(|| fields.error(format!("there is no type {number} of an allocation")))?;
            let _ = write!(out, "{}(type: {word}, stackIds: (", if read == 0 { "" } else { ", " });
            let first = fields.take()?;
            let frames = match self.profile.contexts.is_empty() {
                true => (0..first).map(|_| fields.take()).collect::<Result<Vec<u64>>>()?,
                false => self.profile.context(fields, first)?,
            };
            self.profile.frames(&mut out, fields, frames.into_iter())?;
            out.push_str("))");
            read += 1;
        }
        out.push_str("))");
        self.profile.allocations.push(out);
        Ok(())
    }

    fn add(&mut self, fields: &Fields<'_>, value: u64, text: String) -> Result<()> {
        let guid = self.guids.get(&value).copied();
        let guid = guid.ok_or_else(|| fields.error(format!("there is no value {value} to be summed up")))?;
        self.summaries.entry(guid).or_default().push(text);
        Ok(())
    }

    /// The number of the entry of the next operand, a value.
    fn number(&self, fields: &mut Fields<'_>) -> Result<usize> {
        let value = fields.take()?;
        let number = self.guids.get(&value).and_then(|guid| self.numbers.get(guid)).copied();
        number.ok_or_else(|| fields.error(format!("there is no value {value} to be referred to")))
    }

    fn value_flags(&self, flags: u64) -> String {
        let linkage = Linkage::from_number((flags & 15) as i64).unwrap_or_default().llvm();
        let visibility =
            match Visibility::from_number((flags >> VISIBILITY_SHIFT & 3) as i64).unwrap_or_default().llvm() {
                "" => "default",
                word => word,
            };
        let mut out = format!("flags: (linkage: {linkage}, visibility: {visibility}");
        for flag in VALUE_FLAGS.iter().filter(|flag| flag.releases.contains(self.release)) {
            // Up to version 2 these two are not there, and taken for true.
            let is_set = flags >> flag.bit & 1 != 0 || self.version < 3 && matches!(flag.bit, 4 | 5);
            let [unset, set] = flag.words;
            let _ = write!(out, ", {}: {}", flag.name, if is_set { set } else { unset });
        }
        out.push(')');
        out
    }

    /// So many references, of which the last are written to alone and those before them read alone.
    fn references(&self, fields: &mut Fields<'_>, count: u64, read_only: u64, write_only: u64) -> Result<String> {
        if count > fields.len() as u64 {
            return Err(fields.error("a summary has too few operands"));
        }
        let mut out = String::new();
        for place in 0..count {
            out.push_str(if place == 0 { ", refs: (" } else { ", " });
            out.push_str(match count - place {
                left if left <= write_only => "writeonly ",
                left if left <= write_only.saturating_add(read_only) => "readonly ",
                _ => "",
            });
            out.push('^');
            text::int(&mut out, self.number(fields)?);
        }
        if count > 0 {
            out.push(')');
        }
        Ok(out)
    }

    fn function(&mut self, code: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (value, flags, instructions) = (fields.take()?, fields.take()?, fields.take()?);
        let function_flags = if self.version >= 4 { fields.take()? } else { 0 };
        let references = fields.take()?;
        let read_only = if self.version >= 5 { fields.take()? } else { 0 };
        let write_only = if self.version >= 7 { fields.take()? } else { 0 };
        let mut out = format!("function: (module: ^0, {}, insts: {instructions}", self.value_flags(flags));
        for (place, word) in FUNCTION_FLAGS.iter().enumerate().filter(|_| function_flags & 0x3ff != 0) {
            out.push_str(if place == 0 { ", funcFlags: (" } else { ", " });
            let _ = write!(out, "{word}: {}", function_flags >> place & 1);
        }
        if function_flags & 0x3ff != 0 {
            out.push(')');
        }
        let references = self.references(fields, references, read_only, write_only)?;
        let mut is_first = true;
        while !fields.is_empty() {
            out.push_str(if std::mem::take(&mut is_first) { ", calls: (" } else { ", " });
            let _ = write!(out, "(callee: ^{}", self.number(fields)?);
            self.call(code, fields, &mut out)?;
            out.push(')');
        }
        if !is_first {
            out.push(')');
        }
        let profile = &mut self.profile;
        for (label, list) in [("allocs", &mut profile.allocations), ("callsites", &mut profile.calls)] {
            if !list.is_empty() {
                let _ = write!(out, ", {label}: ({})", std::mem::take(list).join(", "));
            }
        }
        out.push_str(&references);
        out.push(')');
        self.add(fields, value, out)
    }

    /// Appends what is known of a call.
    fn call(&self, code: u32, fields: &mut Fields<'_>, out: &mut String) -> Result<()> {
        if self.version == 1 {
            // How many calls there are, and how often they are made, which LLVM reads no more.
            fields.take()?;
            if code == code::PERMODULE_PROFILE {
                fields.take()?;
            }
            return Ok(());
        }
        let is_tail = match code {
            code::PERMODULE_PROFILE => {
                let info = fields.take()?;
                let known = info & ((1 << HOTNESS_BITS) - 1);
                match HOTNESS.get(known as usize) {
                    Some(hotness) if known != 0 => {
                        let _ = write!(out, ", hotness: {hotness}");
                    }
                    _ => {}
                }
                info >> HOTNESS_BITS & 1 != 0
            }
            code::PERMODULE_RELBF => {
                let info = fields.take()?;
                let frequency = info & ((1 << FREQUENCY_BITS) - 1);
                if frequency != 0 {
                    let _ = write!(out, ", relbf: {frequency}");
                }
                info >> FREQUENCY_BITS & 1 != 0
            }
            _ => false,
        };
        if is_tail {
            out.push_str(", tail: 1");
        }
        Ok(())
    }

    fn variable(&mut self, code: u32, fields: &mut Fields<'_>) -> Result<()> {
        let (value, flags) = (fields.take()?, fields.take()?);
        let own = if self.version >= 5 { fields.take()? } else { 0 };
        let is_table = code == code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS;
        let count = if is_table { fields.take()? } else { fields.len() as u64 };
        let mut out = format!("variable: (module: ^0, {}", self.value_flags(flags));
        for (bit, name) in VARIABLE_FLAGS.iter().enumerate() {
            out.push_str(if bit == 0 { ", varFlags: (" } else { ", " });
            let _ = write!(out, "{name}: {}", own >> bit & 1);
        }
        let references = self.references(fields, count, 0, 0)?;
        let mut functions = String::new();
        while !fields.is_empty() {
            functions.push_str(if functions.is_empty() { ", vTableFuncs: (" } else { ", " });
            let _ = write!(functions, "(virtFunc: ^{}, offset: {})", self.number(fields)?, fields.take()?);
        }
        if !functions.is_empty() {
            functions.push(')');
            let _ = write!(out, ", vcall_visibility: {}", own >> VCALL_VISIBILITY_SHIFT);
        }
        out.push(')');
        out.push_str(&functions);
        out.push_str(&references);
        out.push(')');
        self.add(fields, value, out)
    }

    fn table(&mut self, name: &[u8], fields: &mut Fields<'_>) -> Result<()> {
        let mut out = String::from("typeidCompatibleVTable: (name: ");
        text::quoted(&mut out, name);
        let mut is_first = true;
        while !fields.is_empty() {
            out.push_str(if std::mem::take(&mut is_first) { ", summary: (" } else { ", " });
            let offset = fields.take()?;
            let _ = write!(out, "(offset: {offset}, ^{})", self.number(fields)?);
        }
        let _ = write!(out, ")) ; guid = {}", guid_of(name));
        self.tables.push(out);
        Ok(())
    }

    fn write(&self, out: &mut String, name: &str) {
        let mut number = 0;
        let mut line = |out: &mut String, entry: &dyn Fn(&mut String)| {
            out.push_str(if number == 0 { "\n^" } else { "^" });
            text::int(out, number);
            out.push_str(" = ");
            entry(out);
            out.push('\n');
            number += 1;
        };
        line(out, &|out| {
            out.push_str("module: (path: ");
            text::quoted(out, name.as_bytes());
            let [a, b, c, d, e] = self.module.hash.unwrap_or_default();
            let _ = write!(out, ", hash: ({a}, {b}, {c}, {d}, {e}))");
        });
        let names: FxHashMap<u64, &[u8]> = self
            .module
            .globals
            .iter()
            .enumerate()
            .filter_map(|(place, global)| Some((*self.guids.get(&(place as u64))?, global.name.as_slice())))
            .collect();
        for (guid, summaries) in &self.summaries {
            line(out, &|out| {
                out.push_str("gv: (");
                match names.get(guid) {
                    Some(name) => {
                        out.push_str("name: ");
                        text::quoted(out, name);
                    }
                    None => {
                        let _ = write!(out, "guid: {guid}");
                    }
                }
                for (place, summary) in summaries.iter().enumerate() {
                    out.push_str(if place == 0 { ", summaries: (" } else { ", " });
                    out.push_str(summary);
                }
                out.push_str(if summaries.is_empty() { ")" } else { "))" });
                if names.contains_key(guid) {
                    let _ = write!(out, " ; guid = {guid}");
                }
            });
        }
        for table in &self.tables {
            line(out, &|out| out.push_str(table));
        }
        if self.flags != 0 {
            line(out, &|out| {
                let _ = write!(out, "flags: {}", self.flags);
            });
        }
        line(out, &|out| {
            let _ = write!(out, "blockcount: {}", self.block_count);
        });
    }
}
