//! The rules of LLVM's verifier for `common` variables, and for those whose names are LLVM's own. LangRef, "Linkage Types",
//! "Intrinsic Global Variables".

use crate::diagnostic::LlvmVerifyCode;
use crate::enums::Linkage;
use crate::names::*;
use crate::types::{predicates::is_sized, well_known as types};
use crate::{Context, Str, Type, TypeData};
use irtrip_ops::constants::{ConstData, ConstId, Constants};

/// Variables that LLVM reads itself, and that nothing refers to.
const LISTS: [&[u8]; 4] = [b"llvm.compiler.used", b"llvm.global_ctors", b"llvm.global_dtors", b"llvm.used"];

/// A variable and what its rules ask of it.
pub struct Variable<'v> {
    /// Its name in LLVM IR; empty where it has a number.
    pub name: &'v [u8],
    /// Its linkage.
    pub linkage: Linkage,
    /// The address space of functions.
    pub program_space: u32,
    /// Its initializer, and the constants that it is one of.
    pub initializer: Option<(&'v Constants, ConstId)>,
    /// Whether it has an attribute of a name.
    pub has: &'v dyn Fn(Str) -> bool,
}

impl Variable<'_> {
    /// The rule that the variable breaks.
    pub fn check(&self, ctx: &Context) -> Option<LlvmVerifyCode> {
        let common = if self.linkage == Linkage::Common { self.check_common(ctx) } else { None };
        let is_unsized = |(pool, id): (&Constants, ConstId)| !is_sized(ctx, pool.ty(id));
        let unsized_type = self.initializer.is_some_and(is_unsized).then_some(LlvmVerifyCode::UnsizedInitializer);
        let wrong = common.or(unsized_type).or_else(|| self.check_intrinsic_variable(ctx));
        wrong.or_else(|| self.refers_to_lists(ctx).then_some(LlvmVerifyCode::IntrinsicGlobalUse))
    }

    /// Whether the initializer is, or lists, one of the variables that LLVM reads itself.
    fn refers_to_lists(&self, ctx: &Context) -> bool {
        let Some((pool, initializer)) = self.initializer else { return false };
        let is_list =
            |constant: ConstId| pool.base_symbol(constant).is_some_and(|name| LISTS.contains(&ctx.bytes(name)));
        match pool.data(initializer) {
            ConstData::Aggregate(members) => members.iter().any(|member| is_list(*member)),
            _ => is_list(initializer),
        }
    }

    fn check_common(&self, ctx: &Context) -> Option<LlvmVerifyCode> {
        if !self.initializer.is_some_and(|(pool, id)| pool.is_null(ctx, id)) {
            Some(LlvmVerifyCode::CommonInitializer)
        } else if (self.has)(CONSTANT) {
            Some(LlvmVerifyCode::CommonConstant)
        } else {
            (self.has)(COMDAT).then_some(LlvmVerifyCode::CommonInComdat)
        }
    }

    /// `llvm.used`, `llvm.global_ctors` and their kin.
    fn check_intrinsic_variable(&self, ctx: &Context) -> Option<LlvmVerifyCode> {
        let own = self.name.strip_prefix(b"llvm.")?;
        let lists = matches!(own, b"global_ctors" | b"global_dtors");
        if !lists && !matches!(own, b"used" | b"compiler.used") {
            return None;
        }
        let Some((pool, initializer)) = self.initializer else {
            // Export writes a definition that has none as undefined.
            return (self.linkage == Linkage::Appending).then_some(LlvmVerifyCode::UsedInitializer);
        };
        if self.linkage != Linkage::Appending {
            return Some(LlvmVerifyCode::IntrinsicGlobalLinkage);
        }
        let TypeData::Array { element, .. } = ctx.type_data(pool.ty(initializer)) else { return None };
        let is_pointer = |ty: Type| matches!(ctx.type_data(ty), TypeData::Pointer { .. });
        let elements = ctx.struct_elements(*element).map(|s| s.1).unwrap_or_default();
        let fits = match elements {
            [priority, function, ..] if lists => {
                let is_function = ctx.pointer_space(*function) == Some(self.program_space);
                *priority == types::I32 && is_function && elements.len() <= 3
            }
            _ => !lists && is_pointer(*element),
        };
        if !fits {
            return Some(LlvmVerifyCode::IntrinsicGlobalType);
        }
        if lists {
            return (elements.len() == 2).then_some(LlvmVerifyCode::StructorWithoutData);
        }
        let ConstData::Aggregate(members) = pool.data(initializer) else {
            return Some(LlvmVerifyCode::UsedInitializer);
        };
        let all = members.iter().all(|member| pool.cast_symbol(ctx, *member).is_some());
        let list = if own == b"used" { "llvm.used" } else { "llvm.compiler.used" };
        (!all).then_some(LlvmVerifyCode::UsedMember(list))
    }
}
