//! `canonicalize`: operations folded, constants uniqued and put first, what is dead removed, until nothing changes.
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
use irtrip_dialect::{Body, Context, ContextDialects, DialectOp, Op, OpName, OpNameDefinition, Region, Value};
use smallvec::SmallVec;

use self::fold::Folded;
use super::pass::{Options, PassRun};
use super::uses::Uses;
use crate::conversion::{ConversionError, Reports};
use crate::func;

/// What the options say.
struct Settings {
    /// Whether operations are looked at in their order at first, or the last one first.
    top_down: bool,
    /// Whether regions are simplified, beyond blocks that no path leads to.
    simplifies: bool,
    /// Whether operations are looked at: upstream's limit of rewrites counts those by patterns, of which the LLVM dialect has
    /// none, and none of its operations is looked at where it is zero.
    rewrites: bool,
    /// How often a body is gone over; without limit if none.
    max_iterations: Option<u64>,
    /// Whether a body that the last of these changed is an error.
    test_convergence: bool,
}

impl Settings {
    /// Those of a pass; `disable-patterns` and `enable-patterns` name none of the LLVM dialect's patterns, which has none.
    ///
    /// # Errors
    /// A value that is none of the option's, or that irtrip does not know how to honour.
    fn of(options: &Options) -> Result<Settings, ConversionError> {
        let refused = |name: &str, value: &str| {
            let message = format!("irtrip's canonicalize does not know the value '{value}' of '{name}'");
            ConversionError { op: String::new(), loc: UNKNOWN_LOC, message, about_op: false }
        };
        let number = |name: &str, default: i64| match options.get(name) {
            Some(value) => value.parse::<i64>().map_err(|_| refused(name, value)),
            None => Ok(default),
        };
        let switch = |name: &str, default: bool| match options.get(name) {
            Some("true" | "TRUE" | "True" | "1") => Ok(true),
            Some("false" | "FALSE" | "False" | "0") => Ok(false),
            Some(value) => Err(refused(name, value)),
            None => Ok(default),
        };
        let simplifies = match options.get("region-simplify") {
            None | Some("normal") => true,
            Some("disabled") => false,
            Some(value) => return Err(refused("region-simplify", value)),
        };
        let (iterations, rewrites) = (number("max-iterations", 10)?, number("max-num-rewrites", NO_LIMIT)?);
        if !switch("cse-constants", true)? {
            return Err(refused("cse-constants", "false"));
        }
        Ok(Settings {
            top_down: switch("top-down", true)?,
            simplifies,
            rewrites: rewrites == NO_LIMIT || rewrites > 0,
            max_iterations: (iterations != NO_LIMIT).then(|| u64::try_from(iterations).unwrap_or(0)),
            test_convergence: switch("test-convergence", false)?,
        })
    }
}

/// The limit that is none.
const NO_LIMIT: i64 = -1;

/// The operations of the dialects above the LLVM dialect that upstream has neither folds nor patterns for.
const WITHOUT_FOLDS: [DialectOp; 3] = [func::FUNC, func::CALL, func::RETURN];

/// Canonicalizes a module, or what is in one of its operations.
///
/// # Errors
/// An operation whose folds and patterns irtrip has not, or an option that it does not honour: the module is as it was. A body
/// that still changes, where that is asked for.
pub(super) fn canonicalize(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, op, options, .. } = run;
    let settings = Settings::of(options)?;
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
    let mut converges = true;
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for region in body.regions().to_vec() {
            converges &= Canonicalizer::new(ctx, body).run(region, &settings);
        }
        bodies.extend(body.all_nested_mut());
    }
    if settings.test_convergence && !converges {
        let message = "canonicalize does not converge".to_owned();
        return Err(ConversionError { op: String::new(), loc: UNKNOWN_LOC, message, about_op: false });
    }
    Ok(Reports::new())
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
    crate::dialects().any(|known| known.name == dialect) && !WITHOUT_FOLDS.iter().any(|def| name == *def)
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

    /// Goes over a region until nothing changes. Whether that came before the limit.
    fn run(&mut self, region: Region, settings: &Settings) -> bool {
        let mut iteration = 0;
        while settings.max_iterations.is_none_or(|limit| iteration < limit) {
            iteration += 1;
            self.changed = false;
            self.worklist.clear();
            self.places.clear();
            self.unique_constants(region);
            if settings.top_down {
                self.worklist.reverse();
            } else {
                let ops = self.body.walk_post_order(region).into_iter();
                self.worklist =
                    ops.filter(|op| self.places.get(op.index()).is_some_and(|at| *at > 0)).map(Some).collect();
            }
            for (place, op) in self.worklist.iter().enumerate() {
                if let Some(op) = op {
                    self.places[op.index()] = place as u32 + 1;
                }
            }
            if settings.rewrites {
                self.work();
            }
            if settings.simplifies {
                self.simplify(region);
            } else {
                self.erase_all_unreachable(region);
            }
            if !self.changed {
                return true;
            }
        }
        settings.max_iterations == Some(0)
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
                Some(Folded::Values(values)) => self.replace(op, &values),
                None => continue,
            }
            self.changed = true;
        }
    }

    fn is_dead(&self, op: Op) -> bool {
        self.body.results(op).all(|result| self.uses.count(result) == 0) && ops::would_be_dead(self.ctx, self.body, op)
    }

    /// Puts values in place of an operation's results.
    fn replace(&mut self, op: Op, with: &[Value]) {
        let results: SmallVec<[Value; 1]> = self.body.results(op).collect();
        for (result, with) in results.into_iter().zip(with) {
            self.replace_uses(result, *with);
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
