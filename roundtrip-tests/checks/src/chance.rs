//! Numbers by chance, the same for the same seed.

/// Numbers by chance (Steele, Lea and Flood, "Fast splittable pseudorandom number generators").
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below another; zero where there is none.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(limit.max(1))) as u32
    }

    /// One of several things.
    pub(crate) fn one_of<T: Copy + Default>(&mut self, choices: &[T]) -> T {
        choices.get(self.below(choices.len() as u32) as usize).copied().unwrap_or_default()
    }
}
