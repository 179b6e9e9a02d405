//! The result of a comparison as data: changed parts of the modules, which have hunks of rows with differences.
//! [`crate::render`] shows it in several forms.

use std::borrow::Cow;
use std::ops::Range;

use irtrip_dialect::Str;
use irtrip_dialect::demangle::demangled;
use irtrip_dialect::llvm_text::printable;
use irtrip_dialect::preserved::{PreservedAttribute, preserved_attribute};
use serde::{Deserialize, Serialize};

use crate::Category;
use crate::scope::Scope;

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// The parts of the modules that differ.
    pub parts: Vec<ChangedPart>,
    /// Names that differ and were not compared, as asked for.
    pub ignored: Vec<IgnoredName>,
    /// How many differences are none between LLVM's canonical forms; where these are not compared, none.
    pub equated: Option<usize>,
}

/// Which names are no part of what is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Names {
    /// Those of functions and variables that a module defines: they are what they stand for.
    #[serde(rename = "symbol-names")]
    Symbols,
    /// Those of identified structs: they are what they have.
    #[serde(rename = "struct-names")]
    Structs,
}

impl Names {
    /// All of them.
    pub const ALL: [Names; 2] = [Names::Symbols, Names::Structs];

    /// The word that a command line and JSON have for them.
    ///
    /// ```
    /// assert_eq!(irtrip_diff::Names::Symbols.name(), "symbol-names");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Names::Symbols => "symbol-names",
            Names::Structs => "struct-names",
        }
    }
}

/// A name that differs and was not compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IgnoredName {
    /// What has the name.
    pub names: Names,
    /// Its name in the first module; none of a struct that the second names so alone.
    pub a: Option<String>,
    /// Its name in the second module.
    pub b: Option<String>,
}

/// Which kind of part of a module differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum PartKind {
    /// The module's own attributes: its data layout, target triple, module flags, named metadata.
    Module,
    /// The bodies of identified structs.
    Types,
    /// A function or declaration.
    Function,
    /// Any other operation of the module: a variable, alias, ifunc, comdat.
    #[default]
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChangedPart {
    /// The kind of part.
    pub kind: PartKind,
    /// The name of the operation, such as `llvm.func`; empty for a part that is no operation.
    pub operation: String,
    /// Whether its lines are those of LLVM assembly.
    pub is_llvm: bool,
    /// Its name in the first module; `None` where only the second has it.
    pub a: Option<String>,
    /// Its name in the second module; `None` where only the first has it.
    pub b: Option<String>,
    /// Whether both versions have too many lines with little in common to find the best alignment: the changes may be said in
    /// more lines than they have to be.
    pub is_aligned_roughly: bool,
    /// The changes.
    pub hunks: Vec<Hunk>,
}

/// Consecutive rows: some that differ, and some around them that do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The block that the first row is in; empty before the first.
    pub block: String,
    /// The rows, with some that did not change around those that did.
    pub rows: Vec<DiffRow>,
    /// The number of the line before the first row, in each module; 0 where there is none.
    pub line_before: (usize, usize),
}

impl Hunk {
    /// The number of a side's first line that is in the hunk, and how many lines there are to the last one; lines that are
    /// left out count. Of no line, as `git diff` has it: the one before, and 0.
    pub fn range(&self, in_a: bool) -> (usize, usize) {
        let mut lines = self.rows.iter().filter_map(|row| if in_a { row.a.as_ref() } else { row.b.as_ref() });
        match lines.next() {
            Some(first) => (first.line, lines.next_back().unwrap_or(first).line + 1 - first.line),
            None => (if in_a { self.line_before.0 } else { self.line_before.1 }, 0),
        }
    }
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
    /// The stretches in which the lines differ: bytes of the first module's line, and of the second's in their place.
    pub words: Vec<(Range<usize>, Range<usize>)>,
    /// Whether the differences of the row before are about this one as well: it shows more of the same.
    pub continued: bool,
    /// Whether both lines look alike, because what differs is in definitions that they refer to, which a later hunk shows.
    pub in_definitions: bool,
    /// Whether lines before it are left out: what only moved.
    pub(crate) follows_moved: bool,
}

