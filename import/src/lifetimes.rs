//! Lifetime markers of LLVM 21 and older, which say a size in front of the pointer. LangRef, "Memory Use Markers".
//!
//! LLVM takes the size away, looks through casts of the pointer, and lets go of markers of what is no `alloca`.

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, OpName, Str, Type, TypeData, Value, ValueDef};

use crate::calls::CallHead;
use crate::error::Res;
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

/// The function type that a marker with a size has today; `None` for other functions.
pub(crate) fn todays_type(ctx: &Context, name: &[u8], params: &[Type]) -> Option<Type> {
    marker(name)?;
    let [size, pointer] = params else { return None };
    let fits = ctx.int_width(*size).is_some() && matches!(ctx.type_data(*pointer), TypeData::Pointer { .. });
    fits.then(|| ctx.llvm_function_type(wk::VOID, &[*pointer], false))
}

impl<'a> Reader<'_, 'a> {
    /// A call of `symbol`, a marker with a size, behind the callee.
    pub fn sized_marker(&mut self, head: &CallHead<'a>, symbol: Str) -> Res<()> {
        let Some(name) = marker(self.ctx.bytes(symbol)) else { return self.c.expected("lifetime marker") };
        self.c.expect(b'(', "'(' in call")?;
        let size = self.read_type()?;
        self.parameter_dictionary()?;
        self.constant(size)?;
        self.c.expect(b',', "',' in argument list")?;
        let ty = self.read_type()?;
        self.parameter_dictionary()?;
        let slot = match self.c.peek() {
            b'%' => {
                let at = self.c.pos;
                let pointer = self.local(ty)?;
                if self.f.body.value(pointer).def == ValueDef::Undefined {
                    return self.unsupported(at, "a lifetime marker with a size in front of its alloca");
                }
                self.slot(pointer)
            }
            _ => {
                self.constant(ty)?;
                None
            }
        };
        self.c.expect(b')', "')' at end of argument list")?;
        self.pass_attributes()?;
        let Some(slot) = slot else { return self.attachment_list(true).map(|_| ()) };
        self.add_marker(name, head, symbol, slot)
    }

    /// The marker of an `alloca`.
    fn add_marker(&mut self, name: OpName, head: &CallHead<'a>, symbol: Str, slot: Value) -> Res<()> {
        let pointer = self.f.body.value_type(slot);
        self.called_name(symbol, head, &[pointer])?;
        self.emit(name, &[slot], &mut Entries::new(), wk::VOID)
    }

    /// A call of `symbol`, a marker with a size, of this pointer.
    #[cfg(feature = "llvm19")]
    pub fn sized_marker_of(&mut self, head: &CallHead<'a>, symbol: Str, pointer: Option<Value>) -> Res<()> {
        let Some(name) = marker(self.ctx.bytes(symbol)) else { return self.c.expected("lifetime marker") };
        match pointer.and_then(|pointer| self.slot(pointer)) {
            Some(slot) => self.add_marker(name, head, symbol, slot),
            None => Ok(()),
        }
    }

    /// The `alloca` that a pointer leads to through casts.
    fn slot(&self, mut pointer: Value) -> Option<Value> {
        let body = &self.f.body;
        loop {
            let ValueDef::Result(op, _) = body.value(pointer).def else { return None };
            let zero = || {
                let indices = body.attr(self.ctx, op, RAW_CONSTANT_INDICES).and_then(|i| self.ctx.dense_array(i));
                indices.is_some_and(|indices| indices.iter().all(|index| *index == 0))
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
