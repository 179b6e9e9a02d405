//! Custom forms of the `vector` dialect: transfers between memory and vectors, contractions, masked operations.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::maps::{Map, transfer_map};
use irtrip_dialect::names;
use irtrip_dialect::ops::{Traits, vector};
use irtrip_dialect::types::{Dim, well_known as types};
use irtrip_dialect::{Attr, Block, NewOp, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

use super::body::BodyParser;
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;
use super::values::Use;

/// What stands between an operation's name and its attributes in a transfer.
struct Transfer<'t> {
    indices: SmallVec<[Use<'t>; 4]>,
    mask: Option<Use<'t>>,
}

impl<'t> BodyParser<'_, '_, 't> {
    /// `vector.transfer_read %base[%i], %padding, %mask {...} : T, V`
    pub fn transfer_read(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let base = self.value_use()?;
        let indices = self.uses_in_brackets()?;
        self.cursor.expect(",")?;
        let padding = self.value_use()?;
        let mask = if self.cursor.eat_byte(b',') { Some(self.value_use()?) } else { None };
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let of = self.transferred_type()?;
        self.cursor.expect(",")?;
        let vector = self.vector_type()?;
        let transfer = Transfer { indices, mask };
        let masked = self.transfer_attributes(pending, of, vector, &transfer)?;
        self.own(pending, &[base], of)?;
        self.own(pending, &transfer.indices, types::INDEX)?;
        self.own(pending, &[padding], self.texts.ctx.scalar_type(of))?;
        self.own(pending, transfer.mask.as_slice(), masked)?;
        self.set_sizes(pending, &[1, transfer.indices.len(), 1, transfer.mask.iter().len()]);
        pending.results.push(vector);
        Ok(())
    }

    /// `vector.transfer_write %vector, %base[%i], %mask {...} : V, T`
    pub fn transfer_write(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let stored = self.value_use()?;
        self.cursor.expect(",")?;
        let base = self.value_use()?;
        let indices = self.uses_in_brackets()?;
        let mask = if self.cursor.eat_byte(b',') { Some(self.value_use()?) } else { None };
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let vector = self.vector_type()?;
        self.cursor.expect(",")?;
        let of = self.transferred_type()?;
        let transfer = Transfer { indices, mask };
        let masked = self.transfer_attributes(pending, of, vector, &transfer)?;
        self.own(pending, &[stored], vector)?;
        self.own(pending, &[base], of)?;
        self.own(pending, &transfer.indices, types::INDEX)?;
        self.own(pending, transfer.mask.as_slice(), masked)?;
        self.set_sizes(pending, &[1, 1, transfer.indices.len(), transfer.mask.iter().len()]);
        if matches!(self.texts.ctx.type_data(of), TypeData::Tensor { .. }) {
            pending.results.push(of);
        }
        Ok(())
    }

    /// Reads the type of what a transfer reads or writes.
    fn transferred_type(&mut self) -> Parsed<Type> {
        let before = self.cursor;
        let ty = self.texts.type_at(&mut self.cursor)?;
        match self.texts.ctx.type_data(ty) {
            TypeData::MemRef { dims: Some(_), .. } | TypeData::Tensor { dims: Some(_), .. } => Ok(ty),
            _ => Err(before.error(ParseErrorKind::Invalid("requires memref or ranked tensor type"))),
        }
    }

    fn vector_type(&mut self) -> Parsed<Type> {
        let before = self.cursor;
        let ty = self.texts.type_at(&mut self.cursor)?;
        match self.texts.ctx.type_data(ty) {
            TypeData::Vector { .. } => Ok(ty),
            _ => Err(before.error(ParseErrorKind::Invalid("requires vector type"))),
        }
    }

    /// Reads `[%a, %b]`.
    pub fn uses_in_brackets(&mut self) -> Parsed<SmallVec<[Use<'t>; 4]>> {
        let mut uses = SmallVec::new();
        self.cursor.expect("[")?;
        while !self.cursor.eat_byte(b']') {
            if !uses.is_empty() {
                self.cursor.expect(",")?;
            }
            uses.push(self.value_use()?);
        }
        Ok(uses)
    }

    /// Sets how many operands each group has.
    pub fn set_sizes(&self, pending: &mut Pending<'t>, sizes: &[usize]) {
        let sizes: SmallVec<[i32; 4]> = sizes.iter().map(|&size| size as i32).collect();
        pending.set(names::OPERAND_SEGMENT_SIZES, self.texts.ctx.i32_array(&sizes));
    }

    /// Adds the map and the bounds that are not written; gives the type a mask has.
    fn transfer_attributes(
        &self,
        pending: &mut Pending<'t>,
        of: Type,
        vector: Type,
        transfer: &Transfer<'t>,
    ) -> Parsed<Type> {
        let ctx = self.texts.ctx;
        let map = match self.entry(pending, names::PERMUTATION_MAP) {
            Some(map) => map,
            None => match transfer_map(ctx, of, vector) {
                Some(map) => {
                    pending.set(names::PERMUTATION_MAP, map);
                    map
                }
                None => {
                    let wrong = "expected a custom permutation_map when rank(source) != rank(destination)";
                    return Err(self.cursor.error_at(pending.spelled, ParseErrorKind::Invalid(wrong)));
                }
            },
        };
        let results: SmallVec<[&str; 4]> = Map::of(ctx, map).into_iter().flat_map(|map| map.each_result()).collect();
        if self.entry(pending, names::IN_BOUNDS).is_none() {
            let bounds: SmallVec<[Attr; 4]> = smallvec![attrs::FALSE; results.len()];
            pending.set(names::IN_BOUNDS, ctx.array(&bounds));
        }
        let TypeData::Vector { dims, .. } = ctx.type_data(vector) else { return Ok(types::I1) };
        if transfer.mask.is_some() && matches!(ctx.type_data(ctx.scalar_type(of)), TypeData::Vector { .. }) {
            let wrong = "does not support masks with vector element type";
            return Err(self.cursor.error_at(pending.spelled, ParseErrorKind::Invalid(wrong)));
        }
        Ok(ctx.ty(TypeData::Vector { dims: mask_dims(&results, dims), element: types::I1 }))
    }

    /// `vector.contract {...} %a, %b, %c {...} : T, U into V`
    pub fn contract(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let before = self.cursor;
        let given = self.texts.dictionary_at(&mut self.cursor)?;
        for &(key, value) in ctx.entries(given) {
            let value = match key {
                names::ITERATOR_TYPES => self.iterators(before, value)?,
                _ => value,
            };
            pending.set(key, value);
        }
        let mut uses: SmallVec<[Use<'t>; 3]> = SmallVec::new();
        for place in 0..3 {
            if place > 0 {
                self.cursor.expect(",")?;
            }
            uses.push(self.value_use()?);
        }
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let lhs = self.texts.type_at(&mut self.cursor)?;
        self.cursor.expect(",")?;
        let rhs = self.texts.type_at(&mut self.cursor)?;
        self.cursor.expect("into")?;
        let result = self.texts.type_at(&mut self.cursor)?;
        self.own_each(pending, &uses, &[lhs, rhs, result])?;
        pending.results.push(result);
        Ok(())
    }

    /// The words of an array of strings as the dialect's attributes.
    fn iterators(&self, at: super::cursor::Cursor<'t>, words: Attr) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        let mut items: SmallVec<[Attr; 4]> = SmallVec::new();
        for &item in ctx.items(words) {
            let Some(word) = ctx.string_value(item) else { return Err(at.error(ParseErrorKind::AttrKind)) };
            let word = ctx.text(word);
            if !matches!(&*word, "parallel" | "reduction") {
                return Err(at.error(ParseErrorKind::Said(format!("unexpected iterator_type ({word})"))));
            }
            items.push(ctx.foreign_attr("vector", &format!("iterator_type<{word}>")));
        }
        Ok(ctx.array(&items))
    }

    /// `vector.outerproduct %a, %b, %c {...} : V, T`
    pub fn outer_product(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let lhs = self.value_use()?;
        self.cursor.expect(",")?;
        let rhs = self.value_use()?;
        let acc = if self.cursor.eat_byte(b',') { Some(self.value_use()?) } else { None };
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let before = self.cursor;
        let of_lhs = self.texts.type_at(&mut self.cursor)?;
        self.cursor.expect(",")?;
        let of_rhs = self.texts.type_at(&mut self.cursor)?;
        let TypeData::Vector { dims, element } = ctx.type_data(of_lhs) else {
            return Err(before.error(ParseErrorKind::Invalid("expected vector type for operand #1")));
        };
        let mut shape: Vec<Dim> = dims.iter().take(1).copied().collect();
        if let TypeData::Vector { dims, .. } = ctx.type_data(of_rhs) {
            shape.extend(dims.iter().take(1).copied());
        }
        let result = ctx.ty(TypeData::Vector { dims: shape.into(), element: *element });
        self.own(pending, &[lhs], of_lhs)?;
        self.own(pending, &[rhs], of_rhs)?;
        self.own(pending, acc.as_slice(), result)?;
        pending.results.push(result);
        Ok(())
    }

    /// `vector.mask %mask, %passthru { operation } {...} : M -> T`
    pub fn mask(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mask = self.value_use()?;
        let through = if self.cursor.eat_byte(b',') { Some(self.value_use()?) } else { None };
        let blocks = self.region_of(pending.def, &[], true)?;
        self.yield_last(pending, &blocks);
        pending.regions.push(blocks);
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let ty = self.texts.type_at(&mut self.cursor)?;
        if self.cursor.eat("->") {
            let list = self.types_in_brackets()?;
            pending.results.extend_from_slice(&list);
        }
        self.own(pending, &[mask], ty)?;
        if let Some(through) = through {
            let Some(&ty) = pending.results.first() else {
                return Err(self
                    .cursor
                    .error(ParseErrorKind::Invalid("expects result if passthru operand is provided")));
            };
            self.own(pending, &[through], ty)?;
        }
        Ok(())
    }

    /// Ends a block in the yield of its last operation's results, unless it has a terminator.
    fn yield_last(&mut self, pending: &Pending<'t>, blocks: &[Block]) {
        let Some(&block) = blocks.last() else { return };
        let last = self.body.last_op(block);
        if last.and_then(|op| self.body.name(op).def()).is_some_and(|def| def.is(Traits::TERMINATOR)) {
            return;
        }
        let operands: SmallVec<[Value; 2]> = last.map(|op| self.body.results(op).collect()).unwrap_or_default();
        let loc = self.place(self.cursor.span_of(pending.spelled).start);
        self.body.append(block, NewOp { operands: &operands, loc, ..NewOp::new(vector::YIELD) }, &[]);
    }

    /// `memref.dma_start %a[%i], %b[%j], %count, %tag[%k], %stride, %per_stride : T, U, V`
    pub fn dma_start(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut parts: SmallVec<[(Use<'t>, SmallVec<[Use<'t>; 4]>); 3]> = SmallVec::new();
        let mut count = None;
        for place in 0..3 {
            if place == 2 {
                count = Some(self.value_use()?);
                self.cursor.expect(",")?;
            }
            let buffer = self.value_use()?;
            parts.push((buffer, self.uses_in_brackets()?));
            if place < 2 {
                self.cursor.expect(",")?;
            }
        }
        let mut strides: SmallVec<[Use<'t>; 2]> = SmallVec::new();
        while self.cursor.eat_byte(b',') {
            strides.push(self.value_use()?);
        }
        let before = self.cursor;
        self.cursor.expect(":")?;
        if !matches!(strides.len(), 0 | 2) {
            return Err(before.error(ParseErrorKind::Invalid("expected two stride related operands")));
        }
        for (place, (buffer, indices)) in parts.iter().enumerate() {
            if place > 0 {
                self.cursor.expect(",")?;
            }
            if place == 2 {
                self.own(pending, count.as_slice(), types::INDEX)?;
            }
            let ty = self.texts.type_at(&mut self.cursor)?;
            self.own(pending, &[*buffer], ty)?;
            self.own(pending, indices, types::INDEX)?;
        }
        self.own(pending, &strides, types::INDEX)
    }
}

/// The shape of a transfer's mask: the vector's sizes in the order of the dimensions they come from.
fn mask_dims(results: &[&str], dims: &[Dim]) -> Box<[Dim]> {
    let from = |result: &&str| result.strip_prefix('d').and_then(|digits| digits.parse::<usize>().ok());
    let mut sized: Vec<(usize, Dim)> =
        results.iter().zip(dims).filter_map(|(result, &dim)| Some((from(result)?, dim))).collect();
    sized.sort_by_key(|(place, _)| *place);
    if sized.is_empty() {
        return Box::new([Dim { size: Some(1), scalable: false }]);
    }
    sized.into_iter().map(|(_, dim)| dim).collect()
}
