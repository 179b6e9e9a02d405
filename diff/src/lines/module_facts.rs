//! Compares what belongs to no global value: the module's attributes, named metadata and module flags, the bodies of
//! its identified structs, and the metadata nodes that several global values share.

use std::collections::BTreeMap;

use irtrip_dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip_dialect::data_layout::dl_spec;
use irtrip_dialect::metadata::module_flags::MODULE_FLAGS;
use irtrip_dialect::metadata::{Node, NodeId, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::summary;
use irtrip_dialect::{Attr, Context, OpName, Str, StructBody, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::category::{Category, of_attribute};
use crate::difference::{DiffRow, Difference, RowSide, Subject, TUPLE};
use crate::printer::Printer;
use crate::scope::Scope;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher};

/// Attributes of the module whose content is compared as metadata, named metadata, declarations and functions, or that
/// hold what an older release spelled otherwise.
const ELSEWHERE: &[Str] = &[
    IRTRIP_COMPLETED,
    IRTRIP_DECLARATIONS,
    IRTRIP_METADATA_KINDS,
    IRTRIP_NAMED_METADATA,
    IRTRIP_NODES,
    IRTRIP_OLDER_DECLARATIONS,
    IRTRIP_RELEASE,
    IRTRIP_STRUCT_POINTEES,
    IRTRIP_STRUCTURAL_HASH,
    IRTRIP_TYPED_POINTERS,
    IRTRIP_ZERO_INDICES,
    IRTRIP_EXPORTER_DEFAULTS,
];
/// A line that shows one fact about a module. The map of lines has a name and a number for each, which tell
/// corresponding lines of two modules.
struct ModuleLine {
    category: Category,
    key: StructuralHash,
    text: String,
    subject: Subject,
}

type ModuleLines = BTreeMap<(String, usize), ModuleLine>;

/// The rows for the attributes and named metadata of two modules.
pub(crate) fn rows<'a>(
    a: (Side<'a>, &mut StructuralHasher<'a>),
    b: (Side<'a>, &mut StructuralHasher<'a>),
) -> Vec<DiffRow> {
    let (mut of_a, mut of_b) = (attribute_lines(a.0, a.1), attribute_lines(b.0, b.1));
    of_a.extend(named_lines(a.1));
    of_b.extend(named_lines(b.1));
    rows_by_name(of_a, of_b)
}

/// The lines for a module's attributes and named metadata, as text.
pub(crate) fn module_texts(side: Side, hasher: &mut StructuralHasher) -> Vec<String> {
    let mut lines = attribute_lines(side, hasher);
    lines.extend(named_lines(hasher));
    lines.into_values().map(|line| line.text).collect()
}

/// The lines for the bodies of the structs that the hasher has seen, as text.
pub(crate) fn struct_texts(side: Side, hasher: StructuralHasher) -> Vec<String> {
    struct_lines(side, hasher, FxHashSet::default()).into_values().map(|line| line.text).collect()
}

/// ModuleLines by their names, those of one name side by side.
fn rows_by_name(of_a: ModuleLines, mut of_b: ModuleLines) -> Vec<DiffRow> {
    let mut rows = Vec::new();
    let side = |line: &ModuleLine, number: usize| RowSide::new(number, line.text.clone());
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
        let text = |line: &Option<ModuleLine>| line.as_ref().map(|l| l.text.clone());
        let subject = x.as_ref().or(y.as_ref()).map(|line| line.subject.clone()).unwrap_or_default();
        let difference = Difference::new(category, name.0, text(&x), text(&y)).about(subject);
        let differences = if same { Vec::new() } else { vec![difference] };
        let (a, b) = (x.as_ref().map(|l| side(l, at_a)), y.as_ref().map(|l| side(l, at_b)));
        rows.push(DiffRow::new(a, b).with(differences));
    }
    rows
}

