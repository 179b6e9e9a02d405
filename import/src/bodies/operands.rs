//! Operands: locals, and constants, each of which becomes one operation at the start of its body, in the order of first
//! use, operands before users and the last operand first, as upstream has it.

use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::POSITION;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, NewOp, OpName, Type, TypeData, Value};

use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::is_name_byte;
use crate::error::Res;
use crate::reader::Reader;

impl<'a> Reader<'_, 'a> {
    /// Reads a value of a type.
    #[inline]
    pub fn value(&mut self, ty: Type) -> Res<Value> {
        if self.c.peek() == b'%' {
            return self.local(ty);
        }
        let start = self.c.pos;
        let end = start + self.plain_constant();
        let text = self.c.text.get(start..end).unwrap_or_default();
        if let Some(&value) = self.f.constants.by_text.get(&(ty, text)) {
            self.c.pos = end;
            return Ok(value);
        }
        let constant = self.constant(ty)?;
        let value = self.materialize(constant);
        if self.c.pos == end {
            self.f.constants.by_text.insert((ty, text), value);
        }
        Ok(value)
    }

    /// The length of a constant of one token at the place: a number, a word or a global without quotes.
    #[inline]
    fn plain_constant(&self) -> usize {
        let rest = self.c.text.get(self.c.pos..).unwrap_or_default();
        let sigil = usize::from(matches!(rest.first(), Some(b'@' | b'-' | b'+')));
        let rest = rest.get(sigil..).unwrap_or_default();
        sigil + rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len())
    }

    /// Reads a type and a value of it.
    #[inline]
    pub fn typed_value(&mut self) -> Res<(Type, Value)> {
        let ty = self.read_type()?;
        Ok((ty, self.value(ty)?))
    }

    /// The value of a constant in the body being read.
    pub fn materialize(&mut self, id: ConstId) -> Value {
        if let Some(&value) = self.f.constants.by_id.get(&id) {
            return value;
        }
        let ty = self.pool.ty(id);
        let value = match self.pool.kind(id) {
            ConstKind::Aggregate(elements) => {
                let elements = elements.clone();
                self.materialize_aggregate(ty, &elements)
            }
            ConstKind::Expr(expr) => {
                let operands = self.operand_values(&expr.operands.clone());
                let (name, attrs) = self.pool.operation(self.ctx, &self.shared.symbols, id);
                self.constant_op(name, &operands, attrs, ty)
            }
            _ => {
                let (name, attrs) = self.pool.operation(self.ctx, &self.shared.symbols, id);
                self.constant_op(name, &[], attrs, ty)
            }
        };
        self.f.constants.by_id.insert(id, value);
        value
    }

    /// The values of constants that another one is made of; the last is made first.
    pub(crate) fn operand_values(&mut self, operands: &[ConstId]) -> SmallVec<[Value; 4]> {
        let mut values: SmallVec<[Value; 4]> = operands.iter().rev().map(|o| self.materialize(*o)).collect();
        values.reverse();
        values
    }

    pub(crate) fn materialize_aggregate(&mut self, ty: Type, elements: &[ConstId]) -> Value {
        let elements = self.operand_values(elements);
        let vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let undef = self.pool.intern(ty, ConstKind::Undef);
        let mut whole = self.materialize(undef);
        for (i, element) in elements.into_iter().enumerate() {
            whole = if vector {
                let index = self.pool.intern(wk::I32, ConstKind::Int(i as i64));
                let index = self.materialize(index);
                self.constant_op(llvm::INSERTELEMENT, &[whole, element, index], attrs::EMPTY_DICTIONARY, ty)
            } else {
                let position = self.position_attr(&[i as i64]);
                let attrs = self.dictionary(&[(POSITION, position)]);
                self.constant_op(llvm::INSERTVALUE, &[whole, element], attrs, ty)
            };
        }
        whole
    }

    /// `array<i64: indices>`
    pub fn position_attr(&self, indices: &[i64]) -> Attr {
        self.ctx.attr(AttrData::DenseArray { element: wk::I64, values: indices.into() })
    }

    pub(crate) fn constant_op(&mut self, name: OpName, operands: &[Value], attrs: Attr, ty: Type) -> Value {
        let name = self.legal_name(name, operands, self.ctx.entries(attrs), ty);
        let op = self.f.body.create(NewOp { name, operands, attrs, ..NewOp::new(name) });
        let value = self.f.body.new_value(ty);
        self.f.body.define_result(op, value);
        self.f.constants.ops.push(op);
        value
    }

    /// `llvm.mlir.addressof` and its kin never stand for anything but constants; this one is for tokens.
    pub fn none_token(&mut self) -> Value {
        let none = self.pool.intern(wk::TOKEN, ConstKind::NoneToken);
        debug_assert!(global_values::NONE.def().is_some());
        self.materialize(none)
    }
}
