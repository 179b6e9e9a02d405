//! Rules of the `vector` dialect's operations on vectors' elements and shapes that their rows do not say. Those of
//! operations that read and write buffers are in [`super::transfers`].

use super::buffers::rule;
use super::layouts::DYNAMIC;
use super::reductions;
use super::site::Site;
use super::transfers;
use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::ops::rules::VectorRule;
use crate::ops::{Traits, vector};
use crate::types::{Dim, TypeData, well_known as types};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// Holds an operation that keeps to its sets to a rule of its own.
pub(super) fn check(site: &Site, which: VectorRule, report: Report) {
    match which {
        VectorRule::Bitcast => bitcast(site, report),
        VectorRule::Broadcast => broadcast(site, report),
        VectorRule::ShapeCast => shape_cast(site, report),
        VectorRule::ConstantMask => constant_mask(site, report),
        VectorRule::CreateMask => create_mask(site, report),
        VectorRule::Extract => extract(site, report),
        VectorRule::Insert => insert(site, report),
        VectorRule::ExtractStridedSlice => extract_strided_slice(site, report),
        VectorRule::InsertStridedSlice => insert_strided_slice(site, report),
        VectorRule::Shuffle => shuffle(site, report),
        VectorRule::FromElements => from_elements(site, report),
        VectorRule::Interleave => interleave(site, report),
        VectorRule::Transpose => transpose(site, report),
        VectorRule::Reduction => reductions::reduction(site, report),
        VectorRule::MultiReduction => reductions::multi_reduction(site, report),
        VectorRule::OuterProduct => reductions::outer_product(site, report),
        VectorRule::Contract => reductions::contract(site, report),
        VectorRule::ScalableExtract => scalable_part(site, site.result_type(), "result", report),
        VectorRule::ScalableInsert => scalable_part(site, site.operand_type(0), "source", report),
        VectorRule::TypeCast => {
            if super::buffers::buffer(site, 0).is_some_and(|of| of.layout.is_some()) {
                report(rule("expects operand to be a memref with identity layout"));
            }
        }
        VectorRule::Scan => reductions::scan(site, report),
        VectorRule::Print => {
            let given =
                !site.operands().is_empty() || site.attr_named("punctuation").is_some_and(|a| !newline(site, a));
            if site.attr_named("stringLiteral").is_some() && given {
                report(Kind::FailedToVerifyThat("`source` or `punctuation` are not set when printing strings"));
            }
        }
        VectorRule::Mask => mask(site, report),
        VectorRule::Load
        | VectorRule::Store
        | VectorRule::MaskedLoad
        | VectorRule::MaskedStore
        | VectorRule::ExpandLoad
        | VectorRule::CompressStore
        | VectorRule::Gather
        | VectorRule::Scatter
        | VectorRule::TransferRead
        | VectorRule::TransferWrite => transfers::check(site, which, report),
    }
}

fn newline(site: &Site, attr: crate::Attr) -> bool {
    matches!(site.ctx.attr_data(attr), AttrData::Opaque { body, .. } if site.ctx.bytes(*body) == b"punctuation<newline>")
}

/// The dimensions and the element type of a vector.
pub(super) fn vector(ctx: &Context, ty: Type) -> Option<(&[Dim], Type)> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => Some((dims, *element)),
        _ => None,
    }
}

pub(super) fn operand<'a>(site: &Site<'a>, index: usize) -> Option<(&'a [Dim], Type)> {
    vector(site.ctx, site.operand_type(index)?)
}

pub(super) fn result<'a>(site: &Site<'a>) -> Option<(&'a [Dim], Type)> {
    vector(site.ctx, site.result_type()?)
}

/// A size as upstream's numbers.
pub(super) fn size(dim: &Dim) -> i64 {
    dim.size.and_then(|size| i64::try_from(size).ok()).unwrap_or(DYNAMIC)
}

