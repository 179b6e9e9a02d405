//! What a module says besides its entities: its attributes, named metadata and flags, the bodies of its structs, and
//! the nodes that its entities share.

use std::collections::BTreeMap;

use irtrip_dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip_dialect::data_layout::dl_spec;
use irtrip_dialect::metadata::{Node, NodeId, Operand};
use irtrip_dialect::names::{
    EMPTY, IRTRIP_COMPLETED, IRTRIP_DECLARATIONS, IRTRIP_METADATA_KINDS, IRTRIP_NAMED_METADATA, IRTRIP_NODES,
    IRTRIP_SUPPLIED, LLVM_DATA_LAYOUT,
};
use irtrip_dialect::{Attr, OpName, Str, StructBody, Type};
use rustc_hash::FxHashSet;

use crate::Side;
use crate::category::{Category, of_attribute};
use crate::difference::{self, Difference, Row};
use crate::keys::{Digest, Key, Keys};
use crate::lines::printer::Printer;
use crate::metadata::Metadata;

/// Attributes of the module that its metadata, named metadata and declarations say.
const ELSEWHERE: &[Str] = &[
    IRTRIP_COMPLETED,
    IRTRIP_DECLARATIONS,
    IRTRIP_METADATA_KINDS,
    IRTRIP_NAMED_METADATA,
    IRTRIP_NODES,
    IRTRIP_SUPPLIED,
];
/// The named metadata whose nodes are the module's flags.
const MODULE_FLAGS: &str = "llvm.module.flags";

/// A line of a module: its key, which of that key, what it is about, what it says.
struct Line {
    category: Category,
    key: Key,
    text: String,
}

type Lines = BTreeMap<(String, usize), Line>;

/// The rows of what two modules say by themselves.
pub(crate) fn rows<'a>(a: (Side<'a>, &mut Keys<'a>), b: (Side<'a>, &mut Keys<'a>)) -> Vec<Row> {
    let (mut of_a, mut of_b) = (attribute_lines(a.0, a.1), attribute_lines(b.0, b.1));
    of_a.extend(named_lines(a.1));
    of_b.extend(named_lines(b.1));
    meet(of_a, of_b)
}

/// What a module says by itself, a line each.
pub(crate) fn module_texts(side: Side, keys: &mut Keys) -> Vec<String> {
    let mut lines = attribute_lines(side, keys);
    lines.extend(named_lines(keys));
    lines.into_values().map(|line| line.text).collect()
}

/// The bodies of the structs met, a line each.
pub(crate) fn struct_texts(side: Side, keys: Keys) -> Vec<String> {
    struct_lines(side, keys, FxHashSet::default()).into_values().map(|line| line.text).collect()
}

