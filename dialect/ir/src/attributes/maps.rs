//! The numbers of dimensions, symbols and results in the text of an affine map or set. Both the parser and the printer
//! have it in canonical form.

use rustc_hash::FxHashSet;

use crate::{Attr, AttrData, Context};

/// How many dimensions and symbols a map or set takes, and its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Map<'c> {
    /// Dimensions.
    pub dims: usize,
    /// Symbols.
    pub symbols: usize,
    /// What is between the brackets after `->` or `:`.
    pub results: &'c str,
}

impl<'c> Map<'c> {
    /// The map or set of an attribute, if it is one.
    pub fn of(ctx: &'c Context, attr: Attr) -> Option<Map<'c>> {
        let AttrData::Affine(text) = ctx.attr_data(attr) else { return None };
        let text = std::str::from_utf8(ctx.bytes(*text)).ok()?;
        let body = text.split_once('<')?.1.strip_suffix('>')?;
        let (dims, after) = body.strip_prefix('(')?.split_once(')')?;
        let (symbols, after) = match after.strip_prefix('[') {
            Some(symbols) => symbols.split_once(']')?,
            None => ("", after),
        };
        let results = after.split_once('(')?.1.strip_suffix(')')?;
        Some(Map { dims: names(dims), symbols: names(symbols), results })
    }

    /// The number that is a map's result whatever it takes.
    pub fn constant(&self) -> Option<i64> {
        self.results.parse().ok()
    }

    /// Whether a map returns its dimensions.
    pub fn is_identity(&self) -> bool {
        let mut results = self.results.split(", ");
        (0..self.dims).all(|dim| {
            let digits = results.next().and_then(|result| result.strip_prefix('d'));
            digits.and_then(|digits| digits.parse().ok()) == Some(dim)
        }) && results.all(str::is_empty)
    }

    /// The dimensions that are a map's results, each once and all of them; `None` for a map that is no permutation.
    pub fn permutation(&self) -> Option<Vec<usize>> {
        let dims: Vec<usize> = self.each_result().map(Map::dimension).collect::<Option<_>>()?;
        let given: FxHashSet<usize> = dims.iter().copied().filter(|dim| *dim < self.dims).collect();
        (dims.len() == self.dims && given.len() == self.dims).then_some(dims)
    }

    /// Its results, each by itself; of a set, its constraints.
    pub fn each_result(&self) -> impl Iterator<Item = &'c str> + use<'c> {
        let mut depth = 0_usize;
        let parts = self.results.split(move |letter: char| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        });
        parts.map(str::trim).filter(|part| !part.is_empty())
    }

    /// The dimension that a result is, if it is one.
    pub fn dimension(result: &str) -> Option<usize> {
        result.strip_prefix('d')?.parse().ok()
    }
}

fn names(list: &str) -> usize {
    if list.trim().is_empty() { 0 } else { list.split(',').count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_counted() {
        let ctx = Context::new();
        let map = |text: &str| ctx.attr(AttrData::Affine(ctx.str(text)));
        let list = map("affine_map<(d0, d1)[s0] -> (d0, (d1 + s0) mod 2)>");
        let expected = Map { dims: 2, symbols: 1, results: "d0, (d1 + s0) mod 2" };
        assert_eq!(Map::of(&ctx, list), Some(expected));
        assert!(!expected.is_identity());
        let identity = |text: &str| Map::of(&ctx, map(text)).is_some_and(|map| map.is_identity());
        assert!(identity("affine_map<(d0, d1)[s0] -> (d0, d1)>") && identity("affine_map<() -> ()>"));
        assert!(!identity("affine_map<(d0) -> (d0, d0)>"));
        let constant = map("affine_map<() -> (-4)>");
        assert_eq!(Map::of(&ctx, constant).and_then(|map| map.constant()), Some(-4));
        let set = map("affine_set<()[s0] : (s0 == 0)>");
        assert_eq!(Map::of(&ctx, set), Some(Map { dims: 0, symbols: 1, results: "s0 == 0" }));
    }
}
