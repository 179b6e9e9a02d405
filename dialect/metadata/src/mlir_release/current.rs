//! What other releases have otherwise of the attributes of operations, in the model's terms: names, classes and sizes of groups.
//! Text and bytecode of the releases are read with the same.

use smallvec::SmallVec;

use super::{OTHERS, entry_count_of_the_model};
use crate::attr_table;
use crate::attributes::maps::Map;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::enums::{FastmathFlags, ThreadLocalMode};
use crate::names;
use crate::older::{SymbolMetadata, loop_annotation};
use crate::ops::generic_form::NamedAttrs;
use crate::ops::{
    AttrSlot, COUNTED_BY_MAPS, Derived, DerivedFrom, FORMER_FUNCTION_ATTRIBUTES, FormerValue, Global, LATER_OPERANDS,
    LlvmForm, OLDER_ATTRIBUTES, OlderAttribute, OlderList, OpDef, SYMBOL_METADATA, SlotKind, Traits, ValueConstraint,
    has_operand_bundles,
};
use crate::registry::{ContextDialects, OpName, dialect_of};
use crate::release::{Release, Releases};
use crate::types::well_known as types;

/// The property that is a mode of thread-local storage, since properties are strict.
const TLS_MODE: &str = "tls_mode";

/// No operation has as many numbers that are all equal.
const MAX_SPLAT: usize = 1 << 16;

/// Puts what other releases have otherwise in the model's terms.
pub struct CurrentTerms<'a, R> {
    ctx: &'a Context,
    /// What symbols stand for, up to MLIR 16.
    symbols: Option<&'a SymbolMetadata>,
    /// Whether the module may be of these releases; it is taken to be of one of them then.
    reads: R,
}

impl<'a, R: Fn(Releases) -> bool> CurrentTerms<'a, R> {
    /// The terms of a module. `symbols` are what its symbols of metadata stand for; `reads` is asked whether the module may be of
    /// releases, where it has what only these have, and takes note.
    pub fn new(ctx: &'a Context, symbols: Option<&'a SymbolMetadata>, reads: R) -> Self {
        CurrentTerms { ctx, symbols, reads }
    }

    /// The attributes of a dictionary of the operation, by the names that they have today.
    pub fn current_dictionary(&self, def: Option<&OpDef>, dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        let mut dictionary = self.without_symbols(dictionary);
        for renamed in def.map(|def| def.renamed_attributes).unwrap_or_default() {
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == renamed.older_name.as_bytes();
            let Some(&(key, value)) = ctx.entries(dictionary).iter().find(has_name) else { continue };
            // A module for the release has all flags in its table.
            let is_flags = matches!(renamed.was, FormerValue::Flags(_) | FormerValue::Unit(_));
            let others = ctx.entry(dictionary, ctx.str(OTHERS)).filter(|_| is_flags);
            if others.is_some_and(|others| ctx.entry(others, renamed.name).is_some()) {
                dictionary = ctx.with_entry(dictionary, key, None);
                continue;
            }
            let is_of = |of| matches!(ctx.attr_data(value), AttrData::Llvm { kind, .. } if *kind == of);
            let current = match renamed.was {
                FormerValue::Same(kind) => is_of(kind).then_some(value),
                FormerValue::Item(kind) => is_of(kind).then(|| ctx.array(&[value])),
                FormerValue::Flags(flag) => self.current_flags(dictionary, renamed.name, flag, value),
                FormerValue::Unit(flags) => (value == attrs::UNIT).then(|| ctx.enum_attr(flags)),
            };
            if let Some(value) = current
                && (self.reads)(renamed.releases)
            {
                let without = ctx.with_entry(dictionary, key, None);
                dictionary = ctx.with_entry(without, renamed.name, Some(value));
            }
        }
        if def.is_some_and(|def| matches!(def.llvm, LlvmForm::Global(Global::Func))) {
            dictionary = self.pass_former_attributes(dictionary);
            dictionary = self.lists_as_arrays(dictionary);
            dictionary = entry_count_of_the_model(ctx, dictionary).unwrap_or(dictionary);
        }
        dictionary
    }

