//! The constructs of two listings by their lines, in the order of both texts.
//!
//! A text may have its lines in another order than the listing has its constructs: a debug record stands in LLVM IR where the
//! variable gets its value, in a listing after the value.

use super::definitions::BothTexts;
use super::words::words;
use crate::Category;
use crate::difference::Difference;

/// A construct of a listing: its first line in each text, and how it differs.
pub(crate) struct Item {
    pub a: Option<usize>,
    pub b: Option<usize>,
    pub differences: Vec<Difference>,
    pub is_phi: bool,
    /// Whether the construct is the same in the other text, but elsewhere among those around it.
    pub is_moved: bool,
}

impl Item {
    pub fn new(a: Option<usize>, b: Option<usize>) -> Item {
        Item { a, b, differences: Vec::new(), is_phi: false, is_moved: false }
    }

    /// The differences of the construct. Of a phi, an edge that only one module has is one: its line names it.
    pub fn with_incoming(self, both: BothTexts) -> Vec<Difference> {
        let mut differences = self.differences;
        if let (true, Some(a), Some(b)) = (self.is_phi && differences.is_empty(), self.a, self.b) {
            let edges = |line: &str| words(line).filter(|word| *word == "[").count();
            let (of_a, of_b) = (edges(both.a.line(a)), edges(both.b.line(b)));
            if of_a != of_b {
                let (of_a, of_b) = (Some(of_a.to_string()), Some(of_b.to_string()));
                differences.push(Difference::new(Category::Phi, "number of incoming values".to_owned(), of_a, of_b));
            }
        }
        differences
    }
}

/// The items that are on lines of their own, in an order in which the lines of both texts rise. The differences of the
/// others are those of the item before.
pub(crate) fn in_order(items: Vec<Item>) -> Vec<Item> {
    let mut placed: Vec<Item> = Vec::with_capacity(items.len());
    for mut item in items {
        if item.a.is_some() || item.b.is_some() {
            placed.push(item);
        } else if let Some(last) = placed.last_mut() {
            last.differences.append(&mut item.differences);
        }
    }
    let (pairs, mut alone): (Vec<Item>, Vec<Item>) =
        placed.into_iter().partition(|item| item.a.is_some() && item.b.is_some());
    let (mut rising, moved) = rising(pairs);
    for item in moved {
        let is_moved = item.differences.is_empty();
        alone.push(Item { is_moved, ..Item::new(item.a, None) });
        alone.push(Item { a: None, is_moved, ..item });
    }
    let (only_a, only_b): (Vec<Item>, Vec<Item>) = alone.into_iter().partition(|item| item.a.is_some());
    let only_a = on_lines_of_their_own(only_a, &mut rising, |item| item.a);
    let only_b = on_lines_of_their_own(only_b, &mut rising, |item| item.b);
    let mut ordered = Vec::with_capacity(rising.len() + only_a.len() + only_b.len());
    let (mut only_a, mut only_b) = (only_a.into_iter().peekable(), only_b.into_iter().peekable());
    for pair in rising {
        ordered.extend(std::iter::from_fn(|| only_a.next_if(|item| item.a < pair.a)));
        ordered.extend(std::iter::from_fn(|| only_b.next_if(|item| item.b < pair.b)));
        ordered.push(pair);
    }
    ordered.extend(only_a.chain(only_b));
    ordered
}

/// Items of one text in the order of their lines. The differences of one on the line of another, or of a pair, are that
/// one's.
fn on_lines_of_their_own(mut alone: Vec<Item>, pairs: &mut [Item], line: fn(&Item) -> Option<usize>) -> Vec<Item> {
    alone.sort_by_key(line);
    alone.dedup_by(|item, last| joins(item, last, line(item) == line(last)));
    alone.retain_mut(|item| {
        let at = pairs.partition_point(|pair| line(pair) < line(item));
        pairs.get_mut(at).is_none_or(|pair| {
            let is_on_its_line = line(pair) == line(item);
            !joins(item, pair, is_on_its_line)
        })
    });
    alone
}

/// Gives an item's differences to another one where both are one line's; whether they are.
fn joins(item: &mut Item, other: &mut Item, is_one_line: bool) -> bool {
    if is_one_line {
        other.differences.append(&mut item.differences);
    }
    is_one_line
}

/// The most pairs whose lines rise in both texts, in that order, and the others.
fn rising(mut pairs: Vec<Item>) -> (Vec<Item>, Vec<Item>) {
    // Of pairs on one line of the first text, only one can be in a run.
    pairs.sort_by_key(|item| (item.a, std::cmp::Reverse(item.b)));
    pairs.dedup_by(|item, last| joins(item, last, (item.a, item.b) == (last.a, last.b)));
    // Of the runs of each length, the pair that ends the one with the least line, and the pair before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let line = |at: usize| pairs.get(at).and_then(|pair| pair.b);
    for (at, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| line(*end) < pair.b);
        before.push(length.checked_sub(1).and_then(|last| ends.get(last).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut is_rising = vec![false; pairs.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        if let Some(is_rising) = is_rising.get_mut(at) {
            *is_rising = true;
        }
        next = before.get(at).copied().flatten();
    }
    let mut is_rising = is_rising.into_iter();
    pairs.into_iter().partition(|_| is_rising.next().unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(items: &[(Option<usize>, Option<usize>)]) -> Vec<(Option<usize>, Option<usize>)> {
        let items = items.iter().map(|(a, b)| Item::new(*a, *b)).collect();
        in_order(items).iter().map(|item| (item.a, item.b)).collect()
    }

    #[test]
    fn lines_that_one_text_has_alone_are_put_where_they_stand() {
        let found =
            lines(&[(Some(1), Some(1)), (None, Some(4)), (None, Some(2)), (Some(2), Some(3)), (Some(3), Some(5))]);
        let wanted = [(1, 1), (0, 2), (2, 3), (0, 4), (3, 5)];
        assert_eq!(found, wanted.map(|(a, b)| ((a > 0).then_some(a), Some(b))));
    }

    #[test]
    fn a_pair_out_of_order_takes_no_others_with_it() {
        let found = lines(&[(Some(1), Some(9)), (Some(2), Some(2)), (Some(3), Some(3))]);
        assert_eq!(found, [(Some(1), None), (Some(2), Some(2)), (Some(3), Some(3)), (None, Some(9))]);
    }
}
