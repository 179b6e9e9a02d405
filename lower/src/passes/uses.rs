//! Who uses the values of a body, kept up to date in time that does not grow with the users of other values.

use irtrip_dialect::{Body, Op, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The uses of each value of a body.
pub(super) struct Uses {
    count: Vec<u32>,
    /// Users, each with the place of the operand; some may be gone, or use another value now.
    users: Vec<SmallVec<[(Op, u32); 2]>>,
}

impl Uses {
    /// The uses of a body's values by operations that are in it.
    pub(super) fn new(body: &Body) -> Uses {
        let size = body.value_count();
        let mut uses = Uses { count: vec![0; size], users: vec![SmallVec::new(); size] };
        for &region in body.regions() {
            for op in body.walk(region) {
                uses.note(body, op);
            }
        }
        uses
    }

    /// How often a value is used.
    pub(super) fn count(&self, value: Value) -> u32 {
        self.count.get(value.index()).copied().unwrap_or_default()
    }

    /// Takes in what an operation uses.
    pub(super) fn note(&mut self, body: &Body, op: Op) {
        if self.count.len() < body.value_count() {
            self.count.resize(body.value_count(), 0);
            self.users.resize(body.value_count(), SmallVec::new());
        }
        for (place, &value) in body.all_operands(op).iter().enumerate() {
            self.count[value.index()] += 1;
            self.users[value.index()].push((op, place as u32));
        }
    }

    /// Forgets what an operation uses, before it changes or goes. Returns those values.
    pub(super) fn forget(&mut self, body: &Body, op: Op) -> SmallVec<[Value; 4]> {
        let values: SmallVec<[Value; 4]> = body.all_operands(op).iter().copied().collect();
        for value in &values {
            self.count[value.index()] -= 1;
        }
        values
    }

    /// The operands that are a value, those of the operation that came last first, each once.
    fn operands(&self, body: &Body, value: Value) -> Vec<(Op, u32)> {
        let is_there = |&(user, place): &(Op, u32)| {
            body.parent(user).is_some() && body.all_operands(user).get(place as usize) == Some(&value)
        };
        let mut seen = FxHashSet::default();
        let users = self.users.get(value.index()).into_iter().flatten().rev().copied();
        users.filter(is_there).filter(|operand| seen.insert(*operand)).collect()
    }

    /// Puts a value in place of another, and returns the operations that used it, the last to have come first. The other operands
    /// of these, of which there may be many, are not looked at.
    pub(super) fn replace(&mut self, body: &mut Body, of: Value, with: Value) -> Vec<Op> {
        let operands = self.operands(body, of);
        if self.count.len() < body.value_count() {
            self.count.resize(body.value_count(), 0);
            self.users.resize(body.value_count(), SmallVec::new());
        }
        for &(user, place) in &operands {
            if let Some(operand) = body.all_operands_mut(user).get_mut(place as usize) {
                *operand = with;
            }
        }
        self.count[of.index()] -= operands.len() as u32;
        self.count[with.index()] += operands.len() as u32;
        self.users[with.index()].extend(operands.iter().copied());
        self.users[of.index()].clear();
        let mut seen = FxHashSet::default();
        operands.into_iter().map(|operand| operand.0).filter(|user| seen.insert(*user)).collect()
    }
}
