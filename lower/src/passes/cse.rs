//! `cse`: operations that compute what an operation which dominates them did are replaced by it.
//!
//! What is compared is the name, the operands, the attributes, the types of the results and what is in the regions; not the
//! location. An operation that reads memory is replaced by one of its block alone, with no write in between. Like upstream's,
//! the pass removes what is dead as it comes to it, and leaves what that used.
//!
//! In a region where order does not count, a module's, only what is dead is removed.

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::ops::{self, Effects, Traits};
use irtrip_dialect::verify::immediate_dominators;
use irtrip_dialect::{Attr, Block, Body, Context, Op, OpName, OpNameDefinition, Region, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::pass::PassRun;
use super::uses::Uses;
use crate::conversion::{ConversionError, Reports};

/// Runs the pass on a module, or on what is in one of its operations.
pub(super) fn cse(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, op, .. } = run;
    let mut bodies = Vec::new();
    match op {
        None => {
            // Order does not count among a module's operations.
            Cse::new(ctx, &mut module.body, true).run();
            bodies.extend(module.body.all_nested_mut());
        }
        Some(op) => bodies.extend(module.body.nested_mut(op)),
    }
    while let Some(body) = bodies.pop() {
        Cse::new(ctx, body, false).run();
        bodies.extend(body.all_nested_mut());
    }
    Ok(Reports::new())
}

/// A part of what makes two operations equal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Part {
    Name(OpName),
    Attrs(Attr),
    Type(Type),
    Value(Value),
    /// A value that an operation inside defines, by its number there.
    Inside(usize),
    /// A block inside, by its number there, or the end of operands.
    Block(usize),
}

/// What makes two operations equal.
type Key = SmallVec<[Part; 6]>;

/// An operation that others may be replaced by.
#[derive(Clone, Copy)]
struct AvailableOperation {
    op: Op,
    /// The writes to memory that were before it in its block.
    writes: u32,
}

/// A step on the way through regions; the last is taken first.
enum Step {
    Region(Region),
    /// A block and those that it dominates.
    Block(Block),
    /// An operation and what is after it in its block, with the writes to memory so far.
    Enter(Op, u32),
    /// The same, after its regions.
    Leave(Op, u32),
    /// All but this many of the things known are forgotten.
    Forget(usize),
}

struct Cse<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    is_graph: bool,
    /// How often each value is used.
    counts: Vec<u32>,
    /// By value: the one in its place.
    instead: Vec<Option<Value>>,
    known: FxHashMap<Key, SmallVec<[AvailableOperation; 1]>>,
    /// The keys of what is known, the last to become known last.
    entered: Vec<Key>,
    /// By block: those that it dominates immediately.
    dominated: Vec<SmallVec<[Block; 2]>>,
    gone: Vec<Op>,
}

