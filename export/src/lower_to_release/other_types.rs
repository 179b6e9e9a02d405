//! Types that a release's intrinsics do not take. Where they take others of the same bits, values are cast to these; what is
//! left is refused ([`Forms::check`](super::forms::Forms::check)).

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::call_arguments::bundle_sizes;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name, overload_types, releases_of};
use irtrip_dialect::names::{FUNCTION_TYPE, INTRIN};
use irtrip_dialect::ops::llvm::{BITCAST, CALL_INTRINSIC};
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Builder, Context, FloatKind, InsertPoint, Op, Type, TypeData, Value};

use super::{LoweringContext, lacking};

/// What an intrinsic of a release has in the place of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Older {
    /// Another type of the same bits.
    Type(Type),
    /// None.
    Nothing,
}

/// A type that an intrinsic did not take.
struct OtherType {
    /// The start of the intrinsic's name, without `llvm.`.
    name: &'static str,
    /// What it had in the place of a type; `None` for one that it took.
    older: fn(&Context, Type) -> Option<Older>,
    /// The first release that takes the type.
    since: Release,
    /// The one part of the signature that is of another type; `None` where any is.
    part: Option<Part>,
}

/// A part of a call's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Result,
    Argument(usize),
}

const fn row(name: &'static str, since: Release, older: fn(&Context, Type) -> Option<Older>) -> OtherType {
    OtherType { name, older, since, part: None }
}

const fn row_of(
    part: Part,
    name: &'static str,
    since: Release,
    older: fn(&Context, Type) -> Option<Older>,
) -> OtherType {
    OtherType { part: Some(part), ..row(name, since, older) }
}

static OTHER_TYPES: &[OtherType] = &[
    // It was `x86_mmx`.
    row("x86.", Release::V20, |ctx, ty| refused(is_vector_of(ctx, ty, 1, types::I64))),
    row("x86.avx2.vpdp", Release::V22, narrow_as_i32),
    row("x86.avx10.vpdp", Release::V22, narrow_as_i32),
    row("x86.avx512.vpdp", Release::V22, narrow_as_i32),
    // Masks of two elements were ones of four.
    row("arm.mve.", Release::V14, |ctx, ty| refused(is_vector_of(ctx, ty, 2, types::I1))),
    // The exponent was an `i32`.
    row("powi", Release::V13, |ctx, ty| refused(ty != types::I32 && ctx.int_width(ctx.scalar_type(ty)).is_some())),
    // The stride was an `i64`.
    row("matrix.column.major.", Release::V14, |ctx, ty| refused(ctx.int_width(ty).is_some_and(|width| width != 64))),
    // Integers alone were patterns.
    row_of(Part::Argument(1), "experimental.memset.pattern", Release::V21, |ctx, ty| {
        refused(ctx.int_width(ty).is_none())
    }),
    // It wanted a constant in the place of the length.
    row("vp.ctlz", Release::V17, |_, _| refused(true)),
    row("vp.cttz", Release::V17, |_, _| refused(true)),
    row("ptrmask", Release::V18, vector),
    row("lrint", Release::V19, vector),
    row("llrint", Release::V19, vector),
    row("lround", Release::V22, vector),
    row("llround", Release::V22, vector),
    row("amdgcn.image.atomic.swap.", Release::V20, float_as_integer),
    row("amdgcn.addrspacecast.nonnull", Release::V22, vector),
    // A ray's vectors had four elements.
    row("amdgcn.image.bvh.intersect.ray", Release::V14, |ctx, ty| {
        refused(ctx.vector_length(ty).is_some_and(|(length, _)| length == 3))
    }),
    row("amdgcn.wmma.i32.16x16x16.iu", Release::V18, |_, ty| refused(ty == types::I32)),
    row("amdgcn.raw.buffer.atomic.", Release::V10, float_as_integer),
    row("amdgcn.struct.buffer.atomic.", Release::V10, float_as_integer),
    // A bit for each of 64 lanes.
    row_of(Part::Result, "amdgcn.fcmp.", Release::V9, |_, ty| refused(ty != types::I64)),
    row_of(Part::Result, "amdgcn.icmp.", Release::V9, |_, ty| refused(ty != types::I64)),
    row_of(Part::Result, "amdgcn.image.gather4.", Release::V8, data_as_float),
    row_of(Part::Result, "amdgcn.image.getlod.", Release::V8, data_as_float),
    row_of(Part::Result, "amdgcn.image.load.", Release::V8, data_as_float),
    row_of(Part::Result, "amdgcn.image.sample.", Release::V8, data_as_float),
    row_of(Part::Result, "amdgcn.raw.buffer.load.format", Release::V20, integer_as_float),
    row_of(Part::Result, "amdgcn.struct.buffer.load.format", Release::V11, data_as_float),
    row_of(Part::Argument(0), "amdgcn.struct.buffer.store.format", Release::V11, integer_as_float),
    row("aarch64.neon.fmax.f", Release::V7, |ctx, ty| refused(ctx.vector_length(ty).is_none())),
    row("aarch64.neon.fmin.f", Release::V7, |ctx, ty| refused(ctx.vector_length(ty).is_none())),
    row("amdgcn.mov.dpp8", Release::V22, as_integer),
    row("amdgcn.update.dpp", Release::V19, as_integer),
    row("amdgcn.set.inactive", Release::V19, as_integer),
    // The accumulator alone could be of another format.
    row("aarch64.sve.fmmla", Release::V22, |ctx, ty| {
        refused(matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(FloatKind::F16)))
    }),
    row("ptr.annotation", Release::V16, |ctx, ty| refused(ctx.pointer_space(ty).is_some_and(|space| space != 0))),
    row("nvvm.match.all.sync.i64p", Release::V15, |ctx, ty| refused(ctx.struct_elements(ty).is_some())),
    row("ppc.cfence.", Release::V15, float_as_integer),
    row("x86.rdtscp", Release::V8, |ctx, ty| refused(ctx.struct_elements(ty).is_some())),
    row("s390.v", Release::V18, |ctx, ty| {
        (ctx.int_width(ty) == Some(128)).then(|| Older::Type(ctx.vector_type(16, false, types::I8)))
    }),
];

