//! Rules of the `tensor` dialect's operations that their rows do not say: shapes, numbers of sizes and indices, parts.

use rustc_hash::FxHashSet;

use super::buffers::{self, Window, alone, rule};
use super::layouts;
use super::site::Site;
use crate::body::Block;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::ops::rules::TensorRule;
use crate::ops::tensor;
use crate::types::{Dim, TypeData, well_known as types};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// Holds an operation that keeps to its sets to a rule of its own.
pub(super) fn check(site: &Site, which: TensorRule, report: Report) {
    let broken = match which {
        TensorRule::Cast => return cast(site, report),
        TensorRule::Extract => indices(site, 0, 1, "incorrect number of indices for extract_element"),
        TensorRule::Insert => indices(site, 1, 2, "incorrect number of indices"),
        TensorRule::DynamicSizes(group) => dynamic_sizes(site, group),
        TensorRule::FromElements => from_elements(site),
        TensorRule::Generate => return generate(site, report),
        TensorRule::Reshape => reshape(site),
        TensorRule::ExtractSlice => return extract_slice(site, report),
        TensorRule::InsertSlice => return insert_slice(site, report),
        TensorRule::ExpandShape => expand_shape(site),
        TensorRule::CollapseShape => collapse_shape(site),
        TensorRule::Pad => return pad(site, report),
        TensorRule::Concat => concat(site),
        TensorRule::Gather => gather(site),
        TensorRule::Scatter => scatter(site),
    };
    broken.into_iter().for_each(|message| report(rule(message)));
}

/// The sizes and the element type of a ranked tensor.
fn parts(ctx: &Context, ty: Type) -> Option<(&[Dim], Type)> {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims: Some(dims), element, .. } => Some((dims, *element)),
        _ => None,
    }
}

fn operand<'a>(site: &Site<'a>, place: usize) -> Option<(&'a [Dim], Type)> {
    parts(site.ctx, site.operand_type(place)?)
}

fn result<'a>(site: &Site<'a>) -> Option<(&'a [Dim], Type)> {
    parts(site.ctx, site.result_type()?)
}

/// A tensor of sizes; `None` is one that is not known.
fn tensor_of(ctx: &Context, sizes: impl Iterator<Item = Option<u64>>, element: Type) -> Type {
    let dims: Vec<Dim> = sizes.map(|size| Dim { size, scalable: false }).collect();
    ctx.ty(TypeData::Tensor { dims: Some(dims.into()), element, encoding: None })
}

fn cast(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (site.operand_type(0), site.result_type()) else { return };
    let ctx = site.ctx;
    let fits = ctx.scalar_type(from) == ctx.scalar_type(to)
        && match (parts(ctx, from), parts(ctx, to)) {
            (Some((from, _)), Some((to, _))) => layouts::compatible_sizes(from, to),
            _ => true,
        };
    if !fits {
        report(Kind::CastIncompatible { from: site.spell(from), to: site.spell(to) });
    }
}

/// An index for each dimension.
fn indices(site: &Site, tensor: usize, group: u8, words: &str) -> Option<String> {
    let (dims, _) = operand(site, tensor)?;
    (dims.len() != site.group(group).len()).then(|| words.to_owned())
}

/// A size for each dimension that has none.
fn dynamic_sizes(site: &Site, group: u8) -> Option<String> {
    let (dims, _) = result(site)?;
    let expected = dims.iter().filter(|dim| dim.size.is_none()).count();
    let found = site.group(group).len();
    (found != expected).then(|| format!("incorrect number of dynamic sizes, has {found}, expected {expected}"))
}

fn from_elements(site: &Site) -> Option<String> {
    let (dims, element) = result(site)?;
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?))?;
    let fit = site.operands().len() as u64 == count
        && site.operands().iter().all(|&value| site.body.value_type(value) == element);
    (!fit).then(|| "failed to verify that operand types match result element type".to_owned())
}

fn block(site: &Site) -> Option<Block> {
    site.body.blocks(*site.body.op_regions(site.op).first()?).first().copied()
}

/// The type of what a block yields.
fn yielded(site: &Site, block: Block) -> Option<Type> {
    let last = site.body.last_op(block).filter(|&last| site.body.name(last) == tensor::YIELD)?;
    site.body.operands(last).first().map(|&value| site.body.value_type(value))
}

