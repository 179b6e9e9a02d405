//! Dominator trees of a body's regions, and what they say about a value's uses.
//!
//! The tree is Lengauer and Tarjan's, with path compression: edges times the logarithm of blocks, whatever the shape.

use crate::body::{Block, Body, Op, Region, Value, ValueDef};
use crate::ops::{irtrip, llvm};

/// A block no path from its region's entry leads to.
const UNREACHABLE: u32 = u32::MAX;

/// Where a body's operations and blocks stand, and which blocks dominate which.
pub(super) struct Dominance {
    /// An operation's place in its block; only those in blocks count.
    order: Vec<u32>,
    /// When a walk of its region's dominator tree enters and leaves a block.
    spans: Vec<(u32, u32)>,
    /// The operation that holds a region, for regions inside this body.
    holders: Vec<Option<Op>>,
    /// By region: how deep it is in others.
    nesting: Vec<Nesting>,
}

/// A region's place among those around it.
#[derive(Clone, Copy)]
struct Nesting {
    depth: u32,
    /// The next region around it.
    around: Option<Region>,
    /// A region further out, the region itself where none is around it: by these, any region around is found in steps that grow
    /// as the logarithm of the depth (E. Myers, "An applicative random-access stack").
    further: Region,
}

impl Nesting {
    fn outermost(region: Region) -> Nesting {
        Nesting { depth: 0, around: None, further: region }
    }
}

impl Dominance {
    /// Orders the operations of every region and builds the dominator tree of each. Regions come after those around them.
    pub(super) fn new(body: &Body, regions: &[(Region, Option<Op>)]) -> Dominance {
        let around = |holder: Option<Op>| body.block_parent(body.parent(holder?)?);
        let known = regions.iter().flat_map(|&(region, holder)| [Some(region), around(holder)]);
        let region_count = known.flatten().map(|region| region.index() + 1).max().unwrap_or(0);
        let mut dominance = Dominance {
            order: vec![0; body.op_count()],
            spans: vec![(UNREACHABLE, UNREACHABLE); body.block_count()],
            holders: vec![None; region_count],
            nesting: (0..region_count).map(|i| Nesting::outermost(Region::new(i))).collect(),
        };
        let mut numbers = vec![UNREACHABLE; body.block_count()];
        for &(region, holder) in regions {
            dominance.holders[region.index()] = holder;
            if let Some(around) = around(holder) {
                dominance.nesting[region.index()] = dominance.nested_in(around);
            }
            let blocks = body.blocks(region);
            for &block in blocks {
                for (place, op) in body.ops(block).enumerate() {
                    dominance.order[op.index()] = place as u32;
                }
            }
            match blocks {
                [] => {}
                [only] => dominance.spans[only.index()] = (0, 1),
                _ => dominance.add_tree(body, region, &mut numbers),
            }
        }
        dominance
    }

    /// The dominator tree of a region's blocks, without the order of operations inside them.
    fn of_blocks(body: &Body, region: Region) -> Dominance {
        let count = body.block_count();
        let spans = vec![(UNREACHABLE, UNREACHABLE); count];
        let mut dominance = Dominance { order: Vec::new(), spans, holders: Vec::new(), nesting: Vec::new() };
        match body.blocks(region) {
            [only] => dominance.spans[only.index()] = (0, 1),
            _ => dominance.add_tree(body, region, &mut vec![UNREACHABLE; count]),
        }
        dominance
    }

    /// Whether a path from its region's entry leads to a block.
    pub(super) fn is_reachable(&self, block: Block) -> bool {
        self.spans[block.index()].0 != UNREACHABLE
    }

    /// Whether every path to a block takes the edge of an invoke to its normal destination. `edges` are how many lead
    /// to each block.
    fn is_after_normal_edge(&self, body: &Body, region: Region, invoke: Op, block: Block, edges: &[u32]) -> bool {
        let from = body.parent(invoke);
        let Some(normal) = body.successors(invoke).first().map(|s| s.block) else { return false };
        if !self.block_dominates(normal, block) {
            return false;
        }
        if edges.get(normal.index()) == Some(&1) {
            return true;
        }
        let mut own = 0;
        for &other in body.blocks(region) {
            let targets = body.last_op(other).map(|op| body.successors(op)).unwrap_or_default();
            let count = targets.iter().filter(|s| s.block == normal).count();
            if count == 0 {
                continue;
            }
            if Some(other) == from {
                own += count;
            } else if self.is_reachable(other) && !self.block_dominates(normal, other) {
                return false;
            }
        }
        own == 1
    }