fn refused(is_other: bool) -> Option<Older> {
    is_other.then_some(Older::Nothing)
}

fn is_vector_of(ctx: &Context, ty: Type, length: u64, element: Type) -> bool {
    ctx.vector_length(ty) == Some((length, false)) && ctx.scalar_type(ty) == element
}

/// No vectors were taken.
fn vector(ctx: &Context, ty: Type) -> Option<Older> {
    refused(ctx.vector_length(ty).is_some())
}

/// Integers alone were taken.
fn as_integer(ctx: &Context, ty: Type) -> Option<Older> {
    if ctx.int_width(ty).is_some() {
        return None;
    }
    let bits = u32::try_from(ctx.primitive_bits(ty)).unwrap_or(0);
    Some(if bits == 0 { Older::Nothing } else { Older::Type(ctx.int_type(bits)) })
}

/// Integers and vectors were taken, and no floats.
fn float_as_integer(ctx: &Context, ty: Type) -> Option<Older> {
    matches!(ctx.type_data(ty), TypeData::Float(_)).then(|| as_integer(ctx, ty)).flatten()
}

/// Floats alone were given: no integers, no structs with a status, and always something.
fn data_as_float(ctx: &Context, ty: Type) -> Option<Older> {
    let is_other = ty == types::VOID || ctx.struct_elements(ty).is_some();
    if is_other { Some(Older::Nothing) } else { integer_as_float(ctx, ty) }
}

/// Floats alone were taken.
fn integer_as_float(ctx: &Context, ty: Type) -> Option<Older> {
    let kind = match ctx.int_width(ctx.scalar_type(ty))? {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        _ => return Some(Older::Nothing),
    };
    Some(Older::Type(ctx.with_scalar_type(ty, ctx.float_type(kind))))
}

/// Vectors of `i32` took the place of those of fewer bits.
fn narrow_as_i32(ctx: &Context, ty: Type) -> Option<Older> {
    let (length, _) = ctx.vector_length(ty)?;
    let width = u64::from(ctx.int_width(ctx.scalar_type(ty))?);
    (width < 32).then(|| Older::Type(ctx.vector_type(length * width / 32, false, types::I32)))
}

/// What a release's intrinsic of a name, with `llvm.`, has in the place of the type of a part of its signature; `None` where it
/// takes the type.
fn older(ctx: &Context, name: &[u8], release: Release, ty: Type, part: Part) -> Option<Older> {
    let base = name.strip_prefix(b"llvm.")?;
    let rows = OTHER_TYPES.iter().filter(|row| release < row.since && base.starts_with(row.name.as_bytes()));
    let of_part = rows.filter(|row| row.part.is_none_or(|of| of == part));
    let older = of_part.filter_map(|row| (row.older)(ctx, ty)).next()?;
    // What the release does not have is a function of any types.
    let known = lookup_intrinsic(name)?;
    releases_of(&String::from_utf8_lossy(known.base)).contains(release).then_some(older)
}