fn bracketed(dim: &Dim) -> String {
    if dim.scalable { format!("[{}]", size(dim)) } else { size(dim).to_string() }
}

/// The numbers of an array of integers, or of a dense array.
pub(super) fn numbers(site: &Site, name: &str) -> Vec<i64> {
    let Some(attr) = site.attr_named(name) else { return Vec::new() };
    match site.ctx.dense_array(attr) {
        Some(values) => values.to_vec(),
        None => site.ctx.items(attr).iter().filter_map(|&item| site.ctx.int_value(item)).collect(),
    }
}

fn width(ctx: &Context, ty: Type) -> Option<i64> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(i64::from(*width)),
        TypeData::Float(kind) => Some(i64::from(kind.width())),
        _ => None,
    }
}

fn bitcast(site: &Site, report: Report) {
    let (Some((from, a)), Some((to, b))) = (operand(site, 0), result(site)) else { return };
    if from.len() != to.len() {
        return report(Kind::FailedToVerifyThat("all of {source, result} have same rank"));
    }
    let (Some((last_from, from)), Some((last_to, to))) = (from.split_last(), to.split_last()) else {
        if width(site.ctx, a) != width(site.ctx, b) {
            report(rule("source/result bitwidth of the 0-D vector element types must be equal"));
        }
        return;
    };
    if let Some(place) = from.iter().zip(to).position(|(a, b)| a != b) {
        return report(rule(format!("dimension size mismatch at: {place}")));
    }
    // An index is as wide as the target says; it is taken for 64 bits.
    let bits = |element, dim: &Dim| width(site.ctx, element).unwrap_or(64) * size(dim);
    if bits(a, last_from) != bits(b, last_to) || last_from.scalable != last_to.scalable {
        report(rule("source/result bitwidth of the minor 1-D vectors must be equal"));
    }
}

fn broadcast(site: &Site, report: Report) {
    let (Some(from), Some((to, element))) = (site.operand_type(0), result(site)) else { return };
    if site.ctx.scalar_type(from) != element && from != element {
        return report(Kind::FailedToVerifyThat("source operand and result have same element type"));
    }
    if from == element {
        return;
    }
    let Some((dims, _)) = vector(site.ctx, from) else { return report(rule("source type is not a vector")) };
    if dims.len() > to.len() {
        return report(rule("source rank higher than destination rank"));
    }
    let behind = to.get(to.len() - dims.len()..).unwrap_or_default();
    let wrong = dims.iter().zip(behind).find(|(a, b)| (a.scalable || a.size != Some(1)) && a != b);
    if let Some((a, b)) = wrong {
        report(rule(format!("dimension mismatch ({} vs. {})", bracketed(a), bracketed(b))));
    }
}

fn shape_cast(site: &Site, report: Report) {
    let (Some((from, a)), Some((to, b))) = (operand(site, 0), result(site)) else { return };
    if a != b {
        return report(rule("has different source and result element types"));
    }
    let count = |dims: &[Dim]| dims.iter().fold(1_i64, |count, dim| count.wrapping_mul(size(dim)));
    let (m, n) = (count(from), count(to));
    if m != n {
        return report(rule(format!("has different number of elements at source ({m}) and result ({n})")));
    }
    let scalable = |dims: &[Dim]| dims.iter().filter(|dim| dim.scalable).count();
    let (m, n) = (scalable(from), scalable(to));
    if m != n {
        report(rule(format!("has different number of scalable dims at source ({m}) and result ({n})")));
    }
}

