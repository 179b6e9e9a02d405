//! The table of the nodes that preserved attributes refer to, `irtrip.nodes`, and the references.
//!
//! Operations move between modules, so a number alone names no node. A reference outside of the tables says the table as
//! well: the last eight digits of the number are the table's, those before them are the node's. Where the module has no
//! such table, the reference is stale. Within a table, the table's own item says which it is, and numbers are those of its
//! nodes, so that the lists of several modules can be appended to each other.
//!
//! A table's number is a hash over all nodes of the module that was imported and over the symbols that it defines: two
//! modules whose functions can stand in one define different symbols, and with other nodes a module has another table.

use rayon::prelude::*;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::diagnostic::spell;
use crate::graph::{Field, MetadataGraph, Node, NodeId, Operand};
use crate::names::*;
use crate::preserved::node_attr;
use crate::types::well_known as types;
use irtrip_ir::StableHash;

/// A table of nodes: a number of at most eight digits, 0 for no table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeTable(u64);

/// A node of a table, as a reference has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeKey(u64);

/// The number of tables: what is before their digits in a reference is the node's number.
const TABLES: u64 = 100_000_000;

/// How many nodes a thread hashes at a time.
const NODES_A_CHUNK: usize = 4096;

impl NodeTable {
    /// The table of a module with these nodes; `symbols` is a hash of the symbols that the module defines.
    pub fn new(ctx: &Context, graph: &MetadataGraph, symbols: u64) -> NodeTable {
        if graph.is_empty() {
            return NodeTable::default();
        }
        let ids: Vec<usize> = (0..graph.len()).collect();
        let hash_of = |chunk: &[usize]| {
            let mut hash = StableHash::START;
            chunk.iter().for_each(|id| hash_node(ctx, &mut hash, graph.node(NodeId::new(*id))));
            hash.finish()
        };
        let hashes: Vec<u64> = ids.par_chunks(NODES_A_CHUNK).map(hash_of).collect();
        let mut whole = StableHash::START;
        whole.number(symbols);
        hashes.into_iter().for_each(|hash| whole.number(hash));
        NodeTable::of_hash(whole)
    }

    /// The table of a hash.
    pub fn of_hash(hash: StableHash) -> NodeTable {
        // The low bits of a product depend on those of its factors alone.
        NodeTable(1 + (hash.finish() >> 20) % (TABLES - 1))
    }

    /// A reference from outside of the tables.
    pub fn reference(self, ctx: &Context, id: NodeId) -> Attr {
        number_attr(ctx, self.key(id.index() as u64).0)
    }

    /// The node of a number in the table.
    pub fn key(self, number: u64) -> NodeKey {
        NodeKey(number.saturating_mul(TABLES).saturating_add(self.0))
    }

    /// `irtrip.table` of an operation whose attributes are of the table, and whether it completes one of them.
    pub fn mark(self, ctx: &Context, completes: bool) -> Attr {
        number_attr(ctx, self.key(completes.into()).0)
    }

    /// The item of a list after which numbers are those of this table.
    pub fn item(self, ctx: &Context) -> Attr {
        ctx.dictionary(&[(TABLE, number_attr(ctx, self.0))])
    }

    /// The table that an item of a list begins.
    fn of_item(ctx: &Context, item: Attr) -> Option<NodeTable> {
        let [(TABLE, number)] = ctx.entries(item) else { return None };
        number_of(ctx, *number).filter(|number| *number < TABLES).map(NodeTable)
    }
}

impl NodeKey {
    /// The node that a reference outside of the tables names.
    pub fn of(ctx: &Context, reference: Attr) -> Option<NodeKey> {
        number_of(ctx, reference).map(NodeKey)
    }

    /// The table that completes attributes of an operation, by its `irtrip.table`.
    pub fn completing(self) -> Option<NodeTable> {
        (self != self.table().key(0)).then(|| self.table())
    }

    /// The table.
    pub fn table(self) -> NodeTable {
        NodeTable(self.0 % TABLES)
    }

    /// The number that [`NodeTable::reference`] puts together.
    pub fn number(self) -> i64 {
        self.0.cast_signed()
    }

    /// The node with the number that [`NodeTable::reference`] put together.
    pub fn of_number(number: u64) -> NodeKey {
        NodeKey(number)
    }
}

/// `N : index`
pub(crate) fn number_attr(ctx: &Context, number: u64) -> Attr {
    ctx.int_attr(types::INDEX, number.cast_signed())
}

/// The number in `N : index`.
pub(crate) fn number_of(ctx: &Context, attr: Attr) -> Option<u64> {
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, value } if *ty == types::INDEX => u64::try_from(*value).ok(),
        _ => None,
    }
}

/// `irtrip.nodes`: the nodes of a table, by rising number. A number among them is that of the node after it, where that
/// is not the next.
pub fn nodes_attr<'n>(
    ctx: &Context,
    table: NodeTable,
    nodes: impl Iterator<Item = (NodeId, &'n Node)>,
) -> Option<Attr> {
    let mut items = vec![table.item(ctx)];
    let mut next = 0;
    for (id, node) in nodes {
        if id.index() != next {
            items.push(number_attr(ctx, id.index() as u64));
        }
        items.push(node_attr(ctx, node));
        next = id.index() + 1;
    }
    (items.len() > 1).then(|| ctx.array(&items))
}

