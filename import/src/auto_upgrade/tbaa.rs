//! Access tags of LLVM 3.3 and older, which are scalar types. LangRef, "`tbaa` Metadata".

use rustc_hash::FxHashMap;

use irtrip_dialect::Context;
use irtrip_dialect::metadata::{MetadataGraph, Node, NodeId, Operand};
use irtrip_dialect::types::well_known as types;

/// The current access tags by the nodes that could be in their place: scalar types, of which a module has few. The graph
/// gets the tags; one that nothing refers to is written nowhere.
pub(crate) fn access_tags(ctx: &Context, graph: &mut MetadataGraph) -> FxHashMap<NodeId, NodeId> {
    let scalars: Vec<(NodeId, Box<[Operand]>)> = graph
        .ids()
        .filter_map(|id| match graph.node(id) {
            Node::Tuple { distinct: false, operands } => Some((id, operands)),
            _ => None,
        })
        .filter(|(_, operands)| {
            matches!(
                operands[..],
                [Operand::String(_), Operand::Node(_)] | [Operand::String(_), Operand::Node(_), Operand::Constant(_)]
            )
        })
        .map(|(id, operands)| (id, operands.clone()))
        .collect();
    let offset = Operand::Constant(ctx.int_attr(types::I64, 0));
    let mut tuple = |operands: &[Operand]| graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() });
    let tags = scalars.into_iter().map(|(id, operands)| {
        let tag = match operands[..] {
            // Its last operand is whether the memory is constant.
            [name, parent, constant] => {
                let scalar = Operand::Node(tuple(&[name, parent]));
                tuple(&[scalar, scalar, offset, constant])
            }
            _ => tuple(&[Operand::Node(id), Operand::Node(id), offset]),
        };
        (id, tag)
    });
    tags.collect()
}