/// One module's line in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowSide {
    /// The number of the line, from 1: in the source file, where that is known, else in the part's listing.
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
    /// The construct of the line that differs.
    pub(crate) site: LinePart,
    /// What `what` names.
    pub(crate) subject: Subject,
    /// The operation that differs.
    pub(crate) operation: Operation,
    /// The change of its part that it belongs to: what differs in one change is linked by values. 0 where the row is a change
    /// of its own.
    pub(crate) change: u32,
    /// Whether it only follows from a line that one module has alone: an operand is another one, since what computed it is gone.
    pub(crate) follows: bool,
}

/// The operation of a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Operation {
    /// Its name; empty where there is none.
    pub name: Cow<'static, str>,
    /// The word that LLVM IR has for it; empty where it has none.
    pub llvm: &'static str,
}

/// What differs, where more is asked of it than what it is called: its lines are found by it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Subject {
    /// An attribute. A name that irtrip knows has the same handle in every context.
    Attribute(Str),
    /// The body of an identified struct, by the type as MLIR spells it.
    Struct(String),
    /// A named list of metadata.
    NamedMetadata(String),
    /// A node in a named list of metadata, by the list's name.
    NamedMetadataNode(String),
    /// A module flag.
    ModuleFlag(String),
    /// A metadata node, by its kind: `DILocation`, or [`TUPLE`].
    Node(String),
    /// Anything else.
    #[default]
    Other,
}

/// The kind of a metadata node that is no specialised one.
pub(crate) const TUPLE: &str = "node";

/// Which construct of a line differs. In LLVM IR, some have lines of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LinePart {
    /// The line itself.
    #[default]
    Line,
    /// A block's argument: a phi.
    Argument(usize),
    /// What a terminator passes to an argument of a successor: a phi's incoming value.
    Passed {
        /// Which successor.
        successor: usize,
        /// Which of its arguments.
        argument: usize,
    },
    /// An operand, of the operands of all kinds.
    Operand(usize),
    /// A successor.
    Successor(usize),
}

impl Comparison {
    /// The comparison as people see it: what would tell a terminal something is escaped.
    pub(crate) fn printable(&self) -> Cow<'_, Comparison> {
        fn escape(text: &mut String) {
            if let Cow::Owned(escaped) = printable(text) {
                *text = escaped;
            }
        }
        let mut shown = Cow::Borrowed(self);
        if self.texts().all(|text| matches!(printable(text), Cow::Borrowed(_))) {
            return shown;
        }
        let names = shown.to_mut().ignored.iter_mut().flat_map(|name| [&mut name.a, &mut name.b]);
        names.flatten().for_each(escape);
        for part in &mut shown.to_mut().parts {
            [&mut part.a, &mut part.b].into_iter().flatten().chain([&mut part.operation]).for_each(escape);
            for hunk in &mut part.hunks {
                escape(&mut hunk.block);
                hunk.rows.iter_mut().for_each(|row| row.escape(escape));
            }
        }
        shown
    }

    /// All that is shown of it.
    fn texts(&self) -> impl Iterator<Item = &String> {
        let hunks = self.parts.iter().flat_map(|part| &part.hunks);
        let names = self.parts.iter().flat_map(|part| [Some(&part.operation), part.a.as_ref(), part.b.as_ref()]);
        let blocks = hunks.clone().map(|hunk| &hunk.block);
        let ignored = self.ignored.iter().flat_map(|name| [name.a.as_ref(), name.b.as_ref()]);
        names.chain(ignored).flatten().chain(blocks).chain(hunks.flat_map(|hunk| &hunk.rows).flat_map(DiffRow::texts))
    }

    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.parts.is_empty()
    }

    /// The first row in which lines differ; where only definitions that they refer to do, or what no line shows, the first
    /// row with a difference.
    pub fn first_changed_row(&self) -> Option<&DiffRow> {
        let rows = || self.parts.iter().flat_map(|part| &part.hunks).flat_map(|hunk| &hunk.rows);
        let differs = |row: &&DiffRow| row.a.as_ref().map(|side| &side.text) != row.b.as_ref().map(|side| &side.text);
        let is_changed = |row: &&DiffRow| !row.is_context() && !row.in_definitions;
        rows().find(|row| is_changed(row) && differs(row)).or_else(|| rows().find(|row| !row.differences.is_empty()))
    }

    /// All differences.
    pub fn differences(&self) -> impl Iterator<Item = (&ChangedPart, &Difference)> {
        self.parts.iter().flat_map(|e| e.differences().map(move |d| (e, d)))
    }
}

