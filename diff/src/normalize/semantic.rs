//! What LLVM's canonical form (InstCombine) has in one way only: the operands of what commutes, the operands of a comparison
//! with its predicate, and how a `getelementptr` says an offset. Modules that differ in these alone are one module then.
//!
//! LangRef, "Binary Operations", "icmp", "fcmp", "getelementptr".

use std::cmp::Ordering;

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::enums::{FCmpPredicate, ICmpPredicate};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{ELEM_TYPE, PREDICATE, RAW_CONSTANT_INDICES, VALUE};
use irtrip_dialect::ops::{LlvmForm, global_values, llvm};
use irtrip_dialect::types::well_known::{I8, I64};
use irtrip_dialect::{Body, Context, Module, Op, OpName, OpNameDefinition, Type, TypeData, Value, ValueDef};

use crate::structural_hash::StructuralHasher;
use crate::structural_hash::global_value::constant_hash;
use crate::structural_hash::value_numbering::{Numbering, constant_of};

/// Instructions whose operands commute, as `Instruction::isCommutative` has them.
const COMMUTATIVE: &[OpName] = &[llvm::ADD, llvm::FADD, llvm::MUL, llvm::FMUL, llvm::AND, llvm::OR, llvm::XOR];
/// Intrinsics whose first two operands do, as `IntrinsicInst::isCommutative` has them.
const COMMUTATIVE_INTRINSICS: &[&str] = &[
    "llvm.fma",
    "llvm.fmuladd",
    "llvm.maximum",
    "llvm.maxnum",
    "llvm.minimum",
    "llvm.minnum",
    "llvm.sadd.sat",
    "llvm.sadd.with.overflow",
    "llvm.smax",
    "llvm.smin",
    "llvm.smul.fix",
    "llvm.smul.fix.sat",
    "llvm.smul.with.overflow",
    "llvm.uadd.sat",
    "llvm.uadd.with.overflow",
    "llvm.umax",
    "llvm.umin",
    "llvm.umul.fix",
    "llvm.umul.fix.sat",
    "llvm.umul.with.overflow",
];

/// Brings a module's instructions into the canonical form.
pub(crate) fn canonicalize(ctx: &Context, module: &mut Module) {
    let text = module_layout(ctx, module.attrs).map(|text| ctx.text(text)).unwrap_or_default();
    let layout = Layout::new(&text);
    let mut hasher = StructuralHasher::new(ctx, None);
    for body in module.body.all_nested_mut() {
        let numbering = Numbering::new(body);
        for op in body.linked_ops().collect::<Vec<Op>>() {
            let name = body.name(op);
            if name == llvm::GETELEMENTPTR {
                shorten(ctx, body, op);
                to_bytes(ctx, &layout, body, op);
            } else if commutes(name) || name == llvm::ICMP || name == llvm::FCMP {
                order(ctx, &mut hasher, &numbering, body, op);
            }
        }
    }
}

/// Whether the first two operands of an operation commute.
fn commutes(name: OpName) -> bool {
    let is_intrinsic = || match name.def().map(|def| &def.llvm) {
        Some(LlvmForm::Intrinsic(intrinsic)) => COMMUTATIVE_INTRINSICS.contains(&intrinsic.name),
        _ => false,
    };
    COMMUTATIVE.contains(&name) || is_intrinsic()
}

/// Puts the first two operands of an operation in order: by where they are defined, constants last.
fn order(ctx: &Context, hasher: &mut StructuralHasher, numbering: &Numbering, body: &mut Body, op: Op) {
    let [first, second, rest @ ..] = body.operands(op) else { return };
    let mut place = |value: Value| match constant_of(body, value) {
        Some(constant) => (u32::MAX, constant_hash(hasher, body, constant, value)),
        None => (numbering.value(value).unwrap_or(u32::MAX), 0),
    };
    if place(*first) <= place(*second) {
        return;
    }
    let operands: Vec<Value> = [*second, *first].into_iter().chain(rest.iter().copied()).collect();
    let own = body.attr(ctx, op, PREDICATE);
    let predicate = match body.name(op) {
        llvm::ICMP => {
            own.and_then(|of| ctx.enum_value::<ICmpPredicate>(of)).map(|of| ctx.enum_attr(of.with_operands_swapped()))
        }
        llvm::FCMP => own.and_then(|of| swapped(ctx, ctx.enum_value::<FCmpPredicate>(of)?)).map(|of| ctx.enum_attr(of)),
        _ => None,
    };
    if predicate.is_some() == matches!(body.name(op), llvm::ICMP | llvm::FCMP) {
        body.set_operands(op, &operands);
        if predicate.is_some() {
            body.set_attrs(op, ctx.with_entry(body.attrs(op), PREDICATE, predicate));
        }
    }
}

