//! A module's attributes: the builtin dialect page, `builtin.module`.

use crate::context::{Attr, Context, Str};
use crate::diagnostic::VerifyCode as Kind;
use crate::layout_checks::check_data_layout;
use crate::names;
use irtrip_metadata::invalid_preserved_node;

/// Holds a module's attributes to the rules of modules. Two data layouts are none of them: upstream accepts them.
pub(super) fn check(ctx: &Context, attrs: &[(Str, Attr)], report: &mut dyn FnMut(Kind)) {
    let own = [names::SYM_NAME, names::SYM_VISIBILITY];
    let bare = attrs.iter().find(|(key, _)| !own.contains(key) && !ctx.bytes(*key).contains(&b'.'));
    if let Some((key, _)) = bare {
        report(Kind::ModuleAttributeName(ctx.text(*key).into_owned()));
    }
    let nodes = attrs.iter().find(|(key, _)| *key == names::IRTRIP_NODES);
    if let Some(invalid) = nodes.and_then(|(_, nodes)| invalid_preserved_node(ctx, *nodes)) {
        report(Kind::PreservedNode(invalid.to_string()));
    }
    let layout = attrs.iter().find(|(key, _)| *key == names::LLVM_DATA_LAYOUT);
    match layout.map(|(_, layout)| ctx.string_value(*layout).map(|text| check_data_layout(&ctx.text(text)))) {
        Some(None) => report(Kind::LayoutString("expected 'llvm.data_layout' to be a string attributes".to_owned())),
        Some(Some(Some(fault))) => report(Kind::LayoutString(format!("invalid data layout descriptor: {fault}"))),
        Some(Some(None)) | None => {}
    }
}
