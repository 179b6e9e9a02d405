//! Resources, whose blobs are copied once.

use irtrip_dialect::Context;
use irtrip_dialect::resources::{Blob, Resource, ResourceGroup, Resources};

use super::file::{File, Resource as Encoded};

/// A file's resources, without keys that stand for nothing; those of dialects are the first in text.
pub fn resources(ctx: &Context, file: &File<'_>) -> Resources {
    let groups = file.resources.iter().map(|group| {
        let entries = group.entries.iter().filter_map(|(key, value)| {
            let resource = match value {
                Encoded::Blob(alignment, bytes) => {
                    Resource::Blob(Blob { alignment: *alignment as u32, data: (*bytes).into() })
                }
                Encoded::Bool(value) => Resource::Bool(*value),
                Encoded::String(value) => Resource::String(ctx.byte_str(value)),
                Encoded::Missing => return None,
            };
            Some((ctx.byte_str(key), resource))
        });
        ResourceGroup { owner: ctx.byte_str(group.owner), is_dialect: group.is_dialect, entries: entries.collect() }
    });
    let groups = groups.filter(|group| !group.entries.is_empty());
    let (mut groups, external): (Vec<_>, Vec<_>) = groups.partition(|group| group.is_dialect);
    groups.extend(external);
    Resources { groups }
}
