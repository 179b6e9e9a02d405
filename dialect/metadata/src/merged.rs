//! A module merged from several: equal attributes that belong to different tables of nodes are kept distinct.
//!
//! `irtrip.table` says whose the attributes of a function or variable are. Those of the first table stay as they are; those
//! of another get its mark, where a table completes them or where they are distinct, so that they equal no other table's.
//! Code that was inlined from a function of another table belongs to that table, which the scope of its locations tells.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::attr_table::AttrKindDefinition;
use crate::attributes::{AttrData, map_inside};
use crate::body::{Block, Body, Module, Op};
use crate::context::{Attr, Context};
use crate::names::*;
use crate::node_table::{NodeKey, NodeTable, completed_entries};

/// A module of several tables, with the attributes of each distinct from the others'; `None` where there is at most one table.
///
/// ```
/// use irtrip_dialect::{Context, Module, metadata::separate_tables};
/// assert!(separate_tables(&Context::new(), &Module::new()).is_none());
/// ```
pub fn separate_tables(ctx: &Context, module: &Module) -> Option<Module> {
    let mut tables: Vec<NodeTable> = Vec::new();
    let marks: Vec<(Op, Option<NodeTable>)> =
        module.ops().map(|op| (op, table_of(ctx, module.body.attrs(op)))).collect();
    let completing = completed_entries(ctx, module.attrs).map(|entry| entry.0);
    for table in completing.chain(marks.iter().filter_map(|mark| mark.1)) {
        // Those of a table stand together, and so do the functions of a module.
        if tables.last() != Some(&table) && !tables.contains(&table) {
            tables.push(table);
        }
    }
    if tables.len() < 2 {
        return None;
    }
    let mut separation = Separation::new(ctx, module, tables, &marks);
    let mut module = module.clone();
    module.attrs = separation.completed(module.attrs);
    for (op, table) in marks {
        let table = separation.place(table);
        let replaced = &mut |attr| separation.of(table, attr);
        replace_at(&mut module.body, op, replaced);
        if let Some(nested) = module.body.nested_mut(op) {
            replace_in(nested, replaced);
        }
    }
    Some(module)
}

/// The table that a dictionary's `irtrip.table` names.
fn table_of(ctx: &Context, dictionary: Attr) -> Option<NodeTable> {
    NodeKey::of(ctx, ctx.entry(dictionary, IRTRIP_TABLE)?).map(NodeKey::table)
}

fn replace_at(body: &mut Body, op: Op, replaced: &mut dyn FnMut(Attr) -> Attr) {
    body.set_attrs(op, replaced(body.attrs(op)));
    body.set_loc(op, replaced(body.loc(op)));
}

fn replace_in(body: &mut Body, replaced: &mut dyn FnMut(Attr) -> Attr) {
    (0..body.op_count()).for_each(|op| replace_at(body, Op::new(op), replaced));
    for block in (0..body.block_count()).map(Block::new) {
        for index in 0..body.block_args(block).len() {
            body.set_block_arg_loc(block, index, replaced(body.block_arg_loc(block, index)));
        }
    }
    body.all_nested_mut().iter_mut().for_each(|nested| replace_in(nested, replaced));
}

/// Whose an attribute is: the place of a table, or of whichever completes it.
type Place = Option<usize>;

struct Separation<'c> {
    ctx: &'c Context,
    tables: Vec<NodeTable>,
    /// By attribute that a table completes, the tables that do.
    completing: HashMap<Attr, SmallVec<[usize; 1]>, FxBuildHasher>,
    /// By subprogram and compile unit, the tables of the functions that are in it.
    owners: HashMap<Attr, SmallVec<[usize; 1]>, FxBuildHasher>,
    done: HashMap<(Place, Attr), Attr, FxBuildHasher>,
    /// By scope, the nearest around it that is among `owners`, itself included.
    nearest: HashMap<Attr, Option<Attr>, FxBuildHasher>,
}

