//! `irtrip.table` of functions and variables: which table of nodes their attributes belong to.
//!
//! An attribute that another module has as well may stand for another node there: the fields that upstream's attribute has
//! no room for are others, and a `distinct[0]<>` of one text is not that of another. Operations move between modules, so
//! they say whose attributes theirs are, where that makes a difference.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::MetadataImport;
use crate::attributes::{AttrData, Location};
use crate::body::{Block, Body, Module, Op};
use crate::context::{Attr, Context};
use crate::names::IRTRIP_TABLE;
use crate::node_table::completed_entries;

/// It was looked at.
const KNOWN: u8 = 1;
/// In it is an attribute that is distinct.
const DISTINCT: u8 = 2;
/// In it is an attribute that `irtrip.completed` completes.
const COMPLETED: u8 = 4;

impl MetadataImport<'_> {
    /// Gives functions and variables `irtrip.table`, once the module has its own entries.
    pub fn mark_tables(&self, module: &mut Module) {
        let ctx = self.ctx;
        let completed = completed_entries(ctx, module.attrs).filter_map(|entry| entry.1.first().copied());
        let mut contents =
            Contents { ctx, completed: completed.collect(), known: vec![0; ctx.attr_count()], stack: Vec::new() };
        let used = self.scope_lists.iter().chain(&self.access_groups);
        let used = used.map(|(id, attr)| (*id, *attr)).chain(self.loops.iter().map(|(id, loops)| (*id, loops.0)));
        let mut used = used.filter(|(id, _)| self.is_converted(*id));
        if contents.completed.is_empty() && !self.has_debug_info() && !used.any(|(_, attr)| contents.of(attr) > KNOWN) {
            return;
        }
        for op in module.ops().collect::<Vec<Op>>() {
            let found = contents.of_operation(&module.body, op);
            if found > KNOWN {
                let mark = self.table.mark(ctx, found & COMPLETED != 0);
                module.body.set_attrs(op, ctx.with_entry(module.body.attrs(op), IRTRIP_TABLE, Some(mark)));
            }
        }
    }
}

/// What is in attributes.
struct Contents<'a> {
    ctx: &'a Context,
    completed: HashSet<Attr, FxBuildHasher>,
    /// By attribute: what is in it.
    known: Vec<u8>,
    /// The attributes that are looked at, and whether what is right inside them was.
    stack: Vec<(Attr, bool)>,
}

impl Contents<'_> {
    /// What is in the attributes of an operation and of the body inside it.
    fn of_operation(&mut self, body: &Body, op: Op) -> u8 {
        let mut found = self.of(body.attrs(op)) | self.of(body.loc(op));
        let Some(nested) = body.nested(op) else { return found };
        for block in (0..nested.block_count()).map(Block::new) {
            for index in 0..nested.block_args(block).len() {
                found |= self.of(nested.block_arg_loc(block, index));
            }
        }
        for op in (0..nested.op_count()).map(Op::new) {
            if found & COMPLETED != 0 {
                return found;
            }
            found |= self.of(nested.attrs(op)) | self.of(nested.loc(op));
        }
        found
    }

    fn at(&self, attr: Attr) -> u8 {
        self.known.get(attr.index()).copied().unwrap_or(KNOWN)
    }

    /// What is in an attribute, itself included.
    fn of(&mut self, attr: Attr) -> u8 {
        if self.at(attr) == 0 {
            self.stack.push((attr, false));
        }
        while let Some((attr, is_inside_known)) = self.stack.pop() {
            if is_inside_known {
                let mut found = KNOWN;
                self.for_each_inside(attr, |contents, inner| found |= contents.at(inner));
                if matches!(self.ctx.attr_data(attr), AttrData::Distinct { .. }) {
                    found |= DISTINCT;
                }
                if self.completed.contains(&attr) {
                    found |= COMPLETED;
                }
                self.known[attr.index()] = found;
            } else if self.at(attr) == 0 {
                self.stack.push((attr, true));
                self.for_each_inside(attr, |contents, inner| {
                    if contents.at(inner) == 0 {
                        contents.stack.push((inner, false));
                    }
                });
            }
        }
        self.at(attr)
    }

    /// Visits the attributes right inside one.
    fn for_each_inside(&mut self, attr: Attr, mut visit: impl FnMut(&mut Self, Attr)) {
        match self.ctx.attr_data(attr) {
            AttrData::Array(items) => items.iter().for_each(|item| visit(self, *item)),
            AttrData::Dictionary(entries) => entries.iter().for_each(|entry| visit(self, entry.1)),
            AttrData::Llvm { params, .. } => params.iter().flatten().for_each(|param| visit(self, *param)),
            AttrData::Location(Location::Name { child, .. }) => visit(self, *child),
            AttrData::Location(Location::CallSite { callee, caller }) => {
                visit(self, *callee);
                visit(self, *caller);
            }
            AttrData::Location(Location::Fused { locations, metadata }) => {
                locations.iter().chain(metadata).for_each(|inner| visit(self, *inner));
            }
            _ => {}
        }
    }
}
