//! Debug-info nodes as upstream's `#llvm.di_*` attributes, and locations of them; LangRef, "Specialized Metadata
//! Nodes".
//!
//! A node may have several attributes: where types refer to each other, which of them is spelled out and which is
//! `isRecSelf` depends on where one starts. Each is a *view* of its node. In this order:
//!
//! 1. [`Converter`] makes the views of all nodes that operations refer to.
//! 2. [`DebugImport::new`] makes a node of every view again, and notes which are not what they were made of.
//! 3. What stands on operations is noted, and [`DebugImport::incomplete`] gives the views a carrier must complete.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::collections::BTreeSet;

use super::build::{Builder, DEPTH_LIMIT, param};
use super::debug_info::{ATOM, Distinct, ROWS, Row, Source};
use super::graph::{Field, MetadataGraph, Node, NodeId, Operand};
use crate::attr_table::*;
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::debug_words::dwarf_number;
use crate::enums::Enumeration;
use crate::names::EMPTY;
use crate::types::well_known as types;

type NodeMap<T> = HashMap<NodeId, T, FxBuildHasher>;
type Params = Box<[Option<Attr>]>;

/// How many attributes are made for each node of the module at most, on average; views of types that refer to each
/// other could be more than memory holds.
const VIEWS_A_NODE: usize = 8;

/// The debug info of a module, in upstream's form.
#[derive(Default)]
pub struct DebugImport {
    /// The view of each node that stands for itself.
    roots: NodeMap<Option<Attr>>,
    /// The node each view stands for: the first of those it was made of.
    views: HashMap<Attr, NodeId, FxBuildHasher>,
    /// Views that do not give their node back.
    inexact: HashSet<Attr, FxBuildHasher>,
    /// Each `DILocation`'s location, and whether it gives the node back.
    locations: NodeMap<(Attr, bool)>,
    /// `irtrip.atom` of those that say all but that.
    atoms: NodeMap<Attr>,
    /// The node that the location of a call stands for where something is inlined.
    callers: HashMap<Attr, NodeId, FxBuildHasher>,
    /// Those that do not give it back, and whether they say all but that it is distinct.
    inexact_callers: HashMap<Attr, bool, FxBuildHasher>,
}

impl DebugImport {
    /// Makes the attributes of the graph's nodes. The graph must be [finished](MetadataGraph::finish).
    pub fn new(ctx: &Context, graph: &mut MetadataGraph) -> DebugImport {
        if !graph.ids().any(|id| matches!(graph.node(id), Node::Specialised { .. })) {
            return DebugImport::default();
        }
        let mut converter = Converter::new(ctx, graph);
        let mut places = Vec::new();
        for id in graph.ids() {
            let Node::Specialised { name, fields, .. } = graph.node(id) else { continue };
            match ctx.bytes(*name) {
                b"DISubprogram" | b"DILocalVariable" | b"DILabel" | b"DIGlobalVariableExpression" | b"DIExpression" => {
                    converter.translate(id);
                }
                b"DILocation" => {
                    if let Some(scope) = converter.node_field(fields, "scope") {
                        converter.translate(scope);
                    }
                    places.push(id);
                }
                _ => {}
            }
        }
        let Converter { standalone, views, .. } = converter;
        let mut import = DebugImport { roots: standalone, views, ..DebugImport::default() };
        for &id in &places {
            import.location_of(ctx, graph, id, 0);
        }
        import.check(ctx, graph, &places);
        import
    }

