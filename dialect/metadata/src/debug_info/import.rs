//! Debug-info nodes as upstream's `#llvm.di_*` attributes, and locations of them; LangRef, "Specialized Metadata
//! Nodes".
//!
//! In this order:
//!
//! 1. [`Converter`] makes the views of all nodes that operations refer to.
//! 2. [`DebugImport::new`] makes a node of every view again, and records which are not what they were made of.
//! 3. The attributes of operations are recorded, and [`DebugImport::reach`] returns the views below it, so that preserved
//!    attributes can complete them.

use std::sync::OnceLock;

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::attributes::{DebugRows, Distinct, Identity};
use super::from_nodes::{Converter, field};
use super::to_nodes::{Content, NodeSource, annotation, expression};
use crate::attr_table::*;
use crate::attributes::{AttrData, Items, Location};
use crate::context::{Attr, Context, Str};
use crate::dense_map::DenseMap;
use crate::export::builder::DEPTH_LIMIT;
use crate::graph::difference::Delta;
use crate::graph::{Atom, Field, MetadataGraph, Node, NodeId, Operand};
use crate::names::{ATOM_GROUP, ATOM_RANK, COLUMN, DI_LOCATION, EMPTY, INLINED_AT, LINE, SCOPE};
use crate::types::well_known as types;

type NodeMap<T> = HashMap<NodeId, T, FxBuildHasher>;

/// The debug info of a module, in upstream's form.
#[derive(Default)]
pub struct DebugImport {
    /// The view of each node that stands for itself.
    roots: DenseMap<NodeId, Option<Attr>>,
    /// The node each view stands for: the first of those it was made of.
    views: DenseMap<Attr, NodeId>,
    /// The views of compile units, and whether there are any of variables.
    units: Vec<Attr>,
    has_globals: bool,
    /// Views that do not round-trip to their node.
    inexact: HashSet<Attr, FxBuildHasher>,
    /// The scopes of `DILocation`s.
    scopes: DenseMap<NodeId, Scope>,
    /// By node: the location made of a `DILocation`, and how much of it that location keeps, from the first request on.
    locations: Vec<OnceLock<Option<(Attr, Coverage)>>>,
    /// The locations of calls that something is inlined into; `None` for one that has none.
    calls: DenseMap<NodeId, Option<Attr>>,
    /// What the location of a call stands for where something is inlined.
    callers: DenseMap<Attr, Caller>,
}

/// A call that something is inlined into.
#[derive(Clone, Copy)]
struct Caller {
    id: NodeId,
    /// How many calls are around it.
    nesting: u32,
}

/// What locations in a scope have in common.
#[derive(Clone, Copy)]
struct Scope {
    /// The name of its file: `-` for one without a name.
    file: Str,
    /// Its view.
    root: Option<Attr>,
    /// Whether the view stands for it.
    exact: bool,
}

/// How much of its `DILocation` a location keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coverage {
    All,
    /// All but that it is distinct.
    AllButDistinct,
    /// All but the fields in this `irtrip.atom`.
    AllButAtom(Attr),
    Part,
}

/// A view on an operation.
pub struct View {
    /// The attribute. Of those that share an identity, one.
    pub attr: Attr,
    /// Its node.
    pub id: NodeId,
    /// Whether it round-trips to the node, of this identity.
    pub exact: bool,
}

/// What is below the attributes and locations on operations.
pub struct DebugReach {
    /// Views by rising node.
    pub views: Vec<View>,
    /// Locations of calls that do not round-trip to their node, each with its node, and whether a preserved attribute must
    /// hold all of that; else it is distinct and has the location's fields. A call comes after those it is inlined
    /// into.
    pub callers: Vec<(Attr, NodeId, bool)>,
}

/// Finds nodes where each view's is known.
#[derive(Clone, Copy)]
struct Finder<'a> {
    graph: &'a MetadataGraph,
    views: &'a DenseMap<Attr, NodeId>,
}

impl NodeSource for Finder<'_> {
    fn node_of(&mut self, attr: Attr, _depth: u32) -> Option<NodeId> {
        self.views.get(attr)
    }

    fn tuple_of(&mut self, operands: &[Operand]) -> Option<NodeId> {
        self.graph.find(&Node::Tuple { distinct: false, operands: operands.into() })
    }
}