/// The module's attributes.
fn attribute_lines(side: Side, hasher: &mut StructuralHasher) -> ModuleLines {
    let ctx = side.ctx;
    let named = named_lists(hasher);
    let mut lines = ModuleLines::new();
    let mut add = |name: String, line: ModuleLine| lines.insert((name, 0), line);
    if let Some(name) = side.module.name {
        let text = format!("module @{}", ctx.text(name));
        let (category, key, subject) = (Category::Global, HashBuilder::hash_bytes(text.as_bytes()), Subject::Other);
        add("name".to_owned(), ModuleLine { category, key, text, subject });
    }
    for &(key, value) in ctx.entries(side.module.attrs) {
        let text = ctx.text(key).into_owned();
        if ELSEWHERE.contains(&key) || is_implied(side, key, value) || named.contains(text.as_bytes()) {
            continue;
        }
        let category = match key {
            DLTI_DL_SPEC => Category::Layout,
            _ => match of_attribute(NO_OPERATION, key, &text) {
                Category::Attribute => Category::Global,
                category => category,
            },
        };
        let value = if key == IRTRIP_SUMMARY { summary::comparable(ctx, value) } else { value };
        let shown = Printer::new(hasher).entry(None, key, value);
        let (known, subject) = (hasher.attr(value).hash, Subject::Attribute(key));
        add(text, ModuleLine { category, key: known, text: shown, subject });
    }
    lines
}

/// The module itself, which is no row's operation here.
const NO_OPERATION: OpName = irtrip_dialect::ops::builtin::MODULE;

/// The attributes whose content is compared as named metadata.
fn named_lists<'a>(hasher: &StructuralHasher<'a>) -> FxHashSet<&'a [u8]> {
    let named = hasher.metadata.map(|m| m.export.named()).unwrap_or_default();
    let attribute = |name: &'a [u8]| match name {
        b"llvm.dependent-libraries" => [name, b"llvm.dependent_libraries".as_slice()],
        _ => [name, name],
    };
    named.iter().flat_map(|list| attribute(hasher.ctx.bytes(list.0))).collect()
}

/// The named metadata: a line a flag, a line a node of other lists.
fn named_lines(hasher: &mut StructuralHasher) -> ModuleLines {
    let mut lines = ModuleLines::new();
    let Some(metadata) = hasher.metadata else { return lines };
    for (name, operands) in metadata.named(hasher.ctx) {
        let name = hasher.ctx.text(*name).into_owned();
        let flags = name == MODULE_FLAGS;
        let in_scope = |operand: &&Operand| {
            !flags || flag_name(hasher, metadata, operand).is_none_or(|flag| metadata.scope.has_flag(&flag))
        };
        let operands: Vec<&Operand> = operands.iter().filter(in_scope).collect();
        if flags && operands.is_empty() && metadata.scope != Scope::All {
            continue;
        }
        let category = if flags { Category::ModuleFlag } else { Category::NamedMetadata };
        // An empty list differs from none, so the list itself has a line.
        let text = format!("!{name}");
        let (key, subject) = (operands.len() as StructuralHash, Subject::NamedMetadata(name.clone()));
        lines.insert((text.clone(), 0), ModuleLine { category, key, text, subject });
        for (i, &operand) in operands.iter().enumerate() {
            let mut text = format!("!{name} ");
            Printer::new(hasher).operand(operand, 2, &mut text);
            let key = match operand {
                Operand::Node(id) if flags => metadata.shallow_hash(hasher, *id),
                Operand::Node(id) => metadata.hash(*id),
                other => {
                    let mut hash = HashBuilder::new();
                    hasher.hash_operand(*other, &mut hash);
                    hash.finish()
                }
            };
            let flag = flags.then(|| flag_name(hasher, metadata, operand)).flatten();
            let (label, mut nth, subject) = match flag {
                Some(flag) => (format!("!{name} {flag}"), 0, Subject::ModuleFlag(flag)),
                None => (format!("!{name} node"), i, Subject::NamedMetadataNode(name.clone())),
            };
            while lines.contains_key(&(label.clone(), nth)) {
                nth += 1;
            }
            lines.insert((label, nth), ModuleLine { category, key, text, subject });
        }
    }
    lines
}

