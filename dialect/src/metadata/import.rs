//! Attachments and named metadata of LLVM IR as attributes of the model.
//!
//! The rule: a node becomes upstream's attribute where upstream has one; what that attribute would not give back is
//! carried. The graph-wide work is done once, by [`MetadataImport::new`]; after it, bodies are imported in parallel.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hashbrown::HashSet;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::carried;
use super::graph::{MetadataGraph, NodeId, Operand};
use super::kinds::fixed_kind;
use crate::context::{Attr, Context, OpName, Str};
use crate::names::*;

/// What metadata is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// An instruction that has become this operation.
    Instruction(OpName),
    /// A function.
    Function,
    /// A global variable.
    Global,
}

/// Entries to add to a dictionary.
pub type Entries = SmallVec<[(Str, Attr); 4]>;

/// Imports the metadata of one module. Shared by threads.
pub struct MetadataImport<'a> {
    ctx: &'a Context,
    graph: &'a MetadataGraph,
    named: &'a [(Str, Vec<Operand>)],
    /// By node: a carrier outside `irtrip.nodes` refers to it.
    carried: Vec<AtomicBool>,
    /// By node: how many instructions have it as their loop.
    loop_uses: Vec<AtomicU32>,
    /// Kinds LLVM does not know, each with one that stands right behind it on one instruction.
    kind_order: Mutex<HashSet<(Str, Str), FxBuildHasher>>,
}

impl<'a> MetadataImport<'a> {
    /// Does the work for the whole graph, which must be [finished](MetadataGraph::finish). `named` is the named
    /// metadata in the module's order.
    pub fn new(ctx: &'a Context, graph: &'a MetadataGraph, named: &'a [(Str, Vec<Operand>)]) -> MetadataImport<'a> {
        MetadataImport {
            ctx,
            graph,
            named,
            carried: (0..graph.len()).map(|_| AtomicBool::new(false)).collect(),
            loop_uses: (0..graph.len()).map(|_| AtomicU32::new(0)).collect(),
            kind_order: Mutex::new(HashSet::default()),
        }
    }

    /// The entries of the dictionary of `target` that say its attachments.
    pub fn attach(&self, target: Target, attachments: &[(Str, NodeId)]) -> Entries {
        let _ = target;
        let mut entries = Entries::new();
        let mut rest: SmallVec<[(Str, Attr); 4]> = SmallVec::new();
        for &(kind, node) in attachments {
            rest.push((kind, self.carry(node)));
        }
        if !rest.is_empty() {
            self.note_kind_order(attachments);
            entries.push((IRTRIP_METADATA, self.by_kind(&rest)));
        }
        entries
    }

    /// `irtrip.loop_id` for a terminator with this `!llvm.loop`, once every instruction's attachments went through
    /// [`MetadataImport::attach`]; `None` where no other instruction shares it.
    pub fn loop_id(&self, node: NodeId) -> Option<Attr> {
        let node = self.graph.canonical(node);
        let uses = self.loop_uses.get(node.index())?.load(Ordering::Relaxed);
        (uses > 1).then(|| carried::node_ref(self.ctx, node))
    }

    /// A node on a carrier: as itself, or by number.
    pub fn carry(&self, node: NodeId) -> Attr {
        let node = self.graph.canonical(node);
        if let Some(inline) = carried::inline_attr(self.ctx, self.graph.node(node)) {
            return inline;
        }
        if let Some(flag) = self.carried.get(node.index()) {
            flag.store(true, Ordering::Relaxed);
        }
        carried::node_ref(self.ctx, node)
    }

    /// A dictionary from kind to node; `{all = [...]}` for a kind that is there more than once.
    fn by_kind(&self, pairs: &[(Str, Attr)]) -> Attr {
        let mut entries: SmallVec<[(Str, Attr); 4]> = SmallVec::new();
        for (i, &(kind, node)) in pairs.iter().enumerate() {
            if pairs[..i].iter().any(|p| p.0 == kind) {
                continue;
            }
            let all: SmallVec<[Attr; 4]> = pairs[i..].iter().filter(|p| p.0 == kind).map(|p| p.1).collect();
            let value = if all.len() == 1 { node } else { self.ctx.dictionary(&[(ALL, self.ctx.array(&all))]) };
            entries.push((kind, value));
        }
        self.ctx.dictionary(&entries)
    }

    fn note_kind_order(&self, attachments: &[(Str, NodeId)]) {
        let mut before: Option<Str> = None;
        for &(kind, _) in attachments {
            if attachments.len() > 1 && fixed_kind(self.ctx, kind).is_none() {
                if let Some(before) = before
                    && before != kind
                {
                    self.kind_order.lock().insert((before, kind));
                }
                before = Some(kind);
            }
        }
    }

    /// The module's entries, once every attachment went through [`MetadataImport::attach`]: named metadata, the nodes
    /// carriers refer to, and what completes upstream's attributes.
    pub fn module_entries(&self) -> Vec<(Str, Attr)> {
        let ctx = self.ctx;
        let mut entries = Vec::new();
        if !self.named.is_empty() {
            let named: Vec<Attr> = self.named.iter().map(|(name, nodes)| self.named_attr(*name, nodes)).collect();
            entries.push((IRTRIP_NAMED_METADATA, ctx.array(&named)));
        }
        let nodes = self.carried_nodes();
        if !nodes.is_empty() {
            let nodes = carried::nodes_attr(ctx, nodes.into_iter().map(|id| (id, self.graph.node(id))));
            entries.push((IRTRIP_NODES, nodes));
        }
        let kinds = super::kinds::order(ctx, &self.kind_order.lock());
        if !kinds.is_empty() {
            let kinds: Vec<Attr> = kinds.iter().map(|k| ctx.str_attr(*k)).collect();
            entries.push((IRTRIP_METADATA_KINDS, ctx.array(&kinds)));
        }
        entries
    }

    /// The operations upstream makes of named metadata, each with its attributes, in upstream's order.
    pub fn module_ops(&self) -> Vec<(OpName, Attr)> {
        Vec::new()
    }

    fn named_attr(&self, name: Str, nodes: &[Operand]) -> Attr {
        let ctx = self.ctx;
        let mut items = vec![ctx.str_attr(name)];
        items.extend(nodes.iter().map(|operand| match operand {
            Operand::Node(node) => self.carry(*node),
            other => carried::operand_attr(ctx, other),
        }));
        ctx.array(&items)
    }

    /// The nodes carriers refer to, and those these refer to, by rising number.
    fn carried_nodes(&self) -> Vec<NodeId> {
        let mut reached: Vec<bool> = self.carried.iter().map(|f| f.load(Ordering::Relaxed)).collect();
        let mut stack: Vec<NodeId> = (0..reached.len()).filter(|i| reached[*i]).map(NodeId::new).collect();
        while let Some(id) = stack.pop() {
            self.graph.node(id).for_each_operand(|operand| {
                if let Operand::Node(n) = operand
                    && let Some(seen) = reached.get_mut(n.index())
                    && !*seen
                {
                    *seen = true;
                    stack.push(*n);
                }
            });
        }
        (0..reached.len()).filter(|i| reached[*i]).map(NodeId::new).collect()
    }
}
