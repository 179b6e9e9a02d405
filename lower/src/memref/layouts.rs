//! Where the elements of memrefs lie: strides and offsets, and the types that follow from them. MLIR's builtin
//! dialect, "Layout" of `MemRefType`.

use super::verify::{MemRef, parts};
use irtrip_dialect::attributes::{AttrData, StridedLayout};
use irtrip_dialect::maps::Map;
use irtrip_dialect::types::{Dim, TypeData};
use irtrip_dialect::{Attr, Context, Type};

/// A place among static numbers that an operand stands for.
pub(crate) const DYNAMIC: i64 = i64::MIN;

/// A number that may not be known.
type Number = Option<i64>;

/// A layout by strides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Strided {
    pub(crate) offset: Number,
    pub(crate) strides: Vec<Number>,
}

/// The product, which is not known where a factor is not.
pub(crate) fn multiply(a: Number, b: Number) -> Number {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.wrapping_mul(b)),
        _ => None,
    }
}

fn add(a: Number, b: Number) -> Number {
    Some(a?.wrapping_add(b?))
}

fn number(value: i64) -> Number {
    Some(value).filter(|&value| value != DYNAMIC)
}

/// Sizes as dimensions.
pub(crate) fn sizes(values: &[i64]) -> Box<[Dim]> {
    values.iter().map(|&value| Dim { size: u64::try_from(value).ok(), scalable: false }).collect()
}

fn size_of(dim: &Dim) -> Number {
    dim.size.and_then(|size| i64::try_from(size).ok())
}

/// How many symbols a layout takes.
pub(crate) fn symbols(ctx: &Context, layout: Option<Attr>) -> usize {
    match layout.map(|layout| ctx.attr_data(layout)) {
        Some(AttrData::StridedLayout(strided)) => {
            usize::from(strided.offset.is_none()) + strided.strides.iter().filter(|stride| stride.is_none()).count()
        }
        _ => layout.and_then(|layout| Map::of(ctx, layout)).map_or(0, |map| map.symbols),
    }
}

/// The strides of a memref, if its layout has some.
pub(crate) fn strided(ctx: &Context, of: &MemRef) -> Option<Strided> {
    match of.layout.map(|layout| (layout, ctx.attr_data(layout))) {
        None => Some(Strided { offset: Some(0), strides: contiguous(of.dims) }),
        Some((_, AttrData::StridedLayout(layout))) => {
            Some(Strided { offset: layout.offset, strides: layout.strides.to_vec() })
        }
        Some((layout, _)) => linear(&Map::of(ctx, layout)?),
    }
}

/// Whether a layout returns the indices. One dimension of stride 1 does.
pub(crate) fn is_identity(ctx: &Context, layout: Option<Attr>) -> bool {
    match layout.map(|layout| (layout, ctx.attr_data(layout))) {
        None => true,
        Some((_, AttrData::StridedLayout(layout))) => layout.offset == Some(0) && *layout.strides == [Some(1)],
        Some((layout, _)) => Map::of(ctx, layout).is_some_and(|map| map.is_identity()),
    }
}

/// The strides where the elements lie one after the other.
fn contiguous(dims: &[Dim]) -> Vec<Number> {
    let mut stride = Some(1);
    let mut strides: Vec<Number> = dims
        .iter()
        .rev()
        .map(|dim| {
            let own = stride;
            stride = multiply(stride, size_of(dim));
            own
        })
        .collect();
    strides.reverse();
    strides
}

/// The strides of a map whose result is one sum of dimensions, each times a number.
fn linear(map: &Map) -> Option<Strided> {
    let mut results = map.each_result();
    let (Some(sum), None) = (results.next(), results.next()) else { return None };
    let mut strided = Strided { offset: Some(0), strides: vec![Some(0); map.dims] };
    let terms = sum.replace(" - ", " + -");
    for term in terms.split(" + ") {
        let (factor, by) = match term.split_once(" * ") {
            Some((factor, by)) => (factor, value_of(by)?),
            None => (term, Some(1)),
        };
        let (factor, by) = match factor.strip_prefix('-').filter(|rest| rest.starts_with(['d', 's'])) {
            Some(rest) => (rest, multiply(by, Some(-1))),
            None => (factor, by),
        };
        match factor.strip_prefix('d') {
            Some(digits) => {
                let stride = strided.strides.get_mut(digits.parse::<usize>().ok()?)?;
                *stride = if *stride == Some(0) { by } else { add(*stride, by) };
            }
            None => strided.offset = add(strided.offset, multiply(value_of(factor)?, by)),
        }
    }
    Some(strided)
}

