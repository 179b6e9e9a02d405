//! Rules of the `memref` dialect's operations that their rows do not say.

use super::GLOBAL;
use super::layouts::{self, DYNAMIC, Strided};
use irtrip_dialect::verify::{Report, Site};

use crate::arith::verify::shape;
use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::diagnostic::VerifyCode as Kind;
use irtrip_dialect::enums::AtomicRmwKind;
use irtrip_dialect::maps::Map;
use irtrip_dialect::names;
use irtrip_dialect::ops::Traits;
use irtrip_dialect::types::{Dim, TypeData, well_known as types};
use irtrip_dialect::{Attr, Context, Type};

/// The diagnostic of a broken rule, after the operation's name.
pub(crate) fn rule(message: impl Into<String>) -> Kind {
    Kind::Rule(message.into())
}

/// The same without the operation's name.
pub(crate) fn alone(message: impl Into<String>) -> Kind {
    Kind::RuleAlone(message.into())
}

/// An index for each dimension of the buffer that is loaded from.
pub(crate) fn load(site: &Site, report: Report) {
    let (rank, found) = (buffer(site, 0).map(|b| b.dims.len()), site.group(1).len());
    if let Some(expected) = rank.filter(|&rank| rank != found) {
        report(rule(format!("incorrect number of indices for load, expected {expected} but got {found}")));
    }
}

/// An index for each dimension of the buffer that is stored to.
pub(crate) fn store(site: &Site, report: Report) {
    if buffer(site, 1).is_some_and(|b| b.dims.len() != site.group(2).len()) {
        report(rule("store index operand count not equal to memref rank"));
    }
}

/// Source and target have one shape.
pub(crate) fn copy(site: &Site, report: Report) {
    if let (Some(from), Some(to)) = (buffer(site, 0), buffer(site, 1))
        && !layouts::compatible_sizes(from.dims, to.dims)
    {
        report(rule("requires the same shape for all operands"));
    }
}

/// What is not known of one type may be known of the other, and nothing else differs.
pub(crate) fn cast(site: &Site, report: Report) {
    cast_fits(site, report, layouts::casts);
}

/// The types differ in the memory space alone.
pub(crate) fn memory_space_cast(site: &Site, report: Report) {
    cast_fits(site, report, |ctx, from, to| {
        let without_space = |ty| match ctx.type_data(ty) {
            TypeData::MemRef { dims, element, layout, .. } => Some((dims, element, layout)),
            _ => None,
        };
        without_space(from) == without_space(to)
    });
}

/// An index for each dimension of the tag.
pub(crate) fn dma_wait(site: &Site, report: Report) {
    let (rank, found) = (buffer(site, 0).map_or(0, |b| b.dims.len()), site.group(1).len());
    if rank != found {
        report(rule(format!(
            "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got \
             {found}"
        )));
    }
}

/// The alignment is a power of two.
pub(crate) fn assume_alignment(site: &Site, report: Report) {
    if site.int(names::ALIGNMENT).is_some_and(|bytes| bytes.count_ones() != 1) {
        report(rule("alignment must be power of 2"));
    }
}

/// An index for each dimension of the buffer that is fetched from.
pub(crate) fn prefetch(site: &Site, report: Report) {
    if buffer(site, 0).is_some_and(|of| of.dims.len() != site.group(1).len()) {
        report(rule("too few indices"));
    }
}

/// A result for each operand, of its type.
pub(crate) fn distinct_objects(site: &Site, report: Report) {
    let results: Vec<Type> = site.body.results(site.op).map(|v| site.body.value_type(v)).collect();
    if site.operands().is_empty() {
        report(rule("expected at least one operand"));
    } else if !site.operands().iter().map(|&v| site.body.value_type(v)).eq(results) {
        report(rule("operand types and result types must match"));
    }
}

/// A ranked buffer's type in parts.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<'c> {
    pub(crate) ty: Type,
    pub(crate) dims: &'c [Dim],
    pub(crate) element: Type,
    pub(crate) layout: Option<Attr>,
    pub(crate) space: Option<Attr>,
}

