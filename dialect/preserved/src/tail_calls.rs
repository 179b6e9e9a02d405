//! Whether a call may be a `tail` call where it stands. LangRef, "call": a callee of a `tail` call does not access the
//! caller's allocas, `byval` arguments and variable arguments.
//!
//! A pass that copies a call into another function, as inlining does, keeps the word. It stays true where the function
//! has nothing of the kind, or where no address of it can reach the callee: the call is not passed one, and nothing that
//! runs before the call lets one get away.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::FunctionAttributes;
use crate::attribute_set::{AttributeItem, parameter_set};
use crate::attributes::well_known::EMPTY_DICTIONARY;
use crate::body::{Block, Body, Op, Value};
use crate::context::{Attr, Context};
use crate::enums::{CastOpcode, UnaryOpcode};
use crate::intrinsics::{accesses_no_memory, captures_nothing};
use crate::names::{ARG_ATTRS, CALLEE, FUNCTION_TYPE, IRTRIP_ARG_ATTRS};
use crate::ops::{Inst, Intrinsic, LlvmForm, intrinsics};
use crate::registry::OpNameDefinition;
use crate::types::TypeData;

/// How often a function is gone through for addresses that go back against the order of its blocks.
const ROUNDS: usize = 4;

/// The calls of `calls`, which are marked `tail` in a function whose dictionary is `attrs`, of which the function does not show
/// that their callees access nothing local to it.
pub(super) fn unproven_tail_calls(
    ctx: &Context,
    attrs: Attr,
    body: &Body,
    calls: &[Op],
    functions: &FunctionAttributes<'_>,
) -> SmallVec<[Op; 8]> {
    if calls.is_empty() {
        return SmallVec::new();
    }
    let values = vec![ValueState::default(); body.value_count()];
    let mut locals = Locals { ctx, body, functions, values, any: false, everywhere: false, escapes: SmallVec::new() };
    locals.find(attrs);
    if !locals.any {
        return SmallVec::new();
    }
    locals.follow();
    if locals.everywhere {
        return calls.into();
    }
    let reached = CallsAfterEscape::of(body, &locals.escapes, calls);
    let unproven = |op: &Op| locals.is_passed(*op) || reached.is_reached(body, *op) && !locals.accesses_nothing(*op);
    calls.iter().copied().filter(unproven).collect()
}

/// What the walk knows of a value.
#[derive(Clone, Copy, Default)]
struct ValueState {
    /// It is an address in local memory.
    address: bool,
    /// An operation that was looked at before uses it.
    used: bool,
}

/// What an operation does with an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It keeps nothing of the address.
    Access,
    /// Its results may be addresses in the same memory.
    Step,
    /// The address may be anywhere.
    Escape,
}

/// The local memory of a function, and who knows its addresses.
struct Locals<'a> {
    ctx: &'a Context,
    body: &'a Body,
    functions: &'a FunctionAttributes<'a>,
    /// By value.
    values: Vec<ValueState>,
    /// Whether there is local memory.
    any: bool,
    /// Whether any call may access it.
    everywhere: bool,
    /// The operations that let an address get away.
    escapes: SmallVec<[Op; 8]>,
}

