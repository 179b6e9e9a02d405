//! Encodes a section for the page: a row of the page's index, and the section's data as JSON, deflated, in base64. The
//! script decodes a section when the reader opens it.

use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::{Body, Context, Module, Op, OpNameDefinition};
use irtrip_page::packed;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use crate::control_flow_graph;
use irtrip_dialect::demangle::demangled;

use crate::demangled_names::demangled_symbols;
use crate::line_correspondence::{LineCorrespondence, LineIndex};
use crate::losses::SectionLosses;
use crate::preserved_attributes::{PreservedAttribute, PreservedAttributeDocs, preserved_attributes};
use crate::sections::{Section, SectionKind};

/// A section in the form that the page holds it in.
pub struct EncodedSection {
    /// The section's row of the index: `[kind, name, rows, lines of assembly, lines of MLIR, blocks, phis, preserved
    /// attributes, losses, demangled name]`, all but the names and the kind as counts.
    pub index: Value,
    /// The section's text and facts, deflated, in base64.
    pub data: String,
}

impl EncodedSection {
    /// Encodes a section of a module. `docs` numbers the preserved attributes.
    pub fn new(
        ctx: &Context,
        module: &Module,
        section: &Section,
        docs: &PreservedAttributeDocs,
        losses: &SectionLosses,
    ) -> EncodedSection {
        let lines = LineCorrespondence::of_section(section);
        let function = function_of(section);
        let body = function.and_then(|op| module.body.nested(op));
        let function_item = function.and_then(|op| lines.item(SourceConstruct::Global(op))).unwrap_or(0);
        let preserved = preserved_by_item(ctx, module, section, &lines, docs);
        let lost = losses_by_item(&lines, losses);
        let phis = body.map(|body| phis(body, &lines)).unwrap_or_default();
        let region = body.and_then(|body| Some((body, *body.regions().first()?)));
        let graph =
            region.and_then(|(body, region)| control_flow_graph::draw(body, region, section, &lines, function_item));
        let blocks = region.map_or(0, |(body, region)| body.blocks(region).len());
        let rows = lines.rows(section.kind);
        let height: usize = rows.iter().sum();
        let index = json!([
            kind_name(section.kind),
            section.name,
            height,
            lines.llvm.len(),
            lines.mlir.len(),
            blocks,
            phis.len(),
            preserved.len(),
            lost.len(),
            function.and_then(|_| demangled(&section.name)),
        ]);
        let data = json!({
            "llvm": section.llvm.text,
            "mlir": section.mlir.text,
            "llvmItems": item_deltas(&lines.llvm),
            "mlirItems": item_deltas(&lines.mlir),
            "llvmNumbers": section.llvm.numbers,
            "mlirNumbers": section.mlir.numbers,
            "rows": rows,
            "preserved": preserved,
            "lost": lost,
            "phis": phis,
            "uses": body.map(|body| uses(body, &lines)).unwrap_or_default(),
            "graph": graph,
            "names": demangled_symbols(&section.llvm.text),
        });
        EncodedSection { index, data: packed(&data.to_string()) }
    }
}

/// The word that the page's script has for a kind of section.
fn kind_name(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Head => "head",
        SectionKind::Function(_) => "function",
        SectionKind::Declarations => "declarations",
        SectionKind::End => "end",
    }
}

/// The function that a section holds, if it holds one.
fn function_of(section: &Section) -> Option<Op> {
    match section.kind {
        SectionKind::Function(op) => Some(op),
        SectionKind::Head | SectionKind::Declarations | SectionKind::End => None,
    }
}

/// For each line, the number of its item plus 1 (0 for none), as the difference to the line before: deltas deflate well.
fn item_deltas(lines: &LineIndex) -> Vec<i64> {
    let mut last = 0;
    let items = lines.items_of_lines.iter().map(|item| i64::from(*item));
    items.map(|item| item - std::mem::replace(&mut last, item)).collect()
}

/// The preserved attributes of a section's operations and of the module: `[item, index in the docs, value]` each.
fn preserved_by_item(
    ctx: &Context,
    module: &Module,
    section: &Section,
    lines: &LineCorrespondence,
    docs: &PreservedAttributeDocs,
) -> Vec<Value> {
    let mut found: Vec<(u32, PreservedAttribute)> = Vec::new();
    let body = function_of(section).and_then(|op| module.body.nested(op));
    let mut items: Vec<(u32, SourceConstruct)> =
        lines.items.iter().map(|(construct, item)| (*item, *construct)).collect();
    items.sort_unstable_by_key(|(item, _)| *item);
    for (item, construct) in items {
        let (attrs, name) = match (construct, body) {
            (SourceConstruct::Module, _) => (module.attrs, None),
            (SourceConstruct::Global(op), _) => (module.body.attrs(op), Some(module.body.name(op))),
            (SourceConstruct::Op(op), Some(body)) => (body.attrs(op), Some(body.name(op))),
            (
                SourceConstruct::Op(_)
                | SourceConstruct::Declaration
                | SourceConstruct::Label(_)
                | SourceConstruct::Argument(..)
                | SourceConstruct::Passed { .. },
                _,
            ) => {
                continue;
            }
        };
        if let Some(index) = name.and_then(|name| docs.index_of(name.def()?.name)) {
            found.push((item, (index, String::new())));
        }
        found.extend(preserved_attributes(ctx, docs, attrs).into_iter().map(|attribute| (item, attribute)));
    }
    found.into_iter().map(|(item, (index, value))| json!([item, index, value])).collect()
}

