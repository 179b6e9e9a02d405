//! Rules of the `linalg` dialect: maps, shapes, results and regions of structured operations.

use rustc_hash::FxHashSet;

use super::buffers::rule;
use super::site::Site;
use crate::attributes::AttrData;
use crate::body::{Block, Value};
use crate::context::{Attr, Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::maps::{self, Map};
use crate::names;
use crate::ops::linalg::{self, Maps};
use crate::ops::rules::StructuredRule;
use crate::ops::{Check, Format, Syntax};
use crate::types::{Dim, TypeData};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// Holds an operation that keeps to its sets to a rule of its own.
pub(super) fn check(site: &Site, which: StructuredRule, report: Report) {
    let broken = match which {
        StructuredRule::Operation => operation(site),
        StructuredRule::Yield => yielded(site),
        StructuredRule::Index => index(site),
        StructuredRule::Fill => return fill(site, report),
        StructuredRule::Map => map(site),
        StructuredRule::Reduce => reduce(site),
        StructuredRule::Transpose => transpose(site),
        StructuredRule::Broadcast => broadcast(site),
        StructuredRule::Softmax => softmax(site),
    };
    broken.into_iter().for_each(|message| report(rule(message)));
}

/// The operands that results start from: those of the last group.
fn outputs<'a>(site: &Site<'a>) -> &'a [Value] {
    site.group(site.def.operands.len().saturating_sub(1) as u8)
}

/// The sizes of a tensor or a memref; of another type none.
fn shape(ctx: &Context, ty: Type) -> &[Dim] {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims: Some(dims), .. } | TypeData::MemRef { dims: Some(dims), .. } => dims,
        _ => &[],
    }
}

/// The element type of a tensor or a memref; another type itself.
pub fn element(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Tensor { element, .. } | TypeData::MemRef { element, .. } => *element,
        _ => ty,
    }
}

fn is_structured(site: &Site) -> bool {
    site.def.checks.contains(&Check::Structured(StructuredRule::Operation))
}

/// The numbers of a dense array.
fn numbers<'a>(site: &Site<'a>, key: crate::Str) -> &'a [i64] {
    site.attr(key).and_then(|attr| site.ctx.dense_array(attr)).unwrap_or_default()
}

/// The numbers of a dense array, to ask which are among them.
fn members(list: &[i64]) -> FxHashSet<i64> {
    list.iter().copied().collect()
}

/// The maps that a row's form says an operation with these operand types and attributes has.
pub fn indexing_maps(
    ctx: &Context,
    maps: Maps,
    types: &[Type],
    outputs: &[Type],
    attr: &dyn Fn(crate::Str) -> Option<Attr>,
) -> Option<Attr> {
    let elementwise = || {
        let loops = shape(ctx, *outputs.first()?).len();
        Some(maps::elementwise_maps(ctx, loops, types.iter().map(|&ty| shape(ctx, ty).len())))
    };
    match maps {
        Maps::Elementwise => elementwise(),
        Maps::Fixed(maps) => {
            let number = |name: &str| {
                let key = if name.starts_with('s') { names::STRIDES } else { names::DILATIONS };
                let place = name.get(1..).and_then(|digits| digits.parse().ok()).unwrap_or(0);
                attr(key).and_then(|attr| element_at(ctx, attr, place)).unwrap_or(1)
            };
            Some(maps::fixed_maps(ctx, maps, number))
        }
        Maps::Written(maps) => attr(names::INDEXING_MAPS).or_else(|| Some(maps::map_array(ctx, maps))),
        Maps::Optional => attr(names::INDEXING_MAPS).or_else(elementwise),
        Maps::Required => attr(names::INDEXING_MAPS),
    }
}

/// An element of `dense<...> : tensor<Nxi64>`.
fn element_at(ctx: &Context, attr: Attr, place: usize) -> Option<i64> {
    let AttrData::Dense { data, splat, .. } = ctx.attr_data(attr) else { return None };
    let start = if *splat { 0 } else { place.checked_mul(8)? };
    Some(i64::from_le_bytes(data.get(start..start.checked_add(8)?)?.try_into().ok()?))
}