    fn block_dominates(&self, above: Block, below: Block) -> bool {
        let (a, b) = (self.spans[above.index()], self.spans[below.index()]);
        a.0 != UNREACHABLE && a.0 <= b.0 && b.1 <= a.1
    }

    /// Whether `value` may be used by `user`, which is in a block that is reachable: its definition comes first on
    /// every path, in the user's region or in one around it. In a region of `graphs` order does not count.
    pub(super) fn may_use(&self, body: &Body, value: Value, user: Op, graphs: &[bool]) -> bool {
        let (def_block, def_order) = match body.value(value).def {
            ValueDef::Undefined => return false,
            ValueDef::Argument(block, _) => (Some(block), None),
            ValueDef::Result(op, _) => (body.parent(op), Some(self.order[op.index()])),
        };
        let Some(def_block) = def_block else { return false };
        let Some(def_region) = body.block_parent(def_block) else { return false };
        let Some(mut use_block) = body.parent(user) else { return false };
        let Some(use_region) = body.block_parent(use_block) else { return false };
        let mut user = user;
        if use_region != def_region {
            let holder = self.region_inside(def_region, use_region).and_then(|region| self.holder(region));
            let Some((holder, block)) = holder.and_then(|holder| Some((holder, body.parent(holder)?))) else {
                return false;
            };
            (user, use_block) = (holder, block);
        }
        if graphs.get(def_region.index()).copied().unwrap_or(false) {
            return true;
        }
        if use_block == def_block {
            def_order.is_none_or(|order| order < self.order[user.index()])
        } else {
            self.block_dominates(def_block, use_block)
        }
    }

    fn nested_in(&self, around: Region) -> Nesting {
        let depth = |region: Region| self.nesting[region.index()].depth;
        let further = |region: Region| self.nesting[region.index()].further;
        let (once, twice) = (further(around), further(further(around)));
        let is_as_far = depth(around) - depth(once) == depth(once) - depth(twice);
        let further = if is_as_far { twice } else { around };
        Nesting { depth: depth(around) + 1, around: Some(around), further }
    }

    /// The region right inside an outer one that is an inner one or around it, in the same body.
    fn region_inside(&self, outer: Region, inner: Region) -> Option<Region> {
        let depth = self.nesting.get(outer.index())?.depth;
        let mut region = inner;
        loop {
            let at = self.nesting.get(region.index()).filter(|at| at.depth > depth)?;
            let around = at.around?;
            if around == outer {
                return Some(region);
            }
            let is_inside = self.nesting.get(at.further.index())?.depth > depth;
            region = if is_inside { at.further } else { around };
        }
    }

    /// The operation whose region it is, in the same body.
    pub(super) fn holder(&self, region: Region) -> Option<Op> {
        self.holders.get(region.index()).copied().flatten()
    }

    /// Whether a region is inside another one, in the same body.
    pub(super) fn is_inside(&self, inner: Region, outer: Region) -> bool {
        self.region_inside(outer, inner).is_some()
    }

    /// Builds a region's tree. `numbers` is scratch space, all [`UNREACHABLE`] before and after.
    fn add_tree(&mut self, body: &Body, region: Region, numbers: &mut [u32]) {
        let graph = Graph::new(body, region, numbers);
        let idom = graph.immediate_dominators();
        for &block in &graph.blocks {
            numbers[block.index()] = UNREACHABLE;
        }
        // In depth-first order a block comes after its immediate dominator, so sizes add up from the back, and
        // places follow from the front.
        let count = graph.blocks.len();
        let mut sizes = vec![1u32; count];
        for node in (1..count).rev() {
            sizes[idom[node] as usize] += sizes[node];
        }
        let mut next = vec![1u32; count];
        let mut starts = vec![0u32; count];
        for node in 0..count {
            if node > 0 {
                let parent = idom[node] as usize;
                starts[node] = starts[parent] + next[parent];
                next[parent] += sizes[node];
            }
            self.spans[graph.blocks[node].index()] = (starts[node], starts[node] + sizes[node]);
        }
    }
}

/// The blocks of a region that can be reached, but for its entry, each with its immediate dominator, which is before it.
pub fn immediate_dominators(body: &Body, region: Region) -> Vec<(Block, Block)> {
    let graph = Graph::new(body, region, &mut vec![UNREACHABLE; body.block_count()]);
    let above = graph.immediate_dominators();
    let pairs = graph.blocks.iter().zip(&above).skip(1);
    pairs.map(|(&block, &above)| (block, graph.blocks[above as usize])).collect()
}

