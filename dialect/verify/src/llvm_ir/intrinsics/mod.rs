//! The rules of LLVM's verifier for calls of intrinsics, beyond what their signatures say. LangRef, "Intrinsic Functions".
//!
//! [`RULES`] has a row for each intrinsic that has a rule. A rule asks an [`IntrinsicCall`], which is the same whether the call is
//! an operation of its own or a `llvm.call_intrinsic`.

mod functions;
mod numbers;
mod vectors;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Function;
use crate::attributes::AttrData;
use crate::diagnostic::LlvmVerifyCode;
use crate::names::*;
use crate::ops::{LLVM, LlvmForm, OpDef, global_values, irtrip, llvm};
use crate::registry::{DialectOp, OpNameDefinition};
use crate::types::well_known as types;
use crate::{Attr, Op, OpName, Type, TypeData, Value};
use irtrip_ops::call_arguments::{ArgumentValue, arguments_list, bundle_sizes, intrinsic_arguments};

/// The message of LLVM's verifier for a call, where that breaks the rule.
type Rule = fn(&IntrinsicCall<'_, '_>) -> Option<&'static str>;

/// A rule and the intrinsics that it is of, without `llvm.` and types; a name may be the start of several, up to a dot.
struct Row(&'static [&'static str], Rule);

static RULES: &[Row] = &[
    Row(&["assume"], functions::assume),
    Row(&["experimental.convergence.anchor", "experimental.convergence.entry"], functions::convergence_start),
    Row(&["experimental.convergence.loop"], functions::convergence_loop),
    Row(&["experimental.deoptimize"], functions::deoptimize),
    Row(&["experimental.gc.relocate"], functions::gc_relocate),
    Row(&["experimental.gc.result"], functions::gc_result),
    Row(&["experimental.gc.statepoint"], functions::gc_statepoint),
    Row(&["experimental.guard"], functions::guard),
    Row(&["gcread", "gcwrite"], functions::gc),
    Row(&["gcroot"], functions::gc_root),
    Row(&["call.preallocated.arg"], functions::preallocated_argument),
    Row(&["call.preallocated.setup"], functions::preallocated_setup),
    Row(&["call.preallocated.teardown"], functions::preallocated_teardown),
    Row(&["eh.exceptioncode", "eh.exceptionpointer"], functions::exception),
    Row(&["localescape"], functions::local_escape),
    Row(&["stackprotector"], functions::stack_protector),
    Row(&["threadlocal.address"], functions::thread_local_address),
    Row(&["va_start"], functions::va_start),
    Row(
        &[
            "aarch64.ldaxr",
            "aarch64.ldxr",
            "arm.ldaex",
            "arm.ldrex",
            "preserve.array.access.index",
            "preserve.struct.access.index",
        ],
        functions::typed_first,
    ),
    Row(&["aarch64.stlxr", "aarch64.stxr", "arm.stlex", "arm.strex"], functions::typed_second),
    Row(&["amdgcn.call.whole.wave"], functions::amdgpu_whole_wave),
    Row(&["amdgcn.cooperative.atomic"], functions::amdgpu_cooperative),
    Row(&["amdgcn.cs.chain"], functions::amdgpu_chain),
    Row(&["amdgcn.init.exec.from.input"], functions::amdgpu_init_exec),
    Row(&["amdgcn.set.inactive.chain.arg"], functions::amdgpu_chain_argument),
    Row(&["experimental.memset.pattern"], functions::memset_pattern),
    Row(&["reloc.none"], functions::relocation),
    Row(&["aarch64.prefetch"], numbers::aarch64_prefetch),
    Row(&["aarch64.range.prefetch"], numbers::aarch64_range_prefetch),
    Row(&["amdgcn.s.prefetch.data"], numbers::amdgpu_prefetch),
    Row(&["bswap"], numbers::bswap),
    Row(&["experimental.constrained"], numbers::constrained),
    Row(&["fptrunc.round"], numbers::fptrunc_round),
    Row(&["get.dynamic.area.offset"], numbers::dynamic_area_offset),
    Row(&["invariant.start"], numbers::invariant_start),
    Row(&["is.fpclass", "vp.is.fpclass"], numbers::fpclass),
    Row(&["llrint", "llround", "lrint", "lround"], numbers::rounded),
    Row(
        &["memcpy.element.unordered.atomic", "memmove.element.unordered.atomic", "memset.element.unordered.atomic"],
        numbers::unordered_atomic,
    ),
    Row(&["nvvm.setmaxnreg.dec.sync.aligned.u32", "nvvm.setmaxnreg.inc.sync.aligned.u32"], numbers::register_count),
    Row(&["prefetch"], numbers::prefetch),
    Row(&["ptrmask"], numbers::pointer_mask),
    Row(&["scmp", "ucmp"], numbers::comparison),
    Row(&["sdiv.fix", "sdiv.fix.sat", "smul.fix", "smul.fix.sat"], numbers::signed_fixed_point),
    Row(&["udiv.fix", "udiv.fix.sat", "umul.fix", "umul.fix.sat"], numbers::unsigned_fixed_point),
    Row(
        &["amdgcn.mfma.scale.f32.16x16x128.f8f6f4", "amdgcn.mfma.scale.f32.32x32x64.f8f6f4"],
        vectors::amdgpu_scaled_product,
    ),
    Row(
        &[
            "amdgcn.wmma.f32.16x16x128.f8f6f4",
            "amdgcn.wmma.scale.f32.16x16x128.f8f6f4",
            "amdgcn.wmma.scale16.f32.16x16x128.f8f6f4",
        ],
        vectors::amdgpu_wave_product,
    ),
    Row(&["experimental.get.vector.length"], vectors::vector_length),
    Row(&["experimental.vector.match"], vectors::vector_match),
    Row(&["get.active.lane.mask"], vectors::active_lane_mask),
    Row(&["masked.gather", "masked.load"], vectors::masked_load),
    Row(&["masked.scatter", "masked.store"], vectors::masked_store),
    Row(&["matrix.column.major.load"], vectors::matrix_load),
    Row(&["matrix.column.major.store"], vectors::matrix_store),
    Row(&["matrix.multiply"], vectors::matrix_multiply),
    Row(&["matrix.transpose"], vectors::matrix_transpose),
    Row(&["stepvector"], vectors::step),
    Row(&["vector.extract"], vectors::extract),
    Row(&["vector.insert"], vectors::insert),
    Row(&["vector.partial.reduce.add"], vectors::partial_reduction),
    Row(
        &[
            "vector.reduce.add",
            "vector.reduce.and",
            "vector.reduce.mul",
            "vector.reduce.or",
            "vector.reduce.smax",
            "vector.reduce.smin",
            "vector.reduce.umax",
            "vector.reduce.umin",
            "vector.reduce.xor",
        ],
        vectors::reduction,
    ),
    Row(&["vector.reduce.fadd", "vector.reduce.fmul"], vectors::sequential_float_reduction),
    Row(&["vector.reduce.fmax", "vector.reduce.fmin"], vectors::float_reduction),
    Row(&["vector.splice.left"], vectors::splice_left),
    Row(&["vector.splice.right"], vectors::splice_right),
    Row(&["experimental.vp.splice"], vectors::vp_splice),
    Row(&["vp.fcmp"], numbers::vp_float_comparison),
    Row(&["vp.icmp"], numbers::vp_integer_comparison),
    Row(&["vp.fptosi", "vp.fptoui", "vp.llrint", "vp.lrint"], vectors::float_to_integer),
    Row(&["vp.fpext"], vectors::float_extension),
    Row(&["vp.fptrunc"], vectors::float_truncation),
    Row(&["vp.inttoptr", "vp.ptrtoint"], vectors::cast_length),
    Row(&["vp.sext", "vp.zext"], vectors::extension),
    Row(&["vp.sitofp", "vp.uitofp"], vectors::integer_to_float),
    Row(&["vp.trunc"], vectors::truncation),
];

