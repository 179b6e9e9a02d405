//! The pairs of lines of two short stretches that have most in common in all: a line that changed next to one that is like it must
//! not take the other's place, as it would where equal lines alone are paired first.

use std::ops::Range;

use crate::lines::common_lines::Budget;
use crate::structural_hash::StructuralHash;

/// What two lines are worth as a pair, by the first level of [`Listing::matching_hashes`] at which they are equal: one equal pair is
/// worth as much as two or three of one operation.
///
/// [`Listing::matching_hashes`]: crate::lines::listing::Listing::matching_hashes
const WORTH: [u32; 4] = [9, 4, 3, 1];

/// The most pairs of lines that are weighed at once.
const MOST: usize = 1 << 14;

/// The hashes of lines at each level.
pub(crate) type Levels = [Vec<StructuralHash>; 4];

/// The pairs of a stretch of each side, in order. None where the stretches are too long, or the steps are spent.
pub(crate) fn weighed_pairs(
    (a, in_a): (&Levels, Range<usize>),
    (b, in_b): (&Levels, Range<usize>),
    budget: &mut Budget,
) -> Option<Vec<(usize, usize)>> {
    let width = in_b.len() + 1;
    if in_a.len() * in_b.len() > MOST || !budget.take(in_a.len() * in_b.len()) {
        return None;
    }
    // For each beginning of both stretches, what its best pairs are worth.
    let mut best = vec![0; (in_a.len() + 1) * width];
    let at = |best: &[u32], x: usize, y: usize| best.get(x * width + y).copied().unwrap_or(0);
    let worth = |x: usize, y: usize| worth(a, in_a.start + x, b, in_b.start + y);
    for x in 0..in_a.len() {
        for y in 0..in_b.len() {
            let paired = worth(x, y).map_or(0, |worth| at(&best, x, y) + worth);
            let most = paired.max(at(&best, x, y + 1)).max(at(&best, x + 1, y));
            if let Some(slot) = best.get_mut((x + 1) * width + y + 1) {
                *slot = most;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut x, mut y) = (in_a.len(), in_b.len());
    while x > 0 && y > 0 {
        let here = at(&best, x, y);
        if here == at(&best, x - 1, y) {
            x -= 1;
        } else if here == at(&best, x, y - 1) {
            y -= 1;
        } else {
            (x, y) = (x - 1, y - 1);
            pairs.push((in_a.start + x, in_b.start + y));
        }
    }
    Some(pairs)
}

/// What two lines are worth as a pair, if they are one.
fn worth(a: &Levels, x: usize, b: &Levels, y: usize) -> Option<u32> {
    let is_equal = |level: &usize| matches!((a.get(*level), b.get(*level)), (Some(a), Some(b)) if a.get(x) == b.get(y));
    (0..WORTH.len()).find(is_equal).and_then(|level| WORTH.get(level).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a name, an operation, and what it is done to: `load p`.
    fn levels(lines: &[&str]) -> Levels {
        let hash = |text: &str| text.bytes().fold(7, |hash: u128, byte| hash * 257 + u128::from(byte));
        let of = |words: usize| -> Vec<StructuralHash> {
            lines.iter().map(|line| hash(&line.split(' ').take(words).collect::<Vec<_>>().join(" "))).collect()
        };
        [of(3), of(2), of(1), lines.iter().map(|_| 1).collect()]
    }

    fn pairs(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
        let mut budget = Budget::of_lines(a.len() + b.len());
        let (a, b) = (&levels(a), &levels(b));
        let mut pairs = weighed_pairs((a, 0..a[0].len()), (b, 0..b[0].len()), &mut budget).unwrap_or_default();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn a_changed_line_stays_next_to_one_like_it() {
        let (a, b) = (["load plain p", "load plain q"], ["load volatile p", "load plain q"]);
        assert_eq!(pairs(&a, &b), [(0, 0), (1, 1)]);
        // All stores are equal, and one of them changed, where a line is new, too.
        let a = ["load plain p", "store plain p", "load plain p", "store plain p"];
        let b = ["load volatile p", "store plain p", "fence seq_cst", "load plain p", "store plain p"];
        assert_eq!(pairs(&a, &b), [(0, 0), (1, 1), (2, 3), (3, 4)]);
    }

    #[test]
    fn an_equal_line_is_worth_more_than_two_alike() {
        assert_eq!(pairs(&["load plain p", "load plain q"], &["load plain q", "load plain r"]), [(1, 0)]);
        assert_eq!(pairs(&["add nsw p"], &["call nop", "add nuw p"]), [(0, 1)]);
        assert_eq!(pairs(&["add nsw p"], &[]), []);
    }
}
