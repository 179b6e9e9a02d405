//! The summary for ThinLTO: entries after the module, as the records of a module's own summary. The reverse of
//! `assembly::summary`.
//!
//! Entries share one grammar: `^N = word: value`, where a value is a number, a string, a word, an entry `^N`, or a list in
//! brackets of values and of `label: value`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{Linkage, Visibility};
use irtrip_dialect::limits::MAX_NESTING;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};
use irtrip_dialect::release::Release;
use rustc_hash::FxHashMap;

use crate::codes::summary as code;
use crate::module::summary::{
    FREQUENCY_BITS, FUNCTION_FLAGS, HOTNESS, HOTNESS_BITS, VALUE_FLAGS, VARIABLE_FLAGS, VCALL_VISIBILITY_SHIFT,
    VISIBILITY_SHIFT, guid,
};
use crate::module::{GlobalKind, Module, Summary, SummaryRecord};
use crate::write::releases;

/// A value in an entry.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Text(Cow<'a, [u8]>),
    /// A word, and the entry that it is said of.
    Word(&'a [u8], Option<u32>),
    Entry(u32),
    List(List<'a>),
}

/// Values with their labels, which are empty for those that have none.
pub(super) type List<'a> = Vec<(&'a [u8], Value<'a>)>;

/// The entries of a text by number: what each is of, and what it says.
pub(super) type SummaryEntries<'a> = BTreeMap<u32, (&'a [u8], Value<'a>)>;

/// What an entry is about.
#[derive(Clone, Copy, Debug)]
enum Subject {
    /// A global value of the module.
    Global(u32),
    /// What other modules know by this number.
    Guid(u64),
}

/// Reads the entries of a text.
pub(super) fn read_entries<'a>(
    text: &'a [u8],
    top_level: &[TopLevelEntity<'a>],
) -> DiagnosticResult<SummaryEntries<'a>> {
    let mut entries = SummaryEntries::new();
    for entity in top_level {
        let TopLevelKind::Summary(number) = entity.kind else { continue };
        let mut c = entity.cursor(text);
        let word = c.word();
        c.expect(b':', "':' in summary entry")?;
        entries.insert(number, (word, value(&mut c, 0)?));
    }
    Ok(entries)
}

fn value<'a>(c: &mut Cursor<'a>, depth: usize) -> DiagnosticResult<Value<'a>> {
    match c.peek() {
        b'(' => list(c, b')', depth).map(Value::List),
        b'[' => list(c, b']', depth).map(Value::List),
        b'"' => c.quoted().map(Value::Text),
        b'^' => entry(c).map(Value::Entry),
        b'-' => {
            c.pos += 1;
            Ok(Value::Number(c.u64()?.wrapping_neg()))
        }
        byte if byte.is_ascii_digit() => c.u64().map(Value::Number),
        _ => {
            let word = c.word();
            if word.is_empty() {
                return c.expected("value in summary entry");
            }
            said_of(c, word)
        }
    }
}

/// A word, and the entry that it stands before.
fn said_of<'a>(c: &mut Cursor<'a>, word: &'a [u8]) -> DiagnosticResult<Value<'a>> {
    let of = if c.peek() == b'^' { Some(entry(c)?) } else { None };
    Ok(Value::Word(word, of))
}

fn entry(c: &mut Cursor<'_>) -> DiagnosticResult<u32> {
    match c.name()? {
        Name::Number(number) => Ok(number),
        Name::Named(_) => c.expected("summary ID"),
    }
}

fn list<'a>(c: &mut Cursor<'a>, close: u8, depth: usize) -> DiagnosticResult<List<'a>> {
    if depth >= MAX_NESTING {
        return c.error(ImportCode::TooDeep);
    }
    c.pos += 1;
    let mut items = Vec::new();
    while !c.eat(close) {
        if !items.is_empty() {
            c.expect(b',', "',' or closing bracket here")?;
        }
        if !c.peek().is_ascii_alphabetic() {
            items.push((&b""[..], value(c, depth + 1)?));
            continue;
        }
        let word = c.word();
        items.push(match c.eat(b':') {
            true => (word, value(c, depth + 1)?),
            false => (&b""[..], said_of(c, word)?),
        });
    }
    Ok(items)
}

impl<'a> Value<'a> {
    fn number(&self) -> Option<u64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn list(&self) -> Option<&List<'a>> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    fn word(&self) -> Option<&'a [u8]> {
        match self {
            Value::Word(word, None) => Some(word),
            _ => None,
        }
    }

    fn entry(&self) -> Option<u32> {
        match self {
            Value::Entry(entry) | Value::Word(_, Some(entry)) => Some(*entry),
            _ => None,
        }
    }
}

