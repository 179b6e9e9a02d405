//! Calls of intrinsics that have operations of their own; LangRef, "Intrinsic Functions".

use irtrip_dialect::enums::{FpExceptionBehavior, RoundingMode};
use irtrip_dialect::intrinsics::mangled_name_of_call;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Arity, Inst, Intrinsic, LoweringKind, OpDef, Optionality, SlotKind};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Op, OpName, Str, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::call::{Arg, Call, Callee, bundle_sizes};
use crate::write::attributes::ARGS;
use crate::write::function::FunctionWriter;
use irtrip_dialect::diagnostic::ExportCode;

/// What an argument of the LLVM call is.
#[derive(Clone, Copy, Debug)]
pub enum ArgumentValue {
    /// An operand.
    Value(Value),
    /// An attribute that holds a number.
    Immediate(Attr),
    /// `poison`, for an operand that may be left out.
    Poison,
    /// A metadata string: what is before the word, and the word.
    Text(&'static str, &'static str),
    /// An alias scope.
    Scope(Attr),
}

/// An argument of the LLVM call.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub value: ArgumentValue,
}

/// The arguments of the call an operation stands for.
pub fn arguments(
    ctx: &Context,
    body: &Body,
    op: Op,
    def: &OpDef,
    intrinsic: &Intrinsic,
) -> Result<SmallVec<[Argument; 8]>, ExportCode> {
    let attrs = body.attrs(op);
    let mut operands = body.operands(op);
    if def.operands.iter().any(|o| matches!(o.arity, Arity::VariadicOfVariadic(_))) {
        let bundled: usize = bundle_sizes(ctx, attrs).sum();
        operands = operands.get(..operands.len().saturating_sub(bundled)).unwrap_or_default();
    }
    let mut found = SmallVec::new();
    let mut rest = operands.iter();
    let count = operands.len() + intrinsic.immediates.len();
    for place in 0..count {
        let immediate = intrinsic.immediates.iter().find(|(p, _)| usize::from(*p) == place);
        found.push(match immediate {
            Some((_, name)) => immediate_argument(ctx, attrs, def, name)?,
            None => {
                let Some(value) = rest.next() else { return Err(ExportCode::Value) };
                Argument { ty: body.value_type(*value), value: ArgumentValue::Value(*value) }
            }
        });
    }
    match intrinsic.lowering {
        LoweringKind::Plain | LoweringKind::ElementAlign(_) => {}
        LoweringKind::Constrained => constrained(ctx, attrs, def, &mut found)?,
        LoweringKind::MaskedAlign(_) => {
            if let (Some(result), 2) = (body.result(op), found.len()) {
                found.push(Argument { ty: body.value_type(result), value: ArgumentValue::Poison });
            }
        }
        LoweringKind::AliasScope => {
            let scope = ctx.entry(attrs, SCOPE).ok_or(ExportCode::Attribute("scope"))?;
            found.push(Argument { ty: types::METADATA, value: ArgumentValue::Scope(scope) });
        }
        LoweringKind::Debug => return Err(ExportCode::Operation(def.name.into())),
    }
    Ok(found)
}

fn immediate_argument(ctx: &Context, attrs: Attr, def: &OpDef, name: &'static str) -> Result<Argument, ExportCode> {
    use irtrip_dialect::AttrData;
    let attr = ctx.entry(attrs, ctx.str(name)).or_else(|| default_value(ctx, def, name));
    let attr = attr.ok_or(ExportCode::Attribute(name))?;
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } | AttrData::Float { ty, .. } => {
            Ok(Argument { ty: *ty, value: ArgumentValue::Immediate(attr) })
        }
        _ => Err(ExportCode::Attribute(name)),
    }
}

/// LangRef, "Constrained Floating-Point Intrinsics": rounding mode and exception behavior are metadata strings.
fn constrained(ctx: &Context, attrs: Attr, def: &OpDef, found: &mut SmallVec<[Argument; 8]>) -> Result<(), ExportCode> {
    let mut argument = |name: &'static str, prefix: &'static str, word: Option<&'static str>| {
        if def.attr_slot(name).is_some() {
            let word = word.ok_or(ExportCode::Attribute(name))?;
            found.push(Argument { ty: types::METADATA, value: ArgumentValue::Text(prefix, word) });
        }
        Ok(())
    };
    let rounding = ctx.entry(attrs, ROUNDINGMODE).and_then(|a| ctx.enum_value(a)).map(RoundingMode::llvm);
    argument("roundingmode", "round.", rounding)?;
    let behavior = ctx.entry(attrs, FP_EXCEPTION_BEHAVIOR).and_then(|a| ctx.enum_value(a));
    argument("fpExceptionBehavior", "fpexcept.", behavior.map(FpExceptionBehavior::llvm))?;
    Ok(())
}

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
        let args = match arguments(ctx, body, op, def, intrinsic) {
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

/// What an attribute is that is not stored: an integer.
fn default_value(ctx: &Context, def: &OpDef, name: &str) -> Option<Attr> {
    let slot = def.attr_slot(name)?;
    match (slot.kind, slot.optionality) {
        (SlotKind::Bool, Optionality::Default(value)) => Some(ctx.bool_attr(value != 0)),
        (SlotKind::Int(width), Optionality::Default(value)) => Some(ctx.int_attr(ctx.int_type(width), value)),
        _ => None,
    }
}
