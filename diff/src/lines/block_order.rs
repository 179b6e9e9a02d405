//! Puts the blocks of the second version of a function in the order that the first has them in, so that another order of
//! blocks is no change. Blocks are paired by what they do and by who reaches them: never by their names or places.

use std::ops::Range;

use irtrip_dialect::Block;
use rustc_hash::FxHashMap;

use crate::lines::alignment::corresponding_lines;
use crate::lines::listing::{Line, Listing};
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher};

/// The blocks of a function, by their place in its listing.
struct Blocks {
    /// The lines of each block.
    lines: Vec<Range<usize>>,
    /// What each does: the hashes of its lines.
    contents: Vec<StructuralHash>,
    /// The operations of each, by name.
    kinds: Vec<StructuralHash>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

/// The body of a function in its listing: the first one is the module's own.
const BODY: usize = 1;

impl Blocks {
    fn new<'a>(listing: &Listing<'a>, hasher: &mut StructuralHasher<'a>) -> Blocks {
        let is_label = |&(line, depth): &(Line, usize)| matches!(line, Line::Block(BODY, _)) && depth == 0;
        let starts: Vec<usize> =
            (0..listing.lines.len()).filter(|&at| listing.lines.get(at).is_some_and(is_label)).collect();
        let ends = starts.iter().copied().skip(1).chain([listing.lines.len()]);
        let lines: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
        let mut hash = |of: &dyn Fn(&Listing<'a>, Line, &mut StructuralHasher<'a>) -> StructuralHash| {
            let hash_of = |range: &Range<usize>, hasher: &mut StructuralHasher<'a>| {
                let mut hash = HashBuilder::new();
                for (line, _) in listing.lines.get(range.clone()).unwrap_or_default() {
                    hash.add_u128(of(listing, *line, hasher));
                }
                hash.finish()
            };
            lines.iter().map(|range| hash_of(range, hasher)).collect::<Vec<StructuralHash>>()
        };
        let contents = hash(&|listing, line, hasher| listing.line_hash(line, hasher));
        let kinds = hash(&|listing, line, hasher| listing.kind_of(line, hasher));
        let block = |range: &Range<usize>| match listing.lines.get(range.start) {
            Some((Line::Block(_, block), _)) => Some(*block),
            _ => None,
        };
        let places: FxHashMap<Block, usize> =
            lines.iter().enumerate().filter_map(|(at, range)| Some((block(range)?, at))).collect();
        let mut predecessors = vec![Vec::new(); lines.len()];
        let mut successors = Vec::with_capacity(lines.len());
        for (at, range) in lines.iter().enumerate() {
            let body = listing.bodies.get(BODY);
            let last = body.zip(block(range)).and_then(|(body, block)| Some((body, body.last_op(block)?)));
            let targets = last.map(|(body, op)| body.successors(op)).unwrap_or_default();
            let targets: Vec<usize> = targets.iter().filter_map(|to| places.get(&to.block).copied()).collect();
            for to in &targets {
                predecessors.get_mut(*to).into_iter().for_each(|of: &mut Vec<usize>| of.push(at));
            }
            successors.push(targets);
        }
        Blocks { lines, contents, kinds, successors, predecessors }
    }

    /// What each block does, and what those around it do.
    fn surroundings(&self) -> Vec<StructuralHash> {
        let of = |places: &[usize]| {
            let mut hashes: Vec<StructuralHash> =
                places.iter().filter_map(|&at| self.contents.get(at).copied()).collect();
            hashes.sort_unstable();
            hashes
        };
        let hash = |at: usize| {
            let mut hash = HashBuilder::new();
            hash.add_u128(self.contents.get(at).copied().unwrap_or_default());
            for places in [self.successors.get(at), self.predecessors.get(at)] {
                let hashes = of(places.map(Vec::as_slice).unwrap_or_default());
                hash.add_u64(hashes.len() as u64);
                hashes.into_iter().for_each(|one| hash.add_u128(one));
            }
            hash.finish()
        };
        (0..self.lines.len()).map(hash).collect()
    }
}

/// Blocks of both versions that are one another's.
struct Pairs<'b> {
    a: &'b Blocks,
    b: &'b Blocks,
    of_a: Vec<Option<usize>>,
    of_b: Vec<Option<usize>>,
}

