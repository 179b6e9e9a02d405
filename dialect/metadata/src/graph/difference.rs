//! The difference between an upstream attribute and its node; see [`crate::preserved`], `irtrip.completed`.

use crate::context::{Context, Str};
use crate::graph::{Field, Node, Operand};
use crate::names::DI_LOCATION;
use crate::nodes::normalize::NodeRows;

/// The fields that make the content of an attribute the whole node.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Delta {
    /// Whether the node is distinct, where the attribute leaves that open.
    pub distinct: Option<bool>,
    /// Fields that the attribute has with another value or not at all.
    pub fields: Vec<(Str, Field)>,
    /// Fields that only the attribute has.
    pub without: Vec<Str>,
}

impl Delta {
    /// What makes `whole` of `base`; `None` where they are nodes of different kinds, or fields are in an order that
    /// LLVM's writer has not.
    pub fn between(ctx: &Context, base: Node, whole: &Node) -> Option<Delta> {
        let distinct = (base.is_distinct() != whole.is_distinct()).then_some(whole.is_distinct());
        let delta = match (&base, whole) {
            (Node::Tuple { operands: a, .. }, Node::Tuple { operands: b, .. }) => {
                (a == b).then(|| Delta { distinct, ..Delta::default() })?
            }
            (base, whole) => {
                let ((a, base), (b, fields)) = (base.named_fields()?, whole.named_fields()?);
                (a == b).then(|| Delta {
                    distinct,
                    fields: fields.iter().filter(|f| !base.contains(f)).cloned().collect(),
                    without: base.iter().map(|f| f.0).filter(|name| fields.iter().all(|f| f.0 != *name)).collect(),
                })?
            }
        };
        (delta.clone().apply(ctx, base) == *whole).then_some(delta)
    }

    /// Whether the attribute holds the whole node.
    pub fn is_empty(&self) -> bool {
        *self == Delta::default()
    }

    /// The whole node of an attribute's content.
    pub fn apply(self, ctx: &Context, base: Node) -> Node {
        let distinct = self.distinct.unwrap_or(base.is_distinct());
        let (name, mut all) = match base {
            Node::Tuple { operands, .. } => return Node::Tuple { distinct, operands },
            Node::Specialised { name, fields, .. } => (name, fields.into_vec()),
            Node::Location(place) => (DI_LOCATION, place.fields()),
        };
        let row = NodeRows::of(ctx).get(name);
        let place = |name: Str| row.and_then(|row| row.place(name, 0));
        all.retain(|f| !self.without.contains(&f.0));
        for field in self.fields {
            if let Some(have) = all.iter_mut().find(|f| f.0 == field.0) {
                *have = field;
                continue;
            }
            let at = all.iter().position(|f| place(f.0) > place(field.0)).unwrap_or(all.len());
            all.insert(at, field);
        }
        Node::specialised(name, distinct, all)
    }

    /// Calls `visit` with each operand of its fields.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        self.fields.iter().for_each(|f| f.1.for_each_operand(&mut visit));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn node(ctx: &Context, distinct: bool, fields: &[(&str, i64)]) -> Node {
        let fields = fields.iter().map(|(name, n)| (ctx.str(name), Field::Int(*n))).collect();
        Node::Specialised { name: ctx.str("DILocalVariable"), distinct, fields }
    }

    #[test]
    fn missing_fields_take_their_places() {
        let ctx = Context::new();
        let base = node(&ctx, false, &[("arg", 1), ("file", 2), ("type", 3)]);
        let whole = node(&ctx, true, &[("arg", 1), ("line", 7), ("type", 4), ("align", 8)]);
        let delta = Delta::between(&ctx, base.clone(), &whole).unwrap();
        assert_eq!(delta.without, [ctx.str("file")]);
        assert_eq!(delta.fields.len(), 3);
        assert_eq!(delta.clone().apply(&ctx, base), whole);
        // What a pass changes comes out changed.
        let changed = node(&ctx, false, &[("arg", 5), ("file", 2), ("type", 3)]);
        assert_eq!(delta.apply(&ctx, changed), node(&ctx, true, &[("arg", 5), ("line", 7), ("type", 4), ("align", 8)]));
    }

    #[test]
    fn an_order_of_fields_that_llvm_has_not_is_no_delta() {
        let ctx = Context::new();
        let base = node(&ctx, false, &[("line", 1)]);
        assert_eq!(Delta::between(&ctx, base.clone(), &node(&ctx, false, &[("line", 1), ("arg", 2)])), None);
        assert!(Delta::between(&ctx, base.clone(), &base).unwrap().is_empty());
    }
}