    /// Makes every view's node again, and every location's.
    fn check(&mut self, ctx: &Context, graph: &mut MetadataGraph, places: &[NodeId]) {
        let mut build = Builder::new(ctx, std::mem::take(graph));
        build.nodes = std::mem::take(&mut self.views);
        let views: Vec<(Attr, NodeId)> = build.nodes.iter().map(|v| (*v.0, *v.1)).collect();
        let mut views_of: NodeMap<u32> = NodeMap::default();
        views.iter().for_each(|v| *views_of.entry(v.1).or_default() += 1);
        for (attr, id) in views {
            let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { continue };
            let same = match ROWS.iter().find(|r| r.kind == *kind) {
                // A compile unit's lists are not its attribute's.
                Some(_) if *kind == DI_COMPILE_UNIT => false,
                // Without an identity each view would be a node.
                Some(row) if row.distinct == Distinct::Always && views_of.get(&id).is_some_and(|n| *n > 1) => false,
                Some(row) => is_self(kind, params) || build.debug_content(row, params, 0) == *build.graph.node(id),
                None => {
                    build.nodes.remove(&attr);
                    let same = build.debug_node(attr) == Some(id);
                    build.nodes.insert(attr, id);
                    same
                }
            };
            if !same {
                self.inexact.insert(attr);
            }
        }
        build.callers = std::mem::take(&mut self.callers);
        for &id in places {
            if let Some((loc, exact)) = self.locations.get_mut(&id) {
                if let Some(said) = build.location_content(*loc, id).filter(|_| *exact) {
                    *exact = said == *build.graph.node(id);
                    let atom = if *exact { None } else { atom(ctx, &said, build.graph.node(id)) };
                    self.atoms.extend(atom.map(|a| (id, a)));
                } else {
                    *exact = false;
                }
            }
        }
        let callers: Vec<(Attr, NodeId)> = build.callers.iter().map(|c| (*c.0, *c.1)).collect();
        for (loc, id) in callers {
            if self.locations.get(&id).is_some_and(|l| l.1) {
                continue;
            }
            let said = build.scoped_content(loc);
            let same = match (said, build.graph.node(id)) {
                (Some(Node::Specialised { fields: a, .. }), Node::Specialised { fields: b, distinct: true, .. }) => {
                    a == *b
                }
                _ => false,
            };
            self.inexact_callers.insert(loc, same);
        }
        self.callers = std::mem::take(&mut build.callers);
        self.views = build.nodes;
        *graph = build.graph;
    }

    /// The location of a `DILocation`, without what it cannot say.
    fn location_of(&mut self, ctx: &Context, graph: &MetadataGraph, id: NodeId, depth: u32) -> Option<(Attr, bool)> {
        if let Some(known) = self.locations.get(&id) {
            return Some(*known);
        }
        let Node::Specialised { name, fields, .. } = graph.node(id) else { return None };
        if ctx.bytes(*name) != b"DILocation" || depth > DEPTH_LIMIT {
            return None;
        }
        let mut numbers = [0u32; 2];
        let mut nodes = [None; 2];
        for (name, field) in fields {
            match (ctx.bytes(*name), field) {
                (b"line", Field::Int(n)) => numbers[0] = u32::try_from(*n).unwrap_or(0),
                (b"column", Field::Int(n)) => numbers[1] = u32::try_from(*n).unwrap_or(0),
                (b"scope", Field::Operand(Operand::Node(n))) => nodes[0] = Some(*n),
                (b"inlinedAt", Field::Operand(Operand::Node(n))) => nodes[1] = Some(*n),
                _ => {}
            }
        }
        let [scope, inlined] = nodes;
        let file = file_or_dash(ctx, graph, scope?);
        let place = Location::File { file, line: numbers[0], column: numbers[1], end: None };
        let mut loc = ctx.attr(AttrData::Location(place));
        let metadata = self.root(scope?);
        let mut exact = metadata.is_some();
        if let Some(metadata) = metadata {
            loc = fused(ctx, metadata, loc);
        }
        if let Some(inlined) = inlined {
            let (caller, _) = self.location_of(ctx, graph, inlined, depth + 1)?;
            exact &= *self.callers.entry(caller).or_insert(inlined) == inlined;
            loc = ctx.attr(AttrData::Location(Location::CallSite { callee: loc, caller }));
        }
        self.locations.insert(id, (loc, exact));
        Some((loc, exact))
    }

