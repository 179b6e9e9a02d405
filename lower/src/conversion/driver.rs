//! Goes over a module's operations and makes each legal.

use irtrip_dialect::ops::Traits;
use irtrip_dialect::{Block, Body, Context, ContextDialects, Module, Op, OpNameDefinition, Region};

use super::finalize::finalize;
use super::rewriter::{MovedBody, Scope};
use super::{
    Builder, ConversionError, ConversionTarget, InsertPoint, Patterns, Reports, Rewriter, Symbols, TypeConverter,
};
use crate::fold;

/// Which operations have to be converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Those that are illegal.
    Partial,
    /// All that are not legal.
    Full,
}

/// A conversion: what may stay, what replaces the rest, and the types.
pub struct Conversion<'a> {
    /// What may stay.
    pub target: ConversionTarget,
    /// What replaces the rest.
    pub patterns: Patterns,
    /// How types are converted; none for a conversion that keeps them.
    pub converter: Option<&'a dyn TypeConverter>,
    /// Which operations have to be converted.
    pub mode: Mode,
    /// Names the pass that converts the operations of a dialect, for errors.
    pub pass_for: fn(&str) -> Option<&'static str>,
    /// Whether one cast serves all uses of a value, as where upstream's driver keeps what it has done until the end; else each
    /// use has a cast of its own.
    pub allow_pattern_rollback: bool,
    /// Whether the module is as it was where the conversion fails. Who restores it anyway need not have that.
    pub restores: bool,
}

impl Conversion<'_> {
    /// A copy to restore a body from, where the conversion may fail: it only does where an operation may not stay.
    fn backup(&self, body: &Body) -> Option<Body> {
        let may_fail = self.mode == Mode::Full || self.target.has_illegal();
        (self.restores && may_fail).then(|| body.clone())
    }
}

/// Converts a module. Unless the caller restores it, it is as it was if that fails.
///
/// # Errors
/// An operation that may not stay and that no pattern replaces.
pub fn apply_to_module(
    ctx: &Context,
    module: &mut Module,
    conversion: &Conversion,
) -> Result<Reports, ConversionError> {
    let before = conversion.backup(&module.body);
    let converted = convert(ctx, conversion, &mut module.body, None, None);
    if let (Err(_), Some(before)) = (&converted, before) {
        module.body = before;
    }
    converted
}

/// Converts the body of an operation of a module: a function's. Unless the caller restores it, it is as it was if that fails.
///
/// # Errors
/// An operation that may not stay and that no pattern replaces.
pub fn apply_to_function(
    ctx: &Context,
    module: &mut Module,
    function: Op,
    conversion: &Conversion,
) -> Result<Reports, ConversionError> {
    let Some(mut body) = module.body.take_nested(function) else { return Ok(Vec::new()) };
    let before = conversion.backup(&body);
    let mut symbols = Symbols::default();
    let scope = Scope { body: &mut module.body, symbols: &mut symbols, owner: function };
    let converted = convert(ctx, conversion, &mut body, Some(scope), None);
    if let (Err(_), Some(before)) = (&converted, before) {
        body = before;
    }
    module.body.set_nested(function, body);
    converted
}

/// Converts a body and those nested in it.
fn convert(
    ctx: &Context,
    conversion: &Conversion,
    body: &mut Body,
    scope: Option<Scope>,
    moved: Option<&MovedBody>,
) -> Result<Reports, ConversionError> {
    let mut ops = Vec::with_capacity(body.op_count());
    for &region in body.regions() {
        collect(body, region, &mut ops);
    }
    let Some(&first) = body.regions().first().and_then(|&region| body.blocks(region).first()) else {
        return Ok(Vec::new());
    };
    let own_symbols = if scope.is_none() { Symbols::new(ctx, body) } else { Symbols::default() };
    let builder =
        Builder::new(ctx, body, InsertPoint::Start(first), irtrip_dialect::attributes::well_known::UNKNOWN_LOC);
    let mut rewriter = Rewriter::new(builder, conversion.converter, scope);
    rewriter.set_order(&ops);
    rewriter.own_symbols = own_symbols;
    rewriter.shares_casts = conversion.allow_pattern_rollback;
    if let Some(moved) = moved {
        let old = rewriter.body.block_args(first).to_vec();
        rewriter.apply_signature(first, &moved.signature);
        // Types whose loads fail have failed as those of arguments.
        let _ = rewriter.load_arguments(first, &old, &moved.loaded);
    }
    let driver = Driver { conversion };
    for op in ops {
        driver.convert_op(&mut rewriter, op)?;
    }
    finalize(&mut rewriter);
    Ok(rewriter.reports)
}

