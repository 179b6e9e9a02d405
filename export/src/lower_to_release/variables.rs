//! Properties of global values: each says how code for them is made, so that none has to stay.

use irtrip_dialect::enums::{Linkage, Visibility};
use irtrip_dialect::names::{
    COMDAT, DSO_LOCAL, IRTRIP_CODE_MODEL, IRTRIP_METADATA, IRTRIP_PARTITION, IRTRIP_SANITIZE, LINKAGE, RESOLVER,
    SYM_NAME, VISIBILITY,
};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, AttrData, Context, Str};

use super::LoweringContext;

/// The attribute that holds a property, what spells it, and what it is called.
static PROPERTIES: &[(Str, Spelling, &str)] = &[
    (DSO_LOCAL, Spelling::DsoLocal, "dso_local"),
    (IRTRIP_CODE_MODEL, Spelling::CodeModel, "code_model"),
    (IRTRIP_PARTITION, Spelling::Partitions, "partition"),
    (IRTRIP_SANITIZE, Spelling::VariableSanitizers, "the sanitizers' properties of a variable"),
];

/// The same for what other global values had before.
static PROPERTIES_OF_IFUNCS: &[(Str, Spelling, &str)] =
    &[(IRTRIP_METADATA, Spelling::IFuncAttachments, "attachments of an ifunc")];

/// The dictionary of a global value, without the properties that the release does not have.
pub(super) fn lower(ctx: &Context, mut attrs: Attr, cx: &mut LoweringContext) -> Attr {
    let of_ifuncs = if ctx.entry(attrs, RESOLVER).is_some() { PROPERTIES_OF_IFUNCS } else { &[] };
    for &(key, spelling, what) in PROPERTIES.iter().chain(of_ifuncs) {
        if ctx.entry(attrs, key).is_some() && !spelling.releases().contains(cx.release) {
            if key != DSO_LOCAL || !implies_dso_local(ctx, attrs) {
                cx.drop(what);
            }
            attrs = ctx.with_entry(attrs, key, None);
        }
    }
    if cx.release < PRIVATE_COMDATS && is_private_comdat(ctx, attrs) {
        cx.drop("private linkage of what a comdat is called after");
        attrs = ctx.with_entry(attrs, LINKAGE, Some(ctx.enum_attr(Linkage::Internal)));
    }
    attrs
}

/// The first release in which what a comdat is called after may be private.
const PRIVATE_COMDATS: Release = Release::V10;

/// Whether a global value is private and its comdat is called after it.
fn is_private_comdat(ctx: &Context, attrs: Attr) -> bool {
    let name = ctx.string_entry(attrs, SYM_NAME);
    let comdat = ctx.entry(attrs, COMDAT).map(|comdat| ctx.attr_data(comdat));
    let linkage = ctx.entry(attrs, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
    linkage == Some(Linkage::Private)
        && matches!(comdat, Some(AttrData::SymbolRef { nested, .. }) if nested.first().copied() == name)
}

/// Whether linkage and visibility say by themselves that a global value is of this module.
fn implies_dso_local(ctx: &Context, attrs: Attr) -> bool {
    let linkage: Linkage =
        ctx.entry(attrs, LINKAGE).and_then(|value| ctx.enum_value(value)).unwrap_or(Linkage::External);
    let visibility = ctx.entry(attrs, VISIBILITY).and_then(|value| ctx.enum_value(value));
    linkage.implies_dso_local(visibility.unwrap_or(Visibility::Default))
}