    /// The attribute of a node, where it has one.
    pub fn root(&self, id: NodeId) -> Option<Attr> {
        self.roots.get(&id).copied().flatten()
    }

    /// Whether an attribute stands for this node.
    pub fn stands_for(&self, attr: Attr, id: NodeId) -> bool {
        self.views.get(&attr) == Some(&id)
    }

    /// The location of a `DILocation`, and whether it gives the node back.
    pub fn location(&self, id: NodeId) -> Option<(Attr, bool)> {
        self.locations.get(&id).copied()
    }

    /// `irtrip.atom` of an instruction whose location says the rest of this `DILocation`.
    pub fn atom(&self, id: NodeId) -> Option<Attr> {
        self.atoms.get(&id).copied()
    }

    /// The location of a function with this subprogram.
    pub fn function_location(&self, ctx: &Context, graph: &MetadataGraph, id: NodeId) -> Option<Attr> {
        let metadata = self.root(id)?;
        let Node::Specialised { name, fields, .. } = graph.node(id) else { return None };
        if ctx.bytes(*name) != b"DISubprogram" {
            return None;
        }
        let line = fields.iter().find_map(|f| match f {
            (name, Field::Int(n)) if ctx.bytes(*name) == b"line" => u32::try_from(*n).ok(),
            _ => None,
        });
        let file = file_or_dash(ctx, graph, id);
        let place = Location::File { file, line: line.unwrap_or(0), column: 0, end: None };
        Some(fused(ctx, metadata, ctx.attr(AttrData::Location(place))))
    }

    /// Of the views below the attributes and locations given, those that a carrier must complete, each with its node:
    /// those that do not give it back, and those whose node a carrier has too and that are more than their content.
    pub fn incomplete(&self, ctx: &Context, used: &[Attr], carried: &dyn Fn(NodeId) -> bool) -> Incomplete {
        let mut seen: HashSet<Attr, FxBuildHasher> = HashSet::default();
        let mut identified: HashSet<Attr, FxBuildHasher> = HashSet::default();
        let mut stack: Vec<Attr> = used.to_vec();
        let mut found = Vec::new();
        let mut callers = Vec::new();
        while let Some(attr) = stack.pop() {
            if !seen.insert(attr) {
                continue;
            }
            match ctx.attr_data(attr) {
                AttrData::Llvm { kind, params } => {
                    stack.extend(params.iter().flatten().rev());
                    if let Some(&id) = self.views.get(&attr)
                        && !is_self(kind, params)
                        && (self.inexact.contains(&attr) || carried(id))
                    {
                        // One view of those that share an identity is enough.
                        let identity = identities(kind, params).next();
                        if identity.is_none_or(|i| identified.insert(i)) {
                            found.push((attr, id));
                        }
                    }
                }
                AttrData::Array(items) => stack.extend(items.iter().rev()),
                AttrData::Location(Location::CallSite { callee, caller }) => {
                    stack.extend([*caller, *callee]);
                    if let (Some(same), Some(id)) = (self.inexact_callers.get(caller), self.callers.get(caller)) {
                        let whole = !*same || carried(*id);
                        callers.push((nesting(ctx, *caller), *id, *caller, whole));
                    }
                }
                AttrData::Location(Location::Fused { locations, metadata }) => {
                    stack.extend(locations.iter().rev());
                    stack.extend(*metadata);
                }
                _ => {}
            }
        }
        found.sort_by_key(|f| f.1);
        callers.sort_unstable_by_key(|c| (c.0, c.1, c.2.index()));
        callers.dedup();
        Incomplete { views: found, callers: callers.into_iter().map(|(_, id, loc, whole)| (loc, id, whole)).collect() }
    }
}