/// The operations of a region, each before those in its own regions. The blocks are in depth-first order from the first;
/// those that cannot be reached are left out, as upstream has it.
fn collect(body: &Body, region: Region, ops: &mut Vec<Op>) {
    // The operations still to go over, the next one last: a block's, or those of an operation's regions.
    enum Next {
        Op(Op),
        Block(Block),
    }
    let mut seen = rustc_hash::FxHashSet::default();
    let entry = |region: Region| body.blocks(region).first().copied();
    let mut open: Vec<Next> = entry(region).map(Next::Block).into_iter().collect();
    while let Some(next) = open.pop() {
        match next {
            Next::Block(block) => {
                if !seen.insert(block) {
                    continue;
                }
                // What a block leads to comes after all that is in it.
                let successors = body.last_op(block).map_or(&[][..], |op| body.successors(op));
                open.extend(successors.iter().rev().map(|successor| Next::Block(successor.block)));
                let from = open.len();
                open.extend(body.ops(block).map(Next::Op));
                open[from..].reverse();
            }
            Next::Op(op) => {
                ops.push(op);
                open.extend(body.op_regions(op).iter().rev().filter_map(|&region| entry(region)).map(Next::Block));
            }
        }
    }
}

struct Driver<'c, 'a> {
    conversion: &'c Conversion<'a>,
}

/// What became of an operation.
enum Outcome {
    /// It is legal, or gone.
    Legal,
    /// No pattern replaces it.
    Unconverted,
}

impl Driver<'_, '_> {
    fn convert_op(&self, rewriter: &mut Rewriter, op: Op) -> Result<(), ConversionError> {
        let outcome = self.legalize(rewriter, op);
        if let Some(error) = rewriter.error.take() {
            return Err(error);
        }
        if let Outcome::Unconverted = outcome {
            self.check(rewriter, op)?;
        }
        self.convert_nested(rewriter, op)
    }

    /// An operation that stays though no pattern replaces it: is it to stay?
    fn check(&self, rewriter: &Rewriter, op: Op) -> Result<(), ConversionError> {
        let illegal = self.conversion.target.is_legal(rewriter.ctx, rewriter.body, op) == Some(false);
        if !illegal && self.conversion.mode == Mode::Partial {
            return Ok(());
        }
        let name = rewriter.ctx.op_name_str(rewriter.body.name(op)).into_owned();
        let why = if illegal { " that was explicitly marked illegal" } else { "" };
        let pass = (self.conversion.pass_for)(irtrip_dialect::registry::dialect_of(&name));
        // The dialect that a conversion declares illegal is its own.
        let hint = pass.filter(|_| !illegal).map(|pass| format!("; {pass} converts it")).unwrap_or_default();
        let message = format!("failed to legalize operation '{name}'{why}{hint}");
        Err(ConversionError { op: name, loc: rewriter.body.loc(op), message, about_op: false })
    }

    fn convert_nested(&self, rewriter: &mut Rewriter, op: Op) -> Result<(), ConversionError> {
        let moved = rewriter.moved.remove(&op);
        let Some(mut body) = rewriter.body.take_nested(op) else { return Ok(()) };
        let to = moved.as_ref().map_or(op, |moved| moved.to);
        let holds_symbols = rewriter.body.name(op).def().is_some_and(|def| def.is(Traits::SYMBOL_TABLE));
        let ctx = rewriter.ctx;
        let mut symbols = std::mem::take(&mut rewriter.own_symbols);
        let scope = Scope { body: &mut *rewriter.body, symbols: &mut symbols, owner: to };
        let converted =
            convert(ctx, self.conversion, &mut body, if holds_symbols { None } else { Some(scope) }, moved.as_ref());
        rewriter.own_symbols = symbols;
        rewriter.body.set_nested(to, body);
        rewriter.reports.extend(converted?);
        Ok(())
    }

    fn legalize(&self, rewriter: &mut Rewriter, op: Op) -> Outcome {
        if rewriter.is_gone(op) || self.conversion.target.is_legal(rewriter.ctx, rewriter.body, op) == Some(true) {
            return Outcome::Legal;
        }
        let mark = rewriter.mark();
        rewriter.at = InsertPoint::Before(op);
        rewriter.loc = rewriter.body.loc(op);
        let former = fold::SavedOperation::of(rewriter, op);
        if let Some(values) = fold::fold(rewriter, op) {
            // A constant that is made has to be converted as well: else the operation is not folded.
            let created = rewriter.created_since(&mark);
            if created.iter().all(|&made| matches!(self.legalize(rewriter, made), Outcome::Legal)) {
                rewriter.replace(op, &values);
                return Outcome::Legal;
            }
            created.into_iter().for_each(|made| rewriter.body.erase(made));
            former.restore(rewriter, op);
        }
        for pattern in self.conversion.patterns.of(rewriter.body.name(op)) {
            rewriter.at = InsertPoint::Before(op);
            rewriter.loc = rewriter.body.loc(op);
            match pattern.match_and_rewrite(rewriter, op) {
                Ok(()) => return self.legalize_created(rewriter, &mark),
                Err(_) => rewriter.roll_back(&mark),
            }
            if rewriter.error.is_some() {
                break;
            }
        }
        Outcome::Unconverted
    }

    /// Makes the operations legal that a pattern made.
    fn legalize_created(&self, rewriter: &mut Rewriter, mark: &super::rewriter::Mark) -> Outcome {
        for op in rewriter.created_since(mark) {
            if let Outcome::Unconverted = self.legalize(rewriter, op)
                && let Err(error) = self.check(rewriter, op)
            {
                rewriter.error = Some(error);
            }
        }
        Outcome::Legal
    }
}
