//! Attachments and named metadata of LLVM IR as attributes of the model.
//!
//! The rule: a node becomes upstream's attribute where upstream has one; what that attribute cannot express is
//! preserved. In this order:
//!
//! 1. [`MetadataImport::new`] finds every node that has an attribute, for the whole graph.
//! 2. [`MetadataImport::attach`] returns the entries of each instruction, function and variable; bodies go in parallel.
//! 3. [`MetadataImport::loop_id`] tells loops that several terminators share apart from those that look alike.
//! 4. [`MetadataImport::module_entries`] and [`MetadataImport::module_ops`] return the module's own attributes and
//!    operations.
//! 5. [`MetadataImport::mark_tables`] says on operations whose attributes theirs are.

mod completion;
pub(crate) mod diagnostics;
mod marks;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hashbrown::{HashMap, HashSet};
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::aliasing::tbaa::{Converted, TbaaImport};
use crate::attr_table::DI_GLOBAL_VARIABLE_EXPRESSION;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::debug_info::DebugImport;
use crate::graph::reader::NodeReader;
use crate::graph::{MetadataGraph, Node, NodeId, Operand};
use crate::kinds::{Form, KINDS, fixed_kind, has_slot};
use crate::loops::LoopImport;
use crate::module_flags::{MODULE_FLAGS, UPSTREAM_NAMED};
use crate::names::*;
use crate::node_table::{NodeTable, nodes_attr, number_attr};
use crate::ops::global_values;
use crate::preserved;
use crate::registry::OpName;
use completion::Completion;

/// What metadata is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// An instruction that has become this operation.
    Instruction(OpName),
    /// A phi, whose entries go into `irtrip.phis`.
    Phi,
    /// A function.
    Function,
    /// A global variable.
    Global,
}

/// NamedAttrs to add to a dictionary.
pub type NamedAttrs = SmallVec<[(Str, Attr); 4]>;

type NodeMap<T> = HashMap<NodeId, T, FxBuildHasher>;

/// How an access tag's attribute round-trips to its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tag {
    /// By itself.
    Exact,
    /// By `irtrip.completed`.
    Completed,
    /// It stands for another node: an attachment of its own tells.
    Shared,
}

/// What preserved attributes refer to, once everything is attached.
struct ReferencedNodes {
    completion: Completion,
    /// `irtrip.named_metadata`; `None` where upstream's forms hold all of it, in their order.
    named: Option<Attr>,
}

/// Imports the metadata of one module. Shared by threads.
pub struct MetadataImport<'a> {
    ctx: &'a Context,
    graph: &'a MetadataGraph,
    named: &'a [(Str, Vec<Operand>)],
    /// By a kind's name and whether it is on a function: the definition of [`KINDS`] and the attribute's name.
    rows: HashMap<(Str, bool), (usize, Str), FxBuildHasher>,
    tags: NodeMap<(Attr, Tag)>,
    loops: NodeMap<Converted>,
    scope_lists: NodeMap<Attr>,
    access_groups: NodeMap<Attr>,
    /// By node: a preserved attribute outside `irtrip.nodes` refers to it.
    preserved: Vec<AtomicBool>,
    /// By node: it is on an operation as upstream's attribute.
    converted: Vec<AtomicBool>,
    /// By node: how many terminators have it as their loop.
    loop_uses: Vec<AtomicU32>,
    /// Kinds LLVM does not know, each with one that is right after it on one instruction.
    kind_order: Mutex<HashSet<(Str, Str), FxBuildHasher>>,
    debug: DebugImport,
    table: NodeTable,
    /// By node: it is a list of alias scopes that an instruction has.
    aliasing: Vec<AtomicBool>,
    /// By node: its attribute or location is on an operation.
    debug_used: Vec<AtomicBool>,
    reached: OnceLock<ReferencedNodes>,
}

