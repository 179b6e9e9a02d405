//! The lines of what belongs to no global value: the module's own attributes, its named metadata, types, and the metadata
//! nodes that several global values refer to.

use std::collections::{BTreeMap, VecDeque};

use irtrip_dialect::Str;
use irtrip_dialect::language::Language;
use irtrip_dialect::metadata::module_flags::MODULE_FLAGS as FLAGS;
use irtrip_dialect::names::{
    DLTI_DL_SPEC, IRTRIP_MODULE_ASM, IRTRIP_SOURCE_FILENAME, LLVM_DATA_LAYOUT, LLVM_MODULE_ASM, LLVM_TARGET_TRIPLE,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::SourceText;
use super::definitions::{BothTexts, IDENTIFIED, MODULE, MODULE_FLAGS, is_numbered, nodes};
use super::words::words;
use crate::difference::{DiffRow, Difference, Subject, TUPLE};

/// What LLVM IR calls the attributes of a module that have lines of their own.
const LINES: &[(Str, &str)] = &[
    (DLTI_DL_SPEC, "target datalayout"),
    (LLVM_DATA_LAYOUT, "target datalayout"),
    (LLVM_TARGET_TRIPLE, "target triple"),
    (IRTRIP_SOURCE_FILENAME, "source_filename"),
    (LLVM_MODULE_ASM, "module"),
    (IRTRIP_MODULE_ASM, "module"),
];

/// The lines of both texts, and how they differ.
#[derive(Default)]
struct ChangedLines {
    lines: BTreeMap<(Option<usize>, Option<usize>), Vec<Difference>>,
    /// Rows without lines.
    others: Vec<DiffRow>,
}

impl ChangedLines {
    fn add(&mut self, a: Option<usize>, b: Option<usize>, row: &DiffRow) {
        if a.is_none() && b.is_none() {
            self.others.push(without_lines(row));
        } else {
            self.lines.entry((a, b)).or_default().extend(row.differences.iter().cloned());
        }
    }

    fn rows(self, both: BothTexts) -> Vec<DiffRow> {
        let lines = self.lines.into_iter();
        let rows = lines.map(|((a, b), differences)| both.changed_row(a, b).with(differences));
        rows.chain(self.others).collect()
    }
}

/// The differences of a row that has no line in a text. What a node is in the listing is not in the reader's language.
pub(crate) fn without_lines(row: &DiffRow) -> DiffRow {
    let plain = |difference: &Difference| Difference { a: None, b: None, ..difference.clone() };
    DiffRow::new(None, None).with(row.differences.iter().map(plain).collect())
}

/// Rows of the module's attributes, named metadata and types as rows of their lines. Those without differences are left out.
pub(crate) fn module_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut found = ChangedLines::default();
    let mut lists: FxHashMap<&str, ListNodes> = FxHashMap::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        let subject = &difference.subject;
        if both.b.language == Language::Mlir && !matches!(subject, Subject::Struct(_)) {
            // One line has all attributes, also where one module has none of this name.
            found.add(module_line(both.a, subject), module_line(both.b, subject), row);
            continue;
        }
        if let Subject::NamedMetadataNode(list) = subject {
            let name = metadata_name(list);
            let sides = (row.a.is_some(), row.b.is_some());
            let whole = || (both.a.definition(&name).filter(|_| sides.0), both.b.definition(&name).filter(|_| sides.1));
            let node = lists.entry(list).or_insert_with(|| ListNodes::of(both, &name)).next(sides);
            let (a, b) = node.unwrap_or_else(whole);
            found.add(a, b, row);
            continue;
        }
        let line = |text: &SourceText, is_there: bool| is_there.then(|| module_line(text, subject)).flatten();
        found.add(line(both.a, row.a.is_some()), line(both.b, row.b.is_some()), row);
    }
    found.rows(both)
}

/// The name of a list of metadata as LLVM IR spells it.
fn metadata_name(list: &str) -> String {
    let mut name = "!".to_owned();
    irtrip_dialect::llvm_text::metadata_name(&mut name, list.as_bytes());
    name
}

/// The line of one of a module's attributes, flags, lists or types.
fn module_line(text: &SourceText, subject: &Subject) -> Option<usize> {
    match text.language {
        Language::Mlir => match subject {
            // The line begins with the type without what closes it.
            Subject::Struct(ty) => text.definition(ty.trim_end_matches('>')),
            Subject::ModuleFlag(_) => text.definition(MODULE_FLAGS).or_else(|| text.definition(MODULE)),
            Subject::NamedMetadata(list) | Subject::NamedMetadataNode(list) if list == FLAGS => {
                text.definition(MODULE_FLAGS).or_else(|| text.definition(MODULE))
            }
            _ => text.definition(MODULE),
        },
        Language::Llvm => match subject {
            Subject::Attribute(key) => text.definition(LINES.iter().find(|row| row.0 == *key)?.1),
            Subject::Struct(ty) => {
                let name = ty.strip_prefix(IDENTIFIED)?.strip_suffix("\">")?;
                text.definition(&format!("%{name}")).or_else(|| text.definition(&format!("%\"{name}\"")))
            }
            Subject::NamedMetadata(list) | Subject::NamedMetadataNode(list) => text.definition(&metadata_name(list)),
            Subject::ModuleFlag(flag) => {
                let flag = format!("!\"{flag}\"");
                let all = nodes(text.line(text.definition(&metadata_name(FLAGS))?)).into_iter();
                let has_flag = |line: &usize| words(text.line(*line)).any(|word| word == flag);
                all.filter_map(|node| text.definition(node)).find(has_flag)
            }
            Subject::Node(_) | Subject::Other => None,
        },
    }
}

