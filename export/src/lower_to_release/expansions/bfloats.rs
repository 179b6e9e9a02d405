//! `bfloat` where a release does not have it: a number is kept as the `i16` of its bits, and computed with as a `float`.
//!
//! A `float` has all exponents of a `bfloat` and more than twice its digits. A sum, difference, product, quotient or square root of
//! such numbers that is rounded to a `float`, and then to a `bfloat`, is therefore the one that is rounded once. What a `double` has
//! is first rounded to the odd one of the two nearest `float`s, which the second rounding cannot mistake for the middle of two
//! numbers. What would be another number, and what knows the type by its name, is refused.

use irtrip_dialect::attributes::AttrReplacer;
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::diagnostic::{DiagnosticResult, ExportCode};
use irtrip_dialect::enums::{AtomicBinOp, BinaryOpcode, CastOpcode, FCmpPredicate, ICmpPredicate, UnaryOpcode};
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name, overload_types, releases_of};
use irtrip_dialect::names::{
    BIN_OP, FASTMATH_FLAGS, FUNCTION_TYPE, INTRIN, IRTRIP_DECLARATIONS, IRTRIP_FLAGS, IRTRIP_PHIS, IRTRIP_PREDECESSORS,
    SYM_NAME,
};
use irtrip_dialect::ops::{Inst, LlvmForm, llvm};
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known::{I16, I32, I64, VOID};
use irtrip_dialect::{
    Attr, AttrData, Body, Builder, Context, FloatKind, InsertPoint, Module, Op, OpName, Type, TypeData,
};
use irtrip_dialect::{OpNameDefinition, Value};
use rustc_hash::FxHashMap;

use super::atomic_updates::{self, Update};
use super::{Last, classes_of_bits, compare, compare_floats, number};
use crate::lower_to_release::{LoweringContext, lacking, located, with_phi_flags};

/// Intrinsics, without `llvm.`, whose result of `bfloat` is that of `float`, rounded: exact ones, and those that LLVM says no
/// precision of and computes so itself.
const ROUNDED: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp10",
    "exp2",
    "floor",
    "log",
    "log10",
    "log2",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "nearbyint",
    "pow",
    "powi",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "vector.reduce.fmax",
    "vector.reduce.fmaximum",
    "vector.reduce.fmin",
    "vector.reduce.fminimum",
];

/// Those that return something else than such a number, and the same of the `float` that is one.
const OF_FLOATS: &[&str] = &["llrint", "llround", "lrint", "lround", "vp.fcmp", "vp.fptosi", "vp.fptoui"];

/// Starts of names, without `llvm.`, of intrinsics that move numbers and do not look at them.
const MOVING: &[&str] = &[
    "aarch64.neon.ld",
    "aarch64.neon.st",
    "arm.neon.vld",
    "arm.neon.vst",
    "experimental.vp.splice",
    "experimental.vp.strided.load",
    "experimental.vp.strided.store",
    "masked.compressstore",
    "masked.expandload",
    "masked.gather",
    "masked.load",
    "masked.scatter",
    "masked.store",
    "vector.deinterleave2",
    "vector.extract",
    "vector.insert",
    "vector.interleave2",
    "vector.reverse",
    "vp.gather",
    "vp.load",
    "vp.merge",
    "vp.scatter",
    "vp.select",
    "vp.store",
];

/// The bits of a `bfloat` that are not its sign, and its sign.
const MAGNITUDE: i64 = 0x7fff;
const SIGN: i64 = -0x8000;

