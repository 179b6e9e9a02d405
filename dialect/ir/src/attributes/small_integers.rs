//! The integer attributes that nearly every operation has, by type and value.

use std::num::NonZeroU32;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::context::{Attr, Type};
use crate::types::well_known as types;

/// The types of alignments, lines, indices and numbers of a function's parts, each with a row of values.
const TYPES: [Type; 3] = [types::I32, types::I64, types::INDEX];

/// How many values of a type have a place, from 0.
const VALUES: usize = 1024;

/// Small integers that were interned before: these need no hash, no lock and no look at the attribute. A place is 0 until its
/// integer is interned; its attribute is the same whichever thread is first.
#[derive(Default)]
pub(crate) struct SmallIntegers([OnceLock<Box<[AtomicU32]>>; TYPES.len()]);

impl SmallIntegers {
    /// The attribute of a value of a type, which `intern` makes where it is not known here.
    #[inline]
    pub fn get_or_intern(&self, ty: Type, value: i64, intern: impl FnOnce() -> Attr) -> Attr {
        let Some(place) = self.place(ty, value) else { return intern() };
        match NonZeroU32::new(place.load(Ordering::Acquire)) {
            Some(known) => Attr(known),
            None => {
                let new = intern();
                place.store(new.0.get(), Ordering::Release);
                new
            }
        }
    }

    #[inline]
    fn place(&self, ty: Type, value: i64) -> Option<&AtomicU32> {
        let value = usize::try_from(value).ok().filter(|value| *value < VALUES)?;
        let row = TYPES.iter().position(|known| *known == ty).and_then(|row| self.0.get(row))?;
        let values = row.get_or_init(|| (0..VALUES).map(|_| AtomicU32::default()).collect());
        values.get(value)
    }
}
