//! What an export says of a module, in terms of the module that it was asked for: its steps replace operations and add
//! others.

use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Block, Body, Module, Op};

use crate::dropped::Dropped;
use crate::translated::Origins;

/// The module that an export was asked for, and what its steps put in place of that module's operations.
pub(crate) struct Sources<'m> {
    pub module: &'m Module,
    pub origins: Origins,
}

impl Sources<'_> {
    /// The same loss, by the operations of the caller's module: for an operation that a step of the export made, the one
    /// that it replaces, or else only the global value.
    pub fn resolve(&self, dropped: Dropped) -> Dropped {
        let global = self.global(dropped.global);
        Dropped { op: global.zip(dropped.op).and_then(|(global, op)| self.operation(global, op)), global, ..dropped }
    }

    /// Has the source map of a text name constructs of the caller's module. A range that none of them stands for is left
    /// out, and a global value that a step added is a declaration.
    pub fn resolve_map(&self, piece: &mut MappedText) {
        let mut within = None;
        // A global value's range comes after those of what is in it.
        let resolved = piece.ranges.drain(..).rev().filter_map(|range| {
            let construct = match range.construct {
                SourceConstruct::Global(op) => {
                    within = self.global(Some(op));
                    within.map_or(SourceConstruct::Declaration, SourceConstruct::Global)
                }
                SourceConstruct::Module | SourceConstruct::Declaration => {
                    within = None;
                    range.construct
                }
                inner => self.resolve_inner(within?, inner)?,
            };
            Some(MappedRange { construct, ..range })
        });
        let mut resolved: Vec<MappedRange> = resolved.collect();
        resolved.reverse();
        piece.ranges = resolved;
    }

    /// A construct in the body of a global value of the caller's module.
    fn resolve_inner(&self, global: Op, construct: SourceConstruct) -> Option<SourceConstruct> {
        let has_block = |block: Block| self.body(global).is_some_and(|body| block.index() < body.block_count());
        match construct {
            SourceConstruct::Op(op) => self.operation(global, op).map(SourceConstruct::Op),
            SourceConstruct::Passed { op, .. } => (self.operation(global, op)? == op).then_some(construct),
            SourceConstruct::Label(block) | SourceConstruct::Argument(block, _) => {
                has_block(block).then_some(construct)
            }
            SourceConstruct::Module | SourceConstruct::Declaration | SourceConstruct::Global(_) => Some(construct),
        }
    }

    fn body(&self, global: Op) -> Option<&Body> {
        self.module.body.nested(global)
    }

    fn global(&self, global: Option<Op>) -> Option<Op> {
        global.filter(|global| global.index() < self.module.body.op_count())
    }

    fn operation(&self, global: Op, op: Op) -> Option<Op> {
        if op.index() < self.body(global)?.op_count() {
            return Some(op);
        }
        let origins = self.origins.get(self.module.body.nested_index(global)?)?;
        origins.get(origins.partition_point(|(end, _)| *end <= op.index())).map(|(_, op)| *op)
    }
}