/// The summary of a module, and its hash; `None` where a record of it would say less than the entries.
///
/// The module's tables are complete, and `names` has the numbers of its global values.
pub(super) fn summary<'a>(
    entries: &SummaryEntries<'a>,
    module: &Module<'_>,
    names: &FxHashMap<Name<'a>, u32>,
    is_full_lto: bool,
    release: Release,
) -> Option<(Summary, Option<[u32; 5]>)> {
    let version = releases::of(releases::SUMMARY_VERSION, release, None)?;
    let source = module.source_filename.as_deref().unwrap_or_default();
    let guids: Vec<u64> = module.globals.iter().map(|global| guid(global, source, release)).collect();
    let by_guid: FxHashMap<u64, u32> = guids.iter().copied().zip(0..).collect();
    let mut records = Records {
        release,
        entries: FxHashMap::default(),
        numbers: BTreeMap::new(),
        own: BTreeMap::new(),
        tables: BTreeMap::new(),
        flags: 0,
        block_count: 0,
        hash: None,
    };
    for (number, (kind, value)) in entries {
        if *kind != b"gv" {
            continue;
        }
        let subject = match value.list()?.first()? {
            (b"name", Value::Text(name)) => Subject::Global(*names.get(&Name::Named(name.clone()))?),
            (b"guid", Value::Number(guid)) => by_guid.get(guid).map_or(Subject::Guid(*guid), |of| Subject::Global(*of)),
            _ => return None,
        };
        records.entries.insert(*number, subject);
    }
    records.number_guids(entries, &guids, module.values.len() as u64)?;
    for (number, (kind, value)) in entries {
        records.entry(*number, kind, value)?;
    }
    let hash = records.hash;
    let mut list = vec![record(code::VERSION, vec![version]), record(code::FLAGS, vec![records.flags])];
    if !records.entries.is_empty() {
        let numbers = records.numbers.iter();
        let halves = releases::of(releases::GUID_IN_HALVES, release, false);
        list.extend(numbers.map(|(guid, number)| match halves {
            true => record(code::VALUE_GUID, vec![*number, guid >> 32, guid & 0xffff_ffff]),
            false => record(code::VALUE_GUID, vec![*number, *guid]),
        }));
        let rank = |global: u32| match module.globals.get(global as usize).map(|global| &global.kind) {
            Some(GlobalKind::Function { .. }) => 0,
            Some(GlobalKind::Variable { .. }) => 1,
            _ => 2,
        };
        let mut own: Vec<(u32, SummaryRecord)> = records.own.into_iter().collect();
        own.sort_by_key(|(global, _)| rank(*global));
        list.extend(own.into_iter().map(|(_, record)| record));
        list.extend(records.tables.into_values());
        if records.block_count != 0 || releases::of(releases::BLOCK_COUNT_OF_ZERO, release, true) {
            list.push(record(code::BLOCK_COUNT, vec![records.block_count]));
        }
    }
    Some((Summary { is_full_lto, records: list }, hash))
}

fn record(code: u32, operands: Vec<u64>) -> SummaryRecord {
    SummaryRecord { code, name: Vec::new(), operands: operands.into() }
}

/// The records of a summary while they are made.
struct Records {
    release: Release,
    /// What each entry is about.
    entries: FxHashMap<u32, Subject>,
    /// The numbers of values that only other modules have, by guid.
    numbers: BTreeMap<u64, u64>,
    /// The records of the module's global values.
    own: BTreeMap<u32, SummaryRecord>,
    /// The tables that are compatible with types, by name.
    tables: BTreeMap<Vec<u8>, SummaryRecord>,
    flags: u64,
    block_count: u64,
    hash: Option<[u32; 5]>,
}

