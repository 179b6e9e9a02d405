//! What a function imports, which a compile unit lists up to LLVM 16, and the function's subprogram since.

use super::MetadataExport;
use crate::context::{Context, Str};
use crate::graph::{Field, MetadataGraph, NamedField, Node, NodeId, Operand};
use crate::nodes::normalize::NodeRows;
use crate::release::Release;

/// The first release whose subprograms retain what their functions import.
const LOCAL_IMPORTS: Release = Release::V17;

/// How many scopes are above another at most.
const DEPTH: usize = 1 << 12;

impl MetadataExport {
    /// Has subprograms retain what their functions import, where a compile unit of another release lists it, as LLVM does when
    /// it reads bitcode.
    pub fn move_local_imports(&mut self, ctx: &Context, from: Release, to: Release) {
        if from >= to || to < LOCAL_IMPORTS {
            return;
        }
        let units = self.named.iter().filter(|named| ctx.bytes(named.0) == b"llvm.dbg.cu").flat_map(|named| &named.1);
        for unit in units.filter_map(node_of).collect::<Vec<NodeId>>() {
            move_imports(ctx, &mut self.graph, unit);
        }
    }
}

fn move_imports(ctx: &Context, graph: &mut MetadataGraph, unit: NodeId) {
    let [imports, retained] = ["imports", "retainedNodes"].map(|label| ctx.str(label));
    let listed = list(graph, unit, imports);
    let (mut moved, mut kept): (Vec<(NodeId, Vec<Operand>)>, Vec<Operand>) = Default::default();
    for entity in listed {
        match node_of(&entity).and_then(|entity| subprogram_of(ctx, graph, entity)) {
            None => kept.push(entity),
            Some(of) => match moved.last_mut().filter(|last| last.0 == of) {
                Some((_, entities)) => entities.push(entity),
                None => moved.push((of, vec![entity])),
            },
        }
    }
    if moved.is_empty() {
        return;
    }
    for (subprogram, entities) in moved {
        let mut nodes = list(graph, subprogram, retained);
        nodes.extend(entities);
        set_list(ctx, graph, subprogram, retained, nodes);
    }
    set_list(ctx, graph, unit, imports, kept);
}

fn node_of(operand: &Operand) -> Option<NodeId> {
    match operand {
        Operand::Node(id) => Some(*id),
        _ => None,
    }
}

fn field(graph: &MetadataGraph, id: NodeId, label: Str) -> Option<NodeId> {
    let Node::Specialised { fields, .. } = graph.node(id) else { return None };
    fields.iter().find_map(|(own, value)| match value {
        Field::Operand(Operand::Node(id)) if *own == label => Some(*id),
        _ => None,
    })
}

/// The operands of the list that a field names.
fn list(graph: &MetadataGraph, id: NodeId, label: Str) -> Vec<Operand> {
    match field(graph, id, label).map(|list| graph.node(list)) {
        Some(Node::Tuple { operands, .. }) => operands.to_vec(),
        _ => Vec::new(),
    }
}

/// Has a field of a node name a list of these operands.
fn set_list(ctx: &Context, graph: &mut MetadataGraph, id: NodeId, label: Str, operands: Vec<Operand>) {
    let Node::Specialised { name, distinct, fields } = graph.node(id) else { return };
    let Some(row) = NodeRows::of(ctx).get(*name) else { return };
    let (name, distinct) = (*name, *distinct);
    let mut fields: Vec<NamedField> = fields.iter().filter(|field| field.0 != label).cloned().collect();
    let list = graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() });
    fields.push((label, Field::Operand(Operand::Node(list))));
    row.normalize(ctx, &mut fields);
    graph.define(id, Node::specialised(name, distinct, fields));
}

/// The subprogram that an imported entity's scope is in, if it is in one.
fn subprogram_of(ctx: &Context, graph: &MetadataGraph, entity: NodeId) -> Option<NodeId> {
    let label = ctx.str("scope");
    let scopes = std::iter::successors(field(graph, entity, label), |scope| field(graph, *scope, label));
    for scope in scopes.take(DEPTH) {
        let Node::Specialised { name, .. } = graph.node(scope) else { return None };
        match ctx.bytes(*name) {
            b"DISubprogram" => return Some(graph.canonical(scope)),
            b"DILexicalBlock" | b"DILexicalBlockFile" => {}
            _ => return None,
        }
    }
    None
}
