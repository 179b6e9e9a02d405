//! Custom forms by an assembly format: one interpreter over the formats of the operation table.

use irtrip_dialect::assembly::mixed_indices::MixedIndices;
use irtrip_dialect::assembly::{DirectiveParser, OpAsmParser};
use irtrip_dialect::attr_table;
use irtrip_dialect::attr_table::AttrKindDefinition;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Arity, AttrSlot, Clause, Format, FormatElement, OpDef, Place, SlotKind, Traits, TypesOf};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::{FloatKind, well_known as types};
use irtrip_dialect::{Attr, AttrData, ContextDialects, Str, Type, TypeData};
use smallvec::SmallVec;

use crate::parse::cursor::Cursor;
use crate::parse::parse_cache::ParseCache;

use super::asm_parser::FormParser;
use super::body::{BodyParser, EntryArgument};

use super::Pending;
use super::values::Use;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// The group of uses that a format does not tell apart.
const ALL: u8 = u8::MAX;

/// Operands and types while a format is read.
#[derive(Default)]
pub(crate) struct Written<'t> {
    pub uses: SmallVec<[(u8, Use<'t>); 8]>,
    pub types: SmallVec<[(Place, Type); 8]>,
    /// Groups whose values all have the one type of a rule.
    pub(crate) of_one_type: SmallVec<[u8; 2]>,
    /// Types of all operands, in order.
    operand_types: Option<SmallVec<[Type; 8]>>,
    /// Types of all results, in order.
    pub result_types: Option<SmallVec<[Type; 8]>>,
}

impl Written<'_> {
    pub(crate) fn ty(&self, place: Place) -> Option<Type> {
        if let Some(found) = self.types.iter().find(|(p, _)| *p == place) {
            return Some(found.1);
        }
        let (list, index) = match place {
            Place::Operand(index) => (&self.operand_types, index),
            Place::Result(index) => (&self.result_types, index),
        };
        list.as_ref().and_then(|types| types.get(usize::from(index)).copied())
    }
}

impl<'t> BodyParser<'_, '_, 't> {
    /// Reads what an assembly format has after the operation's name.
    pub fn assembly_format(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        elements: &'static [FormatElement],
    ) -> Parsed<()> {
        let start = self.cursor;
        let mut written = Written::default();
        let read = self.by_elements(pending, def, elements, &mut written);
        if read.is_err() && self.other_form(pending, def, start, elements) {
            return Ok(());
        }
        read
    }

    /// Reads elements, and what follows from them.
    pub(super) fn by_elements(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        elements: &'static [FormatElement],
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        self.sequence(pending, def, elements, written)?;
        self.fill_regions(pending, def);
        self.infer(pending, def, written)?;
        self.resolve(pending, def, written)
    }

    /// Has an operation have as many regions as its definition says: one that is not written is empty.
    pub(super) fn fill_regions(&self, pending: &mut Pending<'t>, def: &OpDef) {
        if def.is(Traits::ISOLATED) && def.regions > 1 {
            self.isolated_regions_to(pending, usize::from(def.regions));
        } else if !def.is(Traits::ISOLATED) {
            let regions = pending.regions.len().max(usize::from(def.regions));
            pending.regions.resize_with(regions, Vec::new);
        }
    }

    pub(super) fn sequence(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        elements: &'static [FormatElement],
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        elements.iter().try_for_each(|element| self.element(pending, def, element, written))
    }

