//! Rules of the `vector` dialect's operations that combine elements: reductions, products, contractions and scans.

use super::buffers::rule;
use super::site::Site;
use super::vectors::{numbers, operand, result, size, vector};
use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::maps::Map;
use crate::names;
use crate::types::{Dim, Signedness, TypeData};

type Report<'r> = &'r mut dyn FnMut(Kind);

/// The word in a `#vector.kind`; `add` where there is none.
pub(super) fn kind_of(site: &Site) -> String {
    let Some(AttrData::Opaque { body, .. }) = site.attr(names::KIND).map(|kind| site.ctx.attr_data(kind)) else {
        return "add".to_owned();
    };
    let body = site.ctx.text(*body);
    body.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default().to_owned()
}

/// Whether elements of a type can become one in this way.
pub(super) fn combines(ctx: &Context, kind: &str, element: Type) -> bool {
    let data = ctx.type_data(element);
    let whole = matches!(data, TypeData::Integer { .. } | TypeData::Index);
    match kind {
        "add" | "mul" => whole || matches!(data, TypeData::Float(_)),
        "minui" | "minsi" | "maxui" | "maxsi" | "and" | "or" | "xor" => whole,
        _ => matches!(data, TypeData::Float(_)),
    }
}

pub(super) fn reduction(site: &Site, report: Report) {
    let (Some((dims, element)), Some(found)) = (operand(site, 0), site.result_type()) else { return };
    if found != element {
        return report(Kind::FailedToVerifyThat("source operand and result have same element type"));
    }
    if site.operand_type(1).is_some_and(|acc| acc != found) {
        return report(Kind::FailedToVerifyThat("dest and acc have the same type"));
    }
    if dims.len() > 1 {
        return report(rule(format!("unsupported reduction rank: {}", dims.len())));
    }
    let kind = kind_of(site);
    if !combines(site.ctx, &kind, found) {
        report(rule(format!("unsupported reduction type '{}' for kind '{kind}'", site.spell(found))));
    }
}

pub(super) fn multi_reduction(site: &Site, report: Report) {
    let (Some(source), Some(found)) = (site.operand_type(0), site.result_type()) else { return };
    let Some((dims, element)) = vector(site.ctx, source) else { return };
    let reduced = numbers(site, "reduction_dims");
    let left: Vec<Dim> =
        (0_i64..).zip(dims).filter(|(place, _)| !reduced.contains(place)).map(|(_, dim)| *dim).collect();
    let expected = match left.is_empty() {
        true => element,
        false => site.ctx.ty(TypeData::Vector { dims: left.into(), element }),
    };
    if found != expected {
        return report(rule(format!(
            "destination type '{}' is incompatible with source type '{}'",
            site.spell(found),
            site.spell(source)
        )));
    }
    let kind = kind_of(site);
    if !combines(site.ctx, &kind, element) {
        report(rule(format!("unsupported reduction type '{}' for kind '{kind}'", site.spell(element))));
    }
}

pub(super) fn outer_product(site: &Site, report: Report) {
    let (Some((lhs, _)), Some(rhs), Some((to, element))) = (operand(site, 0), site.operand_type(1), result(site))
    else {
        return;
    };
    let rhs = vector(site.ctx, rhs).map(|(dims, _)| dims);
    let same = |dim: Option<&Dim>, place: usize| dim.map(size) == to.get(place).map(size);
    let scalable = |dims: &[Dim]| dims.first().is_some_and(|dim| dim.scalable);
    let wrong = if lhs.len() != 1 {
        "expected 1-d vector for operand #1"
    } else if let Some(rhs) = rhs {
        if rhs.len() != 1 {
            "expected 1-d vector for operand #2"
        } else if to.len() != 2 {
            "expected 2-d vector result"
        } else if !same(lhs.first(), 0) {
            "expected #1 operand dim to match result dim #1"
        } else if !same(rhs.first(), 1) {
            "expected #2 operand dim to match result dim #2"
        } else if scalable(lhs) && !scalable(rhs) {
            "expected either both or only #2 operand dim to be scalable"
        } else {
            ""
        }
    } else if to.len() != 1 {
        "expected 1-d vector result"
    } else if !same(lhs.first(), 0) {
        "expected #1 operand dim to match result dim #1"
    } else {
        ""
    };
    if !wrong.is_empty() {
        return report(rule(wrong));
    }
    if site.operand_type(2).is_some_and(|acc| Some(acc) != site.result_type()) {
        return report(rule("expected operand #3 of same type as result type"));
    }
    if !combines(site.ctx, &kind_of(site), element) {
        report(rule("unsupported outerproduct type"));
    }
}

/// The dimensions a map gives, if it gives dimensions alone.
fn projected(map: &Map) -> Option<Vec<usize>> {
    map.each_result().map(|result| result.strip_prefix('d')?.parse().ok()).collect()
}

