//! Constant expressions. LangRef, "Constant Expressions".

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::constants::compute::Computation;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::GepNoWrapFlags;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, llvm};
use irtrip_dialect::release::Release;
use irtrip_dialect::scalars::{masked, signed};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, OpName, OpNameDefinition, Type, TypeData};
use smallvec::{SmallVec, smallvec};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use crate::bodies::instructions::operand_types::{check_cast, check_compare, check_mask, check_select, is_elementary};
use crate::bodies::instructions::{comparison_predicate, comparison_type, constant_indices, flags, mnemonics};
use crate::constants::materialize::position_attr;
use crate::constants::read::{ConstantReader, mismatch, number_text};
use irtrip_dialect::constants::{ConstData, ConstId, Expr};
use irtrip_dialect::llvm_text::cursor::{Cursor, fail};
use irtrip_dialect::llvm_text::literals::{self, IntLiteral};
use irtrip_dialect::types::predicates::{is_scalable, is_sized, is_struct_of_scalable};

impl<'a> ConstantReader<'_, 'a> {
    /// Reads a constant expression whose type is in it alone.
    pub fn untyped_expression(&mut self, c: &mut Cursor<'a>) -> DiagnosticResult<ConstId> {
        let start = c.peek_pos();
        let word = c.word();
        self.expression_of(c, word, start)
    }

    pub fn expression(
        &mut self,
        c: &mut Cursor<'a>,
        ty: Type,
        word: &'a [u8],
        start: usize,
    ) -> DiagnosticResult<ConstId> {
        let found = self.expression_of(c, word, start)?;
        if self.pool.ty(found) != ty {
            return mismatch(self.ctx, c, self.pool.ty(found), ty, start);
        }
        Ok(found)
    }

    fn expression_of(&mut self, c: &mut Cursor<'a>, word: &'a [u8], start: usize) -> DiagnosticResult<ConstId> {
        let name = self.expression_name(c, word, start)?;
        if name == llvm::GETELEMENTPTR {
            return self.gep_expression(c, start);
        }
        let (ty, expr) = self.expression_parts(c, name, start)?;
        if self.of_body || name.def().is_some_and(|def| def.is_constant_expression()) {
            return Ok(self.folded(ty, expr));
        }
        match self.computed(ty, &expr) {
            Some(id) => Ok(id),
            None => c.error_at(start, ImportCode::NoExpression(String::from_utf8_lossy(word).into_owned())),
        }
    }

    /// The result for integers of an expression that is an instruction today: outside of bodies it can be nothing else.
    fn computed(&mut self, ty: Type, expr: &Expr) -> Option<ConstId> {
        let are_integers = expr.operands.iter().all(|operand| self.ctx.int_width(self.pool.ty(*operand)).is_some());
        let computation = Computation::of(self.ctx, &expr.name.def()?.llvm, expr.attrs).filter(|_| are_integers)?;
        self.pool.computed(self.ctx, computation, ty, &expr.operands).ok()?
    }

    /// The operation of a constant expression that may be here.
    fn expression_name(&self, c: &Cursor<'a>, word: &[u8], start: usize) -> DiagnosticResult<OpName> {
        let Some(name) = mnemonics::expression(word) else {
            return fail(start..c.pos.max(start + 1), ImportCode::Expected("value token"));
        };
        let is_current = name.def().is_some_and(|def| def.is_constant_expression());
        if is_current {
            return Ok(name);
        }
        // A module is not written with typed pointers because of an expression that only they had with them.
        let releases = name.def().and_then(|def| def.constant_expression);
        if let Some(releases) = releases.filter(|releases| releases.contains(Release::V15)) {
            self.types.narrow(releases);
        }
        Ok(name)
    }

    fn expression_parts(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        match name.def().map(|def| def.llvm) {
            Some(LlvmForm::Cast(_)) => self.cast_expression(c, name, start),
            Some(LlvmForm::Binary(_)) => self.binary_expression(c, name, start),
            Some(LlvmForm::Unary(_)) => self.unary_expression(c, name),
            Some(LlvmForm::Inst(Inst::ICmp | Inst::FCmp)) => self.compare_expression(c, name, start),
            Some(LlvmForm::Inst(Inst::Select)) => self.select_expression(c, start),
            Some(LlvmForm::Inst(Inst::ExtractValue | Inst::InsertValue)) => self.aggregate_expression(c, name, start),
            _ => self.vector_expression(c, name, start),
        }
    }

    /// The constant of an expression: what LLVM folds a bit cast to, or the expression.
    fn folded(&mut self, ty: Type, expr: Expr) -> ConstId {
        if let (llvm::BITCAST, [operand]) = (expr.name, &expr.operands[..]) {
            // A cast of a pointer of a version whose pointers have types.
            if self.pool.ty(*operand) == ty {
                return *operand;
            }
            if let Some(folded) = self.pool.bit_cast_without_layout(self.ctx, *operand, ty) {
                return folded;
            }
        }
        match expr.name.def().and_then(|def| def.constant_expression?.until) {
            Some(until) => self.pool.intern_former(ty, expr, until),
            None => self.pool.intern(ty, ConstData::Expr(Box::new(expr))),
        }
    }

    /// `fneg (T v)`
    fn unary_expression(&mut self, c: &mut Cursor<'a>, name: OpName) -> DiagnosticResult<(Type, Expr)> {
        c.expect(b'(', "'(' in unary constantexpr")?;
        let operand = self.typed_constant(c)?;
        c.expect(b')', "')' in unary constantexpr")?;
        Ok((self.pool.ty(operand), Expr { name, attrs: EMPTY_DICTIONARY, operands: smallvec![operand] }))
    }

    /// `icmp eq (T a, T b)`
    fn compare_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let predicate = comparison_predicate(c, &mut AttributeCache::new(self.ctx), name)?;
        c.expect(b'(', "'(' in compare constantexpr")?;
        let ty = self.types.value_type(c)?;
        let pointees = self.types.pointees().map(|pointees| (IRTRIP_POINTEES, pointees));
        let operands = smallvec![self.constant(c, ty)?, self.next_constant(c, "comma in compare constantexpr")?];
        c.expect(b')', "')' in compare constantexpr")?;
        let types = operands.iter().map(|operand| self.pool.ty(*operand)).collect::<Vec<_>>();
        if types.first() != types.last() {
            return c.error_at(start, ImportCode::ExpressionOperandTypes);
        }
        check_compare(self.ctx, c, name, ty, start)?;
        let entries: NamedAttrs = [(PREDICATE, predicate)].into_iter().chain(pointees).collect();
        Ok((comparison_type(self.ctx, ty), Expr { name, attrs: self.ctx.dictionary(&entries), operands }))
    }

    /// `select (i1 c, T a, T b)`
    fn select_expression(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<(Type, Expr)> {
        c.expect(b'(', "'(' in constantexpr")?;
        let mut operands = smallvec![self.typed_constant(c)?];
        for _ in 0..2 {
            operands.push(self.next_constant(c, "comma in constantexpr")?);
        }
        c.expect(b')', "')' in constantexpr")?;
        let [condition, first, second] = operands[..] else { return c.expected("three operands in constantexpr") };
        let ty = self.pool.ty(first);
        check_select(self.ctx, c, self.pool.ty(condition), ty, self.pool.ty(second), start)?;
        Ok((ty, Expr { name: llvm::SELECT, attrs: EMPTY_DICTIONARY, operands }))
    }

    /// `extractvalue ({ T } a, 0)`, `insertvalue ({ T } a, T v, 0)`
    fn aggregate_expression(
        &mut self,
        c: &mut Cursor<'a>,
        name: OpName,
        start: usize,
    ) -> DiagnosticResult<(Type, Expr)> {
        c.expect(b'(', "'(' in constantexpr")?;
        let mut operands = smallvec![self.typed_constant(c)?];
        if name == llvm::INSERTVALUE {
            operands.push(self.next_constant(c, "comma in constantexpr")?);
        }
        let whole = operands.first().map_or(types::VOID, |whole| self.pool.ty(*whole));
        let what = if name == llvm::INSERTVALUE { "insertvalue" } else { "extractvalue" };
        let (indices, found) = constant_indices(self.ctx, c, whole, what, start)?;
        c.expect(b')', "')' in constantexpr")?;
        let attrs = self.ctx.dictionary(&[(POSITION, position_attr(self.ctx, &indices))]);
        if name == llvm::EXTRACTVALUE {
            return Ok((found, Expr { name, attrs, operands }));
        }
        match operands.get(1) {
            Some(inserted) if self.pool.ty(*inserted) == found => Ok((whole, Expr { name, attrs, operands })),
            _ => c.error_at(start, ImportCode::InvalidOperands(what)),
        }
    }

    /// A comma, and a type with a constant of it.
    fn next_constant(&mut self, c: &mut Cursor<'a>, comma: &'static str) -> DiagnosticResult<ConstId> {
        c.expect(b',', comma)?;
        self.typed_constant(c)
    }

    fn cast_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let flags = flags::parse_flags_of(c, name);
        c.expect(b'(', "'(' after constantexpr cast")?;
        let operand = self.typed_constant(c)?;
        c.expect_word_as("to", "'to' in constantexpr cast")?;
        let to = self.types.value_type(c)?;
        c.expect(b')', "')' at end of constantexpr cast")?;
        check_cast(self.ctx, c, name, self.pool.ty(operand), to, start)?;
        let mut attrs = Vec::new();
        flags::push_attrs(&mut AttributeCache::new(self.ctx), name, flags, &mut attrs);
        Ok((to, Expr { name, attrs: self.ctx.dictionary(&attrs), operands: smallvec![operand] }))
    }

    fn binary_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let flags = flags::parse_flags_of(c, name);
        c.expect(b'(', "'(' in binary constantexpr")?;
        let lhs = self.typed_constant(c)?;
        c.expect(b',', "comma in binary constantexpr")?;
        let rhs = self.typed_constant(c)?;
        c.expect(b')', "')' in binary constantexpr")?;
        let ty = self.pool.ty(lhs);
        if ty != self.pool.ty(rhs) {
            return c.error_at(start, ImportCode::ExpressionOperandTypes);
        }
        if !is_elementary(self.ctx, name, ty) {
            return c.error_at(start, ImportCode::ExpressionOperand);
        }
        let mut attrs = Vec::new();
        flags::push_attrs(&mut AttributeCache::new(self.ctx), name, flags, &mut attrs);
        Ok((ty, Expr { name, attrs: self.ctx.dictionary(&attrs), operands: smallvec![lhs, rhs] }))
    }

    /// `extractelement`, `insertelement`, `shufflevector`
    fn vector_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        c.expect(b'(', "'(' in constantexpr")?;
        let mut operands = smallvec![self.typed_constant(c)?];
        while c.eat(b',') {
            operands.push(self.typed_constant(c)?);
        }
        c.expect(b')', "')' in constantexpr")?;
        let what = name.def().map_or("", |def| def.name.trim_start_matches("llvm."));
        let first = operands.first().map_or(types::VOID, |o| self.pool.ty(*o));
        let TypeData::Vector { dims, element } = self.ctx.type_data(first) else {
            return c.error_at(start, ImportCode::InvalidOperands(what));
        };
        let (dims, element) = (dims.clone(), *element);
        let wanted = if name == llvm::EXTRACTELEMENT { 2 } else { 3 };
        if operands.len() != wanted {
            return fail(start..c.pos, ImportCode::Expected("three operands in constantexpr"));
        }
        let wrong = match (name, &operands[..]) {
            (llvm::EXTRACTELEMENT, [_, index]) => self.ctx.int_width(self.pool.ty(*index)).is_none(),
            (llvm::INSERTELEMENT, [_, value, index]) => {
                self.pool.ty(*value) != element || self.ctx.int_width(self.pool.ty(*index)).is_none()
            }
            (_, [_, other, _]) => self.pool.ty(*other) != first,
            _ => false,
        };
        if wrong {
            return c.error_at(start, ImportCode::InvalidOperands(what));
        }
        if name == llvm::EXTRACTELEMENT {
            return Ok((element, Expr { name, attrs: EMPTY_DICTIONARY, operands }));
        }
        if name == llvm::INSERTELEMENT {
            return Ok((first, Expr { name, attrs: EMPTY_DICTIONARY, operands }));
        }
        let (Some(mask), Some(dim)) = (operands.pop(), dims.first()) else {
            return c.error_at(start, ImportCode::InvalidOperands("shufflevector"));
        };
        let Some((mask, scalable)) = self.pool.shuffle_mask(self.ctx, mask) else {
            return c.error_at(start, ImportCode::InvalidOperands("shufflevector"));
        };
        check_mask(self.ctx, c, first, &mask, start)?;
        let ty = self.ctx.vector_type(mask.len() as u64, scalable || dim.scalable, element);
        let expr = Expr { name, attrs: self.ctx.dictionary(&[(MASK, self.ctx.i32_array(&mask))]), operands };
        if self.types.is_writers_text() && self.pool.shuffled_number(self.ctx, &expr).is_some() {
            self.types.narrow(Spelling::Splat.missing_in());
        }
        Ok((ty, expr))
    }

    /// The flags of a `getelementptr`, and an entry for its `inrange`.
    fn gep_flags(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<(GepNoWrapFlags, NamedAttrs)> {
        let mut flags = GepNoWrapFlags::NONE;
        let mut attrs = NamedAttrs::new();
        loop {
            match c.peek_word() {
                b"inrange" => {
                    c.word();
                    let range = self.inrange(c, start)?;
                    attrs.push((IRTRIP_INRANGE, range));
                }
                word => match GepNoWrapFlags::from_llvm(word) {
                    Some(bits) => {
                        flags |= bits;
                        c.word();
                    }
                    None => return Ok((flags, attrs)),
                },
            }
        }
    }

    fn gep_expression(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<ConstId> {
        let (flags, mut attrs) = self.gep_flags(c, start)?;
        c.expect(b'(', "'(' in constantexpr")?;
        let element = self.types.value_type(c)?;
        let pointees = self.types.pointees().map(|pointees| (IRTRIP_POINTEES, pointees));
        c.expect(b',', "comma after getelementptr's type")?;
        let base = self.typed_constant(c)?;
        let mut operands: SmallVec<[ConstId; 4]> = smallvec![base];
        let mut path = crate::bodies::instructions::getelementptr::Path::new(element, self.pool.ty(base));
        let mut moves = !attrs.is_empty();
        let mut widths = Vec::new();
        while c.eat(b',') {
            if attrs.is_empty() && c.peek_word() == b"inrange" {
                // LLVM's AutoUpgrade drops what releases up to 18 have at an index.
                c.word();
                self.types.narrow(Spelling::InrangeIndices.releases());
                attrs.push((IRTRIP_INRANGE, self.ctx.int_attr(types::I64, path.raw().len() as i64)));
                moves = true;
            }
            let index = self.typed_constant(c)?;
            let known = self.pool.index_value(self.ctx, index);
            let ty = self.pool.ty(index);
            widths.extend(self.ctx.int_width(ty).map(u32::cast_signed));
            if let Err(wrong) = path.step(self.ctx, ty, known) {
                return c.error_at(start, wrong.code());
            }
            if path.last_is_dynamic() {
                operands.push(index);
            }
            moves |= !matches!(self.pool.data(index), ConstData::Int(0) | ConstData::Zero | ConstData::Undef);
        }
        c.expect(b')', "')' in constantexpr")?;
        if !matches!(self.ctx.type_data(self.ctx.scalar_type(self.pool.ty(base))), TypeData::Pointer { .. }) {
            return c.error_at(start, ImportCode::GepBase);
        }
        if !path.raw().is_empty() && !is_sized(self.ctx, element) {
            return c.error_at(start, ImportCode::GepUnsized);
        }
        if is_struct_of_scalable(self.ctx, element) {
            return c.error_at(start, ImportCode::GepScalable);
        }
        self.addressed = path.element();
        if !moves {
            return Ok(self.same_address(base, path.result(), widths));
        }
        attrs.push((RAW_CONSTANT_INDICES, self.ctx.i32_array(path.raw())));
        attrs.push((ELEM_TYPE, self.ctx.type_attr(element)));
        // What a symbol is says what is stepped over from there.
        attrs.extend(pointees.filter(|_| matches!(self.pool.data(base), ConstData::Zero)));
        if !flags.is_empty() {
            attrs.push((NO_WRAP_FLAGS, self.ctx.enum_attr(flags)));
        }
        if let [_, indices @ ..] = &mut operands[..] {
            self.widen_indices(path.result(), indices);
        }
        let attrs = self.ctx.dictionary(&attrs);
        let Ok(operands) = self.pool.with_static_indices(self.ctx, attrs, &operands) else {
            return c.error_at(start, ImportCode::GepIndices);
        };
        Ok(self.intern_gep(path.result(), element, Expr { name: llvm::GETELEMENTPTR, attrs, operands }))
    }

    fn intern_gep(&mut self, ty: Type, element: Type, expr: Expr) -> ConstId {
        // Since LLVM 20 the offset of a constant is one number.
        match self.of_body && is_scalable(self.ctx, element) {
            true => self.pool.intern_former(ty, expr, Release::V20),
            false => self.pool.intern(ty, ConstData::Expr(Box::new(expr))),
        }
    }

    /// What LLVM makes of a `getelementptr` whose indices, of these widths, are zero: its base, for each element of a
    /// vector.
    fn same_address(&mut self, base: ConstId, result: Type, widths: Vec<i32>) -> ConstId {
        if let ConstData::Symbol(symbol) = self.pool.data(base) {
            self.types.note_zero_indices(*symbol, (self.user, self.of_body), widths);
        }
        if self.pool.ty(base) == result { base } else { self.pool.splat_of(self.ctx, result, base) }
    }

    /// As LLVM has constant expressions of vectors: indices of structs are numbers, and all others vectors.
    fn widen_indices(&mut self, result: Type, indices: &mut [ConstId]) {
        if !matches!(self.ctx.type_data(result), TypeData::Vector { .. }) {
            return;
        }
        for index in indices {
            let ty = self.pool.ty(*index);
            if self.ctx.scalar_type(ty) == ty {
                *index = self.pool.splat_of(self.ctx, self.ctx.with_scalar_type(result, ty), *index);
            }
        }
    }

    /// `(-8, 16)` after `inrange`.
    fn inrange(&mut self, c: &mut Cursor<'a>, before: usize) -> DiagnosticResult<Attr> {
        c.expect(b'(', "'(' in inrange")?;
        let mut bounds = [zero_index(self.ctx); 2];
        for (i, bound) in bounds.iter_mut().enumerate() {
            if i == 1 {
                c.expect(b',', "',' in inrange")?;
            }
            let at = c.peek_pos();
            *bound = match literals::integer(number_text(c)) {
                Some(IntLiteral::Small(v)) => self.ctx.int_attr(types::I64, v),
                // As wide as an index is, for LLVM.
                Some(IntLiteral::Big(v)) => self.ctx.big_int_attr(types::I64, signed(&masked(v, 64), 64)),
                _ => return fail(at..c.pos, ImportCode::Expected("integer")),
            };
        }
        c.expect(b')', "')' in inrange")?;
        if let [Some(start), Some(end)] = bounds.map(|bound| self.ctx.int_value(bound))
            && end <= start
        {
            return c.error_at(before, ImportCode::Expected("end to be larger than start"));
        }
        Ok(self.ctx.array(&bounds))
    }
}

fn zero_index(ctx: &Context) -> Attr {
    ctx.int_attr(types::I64, 0)
}
