//! Custom forms of the `linalg` dialect's structured operations.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::names;
use irtrip_dialect::ops::linalg::{self, Maps, Payload};
use irtrip_dialect::ops::{Format, Syntax, Traits};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::{element, indexing_maps};
use irtrip_dialect::{Attr, AttrData, Block, NewOp, OpName, Type, TypeData, Value};
use smallvec::SmallVec;

use super::body::{BodyParser, EntryArgument};
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;
use crate::payload::Given;

impl<'t> BodyParser<'_, '_, 't> {
    /// `linalg.generic {...} ins(%a : T) outs(%b : U) attrs = {...} {...} -> V`
    pub fn linalg_generic(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.loop_traits(pending, "linalg", &["parallel", "reduction", "window"])?;
        self.inputs_and_outputs(pending)?;
        if self.cursor.eat("attrs") {
            self.cursor.expect("=")?;
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        let blocks = self.region_of(pending.def, &[], false)?;
        pending.regions.push(blocks);
        self.result_list(pending)
    }

    /// Reads an operation's own dictionary, or the alias of one, where loops are called by words.
    pub fn loop_traits(&mut self, pending: &mut Pending<'t>, dialect: &str, words: &[&str]) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let before = self.cursor;
        let given = self.texts.attr_at(&mut self.cursor)?;
        if !matches!(ctx.attr_data(given), AttrData::Dictionary(_)) {
            return Err(before.error(ParseErrorKind::AttrKind));
        }
        for &(key, value) in ctx.entries(given) {
            if key != names::ITERATOR_TYPES {
                pending.set(key, value);
                continue;
            }
            let mut items: SmallVec<[Attr; 4]> = SmallVec::new();
            for &item in ctx.items(value) {
                let Some(word) = ctx.string_value(item) else { return Err(before.error(ParseErrorKind::AttrKind)) };
                let word = ctx.text(word);
                if !words.contains(&&*word) {
                    return Err(before.error(ParseErrorKind::OfTheForm(format!("unexpected iterator_type ({word})"))));
                }
                items.push(ctx.foreign_attr(dialect, &format!("iterator_type<{word}>")));
            }
            pending.set(key, ctx.array(&items));
        }
        Ok(())
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
        pending.outputs = sizes[1];
        if pending.def.is_some_and(|def| def.is(Traits::OPERAND_SEGMENTS)) {
            self.set_sizes(pending, &sizes);
        }
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
    pub fn structured(&mut self, pending: &mut Pending<'t>, payload: Payload, maps: Maps) -> Parsed<()> {
        self.cursor.skip_space();
        let start = self.cursor;
        if payload == Payload::Kind {
            self.element_kind(pending)?;
        }
        if matches!(maps, Maps::Written(_) | Maps::Optional | Maps::Required) {
            self.indexing_maps(pending, maps)?;
        }
        if self.cursor.eat("<") {
            let properties = self.texts.attr_at(&mut self.cursor)?;
            self.cursor.expect(">")?;
            self.set_properties(pending, Some(properties))?;
        }
        self.attr_dict(pending)?;
        self.inputs_and_outputs(pending)?;
        let before = pending.dictionary;
        self.attr_dict(pending)?;
        let ctx = self.texts.ctx;
        if before != pending.dictionary {
            for &(key, value) in ctx.entries(before) {
                pending.dictionary = ctx.with_entry(pending.dictionary, key, Some(value));
            }
        }
        let Some(given) = Given::of(ctx, payload, |key| self.entry(pending, key)) else {
            return Err(start.error(ParseErrorKind::OfTheForm("expected operation 'kind' attribute".to_owned())));
        };
        if maps == Maps::Optional && self.entry(pending, names::INDEXING_MAPS).is_none() {
            let types = self.operand_types(pending);
            let outputs = types.last().map(std::slice::from_ref).unwrap_or_default();
            let list = indexing_maps(ctx, Maps::Elementwise, &types, outputs, &|_| None);
            list.into_iter().for_each(|list| pending.set(names::INDEXING_MAPS, list));
        }
        self.result_list(pending)?;
        self.cursor.skip_space();
        if let Some(arity) = given.arity().filter(|&arity| arity != pending.operands.len()) {
            let found = pending.operands.len();
            return Err(self.cursor.error(ParseErrorKind::OfTheForm(format!(
                "[parseNamedStructuredOpRegion] ods-gen generated region expects {arity} args, got {found}"
            ))));
        }
        let block = self.element_block(pending);
        crate::payload::append(ctx, &mut self.body, block, given)
            .map_err(|wrong| start.error(ParseErrorKind::OfTheForm(wrong)))?;
        pending.regions.push(vec![block]);
        Ok(())
    }

    /// A block that takes an element of each operand.
    fn element_block(&mut self, pending: &Pending<'t>) -> Block {
        let block = self.body.new_block();
        for ty in self.operand_types(pending) {
            self.body.add_block_arg(block, element(self.texts.ctx, ty));
        }
        block
    }

    fn operand_types(&self, pending: &Pending<'t>) -> SmallVec<[Type; 4]> {
        pending.operands.iter().map(|&value| self.body.value_type(value)).collect()
    }

    /// `kind=#linalg.elementwise_kind<add>`
    fn element_kind(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let before = self.cursor;
        if !self.cursor.eat("kind") {
            return Err(before.error(ParseErrorKind::Expected("operation 'kind' attribute".to_owned())));
        }
        self.cursor.expect("=")?;
        let value = self.texts.attr_at(&mut self.cursor)?;
        pending.set(names::KIND, value);
        Ok(())
    }

    /// `indexing_maps = [...]`
    fn indexing_maps(&mut self, pending: &mut Pending<'t>, maps: Maps) -> Parsed<()> {
        self.cursor.skip_space();
        let before = self.cursor;
        if self.cursor.eat("indexing_maps") {
            self.cursor.expect("=")?;
            let value = self.texts.attr_at(&mut self.cursor)?;
            pending.set(names::INDEXING_MAPS, value);
            return Ok(());
        }
        match maps {
            Maps::Written(maps) => {
                pending.set(names::INDEXING_MAPS, irtrip_dialect::maps::map_array(self.texts.ctx, maps));
            }
            Maps::Required => {
                let kind = ParseErrorKind::Expected("'indexing_maps' attribute".to_owned());
                return Err(before.error(kind));
            }
            Maps::Elementwise | Maps::Fixed(_) | Maps::Optional => {}
        }
        Ok(())
    }

    /// Notes the maps of an operation that has them of its own, as upstream's verifier does.
    pub fn memoize_maps(&mut self, pending: &mut Pending<'t>) {
        let Some(Format::Custom(Syntax::Structured(_, maps @ Maps::Fixed(_)))) = pending.def.map(|def| def.format)
        else {
            return;
        };
        if self.entry(pending, names::MEMOIZED_MAPS).is_none() {
            let list = indexing_maps(self.texts.ctx, maps, &[], &[], &|key| self.entry(pending, key));
            list.into_iter().for_each(|list| pending.set(names::MEMOIZED_MAPS, list));
        }
    }

    /// `linalg.map { arith.addf {...} } ins(%a, %b : T, T) outs(%c : T) {...}`, or `ins(...) outs(...) {...}
    /// (%x: E, ...) {...}`; with the row's own numbers behind the operands.
    pub fn mapped(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut short = None;
        if self.cursor.eat("{") {
            let before = self.cursor;
            let Some(word) = self.cursor.word() else { return Err(before.expected("operation name")) };
            let name = self.texts.ctx.op_name(word);
            let attrs = match self.cursor.sees("{") {
                true => self.texts.dictionary_at(&mut self.cursor)?,
                false => attributes::EMPTY_DICTIONARY,
            };
            short = Some((name, attrs));
            self.cursor.expect("}")?;
        }
        self.inputs_and_outputs(pending)?;
        let numbers = pending.def.and_then(|def| def.attrs.first()).map(|slot| slot.name);
        numbers.map_or(Ok(()), |name| self.numbers(pending, name))?;
        self.attr_dict(pending)?;
        self.tensor_results(pending);
        let blocks = match short {
            Some((name, attrs)) => {
                let block = self.element_block(pending);
                let folds = numbers.is_some();
                self.short_payload(block, name, attrs, folds).ok_or_else(|| {
                    self.cursor.error_at(pending.spelled, ParseErrorKind::Invalid("unable to parse elemwise op"))
                })?;
                vec![block]
            }
            None => {
                let entry = self.typed_arguments()?;
                self.region_of(pending.def, &entry, true)?
            }
        };
        pending.regions.push(blocks);
        Ok(())
    }

    /// `(%a: T, %b: U)`
    fn typed_arguments(&mut self) -> Parsed<Vec<EntryArgument<'t>>> {
        let mut entry = Vec::new();
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if !entry.is_empty() {
                self.cursor.expect(",")?;
            }
            self.cursor.skip_space();
            let start = self.cursor.pos;
            let name = self.value_use()?.name;
            self.cursor.expect(":")?;
            let ty = self.texts.type_at(&mut self.cursor)?;
            let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or_else(|| self.place(start));
            entry.push(EntryArgument { name, number: 0, ty, loc });
        }
        Ok(entry)
    }