impl ChangedPart {
    /// The title of the part: `llvm.func @main`, or `@main` where it is shown as LLVM IR; `@main -> @start` where it was
    /// renamed. It says where the part is aligned roughly.
    pub fn title(&self) -> String {
        if self.is_llvm && self.operation == COMDATS {
            return "comdats".to_owned();
        }
        let mut out = if self.is_llvm { String::new() } else { self.operation.clone() };
        let names = match (&self.a, &self.b) {
            (Some(a), Some(b)) if a != b => format!("{a} -> {b}"),
            (Some(name), _) | (None, Some(name)) => name.clone(),
            (None, None) => String::new(),
        };
        if !out.is_empty() && !names.is_empty() {
            out.push(' ');
        }
        out += &names;
        if self.is_aligned_roughly {
            out += " (aligned roughly)";
        }
        out
    }

    /// The name of its source, of C++ or Rust: the second module's, where both have one.
    pub fn demangled(&self) -> Option<String> {
        demangled(self.b.as_ref().or(self.a.as_ref())?.strip_prefix('@')?)
    }

    /// The differences of all its rows.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.hunks.iter().flat_map(|h| &h.rows).flat_map(|r| &r.differences)
    }
}

impl Difference {
    /// A difference of a line as a whole.
    pub(crate) fn new(category: Category, what: String, a: Option<String>, b: Option<String>) -> Difference {
        let (site, subject, operation) = (LinePart::Line, Subject::Other, Operation::default());
        Difference { category, what, a, b, site, subject, operation, change: 0, follows: false }
    }

    /// The difference, with what it is about.
    pub(crate) fn about(self, subject: Subject) -> Difference {
        Difference { subject, ..self }
    }

    /// The difference, of an operation.
    pub(crate) fn of(self, operation: Operation) -> Difference {
        Difference { operation, ..self }
    }

    /// The preserved attribute that differs, if it is one.
    pub(crate) fn preserved_attribute(&self) -> Option<&'static PreservedAttribute> {
        match self.subject {
            Subject::Attribute(key) => preserved_attribute(key),
            _ => None,
        }
    }
}

impl RowSide {
    /// A line whose place in the source file is not known.
    pub(crate) fn new(line: usize, text: String) -> RowSide {
        RowSide { line, text, location: None }
    }
}

impl DiffRow {
    fn texts(&self) -> impl Iterator<Item = &String> {
        let lines = [&self.a, &self.b].into_iter().flatten().map(|side| &side.text);
        let differences = self.differences.iter().flat_map(|d| [Some(&d.what), d.a.as_ref(), d.b.as_ref()]);
        lines.chain(differences.flatten())
    }

    /// Changes its texts; the stretches that differ move along.
    fn escape(&mut self, escape: impl Fn(&mut String)) {
        let moved = |side: &Option<RowSide>, at: usize| {
            let mut before = side.as_ref().and_then(|side| side.text.get(..at)).unwrap_or_default().to_owned();
            escape(&mut before);
            before.len()
        };
        for (of_a, of_b) in &mut self.words {
            *of_a = moved(&self.a, of_a.start)..moved(&self.a, of_a.end);
            *of_b = moved(&self.b, of_b.start)..moved(&self.b, of_b.end);
        }
        [&mut self.a, &mut self.b].into_iter().flatten().for_each(|side| escape(&mut side.text));
        for difference in &mut self.differences {
            let values = [&mut difference.a, &mut difference.b].into_iter().flatten();
            values.chain([&mut difference.what]).for_each(&escape);
        }
    }

