//! Computes which lines of a section's assembly correspond to which lines of its MLIR.
//!
//! An *item* is something of the model that the source maps name: an operation, a block label, a block argument. The
//! items of a section are numbered. Each line spells one item or none, and lines of the same item correspond.

use irtrip_dialect::Op;
use irtrip_dialect::source_map::SourceConstruct;
use rustc_hash::FxHashMap;

use crate::sections::{Section, SectionKind, SectionText};

/// Lines of one language, each with a line of the other one.
pub type LinePairs = Vec<(usize, usize)>;

/// The lines of a section's text in one language, and the item that each line spells.
pub struct LineIndex<'a> {
    text: &'a str,
    /// The byte that each line starts at.
    starts: Vec<usize>,
    /// For each line, the number of its item plus 1; 0 for a line without an item.
    pub items_of_lines: Vec<u32>,
}

impl<'a> LineIndex<'a> {
    fn new(text: &'a str) -> LineIndex<'a> {
        let mut starts: Vec<usize> =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1)).collect();
        // No line follows the newline that ends the text.
        starts.pop_if(|last| *last == text.len());
        let items_of_lines = vec![0; starts.len()];
        LineIndex { text, starts, items_of_lines }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The line that holds byte `at`, from 0.
    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The line and column of byte `at`, both from 0. Columns count UTF-16 code units, as the page's script does.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let line = self.line_of(at);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..at).unwrap_or_default();
        (line, if before.is_ascii() { before.len() } else { before.encode_utf16().count() })
    }

    /// The text of a line without its newline. `text` is the text that was indexed.
    pub fn text_of<'t>(&self, text: &'t str, line: usize) -> Option<&'t str> {
        let start = *self.starts.get(line)?;
        let rest = text.get(start..)?;
        rest.split('\n').next()
    }

    fn is_blank(&self, line: usize) -> bool {
        let start = self.starts.get(line).copied().unwrap_or(0);
        matches!(self.text.as_bytes().get(start), None | Some(b'\n'))
    }

    /// Assigns `item` to the lines of the bytes `start..end`, except to blank lines.
    fn assign_item(&mut self, start: usize, end: usize, item: u32) {
        for line in self.line_of(start)..=self.line_of(end.max(start + 1) - 1) {
            if !self.is_blank(line)
                && let Some(slot) = self.items_of_lines.get_mut(line)
            {
                *slot = item + 1;
            }
        }
    }
}

/// A section's items, and the lines that spell them in both languages.
pub struct LineCorrespondence<'a> {
    /// The lines of the assembly.
    pub llvm: LineIndex<'a>,
    /// The lines of the MLIR.
    pub mlir: LineIndex<'a>,
    /// The number of each item.
    pub items: FxHashMap<SourceConstruct, u32>,
    /// For each item, its first line in the assembly.
    first_llvm_lines: Vec<Option<usize>>,
    /// For each item, its first line in the MLIR.
    first_mlir_lines: Vec<Option<usize>>,
    /// The byte range in the assembly of each operand that a terminator passes to a successor: a phi's incoming value.
    pub llvm_successor_operands: FxHashMap<SourceConstruct, (usize, usize)>,
    /// The byte range of each such operand in the MLIR.
    pub mlir_successor_operands: FxHashMap<SourceConstruct, (usize, usize)>,
    /// The byte range of each block argument in the MLIR.
    pub arguments: FxHashMap<SourceConstruct, (usize, usize)>,
}