/// The parts of a ranked buffer's type.
pub(crate) fn parts(ctx: &Context, ty: Type) -> Option<Buffer<'_>> {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims: Some(dims), element, layout, space } => {
            Some(Buffer { ty, dims, element: *element, layout: *layout, space: *space })
        }
        _ => None,
    }
}

/// The buffer that is an operand.
pub(crate) fn buffer<'a>(site: &Site<'a>, index: usize) -> Option<Buffer<'a>> {
    parts(site.ctx, site.operand_type(index)?)
}

/// The buffer that is the result.
fn result<'a>(site: &Site<'a>) -> Option<Buffer<'a>> {
    parts(site.ctx, site.result_type()?)
}

/// The element type and the memory space of a buffer of any rank.
fn of_any_rank(ctx: &Context, ty: Type) -> Option<(Type, Option<Attr>)> {
    match ctx.type_data(ty) {
        TypeData::MemRef { element, space, .. } => Some((*element, *space)),
        _ => None,
    }
}

/// Whether there are as many sizes as the result has dimensions without one.
fn dynamic_sizes(of: &Buffer, found: usize, report: Report) -> bool {
    let expected = of.dims.iter().filter(|dim| dim.size.is_none()).count();
    if found != expected {
        report(rule(format!("incorrect number of dynamic sizes, has {found}, expected {expected}")));
    }
    found == expected
}

pub(crate) fn allocation(site: &Site, report: Report) {
    let Some(of) = result(site) else { return };
    if !dynamic_sizes(&of, site.group(0).len(), report) {
        return;
    }
    let (expected, found) = (layouts::symbols(site.ctx, of.layout), site.group(1).len());
    if expected != found {
        report(rule(format!(
            "symbol operand count does not equal memref symbol count: expected {expected}, got {found}"
        )));
    }
}

fn cast_fits(site: &Site, report: Report, fits: impl Fn(&Context, Type, Type) -> bool) {
    let (Some(from), Some(to)) = (site.operand_type(0), site.result_type()) else { return };
    if !fits(site.ctx, from, to) {
        report(Kind::CastIncompatible { from: site.spell(from), to: site.spell(to) });
    }
}

fn list(dims: &[Dim]) -> String {
    let size = |dim: &Dim| dim.size.map_or_else(|| i64::MIN.to_string(), |size| size.to_string());
    dims.iter().map(size).collect::<Vec<_>>().join(", ")
}

pub(crate) fn global(site: &Site, report: Report) {
    let Some(ty) = site.type_attr(names::TYPE) else { return };
    let of = parts(site.ctx, ty).filter(|of| of.dims.iter().all(|dim| dim.size.is_some()));
    let Some(of) = of else {
        return report(rule(format!("type should be static shaped memref, but got '{}'", site.spell(ty))));
    };
    let Some(value) = site.attr(names::INITIAL_VALUE) else { return };
    let ty = match site.ctx.attr_data(value) {
        AttrData::Unit => return,
        AttrData::Dense { ty, .. } | AttrData::Sparse { ty, .. } | AttrData::DenseResource { ty, .. } => *ty,
        AttrData::DenseStrings { ty, .. } => *ty,
        _ => return report(rule("initial value should be a unit or elements attribute")),
    };
    let (element, Some(Some(dims))) = (site.ctx.scalar_type(ty), shape(site.ctx, ty)) else { return };
    if element != of.element {
        let (expected, found) = (site.spell(of.element), site.spell(element));
        return report(rule(format!(
            "initial value element expected to be of type '{expected}', but was of type '{found}'"
        )));
    }
    if dims != of.dims {
        report(rule(format!("initial value shape expected to be {} but was {}", list(of.dims), list(dims))));
    }
}