impl<'a> MetadataImport<'a> {
    /// Does the work for the whole graph, which must be [finished](MetadataGraph::finish). `named` is the named
    /// metadata in the module's order.
    pub fn new(ctx: &'a Context, graph: &'a MetadataGraph, named: &'a [(Str, Vec<Operand>)]) -> MetadataImport<'a> {
        MetadataImport::with_debug_info(ctx, graph, named, DebugImport::default(), 0)
    }

    /// As [`MetadataImport::new`], with debug info in upstream's form; `debug` was made of the graph, and `symbols` is a
    /// hash of the symbols that the module defines.
    pub fn with_debug_info(
        ctx: &'a Context,
        graph: &'a MetadataGraph,
        named: &'a [(Str, Vec<Operand>)],
        mut debug: DebugImport,
        symbols: u64,
    ) -> MetadataImport<'a> {
        debug.find_unlisted_units(ctx, named);
        let rows = KINDS.iter().enumerate().map(|(i, row)| ((ctx.str(row.kind), row.function), (i, ctx.str(row.slot))));
        let flags = || (0..graph.len()).map(|_| AtomicBool::new(false)).collect();
        let mut import = MetadataImport {
            ctx,
            graph,
            named,
            rows: rows.collect(),
            tags: NodeMap::default(),
            loops: NodeMap::default(),
            scope_lists: NodeMap::default(),
            access_groups: NodeMap::default(),
            preserved: flags(),
            converted: flags(),
            loop_uses: (0..graph.len()).map(|_| AtomicU32::new(0)).collect(),
            kind_order: Mutex::new(HashSet::default()),
            debug,
            table: NodeTable::new(ctx, graph, symbols),
            aliasing: flags(),
            debug_used: flags(),
            reached: OnceLock::new(),
        };
        import.find_attributes();
        import
    }

    /// Whether an operation refers to debug info in upstream's form.
    pub fn has_debug_info(&self) -> bool {
        self.debug_used.iter().any(|f| f.load(Ordering::Relaxed))
    }

    fn use_debug(&self, id: NodeId) {
        if let Some(flag) = self.debug_used.get(id.index()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// The location that stands for a `DILocation`, and whether it round-trips to the node; else the node is to be
    /// attached in addition.
    pub fn debug_location(&self, id: NodeId) -> Option<(Attr, bool)> {
        let id = self.graph.canonical(id);
        let found = self.debug.location(self.ctx, self.graph, id)?;
        self.use_debug(id);
        Some(found)
    }

    /// `irtrip.atom` of an instruction whose location does not round-trip to its `DILocation`, but does with it.
    pub fn atom(&self, id: NodeId) -> Option<Attr> {
        self.debug.atom(self.ctx, self.graph, self.graph.canonical(id))
    }

    /// The location of a function with this subprogram, and whether it round-trips to the node.
    pub fn function_location(&self, id: NodeId) -> Option<(Attr, bool)> {
        let id = self.graph.canonical(id);
        let loc = self.debug.function_location(self.ctx, self.graph, id)?;
        self.use_debug(id);
        Some((loc, self.debug.root(id).is_some_and(|root| self.debug.stands_for(root, id))))
    }

    /// The `#llvm.di_*` attribute of a node, and whether it round-trips to the node: of distinct nodes with the same
    /// content, it only returns the first.
    pub fn debug_view(&self, id: NodeId) -> Option<Converted> {
        let id = self.graph.canonical(id);
        let view = self.debug.root(id)?;
        let viewed = self.debug.node_of(view)?;
        self.use_debug(viewed);
        Some((view, viewed == id))
    }

    /// The graph that is imported.
    pub fn graph(&self) -> &'a MetadataGraph {
        self.graph
    }

    fn read(&self) -> NodeReader<'a> {
        NodeReader { ctx: self.ctx, graph: self.graph }
    }