    fn element(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        element: &'static FormatElement,
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        match *element {
            // White space is the printer's.
            FormatElement::Glue | FormatElement::Text(" ") => {}
            FormatElement::Text(text) => self.cursor.expect(text)?,
            FormatElement::Operand(group) => self.group(def, group, written)?,
            FormatElement::Operands => self.uses_of(ALL, written)?,
            FormatElement::Attr(name) | FormatElement::QualifiedAttr(name) => {
                self.attr_element(pending, def, name)?;
            }
            FormatElement::Keyword(word, name) => {
                if self.cursor.eat(word) {
                    let (key, _) = self.named_slot(pending, def, name)?;
                    pending.set(key, attrs::UNIT);
                }
            }
            FormatElement::IfAttr(_, elements)
            | FormatElement::IfOperand(_, elements)
            | FormatElement::IfResult(_, elements)
            | FormatElement::IfRegion(_, elements)
            | FormatElement::IfAny(_, elements) => {
                if self.starts(def, elements) {
                    self.sequence(pending, def, elements, written)?;
                }
            }
            FormatElement::Else(first, others) => match self.starts(def, std::slice::from_ref(first)) {
                true => self.element(pending, def, first, written)?,
                false => self.sequence(pending, def, others, written)?,
            },
            FormatElement::Clauses(clauses) => self.clauses_in_any_order(pending, def, clauses, written)?,
            FormatElement::IndexList(group, name) => {
                let (key, _) = self.named_slot(pending, def, name)?;
                index_list(&mut FormParser { body: self, pending, written }, group, key)?;
            }
            FormatElement::Regions => self.region_list(pending, def)?,
            FormatElement::Type(place) => self.place_types(def, place, written)?,
            FormatElement::StrippedType(place, mnemonic) if self.cursor.sees("<") => {
                written.types.push((place, self.stripped_type(mnemonic)?));
            }
            FormatElement::StrippedType(place, _) => self.place_types(def, place, written)?,
            FormatElement::OperandTypes => written.operand_types = Some(self.type_list()?),
            FormatElement::ResultTypes => written.result_types = Some(self.type_list()?),
            FormatElement::FunctionalType => self.functional_type(TypesOf::All, TypesOf::All, written)?,
            FormatElement::FunctionalTypeOf(operands, results) => self.functional_type(operands, results, written)?,
            FormatElement::Successor(_) => self.successor(pending)?,
            FormatElement::AttrDict => self.checked_attr_dict(pending, def, written)?,
            FormatElement::AttrDictWithKeyword => {
                if self.cursor.eat("attributes") {
                    self.checked_attr_dict(pending, def, written)?;
                }
            }
            FormatElement::Properties if self.cursor.sees("<") => self.properties_by_name(pending, def)?,
            FormatElement::Properties => {}
            FormatElement::PropDict => self.property_dictionary(pending)?,
            FormatElement::Region(number) => self.region_element(pending, def, number, Vec::new())?,
            FormatElement::Custom(directive) => directive.parse(&mut FormParser { body: self, pending, written })?,
        }
        Ok(())
    }

    fn attr_element(&mut self, pending: &mut Pending<'t>, def: &'static OpDef, name: &str) -> Parsed<()> {
        let (key, slot) = self.named_slot(pending, def, name)?;
        let is_glued = || matches!(def.form(), Format::Assembly([FormatElement::Glue, ..]));
        if matches!(slot.kind, SlotKind::DialectEnum { .. }) && !is_glued() {
            self.cursor.skip_space();
            self.texts.sees_spaces_at(self.cursor.pos);
        }
        let value = self.slot_value(slot)?;
        pending.set(key, value);
        Ok(())
    }

