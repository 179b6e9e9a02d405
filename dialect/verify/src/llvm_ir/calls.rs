//! The rules of LLVM's verifier for calls: tail calls, operand bundles, inline assembly. LangRef, "call", "Operand
//! Bundles", "Inline Assembler Expressions".

use std::borrow::Cow;

use crate::attribute_set::list_set;
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::{CallingConvention, TailCallKind};
use crate::names::*;
use crate::ops::{LlvmForm, global_values, irtrip, llvm};
use crate::registry::OpNameDefinition;
use crate::types::predicates::{intrinsic_only, is_token_like};
use crate::types::well_known as types;
use crate::{Attr, Block, Op, OpName, Str, Type, TypeData, Value};

use irtrip_llvm_ir::intrinsics::ImmediateParameter;

use super::arguments::check_passed;
use super::control_flow::is_instruction;
use super::inline_asm::{Constraint, constraints};
use super::tail_calls::check_musttail;
use super::{Declared, Function};

/// The rule for the bundles of one tag. LangRef, "Operand Bundles".
struct BundleRule {
    tag: &'static str,
    /// The tag in LLVM's message for two of them.
    name: &'static str,
    /// How many operands there must be, and LLVM's word for that.
    count: Option<(usize, &'static str)>,
}

/// The rule for bundles whose tag is their name in messages.
const fn bundle(tag: &'static str, count: Option<(usize, &'static str)>) -> BundleRule {
    BundleRule { tag, name: tag, count }
}

static BUNDLE_RULES: &[BundleRule] = &[
    bundle("deopt", None),
    bundle("gc-transition", None),
    bundle("funclet", Some((1, "exactly one"))),
    BundleRule { tag: "cfguardtarget", name: "CFGuardTarget", count: Some((1, "exactly one")) },
    bundle("ptrauth", Some((2, "exactly two"))),
    bundle("kcfi", Some((1, "a single"))),
    bundle("preallocated", Some((1, "exactly one"))),
    bundle("gc-live", None),
    bundle("convergencectrl", None),
    BundleRule { tag: "clang.arc.attachedcall", name: "\"clang.arc.attachedcall\"", count: None },
];

/// Functions of Objective-C's runtime that `clang.arc.attachedcall` names, after `objc_` or `llvm.objc.`
const ATTACHED: [&[u8]; 3] =
    [b"retainAutoreleasedReturnValue", b"claimAutoreleasedReturnValue", b"unsafeClaimAutoreleasedReturnValue"];
const ATTACHED_COUNT: &str = r#"operand bundle "clang.arc.attachedcall" requires one function as an argument"#;

/// Bytes that a value is aligned to at most.
const LARGEST_ALIGNMENT: u64 = 1 << 32;

/// Why a parameter does not accept a number.
pub fn check_immediate(parameter: ImmediateParameter, number: i64) -> Option<LlvmVerifyCode> {
    let (low, high) = parameter.range.filter(|_| !parameter.accepts(number))?;
    Some(LlvmVerifyCode::ImmediateRange { number, low, high })
}

/// The rule that a call breaks.
pub(super) fn check_call(function: &Function<'_>, op: Op) -> Option<LlvmVerifyCode> {
    let call = Call { function, op };
    if !call.convention().is_callable() && function.body.name(op) != llvm::INVOKE {
        return Some(LlvmVerifyCode::NotCallable);
    }
    let wrong = call.check_bundles().or_else(|| call.check_assembly()).or_else(|| call.check_indirect());
    let wrong = wrong.or_else(|| call.check_variadic()).or_else(|| call.check_tokens());
    let wrong = wrong.or_else(|| call.check_branch()).or_else(|| call.check_alignments());
    let wrong = wrong.or_else(|| call.check_speculatable()).or_else(|| check_passed(call));
    if call.is_musttail() { wrong.or_else(|| check_musttail(call)) } else { wrong }
}

/// A call of a finished function.
#[derive(Clone, Copy)]
pub(super) struct Call<'f, 'b> {
    pub function: &'f Function<'b>,
    pub op: Op,
}

