//! Rules of operations that read and write buffers and tensors: the `vector` dialect's, and transfers by DMA.

use super::buffers::{buffer, rule};
use super::layouts;
use super::site::Site;
use super::vectors::{size, vector};
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::maps::Map;
use crate::names;
use crate::ops::rules::VectorRule;
use crate::types::{Dim, TypeData, well_known as types};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// Holds an operation that keeps to its sets to a rule of its own.
pub(super) fn check(site: &Site, which: VectorRule, report: Report) {
    match which {
        VectorRule::Load => {
            let words = ["destination memref has lower rank than the result vector", "base and result"];
            load(site, 0, site.result_type(), 1, words, report);
        }
        VectorRule::Store => {
            let words = ["source memref has lower rank than the vector to store", "base and valueToStore"];
            load(site, 1, site.operand_type(0), 2, words, report);
        }
        VectorRule::MaskedLoad => masked(site, [2, 3], ("result", "expected result shape to match mask shape"), report),
        VectorRule::ExpandLoad => masked(site, [2, 3], ("result", "expected result dim to match mask dim"), report),
        VectorRule::MaskedStore => {
            masked(site, [2, 3], ("valueToStore", "expected valueToStore shape to match mask shape"), report);
        }
        VectorRule::CompressStore => {
            masked(site, [2, 3], ("valueToStore", "expected valueToStore dim to match mask dim"), report);
        }
        VectorRule::Gather => gather(site, site.result_type(), "result", report),
        VectorRule::Scatter => gather(site, group_type(site, 4), "valueToStore", report),
        VectorRule::TransferRead => {
            let padding = group_type(site, 2);
            transfer(site, [0, 1, 3], site.result_type(), padding, report);
        }
        VectorRule::TransferWrite => transfer(site, [1, 2, 3], site.operand_type(0), None, report),
        _ => {}
    }
}

/// The type of the only value of an operand group.
fn group_type(site: &Site, group: u8) -> Option<Type> {
    site.group(group).first().map(|&value| site.body.value_type(value))
}

/// The dimensions and the element type of a buffer or a tensor.
fn base(ctx: &Context, ty: Type) -> Option<(&[Dim], Type)> {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims: Some(dims), element, .. } | TypeData::Tensor { dims: Some(dims), element, .. } => {
            Some((dims, *element))
        }
        _ => None,
    }
}

/// Whether the elements next to each other in the last dimension are next to each other in memory.
fn ends_in_unit_stride(site: &Site, operand: usize) -> bool {
    let Some(of) = buffer(site, operand) else { return true };
    of.dims.is_empty()
        || of.layout.is_none()
        || layouts::strided(site.ctx, &of).is_some_and(|strided| strided.strides.last() == Some(&Some(1)))
}

fn load(site: &Site, at: usize, value: Option<Type>, indices: u8, [lower, both]: [&str; 2], report: Report) {
    let (Some(of), Some(value)) = (buffer(site, at), value) else { return };
    let Some((dims, element)) = vector(site.ctx, value) else { return };
    let one = dims.iter().all(|dim| dim.size == Some(1) && !dim.scalable);
    if !one && !ends_in_unit_stride(site, at) {
        return report(rule("most minor memref dim must have unit stride"));
    }
    if vector(site.ctx, of.element).is_some() {
        if of.element != value {
            return report(rule(format!("{} vector types should match", both.replace("base", "base memref"))));
        }
    } else if dims.len() > of.dims.len() {
        return report(rule(lower));
    } else if of.element != element {
        let types = if both.ends_with("result") { "types" } else { "type" };
        return report(rule(format!("{both} element {types} should match")));
    }
    if site.group(indices).len() != of.dims.len() {
        report(rule(format!("requires {} indices", of.dims.len())));
    }
}

fn masked(site: &Site, [mask, through]: [u8; 2], (name, mismatch): (&str, &str), report: Report) {
    let (Some(of), Some(mask), Some(passed)) = (buffer(site, 0), group_type(site, mask), group_type(site, through))
    else {
        return;
    };
    let value = site.result_type().unwrap_or(passed);
    let (Some((mask, _)), Some((dims, element))) = (vector(site.ctx, mask), vector(site.ctx, value)) else { return };
    if of.element != element {
        return report(rule(format!("base and {name} element type should match")));
    }
    if site.group(1).len() != of.dims.len() {
        return report(rule(format!("requires {} indices", of.dims.len())));
    }
    if dims != mask {
        return report(rule(mismatch));
    }
    if value != passed {
        report(rule("expected pass_thru of same type as result type"));
    }
}

fn gather(site: &Site, value: Option<Type>, name: &str, report: Report) {
    let ctx = site.ctx;
    let types = [0, 2, 3].map(|group| group_type(site, group));
    let ([Some(of), Some(indices), Some(mask)], Some(value)) = (types, value) else { return };
    let (Some((base, base_element)), Some((indices, _)), Some((mask, _)), Some((dims, element))) =
        (base(ctx, of), vector(ctx, indices), vector(ctx, mask), vector(ctx, value))
    else {
        return;
    };
    let message = if base_element != element {
        format!("base and {name} element type should match")
    } else if site.group(1).len() != base.len() {
        format!("requires {} indices", base.len())
    } else if dims != indices {
        format!("expected {name} dim to match indices dim")
    } else if dims != mask {
        format!("expected {name} dim to match mask dim")
    } else if name == "result" && group_type(site, 4) != Some(value) {
        "expected pass_thru of same type as result type".to_owned()
    } else {
        return;
    };
    report(rule(message));
}