    /// The flags of which an operation had one: those that a module for the release has in addition, where they say the same.
    fn current_flags(&self, dictionary: Attr, name: Str, flag: FastmathFlags, value: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let is_set = [true, false].into_iter().find(|is_set| ctx.bool_attr(*is_set) == value)?;
        let all = ctx.entry(dictionary, name).and_then(|all| ctx.enum_value(all));
        let all = all.filter(|all: &FastmathFlags| all.contains(flag) == is_set);
        Some(ctx.enum_attr(all.unwrap_or(if is_set { flag } else { FastmathFlags::empty() })))
    }

    /// Has attributes in place of the symbols of metadata that they were, and of options of loops.
    pub fn without_symbols(&self, mut dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        let none = SymbolMetadata::default();
        let symbols = self.symbols.unwrap_or(&none);
        for &(key, value) in ctx.entries(dictionary) {
            let Some(row) = SYMBOL_METADATA.iter().find(|row| key == row.older_name) else { continue };
            let current = match row.is_loop {
                true => loop_annotation(ctx, value, symbols),
                false => {
                    let items = ctx.items(value).iter().map(|item| symbols.get(item).copied());
                    items
                        .collect::<Option<Vec<Attr>>>()
                        .filter(|items| !items.is_empty())
                        .map(|items| ctx.array(&items))
                }
            };
            if let Some(current) = current
                && (self.reads)(Releases::ALL.until(Release::V17))
            {
                let without = ctx.with_entry(dictionary, key, None);
                dictionary = ctx.with_entry(without, row.name, Some(current));
            }
        }
        dictionary
    }

    /// The attributes of an operation of the generic form, by the names that they have in the model.
    pub fn of_generic_form(&self, def: &OpDef, name: OpName, dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        let mut dictionary = self.with_zeros(def, self.current_dictionary(Some(def), dictionary));
        let is_of = |row: &&OlderAttribute| row.operation.is_none_or(|operation| operation == def.name);
        for older in OLDER_ATTRIBUTES.iter().filter(is_of) {
            let Some((other_name, releases)) = older.other_name else {
                dictionary = self.with_words(dictionary, older);
                continue;
            };
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == other_name.as_bytes();
            let Some(&(key, value)) = ctx.entries(dictionary).iter().find(has_name) else { continue };
            if (self.reads)(releases) {
                let mut slots = def.attrs.iter().zip(ctx.slot_names(name));
                let slot = slots.find(|(_, key)| **key == older.name).map(|(slot, _)| slot.kind);
                let value = upgraded_value(ctx, slot.unwrap_or(SlotKind::DenseI32), value).unwrap_or(value);
                let without = ctx.with_entry(dictionary, key, None);
                dictionary = ctx.with_entry(without, older.name, Some(value));
            }
        }
        dictionary
    }

    /// A dictionary with the list of zeros that follows from another list, where the release has no attribute for it.
    pub fn with_zeros(&self, def: &OpDef, mut dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        for form in def.other_forms {
            for (derived, from) in form.derived {
                let (Derived::Attr(name), DerivedFrom::ZeroOfEach(of)) = (derived, from) else { continue };
                let (key, of) = (ctx.str(name), ctx.entry(dictionary, ctx.str(of)));
                // A module for the release has it, or says what of the table it is.
                let others = ctx.entry(dictionary, ctx.str(OTHERS)).unwrap_or(attrs::EMPTY_DICTIONARY);
                let is_said = ctx.entry(dictionary, key).or_else(|| ctx.entry(others, key)).is_some();
                if let Some(of) = of.filter(|_| !is_said && (self.reads)(form.releases)) {
                    let zero = ctx.attr(AttrData::Llvm { kind: attr_table::ZERO, params: Box::default() });
                    let zeros = ctx.array(&vec![zero; ctx.items(of).len()]);
                    dictionary = ctx.with_entry(dictionary, key, Some(zeros));
                }
            }
        }
        dictionary
    }

