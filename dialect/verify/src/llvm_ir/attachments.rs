//! The rules for metadata that is attached to instructions: profiles and ranges are here, what accesses touch is in
//! [`alias_metadata`]. LangRef, "`prof` Metadata", "`range` Metadata".

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::Function;
use super::alias_metadata::{Nodes, TypeNodes};
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::CastOpcode;
use crate::names::{BRANCH_WEIGHTS, DEREFERENCEABLE, IRTRIP_METADATA};
use crate::ops::{Inst, LlvmForm};
use crate::registry::OpNameDefinition;
use crate::types::predicates::is_float;
use crate::types::{FloatKind, well_known as types};
use crate::{Body, Op, Type, TypeData};
use irtrip_metadata::{MetadataGraph, Node, NodeId, Operand};

/// What holds of nodes that are attached under a kind to an instruction, which may be a call.
type Rule = fn(&Nodes<'_>, NodeId, bool) -> Option<LlvmVerifyCode>;

/// Checks attachments, each once.
#[derive(Default)]
pub struct AttachmentChecker {
    /// Those that LLVM accepts.
    taken: FxHashSet<(Str, NodeId, bool)>,
    types: RefCell<TypeNodes>,
}

impl AttachmentChecker {
    /// The rule that a node breaks that is attached under a kind to an instruction, which may be a call.
    pub fn check(
        &mut self,
        ctx: &Context,
        graph: &MetadataGraph,
        (kind, node): (Str, NodeId),
        is_call: bool,
    ) -> Option<LlvmVerifyCode> {
        // Nearly all are of a kind without a rule: `!dbg`.
        let rule: Rule = match ctx.bytes(kind) {
            b"tbaa" => |nodes, node, _| nodes.check_access_tag(node),
            b"alias.scope" | b"noalias" => |nodes, node, _| nodes.check_scopes(node),
            b"prof" => |nodes, node, is_call| nodes.check_profile(node, is_call).map(LlvmVerifyCode::Profile),
            b"range" => |nodes, node, _| nodes.check_ranges(node).map(LlvmVerifyCode::Range),
            b"align" => |nodes, node, _| nodes.check_alignment(node).map(LlvmVerifyCode::Attachment),
            b"annotation" => |nodes, node, _| nodes.check_annotation(node).map(LlvmVerifyCode::Attachment),
            b"callee_type" => |nodes, node, _| nodes.check_callee_types(node).map(LlvmVerifyCode::Attachment),
            b"callsite" => |nodes, node, _| nodes.check_call_stack(node).map(LlvmVerifyCode::Attachment),
            b"captures" => |nodes, node, _| nodes.check_captures(node).map(LlvmVerifyCode::Attachment),
            b"dereferenceable" | b"dereferenceable_or_null" => {
                |nodes, node, _| nodes.check_dereferenceable(node).map(LlvmVerifyCode::Attachment)
            }
            b"fpmath" => |nodes, node, _| nodes.check_accuracy(node).map(LlvmVerifyCode::Attachment),
            b"llvm.access.group" => |nodes, node, _| nodes.check_access_groups(node).map(LlvmVerifyCode::Attachment),
            b"memprof" => |nodes, node, _| nodes.check_memory_profile(node).map(LlvmVerifyCode::Attachment),
            b"noalias.addrspace" => |nodes, node, _| nodes.check_address_spaces(node),
            b"nofree" => |nodes, node, _| nodes.check_empty(node, "nofree metadata must be empty"),
            b"nonnull" => |nodes, node, _| nodes.check_empty(node, "nonnull metadata must be empty"),
            _ => return None,
        };
        if self.taken.contains(&(kind, node, is_call)) {
            return None;
        }
        let wrong = rule(&Nodes { ctx, graph, types: &self.types }, node, is_call);
        if wrong.is_none() {
            self.taken.insert((kind, node, is_call));
        }
        wrong
    }
}

/// What a store captures of the pointer that it stores.
const CAPTURED: [&[u8]; 4] = [b"address", b"address_is_null", b"provenance", b"read_provenance"];

/// Bytes that an address is aligned to at most.
const LARGEST_ALIGNMENT: u64 = 1 << 32;

/// The last kind of value profiles, which counts a `vtable`; those before it are of calls alone.
const VTABLE_TARGET: i64 = 2;

/// From the first number to before the second one, or around, after the largest number, to there.
#[derive(Clone, Copy)]
struct Interval {
    low: i64,
    high: i64,
}

impl Interval {
    fn contains(self, number: i64) -> bool {
        let (is_above, is_below) = (number >= self.low, number < self.high);
        if self.low < self.high { is_above && is_below } else { is_above || is_below }
    }

    /// Why it and another do not stand together.
    fn check_adjacent(self, other: Interval) -> Option<&'static str> {
        if self.contains(other.low) || other.contains(self.low) {
            Some("Intervals are overlapping")
        } else if self.high == other.low || other.high == self.low {
            Some("Intervals are contiguous")
        } else {
            None
        }
    }
}

