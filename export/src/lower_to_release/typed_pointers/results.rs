//! The types of what operations define: what the text states, or what follows from their operands.

use irtrip_dialect::enums::{CastOpcode, UnaryOpcode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm::{DYNAMIC_INDEX, GETELEMENTPTR};
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::{Attr, Body, Context, Op, OpNameDefinition, Str, Type, TypeData, Value, ValueDef};

use super::signatures::{pointees, pointer_to};
use super::uses::{PointeeVotes, Uses};

impl Uses<'_> {
    /// Gives the result of an operation its type: what the text or the operation says, what its operands have, or what
    /// its uses agree on.
    pub fn type_result(&self, body: &mut Body, op: Op, votes: &PointeeVotes) {
        let (Some(value), Some(def)) = (body.result(op), body.name(op).def()) else { return };
        let ty = body.value_type(value);
        if let Some(typed) = self.result(body, op, def, (value, ty), votes)
            && typed != ty
            && self.ctx.without_pointees(typed) == ty
        {
            body.set_value_type(value, typed);
        }
    }

    fn result(
        &self,
        body: &mut Body,
        op: Op,
        def: &OpDef,
        (value, ty): (Value, Type),
        votes: &PointeeVotes,
    ) -> Option<Type> {
        let ctx = self.ctx;
        let kept = self.kept(body, op);
        let written = |ty: Type| kept.map(|kept| ctx.with_pointees(ty, kept));
        match def.llvm {
            LlvmForm::Inst(Inst::Alloca) => {
                let element = body.type_attr(ctx, op, ELEM_TYPE)?;
                let element = written(element).unwrap_or(element);
                body.set_attrs(op, ctx.with_entry(body.attrs(op), ELEM_TYPE, Some(ctx.type_attr(element))));
                Some(pointer_to(ctx, ty, element))
            }
            LlvmForm::Inst(Inst::GetElementPtr) => {
                let element = body.type_attr(ctx, op, ELEM_TYPE)?;
                let of_base = || self.pointee(body, *body.operands(op).first()?, element);
                let element = written(element).or_else(of_base).unwrap_or(element);
                body.set_attrs(op, ctx.with_entry(body.attrs(op), ELEM_TYPE, Some(ctx.type_attr(element))));
                self.indexed_by(body, op, element).map(|element| pointer_to(ctx, ty, element))
            }
            LlvmForm::Inst(Inst::Load) => written(ty).or_else(|| self.pointee(body, *body.operands(op).first()?, ty)),
            LlvmForm::Inst(Inst::Select) => {
                written(ty).or_else(|| self.chosen(body, op, 1)).or_else(|| votes.of(value))
            }
            LlvmForm::Unary(UnaryOpcode::Freeze) => {
                written(ty).or_else(|| self.chosen(body, op, 0)).or_else(|| votes.of(value))
            }
            LlvmForm::Cast(CastOpcode::IntToPtr | CastOpcode::AddrSpaceCast | CastOpcode::BitCast) => {
                written(ty).or_else(|| votes.of(value))
            }
            LlvmForm::Inst(Inst::VaArg | Inst::LandingPad) => written(ty),
            LlvmForm::Inst(Inst::InsertValue) => written(ty).or_else(|| self.chosen(body, op, 0)),
            LlvmForm::Inst(Inst::ExtractValue) => {
                let whole = self.container(body, op)?;
                let path = ctx.dense_array(body.attr(ctx, op, POSITION)?)?;
                path.iter().try_fold(whole, |ty, index| self.structs.element_at(ctx, ty, u64::try_from(*index).ok()?))
            }
            LlvmForm::Inst(Inst::ExtractElement) => Some(ctx.scalar_type(self.container(body, op)?)),
            LlvmForm::Inst(Inst::InsertElement | Inst::ShuffleVector) => {
                let of_element = || Some(ctx.scalar_type(self.chosen(body, op, 1)?));
                let written = kept.and_then(|_| self.container(body, op));
                let scalar = written
                    .or_else(|| self.chosen(body, op, 0))
                    .map(|whole| ctx.scalar_type(whole))
                    .or_else(of_element)?;
                Some(ctx.with_scalar_type(ty, scalar))
            }
            LlvmForm::Inst(
                Inst::CallIntrinsic | Inst::Call | Inst::InlineAsm | Inst::MetadataCall | Inst::Invoke | Inst::CallBr,
            )
            | LlvmForm::Intrinsic(_) => match ctx.type_data(self.call(body, op, def)?.ty) {
                TypeData::LlvmFunction { result, .. } => Some(*result),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of the vector or aggregate that an operation takes apart or changes: as it was written, where it is a constant.
    pub fn container(&self, body: &Body, op: Op) -> Option<Type> {
        let ty = body.value_type(*body.operands(op).first()?);
        Some(self.kept(body, op).map_or(ty, |kept| self.ctx.with_pointees(self.ctx.without_pointees(ty), kept)))
    }

    /// The type that an operand from a place on has, where that is no constant and names what it points to.
    fn chosen(&self, body: &Body, op: Op, from: usize) -> Option<Type> {
        let operands = body.operands(op).get(from..)?.iter().filter(|value| !self.is_constant(**value));
        let mut types = operands.map(|value| body.value_type(*value)).filter(|ty| self.ctx.has_pointees(*ty));
        types.next()
    }

    /// What a value points to, where that is a type which without the types of pointers is this one.
    pub fn pointee(&self, body: &Body, pointer: Value, untyped: Type) -> Option<Type> {
        let ctx = self.ctx;
        let is_asked = |ty: &Type| ctx.without_pointees(*ty) == untyped;
        let pointee = match self.symbol_of(body, pointer) {
            // Its address is that of its first element, and of the first one in that.
            Some(symbol) => {
                let first =
                    |ty: &Type| self.structs.element_at(ctx, *ty, 0).filter(|_| ctx.vector_length(*ty).is_none());
                std::iter::successors(Some(self.signatures?.get(symbol)?), first).find(is_asked)?
            }
            None => match ctx.type_data(ctx.scalar_type(body.value_type(pointer))) {
                TypeData::TypedPointer { pointee, .. } => *pointee,
                _ => self.constant_element(body, pointer)?,
            },
        };
        is_asked(&pointee).then_some(pointee)
    }

    /// The type of what is at an address that a constant `getelementptr` computes: those are not typed before their uses.
    fn constant_element(&self, body: &Body, address: Value) -> Option<Type> {
        let ValueDef::Result(op, _) = body.value(address).def else { return None };
        let is_address = self.is_constant(address) && body.name(op) == GETELEMENTPTR;
        let element = body.attr(self.ctx, op, ELEM_TYPE).filter(|_| is_address);
        self.indexed_by(body, op, element.and_then(|element| self.ctx.type_value(element))?)
    }

    /// The symbol whose address a value is.
    pub fn symbol_of(&self, body: &Body, value: Value) -> Option<Str> {
        let ValueDef::Result(op, _) = body.value(value).def else { return None };
        body.symbol_attr(self.ctx, op, GLOBAL_NAME).filter(|_| self.is_constant(value))
    }

    /// What is kept of the pointers of the type that an operation states.
    pub fn kept(&self, body: &Body, op: Op) -> Option<&[Attr]> {
        Some(pointees(self.ctx, body.attrs(op), self.heeds_text)).filter(|kept| !kept.is_empty())
    }

    /// The type that a `getelementptr` over elements of a type leads to.
    fn indexed_by(&self, body: &Body, op: Op, element: Type) -> Option<Type> {
        let ctx = self.ctx;
        let raw = ctx.dense_array(body.attr(ctx, op, RAW_CONSTANT_INDICES)?)?;
        let mut dynamic = body.operands(op).iter().skip(1);
        let mut indices = raw.iter().map(|index| match *index {
            DYNAMIC_INDEX => dynamic.next().and_then(|value| number(ctx, body, *value)),
            index => u64::try_from(index).ok(),
        });
        // The first index steps over whole elements.
        indices.next();
        self.structs.indexed_type(ctx, element, indices)
    }
}

/// The number that a constant is.
fn number(ctx: &Context, body: &Body, value: Value) -> Option<u64> {
    let ValueDef::Result(op, _) = body.value(value).def else { return None };
    let number = body.int_attr(ctx, op, VALUE)?;
    u64::try_from(number).ok()
}
