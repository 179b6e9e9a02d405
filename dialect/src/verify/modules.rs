//! A module's attributes: the builtin dialect page, `builtin.module`.

use super::error::VerifyErrorKind as Kind;
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::names;

/// Holds a module's attributes to the rules of modules.
pub(super) fn check(ctx: &Context, attrs: &[(Str, Attr)], report: &mut dyn FnMut(Kind)) {
    let own = [names::SYM_NAME, names::SYM_VISIBILITY];
    let bare = attrs.iter().find(|(key, _)| !own.contains(key) && !ctx.bytes(*key).contains(&b'.'));
    if let Some((key, _)) = bare {
        return report(Kind::ModuleAttributeName(ctx.text(*key).into_owned()));
    }
    if attrs.iter().filter(|(_, attr)| is_data_layout(ctx, *attr)).count() > 1 {
        report(Kind::ManyDataLayouts);
    }
}

/// Whether an attribute is a `#dlti.dl_spec`.
fn is_data_layout(ctx: &Context, attr: Attr) -> bool {
    match ctx.attr_data(attr) {
        AttrData::Opaque { dialect, body, .. } => {
            ctx.bytes(*dialect) == b"dlti" && ctx.bytes(*body).starts_with(b"dl_spec<")
        }
        _ => false,
    }
}