    fn find_attributes(&mut self) {
        let read = self.read();
        let mut tbaa = TbaaImport::new(read);
        let mut loops = LoopImport::new(read, &self.debug);
        let mut inexact = Vec::new();
        let mut claimed: HashSet<Attr, FxBuildHasher> = HashSet::default();
        for id in self.graph.ids() {
            let Node::Tuple { distinct, operands } = self.graph.node(id) else { continue };
            if let Some(groups) = read.access_groups(id) {
                self.access_groups.insert(id, groups);
            }
            if *distinct {
                if let Some(converted) = loops.annotation(id) {
                    self.loops.insert(id, converted);
                }
                continue;
            }
            if matches!(operands.first(), None | Some(Operand::Node(_)))
                && let Some(list) = read.scope_list(id)
            {
                self.scope_lists.insert(id, list);
            }
            match tbaa.tag(id) {
                Some((tag, true)) => {
                    claimed.insert(tag);
                    self.tags.insert(id, (tag, Tag::Exact));
                }
                Some((tag, false)) => inexact.push((id, tag)),
                None => {}
            }
        }
        for (id, tag) in inexact {
            let how = if claimed.insert(tag) { Tag::Completed } else { Tag::Shared };
            self.tags.insert(id, (tag, how));
        }
    }

    /// The entries of the dictionary of `target` that stand for its attachments.
    pub fn attach(&self, target: Target, attachments: &[(Str, NodeId)]) -> NamedAttrs {
        let mut entries = NamedAttrs::new();
        let mut rest: NamedAttrs = SmallVec::new();
        let expressions = self.expressions(target, attachments);
        entries.extend(expressions.map(|(list, _)| (DBG_EXPRS, list)));
        for &(kind, node) in attachments {
            let node = self.graph.canonical(node);
            if let Some((list, exact)) = expressions.filter(|_| self.ctx.bytes(kind) == b"dbg") {
                if !exact {
                    rest.push((kind, self.ctx.array(&[list, self.preserve(node)])));
                }
                continue;
            }
            match self.upstream(target, kind, node, attachments) {
                Some((slot, attr, exact)) if !entries.iter().any(|e| e.0 == slot) => {
                    entries.push((slot, attr));
                    if !exact {
                        rest.push((kind, self.ctx.array(&[attr, self.preserve(node)])));
                    }
                }
                _ => rest.push((kind, self.preserve(node))),
            }
        }
        // Of the kinds with an attribute of upstream's, LLVM does not know those of functions.
        if !rest.is_empty() || target == Target::Function {
            self.note_kind_order(attachments);
        }
        if !rest.is_empty() {
            entries.push((IRTRIP_METADATA, self.by_kind(&rest)));
        }
        entries
    }

    /// `dbg_exprs` of a variable, where it holds all its `!dbg`, and whether it round-trips to them: of distinct nodes with
    /// the same content, it only returns the first.
    fn expressions(&self, target: Target, attachments: &[(Str, NodeId)]) -> Option<Converted> {
        if target != Target::Global {
            return None;
        }
        let nodes: SmallVec<[NodeId; 2]> =
            attachments.iter().filter(|a| self.ctx.bytes(a.0) == b"dbg").map(|a| self.graph.canonical(a.1)).collect();
        let views: Option<Vec<Converted>> = nodes.iter().map(|id| self.debug_view(*id)).collect();
        let exact = views.iter().flatten().all(|view| view.1);
        let views: Option<Vec<Attr>> = views.map(|views| views.into_iter().map(|view| view.0).collect());
        let kind = |attr: &Attr| match self.ctx.attr_data(*attr) {
            AttrData::Llvm { kind, .. } => *kind == DI_GLOBAL_VARIABLE_EXPRESSION,
            _ => false,
        };
        let views = views.filter(|views| !views.is_empty() && views.iter().all(kind))?;
        (exact || views.len() == 1).then(|| (self.ctx.array(&views), exact))
    }