impl<'a> LineCorrespondence<'a> {
    /// Numbers the items of a section and finds their lines.
    pub fn of_section(section: &'a Section) -> LineCorrespondence<'a> {
        let mut found = LineCorrespondence {
            llvm: LineIndex::new(&section.llvm.text),
            mlir: LineIndex::new(&section.mlir.text),
            items: FxHashMap::default(),
            first_llvm_lines: Vec::new(),
            first_mlir_lines: Vec::new(),
            llvm_successor_operands: FxHashMap::default(),
            mlir_successor_operands: FxHashMap::default(),
            arguments: FxHashMap::default(),
        };
        found.read_source_map(&section.mlir, true);
        found.read_source_map(&section.llvm, false);
        found
    }

    /// Takes the items and their lines from the source map of one language; `mlir` tells which.
    fn read_source_map(&mut self, side: &SectionText, mlir: bool) {
        let mut order: Vec<usize> = (0..side.ranges.len()).collect();
        // A range inside another comes after it, so that the innermost item gets the line.
        order.sort_by_key(|i| (side.ranges[*i].start, std::cmp::Reverse(side.ranges[*i].end)));
        for range in order.into_iter().map(|i| side.ranges[i]) {
            let bytes = (range.start, range.end);
            if let SourceConstruct::Passed { .. } = range.construct {
                let operands = if mlir { &mut self.mlir_successor_operands } else { &mut self.llvm_successor_operands };
                operands.insert(range.construct, bytes);
                continue;
            }
            if range.construct == SourceConstruct::Declaration {
                continue;
            }
            let item = self.number_item(range.construct);
            // In MLIR, a block's arguments are on its label's line, which stays the label's.
            let on_label_line = mlir && matches!(range.construct, SourceConstruct::Argument(..));
            let (lines, first) = if mlir {
                (&mut self.mlir, &mut self.first_mlir_lines)
            } else {
                (&mut self.llvm, &mut self.first_llvm_lines)
            };
            let blank = lines.is_blank(lines.line_of(range.start));
            first[item as usize].get_or_insert(lines.line_of(range.start) + usize::from(blank));
            if on_label_line {
                self.arguments.insert(range.construct, bytes);
            } else {
                lines.assign_item(range.start, range.end, item);
            }
        }
    }

    /// The number of an item, which gets the next number where it has none yet.
    fn number_item(&mut self, construct: SourceConstruct) -> u32 {
        let next = self.items.len() as u32;
        let item = *self.items.entry(construct).or_insert(next);
        if item == next {
            self.first_llvm_lines.push(None);
            self.first_mlir_lines.push(None);
        }
        item
    }

    /// The number of an item.
    pub fn item(&self, construct: SourceConstruct) -> Option<u32> {
        self.items.get(&construct).copied()
    }

    /// An item's first line in the assembly.
    pub fn llvm_line(&self, item: u32) -> Option<usize> {
        self.first_llvm_lines.get(item as usize).copied().flatten()
    }

    /// An item's first line in the MLIR.
    pub fn mlir_line(&self, item: u32) -> Option<usize> {
        self.first_mlir_lines.get(item as usize).copied().flatten()
    }

    /// For the lines of one language that spell something the other has, too: the line in the whole text, and the first such
    /// line of the other language in its whole text. `of_llvm` tells which language the lines are of.
    pub fn whole_lines(&self, section: &Section, of_llvm: bool) -> LinePairs {
        let (from, numbers, other) = match of_llvm {
            true => (&self.llvm, &section.llvm, &section.mlir),
            false => (&self.mlir, &section.mlir, &section.llvm),
        };
        let there = |item| if of_llvm { self.mlir_line(item) } else { self.llvm_line(item) };
        let items = from.items_of_lines.iter().enumerate();
        let pair = |(line, item): (usize, &u32)| {
            Some((numbers.whole_line(line)?, other.whole_line(there(item.checked_sub(1)?)?)?))
        };
        items.filter_map(pair).collect()
    }

    /// The first line in the MLIR of an operation in the function's body.
    pub fn mlir_line_of_op(&self, op: Op) -> Option<usize> {
        self.mlir_line(self.item(SourceConstruct::Op(op))?)
    }

    /// The rows of the page, which hold a line of each language or of one alone, as run lengths: first the rows with
    /// both, then those with assembly alone, then those with MLIR alone, then again those with both, and so on.
    pub fn rows(&self, kind: SectionKind) -> Vec<usize> {
        let mut rows = RowRuns::default();
        let (mut l, mut m) = (0, 0);
        // In a function, unrelated lines are on rows of their own, so that nothing seems to correspond that does not.
        let separate = matches!(kind, SectionKind::Function(_));
        for (llvm, mlir) in self.anchors() {
            rows.push_unrelated(llvm - l, mlir - m, separate);
            (l, m) = (llvm, mlir);
            // The lines of one item are side by side as long as both languages have some.
            (l, m) = self.end_of_item((l, m));
            rows.push(BOTH, l - llvm);
        }
        rows.push_unrelated(self.llvm.len() - l, self.mlir.len() - m, separate);
        rows.runs
    }

    /// Pairs `(assembly line, MLIR line)` of corresponding lines, as many as possible such that both numbers rise: a
    /// longest increasing subsequence. A phi is in none of them, since a block argument has no line of its own in the
    /// MLIR.
    fn anchors(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (line, item_plus_1) in self.llvm.items_of_lines.iter().enumerate() {
            let item = item_plus_1.checked_sub(1).filter(|item| self.llvm_line(*item) == Some(line));
            let Some(item) = item else { continue };
            if let Some(mlir) = self.mlir_line(item).filter(|m| self.mlir.items_of_lines.get(*m) == Some(item_plus_1)) {
                pairs.push((line, mlir));
            }
        }
        // A function's first lines correspond, and so may its last ones, the closing braces.
        let lasts = (self.llvm.len().saturating_sub(1), self.mlir.len().saturating_sub(1));
        let last_items = (self.llvm.items_of_lines.get(lasts.0), self.mlir.items_of_lines.get(lasts.1));
        if last_items.0 == last_items.1 && last_items.0.is_some_and(|item| *item > 0) && pairs.last() != Some(&lasts) {
            pairs.push(lasts);
        }
        let mut anchors = longest_increasing(&pairs);
        // A pair is no anchor if an anchor before it already takes its lines, being of the same item.
        let mut end = (0, 0);
        anchors.retain(|pair| {
            let is_free = pair.0 >= end.0 && pair.1 >= end.1;
            if is_free {
                end = self.end_of_item(*pair);
            }
            is_free
        });
        anchors
    }

    /// The pair of lines after the run of lines, equally long in both languages, that starts at a pair of lines and in
    /// which all lines are of the first pair's item.
    fn end_of_item(&self, (mut l, mut m): (usize, usize)) -> (usize, usize) {
        let first = (self.llvm.items_of_lines.get(l), self.mlir.items_of_lines.get(m));
        while self.llvm.items_of_lines.get(l).is_some()
            && self.mlir.items_of_lines.get(m).is_some()
            && self.llvm.items_of_lines.get(l) == first.0
            && self.mlir.items_of_lines.get(m) == first.1
        {
            (l, m) = (l + 1, m + 1);
        }
        (l, m)
    }
}

/// The longest subsequence in which the second numbers rise. The first numbers of `pairs` rise already.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // At index n: the pair that ends a subsequence of n + 1 pairs with the lowest second number.
    let mut ends: Vec<usize> = Vec::new();
    let mut predecessors: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < pair.1);
        predecessors.push(length.checked_sub(1).map(|l| ends[l]));
        if length == ends.len() { ends.push(i) } else { ends[length] = i }
    }
    let mut longest: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |i| predecessors[*i]).map(|i| pairs[i]).collect();
    longest.reverse();
    longest
}

