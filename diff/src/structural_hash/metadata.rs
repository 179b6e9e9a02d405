//! Hashes metadata nodes, such that a node's hash covers every node reachable from it and does not depend on the nodes'
//! numbers.
//!
//! Nodes refer to one another, also in cycles, so they are hashed by strongly connected component, each after those that
//! it refers to. The nodes of a component are hashed in rounds, as in partition refinement: in each round, a node's hash
//! takes in the hashes that the nodes it refers to had after the round before. Once a round yields no more distinct hashes
//! than the round before, each node takes in the hashes of its whole component.

use irtrip_dialect::metadata::{Field, MetadataExport, NamedField, Node, NodeId, Operand};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, Module, Str};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::strongly_connected_components::strongly_connected_components;
use crate::scope::Scope;
use crate::structural_hash::block_tags::TaggedBlocks;
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher, Symbols};

/// Most rounds for a component. Two of its nodes that differ only in what is more references away than this get the same
/// hash; two components that differ so still get different ones.
const MAX_ROUNDS: usize = 64;

/// Named metadata that is no more than its nodes: what LLVM's AutoUpgrade leaves of it, where each node became something
/// else, is the empty list, which says what none says. LLVM, "User Guide for NVPTX Back-end", "Kernel Metadata".
const LEFT_OVER_LISTS: &[&str] = &["nvvm.annotations"];

/// The metadata nodes of a module, and their hashes.
pub(crate) struct Metadata {
    /// The nodes, and the operations that they are attached to.
    pub export: MetadataExport,
    /// The blocks of the module that block addresses refer to; nodes may hold block addresses, too.
    pub tagged: TaggedBlocks,
    /// How much of the metadata is compared.
    pub scope: Scope,
    /// What stands for symbols in place of their names, where names are not compared.
    pub symbols: Option<Symbols>,
    /// Whether identified structs are what they have, and not what they are called.
    pub structs_by_shape: bool,
    /// The nodes that are not compared as operands of a tuple: a loop's locations, which are debug info.
    outside: FxHashSet<NodeId>,
    /// For each node, its hash.
    hashes: Vec<StructuralHash>,
    contents: Vec<Content>,
}

/// A node's own content: all but the nodes that it refers to.
struct Content {
    id: NodeId,
    own_hash: StructuralHash,
    references: SmallVec<[NodeId; 4]>,
}

impl Metadata {
    /// Collects and hashes the nodes of a module.
    pub fn new(ctx: &Context, module: &Module, scope: Scope) -> Metadata {
        let export = MetadataExport::new(ctx, module);
        let tagged = TaggedBlocks::of(ctx, module);
        let mut hasher = StructuralHasher::new(ctx, None);
        hasher.tagged = Some(&tagged);
        let graph = export.graph();
        let outside = match scope {
            Scope::All => FxHashSet::default(),
            Scope::NoDebugInfo | Scope::Code => graph.ids().filter(|id| is_location(ctx, graph.node(*id))).collect(),
        };
        let contents = graph.ids().map(|id| content(&mut hasher, id, graph.node(id), &outside)).collect();
        drop(hasher);
        let hashes = vec![0; graph.len()];
        let (symbols, structs_by_shape) = (None, false);
        let mut metadata = Metadata { hashes, export, tagged, scope, symbols, structs_by_shape, outside, contents };
        metadata.rehash(&FxHashMap::default());
        metadata
    }

    /// Hashes all nodes again. A node in `overrides` gets the hash given there, whatever its content.
    pub fn rehash(&mut self, overrides: &FxHashMap<NodeId, StructuralHash>) {
        let mut places = vec![usize::MAX; self.hashes.len()];
        for (place, content) in self.contents.iter().enumerate() {
            if let Some(slot) = places.get_mut(content.id.index()) {
                *slot = place;
            }
        }
        let graph = self.export.graph();
        let place = |id: &NodeId| places.get(graph.canonical(*id).index()).copied().filter(|&p| p != usize::MAX);
        let edges: Vec<SmallVec<[usize; 4]>> = self
            .contents
            .iter()
            .map(|c| {
                if overrides.contains_key(&c.id) {
                    SmallVec::new()
                } else {
                    c.references.iter().filter_map(place).collect()
                }
            })
            .collect();
        for component in strongly_connected_components(&edges) {
            self.hash_component(&component, &edges, overrides);
        }
    }