impl Nodes<'_> {
    /// `!{!"branch_weights", i32 1, i32 99}`, `!{!"VP", i32 0, i64 20, i64 123, i64 20}`, `!{!"unknown", !"pass"}`
    fn check_profile(&self, node: NodeId, is_call: bool) -> Option<&'static str> {
        let (profile, values) = match self.operands(node)? {
            [] => return Some("!prof annotations should have at least 1 operand"),
            [Operand::Null, ..] => return Some("first operand should not be null"),
            [Operand::String(profile), values @ ..] => (self.ctx.bytes(*profile), values),
            _ => return Some("expected string with name of the !prof annotation"),
        };
        match (profile, values) {
            (b"unknown", [Operand::String(_)]) => None,
            (b"unknown", [_]) => Some("'unknown' !prof should have an additional operand of type string"),
            (b"unknown", _) => Some("'unknown' !prof should have a single additional operand"),
            (_, []) => Some("!prof annotations should have no less than 2 operands"),
            (b"branch_weights", [Operand::String(_), weights @ ..] | weights) => self.check_weights(weights),
            (b"VP", [kind, _, _, _, ..]) => match self.number(kind) {
                None => Some("VP !prof missing kind argument"),
                Some((kind, _)) if !(0..=VTABLE_TARGET).contains(&kind) => Some("Invalid VP !prof kind"),
                Some(_) if !values.len().is_multiple_of(2) => {
                    Some("VP !prof should have an even number of arguments after 'VP'")
                }
                Some((kind, _)) if kind != VTABLE_TARGET && !is_call => {
                    Some("VP !prof indirect call or memop size expected to be applied to CallBase instructions only")
                }
                Some(_) => None,
            },
            (b"VP", _) => Some("invalid value profiling metadata"),
            _ => Some("expected either branch_weights or VP profile name"),
        }
    }

    fn check_weights(&self, weights: &[Operand]) -> Option<&'static str> {
        weights.iter().find_map(|weight| match weight {
            Operand::Null => Some("second operand should not be null"),
            weight => self.integer_type(weight).is_none().then_some("!prof brunch_weights operand is not a const int"),
        })
    }

    fn check_empty(&self, node: NodeId, rule: &'static str) -> Option<LlvmVerifyCode> {
        let is_empty = self.operands(node).is_some_and(<[Operand]>::is_empty);
        (!is_empty).then_some(LlvmVerifyCode::Attachment(rule))
    }

    /// `!{!"address", !"read_provenance"}`
    fn check_captures(&self, node: NodeId) -> Option<&'static str> {
        let captured = self.operands(node)?;
        if captured.is_empty() {
            return Some("!captures metadata cannot be empty");
        }
        captured.iter().find_map(|operand| match operand {
            Operand::String(word) if CAPTURED.contains(&self.ctx.bytes(*word)) => None,
            Operand::String(_) => Some("invalid entry in !captures metadata"),
            _ => Some("!captures metadata must be a list of strings"),
        })
    }

    /// `!{i64 8}`
    fn check_dereferenceable(&self, node: NodeId) -> Option<&'static str> {
        let [bytes] = self.operands(node)? else {
            return Some("dereferenceable, dereferenceable_or_null take one operand!");
        };
        let is_i64 = self.integer_type(bytes) == Some(types::I64);
        (!is_i64).then_some("dereferenceable, dereferenceable_or_null metadata value must be an i64!")
    }

    /// `!{i64 8}`
    fn check_alignment(&self, node: NodeId) -> Option<&'static str> {
        match self.operands(node)? {
            [value] => match self.number(value) {
                Some((_, ty)) if self.ctx.int_width(ty) != Some(64) => Some("align metadata value must be an i64!"),
                Some((value, _)) if !value.cast_unsigned().is_power_of_two() => {
                    Some("align metadata value must be a power of 2!")
                }
                Some((value, _)) if value.cast_unsigned() > LARGEST_ALIGNMENT => {
                    Some("alignment is larger that implementation defined limit")
                }
                Some(_) => None,
                None => Some("align metadata value must be an i64!"),
            },
            _ => Some("align takes one operand!"),
        }
    }

    /// `!{!"auto-init"}`, `!{!{!"a", !"b"}}`
    fn check_annotation(&self, node: NodeId) -> Option<&'static str> {
        let Some(operands) = self.operands(node) else { return Some("annotation must be a tuple") };
        let is_string = |operand: &Operand| matches!(operand, Operand::String(_));
        let is_annotation = |operand: &Operand| match operand {
            Operand::Node(tuple) => self.operands(*tuple).is_some_and(|own| own.iter().all(is_string)),
            operand => is_string(operand),
        };
        if operands.is_empty() {
            return Some("annotation must have at least one operand");
        }
        (!operands.iter().all(is_annotation)).then_some("operands must be a string or a tuple of strings")
    }

    /// `!{!1, !2}`: types as `!type` has them.
    fn check_callee_types(&self, node: NodeId) -> Option<&'static str> {
        self.operands(node)?.iter().find_map(|operand| {
            let Operand::Node(ty) = operand else {
                return Some("The callee_type metadata must be a list of type metadata nodes");
            };
            match self.operands(*ty)? {
                [offset, _] if self.number(offset).is_none_or(|(offset, _)| offset != 0) => {
                    Some("The first operand of type metadata for functions must be zero")
                }
                [_, Operand::String(name)] if self.ctx.bytes(*name).ends_with(b".generalized") => None,
                [_, _] => Some("Only generalized type metadata can be part of the callee_type metadata list"),
                _ => Some("Well-formed generalized type metadata must contain exactly two operands"),
            }
        })
    }

    /// `!{i64 123, i64 456}`: hashes of places.
    fn check_call_stack(&self, node: NodeId) -> Option<&'static str> {
        let operands = self.operands(node)?;
        if operands.is_empty() {
            return Some("call stack metadata should have at least 1 operand");
        }
        let all = operands.iter().all(|operand| self.integer_type(operand).is_some());
        (!all).then_some("call stack metadata operand should be constant integer")
    }

    /// `!{!{!{i64 123}, !"notcold"}}`: blocks of a call stack and what is known of its allocations.
    fn check_memory_profile(&self, node: NodeId) -> Option<&'static str> {
        let blocks = self.operands(node)?;
        if blocks.is_empty() {
            return Some("!memprof annotations should have at least 1 metadata operand (MemInfoBlock)");
        }
        blocks.iter().find_map(|block| {
            let Operand::Node(block) = block else { return None };
            let [stack, kinds @ ..] = self.operands(*block)? else {
                return Some("Each !memprof MemInfoBlock should have at least 2 operands");
            };
            if kinds.is_empty() {
                return Some("Each !memprof MemInfoBlock should have at least 2 operands");
            }
            match stack {
                Operand::Null => Some("!memprof MemInfoBlock first operand should not be null"),
                Operand::Node(stack) => self.check_call_stack(*stack),
                Operand::String(_) | Operand::Constant(_) => {
                    Some("!memprof MemInfoBlock first operand should be an MDNode")
                }
            }
        })
    }

    /// `!{float 2.5}`
    fn check_accuracy(&self, node: NodeId) -> Option<&'static str> {
        let [accuracy] = self.operands(node)? else { return Some("fpmath takes one operand!") };
        let Operand::Constant(accuracy) = accuracy else { return Some("invalid fpmath accuracy!") };
        match self.ctx.attr_data(*accuracy) {
            AttrData::Float { ty, bits } => match self.ctx.type_data(*ty) {
                TypeData::Float(FloatKind::F32) => {
                    let accuracy = f32::from_bits(bits.get() as u32);
                    let is_positive = accuracy.is_finite() && accuracy > 0.0;
                    (!is_positive).then_some("fpmath accuracy not a positive number!")
                }
                _ => Some("fpmath accuracy must have float type"),
            },
            _ => Some("invalid fpmath accuracy!"),
        }
    }

    /// A group, which is distinct and empty, or a list of groups.
    fn check_access_groups(&self, node: NodeId) -> Option<&'static str> {
        let is_group = |node: NodeId| match self.graph.node(node) {
            Node::Tuple { distinct, operands } => *distinct && operands.is_empty(),
            Node::Specialised { .. } | Node::Location(_) => false,
        };
        if is_group(node) {
            return None;
        }
        self.operands(node)?.iter().find_map(|operand| match operand {
            Operand::Node(group) if is_group(*group) => None,
            Operand::Node(_) => Some("Access scope list contains invalid access scope"),
            _ => Some("Access scope list must consist of MDNodes"),
        })
    }

    /// `!{i32 5, i32 6}`: the address spaces that a pointer is not of.
    fn check_address_spaces(&self, node: NodeId) -> Option<LlvmVerifyCode> {
        let is_other = |bound: &Operand| self.integer_type(bound).is_some_and(|ty| ty != types::I32);
        let is_wide = self.operands(node).is_some_and(|bounds| bounds.iter().any(is_other));
        let wide = is_wide.then_some(LlvmVerifyCode::Attachment("noalias.addrspace type must be i32!"));
        wide.or_else(|| self.check_ranges(node).map(LlvmVerifyCode::Range))
    }

    /// `!{i8 0, i8 2, i8 3, i8 6}`; what numbers of more than 64 bits leave out is not asked.
    fn check_ranges(&self, node: NodeId) -> Option<&'static str> {
        let bounds = self.operands(node)?;
        if !bounds.len().is_multiple_of(2) {
            return Some("Unfinished range!");
        }
        let mut intervals: Vec<Interval> = Vec::with_capacity(bounds.len() / 2);
        for pair in bounds.chunks_exact(2) {
            let [Some(low), Some(high)] = [&pair[0], &pair[1]].map(|bound| self.integer_type(bound)) else {
                let is_low = self.integer_type(&pair[0]).is_none();
                return Some(if is_low {
                    "The lower limit must be an integer!"
                } else {
                    "The upper limit must be an integer!"
                });
            };
            if low != high {
                return Some("Range pair types must match!");
            }
            let (Some((low, ty)), Some((high, _))) = (self.number(&pair[0]), self.number(&pair[1])) else {
                return None;
            };
            if low == high {
                let most = self.ctx.int_width(ty).map_or(i64::MAX, |width| i64::MAX >> 64_u32.saturating_sub(width));
                let is_limit = matches!(low, 0 | -1) || low == most || low == -most - 1;
                return Some(if is_limit {
                    "Range must not be empty!"
                } else {
                    "The upper and lower limits cannot be the same value"
                });
            }
            let interval = Interval { low, high };
            if let Some(wrong) = intervals.last().and_then(|last| interval.check_adjacent(*last)) {
                return Some(wrong);
            }
            if intervals.last().is_some_and(|last| low <= last.low) {
                return Some("Intervals are not in order");
            }
            intervals.push(interval);
        }
        match intervals[..] {
            [] => Some("It should have at least one range!"),
            [first, _, .., last] => first.check_adjacent(last),
            _ => None,
        }
    }
}

