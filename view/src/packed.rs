//! A section as the page holds it: a row of the index, and its data deflated, in base64.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use irtrip_dialect::source_map::SourceEntity;
use irtrip_dialect::{Body, Context, Module, Op};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use crate::flow;
use crate::lines::{Correspondence, Lines};
use crate::preserved::{self, Keys, Preserved, SectionLosses};
use crate::sections::{Kind, Section};

/// A section, packed.
pub struct Packed {
    /// Its row of the index.
    pub index: Value,
    /// The rest.
    pub data: String,
}

/// Packs a section.
pub fn pack(ctx: &Context, module: &Module, section: &Section, keys: &Keys, losses: &SectionLosses) -> Packed {
    let lines = Correspondence::find(section);
    let function = preserved::function(section);
    let body = function.and_then(|op| module.body.nested(op));
    let entity = function.and_then(|op| lines.of(SourceEntity::Entity(op))).unwrap_or(0);
    let preserved = preserved_of(ctx, module, section, &lines, keys);
    let lost = lost_of(&lines, losses);
    let phis = body.map(|body| phis(body, &lines)).unwrap_or_default();
    let region = body.and_then(|body| Some((body, *body.regions().first()?)));
    let graph = region.and_then(|(body, region)| flow::graph(body, region, section, &lines, entity));
    let blocks = region.map_or(0, |(body, region)| body.blocks(region).len());
    let rows = lines.rows(section.kind);
    let kind = match section.kind {
        Kind::Head => "head",
        Kind::Function(_) => "function",
        Kind::Declarations => "declarations",
        Kind::End => "end",
    };
    let height: usize = rows.iter().sum();
    let index = json!([
        kind,
        section.name,
        height,
        lines.llvm.len(),
        lines.mlir.len(),
        blocks,
        phis.len(),
        preserved.len(),
        lost.len(),
    ]);
    let data = json!({
        "llvm": section.llvm.text,
        "mlir": section.mlir.text,
        "llvmItems": differences(&lines.llvm),
        "mlirItems": differences(&lines.mlir),
        "llvmNumbers": section.llvm.numbers,
        "mlirNumbers": section.mlir.numbers,
        "rows": rows,
        "preserved": preserved,
        "lost": lost,
        "phis": phis,
        "uses": body.map(|body| uses(body, &lines)).unwrap_or_default(),
        "graph": graph,
    });
    Packed { index, data: deflated(&data) }
}

/// Which item each line belongs to, plus 1, each as the difference to the line before.
fn differences(lines: &Lines) -> Vec<i64> {
    let mut last = 0;
    let owners = lines.owners.iter().map(|owner| i64::from(*owner));
    owners.map(|owner| owner - std::mem::replace(&mut last, owner)).collect()
}

fn deflated(data: &Value) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(4));
    // A vector takes whatever is written.
    let written = encoder.write_all(data.to_string().as_bytes());
    STANDARD.encode(written.and_then(|()| encoder.finish()).unwrap_or_default())
}

/// The preserved attributes of a section's operations and of the module, by item.
fn preserved_of(ctx: &Context, module: &Module, section: &Section, lines: &Correspondence, keys: &Keys) -> Vec<Value> {
    let mut found: Vec<(u32, Preserved)> = Vec::new();
    let body = preserved::function(section).and_then(|op| module.body.nested(op));
    let mut subjects: Vec<(u32, SourceEntity)> = lines.items.iter().map(|(subject, item)| (*item, *subject)).collect();
    subjects.sort_unstable_by_key(|(item, _)| *item);
    for (item, subject) in subjects {
        let (attrs, name) = match (subject, body) {
            (SourceEntity::Module, _) => (module.attrs, None),
            (SourceEntity::Entity(op), _) => (module.body.attrs(op), Some(module.body.name(op))),
            (SourceEntity::Op(op), Some(body)) => (body.attrs(op), Some(body.name(op))),
            (
                SourceEntity::Op(_)
                | SourceEntity::Declaration
                | SourceEntity::Label(_)
                | SourceEntity::Argument(..)
                | SourceEntity::Passed { .. },
                _,
            ) => {
                continue;
            }
        };
        if let Some(key) = name.and_then(|name| keys.find(name.def()?.name)) {
            found.push((item, (key, String::new())));
        }
        found.extend(preserved::of_dictionary(ctx, keys, attrs).into_iter().map(|preserved| (item, preserved)));
    }
    found.into_iter().map(|(item, (key, value))| json!([item, key, value])).collect()
}

