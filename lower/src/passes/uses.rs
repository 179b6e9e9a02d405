//! Who uses the values of a body, kept up to date in time that does not grow with the users of other values.

use irtrip_dialect::{Body, Op, Value};
use smallvec::SmallVec;

/// The uses of each value of a body.
pub(super) struct Uses {
    count: Vec<u32>,
    /// Users; some may be gone, or use another value now.
    users: Vec<SmallVec<[Op; 2]>>,
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
        for &value in body.all_operands(op) {
            self.count[value.index()] += 1;
            let users = &mut self.users[value.index()];
            if users.last() != Some(&op) {
                users.push(op);
            }
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

    /// The operations that use a value, each once, the last to have come first.
    pub(super) fn users(&self, body: &Body, value: Value) -> Vec<Op> {
        let mut users: Vec<Op> = Vec::new();
        for &user in self.users.get(value.index()).into_iter().flatten().rev() {
            let is_there = body.parent(user).is_some() && body.all_operands(user).contains(&value);
            if is_there {
                users.push(user);
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        users.retain(|user| seen.insert(*user));
        users
    }

    /// Puts a value in place of another, and returns the operations that used it.
    pub(super) fn replace(&mut self, body: &mut Body, of: Value, with: Value) -> Vec<Op> {
        let users = self.users(body, of);
        for &user in &users {
            self.forget(body, user);
            body.replace_uses_in(user, of, with);
            self.note(body, user);
        }
        if let Some(users) = self.users.get_mut(of.index()) {
            users.clear();
        }
        users
    }
}