fn generate(site: &Site, report: Report) {
    if let Some(message) = dynamic_sizes(site, 0) {
        return report(rule(message));
    }
    let (Some((dims, element)), Some(block)) = (result(site), block(site)) else { return };
    let arguments = site.body.block_args(block);
    if arguments.iter().any(|&argument| site.body.value_type(argument) != types::INDEX) {
        return report(alone("all body arguments must be index"));
    }
    if arguments.len() != dims.len() {
        return report(alone("must have one body argument per input dimension"));
    }
    if yielded(site, block).is_some_and(|ty| ty != element) {
        report(rule("body must be terminated with a `yield` operation of the tensor element type"));
    }
}

fn reshape(site: &Site) -> Option<String> {
    let ctx = site.ctx;
    let (from, to) = (site.operand_type(0)?, site.result_type()?);
    if ctx.scalar_type(from) != ctx.scalar_type(to) {
        return Some("element types of source and destination tensor types should be the same".to_owned());
    }
    let length = operand(site, 1)?.0.first()?.size;
    let (to, _) = parts(ctx, to)?;
    let count = |dims: &[Dim]| dims.iter().try_fold(1_u64, |count, dim| Some(count.wrapping_mul(dim.size?)));
    if let Some(from) = parts(ctx, from).and_then(|(from, _)| count(from))
        && count(to).is_some_and(|to| to != from)
    {
        return Some("source and destination tensor should have the same number of elements".to_owned());
    }
    match length {
        None => {
            Some("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type".to_owned())
        }
        Some(length) if length != to.len() as u64 => {
            Some("length of shape operand differs from the result's tensor rank".to_owned())
        }
        Some(_) => None,
    }
}

/// What upstream says of a tensor that is neither `expected` nor it without sizes that are 1.
fn not_reduced(site: &Site, found: Type, expected: Type) -> Option<String> {
    let ((dims, element), (found, of)) = (parts(site.ctx, expected)?, parts(site.ctx, found)?);
    if found.len() > dims.len() {
        return Some("expected rank to be smaller or equal to the other rank. ".to_owned());
    }
    let or_reduced = |words: &str| {
        let expected = site.spell(expected);
        Some(format!("expected type to be '{expected}' or a rank-reduced version. ({words}) "))
    };
    if !layouts::reduces(dims, found) {
        return or_reduced("size mismatch");
    }
    (element != of).then(|| format!("expected element type to be '{}'", site.spell(element)))
}

fn extract_slice(site: &Site, report: Report) {
    let (Some((dims, element)), Some(to)) = (operand(site, 0), site.result_type()) else { return };
    let Some(part) = buffers::window(site, [dims.len(); 3], 1, report) else { return };
    slice(site, dims, element, to, &part, report);
}

fn insert_slice(site: &Site, report: Report) {
    let (Some((dims, element)), Some(from)) = (operand(site, 1), site.operand_type(0)) else { return };
    let Some(part) = buffers::window(site, [dims.len(); 3], 2, report) else { return };
    slice(site, dims, element, from, &part, report);
}

fn slice(site: &Site, dims: &[Dim], element: Type, found: Type, part: &Window, report: Report) {
    let sizes = part.sizes.iter().map(|&size| u64::try_from(size).ok());
    let expected = tensor_of(site.ctx, sizes, element);
    let broken = not_reduced(site, found, expected).or_else(|| buffers::out_of_bounds(dims, part));
    broken.into_iter().for_each(|message| report(alone(message)));
}

/// Whether each dimension of `collapsed` is the product of those in its group of `expanded`.
fn groups_fit(site: &Site, collapsed: &[Dim], expanded: &[Dim]) -> Option<String> {
    let groups = buffers::groups(site);
    if groups.iter().any(Vec::is_empty) && !collapsed.is_empty() {
        return Some("reassociation indices must not be empty".to_owned());
    }
    if collapsed.len() != groups.len() {
        let (groups, rank) = (groups.len(), collapsed.len());
        return Some(format!(
            "expected rank of the collapsed type({rank}) to be the number of reassociation maps({groups})"
        ));
    }
    let mut next = 0_usize;
    for (place, (group, of)) in groups.iter().zip(collapsed).enumerate() {
        let mut size = Some(1_u64);
        for &index in group {
            if usize::try_from(index) != Ok(next) {
                return Some(
                    "expected reassociation map #".to_owned() + &place.to_string() + " to be valid and contiguous",
                );
            }
            size = expanded.get(next).and_then(|dim| dim.size).zip(size).map(|(dim, size)| size.wrapping_mul(dim));
            next += 1;
        }
        match (size, of.size) {
            (Some(size), found) if found != Some(size) => {
                return Some(format!("expected dimension {place} of collapsed type to be static value of {size}"));
            }
            (None, Some(_)) => {
                return Some(format!(
                    "expected dimension {place} of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic"
                ));
            }
            _ => {}
        }
    }
    None
}