/// The number a text is; not known where it is a symbol.
fn value_of(text: &str) -> Option<Number> {
    match text.strip_prefix('s') {
        Some(digits) => digits.parse::<usize>().ok().map(|_| None),
        None => text.parse().ok().map(Some),
    }
}

impl Strided {
    /// The layout of a part that starts at offsets and takes each so many elements.
    pub(crate) fn part(&self, offsets: &[i64], strides: &[i64]) -> Strided {
        let start = self.strides.iter().zip(offsets).fold(self.offset, |sum, (&stride, &offset)| {
            // An element at 0 is at the start, whatever the stride.
            let step = if offset == 0 { Some(0) } else { multiply(stride, number(offset)) };
            add(sum, step)
        });
        let strides = self.strides.iter().zip(strides).map(|(&a, &b)| multiply(a, number(b))).collect();
        Strided { offset: start, strides }
    }

    /// Whether the strides are those of `reduced`, which may lack dimensions of size 1.
    pub(crate) fn fits(&self, sizes: &[i64], reduced: &Strided) -> bool {
        self.dropped(sizes, reduced).is_some_and(|dropped| {
            let kept = self.strides.iter().zip(dropped).filter(|(_, dropped)| !dropped);
            kept.map(|(stride, _)| stride).eq(&reduced.strides)
        })
    }

    /// Which dimensions `reduced` lacks: of those of size 1 those whose stride it lacks too.
    fn dropped(&self, sizes: &[i64], reduced: &Strided) -> Option<Vec<bool>> {
        let rank = self.strides.len();
        if rank == reduced.strides.len() {
            return Some(vec![false; rank]);
        }
        let mut unused: Vec<bool> = sizes.iter().map(|&size| size == 1).collect();
        let count = |unused: &[bool]| unused.iter().filter(|&&is| is).count();
        if count(&unused) + reduced.strides.len() == rank {
            return Some(unused);
        }
        let occurrences = |strides: &[Number], wanted: Number| strides.iter().filter(|&&s| s == wanted).count();
        let mut taken: Vec<Number> = Vec::new();
        for (place, is_unused) in unused.iter_mut().enumerate() {
            let stride = *self.strides.get(place)?;
            if !*is_unused {
                continue;
            }
            let left = occurrences(&self.strides, stride) - occurrences(&taken, stride);
            match left.cmp(&occurrences(&reduced.strides, stride)) {
                std::cmp::Ordering::Greater => taken.push(stride),
                std::cmp::Ordering::Equal => *is_unused = false,
                std::cmp::Ordering::Less => return None,
            }
        }
        (count(&unused) + reduced.strides.len() == rank).then_some(unused)
    }
}

/// A memref's type with other sizes and a layout by strides.
pub(crate) fn with_layout(ctx: &Context, of: &MemRef, dims: Box<[Dim]>, strided: &Strided) -> Type {
    let layout = StridedLayout { offset: strided.offset, strides: strided.strides.as_slice().into() };
    let layout = Some(ctx.attr(AttrData::StridedLayout(Box::new(layout))));
    ctx.ty(TypeData::MemRef { dims: Some(dims), element: of.element, layout, space: of.space })
}

fn without_layout(ctx: &Context, of: &MemRef, dims: &[Dim]) -> Type {
    ctx.ty(TypeData::MemRef { dims: Some(dims.into()), element: of.element, layout: None, space: of.space })
}

/// The type of a memref whose dimensions become the groups; `None` where its layout has no strides.
pub(crate) fn expanded(ctx: &Context, of: &MemRef, dims: &[Dim], groups: &[Vec<i64>]) -> Option<Type> {
    if is_identity(ctx, of.layout) {
        return Some(without_layout(ctx, of, dims));
    }
    let from = strided(ctx, of)?;
    let mut strides = vec![Some(1); dims.len()];
    for (group, &stride) in groups.iter().zip(&from.strides) {
        let mut stride = stride;
        for &place in group.iter().rev() {
            let place = usize::try_from(place).ok()?;
            *strides.get_mut(place)? = stride;
            stride = multiply(stride, dims.get(place).and_then(size_of));
        }
    }
    Some(with_layout(ctx, of, dims.into(), &Strided { offset: from.offset, strides }))
}