impl Locals<'_> {
    /// Finds allocas, parameters that are copies of what is passed, and variable arguments.
    fn find(&mut self, attrs: Attr) {
        let (ctx, body) = (self.ctx, self.body);
        let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
        let variadic = ty.is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::LlvmFunction { vararg: true, .. }));
        let entry = body.regions().first().and_then(|region| body.blocks(*region).first());
        let arguments = entry.map(|entry| body.block_args(*entry)).unwrap_or_default();
        let dictionaries = ctx.entry(attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default();
        for (argument, dictionary) in arguments.iter().zip(dictionaries) {
            if self.is_copied(*dictionary) {
                self.found(*argument);
            }
        }
        for op in body.linked_ops() {
            if matches!(self.form(op), LlvmForm::Inst(Inst::Alloca)) {
                body.results(op).for_each(|value| {
                    self.found(value);
                });
            } else if variadic && body.name(op) == intrinsics::VASTART {
                // What the list holds is read by loads.
                self.everywhere = true;
            }
        }
    }

    /// LangRef, "Parameter Attributes": `byval`, `inalloca`, `preallocated`.
    fn is_copied(&self, dictionary: Attr) -> bool {
        let copies: [&[u8]; 3] = [b"llvm.byval", b"llvm.inalloca", b"llvm.preallocated"];
        self.ctx.entries(dictionary).iter().any(|(key, _)| copies.contains(&self.ctx.bytes(*key)))
    }

    /// Takes a value for an address. Whether one of the operations that were looked at before uses it.
    fn found(&mut self, value: Value) -> bool {
        self.any = true;
        let known = &mut self.values[value.index()];
        !std::mem::replace(&mut known.address, true) && known.used
    }

    fn is_address(&self, value: Value) -> bool {
        self.values[value.index()].address
    }

    /// As [`is_address`](Self::is_address), of a value that an operation uses.
    fn uses_address(&mut self, value: Value) -> bool {
        let known = &mut self.values[value.index()];
        known.used = true;
        known.address
    }

    fn form(&self, op: Op) -> LlvmForm {
        self.body.name(op).def().map_or(LlvmForm::None, |def| def.llvm)
    }

    /// Follows addresses to where they are used.
    fn follow(&mut self) {
        let body = self.body;
        for _ in 0..ROUNDS {
            let mut again = false;
            for op in body.linked_ops() {
                for (place, operand) in body.operands(op).iter().enumerate() {
                    if !self.uses_address(*operand) {
                        continue;
                    }
                    match self.use_of(op, place) {
                        Use::Access => {}
                        Use::Step => body.results(op).for_each(|result| again |= self.found(result)),
                        Use::Escape => self.escapes.push(op),
                    }
                }
                for successor in body.successors(op) {
                    let passed = body.successor_args(successor).iter().zip(body.block_args(successor.block));
                    for (operand, argument) in passed {
                        again |= self.uses_address(*operand) && self.found(*argument);
                    }
                }
            }
            if !again {
                return;
            }
        }
        self.everywhere = true;
    }

    /// What an operation does with the address that is its operand at `place`. A call that does not say so is taken to
    /// keep it.
    fn use_of(&self, op: Op, place: usize) -> Use {
        let when = |holds: bool, then: Use| if holds { then } else { Use::Escape };
        match self.form(op) {
            LlvmForm::Inst(Inst::GetElementPtr) => when(place == 0, Use::Step),
            LlvmForm::Inst(Inst::Select) | LlvmForm::Unary(UnaryOpcode::Freeze) => Use::Step,
            LlvmForm::Cast(CastOpcode::AddrSpaceCast | CastOpcode::BitCast) => Use::Step,
            LlvmForm::Inst(Inst::Load | Inst::AtomicRmw | Inst::CmpXchg) => when(place == 0, Use::Access),
            LlvmForm::Inst(Inst::Store) => when(place == 1, Use::Access),
            LlvmForm::Inst(Inst::ICmp | Inst::Return) => Use::Access,
            LlvmForm::Inst(Inst::Call | Inst::Invoke) => self.use_by_call(op, place),
            LlvmForm::Intrinsic(intrinsic) if !self.is_no_instruction(op) => {
                when(captures_nothing(intrinsic.name, llvm_place(&intrinsic, place)), Use::Access)
            }
            form => when(form.is_no_instruction(), Use::Access),
        }
    }

    fn is_no_instruction(&self, op: Op) -> bool {
        self.form(op).is_no_instruction()
    }

    /// Whether a call is passed an address in local memory. LangRef, "call": it may be passed as a `byval` argument.
    fn is_passed(&self, op: Op) -> bool {
        let mut passed = self.body.operands(op).iter().enumerate().filter(|(_, operand)| self.is_address(**operand));
        passed.any(|(place, _)| !self.is_copied(self.argument(op, place)))
    }

    /// The dictionary of a call's argument, by the place of its operand.
    fn argument(&self, op: Op, place: usize) -> Attr {
        let attrs = self.body.attrs(op);
        let list = [ARG_ATTRS, IRTRIP_ARG_ATTRS].into_iter().find_map(|key| self.ctx.entry(attrs, key));
        self.parameter(op, list, place)
    }

    /// The dictionary of a list that is about the operand at `place` of a call.
    fn parameter(&self, op: Op, list: Option<Attr>, place: usize) -> Attr {
        let (ctx, attrs) = (self.ctx, self.body.attrs(op));
        let is_call = matches!(self.form(op), LlvmForm::Inst(Inst::Call | Inst::Invoke));
        let is_direct = ctx.entry(attrs, CALLEE).is_some() || !is_call;
        let dictionaries = list.map(|list| ctx.items(list)).unwrap_or_default();
        let place = place.checked_sub(usize::from(!is_direct));
        place.and_then(|place| dictionaries.get(place)).copied().unwrap_or(EMPTY_DICTIONARY)
    }

    /// What a call does with an address, as the call or its callee says; the one that says less of it counts.
    fn use_by_call(&self, op: Op, place: usize) -> Use {
        let (ctx, body) = (self.ctx, self.body);
        let own = self.argument(op, place);
        if self.is_copied(own) {
            return Use::Access;
        }
        let callee = body.symbol_attr(ctx, op, CALLEE);
        let callee = callee.and_then(|symbol| self.functions.of(symbol));
        let declared = self.parameter(op, callee.and_then(|callee| ctx.entry(callee, ARG_ATTRS)), place);
        let captured = self.captured(own).and(self.captured(declared));
        match captured {
            PointerCapture { kept: true, .. } => Use::Escape,
            PointerCapture { returned: true, .. } => Use::Step,
            PointerCapture { .. } => Use::Access,
        }
    }

    /// What a parameter's dictionary says of its `captures`.
    fn captured(&self, dictionary: Attr) -> PointerCapture {
        if dictionary == EMPTY_DICTIONARY {
            return PointerCapture::ANYTHING;
        }
        let of_item = |item: &AttributeItem| match item {
            AttributeItem::Text(_, text) if item.row().is_some_and(|row| row.llvm == "captures") => {
                Some(PointerCapture::from_llvm(&self.ctx.text(*text)))
            }
            AttributeItem::Text(..)
            | AttributeItem::Flag(_)
            | AttributeItem::Int(..)
            | AttributeItem::Type(..)
            | AttributeItem::String { .. } => None,
        };
        parameter_set(self.ctx, dictionary).items().iter().find_map(of_item).unwrap_or(PointerCapture::ANYTHING)
    }

    /// Whether a call is one of an intrinsic that accesses no memory.
    fn accesses_nothing(&self, op: Op) -> bool {
        matches!(self.form(op), LlvmForm::Intrinsic(intrinsic) if accesses_no_memory(intrinsic.name))
    }
}