    /// One operation on the elements. What `folds` takes the last half of them first, as many as it gives.
    fn short_payload(&mut self, block: Block, name: OpName, attrs: Attr, folds: bool) -> Option<()> {
        let all: SmallVec<[Value; 4]> = self.body.block_args(block).into();
        let (output, inputs) = all.split_last()?;
        let operands: SmallVec<[Value; 4]> = match folds {
            true => std::iter::once(*output).chain(inputs.iter().copied()).collect(),
            false => inputs.into(),
        };
        let ty = self.body.value_type(*output);
        let new = NewOp { operands: &operands, attrs, ..NewOp::new(name) };
        let op = self.body.append(block, new, &[ty]);
        let value = self.body.result(op)?;
        self.body.append(block, NewOp { operands: &[value], ..NewOp::new(linalg::YIELD) }, &[]);
        Some(())
    }

    /// `permutation = [1, 0]`
    fn numbers(&mut self, pending: &mut Pending<'t>, name: &'static str) -> Parsed<()> {
        self.cursor.expect(name)?;
        self.cursor.expect("=")?;
        let mut values = Vec::new();
        self.cursor.expect("[")?;
        while !self.cursor.eat_byte(b']') {
            if !values.is_empty() {
                self.cursor.expect(",")?;
            }
            let value = self.texts.number(&mut self.cursor, Some(types::I64))?;
            values.extend(self.texts.ctx.int_value(value));
        }
        let key = self.texts.ctx.str(name);
        let list = AttrData::DenseArray { element: types::I64, values: values.into() };
        pending.set(key, self.texts.ctx.attr(list));
        Ok(())
    }

    /// `linalg.transpose ins(%a : T) outs(%b : U) permutation = [1, 0] {...}`
    pub fn moved(&mut self, pending: &mut Pending<'t>, by: &'static str) -> Parsed<()> {
        self.inputs_and_outputs(pending)?;
        self.numbers(pending, by)?;
        self.attr_dict(pending)?;
        self.tensor_results(pending);
        let block = self.element_block(pending);
        let first = self.body.block_args(block).first().copied();
        self.body.append(block, NewOp { operands: first.as_slice(), ..NewOp::new(linalg::YIELD) }, &[]);
        pending.regions.push(vec![block]);
        Ok(())
    }

    /// Results are the tensors among the operands behind the inputs.
    fn tensor_results(&self, pending: &mut Pending<'t>) {
        let types = self.operand_types(pending);
        let is_tensor = |ty: &Type| matches!(self.texts.ctx.type_data(*ty), TypeData::Tensor { .. });
        let outputs = pending.outputs.min(types.len());
        let behind = types.get(types.len() - outputs..).unwrap_or_default();
        pending.results.extend(behind.iter().copied().filter(is_tensor));
    }
}
