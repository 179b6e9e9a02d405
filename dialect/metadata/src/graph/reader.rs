//! Reading nodes by shape.

use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Type};
use crate::graph::{MetadataGraph, Node, NodeId, Operand};
use crate::types::well_known as types;

/// A finished graph and its context.
#[derive(Clone, Copy)]
pub struct NodeReader<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The graph.
    pub graph: &'a MetadataGraph,
}

impl<'a> NodeReader<'a> {
    /// The identity of a node that is equal only to itself.
    pub fn identity(self, id: NodeId) -> Attr {
        self.distinct_attr(id, 1)
    }

    /// The identity by which a node refers to itself.
    pub fn recursive_identity(self, id: NodeId) -> Attr {
        self.distinct_attr(id, 0)
    }

    fn distinct_attr(self, id: NodeId, what: u32) -> Attr {
        let id = (id.index() as u32).wrapping_mul(2).wrapping_add(what).wrapping_add(self.graph.first_distinct());
        self.ctx.attr(AttrData::Distinct { id, referenced: attrs::UNIT })
    }

    /// The operands of a uniqued tuple.
    pub fn uniqued(self, id: NodeId) -> Option<&'a [Operand]> {
        match self.graph.node(id) {
            Node::Tuple { distinct: false, operands } => Some(operands),
            _ => None,
        }
    }

    /// The operands of a distinct tuple.
    pub fn distinct(self, id: NodeId) -> Option<&'a [Operand]> {
        match self.graph.node(id) {
            Node::Tuple { distinct: true, operands } => Some(operands),
            _ => None,
        }
    }

    /// The operands of a distinct tuple after the first, which is the tuple itself.
    pub fn own(self, id: NodeId) -> Option<&'a [Operand]> {
        match self.distinct(id)?.split_first()? {
            (Operand::Node(first), rest) if *first == id => Some(rest),
            _ => None,
        }
    }

    /// The number in a constant of an integer type.
    pub fn int(self, operand: &Operand, ty: Type) -> Option<i64> {
        self.any_int(operand).filter(|(have, _)| *have == ty).map(|(_, value)| value)
    }

    /// The type and number of a constant of any integer type of up to 64 bits.
    pub fn any_int(self, operand: &Operand) -> Option<(Type, i64)> {
        let Operand::Constant(constant) = operand else { return None };
        match self.ctx.attr_data(*constant) {
            AttrData::Integer { ty, value } => Some((*ty, *value)),
            _ => None,
        }
    }

    /// The number in a constant of any integer type of at most 64 bits, unsigned, and that type.
    pub fn unsigned(self, operand: &Operand) -> Option<(i64, Type)> {
        let Operand::Constant(constant) = operand else { return None };
        match self.ctx.attr_data(*constant) {
            AttrData::Integer { ty, value } => {
                let unused = 64 - self.ctx.int_width(*ty).filter(|width| (1..=64).contains(width))?;
                Some((((*value as u64) << unused >> unused) as i64, *ty))
            }
            _ => None,
        }
    }

    /// The numbers of constants of type `i32`, all of them.
    pub fn i32s(self, operands: &[Operand]) -> Option<Vec<i32>> {
        operands.iter().map(|o| i32::try_from(self.int(o, types::I32)?).ok()).collect()
    }

    /// Whether an operand is this string.
    pub fn is_string(self, operand: &Operand, text: &str) -> bool {
        operand.string().is_some_and(|s| self.ctx.bytes(s) == text.as_bytes())
    }

    /// An operand that is a string, as an attribute.
    pub fn string_attr(self, operand: &Operand) -> Option<Attr> {
        Some(self.ctx.str_attr(operand.string()?))
    }
}
