//! The order of names in a symbol table: that of the buckets of LLVM's `StringMap`.

use irtrip_dialect::release::Release;
use xxhash_rust::xxh3::xxh3_64;

/// How many buckets a table begins with.
const FIRST_BUCKETS: usize = 16;

/// The order in which a table has names that were added in this order, each once.
pub(super) fn bucket_order<'n>(names: impl Iterator<Item = &'n [u8]>, release: Release) -> Vec<usize> {
    let hash: fn(&[u8]) -> u32 = if release >= Release::V17 { |name| xxh3_64(name) as u32 } else { bernstein };
    let (mut buckets, mut count): (Vec<Option<(usize, u32)>>, usize) = (vec![None; FIRST_BUCKETS], 0);
    for (place, name) in names.enumerate() {
        insert(&mut buckets, (place, hash(name)));
        count += 1;
        let is_full = count * 4 > buckets.len() * 3;
        let has_few_left = buckets.len() - count <= buckets.len() / 8;
        if is_full || has_few_left {
            let size = if is_full { buckets.len() * 2 } else { buckets.len() };
            let before = std::mem::replace(&mut buckets, vec![None; size]);
            before.into_iter().flatten().for_each(|entry| insert(&mut buckets, entry));
        }
    }
    buckets.into_iter().flatten().map(|(place, _)| place).collect()
}

fn insert(buckets: &mut [Option<(usize, u32)>], entry: (usize, u32)) {
    let mask = buckets.len() - 1;
    let (mut bucket, mut step) = (entry.1 as usize & mask, 1);
    while buckets.get(bucket).is_some_and(Option::is_some) {
        bucket = (bucket + step) & mask;
        step += 1;
    }
    if let Some(slot) = buckets.get_mut(bucket) {
        *slot = Some(entry);
    }
}

/// The hash of LLVM 16 and before.
fn bernstein(name: &[u8]) -> u32 {
    name.iter().fold(0u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once() {
        let names: Vec<String> = (0..1000).map(|number| format!("n{number}")).collect();
        for release in [Release::V16, Release::V22] {
            let mut order = bucket_order(names.iter().map(String::as_bytes), release);
            assert_ne!(order, (0..1000).collect::<Vec<_>>());
            order.sort_unstable();
            assert_eq!(order, (0..1000).collect::<Vec<_>>());
        }
    }
}