impl<'c> Separation<'c> {
    fn new(
        ctx: &'c Context,
        module: &Module,
        tables: Vec<NodeTable>,
        marks: &[(Op, Option<NodeTable>)],
    ) -> Separation<'c> {
        let (completing, owners, done, nearest) = Default::default();
        let mut separation = Separation { ctx, tables, completing, owners, done, nearest };
        for (table, entry) in completed_entries(ctx, module.attrs) {
            if let (Some(attr), Some(table)) = (entry.first(), separation.place(Some(table))) {
                add(separation.completing.entry(*attr).or_default(), table);
            }
        }
        for (op, table) in marks {
            let Some(scope) = ctx.location_metadata(module.body.loc(*op)) else { continue };
            if let Some(table) = separation.place(*table) {
                // What is around a scope that is known to be the table's is so, too.
                let is_new = |scope: &Attr| add(separation.owners.entry(*scope).or_default(), table);
                (Scopes { ctx, next: Some(scope) }).take_while(is_new).for_each(drop);
            }
        }
        separation
    }

    fn place(&self, table: Option<NodeTable>) -> Place {
        let table = table?;
        self.tables.iter().position(|known| *known == table)
    }

    /// The attributes of the module, with what its `irtrip.completed` completes.
    fn completed(&mut self, module: Attr) -> Attr {
        let ctx = self.ctx;
        let mut items = Vec::new();
        let mut last = None;
        for (table, entry) in completed_entries(ctx, module) {
            if last != Some(table) {
                items.push(table.item(ctx));
                last = Some(table);
            }
            let place = self.place(Some(table));
            let mut entry = entry.to_vec();
            entry.iter_mut().take(1).for_each(|attr| *attr = self.of(place, *attr));
            items.push(ctx.array(&entry));
        }
        let completed = (!items.is_empty()).then(|| ctx.array(&items));
        ctx.with_entry(module, IRTRIP_COMPLETED, completed)
    }

    /// What stands for an attribute of a table. Attributes nest as deep as scopes do, so that what is inside of one comes first.
    fn of(&mut self, place: Place, attr: Attr) -> Attr {
        let mut stack = vec![(place, attr)];
        while let Some(&(place, attr)) = stack.last() {
            let known = stack.len();
            let new = match self.owner(place, attr) {
                _ if self.done.contains_key(&(place, attr)) => None,
                Some(owner) if Some(owner) != place => {
                    let done = self.done.get(&(Some(owner), attr)).copied();
                    if done.is_none() {
                        stack.push((Some(owner), attr));
                    }
                    done
                }
                _ => {
                    let is_open = |inner: Attr| (!self.done.contains_key(&(place, inner))).then_some((place, inner));
                    map_inside(self.ctx, attr, &mut |inner| {
                        stack.extend(is_open(inner));
                        inner
                    });
                    (stack.len() == known).then(|| self.marked(place, attr))
                }
            };
            if let Some(new) = new {
                self.done.insert((place, attr), new);
            }
            if stack.len() == known {
                stack.pop();
            }
        }
        self.done.get(&(place, attr)).copied().unwrap_or(attr)
    }

    /// An attribute of a table, once what is inside of it is done.
    fn marked(&self, place: Place, attr: Attr) -> Attr {
        let ctx = self.ctx;
        let inside = map_inside(ctx, attr, &mut |inner| self.done.get(&(place, inner)).copied().unwrap_or(inner));
        let mark = place.filter(|place| *place > 0).and_then(|place| self.tables.get(place));
        match (mark, ctx.attr_data(inside)) {
            (Some(mark), AttrData::Distinct { id, .. }) => {
                ctx.attr(AttrData::Distinct { id: *id, referenced: mark.item(ctx) })
            }
            // No parameter of the attribute's own is after the mark.
            (Some(mark), AttrData::Llvm { kind, params }) if self.completing.contains_key(&attr) => {
                let params = params.iter().copied().chain([Some(mark.item(ctx))]).collect();
                ctx.attr(AttrData::Llvm { kind: *kind, params })
            }
            _ => inside,
        }
    }

    /// The nearest scope around an attribute, itself included, that functions are in.
    fn nearest_owned(&mut self, attr: Attr) -> Option<Attr> {
        let (mut passed, mut found) = (Vec::new(), None);
        for scope in (Scopes { ctx: self.ctx, next: Some(attr) }) {
            let known = self.nearest.get(&scope).copied();
            if let Some(nearest) = known.or_else(|| self.owners.contains_key(&scope).then_some(Some(scope))) {
                found = nearest;
                break;
            }
            passed.push(scope);
        }
        self.nearest.extend(passed.into_iter().map(|scope| (scope, found)));
        found
    }

    /// The table that an attribute of code from another function belongs to, or of code that no table is named for.
    fn owner(&mut self, place: Place, attr: Attr) -> Place {
        let AttrData::Llvm { .. } = self.ctx.attr_data(attr) else { return None };
        let owners = self.nearest_owned(attr).and_then(|scope| self.owners.get(&scope));
        let completing = || self.completing.get(&attr).filter(|_| place.is_none());
        let owners = owners.or_else(completing)?;
        owners.iter().find(|owner| Some(**owner) == place).or(owners.first()).copied()
    }
}

/// Adds a table to a list; whether it is new there.
fn add(list: &mut SmallVec<[usize; 1]>, table: usize) -> bool {
    let is_new = !list.contains(&table);
    if is_new {
        list.push(table);
    }
    is_new
}

/// A scope and those around it, the nearest first.
struct Scopes<'c> {
    ctx: &'c Context,
    next: Option<Attr>,
}

impl Iterator for Scopes<'_> {
    type Item = Attr;

    fn next(&mut self) -> Option<Attr> {
        let scope = self.next.take()?;
        let AttrData::Llvm { kind, params } = self.ctx.attr_data(scope) else { return None };
        let named = |name: &str| kind.def().param(name).and_then(|place| params.get(place).copied().flatten());
        self.next = named("compileUnit").or_else(|| named("scope"));
        Some(scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::NewOp;
    use crate::ops::global_values;
    use irtrip_ir::StableHash;

    #[test]
    fn attributes_may_nest_as_deep_as_they_are() {
        const DEPTH: usize = 200_000;
        let (ctx, mut module) = (Context::new(), Module::new());
        let distinct = ctx.attr(AttrData::Distinct { id: 0, referenced: crate::attributes::well_known::UNIT });
        let deep = (0..DEPTH).fold(distinct, |inside, _| ctx.array(&[inside]));
        for number in 0..2 {
            let mut hash = StableHash::START;
            hash.number(number);
            let mark = NodeTable::of_hash(hash).mark(&ctx, false);
            let attrs = ctx.dictionary(&[(IRTRIP_TABLE, mark), (VALUE, deep)]);
            module.body.append(module.block, NewOp { attrs, ..NewOp::new(global_values::GLOBAL) }, &[]);
        }
        let separate = separate_tables(&ctx, &module)
            .map(|module| module.ops().map(|op| module.body.attr(&ctx, op, VALUE)).collect::<Vec<_>>());
        let Some([Some(first), Some(second)]) = separate.as_deref() else { unreachable!("{separate:?}") };
        assert!(*first == deep && *second != deep);
    }
}