    /// A dictionary with attributes of an enumeration in place of the words that they were.
    fn with_words(&self, dictionary: Attr, older: &OlderAttribute) -> Attr {
        let ctx = self.ctx;
        let Some((OlderList::Words(dialect, mnemonic), since)) = older.older_list else { return dictionary };
        let words = ctx.entry(dictionary, older.name);
        let current = words.and_then(|words| attributes_of_words(ctx, words, dialect, mnemonic));
        match current.filter(|_| (self.reads)(Releases::ALL.until(since))) {
            Some(current) => ctx.with_entry(dictionary, older.name, Some(current)),
            None => dictionary,
        }
    }

    /// Passes on to LLVM what is no attribute of functions any more.
    fn pass_former_attributes(&self, mut dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        for (name, llvm) in FORMER_FUNCTION_ATTRIBUTES {
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == name.as_bytes();
            let Some(&(key, value)) = ctx.entries(dictionary).iter().find(has_name) else { continue };
            let Some(value) = [true, false].into_iter().find(|is_set| ctx.bool_attr(*is_set) == value) else {
                continue;
            };
            if (self.reads)(Releases::ALL.until(Release::V22)) {
                let passed = ctx.array(&[ctx.string_attr(llvm), ctx.string_attr(&value.to_string())]);
                let before = ctx.entry(dictionary, names::PASSTHROUGH).map(|list| ctx.items(list));
                let list = ctx.array(&[before.unwrap_or_default(), &[passed]].concat());
                let without = ctx.with_entry(dictionary, key, None);
                dictionary = ctx.with_entry(without, names::PASSTHROUGH, Some(list));
            }
        }
        dictionary
    }

    /// Makes arrays of numbers of dialects' attributes that were lists of attributes.
    fn lists_as_arrays(&self, mut dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        for &(key, value) in ctx.entries(dictionary) {
            if !matches!(ctx.attr_data(value), AttrData::Array(_)) {
                continue;
            }
            let name = ctx.text(key);
            let rows = ctx.dialects().get(dialect_of(&name)).map(|dialect| dialect.attributes).unwrap_or_default();
            let until = rows.iter().find(|row| row.name == name).and_then(|row| row.was_list_until);
            if let Some(until) = until
                && let Some(array) = upgraded_value(ctx, SlotKind::DenseI32, value)
                && (self.reads)(Releases::ALL.until(until))
            {
                dictionary = ctx.with_entry(dictionary, key, Some(array));
            }
        }
        dictionary
    }

    /// The sizes of the groups of an operation's operands, of which there are `count`, where the release of the module does not write
    /// them, or writes others; `entry` finds an attribute of the operation.
    pub fn operand_sizes(&self, def: &OpDef, entry: impl Fn(Str) -> Option<Attr>, count: usize) -> Option<Attr> {
        let written = entry(names::OPERAND_SEGMENT_SIZES);
        match written {
            Some(written) => self.with_later_operands(def, written),
            None => self.sizes_by_maps(def, entry, count).or_else(|| self.sizes_without_bundles(def, count)),
        }
    }

    /// Sizes of groups that no attribute counts.
    fn sizes_by_maps(&self, def: &OpDef, entry: impl Fn(Str) -> Option<Attr>, count: usize) -> Option<Attr> {
        let (_, maps, releases) = COUNTED_BY_MAPS.iter().find(|(name, ..)| *name == def.name)?;
        let inputs = |name: &Str| Map::of(self.ctx, entry(*name)?).map(|map| map.dims + map.symbols);
        let inputs = maps.iter().map(inputs).collect::<Option<SmallVec<[usize; 2]>>>()?;
        let rest = count.saturating_sub(inputs.iter().sum());
        let sizes: Vec<i32> = inputs.iter().chain([&rest]).map(|&size| size as i32).collect();
        (self.reads)(*releases).then(|| self.ctx.i32_array(&sizes))
    }

