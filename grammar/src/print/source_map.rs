//! Records the source map of what is printed, where one is asked for.

use irtrip_dialect::Body;
use irtrip_dialect::source_map::{MappedRange, SourceConstruct};

/// The ranges of what is being printed.
#[derive(Default)]
pub(super) struct RangeRecorder<'a> {
    /// None are asked for if it is not there.
    pub(super) list: Option<Vec<MappedRange>>,
    /// The body of the module's operation that is being printed; those further in have indices of their own.
    pub(super) body: Option<&'a Body>,
}

impl RangeRecorder<'_> {
    /// Adds a range of text that is printed of a body.
    pub(super) fn add(&mut self, start: usize, end: usize, construct: SourceConstruct, body: &Body) {
        if let Some(list) = &mut self.list
            && (matches!(construct, SourceConstruct::Global(_)) || self.body.is_some_and(|own| std::ptr::eq(own, body)))
        {
            list.push(MappedRange { start, end, construct });
        }
    }
}
