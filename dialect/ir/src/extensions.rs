//! What crates above the model keep with a context: registries, and tables with the context's handles.

use std::any::Any;
use std::sync::OnceLock;

/// Values by their types, a few: a list that is walked without a lock.
#[derive(Default)]
pub(crate) struct Extensions {
    first: OnceLock<Box<Extension>>,
}

struct Extension {
    value: Box<dyn Any + Send + Sync>,
    next: OnceLock<Box<Extension>>,
}

impl Extensions {
    /// The value of a type, which `make` makes where there is none. Where several threads make it, one of theirs stays.
    #[inline]
    pub(crate) fn get_or_init<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        match self.find() {
            Ok(value) => value,
            Err(_) => self.insert(make()),
        }
    }

    /// The value of a type, or the end of the list.
    #[inline]
    fn find<T: Any>(&self) -> Result<&T, &OnceLock<Box<Extension>>> {
        let mut place = &self.first;
        while let Some(extension) = place.get() {
            match extension.value.downcast_ref() {
                Some(value) => return Ok(value),
                None => place = &extension.next,
            }
        }
        Err(place)
    }

    fn insert<T: Any + Send + Sync>(&self, value: T) -> &T {
        let mut new = Some(Box::new(Extension { value: Box::new(value), next: OnceLock::new() }));
        loop {
            match self.find() {
                Ok(value) => return value,
                // Another thread may have put something there since.
                Err(end) => new = new.and_then(|new| end.set(new).err()),
            }
        }
    }
}
