//! Counts what a module consists of.

use std::collections::BTreeMap;
use std::fmt::Write;

use irtrip_dialect::names::is_irtrip;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::release::Releases;
use irtrip_dialect::{Attr, Body, ContextDialects, Op, ValueDef};

use crate::Side;
use crate::printer::Printer;
use crate::scope::Scope;
use crate::structural_hash::StructuralHasher;
use crate::structural_hash::metadata::Metadata;

/// Counts by name.
pub type Counts = BTreeMap<String, usize>;

/// How many operations, types, phis and metadata nodes of each kind a module has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The releases whose text the module may have been read from.
    pub releases: Releases,
    /// Operations by name, the module's own and those in bodies.
    pub operations: Counts,
    /// Types of values.
    pub types: Counts,
    /// Block arguments, each of which is a phi. The entry block's arguments are the function's parameters and not counted.
    pub phis: usize,
    /// Operands that terminators pass to those block arguments: the phis' incoming values.
    pub incoming: usize,
    /// Attachments by kind, debug locations among them.
    pub metadata: Counts,
    /// Metadata nodes reachable from the module.
    pub nodes: usize,
    /// `irtrip.` attributes and operations by name.
    pub preserved: Counts,
}

/// Counts a module.
pub fn stats(side: Side) -> Stats {
    irtrip_dialect::deep_stack::on_deep_stack(|| count(side))
}

fn count(side: Side) -> Stats {
    let metadata = Metadata::new(side.ctx, side.module, Scope::All);
    let mut count = Count {
        side,
        hasher: StructuralHasher::new(side.ctx, Some(&metadata)),
        types: BTreeMap::new(),
        stats: Stats { releases: side.module.releases, ..Stats::default() },
    };
    count.dictionary(side.module.attrs);
    let body = &side.module.body;
    for op in side.module.ops() {
        count.operation(body, op);
        for (kind, _) in count.hasher.attachments_of_global_value(body, op) {
            *count.stats.metadata.entry(side.ctx.text(kind).into_owned()).or_default() += 1;
        }
        if let Some(nested) = body.nested(op) {
            count.body(nested, op, body.name(op) == global_values::FUNC);
        }
    }
    let Count { mut hasher, types, mut stats, .. } = count;
    for (ty, number) in types {
        let mut text = String::new();
        Printer::new(&mut hasher).ty(ty, &mut text);
        *stats.types.entry(text).or_default() += number;
    }
    stats.nodes = metadata.export.graph().ids().count();
    stats
}

struct Count<'a> {
    side: Side<'a>,
    hasher: StructuralHasher<'a>,
    types: BTreeMap<irtrip_dialect::Type, usize>,
    stats: Stats,
}

impl Count<'_> {
    fn operation(&mut self, body: &Body, op: Op) {
        let name = self.side.ctx.op_name_str(body.name(op)).into_owned();
        if is_irtrip(&name) {
            *self.stats.preserved.entry(name.clone()).or_default() += 1;
        }
        *self.stats.operations.entry(name).or_default() += 1;
        self.dictionary(body.attrs(op));
    }

    fn dictionary(&mut self, dictionary: Attr) {
        for &(key, _) in self.side.ctx.entries(dictionary) {
            let name = self.side.ctx.text(key);
            if is_irtrip(&name) {
                *self.stats.preserved.entry(name.into_owned()).or_default() += 1;
            }
        }
    }

    /// Counts a body and the bodies in it. Recurses as deep as bodies nest, which the readers limit.
    fn body(&mut self, body: &Body, global_value: Op, function: bool) {
        for value in (0..body.value_count()).map(irtrip_dialect::Value::new) {
            let data = body.value(value);
            *self.types.entry(data.ty).or_default() += 1;
            if let ValueDef::Argument(block, _) = data.def
                && function
                && body.regions().iter().all(|r| body.blocks(*r).first() != Some(&block))
            {
                self.stats.phis += 1;
            }
        }
        for op in (0..body.op_count()).map(Op::new) {
            if body.parent(op).is_none() {
                continue;
            }
            self.operation(body, op);
            for (kind, _) in self.hasher.attachments_of_instruction(body, global_value, op) {
                *self.stats.metadata.entry(self.side.ctx.text(kind).into_owned()).or_default() += 1;
            }
            self.stats.incoming += body.successors(op).iter().map(|s| body.successor_args(s).len()).sum::<usize>();
            if let Some(nested) = body.nested(op) {
                self.body(nested, global_value, false);
            }
        }
    }
}

impl Stats {
    /// The counts as tables, the most frequent first.
    pub fn table(&self) -> String {
        let mut out = format!("releases: {}\n", self.releases);
        let total = |counts: &Counts| counts.values().sum::<usize>();
        let mut section = |title: String, counts: &Counts| {
            let _ = writeln!(out, "{title}");
            let mut rows: Vec<(&String, &usize)> = counts.iter().collect();
            rows.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            for (name, count) in rows {
                let _ = writeln!(out, "{count:9}  {name}");
            }
        };
        section(format!("operations: {}", total(&self.operations)), &self.operations);
        section(format!("types of {} values", total(&self.types)), &self.types);
        section(format!("phis: {} with {} incoming values", self.phis, self.incoming), &Counts::new());
        section(format!("metadata: {} nodes, {} attachments", self.nodes, total(&self.metadata)), &self.metadata);
        section(format!("preserved attributes: {}", total(&self.preserved)), &self.preserved);
        out
    }

    /// The same as JSON.
    pub fn json(&self) -> String {
        let value = serde_json::json!({
            "releases": self.releases.to_string(),
            "operations": self.operations,
            "types": self.types,
            "phis": self.phis,
            "incoming": self.incoming,
            "nodes": self.nodes,
            "metadata": self.metadata,
            "preserved": self.preserved,
        });
        format!("{value:#}\n")
    }
}