pub(crate) fn get_global(site: &Site, report: Report) {
    // Symbols of tables that are no module are not known here.
    let Some(holder) = site.holder().map(|holder| holder.def) else { return };
    if holder.is(Traits::SYMBOL_TABLE) {
        return;
    }
    let Some(name) = site.attr_named("name").and_then(|name| site.ctx.symbol_value(name)) else { return };
    let text = site.ctx.text(name);
    let Some(global) = site.symbol(name).filter(|symbol| symbol.name() == GLOBAL) else {
        return report(rule(format!("'{text}' does not reference a valid global memref")));
    };
    let (Some(found), Some(expected)) =
        (site.result_type(), global.attr(names::TYPE).and_then(|ty| site.ctx.type_value(ty)))
    else {
        return;
    };
    if found != expected {
        report(rule(format!(
            "result type '{}' does not match type '{}' of the global memref @{text}",
            site.spell(found),
            site.spell(expected)
        )));
    }
}

/// The numbers of an array of arrays.
pub(crate) fn groups(site: &Site) -> Vec<Vec<i64>> {
    let ctx = site.ctx;
    let Some(attr) = site.attr_named("reassociation") else { return Vec::new() };
    let numbers = |&group: &Attr| ctx.items(group).iter().filter_map(|&item| ctx.int_value(item)).collect();
    ctx.items(attr).iter().map(numbers).collect()
}

/// Whether each dimension of `collapsed` is a group of those of `expanded`.
fn check_groups(collapsed: &[Dim], expanded: &[Dim], groups: &[Vec<i64>], report: Report) -> bool {
    match broken_groups(collapsed, expanded, groups) {
        Some(message) => report(rule(message)),
        None => return true,
    }
    false
}

fn broken_groups(collapsed: &[Dim], expanded: &[Dim], groups: &[Vec<i64>]) -> Option<String> {
    if collapsed.len() != groups.len() {
        let (found, expected) = (groups.len(), collapsed.len());
        return Some(format!("invalid number of reassociation groups: found {found}, expected {expected}"));
    }
    let mut next = 0_usize;
    for (place, (group, of)) in groups.iter().zip(collapsed).enumerate() {
        let mut size = Some(1_u64);
        for &index in group {
            if usize::try_from(index) != Ok(next) {
                return Some("reassociation indices must be contiguous".to_owned());
            }
            let Some(dim) = expanded.get(next) else {
                return Some(format!("reassociation index {index} is out of bounds"));
            };
            next += 1;
            size = size.and_then(|size| Some(size.wrapping_mul(dim.size?)));
        }
        match (of.size, size) {
            (None, None) => {}
            (Some(of), Some(size)) if of == size => {}
            (Some(of), Some(size)) => {
                return Some(format!("collapsed dim size ({of}) must equal reassociation group size ({size})"));
            }
            (None, Some(_)) | (Some(_), None) => {
                return Some(format!(
                    "collapsed dim ({place}) must be dynamic if and only if reassociation group is dynamic"
                ));
            }
        }
    }
    if collapsed.is_empty() {
        let wrong = expanded.iter().any(|dim| dim.size != Some(1));
        return wrong.then(|| "rank 0 memrefs can only be extended/collapsed with/from ones".to_owned());
    }
    (next != expanded.len()).then(|| {
        let rank = expanded.len();
        format!("expanded rank ({rank}) inconsistent with number of reassociation indices ({next})")
    })
}