/// The maps of an operation, in the order of its operands.
fn maps_of(site: &Site) -> Option<Attr> {
    let ctx = site.ctx;
    let ty = |value: &Value| site.body.value_type(*value);
    let types: Vec<Type> = site.operands().iter().map(ty).collect();
    let outputs: Vec<Type> = outputs(site).iter().map(ty).collect();
    let attr = |key| site.attr(key);
    match site.def.format {
        Format::Custom(Syntax::Structured(_, maps)) => indexing_maps(ctx, maps, &types, &outputs, &attr),
        Format::Custom(Syntax::LinalgGeneric) => site.attr(names::INDEXING_MAPS),
        _ if site.name() == linalg::MAP => indexing_maps(ctx, Maps::Elementwise, &types, &outputs, &attr),
        _ if site.name() == linalg::REDUCE => {
            let rank = shape(ctx, *types.first()?).len();
            let reduced = members(numbers(site, names::DIMENSIONS));
            let kept = || (0..rank).filter(|&dim| !reduced.contains(&(dim as i64)));
            let inputs = types.len().saturating_sub(outputs.len());
            let map = |place: usize| match place < inputs {
                true => maps::selection(ctx, rank, 0..rank),
                false => maps::selection(ctx, rank, kept()),
            };
            Some(ctx.array(&(0..types.len()).map(map).collect::<Vec<_>>()))
        }
        _ if site.name() == linalg::TRANSPOSE => {
            let permutation = numbers(site, names::PERMUTATION);
            let rank = permutation.len();
            let mut places = vec![0; rank];
            for (place, &to) in permutation.iter().enumerate().rev() {
                if let Some(found) = usize::try_from(to).ok().and_then(|to| places.get_mut(to)) {
                    *found = place;
                }
            }
            let input = maps::selection(ctx, rank, places.into_iter());
            Some(ctx.array(&[input, maps::selection(ctx, rank, 0..rank)]))
        }
        _ if site.name() == linalg::BROADCAST => {
            let rank = shape(ctx, *outputs.first()?).len();
            let added = members(numbers(site, names::DIMENSIONS));
            let kept = (0..rank).filter(|&dim| !added.contains(&(dim as i64)));
            Some(ctx.array(&[maps::selection(ctx, rank, kept), maps::selection(ctx, rank, 0..rank)]))
        }
        _ => None,
    }
}

fn operation(site: &Site) -> Option<String> {
    let ctx = site.ctx;
    let broken = results(site).or_else(|| semantics(site));
    if broken.is_some() {
        return broken;
    }
    let blocks = site.body.op_regions(site.op).first().map_or(&[][..], |&region| site.body.blocks(region));
    let &[block] = blocks else { return Some("expects to have 1 region with 1 block".to_owned()) };
    let list = maps_of(site)?;
    let maps: Option<Vec<Map>> = ctx.items(list).iter().map(|&map| Map::of(ctx, map)).collect();
    maps_fit(site, &maps?).or_else(|| arguments(site, block))
}

/// As many results as there are tensors to start from, and of their types.
fn results(site: &Site) -> Option<String> {
    let ctx = site.ctx;
    let tensors = outputs(site).iter().map(|&value| (value, site.body.value_type(value)));
    let tensors: Vec<_> =
        tensors.filter(|&(_, ty)| matches!(ctx.type_data(ty), TypeData::Tensor { dims: Some(_), .. })).collect();
    let results: Vec<Type> = site.body.results(site.op).map(|value| site.body.value_type(value)).collect();
    if results.len() != tensors.len() {
        let (results, tensors) = (results.len(), tensors.len());
        return Some(format!(
            "expected the number of tensor results ({results}) to be equal to the number of output tensors ({tensors})"
        ));
    }
    let (&result, &(value, ty)) = results.iter().zip(&tensors).find(|(result, (_, ty))| *result != ty)?;
    let operand = site.operands().iter().rposition(|&operand| operand == value)?;
    let (ty, result) = (site.spell(ty), site.spell(result));
    Some(format!("expected type of operand #{operand} ('{ty}') to match type of corresponding result ('{result}')"))
}

/// Tensors alone, or memrefs alone.
fn semantics(site: &Site) -> Option<String> {
    let has = |wanted: fn(&TypeData) -> bool| {
        site.operands().iter().any(|&value| wanted(site.ctx.type_data(site.body.value_type(value))))
    };
    let mixed =
        has(|data| matches!(data, TypeData::Tensor { .. })) && has(|data| matches!(data, TypeData::MemRef { .. }));
    mixed.then(|| "expected to have pure tensor or buffer semantics".to_owned())
}