impl Function<'_> {
    /// What is wrong with what is attached to an instruction: with its branch weights, the type of the pointer that can be
    /// dereferenced, and what has no attribute of its own.
    pub(super) fn check_attached(&self, op: Op) -> Option<LlvmVerifyCode> {
        let weights = self.body.attr(self.ctx, op, BRANCH_WEIGHTS).and_then(|weights| self.ctx.dense_array(weights));
        let wrong = weights
            .and_then(|weights| check_weight_count(self.body, op, &self.body.name(op).def()?.llvm, weights.len()));
        if let Some(wrong) = wrong {
            return Some(LlvmVerifyCode::Profile(wrong));
        }
        let bytes = self.body.attr(self.ctx, op, DEREFERENCEABLE);
        if let Some(wrong) = bytes.and_then(|_| check_place(self.ctx, self.body, op, b"dereferenceable")) {
            return Some(LlvmVerifyCode::Attachment(wrong));
        }
        let attached = self.ctx.entries(self.body.attr(self.ctx, op, IRTRIP_METADATA)?);
        attached.iter().find_map(|(kind, node)| check_attachment(self.ctx, self.body, op, (*kind, *node)))
    }
}

/// Why an instruction may not have what is attached to it under a kind, as `irtrip.metadata` holds it: a profile of another
/// number of destinations, or a range of another type.
pub fn check_attachment(ctx: &Context, body: &Body, op: Op, (kind, node): (Str, Attr)) -> Option<LlvmVerifyCode> {
    let form = body.name(op).def()?.llvm;
    match (ctx.bytes(kind), ctx.items(node)) {
        (b"prof", [name, weights @ ..])
            if ctx.string_value(*name).is_some_and(|name| ctx.bytes(name) == b"branch_weights") =>
        {
            let weights = weights.iter().filter(|weight| ctx.string_value(**weight).is_none()).count();
            check_weight_count(body, op, &form, weights).map(LlvmVerifyCode::Profile)
        }
        (b"range", [bound, ..]) => check_range_bound(ctx, body, op, *bound).map(LlvmVerifyCode::Range),
        (kind, _) => check_place(ctx, body, op, kind).map(LlvmVerifyCode::Attachment),
    }
}

