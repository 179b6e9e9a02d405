//! Custom forms of loops whose iterations are independent: `scf.parallel` and `scf.forall`.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::ops::scf;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Type};
use smallvec::SmallVec;

use super::Pending;
use super::body::{BodyParser, EntryArgument};

use super::values::Use;
use crate::parse::error::Parsed;

/// Numbers, some of them operands.
#[derive(Default)]
struct Mixed<'t> {
    values: Vec<i64>,
    uses: SmallVec<[Use<'t>; 4]>,
}

impl<'t> BodyParser<'_, '_, 't> {
    /// `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> T {...} {attributes}`
    pub fn parallel(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let entry = self.arguments_in_brackets()?;
        self.cursor.expect("=")?;
        let lower = self.so_many_uses(entry.len())?;
        self.cursor.expect("to")?;
        let upper = self.so_many_uses(entry.len())?;
        self.cursor.expect("step")?;
        let step = self.so_many_uses(entry.len())?;
        let initial = if self.cursor.eat("init") { self.listed_uses()? } else { SmallVec::new() };
        let mut preserved: SmallVec<[Type; 8]> = SmallVec::new();
        if self.cursor.eat("->") {
            preserved = self.types_in_brackets()?;
        }
        for part in [&lower, &upper, &step] {
            self.own(pending, part, types::INDEX)?;
        }
        self.own_each(pending, &initial, &preserved)?;
        pending.results.extend_from_slice(&preserved);
        self.set_sizes(pending, &[lower.len(), upper.len(), step.len(), initial.len()]);
        let blocks = self.region_of(pending.def, &entry, true)?;
        self.end_with(pending, &blocks, scf::REDUCE);
        pending.regions.push(blocks);
        self.attr_dict(pending)
    }

    /// `(%i, %j)`: arguments of type `index`.
    pub fn arguments_in_brackets(&mut self) -> Parsed<Vec<EntryArgument<'t>>> {
        let mut entry = Vec::new();
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if !entry.is_empty() {
                self.cursor.expect(",")?;
            }
            entry.push(self.region_argument()?);
        }
        Ok(entry)
    }

    /// `(%a, %b)` of as many values.
    fn so_many_uses(&mut self, count: usize) -> Parsed<SmallVec<[Use<'t>; 4]>> {
        self.cursor.skip_space();
        let before = self.cursor;
        let uses = self.listed_uses()?;
        match uses.len() == count {
            true => Ok(uses),
            false => Err(before.error(ParseCode::ExpectedOperands(count)).of_form()),
        }
    }

    /// `(%a, %b)`
    fn listed_uses(&mut self) -> Parsed<SmallVec<[Use<'t>; 4]>> {
        let mut uses = SmallVec::new();
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if !uses.is_empty() {
                self.cursor.expect(",")?;
            }
            uses.push(self.value_use()?);
        }
        Ok(uses)
    }

    /// `(%a, 4)`
    fn mixed(&mut self) -> Parsed<Mixed<'t>> {
        let mut mixed = Mixed::default();
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if !mixed.values.is_empty() {
                self.cursor.expect(",")?;
            }
            if self.cursor.sees("%") {
                mixed.uses.push(self.value_use()?);
                mixed.values.push(super::directives::DYNAMIC);
            } else {
                let value = self.texts.number(&mut self.cursor, types::I64)?;
                mixed.values.extend(self.texts.ctx.int_value(value));
            }
        }
        Ok(mixed)
    }

    /// `scf.forall (%i) in (%a) shared_outs(%x = %y) -> (T) {...} {attributes}`, or `= (0) to (%a) step (1)` for
    /// `in (%a)`.
    pub fn forall(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut entry = self.arguments_in_brackets()?;
        let rank = entry.len();
        let (lower, upper, step);
        if self.cursor.eat("in") {
            upper = self.mixed()?;
            lower = Mixed { values: vec![0; rank], ..Mixed::default() };
            step = Mixed { values: vec![1; rank], ..Mixed::default() };
        } else {
            self.cursor.expect("=")?;
            lower = self.mixed()?;
            self.cursor.expect("to")?;
            upper = self.mixed()?;
            self.cursor.expect("step")?;
            step = self.mixed()?;
        }
        let mut initial = SmallVec::new();
        let mut preserved: SmallVec<[Type; 8]> = SmallVec::new();
        if self.cursor.eat("shared_outs") {
            self.initial_values(&mut entry, &mut initial)?;
            self.cursor.expect("->")?;
            preserved = self.types_in_brackets()?;
        }
        for part in [&lower, &upper, &step] {
            self.own(pending, &part.uses, types::INDEX)?;
        }
        self.own_each(pending, &initial, &preserved)?;
        for (argument, &ty) in entry.iter_mut().skip(rank).zip(&preserved) {
            argument.ty = ty;
        }
        pending.results.extend_from_slice(&preserved);
        self.set_sizes(pending, &[lower.uses.len(), upper.uses.len(), step.uses.len(), initial.len()]);
        for (key, part) in
            [(names::STATIC_LOWER_BOUND, lower), (names::STATIC_UPPER_BOUND, upper), (names::STATIC_STEP, step)]
        {
            let array = self.i64_array(part.values);
            pending.set(key, array);
        }
        let blocks = self.region_of(pending.def, &entry, true)?;
        self.end_with(pending, &blocks, scf::FORALL_IN_PARALLEL);
        pending.regions.push(blocks);
        self.attr_dict(pending)
    }

    fn i64_array(&self, values: Vec<i64>) -> Attr {
        self.texts.ctx.attr(AttrData::DenseArray { element: types::I64, values: values.into() })
    }
}