/// Lines by their names, those of one name side by side.
fn meet(of_a: Lines, mut of_b: Lines) -> Vec<Row> {
    let mut rows = Vec::new();
    let side = |line: &Line, number: usize| difference::Side { line: number, text: line.text.clone(), place: None };
    let (mut at_a, mut at_b) = (0, 0);
    let mut names: Vec<(String, usize)> = of_a.keys().chain(of_b.keys()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    let mut of_a = of_a;
    for name in names {
        let (x, y) = (of_a.remove(&name), of_b.remove(&name));
        at_a += usize::from(x.is_some());
        at_b += usize::from(y.is_some());
        let same = x.as_ref().zip(y.as_ref()).is_some_and(|(x, y)| x.key == y.key);
        let Some(category) = x.as_ref().or(y.as_ref()).map(|l| l.category) else { continue };
        let text = |line: &Option<Line>| line.as_ref().map(|l| l.text.clone());
        let difference = Difference { category, what: name.0, a: text(&x), b: text(&y) };
        let differences = if same { Vec::new() } else { vec![difference] };
        let (a, b) = (x.as_ref().map(|l| side(l, at_a)), y.as_ref().map(|l| side(l, at_b)));
        rows.push(Row { a, b, differences });
    }
    rows
}

/// The module's attributes.
fn attribute_lines(side: Side, keys: &mut Keys) -> Lines {
    let ctx = side.ctx;
    let mut lines = Lines::new();
    let mut add = |name: String, category, key, text| lines.insert((name, 0), Line { category, key, text });
    if let Some(name) = side.module.name {
        let text = format!("module @{}", ctx.text(name));
        add("name".to_owned(), Category::Global, text_key(&text), text);
    }
    for &(key, value) in ctx.entries(side.module.attrs) {
        let text = ctx.text(key).into_owned();
        if ELSEWHERE.contains(&key) || says_nothing(side, key, value) || is_named(keys, &text) {
            continue;
        }
        let category = match text.as_str() {
            "dlti.dl_spec" => Category::Layout,
            _ => match of_attribute(NO_OPERATION, key, &text) {
                Category::Attribute => Category::Global,
                category => category,
            },
        };
        let shown = Printer::new(keys).entry(None, key, value);
        let known = keys.attr(value).key;
        add(text, category, known, shown);
    }
    lines
}

/// The module itself, which is no row's operation here.
const NO_OPERATION: OpName = irtrip_dialect::ops::builtin::MODULE;

/// Whether an attribute's content is compared as named metadata.
fn is_named(keys: &Keys, name: &str) -> bool {
    let name = if name == "llvm.dependent_libraries" { "llvm.dependent-libraries" } else { name };
    let named = keys.metadata.map(|m| m.export.named()).unwrap_or_default();
    named.iter().any(|n| keys.ctx.bytes(n.0) == name.as_bytes())
}

/// The named metadata: a line a flag, a line a node of other lists.
fn named_lines(keys: &mut Keys) -> Lines {
    let mut lines = Lines::new();
    let Some(metadata) = keys.metadata else { return lines };
    for (name, operands) in metadata.export.named() {
        let name = keys.ctx.text(*name).into_owned();
        let flags = name == MODULE_FLAGS;
        let category = if flags { Category::ModuleFlag } else { Category::NamedMetadata };
        // A list says something by being there.
        let text = format!("!{name}");
        lines.insert((text.clone(), 0), Line { category, key: operands.len() as Key, text });
        for (i, operand) in operands.iter().enumerate() {
            let mut text = format!("!{name} ");
            Printer::new(keys).operand(operand, 2, &mut text);
            let key = match operand {
                Operand::Node(id) if flags => metadata.shallow(keys, *id),
                Operand::Node(id) => metadata.key(*id),
                other => {
                    let mut hash = Digest::new();
                    keys.hash_operand(*other, &mut hash);
                    hash.key()
                }
            };
            let flag = flags.then(|| flag_name(keys, metadata, operand)).flatten();
            let (label, mut nth) = match flag {
                Some(flag) => (format!("!{name} {flag}"), 0),
                None => (format!("!{name} node"), i),
            };
            while lines.contains_key(&(label.clone(), nth)) {
                nth += 1;
            }
            lines.insert((label, nth), Line { category, key, text });
        }
    }
    lines
}

/// The name in a flag's node: its second operand.
fn flag_name(keys: &Keys, metadata: &Metadata, operand: &Operand) -> Option<String> {
    let Operand::Node(id) = operand else { return None };
    match metadata.export.graph().node(*id) {
        Node::Tuple { operands, .. } => match operands.get(1)? {
            Operand::String(name) => Some(keys.ctx.text(*name).into_owned()),
            Operand::Null | Operand::Node(_) | Operand::Constant(_) => None,
        },
        Node::Specialised { .. } | Node::Location(_) => None,
    }
}

/// The nodes of named lists that stand at one place in both modules. Flags are compared by their names.
pub(crate) fn named_nodes(sides: (Side, Side), a: &Metadata, b: &Metadata) -> Vec<(NodeId, NodeId)> {
    let mut pairs = Vec::new();
    for (name, of_a) in a.export.named() {
        let name = sides.0.ctx.bytes(*name);
        let other = b.export.named().iter().find(|n| sides.1.ctx.bytes(n.0) == name);
        let Some((_, of_b)) = other.filter(|_| name != MODULE_FLAGS.as_bytes()) else { continue };
        for (x, y) in of_a.iter().zip(of_b) {
            if let (Operand::Node(x), Operand::Node(y)) = (x, y) {
                pairs.push((a.export.graph().canonical(*x), b.export.graph().canonical(*y)));
            }
        }
    }
    pairs
}

/// Whether an attribute of the module says what follows without it: a layout that is the data layout's, a target, name
/// or assembly that is empty.
fn says_nothing(side: Side, key: Str, value: Attr) -> bool {
    let ctx = side.ctx;
    let string = |key| ctx.entry(side.module.attrs, key).and_then(|a| ctx.string_value(a)).unwrap_or(EMPTY);
    match ctx.bytes(key) {
        b"dlti.dl_spec" => dl_spec(ctx, &ctx.text(string(LLVM_DATA_LAYOUT))) == value,
        b"llvm.data_layout" | b"llvm.target_triple" | b"irtrip.source_filename" => {
            ctx.string_value(value) == Some(EMPTY)
        }
        b"llvm.module_asm" => value == EMPTY_ARRAY,
        _ => false,
    }
}

/// The rows of the bodies of the identified structs met, and of those they are made of, by name.
pub(crate) fn struct_rows<'a>(
    a: (Side<'a>, Keys<'a>, FxHashSet<Type>),
    b: (Side<'a>, Keys<'a>, FxHashSet<Type>),
) -> Vec<Row> {
    meet(struct_lines(a.0, a.1, a.2), struct_lines(b.0, b.1, b.2))
}

