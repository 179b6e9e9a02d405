//! The graph of metadata nodes from the attributes of a module.
//!
//! [`MetadataExport::new`] walks the module once and makes every node; after it, looking up an operation's attachments
//! takes no lock, and functions are written in parallel.

pub(crate) mod builder;
pub mod local_entities;
mod locations;
mod named;
mod releases;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::attributes::AttrData;
use crate::body::{Block, Body, Module, Op};
use crate::context::{Attr, Context, Str};
use crate::dense_map::{DenseMap, DenseTable};
use crate::export::builder::Builder;
use crate::graph::{MetadataGraph, Node, NodeId, Operand};
use crate::kinds::{FIXED_KINDS, Form, KINDS, fixed_kind};
use crate::names::*;
use crate::node_table::{NodeKey, completed_entries, completed_node, node_keys, numbered_nodes};
use crate::nodes::{InvalidNode, check_node, check_operand};
use crate::ops::{global_values, intrinsics};
use crate::preserved;
use crate::registry::OpName;
use crate::release::Release;
use crate::spellings::Spelling;
use irtrip_ops::preserved::without_constant_pointees;
use locations::Placed;

/// Attachments in the order of LLVM's writer.
pub type Attachments = SmallVec<[(Str, NodeId); 4]>;

type AttrMap<T> = HashMap<Attr, T, FxBuildHasher>;

/// What an operation's attachments hang on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttachmentSite {
    /// An instruction: its operation's name, the function's operation in the module's body, and the operation in the
    /// function's body. Each loop has a node of its own, so that the dictionary alone does not tell.
    Instruction(OpName, Op, Op),
    /// A phi: the function's operation in the module's body, the block, and which of its arguments; its dictionary is
    /// that of `irtrip.phis`.
    Phi(Op, Block, u32),
    /// A function or declaration.
    Function,
    /// A global variable.
    Global,
}

/// The metadata of one module. Shared by threads.
pub struct MetadataExport {
    graph: MetadataGraph,
    named: Vec<(Str, Vec<Operand>)>,
    found: Collected,
    loop_kind: Str,
    dbg_kind: Str,
    /// The nodes of attributes that always stand for one node.
    nodes: DenseMap<Attr, NodeId>,
    kinds_before_loop: HashSet<Str, FxBuildHasher>,
    invalid_node: Option<InvalidNode>,
    /// The expressions that a release does not have: with an empty one in its place, a variable would have another value.
    unlocated: HashSet<NodeId, FxBuildHasher>,
}

/// What the walk over a module has found.
#[derive(Default)]
struct Collected {
    /// By dictionary, of those that have any.
    attachments: DenseTable<Attr, Attachments>,
    /// By the function's operation and the terminator's: its loop, where its dictionary does not tell the node.
    loops: HashMap<(Option<Op>, Op), NodeId, FxBuildHasher>,
    /// By the function's operation, and the place of the instruction's: its debug location, where the operation's
    /// location says it.
    locations: HashMap<Op, Vec<Option<NodeId>>, FxBuildHasher>,
    /// By the function's operation and the instruction's: those whose preserved `!dbg` is not believed, since it is in
    /// another subprogram than the function has. LangRef, "DILocation".
    foreign: HashSet<(Op, Op), FxBuildHasher>,
    /// As `foreign`, of those whose own location is in another subprogram.
    foreign_locations: HashSet<(Op, Op), FxBuildHasher>,
    /// A function definition whose subprogram only names itself.
    without_content: Option<Op>,
    /// As `foreign_locations`, of the phis that a block's arguments are.
    foreign_phis: HashSet<(Op, Block, u32), FxBuildHasher>,
    /// As `locations`, of the phis that a block's arguments are.
    phi_locations: HashMap<(Op, Block, u32), NodeId, FxBuildHasher>,
    /// Metadata arguments of calls that are written in place, by the attribute.
    operands: AttrMap<Operand>,
    /// By scope, the list of it alone.
    declared_scopes: AttrMap<NodeId>,
}

