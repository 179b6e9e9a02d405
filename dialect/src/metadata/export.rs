//! The graph of metadata nodes from the attributes of a module.
//!
//! [`MetadataExport::new`] walks the module once and makes every node; after it, looking up an operation's attachments
//! takes no lock, and functions are written in parallel.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::carried;
use super::graph::{MetadataGraph, NodeId, Operand};
use super::kinds::fixed_kind;
use crate::attributes::AttrData;
use crate::body::{Body, Module, Op};
use crate::context::{Attr, Context, OpName, Str};
use crate::names::*;

/// Attachments in the order of LLVM's writer.
pub type Attachments = SmallVec<[(Str, NodeId); 4]>;

/// What an operation's attachments hang on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// An instruction: its operation's name, the function's operation in the module's body, and the operation in the
    /// function's body. Each loop has a node of its own, so that the dictionary alone does not tell.
    Instruction(OpName, Op, Op),
    /// A function or declaration.
    Function,
    /// A global variable.
    Global,
}

/// The metadata of one module. Shared by threads.
pub struct MetadataExport {
    graph: MetadataGraph,
    named: Vec<(Str, Vec<Operand>)>,
    /// By dictionary handle.
    attachments: HashMap<Attr, Attachments, FxBuildHasher>,
}

impl MetadataExport {
    /// Makes the nodes of everything attached in `module` and of its named metadata.
    pub fn new(ctx: &Context, module: &Module) -> MetadataExport {
        let mut build = Build::new(ctx, module);
        let mut attachments = HashMap::default();
        build.body(&module.body, &mut attachments);
        let named = build.named(module);
        MetadataExport { graph: build.graph, named, attachments }
    }

    /// The attachments that a dictionary of the module's operations says.
    pub fn attachments(&self, dictionary: Attr, site: Site) -> Attachments {
        let _ = site;
        self.attachments.get(&dictionary).cloned().unwrap_or_default()
    }

    /// The nodes. They are in no order of writing; LLVM's writer numbers nodes by first use.
    pub fn graph(&self) -> &MetadataGraph {
        &self.graph
    }

    /// The named metadata, in the module's order.
    pub fn named(&self) -> &[(Str, Vec<Operand>)] {
        &self.named
    }
}

struct Build<'a> {
    ctx: &'a Context,
    graph: MetadataGraph,
    /// The nodes of `irtrip.nodes` by number.
    carried: HashMap<usize, NodeId, FxBuildHasher>,
    /// The order of kinds that LLVM does not know.
    kinds: Vec<Str>,
}

impl<'a> Build<'a> {
    fn new(ctx: &'a Context, module: &Module) -> Build<'a> {
        let mut graph = MetadataGraph::new();
        let mut carried = HashMap::default();
        let nodes: Vec<(usize, Attr)> = ctx
            .entry(module.attrs, IRTRIP_NODES)
            .map(|nodes| carried::numbered_nodes(ctx, nodes).collect())
            .unwrap_or_default();
        for (number, _) in &nodes {
            carried.entry(*number).or_insert_with(|| graph.declare());
        }
        for (number, attr) in &nodes {
            let node = carried::attr_node(ctx, *attr, &|n| carried.get(&n).copied());
            if let (Some(id), Some(node)) = (carried.get(number), node) {
                graph.define(*id, node);
            }
        }
        graph.finish();
        let kinds = ctx.entry(module.attrs, IRTRIP_METADATA_KINDS);
        let kinds = kinds.map(|k| ctx.items(k).iter().filter_map(|k| ctx.string_value(*k)).collect());
        Build { ctx, graph, carried, kinds: kinds.unwrap_or_default() }
    }

    /// The node that an attribute on a carrier stands for.
    fn node(&mut self, attr: Attr) -> Option<NodeId> {
        let ctx = self.ctx;
        if let Some(number) = carried::ref_number(ctx, attr) {
            return self.carried.get(&number).map(|id| self.graph.canonical(*id));
        }
        let carried = &self.carried;
        let graph = &self.graph;
        let node = carried::attr_node(ctx, attr, &|n| carried.get(&n).map(|id| graph.canonical(*id)))?;
        Some(self.graph.uniqued(node))
    }

    fn body(&mut self, body: &Body, attachments: &mut HashMap<Attr, Attachments, FxBuildHasher>) {
        for index in 0..body.op_count() {
            let op = Op::new(index);
            let dictionary = body.attrs(op);
            if !attachments.contains_key(&dictionary) {
                let found = self.dictionary(dictionary);
                attachments.insert(dictionary, found);
            }
            if let Some(nested) = body.nested(op) {
                self.body(nested, attachments);
            }
        }
    }

    fn dictionary(&mut self, dictionary: Attr) -> Attachments {
        let mut found = Attachments::new();
        if let Some(carried) = self.ctx.entry(dictionary, IRTRIP_METADATA) {
            for (kind, value) in self.ctx.entries(carried) {
                self.carried_kind(*kind, *value, &mut found);
            }
        }
        self.sort(&mut found);
        found
    }

    fn carried_kind(&mut self, kind: Str, value: Attr, found: &mut Attachments) {
        match self.ctx.entry(value, ALL) {
            Some(all) => {
                for node in self.ctx.items(all) {
                    found.extend(self.node(*node).map(|n| (kind, n)));
                }
            }
            None => found.extend(self.node(value).map(|n| (kind, n))),
        }
    }

    /// Sorts by kind; of one kind the order stays.
    fn sort(&self, attachments: &mut Attachments) {
        if attachments.len() > 1 {
            attachments.sort_by_cached_key(|(kind, _)| {
                let place = fixed_kind(self.ctx, *kind);
                let own = self.kinds.iter().position(|k| k == kind).unwrap_or(usize::MAX);
                (place.unwrap_or(usize::MAX), own, self.ctx.bytes(*kind))
            });
        }
    }

    fn named(&mut self, module: &Module) -> Vec<(Str, Vec<Operand>)> {
        let ctx = self.ctx;
        let mut named = Vec::new();
        let Some(carried) = ctx.entry(module.attrs, IRTRIP_NAMED_METADATA) else { return named };
        for item in ctx.items(carried) {
            if let AttrData::Array(parts) = ctx.attr_data(*item)
                && let Some((name, nodes)) = parts.split_first()
                && let Some(name) = ctx.string_value(*name)
            {
                let nodes = nodes.iter().filter_map(|n| self.node(*n)).map(Operand::Node).collect();
                named.push((name, nodes));
            }
        }
        named
    }
}
