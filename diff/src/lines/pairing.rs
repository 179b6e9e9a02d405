//! Which metadata nodes of one module are which of the other's, where their keys differ.
//!
//! A node that changed changes the keys of all that lead to it. So that it is one difference and not thousands, nodes
//! are paired from where both modules attach them downwards: what a node refers to at one place in both is one another's.
//! Paired nodes then count as equal where they are referred to, and are compared themselves once.

use irtrip_dialect::metadata::{Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::keys::Key;
use crate::metadata::Metadata;

/// Pairs of nodes that are one another's and say something different.
#[derive(Default)]
pub(crate) struct Pairing {
    /// The pairs in the order they were met, each with whether an entity that both attach it to shows it.
    pub pairs: Vec<(NodeId, NodeId, bool)>,
    of_a: FxHashMap<NodeId, usize>,
    of_b: FxHashSet<NodeId>,
}

/// Both sides' nodes.
pub(crate) struct Nodes<'n> {
    pub a: &'n Metadata,
    pub b: &'n Metadata,
    keys_a: FxHashSet<Key>,
    keys_b: FxHashSet<Key>,
}

impl<'n> Nodes<'n> {
    /// The nodes of both sides.
    pub fn new(a: &'n Metadata, b: &'n Metadata) -> Nodes<'n> {
        Nodes { keys_a: a.known_keys(), keys_b: b.known_keys(), a, b }
    }

    /// Whether both may be one node that changed: neither stands in the other module as it is.
    fn may_be_one(&self, sides: (Side, Side), x: NodeId, y: NodeId) -> bool {
        let (graph_a, graph_b) = (self.a.export.graph(), self.b.export.graph());
        let same_kind = match (graph_a.node(x), graph_b.node(y)) {
            (Node::Tuple { .. }, Node::Tuple { .. }) => true,
            (one, other) => match (one.named_fields(), other.named_fields()) {
                (Some((one, _)), Some((other, _))) => sides.0.ctx.bytes(one) == sides.1.ctx.bytes(other),
                _ => false,
            },
        };
        same_kind && !self.keys_b.contains(&self.a.key(x)) && !self.keys_a.contains(&self.b.key(y))
    }
}

impl Pairing {
    /// Pairs two nodes, and those they refer to. `shown` where the entity that both are attached to shows them.
    pub fn pair(&mut self, sides: (Side, Side), nodes: &Nodes, x: NodeId, y: NodeId, shown: bool) {
        let mut open = vec![(x, y, shown)];
        while let Some((x, y, shown)) = open.pop() {
            if nodes.a.key(x) == nodes.b.key(y) {
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
            open.extend(below(nodes, x, y).into_iter().map(|(x, y)| (x, y, false)));
        }
    }

    /// Pairs what two nodes refer to, but not themselves.
    pub fn pair_below(&mut self, sides: (Side, Side), nodes: &Nodes, x: NodeId, y: NodeId) {
        if nodes.a.key(x) != nodes.b.key(y) {
            for (x, y) in below(nodes, x, y) {
                self.pair(sides, nodes, x, y, false);
            }
        }
    }

    /// The keys that make paired nodes equal: those of the first side's.
    pub fn pins(&self, nodes: &Nodes) -> (FxHashMap<NodeId, Key>, FxHashMap<NodeId, Key>) {
        let pin = |x: NodeId| !nodes.a.key(x);
        let of_a = self.pairs.iter().map(|p| (p.0, pin(p.0))).collect();
        let of_b = self.pairs.iter().map(|p| (p.1, pin(p.0))).collect();
        (of_a, of_b)
    }
}

/// What two nodes refer to at one place. Of lists of other lengths what is equal is left out first, so that the rest
/// meets in order.
fn below(nodes: &Nodes, x: NodeId, y: NodeId) -> Vec<(NodeId, NodeId)> {
    let (of_x, of_y) = (nodes.a.references(x), nodes.b.references(y));
    let (graph_a, graph_b) = (nodes.a.export.graph(), nodes.b.export.graph());
    if let (Some((_, fields_x)), Some((_, fields_y))) = (graph_a.node(x).named_fields(), graph_b.node(y).named_fields())
        && fields_x.len() != fields_y.len()
    {
        return rest(nodes, &of_x, &of_y);
    }
    if of_x.len() == of_y.len() { of_x.into_iter().zip(of_y).collect() } else { rest(nodes, &of_x, &of_y) }
}

fn rest(nodes: &Nodes, of_x: &[NodeId], of_y: &[NodeId]) -> Vec<(NodeId, NodeId)> {
    let keys_x: FxHashSet<Key> = of_x.iter().map(|id| nodes.a.key(*id)).collect();
    let keys_y: FxHashSet<Key> = of_y.iter().map(|id| nodes.b.key(*id)).collect();
    let x = of_x.iter().filter(|id| !keys_y.contains(&nodes.a.key(**id)));
    let y = of_y.iter().filter(|id| !keys_x.contains(&nodes.b.key(**id)));
    x.copied().zip(y.copied()).collect()
}
