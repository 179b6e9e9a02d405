//! A table of what has numbers. What is used most has the lowest, which take the fewest bytes; among those whose numbers take as
//! many bytes, what is of one dialect stands together.

use irtrip_dialect::{Attr, Type};

/// A handle with a place in a table of its own; the places are dense.
pub trait Handle: Copy {
    /// The place.
    fn index(self) -> usize;
}

impl Handle for Attr {
    fn index(self) -> usize {
        Attr::index(self)
    }
}

impl Handle for Type {
    fn index(self) -> usize {
        Type::index(self)
    }
}

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
    /// The place of each handle among the entries, plus one; zero for one that has none. Once they are sorted, its number plus one.
    places: Vec<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { entries: Vec::new(), places: Vec::new() }
    }
}

impl<T: Handle> Table<T> {
    /// Counts a use of what has an entry; whether it has one.
    pub fn count(&mut self, value: T) -> bool {
        let place = self.places.get(value.index()).map_or(0, |&place| place as usize);
        match place.checked_sub(1).and_then(|place| self.entries.get_mut(place)) {
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
        if self.places.len() <= value.index() {
            self.places.resize(value.index() + 1, 0);
        }
        if let Some(place) = self.places.get_mut(value.index()) {
            *place = self.entries.len() as u32;
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
        for (number, entry) in (1..).zip(&self.entries) {
            if let Some(place) = self.places.get_mut(entry.value.index()) {
                *place = number;
            }
        }
    }

    /// The entries, by number once they are sorted.
    pub fn entries(&self) -> &[Entry<T>] {
        &self.entries
    }

    /// The number of an entry, once they are sorted.
    pub fn number(&self, value: T) -> usize {
        self.places.get(value.index()).map_or(0, |&number| number as usize).saturating_sub(1)
    }
}
