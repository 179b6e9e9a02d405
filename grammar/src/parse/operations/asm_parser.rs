//! The parser as custom forms that are code see it.

use irtrip_dialect::assembly::mixed_indices::DYNAMIC;
use irtrip_dialect::assembly::{
    AffineMapOfValues, DirectiveParser, OpAsmParser, Parsed, RegionArgument, TextPosition, UnresolvedOperand,
};
use irtrip_dialect::diagnostic::{ParseCode, ParseError};
use irtrip_dialect::ops::Place;
use irtrip_dialect::release::Releases;
use irtrip_dialect::{Attr, AttrData, Context, OpName, Str, Type};
use smallvec::SmallVec;

use super::Pending;
use super::assembly_format::Written;
use super::body::{BodyParser, EntryArgument};
use super::values::Use;
use crate::parse::cursor::Cursor;

/// Reads the custom form of one operation.
pub(crate) struct FormParser<'x, 'p, 'c, 't> {
    pub body: &'x mut BodyParser<'p, 'c, 't>,
    pub pending: &'x mut Pending<'t>,
    /// What the elements of the operation's assembly format gave so far.
    pub written: &'x mut Written<'t>,
}

impl<'c, 't> FormParser<'_, '_, 'c, 't> {
    fn at(&self, position: TextPosition) -> Cursor<'t> {
        let mut cursor = self.body.cursor;
        cursor.pos = position.0;
        cursor
    }

    fn name_of(&self, operand: UnresolvedOperand) -> Use<'t> {
        let start = operand.start as usize;
        let name = self.body.texts.text.get(start..start + operand.length as usize).unwrap_or_default();
        Use { name, number: operand.number }
    }

    fn unresolved(&self, Use { name, number }: Use<'t>) -> UnresolvedOperand {
        let start = self.body.cursor.span_of(name).start as u32;
        UnresolvedOperand { start, length: name.len() as u32, number }
    }

    fn entry_arguments(&self, arguments: &[RegionArgument]) -> Vec<EntryArgument<'t>> {
        let argument = |&RegionArgument { name, ty, loc }: &RegionArgument| {
            let Use { name, number } = self.name_of(name);
            EntryArgument { name, number, ty, loc }
        };
        arguments.iter().map(argument).collect()
    }
}

