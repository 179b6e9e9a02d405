//! Whether a call may be a `tail` call where it stands. LangRef, "call": a callee of a `tail` call does not access the
//! caller's allocas, `byval` arguments and variable arguments.
//!
//! A pass that copies a call into another function, as inlining does, keeps the word. It stays true where the function
//! has nothing of the kind, or where no address of it can reach the callee.

use smallvec::SmallVec;

use crate::attribute_set::{AttributeItem, parameter_set};
use crate::attributes::well_known::EMPTY_DICTIONARY;
use crate::body::{Body, Op, Value};
use crate::context::{Attr, Context};
use crate::enums::CastOpcode;
use crate::names::{ARG_ATTRS, CALLEE, FUNCTION_TYPE, IRTRIP_ARG_ATTRS};
use crate::ops::{Inst, LlvmForm, intrinsics};
use crate::types::TypeData;

/// How often a function is gone through for addresses that go back against the order of its blocks.
const ROUNDS: usize = 4;

/// Intrinsics that keep no address of what they are passed.
const NEVER_CAPTURING: [crate::OpName; 7] = [
    intrinsics::MEMCPY,
    intrinsics::MEMMOVE,
    intrinsics::MEMSET,
    intrinsics::MEMCPY_INLINE,
    intrinsics::MEMSET_INLINE,
    intrinsics::LIFETIME_START,
    intrinsics::LIFETIME_END,
];

/// Those of `calls`, calls marked `tail` in a function whose dictionary is `attrs`, of which the function does not show
/// that their callees access nothing local to it.
pub(super) fn unproven_tail_calls(ctx: &Context, attrs: Attr, body: &Body, calls: &[Op]) -> SmallVec<[Op; 8]> {
    if calls.is_empty() {
        return SmallVec::new();
    }
    let mut locals = Locals { ctx, body, addresses: vec![false; body.value_count()], any: false, escaped: false };
    locals.find(attrs);
    if locals.escaped {
        return calls.into();
    }
    if !locals.any {
        return SmallVec::new();
    }
    locals.follow();
    let unproven = |op: &Op| locals.escaped || locals.is_passed(*op);
    calls.iter().copied().filter(unproven).collect()
}

/// The local memory of a function, and who knows its addresses.
struct Locals<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// By value: whether it is an address in local memory.
    addresses: Vec<bool>,
    /// Whether there is local memory.
    any: bool,
    /// Whether an address is anywhere but in `addresses`.
    escaped: bool,
}

