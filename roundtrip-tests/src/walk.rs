//! A walk through all operations of a body.

use irtrip_dialect::{Body, Op};

/// Visits the operations of a body and of those nested in it.
pub fn walk(body: &Body, visit: &mut dyn FnMut(&Body, Op)) {
    let mut regions = body.roots().to_vec();
    while let Some(region) = regions.pop() {
        for block in body.blocks(region) {
            for op in body.ops(*block) {
                regions.extend_from_slice(body.op_regions(op));
                visit(body, op);
                // A function's body, an initializer: bodies nest two deep.
                if let Some(nested) = body.nested(op) {
                    walk(nested, visit);
                }
            }
        }
    }
}