    fn region_list(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Parsed<()> {
        while self.cursor.sees("{") {
            let blocks = self.region_of(Some(def), &[], def.is(Traits::NO_TERMINATOR))?;
            pending.regions.push(blocks);
            if !self.cursor.eat_byte(b',') {
                break;
            }
        }
        Ok(())
    }

    /// Reads a type of which the format leaves out the dialect and the mnemonic.
    fn stripped_type(&mut self, mnemonic: &'static str) -> Parsed<Type> {
        self.texts.read(&mut self.cursor, |reader| match mnemonic.contains('.') {
            true => reader.stripped_type(mnemonic),
            false => reader.llvm_type(mnemonic),
        })
    }

    /// Reads `<{...}>` if it is next.
    fn property_dictionary(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("<") {
            let dictionary = self.texts.dictionary_at(&mut self.cursor)?;
            self.cursor.expect(">")?;
            pending.entries.extend_from_slice(self.texts.ctx.entries(dictionary));
        }
        Ok(())
    }

    /// Reads clauses, each at most once.
    fn clauses_in_any_order(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        clauses: &'static [Clause],
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        let mut seen: SmallVec<[bool; 16]> = SmallVec::from_elem(false, clauses.len());
        loop {
            self.cursor.skip_space();
            let before = self.cursor;
            let mut both = clauses.iter().zip(&mut seen);
            let Some((clause, seen)) = both.find(|(clause, _)| self.cursor.eat(clause.keyword)) else { return Ok(()) };
            if std::mem::replace(seen, true) {
                let code = ParseCode::ClauseTwice(clause.keyword);
                return Err(before.error(code).of_form());
            }
            if let Some(name) = clause.unit {
                let (key, _) = self.named_slot(pending, def, name)?;
                pending.set(key, attrs::UNIT);
            }
            self.sequence(pending, def, clause.elements, written)?;
        }
    }

    /// Reads the region of a number.
    pub(super) fn region_element(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        number: u8,
        arguments: Vec<EntryArgument<'t>>,
    ) -> Parsed<()> {
        let number = usize::from(number);
        match def.is(Traits::ISOLATED) {
            true if def.regions <= 1 => self.isolated_regions(pending, arguments),
            true => self.isolated_region(pending, number, &arguments),
            false => {
                let single = def.is(Traits::NO_TERMINATOR) || def.terminator.is_some();
                let blocks = self.region_of(Some(def), &arguments, single)?;
                self.ensure_terminator(pending, &blocks);
                pending.regions.resize_with(pending.regions.len().max(number + 1), Vec::new);
                if let Some(region) = pending.regions.get_mut(number) {
                    *region = blocks;
                }
                Ok(())
            }
        }
    }

    /// Reads the attributes that no other element writes, and checks the definition's own against their constraints.
    fn checked_attr_dict(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        self.clauses(pending, def, written)?;
        self.cursor.skip_space();
        let before = self.cursor;
        self.attr_dict(pending)?;
        self.drop_passed_over(pending, def);
        let dictionary = pending.dictionary;
        if dictionary == attrs::EMPTY_DICTIONARY || def.attrs.is_empty() {
            return Ok(());
        }
        match self.upgrade_dictionary(pending, def) {
            Some(wrong) => Err(before.error(ParseCode::BrokenRule { operation: def.name, rule: wrong }).of_form()),
            None => Ok(()),
        }
    }

    /// Whether the first of optional elements is here.
    fn starts(&self, def: &'static OpDef, elements: &[FormatElement]) -> bool {
        match elements.iter().find(|p| !matches!(p, FormatElement::Glue | FormatElement::Text(" "))) {
            Some(FormatElement::Text(text)) => self.cursor.sees(text),
            Some(FormatElement::Keyword(word, _)) => self.cursor.sees(word),
            Some(FormatElement::Attr(name) | FormatElement::QualifiedAttr(name)) => {
                def.attr_slot(name).is_some_and(|slot| self.slot_starts(slot))
            }
            Some(FormatElement::Operand(_) | FormatElement::Operands) => self.cursor.sees("%"),
            Some(FormatElement::IfOperand(_, elements) | FormatElement::IfAttr(_, elements)) => {
                self.starts(def, elements)
            }
            Some(FormatElement::Region(_)) => self.cursor.sees("{"),
            Some(FormatElement::Custom(directive)) => {
                directive.first_token().is_some_and(|token| self.cursor.sees(token))
            }
            _ => false,
        }
    }

    /// Whether a value of an optional attribute is here.
    fn slot_starts(&self, slot: &AttrSlot) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_space();
        match slot.kind {
            SlotKind::Enum(enumeration) | SlotKind::Bits(enumeration) => {
                let word = ahead.peek_word();
                !word.is_empty() && enumeration.from_mlir(word).is_some()
            }
            SlotKind::LlvmEnum(kind) => ahead.peek() == b'<' || ahead.peek_word() == kind.def().mnemonic,
            SlotKind::Llvm(_) => matches!(ahead.peek(), b'<' | b'#'),
            SlotKind::DialectAttr { .. } => matches!(ahead.peek(), b'<' | b'#' | b'(' | b'[' | b'{'),
            SlotKind::Int(_) | SlotKind::Bounded(..) | SlotKind::IndexInt | SlotKind::AnyInt | SlotKind::F64 => {
                matches!(ahead.peek(), b'0'..=b'9' | b'-')
            }
            SlotKind::Bool => matches!(ahead.peek_word(), "true" | "false"),
            SlotKind::Str => ahead.peek() == b'"',
            SlotKind::SymbolName | SlotKind::SymbolRef => ahead.peek() == b'@',
            SlotKind::DenseI32 | SlotKind::DenseI64 | SlotKind::Array => ahead.peek() == b'[',
            SlotKind::DialectEnum { .. } => ahead.peek().is_ascii_alphabetic(),
            // A dialect's own, or an alias: what else there is might be a part of the form.
            SlotKind::Any => ahead.peek() == b'#',
            SlotKind::Unit | SlotKind::Type | SlotKind::Elements | SlotKind::Constrained(_) => false,
        }
    }

