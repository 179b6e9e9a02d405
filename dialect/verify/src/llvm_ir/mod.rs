//! The rules of LLVM's verifier, over the model, with its words: what LLVM refuses of LLVM IR, whether MLIR's verifier accepts
//! it or not. The other modules of [`verify`](crate::verify) have MLIR's rules; what both ask alike is asked by one function:
//! [`misplaced_uses`](crate::misplaced_uses), [`Inst::pad`](crate::ops::Inst::pad), the orderings of
//! [`AtomicOrdering`](crate::enums::AtomicOrdering), the linkages of [`Linkage`](crate::enums::Linkage), and what a definition of
//! [`llvm_attributes`](crate::llvm_attributes) says of an attribute's places and types.
//!
//! A [`Function`] is verified instruction by instruction, then its control flow; [`attributes`] and [`named_metadata`] are
//! verified list by list, [`aliases`] all at once.

use rustc_hash::FxHashSet;

use crate::attribute_set::AttributeSet;
use crate::attributes::AttrData;
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::CallingConvention;
use crate::layout::Layout;
use crate::names::*;
use crate::ops::intrinsics::{LIFETIME_END, LIFETIME_START};
use crate::ops::{Fold, LlvmForm, global_values, irtrip, llvm};
use crate::{Attr, Body, Context, Op, OpNameDefinition, Region, Str, Type, TypeData, Value, ValueDef};
use irtrip_ops::lifetimes::marks_no_slot;

mod alias_metadata;
pub mod aliases;
pub mod arguments;
pub mod attachments;
pub mod attributes;
pub mod calls;
mod control_flow;
pub mod headers;
pub mod inline_asm;
mod intrinsics;
pub mod named_metadata;
pub mod tail_calls;
pub mod variables;

/// A rule that an operation breaks.
pub type Violation = (Op, LlvmVerifyCode);

/// What the declaration of a function says that rules for calls of it depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declared {
    /// It may be called before it is known to be: `speculatable`.
    Speculatable,
    /// A parameter is `swifterror`.
    TakesError,
}

impl Declared {
    /// What a function with these attributes, whose parameters have those, is declared as.
    pub fn of_function(ctx: &Context, own: &AttributeSet, parameters: &[Attr]) -> impl Iterator<Item = Declared> {
        let is_speculatable = own.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == "speculatable"));
        let takes_error = parameters.iter().any(|list| arguments::takes_error(ctx, *list));
        let speculatable = is_speculatable.then_some(Declared::Speculatable);
        speculatable.into_iter().chain(takes_error.then_some(Declared::TakesError))
    }
}

/// A function whose body is finished.
pub struct Function<'b> {
    /// The context of the module.
    pub ctx: &'b Context,
    /// The module's data layout.
    pub layout: &'b Layout,
    /// The function's body.
    pub body: &'b Body,
    /// The region with the function's blocks.
    pub region: Region,
    /// The function's type, where it is known.
    pub ty: Option<Type>,
    /// The function's calling convention.
    pub convention: CallingConvention,
    /// Whether the function's personality is a function.
    pub has_personality: bool,
    /// Whether the function has a garbage collector.
    pub has_gc: bool,
    /// The attributes of the function's parameters.
    pub arguments: &'b [Attr],
    /// Whether the function has no frame.
    pub is_naked: bool,
    /// Whether a function of the module is declared so.
    pub is_declared: &'b dyn Fn(Str, Declared) -> bool,
    /// Whether a name is that of one of the module's intrinsics, which a variable may be called like.
    pub is_intrinsic: &'b dyn Fn(Str) -> bool,
}

