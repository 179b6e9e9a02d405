//! Resources: those of external owners, then those of the builtin dialect that attributes name.

use irtrip_dialect::resources::{Blob, Resource};
use irtrip_dialect::{Context, Module, Str};
use rustc_hash::FxHashMap;

use super::emitter::Emitter;
use super::numbering::Numbering;

/// The kinds of resources, as numbers.
const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

/// The keys of resources with what they stand for.
type Entries<'m> = Vec<(&'m [u8], Option<&'m Resource>)>;

/// The resources of a module.
pub struct Resources<'m> {
    external: Vec<(&'m [u8], Entries<'m>)>,
    /// Those of the builtin dialect that attributes name, in the order of their numbers; `None` for what is not there.
    builtin: Entries<'m>,
    numbers: FxHashMap<Str, usize>,
    dialect: Option<usize>,
    ctx: &'m Context,
}

impl<'m> Resources<'m> {
    /// Finds the resources that are written.
    pub fn new(ctx: &'m Context, module: &'m Module, numbering: &Numbering<'m>) -> Resources<'m> {
        let (dialects, external): (Vec<_>, Vec<_>) = module.resources.groups.iter().partition(|group| group.is_dialect);
        let external = external.into_iter().map(|group| {
            let entries = group.entries.iter().map(|(key, resource)| (ctx.bytes(*key), Some(resource)));
            (ctx.bytes(group.owner), entries.collect())
        });
        let mut known: FxHashMap<Str, &Resource> = FxHashMap::default();
        for (key, resource) in dialects.into_iter().flat_map(|group| &group.entries) {
            known.entry(*key).or_insert(resource);
        }
        // What is not there comes after what is.
        let (there, missing): (Vec<Str>, Vec<Str>) =
            numbering.resources.iter().partition(|key| known.contains_key(*key));
        let keys = there.into_iter().chain(missing);
        Resources {
            external: external.collect(),
            builtin: keys.clone().map(|key| (ctx.bytes(key), known.get(&key).copied())).collect(),
            numbers: keys.enumerate().map(|(number, key)| (key, number)).collect(),
            dialect: numbering.dialect_number(b"builtin"),
            ctx,
        }
    }

    /// The number of the resource of a key.
    pub fn number(&self, key: Str) -> usize {
        self.numbers.get(&key).copied().unwrap_or(0)
    }

    /// The sections of resources: the lengths and the data. `string` returns the number of a string.
    pub fn sections(&self, string: &mut dyn FnMut(&[u8]) -> usize, elide: bool) -> (Emitter, Emitter) {
        let (mut offsets, mut data) = (Emitter::default(), Emitter::default());
        offsets.index(self.external.len());
        for (owner, entries) in &self.external {
            let written = self.append(&mut data, entries, string, elide);
            let owner = string(owner);
            group(&mut offsets, owner, &written, string);
        }
        if let Some(dialect) = self.dialect.filter(|_| !self.builtin.is_empty()) {
            let written = self.append(&mut data, &self.builtin, string, elide);
            group(&mut offsets, dialect, &written, string);
        }
        (offsets, data)
    }

    /// Appends what keys stand for; returns the keys, and the kind and the length of each.
    fn append(
        &self,
        data: &mut Emitter,
        entries: &Entries<'m>,
        string: &mut dyn FnMut(&[u8]) -> usize,
        elide: bool,
    ) -> Vec<Written<'m>> {
        let one = |&(key, resource): &(&'m [u8], Option<&Resource>)| {
            let start = data.length();
            let kind = resource.map_or(BLOB, |resource| append(data, (self.ctx, resource), string, elide));
            (key, kind, data.length() - start)
        };
        entries.iter().map(one).collect()
    }
}

/// A key, the kind of what it stands for, and how many bytes that has.
type Written<'m> = (&'m [u8], u8, usize);

fn group(offsets: &mut Emitter, owner: usize, entries: &[Written<'_>], string: &mut dyn FnMut(&[u8]) -> usize) {
    offsets.index(owner);
    offsets.index(entries.len());
    for (key, kind, length) in entries {
        offsets.index(string(key));
        offsets.index(*length);
        offsets.byte(*kind);
    }
}

/// Appends what a resource is; returns its kind. The strings of external owners that are blobs in text are written as such.
fn append(
    data: &mut Emitter,
    (ctx, resource): (&Context, &Resource),
    string: &mut dyn FnMut(&[u8]) -> usize,
    elide: bool,
) -> u8 {
    match resource {
        Resource::Blob(blob) => {
            if !elide {
                let alignment = blob.alignment as usize;
                data.index(alignment);
                data.index(blob.data.len());
                if alignment.is_power_of_two() {
                    data.align(alignment);
                }
                data.bytes(&blob.data);
            }
            BLOB
        }
        Resource::Bool(value) => {
            if !elide {
                data.byte(u8::from(*value));
            }
            BOOL
        }
        Resource::String(value) => {
            let digits = std::str::from_utf8(ctx.bytes(*value)).ok().and_then(|text| text.strip_prefix("0x"));
            match digits.and_then(Blob::from_hex) {
                Some(blob) => return append(data, (ctx, &Resource::Blob(blob)), string, elide),
                None if elide => {}
                None => data.index(string(ctx.bytes(*value))),
            }
            STRING
        }
    }
}
