//! Where errors go.

use irtrip_ops::verify::broken_rule;

use crate::body::{Body, Op};
use crate::context::{Context, Str};
use crate::diagnostic::{Diagnostic, VerifyCode};
use crate::shapes::Shapes;

/// What one pass over a part of the module found.
#[derive(Default)]
pub(crate) struct Diagnostics {
    /// The broken rules, in the order of the operations.
    pub(crate) errors: Vec<Diagnostic>,
    /// The block tags met: the function and the tag.
    pub(crate) tags: Vec<(Str, i64)>,
    /// The uses of block tags, each with the error it is where the tag is not met.
    pub(crate) tag_uses: Vec<(Str, i64, Diagnostic)>,
    /// The shapes of operations met that keep to their definitions.
    pub(crate) shapes: Shapes,
}

impl Diagnostics {
    /// Reports a broken rule of an operation.
    pub(crate) fn error(&mut self, ctx: &Context, body: &Body, op: Op, symbol: Option<Str>, code: VerifyCode) {
        self.errors.push(broken_rule(ctx, body, op, symbol, code));
    }

    /// Puts a note to the rule that was reported last.
    pub(crate) fn note_last(&mut self, note: Diagnostic) {
        if let Some(last) = self.errors.last_mut() {
            last.notes.push(note);
        }
    }

    /// Puts the errors from one on, which are of operations of `body`, in the order that upstream looks at them: an
    /// operation before what is in its regions, and what holds only for all of that after it.
    pub(crate) fn put_in_order(&mut self, from: usize, body: &Body) {
        let errors = self.errors.get_mut(from..).unwrap_or_default();
        if errors.len() < 2 {
            return;
        }
        let mut spans = vec![(0_usize, 0_usize); body.op_count()];
        let mut clock = 0;
        // What is open: an operation to enter, or one to leave.
        let roots = body.regions().iter().flat_map(|&region| body.blocks(region)).flat_map(|&block| body.ops(block));
        let mut open: Vec<(Op, bool)> = roots.map(|op| (op, false)).collect();
        open.reverse();
        while let Some((op, entered)) = open.pop() {
            clock += 1;
            let Some(span) = spans.get_mut(op.index()) else { continue };
            if entered {
                span.1 = clock;
                continue;
            }
            span.0 = clock;
            open.push((op, true));
            let start = open.len();
            let inside = body.op_regions(op).iter().flat_map(|&region| body.blocks(region));
            open.extend(inside.flat_map(|&block| body.ops(block)).map(|op| (op, false)));
            open[start..].reverse();
        }
        // A rule of the operation around stays where it was found.
        let mut last = 0;
        let key = |diagnostic: &Diagnostic| {
            let op = diagnostic.location.operation().and_then(|operation| operation.op_of(body));
            let is_late = matches!(diagnostic.verify_code(), Some(VerifyCode::NoTerminator { .. }));
            if let Some(&(enters, leaves)) = op.and_then(|op| spans.get(op.index())) {
                last = if is_late { leaves } else { enters };
            }
            last
        };
        let keys: Vec<usize> = errors.iter().map(key).collect();
        let mut keyed: Vec<(usize, Diagnostic)> = keys.into_iter().zip(errors.iter().cloned()).collect();
        keyed.sort_by_key(|(key, _)| *key);
        errors.iter_mut().zip(keyed).for_each(|(place, (_, error))| *place = error);
    }
}