impl Pairs<'_> {
    /// Pairs two blocks, if neither is paired, and those that can only be reached from these or reach these.
    fn add(&mut self, x: usize, y: usize) {
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            let (Some(None), Some(None)) = (self.of_a.get(x), self.of_b.get(y)) else { continue };
            self.of_a.get_mut(x).into_iter().for_each(|slot| *slot = Some(y));
            self.of_b.get_mut(y).into_iter().for_each(|slot| *slot = Some(x));
            for (of_a, of_b) in [(&self.a.successors, &self.b.successors), (&self.a.predecessors, &self.b.predecessors)]
            {
                let (Some(of_a), Some(of_b)) = (of_a.get(x), of_b.get(y)) else { continue };
                let free_a: Vec<usize> = of_a.iter().copied().filter(|&at| self.of_a.get(at) == Some(&None)).collect();
                let free_b: Vec<usize> = of_b.iter().copied().filter(|&at| self.of_b.get(at) == Some(&None)).collect();
                let is_alike = |pair: &(&usize, &usize)| self.a.kinds.get(*pair.0) == self.b.kinds.get(*pair.1);
                if free_a.len() == free_b.len() {
                    open.extend(free_a.iter().zip(&free_b).filter(is_alike).map(|(x, y)| (*x, *y)));
                }
            }
        }
    }

    /// Pairs the blocks that alone on each side have some hash.
    fn add_unique(&mut self, of_a: &[StructuralHash], of_b: &[StructuralHash]) {
        let unique = |hashes: &[StructuralHash], pairs: &[Option<usize>]| {
            let mut places: FxHashMap<StructuralHash, Option<usize>> = FxHashMap::default();
            for (at, hash) in hashes.iter().enumerate().filter(|(at, _)| pairs.get(*at) == Some(&None)) {
                places.entry(*hash).and_modify(|place| *place = None).or_insert(Some(at));
            }
            places
        };
        let (in_a, in_b) = (unique(of_a, &self.of_a), unique(of_b, &self.of_b));
        let mut found: Vec<(usize, usize)> =
            in_a.iter().filter_map(|(hash, x)| Some(((*x)?, (*in_b.get(hash)?)?))).collect();
        found.sort_unstable();
        found.into_iter().for_each(|(x, y)| self.add(x, y));
    }
}

/// Puts the blocks of `b` in the order of those of `a` that they are paired with, if more lines correspond then.
pub(crate) fn follow<'a>(
    a: (&Listing<'a>, &mut StructuralHasher<'a>),
    b: (&mut Listing<'a>, &mut StructuralHasher<'a>),
) {
    if !a.0.is_function() || !b.0.is_function() {
        return;
    }
    let (of_a, of_b) = (Blocks::new(a.0, a.1), Blocks::new(b.0, b.1));
    let Some(order) = order(&of_a, &of_b) else { return };
    let lines = b.0.lines.clone();
    let hashes_a = a.0.matching_hashes(a.1);
    let mut common = |listing: &Listing<'a>| {
        let hashes_b = listing.matching_hashes(b.1);
        let pairs = corresponding_lines(&hashes_a, &hashes_b).0;
        pairs.iter().filter(|(x, y)| hashes_a[1].get(*x) == hashes_b[1].get(*y)).count()
    };
    let before = common(b.0);
    let first = of_b.lines.first().map_or(0, |range| range.start);
    let mut arranged = lines.get(..first).unwrap_or_default().to_vec();
    for range in order.iter().filter_map(|&at| of_b.lines.get(at)) {
        arranged.extend_from_slice(lines.get(range.clone()).unwrap_or_default());
    }
    b.0.lines = arranged;
    if common(b.0) <= before {
        b.0.lines = lines;
    }
}

/// The order of the second version's blocks that follows the first version's; none where it is the one that they have.
fn order(a: &Blocks, b: &Blocks) -> Option<Vec<usize>> {
    let (count_a, count_b) = (a.lines.len(), b.lines.len());
    if count_a < 3 || count_b < 3 {
        return None;
    }
    let mut pairs = Pairs { a, b, of_a: vec![None; count_a], of_b: vec![None; count_b] };
    pairs.add(0, 0);
    pairs.add_unique(&a.surroundings(), &b.surroundings());
    pairs.add_unique(&a.contents, &b.contents);
    pairs.add_unique(&a.kinds, &b.kinds);
    if pairs.of_a.iter().flatten().is_sorted() {
        return None;
    }
    // A block without a counterpart stays after the one that it stands after.
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); count_b];
    let mut last = 0;
    for at in 0..count_b {
        last = if pairs.of_b.get(at).is_some_and(Option::is_some) { at } else { last };
        followers.get_mut(last)?.push(at);
    }
    Some(pairs.of_a.iter().flatten().filter_map(|&at| followers.get(at)).flatten().copied().collect())
}
