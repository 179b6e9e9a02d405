//! What the text of an affine map or set says of its size. Both the parser and the printer have it in canonical form.

use rustc_hash::FxHashSet;

use crate::types::{Dim, TypeData};
use crate::{Attr, AttrData, Context, Type};

/// How many dimensions and symbols a map or set takes, and what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Map<'c> {
    /// Dimensions.
    pub dims: usize,
    /// Symbols.
    pub symbols: usize,
    /// What stands between the brackets behind `->` or `:`.
    pub results: &'c str,
}

impl<'c> Map<'c> {
    /// The map or set of an attribute, if it is one.
    pub fn of(ctx: &'c Context, attr: Attr) -> Option<Map<'c>> {
        let AttrData::Affine(text) = ctx.attr_data(attr) else { return None };
        let text = std::str::from_utf8(ctx.bytes(*text)).ok()?;
        let body = text.split_once('<')?.1.strip_suffix('>')?;
        let (dims, behind) = body.strip_prefix('(')?.split_once(')')?;
        let (symbols, behind) = match behind.strip_prefix('[') {
            Some(symbols) => symbols.split_once(']')?,
            None => ("", behind),
        };
        let results = behind.split_once('(')?.1.strip_suffix(')')?;
        Some(Map { dims: names(dims), symbols: names(symbols), results })
    }

    /// The number a map gives whatever it takes.
    pub fn constant(&self) -> Option<i64> {
        self.results.parse().ok()
    }

    /// Whether a map gives back its dimensions.
    pub fn is_identity(&self) -> bool {
        let mut results = self.results.split(", ");
        (0..self.dims).all(|dim| {
            let digits = results.next().and_then(|result| result.strip_prefix('d'));
            digits.and_then(|digits| digits.parse().ok()) == Some(dim)
        }) && results.all(str::is_empty)
    }

    /// The dimensions a map gives, each once and all of them; `None` for a map that is no permutation.
    pub fn permutation(&self) -> Option<Vec<usize>> {
        let dims: Vec<usize> = self.each_result().map(Map::dimension).collect::<Option<_>>()?;
        let given: FxHashSet<usize> = dims.iter().copied().filter(|dim| *dim < self.dims).collect();
        (dims.len() == self.dims && given.len() == self.dims).then_some(dims)
    }

    /// What it gives, each by itself; of a set, its constraints.
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

    /// What a result of a map gives for its dimensions; `None` where it has symbols, or no value.
    pub fn value_of(result: &str, dims: &[i64]) -> Option<i64> {
        let mut reader = Reader { rest: result.trim(), dims, depth: 0 };
        reader.sum().filter(|_| reader.rest.is_empty())
    }

    /// The dimension that a result is, if it is one.
    pub fn dimension(result: &str) -> Option<usize> {
        result.strip_prefix('d')?.parse().ok()
    }

    /// Whether a map takes one symbol and gives it back.
    pub fn is_symbol(&self) -> bool {
        self.dims == 0 && self.symbols == 1 && self.results == "s0"
    }

    /// Whether a map gives more than one number.
    pub fn is_list(&self) -> bool {
        let mut depth = 0_usize;
        self.results.bytes().any(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            byte == b',' && depth == 0
        })
    }
}

/// The map a transfer has where none is written: the vector's dimensions are the last ones of what it reads or writes;
/// none where that has fewer.
pub fn transfer_map(ctx: &Context, of: Type, vector: Type) -> Option<Attr> {
    let (rank, element) = match ctx.type_data(of) {
        TypeData::MemRef { dims: Some(dims), element, .. } | TypeData::Tensor { dims: Some(dims), element, .. } => {
            (dims.len(), *element)
        }
        _ => return None,
    };
    let TypeData::Vector { dims, .. } = ctx.type_data(vector) else { return None };
    let inner = match ctx.type_data(element) {
        TypeData::Vector { dims, .. } => dims.len(),
        _ => 0,
    };
    let taken = dims.len().checked_sub(inner)?;
    if rank == 0 && matches!(**dims, [Dim { size: Some(1), .. }]) {
        return Some(ctx.attr(AttrData::Affine(ctx.str("affine_map<() -> (0)>"))));
    }
    let first = rank.checked_sub(taken)?;
    let list = |from: usize| (from..rank).map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    let text = format!("affine_map<({}) -> ({})>", list(0), list(first));
    Some(ctx.attr(AttrData::Affine(ctx.str(&text))))
}

/// An array of maps by their texts.
pub fn map_array(ctx: &Context, maps: &[&str]) -> Attr {
    let maps: Vec<Attr> = maps.iter().map(|text| ctx.attr(AttrData::Affine(ctx.str(text)))).collect();
    ctx.array(&maps)
}

/// Reads an expression of a map for the values of its dimensions.
struct Reader<'t> {
    rest: &'t str,
    dims: &'t [i64],
    depth: usize,
}