pub(crate) fn expand_shape(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (buffer(site, 0), result(site)) else { return };
    let (r0, r1) = (from.dims.len(), to.dims.len());
    if r0 > r1 {
        return report(rule(format!(
            "has source rank {r0} and result rank {r1}. This is not an expansion ({r0} > {r1})."
        )));
    }
    let groups = groups(site);
    if !check_groups(from.dims, to.dims, &groups, report) {
        return;
    }
    let ctx = site.ctx;
    let Some(expected) = layouts::expanded(ctx, &from, to.dims, &groups) else {
        return report(rule("invalid source layout map"));
    };
    if expected != to.ty {
        let (expected, found) = (site.spell(expected), site.spell(to.ty));
        return report(rule(format!("expected expanded type to be '{expected}' but found '{found}'")));
    }
    let given = site.attr_named("static_output_shape").and_then(|a| ctx.dense_array(a)).unwrap_or_default();
    if given.len() != r1 {
        return report(rule(format!(
            "expected number of static shape bounds to be equal to the output rank ({r1}) but found {} inputs instead",
            given.len()
        )));
    }
    let (dynamic, found) = (given.iter().filter(|&&size| size == DYNAMIC).count(), site.group(1).len());
    if dynamic != found {
        return report(rule(format!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} \
             dynamic dims while output_shape has {found} values"
        )));
    }
    let wrong =
        given.iter().zip(to.dims).position(|(&size, dim)| size != DYNAMIC && dim.size != u64::try_from(size).ok());
    if let Some(place) = wrong {
        report(rule(format!("invalid output shape provided at pos {place}")));
    }
}

pub(crate) fn collapse_shape(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (buffer(site, 0), result(site)) else { return };
    let (r0, r1) = (from.dims.len(), to.dims.len());
    if r0 < r1 {
        return report(rule(format!(
            "has source rank {r0} and result rank {r1}. This is not a collapse ({r0} < {r1})."
        )));
    }
    let groups = groups(site);
    if !check_groups(to.dims, from.dims, &groups, report) {
        return;
    }
    let Some(expected) = layouts::collapsed(site.ctx, &from, to.dims, &groups) else {
        return report(rule("invalid source layout map or collapsing non-contiguous dims"));
    };
    if expected != to.ty {
        let (expected, found) = (site.spell(expected), site.spell(to.ty));
        report(rule(format!("expected collapsed type to be '{expected}' but found '{found}'")));
    }
}

/// The offsets, sizes and strides of a part of a buffer.
pub(crate) struct Window<'a> {
    pub(crate) offsets: &'a [i64],
    pub(crate) sizes: &'a [i64],
    pub(crate) strides: &'a [i64],
}

/// What all operations with offsets, sizes and strides hold; `ranks` is how many of each there are,
/// `first` the group of those that are values.
pub(crate) fn window<'a>(site: &Site<'a>, ranks: [usize; 3], first: u8, report: Report) -> Option<Window<'a>> {
    let lists = ["static_offsets", "static_sizes", "static_strides"]
        .map(|name| site.attr_named(name).and_then(|attr| site.ctx.dense_array(attr)).unwrap_or_default());
    let [offsets, sizes, strides] = lists;
    let behind = "so the rank of the result type is well-formed.";
    let wrong = broken_values(site, lists, first)
        .or_else(|| {
            let (a, b) = (offsets.len(), sizes.len());
            (!(a == 1 && ranks[0] == 1) && a != b)
                .then(|| format!("expected mixed offsets rank to match mixed sizes rank ({a} vs {b}) {behind}"))
        })
        .or_else(|| {
            let (a, b) = (sizes.len(), strides.len());
            (a != b).then(|| format!("expected mixed sizes rank to match mixed strides rank ({a} vs {b}) {behind}"))
        })
        .or_else(|| broken_lists(lists, ranks));
    match wrong {
        Some(message) => {
            report(alone(message));
            None
        }
        None => Some(Window { offsets, sizes, strides }),
    }
}

/// A value for each number that is not known.
fn broken_values(site: &Site, lists: [&[i64]; 3], first: u8) -> Option<String> {
    (first..).zip(lists.into_iter().zip(["offset", "size", "stride"])).find_map(|(group, (list, name))| {
        let (found, dynamic) = (site.group(group).len(), list.iter().filter(|&&value| value == DYNAMIC).count());
        (found != dynamic).then(|| {
            format!(
                "expected the number of '{name}s' to match the number of dynamic entries in 'static_{name}s' ({found} vs \
                 {dynamic})"
            )
        })
    })
}

