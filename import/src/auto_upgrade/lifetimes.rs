//! Lifetime markers of LLVM 21 and older, which say a size in front of the pointer. LangRef, "Memory Use Markers".
//!
//! LLVM takes the size away, looks through casts of the pointer, and lets go of markers of what is no `alloca`.

use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::intrinsics::mangled_name;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{entities, intrinsics, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{OpName, Str, Type, Value, ValueDef};

use super::{ArgumentValue, CallArgument};
use crate::bodies::calls::CallPrefix;
use crate::bodies::instructions::getelementptr::DYNAMIC;
use crate::error::Res;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::reader::{Entries, Reader};

/// The operation of a lifetime marker by its name.
fn marker(name: &[u8]) -> Option<OpName> {
    let is = |base: &[u8]| name.strip_prefix(base).is_some_and(|rest| matches!(rest, [] | [b'.', ..]));
    match name {
        _ if is(b"llvm.lifetime.start") => Some(intrinsics::LIFETIME_START),
        _ if is(b"llvm.lifetime.end") => Some(intrinsics::LIFETIME_END),
        _ => None,
    }
}

impl<'a> Reader<'_, 'a> {
    /// A call of `symbol`, a marker with a size, of this pointer, behind the arguments.
    pub fn sized_marker(
        &mut self,
        call: &CallPrefix<'a>,
        symbol: Str,
        old: Type,
        pointer: &CallArgument<'a>,
    ) -> Res<()> {
        let Some(name) = marker(self.ctx.bytes(symbol)) else { return self.c.expected("lifetime marker") };
        let constant = match pointer.passed {
            ArgumentValue::Text(place) => self.constant_at(pointer.ty, place)?.is_some(),
            _ => matches!(pointer.passed, ArgumentValue::Constant(_)),
        };
        let mut slot = None;
        if !constant {
            let value = self.argument_value(pointer)?;
            if self.f.body.value(value).def == ValueDef::Undefined {
                return self.unsupported(self.f.at, "a lifetime marker with a size in front of its alloca");
            }
            slot = self.slot(value);
        }
        self.pass_attributes()?;
        let Some(slot) = slot else { return self.attachment_list(true).map(|_| ()) };
        let pointer = self.f.body.value_type(slot);
        let ty = self.ctx.llvm_function_type(wk::VOID, &[pointer], false);
        let base = if name == intrinsics::LIFETIME_START { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        let known = lookup_intrinsic(base.as_bytes());
        let full = known.and_then(|known| mangled_name(self.ctx, &known, &[pointer]));
        let Some(full) = full else { return self.refuse(call.at, "invalid intrinsic signature") };
        self.f.implicit_declarations.push(ImplicitDeclaration {
            written: symbol,
            full: self.ctx.str(&full),
            ty,
            old: Some(old),
        });
        self.emit(name, &[slot], &mut Entries::new(), wk::VOID)
    }

    /// Whether a value is the constant 0.
    fn is_zero(&self, value: Value) -> bool {
        let body = &self.f.body;
        let ValueDef::Result(op, _) = body.value(value).def else { return false };
        let number = body.attr(self.ctx, op, VALUE).and_then(|value| self.ctx.int_value(value));
        body.name(op) == entities::CONSTANT && number == Some(0)
    }

    /// The `alloca` that a pointer leads to through casts.
    fn slot(&self, mut pointer: Value) -> Option<Value> {
        let body = &self.f.body;
        loop {
            let ValueDef::Result(op, _) = body.value(pointer).def else { return None };
            let zero = || {
                let indices = body.attr(self.ctx, op, RAW_CONSTANT_INDICES).and_then(|i| self.ctx.dense_array(i));
                indices.is_some_and(|indices| indices.iter().all(|index| [0, i64::from(DYNAMIC)].contains(index)))
                    && body.operands(op).iter().skip(1).all(|index| self.is_zero(*index))
            };
            match body.name(op) {
                llvm::ALLOCA => return Some(pointer),
                llvm::ADDRSPACECAST | llvm::BITCAST => {}
                llvm::GETELEMENTPTR if zero() => {}
                _ => return None,
            }
            pointer = *body.operands(op).first()?;
        }
    }
}
