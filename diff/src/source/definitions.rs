//! What a line defines at the top level of a text, and the lines of what other lines refer to by number.

use std::ops::Range;

use irtrip_dialect::language::Language;
use rustc_hash::FxHashSet;

use super::SourceText;
use super::words::{LocalNames, Reference, changed_words, without_number, words};
use crate::category::{self, Category};
use crate::difference::{DiffRow, RowSide};

/// How many references lead from an attachment to a node that is shown with it.
const DEPTH: usize = 2;

/// How the type of an identified struct begins in MLIR, before its name.
pub(crate) const IDENTIFIED: &str = "!llvm.struct<\"";

/// The operations of MLIR that say what LLVM IR has at the top level: all of it, and the flags.
pub(crate) const MODULE: &str = "module";
pub(crate) const MODULE_FLAGS: &str = "llvm.module_flags";

/// The name or number that a line of the top level defines; of MLIR, an operation that does so in place of one.
pub(crate) fn defined(line: &str, language: Language) -> Option<&str> {
    let first = words(line).next()?;
    let after = line.get(first.len()..)?.trim_start();
    let sigil = first.as_bytes().first()?;
    match language {
        Language::Mlir if matches!(sigil, b'#' | b'!') => {
            let value = after.strip_prefix('=')?.trim_start();
            // An alias of an identified struct may have any name.
            let is_identified = value.starts_with(IDENTIFIED);
            let name = value.get(IDENTIFIED.len()..).and_then(|rest| rest.split_once('"')).filter(|_| is_identified);
            Some(name.and_then(|(name, _)| value.get(..IDENTIFIED.len() + name.len() + 1)).unwrap_or(first))
        }
        Language::Mlir => [MODULE, MODULE_FLAGS].into_iter().find(|op| words(line.trim_start()).next() == Some(*op)),
        Language::Llvm => match first {
            "attributes" => words(after).next(),
            "define" | "declare" => words(after).find(|word| word.starts_with('@')),
            "target" => line.get(..first.len() + 1 + words(after).next()?.len()),
            "source_filename" | "module" => Some(first),
            _ => (matches!(sigil, b'!' | b'%' | b'$' | b'@') && after.starts_with('=')).then_some(first),
        },
    }
}