fn constant_mask(site: &Site, report: Report) {
    let Some((dims, _)) = result(site) else { return };
    let sizes = numbers(site, "mask_dim_sizes");
    if dims.is_empty() {
        let wrong = match sizes[..] {
            [0 | 1] => return,
            [_] => "mask dim size must be either 0 or 1 for 0-D vectors",
            _ => "array attr must have length 1 for 0-D vectors",
        };
        return report(Kind::RuleAlone(wrong.to_owned()));
    }
    let bounds = || sizes.iter().zip(dims);
    let wrong = if sizes.len() != dims.len() {
        "must specify array attr of size equal vector result rank"
    } else if bounds().any(|(&bound, dim)| bound < 0 || bound > size(dim)) {
        "array attr of size out of bounds of vector result dimension size"
    } else if sizes.contains(&0) && sizes.iter().any(|&size| size != 0) {
        "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
    } else if bounds().any(|(&bound, dim)| dim.scalable && bound != 0 && bound != size(dim)) {
        "only supports 'none set' or 'all set' scalable dimensions"
    } else {
        return;
    };
    report(rule(wrong));
}

fn create_mask(site: &Site, report: Report) {
    let Some((dims, _)) = result(site) else { return };
    let found = site.operands().len();
    if dims.is_empty() && found != 1 {
        report(rule("must specify exactly one operand for 0-D create_mask"));
    } else if !dims.is_empty() && found != dims.len() {
        report(rule("must specify an operand for each result vector dimension"));
    }
}

/// The place and size of the first position that is not inside a vector.
fn outside(positions: &[i64], dims: &[Dim], least: i64) -> Option<usize> {
    let wrong = |(&position, dim): (&i64, &Dim)| position != DYNAMIC && (position < least || position >= size(dim));
    positions.iter().zip(dims).position(wrong)
}

fn extract(site: &Site, report: Report) {
    let (Some((dims, element)), Some(found)) = (operand(site, 0), site.result_type()) else { return };
    if found != element && vector(site.ctx, found).is_none_or(|(_, of)| of != element) {
        return report(Kind::FailedToVerifyThat("operand and result have same element type"));
    }
    let positions = numbers(site, "static_position");
    if !dynamic_positions(site, &positions, 1, report) {
        return;
    }
    if vector(site.ctx, found).is_some_and(|(dims, _)| dims.is_empty()) {
        return report(Kind::RuleAlone("expected a scalar instead of a 0-d vector as the result type".to_owned()));
    }
    if positions.len() > dims.len() {
        return report(rule("expected position attribute of rank no greater than vector rank"));
    }
    if let Some(place) = outside(&positions, dims, -1) {
        return report(rule(format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding vector \
             dimension or poison (-1)",
            place + 1
        )));
    }
    let rest = dims.get(positions.len()..).unwrap_or_default();
    let expected = match rest {
        [] => element,
        rest => site.ctx.ty(TypeData::Vector { dims: rest.into(), element }),
    };
    // One element may be had as a vector of one.
    let one = vector(site.ctx, found).is_some_and(|(dims, of)| {
        rest.is_empty() && of == element && matches!(dims, [dim] if size(dim) == 1 && !dim.scalable)
    });
    if found != expected && !one {
        report(rule(format!(
            "inferred type(s) '{}' are incompatible with return type(s) of operation '{}'",
            site.spell(expected),
            site.spell(found)
        )));
    }
}

/// Whether as many operands as positions that are operands are there.
fn dynamic_positions(site: &Site, positions: &[i64], group: u8, report: Report) -> bool {
    let dynamic = positions.iter().filter(|&&position| position == DYNAMIC).count();
    let right = dynamic == site.group(group).len();
    if !right {
        report(rule(
            "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- \
             this can only happen due to an incorrect fold/rewrite",
        ));
    }
    right
}