/// The types of results that metadata is about, and LLVM's words for another one.
type ResultRule = (fn(&Context, Type) -> bool, &'static str);

/// The instructions that a kind of metadata may be attached to.
struct PlaceRule {
    kinds: &'static [&'static str],
    /// What holds of their results.
    result: Option<ResultRule>,
    /// Whether it may be attached to an instruction.
    applies_to: fn(&LlvmForm) -> bool,
    /// LLVM's words for another instruction.
    rule: &'static str,
}

const fn is_load(form: &LlvmForm) -> bool {
    matches!(form, LlvmForm::Inst(Inst::Load))
}

const fn is_cast_of_integer(form: &LlvmForm) -> bool {
    matches!(form, LlvmForm::Cast(CastOpcode::IntToPtr))
}

const fn is_update(form: &LlvmForm) -> bool {
    matches!(form, LlvmForm::Inst(Inst::Load | Inst::Store | Inst::AtomicRmw | Inst::CmpXchg))
}

static PLACES: &[PlaceRule] = &[
    PlaceRule {
        kinds: &["nonnull"],
        result: Some((is_plain_pointer, "nonnull applies only to pointer types")),
        applies_to: is_load,
        rule: "nonnull applies only to load instructions, use attributes for calls or invokes",
    },
    PlaceRule {
        kinds: &["align"],
        result: Some((is_plain_pointer, "align applies only to pointer types")),
        applies_to: is_load,
        rule: "align applies only to load instructions, use attributes for calls or invokes",
    },
    PlaceRule {
        kinds: &["dereferenceable", "dereferenceable_or_null"],
        result: Some((is_plain_pointer, "dereferenceable, dereferenceable_or_null apply only to pointer types")),
        applies_to: |form| is_load(form) || is_cast_of_integer(form),
        rule: "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or invokes",
    },
    PlaceRule {
        kinds: &["nofree"],
        result: Some((is_plain_pointer, "nofree applies only to pointer types")),
        applies_to: is_cast_of_integer,
        rule: "nofree applies only to inttoptr instruction",
    },
    PlaceRule {
        kinds: &["invariant.group"],
        result: None,
        applies_to: |form| matches!(form, LlvmForm::Inst(Inst::Load | Inst::Store)),
        rule: "invariant.group metadata is only for loads and stores",
    },
    PlaceRule {
        kinds: &["fpmath"],
        result: Some((is_float, "fpmath requires a floating point result!")),
        applies_to: |_| true,
        rule: "",
    },
    PlaceRule {
        kinds: &["captures"],
        result: None,
        applies_to: |form| matches!(form, LlvmForm::Inst(Inst::Store)),
        rule: "!captures metadata can only be applied to store instructions",
    },
    PlaceRule {
        kinds: &["memprof"],
        result: None,
        applies_to: LlvmForm::is_call,
        rule: "!memprof metadata should only exist on calls",
    },
    PlaceRule {
        kinds: &["callsite"],
        result: None,
        applies_to: LlvmForm::is_call,
        rule: "!callsite metadata should only exist on calls",
    },
    PlaceRule {
        kinds: &["callee_type"],
        result: None,
        applies_to: LlvmForm::is_call,
        rule: "!callee_type metadata should only exist on calls",
    },
    PlaceRule {
        kinds: &["mmra"],
        result: None,
        applies_to: |form| is_update(form) || form.is_call() || matches!(form, LlvmForm::Inst(Inst::Fence)),
        rule: "!mmra metadata attached to unexpected instruction kind",
    },
    PlaceRule {
        kinds: &["noalias.addrspace"],
        result: None,
        applies_to: |form| is_update(form) || form.is_call(),
        rule: "noalias.addrspace are only for memory operations!",
    },
];