impl Function<'_> {
    /// What LLVM refuses, found as it is asked for: of each instruction by itself, then the first thing that is wrong
    /// with the control flow, or each use of a value that its definition does not dominate.
    pub fn violations(&self) -> impl Iterator<Item = Violation> {
        let flow = std::iter::once_with(|| match self.check_cfg() {
            Some(wrong) => vec![wrong],
            None => control_flow::check_uses(self),
        });
        let flow = flow.chain(std::iter::once_with(|| self.check_parameters().into_iter().collect()));
        self.ops().filter_map(|op| Some((op, self.check_instruction(op)?))).chain(flow.flatten())
    }

    /// The operations of the function's blocks.
    pub fn ops(&self) -> impl Iterator<Item = Op> {
        self.body.blocks(self.region).iter().flat_map(|&block| self.body.ops(block))
    }

    /// The first use of a value that its definition does not dominate.
    pub fn check_uses(&self) -> Option<Violation> {
        control_flow::check_uses(self).into_iter().next()
    }

    /// The first thing that is wrong with the control flow.
    pub fn check_cfg(&self) -> Option<Violation> {
        control_flow::check_cfg(self)
    }

    /// The first use of a parameter that the function may not use, or not so.
    pub fn check_parameters(&self) -> Option<Violation> {
        arguments::check_parameters(self)
    }

    /// What is wrong with an instruction by itself.
    pub fn check_instruction(&self, op: Op) -> Option<LlvmVerifyCode> {
        let wrong = match self.body.name(op) {
            llvm::LOAD | irtrip::LOAD => self.check_access(op, "load", self.body.result(op)?),
            llvm::STORE | irtrip::STORE => self.check_access(op, "store", *self.body.operands(op).first()?),
            llvm::ATOMICRMW | irtrip::ATOMICRMW => self.check_size(self.body.value_type(self.body.result(op)?)),
            llvm::CMPXCHG | irtrip::CMPXCHG => self.check_exchange(*self.body.operands(op).get(1)?),
            llvm::ALLOCA | irtrip::ALLOCA => self.check_slot(op),
            llvm::CALL
            | llvm::INVOKE
            | llvm::CALL_INTRINSIC
            | llvm::INLINE_ASM
            | irtrip::CALL
            | irtrip::INVOKE
            | irtrip::CALLBR => calls::check_call(self, op).or_else(|| intrinsics::check_intrinsic(self, op)),
            llvm::GETELEMENTPTR => self.has_shape_mismatch(op).then_some(LlvmVerifyCode::GepShape),
            llvm::SWITCH => self.has_case_twice(op).then_some(LlvmVerifyCode::DuplicateCase),
            LIFETIME_START | LIFETIME_END => marks_no_slot(self.body, op).then_some(LlvmVerifyCode::LifetimeOperand),
            irtrip::PTRTOADDR => self.has_invalid_address(op).then_some(LlvmVerifyCode::AddressWidth),
            llvm::LANDINGPAD | irtrip::LANDINGPAD => self.check_first(op, "LandingPadInst"),
            irtrip::CATCHPAD => self.check_first(op, "CatchPadInst"),
            irtrip::CLEANUPPAD => self.check_first(op, "CleanupPadInst"),
            irtrip::CATCHSWITCH => self.check_first(op, "CatchSwitchInst"),
            global_values::ADDRESSOF => self.is_of_intrinsic(op).then_some(LlvmVerifyCode::AddressOfIntrinsic),
            _ => intrinsics::check_intrinsic(self, op),
        };
        wrong.or_else(|| self.check_attached(op))
    }

    /// A pad is the first in its block but for phis: before it stand constants, and what LLVM makes a constant of.
    fn check_first(&self, pad: Op, what: &'static str) -> Option<LlvmVerifyCode> {
        let body = self.body;
        let is_constant = |value: &Value| {
            let form = self.defining_op(*value).and_then(|op| body.name(op).def()).map(|def| def.llvm);
            matches!(form, Some(LlvmForm::Constant(_)))
        };
        let is_instruction = |op: Op| match body.name(op).def().map(|def| def.llvm) {
            Some(form) if form.is_no_instruction() => false,
            Some(form) => form.fold() == Fold::Never || !body.operands(op).iter().all(is_constant),
            None => true,
        };
        let before = std::iter::successors(body.prev_op(pad), |op| body.prev_op(*op));
        before.into_iter().any(is_instruction).then_some(LlvmVerifyCode::NotFirst(what))
    }

    /// The operation that makes a value; none for an argument of a block.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.body.value(value).def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(..) | ValueDef::Undefined => None,
        }
    }

    /// An atomic `load` or `store` is of an integer, a float, a pointer or a vector of such.
    fn check_access(&self, op: Op, what: &'static str, accessed: Value) -> Option<LlvmVerifyCode> {
        self.body.attr(self.ctx, op, ORDERING)?;
        let ty = self.body.value_type(accessed);
        match self.ctx.type_data(self.ctx.scalar_type(ty)) {
            TypeData::Integer { .. } | TypeData::Byte { .. } | TypeData::Pointer { .. } | TypeData::Float(_) => {
                self.check_size(ty)
            }
            _ => Some(LlvmVerifyCode::AtomicOperand(what)),
        }
    }

    /// Whether a `getelementptr` has a vector of another length than its result, or returns a vector though it has none.
    fn has_shape_mismatch(&self, op: Op) -> bool {
        let Some(result) = self.body.result(op) else { return false };
        let result = self.ctx.vector_length(self.body.value_type(result));
        let mut lengths =
            self.body.operands(op).iter().filter_map(|operand| self.ctx.vector_length(self.body.value_type(*operand)));
        match result {
            None => lengths.next().is_some(),
            Some(length) => {
                let is_scalar =
                    lengths.clone().next().is_none() && self.body.attr(self.ctx, op, IRTRIP_SPLATS).is_none();
                is_scalar || lengths.any(|of_operand| of_operand != length)
            }
        }
    }

    /// Whether a `ptrtoaddr` returns an integer of another width than an address has.
    fn has_invalid_address(&self, op: Op) -> bool {
        let [pointer] = *self.body.operands(op) else { return false };
        let TypeData::Pointer { address_space } =
            self.ctx.type_data(self.ctx.scalar_type(self.body.value_type(pointer)))
        else {
            return false;
        };
        let address = self.body.result(op).map(|address| self.ctx.scalar_type(self.body.value_type(address)));
        address.and_then(|ty| self.ctx.int_width(ty)) != Some(self.layout.address_bits(*address_space))
    }

    /// Whether an intrinsic is used as a value; those of Objective-C's runtime are operands of `clang.arc.attachedcall`.
    fn is_of_intrinsic(&self, op: Op) -> bool {
        let symbol = self.body.symbol_attr(self.ctx, op, GLOBAL_NAME);
        let others = symbol.filter(|symbol| !self.ctx.bytes(*symbol).starts_with(b"llvm.objc."));
        others.is_some_and(self.is_intrinsic)
    }

    fn check_exchange(&self, value: Value) -> Option<LlvmVerifyCode> {
        let ty = self.body.value_type(value);
        match self.ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Pointer { .. } => self.check_size(ty),
            _ => Some(LlvmVerifyCode::CmpxchgOperand),
        }
    }

    /// Atomic accesses are of whole bytes, a power of two of them.
    fn check_size(&self, ty: Type) -> Option<LlvmVerifyCode> {
        let bits = match self.ctx.type_data(self.ctx.scalar_type(ty)) {
            TypeData::Pointer { address_space } => {
                let lanes = self.ctx.vector_length(ty).map_or(1, |l| l.0);
                u64::from(self.layout.pointer_bits(*address_space)) * lanes
            }
            _ => self.ctx.primitive_bits(ty),
        };
        let wrong = if bits < 8 {
            LlvmVerifyCode::AtomicNotBytes
        } else if !bits.is_power_of_two() {
            LlvmVerifyCode::AtomicNotPowerOfTwo
        } else {
            return None;
        };
        Some(wrong)
    }

    /// Whether two cases of a `switch` have one number.
    fn has_case_twice(&self, op: Op) -> bool {
        let cases = self.body.successors(op).len().saturating_sub(1);
        let values = self.body.attr(self.ctx, op, CASE_VALUES).filter(|_| cases > 1);
        let Some(AttrData::Dense { ty, data, splat }) = values.map(|values| self.ctx.attr_data(values)) else {
            return false;
        };
        let size = self.ctx.dense_element_bytes(self.ctx.scalar_type(*ty)).max(1);
        let mut numbers = FxHashSet::default();
        *splat || !data.chunks(size).all(|number| numbers.insert(number))
    }

    /// `alloca swifterror` is of one pointer.
    fn check_slot(&self, op: Op) -> Option<LlvmVerifyCode> {
        if !arguments::has_flag(self, op, "swifterror") {
            return None;
        }
        let element = self.body.type_attr(self.ctx, op, ELEM_TYPE);
        if !element.is_some_and(|ty| matches!(self.ctx.type_data(ty), TypeData::Pointer { .. })) {
            return Some(LlvmVerifyCode::SwifterrorAllocaType);
        }
        let size = self.body.operands(op).first().and_then(|size| self.defining_op(*size));
        let size = size.and_then(|op| self.body.attr(self.ctx, op, VALUE)).and_then(|size| self.ctx.int_value(size));
        if size != Some(1) {
            return Some(LlvmVerifyCode::SwifterrorAllocaArray);
        }
        arguments::check_uses_of_error(self, self.body.result(op)?).map(|wrong| wrong.1)
    }
}
