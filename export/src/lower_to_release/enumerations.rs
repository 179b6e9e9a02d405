//! Values of enumerations that say what an instruction does: a release that does not have one cannot do without.

use irtrip_dialect::attr_table::CCONV;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{CallingConvention, Enumeration};
use irtrip_dialect::names::{ALIGNMENT, IRTRIP_CCONV};
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef, SlotKind};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Context};

use super::lacking;

/// Refuses the values in an operation's dictionary that the release does not have.
pub(super) fn check(ctx: &Context, def: &OpDef, attrs: Attr, release: Release) -> Result<(), ExportCode> {
    check_alignment(ctx, def, attrs, release)?;
    // A convention that the LLVM dialect has no name for is kept apart.
    let of_convention = |value: Option<Attr>| -> (&Enumeration, Option<i64>) {
        let convention: Option<CallingConvention> = value.and_then(|value| ctx.enum_value(value));
        (CallingConvention::TABLE, convention.map(|convention| convention.number()))
    };
    let of_slots = def.attrs.iter().filter_map(|slot| {
        let value = ctx.entry(attrs, ctx.str(slot.name));
        match slot.kind {
            SlotKind::Enum(enumeration) => Some((enumeration, value.and_then(|value| ctx.int_value(value)))),
            SlotKind::LlvmEnum(CCONV) => Some(of_convention(value)),
            _ => None,
        }
    });
    for (enumeration, number) in of_slots.chain([of_convention(ctx.entry(attrs, IRTRIP_CCONV))]) {
        let row = number.and_then(|number| enumeration.rows.iter().find(|row| row.value == number));
        if let Some(row) = row.filter(|row| !row.releases.contain(release)) {
            let word = if row.llvm.is_empty() { format!("cc{}", row.value) } else { row.llvm.to_owned() };
            return Err(lacking(release, format!("'{word}' of '{}'", def.name)));
        }
    }
    Ok(())
}

/// Refuses the alignment of what is allocated, where the release's are not as large: code may rest on it.
fn check_alignment(ctx: &Context, def: &OpDef, attrs: Attr, release: Release) -> Result<(), ExportCode> {
    let allocates = matches!(def.llvm, LlvmForm::Inst(Inst::Alloca) | LlvmForm::Global(_));
    let bytes = ctx.entry(attrs, ALIGNMENT).and_then(|bytes| ctx.int_value(bytes)).filter(|_| allocates);
    match bytes {
        Some(bytes) if bytes > release.max_alignment() => Err(lacking(release, format!("alignment of {bytes}"))),
        _ => Ok(()),
    }
}
