//! Properties of variables: each says how code for them is made, so that none has to stay.

use irtrip_dialect::names::{IRTRIP_CODE_MODEL, IRTRIP_SANITIZE};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, Str};

use super::Site;

/// The attribute that holds a property, what spells it, and what it is called.
static PROPERTIES: &[(Str, Spelling, &str)] = &[
    (IRTRIP_CODE_MODEL, Spelling::CodeModel, "code_model"),
    (IRTRIP_SANITIZE, Spelling::VariableSanitizers, "the sanitizers' properties of a variable"),
];

/// The dictionary of a variable, without the properties that the release does not have.
pub(super) fn lower(ctx: &Context, mut attrs: Attr, site: &mut Site) -> Attr {
    for &(key, spelling, what) in PROPERTIES {
        if ctx.entry(attrs, key).is_some() && !spelling.releases().contain(site.release) {
            site.drop(what);
            attrs = ctx.with_entry(attrs, key, None);
        }
    }
    attrs
}
