//! Custom forms of loops: `scf.for`, `scf.while`, `affine.for`, and of the `test` dialect's regions.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Traits, affine, scf, test};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Block, NewOp, Op, OpName, Type, TypeData, Value};
use smallvec::SmallVec;

use super::body::{BodyParser, EntryArgument};
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;
use super::values::{Bound, Use};

/// How many results a name is taken to stand for where nothing else says how many there are.
const MOST_RESULTS: u32 = 1 << 16;

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

    /// `affine.for %i = max #map(%a)[%b] to 8 step 2 iter_args(%x = %y) -> (T) {...} {attributes}`
    pub fn affine_for(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut entry = vec![self.region_argument()?];
        self.cursor.expect("=")?;
        let (lower, mut uses) = self.bound(pending, "max")?;
        let lower_count = uses.len();
        self.cursor.expect("to")?;
        let (upper, upper_uses) = self.bound(pending, "min")?;
        let upper_count = upper_uses.len();
        uses.extend(upper_uses);
        let ctx = self.texts.ctx;
        let step = match self.cursor.eat("step") {
            true => self.texts.number(&mut self.cursor, Some(types::INDEX))?,
            false => ctx.int_attr(types::INDEX, 1),
        };
        if ctx.int_value(step).is_none_or(|step| step <= 0) {
            return Err(self
                .cursor
                .error(ParseErrorKind::Expected("step to be representable as a positive signed integer".into())));
        }
        let mut initial: SmallVec<[Use<'t>; 4]> = SmallVec::new();
        let mut preserved: SmallVec<[Type; 8]> = SmallVec::new();
        if self.cursor.eat("iter_args") {
            self.initial_values(&mut entry, &mut initial)?;
            self.cursor.expect("->")?;
            preserved = self.types_in_brackets()?;
        }
        self.own(pending, &uses, types::INDEX)?;
        self.own_each(pending, &initial, &preserved)?;
        for (argument, &ty) in entry.iter_mut().skip(1).zip(&preserved) {
            argument.ty = ty;
        }
        pending.results.extend_from_slice(&preserved);
        let sizes = [lower_count, upper_count, initial.len()].map(|count| count as i32);
        for (key, value) in [
            (names::LOWER_BOUND_MAP, lower),
            (names::UPPER_BOUND_MAP, upper),
            (names::STEP, step),
            (names::OPERAND_SEGMENT_SIZES, ctx.i32_array(&sizes)),
        ] {
            pending.set(key, value);
        }
        let blocks = self.region_of(pending.def, &entry, true)?;
        if preserved.is_empty() {
            self.end_with(pending, &blocks, affine::YIELD);
        }
        pending.regions.push(blocks);
        self.attr_dict(pending)
    }

    /// A bound of an affine loop: a number, a value, or a map applied to values; `several` is the word for a map of
    /// more than one result.
    fn bound(&mut self, pending: &Pending<'t>, several: &str) -> Parsed<(Attr, Vec<Use<'t>>)> {
        let ctx = self.texts.ctx;
        self.cursor.eat(several);
        if self.cursor.sees("%") {
            let value = self.value_use()?;
            return Ok((ctx.attr(AttrData::Affine(ctx.str("affine_map<()[s0] -> (s0)>"))), vec![value]));
        }
        let attr = self.texts.attr_at(&mut self.cursor)?;
        match ctx.int_value(attr) {
            Some(number) => {
                let map = ctx.attr(AttrData::Affine(ctx.str(&format!("affine_map<() -> ({number})>"))));
                Ok((map, Vec::new()))
            }
            None => Ok((attr, self.map_operands(pending, attr)?)),
        }
    }

    /// `test.polyfor %i, %j {...}`: arguments of type `index`.
    pub fn polyfor(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut entry = Vec::new();
        while self.cursor.sees("%") {
            entry.push(self.region_argument()?);
            if !self.cursor.eat_byte(b',') {
                break;
            }
        }
        let blocks = self.region_of(pending.def, &entry, true)?;
        pending.regions.push(blocks);
        Ok(())
    }

    /// `test.isolated_region %0 {...}`: inside, the operand's name is the argument's.
    pub fn isolated_region(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let used = self.value_use()?;
        self.own(pending, &[used], types::INDEX)?;
        let argument =
            EntryArgument { name: used.name, number: used.number, ty: types::INDEX, loc: attrs::UNKNOWN_LOC };
        self.isolated_regions(pending, vec![argument])
    }

    /// `test.wrapping_region wraps "name"(...) ... : (T) -> U`: a region of that operation, whose results are returned.
    pub fn wrapping_region(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.cursor.expect("wraps")?;
        let block = self.body.new_block();
        let wrapped = self.generic_operation(block)?;
        self.return_results(block, wrapped);
        pending.loc = Some(self.body.loc(wrapped));
        pending.results.extend(self.body.results(wrapped).map(|value| self.body.value_type(value)));
        pending.regions.push(vec![block]);
        Ok(())
    }

    /// Ends a block in the return of an operation's results.
    fn return_results(&mut self, block: Block, op: Op) {
        let (operands, loc): (SmallVec<[Value; 4]>, Attr) = (self.body.results(op).collect(), self.body.loc(op));
        self.body.append(block, NewOp { operands: &operands, loc, ..NewOp::new(test::RETURN) }, &[]);
    }

    /// `test.pretty_printed_region %a, %b start name end : (T, T) -> U`, a region of an operation with that name on
    /// two arguments, or behind the operands what the generic form has there.
    pub fn pretty_region(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.cursor.skip_space();
        let start = self.cursor.pos;
        let mut uses = SmallVec::new();
        if self.cursor.sees("%") {
            self.uses_into(&mut uses)?;
        }
        if !self.cursor.eat("start") {
            return self.behind_operands(pending, uses);
        }
        let Some(name) = self.cursor.word() else { return Err(self.cursor.expected("operation name in quotes")) };
        self.cursor.expect("end")?;
        self.cursor.expect(":")?;
        let before = self.cursor;
        let signature = self.texts.type_at(&mut self.cursor)?;
        let ctx = self.texts.ctx;
        let (inputs, results) = match ctx.type_data(signature) {
            TypeData::Function { inputs, results } => (inputs, results),
            _ => {
                let kind =
                    ParseErrorKind::TypeKind { expected: "builtin.function", found: self.texts.spelling(signature) };
                return Err(before.error(kind));
            }
        };
        self.own_each(pending, &uses, inputs)?;
        let Some(&ty) = inputs.first() else { return Err(self.cursor.expected("type")) };
        let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or_else(|| self.place(start));
        pending.loc = Some(loc);
        let block = self.body.new_block();
        let operands = [0, 1].map(|index| {
            let argument = self.body.add_block_arg(block, ty);
            self.body.set_block_arg_loc(block, index, loc);
            argument
        });
        let inner = NewOp { operands: &operands, loc, ..NewOp::new(ctx.op_name(name)) };
        let inner = self.body.append(block, inner, &[ty]);
        self.return_results(block, inner);
        pending.results.extend_from_slice(results);
        pending.regions.push(vec![block]);
        Ok(())
    }

    /// `test.string_attr_pretty_name attributes {...}`: as many results as are named, and the names as an attribute.
    pub fn pretty_name(&mut self, pending: &mut Pending<'t>, bound: &[Bound<'t>]) -> Parsed<()> {
        if self.cursor.eat("attributes") {
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        let mut names = Vec::new();
        for group in bound {
            let name = if group.name.starts_with(|c: char| c.is_ascii_digit()) { "" } else { group.name };
            let name = self.texts.ctx.string_attr(name);
            names.extend((0..group.count.min(MOST_RESULTS)).map(|_| name));
        }
        pending.results.extend(names.iter().map(|_| types::I32));
        if self.entry(pending, names::NAMES).is_none() && !names.is_empty() {
            pending.set(names::NAMES, self.texts.ctx.array(&names));
        }
        Ok(())
    }
}
