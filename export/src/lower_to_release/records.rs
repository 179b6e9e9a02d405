//! Debug records of a kind that a release does not have.

use irtrip_dialect::names::{ARGS, IRTRIP_RECORDS, KIND};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Context};

use super::Site;

/// What a record is called, the first release that has it, and what stands for it before: of that record's arguments,
/// which are the first of this one's, as many, and the location.
static KINDS: &[(&str, Release, &str, usize)] =
    &[("assign", Release::V16, "value", 3), ("declare_value", Release::V22, "value", 3)];

/// The dictionary of an operation, with the records that the release has.
pub(super) fn lower(ctx: &Context, attrs: Attr, site: &mut Site) -> Attr {
    let Some(list) = ctx.entry(attrs, IRTRIP_RECORDS) else { return attrs };
    let lowered: Vec<Attr> = ctx.items(list).iter().map(|record| lowered(ctx, *record, site)).collect();
    if lowered == ctx.items(list) { attrs } else { ctx.with_entry(attrs, IRTRIP_RECORDS, Some(ctx.array(&lowered))) }
}

fn lowered(ctx: &Context, record: Attr, site: &mut Site) -> Attr {
    let kind = ctx.entry(record, KIND).and_then(|kind| ctx.string_value(kind));
    let is_missing = |row: &&(&str, Release, &str, usize)| {
        site.release < row.1 && kind.is_some_and(|kind| ctx.bytes(kind) == row.0.as_bytes())
    };
    let Some(&(older, _, kind, count)) = KINDS.iter().find(is_missing) else { return record };
    let args = ctx.entry(record, ARGS).map(|args| ctx.items(args)).unwrap_or_default();
    let Some((location, rest)) = args.split_last() else { return record };
    let kept: Vec<Attr> = rest.iter().take(count).chain([location]).copied().collect();
    site.drop(format!("what '#dbg_{older}' says beside '#dbg_{kind}'"));
    let record = ctx.with_entry(record, KIND, Some(ctx.string_attr(kind)));
    ctx.with_entry(record, ARGS, Some(ctx.array(&kept)))
}
