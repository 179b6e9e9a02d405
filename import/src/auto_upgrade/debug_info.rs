//! Debug info of LLVM 3.7 to 3.9, whose nodes refer to each other the other way round. LangRef, "Specialized Metadata Nodes".
//!
//! A compile unit lists its subprograms, which name their functions, and variables name theirs: today a subprogram names
//! its unit, and functions and variables have attachments. What the text has stays in its nodes, for a release that reads
//! it, unless the module is to be as LLVM has it.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::metadata::{Field, MetadataGraph, NamedField, Node, NodeId, NodeRows, Operand};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::preserved::{EncodedConstant, SymbolForm, TypedForm};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Context, Str};

use crate::tables::metadata::NamedMetadata;

/// The debug-info nodes of functions and variables, by symbol.
pub(crate) type DescribedSymbols = FxHashMap<Str, SmallVec<[NodeId; 1]>>;

/// Has nodes refer to each other as the current do; returns what functions and variables have as attachments.
pub(crate) fn upgrade(ctx: &Context, graph: &mut MetadataGraph, named: &NamedMetadata) -> DescribedSymbols {
    let mut described = DescribedSymbols::default();
    for unit in compile_units(ctx, named) {
        for subprogram in list(ctx, graph, unit, "subprograms") {
            set_unit(ctx, graph, subprogram, unit);
        }
        if let Some(globals) = field(ctx, graph.node(unit), "globals").and_then(Operand::node) {
            describe_variables(ctx, graph, globals, &mut described);
        }
    }
    for id in graph.ids() {
        let Some(Operand::Constant(function)) = field(ctx, graph.node(id), "function") else { continue };
        if let Some(symbol) = EncodedConstant::of(ctx, *function).and_then(address) {
            described.entry(symbol).or_default().push(id);
        }
    }
    described
}

/// The compile units that a module lists.
pub(crate) fn compile_units(ctx: &Context, named: &NamedMetadata) -> Vec<NodeId> {
    let units = named.iter().filter(|named| ctx.bytes(named.0) == b"llvm.dbg.cu").flat_map(|named| &named.1);
    units.filter_map(Operand::node).collect()
}

/// The symbol whose address a constant is.
fn address(constant: EncodedConstant) -> Option<Str> {
    match constant {
        EncodedConstant::OfSymbol { symbol, form: SymbolForm::Address } => Some(symbol),
        EncodedConstant::OfSymbol { .. } | EncodedConstant::OfType { .. } => None,
    }
}

/// The operand that a field of a specialised node holds.
fn field<'n>(ctx: &Context, node: &'n Node, name: &str) -> Option<&'n Operand> {
    let Node::Specialised { fields, .. } = node else { return None };
    fields.iter().find_map(|(label, value)| match value {
        Field::Operand(operand) if ctx.bytes(*label) == name.as_bytes() => Some(operand),
        _ => None,
    })
}

fn is(ctx: &Context, graph: &MetadataGraph, id: NodeId, name: &str) -> bool {
    matches!(graph.node(id), Node::Specialised { name: own, .. } if ctx.bytes(*own) == name.as_bytes())
}

/// The nodes of the list that a field of a node names.
fn list(ctx: &Context, graph: &MetadataGraph, id: NodeId, name: &str) -> Vec<NodeId> {
    match field(ctx, graph.node(id), name).and_then(Operand::node).map(|list| graph.node(list)) {
        Some(Node::Tuple { operands, .. }) => operands.iter().filter_map(Operand::node).collect(),
        _ => Vec::new(),
    }
}