/// The nodes of a list of named metadata in which the texts differ, by which of them have the node, in the list's order.
#[derive(Default)]
struct ListNodes(FxHashMap<(bool, bool), VecDeque<NodeLines>>);

/// The line of a node in each text.
type NodeLines = (Option<usize>, Option<usize>);

impl ListNodes {
    fn of(both: BothTexts, list: &str) -> ListNodes {
        let lines = |text: &SourceText| -> Vec<Option<usize>> {
            let line = text.definition(list);
            line.map(|line| nodes(text.line(line)).into_iter().map(|node| text.definition(node)).collect())
                .unwrap_or_default()
        };
        let (of_a, of_b) = (lines(both.a), lines(both.b));
        let mut found = ListNodes::default();
        for i in 0..of_a.len().max(of_b.len()) {
            let (a, b) = (of_a.get(i).copied().flatten(), of_b.get(i).copied().flatten());
            if a.zip(b).is_none_or(|(a, b)| !both.alike(a, b)) {
                found.0.entry((a.is_some(), b.is_some())).or_default().push_back((a, b));
            }
        }
        found
    }

    /// The next of them.
    fn next(&mut self, sides: (bool, bool)) -> Option<NodeLines> {
        self.0.get_mut(&sides)?.pop_front()
    }
}

/// Rows of metadata nodes as rows of their lines. The lines are found from the lists and functions that both texts have,
/// which refer to the nodes in the same order.
pub(crate) fn node_rows(both: BothTexts, rows: &[DiffRow]) -> Vec<DiffRow> {
    let mut changed: Vec<(usize, usize)> = changed_nodes(both);
    // Flags are compared by their names, with the module.
    let flags = both.a.definition(&metadata_name(FLAGS)).map(|line| nodes(both.a.line(line))).unwrap_or_default();
    let flags: FxHashSet<usize> = flags.into_iter().filter_map(|flag| both.a.definition(flag)).collect();
    changed.retain(|pair| !flags.contains(&pair.0));
    let mut of_kinds: FxHashMap<&str, VecDeque<(usize, usize)>> = FxHashMap::default();
    for pair in changed {
        of_kinds.entry(kind_of_node(both.a.line(pair.0))).or_default().push_back(pair);
    }
    let mut found = ChangedLines::default();
    for row in rows {
        let Some(difference) = row.differences.first() else { continue };
        let of_kind = match &difference.subject {
            Subject::Node(kind) => of_kinds.get_mut(kind.as_str()),
            _ => None,
        };
        match of_kind.and_then(VecDeque::pop_front) {
            Some((a, b)) => found.add(Some(a), Some(b), row),
            // MLIR has nodes without an attribute of their own on the module's line.
            None => {
                let lines = (both.a.definition(MODULE), both.b.definition(MODULE));
                let differing = lines.0.zip(lines.1).filter(|(a, b)| !both.alike(*a, *b));
                found.add(differing.map(|lines| lines.0), differing.map(|lines| lines.1), row);
            }
        }
    }
    found.rows(both)
}

/// The kind of the node that a line defines: `DILocation` of `!7 = !DILocation(...)`; [`TUPLE`] of a tuple.
fn kind_of_node(line: &str) -> &str {
    let node = line.split_once('=').map_or("", |(_, node)| node.trim_start());
    let node = node.strip_prefix("distinct ").unwrap_or(node);
    let kind = node.strip_prefix('!').and_then(|node| node.split_once('(')).map(|(kind, _)| kind);
    kind.filter(|kind| kind.bytes().all(|byte| byte.is_ascii_alphanumeric())).unwrap_or(TUPLE)
}

/// The lines of nodes that both texts refer to at the same places, and that differ.
fn changed_nodes(both: BothTexts) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut changed = Vec::new();
    let mut known = FxHashSet::default();
    let follow = |a: usize, b: usize, open: &mut Vec<(usize, usize)>| {
        let lines = both.node_references(a, b).into_iter();
        open.extend(lines.filter_map(|(x, y)| Some((both.a.definition(x)?, both.b.definition(y)?))));
    };
    let mut names: Vec<(&str, usize)> = both.a.definitions().filter(|(name, _)| !is_numbered(name)).collect();
    names.sort_unstable_by_key(|(_, line)| *line);
    for (name, a) in names {
        let Some(b) = both.b.definition(name) else { continue };
        let (end_a, end_b) = (both.a.end_of(a), both.b.end_of(b));
        if end_a - a == end_b - b {
            (a..end_a).zip(b..end_b).for_each(|(a, b)| follow(a, b, &mut open));
        }
    }
    open.reverse();
    while let Some((a, b)) = open.pop() {
        if !known.insert((a, b)) {
            continue;
        }
        if !both.alike(a, b) {
            changed.push((a, b));
        }
        follow(a, b, &mut open);
    }
    changed
}