    /// The name and value of the attribute that stands for an attachment, and whether it round-trips to the attachment.
    fn upstream(&self, target: Target, kind: Str, id: NodeId, all: &[(Str, NodeId)]) -> Option<(Str, Attr, bool)> {
        let function = match target {
            Target::Instruction(_) => false,
            Target::Function => true,
            Target::Phi | Target::Global => return None,
        };
        let &(row, slot) = self.rows.get(&(kind, function))?;
        if let Target::Instruction(op) = target
            && !has_slot(op, row)
        {
            return None;
        }
        let form = KINDS.get(row)?.form;
        // Of the two that share an attribute, upstream's import keeps the one that may be null.
        if form == Form::Dereferenceable && all.iter().any(|a| self.ctx.bytes(a.0) == b"dereferenceable_or_null") {
            return None;
        }
        let (attr, exact) = self.converted(form, id)?;
        if let Some(flag) = self.converted.get(id.index()) {
            flag.store(true, Ordering::Relaxed);
        }
        Some((slot, attr, exact))
    }

    /// Records that an instruction has a list of alias scopes, be there room for it or not.
    pub fn note_aliasing(&self, list: NodeId) {
        if let Some(flag) = self.aliasing.get(self.graph.canonical(list).index()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// The scopes in the lists that [`MetadataImport::note_aliasing`] recorded: those that upstream's import knows.
    pub fn aliasing_scopes(&self) -> HashSet<Attr, FxBuildHasher> {
        let lists = self
            .scope_lists
            .iter()
            .filter(|list| self.aliasing.get(list.0.index()).is_some_and(|flag| flag.load(Ordering::Relaxed)));
        lists.flat_map(|list| self.ctx.items(*list.1).iter().copied()).collect()
    }

    /// Whether there is an attribute of a form for a node.
    pub(crate) fn takes(&self, form: Form, id: NodeId) -> bool {
        if form == Form::Loop { self.loops.contains_key(&id) } else { self.converted(form, id).is_some() }
    }

    /// Whether there is an annotation for a loop's node that returns the node back.
    pub(crate) fn has_exact_loop(&self, id: NodeId) -> bool {
        self.loops.get(&id).is_some_and(|converted| converted.1)
    }

    /// The named metadata.
    pub(crate) fn named(&self) -> &'a [(Str, Vec<Operand>)] {
        self.named
    }

    fn converted(&self, form: Form, id: NodeId) -> Option<Converted> {
        let read = self.read();
        let exact = |attr: Option<Attr>| attr.map(|a| (a, true));
        match form {
            Form::Tbaa => self.tags.get(&id).map(|(tag, how)| (self.ctx.array(&[*tag]), *how != Tag::Shared)),
            Form::Scopes => exact(self.scope_lists.get(&id).copied()),
            Form::AccessGroups => exact(self.access_groups.get(&id).copied()),
            Form::Loop => {
                let converted = self.loops.get(&id).copied()?;
                if let Some(uses) = self.loop_uses.get(id.index()) {
                    uses.fetch_add(1, Ordering::Relaxed);
                }
                Some(converted)
            }
            Form::BranchWeights => read.branch_weights(id),
            Form::Empty => Some(read.empty(id)),
            Form::One => Some(read.one(id)),
            Form::Dereferenceable => exact(read.dereferenceable(id, false)),
            Form::DereferenceableOrNull => exact(read.dereferenceable(id, true)),
            Form::Mmra => exact(read.mmra(id)),
            Form::EntryCount => read.entry_count(id),
            Form::VecTypeHint => read.vec_type_hint(id),
            Form::WorkGroupSize => exact(read.work_group_size(id)),
            Form::SubGroupSize => exact(read.sub_group_size(id)),
        }
    }

    /// The value of `irtrip.loop_id` for a terminator with this `!llvm.loop`, once every instruction's attachments
    /// went through [`MetadataImport::attach`]; `None` where the annotation alone round-trips to the node.
    pub fn loop_id(&self, id: NodeId) -> Option<Attr> {
        let id = self.graph.canonical(id);
        let exact = self.loops.get(&id)?.1;
        let uses = self.loop_uses.get(id.index())?.load(Ordering::Relaxed);
        let shared = uses > 1 || self.reached().completion.referenced.get(id.index()).copied().unwrap_or(false);
        (exact && uses > 0 && shared).then(|| self.table.reference(self.ctx, id))
    }

    /// The attribute of the one scope in the list that `llvm.experimental.noalias.scope.decl` is called with; `None`
    /// where the dialect's operation has no room for it.
    pub fn declared_scope(&self, list: NodeId) -> Option<Attr> {
        let list = self.graph.canonical(list);
        match self.ctx.items(*self.scope_lists.get(&list)?) {
            [scope] => {
                self.converted.get(list.index())?.store(true, Ordering::Relaxed);
                Some(*scope)
            }
            _ => None,
        }
    }

    /// A node on a preserved attribute: as itself, or by number.
    pub fn preserve(&self, node: NodeId) -> Attr {
        let node = self.graph.canonical(node);
        if let Some(inline) = preserved::inline_attr(self.ctx, self.graph.node(node)) {
            return inline;
        }
        if let Some(flag) = self.preserved.get(node.index()) {
            flag.store(true, Ordering::Relaxed);
        }
        self.table.reference(self.ctx, node)
    }

    /// An operand on a preserved attribute, such as a metadata argument of a call.
    pub(crate) fn preserve_operand(&self, operand: &Operand) -> Attr {
        match operand {
            Operand::Node(node) => self.preserve(*node),
            other => preserved::operand_attr(self.ctx, other),
        }
    }

    /// A dictionary from kind to node; `{all = [...]}` for a kind that is there more than once.
    fn by_kind(&self, pairs: &[(Str, Attr)]) -> Attr {
        let mut sorted: NamedAttrs = pairs.iter().copied().collect();
        // Those of one kind stay in their order.
        sorted.sort_by_key(|pair| pair.0);
        let value = |all: &[(Str, Attr)]| match all {
            [(kind, node)] => Some((*kind, *node)),
            [(kind, _), ..] => {
                let all: SmallVec<[Attr; 4]> = all.iter().map(|pair| pair.1).collect();
                Some((*kind, self.ctx.dictionary(&[(ALL, self.ctx.array(&all))])))
            }
            [] => None,
        };
        let entries: NamedAttrs = sorted.chunk_by(|a, b| a.0 == b.0).filter_map(value).collect();
        self.ctx.dictionary(&entries)
    }

    fn note_kind_order(&self, attachments: &[(Str, NodeId)]) {
        if attachments.len() < 2 {
            return;
        }
        let mut before: Option<Str> = None;
        for &(kind, _) in attachments {
            if fixed_kind(self.ctx, kind).is_none() {
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
    /// preserved attributes refer to, and what completes upstream's attributes.
    pub fn module_entries(&self) -> Vec<(Str, Attr)> {
        let ctx = self.ctx;
        let mut entries = Vec::new();
        for (name, nodes) in self.named {
            entries.extend(self.named_attribute(*name, nodes));
        }
        let reached = self.reached();
        entries.extend(reached.named.map(|named| (IRTRIP_NAMED_METADATA, named)));
        let completed = self.completed(reached);
        if completed.len() > 1 {
            entries.push((IRTRIP_COMPLETED, ctx.array(&completed)));
        }
        let nodes = reached.completion.nodes.iter().enumerate().filter(|n| *n.1).map(|n| NodeId::new(n.0));
        let nodes = nodes_attr(ctx, self.table, nodes.map(|id| (id, self.graph.node(id))));
        entries.extend(nodes.map(|nodes| (IRTRIP_NODES, nodes)));
        let kinds = crate::kinds::order(ctx, &self.kind_order.lock());
        if !kinds.is_empty() {
            let kinds: Vec<Attr> = kinds.iter().map(|k| ctx.str_attr(*k)).collect();
            entries.push((IRTRIP_METADATA_KINDS, ctx.array(&kinds)));
        }
        entries
    }

    /// The operations upstream makes of named metadata, each with its attributes, in upstream's order.
    pub fn module_ops(&self) -> Vec<(OpName, Attr)> {
        let ctx = self.ctx;
        let read = self.read();
        let mut ops = Vec::new();
        let nodes_of = |name: &'static [u8]| {
            let named = self.named.iter().filter(move |n| ctx.bytes(n.0) == name);
            named.flat_map(|n| &n.1).filter_map(Operand::node)
        };
        for options in nodes_of(b"llvm.linker.options") {
            if let Some(options) = read.strings(options) {
                ops.push((global_values::LINKER_OPTIONS, ctx.dictionary(&[(OPTIONS, options)])));
            }
        }
        let flags: Vec<Attr> =
            nodes_of(b"llvm.module.flags").filter_map(|f| read.module_flag(f)).map(|f| f.0).collect();
        if !flags.is_empty() {
            let flags = (ctx.str("flags"), ctx.array(&flags));
            ops.push((global_values::MODULE_FLAGS, ctx.dictionary(&[flags])));
        }
        ops
    }

    /// The module's attribute that holds named metadata.
    fn named_attribute(&self, name: Str, nodes: &[Operand]) -> Option<(Str, Attr)> {
        let ctx = self.ctx;
        let read = self.read();
        match (ctx.bytes(name), nodes) {
            (b"llvm.ident" | b"llvm.commandline", [Operand::Node(one)]) => Some((name, read.single_string(*one)?)),
            (b"llvm.dependent-libraries", [_, ..]) => {
                let libs: Option<Vec<Attr>> = nodes.iter().map(|n| read.single_string(n.node()?)).collect();
                Some((ctx.str("llvm.dependent_libraries"), ctx.array(&libs?)))
            }
            _ => None,
        }
    }

    /// Whether upstream's form round-trips to named metadata.
    fn is_exact_in_upstream_form(&self, name: Str, nodes: &[Operand]) -> bool {
        let read = self.read();
        match self.ctx.bytes(name) {
            b"llvm.module.flags" => {
                !nodes.is_empty()
                    && nodes.iter().all(|f| f.node().and_then(|f| read.module_flag(f)).is_some_and(|f| f.1))
            }
            b"llvm.linker.options" => {
                !nodes.is_empty() && nodes.iter().all(|o| o.node().and_then(|o| read.strings(o)).is_some())
            }
            _ => self.named_attribute(name, nodes).is_some(),
        }
    }

    /// An operand of named metadata that upstream's form does not return as a whole. Of a module's flags `unit` is
    /// one that upstream's form says, and `[flag, node]` one that it says in part.
    fn named_operand(&self, name: Str, operand: &Operand) -> Attr {
        let ctx = self.ctx;
        let flag = operand.node().filter(|_| ctx.bytes(name) == MODULE_FLAGS.as_bytes());
        match flag.and_then(|flag| self.read().module_flag(flag)) {
            Some((_, true)) => attrs::UNIT,
            Some((flag, false)) => ctx.array(&[flag, self.preserve_operand(operand)]),
            None => self.preserve_operand(operand),
        }
    }

    /// Whether there is debug information without the flag of its version, which export would supply.
    fn lacks_debug_info_version(&self) -> bool {
        let read = self.read();
        let is_subprogram = |id| matches!(self.graph.node(id), Node::Specialised { name, .. } if self.ctx.bytes(*name) == b"DISubprogram");
        !read.has_debug_info_version(self.named) && self.graph.ids().any(is_subprogram)
    }

    fn named_attr(&self) -> Option<Attr> {
        let ctx = self.ctx;
        let place = |name: Str| UPSTREAM_NAMED.iter().position(|n| n.as_bytes() == ctx.bytes(name));
        let exact: Vec<bool> =
            self.named.iter().map(|(name, nodes)| self.is_exact_in_upstream_form(*name, nodes)).collect();
        let places: Vec<Option<usize>> = self.named.iter().map(|(name, _)| place(*name)).collect();
        if exact.iter().all(|s| *s) && places.is_sorted_by(|a, b| a < b) && !self.lacks_debug_info_version() {
            return None;
        }
        let items: Vec<Attr> = self
            .named
            .iter()
            .zip(exact)
            .map(|((name, nodes), is_exact)| {
                let name_attr = ctx.str_attr(*name);
                if is_exact {
                    return name_attr;
                }
                let mut items = vec![name_attr];
                items.extend(nodes.iter().map(|operand| self.named_operand(*name, operand)));
                ctx.array(&items)
            })
            .collect();
        Some(ctx.array(&items))
    }

    /// The context.
    pub(crate) fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// The debug info.
    pub(crate) fn debug(&self) -> &DebugImport {
        &self.debug
    }

    fn reached(&self) -> &ReferencedNodes {
        self.reached.get_or_init(|| {
            let named = self.named_attr();
            for (id, (_, how)) in &self.tags {
                if *how == Tag::Completed && self.is_converted(*id) {
                    self.preserve(*id);
                }
            }
            let used = self.debug_used.iter().enumerate().filter(|f| f.1.load(Ordering::Relaxed));
            let used = used.map(|f| NodeId::new(f.0));
            let loops = self.loops.iter().filter(|l| self.is_converted(*l.0)).map(|l| l.1.0);
            let reach = self.debug.reach(self.ctx, self.graph, used, loops);
            let preserved = self.preserved.iter().enumerate().filter(|f| f.1.load(Ordering::Relaxed));
            let completion = Completion::new(self, reach, preserved.map(|f| NodeId::new(f.0)));
            ReferencedNodes { completion, named }
        })
    }

    fn is_converted(&self, id: NodeId) -> bool {
        self.converted.get(id.index()).is_some_and(|f| f.load(Ordering::Relaxed))
    }

    /// The pairs of `irtrip.completed`: inexact access tags, and the nodes with an identity of their own that both an
    /// attribute and a preserved attribute stand for.
    fn completed(&self, reached: &ReferencedNodes) -> Vec<Attr> {
        let ctx = self.ctx;
        let read = self.read();
        let mut pairs: Vec<(NodeId, Attr)> = Vec::new();
        for (id, (tag, how)) in &self.tags {
            if *how == Tag::Completed && self.is_converted(*id) {
                pairs.push((*id, *tag));
            }
        }
        let preserved_too = |id: NodeId| reached.completion.referenced.get(id.index()).copied().unwrap_or(false);
        let mut seen: HashSet<NodeId, FxBuildHasher> = HashSet::default();
        let lists = self.scope_lists.keys().chain(self.access_groups.keys());
        let lists = lists.chain(self.loops.keys()).copied().filter(|l| self.is_converted(*l));
        for id in lists.flat_map(|l| self.identities(l)) {
            if preserved_too(id) && seen.insert(id) {
                let attr = read.access_group(id).or_else(|| read.alias_scope(id)).or_else(|| read.scope_domain(id));
                pairs.extend(attr.map(|a| (id, a)));
            }
        }
        pairs.sort_by_key(|p| p.0);
        let pair = |(id, attr): (NodeId, Attr)| ctx.array(&[attr, number_attr(ctx, id.index() as u64)]);
        let entries = pairs.into_iter().map(pair).chain(reached.completion.entries(ctx));
        std::iter::once(self.table.item(ctx)).chain(entries).collect()
    }

    /// The nodes with an identity of their own that the attribute of a list or of a loop refers to.
    fn identities(&self, list: NodeId) -> Vec<NodeId> {
        let read = self.read();
        let mut found = Vec::new();
        let is_loop = self.loops.contains_key(&list);
        let tuple = |id: NodeId| match self.graph.node(id) {
            Node::Tuple { operands, .. } => &operands[..],
            Node::Specialised { .. } | Node::Location(_) => &[],
        };
        if read.access_group(list).is_some() {
            found.push(list);
        }
        for id in tuple(list).iter().filter_map(Operand::node) {
            if id != list && read.distinct(id).is_some() {
                found.push(id);
            }
            // After a scope, its domain; after a loop's property, its access groups.
            if is_loop || read.alias_scope(id).is_some() {
                let inner = tuple(id).iter().filter_map(Operand::node);
                found.extend(inner.filter(|i| *i != id && *i != list && read.distinct(*i).is_some()));
            }
        }
        found
    }
}
