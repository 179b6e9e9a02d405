//! Nodes and operands as the preserved attributes hold them; see [`crate::preserved`], "Metadata". A number is that of a node
//! in the table that the attribute stands in, or with [`NodeTable::reference`](super::NodeTable::reference), outside of the tables.

use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::graph::difference::Delta;
use crate::graph::{Field, MetadataGraph, Node, NodeId, Operand};
use crate::llvm_text::decimal;
use crate::names::*;
use crate::node_table::{number_attr, number_of, numbered_nodes};
use crate::nodes::normalize::NodeRows;
use crate::nodes::{InvalidNode, check_node};
use crate::types::well_known as types;

/// An operand of a node.
pub(crate) fn operand_attr(ctx: &Context, operand: &Operand) -> Attr {
    match operand {
        Operand::Null => attrs::UNIT,
        Operand::Node(id) => number_attr(ctx, id.index() as u64),
        Operand::String(text) => ctx.str_attr(*text),
        Operand::Constant(constant) => *constant,
    }
}

/// A list of operands.
pub(crate) fn operands_attr(ctx: &Context, operands: &[Operand]) -> Attr {
    let items: Vec<Attr> = operands.iter().map(|o| operand_attr(ctx, o)).collect();
    ctx.array(&items)
}

/// A field of a specialised node. A constant is `{constant = C}`, since a number of its own is an `i64`.
fn field_attr(ctx: &Context, field: &Field) -> Attr {
    match field {
        Field::Operand(Operand::Constant(constant)) => ctx.dictionary(&[(CONSTANT, *constant)]),
        Field::Operand(operand) => operand_attr(ctx, operand),
        Field::Int(value) => ctx.int_attr(types::I64, *value),
        Field::Bool(value) => ctx.bool_attr(*value),
        Field::Word(word) => ctx.dictionary(&[(IS, ctx.str_attr(*word))]),
        Field::List(operands) => operands_attr(ctx, operands),
    }
}

/// A node as `irtrip.nodes` holds it.
pub(crate) fn node_attr(ctx: &Context, node: &Node) -> Attr {
    match node {
        Node::Tuple { distinct: false, operands } => operands_attr(ctx, operands),
        Node::Tuple { distinct: true, operands } => ctx.dictionary(&[(DISTINCT, operands_attr(ctx, operands))]),
        Node::Specialised { name, distinct, fields } => specialised_attr(ctx, *name, *distinct, fields),
        Node::Location(place) => specialised_attr(ctx, DI_LOCATION, place.distinct, &place.fields()),
    }
}

fn specialised_attr(ctx: &Context, name: Str, distinct: bool, fields: &[(Str, Field)]) -> Attr {
    let mut entries = vec![(NODE, ctx.str_attr(name))];
    if !fields.is_empty() {
        let unnamed = fields.iter().all(|f| f.0 == EMPTY);
        let mut items = Vec::with_capacity(2 * fields.len());
        for (name, field) in fields {
            if !unnamed {
                items.push(ctx.str_attr(*name));
            }
            items.push(field_attr(ctx, field));
        }
        entries.push((if unnamed { ELEMENTS } else { FIELDS }, ctx.array(&items)));
    }
    if distinct {
        entries.push((DISTINCT, attrs::UNIT));
    }
    ctx.dictionary(&entries)
}

/// The difference between an attribute and its node: fields by name, `without` those it has not, `distinct` where that
/// is not what the attribute has.
pub(crate) fn delta_attr(ctx: &Context, delta: &Delta) -> Attr {
    let mut entries: Vec<(Str, Attr)> = delta.fields.iter().map(|(name, f)| (*name, field_attr(ctx, f))).collect();
    if !delta.without.is_empty() {
        let names: Vec<Attr> = delta.without.iter().map(|name| ctx.str_attr(*name)).collect();
        entries.push((WITHOUT, ctx.array(&names)));
    }
    entries.extend(delta.distinct.map(|distinct| (DISTINCT, ctx.bool_attr(distinct))));
    ctx.dictionary(&entries)
}

/// What [`delta_attr`] put together.
pub(crate) fn attr_delta(ctx: &Context, attr: Attr, node_of: NodeResolver) -> Delta {
    let mut delta = Delta::default();
    for &(name, value) in ctx.entries(attr) {
        match name {
            WITHOUT => delta.without = ctx.items(value).iter().filter_map(|n| ctx.string_value(*n)).collect(),
            DISTINCT => delta.distinct = ctx.int_value(value).map(|n| n != 0),
            _ => delta.fields.push((name, attr_field(ctx, value, node_of))),
        }
    }
    delta
}