fn is_plain_pointer(ctx: &Context, ty: Type) -> bool {
    ctx.pointer_space(ty).is_some()
}

/// Why an instruction may not have metadata of a kind, whatever it says.
fn check_place(ctx: &Context, body: &Body, op: Op, kind: &[u8]) -> Option<&'static str> {
    let place = PLACES.iter().find(|place| place.kinds.iter().any(|own| own.as_bytes() == kind))?;
    let result = body.result(op).map_or(types::VOID, |result| body.value_type(result));
    let form = body.name(op).def()?.llvm;
    match place.result {
        Some((is_of, words)) if !is_of(ctx, result) => Some(words),
        _ => (!(place.applies_to)(&form)).then_some(place.rule),
    }
}

fn check_weight_count(body: &Body, op: Op, form: &LlvmForm, weights: usize) -> Option<&'static str> {
    let expected = match form {
        LlvmForm::Inst(Inst::Invoke) => {
            let is_wrong = !matches!(weights, 1 | 2);
            return is_wrong.then_some("Wrong number of InvokeInst branch_weights operands");
        }
        LlvmForm::Inst(Inst::Br | Inst::CondBr | Inst::Switch | Inst::IndirectBr | Inst::CallBr) => {
            body.successors(op).len()
        }
        LlvmForm::Inst(Inst::Select) => 2,
        form if form.is_call() => 1,
        _ => return Some("!prof branch_weights are not allowed for this instruction"),
    };
    (weights != expected).then_some("Wrong number of operands")
}

