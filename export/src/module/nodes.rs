//! Numbers of metadata nodes: those of variables, then of named metadata, then function by function; a node before
//! the nodes it refers to.

use irtrip_dialect::Context;
use irtrip_dialect::metadata::nodes::node_kind;
use irtrip_dialect::metadata::{MetadataExport, Node, NodeId, Operand};

/// The numbers of a module's nodes.
#[derive(Default)]
pub struct NodeNumbers {
    /// By node: its number and one, or 0.
    numbers: Vec<u32>,
    /// By number.
    order: Vec<NodeId>,
}

impl NodeNumbers {
    /// Numbers `roots` and all they refer to.
    pub fn number_all(
        ctx: &Context,
        metadata: &MetadataExport,
        roots: impl IntoIterator<Item = NodeId>,
    ) -> NodeNumbers {
        let graph = metadata.graph();
        let mut found = NodeNumbers { numbers: vec![0; graph.len()], order: Vec::new() };
        let mut stack = Vec::new();
        for root in roots {
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
        Node::Tuple { .. } => false,
        Node::Location(_) => false,
        Node::Specialised { name, .. } => matches!(ctx.bytes(*name), b"DIExpression" | b"DIArgList"),
    }
}

/// A node's operands in the order LLVM keeps them, which for some kinds is not that of the text.
fn operands(ctx: &Context, node: &Node, mut visit: impl FnMut(&Operand)) {
    let order = match node {
        Node::Specialised { name, .. } => node_kind(ctx.bytes(*name)).and_then(|kind| kind.operands),
        // Theirs stand in that order.
        Node::Tuple { .. } | Node::Location(_) => None,
    };
    let (Some(order), Node::Specialised { fields, .. }) = (order, node) else {
        return node.for_each_operand(visit);
    };
    for wanted in order {
        for (name, field) in fields {
            if ctx.bytes(*name) == wanted.as_bytes()
                && let irtrip_dialect::metadata::Field::Operand(operand) = field
            {
                visit(operand);
            }
        }
    }
}