    /// Hashes the nodes of a strongly connected component. The other nodes that they refer to are hashed already.
    fn hash_component(
        &mut self,
        component: &[usize],
        edges: &[SmallVec<[usize; 4]>],
        overrides: &FxHashMap<NodeId, StructuralHash>,
    ) {
        let ids = |metadata: &Metadata| -> Vec<NodeId> {
            component.iter().filter_map(|&place| metadata.contents.get(place)).map(|c| c.id).collect()
        };
        let ids = ids(self);
        if let (&[place], &[id]) = (component, ids.as_slice()) {
            let refers_to_itself = edges.get(place).is_some_and(|e| e.contains(&place));
            self.set(id, 0);
            let key = self.contents.get(place).map(|c| self.hash_of_content(c)).unwrap_or_default();
            self.set(id, overrides.get(&id).copied().unwrap_or(key ^ StructuralHash::from(refers_to_itself)));
            return;
        }
        ids.iter().for_each(|&id| self.set(id, 0));
        let mut distinct_before = 0;
        let mut sorted: Vec<StructuralHash> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let contents = component.iter().filter_map(|&place| self.contents.get(place));
            let hashes: Vec<StructuralHash> = contents.map(|c| self.hash_of_content(c)).collect();
            ids.iter().zip(&hashes).for_each(|(&id, &key)| self.set(id, key));
            sorted.clone_from(&hashes);
            sorted.sort_unstable();
            let distinct = sorted.chunk_by(|a, b| a == b).count();
            if distinct == distinct_before {
                break;
            }
            distinct_before = distinct;
        }
        let mut all = HashBuilder::new();
        sorted.iter().for_each(|&key| all.add_u128(key));
        for id in ids {
            let mut hash = all;
            hash.add_u128(self.hash(id));
            self.set(id, hash.finish());
        }
    }

    fn set(&mut self, id: NodeId, key: StructuralHash) {
        if let Some(slot) = self.hashes.get_mut(id.index()) {
            *slot = key;
        }
    }

    /// The hash of a node after a round: of its own content and of the current hashes of the nodes that it refers to.
    fn hash_of_content(&self, content: &Content) -> StructuralHash {
        let mut hash = HashBuilder::new();
        hash.add_u128(content.own_hash);
        for reference in &content.references {
            hash.add_u128(self.hash(*reference));
        }
        hash.finish()
    }

    /// The hash of a node and of every node reachable from it.
    pub fn hash(&self, id: NodeId) -> StructuralHash {
        self.hashes.get(self.export.graph().canonical(id).index()).copied().unwrap_or_default()
    }

    /// The hashes of all nodes.
    pub fn all_hashes(&self) -> FxHashSet<StructuralHash> {
        self.contents.iter().map(|c| self.hash(c.id)).collect()
    }

    /// The hash of a node's own content and of the current hashes of the nodes that it refers to. It differs from
    /// [`Self::hash`] where the node's own hash was overridden.
    pub fn shallow_hash(&self, hasher: &mut StructuralHasher, id: NodeId) -> StructuralHash {
        self.hash_of_content(&content(hasher, id, self.export.graph().node(id), &self.outside))
    }

    /// The nodes that a node refers to, in order.
    pub fn references(&self, id: NodeId) -> SmallVec<[NodeId; 4]> {
        let graph = self.export.graph();
        let mut found = SmallVec::new();
        let in_tuple = matches!(graph.node(id), Node::Tuple { .. });
        graph.node(id).for_each_operand(|operand| {
            if let Operand::Node(id) = operand
                && !(in_tuple && self.outside.contains(id))
            {
                found.push(graph.canonical(*id));
            }
        });
        found
    }

    /// Whether an attachment is compared: its kind is in scope, and it is no loop of which nothing but locations is known.
    pub fn is_in_scope(&self, kind: &str, node: NodeId) -> bool {
        let graph = self.export.graph();
        let says_nothing = || match graph.node(node) {
            Node::Tuple { operands, .. } => operands.iter().all(|operand| match operand {
                Operand::Node(id) => self.outside.contains(id) || graph.canonical(*id) == graph.canonical(node),
                Operand::Null | Operand::String(_) | Operand::Constant(_) => false,
            }),
            Node::Specialised { .. } | Node::Location(_) => false,
        };
        self.scope.has_kind(kind) && (self.scope == Scope::All || kind != "llvm.loop" || !says_nothing())
    }

    /// Whether a node is a tuple that refers to itself first, as loops do.
    pub fn is_loop(&self, id: NodeId) -> bool {
        let graph = self.export.graph();
        match graph.node(id) {
            Node::Tuple { operands, .. } => {
                matches!(operands.first(), Some(Operand::Node(first)) if graph.canonical(*first) == graph.canonical(id))
            }
            Node::Specialised { .. } | Node::Location(_) => false,
        }
    }

    /// The named metadata that is compared.
    pub fn named<'m>(&'m self, ctx: &'m Context) -> impl Iterator<Item = &'m (Str, Vec<Operand>)> {
        let is_left_over = |(name, operands): &(Str, Vec<Operand>)| {
            operands.is_empty() && LEFT_OVER_LISTS.iter().any(|list| ctx.bytes(*name) == list.as_bytes())
        };
        let listed = self.export.named().iter().filter(|(name, _)| self.scope.has_list(&ctx.text(*name)));
        listed.filter(move |list| !is_left_over(list))
    }

    /// The nodes in the module's named metadata.
    pub fn named_ids<'m>(&'m self, ctx: &'m Context) -> impl Iterator<Item = NodeId> + 'm {
        let operands = self.named(ctx).flat_map(|n| &n.1);
        operands.filter_map(|operand| match operand {
            Operand::Node(id) => Some(self.export.graph().canonical(*id)),
            Operand::Null | Operand::String(_) | Operand::Constant(_) => None,
        })
    }

    /// The nodes reachable from the given ones, which are included.
    pub fn reached(&self, from: impl IntoIterator<Item = NodeId>) -> FxHashSet<NodeId> {
        let graph = self.export.graph();
        let mut open: Vec<NodeId> = from.into_iter().map(|id| graph.canonical(id)).collect();
        let mut reached = FxHashSet::default();
        while let Some(id) = open.pop() {
            if reached.insert(id) {
                open.extend(self.references(id));
            }
        }
        reached
    }
}