/// The operations of a region without regions inside that use a value whose definition does not come before them on every
/// path, each once, in order. The result of an invoke is there after its normal destination only, as in LLVM IR.
///
/// A tree is built only where a value of another block than the entry is used outside its own.
pub fn misplaced_uses(body: &Body, region: Region) -> Vec<Op> {
    let Some(&entry) = body.blocks(region).first() else { return Vec::new() };
    let mut seen = vec![false; body.op_count()];
    let mut doubtful: Vec<(Op, Block, Value)> = Vec::new();
    for &block in body.blocks(region) {
        for op in body.ops(block) {
            for &value in body.all_operands(op) {
                let from = match body.value(value).def {
                    ValueDef::Undefined => continue,
                    ValueDef::Argument(from, _) => from,
                    ValueDef::Result(def, _) if seen[def.index()] && is_invoke(body.name(def)) => {
                        doubtful.push((op, block, value));
                        continue;
                    }
                    ValueDef::Result(def, _) => match body.parent(def) {
                        Some(from) if from != block || seen[def.index()] => from,
                        Some(from) => {
                            doubtful.push((op, from, value));
                            continue;
                        }
                        None => continue,
                    },
                };
                if from != block && from != entry {
                    doubtful.push((op, block, value));
                }
            }
            seen[op.index()] = true;
        }
    }
    if doubtful.is_empty() {
        return Vec::new();
    }
    let dominance = Dominance::of_blocks(body, region);
    let edges = body.edges_to();
    let wrong = |(op, block, value): &&(Op, Block, Value)| {
        if !dominance.is_reachable(*block) {
            return false;
        }
        match body.value(*value).def {
            ValueDef::Result(def, _) if is_invoke(body.name(def)) && body.parent(*op) != body.parent(def) => {
                !dominance.is_after_normal_edge(body, region, def, *block, &edges)
            }
            // Of the same block, it comes after.
            ValueDef::Result(def, _) if body.parent(def) == Some(*block) => true,
            ValueDef::Result(def, _) => !body.parent(def).is_some_and(|from| dominance.block_dominates(from, *block)),
            ValueDef::Argument(from, _) => !dominance.block_dominates(from, *block),
            ValueDef::Undefined => true,
        }
    };
    let mut found: Vec<Op> = doubtful.iter().filter(wrong).map(|found| found.0).collect();
    found.dedup();
    found
}

fn is_invoke(name: crate::OpName) -> bool {
    matches!(name, llvm::INVOKE | irtrip::INVOKE)
}

/// A region's reachable blocks in depth-first order, and their predecessors by number.
struct Graph {
    blocks: Vec<Block>,
    parents: Vec<u32>,
    predecessor_starts: Vec<u32>,
    predecessors: Vec<u32>,
}

impl Graph {
    /// Walks a region from its entry; `numbers` receives each reached block's number.
    fn new(body: &Body, region: Region, numbers: &mut [u32]) -> Graph {
        let mut graph =
            Graph { blocks: Vec::new(), parents: Vec::new(), predecessor_starts: Vec::new(), predecessors: Vec::new() };
        let Some(&entry) = body.blocks(region).first() else { return graph };
        let successors = |block: Block| {
            let last = body.last_op(block);
            let list = last.map_or(&[][..], |op| body.successors(op));
            list.iter().map(|s| s.block).filter(|&b| body.block_parent(b) == Some(region))
        };
        let mut stack = vec![(entry, 0u32)];
        while let Some((block, parent)) = stack.pop() {
            if numbers[block.index()] != UNREACHABLE {
                continue;
            }
            let number = graph.blocks.len() as u32;
            numbers[block.index()] = number;
            graph.blocks.push(block);
            graph.parents.push(parent);
            stack.extend(successors(block).filter(|b| numbers[b.index()] == UNREACHABLE).map(|b| (b, number)));
        }
        graph.predecessor_starts = vec![0; graph.blocks.len() + 1];
        for &block in &graph.blocks {
            for successor in successors(block) {
                graph.predecessor_starts[numbers[successor.index()] as usize + 1] += 1;
            }
        }
        for i in 1..graph.predecessor_starts.len() {
            graph.predecessor_starts[i] += graph.predecessor_starts[i - 1];
        }
        let mut fill = graph.predecessor_starts.clone();
        graph.predecessors = vec![0; fill.last().copied().unwrap_or(0) as usize];
        for (number, &block) in graph.blocks.iter().enumerate() {
            for successor in successors(block) {
                let place = &mut fill[numbers[successor.index()] as usize];
                graph.predecessors[*place as usize] = number as u32;
                *place += 1;
            }
        }
        graph
    }

    fn predecessors(&self, node: usize) -> &[u32] {
        &self.predecessors[self.predecessor_starts[node] as usize..self.predecessor_starts[node + 1] as usize]
    }