/// A node that needs no place in `irtrip.nodes`: a short uniqued tuple of strings and constants, as itself.
pub(crate) fn inline_attr(ctx: &Context, node: &Node) -> Option<Attr> {
    const LONGEST: usize = 16;
    match node {
        Node::Tuple { distinct: false, operands }
            if operands.len() <= LONGEST && !operands.iter().any(|o| matches!(o, Operand::Node(_))) =>
        {
            Some(operands_attr(ctx, operands))
        }
        _ => None,
    }
}

/// What decoding asks of its surroundings: the node of a number. `None` for a number that names none.
pub type NodeResolver<'a> = &'a dyn Fn(u64) -> Option<NodeId>;

/// The operand an attribute stands for. A number that names no node is `null`.
pub(crate) fn attr_operand(ctx: &Context, attr: Attr, node_of: NodeResolver) -> Operand {
    if let Some(number) = number_of(ctx, attr) {
        return node_of(number).map_or(Operand::Null, Operand::Node);
    }
    match ctx.attr_data(attr) {
        AttrData::Unit => Operand::Null,
        AttrData::String { value, .. } => Operand::String(*value),
        _ => Operand::Constant(attr),
    }
}

fn attr_operands(ctx: &Context, array: Attr, node_of: NodeResolver) -> Box<[Operand]> {
    ctx.items(array).iter().map(|o| attr_operand(ctx, *o, node_of)).collect()
}

fn attr_field(ctx: &Context, attr: Attr, node_of: NodeResolver) -> Field {
    match ctx.attr_data(attr) {
        AttrData::Integer { ty, value } if *ty == types::I1 => Field::Bool(*value != 0),
        AttrData::Integer { ty, value } if *ty != types::INDEX => Field::Int(*value),
        AttrData::BigInteger { value, .. } => Field::Word(ctx.str(&decimal::to_string(value))),
        AttrData::Array(_) => Field::List(Box::new(attr_operands(ctx, attr, node_of).into_vec())),
        AttrData::Dictionary(_) => {
            if let Some(word) = ctx.string_entry(attr, IS) {
                return Field::Word(word);
            }
            Field::Operand(Operand::Constant(ctx.entry(attr, CONSTANT).unwrap_or(attr)))
        }
        _ => Field::Operand(attr_operand(ctx, attr, node_of)),
    }
}

/// The node an attribute of `irtrip.nodes`, or one that is written in place, holds; `None` where it holds none.
pub(crate) fn attr_node(ctx: &Context, attr: Attr, node_of: NodeResolver) -> Option<Node> {
    if let AttrData::Array(_) = ctx.attr_data(attr) {
        return Some(Node::Tuple { distinct: false, operands: attr_operands(ctx, attr, node_of) });
    }
    let distinct = ctx.entry(attr, DISTINCT);
    let Some(name) = ctx.string_entry(attr, NODE) else {
        return Some(Node::Tuple { distinct: true, operands: attr_operands(ctx, distinct?, node_of) });
    };
    let mut fields = Vec::new();
    if let Some(elements) = ctx.entry(attr, ELEMENTS) {
        fields.extend(ctx.items(elements).iter().map(|e| (EMPTY, attr_field(ctx, *e, node_of))));
    }
    if let Some(named) = ctx.entry(attr, FIELDS) {
        for pair in ctx.items(named).chunks_exact(2) {
            if let [name, value] = pair {
                fields.push((ctx.string_value(*name)?, attr_field(ctx, *value, node_of)));
            }
        }
    }
    let is_inline = || NodeRows::of(ctx).get(name).is_some_and(|row| row.def.is_inline());
    Some(Node::specialised(name, distinct.is_some() && !is_inline(), fields))
}

/// What is wrong with the first node of an `irtrip.nodes` that LLVM does not have.
pub fn invalid_preserved_node(ctx: &Context, nodes: Attr) -> Option<InvalidNode> {
    let any = MetadataGraph::new().declare();
    numbered_nodes(ctx, nodes).find_map(|(_, _, attr)| check_node(ctx, &attr_node(ctx, attr, &|_| Some(any))?).err())
}