fn expand_shape(site: &Site) -> Option<String> {
    let ((from, _), (to, _)) = (operand(site, 0)?, result(site)?);
    let given = site.attr_named("static_output_shape").and_then(|attr| site.ctx.dense_array(attr)).unwrap_or_default();
    if given.len() != to.len() {
        return Some(format!(
            "expected number of static shape dims to be equal to the output rank ({}) but found {} inputs instead",
            to.len(),
            given.len()
        ));
    }
    let (dynamic, found) = (given.iter().filter(|&&size| size == layouts::DYNAMIC).count(), site.group(1).len());
    if dynamic != found {
        return Some(format!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic \
             dims while output_shape has {found} values"
        ));
    }
    groups_fit(site, from, to)
}

fn collapse_shape(site: &Site) -> Option<String> {
    let ((from, _), (to, _)) = (operand(site, 0)?, result(site)?);
    groups_fit(site, to, from)
}

fn pad(site: &Site, report: Report) {
    let (Some((from, element)), Some(to)) = (operand(site, 0), site.result_type()) else { return };
    let ctx = site.ctx;
    let list = |name: &str| site.attr_named(name).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default();
    let (low, high) = (list("static_low"), list("static_high"));
    if low.len() != from.len() || high.len() != from.len() {
        return;
    }
    let known = |value: i64| Some(value).filter(|&value| value != layouts::DYNAMIC);
    let sizes = from.iter().zip(low.iter().zip(high)).map(|(dim, (&low, &high))| {
        let size = i64::try_from(dim.size?).ok()?.wrapping_add(known(low)?).wrapping_add(known(high)?);
        u64::try_from(size).ok()
    });
    let inferred: Vec<Option<u64>> = sizes.collect();
    let Some((found, of)) = parts(ctx, to) else { return };
    let fits = element == of
        && found.len() == inferred.len()
        && found.iter().zip(&inferred).all(|(dim, size)| size.is_none() || dim.size.is_none() || dim.size == *size);
    if !fits {
        let (to, inferred) = (site.spell(to), site.spell(tensor_of(ctx, inferred.into_iter(), element)));
        return report(alone(format!("specified type '{to}' does not match the inferred type '{inferred}'")));
    }
    let Some(block) = block(site) else { return };
    let arguments = site.body.block_args(block);
    if arguments.len() != from.len() {
        return report(alone(format!("expected the block to have {} arguments", from.len())));
    }
    if let Some(place) = arguments.iter().position(|&argument| site.body.value_type(argument) != types::INDEX) {
        return report(rule(format!("expected block argument {} to be an index", place + 1)));
    }
    if yielded(site, block).is_some_and(|ty| ty != of) {
        report(rule("expected yield type to match shape element type"));
    }
}

