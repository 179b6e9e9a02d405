//! What the dialect's operations are in LLVM IR.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{
    AtomicOrdering, GepNoWrapFlags, IntegerOverflowFlags, PtrAddFlags, PtrAtomicOrdering, PtrDiffFlags,
};
use irtrip_dialect::names::{ALIGNMENT, ORDERING, OVERFLOW_FLAGS};
use irtrip_dialect::ops::global_values::ZERO;
use irtrip_dialect::ops::llvm_builder::{GepIndex, LlvmBuilder};
use irtrip_dialect::ops::{intrinsics, irtrip, llvm};
use irtrip_dialect::translation::{Replacements, Translator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, OpName, Str, Type, TypeData, Value};

use super::access::address_of_constant;

type Translated = Result<Replacements, ExportCode>;

fn operand(translator: &Translator<'_>, name: &'static str) -> Result<Value, ExportCode> {
    translator.operand(name)?.ok_or(ExportCode::Attribute(name))
}

/// The type of the operation's result, where it is one of LLVM IR.
fn result_type(translator: &Translator<'_>) -> Result<Type, ExportCode> {
    translator.builder.result_type(translator.op).ok_or(ExportCode::Value)
}

/// The alignment, if there is one.
fn alignment(translator: &Translator<'_>) -> Option<i64> {
    let ctx = translator.ctx();
    ctx.int_value(*ctx.items(translator.attr("alignment")?).first()?)
}

/// What an access through a pointer has, as `llvm.load` and `llvm.store` call it.
fn access(translator: &Translator<'_>) -> Vec<(Str, Attr)> {
    let ctx = translator.ctx();
    let mut attrs = Vec::new();
    for name in ["volatile_", "nontemporal", "invariant", "invariantGroup", "syncscope"] {
        attrs.extend(translator.attr(name).map(|value| (ctx.str(name), value)));
    }
    attrs.extend(alignment(translator).map(|alignment| (ALIGNMENT, ctx.int_attr(types::I64, alignment))));
    let ordering = translator.attr("ordering").and_then(|ordering| ctx.enum_value(ordering)).unwrap_or_default();
    let ordering = match ordering {
        PtrAtomicOrdering::NotAtomic => AtomicOrdering::NotAtomic,
        PtrAtomicOrdering::Unordered => AtomicOrdering::Unordered,
        PtrAtomicOrdering::Monotonic => AtomicOrdering::Monotonic,
        PtrAtomicOrdering::Acquire => AtomicOrdering::Acquire,
        PtrAtomicOrdering::Release => AtomicOrdering::Release,
        PtrAtomicOrdering::AcqRel => AtomicOrdering::AcqRel,
        PtrAtomicOrdering::SeqCst => AtomicOrdering::SeqCst,
    };
    if ordering != AtomicOrdering::default() {
        attrs.push((ORDERING, ctx.int_attr(types::I64, ordering.number())));
    }
    attrs
}

pub fn load(translator: &mut Translator<'_>) -> Translated {
    let (pointer, ty, attrs) = (operand(translator, "ptr")?, result_type(translator)?, access(translator));
    let loaded = translator.builder.value(llvm::LOAD, &[pointer], ty, &attrs);
    translator.replacements(Some(loaded))
}

pub fn store(translator: &mut Translator<'_>) -> Translated {
    let (value, pointer, attrs) = (operand(translator, "value")?, operand(translator, "ptr")?, access(translator));
    translator.builder.create(llvm::STORE, &[value, pointer], &[], &attrs);
    translator.replacements(None)
}

/// An access to the elements that a mask has.
fn masked(translator: &mut Translator<'_>, intrinsic: OpName, groups: [&'static str; 3]) -> Translated {
    let mut operands = Vec::with_capacity(groups.len());
    for group in groups {
        operands.push(operand(translator, group)?);
    }
    let alignment = translator.ctx().int_attr(types::I32, alignment(translator).unwrap_or(1));
    let result = translator.builder.result_type(translator.op);
    let call = translator.builder.create(intrinsic, &operands, result.as_slice(), &[(ALIGNMENT, alignment)]);
    let result = translator.builder.body.result(call);
    translator.replacements(result)
}

pub fn gather(translator: &mut Translator<'_>) -> Translated {
    masked(translator, intrinsics::MASKED_GATHER, ["ptrs", "mask", "passthrough"])
}

pub fn scatter(translator: &mut Translator<'_>) -> Translated {
    masked(translator, intrinsics::MASKED_SCATTER, ["value", "ptrs", "mask"])
}

