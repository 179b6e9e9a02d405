//! The result of a comparison as data: changed parts of the modules, which have hunks of rows with differences.
//! [`crate::render`] shows it in several forms.

use crate::Category;

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// The parts of the modules that differ.
    pub parts: Vec<ChangedPart>,
}

/// Which kind of part of a module differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartKind {
    /// The module's own attributes: its data layout, target triple, module flags, named metadata.
    Module,
    /// The bodies of identified structs.
    Types,
    /// A function or declaration.
    Function,
    /// Any other operation of the module: a variable, alias, ifunc, comdat.
    Other,
    /// Metadata nodes that several parts of the module refer to.
    Metadata,
}

impl PartKind {
    /// The name of the kind in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            PartKind::Module => "module",
            PartKind::Types => "types",
            PartKind::Function => "function",
            PartKind::Other => "global",
            PartKind::Metadata => "metadata",
        }
    }
}

/// A part of the modules that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedPart {
    /// The kind of part.
    pub kind: PartKind,
    /// The name of the operation, such as `llvm.func`; empty for a part that is no operation.
    pub operation: String,
    /// Its name in the first module; `None` where only the second has it.
    pub a: Option<String>,
    /// Its name in the second module; `None` where only the first has it.
    pub b: Option<String>,
    /// The changes.
    pub hunks: Vec<Hunk>,
}

/// Consecutive rows: some that differ, and some around them that do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The block that the first row is in; empty in front of the first.
    pub block: String,
    /// The rows, with some that did not change around those that did.
    pub rows: Vec<DiffRow>,
}

/// Corresponding lines of both modules, or a line that only one of them has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiffRow {
    /// The first module's line.
    pub a: Option<RowSide>,
    /// The second module's line.
    pub b: Option<RowSide>,
    /// How they differ; none in a row that is there for context.
    pub differences: Vec<Difference>,
}

/// One module's line in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowSide {
    /// The number of the line in the part's listing, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// The line and column in the source file, from 1, where they are known.
    pub location: Option<(u32, u32)>,
}

/// A difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What the difference is about.
    pub category: Category,
    /// What differs: `predicate`, `operand #1`, `linkage`.
    pub what: String,
    /// The first module's version of it; `None` where only the second module has one.
    pub a: Option<String>,
    /// The second module's version of it; `None` where only the first module has one.
    pub b: Option<String>,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.parts.is_empty()
    }

    /// All differences.
    pub fn differences(&self) -> impl Iterator<Item = (&ChangedPart, &Difference)> {
        self.parts.iter().flat_map(|e| e.differences().map(move |d| (e, d)))
    }
}

impl ChangedPart {
    /// The title of the part: `llvm.func @main`, or `llvm.func @main -> @start` where it was renamed.
    pub fn title(&self) -> String {
        let mut out = self.operation.clone();
        let names = match (&self.a, &self.b) {
            (Some(a), Some(b)) if a != b => format!("{a} -> {b}"),
            (Some(name), _) | (None, Some(name)) => name.clone(),
            (None, None) => String::new(),
        };
        if !out.is_empty() && !names.is_empty() {
            out.push(' ');
        }
        out + &names
    }

    /// The differences of all its rows.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.hunks.iter().flat_map(|h| &h.rows).flat_map(|r| &r.differences)
    }
}

impl DiffRow {
    /// Whether both lines are equal, so that the row is shown only as context.
    pub fn is_context(&self) -> bool {
        self.differences.is_empty() && self.a.is_some() && self.b.is_some()
    }
}

/// Which modules are [normalized](crate::normalize()) before they are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Normalization {
    /// Both, where one of them was LLVM IR and the other was not. What upstream's exporter adds to a module is first added
    /// to the one that was not.
    #[default]
    BetweenLanguages,
    /// Both, as they are.
    Both,
}

/// What is compared, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which modules are normalized first.
    pub normalization: Normalization,
    /// The categories of differences that are reported.
    pub categories: Vec<Category>,
    /// The function looked at; `None` for the whole module.
    pub function: Option<String>,
    /// How many equal rows are shown before and after one that differs.
    pub context: usize,
}

impl Default for Options {
    /// All but names, of the whole module.
    fn default() -> Options {
        let categories = Category::ALL.iter().copied().filter(|c| *c != Category::Name).collect();
        Options { normalization: Normalization::default(), categories, function: None, context: 3 }
    }
}

impl Options {
    /// Whether differences of a category are reported.
    pub fn has(&self, category: Category) -> bool {
        self.categories.contains(&category)
    }

    /// The part with hunks made of these rows; `None` if no row has a difference that is reported.
    pub(crate) fn part_with_rows(&self, mut part: ChangedPart, mut rows: Vec<DiffRow>) -> Option<ChangedPart> {
        for row in &mut rows {
            row.differences.retain(|d| self.has(d.category));
        }
        // A part that only one module has is shown whole, in one hunk.
        if part.a.is_none() || part.b.is_none() {
            let differs = rows.iter().any(|r| !r.differences.is_empty());
            part.hunks.push(Hunk { block: String::new(), rows });
            return differs.then_some(part);
        }
        // A line that only one module has is left out if its category is not reported.
        rows.retain(|r| !r.differences.is_empty() || r.is_context());
        let ranges = self.hunk_ranges(&rows);
        let mut block = String::new();
        let mut ranges = ranges.into_iter().peekable();
        let mut hunk: Option<Hunk> = None;
        for (at, row) in rows.into_iter().enumerate() {
            if let Some(label) = label(&row) {
                block = label;
            }
            if ranges.peek().is_some_and(|r| r.start == at) {
                hunk = Some(Hunk { block: block.clone(), rows: Vec::new() });
            }
            if let Some(hunk) = &mut hunk {
                hunk.rows.push(row);
            }
            if ranges.peek().is_some_and(|r| r.end == at + 1) {
                part.hunks.extend(hunk.take());
                ranges.next();
            }
        }
        (!part.hunks.is_empty()).then_some(part)
    }

    /// The ranges of rows that the hunks show: the rows that differ and those around them.
    fn hunk_ranges(&self, rows: &[DiffRow]) -> Vec<std::ops::Range<usize>> {
        let changed: Vec<usize> = (0..rows.len()).filter(|&i| rows.get(i).is_some_and(|r| !r.is_context())).collect();
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
        for at in changed {
            let range = at.saturating_sub(self.context)..(at + self.context + 1).min(rows.len());
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        ranges
    }
}

/// The name of the block whose label the row shows, if it shows one.
fn label(row: &DiffRow) -> Option<String> {
    let text = &row.a.as_ref().or(row.b.as_ref())?.text;
    let label = text.trim_start().strip_prefix('^')?.split(['(', ':']).next()?;
    Some(format!("^{label}"))
}
