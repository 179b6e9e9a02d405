//! A part of the corpus, by chance, and the same one each time.

use std::path::PathBuf;

use sha1::{Digest, Sha1};

/// Where a name is in the order by chance that a seed makes.
pub fn rank(name: &[u8], seed: u64) -> [u8; 20] {
    let mut digest = Sha1::new();
    digest.update(seed.to_le_bytes());
    digest.update(name);
    digest.finalize().into()
}

/// So many of the paths, at most, in their order. Which ones depends on nothing but the paths and the seed.
pub fn sample(paths: &[PathBuf], count: usize, seed: u64) -> Vec<PathBuf> {
    let mut ranked: Vec<_> = paths.iter().map(|path| (rank(path.as_os_str().as_encoded_bytes(), seed), path)).collect();
    ranked.sort();
    ranked.truncate(count);
    let mut chosen: Vec<PathBuf> = ranked.into_iter().map(|(_, path)| path.clone()).collect();
    chosen.sort();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_each_time() {
        let paths: Vec<PathBuf> = (0..50).map(|i| PathBuf::from(format!("{i:02}.ll"))).collect();
        let chosen = sample(&paths, 10, 7);
        assert_eq!(chosen, sample(&paths, 10, 7));
        assert_eq!(chosen.len(), 10);
        assert_ne!(chosen, sample(&paths, 10, 8));
        assert_eq!(sample(&paths, 100, 7).len(), 50);
    }
}
