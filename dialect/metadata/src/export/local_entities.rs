//! What is of one function alone, and which compile units list up to a release, and the function's subprogram since: what it imports,
//! its static variables and its enumerations.

use super::MetadataExport;
use crate::context::{Context, Str};
use crate::graph::{Field, MetadataGraph, NamedField, Node, NodeId, Operand};
use crate::nodes::normalize::NodeRows;
use crate::release::Release;

/// The lists of compile units, each with the first release whose subprograms retain what is of their functions instead.
const LISTS: [(&str, Release); 3] = [("imports", Release::V17), ("globals", Release::V23), ("enums", Release::V23)];

/// The list of a subprogram.
const RETAINED: &str = "retainedNodes";

/// How many scopes are above another at most.
const DEPTH: usize = 1 << 12;

impl MetadataExport {
    /// As [`move_local_entities`], of this metadata.
    pub fn move_local_entities(&mut self, ctx: &Context, from: Release, to: Release) {
        let units = self.named.iter().filter(|named| ctx.bytes(named.0) == b"llvm.dbg.cu").flat_map(|named| &named.1);
        let units = units.filter_map(Operand::node).collect::<Vec<NodeId>>();
        move_local_entities(ctx, &mut self.graph, &units, (from, to));
    }
}

/// Has subprograms retain what is of their functions, where a compile unit of another release lists it, as LLVM does when it
/// reads bitcode; and the other way round.
pub fn move_local_entities(ctx: &Context, graph: &mut MetadataGraph, units: &[NodeId], (from, to): (Release, Release)) {
    for (label, _) in LISTS.iter().filter(|(_, since)| from < to && *since <= to) {
        units.iter().for_each(|unit| move_to_subprograms(ctx, graph, *unit, label));
    }
    for (label, _) in LISTS.iter().filter(|(_, since)| to < *since && *since <= from) {
        move_to_units(ctx, graph, label);
    }
}

fn move_to_subprograms(ctx: &Context, graph: &mut MetadataGraph, unit: NodeId, label: &str) {
    let [label, retained] = [label, RETAINED].map(|label| ctx.str(label));
    let listed = list(graph, unit, label);
    let (mut moved, mut kept): (Vec<(NodeId, Vec<Operand>)>, Vec<Operand>) = Default::default();
    for entity in listed {
        match entity.node().and_then(|entity| subprogram_of(ctx, graph, entity)) {
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
    set_list(ctx, graph, unit, label, kept);
}

fn move_to_units(ctx: &Context, graph: &mut MetadataGraph, label: &str) {
    let kind = match label {
        "imports" => "DIImportedEntity",
        "globals" => "DIGlobalVariableExpression",
        _ => "DICompositeType",
    };
    let [label, retained, unit] = [label, RETAINED, "unit"].map(|label| ctx.str(label));
    let tag = Field::Word(ctx.str("DW_TAG_enumeration_type"));
    for subprogram in graph.ids().collect::<Vec<NodeId>>() {
        let Some(unit) = field(graph, subprogram, unit) else { continue };
        let is_listed = |operand: &Operand| match operand.node().map(|id| graph.node(id)) {
            Some(Node::Specialised { name, fields, .. }) if ctx.bytes(*name) == kind.as_bytes() => {
                kind != "DICompositeType" || fields.iter().any(|field| field.1 == tag)
            }
            _ => false,
        };
        let (moved, kept): (Vec<Operand>, Vec<Operand>) =
            list(graph, subprogram, retained).into_iter().partition(is_listed);
        if !moved.is_empty() {
            let mut listed = list(graph, unit, label);
            listed.extend(moved);
            set_list(ctx, graph, subprogram, retained, kept);
            set_list(ctx, graph, unit, label, listed);
        }
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

/// The subprogram that an entity's scope is in, if it is in one: a variable's, where it is an expression over that.
fn subprogram_of(ctx: &Context, graph: &MetadataGraph, entity: NodeId) -> Option<NodeId> {
    let label = ctx.str("scope");
    let entity = field(graph, entity, ctx.str("var")).unwrap_or(entity);
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