/// The rules by name, in the order of names.
static BY_NAME: LazyLock<Vec<(&'static str, Rule)>> = LazyLock::new(|| {
    let mut rules: Vec<(&str, Rule)> = RULES.iter().flat_map(|row| row.0.iter().map(|name| (*name, row.1))).collect();
    rules.sort_unstable_by_key(|rule| rule.0);
    rules
});

/// The rules of intrinsics that have operations.
static BY_OPERATION: LazyLock<FxHashMap<OpName, Rule>> = LazyLock::new(|| {
    let rule = |(place, def): (usize, &OpDef)| {
        let LlvmForm::Intrinsic(intrinsic) = def.llvm else { return None };
        Some((DialectOp::new(&LLVM, place).name(), rule_of(intrinsic.name)?))
    };
    LLVM.op_defs().iter().enumerate().filter_map(rule).collect()
});

/// The rule of the intrinsic that a function's name belongs to, with its types.
fn rule_of(name: &str) -> Option<Rule> {
    let name = name.strip_prefix("llvm.")?;
    let end = BY_NAME.partition_point(|rule| rule.0 <= name);
    // A name that is the start of another one, with a dot after it, is before it: `sdiv.fix`, `sdiv.fix.sat`.
    let before = BY_NAME.get(..end).unwrap_or_default().iter().rev().take(2);
    let is_of =
        |rule: &&(&str, Rule)| name.strip_prefix(rule.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    before.into_iter().find(is_of).map(|rule| rule.1)
}

/// Whether an operand is a tile of AMX that an operation of constants makes.
fn has_constant_tile(function: &Function<'_>, op: Op) -> bool {
    let (ctx, body) = (function.ctx, function.body);
    body.operands(op).iter().any(|operand| {
        let form = || body.name(function.defining_op(*operand)?).def().map(|def| def.llvm);
        matches!(ctx.type_data(body.value_type(*operand)), TypeData::X86Amx)
            && matches!(form(), Some(LlvmForm::Constant(_)))
    })
}

const INVOKED: &str = "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, clang.arc.attachedcall or wasm.(re)throw";

/// Whether a function may be invoked: an intrinsic only where it may unwind, or ends a region.
fn may_be_invoked(name: &[u8]) -> bool {
    let Some(name) = name.strip_prefix(b"llvm.") else { return true };
    MAY_BE_INVOKED
        .iter()
        .any(|known| name.strip_prefix(known.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b".")))
}