pub(super) fn contract(site: &Site, report: Report) {
    let ctx = site.ctx;
    let maps = site.attr(names::INDEXING_MAPS).map_or(&[][..], |maps| ctx.items(maps));
    let iterators = site.attr(names::ITERATOR_TYPES).map_or(&[][..], |types| ctx.items(types));
    let reduces = |&item: &crate::Attr| match ctx.attr_data(item) {
        AttrData::Opaque { body, .. } => ctx.bytes(*body) == b"iterator_type<reduction>",
        _ => false,
    };
    let reduced: Vec<bool> = iterators.iter().map(reduces).collect();
    let loops = reduced.len();
    let of: Vec<Type> = site.operands().iter().map(|&v| site.body.value_type(v)).collect();
    if maps.len() != 3 {
        return report(rule("expected an indexing map for each vector operand"));
    }
    let unsigned = |ty: &Type| matches!(ctx.type_data(ctx.scalar_type(*ty)), TypeData::Integer { signedness, .. } if *signedness != Signedness::Signless);
    if of.iter().any(unsigned) {
        return report(rule("only supports signless integer types"));
    }
    let mut given: Vec<Vec<usize>> = Vec::new();
    for (place, (&map, &ty)) in maps.iter().zip(&of).enumerate() {
        let Some(map) = Map::of(ctx, map) else { return };
        let rank = vector(ctx, ty).map_or(0, |(dims, _)| dims.len());
        let wrong = if map.symbols != 0 {
            "to have no symbols".to_owned()
        } else if map.dims != loops {
            format!("to have {loops} number of inputs")
        } else if map.each_result().count() != rank && !(rank == 0 && map.results == "0") {
            format!("to have {rank} number of outputs")
        } else {
            match projected(&map).filter(|dims| dims.iter().enumerate().all(|(i, dim)| !dims[..i].contains(dim))) {
                Some(dims) => {
                    given.push(dims);
                    continue;
                }
                None if rank == 0 => {
                    given.push(Vec::new());
                    continue;
                }
                None => "to be a projected permutation of its inputs".to_owned(),
            }
        };
        return report(rule(format!("expected indexing map {place} {wrong}")));
    }
    contracted(site, &of, &given, &reduced, report);
}

/// The dimensions of a contraction: those of both sides, those of one, and the accumulator's.
fn contracted(site: &Site, of: &[Type], given: &[Vec<usize>], reduced: &[bool], report: Report) {
    let ctx = site.ctx;
    let ([lhs, rhs, to], [of_lhs, of_rhs, of_acc]) = (given, of) else { return };
    let (Some((a, _)), Some((b, _))) = (vector(ctx, *of_lhs), vector(ctx, *of_rhs)) else { return };
    let at = |dims: &[usize], of: &[Dim], wanted: usize| -> Option<Dim> {
        of.get(dims.iter().position(|&dim| dim == wanted)?).copied()
    };
    if (0..reduced.len()).any(|dim| !lhs.contains(&dim) && !rhs.contains(&dim)) {
        return report(rule("expected all dimensions to be either a LHS or a RHS dimension"));
    }
    let both = |reducing: bool| {
        let loops = reduced.iter().enumerate().filter(move |(_, reduces)| **reduces == reducing);
        loops.map(|(dim, _)| dim).filter(|dim| lhs.contains(dim) && rhs.contains(dim))
    };
    let differ = |dim: usize| at(lhs, a, dim).map(|dim| dim.size) != at(rhs, b, dim).map(|dim| dim.size);
    if both(true).next().is_none() {
        return report(rule("expected at least one contracting dimension pair"));
    }
    if both(true).any(differ) {
        return report(rule("invalid contracting dimension map"));
    }
    if both(false).any(differ) {
        return report(rule("invalid batch dimension map"));
    }
    let fixed = |dim: Dim| Dim { scalable: false, ..dim };
    let shape: Option<Vec<Dim>> =
        to.iter().map(|&dim| at(lhs, a, dim).or_else(|| at(rhs, b, dim)).map(fixed)).collect();
    let Some(shape) = shape.filter(|shape| !shape.is_empty()) else { return };
    let sizes = |dims: &[Dim]| dims.iter().map(|dim| dim.size).collect::<Vec<_>>();
    if vector(ctx, *of_acc).is_some_and(|(dims, _)| sizes(dims) == sizes(&shape)) {
        return;
    }
    let of_result = ctx.scalar_type(*of_acc);
    let expected = ctx.ty(TypeData::Vector { dims: shape.into(), element: of_result });
    report(rule(format!("invalid accumulator/result vector shape, expected: '{}'", site.spell(expected))));
}

pub(super) fn scan(site: &Site, report: Report) {
    let (Some((dims, element)), Some((initial, _))) = (operand(site, 0), operand(site, 1)) else { return };
    let Some(along) = site.attr_named("reduction_dim").and_then(|attr| site.ctx.int_value(attr)) else { return };
    let rank = dims.len();
    let Some(along) = usize::try_from(along).ok().filter(|&along| along < rank) else {
        return report(rule(format!("reduction dimension {along} has to be less than {rank}")));
    };
    if initial.len() + 1 != rank {
        return report(rule(format!("initial value rank {} has to be equal to {}", initial.len(), rank - 1)));
    }
    let left = dims.iter().enumerate().filter(|(place, _)| *place != along).map(|(_, dim)| dim);
    if !left.eq(initial) {
        return report(rule("incompatible input/initial value shapes"));
    }
    let kind = kind_of(site);
    if !combines(site.ctx, &kind, element) {
        report(rule(format!("unsupported reduction type '{}' for kind '{kind}'", site.spell(element))));
    }
}