impl<'c, 't: 'c> OpAsmParser<'c> for FormParser<'_, '_, 'c, 't> {
    fn context(&self) -> &'c Context {
        self.body.texts.ctx
    }

    fn operation_name(&self) -> OpName {
        self.pending.name
    }

    fn position(&mut self) -> TextPosition {
        self.body.cursor.skip_space();
        TextPosition(self.body.cursor.pos)
    }

    fn rewind(&mut self, position: TextPosition) {
        self.body.cursor.pos = position.0;
    }

    fn error(&self, code: ParseCode) -> ParseError {
        self.body.cursor.error(code).of_form()
    }

    fn error_at(&self, position: TextPosition, code: ParseCode) -> ParseError {
        self.at(position).error(code).of_form()
    }

    fn error_at_name(&self, code: ParseCode) -> ParseError {
        self.body.cursor.error_at(self.pending.spelled, code).of_form()
    }

    fn expected(&self, what: &'static str) -> ParseError {
        self.body.cursor.expected(what)
    }

    fn spelling(&self, ty: Type) -> String {
        self.body.texts.spelling(ty)
    }

    fn reads(&self, releases: Releases) -> bool {
        self.body.texts.reads(releases)
    }

    fn sees(&self, token: &str) -> bool {
        self.body.cursor.sees(token)
    }

    fn eat(&mut self, token: &str) -> bool {
        self.body.cursor.eat(token)
    }

    fn expect(&mut self, token: &'static str) -> Parsed<()> {
        self.body.cursor.expect(token)
    }

    fn next_keyword(&self) -> &'c str {
        self.body.cursor.peek_word()
    }

    fn keyword(&mut self) -> Option<&'c str> {
        self.body.cursor.word()
    }

    fn optional_raw_string(&mut self) -> Parsed<Option<&'c str>> {
        let raw: Option<&'t str> = self.body.cursor.string()?;
        Ok(raw)
    }

    fn optional_string(&mut self) -> Parsed<Option<Str>> {
        match self.body.cursor.string()? {
            Some(raw) => self.body.texts.string(raw).map(Some),
            None => Ok(None),
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        self.body.texts.type_at(&mut self.body.cursor)
    }

    fn pointee(&mut self, position: TextPosition) -> Parsed<Option<Type>> {
        let start = self.at(position);
        self.body.texts.pointee_at(start)
    }

    fn attribute(&mut self) -> Parsed<Attr> {
        self.body.texts.attr_at(&mut self.body.cursor)
    }

    fn number(&mut self, ty: Type) -> Parsed<Attr> {
        // As upstream has it, `true` is a number whose bits are all set.
        if let Some(value) = self.body.cursor.truth_value() {
            return Ok(self.body.texts.ctx.int_attr(ty, -i64::from(value)));
        }
        self.body.texts.number(&mut self.body.cursor, ty)
    }

    fn dense_element(&mut self, ty: Type, data: &mut Vec<u8>) -> Parsed<()> {
        self.body.cursor.skip_space();
        if !matches!(self.body.cursor.peek(), b'0'..=b'9' | b'-' | b't' | b'f') {
            return Err(self.error(ParseCode::Expected("integer value")));
        }
        self.body.texts.number_into(&mut self.body.cursor, ty, data)
    }

    fn dense_elements(&mut self, ty: Type) -> Parsed<Attr> {
        self.body.cursor.skip_space();
        self.body.texts.dense_of(&mut self.body.cursor, Some(ty))
    }

    fn bare_affine_map(&mut self) -> Parsed<Attr> {
        let text = crate::parse::attributes::affine::bare_map(&mut self.body.cursor)?;
        let ctx = self.body.texts.ctx;
        Ok(ctx.attr(AttrData::Affine(ctx.str(&text))))
    }

    fn affine_map_of_values(
        &mut self,
        brackets: [&'static str; 2],
        word: Option<&'static str>,
    ) -> Parsed<AffineMapOfValues> {
        let (start, body) = (self.body.cursor, &mut *self.body);
        let mut cursor = start;
        let mut read = |at: &mut Cursor<'t>| {
            body.cursor = *at;
            let used = body.value_use()?;
            *at = body.cursor;
            Ok(used)
        };
        let map = crate::parse::attributes::affine::of_values(&mut cursor, brackets, word, &mut read)?;
        self.body.cursor = cursor;
        let operands = map.dims.iter().chain(&map.symbols).map(|used| self.unresolved(*used)).collect();
        let ctx = self.body.texts.ctx;
        let text = ctx.str(&map.text);
        Ok(AffineMapOfValues { map: ctx.attr(AttrData::Affine(text)), operands, groups: map.groups })
    }

    fn dimension_list(&mut self) -> Parsed<Vec<i64>> {
        let mut sizes = Vec::new();
        loop {
            self.body.cursor.skip_space();
            if self.body.cursor.eat_byte(b'?') {
                sizes.push(DYNAMIC);
            } else {
                let size = self.body.cursor.digits().and_then(|digits| digits.parse().ok());
                sizes.push(size.ok_or_else(|| self.body.cursor.expected("a size or '?'"))?);
            }
            if !self.body.cursor.eat_byte(b'x') {
                return Ok(sizes);
            }
        }
    }

    fn symbol_name(&mut self) -> Parsed<Str> {
        self.body.symbol_name()
    }

    fn symbol_ref(&mut self) -> Parsed<Attr> {
        self.body.texts.symbol_at(&mut self.body.cursor)
    }

    fn dictionary(&mut self) -> Parsed<Attr> {
        self.body.texts.dictionary_at(&mut self.body.cursor)
    }

    fn location_or(&mut self, position: TextPosition) -> Parsed<Attr> {
        let written = self.body.texts.location_at(&mut self.body.cursor)?;
        Ok(written.unwrap_or_else(|| self.body.place(position.0)))
    }

    fn set_attribute(&mut self, key: Str, value: Attr) {
        self.pending.set(key, value);
    }

    fn set_dictionary(&mut self, dictionary: Attr) {
        self.pending.dictionary = self.body.terms().current_dictionary(self.pending.def, dictionary);
    }

    fn optional_attr_dict(&mut self) -> Parsed<()> {
        if let Some(def) = self.pending.def.filter(|def| !def.clauses.is_empty()) {
            self.body.clauses(self.pending, def, self.written)?;
        }
        if self.sees("{") {
            let dictionary = self.dictionary()?;
            self.set_dictionary(dictionary);
        }
        Ok(())
    }

    fn attribute_of(&self, key: Str) -> Option<Attr> {
        self.body.entry(self.pending, key)
    }

    fn add_operands(&mut self, operands: &[UnresolvedOperand], ty: Type) -> Parsed<()> {
        for &operand in operands {
            let used = self.name_of(operand);
            self.body.own(self.pending, used, ty)?;
        }
        Ok(())
    }

    fn add_typed_operands(&mut self, operands: &[UnresolvedOperand], types: &[Type]) -> Parsed<()> {
        if operands.len() != types.len() {
            let code = ParseCode::OperandTypes { operands: operands.len(), types: types.len() };
            return Err(self.error_at_name(code));
        }
        for (&operand, &ty) in operands.iter().zip(types) {
            let used = self.name_of(operand);
            self.body.own(self.pending, used, ty)?;
        }
        Ok(())
    }

    fn add_results(&mut self, types: &[Type]) {
        self.pending.results.extend_from_slice(types);
    }

    fn successor(&mut self) -> Parsed<()> {
        self.body.successor(self.pending)
    }

    fn operand(&mut self) -> Parsed<UnresolvedOperand> {
        let used = self.body.value_use()?;
        Ok(self.unresolved(used))
    }

    fn region(&mut self, number: usize, arguments: &[RegionArgument], single: bool) -> Parsed<()> {
        let arguments = self.entry_arguments(arguments);
        let blocks = self.body.region_of(self.pending.def, &arguments, single)?;
        let regions = &mut self.pending.regions;
        if regions.len() <= number {
            regions.resize_with(number + 1, Vec::new);
        }
        if let Some(region) = regions.get_mut(number) {
            *region = blocks;
        }
        Ok(())
    }

    fn ensure_terminator(&mut self, number: usize) {
        if let Some(blocks) = self.pending.regions.get(number) {
            self.body.ensure_terminator(self.pending, blocks);
        }
    }

    fn ensure_terminator_of_results(&mut self, number: usize) {
        let before = self.body.body.op_count();
        self.ensure_terminator(number);
        let block = self.pending.regions.get(number).and_then(|blocks| blocks.last()).copied();
        let body = &mut self.body.body;
        let Some(made) = block.and_then(|block| body.last_op(block)).filter(|_| body.op_count() > before) else {
            return;
        };
        let results: Vec<_> = body.prev_op(made).map(|op| body.results(op).collect()).unwrap_or_default();
        body.set_operands(made, &results);
    }

    fn isolated_regions(&mut self, arguments: &[RegionArgument]) -> Parsed<()> {
        let arguments = self.entry_arguments(arguments);
        self.body.isolated_regions(self.pending, arguments)
    }
}

impl<'c, 't: 'c> DirectiveParser<'c> for FormParser<'_, '_, 'c, 't> {
    fn add_to_group(&mut self, group: u8, operand: UnresolvedOperand) {
        let used = self.name_of(operand);
        self.written.uses.push((group, used));
    }

    fn operand_count(&self) -> usize {
        self.written.uses.len()
    }

    fn add_type(&mut self, place: Place, ty: Type) {
        self.written.types.push((place, ty));
    }

    fn region_element(&mut self, number: u8, arguments: &[RegionArgument]) -> Parsed<()> {
        let arguments = self.entry_arguments(arguments);
        match self.pending.def {
            Some(def) => self.body.region_element(self.pending, def, number, arguments),
            None => Err(self.expected("an operation with a definition")),
        }
    }

    fn set_result_types(&mut self, types: &[Type]) {
        self.written.result_types = Some(SmallVec::from_slice(types));
    }

    fn type_of(&self, place: Place) -> Option<Type> {
        self.written.ty(place)
    }
}
