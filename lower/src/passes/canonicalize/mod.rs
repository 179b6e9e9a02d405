//! `canonicalize`: operations folded, constants uniqued and put in front, what is dead removed, until nothing changes.
//!
//! An iteration goes over each body as upstream's greedy driver does with its defaults: (1) `constants` are uniqued and put
//! at the start of the region, (2) operations are taken from a worklist and removed where they are dead, or replaced by what
//! they `fold` to, (3) `regions` lose their unreachable blocks, dead operations and block arguments. Blocks are not merged:
//! upstream does that at the level `aggressive` alone.
//!
//! Operations of dialects whose folds and patterns irtrip has not are refused by name, before anything is changed.

mod constants;
mod fold;
mod regions;

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::ops::{self, Traits};
use irtrip_dialect::{Body, Context, DialectRow, Op, OpName, Region, Value};

use self::fold::Folded;
use super::pipeline::Options;
use super::table::PassRun;
use super::uses::Uses;
use crate::conversion::{ConversionError, Reports};
use crate::func;

/// The options that upstream's pass has, each with the value that it has by default and the only one that irtrip takes.
const DEFAULTS: [(&str, &str); 6] = [
    ("top-down", "true"),
    ("region-simplify", "normal"),
    ("max-iterations", "10"),
    ("max-num-rewrites", "-1"),
    ("cse-constants", "true"),
    ("test-convergence", "false"),
];

/// How often a body is gone over.
const MAX_ITERATIONS: usize = 10;

/// The operations of the dialects above the LLVM dialect that upstream has neither folds nor patterns for.
const WITHOUT_FOLDS: [DialectRow; 3] = [func::FUNC, func::CALL, func::RETURN];

/// Canonicalizes a module, or what is in one of its operations.
///
/// # Errors
/// An operation whose folds and patterns irtrip has not; an option of another value than upstream's default. The module is
/// as it was.
pub(super) fn canonicalize(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, op, options, .. } = run;
    check_options(options)?;
    let body = match op {
        None => &mut module.body,
        Some(op) => match module.body.nested_mut(op) {
            Some(body) => body,
            None => return Ok(Reports::new()),
        },
    };
    let mut bodies = vec![&*body];
    while let Some(body) = bodies.pop() {
        check_operations(ctx, body)?;
        bodies.extend(body.all_nested());
    }
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for region in body.regions().to_vec() {
            Canonicalizer::new(ctx, body).run(region);
        }
        bodies.extend(body.all_nested_mut());
    }
    Ok(Reports::new())
}

fn check_options(options: &Options) -> Result<(), ConversionError> {
    for (name, default) in DEFAULTS {
        if let Some(value) = options.get(name).filter(|value| *value != default) {
            let message = format!("irtrip's canonicalize takes no other value of '{name}' than '{default}': '{value}'");
            return Err(ConversionError { op: String::new(), loc: UNKNOWN_LOC, message, about_op: false });
        }
    }
    Ok(())
}

/// Refuses the first operation of a body whose folds are not known here.
fn check_operations(ctx: &Context, body: &Body) -> Result<(), ConversionError> {
    for op in body.regions().iter().flat_map(|&region| body.walk(region)) {
        let name = body.name(op);
        if has_unknown_folds(name) {
            return Err(ConversionError {
                op: ctx.op_name_str(name).into_owned(),
                loc: body.loc(op),
                message: "irtrip's canonicalize has not the folds and patterns of this operation".to_owned(),
                about_op: true,
            });
        }
    }
    Ok(())
}

fn has_unknown_folds(name: OpName) -> bool {
    let Some(def) = name.def() else { return false };
    let dialect = irtrip_dialect::registry::dialect_of(def.name);
    let is_lower =
        crate::dialects().any(|known| known.name == dialect) && !WITHOUT_FOLDS.iter().any(|row| name == *row);
    is_lower || name == ops::builtin::UNREALIZED_CONVERSION_CAST
}

/// A body on its way.
struct Canonicalizer<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    uses: Uses,
    /// What is yet to be looked at, the next one last; none for what was removed.
    worklist: Vec<Option<Op>>,
    /// By operation: its place in the worklist, plus one.
    places: Vec<u32>,
    changed: bool,
}

impl<'a> Canonicalizer<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body) -> Self {
        let uses = Uses::new(body);
        Canonicalizer { ctx, body, uses, worklist: Vec::new(), places: Vec::new(), changed: false }
    }

    fn run(&mut self, region: Region) {
        for _ in 0..MAX_ITERATIONS {
            self.changed = false;
            self.worklist.clear();
            self.places.clear();
            self.unique_constants(region);
            self.worklist.reverse();
            for (place, op) in self.worklist.iter().enumerate() {
                if let Some(op) = op {
                    self.places[op.index()] = place as u32 + 1;
                }
            }
            self.work();
            self.simplify(region);
            if !self.changed {
                return;
            }
        }
    }

    /// Puts an operation on the worklist, unless it is there.
    fn push(&mut self, op: Op) {
        if self.places.len() <= op.index() {
            self.places.resize(self.body.op_count(), 0);
        }
        if self.places[op.index()] == 0 {
            self.worklist.push(Some(op));
            self.places[op.index()] = self.worklist.len() as u32;
        }
    }

    fn work(&mut self) {
        while let Some(next) = self.worklist.pop() {
            let Some(op) = next else { continue };
            self.places[op.index()] = 0;
            if self.is_dead(op) {
                self.erase(op);
                self.changed = true;
                continue;
            }
            if self.body.name(op).def().is_some_and(|def| def.is(Traits::CONSTANT)) {
                continue;
            }
            match self.fold(op) {
                Some(Folded::InPlace) => self.push(op),
                Some(Folded::Value(value)) => self.replace(op, value),
                None => continue,
            }
            self.changed = true;
        }
    }

    fn is_dead(&self, op: Op) -> bool {
        self.body.results(op).all(|result| self.uses.count(result) == 0) && ops::would_be_dead(self.ctx, self.body, op)
    }

    /// Puts a value in place of an operation's only result.
    fn replace(&mut self, op: Op, with: Value) {
        if let Some(result) = self.body.result(op) {
            self.replace_uses(result, with);
        }
        self.erase(op);
    }

    /// Puts a value in place of another; its users are looked at again.
    fn replace_uses(&mut self, of: Value, with: Value) {
        for user in self.uses.replace(self.body, of, with) {
            self.push(user);
        }
    }

    /// Removes an operation with all in its regions. What defines its operands may be dead now.
    fn erase(&mut self, op: Op) {
        let mut gone = vec![op];
        for &region in self.body.op_regions(op) {
            gone.extend(self.body.walk(region));
        }
        for &op in &gone {
            if let Some(place) = self.places.get_mut(op.index()).map(std::mem::take).filter(|place| *place > 0)
                && let Some(entry) = self.worklist.get_mut(place as usize - 1)
            {
                *entry = None;
            }
        }
        for op in gone {
            for value in self.uses.forget(self.body, op) {
                if self.uses.count(value) <= 1
                    && let irtrip_dialect::ValueDef::Result(definition, _) = self.body.value(value).def
                    && self.body.parent(definition).is_some()
                {
                    self.push(definition);
                }
            }
            self.body.erase(op);
        }
    }
}
