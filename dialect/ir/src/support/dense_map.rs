//! Maps from handles: tables by the handles' indices. What is made one after the other lies close together.

use std::marker::PhantomData;
use std::num::NonZeroU32;

use crate::context::{Attr, Type};

/// What has a place of its own among all of its kind; the places are dense.
pub trait Handle: Copy {
    /// The place.
    fn index(self) -> usize;
}

impl Handle for Type {
    fn index(self) -> usize {
        Type::index(self)
    }
}

impl Handle for Attr {
    fn index(self) -> usize {
        Attr::index(self)
    }
}

/// A map from handles to small values; its memory goes by the highest handle in it.
///
/// ```
/// use irtrip_ir::Context;
/// use irtrip_ir::dense_map::DenseMap;
/// let ctx = Context::new();
/// let mut numbers = DenseMap::default();
/// assert!(numbers.insert_first(ctx.int_type(7), 1_u32) && !numbers.insert_first(ctx.int_type(7), 2));
/// assert_eq!(numbers.get(ctx.int_type(7)), Some(1));
/// ```
#[derive(Debug)]
pub struct DenseMap<K, V> {
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

    /// The values.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut().flatten()
    }
}

/// A map from handles to values that are large, or that few handles have.
#[derive(Debug)]
pub struct DenseTable<K, V> {
    /// The places in `values`, from 1.
    places: DenseMap<K, NonZeroU32>,
    values: Vec<V>,
}

impl<K, V> Default for DenseTable<K, V> {
    fn default() -> Self {
        DenseTable { places: DenseMap::default(), values: Vec::new() }
    }
}

impl<K: Handle, V> DenseTable<K, V> {
    /// The value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        self.values.get(self.places.get(key)?.get() as usize - 1)
    }

    /// The value of a key, to change.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.values.get_mut(self.places.get(key)?.get() as usize - 1)
    }

    /// The value of a key, which is given one if it has none.
    pub fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = self.places.slot(key);
        if place.is_none() {
            self.values.push(V::default());
            *place = NonZeroU32::new(self.values.len() as u32);
        }
        let index = place.map_or(0, |place| place.get() as usize - 1);
        &mut self.values[index]
    }

    /// The values.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut()
    }
}