fn maps_fit(site: &Site, maps: &[Map]) -> Option<String> {
    let (count, operands) = (maps.len(), site.operands());
    if count != operands.len() {
        let operands = operands.len();
        return Some(format!(
            "expected the number of indexing_map ({count}) to be equal to the number of input/output operands \
             ({operands})"
        ));
    }
    // Those of one operation have one number of loops, or together the most.
    let loops = maps.iter().map(|map| map.dims).max()?;
    let given: FxHashSet<usize> = maps.iter().flat_map(Map::each_result).filter_map(Map::dimension).collect();
    if !(0..loops).all(|dim| given.contains(&dim)) {
        let symbols = maps.iter().map(|map| map.symbols).max().unwrap_or(0);
        let list = |letter: char, count: usize| {
            (0..count).map(|place| format!("{letter}{place}")).collect::<Vec<_>>().join(", ")
        };
        let symbols = if symbols == 0 { String::new() } else { format!("[{}]", list('s', symbols)) };
        let results: Vec<&str> = maps.iter().flat_map(Map::each_result).collect();
        let (dims, results) = (list('d', loops), results.join(", "));
        return Some(format!("invalid indexing maps are non-invertible: (({dims}){symbols} -> ({results}))"));
    }
    for (place, (map, &operand)) in maps.iter().zip(operands).enumerate() {
        if map.symbols > 0 {
            return Some(format!("unexpected symbols in indexing_map #{place}"));
        }
        let wanted = loop_count(site).unwrap_or(loops);
        if map.dims != wanted {
            return Some(format!(
                "expected indexing_map #{place} to have {wanted} dim(s) to match the number of loops"
            ));
        }
        let rank = shape(site.ctx, site.body.value_type(operand)).len();
        let results = map.each_result().count();
        if rank != results {
            return Some(format!(
                "expected operand #{place} rank ({rank}) to match the result rank of indexing_map ({results})"
            ));
        }
    }
    shapes_fit(site, maps, loops)
}

/// How many loops an operation says it has.
fn loop_count(site: &Site) -> Option<usize> {
    Some(site.ctx.items(site.attr(names::ITERATOR_TYPES)?).len())
}

/// Where all loops' sizes are known, the operands have the elements they come to.
fn shapes_fit(site: &Site, maps: &[Map], loops: usize) -> Option<String> {
    let shapes: Vec<&[Dim]> =
        site.operands().iter().map(|&value| shape(site.ctx, site.body.value_type(value))).collect();
    let size_of = |dim: usize| {
        let mut all = maps.iter().zip(&shapes).flat_map(|(map, shape)| map.each_result().zip(shape.iter()));
        let (_, found) = all.find(|(result, _)| Map::dimension(result) == Some(dim))?;
        i64::try_from(found.size?).ok()
    };
    let last: Vec<i64> = (0..loops).map(|dim| size_of(dim).map(|size| size - 1)).collect::<Option<_>>()?;
    let first = vec![0; loops];
    for (operand, (map, shape)) in maps.iter().zip(&shapes).enumerate() {
        for (dim, (result, found)) in map.each_result().zip(shape.iter()).enumerate() {
            let Some(found) = found.size.filter(|&size| size > 0) else { continue };
            let ends = (Map::value_of(result, &first)?, Map::value_of(result, &last)?);
            let (low, high) = (ends.0.min(ends.1), ends.0.max(ends.1));
            if low < 0 {
                let dims = (0..loops).map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
                let results = map.results;
                return Some(format!("unexpected result less than 0 at expression #{dim} in ({dims}) -> ({results})"));
            }
            let (inferred, found) = (high.saturating_add(1), i64::try_from(found).unwrap_or(i64::MAX));
            let is_dimension = Map::dimension(result).is_some();
            if is_dimension && inferred != found || inferred > found {
                let least = if is_dimension { "" } else { "greater than or equal to " };
                return Some(format!(
                    "inferred input/output operand #{operand} has shape's dimension #{dim} to be {least}{inferred}, but \
                     found {found}"
                ));
            }
        }
    }
    None
}