    /// An attribute of the definition and its name's handle.
    pub fn named_slot(
        &self,
        pending: &Pending<'t>,
        def: &'static OpDef,
        name: &str,
    ) -> Parsed<(Str, &'static AttrSlot)> {
        let mut slots = def.attrs.iter().zip(self.texts.ctx.slot_names(pending.name));
        match slots.find(|(slot, _)| slot.name == name) {
            Some((slot, &key)) => Ok((key, slot)),
            None => Err(self.cursor.error(ParseCode::FormatAttribute)),
        }
    }

    fn starts_number(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_space();
        matches!(ahead.peek(), b'0'..=b'9' | b'-')
    }

    /// Reads an attribute as a format spells it: without type, enumerations by name.
    pub fn slot_value(&mut self, slot: &AttrSlot) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        match slot.kind {
            SlotKind::Unit => Ok(attrs::UNIT),
            SlotKind::Bool => self.bool_value(),
            SlotKind::Int(width) | SlotKind::Bounded(width, _) => match self.older_immediate() {
                Some(value) => Ok(value),
                None => self.texts.number(&mut self.cursor, ctx.int_type(width)),
            },
            SlotKind::IndexInt => self.texts.number(&mut self.cursor, types::INDEX),
            SlotKind::DialectAttr { dialect, mnemonic, .. } => self.opaque_slot(dialect, mnemonic),
            SlotKind::DialectEnum { dialect, mnemonic, .. } => self.opaque_word(dialect, mnemonic),
            SlotKind::F64 => self.texts.number(&mut self.cursor, ctx.float_type(FloatKind::F64)),
            SlotKind::Str => match self.cursor.string()? {
                Some(raw) => Ok(ctx.str_attr(self.texts.string(raw)?)),
                None => self.no_string(),
            },
            SlotKind::SymbolName => Ok(ctx.str_attr(self.symbol_name()?)),
            SlotKind::Type => Ok(ctx.type_attr(self.texts.type_at(&mut self.cursor)?)),
            SlotKind::SymbolRef => {
                self.cursor.skip_space();
                let before = self.cursor;
                let symbol = self.texts.symbol_at(&mut self.cursor)?;
                match ctx.symbol_value(symbol) {
                    Some(_) => Ok(symbol),
                    None => Err(before.error(ParseCode::AttrKind).of_form()),
                }
            }
            SlotKind::Enum(enumeration) => {
                let before = self.cursor;
                let value = self.texts.enumeration(&mut self.cursor, enumeration).map_err(|_| {
                    let words: Vec<&str> = enumeration.cases.iter().map(|row| row.mlir.trim_matches('"')).collect();
                    let words = words.join(", ");
                    before.error(ParseCode::ExpectedEnumeration { name: slot.name, words }).of_form()
                })?;
                Ok(ctx.int_attr(types::I64, value))
            }
            SlotKind::Bits(enumeration) => {
                let value = self.texts.enumeration(&mut self.cursor, enumeration)?;
                Ok(ctx.int_attr(types::I32, value))
            }
            SlotKind::LlvmEnum(kind) => {
                self.cursor.eat(kind.def().mnemonic);
                let flags = self.texts.llvm_slot(&mut self.cursor, kind);
                // These are a property, which the form of the operation reads itself.
                match flags {
                    Err(error) if kind == attr_table::OVERFLOW && error.is_followed() => Err(error.alone().of_form()),
                    flags => flags,
                }
            }
            SlotKind::Llvm(kind) => self.texts.llvm_slot(&mut self.cursor, kind),
            SlotKind::DenseI32 | SlotKind::DenseI64 if self.cursor.sees("dense") => self.older_numbers(slot.kind),
            SlotKind::DenseI32 => self.bracketed_numbers(types::I32),
            SlotKind::DenseI64 => self.bracketed_numbers(types::I64),
            SlotKind::AnyInt | SlotKind::Array | SlotKind::Elements | SlotKind::Any | SlotKind::Constrained(_) => {
                self.texts.attr_at(&mut self.cursor)
            }
        }
    }

    fn bool_value(&mut self) -> Parsed<Attr> {
        if self.cursor.eat("true") {
            return Ok(attrs::TRUE);
        }
        if self.cursor.eat("false") {
            return Ok(attrs::FALSE);
        }
        // `0`, `1` or `-1`, as a number of one bit.
        if self.starts_number() {
            let number = self.texts.number(&mut self.cursor, types::I1)?;
            return Ok(if self.texts.ctx.int_value(number) == Some(0) { attrs::FALSE } else { attrs::TRUE });
        }
        let missing = self.cursor.expected("'true' or 'false'").of_form();
        self.older_immediate().ok_or(missing)
    }

    /// The error of an attribute that is where a string should be.
    pub fn no_string<R>(&mut self) -> Parsed<R> {
        let before = self.cursor;
        self.texts.attr_at(&mut self.cursor)?;
        Err(before.error(ParseCode::AttrKind).of_form())
    }

    /// Reads `@name` or `@"name"`.
    pub fn symbol_name(&mut self) -> Parsed<Str> {
        if !self.cursor.eat_byte(b'@') {
            return Err(self.cursor.error(ParseCode::Expected("valid '@'-identifier for symbol name")).of_form());
        }
        match self.cursor.peek() {
            b'"' => {
                let raw = self.cursor.string()?.unwrap_or("");
                self.texts.string(raw)
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let name = self.cursor.suffix()?;
                Ok(self.texts.name(name))
            }
            _ => Err(ParseError::at(self.cursor.pos, ParseCode::SymbolStart)),
        }
    }

    /// Reads `[1, 2]` as `array<element: 1, 2>`.
    fn bracketed_numbers(&mut self, element: Type) -> Parsed<Attr> {
        self.cursor.expect("[")?;
        let mut values = Vec::new();
        while !self.cursor.eat_byte(b']') {
            if !values.is_empty() {
                self.cursor.expect(",")?;
            }
            let value = self.texts.number(&mut self.cursor, element)?;
            values.extend(self.texts.ctx.int_value(value));
            // Older releases have an array of attributes, each with its type.
            if self.cursor.sees(":") && self.texts.reads(Releases::ALL.until(Release::V16)) {
                self.cursor.expect(":")?;
                self.texts.type_at(&mut self.cursor)?;
            }
        }
        Ok(self.texts.ctx.attr(AttrData::DenseArray { element, values: values.into() }))
    }

    fn uses_of(&mut self, group: u8, written: &mut Written<'t>) -> Parsed<()> {
        if !self.cursor.sees("%") {
            return Ok(());
        }
        loop {
            written.uses.push((group, self.value_use()?));
            if !self.cursor.eat_byte(b',') {
                return Ok(());
            }
        }
    }

    fn group(&mut self, def: &OpDef, group: u8, written: &mut Written<'t>) -> Parsed<()> {
        match def.operands.get(usize::from(group)).map(|slot| slot.arity) {
            Some(Arity::One) => {
                written.uses.push((group, self.value_use()?));
                Ok(())
            }
            Some(Arity::Optional) if self.cursor.sees("%") => {
                written.uses.push((group, self.value_use()?));
                Ok(())
            }
            Some(Arity::Optional) => Ok(()),
            _ => self.uses_of(group, written),
        }
    }

    fn place_types(&mut self, def: &OpDef, place: Place, written: &mut Written<'t>) -> Parsed<()> {
        let slot = def.value_constraint(place);
        self.cursor.skip_space();
        let before = self.cursor;
        let ty = match self.texts.type_at(&mut self.cursor) {
            Ok(ty) => ty,
            // The type of an operand that may be missing may be, too: they are counted later.
            Err(error)
                if slot.is_some_and(|slot| slot.arity == Arity::Optional)
                    && error.span().start <= before.pos
                    && matches!(error.code(), Some(ParseCode::Expected("non-function type"))) =>
            {
                self.cursor = before;
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        if let Some(expected) = slot.and_then(|slot| slot.types.class(self.texts.ctx.type_data(ty))) {
            let code = ParseCode::TypeKind { expected, found: self.texts.spelling(ty) };
            return Err(before.error(code).of_form());
        }
        written.types.push((place, ty));
        if slot.is_some_and(|slot| matches!(slot.arity, Arity::Variadic | Arity::VariadicOfVariadic(_))) {
            while self.cursor.eat_byte(b',') {
                written.types.push((place, self.texts.type_at(&mut self.cursor)?));
            }
        }
        Ok(())
    }

    fn type_list(&mut self) -> Parsed<SmallVec<[Type; 8]>> {
        let mut list = SmallVec::new();
        types_into(self.texts, &mut self.cursor, &mut list)?;
        Ok(list)
    }

    fn functional_type(&mut self, operands: TypesOf, of: TypesOf, written: &mut Written<'t>) -> Parsed<()> {
        let before = self.cursor;
        let ty = self.texts.type_at(&mut self.cursor)?;
        let TypeData::Function { inputs, results } = self.texts.ctx.type_data(ty) else {
            let code = ParseCode::TypeKind { expected: "builtin.function", found: self.texts.spelling(ty) };
            return Err(before.error(code).of_form());
        };
        match operands {
            TypesOf::All => written.operand_types = Some(inputs.iter().copied().collect()),
            TypesOf::Group(group) => written.types.extend(inputs.iter().map(|&ty| (Place::Operand(group), ty))),
        }
        match of {
            TypesOf::All => written.result_types = Some(results.iter().copied().collect()),
            TypesOf::Group(group) => written.types.extend(results.iter().map(|&ty| (Place::Result(group), ty))),
        }
        Ok(())
    }

    /// Gives uses their groups and types, and results theirs.
    fn resolve(&mut self, pending: &mut Pending<'t>, def: &'static OpDef, written: &mut Written<'t>) -> Parsed<()> {
        self.assign_groups(pending, def, &mut written.uses)?;
        let (written, uses) = (&*written, &written.uses);
        if def.stores_segments() {
            let size = |group: u8| uses.iter().filter(|(of, _)| *of == group).count() as i32;
            let sizes: SmallVec<[i32; 4]> = (0_u8..).zip(def.operands).map(|(group, _)| size(group)).collect();
            pending.set(names::OPERAND_SEGMENT_SIZES, self.texts.ctx.i32_array(&sizes));
        }
        if let Some(list) = &written.operand_types {
            let uses: SmallVec<[Use<'t>; 8]> = uses.iter().map(|u| u.1).collect();
            self.own_each(pending, &uses, list)?;
        } else {
            self.own_by_group(pending, def, uses, written)?;
        }
        if let Some(list) = &written.result_types {
            pending.results.extend_from_slice(list);
            return Ok(());
        }
        if def.stores_result_segments() {
            let size = |group: u8| written.types.iter().filter(|t| t.0 == Place::Result(group)).count() as i32;
            let sizes: SmallVec<[i32; 4]> = (0_u8..).zip(def.results).map(|(group, _)| size(group)).collect();
            pending.set(names::RESULT_SEGMENT_SIZES, self.texts.ctx.i32_array(&sizes));
        }
        for (group, slot) in (0_u8..).zip(def.results) {
            let mut found = false;
            for (place, ty) in &written.types {
                if *place == Place::Result(group) {
                    pending.results.push(*ty);
                    found = true;
                }
            }
            if !found && slot.arity == Arity::One {
                let code = ParseCode::TypeNotKnown { operation: def.name, what: "result", index: group };
                return Err(self.cursor.error_at(pending.spelled, code));
            }
        }
        Ok(())
    }

    fn own_by_group(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        uses: &[(u8, Use<'t>)],
        written: &Written<'t>,
    ) -> Parsed<()> {
        for (group, slot) in (0_u8..).zip(def.operands).filter(|(_, slot)| slot.arity != Arity::One) {
            let operands = uses.iter().filter(|(of, _)| *of == group).count();
            let types = written.types.iter().filter(|(place, _)| *place == Place::Operand(group)).count();
            let counted = matches!(slot.arity, Arity::Optional | Arity::Variadic);
            if counted && operands != types && !written.of_one_type.contains(&group) {
                let first = uses.iter().find(|(of, _)| *of == group).map_or(pending.spelled, |(_, used)| used.name);
                let code = ParseCode::OperandTypes { operands, types };
                return Err(self.cursor.error_at(first, code).of_form());
            }
        }
        for run in uses.chunk_by(|a, b| a.0 == b.0) {
            let Some(&(group, _)) = run.first() else { continue };
            let mut types = written.types.iter().filter(|(place, _)| *place == Place::Operand(group)).map(|t| t.1);
            let of_all = if written.of_one_type.contains(&group) { types.next() } else { None };
            for &(_, used) in run {
                let Some(ty) = of_all.or_else(|| types.next()) else {
                    let code = ParseCode::TypeNotKnown { operation: def.name, what: "operand", index: group };
                    return Err(self.cursor.error_at(used.name, code));
                };
                pending.operands.push(self.values.resolve(&mut self.body, self.texts, used, ty)?);
            }
        }
        Ok(())
    }

    /// Brings uses into the groups' order; those a format does not tell apart fill the groups one by one.
    fn assign_groups(&self, pending: &Pending<'t>, def: &OpDef, uses: &mut SmallVec<[(u8, Use<'t>); 8]>) -> Parsed<()> {
        if uses.iter().all(|u| u.0 != ALL) {
            if !uses.is_sorted_by_key(|u| u.0) {
                uses.sort_by_key(|u| u.0);
            }
            return Ok(());
        }
        let fixed = def.operands.iter().filter(|g| g.arity == Arity::One).count();
        let Some(rest) = uses.len().checked_sub(fixed) else {
            let code = ParseCode::OperandCount { operation: def.name.to_owned(), found: uses.len() };
            return Err(self.cursor.error_at(pending.spelled, code));
        };
        let sizes = def.operands.iter().map(|g| if g.arity == Arity::One { 1 } else { rest });
        let groups = (0_u8..).zip(sizes).flat_map(|(group, size)| std::iter::repeat_n(group, size));
        for (used, group) in uses.iter_mut().zip(groups) {
            used.0 = group;
        }
        match uses.iter().find(|u| u.0 == ALL) {
            None => Ok(()),
            Some((_, used)) => {
                let code = ParseCode::OperandCount { operation: def.name.to_owned(), found: uses.len() };
                Err(self.cursor.error_at(used.name, code))
            }
        }
    }
}

/// Reads `[%0, 1]`.
fn index_list(parser: &mut FormParser<'_, '_, '_, '_>, group: u8, key: Str) -> Parsed<()> {
    let indices = MixedIndices::parse(parser, "[", "]")?;
    indices.operands.into_iter().for_each(|operand| parser.add_to_group(group, operand));
    parser.set_numbers(key, indices.numbers);
    Ok(())
}

/// Reads types separated by commas; at least one.
fn types_into<'t>(
    texts: &mut ParseCache<'_, 't>,
    cursor: &mut Cursor<'t>,
    types: &mut SmallVec<[Type; 8]>,
) -> Parsed<()> {
    loop {
        types.push(texts.type_at(cursor)?);
        if !cursor.eat_byte(b',') {
            return Ok(());
        }
    }
}