    /// Sizes that count no operands for the groups that an operation has not in its release.
    fn with_later_operands(&self, def: &OpDef, written: Attr) -> Option<Attr> {
        let later = LATER_OPERANDS.iter().find(|row| row.operation == def.name)?;
        let written = self.ctx.dense_array(written)?;
        if written.len() + later.groups.len() != def.operands.len() || !(self.reads)(Releases::ALL.until(later.since)) {
            return None;
        }
        let mut written = written.iter();
        let is_later = |slot: &ValueConstraint| later.groups.contains(&slot.name);
        let size = |slot| if is_later(slot) { 0 } else { written.next().map_or(0, |&size| size as i32) };
        let sizes: Vec<i32> = def.operands.iter().map(size).collect();
        Some(self.ctx.i32_array(&sizes))
    }

    /// Sizes of an operation that has no bundles of operands in its release.
    fn sizes_without_bundles(&self, def: &OpDef, count: usize) -> Option<Attr> {
        let lacks = has_operand_bundles(def)
            && def.is(Traits::OPERAND_SEGMENTS)
            && !def.is(Traits::TERMINATOR)
            && (self.reads)(Releases::ALL.until(Release::V20));
        lacks.then(|| self.ctx.i32_array(&[count as i32, 0]))
    }

    /// The attributes of an operation with the classes that they have in the model; `None` where no release has others.
    pub fn of_attributes(&self, def: &OpDef, name: OpName, dictionary: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let keys = ctx.slot_names(name);
        let is_range = |(slot, key): (&AttrSlot, &Str)| {
            matches!(slot.kind, SlotKind::Llvm(attr_table::CONSTANT_RANGE))
                && ctx.entry(dictionary, *key).is_some_and(|range| ctx.dense_array(range).is_some())
        };
        let older = |key: Str| OlderAttribute::of(Some(def.name), key).and_then(|row| row.older_list);
        let until = ctx.entries(dictionary).iter().filter_map(|entry| older(entry.0)).map(|(_, since)| since);
        let until = until.max().unwrap_or(Release::V17).max(Release::V17);
        let until = if def.attrs.iter().zip(keys).any(is_range) { Release::V20 } else { until };
        if !(self.reads)(Releases::ALL.until(until)) {
            return None;
        }
        let current = |&(key, value): &(Str, Attr)| {
            let slot = def.attrs.iter().zip(keys).find(|(_, of)| **of == key).map(|(slot, _)| slot.kind);
            (key, slot.and_then(|kind| upgraded_value(ctx, kind, value)).unwrap_or(value))
        };
        let entries: SmallVec<[(Str, Attr); 8]> = ctx.entries(dictionary).iter().map(current).collect();
        Some(ctx.dictionary(&entries))
    }
}

/// Numbers were an array of attributes, or elements, and a range an array of two numbers.
pub fn upgraded_value(ctx: &Context, kind: SlotKind, value: Attr) -> Option<Attr> {
    let element = match kind {
        SlotKind::Llvm(attr_table::CONSTANT_RANGE) => {
            let AttrData::DenseArray { element: types::I32, values } = ctx.attr_data(value) else { return None };
            let [lower, upper] = values[..] else { return None };
            let bounds = [lower, upper].map(|bound| Some(ctx.int_attr(types::I32, bound)));
            return Some(ctx.attr(AttrData::Llvm { kind: attr_table::CONSTANT_RANGE, params: Box::new(bounds) }));
        }
        SlotKind::DenseI32 => types::I32,
        SlotKind::DenseI64 => types::I64,
        _ => return None,
    };
    let values: Option<Vec<i64>> = match ctx.attr_data(value) {
        AttrData::Array(_) => ctx.items(value).iter().map(|&item| ctx.int_value(item)).collect(),
        AttrData::Dense { ty, data, splat } => {
            let bytes = ctx.dense_element_bytes(ctx.scalar_type(*ty)).clamp(1, 8);
            let number = |chunk: &[u8]| chunk.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
            // An element narrower than 64 bits is sign-extended.
            let unused = 64 - 8 * bytes as u32;
            let values = data.chunks_exact(bytes).map(|chunk| (number(chunk) << unused) as i64 >> unused);
            let length = ctx.vector_length(*ty).map_or(1, |(length, _)| length);
            let count = usize::try_from(length).ok().filter(|&count| count <= MAX_SPLAT)?;
            Some(if *splat { values.cycle().take(count).collect() } else { values.collect() })
        }
        _ => None,
    };
    Some(ctx.attr(AttrData::DenseArray { element, values: values?.into() }))
}