fn concat(site: &Site) -> Option<String> {
    let ctx = site.ctx;
    let inputs: Vec<(&[Dim], Type)> =
        site.operands().iter().filter_map(|&value| parts(ctx, site.body.value_type(value))).collect();
    let (to, element) = result(site)?;
    let Some((first, _)) = inputs.first() else { return Some("requires at least one input".to_owned()) };
    if inputs.iter().any(|(dims, _)| dims.len() != to.len()) {
        return Some("rank of concatenated inputs must match result rank".to_owned());
    }
    if inputs.iter().any(|(_, of)| *of != element) {
        return Some("inputs and result element type must match".to_owned());
    }
    let dim = site.int(names::DIM)?;
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < first.len()) else {
        return Some("concatenation dim must be less than the tensor rank".to_owned());
    };
    let size_at = |place: usize| inputs.iter().map(move |(dims, _)| dims.get(place).and_then(|dim| dim.size));
    let mut inferred: Vec<Option<u64>> = Vec::new();
    for place in 0..first.len() {
        if place == dim {
            inferred.push(size_at(place).try_fold(0_u64, |sum, size| Some(sum.wrapping_add(size?))));
            continue;
        }
        let mut known = size_at(place).flatten();
        let size = known.next();
        if known.any(|other| Some(other) != size) {
            return Some(format!("static concatenation size mismatch along non-concatenated dimension {place}"));
        }
        inferred.push(size);
    }
    let fits = to.iter().zip(&inferred).all(|(dim, size)| size.is_none() || dim.size.is_none() || dim.size == *size);
    (!fits).then(|| {
        let found = site.result_type().map_or_else(String::new, |ty| site.spell(ty));
        let inferred = site.spell(tensor_of(ctx, inferred.into_iter(), element));
        format!("result type '{found}'does not match inferred shape '{inferred}' static sizes")
    })
}

/// The rules that the dimensions which are gathered or scattered keep.
fn gathered(site: &Site, what: &str, rank: usize, of: &str, indices: &[Dim]) -> Option<String> {
    let dims = site.attr_named(&format!("{what}_dims")).and_then(|attr| site.ctx.dense_array(attr)).unwrap_or_default();
    let said = |words: &str| Some(format!("{what}_dims {words}"));
    if dims.is_empty() {
        return said("must be non-empty");
    }
    if dims.len() > rank {
        return said(&format!("overflow {of} rank"));
    }
    if indices.last().and_then(|dim| dim.size) != Some(dims.len() as u64) {
        return said("length must match the size of last dimension of indices");
    }
    if dims.iter().any(|&dim| dim < 0) {
        return said("value must be non-negative");
    }
    if dims.iter().any(|&dim| dim >= rank as i64) {
        return said(&format!("value must be smaller than {of} rank"));
    }
    (!dims.is_sorted_by(|a, b| a < b)).then(|| format!("{what}_dims values must be strictly increasing"))
}

/// The tensor that is gathered, with a size of 1 for each dimension it is gathered along, and without them.
fn gathered_types(site: &Site, what: &str, of: &[Dim], element: Type, indices: &[Dim]) -> [Type; 2] {
    let dims = site.attr_named(&format!("{what}_dims")).and_then(|attr| site.ctx.dense_array(attr)).unwrap_or_default();
    let dims: FxHashSet<i64> = dims.iter().copied().collect();
    let is_gathered = |place: usize| dims.contains(&(place as i64));
    let outer = || indices.iter().take(indices.len().saturating_sub(1)).map(|dim| dim.size);
    let whole = of.iter().enumerate().map(|(place, dim)| if is_gathered(place) { Some(1) } else { dim.size });
    let reduced = of.iter().enumerate().filter(|(place, _)| !is_gathered(*place)).map(|(_, dim)| dim.size);
    [tensor_of(site.ctx, outer().chain(whole), element), tensor_of(site.ctx, outer().chain(reduced), element)]
}

fn not_either(site: &Site, what: &str, found: Type, wanted: [Type; 2]) -> Option<String> {
    (!wanted.contains(&found)).then(|| {
        let [whole, reduced] = wanted.map(|ty| site.spell(ty));
        let found = site.spell(found);
        format!("{what} type mismatch: expected '{whole}' or its rank-reduced variant '{reduced}' (got: '{found}')")
    })
}

fn gather(site: &Site) -> Option<String> {
    let ((from, element), (indices, _)) = (operand(site, 0)?, operand(site, 1)?);
    gathered(site, "gather", from.len(), "source", indices).or_else(|| {
        not_either(site, "result", site.result_type()?, gathered_types(site, "gather", from, element, indices))
    })
}

fn scatter(site: &Site) -> Option<String> {
    let ((to, element), (indices, _)) = (operand(site, 1)?, operand(site, 2)?);
    let broken = gathered(site, "scatter", to.len(), "dest", indices);
    if broken.is_some() {
        return broken;
    }
    if site.attr_named("unique").is_none() {
        return Some("requires 'unique' attribute to be set".to_owned());
    }
    not_either(site, "source", site.operand_type(0)?, gathered_types(site, "scatter", to, element, indices))
}