/// What carriers must complete.
pub struct Incomplete {
    /// Views, each with its node.
    pub views: Vec<(Attr, NodeId)>,
    /// Locations of calls, each with its node, and whether a carrier must say all of that; else it is distinct and
    /// what the location says. A call comes behind those it is inlined into.
    pub callers: Vec<(Attr, NodeId, bool)>,
}

/// `irtrip.atom`: the fields of a `DILocation` behind those its location says, where there are no others.
fn atom(ctx: &Context, said: &Node, whole: &Node) -> Option<Attr> {
    let (Node::Specialised { fields: said, .. }, Node::Specialised { fields, distinct: false, .. }) = (said, whole)
    else {
        return None;
    };
    let rest = fields.strip_prefix(&**said)?;
    let mut values = [0i64; 2];
    let mut next = 0;
    for (name, field) in rest {
        let place = ATOM.iter().position(|a| a.as_bytes() == ctx.bytes(*name)).filter(|p| *p >= next)?;
        let Field::Int(number) = field else { return None };
        values[place] = u64::try_from(*number).ok().filter(|n| *n != 0)? as i64;
        next = place + 1;
    }
    Some(ctx.attr(AttrData::DenseArray { element: types::I64, values: values.into() }))
}

/// How many calls a location is inlined into.
fn nesting(ctx: &Context, loc: Attr) -> u32 {
    let mut depth = 0;
    let mut at = loc;
    while let AttrData::Location(Location::CallSite { caller, .. }) = ctx.attr_data(at) {
        depth += 1;
        at = *caller;
    }
    depth
}

fn fused(ctx: &Context, metadata: Attr, loc: Attr) -> Attr {
    ctx.attr(AttrData::Location(Location::Fused { locations: Box::new([loc]), metadata: Some(metadata) }))
}

/// The name that a location in a scope has for its file: `-` for one without a name.
fn file_or_dash(ctx: &Context, graph: &MetadataGraph, scope: NodeId) -> Str {
    Some(file_name(ctx, graph, scope)).filter(|name| *name != EMPTY).unwrap_or_else(|| ctx.str("-"))
}

/// The name of a scope's file.
fn file_name(ctx: &Context, graph: &MetadataGraph, scope: NodeId) -> Str {
    let Node::Specialised { name, fields, .. } = graph.node(scope) else { return EMPTY };
    let is_file = ctx.bytes(*name) == b"DIFile";
    for (name, field) in fields {
        match (ctx.bytes(*name), field) {
            (b"filename", Field::Operand(Operand::String(text))) if is_file => return *text,
            (b"file", Field::Operand(Operand::Node(file))) if !is_file && *file != scope => {
                let Node::Specialised { name, fields, .. } = graph.node(*file) else { return EMPTY };
                let text = fields.iter().find_map(|f| match f {
                    (key, Field::Operand(Operand::String(text))) if ctx.bytes(*key) == b"filename" => Some(*text),
                    _ => None,
                });
                return text.filter(|_| ctx.bytes(*name) == b"DIFile").unwrap_or(EMPTY);
            }
            _ => {}
        }
    }
    EMPTY
}

/// The identities that views of one node share.
fn identities(kind: &AttrKind, params: &[Option<Attr>]) -> impl Iterator<Item = Attr> {
    let named = |name| kind.def().param(name).and_then(|place| param(params, place));
    [named("recId"), named("id")].into_iter().flatten()
}

/// Whether a view only names its node.
fn is_self(kind: &AttrKind, params: &[Option<Attr>]) -> bool {
    kind.def().param("isRecSelf").and_then(|place| param(params, place)).is_some()
}

/// A node whose attribute is being made.
#[derive(Default)]
struct Frame {
    /// Nodes whose attributes may be used only as long as this frame stands.
    below: Vec<NodeId>,
    /// The frames that this one's attribute refers to by `isRecSelf`.
    refers_to: BTreeSet<usize>,
}

