//! The entries of a dictionary, and which keys they may have.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::context::{Attr, Str};

/// The entries of a dictionary, sorted by key.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct DictionaryEntries {
    /// The bits of all keys. Most of the keys that a dictionary is asked for it does not have, and its entries are somewhere
    /// else: without a bit they need not be looked at.
    keys: u64,
    list: Box<[(Str, Attr)]>,
}

impl DictionaryEntries {
    /// The value under a key.
    #[inline]
    pub fn get(&self, key: Str) -> Option<Attr> {
        if self.keys & bit_of(key) == 0 {
            return None;
        }
        self.list.iter().find(|entry| entry.0 == key).map(|entry| entry.1)
    }
}

/// A bit that a key shares with few others.
#[inline]
const fn bit_of(key: Str) -> u64 {
    1 << (key.index() % u64::BITS as usize)
}

impl Deref for DictionaryEntries {
    type Target = [(Str, Attr)];

    #[inline]
    fn deref(&self) -> &[(Str, Attr)] {
        &self.list
    }
}

impl From<Box<[(Str, Attr)]>> for DictionaryEntries {
    fn from(list: Box<[(Str, Attr)]>) -> DictionaryEntries {
        DictionaryEntries { keys: list.iter().fold(0, |keys, entry| keys | bit_of(entry.0)), list }
    }
}

impl From<&[(Str, Attr)]> for DictionaryEntries {
    fn from(list: &[(Str, Attr)]) -> DictionaryEntries {
        Box::<[(Str, Attr)]>::from(list).into()
    }
}

impl FromIterator<(Str, Attr)> for DictionaryEntries {
    fn from_iter<I: IntoIterator<Item = (Str, Attr)>>(entries: I) -> DictionaryEntries {
        entries.into_iter().collect::<Box<[_]>>().into()
    }
}

impl Hash for DictionaryEntries {
    /// As the list alone, which dictionaries are looked for by.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}