const MAY_BE_INVOKED: [&str; 16] = [
    "coro.await.suspend.bool",
    "coro.await.suspend.handle",
    "coro.await.suspend.void",
    "coro.destroy",
    "coro.resume",
    "donothing",
    "experimental.gc.statepoint",
    "experimental.patchpoint",
    "experimental.patchpoint.void",
    "fake.use",
    "seh.scope.begin",
    "seh.scope.end",
    "seh.try.begin",
    "seh.try.end",
    "wasm.rethrow",
    "wasm.throw",
];

/// The rule that a call of an intrinsic breaks.
pub(super) fn check_intrinsic(function: &Function<'_>, op: Op) -> Option<LlvmVerifyCode> {
    let name = function.body.name(op);
    let ctx = function.ctx;
    let callee = match name {
        llvm::CALL_INTRINSIC => function.body.string_attr(ctx, op, INTRIN),
        llvm::CALL | llvm::INVOKE | irtrip::CALL | irtrip::INVOKE | irtrip::CALLBR => {
            function.body.symbol_attr(ctx, op, CALLEE)
        }
        _ => None,
    };
    if let (Some(callee), llvm::INVOKE | irtrip::INVOKE) = (callee, name)
        && !may_be_invoked(ctx.bytes(callee))
    {
        return Some(LlvmVerifyCode::Intrinsic(INVOKED));
    }
    if callee.is_some_and(|callee| ctx.bytes(callee).starts_with(b"llvm.x86.")) && has_constant_tile(function, op) {
        return Some(LlvmVerifyCode::Intrinsic("const x86_amx is not allowed in argument!"));
    }
    let rule = match callee {
        Some(callee) => rule_of(std::str::from_utf8(ctx.bytes(callee)).ok()?)?,
        None => *BY_OPERATION.get(&name)?,
    };
    rule(&IntrinsicCall::new(function, op)?).map(LlvmVerifyCode::Intrinsic)
}

/// An argument of a call.
enum Argument {
    Value(Value),
    /// A number that is an attribute.
    Number(Attr),
    /// Metadata as a preserved attribute has it.
    Metadata(Attr),
    /// What no rule asks about.
    Other,
}

/// The length of a vector and whether it is scalable; none of a scalar.
type Length = Option<(u64, bool)>;

/// A call of an intrinsic.
struct IntrinsicCall<'f, 'b> {
    function: &'f Function<'b>,
    op: Op,
    arguments: SmallVec<[(Type, Argument); 8]>,
    result: Type,
}

