//! A module's entities, and which of two modules' are one another's: by name, then renamed ones by what they say.

use irtrip_dialect::names::{IRTRIP_DECLARATIONS, SYM_NAME};
use irtrip_dialect::ops::global_values::{LINKER_OPTIONS, MODULE_FLAGS};
use irtrip_dialect::{Attr, Op, Str};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::keys::body::Footprint;
use crate::keys::{Digest, Key, Keys};
use crate::lines::items::{Items, Source};
use crate::metadata::Metadata;

/// Entities that are one another's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pair {
    Both(Source, Source),
    OnlyA(Source),
    OnlyB(Source),
}

/// The name of an entity.
pub(crate) fn symbol(side: Side, entity: Source) -> Option<Str> {
    let name = match entity {
        Source::Op(op) => side.module.body.attr(side.ctx, op, SYM_NAME)?,
        Source::Declared(dictionary) => side.ctx.entry(dictionary, SYM_NAME)?,
    };
    side.ctx.string_value(name)
}

/// The names of a module's entities.
pub(crate) fn symbols<'a>(side: Side<'a>) -> impl Iterator<Item = Str> + 'a {
    let declared = side.ctx.entry(side.module.attrs, IRTRIP_DECLARATIONS);
    let declared = declared.map(|d| side.ctx.items(d)).unwrap_or_default().iter().map(|&d| Source::Declared(d));
    side.module.ops().map(Source::Op).chain(declared).filter_map(move |entity| symbol(side, entity))
}

/// What an entity is found by: its symbol, or what it is and which of its kind.
type Name = (Vec<u8>, Option<(String, usize)>);

/// The module's entities in order. Flags and linker options are compared as named metadata.
fn named(side: Side) -> Vec<(Name, Source)> {
    let mut met: FxHashMap<String, usize> = FxHashMap::default();
    let declared = side.ctx.entry(side.module.attrs, IRTRIP_DECLARATIONS);
    let declared = declared.map(|d| side.ctx.items(d)).unwrap_or_default().iter().map(|&d: &Attr| Source::Declared(d));
    let operations =
        side.module.ops().filter(|&op| ![MODULE_FLAGS, LINKER_OPTIONS].contains(&side.module.body.name(op)));
    let mut name = |entity: Source| match (symbol(side, entity), entity) {
        (Some(symbol), _) => (side.ctx.bytes(symbol).to_vec(), None),
        (None, Source::Declared(_)) => (Vec::new(), None),
        (None, Source::Op(op)) => {
            let kind = side.ctx.op_name_str(side.module.body.name(op)).into_owned();
            let count = met.entry(kind.clone()).or_default();
            *count += 1;
            (Vec::new(), Some((kind, *count)))
        }
    };
    operations.map(Source::Op).chain(declared).map(|entity| (name(entity), entity)).collect()
}

/// The module's entities in order.
pub(crate) fn everything(side: Side) -> Vec<Source> {
    named(side).into_iter().map(|e| e.1).collect()
}

/// All entities of both modules in the order of the first, then what only the second has.
pub(crate) fn pairs(a: (Side, &Metadata), b: (Side, &Metadata)) -> Vec<Pair> {
    let of_b = named(b.0);
    // Of two entities with one name, which no valid module has, the first is paired and the rest are alone.
    let mut free: FxHashMap<&Name, Vec<Source>> = FxHashMap::default();
    for (name, entity) in of_b.iter().rev() {
        free.entry(name).or_default().push(*entity);
    }
    let mut taken: FxHashSet<Source> = FxHashSet::default();
    let mut pairs = Vec::with_capacity(of_b.len());
    for (name, entity) in named(a.0) {
        match free.get_mut(&name).and_then(Vec::pop) {
            Some(other) => {
                taken.insert(other);
                pairs.push(Pair::Both(entity, other));
            }
            None => pairs.push(Pair::OnlyA(entity)),
        }
    }
    let left: Vec<Source> = of_b.iter().map(|e| e.1).filter(|e| !taken.contains(e)).collect();
    renamed(a, b, &mut pairs, left)
}

/// Pairs what is left and says the same under another name; then what has the same operations.
fn renamed(a: (Side, &Metadata), b: (Side, &Metadata), pairs: &mut Vec<Pair>, mut left: Vec<Source>) -> Vec<Pair> {
    for likeness in [whole as Likeness, operations as Likeness] {
        let mut keys_b = Keys::new(b.0.ctx, Some(b.1));
        let mut by_key: FxHashMap<Key, Vec<Source>> = FxHashMap::default();
        for &entity in left.iter().rev() {
            if let Some(key) = likeness(b.0, &mut keys_b, entity) {
                by_key.entry(key).or_default().push(entity);
            }
        }
        if by_key.is_empty() {
            continue;
        }
        let mut keys_a = Keys::new(a.0.ctx, Some(a.1));
        let mut taken: FxHashSet<Source> = FxHashSet::default();
        for pair in pairs.iter_mut() {
            let Pair::OnlyA(entity) = *pair else { continue };
            let key = likeness(a.0, &mut keys_a, entity);
            if let Some(other) = key.and_then(|k| by_key.get_mut(&k)).and_then(Vec::pop) {
                taken.insert(other);
                *pair = Pair::Both(entity, other);
            }
        }
        left.retain(|e| !taken.contains(e));
    }
    pairs.extend(left.into_iter().map(Pair::OnlyB));
    std::mem::take(pairs)
}

type Likeness = for<'a> fn(Side<'a>, &mut Keys<'a>, Source) -> Option<Key>;

fn is_definition(side: Side, op: Op) -> bool {
    let body = &side.module.body;
    let function = body.name(op).def().is_some_and(|d| d.attr_slot("function_type").is_some());
    function && body.is_defined(op)
}

/// The key of all that a function definition says but its name and its metadata.
fn whole<'a>(side: Side<'a>, keys: &mut Keys<'a>, entity: Source) -> Option<Key> {
    let Source::Op(op) = entity else { return None };
    is_definition(side, op).then(|| Footprint::of_entity(keys, &side.module.body, op).structure)
}

/// The key of the kinds of a function's lines. One of a few lines is like too many.
fn operations<'a>(side: Side<'a>, keys: &mut Keys<'a>, entity: Source) -> Option<Key> {
    const FEWEST: usize = 8;
    let Source::Op(op) = entity else { return None };
    let items = is_definition(side, op).then(|| Items::new(side, keys, entity))?;
    let kinds = items.kinds(keys);
    let mut hash = Digest::new();
    kinds.iter().for_each(|&k| hash.wide(k));
    (kinds.len() >= FEWEST).then(|| hash.key())
}