/// Whether a release's intrinsic of a name does not accept arguments of these types, or does not return the result's.
pub(super) fn is_other(ctx: &Context, name: &[u8], release: Release, types: &[Type], result: Type) -> bool {
    older(ctx, name, release, result, Part::Result).is_some()
        || parts(types).any(|(part, ty)| older(ctx, name, release, ty, part).is_some())
}

fn parts(types: &[Type]) -> impl Iterator<Item = (Part, Type)> {
    types.iter().enumerate().map(|(place, ty)| (Part::Argument(place), *ty))
}

/// Whether an intrinsic that is declared with these attributes is one of other types for a release, by casts of values.
pub(super) fn is_cast(ctx: &Context, name: &[u8], declared: Attr, release: Release) -> bool {
    let ty = ctx.type_entry(declared, FUNCTION_TYPE);
    let Some(TypeData::LlvmFunction { result, params, .. }) = ty.map(|ty| ctx.type_data(ty)) else { return false };
    let is_cast = |(part, ty)| matches!(older(ctx, name, release, ty, part), Some(Older::Type(_)));
    is_cast((Part::Result, *result)) || parts(params).any(is_cast)
}

/// Has a call of an intrinsic by its name take and return what the release's does, where that is of the same bits. Returns that
/// name without `llvm.` and types, where the call is another one by then.
pub(super) fn cast(
    ctx: &Context,
    body: &mut Body,
    op: Op,
    cx: &mut LoweringContext,
) -> Result<Option<&'static [u8]>, ExportCode> {
    let release = cx.release;
    let name = body.attr(ctx, op, INTRIN).filter(|_| body.name(op) == CALL_INTRINSIC);
    let Some(name) = name.and_then(|name| ctx.string_value(name)).map(|name| ctx.bytes(name)) else { return Ok(None) };
    let instead = |part: Part, ty: Type| match older(ctx, name, release, ty, part) {
        Some(Older::Type(older)) => older,
        _ => ty,
    };
    let types = |body: &Body, values: &[Value]| values.iter().map(|value| body.value_type(*value)).collect::<Vec<_>>();
    let bundled: usize = bundle_sizes(ctx, body.attrs(op)).sum();
    let mut operands = body.operands(op).to_vec();
    let arguments = operands.len().saturating_sub(bundled);
    let given = types(body, operands.get(..arguments).unwrap_or_default());
    let result_type = body.result(op).map_or(types::VOID, |value| body.value_type(value));
    let taken: Vec<Type> = parts(&given).map(|(part, ty)| instead(part, ty)).collect();
    let older_result = instead(Part::Result, result_type);
    if taken == given && older_result == result_type {
        return Ok(None);
    }
    let words = String::from_utf8_lossy(name);
    let refused = || lacking(release, format!("intrinsic '{words}' of these types"));
    let known = lookup_intrinsic(name).ok_or_else(refused)?;
    let loc = body.loc(op);
    for (operand, (ty, of)) in operands.iter_mut().zip(taken.iter().zip(&given)) {
        if ty != of {
            *operand = Builder::new(ctx, body, InsertPoint::Before(op), loc).unary(BITCAST, *operand, *ty);
        }
    }
    if known.overloaded {
        let ty = ctx.llvm_function_type(older_result, &taken, false);
        let name = overload_types(ctx, &known, ty).and_then(|open| mangled_name(ctx, &known, &open));
        let name = ctx.string_attr(&name.ok_or_else(refused)?);
        body.set_attrs(op, ctx.with_entry(body.attrs(op), INTRIN, Some(name)));
    }
    cx.drop(format!("types of '{words}' (written as others of the same bits)"));
    if older_result == result_type {
        body.set_operands(op, &operands);
        return Ok(Some(known.base));
    }
    let attrs = body.attrs(op);
    let given = Builder::new(ctx, body, InsertPoint::Before(op), loc).value_with(
        CALL_INTRINSIC,
        &operands,
        older_result,
        attrs,
    );
    body.set_name(op, BITCAST);
    body.set_attrs(op, EMPTY_DICTIONARY);
    body.set_operands(op, &[given]);
    Ok(Some(known.base))
}
