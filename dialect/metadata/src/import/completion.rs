//! The preserved attributes that complete upstream's attributes: `irtrip.nodes` and `irtrip.completed`.
//!
//! A node that an attribute on an operation describes needs no content of its own: a preserved attribute names it as
//! the node of that attribute, with the fields that the attribute lacks. So a pass that changes the attribute changes
//! the node.

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::MetadataImport;
use crate::context::{Attr, Context};
use crate::debug_info::import::{DebugReach, View};
use crate::graph::difference::Delta;
use crate::graph::{MetadataGraph, NodeId};
use crate::node_table::number_attr;
use crate::preserved;

/// What the preserved attributes of a module refer to.
pub(crate) struct Completion {
    /// By node: it is in `irtrip.nodes`.
    pub nodes: Vec<bool>,
    /// By node: a preserved attribute refers to it.
    pub referenced: Vec<bool>,
    /// Views that preserved attributes complete or name, by rising node.
    views: Vec<(View, Option<Delta>)>,
    /// Locations of calls; see [`DebugReach`].
    callers: Vec<(Attr, NodeId, bool)>,
}

/// Finds what preserved attributes refer to.
struct Search<'a> {
    graph: &'a MetadataGraph,
    nodes: Vec<bool>,
    referenced: Vec<bool>,
    /// By node: a view of it holds its content.
    held: Vec<bool>,
    stack: Vec<NodeId>,
}

impl Search<'_> {
    fn refer(&mut self, id: NodeId) {
        if let Some(seen) = self.referenced.get_mut(id.index())
            && !*seen
        {
            *seen = true;
            if self.held.get(id.index()) == Some(&false) {
                self.preserve(id);
            }
        }
    }

    /// Puts a node into `irtrip.nodes`.
    fn preserve(&mut self, id: NodeId) {
        if let Some(seen) = self.nodes.get_mut(id.index())
            && !*seen
        {
            *seen = true;
            self.stack.push(id);
        }
    }

    fn finish(&mut self) {
        while let Some(id) = self.stack.pop() {
            let graph = self.graph;
            graph.node(id).for_each_operand(|operand| operand.node().into_iter().for_each(|n| self.refer(n)));
        }
    }
}

impl Completion {
    /// For views and callers on operations; `preserved` are the nodes that preserved attributes on operations refer to.
    pub fn new(import: &MetadataImport<'_>, reach: DebugReach, preserved: impl Iterator<Item = NodeId>) -> Completion {
        let (ctx, graph) = (import.ctx(), import.graph());
        let DebugReach { views, callers } = reach;
        let mut search = Search {
            graph,
            nodes: vec![false; graph.len()],
            referenced: vec![false; graph.len()],
            held: vec![false; graph.len()],
            stack: Vec::new(),
        };
        let mut deltas: HashMap<usize, Delta, FxBuildHasher> = HashMap::default();
        let mut whole: Vec<NodeId> = Vec::new();
        // The first view of a node holds its content.
        let is_first = |place: usize, view: &View| place == 0 || views[place - 1].id != view.id;
        let first = views.par_iter().enumerate().filter(|(place, view)| is_first(*place, view));
        let differing = first.filter(|(_, view)| !view.exact);
        let differences: Vec<(usize, Option<Delta>)> =
            differing.map(|(place, view)| (place, import.debug().delta(ctx, graph, view))).collect();
        for view in &views {
            if let Some(held) = search.held.get_mut(view.id.index()) {
                *held = true;
            }
        }
        for (place, delta) in differences {
            let view = &views[place];
            match delta {
                Some(delta) => {
                    deltas.insert(place, delta);
                }
                None => {
                    search.held[view.id.index()] = false;
                    whole.push(view.id);
                }
            }
        }
        for (_, id, whole) in &callers {
            if let Some(held) = search.held.get_mut(id.index()) {
                *held |= !whole;
            }
        }
        preserved.for_each(|id| search.refer(id));
        whole.into_iter().chain(callers.iter().filter(|c| c.2).map(|c| c.1)).for_each(|id| search.preserve(id));
        for delta in deltas.values() {
            delta.for_each_operand(|operand| operand.node().into_iter().for_each(|n| search.refer(n)));
        }
        search.finish();
        let inexact: HashSet<NodeId, FxBuildHasher> = views.iter().filter(|v| !v.exact).map(|v| v.id).collect();
        let mut before = None;
        let mut kept = Vec::new();
        for (place, view) in views.into_iter().enumerate() {
            let is_first = before.replace(view.id) != Some(view.id);
            let is_named = search.referenced[view.id.index()] || inexact.contains(&view.id);
            // A distinct node is found by no content: all its views have to name it, or none.
            if !view.exact || is_named && (is_first || graph.node(view.id).is_distinct()) {
                kept.push((view, deltas.remove(&place)));
            }
        }
        Completion { nodes: search.nodes, referenced: search.referenced, views: kept, callers }
    }

    /// The entries of `irtrip.completed` for debug info.
    pub fn entries(&self, ctx: &Context) -> Vec<Attr> {
        let mut entries = Vec::with_capacity(self.views.len() + self.callers.len());
        for (view, delta) in &self.views {
            let number = number_attr(ctx, view.id.index() as u64);
            entries.push(match delta.as_ref().filter(|d| !d.is_empty()) {
                Some(delta) => ctx.array(&[view.attr, number, preserved::delta_attr(ctx, delta)]),
                None => ctx.array(&[view.attr, number]),
            });
        }
        for (loc, id, whole) in &self.callers {
            entries.push(match whole {
                false if !self.referenced[id.index()] => ctx.array(&[*loc]),
                _ => ctx.array(&[*loc, number_attr(ctx, id.index() as u64)]),
            });
        }
        entries
    }
}
