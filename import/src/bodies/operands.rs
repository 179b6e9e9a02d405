//! Operands: locals and constants.

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Type, Value};

use crate::auto_upgrade::constant_expressions;
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::cursor::is_name_byte;

impl<'a> FunctionReader<'_, 'a> {
    /// Reads a value of a type.
    #[inline]
    pub fn value(&mut self, ty: Type) -> DiagnosticResult<Value> {
        match self.value_or_former(ty)? {
            Ok(value) => Ok(value),
            Err(constant) => Ok(constant_expressions::expand(self, constant)),
        }
    }

    /// Reads a value of a type, or a constant that is an instruction today.
    #[inline]
    pub fn value_or_former(&mut self, ty: Type) -> DiagnosticResult<Result<Value, ConstId>> {
        if self.c.peek() == b'%' {
            return self.local(ty).map(Ok);
        }
        let start = self.c.pos;
        let end = start + self.plain_constant();
        let text = self.c.text.get(start..end).unwrap_or_default();
        if let Some(&value) = self.f.materialized.by_text.get(&(ty, text)) {
            self.c.pos = end;
            return Ok(Ok(value));
        }
        let constant = self.constant(ty)?;
        if self.constants.pool.is_former(constant) {
            return Ok(Err(constant));
        }
        let value = self.materialize(constant);
        if self.c.pos == end {
            self.f.materialized.by_text.insert((ty, text), value);
        }
        Ok(Ok(value))
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
    pub fn typed_value(&mut self) -> DiagnosticResult<(Type, Value)> {
        let ty = self.read_type()?;
        Ok((ty, self.value(ty)?))
    }

    /// The value of a constant in the body being read.
    pub fn materialize(&mut self, id: ConstId) -> Value {
        match self.f.materialized.by_id.get(&id) {
            Some(&value) => value,
            None if self.constants.pool.is_former(id) => constant_expressions::expand(self, id),
            None => self.materializer().value(id),
        }
    }

    /// Reads a constant of a type that metadata describes. One that is an instruction today is none there: as LLVM does when it
    /// reads bitcode, the value is unknown from then on.
    pub fn constant_in_metadata(&mut self, ty: Type) -> DiagnosticResult<ConstId> {
        let constant = self.constant(ty)?;
        let is_former = self.constants.pool.is_former(constant);
        Ok(if is_former { self.constants.pool.intern(ty, ConstData::Poison) } else { constant })
    }

    /// The value of the token `none`.
    pub fn none_token(&mut self) -> Value {
        let none = self.constants.pool.intern(types::TOKEN, ConstData::NoneToken);
        self.materialize(none)
    }
}