/// The predicate that holds of two values, the second first, where this one holds of them.
fn swapped(ctx: &Context, of: FCmpPredicate) -> Option<FCmpPredicate> {
    let orders = [None, Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)];
    let is_swapped = |other: &FCmpPredicate| {
        orders.iter().all(|order| of.holds(*order) == other.holds(order.map(Ordering::reverse)))
    };
    (0..16).filter_map(|number| ctx.enum_value::<FCmpPredicate>(ctx.int_attr(I64, number))).find(is_swapped)
}

/// An index of a `getelementptr`.
#[derive(Clone, Copy)]
enum Index {
    Number(i64),
    Value(Value),
}

/// The indices of a `getelementptr`, and the type that the first one counts.
fn indices(ctx: &Context, body: &Body, op: Op) -> Option<(Type, Vec<Index>)> {
    let ty = ctx.type_value(body.attr(ctx, op, ELEM_TYPE)?)?;
    let raw = ctx.dense_array(body.attr(ctx, op, RAW_CONSTANT_INDICES)?)?;
    let mut dynamic = body.operands(op).iter().skip(1);
    let index = |raw: &i64| {
        if *raw != llvm::DYNAMIC_INDEX {
            return Some(Index::Number(*raw));
        }
        let value = *dynamic.next()?;
        Some(number(ctx, body, value).map_or(Index::Value(value), Index::Number))
    };
    Some((ty, raw.iter().map(index).collect::<Option<Vec<Index>>>()?))
}

/// The number that a constant is.
fn number(ctx: &Context, body: &Body, value: Value) -> Option<i64> {
    let ValueDef::Result(op, _) = body.value(value).def else { return None };
    (body.name(op) == global_values::CONSTANT).then(|| ctx.int_value(body.attr(ctx, op, VALUE)?)).flatten()
}

fn set_indices(ctx: &Context, body: &mut Body, op: Op, ty: Type, indices: &[Index]) {
    let Some(base) = body.operands(op).first().copied() else { return };
    let is_raw = |number: i64| i32::try_from(number).ok().filter(|raw| i64::from(*raw) != llvm::DYNAMIC_INDEX);
    let mut operands = vec![base];
    let mut raw = Vec::with_capacity(indices.len());
    for index in indices {
        match index {
            Index::Number(number) => match is_raw(*number) {
                Some(number) => raw.push(number),
                // There is no operand for it: the operation stays as it is.
                None => return,
            },
            Index::Value(value) => {
                operands.push(*value);
                raw.push(llvm::DYNAMIC_INDEX as i32);
            }
        }
    }
    body.set_operands(op, &operands);
    let attrs = ctx.with_entry(body.attrs(op), RAW_CONSTANT_INDICES, Some(ctx.i32_array(&raw)));
    body.set_attrs(op, ctx.with_entry(attrs, ELEM_TYPE, Some(ctx.type_attr(ty))));
}

/// Drops indices of zero into what begins with an array: the next index counts the array's elements.
fn shorten(ctx: &Context, body: &mut Body, op: Op) {
    let Some((mut ty, mut all)) = indices(ctx, body, op) else { return };
    let before = all.len();
    while let ([Index::Number(0), _, ..], TypeData::Array { element, .. }) = (all.as_slice(), ctx.type_data(ty)) {
        ty = *element;
        all.remove(0);
    }
    if all.len() < before {
        set_indices(ctx, body, op, ty, &all);
    }
}

/// Says an offset that is a number in bytes.
fn to_bytes(ctx: &Context, layout: &Layout, body: &mut Body, op: Op) {
    let is_pointer = |value: Value| matches!(ctx.type_data(body.value_type(value)), TypeData::Pointer { .. });
    let Some(true) = body.result(op).map(is_pointer) else { return };
    let Some(offset) = indices(ctx, body, op).and_then(|(ty, all)| offset(ctx, layout, ty, &all)) else { return };
    set_indices(ctx, body, op, I8, &[Index::Number(offset)]);
}

/// The bytes that indices lead away from a pointer, where all are numbers.
fn offset(ctx: &Context, layout: &Layout, ty: Type, indices: &[Index]) -> Option<i64> {
    let (mut ty, mut offset) = (ty, 0_i64);
    for (at, index) in indices.iter().enumerate() {
        let Index::Number(index) = *index else { return None };
        let step = match ctx.type_data(ty) {
            _ if at == 0 => i64::try_from(layout.alloc_size(ctx, ty)?).ok()?.checked_mul(index)?,
            TypeData::Array { element, .. } => {
                ty = *element;
                i64::try_from(layout.alloc_size(ctx, ty)?).ok()?.checked_mul(index)?
            }
            _ => {
                let place = u64::try_from(index).ok()?;
                let step = layout.element_offset(ctx, ty, place)?;
                ty = *ctx.struct_elements(ty)?.1.get(usize::try_from(index).ok()?)?;
                i64::try_from(step).ok()?
            }
        };
        offset = offset.checked_add(step)?;
    }
    Some(offset)
}
