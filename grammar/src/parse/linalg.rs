//! Custom forms of the `linalg` dialect's structured operations.

use irtrip_dialect::names;
use irtrip_dialect::ops::arith;
use irtrip_dialect::ops::linalg::{self, Payload};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Block, NewOp, OpName, Type, TypeData, Value};
use smallvec::SmallVec;

use super::body::BodyParser;
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;

impl<'t> BodyParser<'_, '_, 't> {
    /// `linalg.generic {...} ins(%a : T) outs(%b : U) attrs = {...} {...} -> V`
    pub fn linalg_generic(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let before = self.cursor;
        let given = self.texts.attr_at(&mut self.cursor)?;
        if !matches!(ctx.attr_data(given), AttrData::Dictionary(_)) {
            return Err(before.error(ParseErrorKind::AttrKind));
        }
        for &(key, value) in ctx.entries(given) {
            let value = match key {
                names::ITERATOR_TYPES => self.iterator_words(before, value)?,
                _ => value,
            };
            pending.set(key, value);
        }
        self.inputs_and_outputs(pending)?;
        if self.cursor.eat("attrs") {
            self.cursor.expect("=")?;
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        let blocks = self.region_of(pending.def, &[], false)?;
        pending.regions.push(blocks);
        self.result_list(pending)
    }

    fn iterator_words(&self, at: super::cursor::Cursor<'t>, words: Attr) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        let mut items: SmallVec<[Attr; 4]> = SmallVec::new();
        for &item in ctx.items(words) {
            let Some(word) = ctx.string_value(item) else { return Err(at.error(ParseErrorKind::AttrKind)) };
            let word = ctx.text(word);
            if !matches!(&*word, "parallel" | "reduction" | "window") {
                return Err(at.error(ParseErrorKind::Said(format!("unexpected iterator_type ({word})"))));
            }
            items.push(ctx.foreign_attr("linalg", &format!("iterator_type<{word}>")));
        }
        Ok(ctx.array(&items))
    }

    /// Reads `ins(%a : T) outs(%b : U)`, either of which may be missing.
    fn inputs_and_outputs(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut sizes = [0, 0];
        for (word, size) in ["ins", "outs"].into_iter().zip(&mut sizes) {
            if !self.cursor.eat(word) {
                continue;
            }
            self.cursor.expect("(")?;
            let mut uses = SmallVec::new();
            if self.cursor.sees("%") {
                self.uses_into(&mut uses)?;
                self.cursor.expect(":")?;
                let mut list = SmallVec::new();
                super::operation::types_into(self.texts, &mut self.cursor, &mut list)?;
                self.own_each(pending, &uses, &list)?;
            }
            self.cursor.expect(")")?;
            *size = uses.len();
        }
        self.set_sizes(pending, &sizes);
        Ok(())
    }

    fn result_list(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("->") {
            let list = self.types_in_brackets()?;
            pending.results.extend_from_slice(&list);
        }
        Ok(())
    }

    /// `linalg.add {...} ins(%a, %b : T, T) outs(%c : T) -> T`; the region follows from the types.
    pub fn structured(
        &mut self,
        pending: &mut Pending<'t>,
        payload: Payload,
        maps: &'static [&'static str],
    ) -> Parsed<()> {
        if !maps.is_empty() {
            let value = match self.cursor.eat("indexing_maps") {
                true => {
                    self.cursor.expect("=")?;
                    self.texts.attr_at(&mut self.cursor)?
                }
                false => irtrip_dialect::maps::map_array(self.texts.ctx, maps),
            };
            pending.set(names::INDEXING_MAPS, value);
        }
        self.attr_dict(pending)?;
        let cast = self.texts.name("cast");
        if self.entry(pending, cast).is_some() {
            let wrong = ParseErrorKind::Invalid("'cast' of a structured operation's elements is not covered");
            return Err(self.cursor.error_at(pending.spelled, wrong));
        }
        self.inputs_and_outputs(pending)?;
        self.result_list(pending)?;
        let ctx = self.texts.ctx;
        let types: SmallVec<[Type; 4]> =
            pending.operands.iter().map(|&value| ctx.scalar_type(self.body.value_type(value))).collect();
        let block = self.body.new_block();
        let args: SmallVec<[Value; 4]> = types.iter().map(|&ty| self.body.add_block_arg(block, ty)).collect();
        let loc = self.place(self.cursor.span_of(pending.spelled).start);
        for place in 0..args.len() {
            self.body.set_block_arg_loc(block, place, loc);
        }
        match self.payload(block, payload, &args, loc) {
            Some(value) => {
                self.body.append(block, NewOp { operands: &[value], loc, ..NewOp::new(linalg::YIELD) }, &[]);
            }
            None => {
                let wrong = "the operation on elements of these types is not covered";
                return Err(self.cursor.error_at(pending.spelled, ParseErrorKind::Invalid(wrong)));
            }
        }
        pending.regions.push(vec![block]);
        Ok(())
    }