/// The attributes of a record's operation for what the record is about.
const SUBJECTS: [Str; 2] = [VAR_INFO, LABEL];

impl MetadataExport {
    /// Makes the nodes of everything attached in `module` and of its named metadata.
    pub fn new(ctx: &Context, module: &Module) -> MetadataExport {
        MetadataExport::of_walk(ctx, module, Walk::new(ctx, module, true))
    }

    /// As [`MetadataExport::new`], where a release is to read them: nodes that differ in what pointers point to are one in a
    /// release that does not know it.
    pub fn for_release(ctx: &Context, module: &Module, release: Release) -> MetadataExport {
        let is_of_model = ctx.entry(module.attrs, IRTRIP_RELEASE).is_none();
        let has_pointees = is_of_model || Spelling::TypedPointers.releases().contains(release);
        MetadataExport::of_walk(ctx, module, Walk::new(ctx, module, has_pointees))
    }

    fn of_walk(ctx: &Context, module: &Module, mut walk: Walk<'_>) -> MetadataExport {
        walk.body(&module.body, None, None);
        for declared in ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|d| ctx.items(d)).unwrap_or_default() {
            walk.see(*declared);
        }
        let named = walk.named(module);
        walk.find_subprogram_without_content();
        walk.build.finish_named();
        let Walk { build, found, loop_kind, dbg_kind, invalid_node, .. } = walk;
        let before_loop = FIXED_KINDS.iter().take_while(|k| **k != "llvm.loop");
        let kinds_before_loop = before_loop.map(|k| ctx.str(k)).collect();
        let Builder { graph, nodes, .. } = build;
        let unlocated = HashSet::default();
        MetadataExport { graph, named, found, loop_kind, dbg_kind, nodes, kinds_before_loop, invalid_node, unlocated }
    }

    /// The attachments in a dictionary of one of the module's operations, in the order of LLVM's writer.
    pub fn attachments(&self, dictionary: Attr, site: AttachmentSite) -> Attachments {
        let attached = self.found.attachments.get(dictionary).map(Attachments::as_slice);
        let mut attachments = Attachments::from_slice(attached.unwrap_or_default());
        let location = match site {
            AttachmentSite::Instruction(_, function, op) => {
                if self.is_in_other_subprogram(function, op) {
                    attachments.retain(|attachment| attachment.0 != self.dbg_kind);
                }
                self.own_location_of(function, op)
            }
            AttachmentSite::Phi(function, block, index) => {
                self.found.phi_locations.get(&(function, block, index)).copied()
            }
            AttachmentSite::Function | AttachmentSite::Global => None,
        };
        if let Some(id) = location
            && attachments.first().is_none_or(|a| a.0 != self.dbg_kind)
        {
            attachments.insert(0, (self.dbg_kind, id));
        }
        if let AttachmentSite::Instruction(_, function, op) = site
            && let Some(id) = self.found.loops.get(&(Some(function), op))
        {
            let after = |a: &(Str, NodeId)| !self.kinds_before_loop.contains(&a.0);
            let place = attachments.iter().position(after).unwrap_or(attachments.len());
            attachments.insert(place, (self.loop_kind, *id));
        }
        attachments
    }

    /// Whether the preserved `!dbg` of an operation of a function is in another subprogram than the function has, so that
    /// it is none of its [`attachments`](Self::attachments).
    pub fn is_in_other_subprogram(&self, function: Op, op: Op) -> bool {
        !self.found.foreign.is_empty() && self.found.foreign.contains(&(function, op))
    }

    /// Whether the location of an operation of a function, or of a phi, is in another subprogram than the function has, so
    /// that it is not written.
    pub fn has_foreign_location(&self, site: AttachmentSite) -> bool {
        match site {
            AttachmentSite::Instruction(_, function, op) => {
                !self.found.foreign_locations.is_empty() && self.found.foreign_locations.contains(&(function, op))
            }
            AttachmentSite::Phi(function, block, index) => self.found.foreign_phis.contains(&(function, block, index)),
            AttachmentSite::Function | AttachmentSite::Global => false,
        }
    }

    /// The operand that a metadata argument of a call stands for, by the attribute under `metadata` in `args`.
    pub fn operand(&self, ctx: &Context, attr: Attr) -> Operand {
        match self.found.operands.get(&attr) {
            Some(operand) => *operand,
            None => preserved::attr_operand(ctx, attr, &|_| None),
        }
    }

    /// The list that `llvm.experimental.noalias.scope.decl` of a scope is called with.
    pub fn declared_scope(&self, scope: Attr) -> Option<NodeId> {
        self.found.declared_scopes.get(&scope).copied()
    }

    /// The node that a debug-info attribute on an operation stands for: the variable of an `llvm.intr.dbg.value`, its
    /// expression, a label.
    pub fn debug_node(&self, attr: Attr) -> Option<NodeId> {
        self.nodes.get(attr)
    }

    /// Whether an expression cannot be said in the release, so that nothing is known of a variable that is found by it.
    pub fn is_unlocated(&self, expression: NodeId) -> bool {
        self.unlocated.contains(&expression)
    }

    fn own_location_of(&self, function: Op, op: Op) -> Option<NodeId> {
        self.found.locations.get(&function).and_then(|ops| ops.get(op.index()).copied().flatten())
    }

    /// Whether there is a `!dbg` among the [`attachments`](Self::attachments) of an operation of a function.
    pub fn has_location(&self, dictionary: Attr, function: Op, op: Op) -> bool {
        self.own_location_of(function, op).is_some()
            || !self.is_in_other_subprogram(function, op)
                && self.found.attachments.get(dictionary).is_some_and(|attached| self.location_of(attached).is_some())
    }

    /// The `!dbg` among attachments.
    pub fn location_of(&self, attachments: &Attachments) -> Option<NodeId> {
        attachments.iter().find(|attachment| attachment.0 == self.dbg_kind).map(|attachment| attachment.1)
    }

    /// The variable or label that a record with these attributes is about, given its attachments: a preserved node
    /// counts before the attribute that it shares with other nodes.
    pub fn record_subject(&self, ctx: &Context, attrs: Attr, attachments: &Attachments) -> Option<NodeId> {
        SUBJECTS.iter().find_map(|key| {
            let attr = ctx.entry(attrs, *key)?;
            let preserved = attachments.iter().find(|attachment| attachment.0 == *key);
            preserved.map(|attachment| attachment.1).or_else(|| self.debug_node(attr))
        })
    }

    /// A function definition whose subprogram is nothing but a reference to itself: LLVM has no definition without a content.
    pub fn subprogram_without_content(&self) -> Option<Op> {
        self.found.without_content
    }

    /// What is wrong with the first preserved node that LLVM IR cannot have; an empty tuple stands for each such node.
    pub fn invalid_node(&self) -> Option<&InvalidNode> {
        self.invalid_node.as_ref()
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

/// The state of a dictionary's export, as bits: there is one for every attribute of the module.
#[derive(Clone, Copy, Default)]
struct DictionaryState(u8);

impl DictionaryState {
    /// Its nodes are made.
    const IS_MADE: DictionaryState = DictionaryState(1);
    /// Its loop annotation makes a node for each operation.
    const HAS_LOOP: DictionaryState = DictionaryState(2);
    /// The first of its attachments is its `!dbg`.
    const HAS_DBG: DictionaryState = DictionaryState(4);
    /// It has an `irtrip.atom`, which most have not: who looks for it looks into the dictionary.
    const HAS_ATOM: DictionaryState = DictionaryState(8);

    fn is(self, fact: DictionaryState) -> bool {
        self.0 & fact.0 != 0
    }
}

struct Walk<'a> {
    ctx: &'a Context,
    module: &'a Module,
    /// Whether constants keep what the pointers in their types point to.
    has_pointees: bool,
    build: Builder<'a>,
    /// The nodes of `irtrip.nodes` by number.
    preserved: HashMap<NodeKey, NodeId, FxBuildHasher>,
    /// Loops that several terminators share, by number and annotation.
    shared_loops: HashMap<(NodeKey, Attr), NodeId, FxBuildHasher>,
    /// By number of a loop: the annotation of the first terminator that has it.
    loop_annotations: HashMap<NodeKey, Attr, FxBuildHasher>,
    /// The places of kinds that LLVM does not know.
    kinds: HashMap<Str, usize, FxBuildHasher>,
    /// By the attribute's name: the definition of [`KINDS`] and the kind.
    slots: HashMap<Str, (usize, Str), FxBuildHasher>,
    or_null_kind: Str,
    loop_kind: Str,
    dbg_kind: Str,
    args: Str,
    metadata: Str,
    /// By attribute index: what is known of dictionaries whose nodes are made, in no hash: every operation asks.
    seen: Vec<DictionaryState>,
    last_location: Option<(locations::Place, Placed)>,
    /// By what a location is inlined at, or else by its scope: the subprogram that it is in, where that is known.
    subprograms: DenseMap<NodeId, NodeId>,
    /// In a module that has `irtrip.exporter_defaults`: the node of a loop annotation.
    default_loops: HashMap<Attr, NodeId, FxBuildHasher>,
    /// Nodes of loops without locations in another subprogram, by the node with these and the function's subprogram.
    stripped_loops: HashMap<(NodeId, NodeId), NodeId, FxBuildHasher>,
    found: Collected,
    /// Whether a function's `!dbg` is that of a location.
    has_subprograms: bool,
    /// The `!dbg` of the function whose operations are looked at.
    own_subprogram: Option<NodeId>,
    /// The definitions whose location names a subprogram without its content.
    self_named: Vec<(Op, NodeId)>,
    /// The functions of which LLVM wants every call to have a location, once they are asked for.
    located_callees: Option<HashSet<Str, FxBuildHasher>>,
    invalid_node: Option<InvalidNode>,
}

