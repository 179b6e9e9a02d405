//! Values of enumerations that say what an instruction does: a release that does not have one cannot do without. A calling
//! convention has a number as well, which every release accepts.

use irtrip_dialect::attr_table::CCONV;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{CallingConvention, EnumValue, TailCallKind};
use irtrip_dialect::names::{ALIGNMENT, IRTRIP_CCONV, TAIL_CALL_KIND};
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef, SlotKind};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Context};

use super::{LoweringContext, lacking};

/// Refuses the values in an operation's dictionary that the release does not have, and names the calling convention that it has
/// as a number alone.
pub(super) fn lower(ctx: &Context, def: &OpDef, attrs: Attr, cx: &mut LoweringContext) -> Result<(), ExportCode> {
    let release = cx.release;
    check_alignment(ctx, def, attrs, release)?;
    for slot in def.attrs {
        let SlotKind::Enum(enumeration) = slot.kind else { continue };
        let number = ctx.int_entry(attrs, ctx.str(slot.name));
        let row = number.and_then(|number| enumeration.cases.iter().find(|row| row.value == number));
        if let Some(row) = row.filter(|row| !row.releases.contains(release)) {
            return Err(lacking(release, format!("'{}' of '{}'", row.llvm, def.name)));
        }
    }
    let has_convention = def.attrs.iter().any(|slot| matches!(slot.kind, SlotKind::LlvmEnum(CCONV)));
    if !has_convention && ctx.entry(attrs, IRTRIP_CCONV).is_none() {
        return Ok(());
    }
    let convention = CallingConvention::of_attrs(ctx, attrs);
    if convention.releases().contains(release) {
        return Ok(());
    }
    // Such a call may pass other parameters than its function has, which the release's verifier does not know.
    let kind = ctx.entry(attrs, TAIL_CALL_KIND).and_then(|kind| ctx.enum_value::<TailCallKind>(kind));
    if convention.guarantees_tail_calls() && kind == Some(TailCallKind::MustTail) {
        return Err(lacking(release, format!("'musttail' of '{}'", convention.llvm())));
    }
    if !convention.llvm().is_empty() {
        cx.drop(format!("'{}' (written as 'cc{}')", convention.llvm(), convention.number()));
    }
    Ok(())
}

/// Refuses the alignment of what is allocated, where the release's are not as large: code may rest on it.
fn check_alignment(ctx: &Context, def: &OpDef, attrs: Attr, release: Release) -> Result<(), ExportCode> {
    let allocates = matches!(def.llvm, LlvmForm::Inst(Inst::Alloca) | LlvmForm::Global(_));
    let bytes = ctx.int_entry(attrs, ALIGNMENT).filter(|_| allocates);
    match bytes {
        Some(bytes) if bytes > release.max_alignment() => Err(lacking(release, format!("alignment of {bytes}"))),
        _ => Ok(()),
    }
}