fn broken_lists(lists: [&[i64]; 3], ranks: [usize; 3]) -> Option<String> {
    for (list, (name, rank)) in lists.into_iter().zip(["offset", "size", "stride"].iter().zip(ranks)) {
        if list.len() != rank {
            return Some(format!("expected {rank} {name} values, got {}", list.len()));
        }
    }
    let negative = |list: &[i64]| list.iter().copied().find(|&value| value < 0 && value != DYNAMIC);
    let of = |name: &str, list| Some(format!("expected {name} to be non-negative, but got {}", negative(list)?));
    of("offsets", lists[0]).or_else(|| of("sizes", lists[1]))
}

pub(crate) fn subview(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (buffer(site, 0), result(site)) else { return };
    let rank = from.dims.len();
    let Some(part) = window(site, [rank; 3], 1, report) else { return };
    if from.space != to.space {
        return report(alone(format!(
            "different memory spaces specified for base memref type '{}' and subview memref type '{}'",
            site.spell(from.ty),
            site.spell(to.ty)
        )));
    }
    let Some(strided) = layouts::strided(site.ctx, &from) else {
        return report(alone(format!("base type '{}' is not strided", site.spell(from.ty))));
    };
    let viewed = strided.part(part.offsets, part.strides);
    let expected = layouts::with_layout(site.ctx, &from, layouts::sizes(part.sizes), &viewed);
    let or_reduced = |what: &str| {
        format!(
            "expected result type to be '{}' or a rank-reduced version. (mismatch of result {what}), but got '{}'",
            site.spell(expected),
            site.spell(to.ty)
        )
    };
    let Some(of) = parts(site.ctx, expected) else { return };
    let found = site.spell(to.ty);
    if to.dims.len() > rank {
        let message = format!("expected result rank to be smaller or equal to the source rank, but got '{found}'");
        return report(alone(message));
    }
    if !layouts::reduces(of.dims, to.dims) {
        return report(alone(or_reduced("sizes")));
    }
    if of.element != to.element {
        let element = site.spell(of.element);
        return report(alone(format!("expected result element type to be '{element}', but got '{found}'")));
    }
    let fits = layouts::strided(site.ctx, &to)
        .is_some_and(|to_layout| viewed.offset == to_layout.offset && viewed.fits(part.sizes, &to_layout));
    if !fits {
        return report(alone(or_reduced("layout")));
    }
    if let Some(message) = out_of_bounds(from.dims, &part) {
        report(alone(message));
    }
}

/// Where a part does not lie inside the buffer, as far as that is known.
pub(crate) fn out_of_bounds(dims: &[Dim], part: &Window) -> Option<String> {
    let known = |value: i64| Some(value).filter(|&value| value != DYNAMIC);
    let lists = part.offsets.iter().zip(part.sizes).zip(part.strides);
    dims.iter().zip(lists).enumerate().find_map(|(place, (dim, ((&offset, &size), &stride)))| {
        let (bound, offset) = (i64::try_from(dim.size?).ok()?, known(offset)?);
        if offset >= bound {
            return Some(format!("offset {place} is out-of-bounds: {offset} >= {bound}"));
        }
        let last = offset.wrapping_add(known(size)?.wrapping_sub(1).wrapping_mul(known(stride)?));
        let wrong = last >= bound;
        wrong.then(|| format!("slice along dimension {place} runs out-of-bounds: {last} >= {bound}"))
    })
}

