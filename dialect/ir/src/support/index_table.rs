//! A hash index of a list of values.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// An open-addressing hash table, with linear probing, of indices into a list. An entry is half a hash and an index, eight bytes.
///
/// The values are elsewhere and far apart, so that a look-up costs what the processor waits for memory. An entry says
/// whether it is the one that is looked for: most look-ups take one line of the cache, and what is new goes where the
/// look-up for it has ended.
///
/// ```
/// use irtrip_ir::index_table::{IndexEntry, IndexTable, half_of_hash};
/// let (mut table, mut names) = (IndexTable::default(), vec![]);
/// let half = half_of_hash(&"add");
/// if let IndexEntry::Vacant(slot) = table.find(half, |place| names[place as usize] == "add") {
///     table.fill(slot, half, 0);
///     names.push("add");
/// }
/// assert!(matches!(table.find(half, |place| names[place as usize] == "add"), IndexEntry::Occupied(0)));
/// ```
#[derive(Clone, Default, Debug)]
pub struct IndexTable {
    /// As many as a power of two, or none. The upper half of an entry is that of a hash, the lower one the place from 1; 0
    /// is no entry.
    slots: Box<[u64]>,
    /// How many entries there are.
    len: usize,
}

/// Where a value is, or where in the table an entry for it belongs.
#[derive(Clone, Copy, Debug)]
pub enum IndexEntry {
    /// The index of the value in the list.
    Occupied(u32),
    /// The slot for a new entry, for [`IndexTable::fill`].
    Vacant(usize),
}

/// The half of a value's hash that a table keeps.
#[inline]
pub fn half_of_hash<T: Hash + ?Sized>(value: &T) -> u32 {
    half_of(FxBuildHasher.hash_one(value))
}

/// The half of a hash that a table keeps.
#[inline]
pub(crate) const fn half_of(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The fewest slots of a table that has any.
const FEWEST: usize = 16;

/// How many entries so many slots hold before there are twice as many.
const fn most_entries(slots: usize) -> usize {
    slots / 4 * 3
}

impl IndexTable {
    /// The slot where the probes for half a hash start. Halves that have many bits in common start far apart.
    #[inline]
    fn first_slot(&self, half: u32) -> usize {
        let spread = u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 32) as usize & self.slots.len().wrapping_sub(1)
    }

    /// Looks for the value with this half of a hash that `same` recognises by its place.
    #[inline]
    pub fn find(&self, half: u32, same: impl Fn(u32) -> bool) -> IndexEntry {
        let mut slot = self.first_slot(half);
        // A table has empty slots, so that every probe ends.
        while let Some(&entry) = self.slots.get(slot) {
            let Some(place) = (entry as u32).checked_sub(1) else { break };
            if (entry >> 32) as u32 == half && same(place) {
                return IndexEntry::Occupied(place);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        IndexEntry::Vacant(slot)
    }

    /// Puts an entry into the slot that a look-up for its half of a hash found vacant; nothing was added since.
    #[inline]
    pub fn fill(&mut self, mut slot: usize, half: u32, place: u32) {
        if self.len >= most_entries(self.slots.len()) {
            self.resize(FEWEST.max(2 * self.slots.len()));
            slot = self.vacant(half);
        }
        if let Some(vacant) = self.slots.get_mut(slot) {
            *vacant = u64::from(half) << 32 | u64::from(place + 1);
            self.len += 1;
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
    }

    /// Makes room for so many more entries.
    pub fn reserve(&mut self, more: usize) {
        let slots = (self.len + more).saturating_mul(4).div_ceil(3).next_power_of_two();
        if slots > self.slots.len().max(FEWEST) {
            self.resize(slots);
        }
    }

    fn vacant(&self, half: u32) -> usize {
        let mut slot = self.first_slot(half);
        while self.slots.get(slot).is_some_and(|entry| *entry != 0) {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    fn resize(&mut self, slots: usize) {
        let entries = std::mem::replace(&mut self.slots, vec![0; slots].into());
        for entry in entries.into_iter().filter(|entry| *entry != 0) {
            let slot = self.vacant((entry >> 32) as u32);
            if let Some(vacant) = self.slots.get_mut(slot) {
                *vacant = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of numbers, as long as its list, by halves of hashes that `half` makes of them.
    fn check(count: u32, reserve: usize, half: impl Fn(u32) -> u32) {
        let (mut table, mut list) = (IndexTable::default(), Vec::new());
        table.reserve(reserve);
        for number in (0..count).chain(0..count) {
            if let IndexEntry::Vacant(slot) = table.find(half(number), |place| list[place as usize] == number) {
                table.fill(slot, half(number), list.len() as u32);
                list.push(number);
            }
        }
        assert_eq!(list, (0..count).collect::<Vec<_>>());
        assert_eq!(table.len, list.len());
        assert!(matches!(table.find(half(count), |place| list[place as usize] == count), IndexEntry::Vacant(_)));
    }

    #[test]
    fn each_value_has_one_place() {
        for reserve in [0, 1, 10, 1000] {
            check(3000, reserve, |number| number);
            check(3000, reserve, |number| number << 20);
            check(3000, reserve, |number| number.wrapping_mul(0x9e37_79b9));
        }
        // Hashes that are no help.
        check(300, 0, |_| 7);
        check(300, 0, |number| number % 3);
    }
}
