//! The end of a conversion: new values take the place of old ones, and casts that cancel out go.

use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::{Body, Op, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rewriter::Cast;
use super::{InsertPoint, Materialization, Rewriter};

/// Values, each with the one in its place.
#[derive(Default)]
struct Substitution {
    by_value: Vec<Option<Value>>,
}

impl Substitution {
    fn set(&mut self, old: Value, new: Value) {
        if self.by_value.len() <= old.index() {
            self.by_value.resize(old.index() + 1, None);
        }
        if let Some(place) = self.by_value.get_mut(old.index()) {
            *place = Some(new);
        }
    }

    fn resolve(&self, mut value: Value) -> Value {
        while let Some(Some(next)) = self.by_value.get(value.index()) {
            value = *next;
        }
        value
    }
}

/// Applies what the patterns decided.
pub(super) fn finalize(rewriter: &mut Rewriter) {
    let gone: Vec<Op> = rewriter.gone.iter().copied().collect();
    for op in gone {
        rewriter.body.erase(op);
    }
    if rewriter.order.is_empty() && rewriter.casts.is_empty() {
        return;
    }
    let mut values = Substitution::default();
    replace_values(rewriter, &mut values);
    let casts = std::mem::take(&mut rewriter.casts);
    let remaining = reconcile(rewriter.body, &casts, &mut values);
    for cast in remaining {
        materialize(rewriter, cast, &mut values);
    }
    rewriter.body.replace_operands(|value| values.resolve(value));
}

/// Gives each value that was replaced and is used one of its own type in its place.
fn replace_values(rewriter: &mut Rewriter, values: &mut Substitution) {
    let mut used = vec![false; rewriter.body.value_count()];
    for &region in rewriter.body.regions() {
        for op in rewriter.body.walk(region) {
            for value in rewriter.body.all_operands(op) {
                if let Some(used) = used.get_mut(value.index()) {
                    *used = true;
                }
            }
        }
    }
    for new in rewriter.mapping.values().flatten() {
        if let Some(used) = used.get_mut(new.index()) {
            *used = true;
        }
    }
    let mut known = FxHashMap::default();
    for old in std::mem::take(&mut rewriter.order) {
        let ty = rewriter.body.value_type(old);
        let found = match rewriter.mapping.contains_key(&old) {
            true => rewriter.lookup_among(old, ty, &mut known).filter(|found| *found != old),
            false => None,
        };
        if let Some(found) = found {
            values.set(old, found);
            continue;
        }
        if !used.get(old.index()).copied().unwrap_or_default() {
            continue;
        }
        let latest = rewriter.latest_converted(old);
        let loc = rewriter.value_loc(old);
        let cast = rewriter.cast(Materialization::Source, latest, ty, loc, None);
        values.set(old, cast);
    }
}

/// The cast that all inputs of a cast are the results of, in their order.
fn input_cast(body: &Body, inputs: &[Value]) -> Option<Op> {
    let first = *inputs.first()?;
    let ValueDef::Result(op, _) = body.value(first).def else { return None };
    let same = body.name(op) == UNREALIZED_CONVERSION_CAST && body.results(op).eq(inputs.iter().copied());
    same.then_some(op)
}

/// Takes the inputs of casts in place of results of the same types, and erases the casts that are not used. Returns
/// those that are.
fn reconcile(body: &mut Body, casts: &[Cast], values: &mut Substitution) -> Vec<Cast> {
    let mut forwarded: Vec<(Value, Value)> = Vec::new();
    for cast in casts.iter().rev() {
        for (result, input) in cancelled(body, cast.op, |value| values.resolve(value)).into_iter().flatten() {
            forwarded.push((result, input));
        }
    }
    for (result, input) in forwarded {
        if values.resolve(input) != result {
            values.set(result, input);
        }
    }
    let ours: FxHashSet<Op> = casts.iter().map(|cast| cast.op).collect();
    let live = live_casts(body, &ours, values);
    let (remaining, dead): (Vec<Cast>, Vec<Cast>) = casts.iter().partition(|cast| live.contains(&cast.op));
    for cast in dead {
        body.erase(cast.op);
    }
    remaining
}

/// The results of a cast with the values in their place, where a chain of casts begins with values of their types.
pub(crate) fn cancelled(body: &Body, cast: Op, resolve: impl Fn(Value) -> Value) -> Option<Vec<(Value, Value)>> {
    let types: Vec<_> = body.results(cast).map(|result| body.value_type(result)).collect();
    let mut next = Some(cast);
    let mut left = body.op_count();
    while let Some(op) = next {
        let inputs: Vec<Value> = body.operands(op).iter().map(|&value| resolve(value)).collect();
        if inputs.iter().map(|&input| body.value_type(input)).eq(types.iter().copied()) {
            let own =
                inputs.iter().any(|&input| matches!(body.value(input).def, ValueDef::Result(op, _) if op == cast));
            return (!own).then(|| body.results(cast).zip(inputs).collect());
        }
        next = input_cast(body, &inputs).filter(|op| *op != cast && left > 0);
        left -= 1;
    }
    None
}

/// The casts whose results operations other than these casts use.
fn live_casts(body: &Body, ours: &FxHashSet<Op>, values: &Substitution) -> FxHashSet<Op> {
    let mut live = FxHashSet::default();
    let mut open: Vec<Op> = Vec::new();
    let defining = |value: Value| match body.value(values.resolve(value)).def {
        ValueDef::Result(op, _) if ours.contains(&op) => Some(op),
        _ => None,
    };
    for &region in body.regions() {
        for op in body.walk(region).into_iter().filter(|op| !ours.contains(op)) {
            open.extend(body.all_operands(op).iter().filter_map(|&value| defining(value)));
        }
    }
    while let Some(op) = open.pop() {
        if live.insert(op) {
            open.extend(body.operands(op).iter().filter_map(|&value| defining(value)));
        }
    }
    live
}

/// Lets the type converter make what a cast stands for.
fn materialize(rewriter: &mut Rewriter, cast: Cast, values: &mut Substitution) {
    let Some(result) = rewriter.body.result(cast.op) else { return };
    let Some(converter) = rewriter.converter else { return };
    let to = rewriter.body.value_type(result);
    let inputs: Vec<Value> = rewriter.body.operands(cast.op).iter().map(|&value| values.resolve(value)).collect();
    rewriter.at = InsertPoint::Before(cast.op);
    rewriter.loc = rewriter.body.loc(cast.op);
    if let Some(made) = converter.materialize(rewriter, cast.kind, &inputs, to, cast.original) {
        values.set(result, made);
        rewriter.body.erase(cast.op);
    }
}

/// Removes casts that cancel out from a body, those of earlier conversions; upstream's pass of that name.
pub fn reconcile_unrealized_casts(body: &mut Body) {
    let mut casts = Vec::new();
    for &region in body.regions() {
        casts.extend(body.walk(region).into_iter().filter(|&op| body.name(op) == UNREALIZED_CONVERSION_CAST));
    }
    for nested in body.all_nested_mut() {
        reconcile_unrealized_casts(nested);
    }
    if casts.is_empty() {
        return;
    }
    let casts: Vec<Cast> =
        casts.into_iter().map(|op| Cast { op, kind: Materialization::Target, original: None }).collect();
    let mut values = Substitution::default();
    reconcile(body, &casts, &mut values);
    body.replace_operands(|value| values.resolve(value));
}
