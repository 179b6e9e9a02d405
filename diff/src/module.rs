//! Two modules: their entities are paired by name and compared in parallel, then their attributes and types.

use std::collections::BTreeMap;

use irtrip_dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip_dialect::data_layout::dl_spec;
use irtrip_dialect::names::{
    EMPTY, IRTRIP_COMPLETED, IRTRIP_DECLARATIONS, IRTRIP_METADATA_KINDS, IRTRIP_NAMED_METADATA, IRTRIP_NODES,
    LLVM_DATA_LAYOUT, SYM_NAME,
};
use irtrip_dialect::{Attr, Op, Str, StructBody, Type};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::align::{aligned, alone};
use crate::body::entity_key;
use crate::keys::{Digest, Key, Keys};
use crate::lines::Items;
use crate::nodes::Nodes;
use crate::report::{Comparison, Section};
use crate::shown::Shown;

/// Compares two modules.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_diff::{Side, compare};
/// let (ctx, module) = (Context::new(), Module::new());
/// assert!(compare(Side::new(&ctx, &module), Side::new(&ctx, &module)).is_same());
/// ```
pub fn compare(a: Side, b: Side) -> Comparison {
    let (nodes_a, nodes_b) = rayon::join(|| Nodes::new(a.ctx, a.module), || Nodes::new(b.ctx, b.module));
    let pairs = pairs(a, b);
    let share = pairs.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let parts: Vec<Part> =
        pairs.par_chunks(share).map(|chunk| compare_pairs(a, &nodes_a, b, &nodes_b, chunk)).collect();
    let (mut keys_a, mut keys_b) = (Keys::new(a.ctx, &nodes_a), Keys::new(b.ctx, &nodes_b));
    let mut sections = Vec::new();
    let (lines_a, lines_b) = (attribute_lines(a, &mut keys_a), attribute_lines(b, &mut keys_b));
    sections.extend(Section::new("module".to_owned(), &lines_a, &lines_b));
    let (mut structs_a, mut structs_b) = (FxHashSet::default(), FxHashSet::default());
    let mut entities = Vec::new();
    for part in parts {
        structs_a.extend(part.structs.0);
        structs_b.extend(part.structs.1);
        entities.extend(part.sections);
    }
    let (lines_a, lines_b) = (struct_lines(a, keys_a, structs_a), struct_lines(b, keys_b, structs_b));
    sections.extend(Section::new("types".to_owned(), &lines_a, &lines_b));
    sections.extend(entities);
    if sections.is_empty() && multiset(&nodes_a.keys) != multiset(&nodes_b.keys) {
        let [x, y] = [&nodes_a, &nodes_b]
            .map(|n| vec![format!("{} metadata nodes, #{:032x}", n.attrs.len(), multiset(&n.keys))]);
        sections.extend(Section::new("metadata".to_owned(), &x, &y));
    }
    Comparison { sections }
}

/// Entities with one name: of the first module, of the second.
type Pair = (Option<Op>, Option<Op>);

/// What one thread found.
struct Part {
    sections: Vec<Section>,
    structs: (FxHashSet<Type>, FxHashSet<Type>),
}

/// The name in an operation's `sym_name`.
pub(crate) fn symbol(side: Side, op: Op) -> Option<Str> {
    side.ctx.string_value(side.module.body.attr(side.ctx, op, SYM_NAME)?)
}

/// What an entity is found by: its symbol, or what it is and which of its kind.
type Name = (Vec<u8>, Option<(String, usize)>);

fn named(side: Side) -> Vec<(Name, Op)> {
    let mut met: FxHashMap<String, usize> = FxHashMap::default();
    let mut name = |op| match symbol(side, op) {
        Some(symbol) => (side.ctx.bytes(symbol).to_vec(), None),
        None => {
            let kind = side.ctx.op_name_str(side.module.body.name(op)).into_owned();
            let count = met.entry(kind.clone()).or_default();
            *count += 1;
            (Vec::new(), Some((kind, *count)))
        }
    };
    side.module.ops().map(|op| (name(op), op)).collect()
}

fn pairs(a: Side, b: Side) -> Vec<Pair> {
    let of_b = named(b);
    // Of two entities with one name, which no valid module has, the first is paired and the rest are alone.
    let mut free: FxHashMap<&Name, Vec<Op>> = FxHashMap::default();
    for (name, op) in of_b.iter().rev() {
        free.entry(name).or_default().push(*op);
    }
    let mut pairs: Vec<Pair> = Vec::with_capacity(of_b.len());
    let mut taken = FxHashSet::default();
    for (name, op) in named(a) {
        let other = free.get_mut(&name).and_then(Vec::pop);
        taken.extend(other);
        pairs.push((Some(op), other));
    }
    pairs.extend(of_b.iter().filter(|(_, op)| !taken.contains(op)).map(|(_, op)| (None, Some(*op))));
    pairs
}