impl Call<'_, '_> {
    pub fn attr(&self, key: Str) -> Option<Attr> {
        self.function.body.attr(self.function.ctx, self.op, key)
    }

    pub fn convention(&self) -> CallingConvention {
        CallingConvention::of_attrs(self.function.ctx, self.function.body.attrs(self.op))
    }

    /// The operands of its bundles.
    pub fn bundle_operands(&self) -> (&[i64], &[Value]) {
        let sizes = self.attr(OP_BUNDLE_SIZES).and_then(|sizes| self.function.ctx.dense_array(sizes));
        let sizes = sizes.unwrap_or_default();
        let count = sizes.iter().filter_map(|size| usize::try_from(*size).ok()).sum::<usize>();
        let operands = self.function.body.operands(self.op);
        (sizes, operands.get(operands.len().saturating_sub(count)..).unwrap_or_default())
    }

    /// A call of a value returns nothing that intrinsics alone return.
    fn check_indirect(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let result = body.value_type(body.result(self.op)?);
        let ty = intrinsic_only(ctx, result)?;
        let is_direct = self.attr(CALLEE).is_some() || self.calls_intrinsic();
        (!is_direct).then_some(LlvmVerifyCode::IndirectResult(ty))
    }

    /// Intrinsics alone have parameters of tokens.
    fn check_tokens(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let mut operands = body.operands(self.op).iter();
        let has_token = operands.any(|value| is_token_like(ctx, body.value_type(*value)));
        let takes_token = || self.parameters().0.iter().any(|ty| is_token_like(ctx, *ty));
        let broken = has_token && !self.calls_intrinsic() && takes_token();
        broken.then_some(LlvmVerifyCode::CallParameter("token"))
    }

    /// What is passed beyond the parameters is no struct that is returned, and is on the stack of the caller only where it is
    /// the last.
    fn check_variadic(&self) -> Option<LlvmVerifyCode> {
        let ctx = self.function.ctx;
        let lists = ctx.items(self.attr(ARG_ATTRS)?);
        let (params, vararg) = self.parameters();
        if !vararg || self.calls_intrinsic() {
            return None;
        }
        let has = |list: &Attr, key: &str| ctx.entry(*list, ctx.str(key)).is_some();
        let beyond = lists.get(params.len()..).unwrap_or_default();
        let rule = if beyond.iter().any(|list| has(list, "llvm.sret")) {
            "Attribute 'sret' cannot be used for vararg call arguments!"
        } else if beyond.split_last().is_some_and(|(_, others)| others.iter().any(|list| has(list, "llvm.inalloca"))) {
            "inalloca isn't on the last argument!"
        } else {
            return None;
        };
        Some(LlvmVerifyCode::Attributes(rule))
    }

    /// Whether it has a bundle of a tag.
    pub fn has_bundle(&self, tag: &str) -> bool {
        let ctx = self.function.ctx;
        let tags = self.attr(OP_BUNDLE_TAGS).map(|tags| ctx.items(tags)).unwrap_or_default();
        tags.iter().any(|own| ctx.string_value(*own).is_some_and(|own| ctx.bytes(own) == tag.as_bytes()))
    }

    /// What bundles of their tags must be like.
    fn check_bundles(&self) -> Option<LlvmVerifyCode> {
        let ctx = self.function.ctx;
        let tags = ctx.items(self.attr(OP_BUNDLE_TAGS)?);
        let (sizes, mut rest) = self.bundle_operands();
        for (place, tag) in tags.iter().enumerate() {
            let size = sizes.get(place).and_then(|size| usize::try_from(*size).ok()).unwrap_or(0);
            let (operands, after) = rest.split_at_checked(size)?;
            rest = after;
            let text = ctx.string_value(*tag).map(|t| ctx.bytes(t)).unwrap_or_default();
            let Some(rule) = BUNDLE_RULES.iter().find(|rule| rule.tag.as_bytes() == text) else { continue };
            if tags.iter().take(place).any(|other| other == tag) {
                return Some(LlvmVerifyCode::MultipleBundles(rule.name));
            }
            let tag = rule.tag;
            let wrong_count = rule.count.filter(|(expected, _)| *expected != size);
            let wrong_count = wrong_count.map(|(_, count)| LlvmVerifyCode::BundleOperandCount { count, tag });
            let wrong = wrong_count.or_else(|| self.check_bundle_operands(rule.tag, operands));
            if wrong.is_some() {
                return wrong;
            }
        }
        None
    }