/// Expresses `bfloat` for a release that does not have it.
pub(in crate::lower_to_release) fn lower(
    ctx: &Context,
    module: &mut Module,
    cx: &mut LoweringContext,
) -> DiagnosticResult<()> {
    let bfloat = ctx.float_type(FloatKind::BF16);
    let is_there = ctx.type_data(bfloat).releases(ctx).contains(cx.release);
    if is_there || !ctx.types().any(|ty| ty != bfloat && narrowed(ctx, ty) != ty) && !has_scalar(module, bfloat) {
        return Ok(());
    }
    let mut types = AttrReplacer::new(ctx, |attr| narrowed_attr(ctx, attr));
    let mut changed = false;
    let attrs = declarations_without(ctx, module.attrs);
    module.attrs = types.replaced(attrs);
    for global in module.ops().collect::<Vec<Op>>() {
        let attrs = module.body.attrs(global);
        let narrow = types.replaced(attrs);
        changed |= narrow != attrs;
        if is_intrinsic_of(ctx, attrs) {
            module.body.unlink(global);
            continue;
        }
        module.body.set_attrs(global, narrow);
        let Some(body) = module.body.nested_mut(global) else { continue };
        let of_function = Numbers::narrowed(ctx, body);
        changed |= !of_function.was.is_empty();
        for op in (0..body.op_count()).map(Op::new) {
            if body.parent(op).is_none() {
                continue;
            }
            let attrs = types.replaced(body.attrs(op));
            changed |= attrs != body.attrs(op);
            body.set_attrs(op, of_function.without_phi_flags(body, op, attrs));
            let lowered = of_function.operation(body, op, cx);
            lowered.map_err(|code| located(ctx, body, op, code))?;
        }
    }
    if changed {
        cx.drop("type 'bfloat' (written as 'i16')");
    }
    Ok(())
}

/// Whether a value of a module is of a type.
fn has_scalar(module: &Module, ty: Type) -> bool {
    let bodies = module.ops().filter_map(|global| module.body.nested(global));
    let mut values = bodies.flat_map(|body| (0..body.value_count()).map(|value| body.value_type(Value::new(value))));
    values.any(|own| own == ty)
}

/// A type with `i16` for `bfloat`. What an identified struct has stays, and is refused with it.
pub(in crate::lower_to_release) fn narrowed(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Float(FloatKind::BF16) => I16,
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
            ctx.with_scalar_type(ty, narrowed(ctx, *element))
        }
        TypeData::Array { length, element } => ctx.array_type(*length, narrowed(ctx, *element)),
        TypeData::LiteralStruct { packed, elements } => {
            let elements: Vec<Type> = elements.iter().map(|element| narrowed(ctx, *element)).collect();
            ctx.literal_struct(*packed, &elements)
        }
        TypeData::LlvmFunction { result, params, vararg } => {
            let params: Vec<Type> = params.iter().map(|param| narrowed(ctx, *param)).collect();
            ctx.llvm_function_type(narrowed(ctx, *result), &params, *vararg)
        }
        _ => ty,
    }
}

/// A type or a constant with `i16` for `bfloat`; `None` for any other attribute, or where it has none.
fn narrowed_attr(ctx: &Context, attr: Attr) -> Option<Attr> {
    let narrow = |ty: Type| Some(narrowed(ctx, ty)).filter(|narrow| *narrow != ty);
    match ctx.attr_data(attr) {
        AttrData::Type(ty) => Some(ctx.type_attr(narrow(*ty)?)),
        AttrData::Float { ty, bits } => Some(ctx.int_attr(narrow(*ty)?, bits.get() as u16 as i16 as i64)),
        data @ AttrData::Dense { ty, .. } => {
            let mut narrow_data = data.clone();
            if let AttrData::Dense { ty: own, .. } = &mut narrow_data {
                *own = narrow(*ty)?;
            }
            Some(ctx.attr(narrow_data))
        }
        _ => None,
    }
}