pub(crate) fn reinterpret_cast(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (site.operand_type(0), result(site)) else { return };
    let rank = to.dims.len();
    let Some(part) = window(site, [1, rank, rank], 1, report) else { return };
    let Some((element, space)) = of_any_rank(site.ctx, from) else { return };
    let differ =
        if space != to.space { Some("memory spaces") } else { (element != to.element).then_some("element types") };
    if let Some(what) = differ {
        return report(alone(format!(
            "different {what} specified for source type '{}' and result memref type '{}'",
            site.spell(from),
            site.spell(to.ty)
        )));
    }
    let word = |value: i64| if value == DYNAMIC { "dynamic".to_owned() } else { value.to_string() };
    for (place, (dim, &size)) in to.dims.iter().zip(part.sizes).enumerate() {
        if let Some(found) = dim.size.filter(|&found| i64::try_from(found) != Ok(size)) {
            let size = word(size);
            return report(alone(format!(
                "expected result type with size = {size} instead of {found} in dim = {place}"
            )));
        }
    }
    let Some(Strided { offset, strides }) = layouts::strided(site.ctx, &to) else {
        let found = site.spell(to.ty);
        return report(alone(format!("expected result type to have strided layout but found '{found}'")));
    };
    let expected = part.offsets.first().copied().unwrap_or(DYNAMIC);
    if let Some(found) = offset.filter(|&found| found != expected) {
        let expected = word(expected);
        return report(alone(format!("expected result type with offset = {expected} instead of {found}")));
    }
    for (place, (found, &stride)) in strides.into_iter().zip(part.strides).enumerate() {
        if let Some(found) = found.filter(|&found| found != stride) {
            let stride = word(stride);
            return report(alone(format!(
                "expected result type with stride = {stride} instead of {found} in dim = {place}"
            )));
        }
    }
}

pub(crate) fn transpose(site: &Site, report: Report) {
    let Some(map) = site.attr(names::PERMUTATION).and_then(|map| Map::of(site.ctx, map)) else { return };
    if map.permutation().is_none() {
        report(rule("expected a permutation map"));
    } else if buffer(site, 0).is_some_and(|of| of.dims.len() != map.dims) {
        report(rule("expected a permutation map of same rank as the input"));
    } else {
        transposed(site, &map, report);
    }
}

/// The result has the sizes and strides of the operand, as the map puts them.
fn transposed(site: &Site, map: &Map, report: Report) {
    let (Some(from), Some(to), Some(order)) = (buffer(site, 0), result(site), map.permutation()) else { return };
    let Some(strided) = layouts::strided(site.ctx, &from) else { return };
    let dims: Vec<Dim> = order.iter().filter_map(|&place| from.dims.get(place)).copied().collect();
    let strides = order.iter().filter_map(|&place| strided.strides.get(place)).copied().collect();
    let expected = layouts::Strided { offset: strided.offset, strides };
    let fits = from.element == to.element
        && from.space == to.space
        && *dims == *to.dims
        && layouts::strided(site.ctx, &to).is_some_and(|found| found == expected);
    if !fits {
        let canonical = layouts::with_linear_map(site.ctx, &from, dims.into(), &expected);
        let (found, expected) = (site.spell(to.ty), site.spell(canonical));
        report(rule(format!(
            "result type '{found}' is not equivalent to the canonical transposed input type '{expected}'"
        )));
    }
}

pub(crate) fn reshape(site: &Site, report: Report) {
    let (Some(from), Some(to), Some(shape)) = (site.operand_type(0), site.result_type(), buffer(site, 1)) else {
        return;
    };
    let ctx = site.ctx;
    let element = |ty| of_any_rank(ctx, ty).map(|parts| parts.0);
    if element(from) != element(to) {
        return report(rule("element types of source and destination memref types should be the same"));
    }
    if parts(ctx, from).is_some_and(|from| !layouts::is_identity(ctx, from.layout)) {
        return report(rule("source memref type should have identity affine map"));
    }
    let Some(to) = parts(ctx, to) else { return };
    if !layouts::is_identity(ctx, to.layout) {
        return report(rule("result memref type should have identity affine map"));
    }
    match shape.dims.first().and_then(|dim| dim.size) {
        None => {
            report(rule("cannot use shape operand with dynamic length to reshape to statically-ranked memref type"))
        }
        Some(length) if usize::try_from(length) != Ok(to.dims.len()) => {
            report(rule("length of shape operand differs from the result's memref rank"));
        }
        Some(_) => {}
    }
}

pub(crate) fn view(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (buffer(site, 0), result(site)) else { return };
    for (what, of) in [("base", &from), ("result", &to)] {
        if !layouts::is_identity(site.ctx, of.layout) {
            let ty = site.spell(of.ty);
            return report(alone(format!("unsupported map for {what} memref type '{ty}'")));
        }
    }
    if from.space != to.space {
        return report(alone(format!(
            "different memory spaces specified for base memref type '{}' and view memref type '{}'",
            site.spell(from.ty),
            site.spell(to.ty)
        )));
    }
    dynamic_sizes(&to, site.group(2).len(), report);
}

