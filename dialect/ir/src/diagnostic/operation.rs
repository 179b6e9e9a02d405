//! The operation of a module that a diagnostic is about.

use crate::body::{Body, Module, Op};
use crate::context::Attr;

/// An operation in one of a module's bodies, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperationReference {
    location: Attr,
    /// The address of the body, which is compared and nothing else.
    body: usize,
    op: Op,
}

impl OperationReference {
    /// A reference to an operation of `body`.
    pub fn new(body: &Body, op: Op) -> OperationReference {
        OperationReference { location: body.loc(op), body: std::ptr::from_ref(body).addr(), op }
    }

    /// The operation's location attribute.
    pub fn location(self) -> Attr {
        self.location
    }

    /// The operation, if it is in `body`.
    pub fn op_of(self, body: &Body) -> Option<Op> {
        (std::ptr::from_ref(body).addr() == self.body).then_some(self.op)
    }

    /// The operation and the body it is in; `None` where the module is not the one that was verified.
    pub fn find(self, module: &Module) -> Option<(&Body, Op)> {
        let mut open = vec![&module.body];
        while let Some(body) = open.pop() {
            if std::ptr::from_ref(body).addr() == self.body {
                return (self.op.index() < body.op_count()).then_some((body, self.op));
            }
            open.extend(body.all_nested());
        }
        None
    }
}