/// Puts loops in the place of atomic updates of such numbers: what the loop computes with them is lowered as all else.
pub(in crate::lower_to_release) fn expand_updates(ctx: &Context, module: &mut Module, cx: &mut LoweringContext) {
    let bfloat = ctx.float_type(FloatKind::BF16);
    if ctx.type_data(bfloat).releases(ctx).contains(cx.release) {
        return;
    }
    for global in module.ops().collect::<Vec<Op>>() {
        let Some(body) = module.body.nested_mut(global) else { continue };
        let mut cx = LoweringContext { global: Some(global), op: None, release: cx.release, dropped: cx.dropped };
        let is_meant = |body: &Body, op: Op, _: &LoweringContext, update: &Update| {
            let operation = body.attr(ctx, op, BIN_OP).and_then(|own| ctx.enum_value(own));
            ctx.scalar_type(update.ty) == bfloat && operation != Some(AtomicBinOp::Xchg)
        };
        if atomic_updates::expand(ctx, body, &mut cx, false, is_meant) {
            let attrs = ctx.with_entry(module.body.attrs(global), IRTRIP_PREDECESSORS, None);
            module.body.set_attrs(global, attrs);
        }
    }
}

/// Whether a function is an intrinsic with `bfloat` in its type; its calls become others, and declare what they call.
fn is_intrinsic_of(ctx: &Context, attrs: Attr) -> bool {
    let name = ctx.string_entry(attrs, SYM_NAME);
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
    name.is_some_and(|name| lookup_intrinsic(ctx.bytes(name)).is_some()) && ty.is_some_and(|ty| narrowed(ctx, ty) != ty)
}

/// The module's attributes without the declarations of such intrinsics.
fn declarations_without(ctx: &Context, attrs: Attr) -> Attr {
    let Some(list) = ctx.entry(attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)) else { return attrs };
    let kept: Vec<Attr> = list.iter().copied().filter(|declared| !is_intrinsic_of(ctx, *declared)).collect();
    if kept.len() == list.len() { attrs } else { ctx.with_entry(attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&kept))) }
}

/// The values of a body whose types have `bfloat` in them no more.
struct Numbers<'c> {
    ctx: &'c Context,
    /// Their types before.
    was: FxHashMap<Value, Type>,
}