/// A transfer between a vector and what is at the first of `groups`; the indices and the mask are at the others.
fn transfer(site: &Site, groups: [u8; 3], value: Option<Type>, padding: Option<Type>, report: Report) {
    let ctx = site.ctx;
    let [at, indices, mask] = groups;
    let (Some(of), Some(value)) = (group_type(site, at), value) else { return };
    let (Some((dims, source)), Some((shape, element))) = (base(ctx, of), vector(ctx, value)) else { return };
    if site.group(indices).len() != dims.len() {
        return report(rule(format!("requires {} indices", dims.len())));
    }
    let Some(map) = site.attr(names::PERMUTATION_MAP).and_then(|map| Map::of(ctx, map)) else { return };
    let bounds = site.attr(names::IN_BOUNDS).map_or(0, |bounds| ctx.items(bounds).len());
    let inner = vector(ctx, source).map(|(dims, _)| dims.len());
    let mut taken = shape.len();
    if let Some(inner) = inner {
        let Some(outer) = shape.len().checked_sub(inner) else {
            return report(rule("requires source vector element and vector result ranks to match."));
        };
        taken = outer;
        if map.each_result().count() != outer {
            return report(rule("requires a permutation_map with result dims of the same rank as the vector type"));
        }
        if !site.group(mask).is_empty() {
            return report(rule("does not support masks with vector element type"));
        }
    } else {
        let bits = |ty, dims: &[Dim]| {
            let width = match ctx.type_data(ty) {
                TypeData::Integer { width, .. } => i64::from(*width),
                TypeData::Float(kind) => i64::from(kind.width()),
                _ => 64,
            };
            width * dims.last().map_or(1, size)
        };
        let (whole, part) = (bits(element, shape), bits(source, &[]));
        if part > 0 && whole % part != 0 {
            return report(rule(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the \
                 source element type",
            ));
        }
        if map.each_result().count() != shape.len() {
            return report(rule("requires a permutation_map with result dims of the same rank as the vector type"));
        }
    }
    if map.symbols != 0 {
        return report(rule("requires permutation_map without symbols"));
    }
    if map.dims != dims.len() {
        return report(rule("requires a permutation_map with input dims of the same rank as the source type"));
    }
    if bounds != taken {
        let text = match site.attr(names::PERMUTATION_MAP).map(|map| ctx.attr_data(map)) {
            Some(crate::AttrData::Affine(text)) => ctx.text(*text),
            _ => Default::default(),
        };
        return report(rule(format!(
            "expects the in_bounds attr of same rank as permutation_map results: {text} vs inBounds of size: {bounds}"
        )));
    }
    if let Some(padding) = padding
        && padding != source
    {
        return report(rule("requires formal padding and source of the same elemental type"));
    }
    projection(&map, report);
}

/// A transfer's map gives each dimension once, or 0.
fn projection(map: &Map, report: Report) {
    let mut seen = vec![false; map.dims];
    for result in map.each_result() {
        if result == "0" {
            continue;
        }
        let place = result.strip_prefix('d').and_then(|digits| digits.parse::<usize>().ok());
        let Some(slot) = place.and_then(|place| seen.get_mut(place)) else {
            return report(rule(
                "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)",
            ));
        };
        if std::mem::replace(slot, true) {
            return report(rule(
                "requires a permutation_map that is a permutation (found one dim used more than once)",
            ));
        }
    }
}

/// `memref.dma_start`: two buffers with indices, a count, a tag with indices, and a stride with its length, or none.
pub(super) fn dma_start(site: &Site, report: Report) {
    let count = site.operands().len();
    let rank = |at: usize| buffer(site, at).map(|of| of.dims.len());
    let all_index =
        |from: usize, many: usize| (from..from + many).all(|at| site.operand_type(at) == Some(types::INDEX));
    let wrong = |message: &str| Some(rule(message));
    let broken = (|| {
        if count < 4 {
            return wrong("expected at least 4 operands");
        }
        let Some(source) = rank(0) else { return wrong("expected source to be of memref type") };
        if count < source + 4 {
            return Some(rule(format!("expected at least {} operands", source + 4)));
        }
        if !all_index(1, source) {
            return wrong("expected source indices to be of index type");
        }
        let Some(target) = rank(source + 1) else { return wrong("expected destination to be of memref type") };
        if count < source + target + 4 {
            return Some(rule(format!("expected at least {} operands", source + target + 4)));
        }
        if !all_index(source + 2, target) {
            return wrong("expected destination indices to be of index type");
        }
        let behind = source + target + 2;
        if !all_index(behind, 1) {
            return wrong("expected num elements to be of index type");
        }
        let Some(tag) = rank(behind + 1) else { return wrong("expected tag to be of memref type") };
        if count < behind + tag + 2 {
            return Some(rule(format!("expected at least {} operands", behind + tag + 2)));
        }
        if !all_index(behind + 2, tag) {
            return wrong("expected tag indices to be of index type");
        }
        let least = behind + tag + 2;
        if count != least && count != least + 2 {
            return wrong("incorrect number of operands");
        }
        (count == least + 2 && !all_index(least, 2))
            .then(|| rule("expected stride and num elements per stride to be of type index"))
    })();
    broken.into_iter().for_each(report);
}
