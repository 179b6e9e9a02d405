//! Properties of global values: each says how code for them is made, so that none has to stay.

use irtrip_dialect::enums::{Linkage, Visibility};
use irtrip_dialect::names::{DSO_LOCAL, IRTRIP_CODE_MODEL, IRTRIP_PARTITION, IRTRIP_SANITIZE, LINKAGE, VISIBILITY};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, Str};

use super::LoweringContext;

/// The attribute that holds a property, what spells it, and what it is called.
static PROPERTIES: &[(Str, Spelling, &str)] = &[
    (DSO_LOCAL, Spelling::DsoLocal, "dso_local"),
    (IRTRIP_CODE_MODEL, Spelling::CodeModel, "code_model"),
    (IRTRIP_PARTITION, Spelling::Partitions, "partition"),
    (IRTRIP_SANITIZE, Spelling::VariableSanitizers, "the sanitizers' properties of a variable"),
];

/// The dictionary of a global value, without the properties that the release does not have.
pub(super) fn lower(ctx: &Context, mut attrs: Attr, cx: &mut LoweringContext) -> Attr {
    for &(key, spelling, what) in PROPERTIES {
        if ctx.entry(attrs, key).is_some() && !spelling.releases().contain(cx.release) {
            if key != DSO_LOCAL || !implies_dso_local(ctx, attrs) {
                cx.drop(what);
            }
            attrs = ctx.with_entry(attrs, key, None);
        }
    }
    attrs
}

/// Whether linkage and visibility say by themselves that a global value is of this module.
fn implies_dso_local(ctx: &Context, attrs: Attr) -> bool {
    let linkage: Linkage =
        ctx.entry(attrs, LINKAGE).and_then(|value| ctx.enum_value(value)).unwrap_or(Linkage::External);
    let visibility = ctx.entry(attrs, VISIBILITY).and_then(|value| ctx.enum_value(value));
    linkage.implies_dso_local(visibility.unwrap_or(Visibility::Default))
}