    fn check_bundle_operands(&self, tag: &str, operands: &[Value]) -> Option<LlvmVerifyCode> {
        let body = self.function.body;
        let is_number = |value: &Value| {
            let is_constant = |op| body.name(op) == global_values::CONSTANT;
            body.value_type(*value) == types::I32 && self.function.defining_op(*value).is_some_and(is_constant)
        };
        match (tag, operands) {
            ("kcfi", [id]) if !is_number(id) => Some(LlvmVerifyCode::KcfiOperand),
            ("ptrauth", [key, _]) if !is_number(key) => Some(LlvmVerifyCode::PtrauthKey),
            ("ptrauth", [_, discriminator]) if body.value_type(*discriminator) != types::I64 => {
                Some(LlvmVerifyCode::PtrauthDiscriminator)
            }
            ("ptrauth", _) if self.attr(CALLEE).is_some() => {
                Some(LlvmVerifyCode::Call("Direct call cannot have a ptrauth bundle"))
            }
            ("funclet", [pad]) if !self.is_made_by(*pad, &[irtrip::CATCHPAD, irtrip::CLEANUPPAD]) => {
                Some(LlvmVerifyCode::Call("Funclet bundle operands should correspond to a FuncletPadInst"))
            }
            ("preallocated", [setup]) if self.intrinsic_of(*setup) != Some(&b"call.preallocated.setup"[..]) => {
                let rule = r#""preallocated" argument must be a token from llvm.call.preallocated.setup"#;
                Some(LlvmVerifyCode::Call(rule))
            }
            ("convergencectrl", [token]) => {
                let maker = self.intrinsic_of(*token);
                let is_control = maker.is_some_and(|name| name.starts_with(b"experimental.convergence."));
                let rule =
                    "Convergence control tokens can only be produced by calls to the convergence control intrinsics.";
                (!is_control).then_some(LlvmVerifyCode::Call(rule))
            }
            ("convergencectrl", _) => {
                Some(LlvmVerifyCode::Call("The 'convergencectrl' bundle requires exactly one token use."))
            }
            ("clang.arc.attachedcall", functions) => self.check_attached(functions).map(LlvmVerifyCode::Call),
            _ => None,
        }
    }

    fn is_made_by(&self, value: Value, names: &[OpName]) -> bool {
        self.function.defining_op(value).is_some_and(|op| names.contains(&self.function.body.name(op)))
    }

