//! The common lines of two listings: a longest common subsequence, by the divide and conquer of E. Myers, "An O(ND)
//! Difference Algorithm and Its Variations", section 4b, within a number of steps, so that the result depends on the lines
//! alone. Once the steps are spent, lines count as common only at the beginning and the end of what is left. Where there are
//! many lines, one that the other listing has nowhere is no part of the search: otherwise many of these would take steps
//! that grow as their square.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::structural_hash::StructuralHash;

/// The steps that are left. A step looks at one line of each side.
pub(crate) struct Budget {
    left: usize,
    is_spent: bool,
}

/// Steps for each line.
const STEPS_A_LINE: usize = 512;

impl Budget {
    /// The steps for so many lines on both sides: in proportion to them.
    pub fn of_lines(lines: usize) -> Budget {
        Budget { left: STEPS_A_LINE * lines, is_spent: false }
    }

    /// Whether more steps were wanted than there were.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Takes steps; false if there are not so many left.
    pub fn take(&mut self, steps: usize) -> bool {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        self.is_spent |= left.is_none();
        left.is_some()
    }
}

/// Lines on both sides of which all are part of the search: what is found of them reads better.
const FEW: usize = 128;

/// The places of common lines, in order.
pub(crate) fn common_lines(a: &[StructuralHash], b: &[StructuralHash], budget: &mut Budget) -> Vec<(usize, usize)> {
    if a.len() + b.len() <= FEW {
        return search(a, b, budget);
    }
    let (in_a, in_b) = (shared_lines(a, b), shared_lines(b, a));
    let lines = |of: &[StructuralHash], places: &[usize]| {
        places.iter().filter_map(|&at| of.get(at).copied()).collect::<Vec<_>>()
    };
    let pairs = search(&lines(a, &in_a), &lines(b, &in_b), budget);
    pairs.into_iter().filter_map(|(x, y)| Some((*in_a.get(x)?, *in_b.get(y)?))).collect()
}