/// Attributes of an enumeration by their words; `None` where there are none.
fn attributes_of_words(ctx: &Context, words: Attr, dialect: &str, mnemonic: &str) -> Option<Attr> {
    let attribute = |word: &Attr| {
        let word = ctx.text(ctx.string_value(*word)?);
        Some(ctx.opaque_attr(dialect, &format!("{mnemonic}<{word}>")))
    };
    let attributes = ctx.items(words).iter().map(attribute).collect::<Option<Vec<Attr>>>()?;
    (!attributes.is_empty()).then(|| ctx.array(&attributes))
}

/// The properties of an operation, as MLIR has them since they are strict, in the model's terms: alignments of 32 bits, and for a mode of
/// thread-local storage a unit attribute, with the mode where that is not the general one.
pub fn current_properties(ctx: &Context, def: &OpDef, properties: Attr) -> (Attr, Option<Attr>) {
    let (mut current, mut model) = (properties, None);
    for &(key, value) in ctx.entries(properties) {
        let slot = def.attrs.iter().find(|slot| slot.name.as_bytes() == ctx.bytes(key));
        let is_none = match ctx.attr_data(value) {
            AttrData::Opaque { dialect, body, .. } => {
                (ctx.bytes(*dialect), ctx.bytes(*body)) == (b"arith", b"fastmath<none>")
            }
            _ => key == names::FASTMATH_FLAGS && ctx.enum_value(value) == Some(FastmathFlags::empty()),
        };
        if slot.is_none() && is_none {
            // More operations have flags, and say that they have none.
            current = ctx.with_entry(current, key, None);
        }
        let AttrData::Integer { ty: types::I64, value: number } = *ctx.attr_data(value) else { continue };
        if let Some(SlotKind::Int(32)) = slot.map(|slot| slot.kind)
            && i32::try_from(number).is_ok()
        {
            current = ctx.with_entry(current, key, Some(ctx.int_attr(types::I32, number)));
        } else if slot.is_none() && ctx.bytes(key) == TLS_MODE.as_bytes() {
            let mode = ThreadLocalMode::TABLE.cases.iter().find(|row| row.value == number);
            current = ctx.with_entry(current, key, None);
            current = ctx.with_entry(current, names::THREAD_LOCAL, mode.map(|_| attrs::UNIT));
            model = mode.filter(|mode| !mode.llvm.is_empty()).map(|mode| ctx.string_attr(mode.llvm));
        }
    }
    (current, model)
}

/// Has the properties of an operation in the terms of MLIR whose properties are strict, the other way around;
/// `tls_model` is the model of thread-local storage where that is not the general one.
pub(super) fn strict_properties(ctx: &Context, def: &OpDef, entries: &mut NamedAttrs, tls_model: Option<Attr>) {
    for (key, value) in &mut *entries {
        let number = || ctx.int_value(*value).map(|number| ctx.int_attr(types::I64, number));
        let kind = def.attr_slot(&ctx.text(*key)).map(|slot| slot.kind);
        if *key == names::ALIGNMENT && matches!(kind, Some(SlotKind::Int(32))) {
            *value = number().unwrap_or(*value);
        } else if *key == names::THREAD_LOCAL && *value == attrs::UNIT {
            let mode: ThreadLocalMode = tls_model.and_then(|model| ctx.enum_value(model)).unwrap_or_default();
            (*key, *value) = (ctx.str(TLS_MODE), ctx.int_attr(types::I64, mode as i64));
        }
    }
    entries.sort_by(|a, b| ctx.compare(a.0, b.0));
}