impl Reader<'_> {
    /// How deep brackets may nest.
    const DEPTH: usize = 200;

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<i64> {
        let mut sum = self.product()?;
        loop {
            if self.eat("+") {
                sum = sum.checked_add(self.product()?)?;
            } else if self.eat("-") {
                sum = sum.checked_sub(self.product()?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<i64> {
        let mut product = self.factor()?;
        loop {
            if self.eat("*") {
                product = product.checked_mul(self.factor()?)?;
            } else if self.eat("floordiv") {
                let by = self.factor().filter(|&by| by > 0)?;
                product = product.div_euclid(by);
            } else if self.eat("ceildiv") {
                let by = self.factor().filter(|&by| by > 0)?;
                product = product.checked_add(by - 1)?.div_euclid(by);
            } else if self.eat("mod") {
                let by = self.factor().filter(|&by| by > 0)?;
                product = product.rem_euclid(by);
            } else {
                return Some(product);
            }
        }
    }

    fn factor(&mut self) -> Option<i64> {
        if self.eat("-") {
            return self.factor()?.checked_neg();
        }
        if self.eat("(") {
            self.depth += 1;
            if self.depth > Self::DEPTH {
                return None;
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return self.eat(")").then_some(inner);
        }
        let is_dimension = self.eat("d");
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: i64 = self.rest.get(..digits)?.parse().ok()?;
        self.rest = self.rest.get(digits..)?.trim_start();
        if is_dimension { self.dims.get(usize::try_from(number).ok()?).copied() } else { Some(number) }
    }
}

/// The maps of a named operation by what its row says they give; `number` is what stands for `s0` or `t0`.
pub fn fixed_maps(ctx: &Context, maps: &[&str], number: impl Fn(&str) -> i64) -> Attr {
    let word = |letter: char| !letter.is_ascii_alphanumeric();
    let dims = maps.iter().flat_map(|map| map.split(word)).filter_map(Map::dimension).max().map_or(0, |last| last + 1);
    let product = |product: &str| match product.split_once(" * ") {
        None => Some(product.to_owned()),
        Some((dimension, factor)) => match number(factor) {
            0 => None,
            1 => Some(dimension.to_owned()),
            factor => Some(format!("{dimension} * {factor}")),
        },
    };
    let sum = |sum: &str| {
        let sum: Vec<String> = sum.split(" + ").filter_map(product).collect();
        if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") }
    };
    let text = |map: &&str| {
        let results: Vec<String> = map.split(", ").filter(|sum| !sum.is_empty()).map(sum).collect();
        format!("affine_map<({}) -> ({})>", dimensions(dims), results.join(", "))
    };
    let texts: Vec<String> = maps.iter().map(text).collect();
    map_array(ctx, &texts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The maps of operands of which each has `loops` dimensions or none, by their ranks.
pub fn elementwise_maps(ctx: &Context, loops: usize, ranks: impl Iterator<Item = usize>) -> Attr {
    let all = dimensions(loops);
    let text = |rank: usize| format!("affine_map<({all}) -> ({})>", if rank == 0 { "" } else { &all });
    let texts: Vec<String> = ranks.map(text).collect();
    map_array(ctx, &texts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A map of so many loops that gives these dimensions.
pub fn selection(ctx: &Context, loops: usize, of: impl Iterator<Item = usize>) -> Attr {
    let results: Vec<String> = of.map(|dim| format!("d{dim}")).collect();
    let text = format!("affine_map<({}) -> ({})>", dimensions(loops), results.join(", "));
    ctx.attr(AttrData::Affine(ctx.str(&text)))
}

/// `d0, d1, d2`
fn dimensions(count: usize) -> String {
    (0..count).map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ")
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
        assert!(expected.is_list());
        assert!(!expected.is_identity());
        let identity = |text: &str| Map::of(&ctx, map(text)).is_some_and(|map| map.is_identity());
        assert!(identity("affine_map<(d0, d1)[s0] -> (d0, d1)>") && identity("affine_map<() -> ()>"));
        assert!(!identity("affine_map<(d0) -> (d0, d0)>"));
        let constant = map("affine_map<() -> (-4)>");
        assert_eq!(Map::of(&ctx, constant).and_then(|map| map.constant()), Some(-4));
        let value = |result| Map::value_of(result, &[5, 7]);
        assert_eq!(value("d0 * 2 + (d1 - 3) floordiv 3"), Some(11));
        assert_eq!((value("-d0 mod 3"), value("d0 ceildiv 2"), value("d0 + s0")), (Some(1), Some(3), None));
        let strided = fixed_maps(&ctx, &["d0, d1 * s0 + d2 * t0", ""], |name| if name == "s0" { 1 } else { 3 });
        let wanted = ["affine_map<(d0, d1, d2) -> (d0, d1 + d2 * 3)>", "affine_map<(d0, d1, d2) -> ()>"];
        assert_eq!(strided, map_array(&ctx, &wanted));
        let set = map("affine_set<()[s0] : (s0 == 0)>");
        assert_eq!(Map::of(&ctx, set), Some(Map { dims: 0, symbols: 1, results: "s0 == 0" }));
    }
}
