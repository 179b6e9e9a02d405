//! Numbers of metadata nodes: those of variables, then of named metadata, then function by function; a node before
//! the nodes it refers to.

use irtrip_dialect::Context;
use irtrip_dialect::metadata::{Field, MetadataExport, Node, NodeId, NodeRows, Operand};

/// The numbers of a module's nodes.
#[derive(Default)]
pub struct NodeNumbers {
    /// By node: its number and one, or 0.
    numbers: Vec<u32>,
    /// By number.
    order: Vec<NodeId>,
}

impl NodeNumbers {
    /// Numbers `enumerated` and all they refer to.
    pub fn number_all(
        ctx: &Context,
        metadata: &MetadataExport,
        enumerated: impl IntoIterator<Item = NodeId>,
    ) -> NodeNumbers {
        let graph = metadata.graph();
        let mut found = NodeNumbers { numbers: vec![0; graph.len()], order: Vec::new() };
        let mut stack = Vec::new();
        for root in enumerated {
            stack.push(root);
            while let Some(id) = stack.pop() {
                let node = graph.node(id);
                let Some(number) = found.numbers.get_mut(id.index()) else { continue };
                if *number != 0 || is_inline(ctx, node) {
                    continue;
                }
                found.order.push(id);
                *number = found.order.len() as u32;
                let start = stack.len();
                operands(ctx, node, |operand| {
                    if let Operand::Node(id) = operand {
                        stack.push(*id);
                    }
                });
                if let Some(added) = stack.get_mut(start..) {
                    added.reverse();
                }
            }
        }
        found
    }

    /// A node's number.
    pub fn number(&self, id: NodeId) -> Option<u32> {
        self.numbers.get(id.index()).and_then(|n| n.checked_sub(1))
    }

    /// The nodes, by number.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }
}

/// Whether a node is always written where it is used: it has no number.
fn is_inline(ctx: &Context, node: &Node) -> bool {
    match node {
        Node::Tuple { .. } | Node::Location(_) => false,
        Node::Specialised { name, .. } => NodeRows::of(ctx).get(*name).is_some_and(|row| row.def.is_inline()),
    }
}

/// A node's operands in the order LLVM keeps them, which for some nodes is not that of the text.
fn operands(ctx: &Context, node: &Node, mut visit: impl FnMut(&Operand)) {
    let Node::Specialised { name, fields, .. } = node else { return node.for_each_operand(visit) };
    let order = NodeRows::of(ctx).get(*name).map(|row| &row.operands[..]).unwrap_or_default();
    for wanted in order {
        if let Some((_, Field::Operand(operand))) = fields.iter().find(|field| field.0 == *wanted) {
            visit(operand);
        }
    }
    // Lists, and fields that only older releases have.
    fields.iter().filter(|field| !order.contains(&field.0)).for_each(|field| field.1.for_each_operand(&mut visit));
}
