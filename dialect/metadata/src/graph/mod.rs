//! The graph of metadata nodes as LLVM IR has it.

pub(crate) mod difference;
pub(crate) mod reader;

use std::borrow::Cow;
use std::num::NonZeroU32;

use crate::context::{Attr, Context, Str};
use crate::dense_map::Handle;
use crate::index_table::{IndexEntry, IndexTable, half_of_hash};
use crate::names::{ATOM_GROUP, ATOM_RANK, COLUMN, DI_LOCATION, INLINED_AT, LINE, SCOPE};

/// A node of a [`MetadataGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node at a place of its graph's table.
    pub const fn new(index: usize) -> NodeId {
        match NonZeroU32::new(index as u32 + 1) {
            Some(number) => NodeId(number),
            None => NodeId(NonZeroU32::MAX),
        }
    }

    /// The node's place in its graph's table.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Handle for NodeId {
    fn index(self) -> usize {
        NodeId::index(self)
    }
}

/// How many scopes or calls around a location are looked at.
const SCOPES_LIMIT: usize = 1024;

/// What a tuple's place or a specialised node's field refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// `null`
    Null,
    /// `!7`
    Node(NodeId),
    /// `!"text"`
    String(Str),
    /// `i32 7`, `ptr @f`: a constant as an attribute; see [`crate::preserved`].
    Constant(Attr),
}

impl Operand {
    /// The node that it is.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Operand::Node(id) => Some(*id),
            Operand::Null | Operand::String(_) | Operand::Constant(_) => None,
        }
    }

    /// The string that it is.
    pub fn string(&self) -> Option<Str> {
        match self {
            Operand::String(text) => Some(*text),
            Operand::Null | Operand::Node(_) | Operand::Constant(_) => None,
        }
    }
}

/// A field of a specialised node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// A reference, a string (`name: "x"`), `null` or a constant.
    Operand(Operand),
    /// `line: 7`. A number that does not fit is a [`Field::Word`] of its digits; see [`Field::unsigned`].
    Int(i64),
    /// `isLocal: true`
    Bool(bool),
    /// `DW_TAG_member`, `DIFlagPublic | DIFlagVector`, `FullDebug`
    Word(Str),
    /// `operands: {!1, null}` of a `GenericDINode`. It is rare, and a field is small without it.
    List(Box<Vec<Operand>>),
}

/// A field and its name.
pub type NamedField = (Str, Field);

/// A node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// `!{...}`
    Tuple {
        /// `distinct`
        distinct: bool,
        /// The operands.
        operands: Box<[Operand]>,
    },
    /// `!DILocation(line: 7, ...)`
    Specialised {
        /// `DILocation`
        name: Str,
        /// `distinct`
        distinct: bool,
        /// The fields in the order of LLVM's writer, those it leaves out left out. The elements of a `DIExpression`
        /// or a `DIArgList` have the empty name.
        fields: Box<[(Str, Field)]>,
    },
    /// A `DILocation` with no fields but those of a [`DILocation`]: most nodes of a module with debug info.
    /// [`Node::specialised`] makes it wherever the fields allow, so that nodes of the same content are equal.
    Location(DILocation),
}

/// `!DILocation(line: 7, column: 3, scope: !4, inlinedAt: !5, atomGroup: 1, atomRank: 2)`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DILocation {
    /// `distinct`
    pub distinct: bool,
    /// The line.
    pub line: u32,
    /// The column, of which LLVM keeps 16 bits; 0 is not written.
    pub column: u16,
    /// The scope.
    pub scope: NodeId,
    /// The location that the code is inlined at.
    pub inlined_at: Option<NodeId>,
    /// Its place among the instructions of one source atom.
    pub atom: Atom,
}

/// `atomGroup` and `atomRank` of a [`DILocation`]; one that is 0 is not written. The rank has three bits, and the group all
/// others: with more of them a node would be larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Atom(u32);

impl Atom {
    /// The bits of a rank.
    const RANK_BITS: u32 = 3;

    /// The group.
    pub fn group(self) -> u32 {
        self.0 >> Atom::RANK_BITS
    }

    /// The rank.
    pub fn rank(self) -> u32 {
        self.0 & ((1 << Atom::RANK_BITS) - 1)
    }

    /// No group and no rank.
    pub fn is_none(self) -> bool {
        self == Atom::default()
    }