impl<'c> Numbers<'c> {
    /// Gives all values of a body their types.
    fn narrowed(ctx: &'c Context, body: &mut Body) -> Numbers<'c> {
        let mut was = FxHashMap::default();
        for value in (0..body.value_count()).map(Value::new) {
            let ty = body.value_type(value);
            let narrow = narrowed(ctx, ty);
            if narrow != ty {
                was.insert(value, ty);
                body.set_value_type(value, narrow);
            }
        }
        Numbers { ctx, was }
    }

    /// Whether a value is a `bfloat`, or a vector of these.
    fn is_number(&self, value: Value) -> bool {
        let kind = self.was.get(&value).map(|ty| self.ctx.type_data(self.ctx.scalar_type(*ty)));
        matches!(kind, Some(TypeData::Float(FloatKind::BF16)))
    }

    /// The attributes of a terminator without the flags of phis that are no numbers any more.
    fn without_phi_flags(&self, body: &Body, op: Op, attrs: Attr) -> Attr {
        let (Some(phis), Some(block)) = (self.ctx.entry(attrs, IRTRIP_PHIS), body.parent(op)) else { return attrs };
        let is_number = |place: usize| body.block_args(block).get(place).is_some_and(|phi| self.is_number(*phi));
        let kept = with_phi_flags(self.ctx, phis, |place, flags| Some(flags).filter(|_| !is_number(place)));
        self.ctx.with_entry(attrs, IRTRIP_PHIS, kept)
    }

    /// Has an operation do with the bits what it did with the numbers.
    fn operation(&self, body: &mut Body, op: Op, cx: &LoweringContext) -> Result<(), ExportCode> {
        let operands = body.operands(op).to_vec();
        let is_of = |value: Value| self.was.contains_key(&value);
        let Some(def) =
            body.name(op).def().filter(|_| operands.iter().copied().any(is_of) || body.results(op).any(is_of))
        else {
            return Ok(());
        };
        let refused = || lacking(cx.release, format!("'{}' of type bfloat", def.name));
        let last = match def.llvm {
            LlvmForm::Binary(opcode) if is_float(opcode) => {
                let (attrs, loc, name) = (body.attrs(op), body.loc(op), body.name(op));
                let mut b = Builder::new(self.ctx, body, InsertPoint::Before(op), loc);
                let wide: Vec<Value> = operands.iter().map(|value| extended(&mut b, *value)).collect();
                let ty = wide.first().map(|value| b.type_of(*value)).ok_or_else(refused)?;
                let result = b.value_with(name, &wide, ty, attrs);
                truncated(&mut b, result)
            }
            LlvmForm::Unary(UnaryOpcode::FNeg) => self.with_bits(body, op, llvm::XOR, SIGN),
            LlvmForm::Cast(cast) => match self.cast(body, op, cast).ok_or_else(refused)? {
                Some(last) => last,
                None => return Ok(()),
            },
            LlvmForm::Inst(Inst::FCmp) => {
                self.extend_operands(body, op);
                return Ok(());
            }
            LlvmForm::Intrinsic(intrinsic) => {
                let name = intrinsic.name.trim_start_matches("llvm.");
                match self.intrinsic(body, op, name).ok_or_else(refused)? {
                    Some(last) => last,
                    None => return Ok(()),
                }
            }
            LlvmForm::Inst(Inst::CallIntrinsic) => {
                let name = body.string_attr(self.ctx, op, INTRIN);
                let name = name.map(|name| self.ctx.text(name)).unwrap_or_default();
                let refused = || lacking(cx.release, format!("intrinsic '{name}' of type bfloat"));
                return self.rename_call(body, op, cx.release).ok_or_else(refused);
            }
            LlvmForm::Inst(Inst::AtomicRmw) => {
                let operation = body.attr(self.ctx, op, BIN_OP).and_then(|own| self.ctx.enum_value(own));
                return if operation == Some(AtomicBinOp::Xchg) { Ok(()) } else { Err(refused()) };
            }
            LlvmForm::Inst(Inst::InlineAsm | Inst::MetadataCall | Inst::CmpXchg) => return Err(refused()),
            // What holds numbers and does not look at them.
            LlvmForm::Inst(_) | LlvmForm::Constant(_) | LlvmForm::Unary(UnaryOpcode::Freeze) => {
                if body.result(op).is_some_and(|value| self.is_number(value)) {
                    body.set_attrs(op, without_flags(self.ctx, body.attrs(op)));
                }
                return Ok(());
            }
            _ => return Err(refused()),
        };
        become_last(body, op, &last);
        Ok(())
    }

    /// An operation on the bits with a number.
    fn with_bits(&self, body: &mut Body, op: Op, name: OpName, bits: i64) -> Last {
        let (value, loc) = (body.operands(op).to_vec(), body.loc(op));
        let mut b = Builder::new(self.ctx, body, InsertPoint::Before(op), loc);
        let bits = value.first().map(|value| b.type_of(*value)).map(|ty| number(&mut b, ty, bits));
        Last { name, attrs: EMPTY_DICTIONARY, operands: value.into_iter().take(1).chain(bits).collect() }
    }

    /// Makes the operands that are numbers ones of `float`.
    fn extend_operands(&self, body: &mut Body, op: Op) {
        let (mut operands, loc) = (body.operands(op).to_vec(), body.loc(op));
        let mut b = Builder::new(self.ctx, body, InsertPoint::Before(op), loc);
        for operand in &mut operands {
            if self.is_number(*operand) {
                *operand = extended(&mut b, *operand);
            }
        }
        body.set_operands(op, &operands);
    }

    /// What a cast becomes: `None` where it is not exact, `Some(None)` where it stays one.
    fn cast(&self, body: &mut Body, op: Op, cast: CastOpcode) -> Option<Option<Last>> {
        let ctx = self.ctx;
        let (operand, result, loc) = (*body.operands(op).first()?, body.result(op)?, body.loc(op));
        let (from, to) = (body.value_type(operand), body.value_type(result));
        match cast {
            CastOpcode::BitCast => Some(None),
            CastOpcode::FPToSI | CastOpcode::FPToUI => {
                self.extend_operands(body, op);
                Some(None)
            }
            CastOpcode::FPExt => {
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                match ctx.type_data(ctx.scalar_type(to)) {
                    TypeData::Float(FloatKind::F32) => {
                        let bits = extended_bits(&mut b, operand);
                        Some(Some(Last { name: llvm::BITCAST, attrs: EMPTY_DICTIONARY, operands: vec![bits] }))
                    }
                    _ => {
                        let wide = extended(&mut b, operand);
                        body.set_operands(op, &[wide]);
                        Some(None)
                    }
                }
            }
            CastOpcode::FPTrunc => {
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                let float = match ctx.type_data(ctx.scalar_type(from)) {
                    TypeData::Float(FloatKind::F32) => operand,
                    TypeData::Float(FloatKind::F64) => rounded_to_odd(&mut b, operand),
                    _ => return None,
                };
                Some(Some(truncated(&mut b, float)))
            }
            CastOpcode::SIToFP | CastOpcode::UIToFP => {
                let (name, attrs) = (body.name(op), body.attrs(op));
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                // The digits of a `float` and of a `double`.
                let (kind, operand) = match ctx.int_width(ctx.scalar_type(from))? {
                    ..=24 => (FloatKind::F32, operand),
                    25..=53 => (FloatKind::F64, operand),
                    64 => (FloatKind::F64, with_digits_of_double(&mut b, operand, cast == CastOpcode::SIToFP)),
                    _ => return None,
                };
                let exact = b.value_with(name, &[operand], ctx.with_scalar_type(from, ctx.float_type(kind)), attrs);
                let float = if kind == FloatKind::F64 { rounded_to_odd(&mut b, exact) } else { exact };
                Some(Some(truncated(&mut b, float)))
            }
            _ => None,
        }
    }

    /// What the call of an intrinsic that is an operation becomes: `None` where it is refused, `Some(None)` where it stays one.
    fn intrinsic(&self, body: &mut Body, op: Op, name: &str) -> Option<Option<Last>> {
        let ctx = self.ctx;
        let (operands, loc, attrs) = (body.operands(op).to_vec(), body.loc(op), body.attrs(op));
        if MOVING.contains(&name) {
            body.set_attrs(op, without_flags(ctx, attrs));
            return Some(None);
        }
        if OF_FLOATS.contains(&name) {
            self.extend_operands(body, op);
            return Some(None);
        }
        match (name, operands.as_slice()) {
            ("fabs", _) => Some(Some(self.with_bits(body, op, llvm::AND, MAGNITUDE))),
            ("copysign", &[magnitude, sign]) => {
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                let ty = b.type_of(magnitude);
                let (rest, bit) = (number(&mut b, ty, MAGNITUDE), number(&mut b, ty, SIGN));
                let operands = vec![b.binary(llvm::AND, magnitude, rest), b.binary(llvm::AND, sign, bit)];
                Some(Some(Last { name: llvm::OR, attrs: EMPTY_DICTIONARY, operands }))
            }
            // LLVM may round the product, too.
            ("fmuladd", &[left, right, added]) => {
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                let (own, ty) = (b.type_of(added), b.ctx.with_scalar_type(b.type_of(added), float(b.ctx)));
                let [left, right, added] = [left, right, added].map(|value| extended(&mut b, value));
                let product = b.value_with(llvm::FMUL, &[left, right], ty, attrs);
                let product = truncated(&mut b, product);
                let product = b.value_with(product.name, &product.operands, own, product.attrs);
                let product = extended(&mut b, product);
                let sum = b.value_with(llvm::FADD, &[product, added], ty, attrs);
                Some(Some(truncated(&mut b, sum)))
            }
            ("fma", &[left, right, added]) => {
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                let [left, right, added] = [left, right, added].map(|value| double_of(&mut b, value));
                // A `double` has twice the digits of a `bfloat`, and more than its exponents.
                let product = b.binary(llvm::FMUL, left, right);
                let sum = sum_rounded_to_odd(&mut b, product, added);
                let sum = rounded_to_odd(&mut b, sum);
                Some(Some(truncated(&mut b, sum)))
            }
            ("vector.reduce.fadd", &[start, vector]) => self.reduce(body, op, llvm::FADD, (start, vector)),
            ("vector.reduce.fmul", &[start, vector]) => self.reduce(body, op, llvm::FMUL, (start, vector)),
            ("is.fpclass", &[value]) => {
                let classes = ctx.int_entry(attrs, ctx.str("bit"))?;
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                Some(Some(classes_of_bits(&mut b, value, (16, 7), classes)))
            }
            _ if ROUNDED.contains(&name) => {
                let (own, result) = (body.name(op), body.value_type(body.result(op)?));
                self.extend_operands(body, op);
                let wide = body.operands(op).to_vec();
                let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
                let ty = b.ctx.with_scalar_type(result, float(b.ctx));
                let result = b.value_with(own, &wide, ty, attrs);
                Some(Some(truncated(&mut b, result)))
            }
            _ => None,
        }
    }

    /// The instructions for a vector's elements in their order, each sum or product of which is rounded.
    fn reduce(&self, body: &mut Body, op: Op, name: OpName, (start, vector): (Value, Value)) -> Option<Option<Last>> {
        let ctx = self.ctx;
        let (length, is_scalable) = ctx.vector_length(body.value_type(vector))?;
        if is_scalable {
            return None;
        }
        let (loc, flags) = (body.loc(op), body.attr(ctx, op, FASTMATH_FLAGS));
        let flags = flags.map_or(EMPTY_DICTIONARY, |flags| ctx.dictionary(&[(FASTMATH_FLAGS, flags)]));
        let mut b = Builder::new(ctx, body, InsertPoint::Before(op), loc);
        let floats = extended(&mut b, vector);
        let (mut whole, mut last) = (start, None);
        for place in 0..length {
            if let Some(Last { name, attrs, operands }) = last.take() {
                whole = b.value_with(name, &operands, I16, attrs);
            }
            let place = number(&mut b, I32, i64::try_from(place).ok()?);
            let element = b.value_with(llvm::EXTRACTELEMENT, &[floats, place], float(ctx), EMPTY_DICTIONARY);
            let so_far = extended(&mut b, whole);
            let step = b.value_with(name, &[so_far, element], float(ctx), flags);
            last = Some(truncated(&mut b, step));
        }
        Some(last)
    }

    /// Has a call of an intrinsic by its name call the one of these types; `None` where that is another.
    fn rename_call(&self, body: &mut Body, op: Op, release: Release) -> Option<()> {
        let ctx = self.ctx;
        let name = body.string_attr(ctx, op, INTRIN)?;
        let known = lookup_intrinsic(ctx.bytes(name))?;
        let base = std::str::from_utf8(known.base).ok()?;
        if !releases_of(base).contains(release) {
            // It is a function like any other there.
            return Some(());
        }
        if !known.overloaded || !MOVING.iter().any(|start| base.starts_with(start)) {
            return None;
        }
        let params: Vec<Type> = body.operands(op).iter().map(|value| body.value_type(*value)).collect();
        let result = body.result(op).map_or(VOID, |value| body.value_type(value));
        let ty = ctx.llvm_function_type(result, &params, false);
        let name = mangled_name(ctx, &known, &overload_types(ctx, &known, ty)?)?;
        body.set_attrs(op, ctx.with_entry(body.attrs(op), INTRIN, Some(ctx.string_attr(&name))));
        Some(())
    }
}

/// Attributes without the flags that numbers alone have.
fn without_flags(ctx: &Context, attrs: Attr) -> Attr {
    [FASTMATH_FLAGS, IRTRIP_FLAGS].into_iter().fold(attrs, |attrs, key| ctx.with_entry(attrs, key, None))
}

fn float(ctx: &Context) -> Type {
    ctx.float_type(FloatKind::F32)
}

fn is_float(opcode: BinaryOpcode) -> bool {
    use BinaryOpcode::{FAdd, FDiv, FMul, FRem, FSub};
    matches!(opcode, FAdd | FSub | FMul | FDiv | FRem)
}

fn become_last(body: &mut Body, op: Op, last: &Last) {
    body.set_name(op, last.name);
    body.set_attrs(op, last.attrs);
    body.set_operands(op, &last.operands);
}

/// The bits of the `float` that is a number of these bits.
fn extended_bits(b: &mut Builder, value: Value) -> Value {
    let ty = b.ctx.with_scalar_type(b.type_of(value), I32);
    let (low, by) = (b.unary(llvm::ZEXT, value, ty), number(b, ty, 16));
    b.binary(llvm::SHL, low, by)
}

/// The `float` that is a number of these bits.
fn extended(b: &mut Builder, value: Value) -> Value {
    let bits = extended_bits(b, value);
    let ty = b.ctx.with_scalar_type(b.type_of(value), float(b.ctx));
    b.unary(llvm::BITCAST, bits, ty)
}

/// The bits of the number nearest to a `float`, of two as near the even one. What is no number stays none, and is quiet.
fn truncated(b: &mut Builder, float: Value) -> Last {
    let ty = b.ctx.with_scalar_type(b.type_of(float), I32);
    let bits = b.unary(llvm::BITCAST, float, ty);
    let (sixteen, one, half) = (number(b, ty, 16), number(b, ty, 1), number(b, ty, MAGNITUDE));
    let high = b.binary(llvm::LSHR, bits, sixteen);
    let odd = b.binary(llvm::AND, high, one);
    let bias = b.binary(llvm::ADD, odd, half);
    let sum = b.binary(llvm::ADD, bits, bias);
    let nearest = b.binary(llvm::LSHR, sum, sixteen);
    let (rest, infinity, bit) = (number(b, ty, 0x7fff_ffff), number(b, ty, 0x7f80_0000), number(b, ty, 0x40));
    let magnitude = b.binary(llvm::AND, bits, rest);
    let is_none = compare(b, ICmpPredicate::Ugt, magnitude, infinity);
    let quiet = b.binary(llvm::OR, high, bit);
    let low = b.value_with(llvm::SELECT, &[is_none, quiet, nearest], ty, EMPTY_DICTIONARY);
    Last { name: llvm::TRUNC, attrs: EMPTY_DICTIONARY, operands: vec![low] }
}

/// A number, the last 11 bits of which became one that is set if any was, where it has more digits than a `double`.
fn with_digits_of_double(b: &mut Builder, value: Value, signed: bool) -> Value {
    let ty = b.type_of(value);
    let [zero, rest, bit] = [0, 0x7ff, 0x800].map(|bits| number(b, ty, bits));
    let low = b.binary(llvm::AND, value, rest);
    let is_any = compare(b, ICmpPredicate::Ne, low, zero);
    let last = b.value_with(llvm::SELECT, &[is_any, bit, zero], ty, EMPTY_DICTIONARY);
    let others = number(b, ty, !0x7ff);
    let high = b.binary(llvm::AND, value, others);
    let odd = b.binary(llvm::OR, high, last);
    let (from_least, count) = match signed {
        true => {
            let least = number(b, ty, 1 << 53);
            (b.binary(llvm::ADD, value, least), 1 << 54)
        }
        false => (value, 1 << 53),
    };
    let count = number(b, ty, count);
    let is_long = compare(b, ICmpPredicate::Ugt, from_least, count);
    b.value_with(llvm::SELECT, &[is_long, odd, value], ty, EMPTY_DICTIONARY)
}

/// The `double` that is a number of these bits.
fn double_of(b: &mut Builder, value: Value) -> Value {
    let float = extended(b, value);
    let ty = b.ctx.with_scalar_type(b.type_of(value), b.ctx.float_type(FloatKind::F64));
    b.unary(llvm::FPEXT, float, ty)
}

/// The sum of two `double`s, or else the one of odd bits of the two next to it. What the rounding took away from the sum is a
/// `double` itself; where it is one, and the sum is even, the sum goes a step to that side.
fn sum_rounded_to_odd(b: &mut Builder, left: Value, right: Value) -> Value {
    let ty = b.type_of(left);
    let bits = b.ctx.with_scalar_type(ty, I64);
    let sum = b.binary(llvm::FADD, left, right);
    let of_right = b.binary(llvm::FSUB, sum, left);
    let of_left = b.binary(llvm::FSUB, sum, of_right);
    let [left, right] = [(left, of_left), (right, of_right)].map(|(value, part)| b.binary(llvm::FSUB, value, part));
    let rest = b.binary(llvm::FADD, left, right);
    let [sum_bits, rest_bits] = [sum, rest].map(|value| b.unary(llvm::BITCAST, value, bits));
    let (one, minus_one, zero) = (number(b, bits, 1), number(b, bits, -1), number(b, bits, 0));
    let same_sign = b.binary(llvm::XOR, sum_bits, rest_bits);
    let is_past = compare(b, ICmpPredicate::Sge, same_sign, zero);
    let step = b.value_with(llvm::SELECT, &[is_past, one, minus_one], bits, EMPTY_DICTIONARY);
    let other = b.binary(llvm::ADD, sum_bits, step);
    let no_rest = b.unary(llvm::BITCAST, zero, ty);
    let is_rounded = compare_floats(b, FCmpPredicate::One, rest, no_rest);
    let last = b.binary(llvm::AND, sum_bits, one);
    let is_even = compare(b, ICmpPredicate::Eq, last, zero);
    let moves = b.binary(llvm::AND, is_rounded, is_even);
    let odd = b.value_with(llvm::SELECT, &[moves, other, sum_bits], bits, EMPTY_DICTIONARY);
    b.unary(llvm::BITCAST, odd, ty)
}

/// The `float` that is a `double`, or else the one of odd bits of the two next to it.
fn rounded_to_odd(b: &mut Builder, double: Value) -> Value {
    let shape = b.type_of(double);
    let with = |b: &Builder, element: Type| b.ctx.with_scalar_type(shape, element);
    let (i32s, i64s, floats) = (with(b, I32), with(b, I64), with(b, float(b.ctx)));
    let float = b.unary(llvm::FPTRUNC, double, floats);
    let back = b.unary(llvm::FPEXT, float, shape);
    let rest = number(b, i64s, i64::MAX);
    let magnitude = |b: &mut Builder, of: Value| {
        let bits = b.unary(llvm::BITCAST, of, i64s);
        b.binary(llvm::AND, bits, rest)
    };
    let (given, nearest) = (magnitude(b, double), magnitude(b, back));
    let bits = b.unary(llvm::BITCAST, float, i32s);
    let (one, minus_one, zero) = (number(b, i32s, 1), number(b, i32s, -1), number(b, i32s, 0));
    let is_below = compare(b, ICmpPredicate::Ugt, given, nearest);
    let step = b.value_with(llvm::SELECT, &[is_below, one, minus_one], i32s, EMPTY_DICTIONARY);
    let other = b.binary(llvm::ADD, bits, step);
    let low = b.binary(llvm::AND, bits, one);
    let is_odd = compare(b, ICmpPredicate::Ne, low, zero);
    let is_exact = compare(b, ICmpPredicate::Eq, given, nearest);
    let stays = b.binary(llvm::OR, is_odd, is_exact);
    let odd = b.value_with(llvm::SELECT, &[stays, bits, other], i32s, EMPTY_DICTIONARY);
    b.unary(llvm::BITCAST, odd, floats)
}
