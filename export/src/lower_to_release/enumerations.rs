//! Values of enumerations that say what an instruction does: a release that does not have one cannot do without.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::ops::llvm::ATOMICRMW;
use irtrip_dialect::ops::{OpDef, SlotKind};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::{Attr, Body, Context, Op, TypeData, Value};

use super::lacking;

/// Refuses the values in an operation's dictionary that the release does not have.
pub(super) fn check(ctx: &Context, def: &OpDef, attrs: Attr, release: Release) -> Result<(), ExportCode> {
    for slot in def.attrs {
        let SlotKind::Enum(enumeration) = slot.kind else { continue };
        let number = ctx.entry(attrs, ctx.str(slot.name)).and_then(|value| ctx.int_value(value));
        let row = number.and_then(|number| enumeration.rows.iter().find(|row| row.value == number));
        if let Some(row) = row.filter(|row| !row.releases.contain(release)) {
            return Err(lacking(release, format!("'{}' of '{}'", row.llvm, def.name)));
        }
    }
    Ok(())
}

/// Refuses an `atomicrmw` of a vector where the release has none.
pub(super) fn check_vector_atomic(ctx: &Context, body: &Body, op: Op, release: Release) -> Result<(), ExportCode> {
    let is_vector = |value: Value| matches!(ctx.type_data(body.value_type(value)), TypeData::Vector { .. });
    let lacks = body.name(op) == ATOMICRMW
        && body.result(op).is_some_and(is_vector)
        && !Spellings::of(release).have(Spelling::VectorAtomics);
    if lacks { Err(lacking(release, "atomicrmw of vectors")) } else { Ok(()) }
}