impl DebugImport {
    /// Makes the attributes of the graph's nodes. The graph must be [finished](MetadataGraph::finish). Where nodes
    /// refer to each other, those in `first`, and what is below these, come before the others.
    pub fn new(ctx: &Context, graph: &MetadataGraph, first: &[NodeId]) -> DebugImport {
        if graph.ids().all(|id| matches!(graph.node(id), Node::Tuple { .. })) {
            return DebugImport::default();
        }
        let rows = DebugRows::of(ctx);
        let mut converter = Converter::new(ctx, graph);
        for id in first {
            translate_below(&mut converter, graph, *id);
        }
        let mut calls = Vec::new();
        let mut scopes: DenseMap<NodeId, Scope> = DenseMap::default();
        for id in graph.ids() {
            if let Some(place) = LocationFields::of(graph.node(id)) {
                if let Some(scope) = place.scope
                    && scopes.get(scope).is_none()
                {
                    let root = converter.translate(scope);
                    let exact = root.is_some_and(|root| converter.view_nodes.get(root) == Some(scope));
                    scopes.insert(scope, Scope { file: file_or_dash(ctx, graph, scope), root, exact });
                }
                calls.extend(place.inlined);
            } else if matches!(graph.node(id), Node::Specialised { name, .. } if rows.is_root(*name)) {
                converter.translate(id);
            }
        }
        let Converter { standalone, views, view_nodes, .. } = converter;
        let locations = (0..graph.len()).map(|_| OnceLock::new()).collect();
        let mut import =
            DebugImport { roots: standalone, views: view_nodes, scopes, locations, ..DebugImport::default() };
        for inlined in calls {
            import.call(ctx, graph, inlined);
        }
        let is_of =
            |attr: &Attr, wanted| matches!(ctx.attr_data(*attr), AttrData::Llvm { kind, .. } if *kind == wanted);
        import.units = views.iter().filter(|view| is_of(view, DI_COMPILE_UNIT)).copied().collect();
        import.has_globals = views.iter().any(|view| is_of(view, DI_GLOBAL_VARIABLE_EXPRESSION));
        let exact = |attr: &Attr| {
            let node = import.views.get(*attr).map(|id| graph.node(id));
            import.viewed_node(ctx, graph, *attr).as_ref() == node
        };
        let inexact: Vec<Attr> = views.into_par_iter().filter(|view| !exact(view)).collect();
        import.inexact = inexact.into_iter().collect();
        import
    }

    /// Records the compile units that export would list, or give globals, and the module has otherwise.
    pub fn find_unlisted_units(&mut self, ctx: &Context, named: &[(Str, Vec<Operand>)]) {
        let lists = named.iter().filter(|(name, _)| ctx.bytes(*name) == b"llvm.dbg.cu");
        let listed: HashSet<Operand, FxBuildHasher> = lists.flat_map(|(_, units)| units).copied().collect();
        let is_listed = |unit: &Attr| self.views.get(*unit).is_some_and(|id| listed.contains(&Operand::Node(id)));
        let units = std::mem::take(&mut self.units).into_iter();
        let other: Vec<Attr> = units.filter(|unit| self.has_globals || !is_listed(unit)).collect();
        self.inexact.extend(other);
    }

    /// The node that a view describes. A view that only names its node stands for that node.
    fn viewed_node(&self, ctx: &Context, graph: &MetadataGraph, attr: Attr) -> Option<Node> {
        let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { return None };
        let rows = DebugRows::of(ctx);
        match rows.of_kind(*kind) {
            Some(row) if row.is_self(params) => self.views.get(attr).map(|id| graph.node(id).clone()),
            Some(row) => {
                let source = Finder { graph, views: &self.views };
                Some(Content { ctx, rows, has_exporter_defaults: false, source }.node(row, params, 0))
            }
            None if *kind == DI_EXPRESSION => expression(ctx, params),
            None => Some(Node::Tuple { distinct: false, operands: annotation(ctx, params).into() }),
        }
    }

    /// The difference between the fields in a view and its whole node; `None` where none can be stored.
    pub fn delta(&self, ctx: &Context, graph: &MetadataGraph, view: &View) -> Option<Delta> {
        Delta::between(ctx, self.viewed_node(ctx, graph, view.attr)?, graph.node(view.id))
    }

    /// Finds the location of a call that something is inlined into, and the node each such location stands for. A chain of
    /// callers that never ends has none, nor has what is deeper in one than [`DEPTH_LIMIT`].
    fn call(&mut self, ctx: &Context, graph: &MetadataGraph, id: NodeId) {
        let (mut chain, mut next) = (Vec::new(), Some(id));
        while let Some((id, place)) = next.and_then(|id| Some((id, LocationFields::of(graph.node(id))?))) {
            if self.calls.get(id).is_some() {
                break;
            }
            self.calls.insert(id, None);
            chain.push((id, place.inlined));
            next = place.inlined;
        }
        for (id, inlined) in chain.into_iter().rev() {
            let caller = |inlined| self.callers.get(self.calls.get(inlined)??);
            let nesting = match inlined {
                Some(inlined) => caller(inlined).map(|caller| caller.nesting + 1),
                None => Some(0),
            };
            let Some(nesting) = nesting.filter(|nesting| *nesting <= DEPTH_LIMIT) else { continue };
            let Some((loc, _)) = self.locate(ctx, graph, id) else { continue };
            self.calls.insert(id, Some(loc));
            self.callers.insert_first(loc, Caller { id, nesting });
        }
    }

