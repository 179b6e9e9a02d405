//! Intrinsics that libNVVM has under other names, and instructions in the place of some that it does not have.

use std::collections::BTreeMap;

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNIT};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{FCmpPredicate, ICmpPredicate};
use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm::{self, CALL_INTRINSIC};
use irtrip_dialect::ops::llvm_builder::call_attributes;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef, global_values};
use irtrip_dialect::types::well_known::{I1, I32, I64};
use irtrip_dialect::{
    Attr, Body, Builder, Context, FloatKind, InsertPoint, LlvmBuilder, Module, Op, OpNameDefinition, Str, Type,
    TypeData, Value, ValueDef,
};

use super::super::{LoweringContext, lacking, name_of};

/// The functions of libdevice that are called, with their types.
pub(super) type Devices = BTreeMap<Str, Type>;

/// What an intrinsic is lowered to for libNVVM.
#[derive(Clone, Copy)]
enum NvvmLowering {
    /// Another one, whose name ends with `f` or `d` in place of the type. Its rounding is to the nearest even number.
    Name(&'static str),
    /// The assembly of PTX, and the constraints of its operands.
    Assembly(&'static str, &'static str),
    /// Another one, of the barrier 0 alone, which takes and returns an `i32` where the intrinsic has an `i1`.
    Barrier(&'static str),
    /// A function of libdevice, whose name ends with `f` for single precision.
    Device(&'static str),
    /// Another one of two arguments, of which the second is one: a product that is what the intrinsic makes of the first.
    Product(&'static str),
    /// Instructions that return a number with another's sign: `copysign`.
    CopySign,
    /// Instructions that round halves away from zero.
    Round,
}

/// Intrinsics of which libNVVM has others, or none, by their names without `llvm.`.
static OWN: &[(&str, NvvmLowering)] = &[
    ("canonicalize", NvvmLowering::Product("nvvm.mul.rn")),
    ("ceil", NvvmLowering::Name("nvvm.ceil")),
    ("copysign", NvvmLowering::CopySign),
    ("cos", NvvmLowering::Device("__nv_cos")),
    ("exp", NvvmLowering::Device("__nv_exp")),
    ("exp2", NvvmLowering::Device("__nv_exp2")),
    ("fabs", NvvmLowering::Name("nvvm.fabs")),
    ("floor", NvvmLowering::Name("nvvm.floor")),
    ("log", NvvmLowering::Device("__nv_log")),
    ("log10", NvvmLowering::Device("__nv_log10")),
    ("log2", NvvmLowering::Device("__nv_log2")),
    ("nearbyint", NvvmLowering::Name("nvvm.round")),
    ("nvvm.activemask", NvvmLowering::Assembly("activemask.b32 $0;", "=r")),
    ("nvvm.barrier.cta.red.and.aligned.all", NvvmLowering::Barrier("nvvm.barrier0.and")),
    ("nvvm.barrier.cta.red.or.aligned.all", NvvmLowering::Barrier("nvvm.barrier0.or")),
    ("nvvm.barrier.cta.red.popc.aligned.all", NvvmLowering::Barrier("nvvm.barrier0.popc")),
    ("nvvm.ex2.approx", NvvmLowering::Name("nvvm.ex2.approx")),
    ("nvvm.ex2.approx.ftz", NvvmLowering::Name("nvvm.ex2.approx.ftz")),
    ("nvvm.fabs", NvvmLowering::Name("nvvm.fabs")),
    ("nvvm.fabs.ftz", NvvmLowering::Name("nvvm.fabs.ftz")),
    ("nvvm.nanosleep", NvvmLowering::Assembly("nanosleep.u32 $0;", "r")),
    ("nvvm.read.ptx.sreg.globaltimer", NvvmLowering::Assembly("mov.u64 $0, %globaltimer;", "=l")),
    ("nvvm.read.ptx.sreg.globaltimer.lo", NvvmLowering::Assembly("mov.u32 $0, %globaltimer_lo;", "=r")),
    ("pow", NvvmLowering::Device("__nv_pow")),
    ("rint", NvvmLowering::Name("nvvm.round")),
    ("round", NvvmLowering::Round),
    ("roundeven", NvvmLowering::Name("nvvm.round")),
    ("sin", NvvmLowering::Device("__nv_sin")),
    ("trunc", NvvmLowering::Name("nvvm.trunc")),
];

/// The entry of [`OWN`] for an intrinsic of a name, types and all.
fn own(name: &[u8]) -> Option<(&'static str, NvvmLowering)> {
    let base = lookup_intrinsic(name)?.base;
    OWN.iter().find(|row| row.0.as_bytes() == base).copied()
}

/// Whether a name, with `llvm.` and a type's letter, is one that libNVVM has of its own.
pub(in super::super) fn is_own(name: &str) -> bool {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    let base = name.strip_suffix(".f").or_else(|| name.strip_suffix(".d"));
    base.is_some_and(|base| OWN.iter().any(|(_, own)| matches!(own, NvvmLowering::Name(own) if *own == base)))
}

/// Has an operation call libNVVM's own intrinsic in place of another; an error where it has none.
pub(super) fn express(
    ctx: &Context,
    body: &mut Body,
    op: Op,
    cx: &mut LoweringContext,
    devices: &mut Devices,
) -> Result<(), ExportCode> {
    let Some(def) = body.name(op).def() else { return Ok(()) };
    let called = match def.llvm {
        LlvmForm::Intrinsic(intrinsic) => own(intrinsic.name.as_bytes()),
        LlvmForm::Inst(Inst::CallIntrinsic) => {
            let called = body.string_attr(ctx, op, INTRIN);
            called.and_then(|name| own(ctx.bytes(name)))
        }
        _ => None,
    };
    let Some((base, own)) = called else { return Ok(()) };
    if let NvvmLowering::Assembly(text, constraints) = own {
        cx.drop(format!("'llvm.{base}' (written as assembly)"));
        let strings = [(ASM_STRING, text), (CONSTRAINTS, constraints)].map(|(key, text)| (key, ctx.string_attr(text)));
        body.set_name(op, llvm::INLINE_ASM);
        body.set_attrs(op, ctx.dictionary(&[strings[0], strings[1], (HAS_SIDE_EFFECTS, UNIT)]));
        return Ok(());
    }
    let refused = || lacking(cx.release, format!("intrinsic 'llvm.{base}' for libNVVM"));
    if let NvvmLowering::Barrier(name) = own {
        return barrier(ctx, body, op, name).ok_or_else(refused);
    }
    let ty = body.result(op).map(|value| body.value_type(value)).ok_or_else(refused)?;
    let suffix = match ctx.type_data(ty) {
        TypeData::Float(FloatKind::F32) => "f",
        TypeData::Float(FloatKind::F64) => "d",
        _ => return Err(refused()),
    };
    match own {
        NvvmLowering::Name(name) => call(ctx, body, op, def, &format!("llvm.{name}.{suffix}")),
        NvvmLowering::CopySign => copy_sign(ctx, body, op, ty).ok_or_else(refused)?,
        NvvmLowering::Round => round(ctx, body, op, ty, suffix).ok_or_else(refused)?,
        NvvmLowering::Device(name) => {
            let name = if suffix == "f" { format!("{name}f") } else { name.to_owned() };
            call_device(ctx, body, op, ty, ctx.str(&name), devices);
            cx.drop(format!("'llvm.{base}' (written as a call of '{name}')"));
            return Ok(());
        }
        NvvmLowering::Product(name) => product(ctx, body, op, def, (ty, suffix, name)).ok_or_else(refused)?,
        NvvmLowering::Assembly(..) | NvvmLowering::Barrier(_) => return Err(refused()),
    }
    if !matches!(own, NvvmLowering::Name(_)) {
        cx.drop(format!("'llvm.{base}' (written as instructions)"));
    }
    Ok(())
}

/// Makes a call of a barrier that counts or compares predicates one of the barrier 0.
fn barrier(ctx: &Context, body: &mut Body, op: Op, name: &str) -> Option<()> {
    let (&[number, predicate], loc, ty) = (body.operands(op), body.loc(op), body.value_type(body.result(op)?)) else {
        return None;
    };
    let ValueDef::Result(constant, _) = body.value(number).def else { return None };
    if body.int_attr(ctx, constant, VALUE) != Some(0) {
        return None;
    }
    let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
    let wide = b.unary(llvm::ZEXT, predicate, I32);
    let intrinsic = [(INTRIN, ctx.string_attr(&format!("llvm.{name}")))];
    if ty == I32 {
        body.set_operands(op, &[wide]);
        body.set_name(op, CALL_INTRINSIC);
        body.set_attrs(op, ctx.dictionary(&intrinsic));
        return Some(());
    }
    let found = b.value(CALL_INTRINSIC, &[wide], I32, &intrinsic);
    let zero = b.int_constant(I32, 0);
    become_value(body, op, llvm::ICMP, &[found, zero]);
    body.set_attrs(op, ctx.dictionary(&[(PREDICATE, ctx.enum_attr(ICmpPredicate::Ne))]));
    Some(())
}

/// Makes a call one of another intrinsic, with the same arguments.
fn call(ctx: &Context, body: &mut Body, op: Op, def: &OpDef, name: &str) {
    let is_kept = |key: Str| key == FASTMATH_FLAGS || key != IRTRIP_CALLEE && def.attr_slot(&ctx.text(key)).is_none();
    let attrs = body.attrs(op);
    let mut entries: Vec<(Str, Attr)> = ctx.entries(attrs).iter().copied().filter(|entry| is_kept(entry.0)).collect();
    entries.push((INTRIN, ctx.string_attr(name)));
    body.set_name(op, CALL_INTRINSIC);
    body.set_attrs(op, ctx.dictionary(&entries));
}

/// Makes a call one of a function of libdevice.
fn call_device(ctx: &Context, body: &mut Body, op: Op, result: Type, name: Str, devices: &mut Devices) {
    let params: Vec<Type> = body.operands(op).iter().map(|value| body.value_type(*value)).collect();
    devices.insert(name, ctx.llvm_function_type(result, &params, false));
    body.set_name(op, llvm::CALL);
    body.set_attrs(op, ctx.dictionary(&call_attributes(ctx, Some(name))));
}

/// Makes a call one of another intrinsic with a one as second argument.
fn product(ctx: &Context, body: &mut Body, op: Op, def: &OpDef, (ty, suffix, name): (Type, &str, &str)) -> Option<()> {
    let (&[number, ..], loc) = (body.operands(op), body.loc(op)) else { return None };
    let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
    let one = float_constant(&mut b, ty, if suffix == "f" { 0x3f80_0000 } else { 0x3ff0_0000_0000_0000 });
    body.set_operands(op, &[number, one]);
    call(ctx, body, op, def, &format!("llvm.{name}.{suffix}"));
    Some(())
}

/// A floating-point constant of these bits.
fn float_constant(b: &mut Builder, ty: Type, bits: u128) -> Value {
    let value = b.ctx.float_attr(ty, bits);
    b.value(global_values::CONSTANT, &[], ty, &[(VALUE, value)])
}

/// Declares functions of libdevice in a module, where it does not name them itself.
pub(super) fn declare(ctx: &Context, module: &mut Module, mut devices: Devices) {
    let functions: Vec<Op> = super::functions(module);
    for function in &functions {
        name_of(ctx, module.body.attrs(*function)).map(|name| devices.remove(&name));
    }
    if devices.is_empty() {
        return;
    }
    let list = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
    let mut all = list.to_vec();
    for (name, ty) in devices {
        let place = ctx.int_attr(I64, (functions.len() + all.len()) as i64);
        let entries = [(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ctx.type_attr(ty)), (IRTRIP_POSITION, place)];
        all.push(ctx.dictionary(&entries));
    }
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&all)));
}

/// Makes a call of `llvm.copysign` a `bitcast` of the bits of both arguments.
fn copy_sign(ctx: &Context, body: &mut Body, op: Op, ty: Type) -> Option<()> {
    let &[magnitude, sign, ..] = body.operands(op) else { return None };
    let loc = body.loc(op);
    let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
    let bits = with_sign(&mut b, ty, magnitude, sign)?;
    become_value(body, op, llvm::BITCAST, &[bits]);
    Some(())
}

/// The bits of one number, with the sign of another.
fn with_sign(b: &mut Builder, ty: Type, magnitude: Value, sign: Value) -> Option<Value> {
    let TypeData::Float(kind) = b.ctx.type_data(ty) else { return None };
    let int = b.ctx.int_type(kind.width());
    let mask = if kind.width() == 64 { i64::MIN } else { -1 << (kind.width() - 1) };
    let (magnitude, sign) = (b.unary(llvm::BITCAST, magnitude, int), b.unary(llvm::BITCAST, sign, int));
    let (kept, taken) = (b.int_constant(int, !mask), b.int_constant(int, mask));
    let (magnitude, sign) = (b.binary(llvm::AND, magnitude, kept), b.binary(llvm::AND, sign, taken));
    Some(b.binary(llvm::OR, magnitude, sign))
}

/// Makes a call of `llvm.round` a `select` of the number without its fraction and of the next one, further from zero.
fn round(ctx: &Context, body: &mut Body, op: Op, ty: Type, suffix: &str) -> Option<()> {
    let (&[number, ..], loc) = (body.operands(op), body.loc(op)) else { return None };
    let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
    let called = |b: &mut Builder, name: &str, of: Value| {
        b.value(CALL_INTRINSIC, &[of], ty, &[(INTRIN, ctx.string_attr(&format!("llvm.nvvm.{name}.{suffix}")))])
    };
    let whole = called(&mut b, "trunc", number);
    let fraction = b.binary(llvm::FSUB, number, whole);
    let fraction = called(&mut b, "fabs", fraction);
    let (half, one) = match suffix {
        "f" => (0x3f00_0000, 0x3f80_0000),
        _ => (0x3fe0_0000_0000_0000, 0x3ff0_0000_0000_0000),
    };
    let constant =
        |b: &mut Builder, bits| b.value(global_values::CONSTANT, &[], ty, &[(VALUE, ctx.float_attr(ty, bits))]);
    let (half, one) = (constant(&mut b, half), constant(&mut b, one));
    let step = with_sign(&mut b, ty, one, number)?;
    let step = b.unary(llvm::BITCAST, step, ty);
    let next = b.binary(llvm::FADD, whole, step);
    let predicate = (PREDICATE, ctx.enum_attr(FCmpPredicate::Oge));
    let is_next = b.value(llvm::FCMP, &[fraction, half], I1, &[predicate]);
    become_value(body, op, llvm::SELECT, &[is_next, next, whole]);
    Some(())
}

/// Makes an operation another one, without attributes, of other operands.
fn become_value(body: &mut Body, op: Op, name: irtrip_dialect::OpName, operands: &[Value]) {
    body.set_name(op, name);
    body.set_attrs(op, EMPTY_DICTIONARY);
    body.set_operands(op, operands);
}

/// Takes the declarations of intrinsics from a module that libNVVM has others for.
pub(super) fn drop_declarations(ctx: &Context, module: &mut Module) {
    let is_own = |attrs: Attr| name_of(ctx, attrs).is_some_and(|name| own(ctx.bytes(name)).is_some());
    for function in super::functions(module) {
        if is_own(module.body.attrs(function)) {
            module.body.unlink(function);
        }
    }
    if let Some(declared) = ctx.entry(module.attrs, IRTRIP_DECLARATIONS) {
        let kept: Vec<Attr> = ctx.items(declared).iter().copied().filter(|attrs| !is_own(*attrs)).collect();
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&kept)));
    }
}