    /// The atom of these numbers, if it is one and they fit.
    pub fn of(group: i64, rank: i64) -> Option<Atom> {
        let fits = |number: i64, bits: u32| u32::try_from(number).ok().filter(|number| number >> bits == 0);
        let (group, rank) = (fits(group, u32::BITS - Atom::RANK_BITS)?, fits(rank, Atom::RANK_BITS)?);
        Some(Atom(group << Atom::RANK_BITS | rank))
    }

    /// The fields, as a specialised node has them.
    pub fn fields(self) -> impl Iterator<Item = (Str, u32)> {
        [(ATOM_GROUP, self.group()), (ATOM_RANK, self.rank())].into_iter().filter(|field| field.1 != 0)
    }

    /// The atom of fields that [`Atom::fields`] would return.
    fn of_fields(fields: &[(Str, Field)]) -> Option<Atom> {
        match fields {
            [] => Some(Atom::default()),
            [(ATOM_GROUP, Field::Int(group @ 1..))] => Atom::of(*group, 0),
            [(ATOM_RANK, Field::Int(rank @ 1..))] => Atom::of(0, *rank),
            [(ATOM_GROUP, Field::Int(group @ 1..)), (ATOM_RANK, Field::Int(rank @ 1..))] => Atom::of(*group, *rank),
            _ => None,
        }
    }
}

impl DILocation {
    /// The values of these fields, if the node has no others.
    fn of(distinct: bool, fields: &[(Str, Field)]) -> Option<DILocation> {
        let ((LINE, Field::Int(line)), mut fields) = fields.split_first()? else { return None };
        let mut column = 0;
        if let [(COLUMN, Field::Int(number)), rest @ ..] = fields {
            column = u16::try_from(*number).ok().filter(|n| *n > 0)?;
            fields = rest;
        }
        let ((SCOPE, Field::Operand(Operand::Node(scope))), rest) = fields.split_first()? else { return None };
        let (inlined_at, rest) = match rest {
            [(INLINED_AT, Field::Operand(Operand::Node(at))), rest @ ..] => (Some(*at), rest),
            rest => (None, rest),
        };
        let (line, atom) = (u32::try_from(*line).ok()?, Atom::of_fields(rest)?);
        Some(DILocation { distinct, line, column, scope: *scope, inlined_at, atom })
    }

    /// The fields, as a specialised node has them.
    pub fn fields(&self) -> Vec<(Str, Field)> {
        let mut fields = Vec::with_capacity(6);
        fields.push((LINE, Field::Int(self.line.into())));
        if self.column > 0 {
            fields.push((COLUMN, Field::Int(self.column.into())));
        }
        fields.push((SCOPE, Field::Operand(Operand::Node(self.scope))));
        fields.extend(self.inlined_at.map(|at| (INLINED_AT, Field::Operand(Operand::Node(at)))));
        fields.extend(self.atom.fields().map(|(name, number)| (name, Field::Int(number.into()))));
        fields
    }
}

impl Field {
    /// A number without a sign.
    pub fn unsigned(ctx: &Context, number: u64) -> Field {
        match i64::try_from(number) {
            Ok(number) => Field::Int(number),
            Err(_) => Field::Word(ctx.str(&number.to_string())),
        }
    }

    /// The 64 bits of a number, with a sign or without.
    pub fn bits(&self, ctx: &Context) -> Option<i64> {
        match self {
            Field::Int(number) => Some(*number),
            Field::Word(digits) => std::str::from_utf8(ctx.bytes(*digits)).ok()?.parse::<u64>().ok().map(|n| n as i64),
            Field::Operand(_) | Field::Bool(_) | Field::List(_) => None,
        }
    }

    /// Calls `visit` with each operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        match self {
            Field::Operand(operand) => visit(operand),
            Field::List(operands) => operands.iter().for_each(visit),
            Field::Int(_) | Field::Bool(_) | Field::Word(_) => {}
        }
    }
}

impl Node {
    /// A specialised node with these fields, in the order of LLVM's writer.
    pub fn specialised(
        name: Str,
        distinct: bool,
        fields: impl AsRef<[(Str, Field)]> + Into<Box<[(Str, Field)]>>,
    ) -> Node {
        let place = if name == DI_LOCATION { DILocation::of(distinct, fields.as_ref()) } else { None };
        match place {
            Some(place) => Node::Location(place),
            None => Node::Specialised { name, distinct, fields: fields.into() },
        }
    }