/// The losses of a section: `[item, sentence]` each. The item is that of the operation, or of the line that holds the byte.
fn losses_by_item(lines: &LineCorrespondence, losses: &SectionLosses) -> Vec<Value> {
    let ops = losses.ops.iter().map(|(global, op, what)| {
        let construct = op.map_or(SourceConstruct::Global(*global), SourceConstruct::Op);
        (lines.item(construct).or_else(|| lines.item(SourceConstruct::Global(*global))), what)
    });
    let bytes = losses.bytes.iter().map(|(at, what)| {
        let item_plus_1 = lines.llvm.items_of_lines.get(lines.llvm.line_of(*at));
        (item_plus_1.and_then(|item| item.checked_sub(1)), what)
    });
    ops.chain(bytes).map(|(item, what)| json!([item, what])).collect()
}

/// The phis of a function, each as `[item, line of the phi in the assembly, line, first column and end column of the block
/// argument in the MLIR, [incoming value...]]`. See [`incoming_values`] for the last.
fn phis(body: &Body, lines: &LineCorrespondence) -> Vec<Value> {
    let mut incoming = incoming_values(body, lines);
    let mut phis: Vec<(usize, Value)> = Vec::new();
    for (argument, range) in &lines.arguments {
        let Some(item) = lines.item(*argument) else { continue };
        let Some(llvm) = lines.llvm_line(item) else { continue };
        let ((line, start), end) = (lines.mlir.position(range.0), lines.mlir.position(range.1).1);
        let of_phi = incoming.remove(argument).unwrap_or_default();
        phis.push((llvm, json!([item, llvm, line, start, end, of_phi])));
    }
    phis.sort_by_key(|phi| phi.0);
    phis.into_iter().map(|phi| phi.1).collect()
}

/// For each block argument, its incoming values, each as `[first column and end column in the assembly, line, first column
/// and end column of the operand in the MLIR, item of the terminator that passes it]`.
fn incoming_values(body: &Body, lines: &LineCorrespondence) -> FxHashMap<SourceConstruct, Vec<Value>> {
    let mut incoming: FxHashMap<SourceConstruct, Vec<Value>> = FxHashMap::default();
    let region = body.regions().first().copied();
    for block in region.map(|region| body.blocks(region)).unwrap_or_default() {
        let Some(op) = body.last_op(*block) else { continue };
        for (successor, target) in body.successors(op).iter().enumerate() {
            for argument in 0..body.successor_args(target).len() as u32 {
                let operand = SourceConstruct::Passed { op, successor: successor as u32, argument };
                let columns = |side: &LineIndex, range: Option<&(usize, usize)>| {
                    range.map(|range| (side.position(range.0), side.position(range.1).1))
                };
                let llvm = columns(&lines.llvm, lines.llvm_successor_operands.get(&operand));
                let mlir = columns(&lines.mlir, lines.mlir_successor_operands.get(&operand));
                let line = mlir.map(|m| m.0.0).or_else(|| lines.mlir_line_of_op(op));
                let row = json!([
                    llvm.map(|l| l.0.1),
                    llvm.map(|l| l.1),
                    line,
                    mlir.map(|m| m.0.1),
                    mlir.map(|m| m.1),
                    lines.item(SourceConstruct::Op(op)),
                ]);
                incoming.entry(SourceConstruct::Argument(target.block, argument)).or_default().push(row);
            }
        }
    }
    incoming
}

/// The uses of operations without a line in the assembly, such as constants: `[item, item of a user...]` each.
fn uses(body: &Body, lines: &LineCorrespondence) -> Vec<Vec<u32>> {
    let ops = || {
        let items = lines.items.iter();
        items.filter_map(
            |(construct, item)| if let SourceConstruct::Op(op) = construct { Some((*op, *item)) } else { None },
        )
    };
    let has_no_llvm_line =
        |op: Op| lines.item(SourceConstruct::Op(op)).is_some_and(|item| lines.llvm_line(item).is_none());
    let mut users: std::collections::BTreeMap<u32, FxHashSet<u32>> = std::collections::BTreeMap::new();
    for (op, item) in ops() {
        for value in body.all_operands(op) {
            if let irtrip_dialect::ValueDef::Result(of, _) = body.value(*value).def
                && has_no_llvm_line(of)
                && let Some(constant) = lines.item(SourceConstruct::Op(of))
            {
                users.entry(constant).or_default().insert(item);
            }
        }
    }
    let row = |(constant, users): (u32, FxHashSet<u32>)| {
        let mut row: Vec<u32> = users.into_iter().collect();
        row.sort_unstable();
        row.insert(0, constant);
        row
    };
    users.into_iter().map(row).collect()
}