pub(crate) fn atomic_rmw(site: &Site, report: Report) {
    let (Some(of), Some(value)) = (buffer(site, 1), site.operand_type(0)) else { return };
    if of.dims.len() != site.group(2).len() {
        return report(rule("expects the number of subscripts to be equal to memref rank"));
    }
    let Some(kind) = site.enum_value::<AtomicRmwKind>(names::KIND) else { return };
    let data = site.ctx.type_data(value);
    use AtomicRmwKind as Kind;
    let wanted = match kind {
        Kind::Addf | Kind::Maximumf | Kind::Minimumf | Kind::Mulf => {
            (!matches!(data, TypeData::Float(_))).then_some("a floating-point type")
        }
        Kind::Addi
        | Kind::Maxs
        | Kind::Maxu
        | Kind::Mins
        | Kind::Minu
        | Kind::Muli
        | Kind::Ori
        | Kind::Andi
        | Kind::Xori => (!matches!(data, TypeData::Integer { .. })).then_some("an integer type"),
        Kind::Assign | Kind::Maxnumf | Kind::Minnumf => None,
    };
    if let Some(wanted) = wanted {
        report(rule(format!("with kind '{}' expects {wanted}", kind.mlir())));
    }
}

pub(crate) fn generic_atomic_rmw(site: &Site, report: Report) {
    let Some(&block) = site.body.op_regions(site.op).first().and_then(|&region| site.body.blocks(region).first())
    else {
        return;
    };
    let arguments = site.body.block_args(block);
    let &[argument] = arguments else {
        return report(rule("expected single number of entry block arguments"));
    };
    if Some(site.body.value_type(argument)) != site.result_type() {
        return report(rule("expected block argument of the same type result type"));
    }
    let pure = |op| site.body.name(op).def().is_none_or(|def| def.is(Traits::PURE));
    if !site.body.ops(block).all(pure) {
        report(alone("body of 'memref.generic_atomic_rmw' should contain only operations with no side effects"));
    }
}

pub(crate) fn atomic_yield(site: &Site, report: Report) {
    let holder = site.parent().and_then(|parent| parent.result_type());
    if let (Some(found), Some(expected)) = (site.operand_type(0), holder)
        && found != expected
    {
        report(rule(format!(
            "types mismatch between yield op: '{}' and its parent: '{}'",
            site.spell(found),
            site.spell(expected)
        )));
    }
}

pub(crate) fn realloc(site: &Site, report: Report) {
    let (Some(from), Some(to)) = (buffer(site, 0), result(site)) else { return };
    for (what, of) in [("source", &from), ("result", &to)] {
        if !layouts::is_identity(site.ctx, of.layout) {
            let ty = site.spell(of.ty);
            return report(alone(format!("unsupported layout for {what} memref type '{ty}'")));
        }
    }
    let differ = if from.space != to.space {
        Some("memory spaces")
    } else {
        (from.element != to.element).then_some("element types")
    };
    let ty = site.spell(to.ty);
    if let Some(what) = differ {
        let from = site.spell(from.ty);
        return report(alone(format!(
            "different {what} specified for source memref type '{from}' and result memref type '{ty}'"
        )));
    }
    let dynamic = to.dims.iter().any(|dim| dim.size.is_none());
    match (dynamic, site.group(1).is_empty()) {
        (true, true) => report(alone(format!("missing dimension operand for result type '{ty}'"))),
        (false, false) => report(alone(format!("unnecessary dimension operand for result type '{ty}'"))),
        _ => {}
    }
}

/// `memref.dma_start`: two buffers with indices, a count, a tag with indices, and a stride with its length, or none.
pub(crate) fn dma_start(site: &Site, report: Report) {
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