struct Converter<'a> {
    ctx: &'a Context,
    graph: &'a MetadataGraph,
    /// Attributes that are the same wherever they stand.
    standalone: NodeMap<Option<Attr>>,
    /// Attributes that stand below the frame given.
    dependent: NodeMap<(Option<Attr>, usize)>,
    frames: Vec<Frame>,
    /// The frames of each node in the making.
    open: NodeMap<SmallVec<[usize; 2]>>,
    views: HashMap<Attr, NodeId, FxBuildHasher>,
    left: usize,
}

impl<'a> Converter<'a> {
    fn new(ctx: &'a Context, graph: &'a MetadataGraph) -> Converter<'a> {
        Converter {
            ctx,
            graph,
            standalone: NodeMap::default(),
            dependent: NodeMap::default(),
            frames: Vec::new(),
            open: NodeMap::default(),
            views: HashMap::default(),
            left: graph.len().saturating_mul(VIEWS_A_NODE),
        }
    }

    fn node_field(&self, fields: &[(Str, Field)], name: &str) -> Option<NodeId> {
        match self.field(fields, name) {
            Some(Field::Operand(Operand::Node(id))) => Some(*id),
            _ => None,
        }
    }

    fn field<'f>(&self, fields: &'f [(Str, Field)], name: &str) -> Option<&'f Field> {
        fields.iter().find(|f| self.ctx.bytes(f.0) == name.as_bytes()).map(|f| &f.1)
    }

    fn see(&mut self, attr: Attr, id: NodeId) {
        self.views.entry(attr).or_insert(id);
    }

    /// The attribute of a node, below the frames that stand; `None` where upstream has none.
    fn translate(&mut self, id: NodeId) -> Option<Attr> {
        if let Some(known) = self.standalone.get(&id) {
            return *known;
        }
        if let Some(&(attr, frame)) = self.dependent.get(&id) {
            self.refer_to(frame);
            return attr;
        }
        let Node::Specialised { name, fields, .. } = self.graph.node(id) else { return None };
        let (name, fields) = (*name, &fields[..]);
        if self.ctx.bytes(name) == b"DIExpression" {
            let attr = self.expression(fields);
            self.standalone.insert(id, attr);
            attr.into_iter().for_each(|a| self.see(a, id));
            return attr;
        }
        let row = ROWS.iter().find(|r| r.node.as_bytes() == self.ctx.bytes(name))?;
        if let Some(frame) = self.open.get(&id).and_then(|o| o.last().copied()) {
            if let Some(own) = self.rec_self(row, id) {
                self.see(own, id);
                self.dependent.insert(id, (Some(own), frame));
                if let Some(frame) = self.frames.get_mut(frame) {
                    frame.below.push(id);
                }
                self.refer_to(frame);
                return Some(own);
            }
            if self.open.get(&id).is_some_and(|o| o.len() > 1) {
                return None;
            }
        }
        if self.frames.len() > DEPTH_LIMIT as usize || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let place = self.frames.len();
        self.frames.push(Frame::default());
        self.open.entry(id).or_default().push(place);
        let mut params = self.parameters(row, id, fields);
        let frame = self.frames.pop().unwrap_or_default();
        let is_cycle = frame.refers_to.contains(&place);
        if is_cycle && let (Some(params), Some(at)) = (&mut params, row.kind.def().param("recId")) {
            params[at] = Some(self.distinct(id, 0));
        }
        let attr = params.map(|params| self.ctx.attr(AttrData::Llvm { kind: row.kind, params }));
        self.close(id, place, frame, attr);
        attr
    }

    fn refer_to(&mut self, frame: usize) {
        if let Some(top) = self.frames.last_mut() {
            top.refers_to.insert(frame);
        }
    }

    /// Keeps the attribute for as long as it holds.
    fn close(&mut self, id: NodeId, place: usize, mut frame: Frame, attr: Option<Attr>) {
        attr.into_iter().for_each(|a| self.see(a, id));
        for below in std::mem::take(&mut frame.below) {
            self.dependent.remove(&below);
        }
        frame.refers_to.remove(&place);
        match frame.refers_to.last().copied() {
            None => {
                self.standalone.insert(id, attr);
            }
            Some(highest) => {
                self.dependent.insert(id, (attr, highest));
                if let Some(parent) = self.frames.last_mut() {
                    parent.refers_to.append(&mut frame.refers_to);
                }
                if let Some(highest) = self.frames.get_mut(highest) {
                    highest.below.push(id);
                }
            }
        }
        if let Some(open) = self.open.get_mut(&id) {
            open.pop();
            if open.is_empty() {
                self.open.remove(&id);
            }
        }
    }

    /// An identity of a node: 0 as a type that refers to itself, 1 as a distinct node.
    fn distinct(&self, id: NodeId, what: u32) -> Attr {
        let id = (id.index() as u32).wrapping_mul(2).wrapping_add(what);
        self.ctx.attr(AttrData::Distinct { id, referenced: attrs::UNIT })
    }

    fn rec_self(&self, row: &Row, id: NodeId) -> Option<Attr> {
        let def = row.kind.def();
        let mut params: Params = vec![None; def.params.len()].into();
        params[def.param("recId")?] = Some(self.distinct(id, 0));
        params[def.param("isRecSelf")?] = Some(attrs::TRUE);
        // What must be there is there, and says nothing.
        for (param, value) in def.params.iter().zip(&mut params) {
            if param.need == ParamNeed::Required && value.is_none() {
                *value = self.zero(&param.kind);
            }
        }
        Some(self.ctx.attr(AttrData::Llvm { kind: row.kind, params }))
    }

    fn zero(&self, kind: &ParamKind) -> Option<Attr> {
        match kind {
            ParamKind::Str => Some(self.ctx.str_attr(EMPTY)),
            ParamKind::Bool => Some(attrs::FALSE),
            // No language is numbered 0, so there is no spelling for it.
            ParamKind::Dwarf("LANG") => None,
            ParamKind::Number | ParamKind::Enum(_) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
                Some(self.ctx.int_attr(types::I64, 0))
            }
            ParamKind::Attr | ParamKind::Llvm(_) | ParamKind::List(_) | ParamKind::Members | ParamKind::Type => None,
        }
    }

    /// The parameters of a node's attribute; `None` where upstream makes none of it.
    fn parameters(&mut self, row: &Row, id: NodeId, fields: &[(Str, Field)]) -> Option<Params> {
        let def = row.kind.def();
        let mut params: Params = vec![None; def.params.len()].into();
        if let Some(place) = def.param("id")
            && self.graph.node(id).is_distinct()
        {
            params[place] = Some(self.distinct(id, 1));
        }
        for (name, source) in row.fields {
            let field = self.field(fields, name);
            let Some(place) = param_name(source).and_then(|n| def.param(n)) else { continue };
            let value = self.parameter(row, source, field)?;
            let optional = def.params[place].need != ParamNeed::Required;
            params[place] = value.filter(|v| !(optional && self.is_default(&def.params[place].kind, *v)));
        }
        for (param, value) in def.params.iter().zip(&mut params) {
            if param.need == ParamNeed::Required && value.is_none() {
                *value = Some(self.zero(&param.kind)?);
            }
        }
        // An array needs the type of its elements; a range needs to end.
        let is_there = |name: &str| def.param(name).is_some_and(|place| params[place].is_some());
        if row.kind == DI_COMPOSITE_TYPE
            && !is_there("baseType")
            && matches!(self.field(fields, "tag"), Some(Field::Word(w)) if self.ctx.bytes(*w) == b"DW_TAG_array_type")
        {
            return None;
        }
        if row.kind == DI_SUBRANGE && !is_there("count") && !is_there("upperBound") {
            return None;
        }
        Some(params)
    }

    /// Whether a parameter takes an attribute: an expression may be a variable in LLVM IR, and not in the dialect.
    fn fits(&self, row: &Row, name: &str, attr: Attr) -> bool {
        let def = row.kind.def();
        match def.param(name).map(|place| def.params[place].kind) {
            Some(ParamKind::Llvm(mnemonic)) => {
                matches!(self.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if kind.def().mnemonic == mnemonic)
            }
            _ => true,
        }
    }

    fn is_default(&self, kind: &ParamKind, value: Attr) -> bool {
        match kind {
            ParamKind::Number | ParamKind::Bool | ParamKind::Enum(_) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
                self.ctx.int_value(value) == Some(0)
            }
            ParamKind::List(_) => self.ctx.items(value).is_empty(),
            ParamKind::Str => self.ctx.string_value(value) == Some(EMPTY),
            ParamKind::Attr | ParamKind::Llvm(_) | ParamKind::Members | ParamKind::Type => false,
        }
    }

    /// A parameter; `Some(None)` where it is absent, `None` where the node has no attribute because of it.
    #[allow(clippy::option_option)]
    fn parameter(&mut self, row: &Row, source: &Source, field: Option<&Field>) -> Option<Option<Attr>> {
        let ctx = self.ctx;
        let number = |n: i64| Some(ctx.int_attr(types::I64, n));
        let int = |field: &Field| match field {
            Field::Int(n) => i64::try_from(*n).ok().or_else(|| u64::try_from(*n).ok().map(|n| n as i64)),
            _ => None,
        };
        let Some(field) = field else {
            return Some(match source {
                // What LLVM's writer leaves out.
                Source::Dwarf(_, _, silent) if *silent > 0 => number(*silent),
                _ => None,
            });
        };
        Some(match source {
            Source::Text(_) => match field {
                Field::Operand(Operand::String(text)) => Some(ctx.str_attr(*text)),
                _ => None,
            },
            Source::Number(_) | Source::AnyNumber(_) | Source::SomeNumber(_) => int(field).and_then(number),
            Source::Bool(_) | Source::True(_) => match field {
                Field::Bool(value) => Some(ctx.bool_attr(*value)),
                _ => None,
            },
            Source::Dwarf(_, prefix, _) => match field {
                Field::Word(word) => dwarf_number(prefix, &ctx.text(*word)).and_then(number),
                other => int(other).and_then(number),
            },
            Source::Flags(_, prefix, words) => match field {
                Field::Word(text) => number(flags(&ctx.text(*text), prefix, words)),
                other => int(other).and_then(number),
            },
            Source::Word(_, words, _) => match field {
                Field::Word(word) => words.from_llvm(&ctx.text(*word)).and_then(number),
                other => int(other).and_then(number),
            },
            Source::Node(name) | Source::NodeOrNull(name) => {
                let Field::Operand(Operand::Node(id)) = field else { return Some(None) };
                let attr = self.translate(*id);
                // These make no sense without.
                let needed = match *name {
                    "scope" => row.kind != DI_COMPOSITE_TYPE && row.kind != DI_NAMESPACE && row.kind != DI_MODULE,
                    "baseType" => row.kind == DI_DERIVED_TYPE,
                    "type" => row.kind == DI_SUBPROGRAM,
                    _ => false,
                };
                if needed && attr.is_none() {
                    return None;
                }
                attr.filter(|attr| self.fits(row, name, *attr))
            }
            Source::Nodes(name) => {
                let Field::Operand(Operand::Node(list)) = field else { return Some(None) };
                let items = self.nodes(row, name, *list);
                if items.is_none() && row.kind == DI_SUBROUTINE_TYPE {
                    return None;
                }
                items
            }
            Source::Bound(_) => match field {
                Field::Operand(Operand::Node(id)) => self.translate(*id),
                other => int(other).and_then(number),
            },
            Source::Zero => None,
        })
    }

    /// A list of nodes; `None` where one has no attribute.
    fn nodes(&mut self, row: &Row, name: &str, list: NodeId) -> Option<Attr> {
        let Node::Tuple { operands, .. } = self.graph.node(list) else { return None };
        let mut items = Vec::with_capacity(operands.len());
        for operand in operands {
            items.push(match operand {
                Operand::Null if row.kind == DI_SUBROUTINE_TYPE => {
                    self.ctx.attr(AttrData::Llvm { kind: DI_NULL_TYPE, params: Box::default() })
                }
                Operand::Node(id) if name == "annotations" => self.annotation(*id)?,
                Operand::Node(id) => self.translate(*id)?,
                Operand::Null | Operand::String(_) | Operand::Constant(_) => return None,
            });
        }
        Some(self.ctx.array(&items))
    }

    /// `!{!"name", !"value"}`
    fn annotation(&mut self, id: NodeId) -> Option<Attr> {
        let Node::Tuple { operands, .. } = self.graph.node(id) else { return None };
        let [Operand::String(name), Operand::String(value)] = **operands else { return None };
        let params = Box::new([Some(self.ctx.str_attr(name)), Some(self.ctx.str_attr(value))]);
        let attr = self.ctx.attr(AttrData::Llvm { kind: DI_ANNOTATION, params });
        self.see(attr, id);
        Some(attr)
    }

    /// `#llvm.di_expression<[DW_OP_plus_uconst(8)]>`
    fn expression(&self, fields: &[(Str, Field)]) -> Option<Attr> {
        let ctx = self.ctx;
        let mut elements: Vec<(i64, Vec<Attr>)> = Vec::new();
        for (_, field) in fields {
            let argument = match field {
                Field::Word(word) => {
                    let text = ctx.text(*word);
                    if let Some(opcode) = dwarf_number("OP", &text) {
                        elements.push((opcode, Vec::new()));
                        continue;
                    }
                    dwarf_number("ATE", &text)?
                }
                Field::Int(n) => i64::try_from(*n).ok().or_else(|| u64::try_from(*n).ok().map(|n| n as i64))?,
                Field::Operand(_) | Field::Bool(_) | Field::List(_) => return None,
            };
            elements.last_mut()?.1.push(ctx.int_attr(types::I64, argument));
        }
        let element = |(opcode, arguments): (i64, Vec<Attr>)| {
            let arguments = (!arguments.is_empty()).then(|| ctx.array(&arguments));
            let params = Box::new([Some(ctx.int_attr(types::I64, opcode)), arguments]);
            ctx.attr(AttrData::Llvm { kind: DI_EXPRESSION_ELEM, params })
        };
        let elements: Vec<Attr> = elements.into_iter().map(element).collect();
        let elements = (!elements.is_empty()).then(|| ctx.array(&elements));
        Some(ctx.attr(AttrData::Llvm { kind: DI_EXPRESSION, params: Box::new([elements]) }))
    }
}

/// The parameter that a field goes to.
fn param_name(source: &Source) -> Option<&'static str> {
    match source {
        Source::Text(name)
        | Source::Number(name)
        | Source::AnyNumber(name)
        | Source::SomeNumber(name)
        | Source::Bool(name)
        | Source::True(name)
        | Source::Dwarf(name, ..)
        | Source::Flags(name, ..)
        | Source::Word(name, ..)
        | Source::Node(name)
        | Source::NodeOrNull(name)
        | Source::Nodes(name)
        | Source::Bound(name) => Some(name),
        Source::Zero => None,
    }
}

/// `DIFlagA | DIFlagB`; words that are none count as 0.
fn flags(text: &str, prefix: &str, words: &Enumeration) -> i64 {
    let one = |word: &str| match word.strip_prefix(prefix) {
        Some(name) => words.from_llvm(name).unwrap_or(0),
        None => word.parse().unwrap_or(0),
    };
    text.split(" | ").map(one).fold(0, |all, bits| all | bits)
}
