//! What text of other releases spells otherwise: forms of operations, and attributes of another class.

use irtrip_dialect::attr_table;
use irtrip_dialect::diagnostic::{Parsed, VerifyCode};
use irtrip_dialect::enums::FastmathFlags;
use irtrip_dialect::maps::Map;
use irtrip_dialect::metadata::older::{SymbolMetadata, loop_annotation};
use irtrip_dialect::mlir_release::{OTHERS, entry_count_of_the_model};
use irtrip_dialect::ops::Place;
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::ops::{
    AttrSlot, COUNTED_BY_MAPS, Derived, DerivedFrom, FORMER_FUNCTION_ATTRIBUTES, FormatElement, FormerValue, Global,
    LATER_OPERANDS, LlvmForm, OLDER_ATTRIBUTES, OlderAttribute, OlderList, OpDef, OtherForm, SYMBOL_METADATA, SlotKind,
    Traits, ValueConstraint, WITHOUT_RESULT, has_operand_bundles,
};
use irtrip_dialect::registry::dialect_of;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{
    Attr, AttrData, Context, ContextDialects, OpName, OpNameDefinition, Str, Type, TypeData, Value, ValueDef, names,
};
use smallvec::SmallVec;

use super::Pending;
use super::assembly_format::Written;
use super::body::BodyParser;
use crate::parse::cursor::Cursor;

/// No operation has as many numbers that are all equal.
const MAX_SPLAT: usize = 1 << 16;

impl<'t> BodyParser<'_, '_, 't> {
    /// An operation of a name, which other releases than that of the text may not have. It is large, and made where it is
    /// kept.
    #[inline(always)]
    pub(super) fn pending(&self, name: OpName, spelled: &'t str) -> Pending<'t> {
        let is_read = |def: &&'static OpDef| {
            let older = def.older_names.iter().find(|older| older.name == spelled);
            older.is_none_or(|older| self.texts.reads(older.releases))
                && (def.releases == Releases::ALL || self.texts.reads(def.releases))
        };
        Pending::new(name, spelled, name.def().filter(is_read))
    }

    /// Reads an operation in a form of another release, from after its name; whether it is there in one.
    #[cold]
    pub(super) fn other_form(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        start: Cursor<'t>,
        current: &'static [FormatElement],
    ) -> bool {
        if !self.texts.reads_older() {
            return false;
        }
        let stopped = self.cursor;
        let (name, spelled) = (pending.name, pending.spelled);
        for form in def.other_forms {
            self.cursor = start;
            *pending = Pending::new(name, spelled, name.def());
            if self.one_other_form(pending, def, form, current).is_ok() && self.texts.reads(form.releases) {
                return true;
            }
        }
        if def.called_intrinsic().is_some_and(|intrinsic| !intrinsic.immediates.is_empty()) {
            self.cursor = start;
            *pending = Pending::new(name, spelled, name.def());
            if self.immediates_as_operands(pending, def).is_ok() {
                return true;
            }
        }
        self.cursor = stopped;
        false
    }