/// The type of a memref whose groups of dimensions become one each; `None` where they do not lie one after the other.
pub(crate) fn collapsed(ctx: &Context, of: &MemRef, dims: &[Dim], groups: &[Vec<i64>]) -> Option<Type> {
    if is_identity(ctx, of.layout) {
        return Some(without_layout(ctx, of, dims));
    }
    let from = strided(ctx, of)?;
    let at = |place: i64| usize::try_from(place).ok();
    let mut strides = Vec::new();
    for group in groups {
        // Dimensions of size 1 at the end have strides of no matter.
        let mut places: Vec<usize> = group.iter().filter_map(|&place| at(place)).collect();
        while places.len() > 1 && places.last().and_then(|&last| of.dims.get(last)?.size) == Some(1) {
            places.pop();
        }
        let Some(&last) = places.last() else {
            strides.push(Some(1));
            continue;
        };
        // One whose size is not known may be of size 1, too.
        let known = of.dims.get(last)?.size.is_some() || places.len() == 1;
        strides.push(if known { *from.strides.get(last)? } else { None });
    }
    for (group, &last) in groups.iter().zip(&strides) {
        let mut stride = last;
        for pair in group.windows(2).rev() {
            let &[outer, inner] = pair else { return None };
            let (outer, inner) = (at(outer)?, at(inner)?);
            stride = multiply(stride, of.dims.get(inner).and_then(size_of));
            let own = *from.strides.get(outer)?;
            let is_one = of.dims.get(outer)?.size == Some(1);
            // What is not known on both sides is taken to fit.
            if !is_one && own != stride && (own.is_some() && stride.is_some()) {
                return None;
            }
        }
    }
    Some(with_layout(ctx, of, dims.into(), &Strided { offset: from.offset, strides }))
}

/// Whether sizes that are known are equal.
pub(crate) fn compatible_sizes(a: &[Dim], b: &[Dim]) -> bool {
    let fit = |(a, b): (&Dim, &Dim)| a.size.is_none() || b.size.is_none() || a.size == b.size;
    a.len() == b.len() && a.iter().zip(b).all(fit)
}

/// Whether `reduced` is the sizes without some that are 1.
pub(crate) fn reduces(sizes: &[Dim], reduced: &[Dim]) -> bool {
    let mut rest = reduced.iter().peekable();
    let kept = sizes.iter().all(|dim| rest.next_if(|next| next.size == dim.size).is_some() || dim.size == Some(1));
    kept && rest.next().is_none()
}

/// Whether `memref.cast` takes one type to the other.
pub(crate) fn casts(ctx: &Context, from: Type, to: Type) -> bool {
    let (TypeData::MemRef { element: a, space: s, .. }, TypeData::MemRef { element: b, space: t, .. }) =
        (ctx.type_data(from), ctx.type_data(to))
    else {
        return false;
    };
    if a != b || s != t {
        return false;
    }
    match (parts(ctx, from), parts(ctx, to)) {
        (None, None) => false,
        (Some(from), Some(to)) => compatible_sizes(from.dims, to.dims) && same_layout(ctx, &from, &to),
        _ => true,
    }
}

fn same_layout(ctx: &Context, from: &MemRef, to: &MemRef) -> bool {
    if from.layout == to.layout {
        return true;
    }
    let (Some(a), Some(b)) = (strided(ctx, from), strided(ctx, to)) else { return false };
    let fit = |a: Number, b: Number| a.is_none() || b.is_none() || a == b;
    let dims = from.dims.iter().zip(a.strides.iter().zip(&b.strides));
    fit(a.offset, b.offset)
        && a.strides.len() == b.strides.len()
        && dims.into_iter().all(|(dim, (&a, &b))| dim.size == Some(1) || fit(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip_dialect::types::well_known as types;

    #[test]
    fn maps_that_are_sums_have_strides() {
        let ctx = Context::new();
        let layout = |text: &str| {
            let map = ctx.attr(AttrData::Affine(ctx.str(text)));
            linear(&Map::of(&ctx, map)?)
        };
        let found = layout("affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 * 4 - 136)>");
        assert_eq!(found, Some(Strided { offset: Some(-136), strides: vec![None, Some(4)] }));
        assert_eq!(layout("affine_map<(d0) -> (d0 floordiv 8)>"), None);
        assert_eq!(layout("affine_map<(d0) -> (d0, d0)>"), None);
    }

    #[test]
    fn a_part_starts_after_its_offset() {
        let ctx = Context::new();
        let dims = sizes(&[8, 16, 4]);
        let ty = ctx.ty(TypeData::MemRef { dims: Some(dims), element: types::I8, layout: None, space: None });
        let strided = parts(&ctx, ty).and_then(|of| strided(&ctx, &of));
        let part = strided.map(|layout| layout.part(&[1, 0, DYNAMIC], &[2, 1, 1]));
        assert_eq!(part, Some(Strided { offset: None, strides: vec![Some(128), Some(4), Some(1)] }));
    }

    #[test]
    fn only_sizes_of_one_go() {
        assert!(reduces(&sizes(&[1, 4, 1]), &sizes(&[4])));
        assert!(!reduces(&sizes(&[2, 4]), &sizes(&[4])));
        assert!(!reduces(&sizes(&[4]), &sizes(&[4, 1])));
    }
}