fn insert(site: &Site, report: Report) {
    let (Some(stored), Some((dims, element))) = (site.operand_type(0), operand(site, 1)) else { return };
    if stored != element && vector(site.ctx, stored).is_none_or(|(_, of)| of != element) {
        return report(Kind::FailedToVerifyThat("source operand and result have same element type"));
    }
    let positions = numbers(site, "static_position");
    if !dynamic_positions(site, &positions, 2, report) {
        return;
    }
    let rank = vector(site.ctx, stored).map(|(dims, _)| dims.len());
    let wrong = match rank {
        Some(0) => {
            let wrong = "expected a scalar instead of a 0-d vector as the source operand";
            return report(Kind::RuleAlone(wrong.to_owned()));
        }
        _ if positions.len() > dims.len() => "expected position attribute of rank no greater than dest vector rank",
        Some(rank) if rank + positions.len() != dims.len() => {
            "expected position attribute rank + source rank to match dest vector rank"
        }
        None if positions.len() != dims.len() => "expected position attribute rank to match the dest vector rank",
        _ => {
            if let Some(place) = outside(&positions, dims, -1) {
                report(rule(format!(
                    "expected position attribute #{} to be a non-negative integer smaller than the corresponding dest \
                     vector dimension",
                    place + 1
                )));
            }
            return;
        }
    };
    report(rule(wrong));
}

/// Bounds that numbers of an array have; the upper one is not among them unless the words say so.
fn confined(values: &[i64], dims: &[Dim], least: i64, name: &str, inclusive: bool) -> Option<String> {
    let extra = i64::from(inclusive);
    values.iter().zip(dims).enumerate().find_map(|(place, (&value, dim))| {
        let above = size(dim) + extra;
        let wrong = value < least || value >= above;
        wrong.then(|| format!("expected {name} dimension {place} to be confined to [{least}, {above})"))
    })
}

/// Upstream takes no strides but 1.
fn unit_strides(strides: &[i64]) -> Option<String> {
    strides.iter().any(|&stride| stride != 1).then(|| "expected strides to be confined to [1, 2)".to_owned())
}

fn sums(a: &[i64], b: &[i64], dims: &[Dim], names: &str) -> Option<String> {
    let sums: Vec<i64> = a.iter().zip(b).map(|(a, b)| a.wrapping_add(*b)).collect();
    confined(&sums, dims, 1, names, true)
}

fn insert_strided_slice(site: &Site, report: Report) {
    let (Some((from, _)), Some((to, _))) = (operand(site, 0), operand(site, 1)) else { return };
    let (offsets, strides) = (numbers(site, "offsets"), numbers(site, "strides"));
    let ahead = to.len().checked_sub(from.len());
    let wrong = if offsets.len() != to.len() {
        Some("expected offsets of same size as destination vector rank".to_owned())
    } else if strides.len() != from.len() {
        Some("expected strides of same size as source vector rank".to_owned())
    } else if ahead.is_none() {
        Some("expected source rank to be no greater than destination rank".to_owned())
    } else {
        let ahead = ahead.unwrap_or(0);
        let sizes: Vec<i64> = std::iter::repeat_n(1, ahead).chain(from.iter().map(size)).collect();
        confined(&offsets, to, 0, "offsets", false)
            .or_else(|| unit_strides(&strides))
            .or_else(|| {
                // Those in front, which the source lacks, are bounded by their offsets alone.
                let (a, b) = (offsets.get(ahead..)?, sizes.get(ahead..)?);
                let padded: Vec<i64> =
                    std::iter::repeat_n(1, ahead).chain(a.iter().zip(b).map(|(a, b)| a + b)).collect();
                confined(&padded, to, 1, "sum(offsets, source vector shape)", true)
            })
            .or_else(|| scalable_slice(from, to.get(ahead..)?))
    };
    wrong.into_iter().for_each(|message| report(rule(message)));
}

/// Scalable dimensions are taken whole.
fn scalable_slice(from: &[Dim], to: &[Dim]) -> Option<String> {
    from.iter().zip(to).enumerate().find_map(|(place, (a, b))| {
        if a.scalable != b.scalable {
            return Some(format!("mismatching scalable flags (at source vector idx={place})"));
        }
        (a.scalable && a.size != b.size).then(|| {
            let (a, b) = (size(a), size(b));
            format!(
                "expected size at idx={place} to match the corresponding base size from the input vector ({a} vs {b})"
            )
        })
    })
}