impl Locals<'_> {
    /// Finds allocas, parameters that are copies of what is passed, and variable arguments.
    fn find(&mut self, attrs: Attr) {
        let (ctx, body) = (self.ctx, self.body);
        let ty = ctx.entry(attrs, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty));
        self.escaped = ty.is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::LlvmFunction { vararg: true, .. }));
        let entry = body.regions().first().and_then(|region| body.blocks(*region).first());
        let arguments = entry.map(|entry| body.block_args(*entry)).unwrap_or_default();
        let dictionaries = ctx.entry(attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default();
        for (argument, dictionary) in arguments.iter().zip(dictionaries) {
            if self.is_copied(*dictionary) {
                self.address(*argument);
            }
        }
        for op in (0..body.op_count()).map(Op::new).filter(|op| body.parent(*op).is_some()) {
            if matches!(self.form(op), LlvmForm::Inst(Inst::Alloca)) {
                body.results(op).for_each(|value| self.address(value));
            }
        }
    }

    /// LangRef, "Parameter Attributes": `byval`, `inalloca`, `preallocated`.
    fn is_copied(&self, dictionary: Attr) -> bool {
        let copies: [&[u8]; 3] = [b"llvm.byval", b"llvm.inalloca", b"llvm.preallocated"];
        self.ctx.entries(dictionary).iter().any(|(key, _)| copies.contains(&self.ctx.bytes(*key)))
    }

    fn address(&mut self, value: Value) {
        self.any = true;
        self.addresses[value.index()] = true;
    }

    fn is_address(&self, value: Value) -> bool {
        self.addresses[value.index()]
    }

    fn form(&self, op: Op) -> LlvmForm {
        self.body.name(op).def().map_or(LlvmForm::None, |def| def.llvm)
    }

    /// Follows addresses to where they are used.
    fn follow(&mut self) {
        let body = self.body;
        for _ in 0..ROUNDS {
            let mut found = false;
            for op in (0..body.op_count()).map(Op::new).filter(|op| body.parent(*op).is_some()) {
                for (place, operand) in body.all_operands(op).iter().enumerate() {
                    if !self.is_address(*operand) {
                        continue;
                    }
                    if self.steps(op, place) {
                        for result in body.results(op).filter(|result| !self.is_address(*result)).collect::<Vec<_>>() {
                            self.address(result);
                            found = true;
                        }
                    } else if !self.keeps_to_itself(op, place) {
                        self.escaped = true;
                        return;
                    }
                }
            }
            if !found {
                return;
            }
        }
        self.escaped = true;
    }

    /// Whether an operation's result is an address in the memory that its operand at `place` is an address in.
    fn steps(&self, op: Op, place: usize) -> bool {
        match self.form(op) {
            LlvmForm::Inst(Inst::GetElementPtr) => place == 0,
            LlvmForm::Cast(opcode) => matches!(opcode, CastOpcode::AddrSpaceCast | CastOpcode::BitCast),
            _ => false,
        }
    }

    /// Whether an operation leaves no trace of the address that is its operand at `place`. A call that does not say so is
    /// taken to keep it.
    fn keeps_to_itself(&self, op: Op, place: usize) -> bool {
        match self.form(op) {
            LlvmForm::Inst(Inst::Load | Inst::AtomicRmw | Inst::CmpXchg) => place == 0,
            LlvmForm::Inst(Inst::Store) => place == 1,
            LlvmForm::Inst(Inst::ICmp) => true,
            LlvmForm::Inst(Inst::Call) => self.is_not_captured(op, place),
            LlvmForm::Intrinsic(_) => NEVER_CAPTURING.contains(&self.body.name(op)) || self.is_debug(op),
            _ => false,
        }
    }

    fn is_debug(&self, op: Op) -> bool {
        super::structural_hash::is_no_instruction(Some(self.form(op)))
    }

    /// Whether a call is passed an address in local memory. LangRef, "call": it may be passed as a `byval` argument.
    fn is_passed(&self, op: Op) -> bool {
        let passed = self.body.operands(op).iter().enumerate().filter(|(_, operand)| self.is_address(**operand));
        passed.into_iter().any(|(place, _)| !self.is_copied(self.argument(op, place)))
    }

    /// The dictionary of a call's argument, by the place of its operand.
    fn argument(&self, op: Op, place: usize) -> Attr {
        let (ctx, attrs) = (self.ctx, self.body.attrs(op));
        let is_direct = ctx.entry(attrs, CALLEE).is_some() || !matches!(self.form(op), LlvmForm::Inst(Inst::Call));
        let list = ctx.entry(attrs, ARG_ATTRS).or_else(|| ctx.entry(attrs, IRTRIP_ARG_ATTRS));
        let dictionaries = list.map(|list| ctx.items(list)).unwrap_or_default();
        let place = place.checked_sub(usize::from(!is_direct));
        place.and_then(|place| dictionaries.get(place)).copied().unwrap_or(EMPTY_DICTIONARY)
    }

    /// LangRef, "Parameter Attributes": `captures(none)`, or a copy.
    fn is_not_captured(&self, op: Op, place: usize) -> bool {
        let dictionary = self.argument(op, place);
        let says_so = |item: &AttributeItem| match item {
            AttributeItem::Text(_, text) => {
                item.row().is_some_and(|row| row.llvm == "captures") && self.ctx.bytes(*text) == b"none"
            }
            AttributeItem::Flag(_)
            | AttributeItem::Int(..)
            | AttributeItem::Type(..)
            | AttributeItem::String { .. } => false,
        };
        self.is_copied(dictionary) || parameter_set(self.ctx, dictionary).items().iter().any(says_so)
    }
}