fn check_range_bound(ctx: &Context, body: &Body, op: Op, bound: Attr) -> Option<&'static str> {
    let form = body.name(op).def()?.llvm;
    if !form.is_call() && !matches!(form, LlvmForm::Inst(Inst::Load)) {
        return Some("Ranges are only for loads, calls and invokes!");
    }
    let (AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. }) = ctx.attr_data(bound) else { return None };
    let result = body.result(op).map(|result| ctx.scalar_type(body.value_type(result)));
    (result != Some(*ty)).then_some("Range types must match instruction type!")
}

/// A global value that metadata is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A function.
    Function,
    /// A variable in whose address space addresses have this many bits.
    Variable(u32),
}

/// LLVM's words for a node that does not name one global value.
struct ReferenceRule {
    count: &'static str,
    value: &'static str,
    pointer: &'static str,
}

const ASSOCIATED: ReferenceRule = ReferenceRule {
    count: "associated metadata must have one operand",
    value: "associated metadata must be ValueAsMetadata",
    pointer: "associated value must be pointer typed",
};

const REFERENCE: ReferenceRule = ReferenceRule {
    count: "ref metadata must have one operand",
    value: "ref metadata must be ValueAsMetadata",
    pointer: "ref value must be pointer typed",
};

/// The rule that a node breaks which is attached under a kind to a global value.
pub fn check_of_global(
    ctx: &Context,
    graph: &MetadataGraph,
    (kind, node): (Str, NodeId),
    global: GlobalKind,
) -> Option<LlvmVerifyCode> {
    let nodes = Nodes { ctx, graph, types: &RefCell::default() };
    match (ctx.bytes(kind), global) {
        (b"absolute_symbol", GlobalKind::Variable(bits)) => nodes.check_absolute(node, bits).map(LlvmVerifyCode::Range),
        (b"associated", _) => nodes.check_reference(node, &ASSOCIATED).map(LlvmVerifyCode::Attachment),
        (b"implicit.ref", _) => nodes.check_reference(node, &REFERENCE).map(LlvmVerifyCode::Attachment),
        (b"kcfi_type", GlobalKind::Function) => nodes.check_type_hash(node).map(LlvmVerifyCode::Attachment),
        (b"prof", GlobalKind::Function) => nodes.check_entry_count(node).map(LlvmVerifyCode::Profile),
        _ => None,
    }
}