/// Rows with a line of both languages, with a line of assembly alone, with a line of MLIR alone: the run of each is at
/// the index that has this remainder when divided by 3.
const BOTH: usize = 0;
const LLVM_ONLY: usize = 1;
const MLIR_ONLY: usize = 2;

/// Run lengths of the three kinds of rows in turn; a kind that is missing in its turn has a run of 0.
#[derive(Default)]
struct RowRuns {
    runs: Vec<usize>,
}

impl RowRuns {
    /// Appends `count` rows of a kind.
    fn push(&mut self, kind: usize, count: usize) {
        if count == 0 {
            return;
        }
        let last_kind = self.runs.len().checked_sub(1).map(|last| last % 3);
        match self.runs.last_mut() {
            Some(last) if last_kind == Some(kind) => *last += count,
            _ => {
                while self.runs.len() % 3 != kind {
                    self.runs.push(0);
                }
                self.runs.push(count);
            }
        }
    }

    /// Appends lines that do not correspond: each on a row of its own if `separate`, else side by side.
    fn push_unrelated(&mut self, llvm: usize, mlir: usize, separate: bool) {
        let both = if separate { 0 } else { llvm.min(mlir) };
        self.push(BOTH, both);
        self.push(LLVM_ONLY, llvm - both);
        self.push(MLIR_ONLY, mlir - both);
    }
}
