//! Inputs for functions that are run: edge values first, then random ones, the same for a seed.

/// The values of a type where things go wrong first; `$integers` are at the border of those that it has exactly.
macro_rules! float_edges {
    ($ty:ident, $($integers:literal),*) => {
        [
            0.0, 1.0, -1.0, -0.0, $ty::NAN, $ty::INFINITY, $ty::NEG_INFINITY, $ty::MAX, $ty::MIN, $ty::MIN_POSITIVE,
            0.5, -1.5, 2.0, 1e10, $ty::EPSILON, $($integers,)* 100.0,
        ]
    };
}

/// A parameter or result that functions are run with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer of so many bits, 1 to 64.
    Int(u32),
    /// `float`
    Float,
    /// `double`
    Double,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kind::Int(width) => write!(f, "i{width}"),
            Kind::Float => f.write_str("float"),
            Kind::Double => f.write_str("double"),
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Kind, ()> {
        match text {
            "float" => Ok(Kind::Float),
            "double" => Ok(Kind::Double),
            _ => {
                let width = text.strip_prefix('i').and_then(|w| w.parse().ok()).filter(|w| (1..=64).contains(w));
                width.map(Kind::Int).ok_or(())
            }
        }
    }
}

impl Kind {
    /// The bits of a value, as LLVM IR spells it.
    pub fn show(self, bits: u64) -> String {
        match self {
            Kind::Int(width) => {
                let unused = 64 - width;
                format!("i{width} {}", (bits << unused) as i64 >> unused)
            }
            Kind::Float => {
                let value = f32::from_bits(bits as u32);
                format!("float {value:?} (0x{:08x})", bits as u32)
            }
            Kind::Double => format!("double {:?} (0x{bits:016x})", f64::from_bits(bits)),
        }
    }

    /// The values where things go wrong first.
    fn edges(self) -> Vec<u64> {
        match self {
            Kind::Int(width) => {
                let all = u64::MAX >> (64 - width);
                let top = 1 << (width - 1);
                let edges =
                    [0, 1, all, top, top - 1, 2, all - 1, top + 1, 3, 7, 8, 10, 16, 31, 32, 63, 64, 100, 255, 256];
                let mut edges: Vec<u64> = edges.iter().map(|e| e & all).collect();
                edges.dedup();
                edges
            }
            Kind::Float => {
                let subnormals = [1, 0x007f_ffff, 0x7f80_0001];
                let values = float_edges!(f32, 16_777_217.0, 2_147_483_648.0);
                values.into_iter().map(|value| u64::from(value.to_bits())).chain(subnormals).collect()
            }
            Kind::Double => {
                let subnormals = [1, 0x000f_ffff_ffff_ffff, 0x7ff0_0000_0000_0001];
                let values = float_edges!(f64, 9_007_199_254_740_993.0, 9_223_372_036_854_775_808.0);
                values.into_iter().map(f64::to_bits).chain(subnormals).collect()
            }
        }
    }

    /// A value by chance: an edge, a small number, or any bits.
    fn chosen(self, chance: &mut Rng, edges: &[u64]) -> u64 {
        let how = chance.next() % 4;
        let bits = chance.next();
        match (how, self) {
            (0, _) => edges.get(bits as usize % edges.len().max(1)).copied().unwrap_or(0),
            (1, Kind::Int(width)) => ((bits % 257) as i64 - 128) as u64 & (u64::MAX >> (64 - width)),
            (1, Kind::Float) => u64::from(((bits % 2001) as f32 / 8.0 - 125.0).to_bits()),
            (1, Kind::Double) => ((bits % 2001) as f64 / 8.0 - 125.0).to_bits(),
            (_, Kind::Int(width)) => bits & (u64::MAX >> (64 - width)),
            (_, Kind::Float) => bits & 0xffff_ffff,
            (_, Kind::Double) => bits,
        }
    }
}

/// Numbers by chance: the sequence "SplitMix64" of a seed.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// So many inputs for parameters of these kinds, as bits: first every edge value of each, then by chance.
pub fn inputs(kinds: &[Kind], count: usize, seed: u64) -> Vec<Vec<u64>> {
    let edges: Vec<Vec<u64>> = kinds.iter().map(|kind| kind.edges()).collect();
    let most = edges.iter().map(Vec::len).max().unwrap_or(0);
    let mut chance = Rng(seed);
    let input = |place: usize| {
        let value = |(parameter, kind): (usize, &Kind)| {
            let own = edges.get(parameter).map(Vec::as_slice).unwrap_or_default();
            if place < most {
                // Parameters go through their edges at different paces, so that they do not all meet the same one.
                let step = (place * (parameter + 1)) % own.len().max(1);
                own.get(step).copied().unwrap_or(0)
            } else {
                kind.chosen(&mut chance, own)
            }
        };
        kinds.iter().enumerate().map(value).collect()
    };
    (0..count).map(input).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn edges_come_first_and_a_seed_gives_the_same_inputs() {
        let kinds = [Kind::Int(8), Kind::Double];
        let some = inputs(&kinds, 100, 3);
        assert_eq!(some, inputs(&kinds, 100, 3));
        assert_eq!(some.len(), 100);
        assert_eq!(some[0], [0, 0]);
        assert!(some.iter().any(|i| i[0] == 0x80) && some.iter().any(|i| f64::from_bits(i[1]).is_nan()));
        assert!(some.iter().all(|i| i[0] <= 0xff));
        assert_ne!(some, inputs(&kinds, 100, 4));
    }

    #[test]
    fn kinds_are_spelled_as_llvm_spells_them() {
        for kind in [Kind::Int(1), Kind::Int(64), Kind::Float, Kind::Double] {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!("i65".parse::<Kind>(), Err(()));
        assert_eq!(Kind::Int(8).show(0xff), "i8 -1");
    }
}
