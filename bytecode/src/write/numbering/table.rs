//! A table of what has numbers. What is used most has the lowest, which take the fewest bytes; among those whose numbers take as
//! many bytes, what is of one dialect stands together.

use std::num::NonZeroU32;

use irtrip_dialect::dense_map::{DenseMap, Handle};

/// An entry of a table with how often it is used.
#[derive(Clone, Copy, Debug)]
pub struct Entry<T> {
    /// It.
    pub value: T,
    /// The number of its dialect.
    pub dialect: usize,
    uses: usize,
}

/// What is numbered once, in the order of its first use until all is known.
#[derive(Debug)]
pub struct Table<T> {
    entries: Vec<Entry<T>>,
    /// The place of each handle among the entries, from 1. Once they are sorted, that is its number.
    places: DenseMap<T, NonZeroU32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: Vec::new(), places: DenseMap::default() }
    }
}

impl<T: Handle> Table<T> {
    /// Counts a use of what has an entry; whether it has one.
    pub fn count(&mut self, value: T) -> bool {
        match self.places.get(value).and_then(|place| self.entries.get_mut(place.get() as usize - 1)) {
            Some(entry) => {
                entry.uses += 1;
                true
            }
            None => false,
        }
    }

    /// Adds what has no entry, with its first use.
    pub fn add(&mut self, value: T, dialect: usize) {
        self.entries.push(Entry { value, dialect, uses: 1 });
        self.set_place(value, self.entries.len());
    }

    fn set_place(&mut self, value: T, place: usize) {
        if let Some(place) = NonZeroU32::new(place as u32) {
            self.places.insert(value, place);
        }
    }

    /// Gives the entries their numbers.
    pub fn sort(&mut self) {
        self.entries.sort_by_key(|entry| std::cmp::Reverse(entry.uses));
        // How many numbers have a length, and the dialect that stands first among these.
        let (mut rest, mut length, mut first) = (&mut self.entries[..], 0_usize, 0);
        for bytes in 1..9 {
            length = (1_usize << (7 * bytes)) - length;
            let (group, after) = rest.split_at_mut(length.min(rest.len()));
            rest = after;
            group.sort_by_key(|entry| (entry.dialect != first, entry.dialect));
            first = group.last().map_or(first, |entry| entry.dialect);
            if rest.is_empty() {
                break;
            }
        }
        let values: Vec<T> = self.entries.iter().map(|entry| entry.value).collect();
        (1..).zip(values).for_each(|(place, value)| self.set_place(value, place));
    }

    /// The entries, by number once they are sorted.
    pub fn entries(&self) -> &[Entry<T>] {
        &self.entries
    }

    /// The number of an entry, once they are sorted.
    pub fn number(&self, value: T) -> usize {
        self.places.get(value).map_or(0, |place| place.get() as usize - 1)
    }
}