/// Whether a node is a `DILocation`.
fn is_location(ctx: &Context, node: &Node) -> bool {
    match node {
        Node::Location(_) => true,
        Node::Specialised { name, .. } => ctx.bytes(*name) == b"DILocation",
        Node::Tuple { .. } => false,
    }
}

/// A node's own content.
fn content(hasher: &mut StructuralHasher, id: NodeId, node: &Node, outside: &FxHashSet<NodeId>) -> Content {
    let mut hash = HashBuilder::new();
    let mut references = SmallVec::new();
    hash.add_bool(node.is_distinct());
    let mut operand = |operand: &Operand, hasher: &mut StructuralHasher, hash: &mut HashBuilder| {
        hasher.hash_operand(*operand, hash);
        if let Operand::Node(id) = operand {
            references.push(*id);
        }
    };
    match node.named_fields() {
        None => {
            let Node::Tuple { operands, .. } = node else { return Content { id, own_hash: 0, references } };
            let is_compared = |operand: &&Operand| !matches!(operand, Operand::Node(id) if outside.contains(id));
            hash.add_u64(operands.iter().filter(is_compared).count() as u64);
            operands.iter().filter(is_compared).for_each(|o| operand(o, hasher, &mut hash));
        }
        Some((name, fields)) => {
            hash.add_bytes(hasher.ctx.bytes(name));
            // A named field that is null equals an absent one: LLVM's writer prints some fields even if they are null.
            let is_present =
                |(name, field): &&NamedField| *name == EMPTY || !matches!(field, Field::Operand(Operand::Null));
            hash.add_u64(fields.iter().filter(is_present).count() as u64);
            for (name, field) in fields.iter().filter(is_present) {
                hash.add_bytes(hasher.ctx.bytes(*name));
                hash.add_variant(field);
                match field {
                    Field::Operand(o) => operand(o, hasher, &mut hash),
                    Field::Int(number) => hash.add_u64(*number as u64),
                    Field::Bool(flag) => hash.add_bool(*flag),
                    Field::Word(word) => hash.add_bytes(hasher.ctx.bytes(*word)),
                    Field::List(operands) => {
                        hash.add_u64(operands.len() as u64);
                        operands.iter().for_each(|o| operand(o, hasher, &mut hash));
                    }
                }
            }
        }
    }
    Content { id, own_hash: hash.finish(), references }
}