/// The nodes of an `irtrip.nodes`, each with its table and its attribute.
pub fn numbered_nodes(ctx: &Context, nodes: Attr) -> impl Iterator<Item = (NodeKey, NodeTable, Attr)> + Clone + '_ {
    let (mut table, mut next) = (NodeTable::default(), 0u64);
    ctx.items(nodes).iter().filter_map(move |item| {
        if let Some(begun) = NodeTable::of_item(ctx, *item) {
            (table, next) = (begun, 0);
            return None;
        }
        if let Some(number) = number_of(ctx, *item) {
            next = number;
            return None;
        }
        let key = table.key(next);
        next = next.saturating_add(1);
        Some((key, table, *item))
    })
}

/// The entries of an `irtrip.completed`, each with the table whose node it names.
pub fn completed_entries(ctx: &Context, module: Attr) -> impl Iterator<Item = (NodeTable, &[Attr])> + '_ {
    let mut table = NodeTable::default();
    let completed = ctx.entry(module, IRTRIP_COMPLETED).map(|list| ctx.items(list)).unwrap_or_default();
    completed.iter().filter_map(move |item| {
        if let Some(begun) = NodeTable::of_item(ctx, *item) {
            table = begun;
            return None;
        }
        Some((table, ctx.items(*item)))
    })
}

/// The node that an entry of an `irtrip.completed` names.
pub fn completed_node(ctx: &Context, table: NodeTable, entry: &[Attr]) -> Option<NodeKey> {
    entry.get(1).and_then(|number| number_of(ctx, *number)).map(|number| table.key(number))
}

/// The nodes that a module with these attributes preserves, and those that attributes stand for.
pub fn node_keys(ctx: &Context, module: Attr) -> impl Iterator<Item = NodeKey> + '_ {
    let nodes = ctx.entry(module, IRTRIP_NODES).into_iter().flat_map(|nodes| numbered_nodes(ctx, nodes));
    let completed = completed_entries(ctx, module).filter_map(|(table, entry)| completed_node(ctx, table, entry));
    nodes.map(|node| node.0).chain(completed)
}

fn hash_node(ctx: &Context, hash: &mut StableHash, node: &Node) {
    match node {
        Node::Tuple { distinct, operands } => {
            hash.number(u64::from(*distinct) << 1);
            hash.number(operands.len() as u64);
            operands.iter().for_each(|operand| hash_operand(ctx, hash, operand));
        }
        Node::Specialised { name, distinct, fields } => {
            hash_specialised(ctx, hash, (*name, *distinct), fields);
        }
        Node::Location(place) if !place.atom.is_none() => {
            hash_specialised(ctx, hash, (DI_LOCATION, place.distinct), &place.fields());
        }
        Node::Location(place) => {
            let number = |id: Option<NodeId>| id.map_or(0, |id| id.index() as u64 + 1);
            hash.number(
                u64::from(place.line) << 32 | u64::from(place.column) << 8 | u64::from(place.distinct) << 2 | 3,
            );
            hash.number(number(Some(place.scope)) << 32 | number(place.inlined_at));
        }
    }
}

fn hash_specialised(ctx: &Context, hash: &mut StableHash, (name, distinct): (Str, bool), fields: &[(Str, Field)]) {
    hash.number(u64::from(distinct) << 1 | 1);
    hash.bytes(ctx.bytes(name));
    for (name, field) in fields {
        hash.bytes(ctx.bytes(*name));
        hash_field(ctx, hash, field);
    }
}

fn hash_field(ctx: &Context, hash: &mut StableHash, field: &Field) {
    match field {
        Field::Operand(operand) => hash_operand(ctx, hash, operand),
        Field::Int(number) => hash.number(number.cast_unsigned()),
        Field::Bool(value) => hash.number((*value).into()),
        Field::Word(word) => hash.bytes(ctx.bytes(*word)),
        Field::List(operands) => operands.iter().for_each(|operand| hash_operand(ctx, hash, operand)),
    }
}

fn hash_operand(ctx: &Context, hash: &mut StableHash, operand: &Operand) {
    match operand {
        Operand::Null => hash.number(0),
        Operand::Node(id) => hash.number(id.index() as u64 + 1),
        Operand::String(text) => hash.bytes(ctx.bytes(*text)),
        Operand::Constant(constant) => hash_constant(ctx, hash, *constant, 0),
    }
}

/// How deep constants of nodes are looked into.
const CONSTANT_DEPTH: u32 = 8;

/// Adds what a constant consists of to a hash, as far as constants nest in metadata.
pub(crate) fn hash_constant(ctx: &Context, hash: &mut StableHash, constant: Attr, depth: u32) {
    match ctx.attr_data(constant) {
        AttrData::Integer { value, .. } => hash.number(value.cast_unsigned()),
        AttrData::String { value, .. } => hash.bytes(ctx.bytes(*value)),
        AttrData::SymbolRef { root, .. } => hash.bytes(ctx.bytes(*root)),
        AttrData::Dense { data, .. } => hash.bytes(data),
        AttrData::DenseArray { values, .. } => values.iter().for_each(|value| hash.number(value.cast_unsigned())),
        AttrData::Type(ty) => hash.bytes(spell(ctx, *ty).as_bytes()),
        AttrData::Array(items) if depth < CONSTANT_DEPTH => {
            items.iter().for_each(|item| hash_constant(ctx, hash, *item, depth + 1));
        }
        AttrData::Dictionary(entries) if depth < CONSTANT_DEPTH => {
            for &(key, value) in entries.iter() {
                hash.bytes(ctx.bytes(key));
                hash_constant(ctx, hash, value, depth + 1);
            }
        }
        _ => hash.number(1),
    }
}