/// The name in a flag's node: its second operand.
fn flag_name(hasher: &StructuralHasher, metadata: &Metadata, operand: &Operand) -> Option<String> {
    let Operand::Node(id) = operand else { return None };
    match metadata.export.graph().node(*id) {
        Node::Tuple { operands, .. } => match operands.get(1)? {
            Operand::String(name) => Some(hasher.ctx.text(*name).into_owned()),
            Operand::Null | Operand::Node(_) | Operand::Constant(_) => None,
        },
        Node::Specialised { .. } | Node::Location(_) => None,
    }
}

/// The nodes of named lists that are at one place in both modules. Flags are compared by their names.
pub(crate) fn named_nodes(sides: (Side, Side), a: &Metadata, b: &Metadata) -> Vec<(NodeId, NodeId)> {
    let mut pairs = Vec::new();
    // Of lists with one name the first counts.
    let lists_of_b = b.export.named().iter().rev().map(|(name, nodes)| (sides.1.ctx.bytes(*name), nodes));
    let lists_of_b: FxHashMap<&[u8], _> = lists_of_b.collect();
    for (name, of_a) in a.named(sides.0.ctx) {
        let name = sides.0.ctx.bytes(*name);
        let other = lists_of_b.get(name).filter(|_| name != MODULE_FLAGS.as_bytes());
        let Some(of_b) = other else { continue };
        for (x, y) in of_a.iter().zip(of_b.iter()) {
            if let (Operand::Node(x), Operand::Node(y)) = (x, y) {
                pairs.push((a.export.graph().canonical(*x), b.export.graph().canonical(*y)));
            }
        }
    }
    pairs
}

/// Whether an attribute of the module adds nothing: what is about comments; a layout specification that
/// follows from the data layout; an empty data layout, target triple, source file name or module assembly.
fn is_implied(side: Side, key: Str, value: Attr) -> bool {
    let ctx = side.ctx;
    let string = |key| ctx.string_entry(side.module.attrs, key).unwrap_or(EMPTY);
    match key {
        DLTI_DL_SPEC => dl_spec(ctx, &ctx.text(string(LLVM_DATA_LAYOUT))) == value,
        LLVM_DATA_LAYOUT | LLVM_TARGET_TRIPLE | IRTRIP_SOURCE_FILENAME => ctx.string_value(value) == Some(EMPTY),
        IRTRIP_DATA_LAYOUT | IRTRIP_DEMANGLED | IRTRIP_MODULE_ID => true,
        LLVM_MODULE_ASM => value == EMPTY_ARRAY,
        _ => false,
    }
}

/// The rows for the bodies of the given identified structs, and of the structs in their elements, by name.
pub(crate) fn struct_rows<'a>(
    a: (Side<'a>, StructuralHasher<'a>, FxHashSet<Type>),
    b: (Side<'a>, StructuralHasher<'a>, FxHashSet<Type>),
) -> Vec<DiffRow> {
    rows_by_name(struct_lines(a.0, a.1, a.2), struct_lines(b.0, b.1, b.2))
}