/// Whether a name is a number, which stands for something else in another text.
pub(crate) fn is_numbered(name: &str) -> bool {
    name.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Both texts of a comparison.
#[derive(Clone, Copy)]
pub(crate) struct BothTexts<'t, 'a> {
    pub a: &'t SourceText<'a>,
    pub b: &'t SourceText<'a>,
}

impl<'a> BothTexts<'_, 'a> {
    /// The lines of the constructs at the top level of LLVM assembly that are in both texts under one name.
    pub fn shared(self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let is_named = |(name, _): &(&str, usize)| !is_numbered(name);
        let named = self.a.definitions().filter(is_named).filter(move |_| self.a.is_llvm() && self.b.is_llvm());
        named.filter_map(move |(name, a)| {
            let b = self.b.definition(name)?;
            Some((a..self.a.end_of(a), b..self.b.end_of(b)))
        })
    }

    /// A row with a line of each text.
    pub fn row(self, a: Option<usize>, b: Option<usize>) -> DiffRow {
        let side = |text: &SourceText, line: Option<usize>| {
            let line = line?;
            let shown = text.line(line);
            let column = shown.len() - shown.trim_start().len() + 1;
            let location = Some((line as u32 + 1, column as u32));
            Some(RowSide { location, ..RowSide::new(line + 1, shown.to_owned()) })
        };
        DiffRow::new(side(self.a, a), side(self.b, b))
    }

    /// As [`row`](Self::row), with the changed words marked.
    pub fn changed_row(self, a: Option<usize>, b: Option<usize>) -> DiffRow {
        let mut row = self.row(a, b);
        mark(&mut row, &LocalNames::default());
        row
    }

    /// Whether two lines are alike but for numbers.
    pub fn alike(self, a: usize, b: usize) -> bool {
        words(self.a.line(a)).map(without_number).eq(words(self.b.line(b)).map(without_number))
    }

    /// The rows of the definitions that rows refer to, and in which they differ. A row that looks the same as one of them is marked.
    pub fn definition_rows(self, rows: &mut [DiffRow]) -> Vec<DiffRow> {
        let mut known = FxHashSet::default();
        let mut found = Vec::new();
        for row in rows {
            let (Some(a), Some(b)) = (&row.a, &row.b) else { continue };
            let before = found.len();
            for (name_a, name_b) in references(row, &a.text, &b.text) {
                self.follow(name_a, name_b, DEPTH, &mut known, &mut found);
            }
            row.in_definitions = found.len() > before && row.words.is_empty();
        }
        let rows = found.into_iter().map(|(a, b)| DiffRow { continued: true, ..self.changed_row(Some(a), Some(b)) });
        rows.collect()
    }

    /// Collects the lines in which two definitions differ: their own, or of what they refer to.
    fn follow(
        self,
        name_a: &str,
        name_b: &str,
        depth: usize,
        known: &mut FxHashSet<(usize, usize)>,
        found: &mut Vec<(usize, usize)>,
    ) {
        let (Some(a), Some(b)) = (self.a.definition(name_a), self.b.definition(name_b)) else { return };
        if !known.insert((a, b)) {
            return;
        }
        if !self.alike(a, b) {
            found.push((a, b));
        } else if depth > 0 {
            for (x, y) in self.node_references(a, b) {
                self.follow(x, y, depth - 1, known, found);
            }
        }
    }

    /// The nodes that two lines refer to at the same places, if they refer to as many; those that they define are among them.
    pub fn node_references(self, a: usize, b: usize) -> Vec<(&'a str, &'a str)> {
        let (of_a, of_b) = (nodes(self.a.line(a)), nodes(self.b.line(b)));
        if of_a.len() == of_b.len() { of_a.into_iter().zip(of_b).collect() } else { Vec::new() }
    }
}

/// The nodes that a line names.
pub(crate) fn nodes(line: &str) -> Vec<&str> {
    words(line).filter(|word| Reference::of(word) == Some(Reference::Node)).collect()
}

/// Marks the words of a row's lines that differ.
pub(crate) fn mark(row: &mut DiffRow, names: &LocalNames) {
    if let (Some(a), Some(b)) = (&row.a, &row.b) {
        row.words = changed_words(&a.text, &b.text, names);
    }
}

/// The references of a line to groups and nodes, each with the word before it, such as `!dbg`.
fn references_of(line: &str) -> Vec<(&str, &str, Reference)> {
    let mut before = "";
    let mut found = Vec::new();
    for word in words(line).filter(|word| !word.trim().is_empty()) {
        match Reference::of(word) {
            Some(kind @ Reference::Group) => found.push(("", word, kind)),
            Some(kind) => found.push((before, word, kind)),
            None => before = word,
        }
    }
    found
}

/// The references of two lines that a row's differences are about.
fn references<'t>(row: &DiffRow, a: &'t str, b: &'t str) -> Vec<(&'t str, &'t str)> {
    let has = |category: Category| row.differences.iter().any(|d| d.category == category);
    let is_asked = |before: &str, kind: Reference| match kind {
        Reference::Local => false,
        Reference::Group => has(Category::Attribute),
        // A node that no attachment's name is before is an operand of a debug record.
        Reference::Node => has(before.strip_prefix('!').map_or(Category::DebugInfo, category::of_attachment)),
    };
    let mut of_b = references_of(b);
    let mut found = Vec::new();
    for (before, word, kind) in references_of(a) {
        let other = of_b.iter().position(|other| other.0 == before && other.2 == kind);
        if let Some(at) = other.filter(|_| is_asked(before, kind)) {
            found.push((word, of_b.remove(at).1));
        }
    }
    found
}
