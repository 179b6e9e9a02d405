//! The attributes LLVM gives each intrinsic that is no target's own; LangRef, "Intrinsic Functions".
//!
//! A declaration that a module leaves out is made with them.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::attribute_set::{AttributeItem, AttributeSet};
use crate::context::{Context, Type};
use crate::llvm_attributes::{AttributeValue, by_llvm};
use crate::types::TypeData;

/// The attributes of an intrinsic's declaration.
#[derive(Clone, Debug, Default)]
pub struct IntrinsicAttributes {
    /// The function's.
    pub function: AttributeSet,
    /// The result's.
    pub result: AttributeSet,
    /// The parameters', as far as the last that has any.
    pub parameters: Vec<AttributeSet>,
}

/// The attributes of the intrinsic with a full name, types and all; `None` for one that is not known.
///
/// `ty` is its function type.
pub fn intrinsic_attributes(ctx: &Context, name: &str, ty: Type) -> Option<IntrinsicAttributes> {
    static INDEX: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let index =
        INDEX.get_or_init(|| INTRINSICS.iter().flat_map(|(set, names)| names.iter().map(|n| (*n, *set))).collect());
    let mut end = name.len();
    let text = loop {
        let base = name.get(..end)?;
        match index.get(base) {
            Some(text) => break text,
            None => end = base.rfind('.')?,
        }
    };
    let (result, params) = match ctx.type_data(ty) {
        TypeData::LlvmFunction { result, params, .. } => (Some(*result), &params[..]),
        _ => (None, &[][..]),
    };
    let types = [None, result].into_iter().chain(params.iter().map(|p| Some(*p))).chain(std::iter::repeat(None));
    let mut sets = text.split(';').zip(types).map(|(set, ty)| attribute_set(ctx, set, ty));
    let (function, result) = (sets.next().unwrap_or_default(), sets.next().unwrap_or_default());
    Some(IntrinsicAttributes { function, result, parameters: sets.collect() })
}

/// The attributes in a row's spelling, which is LLVM's, but that a range has no type: it is that of the value.
fn attribute_set(ctx: &Context, text: &str, ty: Option<Type>) -> AttributeSet {
    let mut set = AttributeSet::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = match (rest.find(' '), rest.find('(')) {
            (Some(space), Some(open)) if open < space => rest.find(')').map_or(rest.len(), |close| close + 1),
            (Some(space), _) => space,
            (None, _) => rest.len(),
        };
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        let (name, value) = word.strip_suffix(')').and_then(|w| w.split_once('(')).unwrap_or((word, ""));
        if let Some((place, row)) = by_llvm(name) {
            let place = place as u8;
            set.push(
                ctx,
                match row.value {
                    AttributeValue::None => AttributeItem::Flag(place),
                    AttributeValue::Range => match range(ctx, value, ty) {
                        Some(text) => AttributeItem::Text(place, ctx.str(&text)),
                        None => continue,
                    },
                    _ => AttributeItem::Text(place, ctx.str(value)),
                },
            );
        }
    }
    set
}

/// `-1,2` as the bounds of a range of integers of a type, or of a vector's elements.
fn range(ctx: &Context, bounds: &str, ty: Option<Type>) -> Option<String> {
    let width = ctx.int_width(ctx.scalar_type(ty?)).filter(|w| (1..=64).contains(w))?;
    let (lower, upper) = bounds.split_once(',')?;
    let wrapped = |bound: &str| bound.parse::<i64>().ok().map(|n| n << (64 - width) >> (64 - width));
    Some(format!("i{width} {}, {}", wrapped(lower)?, wrapped(upper)?))
}