impl Records {
    /// Gives numbers after all values of the module to what the summaries of functions refer to and the module has not. LLVM
    /// counts one more for every time that it meets such a value, and the last number counts.
    fn number_guids(&mut self, entries: &SummaryEntries<'_>, guids: &[u64], mut last: u64) -> Option<()> {
        let mut functions: Vec<(u64, &List<'_>)> = Vec::new();
        for (number, (_, value)) in entries {
            let Some(subject) = self.entries.get(number) else { continue };
            let guid = match subject {
                Subject::Global(global) => *guids.get(*global as usize)?,
                Subject::Guid(guid) => *guid,
            };
            let summaries = value.list()?.iter().filter(|(label, _)| *label == b"summaries");
            for (label, function) in summaries.filter_map(|(_, summaries)| summaries.list()).flatten() {
                if *label == b"function" {
                    functions.push((guid, function.list()?));
                }
            }
        }
        functions.sort_by_key(|(guid, _)| *guid);
        for (_, function) in functions {
            let of = |wanted: &[u8]| {
                let found = function.iter().find(|(label, _)| *label == wanted);
                found.and_then(|(_, value)| value.list()).into_iter().flatten()
            };
            let callees = of(b"calls").filter_map(|(_, call)| call.list()?.first()?.1.entry());
            let references = of(b"refs").filter_map(|(_, reference)| reference.entry());
            for entry in callees.chain(references) {
                if let Some(Subject::Guid(guid)) = self.entries.get(&entry) {
                    last += 1;
                    self.numbers.insert(*guid, last);
                }
            }
        }
        Some(())
    }

    /// The number of the value that an entry is about.
    fn value(&self, entry: u32) -> Option<u64> {
        match self.entries.get(&entry)? {
            Subject::Global(global) => Some((*global).into()),
            Subject::Guid(guid) => self.numbers.get(guid).copied(),
        }
    }

    /// Makes the record of an entry; `None` where that says less.
    fn entry(&mut self, number: u32, kind: &[u8], value: &Value<'_>) -> Option<()> {
        match (kind, value) {
            (b"flags", Value::Number(flags)) => self.flags = *flags,
            (b"blockcount", Value::Number(count)) => self.block_count = *count,
            (b"module", Value::List(fields)) => {
                let [(b"path", Value::Text(_)), (b"hash", Value::List(words))] = fields.as_slice() else { return None };
                let words = words.iter().map(|(_, word)| u32::try_from(word.number()?).ok());
                let hash = <[u32; 5]>::try_from(words.collect::<Option<Vec<u32>>>()?).ok()?;
                // A module has one file.
                if number != 0 {
                    return None;
                }
                self.hash = (hash != [0; 5]).then_some(hash);
            }
            (b"gv", Value::List(fields)) => match fields.as_slice() {
                [_] => {}
                [_, (b"summaries", Value::List(summaries))] => {
                    let ([(kind, Value::List(fields))], Some(Subject::Global(global))) =
                        (summaries.as_slice(), self.entries.get(&number).copied())
                    else {
                        return None;
                    };
                    let record = self.global(kind, global.into(), fields)?;
                    self.own.insert(global, record);
                }
                _ => return None,
            },
            (b"typeidCompatibleVTable", Value::List(fields)) => {
                let [(b"name", Value::Text(name)), (b"summary", Value::List(tables))] = fields.as_slice() else {
                    return None;
                };
                let operands = self.pairs(tables, b"", b"offset")?;
                let record = SummaryRecord { name: name.to_vec(), ..record(code::TYPE_ID_METADATA, operands) };
                self.tables.insert(name.to_vec(), record);
            }
            _ => return None,
        }
        Some(())
    }

    /// Pairs of values and offsets, in whichever order the text has them; a record has them in that order.
    fn pairs(&self, list: &List<'_>, value: &[u8], offset: &[u8]) -> Option<Vec<u64>> {
        let mut operands = Vec::with_capacity(2 * list.len());
        for (_, pair) in list {
            for (label, part) in pair.list()? {
                operands.push(match part {
                    Value::Entry(entry) if *label == value => self.value(*entry)?,
                    Value::Number(number) if *label == offset => *number,
                    _ => return None,
                });
            }
        }
        Some(operands)
    }

    /// The record of a function, a variable or an alias.
    fn global(&self, kind: &[u8], value: u64, fields: &List<'_>) -> Option<SummaryRecord> {
        let mut read = Fields::default();
        for (label, field) in fields {
            match (*label, field) {
                (b"module", Value::Entry(_)) => {}
                (b"flags", Value::List(list)) => read.flags = value_flags(list)?,
                (b"insts", Value::Number(number)) => read.instructions = *number,
                (b"funcFlags", Value::List(list)) => read.own_flags = flags(list, &FUNCTION_FLAGS)?,
                (b"varFlags", Value::List(list)) => read.own_flags = variable_flags(list)?,
                (b"refs", Value::List(list)) => self.references(list, &mut read)?,
                (b"calls", Value::List(list)) => self.calls(list, &mut read)?,
                (b"vTableFuncs", Value::List(list)) => read.table = self.pairs(list, b"virtFunc", b"offset")?,
                (b"aliasee", Value::Entry(entry)) => read.aliasee = Some(self.value(*entry)?),
                _ => return None,
            }
        }
        let head = [value, read.flags];
        match kind {
            b"function" => {
                let [read_only, write_only] = read.special;
                let count = read.references.len() as u64;
                let own = [read.instructions, read.own_flags, count, read_only, write_only];
                let has_tail_calls = releases::of(releases::TAIL_CALLS, self.release, false);
                let plain = if has_tail_calls { code::PERMODULE_PROFILE } else { code::PERMODULE };
                let code = read.code.unwrap_or(plain);
                let mut operands: Vec<u64> = head.into_iter().chain(own).chain(read.references).collect();
                for (callee, known, is_tail) in read.calls {
                    let tail = u64::from(is_tail && has_tail_calls);
                    operands.push(callee);
                    match code {
                        code::PERMODULE => {}
                        code::PERMODULE_RELBF => operands.push(known | tail << FREQUENCY_BITS),
                        _ => operands.push(known | tail << HOTNESS_BITS),
                    }
                }
                Some(record(code, operands))
            }
            b"variable" => {
                read.references.sort_unstable();
                let count = (!read.table.is_empty()).then_some(read.references.len() as u64);
                let code = match count {
                    Some(_) => code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS,
                    None => code::PERMODULE_GLOBALVAR_INIT_REFS,
                };
                let rest = [read.own_flags].into_iter().chain(count).chain(read.references).chain(read.table);
                Some(record(code, head.into_iter().chain(rest).collect()))
            }
            b"alias" => Some(record(code::ALIAS, head.into_iter().chain([read.aliasee?]).collect())),
            _ => None,
        }
    }

    fn references(&self, list: &List<'_>, read: &mut Fields) -> Option<()> {
        for (_, reference) in list {
            let entry = match (reference, &mut read.special) {
                // Those that are written alone come last, after those that are read alone.
                (Value::Entry(entry), [0, 0]) => entry,
                (Value::Word(b"readonly", Some(entry)), [read_only, 0]) => {
                    *read_only += 1;
                    entry
                }
                (Value::Word(b"writeonly", Some(entry)), [_, write_only]) => {
                    *write_only += 1;
                    entry
                }
                _ => return None,
            };
            read.references.push(self.value(*entry)?);
        }
        Some(())
    }

    /// The calls of a function, and the record that has what is known of them.
    fn calls(&self, list: &List<'_>, read: &mut Fields) -> Option<()> {
        for (_, call) in list {
            let [(b"callee", Value::Entry(callee)), known @ ..] = call.list()?.as_slice() else { return None };
            let (mut info, mut is_tail) = (0, false);
            for (label, known) in known {
                match (*label, known) {
                    (b"hotness", Value::Word(word, None)) => {
                        info = HOTNESS.iter().position(|known| known.as_bytes() == *word)? as u64;
                        read.note(code::PERMODULE_PROFILE)?;
                    }
                    (b"relbf", Value::Number(frequency)) if *frequency < 1 << FREQUENCY_BITS => {
                        info = *frequency;
                        read.note(code::PERMODULE_RELBF)?;
                    }
                    (b"tail", Value::Number(tail)) => is_tail = *tail != 0,
                    _ => return None,
                }
            }
            read.calls.push((self.value(*callee)?, info, is_tail));
        }
        Some(())
    }
}

/// What the summary of a global value says.
#[derive(Debug, Default)]
struct Fields {
    flags: u64,
    instructions: u64,
    /// Those of a function or a variable alone.
    own_flags: u64,
    references: Vec<u64>,
    /// How many references are read alone, and how many are written alone.
    special: [u64; 2],
    /// Each callee with its hotness or its frequency, and whether the call is a tail call.
    calls: Vec<(u64, u64, bool)>,
    /// The record that has what is known of the calls.
    code: Option<u32>,
    table: Vec<u64>,
    aliasee: Option<u64>,
}

impl Fields {
    /// Takes note of the record that what is known of a call asks for; `None` where another asks for another.
    fn note(&mut self, code: u32) -> Option<()> {
        (*self.code.get_or_insert(code) == code).then_some(())
    }
}

/// Flags by bit, of their names.
fn flags(list: &List<'_>, names: &[&str]) -> Option<u64> {
    let mut flags = 0;
    for (label, value) in list {
        let bit = names.iter().position(|name| name.as_bytes() == *label)?;
        flags |= u64::from(value.number()? != 0) << bit;
    }
    Some(flags)
}

fn variable_flags(list: &List<'_>) -> Option<u64> {
    let mut of_table = 0;
    let mut rest = List::new();
    for (label, value) in list {
        match *label {
            b"vcall_visibility" => of_table = value.number()? << VCALL_VISIBILITY_SHIFT,
            label => rest.push((label, Value::Number(value.number()?))),
        }
    }
    Some(flags(&rest, &VARIABLE_FLAGS)? | of_table)
}

/// The flags of any global value.
fn value_flags(list: &List<'_>) -> Option<u64> {
    let mut flags = 0;
    for (label, value) in list {
        flags |= match *label {
            b"linkage" => Linkage::from_llvm(value.word()?)?.number() as u64,
            b"visibility" => match value.word()? {
                b"default" => 0,
                word => (Visibility::from_llvm(word)?.number() as u64) << VISIBILITY_SHIFT,
            },
            label => {
                let flag = VALUE_FLAGS.iter().find(|flag| flag.name.as_bytes() == label)?;
                let is_set = match value {
                    Value::Number(number) => *number != 0,
                    value => flag.words.iter().position(|word| value.word() == Some(word.as_bytes()))? == 1,
                };
                u64::from(is_set) << flag.bit
            }
        };
    }
    Some(flags)
}
