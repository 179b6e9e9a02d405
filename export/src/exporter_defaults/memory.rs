//! The memory effects of calls; LangRef, "Function Attributes", `memory`.

use irtrip_dialect::attribute_set::{MemoryEffects, call_set, list_attr};
use irtrip_dialect::names::{IRTRIP_ATTRIBUTES, MEMORY_EFFECTS};
use irtrip_dialect::{Body, Context, Op};

/// Attaches their memory effects to the calls of a body even where those are the function's, as upstream's exporter
/// does.
pub fn attach_memory_effects(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let attrs = body.attrs(op);
        if ctx.entry(attrs, MEMORY_EFFECTS).is_some() {
            let set = call_set(ctx, body.name(op), attrs, MemoryEffects::ANY);
            body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_ATTRIBUTES, Some(list_attr(ctx, &set))));
        }
    }
}