    /// A row without differences.
    pub(crate) fn new(a: Option<RowSide>, b: Option<RowSide>) -> DiffRow {
        let (continued, in_definitions, follows_moved) = (false, false, false);
        DiffRow { a, b, differences: Vec::new(), words: Vec::new(), continued, in_definitions, follows_moved }
    }

    /// The row with differences.
    pub(crate) fn with(self, differences: Vec<Difference>) -> DiffRow {
        DiffRow { differences, ..self }
    }

    /// Whether both lines are equal, so that the row is shown only as context.
    pub fn is_context(&self) -> bool {
        self.differences.is_empty() && !self.continued && self.a.is_some() && self.b.is_some()
    }
}

/// Which modules are [normalized](crate::normalize()) before they are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Normalization {
    /// Both, where one of them was LLVM IR and the other was not. What upstream's exporter adds to a module is first added
    /// to the one that was not, and its operations of other dialects are what they stand for.
    #[default]
    BetweenLanguages,
    /// Both, and their operations of other dialects are what they stand for.
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
    /// Whether only what reaches the machine code is compared: no debug info, profile, comment or identifier.
    pub code: bool,
    /// How many equal rows are shown before and after one that differs.
    pub context: usize,
    /// Names that are not compared.
    pub ignored_names: Vec<Names>,
    /// Whether the comparison ends with the first difference found, of which it does not tell more than that there is one.
    pub first_alone: bool,
    /// Whether what LLVM's canonical form has in one way only is equated: the operands of what commutes and of comparisons,
    /// and how a `getelementptr` says an offset.
    pub semantic: bool,
}

impl Default for Options {
    /// All but names, of the whole module.
    fn default() -> Options {
        let categories = Category::ALL.iter().copied().filter(|c| *c != Category::Name).collect();
        Options {
            normalization: Normalization::default(),
            categories,
            function: None,
            code: false,
            context: 3,
            ignored_names: Vec::new(),
            first_alone: false,
            semantic: false,
        }
    }
}

impl Options {
    /// How much of the modules is compared.
    pub(crate) fn scope(&self) -> Scope {
        match (self.code, self.has(Category::DebugInfo)) {
            (true, _) => Scope::Code,
            (false, false) => Scope::NoDebugInfo,
            (false, true) => Scope::All,
        }
    }

    /// Whether names are left out.
    pub(crate) fn ignores(&self, names: Names) -> bool {
        self.ignored_names.contains(&names)
    }

    /// Whether differences of a category are reported.
    pub fn has(&self, category: Category) -> bool {
        self.categories.contains(&category)
    }

    /// Drops differences that are not reported, and the rows that would only show these.
    pub(crate) fn retain_categories(&self, rows: &mut Vec<DiffRow>) {
        let mut shown = false;
        let may_precede: Vec<bool> = rows.iter().map(|row| row.continued).collect();
        for row in rows.iter_mut() {
            // Lines that are equal may be in the middle of a construct.
            if row.continued {
                row.continued = shown;
            } else if !row.differences.is_empty() {
                row.differences.retain(|d| self.has(d.category));
                shown = !row.differences.is_empty();
            }
            if row.is_context() {
                row.words.clear();
            }
        }
        // Lines that stand for nothing themselves also belong to the construct that follows them.
        let mut is_next_shown = false;
        for (row, may_precede) in rows.iter_mut().zip(may_precede).rev() {
            let is_one_sided = row.a.is_none() || row.b.is_none();
            row.continued |= may_precede && is_one_sided && is_next_shown;
            is_next_shown = row.continued || !row.differences.is_empty();
        }
        rows.retain(|row| row.continued || !row.differences.is_empty() || row.is_context());
    }

