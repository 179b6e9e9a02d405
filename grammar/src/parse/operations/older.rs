//! What text of other releases spells otherwise: forms of operations, and attributes of another class.

use irtrip_dialect::diagnostic::{Parsed, VerifyCode};
use irtrip_dialect::mlir_release::{CurrentTerms, upgraded_value};
use irtrip_dialect::ops::global_values::CONSTANT;
use irtrip_dialect::ops::{Derived, DerivedFrom, FormatElement, OpDef, OtherForm, Place, SlotKind, WITHOUT_RESULT};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, OpName, OpNameDefinition, Type, TypeData, Value, ValueDef, names};
use smallvec::SmallVec;

use super::Pending;
use super::assembly_format::Written;
use super::body::BodyParser;
use crate::parse::cursor::Cursor;

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
        let mut last = None;
        for &(derived, from) in form.derived {
            let ty = match from {
                DerivedFrom::Pointee => self.texts.pointee_at(after_colon)?,
                DerivedFrom::Pointer => Some(self.type_of_operand(derived, &written).unwrap_or(types::PTR)),
                DerivedFrom::I1 => Some(types::I1),
                DerivedFrom::I32 => Some(types::I32),
                DerivedFrom::Token => Some(types::TOKEN),
                DerivedFrom::ElementAt(name) => self.element_at(pending, name, after_colon)?,
                DerivedFrom::ZeroOfEach(_) => continue,
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
        pending.dictionary = self.terms().with_zeros(def, pending.dictionary);
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
        let wrong = self.texts.check_attributes(pending.name, def, pending.dictionary)?;
        let Some(upgraded) = self.terms().of_attributes(def, pending.name, pending.dictionary) else {
            return Some(wrong);
        };
        if self.texts.check_attributes(pending.name, def, upgraded).is_some() {
            return Some(wrong);
        }
        pending.dictionary = upgraded;
        None
    }

    /// Sizes of groups of operands that the release of the text does not write, or has otherwise.
    pub(super) fn set_operand_sizes(&self, pending: &mut Pending<'t>, def: &'static OpDef, count: usize) {
        let sizes = self.terms().operand_sizes(def, |key| self.entry(pending, key), count);
        if let Some(sizes) = sizes {
            let ctx = self.texts.ctx;
            pending.dictionary = ctx.with_entry(pending.dictionary, names::OPERAND_SEGMENT_SIZES, None);
            pending.set(names::OPERAND_SEGMENT_SIZES, sizes);
        }
    }

    /// What other releases have otherwise of attributes, in the model's terms.
    pub(super) fn terms(&self) -> CurrentTerms<'_, impl Fn(Releases) -> bool> {
        let texts = &*self.texts;
        CurrentTerms::new(texts.ctx, texts.aliases.symbols.get(), |releases| texts.reads(releases))
    }

    /// Reads numbers that are elements, where the current text has them in brackets.
    pub(super) fn older_numbers(&mut self, kind: SlotKind) -> Parsed<Attr> {
        let before = self.cursor;
        let value = self.texts.attr_at(&mut self.cursor)?;
        let upgraded =
            upgraded_value(self.texts.ctx, kind, value).filter(|_| self.texts.reads(Releases::ALL.until(Release::V16)));
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
}