    /// Reads all arguments of an intrinsic as operands, as releases have it in which none is an attribute.
    fn immediates_as_operands(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Parsed<()> {
        let mut written = Written::default();
        self.sequence(pending, def, &[FormatElement::Operands, FormatElement::AttrDict], &mut written)?;
        self.cursor.expect(":")?;
        let uses: SmallVec<[_; 8]> = written.uses.iter().map(|(_, used)| *used).collect();
        self.signature(pending, &uses, None)
    }

    fn one_other_form(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        form: &'static OtherForm,
        current: &'static [FormatElement],
    ) -> Parsed<()> {
        let mut written = Written::default();
        if form.after_attr_dict {
            let head =
                current.iter().position(|element| matches!(element, FormatElement::AttrDict)).map_or(0, |at| at + 1);
            self.sequence(pending, def, current.get(..head).unwrap_or_default(), &mut written)?;
        }
        let mut after_colon = self.cursor;
        after_colon.eat(":");
        let mut later: SmallVec<[(&str, &str); 1]> = SmallVec::new();
        let mut last = None;
        for &(derived, from) in form.derived {
            let ty = match from {
                DerivedFrom::Pointee => self.texts.pointee_at(after_colon)?,
                DerivedFrom::Pointer => Some(self.type_of_operand(derived, &written).unwrap_or(types::PTR)),
                DerivedFrom::I1 => Some(types::I1),
                DerivedFrom::I32 => Some(types::I32),
                DerivedFrom::Token => Some(types::TOKEN),
                DerivedFrom::ElementAt(name) => self.element_at(pending, name, after_colon)?,
                DerivedFrom::ZeroOfEach(of) => {
                    later.extend(if let Derived::Attr(name) = derived { Some((name, of)) } else { None });
                    continue;
                }
            };
            let Some(ty) = ty else { return Err(self.cursor.expected("pointer type with an element type")) };
            match derived {
                Derived::Type(place) => written.types.push((place, ty)),
                Derived::Attr(name) => {
                    let (key, _) = self.named_slot(pending, def, name)?;
                    pending.set(key, self.texts.ctx.type_attr(ty));
                }
                Derived::LastOperand => last = Some(ty),
            }
        }
        self.by_elements(pending, def, form.elements, &mut written)?;
        pending.unwritten_operand = last;
        for (name, of) in later {
            let (key, _) = self.named_slot(pending, def, name)?;
            if self.entry(pending, key).is_some() {
                continue;
            }
            let of = self.texts.name(of);
            let count = self.entry(pending, of).map_or(0, |items| self.texts.ctx.items(items).len());
            let zero = self.texts.ctx.attr(AttrData::Llvm { kind: attr_table::ZERO, params: Box::default() });
            let zeros = self.texts.ctx.array(&vec![zero; count]);
            pending.set(key, zeros);
        }
        Ok(())
    }

    /// The type of what is in a vector at the place that an attribute says.
    fn element_at(&mut self, pending: &Pending<'t>, name: &'t str, mut vector: Cursor<'t>) -> Parsed<Option<Type>> {
        let ctx = self.texts.ctx;
        let name = self.texts.name(name);
        let position = self.entry(pending, name).and_then(|position| ctx.dense_array(position));
        let TypeData::Vector { dims, element } = ctx.type_data(self.texts.type_at(&mut vector)?) else {
            return Ok(None);
        };
        Ok(position.and_then(|position| match dims.get(position.len()..)? {
            [] => Some(*element),
            rest => Some(ctx.ty(TypeData::Vector { dims: rest.into(), element: *element })),
        }))
    }

    /// Whether an operation without a result has one today.
    #[cold]
    pub(super) fn lacks_older_result(&self, pending: &Pending<'t>) -> bool {
        let name = pending.def.map(|def| def.name);
        WITHOUT_RESULT.iter().any(|(of, releases)| Some(*of) == name && self.texts.reads(*releases))
    }

    /// The type of an operand that was defined before: a pointer of any address space.
    fn type_of_operand(&self, derived: Derived, written: &Written<'t>) -> Option<Type> {
        let Derived::Type(Place::Operand(group)) = derived else { return None };
        let (_, used) = written.uses.iter().find(|(of, _)| *of == group)?;
        self.values.defined(*used).map(|value| self.body.value_type(value))
    }

    /// Gives the operation's own attributes in its dictionary the class that they have today, where they are an older
    /// release's; returns what is wrong with them even so.
    pub(super) fn upgrade_dictionary(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Option<VerifyCode> {
        let wrong = self.texts.broken_attribute(pending.name, def, pending.dictionary)?;
        let Some(upgraded) = self.upgraded_dictionary(pending, def) else { return Some(wrong) };
        if self.texts.broken_attribute(pending.name, def, upgraded).is_some() {
            return Some(wrong);
        }
        pending.dictionary = upgraded;
        None
    }

    /// The attributes of a dictionary of the operation, by the names that they have today.
    pub(super) fn current_dictionary(&self, def: Option<&OpDef>, dictionary: Attr) -> Attr {
        let ctx = self.texts.ctx;
        let mut dictionary = self.without_symbols(dictionary);
        for renamed in def.map(|def| def.renamed_attributes).unwrap_or_default() {
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == renamed.older_name.as_bytes();
            let Some(&(key, value)) = ctx.entries(dictionary).iter().find(has_name) else { continue };
            // A module for the release has all flags in its table.
            let others =
                ctx.entry(dictionary, ctx.str(OTHERS)).filter(|_| matches!(renamed.was, FormerValue::Flags(_)));
            if others.is_some_and(|others| ctx.entry(others, renamed.name).is_some()) {
                dictionary = ctx.with_entry(dictionary, key, None);
                continue;
            }
            let is_of = |of| matches!(ctx.attr_data(value), AttrData::Llvm { kind, .. } if *kind == of);
            let current = match renamed.was {
                FormerValue::Same(kind) => is_of(kind).then_some(value),
                FormerValue::Item(kind) => is_of(kind).then(|| ctx.array(&[value])),
                FormerValue::Flags(flag) => self.current_flags(dictionary, renamed.name, flag, value),
            };
            if let Some(value) = current
                && self.texts.reads(renamed.releases)
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
        let ctx = self.texts.ctx;
        let is_set = [true, false].into_iter().find(|is_set| ctx.bool_attr(*is_set) == value)?;
        let all = ctx.entry(dictionary, name).and_then(|all| ctx.enum_value(all));
        let all = all.filter(|all: &FastmathFlags| all.contains(flag) == is_set);
        Some(ctx.enum_attr(all.unwrap_or(if is_set { flag } else { FastmathFlags::empty() })))
    }

    /// Has attributes in place of the symbols of metadata that they were, and of options of loops.
    pub(super) fn without_symbols(&self, mut dictionary: Attr) -> Attr {
        let ctx = self.texts.ctx;
        let none = SymbolMetadata::default();
        let symbols = self.texts.aliases.symbols.get().unwrap_or(&none);
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
                && self.texts.reads(Releases::ALL.until(Release::V17))
            {
                let without = ctx.with_entry(dictionary, key, None);
                dictionary = ctx.with_entry(without, row.name, Some(current));
            }
        }
        dictionary
    }

    /// Gives attributes that older releases call otherwise the name that they have today.
    pub(super) fn rename_attributes(&self, pending: &mut Pending<'t>) {
        let ctx = self.texts.ctx;
        pending.dictionary = self.current_dictionary(pending.def, pending.dictionary);
        let operation = pending.def.map(|def| def.name);
        for older in OLDER_ATTRIBUTES.iter().filter(|row| row.operation.is_none() || row.operation == operation) {
            let Some((name, since)) = older.older_name else {
                self.take_words(pending, older);
                continue;
            };
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == name.as_bytes();
            let Some(&(key, value)) = ctx.entries(pending.dictionary).iter().find(has_name) else { continue };
            if self.texts.reads(Releases::ALL.until(since)) {
                let slots = pending.def.into_iter().flat_map(|def| def.attrs.iter().zip(ctx.slot_names(pending.name)));
                let slot = slots.filter(|(_, key)| **key == older.name).map(|(slot, _)| slot.kind).next();
                let value = self.upgraded_value(slot.unwrap_or(SlotKind::DenseI32), value).unwrap_or(value);
                let without = ctx.with_entry(pending.dictionary, key, None);
                pending.dictionary = ctx.with_entry(without, older.name, Some(value));
            }
        }
    }

    /// Makes attributes of an enumeration of the words that they were.
    fn take_words(&self, pending: &mut Pending<'t>, older: &OlderAttribute) {
        let ctx = self.texts.ctx;
        let Some((OlderList::Words(dialect, mnemonic), since)) = older.older_list else { return };
        let words = ctx.entry(pending.dictionary, older.name);
        let Some(current) = words.and_then(|words| attributes_of_words(ctx, words, dialect, mnemonic)) else { return };
        if self.texts.reads(Releases::ALL.until(since)) {
            pending.dictionary = ctx.with_entry(pending.dictionary, older.name, Some(current));
        }
    }

    /// Passes on to LLVM what is no attribute of functions any more.
    fn pass_former_attributes(&self, mut dictionary: Attr) -> Attr {
        let ctx = self.texts.ctx;
        for (name, llvm) in FORMER_FUNCTION_ATTRIBUTES {
            let has_name = |entry: &&(Str, Attr)| ctx.bytes(entry.0) == name.as_bytes();
            let Some(&(key, value)) = ctx.entries(dictionary).iter().find(has_name) else { continue };
            let Some(value) = [true, false].into_iter().find(|is_set| ctx.bool_attr(*is_set) == value) else {
                continue;
            };
            if self.texts.reads(Releases::ALL.until(Release::V22)) {
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
        let ctx = self.texts.ctx;
        for &(key, value) in ctx.entries(dictionary) {
            if !matches!(ctx.attr_data(value), AttrData::Array(_)) {
                continue;
            }
            let name = ctx.text(key);
            let rows = ctx.dialects().get(dialect_of(&name)).map(|dialect| dialect.attributes).unwrap_or_default();
            let until = rows.iter().find(|row| row.name == name).and_then(|row| row.was_list_until);
            if let Some(until) = until
                && let Some(array) = self.upgraded_value(SlotKind::DenseI32, value)
                && self.texts.reads(Releases::ALL.until(until))
            {
                dictionary = ctx.with_entry(dictionary, key, Some(array));
            }
        }
        dictionary
    }

    /// Counts the operands of an operation that has no sizes of groups in its release.
    pub(super) fn count_by_maps(&self, pending: &mut Pending<'t>, def: &'static OpDef, count: usize) {
        let Some((_, maps, releases)) = COUNTED_BY_MAPS.iter().find(|(name, ..)| *name == def.name) else { return };
        let ctx = self.texts.ctx;
        let inputs = |name: &Str| Map::of(ctx, self.entry(pending, *name)?).map(|map| map.dims + map.symbols);
        let Some(inputs) = maps.iter().map(inputs).collect::<Option<SmallVec<[usize; 2]>>>() else { return };
        if self.entry(pending, names::OPERAND_SEGMENT_SIZES).is_none() && self.texts.reads(*releases) {
            let rest = count.saturating_sub(inputs.iter().sum());
            let sizes: Vec<i32> = inputs.iter().chain([&rest]).map(|&size| size as i32).collect();
            pending.set(names::OPERAND_SEGMENT_SIZES, ctx.i32_array(&sizes));
        }
    }

    /// Counts no operands for the groups that an operation has not in its release.
    pub(super) fn count_later_operands(&self, pending: &mut Pending<'t>, def: &'static OpDef) {
        let Some(later) = LATER_OPERANDS.iter().find(|row| row.operation == def.name) else { return };
        let ctx = self.texts.ctx;
        let sizes = self.entry(pending, names::OPERAND_SEGMENT_SIZES).and_then(|sizes| ctx.dense_array(sizes));
        let Some(sizes) = sizes.filter(|sizes| sizes.len() + later.groups.len() == def.operands.len()) else { return };
        if self.texts.reads(Releases::ALL.until(later.since)) {
            let mut sizes = sizes.iter();
            let is_later = |slot: &ValueConstraint| later.groups.contains(&slot.name);
            let size = |slot| if is_later(slot) { 0 } else { sizes.next().map_or(0, |&size| size as i32) };
            let sizes: Vec<i32> = def.operands.iter().map(size).collect();
            pending.dictionary = ctx.with_entry(pending.dictionary, names::OPERAND_SEGMENT_SIZES, None);
            pending.set(names::OPERAND_SEGMENT_SIZES, ctx.i32_array(&sizes));
        }
    }

    /// Gives an operation that has no bundles of operands in its release the sizes that say so.
    pub(super) fn complete_segments(&self, pending: &mut Pending<'t>, def: &'static OpDef, count: usize) {
        if has_operand_bundles(def)
            && def.is(Traits::OPERAND_SEGMENTS)
            && !def.is(Traits::TERMINATOR)
            && self.entry(pending, names::OPERAND_SEGMENT_SIZES).is_none()
            && self.texts.reads(Releases::ALL.until(Release::V20))
        {
            pending.set(names::OPERAND_SEGMENT_SIZES, self.texts.ctx.i32_array(&[count as i32, 0]));
        }
    }

    /// Reads numbers that are elements, where the current text has them in brackets.
    pub(super) fn older_numbers(&mut self, kind: SlotKind) -> Parsed<Attr> {
        let before = self.cursor;
        let value = self.texts.attr_at(&mut self.cursor)?;
        let upgraded = self.upgraded_value(kind, value).filter(|_| self.texts.reads(Releases::ALL.until(Release::V16)));
        upgraded.ok_or_else(|| before.expected("'['"))
    }

    /// The value of a constant.
    fn constant(&self, value: Value) -> Option<Attr> {
        let ValueDef::Result(op, _) = self.body.value(value).def else { return None };
        if self.body.name(op) == CONSTANT { self.body.attr(self.texts.ctx, op, names::VALUE) } else { None }
    }

    /// Reads the use of a constant where the current form has a number in its place.
    pub(super) fn older_immediate(&mut self) -> Option<Attr> {
        if !self.cursor.sees("%") || !self.texts.reads_older() {
            return None;
        }
        let before = self.cursor;
        let value =
            self.value_use().ok().and_then(|used| self.values.defined(used)).and_then(|value| self.constant(value));
        if value.is_none() || !self.texts.reads(Releases::ALL.until(Release::V22)) {
            self.cursor = before;
            return None;
        }
        value
    }

    /// Makes attributes of the last operands of an intrinsic that were constants, and are attributes since.
    pub(super) fn take_immediates(
        &self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        values: &mut SmallVec<[Value; 8]>,
    ) {
        let immediates = def.called_intrinsic().map(|intrinsic| intrinsic.immediates).unwrap_or_default();
        let constant = |place: u8| self.constant(*values.get(usize::from(place))?);
        let found: Vec<Option<Attr>> = immediates.iter().map(|(place, _)| constant(*place)).collect();
        if immediates.is_empty()
            || values.len() != def.operands.len() + immediates.len()
            || found.contains(&None)
            || !self.texts.reads(Releases::ALL.until(if pending.name.is_of_core() {
                Release::V17
            } else {
                Release::V22
            }))
        {
            return;
        }
        for ((_, name), value) in immediates.iter().zip(found) {
            if let (Ok((key, _)), Some(value)) = (self.named_slot(pending, def, name), value) {
                pending.set(key, value);
            }
        }
        let mut place = 0..;
        values.retain(|_| {
            let place = place.next();
            !immediates.iter().any(|(of, _)| Some(usize::from(*of)) == place)
        });
    }

    /// Sets the attribute that followed from the pointee of an operation's first operand, in the generic form.
    pub(super) fn derive_attribute(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        signature: Cursor<'t>,
    ) -> Parsed<()> {
        for &(derived, from) in def.other_forms.iter().flat_map(|form| form.derived) {
            let (Derived::Attr(name), DerivedFrom::Pointee) = (derived, from) else { continue };
            let (key, _) = self.named_slot(pending, def, name)?;
            if self.entry(pending, key).is_none()
                && self.texts.reads_older()
                && let Some(pointee) = self.texts.pointee_at(signature)?
            {
                pending.set(key, self.texts.ctx.type_attr(pointee));
            }
        }
        Ok(())
    }

    fn upgraded_dictionary(&self, pending: &Pending<'t>, def: &'static OpDef) -> Option<Attr> {
        let ctx = self.texts.ctx;
        let keys = ctx.slot_names(pending.name);
        let is_range = |(slot, key): (&AttrSlot, &Str)| {
            matches!(slot.kind, SlotKind::Llvm(attr_table::CONSTANT_RANGE))
                && ctx.entry(pending.dictionary, *key).is_some_and(|range| ctx.dense_array(range).is_some())
        };
        let older = |key: Str| OlderAttribute::of(Some(def.name), key).and_then(|row| row.older_list);
        let until = ctx.entries(pending.dictionary).iter().filter_map(|entry| older(entry.0)).map(|(_, since)| since);
        let until = until.max().unwrap_or(Release::V17).max(Release::V17);
        let until = if def.attrs.iter().zip(keys).any(is_range) { Release::V20 } else { until };
        if !self.texts.reads(Releases::ALL.until(until)) {
            return None;
        }
        let current = |&(key, value): &(Str, Attr)| {
            let slot = def.attrs.iter().zip(keys).find(|(_, of)| **of == key).map(|(slot, _)| slot.kind);
            (key, slot.and_then(|kind| self.upgraded_value(kind, value)).unwrap_or(value))
        };
        let entries: SmallVec<[(Str, Attr); 8]> = ctx.entries(pending.dictionary).iter().map(current).collect();
        Some(ctx.dictionary(&entries))
    }

    /// Numbers were an array of attributes, or elements, and a range an array of two numbers.
    fn upgraded_value(&self, kind: SlotKind, value: Attr) -> Option<Attr> {
        let ctx = self.texts.ctx;
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
}

/// Attributes of an enumeration by their words; `None` where there are none.
fn attributes_of_words(ctx: &Context, words: Attr, dialect: &str, mnemonic: &str) -> Option<Attr> {
    let attribute = |word: &Attr| {
        let word = ctx.text(ctx.string_value(*word)?);
        Some(ctx.foreign_attr(dialect, &format!("{mnemonic}<{word}>")))
    };
    let attributes = ctx.items(words).iter().map(attribute).collect::<Option<Vec<Attr>>>()?;
    (!attributes.is_empty()).then(|| ctx.array(&attributes))
}