    /// A specialised node's name and fields.
    pub fn named_fields(&self) -> Option<(Str, Cow<'_, [NamedField]>)> {
        match self {
            Node::Tuple { .. } => None,
            Node::Specialised { name, fields, .. } => Some((*name, Cow::Borrowed(fields))),
            Node::Location(place) => Some((DI_LOCATION, Cow::Owned(place.fields()))),
        }
    }

    /// Whether the node is equal only to itself.
    pub fn is_distinct(&self) -> bool {
        match self {
            Node::Tuple { distinct, .. } | Node::Specialised { distinct, .. } => *distinct,
            Node::Location(place) => place.distinct,
        }
    }

    /// Calls `visit` with each operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        match self {
            Node::Tuple { operands, .. } => operands.iter().for_each(visit),
            Node::Specialised { fields, .. } => fields.iter().for_each(|f| f.1.for_each_operand(&mut visit)),
            Node::Location(place) => {
                [Some(place.scope), place.inlined_at].into_iter().flatten().for_each(|id| visit(&Operand::Node(id)));
            }
        }
    }

    pub(crate) fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Node::Tuple { operands, .. } => operands.iter_mut().for_each(visit),
            Node::Specialised { fields, .. } => {
                for (_, field) in fields {
                    match field {
                        Field::Operand(operand) => visit(operand),
                        Field::List(operands) => operands.iter_mut().for_each(&mut visit),
                        Field::Int(_) | Field::Bool(_) | Field::Word(_) => {}
                    }
                }
            }
            Node::Location(place) => {
                for id in [Some(&mut place.scope), place.inlined_at.as_mut()].into_iter().flatten() {
                    let mut operand = Operand::Node(*id);
                    visit(&mut operand);
                    if let Operand::Node(new) = operand {
                        *id = new;
                    }
                }
            }
        }
    }
}

/// The nodes of a module.
///
/// ```
/// use irtrip_dialect::metadata::{MetadataGraph, Node, Operand};
/// let mut graph = MetadataGraph::new();
/// let a = graph.declare();
/// graph.define(a, Node::Tuple { distinct: false, operands: Box::new([]) });
/// let b = graph.declare();
/// graph.define(b, Node::Tuple { distinct: false, operands: Box::new([]) });
/// graph.finish();
/// assert_eq!(graph.canonical(a), graph.canonical(b));
/// ```
#[derive(Clone, Default, Debug)]
pub struct MetadataGraph {
    nodes: Vec<Node>,
    defined: Vec<bool>,
    /// The node that stands for each node; empty before [`MetadataGraph::finish`].
    canonical: Vec<NodeId>,
    /// The number of the first distinct attribute of the nodes.
    first_distinct: u32,
    /// Uniqued nodes by content.
    uniqued: IndexTable,
    /// The names of nodes that are never made one, see [`MetadataGraph::keep_apart`].
    apart: Vec<Str>,
}

/// How far [`MetadataGraph::finish`] is with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Unmet,
    /// Its operands are looked at.
    Met,
    Done,
}

impl MetadataGraph {
    /// A graph without nodes.
    pub fn new() -> MetadataGraph {
        MetadataGraph::default()
    }

    /// Reserves distinct attributes for the nodes that were declared, two for each.
    pub fn reserve_distinct(&mut self, ctx: &Context) {
        let count = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.first_distinct = ctx.reserve_distinct(count.saturating_mul(2));
    }

    /// The number of the first distinct attribute of the nodes.
    pub(crate) fn first_distinct(&self) -> u32 {
        self.first_distinct
    }

    /// How many nodes were declared.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node whose content [`MetadataGraph::define`] sets. Until then it is an empty tuple.
    pub fn declare(&mut self) -> NodeId {
        self.nodes.push(Node::Tuple { distinct: false, operands: Box::default() });
        self.defined.push(false);
        NodeId::new(self.nodes.len() - 1)
    }

    /// Gives a declared node its content.
    pub fn define(&mut self, id: NodeId, node: Node) {
        if let (Some(place), Some(defined)) = (self.nodes.get_mut(id.index()), self.defined.get_mut(id.index())) {
            *place = node;
            *defined = true;
        }
    }

    /// Whether a declared node has its content.
    pub fn is_defined(&self, id: NodeId) -> bool {
        self.defined.get(id.index()).copied().unwrap_or(false)
    }

