//! What of the model each stretch of the text says, where that is asked for.

use irtrip_dialect::Body;
use irtrip_dialect::source_map::{Mark, SourceEntity};

/// The marks of what is being printed.
#[derive(Default)]
pub(super) struct Marks<'a> {
    /// None are asked for if it is not there.
    pub(super) list: Option<Vec<Mark>>,
    /// The body of the module's operation that is being printed; those further in have indices of their own.
    pub(super) body: Option<&'a Body>,
}

impl Marks<'_> {
    /// Notes a stretch that is printed of a body.
    pub(super) fn add(&mut self, start: usize, end: usize, says: SourceEntity, body: &Body) {
        if let Some(list) = &mut self.list
            && (matches!(says, SourceEntity::Entity(_)) || self.body.is_some_and(|own| std::ptr::eq(own, body)))
        {
            list.push(Mark { start, end, says });
        }
    }
}
