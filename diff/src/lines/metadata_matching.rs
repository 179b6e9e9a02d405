//! Matches metadata nodes of two modules whose hashes differ.
//!
//! A changed node changes the hashes of all nodes that it is reachable from. To report it as one difference and not as
//! thousands, nodes are matched from the operations that they are attached to downwards: if two nodes match, the nodes that
//! they refer to at the same place match as well. Matched nodes are compared once, and count as equal wherever else they are
//! referred to.

use irtrip_dialect::metadata::{Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::structural_hash::StructuralHash;
use crate::structural_hash::metadata::Metadata;

/// Matched nodes, which differ.
#[derive(Default)]
pub(crate) struct NodeMatching {
    /// The pairs in the order in which they were found, each with whether its difference is shown at the matched global
    /// values that both nodes are attached to.
    pub pairs: Vec<(NodeId, NodeId, bool)>,
    of_a: FxHashMap<NodeId, usize>,
    of_b: FxHashSet<NodeId>,
}

/// The metadata of both modules.
pub(crate) struct BothMetadata<'n> {
    pub a: &'n Metadata,
    pub b: &'n Metadata,
    hashes_a: FxHashSet<StructuralHash>,
    hashes_b: FxHashSet<StructuralHash>,
}

impl<'n> BothMetadata<'n> {
    /// The metadata of both modules.
    pub fn new(a: &'n Metadata, b: &'n Metadata) -> BothMetadata<'n> {
        BothMetadata { hashes_a: a.all_hashes(), hashes_b: b.all_hashes(), a, b }
    }

    /// Whether `y` may be `x` after a change: both are of the same kind, and neither module has the other's node unchanged.
    fn may_be_one(&self, sides: (Side, Side), x: NodeId, y: NodeId) -> bool {
        let (graph_a, graph_b) = (self.a.export.graph(), self.b.export.graph());
        let same_kind = match (graph_a.node(x), graph_b.node(y)) {
            (Node::Tuple { .. }, Node::Tuple { .. }) => true,
            (one, other) => match (one.named_fields(), other.named_fields()) {
                (Some((one, _)), Some((other, _))) => sides.0.ctx.bytes(one) == sides.1.ctx.bytes(other),
                _ => false,
            },
        };
        same_kind && !self.hashes_b.contains(&self.a.hash(x)) && !self.hashes_a.contains(&self.b.hash(y))
    }
}

impl NodeMatching {
    /// Matches two nodes, and the nodes that they refer to. `shown` tells whether their difference is shown at the global
    /// values that they are attached to.
    pub fn pair(&mut self, sides: (Side, Side), nodes: &BothMetadata, x: NodeId, y: NodeId, shown: bool) {
        let mut open = vec![(x, y, shown)];
        while let Some((x, y, shown)) = open.pop() {
            if nodes.a.hash(x) == nodes.b.hash(y) {
                continue;
            }
            if let Some(&known) = self.of_a.get(&x) {
                if let Some(pair) = self.pairs.get_mut(known).filter(|p| p.1 == y) {
                    pair.2 |= shown;
                }
                continue;
            }
            if self.of_b.contains(&y) || !nodes.may_be_one(sides, x, y) {
                continue;
            }
            self.of_a.insert(x, self.pairs.len());
            self.of_b.insert(y);
            self.pairs.push((x, y, shown));
            open.extend(references_in_pairs(nodes, x, y).into_iter().map(|(x, y)| (x, y, false)));
        }
    }

    /// Matches the nodes that two nodes refer to, but not the two nodes themselves.
    pub fn pair_below(&mut self, sides: (Side, Side), nodes: &BothMetadata, x: NodeId, y: NodeId) {
        if nodes.a.hash(x) != nodes.b.hash(y) {
            for (x, y) in references_in_pairs(nodes, x, y) {
                self.pair(sides, nodes, x, y, false);
            }
        }
    }

    /// For both modules, hashes to override those of matched nodes with, such that matched nodes are equal. They are those
    /// of the first module's nodes, inverted so that they equal no other node's.
    pub fn overrides(
        &self,
        nodes: &BothMetadata,
    ) -> (FxHashMap<NodeId, StructuralHash>, FxHashMap<NodeId, StructuralHash>) {
        let override_hash = |x: NodeId| !nodes.a.hash(x);
        let of_a = self.pairs.iter().map(|p| (p.0, override_hash(p.0))).collect();
        let of_b = self.pairs.iter().map(|p| (p.1, override_hash(p.0))).collect();
        (of_a, of_b)
    }
}

/// The pairs of nodes that two nodes refer to at the same place. If the nodes have different numbers of references, equal
/// ones are left out and the others paired in order.
fn references_in_pairs(nodes: &BothMetadata, x: NodeId, y: NodeId) -> Vec<(NodeId, NodeId)> {
    let (of_x, of_y) = (nodes.a.references(x), nodes.b.references(y));
    let (graph_a, graph_b) = (nodes.a.export.graph(), nodes.b.export.graph());
    if let (Some((_, fields_x)), Some((_, fields_y))) = (graph_a.node(x).named_fields(), graph_b.node(y).named_fields())
        && fields_x.len() != fields_y.len()
    {
        return unequal_references(nodes, &of_x, &of_y);
    }
    if of_x.len() == of_y.len() {
        of_x.into_iter().zip(of_y).collect()
    } else {
        unequal_references(nodes, &of_x, &of_y)
    }
}

/// The references that only one of the two nodes has, paired in order.
fn unequal_references(nodes: &BothMetadata, of_x: &[NodeId], of_y: &[NodeId]) -> Vec<(NodeId, NodeId)> {
    let hashes_x: FxHashSet<StructuralHash> = of_x.iter().map(|id| nodes.a.hash(*id)).collect();
    let hashes_y: FxHashSet<StructuralHash> = of_y.iter().map(|id| nodes.b.hash(*id)).collect();
    let x = of_x.iter().filter(|id| !hashes_y.contains(&nodes.a.hash(**id)));
    let y = of_y.iter().filter(|id| !hashes_x.contains(&nodes.b.hash(**id)));
    x.copied().zip(y.copied()).collect()
}