impl Nodes<'_> {
    /// `!{i64 0, i64 256}`: what the address may be. All addresses are from the largest one to itself.
    fn check_absolute(&self, node: NodeId, bits: u32) -> Option<&'static str> {
        let bounds = self.operands(node)?;
        let is_other =
            |bound: &Operand| self.integer_type(bound).is_some_and(|ty| self.ctx.int_width(ty) != Some(bits));
        if bounds.iter().any(is_other) {
            return Some("Range types must match instruction type!");
        }
        match bounds {
            [low, high] if self.number(low).is_some_and(|low| low.0 == -1) && low == high => None,
            _ => self.check_ranges(node),
        }
    }

    /// `!{ptr @g}`
    fn check_reference(&self, node: NodeId, rule: &ReferenceRule) -> Option<&'static str> {
        match self.operands(node)? {
            [Operand::Constant(value)] => match self.ctx.attr_data(*value) {
                AttrData::Integer { .. } | AttrData::BigInteger { .. } | AttrData::Float { .. } => Some(rule.pointer),
                _ => None,
            },
            // What is not there any more: export names it.
            [Operand::Null] => None,
            [_] => Some(rule.value),
            _ => Some(rule.count),
        }
    }

    /// `!{i32 12345}`: the hash of a function's type.
    fn check_type_hash(&self, node: NodeId) -> Option<&'static str> {
        match self.operands(node)? {
            [hash] => match self.integer_type(hash) {
                Some(ty) if ty != types::I32 => Some("expected a 32-bit integer constant operand for !kcfi_type"),
                Some(_) => None,
                None => Some("expected a constant integer operand for !kcfi_type"),
            },
            _ => Some("!kcfi_type must have exactly one operand"),
        }
    }

    /// `!{!"function_entry_count", i64 100}`
    fn check_entry_count(&self, node: NodeId) -> Option<&'static str> {
        let operands = self.operands(node)?;
        let [name, count, ..] = operands else {
            return Some("!prof annotations should have no less than 2 operands");
        };
        let Operand::String(name) = name else { return Some("expected string with name of the !prof annotation") };
        if !matches!(self.ctx.bytes(*name), b"function_entry_count" | b"synthetic_function_entry_count") {
            return Some("first operand should be 'function_entry_count' or 'synthetic_function_entry_count'");
        }
        let is_count = matches!(count, Operand::Constant(_));
        (!is_count).then_some("expected integer argument to function_entry_count")
    }
}