impl<'a> Cse<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body, is_graph: bool) -> Self {
        let uses = Uses::new(body);
        let counts = (0..body.value_count()).map(|value| uses.count(Value::new(value))).collect();
        let instead = vec![None; body.value_count()];
        let dominated = vec![SmallVec::new(); body.block_count()];
        let known = FxHashMap::default();
        Cse { ctx, body, is_graph, counts, instead, known, entered: Vec::new(), dominated, gone: Vec::new() }
    }

    fn run(mut self) {
        let mut steps: Vec<Step> = self.body.regions().iter().rev().map(|&region| Step::Region(region)).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Forget(count) => self.forget(count),
                Step::Region(region) => self.enter_region(region, &mut steps),
                Step::Block(block) => {
                    steps.push(Step::Forget(self.entered.len()));
                    let dominated = self.dominated.get(block.index()).into_iter().flatten();
                    steps.extend(dominated.rev().map(|&block| Step::Block(block)));
                    steps.extend(self.body.first_op(block).map(|first| Step::Enter(first, 0)));
                }
                Step::Enter(op, writes) => {
                    steps.push(Step::Leave(op, writes));
                    steps.extend(self.body.op_regions(op).iter().rev().map(|&region| Step::Region(region)));
                }
                Step::Leave(op, writes) => {
                    self.operation(op, writes);
                    let effects = ops::effects_inside(self.ctx, self.body, op);
                    let is_write = effects.is_none_or(|effects| effects.contains(Effects::WRITE));
                    steps.extend(self.body.next_op(op).map(|next| Step::Enter(next, writes + u32::from(is_write))));
                }
            }
        }
        self.gone.iter().for_each(|&op| self.body.erase(op));
        let instead = self.instead;
        self.body.replace_operands(|value| resolve(&instead, value));
    }

    /// Forgets what became known last.
    fn forget(&mut self, count: usize) {
        for key in self.entered.drain(count..) {
            if let Some(known) = self.known.get_mut(&key) {
                known.pop();
            }
        }
    }

    fn enter_region(&mut self, region: Region, steps: &mut Vec<Step>) {
        let Some(&entry) = self.body.blocks(region).first() else { return };
        if self.body.blocks(region).len() > 1 {
            for (block, above) in immediate_dominators(self.body, region) {
                self.dominated[above.index()].push(block);
            }
        }
        steps.push(Step::Block(entry));
    }

    /// Removes an operation that is dead or computes what another did.
    fn operation(&mut self, op: Op, writes: u32) {
        let Some(def) = self.body.name(op).def() else { return };
        if def.is(Traits::TERMINATOR) {
            return;
        }
        let is_unused = self.body.results(op).all(|result| self.counts[result.index()] == 0);
        if is_unused && ops::would_be_dead(self.ctx, self.body, op) {
            self.gone.push(op);
            return;
        }
        let has_blocks = self.body.op_regions(op).iter().any(|&region| self.body.blocks(region).len() > 1);
        if self.is_graph || has_blocks || self.body.nested(op).is_some() {
            return;
        }
        let is_read = match ops::effects_inside(self.ctx, self.body, op) {
            Some(effects) if effects.is_empty() => false,
            Some(Effects::READ) if !def.is(Traits::RECURSIVE_EFFECTS) => true,
            _ => return,
        };
        let key = self.key(op);
        if let Some(existing) = self.known.get(&key).and_then(|known| known.last()).copied() {
            let same_block = self.body.parent(existing.op) == self.body.parent(op);
            if !is_read || (same_block && existing.writes == writes) {
                self.replace(op, existing.op);
                return;
            }
        }
        self.known.entry(key.clone()).or_default().push(AvailableOperation { op, writes });
        self.entered.push(key);
    }

    fn replace(&mut self, op: Op, existing: Op) {
        for (result, kept) in self.body.results(op).zip(self.body.results(existing)) {
            self.instead[result.index()] = Some(kept);
            self.counts[kept.index()] += std::mem::take(&mut self.counts[result.index()]);
        }
        if self.body.loc(existing) == UNKNOWN_LOC {
            self.body.set_loc(existing, self.body.loc(op));
        }
        self.gone.push(op);
    }

    fn key(&self, op: Op) -> Key {
        let mut key = Key::new();
        let mut inside: FxHashMap<Value, usize> = FxHashMap::default();
        self.add_parts(op, &mut key, &inside);
        let mut blocks: FxHashMap<Block, usize> = FxHashMap::default();
        let mut open: Vec<Region> = self.body.op_regions(op).to_vec();
        while let Some(region) = open.pop() {
            for &block in self.body.blocks(region) {
                let number = blocks.len();
                blocks.insert(block, number);
            }
            for &block in self.body.blocks(region) {
                key.extend(blocks.get(&block).map(|&number| Part::Block(number)));
                let mut define = |value: Value, key: &mut Key| {
                    let number = inside.len();
                    inside.insert(value, number);
                    key.push(Part::Type(self.body.value_type(value)));
                };
                self.body.block_args(block).iter().for_each(|&argument| define(argument, &mut key));
                for op in self.body.ops(block) {
                    self.body.results(op).for_each(|result| define(result, &mut key));
                }
            }
            for &block in self.body.blocks(region) {
                key.push(Part::Block(usize::MAX));
                for op in self.body.ops(block) {
                    self.add_parts(op, &mut key, &inside);
                    key.extend(
                        self.body
                            .successors(op)
                            .iter()
                            .map(|successor| Part::Block(blocks.get(&successor.block).copied().unwrap_or(usize::MAX))),
                    );
                    open.extend(self.body.op_regions(op));
                }
            }
        }
        key
    }

    fn add_parts(&self, op: Op, key: &mut Key, inside: &FxHashMap<Value, usize>) {
        let name = self.body.name(op);
        key.push(Part::Name(name));
        key.push(Part::Attrs(self.body.attrs(op)));
        let mut operands: SmallVec<[Value; 4]> =
            self.body.all_operands(op).iter().map(|&value| resolve(&self.instead, value)).collect();
        if name.def().is_some_and(|def| def.is(Traits::COMMUTATIVE)) {
            operands.sort_unstable();
        }
        key.extend(operands.into_iter().map(|value| match inside.get(&value) {
            Some(&number) => Part::Inside(number),
            None => Part::Value(value),
        }));
        key.extend(self.body.results(op).map(|result| Part::Type(self.body.value_type(result))));
    }
}

/// The value in place of a value.
fn resolve(instead: &[Option<Value>], mut value: Value) -> Value {
    while let Some(Some(next)) = instead.get(value.index()) {
        value = *next;
    }
    value
}