/// The attributes of function, result and each parameter, and the intrinsics that have these.
#[rustfmt::skip]
static INTRINSICS: &[(&str, &[&str])] = &[
    ("", &["llvm.coro.await.suspend.bool", "llvm.coro.await.suspend.handle", "llvm.coro.await.suspend.void",
        "llvm.coro.destroy", "llvm.coro.resume", "llvm.experimental.deoptimize", "llvm.experimental.guard"]),
    ("; ; immarg; immarg; ; immarg", &["llvm.experimental.patchpoint", "llvm.experimental.patchpoint.void"]),
    ("; ; immarg; immarg; ; immarg; immarg", &["llvm.experimental.gc.statepoint"]),
    ("cold memory(inaccessiblemem: write) noreturn nounwind", &["llvm.trap"]),
    ("cold memory(inaccessiblemem: write) noreturn nounwind; ; immarg", &["llvm.ubsantrap"]),
    ("convergent memory(none) nocallback nofree nosync nounwind willreturn", &[
        "llvm.experimental.convergence.anchor", "llvm.experimental.convergence.entry",
        "llvm.experimental.convergence.loop", "llvm.is.constant"]),
    ("memory(argmem: read) nocallback nofree nosync nounwind willreturn", &["llvm.adjust.trampoline",
        "llvm.load.relative"]),
    ("memory(argmem: read) nocallback nofree nosync nounwind willreturn; ; ; readnone; captures(none) readonly", &[
        "llvm.coro.id"]),
    ("memory(argmem: read) nocallback nofree nosync nounwind willreturn; ; captures(none)", &[
        "llvm.experimental.vp.strided.load", "llvm.masked.load", "llvm.vp.load", "llvm.vp.load.ff"]),
    ("memory(argmem: read) nocallback nofree nosync nounwind willreturn; ; captures(none) readonly", &[
        "llvm.coro.subfn.addr"]),
    ("memory(argmem: read) nocallback nofree nosync nounwind willreturn; ; captures(none); ; immarg; immarg; immarg", &[
        "llvm.matrix.column.major.load"]),
    ("memory(argmem: read) nounwind", &["llvm.gcread"]),
    ("memory(argmem: read) nounwind; ; ; captures(none) readonly", &["llvm.coro.free"]),
    ("memory(argmem: readwrite) nocallback nofree nosync nounwind willreturn", &[
        "llvm.experimental.vector.histogram.add", "llvm.experimental.vector.histogram.uadd.sat",
        "llvm.experimental.vector.histogram.umax", "llvm.experimental.vector.histogram.umin"]),
    ("memory(argmem: readwrite) nocallback nofree nosync nounwind willreturn; ; ; immarg; captures(none)", &[
        "llvm.invariant.end"]),
    ("memory(argmem: readwrite) nocallback nofree nosync nounwind willreturn; ; captures(none)", &[
        "llvm.lifetime.end", "llvm.lifetime.start"]),
    ("memory(argmem: readwrite) nocallback nofree nosync nounwind willreturn; ; captures(none) writeonly; readnone; readnone", &[
        "llvm.init.trampoline"]),
    ("memory(argmem: readwrite) nocallback nofree nosync nounwind willreturn; ; immarg; captures(none)", &[
        "llvm.invariant.start"]),
    ("memory(argmem: readwrite) nocallback nofree nounwind willreturn; ; captures(none) noalias writeonly; captures(none) noalias readonly; ; immarg", &[
        "llvm.memcpy", "llvm.memcpy.inline"]),
    ("memory(argmem: readwrite) nocallback nofree nounwind willreturn; ; captures(none) writeonly; captures(none) readonly; ; immarg", &[
        "llvm.memmove"]),
    ("memory(argmem: readwrite) nosync nounwind willreturn; ; captures(none) writeonly; captures(none) readonly; ; immarg", &[
        "llvm.memcpy.element.unordered.atomic", "llvm.memmove.element.unordered.atomic"]),
    ("memory(argmem: readwrite) nounwind; ; ; captures(none); captures(none)", &["llvm.gcwrite"]),
    ("memory(argmem: readwrite) nounwind; ; captures(none) readonly", &["llvm.coro.done"]),
    ("memory(argmem: readwrite, inaccessiblemem: readwrite) nocallback nofree nosync nounwind willreturn; ; captures(none) readonly; immarg; immarg; immarg", &[
        "llvm.prefetch"]),
    ("memory(argmem: write) nocallback nofree nosync nounwind willreturn; ; ; captures(none)", &[
        "llvm.experimental.vp.strided.store", "llvm.masked.compressstore", "llvm.masked.store", "llvm.vp.store"]),
    ("memory(argmem: write) nocallback nofree nosync nounwind willreturn; ; ; captures(none) writeonly; ; immarg; immarg; immarg", &[
        "llvm.matrix.column.major.store"]),
    ("memory(argmem: write) nocallback nofree nounwind willreturn; ; captures(none) writeonly; ; ; immarg", &[
        "llvm.experimental.memset.pattern", "llvm.memset", "llvm.memset.inline"]),
    ("memory(argmem: write) nosync nounwind willreturn; ; captures(none) writeonly; ; ; immarg", &[
        "llvm.memset.element.unordered.atomic"]),
    ("memory(inaccessiblemem: readwrite) nocallback noduplicate nofree nosync nounwind willreturn", &[
        "llvm.codeview.annotation"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind speculatable willreturn", &[
        "llvm.launder.invariant.group"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind speculatable willreturn; noundef", &[
        "llvm.experimental.widenable.condition"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind strictfp willreturn", &[
        "llvm.experimental.constrained.acos", "llvm.experimental.constrained.asin",
        "llvm.experimental.constrained.atan", "llvm.experimental.constrained.atan2",
        "llvm.experimental.constrained.ceil", "llvm.experimental.constrained.cos",
        "llvm.experimental.constrained.cosh", "llvm.experimental.constrained.exp",
        "llvm.experimental.constrained.exp2", "llvm.experimental.constrained.fadd",
        "llvm.experimental.constrained.fcmp", "llvm.experimental.constrained.fcmps",
        "llvm.experimental.constrained.fdiv", "llvm.experimental.constrained.floor",
        "llvm.experimental.constrained.fma", "llvm.experimental.constrained.fmul",
        "llvm.experimental.constrained.fmuladd", "llvm.experimental.constrained.fpext",
        "llvm.experimental.constrained.fptosi", "llvm.experimental.constrained.fptoui",
        "llvm.experimental.constrained.fptrunc", "llvm.experimental.constrained.frem",
        "llvm.experimental.constrained.fsub", "llvm.experimental.constrained.ldexp",
        "llvm.experimental.constrained.llrint", "llvm.experimental.constrained.llround",
        "llvm.experimental.constrained.log", "llvm.experimental.constrained.log10",
        "llvm.experimental.constrained.log2", "llvm.experimental.constrained.lrint",
        "llvm.experimental.constrained.lround", "llvm.experimental.constrained.maximum",
        "llvm.experimental.constrained.maxnum", "llvm.experimental.constrained.minimum",
        "llvm.experimental.constrained.minnum", "llvm.experimental.constrained.nearbyint",
        "llvm.experimental.constrained.pow", "llvm.experimental.constrained.powi",
        "llvm.experimental.constrained.rint", "llvm.experimental.constrained.round",
        "llvm.experimental.constrained.roundeven", "llvm.experimental.constrained.sin",
        "llvm.experimental.constrained.sinh", "llvm.experimental.constrained.sitofp",
        "llvm.experimental.constrained.sqrt", "llvm.experimental.constrained.tan",
        "llvm.experimental.constrained.tanh", "llvm.experimental.constrained.trunc",
        "llvm.experimental.constrained.uitofp"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind willreturn", &["llvm.annotation",
        "llvm.experimental.noalias.scope.decl", "llvm.fake.use", "llvm.get.fpenv", "llvm.get.fpmode",
        "llvm.get.rounding", "llvm.objc.clang.arc.noop.use", "llvm.pseudoprobe", "llvm.ptr.annotation",
        "llvm.reset.fpenv", "llvm.reset.fpmode", "llvm.set.fpenv", "llvm.set.fpmode", "llvm.set.rounding",
        "llvm.sideeffect", "llvm.var.annotation"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind willreturn; noundef", &[
        "llvm.allow.runtime.check", "llvm.allow.sanitize.address", "llvm.allow.sanitize.hwaddress",
        "llvm.allow.sanitize.memory", "llvm.allow.sanitize.thread"]),
    ("memory(inaccessiblemem: readwrite) nocallback nofree nosync nounwind willreturn; noundef; immarg", &[
        "llvm.allow.ubsan.check"]),
    ("memory(inaccessiblemem: write) nocallback nofree nosync nounwind willreturn; ; noundef", &["llvm.assume"]),
    ("memory(none) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn", &[
        "llvm.arithmetic.fence", "llvm.bitreverse", "llvm.bswap", "llvm.canonicalize", "llvm.ceil", "llvm.clmul",
        "llvm.copysign", "llvm.cos", "llvm.ctpop", "llvm.exp", "llvm.exp10", "llvm.exp2", "llvm.fabs", "llvm.floor",
        "llvm.fma", "llvm.fmuladd", "llvm.fptosi.sat", "llvm.fptoui.sat", "llvm.fptrunc.round", "llvm.frexp",
        "llvm.fshl", "llvm.fshr", "llvm.ldexp", "llvm.llrint", "llvm.llround", "llvm.log", "llvm.log10", "llvm.log2",
        "llvm.lrint", "llvm.lround", "llvm.maximum", "llvm.maximumnum", "llvm.maxnum", "llvm.minimum",
        "llvm.minimumnum", "llvm.minnum", "llvm.nearbyint", "llvm.pow", "llvm.powi", "llvm.ptrmask", "llvm.rint",
        "llvm.round", "llvm.roundeven", "llvm.sadd.sat", "llvm.sadd.with.overflow", "llvm.sin", "llvm.smax",
        "llvm.smin", "llvm.smul.with.overflow", "llvm.sqrt", "llvm.ssub.sat", "llvm.ssub.with.overflow",
        "llvm.trunc", "llvm.uadd.sat", "llvm.uadd.with.overflow", "llvm.umax", "llvm.umin",
        "llvm.umul.with.overflow", "llvm.usub.sat", "llvm.usub.with.overflow"]),
    ("memory(none) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn; ; ; immarg", &[
        "llvm.is.fpclass"]),
    ("memory(none) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn; range(-1,2)", &[
        "llvm.scmp", "llvm.ucmp"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn", &["llvm.acos", "llvm.asin",
        "llvm.atan", "llvm.atan2", "llvm.cosh", "llvm.dbg.assign", "llvm.dbg.declare", "llvm.dbg.label",
        "llvm.dbg.value", "llvm.experimental.vector.extract.last.active", "llvm.experimental.vector.match",
        "llvm.experimental.vp.reverse", "llvm.get.active.lane.mask", "llvm.modf", "llvm.public.type.test",
        "llvm.sincos", "llvm.sincospi", "llvm.sinh", "llvm.sshl.sat", "llvm.strip.invariant.group", "llvm.tan",
        "llvm.tanh", "llvm.type.test", "llvm.ushl.sat", "llvm.vector.deinterleave2", "llvm.vector.deinterleave3",
        "llvm.vector.deinterleave4", "llvm.vector.deinterleave5", "llvm.vector.deinterleave6",
        "llvm.vector.deinterleave7", "llvm.vector.deinterleave8", "llvm.vector.interleave2",
        "llvm.vector.interleave3", "llvm.vector.interleave4", "llvm.vector.interleave5", "llvm.vector.interleave6",
        "llvm.vector.interleave7", "llvm.vector.interleave8", "llvm.vector.partial.reduce.add",
        "llvm.vector.reduce.add", "llvm.vector.reduce.and", "llvm.vector.reduce.fadd", "llvm.vector.reduce.fmax",
        "llvm.vector.reduce.fmaximum", "llvm.vector.reduce.fmin", "llvm.vector.reduce.fminimum",
        "llvm.vector.reduce.fmul", "llvm.vector.reduce.mul", "llvm.vector.reduce.or", "llvm.vector.reduce.smax",
        "llvm.vector.reduce.smin", "llvm.vector.reduce.umax", "llvm.vector.reduce.umin", "llvm.vector.reduce.xor",
        "llvm.vector.reverse", "llvm.vp.abs", "llvm.vp.add", "llvm.vp.and", "llvm.vp.ashr", "llvm.vp.bitreverse",
        "llvm.vp.bswap", "llvm.vp.ceil", "llvm.vp.copysign", "llvm.vp.ctpop", "llvm.vp.fabs", "llvm.vp.fadd",
        "llvm.vp.fcmp", "llvm.vp.fdiv", "llvm.vp.floor", "llvm.vp.fma", "llvm.vp.fmul", "llvm.vp.fmuladd",
        "llvm.vp.fneg", "llvm.vp.fpext", "llvm.vp.fptosi", "llvm.vp.fptoui", "llvm.vp.fptrunc", "llvm.vp.frem",
        "llvm.vp.fshl", "llvm.vp.fshr", "llvm.vp.fsub", "llvm.vp.icmp", "llvm.vp.inttoptr", "llvm.vp.llrint",
        "llvm.vp.lrint", "llvm.vp.lshr", "llvm.vp.maximum", "llvm.vp.maxnum", "llvm.vp.merge", "llvm.vp.minimum",
        "llvm.vp.minnum", "llvm.vp.mul", "llvm.vp.nearbyint", "llvm.vp.or", "llvm.vp.ptrtoint", "llvm.vp.reduce.add",
        "llvm.vp.reduce.and", "llvm.vp.reduce.fadd", "llvm.vp.reduce.fmax", "llvm.vp.reduce.fmaximum",
        "llvm.vp.reduce.fmin", "llvm.vp.reduce.fminimum", "llvm.vp.reduce.fmul", "llvm.vp.reduce.mul",
        "llvm.vp.reduce.or", "llvm.vp.reduce.smax", "llvm.vp.reduce.smin", "llvm.vp.reduce.umax",
        "llvm.vp.reduce.umin", "llvm.vp.reduce.xor", "llvm.vp.rint", "llvm.vp.round", "llvm.vp.roundeven",
        "llvm.vp.roundtozero", "llvm.vp.sadd.sat", "llvm.vp.select", "llvm.vp.sext", "llvm.vp.shl", "llvm.vp.sitofp",
        "llvm.vp.smax", "llvm.vp.smin", "llvm.vp.sqrt", "llvm.vp.ssub.sat", "llvm.vp.sub", "llvm.vp.trunc",
        "llvm.vp.uadd.sat", "llvm.vp.uitofp", "llvm.vp.umax", "llvm.vp.umin", "llvm.vp.usub.sat", "llvm.vp.xor",
        "llvm.vp.zext", "llvm.vscale"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; ; ; immarg", &[
        "llvm.experimental.vp.splice", "llvm.smul.fix", "llvm.smul.fix.sat", "llvm.umul.fix", "llvm.umul.fix.sat",
        "llvm.vector.insert", "llvm.vector.splice.left", "llvm.vector.splice.right"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; ; ; immarg; immarg; immarg", &[
        "llvm.matrix.multiply"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; ; immarg", &["llvm.abs", "llvm.ctlz",
        "llvm.cttz", "llvm.experimental.cttz.elts", "llvm.vector.extract", "llvm.vp.ctlz", "llvm.vp.cttz",
        "llvm.vp.cttz.elts", "llvm.vp.is.fpclass"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; ; immarg; immarg", &[
        "llvm.experimental.get.vector.length", "llvm.matrix.transpose"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; ; immarg; immarg; immarg", &[
        "llvm.objectsize"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; ; readnone", &[
        "llvm.preserve.static.offset"]),
    ("memory(none) nocallback nofree nosync nounwind speculatable willreturn; nonnull; nonnull", &[
        "llvm.threadlocal.address"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn", &["llvm.addressofreturnaddress",
        "llvm.convert.from.fp16", "llvm.convert.to.fp16", "llvm.donothing", "llvm.eh.recoverfp", "llvm.expect",
        "llvm.experimental.gc.result", "llvm.experimental.vector.compress", "llvm.localaddress",
        "llvm.ptrauth.blend", "llvm.ptrauth.sign.generic", "llvm.reloc.none", "llvm.sponentry", "llvm.stepvector",
        "llvm.thread.pointer", "llvm.type.checked.load", "llvm.type.checked.load.relative",
        "llvm.vector.partial.reduce.fadd", "llvm.vp.sdiv", "llvm.vp.srem", "llvm.vp.udiv", "llvm.vp.urem"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; ; ; immarg", &["llvm.expect.with.probability",
        "llvm.localrecover", "llvm.loop.dependence.raw.mask", "llvm.loop.dependence.war.mask",
        "llvm.protected.field.ptr", "llvm.sdiv.fix", "llvm.sdiv.fix.sat", "llvm.udiv.fix", "llvm.udiv.fix.sat"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; ; immarg", &["llvm.preserve.union.access.index",
        "llvm.ptrauth.sign", "llvm.ptrauth.strip"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; ; immarg; immarg", &[
        "llvm.experimental.gc.relocate", "llvm.preserve.array.access.index", "llvm.preserve.struct.access.index"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; captures(none) readnone", &[
        "llvm.experimental.gc.get.pointer.base", "llvm.experimental.gc.get.pointer.offset"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; immarg", &["llvm.frameaddress",
        "llvm.returnaddress"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; ; returned", &["llvm.ssa.copy"]),
    ("memory(none) nocallback nofree nosync nounwind willreturn; noundef", &["llvm.alloc.token.id"]),
    ("memory(none) nounwind", &["llvm.coro.align", "llvm.coro.frame", "llvm.coro.is_in_ramp", "llvm.coro.noop",
        "llvm.coro.prepare.async", "llvm.coro.prepare.retcon", "llvm.coro.size", "llvm.eh.exceptioncode",
        "llvm.eh.exceptionpointer", "llvm.eh.sjlj.lsda", "llvm.eh.typeid.for", "llvm.seh.scope.begin",
        "llvm.seh.scope.end"]),
    ("memory(none) nounwind; ; ; immarg", &["llvm.ptrauth.auth"]),
    ("memory(none) nounwind; ; ; immarg; ; immarg", &["llvm.ptrauth.resign"]),
    ("memory(none) nounwind; ; captures(none)", &["llvm.coro.promise"]),
    ("memory(none) nounwind; ; immarg", &["llvm.eh.sjlj.callsite"]),
    ("memory(read) nocallback nofree nosync nounwind willreturn", &["llvm.masked.gather", "llvm.read_register",
        "llvm.vp.gather"]),
    ("memory(read) nocallback nofree nosync nounwind willreturn; ; captures(none)", &["llvm.masked.expandload"]),
    ("memory(write) nocallback nofree nosync nounwind willreturn", &["llvm.masked.scatter"]),
    ("memory(write) nounwind willreturn", &["llvm.seh.try.begin", "llvm.seh.try.end"]),
    ("memory(write) nounwind; ; ; captures(none) readonly", &["llvm.xray.typedevent"]),
    ("memory(write) nounwind; ; captures(none) readonly", &["llvm.xray.customevent"]),
    ("nocallback noduplicate nofree nosync nounwind willreturn", &["llvm.loop.decrement", "llvm.loop.decrement.reg",
        "llvm.set.loop.iterations", "llvm.start.loop.iterations", "llvm.test.set.loop.iterations",
        "llvm.test.start.loop.iterations"]),
    ("nocallback nofree nosync nounwind willreturn", &["llvm.call.preallocated.teardown",
        "llvm.get.dynamic.area.offset", "llvm.icall.branch.funnel", "llvm.localescape", "llvm.pcmarker",
        "llvm.readcyclecounter", "llvm.readsteadycounter", "llvm.stackaddress", "llvm.stackguard",
        "llvm.stackprotector", "llvm.stackrestore", "llvm.stacksave", "llvm.va_copy", "llvm.va_end", "llvm.va_start",
        "llvm.vp.scatter"]),
    ("nocallback nofree nosync nounwind willreturn; ; ; immarg", &["llvm.call.preallocated.arg"]),
    ("nocallback nofree nosync nounwind willreturn; ; immarg", &["llvm.call.preallocated.setup"]),
    ("nocallback nofree nosync willreturn; ; immarg; immarg", &["llvm.experimental.stackmap"]),
    ("nocallback nounwind", &["llvm.write_register"]),
    ("nomerge nounwind", &["llvm.callbr.landingpad", "llvm.coro.async.resume", "llvm.coro.save",
        "llvm.coro.suspend.async"]),
    ("noreturn nounwind", &["llvm.eh.sjlj.longjmp"]),
    ("nounwind", &["llvm.clear_cache", "llvm.coro.alloc", "llvm.coro.alloca.alloc", "llvm.coro.alloca.free",
        "llvm.coro.alloca.get", "llvm.coro.async.context.alloc", "llvm.coro.async.context.dealloc",
        "llvm.coro.async.size.replace", "llvm.coro.end", "llvm.coro.end.async", "llvm.coro.end.results",
        "llvm.coro.id.async", "llvm.coro.id.retcon", "llvm.coro.id.retcon.once", "llvm.coro.suspend",
        "llvm.coro.suspend.retcon", "llvm.debugtrap", "llvm.eh.dwarf.cfa", "llvm.eh.return.i32",
        "llvm.eh.return.i64", "llvm.eh.sjlj.functioncontext", "llvm.eh.sjlj.setjmp", "llvm.eh.sjlj.setup.dispatch",
        "llvm.eh.unwind.init", "llvm.gcroot", "llvm.instrprof.callsite", "llvm.instrprof.cover",
        "llvm.instrprof.increment", "llvm.instrprof.increment.step", "llvm.instrprof.mcdc.parameters",
        "llvm.instrprof.mcdc.tvbitmap.update", "llvm.instrprof.timestamp", "llvm.instrprof.value.profile",
        "llvm.objc.arc.annotation.bottomup.bbend", "llvm.objc.arc.annotation.bottomup.bbstart",
        "llvm.objc.arc.annotation.topdown.bbend", "llvm.objc.arc.annotation.topdown.bbstart",
        "llvm.objc.autoreleasePoolPop", "llvm.objc.autoreleasePoolPush", "llvm.objc.claimAutoreleasedReturnValue",
        "llvm.objc.clang.arc.use", "llvm.objc.copyWeak", "llvm.objc.destroyWeak", "llvm.objc.initWeak",
        "llvm.objc.loadWeak", "llvm.objc.loadWeakRetained", "llvm.objc.moveWeak", "llvm.objc.release",
        "llvm.objc.retainAutoreleasedReturnValue", "llvm.objc.retainBlock", "llvm.objc.retainedObject",
        "llvm.objc.storeStrong", "llvm.objc.storeWeak", "llvm.objc.sync.enter", "llvm.objc.sync.exit",
        "llvm.objc.unretainedObject", "llvm.objc.unretainedPointer", "llvm.objc.unsafeClaimAutoreleasedReturnValue",
        "llvm.read_volatile_register", "llvm.swift.async.context.addr"]),
    ("nounwind; ; ; ; immarg", &["llvm.hwasan.check.memaccess", "llvm.hwasan.check.memaccess.shortgranules"]),
    ("nounwind; ; ; immarg", &["llvm.asan.check.memaccess"]),
    ("nounwind; ; ; immarg; immarg", &["llvm.hwasan.check.memaccess.fixedshadow",
        "llvm.hwasan.check.memaccess.shortgranules.fixedshadow"]),
    ("nounwind; ; ; writeonly", &["llvm.coro.begin", "llvm.coro.begin.custom.abi"]),
    ("nounwind; ; returned", &["llvm.objc.autorelease", "llvm.objc.autoreleaseReturnValue", "llvm.objc.retain",
        "llvm.objc.retain.autorelease", "llvm.objc.retainAutorelease", "llvm.objc.retainAutoreleaseReturnValue"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::well_known as types;

    #[test]
    fn every_word_of_the_table_is_an_attribute() {
        let ctx = Context::new();
        for (text, names) in INTRINSICS {
            let words: usize = text
                .split(';')
                .map(|set| {
                    let mut depth = 0;
                    let spaces = set.trim().chars().filter(|c| {
                        depth += i32::from(*c == '(') - i32::from(*c == ')');
                        *c == ' ' && depth == 0
                    });
                    if set.trim().is_empty() { 0 } else { spaces.count() + 1 }
                })
                .sum();
            let ty = ctx.llvm_function_type(types::I32, &[types::I32; 16], false);
            let found = intrinsic_attributes(&ctx, names[0], ty).unwrap_or_default();
            let parameters: usize = found.parameters.iter().map(|p| p.items().len()).sum();
            assert_eq!(found.function.items().len() + found.result.items().len() + parameters, words, "{text}");
        }
    }

    #[test]
    fn types_in_a_name_do_not_matter() {
        let ctx = Context::new();
        let found = intrinsic_attributes(&ctx, "llvm.memcpy.p0.p0.i32", types::VOID).unwrap_or_default();
        assert_eq!(found.parameters.len(), 4);
        assert!(intrinsic_attributes(&ctx, "llvm.no.such.intrinsic", types::VOID).is_none());
    }
}
