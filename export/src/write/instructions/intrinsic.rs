//! Calls of intrinsics that have operations of their own; LangRef, "Intrinsic Functions".

use irtrip_dialect::call_arguments::{bundle_sizes, intrinsic_arguments};
use irtrip_dialect::intrinsics::mangled_name_of_call;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, Intrinsic, LoweringKind, OpDef};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Op, OpName, Str, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::call::{Arg, Call, Callee};
use crate::write::attributes::ARGS;
use crate::write::function::FunctionWriter;

/// Full names of intrinsics, each mangled once. One thread's.
#[derive(Default)]
pub struct IntrinsicNames {
    names: FxHashMap<(OpName, Type, SmallVec<[Type; 8]>), Str>,
}

impl IntrinsicNames {
    /// The name of what an operation calls.
    pub fn callee(
        &mut self,
        ctx: &Context,
        attrs: Attr,
        name: OpName,
        intrinsic: &Intrinsic,
        result: Type,
        args: &[Type],
    ) -> Str {
        if let Some(preserved) = ctx.string_entry(attrs, IRTRIP_CALLEE) {
            return preserved;
        }
        *self
            .names
            .entry((name, result, SmallVec::from_slice(args)))
            .or_insert_with(|| ctx.str(&mangled_name_of_call(ctx, intrinsic, result, args)))
    }
}

impl FunctionWriter<'_, '_> {
    /// An operation that stands for a call of an intrinsic.
    pub fn intrinsic(&mut self, op: Op, def: &OpDef, intrinsic: &Intrinsic) {
        let (ctx, body) = (self.w.ctx, self.body);
        let attrs = body.attrs(op);
        let args = match intrinsic_arguments(ctx, body, op, def, intrinsic) {
            Ok(args) => args,
            Err(kind) => return self.w.fail(kind),
        };
        let result = body.result(op).map_or(types::VOID, |v| body.value_type(v));
        let types: SmallVec<[Type; 8]> = args.iter().map(|a| a.ty).collect();
        let callee = self.w.intrinsics.callee(ctx, attrs, body.name(op), intrinsic, result, &types);
        let args: SmallVec<[Arg; 8]> = args.into_iter().map(Arg::Intrinsic).collect();
        let operands = body.operands(op);
        let bundled: usize = bundle_sizes(ctx, attrs).sum();
        let bundled = operands.get(operands.len().saturating_sub(bundled)..).unwrap_or_default();
        let mut call = Call { bundled, ..Call::new(Inst::Call, attrs, result, Callee::Symbol(callee), &args) };
        if let LoweringKind::MaskedAlign(place) = intrinsic.lowering {
            let align = ctx.int_entry(attrs, ALIGNMENT).unwrap_or(0);
            call.align = (align > 0).then_some((usize::from(place), align));
        }
        if let LoweringKind::ElementAlign(place) = intrinsic.lowering
            && ARGS.iter().all(|key| ctx.entry(attrs, *key).is_none())
            && let Some(matrix) = body.result(op).or_else(|| body.operands(op).first().copied())
        {
            let align = self.abi_alignment(ctx.scalar_type(body.value_type(matrix)));
            call.align = Some((usize::from(place), align as i64));
        }
        let range = def.attr_slot("range").and_then(|_| ctx.entry(attrs, ctx.str("range")));
        call.range = range.filter(|range| !is_full_range(ctx, *range));
        self.call_with(op, &call);
    }
}

/// Whether a range is that of all numbers, which starts and ends with the largest.
fn is_full_range(ctx: &Context, range: Attr) -> bool {
    let AttrData::Llvm { params, .. } = ctx.attr_data(range) else { return false };
    let mut bounds = params.iter().flatten().filter_map(|bound| ctx.int_value(*bound));
    let first = bounds.next();
    first.is_some_and(|first| first != 0) && bounds.all(|bound| Some(bound) == first)
}