    /// The name, without `llvm.`, of the intrinsic whose call makes a value.
    fn intrinsic_of(&self, value: Value) -> Option<&[u8]> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let maker = self.function.defining_op(value)?;
        if let Some(LlvmForm::Intrinsic(intrinsic)) = body.name(maker).def().map(|def| def.llvm) {
            return intrinsic.name.as_bytes().strip_prefix(b"llvm.");
        }
        let name = body.string_attr(ctx, maker, INTRIN).or_else(|| body.symbol_attr(ctx, maker, CALLEE))?;
        ctx.bytes(name).strip_prefix(b"llvm.")
    }

    /// `clang.arc.attachedcall` names one function of Objective-C's runtime, which takes what is returned.
    fn check_attached(&self, functions: &[Value]) -> Option<&'static str> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let result = body.result(self.op).map_or(types::VOID, |value| body.value_type(value));
        if !matches!(ctx.type_data(result), TypeData::Pointer { .. }) && result != types::VOID {
            let rule = r#"a call with operand bundle "clang.arc.attachedcall" must call a function returning a pointer or a non-returning function that has a void return type"#;
            return Some(rule);
        }
        let symbol = |value: &Value| body.symbol_attr(ctx, self.function.defining_op(*value)?, GLOBAL_NAME);
        let [function] = functions else { return Some(ATTACHED_COUNT) };
        if ctx.int_width(body.value_type(*function)).is_some() {
            // LLVM 13 has numbers for them.
            return None;
        }
        let Some(symbol) = symbol(function) else { return Some(ATTACHED_COUNT) };
        let name = ctx.bytes(symbol);
        let own = name.strip_prefix(b"llvm.objc.").or_else(|| name.strip_prefix(b"objc_"));
        (!own.is_some_and(|own| ATTACHED.contains(&own))).then_some("invalid function argument")
    }

    /// A `callbr` is of inline assembly, or of an intrinsic that may end a lane.
    fn check_branch(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        if body.name(self.op) != irtrip::CALLBR || self.attr(CONSTRAINTS).is_some() {
            return None;
        }
        let callee = body.symbol_attr(ctx, self.op, CALLEE).map(|callee| ctx.bytes(callee));
        let rule = match callee {
            None => "Callbr: indirect function / invalid signature",
            Some(_) if self.attr(OP_BUNDLE_TAGS).is_some() => {
                "Callbr for intrinsics currently doesn't support operand bundles"
            }
            Some(b"llvm.amdgcn.kill") => match body.successors(self.op) {
                [_, killed] if self.is_unreachable(killed.block) => return None,
                [_, _] => "Callbr amdgcn_kill indirect dest needs to be unreachable",
                _ => "Callbr amdgcn_kill only supports one indirect dest",
            },
            Some(_) => "Callbr currently only supports asm-goto and selected intrinsics",
        };
        Some(LlvmVerifyCode::Call(rule))
    }

    /// Whether a block ends with its first instruction, which nothing reaches.
    fn is_unreachable(&self, block: Block) -> bool {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let callee = |op| body.string_attr(ctx, op, INTRIN).or_else(|| body.symbol_attr(ctx, op, CALLEE));
        let first = body.ops(block).find(|op| is_instruction(body, *op));
        first.is_some_and(|op| {
            body.name(op) == llvm::UNREACHABLE
                || callee(op).is_some_and(|callee| ctx.bytes(callee) == b"llvm.amdgcn.unreachable")
        })
    }

    /// Vectors so long that nothing is aligned as they are cannot be passed.
    fn check_alignments(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let is_huge = |value: &Value| {
            let ty = body.value_type(*value);
            matches!(ctx.type_data(ty), TypeData::Vector { .. })
                && self.function.layout.abi_alignment(ctx, ty) > LARGEST_ALIGNMENT
        };
        let rule = if body.result(self.op).is_some_and(|result| is_huge(&result)) {
            "Incorrect alignment of return type to called function!"
        } else if body.operands(self.op).iter().any(is_huge) {
            "Incorrect alignment of argument passed to called function!"
        } else {
            return None;
        };
        (!self.calls_intrinsic()).then_some(LlvmVerifyCode::Call(rule))
    }

    /// What may be called before it is known to be is so wherever it is called.
    fn check_speculatable(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let own = list_set(ctx, self.attr(IRTRIP_ATTRIBUTES)?);
        if !own.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == "speculatable")) {
            return None;
        }
        // A call by another type is of the function's address.
        let of_address = || {
            let address = self.function.defining_op(*body.operands(self.op).first()?)?;
            body.symbol_attr(ctx, address, GLOBAL_NAME)
        };
        let callee = body.symbol_attr(ctx, self.op, CALLEE).or_else(of_address);
        let is_speculatable = callee.is_some_and(|callee| (self.function.is_declared)(callee, Declared::Speculatable));
        let rule = "speculatable attribute may not apply to call sites";
        (!is_speculatable && !self.calls_intrinsic()).then_some(LlvmVerifyCode::Call(rule))
    }

    /// Why operands or labels do not go with the constraints of inline assembly.
    fn check_assembly(&self) -> Option<LlvmVerifyCode> {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let found = constraints(ctx.bytes(ctx.string_value(self.attr(CONSTRAINTS)?)?))?;
        let name = body.name(self.op);
        let (key, element) = match name {
            llvm::INLINE_ASM => (OPERAND_ATTRS, ctx.str("elementtype")),
            _ => (ARG_ATTRS, ctx.str("llvm.elementtype")),
        };
        let dictionaries = self.attr(key).map(|list| ctx.items(list)).unwrap_or_default();
        let inputs = found.iter().filter_map(|c| match c {
            Constraint::Input { indirect, .. } => Some(*indirect),
            Constraint::Output | Constraint::Clobber | Constraint::Label => None,
        });
        for (place, (indirect, value)) in inputs.zip(body.operands(self.op)).enumerate() {
            let is_typed = dictionaries
                .get(place)
                .is_some_and(|one| ctx.entry(*one, element).is_some_and(|ty| ctx.type_value(ty).is_some()));
            let is_pointer = matches!(ctx.type_data(body.value_type(*value)), TypeData::Pointer { .. });
            if indirect && !is_pointer {
                return Some(LlvmVerifyCode::IndirectConstraintOperand);
            } else if indirect && !is_typed {
                return Some(LlvmVerifyCode::IndirectConstraintElementtype);
            } else if !indirect && is_typed {
                return Some(LlvmVerifyCode::DirectConstraintElementtype);
            }
        }
        let labels = found.iter().filter(|c| **c == Constraint::Label).count();
        match name {
            irtrip::CALLBR if labels + 1 != body.successors(self.op).len() => {
                Some(LlvmVerifyCode::LabelConstraintCount)
            }
            irtrip::CALLBR => None,
            _ if labels > 0 => Some(LlvmVerifyCode::LabelConstraintOfCall),
            _ if self.is_musttail() => Some(LlvmVerifyCode::MusttailAsm),
            _ => None,
        }
    }

    pub fn is_musttail(&self) -> bool {
        let ctx = self.function.ctx;
        let kind = self.attr(TAIL_CALL_KIND).or_else(|| self.attr(TAIL_CALL_KIND_ASM));
        let kind: Option<TailCallKind> = kind.and_then(|kind| ctx.enum_value(kind));
        let word = || self.attr(IRTRIP_TAIL).and_then(|word| ctx.string_value(word)).map(|word| ctx.bytes(word));
        kind == Some(TailCallKind::MustTail)
            || (kind.is_none() && word() == Some(TailCallKind::MustTail.llvm().as_bytes()))
    }

    pub fn calls_intrinsic(&self) -> bool {
        let ctx = self.function.ctx;
        let callee = || ctx.symbol_value(self.attr(CALLEE)?);
        self.function.body.name(self.op) == llvm::CALL_INTRINSIC
            || callee().is_some_and(|callee| ctx.bytes(callee).starts_with(b"llvm."))
    }

    /// The types of the parameters of the function type that the call is by, and whether it is variadic.
    pub fn parameters(&self) -> (Cow<'_, [Type]>, bool) {
        let (ctx, body) = (self.function.ctx, self.function.body);
        let written = [IRTRIP_CALLEE_TYPE, VAR_CALLEE_TYPE, ctx.str("callee_type")].map(|key| self.attr(key));
        let written = written.into_iter().flatten().next().and_then(|ty| ctx.type_value(ty));
        if let Some(TypeData::LlvmFunction { params, vararg, .. }) = written.map(|ty| ctx.type_data(ty)) {
            return (Cow::Borrowed(params), *vararg);
        }
        let is_direct = self.attr(CALLEE).is_some() || self.calls_intrinsic();
        let bundles = self.bundle_operands().1.len();
        let operands = body.operands(self.op);
        let passed = operands.get(usize::from(!is_direct)..operands.len() - bundles).unwrap_or_default();
        (passed.iter().map(|value| body.value_type(*value)).collect(), false)
    }
}
