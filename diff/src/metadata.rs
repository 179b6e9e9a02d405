//! Keys of metadata nodes. Nodes refer to one another, also in cycles; a key must not depend on a node's number.
//!
//! What a node refers to has its key first, then the node has one of both. Nodes that refer to one another in cycles
//! are told apart round by round, until no round tells more of them apart than the one before; then each takes in the
//! keys of all of them, so that a key says all that its node leads to.

use std::fmt::Write;

use irtrip_dialect::metadata::{Field, MetadataExport, NamedField, Node, NodeId, Operand};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Context, Module};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::keys::{Digest, Key, Keys};
use crate::shown::Shown;
use crate::strongly_connected_components::strongly_connected_components;
use crate::tags::TaggedBlocks;

/// Rounds after which nodes of one component that differ only further away than this many references count as one. Their
/// component still counts as another.
const ROUNDS: usize = 64;

/// The metadata of a module.
pub(crate) struct Metadata {
    /// The nodes, and what they are attached to.
    pub export: MetadataExport,
    /// The module's blocks that have tags, which block addresses in nodes name, too.
    pub tagged: TaggedBlocks,
    /// By node: the key of all that it says.
    keys: Vec<Key>,
    contents: Vec<Content>,
}

/// A node as it is before any it refers to is looked at.
struct Content {
    id: NodeId,
    own: Key,
    references: SmallVec<[NodeId; 4]>,
}

impl Metadata {
    /// A module's nodes and their keys.
    pub fn new(ctx: &Context, module: &Module) -> Metadata {
        let export = MetadataExport::new(ctx, module);
        let tagged = TaggedBlocks::of(ctx, module);
        let mut keys = Keys::new(ctx, None);
        keys.tagged = Some(&tagged);
        let graph = export.graph();
        let contents = graph.ids().map(|id| content(&mut keys, id, graph.node(id))).collect();
        drop(keys);
        let mut metadata = Metadata { keys: vec![0; graph.len()], export, tagged, contents };
        metadata.refine(&FxHashMap::default());
        metadata
    }

    /// Makes all keys anew; the nodes in `pins` have those given there, whatever they say.
    pub fn refine(&mut self, pins: &FxHashMap<NodeId, Key>) {
        let mut places = vec![usize::MAX; self.keys.len()];
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
                if pins.contains_key(&c.id) { SmallVec::new() } else { c.references.iter().filter_map(place).collect() }
            })
            .collect();
        for component in strongly_connected_components(&edges) {
            self.refine_component(&component, &edges, pins);
        }
    }

    /// Makes the keys of nodes that lead to one another; what else they lead to has its keys.
    fn refine_component(&mut self, component: &[usize], edges: &[SmallVec<[usize; 4]>], pins: &FxHashMap<NodeId, Key>) {
        let ids = |metadata: &Metadata| -> Vec<NodeId> {
            component.iter().filter_map(|&place| metadata.contents.get(place)).map(|c| c.id).collect()
        };
        let ids = ids(self);
        if let (&[place], &[id]) = (component, ids.as_slice()) {
            let own = edges.get(place).is_some_and(|e| e.contains(&place));
            self.set(id, 0);
            let key = self.contents.get(place).map(|c| self.round(c)).unwrap_or_default();
            self.set(id, pins.get(&id).copied().unwrap_or(key ^ Key::from(own)));
            return;
        }
        ids.iter().for_each(|&id| self.set(id, 0));
        let mut classes = 0;
        let mut sorted: Vec<Key> = Vec::new();
        for _ in 0..ROUNDS {
            let contents = component.iter().filter_map(|&place| self.contents.get(place));
            let keys: Vec<Key> = contents.map(|c| self.round(c)).collect();
            ids.iter().zip(&keys).for_each(|(&id, &key)| self.set(id, key));
            sorted.clone_from(&keys);
            sorted.sort_unstable();
            let distinct = sorted.chunk_by(|a, b| a == b).count();
            if distinct == classes {
                break;
            }
            classes = distinct;
        }
        let mut all = Digest::new();
        sorted.iter().for_each(|&key| all.wide(key));
        for id in ids {
            let mut hash = all;
            hash.wide(self.key(id));
            self.set(id, hash.key());
        }
    }

    fn set(&mut self, id: NodeId, key: Key) {
        if let Some(slot) = self.keys.get_mut(id.index()) {
            *slot = key;
        }
    }

    fn round(&self, content: &Content) -> Key {
        let mut hash = Digest::new();
        hash.wide(content.own);
        for reference in &content.references {
            hash.wide(self.key(*reference));
        }
        hash.key()
    }

    /// A node's key.
    pub fn key(&self, id: NodeId) -> Key {
        self.keys.get(self.export.graph().canonical(id).index()).copied().unwrap_or_default()
    }

    /// The keys of all nodes.
    pub fn known_keys(&self) -> FxHashSet<Key> {
        self.contents.iter().map(|c| self.key(c.id)).collect()
    }

    /// The key of what a node says by itself, and the keys of those it refers to.
    pub fn shallow(&self, keys: &mut Keys, id: NodeId) -> Key {
        self.round(&content(keys, id, self.export.graph().node(id)))
    }

    /// The nodes that a node refers to, in order.
    pub fn references(&self, id: NodeId) -> SmallVec<[NodeId; 4]> {
        let graph = self.export.graph();
        let mut found = SmallVec::new();
        graph.node(id).for_each_operand(|operand| {
            if let Operand::Node(id) = operand {
                found.push(graph.canonical(*id));
            }
        });
        found
    }

    /// The nodes that named metadata lists.
    pub fn named_ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        let operands = self.export.named().iter().flat_map(|n| &n.1);
        operands.filter_map(|operand| match operand {
            Operand::Node(id) => Some(self.export.graph().canonical(*id)),
            Operand::Null | Operand::String(_) | Operand::Constant(_) => None,
        })
    }

    /// All nodes that some nodes lead to, themselves among them.
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