impl<'f, 'b> IntrinsicCall<'f, 'b> {
    fn new(function: &'f Function<'b>, op: Op) -> Option<IntrinsicCall<'f, 'b>> {
        let (ctx, body) = (function.ctx, function.body);
        let def = body.name(op).def()?;
        let attrs = body.attrs(op);
        let arguments = match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => {
                let argument = |value: ArgumentValue| match value {
                    ArgumentValue::Value(value) => Argument::Value(value),
                    ArgumentValue::Immediate(number) => Argument::Number(number),
                    ArgumentValue::Poison | ArgumentValue::Text(..) | ArgumentValue::Scope(_) => Argument::Other,
                };
                let found = intrinsic_arguments(ctx, body, op, def, &intrinsic).ok()?;
                found.into_iter().map(|found| (found.ty, argument(found.value))).collect()
            }
            _ => {
                let operands = body.operands(op);
                let own = operands.get(..operands.len().checked_sub(bundle_sizes(ctx, attrs).sum())?)?;
                let mut own = own.iter().map(|value| (body.value_type(*value), Argument::Value(*value)));
                match arguments_list(ctx, attrs, def) {
                    None => own.collect(),
                    Some(list) => ctx
                        .items(list)
                        .iter()
                        .map(|item| match ctx.attr_data(*item) {
                            AttrData::Unit => own.next(),
                            AttrData::Dictionary(entries) => {
                                entries.first().map(|(_, held)| (types::METADATA, Argument::Metadata(*held)))
                            }
                            _ => None,
                        })
                        .collect::<Option<_>>()?,
                }
            }
        };
        let result = body.result(op).map_or(types::VOID, |value| body.value_type(value));
        Some(IntrinsicCall { function, op, arguments, result })
    }

    /// The type of an argument; `void` of none.
    fn ty(&self, place: usize) -> Type {
        self.arguments.get(place).map_or(types::VOID, |argument| argument.0)
    }

    fn value(&self, place: usize) -> Option<Value> {
        match self.arguments.get(place)?.1 {
            Argument::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The operation that makes an argument.
    fn defining_op(&self, place: usize) -> Option<Op> {
        self.function.defining_op(self.value(place)?)
    }

    /// The name of the operation that makes an argument; none of a block's argument.
    fn made_by(&self, place: usize) -> Option<OpName> {
        self.defining_op(place).map(|op| self.function.body.name(op))
    }

    /// The number that an argument is; none for one that is no constant, or has more than 64 bits.
    fn int(&self, place: usize) -> Option<i64> {
        let ctx = self.function.ctx;
        match self.arguments.get(place)?.1 {
            Argument::Value(value) => {
                let op = self.function.defining_op(value)?;
                match self.function.body.name(op) {
                    global_values::CONSTANT => ctx.int_value(self.function.body.attr(ctx, op, VALUE)?),
                    _ => None,
                }
            }
            Argument::Number(number) => ctx.int_value(number),
            Argument::Metadata(_) | Argument::Other => None,
        }
    }

    /// The number that an argument is without a sign.
    fn unsigned(&self, place: usize) -> Option<u64> {
        let number = self.int(place)?.cast_unsigned();
        let width = self.function.ctx.int_width(self.ty(place)).filter(|width| *width < u64::BITS);
        Some(width.map_or(number, |width| number & ((1 << width) - 1)))
    }

    /// The string that an argument is as metadata.
    fn word(&self, place: usize) -> Option<&[u8]> {
        let ctx = self.function.ctx;
        match self.arguments.get(place)?.1 {
            Argument::Metadata(word) => ctx.string_value(word).map(|word| ctx.bytes(word)),
            _ => None,
        }
    }

    /// What an attribute of an argument holds.
    fn argument_attr(&self, place: usize, key: &str) -> Option<Attr> {
        let ctx = self.function.ctx;
        let lists = ctx.items(self.function.body.attr(ctx, self.op, ARG_ATTRS)?);
        ctx.entry(*lists.get(place)?, ctx.str(key))
    }

    /// How many operand bundles of a tag it has.
    fn bundle_count(&self, tag: &str) -> usize {
        let ctx = self.function.ctx;
        let tags =
            self.function.body.attr(ctx, self.op, OP_BUNDLE_TAGS).map(|tags| ctx.items(tags)).unwrap_or_default();
        let is_of = |other: &&Attr| ctx.string_value(**other).is_some_and(|other| ctx.bytes(other) == tag.as_bytes());
        tags.iter().filter(is_of).count()
    }

    fn length(&self, ty: Type) -> Length {
        self.function.ctx.vector_length(ty)
    }

    fn element(&self, ty: Type) -> Type {
        self.function.ctx.scalar_type(ty)
    }

    /// The bits of an integer, of a float, or of the elements of a vector of them.
    fn bits(&self, ty: Type) -> u64 {
        self.function.ctx.primitive_bits(self.element(ty))
    }

    /// Whether a type is an integer, or a vector of integers.
    fn is_int(&self, ty: Type) -> bool {
        self.function.ctx.int_width(self.element(ty)).is_some()
    }

    /// Whether a type is a floating-point type, or a vector of one.
    fn is_float(&self, ty: Type) -> bool {
        matches!(self.function.ctx.type_data(self.element(ty)), TypeData::Float(_))
    }

    /// The address space of a pointer, or of the elements of a vector of pointers.
    fn pointer_space(&self, ty: Type) -> Option<u32> {
        self.function.ctx.pointer_space(self.element(ty))
    }
}

/// The rule's message where a condition does not hold.
fn require(condition: bool, message: &'static str) -> Option<&'static str> {
    (!condition).then_some(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_by_its_intrinsics_names() {
        for (name, rule) in BY_NAME.iter() {
            for suffix in ["", ".v4i32"] {
                let found = rule_of(&format!("llvm.{name}{suffix}"));
                assert!(found.is_some_and(|found| std::ptr::fn_addr_eq(found, *rule)), "{name}{suffix}");
            }
            let is_of =
                |known: &[u8]| known.strip_prefix(name.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'.', ..]));
            assert!(irtrip_llvm_ir::intrinsics::intrinsic_names().any(is_of), "{name}");
        }
        assert!(rule_of("llvm.bswapped").is_none() && rule_of("bswap").is_none());
    }
}
