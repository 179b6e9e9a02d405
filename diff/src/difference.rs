//! What a comparison found, as data: module, entity, hunk, row, difference. The forms in [`crate::render`] show it.

use crate::Category;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Each part of the modules that differs.
    pub entities: Vec<Entity>,
}

/// What an entity is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntityKind {
    /// What the module says by itself: its data layout, target, flags, named metadata.
    Module,
    /// The bodies of identified structs.
    Types,
    /// A function or declaration.
    Function,
    /// Any other operation of the module: a variable, alias, ifunc, comdat.
    Other,
    /// Metadata nodes that several parts of the module lead to.
    Metadata,
}

impl EntityKind {
    /// The word JSON has for it.
    pub const fn word(self) -> &'static str {
        match self {
            EntityKind::Module => "module",
            EntityKind::Types => "types",
            EntityKind::Function => "function",
            EntityKind::Other => "global",
            EntityKind::Metadata => "metadata",
        }
    }
}

/// A part of the modules that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// The operation: `llvm.func`; empty for a part that is none.
    pub operation: String,
    /// Its name in the first module; `None` where only the second has it.
    pub a: Option<String>,
    /// Its name in the second.
    pub b: Option<String>,
    /// The changes.
    pub hunks: Vec<Hunk>,
}

/// Rows around a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The block that the first row is in; empty in front of the first.
    pub block: String,
    /// The rows, with some that did not change around those that did.
    pub rows: Vec<Row>,
}

/// What stands side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The first module's version.
    pub a: Option<Side>,
    /// The second's.
    pub b: Option<Side>,
    /// How they differ; none in a row that is there for context.
    pub differences: Vec<Difference>,
}

/// A row's text on one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Which of the entity's lines it is, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// Line and column in the file, from 1, where they are known.
    pub place: Option<(u32, u32)>,
}

/// A difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is about.
    pub category: Category,
    /// What differs: `predicate`, `operand #1`, `linkage`.
    pub what: String,
    /// What the first module says; `None` where only the second says something.
    pub a: Option<String>,
    /// What the second says.
    pub b: Option<String>,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.entities.is_empty()
    }

    /// All differences.
    pub fn differences(&self) -> impl Iterator<Item = (&Entity, &Difference)> {
        self.entities.iter().flat_map(|e| e.differences().map(move |d| (e, d)))
    }
}

impl Entity {
    /// The entity's title: `llvm.func @main`, and its other name where it has one.
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

    /// Its differences.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.hunks.iter().flat_map(|h| &h.rows).flat_map(|r| &r.differences)
    }
}

impl Row {
    /// Whether the row is the same on both sides, and there for context.
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
    /// The categories that count.
    pub categories: Vec<Category>,
    /// The function looked at; `None` for the whole module.
    pub function: Option<String>,
    /// Rows that did not change shown around one that did.
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
    /// Whether a category counts.
    pub fn has(&self, category: Category) -> bool {
        self.categories.contains(&category)
    }

    /// An entity with these rows; `None` if none of them differs in a category that counts.
    pub(crate) fn entity(&self, mut entity: Entity, mut rows: Vec<Row>) -> Option<Entity> {
        for row in &mut rows {
            row.differences.retain(|d| self.has(d.category));
        }
        // What only one side has is one difference, shown whole.
        if entity.a.is_none() || entity.b.is_none() {
            let counts = rows.iter().any(|r| !r.differences.is_empty());
            entity.hunks.push(Hunk { block: String::new(), rows });
            return counts.then_some(entity);
        }
        // Of a row that differs only in what does not count, one side is shown; none of what only one side has.
        rows.retain(|r| !r.differences.is_empty() || r.is_context());
        let changed: Vec<usize> = (0..rows.len()).filter(|&i| rows.get(i).is_some_and(|r| !r.is_context())).collect();
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
        for at in changed {
            let range = at.saturating_sub(self.context)..(at + self.context + 1).min(rows.len());
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = range.end,
                _ => ranges.push(range),
            }
        }
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
                entity.hunks.extend(hunk.take());
                ranges.next();
            }
        }
        (!entity.hunks.is_empty()).then_some(entity)
    }
}

/// The name of the block that a row begins.
fn label(row: &Row) -> Option<String> {
    let text = &row.a.as_ref().or(row.b.as_ref())?.text;
    let label = text.trim_start().strip_prefix('^')?.split(['(', ':']).next()?;
    Some(format!("^{label}"))
}
