//! Which operations use no value from outside of their regions.

use irtrip_dialect::ops::Traits;
use irtrip_dialect::{Body, Op, OpNameDefinition, Region, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Whether an operation is isolated by its definition: its regions are a body of their own.
pub fn is_isolated_by_definition(body: &Body, op: Op) -> bool {
    body.nested(op).is_some() || body.name(op).def().is_some_and(|def| def.is(Traits::ISOLATED))
}

/// The operations of a body with regions in it that use no value from outside of these.
pub fn isolated(body: &Body) -> FxHashSet<Op> {
    let mut search = IsolationSearch { body, depths: Vec::new(), isolated: FxHashSet::default() };
    if body.linked_ops().any(|op| !body.op_regions(op).is_empty()) {
        body.regions().iter().for_each(|&region| {
            search.region(region, 0);
        });
    }
    search.isolated
}

struct IsolationSearch<'b> {
    body: &'b Body,
    /// How many operations each region is inside of, by its place; those that were met.
    depths: Vec<Option<usize>>,
    isolated: FxHashSet<Op>,
}

impl IsolationSearch<'_> {
    /// Looks through a region; returns the least depth of a region of which it uses a value.
    fn region(&mut self, region: Region, depth: usize) -> usize {
        if self.depths.len() <= region.index() {
            self.depths.resize(region.index() + 1, None);
        }
        if let Some(own) = self.depths.get_mut(region.index()) {
            *own = Some(depth);
        }
        let mut least = depth;
        for &block in self.body.blocks(region) {
            for op in self.body.ops(block) {
                for &operand in self.body.all_operands(op) {
                    least = least.min(self.depth_of(operand).unwrap_or(depth));
                }
                let regions = self.body.op_regions(op);
                if regions.is_empty() {
                    continue;
                }
                let inner = regions.iter().map(|&region| self.region(region, depth + 1)).min();
                let inner = inner.unwrap_or(depth + 1);
                if inner > depth {
                    self.isolated.insert(op);
                }
                least = least.min(inner);
            }
        }
        least
    }

    fn depth_of(&self, value: Value) -> Option<usize> {
        let block = match self.body.value(value).def {
            ValueDef::Result(op, _) => self.body.parent(op)?,
            ValueDef::Argument(block, _) => block,
            ValueDef::Undefined => return None,
        };
        self.depths.get(self.body.block_parent(block)?.index()).copied()?
    }
}