pub fn masked_load(translator: &mut Translator<'_>) -> Translated {
    masked(translator, intrinsics::MASKED_LOAD, ["ptr", "mask", "passthrough"])
}

pub fn masked_store(translator: &mut Translator<'_>) -> Translated {
    masked(translator, intrinsics::MASKED_STORE, ["value", "ptr", "mask"])
}

/// What `getelementptr` says of the sum of a pointer and an offset.
pub fn no_wrap(flags: PtrAddFlags) -> GepNoWrapFlags {
    match flags {
        PtrAddFlags::None => GepNoWrapFlags::NONE,
        PtrAddFlags::Nusw => GepNoWrapFlags::NUSW,
        PtrAddFlags::Nuw => GepNoWrapFlags::NUW,
        PtrAddFlags::Inbounds => GepNoWrapFlags::INBOUNDS,
    }
}

pub fn add(translator: &mut Translator<'_>) -> Translated {
    let (base, offset, ty) = (operand(translator, "base")?, operand(translator, "offset")?, result_type(translator)?);
    let flags = translator.attr("flags").and_then(|flags| translator.ctx().enum_value(flags));
    let flags = no_wrap(flags.unwrap_or(PtrAddFlags::None));
    let sum = translator.builder.gep(ty, types::I8, base, &[GepIndex::Value(offset)], flags.number());
    translator.replacements(Some(sum))
}

pub fn difference(translator: &mut Translator<'_>) -> Translated {
    let ctx = translator.ctx();
    let (first, second, ty) = (operand(translator, "lhs")?, operand(translator, "rhs")?, result_type(translator)?);
    let pointer = translator.builder.type_of(first);
    let space = match ctx.type_data(ctx.scalar_type(pointer)) {
        TypeData::Pointer { address_space } => *address_space,
        _ => return Err(ExportCode::Attribute("lhs")),
    };
    let bits = translator.layout.pointer_bits(space);
    let address = ctx.with_scalar_type(pointer, ctx.int_type(bits));
    let [first, second] = [first, second].map(|value| translator.builder.unary(irtrip::PTRTOADDR, value, address));
    let flags = translator.attr("flags").and_then(|flags| ctx.enum_value(flags)).unwrap_or(PtrDiffFlags::NONE);
    let mut wrap = IntegerOverflowFlags::NONE;
    wrap.set(IntegerOverflowFlags::NUW, flags.contains(PtrDiffFlags::NUW));
    wrap.set(IntegerOverflowFlags::NSW, flags.contains(PtrDiffFlags::NSW));
    let attrs = [(OVERFLOW_FLAGS, ctx.enum_attr(wrap))];
    let attrs = if wrap == IntegerOverflowFlags::NONE { &attrs[..0] } else { &attrs };
    let bytes = translator.builder.value(llvm::SUB, &[first, second], address, attrs);
    let wanted = ctx.int_width(ctx.scalar_type(ty)).ok_or(ExportCode::Attribute("result"))?;
    let cast = match wanted.cmp(&bits) {
        std::cmp::Ordering::Less => llvm::TRUNC,
        std::cmp::Ordering::Equal => return translator.replacements(Some(bytes)),
        std::cmp::Ordering::Greater if flags.contains(PtrDiffFlags::NUW) && !flags.contains(PtrDiffFlags::NSW) => {
            llvm::ZEXT
        }
        std::cmp::Ordering::Greater => llvm::SEXT,
    };
    let bytes = translator.builder.unary(cast, bytes, ty);
    translator.replacements(Some(bytes))
}

pub fn offset(translator: &mut Translator<'_>) -> Translated {
    let ctx = translator.ctx();
    let element = translator.attr("elementType").and_then(|ty| ctx.type_value(ty));
    let size = element.and_then(|element| translator.layout.alloc_size(ctx, element));
    let size = size.and_then(|size| i64::try_from(size).ok()).ok_or(ExportCode::Attribute("elementType"))?;
    let ty = result_type(translator)?;
    let size = translator.builder.int_constant(ty, size);
    translator.replacements(Some(size))
}

pub fn constant(translator: &mut Translator<'_>) -> Translated {
    let ctx = translator.ctx();
    let (value, ty) = (translator.attr("value").ok_or(ExportCode::Attribute("value"))?, result_type(translator)?);
    let pointer = match address_of_constant(ctx, value) {
        Some(address) => {
            let number = translator.builder.int_constant(types::I64, address);
            translator.builder.unary(llvm::INTTOPTR, number, ty)
        }
        None => translator.builder.value(ZERO, &[], ty, &[]),
    };
    translator.replacements(Some(pointer))
}