    /// A node of this content: an earlier one by this method where it is uniqued, else a new one.
    pub fn uniqued(&mut self, node: Node) -> NodeId {
        if node.is_distinct() {
            let id = self.declare();
            self.define(id, node);
            return id;
        }
        let half = half_of_hash(&node);
        match self.lookup(half, &node) {
            IndexEntry::Occupied(place) => NodeId::new(place as usize),
            IndexEntry::Vacant(slot) => {
                let id = self.declare();
                self.define(id, node);
                self.uniqued.fill(slot, half, id.index() as u32);
                id
            }
        }
    }

    /// Where the uniqued node of this content is, or belongs.
    fn lookup(&self, half: u32, node: &Node) -> IndexEntry {
        self.uniqued.find(half, |place| self.nodes.get(place as usize) == Some(node))
    }

    /// The content of a node; after [`MetadataGraph::finish`] its operands are canonical nodes.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[self.canonical(id).index()]
    }

    /// The subprogram that a location is in, or that of its outermost call where it was inlined. None of a node that is no
    /// location, or whose calls or scopes do not end where they are looked at.
    pub(crate) fn subprogram_of(&self, ctx: &Context, location: NodeId) -> Option<NodeId> {
        let &Node::Location(mut place) = self.node(location) else { return None };
        for _ in 0..SCOPES_LIMIT {
            let Some(Node::Location(outer)) = place.inlined_at.map(|at| self.node(at)) else { break };
            place = *outer;
        }
        if place.inlined_at.is_some() {
            return None;
        }
        let mut scope = place.scope;
        for _ in 0..SCOPES_LIMIT {
            let Node::Specialised { name, fields, .. } = self.node(scope) else { return None };
            if ctx.bytes(*name) == b"DISubprogram" {
                return Some(self.canonical(scope));
            }
            scope = fields.iter().find_map(|(name, field)| match field {
                Field::Operand(Operand::Node(outer)) if *name == SCOPE => Some(*outer),
                _ => None,
            })?;
        }
        None
    }

    /// The node that stands for all of its content; `id` itself before [`MetadataGraph::finish`].
    pub fn canonical(&self, id: NodeId) -> NodeId {
        self.canonical.get(id.index()).copied().unwrap_or(id)
    }

    /// The nodes that stand for themselves, in the order they were declared.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len()).map(NodeId::new).filter(|id| self.canonical(*id) == *id)
    }

    /// The uniqued node of this content, whose operands are canonical nodes.
    pub fn find(&self, node: &Node) -> Option<NodeId> {
        match self.lookup(half_of_hash(node), node) {
            IndexEntry::Occupied(place) => Some(NodeId::new(place as usize)),
            IndexEntry::Vacant(_) => None,
        }
    }

    /// Has a field of a specialised node, by its label, refer to a node.
    pub fn set_field(&mut self, id: NodeId, label: Str, to: NodeId) {
        if let Some(Node::Specialised { fields, .. }) = self.nodes.get_mut(id.index())
            && let Some((_, value)) = fields.iter_mut().find(|field| field.0 == label)
        {
            *value = Field::Operand(Operand::Node(to));
        }
    }

    /// Has [`MetadataGraph::finish`] make no node one with another where two nodes of a module have the same text: the width of
    /// an enumerator's value, and of the constants of a subrange, is not in LLVM assembly. Only what LLVM's writer wrote has
    /// such nodes.
    pub fn keep_apart(&mut self, ctx: &Context) {
        self.apart = ["DIEnumerator", "DISubrange"].map(|name| ctx.str(name)).into();
    }

    /// Whether a node whose content another has stays a node.
    fn is_kept_apart(&self, node: &Node) -> bool {
        matches!(node, Node::Specialised { name, .. } if self.apart.contains(name))
    }

    /// Makes one node of all uniqued nodes with equal content, as LLVM does: operands first; in a cycle of uniqued
    /// nodes the edge that closes it counts as it is.
    pub fn finish(&mut self) {
        self.canonical = (0..self.nodes.len()).map(NodeId::new).collect();
        self.uniqued.clear();
        self.uniqued.reserve(self.nodes.len());
        let mut steps = vec![Step::Unmet; self.nodes.len()];
        // Nodes that have operands which were not done before them.
        let mut ahead: Vec<NodeId> = Vec::new();
        // Nodes to visit; `true` once their operands are done.
        let mut stack: Vec<(NodeId, bool)> = Vec::new();
        for start in 0..self.nodes.len() {
            stack.push((NodeId::new(start), false));
            while let Some((id, operands_done)) = stack.pop() {
                if operands_done {
                    if self.unique(id, &steps) {
                        ahead.push(id);
                    }
                    steps[id.index()] = Step::Done;
                    continue;
                }
                match steps.get_mut(id.index()) {
                    Some(step @ Step::Unmet) => *step = Step::Met,
                    _ => continue,
                }
                stack.push((id, true));
                let bottom = stack.len();
                self.nodes[id.index()].for_each_operand(|operand| {
                    if let Operand::Node(n) = operand
                        && steps.get(n.index()) == Some(&Step::Unmet)
                    {
                        stack.push((*n, false));
                    }
                });
                stack[bottom..].reverse();
            }
        }
        self.close_cycles(&ahead);
    }

    /// Has the edges that close a cycle, and those of distinct nodes met before their operands, lead to canonical nodes. All
    /// other edges of a graph do already.
    fn close_cycles(&mut self, ahead: &[NodeId]) {
        let mut uniqued_changed = false;
        for id in ahead {
            let (node, canonical) = (&mut self.nodes[id.index()], &self.canonical);
            let mut changed = false;
            node.for_each_operand_mut(|operand| {
                if let Operand::Node(n) = operand
                    && let Some(to) = canonical.get(n.index())
                {
                    changed |= n != to;
                    *n = *to;
                }
            });
            uniqued_changed |= changed && !node.is_distinct();
        }
        if uniqued_changed {
            self.index_uniqued();
        }
    }

    /// Makes a node one with an earlier one of its content; whether it has operands that are not done.
    fn unique(&mut self, id: NodeId, steps: &[Step]) -> bool {
        let mut node =
            std::mem::replace(&mut self.nodes[id.index()], Node::Tuple { distinct: false, operands: Box::default() });
        let canonical = &self.canonical;
        let mut is_ahead = false;
        node.for_each_operand_mut(|operand| {
            if let Operand::Node(n) = operand {
                is_ahead |= steps.get(n.index()) != Some(&Step::Done);
                *n = canonical.get(n.index()).copied().unwrap_or(*n);
            }
        });
        if !node.is_distinct() {
            let half = half_of_hash(&node);
            match self.lookup(half, &node) {
                IndexEntry::Occupied(_) if self.is_kept_apart(&node) => {}
                IndexEntry::Occupied(place) => self.canonical[id.index()] = NodeId::new(place as usize),
                IndexEntry::Vacant(slot) => self.uniqued.fill(slot, half, id.index() as u32),
            }
        }
        self.nodes[id.index()] = node;
        is_ahead
    }

    fn index_uniqued(&mut self) {
        self.uniqued.clear();
        for index in 0..self.nodes.len() {
            let id = NodeId::new(index);
            let node = &self.nodes[index];
            if node.is_distinct() || self.canonical(id) != id {
                continue;
            }
            let half = half_of_hash(node);
            if let IndexEntry::Vacant(slot) = self.lookup(half, node) {
                self.uniqued.fill(slot, half, index as u32);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn tuple(operands: &[Operand]) -> Node {
        Node::Tuple { distinct: false, operands: operands.into() }
    }

    #[test]
    fn equal_nodes_become_one_and_cycles_stay() {
        let mut graph = MetadataGraph::new();
        let [a, b, over_a, over_b, own] = std::array::from_fn(|_| graph.declare());
        graph.define(a, tuple(&[]));
        graph.define(b, tuple(&[]));
        graph.define(over_a, tuple(&[Operand::Node(a)]));
        graph.define(over_b, tuple(&[Operand::Node(b)]));
        graph.define(own, Node::Tuple { distinct: true, operands: Box::new([Operand::Node(own), Operand::Node(b)]) });
        graph.finish();
        assert_eq!(graph.canonical(over_b), over_a);
        assert_eq!(graph.ids().count(), 3);
        let Node::Tuple { operands, .. } = graph.node(own) else { return };
        assert_eq!(**operands, [Operand::Node(own), Operand::Node(a)]);
        assert_eq!(graph.find(&tuple(&[Operand::Node(a)])), Some(over_a));
    }

    #[test]
    fn an_edge_to_a_node_that_is_made_one_later_leads_to_that_one() {
        let mut graph = MetadataGraph::new();
        let [first, second, own] = std::array::from_fn(|_| graph.declare());
        graph.define(first, tuple(&[Operand::Node(own)]));
        graph.define(second, tuple(&[Operand::Node(own)]));
        graph.define(own, Node::Tuple { distinct: true, operands: Box::new([second, first].map(Operand::Node)) });
        graph.finish();
        assert_eq!(graph.canonical(first), second);
        let Node::Tuple { operands, .. } = graph.node(own) else { return };
        assert_eq!(**operands, [Operand::Node(second), Operand::Node(second)]);
    }

    #[test]
    fn enumerators_of_widths_that_no_text_shows_stay_two() {
        let (ctx, mut graph) = (Context::new(), MetadataGraph::new());
        let [a, b] = std::array::from_fn(|_| graph.declare());
        let field = (ctx.str("name"), Field::Operand(Operand::String(ctx.str("X"))));
        for id in [a, b] {
            graph.define(id, Node::specialised(ctx.str("DIEnumerator"), false, std::slice::from_ref(&field)));
        }
        let mut apart = graph.clone();
        graph.finish();
        assert_eq!(graph.canonical(b), a);
        apart.keep_apart(&ctx);
        apart.finish();
        assert_eq!(apart.canonical(b), b);
    }

    #[test]
    fn a_location_is_in_the_subprogram_of_its_outermost_call() {
        let (ctx, mut graph) = (Context::new(), MetadataGraph::new());
        let [inlined, own] = std::array::from_fn(|_| graph.declare());
        for subprogram in [inlined, own] {
            graph.define(subprogram, Node::specialised(ctx.str("DISubprogram"), true, Vec::<NamedField>::new()));
        }
        let mut innermost = |calls: usize| {
            let place = |scope, inlined_at| DILocation {
                distinct: true,
                line: 1,
                column: 1,
                scope,
                inlined_at,
                atom: Atom::default(),
            };
            (0..=calls).fold(None, |call, _| {
                let id = graph.declare();
                graph.define(id, Node::Location(place(if call.is_some() { inlined } else { own }, call)));
                Some(id)
            })
        };
        let [near, far] = [innermost(SCOPES_LIMIT - 1), innermost(SCOPES_LIMIT + 1)].map(Option::unwrap);
        graph.finish();
        assert_eq!(graph.subprogram_of(&ctx, near), Some(own));
        assert_eq!(graph.subprogram_of(&ctx, far), None);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let mut graph = MetadataGraph::new();
        let ids: Vec<_> = (0..200_000).map(|_| graph.declare()).collect();
        for pair in ids.windows(2) {
            graph.define(pair[0], tuple(&[Operand::Node(pair[1])]));
        }
        graph.finish();
        assert_eq!(graph.ids().count(), ids.len());
    }

    #[test]
    fn a_plain_location_needs_no_memory_of_its_own() {
        let id = NodeId::new(3);
        let fields = |column: i64| {
            let scope = Field::Operand(Operand::Node(id));
            vec![(LINE, Field::Int(7)), (COLUMN, Field::Int(column)), (SCOPE, scope)]
        };
        let plain = Node::specialised(DI_LOCATION, true, fields(4));
        let place =
            DILocation { distinct: true, line: 7, column: 4, scope: id, inlined_at: None, atom: Atom::default() };
        assert_eq!(plain, Node::Location(place));
        assert_eq!(place.fields(), fields(4));
        let with_atom = |atom: &[(Str, i64)]| {
            let atom = atom.iter().map(|(name, number)| (*name, Field::Int(*number)));
            let fields = fields(4).into_iter().chain(atom).collect::<Vec<NamedField>>();
            match Node::specialised(DI_LOCATION, true, fields.clone()) {
                Node::Location(place) => {
                    assert_eq!(place.fields(), fields);
                    Some(place.atom)
                }
                _ => None,
            }
        };
        assert_eq!(with_atom(&[(ATOM_GROUP, 9), (ATOM_RANK, 7)]), Atom::of(9, 7));
        assert_eq!(with_atom(&[(ATOM_GROUP, 9)]), Atom::of(9, 0));
        assert_eq!(with_atom(&[(ATOM_RANK, 1)]), Atom::of(0, 1));
        let others: [&[(Str, i64)]; 5] = [
            &[(ATOM_GROUP, 0)],
            &[(ATOM_RANK, 8)],
            &[(ATOM_GROUP, 1 << 29)],
            &[(ATOM_RANK, 1), (ATOM_GROUP, 1)],
            &[(ATOM_GROUP, 1), (ATOM_RANK, 0)],
        ];
        assert!(others.into_iter().all(|atom| with_atom(atom).is_none()));
        for column in [0, -1, 1 << 16] {
            assert!(matches!(Node::specialised(DI_LOCATION, true, fields(column)), Node::Specialised { .. }));
        }
        assert!(size_of::<Node>() <= 24);
    }
}
