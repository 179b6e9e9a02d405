//! A hash for what modules hold: the same on every machine, in every release and in every context.

/// A hash in the making.
///
/// ```
/// use irtrip_dialect::StableHash;
/// let hash = |text: &str| {
///     let mut hash = StableHash::START;
///     hash.bytes(text.as_bytes());
///     hash.finish()
/// };
/// assert_ne!(hash("f"), hash("g"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StableHash(u64);

impl StableHash {
    /// The hash of nothing.
    pub const START: StableHash = StableHash(0xcbf2_9ce4_8422_2325);

    /// The hash that begins with a number.
    pub const fn of(number: u64) -> StableHash {
        StableHash(number)
    }

    /// A 64-bit step of FNV, with a rotation so that high bits reach low ones.
    pub fn number(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// Eight bytes a step, and their number, so that what follows is not taken for a part of them.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.number(u64::from_le_bytes(*word)));
        let rest = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.number(rest);
        self.number(bytes.len() as u64);
    }

    /// The hash of all that was added.
    pub fn finish(self) -> u64 {
        self.0
    }
}
