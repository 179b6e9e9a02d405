//! The rules for metadata that is attached to instructions: profiles and ranges are here, what accesses touch is in
//! [`alias_metadata`]. LangRef, "`prof` Metadata", "`range` Metadata".

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::Function;
use super::alias_metadata::{Nodes, TypeNodes};
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::diagnostic::LlvmVerifyCode;
use crate::names::{BRANCH_WEIGHTS, IRTRIP_METADATA};
use crate::ops::{Inst, LlvmForm};
use crate::registry::OpNameDefinition;
use crate::{Body, Op};
use irtrip_metadata::{MetadataGraph, NodeId, Operand};

/// What holds of nodes that are attached under a kind to an instruction, which may be a call.
type Rule = fn(&Nodes<'_>, NodeId, bool) -> Option<LlvmVerifyCode>;

/// Checks attachments, each once.
#[derive(Default)]
pub struct AttachmentChecker {
    /// Those that LLVM takes.
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
    /// What is wrong with what is attached to an instruction: with its branch weights, and with what has no attribute of its own.
    pub(super) fn check_attached(&self, op: Op) -> Option<LlvmVerifyCode> {
        let weights = self.body.attr(self.ctx, op, BRANCH_WEIGHTS).and_then(|weights| self.ctx.dense_array(weights));
        let wrong = weights
            .and_then(|weights| check_weight_count(self.body, op, &self.body.name(op).def()?.llvm, weights.len()));
        if let Some(wrong) = wrong {
            return Some(LlvmVerifyCode::Profile(wrong));
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
        _ => None,
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
