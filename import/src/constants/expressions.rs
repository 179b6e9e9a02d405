//! Constant expressions. LangRef, "Constant Expressions".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::GepNoWrapFlags;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Context, OpName, Type, TypeData};

use crate::attribute_cache::AttributeCache;
use crate::bodies::instructions::operand_types::{check_cast, check_mask};
use crate::bodies::instructions::{flags, mnemonics};
use crate::constants::literals::{self, IntLiteral};
use crate::constants::pool::{ConstId, ConstKind, Expr};
use crate::constants::read::{ConstantReader, mismatch, number_text};
use crate::cursor::{Cursor, fail};
use irtrip_dialect::types::predicates::is_sized;

impl<'a> ConstantReader<'_, 'a> {
    /// Reads a constant expression whose type is in it alone.
    pub fn untyped_expression(&mut self, c: &mut Cursor<'a>) -> DiagnosticResult<ConstId> {
        let start = c.peek_pos();
        let word = c.word();
        let (ty, expr) = self.expression_parts(c, word, start)?;
        Ok(self.pool.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    pub fn expression(
        &mut self,
        c: &mut Cursor<'a>,
        ty: Type,
        word: &'a [u8],
        start: usize,
    ) -> DiagnosticResult<ConstId> {
        let (found, expr) = self.expression_parts(c, word, start)?;
        if found != ty {
            return mismatch(self.ctx, c, found, ty, start);
        }
        // A cast of a pointer of a version whose pointers have types.
        if let (llvm::BITCAST, [operand]) = (expr.name, &expr.operands[..])
            && self.pool.ty(*operand) == ty
        {
            return Ok(*operand);
        }
        Ok(self.pool.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn expression_parts(&mut self, c: &mut Cursor<'a>, word: &'a [u8], start: usize) -> DiagnosticResult<(Type, Expr)> {
        let Some(name) = mnemonics::expression(word) else {
            return fail(start..c.pos.max(start + 1), ImportCode::Expected("value token"));
        };
        if !name.def().is_some_and(|def| def.is_constant_expression()) {
            return c.error_at(start, ImportCode::NoExpression(String::from_utf8_lossy(word).into_owned()));
        }
        let form = name.def().map(|d| d.llvm);
        match form {
            _ if name == llvm::GETELEMENTPTR => self.gep_expression(c, start),
            Some(LlvmForm::Cast(_)) => self.cast_expression(c, name, start),
            Some(LlvmForm::Binary(_)) => self.binary_expression(c, name, start),
            _ => self.vector_expression(c, name, start),
        }
    }

    fn cast_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let flags = flags::of(c, name);
        c.expect(b'(', "'(' after constantexpr cast")?;
        let operand = self.typed_constant(c)?;
        c.expect_word_as("to", "'to' in constantexpr cast")?;
        let to = self.types.value_type(c)?;
        c.expect(b')', "')' at end of constantexpr cast")?;
        check_cast(self.ctx, c, name, self.pool.ty(operand), to, start)?;
        let mut attrs = Vec::new();
        flags::push_attrs(&mut AttributeCache::new(self.ctx), name, flags, &mut attrs);
        Ok((to, Expr { name, attrs, operands: vec![operand] }))
    }

    fn binary_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let flags = flags::of(c, name);
        c.expect(b'(', "'(' in binary constantexpr")?;
        let lhs = self.typed_constant(c)?;
        c.expect(b',', "comma in binary constantexpr")?;
        let rhs = self.typed_constant(c)?;
        c.expect(b')', "')' in binary constantexpr")?;
        let ty = self.pool.ty(lhs);
        if ty != self.pool.ty(rhs) {
            return c.error_at(start, ImportCode::ExpressionOperandTypes);
        }
        if self.ctx.int_width(self.ctx.scalar_type(ty)).is_none() {
            return c.error_at(start, ImportCode::ExpressionOperand);
        }
        let mut attrs = Vec::new();
        flags::push_attrs(&mut AttributeCache::new(self.ctx), name, flags, &mut attrs);
        Ok((ty, Expr { name, attrs, operands: vec![lhs, rhs] }))
    }

    /// `extractelement`, `insertelement`, `shufflevector`
    fn vector_expression(&mut self, c: &mut Cursor<'a>, name: OpName, start: usize) -> DiagnosticResult<(Type, Expr)> {
        c.expect(b'(', "'(' in constantexpr")?;
        let mut operands = vec![self.typed_constant(c)?];
        while c.eat(b',') {
            operands.push(self.typed_constant(c)?);
        }
        c.expect(b')', "')' in constantexpr")?;
        let what = name.def().map_or("", |def| def.name.trim_start_matches("llvm."));
        let first = operands.first().map_or(wk::VOID, |o| self.pool.ty(*o));
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
            return Ok((element, Expr { name, attrs: Vec::new(), operands }));
        }
        if name == llvm::INSERTELEMENT {
            return Ok((first, Expr { name, attrs: Vec::new(), operands }));
        }
        let (Some(mask), Some(dim)) = (operands.pop(), dims.first()) else {
            return c.error_at(start, ImportCode::InvalidOperands("shufflevector"));
        };
        let Some((mask, scalable)) = self.pool.shuffle_mask(self.ctx, mask) else {
            return c.error_at(start, ImportCode::InvalidOperands("shufflevector"));
        };
        check_mask(self.ctx, c, first, &mask, start)?;
        let ty = self.ctx.vector_type(mask.len() as u64, scalable || dim.scalable, element);
        let attrs = vec![(MASK, self.ctx.i32_array(&mask))];
        Ok((ty, Expr { name, attrs, operands }))
    }

    fn gep_expression(&mut self, c: &mut Cursor<'a>, start: usize) -> DiagnosticResult<(Type, Expr)> {
        let mut flags = GepNoWrapFlags::NONE;
        let mut attrs = Vec::new();
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
                    None => break,
                },
            }
        }
        c.expect(b'(', "'(' in constantexpr")?;
        let element = self.types.value_type(c)?;
        c.expect(b',', "comma after getelementptr's type")?;
        let base = self.typed_constant(c)?;
        let mut operands = vec![base];
        let mut path = crate::bodies::instructions::getelementptr::Path::new(element, self.pool.ty(base));
        while c.eat(b',') {
            let index = self.typed_constant(c)?;
            let known = self.pool.index_value(self.ctx, index);
            let ty = self.pool.ty(index);
            if let Err(wrong) = path.step(self.ctx, ty, known) {
                return c.error_at(start, wrong.code());
            }
            if path.last_is_dynamic() {
                operands.push(index);
            }
        }
        c.expect(b')', "')' in constantexpr")?;
        if !matches!(self.ctx.type_data(self.ctx.scalar_type(self.pool.ty(base))), TypeData::Pointer { .. }) {
            return c.error_at(start, ImportCode::GepBase);
        }
        if !path.raw().is_empty() && !is_sized(self.ctx, element) {
            return c.error_at(start, ImportCode::GepUnsized);
        }
        attrs.push((RAW_CONSTANT_INDICES, self.ctx.i32_array(path.raw())));
        attrs.push((ELEM_TYPE, self.ctx.type_attr(element)));
        if !flags.is_empty() {
            attrs.push((NO_WRAP_FLAGS, self.ctx.enum_attr(flags)));
        }
        if let [_, indices @ ..] = &mut operands[..] {
            self.widen_indices(path.result(), indices);
        }
        Ok((path.result(), Expr { name: llvm::GETELEMENTPTR, attrs, operands }))
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
        let mut bounds = [wk_zero(self.ctx); 2];
        for (i, bound) in bounds.iter_mut().enumerate() {
            if i == 1 {
                c.expect(b',', "',' in inrange")?;
            }
            let at = c.peek_pos();
            *bound = match literals::integer(number_text(c)) {
                Some(IntLiteral::Small(v)) => self.ctx.int_attr(wk::I64, v),
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

fn wk_zero(ctx: &Context) -> Attr {
    ctx.int_attr(wk::I64, 0)
}
