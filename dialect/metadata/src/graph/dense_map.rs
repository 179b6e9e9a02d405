//! Maps from handles: tables by the handles' indices. What is made one after the other lies close together.

use std::marker::PhantomData;

use crate::context::Attr;
use crate::graph::NodeId;

/// What has a place of its own among all of its kind.
pub(crate) trait Handle: Copy {
    fn index(self) -> usize;
}

impl Handle for NodeId {
    fn index(self) -> usize {
        NodeId::index(self)
    }
}

impl Handle for Attr {
    fn index(self) -> usize {
        Attr::index(self)
    }
}

/// A map from handles to small values; its memory goes by the highest handle in it.
pub(crate) struct DenseMap<K, V> {
    values: Vec<Option<V>>,
    keys: PhantomData<K>,
}

impl<K, V> Default for DenseMap<K, V> {
    fn default() -> Self {
        DenseMap { values: Vec::new(), keys: PhantomData }
    }
}

impl<K: Handle, V: Copy> DenseMap<K, V> {
    /// The value of a key.
    pub fn get(&self, key: K) -> Option<V> {
        self.values.get(key.index()).copied().flatten()
    }

    /// The place of a key's value.
    fn slot(&mut self, key: K) -> &mut Option<V> {
        let index = key.index();
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        &mut self.values[index]
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        *self.slot(key) = Some(value);
    }

    /// Sets the value of a key that has none; whether it had none.
    pub fn insert_first(&mut self, key: K, value: V) -> bool {
        let slot = self.slot(key);
        let is_first = slot.is_none();
        slot.get_or_insert(value);
        is_first
    }
}
