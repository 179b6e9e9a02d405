//! Pieces of custom forms whose syntax is one operation's, or a few operations'.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::ops::{OpDef, Place};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{AttrData, Block, Type, TypeData};

use super::assembly_format::Written;
use super::body::BodyParser;
use super::{Pending, types_into};
use crate::parse::error::Parsed;

/// A place among static numbers that an operand stands for.
pub(crate) const DYNAMIC: i64 = i64::MIN;

impl<'t> BodyParser<'_, '_, 't> {
    /// `[%i, 4]`: the operands go into a group, the numbers into an attribute.
    pub fn index_list(
        &mut self,
        pending: &mut Pending<'t>,
        def: &'static OpDef,
        (group, name): (u8, &str),
        written: &mut Written<'t>,
    ) -> Parsed<()> {
        let (key, _) = self.named_slot(pending, def, name)?;
        let mut values = Vec::new();
        self.cursor.expect("[")?;
        while !self.cursor.eat_byte(b']') {
            if !values.is_empty() {
                self.cursor.expect(",")?;
            }
            if self.cursor.sees("%") {
                written.uses.push((group, self.value_use()?));
                values.push(DYNAMIC);
            } else {
                let value = self.texts.number(&mut self.cursor, types::I64)?;
                values.extend(self.texts.ctx.int_value(value));
            }
        }
        let array = AttrData::DenseArray { element: types::I64, values: values.into() };
        pending.set(key, self.texts.ctx.attr(array));
        Ok(())
    }

    /// `memref<2xf32> = dense<...>`, `memref<2xf32> = uninitialized` or `memref<2xf32>`.
    pub fn type_and_initial_value(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let ty = self.texts.type_at(&mut self.cursor)?;
        let fixed = matches!(ctx.type_data(ty), TypeData::MemRef { dims: Some(dims), .. }
            if dims.iter().all(|dim| dim.size.is_some()));
        if !fixed {
            let code = ParseCode::GlobalMemRefType(self.texts.spelling(ty));
            return Err(self.cursor.error_at(pending.spelled, code).of_form());
        }
        pending.set(names::TYPE, ctx.type_attr(ty));
        if !self.cursor.eat("=") {
            return Ok(());
        }
        if self.cursor.eat("uninitialized") {
            pending.set(names::INITIAL_VALUE, attrs::UNIT);
            return Ok(());
        }
        let TypeData::MemRef { dims: Some(dims), element, .. } = ctx.type_data(ty) else {
            return Err(self.cursor.expected("memref type"));
        };
        let (dims, element) = (Some(dims.clone()), *element);
        let value = if self.cursor.peek_word() == "dense" {
            let tensor = ctx.ty(TypeData::Tensor { dims, element, encoding: None });
            self.cursor.skip_space();
            self.texts.dense_of(&mut self.cursor, Some(tensor))?
        } else {
            self.texts.attr_at(&mut self.cursor)?
        };
        let elements = matches!(
            ctx.attr_data(value),
            AttrData::Dense { .. }
                | AttrData::DenseStrings { .. }
                | AttrData::Sparse { .. }
                | AttrData::DenseResource { .. }
        );
        if !elements {
            return Err(self.cursor.error_at(pending.spelled, ParseCode::GlobalMemRefValue).of_form());
        }
        pending.set(names::INITIAL_VALUE, value);
        Ok(())
    }

    /// `(i, j) -> (j, i)`, a map without the word before it.
    pub fn permutation(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let text = crate::parse::attributes::affine::bare_map(&mut self.cursor)?;
        pending.set(names::PERMUTATION, self.texts.ctx.attr(AttrData::Affine(self.texts.ctx.str(&text))));
        Ok(())
    }

    /// `read, locality<3>, data`
    pub fn prefetch(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let write = self.either(pending, "read", "write", ParseCode::PrefetchAccess)?;
        pending.set(names::IS_WRITE, ctx.bool_attr(write));
        for token in [",", "locality", "<"] {
            self.cursor.expect(token)?;
        }
        let hint = self.texts.number(&mut self.cursor, types::I32)?;
        pending.set(names::LOCALITY_HINT, hint);
        self.cursor.expect(">")?;
        self.cursor.expect(",")?;
        let data = self.either(pending, "instr", "data", ParseCode::PrefetchCache)?;
        pending.set(names::IS_DATA_CACHE, ctx.bool_attr(data));
        Ok(())
    }

    /// Reads one of two words: whether it is the second.
    fn either(&mut self, pending: &Pending<'t>, first: &str, second: &str, wrong: ParseCode) -> Parsed<bool> {
        if self.cursor.eat(first) {
            return Ok(false);
        }
        if self.cursor.eat(second) {
            return Ok(true);
        }
        Err(self.cursor.error_at(pending.spelled, wrong).of_form())
    }

    /// `-> T` or `-> (T, U)`, if it is here.
    pub fn arrow_types(&mut self, written: &mut Written<'t>) -> Parsed<()> {
        if self.cursor.eat("->") {
            let list = self.types_in_brackets()?;
            written.types.extend(list.into_iter().map(|ty| (Place::Result(0), ty)));
        }
        Ok(())
    }

    /// Reads `T`, `(T, U)` or `()`.
    pub fn types_in_brackets(&mut self) -> Parsed<smallvec::SmallVec<[Type; 8]>> {
        let mut list = smallvec::SmallVec::new();
        if !self.cursor.eat_byte(b'(') {
            list.push(self.texts.type_at(&mut self.cursor)?);
        } else if !self.cursor.eat_byte(b')') {
            types_into(self.texts, &mut self.cursor, &mut list)?;
            self.cursor.expect(")")?;
        }
        Ok(list)
    }

    /// `case 2 {...} default {...}`: the default's region is the first one.
    pub fn region_cases(&mut self, pending: &mut Pending<'t>, default: bool) -> Parsed<()> {
        let mut cases = Vec::new();
        let mut regions = Vec::new();
        while self.cursor.eat("case") {
            let value = self.texts.number(&mut self.cursor, types::I64)?;
            cases.extend(self.texts.ctx.int_value(value));
            regions.push(self.case_region(pending)?);
        }
        if default {
            self.cursor.expect("default")?;
            regions.insert(0, self.case_region(pending)?);
        }
        pending.regions.extend(regions);
        let cases = AttrData::DenseArray { element: types::I64, values: cases.into() };
        pending.set(names::CASES, self.texts.ctx.attr(cases));
        Ok(())
    }

    fn case_region(&mut self, pending: &Pending<'t>) -> Parsed<Vec<Block>> {
        let blocks = self.region_of(pending.def, &[], true)?;
        if let Some(terminator) = pending.def.and_then(|def| def.terminator) {
            self.end_with(pending, &blocks, terminator);
        }
        Ok(blocks)
    }
}