    /// Appends what a named operation does to elements; gives what it yields, nothing where the types have no such
    /// operation.
    fn payload(&mut self, block: Block, payload: Payload, args: &[Value], loc: Attr) -> Option<Value> {
        let (&output, inputs) = args.split_last()?;
        let of = self.body.value_type(output);
        match (payload, inputs) {
            (Payload::First, [input]) => Some(*input),
            (Payload::Cast, [input]) => self.cast_to(block, *input, of, loc),
            (Payload::Unary(name), [input]) => {
                let fits = self.is_float(of) && self.body.value_type(*input) == of;
                fits.then(|| self.element(block, name, &[*input], of, loc))?
            }
            (Payload::Binary(..), [lhs, rhs]) => {
                let fits = [lhs, rhs].into_iter().all(|&value| self.body.value_type(value) == of);
                let name = self.of_type(payload, of).filter(|_| fits)?;
                self.element(block, name, &[*lhs, *rhs], of, loc)
            }
            (Payload::MultiplyAdd, [lhs, rhs]) => {
                let lhs = self.cast_to(block, *lhs, of, loc)?;
                let rhs = self.cast_to(block, *rhs, of, loc)?;
                let multiply = Payload::Binary(arith::MULF, Some(arith::MULI), Some(arith::ANDI));
                let add = Payload::Binary(arith::ADDF, Some(arith::ADDI), Some(arith::ORI));
                let product = self.element(block, self.of_type(multiply, of)?, &[lhs, rhs], of, loc)?;
                self.element(block, self.of_type(add, of)?, &[output, product], of, loc)
            }
            _ => None,
        }
    }

    fn is_float(&self, ty: Type) -> bool {
        matches!(self.texts.ctx.type_data(ty), TypeData::Float(_))
    }

    /// The operation of a payload for elements of a type.
    fn of_type(&self, payload: Payload, ty: Type) -> Option<OpName> {
        let Payload::Binary(float, integer, bit) = payload else { return None };
        match self.texts.ctx.type_data(ty) {
            TypeData::Float(_) => Some(float),
            TypeData::Integer { .. } if ty == types::I1 => bit,
            TypeData::Integer { .. } | TypeData::Index => integer,
            _ => None,
        }
    }

    fn element(&mut self, block: Block, name: OpName, operands: &[Value], ty: Type, loc: Attr) -> Option<Value> {
        let op = self.body.append(block, NewOp { operands, loc, ..NewOp::new(name) }, &[ty]);
        self.body.result(op)
    }

    /// Gives a signed element as a type.
    fn cast_to(&mut self, block: Block, value: Value, to: Type, loc: Attr) -> Option<Value> {
        let from = self.body.value_type(value);
        if from == to {
            return Some(value);
        }
        let ctx = self.texts.ctx;
        let name = match (ctx.type_data(from), ctx.type_data(to)) {
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a < b => arith::EXTSI,
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a > b => arith::TRUNCI,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() < b.width() => arith::EXTF,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() > b.width() => arith::TRUNCF,
            (TypeData::Integer { .. }, TypeData::Float(_)) => arith::SITOFP,
            (TypeData::Float(_), TypeData::Integer { .. }) => arith::FPTOSI,
            _ => return None,
        };
        self.element(block, name, &[value], to, loc)
    }
}