fn compare_pairs(a: Side, nodes_a: &Nodes, b: Side, nodes_b: &Nodes, pairs: &[Pair]) -> Part {
    let (mut keys_a, mut keys_b) = (Keys::new(a.ctx, nodes_a), Keys::new(b.ctx, nodes_b));
    let mut sections = Vec::new();
    for &pair in pairs {
        match pair {
            (Some(x), Some(y)) => {
                let same = entity_key(&mut keys_a, &a.module.body, x) == entity_key(&mut keys_b, &b.module.body, y);
                if !same {
                    let items_a = Items::new(a, &mut keys_a, x);
                    let items_b = Items::new(b, &mut keys_b, y);
                    let (lines_a, lines_b) = aligned((a, &items_a, &mut keys_a), (b, &items_b, &mut keys_b));
                    let title = title(a, x);
                    let section = Section::new(title.clone(), &lines_a, &lines_b);
                    sections.push(section.unwrap_or_else(|| Section::note(title, IDENTITIES)));
                }
            }
            (Some(x), None) => {
                let lines = alone(a, &Items::new(a, &mut keys_a, x), &mut keys_a);
                sections.extend(Section::new(title(a, x), &lines, &[]));
            }
            (None, Some(y)) => {
                let lines = alone(b, &Items::new(b, &mut keys_b, y), &mut keys_b);
                sections.extend(Section::new(title(b, y), &[], &lines));
            }
            (None, None) => {}
        }
    }
    Part { sections, structs: (keys_a.structs, keys_b.structs) }
}

/// Shown where two entities say the same with metadata that is shared in one and apart in the other.
const IDENTITIES: &str = "which operations share a distinct metadata node, alias scope or loop";

fn title(side: Side, op: Op) -> String {
    let kind = side.ctx.op_name_str(side.module.body.name(op));
    match symbol(side, op) {
        Some(name) => format!("{kind} @{}", side.ctx.text(name)),
        None => kind.into_owned(),
    }
}

/// The module's attributes, one a line; an array that holds a table has a line for each item.
fn attribute_lines(side: Side, keys: &mut Keys) -> Vec<String> {
    const TABLES: &[Str] = &[IRTRIP_COMPLETED, IRTRIP_DECLARATIONS, IRTRIP_NAMED_METADATA];
    let ctx = side.ctx;
    let mut lines = Vec::new();
    lines.extend(side.module.name.map(|name| format!("module @{}", ctx.text(name))));
    let mut shown = Shown::new(keys);
    for &(key, value) in ctx.entries(side.module.attrs) {
        // The nodes count where they are used, the kinds are the order of writing.
        if key == IRTRIP_NODES || key == IRTRIP_METADATA_KINDS || says_nothing(side, key, value) {
            continue;
        }
        if !TABLES.contains(&key) {
            lines.push(shown.entry(None, key, value, false));
            continue;
        }
        let mut items: Vec<String> = ctx.items(value).iter().map(|&item| shown.entry(None, key, item, false)).collect();
        if key != IRTRIP_NAMED_METADATA {
            items.sort_unstable();
        }
        lines.extend(items);
    }
    lines
}

/// Whether an attribute of the module says what follows without it: a layout that is the data layout's, a target or
/// assembly that is empty.
fn says_nothing(side: Side, key: Str, value: Attr) -> bool {
    let ctx = side.ctx;
    let string = |key| ctx.entry(side.module.attrs, key).and_then(|a| ctx.string_value(a)).unwrap_or(EMPTY);
    match ctx.bytes(key) {
        b"dlti.dl_spec" => dl_spec(ctx, &ctx.text(string(LLVM_DATA_LAYOUT))) == value,
        b"llvm.data_layout" | b"llvm.target_triple" => ctx.string_value(value) == Some(EMPTY),
        b"llvm.module_asm" => value == EMPTY_ARRAY,
        _ => false,
    }
}

/// The bodies of the identified structs met, and of those they are made of, by name.
fn struct_lines(side: Side, mut keys: Keys, structs: FxHashSet<Type>) -> Vec<String> {
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    keys.structs.extend(structs);
    let mut known: FxHashSet<Type> = FxHashSet::default();
    loop {
        let open: Vec<Type> = keys.structs.iter().copied().filter(|t| !known.contains(t)).collect();
        if open.is_empty() {
            break;
        }
        for ty in open {
            known.insert(ty);
            let mut line = String::new();
            Shown::new(&mut keys).ty(ty, &mut line);
            let name = line.clone();
            match side.ctx.struct_body(ty) {
                None => line.push_str(" without body"),
                Some(StructBody::Opaque) => line.push_str(" = opaque"),
                Some(StructBody::Elements { packed, elements }) => {
                    line.push_str(if *packed { " = packed (" } else { " = (" });
                    for (i, &element) in elements.iter().enumerate() {
                        // The key makes the structs of the element known.
                        keys.ty(element);
                        line.push_str(if i > 0 { ", " } else { "" });
                        Shown::new(&mut keys).ty(element, &mut line);
                    }
                    line.push(')');
                }
            }
            bodies.insert(name, line);
        }
    }
    bodies.into_values().collect()
}

/// A key of keys in any order.
fn multiset(keys: &FxHashMap<i64, Key>) -> Key {
    let mut sorted: Vec<Key> = keys.values().copied().collect();
    sorted.sort_unstable();
    let mut hash = Digest::new();
    sorted.iter().for_each(|&k| hash.wide(k));
    hash.key()
}