/// The block takes an element of each operand.
fn arguments(site: &Site, block: Block) -> Option<String> {
    let (arguments, operands) = (site.body.block_args(block), site.operands());
    if arguments.len() != operands.len() {
        return Some(
            "expected as many non-induction variable region arguments as the number of input/output operands"
                .to_owned(),
        );
    }
    arguments.iter().zip(operands).enumerate().find_map(|(place, (&argument, &operand))| {
        let found = site.body.value_type(argument);
        let wanted = element(site.ctx, site.body.value_type(operand));
        (found != wanted).then(|| {
            let (found, wanted) = (site.spell(found), site.spell(wanted));
            format!(
                "expected type of bb argument #{place} ('{found}') to match element or self type of the corresponding \
                 operand ('{wanted}')"
            )
        })
    })
}

fn yielded(site: &Site) -> Option<String> {
    let Some(parent) = site.parent().filter(is_structured) else {
        return Some("expected parent op with LinalgOp interface".to_owned());
    };
    let (values, outputs) = (site.operands(), outputs(&parent));
    if values.len() != outputs.len() {
        return Some(format!(
            "expected number of yield values ({}) to match the number of inits / outs operands of the enclosing LinalgOp \
             ({})",
            values.len(),
            outputs.len()
        ));
    }
    values.iter().zip(outputs).enumerate().find_map(|(place, (&value, &output))| {
        let (found, wanted) = (site.body.value_type(value), element(site.ctx, site.body.value_type(output)));
        (found != wanted).then(|| {
            format!(
                "type of yield operand {} ('{}') doesn't match the element type of the enclosing linalg.generic op ('{}')",
                place + 1,
                site.spell(found),
                site.spell(wanted)
            )
        })
    })
}

fn index(site: &Site) -> Option<String> {
    let Some(parent) = site.parent().filter(is_structured) else {
        return Some("expected parent op with LinalgOp interface".to_owned());
    };
    let maps = maps_of(&parent)?;
    let first = site.ctx.items(maps).first()?;
    let loops = loop_count(&parent).or_else(|| Some(Map::of(site.ctx, *first)?.dims))?;
    let dim = site.int(names::DIM)?;
    (usize::try_from(dim).map_or(true, |dim| dim >= loops)).then(|| {
        format!("expected dim ({dim}) to be lower than the number of loops ({loops}) of the enclosing LinalgOp")
    })
}

/// One number goes to all elements.
fn fill(site: &Site, report: Report) {
    let ctx = site.ctx;
    let types: Vec<Type> = site.operands().iter().map(|&value| site.body.value_type(value)).collect();
    let &[input, output] = &types[..] else {
        return report(Kind::RuleAlone("expected op with 1 input and 1 output".to_owned()));
    };
    if !shape(ctx, input).is_empty() {
        return report(Kind::RuleAlone("expected op with scalar input".to_owned()));
    }
    let (value, wanted) = (element(ctx, input), element(ctx, output));
    if value != wanted {
        let (value, wanted) = (site.spell(value), site.spell(wanted));
        report(rule(format!("expected fill value type ('{value}') to match output element type ('{wanted}')")));
    }
}

fn sizes(dims: &[Dim]) -> String {
    let size = |dim: &Dim| dim.size.map_or_else(|| i64::MIN.to_string(), |size| size.to_string());
    dims.iter().map(size).collect::<Vec<_>>().join(", ")
}

fn map(site: &Site) -> Option<String> {
    let &block = site.body.blocks(*site.body.op_regions(site.op).first()?).first()?;
    let (arguments, operands) = (site.body.block_args(block), site.operands());
    if arguments.len() != operands.len() {
        let (found, wanted) = (operands.len(), arguments.len());
        return Some(format!("expects number of operands to match the arity of mapper, but got: {found} and {wanted}"));
    }
    let of = |value: &Value| shape(site.ctx, site.body.value_type(*value));
    let (output, inputs) = operands.split_last()?;
    let other = inputs.iter().find(|input| of(input) != of(output))?;
    Some(format!("expected shape of input ({}) to match shape of output ({})", sizes(of(other)), sizes(of(output))))
}

