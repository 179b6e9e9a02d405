//! What was found lately, by what it was found by.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// A cache of one entry in each place: what is put into it takes the place of what was there.
///
/// Most of what a module says over and over is said again soon, and most of the rest is said once. A map would keep both, and
/// grow with the module past what the processor's caches hold.
///
/// ```
/// use irtrip_dialect::DirectMappedCache;
/// let mut lengths: DirectMappedCache<&str, usize> = DirectMappedCache::new(1024);
/// assert_eq!(lengths.get("add"), None);
/// lengths.put("add", 3);
/// assert_eq!(lengths.get("add"), Some(&3));
/// ```
#[derive(Debug)]
pub struct DirectMappedCache<K, V> {
    /// As many as a power of two, or none.
    places: Vec<Option<(K, V)>>,
    /// How many places there are at most.
    most: usize,
    /// How often something was put into them since there are so many.
    filled: usize,
}

/// How many places there are once there is an entry.
const FEWEST: usize = 16;

impl<K: Hash + Eq, V> DirectMappedCache<K, V> {
    /// A cache of at most so many entries, a power of two. It has no memory before it has an entry, and little while it
    /// has few.
    pub fn new(most: usize) -> Self {
        DirectMappedCache { places: Vec::new(), most, filled: 0 }
    }

    /// What was put under a key, if nothing took its place.
    #[inline]
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (known, value) = self.places.get(self.place(key))?.as_ref()?;
        (known.borrow() == key).then_some(value)
    }

    /// Puts a value under a key.
    #[inline]
    pub fn put(&mut self, key: K, value: V) {
        self.replace(key, |_| value);
    }

    /// Puts a value under a key, which `make` makes of the value whose place it takes, so that its memory is used again.
    #[inline]
    pub fn replace(&mut self, key: K, make: impl FnOnce(Option<V>) -> V) {
        if self.filled >= self.places.len() && self.places.len() < self.most {
            self.grow();
        }
        self.filled += 1;
        let place = self.place(&key);
        if let Some(place) = self.places.get_mut(place) {
            let before = place.take().map(|entry| entry.1);
            *place = Some((key, make(before)));
        }
    }

    fn place<Q: Hash + ?Sized>(&self, key: &Q) -> usize {
        FxBuildHasher.hash_one(key) as usize & self.places.len().wrapping_sub(1)
    }

    fn grow(&mut self) {
        let count = (4 * self.places.len()).clamp(FEWEST.min(self.most), self.most);
        let places = std::iter::repeat_with(|| None).take(count).collect();
        let before = std::mem::replace(&mut self.places, places);
        self.filled = 0;
        for entry in before.into_iter().flatten() {
            let place = self.place(&entry.0);
            if let Some(place) = self.places.get_mut(place) {
                *place = Some(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_its_key_s_or_gone() {
        let mut cache: DirectMappedCache<u32, String> = DirectMappedCache::new(64);
        for number in 0..1000 {
            cache.replace(number, |before| {
                let mut text = before.unwrap_or_default();
                text.clear();
                text + &number.to_string()
            });
            assert_eq!(cache.get(&number), Some(&number.to_string()));
        }
        let found: Vec<u32> = (0..2000).filter(|number| cache.get(number).is_some()).collect();
        assert!(!found.is_empty() && found.len() <= 64);
        assert!(found.iter().all(|number| cache.get(number) == Some(&number.to_string())));
    }

    #[test]
    fn a_cache_of_no_places_is_empty() {
        let mut cache = DirectMappedCache::new(0);
        cache.put("a", 1);
        assert_eq!(cache.get("a"), None);
    }
}