fn content(keys: &mut Keys, id: NodeId, node: &Node) -> Content {
    let mut hash = Digest::new();
    let mut references = SmallVec::new();
    hash.flag(node.is_distinct());
    let mut operand = |operand: &Operand, keys: &mut Keys, hash: &mut Digest| {
        keys.hash_operand(*operand, hash);
        if let Operand::Node(id) = operand {
            references.push(*id);
        }
    };
    match node.named_fields() {
        None => {
            let Node::Tuple { operands, .. } = node else { return Content { id, own: 0, references } };
            hash.number(operands.len() as u64);
            operands.iter().for_each(|o| operand(o, keys, &mut hash));
        }
        Some((name, fields)) => {
            hash.bytes(keys.ctx.bytes(name));
            // A named field that is null is one that is not there; some of them LLVM's writer writes all the same.
            let is_there =
                |(name, field): &&NamedField| *name == EMPTY || !matches!(field, Field::Operand(Operand::Null));
            hash.number(fields.iter().filter(is_there).count() as u64);
            for (name, field) in fields.iter().filter(is_there) {
                hash.bytes(keys.ctx.bytes(*name));
                hash.variant(field);
                match field {
                    Field::Operand(o) => operand(o, keys, &mut hash),
                    Field::Int(number) => hash.number(*number as u64),
                    Field::Bool(flag) => hash.flag(*flag),
                    Field::Word(word) => hash.bytes(keys.ctx.bytes(*word)),
                    Field::List(operands) => {
                        hash.number(operands.len() as u64);
                        operands.iter().for_each(|o| operand(o, keys, &mut hash));
                    }
                }
            }
        }
    }
    Content { id, own: hash.key(), references }
}

impl Shown<'_, '_> {
    /// A node: `!DILocation(line: 7, scope: !DISubprogram(...))`, down to `depth` references.
    pub fn node(&mut self, id: NodeId, depth: usize, out: &mut String) {
        let Some(metadata) = self.keys.metadata else { return };
        let node = metadata.export.graph().node(id);
        out.push_str(if node.is_distinct() { "distinct !" } else { "!" });
        let ctx = self.keys.ctx;
        if let Some((name, fields)) = node.named_fields() {
            let _ = write!(out, "{}(", ctx.text(name));
            for (i, (name, field)) in fields.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                if !ctx.bytes(*name).is_empty() {
                    let _ = write!(out, "{}: ", ctx.text(*name));
                }
                self.field(field, depth, out);
            }
            out.push(')');
        } else if let Node::Tuple { operands, .. } = node {
            self.operands(operands, depth, out);
        }
    }

    fn field(&mut self, field: &Field, depth: usize, out: &mut String) {
        match field {
            Field::Operand(operand @ Operand::String(_)) => {
                let mut text = String::new();
                self.operand(operand, depth, &mut text);
                out.push_str(text.trim_start_matches('!'));
            }
            Field::Operand(operand) => self.operand(operand, depth, out),
            Field::Int(number) => {
                let _ = write!(out, "{number}");
            }
            Field::Bool(flag) => {
                let _ = write!(out, "{flag}");
            }
            Field::Word(word) => out.push_str(&self.keys.ctx.text(*word)),
            Field::List(operands) => self.operands(operands, depth, out),
        }
    }

    fn operands(&mut self, operands: &[Operand], depth: usize, out: &mut String) {
        out.push('{');
        for (i, operand) in operands.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            self.operand(operand, depth, out);
        }
        out.push('}');
    }

    /// An operand of a node.
    pub fn operand(&mut self, operand: &Operand, depth: usize, out: &mut String) {
        match operand {
            Operand::Null => out.push_str("null"),
            Operand::Node(id) if depth == 0 => self.far_node(*id, out),
            Operand::Node(id) => self.node(*id, depth - 1, out),
            Operand::String(text) => {
                let _ = write!(out, "!{:?}", self.keys.ctx.text(*text));
            }
            Operand::Constant(attr) => self.attr(*attr, out),
        }
    }

    /// A node by its kind and name; one without a name by its key.
    fn far_node(&mut self, id: NodeId, out: &mut String) {
        let Some(metadata) = self.keys.metadata else { return };
        let ctx = self.keys.ctx;
        let named = metadata.export.graph().node(id).named_fields();
        let word = named.as_ref().map(|n| ctx.text(n.0)).unwrap_or_default();
        let text = |fields: &[(irtrip_dialect::Str, Field)]| {
            fields.iter().find_map(|(key, field)| match (ctx.bytes(*key), field) {
                (b"name" | b"filename", Field::Operand(Operand::String(s))) => Some(ctx.text(*s).into_owned()),
                _ => None,
            })
        };
        match named.as_ref().and_then(|n| text(&n.1)) {
            Some(name) => {
                let _ = write!(out, "!{word}({name:?})");
            }
            None => {
                let _ = write!(out, "!{word}#{:08x}", metadata.key(id) as u32);
            }
        }
    }
}
