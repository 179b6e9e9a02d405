//! Resources: from the text that a module keeps of them to blobs.

use irtrip_dialect::text::unescape;
use irtrip_dialect::{Context, ContextDialects, Module, Str};
use irtrip_grammar::parse::resources::{Section as TextSection, read};
use rustc_hash::FxHashMap;

use super::emitter::Emitter;
use super::numbering::Numbering;

/// The kinds of resources, as numbers.
const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

/// The keys of resources with the texts of what they stand for.
type Entries<'m> = Vec<(Vec<u8>, &'m str)>;

/// The resources of a module.
pub struct Resources<'m> {
    external: Vec<(&'m str, Entries<'m>)>,
    /// Those of the builtin dialect that attributes name, in the order of their numbers; `None` for what is not there.
    builtin: Vec<(Str, Option<&'m str>)>,
    numbers: FxHashMap<Str, usize>,
    dialect: Option<usize>,
    ctx: &'m Context,
}

impl<'m> Resources<'m> {
    /// Finds the resources that are written.
    pub fn new(ctx: &'m Context, module: &'m Module, numbering: &Numbering<'m>) -> Resources<'m> {
        let text = module.resources.and_then(|text| std::str::from_utf8(ctx.bytes(text)).ok());
        let sections = text.and_then(|text| read(text, ctx.dialects())).unwrap_or_default();
        let of = |name: &'static str| sections.iter().filter(move |section: &&TextSection<'m>| section.name == name);
        let external = of("external_resources").flat_map(|section| &section.groups);
        let external = external
            .map(|group| (group.owner, group.entries.iter().map(|&(key, value)| (key_of(key), value)).collect()))
            .collect();
        let mut known: FxHashMap<Vec<u8>, &'m str> = FxHashMap::default();
        for &(key, value) in
            of("dialect_resources").flat_map(|section| &section.groups).flat_map(|group| &group.entries)
        {
            known.entry(key_of(key)).or_insert(value);
        }
        let value = |key: Str| known.get(ctx.bytes(key)).copied();
        let all = numbering.resources.iter().map(|&key| (key, value(key)));
        // What is not there comes after what is.
        let (mut builtin, missing): (Vec<_>, Vec<_>) = all.partition(|entry| entry.1.is_some());
        builtin.extend(missing);
        let numbers = builtin.iter().enumerate().map(|(number, entry)| (entry.0, number)).collect();
        Resources { external, builtin, numbers, dialect: numbering.dialect_number(b"builtin"), ctx }
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
            let written: Vec<_> = entries
                .iter()
                .map(|(key, value)| {
                    let (kind, length) = append(&mut data, value, string, elide);
                    (key.as_slice(), kind, length)
                })
                .collect();
            let owner = string(&key_of(owner));
            group(&mut offsets, owner, &written, string);
        }
        if let Some(dialect) = self.dialect.filter(|_| !self.builtin.is_empty()) {
            let written: Vec<_> = self
                .builtin
                .iter()
                .map(|(key, value)| {
                    let (kind, length) = value.map_or((BLOB, 0), |value| append(&mut data, value, string, elide));
                    (self.ctx.bytes(*key), kind, length)
                })
                .collect();
            group(&mut offsets, dialect, &written, string);
        }
        (offsets, data)
    }
}

/// A key as it is spelled, without quotes.
fn key_of(key: &str) -> Vec<u8> {
    match key.strip_prefix('"').and_then(|key| key.strip_suffix('"')) {
        Some(inside) => unescape(inside.as_bytes()).into_owned(),
        None => key.as_bytes().to_vec(),
    }
}

fn group(offsets: &mut Emitter, owner: usize, entries: &[(&[u8], u8, usize)], string: &mut dyn FnMut(&[u8]) -> usize) {
    offsets.index(owner);
    offsets.index(entries.len());
    for (key, kind, length) in entries {
        offsets.index(string(key));
        offsets.index(*length);
        offsets.byte(*kind);
    }
}

/// Appends what a resource's text stands for; returns its kind and length.
fn append(data: &mut Emitter, value: &str, string: &mut dyn FnMut(&[u8]) -> usize, elide: bool) -> (u8, usize) {
    let start = data.length();
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let kind = match (value, quoted.and_then(|value| value.strip_prefix("0x"))) {
        (_, Some(digits)) => {
            if !elide {
                blob(data, &bytes_of(digits));
            }
            BLOB
        }
        ("true" | "false", _) => {
            if !elide {
                data.byte(u8::from(value == "true"));
            }
            BOOL
        }
        _ => {
            if !elide {
                data.index(string(&key_of(value)));
            }
            STRING
        }
    };
    (kind, data.length() - start)
}

/// Appends a blob, which text has after the four bytes of its alignment.
fn blob(data: &mut Emitter, bytes: &[u8]) {
    let Some((alignment, bytes)) = bytes.split_first_chunk::<4>() else { return };
    let alignment = u32::from_le_bytes(*alignment) as usize;
    data.index(alignment);
    data.index(bytes.len());
    if alignment.is_power_of_two() {
        data.align(alignment);
    }
    data.bytes(bytes);
}

/// The bytes of hexadecimal digits.
fn bytes_of(digits: &str) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or(0) as u8;
    digits.as_bytes().chunks(2).map(|pair| pair.iter().fold(0, |byte, &d| byte << 4 | digit(d))).collect()
}