/// Takes from nodes the fields that the current have not, and has those distinct that today are.
pub(crate) fn drop_former_fields(ctx: &Context, graph: &mut MetadataGraph) {
    let rows = NodeRows::of(ctx);
    for id in graph.ids().collect::<Vec<NodeId>>() {
        let Node::Specialised { name, distinct, fields } = graph.node(id) else { continue };
        let Some(row) = rows.get(*name) else { continue };
        let is_former = |label: Str| {
            let field = row.fields.iter().find(|field| field.name == label);
            field.is_some_and(|field| !field.def.releases.contains(Release::NATIVE))
        };
        let is_distinct = *distinct || row.def.must_be_distinct(ctx, fields);
        if is_distinct != *distinct || fields.iter().any(|field| is_former(field.0)) {
            let fields: Vec<NamedField> = fields.iter().filter(|field| !is_former(field.0)).cloned().collect();
            let replacement = Node::specialised(*name, is_distinct, fields);
            graph.define(id, replacement);
        }
    }
}

/// Gives a subprogram its unit, where it has none.
fn set_unit(ctx: &Context, graph: &mut MetadataGraph, subprogram: NodeId, unit: NodeId) {
    let Node::Specialised { name, distinct, fields } = graph.node(subprogram) else { return };
    let Some(row) = NodeRows::of(ctx).get(*name).filter(|row| row.def.name == "DISubprogram") else { return };
    let label = ctx.str("unit");
    if fields.iter().any(|field| field.0 == label) {
        return;
    }
    let (name, distinct, mut fields) = (*name, *distinct, fields.to_vec());
    fields.push((label, Field::Operand(Operand::Node(unit))));
    row.normalize(ctx, &mut fields);
    graph.define(subprogram, Node::specialised(name, distinct, fields));
}

/// Has a unit's list of variables hold expressions over them, and notes which variable of the module each describes.
fn describe_variables(ctx: &Context, graph: &mut MetadataGraph, globals: NodeId, described: &mut DescribedSymbols) {
    let Node::Tuple { distinct, operands } = graph.node(globals) else { return };
    let (distinct, operands) = (*distinct, operands.clone());
    if !operands.iter().filter_map(Operand::node).any(|id| is(ctx, graph, id, "DIGlobalVariable")) {
        return;
    }
    let mut replaced = Vec::with_capacity(operands.len());
    for operand in &operands {
        let variable = operand.node().filter(|id| is(ctx, graph, *id, "DIGlobalVariable"));
        replaced.push(variable.map_or(*operand, |id| Operand::Node(with_expression(ctx, graph, id, described))));
    }
    graph.define(globals, Node::Tuple { distinct, operands: replaced.into() });
}

/// The expression over a variable: its value, where it has one that is known.
fn with_expression(ctx: &Context, graph: &mut MetadataGraph, id: NodeId, described: &mut DescribedSymbols) -> NodeId {
    let constant = match field(ctx, graph.node(id), "variable") {
        Some(Operand::Constant(constant)) => EncodedConstant::of(ctx, *constant),
        _ => None,
    };
    let word = |name: &str| Field::Word(ctx.str(&format!("{}{name}", Dwarf::Operation.prefix())));
    let elements = match constant {
        Some(EncodedConstant::OfType { form: TypedForm::Value(value), .. }) => ctx
            .int_value(value)
            .map(|number| vec![word("constu"), Field::unsigned(ctx, number.cast_unsigned()), word("stack_value")]),
        _ => None,
    };
    let elements: Vec<NamedField> = elements.unwrap_or_default().into_iter().map(|element| (EMPTY, element)).collect();
    let symbol = constant.and_then(address);
    let distinct = symbol.is_some() || !elements.is_empty();
    let expression = graph.uniqued(Node::specialised(ctx.str("DIExpression"), false, elements));
    let operand = |name: &str, id: NodeId| (ctx.str(name), Field::Operand(Operand::Node(id)));
    let fields = vec![operand("var", id), operand("expr", expression)];
    let node = Node::specialised(ctx.str("DIGlobalVariableExpression"), distinct, fields);
    let described_by = if distinct { graph.declare() } else { return graph.uniqued(node) };
    graph.define(described_by, node);
    if let Some(symbol) = symbol {
        described.entry(symbol).or_default().push(described_by);
    }
    described_by
}
