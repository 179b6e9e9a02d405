//! Which line of one side belongs to which of the other.
//!
//! Whatever both sides speak of is an item, with a number; each line belongs to one or to none.

use irtrip_dialect::Op;
use irtrip_dialect::source_map::SourceEntity;
use rustc_hash::FxHashMap;

use crate::sections::{Kind, Section, Side};

/// The lines of a side.
pub struct Lines<'a> {
    text: &'a str,
    /// Where each line starts.
    starts: Vec<usize>,
    /// By line: the item it belongs to, plus 1; 0 for none.
    pub owners: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut starts: Vec<usize> =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1)).collect();
        // What stands behind the last line's end is no line.
        starts.pop_if(|last| *last == text.len());
        let owners = vec![0; starts.len()];
        Lines { text, starts, owners }
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The line a byte is in.
    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// A line and column, the latter counted as the page's script does.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let line = self.line_of(at);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..at).unwrap_or_default();
        (line, if before.is_ascii() { before.len() } else { before.encode_utf16().count() })
    }

    /// A line without its end.
    pub fn text_of<'t>(&self, text: &'t str, line: usize) -> Option<&'t str> {
        let start = *self.starts.get(line)?;
        let rest = text.get(start..)?;
        rest.split('\n').next()
    }

    fn is_blank(&self, line: usize) -> bool {
        let start = self.starts.get(line).copied().unwrap_or(0);
        matches!(self.text.as_bytes().get(start), None | Some(b'\n'))
    }

    fn own(&mut self, start: usize, end: usize, item: u32) {
        for line in self.line_of(start)..=self.line_of(end.max(start + 1) - 1) {
            if !self.is_blank(line)
                && let Some(owner) = self.owners.get_mut(line)
            {
                *owner = item + 1;
            }
        }
    }
}

/// A section's items and the lines of both sides.
pub struct Correspondence<'a> {
    /// The assembly's.
    pub llvm: Lines<'a>,
    /// The MLIR's.
    pub mlir: Lines<'a>,
    /// The items' numbers.
    pub items: FxHashMap<SourceEntity, u32>,
    /// By item: its first line in the assembly.
    llvm_first: Vec<Option<usize>>,
    /// By item: its first line in the MLIR.
    mlir_first: Vec<Option<usize>>,
    /// Where the operands that terminators pass stand in the assembly, first and last byte.
    pub llvm_passed: FxHashMap<SourceEntity, (usize, usize)>,
    /// Where they stand in the MLIR.
    pub mlir_passed: FxHashMap<SourceEntity, (usize, usize)>,
    /// Where blocks' arguments stand in the MLIR.
    pub arguments: FxHashMap<SourceEntity, (usize, usize)>,
}