fn struct_lines(side: Side, mut hasher: StructuralHasher, structs: FxHashSet<Type>) -> ModuleLines {
    let mut lines = ModuleLines::new();
    hasher.structs.extend(structs);
    let mut known: FxHashSet<Type> = FxHashSet::default();
    loop {
        let open = std::mem::take(&mut hasher.structs);
        if open.is_empty() {
            break;
        }
        for ty in open {
            if !known.insert(ty) {
                continue;
            }
            let mut text = String::new();
            Printer::new(&mut hasher).ty(ty, &mut text);
            let name = text.clone();
            let mut hash = HashBuilder::new();
            match side.ctx.struct_body(ty) {
                None => text.push_str(" without body"),
                Some(StructBody::Opaque) => {
                    hash.add_u64(1);
                    text.push_str(" = opaque");
                }
                Some(StructBody::Elements { packed, elements }) => {
                    hash.add_u64(2);
                    hash.add_bool(*packed);
                    text.push_str(if *packed { " = packed (" } else { " = (" });
                    for (i, &element) in elements.iter().enumerate() {
                        // Hashing the element adds its structs to those of the hasher.
                        hash.add_u128(hasher.ty(element));
                        text.push_str(if i > 0 { ", " } else { "" });
                        Printer::new(&mut hasher).ty(element, &mut text);
                    }
                    text.push(')');
                }
            }
            let (key, subject) = (hash.finish(), Subject::Struct(name.clone()));
            lines.insert((name, 0), ModuleLine { category: Category::Type, key, text, subject });
        }
    }
    lines
}

/// The rows of matched metadata nodes. A pair that differs only in the nodes referred to is left out.
pub(crate) fn node_rows<'a>(
    a: (Side<'a>, &mut StructuralHasher<'a>),
    b: (Side<'a>, &mut StructuralHasher<'a>),
    pairs: impl Iterator<Item = (NodeId, NodeId)>,
) -> Vec<DiffRow> {
    let (Some(of_a), Some(of_b)) = (a.1.metadata, b.1.metadata) else { return Vec::new() };
    let listed: FxHashSet<NodeId> = of_a.named_ids(a.0.ctx).collect();
    let mut rows = Vec::new();
    for (x, y) in pairs {
        if of_a.shallow_hash(a.1, x) == of_b.shallow_hash(b.1, y) {
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
        let what = what.unwrap_or_else(|| TUPLE.to_owned());
        let subject = Subject::Node(what.clone());
        let difference = Difference::new(category, what, Some(text.0.clone()), Some(text.1.clone())).about(subject);
        let line = rows.len() + 1;
        let side = |text| Some(RowSide::new(line, text));
        rows.push(DiffRow::new(side(text.0), side(text.1)).with(vec![difference]));
    }
    rows
}

/// A hash of how often each distinct node occurs among those reachable from the given nodes and the named metadata.
pub(crate) fn node_counts(ctx: &Context, metadata: &Metadata, nodes: &FxHashSet<NodeId>) -> StructuralHash {
    let mut hash = HashBuilder::new();
    distinct_nodes(ctx, metadata, nodes.iter().copied()).iter().for_each(|&k| hash.add_u128(k));
    hash.finish()
}

/// A line for each content that several distinct nodes have, among those reachable from the given nodes and the named
/// metadata: how many they are.
pub(crate) fn alike_nodes(ctx: &Context, metadata: &Metadata, nodes: impl Iterator<Item = NodeId>) -> Vec<String> {
    let hashes = distinct_nodes(ctx, metadata, nodes);
    let alike = hashes.chunk_by(|a, b| a == b).filter(|alike| alike.len() > 1);
    alike
        .filter_map(|alike| Some(format!("distinct !#{:08x}: {} nodes", *alike.first()? as u32, alike.len())))
        .collect()
}

/// The hashes of the distinct nodes reachable from the given nodes and the named metadata, in order.
fn distinct_nodes(ctx: &Context, metadata: &Metadata, nodes: impl Iterator<Item = NodeId>) -> Vec<StructuralHash> {
    let reached = metadata.reached(nodes.chain(metadata.named_ids(ctx)));
    let distinct = reached.into_iter().filter(|id| metadata.export.graph().node(*id).is_distinct());
    let distinct = distinct.filter(|id| metadata.scope == Scope::All || !metadata.is_loop(*id));
    let mut sorted: Vec<StructuralHash> = distinct.map(|id| metadata.hash(id)).collect();
    sorted.sort_unstable();
    sorted
}
