//! The records of calls and of operand bundles.

use std::sync::Arc;

use super::{Bundle, BundleOperand, Call, Ids, Kind, Reader, Targets};
use crate::bitstream::Fields;
use crate::codes::function as code;
use crate::constants::{Constant, ValueKind};
use crate::error::Result;
use crate::types::{Type, TypeId};

/// What marks metadata among the operands of a bundle.
pub(crate) const BUNDLE_METADATA: u64 = 0x8000_0000;

/// The bits of calls in addition to the calling convention.
pub(crate) mod call_flags {
    /// The tail-call kinds, the strongest first.
    pub(crate) const TAILS: [(u64, &str); 3] = [(1 << 16, "notail "), (1 << 14 | 1, "musttail "), (1, "tail ")];
    /// That the type of the function follows.
    pub(crate) const EXPLICIT_TYPE: u64 = 1 << 15;
    /// That an `invoke` names the type of what it calls.
    pub(crate) const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
    /// That fast-math flags follow.
    pub(crate) const FAST_MATH: u64 = 1 << 17;
}

impl<'m> Reader<'m> {
    pub(super) fn call_record(&mut self, record: u32, fields: &mut Fields<'_>) -> Result<()> {
        match record {
            code::INST_INVOKE => self.invoke(fields),
            code::INST_CALL => self.call(fields),
            code::INST_CALLBR => self.callbr(fields),
            _ => self.bundle(fields),
        }
    }

    fn bundle(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let tag = fields.take()?;
        if tag >= self.module.bundle_tags.len() as u64 {
            return Err(fields.error(format!("there is no tag {tag} of operand bundles")));
        }
        let mut operands = Vec::new();
        while !fields.is_empty() {
            let mut ahead = *fields;
            if ahead.optional() == Some(BUNDLE_METADATA) {
                *fields = ahead;
                operands.push(BundleOperand::Metadata(self.value(fields)?));
            } else {
                operands.push(BundleOperand::Value(self.typed(fields)?.0));
            }
        }
        self.bundles.push(Bundle { tag, operands });
        Ok(())
    }

    fn call(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (attributes, flags) = (fields.take()?, fields.take()?);
        let fast_math = if flags & call_flags::FAST_MATH != 0 { fields.take()? } else { 0 };
        let tail = call_flags::TAILS.iter().find(|(bits, _)| flags & bits == *bits).map_or("", |(_, word)| word);
        let convention = (flags & 0x7ff) >> 1;
        let call = Call { attributes, convention, tail, fast_math, ..Call::default() };
        self.finish_call(call, flags & call_flags::EXPLICIT_TYPE != 0, fields)
    }

    fn invoke(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (attributes, flags) = (fields.take()?, fields.take()?);
        let targets = Targets::Invoke(self.block(fields)?, self.block(fields)?);
        let call = Call { attributes, convention: flags & 0x3ff, targets, ..Call::default() };
        self.finish_call(call, flags & call_flags::INVOKE_EXPLICIT_TYPE != 0, fields)
    }

    fn callbr(&mut self, fields: &mut Fields<'_>) -> Result<()> {
        let (attributes, flags) = (fields.take()?, fields.take()?);
        let default = self.block(fields)?;
        let count = fields.take()?;
        let targets = Targets::CallBr(default, self.blocks(fields, Some(count))?);
        let call = Call { attributes, convention: (flags & 0x7ff) >> 1, targets, ..Call::default() };
        self.finish_call(call, flags & call_flags::EXPLICIT_TYPE != 0, fields)
    }

    /// Reads the callee and the arguments.
    fn finish_call(&mut self, mut call: Call, has_type: bool, fields: &mut Fields<'_>) -> Result<()> {
        let explicit = if has_type { Some(self.body.types.take(fields)?) } else { None };
        let (callee, callee_type) = self.typed(fields)?;
        let own = match self.body.values.get(callee).map(|value| &value.kind) {
            Some(ValueKind::Constant(Constant::InlineAsm(asm))) => asm.ty,
            _ => None,
        };
        let ty = explicit.or(own).or_else(|| self.body.types.pointee(callee_type));
        let signature = ty.map(|ty| (ty, self.body.types.get(ty).clone()));
        let Some((ty, Type::Function { result, params, vararg })) = signature else {
            return Err(fields.error("the type of what is called is none of a function"));
        };
        (call.ty, call.callee) = (ty, callee);
        call.arguments = self.arguments(&params, fields)?;
        if vararg {
            call.arguments.extend(self.typed_rest(fields)?);
        } else if !fields.is_empty() {
            return Err(fields.error("a call has more arguments than its function has parameters"));
        }
        call.bundles = std::mem::take(&mut self.bundles);
        self.push(Kind::Call(Box::new(call)), result);
        Ok(())
    }

    fn arguments(&self, params: &Arc<[TypeId]>, fields: &mut Fields<'_>) -> Result<Ids> {
        let mut arguments = Ids::with_capacity(params.len());
        for param in params.iter() {
            let argument = match self.body.types.get(*param) {
                Type::Label => self.block(fields)? as u32,
                _ => self.value(fields)?,
            };
            arguments.push(argument);
        }
        Ok(arguments)
    }
}