fn extract_strided_slice(site: &Site, report: Report) {
    let (Some((from, element)), Some(found)) = (operand(site, 0), site.result_type()) else { return };
    let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|name| numbers(site, name));
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return report(rule("expected offsets, sizes and strides attributes of same size"));
    }
    if offsets.len() > from.len() {
        return report(rule("expected offsets attribute of rank no greater than vector rank"));
    }
    let wrong = confined(&offsets, from, 0, "offsets", false)
        .or_else(|| confined(&sizes, from, 1, "sizes", true))
        .or_else(|| unit_strides(&strides))
        .or_else(|| sums(&offsets, &sizes, from, "sum(offsets, sizes)"));
    if let Some(message) = wrong {
        return report(rule(message));
    }
    let mut dims: Vec<Dim> = from.to_vec();
    for (dim, &size) in dims.iter_mut().zip(&sizes) {
        dim.size = u64::try_from(size).ok();
    }
    for (place, (dim, base)) in dims.iter().zip(from).enumerate() {
        if dim.scalable && dim.size != base.size {
            let (a, b) = (size(dim), size(base));
            return report(rule(format!(
                "expected size at idx={place} to match the corresponding base size from the input vector ({a} vs {b})"
            )));
        }
    }
    let expected = site.ctx.ty(TypeData::Vector { dims: dims.into(), element });
    if found != expected {
        report(rule(format!("expected result type to be '{}'", site.spell(expected))));
    }
}

fn shuffle(site: &Site, report: Report) {
    let (Some((v1, a)), Some((v2, b)), Some((to, element))) = (operand(site, 0), operand(site, 1), result(site)) else {
        return;
    };
    for (of, wrong) in [
        (a, "first operand v1 and result have same element type"),
        (b, "second operand v2 and result have same element type"),
    ] {
        if of != element {
            return report(Kind::FailedToVerifyThat(wrong));
        }
    }
    let mask = numbers(site, "mask");
    let rank = v1.len().max(1);
    if v1.len() != v2.len() || to.len() != rank {
        return report(rule("rank mismatch"));
    }
    if v1.iter().zip(v2).skip(1).any(|(a, b)| a != b) || v1.iter().zip(to).skip(1).any(|(a, b)| a != b) {
        return report(rule("dimension mismatch"));
    }
    if mask.is_empty() || to.first().map(size) != i64::try_from(mask.len()).ok() {
        return report(rule(if mask.is_empty() { "invalid mask length" } else { "mask length mismatch" }));
    }
    let first = |dims: &[Dim]| dims.first().map_or(1, size);
    let bound = first(v1) + first(v2);
    if let Some(place) = mask.iter().position(|&index| index < -1 || index >= bound) {
        report(rule(format!("mask index #{} out of range", place + 1)));
    }
}

fn from_elements(site: &Site, report: Report) {
    let Some((dims, element)) = result(site) else { return };
    let all = site.operands().iter().all(|&value| site.body.value_type(value) == element);
    if !all || site.operands().len() != super::element_count(dims) {
        report(Kind::FailedToVerifyThat("shaped type 'dest' matches 'elements' element count and types"));
    }
}

fn interleave(site: &Site, report: Report) {
    let (Some((from, a)), Some((to, b))) = (operand(site, 0), result(site)) else { return };
    let doubled = match (from.split_last(), to.split_last()) {
        // A vector of no dimension gives two elements.
        (None, Some((last, []))) => last.size == Some(2) && !last.scalable,
        (Some((last_from, from)), Some((last_to, to))) => {
            from == to && size(last_to) == 2 * size(last_from) && last_from.scalable == last_to.scalable
        }
        _ => false,
    };
    if a != b || !doubled {
        report(Kind::FailedToVerifyThat("type of 'result' is double the width of the inputs"));
    }
}