impl<'a> Walk<'a> {
    fn new(ctx: &'a Context, module: &'a Module, has_pointees: bool) -> Walk<'a> {
        let mut graph = MetadataGraph::new();
        let mut preserved = HashMap::default();
        for key in node_keys(ctx, module.attrs) {
            preserved.entry(key).or_insert_with(|| graph.declare());
        }
        let has_exporter_defaults = ctx.entry(module.attrs, IRTRIP_EXPORTER_DEFAULTS).is_some();
        let kinds = ctx.entry(module.attrs, IRTRIP_METADATA_KINDS).map(|k| ctx.items(k)).unwrap_or_default();
        let slot = |(i, row): (usize, &crate::kinds::KindRow)| (ctx.str(row.slot), (i, ctx.str(row.kind)));
        // Two kinds share the slot `dereferenceable`; the attribute tells which it is.
        let rows = KINDS.iter().enumerate().filter(|(_, row)| row.form != Form::DereferenceableOrNull);
        let mut walk = Walk {
            ctx,
            module,
            has_pointees,
            build: Builder { has_exporter_defaults, ..Builder::new(ctx, graph) },
            preserved,
            shared_loops: HashMap::default(),
            loop_annotations: HashMap::default(),
            kinds: kinds.iter().filter_map(|k| ctx.string_value(*k)).zip(0..).collect(),
            slots: rows.map(slot).collect(),
            or_null_kind: ctx.str("dereferenceable_or_null"),
            loop_kind: ctx.str("llvm.loop"),
            dbg_kind: ctx.str("dbg"),
            args: ctx.str("args"),
            metadata: ctx.str("metadata"),
            seen: vec![DictionaryState::default(); ctx.attr_count()],
            last_location: None,
            subprograms: DenseMap::default(),
            default_loops: HashMap::default(),
            stripped_loops: HashMap::default(),
            found: Collected::default(),
            has_subprograms: false,
            own_subprogram: None,
            self_named: Vec::new(),
            located_callees: None,
            invalid_node: None,
        };
        let nodes = ctx.entry(module.attrs, IRTRIP_NODES).into_iter().flat_map(|nodes| numbered_nodes(ctx, nodes));
        let mut tables = nodes.clone().map(|(_, table, _)| table);
        let first = tables.next();
        // What modules that were put together have in common is one node.
        if tables.all(|table| Some(table) == first) {
            walk.build.graph.keep_apart(ctx);
        }
        for (key, table, attr) in nodes {
            let preserved = &walk.preserved;
            let node = preserved::attr_node(ctx, attr, &|n| preserved.get(&table.key(n)).copied());
            if let (Some(id), Some(node)) = (preserved.get(&key).copied(), node) {
                let node = walk.checked(node);
                walk.build.graph.define(id, node);
            }
        }
        walk.complete();
        walk
    }

    /// Has attributes stand for the nodes of `irtrip.completed`; those that are not in `irtrip.nodes` are what their
    /// first attribute says, and what follows it.
    fn complete(&mut self) {
        let (ctx, module) = (self.ctx, self.module.attrs);
        for (table, entry) in completed_entries(ctx, module) {
            if let Some(attr) = entry.first()
                && let Some(id) = completed_node(ctx, table, entry).and_then(|key| self.preserved.get(&key))
            {
                self.build.complete(*attr, *id);
            }
        }
        for (table, entry) in completed_entries(ctx, module) {
            let (attr, rest) = match entry {
                [loc] => {
                    self.build.distinct_caller(*loc, None);
                    continue;
                }
                [attr, _, rest @ ..] => (attr, rest),
                [] => continue,
            };
            let key = completed_node(ctx, table, entry);
            let Some(id) = key.and_then(|key| self.preserved.get(&key)).copied() else { continue };
            if self.build.graph.is_defined(id) {
                continue;
            }
            if let AttrData::Location(_) = ctx.attr_data(*attr) {
                self.build.distinct_caller(*attr, Some(id));
                continue;
            }
            let delta =
                rest.first().map(|d| preserved::attr_delta(ctx, *d, &|n| self.preserved.get(&table.key(n)).copied()));
            self.build.define_completed(id, *attr, delta.unwrap_or_default());
            if !rest.is_empty() {
                let node = self.checked(self.build.graph.node(id).clone());
                self.build.graph.define(id, node);
            }
        }
        self.build.finish();
    }

    /// The node that an attribute on a preserved attribute stands for.
    fn node(&mut self, attr: Attr) -> Option<NodeId> {
        let ctx = self.ctx;
        if let Some(key) = NodeKey::of(ctx, attr) {
            return self.preserved.get(&key).map(|id| self.build.graph.canonical(*id));
        }
        // Nodes of other nodes that are written in place: what dialects translate their attributes to.
        let is_node = |item: &Attr| matches!(ctx.attr_data(*item), AttrData::Array(_) | AttrData::Llvm { .. });
        if ctx.items(attr).iter().any(is_node) {
            let operands = ctx.items(attr).iter().map(|item| self.operand(*item).unwrap_or(Operand::Null)).collect();
            return Some(self.build.graph.uniqued(Node::Tuple { distinct: false, operands }));
        }
        let (preserved, graph) = (&self.preserved, &self.build.graph);
        let node_of = |number| preserved.get(&NodeKey::of_number(number)).map(|id| graph.canonical(*id));
        let node = preserved::attr_node(ctx, attr, &node_of)?;
        let node = self.checked(node);
        Some(self.build.graph.uniqued(node))
    }

    fn pointees_of_release(&self, operand: &mut Operand) {
        if let Operand::Constant(constant) = operand
            && !self.has_pointees
        {
            *constant = without_constant_pointees(self.ctx, *constant);
        }
    }

    /// A preserved node if its definition allows it, else an empty tuple.
    fn checked(&mut self, mut node: Node) -> Node {
        if !self.has_pointees {
            node.for_each_operand_mut(|operand| self.pointees_of_release(operand));
        }
        match check_node(self.ctx, &node) {
            Ok(()) => node,
            Err(invalid) => {
                self.invalid_node.get_or_insert(invalid);
                Node::Tuple { distinct: node.is_distinct(), operands: Box::default() }
            }
        }
    }

    /// The operand that an attribute on a preserved attribute stands for.
    fn operand(&mut self, attr: Attr) -> Option<Operand> {
        if let Some(node) = self.build.debug_node(attr) {
            return Some(Operand::Node(node));
        }
        match self.ctx.attr_data(attr) {
            AttrData::Array(_) => self.node(attr).map(Operand::Node),
            _ if NodeKey::of(self.ctx, attr).is_some() => self.node(attr).map(Operand::Node),
            _ => {
                let mut operand = preserved::attr_operand(self.ctx, attr, &|_| None);
                self.pointees_of_release(&mut operand);
                if let Err(invalid) = check_operand(self.ctx, &operand) {
                    self.invalid_node.get_or_insert(invalid);
                }
                Some(operand)
            }
        }
    }

    fn body(&mut self, body: &Body, function: Option<Op>, scope: Option<NodeId>) {
        // In a subprogram each operation has its place in the list.
        let mut locations = Vec::with_capacity(scope.map_or(0, |_| body.op_count()));
        for index in 0..body.op_count() {
            let op = Op::new(index);
            let dictionary = body.attrs(op);
            self.see(dictionary);
            if self.seen(dictionary).is(DictionaryState::HAS_LOOP) {
                self.own_loop(dictionary, (function, scope), op);
            }
            if body.name(op) == intrinsics::EXPERIMENTAL_NOALIAS_SCOPE_DECL {
                self.declared_scope(dictionary);
            }
            match scope {
                Some(scope) => {
                    let location = self.own_location(body, (function, op), scope, dictionary);
                    locations.push(location);
                }
                None => {
                    if let Some(function) = function {
                        self.stray_location(body.loc(op), dictionary, (function, op), &mut locations);
                    }
                }
            }
            let scope = match body.name(op) {
                global_values::FUNC => self.subprogram(body, op),
                _ => None,
            };
            if let Some(nested) = body.nested(op) {
                self.own_subprogram = self.dbg(dictionary).or(scope);
                let scope = scope.and(self.own_subprogram);
                self.body(nested, Some(op), scope);
                if let Some(scope) = scope {
                    self.phis(nested, op, scope);
                }
            }
        }
        if let Some(function) = function.filter(|_| !locations.is_empty()) {
            self.found.locations.insert(function, locations);
        }
    }

    /// The `!dbg` among the attachments in a dictionary.
    fn dbg(&self, dictionary: Attr) -> Option<NodeId> {
        if !self.seen(dictionary).is(DictionaryState::HAS_DBG) {
            return None;
        }
        let attached = self.found.attachments.get(dictionary)?;
        attached.first().filter(|attachment| attachment.0 == self.dbg_kind).map(|attachment| attachment.1)
    }

    fn seen(&self, dictionary: Attr) -> DictionaryState {
        self.seen.get(dictionary.index()).copied().unwrap_or_default()
    }

    /// Notes a fact about a dictionary.
    fn note(&mut self, dictionary: Attr, fact: DictionaryState) {
        if let Some(seen) = self.seen.get_mut(dictionary.index()) {
            seen.0 |= fact.0;
        }
    }

    /// Makes the nodes of a dictionary, once.
    fn see(&mut self, dictionary: Attr) {
        match self.seen.get_mut(dictionary.index()) {
            Some(seen) if !seen.is(DictionaryState::IS_MADE) => seen.0 |= DictionaryState::IS_MADE.0,
            _ => return,
        }
        let attachments = self.dictionary(dictionary);
        if let Some((kind, _)) = attachments.first() {
            if *kind == self.dbg_kind {
                self.note(dictionary, DictionaryState::HAS_DBG);
            }
            *self.found.attachments.get_or_default(dictionary) = attachments;
        }
    }

    fn dictionary(&mut self, dictionary: Attr) -> Attachments {
        let ctx = self.ctx;
        let mut found = Attachments::new();
        let (mut preserved, mut expressions) = (None, None);
        let mut slots: SmallVec<[(usize, Str, Attr); 4]> = SmallVec::new();
        for &(name, value) in ctx.entries(dictionary) {
            if name == IRTRIP_METADATA {
                preserved = Some(value);
            } else if name == IRTRIP_PHIS {
                ctx.items(value).iter().for_each(|phi| self.see(*phi));
            } else if name == self.args || name == IRTRIP_ARGS {
                self.arguments(value);
            } else if name == IRTRIP_BUNDLE_ARGS {
                ctx.items(value).iter().for_each(|bundle| self.arguments(*bundle));
            } else if name == IRTRIP_RECORDS {
                ctx.items(value).iter().for_each(|record| self.see(*record));
            } else if name == IRTRIP_ATOM {
                self.note(dictionary, DictionaryState::HAS_ATOM);
            } else if name == DBG_EXPRS {
                expressions = Some(value);
            } else if let Some(&(row, kind)) = self.slots.get(&name) {
                slots.push((row, kind, value));
            } else {
                self.build.debug_node(value);
            }
        }
        // Kinds whose node a preserved attribute names although upstream's attribute is there.
        let mut preserved_kinds: SmallVec<[Str; 4]> = SmallVec::new();
        for &(kind, value) in preserved.map(|c| ctx.entries(c)).unwrap_or_default() {
            match self.pair(value) {
                Some((attr, node)) if ctx.entries(dictionary).iter().any(|entry| entry.1 == attr) => {
                    found.extend(self.node(node).map(|n| (kind, n)));
                    preserved_kinds.push(kind);
                }
                Some(_) => {}
                None => self.preserved_kind(kind, value, &mut found),
            }
        }
        let expressions = expressions.filter(|_| !preserved_kinds.contains(&self.dbg_kind));
        for expression in expressions.map(|list| ctx.items(list)).unwrap_or_default() {
            found.extend(self.build.debug_node(*expression).map(|n| (self.dbg_kind, n)));
        }
        for (row, kind, value) in slots {
            if !preserved_kinds.contains(&kind) {
                self.slot(row, kind, value, dictionary, &mut found);
            }
        }
        self.sort(&mut found);
        found
    }

    /// `[attribute, node]`, which no tuple that is written in place looks like: it has no node among its operands.
    fn pair(&self, value: Attr) -> Option<(Attr, Attr)> {
        let [attr, node] = self.ctx.items(value) else { return None };
        let is_node = matches!(self.ctx.attr_data(*node), AttrData::Array(_)) || NodeKey::of(self.ctx, *node).is_some();
        is_node.then_some((*attr, *node))
    }

    fn preserved_kind(&mut self, kind: Str, value: Attr, found: &mut Attachments) {
        match self.ctx.entry(value, ALL) {
            Some(all) => {
                for node in self.ctx.items(all) {
                    found.extend(self.node(*node).map(|n| (kind, n)));
                }
            }
            None => found.extend(self.node(value).map(|n| (kind, n))),
        }
    }

    fn slot(&mut self, row: usize, kind: Str, value: Attr, dictionary: Attr, found: &mut Attachments) {
        let Some(row) = KINDS.get(row) else { return };
        let ctx = self.ctx;
        let build = &mut self.build;
        let mut kind = kind;
        let node = match row.form {
            Form::Loop => {
                self.note(dictionary, DictionaryState::HAS_LOOP);
                found.retain(|f| f.0 != self.loop_kind);
                return;
            }
            Form::Tbaa => ctx.items(value).first().and_then(|tag| build.tbaa_tag(*tag)),
            Form::Scopes => build.scope_list(ctx.items(value)),
            Form::AccessGroups => build.access_groups(ctx.items(value)),
            Form::BranchWeights => build.branch_weights(value),
            Form::Empty => Some(build.tuple(&[])),
            Form::One => Some(build.one()),
            Form::Dereferenceable | Form::DereferenceableOrNull => build.dereferenceable(value).map(|(node, null)| {
                if null {
                    kind = self.or_null_kind;
                }
                node
            }),
            Form::Mmra => build.mmra(value),
            Form::EntryCount => build.entry_count(value),
            Form::VecTypeHint => build.vec_type_hint(value),
            Form::WorkGroupSize => build.sizes(value),
            Form::SubGroupSize => build.size(value),
        };
        // Upstream's attribute counts before a preserved node of its kind.
        if let Some(node) = node {
            found.retain(|f| f.0 != kind);
            found.push((kind, node));
        }
    }

    fn own_loop(&mut self, dictionary: Attr, (function, scope): (Option<Op>, Option<NodeId>), op: Op) {
        let ctx = self.ctx;
        let Some(annotation) = ctx.entry(dictionary, LOOP_ANNOTATION) else { return };
        let number = ctx.entry(dictionary, IRTRIP_LOOP_ID).and_then(|n| NodeKey::of(ctx, n));
        let known = number.and_then(|n| self.known_loop(n, annotation));
        let known = known.or_else(|| self.default_loops.get(&annotation).copied());
        let id = match known {
            Some(id) => Some(self.build.graph.canonical(id)),
            None => self.build.new_loop(annotation),
        };
        let Some(id) = id else { return };
        if self.build.has_exporter_defaults {
            self.default_loops.insert(annotation, id);
        }
        if let Some(number) = number {
            self.shared_loops.entry((number, annotation)).or_insert(id);
        }
        let id = scope.map_or(id, |subprogram| self.loop_in(subprogram, id));
        self.found.loops.insert((function, op), id);
    }

    /// The node of a loop without locations in another subprogram than that of its function, where LLVM accepts no debug
    /// information: a pass gave the function a new one.
    fn loop_in(&mut self, subprogram: NodeId, id: NodeId) -> NodeId {
        let (ctx, graph) = (self.ctx, &self.build.graph);
        let Node::Tuple { operands, .. } = graph.node(id) else { return id };
        let is_foreign = |operand: &Operand| match operand {
            Operand::Node(node) => {
                graph.subprogram_of(ctx, *node).is_some_and(|own| own != graph.canonical(subprogram))
            }
            Operand::Null | Operand::String(_) | Operand::Constant(_) => false,
        };
        if !operands.iter().any(is_foreign) {
            return id;
        }
        let rest: Vec<Operand> = operands.iter().skip(1).filter(|operand| !is_foreign(operand)).copied().collect();
        let build = &mut self.build;
        *self.stripped_loops.entry((id, subprogram)).or_insert_with(|| build.own(&rest))
    }

    /// The node of a number of loops. A terminator whose annotation is not the others' is of a loop that was changed.
    fn known_loop(&mut self, number: NodeKey, annotation: Attr) -> Option<NodeId> {
        let of_number = *self.loop_annotations.entry(number).or_insert(annotation);
        let preserved = self.preserved.get(&number).filter(|_| of_number == annotation);
        preserved.or_else(|| self.shared_loops.get(&(number, annotation))).copied()
    }

    fn declared_scope(&mut self, dictionary: Attr) {
        if let Some(scope) = self.ctx.entry(dictionary, SCOPE)
            && !self.found.declared_scopes.contains_key(&scope)
            && let Some(list) = self.build.scope_list(&[scope])
        {
            self.found.declared_scopes.insert(scope, list);
        }
    }

    fn arguments(&mut self, args: Attr) {
        for argument in self.ctx.items(args) {
            if let Some(attr) = self.ctx.entry(*argument, self.metadata)
                && !self.found.operands.contains_key(&attr)
                && let Some(operand) = self.operand(attr)
            {
                self.found.operands.insert(attr, operand);
            }
        }
    }

    /// Sorts by kind; of one kind the order stays.
    fn sort(&self, attachments: &mut Attachments) {
        if attachments.len() > 1 {
            attachments.sort_by_cached_key(|(kind, _)| {
                let place = fixed_kind(self.ctx, *kind);
                let own = self.kinds.get(kind).copied().unwrap_or(usize::MAX);
                (place.unwrap_or(usize::MAX), own, self.ctx.bytes(*kind))
            });
        }
    }
}