/// The argument of an intrinsic's call that is an operation's operand at `place`.
fn llvm_place(intrinsic: &Intrinsic, place: usize) -> usize {
    let is_operand = |argument: &usize| !intrinsic.immediates.iter().any(|(of, _)| usize::from(*of) == *argument);
    (0..).filter(is_operand).nth(place).unwrap_or(place)
}

/// How a call captures an address that it is passed. LangRef, "Parameter Attributes", `captures`: an address without its
/// provenance is none that memory is accessed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PointerCapture {
    /// It may be anywhere after the call.
    kept: bool,
    /// The call may return it.
    returned: bool,
}

impl PointerCapture {
    const ANYTHING: PointerCapture = PointerCapture { kept: true, returned: true };

    /// What the text between the brackets of `captures(...)` says.
    fn from_llvm(text: &str) -> PointerCapture {
        let (kept, returned) = text.split_once("ret:").unwrap_or((text, text));
        let has_provenance = |part: &str| part.contains("provenance");
        PointerCapture { kept: has_provenance(kept), returned: has_provenance(kept) || has_provenance(returned) }
    }

    /// What two that are both true say.
    fn and(self, other: PointerCapture) -> PointerCapture {
        PointerCapture { kept: self.kept && other.kept, returned: self.returned && other.returned }
    }
}

/// The calls that run after an address of local memory got away.
struct CallsAfterEscape {
    /// By block: whether a block that lets an address get away goes before it.
    blocks: Vec<bool>,
    /// The calls that stand after no such operation in their block.
    before: FxHashSet<Op>,
}

impl CallsAfterEscape {
    fn of(body: &Body, escapes: &[Op], calls: &[Op]) -> CallsAfterEscape {
        let mut blocks = vec![false; body.block_count()];
        let mut open: Vec<Block> = escapes.iter().filter_map(|op| body.parent(*op)).collect();
        open.sort_unstable();
        open.dedup();
        let (escapes, calls): (FxHashSet<Op>, FxHashSet<Op>) =
            (escapes.iter().copied().collect(), calls.iter().copied().collect());
        let mut before = calls.clone();
        for &block in &open {
            let after = body.ops(block).skip_while(|op| !escapes.contains(op));
            after.filter(|op| calls.contains(op)).for_each(|op| {
                before.remove(&op);
            });
        }
        while let Some(block) = open.pop() {
            for successor in body.last_op(block).map(|last| body.successors(last)).unwrap_or_default() {
                if !std::mem::replace(&mut blocks[successor.block.index()], true) {
                    open.push(successor.block);
                }
            }
        }
        CallsAfterEscape { blocks, before }
    }

    fn is_reached(&self, body: &Body, op: Op) -> bool {
        !self.before.contains(&op) || body.parent(op).is_none_or(|block| self.blocks[block.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_provenance_does_not_get_away() {
        let of = |text| {
            let PointerCapture { kept, returned } = PointerCapture::from_llvm(text);
            (kept, returned)
        };
        assert_eq!(of("none"), (false, false));
        assert_eq!(of("address_is_null"), (false, false));
        assert_eq!(of("address, read_provenance"), (true, true));
        assert_eq!(of("ret: address, provenance"), (false, true));
        assert_eq!(of("address, provenance, ret: none"), (true, true));
    }
}
