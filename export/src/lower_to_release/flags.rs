//! The flags of instructions: each says that something is known not to happen, so that none has to stay.

use irtrip_dialect::enums::{GepNoWrapFlags, InstructionFlags};
use irtrip_dialect::names::{IRTRIP_FLAGS, IRTRIP_INRANGE, NO_WRAP_FLAGS};
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, Str, Type, TypeData};

use super::Site;

/// The dictionary of an operation, without the flags that the release does not have.
pub(super) fn lower(ctx: &Context, def: &OpDef, mut attrs: Attr, result: Option<Type>, site: &mut Site) -> Attr {
    let is_struct =
        result.is_some_and(|ty| matches!(ctx.type_data(ty), TypeData::LiteralStruct { .. } | TypeData::Array { .. }));
    let fast = if is_struct && !Spelling::StructFastMath.releases().contain(site.release) {
        InstructionFlags::empty()
    } else {
        InstructionFlags::FAST
    };
    for (key, value) in ctx.entries(attrs).to_vec() {
        let kept = match key {
            NO_WRAP_FLAGS => gep_flags(ctx, value, site),
            IRTRIP_FLAGS => words(ctx, def, value, fast, site),
            IRTRIP_INRANGE
                if ctx.int_value(value).is_some() != Spelling::InrangeIndices.releases().contain(site.release) =>
            {
                site.drop("inrange");
                None
            }
            _ => instruction_flags(ctx, def, (key, value), fast, site),
        };
        if kept != Some(value) {
            attrs = ctx.with_entry(attrs, key, kept);
        }
    }
    attrs
}

/// The flags of a `getelementptr`.
fn gep_flags(ctx: &Context, value: Attr, site: &mut Site) -> Option<Attr> {
    let flags: GepNoWrapFlags = ctx.enum_value(value)?;
    let mut kept = flags;
    for row in GepNoWrapFlags::TABLE.split(flags.number()) {
        let flag = GepNoWrapFlags::from_number(row.value).unwrap_or(GepNoWrapFlags::NONE);
        if !row.releases.contain(site.release) {
            kept.remove(flag);
            site.drop(row.llvm);
        }
    }
    Some(ctx.enum_attr(kept))
}

/// The flags among these that an instruction has in the release, which takes these of the fast-math ones there.
fn known(def: &OpDef, flags: InstructionFlags, fast: InstructionFlags, release: Release) -> InstructionFlags {
    let of_release = |flag: InstructionFlags| {
        let row = InstructionFlags::TABLE.rows.iter().find(|row| row.value == flag.number());
        row.is_some_and(|row| row.releases.contain(release))
    };
    let later =
        def.later_flags.filter(|(_, since)| release < *since).map_or(InstructionFlags::empty(), |later| later.0);
    flags
        .difference(later)
        .difference(InstructionFlags::FAST.difference(fast))
        .iter()
        .filter(|flag| of_release(*flag))
        .collect()
}

fn instruction_flags(
    ctx: &Context,
    def: &OpDef,
    (key, value): (Str, Attr),
    fast: InstructionFlags,
    site: &mut Site,
) -> Option<Attr> {
    let flags = InstructionFlags::of_attr(ctx, key, value);
    let kept = known(def, flags, fast, site.release);
    if kept == flags {
        return Some(value);
    }
    flags.difference(kept).llvm_words().for_each(|word| site.drop(word));
    kept.attr_of(ctx, key)
}

/// Preserved words: flags and others.
fn words(ctx: &Context, def: &OpDef, value: Attr, fast: InstructionFlags, site: &mut Site) -> Option<Attr> {
    let mut kept = Vec::new();
    for word in ctx.items(value) {
        let text = ctx.string_value(*word).map(|word| ctx.bytes(word)).unwrap_or_default();
        match InstructionFlags::from_llvm(text) {
            Some(flag) if known(def, flag, fast, site.release) != flag => site.drop(flag.llvm()),
            _ => kept.push(*word),
        }
    }
    (!kept.is_empty()).then(|| ctx.array(&kept))
}