fn transpose(site: &Site, report: Report) {
    let (Some((from, a)), Some((to, b))) = (operand(site, 0), result(site)) else { return };
    if a != b {
        return report(Kind::FailedToVerifyThat("operand and result have same element type"));
    }
    let order = numbers(site, "permutation");
    if from.len() != to.len() {
        return report(rule(format!("vector result rank mismatch: {}", to.len())));
    }
    if order.len() != from.len() {
        return report(rule(format!("transposition length mismatch: {}", order.len())));
    }
    let mut seen = vec![false; from.len()];
    for (place, &index) in order.iter().enumerate() {
        let Some(slot) = usize::try_from(index).ok().and_then(|index| seen.get_mut(index)) else {
            return report(rule(format!("transposition index out of range: {index}")));
        };
        if std::mem::replace(slot, true) {
            return report(rule(format!("duplicate position index: {index}")));
        }
        let source = usize::try_from(index).ok().and_then(|index| from.get(index));
        if to.get(place) != source {
            return report(rule(format!("dimension size mismatch at: {index}")));
        }
    }
}

fn scalable_part(site: &Site, part: Option<Type>, name: &str, report: Report) {
    let (Some(position), Some((dims, _))) = (site.attr_named("pos"), part.and_then(|ty| vector(site.ctx, ty))) else {
        return;
    };
    let (Some(position), Some(length)) = (site.ctx.int_value(position), dims.first().map(size)) else { return };
    if length > 0 && position % length != 0 {
        report(Kind::FailedToVerify(format!("position is a multiple of the {name} length.")));
    }
}

/// The operations that a mask can be put around.
const MASKABLE: &[&str] = &[
    "vector.contract",
    "vector.gather",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.reduction",
    "vector.scatter",
    "vector.transfer_read",
    "vector.transfer_write",
];

fn mask(site: &Site, report: Report) {
    let body = site.body;
    let Some(&block) = body.op_regions(site.op).first().and_then(|&region| body.blocks(region).first()) else {
        return;
    };
    let ops: Vec<crate::Op> = body.ops(block).collect();
    let (Some(&first), Some(&last)) = (ops.first(), ops.last()) else { return };
    if ops.len() > 2 {
        return report(rule("expects only one operation to mask"));
    }
    if body.name(last) != vector::YIELD || !body.name(last).def().is_some_and(|def| def.is(Traits::TERMINATOR)) {
        return report(rule("expects a terminator within the mask region"));
    }
    if body.operands(last).len() != body.results(site.op).len() {
        return report(rule("expects number of results to match mask region yielded values"));
    }
    if first == last {
        return;
    }
    if !MASKABLE.contains(&site.ctx.op_name_str(body.name(first)).as_ref()) {
        return report(rule("expects a MaskableOpInterface within the mask region"));
    }
    let results = || body.results(first);
    if results().len() != body.results(site.op).len() {
        return report(rule("expects number of results to match maskable operation number of results"));
    }
    if !results().eq(body.operands(last).iter().copied()) {
        return report(rule(
            "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
        ));
    }
    let types = |op| body.results(op).map(|v| body.value_type(v)).collect::<Vec<_>>();
    if types(first) != types(site.op) {
        return report(rule("expects result type to match maskable operation result type"));
    }
    let inner = Site::new(site.ctx, body, first);
    let (Some(expected), Some(found)) = (inner.and_then(|inner| masked(&inner)), site.operand_type(0)) else { return };
    if found != expected {
        report(rule(format!("expects a '{}' mask for the maskable operation", site.spell(expected))));
    }
}

/// The type of the mask that goes around an operation, as far as its operands' shapes tell it.
fn masked(site: &Site) -> Option<Type> {
    let like = |ty| Some(site.ctx.with_scalar_type(ty, types::I1));
    match site.ctx.op_name_str(site.name()).as_ref() {
        "vector.reduction" | "vector.multi_reduction" => like(site.operand_type(0)?),
        "vector.outerproduct" | "vector.gather" => like(site.result_type()?),
        _ => None,
    }
}
