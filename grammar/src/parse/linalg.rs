//! Custom forms of the `linalg` dialect's structured operations.

use irtrip_dialect::names;
use irtrip_dialect::ops::linalg::Payload;
use irtrip_dialect::{Attr, AttrData, Type, Value};
use smallvec::SmallVec;

use super::body::BodyParser;
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;

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
        if crate::payload::append(ctx, &mut self.body, block, payload, loc).is_none() {
            let wrong = "the operation on elements of these types is not covered";
            return Err(self.cursor.error_at(pending.spelled, ParseErrorKind::Invalid(wrong)));
        }
        pending.regions.push(vec![block]);
        Ok(())
    }
}