    /// The location of a `DILocation`, without the fields that it has no room for.
    fn locate(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<(Attr, Coverage)> {
        *self.locations.get(id.index())?.get_or_init(|| self.new_location(ctx, graph, id))
    }

    fn new_location(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<(Attr, Coverage)> {
        let node = graph.node(id);
        let place = LocationFields::of(node)?;
        let Scope { file, root, mut exact } = self.scopes.get(place.scope?)?;
        let (line, column) = (place.line, place.column);
        let mut loc = ctx.attr(AttrData::Location(Location::File { file, line, column, end: None }));
        if let Some(root) = root {
            loc = fused(ctx, root, loc);
        }
        if let Some(inlined) = place.inlined {
            let caller = self.calls.get(inlined)??;
            exact &= self.callers.get(caller).is_some_and(|call| call.id == inlined);
            loc = ctx.attr(AttrData::Location(Location::CallSite { callee: loc, caller }));
        }
        let coverage = match place.atom(ctx) {
            _ if !exact || !place.is_plain => Coverage::Part,
            Some([0, 0]) if node.is_distinct() => Coverage::AllButDistinct,
            Some([0, 0]) => Coverage::All,
            Some(values) if !node.is_distinct() => Coverage::AllButAtom(ctx.dense_array_attr(types::I64, &values)),
            _ => Coverage::Part,
        };
        Some((loc, coverage))
    }

    /// The attribute of a node, where it has one.
    pub fn root(&self, id: NodeId) -> Option<Attr> {
        self.roots.get(id).flatten()
    }

    /// The node that an attribute stands for.
    pub fn node_of(&self, attr: Attr) -> Option<NodeId> {
        self.views.get(attr)
    }

    /// Whether an attribute stands for this node.
    pub fn stands_for(&self, attr: Attr, id: NodeId) -> bool {
        self.views.get(attr) == Some(id)
    }

    /// The location of a `DILocation`, and whether it round-trips to the node.
    pub fn location(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<(Attr, bool)> {
        self.locate(ctx, graph, id).map(|(loc, coverage)| (loc, coverage == Coverage::All))
    }

    /// `irtrip.atom` of an instruction whose location holds the rest of this `DILocation`.
    pub fn atom(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<Attr> {
        match self.locate(ctx, graph, id)?.1 {
            Coverage::AllButAtom(atom) => Some(atom),
            Coverage::All | Coverage::AllButDistinct | Coverage::Part => None,
        }
    }

    /// The location of a function with this subprogram.
    pub fn function_location(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<Attr> {
        let metadata = self.root(id)?;
        let Node::Specialised { name, fields, .. } = graph.node(id) else { return None };
        let rows = DebugRows::of(ctx);
        if rows.of_node(*name).is_none_or(|row| row.kind != DI_SUBPROGRAM) {
            return None;
        }
        let line = match field(fields, LINE) {
            Some(Field::Int(n)) => u32::try_from(*n).unwrap_or(0),
            _ => 0,
        };
        let file = file_name(ctx, graph, id);
        let place = Location::File { file, line, column: 0, end: None };
        Some(fused(ctx, metadata, ctx.attr(AttrData::Location(place))))
    }

    /// What is below the attributes and locations of the nodes in `used`, and below `others`.
    pub fn reach(
        &self,
        ctx: &Context,
        graph: &MetadataGraph,
        used: impl Iterator<Item = NodeId>,
        others: impl Iterator<Item = Attr>,
    ) -> DebugReach {
        let mut walk =
            ReachWalk { import: self, ctx, views: Vec::new(), callers: Vec::new(), identified: HashMap::default() };
        let mut stack = walk.roots(graph, used);
        stack.extend(others);
        walk.walk(stack);
        let ReachWalk { mut views, mut callers, .. } = walk;
        // Without an identity each view would be a node.
        let mut alone: NodeMap<u32> = NodeMap::default();
        let is_alone = |view: &View| match ctx.attr_data(view.attr) {
            AttrData::Llvm { kind, .. } => {
                DebugRows::of(ctx).of_kind(*kind).is_some_and(|row| row.distinct == Distinct::Always)
            }
            _ => false,
        };
        views.iter().filter(|v| is_alone(v)).for_each(|v| *alone.entry(v.id).or_default() += 1);
        for view in &mut views {
            view.exact &= alone.get(&view.id).is_none_or(|count| *count == 1);
        }
        views.par_sort_by_key(|v| v.id);
        callers.par_sort_unstable_by_key(|c| (c.0, c.1, c.2.index()));
        callers.dedup();
        DebugReach { views, callers: callers.into_iter().map(|(_, id, loc, whole)| (loc, id, whole)).collect() }
    }
}

/// Makes the attributes of a node: of a location those of its scope and of its callers, of a loop those of its
/// locations.
fn translate_below(converter: &mut Converter<'_>, graph: &MetadataGraph, id: NodeId) {
    let id = graph.canonical(id);
    if let Node::Tuple { operands, .. } = graph.node(id) {
        let locations = operands.iter().filter_map(Operand::node);
        for location in locations.filter(|id| matches!(graph.node(*id), Node::Location(_))) {
            translate_below(converter, graph, location);
        }
        return;
    }
    let mut next = Some(id);
    // A chain of callers that never ends is no IR that LLVM accepts, and is refused where it is attached.
    for _ in 0..DEPTH_LIMIT {
        let Some(id) = next else { return };
        let Some(place) = LocationFields::of(graph.node(id)) else {
            converter.translate(id);
            return;
        };
        place.scope.into_iter().for_each(|scope| {
            converter.translate(scope);
        });
        next = place.inlined;
    }
}

/// The walk of [`DebugImport::reach`].
struct ReachWalk<'a> {
    import: &'a DebugImport,
    ctx: &'a Context,
    views: Vec<View>,
    /// How many calls are around each, its node, its location, and whether a preserved attribute must hold all of it.
    callers: Vec<(u32, NodeId, Attr, bool)>,
    /// By identity, the place of the view that has it.
    identified: HashMap<Identity, usize, FxBuildHasher>,
}

impl ReachWalk<'_> {
    /// The views right below the locations of these nodes, and the views of those that are no locations.
    ///
    /// There are more locations than anything else, and their fields are closer together in the nodes.
    fn roots(&mut self, graph: &MetadataGraph, used: impl Iterator<Item = NodeId>) -> Vec<Attr> {
        let mut seen = vec![false; graph.len()];
        let mut roots = Vec::new();
        for start in used {
            let mut next = Some(start);
            while let Some(id) = next.take().filter(|id| seen.get(id.index()) == Some(&false)) {
                seen[id.index()] = true;
                let Some(place) = LocationFields::of(graph.node(id)) else {
                    roots.extend(self.import.root(id));
                    break;
                };
                if let Some(scope) = place.scope
                    && !std::mem::replace(&mut seen[scope.index()], true)
                {
                    roots.extend(self.import.root(scope));
                }
                if let Some(caller) = place.inlined.and_then(|call| self.import.calls.get(call)?) {
                    self.caller(caller);
                }
                next = place.inlined;
            }
        }
        roots
    }

    fn walk(&mut self, mut stack: Vec<Attr>) {
        let ctx = self.ctx;
        let mut seen = vec![false; ctx.attr_count()];
        while let Some(attr) = stack.pop() {
            match seen.get_mut(attr.index()) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            match ctx.attr_data(attr) {
                AttrData::Llvm { kind, params } => {
                    stack.extend(params.iter().flatten().rev());
                    self.view(attr, *kind, params);
                }
                AttrData::Array(items) => stack.extend(items.iter().rev()),
                AttrData::Location(Location::CallSite { callee, caller }) => {
                    stack.extend([*caller, *callee]);
                    self.caller(*caller);
                }
                AttrData::Location(Location::Fused { locations, metadata }) => {
                    stack.extend(locations.iter().rev());
                    stack.extend(*metadata);
                }
                _ => {}
            }
        }
    }

    fn view(&mut self, attr: Attr, kind: AttrKind, params: &[Option<Attr>]) {
        let Some(id) = self.import.views.get(attr) else { return };
        let row = DebugRows::of(self.ctx).of_kind(kind);
        if row.is_some_and(|row| row.is_self(params)) {
            return;
        }
        let exact = !self.import.inexact.contains(&attr);
        let place = self.views.len();
        if let Some(identity) = row.and_then(|row| row.identities(params).next()) {
            let first = *self.identified.entry(identity).or_insert(place);
            if let Some(view) = self.views.get_mut(first) {
                view.exact &= exact;
                return;
            }
        }
        self.views.push(View { attr, id, exact });
    }

    fn caller(&mut self, caller: Attr) {
        let Some(Caller { id, nesting }) = self.import.callers.get(caller) else { return };
        let location = self.import.locations.get(id.index()).and_then(|l| l.get().copied().flatten());
        let whole = match location.map(|l| l.1) {
            Some(Coverage::All) => return,
            Some(Coverage::AllButDistinct) => false,
            _ => true,
        };
        self.callers.push((nesting, id, caller, whole));
    }
}

/// The fields of a `DILocation`.
struct LocationFields<'f> {
    line: u32,
    column: u32,
    scope: Option<NodeId>,
    inlined: Option<NodeId>,
    atom: Atom,
    /// The fields after these.
    rest: &'f [(Str, Field)],
    /// Whether a location has room for the fields before those.
    is_plain: bool,
}

impl<'f> LocationFields<'f> {
    /// The fields of a node; `None` where it is no `DILocation`.
    fn of(node: &'f Node) -> Option<LocationFields<'f>> {
        match node {
            Node::Location(place) => Some(LocationFields {
                line: place.line,
                column: place.column.into(),
                scope: Some(place.scope),
                inlined: place.inlined_at,
                atom: place.atom,
                rest: &[],
                is_plain: true,
            }),
            Node::Specialised { name: DI_LOCATION, fields, .. } => Some(LocationFields::read(fields)),
            Node::Specialised { .. } | Node::Tuple { .. } => None,
        }
    }

    fn read(mut fields: &'f [(Str, Field)]) -> LocationFields<'f> {
        let (scope, inlined, atom) = Default::default();
        let mut place = LocationFields { line: 0, column: 0, scope, inlined, atom, rest: fields, is_plain: false };
        let mut has_line = false;
        let mut fits = true;
        while let Some(((name, value), rest)) = fields.split_first() {
            match (*name, value) {
                (LINE, Field::Int(n)) if !has_line => {
                    place.line = u32::try_from(*n).unwrap_or(0);
                    fits &= i64::from(place.line) == *n;
                    has_line = true;
                }
                (COLUMN, Field::Int(n)) if place.scope.is_none() => {
                    place.column = u32::try_from(*n).unwrap_or(0);
                    fits &= has_line && place.column != 0;
                }
                (SCOPE, Field::Operand(Operand::Node(id))) => place.scope = Some(*id),
                (INLINED_AT, Field::Operand(Operand::Node(id))) if place.scope.is_some() => place.inlined = Some(*id),
                _ => break,
            }
            fields = rest;
        }
        LocationFields { rest: fields, is_plain: fits && has_line, ..place }
    }

    /// The values of `irtrip.atom`, which has what the location does not hold: 0 for a field that is not there. `None`
    /// where there are other fields.
    fn atom(&self, ctx: &Context) -> Option<[i64; 2]> {
        let mut values = [self.atom.group().into(), self.atom.rank().into()];
        let mut next = 0;
        for (name, field) in self.rest {
            let place = [ATOM_GROUP, ATOM_RANK].iter().position(|a| a == name).filter(|p| *p >= next)?;
            values[place] = field.bits(ctx).filter(|n| *n != 0 && *field == Field::unsigned(ctx, *n as u64))?;
            next = place + 1;
        }
        Some(values)
    }
}

fn fused(ctx: &Context, metadata: Attr, loc: Attr) -> Attr {
    ctx.attr(AttrData::Location(Location::Fused { locations: Items::from_slice(&[loc]), metadata: Some(metadata) }))
}

/// The name that a location in a scope has for its file: `-` for one without a name.
fn file_or_dash(ctx: &Context, graph: &MetadataGraph, scope: NodeId) -> Str {
    Some(file_name(ctx, graph, scope)).filter(|name| *name != EMPTY).unwrap_or_else(|| ctx.str("-"))
}

/// The name of a scope's file.
fn file_name(ctx: &Context, graph: &MetadataGraph, scope: NodeId) -> Str {
    let rows = DebugRows::of(ctx);
    let file_of = |id: NodeId| match graph.node(id) {
        Node::Specialised { name, fields, .. } if *name == rows.file => match field(fields, rows.filename) {
            Some(Field::Operand(Operand::String(text))) => Some(*text),
            _ => None,
        },
        _ => None,
    };
    if let Some(name) = file_of(scope) {
        return name;
    }
    let Node::Specialised { fields, .. } = graph.node(scope) else { return EMPTY };
    match field(fields, rows.file_field) {
        Some(Field::Operand(Operand::Node(file))) => file_of(*file).unwrap_or(EMPTY),
        _ => EMPTY,
    }
}