    /// The part with hunks made of these rows; `None` if no row has a difference that is reported.
    pub(crate) fn part_with_rows(&self, mut part: ChangedPart, mut rows: Vec<DiffRow>) -> Option<ChangedPart> {
        self.retain_categories(&mut rows);
        // A part that only one module has is shown whole, in one hunk.
        if part.a.is_none() || part.b.is_none() {
            let differs = rows.iter().any(|r| !r.differences.is_empty());
            if let Some(first) = rows.first_mut().filter(|_| differs) {
                first.continued = false;
            }
            part.hunks.push(Hunk { block: String::new(), rows, line_before: (0, 0) });
            return differs.then_some(part);
        }
        let ranges = self.hunk_ranges(&rows, part.kind);
        let mut block = String::new();
        let mut last = (0, 0);
        let mut ranges = ranges.into_iter().peekable();
        let mut hunk: Option<Hunk> = None;
        for (at, row) in rows.into_iter().enumerate() {
            if let Some(label) = label(&row) {
                block = label;
            }
            if ranges.peek().is_some_and(|r| r.start == at) {
                hunk = Some(Hunk { block: block.clone(), rows: Vec::new(), line_before: last });
            }
            let line = |side: &Option<RowSide>, last| side.as_ref().map_or(last, |side| side.line);
            last = (line(&row.a, last.0), line(&row.b, last.1));
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

    /// Adds rows of definitions to a part, as hunks of their own.
    pub(crate) fn add_definitions(&self, part: &mut ChangedPart, mut rows: Vec<DiffRow>) {
        rows.sort_by_key(|row| row.b.as_ref().or(row.a.as_ref()).map(|side| side.line));
        let ranges = without_jumps(&rows, 0..rows.len(), ADJACENT);
        let hunk = |range: Range<usize>| {
            let rows = rows.get(range).unwrap_or_default().to_vec();
            Hunk { block: String::new(), rows, line_before: (0, 0) }
        };
        part.hunks.extend(ranges.into_iter().map(hunk));
    }

    /// The ranges of rows that the hunks show: the rows that differ and those around them.
    fn hunk_ranges(&self, rows: &[DiffRow], kind: PartKind) -> Vec<std::ops::Range<usize>> {
        // Rows of one function may be left out, as comments are.
        const CLOSE: usize = 4;
        let changed: Vec<usize> = (0..rows.len()).filter(|&i| rows.get(i).is_some_and(|r| !r.is_context())).collect();
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
        for at in changed {
            let range = at.saturating_sub(self.context)..(at + self.context + 1).min(rows.len());
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        let step = if kind == PartKind::Function { CLOSE } else { ADJACENT };
        ranges.into_iter().flat_map(|range| without_jumps(rows, range, step)).collect()
    }
}

/// The operation that has all comdats of a module, whose name LLVM IR does not know.
const COMDATS: &str = "llvm.comdat";

/// From a line to the next.
const ADJACENT: usize = 1;

/// A range of rows, split where a file has more than `step` lines from one to the next.
fn without_jumps(rows: &[DiffRow], range: Range<usize>, step: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut last_a, mut last_b) = (None, None);
    for at in range {
        let Some(row) = rows.get(at) else { continue };
        let (a, b) = (row.a.as_ref().map(|s| s.line), row.b.as_ref().map(|s| s.line));
        let far = |line: Option<usize>, last: Option<usize>| {
            line.zip(last).is_some_and(|(line, last)| line <= last || line > last + step)
        };
        if parts.is_empty() || row.follows_moved || far(a, last_a) || far(b, last_b) {
            parts.push(at..at);
        }
        (last_a, last_b) = (a.or(last_a), b.or(last_b));
        if let Some(part) = parts.last_mut() {
            part.end = at + 1;
        }
    }
    parts.retain(|part| rows.get(part.clone()).is_some_and(|rows| rows.iter().any(|row| !row.is_context())));
    parts
}

/// The name of the block whose label the row shows, if it shows one.
fn label(row: &DiffRow) -> Option<String> {
    let text = &row.b.as_ref().or(row.a.as_ref())?.text;
    crate::source::label(text).map(str::to_owned)
}