/// What is lost, by item: of an operation, or of the line a byte is in.
fn lost_of(lines: &Correspondence, losses: &SectionLosses) -> Vec<Value> {
    let ops = losses.ops.iter().map(|(entity, op, what)| {
        let subject = op.map_or(SourceEntity::Entity(*entity), SourceEntity::Op);
        (lines.of(subject).or_else(|| lines.of(SourceEntity::Entity(*entity))), what)
    });
    let bytes = losses.bytes.iter().map(|(at, what)| {
        let owner = lines.llvm.owners.get(lines.llvm.line_of(*at));
        (owner.and_then(|owner| owner.checked_sub(1)), what)
    });
    ops.chain(bytes).map(|(item, what)| json!([item, what])).collect()
}

/// The phis: `[item, line, line, column, column, [incoming...]]`, each incoming value `[column, column, line, column,
/// column, block's item]`: where it stands in the assembly, and where a terminator passes it in the MLIR.
fn phis(body: &Body, lines: &Correspondence) -> Vec<Value> {
    let mut incoming: rustc_hash::FxHashMap<SourceEntity, Vec<Value>> = rustc_hash::FxHashMap::default();
    let region = body.regions().first().copied();
    for block in region.map(|region| body.blocks(region)).unwrap_or_default() {
        let Some(op) = body.last_op(*block) else { continue };
        for (successor, target) in body.successors(op).iter().enumerate() {
            for argument in 0..body.successor_args(target).len() as u32 {
                let subject = SourceEntity::Passed { op, successor: successor as u32, argument };
                let columns = |side: &Lines, range: Option<&(usize, usize)>| {
                    range.map(|range| (side.position(range.0), side.position(range.1).1))
                };
                let llvm = columns(&lines.llvm, lines.llvm_passed.get(&subject));
                let mlir = columns(&lines.mlir, lines.mlir_passed.get(&subject));
                let line = mlir.map(|m| m.0.0).or_else(|| lines.mlir_op(op));
                let row = json!([
                    llvm.map(|l| l.0.1),
                    llvm.map(|l| l.1),
                    line,
                    mlir.map(|m| m.0.1),
                    mlir.map(|m| m.1),
                    lines.of(SourceEntity::Op(op)),
                ]);
                incoming.entry(SourceEntity::Argument(target.block, argument)).or_default().push(row);
            }
        }
    }
    let mut phis: Vec<(usize, Value)> = Vec::new();
    for (subject, range) in &lines.arguments {
        let Some(item) = lines.of(*subject) else { continue };
        let Some(llvm) = lines.llvm_line(item) else { continue };
        let ((line, start), end) = (lines.mlir.position(range.0), lines.mlir.position(range.1).1);
        let of_phi = incoming.remove(subject).unwrap_or_default();
        phis.push((llvm, json!([item, llvm, line, start, end, of_phi])));
    }
    phis.sort_by_key(|phi| phi.0);
    phis.into_iter().map(|phi| phi.1).collect()
}

/// What has no line of its own in the assembly, such as a constant, and what uses it: `[item, user...]`.
fn uses(body: &Body, lines: &Correspondence) -> Vec<Vec<u32>> {
    let ops = || {
        let subjects = lines.items.iter();
        subjects
            .filter_map(|(subject, item)| if let SourceEntity::Op(op) = subject { Some((*op, *item)) } else { None })
    };
    let silent = |op: Op| lines.of(SourceEntity::Op(op)).is_some_and(|item| lines.llvm_line(item).is_none());
    let mut users: std::collections::BTreeMap<u32, FxHashSet<u32>> = std::collections::BTreeMap::new();
    for (op, item) in ops() {
        for value in body.all_operands(op) {
            if let irtrip_dialect::ValueDef::Result(of, _) = body.value(*value).def
                && silent(of)
                && let Some(constant) = lines.of(SourceEntity::Op(of))
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
