//! What attributes claim about a function as a whole, so that a pass which changes the function may make it false.
//!
//! Import adds `irtrip.structural_hash` to a function with such claims; export believes them while the hash is right.
//! Neither asks for it where nothing is claimed, or where a claim follows from the function as it is.

use smallvec::SmallVec;

use super::tail_calls::unproven_tail_calls;
use super::{FunctionAttributes, preserved_attribute};
use crate::attributes::well_known::EMPTY_DICTIONARY;
use crate::body::{Body, Op};
use crate::context::{Attr, Context, Str};
use crate::enums::TailCallKind;
use crate::names::*;

/// An attribute that claims something about the function it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The operation of the function's body that has the attribute; `None` for the function itself.
    pub op: Option<Op>,
    /// The attribute's name.
    pub key: Str,
}

/// The attributes that may hold what kind of tail call a call is.
pub const TAIL_CALL_KINDS: [Str; 3] = [IRTRIP_TAIL, TAIL_CALL_KIND, TAIL_CALL_KIND_ASM];

/// The kinds of attachments that are claims. LangRef, "`noalias` and `alias.scope` Metadata": two scopes are distinct
/// for one execution of the code that they were made for. A `DIAssignID` is that of the assignments of one function.
const CLAIMING_KINDS: [&[u8]; 3] = [b"alias.scope", b"noalias", b"DIAssignID"];

/// The operations of a function with preserved attributes, attributes of arguments or a kind of tail call. Few have, so that what
/// looks at these attributes goes over all operations once.
pub fn operations_with_preserved(ctx: &Context, body: &Body) -> Vec<Op> {
    let is_looked_at =
        |key: Str| preserved_attribute(key).is_some() || TAIL_CALL_KINDS.contains(&key) || key == ARG_ATTRS;
    let has_one = |op: &Op| {
        let attrs = body.attrs(*op);
        attrs != EMPTY_DICTIONARY
            && ctx.entries(attrs).iter().any(|entry| is_looked_at(entry.0))
            && body.parent(*op).is_some()
    };
    (0..body.op_count()).map(Op::new).filter(has_one).collect()
}

/// The claims in a function whose dictionary is `attrs` and whose [`operations_with_preserved`] are `ops`: `tail` where a call may be passed a local variable's address,
/// flags of phis, scopes of aliasing and identities of assignments in preserved attachments, and use-list orders.
pub fn claims(
    ctx: &Context,
    attrs: Attr,
    body: &Body,
    ops: &[Op],
    functions: &FunctionAttributes<'_>,
) -> SmallVec<[Claim; 4]> {
    let mut claims = SmallVec::new();
    let mut tail_calls: SmallVec<[Op; 8]> = SmallVec::new();
    if ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS).is_some() {
        claims.push(Claim { op: None, key: IRTRIP_USE_LIST_ORDERS });
    }
    for &op in ops {
        for &(key, value) in ctx.entries(body.attrs(op)) {
            let claiming = match key {
                IRTRIP_PHIS => ctx.items(value).iter().any(|phi| ctx.entry(*phi, IRTRIP_FLAGS).is_some()),
                IRTRIP_METADATA => ctx.entries(value).iter().any(|(kind, node)| is_claim(ctx, *kind, *node)),
                _ => false,
            };
            if claiming {
                claims.push(Claim { op: Some(op), key });
            }
            if TAIL_CALL_KINDS.contains(&key) && ctx.enum_value(value) == Some(TailCallKind::Tail) {
                tail_calls.push(op);
            }
        }
    }
    for op in unproven_tail_calls(ctx, attrs, body, &tail_calls, functions) {
        let keys = TAIL_CALL_KINDS.iter().filter(|key| body.attr(ctx, op, **key).is_some());
        claims.extend(keys.map(|key| Claim { op: Some(op), key: *key }));
    }
    claims
}

/// Whether an attachment in `irtrip.metadata` claims something of its function. One that completes an attribute of
/// upstream's does not: inlining makes the attribute anew.
pub fn is_claim(ctx: &Context, kind: Str, node: Attr) -> bool {
    CLAIMING_KINDS.contains(&ctx.bytes(kind)) && ctx.items(node).len() != 2
}