impl<'a> Correspondence<'a> {
    /// Finds the items of a section.
    pub fn find(section: &'a Section) -> Correspondence<'a> {
        let mut found = Correspondence {
            llvm: Lines::new(&section.llvm.text),
            mlir: Lines::new(&section.mlir.text),
            items: FxHashMap::default(),
            llvm_first: Vec::new(),
            mlir_first: Vec::new(),
            llvm_passed: FxHashMap::default(),
            mlir_passed: FxHashMap::default(),
            arguments: FxHashMap::default(),
        };
        found.side(&section.mlir, true);
        found.side(&section.llvm, false);
        found
    }

    fn side(&mut self, side: &Side, mlir: bool) {
        let mut order: Vec<usize> = (0..side.marks.len()).collect();
        // What stands within another comes behind it, and has the last word about its lines.
        order.sort_by_key(|i| (side.marks[*i].start, std::cmp::Reverse(side.marks[*i].end)));
        for stretch in order.into_iter().map(|i| side.marks[i]) {
            let range = (stretch.start, stretch.end);
            if let SourceEntity::Passed { .. } = stretch.says {
                let passed = if mlir { &mut self.mlir_passed } else { &mut self.llvm_passed };
                passed.insert(stretch.says, range);
                continue;
            }
            if stretch.says == SourceEntity::Declaration {
                continue;
            }
            let item = self.item(stretch.says);
            // A block's arguments share its label's line.
            let shares = mlir && matches!(stretch.says, SourceEntity::Argument(..));
            let (lines, first) =
                if mlir { (&mut self.mlir, &mut self.mlir_first) } else { (&mut self.llvm, &mut self.llvm_first) };
            let blank = lines.is_blank(lines.line_of(stretch.start));
            first[item as usize].get_or_insert(lines.line_of(stretch.start) + usize::from(blank));
            if shares {
                self.arguments.insert(stretch.says, range);
            } else {
                lines.own(stretch.start, stretch.end, item);
            }
        }
    }

    fn item(&mut self, subject: SourceEntity) -> u32 {
        let next = self.items.len() as u32;
        let item = *self.items.entry(subject).or_insert(next);
        if item == next {
            self.llvm_first.push(None);
            self.mlir_first.push(None);
        }
        item
    }

    /// The item of a subject.
    pub fn of(&self, subject: SourceEntity) -> Option<u32> {
        self.items.get(&subject).copied()
    }

    /// An item's first line in the assembly.
    pub fn llvm_line(&self, item: u32) -> Option<usize> {
        self.llvm_first.get(item as usize).copied().flatten()
    }

    /// An item's first line in the MLIR.
    pub fn mlir_line(&self, item: u32) -> Option<usize> {
        self.mlir_first.get(item as usize).copied().flatten()
    }

    /// The first line in the MLIR of an operation.
    pub fn mlir_op(&self, op: Op) -> Option<usize> {
        self.mlir_line(self.of(SourceEntity::Op(op))?)
    }

    /// The rows in which both sides stand beside each other, as lengths by turns: rows of both, rows of the assembly
    /// alone, rows of the MLIR alone.
    pub fn rows(&self, kind: Kind) -> Vec<usize> {
        let mut rows = Rows::default();
        let (mut l, mut m) = (0, 0);
        let apart = matches!(kind, Kind::Function(_));
        for (llvm, mlir) in self.anchors() {
            rows.gap(llvm - l, mlir - m, apart);
            (l, m) = (llvm, mlir);
            // The lines of one item go together as long as both sides have some.
            (l, m) = self.end_of((l, m));
            rows.push(0, l - llvm);
        }
        rows.gap(self.llvm.len() - l, self.mlir.len() - m, apart);
        rows.runs
    }

    /// Lines of both sides that belong together, so that both sides' numbers rise: the longest such sequence. A phi has no
    /// line of its own in the MLIR.
    fn anchors(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (line, owner) in self.llvm.owners.iter().enumerate() {
            let Some(item) = owner.checked_sub(1).filter(|item| self.llvm_line(*item) == Some(line)) else { continue };
            if let Some(mlir) = self.mlir_line(item).filter(|m| self.mlir.owners.get(*m) == Some(owner)) {
                pairs.push((line, mlir));
            }
        }
        // What begins together may end together, such as a function in its brace.
        let lasts = (self.llvm.len().saturating_sub(1), self.mlir.len().saturating_sub(1));
        let owners = (self.llvm.owners.get(lasts.0), self.mlir.owners.get(lasts.1));
        if owners.0 == owners.1 && owners.0.is_some_and(|owner| *owner > 0) && pairs.last() != Some(&lasts) {
            pairs.push(lasts);
        }
        // By length: the pair that ends the sequence of that length with the lowest line.
        let mut ends: Vec<usize> = Vec::new();
        let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
        for (i, pair) in pairs.iter().enumerate() {
            let length = ends.partition_point(|end| pairs[*end].1 < pair.1);
            before.push(length.checked_sub(1).map(|l| ends[l]));
            if length == ends.len() { ends.push(i) } else { ends[length] = i }
        }
        let mut chain: Vec<(usize, usize)> =
            std::iter::successors(ends.last().copied(), |i| before[*i]).map(|i| pairs[i]).collect();
        chain.reverse();
        // The lines of an item that a pair before has taken are no gap.
        let mut taken = (0, 0);
        chain.retain(|pair| {
            let free = pair.0 >= taken.0 && pair.1 >= taken.1;
            if free {
                taken = self.end_of(*pair);
            }
            free
        });
        chain
    }

    /// The lines behind those that one item has from a pair of lines on, on both sides.
    fn end_of(&self, (mut l, mut m): (usize, usize)) -> (usize, usize) {
        let owner = (self.llvm.owners.get(l), self.mlir.owners.get(m));
        while self.llvm.owners.get(l).is_some()
            && self.mlir.owners.get(m).is_some()
            && self.llvm.owners.get(l) == owner.0
            && self.mlir.owners.get(m) == owner.1
        {
            (l, m) = (l + 1, m + 1);
        }
        (l, m)
    }
}

/// Lengths of runs of rows: of both sides, of the first alone, of the second alone, by turns.
#[derive(Default)]
struct Rows {
    runs: Vec<usize>,
}

impl Rows {
    fn push(&mut self, turn: usize, count: usize) {
        if count == 0 {
            return;
        }
        let now = self.runs.len().checked_sub(1).map(|last| last % 3);
        match self.runs.last_mut() {
            Some(last) if now == Some(turn) => *last += count,
            _ => {
                while self.runs.len() % 3 != turn {
                    self.runs.push(0);
                }
                self.runs.push(count);
            }
        }
    }

    /// Lines that belong to none of the other side: in rows of their own, or beside each other.
    fn gap(&mut self, llvm: usize, mlir: usize, apart: bool) {
        let both = if apart { 0 } else { llvm.min(mlir) };
        self.push(0, both);
        self.push(1, llvm - both);
        self.push(2, mlir - both);
    }
}