fn reduce(site: &Site) -> Option<String> {
    let (inputs, inits) = (site.group(0), site.group(1));
    let of = |value: &Value| shape(site.ctx, site.body.value_type(*value));
    for (what, list) in [("input", inputs), ("output", inits)] {
        let first = list.first()?;
        if let Some(place) = list.iter().position(|value| of(value) != of(first)) {
            let value = list.get(place)?;
            return Some(format!(
                "expects all {what}s to have the same shapes. Shape at {what}-index {place} is not equal to the shape at \
                 {what}-index 0.",
            ))
            .filter(|_| of(value) != of(first));
        }
    }
    let (input, init) = (of(inputs.first()?), of(inits.first()?));
    let reduced = numbers(site, names::DIMENSIONS);
    let last = input.len() as i64 - 1;
    if reduced.iter().any(|&dim| dim < 0 || dim > last) {
        return Some(format!("dimensions for reduction should be in the range [0, {last}]."));
    }
    let reduced = members(reduced);
    let kept = input.iter().enumerate().filter(|(dim, _)| !reduced.contains(&(*dim as i64)));
    let kept: Vec<Dim> = kept.map(|(_, dim)| *dim).collect();
    if kept.len() != init.len() {
        let (kept, init) = (kept.len(), init.len());
        return Some(format!("number of dimensions after reduction {kept} doesn't match the init rank {init}"));
    }
    (kept != init).then(|| {
        format!("init dimensions [{}] doesn't match input dimensions after reduction [{}]", sizes(init), sizes(&kept))
    })
}

fn transpose(site: &Site) -> Option<String> {
    let of = |place: usize| site.operand_type(place).map(|ty| shape(site.ctx, ty));
    let (input, init) = (of(0)?, of(1)?);
    let permutation = numbers(site, names::PERMUTATION);
    let places = members(permutation);
    if !(0..permutation.len()).all(|dim| places.contains(&(dim as i64))) {
        return Some("permutation is not valid".to_owned());
    }
    let rank = input.len();
    if permutation.len() != rank {
        return Some(format!("size of permutation {} does not match the argument rank {rank}", permutation.len()));
    }
    if rank != init.len() {
        return Some(format!("input rank {rank} does not match init rank {}", init.len()));
    }
    permutation.iter().zip(init).enumerate().find_map(|(place, (&from, to))| {
        let from = input.get(usize::try_from(from).ok()?)?;
        let size = |dim: &Dim| sizes(std::slice::from_ref(dim));
        (from.size != to.size).then(|| {
            format!(
                "dim(result, {place}) = {} doesn't match dim(input, permutation[{place}]) = {}",
                size(to),
                size(from)
            )
        })
    })
}

fn broadcast(site: &Site) -> Option<String> {
    let of = |place: usize| site.operand_type(place).map(|ty| shape(site.ctx, ty));
    let (input, init) = (of(0)?, of(1)?);
    let added = numbers(site, names::DIMENSIONS);
    let (rank, more, all) = (input.len(), added.len(), init.len());
    if rank + more != all {
        return Some(format!(
            "input rank plus added dimensions does not match init rank. input rank: {rank}, dimensions size: {more}, init \
             rank: {all}"
        ));
    }
    let last = all as i64 - 1;
    if let Some((place, dim)) = added.iter().enumerate().find(|&(_, &dim)| dim < 0 || dim > last) {
        return Some(format!("dimension {place} is out of range. expected range: [0, {last}], got: {dim}"));
    }
    let added = members(added);
    let kept = (0..all).filter(|&dim| !added.contains(&(dim as i64)));
    input.iter().zip(kept).enumerate().find_map(|(place, (from, dim))| {
        let to = init.get(dim)?;
        let size = |dim: &Dim| sizes(std::slice::from_ref(dim));
        (from.size != to.size).then(|| {
            format!("input dim {place} should match init dim {dim}. input: {}, init: {}", size(from), size(to))
        })
    })
}

fn softmax(site: &Site) -> Option<String> {
    let of = |place: usize| site.operand_type(place).map(|ty| shape(site.ctx, ty));
    let (input, output) = (of(0)?, of(1)?);
    let fits = |(a, b): (&Dim, &Dim)| a.size.is_none() || b.size.is_none() || a.size == b.size;
    if input.len() != output.len() || !input.iter().zip(output).all(fits) {
        return Some("incompatible output shape".to_owned());
    }
    let dimension = site.int(names::DIMENSION)?;
    let inside = usize::try_from(dimension).is_ok_and(|dimension| dimension < input.len());
    (!inside).then(|| "incorrect dimension specified".to_owned())
}
