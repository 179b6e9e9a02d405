//! Custom forms of the `scf` dialect's loops.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names;
use irtrip_dialect::ops::scf;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Block, NewOp, OpName};
use smallvec::SmallVec;

use super::body::{BodyParser, EntryArgument};
use super::error::Parsed;
use super::operation::{Pending, types_into};
use super::values::Use;

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
        let mut carried = SmallVec::new();
        if self.cursor.eat("iter_args") {
            self.initial_values(&mut entry, &mut initial)?;
            self.cursor.expect("->")?;
            self.result_types(&mut carried)?;
        }
        let mut ty = types::INDEX;
        if self.cursor.eat(":") {
            ty = self.texts.type_at(&mut self.cursor)?;
        }
        self.own(pending, &[lower, upper, step], ty)?;
        self.own_each(pending, &initial, &carried)?;
        for (argument, ty) in entry.iter_mut().zip(std::iter::once(ty).chain(carried.iter().copied())) {
            argument.ty = ty;
        }
        pending.results.extend_from_slice(&carried);
        let blocks = self.region_of(pending.def, &entry, true)?;
        if carried.is_empty() {
            self.end_with(&blocks, scf::YIELD);
        }
        pending.regions.push(blocks);
        self.attr_dict(pending)
    }

    /// `%i loc(...)`, whose type stands elsewhere.
    fn region_argument(&mut self) -> Parsed<EntryArgument<'t>> {
        let name = self.value_use()?.name;
        let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or(attrs::UNKNOWN_LOC);
        Ok(EntryArgument { name, ty: types::INDEX, loc })
    }

    /// `(%x = %y, ...)`
    fn initial_values(
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

    /// `T` or `(T, U)`
    fn result_types(&mut self, list: &mut SmallVec<[irtrip_dialect::Type; 8]>) -> Parsed<()> {
        if !self.cursor.eat_byte(b'(') {
            list.push(self.texts.type_at(&mut self.cursor)?);
            return Ok(());
        }
        if !self.cursor.eat_byte(b')') {
            types_into(self.texts, &mut self.cursor, list)?;
            self.cursor.expect(")")?;
        }
        Ok(())
    }

    /// Puts the terminator that may be left out behind a region's operations.
    fn end_with(&mut self, blocks: &[Block], terminator: OpName) {
        let Some(&block) = blocks.last() else { return };
        let ended = self.body.last_op(block).is_some_and(|op| self.body.name(op) == terminator);
        if !ended {
            self.body.append(block, NewOp::new(terminator), &[]);
        }
    }
}