/// The places of lines that each side has once, in an order that both have: the longest such sequence. What stands once is not taken
/// for something like it. The steps are those that are left.
pub(crate) fn unique_lines(a: &[StructuralHash], b: &[StructuralHash], budget: &mut Budget) -> Vec<(usize, usize)> {
    if !budget.take(a.len() + b.len()) {
        return Vec::new();
    }
    let once = |of: &[StructuralHash]| {
        let mut places: FxHashMap<StructuralHash, Option<usize>> = FxHashMap::default();
        for (at, line) in of.iter().enumerate() {
            places.entry(*line).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (in_a, in_b) = (once(a), once(b));
    let pair = |line: &StructuralHash| Some((in_a.get(line).copied()??, in_b.get(line).copied()??));
    let pairs: Vec<(usize, usize)> = a.iter().filter_map(pair).collect();
    // By the length of a sequence, the pair that ends the one whose end is earliest; and of each pair, the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let place = |pair: &usize| pairs.get(*pair).map_or(0, |pair| pair.1);
    for (number, (_, at)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| place(end) < *at);
        before.push(length.checked_sub(1).and_then(|last| ends.get(last).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut longest: Vec<(usize, usize)> = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(number) = next {
        longest.extend(pairs.get(number));
        next = before.get(number).copied().flatten();
    }
    longest.reverse();
    longest
}

/// The places of lines that the other listing has, too.
fn shared_lines(of: &[StructuralHash], other: &[StructuralHash]) -> Vec<usize> {
    let others: FxHashSet<StructuralHash> = other.iter().copied().collect();
    of.iter().enumerate().filter(|(_, line)| others.contains(line)).map(|(at, _)| at).collect()
}

/// As [`common_lines`].
fn search(a: &[StructuralHash], b: &[StructuralHash], budget: &mut Budget) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut open = vec![(0..a.len(), 0..b.len())];
    while let Some((mut in_a, mut in_b)) = open.pop() {
        let line = |of: &[StructuralHash], at: usize| of.get(at).copied();
        while !in_a.is_empty() && !in_b.is_empty() && line(a, in_a.start) == line(b, in_b.start) {
            pairs.push((in_a.start, in_b.start));
            (in_a.start, in_b.start) = (in_a.start + 1, in_b.start + 1);
        }
        while !in_a.is_empty() && !in_b.is_empty() && line(a, in_a.end - 1) == line(b, in_b.end - 1) {
            (in_a.end, in_b.end) = (in_a.end - 1, in_b.end - 1);
            pairs.push((in_a.end, in_b.end));
        }
        let (Some(slice_a), Some(slice_b)) = (a.get(in_a.clone()), b.get(in_b.clone())) else { continue };
        if slice_a.is_empty() || slice_b.is_empty() {
            continue;
        }
        if let Some((x, y)) = middle(slice_a, slice_b, budget) {
            let (x, y) = (in_a.start + x, in_b.start + y);
            open.push((in_a.start..x, in_b.start..y));
            open.push((x..in_a.end, y..in_b.end));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// One direction of the search: for each diagonal, how far along `a` the furthest path has come.
struct Paths {
    furthest: Vec<isize>,
    middle: isize,
}

impl Paths {
    fn new(longest: isize) -> Paths {
        Paths { furthest: vec![0; 2 * longest as usize + 3], middle: longest + 1 }
    }

    fn at(&self, diagonal: isize) -> isize {
        self.furthest.get((diagonal + self.middle) as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, diagonal: isize, x: isize) {
        if let Some(slot) = self.furthest.get_mut((diagonal + self.middle) as usize) {
            *slot = x;
        }
    }

    /// Where the furthest path with `d` differences on a diagonal begins its run of common lines.
    fn step(&self, d: isize, k: isize) -> isize {
        let (below, above) = (self.at(k - 1), self.at(k + 1));
        if k == -d || (k != d && below < above) { above } else { below + 1 }
    }
}

/// The diagonals of paths with `d` differences that stay within `n` lines of `a` and `m` of `b`.
fn diagonals(d: isize, n: isize, m: isize) -> std::iter::StepBy<Range<isize>> {
    (-(d - 2 * (d - m).max(0))..d - 2 * (d - n).max(0) + 1).step_by(2)
}

/// A place on a shortest path, away from both ends; none where nothing is common or the steps are spent.
fn middle(a: &[StructuralHash], b: &[StructuralHash], budget: &mut Budget) -> Option<(usize, usize)> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    let delta = n - m;
    let longest = (n + m + 1) / 2;
    let (mut forward, mut backward) = (Paths::new(longest), Paths::new(longest));
    let same = |x: isize, y: isize| a.get(x as usize) == b.get(y as usize);
    let place = |x: isize, y: isize| {
        let is_inner = (x, y) != (0, 0) && (x, y) != (n, m);
        is_inner.then_some((x as usize, y as usize))
    };
    for d in 0..=longest {
        for k in diagonals(d, n, m) {
            let start = forward.step(d, k);
            let mut x = start;
            while x < n && x - k < m && same(x, x - k) {
                x += 1;
            }
            forward.set(k, x);
            if !budget.take(1 + (x - start) as usize) {
                return None;
            }
            if delta % 2 != 0 && (k - delta).abs() < d && x + backward.at(delta - k) >= n {
                return place(x, x - k).or_else(|| place(start, start - k));
            }
        }
        for k in diagonals(d, n, m) {
            let start = backward.step(d, k);
            let mut x = start;
            while x < n && x - k < m && same(n - 1 - x, m - 1 - (x - k)) {
                x += 1;
            }
            backward.set(k, x);
            if !budget.take(1 + (x - start) as usize) {
                return None;
            }
            if delta % 2 == 0 && (k - delta).abs() <= d && x + forward.at(delta - k) >= n {
                return place(n - x, m - (x - k)).or_else(|| place(n - start, m - (start - k)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of a longest common subsequence, by its definition.
    fn length(a: &[StructuralHash], b: &[StructuralHash]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut before = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { before + 1 } else { above.max(row[j]) };
                before = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn as_many_lines_are_common_as_can_be() {
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..3000 {
            let letters = 1 + round % 5;
            // As many as the search leaves lines out of, once in a while.
            let longest = if round % 50 == 0 { 200 } else { 12 };
            let mut text = || (0..next(longest)).map(|_| StructuralHash::from(next(letters))).collect::<Vec<_>>();
            let (a, b) = (text(), text());
            let pairs = common_lines(&a, &b, &mut Budget::of_lines(a.len() + b.len()));
            assert!(pairs.is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1), "{a:?} {b:?}: {pairs:?}");
            assert!(pairs.iter().all(|(x, y)| a[*x] == b[*y]), "{a:?} {b:?}: {pairs:?}");
            assert_eq!(pairs.len(), length(&a, &b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn lines_that_stand_once_are_paired_in_order() {
        let mut budget = Budget::of_lines(20);
        assert_eq!(unique_lines(&[7, 1, 7, 2, 3, 4], &[1, 7, 3, 2, 4, 5], &mut budget), [(1, 0), (4, 2), (5, 4)]);
        assert_eq!(unique_lines(&[1, 1], &[1, 2], &mut budget), []);
    }

    #[test]
    fn spent_steps_leave_both_ends() {
        let (a, b): (Vec<StructuralHash>, Vec<StructuralHash>) = (vec![1, 2, 3, 4, 9], vec![1, 3, 2, 5, 9]);
        let mut budget = Budget { left: 0, is_spent: false };
        assert_eq!(common_lines(&a, &b, &mut budget), [(0, 0), (4, 4)]);
        assert!(budget.is_spent() && !Budget::of_lines(0).is_spent());
    }
}
