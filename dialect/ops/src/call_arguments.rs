//! The arguments of the call that an operation stands for: LLVM's, with the numbers and the metadata that MLIR has as
//! attributes. LangRef, "call", "Intrinsic Functions".

use smallvec::SmallVec;

use crate::attributes::AttrData;
use crate::body::{Body, Op, Value};
use crate::context::{Attr, Context, Type};
use crate::diagnostic::ExportCode;
use crate::enums::{FpExceptionBehavior, RoundingMode};
use crate::names::{ARGS, FP_EXCEPTION_BEHAVIOR, IRTRIP_ARGS, OP_BUNDLE_SIZES, ROUNDINGMODE, SCOPE};
use crate::ops::{Arity, Inst, Intrinsic, LlvmForm, LoweringKind, OpDef, Optionality, SlotKind};
use crate::types::well_known as types;

/// How many operands each operand bundle of a call has, by the call's attributes. LangRef, "Operand Bundles".
pub fn bundle_sizes(ctx: &Context, attrs: Attr) -> impl Iterator<Item = usize> + '_ {
    let sizes = ctx.entry(attrs, OP_BUNDLE_SIZES).and_then(|a| ctx.dense_array(a)).unwrap_or_default();
    sizes.iter().map(|n| usize::try_from(*n).unwrap_or(0))
}

/// The list of a call's arguments where they are not its operands: `args` of irtrip's own calls, `irtrip.args` of intrinsics.
pub fn arguments_list(ctx: &Context, attrs: Attr, def: &OpDef) -> Option<Attr> {
    if matches!(def.llvm, LlvmForm::Inst(Inst::CallIntrinsic)) {
        ctx.entry(attrs, IRTRIP_ARGS)
    } else {
        ctx.entry(attrs, ARGS).filter(|_| def.is_irtrip())
    }
}

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

/// The arguments of the call that an operation of an intrinsic stands for.
///
/// # Errors
/// The operation lacks an operand or an attribute that is an argument.
pub fn intrinsic_arguments(
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

/// What an attribute is that is not stored: an integer.
fn default_value(ctx: &Context, def: &OpDef, name: &str) -> Option<Attr> {
    let slot = def.attr_slot(name)?;
    match (slot.kind, slot.optionality) {
        (SlotKind::Bool, Optionality::Default(value)) => Some(ctx.bool_attr(value != 0)),
        (SlotKind::Int(width), Optionality::Default(value)) => Some(ctx.int_attr(ctx.int_type(width), value)),
        _ => None,
    }
}
