//! What a module is made of, counted.

use std::collections::BTreeMap;
use std::fmt::Write;

use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Attr, Body, Op, ValueDef};

use crate::Side;
use crate::keys::Keys;
use crate::lines::printer::Printer;
use crate::metadata::Metadata;

/// Counts by name.
pub type Counts = BTreeMap<String, usize>;

/// What a module is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Operations by name, the module's own and those in bodies.
    pub operations: Counts,
    /// Types of values.
    pub types: Counts,
    /// Block arguments, which stand for phis; the entry block's are parameters and not among them.
    pub phis: usize,
    /// Operands that edges pass to them.
    pub incoming: usize,
    /// Attachments by kind, debug locations among them.
    pub metadata: Counts,
    /// Metadata nodes that the module leads to.
    pub nodes: usize,
    /// `irtrip.` attributes and operations by name.
    pub preserved: Counts,
}

/// Counts a module.
pub fn stats(side: Side) -> Stats {
    let metadata = Metadata::new(side.ctx, side.module);
    let mut count =
        Count { side, keys: Keys::new(side.ctx, Some(&metadata)), types: BTreeMap::new(), stats: Stats::default() };
    count.dictionary(side.module.attrs);
    let body = &side.module.body;
    for op in side.module.ops() {
        count.operation(body, op);
        for (kind, _) in count.keys.attachments_of_entity(body, op) {
            *count.stats.metadata.entry(side.ctx.text(kind).into_owned()).or_default() += 1;
        }
        if let Some(nested) = body.nested(op) {
            count.body(nested, op, body.name(op) == global_values::FUNC);
        }
    }
    let Count { mut keys, types, mut stats, .. } = count;
    for (ty, number) in types {
        let mut text = String::new();
        Printer::new(&mut keys).ty(ty, &mut text);
        *stats.types.entry(text).or_default() += number;
    }
    stats.nodes = metadata.export.graph().ids().count();
    stats
}

struct Count<'a> {
    side: Side<'a>,
    keys: Keys<'a>,
    types: BTreeMap<irtrip_dialect::Type, usize>,
    stats: Stats,
}

impl Count<'_> {
    fn operation(&mut self, body: &Body, op: Op) {
        let name = self.side.ctx.op_name_str(body.name(op)).into_owned();
        if name.starts_with("irtrip.") {
            *self.stats.preserved.entry(name.clone()).or_default() += 1;
        }
        *self.stats.operations.entry(name).or_default() += 1;
        self.dictionary(body.attrs(op));
    }

    fn dictionary(&mut self, dictionary: Attr) {
        for &(key, _) in self.side.ctx.entries(dictionary) {
            let name = self.side.ctx.text(key);
            if name.starts_with("irtrip.") {
                *self.stats.preserved.entry(name.into_owned()).or_default() += 1;
            }
        }
    }

    /// A body and those in it, which are few: they nest no deeper than readers let them.
    fn body(&mut self, body: &Body, entity: Op, function: bool) {
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
            for (kind, _) in self.keys.attachments_of(body, entity, op) {
                *self.stats.metadata.entry(self.side.ctx.text(kind).into_owned()).or_default() += 1;
            }
            self.stats.incoming += body.successors(op).iter().map(|s| body.successor_args(s).len()).sum::<usize>();
            if let Some(nested) = body.nested(op) {
                self.body(nested, entity, false);
            }
        }
    }
}

impl Stats {
    /// The counts as tables, the most frequent first.
    pub fn table(&self) -> String {
        let mut out = String::new();
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