    /// Each node's immediate dominator; the entry's is itself.
    fn immediate_dominators(&self) -> Vec<u32> {
        let count = self.blocks.len();
        let mut idom = vec![0u32; count];
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut forest = Forest::new(count);
        // Nodes by their semidominator, as linked lists.
        let mut bucket = vec![UNREACHABLE; count];
        let mut bucket_next = vec![UNREACHABLE; count];
        for node in (1..count).rev() {
            for &predecessor in self.predecessors(node) {
                let best = forest.least(predecessor, &semi);
                semi[node] = semi[node].min(semi[best as usize]);
            }
            let at = semi[node] as usize;
            bucket_next[node] = bucket[at];
            bucket[at] = node as u32;
            let parent = self.parents[node];
            forest.link(node as u32, parent);
            let mut waiting = std::mem::replace(&mut bucket[parent as usize], UNREACHABLE);
            while waiting != UNREACHABLE {
                let best = forest.least(waiting, &semi);
                let is_final = semi[best as usize] == semi[waiting as usize];
                idom[waiting as usize] = if is_final { parent } else { best };
                waiting = bucket_next[waiting as usize];
            }
        }
        for node in 1..count {
            if idom[node] != semi[node] {
                idom[node] = idom[idom[node] as usize];
            }
        }
        idom
    }
}

/// The forest of nodes already visited, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Forest {
        Forest { ancestor: vec![UNREACHABLE; count], label: (0..count as u32).collect(), path: Vec::new() }
    }

    fn link(&mut self, node: u32, parent: u32) {
        self.ancestor[node as usize] = parent;
    }

    /// The node of least semidominator on the way from `node` up to its tree's root, the root left out.
    fn least(&mut self, node: u32, semi: &[u32]) -> u32 {
        if self.ancestor[node as usize] == UNREACHABLE {
            return node;
        }
        self.path.clear();
        let mut at = node;
        while self.ancestor[self.ancestor[at as usize] as usize] != UNREACHABLE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        let root = self.ancestor[at as usize];
        let mut best = self.label[at as usize];
        while let Some(below) = self.path.pop() {
            let label = self.label[below as usize];
            if semi[best as usize] < semi[label as usize] {
                self.label[below as usize] = best;
            }
            best = self.label[below as usize];
            self.ancestor[below as usize] = root;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip_ir::NewOp;

    /// A body of blocks with these successors, and its dominance.
    fn body_of(edges: &[&[usize]]) -> (Body, Vec<Block>, Dominance) {
        let mut body = Body::new();
        let region = body.append_region();
        let blocks: Vec<Block> = edges.iter().map(|_| body.new_block()).collect();
        for (from, to) in edges.iter().enumerate() {
            body.append_block(region, blocks[from]);
            let successors: Vec<(Block, &[Value])> = to.iter().map(|&t| (blocks[t], &[][..])).collect();
            body.append(blocks[from], NewOp { successors: &successors, ..NewOp::new(llvm::SWITCH) }, &[]);
        }
        let dominance = Dominance::new(&body, &[(region, None)]);
        (body, blocks, dominance)
    }

    /// Whether `a` is on every path to `b`: the definition, by walking without `a`.
    fn on_every_path(edges: &[&[usize]], a: usize, b: usize) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut stack = if a == 0 { vec![] } else { vec![0] };
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                stack.extend(edges[at].iter().copied().filter(|&t| t != a));
            }
        }
        !seen[b]
    }

    #[test]
    fn trees_agree_with_the_definition() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for size in 2..40 {
            let owned: Vec<Vec<usize>> =
                (0..size).map(|_| (0..random(4)).map(|_| 1 + random(size - 1)).collect()).collect();
            let edges: Vec<&[usize]> = owned.iter().map(Vec::as_slice).collect();
            let (_, blocks, dominance) = body_of(&edges);
            for a in 0..size {
                assert_eq!(dominance.is_reachable(blocks[a]), a == 0 || !on_every_path(&edges, edges.len(), a));
                for b in 0..size {
                    if dominance.is_reachable(blocks[a]) && dominance.is_reachable(blocks[b]) {
                        let expected = on_every_path(&edges, a, b);
                        assert_eq!(dominance.block_dominates(blocks[a], blocks[b]), expected, "{edges:?} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let owned: Vec<Vec<usize>> =
            (0..200_000usize).map(|i| if i + 1 < 200_000 { vec![i + 1] } else { vec![] }).collect();
        let edges: Vec<&[usize]> = owned.iter().map(Vec::as_slice).collect();
        let (_, blocks, dominance) = body_of(&edges);
        assert!(dominance.block_dominates(blocks[0], blocks[199_999]));
        assert!(!dominance.block_dominates(blocks[199_999], blocks[0]));
    }
}
