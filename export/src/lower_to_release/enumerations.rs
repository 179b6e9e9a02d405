//! Values of enumerations that say what an instruction does: a release that does not have one cannot do without.

use irtrip_dialect::attr_table::CCONV;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{CallingConvention, Enumeration};
use irtrip_dialect::ops::{OpDef, SlotKind};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Context};

use super::lacking;

/// Refuses the values in an operation's dictionary that the release does not have.
pub(super) fn check(ctx: &Context, def: &OpDef, attrs: Attr, release: Release) -> Result<(), ExportCode> {
    for slot in def.attrs {
        let value = ctx.entry(attrs, ctx.str(slot.name));
        let (enumeration, number): (&Enumeration, Option<i64>) = match slot.kind {
            SlotKind::Enum(enumeration) => (enumeration, value.and_then(|value| ctx.int_value(value))),
            SlotKind::LlvmEnum(CCONV) => {
                let convention: Option<CallingConvention> = value.and_then(|value| ctx.enum_value(value));
                (CallingConvention::TABLE, convention.map(|convention| convention.number()))
            }
            _ => continue,
        };
        let row = number.and_then(|number| enumeration.rows.iter().find(|row| row.value == number));
        if let Some(row) = row.filter(|row| !row.releases.contain(release)) {
            return Err(lacking(release, format!("'{}' of '{}'", row.llvm, def.name)));
        }
    }
    Ok(())
}
