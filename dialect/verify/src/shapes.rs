//! Shapes of operations: all that the rules of a definition look at. Operations of one shape keep these rules, or break them,
//! alike; a module has far fewer shapes than operations.

use rustc_hash::FxHashSet;

use irtrip_ops::verify::VerifyContext;

use super::preserved;

/// The shapes that keep to their definitions. A shape is an operation's name, how many operands, successors and attributes it
/// has, these but for those that are checked alone, and the types of its operands and results, as handles and numbers.
#[derive(Default)]
pub(super) struct Shapes {
    kept: FxHashSet<Box<[u32]>>,
    /// The shape that was asked about last; empty where there is none.
    last: Vec<u32>,
}

impl Shapes {
    /// Whether an operation's shape is one that was kept. Of one with regions it is not known: their blocks count, too.
    pub(super) fn are_kept(&mut self, cx: &VerifyContext) -> bool {
        self.last.clear();
        if cx.body.has_regions(cx.op) {
            return false;
        }
        let (body, operands) = (cx.body, cx.operands());
        let counts = [operands.len() as u32, body.successors(cx.op).len() as u32];
        self.last.extend_from_slice(&[cx.name().number(), counts[0], counts[1], 0]);
        for &(key, attr) in cx.attrs().iter().filter(|entry| !preserved::is_self_contained(cx.ctx, **entry)) {
            self.last.extend_from_slice(&[key.index() as u32, attr.index() as u32]);
        }
        // Where the types start, so that none is taken for an attribute.
        self.last[3] = self.last.len() as u32;
        self.last.extend(operands.iter().map(|&value| body.value_type(value).index() as u32));
        self.last.extend(body.results(cx.op).map(|value| body.value_type(value).index() as u32));
        self.kept.contains(&self.last[..])
    }

    /// Keeps the shape that [`Shapes::are_kept`] was asked about last: its operation keeps to its definition.
    pub(super) fn keep_last(&mut self) {
        if !self.last.is_empty() {
            self.kept.insert(self.last.as_slice().into());
        }
    }
}