fn struct_lines(side: Side, mut keys: Keys, structs: FxHashSet<Type>) -> Lines {
    let mut lines = Lines::new();
    keys.structs.extend(structs);
    let mut known: FxHashSet<Type> = FxHashSet::default();
    loop {
        let open: Vec<Type> = keys.structs.iter().copied().filter(|t| !known.contains(t)).collect();
        if open.is_empty() {
            break;
        }
        for ty in open {
            known.insert(ty);
            let mut text = String::new();
            Printer::new(&mut keys).ty(ty, &mut text);
            let name = text.clone();
            let mut hash = Digest::new();
            match side.ctx.struct_body(ty) {
                None => text.push_str(" without body"),
                Some(StructBody::Opaque) => {
                    hash.number(1);
                    text.push_str(" = opaque");
                }
                Some(StructBody::Elements { packed, elements }) => {
                    hash.number(2);
                    hash.flag(*packed);
                    text.push_str(if *packed { " = packed (" } else { " = (" });
                    for (i, &element) in elements.iter().enumerate() {
                        // The key makes the structs of the element known.
                        hash.wide(keys.ty(element));
                        text.push_str(if i > 0 { ", " } else { "" });
                        Printer::new(&mut keys).ty(element, &mut text);
                    }
                    text.push(')');
                }
            }
            lines.insert((name, 0), Line { category: Category::Type, key: hash.key(), text });
        }
    }
    lines
}

/// The rows of nodes that are one another's; those that differ only in what they refer to say nothing by themselves.
pub(crate) fn node_rows<'a>(
    a: (Side<'a>, &mut Keys<'a>),
    b: (Side<'a>, &mut Keys<'a>),
    pairs: impl Iterator<Item = (NodeId, NodeId)>,
) -> Vec<Row> {
    let (Some(of_a), Some(of_b)) = (a.1.metadata, b.1.metadata) else { return Vec::new() };
    let listed: FxHashSet<NodeId> = of_a.named_ids().collect();
    let mut rows = Vec::new();
    for (x, y) in pairs {
        if of_a.shallow(a.1, x) == of_b.shallow(b.1, y) {
            continue;
        }
        let named = of_a.export.graph().node(x).named_fields().is_some();
        let category = match named {
            true => Category::DebugInfo,
            false if listed.contains(&x) => Category::NamedMetadata,
            false => Category::Metadata,
        };
        let mut text = (String::new(), String::new());
        Printer::new(a.1).node(x, 0, &mut text.0);
        Printer::new(b.1).node(y, 0, &mut text.1);
        let what = of_a.export.graph().node(x).named_fields().map(|n| a.0.ctx.text(n.0).into_owned());
        let difference = Difference {
            category,
            what: what.unwrap_or_else(|| "node".to_owned()),
            a: Some(text.0.clone()),
            b: Some(text.1.clone()),
        };
        let line = rows.len() + 1;
        let side = |text| Some(difference::Side { line, text, place: None });
        rows.push(Row { a: side(text.0), b: side(text.1), differences: vec![difference] });
    }
    rows
}

/// How often each distinct node stands in what a module says, as a key.
pub(crate) fn node_counts(metadata: &Metadata, mentions: &FxHashSet<NodeId>) -> Key {
    let reached = metadata.reached(mentions.iter().copied().chain(metadata.named_ids()));
    let distinct = reached.into_iter().filter(|id| metadata.export.graph().node(*id).is_distinct());
    let mut sorted: Vec<Key> = distinct.map(|id| metadata.key(id)).collect();
    sorted.sort_unstable();
    let mut hash = Digest::new();
    sorted.iter().for_each(|&k| hash.wide(k));
    hash.key()
}

fn text_key(text: &str) -> Key {
    let mut hash = Digest::new();
    hash.bytes(text.as_bytes());
    hash.key()
}
