//! Custom forms of loops: `scf.for` and `scf.while`.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Traits, scf};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, NewOp, OpName, Type, TypeData};
use smallvec::SmallVec;

use super::Pending;
use super::body::{BodyParser, EntryArgument};
use super::values::Use;
use crate::parse::error::Parsed;

impl<'t> BodyParser<'_, '_, 't> {
    /// `scf.for unsigned %i = %a to %b step %c iter_args(%x = %y) -> (T) : i32 {...} {attributes}`
    pub fn for_loop(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("unsigned") {
            pending.set(names::UNSIGNED_CMP, attrs::UNIT);
        }
        let mut entry = vec![self.region_argument()?];
        self.cursor.expect("=")?;
        let lower = self.value_use()?;
        self.cursor.expect("to")?;
        let upper = self.value_use()?;
        self.cursor.expect("step")?;
        let step = self.value_use()?;
        let mut initial: SmallVec<[Use<'t>; 4]> = SmallVec::new();
        let mut preserved: SmallVec<[Type; 8]> = SmallVec::new();
        if self.cursor.eat("iter_args") {
            self.initial_values(&mut entry, &mut initial)?;
            self.cursor.expect("->")?;
            preserved = self.types_in_brackets()?;
        }
        let mut ty = types::INDEX;
        if self.cursor.eat(":") {
            ty = self.texts.type_at(&mut self.cursor)?;
        }
        self.own(pending, &[lower, upper, step], ty)?;
        self.own_each(pending, &initial, &preserved)?;
        for (argument, ty) in entry.iter_mut().zip(std::iter::once(ty).chain(preserved.iter().copied())) {
            argument.ty = ty;
        }
        pending.results.extend_from_slice(&preserved);
        let blocks = self.region_of(pending.def, &entry, true)?;
        if preserved.is_empty() {
            self.end_with(pending, &blocks, scf::YIELD);
        }
        pending.regions.push(blocks);
        self.attr_dict(pending)
    }

    /// `%i loc(...)`, whose type stands elsewhere.
    pub fn region_argument(&mut self) -> Parsed<EntryArgument<'t>> {
        self.cursor.skip_space();
        let start = self.cursor.pos;
        let name = self.value_use()?.name;
        let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or_else(|| self.place(start));
        Ok(EntryArgument { name, number: 0, ty: types::INDEX, loc })
    }

    /// `(%x = %y, ...)`
    pub fn initial_values(
        &mut self,
        entry: &mut Vec<EntryArgument<'t>>,
        initial: &mut SmallVec<[Use<'t>; 4]>,
    ) -> Parsed<()> {
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if !initial.is_empty() {
                self.cursor.expect(",")?;
            }
            entry.push(self.region_argument()?);
            self.cursor.expect("=")?;
            initial.push(self.value_use()?);
        }
        Ok(())
    }

    /// Puts the terminator that may be left out behind a region's operations.
    pub fn end_with(&mut self, pending: &Pending<'t>, blocks: &[Block], terminator: OpName) {
        let Some(&block) = blocks.last() else { return };
        let last = self.body.last_op(block).and_then(|op| self.body.name(op).def());
        let ended = last.is_some_and(|def| def.is(Traits::TERMINATOR));
        if !ended {
            let loc = self.place(self.cursor.span_of(pending.spelled).start);
            let op = self.body.append(block, NewOp { loc, ..NewOp::new(terminator) }, &[]);
            let regions = terminator.def().map_or(0, |def| usize::from(def.regions));
            for region in self.body.add_regions(op, regions) {
                let inner = self.body.new_block();
                self.body.append_block(region, inner);
            }
        }
    }

    /// `scf.while (%x = %y, ...) : (T) -> U {...} do {...} attributes {...}`
    pub fn while_loop(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut entry = Vec::new();
        let mut initial = SmallVec::new();
        if self.cursor.sees("(") {
            self.initial_values(&mut entry, &mut initial)?;
        }
        self.cursor.expect(":")?;
        let signature = self.texts.type_at(&mut self.cursor)?;
        let TypeData::Function { inputs, results } = self.texts.ctx.type_data(signature) else {
            return Err(self.cursor.expected("function type"));
        };
        self.own_each(pending, &initial, inputs)?;
        for (argument, &ty) in entry.iter_mut().zip(inputs) {
            argument.ty = ty;
        }
        pending.results.extend_from_slice(results);
        let before = self.region_of(pending.def, &entry, false)?;
        self.cursor.expect("do")?;
        let after = self.region_of(pending.def, &[], false)?;
        pending.regions.extend([before, after]);
        if self.cursor.eat("attributes") {
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        Ok(())
    }
}
